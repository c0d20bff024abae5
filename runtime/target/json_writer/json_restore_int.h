/* SPDX-License-Identifier: MIT */
/*
 * The way back from strict forms:
 *
 *     json_restore.c  replies become the values that they mean
 *     json_fit.c      which alternative a reply is written for
 *
 * Both go down a schema and a reply together, at most PTC_DEPTH_MAX levels.
 */
#ifndef PTC_JSON_RESTORE_INT_H
#define PTC_JSON_RESTORE_INT_H

#include "target/json_writer/json_shape.h"

typedef struct ptc_json_restorer {
    const ptc_schema_node *nodes;
    ptc_json_shapes shapes;
    ptc_arena *arena;   /* of what is made */
    ptc_arena *scratch; /* during the call */
    bool is_loose;      /* bounds, lengths and forms of texts do not count */
    size_t work;        /* visits of values that are left for choosing */
    ptc_status status;
} ptc_json_restorer;

/* The alternative of a node of shape CHOICE that `value` is written for: the first that
 * it fits, except for bounds if there is none, or the only one that is of its kind; else
 * PTC_NODE_NONE. */
uint32_t ptc_json_choose(ptc_json_restorer *restorer, uint32_t index,
                         const ptc_value *value, unsigned depth);

#endif
