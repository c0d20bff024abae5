/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent/compile: agents become programs that need no model.
 *
 * Texts become stages (stages_split.c), and stages become programs and images, whose
 * reads, definitions and calls are known (stages_compile.c, stages_facts.c); ptcc
 * compiles the programs of locks with them. Around that: which agents can be compiled,
 * and which parts (compile_agent.c), the run of the model that writes the programs
 * (compile_derive.c), tools that record and answer (compile_tools.c), samples and their
 * expectations (compile_samples.c), generated arguments (compile_inputs.c), checked runs
 * (compile_judge.c), stages that do nothing (compile_drop.c), shared functions
 * (compile_job.c), the steps in order (compile.c), and a replay without a model
 * (compile_replay.c).
 *
 * Below it, it uses agent/run and agent/program by their public calls, agent/prompt (the
 * text for the model), agent/plan, agent/model (values instead of hidden ones),
 * agent/host, lisp, lisp/image, lisp/read, lisp/heap, lisp/language, walk, render, edn,
 * json and base. Its files form no cycle.
 */
#ifndef PTC_AGENT_COMPILE_INT_H
#define PTC_AGENT_COMPILE_INT_H

#include "agent/plan/plan_int.h"
#include "base/base_int.h"

#include <ptc/compile.h>
#include <ptc/gen_lisp.h>

/* --- compile_faults.c -------------------------------------------------------------- */

/* The faults, in an arena. */
typedef struct ptc_faults {
    ptc_arena *arena;
    const ptc_source *source; /* of the program, for positions; or NULL */
    ptc_compile_fault *items;
    size_t count;
    size_t capacity;
    size_t errors;
    size_t warnings;
    bool failed; /* memory was refused */
} ptc_faults;

/* Adds a fault of the agent as a whole; `format` as for ptc_diag_add. */
void ptc_faults_add(ptc_faults *faults, ptc_diag_code code, const char *format, ...)
    PTC_PRINTF(3, 4);
/* Add details to the last fault. */
void ptc_faults_hint(ptc_faults *faults, const char *hint);
void ptc_faults_place(ptc_faults *faults, ptc_span span);

/* --- stages_split.c ---------------------------------------------------------------- */

/* One of several programs, as a part of their text. */
typedef struct ptc_stage_text {
    size_t start; /* in the whole text */
    ptc_str text; /* with the mark before it */
} ptc_stage_text;

/*
 * The stages of a text from `start` on, at least one. A stage begins at a line `; turn n`
 * between forms outside collections, unless only comments are before or after it. False
 * when memory was refused.
 */
bool ptc_stages_split(ptc_arena *arena, ptc_str text, size_t start, ptc_stage_text **out,
                      size_t *count);

/* A program and its turn. */
typedef struct ptc_stage_source {
    uint32_t turn;
    ptc_str text;
} ptc_stage_source;

/* The text that splits into these; for one, just that program. A line in a program that
 * would begin a stage is written as `;; turn n`. False when memory was refused. */
bool ptc_stages_join(ptc_arena *arena, const ptc_stage_source *sources, size_t count,
                     ptc_str *out);

/* --- stages_facts.c ---------------------------------------------------------------- */

/* The relations of a program to others: names in the order of its text. */
typedef struct ptc_stage_facts {
    ptc_str *context; /* that it reads as ctx/name */
    size_t context_count;
    size_t context_capacity;
    ptc_str *defined; /* variables */
    size_t defined_count;
    size_t defined_capacity;
    ptc_str *read; /* variables */
    size_t read_count;
    size_t read_capacity;
    bool has_history; /* *1, *2 or *3 */
    bool has_tools;   /* it names a tool or `call` */
    bool has_spaces;  /* it declares namespaces */
    bool returns;     /* it names return */
    bool has_ends; /* it names return, or a form that makes a program fail on purpose */
} ptc_stage_facts;

/* False when memory was refused. */
bool ptc_stage_find_facts(ptc_arena *arena, const struct ptc_program *program,
                          const ptc_image *image, ptc_stage_facts *out);

/* Whether the names contain this one, with '-' and '_' alike if it is flexible. */
bool ptc_stage_has(const ptc_str *names, size_t count, ptc_str name, bool is_flexible);

/* --- stages_compile.c -------------------------------------------------------------- */

typedef struct ptc_stages {
    ptc_source source; /* all of the file */
    size_t start;      /* where in it the program begins */
    const ptc_stage_text *texts;
    const ptc_program **programs;
    const ptc_image **images;
    ptc_stage_facts *facts;
    size_t count;
    bool is_value; /* the value of the last one is the result, returned or not */
} ptc_stages;

/*
 * Compiles the program from `start` on for the agent, which has no tools that need a
 * model. Nothing of the program runs. Images and facts live in `arena`, programs and
 * their data in `context`, which may be the same arena. Faults of the program are added.
 * PTC_ERROR_INVALID when one is an error, PTC_ERROR_MEMORY.
 */
ptc_status ptc_stages_compile(ptc_arena *arena, ptc_arena *context,
                              const ptc_agent *agent, bool is_value, ptc_source source,
                              size_t start, ptc_faults *faults, ptc_stages *out);

/* --- compile_agent.c --------------------------------------------------------------- */

/* Adds a fault for each part of the agent that cannot be compiled. */
void ptc_derive_check_agent(const ptc_agent *agent, ptc_faults *faults);

/* Adds the error compile-unused-input for each required parameter that no stage reads. */
void ptc_derive_check_inputs(const ptc_schema *signature, const ptc_stages *stages,
                             ptc_faults *faults);

/* --- compile_tools.c --------------------------------------------------------------- */

/* A call: as it was made, and with values instead of hidden ones. */
typedef struct ptc_tape_call {
    ptc_recorded_call shown;
    ptc_value arguments; /* as the tool got them */
    ptc_value result;    /* as it gave it */
    bool is_changed;     /* the two forms differ */
    bool is_used;        /* by the run that is answered from the tape */
} ptc_tape_call;

typedef struct ptc_call_tape {
    ptc_tape_call *calls;
    size_t count;
    size_t capacity;
} ptc_call_tape;

/* The source of answers to the calls of a run. */
typedef enum ptc_answers {
    PTC_ANSWERS_LIVE,  /* the tools; their calls are added to the tape */
    PTC_ANSWERS_EXACT, /* the tape, with the tools' original answers */
    PTC_ANSWERS_SHOWN  /* the tape, with values instead of hidden ones */
} ptc_answers;

/* The tools of an agent, wrapped. */
typedef struct ptc_tool_deck {
    ptc_arena *arena; /* of tapes */
    const ptc_agent_options *options;
    const ptc_agent_tool *tools;   /* the agent's own */
    const ptc_agent_tool *wrapped; /* replace them */
    size_t count;
    ptc_answers answers;
    ptc_call_tape *tape; /* that is extended, or answers */
    ptc_call_tape used;  /* the answers since the run began, in order */
    ptc_str missed;      /* why a call had no answer; ptr NULL: all had */
    bool failed;         /* memory was refused */
} ptc_tool_deck;

/* Wraps tools: functions and compiled agents. False when memory was refused. */
bool ptc_deck_make(ptc_arena *arena, const ptc_agent_tool *tools, size_t count,
                   const ptc_agent_options *options, ptc_tool_deck *out);
/* Called before a run whose calls are answered this way. */
void ptc_deck_start(ptc_tool_deck *deck, ptc_answers answers, ptc_call_tape *tape);
/* The tape with these calls. False when memory was refused. */
bool ptc_tape_of_calls(ptc_arena *arena, const ptc_recorded_call *calls, size_t count,
                       ptc_call_tape *out);

/* The value with full values of the right types instead of firewalled values and secrets;
 * `schema` may be NULL; for a function it is that of the parameters or the result.
 * `*is_changed` may be NULL. False when memory was refused. */
bool ptc_derive_hide(ptc_arena *arena, const ptc_agent_options *options,
                     const ptc_schema *schema, bool is_input, const ptc_value *value,
                     ptc_value *out, bool *is_changed);

/* --- compile_judge.c --------------------------------------------------------------- */

/* The outcome of a run of compiled programs. */
typedef struct ptc_judged {
    bool is_judged;
    ptc_str why; /* when not */
    bool is_good;
    ptc_compile_expect found; /* when good: a result, or the argument of fail */
    ptc_value value;          /* the result, or the reason */
    const ptc_step *step;
} ptc_judged;

/* A run with the arguments; kept parts live in `arena`. PTC_OK, even for a failed run,
 * PTC_ERROR_MEMORY, PTC_ERROR_ARGUMENT. */
ptc_status ptc_derive_judge(ptc_arena *arena, const ptc_compiled *compiled,
                            ptc_tool_deck *deck, const ptc_agent_options *options,
                            const ptc_value *arguments, ptc_judged *out);
/* Whether the run had the same end. */
bool ptc_judged_same(const ptc_judged *a, const ptc_judged *b);
/* Whether it ended as the sample expects. */
bool ptc_judged_meets(const ptc_judged *judged, const ptc_compile_sample *sample);

/* Equality of data that may have been JSON in between: keywords are strings, sets lists,
 * 1.0 is 1. */
bool ptc_derive_equal(const ptc_value *a, const ptc_value *b);

/* The value at a key that is equal in that sense, or NULL. */
const ptc_value *ptc_derive_find(const ptc_map *map, const ptc_value *key);

/* Appends the end of the run: a value, or `fail :reason`. */
void ptc_judged_write(ptc_text *text, const ptc_judged *judged);

/* --- the compilation itself -------------------------------------------------------- */

typedef struct ptc_derive_job {
    ptc_arena *arena; /* of its outcome */
    ptc_arena work;   /* given back at the end */
    ptc_compile_options options;
    ptc_agent_options run; /* of all runs: with the host */
    ptc_agent agent;       /* with the signature that it has or spells */
    ptc_plan plan;
    ptc_faults faults;
    ptc_tool_deck deck;
    ptc_stages stages;
    bool *is_dropped;       /* of the stages */
    ptc_compiled *compiled; /* with the agent's own tools */
    ptc_compiled trial;     /* with those that record and answer */
    ptc_compile_sample *samples;
    ptc_judged *judged; /* of the samples */
    size_t sample_count;
    ptc_call_tape *tapes;       /* of the samples */
    const ptc_step *derive;     /* of the model's run, or NULL */
    ptc_stage_source *programs; /* of that run */
    size_t program_count;
    ptc_call_tape derive_tape;
    ptc_compilation *out;
} ptc_derive_job;

/* --- compile_job.c ----------------------------------------------------------------- */

/* The last fault is about this sample, or these arguments; from 1. */
void ptc_derive_fault_of(ptc_derive_job *job, size_t sample, size_t input);
/* Ends the compilation with the reason, unless it has ended. PTC_ERROR_INVALID, or
 * PTC_ERROR_MEMORY when that refuses. */
ptc_status ptc_derive_end(ptc_derive_job *job, const char *reason, ptc_str message);
/* The same with the step of a run that failed. */
ptc_status ptc_derive_end_with(ptc_derive_job *job, const ptc_step *step);
/* The same by the first error among the faults; PTC_OK when there is none. */
ptc_status ptc_derive_end_by_faults(ptc_derive_job *job, const char *reason);

/* The stages of the text, compiled; with faults. */
ptc_status ptc_derive_take_source(ptc_derive_job *job, ptc_str source);

/* --- its steps --------------------------------------------------------------------- */

/* compile_agent.c: makes job->compiled and job->trial of the stages. */
ptc_status ptc_derive_make(ptc_derive_job *job);
/* The programs of the stages that are not dropped, in both. */
void ptc_derive_set_stages(ptc_derive_job *job, const bool *is_dropped);

/* compile_derive.c: the run of the model; `*source` is the text of its programs. */
ptc_status ptc_derive_run(ptc_derive_job *job, ptc_str *source);

/* compile_samples.c: before any run; and the runs. */
ptc_status ptc_derive_take_samples(ptc_derive_job *job);
ptc_status ptc_derive_run_samples(ptc_derive_job *job);

/* compile_drop.c: leaves out stages that do nothing, and their text. */
ptc_status ptc_derive_drop_stages(ptc_derive_job *job);

/* compile_inputs.c */
ptc_status ptc_derive_run_inputs(ptc_derive_job *job);

#endif
