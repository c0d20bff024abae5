/* SPDX-License-Identifier: MIT */
/*
 * JSON text to values: the generic reader, on the scanner of <ptc/scan.h>.
 *
 * One loop, no recursion. Elements gather on the scratch stack of the context; a
 * container that closes is copied into the arena once, in its exact size, and its value
 * takes the place of its elements. Each open container has a frame below its elements,
 * itself shaped as a value: kind PTC_VECTOR or PTC_MAP, aux the height of the frame
 * below, text the place of the opening bracket. Keys and values alternate, so that the
 * elements of a map already are an array of ptc_map_entry.
 */
#include "ptc_int.h"

/* What the loop keeps in registers; the stack pointers mirror those in the context. */
typedef struct value_reader {
    ptc_scan *scan;
    ptc_value *bottom; /* the lowest frame or value */
    ptc_value *frame;  /* of the innermost open container */
    ptc_value *top;    /* first free place */
    ptc_value *limit;
} value_reader;

/* --- the stack ---------------------------------------------------------------------- */

/* Room for `count` more values; moves the stack. False when refused. */
static PTC_COLD bool value_grow(value_reader *reader, size_t count)
{
    ptc_scan *scan = reader->scan;
    size_t bottom = (size_t)((unsigned char *)reader->bottom - scan->stack);
    size_t frame = (size_t)(reader->frame - reader->bottom);
    size_t top = (size_t)(reader->top - reader->bottom);

    scan->stack_used = bottom + top * sizeof(ptc_value);
    if (ptc_scan_push(scan, count * sizeof(ptc_value)) == NULL)
        return false;
    reader->bottom = (ptc_value *)(void *)(scan->stack + bottom);
    reader->frame = reader->bottom + frame;
    reader->top = reader->bottom + top;
    reader->limit = reader->bottom + (scan->stack_size - bottom) / sizeof(ptc_value);
    return true;
}

PTC_INLINE bool value_reserve(value_reader *reader, size_t count)
{
    if (PTC_LIKELY((size_t)(reader->limit - reader->top) >= count))
        return true;
    return value_grow(reader, count);
}

static bool value_open(value_reader *reader, const unsigned char *p, ptc_kind kind)
{
    ptc_scan *scan = reader->scan;
    ptc_value frame = ptc_value_make(kind, 0, (size_t)(reader->frame - reader->bottom));

    if (PTC_UNLIKELY(scan->depth == 0)) {
        ptc_scan_fail(scan, p, PTC_ERROR_DEPTH, "nested too deeply");
        return false;
    }
    if (PTC_UNLIKELY(!value_reserve(reader, 1)))
        return false;
    scan->depth--;
    frame.as.text = (const char *)p;
    reader->frame = reader->top;
    *reader->top++ = frame;
    return true;
}

/* --- closing ------------------------------------------------------------------------ */

static bool value_refuse(value_reader *reader, const unsigned char *p)
{
    ptc_scan_fail(reader->scan, p, PTC_ERROR_MEMORY, "memory refused");
    return false;
}

/* Puts a closed container in the place of its frame and elements. */
static void value_leave(value_reader *reader, ptc_value closed)
{
    ptc_value *frame = reader->frame;

    reader->frame = reader->bottom + frame->aux;
    reader->top = frame;
    *reader->top++ = closed;
    reader->scan->depth++;
}

static bool value_close_list(value_reader *reader, const unsigned char *p)
{
    const ptc_value *first = reader->frame + 1;
    size_t count = (size_t)(reader->top - first);
    ptc_value *items = ptc_arena_alloc(reader->scan->arena, count * sizeof *items);

    if (PTC_UNLIKELY(items == NULL))
        return value_refuse(reader, p);
    if (PTC_UNLIKELY(count > PTC_COUNT_MAX)) {
        ptc_scan_fail(reader->scan, p, PTC_ERROR_RANGE, "more than 2^32 elements");
        return false;
    }
    memcpy(items, first, count * sizeof *items);
    value_leave(reader, ptc_value_vector(items, count));
    return true;
}

/*
 * Whether two of a few keys may be the same. Each sets a bit of 64, chosen by its length
 * and ends; a bit that is set already is a reason to compare.
 */
static bool value_may_repeat(const ptc_map_entry *entries, size_t count)
{
    uint64_t seen = 0;

    for (size_t i = 0; i < count; i++) {
        const ptc_value *key = &entries[i].key;
        /* The byte before the first of a key is its quote, or (in a copy) the key is not
         * empty, so both bytes can be read and are the same for the same keys. */
        unsigned ends = (unsigned char)key->as.text[0] * 5u +
                        (unsigned char)key->as.text[(ptrdiff_t)key->aux - 1] * 3u;
        uint64_t bit = UINT64_C(1) << ((ends + key->aux * 9u) & 63);

        if (seen & bit)
            return true;
        seen |= bit;
    }
    return false;
}

/* Where key number `number` of the object at `p` stands. */
static const unsigned char *value_find_key(ptc_scan *scan, const unsigned char *p,
                                           size_t number)
{
    ptc_scan again = *scan;

    again.status = PTC_OK;
    again.stack = again.first.bytes;
    again.stack_used = 0;
    again.stack_size = sizeof again.first;
    again.depth = PTC_DEPTH_MAX;
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

static PTC_COLD bool value_fail_map(value_reader *reader, const unsigned char *p,
                                    ptc_status status, size_t duplicate)
{
    if (status == PTC_ERROR_MEMORY)
        return value_refuse(reader, p);
    p = value_find_key(reader->scan, (const unsigned char *)reader->frame->as.text,
                       duplicate);
    ptc_scan_fail(reader->scan, p, PTC_ERROR_DUPLICATE, "duplicate key");
    return false;
}

static bool value_close_map(value_reader *reader, const unsigned char *p)
{
    ptc_arena *arena = reader->scan->arena;
    const ptc_value *first = reader->frame + 1;
    size_t size = (size_t)(reader->top - first) * sizeof *first;
    size_t count = size / sizeof(ptc_map_entry);
    ptc_map *map = ptc_arena_alloc(arena, sizeof *map);
    ptc_map_entry *entries = ptc_arena_alloc(arena, size);

    if (PTC_UNLIKELY(map == NULL || entries == NULL))
        return value_refuse(reader, p);
    if (PTC_UNLIKELY(count > PTC_COUNT_MAX)) {
        ptc_scan_fail(reader->scan, p, PTC_ERROR_RANGE, "more than 2^32 entries");
        return false;
    }
    memcpy(entries, first, size);
    map->entries = entries;
    map->index = NULL;
    map->count = (uint32_t)count;
    map->index_size = 0;
    map->kinds = UINT32_C(1) << PTC_STRING;
    if (count > PTC_MAP_SMALL || PTC_UNLIKELY(value_may_repeat(entries, count))) {
        size_t duplicate;
        ptc_status status = ptc_map_finish(arena, map, &duplicate);

        if (PTC_UNLIKELY(status != PTC_OK))
            return value_fail_map(reader, p, status, duplicate);
    }
    value_leave(reader, ptc_value_map(map));
    return true;
}

/* --- scalars ------------------------------------------------------------------------ */

PTC_INLINE const unsigned char *value_string(value_reader *reader, const unsigned char *p)
{
    ptc_str text;
    unsigned flags;

    p = ptc_scan_text(reader->scan, p, &text, &flags);
    if (PTC_UNLIKELY(p == NULL))
        return NULL;
    *reader->top = ptc_value_make(PTC_STRING, flags, text.len);
    reader->top->as.text = text.ptr;
    reader->top++;
    return p;
}

/* Numbers with an exponent, many digits or outside int64, and what is no number. */
static const unsigned char *value_number_rest(value_reader *reader,
                                              const unsigned char *p)
{
    ptc_scan *scan = reader->scan;
    bool is_integer;
    const unsigned char *stop = ptc_scan_number(scan, p, &is_integer);
    ptc_value value = ptc_value_int(0);
    size_t len;

    if (stop == NULL)
        return NULL;
    len = (size_t)(stop - p);
    if (!is_integer) {
        value = ptc_value_float(0);
        if (!ptc_number_read_double((const char *)p, len, &value.as.number))
            return ptc_scan_fail(scan, p, PTC_ERROR_RANGE, "number out of range");
    } else if (!ptc_number_read_int((const char *)p, len, &value.as.integer)) {
        if (len > PTC_COUNT_MAX)
            return ptc_scan_fail(scan, p, PTC_ERROR_RANGE,
                                 "number longer than 2^32 bytes");
        value = ptc_value_make(PTC_OPAQUE, PTC_FLAG_NUMBER, len);
        value.as.text = (const char *)p;
    }
    *reader->top++ = value;
    return stop;
}

PTC_INLINE const unsigned char *value_number(value_reader *reader, const unsigned char *p)
{
    const unsigned char *first = p + (*p == '-' ? 1 : 0);
    uint64_t digits = 0;
    const unsigned char *stop = ptc_scan_digits(first, &digits);
    size_t count = (size_t)(stop - first);

    if (PTC_UNLIKELY(count - 1 > 17 || (*first == '0' && count > 1)))
        return value_number_rest(reader, p);
    if (*stop == '.') {
        const unsigned char *point = stop;
        double number;

        stop = ptc_scan_digits(point + 1, &digits);
        count = (size_t)(stop - point) - 1;
        if (PTC_UNLIKELY(count - 1 > 17 || stop - first > 19 || digits >> 53 != 0 ||
                         (*stop | 32) == 'e'))
            return value_number_rest(reader, p);
        number = (double)(int64_t)digits / ptc_number_tens[count];
        *reader->top++ = ptc_value_float(first != p ? -number : number);
        return stop;
    }
    if (PTC_UNLIKELY((*stop | 32) == 'e'))
        return value_number_rest(reader, p);
    *reader->top++ = ptc_value_int(first != p ? -(int64_t)digits : (int64_t)digits);
    return stop;
}

static const unsigned char *value_word(value_reader *reader, const unsigned char *p)
{
    ptc_value value = ptc_value_nil();

    if (ptc_scan_match(p, "null", 4)) {
        p += 4;
    } else if (*p == 't' || *p == 'f') {
        value = ptc_value_bool(false);
        if (!ptc_scan_match(p, "true", 4) && !ptc_scan_match(p, "false", 5))
            return ptc_scan_fail(reader->scan, p, PTC_ERROR_SYNTAX, "expected a value");
        value.as.boolean = *p == 't';
        p += *p == 't' ? 4 : 5;
    } else {
        return ptc_scan_fail(reader->scan, p, PTC_ERROR_SYNTAX, "expected a value");
    }
    *reader->top++ = value;
    return p;
}

/* Any value but a container. */
PTC_INLINE const unsigned char *value_scalar(value_reader *reader, const unsigned char *p)
{
    if (*p == '"')
        return value_string(reader, p + 1);
    if ((unsigned)*p - '0' <= 9 || *p == '-')
        return value_number(reader, p);
    return value_word(reader, p);
}

/* --- the loop ----------------------------------------------------------------------- */

static const unsigned char *value_expected(value_reader *reader, const unsigned char *p,
                                           const char *message)
{
    return ptc_scan_fail(reader->scan, p, PTC_ERROR_SYNTAX, message);
}

/* Reads one value onto the stack. */
static const unsigned char *value_read(value_reader *reader, const unsigned char *p)
{
element:
    if (PTC_UNLIKELY(!value_reserve(reader, 1)))
        return NULL;
    if (*p == '{')
        goto open_map;
    if (*p == '[')
        goto open_list;
    p = value_scalar(reader, p);
    if (PTC_UNLIKELY(p == NULL))
        return NULL;
    if (PTC_UNLIKELY(reader->frame->kind == PTC_NIL))
        return p;

after_element:
    p = ptc_scan_blanks(p);
    if (PTC_LIKELY(*p == ',')) {
        p = ptc_scan_blanks(p + 1);
        goto element;
    }
    if (PTC_UNLIKELY(*p != ']'))
        return value_expected(reader, p, "expected ',' or ']'");

close_list:
    if (PTC_UNLIKELY(!value_close_list(reader, p)))
        return NULL;
    goto closed;

open_list:
    if (PTC_UNLIKELY(!value_open(reader, p, PTC_VECTOR)))
        return NULL;
    p = ptc_scan_blanks(p + 1);
    if (*p == ']')
        goto close_list;
    goto element;

open_map:
    if (PTC_UNLIKELY(!value_open(reader, p, PTC_MAP)))
        return NULL;
    p = ptc_scan_blanks(p + 1);
    if (*p == '}')
        goto close_map;

member:
    if (PTC_UNLIKELY(!value_reserve(reader, 2)))
        return NULL;
    if (PTC_UNLIKELY(*p != '"'))
        return value_expected(reader, p, "expected a key in quotes");
    p = value_string(reader, p + 1);
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
    p = value_scalar(reader, p);
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
    if (PTC_UNLIKELY(!value_close_map(reader, p)))
        return NULL;

closed:
    p++;
    if (reader->frame->kind == PTC_NIL)
        return p;
    if (PTC_UNLIKELY(p >= reader->scan->end))
        return value_expected(reader, p, "expected ',' or a closing bracket");
    if (reader->frame->kind == PTC_MAP)
        goto after_member;
    goto after_element;
}

const unsigned char *ptc_scan_document(ptc_scan *scan, const unsigned char *p,
                                       ptc_value *out)
{
    size_t used = scan->stack_used;
    value_reader reader = {
        .scan = scan,
        .bottom = (ptc_value *)(void *)(scan->stack + used),
        .limit = (ptc_value *)(void *)(scan->stack + scan->stack_size),
    };

    reader.frame = reader.bottom;
    reader.top = reader.bottom;
    if (!value_reserve(&reader, 1))
        return NULL;
    *reader.top++ = ptc_value_nil();
    p = value_read(&reader, p);
    *out = p != NULL ? reader.bottom[1] : ptc_value_nil();
    scan->stack_used = used;
    return p;
}

const unsigned char *ptc_scan_value(ptc_scan *scan, const unsigned char *p,
                                    ptc_value *out)
{
    p = ptc_scan_document(scan, ptc_scan_blanks(p), out);
    return p != NULL ? ptc_scan_close(scan, p) : NULL;
}

const unsigned char *ptc_scan_skip(ptc_scan *scan, const unsigned char *p)
{
    ptc_arena_mark mark = ptc_arena_place(scan->arena);
    const unsigned char *stack = scan->stack;
    ptc_value ignored;

    p = ptc_scan_value(scan, p, &ignored);
    /* An arena in caller memory may have had to lend the stack from behind the mark. */
    if (scan->stack == stack || scan->arena->allocator.allocate != NULL)
        ptc_arena_rewind(scan->arena, mark);
    return p;
}
