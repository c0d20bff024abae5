/* SPDX-License-Identifier: MIT */
/*
 * Large maps and enums, whose names are looked for in a table that ptcc has sorted: code
 * that compares a key with a thousand names would take compilers minutes.
 */
#include "emitted/emitted_int.h"

/* --- Sorted names ------------------------------------------------------------------ */

/* The text of item `number`. */
typedef ptc_str (*wide_text)(const void *items, uint32_t number);

static ptc_str wide_field_name(const void *items, uint32_t number)
{
    return ((const ptc_schema_node *)items)[number].name;
}

static ptc_str wide_member_text(const void *items, uint32_t number)
{
    return ptc_value_text(&((const ptc_value *)items)[number]);
}

/* Eight bytes as a number that is greater where they come later. */
PTC_INLINE uint64_t wide_load(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;

    return (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 | (uint64_t)p[2] << 40 |
           (uint64_t)p[3] << 32 | (uint64_t)p[4] << 24 | (uint64_t)p[5] << 16 |
           (uint64_t)p[6] << 8 | (uint64_t)p[7];
}

PTC_INLINE int wide_compare(ptc_str a, ptc_str b)
{
    if (a.len != b.len)
        return a.len < b.len ? -1 : 1;
    if (a.len >= 8) {
        uint64_t one = wide_load(a.ptr);
        uint64_t other = wide_load(b.ptr);

        if (one != other)
            return one < other ? -1 : 1;
    }
    return a.len ? memcmp(a.ptr, b.ptr, a.len) : 0;
}

/* Whether texts are the same, by words: none is read beyond its end. */
PTC_INLINE bool wide_is(ptc_str a, ptc_str b)
{
    return a.len == b.len && ptc_scan_match((const unsigned char *)a.ptr, b.ptr, b.len);
}

/* The first item that has the text, or -1. */
PTC_INLINE int wide_find(const void *items, wide_text text_of, const uint32_t *order,
                         uint32_t count, ptc_str text)
{
    uint32_t low = 0;
    uint32_t high = count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (wide_compare(text_of(items, order[middle]), text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == count || !wide_is(text, text_of(items, order[low])))
        return -1;
    return (int)order[low];
}

/* --- Maps -------------------------------------------------------------------------- */

/* A map in progress. The words that have a bit for each field are on the scanner's stack,
 * which may move, and where nothing is aligned. */
typedef struct wide_reading {
    ptc_gen_map map;
    const ptc_schema_node *fields;
    uint32_t count;
    uint32_t likely; /* the field that writers put after the last one */
    size_t seen;     /* height of the words */
} wide_reading;

static unsigned char *wide_word(ptc_gen *gen, const wide_reading *reading, uint32_t word)
{
    return gen->scan.stack + reading->seen + word * sizeof(uint64_t);
}

static uint32_t wide_words(const wide_reading *reading)
{
    return (reading->count + 63) / 64;
}

static bool wide_begin(ptc_gen *gen, const ptc_gen_wide *wide, wide_reading *reading)
{
    const ptc_schema_node *node = &wide->nodes[wide->index];
    void *words;

    reading->fields = wide->nodes + node->first;
    reading->count = node->count;
    reading->likely = 0;
    reading->seen = gen->scan.stack_used;
    words = ptc_scan_push(&gen->scan, wide_words(reading) * sizeof(uint64_t));
    if (words != NULL)
        memset(words, 0, wide_words(reading) * sizeof(uint64_t));
    return words != NULL;
}

/* Records a field; false when it was noted before. */
static bool wide_note(ptc_gen *gen, const wide_reading *reading, uint32_t field)
{
    unsigned char *place = wide_word(gen, reading, field / 64);
    uint64_t bit = UINT64_C(1) << field % 64;
    uint64_t word;

    memcpy(&word, place, sizeof word);
    if (word & bit)
        return false;
    word |= bit;
    memcpy(place, &word, sizeof word);
    return true;
}

static bool wide_is_complete(ptc_gen *gen, const ptc_gen_wide *wide,
                             const wide_reading *reading)
{
    for (uint32_t i = 0; i < wide_words(reading); i++) {
        uint64_t word;

        memcpy(&word, wide_word(gen, reading, i), sizeof word);
        if (wide->required[i] & ~word)
            return false;
    }
    return true;
}

/* The field that the key means; -1 where it means none, whose value is skipped then. */
static int wide_field(ptc_gen *gen, const ptc_gen_wide *wide, wide_reading *reading,
                      ptc_cursor *p)
{
    ptc_str key = reading->map.key;
    int field;

    if (reading->likely < reading->count &&
        wide_is(key, reading->fields[reading->likely].name))
        return (int)reading->likely;
    field = wide_find(reading->fields, wide_field_name, wide->order, reading->count, key);
    return field >= 0 ? field
                      : ptc_gen_odd_key(gen, &reading->map, wide->nodes, wide->index, p);
}

/* Moves to the value of the field that likely follows, where its key is as writers put
 * it. */
static bool wide_expect(const ptc_gen *gen, const ptc_gen_wide *wide,
                        const wide_reading *reading, ptc_cursor *p)
{
    uint32_t field = reading->likely;
    ptc_str name;

    if (field >= reading->count || !(wide->plain[field / 64] >> field % 64 & 1))
        return false;
    name = reading->fields[field].name;
    if ((size_t)(gen->scan.end - *p) < name.len + 3 || (*p)[name.len + 1] != '"' ||
        (*p)[name.len + 2] != ':' || !ptc_scan_match(*p + 1, name.ptr, name.len))
        return false;
    *p += name.len + 3;
    return true;
}

/* Reads a key and its value. */
static ptc_cursor wide_entry(ptc_gen *gen, const ptc_gen_wide *wide,
                             wide_reading *reading, ptc_cursor p, void *out)
{
    uint32_t number;
    int field;

    if (wide_expect(gen, wide, reading, &p)) {
        number = reading->likely;
    } else {
        p = ptc_gen_map_key(gen, &reading->map, p);
        if (p == NULL)
            return NULL;
        field = wide_field(gen, wide, reading, &p);
        if (field < 0)
            return p;
        number = (uint32_t)field;
    }
    if (!wide_note(gen, reading, number))
        return ptc_gen_duplicate(gen, p);
    reading->likely = number + 1;
    return wide->readers[number / PTC_GEN_FIELDS](gen, p, out, number);
}

ptc_cursor ptc_gen_wide_map(ptc_gen *gen, ptc_cursor p, const ptc_gen_wide *wide,
                            void *out)
{
    wide_reading reading;

    p = ptc_gen_map_open(gen, &reading.map, p);
    if (p == NULL || !wide_begin(gen, wide, &reading))
        return NULL;
    while (p != NULL && *p != '}') {
        p = wide_entry(gen, wide, &reading, p, out);
        p = ptc_gen_map_next(gen, p);
    }
    if (p == NULL)
        return NULL;
    if (!wide_is_complete(gen, wide, &reading))
        return ptc_gen_invalid(gen, p);
    p = ptc_gen_map_end(gen, &reading.map, p + 1);
    gen->scan.stack_used = reading.seen;
    return p;
}

/* --- Enums ------------------------------------------------------------------------- */

bool ptc_gen_word(ptc_gen *gen, ptc_cursor *p, const ptc_schema_node *node,
                  const uint32_t *order, uint32_t count, unsigned *member)
{
    ptc_cursor at = ptc_scan_blanks(*p);
    ptc_str text;
    int found = -1;

    if (*at == '"')
        at = ptc_scan_string(&gen->scan, at + 1, &text);
    else
        at = NULL;
    if (at != NULL)
        found = wide_find(node->members, wide_member_text, order, count, text);
    if (found < 0)
        return false;
    *member = (unsigned)found + 1;
    *p = at;
    return true;
}
