/* SPDX-License-Identifier: MIT */
/*
 * Where each value of a JSON document stands, for readers that compile documents and want
 * to point into the text. One linear pass over text that ptc_json_read has accepted: the
 * table is in document order, so whoever goes through the value tree in order keeps the
 * index of the place in step.
 */
#include "ptc_int.h"

/* `at` is on the opening quote; returns the offset behind the closing one. */
static uint32_t places_skip_string(const char *text, uint32_t at)
{
    for (at++; text[at] != '"'; at++)
        at += text[at] == '\\';
    return at + 1;
}

static bool places_is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* `at` is on a scalar that is no string; returns the offset behind it. */
static uint32_t places_skip_word(ptc_str text, uint32_t at)
{
    while (at < text.len && !places_is_blank(text.ptr[at]) && text.ptr[at] != ',' &&
           text.ptr[at] != ']' && text.ptr[at] != '}')
        at++;
    return at;
}

/* Whether the string that ends before `at` is a key. */
static bool places_is_key(ptc_str text, uint32_t at)
{
    while (at < text.len && places_is_blank(text.ptr[at]))
        at++;
    return at < text.len && text.ptr[at] == ':';
}

typedef struct places_scan {
    ptc_arena *arena;
    ptc_json_place *items;
    size_t count;
    size_t capacity;
    uint32_t key;                 /* of the next value; UINT32_MAX: it has none */
    uint32_t open[PTC_DEPTH_MAX]; /* indices of the collections around */
    uint32_t depth;
} places_scan;

static bool places_add(places_scan *scan, uint32_t start, uint32_t end)
{
    ptc_json_place *place;
    void *items = scan->items;

    if (!ptc_arena_reserve(scan->arena, &items, &scan->capacity, scan->count,
                           scan->count + 1, sizeof *scan->items))
        return false;
    scan->items = items;
    place = &scan->items[scan->count++];
    place->start = start;
    place->end = end;
    place->key = scan->key == UINT32_MAX ? start : scan->key;
    place->count = 1;
    scan->key = UINT32_MAX;
    return true;
}

static bool places_open(places_scan *scan, uint32_t at)
{
    if (scan->depth == PTC_DEPTH_MAX || !places_add(scan, at, at))
        return false;
    scan->open[scan->depth++] = (uint32_t)scan->count - 1;
    return true;
}

static void places_close(places_scan *scan, uint32_t end)
{
    uint32_t index = scan->open[--scan->depth];

    scan->items[index].end = end;
    scan->items[index].count = (uint32_t)scan->count - index;
}

/* Reads the string at `at`, a key or a value; returns the offset behind it, 0: refused.
 */
static uint32_t places_string(places_scan *scan, ptc_str text, uint32_t at)
{
    uint32_t end = places_skip_string(text.ptr, at);

    if (places_is_key(text, end)) {
        scan->key = at;
        return end;
    }
    return places_add(scan, at, end) ? end : 0;
}

/* Reads what stands at `at`; returns the offset behind it, 0: refused. */
static uint32_t places_step(places_scan *scan, ptc_str text, uint32_t at)
{
    uint32_t end;

    switch (text.ptr[at]) {
    case ' ':
    case '\t':
    case '\n':
    case '\r':
    case ',':
    case ':':
        return at + 1;
    case '{':
    case '[':
        return places_open(scan, at) ? at + 1 : 0;
    case '}':
    case ']':
        places_close(scan, at + 1);
        return at + 1;
    case '"':
        return places_string(scan, text, at);
    default:
        end = places_skip_word(text, at);
        return places_add(scan, at, end) ? end : 0;
    }
}

const ptc_json_place *ptc_json_places(ptc_arena *arena, ptc_str text)
{
    places_scan scan = {arena, NULL, 0, 0, UINT32_MAX, {0}, 0};
    uint32_t at = 0;

    while (at < text.len) {
        at = places_step(&scan, text, at);
        if (at == 0)
            return NULL;
    }
    return scan.items;
}

ptc_span ptc_json_place_key(ptc_str text, const ptc_json_place *place)
{
    ptc_span span = {place->key, place->end};

    if (place->key != place->start)
        span.end = places_skip_string(text.ptr, place->key);
    return span;
}
