/* SPDX-License-Identifier: MIT */
/*
 * JSON Schema objects as facts: which keywords they have, where, and which types they
 * name or imply. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

/* Sets of drafts; older spellings are read where $schema names no draft as well. */
#define IN_EVERY    PTC_JSON_DRAFT_EVERY
#define IN_API      (PTC_JSON_DRAFT_NONE | PTC_JSON_DRAFT_OPENAPI)
#define FROM_6      (PTC_JSON_DRAFT_EVERY & ~PTC_JSON_DRAFT_4)
#define FROM_7      (FROM_6 & ~PTC_JSON_DRAFT_6)
#define FROM_2019   (FROM_7 & ~PTC_JSON_DRAFT_7)
#define FROM_2020   (FROM_2019 & ~PTC_JSON_DRAFT_2019)
#define IN_2019     (PTC_JSON_DRAFT_2019 | PTC_JSON_DRAFT_NONE)
#define BEFORE_2020 (PTC_JSON_DRAFT_EVERY & ~PTC_JSON_DRAFT_2020)
#define BEFORE_2019 (PTC_JSON_DRAFT_OLD | PTC_JSON_DRAFT_NONE)

/* Keywords, the types that each has an effect on, and the drafts that have it. ORDER
 * KEYWORD */
static const struct {
    const char *name;
    unsigned types;
    unsigned drafts;
} json_schema_keywords[PTC_KEYWORD_COUNT] = {
    [PTC_KEYWORD_TYPE] = {"type", PTC_JSON_ALL, IN_EVERY},
    [PTC_KEYWORD_NULLABLE] = {"nullable", PTC_JSON_ALL, IN_API},
    [PTC_KEYWORD_PROPERTIES] = {"properties", PTC_JSON_OBJECT, IN_EVERY},
    [PTC_KEYWORD_REQUIRED] = {"required", PTC_JSON_OBJECT, IN_EVERY},
    [PTC_KEYWORD_ADDITIONAL] = {"additionalProperties", PTC_JSON_OBJECT, IN_EVERY},
    [PTC_KEYWORD_PATTERN_PROPERTIES] = {"patternProperties", PTC_JSON_OBJECT, IN_EVERY},
    [PTC_KEYWORD_UNEVALUATED_PROPERTIES] = {"unevaluatedProperties", PTC_JSON_OBJECT,
                                            FROM_2019},
    [PTC_KEYWORD_DEPENDENT_REQUIRED] = {"dependentRequired", PTC_JSON_OBJECT, FROM_2019},
    [PTC_KEYWORD_DEPENDENT_SCHEMAS] = {"dependentSchemas", PTC_JSON_OBJECT, FROM_2019},
    [PTC_KEYWORD_DEPENDENCIES] = {"dependencies", PTC_JSON_OBJECT, BEFORE_2019},
    [PTC_KEYWORD_PROPERTY_NAMES] = {"propertyNames", PTC_JSON_OBJECT, FROM_6},
    [PTC_KEYWORD_MIN_PROPERTIES] = {"minProperties", PTC_JSON_OBJECT, IN_EVERY},
    [PTC_KEYWORD_MAX_PROPERTIES] = {"maxProperties", PTC_JSON_OBJECT, IN_EVERY},
    [PTC_KEYWORD_ITEMS] = {"items", PTC_JSON_ARRAY, IN_EVERY},
    [PTC_KEYWORD_PREFIX_ITEMS] = {"prefixItems", PTC_JSON_ARRAY, FROM_2020},
    [PTC_KEYWORD_ADDITIONAL_ITEMS] = {"additionalItems", PTC_JSON_ARRAY, BEFORE_2020},
    [PTC_KEYWORD_UNEVALUATED_ITEMS] = {"unevaluatedItems", PTC_JSON_ARRAY, FROM_2019},
    [PTC_KEYWORD_CONTAINS] = {"contains", PTC_JSON_ARRAY, FROM_6},
    [PTC_KEYWORD_MIN_CONTAINS] = {"minContains", PTC_JSON_ARRAY, FROM_2019},
    [PTC_KEYWORD_MAX_CONTAINS] = {"maxContains", PTC_JSON_ARRAY, FROM_2019},
    [PTC_KEYWORD_MIN_ITEMS] = {"minItems", PTC_JSON_ARRAY, IN_EVERY},
    [PTC_KEYWORD_MAX_ITEMS] = {"maxItems", PTC_JSON_ARRAY, IN_EVERY},
    [PTC_KEYWORD_UNIQUE_ITEMS] = {"uniqueItems", PTC_JSON_ARRAY, IN_EVERY},
    [PTC_KEYWORD_ENUM] = {"enum", PTC_JSON_ALL, IN_EVERY},
    [PTC_KEYWORD_CONST] = {"const", PTC_JSON_ALL, FROM_6},
    [PTC_KEYWORD_FORMAT] = {"format", PTC_JSON_STRING, IN_EVERY},
    [PTC_KEYWORD_PATTERN] = {"pattern", PTC_JSON_STRING, IN_EVERY},
    [PTC_KEYWORD_MIN_LENGTH] = {"minLength", PTC_JSON_STRING, IN_EVERY},
    [PTC_KEYWORD_MAX_LENGTH] = {"maxLength", PTC_JSON_STRING, IN_EVERY},
    [PTC_KEYWORD_MINIMUM] = {"minimum", PTC_JSON_NUMERIC, IN_EVERY},
    [PTC_KEYWORD_MAXIMUM] = {"maximum", PTC_JSON_NUMERIC, IN_EVERY},
    [PTC_KEYWORD_EXCLUSIVE_MINIMUM] = {"exclusiveMinimum", PTC_JSON_NUMERIC, IN_EVERY},
    [PTC_KEYWORD_EXCLUSIVE_MAXIMUM] = {"exclusiveMaximum", PTC_JSON_NUMERIC, IN_EVERY},
    [PTC_KEYWORD_MULTIPLE_OF] = {"multipleOf", PTC_JSON_NUMERIC, IN_EVERY},
    [PTC_KEYWORD_REF] = {"$ref", PTC_JSON_ALL, IN_EVERY},
    [PTC_KEYWORD_DYNAMIC_REF] = {"$dynamicRef", PTC_JSON_ALL, FROM_2020},
    [PTC_KEYWORD_RECURSIVE_REF] = {"$recursiveRef", PTC_JSON_ALL, IN_2019},
    [PTC_KEYWORD_ANY_OF] = {"anyOf", PTC_JSON_ALL, IN_EVERY},
    [PTC_KEYWORD_ONE_OF] = {"oneOf", PTC_JSON_ALL, IN_EVERY},
    [PTC_KEYWORD_ALL_OF] = {"allOf", PTC_JSON_ALL, IN_EVERY},
    [PTC_KEYWORD_NOT] = {"not", PTC_JSON_ALL, IN_EVERY},
    [PTC_KEYWORD_IF] = {"if", PTC_JSON_ALL, FROM_7},
    [PTC_KEYWORD_THEN] = {"then", PTC_JSON_ALL, FROM_7},
    [PTC_KEYWORD_ELSE] = {"else", PTC_JSON_ALL, FROM_7},
    [PTC_KEYWORD_DEFAULT] = {"default", PTC_JSON_ALL, IN_EVERY},
    [PTC_KEYWORD_DESCRIPTION] = {"description", PTC_JSON_ALL, IN_EVERY},
    [PTC_KEYWORD_TITLE] = {"title", PTC_JSON_ALL, IN_EVERY},
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

bool ptc_json_keyword_is_typed(unsigned keyword)
{
    return json_schema_keywords[keyword].types != PTC_JSON_ALL;
}

bool ptc_json_keyword_is_of(unsigned keyword, unsigned draft)
{
    return (json_schema_keywords[keyword].drafts & draft) != 0;
}

static unsigned json_schema_keyword_named(ptc_str name)
{
    unsigned i = 0;

    while (i < PTC_KEYWORD_COUNT && !ptc_json_is_word(name, json_schema_keywords[i].name))
        i++;
    return i;
}

ptc_json_holds ptc_json_keyword_holds(ptc_str name, unsigned draft)
{
    unsigned keyword;

    for (size_t i = 0; i < COUNT_OF(json_schema_holders); i++) {
        if (!ptc_json_is_word(name, json_schema_holders[i].name))
            continue;
        keyword = json_schema_keyword_named(name);
        if (keyword < PTC_KEYWORD_COUNT
                ? ptc_json_keyword_is_of(keyword, draft)
                : name.ptr[0] != '$' || (draft & PTC_JSON_DRAFT_OLD) == 0)
            return json_schema_holders[i].holds;
    }
    return PTC_JSON_HOLDS_NONE;
}

/* --- Types ------------------------------------------------------------------------- */

static unsigned json_schema_type_named(const ptc_value *name)
{
    for (size_t i = 0; name->kind == PTC_STRING && i < PTC_JSON_TYPE_COUNT; i++) {
        if (ptc_json_is_word(ptc_value_text(name), json_schema_types[i].name))
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
    case PTC_FLOAT:
    case PTC_OPAQUE:
        return ptc_value_is_whole(value) ? PTC_JSON_NUMERIC : PTC_JSON_NUMBER;
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

/* The type that was probably meant by a word that is not a JSON Schema type. */
static void json_schema_hint_type(const ptc_json_schema *reader, ptc_diag *diag,
                                  const ptc_value *name)
{
    const char *right =
        name->kind == PTC_STRING ? ptc_json_spelling_type(ptc_value_text(name)) : NULL;

    if (right != NULL && *right != '\0')
        ptc_diag_hint(reader->diags, diag, "did you mean \"%s\"?", right);
    else if (right != NULL)
        ptc_diag_hint(reader->diags, diag, "leave type out where any value will do");
}

static void json_schema_add_type(const ptc_json_schema *reader, ptc_json_part part,
                                 ptc_json_facts *facts)
{
    unsigned type = json_schema_type_named(part.value);

    if (type == 0) {
        ptc_diag *diag =
            ptc_diag_add(reader->diags, PTC_DIAG_JSON_SCHEMA_VALUE,
                         ptc_json_schema_span(reader, part.place),
                         "a type must be one of null, boolean, integer, number, string, "
                         "array, object, at %s",
                         ptc_json_schema_pointer(reader, part.place, PTC_SEVERITY_ERROR));

        json_schema_hint_type(reader, diag, part.value);
    } else if (facts->types & type) {
        if (!reader->how.is_lenient) /* which reads several words as one */
            ptc_json_schema_refuse(reader, part.place, "a type is listed twice");
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
        ptc_json_schema_refuse(reader, part.place, "type lists no types");
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

/* The types of enclosing schemas also hold here. */
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

/* Without `type`, keywords say nothing about values of types that they are not about;
 * where that is asked for, they imply the type. */
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
    facts->meant = implied;
    if (implied == PTC_JSON_NUMERIC)
        implied = PTC_JSON_NUMBER;
    if (!reader->how.implies_types || (implied & (implied - 1)) != 0)
        return;
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
            (json_schema_keywords[i].types & facts->types) != 0 ||
            (i == PTC_KEYWORD_FORMAT && reader->is_api)) /* as int64 of OpenAPI */
            continue;
        if (ptc_json_schema_is_decimal(reader, facts) &&
            (i == PTC_KEYWORD_MINIMUM || i == PTC_KEYWORD_MAXIMUM ||
             i == PTC_KEYWORD_EXCLUSIVE_MINIMUM || i == PTC_KEYWORD_EXCLUSIVE_MAXIMUM))
            continue;
        ptc_diag_add(
            reader->diags, PTC_DIAG_LOSS_KEYWORD,
            ptc_json_schema_key_span(reader, facts->at[i].place),
            "\"%s\" does not apply to the type, at %s", json_schema_keywords[i].name,
            ptc_json_schema_pointer(reader, facts->at[i].place, PTC_SEVERITY_WARNING));
    }
}

/* --- Words ------------------------------------------------------------------------- */

bool ptc_json_schema_is_any(const ptc_value *schema)
{
    for (uint32_t i = 0; i < schema->aux; i++) {
        ptc_str name = ptc_value_text(&schema->as.map->entries[i].key);

        if (json_schema_keyword_named(name) < PTC_KEYWORD_COUNT ||
            ptc_json_word_is_silent(name) ||
            ptc_json_keyword_holds(name, PTC_JSON_DRAFT_NONE) != PTC_JSON_HOLDS_NONE)
            return true;
    }
    return schema->aux == 0;
}

/* Whether the words of a schema mean only $ref, and what only describes. */
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

    facts->draft = ptc_json_schema_draft_at(reader, place);
    for (uint32_t i = 0; i < schema->aux; i++) {
        const ptc_map_entry *entry = &schema->as.map->entries[i];
        unsigned keyword = json_schema_keyword_named(ptc_value_text(&entry->key));

        if (keyword == PTC_KEYWORD_COUNT ||
            !ptc_json_keyword_is_of(keyword, facts->draft) ||
            (reader->how.is_lenient && entry->value.kind == PTC_NIL &&
             (keyword == PTC_KEYWORD_TYPE || keyword == PTC_KEYWORD_REQUIRED)))
            continue; /* json_spellings.c has emptied it */
        facts->at[keyword].value = &entry->value;
        facts->at[keyword].place = ptc_json_schema_child_at(reader, place, i);
    }
}

/* What is next to a $ref of an old dialect means nothing. */
static bool json_schema_drop_beside(const ptc_json_schema *reader, ptc_json_facts *facts)
{
    if (facts->at[PTC_KEYWORD_REF].value == NULL ||
        !ptc_json_schema_ignores_beside(reader, facts->self.place))
        return false;
    for (unsigned i = 0; i < PTC_KEYWORD_COUNT; i++) {
        if (facts->at[i].value == NULL || !json_schema_is_beside(facts, i))
            continue;
        ptc_json_schema_lose(reader, PTC_DIAG_LOSS_KEYWORD, facts->at[i].place,
                             "this has no effect next to $ref in this draft");
        facts->at[i].value = NULL;
    }
    return true;
}

/* Refuses or records the members of a schema that are none of its draft. */
static void json_schema_other_words(ptc_json_schema *reader, const ptc_json_facts *facts)
{
    const ptc_value *schema = facts->self.value;

    for (uint32_t i = 0; i < schema->aux; i++) {
        ptc_str name = ptc_value_text(&schema->as.map->entries[i].key);
        unsigned keyword = json_schema_keyword_named(name);

        if (keyword == PTC_KEYWORD_COUNT ||
            !ptc_json_keyword_is_of(keyword, facts->draft))
            ptc_json_schema_word(reader, name,
                                 ptc_json_schema_child_at(reader, facts->self.place, i));
    }
}

static void json_schema_nullable(const ptc_json_schema *reader, ptc_json_facts *facts)
{
    ptc_json_part nullable = facts->at[PTC_KEYWORD_NULLABLE];

    if (nullable.value == NULL)
        return;
    if (nullable.value->kind != PTC_BOOL)
        ptc_json_schema_refuse(reader, nullable.place, "nullable must be true or false");
    else if (nullable.value->as.boolean && facts->is_named)
        facts->types |= PTC_JSON_NULL;
    else if (nullable.value->as.boolean)
        ptc_json_schema_lose(reader, PTC_DIAG_LOSS_KEYWORD, nullable.place,
                             "nullable has no effect without a type next to it");
}

static void json_schema_find_types(const ptc_json_schema *reader, ptc_json_facts *facts,
                                   unsigned known)
{
    facts->known = known;
    if (facts->at[PTC_KEYWORD_TYPE].value != NULL)
        json_schema_named_types(reader, facts);
    else if (json_schema_listed_types(facts) == 0)
        json_schema_implied_type(reader, facts, known);
    else if (json_schema_meant(facts) != 0) /* which hold for the values that they fit */
        json_schema_known_types(facts, json_schema_listed_types(facts));
    json_schema_nullable(reader, facts);
}

/* --- What others do not check ------------------------------------------------------ */

/* Whether schemas elsewhere check keys and elements of the same value. */
static bool json_schema_is_applied(const ptc_json_facts *facts)
{
    static const uint8_t appliers[] = {
        PTC_KEYWORD_REF,          PTC_KEYWORD_DYNAMIC_REF,
        PTC_KEYWORD_ANY_OF,       PTC_KEYWORD_RECURSIVE_REF,
        PTC_KEYWORD_ONE_OF,       PTC_KEYWORD_ALL_OF,
        PTC_KEYWORD_IF,           PTC_KEYWORD_DEPENDENT_SCHEMAS,
        PTC_KEYWORD_DEPENDENCIES,
    };

    for (size_t i = 0; i < COUNT_OF(appliers); i++) {
        if (facts->at[appliers[i]].value != NULL)
            return true;
    }
    return false;
}

/* Moves unevaluated... to where the same is said about all that words here do not check,
 * and drops it where these check everything. */
static void json_schema_place_others(ptc_json_facts *facts)
{
    static const ptc_json_part none = {NULL, 0};
    ptc_json_part *at = facts->at;
    ptc_json_part items = at[PTC_KEYWORD_UNEVALUATED_ITEMS];
    bool is_applied = json_schema_is_applied(facts);
    unsigned rest = PTC_KEYWORD_ITEMS;

    if (at[PTC_KEYWORD_ADDITIONAL].value != NULL) {
        at[PTC_KEYWORD_UNEVALUATED_PROPERTIES] = none;
    } else if (!is_applied) {
        at[PTC_KEYWORD_ADDITIONAL] = at[PTC_KEYWORD_UNEVALUATED_PROPERTIES];
        at[PTC_KEYWORD_UNEVALUATED_PROPERTIES] = none;
    }
    if (items.value == NULL)
        return;
    if (at[PTC_KEYWORD_PREFIX_ITEMS].value == NULL &&
        at[PTC_KEYWORD_ITEMS].value != NULL &&
        at[PTC_KEYWORD_ITEMS].value->kind == PTC_VECTOR)
        rest = PTC_KEYWORD_ADDITIONAL_ITEMS;
    if (at[rest].value != NULL) {
        at[PTC_KEYWORD_UNEVALUATED_ITEMS] = none;
    } else if (!is_applied && (at[PTC_KEYWORD_CONTAINS].value == NULL ||
                               facts->draft == PTC_JSON_DRAFT_2019)) {
        at[rest] = items;
        at[PTC_KEYWORD_UNEVALUATED_ITEMS] = none;
    }
}

void ptc_json_schema_sort(ptc_json_schema *reader, ptc_json_facts *facts, unsigned known)
{
    ptc_json_schema_collect(reader, facts);
    if (!json_schema_drop_beside(reader, facts))
        json_schema_other_words(reader, facts);
    json_schema_find_types(reader, facts, known);
    json_schema_place_others(facts);
    if (facts->types != 0)
        json_schema_idle_keywords(reader, facts);
}

const char *ptc_json_keyword_near(ptc_str word)
{
    const char *near = NULL;

    for (unsigned i = 0; i < PTC_KEYWORD_COUNT; i++) {
        const char *name = json_schema_keywords[i].name;

        if (ptc_str_equal(word, ptc_str_of(name)))
            return name;
        if (near == NULL && word.len > 3 &&
            ptc_str_distance(word, ptc_str_of(name), 2) <= 2)
            near = name;
    }
    return near;
}
