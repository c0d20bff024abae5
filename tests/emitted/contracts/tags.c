/* SPDX-License-Identifier: MIT */
/* Following a struct along its layout, next to the walker's value; see tags.h. */
#include "tags.h"

#include "emitted/emitted_int.h"

typedef struct tag_run {
    const ptc_schema *schema;
    const ptc_gen_layout *layout;
    const ptc_walk_options *options;
} tag_run;

static bool tags_of(const tag_run *run, uint32_t index, const unsigned char *place,
                    const ptc_value *value);

static bool tags_at(const tag_run *run, uint32_t index, const unsigned char *holder,
                    const ptc_value *value)
{
    const ptc_gen_layout *row = &run->layout[index];
    bool is_there = true;

    if (row->flag != PTC_GEN_ALWAYS)
        memcpy(&is_there, holder + row->flag, sizeof is_there);
    return !is_there || value == NULL || value->kind == PTC_NIL ||
           tags_of(run, index, holder + row->offset, value);
}

static bool accepts(const tag_run *run, uint32_t index, const ptc_value *value)
{
    ptc_schema alternative = *run->schema;

    alternative.root = index;
    return ptc_schema_validate(&alternative, value, run->options, NULL) == PTC_OK;
}

/* A value that none accepts proves nothing: a double may miss the limit that the integer
 * met from which it was made. */
static bool is_first(const tag_run *run, uint32_t index, uint64_t tag,
                     const ptc_value *value)
{
    const ptc_schema_node *node = &run->schema->nodes[index];
    uint32_t first = 0;

    if (!accepts(run, index, value))
        return true;
    if (node->type == PTC_TYPE_MULTI)
        return accepts(run, node->first + (uint32_t)tag, value);
    while (first < node->count && !accepts(run, node->first + first, value))
        first++;
    return first == tag;
}

static bool tags_of_union(const tag_run *run, uint32_t index, const unsigned char *place,
                          const ptc_value *value)
{
    const ptc_schema_node *node = &run->schema->nodes[index];
    uint64_t tag = ptc_gen_load_enum(place, run->layout[index].size);

    return tag < node->count && is_first(run, index, tag, value) &&
           tags_at(run, node->first + (uint32_t)tag, place, value);
}

/* Items, elements and entries are in order. */
static bool tags_of_items(const tag_run *run, uint32_t index, const unsigned char *place,
                          const ptc_value *value)
{
    uint32_t child = run->schema->nodes[index].first;
    bool are_entries = run->layout[index].shape == PTC_SHAPE_ENTRIES;
    ptc_gen_head head;
    bool are_right;

    memcpy(&head, place, sizeof head);
    are_right = head.count == value->aux;
    for (size_t i = 0; are_right && i < head.count; i++) {
        const unsigned char *item =
            (const unsigned char *)head.items + i * run->layout[index].size;

        if (are_entries)
            are_right = tags_at(run, child, item, &value->as.map->entries[i].key) &&
                        tags_at(run, child + 1, item, &value->as.map->entries[i].value);
        else
            are_right = tags_at(run, child, item, &value->as.items[i]);
    }
    return are_right;
}

static bool tags_of_struct(const tag_run *run, uint32_t index, const unsigned char *place,
                           const ptc_value *value)
{
    const ptc_schema_node *node = &run->schema->nodes[index];
    bool are_right = true;

    for (uint32_t i = 0; are_right && i < node->count; i++) {
        uint32_t child = node->first + i;
        const ptc_value *part = node->type == PTC_TYPE_TUPLE
                                    ? &value->as.items[i]
                                    : ptc_map_find_text(value->as.map, PTC_STRING,
                                                        run->schema->nodes[child].name);

        are_right = tags_at(run, child, place, part);
    }
    return are_right;
}

static bool tags_of(const tag_run *run, uint32_t index, const unsigned char *place,
                    const ptc_value *value)
{
    uint32_t first = run->schema->nodes[index].first;
    const unsigned char *target;

    switch ((ptc_gen_shape)run->layout[index].shape) {
    case PTC_SHAPE_SAME:
        return tags_of(run, first, place, value);
    case PTC_SHAPE_POINTER:
        memcpy(&target, place, sizeof target);
        return target == NULL || tags_of(run, first, target, value);
    case PTC_SHAPE_UNION:
        return tags_of_union(run, index, place, value);
    case PTC_SHAPE_LIST:
    case PTC_SHAPE_ENTRIES:
        return tags_of_items(run, index, place, value);
    case PTC_SHAPE_STRUCT:
        return tags_of_struct(run, index, place, value);
    case PTC_SHAPE_NONE:
    case PTC_SHAPE_VALUE:
    case PTC_SHAPE_BOOL:
    case PTC_SHAPE_INT:
    case PTC_SHAPE_FLOAT:
    case PTC_SHAPE_TEXT:
    case PTC_SHAPE_KEYWORD:
    case PTC_SHAPE_DATETIME:
    case PTC_SHAPE_DATE:
    case PTC_SHAPE_DECIMAL:
    case PTC_SHAPE_ENUM:
        break;
    }
    return true;
}

bool tags_are_first(const ptc_schema *schema, const ptc_gen_layout *layout,
                    const ptc_walk_options *options, const void *in,
                    const ptc_value *value)
{
    tag_run run = {schema, layout, options};

    return tags_at(&run, schema->root, in, value);
}
