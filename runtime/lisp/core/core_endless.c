/* SPDX-License-Identifier: MIT */
/* Builtins whose sequences have no end; `range` and `repeat`, which may have one, are in
 * core_generate.c. The builtins make their own stages over them. [ptc-lisp 11.2] */
#include "lisp/heap/endless.h"

#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/language/builtins.h"

ptc_value ptc_core_iterate(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    ptc_value value = ptc_endless_make(lisp, PTC_STAGE_ITERATE, NULL, 0, args[0]);

    (void)callee;
    (void)count;
    ptc_endless_of(&value)->values[1] = args[1];
    return value;
}

ptc_value ptc_core_cycle(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    if (!ptc_list_ends(lisp, callee, args, count, 0))
        return args[0]; /* its end, to begin again, never comes */
    if (args[0].aux == 0)
        return ptc_seq_empty();
    return ptc_endless_make(lisp, PTC_STAGE_CYCLE, NULL, 0, args[0]);
}

ptc_value ptc_core_repeatedly(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    uint32_t times;
    ptc_value *result;

    if (count == 1)
        return ptc_endless_make(lisp, PTC_STAGE_REPEATEDLY, NULL, 0, args[0]);
    times = ptc_count_arg(lisp, callee, args, count, 0);
    result = ptc_lisp_reserve(lisp, 1);
    ptc_build_start(lisp, result, ptc_build_guess(times), PTC_FLAG_SEQ);
    for (uint32_t i = 0; i < times; i++) {
        ptc_lisp_step(lisp);
        ptc_build_push(lisp, result, ptc_lisp_call(lisp, &args[1], lisp->top, 0));
    }
    return *result;
}

#define PTC_BUILTIN_ENDLESS PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
