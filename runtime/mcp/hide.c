/* SPDX-License-Identifier: MIT */
/*
 * The firewall of servers: removes the values at private names, at any depth, before they
 * are written. [mcp 5, 10]
 */
#include "mcp/mcp_int.h"
#include "render/render_int.h"

/* The inspection of a value before it is written. */
typedef struct hide_look {
    const ptc_schema *schema; /* or NULL */
    size_t bytes;             /* that it has as JSON, at least */
    size_t most;              /* after which nothing more is inspected */
    bool hides;               /* there is something to leave out */
} hide_look;

static bool hide_is_hidden(const ptc_schema *schema, const ptc_value *key)
{
    if ((key->kind != PTC_STRING && key->kind != PTC_KEYWORD) || key->aux == 0)
        return false;
    if (key->as.text[0] != '_' && key->as.text[0] != '-' && key->as.text[0] != '\'')
        return false;
    return ptc_schema_hides(schema, key);
}

/* Whether a key may contain hidden values. */
static bool hide_is_odd_key(const ptc_value *key)
{
    return !ptc_value_is_scalar(key) || key->kind == PTC_OPAQUE;
}

static void hide_look_at(hide_look *look, const ptc_value *value, unsigned depth);

static void hide_look_at_map(hide_look *look, const ptc_map *map, unsigned depth)
{
    for (uint32_t i = 0; i < map->count && look->bytes <= look->most; i++) {
        const ptc_value *key = &map->entries[i].key;

        if (hide_is_hidden(look->schema, key) || hide_is_odd_key(key)) {
            look->hides = true;
            continue;
        }
        look->bytes += 4; /* "":, */
        hide_look_at(look, &map->entries[i].value, depth);
    }
}

/* Recursion is counted. */
static void hide_look_at(hide_look *look, const ptc_value *value, unsigned depth)
{
    look->bytes++;
    if (value->kind == PTC_STRING || value->kind == PTC_KEYWORD)
        look->bytes += value->aux;
    if (ptc_value_is_scalar(value) || depth == 0)
        return;
    if (value->kind == PTC_MAP) {
        hide_look_at_map(look, value->as.map, depth - 1);
        return;
    }
    look->hides |= ptc_value_is_entry(value);
    for (uint32_t i = 0; i < value->aux && look->bytes <= look->most; i++)
        hide_look_at(look, &value->as.items[i], depth - 1);
}

/* A copy without the hidden values. */
typedef struct hide_work {
    ptc_arena *arena;
    const ptc_schema *schema;
} hide_work;

static ptc_status hide_value(const hide_work *work, const ptc_value *value,
                             ptc_value *out, unsigned depth);

/* A key that is not text may contain maps: it is shown as a model may see it. */
static ptc_value hide_show_key(const hide_work *work, const ptc_value *key)
{
    static const ptc_show_options show = {.struct_size = sizeof show,
                                          .hide_firewalled = true};
    ptc_text text;

    if (!hide_is_odd_key(key))
        return *key;
    ptc_text_init(&text, work->arena);
    ptc_schema_write_value(&text, work->schema, key, PTC_OUTPUT, &show);
    return text.failed ? ptc_value_nil() : ptc_value_string(ptc_text_view(&text));
}

static ptc_status hide_map(const hide_work *work, const ptc_map *map, ptc_value *out,
                           unsigned depth)
{
    ptc_map_entry *entries = ptc_arena_array(work->arena, map->count, sizeof *entries);
    ptc_status status = entries != NULL ? PTC_OK : PTC_ERROR_MEMORY;
    uint32_t count = 0;

    for (uint32_t i = 0; i < map->count && status == PTC_OK; i++) {
        const ptc_map_entry *entry = &map->entries[i];

        if (hide_is_hidden(work->schema, &entry->key))
            continue;
        entries[count].key = hide_show_key(work, &entry->key);
        status = hide_value(work, &entry->value, &entries[count].value, depth);
        count++;
    }
    if (work->arena->failed)
        return PTC_ERROR_MEMORY;
    if (status == PTC_OK)
        status = ptc_map_make(work->arena, entries, count, out, NULL);
    return status == PTC_ERROR_DUPLICATE ? PTC_ERROR_INVALID : status;
}

static ptc_status hide_items(const hide_work *work, const ptc_value *value,
                             ptc_value *out, unsigned depth)
{
    ptc_value *items = ptc_arena_array(work->arena, value->aux, sizeof *items);
    ptc_status status = items != NULL ? PTC_OK : PTC_ERROR_MEMORY;

    for (uint32_t i = 0; i < value->aux && status == PTC_OK; i++) {
        if (i == 1 && ptc_value_is_entry(value) &&
            hide_is_hidden(work->schema, &value->as.items[0]))
            items[i] = ptc_value_string(PTC_FIREWALLED);
        else
            status = hide_value(work, &value->as.items[i], &items[i], depth);
    }
    *out = ptc_value_vector(items, value->aux);
    return status;
}

/* Recursion is counted. */
static ptc_status hide_value(const hide_work *work, const ptc_value *value,
                             ptc_value *out, unsigned depth)
{
    *out = *value;
    if (ptc_value_is_scalar(value))
        return PTC_OK;
    if (depth == 0)
        return PTC_ERROR_DEPTH;
    if (value->kind == PTC_MAP)
        return hide_map(work, value->as.map, out, depth - 1);
    return hide_items(work, value, out, depth - 1);
}

ptc_status ptc_mcp_hide(ptc_arena *arena, const ptc_schema *schema, size_t most,
                        const ptc_value *value, ptc_value *out)
{
    const hide_work work = {arena, schema};
    hide_look look = {.schema = schema, .most = most};

    *out = *value;
    hide_look_at(&look, value, PTC_DEPTH_MAX);
    if (look.bytes > most)
        return PTC_ERROR_RANGE;
    return look.hides ? hide_value(&work, value, out, PTC_DEPTH_MAX) : PTC_OK;
}
