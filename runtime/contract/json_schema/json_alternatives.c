/* SPDX-License-Identifier: MIT */
/*
 * Whether the alternatives of a oneOf exclude each other: by their types, by the values
 * that they list, or by a property that all of them require. Decided by the meaning of
 * JSON Schema, not of contracts; what cannot be seen within a bounded number of steps is
 * not known. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

/* Steps for one oneOf, for the types of one schema, and for a document; the length of a
 * way along references and conjunctions. */
enum {
    ALTERNATIVES_STEPS = 1 << 20,
    ALTERNATIVES_STEPS_OF_ONE = 1 << 12,
    ALTERNATIVES_STEPS_OF_ALL = 1 << 22,
    ALTERNATIVES_DEPTH = 32
};

typedef struct alternatives {
    const ptc_json_schema *reader;
    size_t steps;
    size_t limit;
} alternatives;

static alternatives alternatives_begin(const ptc_json_schema *reader, size_t limit)
{
    alternatives run = {reader, 0, limit};

    return run;
}

static bool alternatives_is_spent(const alternatives *run)
{
    return run->steps >= run->limit || *run->reader->steps >= ALTERNATIVES_STEPS_OF_ALL;
}

static bool alternatives_step(alternatives *run)
{
    run->steps++;
    ++*run->reader->steps;
    return !alternatives_is_spent(run);
}

static ptc_json_part alternatives_member(const alternatives *run, ptc_json_part schema,
                                         const char *key)
{
    ptc_json_part none = {NULL, 0};
    ptc_json_part part =
        ptc_json_schema_member(run->reader, schema.place, ptc_str_of(key));

    if (part.value != NULL && strcmp(key, "const") == 0 &&
        ptc_json_schema_draft_at(run->reader, schema.place) == PTC_JSON_DRAFT_4)
        return none;
    if (part.value != NULL && strcmp(key, "nullable") == 0 &&
        !ptc_json_keyword_is_of(PTC_KEYWORD_NULLABLE,
                                ptc_json_schema_draft_at(run->reader, schema.place)))
        return none;
    return part;
}

/* The schema that a $ref leads to; value NULL: there is none. */
static ptc_json_part alternatives_target(const alternatives *run, ptc_json_part schema)
{
    ptc_json_part ref = alternatives_member(run, schema, "$ref");
    uint32_t place;

    if (ref.value == NULL || ref.value->kind != PTC_STRING ||
        ptc_json_schema_resolve(run->reader, ref, &place) != PTC_JSON_FOUND)
        return (ptc_json_part){NULL, 0};
    return ptc_json_schema_part(run->reader, place);
}

static uint32_t alternatives_count(ptc_json_part list)
{
    return list.value != NULL && list.value->kind == PTC_VECTOR ? list.value->aux : 0;
}

static ptc_json_part alternatives_at(const alternatives *run, ptc_json_part list,
                                     uint32_t index)
{
    return ptc_json_schema_part(run->reader,
                                ptc_json_schema_child_at(run->reader, list.place, index));
}

/* --- Types ------------------------------------------------------------------------- */

/* Every integer is a number, and 1.0 is an integer. */
static unsigned alternatives_widen(unsigned types)
{
    return types & PTC_JSON_NUMERIC ? types | PTC_JSON_NUMERIC : types;
}

static unsigned alternatives_own_types(const alternatives *run, ptc_json_part schema)
{
    ptc_json_part type = alternatives_member(run, schema, "type");
    ptc_json_part nullable = alternatives_member(run, schema, "nullable");
    unsigned types = PTC_JSON_ALL;

    if (type.value != NULL) {
        types = alternatives_widen(ptc_json_schema_types_at(type));
        if (nullable.value != NULL && nullable.value->kind == PTC_BOOL &&
            nullable.value->as.boolean)
            types |= PTC_JSON_NULL;
    }
    return types;
}

/* The types of the values that an enum or const lists. */
static unsigned alternatives_listed_types(const alternatives *run, ptc_json_part schema)
{
    ptc_json_part one = alternatives_member(run, schema, "const");
    ptc_json_part list = alternatives_member(run, schema, "enum");
    unsigned types = 0;

    if (one.value != NULL)
        return alternatives_widen(ptc_json_schema_types_of(one.value));
    if (alternatives_count(list) == 0)
        return PTC_JSON_ALL;
    for (uint32_t i = 0; i < list.value->aux; i++)
        types |= ptc_json_schema_types_of(&list.value->as.items[i]);
    return alternatives_widen(types);
}

static unsigned alternatives_types(alternatives *run, ptc_json_part schema, int depth)
{
    static const char *const any[] = {"anyOf", "oneOf"};
    unsigned types;

    if (!alternatives_step(run) || depth > ALTERNATIVES_DEPTH ||
        schema.value->kind != PTC_MAP)
        return schema.value->kind == PTC_BOOL && !schema.value->as.boolean
                   ? 0
                   : (unsigned)PTC_JSON_ALL;
    types = alternatives_listed_types(run, schema);
    if (alternatives_member(run, schema, "$ref").value != NULL) {
        ptc_json_part target = alternatives_target(run, schema);

        if (target.value == NULL)
            return PTC_JSON_ALL;
        types = alternatives_types(run, target, depth + 1);
        if (ptc_json_schema_ignores_beside(run->reader, schema.place))
            return types;
    }
    types &= alternatives_own_types(run, schema);
    for (size_t i = 0; i < sizeof any / sizeof *any; i++) {
        ptc_json_part list = alternatives_member(run, schema, any[i]);
        unsigned some = alternatives_count(list) == 0 ? (unsigned)PTC_JSON_ALL : 0;

        for (uint32_t k = 0; k < alternatives_count(list); k++)
            some |= alternatives_types(run, alternatives_at(run, list, k), depth + 1);
        types &= some;
    }
    for (uint32_t k = 0;
         k < alternatives_count(alternatives_member(run, schema, "allOf")); k++)
        types &= alternatives_types(
            run, alternatives_at(run, alternatives_member(run, schema, "allOf"), k),
            depth + 1);
    return types;
}

unsigned ptc_json_schema_all_types(const ptc_json_schema *reader, ptc_json_part schema)
{
    alternatives run = alternatives_begin(reader, ALTERNATIVES_STEPS_OF_ONE);
    unsigned types = alternatives_types(&run, schema, 0);

    return alternatives_is_spent(&run) ? (unsigned)PTC_JSON_ALL : types;
}

/* --- Values ------------------------------------------------------------------------ */

/* The values that a schema lists; false: it lists none. */
static bool alternatives_values(const alternatives *run, ptc_json_part schema,
                                const ptc_value **values, uint32_t *count)
{
    for (int depth = 0; depth < ALTERNATIVES_DEPTH && schema.value != NULL &&
                        schema.value->kind == PTC_MAP;
         depth++) {
        ptc_json_part one = alternatives_member(run, schema, "const");
        ptc_json_part list = alternatives_member(run, schema, "enum");

        bool is_beside = alternatives_member(run, schema, "$ref").value != NULL &&
                         ptc_json_schema_ignores_beside(run->reader, schema.place);

        if (!is_beside && (one.value != NULL || alternatives_count(list) > 0)) {
            *values = one.value != NULL ? one.value : list.value->as.items;
            *count = one.value != NULL ? 1 : list.value->aux;
            return true;
        }
        schema = alternatives_target(run, schema);
    }
    return false;
}

/* Whether two values are surely not the same one in JSON. */
static bool alternatives_differ(const ptc_value *a, const ptc_value *b)
{
    unsigned types = alternatives_widen(ptc_json_schema_types_of(a)) &
                     alternatives_widen(ptc_json_schema_types_of(b));

    if (types == 0)
        return true;
    if (a->kind == PTC_STRING)
        return !ptc_str_equal(ptc_value_text(a), ptc_value_text(b));
    if (a->kind == PTC_BOOL)
        return a->as.boolean != b->as.boolean;
    if (a->kind == PTC_INT && b->kind == PTC_INT)
        return a->as.integer != b->as.integer;
    return false;
}

static bool alternatives_values_exclude(alternatives *run, ptc_json_part a,
                                        ptc_json_part b)
{
    const ptc_value *of_a;
    const ptc_value *of_b;
    uint32_t count_a;
    uint32_t count_b;

    if (!alternatives_values(run, a, &of_a, &count_a) ||
        !alternatives_values(run, b, &of_b, &count_b))
        return false;
    for (uint32_t i = 0; i < count_a; i++) {
        for (uint32_t k = 0; k < count_b; k++) {
            if (!alternatives_step(run) || !alternatives_differ(&of_a[i], &of_b[k]))
                return false;
        }
    }
    return true;
}

/* --- Tags -------------------------------------------------------------------------- */

/* The schema of a property that an object schema demands, or value NULL. */
static ptc_json_part alternatives_demanded(alternatives *run, ptc_json_part schema,
                                           ptc_str name, int depth)
{
    ptc_json_part none = {NULL, 0};
    ptc_json_part required = alternatives_member(run, schema, "required");
    ptc_json_part properties = alternatives_member(run, schema, "properties");
    ptc_json_part all = alternatives_member(run, schema, "allOf");
    ptc_json_part found = none;
    bool is_required = false;

    if (depth > ALTERNATIVES_DEPTH || schema.value->kind != PTC_MAP)
        return none;
    if (alternatives_member(run, schema, "$ref").value != NULL) {
        ptc_json_part target = alternatives_target(run, schema);

        if (target.value != NULL)
            found = alternatives_demanded(run, target, name, depth + 1);
        if (found.value != NULL ||
            ptc_json_schema_ignores_beside(run->reader, schema.place))
            return found;
    }
    for (uint32_t i = 0; i < alternatives_count(required) && alternatives_step(run); i++)
        is_required = is_required ||
                      (required.value->as.items[i].kind == PTC_STRING &&
                       ptc_str_equal(ptc_value_text(&required.value->as.items[i]), name));
    if (is_required && properties.value != NULL && properties.value->kind == PTC_MAP)
        found = ptc_json_schema_member(run->reader, properties.place, name);
    for (uint32_t i = 0;
         found.value == NULL && i < alternatives_count(all) && alternatives_step(run);
         i++)
        found = alternatives_demanded(run, alternatives_at(run, all, i), name, depth + 1);
    return found;
}

/* Whether a property that both require distinguishes the objects of two schemas. */
static bool alternatives_tag_excludes(alternatives *run, ptc_json_part a, ptc_json_part b,
                                      ptc_str name)
{
    ptc_json_part of_a = alternatives_demanded(run, a, name, 0);
    ptc_json_part of_b =
        of_a.value != NULL ? alternatives_demanded(run, b, name, 0) : of_a;

    if (of_b.value == NULL || !alternatives_step(run))
        return false;
    return (alternatives_types(run, of_a, 0) & alternatives_types(run, of_b, 0)) == 0 ||
           alternatives_values_exclude(run, of_a, of_b);
}

static bool alternatives_tags_exclude(alternatives *run, ptc_json_part holder,
                                      ptc_json_part a, ptc_json_part b, int depth)
{
    ptc_json_part properties = alternatives_member(run, holder, "properties");
    ptc_json_part all = alternatives_member(run, holder, "allOf");
    ptc_json_part target = alternatives_target(run, holder);

    if (depth > ALTERNATIVES_DEPTH)
        return false;
    if (properties.value != NULL && properties.value->kind == PTC_MAP) {
        for (uint32_t i = 0; i < properties.value->aux && alternatives_step(run); i++) {
            if (alternatives_tag_excludes(
                    run, a, b, ptc_value_text(&properties.value->as.map->entries[i].key)))
                return true;
        }
    }
    if (target.value != NULL && target.value->kind == PTC_MAP &&
        alternatives_tags_exclude(run, target, a, b, depth + 1))
        return true;
    for (uint32_t i = 0; i < alternatives_count(all) && alternatives_step(run); i++) {
        if (alternatives_tags_exclude(run, alternatives_at(run, all, i), a, b, depth + 1))
            return true;
    }
    return false;
}

/* --- Pairs ------------------------------------------------------------------------- */

static bool alternatives_pair_excludes(alternatives *run, ptc_json_part a,
                                       ptc_json_part b, unsigned known)
{
    unsigned common = alternatives_types(run, a, 0) & alternatives_types(run, b, 0) &
                      alternatives_widen(known);

    if (common == 0)
        return true;
    if (common == PTC_JSON_OBJECT)
        return alternatives_tags_exclude(run, a, a, b, 0);
    return alternatives_values_exclude(run, a, b);
}

bool ptc_json_alternatives_exclude(const ptc_json_schema *reader, ptc_json_part list,
                                   unsigned known)
{
    alternatives run = alternatives_begin(reader, ALTERNATIVES_STEPS);

    for (uint32_t i = 0; i < list.value->aux; i++) {
        for (uint32_t k = i + 1; k < list.value->aux; k++) {
            if (!alternatives_step(&run) ||
                !alternatives_pair_excludes(
                    &run, alternatives_at(&run, list, i), alternatives_at(&run, list, k),
                    known != 0 ? known : (unsigned)PTC_JSON_ALL) ||
                alternatives_is_spent(&run))
                return false;
        }
    }
    return true;
}
