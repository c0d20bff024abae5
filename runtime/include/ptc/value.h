/* SPDX-License-Identifier: MIT */
/*
 * <ptc/value.h> - the one value type: JSON data, EDN data, tool data.
 *
 *     ptc_map_entry entries[] = {
 *         {ptc_value_string(PTC_STR("city")), ptc_value_string(PTC_STR("Oslo"))},
 *         {ptc_value_string(PTC_STR("days")), ptc_value_int(3)}};
 *     ptc_value trip;
 *
 *     if (ptc_map_make(&arena, entries, 2, &trip, NULL) == PTC_OK)
 *         found = ptc_value_as_int(ptc_value_get(&trip, "days"), 1);
 *
 * A value is 16 bytes, is passed by value, and can be written as a C constant. What it
 * points to is immutable and belongs to the arena or the constant tables that it was made
 * from. Copy it with ptc_value_copy if it must outlive these. Maps and sets keep the
 * order of insertion. Reading never allocates.
 *
 * Wherever a function takes a `const ptc_value *`, NULL is nil, so the result of a getter
 * can be passed on.
 *
 * Three relations must not be confused: key identity (ptc_value_same, where 1 and 1.0
 * differ), numeric equality (`=` of PTC-Lisp, which is not here), and the flexible lookup
 * of declared fields (ptc_map_find_field). [validation 3, 6]
 */
#ifndef PTC_VALUE_H
#define PTC_VALUE_H

#include <ptc/status.h>
#include <ptc/text.h>

PTC_BEGIN

/* The kind of a value, and its member that holds the content. */
typedef enum ptc_kind {
    PTC_NIL = 0, /* nothing else */
    PTC_BOOL,    /* as.boolean */
    PTC_INT,     /* as.integer */
    PTC_FLOAT,   /* as.number */
    PTC_STRING,  /* as.text, aux bytes, valid UTF-8 */
    PTC_KEYWORD, /* as.text, aux bytes, without the colon */
    PTC_VECTOR,  /* as.items, aux elements */
    PTC_SET,     /* as.items, aux elements, no two the same */
    PTC_MAP,     /* as.map, aux entries */
    PTC_OPAQUE,  /* as.text, aux bytes: a number that int64 cannot hold, or a tagged EDN
                  * form, as it is spelled; only `:any` accepts it [validation 11.1] */
} ptc_kind;

enum {
    PTC_FLAG_ASCII = 1,  /* string: all bytes are below 0x80, so bytes are code points */
    PTC_FLAG_SEQ = 2,    /* vector: read or made as a sequence `( )` */
    PTC_FLAG_NUMBER = 4, /* opaque: an integer outside int64 */
    PTC_FLAG_ENTRY = 4,  /* vector: [key value], which a program made from an entry of a
                          * map */
    PTC_FLAG_LABEL = 4,  /* string: names something that exists in programs but not in
                          * data, "#'x" or "#fn[x]"; shown without quotes */
    PTC_FLAG_INDEX = 8,  /* set: an index comes after the items; made by the library */
};

typedef struct ptc_value ptc_value;
typedef struct ptc_map ptc_map;

struct ptc_object; /* of a running program, see <ptc/lisp.h>; never in data */

/* One value: 16 bytes that may be copied freely. What it points to belongs to an arena,
 * or to the code that made it. */
struct ptc_value {
    uint8_t kind;      /* ptc_kind */
    uint8_t flags;     /* PTC_FLAG_* */
    uint16_t reserved; /* zero */
    uint32_t aux;      /* length of the text, number of elements or entries; else 0 */
    union {
        int64_t integer;
        double number;
        bool boolean;
        const char *text;
        const ptc_value *items;
        const ptc_map *map;
        struct ptc_object *object;
    } as; /* see ptc_kind */
};

/* A key and its value. */
typedef struct ptc_map_entry {
    ptc_value key;   /* any value */
    ptc_value value; /* any value */
} ptc_map_entry;

/* What a map points to. Its entries may be read in place; ptc_map_find looks one up. */
struct ptc_map {
    const ptc_map_entry *entries; /* in order of insertion */
    const uint32_t *index;        /* open addressing, entry number + 1; NULL when small */
    uint32_t count;
    uint32_t index_size; /* a power of two. 0: there is no index, or one for many
                          * colliding keys: entry numbers in sorted order, then as many
                          * hashes */
    uint32_t kinds;      /* 1 << ptc_kind for each kind of key; 0: unknown */
};

/* The maximum length of strings, vectors, sets and maps. Longer data is refused with
 * PTC_ERROR_RANGE. */
#define PTC_COUNT_MAX UINT32_MAX

/* A value of a kind with content 0, for the functions below. nil if it would be longer
 * than PTC_COUNT_MAX. */
PTC_INLINE ptc_value ptc_value_make(ptc_kind kind, unsigned flags, size_t aux)
{
    ptc_value value;
#if SIZE_MAX > UINT32_MAX
    bool is_held = aux <= PTC_COUNT_MAX;
#else
    bool is_held = true;
#endif

    value.kind = (uint8_t)(is_held ? kind : PTC_NIL);
    value.flags = (uint8_t)(is_held ? flags : 0);
    value.reserved = 0;
    value.aux = is_held ? (uint32_t)aux : 0;
    value.as.integer = 0;
    return value;
}

/* nil. */
PTC_INLINE ptc_value ptc_value_nil(void)
{
    return ptc_value_make(PTC_NIL, 0, 0);
}

/* true or false. */
PTC_INLINE ptc_value ptc_value_bool(bool boolean)
{
    ptc_value value = ptc_value_make(PTC_BOOL, 0, 0);

    value.as.boolean = boolean;
    return value;
}

/* An integer. */
PTC_INLINE ptc_value ptc_value_int(int64_t integer)
{
    ptc_value value = ptc_value_make(PTC_INT, 0, 0);

    value.as.integer = integer;
    return value;
}

/* A double. NaN and infinities are values as well, but JSON cannot write them. */
PTC_INLINE ptc_value ptc_value_float(double number)
{
    ptc_value value = ptc_value_make(PTC_FLOAT, 0, 0);

    value.as.number = number;
    return value;
}

/* A string that borrows its bytes: they must be valid UTF-8 and outlive the value. nil
 * for more than PTC_COUNT_MAX bytes; the functions below do the same. */
PTC_INLINE ptc_value ptc_value_string(ptc_str text)
{
    ptc_value value = ptc_value_make(PTC_STRING, 0, text.len);

    if (value.kind == PTC_STRING)
        value.as.text = text.ptr;
    return value;
}

/* A keyword that borrows its name, which has no colon. */
PTC_INLINE ptc_value ptc_value_keyword(ptc_str name)
{
    ptc_value value = ptc_value_make(PTC_KEYWORD, PTC_FLAG_ASCII, name.len);

    if (value.kind == PTC_KEYWORD)
        value.as.text = name.ptr;
    return value;
}

/* A vector of `count` items. It borrows them. */
PTC_INLINE ptc_value ptc_value_vector(const ptc_value *items, size_t count)
{
    ptc_value value = ptc_value_make(PTC_VECTOR, 0, count);

    if (value.kind == PTC_VECTOR)
        value.as.items = items;
    return value;
}

/* A set that borrows `count` items. The caller guarantees that no two are the same;
 * ptc_value_set_of drops duplicates. */
PTC_INLINE ptc_value ptc_value_set(const ptc_value *items, size_t count)
{
    ptc_value value = ptc_value_make(PTC_SET, 0, count);

    if (value.kind == PTC_SET)
        value.as.items = items;
    return value;
}

/* A value that borrows a map; ptc_map_make makes both. */
PTC_INLINE ptc_value ptc_value_map(const ptc_map *map)
{
    ptc_value value = ptc_value_make(PTC_MAP, 0, map->count);

    value.as.map = map;
    return value;
}

/* The bytes of a string, keyword or opaque value. */
PTC_INLINE ptc_str ptc_value_text(const ptc_value *value)
{
    return ptc_str_make(value->as.text, value->aux);
}

/*
 * Makes a map from `count` entries, which it borrows: they must live in `arena` or be
 * constant. A map of more than 16 entries gets an index.
 *
 * Returns PTC_ERROR_DUPLICATE when two entries have the same key: `*duplicate` (may be
 * NULL) is the index of the later one. PTC_ERROR_RANGE above PTC_COUNT_MAX entries;
 * PTC_ERROR_MEMORY. On failure `*out` is nil.
 */
PTC_API ptc_status ptc_map_make(ptc_arena *arena, const ptc_map_entry *entries,
                                size_t count, ptc_value *out, size_t *duplicate);

/* Finds the value at `key`, by key identity. NULL when there is none. */
PTC_API const ptc_value *ptc_map_find(const ptc_map *map, const ptc_value *key);

/* Finds the value at a key that is a string or a keyword (`kind`) with that text. NULL
 * when there is none. */
PTC_API const ptc_value *ptc_map_find_text(const ptc_map *map, ptc_kind kind,
                                           ptc_str text);

/*
 * Finds the entry of the declared field `name`; NULL when it is absent.
 *
 * The first of these keys counts: the keyword as written, the string as written, the
 * folded keyword, the folded string. The search begins at entry number `guess`, for
 * callers that visit fields in order. [validation 6]
 */
PTC_API const ptc_map_entry *ptc_map_find_field(const ptc_map *map, ptc_str name,
                                                uint32_t guess);

/*
 * --- Looking into values ---
 *
 * For absent values and values of other kinds these functions return NULL, 0 or the
 * caller's fallback, so calls can be nested without checks in between:
 *
 *     ptc_str city = ptc_value_as_text(
 *         ptc_value_get(ptc_value_at(ptc_value_get(&order, "stops"), 0), "city"), "?");
 */

/* The kind; PTC_NIL for NULL. */
PTC_INLINE ptc_kind ptc_value_kind(const ptc_value *value)
{
    return value != NULL ? (ptc_kind)value->kind : PTC_NIL;
}

/* The value of a map at a string or keyword key; '-' and '_' are the same. See
 * ptc_map_find_field. */
PTC_INLINE const ptc_value *ptc_value_get(const ptc_value *map, const char *name)
{
    const ptc_map_entry *entry = NULL;

    if (ptc_value_kind(map) == PTC_MAP)
        entry = ptc_map_find_field(map->as.map, ptc_str_of(name), 0);
    return entry != NULL ? &entry->value : NULL;
}

/* The element of a vector or set at `index`, from 0. */
PTC_INLINE const ptc_value *ptc_value_at(const ptc_value *list, size_t index)
{
    ptc_kind kind = ptc_value_kind(list);

    return (kind == PTC_VECTOR || kind == PTC_SET) && index < list->aux
               ? &list->as.items[index]
               : NULL;
}

/* The number of elements of a vector or set, or of entries of a map. */
PTC_INLINE size_t ptc_value_count(const ptc_value *value)
{
    ptc_kind kind = ptc_value_kind(value);

    return kind == PTC_VECTOR || kind == PTC_SET || kind == PTC_MAP ? value->aux : 0;
}

/* The content of a bool; `otherwise` for all other kinds, as in the functions below.
 * Nothing is converted: "5" and 5.0 are not ints. */
PTC_INLINE bool ptc_value_as_bool(const ptc_value *value, bool otherwise)
{
    return ptc_value_kind(value) == PTC_BOOL ? value->as.boolean : otherwise;
}

/* An int. */
PTC_INLINE int64_t ptc_value_as_int(const ptc_value *value, int64_t otherwise)
{
    return ptc_value_kind(value) == PTC_INT ? value->as.integer : otherwise;
}

/* A number, including ints. */
PTC_INLINE double ptc_value_as_float(const ptc_value *value, double otherwise)
{
    if (ptc_value_kind(value) == PTC_FLOAT)
        return value->as.number;
    return ptc_value_kind(value) == PTC_INT ? (double)value->as.integer : otherwise;
}

/* The bytes of a string or keyword. */
PTC_INLINE ptc_str ptc_value_as_text(const ptc_value *value, const char *otherwise)
{
    ptc_kind kind = ptc_value_kind(value);

    if ((kind == PTC_STRING || kind == PTC_KEYWORD) && value->as.text != NULL)
        return ptc_value_text(value);
    return ptc_str_of(kind == PTC_STRING || kind == PTC_KEYWORD ? "" : otherwise);
}

/*
 * Makes a set from the distinct values among `items`, in order, in expected linear time.
 *
 * `items` is not kept. `*dropped` (may be NULL) is the number of duplicates. Returns
 * PTC_ERROR_RANGE above PTC_COUNT_MAX items, or PTC_ERROR_MEMORY; `*out` is nil then.
 */
PTC_API ptc_status ptc_value_set_of(ptc_arena *arena, const ptc_value *items,
                                    size_t count, ptc_value *out, size_t *dropped);

/* Returns whether the set has an item that is the same as `item`. */
PTC_API bool ptc_set_contains(const ptc_value *set, const ptc_value *item);

/*
 * Values may be nested PTC_DEPTH_MAX deep. Readers of the library accept no deeper data;
 * only a host can build it. Its parts below that depth equal nothing, add nothing to a
 * hash, are refused by ptc_value_copy (PTC_ERROR_DEPTH), and are written as `#ptc/deep
 * nil`.
 */

/*
 * Returns whether two values are the same key: same kind and content, compared deeply.
 *
 * 1 and 1.0 differ, NaN equals nothing, and 0.0 and -0.0 are the same. Vectors are the
 * same with and without the seq flag. The order in maps and sets does not matter.
 */
PTC_API bool ptc_value_same(const ptc_value *a, const ptc_value *b);

/* A hash that is equal for values that are the same. It differs between machines and
 * releases. */
PTC_API uint64_t ptc_value_hash(const ptc_value *value);

/* Makes a deep copy in `arena`, strings included. Returns PTC_ERROR_DEPTH or
 * PTC_ERROR_MEMORY; `*out` is nil then. */
PTC_API ptc_status ptc_value_copy(ptc_arena *arena, const ptc_value *value,
                                  ptc_value *out);

/*
 * Appends the value as EDN that reads back as the same value.
 *
 * Strings and keywords with colons, `[..]`, `{k v}`, `#{..}`, and opaque values as
 * spelled; single spaces, no commas. A keyword whose name EDN cannot spell becomes
 * `#ptc/keyword "name"`.
 */
PTC_API void ptc_value_write(ptc_text *text, const ptc_value *value);

/* "nil", "bool", "int", "float", "string", "keyword", "vector", "set", "map", "opaque".
 */
PTC_API const char *ptc_kind_name(ptc_kind kind);

/* Returns whether a program can write `name` as a keyword: A-Za-z0-9+-*<>=?!_ [ptc-lisp
 * 2] */
PTC_API bool ptc_keyword_is_legal(ptc_str name);

PTC_END

#endif
