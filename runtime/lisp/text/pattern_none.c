/* SPDX-License-Identifier: MIT */
/* Patterns in builds without PCRE2: there are none. See pattern.h. */
#include "lisp/text/pattern.h"

static const char pattern_none[] =
    "this program was built without regular expressions (PCRE2); use split, "
    "includes? and index-of with strings";

void ptc_pattern_open(ptc_lisp *lisp)
{
    ptc_lisp_raise(lisp, PTC_REASON_RUNTIME, "%s", pattern_none);
}

bool ptc_pattern_prepare(ptc_lisp *lisp, ptc_str source, ptc_pattern_fault *fault,
                         uint32_t *cost)
{
    (void)lisp, (void)source;
    *cost = 0;
    *fault = (ptc_pattern_fault){0, pattern_none};
    return false;
}
