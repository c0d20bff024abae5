/* SPDX-License-Identifier: MIT */
/*
 * Internal to infer*.c: what is remembered of samples. infer.c adds samples,
 * infer_merge.c puts places together, infer_schema.c makes the schema.
 */
#ifndef PTC_INFER_INT_H
#define PTC_INFER_INT_H

#include "base/base_int.h"

#include <ptc/infer.h>

enum {
    PTC_INFER_KINDS = 3,       /* limit on alternatives of a union */
    PTC_INFER_PLACES = 100000, /* limit on places that are distinguished */
    PTC_INFER_FIELDS = 16384,  /* limit on fields of a map */
    PTC_INFER_TEXT = 256,      /* limit on bytes of a name or of an enum's member */
    PTC_INFER_ROOM = 32 << 20, /* limit on bytes for all of them */
};

struct ptc_infer_map;

/* A place: the root, a field, the elements of lists and so on. */
typedef struct ptc_infer_place {
    uint32_t seen;                  /* 1 << ptc_type of each kind */
    uint8_t kinds[PTC_INFER_KINDS]; /* ptc_type, in order of first appearance */
    uint8_t kind_count;
    bool is_any; /* nothing more is remembered */
    bool has_nil;
    bool has_float; /* numbers are FLOAT among the kinds, and only then the type */
    bool has_text;  /* a string that is not a date with time */
    bool has_words; /* a string that is not a date */
    bool has_many;  /* strings of too many values for an enum */
    uint64_t strings;
    ptc_names *words;                /* distinct strings, or NULL */
    struct ptc_infer_place *items;   /* of all lists; NULL: no list seen */
    struct ptc_infer_place *members; /* of all sets */
    struct ptc_infer_map *map;
} ptc_infer_place;

typedef struct ptc_infer_field {
    ptc_str name; /* as first seen */
    uint64_t hash;
    uint64_t count; /* maps that have it */
    uint64_t last;  /* the number of the last one */
    ptc_infer_place *place;
    struct ptc_infer_field *next; /* in order of first appearance */
} ptc_infer_field;

typedef struct ptc_infer_map {
    uint64_t count;          /* maps */
    ptc_infer_place keys;    /* their kinds */
    ptc_infer_place *values; /* of any key; NULL: fields are distinguished */
    ptc_infer_field *first;
    ptc_infer_field *last;
    ptc_infer_field **table; /* open addressing, at most half full */
    uint32_t table_size;     /* a power of two, or 0 */
    uint32_t field_count;
} ptc_infer_map;

struct ptc_infer {
    ptc_arena *arena;
    ptc_infer_options options;
    ptc_infer_place *root;
    ptc_infer_place rest; /* of all places beyond the limit: any */
    size_t places;
    size_t room;     /* bytes of text that may still be kept */
    unsigned hidden; /* private names above the value that is being added */
    bool failed;     /* refused memory */
};

/* --- infer.c ----------------------------------------------------------------------- */

/* The place for all beyond the limit, when that is reached or memory refused. */
ptc_infer_place *ptc_infer_place_new(ptc_infer *infer);

/* ptc_infer_make for `function`, which has the options of its caller. */
ptc_status ptc_infer_begin(ptc_arena *arena, const char *function,
                           const ptc_infer_options *given, ptc_infer **out);

/* Whether a value of that kind is to be looked into; else the place has become any. */
bool ptc_infer_note(ptc_infer_place *place, ptc_type kind);

/* Counts a string among the distinct ones; `is_kept`: it lives as long as everything
 * here. */
void ptc_infer_word(ptc_infer *infer, ptc_infer_place *place, ptc_str text, bool is_kept);

/* The field of that name, or NULL; `*slot` is then where it belongs in the table, or the
 * table's size where that is unknown. */
ptc_infer_field *ptc_infer_find(const ptc_infer_map *map, ptc_str name, uint64_t hash,
                                uint32_t *slot);

/* Appends a field to a map that lacks it; false when it cannot be distinguished. */
bool ptc_infer_append(ptc_infer *infer, ptc_infer_map *map, ptc_infer_field *field);

/* --- infer_merge.c ----------------------------------------------------------------- */

/* From now on the map's fields are one place. */
void ptc_infer_collapse(ptc_infer *infer, ptc_infer_map *map);

#endif
