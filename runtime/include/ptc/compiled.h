/* SPDX-License-Identifier: MIT */
/*
 * <ptc/compiled.h> - compiled agents: programs that a model wrote once, as constants that
 * run without a model, a reader or a compiler.
 *
 *     static const ptc_image *const programs[] = {&scorer_program};
 *     static const ptc_compiled scorer = {.struct_size = sizeof(ptc_compiled),
 *                                         .name = "scorer",
 *                                         .signature = &scorer_signature,
 *                                         .stages = programs,
 *                                         .stage_count = 1};
 *     ...
 *     if (ptc_compiled_run(&arena, &scorer, &sample, &options, &step) == PTC_OK)
 *         use(&step->result);
 *
 * `ptcc gen --compiled scorer.agent.edn` emits such a constant, and functions that take
 * and fill structs. It runs like an agent. One map of named arguments goes in, coerced
 * and checked by the signature. The programs run with fresh memory and the agent's
 * limits, and call its tools. The result is checked, and a step comes out.
 *
 * As a tool of an agent it costs no turn and no request: set `compiled` in the tool's
 * row.
 *
 * [subagent 15]
 */
#ifndef PTC_COMPILED_H
#define PTC_COMPILED_H

#include <ptc/agent.h>

PTC_BEGIN

struct ptc_image; /* of <ptc/gen_lisp.h> */

/* Bits of ptc_compiled.flags. */
enum {
    PTC_COMPILED_MERGES_NOT = 1, /* merge_results: false */
    PTC_COMPILED_VALUE = 2, /* the value of the last stage is the result, as in judgments
                             * and with completion_mode implicit */
};

/* A tool as it was when the programs were written. Rows of this struct never change. */
typedef struct ptc_compiled_contract {
    const char *name;            /* as programs call it */
    const ptc_schema *signature; /* a FUNCTION, or NULL: it had none */
} ptc_compiled_contract;

/* How the programs came about; runs do not use it. */
typedef struct ptc_compiled_origin {
    const char *compiled_at; /* RFC 3339, or NULL */
    const char *model;       /* the model that wrote them, or NULL */
    uint32_t turns;          /* turns of the run that they come from */
    int64_t tokens;          /* tokens that the run took; -1: unknown */
} ptc_compiled_origin;

/* A compiled agent: constant data, which threads may share. Zero members mean the
 * defaults of ptc_agent, which are in brackets; PTC_UNLIMITED means no limit. */
struct ptc_compiled {
    size_t struct_size;          /* sizeof(ptc_compiled) */
    const char *name;            /* for traces and as a tool, or NULL */
    const char *description;     /* or NULL */
    const ptc_schema *signature; /* a FUNCTION, or NULL: any arguments, any result */
    /* The tools that its programs may call: functions and compiled agents. Built-in tools
     * are listed like any other: {.function = &ptc_tool_grep}. */
    const ptc_agent_tool *tools;
    size_t tool_count;
    /* What those tools were when the programs were written, in the same order. A run with
     * different tools is refused (invalid_config). NULL: any tools. */
    const ptc_compiled_contract *contracts;
    size_t contract_count;
    const struct ptc_image *const *stages; /* programs, in the order in which they run */
    size_t stage_count;
    ptc_str source; /* their texts; if there are several, each after a line `; turn n` */
    unsigned flags; /* PTC_COMPILED_* */
    ptc_mode mode;  /* signature_validation */
    uint64_t fuel;  /* [1,000,000] of a stage */
    uint64_t max_heap;           /* [10,000,000] */
    uint64_t memory_limit;       /* [1,048,576] */
    uint64_t timeout_ms;         /* [5,000] of a stage */
    uint64_t tool_timeout_ms;    /* [none] of a call */
    uint64_t mission_timeout_ms; /* [none] */
    uint64_t max_tool_calls;     /* [1,000] */
    uint32_t float_digits; /* digits that floats of the result keep, plus one; 0: all */
    const ptc_description *field_descriptions; /* of parameters and result */
    size_t field_description_count;
    ptc_compiled_origin origin; /* how the programs came about */
};

/*
 * Runs a compiled agent with the map `context` as named arguments.
 *
 * `context` NULL: options->context, the result of options->from, or no arguments. No
 * model is asked, so options about models, turns and prompts are not used; limits in
 * options->overrides are. Otherwise it is like ptc_agent_run.
 *
 * Returns PTC_OK, or PTC_ERROR_INVALID with a step that says why:
 *
 *   - `invalid_config` with what differs, if images are for another runtime or the tools
 *     are not those of `contracts`;
 *   - `validation_error` for arguments or a result that do not satisfy the signature;
 *   - the error of a program (`type_error`, `timeout`, ..), or what it passed to `fail`;
 *   - `must_return_missing` if the last stage has no result.
 *
 * PTC_ERROR_MEMORY; PTC_ERROR_ARGUMENT for a compiled agent, options or overrides without
 * a struct_size. [subagent 15]
 */
PTC_API ptc_status ptc_compiled_run(ptc_arena *arena, const ptc_compiled *compiled,
                                    const ptc_value *context,
                                    const ptc_agent_options *options,
                                    const ptc_step **out);

PTC_END

#endif
