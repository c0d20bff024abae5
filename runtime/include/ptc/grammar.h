/* SPDX-License-Identifier: MIT */
/* <ptc/grammar.h> - grammars whose sentences are the values of a contract, written as
 * JSON. Inference engines let a model write nothing else. [emitters 6, 7] */
#ifndef PTC_GRAMMAR_H
#define PTC_GRAMMAR_H

#include <ptc/json_schema.h>

PTC_BEGIN

/* The notations of grammars. */
typedef enum ptc_grammar_syntax {
    PTC_GRAMMAR_GBNF, /* llama.cpp */
    PTC_GRAMMAR_LARK, /* llguidance, custom tools of OpenAI */
    PTC_GRAMMAR_EBNF, /* xgrammar */
} ptc_grammar_syntax;

/* How a grammar is written. NULL: all zero. */
typedef struct ptc_grammar_options {
    size_t struct_size;        /* sizeof(ptc_grammar_options) */
    ptc_grammar_syntax syntax; /* PTC_GRAMMAR_GBNF */
    ptc_direction direction;   /* as in ptc_json_schema_options */
    size_t max_string;         /* code points of strings that have no bound; 0: 2000 */
    ptc_schema_loss_fn lose;   /* NULL: losses are not reported */
    ptc_schema_loss_fn refuse; /* receives why there is no grammar; may be NULL */
    void *user;                /* of both */
} ptc_grammar_options;

/*
 * Appends a grammar with a line end. Its start rule is `root`, in Lark `start`.
 *
 * Each sentence is one value. What sentences and contract do not have in common is
 * reported to `lose`.
 *
 * Returns PTC_ERROR_INVALID, with the reason to `refuse`, if no value satisfies the
 * contract or engines would not accept its grammar; PTC_ERROR_MEMORY; PTC_ERROR_ARGUMENT
 * for options without a struct_size and for unknown syntaxes. Nothing is appended then.
 */
PTC_API ptc_status ptc_schema_write_grammar(ptc_text *text, const ptc_schema *schema,
                                            const ptc_grammar_options *options);

PTC_END

#endif
