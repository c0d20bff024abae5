/* SPDX-License-Identifier: MIT */
/* Objects of JSON Schema: properties, names and their number. [signature 13] */
#include "contract/json_schema/json_schema_int.h"
#include "schema/schema_int.h"

static bool objects_is(ptc_json_part part, bool boolean)
{
    return part.value != NULL && part.value->kind == PTC_BOOL &&
           part.value->as.boolean == boolean;
}

static uint32_t objects_count(ptc_json_part map)
{
    return map.value != NULL && map.value->kind == PTC_MAP ? map.value->aux : 0;
}

bool ptc_json_schema_is_open(ptc_json_part part)
{
    return part.value == NULL || objects_is(part, true) ||
           (part.value->kind == PTC_MAP && part.value->aux == 0);
}

/* --- Objects ----------------------------------------------------------------------- */

/* Makes the map of `required` names to true. */
static ptc_status objects_required(const ptc_json_schema *reader, ptc_json_part list,
                                   ptc_value *out)
{
    ptc_map_entry *entries;
    ptc_status status;
    size_t twice = 0;

    if (list.value->kind != PTC_VECTOR) {
        ptc_diag *diag = ptc_json_schema_refuse(reader, list.place,
                                                "required must be a list of names");

        if (list.value->kind == PTC_BOOL)
            ptc_diag_hint(reader->diags, diag,
                          "list the name in \"required\" of the enclosing schema");
        return PTC_ERROR_SYNTAX;
    }
    entries = ptc_arena_array(reader->arena, list.value->aux, sizeof *entries);
    if (entries == NULL)
        return PTC_ERROR_MEMORY;
    for (uint32_t i = 0; i < list.value->aux; i++) {
        const ptc_value *name = &list.value->as.items[i];

        entries[i].key = *name;
        entries[i].value = ptc_value_bool(true);
        if (name->kind != PTC_STRING)
            ptc_json_schema_refuse(reader,
                                   ptc_json_schema_child_at(reader, list.place, i),
                                   "a required name must be a string");
    }
    status = ptc_map_make(reader->arena, entries, list.value->aux, out, &twice);
    if (status == PTC_ERROR_DUPLICATE)
        ptc_json_schema_refuse(
            reader, ptc_json_schema_child_at(reader, list.place, (uint32_t)twice),
            "a name is listed twice");
    return status;
}

void ptc_json_schema_add_property(const ptc_json_schema *reader, ptc_draft_ref parent,
                                  ptc_draft_ref property, ptc_str name, bool is_required)
{
    ptc_draft_node *node = ptc_draft_at(reader->draft, property);

    node->name = name;
    node->is_apart = node->is_exact = true;
    node->is_optional = !is_required;
    ptc_draft_append(reader->draft, parent, property);
}

static void objects_properties(ptc_json_schema *reader, ptc_json_part properties,
                               const ptc_map *required, ptc_draft_ref parent)
{
    bool is_closed = (ptc_draft_at(reader->draft, parent)->flags & PTC_NODE_CLOSED) != 0;

    for (uint32_t i = 0; i < objects_count(properties); i++) {
        const ptc_map_entry *entry = &properties.value->as.map->entries[i];
        ptc_json_part part = ptc_json_schema_part(
            reader, ptc_json_schema_child_at(reader, properties.place, i));
        bool is_required =
            (required != NULL && ptc_map_find(required, &entry->key) != NULL) ||
            reader->nodes[part.place].is_required;

        if (is_closed && !is_required && objects_is(part, false))
            continue; /* as all others */
        ptc_json_schema_add_property(reader, parent,
                                     ptc_json_schema_read(reader, part, 0, !is_required),
                                     ptc_value_text(&entry->key), is_required);
    }
}

/* Names that are required and no properties: they may be anything. `map` has them, or
 * `whole` where they must not count as checked. */
static void objects_further_required(ptc_json_schema *reader, const ptc_json_facts *facts,
                                     ptc_draft_ref map, ptc_json_all *whole)
{
    ptc_json_part list = facts->at[PTC_KEYWORD_REQUIRED];
    ptc_json_part properties = facts->at[PTC_KEYWORD_PROPERTIES];
    bool is_closed = (ptc_draft_at(reader->draft, map)->flags & PTC_NODE_CLOSED) != 0;

    for (uint32_t i = 0; list.value != NULL && i < list.value->aux; i++) {
        const ptc_value *name = &list.value->as.items[i];
        uint32_t place = ptc_json_schema_child_at(reader, list.place, i);

        if (objects_count(properties) > 0 &&
            ptc_map_find(properties.value->as.map, name) != NULL)
            continue;
        if (is_closed)
            ptc_json_schema_add_property(reader, map,
                                         ptc_json_schema_never(reader, place),
                                         ptc_value_text(name), true);
        else if (reader->has_others)
            ptc_json_all_add(
                reader, whole,
                ptc_json_schema_demand_key(reader, ptc_value_text(name), place));
        else
            ptc_json_schema_add_property(
                reader, map, ptc_json_schema_node(reader, PTC_TYPE_ANY, place),
                ptc_value_text(name), true);
    }
}

static bool objects_are_texts_listed(const ptc_draft_node *node)
{
    for (uint32_t i = 0; i < node->member_count; i++) {
        if (node->members[i].kind != PTC_STRING)
            return false;
    }
    return true;
}

/* Types of texts, which recognise a number by its digits if they accept it. */
static bool objects_is_text(ptc_type type)
{
    return type == PTC_TYPE_STRING || ptc_type_is_spelled(type);
}

/* Whether the type under `ref` takes no name for a number, as keys of maps may be taken:
 * in JSON Schema names are texts. */
static bool objects_are_texts(const ptc_json_schema *reader, ptc_draft_ref ref)
{
    const ptc_draft_node *node = ptc_draft_at(reader->draft, ref);

    switch (node->type) {
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return objects_are_texts_listed(node);
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_NOT:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
        for (ref = node->first; ref != 0; ref = ptc_draft_at(reader->draft, ref)->next) {
            if (!objects_are_texts(reader, ref))
                return false;
        }
        return true;
    default:
        return node->type == PTC_TYPE_ANY || objects_is_text((ptc_type)node->type);
    }
}

/* Whether the type under `ref` may take an int where it refuses its digits: then a name
 * in digits, which is asked for as an int as well, would be taken. */
static bool objects_takes_numbers(const ptc_json_schema *reader, ptc_draft_ref ref)
{
    const ptc_draft_node *node = ptc_draft_at(reader->draft, ref);
    bool is_and = node->type == PTC_TYPE_AND;

    if (!is_and && node->type != PTC_TYPE_UNION)
        return !objects_is_text((ptc_type)node->type) &&
               (node->member_count == 0 || !objects_are_texts_listed(node));
    for (ref = node->first; ref != 0; ref = ptc_draft_at(reader->draft, ref)->next) {
        if (objects_takes_numbers(reader, ref) != is_and)
            return !is_and;
    }
    return is_and;
}

/* The type of the names of an object. */
static ptc_draft_ref objects_names(ptc_json_schema *reader, ptc_json_part names)
{
    ptc_draft_ref ref = ptc_json_schema_read(reader, names, PTC_JSON_STRING, false);
    ptc_draft_ref both;

    if (ref == 0 || !objects_takes_numbers(reader, ref) ||
        (ptc_json_schema_all_types(reader, names) & ~(unsigned)PTC_JSON_STRING) == 0)
        return ref;
    if (!objects_are_texts(reader, ref))
        ptc_json_schema_unread(reader, names.place,
                               "names are strings: write \"type\": \"string\" and "
                               "minLength, maxLength, pattern or enum");
    both = ptc_json_schema_node(reader, PTC_TYPE_AND, names.place);
    ptc_json_schema_child(reader, both, PTC_TYPE_STRING, names.place);
    ptc_draft_append(reader->draft, both, ref);
    return both;
}

/* A map of names and values of one kind each, whose number has limits. `names` is 0 for
 * any. */
static ptc_draft_ref objects_map_of(ptc_json_schema *reader, const ptc_json_facts *facts,
                                    ptc_draft_ref names, ptc_json_part values,
                                    const ptc_interval *counts)
{
    ptc_draft_ref ref = ptc_json_schema_node(reader, PTC_TYPE_MAP_OF, facts->self.place);

    if (names == 0)
        ptc_json_schema_child(reader, ref, PTC_TYPE_STRING, facts->self.place);
    else
        ptc_draft_append(reader->draft, ref, names);
    if (ptc_json_schema_is_open(values))
        ptc_json_schema_child(reader, ref, PTC_TYPE_ANY, facts->self.place);
    else
        ptc_draft_append(reader->draft, ref,
                         ptc_json_schema_read(reader, values, 0, false));
    ptc_draft_at(reader->draft, ref)->interval = *counts;
    return ref;
}

/* The conditions on all names of an object; 0: none. */
static ptc_draft_ref objects_own_names(ptc_json_schema *reader,
                                       const ptc_json_facts *facts)
{
    ptc_json_part names = facts->at[PTC_KEYWORD_PROPERTY_NAMES];

    return ptc_json_schema_is_open(names) ? 0 : objects_names(reader, names);
}

/* Whether names or the number of properties have conditions. */
static bool objects_has_limits(const ptc_json_facts *facts, const ptc_interval *counts)
{
    return !ptc_json_schema_is_open(facts->at[PTC_KEYWORD_PROPERTY_NAMES]) ||
           counts->low.kind != PTC_NIL || counts->high.kind != PTC_NIL;
}

/* Whether all keys match one pattern, and nothing else is said about names. */
static bool objects_is_of_pattern(const ptc_json_facts *facts)
{
    return objects_count(facts->at[PTC_KEYWORD_PATTERN_PROPERTIES]) == 1 &&
           objects_is(facts->at[PTC_KEYWORD_ADDITIONAL], false) &&
           ptc_json_schema_is_open(facts->at[PTC_KEYWORD_PROPERTY_NAMES]);
}

/* Whether something depends on single keys, or may be asked about them. */
static bool objects_names_keys(const ptc_json_schema *reader, const ptc_json_facts *facts,
                               const ptc_map *required)
{
    return reader->has_others || required != NULL ||
           objects_count(facts->at[PTC_KEYWORD_PROPERTIES]) > 0 ||
           facts->at[PTC_KEYWORD_DEPENDENT_REQUIRED].value != NULL ||
           facts->at[PTC_KEYWORD_DEPENDENT_SCHEMAS].value != NULL ||
           facts->at[PTC_KEYWORD_DEPENDENCIES].value != NULL;
}

/* An object without properties whose keys and values are of one kind; 0: it is none. */
static ptc_draft_ref objects_uniform(ptc_json_schema *reader, const ptc_json_facts *facts,
                                     const ptc_interval *counts)
{
    ptc_json_part patterns = facts->at[PTC_KEYWORD_PATTERN_PROPERTIES];
    ptc_json_part additional = facts->at[PTC_KEYWORD_ADDITIONAL];

    if (objects_is_of_pattern(facts))
        return objects_map_of(
            reader, facts, ptc_json_schema_key_pattern(reader, patterns, 0),
            ptc_json_schema_part(reader,
                                 ptc_json_schema_child_at(reader, patterns.place, 0)),
            counts);
    if (objects_count(patterns) > 0 || objects_is(additional, false) ||
        ptc_json_schema_is_open(additional))
        return 0;
    return objects_map_of(reader, facts, objects_own_names(reader, facts), additional,
                          counts);
}

/* The map of the properties. */
static ptc_draft_ref objects_map(ptc_json_schema *reader, const ptc_json_facts *facts,
                                 const ptc_map *required, ptc_json_all *whole)
{
    bool is_any = facts->at[PTC_KEYWORD_PROPERTIES].value == NULL &&
                  (required == NULL || reader->has_others);
    bool is_closed = objects_is(facts->at[PTC_KEYWORD_ADDITIONAL], false) &&
                     objects_count(facts->at[PTC_KEYWORD_PATTERN_PROPERTIES]) == 0;
    ptc_draft_ref ref = ptc_json_schema_node(
        reader, is_any && !is_closed ? PTC_TYPE_ANY_MAP : PTC_TYPE_MAP,
        facts->self.place);

    if (is_closed)
        ptc_draft_at(reader->draft, ref)->flags |= PTC_NODE_CLOSED;
    ptc_json_all_add(reader, whole, ref);
    objects_properties(reader, facts->at[PTC_KEYWORD_PROPERTIES], required, ref);
    objects_further_required(reader, facts, ref, whole);
    return ref;
}

/* Puts a node that is nowhere in the place of another. */
static void objects_replace(ptc_draft_node *node, ptc_draft_node *by)
{
    ptc_draft_ref next = node->next;

    *node = *by;
    node->next = next;
    by->type = PTC_TYPE_ANY;
    by->first = by->last = 0;
}

/* Limits the names and their number next to the map of the properties. */
static void objects_limit(ptc_json_schema *reader, const ptc_json_facts *facts,
                          const ptc_interval *counts, ptc_draft_ref map,
                          ptc_json_all *whole)
{
    ptc_json_part any = {NULL, 0};
    ptc_draft_ref limits =
        objects_map_of(reader, facts, objects_own_names(reader, facts), any, counts);

    if (reader->has_others) { /* what a negation checks does not count as checked */
        ptc_draft_ref outer =
            ptc_json_all_child(reader, whole, PTC_TYPE_NOT, facts->self.place);
        ptc_draft_ref inner =
            ptc_json_schema_child(reader, outer, PTC_TYPE_NOT, facts->self.place);

        ptc_draft_at(reader->draft, limits)->flags |= PTC_NODE_OTHERS;
        ptc_draft_append(reader->draft, inner, limits);
    } else if (ptc_draft_at(reader->draft, map)->type == PTC_TYPE_ANY_MAP) {
        objects_replace(ptc_draft_at(reader->draft, map),
                        ptc_draft_at(reader->draft, limits));
    } else {
        ptc_json_all_add(reader, whole, limits);
    }
}

/* A map, and what has conditions on all of its keys as further conjuncts. */
static ptc_draft_ref objects_struct(ptc_json_schema *reader, const ptc_json_facts *facts,
                                    const ptc_map *required, const ptc_interval *counts)
{
    ptc_json_all whole = {.place = facts->self.place};
    ptc_draft_ref map = objects_map(reader, facts, required, &whole);

    if (objects_has_limits(facts, counts))
        objects_limit(reader, facts, counts, map, &whole);
    ptc_json_schema_key_conditions(reader, facts, &whole);
    return ptc_json_all_end(reader, &whole);
}

ptc_draft_ref ptc_json_schema_object(ptc_json_schema *reader, const ptc_json_facts *facts)
{
    ptc_json_part properties = facts->at[PTC_KEYWORD_PROPERTIES];
    ptc_json_part patterns = facts->at[PTC_KEYWORD_PATTERN_PROPERTIES];
    ptc_json_part list = facts->at[PTC_KEYWORD_REQUIRED];
    ptc_value required = ptc_value_nil();
    const ptc_map *names;
    ptc_interval counts;
    ptc_draft_ref ref;

    if (properties.value != NULL && properties.value->kind != PTC_MAP) {
        ptc_json_schema_refuse(reader, properties.place, "properties must be an object");
        return 0;
    }
    if (patterns.value != NULL && patterns.value->kind != PTC_MAP) {
        ptc_json_schema_refuse(reader, patterns.place,
                               "patternProperties must be an object");
        return 0;
    }
    if (list.value != NULL && objects_required(reader, list, &required) != PTC_OK)
        return 0;
    if (!ptc_json_schema_counts(reader, facts, PTC_KEYWORD_MIN_PROPERTIES,
                                PTC_KEYWORD_MAX_PROPERTIES, &counts))
        return 0;
    names =
        required.kind == PTC_MAP && required.as.map->count > 0 ? required.as.map : NULL;
    if (!objects_names_keys(reader, facts, names)) {
        ref = objects_uniform(reader, facts, &counts);
        if (ref != 0)
            return ref;
    }
    return objects_struct(reader, facts, names, &counts);
}
