/* SPDX-License-Identifier: MIT */
/*
 * Internal to runtime/lisp: the rules below, and prototypes grouped by the file that
 * defines them. Values are in value_int.h, programs in code_int.h, the context, steps and
 * calls in context_int.h, reader, compiler and machine in machine_int.h.
 *
 * The rules that everything here follows:
 *
 * 1. MEMORY MOVES ONLY AT SAFEPOINTS. Allocation never collects. A collection can happen
 *    only inside ptc_lisp_call (which a builtin uses to call back) and, in the VM, at
 *    calls and back edges. After ptc_lisp_call returns, every ptc_value in a C local and
 *    every pointer into the heap is void; values live in stack slots (args, or slots
 *    from ptc_lisp_reserve), from which they are read again. What ptc_lisp_call returned
 *    is valid until the next one.
 * 2. ROOTS are the slots [lisp->stack, lisp->top), the variables of the user namespace,
 *    the history and lisp->kept. The collector clears the slots above top, so that no
 *    stale slot ever dangles; a reserved slot that was not written yet holds some old
 *    but valid value, or nil.
 * 3. FAULTS LEAVE BY ptc_lisp_raise, which does not return. Nothing that would have to be
 *    given back may be held while calling what can raise: memory comes from the heap or
 *    from arenas that the run owns.
 * 4. VALUES ARE IMMUTABLE once another can see them. The one exception is the free part
 *    of a buffer behind its fill mark.
 * 5. Nothing recurses on the C stack without a bound: data deeper than PTC_DEPTH_MAX
 *    raises.
 */
#ifndef PTC_LISP_INT_H
#define PTC_LISP_INT_H

#include "lisp/heap/code_int.h"
#include "lisp/heap/context_int.h"
#include "lisp/heap/machine_int.h"
#include "lisp/heap/value_int.h"

/* --- raise.c ----------------------------------------------------------------------- */

/*
 * Ends the run. `format` as of ptc_diag_add. The message is cut at 400 bytes and has the
 * place of the youngest frame. [ptc-lisp 16]
 */
PTC_COLD PTC_NORETURN void ptc_lisp_raise(ptc_lisp *lisp, ptc_reason reason,
                                          const char *format, ...) PTC_PRINTF(3, 4);

/* Ends the run with a value: (return x), and (fail x) with is_return false. Within a
 * branch it is a fault. */
PTC_COLD PTC_NORETURN void ptc_lisp_leave(ptc_lisp *lisp, ptc_value value,
                                          bool is_return);

/*
 * Runs `body`; false when it raised. Frames, slots, branches and the place where raises
 * go are then as before; lisp->error and lisp->result say why. Not for builtins that run
 * in a loop: it saves registers.
 */
bool ptc_lisp_protect(ptc_lisp *lisp, void (*body)(ptc_lisp *lisp, void *user),
                      void *user);

/* What to do about it, "; .." or nothing: when the builtin refuses the types of these
 * arguments, or their count. advice.c */
PTC_COLD const char *ptc_lisp_type_advice(const char *name, const ptc_value *args,
                                          uint32_t count);
PTC_COLD const char *ptc_lisp_count_advice(const char *name, uint32_t count);

/* "NAME: invalid argument types: T1, T2" and advice [ptc-lisp 11] */
PTC_COLD PTC_NORETURN void ptc_lisp_type_error(ptc_lisp *lisp, const char *name,
                                               const ptc_value *args, uint32_t count);
PTC_COLD PTC_NORETURN void ptc_lisp_memory_error(ptc_lisp *lisp);

/* nil boolean number string keyword vector map set function regex symbol var: for
 * messages. */
const char *ptc_lisp_type_name(const ptc_value *value);

/* The value as pr-str prints it, cut at 60 bytes, NUL-terminated, in the run's arena. */
const char *ptc_lisp_quote(ptc_lisp *lisp, const ptc_value *value);

/* --- heap.c ------------------------------------------------------------------------ */

/* The slow half of ptc_heap_alloc: a new chunk, or raises memory_exceeded. */
void *ptc_heap_grow(ptc_lisp *lisp, size_t size);

/* `size` bytes, 16-byte aligned, uninitialised; raises when there is no room. Never
 * collects. */
PTC_INLINE void *ptc_heap_alloc(ptc_lisp *lisp, size_t size)
{
    unsigned char *place = lisp->cursor;

    size = (size + 15u) & ~(size_t)15u;
    if (PTC_UNLIKELY(size > (size_t)(lisp->limit - place)))
        return ptc_heap_grow(lisp, size);
    lisp->cursor = place + size;
    return place;
}

/* Raises memory_exceeded when `count` elements of `size` bytes more can never fit; before
 * sizes are computed from what a program says. */
void ptc_heap_check(ptc_lisp *lisp, uint64_t count, size_t size);

PTC_INLINE uint64_t ptc_object_head(ptc_object_type type, size_t size)
{
    return (uint64_t)type | PTC_OBJECT_MOVES |
           (uint64_t)((size + 15u) & ~(size_t)15u) << 16;
}

/* Bytes in use now. */
size_t ptc_heap_size(const ptc_lisp *lisp);

void ptc_heap_init(ptc_lisp *lisp);
void ptc_heap_free(ptc_lisp *lisp);
/* Forgets everything on the heap; nothing of it may be reachable. */
void ptc_heap_reset(ptc_lisp *lisp);

/* --- collect.c --------------------------------------------------------------------- */

/* Moves what the roots reach to new memory and frees the old. Raises memory_exceeded
 * before anything was touched, or when more is live than the limit allows. */
void ptc_heap_collect(ptc_lisp *lisp);

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

/* A flat vector of `count` items (flag BUFFER) whose items the caller must fill at once;
 * `*items` are they. Room for `capacity` >= count. */
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
/* Puts an item in the place of another, in a flat vector on the heap that nobody else has
 * seen. Between safepoints items may be written to directly instead. */
void ptc_vector_put(ptc_lisp *lisp, const ptc_value *vector, uint32_t index,
                    ptc_value item);

/* --- string.c ---------------------------------------------------------------------- */

/* A string on the heap; bytes are copied, valid UTF-8. */
ptc_value ptc_string_of(ptc_lisp *lisp, ptc_str text);
/* Room for `size` bytes that the caller fills at once; then ptc_string_done sets aux and
 * the ASCII flag (size may shrink). */
ptc_value ptc_string_new(ptc_lisp *lisp, size_t size, char **bytes);
void ptc_string_done(ptc_value *string, size_t size);
/* Length and places in grapheme clusters. [ptc-lisp D4] */
size_t ptc_string_count(ptc_lisp *lisp, const ptc_value *string);
/* The bytes of the grapheme that begins at `at`. */
size_t ptc_string_grapheme(ptc_str text, size_t at);

/* --- record.c ---------------------------------------------------------------------- */

/* The shape without keys. */
extern const ptc_shape ptc_shape_empty;

/* The shape of these keys, no two the same, or NULL when there are too many keys or
 * shapes, or a key is no keyword nor short string: the map is then a hash. */
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

/* --- map.c: maps of both forms (lisp_map.c) ---------------------------------------- */

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

/* Entries in order of insertion. The slots of an iterator that lives across a safepoint
 * must be stack slots: use ptc_lisp_map_pairs then. */
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

/* --- hash.c ------------------------------------------------------------------------ */

/* Maps and sets as hash tries with order; used by map.c and set.c alone. */

/* --- set.c ------------------------------------------------------------------------- */

ptc_value ptc_lisp_set_empty(ptc_lisp *lisp);
ptc_value ptc_lisp_set_of(ptc_lisp *lisp, const ptc_value *items, size_t count);
bool ptc_lisp_set_has(ptc_lisp *lisp, const ptc_value *set, const ptc_value *item);
ptc_value ptc_lisp_set_conj(ptc_lisp *lisp, ptc_value set, ptc_value item);
ptc_value ptc_lisp_set_disj(ptc_lisp *lisp, ptc_value set, ptc_value item);
ptc_value ptc_lisp_set_items(ptc_lisp *lisp, const ptc_value *set); /* flat vector, seq */
/* The item that was added first; the set is not empty. */
ptc_value ptc_lisp_set_first(const ptc_value *set);

/* --- relation.c -------------------------------------------------------------------- */

/*
 * The three relations and the order. [ptc-lisp 3] They count levels: data
 * deeper than PTC_DEPTH_MAX raises. Each element of a collection that they
 * visit is a step, for data that shares its parts can be exponentially larger than its
 * memory.
 */
bool ptc_lisp_equal(ptc_lisp *lisp, const ptc_value *a,
                    const ptc_value *b); /* `=`: 1 = 1.0 */
bool ptc_lisp_same(ptc_lisp *lisp, const ptc_value *a,
                   const ptc_value *b);                         /* key identity */
uint64_t ptc_lisp_hash(ptc_lisp *lisp, const ptc_value *value); /* of identity */
int ptc_lisp_compare(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b); /* -1 0 1 */
/* Raises for NaN in what builtin `name` puts in order. [ptc-lisp 3] */
void ptc_lisp_refuse_nan(ptc_lisp *lisp, const char *name, const ptc_value *key);

/* --- transfer.c -------------------------------------------------------------------- */

/* Host data as a value of the run, in the host arena, strings included: moved by nobody,
 * freed when neither context nor memory refers to it. Raises when refused. */
ptc_value ptc_lisp_import(ptc_lisp *lisp, const ptc_value *value);
/* The value as data in `arena`: functions and the like as strings as printed. */
ptc_status ptc_lisp_export(ptc_lisp *lisp, ptc_arena *arena, const ptc_value *value,
                           ptc_value *out);

/* --- take.c: data onto the heap ----------------------------------------------------- */

/* A copy of data that was measured, on the program's heap. Raises when refused. */
ptc_value ptc_data_take(ptc_lisp *lisp, const ptc_value *value);

/* --- print.c ----------------------------------------------------------------------- */

typedef enum ptc_print_style {
    PTC_PRINT_DISPLAY,   /* str: strings raw, nil "" at the top; inside as READABLE */
    PTC_PRINT_READABLE,  /* pr-str */
    PTC_PRINT_RAW,       /* println: readable, but strings raw at every depth */
    PTC_PRINT_QUOTED,    /* in messages: readable, without what names hide */
    PTC_PRINT_CANONICAL, /* maps and sets sorted, see tests: comparisons with Clojure */
} ptc_print_style;

/*
 * Stops with text->failed when refused memory. No safepoint. Each element is a step;
 * raises for data deeper than PTC_DEPTH_MAX, and memory_exceeded for a text larger than
 * the heap's limit, which data that shares its parts can give.
 */
void ptc_lisp_print(ptc_lisp *lisp, ptc_text *text, const ptc_value *value,
                    ptc_print_style style);

/* READABLE or RAW for a message: no steps; at most `limit` bytes, and "..." for more. */
void ptc_lisp_print_cut(ptc_lisp *lisp, ptc_text *text, const ptc_value *value,
                        ptc_print_style style, size_t limit);

/* --- temporal.c, temporal_legacy.c -------------------------------------------------- */

/* What as.integer counts; aux are nanoseconds on top of it, below 10^9. */
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

/* All of a text as a value of the class; false when it is none. */
bool ptc_temporal_read_date(ptc_str text, ptc_value *out);
bool ptc_temporal_read_instant(ptc_str text, ptc_value *out);
bool ptc_temporal_read_legacy(ptc_str text, ptc_value *out); /* java.util.Date */

PTC_INLINE bool ptc_is_temporal(const ptc_value *value, ptc_temporal_class class)
{
    return value->kind == (uint8_t)PTC_TEMPORAL && value->reserved == class;
}

/* --- method.c ---------------------------------------------------------------------- */

/* Raises that args[0] has not the method that `callee` is, with those that it has. */
PTC_COLD PTC_NORETURN void ptc_method_refuse(ptc_lisp *lisp, const ptc_value *callee,
                                             const ptc_value *args, uint32_t count);

/* --- find.c ------------------------------------------------------------------------ */

/* A part that is looked for, once or many times. */
typedef struct ptc_finder {
    ptc_str part; /* borrowed */
    size_t cut;   /* the rest is private to find.c */
    size_t period;
    bool is_periodic;
    bool is_backward;
} ptc_finder;

/* For the first occurrence, or with is_backward the last one. Linear in part.len. */
void ptc_finder_init(ptc_finder *finder, ptc_str part, bool is_backward);
/* Its offset in `text`, or SIZE_MAX. Linear in text.len, without memory. */
size_t ptc_finder_next(const ptc_finder *finder, ptc_str text);

/* The offset of the first `part` in `text`, or SIZE_MAX. */
size_t ptc_text_find(ptc_str text, ptc_str part);

/* --- core_text_find.c -------------------------------------------------------------- */

/* (replace string part other) with literal strings, of the 3 arguments of a builtin. */
ptc_value ptc_text_replace(ptc_lisp *lisp, const ptc_value *callee,
                           const ptc_value *args);

/* --- core_function.c --------------------------------------------------------------- */

/*
 * A function that `entry` runs, of any count of arguments (the caller may change
 * min_args and max_args at once), with parts that it captures; `callee` is the builtin
 * that makes it, whose name it bears.
 */
ptc_value ptc_lisp_compose(ptc_lisp *lisp, const ptc_value *callee, ptc_entry entry,
                           const ptc_value *parts, uint32_t count);

/* --- seq.c ------------------------------------------------------------------------- */

/*
 * The elements of any seqable as a flat vector: nil and {} give the empty one, strings
 * their graphemes, maps [k v] vectors, sets their members. `*value` is replaced by that
 * vector; the result are its items, their count is value->aux. Raises the type error of
 * builtin `name` for args [args, args + count) otherwise. No steps are charged.
 */
const ptc_value *ptc_lisp_seq(ptc_lisp *lisp, ptc_value *value, const char *name,
                              const ptc_value *args, uint32_t count);
/* False when `value` is not seqable; else as above. */
bool ptc_lisp_try_seq(ptc_lisp *lisp, ptc_value *value);

/* --- arithmetic.c: the operations behind the opcodes and the builtins -------------- */

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

/* --- lookup.c: reads that several builtins and opcodes share ----------------------- */

/* (get coll key): flexible; false when absent. Vectors and strings by index. */
bool ptc_lisp_get(ptc_lisp *lisp, const ptc_value *collection, const ptc_value *key,
                  ptc_value *out);
/* A key function applied to an item: keyword, string, path vector [ptc-lisp 7], or any
 * callable (then a SAFEPOINT: `key` and `item` must be slots below the reserved top). */
ptc_value ptc_lisp_key_of(ptc_lisp *lisp, const ptc_value *key, const ptc_value *item);

/* --- builtins.c: the table of names; used by the compiler alone -------------------- */

typedef struct ptc_builtin_row {
    const char *name; /* "map", "clojure.string/reverse" */
    const ptc_function *function;
    const char *doc;
} ptc_builtin_row;

extern const ptc_builtin_row ptc_builtin_rows[];
extern const uint32_t ptc_builtin_count;

/* The builtin of that name, or NULL; at most some 60 instructions. */
const ptc_function *ptc_builtin_find(ptc_str name);

/* The value of a name like Double/NaN, which is no function; false for other names. */
bool ptc_builtin_constant(ptc_str name, ptc_value *out);

/* ptc_entry functions ptc_core_NAME and the constants ptc_builtin_NAME are declared from
 * builtins.def, at the end of it. */
#include "lisp/language/builtins.h"

/* --- tool.c: the host's tools; their calls are core_tool.c's ------------------------ */

/* Whether there is a tool of that name, '-' and '_' alike, that can be called. */
bool ptc_tool_is_callable(const ptc_lisp *lisp, ptc_str name);
/* The text of unknown_tool: what the name is, the tools there are, the nearest one. */
void ptc_tool_write_unknown(const ptc_lisp *lisp, ptc_text *text, ptc_str name);
/* Empties the log of calls for a new run; what is in it goes to a result. */
void ptc_tools_begin(ptc_lisp *lisp);
ptc_status ptc_tools_report(const ptc_lisp *lisp, ptc_arena *arena, ptc_lisp_result *out);
void ptc_tools_free(ptc_lisp *lisp);

/* --- limits.c ---------------------------------------------------------------------- */

/* Measures the C stack from here: at the start of every compilation. */
void ptc_lisp_start_c_limit(ptc_lisp *lisp);
/* Gives a run its fuel, time and C stack. */
void ptc_lisp_start_limits(ptc_lisp *lisp);
/* Lifts them, for what the host does with a result. */
void ptc_lisp_stop_limits(ptc_lisp *lisp);
/* Until ptc_lisp_stop_limits, steps count for the time that compiling may take. */
void ptc_lisp_start_compiling(ptc_lisp *lisp);
/* Shortens the time to what the branches of an outermost pmap may take; the deadline
 * before, for ptc_lisp_end_branches. */
uint64_t ptc_lisp_start_branches(ptc_lisp *lisp);
void ptc_lisp_end_branches(ptc_lisp *lisp, uint64_t deadline);
/* Milliseconds since 1970, of the host's wall clock. */
int64_t ptc_lisp_wall_clock(const ptc_lisp *lisp);
/* Raises when more steps were taken than there was fuel. */
void ptc_lisp_check_fuel(ptc_lisp *lisp);
/* Gives the run more time, while it waits for what has limits of its own. */
void ptc_lisp_lend_time(ptc_lisp *lisp, uint64_t time_ms);
/* Milliseconds of the context's clock. */
uint64_t ptc_lisp_now(const ptc_lisp *lisp);

/* --- memory.c ---------------------------------------------------------------------- */

/*
 * Ends a run: what it defined stays, or is undone. Then the heap holds only what memory
 * and history refer to, and programs and host data that nothing refers to are gone.
 */
void ptc_lisp_settle(ptc_lisp *lisp, bool is_good);
/* Makes room for another context's data; false when refused memory. */
bool ptc_lisp_retire_host(ptc_lisp *lisp);
/* Frees the data of former contexts. */
void ptc_lisp_release_hosts(ptc_lisp *lisp);
/* Frees the program's memory. */
void ptc_program_release(ptc_program *program);

/* The variable of that name, made unbound when it is new. */
ptc_variable *ptc_lisp_variable(ptc_lisp *lisp, const ptc_name *name);
/* Binds it, until the branch ends that runs, if any. */
void ptc_lisp_define(ptc_lisp *lisp, ptc_variable *variable, ptc_value value);
/* Puts back what branches changed, but the first `count` changes. */
void ptc_lisp_undo(ptc_lisp *lisp, size_t count);
/*
 * For the collector, while lisp->is_keeping: what is kept refers to this address, which
 * does not move: the text of a string without HEAP, items or object without MOVES, and
 * the `code` of every function. Programs and host data without such are then freed.
 */
void ptc_lisp_keep(ptc_lisp *lisp, const void *address);

/* --- memory_host.c: memory as the host sees it -------------------------------------- */

/* After a program ran by contract 1: merges its value, a map, into memory; what it has at
 * `:return` becomes the result. [ptc-lisp 9.4] */
void ptc_lisp_merge_result(ptc_lisp *lisp);
/* Raises memory_limit_exceeded when the variables are larger than options.memory_limit.
 */
void ptc_lisp_check_memory(ptc_lisp *lisp);
/* What the run has changed, before it is settled: a map, or the names alone. */
ptc_status ptc_lisp_export_changes(ptc_lisp *lisp, ptc_arena *arena, ptc_value *map);
ptc_status ptc_lisp_report_changes(const ptc_lisp *lisp, ptc_arena *arena,
                                   ptc_lisp_result *out);

/* --- context.c --------------------------------------------------------------------- */

/* Whether the context has the key, flexible. */
bool ptc_lisp_context_has(const ptc_lisp *lisp, const ptc_value *key);
/* Its key that is the name but for '-' and '_', empty when there is none. For hints. */
ptc_str ptc_lisp_context_like(const ptc_lisp *lisp, ptc_str name);
/* `ctx/name`, flexible; nil when absent. */
ptc_value ptc_lisp_context_get(ptc_lisp *lisp, const ptc_value *key);

#endif
