/* SPDX-License-Identifier: MIT */
/* Steps: why a run failed, and what a single turn of it gave. */
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

bool ptc_step_turn(const ptc_step *step, uint32_t n, ptc_step *out)
{
    const ptc_trace_turn *turn;

    if (step->trace == NULL || n == 0 || n > step->trace->turn_count)
        return false;
    turn = &step->trace->turns[n - 1];
    *out = (ptc_step){
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
    memcpy(out->trace_id, step->trace_id, sizeof out->trace_id);
    memcpy(out->parent_trace_id, step->parent_trace_id, sizeof out->parent_trace_id);
    return true;
}
