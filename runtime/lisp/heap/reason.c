/* SPDX-License-Identifier: MIT */
/* The names of reasons. */
#include <ptc/lisp.h>

const char *ptc_reason_name(ptc_reason reason)
{
    static const char *const names[] = {
#define PTC_REASON(constant, name) name,
#include <ptc/reasons.def>
#undef PTC_REASON
    };

    return (unsigned)reason < PTC_REASON_COUNT ? names[reason] : "unknown";
}

ptc_error ptc_lisp_error_view(ptc_arena *arena, const ptc_lisp_error *error)
{
    ptc_str code = ptc_str_of(
        error->reason != PTC_REASON_NONE ? ptc_reason_name(error->reason) : "");
    ptc_text path;

    if (error->line == 0)
        return ptc_error_make(error->message, PTC_STR(""), code);
    ptc_text_init(&path, arena);
    ptc_text_uint(&path, error->line);
    ptc_text_byte(&path, ':');
    ptc_text_uint(&path, error->column);
    return ptc_error_make(error->message,
                          path.failed ? PTC_STR("") : ptc_text_view(&path), code);
}
