/* SPDX-License-Identifier: MIT */
/*
 * Replies in a strict form become the values that they mean. Unchanged parts are shared;
 * a list or map is copied once something in it changes. [emitters 3]
 */
#include "target/json_writer/json_restore_int.h"

#include <ptc/json.h>
#include <ptc/number.h>

/* Limit on the cost of choosing among alternatives: a total, and more for each value. */
enum { RESTORE_WORK = 65536, RESTORE_WORK_OF_VALUE = 256 };

static ptc_value restore_value(ptc_json_restorer *restorer, uint32_t index,
                               const ptc_value *value, unsigned depth);

static bool restore_is_same(const ptc_value *a, const ptc_value *b)
{
    return a->kind == b->kind && a->aux == b->aux && a->as.integer == b->as.integer;
}

/* A copy of items or entries that are about to change; NULL when refused. */
static void *restore_copy(ptc_json_restorer *restorer, const void *items, size_t count,
                          size_t size)
{
    void *copy = ptc_arena_array(restorer->arena, count, size);

    if (copy == NULL)
        restorer->status = PTC_ERROR_MEMORY;
    else
        memcpy(copy, items, count * size);
    return copy;
}

static ptc_value restore_list(ptc_json_restorer *restorer, uint32_t element,
                              const ptc_value *value, unsigned depth)
{
    ptc_value *items = NULL;

    for (uint32_t i = 0; i < value->aux && restorer->status == PTC_OK; i++) {
        const ptc_value *old = &value->as.items[i];
        ptc_value item = restore_value(restorer, element, old, depth);

        if (items == NULL && !restore_is_same(&item, old))
            items = restore_copy(restorer, value->as.items, value->aux, sizeof *items);
        if (items != NULL)
            items[i] = item;
    }
    return items != NULL ? ptc_value_vector(items, value->aux) : *value;
}

/* Whether the keys are "0", "1", .. and no others. */
static bool restore_is_tuple(const ptc_schema_node *node, const ptc_value *value)
{
    char digits[PTC_NUMBER_MAX];

    if (value->kind != PTC_MAP || value->aux != node->count)
        return false;
    for (uint32_t i = 0; i < node->count; i++) {
        size_t len = ptc_number_write_uint(i, digits);

        if (ptc_map_find_text(value->as.map, PTC_STRING, ptc_str_make(digits, len)) ==
            NULL)
            return false;
    }
    return true;
}

static ptc_value restore_tuple(ptc_json_restorer *restorer, const ptc_schema_node *node,
                               const ptc_value *value, unsigned depth)
{
    char digits[PTC_NUMBER_MAX];
    ptc_value *items;

    if (!restore_is_tuple(node, value))
        return *value;
    items = ptc_arena_array(restorer->arena, node->count + 1, sizeof *items);
    if (items == NULL) {
        restorer->status = PTC_ERROR_MEMORY;
        return *value;
    }
    for (uint32_t i = 0; i < node->count && restorer->status == PTC_OK; i++) {
        size_t len = ptc_number_write_uint(i, digits);
        const ptc_value *item =
            ptc_map_find_text(value->as.map, PTC_STRING, ptc_str_make(digits, len));

        items[i] = restore_value(restorer, node->first + i, item, depth);
    }
    return ptc_value_vector(items, node->count);
}

/* The entries without those whose key is nil already. */
static ptc_value restore_finish(ptc_json_restorer *restorer, ptc_map_entry *entries,
                                const bool *is_absent, uint32_t count)
{
    ptc_value made = ptc_value_nil();
    uint32_t kept = 0;
    ptc_status status;

    for (uint32_t i = 0; i < count; i++) {
        if (!is_absent[i])
            entries[kept++] = entries[i];
    }
    status = ptc_map_make(restorer->arena, entries, kept, &made, NULL);
    if (status != PTC_OK)
        restorer->status = status;
    return made;
}

static ptc_value restore_object(ptc_json_restorer *restorer, uint32_t index,
                                const ptc_value *value, unsigned depth)
{
    const ptc_json_fields *fields = ptc_json_fields_of(&restorer->shapes, index);
    const ptc_map *map = value->as.map;
    ptc_map_entry *entries = NULL;
    bool *is_absent = NULL;

    if (fields == NULL)
        restorer->status = PTC_ERROR_MEMORY;
    for (uint32_t i = 0; i < map->count && restorer->status == PTC_OK; i++) {
        const ptc_map_entry *old = &map->entries[i];
        const ptc_json_field *field = ptc_json_field_find(fields, &old->key);
        bool drops = field != NULL && field->is_optional && old->value.kind == PTC_NIL;
        ptc_value item = old->value;

        if (field != NULL && !drops)
            item = restore_value(restorer, field->node, &old->value, depth);
        if (entries == NULL && (drops || !restore_is_same(&item, &old->value))) {
            entries = restore_copy(restorer, map->entries, map->count, sizeof *entries);
            is_absent = ptc_arena_array(restorer->scratch, map->count, 1);
            if (entries == NULL || is_absent == NULL) {
                restorer->status = PTC_ERROR_MEMORY;
                break;
            }
        }
        if (entries != NULL) {
            entries[i].value = item;
            is_absent[i] = drops;
        }
    }
    return entries != NULL && restorer->status == PTC_OK
               ? restore_finish(restorer, entries, is_absent, map->count)
               : *value;
}

/* The value of a text of JSON; other texts are kept. */
static ptc_value restore_text(ptc_json_restorer *restorer, const ptc_value *value)
{
    ptc_str text = ptc_value_text(value);
    ptc_arena_mark place = ptc_arena_place(restorer->arena);
    ptc_value made;
    ptc_status status =
        ptc_json_read(restorer->arena, text.ptr, text.len, NULL, &made, NULL, NULL);

    if (status == PTC_OK)
        return made;
    if (status == PTC_ERROR_MEMORY)
        restorer->status = status;
    else
        ptc_arena_rewind(restorer->arena, place);
    return *value;
}

static ptc_value restore_choice(ptc_json_restorer *restorer, uint32_t index,
                                const ptc_value *value, unsigned depth)
{
    uint32_t chosen;

    if (ptc_value_is_scalar(value)) /* alternatives are not texts of JSON */
        return *value;
    chosen = ptc_json_choose(restorer, index, value, depth);
    return chosen != PTC_NODE_NONE ? restore_value(restorer, chosen, value, depth)
                                   : *value;
}

static ptc_value restore_value(ptc_json_restorer *restorer, uint32_t index,
                               const ptc_value *value, unsigned depth)
{
    const ptc_schema_node *nodes = restorer->nodes;
    const ptc_schema_node *node = ptc_schema_target(nodes, &nodes[index]);
    ptc_json_shape shape;

    if (depth == 0)
        return *value;
    restorer->work += RESTORE_WORK_OF_VALUE;
    index = (uint32_t)(node - nodes);
    shape = ptc_json_shape_of(&restorer->shapes, index);
    if (shape == PTC_JSON_SHAPE_TEXT && value->kind == PTC_STRING)
        return restore_text(restorer, value);
    if (shape == PTC_JSON_SHAPE_LIST && value->kind == PTC_VECTOR)
        return restore_list(restorer, node->first, value, depth - 1);
    if (shape == PTC_JSON_SHAPE_TUPLE)
        return restore_tuple(restorer, node, value, depth - 1);
    if (shape == PTC_JSON_SHAPE_MAP && value->kind == PTC_MAP)
        return restore_object(restorer, index, value, depth - 1);
    if (shape == PTC_JSON_SHAPE_CHOICE)
        return restore_choice(restorer, index, value, depth - 1);
    if (shape == PTC_JSON_SHAPE_PART)
        return restore_value(restorer, ptc_json_main_part(&restorer->shapes, index),
                             value, depth - 1);
    return *value;
}

/* The reply without the object that was put around its type. */
static const ptc_value *restore_unwrap(const char *key, const ptc_value *value)
{
    const ptc_value *inner =
        key != NULL && value->kind == PTC_MAP && value->aux == 1
            ? ptc_map_find_text(value->as.map, PTC_STRING, ptc_str_of(key))
            : NULL;

    return inner != NULL ? inner : value;
}

ptc_status ptc_json_schema_restore(ptc_arena *arena, const ptc_schema *schema,
                                   const ptc_json_schema_options *given,
                                   const ptc_value *value, ptc_value *out)
{
    ptc_json_schema_options options = {.struct_size = sizeof options};
    ptc_json_restorer restorer = {
        .nodes = schema->nodes, .arena = arena, .work = RESTORE_WORK};
    ptc_value made = *ptc_value_or_nil(value);
    ptc_scratch scratch;
    uint32_t root;

    if (!ptc_options_take(PTC_OPTIONS("options", ptc_json_schema_options),
                          "ptc_json_schema_restore", given, &options))
        return PTC_ERROR_ARGUMENT;
    root = ptc_json_root(schema, &options);
    ptc_scratch_begin(&scratch, arena, 0);
    restorer.scratch = scratch.arena;
    if (!ptc_json_shapes_init(&restorer.shapes, scratch.arena, schema))
        restorer.status = PTC_ERROR_MEMORY;
    if (restorer.status == PTC_OK) {
        made =
            *restore_unwrap(ptc_json_root_key(&restorer.shapes, root, &options), &made);
        if (options.subset != PTC_JSON_SCHEMA_WHOLE)
            made = restore_value(&restorer, root, &made, PTC_DEPTH_MAX);
    }
    if (restorer.shapes.failed)
        restorer.status = PTC_ERROR_MEMORY;
    ptc_scratch_end(&scratch);
    if (restorer.status == PTC_OK)
        *out = made;
    return restorer.status;
}
