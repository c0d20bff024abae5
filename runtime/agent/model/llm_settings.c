/* SPDX-License-Identifier: MIT */
/* The settings that all providers share, from llm_opts. See model_int.h. [llm-wire 1] */
#include "agent/model/model_int.h"
#include "base/base_int.h"

#include <math.h>

/* --- Values ------------------------------------------------------------------------ */

static bool settings_number(const ptc_value *value, double *out)
{
    *out = value->kind == PTC_INT ? (double)value->as.integer : value->as.number;
    return (value->kind == PTC_INT || value->kind == PTC_FLOAT) && isfinite(*out);
}

static bool settings_temperature(const ptc_value *value, ptc_llm_settings *out)
{
    return settings_number(value, &out->temperature) && out->temperature >= 0;
}

static bool settings_top_p(const ptc_value *value, ptc_llm_settings *out)
{
    return settings_number(value, &out->top_p) && out->top_p >= 0 && out->top_p <= 1;
}

static bool settings_max_tokens(const ptc_value *value, ptc_llm_settings *out)
{
    out->max_tokens = (uint64_t)value->as.integer;
    return value->kind == PTC_INT && value->as.integer > 0;
}

static bool settings_seed(const ptc_value *value, ptc_llm_settings *out)
{
    out->seed = value->as.integer;
    return value->kind == PTC_INT;
}

static bool settings_stop(const ptc_value *value, ptc_llm_settings *out)
{
    const ptc_value *items = value->kind == PTC_VECTOR ? value->as.items : value;
    uint32_t count = value->kind == PTC_VECTOR ? value->aux : 1;

    if (count == 0 || count > PTC_STOP_TEXTS_MAX)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (items[i].kind != PTC_STRING || items[i].aux == 0)
            return false;
    }
    out->stop_count = count;
    return true;
}

/* The texts of an option that settings_stop took; false when refused memory. */
static bool settings_put_stop(ptc_arena *arena, const ptc_value *value,
                              ptc_llm_settings *out)
{
    const ptc_value *items = value->kind == PTC_VECTOR ? value->as.items : value;
    ptc_str *texts = ptc_arena_array(arena, out->stop_count, sizeof *texts);

    for (size_t i = 0; texts != NULL && i < out->stop_count; i++)
        texts[i] = ptc_value_text(&items[i]);
    out->stop = texts;
    return texts != NULL;
}

static bool settings_effort(const ptc_value *value, ptc_llm_settings *out)
{
    return (value->kind == PTC_STRING || value->kind == PTC_KEYWORD) &&
           ptc_llm_effort_find(ptc_value_text(value), &out->effort);
}

/* --- All --------------------------------------------------------------------------- */

static const struct settings_row {
    const char *name;
    unsigned bit;
    bool (*read)(const ptc_value *value, ptc_llm_settings *out);
    const char *fault;
} settings_rows[] = {
    {"temperature", PTC_SETTING_TEMPERATURE, settings_temperature,
     "temperature must be a number from 0"},
    {"top_p", PTC_SETTING_TOP_P, settings_top_p, "top_p must be a number from 0 to 1"},
    {"max_tokens", PTC_SETTING_MAX_TOKENS, settings_max_tokens,
     "max_tokens must be a positive integer"},
    {"seed", PTC_SETTING_SEED, settings_seed, "seed must be an integer"},
    {"stop", PTC_SETTING_STOP, settings_stop,
     "stop must be a string or 1 to 4 strings, none of them empty"},
    {"reasoning_effort", PTC_SETTING_EFFORT, settings_effort,
     "reasoning_effort must be none, minimal, low, medium, high, xhigh or max"},
};

enum { SETTINGS_COUNT = sizeof settings_rows / sizeof *settings_rows };

static const struct settings_row *settings_find(const ptc_value *key)
{
    if (key->kind != PTC_STRING && key->kind != PTC_KEYWORD)
        return NULL;
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        if (ptc_str_equal_folded(ptc_value_text(key), ptc_str_of(settings_rows[i].name)))
            return &settings_rows[i];
    }
    return NULL;
}

bool ptc_llm_settings_read(ptc_arena *arena, const ptc_value *options,
                           ptc_llm_settings *out)
{
    *out = (ptc_llm_settings){.struct_size = sizeof *out, .fault = {"", 0}};
    for (uint32_t i = 0; options->kind == PTC_MAP && i < options->aux; i++) {
        const ptc_map_entry *entry = &options->as.map->entries[i];
        const struct settings_row *row = settings_find(&entry->key);
        ptc_llm_settings with = *out;

        if (row == NULL || entry->value.kind == PTC_NIL)
            continue;
        if (row->read(&entry->value, &with)) {
            *out = with;
            out->set |= row->bit;
            if (row->bit == PTC_SETTING_STOP &&
                !settings_put_stop(arena, &entry->value, out))
                return false;
        } else if (out->fault.len == 0) {
            out->fault = ptc_str_of(row->fault);
        }
    }
    return true;
}
