/* SPDX-License-Identifier: MIT */
/* Fields in complex mode: which schemas it can express, and how. Keywords that only
 * describe are dropped with a warning. */
#include "generator/dialect/brimley/convert_int.h"

/* --- Keywords ----------------------------------------------------------------------- */

/* What a keyword is for complex mode. */
typedef enum fields_word {
    FIELDS_DROPPED, /* it demands nothing */
    FIELDS_READ,    /* of any type */
    FIELDS_STRING,  /* of strings that are not dates */
    FIELDS_NUMBER,
    FIELDS_LIST,
    FIELDS_MORE, /* it demands what complex mode does not have */
} fields_word;

static const struct {
    const char *name;
    fields_word word;
} fields_words[] = {
    {"type", FIELDS_READ},
    {"description", FIELDS_READ},
    {"default", FIELDS_READ},
    {"enum", FIELDS_READ},
    {"format", FIELDS_READ},
    {"items", FIELDS_LIST},
    {"minItems", FIELDS_LIST},
    {"maxItems", FIELDS_LIST},
    {"minimum", FIELDS_NUMBER},
    {"maximum", FIELDS_NUMBER},
    {"exclusiveMinimum", FIELDS_NUMBER},
    {"exclusiveMaximum", FIELDS_NUMBER},
    {"minLength", FIELDS_STRING},
    {"maxLength", FIELDS_STRING},
    {"pattern", FIELDS_STRING},
    {"$anchor", FIELDS_MORE},
    {"$defs", FIELDS_MORE},
    {"$dynamicAnchor", FIELDS_MORE},
    {"$dynamicRef", FIELDS_MORE},
    {"$id", FIELDS_MORE},
    {"$recursiveRef", FIELDS_MORE},
    {"$ref", FIELDS_MORE},
    {"additionalItems", FIELDS_MORE},
    {"additionalProperties", FIELDS_MORE},
    {"allOf", FIELDS_MORE},
    {"anyOf", FIELDS_MORE},
    {"const", FIELDS_MORE},
    {"contains", FIELDS_MORE},
    {"definitions", FIELDS_MORE},
    {"dependencies", FIELDS_MORE},
    {"dependentRequired", FIELDS_MORE},
    {"dependentSchemas", FIELDS_MORE},
    {"else", FIELDS_MORE},
    {"id", FIELDS_MORE},
    {"if", FIELDS_MORE},
    {"maxContains", FIELDS_MORE},
    {"maxProperties", FIELDS_MORE},
    {"minContains", FIELDS_MORE},
    {"minProperties", FIELDS_MORE},
    {"multipleOf", FIELDS_MORE},
    {"not", FIELDS_MORE},
    {"nullable", FIELDS_MORE},
    {"oneOf", FIELDS_MORE},
    {"patternProperties", FIELDS_MORE},
    {"prefixItems", FIELDS_MORE},
    {"properties", FIELDS_MORE},
    {"propertyNames", FIELDS_MORE},
    {"required", FIELDS_MORE},
    {"then", FIELDS_MORE},
    {"unevaluatedItems", FIELDS_MORE},
    {"unevaluatedProperties", FIELDS_MORE},
    {"uniqueItems", FIELDS_MORE},
};

static fields_word fields_word_of(ptc_str name)
{
    for (size_t i = 0; i < sizeof fields_words / sizeof *fields_words; i++) {
        if (ptc_str_equal(name, ptc_str_of(fields_words[i].name)))
            return fields_words[i].word;
    }
    return FIELDS_DROPPED;
}

/* --- Types -------------------------------------------------------------------------- */

/* The name in Brimley of a type that is not a list; NULL: it has none. */
static const char *fields_scalar(const ptcc_schema_run *run, uint32_t schema)
{
    uint32_t type = ptcc_schema_member(run, schema, "type");
    uint32_t format = ptcc_schema_member(run, schema, "format");

    if (ptcc_schema_is(run, type, "string"))
        return ptcc_schema_is(run, format, "date")        ? "date"
               : ptcc_schema_is(run, format, "date-time") ? "datetime"
                                                          : "string";
    return ptcc_schema_is(run, type, "integer")   ? "int"
           : ptcc_schema_is(run, type, "number")  ? "float"
           : ptcc_schema_is(run, type, "boolean") ? "bool"
                                                  : NULL;
}

static bool fields_is_list(const ptcc_schema_run *run, uint32_t schema)
{
    return ptcc_schema_is(run, ptcc_schema_member(run, schema, "type"), "array");
}

/* Whether a value is one of the type of that name: no cast changes it. */
static bool fields_fits(const ptc_form *value, const char *type)
{
    return strcmp(type, "string") == 0 ? value->kind == PTC_FORM_STRING
           : strcmp(type, "bool") == 0 ? value->kind == PTC_FORM_BOOL
           : strcmp(type, "int") == 0  ? value->kind == PTC_FORM_INT
           : strcmp(type, "float") == 0
               ? value->kind == PTC_FORM_INT || value->kind == PTC_FORM_FLOAT
               : false;
}

static bool fields_all_fit(const ptcc_schema_run *run, uint32_t list, const char *type)
{
    const ptc_form *items = run->forms.items;

    if (items[list].kind != PTC_FORM_VECTOR || items[list].count == 0)
        return false;
    for (uint32_t i = items[list].child; i != 0; i = items[i].next) {
        if (!fields_fits(&items[i], type))
            return false;
    }
    return true;
}

/* --- What complex mode can say ------------------------------------------------------ */

static bool fields_allows(fields_word word, const char *type, bool is_list)
{
    switch (word) {
    case FIELDS_DROPPED:
    case FIELDS_READ:
        return true;
    case FIELDS_STRING:
        return !is_list && strcmp(type, "string") == 0;
    case FIELDS_NUMBER:
        return !is_list && (strcmp(type, "int") == 0 || strcmp(type, "float") == 0);
    case FIELDS_LIST:
        return is_list;
    case FIELDS_MORE:
        break;
    }
    return false;
}

/* Whether all keywords of a schema are ones that its type has in complex mode. */
static bool fields_words_fit(const ptcc_schema_run *run, uint32_t schema,
                             const char *type, bool is_list)
{
    const ptc_form *items = run->forms.items;

    for (uint32_t i = items[schema].child; i != 0; i = items[items[i].next].next) {
        if (!fields_allows(fields_word_of(items[i].text), type, is_list))
            return false;
    }
    return true;
}

/* Whether elements of a list are of a type alone. */
static bool fields_element_fits(const ptcc_schema_run *run, uint32_t element)
{
    static const char *const demands[] = {"enum", "default"};
    const char *type = element != 0 ? fields_scalar(run, element) : NULL;

    for (size_t i = 0; i < sizeof demands / sizeof *demands; i++) {
        if (type != NULL && ptcc_schema_member(run, element, demands[i]) != 0)
            return false;
    }
    /* Lists and numbers have no keywords of `void`, nor has anything else. */
    return type != NULL && fields_words_fit(run, element, "void", false);
}

static bool fields_field_is_plain(const ptcc_schema_run *run, ptc_str name,
                                  uint32_t schema)
{
    bool is_list = fields_is_list(run, schema);
    uint32_t element = is_list ? ptcc_schema_member(run, schema, "items") : schema;
    const char *type = element != 0 ? fields_scalar(run, element) : NULL;
    uint32_t members = ptcc_schema_member(run, schema, "enum");
    uint32_t value = ptcc_schema_member(run, schema, "default");

    if (type == NULL || !fields_words_fit(run, schema, type, is_list) ||
        (is_list && !fields_element_fits(run, element)))
        return false;
    if (members != 0 && (is_list || !fields_all_fit(run, members, type)))
        return false;
    /* A default makes an argument optional, which a required one is not. */
    if (value != 0 && ptcc_schema_is_required(run, name))
        return false;
    return value == 0 || (is_list ? ptcc_schema_form(run, value)->count == 0 ||
                                        fields_all_fit(run, value, type)
                                  : fields_fits(ptcc_schema_form(run, value), type));
}

/* Whether the root demands nothing besides its properties. */
static bool fields_root_is_plain(const ptcc_schema_run *run)
{
    static const char *const own[] = {"properties", "required", "additionalProperties"};
    const ptc_form *items = run->forms.items;

    for (uint32_t i = items[run->root].child; i != 0; i = items[items[i].next].next) {
        bool is_own = false;

        for (size_t k = 0; k < sizeof own / sizeof *own; k++)
            is_own = is_own || ptc_str_equal(items[i].text, ptc_str_of(own[k]));
        /* The id of the whole is only for references. */
        if (!is_own && fields_word_of(items[i].text) == FIELDS_MORE &&
            !ptc_str_equal(items[i].text, PTC_STR("$id")))
            return false;
    }
    return true;
}

bool ptcc_schema_is_plain(const ptcc_schema_run *run)
{
    const ptc_form *items = run->forms.items;

    if (!fields_root_is_plain(run))
        return false;
    for (uint32_t i = run->properties != 0 ? items[run->properties].child : 0; i != 0;
         i = items[items[i].next].next) {
        if (items[items[i].next].kind == PTC_FORM_MAP &&
            !fields_field_is_plain(run, items[i].text, items[i].next))
            return false;
    }
    return true;
}

/* --- Writing ------------------------------------------------------------------------ */

/* Warns of what a schema says that complex mode does not. */
static void fields_tell_dropped(ptcc_schema_run *run, uint32_t schema, ptc_str at)
{
    const ptc_form *items = run->forms.items;

    for (uint32_t i = items[schema].child; i != 0; i = items[items[i].next].next) {
        ptc_str key = items[i].text;
        bool is_of_root =
            schema == run->root && (ptc_str_equal(key, PTC_STR("$id")) ||
                                    ptc_str_equal(key, PTC_STR("description")));

        if (fields_word_of(key) != FIELDS_DROPPED && !is_of_root)
            continue;
        ptcc_schema_tell(run, "WARN_SCHEMA_DROPPED_KEYWORD", i,
                         ptcc_schema_text(run, "%.*s.%.*s", (int)at.len, at.ptr,
                                          (int)key.len, key.ptr),
                         "the keyword \"%.*s\" demands nothing and is left out",
                         (int)key.len, key.ptr);
    }
}

/* Warns of a number, and of a format that is not in the type. */
static void fields_tell_type(ptcc_schema_run *run, uint32_t schema, ptc_str at,
                             const char *type)
{
    uint32_t format = ptcc_schema_member(run, schema, "format");

    if (strcmp(type, "float") == 0)
        ptcc_schema_tell(run, "WARN_SCHEMA_NUMBER_TO_FLOAT",
                         ptcc_schema_member(run, schema, "type"),
                         ptcc_schema_text(run, "%.*s.type", (int)at.len, at.ptr),
                         "\"number\" becomes float");
    if (format != 0 && strcmp(type, "date") != 0 && strcmp(type, "datetime") != 0)
        ptcc_schema_tell(run, "WARN_SCHEMA_DROPPED_FORMAT", format,
                         ptcc_schema_text(run, "%.*s.format", (int)at.len, at.ptr),
                         "the format has no effect and is left out");
}

static void fields_write(ptcc_schema_run *run, ptc_str name, uint32_t schema)
{
    static const char *const members[] = {
        "description",      "default",          "enum",      "minimum",   "maximum",
        "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "pattern",
        "minItems",         "maxItems",
    };
    bool is_list = fields_is_list(run, schema);
    uint32_t element = is_list ? ptcc_schema_member(run, schema, "items") : schema;
    const char *type = fields_scalar(run, element);
    ptc_str at = ptcc_schema_text(run, "$.properties.%.*s", (int)name.len, name.ptr);
    ptcc_schema_spec spec = {.count = 0};

    fields_tell_dropped(run, schema, at);
    ptcc_schema_put(
        &spec, "type",
        ptc_value_string(ptcc_schema_text(run, "%s%s", type, is_list ? "[]" : "")));
    if (is_list) {
        at = ptcc_schema_text(run, "%.*s[]", (int)at.len, at.ptr);
        fields_tell_dropped(run, element, at);
    }
    fields_tell_type(run, element, at, type);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        ptcc_schema_take(run, &spec, schema, members[i], members[i]);
    if (!ptcc_schema_is_required(run, name) &&
        ptcc_schema_member(run, schema, "default") == 0)
        ptcc_schema_put(&spec, "required", ptc_value_bool(false));
    ptcc_schema_add(run, name, &spec);
}

void ptcc_schema_fields(ptcc_schema_run *run)
{
    const ptc_form *items = run->forms.items;

    fields_tell_dropped(run, run->root, PTC_STR("$"));
    for (uint32_t i = run->properties != 0 ? items[run->properties].child : 0; i != 0;
         i = items[items[i].next].next) {
        if (items[items[i].next].kind == PTC_FORM_MAP)
            fields_write(run, items[i].text, items[i].next);
    }
}
