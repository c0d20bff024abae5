/* SPDX-License-Identifier: MIT */
/*
 * Events: who is told what happens in a run, and what every event carries: ids, number,
 * times. Silence costs a branch. [subagent 14]
 */
#include "agent/story/log.h"

/* --- Spans ------------------------------------------------------------------------- */

static bool event_is_start(ptc_event_kind kind)
{
    return kind == PTC_EVENT_RUN_START || kind == PTC_EVENT_TURN_START ||
           kind == PTC_EVENT_LLM_START || kind == PTC_EVENT_TOOL_START;
}

/* The event that began what this one ends. */
static ptc_event_kind event_start_of(ptc_event_kind kind)
{
    if (kind == PTC_EVENT_RUN_STOP || kind == PTC_EVENT_RUN_EXCEPTION)
        return PTC_EVENT_RUN_START;
    if (kind == PTC_EVENT_TURN_STOP)
        return PTC_EVENT_TURN_START;
    if (kind == PTC_EVENT_LLM_STOP)
        return PTC_EVENT_LLM_START;
    return PTC_EVENT_TOOL_START;
}

/* The id of what is under way in the run, innermost. */
static const char *event_innermost(const ptc_run *run)
{
    const ptc_run_spans *spans = &run->spans;

    return spans->count > 0 ? spans->open[spans->count - 1].id : run->span_id;
}

static const char *event_parent(const ptc_run *run)
{
    const ptc_run_spans *spans = &run->spans;

    if (spans->count > 1)
        return spans->open[spans->count - 2].id;
    return run->parent != NULL ? event_innermost(run->parent) : "";
}

/* Begins a span; one nested too deep for the table takes the place of the last. */
static void event_open(ptc_run *run, ptc_event_kind kind)
{
    ptc_run_spans *spans = &run->spans;
    uint32_t at;

    if (spans->count < PTC_SPANS_MAX)
        spans->count++;
    at = spans->count - 1;
    spans->open[at].start = kind;
    spans->open[at].start_ns = ptc_host_clock(run->tree->host);
    if (kind == PTC_EVENT_RUN_START)
        memcpy(spans->open[at].id, run->span_id, sizeof run->span_id);
    else
        ptc_host_make_id(run->tree->host, spans->open[at].id, 1);
}

/* Drops what is open inside of the span that ends, as a failed program leaves it; says
 * how long it took, unless that is known. */
static void event_reach(ptc_run *run, ptc_event *event)
{
    ptc_run_spans *spans = &run->spans;
    ptc_event_kind start = event_start_of(event->kind);
    uint32_t at = spans->count;
    uint64_t now;

    while (at > 0 && spans->open[at - 1].start != start)
        at--;
    if (at == 0)
        return; /* it never began */
    spans->count = at;
    if (event->duration_ns != 0)
        return;
    now = ptc_host_clock(run->tree->host);
    if (now > spans->open[at - 1].start_ns)
        event->duration_ns = now - spans->open[at - 1].start_ns;
}

bool ptc_run_is_in_tool(const ptc_run *run)
{
    for (uint32_t i = 0; i < run->spans.count; i++) {
        if (run->spans.open[i].start == PTC_EVENT_TOOL_START)
            return true;
    }
    return false;
}

/* --- Telling ----------------------------------------------------------------------- */

static bool event_is_logged(const ptc_tree *tree)
{
    return tree->options->log != NULL && !tree->has_log_failed;
}

static bool event_is_heard(const ptc_run *run)
{
    return run->tree->host->events != 0 || event_is_logged(run->tree);
}

/* What is known of the turn that ended. */
static void event_add_turn(const ptc_run *run, ptc_event *event)
{
    const ptc_trace_turn *turn = &run->newest;

    if (turn->turn != run->turn)
        return;
    event->program = turn->source;
    event->input_tokens = turn->input_tokens;
    event->output_tokens = turn->output_tokens;
}

static void event_complete(ptc_run *run, ptc_event *event)
{
    event->seq = ++run->tree->seq;
    event->timestamp_ms = ptc_host_wall_clock(run->tree->host);
    event->agent = run->plan != NULL ? run->plan->source : NULL;
    event->turn = run->turn;
    event->trace_id = run->tree->trace_id;
    event->span_id = event_innermost(run);
    event->parent_span_id = event_parent(run);
    if (event->input_tokens == 0 && event->output_tokens == 0) {
        event->input_tokens = -1;
        event->output_tokens = -1;
    }
    if (event->kind == PTC_EVENT_TURN_STOP)
        event_add_turn(run, event);
}

void ptc_run_emit(ptc_run *run, ptc_event *event)
{
    bool is_start = event_is_start(event->kind);

    if (PTC_LIKELY(!event_is_heard(run))) {
        if (event->kind == PTC_EVENT_RUN_STOP)
            run->step->is_log_cut = run->tree->has_log_failed;
        return;
    }
    if (is_start)
        event_open(run, event->kind);
    else
        event_reach(run, event);
    event_complete(run, event);
    if (ptc_host_listens(run->tree->host, event->kind))
        ptc_host_emit(run->tree->host, event);
    if (event_is_logged(run->tree) && !ptc_log_write(run, event))
        run->tree->has_log_failed = true;
    if (!is_start && run->spans.count > 0)
        run->spans.count--;
}

bool ptc_run_listens(const ptc_run *run, ptc_event_kind kind)
{
    (void)kind; /* a stop needs its start, whoever listens to which */
    return event_is_heard(run);
}
