/* SPDX-License-Identifier: MIT */
/*
 * The walker on maps: declared fields, found by their flexible spelling, extra keys, and
 * maps of any keys. [validation 3, 5, 6, 8]
 */
#include "schema/schema_int.h"
#include "walk/walk_int.h"

#include <ptc/convert.h>

enum {
    WALK_SIMILAR_MAX = 64, /* keys that are compared to find a misspelled one */
};

static bool walk_is_name(const ptc_value *key)
{
    return key->kind == PTC_STRING || key->kind == PTC_KEYWORD;
}

const ptc_map_entry *ptc_walk_seek_exact(const ptc_map *map, const ptc_schema_node *field,
                                         uint32_t guess)
{
    const ptc_map_entry *entry = ptc_map_find_field(map, field->name, guess);

    /* An entry with the field's own spelling would have been found before others. */
    if (entry != NULL && !ptc_str_equal(ptc_value_text(&entry->key), field->name))
        return NULL;
    return entry;
}

const ptc_schema_node *ptc_walk_field_of(const ptc_schema_node *nodes,
                                         const ptc_schema_node *node, const ptc_map *map,
                                         const ptc_map_entry *entry, uint32_t guess,
                                         bool *is_found)
{
    uint32_t number = (uint32_t)(entry - map->entries);
    uint32_t at = guess;

    *is_found = false;
    if (!walk_is_name(&entry->key))
        return NULL;
    for (uint32_t i = 0; i < node->count; i++, at++) {
        const ptc_schema_node *field;

        if (at >= node->count)
            at = 0;
        field = &nodes[node->first + at];
        if (!ptc_walk_may_be(field, ptc_value_text(&entry->key)) ||
            ptc_walk_is_from_context(field))
            continue;
        *is_found = ptc_map_find_field(map, field->name, number) == entry;
        return field;
    }
    return NULL;
}

bool ptc_walk_extras(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place)
{
    const ptc_map *map = value->as.map;
    ptc_place step = {place, NULL, NULL, 0, NULL};
    uint32_t guess = 0;

    for (uint32_t i = 0; walker->report != NULL && i < map->count; i++) {
        const ptc_map_entry *entry = &map->entries[i];
        bool is_found;
        const ptc_schema_node *field =
            ptc_walk_field_of(walker->nodes, node, map, entry, guess, &is_found);

        if (field != NULL)
            guess = (uint32_t)(field - &walker->nodes[node->first]) + 1;
        if (is_found)
            continue;
        step.key = &entry->key;
        ptc_fault_extra(walker, &step, node, &entry->value);
    }
    return false;
}

/* An extra key that may be the misspelled name of a field. */
static const ptc_value *walk_similar_key(const ptc_walker *walker,
                                         const ptc_schema_node *node, const ptc_map *map,
                                         ptc_str name)
{
    const ptc_value *best = NULL;
    unsigned best_distance = 3;
    uint32_t count = map->count < WALK_SIMILAR_MAX ? map->count : WALK_SIMILAR_MAX;

    for (uint32_t i = 0; i < count; i++) {
        const ptc_value *key = &map->entries[i].key;
        unsigned distance;
        bool is_found;

        if (!walk_is_name(key))
            continue;
        distance = ptc_str_distance(name, ptc_value_text(key), best_distance - 1);
        if (distance < best_distance &&
            ptc_walk_field_of(walker->nodes, node, map, &map->entries[i], 0, &is_found) ==
                NULL) {
            best_distance = distance;
            best = key;
        }
    }
    return best;
}

PTC_COLD bool ptc_walk_missing(ptc_walker *walker, const ptc_schema_node *node,
                               const ptc_value *value, const ptc_schema_node *field,
                               const ptc_place *place)
{
    const ptc_value *similar = NULL;
    const ptc_report *report = walker->report;

    if (report != NULL && report->error_count < report->limit)
        similar = walk_similar_key(walker, node, value->as.map, field->name);
    return ptc_fault_missing(walker, place, field, similar);
}

static bool walk_fields(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place)
{
    const ptc_map *map = value->as.map;
    const ptc_schema_node *field = &walker->nodes[node->first];
    const ptc_schema_node *end = field + node->count;
    ptc_place step = {place, NULL, NULL, 0, NULL};
    uint32_t found = 0;
    uint32_t guess = 0;
    bool is_valid = true;

    for (; field < end; field++) {
        const bool is_given = !ptc_walk_is_from_context(field);
        /* Distinct fields take distinct entries: once all are taken, no field has one. */
        const ptc_map_entry *entry =
            found < map->count && is_given ? ptc_walk_find(map, field, guess) : NULL;
        bool is_fine;

        step.slot = field;
        if (PTC_UNLIKELY(!is_given)) {
            is_fine = ptc_walk_check_context(walker, field, &step);
        } else if (entry != NULL) {
            found++;
            guess = (uint32_t)(entry - map->entries) + 1;
            is_fine = ptc_walk_check(walker, field, &entry->value, &step);
        } else {
            is_fine = ptc_schema_is_optional(field) ||
                      ptc_walk_missing(walker, node, value, field, &step);
        }
        if (!is_fine) {
            if (walker->report == NULL)
                return false;
            is_valid = false;
        }
    }
    if (found < map->count && (walker->is_strict || (node->flags & PTC_NODE_CLOSED) != 0))
        is_valid = ptc_walk_extras(walker, node, value, place);
    return is_valid;
}

bool ptc_walk_map(ptc_walker *walker, const ptc_schema_node *node, const ptc_value *value,
                  const ptc_place *place)
{
    bool is_valid;

    if (value->kind != PTC_MAP)
        return ptc_fault_kind(walker, place, node, value);
    if (!ptc_walk_enter(walker, node, place))
        return false;
    is_valid = walk_fields(walker, node, value, place);
    walker->depth--;
    return is_valid;
}

/* Keys of JSON are strings, so there a decimal text stands for an int. */
bool ptc_walk_accepts_key(ptc_walker *walker, const ptc_schema_node *node,
                          const ptc_value *key)
{
    ptc_value number;
    int64_t integer;

    if (ptc_walk_accepts(walker, node, key))
        return true;
    if (!walker->is_json || key->kind != PTC_STRING ||
        !ptc_convert_int_key(ptc_value_text(key), &integer))
        return false;
    number = ptc_value_int(integer);
    return ptc_walk_accepts(walker, node, &number);
}

static bool walk_entries(ptc_walker *walker, const ptc_schema_node *node,
                         const ptc_map *map, const ptc_place *place)
{
    const ptc_schema_node *key_node = &walker->nodes[node->first];
    ptc_place step = {place, NULL, NULL, 0, NULL};
    bool is_valid = true;

    for (uint32_t i = 0; i < map->count && (is_valid || walker->report != NULL); i++) {
        const ptc_map_entry *entry = &map->entries[i];

        step.key = &entry->key;
        if (!ptc_walk_accepts_key(walker, key_node, &entry->key))
            is_valid = ptc_fault_key(walker, &step, key_node, &entry->key);
        if (is_valid || walker->report != NULL)
            is_valid &= ptc_walk_check(walker, key_node + 1, &entry->value, &step);
    }
    return is_valid;
}

bool ptc_walk_map_of(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place)
{
    bool is_valid;

    if (value->kind != PTC_MAP)
        return ptc_fault_kind(walker, place, node, value);
    if (!ptc_walk_enter(walker, node, place))
        return false;
    is_valid = ptc_walk_size(walker, node, value, value->aux, place);
    if (is_valid || walker->report != NULL)
        is_valid &= walk_entries(walker, node, value->as.map, place);
    walker->depth--;
    return is_valid;
}
