/* SPDX-License-Identifier: MIT */
/*
 * <ptc/compile.h> - agents compiled when a program runs: a model writes the programs of
 * an agent once, and what comes of it runs without a model as <ptc/compiled.h> says.
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
 * The agent runs once with the first sample. All its programs that succeeded are kept, in
 * their order; they must give the same result again, and are then run with every other
 * sample and with generated arguments, where every result must be one of the signature.
 *
 * Whoever compiles links the reader, the compiler and the loop of agents; whoever runs
 * what was compiled and emitted by ptcc does not.
 *
 * [subagent 15]
 */
#ifndef PTC_COMPILE_H
#define PTC_COMPILE_H

#include <ptc/compiled.h>
#include <ptc/diag.h>

PTC_BEGIN

/* --- Samples ----------------------------------------------------------------------- */

/* What a tool answered while a sample was run. What the firewall hides is replaced by
 * values of the whole of their types. Rows of this struct never change. */
typedef struct ptc_recorded_call {
    ptc_str name;                              /* of the tool */
    ptc_value arguments;                       /* as the tool got them, a map */
    ptc_value result;                          /* nil when the call failed */
    ptc_str message;                           /* why it failed; ptr NULL: it did not */
    ptc_str reason;                            /* a name for that, or empty */
    const struct ptc_recorded_call_info *info; /* NULL: there is none yet */
} ptc_recorded_call;

/* What is known of the result of a sample. */
typedef enum ptc_compile_expect {
    PTC_COMPILE_EXPECT_NOTHING, /* it is to be found out */
    PTC_COMPILE_EXPECT_RESULT,  /* the value `expected` */
    PTC_COMPILE_EXPECT_FAIL,    /* the program gives to fail what has the reason
                                   `expected`, a string */
} ptc_compile_expect;

/* Arguments to run a program with, and what is known of that run. Those that a caller
 * hands in need arguments alone. Rows of this struct never change. */
typedef struct ptc_compile_sample {
    ptc_value arguments;       /* a map of named arguments */
    ptc_compile_expect expect; /* what `expected` is */
    ptc_value expected;        /* the result, or the reason of a failure; nil: unknown */
    /* What tools answer: with `has_calls` these, and no tool is called. */
    const ptc_recorded_call *calls;
    size_t call_count;
    bool has_calls; /* `calls` are all calls of the run, even when there are none */
    const struct ptc_compile_sample_info *info; /* NULL: there is none yet */
} ptc_compile_sample;

/* --- Options ----------------------------------------------------------------------- */

/* Bits of ptc_compile_options.flags. */
enum {
    PTC_COMPILE_ALLOW_UNUSED = 1, /* required parameters that no program reads */
    PTC_COMPILE_CALL_TOOLS = 2,   /* with generated arguments, too */
    PTC_COMPILE_NO_VALIDATE = 4,  /* what is compiled need not give the result of the
                                     model's run once more */
};

/* How an agent is compiled. */
typedef struct ptc_compile_options {
    size_t struct_size; /* sizeof(ptc_compile_options) */
    /* Models, host, cancel, log and limits of all runs; NULL: the defaults. Its context
     * is not used: samples are. */
    const ptc_agent_options *run;
    /* The model is asked with the first one. None: one is made of the signature, if the
     * agent has parameters. */
    const ptc_compile_sample *samples;
    size_t sample_count;
    ptc_str program;      /* then no model is asked; stages begin at lines `; turn n` */
    unsigned flags;       /* PTC_COMPILE_* */
    uint64_t seed;        /* of generated arguments: equal ones give equal arguments */
    uint64_t input_count; /* of generated arguments [20], at most 10,000; PTC_UNLIMITED:
                             none are made */
} ptc_compile_options;

/* --- What comes of it -------------------------------------------------------------- */

/* An error or a warning: of the agent, of the program, of a sample, or of generated
 * arguments. Rows of this struct never change. */
typedef struct ptc_compile_fault {
    ptc_diag_code code;    /* PTC_DIAG_COMPILE_* */
    ptc_severity severity; /* as its code has it */
    ptc_str message;       /* one line, without a place */
    ptc_str hint;          /* what to do, one line; or empty */
    ptc_span span;         /* bytes of the program's text; empty: not of the program */
    ptc_position position; /* of span.start in that text; line 0: likewise */
    size_t tool;           /* of the agent, from 1; 0: not of a tool */
    size_t sample;         /* from 1; 0: not of a sample */
    size_t input;          /* of the generated arguments, from 1; 0: not of them */
    const struct ptc_compile_fault_info *info; /* NULL: there is none yet */
} ptc_compile_fault;

/* Generated arguments, and what came of a run with them. */
typedef struct ptc_compile_input {
    ptc_value arguments; /* a map; nil when none could be made of the signature */
    bool is_judged;      /* the run's result, good or not, was looked at */
    ptc_str why; /* when not: the call of a tool that no recording answers, integers
                    beyond 64 bits, or why there are no arguments, nor more of them */
    const struct ptc_compile_input_info *info; /* NULL: there is none yet */
} ptc_compile_input;

/* What ptc_agent_compile came to. */
typedef struct ptc_compilation {
    bool is_ok;                   /* there is something compiled */
    ptc_fail fail;                /* when not is_ok */
    const ptc_compiled *compiled; /* when is_ok: with source and origin */
    ptc_str source;               /* its programs; of several, each behind `; turn n` */
    uint32_t prompt_revision;     /* PTC_PROMPT_REVISION; 0: no model was asked */
    /* Those of the options, or the one that was made: with firewalled values replaced,
     * expected results, and calls of tools. */
    const ptc_compile_sample *samples;
    size_t sample_count;
    const ptc_compile_input *inputs; /* generated arguments */
    size_t input_count;
    const ptc_compile_fault *faults; /* in the order in which they were found */
    size_t fault_count;
    size_t error_count; /* of them */
    size_t warning_count;
    size_t judged;        /* samples and generated arguments whose results were checked */
    size_t not_judged;    /* those where no recording had what a tool answers */
    const ptc_step *step; /* of the model's run, or of the run that failed; or NULL */
    const struct ptc_compilation_info *info; /* NULL: there is none yet */
} ptc_compilation;

/*
 * Compiles an agent. Everything lives in `arena`, but for what the agent owns (tools,
 * signatures given as schemas), which must live as long as what is compiled. What is
 * compiled is constant and may be run by many threads, also as a tool, as soon as this
 * has returned; compiling is of one thread.
 *
 * PTC_OK; PTC_ERROR_INVALID: out->fail says why and out->faults say all, out->step what
 * the model's run came to: its own reason (max_turns_exceeded, ..), `invalid_config` for
 * an agent that cannot be compiled, or `compile_error`. PTC_ERROR_MEMORY, and
 * PTC_ERROR_ARGUMENT for an agent, options, options of the run or overrides without a
 * struct_size: `*out` is NULL. [subagent 15]
 */
PTC_API ptc_status ptc_agent_compile(ptc_arena *arena, const ptc_agent *agent,
                                     const ptc_compile_options *options,
                                     const ptc_compilation **out);

/* --- Once more --------------------------------------------------------------------- */

/* Where the run of a sample is not what was expected. */
typedef struct ptc_compile_difference {
    size_t sample;    /* from 1 */
    ptc_str path;     /* in the result: "items[2].name"; empty: all of it */
    ptc_str expected; /* as text, or what was expected in words */
    ptc_str found;    /* likewise */
    bool is_judged; /* false: no recording had what a tool answers, which `found` tells */
    const struct ptc_compile_difference_info *info; /* NULL: there is none yet */
} ptc_compile_difference;

/* What ptc_compile_replay came to. */
typedef struct ptc_compile_replayed {
    const ptc_compile_difference *differences; /* at most 20 of a sample */
    size_t difference_count;
    size_t judged;                                /* samples */
    size_t not_judged;                            /* likewise */
    const struct ptc_compile_replayed_info *info; /* NULL: there is none yet */
} ptc_compile_replayed;

/*
 * Runs the samples with what they have of tools' answers, and compares the results with
 * what they expect. No model is asked, and no tool is called for samples with
 * `has_calls`. `options` (or NULL) are those of the runs. PTC_OK: at least one sample was
 * judged, all that were are as expected. PTC_ERROR_INVALID: `*out` has the differences,
 * or none was judged. PTC_ERROR_MEMORY and PTC_ERROR_ARGUMENT as of ptc_compiled_run:
 * `*out` is NULL. [subagent 15]
 */
PTC_API ptc_status ptc_compile_replay(ptc_arena *arena, const ptc_compiled *compiled,
                                      const ptc_agent_options *options,
                                      const ptc_compile_sample *samples, size_t count,
                                      const ptc_compile_replayed **out);

PTC_END

#endif
