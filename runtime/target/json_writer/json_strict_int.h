/* SPDX-License-Identifier: MIT */
/*
 * The subsets of JSON Schema that strict APIs accept, node by node:
 *
 *     json_shape.c         what a node becomes, for the writer and the way back
 *     json_strict.c        objects, choices, conjunctions
 *     json_strict_root.c   the root, and which definitions it needs
 *     json_strict_value.c  scalars, lists, texts of JSON, and words for what is left out
 *     json_strict_limit.c  what a provider accepts at most
 */
#ifndef PTC_JSON_STRICT_INT_H
#define PTC_JSON_STRICT_INT_H

#include "target/json_writer/json_shape.h"
#include "target/json_writer/json_writer_int.h"

/* What the schema of a node cannot express, in words. */
typedef struct ptc_json_words {
    ptc_json_writer *writer;
    ptc_text said; /* for the description */
    ptc_text lost; /* the part of it that nothing else expresses */
} ptc_json_words;

PTC_INLINE bool ptc_json_is_openai(const ptc_json_writer *writer)
{
    return writer->options.subset == PTC_JSON_SCHEMA_OPENAI_STRICT;
}

/* --- json_strict_value.c -------------------------------------------------------------
 */

/* {"type": word} of a member. */
void ptc_json_put_member(ptc_json_writer *writer, ptc_json_object *out,
                         const ptc_value *member);

/* What is lost of :any; of a field, where it is put into an object: one that only says
 * that another part's field must be there is not. */
#define PTC_JSON_ANY_LOSS "that any value fits: it is a text of JSON"

/* Nodes of the shapes PLAIN, LIST and TEXT; what is left of a main part. */
void ptc_json_make_plain(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);
void ptc_json_make_strict_list(ptc_json_writer *writer, ptc_json_object *out,
                               uint32_t index);
void ptc_json_make_text(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);

/* Puts words into the description; says what is lost. */
void ptc_json_words_init(ptc_json_words *words, ptc_json_writer *writer);
void ptc_json_say(ptc_json_words *words, const char *what, ptc_str more, bool is_lost);
void ptc_json_words_put(ptc_json_words *words, ptc_json_object *out, uint32_t index);

/* "a multiple of 5" */
void ptc_json_put_multiple(ptc_json_words *words, ptc_json_object *out,
                           const ptc_schema_node *node);

/* --- json_strict_limit.c -------------------------------------------------------------
 */

/* Refuses schemas beyond a provider's limits. */
void ptc_json_strict_limits(ptc_json_writer *writer, const ptc_value *whole);

#endif
