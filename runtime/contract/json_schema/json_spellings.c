/* SPDX-License-Identifier: MIT */
/*
 * What other programs write for words of JSON Schema: names of types of other languages,
 * and `required` where draft 3 had it. They are refused with a hint; of lenient readers
 * they are read as what they mean, with a warning, by changing the document before
 * anything is made of it. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

/* Names of types, in lower case. */
static const struct {
    const char *wrong;
    const char *right; /* empty: any type */
} spellings_types[] = {
    {"dict", "object"},     {"dictionary", "object"},
    {"map", "object"},      {"hash", "object"},
    {"struct", "object"},   {"record", "object"},
    {"list", "array"},      {"tuple", "array"},
    {"set", "array"},       {"vector", "array"},
    {"sequence", "array"},  {"float", "number"},
    {"double", "number"},   {"decimal", "number"},
    {"real", "number"},     {"numeric", "number"},
    {"int", "integer"},     {"long", "integer"},
    {"int32", "integer"},   {"int64", "integer"},
    {"bool", "boolean"},    {"str", "string"},
    {"text", "string"},     {"char", "string"},
    {"date", "string"},     {"datetime", "string"},
    {"file", "string"},     {"nil", "null"},
    {"none", "null"},       {"nonetype", "null"},
    {"object", "object"},   {"array", "array"},
    {"number", "number"},   {"integer", "integer"},
    {"boolean", "boolean"}, {"string", "string"},
    {"null", "null"},       {"any", ""},
    {"mixed", ""},          {"unknown", ""},
    {"json", ""},           {"variant", ""},
};

enum { SPELLINGS_LONGEST = 16 };

const char *ptc_json_spelling_type(ptc_str name)
{
    char lower[SPELLINGS_LONGEST];

    if (name.len > sizeof lower)
        return NULL;
    for (size_t i = 0; i < name.len; i++)
        lower[i] = (char)(name.ptr[i] >= 'A' && name.ptr[i] <= 'Z' ? name.ptr[i] | 0x20
                                                                   : name.ptr[i]);
    for (size_t i = 0; i < COUNT_OF(spellings_types); i++) {
        if (ptc_str_equal(ptc_str_make(lower, name.len),
                          ptc_str_of(spellings_types[i].wrong)))
            return spellings_types[i].right;
    }
    return NULL;
}

/* The value at a place, to be changed: it is this reading's own. */
static ptc_value *spellings_value(const ptc_json_schema *reader, uint32_t place)
{
    return (ptc_value *)(uintptr_t)reader->nodes[place].value;
}

static void spellings_tell(const ptc_json_schema *reader, uint32_t place, ptc_str wrong,
                           const char *right)
{
    bool is_told = reader->diags->warnings < reader->diags->limit;
    const char *quoted = is_told ? ptc_diag_quote(reader->diags, wrong) : "";

    ptc_diag_add(reader->diags, PTC_DIAG_LOSS_SPELLING,
                 ptc_json_schema_span(reader, place), "\"%s\" is read as %s, at %s",
                 quoted, right,
                 ptc_json_schema_pointer(reader, place, PTC_SEVERITY_WARNING));
}

/* Writes the right name of the type at a place; false: it means any type. */
static bool spellings_settle_name(const ptc_json_schema *reader, uint32_t place)
{
    ptc_value *value = spellings_value(reader, place);
    ptc_str name = PTC_STR("");
    const char *right;

    if (value->kind != PTC_STRING)
        return true;
    name = ptc_value_text(value);
    right = ptc_json_spelling_type(name);
    if (right == NULL || ptc_str_equal(name, ptc_str_of(right)))
        return true;
    spellings_tell(reader, place, name, *right != '\0' ? right : "any type");
    if (*right != '\0')
        *value = ptc_value_string(ptc_str_of(right));
    return *right != '\0';
}

static void spellings_settle_type(const ptc_json_schema *reader, ptc_json_part type)
{
    bool is_any = false;

    if (type.value->kind != PTC_VECTOR)
        is_any = !spellings_settle_name(reader, type.place);
    for (uint32_t i = 0; type.value->kind == PTC_VECTOR && i < type.value->aux; i++) {
        if (!spellings_settle_name(reader,
                                   ptc_json_schema_child_at(reader, type.place, i)))
            is_any = true;
    }
    if (is_any)
        *spellings_value(reader, type.place) = ptc_value_nil();
}

/* A property that says itself whether it is required. */
static void spellings_settle_required(ptc_json_schema *reader, uint32_t place,
                                      ptc_json_part required)
{
    bool is_true = required.value->as.boolean;
    ptc_diag *diag;

    if (reader->how.is_lenient) {
        reader->nodes[place].is_required = is_true;
        spellings_tell(reader, required.place, PTC_STR("required"),
                       is_true ? "the property being listed in the object's \"required\""
                               : "the property being optional");
    } else {
        diag = ptc_diag_add(
            reader->diags, PTC_DIAG_JSON_SCHEMA_VALUE,
            ptc_json_schema_span(reader, required.place),
            "required must be a list of names in the object, at %s",
            ptc_json_schema_pointer(reader, required.place, PTC_SEVERITY_ERROR));
        ptc_diag_hint(reader->diags, diag, "%s",
                      is_true
                          ? "write the property's name in \"required\" of the object, "
                            "next to \"properties\""
                          : "leave it out: properties that are not in \"required\" of "
                            "the object are optional");
    }
    *spellings_value(reader, required.place) = ptc_value_nil();
}

static bool spellings_is_property(const ptc_json_schema *reader, uint32_t place)
{
    return ptc_str_equal(ptc_json_schema_key(reader, reader->nodes[place].parent),
                         PTC_STR("properties"));
}

void ptc_json_spellings_settle(ptc_json_schema *reader, uint32_t place)
{
    ptc_json_part type = ptc_json_schema_member(reader, place, PTC_STR("type"));
    ptc_json_part required =
        ptc_json_envelope_member(reader, place, "required", PTC_BOOL);

    if (type.value != NULL && reader->how.is_lenient)
        spellings_settle_type(reader, type);
    if (required.value != NULL && spellings_is_property(reader, place))
        spellings_settle_required(reader, place, required);
}
