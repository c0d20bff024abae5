/* SPDX-License-Identifier: MIT */
/* Random lists, sets, tuples and maps. */
#include "walk/sample_int.h"

#include <ptc/convert.h>

enum {
    SAMPLED_FEW = 4,    /* elements beyond those that there must be */
    SAMPLED_TURNS = 16, /* draws for each element that differs from the others */
};

static void sampled_push(ptc_sample *sample, ptc_str key, size_t index)
{
    if (sample->path_count < SAMPLE_PATH_MAX)
        sample->path[sample->path_count] = (ptc_path_step){key, index};
    sample->path_count++;
}

bool ptc_sample_part(ptc_sample *sample, uint32_t node, ptc_str key, size_t index,
                     ptc_value *out)
{
    bool is_made;

    sampled_push(sample, key, index);
    is_made = ptc_sample_make(sample, node, out);
    sample->path_count--;
    return is_made;
}

static bool sampled_count(ptc_sample *sample, const ptc_schema_node *node,
                          uint32_t *least, uint32_t *count)
{
    return ptc_sample_count(sample, node, SAMPLE_ITEMS_MAX, SAMPLED_FEW, least, count) ||
           ptc_sample_fault(sample, node, "it needs too many elements");
}

/* --- Lists and tuples -------------------------------------------------------------- */

/* Whether the last of some elements is none of those before it, as the node compares
 * them. */
static bool sampled_is_new(const ptc_schema_node *node, const ptc_value *items,
                           uint32_t last)
{
    for (uint32_t i = 0; i < last; i++) {
        if (node->type == PTC_TYPE_SET ? ptc_value_same(&items[i], &items[last])
                                       : ptc_value_same_json(&items[i], &items[last]))
            return false;
    }
    return true;
}

/* Elements of the nodes from `first` on, or all of it. What cannot be made is left out
 * where `least` are enough. */
static bool sampled_items(ptc_sample *sample, uint32_t first, uint32_t step,
                          uint32_t least, uint32_t count, ptc_value *out)
{
    ptc_value *items = ptc_arena_array(sample->arena, count, sizeof *items);
    const ptc_str none = {NULL, 0};

    for (uint32_t i = 0; items != NULL && i < count; i++) {
        if (ptc_sample_part(sample, first + i * step, none, i, &items[i]))
            continue;
        if (i < least || sample->arena->failed)
            return false;
        count = i;
    }
    *out = ptc_value_vector(items, count);
    return items != NULL;
}

/* Elements that differ from each other, of a SET or a LIST. */
static bool sampled_distinct(ptc_sample *sample, const ptc_schema_node *node,
                             uint32_t least, uint32_t count, ptc_value *out)
{
    ptc_value *items = ptc_arena_array(sample->arena, (size_t)count + 1, sizeof *items);
    uint32_t turns = (count + 4) * SAMPLED_TURNS;
    const ptc_str none = {NULL, 0};
    uint32_t made = 0;
    bool is_possible = items != NULL;

    while (is_possible && made < count && turns-- > 0) {
        is_possible = ptc_sample_part(sample, node->first, none, made, &items[made]);
        made += is_possible && sampled_is_new(node, items, made);
    }
    if (items == NULL || sample->arena->failed)
        return false;
    if (made < least)
        return is_possible &&
               ptc_sample_fault(sample, node, "too few different elements were found");
    *out = ptc_value_vector(items, made);
    return sample->is_json || node->type != PTC_TYPE_SET ||
           ptc_value_set_of(sample->arena, items, made, out, NULL) == PTC_OK;
}

bool ptc_sample_list(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    uint32_t least;
    uint32_t count;

    if (!sampled_count(sample, node, &least, &count))
        return false;
    if (node->type == PTC_TYPE_SET || (node->flags & PTC_NODE_DISTINCT) != 0)
        return sampled_distinct(sample, node, least, count, out);
    return sampled_items(sample, node->first, 0, least, count, out);
}

/* Elements of a tuple that have to differ. */
static bool sampled_places(ptc_sample *sample, const ptc_schema_node *node,
                           ptc_value *out)
{
    ptc_value *items = ptc_arena_array(sample->arena, node->count, sizeof *items);
    const ptc_str none = {NULL, 0};

    for (uint32_t i = 0; items != NULL && i < node->count; i++) {
        uint32_t turns = SAMPLED_TURNS;

        do {
            if (!ptc_sample_part(sample, node->first + i, none, i, &items[i]))
                return false;
        } while (!sampled_is_new(node, items, i) && --turns > 0);
        if (turns == 0)
            return ptc_sample_fault(sample, node,
                                    "too few different elements were found");
    }
    *out = ptc_value_vector(items, node->count);
    return items != NULL;
}

bool ptc_sample_tuple(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    if ((node->flags & PTC_NODE_DISTINCT) != 0)
        return sampled_places(sample, node, out);
    return sampled_items(sample, node->first, 1, node->count, node->count, out);
}

/* --- Maps -------------------------------------------------------------------------- */

static bool sampled_finish(ptc_sample *sample, const ptc_map_entry *entries, size_t count,
                           ptc_value *out)
{
    return ptc_map_make(sample->arena, entries, count, out, NULL) == PTC_OK;
}

/* Whether a field that may be absent is. */
static bool sampled_is_absent(ptc_sample *sample, const ptc_schema_node *field)
{
    if (!ptc_schema_is_optional(field))
        return false;
    if (ptc_sample_is_small(sample) &&
        (ptc_type_has_children((ptc_type)field->type) ||
         (field->type == PTC_TYPE_REF && !ptc_schema_says_nil(field))))
        return true;
    return ptc_sample_chance(sample, 35);
}

/* A field now and then has its default. */
static bool sampled_field(ptc_sample *sample, uint32_t index, ptc_value *out)
{
    const ptc_schema_node *field = &sample->schema->nodes[index];

    if (ptc_schema_has_default(field) && ptc_sample_chance(sample, 20)) {
        *out = ptc_sample_literal(sample, &field->extra->default_value);
        if (ptc_sample_accepts(sample, index, out))
            return true;
    }
    return ptc_sample_part(sample, index, field->name, 0, out);
}

bool ptc_sample_map(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    ptc_map_entry *entries = ptc_arena_array(sample->arena, node->count, sizeof *entries);
    size_t count = 0;

    if (entries == NULL)
        return false;
    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *field = &sample->schema->nodes[node->first + i];

        if (ptc_walk_is_from_context(field) || sampled_is_absent(sample, field))
            continue;
        entries[count].key = ptc_sample_name(sample, field->name);
        if (sampled_field(sample, node->first + i, &entries[count].value))
            count++;
        else if (!ptc_schema_is_optional(field) || sample->arena->failed ||
                 sample->scratch.arena->failed)
            return false;
    }
    return sampled_finish(sample, entries, count, out);
}

bool ptc_sample_key(ptc_sample *sample, uint32_t index, ptc_value *out)
{
    char digits[PTC_NUMBER_MAX];
    ptc_str copy;

    if (!ptc_sample_part(sample, index, PTC_STR("(key)"), 0, out))
        return false;
    if (!sample->is_json || out->kind == PTC_STRING)
        return true;
    if (out->kind != PTC_INT)
        return ptc_sample_fault(sample, &sample->schema->nodes[index],
                                "keys of JSON objects are strings, and no string fits");
    copy =
        ptc_str_copy(sample->arena,
                     ptc_str_make(digits, ptc_number_write_int(out->as.integer, digits)));
    *out = ptc_value_string(copy);
    return copy.ptr != NULL;
}

static bool sampled_has_key(const ptc_map_entry *entries, size_t count,
                            const ptc_value *key)
{
    for (size_t i = 0; i < count; i++) {
        if (ptc_value_same(&entries[i].key, key))
            return true;
    }
    return false;
}

static bool sampled_entry(ptc_sample *sample, const ptc_schema_node *node,
                          ptc_map_entry *entries, uint32_t *count)
{
    ptc_map_entry *entry = &entries[*count];
    ptc_str key = PTC_STR("(key)");

    if (!ptc_sample_key(sample, node->first, &entry->key))
        return false;
    if (sampled_has_key(entries, *count, &entry->key))
        return true;
    if (entry->key.kind == PTC_STRING || entry->key.kind == PTC_KEYWORD)
        key = ptc_value_text(&entry->key);
    if (!ptc_sample_part(sample, node->first + 1, key, 0, &entry->value))
        return false;
    ++*count;
    return true;
}

bool ptc_sample_map_of(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    ptc_map_entry *entries;
    uint32_t count = 0;
    uint32_t least;
    uint32_t wanted;
    bool is_made = true;

    if (!sampled_count(sample, node, &least, &wanted))
        return false;
    entries = ptc_arena_array(sample->arena, (size_t)wanted + 1, sizeof *entries);
    if (entries == NULL)
        return false;
    for (uint32_t turns = (wanted + 4) * SAMPLED_TURNS; count < wanted && turns > 0;
         turns--) {
        is_made = sampled_entry(sample, node, entries, &count);
        if (sample->arena->failed || sample->drawn >= SAMPLE_VALUES_MAX)
            break;
    }
    if (sample->arena->failed)
        return false;
    if (count < least)
        return is_made &&
               ptc_sample_fault(sample, node, "too few different keys were found");
    return sampled_finish(sample, entries, count, out);
}

bool ptc_sample_merge(ptc_sample *sample, const ptc_value *one, const ptc_value *other,
                      ptc_value *out)
{
    const ptc_map *a = one->as.map;
    const ptc_map *b = other->as.map;
    ptc_map_entry *entries =
        ptc_arena_array(sample->arena, (size_t)a->count + b->count, sizeof *entries);
    size_t count = a->count;

    if (entries == NULL)
        return false;
    if (count > 0)
        memcpy(entries, a->entries, count * sizeof *entries);
    for (uint32_t i = 0; i < b->count; i++) {
        if (ptc_map_find(a, &b->entries[i].key) == NULL)
            entries[count++] = b->entries[i];
    }
    return sampled_finish(sample, entries, count, out);
}
