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
