/* SPDX-License-Identifier: MIT */
/* Faults of the definition of an agent, each with its field. */
#include "agent/plan/plan_int.h"
#include "base/base_int.h"

/* "tools.search.signature" */
static ptc_str fault_path(ptc_plan *plan)
{
    ptc_text path;

    ptc_text_init(&path, plan->arena);
    for (size_t i = 0; i < 3 && plan->at[i].len > 0; i++) {
        ptc_text_cstr(&path, i > 0 ? "." : "");
        ptc_text_str(&path, plan->at[i]);
    }
    plan->failed = plan->failed || path.failed;
    return ptc_text_view(&path);
}

static void plan_fault_add(ptc_plan *plan, const char *reason, bool is_warning,
                           const char *format, va_list *arguments)
{
    ptc_agent_fault *fault;
    ptc_text text;

    ptc_text_init(&text, plan->arena);
    ptc_text_format(&text, format, arguments);
    fault = text.failed ? NULL
                        : PTC_ARENA_PUSH(plan->arena, plan->faults, plan->fault_count,
                                         plan->fault_capacity);
    if (fault == NULL) {
        plan->failed = true;
        return;
    }
    *fault = (ptc_agent_fault){
        ptc_error_make(ptc_text_view(&text), fault_path(plan), ptc_str_of(reason)),
        is_warning, NULL};
    plan->error_count += !is_warning;
}

void ptc_plan_fault(ptc_plan *plan, const char *reason, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    plan_fault_add(plan, reason, false, format, &arguments);
    va_end(arguments);
}

void ptc_plan_warn(ptc_plan *plan, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    plan_fault_add(plan, "invalid_config", true, format, &arguments);
    va_end(arguments);
}

void ptc_plan_take_diags(ptc_plan *plan, const ptc_diags *diags, const char *reason,
                         const char *what)
{
    for (size_t i = 0; i < diags->count; i++) {
        const ptc_diag *diag = &diags->items[i];
        ptc_position place = ptc_source_position(diag->source, diag->span.start);

        if (diag->severity == PTC_SEVERITY_WARNING)
            ptc_plan_warn(plan, "%s:%zu:%zu: %.*s%s%.*s", what, place.line, place.column,
                          (int)diag->message.len, diag->message.ptr,
                          diag->hint.len > 0 ? "; " : "", (int)diag->hint.len,
                          diag->hint.ptr);
        else
            ptc_plan_fault(plan, reason, "%s:%zu:%zu: %.*s%s%.*s", what, place.line,
                           place.column, (int)diag->message.len, diag->message.ptr,
                           diag->hint.len > 0 ? "; " : "", (int)diag->hint.len,
                           diag->hint.ptr);
    }
}
