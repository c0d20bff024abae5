/* SPDX-License-Identifier: MIT */
/*
 * Structs into values, along the layout of a type. [emitters 11]
 *
 * What a struct holds need not have come from a parser, so every number is checked that
 * chooses something, and recursion is bounded: pointers may form a circle.
 */
#include "emitted/emitted_int.h"
#include "schema/schema_int.h"
#include "walk/walk_int.h"

#include <ptc/datetime.h>
#include <ptc/decimal.h>

enum {
    VALUE_NESTING = 4, /* combinators that are searched for nil; deeper ones may be */
};

typedef struct value_run {
    const ptc_schema_node *nodes;
    const ptc_gen_layout *layout;
    ptc_arena *arena;
    unsigned depth;
    ptc_status status; /* the first fault */
} value_run;

static ptc_value value_place(value_run *run, uint32_t index, const unsigned char *holder);

static ptc_value value_fail(value_run *run, ptc_status status)
{
    if (run->status == PTC_OK)
        run->status = status;
    return ptc_value_nil();
}

static ptc_value value_text(value_run *run, const unsigned char *place, bool is_keyword)
{
    ptc_str text;

    memcpy(&text, place, sizeof text);
    if (text.len > PTC_COUNT_MAX)
        return value_fail(run, PTC_ERROR_RANGE);
    if (text.ptr == NULL && text.len)
        return value_fail(run, PTC_ERROR_ARGUMENT);
    if (text.ptr == NULL)
        text.ptr = "";
    if (ptc_utf8_check(text.ptr, text.len) != text.len)
        return value_fail(run, PTC_ERROR_ENCODING);
    return is_keyword ? ptc_value_keyword(text) : ptc_value_string(text);
}

/* A moment: its text, or where that is empty what its numbers say. */
static ptc_value value_datetime(value_run *run, const unsigned char *place)
{
    ptc_datetime moment;
    ptc_status status;

    memcpy(&moment, place, sizeof moment);
    if (moment.text.len > 0)
        return value_text(run, (const unsigned char *)&moment.text, false);
    status = ptc_datetime_make(run->arena, moment.seconds, moment.nanos,
                               moment.offset_minutes, &moment);
    return status == PTC_OK ? ptc_value_string(moment.text) : value_fail(run, status);
}

/* A day likewise. */
static ptc_value value_date(value_run *run, const unsigned char *place)
{
    ptc_date date;
    ptc_status status;

    memcpy(&date, place, sizeof date);
    if (date.text.len > 0)
        return value_text(run, (const unsigned char *)&date.text, false);
    status = ptc_date_make(run->arena, date.year, date.month, date.day, &date);
    return status == PTC_OK ? ptc_value_string(date.text) : value_fail(run, status);
}

/* A decimal is its text; its scale alone does not determine it. */
static ptc_value value_decimal(value_run *run, const unsigned char *place)
{
    ptc_decimal decimal;

    memcpy(&decimal, place, sizeof decimal);
    if (decimal.text.len == 0)
        return value_fail(run, PTC_ERROR_ARGUMENT);
    return value_text(run, (const unsigned char *)&decimal.text, false);
}

static ptc_value value_enum(value_run *run, uint32_t index, const unsigned char *place)
{
    const ptc_schema_node *node = &run->nodes[index];
    uint64_t member = ptc_gen_load_enum(place, run->layout[index].size);

    if (member < 1 || member > (node->type == PTC_TYPE_ENUM ? node->count : 1))
        return value_fail(run, PTC_ERROR_ARGUMENT);
    return node->members[member - 1];
}

/* Reads the head of a list; false after a fault. */
static bool value_head(value_run *run, const unsigned char *place, ptc_gen_head *head)
{
    memcpy(head, place, sizeof *head);
    if (head->count > PTC_COUNT_MAX)
        value_fail(run, PTC_ERROR_RANGE);
    else if (head->count > 0 && head->items == NULL)
        value_fail(run, PTC_ERROR_ARGUMENT);
    return run->status == PTC_OK;
}

static void *value_array(value_run *run, size_t count, size_t size)
{
    void *array = ptc_arena_array(run->arena, count, size);

    if (array == NULL)
        value_fail(run, PTC_ERROR_MEMORY);
    return array;
}

static ptc_value value_list(value_run *run, uint32_t index, const unsigned char *place)
{
    const ptc_schema_node *node = &run->nodes[index];
    ptc_value *items;
    ptc_value set;
    ptc_gen_head head;
    ptc_status status;

    if (!value_head(run, place, &head))
        return ptc_value_nil();
    if (head.count == 0)
        return node->type == PTC_TYPE_SET ? ptc_value_set(NULL, 0)
                                          : ptc_value_vector(NULL, 0);
    items = value_array(run, head.count, sizeof *items);
    for (size_t i = 0; i < head.count && run->status == PTC_OK; i++)
        items[i] =
            value_place(run, node->first,
                        (const unsigned char *)head.items + i * run->layout[index].size);
    if (run->status != PTC_OK)
        return ptc_value_nil();
    if (node->type != PTC_TYPE_SET)
        return ptc_value_vector(items, head.count);
    status = ptc_value_set_of(run->arena, items, head.count, &set, NULL);
    return status == PTC_OK ? set : value_fail(run, status);
}

/* The map of `count` entries. */
static ptc_value value_map(value_run *run, const ptc_map_entry *entries, size_t count)
{
    ptc_value map;
    ptc_status status = run->status;

    if (status == PTC_OK)
        status = ptc_map_make(run->arena, entries, count, &map, NULL);
    return status == PTC_OK ? map : value_fail(run, status);
}

/* The map of fields, whose names are not the same. */
static ptc_value value_map_of_fields(value_run *run, const ptc_map_entry *entries,
                                     size_t count)
{
    ptc_map *map;

    if (count > PTC_MAP_SMALL || run->status != PTC_OK)
        return value_map(run, entries, count);
    map = ptc_arena_alloc(run->arena, sizeof *map);
    if (map == NULL)
        return value_fail(run, PTC_ERROR_MEMORY);
    *map = (ptc_map){.entries = entries,
                     .count = (uint32_t)count,
                     .kinds = count > 0 ? UINT32_C(1) << PTC_STRING : 0};
    return ptc_value_map(map);
}

static ptc_value value_entries(value_run *run, uint32_t index, const unsigned char *place)
{
    uint32_t child = run->nodes[index].first;
    ptc_map_entry *entries;
    ptc_gen_head head;

    if (!value_head(run, place, &head))
        return ptc_value_nil();
    entries = value_array(run, head.count + 1, sizeof *entries);
    for (size_t i = 0; i < head.count && run->status == PTC_OK; i++) {
        const unsigned char *item =
            (const unsigned char *)head.items + i * run->layout[index].size;

        entries[i].key = value_place(run, child, item);
        entries[i].value = value_place(run, child + 1, item);
    }
    return value_map(run, entries, head.count);
}

static bool value_is_there(const ptc_gen_layout *row, const unsigned char *holder)
{
    return row->flag == PTC_GEN_ALWAYS || ptc_gen_is_set(holder + row->flag);
}

static ptc_value value_fields(value_run *run, uint32_t index, const unsigned char *place)
{
    const ptc_schema_node *node = &run->nodes[index];
    ptc_map_entry *entries = value_array(run, (size_t)node->count + 1, sizeof *entries);
    size_t count = 0;

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (run->status != PTC_OK)
            break;
        if (ptc_walk_is_from_context(&run->nodes[i]))
            continue; /* the host has it, and what is written may go to a model */
        if (!value_is_there(&run->layout[i], place) &&
            ptc_schema_is_optional(&run->nodes[i]))
            continue; /* else it is nil, which must be said */
        entries[count].key = ptc_value_string(run->nodes[i].name);
        entries[count++].value = value_place(run, i, place);
    }
    return value_map_of_fields(run, entries, count);
}

static ptc_value value_elements(value_run *run, uint32_t index,
                                const unsigned char *place)
{
    const ptc_schema_node *node = &run->nodes[index];
    ptc_value *items = value_array(run, node->count, sizeof *items);

    for (uint32_t i = 0; i < node->count && run->status == PTC_OK; i++)
        items[i] = value_place(run, node->first + i, place);
    return ptc_value_vector(items, node->count);
}

/* The map of a branch with the field that chose it, which the branch need not declare:
 * without it no reader would find the branch again. */
static ptc_value value_branch(value_run *run, const ptc_schema_node *node,
                              const ptc_schema_node *branch, ptc_value map)
{
    ptc_map_entry *entries;

    if (run->status != PTC_OK || map.kind != PTC_MAP ||
        (branch->flags & PTC_NODE_OTHERWISE) || branch->extra->branch.kind == PTC_NIL ||
        ptc_map_find_field(map.as.map, node->type_name, 0) != NULL)
        return map;
    entries = value_array(run, (size_t)map.aux + 1, sizeof *entries);
    if (entries == NULL)
        return ptc_value_nil();
    entries[0].key = ptc_value_string(node->type_name);
    entries[0].value = branch->extra->branch;
    if (map.aux)
        memcpy(entries + 1, map.as.map->entries, map.aux * sizeof *entries);
    return value_map(run, entries, (size_t)map.aux + 1);
}

static ptc_value value_union(value_run *run, uint32_t index, const unsigned char *place)
{
    const ptc_schema_node *node = &run->nodes[index];
    uint64_t tag = ptc_gen_load_enum(place, run->layout[index].size);
    ptc_value value;

    if (tag >= node->count)
        return value_fail(run, PTC_ERROR_ARGUMENT);
    value = value_place(run, node->first + (uint32_t)tag, place);
    if (node->type == PTC_TYPE_MULTI)
        value = value_branch(run, node, &run->nodes[node->first + tag], value);
    return value;
}

static ptc_value value_of(value_run *run, uint32_t index, const unsigned char *place);

/* Whether nil is a value of the node: it says so, or what it refers to does. */
static bool value_may_be_nil(const value_run *run, uint32_t index, unsigned nesting)
{
    const ptc_schema_node *node = &run->nodes[index];
    bool may_be = (node->flags & PTC_NODE_NULLABLE) != 0;

    if (may_be || nesting == VALUE_NESTING)
        return true;
    if (node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY ||
        node->type == PTC_TYPE_AND)
        return value_may_be_nil(run, node->first, nesting + 1);
    for (uint32_t i = 0; node->type == PTC_TYPE_UNION && !may_be && i < node->count; i++)
        may_be = value_may_be_nil(run, node->first + i, nesting + 1);
    return may_be;
}

static ptc_value value_pointer(value_run *run, uint32_t index, const unsigned char *place)
{
    const unsigned char *target;

    memcpy(&target, place, sizeof target);
    if (target == NULL)
        return value_may_be_nil(run, index, 0) ? ptc_value_nil()
                                               : value_fail(run, PTC_ERROR_ARGUMENT);
    return value_of(run, run->nodes[index].first, target);
}

/* The containers, whose nesting is counted. */
static ptc_value value_container(value_run *run, uint32_t index,
                                 const unsigned char *place)
{
    ptc_value value;

    if (run->depth >= PTC_DEPTH_MAX)
        return value_fail(run, PTC_ERROR_DEPTH);
    run->depth++;
    if (run->layout[index].shape == PTC_SHAPE_LIST)
        value = value_list(run, index, place);
    else if (run->layout[index].shape == PTC_SHAPE_ENTRIES)
        value = value_entries(run, index, place);
    else if (run->nodes[index].type == PTC_TYPE_TUPLE)
        value = value_elements(run, index, place);
    else
        value = value_fields(run, index, place);
    run->depth--;
    return run->status == PTC_OK ? value : ptc_value_nil();
}

static ptc_value value_of(value_run *run, uint32_t index, const unsigned char *place)
{
    ptc_value value = ptc_value_nil();

    switch ((ptc_gen_shape)run->layout[index].shape) {
    case PTC_SHAPE_NONE:
        return value_fail(run, PTC_ERROR_ARGUMENT);
    case PTC_SHAPE_SAME:
        return value_of(run, run->nodes[index].first, place);
    case PTC_SHAPE_VALUE:
        memcpy(&value, place, sizeof value);
        return value;
    case PTC_SHAPE_BOOL:
        return ptc_value_bool(ptc_gen_is_set(place));
    case PTC_SHAPE_INT:
        value.kind = PTC_INT;
        memcpy(&value.as.integer, place, sizeof value.as.integer);
        return value;
    case PTC_SHAPE_FLOAT:
        value.kind = PTC_FLOAT;
        memcpy(&value.as.number, place, sizeof value.as.number);
        return value;
    case PTC_SHAPE_TEXT:
        return value_text(run, place, false);
    case PTC_SHAPE_KEYWORD:
        return value_text(run, place, true);
    case PTC_SHAPE_DATETIME:
        return value_datetime(run, place);
    case PTC_SHAPE_DATE:
        return value_date(run, place);
    case PTC_SHAPE_DECIMAL:
        return value_decimal(run, place);
    case PTC_SHAPE_ENUM:
        return value_enum(run, index, place);
    case PTC_SHAPE_LIST:
    case PTC_SHAPE_ENTRIES:
    case PTC_SHAPE_STRUCT:
        return value_container(run, index, place);
    case PTC_SHAPE_UNION:
        return value_union(run, index, place);
    case PTC_SHAPE_POINTER:
        return value_pointer(run, index, place);
    }
    return value;
}

static ptc_value value_place(value_run *run, uint32_t index, const unsigned char *holder)
{
    const ptc_gen_layout *row = &run->layout[index];

    return value_is_there(row, holder) ? value_of(run, index, holder + row->offset)
                                       : ptc_value_nil();
}

ptc_status ptc_gen_to_value(const ptc_gen_type *type, uint32_t node, ptc_arena *arena,
                            const void *in, ptc_value *out)
{
    value_run run = {type->nodes, type->layout, arena, 0, PTC_OK};

    *out = value_place(&run, node, in);
    if (run.status != PTC_OK)
        *out = ptc_value_nil();
    return run.status;
}

ptc_status ptc_gen_render(const ptc_gen_type *type, uint32_t node,
                          ptc_direction direction, ptc_text *text, const void *in,
                          const ptc_show_options *options)
{
    ptc_schema schema = {type->nodes, node, type->count};
    ptc_value value;
    ptc_status status = ptc_gen_to_value(type, node, text->arena, in, &value);

    if (status != PTC_OK)
        return status;
    return ptc_schema_write_value(text, &schema, &value, direction, options);
}

const ptc_value *ptc_gen_field(const ptc_value *map, const char *name, size_t len)
{
    const ptc_map_entry *entry = NULL;

    if (map != NULL && map->kind == PTC_MAP)
        entry = ptc_map_find_field(map->as.map, ptc_str_make(name, len), 0);
    return entry != NULL ? &entry->value : NULL;
}
