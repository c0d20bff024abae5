/* SPDX-License-Identifier: MIT */
/*
 * Schemas as grammars, by kinds of types:
 *
 *     grammar_schema.c   nodes in their order, named types, references
 *     grammar_scalar.c   single values: texts, numbers, members of enums
 *     grammar_list.c     lists and tuples
 *     grammar_object.c   maps
 *     grammar_choice.c   unions, branches, conjunctions, conditions
 *
 * Each node becomes a part, the children before what holds them.
 */
#ifndef PTC_GRAMMAR_SCHEMA_INT_H
#define PTC_GRAMMAR_SCHEMA_INT_H

#include "target/grammar/grammar_int.h"

/* The part that no value satisfies. */
#define PTC_GRAMMAR_NEVER UINT32_MAX

typedef struct ptc_grammar_maker {
    ptc_grammar *grammar;
    const ptc_schema *schema;
    ptc_grammar_options options;
    ptc_grammar_part *made; /* by node: without nil that its mark adds */
    uint32_t *defined;      /* by node: the rule of the definition that it is, and 1 */
    uint32_t *definitions;  /* nodes that are definitions */
    size_t definition_count;
    uint32_t *chosen; /* by node: the conjunct that an AND is made of */
    ptc_names types;  /* declared types: their rules */
    ptc_text path;    /* of the node that is being made */
} ptc_grammar_maker;

/* Parts that may be NEVER, in the making. */
typedef struct ptc_grammar_parts {
    ptc_grammar_part *items;
    size_t count;
} ptc_grammar_parts;

/* --- grammar_schema.c --------------------------------------------------------------- */

/* Says what is lost of a node. */
void ptc_grammar_lose(ptc_grammar_maker *maker, uint32_t index, const char *what);
void ptc_grammar_lose_name(ptc_grammar_maker *maker, uint32_t index, const char *kind,
                           ptc_str name);

/* The part of a node in its place: with nil, where its mark says so. */
ptc_grammar_part ptc_grammar_slot(ptc_grammar_maker *maker, uint32_t index);

/* A rule named after the place of the node that is being made. */
ptc_grammar_part ptc_grammar_as_rule(ptc_grammar_maker *maker, const char *more,
                                     ptc_grammar_part body);

/* Room for parts; `items` is NULL when memory was refused. */
ptc_grammar_parts ptc_grammar_parts_new(ptc_grammar_maker *maker, size_t capacity);

/* Any value but those of `kinds` (bits of ptc_type_kinds), of a node; 0: any at all. */
ptc_grammar_part ptc_grammar_others(ptc_grammar_maker *maker, uint32_t index,
                                    unsigned kinds);

/* Counts of an interval as far as grammars hold them; beyond that they are lost. */
ptc_grammar_length ptc_grammar_counts(ptc_grammar_maker *maker, uint32_t index,
                                      const ptc_interval *interval, uint32_t most,
                                      const char *what);

/* --- One function for each kind of type: the part of a node ------------------------- */

ptc_grammar_part ptc_grammar_make_scalar(ptc_grammar_maker *maker, uint32_t index);
ptc_grammar_part ptc_grammar_make_list(ptc_grammar_maker *maker, uint32_t index);
ptc_grammar_part ptc_grammar_make_prefix(ptc_grammar_maker *maker, uint32_t index);
ptc_grammar_part ptc_grammar_make_map(ptc_grammar_maker *maker, uint32_t index);
ptc_grammar_part ptc_grammar_make_map_of(ptc_grammar_maker *maker, uint32_t index);
ptc_grammar_part ptc_grammar_make_keys(ptc_grammar_maker *maker, uint32_t index);
ptc_grammar_part ptc_grammar_make_choice(ptc_grammar_maker *maker, uint32_t index);
ptc_grammar_part ptc_grammar_make_multi(ptc_grammar_maker *maker, uint32_t index);
ptc_grammar_part ptc_grammar_make_and(ptc_grammar_maker *maker, uint32_t index);

/* Values of members, and what they are as JSON. */
ptc_grammar_part ptc_grammar_member(ptc_grammar_maker *maker, const ptc_value *member);

/* --- grammar_choice.c --------------------------------------------------------------- */

/* One of the parts, of which NEVER is none. */
ptc_grammar_part ptc_grammar_choice_of(ptc_grammar_maker *maker, ptc_grammar_parts parts);

/* Chooses the conjunct that says most of a conjunction's values. */
void ptc_grammar_and_choose(ptc_grammar_maker *maker, uint32_t index);

/* Whether the grammar of a conjunction is made of this conjunct. */
bool ptc_grammar_and_uses(const ptc_grammar_maker *maker, uint32_t and_index,
                          uint32_t conjunct);

/* --- grammar_object.c --------------------------------------------------------------- */

/* Whether a field is hidden from writers of values. */
bool ptc_grammar_leaves_out(const ptc_grammar_maker *maker, const ptc_schema_node *field);

/* Whether a key type takes any text. */
bool ptc_grammar_takes_all(const ptc_schema_node *key);

/* Fields of maps put together. */
typedef struct ptc_grammar_field {
    ptc_str name;
    ptc_grammar_part value;
    bool is_optional;
    uint32_t node;
} ptc_grammar_field;

/* An object with these fields in their order, and no others. */
ptc_grammar_part ptc_grammar_object(ptc_grammar_maker *maker,
                                    const ptc_grammar_field *fields, size_t count);

ptc_grammar_field *ptc_grammar_fields_new(ptc_grammar_maker *maker, size_t capacity);

/* Fields of a MAP that are written; room for node->count more. Adds to `*count`. False
 * when there is one that must be there and never can. */
bool ptc_grammar_take_fields(ptc_grammar_maker *maker, uint32_t index,
                             ptc_grammar_field *fields, size_t *count);

#endif
