/* SPDX-License-Identifier: MIT */
/* Converts fields like Brimley 0.5: with its losses, its refusals and its words. A field
 * with a keyword that it refuses is not converted at all. */
#include "generator/dialect/brimley/convert_int.h"

/* --- Texts of Python ---------------------------------------------------------------- */

/* Appends a form that holds no others as repr() does; numbers as they are spelled. */
static void compat_write_scalar(ptc_text *out, const ptcc_schema_run *run,
                                const ptc_form *form)
{
    if (form->kind == PTC_FORM_NIL) {
        ptc_text_cstr(out, "None");
    } else if (form->kind == PTC_FORM_BOOL) {
        ptc_text_cstr(out, form->number.integer ? "True" : "False");
    } else if (form->kind == PTC_FORM_STRING) {
        ptc_text_byte(out, '\'');
        ptc_text_str(out, form->text);
        ptc_text_byte(out, '\'');
    } else {
        ptc_text_bytes(out, run->forms.source->text.ptr + form->span.start,
                       form->span.end - form->span.start);
    }
}

/* Appends any form; recurses within the depth of JSON. */
static void compat_write(ptc_text *out, const ptcc_schema_run *run, uint32_t index)
{
    const ptc_form *form = ptcc_schema_form(run, index);
    bool is_map = form->kind == PTC_FORM_MAP;
    uint32_t position = 0;

    if (!is_map && form->kind != PTC_FORM_VECTOR) {
        compat_write_scalar(out, run, form);
        return;
    }
    ptc_text_byte(out, is_map ? '{' : '[');
    for (uint32_t i = form->child; i != 0; i = ptcc_schema_form(run, i)->next) {
        if (position > 0)
            ptc_text_cstr(out, is_map && position % 2 == 1 ? ": " : ", ");
        compat_write(out, run, i);
        position++;
    }
    ptc_text_byte(out, is_map ? '}' : ']');
}

/* The text of a type, a string or not. */
static ptc_str compat_type(const ptcc_schema_run *run, uint32_t form,
                           const char *otherwise)
{
    ptc_text text;

    if (form == 0)
        return ptc_str_of(otherwise);
    if (ptcc_schema_form(run, form)->kind == PTC_FORM_STRING)
        return ptcc_schema_form(run, form)->text;
    ptc_text_init(&text, run->report->arena);
    compat_write(&text, run, form);
    return ptc_text_view(&text);
}

/* --- Types -------------------------------------------------------------------------- */

static bool compat_is(ptc_str type, const char *word)
{
    return ptc_str_equal(type, ptc_str_of(word));
}

/* The type of a schema that is not a list; empty after an issue. */
static const char *compat_scalar(ptcc_schema_run *run, ptc_str name, uint32_t schema,
                                 ptc_str type)
{
    uint32_t format = ptcc_schema_member(run, schema, "format");
    uint32_t member = ptcc_schema_member(run, schema, "type");
    ptc_str pointer =
        ptcc_schema_text(run, "$.properties.%.*s.type", (int)name.len, name.ptr);

    member = member != 0 ? member : schema;
    if (compat_is(type, "string"))
        return ptcc_schema_is(run, format, "date")        ? "date"
               : ptcc_schema_is(run, format, "date-time") ? "datetime"
                                                          : "string";
    if (compat_is(type, "integer"))
        return "int";
    if (compat_is(type, "boolean"))
        return "bool";
    if (compat_is(type, "number")) {
        ptcc_schema_tell(
            run, "WARN_SCHEMA_NUMBER_TO_FLOAT", member, pointer,
            "JSON Schema 'number' mapped to Brimley 'float' (Tier 2 conversion).");
        return "float";
    }
    ptcc_schema_tell(run, "ERR_SCHEMA_UNSUPPORTED_TYPE", member, pointer,
                     "Unsupported JSON Schema type '%.*s' for Brimley v0.4 converter.",
                     (int)type.len, type.ptr);
    return "";
}

/* The type of a field: its lists are gone through down to what is in them, and back. */
static ptc_str compat_expression(ptcc_schema_run *run, ptc_str name, uint32_t schema)
{
    ptc_str path = name;
    ptc_str type = compat_type(run, ptcc_schema_member(run, schema, "type"), "string");
    uint32_t inner = schema;
    const char *scalar = "";
    size_t lists = 0;

    while (compat_is(type, "array")) {
        uint32_t items = ptcc_schema_member(run, inner, "items");

        if (items == 0 || ptcc_schema_form(run, items)->kind != PTC_FORM_MAP) {
            ptcc_schema_tell(
                run, "ERR_SCHEMA_ARRAY_ITEMS", items != 0 ? items : inner,
                ptcc_schema_text(run, "$.properties.%.*s.items", (int)path.len, path.ptr),
                "Array 'items' must be an object with a supported primitive type.");
            break;
        }
        inner = items;
        lists++;
        path = ptcc_schema_text(run, "%.*s[]", (int)path.len, path.ptr);
        type = compat_type(run, ptcc_schema_member(run, inner, "type"), "");
    }
    if (!compat_is(type, "array"))
        scalar = compat_scalar(run, path, inner, type);
    if (lists == 1 && *scalar != '\0')
        return ptcc_schema_text(run, "%s[]", scalar);
    /* One list of a type is a type; the lists around it, or around none, are refused. */
    for (size_t i = *scalar != '\0' && lists > 0; i < lists; i++)
        ptcc_schema_tell(run, "ERR_SCHEMA_ARRAY_NESTED", schema,
                         ptcc_schema_text(run, "$.properties.%.*s",
                                          (int)(name.len + 2 * (lists - 1 - i)),
                                          path.ptr),
                         "Nested arrays are not supported in Brimley v0.4 converter.");
    return lists == 0 ? ptc_str_of(scalar) : PTC_STR("");
}

/* --- Keywords ----------------------------------------------------------------------- */

static const char *const compat_refused[] = {
    "$defs",
    "$ref",
    "allOf",
    "anyOf",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "not",
    "oneOf",
    "then",
    NULL,
};
static const char *const compat_of_root[] = {"type", "properties", "required",
                                             "additionalProperties", NULL};
static const char *const compat_of_field[] = {
    "type",    "format",  "description", "default", "enum",
    "minimum", "maximum", "pattern",     "items",   NULL};

static bool compat_has(const char *const *words, ptc_str word)
{
    while (*words != NULL && !compat_is(word, *words))
        words++;
    return *words != NULL;
}

/* Reports the members of a schema that are not among `known`. */
static void compat_unknown(ptcc_schema_run *run, uint32_t schema, ptc_str at,
                           const char *const *known)
{
    const ptc_form *items = run->forms.items;

    for (uint32_t i = items[schema].child; i != 0; i = items[items[i].next].next) {
        ptc_str key = items[i].text;
        ptc_str pointer;

        if (compat_has(known, key) || compat_has(compat_refused, key))
            continue;
        pointer = ptcc_schema_text(run, "%.*s.%.*s", (int)at.len, at.ptr, (int)key.len,
                                   key.ptr);
        if (run->options->is_lossy)
            ptcc_schema_tell(run, "WARN_SCHEMA_DROPPED_KEYWORD", i, pointer,
                             "Dropped unsupported keyword '%.*s' during lossy "
                             "conversion.",
                             (int)key.len, key.ptr);
        else
            ptcc_schema_tell(run, "ERR_SCHEMA_UNSUPPORTED_KEYWORD", i, pointer,
                             "Unsupported keyword '%.*s'. Re-run with --allow-lossy to "
                             "drop it.",
                             (int)key.len, key.ptr);
    }
}

/* Reports refused keywords, of the first one or of all; whether there is one. */
static bool compat_refuse(ptcc_schema_run *run, uint32_t schema, ptc_str at, bool all)
{
    bool is_any = false;

    for (const char *const *word = compat_refused; *word != NULL; word++) {
        uint32_t member = ptcc_schema_member(run, schema, *word);

        if (member == 0 || (is_any && !all))
            continue;
        is_any = true;
        ptcc_schema_tell(run, "ERR_SCHEMA_UNSUPPORTED_KEYWORD", member,
                         ptcc_schema_text(run, "%.*s.%s", (int)at.len, at.ptr, *word),
                         "Keyword '%s' is not supported in Brimley v0.4 converter.",
                         *word);
    }
    return is_any;
}

/* --- Fields ------------------------------------------------------------------------- */

static void compat_field(ptcc_schema_run *run, ptc_str name, uint32_t schema)
{
    static const char *const members[][2] = {
        {"description", "description"},
        {"default", "default"},
        {"enum", "enum"},
        {"minimum", "min"},
        {"maximum", "max"},
        {"pattern", "pattern"},
    };
    ptc_str at = ptcc_schema_text(run, "$.properties.%.*s", (int)name.len, name.ptr);
    ptcc_schema_spec spec = {.count = 0};
    ptc_str type;

    if (ptcc_schema_form(run, schema)->kind != PTC_FORM_MAP) {
        ptcc_schema_tell(run, "ERR_SCHEMA_FIELD_TYPE", schema, at,
                         "Property definition must be an object.");
        return;
    }
    compat_unknown(run, schema, at, compat_of_field);
    if (compat_refuse(run, schema, at, false))
        return;
    type = compat_expression(run, name, schema);
    if (type.len == 0)
        return;
    ptcc_schema_put(&spec, "type", ptc_value_string(type));
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        ptcc_schema_take(run, &spec, schema, members[i][0], members[i][1]);
    if (!ptcc_schema_is_required(run, name))
        ptcc_schema_put(&spec, "required", ptc_value_bool(false));
    ptcc_schema_add(run, name, &spec);
}

/* What Python takes for false. */
static bool compat_is_false(const ptcc_schema_run *run, uint32_t index)
{
    const ptc_form *form = ptcc_schema_form(run, index);

    if (form->kind == PTC_FORM_FLOAT)
        return !(form->number.real < 0 || form->number.real > 0);
    if (form->kind == PTC_FORM_BOOL || form->kind == PTC_FORM_INT)
        return form->number.integer == 0;
    return form->kind != PTC_FORM_OPAQUE && form->count == 0 && form->text.len == 0;
}

/* A member of the root that is of that kind or false, which stands for none; false after
 * an issue. */
static bool compat_member(ptcc_schema_run *run, const char *key, ptc_form_kind kind,
                          uint32_t *out)
{
    uint32_t member = ptcc_schema_member(run, run->root, key);
    bool is_list = kind == PTC_FORM_VECTOR;

    *out = 0;
    if (member == 0 || compat_is_false(run, member))
        return true;
    *out = member;
    if (ptcc_schema_form(run, member)->kind == kind)
        return true;
    ptcc_schema_tell(
        run, is_list ? "ERR_SCHEMA_REQUIRED_TYPE" : "ERR_SCHEMA_PROPERTIES_TYPE", member,
        ptcc_schema_text(run, "$.%s", key), "Keyword '%s' must be %s.", key,
        is_list ? "an array of field names" : "an object");
    return false;
}

static void compat_additional(ptcc_schema_run *run)
{
    uint32_t member = ptcc_schema_member(run, run->root, "additionalProperties");
    const ptc_form *form = ptcc_schema_form(run, member);
    ptc_str at = PTC_STR("$.additionalProperties");

    if (member == 0)
        return;
    if (form->kind == PTC_FORM_MAP)
        ptcc_schema_tell(
            run, "ERR_SCHEMA_ADDITIONAL_PROPERTIES", member, at,
            "Object-valued additionalProperties is unsupported in Brimley v0.4.");
    else if (form->kind == PTC_FORM_BOOL && form->number.integer != 0 &&
             run->options->is_lossy)
        ptcc_schema_tell(
            run, "WARN_SCHEMA_ADDITIONAL_PROPERTIES_FLATTENED", member, at,
            "Permissive additionalProperties was dropped during lossy conversion.");
    else if (form->kind == PTC_FORM_BOOL && form->number.integer != 0)
        ptcc_schema_tell(run, "ERR_SCHEMA_ADDITIONAL_PROPERTIES", member, at,
                         "additionalProperties=true requires --allow-lossy for "
                         "conversion.");
}

void ptcc_schema_compat(ptcc_schema_run *run)
{
    const ptc_form *items = run->forms.items;

    compat_unknown(run, run->root, PTC_STR("$"), compat_of_root);
    compat_refuse(run, run->root, PTC_STR("$"), true);
    if (!compat_member(run, "required", PTC_FORM_VECTOR, &run->required) ||
        !compat_member(run, "properties", PTC_FORM_MAP, &run->properties))
        return;
    ptcc_schema_note(run);
    compat_additional(run);
    for (uint32_t i = run->properties != 0 ? items[run->properties].child : 0; i != 0;
         i = items[items[i].next].next)
        compat_field(run, items[i].text, items[i].next);
}
