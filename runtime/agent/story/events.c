/* SPDX-License-Identifier: MIT */
/*
 * Events: the receivers of events, and the members of every event: ids, number, times.
 * Without receivers the cost is one branch. [subagent 14]
 */
#include "agent/host/host_int.h"
#include "agent/story/log.h"
#include "agent/story/spans.h"
#include "agent/story/story_int.h"

static bool event_is_start(ptc_event_kind kind)
{
    return kind == PTC_EVENT_RUN_START || kind == PTC_EVENT_TURN_START ||
           kind == PTC_EVENT_LLM_START || kind == PTC_EVENT_TOOL_START;
}

static bool event_is_logged(const ptc_run_tree *tree)
{
    return tree->options->log != NULL && !tree->has_log_failed;
}

static bool event_is_heard(const ptc_run *run)
{
    return run->tree->host->events != 0 || event_is_logged(run->tree);
}

/* Members about the finished turn. */
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
    event->span_id = ptc_span_innermost(run);
    event->parent_span_id = ptc_span_parent(run);
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
        ptc_span_open(run, event->kind);
    else
        ptc_span_reach(run, event);
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
    (void)kind; /* a stop needs its start, whatever the handlers listen to */
    return event_is_heard(run);
}
