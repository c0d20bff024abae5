/* SPDX-License-Identifier: MIT */
/* Type expressions of definitions: `int`, `User[]`, `list[date]`. [brimley 2] */
#include "generator/dialect/brimley/brimley_int.h"

enum {
    TYPES_LEVELS_MAX = 100, /* of entity_ref */
};

#define FAULT_EMPTY "a type is missing"
#define FAULT_UNION                                                                      \
    "unions are not supported; name one type, and write default: null for what may be "  \
    "null"
#define FAULT_DIMENSION                                                                  \
    "only one list dimension is supported; declare an entity with the inner list"
#define FAULT_LIST    "a list needs the type of its elements, as in string[]"
#define FAULT_MAP     "a map needs its fields; declare an entity with them"
#define FAULT_BRACKET "brackets hold only the type of a list's elements, as in list[int]"
#define FAULT_VOID    "void is a return type only"
#define FAULT_NAME    "this is not the name of a type"

static const struct {
    const char *word;
    ptc_type type;
} types_primitive[] = {
    {"str", PTC_TYPE_STRING},        {"string", PTC_TYPE_STRING},
    {"int", PTC_TYPE_INT},           {"integer", PTC_TYPE_INT},
    {"float", PTC_TYPE_FLOAT},       {"number", PTC_TYPE_FLOAT},
    {"bool", PTC_TYPE_BOOL},         {"boolean", PTC_TYPE_BOOL},
    {"decimal", PTC_TYPE_DECIMAL},   {"date", PTC_TYPE_DATE},
    {"datetime", PTC_TYPE_DATETIME}, {"primitive", PTC_TYPE_UNION},
    {"any", PTC_TYPE_UNION},
};
#define TYPES_PRIMITIVE (sizeof types_primitive / sizeof types_primitive[0])

static const char *const types_void[] = {"void", "none", "nonetype", NULL};
static const char *const types_maps[] = {"dict", "object", "map", "mapping", NULL};
static const char *const types_lists[] = {"list",      "array",    "tuple",    "set",
                                          "frozenset", "sequence", "iterable", NULL};

/* --- Reading ---------------------------------------------------------------------- */

static bool types_is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

static ptc_str types_trim(ptc_str text)
{
    while (text.len > 0 && types_is_blank(text.ptr[0]))
        text = ptc_str_make(text.ptr + 1, text.len - 1);
    while (text.len > 0 && types_is_blank(text.ptr[text.len - 1]))
        text.len--;
    return text;
}

/* What is after the last dot. */
static ptc_str types_undotted(ptc_str text)
{
    for (size_t i = text.len; i > 0; i--) {
        if (text.ptr[i - 1] == '.')
            return ptc_str_make(text.ptr + i, text.len - i);
    }
    return text;
}

/* What is before the first bracket, without dotted prefix: "list" of
 * "typing.List[int]"; empty where there is no bracket. */
static ptc_str types_head(ptc_str text)
{
    const char *bracket = text.len > 0 ? memchr(text.ptr, '[', text.len) : NULL;

    if (bracket == NULL)
        return PTC_STR("");
    return types_undotted(
        types_trim(ptc_str_make(text.ptr, (size_t)(bracket - text.ptr))));
}

static bool types_is_suffixed(ptc_str text)
{
    return text.len >= 2 && memcmp(text.ptr + text.len - 2, "[]", 2) == 0;
}

static bool types_is_union(ptc_str text)
{
    ptc_str head = types_head(text);

    return (text.len > 0 && memchr(text.ptr, '|', text.len) != NULL) ||
           ptcc_brimley_is_word(head, "optional") || ptcc_brimley_is_word(head, "union");
}

/* Whether brackets in the element of a list are closed before they are opened, or it is
 * a list itself. */
static bool types_is_list(ptc_str text)
{
    const char *close = text.len > 0 ? memchr(text.ptr, ']', text.len) : NULL;
    const char *open = text.len > 0 ? memchr(text.ptr, '[', text.len) : NULL;

    return types_is_suffixed(text) || ptcc_brimley_is_word(types_head(text), "list") ||
           (close != NULL && (open == NULL || close < open));
}

static bool types_is_identifier(ptc_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char byte = text.ptr[i];
        bool is_letter =
            (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';

        if (!is_letter && (i == 0 || byte < '0' || byte > '9'))
            return false;
    }
    return text.len > 0;
}

static bool types_find_primitive(ptc_str text, ptc_type *type)
{
    for (size_t i = 0; i < TYPES_PRIMITIVE; i++) {
        if (ptcc_brimley_is_word(text, types_primitive[i].word)) {
            *type = types_primitive[i].type;
            return true;
        }
    }
    return false;
}

/* Words that stand for a type in results alone, or never. */
static bool types_find_open(ptc_str text, bool is_result, ptcc_brimley_type *out)
{
    if (ptcc_brimley_is_listed(text, types_void)) {
        out->type = PTC_TYPE_NIL;
        out->fault = !is_result ? FAULT_VOID : out->is_list ? FAULT_NAME : NULL;
    } else if (ptcc_brimley_is_listed(text, types_maps)) {
        out->type = PTC_TYPE_ANY_MAP;
        out->fault = is_result && ptcc_brimley_is_word(text, "dict") ? NULL : FAULT_MAP;
    } else if (ptcc_brimley_is_listed(text, types_lists)) {
        out->fault = FAULT_LIST;
    } else {
        return false;
    }
    return true;
}

/* A type that is not a list. */
static void types_read_element(ptc_str text, bool is_result, ptcc_brimley_type *out)
{
    ptc_str last = types_undotted(text);

    if (text.len == 0) {
        out->fault = FAULT_EMPTY;
    } else if (types_find_primitive(last, &out->type) ||
               types_find_open(last, is_result, out)) {
        return;
    } else if (memchr(text.ptr, '[', text.len) != NULL ||
               memchr(text.ptr, ']', text.len) != NULL) {
        out->fault = FAULT_BRACKET;
    } else if (!types_is_identifier(last)) {
        out->fault = FAULT_NAME;
    } else {
        out->type = PTC_TYPE_REF;
        out->name = last;
    }
}

/* The order of the checks decides what is reported. */
void ptcc_brimley_type_read(ptc_str text, bool is_result, ptcc_brimley_type *out)
{
    ptc_str type = types_trim(text);
    ptc_str head = types_head(type);
    bool is_bracketed = ptcc_brimley_is_word(head, "list") && !types_is_suffixed(type) &&
                        type.len > 0 && type.ptr[type.len - 1] == ']';

    *out = (ptcc_brimley_type){.type = PTC_TYPE_STRING};
    if (type.len > 0 && types_is_union(type)) {
        out->fault = FAULT_UNION;
    } else if (is_bracketed || types_is_suffixed(type)) {
        const char *open = memchr(type.ptr, '[', type.len);

        out->is_list = true;
        type = is_bracketed
                   ? ptc_str_make(open + 1, (size_t)(type.ptr + type.len - open) - 2)
                   : ptc_str_make(type.ptr, type.len - 2);
        type = types_trim(type);
        if (types_is_list(type))
            out->fault = FAULT_DIMENSION;
        else if (!is_bracketed && ptcc_brimley_is_word(type, "list"))
            out->fault = FAULT_LIST;
    }
    if (out->fault == NULL)
        types_read_element(type, is_result, out);
    if (type.len == 0)
        type = text;
    out->at = text.len > 0 ? (size_t)(type.ptr - text.ptr) : 0;
    out->len = type.len;
}

static const char *types_word(const ptcc_brimley_type *type)
{
    if (type->type == PTC_TYPE_UNION)
        return "primitive";
    if (type->type == PTC_TYPE_ANY_MAP)
        return "dict";
    if (type->type == PTC_TYPE_NIL)
        return "void";
    return ptc_type_word(type->type, false);
}

ptc_str ptcc_brimley_type_text(ptc_arena *arena, const ptcc_brimley_type *type)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    if (type->type == PTC_TYPE_REF)
        ptc_text_str(&text, type->name);
    else
        ptc_text_cstr(&text, types_word(type));
    if (type->is_list)
        ptc_text_cstr(&text, "[]");
    return ptc_text_view(&text);
}

/* --- In a definition -------------------------------------------------------------- */

/* `argument "x": ` or `return_shape: `, for messages. */
static const char *types_owner(const ptcc_brimley_run *run, ptc_str name)
{
    ptc_diags *diags = run->reading->diags;
    ptc_text text;

    if (name.len == 0)
        return run->noun;
    ptc_text_init(&text, diags->arena);
    ptc_text_cstr(&text, run->noun);
    ptc_text_cstr(&text, " \"");
    ptc_text_cstr(&text, ptc_diag_quote(diags, name));
    ptc_text_cstr(&text, "\"");
    return text.failed ? run->noun : text.ptr;
}

/* Whether the definition is in a source in Python. */
static bool types_is_python(const ptcc_brimley_run *run)
{
    const ptc_contract_reading *reading = run->reading;
    const ptc_contract_dialect *dialect = NULL;

    for (size_t i = 0; i < reading->file_count; i++) {
        if (reading->files[i]->source == reading->diags->source)
            dialect =
                ptc_contract_dialect_of(reading->options, reading->files[i]->format);
    }
    return dialect != NULL && strcmp(dialect->name, "python") == 0;
}

bool ptcc_brimley_type_at(const ptcc_brimley_run *run, uint32_t form, ptc_str name,
                          ptcc_brimley_type *out)
{
    ptc_diags *diags = run->reading->diags;
    const ptc_form *at = ptcc_brimley_form(run, form);
    ptc_diag *diag;

    *out = (ptcc_brimley_type){.type = PTC_TYPE_STRING};
    if (form == 0)
        return true;
    if (at->kind != PTC_FORM_STRING) {
        diag = ptc_diag_add(diags, PTC_DIAG_BRIMLEY_TYPE, ptcc_brimley_span(run, form),
                            "%s: a type is a text", types_owner(run, name));
        ptc_diag_hint(diags, diag, "write int, string[] or the name of an entity");
        return false;
    }
    ptcc_brimley_type_read(at->text, run->is_result, out);
    if (ptcc_brimley_is_compat(run) && out->fault == NULL &&
        out->type == PTC_TYPE_ANY_MAP)
        out->fault = FAULT_MAP;
    if (out->fault == NULL)
        return true;
    diag = ptc_diag_add(diags, PTC_DIAG_BRIMLEY_TYPE,
                        ptcc_brimley_text_span(run, form, out->at, out->len),
                        "%s: unsupported type \"%s\": %s", types_owner(run, name),
                        ptc_diag_quote(diags, types_trim(at->text)), out->fault);
    if (types_is_union(at->text) && types_is_python(run))
        ptc_diag_hint(diags, diag, "write `x: int = None` for an int that may be None");
    return false;
}

static ptc_draft_ref types_node(const ptcc_brimley_run *run, ptc_type type, ptc_span span)
{
    ptc_draft *draft = &run->reading->draft;
    ptc_draft_ref ref = ptc_draft_add(draft, type, span);

    if (run->is_input && ptc_type_can_cast(type))
        ptc_draft_at(draft, ref)->flags |= PTC_NODE_CASTS;
    return ref;
}

/* Texts, numbers and booleans as they are. */
static ptc_draft_ref types_primitive_node(const ptcc_brimley_run *run, ptc_span span)
{
    static const ptc_type alternatives[] = {PTC_TYPE_STRING, PTC_TYPE_INT, PTC_TYPE_FLOAT,
                                            PTC_TYPE_BOOL};
    ptc_draft *draft = &run->reading->draft;
    ptc_draft_ref ref = ptc_draft_add(draft, PTC_TYPE_UNION, span);

    for (size_t i = 0; i < sizeof alternatives / sizeof alternatives[0]; i++)
        ptc_draft_append(draft, ref, ptc_draft_add(draft, alternatives[i], span));
    return ref;
}

/* What version 0.5 does not check, and datetimes without an offset. */
#define TYPES_LOCAL_DATETIME                                                             \
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?$"

static ptc_draft_ref types_compat_node(const ptcc_brimley_run *run, ptc_type type,
                                       ptc_span span)
{
    ptc_draft *draft = &run->reading->draft;
    ptc_draft_ref ref = ptc_draft_add(
        draft, type == PTC_TYPE_DATETIME ? PTC_TYPE_UNION : PTC_TYPE_ANY, span);
    ptc_draft_ref text;
    ptc_pattern *pattern;

    if (type != PTC_TYPE_DATETIME)
        return ref;
    ptc_draft_append(draft, ref, types_node(run, type, span));
    text = ptc_draft_add(draft, PTC_TYPE_STRING, span);
    ptc_draft_append(draft, ref, text);
    pattern = ptc_arena_array(draft->arena, 1, sizeof *pattern);
    if (pattern != NULL &&
        ptc_json_pattern_compile(draft->arena, PTC_STR(TYPES_LOCAL_DATETIME), pattern) ==
            NULL) {
        ptc_draft_at(draft, text)->patterns = pattern;
        ptc_draft_at(draft, text)->pattern_count = 1;
    }
    return ref;
}

/* The name of a field that says from_context, or NULL. */
static const ptc_form *types_context_field(const ptc_forms *forms, uint32_t fields)
{
    uint32_t key =
        forms->items[fields].kind == PTC_FORM_MAP ? forms->items[fields].child : 0;

    while (key != 0) {
        const ptc_form *name = &forms->items[key];
        uint32_t path = ptcc_brimley_value(forms, name->next, "from_context");

        if (path != 0 && forms->items[path].text.len > 0)
            return name;
        key = forms->items[name->next].next;
    }
    return NULL;
}

/* Whether values of an entity may come from callers; false after telling. A field that
 * the context has as an argument would be the caller's there, and models would be shown
 * it. */
static bool types_may_be_given(const ptcc_brimley_run *run, ptc_span span, ptc_str entity)
{
    ptc_contract_reading *reading = run->reading;
    ptc_str name = entity;
    const ptc_form *field = NULL;
    ptc_diag *diag;

    for (int level = 0; level < TYPES_LEVELS_MAX && name.len > 0; level++) {
        const ptc_declaration *item = ptcc_brimley_find(reading, name);
        const ptcc_brimley_definition *definition;
        const ptcc_brimley_file *file;
        const ptc_forms *forms;

        if (item == NULL)
            return true;
        definition = ptcc_brimley_definition_of(reading, item, &file);
        if (definition == NULL)
            return true;
        forms = &file->text.forms;
        field = types_context_field(forms,
                                    ptcc_brimley_entity_fields(forms, definition->form));
        if (field != NULL)
            break;
        name =
            forms->items[ptcc_brimley_value(forms, definition->form, "entity_ref")].text;
    }
    if (field == NULL)
        return true;
    diag = ptc_diag_add(reading->diags, PTC_DIAG_BRIMLEY_CONTEXT, span,
                        "\"%s\" of %s comes from the context, which fills whole "
                        "arguments, not parts of them",
                        ptc_diag_quote(reading->diags, field->text),
                        ptc_diag_quote(reading->diags, entity));
    ptc_diag_hint(reading->diags, diag,
                  "take its fields as arguments by entity_ref, or name an entity without "
                  "that field");
    return false;
}

ptc_draft_ref ptcc_brimley_type_draft(const ptcc_brimley_run *run, ptc_span span,
                                      const ptcc_brimley_type *type)
{
    ptc_contract_reading *reading = run->reading;
    ptc_draft_ref ref;
    ptc_draft_ref list;

    if (run->is_input && ptcc_brimley_is_compat(run) &&
        (type->type == PTC_TYPE_REF || type->type == PTC_TYPE_UNION ||
         type->type == PTC_TYPE_DATETIME)) {
        ref = types_compat_node(run, type->type, span);
    } else if (type->type == PTC_TYPE_REF) {
        ref = ptc_draft_add(&reading->draft, PTC_TYPE_CUSTOM, span);
        if (!ptc_sig_find_named(&reading->draft, ref, type->name, &reading->sig)) {
            ptcc_brimley_fault_entity(run, span, type->name);
            return 0;
        }
        if (run->is_input && !types_may_be_given(run, span, type->name))
            return 0;
    } else if (type->type == PTC_TYPE_UNION) {
        ref = types_primitive_node(run, span);
    } else {
        ref = types_node(run, type->type, span);
    }
    if (!type->is_list)
        return ref;
    list = ptc_draft_add(&reading->draft, PTC_TYPE_LIST, span);
    ptc_draft_append(&reading->draft, list, ref);
    return list;
}
