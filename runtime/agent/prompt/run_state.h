/* SPDX-License-Identifier: MIT */
/*
 * Internal to runtime/agent: a run in progress. Prompts are made for it, the story
 * records it, and the loop drives it; so it is in the lowest of their rooms.
 *
 * A run belongs to one thread. Runs that agents cause by calling agents form a tree:
 * their common limits are in ptc_run_tree. Everything that the step keeps is in `arena`;
 * temporary data of a turn is in `scratch`, which the next turn empties. [subagent 2-8]
 */
#ifndef PTC_AGENT_RUN_STATE_H
#define PTC_AGENT_RUN_STATE_H

#include "agent/model/model_int.h"
#include "agent/plan/plan_int.h"
#include "agent/prompt/prompt_int.h"

/* Shared by all runs of a tree. */
typedef struct ptc_run_tree {
    ptc_host *host;
    ptc_llm_names names;
    const ptc_agent_options *options; /* of the top run */
    const ptc_cancel *cancel;
    uint64_t seq;        /* of events */
    bool has_log_failed; /* its writer gets no more */
    ptc_trace_id trace_id;
} ptc_run_tree;

/* Text to and from the model. */
typedef struct ptc_talk {
    ptc_message *messages;
    size_t count;
    size_t capacity;
} ptc_talk;

/* Spans that have started and not stopped, outermost first: the run, its turn, a tool or
 * a request, a request of a tool. Private to spans.c. */
enum { PTC_SPANS_MAX = 8 };
typedef struct ptc_run_spans {
    struct {
        ptc_event_kind start;
        ptc_span_id id;
        uint64_t start_ns;
    } open[PTC_SPANS_MAX];
    uint32_t count;
} ptc_run_spans;

struct ptc_run {
    ptc_run_tree *tree;
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
    uint64_t max_depth;   /* UINT64_MAX where only the limits of runs above apply */
    uint64_t turn_budget; /* likewise */
    uint64_t llm_budget;  /* likewise */

    ptc_value llm_options; /* of all requests: of the run, the agent, and runs above */
    ptc_llm_settings settings; /* the options of those */
    ptc_llm_ref llm_ref;       /* inherited by children: a name stays a name */
    ptc_llm llm;

    ptc_lisp *lisp;
    ptc_value inputs;  /* the context of the start, coerced: templates use it */
    ptc_value context; /* with the values merged by turns; without ctx/fail */
    ptc_map_entry *context_entries; /* of the context, once something was merged */
    size_t context_count;
    size_t context_capacity;
    bool is_context_old;                 /* the interpreter does not have it yet */
    const ptc_schema *context_signature; /* or NULL */
    ptc_str context_warning;             /* coercions and accepted faults; or empty */

    ptc_agent_parts parts; /* of the prompt, that no turn changes */
    ptc_prompt_cut prompt_cut;
    ptc_prompt_cut inventory_cut; /* of the first message, with layout `cached` */
    ptc_str prompt_language;      /* chosen by the host for the turn; or empty */
    ptc_str prompt_warning;       /* the parts cut by prompt_limit; or empty */
    bool is_prompt_old;           /* the inventory lacks values merged into the context */
    ptc_str system;               /* the system prompt */
    ptc_str mission;              /* the prompt, expanded */
    ptc_talk talk;
    size_t talk_bytes;             /* of all messages */
    ptc_prompt_tool *prompt_tools; /* for rendering; without return and fail */
    size_t prompt_tool_count;
    ptc_str *tool_names; /* sorted, then return and fail */
    size_t tool_name_count;

    uint32_t turn;         /* the current one, from 1 */
    bool is_compiled;      /* it is a program; usage has no turns: no model is asked */
    bool is_retry;         /* it is one of retry_turns */
    uint32_t tree_turns;   /* of this run and those below it */
    uint32_t llm_requests; /* likewise */
    int64_t input_tokens;  /* likewise; -1: none were reported */
    int64_t output_tokens;
    uint64_t tool_calls;
    ptc_fail last_error; /* the value of ctx/fail in this turn; reason empty: none */
    ptc_value fallback;  /* for completion_mode implicit */
    bool has_fallback;
    ptc_value memory_delta; /* of the newest program, in result_arena */
    size_t memory_used;     /* bytes after the newest good program; feedback reads it */
    ptc_str verdict;        /* on the program's result, for the model; or empty */
    ptc_str warnings;       /* of the turn, for the trace; or empty */
    bool is_over;           /* run->step has the outcome, except the trace */

    ptc_trace_turn *turns; /* kept according to the option `trace` */
    size_t turn_count;
    size_t turn_capacity;
    struct ptc_trace_page *pages; /* the memory of the turns, a page each; for trace.c */
    size_t page_capacity;
    size_t page_count;
    ptc_trace_turn newest; /* the turn that ended last; its texts are in scratch */
    ptc_run_spans spans;
    ptc_trace_turn logged; /* the request in the log: its system and messages */
    bool has_logged;
    ptc_step *step; /* what comes of it */
};

#endif
