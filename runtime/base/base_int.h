/* SPDX-License-Identifier: MIT */
/*
 * Internal to libptc: the foundation of every room: memory, text, numbers, days of the
 * calendar, values, maps, names. Prototypes are grouped by the file that defines them;
 * names that cross files start with ptc_ and the file's noun.
 *
 * It depends only on libc. Values and maps call each other: a map compares values, and
 * comparing values may look into maps (value.c, order.c, map.c).
 */
#ifndef PTC_BASE_INT_H
#define PTC_BASE_INT_H

#include <ptc/number.h>
#include <ptc/value.h>

#include <stdarg.h>

/* --- base/arena.c ------------------------------------------------------------------- */

/* Gives back what the most recent allocation, at `last`, does not need beyond `size`. */
void ptc_arena_trim(ptc_arena *arena, const void *last, size_t size);

/*
 * Memory for the duration of one call, shaped like the allocator callback: it counts
 * against the cap, and the borrower gives it back (new_size 0). An arena in caller memory
 * lends from there, and gets back only what was borrowed last.
 */
void *ptc_arena_borrow(ptc_arena *arena, void *old, size_t old_size, size_t new_size);

/* Whether the address lies in a chunk of the arena. */
bool ptc_arena_holds(const ptc_arena *arena, const void *address);

/* --- base/text.c -------------------------------------------------------------------- */

/* Appends by a printf of %s %d %u %zu %lld %llu %c %.*s and %%. */
void ptc_text_format(ptc_text *text, const char *format, va_list *arguments);

/* Cuts the text to its first `len` bytes, or keeps all if it has fewer. */
void ptc_text_cut(ptc_text *text, size_t len);

/* Takes `count` digits from the front of `rest`; false when it has others. */
PTC_INLINE bool ptc_str_take_digits(ptc_str *rest, size_t count, int *out)
{
    int value = 0;

    if (rest->len < count)
        return false;
    for (size_t i = 0; i < count; i++) {
        int digit = rest->ptr[i] - '0';

        if (digit < 0 || digit > 9)
            return false;
        value = value * 10 + digit;
    }
    *rest = ptc_str_make(rest->ptr + count, rest->len - count);
    *out = value;
    return true;
}

/* Takes that byte from the front, if it is there. */
PTC_INLINE bool ptc_str_take(ptc_str *rest, char byte)
{
    if (rest->len == 0 || *rest->ptr != byte)
        return false;
    *rest = ptc_str_make(rest->ptr + 1, rest->len - 1);
    return true;
}

/* Writes `count` digits of a number that has no more, filled with zeros; the end. */
PTC_INLINE char *ptc_put_digits(char *out, int count, int64_t value)
{
    for (int i = count - 1; i >= 0; i--) {
        out[i] = (char)('0' + value % 10);
        value /= 10;
    }
    return out + count;
}

/* Whether there are only blanks in a line. */
PTC_INLINE bool ptc_str_is_blank(ptc_str line)
{
    for (size_t i = 0; i < line.len; i++) {
        if (memchr(" \t\r\n", line.ptr[i], 4) == NULL)
            return false;
    }
    return true;
}

/* --- base/options.c ----------------------------------------------------------------- */

/*
 * In builds with PTC_DEBUG, prints to stderr what the caller of `function` did wrong and
 * what to do, as one line "ptc: FUNCTION: ..". Returns PTC_ERROR_ARGUMENT, for `return
 * ptc_misuse(..)`.
 */
PTC_COLD ptc_status ptc_misuse(const char *function, const char *format, ...)
    PTC_PRINTF(2, 3);

/* No struct of ptcc will ever be larger: a larger struct_size was never set. */
#define PTC_OPTIONS_MOST ((size_t)1 << 16)

/* A struct of callers that begins with its struct_size. */
typedef struct ptc_options_kind {
    const char *name; /* of the parameter: "options" */
    const char *type;
    size_t size; /* its size in this library */
} ptc_options_kind;

/* The kind of a parameter, for the functions below. */
#define PTC_OPTIONS(name, type) (&(const ptc_options_kind){name, #type, sizeof(type)})

/*
 * Copies what the caller's struct has, as far as both sides know it, over `*out`, which
 * has the defaults of all members. False when there is no struct, or its struct_size was
 * not set, which has been reported.
 */
PTC_COLD bool ptc_options_copy(const ptc_options_kind *kind, const char *function,
                               const void *given, void *out);

/* The same for optional options: NULL keeps the defaults. */
PTC_INLINE bool ptc_options_take(const ptc_options_kind *kind, const char *function,
                                 const void *given, void *out)
{
    return given == NULL || ptc_options_copy(kind, function, given, out);
}

/*
 * For calls that are made often: the caller's struct itself when it has all members, else
 * a copy in `*room` with the defaults of `standard`, which stands for NULL as well. NULL
 * when struct_size was not set. A static `kind` costs nothing.
 */
PTC_INLINE const void *ptc_options_view(const ptc_options_kind *kind,
                                        const char *function, const void *given,
                                        const void *standard, void *room)
{
    if (given == NULL)
        return standard;
    if (PTC_LIKELY(*(const size_t *)given - kind->size <= PTC_OPTIONS_MOST - kind->size))
        return given;
    memcpy(room, standard, kind->size);
    return ptc_options_copy(kind, function, given, room) ? room : NULL;
}

/* A limit of an options struct as a size of memory. */
PTC_INLINE size_t ptc_size_of_limit(uint64_t limit)
{
    return limit < SIZE_MAX ? (size_t)limit : SIZE_MAX;
}

/* --- base/visible.c ----------------------------------------------------------------- */

/* A piece of text as it is shown to people. */
typedef struct ptc_visible {
    uint32_t code_point; /* or the byte that is not UTF-8 */
    bool is_escaped;
    size_t len;
    char bytes[8]; /* the code point itself, or \u001b, or \xff for a byte */
} ptc_visible;

/*
 * Takes the code point at `at`, which is before the end of the text; returns its length
 * in bytes. Escaped are controls (C0, DEL, C1), marks of direction (U+061C, U+200E,
 * U+200F, U+202A to U+202E, U+2066 to U+2069), line and paragraph separators, the byte
 * order mark, and bytes that are not UTF-8.
 */
size_t ptc_visible_take(ptc_str text, size_t at, ptc_visible *out);

/* Whether a code point is invisible, or moves what is around it: those that are escaped,
 * and joiners, marks of language and selectors. */
bool ptc_visible_is_unseen(uint32_t code_point);

/* Whether nothing in the text is escaped. */
bool ptc_visible_is_plain(ptc_str text);

/* Whether bytes are those of a binary: many of the first are not text. */
bool ptc_visible_is_binary(ptc_str text);

/* Appends the text on one line, for people to read. */
void ptc_visible_write(ptc_text *out, ptc_str text);

/* The same for text that is JSON already: bytes that are not UTF-8 become U+FFFD. */
void ptc_visible_write_json(ptc_text *out, ptc_str text);

/* --- base/digits.c ------------------------------------------------------------------ */

/* 0.DIGITS * 10^point; no digits: zero. */
typedef struct ptc_digits {
    char digits[PTC_NUMBER_MAX];
    int count;
    int point;
} ptc_digits;

/* Of what ptc_number_write_int and ptc_number_write_double write, without the sign. */
ptc_digits ptc_digits_read(const char *text, size_t len);
/* Rounds half up to the first `keep` digits. */
void ptc_digits_round(ptc_digits *digits, int keep);
/* The number with `places` digits after the point, rounded half up from its shortest
 * decimal, as `format` of PTC-Lisp does. */
double ptc_number_round(double value, int places);

/* --- base/system.c ------------------------------------------------------------------ */

/* Nanoseconds: of a clock that never goes back, or since 1970. */
uint64_t ptc_system_clock(bool is_wall);

/* 64 random bits. */
uint64_t ptc_system_random(void);

/* --- base/calendar.c ---------------------------------------------------------------- */

/* Rounded down; `divisor` is positive. */
PTC_INLINE int64_t ptc_floor_divide(int64_t number, int64_t divisor)
{
    return number / divisor - (number % divisor < 0 ? 1 : 0);
}

/* Of a month from 1 to 12. */
int ptc_calendar_month_days(int64_t year, int month);

/* Days since 1970-01-01, for years within a billion. The day may lie outside its month.
 */
int64_t ptc_calendar_days(int64_t year, int month, int day);
void ptc_calendar_date(int64_t days, int64_t *year, int *month, int *day);

/* --- base/number_power.c ------------------------------------------------------------ */

/* 128 bits. */
typedef struct ptc_wide {
    uint64_t high;
    uint64_t low;
} ptc_wide;

PTC_INLINE ptc_wide ptc_wide_multiply(uint64_t a, uint64_t b)
{
    ptc_wide wide;
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 uint128;
    uint128 product = (uint128)a * b;

    wide.high = (uint64_t)(product >> 64);
    wide.low = (uint64_t)product;
#else
    uint64_t a_low = (uint32_t)a;
    uint64_t a_high = a >> 32;
    uint64_t b_low = (uint32_t)b;
    uint64_t b_high = b >> 32;
    uint64_t low = a_low * b_low;
    uint64_t middle = a_high * b_low + (low >> 32);
    uint64_t other = a_low * b_high + (uint32_t)middle;

    wide.high = a_high * b_high + (middle >> 32) + (other >> 32);
    wide.low = other << 32 | (uint32_t)low;
#endif
    return wide;
}

/* `word` must not be 0. */
PTC_INLINE unsigned ptc_count_leading_zeros(uint64_t word)
{
#ifdef __GNUC__
    return (unsigned)__builtin_clzll(word);
#else
    unsigned count = 0;

    for (; word >> 63 == 0; word <<= 1)
        count++;
    return count;
#endif
}

/* 5^exponent, -351..350, shifted so that the highest bit is set, rounded down. */
ptc_wide ptc_number_power(int exponent);

/* --- base/map.c --------------------------------------------------------------------- */

/* Maps and sets above this many entries have an index. */
#define PTC_MAP_SMALL 16

/*
 * Completes a map whose entries, count and kinds are set: finds equal keys and makes the
 * index when the map is large. Returns the statuses of ptc_map_make.
 */
ptc_status ptc_map_finish(ptc_arena *arena, ptc_map *map, size_t *duplicate);

/*
 * ptc_set_contains and ptc_map_find for values that are `depth` levels deep at most; the
 * item or entry number `skipped` is left out. Only for ptc_value_same_within.
 */
bool ptc_set_contains_within(const ptc_value *set, const ptc_value *item, size_t skipped,
                             unsigned depth);
const ptc_map_entry *ptc_map_find_within(const ptc_map *map, const ptc_value *key,
                                         size_t skipped, unsigned depth);

/* The bytes after the items of a set that hold its index; the bytes of a map's index. */
size_t ptc_set_index_size(const ptc_value *set);
size_t ptc_map_index_size(const ptc_map *map);

/*
 * PTC_ERROR_DUPLICATE when some of `count` > 0 items are the same, else PTC_OK. `firsts`,
 * unless NULL, gets for each item the number of the first one that is the same, which
 * takes sorting. Memory is taken only during the call.
 */
ptc_status ptc_value_repeats(ptc_arena *arena, const ptc_value *items, uint32_t count,
                             uint32_t *firsts);

/* --- base/near.c -------------------------------------------------------------------- */

/* The best candidate so far for a misspelt name. The first of equals stays. */
typedef struct ptc_near {
    ptc_str name;
    ptc_str best;   /* empty: no candidate is near */
    unsigned limit; /* edits that are still better than the best */
    bool is_sure;   /* `best` is the name in another spelling */
} ptc_near;

/* Names with more edits than a third of their bytes, and those shorter than three bytes,
 * have no near name. To names of three and four bytes one is near that has one byte more,
 * or two bytes exchanged. */
ptc_near ptc_near_start(ptc_str name);
/* `candidate` must outlive the use of `best`; only some hundred bytes of both count. */
void ptc_near_consider(ptc_near *near, ptc_str candidate);
/* Appends ". Did you mean: NAME", or nothing when it is empty. */
void ptc_near_write(ptc_text *text, ptc_str name);

/* --- base/order.c ------------------------------------------------------------------- */

/* Less than 0 when number `a` goes before number `b` of a list, 0 when they are equal. */
typedef int ptc_order_function(const void *list, uint32_t a, uint32_t b);

/*
 * Sorts numbers by merging; equal ones keep their order. `spare` has room for as many.
 * Each comparison places a number, so the cost is bounded by log n times the cost of
 * reading everything once, however unequal the parts are.
 */
void ptc_order_numbers(uint32_t *numbers, uint32_t *spare, size_t count,
                       ptc_order_function *order, const void *list);

/* An order of all values; 0 when they are the same, or hold NaN or more than `depth`
 * levels and cannot be distinguished. */
int ptc_value_order_within(const ptc_value *a, const ptc_value *b, unsigned depth);

/* --- base/value.c ------------------------------------------------------------------- */

/* The value that a caller passed, where NULL is nil. */
PTC_INLINE const ptc_value *ptc_value_or_nil(const ptc_value *given)
{
    static const ptc_value nil = {.kind = PTC_NIL};

    return given != NULL ? given : &nil;
}

/* Whether a value holds no others. */
PTC_INLINE bool ptc_value_is_scalar(const ptc_value *value)
{
    return value->kind != PTC_VECTOR && value->kind != PTC_SET && value->kind != PTC_MAP;
}

/* ptc_value_same of scalars; false for values that hold others. */
bool ptc_value_same_scalar(const ptc_value *a, const ptc_value *b);

/* --- base/json_same.c --------------------------------------------------------------- */

/* A number as the one value that stands for all equal numbers in JSON: an int if int64
 * can hold it, else the nearest double if that is exact. Other values are unchanged. */
ptc_value ptc_value_json_number(const ptc_value *value);

/* Whether a number has no fraction. */
bool ptc_value_is_whole(const ptc_value *value);

/* Whether a value is an integer that int64 cannot hold, kept by its spelling. */
PTC_INLINE bool ptc_value_is_big_int(const ptc_value *value)
{
    return value->kind == PTC_OPAQUE && (value->flags & PTC_FLAG_NUMBER) != 0;
}

/* Equality of JSON: 1 is 1.0, at any depth; true is not 1, and maps ignore order. */
bool ptc_value_same_json(const ptc_value *a, const ptc_value *b);

/* Turns a value into the one that stands for all that are equal as JSON: the results are
 * the same (ptc_value_same) exactly if the values are. What does not change is shared.
 * False when refused memory. */
bool ptc_value_json_form(ptc_arena *arena, const ptc_value *value, ptc_value *out);

/* Whether it holds a number, itself or at any depth, that is the same as one of another
 * kind. */
bool ptc_value_has_json_twin(const ptc_value *value);

/* --- base/value.c ------------------------------------------------------------------- */

/* ptc_value_same in up to `depth` levels. */
bool ptc_value_same_within(const ptc_value *a, const ptc_value *b, unsigned depth);

/* The hash of a key or name: equal for names that differ only in '-' and '_'. */
uint64_t ptc_name_hash(ptc_str name);

/* --- base/names.c ------------------------------------------------------------------- */

/* A test of one bit of a name; private. */
typedef struct ptc_name_fork {
    size_t at; /* the byte */
    unsigned bit;
    uint32_t sides[2];
} ptc_name_fork;

/* A name and its user's value. */
typedef struct ptc_name_entry {
    ptc_str name;
    uint32_t value;
    uint32_t elder;     /* private: leaf of the elder entry of the name, 0: none */
    ptc_name_fork fork; /* private: of a name that had no elder */
} ptc_name_entry;

/* A stack of names in which the youngest entry of a text is found in the time of reading
 * the text, whatever the names are. */
typedef struct ptc_names {
    ptc_arena *arena;
    bool is_exact; /* '-' and '_' differ; else they are the same [validation 6] */
    ptc_name_entry *entries; /* in order of addition */
    size_t count;
    size_t capacity;
    uint32_t root; /* private */
} ptc_names;

void ptc_names_init(ptc_names *names, ptc_arena *arena);

/* The youngest entry of `name`, or NULL. Entries are valid until the next one is added.
 */
const ptc_name_entry *ptc_names_find(const ptc_names *names, ptc_str name);

/* Adds a name; returns its entry, or the existing one of that name (compare values); NULL
 * when refused memory. */
const ptc_name_entry *ptc_names_add(ptc_names *names, ptc_str name, uint32_t value);

/* Adds a name that hides those before it; NULL when refused memory. */
const ptc_name_entry *ptc_names_push(ptc_names *names, ptc_str name, uint32_t value);

/* Discards the youngest names until `count` are left. */
void ptc_names_pop(ptc_names *names, size_t count);

/*
 * The numbers of `count` names in byte order, equal names as they are; each name is
 * `stride` bytes after the one before it. In `arena`; NULL when refused memory.
 */
const uint32_t *ptc_names_order(ptc_arena *arena, const ptc_str *names, size_t stride,
                                size_t count);

/* --- base/circles.c ----------------------------------------------------------------- */

/* What `next` returns when there are no more. */
#define PTC_GRAPH_END UINT32_MAX

/* A graph: `next` returns a node that `node` leads to, a different one each time. `*turn`
 * is 0 at first and is for its own use. */
typedef struct ptc_graph {
    uint32_t count; /* of nodes */
    uint32_t (*next)(void *user, uint32_t node, uint32_t *turn);
    void *user;
} ptc_graph;

/* Nodes that lead to each other are one circle; one that does not refer to itself is one
 * alone. */
typedef struct ptc_circles {
    uint32_t *circle; /* the number of each node's; higher ones lead to lower ones */
    uint32_t *order;  /* the nodes by circle */
    uint32_t count;   /* of circles */
} ptc_circles;

/* Takes time linear in nodes and edges; false when refused memory. */
bool ptc_circles_find(ptc_arena *arena, const ptc_graph *graph, ptc_circles *out);

/* --- base/scratch.c ----------------------------------------------------------------- */

typedef struct ptc_scratch {
    ptc_arena *arena; /* work here */
    ptc_arena own;
    ptc_allocator below;
    bool is_refused; /* the underlying allocator refused memory */
} ptc_scratch;

/* Memory next to `result` for the time of one reading, at most `cap` bytes. The struct
 * must not move until ptc_scratch_end, which returns all of it. */
void ptc_scratch_begin(ptc_scratch *scratch, ptc_arena *result, size_t cap);
void ptc_scratch_end(ptc_scratch *scratch);

/* Whether an allocation failed because of the cap. */
bool ptc_scratch_is_capped(const ptc_scratch *scratch);

#endif
