/* SPDX-License-Identifier: MIT */
/*
 * JSON Schema objects as facts: which keywords they have, where, and which types they
 * name or imply. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

/* Keywords, and the types that each has an effect on. ORDER KEYWORD */
static const struct {
    const char *name;
    unsigned types;
} json_schema_keywords[PTC_KEYWORD_COUNT] = {
    [PTC_KEYWORD_TYPE] = {"type", PTC_JSON_ALL},
    [PTC_KEYWORD_NULLABLE] = {"nullable", PTC_JSON_ALL},
    [PTC_KEYWORD_PROPERTIES] = {"properties", PTC_JSON_OBJECT},
    [PTC_KEYWORD_REQUIRED] = {"required", PTC_JSON_OBJECT},
    [PTC_KEYWORD_ADDITIONAL] = {"additionalProperties", PTC_JSON_OBJECT},
    [PTC_KEYWORD_PROPERTY_NAMES] = {"propertyNames", PTC_JSON_OBJECT},
    [PTC_KEYWORD_MIN_PROPERTIES] = {"minProperties", PTC_JSON_OBJECT},
    [PTC_KEYWORD_MAX_PROPERTIES] = {"maxProperties", PTC_JSON_OBJECT},
    [PTC_KEYWORD_ITEMS] = {"items", PTC_JSON_ARRAY},
    [PTC_KEYWORD_PREFIX_ITEMS] = {"prefixItems", PTC_JSON_ARRAY},
    [PTC_KEYWORD_ADDITIONAL_ITEMS] = {"additionalItems", PTC_JSON_ARRAY},
    [PTC_KEYWORD_MIN_ITEMS] = {"minItems", PTC_JSON_ARRAY},
    [PTC_KEYWORD_MAX_ITEMS] = {"maxItems", PTC_JSON_ARRAY},
    [PTC_KEYWORD_UNIQUE_ITEMS] = {"uniqueItems", PTC_JSON_ARRAY},
    [PTC_KEYWORD_ENUM] = {"enum", PTC_JSON_ALL},
    [PTC_KEYWORD_CONST] = {"const", PTC_JSON_ALL},
    [PTC_KEYWORD_FORMAT] = {"format", PTC_JSON_STRING},
    [PTC_KEYWORD_PATTERN] = {"pattern", PTC_JSON_STRING},
    [PTC_KEYWORD_MIN_LENGTH] = {"minLength", PTC_JSON_STRING},
    [PTC_KEYWORD_MAX_LENGTH] = {"maxLength", PTC_JSON_STRING},
    [PTC_KEYWORD_MINIMUM] = {"minimum", PTC_JSON_NUMERIC},
    [PTC_KEYWORD_MAXIMUM] = {"maximum", PTC_JSON_NUMERIC},
    [PTC_KEYWORD_EXCLUSIVE_MINIMUM] = {"exclusiveMinimum", PTC_JSON_NUMERIC},
    [PTC_KEYWORD_EXCLUSIVE_MAXIMUM] = {"exclusiveMaximum", PTC_JSON_NUMERIC},
    [PTC_KEYWORD_REF] = {"$ref", PTC_JSON_ALL},
    [PTC_KEYWORD_ANY_OF] = {"anyOf", PTC_JSON_ALL},
    [PTC_KEYWORD_ONE_OF] = {"oneOf", PTC_JSON_ALL},
    [PTC_KEYWORD_ALL_OF] = {"allOf", PTC_JSON_ALL},
    [PTC_KEYWORD_DEFAULT] = {"default", PTC_JSON_ALL},
    [PTC_KEYWORD_DESCRIPTION] = {"description", PTC_JSON_ALL},
    [PTC_KEYWORD_TITLE] = {"title", PTC_JSON_ALL},
};

/* Words that hold schemas. */
static const struct {
    const char *name;
    ptc_json_holds holds;
} json_schema_holders[] = {
    {"$defs", PTC_JSON_HOLDS_MAP},
    {"definitions", PTC_JSON_HOLDS_MAP},
    {"properties", PTC_JSON_HOLDS_MAP},
    {"patternProperties", PTC_JSON_HOLDS_MAP},
    {"dependentSchemas", PTC_JSON_HOLDS_MAP},
    {"dependencies", PTC_JSON_HOLDS_MAP},
    {"additionalProperties", PTC_JSON_HOLDS_SCHEMA},
    {"propertyNames", PTC_JSON_HOLDS_SCHEMA},
    {"unevaluatedProperties", PTC_JSON_HOLDS_SCHEMA},
    {"items", PTC_JSON_HOLDS_EITHER},
    {"prefixItems", PTC_JSON_HOLDS_LIST},
    {"additionalItems", PTC_JSON_HOLDS_SCHEMA},
    {"unevaluatedItems", PTC_JSON_HOLDS_SCHEMA},
    {"contains", PTC_JSON_HOLDS_SCHEMA},
    {"anyOf", PTC_JSON_HOLDS_LIST},
    {"oneOf", PTC_JSON_HOLDS_LIST},
    {"allOf", PTC_JSON_HOLDS_LIST},
    {"not", PTC_JSON_HOLDS_SCHEMA},
    {"if", PTC_JSON_HOLDS_SCHEMA},
    {"then", PTC_JSON_HOLDS_SCHEMA},
    {"else", PTC_JSON_HOLDS_SCHEMA},
};

static const struct {
    const char *name;
    unsigned type;
} json_schema_types[] = {
    {"null", PTC_JSON_NULL},       {"boolean", PTC_JSON_BOOLEAN},
    {"integer", PTC_JSON_INTEGER}, {"number", PTC_JSON_NUMBER},
    {"string", PTC_JSON_STRING},   {"array", PTC_JSON_ARRAY},
    {"object", PTC_JSON_OBJECT},
};

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

ptc_json_holds ptc_json_keyword_holds(ptc_str name)
{
    for (size_t i = 0; i < COUNT_OF(json_schema_holders); i++) {
        if (ptc_str_equal(name, ptc_str_of(json_schema_holders[i].name)))
            return json_schema_holders[i].holds;
    }
    return PTC_JSON_HOLDS_NONE;
}

bool ptc_json_keyword_is_typed(unsigned keyword)
{
    return json_schema_keywords[keyword].types != PTC_JSON_ALL;
}

/* --- Types ------------------------------------------------------------------------- */

static unsigned json_schema_type_named(const ptc_value *name)
{
    for (size_t i = 0; name->kind == PTC_STRING && i < PTC_JSON_TYPE_COUNT; i++) {
        if (ptc_str_equal(ptc_value_text(name), ptc_str_of(json_schema_types[i].name)))
            return json_schema_types[i].type;
    }
    return 0;
}

unsigned ptc_json_schema_types_at(ptc_json_part part)
{
    unsigned types = 0;

    if (part.value->kind != PTC_VECTOR)
        return json_schema_type_named(part.value);
    for (uint32_t i = 0; i < part.value->aux; i++)
        types |= json_schema_type_named(&part.value->as.items[i]);
    return types;
}

unsigned ptc_json_schema_types_of(const ptc_value *value)
{
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        return PTC_JSON_NULL;
    case PTC_BOOL:
        return PTC_JSON_BOOLEAN;
    case PTC_INT:
        return PTC_JSON_NUMERIC;
    case PTC_FLOAT:
    case PTC_OPAQUE:
        return PTC_JSON_NUMBER;
    case PTC_STRING:
        return PTC_JSON_STRING;
    case PTC_VECTOR:
        return PTC_JSON_ARRAY;
    case PTC_MAP:
        return PTC_JSON_OBJECT;
    case PTC_KEYWORD:
    case PTC_SET:
        break;
    }
    return 0;
}

/* What those meant who wrote a word that is no type of JSON Schema. */
static void json_schema_hint_type(const ptc_json_schema *reader, ptc_diag *diag,
                                  const ptc_value *name)
{
    static const struct {
        const char *wrong;
        const char *right;
    } rows[] = {
        {"dict", "object"},  {"map", "object"},    {"struct", "object"},
        {"list", "array"},   {"tuple", "array"},   {"set", "array"},
        {"float", "number"}, {"double", "number"}, {"decimal", "number"},
        {"int", "integer"},  {"long", "integer"},  {"bool", "boolean"},
        {"str", "string"},   {"text", "string"},   {"date", "string"},
        {"nil", "null"},     {"none", "null"},
    };

    for (size_t i = 0; name->kind == PTC_STRING && i < COUNT_OF(rows); i++) {
        if (ptc_str_equal(ptc_value_text(name), ptc_str_of(rows[i].wrong)))
            ptc_diag_hint(reader->diags, diag, "did you mean \"%s\"?", rows[i].right);
    }
    if (name->kind == PTC_STRING && ptc_str_equal(ptc_value_text(name), PTC_STR("any")))
        ptc_diag_hint(reader->diags, diag, "leave type out where any value will do");
}

static void json_schema_add_type(const ptc_json_schema *reader, ptc_json_part part,
                                 ptc_json_facts *facts)
{
    unsigned type = json_schema_type_named(part.value);

    if (type == 0) {
        ptc_diag *diag = ptc_diag_add(
            reader->diags, PTC_DIAG_JSON_SCHEMA_VALUE,
            ptc_json_schema_span(reader, part.place),
            "a type is one of null, boolean, integer, number, string, array, object, "
            "at %s",
            ptc_json_schema_pointer(reader, part.place, PTC_SEVERITY_ERROR));

        json_schema_hint_type(reader, diag, part.value);
    } else if (facts->types & type) {
        ptc_json_schema_refuse(reader, part.place, "a type stands twice");
    } else {
        facts->types |= type;
        if (type != PTC_JSON_NULL)
            facts->order[facts->order_count++] = type;
    }
}

/* Reads the keyword `type`, a name or a list of names. */
static void json_schema_named_types(const ptc_json_schema *reader, ptc_json_facts *facts)
{
    ptc_json_part part = facts->at[PTC_KEYWORD_TYPE];

    facts->is_named = true;
    if (part.value->kind != PTC_VECTOR) {
        json_schema_add_type(reader, part, facts);
        return;
    }
    if (part.value->aux == 0)
        ptc_json_schema_refuse(reader, part.place, "type has no member");
    for (uint32_t i = 0; i < part.value->aux; i++)
        json_schema_add_type(
            reader,
            ptc_json_schema_part(reader, ptc_json_schema_child_at(reader, part.place, i)),
            facts);
    if ((facts->types & PTC_JSON_NUMERIC) == PTC_JSON_NUMERIC) { /* one holds the other */
        unsigned kept = 0;

        for (unsigned i = 0; i < facts->order_count; i++) {
            if (facts->order[i] != PTC_JSON_INTEGER)
                facts->order[kept++] = facts->order[i];
        }
        facts->order_count = kept;
        facts->types &= ~(unsigned)PTC_JSON_INTEGER;
    }
}

static void json_schema_tell_implied(const ptc_json_schema *reader, uint32_t place,
                                     unsigned type)
{
    const char *name = "";
    ptc_diag *diag;

    for (size_t i = 0; i < PTC_JSON_TYPE_COUNT; i++) {
        if (json_schema_types[i].type == type)
            name = json_schema_types[i].name;
    }
    diag = ptc_diag_add(reader->diags, PTC_DIAG_LOSS_TYPE,
                        ptc_json_schema_span(reader, place),
                        "without a type this is read as %s", name);
    ptc_diag_hint(reader->diags, diag, "write \"type\": \"%s\"", name);
}

/* The types that keywords are meant for which have no effect on others. */
static unsigned json_schema_meant(const ptc_json_facts *facts)
{
    unsigned meant = 0;

    for (unsigned i = 0; i < PTC_KEYWORD_COUNT; i++) {
        if (facts->at[i].value != NULL && ptc_json_keyword_is_typed(i))
            meant |= json_schema_keywords[i].types;
    }
    return meant;
}

/* Types that stand around hold here, too. */
static void json_schema_known_types(ptc_json_facts *facts, unsigned known)
{
    facts->types = known;
    for (size_t i = 0; i < PTC_JSON_TYPE_COUNT; i++) {
        if (json_schema_types[i].type != PTC_JSON_NULL &&
            (known & json_schema_types[i].type))
            facts->order[facts->order_count++] = json_schema_types[i].type;
    }
}

/* The types of the values that an enum or a const lists; 0: there is none. */
static unsigned json_schema_listed_types(const ptc_json_facts *facts)
{
    const ptc_value *list = facts->at[PTC_KEYWORD_ENUM].value;
    const ptc_value *one = facts->at[PTC_KEYWORD_CONST].value;
    unsigned types = one != NULL ? ptc_json_schema_types_of(one) : 0;

    for (uint32_t i = 0; list != NULL && list->kind == PTC_VECTOR && i < list->aux; i++)
        types |= ptc_json_schema_types_of(&list->as.items[i]);
    return list != NULL && types == 0 ? (unsigned)PTC_JSON_ALL : types;
}

/* Without `type`, the keywords that are meant for one type imply it; JSON Schema itself
 * would let values of all other types pass. */
static void json_schema_implied_type(const ptc_json_schema *reader, ptc_json_facts *facts,
                                     unsigned known)
{
    unsigned implied = json_schema_meant(facts);

    if (implied == 0)
        return;
    if (known != 0) {
        json_schema_known_types(facts, known);
        return;
    }
    if (implied == PTC_JSON_NUMERIC)
        implied = PTC_JSON_NUMBER;
    if (implied & (implied - 1)) {
        ptc_json_schema_refuse(reader, facts->self.place,
                               "the keywords are of different types: name the type");
        return;
    }
    facts->types = implied;
    facts->order[facts->order_count++] = implied;
    json_schema_tell_implied(reader, facts->self.place, implied);
}

bool ptc_json_schema_takes_known(const ptc_json_schema *reader, ptc_json_part schema)
{
    ptc_json_facts facts = {.self = schema};

    ptc_json_schema_collect(reader, &facts);
    if (facts.at[PTC_KEYWORD_REF].value != NULL &&
        ptc_json_schema_ignores_beside(reader, schema.place))
        return false; /* its keywords have no effect */
    return facts.at[PTC_KEYWORD_TYPE].value == NULL &&
           json_schema_listed_types(&facts) == 0 && json_schema_meant(&facts) != 0;
}

/* Warns of keywords that the types do not have. */
static void json_schema_idle_keywords(const ptc_json_schema *reader,
                                      const ptc_json_facts *facts)
{
    for (unsigned i = 0; i < PTC_KEYWORD_COUNT; i++) {
        if (facts->at[i].value == NULL || !ptc_json_keyword_is_typed(i) ||
            (json_schema_keywords[i].types & facts->types) != 0)
            continue;
        ptc_diag_add(
            reader->diags, PTC_DIAG_LOSS_KEYWORD,
            ptc_json_place_key(reader->source->text, &reader->places[facts->at[i].place]),
            "the type has no \"%s\", at %s", json_schema_keywords[i].name,
            ptc_json_schema_pointer(reader, facts->at[i].place, PTC_SEVERITY_WARNING));
    }
}

/* --- Words ------------------------------------------------------------------------- */

static unsigned json_schema_keyword_named(ptc_str name)
{
    unsigned i = 0;

    while (i < PTC_KEYWORD_COUNT &&
           !ptc_str_equal(name, ptc_str_of(json_schema_keywords[i].name)))
        i++;
    return i;
}

bool ptc_json_schema_is_any(const ptc_value *schema)
{
    for (uint32_t i = 0; i < schema->aux; i++) {
        ptc_str name = ptc_value_text(&schema->as.map->entries[i].key);

        if (json_schema_keyword_named(name) < PTC_KEYWORD_COUNT ||
            ptc_json_word_is_silent(name) ||
            ptc_json_keyword_holds(name) != PTC_JSON_HOLDS_NONE)
            return true;
    }
    return schema->aux == 0;
}

/* Whether the words of a schema mean nothing but $ref, and what only describes. */
static bool json_schema_is_beside(const ptc_json_facts *facts, unsigned keyword)
{
    return facts->at[PTC_KEYWORD_REF].value != NULL && keyword != PTC_KEYWORD_REF &&
           keyword != PTC_KEYWORD_DEFAULT && keyword != PTC_KEYWORD_DESCRIPTION &&
           keyword != PTC_KEYWORD_TITLE;
}

void ptc_json_schema_collect(const ptc_json_schema *reader, ptc_json_facts *facts)
{
    const ptc_value *schema = facts->self.value;
    uint32_t place = facts->self.place;

    for (uint32_t i = 0; i < schema->aux; i++) {
        const ptc_map_entry *entry = &schema->as.map->entries[i];
        unsigned keyword = json_schema_keyword_named(ptc_value_text(&entry->key));

        if (keyword == PTC_KEYWORD_COUNT)
            continue;
        facts->at[keyword].value = &entry->value;
        facts->at[keyword].place = ptc_json_schema_child_at(reader, place, i);
    }
}

/* What stands beside a $ref of an old dialect means nothing. */
static bool json_schema_drop_beside(const ptc_json_schema *reader, ptc_json_facts *facts)
{
    if (facts->at[PTC_KEYWORD_REF].value == NULL ||
        !ptc_json_schema_ignores_beside(reader, facts->self.place))
        return false;
    for (unsigned i = 0; i < PTC_KEYWORD_COUNT; i++) {
        if (facts->at[i].value == NULL || !json_schema_is_beside(facts, i))
            continue;
        ptc_json_schema_lose(reader, PTC_DIAG_LOSS_KEYWORD, facts->at[i].place,
                             "beside $ref this has no effect in this draft");
        facts->at[i].value = NULL;
    }
    return true;
}

void ptc_json_schema_sort(ptc_json_schema *reader, ptc_json_facts *facts, unsigned known)
{
    const ptc_value *schema = facts->self.value;
    const ptc_value *nullable;
    bool is_alone;

    ptc_json_schema_collect(reader, facts);
    is_alone = json_schema_drop_beside(reader, facts);
    for (uint32_t i = 0; !is_alone && i < schema->aux; i++) {
        ptc_str name = ptc_value_text(&schema->as.map->entries[i].key);

        if (json_schema_keyword_named(name) == PTC_KEYWORD_COUNT)
            ptc_json_schema_word(reader, name,
                                 ptc_json_schema_child_at(reader, facts->self.place, i));
    }
    nullable = facts->at[PTC_KEYWORD_NULLABLE].value;
    if (facts->at[PTC_KEYWORD_TYPE].value != NULL)
        json_schema_named_types(reader, facts);
    else if (json_schema_listed_types(facts) == 0)
        json_schema_implied_type(reader, facts, known);
    else if (json_schema_meant(facts) != 0) /* which hold for the values that they fit */
        json_schema_known_types(facts, json_schema_listed_types(facts));
    if (nullable != NULL && nullable->kind != PTC_BOOL)
        ptc_json_schema_refuse(reader, facts->at[PTC_KEYWORD_NULLABLE].place,
                               "nullable is true or false");
    else if (nullable != NULL && nullable->as.boolean && facts->is_named)
        facts->types |= PTC_JSON_NULL;
    else if (nullable != NULL && nullable->as.boolean)
        ptc_json_schema_lose(reader, PTC_DIAG_LOSS_KEYWORD,
                             facts->at[PTC_KEYWORD_NULLABLE].place,
                             "without a type beside it, nullable has no effect");
    if (facts->types != 0)
        json_schema_idle_keywords(reader, facts);
}

const char *ptc_json_keyword_near(ptc_str word)
{
    for (unsigned i = 0; i < PTC_KEYWORD_COUNT; i++) {
        const char *name = json_schema_keywords[i].name;

        if (word.len > 3 && ptc_str_distance(word, ptc_str_of(name), 2) <= 2)
            return name;
    }
    return NULL;
}
