/* SPDX-License-Identifier: MIT */
/* Steps: why a run failed, and the result of a single turn. */
#include "agent/host/host_int.h"
#include "base/base_int.h"

void ptc_fail_set(ptc_fail *fail, ptc_arena *arena, const char *reason,
                  const char *format, ...)
{
    va_list arguments;
    ptc_text text;

    ptc_text_init(&text, arena);
    va_start(arguments, format);
    ptc_text_format(&text, format, &arguments);
    va_end(arguments);
    *fail = (ptc_fail){
        .reason = ptc_str_of(reason),
        .message = text.failed ? ptc_str_make("", 0) : ptc_text_view(&text),
        .op = ptc_str_make("", 0),
        .details = ptc_value_nil(),
    };
}

ptc_status ptc_step_turn(ptc_arena *arena, const ptc_step *step, uint32_t n,
                         const ptc_step **out)
{
    const ptc_trace_turn *turn;
    ptc_step *made;

    *out = NULL;
    if (step->trace == NULL || n == 0 || n > step->trace->turn_count)
        return PTC_ERROR_RANGE;
    made = ptc_arena_array(arena, 1, sizeof *made);
    if (made == NULL)
        return PTC_ERROR_MEMORY;
    turn = &step->trace->turns[n - 1];
    *made = (ptc_step){
        .is_ok = turn->error.reason.len == 0,
        .result = turn->result,
        .fail = turn->error,
        .memory = turn->memory,
        .memory_delta = turn->memory_delta,
        .signature = step->signature,
        .usage = {.duration_ms = turn->duration_ms,
                  .turns = 1,
                  .input_tokens = turn->input_tokens,
                  .output_tokens = turn->output_tokens},
    };
    memcpy(made->trace_id, step->trace_id, sizeof made->trace_id);
    memcpy(made->parent_trace_id, step->parent_trace_id, sizeof made->parent_trace_id);
    *out = made;
    return PTC_OK;
}
