/* SPDX-License-Identifier: MIT */
/*
 * Internal to coercion: shared by coerce.c, which dispatches, and the files for the kinds
 * of nodes.
 *
 * Every function of the shape (coercer, node, value, place, out) returns whether the
 * value fits. `*out` holds the value when they are called, and afterwards the coerced
 * value; if it does not fit, everything that could be coerced is.
 */
#ifndef PTC_COERCE_INT_H
#define PTC_COERCE_INT_H

#include "walk/walk_int.h"

typedef struct ptc_coercer {
    ptc_walker walk;
    ptc_arena *arena;
    bool converts; /* inputs, in the modes that coerce; else keys and defaults alone */
    bool leaves_absent; /* what is absent stays so, whatever its default */
} ptc_coercer;

/* --- walk/coerce.c --------------------------------------------------------------- */

bool ptc_coerce_node(ptc_coercer *c, const ptc_schema_node *node, const ptc_value *value,
                     const ptc_place *place, ptc_value *out);

/* Whether nil stands for an absent field: one that may be absent and refuses nil, in
 * inputs that are coerced. */
bool ptc_coerce_is_absent(ptc_coercer *c, const ptc_schema_node *field,
                          const ptc_value *value);

/* The same bits; what was not touched. */
PTC_INLINE bool ptc_coerce_is_same(const ptc_value *a, const ptc_value *b)
{
    return a->kind == b->kind && a->flags == b->flags && a->aux == b->aux &&
           a->as.integer == b->as.integer;
}

/* Zeroed elements; a refusal is recorded in the walker. */
void *ptc_coerce_allocate(ptc_coercer *c, size_t count, size_t size);

/* --- walk/coerce_scalar.c -------------------------------------------------------- */

bool ptc_coerce_scalar(ptc_coercer *c, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place, ptc_value *out);

/* --- walk/coerce_list.c ---------------------------------------------------------- */

bool ptc_coerce_list(ptc_coercer *c, const ptc_schema_node *node, const ptc_value *value,
                     const ptc_place *place, ptc_value *out);
bool ptc_coerce_set(ptc_coercer *c, const ptc_schema_node *node, const ptc_value *value,
                    const ptc_place *place, ptc_value *out);

/* Elements by the children in turn: a TUPLE, or the parameters of a function by position.
 */
bool ptc_coerce_tuple(ptc_coercer *c, const ptc_schema_node *node, const ptc_value *value,
                      const ptc_place *place, ptc_value *out);

/* --- walk/coerce_map.c ----------------------------------------------------------- */

bool ptc_coerce_map(ptc_coercer *c, const ptc_schema_node *node, const ptc_value *value,
                    const ptc_place *place, ptc_value *out);
bool ptc_coerce_map_of(ptc_coercer *c, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place, ptc_value *out);

/* --- walk/coerce_context.c ------------------------------------------------------- */

/* The value that the context has for a parameter, made to fit it; `*is_valid` is cleared
 * when it does not, or is not there. False: there is none. */
bool ptc_coerce_context(ptc_coercer *c, const ptc_schema_node *field,
                        const ptc_place *place, ptc_value *out, bool *is_valid);

/* Warns of the keys of `map` that name parameters from the context. */
void ptc_coerce_warn_ignored(ptc_coercer *c, const ptc_schema_node *node,
                             const ptc_map *map, const ptc_place *place);

/* Arguments by position: what the context has is in its place among them. */
bool ptc_coerce_arguments(ptc_coercer *c, const ptc_schema_node *node,
                          const ptc_value *value, const ptc_place *place, ptc_value *out);

/* The result for arguments that are neither checked nor converted: parameters from the
 * context have their values from there, never from the caller. */
void ptc_coerce_context_alone(ptc_coercer *c, const ptc_schema_node *node,
                              const ptc_value *value, ptc_value *out);

/* --- walk/coerce_decode.c -------------------------------------------------------- */

/* Decodes an input with the decoder of a DECODED node; false after reporting why it
 * cannot be decoded. */
bool ptc_coerce_decode(ptc_coercer *c, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place, ptc_value *made);

/* --- walk/near_miss.c ------------------------------------------------------------ */

/* Warns of the keys of `map` that no field of `node` takes and that look like one that is
 * absent. Its work is bounded by the fields and 64 keys. */
void ptc_coerce_near_misses(ptc_coercer *c, const ptc_schema_node *node,
                            const ptc_map *map, const ptc_place *place);

#endif
