/* SPDX-License-Identifier: MIT */
/* The results of runs: the step, and the stop event. [subagent 13, 14] */
#include "agent/program/program_int.h"

static void step_describe_fields(const ptc_run *run, ptc_value *out)
{
    const ptc_agent *agent = &run->plan->agent;
    size_t count = agent->field_description_count;
    ptc_map_entry *entries;

    if (count == 0)
        return;
    entries = ptc_arena_array(run->arena, count, sizeof *entries);
    for (size_t i = 0; entries != NULL && i < count; i++) {
        entries[i].key = ptc_value_string(agent->field_descriptions[i].name);
        entries[i].value = ptc_value_string(agent->field_descriptions[i].text);
    }
    if (entries != NULL)
        ptc_map_make(run->arena, entries, count, out, NULL);
}

/* The values that programs left in memory. */
static void step_keep_memory(ptc_run *run)
{
    ptc_step *step = run->step;
    ptc_status status = ptc_map_make(run->arena, NULL, 0, &step->memory, NULL);

    step->memory_delta = step->memory;
    if (status == PTC_OK && run->lisp != NULL) {
        status = ptc_lisp_memory(run->arena, run->lisp, &step->memory);
        step->usage.memory_bytes = ptc_lisp_memory_size(run->lisp);
    }
    if (run->memory_delta.kind == PTC_MAP)
        ptc_value_copy(run->arena, &run->memory_delta, &step->memory_delta);
    if (status == PTC_ERROR_MEMORY)
        run->scratch.failed = true;
}

/* Refused memory shows in the arena. */
static void step_fill(ptc_run *run)
{
    ptc_step *step = run->step;

    step->signature = run->plan->signature;
    step->prompt = run->mission;
    step->secrets = run->tree->options->redaction.secrets;
    step->usage.turns = run->is_compiled ? 0 : run->turn;
    step->usage.llm_requests = run->llm_requests;
    step->usage.input_tokens = run->input_tokens;
    step->usage.output_tokens = run->output_tokens;
    step->usage.duration_ms =
        (ptc_host_clock(run->tree->host) - run->start_ns) / 1000000u;
    memcpy(step->trace_id, run->tree->trace_id, sizeof step->trace_id);
    if (run->parent != NULL)
        memcpy(step->parent_trace_id, run->tree->trace_id, sizeof step->parent_trace_id);
    if (run->options->collect_messages) {
        step->messages = run->talk.messages;
        step->message_count = run->talk.count;
        step->message_size = sizeof *run->talk.messages;
        step->part_size = sizeof(ptc_part);
    }
    step_describe_fields(run, &step->field_descriptions);
    step_keep_memory(run);
}

static void step_tell_stop(ptc_run *run, ptc_status status)
{
    ptc_event event = {.kind = PTC_EVENT_RUN_STOP,
                       .duration_ns = ptc_host_clock(run->tree->host) - run->start_ns,
                       .input_tokens = run->input_tokens,
                       .output_tokens = run->output_tokens};

    if (status == PTC_ERROR_MEMORY) {
        event.kind = PTC_EVENT_RUN_EXCEPTION;
        event.error = PTC_STR("out of memory");
    } else {
        event.step = run->step;
        event.status = run->step->is_ok ? PTC_STR("ok") : PTC_STR("error");
    }
    ptc_run_emit(run, &event);
    run->step->is_log_cut = run->tree->has_log_failed;
}

ptc_status ptc_run_finish(ptc_run *run, ptc_status status)
{
    if (status != PTC_ERROR_MEMORY && !run->arena->failed)
        step_fill(run);
    ptc_trace_finish(run, run->step->is_ok);
    if (run->arena->failed || run->scratch.failed)
        status = PTC_ERROR_MEMORY;
    if (status != PTC_ERROR_MEMORY)
        status = run->step->is_ok ? PTC_OK : PTC_ERROR_INVALID;
    step_tell_stop(run, status);
    return status;
}
