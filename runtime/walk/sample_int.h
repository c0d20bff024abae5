/* SPDX-License-Identifier: MIT */
/*
 * Random values that satisfy a schema, by ptc_schema_sample: what its files share. They
 * call each other in one circle, since values hold values: sample.c with
 * sample_collection.c and sample_condition.c. sample_number.c, sample_text.c and
 * sample_pattern.c make leaves.
 *
 * Whatever is drawn comes from a generator of whole numbers alone, so that a seed means
 * the same value on every machine.
 */
#ifndef PTC_WALK_SAMPLE_INT_H
#define PTC_WALK_SAMPLE_INT_H

#include "schema/schema_int.h"
#include "walk/walk_int.h"

enum {
    SAMPLE_PATH_MAX = 32,      /* steps of a place that a message names */
    SAMPLE_LEVELS_MAX = 400,   /* types within types */
    SAMPLE_VALUES_MAX = 50000, /* values that are drawn for a sample, tries included */
    SAMPLE_VALUES = 600,       /* after which values are as small as they may be */
    SAMPLE_ITEMS_MAX = 1000,   /* elements and entries that a type may ask for */
    SAMPLE_TEXT_MAX = 65536,   /* code points that a type may ask for */
    SAMPLE_TRIES = 100,        /* draws until a node is taken to have no value */
    SAMPLE_PATTERNS_MAX = 4,   /* types whose patterns are kept ready */
    SAMPLE_ENDLESS = UINT16_MAX - 1,
    SAMPLE_GIVEN_UP = UINT16_MAX, /* as a height: too many draws failed */
};

struct ptc_sample_pattern; /* see sample_pattern.c */

typedef struct ptc_sample {
    ptc_arena *arena;    /* of the value */
    ptc_scratch scratch; /* during the call */
    const ptc_schema *schema;
    const ptc_walk_options *judge;
    uint64_t random;
    uint16_t *heights; /* by node: levels of its least value, SAMPLE_ENDLESS: none */
    uint32_t drawn;    /* values */
    uint32_t level;
    uint32_t small_from; /* the level from which values are as small as they may be */
    bool is_json;
    const char *fault; /* why the last value that was needed could not be made */
    uint32_t fault_node;
    size_t fault_path_count;
    size_t path_count; /* may be more than are kept */
    ptc_path_step path[SAMPLE_PATH_MAX];
    ptc_path_step fault_path[SAMPLE_PATH_MAX];
    struct ptc_sample_pattern *patterns[SAMPLE_PATTERNS_MAX]; /* made ready */
    unsigned pattern_count;
    ptc_arena_mark pattern_mark; /* of scratch, before them */
} ptc_sample;

/* --- walk/sample.c ------------------------------------------------------------------ */

/* 0 <= result < bound; bound > 0. */
uint32_t ptc_sample_below(ptc_sample *sample, uint32_t bound);
/* In [low, high]. */
uint64_t ptc_sample_between(ptc_sample *sample, uint64_t low, uint64_t high);

PTC_INLINE bool ptc_sample_chance(ptc_sample *sample, uint32_t percent)
{
    return ptc_sample_below(sample, 100) < percent;
}

/* Whether values are to be as small as they may be. */
PTC_INLINE bool ptc_sample_is_small(const ptc_sample *sample)
{
    return sample->level >= sample->small_from || sample->drawn >= SAMPLE_VALUES;
}

/* Makes a value of the node `index`. False when there is none, for which there is a
 * fault, and when memory was refused. */
bool ptc_sample_make(ptc_sample *sample, uint32_t index, ptc_value *out);

/* A value that is in a schema, as data of this side of the border has it. */
ptc_value ptc_sample_literal(const ptc_sample *sample, const ptc_value *literal);

/* Whether a value satisfies the node. */
bool ptc_sample_accepts(const ptc_sample *sample, uint32_t index, const ptc_value *value);

/* Records that there is no value of the node at the current place; false. */
bool ptc_sample_fault(ptc_sample *sample, const ptc_schema_node *node, const char *fault);

/* --- walk/sample_collection.c ------------------------------------------------------- */

bool ptc_sample_list(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out);
bool ptc_sample_tuple(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out);
bool ptc_sample_map(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out);
bool ptc_sample_map_of(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out);

/* Makes a value one step further on the way. */
bool ptc_sample_part(ptc_sample *sample, uint32_t node, ptc_str key, size_t index,
                     ptc_value *out);

/* A key; data has texts for keys, so an int is spelt as one. False for what no text
 * stands for. */
bool ptc_sample_key(ptc_sample *sample, uint32_t index, ptc_value *out);

/* A map that has all entries of one, and those of the other with their own keys. */
bool ptc_sample_merge(ptc_sample *sample, const ptc_value *one, const ptc_value *other,
                      ptc_value *out);

/* --- walk/sample_condition.c -------------------------------------------------------- */

/* MULTIPLE; PREFIX, CONTAINS and OTHER_ITEMS; KEYS and OTHER_KEYS: values that they are
 * about. */
bool ptc_sample_multiple(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out);
bool ptc_sample_items(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out);
bool ptc_sample_keys(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out);

/* Makes a value of something else one that the condition is likely to accept. */
bool ptc_sample_adapt(ptc_sample *sample, const ptc_schema_node *node, ptc_value *value);

/* --- walk/sample_height.c ----------------------------------------------------------- */

/* False when memory was refused. */
bool ptc_sample_find_heights(ptc_sample *sample);

/* The child of a node that has the least value. */
uint32_t ptc_sample_least(const ptc_sample *sample, const ptc_schema_node *node);

/* --- walk/sample_number.c ----------------------------------------------------------- */

/* INT, FLOAT and NUMBER. */
bool ptc_sample_number(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out);

/* DECIMAL: the text of a decimal, seldom an integer. */
bool ptc_sample_decimal(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out);

/* A count within the limits of the node, of a few more than it must have; false when it
 * must have more than `limit`. */
bool ptc_sample_count(ptc_sample *sample, const ptc_schema_node *node, uint32_t limit,
                      uint32_t few, uint32_t *least, uint32_t *count);

/* --- walk/sample_text.c ------------------------------------------------------------- */

bool ptc_sample_string(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out);
bool ptc_sample_datetime(ptc_sample *sample, ptc_value *out);
bool ptc_sample_date(ptc_sample *sample, ptc_value *out);

/* A key or keyword: data has strings where programs have keywords. */
ptc_value ptc_sample_name(const ptc_sample *sample, ptc_str name);
bool ptc_sample_keyword(ptc_sample *sample, ptc_value *out);
/* A text of this many code points. */
bool ptc_sample_text(ptc_sample *sample, uint32_t points, ptc_value *out);

/* --- walk/sample_pattern.c ---------------------------------------------------------- */

/* A text that the patterns of the node accept, within its limits. */
bool ptc_sample_matching(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out);

#endif
