/* SPDX-License-Identifier: MIT */
/* Spans: what started in a run and has not stopped, one inside the other. */
#include "agent/story/spans.h"

#include "agent/host/host_int.h"

/* The event that began the span that this one ends. */
static ptc_event_kind span_start_of(ptc_event_kind kind)
{
    if (kind == PTC_EVENT_RUN_STOP || kind == PTC_EVENT_RUN_EXCEPTION)
        return PTC_EVENT_RUN_START;
    if (kind == PTC_EVENT_TURN_STOP)
        return PTC_EVENT_TURN_START;
    if (kind == PTC_EVENT_LLM_STOP)
        return PTC_EVENT_LLM_START;
    return PTC_EVENT_TOOL_START;
}

const char *ptc_span_innermost(const ptc_run *run)
{
    const ptc_run_spans *spans = &run->spans;

    return spans->count > 0 ? spans->open[spans->count - 1].id : run->span_id;
}

const char *ptc_span_parent(const ptc_run *run)
{
    const ptc_run_spans *spans = &run->spans;

    if (spans->count > 1)
        return spans->open[spans->count - 2].id;
    return run->parent != NULL ? ptc_span_innermost(run->parent) : "";
}

void ptc_span_open(ptc_run *run, ptc_event_kind kind)
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

void ptc_span_reach(ptc_run *run, ptc_event *event)
{
    ptc_run_spans *spans = &run->spans;
    ptc_event_kind start = span_start_of(event->kind);
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
