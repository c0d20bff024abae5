/* SPDX-License-Identifier: MIT */
/*
 * The explanation that a program's text gives of a fault depends only on the form at its
 * place and on the kind of the fault. So explanations can be made before a program runs,
 * where there is a reader, and be looked up where there is none. See fault.h.
 */
#include "lisp/heap/fault.h"

enum { FAULT_MESSAGE_MAX = 400 };

/* Whether the called value is a sequence or a string, or nil instead of one. */
static bool fault_has_parts(const char *message)
{
    static const char start[] = "not callable: ";

    return strncmp(message, start, sizeof start - 1) == 0 &&
           strchr("[\"n", message[sizeof start - 1]) != NULL;
}

/* Whether the function of a pmap was called with another count. */
static bool fault_is_of_branch(const ptc_lisp_error *error)
{
    return error->reason == PTC_REASON_PMAP &&
           strstr(error->message.ptr, ": arity_mismatch: expected ") != NULL;
}

static ptc_fault_sort fault_sort_count(const char *message, char *count)
{
    const char *got = strstr(message, ", got ");

    if (got == NULL || got[6] < '0' || got[6] > '9')
        return PTC_FAULT_NONE;
    *count = got[6];
    if (*count == '1')
        return strstr(message, "are []") != NULL ? PTC_FAULT_ONE_FOR_NONE : PTC_FAULT_ONE;
    return *count == '2' ? PTC_FAULT_TWO : PTC_FAULT_COUNT;
}

ptc_fault_sort ptc_fault_sort_of(const ptc_lisp *lisp, char *count)
{
    const ptc_lisp_error *error = &lisp->error;

    *count = '\0';
    if (error->line == 0 || !lisp->is_error_young || lisp->program == NULL)
        return PTC_FAULT_NONE;
    if (error->reason == PTC_REASON_NOT_CALLABLE)
        return fault_has_parts(error->message.ptr) ? PTC_FAULT_PARTS_CALLED
                                                   : PTC_FAULT_CALLED;
    if (error->reason == PTC_REASON_ARITY)
        return PTC_FAULT_ARITY;
    if (error->reason == PTC_REASON_ARITY_MISMATCH || fault_is_of_branch(error))
        return fault_sort_count(error->message.ptr, count);
    return PTC_FAULT_NONE;
}

ptc_fault_sort ptc_fault_general(ptc_fault_sort sort)
{
    return sort == PTC_FAULT_PARTS_CALLED   ? PTC_FAULT_CALLED
           : sort == PTC_FAULT_ONE_FOR_NONE ? PTC_FAULT_ONE
           : sort == PTC_FAULT_TWO          ? PTC_FAULT_COUNT
                                            : PTC_FAULT_NONE;
}

void ptc_fault_explain(ptc_lisp *lisp, ptc_str explanation, char count)
{
    ptc_text text;

    ptc_text_init(&text, &lisp->run_arena);
    ptc_text_str(&text, lisp->error.message);
    for (size_t i = 0; i < explanation.len; i++)
        ptc_text_byte(&text,
                      explanation.ptr[i] == PTC_FAULT_DIGIT ? count : explanation.ptr[i]);
    if (!text.failed && text.len <= FAULT_MESSAGE_MAX)
        lisp->error.message = ptc_text_view(&text);
}
