/* SPDX-License-Identifier: MIT */
/* The definitions of a file: finds them, names them, and collects what is known about
 * them before they are drafted. [brimley 1, 5] */
#include "generator/dialect/brimley/brimley_int.h"
#include "generator/dialect/text/definition.h"

static const char *const brimley_endings[] = {
    ".brimley.yaml", ".brimley.yml", ".brimley.json",
    ".entity.yaml",  ".entity.yml",  ".entity.json",
    ".sql",          ".md",          NULL};

/* Types of functions; what they do is not for a compiler of contracts. */
static const char *const brimley_types[] = {"python_function",
                                            "sql_function",
                                            "template_function",
                                            "api_function",
                                            "cli_function",
                                            "function",
                                            "entity",
                                            NULL};

static const char *const brimley_function_keys[] = {"name",
                                                    "type",
                                                    "description",
                                                    "arguments",
                                                    "return_shape",
                                                    "path",
                                                    "mcp",
                                                    "mcpType",
                                                    "reload",
                                                    "connection",
                                                    "handler",
                                                    "sql",
                                                    "sql_body",
                                                    "messages",
                                                    "template_body",
                                                    "template_engine",
                                                    "timeout_seconds",
                                                    "request",
                                                    "results",
                                                    "secrets",
                                                    "version",
                                                    "tags",
                                                    NULL};

static const char *const brimley_entity_keys[] = {
    "name",    "type",   "description", "entity_ref", "fields", "inline",
    "handler", "reload", "version",     "tags",       NULL};

/* --- Forms ------------------------------------------------------------------------ */

uint32_t ptcc_brimley_key(const ptc_forms *forms, uint32_t map, const char *key)
{
    uint32_t at =
        map != 0 && forms->items[map].kind == PTC_FORM_MAP ? forms->items[map].child : 0;

    while (at != 0 && !ptc_str_equal(forms->items[at].text, ptc_str_of(key)))
        at = forms->items[forms->items[at].next].next;
    return at != 0 ? forms->items[at].next : 0;
}

uint32_t ptcc_brimley_value(const ptc_forms *forms, uint32_t map, const char *key)
{
    uint32_t value = ptcc_brimley_key(forms, map, key);

    return forms->items[value].kind == PTC_FORM_NIL ? 0 : value;
}

ptc_str ptcc_brimley_string(const ptcc_brimley_run *run, uint32_t form, const char *what)
{
    const ptc_form *at = ptcc_brimley_form(run, form);

    if (form == 0 || at->kind == PTC_FORM_NIL)
        return PTC_STR("");
    if (at->kind == PTC_FORM_STRING)
        return at->text;
    ptc_diag_add(run->reading->diags, PTC_DIAG_BRIMLEY_VALUE,
                 ptcc_brimley_span(run, form), "%s is a text", what);
    return PTC_STR("");
}

ptc_str ptcc_brimley_words(const ptcc_brimley_run *run, uint32_t form)
{
    ptc_str words = ptcc_brimley_string(run, form, "a description");

    while (words.len > 0 && words.ptr[words.len - 1] == '\n')
        words.len--;
    return words;
}

ptc_span ptcc_brimley_text_span(const ptcc_brimley_run *run, uint32_t form, size_t at,
                                size_t len)
{
    ptc_span span = ptcc_brimley_span(run, form);
    size_t text = ptcc_brimley_form(run, form)->text.len;
    size_t whole = span.end - span.start;
    size_t start = span.start + at;

    if (run->is_merged || (whole != text && whole != text + 2))
        return span; /* written in another way than it reads */
    start += whole == text ? 0 : 1;
    return (ptc_span){(uint32_t)start, (uint32_t)(start + len)};
}

const ptcc_brimley_definition *
ptcc_brimley_definition_of(const ptc_contract_reading *reading,
                           const ptc_declaration *item, const ptcc_brimley_file **file)
{
    const ptc_contract_file *from = reading->files[item->file];
    const ptc_contract_dialect *dialect =
        ptc_contract_dialect_of(reading->options, from->format);

    if (item->json != NULL || dialect == NULL || dialect->draft != ptcc_brimley_draft)
        return NULL;
    *file = from->data;
    return &(*file)->items[item->number];
}

/* --- Names ------------------------------------------------------------------------ */

/* "get_orders" for "app/get_orders.brimley.yaml". */
static ptc_str brimley_file_name(ptc_str path)
{
    ptc_str name = path;

    for (size_t i = 0; i < path.len; i++) {
        if (path.ptr[i] == '/' || path.ptr[i] == '\\')
            name = ptc_str_make(path.ptr + i + 1, path.len - i - 1);
    }
    for (const char *const *ending = brimley_endings; *ending != NULL; ending++) {
        size_t len = strlen(*ending);

        if (name.len > len && memcmp(name.ptr + name.len - len, *ending, len) == 0)
            return ptc_str_make(name.ptr, name.len - len);
    }
    return name;
}

/* The name of a definition, and where it is; one of length 0 where there is none. */
static ptc_str brimley_name(const ptcc_brimley_run *run, uint32_t form, bool is_entity,
                            ptc_span *span)
{
    ptc_diags *diags = run->reading->diags;
    uint32_t given = ptcc_brimley_value(run->forms, form, "name");
    size_t errors = diags->errors;
    ptc_str name = given != 0 ? ptcc_brimley_string(run, given, "a name")
                              : brimley_file_name(diags->source->name);
    const char *fault;
    ptc_diag *diag;

    *span =
        given != 0 ? ptcc_brimley_text_span(run, given, 0, name.len) : (ptc_span){0, 0};
    if (diags->errors != errors)
        return PTC_STR("");
    fault = ptcc_brimley_name_fault(name, is_entity);
    if (fault == NULL)
        return name;
    diag = ptc_diag_add(diags, PTC_DIAG_BRIMLEY_NAME, *span, "\"%s\": %s",
                        ptc_diag_quote(diags, name), fault);
    if (given == 0)
        ptc_diag_hint(diags, diag, "give the definition its own name: name: orders");
    return name;
}

/* --- Declaring -------------------------------------------------------------------- */

static bool brimley_has(ptc_str text, const char *part)
{
    size_t len = strlen(part);

    for (size_t i = 0; i + len <= text.len; i++) {
        if (memcmp(text.ptr + i, part, len) == 0)
            return true;
    }
    return false;
}

/* What a definition is, by its type, or by the name of its file. */
static bool brimley_is_entity(const ptcc_brimley_run *run, uint32_t form)
{
    ptc_diags *diags = run->reading->diags;
    uint32_t given = ptcc_brimley_value(run->forms, form, "type");
    ptc_str type = ptcc_brimley_string(run, given, "a type");
    const char *near;
    ptc_diag *diag;

    if (brimley_has(diags->source->name, ".entity."))
        return true;
    if (type.len == 0 || ptcc_brimley_is_listed(type, brimley_types))
        return ptcc_brimley_is_word(type, "entity");
    near = ptcc_brimley_nearest(type, brimley_types);
    diag =
        ptc_diag_add(diags, PTC_DIAG_BRIMLEY_UNKNOWN_KEY, ptcc_brimley_span(run, given),
                     "unknown type of function \"%s\"", ptc_diag_quote(diags, type));
    if (near != NULL)
        ptc_diag_hint(diags, diag, "did you mean %s?", near);
    return false;
}

/* Opens what a definition writes as JSON Schema. */
static void brimley_open(ptcc_brimley_run *run, ptcc_brimley_file *file,
                         ptcc_brimley_definition *definition, const ptc_declaration *item)
{
    const ptc_forms *forms = run->forms;
    uint32_t whole = definition->form;
    uint32_t input = ptcc_brimley_value(
        forms, ptcc_brimley_value(forms, whole, "arguments"), "inline");
    uint32_t result = ptcc_brimley_value(
        forms, ptcc_brimley_value(forms, whole, "return_shape"), "inline");

    if (definition->is_entity) {
        input = ptcc_brimley_entity_fields(forms, whole);
        result = 0;
    }
    if (input == whole && ptcc_brimley_is_schema(forms, whole))
        whole = ptcc_brimley_bare_schema(run, &file->text.forms, whole, &input);
    if (ptcc_brimley_is_compat(run) &&
        (ptcc_brimley_key(forms, input, "properties") != 0 ||
         ptcc_brimley_key(forms, result, "properties") != 0)) {
        ptc_diag_add(run->reading->diags, PTC_DIAG_BRIMLEY_VALUE,
                     ptcc_brimley_span(run, input != 0 ? input : result),
                     "version 0.5 of Brimley does not read JSON Schema here");
        return;
    }
    run->is_input = true;
    if (input != 0 && ptcc_brimley_is_schema(forms, input))
        definition->input = ptcc_brimley_open(run, whole, input, item);
    run->is_input = false;
    if (result != 0 && ptcc_brimley_is_schema(forms, result))
        definition->result = ptcc_brimley_open(run, whole, result, item);
}

/* Declares one definition. */
static void brimley_declare(ptcc_brimley_run *run, ptcc_brimley_file *file, uint32_t form)
{
    ptc_contract_reading *reading = run->reading;
    ptcc_brimley_definition *definition =
        PTC_ARENA_PUSH(reading->arena, file->items, file->count, file->capacity);
    ptc_declaration *item;
    ptc_span span;
    ptc_str name;

    if (definition == NULL) {
        reading->is_refused = true;
        return;
    }
    *definition = (ptcc_brimley_definition){.form = form};
    definition->is_entity = brimley_is_entity(run, form);
    name = brimley_name(run, form, definition->is_entity, &span);
    if (name.len == 0) {
        ptc_contract_doubt(reading);
        return;
    }
    if (!definition->is_entity)
        ptcc_brimley_check_keys(run, form, brimley_function_keys, "a function");
    else if (ptcc_brimley_entity_fields(run->forms, form) != form)
        ptcc_brimley_check_keys(run, form, brimley_entity_keys, "an entity");
    ptcc_brimley_check_near(run, name, span);
    item = ptc_contract_declare(reading, name, span, definition->is_entity);
    if (item == NULL)
        return;
    item->number = (uint32_t)(file->count - 1);
    brimley_open(run, file, definition, item);
}

/* Declares the definitions of a MAP or VECTOR. */
static void brimley_declare_all(ptcc_brimley_run *run, ptcc_brimley_file *file)
{
    const ptc_form *root = ptcc_brimley_form(run, file->text.root);
    uint32_t form = root->kind == PTC_FORM_VECTOR ? root->child : file->text.root;

    if (root->kind == PTC_FORM_MAP && root->count == 0)
        return; /* a text without front matter */
    while (form != 0 && !run->reading->is_refused) {
        if (ptcc_brimley_form(run, form)->kind == PTC_FORM_MAP) {
            brimley_declare(run, file, form);
        } else {
            ptc_diag_add(run->reading->diags, PTC_DIAG_BRIMLEY_VALUE,
                         ptcc_brimley_span(run, form),
                         "a definition is a map with name, type and arguments");
            ptc_contract_doubt(run->reading);
        }
        form = root->kind == PTC_FORM_VECTOR ? ptcc_brimley_form(run, form)->next : 0;
    }
}

void ptcc_brimley_scan(ptc_contract_reading *reading, size_t file,
                       const ptcc_brimley_text *text)
{
    ptcc_brimley_file *data = ptc_arena_array(reading->arena, 1, sizeof *data);
    ptcc_brimley_run run = {.reading = reading};

    if (data == NULL) {
        reading->is_refused = true;
        return;
    }
    data->text = *text;
    reading->files[file]->data = data;
    run.forms = &data->text.forms;
    if (text->root == 0)
        return;
    data->text.forms.items[0] = (ptc_form){.kind = PTC_FORM_NIL}; /* "none" is nil */
    brimley_declare_all(&run, data);
    for (size_t i = 0; i < data->count && !reading->is_refused; i++)
        ptcc_brimley_bring(&run, &data->items[i]);
}

static void brimley_scan(ptc_contract_reading *reading, size_t file)
{
    size_t errors = reading->diags->errors;
    ptcc_definition read;
    ptcc_brimley_text text;

    if (!ptcc_definition_read(&read, reading->arena, reading->diags)) {
        ptc_contract_doubt(reading);
        reading->is_refused = reading->is_refused || reading->diags->errors == errors;
        return;
    }
    text = (ptcc_brimley_text){read.forms, read.root, read.body, read.place};
    ptcc_brimley_scan(reading, file, &text);
}

const ptc_contract_dialect ptcc_brimley = {"brimley", brimley_endings, brimley_scan,
                                           ptcc_brimley_draft};
