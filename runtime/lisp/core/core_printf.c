/* SPDX-License-Identifier: MIT */
/* printf: prints the result of `format`. Separate from core_host.c, so that programs that
 * only print do not link formats. [ptc-lisp 9.1] */
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"

ptc_value ptc_core_printf(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    ptc_value text = ptc_core_format(lisp, callee, args, count);

    return ptc_core_print(lisp, callee, &text, 1);
}

#define PTC_BUILTIN_PRINTF PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
