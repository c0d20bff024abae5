/* SPDX-License-Identifier: MIT */
/*
 * Internal to quick checks of JSON text: the plan that glance_plan.c makes from a schema
 * for glance.c.
 */
#ifndef PTC_GLANCE_INT_H
#define PTC_GLANCE_INT_H

#include <ptc/walk.h>

enum {
    PTC_GLANCE_FIELDS_MAX = 64,  /* of a map: a bit each */
    PTC_GLANCE_MEMBERS_MAX = 16, /* of an enum, compared one by one */
};

/* The kind of a node for a quick check: eight kinds, in three bits. */
typedef enum ptc_glance_kind {
    PTC_GLANCE_UNKNOWN, /* left to the walker */
    PTC_GLANCE_VALUE,   /* read as a value, which the walker checks */
    PTC_GLANCE_STRING,  /* without patterns */
    PTC_GLANCE_INT,
    PTC_GLANCE_FLOAT,  /* without bounds */
    PTC_GLANCE_MEMBER, /* one of a few literals: short strings, true and false */
    PTC_GLANCE_LIST,
    PTC_GLANCE_MAP, /* of 1 to 64 fields with plain names */
} ptc_glance_kind;

enum { PTC_GLANCE_KINDS = 7 }; /* the bits */

/*
 * Text that is looked for, quotes included. No byte of it is a closing bracket or NUL, so
 * that it does not match across the end of a text.
 */
typedef struct ptc_glance_literal {
    uint64_t words[2]; /* the first 16 bytes, in the order of memory */
    uint64_t masks[2]; /* ones where the text has bytes */
    const char *text;
    uint32_t len;
} ptc_glance_literal;

/* A node, in the slot of the schema's; a reference is a copy of its target. */
typedef struct ptc_glance_node {
    ptc_glance_literal key; /* of a field: `"name":` */
    uint64_t bit;           /* of a field, among those of its map */
    uint64_t required;      /* MAP: bits of the fields that must be there */
    int64_t low;            /* the least that is allowed of a number (INT), of code */
    uint64_t span;          /* points (STRING), of items (LIST), and how many more are */
    const ptc_glance_literal *members;
    const ptc_schema_node *node;
    const struct ptc_glance_node *child; /* LIST, MAP: the first one */
    const struct ptc_glance_node *next;  /* field: the one that is expected after it */
    uint32_t count;                      /* of children, of members */
    uint8_t kind;                        /* ptc_glance_kind */
    bool is_nullable;
} ptc_glance_node;

/* What is expected after the last field. No valid text holds its key, and it is UNKNOWN.
 */
extern const ptc_glance_node ptc_glance_last;

struct ptc_glance {
    ptc_schema schema;
    ptc_walk_options options;
    const ptc_glance_node *root; /* what checks the text */
};

#endif
