/* SPDX-License-Identifier: MIT */
/*
 * Samples of data for the inventory of a prompt: one literal on one line, whatever the
 * data. A string is cut, a list shows its beginning, a map its keys; the contents of
 * lists are shown as far as there is room. [subagent 11.2]
 */
#include "agent/host/untrusted.h"
#include "agent/prompt/prompt_int.h"
#include "base/base_int.h"
#include "render/render_int.h"

enum {
    SAMPLE_KEYS = 3,    /* of a map */
    SAMPLE_ENTRIES = 8, /* of a map in a list */
    SAMPLE_LEVELS = 4,
    SAMPLE_STRINGS = 4, /* a sample is at most as long as this many strings */
};

typedef struct sample_state {
    ptc_text *text;
    uint32_t list;
    uint32_t string;
    size_t end; /* length of the text at which output stops */
    unsigned level;
} sample_state;

static void sample_write(sample_state *state, const ptc_value *value);

static bool sample_is_full(const sample_state *state)
{
    return state->text->failed || state->text->len >= state->end;
}

static void sample_string(sample_state *state, ptc_str view)
{
    ptc_text *text = state->text;
    size_t keep = state->string > 3 ? state->string - 3 : 0;

    if (view.len <= state->string ||
        ptc_utf8_prefix(view.ptr, view.len, state->string) == view.len) {
        ptc_show_string(text, view, view.len);
        return;
    }
    view.len = ptc_utf8_prefix(view.ptr, view.len, keep);
    ptc_show_string(text, view, view.len);
    if (text->failed)
        return;
    text->len--;
    ptc_text_cstr(text, "...\"");
}

/* Names are shown as programs write them. */
static void sample_key(sample_state *state, const ptc_value *key)
{
    bool is_name = key->kind == PTC_STRING || key->kind == PTC_KEYWORD;

    if (is_name && ptc_name_is_plain(ptc_value_text(key))) {
        ptc_text_byte(state->text, ':');
        ptc_show_plain(state->text, ptc_value_text(key), state->string);
    } else if (is_name) {
        sample_string(state, ptc_value_text(key));
    } else {
        sample_write(state, key);
    }
}

static void sample_keys(sample_state *state, const ptc_map *map)
{
    for (uint32_t i = 0; i < map->count && i < SAMPLE_KEYS; i++) {
        if (i > 0)
            ptc_text_byte(state->text, ' ');
        sample_key(state, &map->entries[i].key);
    }
    if (map->count > SAMPLE_KEYS)
        ptc_text_cstr(state->text, " ...");
}

/* '-' is '_' in names, so both hide. */
static bool sample_is_private(const ptc_value *key)
{
    ptc_str name = ptc_value_text(key);

    return ptc_schema_hides(NULL, key) ||
           ((key->kind == PTC_STRING || key->kind == PTC_KEYWORD) && name.len > 0 &&
            name.ptr[0] == '-');
}

static void sample_entries(sample_state *state, const ptc_map *map)
{
    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_map_entry *entry = &map->entries[i];

        if (i > 0)
            ptc_text_byte(state->text, ' ');
        if (i == SAMPLE_ENTRIES || sample_is_full(state)) {
            ptc_text_cstr(state->text, "...");
            return;
        }
        sample_key(state, &entry->key);
        ptc_text_byte(state->text, ' ');
        if (sample_is_private(&entry->key))
            ptc_show_firewalled(state->text);
        else
            sample_write(state, &entry->value);
    }
}

static void sample_items(sample_state *state, const ptc_value *value)
{
    for (uint32_t i = 0; i < value->aux && i < state->list; i++) {
        if (i > 0)
            ptc_text_byte(state->text, ' ');
        if (sample_is_full(state)) {
            ptc_text_cstr(state->text, "...");
            return;
        }
        if (i == 1 && ptc_value_is_entry(value) && sample_is_private(&value->as.items[0]))
            ptc_show_firewalled(state->text);
        else
            sample_write(state, &value->as.items[i]);
    }
}

static void sample_count(sample_state *state, uint32_t count)
{
    ptc_text_cstr(state->text, " (");
    ptc_text_uint(state->text, count);
    ptc_text_cstr(state->text, " items)");
}

static void sample_collection(sample_state *state, const ptc_value *value)
{
    bool is_map = value->kind == PTC_MAP;

    ptc_text_cstr(state->text, is_map ? "{" : value->kind == PTC_SET ? "#{" : "[");
    if (is_map && state->level == 1)
        sample_keys(state, value->as.map);
    else if (value->aux > 0 && state->level > SAMPLE_LEVELS)
        ptc_text_cstr(state->text, "...");
    else if (is_map)
        sample_entries(state, value->as.map);
    else
        sample_items(state, value);
    ptc_text_cstr(state->text, is_map || value->kind == PTC_SET ? "}" : "]");
    if (!is_map && value->aux > state->list)
        sample_count(state, value->aux);
}

static void sample_write(sample_state *state, const ptc_value *value)
{
    const ptc_show_options options = {.struct_size = sizeof options,
                                      .string_max = state->string};

    if (value->kind == PTC_STRING) {
        sample_string(state, ptc_value_text(value));
    } else if (ptc_value_is_scalar(value)) {
        ptc_schema_write_value(state->text, NULL, value, PTC_OUTPUT, &options);
    } else {
        state->level++;
        sample_collection(state, value);
        state->level--;
    }
}

void ptc_prompt_write_sample(ptc_text *text, const ptc_value *value,
                             const ptc_prompt_sample *sample)
{
    ptc_text shown;
    sample_state state = {
        .text = &shown,
        .list = sample->list,
        .string = sample->string,
        .end = (size_t)sample->string * SAMPLE_STRINGS,
    };

    ptc_text_init(&shown, text->arena);
    sample_write(&state, value);
    ptc_untrusted_write(text, ptc_text_view(&shown));
    text->failed = text->failed || shown.failed;
}
