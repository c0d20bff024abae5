/* SPDX-License-Identifier: MIT */
/*
 * JSON text to values: the generic reader, on the scanner of <ptc/scan.h>.
 *
 * One loop, no recursion. Elements gather on the scratch stack of the context; a
 * container that closes is copied into the arena once, in its exact size, and its value
 * takes the place of its elements. Each open container has a frame below its elements,
 * itself shaped as a value: kind PTC_VECTOR or PTC_MAP, aux the height of the frame below
 * it, text the place of the opening bracket. Keys and values alternate, so that the
 * elements of a map already are an array of ptc_map_entry.
 *
 * The top of the stack is a local variable of the loop (it is touched for every token);
 * functions that move it take it and return the new one, or NULL after a fault.
 */
#include "base/base_int.h"
#include "json/json_int.h"

typedef struct value_reader {
    ptc_scan *scan;
    ptc_value *bottom; /* the lowest frame */
    ptc_value *frame;  /* of the innermost open container */
    ptc_value *limit;  /* end of the stack's memory */
} value_reader;

/* --- the stack ---------------------------------------------------------------------- */

/*
 * Sets the end of the stack's memory, `bottom` bytes of which lie below the lowest frame.
 * A frame keeps a height in 32 bits, so no more values than that are used.
 */
static void value_set_limit(value_reader *reader, size_t bottom)
{
    size_t room = (reader->scan->stack_size - bottom) / sizeof *reader->bottom;

    reader->limit = reader->bottom + (room < PTC_COUNT_MAX ? room : PTC_COUNT_MAX);
}

/* Moves the stack to where there is room for `count` more values. */
static PTC_COLD ptc_value *value_grow(value_reader *reader, ptc_value *top, size_t count)
{
    ptc_scan *scan = reader->scan;
    size_t bottom = (size_t)((unsigned char *)reader->bottom - scan->stack);
    size_t frame = (size_t)(reader->frame - reader->bottom);
    size_t height = (size_t)(top - reader->bottom);

    if (height > PTC_COUNT_MAX - count) {
        ptc_scan_fail(scan, scan->end, PTC_ERROR_RANGE, "more than 2^32 open elements");
        return NULL;
    }
    scan->stack_used = bottom + height * sizeof *top;
    if (ptc_scan_push(scan, count * sizeof *top) == NULL)
        return NULL;
    reader->bottom = (ptc_value *)(void *)(scan->stack + bottom);
    reader->frame = reader->bottom + frame;
    value_set_limit(reader, bottom);
    return reader->bottom + height;
}

PTC_INLINE ptc_value *value_reserve(value_reader *reader, ptc_value *top, size_t count)
{
    if (PTC_LIKELY((size_t)((char *)reader->limit - (char *)top) >= count * sizeof *top))
        return top;
    return value_grow(reader, top, count);
}

/* Opens a container; there is room for its frame. */
PTC_INLINE ptc_value *value_open(value_reader *reader, ptc_value *top,
                                 const unsigned char *p, ptc_kind kind)
{
    ptc_scan *scan = reader->scan;

    if (PTC_UNLIKELY(scan->depth == 0)) {
        ptc_scan_fail(scan, p, PTC_ERROR_DEPTH, "nested too deeply");
        return NULL;
    }
    scan->depth--;
    *top = ptc_value_make(kind, 0, (size_t)(reader->frame - reader->bottom));
    top->as.text = (const char *)p;
    reader->frame = top;
    return top + 1;
}

/* --- closing ------------------------------------------------------------------------ */

static PTC_COLD ptc_value *value_refuse(value_reader *reader, const unsigned char *p,
                                        ptc_status status, const char *message)
{
    ptc_scan_fail(reader->scan, p, status, message);
    return NULL;
}

/* Puts a closed container in the place of its frame and elements. */
PTC_INLINE ptc_value *value_leave(value_reader *reader, ptc_value closed)
{
    ptc_value *top = reader->frame;

    reader->frame = reader->bottom + top->aux;
    reader->scan->depth++;
    *top = closed;
    return top + 1;
}

PTC_INLINE ptc_value *value_close_list(value_reader *reader, ptc_value *top,
                                       const unsigned char *p)
{
    const ptc_value *first = reader->frame + 1;
    size_t size = (size_t)((char *)top - (const char *)first);
    size_t count = size / sizeof *first;
    ptc_value *items = ptc_arena_alloc(reader->scan->arena, size);

    if (PTC_UNLIKELY(items == NULL))
        return value_refuse(reader, p, PTC_ERROR_MEMORY, "memory refused");
    if (PTC_UNLIKELY(count > PTC_COUNT_MAX))
        return value_refuse(reader, p, PTC_ERROR_RANGE, "more than 2^32 elements");
    memcpy(items, first, size);
    return value_leave(reader, ptc_value_vector(items, count));
}

/*
 * Whether a key of few is the same as an earlier one: *duplicate is then its number. Each
 * key marks one of 64 places, chosen by its first byte and length, and only a key that
 * finds its place marked is compared. (The first byte of an empty key is a quote.)
 */
PTC_INLINE bool value_repeats(const ptc_map_entry *entries, size_t count,
                              size_t *duplicate)
{
    uint64_t marks = 0;

    for (size_t i = 0; i < count; i++) {
        const ptc_value *key = &entries[i].key;
        unsigned place = ((unsigned char)*key->as.text * 5u + key->aux * 23u) & 63;

        if (PTC_UNLIKELY(marks >> place & 1)) {
            for (size_t j = 0; j < i; j++) {
                if (entries[j].key.aux == key->aux &&
                    memcmp(entries[j].key.as.text, key->as.text, key->aux) == 0) {
                    *duplicate = i;
                    return true;
                }
            }
        }
        marks |= UINT64_C(1) << place;
    }
    return false;
}

/* Where key number `number` of the object at `p` is. */
static const unsigned char *value_find_key(ptc_scan *scan, const unsigned char *p,
                                           size_t number)
{
    ptc_scan again = *scan;

    again.status = PTC_OK;
    again.stack = again.first.bytes;
    again.stack_used = 0;
    again.stack_size = sizeof again.first;
    p = ptc_scan_blanks(p + 1);
    for (; p != NULL && number != 0; number--) {
        ptc_str key;

        p = ptc_scan_key(&again, p + 1, &key);
        p = p != NULL ? ptc_scan_skip(&again, p) : NULL;
        p = p != NULL ? ptc_scan_blanks(ptc_scan_blanks(p) + 1) : NULL;
    }
    ptc_scan_release(&again);
    return p != NULL ? p : scan->end;
}

static PTC_COLD ptc_value *value_refuse_map(value_reader *reader, const unsigned char *p,
                                            ptc_status status, size_t duplicate)
{
    const unsigned char *object = (const unsigned char *)reader->frame->as.text;

    if (status == PTC_ERROR_MEMORY)
        return value_refuse(reader, p, status, "memory refused");
    p = value_find_key(reader->scan, object, duplicate);
    return value_refuse(reader, p, PTC_ERROR_DUPLICATE, "duplicate key");
}

PTC_INLINE ptc_value *value_close_map(value_reader *reader, ptc_value *top,
                                      const unsigned char *p)
{
    ptc_arena *arena = reader->scan->arena;
    const ptc_value *first = reader->frame + 1;
    size_t size = (size_t)((char *)top - (const char *)first);
    size_t count = size / sizeof(ptc_map_entry);
    ptc_map *map = ptc_arena_alloc(arena, sizeof *map);
    ptc_map_entry *entries = ptc_arena_alloc(arena, size);
    ptc_status status = PTC_OK;
    size_t duplicate = 0;

    if (PTC_UNLIKELY(map == NULL || entries == NULL))
        return value_refuse(reader, p, PTC_ERROR_MEMORY, "memory refused");
    if (PTC_UNLIKELY(count > PTC_COUNT_MAX))
        return value_refuse(reader, p, PTC_ERROR_RANGE, "more than 2^32 entries");
    memcpy(entries, first, size);
    map->entries = entries;
    map->index = NULL;
    map->count = (uint32_t)count;
    map->index_size = 0;
    map->kinds = UINT32_C(1) << PTC_STRING;
    if (PTC_UNLIKELY(count > PTC_MAP_SMALL))
        status = ptc_map_finish(arena, map, &duplicate);
    else if (PTC_UNLIKELY(value_repeats(entries, count, &duplicate)))
        status = PTC_ERROR_DUPLICATE;
    if (PTC_UNLIKELY(status != PTC_OK))
        return value_refuse_map(reader, p, status, duplicate);
    return value_leave(reader, ptc_value_map(map));
}

/* --- scalars ------------------------------------------------------------------------ */

/* All of these write one value to *top. */

PTC_INLINE const unsigned char *value_string(ptc_scan *scan, const unsigned char *p,
                                             ptc_value *top)
{
    ptc_str text;
    unsigned flags;

    p = ptc_scan_text(scan, p, &text, &flags);
    if (PTC_UNLIKELY(p == NULL))
        return NULL;
    *top = ptc_value_make(PTC_STRING, flags, text.len);
    top->as.text = text.ptr;
    return p;
}

/* Numbers with an exponent, many digits or outside int64, and what is not a number. */
static PTC_COLD const unsigned char *
value_number_rest(ptc_scan *scan, const unsigned char *p, ptc_value *top)
{
    bool is_integer;
    const unsigned char *stop = ptc_scan_number(scan, p, &is_integer);
    size_t len;

    if (stop == NULL)
        return NULL;
    len = (size_t)(stop - p);
    if (!is_integer) {
        *top = ptc_value_float(0);
        if (!ptc_number_read_double((const char *)p, len, &top->as.number))
            return ptc_scan_fail(scan, p, PTC_ERROR_RANGE, "number out of range");
        return stop;
    }
    *top = ptc_value_int(0);
    if (ptc_number_read_int((const char *)p, len, &top->as.integer))
        return stop;
    if (len > PTC_COUNT_MAX)
        return ptc_scan_fail(scan, p, PTC_ERROR_RANGE, "number longer than 2^32 bytes");
    *top = ptc_value_make(PTC_OPAQUE, PTC_FLAG_NUMBER, len);
    top->as.text = (const char *)p;
    return stop;
}

PTC_INLINE const unsigned char *value_number(ptc_scan *scan, const unsigned char *p,
                                             ptc_value *top)
{
    const unsigned char *first = p + (*p == '-' ? 1 : 0);
    uint64_t digits = 0;
    const unsigned char *point = ptc_scan_digits(first, &digits);
    const unsigned char *stop = point;

    if (PTC_UNLIKELY(point == first || (*first == '0' && point - first > 1)))
        return value_number_rest(scan, p, top);
    if (*point == '.') {
        double number;

        stop = ptc_scan_digits(point + 1, &digits);
        if (PTC_UNLIKELY(stop - first > PTC_SCAN_SHORT || stop - point == 1 ||
                         (*stop | 32) == 'e')) {
            *top = ptc_value_float(0);
            return ptc_scan_double_long(scan, p, point, stop, digits, &top->as.number);
        }
        number = (double)(int64_t)digits / ptc_number_tens[stop - point - 1];
        *top = ptc_value_float(first != p ? -number : number);
        return stop;
    }
    if (PTC_UNLIKELY(stop - first > 18 || (*stop | 32) == 'e'))
        return value_number_rest(scan, p, top);
    *top = ptc_value_int(first != p ? -(int64_t)digits : (int64_t)digits);
    return stop;
}

PTC_INLINE const unsigned char *value_word(ptc_scan *scan, const unsigned char *p,
                                           ptc_value *top)
{
    if (ptc_scan_match(p, "null", 4)) {
        *top = ptc_value_nil();
        return p + 4;
    }
    if (ptc_scan_match(p, "true", 4)) {
        *top = ptc_value_bool(true);
        return p + 4;
    }
    if (ptc_scan_match(p, "false", 5)) {
        *top = ptc_value_bool(false);
        return p + 5;
    }
    return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX, "expected a value");
}

/* Any value but a container. */
PTC_INLINE const unsigned char *value_scalar(ptc_scan *scan, const unsigned char *p,
                                             ptc_value *top)
{
    if (*p == '"')
        return value_string(scan, p + 1, top);
    if (*p == '-' || (unsigned)*p - '0' <= 9)
        return value_number(scan, p, top);
    return value_word(scan, p, top);
}

/* --- the loop ----------------------------------------------------------------------- */

static PTC_COLD const unsigned char *
value_expected(value_reader *reader, const unsigned char *p, const char *message)
{
    return ptc_scan_fail(reader->scan, p, PTC_ERROR_SYNTAX, message);
}

/*
 * Reads the container at `p` onto the stack. Each label is a place in the grammar, where
 * `p` is at the byte that decides; blanks have been passed.
 */
static const unsigned char *value_read(value_reader *reader, const unsigned char *p,
                                       ptc_value *top)
{
    ptc_scan *scan = reader->scan;

    if (*p == '[')
        goto open_list;

open_map:
    top = value_open(reader, top, p, PTC_MAP);
    if (PTC_UNLIKELY(top == NULL))
        return NULL;
    p = ptc_scan_blanks(p + 1);
    if (*p == '}')
        goto close_map;

member:
    /* Room for the key and its value, which may be the frame of a container. */
    top = value_reserve(reader, top, 2);
    if (PTC_UNLIKELY(top == NULL))
        return NULL;
    if (PTC_UNLIKELY(*p != '"'))
        return value_expected(reader, p, "expected a key in quotes");
    p = value_string(scan, p + 1, top++);
    if (PTC_UNLIKELY(p == NULL))
        return NULL;
    if (PTC_UNLIKELY(*p != ':')) {
        p = ptc_scan_blanks(p);
        if (*p != ':')
            return value_expected(reader, p, "expected ':' after a key");
    }
    p = ptc_scan_blanks(p + 1);
    if (*p == '{')
        goto open_map;
    if (*p == '[')
        goto open_list;
    p = value_scalar(scan, p, top++);
    if (PTC_UNLIKELY(p == NULL))
        return NULL;

after_member:
    p = ptc_scan_blanks(p);
    if (PTC_LIKELY(*p == ',')) {
        p = ptc_scan_blanks(p + 1);
        goto member;
    }
    if (PTC_UNLIKELY(*p != '}'))
        return value_expected(reader, p, "expected ',' or '}'");

close_map:
    top = value_close_map(reader, top, p);
    goto closed;

open_list:
    top = value_open(reader, top, p, PTC_VECTOR);
    if (PTC_UNLIKELY(top == NULL))
        return NULL;
    p = ptc_scan_blanks(p + 1);
    if (*p == ']')
        goto close_list;

element:
    top = value_reserve(reader, top, 1);
    if (PTC_UNLIKELY(top == NULL))
        return NULL;
    if (*p == '{')
        goto open_map;
    if (*p == '[')
        goto open_list;
    p = value_scalar(scan, p, top++);
    if (PTC_UNLIKELY(p == NULL))
        return NULL;

after_element:
    p = ptc_scan_blanks(p);
    if (PTC_LIKELY(*p == ',')) {
        p = ptc_scan_blanks(p + 1);
        goto element;
    }
    if (PTC_UNLIKELY(*p != ']'))
        return value_expected(reader, p, "expected ',' or ']'");

close_list:
    top = value_close_list(reader, top, p);

closed:
    if (PTC_UNLIKELY(top == NULL))
        return NULL;
    p++;
    if (reader->frame->kind == PTC_NIL)
        return p;
    if (PTC_UNLIKELY(p >= scan->end))
        return value_expected(reader, p, "expected ',' or a closing bracket");
    if (reader->frame->kind == PTC_MAP)
        goto after_member;
    goto after_element;
}

const unsigned char *ptc_scan_scalar(ptc_scan *scan, const unsigned char *p,
                                     ptc_value *out)
{
    return value_scalar(scan, p, out);
}

const unsigned char *ptc_scan_document(ptc_scan *scan, const unsigned char *p,
                                       ptc_value *out)
{
    size_t used = scan->stack_used;
    value_reader reader = {.scan = scan};
    ptc_value *top;

    *out = ptc_value_nil();
    if (*p != '{' && *p != '[') {
        ptc_value scalar;

        p = ptc_scan_scalar(scan, p, &scalar);
        if (p != NULL)
            *out = scalar;
        return p;
    }
    /* The lowest frame, of no container, and the first one. */
    top = ptc_scan_push(scan, 2 * sizeof *top);
    if (top == NULL)
        return NULL;
    *top = ptc_value_nil();
    reader.bottom = top;
    reader.frame = top;
    value_set_limit(&reader, used);
    p = value_read(&reader, p, top + 1);
    if (p != NULL)
        *out = reader.bottom[1];
    scan->stack_used = used;
    return p;
}

const unsigned char *ptc_scan_value(ptc_scan *scan, const unsigned char *p,
                                    ptc_value *out)
{
    p = ptc_scan_document(scan, ptc_scan_blanks(p), out);
    return p != NULL ? ptc_scan_close(scan, p) : NULL;
}
