/* SPDX-License-Identifier: MIT */
/* Patterns in builds without PCRE2: there are none. See pattern.h. */
#include "lisp/text/pattern.h"

bool ptc_pattern_prepare(ptc_lisp *lisp, ptc_str source, ptc_pattern_fault *fault,
                         uint32_t *cost)
{
    (void)lisp, (void)source;
    *cost = 0;
    *fault = (ptc_pattern_fault){
        0, "this program was built without regular expressions (PCRE2); use split, "
           "includes? and index-of with strings"};
    return false;
}
