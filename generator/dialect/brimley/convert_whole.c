/* SPDX-License-Identifier: MIT */
/* JSON Schema mode: the schema is kept unchanged, except for what the reader of JSON
 * Schema cannot hold. Faults of that reader have places in the text, from which the
 * keyword at fault is found. */
#include "contract/json_schema/json_schema_int.h"
#include "generator/dialect/brimley/convert_int.h"

/* Of the reader's faults, and as many warnings; more are counted. */
enum { WHOLE_DIAGNOSTICS = 200 };

/* The forms around each form, and where a member's key is. */
typedef struct whole_tree {
    uint32_t *parents;
    uint32_t *keys; /* of values of maps; 0: others */
} whole_tree;

static bool whole_make_tree(const ptcc_schema_run *run, whole_tree *tree)
{
    const ptc_form *items = run->forms.items;
    size_t count = run->forms.count;

    tree->parents = ptc_arena_array(run->report->arena, count, sizeof(uint32_t));
    tree->keys = ptc_arena_array(run->report->arena, count, sizeof(uint32_t));
    if (tree->parents == NULL || tree->keys == NULL)
        return false;
    for (uint32_t i = 1; i < count; i++) {
        uint32_t before = 0;
        uint32_t position = 0;

        for (uint32_t child = items[i].child; child != 0; child = items[child].next) {
            tree->parents[child] = i;
            if (items[i].kind == PTC_FORM_MAP && position++ % 2 == 1)
                tree->keys[child] = before;
            before = child;
        }
    }
    return true;
}

/* The innermost value whose bytes, or those of its key, are where the span begins. */
static uint32_t whole_find(const ptcc_schema_run *run, const whole_tree *tree,
                           ptc_span span)
{
    const ptc_form *items = run->forms.items;
    uint32_t found = run->root;

    for (uint32_t i = run->root; i < run->forms.count; i++) {
        if (items[i].span.start <= span.start && span.start < items[i].span.end)
            found = i;
    }
    /* A key is a child without a key that is in a map. */
    if (found != run->root && tree->keys[found] == 0 &&
        items[tree->parents[found]].kind == PTC_FORM_MAP)
        found = items[found].next;
    return found;
}

/* What a map or list of a schema is. */
typedef enum whole_role {
    WHOLE_SCHEMA,
    WHOLE_NAMES, /* a map of schemas by name */
    WHOLE_LIST,  /* a list of schemas */
    WHOLE_DATA,
} whole_role;

/* The value of a keyword of a schema is what? */
static whole_role whole_role_of(const ptcc_schema_run *run, uint32_t key, uint32_t value)
{
    switch (
        ptc_json_keyword_holds(ptcc_schema_form(run, key)->text, PTC_JSON_DRAFT_NONE)) {
    case PTC_JSON_HOLDS_SCHEMA:
        return WHOLE_SCHEMA;
    case PTC_JSON_HOLDS_LIST:
        return WHOLE_LIST;
    case PTC_JSON_HOLDS_MAP:
        return WHOLE_NAMES;
    case PTC_JSON_HOLDS_EITHER:
        return ptcc_schema_form(run, value)->kind == PTC_FORM_VECTOR ? WHOLE_LIST
                                                                     : WHOLE_SCHEMA;
    case PTC_JSON_HOLDS_NONE:
        break;
    }
    return WHOLE_DATA;
}

/* The keyword that a value is of or in, as the form of its value; 0: the value is a
 * schema with a name, no keyword of it. */
static uint32_t whole_keyword(const ptcc_schema_run *run, const whole_tree *tree,
                              uint32_t form)
{
    uint32_t way[2 * PTC_DEPTH_MAX];
    size_t count = 0;
    whole_role role = WHOLE_SCHEMA;
    uint32_t keyword = 0;

    for (; form != run->root && count < 2 * PTC_DEPTH_MAX; form = tree->parents[form])
        way[count++] = form;
    while (count-- > 0) {
        if (role == WHOLE_SCHEMA) {
            keyword = way[count];
            role = whole_role_of(run, tree->keys[keyword], keyword);
        } else if (role == WHOLE_NAMES) {
            keyword = 0;
            role = WHOLE_SCHEMA;
        } else if (role == WHOLE_LIST) {
            role = WHOLE_SCHEMA;
        }
    }
    return keyword;
}

/* $.properties.a.anyOf[0].items */
static ptc_str whole_pointer(const ptcc_schema_run *run, const whole_tree *tree,
                             uint32_t form)
{
    const ptc_form *items = run->forms.items;
    uint32_t way[2 * PTC_DEPTH_MAX];
    size_t count = 0;
    ptc_text text;

    for (; form != run->root && count < 2 * PTC_DEPTH_MAX; form = tree->parents[form])
        way[count++] = form;
    ptc_text_init(&text, run->report->arena);
    ptc_text_byte(&text, '$');
    while (count-- > 0) {
        uint32_t key = tree->keys[way[count]];

        if (key != 0) {
            ptc_text_byte(&text, '.');
            ptc_text_str(&text, items[key].text);
        } else {
            uint32_t position = 0;

            for (uint32_t i = items[tree->parents[way[count]]].child; i != way[count];
                 i = items[i].next)
                position++;
            ptc_text_byte(&text, '[');
            ptc_text_uint(&text, position);
            ptc_text_byte(&text, ']');
        }
    }
    return ptc_text_view(&text);
}

/* --- Leaving out -------------------------------------------------------------------- */

/* Takes a child out of what it is in: with its key, if it has one. */
static void whole_remove(ptcc_schema_run *run, const whole_tree *tree, uint32_t form)
{
    ptc_form *items = run->forms.items;
    ptc_form *around = &items[tree->parents[form]];
    uint32_t first = tree->keys[form] != 0 ? tree->keys[form] : form;
    uint32_t *link = &around->child;

    if (form == 0)
        return;
    while (*link != 0 && *link != first)
        link = &items[*link].next;
    if (*link == 0) /* it was taken out before */
        return;
    *link = items[form].next;
    around->count -= first == form ? 1 : 2;
}

/* Leaves out what convert_schema.c has reported. */
static void whole_remove_told(ptcc_schema_run *run, const whole_tree *tree)
{
    const ptc_form *items = run->forms.items;
    uint32_t additional = ptcc_schema_member(run, run->root, "additionalProperties");
    uint32_t required = ptcc_schema_member(run, run->root, "required");
    uint32_t next;

    if (required != run->required)
        whole_remove(run, tree, required); /* it is not a list */
    if (additional != 0 && items[additional].kind != PTC_FORM_BOOL)
        whole_remove(run, tree, additional);
    for (uint32_t i = run->required != 0 ? items[run->required].child : 0; i != 0;
         i = next) {
        next = items[i].next;
        if (!ptcc_schema_is_needed(run, i))
            whole_remove(run, tree, i);
    }
    for (uint32_t i = items[run->properties].child; i != 0; i = next) {
        next = items[items[i].next].next;
        if (items[items[i].next].kind != PTC_FORM_MAP)
            whole_remove(run, tree, items[i].next);
    }
}

/* --- What the reader says ----------------------------------------------------------- */

/* Without the place that the message ends with. */
static ptc_str whole_message(ptc_str message)
{
    static const char at[] = ", at ";
    size_t len = message.len;

    while (len > 0 && (message.len - len < sizeof at - 1 ||
                       memcmp(message.ptr + len, at, sizeof at - 1) != 0))
        len--;
    return len > 0 ? ptc_str_make(message.ptr, len) : message;
}

/* The code of a diagnostic; NULL: nothing is lost. */
static const char *whole_code(const ptcc_schema_run *run, const ptc_diag *diag)
{
    if (diag->severity == PTC_SEVERITY_ERROR)
        return run->options->is_lossy ? "WARN_SCHEMA_DROPPED_KEYWORD"
                                      : "ERR_SCHEMA_UNSUPPORTED_KEYWORD";
    if (diag->code == PTC_DIAG_LOSS_FORMAT)
        return "WARN_SCHEMA_DROPPED_FORMAT";
    if (diag->code == PTC_DIAG_LOSS_KEYWORD || diag->code == PTC_DIAG_LOSS_DEFAULT)
        return "WARN_SCHEMA_DROPPED_KEYWORD";
    return NULL;
}

static void whole_take(ptcc_schema_run *run, const whole_tree *tree, const ptc_diag *diag)
{
    const char *code = whole_code(run, diag);
    ptc_str message = whole_message(diag->message);
    uint32_t form;
    uint32_t keyword;

    if (code == NULL)
        return;
    if (diag->source != run->forms.source) {
        ptcc_schema_tell(run, code, run->root, PTC_STR("$"), "%.*s", (int)message.len,
                         message.ptr);
        return;
    }
    form = whole_find(run, tree, diag->span);
    keyword = whole_keyword(run, tree, form);
    if (keyword != 0 &&
        (keyword == ptcc_schema_member(run, run->root, "required") ||
         keyword == ptcc_schema_member(run, run->root, "additionalProperties")))
        return; /* convert_schema.c has reported what is wrong there */
    form = keyword != 0 ? keyword : form;
    ptcc_schema_tell(run, code, form, whole_pointer(run, tree, form), "%.*s",
                     (int)message.len, message.ptr);
    if (diag->severity == PTC_SEVERITY_ERROR && keyword != 0)
        whole_remove(run, tree, keyword);
}

/* Reads the schema as contracts are; false when memory was refused. */
static bool whole_read(ptcc_schema_run *run, ptc_diags *diags)
{
    ptc_contract_options options = {.struct_size = sizeof options};
    ptc_contracts contracts;

    if (run->options->read != NULL)
        options = *run->options->read;
    options.format = PTC_CONTRACT_JSON_SCHEMA;
    ptc_diags_init(diags, run->report->arena);
    diags->limit = WHOLE_DIAGNOSTICS;
    diags->source = run->forms.source;
    if (ptc_contracts_read(run->report->arena, run->forms.source, &options, diags,
                           &contracts) == PTC_ERROR_MEMORY)
        run->report->arena->failed = true;
    return !run->report->arena->failed;
}

bool ptcc_schema_is_faultless(ptcc_schema_run *run)
{
    ptc_diags diags;

    return whole_read(run, &diags) && diags.errors == 0;
}

void ptcc_schema_whole(ptcc_schema_run *run)
{
    ptcc_schema_report *report = run->report;
    whole_tree tree;
    ptc_diags diags;

    if (!whole_make_tree(run, &tree) || !whole_read(run, &diags))
        return;
    for (size_t i = 0; i < diags.count; i++)
        whole_take(run, &tree, &diags.items[i]);
    if (diags.errors > WHOLE_DIAGNOSTICS)
        ptcc_schema_tell(run, "ERR_SCHEMA_UNSUPPORTED_KEYWORD", run->root, PTC_STR("$"),
                         "%zu more keywords are not supported",
                         diags.errors - WHOLE_DIAGNOSTICS);
    whole_remove_told(run, &tree);
    report->converted = ptcc_schema_form(run, run->properties)->count / 2;
    if (ptc_form_to_value(&run->forms, run->root, &report->fields, run->diags) != PTC_OK)
        report->arena->failed = true;
}
