/* SPDX-License-Identifier: MIT */
/* Internal to runtime/lisp: operations on values, by the file that defines them. */
#ifndef PTC_LISP_DATA_H
#define PTC_LISP_DATA_H

#include "lisp/heap/heap_int.h"

/* --- name.c ------------------------------------------------------------------------ */

/* The one name of that text, which lives as long as values on the heap or the present
 * pins refer to it; raises symbol_limit_exceeded or memory_exceeded. */
const ptc_name *ptc_name_intern(ptc_lisp *lisp, ptc_str text);
/* The same, if it exists; else NULL. */
const ptc_name *ptc_name_find(const ptc_lisp *lisp, ptc_str text);

PTC_INLINE ptc_value ptc_name_value(const ptc_name *name, unsigned kind)
{
    ptc_value value = ptc_value_make((ptc_kind)kind, PTC_FLAG_ASCII, name->length);

    value.as.text = name->text;
    return value;
}

/* --- vector.c, vector_tree.c ------------------------------------------------------- */

/* A flat vector of `count` items (flag BUFFER) that the caller must fill at once, through
 * `*items`. Room for `capacity` >= count. */
ptc_value ptc_vector_new(ptc_lisp *lisp, size_t count, size_t capacity,
                         ptc_value **items);
ptc_value ptc_vector_of(ptc_lisp *lisp, const ptc_value *items, size_t count);
/* The empty vector, without allocation. */
ptc_value ptc_vector_empty(void);

/* The elements of any vector, flat. A tree is made flat (once; it remembers) and
 * `*vector` becomes the flat form. Valid until the next safepoint. */
const ptc_value *ptc_vector_items(ptc_lisp *lisp, ptc_value *vector);

ptc_value ptc_tree_nth(const ptc_value *vector, uint32_t index);
/* index < count */
PTC_INLINE ptc_value ptc_vector_nth(const ptc_value *vector, uint32_t index)
{
    if (PTC_LIKELY(!(vector->flags & PTC_FLAG_TREE)))
        return vector->as.items[index];
    return ptc_tree_nth(vector, index);
}

/* Vectors never change: each of these gives another one. The seq flag is kept. */
ptc_value ptc_vector_conj(ptc_lisp *lisp, ptc_value vector,
                          ptc_value item); /* at the end */
ptc_value ptc_vector_append(ptc_lisp *lisp, ptc_value vector, const ptc_value *items,
                            size_t count);
ptc_value ptc_vector_assoc(ptc_lisp *lisp, ptc_value vector, uint32_t index,
                           ptc_value item);                 /* index <= count */
ptc_value ptc_vector_pop(ptc_lisp *lisp, ptc_value vector); /* count > 0 */
ptc_value ptc_vector_slice(ptc_lisp *lisp, ptc_value vector, uint32_t start,
                           uint32_t end);
ptc_value ptc_vector_prepend(ptc_lisp *lisp, ptc_value vector, ptc_value item);
/* Replaces an item of a flat vector on the heap that no one else has seen. Between
 * safepoints items may be written to directly instead. */
void ptc_vector_put(ptc_lisp *lisp, const ptc_value *vector, uint32_t index,
                    ptc_value item);

/* --- string.c ---------------------------------------------------------------------- */

/* A string on the heap; bytes are copied, valid UTF-8. */
ptc_value ptc_string_of(ptc_lisp *lisp, ptc_str text);
/* Room for `size` bytes that the caller fills at once; then ptc_string_done sets aux and
 * the ASCII flag (size may shrink). */
ptc_value ptc_string_new(ptc_lisp *lisp, size_t size, char **bytes);
void ptc_string_done(ptc_value *string, size_t size);
/* Length in grapheme clusters [ptc-lisp D4]; a step for each byte, or none where the text
 * is ASCII. */
size_t ptc_string_count(ptc_lisp *lisp, const ptc_value *string);
/* The place `count` graphemes after place `at`, or the end; costs the same as
 * ptc_string_count.
 */
size_t ptc_string_advance(ptc_lisp *lisp, const ptc_value *string, size_t at,
                          uint64_t count);
/* The size in bytes of the grapheme that begins at `at`; long ones are read. */
size_t ptc_string_grapheme(ptc_lisp *lisp, ptc_str text, size_t at);
/* Whether it is a string of one grapheme, as Clojure's characters are here. */
PTC_INLINE bool ptc_string_is_character(ptc_lisp *lisp, const ptc_value *value)
{
    return value->kind == PTC_STRING && value->aux > 0 &&
           ptc_string_grapheme(lisp, ptc_value_text(value), 0) == value->aux;
}

/* --- record.c ---------------------------------------------------------------------- */

/* The shape without keys. */
extern const ptc_shape ptc_shape_empty;

/* The shape of these keys, no two the same, or NULL when there are too many keys or
 * shapes, or a key is neither a keyword nor a short string: the map is then a hash. */
const ptc_shape *ptc_shape_of(ptc_lisp *lisp, const ptc_value *keys, uint32_t count);
const ptc_shape *ptc_shape_with(ptc_lisp *lisp, const ptc_shape *shape, ptc_value key);
/* The place of a key by identity, or UINT32_MAX; and by flexible lookup. [ptc-lisp 9.3]
 */
uint32_t ptc_shape_find(const ptc_shape *shape, const ptc_value *key);
uint32_t ptc_shape_find_flexible(const ptc_lisp *lisp, const ptc_shape *shape,
                                 const ptc_value *key);
/* A record whose values the caller must fill at once. */
PTC_INLINE ptc_record *ptc_record_new(ptc_lisp *lisp, const ptc_shape *shape)
{
    size_t size = sizeof(ptc_record) + shape->count * sizeof(ptc_value);
    ptc_record *record = ptc_heap_alloc(lisp, size);

    record->head = ptc_object_head(PTC_OBJECT_RECORD, size);
    record->shape = shape;
    return record;
}

PTC_INLINE ptc_value ptc_record_value(ptc_record *record)
{
    ptc_value map = ptc_value_make(PTC_MAP, 0, record->shape->count);

    map.as.object = (struct ptc_object *)(void *)record;
    return map;
}

PTC_INLINE ptc_record *ptc_record_of(const ptc_value *map)
{
    return (ptc_record *)(void *)map->as.object;
}

/* --- constant.c: the constants of programs
 * ------------------------------------------ */

/* A map of `count` keys and values in turn, no two keys the same, and a set, whose items
 * become its own; both in the arena. */
ptc_value ptc_constant_map(ptc_lisp *lisp, ptc_arena *arena, const ptc_value *pairs,
                           uint32_t count);
ptc_value ptc_constant_set(ptc_lisp *lisp, ptc_arena *arena, const ptc_value *items,
                           uint32_t count);
/* A pattern whose source is the string. */
ptc_value ptc_constant_regex(ptc_lisp *lisp, ptc_arena *arena, ptc_value source);
/* The text as it is. */
ptc_value ptc_constant_string(ptc_str text);
ptc_value ptc_constant_function(const ptc_function *function);

/* --- lisp_map.c: maps of both forms ------------------------------------------------ */

/* Without allocation. */
ptc_value ptc_lisp_map_empty(ptc_lisp *lisp);
/* From `count` pairs, keys and values in turn, 2 * count slots; later ones win. */
ptc_value ptc_lisp_map_of(ptc_lisp *lisp, const ptc_value *pairs, size_t count);
/* By key identity; false when absent. */
bool ptc_lisp_map_get(ptc_lisp *lisp, const ptc_value *map, const ptc_value *key,
                      ptc_value *out);
/* Flexible lookup [ptc-lisp 9.3]; `*found` (may be NULL) is the key that the map has. */
bool ptc_lisp_map_find(ptc_lisp *lisp, const ptc_value *map, const ptc_value *key,
                       ptc_value *out, ptc_value *found);
ptc_value ptc_lisp_map_assoc(ptc_lisp *lisp, ptc_value map, ptc_value key,
                             ptc_value value);
ptc_value ptc_lisp_map_dissoc(ptc_lisp *lisp, ptc_value map,
                              ptc_value key); /* identity */
/* Which of strings and keywords may be among the keys: 1 << kind of them. */
uint32_t ptc_lisp_map_kinds(const ptc_value *map);
/* The key that a program's write of `key` goes to: where the map does not have this
 * keyword but has a string that lookup finds by it, that string. [ptc-lisp 9.3] */
ptc_value ptc_lisp_map_own_key(ptc_lisp *lisp, const ptc_value *map, ptc_value key);
/* Like ptc_lisp_map_assoc, with the map's own key. */
ptc_value ptc_lisp_map_put(ptc_lisp *lisp, ptc_value map, ptc_value key, ptc_value value);
/* Like ptc_lisp_map_put, for `count` pairs, one by one. */
ptc_value ptc_lisp_map_put_pairs(ptc_lisp *lisp, ptc_value map, const ptc_value *pairs,
                                 size_t count);
/* The same of all entries of the other, each of which is a step. */
ptc_value ptc_lisp_map_merge(ptc_lisp *lisp, ptc_value map, const ptc_value *other);

/* Entries in order of insertion. The slots of an iterator that lives across a safepoint
 * must be stack slots: use ptc_lisp_map_pairs in that case. */
ptc_value ptc_lisp_map_keys(ptc_lisp *lisp, const ptc_value *map); /* flat vector, seq */
ptc_value ptc_lisp_map_values(ptc_lisp *lisp,
                              const ptc_value *map);                /* flat vector, seq */
ptc_value ptc_lisp_map_pairs(ptc_lisp *lisp, const ptc_value *map); /* k v k v, flat */
ptc_value ptc_lisp_map_entries(ptc_lisp *lisp,
                               const ptc_value *map); /* [k v] vectors, seq */
/* The first key; the map is not empty. */
ptc_value ptc_lisp_map_first(ptc_lisp *lisp, const ptc_value *map, ptc_value *value);

/* The read of (:key map) at a site. `map` may be any value. */
ptc_value ptc_site_get_slow(ptc_lisp *lisp, const ptc_value *map, ptc_site *site);
/* Whether the map has the shape that the site learned, and the key. */
PTC_INLINE bool ptc_site_knows(const ptc_value *map, const ptc_site *site)
{
    return map->kind == PTC_MAP && !(map->flags & PTC_FLAG_TREE) &&
           ptc_record_of(map)->shape == site->shape;
}

PTC_INLINE ptc_value ptc_site_get(ptc_lisp *lisp, const ptc_value *map, ptc_site *site)
{
    if (PTC_LIKELY(ptc_site_knows(map, site)))
        return ptc_record_of(map)->values[site->index];
    return ptc_site_get_slow(lisp, map, site);
}

/* --- set.c ------------------------------------------------------------------------- */

ptc_value ptc_lisp_set_empty(ptc_lisp *lisp);
ptc_value ptc_lisp_set_of(ptc_lisp *lisp, const ptc_value *items, size_t count);
bool ptc_lisp_set_has(ptc_lisp *lisp, const ptc_value *set, const ptc_value *item);
/* The same; `*found` is the member that the set has; a sorted set gives its own. */
bool ptc_lisp_set_find(ptc_lisp *lisp, const ptc_value *set, const ptc_value *item,
                       ptc_value *found);
ptc_value ptc_lisp_set_conj(ptc_lisp *lisp, ptc_value set, ptc_value item);
ptc_value ptc_lisp_set_disj(ptc_lisp *lisp, ptc_value set, ptc_value item);
ptc_value ptc_lisp_set_items(ptc_lisp *lisp, const ptc_value *set); /* flat vector, seq */
/* The item that was added first, of a sorted set the smallest; the set is not empty. */
ptc_value ptc_lisp_set_first(const ptc_value *set);

/* --- sorted.c, sorted_order.c
 * ---------------------------------------------------------------------- */

/* Whether it is a map or set that keeps its keys in order. */
PTC_INLINE bool ptc_is_sorted(const ptc_value *value)
{
    return (value->kind == PTC_MAP || value->kind == PTC_SET) &&
           (value->flags & PTC_FLAG_SORTED) != 0;
}

/* An empty one; the comparator is a function, or nil for the order of `compare`. */
ptc_value ptc_sorted_empty(ptc_lisp *lisp, unsigned kind, const ptc_value *comparator);
/* A collection of the kind and comparator of `like`: `count` items of a set, keys and
 * values in turn of a map, which are different and in order; or the one that `order`
 * says, by their numbers. */
ptc_value ptc_sorted_like(ptc_lisp *lisp, const ptc_value *like, const ptc_value *items,
                          const uint32_t *order, uint32_t count);
/* The same entries in a plain map or set. */
ptc_value ptc_sorted_plain(ptc_lisp *lisp, const ptc_value *collection);
/* A function, or nil. */
ptc_value ptc_sorted_comparator(const ptc_value *collection);
/* How many keys are before that one, and how many are not after it. Like all searches, it
 * may call the comparator. */
void ptc_sorted_rank(ptc_lisp *lisp, const ptc_value *collection, const ptc_value *key,
                     uint32_t *before, uint32_t *through);
/* A comparator's answer: whether its first argument comes first. Raises for a value that
 * is neither a number nor a boolean, in the name of the builtin `name`. */
bool ptc_sorted_is_less(ptc_lisp *lisp, const char *name, const ptc_value *verdict);
/* Raises that two keys of a sorted map or set (`kind`) have no order, or a key alone. */
PTC_COLD PTC_NORETURN void ptc_sorted_refuse(ptc_lisp *lisp, unsigned kind,
                                             const ptc_value *a, const ptc_value *b);
/* Raises for a key that has no natural order, even if it is the only one. */
void ptc_sorted_check_key(ptc_lisp *lisp, unsigned kind, const ptc_value *key);

/* --- relation.c, order.c
 * -------------------------------------------------------------------- */

/*
 * The three relations and the order. [ptc-lisp 3] They count levels: data deeper than
 * PTC_DEPTH_MAX raises. Each element of a collection that they visit is a step, since
 * data that shares its parts can be exponentially larger than its memory.
 */
bool ptc_lisp_equal(ptc_lisp *lisp, const ptc_value *a,
                    const ptc_value *b); /* `=`: 1 = 1.0 */
bool ptc_lisp_same(ptc_lisp *lisp, const ptc_value *a,
                   const ptc_value *b);                         /* key identity */
uint64_t ptc_lisp_hash(ptc_lisp *lisp, const ptc_value *value); /* of identity */
int ptc_lisp_compare(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b); /* -1 0 1 */
enum { PTC_NO_ORDER = 2 };
/* The same, but PTC_NO_ORDER where that raises. */
int ptc_lisp_order(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b);
/* Whether it is NaN, or a vector with NaN inside. */
bool ptc_lisp_has_nan(ptc_lisp *lisp, const ptc_value *key);
/* Raises for NaN among the values that the builtin `name` puts in order. [ptc-lisp 3] */
void ptc_lisp_refuse_nan(ptc_lisp *lisp, const char *name, const ptc_value *key);

/* --- take.c: data onto the heap ---------------------------------------------------- */

/* A copy, on the program's heap, of data that was measured. Raises when refused. */
ptc_value ptc_data_take(ptc_lisp *lisp, const ptc_value *value);

/* --- print.c ----------------------------------------------------------------------- */

typedef enum ptc_print_style {
    PTC_PRINT_DISPLAY,   /* str: strings raw, nil "" at the top; inside as READABLE */
    PTC_PRINT_READABLE,  /* pr-str */
    PTC_PRINT_RAW,       /* println: readable, but strings raw at every depth */
    PTC_PRINT_QUOTED,    /* in messages: readable, without values hidden by their names */
    PTC_PRINT_CANONICAL, /* maps and sets sorted, see tests: comparisons with Clojure */
} ptc_print_style;

/*
 * Stops with text->failed when refused memory. No safepoint. Each element is a step;
 * raises for data deeper than PTC_DEPTH_MAX, and memory_exceeded for a text larger than
 * the heap's limit, which data that shares its parts can produce.
 */
void ptc_lisp_print(ptc_lisp *lisp, ptc_text *text, const ptc_value *value,
                    ptc_print_style style);

/* READABLE or RAW for a message: no steps; at most `limit` bytes, and "..." for more. */
void ptc_lisp_print_cut(ptc_lisp *lisp, ptc_text *text, const ptc_value *value,
                        ptc_print_style style, size_t limit);
/* The same for output: each element that is shown is a step. */
void ptc_lisp_print_line(ptc_lisp *lisp, ptc_text *text, const ptc_value *value,
                         ptc_print_style style, size_t limit);

/* The value as pr-str prints it, cut at 60 bytes, NUL-terminated, in the run's arena. */
const char *ptc_lisp_quote(ptc_lisp *lisp, const ptc_value *value);

/* Whether the items of a flat vector are an entry of a map that texts show as `shown`:
 * the key, and the text for its value. */
bool ptc_lisp_hide_entry(const ptc_lisp *lisp, const ptc_value *list, ptc_value *shown);

/* --- seq.c ------------------------------------------------------------------------- */

/*
 * The elements of any seqable as a flat vector: nil and {} give the empty one, strings
 * their graphemes, maps [k v] vectors, sets their members. `*value` is replaced by that
 * vector; the result are its items, their count is value->aux. Otherwise raises the type
 * error of the builtin `name` for args [args, args + count). Making a list of a value
 * that is not a vector costs a step for each element, or for each byte of text; a vector
 * costs none.
 */
const ptc_value *ptc_lisp_seq(ptc_lisp *lisp, ptc_value *value, const char *name,
                              const ptc_value *args, uint32_t count);
/* False when `value` is not seqable; otherwise the same. */
bool ptc_lisp_try_seq(ptc_lisp *lisp, ptc_value *value);

/* The part of a string's bytes as a string; `size` > 0. */
ptc_value ptc_string_part(ptc_lisp *lisp, const ptc_value *string, size_t at,
                          size_t size);

/* A number cut to an integer; the limits of int64 for numbers beyond them, INT64_MIN for
 * NaN. */
int64_t ptc_number_index(const ptc_value *number);

/* Raises that data is nested too deeply. */
PTC_COLD PTC_NORETURN void ptc_raise_depth(ptc_lisp *lisp);

/* --- lookup.c: reads that several builtins and opcodes share ----------------------- */

/* (get coll key): flexible; false when absent. Vectors and strings by index. */
bool ptc_lisp_get(ptc_lisp *lisp, const ptc_value *collection, const ptc_value *key,
                  ptc_value *out);
/* A key function applied to an item: keyword, string, path vector [ptc-lisp 7], or any
 * callable (then a SAFEPOINT: `key` and `item` must be slots below the reserved top). */
ptc_value ptc_lisp_key_of(ptc_lisp *lisp, const ptc_value *key, const ptc_value *item);

/* --- arithmetic.c: the operations of the opcodes and the builtins --- -------------- */

/* a + b and so on; true when int64 cannot hold the result. */
PTC_INLINE bool ptc_int_add_overflows(int64_t a, int64_t b, int64_t *out)
{
#if defined(__GNUC__)
    return __builtin_add_overflow(a, b, out);
#else
    *out = (int64_t)((uint64_t)a + (uint64_t)b);
    return ((a ^ *out) & (b ^ *out)) < 0;
#endif
}

PTC_INLINE bool ptc_int_subtract_overflows(int64_t a, int64_t b, int64_t *out)
{
#if defined(__GNUC__)
    return __builtin_sub_overflow(a, b, out);
#else
    *out = (int64_t)((uint64_t)a - (uint64_t)b);
    return ((a ^ b) & (a ^ *out)) < 0;
#endif
}

PTC_INLINE bool ptc_int_multiply_overflows(int64_t a, int64_t b, int64_t *out)
{
#if defined(__GNUC__)
    return __builtin_mul_overflow(a, b, out);
#else
    *out = (int64_t)((uint64_t)a * (uint64_t)b);
    return (a == -1 && b == INT64_MIN) || (b == -1 && a == INT64_MIN) ||
           (a != 0 && a != -1 && *out / a != b);
#endif
}

PTC_INLINE bool ptc_is_number(const ptc_value *value)
{
    return value->kind == PTC_INT || value->kind == PTC_FLOAT;
}

/* A number as a double, rounded when it is a large integer. */
PTC_INLINE double ptc_number_of(const ptc_value *value)
{
    return value->kind == PTC_INT ? (double)value->as.integer : value->as.number;
}

ptc_value ptc_lisp_add(ptc_lisp *lisp, ptc_value a, ptc_value b);
ptc_value ptc_lisp_subtract(ptc_lisp *lisp, ptc_value a, ptc_value b);
ptc_value ptc_lisp_multiply(ptc_lisp *lisp, ptc_value a, ptc_value b);
ptc_value ptc_lisp_divide(ptc_lisp *lisp, ptc_value a, ptc_value b);
ptc_value ptc_lisp_quot(ptc_lisp *lisp, ptc_value a, ptc_value b);
ptc_value ptc_lisp_rem(ptc_lisp *lisp, ptc_value a, ptc_value b);
ptc_value ptc_lisp_mod(ptc_lisp *lisp, ptc_value a, ptc_value b);
/* `< <= > >=` of two numbers; raises the type error of `name` otherwise. */
bool ptc_lisp_less(ptc_lisp *lisp, const char *name, const ptc_value *a,
                   const ptc_value *b);
bool ptc_lisp_less_equal(ptc_lisp *lisp, const char *name, const ptc_value *a,
                         const ptc_value *b);
/* Two numbers, exactly: -1 0 1, or 2 when one of them is NaN. */
int ptc_lisp_compare_numbers(const ptc_value *a, const ptc_value *b);

/* --- temporal.c, temporal_legacy.c ------------------------------------------------- */

/* The unit of as.integer; aux are additional nanoseconds, below 10^9. */
typedef enum ptc_temporal_class {
    PTC_TEMPORAL_DATE,      /* LocalDate: days since 1970-01-01 */
    PTC_TEMPORAL_INSTANT,   /* Instant: seconds since then */
    PTC_TEMPORAL_DURATION,  /* Duration: seconds */
    PTC_TEMPORAL_JAVA_DATE, /* java.util.Date: milliseconds since then */
} ptc_temporal_class;

enum { PTC_TEMPORAL_TEXT = 48 }; /* bytes that any of them needs */

ptc_value ptc_temporal_make(ptc_temporal_class class, int64_t whole, uint32_t nanos);
/* "LocalDate", "Instant", "Duration", "Date" */
const char *ptc_temporal_class_name(ptc_temporal_class class);
/* The text of ISO 8601 as java.time has it, without a NUL; its length. */
size_t ptc_temporal_write(const ptc_value *value, char out[PTC_TEMPORAL_TEXT]);
/* Whether a LocalDate can have that day. */
bool ptc_temporal_has_day(int64_t days);

/* All of a text as a value of the class; false when it is not one. */
bool ptc_temporal_read_date(ptc_str text, ptc_value *out);
bool ptc_temporal_read_instant(ptc_str text, ptc_value *out);
bool ptc_temporal_read_legacy(ptc_str text, ptc_value *out); /* java.util.Date */

PTC_INLINE bool ptc_is_temporal(const ptc_value *value, ptc_temporal_class class)
{
    return value->kind == (uint8_t)PTC_TEMPORAL && value->reserved == class;
}

#endif
