/* SPDX-License-Identifier: MIT */
/*
 * Internal to runtime/agent: a run under way, and what its parts do for each other.
 *
 * A run belongs to one thread. Runs that agents cause by calling agents form a tree: what
 * is limited for all of them together is in ptc_tree. Everything that the step keeps is
 * in `arena`; what a turn needs for itself is in `scratch`, which the next turn empties.
 * [subagent 2-8]
 */
#ifndef PTC_AGENT_RUN_H
#define PTC_AGENT_RUN_H

#include "agent/model/llm_int.h"
#include "agent/plan/plan_int.h"
#include "agent/prompt/prompt_int.h"
#include "agent/run/reply.h"

/* --- State ------------------------------------------------------------------------- */

/* What all runs of a tree share. */
typedef struct ptc_tree {
    ptc_host *host;
    ptc_llm_names names;
    const ptc_agent_options *options; /* of the top run */
    const ptc_cancel *cancel;
    uint64_t seq;        /* of events */
    bool has_log_failed; /* its writer gets no more */
    ptc_trace_id trace_id;
} ptc_tree;

/* Text to and from the model. */
typedef struct ptc_talk {
    ptc_message *messages;
    size_t count;
    size_t capacity;
} ptc_talk;

/* What a turn of the trace holds, until the run is over. Private to trace.c. */
typedef struct ptc_trace_page {
    ptc_arena arena;
    unsigned shrunk; /* how much of it became sizes */
} ptc_trace_page;

/* What started and has not stopped, outermost first: the run, its turn, a tool or a
 * request, a request of a tool. Private to events.c. */
enum { PTC_SPANS_MAX = 8 };
typedef struct ptc_run_spans {
    struct {
        ptc_event_kind start;
        ptc_span_id id;
        uint64_t start_ns;
    } open[PTC_SPANS_MAX];
    uint32_t count;
} ptc_run_spans;

typedef struct ptc_run ptc_run;

struct ptc_run {
    ptc_tree *tree;
    ptc_run *parent; /* or NULL */
    uint32_t depth;  /* 0 at the top */
    const ptc_plan *plan;
    const ptc_agent_options *options;
    ptc_arena *arena;
    ptc_arena scratch;
    ptc_arena result_arena;  /* of the newest program's result; emptied by the next */
    ptc_arena context_arena; /* of the map that the interpreter reads as ctx/ */
    ptc_span_id span_id;
    uint64_t start_ns;
    uint64_t deadline;    /* of ptc_host_clock; UINT64_MAX: none */
    uint32_t max_depth;   /* UINT32_MAX where the limits of runs above hold */
    uint32_t turn_budget; /* likewise */
    uint32_t llm_budget;  /* likewise */

    ptc_llm_ref llm_ref; /* what children inherit: a name stays one */
    ptc_llm llm;

    ptc_lisp *lisp;
    ptc_value inputs;  /* the context of the start, coerced: templates use it */
    ptc_value context; /* with what turns merged into it; ctx/fail is not in it */
    ptc_map_entry *context_entries; /* of the context, once something was merged */
    size_t context_count;
    size_t context_capacity;
    bool is_context_old;                 /* the interpreter does not have it yet */
    const ptc_schema *context_signature; /* or NULL */
    ptc_str context_warning; /* what was coerced, or accepted all the same; or empty */

    ptc_agent_parts parts; /* of the prompt, that no turn changes */
    ptc_prompt_cut prompt_cut;
    ptc_str prompt_language; /* that the host chose for the turn; or empty */
    ptc_str prompt_warning;  /* what prompt_limit took from it; or empty */
    bool is_prompt_old;      /* the inventory lacks what was merged into the context */
    ptc_str system;          /* the system prompt */
    ptc_str mission;         /* the prompt, expanded */
    ptc_talk talk;
    size_t talk_bytes;             /* of all messages */
    ptc_prompt_tool *prompt_tools; /* for rendering; without return and fail */
    size_t prompt_tool_count;
    ptc_str *tool_names; /* sorted, then return and fail */
    size_t tool_name_count;

    uint32_t turn;         /* under way, from 1 */
    bool is_retry;         /* it is one of retry_turns */
    uint32_t tree_turns;   /* of this run and those below it */
    uint32_t llm_requests; /* likewise */
    int64_t input_tokens;  /* likewise; -1: none were reported */
    int64_t output_tokens;
    uint64_t tool_calls;
    ptc_fail last_error; /* what ctx/fail shows in this turn; reason empty: none */
    ptc_value fallback;  /* for completion_mode implicit */
    bool has_fallback;
    ptc_value memory_delta; /* of the newest program, in result_arena */
    ptc_str verdict;        /* on what the program returned, for the model; or empty */
    ptc_str warnings;       /* of the turn, for the trace; or empty */
    bool is_over;           /* run->step says what came of it, but for the trace */

    ptc_trace_turn *turns; /* kept as option `trace` says */
    size_t turn_count;
    size_t turn_capacity;
    ptc_trace_page *pages; /* what the turns hold, a page each */
    size_t page_capacity;
    size_t page_count;
    ptc_trace_turn newest; /* the turn that ended last; its texts are in scratch */
    ptc_run_spans spans;
    ptc_trace_turn logged; /* the request that the log has: its system and messages */
    bool has_logged;
    ptc_step *step; /* what comes of it */
};

/* --- loop.c ------------------------------------------------------------------------ */

/*
 * Runs an agent below `parent` (NULL: at the top). `bound` is the model given with
 * as_tool, or NULL. As ptc_agent_run otherwise.
 */
ptc_status ptc_run_agent(ptc_tree *tree, ptc_run *parent, const ptc_agent *agent,
                         const ptc_llm_ref *bound, const ptc_agent_options *options,
                         ptc_arena *arena, const ptc_step **out);

/*
 * Asks a model within the budgets and deadlines of the run and those above it; counts
 * requests and tokens, and tells of llm.start and llm.stop. For the turns of agents, and
 * for tools that ask a model. As ptc_llm_ask otherwise; request->arena is set.
 */
bool ptc_run_ask(ptc_run *run, const ptc_llm *llm, ptc_llm_request *request,
                 ptc_llm_reply *reply, ptc_fail *fail);

/* Whether the run is neither cancelled nor out of time; else the reason. */
bool ptc_run_may_go_on(const ptc_run *run, ptc_arena *arena, ptc_fail *fail);

/* --- prompt.c ---------------------------------------------------------------------- */

/*
 * The system prompt and the first message for the run's plan, inputs and tools, with
 * prompt_limit, layout and system_prompt as the agent says; sets run->mission and
 * prompt_warning. False with `*fail` set (template_error); memory refused shows in
 * run->arena. [subagent 11]
 */
bool ptc_prompt_make(ptc_run *run, ptc_str *system, ptc_str *user, ptc_fail *fail);

/* Writes run->system anew when turns have merged something into the context, so that the
 * inventory shows it, or when the host chooses the language reference of each turn;
 * before each request. With layout `cached` the inventory stays as it is. False when
 * refused memory. [subagent 6.1] */
bool ptc_prompt_refresh(ptc_run *run);

/* --- untrusted.c ------------------------------------------------------------------- */

/* Appends data that was shown as Lisp literals, or words of it, for a model: controls,
 * backticks, `<`, and what ends lines, changes direction or is not seen, as \uXXXX. What
 * stands for a hidden value stays. */
void ptc_untrusted_write(ptc_text *text, ptc_str view);

/* --- feedback.c -------------------------------------------------------------------- */

/* What happened in a turn, for the next message to the model. */
typedef struct ptc_outcome {
    ptc_reply reply;
    const ptc_lisp_result *result; /* NULL: nothing ran */
    bool is_good;
    bool is_return;
    ptc_fail error;         /* reason empty: none */
    ptc_value value;        /* of the program */
    ptc_value memory_delta; /* a map, or nil */
    ptc_str warnings;       /* for the trace: what was accepted though it should not be */
    ptc_turn_type type;
    size_t line; /* of the error in its block, from 1; 0: none is known */
    size_t column;
    uint32_t block; /* of several, from 1 */
    uint64_t duration_ns;
} ptc_outcome;

/* Appends the message that tells the model of the turn. [subagent 4.3] */
void ptc_feedback_write(ptc_text *text, const ptc_run *run, const ptc_outcome *outcome);

/* Whether data of programs stands in envelopes for this agent. */
bool ptc_envelope_is_on(const ptc_plan *plan);
/* Appends the data in an envelope when that is on; what could end it is escaped. */
void ptc_envelope_write(ptc_text *text, const ptc_plan *plan, const char *source,
                        ptc_str data);

/* --- run_context.c ----------------------------------------------------------------- */

/* Coerces and checks the inputs of a run, from a map or a step. False with `*fail`:
 * validation_error, chained_failure, chain_error. [subagent 2, 12] */
bool ptc_run_take_context(ptc_run *run, ptc_fail *fail);
/* Merges the value of a good turn into the context, and remembers its error. */
bool ptc_run_merge(ptc_run *run, const ptc_outcome *outcome);
/* Gives the interpreter the context, with the last turn's error as ctx/fail. */
bool ptc_run_set_context(ptc_run *run);

/* --- run_tools.c ------------------------------------------------------------------- */

/*
 * Fills prompt_tools and tool_names, and gives the run's interpreter, if it has one (a
 * preview has none), its tools: functions, models asked one question, agents. Records of
 * calls that an agent answered have its step, which lives as long as the run's, unless no
 * trace is kept. False with `*fail`.
 */
bool ptc_run_set_tools(ptc_run *run, ptc_fail *fail);

/* --- trace.c ----------------------------------------------------------------------- */

/*
 * Records the turn that ended, as options and limits say: after its value was merged into
 * the context, before turn.stop and before scratch is emptied. Messages are not copied: a
 * turn refers to the first ones of the conversation, which must stay where they are (who
 * shortens a conversation makes a new array). `reply` is NULL when no model was asked.
 */
void ptc_trace_add(ptc_run *run, const ptc_llm_request *request,
                   const ptc_llm_reply *reply, const ptc_outcome *outcome);
/* Sets run->step->trace when the run is over; the rest of the step is filled before. */
void ptc_trace_finish(ptc_run *run, bool is_ok);
/* Gives back what the trace took meanwhile. */
void ptc_trace_free(ptc_run *run);

/* --- events.c ---------------------------------------------------------------------- */

/*
 * Tells handlers and the log; `event` has kind and what is special to it. The rest is
 * filled in here: ids, number, times, agent and turn; also how long it took, and what is
 * known of the turn that ended. Tokens are not known where `input_tokens` and
 * `output_tokens` are both 0.
 */
void ptc_run_emit(ptc_run *run, ptc_event *event);
/* Whether anybody would be told. */
bool ptc_run_listens(const ptc_run *run, ptc_event_kind kind);

#endif
