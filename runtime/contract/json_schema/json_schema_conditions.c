/* SPDX-License-Identifier: MIT */
/*
 * Conditions of JSON Schema: not, if, what is said about keys by patterns and of values
 * of keys that depend on others, and what nothing else checks. They are in a conjunction
 * next to the type of the value, and only check. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

static bool conditions_is_false(ptc_json_part part)
{
    return part.value->kind == PTC_BOOL && !part.value->as.boolean;
}

/* --- Keys that are there ------------------------------------------------------------ */

/* A field of a map; `type` is its only child or itself. */
static void conditions_field(const ptc_json_schema *reader, ptc_draft_ref map,
                             ptc_draft_ref field, ptc_str name, bool is_optional)
{
    ptc_draft_node *node = ptc_draft_at(reader->draft, field);

    node->name = name;
    node->is_apart = node->is_exact = true;
    node->is_optional = is_optional;
    ptc_draft_append(reader->draft, map, field);
}

/* Maps that lack a key. Unlike maps that have it, they do not check what it holds, which
 * an OTHER_KEYS next to them would take for done. */
static ptc_draft_ref conditions_lacks(const ptc_json_schema *reader, ptc_str name,
                                      uint32_t place)
{
    ptc_draft_ref map = ptc_json_schema_node(reader, PTC_TYPE_MAP, place);

    conditions_field(reader, map, ptc_json_schema_never(reader, place), name, true);
    return map;
}

ptc_draft_ref ptc_json_schema_demand_key(const ptc_json_schema *reader, ptc_str name,
                                         uint32_t place)
{
    ptc_draft_ref ref = ptc_json_schema_node(reader, PTC_TYPE_NOT, place);

    ptc_draft_append(reader->draft, ref, conditions_lacks(reader, name, place));
    return ref;
}

/* What demands all names in a list, which is at a place. */
static ptc_draft_ref conditions_demand_all(const ptc_json_schema *reader,
                                           ptc_json_part list)
{
    bool is_shown = reader->has_others;
    ptc_draft_ref ref =
        ptc_json_schema_node(reader, is_shown ? PTC_TYPE_AND : PTC_TYPE_MAP, list.place);

    for (uint32_t i = 0; i < list.value->aux; i++) {
        const ptc_value *name = &list.value->as.items[i];
        uint32_t place = ptc_json_schema_child_at(reader, list.place, i);

        if (name->kind != PTC_STRING)
            ptc_json_schema_refuse(reader, place, "a required name must be a string");
        else if (is_shown)
            ptc_draft_append(
                reader->draft, ref,
                ptc_json_schema_demand_key(reader, ptc_value_text(name), place));
        else
            conditions_field(reader, ref,
                             ptc_json_schema_node(reader, PTC_TYPE_ANY, place),
                             ptc_value_text(name), false);
    }
    return ref;
}

/* --- Keys that depend on others ----------------------------------------------------- */

/* What holds for maps with the key `name`. */
static void conditions_depend(ptc_json_schema *reader, ptc_str name, ptc_json_part on,
                              ptc_json_all *whole)
{
    bool is_list = on.value->kind == PTC_VECTOR;
    ptc_draft_ref what;
    ptc_draft_ref when;
    ptc_draft_ref any;
    ptc_draft_ref ref;

    if (is_list && on.value->aux == 0)
        return;
    what = is_list ? conditions_demand_all(reader, on)
                   : ptc_json_schema_read(reader, on, PTC_JSON_OBJECT, false);
    ref = ptc_json_schema_node(reader, PTC_TYPE_IF, on.place);
    any = ptc_json_schema_node(reader, PTC_TYPE_ANY, on.place);
    if (reader->has_others) {
        when = conditions_lacks(reader, name, on.place);
        ptc_draft_at(reader->draft, when)->flags |= PTC_NODE_OTHERS;
    } else {
        when = ptc_json_schema_node(reader, PTC_TYPE_MAP, on.place);
        conditions_field(reader, when,
                         ptc_json_schema_node(reader, PTC_TYPE_ANY, on.place), name,
                         false);
    }
    ptc_draft_append(reader->draft, ref, when);
    ptc_draft_append(reader->draft, ref, reader->has_others ? any : what);
    ptc_draft_append(reader->draft, ref, reader->has_others ? what : any);
    ptc_json_all_add(reader, whole, ref);
}

static void conditions_depends(ptc_json_schema *reader, const ptc_json_facts *facts,
                               ptc_json_all *whole)
{
    static const struct {
        ptc_json_keyword keyword;
        bool takes_lists;
        bool takes_schemas;
    } rows[] = {
        {PTC_KEYWORD_DEPENDENT_REQUIRED, true, false},
        {PTC_KEYWORD_DEPENDENT_SCHEMAS, false, true},
        {PTC_KEYWORD_DEPENDENCIES, true, true},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_json_part map = facts->at[rows[i].keyword];

        if (map.value == NULL)
            continue;
        if (map.value->kind != PTC_MAP) {
            ptc_json_schema_refuse(reader, map.place, "this must be an object");
            continue;
        }
        if (rows[i].keyword == PTC_KEYWORD_DEPENDENCIES)
            ptc_json_schema_older(reader, facts, map.place,
                                  "write dependentRequired and dependentSchemas");
        for (uint32_t k = 0; k < map.value->aux; k++) {
            ptc_json_part on = ptc_json_schema_part(
                reader, ptc_json_schema_child_at(reader, map.place, k));
            bool is_list = on.value->kind == PTC_VECTOR;

            if (is_list ? rows[i].takes_lists : rows[i].takes_schemas)
                conditions_depend(reader,
                                  ptc_value_text(&map.value->as.map->entries[k].key), on,
                                  whole);
            else
                ptc_json_schema_refuse(reader, on.place,
                                       is_list ? "a schema must be an object"
                                               : "this must be a list of names");
        }
    }
}

/* --- Keys by patterns --------------------------------------------------------------- */

static uint32_t conditions_count(ptc_json_part map)
{
    return map.value != NULL && map.value->kind == PTC_MAP ? map.value->aux : 0;
}

ptc_draft_ref ptc_json_schema_key_pattern(const ptc_json_schema *reader,
                                          ptc_json_part patterns, uint32_t index)
{
    ptc_json_part key = {&patterns.value->as.map->entries[index].key,
                         ptc_json_schema_child_at(reader, patterns.place, index)};
    ptc_draft_ref ref = ptc_json_schema_node(reader, PTC_TYPE_STRING, key.place);

    ptc_json_schema_pattern(reader, key, ref);
    return ref;
}

/* The names of properties. */
static ptc_draft_ref conditions_names(const ptc_json_schema *reader,
                                      ptc_json_part properties)
{
    uint32_t count = conditions_count(properties);
    ptc_value *names = ptc_arena_array(reader->arena, count, sizeof *names);
    ptc_draft_ref ref = ptc_json_schema_node(reader, PTC_TYPE_ENUM, properties.place);
    ptc_draft_node *node = ptc_draft_at(reader->draft, ref);

    if (names == NULL)
        return 0;
    for (uint32_t i = 0; i < count; i++)
        names[i] = properties.value->as.map->entries[i].key;
    node->members = names;
    node->member_count = count;
    return ref;
}

/* The type of keys that are not property and match none of the patterns; it says that
 * they are texts, as a key in digits is also asked for as an int, which is not a name. */
static ptc_draft_ref conditions_further(const ptc_json_schema *reader,
                                        const ptc_json_facts *facts,
                                        const ptc_draft_ref *patterns, uint32_t place)
{
    ptc_json_part properties = facts->at[PTC_KEYWORD_PROPERTIES];
    uint32_t count = conditions_count(facts->at[PTC_KEYWORD_PATTERN_PROPERTIES]);
    uint32_t parts = count + (conditions_count(properties) > 0 ? 1 : 0);
    ptc_draft_ref ref;
    ptc_draft_ref all;

    if (parts == 0)
        return ptc_json_schema_node(reader, PTC_TYPE_STRING, place);
    ref = ptc_json_schema_node(reader, PTC_TYPE_AND, place);
    ptc_json_schema_child(reader, ref, PTC_TYPE_STRING, place);
    all = ptc_json_schema_child(reader, ref, PTC_TYPE_NOT, place);
    if (parts > 1)
        all = ptc_json_schema_child(reader, all, PTC_TYPE_UNION, place);
    if (parts > count)
        ptc_draft_append(reader->draft, all, conditions_names(reader, properties));
    for (uint32_t i = 0; i < count; i++) {
        ptc_draft_ref text = ptc_json_schema_child(reader, all, PTC_TYPE_STRING, place);
        const ptc_draft_node *pattern = ptc_draft_at(reader->draft, patterns[i]);

        ptc_draft_at(reader->draft, text)->patterns = pattern->patterns;
        ptc_draft_at(reader->draft, text)->pattern_count = pattern->pattern_count;
    }
    return ref;
}

static void conditions_keys(const ptc_json_schema *reader, ptc_json_all *whole,
                            ptc_draft_ref keys, ptc_draft_ref values, uint32_t place)
{
    ptc_draft_ref ref = ptc_json_all_child(reader, whole, PTC_TYPE_KEYS, place);

    ptc_draft_append(reader->draft, ref, keys);
    ptc_draft_append(reader->draft, ref, values);
}

/* Further keys next to properties and patterns, unless the map is closed or they may hold
 * anything. */
static void conditions_additional(ptc_json_schema *reader, const ptc_json_facts *facts,
                                  const ptc_draft_ref *patterns, ptc_json_all *whole)
{
    ptc_json_part values = facts->at[PTC_KEYWORD_ADDITIONAL];
    bool is_open = ptc_json_schema_is_open(values);

    if (values.value == NULL || (is_open && !reader->has_others) ||
        (conditions_is_false(values) &&
         conditions_count(facts->at[PTC_KEYWORD_PATTERN_PROPERTIES]) == 0))
        return;
    conditions_keys(
        reader, whole, conditions_further(reader, facts, patterns, values.place),
        is_open ? ptc_json_schema_node(reader, PTC_TYPE_ANY, values.place)
        : conditions_is_false(values) ? ptc_json_schema_never(reader, values.place)
                                      : ptc_json_schema_read(reader, values, 0, false),
        values.place);
}

void ptc_json_schema_key_conditions(ptc_json_schema *reader, const ptc_json_facts *facts,
                                    ptc_json_all *whole)
{
    ptc_json_part patterns = facts->at[PTC_KEYWORD_PATTERN_PROPERTIES];
    uint32_t count = conditions_count(patterns);
    ptc_draft_ref *keys = ptc_arena_array(reader->arena, count, sizeof *keys);

    if (keys == NULL)
        return; /* which shows in the arena */
    for (uint32_t i = 0; i < count; i++) {
        ptc_json_part values = ptc_json_schema_part(
            reader, ptc_json_schema_child_at(reader, patterns.place, i));

        keys[i] = ptc_json_schema_key_pattern(reader, patterns, i);
        if (!ptc_json_schema_is_open(values) || reader->has_others)
            conditions_keys(reader, whole, keys[i],
                            ptc_json_schema_read(reader, values, 0, false), values.place);
    }
    conditions_additional(reader, facts, keys, whole);
    conditions_depends(reader, facts, whole);
}

/* --- Any value ---------------------------------------------------------------------- */

static void conditions_if(ptc_json_schema *reader, const ptc_json_facts *facts,
                          ptc_json_all *whole)
{
    ptc_json_part when = facts->at[PTC_KEYWORD_IF];
    unsigned known = ptc_json_facts_known(facts);
    ptc_draft_ref ref;

    if (when.value == NULL ||
        (facts->at[PTC_KEYWORD_THEN].value == NULL &&
         facts->at[PTC_KEYWORD_ELSE].value == NULL && !reader->has_others))
        return;
    ref = ptc_json_all_child(reader, whole, PTC_TYPE_IF, when.place);
    ptc_draft_append(reader->draft, ref,
                     ptc_json_schema_read(reader, when, known, false));
    for (unsigned i = PTC_KEYWORD_THEN; i <= PTC_KEYWORD_ELSE; i++)
        ptc_draft_append(reader->draft, ref,
                         facts->at[i].value != NULL
                             ? ptc_json_schema_read(reader, facts->at[i], known, false)
                             : ptc_json_schema_node(reader, PTC_TYPE_ANY, when.place));
}

/* What is said about keys or elements that nothing else checks. */
static void conditions_others(ptc_json_schema *reader, const ptc_json_facts *facts,
                              ptc_json_keyword keyword, ptc_json_all *whole)
{
    bool is_keys = keyword == PTC_KEYWORD_UNEVALUATED_PROPERTIES;
    unsigned own = is_keys ? PTC_JSON_OBJECT : PTC_JSON_ARRAY;
    unsigned known = ptc_json_facts_known(facts);
    ptc_json_part part = facts->at[keyword];
    ptc_draft_ref ref;

    if (part.value == NULL || (known != 0 && (known & own) == 0))
        return;
    ref = ptc_json_all_child(
        reader, whole, is_keys ? PTC_TYPE_OTHER_KEYS : PTC_TYPE_OTHER_ITEMS, part.place);
    if (known != own)
        ptc_draft_at(reader->draft, ref)->flags |= PTC_NODE_OTHERS;
    ptc_draft_append(reader->draft, ref, ptc_json_schema_read(reader, part, 0, false));
}

void ptc_json_schema_conditions(ptc_json_schema *reader, const ptc_json_facts *facts,
                                ptc_json_all *whole)
{
    ptc_json_part not = facts->at[PTC_KEYWORD_NOT];

    if (not .value != NULL) {
        ptc_draft_ref ref = ptc_json_all_child(reader, whole, PTC_TYPE_NOT, not .place);

        ptc_draft_append(
            reader->draft, ref,
            ptc_json_schema_read(reader, not, ptc_json_facts_known(facts), false));
    }
    conditions_if(reader, facts, whole);
    conditions_others(reader, facts, PTC_KEYWORD_UNEVALUATED_PROPERTIES, whole);
    conditions_others(reader, facts, PTC_KEYWORD_UNEVALUATED_ITEMS, whole);
}
