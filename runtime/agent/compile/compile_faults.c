/* SPDX-License-Identifier: MIT */
/* Faults of agents that are compiled, their programs and samples. */
#include "agent/compile/compile_int.h"

static ptc_severity faults_severity(ptc_diag_code code)
{
    return code == PTC_DIAG_COMPILE_NAME || code == PTC_DIAG_COMPILE_LITERAL
               ? PTC_SEVERITY_WARNING
               : PTC_SEVERITY_ERROR;
}

void ptc_faults_add(ptc_faults *faults, ptc_diag_code code, const char *format, ...)
{
    ptc_severity severity = faults_severity(code);
    ptc_compile_fault *fault;
    va_list arguments;
    ptc_text text;

    ptc_text_init(&text, faults->arena);
    va_start(arguments, format);
    ptc_text_format(&text, format, &arguments);
    va_end(arguments);
    fault = PTC_ARENA_PUSH(faults->arena, faults->items, faults->count, faults->capacity);
    faults->errors += severity == PTC_SEVERITY_ERROR;
    faults->warnings += severity == PTC_SEVERITY_WARNING;
    faults->failed = faults->failed || text.failed || fault == NULL;
    if (fault != NULL)
        *fault = (ptc_compile_fault){.code = code,
                                     .severity = severity,
                                     .message = ptc_text_view(&text),
                                     .hint = PTC_STR("")};
}

void ptc_faults_hint(ptc_faults *faults, const char *hint)
{
    if (faults->count > 0)
        faults->items[faults->count - 1].hint = ptc_str_of(hint);
}

void ptc_faults_place(ptc_faults *faults, ptc_span span)
{
    ptc_compile_fault *fault;

    if (faults->count == 0)
        return;
    fault = &faults->items[faults->count - 1];
    fault->span = span;
    if (faults->source != NULL)
        fault->position = ptc_source_position(faults->source, span.start);
}
