/* SPDX-License-Identifier: MIT */
/* A program's result is checked before memory keeps its definitions, and the model reads
 * why it does not fit. [subagent 4.2, validation 9] */
#include "agent/run/loop_int.h"

enum { JUDGE_RECEIVED_MAX = 200 };

/* The text for the model on a result that does not fit. [validation 9] */
static ptc_str judge_explain(const ptc_run *run, const ptc_value *value,
                             const ptc_report *report)
{
    static const ptc_show_options show = {.struct_size = sizeof show,
                                          .text_max = JUDGE_RECEIVED_MAX};
    bool has_type = run->plan->signature != NULL;
    ptc_schema output = {0};
    ptc_text text;

    ptc_text_init(&text, report->arena);
    ptc_report_write_errors(&text, report, "Return validation errors:");
    if (has_type) {
        output = ptc_plan_output(run->plan);
        ptc_text_cstr(&text, "Expected: ");
        ptc_schema_write_prompt(&text, PTC_STR(""), &output, run->plan->agent.tool_style,
                                NULL);
        ptc_text_byte(&text, '\n');
    }
    ptc_text_cstr(&text, "Received: ");
    ptc_schema_write_value(&text, has_type ? &output : NULL, value, PTC_OUTPUT, &show);
    ptc_text_cstr(&text, run->plan->is_judgment
                             ? "\nGive a corrected value."
                             : "\nCall return again with a corrected value.");
    return ptc_text_view(&text);
}

const char *ptc_loop_judge(ptc_lisp_result *result, ptc_arena *arena, void *user)
{
    ptc_run *run = user;
    ptc_report report;
    ptc_status status;

    if (!result->is_return && !run->plan->is_judgment)
        return run->is_retry ? "only return and fail are accepted now" : NULL;
    status = ptc_run_judge_result(run, result, arena, &report);
    if (status == PTC_OK) {
        ptc_run_warn_of_result(run, &report);
        return NULL;
    }
    if (status != PTC_ERROR_INVALID)
        return "the result cannot be checked: it is nested too deep";
    run->verdict = judge_explain(run, &result->value, &report);
    return ptc_run_result_issues(&report);
}
