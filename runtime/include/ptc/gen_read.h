/* SPDX-License-Identifier: MIT */
/*
 * <ptc/gen_read.h> - the part of <ptc/gen.h> that reads: scalars, maps, lists, tuples and
 * entries, one function call each. An emitted reader of a map with one field:
 *
 *     ptc_gen_map map;
 *     int64_t limit = 0;
 *
 *     if (ptc_gen_map_begin(gen, &map, &p, "{\"limit\":", 9)) {
 *         p = ptc_gen_int(gen, p, &limit);
 *         p = ptc_gen_map_next(gen, p);
 *     }
 *
 * Slow paths, whose names end in _rest, are in runtime/emitted/.
 */
#ifndef PTC_GEN_READ_H
#define PTC_GEN_READ_H

#include <ptc/datetime.h>
#include <ptc/decimal.h>
#include <ptc/gen_type.h>

PTC_BEGIN

/* --- Faults and slow paths --------------------------------------------------------- */

/* Each records a fault and returns NULL. */
PTC_API ptc_cursor ptc_gen_invalid(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_gen_duplicate(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_gen_refused(ptc_gen *gen, ptc_cursor p);
/* Duplicate keys if `twice` is not 0, else missing keys. */
PTC_API ptc_cursor ptc_gen_keys_fault(ptc_gen *gen, ptc_cursor p, uint64_t twice);
PTC_API ptc_cursor ptc_gen_too_deep(ptc_gen *gen, ptc_cursor p);

/* The slow paths of the functions below. */
PTC_API ptc_cursor ptc_gen_int_rest(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_gen_integral_rest(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_gen_float_rest(ptc_gen *gen, ptc_cursor p, double *out);
PTC_API ptc_cursor ptc_gen_bool_rest(ptc_gen *gen, ptc_cursor p, bool *out);
PTC_API ptc_cursor ptc_gen_strict_int_rest(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_gen_strict_integral_rest(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_gen_strict_float_rest(ptc_gen *gen, ptc_cursor p, double *out);
PTC_API ptc_cursor ptc_gen_mark_rest(ptc_cursor p, unsigned char mark);
PTC_API bool ptc_gen_length_rest(const ptc_str *text, size_t low, size_t high);
PTC_API ptc_cursor ptc_gen_separator_rest(ptc_gen *gen, ptc_cursor p,
                                          unsigned char close);
PTC_API int ptc_gen_map_other_rest(ptc_gen *gen, ptc_gen_map *map,
                                   const ptc_schema_node *nodes, uint32_t index,
                                   ptc_cursor *p);
PTC_API ptc_cursor ptc_gen_end_rest(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_gen_odd_keys(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p);

/* --- Values ------------------------------------------------------------------------ */

/* Each function reads the value at `p`, after optional blanks, and returns the place
 * after it, or NULL. Functions that can decide by the first byte look for blanks last. */

/* Reads an int64; also accepts a float or a string with the same value. */
PTC_INLINE ptc_cursor ptc_gen_int(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;

    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_int_rest(gen, p, out);
}

/* Reads an int64 for PTC_NODE_INTEGRAL: 1.0 and 1e2 are also ints. */
PTC_INLINE ptc_cursor ptc_gen_integral(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;

    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_integral_rest(gen, p, out);
}

/* Reads a double; also accepts an integer or a string. */
PTC_INLINE ptc_cursor ptc_gen_float(ptc_gen *gen, ptc_cursor p, double *out)
{
    ptc_cursor after;

    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_double_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_float_rest(gen, p, out);
}

/* Reads a bool; also accepts a string. */
PTC_INLINE ptc_cursor ptc_gen_bool(ptc_gen *gen, ptc_cursor p, bool *out)
{
    p = ptc_scan_blanks(p);
    *out = *p == 't';
    if (PTC_LIKELY(ptc_scan_match(p, "true", 4)))
        return p + 4;
    if (PTC_LIKELY(ptc_scan_match(p, "false", 5)))
        return p + 5;
    return ptc_gen_bool_rest(gen, p, out);
}

/* --- Values without coercion: other types are refused --------------------------------
 */

/* Reads an int64. */
PTC_INLINE ptc_cursor ptc_gen_strict_int(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;

    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_strict_int_rest(gen, p, out);
}

/* Reads an int64 for PTC_NODE_INTEGRAL: 1.0 and 1e2 are also ints. */
PTC_INLINE ptc_cursor ptc_gen_strict_integral(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;

    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_strict_integral_rest(gen, p, out);
}

/* Reads a double or an integer. */
PTC_INLINE ptc_cursor ptc_gen_strict_float(ptc_gen *gen, ptc_cursor p, double *out)
{
    ptc_cursor after;

    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_double_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_strict_float_rest(gen, p, out);
}

/* Reads a bool. */
PTC_INLINE ptc_cursor ptc_gen_strict_bool(ptc_gen *gen, ptc_cursor p, bool *out)
{
    p = ptc_scan_blanks(p);
    *out = *p == 't';
    if (PTC_LIKELY(ptc_scan_match(p, "true", 4)))
        return p + 4;
    if (PTC_LIKELY(ptc_scan_match(p, "false", 5)))
        return p + 5;
    return ptc_gen_refused(gen, p);
}

/* Read a keyword, a moment, a decimal or a member of an enum, without coercion. */
PTC_API ptc_cursor ptc_gen_strict_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *out);
PTC_API ptc_cursor ptc_gen_strict_datetime(ptc_gen *gen, ptc_cursor p, ptc_datetime *out);
PTC_API ptc_cursor ptc_gen_strict_decimal(ptc_gen *gen, ptc_cursor p, ptc_decimal *out);
PTC_API ptc_cursor ptc_gen_strict_enum(ptc_gen *gen, ptc_cursor p,
                                       const ptc_schema_node *node, unsigned *member);

/* Reads a string, which is a view of the text unless it has escapes. */
PTC_INLINE ptc_cursor ptc_gen_string(ptc_gen *gen, ptc_cursor p, ptc_str *out)
{
    ptc_cursor start;
    ptc_cursor stop;
    ptc_scan_mask marks;
    unsigned flags;

    if (PTC_UNLIKELY(*p != '"')) {
        p = ptc_scan_blanks(p);
        if (*p != '"')
            return ptc_gen_invalid(gen, p); /* nothing else in JSON becomes one */
    }
    start = p + 1;
    stop = start;
    while (PTC_UNLIKELY((marks = ptc_scan_marks(stop)) == 0)) {
        stop += PTC_SCAN_WIDTH;
        if (PTC_UNLIKELY(stop >= gen->scan.end))
            return ptc_scan_text_rest(&gen->scan, start, stop, out, &flags);
    }
    stop += ptc_scan_marked(marks);
    if (PTC_LIKELY(*stop == '"' && stop < gen->scan.end)) {
        *out = ptc_str_make((const char *)start, (size_t)(stop - start));
        return stop + 1;
    }
    return ptc_scan_text_rest(&gen->scan, start, stop, out, &flags);
}

/* Read a keyword, a datetime, a date, a decimal, any value or any map, in any accepted
 * spelling. A date has a single spelling. A decimal may be a number; that of a float is
 * its shortest text. */
PTC_API ptc_cursor ptc_gen_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *out);
PTC_API ptc_cursor ptc_gen_datetime(ptc_gen *gen, ptc_cursor p, ptc_datetime *out);
PTC_API ptc_cursor ptc_gen_date(ptc_gen *gen, ptc_cursor p, ptc_date *out);
PTC_API ptc_cursor ptc_gen_decimal(ptc_gen *gen, ptc_cursor p, ptc_decimal *out);
PTC_API ptc_cursor ptc_gen_any(ptc_gen *gen, ptc_cursor p, ptc_value *out);
PTC_API ptc_cursor ptc_gen_any_map(ptc_gen *gen, ptc_cursor p, ptc_value *out);

/* Reads the value of a node, including null, into the container that starts at `holder`.
 * The walker checks it: for types that emitted code does not specialise. */
PTC_API ptc_cursor ptc_gen_walked(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type,
                                  uint32_t node, void *holder);

/* The same for the value alone: `out` points to its C type. */
PTC_API ptc_cursor ptc_gen_walked_value(ptc_gen *gen, ptc_cursor p,
                                        const ptc_gen_type *type, uint32_t node,
                                        void *out);

/* For PTC_NODE_CASTS. A value that already has its type is read directly; the walker
 * decides about any other value, and casts inputs. [brimley 4] */
PTC_INLINE ptc_cursor ptc_gen_cast_bool(ptc_gen *gen, ptc_cursor p,
                                        const ptc_gen_type *type, uint32_t node,
                                        bool *out)
{
    p = ptc_scan_blanks(p);
    *out = *p == 't';
    if (PTC_LIKELY(ptc_scan_match(p, "true", 4)))
        return p + 4;
    if (PTC_LIKELY(ptc_scan_match(p, "false", 5)))
        return p + 5;
    return ptc_gen_walked_value(gen, p, type, node, out);
}

/* Reads an int; 4.0 and "4" go to the walker. */
PTC_INLINE ptc_cursor ptc_gen_cast_int(ptc_gen *gen, ptc_cursor p,
                                       const ptc_gen_type *type, uint32_t node,
                                       int64_t *out)
{
    ptc_cursor after;

    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after
                                     : ptc_gen_walked_value(gen, p, type, node, out);
}

/* Reads a string, with the lifetime that ptc_gen_string documents. */
PTC_INLINE ptc_cursor ptc_gen_cast_string(ptc_gen *gen, ptc_cursor p,
                                          const ptc_gen_type *type, uint32_t node,
                                          ptc_str *out)
{
    p = ptc_scan_blanks(p);
    return PTC_LIKELY(*p == '"') ? ptc_gen_string(gen, p, out)
                                 : ptc_gen_walked_value(gen, p, type, node, out);
}

/* Reads a moment; days go to the walker. */
PTC_API ptc_cursor ptc_gen_cast_datetime(ptc_gen *gen, ptc_cursor p,
                                         const ptc_gen_type *type, uint32_t node,
                                         ptc_datetime *out);
/* Reads a member of an enum, as its number. */
PTC_API ptc_cursor ptc_gen_cast_enum(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type,
                                     uint32_t node, unsigned *member);

/* Stores the default of a node, which must have one, as its value. */
PTC_API bool ptc_gen_default(ptc_gen *gen, const ptc_gen_type *type, uint32_t node,
                             void *holder);

/* Stores values from the host's context for the parameters of a map that take them from
 * there; `p` is after the map. Returns false when one is missing or does not fit.
 * [brimley 4b] */
PTC_API bool ptc_gen_context(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type,
                             uint32_t node, void *out);

/* Makes a default moment; its text and numbers must agree. */
PTC_INLINE ptc_datetime ptc_gen_moment(ptc_str text, int64_t seconds, int32_t nanos,
                                       int16_t offset_minutes)
{
    ptc_datetime moment;

    moment.text = text;
    moment.seconds = seconds;
    moment.nanos = nanos;
    moment.offset_minutes = offset_minutes;
    return moment;
}

/* Makes a default day. */
PTC_INLINE ptc_date ptc_gen_day(ptc_str text, int32_t days, int16_t year, uint8_t month,
                                uint8_t day)
{
    ptc_date date;

    date.text = text;
    date.days = days;
    date.year = year;
    date.month = month;
    date.day = day;
    return date;
}

/* Makes a default decimal. */
PTC_INLINE ptc_decimal ptc_gen_amount(ptc_str text, int32_t scale)
{
    ptc_decimal decimal;

    decimal.text = text;
    decimal.scale = scale;
    return decimal;
}

/* Takes zeroed memory for what a pointer of a struct refers to; NULL when refused. */
PTC_API void *ptc_gen_new(ptc_gen *gen, size_t size);

/* Reads a member of an enum. `*member` is its number, from 1 on. */
PTC_API ptc_cursor ptc_gen_enum(ptc_gen *gen, ptc_cursor p, const ptc_schema_node *node,
                                unsigned *member);

/* Skips null if it is next, and returns whether it was. */
PTC_INLINE bool ptc_gen_null(ptc_cursor *p)
{
    *p = ptc_scan_blanks(*p);
    if (PTC_LIKELY(**p != 'n') || !ptc_scan_match(*p, "null", 4))
        return false;
    *p += 4;
    return true;
}

/* Skips null where it stands for an absent field, which is in inputs that are coerced. */
PTC_API bool ptc_gen_absent_rest(ptc_gen *gen, ptc_cursor *p);
PTC_INLINE bool ptc_gen_absent(ptc_gen *gen, ptc_cursor *p)
{
    *p = ptc_scan_blanks(*p);
    return PTC_UNLIKELY(**p == 'n') && ptc_gen_absent_rest(gen, p);
}

/* Whether the text has `low` to `high` code points. */
PTC_INLINE bool ptc_gen_has_length(const ptc_str *text, size_t low, size_t high)
{
    /* A code point takes one to four bytes. */
    if (PTC_LIKELY(text->len <= high && text->len / 4 >= low))
        return true;
    return ptc_gen_length_rest(text, low, high);
}

/* Whether a decimal is within the bounds of its node, which must have some. */
PTC_API bool ptc_gen_is_within(const ptc_decimal *decimal, const ptc_schema_node *node);

/* Whether the pattern matches somewhere in the text. */
PTC_INLINE bool ptc_gen_matches(const ptc_str *text, const ptc_dfa *dfa)
{
    return ptc_regex_search(dfa, text->ptr, text->len);
}

/* --- Maps -------------------------------------------------------------------------- */

/* Whether `key` is the `n` bytes of `name`. */
PTC_INLINE bool ptc_gen_is(ptc_str key, const char *name, size_t n)
{
    return ptc_scan_match((ptc_cursor)(const void *)key.ptr, name, n);
}

/* Skips a literal, without NUL and closing brackets, if it is at `*p`. */
PTC_INLINE bool ptc_gen_match(ptc_cursor *p, const char *literal, size_t n)
{
    if (!ptc_scan_match(*p, literal, n))
        return false;
    *p += n;
    return true;
}

/* Enters a map that begins with the literal `{"name":`, ignoring blanks, and skips the
 * literal. Otherwise returns false, and nothing moves. */
PTC_INLINE bool ptc_gen_map_begin(ptc_gen *gen, ptc_gen_map *map, ptc_cursor *p,
                                  const char *literal, size_t n)
{
    ptc_cursor at = *p;

    if (PTC_LIKELY(ptc_scan_match(at, literal, n))) {
        at += n;
    } else {
        if (PTC_LIKELY(*at == '{' && at[1] > ' '))
            return false;
        at = ptc_gen_mark_rest(at, '{');
        if (at == NULL || !ptc_scan_match(at, literal + 1, n - 1))
            return false;
        at += n - 1;
    }
    if (PTC_UNLIKELY(gen->scan.depth == 0))
        return false; /* ptc_gen_map_open says why */
    gen->scan.depth--;
    map->start = *p;
    map->has_odd_keys = false;
    *p = at;
    return true;
}

/* Enters any map, after optional blanks. Returns the place of a key, or of the closing
 * brace. */
PTC_API ptc_cursor ptc_gen_map_open(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p);

/* After a value: skips the comma, and returns the place of the next key or of the closing
 * brace. NULL stays NULL. */
PTC_INLINE ptc_cursor ptc_gen_map_next(ptc_gen *gen, ptc_cursor p)
{
    if (PTC_LIKELY(p != NULL && *p == ',' && p[1] == '"'))
        return p + 1;
    return ptc_gen_separator_rest(gen, p, '}');
}

/* Reads a key into map->key. Returns the place where its value begins. */
PTC_INLINE ptc_cursor ptc_gen_map_key(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p)
{
    return ptc_scan_key(&gen->scan, p + 1, &map->key);
}

/* Moves to the value of the key that is expected next, if it follows: `literal` is
 * `,"name":`. Otherwise returns false, and nothing moves. */
PTC_INLINE bool ptc_gen_map_expect(ptc_cursor *p, const char *literal, size_t n)
{
    ptc_cursor at;

    if (PTC_LIKELY(ptc_scan_match(*p, literal, n))) {
        *p += n;
        return true;
    }
    if (PTC_LIKELY(**p > ' ' && (**p != ',' || (*p)[1] > ' ')))
        return false;
    at = ptc_gen_mark_rest(*p, ',');
    if (at == NULL || !ptc_scan_match(at, literal + 1, n - 1))
        return false;
    *p = at + n - 1;
    return true;
}

/*
 * Finds the field that map->key names in another spelling, where `nodes[index]` is the
 * map.
 *
 * Returns the field's number, and the cursor does not move. If there is no such field, it
 * skips the value and returns -1; the cursor is NULL after a fault. [validation 6]
 */
PTC_INLINE int ptc_gen_map_other(ptc_gen *gen, ptc_gen_map *map,
                                 const ptc_schema_node *nodes, uint32_t index,
                                 ptc_cursor *p)
{
    ptc_cursor at = *p;
    int field = ptc_gen_map_other_rest(gen, map, nodes, index, &at);

    *p = at;
    return field;
}

/* Leaves the map; `p` is after the closing brace. Returns `p`, or NULL after a fault. */
PTC_INLINE ptc_cursor ptc_gen_map_end(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p)
{
    gen->scan.depth++;
    if (PTC_UNLIKELY(map->has_odd_keys))
        return ptc_gen_odd_keys(gen, map, p);
    return PTC_LIKELY(p < gen->scan.end) ? p : ptc_gen_end_rest(gen, p);
}

/* --- Wide maps --------------------------------------------------------------------- */

/* The number of fields that one emitted function reads. A map with more fields is wide:
 * the runtime iterates over its keys and calls these functions, so the time to compile a
 * field does not depend on the number of fields. */
#define PTC_GEN_FIELDS 32

/* Reads the value of field number `field` into its place in the struct at `out`. */
typedef ptc_cursor (*ptc_gen_fields)(ptc_gen *gen, ptc_cursor p, void *out,
                                     uint32_t field);

/* What the reader of a wide map must know. */
typedef struct ptc_gen_wide {
    const ptc_schema_node *nodes; /* of the schema */
    uint32_t index;               /* node of the map */
    const uint32_t
        *order; /* numbers of its fields, sorted by length of name, then bytes */
    const uint64_t *required; /* a bit for each field: whether it is required */
    const uint64_t *plain;    /* likewise: whether JSON spells its name without escapes */
    const ptc_gen_fields *readers; /* one function for each PTC_GEN_FIELDS fields */
} ptc_gen_wide;

/* Reads a whole map into the struct at `out`. Only values of declared fields are
 * stored. */
PTC_API ptc_cursor ptc_gen_wide_map(ptc_gen *gen, ptc_cursor p, const ptc_gen_wide *wide,
                                    void *out);

/*
 * Skips a string that is a member of an enum, or that names a member that is a keyword.
 * `*member` is its number, from 1 on. Nothing moves if something else is there.
 *
 * `order` has the numbers, from 0 on, of the `count` members that are texts: sorted by
 * length, then by bytes, strings before keywords.
 */
PTC_API bool ptc_gen_word(ptc_gen *gen, ptc_cursor *p, const ptc_schema_node *node,
                          const uint32_t *order, uint32_t count, unsigned *member);

/* --- Lists ------------------------------------------------------------------------- */

/* Enters a list. Returns the place of the first item, or after an empty list;
 * `list->more` says which. */
PTC_INLINE ptc_cursor ptc_gen_list_start(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p)
{
    list->base = gen->scan.stack_used;
    list->more = false;
    if (PTC_UNLIKELY(*p != '[')) {
        p = ptc_scan_blanks(p);
        if (*p != '[')
            return ptc_gen_invalid(gen, p);
    }
    if (PTC_UNLIKELY(--gen->scan.depth < 0))
        return ptc_gen_too_deep(gen, p);
    p = ptc_scan_blanks(p + 1);
    list->more = *p != ']';
    return list->more ? p : p + 1;
}

/* Stores the item that ends at `p` on the stack, and moves on to the next one, or after
 * the list. */
PTC_INLINE ptc_cursor ptc_gen_list_add(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p,
                                       const void *item, size_t size)
{
    list->more = PTC_LIKELY(ptc_scan_reserve(&gen->scan, size));
    if (PTC_UNLIKELY(!list->more))
        return NULL;
    memcpy(gen->scan.stack + gen->scan.stack_used, item, size);
    gen->scan.stack_used += size;
    if (PTC_LIKELY(*p == ','))
        return p + 1;
    if (PTC_UNLIKELY(*p != ']')) {
        p = ptc_gen_separator_rest(gen, p, ']');
        if (p != NULL && *p != ']')
            return p;
    }
    list->more = false;
    return p != NULL ? p + 1 : NULL;
}

/* Moves the items from the stack into the arena. NULL when there are none, or when memory
 * was refused, which ptc_gen_finish reports. */
PTC_INLINE void *ptc_gen_list_take(ptc_gen *gen, const ptc_gen_list *list, size_t size,
                                   size_t *count)
{
    *count = (gen->scan.stack_used - list->base) / size;
    return *count != 0 ? ptc_scan_pop(&gen->scan, list->base) : NULL;
}

/* Leaves the list; `p` is after the closing bracket. Returns `p`, or NULL after a
 * fault. */
PTC_INLINE ptc_cursor ptc_gen_list_end(ptc_gen *gen, ptc_cursor p)
{
    gen->scan.depth++;
    return PTC_LIKELY(p < gen->scan.end) ? p : ptc_gen_end_rest(gen, p);
}

/* --- Tuples ------------------------------------------------------------------------ */

/* Enters a tuple. Returns the place of the first element. */
PTC_INLINE ptc_cursor ptc_gen_tuple_start(ptc_gen *gen, ptc_cursor p)
{
    p = ptc_scan_blanks(p);
    if (PTC_UNLIKELY(*p != '['))
        return ptc_gen_invalid(gen, p);
    if (PTC_UNLIKELY(--gen->scan.depth < 0))
        return ptc_gen_too_deep(gen, p);
    return p + 1;
}

/* After an element: skips the comma before the next one. */
PTC_INLINE ptc_cursor ptc_gen_tuple_next(ptc_gen *gen, ptc_cursor p)
{
    p = ptc_scan_blanks(p);
    return PTC_LIKELY(*p == ',') ? p + 1 : ptc_gen_invalid(gen, p);
}

/* After the last element: skips the closing bracket. */
PTC_INLINE ptc_cursor ptc_gen_tuple_end(ptc_gen *gen, ptc_cursor p)
{
    p = ptc_scan_blanks(p);
    if (PTC_UNLIKELY(*p != ']'))
        return ptc_gen_invalid(gen, p);
    return ptc_gen_list_end(gen, p + 1);
}

/* --- Entries: maps of any keys ----------------------------------------------------- */

/* Entries are read like lists whose items hold a key, which comes first, and a value. */
PTC_API ptc_cursor ptc_gen_entries_start(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p);

/* Reads a key and the colon after it. */
PTC_API ptc_cursor ptc_gen_entry_string(ptc_gen *gen, ptc_cursor p, ptc_str *key);
PTC_API ptc_cursor ptc_gen_entry_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *key);
PTC_API ptc_cursor ptc_gen_entry_strict_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *key);

/* Stores the entry that ends at `p` on the stack, and moves on to the next one, or after
 * the last. */
PTC_API ptc_cursor ptc_gen_entries_add(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p,
                                       const void *entry, size_t size);

/* Leaves the map and returns the place after it. Two equal keys are a fault. */
PTC_API ptc_cursor ptc_gen_entries_end(ptc_gen *gen, ptc_cursor p, const void *entries,
                                       size_t size, size_t count);

/* Returns the number of the entry with that key, or `count`. */
PTC_API size_t ptc_gen_entries_find(const void *entries, size_t size, size_t count,
                                    ptc_str key);

PTC_END

#endif
