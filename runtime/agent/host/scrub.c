/* SPDX-License-Identifier: MIT */
/*
 * Messages of models and transports without credentials: keys, tokens, the parts of URLs
 * before '@' and after '?'. They go to steps, logs and prompts, and their authors were
 * not always careful. [subagent 13]
 */
#include "agent/host/host_int.h"

enum { SCRUB_KEY_MIN = 6 }; /* bytes of an option to search for */

static const char scrub_mark[] = "<redacted>";

static char scrub_lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte | 0x20) : byte;
}

/* The offset after `word` (lower case) in the text, in any case; 0: not found. */
static size_t scrub_find(ptc_str text, const char *word)
{
    size_t len = strlen(word);

    for (size_t at = 0; at + len <= text.len; at++) {
        size_t same = 0;

        while (same < len && scrub_lower(text.ptr[at + same]) == word[same])
            same++;
        if (same == len)
            return at + len;
    }
    return 0;
}

bool ptc_names_secret(ptc_str name)
{
    static const char *const words[] = {"key",    "token",  "secret",
                                        "passwo", "bearer", "authorization"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (scrub_find(name, words[i]) > 0)
            return true;
    }
    return false;
}

static bool scrub_is_key(ptc_str word)
{
    static const char *const starts[] = {"sk-", "pk-",  "rk-",  "ghp_", "gho_",
                                         "xox", "akia", "aiza", "eyj"};

    for (size_t i = 0; word.len >= 12 && i < sizeof starts / sizeof *starts; i++) {
        if (scrub_find(word, starts[i]) == strlen(starts[i]))
            return true;
    }
    return false;
}

/* An address without its userinfo and query. */
static void scrub_address(ptc_text *text, ptc_str word, size_t host)
{
    size_t at = host;
    size_t end = host;

    while (end < word.len && word.ptr[end] != '/' && word.ptr[end] != '?')
        end++;
    for (size_t i = host; i < end; i++) {
        if (word.ptr[i] == '@')
            at = i + 1;
    }
    while (end < word.len && word.ptr[end] != '?' && word.ptr[end] != '#')
        end++;
    ptc_text_bytes(text, word.ptr, host);
    ptc_text_bytes(text, word.ptr + at, end - at);
    if (end < word.len)
        ptc_text_cstr(text, "?");
}

/* `is_value`: the word before names a secret. Whether this one does. */
static bool scrub_word(ptc_text *text, ptc_str word, bool is_value)
{
    size_t host = scrub_find(word, "://");
    const char *mark = memchr(word.ptr, '=', word.len);
    bool names;

    if (host > 0) {
        scrub_address(text, word, host);
        return false;
    }
    names = ptc_names_secret(word);
    if (mark != NULL &&
        ptc_names_secret(ptc_str_make(word.ptr, (size_t)(mark - word.ptr)))) {
        ptc_text_bytes(text, word.ptr, (size_t)(mark - word.ptr) + 1);
        ptc_text_cstr(text, scrub_mark);
        return false;
    }
    if (scrub_is_key(word) || (is_value && !names && word.len >= SCRUB_KEY_MIN))
        ptc_text_cstr(text, scrub_mark);
    else
        ptc_text_str(text, word);
    return names;
}

static bool scrub_divides(char byte)
{
    return (unsigned char)byte <= ' ' || memchr("\"'`,;()[]{}", byte, 11) != NULL;
}

static ptc_str scrub_words(ptc_arena *arena, ptc_str from)
{
    bool is_value = false;
    ptc_text text;
    size_t at = 0;

    ptc_text_init(&text, arena);
    while (at < from.len) {
        size_t end = at;

        while (end < from.len && !scrub_divides(from.ptr[end]))
            end++;
        if (end > at)
            is_value = scrub_word(&text, ptc_str_make(from.ptr + at, end - at), is_value);
        if (end > at && end < from.len && (from.ptr[end] == ',' || from.ptr[end] == ';'))
            is_value = false; /* `_key, _who; record with --raw`: no name of its value */
        if (end < from.len)
            ptc_text_byte(&text, from.ptr[end++]);
        at = end;
    }
    return text.failed ? ptc_str_make("", 0) : ptc_text_view(&text);
}

/* The text without each place where `secret` is. */
static ptc_str scrub_secret(ptc_arena *arena, ptc_str from, ptc_str secret)
{
    ptc_text text;
    size_t at = 0;

    ptc_text_init(&text, arena);
    while (at < from.len) {
        if (from.len - at >= secret.len &&
            memcmp(from.ptr + at, secret.ptr, secret.len) == 0) {
            ptc_text_cstr(&text, scrub_mark);
            at += secret.len;
        } else {
            ptc_text_byte(&text, from.ptr[at++]);
        }
    }
    return text.failed ? ptc_str_make("", 0) : ptc_text_view(&text);
}

ptc_str ptc_llm_scrub(ptc_arena *arena, ptc_str text, const ptc_value *options)
{
    const ptc_map *map = options->kind == PTC_MAP ? options->as.map : NULL;

    for (uint32_t i = 0; map != NULL && i < map->count; i++) {
        const ptc_map_entry *entry = &map->entries[i];

        if (entry->value.kind == PTC_STRING && entry->value.aux >= SCRUB_KEY_MIN &&
            (entry->key.kind == PTC_STRING || entry->key.kind == PTC_KEYWORD) &&
            ptc_names_secret(ptc_value_text(&entry->key)))
            text = scrub_secret(arena, text, ptc_value_text(&entry->value));
    }
    return scrub_words(arena, text);
}
