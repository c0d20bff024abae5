/* SPDX-License-Identifier: MIT */
/*
 * JSON text to values, on the scanner of <ptc/scan.h>.
 *
 * One loop, no recursion. Values gather on a scratch stack; a bracket that closes copies
 * its elements to the arena once, in exact size (key and value side by side are what a
 * map entry is). Below the elements of an open bracket stands a frame, also a value, that
 * remembers the bracket around it. The stack begins in the C frame; when it grows it
 * moves to memory borrowed from the arena.
 */
#include "ptc_int.h"

#include <ptc/scan.h>

#define JSON_STACK 128

typedef struct json_reader {
    ptc_scan *scan;
    ptc_value *stack;
    size_t count;
    size_t capacity;
    size_t base;      /* of the open bracket: its elements begin here */
    bool is_map;      /* the open bracket is an object */
    bool is_inside;   /* there is an open bracket */
    bool is_borrowed; /* the stack is no longer in the C frame */
} json_reader;

/* The stack leaves the C frame for memory that is given back when the value is read. */
static bool json_grow(json_reader *reader)
{
    size_t size = reader->capacity * sizeof *reader->stack;
    ptc_value *old = reader->is_borrowed ? reader->stack : NULL;
    ptc_value *stack =
        ptc_arena_borrow(reader->scan->arena, old, old ? size : 0, size * 2);

    if (stack == NULL)
        return false;
    if (!reader->is_borrowed)
        memcpy(stack, reader->stack, size);
    reader->is_borrowed = true;
    reader->stack = stack;
    reader->capacity *= 2;
    return true;
}

/* Room for one more value; NULL with the fault recorded. */
static inline ptc_value *json_push(json_reader *reader, const unsigned char *place)
{
    if (PTC_UNLIKELY(reader->count == reader->capacity) && !json_grow(reader)) {
        ptc_scan_fail(reader->scan, place, PTC_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    return &reader->stack[reader->count++];
}

static bool json_open(json_reader *reader, const unsigned char *place, bool is_map)
{
    ptc_value *frame;

    if (reader->scan->depth_left == 0) {
        ptc_scan_fail(reader->scan, place, PTC_ERROR_DEPTH,
                      "nested deeper than the limit");
        return false;
    }
    frame = json_push(reader, place);
    if (frame == NULL)
        return false;
    reader->scan->depth_left--;
    frame->flags = (uint8_t)((reader->is_map ? 1 : 0) | (reader->is_inside ? 2 : 0));
    frame->as.integer = (int64_t)reader->base;
    reader->base = reader->count;
    reader->is_map = is_map;
    reader->is_inside = true;
    return true;
}

/* Drops the elements and makes the frame's place that of the closed bracket's value. */
static ptc_value *json_leave(json_reader *reader)
{
    ptc_value *frame = &reader->stack[reader->base - 1];

    reader->scan->depth_left++;
    reader->count = reader->base;
    reader->base = (size_t)frame->as.integer;
    reader->is_map = (frame->flags & 1) != 0;
    reader->is_inside = (frame->flags & 2) != 0;
    return frame;
}

static bool json_close_list(json_reader *reader, const unsigned char *place)
{
    size_t count = reader->count - reader->base;
    ptc_value *items = NULL;

    if (count > PTC_COUNT_MAX) {
        ptc_scan_fail(reader->scan, place, PTC_ERROR_RANGE,
                      "a list of more than 2^32 elements");
        return false;
    }
    if (count > 0) {
        items = ptc_arena_alloc(reader->scan->arena, count * sizeof *items);
        if (items == NULL) {
            ptc_scan_fail(reader->scan, place, PTC_ERROR_MEMORY, "out of memory");
            return false;
        }
        memcpy(items, &reader->stack[reader->base], count * sizeof *items);
    }
    *json_leave(reader) = ptc_value_vector(items, count);
    return true;
}

static bool json_same_key(const ptc_value *a, const ptc_value *b)
{
    return a->aux == b->aux &&
           (a->aux == 0 || memcmp(a->as.text, b->as.text, a->aux) == 0);
}

/*
 * The later of two entries with equal keys, or `count`. A 64-bit filter of length and
 * ends of the key says "not yet seen" for nearly all keys.
 */
static size_t json_find_duplicate(const ptc_map_entry *entries, size_t count)
{
    uint64_t seen = 0;

    for (size_t i = 0; i < count; i++) {
        const ptc_value *key = &entries[i].key;
        unsigned ends = key->aux == 0 ? 0
                                      : (unsigned)key->as.text[0] * 3u +
                                            (unsigned)key->as.text[key->aux - 1] * 5u +
                                            (unsigned)key->as.text[key->aux / 2];
        uint64_t bit = UINT64_C(1) << ((ends + key->aux * 7u) & 63);

        if (PTC_UNLIKELY(seen & bit)) {
            for (size_t k = 0; k < i; k++) {
                if (json_same_key(&entries[k].key, key))
                    return i;
            }
        }
        seen |= bit;
    }
    return count;
}

static bool json_make_map(json_reader *reader, const ptc_map_entry *entries, size_t count,
                          const unsigned char *place, ptc_value *out)
{
    ptc_scan *scan = reader->scan;
    ptc_status status;

    if (count > PTC_MAP_SMALL) {
        status = ptc_map_make(scan->arena, entries, count, out, NULL);
    } else if (json_find_duplicate(entries, count) < count) {
        status = PTC_ERROR_DUPLICATE;
    } else {
        status = ptc_map_make_distinct(scan->arena, entries, count, out);
    }
    if (status == PTC_OK)
        return true;
    ptc_scan_fail(scan, place, status,
                  status == PTC_ERROR_DUPLICATE ? "a key stands twice in this object"
                                                : "out of memory");
    return false;
}

static bool json_close_map(json_reader *reader, const unsigned char *place)
{
    size_t count = (reader->count - reader->base) / 2;
    ptc_map_entry *entries = NULL;
    ptc_value map;

    if (count > 0) {
        entries = ptc_arena_alloc(reader->scan->arena, count * sizeof *entries);
        if (entries == NULL) {
            ptc_scan_fail(reader->scan, place, PTC_ERROR_MEMORY, "out of memory");
            return false;
        }
        memcpy(entries, &reader->stack[reader->base], count * sizeof *entries);
    }
    if (!json_make_map(reader, entries, count, place, &map))
        return false;
    *json_leave(reader) = map;
    return true;
}

static const unsigned char *json_read_string(json_reader *reader,
                                             const unsigned char *cursor)
{
    bool is_ascii;
    ptc_str text;
    ptc_value *value = json_push(reader, cursor);

    if (value == NULL)
        return NULL;
    cursor = ptc_scan_string(reader->scan, cursor + 1, &text, &is_ascii);
    if (cursor == NULL)
        return NULL;
    if (PTC_UNLIKELY(text.len > PTC_COUNT_MAX))
        return ptc_scan_fail(reader->scan, cursor, PTC_ERROR_RANGE,
                             "expected a string below 4 GiB");
    *value = ptc_value_make(PTC_STRING, is_ascii ? PTC_FLAG_ASCII : 0, text.len);
    value->as.text = text.ptr;
    return cursor;
}

static const unsigned char *json_read_number(json_reader *reader,
                                             const unsigned char *cursor)
{
    ptc_value *value = json_push(reader, cursor);
    const unsigned char *behind;

    if (value == NULL)
        return NULL;
    *value = ptc_value_int(0);
    behind = ptc_scan_int(cursor, reader->scan->end, &value->as.integer);
    if (behind != NULL)
        return behind;
    *value = ptc_value_float(0);
    behind = ptc_scan_double(cursor, reader->scan->end, &value->as.number);
    return behind != NULL ? behind : ptc_scan_number(reader->scan, cursor, value);
}

static const unsigned char *json_read_word(json_reader *reader,
                                           const unsigned char *cursor)
{
    ptc_value *value = json_push(reader, cursor);
    const unsigned char *behind;
    bool truth = false;

    if (value == NULL)
        return NULL;
    behind = ptc_scan_null(cursor);
    if (behind != NULL) {
        *value = ptc_value_nil();
    } else {
        behind = ptc_scan_bool(cursor, &truth);
        *value = ptc_value_bool(truth);
    }
    if (behind == NULL || behind > reader->scan->end)
        return ptc_scan_fail(reader->scan, cursor, PTC_ERROR_SYNTAX, "expected a value");
    return behind;
}

/* Key and colon; `cursor` is where the opening quote must be. */
static const unsigned char *json_read_key(json_reader *reader,
                                          const unsigned char *cursor)
{
    const unsigned char *end = reader->scan->end;

    if (cursor >= end || *cursor != '"')
        return ptc_scan_fail(reader->scan, cursor, PTC_ERROR_SYNTAX,
                             "expected a key in quotes");
    cursor = json_read_string(reader, cursor);
    if (cursor == NULL)
        return NULL;
    cursor = ptc_scan_blanks(cursor, end);
    if (cursor >= end || *cursor != ':')
        return ptc_scan_fail(reader->scan, cursor, PTC_ERROR_SYNTAX,
                             "expected : after a key");
    return cursor + 1;
}

/*
 * Behind a value inside a bracket: a comma leads to the next element, a closing bracket
 * to what stands behind that. Returns where the next value begins, or the end of the
 * whole with is_inside false.
 */
static const unsigned char *json_go_on(json_reader *reader, const unsigned char *cursor)
{
    const unsigned char *end = reader->scan->end;

    while (reader->is_inside) {
        cursor = ptc_scan_blanks(cursor, end);
        if (cursor >= end)
            return ptc_scan_fail(reader->scan, end, PTC_ERROR_SYNTAX,
                                 reader->is_map ? "expected , or }" : "expected , or ]");
        if (PTC_LIKELY(*cursor == ',')) {
            cursor = ptc_scan_blanks(cursor + 1, end);
            return reader->is_map ? json_read_key(reader, cursor) : cursor;
        }
        if (*cursor != (reader->is_map ? '}' : ']'))
            return ptc_scan_fail(reader->scan, cursor, PTC_ERROR_SYNTAX,
                                 reader->is_map ? "expected , or }" : "expected , or ]");
        if (!(reader->is_map ? json_close_map(reader, cursor)
                             : json_close_list(reader, cursor)))
            return NULL;
        cursor++;
    }
    return cursor;
}

/* Opens the bracket at `cursor`; returns where its first value begins, or what stands
 * behind it when it is empty. */
static const unsigned char *json_enter(json_reader *reader, const unsigned char *cursor)
{
    bool is_map = *cursor == '{';

    if (!json_open(reader, cursor, is_map))
        return NULL;
    cursor = ptc_scan_blanks(cursor + 1, reader->scan->end);
    if (cursor < reader->scan->end && *cursor == (is_map ? '}' : ']')) {
        if (!(is_map ? json_close_map(reader, cursor) : json_close_list(reader, cursor)))
            return NULL;
        return json_go_on(reader, cursor + 1);
    }
    return is_map ? json_read_key(reader, cursor) : cursor;
}

static const unsigned char *json_read_all(json_reader *reader,
                                          const unsigned char *cursor)
{
    const unsigned char *end = reader->scan->end;

    do {
        cursor = ptc_scan_blanks(cursor, end);
        if (cursor >= end)
            return ptc_scan_fail(reader->scan, end, PTC_ERROR_SYNTAX, "expected a value");
        switch (*cursor) {
        case '"':
            cursor = json_read_string(reader, cursor);
            break;
        case '{':
        case '[':
            cursor = json_enter(reader, cursor);
            if (cursor == NULL)
                return NULL;
            continue;
        case 't':
        case 'f':
        case 'n':
            cursor = json_read_word(reader, cursor);
            break;
        default:
            cursor = json_read_number(reader, cursor);
            break;
        }
        if (PTC_UNLIKELY(cursor == NULL))
            return NULL;
        cursor = json_go_on(reader, cursor);
        if (PTC_UNLIKELY(cursor == NULL))
            return NULL;
    } while (reader->is_inside);
    return cursor;
}

const unsigned char *ptc_scan_value(ptc_scan *scan, const unsigned char *cursor,
                                    ptc_value *out)
{
    ptc_value stack[JSON_STACK];
    json_reader reader = {scan, stack, 0, JSON_STACK, 0, false, false, false};

    *out = ptc_value_nil();
    cursor = json_read_all(&reader, cursor);
    if (cursor != NULL)
        *out = reader.stack[0];
    if (reader.is_borrowed)
        ptc_arena_borrow(scan->arena, reader.stack,
                         reader.capacity * sizeof *reader.stack, 0);
    return cursor;
}

ptc_status ptc_json_read(ptc_arena *arena, const char *text, size_t len,
                         const ptc_json_options *options, ptc_value *out, size_t *end,
                         ptc_json_error *error)
{
    bool is_padded = options != NULL && options->is_padded;
    const unsigned char *cursor;
    const char *original = text;
    ptc_scan scan;

    *out = ptc_value_nil();
    ptc_scan_start(&scan, arena, text, len, options);
    if (!is_padded) {
        char *copy = len <= SIZE_MAX - PTC_PADDING
                         ? ptc_arena_alloc(arena, len + PTC_PADDING)
                         : NULL;

        if (copy == NULL) {
            ptc_scan_fail(&scan, scan.start, PTC_ERROR_MEMORY, "out of memory");
            return ptc_scan_error(&scan, error);
        }
        if (len > 0)
            memcpy(copy, original, len);
        memset(copy + len, 0, PTC_PADDING);
        ptc_scan_start(&scan, arena, copy, len, options);
        scan.copy_strings = false; /* the copy lives as long as the value */
    }
    cursor = ptc_scan_value(&scan, scan.start, out);
    if (cursor != NULL && (options == NULL || !options->allow_trailing) &&
        !ptc_scan_finish(&scan, cursor))
        *out = ptc_value_nil();
    if (end != NULL)
        *end = cursor != NULL ? (size_t)(cursor - scan.start) : 0;
    return ptc_scan_error(&scan, error);
}
