/* SPDX-License-Identifier: MIT */
/* Names that llm_opts must not have: the target and the key of requests; and merging the
 * options of runs, agents and models. See model_int.h. */
#include "agent/model/model_int.h"
#include "base/base_int.h"

/* In lower case, without '-' and '_'. */
static const char *const llm_private_names[] = {
    "accesstoken",   "apikey",    "apikeyenv",    "argv",    "auth",
    "authorization", "authtoken", "baseurl",      "command", "endpoint",
    "header",        "headers",   "extraheaders", "key",     "password",
    "secret",        "token",     "url",          "xapikey",
};

enum {
    LLM_PRIVATE_COUNT = sizeof llm_private_names / sizeof *llm_private_names,
    LLM_PRIVATE_MAX = 16, /* longer than any of them */
};

bool ptc_llm_option_is_private(ptc_str name)
{
    char folded[LLM_PRIVATE_MAX];
    size_t length = 0;

    for (size_t i = 0; i < name.len; i++) {
        char byte = name.ptr[i];

        if (byte == '-' || byte == '_')
            continue;
        if (length == sizeof folded)
            return false;
        folded[length++] = byte >= 'A' && byte <= 'Z' ? (char)(byte + 32) : byte;
    }
    for (size_t i = 0; i < LLM_PRIVATE_COUNT; i++) {
        if (ptc_str_equal(ptc_str_make(folded, length), ptc_str_of(llm_private_names[i])))
            return true;
    }
    return false;
}

static bool llm_key_is_private(const ptc_value *key)
{
    return (key->kind == PTC_STRING || key->kind == PTC_KEYWORD) &&
           ptc_llm_option_is_private(ptc_value_text(key));
}

ptc_str ptc_llm_find_private(const ptc_value *options)
{
    for (uint32_t i = 0; options->kind == PTC_MAP && i < options->aux; i++) {
        const ptc_value *key = &options->as.map->entries[i].key;

        if (llm_key_is_private(key))
            return ptc_value_text(key);
    }
    return ptc_str_make("", 0);
}

/* --- Hiding ------------------------------------------------------------------------ */

static bool llm_hide(ptc_arena *arena, const ptc_value *value, unsigned depth,
                     ptc_value *out);

static bool llm_hide_items(ptc_arena *arena, const ptc_value *value, unsigned depth,
                           ptc_value *out)
{
    ptc_value *items = ptc_arena_array(arena, value->aux, sizeof *items);

    for (uint32_t i = 0; items != NULL && i < value->aux; i++) {
        if (!llm_hide(arena, &value->as.items[i], depth, &items[i]))
            return false;
    }
    *out = ptc_value_vector(items, value->aux);
    return items != NULL;
}

static bool llm_hide_entries(ptc_arena *arena, const ptc_value *value, unsigned depth,
                             ptc_value *out)
{
    ptc_map_entry *entries = ptc_arena_array(arena, value->aux, sizeof *entries);

    for (uint32_t i = 0; entries != NULL && i < value->aux; i++) {
        const ptc_map_entry *entry = &value->as.map->entries[i];

        entries[i].key = entry->key;
        if (llm_key_is_private(&entry->key))
            entries[i].value = ptc_value_string(PTC_STR("<Private>"));
        else if (!llm_hide(arena, &entry->value, depth, &entries[i].value))
            return false;
    }
    return entries != NULL &&
           ptc_map_make(arena, entries, value->aux, out, NULL) == PTC_OK;
}

static bool llm_hide(ptc_arena *arena, const ptc_value *value, unsigned depth,
                     ptc_value *out)
{
    *out = *value;
    if (ptc_value_is_scalar(value))
        return true;
    *out = ptc_value_nil();
    if (depth == 0) /* JSON is never that deep */
        return true;
    return value->kind == PTC_MAP ? llm_hide_entries(arena, value, depth - 1, out)
                                  : llm_hide_items(arena, value, depth - 1, out);
}

bool ptc_llm_hide_private(ptc_arena *arena, const ptc_value *options, ptc_value *out)
{
    bool is_done = llm_hide(arena, options, PTC_DEPTH_MAX, out);

    if (!is_done)
        *out = ptc_value_nil();
    return is_done;
}

/* --- Merging ----------------------------------------------------------------------- */

static bool llm_has_option(const ptc_value *options, const ptc_value *key)
{
    bool is_name = key->kind == PTC_STRING || key->kind == PTC_KEYWORD;

    for (uint32_t i = 0; is_name && i < options->aux; i++) {
        const ptc_value *known = &options->as.map->entries[i].key;

        if ((known->kind == PTC_STRING || known->kind == PTC_KEYWORD) &&
            ptc_str_equal_folded(ptc_value_text(known), ptc_value_text(key)))
            return true;
    }
    return false;
}

bool ptc_llm_merge_options(ptc_arena *arena, const ptc_value *options,
                           const ptc_value *rest, ptc_value *out)
{
    size_t count = options->aux;
    ptc_map_entry *entries;

    *out = options->kind == PTC_NIL ? *rest : *options;
    if (options->kind != PTC_MAP || rest->kind != PTC_MAP || rest->aux == 0)
        return true;
    entries = ptc_arena_array(arena, count + rest->aux, sizeof *entries);
    if (entries == NULL)
        return false;
    memcpy(entries, options->as.map->entries, count * sizeof *entries);
    for (uint32_t i = 0; i < rest->aux; i++) {
        const ptc_map_entry *entry = &rest->as.map->entries[i];

        if (!llm_has_option(options, &entry->key))
            entries[count++] = *entry;
    }
    return ptc_map_make(arena, entries, count, out, NULL) == PTC_OK;
}
