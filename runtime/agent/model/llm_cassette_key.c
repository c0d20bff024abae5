/* SPDX-License-Identifier: MIT */
/*
 * Keys of recordings: SHA-256 of canonical JSON. Texts are hashed piece by piece, so that
 * a long conversation is never written as a whole. See llm_cassette.h.
 */
#include "agent/model/llm_cassette.h"

/* --- Canonical parts --------------------------------------------------------------- */

static ptc_str tape_canonical(ptc_arena *arena, const ptc_value *value,
                              ptc_status *status)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    *status = ptc_json_write_canonical(&text, value);
    return *status == PTC_OK ? ptc_text_view(&text) : ptc_str_make(NULL, 0);
}

ptc_str ptc_tape_options(ptc_arena *arena, const ptc_value *options, ptc_status *status)
{
    ptc_value shown;

    if (options->kind == PTC_MAP && options->aux == 0) { /* the same as none */
        *status = PTC_OK;
        return PTC_STR("null");
    }
    if (!ptc_llm_hide_private(arena, options, &shown)) {
        *status = PTC_ERROR_MEMORY;
        return ptc_str_make(NULL, 0);
    }
    return tape_canonical(arena, &shown, status);
}

/* The name with '-' as '_'; ptr NULL when refused. */
static ptc_str tape_fold(ptc_arena *arena, ptc_str name)
{
    char *copy;

    if (name.len == 0 || memchr(name.ptr, '-', name.len) == NULL)
        return name;
    copy = ptc_arena_copy(arena, name.ptr, name.len);
    for (size_t i = 0; copy != NULL && i < name.len; i++)
        copy[i] = copy[i] == '-' ? '_' : copy[i];
    return ptc_str_make(copy, name.len);
}

ptc_str ptc_tape_arguments(ptc_arena *arena, const ptc_value *arguments,
                           ptc_status *status)
{
    const ptc_map *map = arguments->as.map;
    ptc_value folded = *arguments;
    ptc_map_entry *entries;

    if (arguments->kind != PTC_MAP)
        return tape_canonical(arena, arguments, status);
    *status = PTC_ERROR_MEMORY;
    entries = ptc_arena_array(arena, map->count, sizeof *entries);
    if (entries == NULL)
        return ptc_str_make(NULL, 0);
    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_value *key = &map->entries[i].key;
        ptc_str name;

        entries[i] = map->entries[i];
        if (key->kind != PTC_STRING && key->kind != PTC_KEYWORD)
            continue;
        name = tape_fold(arena, ptc_value_text(key));
        if (name.len > 0 && name.ptr == NULL)
            return ptc_str_make(NULL, 0);
        entries[i].key = ptc_value_string(name);
    }
    *status = ptc_map_make(arena, entries, map->count, &folded, NULL);
    return *status == PTC_OK ? tape_canonical(arena, &folded, status)
                             : ptc_str_make(NULL, 0);
}

/* --- Keys -------------------------------------------------------------------------- */

/* Moves the text so far into the hash. */
static void tape_hash_text(ptc_sha256 *hash, ptc_text *text)
{
    ptc_sha256_add(hash, ptc_text_view(text).ptr, text->len);
    text->len = 0;
}

static void tape_hash_message(ptc_sha256 *hash, ptc_text *text,
                              const ptc_message *message)
{
    ptc_text_cstr(text, "{\"content\":");
    ptc_json_write_string(text, message->content);
    ptc_text_cstr(text, ",\"role\":");
    ptc_json_write_string(text, ptc_str_of(ptc_role_name(message->role)));
    ptc_text_byte(text, '}');
    tape_hash_text(hash, text);
}

bool ptc_tape_request_key(ptc_arena *arena, const ptc_tape_request *request,
                          ptc_tape_key *key)
{
    ptc_sha256 hash;
    ptc_text text;

    ptc_sha256_init(&hash);
    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "{\"llm_opts\":");
    ptc_text_str(&text, request->options);
    ptc_text_cstr(&text, ",\"messages\":[");
    for (size_t i = 0; i < request->message_count; i++) {
        if (i > 0)
            ptc_text_byte(&text, ',');
        tape_hash_message(&hash, &text, &request->messages[i]);
    }
    ptc_text_cstr(&text, "],\"model\":");
    ptc_json_write_string(&text, request->model);
    ptc_text_cstr(&text, ",\"system\":");
    ptc_json_write_string(&text, request->system);
    ptc_text_byte(&text, '}');
    tape_hash_text(&hash, &text);
    ptc_sha256_end_hex(&hash, key->hex);
    return !text.failed;
}

bool ptc_tape_tool_key(ptc_arena *arena, ptc_str name, ptc_str arguments,
                       ptc_tape_key *key)
{
    ptc_str folded = tape_fold(arena, name);
    ptc_sha256 hash;
    ptc_text text;

    if (folded.ptr == NULL)
        return false;
    ptc_sha256_init(&hash);
    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "{\"args\":");
    ptc_text_str(&text, arguments);
    ptc_text_cstr(&text, ",\"tool\":");
    ptc_json_write_string(&text, folded);
    ptc_text_byte(&text, '}');
    tape_hash_text(&hash, &text);
    ptc_sha256_end_hex(&hash, key->hex);
    return !text.failed;
}
