/* SPDX-License-Identifier: MIT */
/*
 * <ptc/compile.h> - compiling agents while a program runs: a model writes the programs of
 * an agent once, and the result runs without a model, as <ptc/compiled.h> describes.
 *
 *     const ptc_compile_options options = {.struct_size = sizeof options,
 *                                          .run = &run,
 *                                          .samples = samples,
 *                                          .sample_count = 2};
 *     const ptc_compilation *made;
 *
 *     if (ptc_agent_compile(&arena, &scorer_agent, &options, &made) == PTC_OK)
 *         ptc_compiled_run(&arena, made->compiled, &report, NULL, &step);
 *     else if (made != NULL)
 *         complain(made->fail.reason, made->fail.message);
 *
 * The agent runs once with the first sample. All its programs that succeeded are kept in
 * order. They must give the same result again. Then they are run with every other sample
 * and with generated arguments, where every result must satisfy the signature.
 *
 * A program that compiles agents links the reader, the compiler and the agent loop; one
 * that runs compiled agents emitted by ptcc does not.
 *
 * [subagent 15]
 */
#ifndef PTC_COMPILE_H
#define PTC_COMPILE_H

#include <ptc/compiled.h>
#include <ptc/diag.h>

PTC_BEGIN

/* --- Samples ----------------------------------------------------------------------- */

/* What a tool answered while a sample was run. Values that the firewall hides are
 * replaced by placeholders that satisfy the whole types. Rows of this struct never
 * change. */
typedef struct ptc_recorded_call {
    ptc_str name;                              /* of the tool */
    ptc_value arguments;                       /* as the tool received them, a map */
    ptc_value result;                          /* nil when the call failed */
    ptc_str message;                           /* why it failed; ptr NULL: it succeeded */
    ptc_str reason;                            /* a code for that, or empty */
    const struct ptc_recorded_call_info *info; /* NULL: there is none yet */
} ptc_recorded_call;

/* What is known about the result of a sample. */
typedef enum ptc_compile_expect {
    PTC_COMPILE_EXPECT_NOTHING, /* nothing: the run will show it */
    PTC_COMPILE_EXPECT_RESULT,  /* the value `expected` */
    PTC_COMPILE_EXPECT_FAIL,    /* the program fails with the reason `expected`, a
                                 * string */
} ptc_compile_expect;

/* Arguments to run a program with, and what is known about that run. Samples from a
 * caller need only arguments. Rows of this struct never change. */
typedef struct ptc_compile_sample {
    ptc_value arguments;       /* a map of named arguments */
    ptc_compile_expect expect; /* what `expected` is */
    ptc_value expected;        /* the result, or the reason of a failure; nil: unknown */
    /* With `has_calls`, the answers of tools; no tool is called then. */
    const ptc_recorded_call *calls;
    size_t call_count;
    bool has_calls; /* `calls` are all calls of the run, even when there are none */
    const struct ptc_compile_sample_info *info; /* NULL: there is none yet */
} ptc_compile_sample;

/* --- Options ----------------------------------------------------------------------- */

/* Bits of ptc_compile_options.flags. */
enum {
    PTC_COMPILE_ALLOW_UNUSED = 1, /* required parameters that no program reads are
                                   * allowed */
    PTC_COMPILE_CALL_TOOLS = 2,   /* tools are called with generated arguments as well */
    PTC_COMPILE_NO_VALIDATE = 4,  /* the compiled programs need not give the result of the
                                   * model's run again */
};

/* How an agent is compiled. */
typedef struct ptc_compile_options {
    size_t struct_size; /* sizeof(ptc_compile_options) */
    /* Models, host, cancel, log and limits of all runs; NULL: the defaults. Its context
     * is not used: samples are. */
    const ptc_agent_options *run;
    /* The model is asked with the first sample. If there is none and the agent has
     * parameters, one is made from the signature. */
    const ptc_compile_sample *samples;
    size_t sample_count;
    ptc_str program; /* programs to use without asking a model; each stage begins at a
                      * line `; turn n` */
    unsigned flags;  /* PTC_COMPILE_* */
    uint64_t seed;   /* of generated arguments: equal seeds give equal arguments */
    uint64_t input_count; /* number of generated arguments [20], at most 10,000;
                           * PTC_UNLIMITED: none */
} ptc_compile_options;

/* --- Results ----------------------------------------------------------------------- */

/* An error or a warning about the agent, the program, a sample, or generated arguments.
 * Rows of this struct never change. */
typedef struct ptc_compile_fault {
    ptc_diag_code code;    /* PTC_DIAG_COMPILE_* */
    ptc_severity severity; /* the severity of its code */
    ptc_str message;       /* one line, without a place */
    ptc_str hint;          /* what to do, one line; or empty */
    ptc_span span;         /* bytes of the program's text; empty: not in the program */
    ptc_position position; /* position of span.start in that text; line 0: not in the
                            * program */
    size_t tool;           /* number of the agent's tool, from 1; 0: not about a tool */
    size_t sample;         /* number of the sample, from 1; 0: not about a sample */
    size_t input; /* number of the generated arguments, from 1; 0: not about them */
    const struct ptc_compile_fault_info *info; /* NULL: there is none yet */
} ptc_compile_fault;

/* Generated arguments, and the outcome of a run with them. */
typedef struct ptc_compile_input {
    ptc_value arguments; /* a map; nil when none could be made from the signature */
    bool is_judged;      /* the run's result, good or not, was checked */
    ptc_str why; /* if not, why: the tool call that no recording answers, integers beyond
                  * 64 bits, or why there are no arguments or no more of them */
    const struct ptc_compile_input_info *info; /* NULL: there is none yet */
} ptc_compile_input;

/* The result of ptc_agent_compile. */
typedef struct ptc_compilation {
    bool is_ok;                   /* the agent was compiled */
    ptc_fail fail;                /* when not is_ok */
    const ptc_compiled *compiled; /* when is_ok: with source and origin */
    ptc_str source; /* its programs; if there are several, each after `; turn n` */
    uint32_t prompt_revision; /* PTC_PROMPT_REVISION; 0: no model was asked */
    /* The samples of the options, or the one that was made: with firewalled values
     * replaced, expected results, and calls of tools. */
    const ptc_compile_sample *samples;
    size_t sample_count;
    const ptc_compile_input *inputs; /* generated arguments */
    size_t input_count;
    const ptc_compile_fault *faults; /* in the order in which they were found */
    size_t fault_count;
    size_t error_count; /* of them */
    size_t warning_count;
    size_t judged;     /* samples and generated arguments whose results were checked */
    size_t not_judged; /* those that could not be checked, since no recording had a tool's
                        * answer */
    const ptc_step *step; /* of the model's run, or of the run that failed; or NULL */
    const struct ptc_compilation_info *info; /* NULL: there is none yet */
} ptc_compilation;

/*
 * Compiles an agent.
 *
 * Everything lives in `arena`, except for what the agent owns (tools, signatures given as
 * schemas), which must live as long as what is compiled. Compiling uses one thread. The
 * result is constant: as soon as this call has returned, many threads may run it, by
 * itself or as a tool.
 *
 * Returns PTC_OK; or PTC_ERROR_INVALID: out->fail says why, out->faults has all faults,
 * and out->step is the model's run. The reason is that of the run (max_turns_exceeded,
 * ..), `invalid_config` for an agent that cannot be compiled, or `compile_error`. After
 * PTC_ERROR_MEMORY, and PTC_ERROR_ARGUMENT for an agent, options, run options or
 * overrides without a struct_size, `*out` is NULL. [subagent 15]
 */
PTC_API ptc_status ptc_agent_compile(ptc_arena *arena, const ptc_agent *agent,
                                     const ptc_compile_options *options,
                                     const ptc_compilation **out);

/* --- Replaying --------------------------------------------------------------------- */

/* A difference between the run of a sample and what was expected. */
typedef struct ptc_compile_difference {
    size_t sample;    /* from 1 */
    ptc_str path;     /* in the result: "items[2].name"; empty: all of it */
    ptc_str expected; /* as text, or what was expected in words */
    ptc_str found;    /* likewise */
    bool is_judged; /* false: no recording had a tool's answer, and `found` says which */
    const struct ptc_compile_difference_info *info; /* NULL: there is none yet */
} ptc_compile_difference;

/* The result of ptc_compile_replay. */
typedef struct ptc_compile_replayed {
    const ptc_compile_difference *differences; /* at most 20 per sample */
    size_t difference_count;
    size_t judged;                                /* samples */
    size_t not_judged;                            /* likewise */
    const struct ptc_compile_replayed_info *info; /* NULL: there is none yet */
} ptc_compile_replayed;

/*
 * Runs the samples with their recorded answers of tools, and compares the results with
 * the expected ones. No model is asked, and no tool is called for samples with
 * `has_calls`. `options` (or NULL) are those of the runs. PTC_OK: at least one sample was
 * checked, and all checked ones are as expected. PTC_ERROR_INVALID: `*out` has the
 * differences, or none was checked. PTC_ERROR_MEMORY and PTC_ERROR_ARGUMENT as for
 * ptc_compiled_run: `*out` is NULL. [subagent 15]
 */
PTC_API ptc_status ptc_compile_replay(ptc_arena *arena, const ptc_compiled *compiled,
                                      const ptc_agent_options *options,
                                      const ptc_compile_sample *samples, size_t count,
                                      const ptc_compile_replayed **out);

PTC_END

#endif
