/* SPDX-License-Identifier: MIT */
/* Comparing types for a chain: shared by chain_check.c and chain_kinds.c. */
#ifndef PTC_CHAIN_PRIVATE_H
#define PTC_CHAIN_PRIVATE_H

#include "schema/schema_int.h"

enum { CHAIN_DEPTH = 64 }; /* levels of types that are compared */

/* Kinds of values. */
enum {
    CHAIN_BOOL = 1,
    CHAIN_INT = 2,
    CHAIN_FLOAT = 4,
    CHAIN_STRING = 8,
    CHAIN_KEYWORD = 16,
    CHAIN_LIST = 32,
    CHAIN_SET = 64,
    CHAIN_MAP = 128,
    CHAIN_NIL = 256,
    CHAIN_DATETIME = 512, /* then the other types of texts with a fixed spelling */
    CHAIN_KNOWN = CHAIN_DATETIME << PTC_SPELLED_COUNT, /* these are known */
    CHAIN_ALL = CHAIN_KNOWN - 1,
    CHAIN_SPELLED = CHAIN_ALL & ~(CHAIN_DATETIME - 1),
    CHAIN_DECIMAL = CHAIN_DATETIME << (PTC_TYPE_DECIMAL - PTC_TYPE_SPELLED)
};

/* One of the two schemas that are compared. */
typedef struct chain_side {
    const ptc_schema *schema;
    uint32_t *kinds; /* of its nodes, with CHAIN_KNOWN; or 0 */
} chain_side;

/* A type somewhere in a schema. */
typedef struct chain_type {
    const chain_side *side;
    uint32_t index;
} chain_type;

PTC_INLINE const ptc_schema_node *chain_node(chain_type type)
{
    return &type.side->schema->nodes[type.index];
}

PTC_INLINE chain_type chain_child(chain_type type, uint32_t i)
{
    return (chain_type){type.side, chain_node(type)->first + i};
}

/* The kinds that values of the type may have; all kinds where that is unclear. They are
 * kept for unions and conjunctions, which may share their alternatives with many. */
unsigned ptc_chain_kinds(chain_type type, unsigned depth);

/* Adds the kinds that coercion turns into one of `kinds`. [validation 4] */
unsigned ptc_chain_coercible(unsigned kinds);

/* Whether a member of one enum is a member of the other, or becomes one. */
bool ptc_chain_has_member(const ptc_schema_node *to, const ptc_value *member);

#endif
