/* SPDX-License-Identifier: MIT */
/*
 * The language of an agent as a grammar: the forms of PTC-Lisp, its tools with their
 * arguments, the names of its context and the shape of its result. [emitters 6]
 *
 * program.def has the forms as rules, program_rules.c reads them, program_names.c makes
 * the rule of a program's own names, program_calls.c those of calls from the table of
 * builtins, program_values.c those of literals from
 * contracts; agent_grammar.c puts them together for an agent.
 *
 * The room uses target/grammar, agent/plan, lisp/language, lisp/core (the table of
 * builtins), render, schema and base. Nothing in it is mutually recursive.
 */
#ifndef PTC_AGENT_GRAMMAR_INT_H
#define PTC_AGENT_GRAMMAR_INT_H

#include "agent/plan/plan_int.h"
#include "target/grammar/grammar_int.h"

#include <ptc/target.h>

typedef enum ptc_program_rule {
#define PTC_PROGRAM_RULE(constant, name, kind, text) PTC_PROGRAM_RULE_##constant,
#include "agent/grammar/program.def"
    PTC_PROGRAM_RULE_COUNT
} ptc_program_rule;

/* Where a rule is used; the index of its number. */
typedef enum ptc_program_place {
    PTC_PROGRAM_OUTER,
    PTC_PROGRAM_INNER,   /* inside #( ) */
    PTC_PROGRAM_LITERAL, /* where nothing is computed */
} ptc_program_place;

#define PTC_PROGRAM_NO_RULE UINT32_MAX

/* A type of a contract that has a rule, or waits for its body. */
typedef struct ptc_program_shape {
    const ptc_schema *schema;
    uint32_t node;
    ptc_program_place place;
    uint32_t rule;
} ptc_program_shape;

/* A grammar under construction. */
typedef struct ptc_program_grammar {
    ptc_grammar grammar;
    const ptc_plan *plan;
    ptc_arena *arena; /* of all of it */
    const ptc_agent_grammar_options *options;
    uint32_t rules[PTC_PROGRAM_RULE_COUNT][2]; /* by place; NO_RULE: there is none */
    ptc_program_shape *shapes;
    size_t shape_count;
    size_t shape_capacity;
    size_t shapes_done;
    const ptc_schema *schema; /* that values are made of */
    const char *what;         /* of the agent they are: "tool", "result" */
    ptc_str name;             /* of the tool */
    uint32_t leaf;            /* of which a copy is looked at */
    bool is_quiet;            /* it was reported for another place */
} ptc_program_grammar;

/* --- program_rules.c ---------------------------------------------------------------- */

/* Declares all rules, so that they can refer to each other. */
void ptc_program_declare(ptc_program_grammar *program);

/* Removes a rule that the agent does not need, before any is read. */
void ptc_program_remove(ptc_program_grammar *program, ptc_program_rule rule);

/* Reads the rules that have a text. */
void ptc_program_read_rules(ptc_program_grammar *program);

/* A use of a rule, in its form for a place. */
ptc_grammar_part ptc_program_use(ptc_program_grammar *program, ptc_program_rule rule,
                                 ptc_program_place place);

/* The separator of forms: a blank where nothing is computed. */
ptc_grammar_part ptc_program_blank(ptc_program_grammar *program, ptc_program_place place);

/* Sets the body of a rule made by code. */
void ptc_program_define(ptc_program_grammar *program, ptc_program_rule rule,
                        ptc_program_place place, ptc_grammar_part body);

/* --- program_names.c ---------------------------------------------------------------- */

/* Makes the rule of names that a program may call or define. */
void ptc_program_make_names(ptc_program_grammar *program);

/* --- program_calls.c ---------------------------------------------------------------- */

/* Makes the rules of calls, of steps of threads, and of builtins as values. */
void ptc_program_make_calls(ptc_program_grammar *program);

/* --- program_values.c --------------------------------------------------------------- */

/* A value of the type `node`: a literal of its shape, or an expression that computes
 * it. */
ptc_grammar_part ptc_program_value(ptc_program_grammar *program, const ptc_schema *schema,
                                   uint32_t node, ptc_program_place place);

/* The map of the fields (parameters) of `node`, as a literal. */
ptc_grammar_part ptc_program_fields(ptc_program_grammar *program,
                                    const ptc_schema *schema, uint32_t node,
                                    ptc_program_place place);

/* Whether losses for this place are reported: they are the same for all places. */
PTC_INLINE void ptc_program_be_quiet(ptc_program_grammar *program,
                                     ptc_program_place place)
{
    bool is_literal = program->options->calls == PTC_PROGRAM_CALLS_TOOLS;

    program->is_quiet = place != (is_literal ? PTC_PROGRAM_LITERAL : PTC_PROGRAM_OUTER);
}

/* Makes the bodies of all shapes that values were made of. */
void ptc_program_finish_values(ptc_program_grammar *program);

/* Reports a loss. `node` PTC_NODE_NONE: of the whole. */
void ptc_program_lose(ptc_program_grammar *program, uint32_t node, ptc_str what);

#endif
