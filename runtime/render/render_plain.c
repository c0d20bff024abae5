/* SPDX-License-Identifier: MIT */
/* Values as JSON data, as functions of tools take and give them: keys are strings, sets
 * are vectors, keywords strings. [ptc-lisp 9.2] */
#include "render/render_int.h"

#include <ptc/walk.h>

static bool plain_is_done(const ptc_value *value, unsigned depth)
{
    const ptc_map *map;

    if (depth == 0)
        return false;
    switch ((unsigned)value->kind) {
    case PTC_KEYWORD:
    case PTC_SET:
        return false;
    case PTC_VECTOR:
        for (uint32_t i = 0; i < value->aux; i++) {
            if (!plain_is_done(&value->as.items[i], depth - 1))
                return false;
        }
        return true;
    case PTC_MAP:
        map = value->as.map;
        for (uint32_t i = 0; i < map->count; i++) {
            if (map->entries[i].key.kind != PTC_STRING ||
                !plain_is_done(&map->entries[i].value, depth - 1))
                return false;
        }
        return true;
    default:
        return true;
    }
}

typedef struct plain_work {
    ptc_arena *arena;
    bool hides; /* what private names hold, in keys that become text */
} plain_work;

/* The name of a key; ptr NULL when refused. */
static ptc_str plain_name(const plain_work *work, const ptc_value *key)
{
    static const ptc_show_options show = {.struct_size = sizeof show,
                                          .hide_firewalled = true};
    ptc_text text;

    if (!work->hides || ptc_value_is_scalar(key))
        return ptc_json_key_name(work->arena, key);
    ptc_text_init(&text, work->arena);
    ptc_schema_write_value(&text, NULL, key, PTC_OUTPUT, &show);
    return text.failed ? ptc_str_make(NULL, 0) : ptc_text_view(&text);
}

static ptc_status plain_value(const plain_work *work, const ptc_value *value,
                              ptc_value *out, unsigned depth);

static ptc_status plain_items(const plain_work *work, const ptc_value *value,
                              ptc_value *out, unsigned depth)
{
    ptc_value *items = ptc_arena_alloc(work->arena, value->aux * sizeof *items);
    ptc_status status = items != NULL ? PTC_OK : PTC_ERROR_MEMORY;

    for (uint32_t i = 0; i < value->aux && status == PTC_OK; i++)
        status = plain_value(work, &value->as.items[i], &items[i], depth);
    *out = ptc_value_vector(items, value->aux);
    out->flags = value->flags & PTC_FLAG_ENTRY;
    return status;
}

static ptc_status plain_map(const plain_work *work, const ptc_map *map, ptc_value *out,
                            unsigned depth)
{
    ptc_map_entry *entries = ptc_arena_array(work->arena, map->count, sizeof *entries);
    ptc_status status = entries != NULL ? PTC_OK : PTC_ERROR_MEMORY;

    for (uint32_t i = 0; i < map->count && status == PTC_OK; i++) {
        ptc_str name = plain_name(work, &map->entries[i].key);

        if (name.ptr == NULL)
            return PTC_ERROR_MEMORY;
        entries[i].key = ptc_value_string(name);
        status = plain_value(work, &map->entries[i].value, &entries[i].value, depth);
    }
    return status == PTC_OK ? ptc_map_make(work->arena, entries, map->count, out, NULL)
                            : status;
}

/* Recursion is counted. */
static ptc_status plain_value(const plain_work *work, const ptc_value *value,
                              ptc_value *out, unsigned depth)
{
    *out = *value;
    if (depth == 0)
        return PTC_ERROR_DEPTH;
    switch ((unsigned)value->kind) {
    case PTC_KEYWORD:
        out->kind = PTC_STRING;
        return PTC_OK;
    case PTC_VECTOR:
    case PTC_SET:
        return plain_items(work, value, out, depth - 1);
    case PTC_MAP:
        return plain_map(work, value->as.map, out, depth - 1);
    default:
        return PTC_OK;
    }
}

ptc_status ptc_value_plain(ptc_arena *arena, const ptc_value *value, bool hides,
                           ptc_value *out)
{
    const plain_work work = {arena, hides};

    *out = *value;
    if (plain_is_done(value, PTC_DEPTH_MAX))
        return PTC_OK;
    return plain_value(&work, value, out, PTC_DEPTH_MAX);
}
