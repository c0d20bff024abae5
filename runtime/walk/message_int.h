/* SPDX-License-Identifier: MIT */
/*
 * Internal to messages: the message in the making, and the wording of its parts.
 */
#ifndef PTC_MESSAGE_INT_H
#define PTC_MESSAGE_INT_H

#include "walk/walk_int.h"

/* Code points of a value that is shown. [validation 10] */
enum { PTC_MESSAGE_VALUE_MAX = 80 };

typedef struct ptc_message_draft {
    ptc_walker *walker;
    const ptc_place *place;
    const ptc_schema_node *node;     /* what objects */
    const ptc_schema_node *objector; /* whose members are being listed */
    ptc_text text;
    size_t expected_start; /* of what was expected, within the text */
    size_t expected_end;
    unsigned nesting; /* unions around what is being spelled out */
    bool is_malli;
    bool is_hidden;
    bool is_warning;
} ptc_message_draft;

/* --- walk/message_words.c: a message from start to finish ------------------------- */

/* Whether something on the way hides what is at `place`: a private name, or a parameter
 * from the context. */
bool ptc_message_hides(const ptc_walker *walker, const ptc_place *place);

/* Counts the issue; false when no one wants its text. */
bool ptc_message_start(ptc_message_draft *m, bool is_warning, ptc_walker *walker,
                       const ptc_place *place, const ptc_schema_node *node);

/* The same for an error; ptc_message_expect has written "expected " then. */
bool ptc_message_fault(ptc_message_draft *m, ptc_walker *walker, const ptc_place *place,
                       const ptc_schema_node *node);
bool ptc_message_expect(ptc_message_draft *m, ptc_walker *walker, const ptc_place *place,
                        const ptc_schema_node *node);

/* Ends what was expected: ", got ". */
void ptc_message_got(ptc_message_draft *m);

/* Stores the issue; `value` (or NULL) is what it is about. Always false. */
bool ptc_message_finish(ptc_message_draft *m, ptc_code code, const ptc_value *value);

/* --- walk/message_words.c: parts -------------------------------------------------- */

/* "-3", "\"abc\"", "list": a value of the data where its kind is not in question. */
void ptc_message_value(ptc_message_draft *m, const ptc_value *value);

/* What stands for a value that no one may see. */
void ptc_message_hidden(ptc_message_draft *m);

/* "string \"abc\"", "list", "nil". */
void ptc_message_kind_and_value(ptc_message_draft *m, const ptc_value *value);

/* "int", "map": the word for a type. */
void ptc_message_word(ptc_message_draft *m, const ptc_schema_node *node);

/* A node in words, its combinators followed inwards; `is_full` adds bounds. */
void ptc_message_expected(ptc_message_draft *m, const ptc_schema_node *node,
                          bool is_full);

/* "string or int", "price or label", each once. `are_maps`: the maps among them need to
 * be distinguished. */
void ptc_message_alternatives(ptc_message_draft *m, const ptc_schema_node *node,
                              bool are_maps);

/* "1..100", or the node's bound on the side that `number` violates. */
void ptc_message_violated(ptc_text *text, const ptc_schema_node *node,
                          const ptc_value *number);

/* "one of [..]": the branches of a MULTI. */
void ptc_message_branches(ptc_message_draft *m, const ptc_schema_node *node);

#endif
