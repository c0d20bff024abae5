/* SPDX-License-Identifier: MIT */
/*
 * Sequences for their effects. Everything is computed at once, so there is nothing to
 * force: dorun and doall only check their arguments. [ptc-lisp 11.2]
 */
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/caller.h"
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/language/builtins.h"

/* Goes through a sequence without an end, the last argument, until (reduced x). */
static ptc_value effect_run_endless(ptc_lisp *lisp, ptc_value *args)
{
    ptc_value *slots = ptc_lisp_reserve(lisp, 2); /* opened, an element */

    ptc_endless_check_end(lisp, "run!", &args[0], &args[1]);
    slots[0] = ptc_endless_open(lisp, &args[1]);
    while (ptc_endless_pull(lisp, &slots[0], &slots[1])) {
        if (ptc_lisp_call(lisp, &args[0], &slots[1], 1).kind == PTC_REDUCED)
            break;
    }
    return ptc_value_nil();
}

ptc_value ptc_core_run(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    ptc_caller caller;
    ptc_site site;

    if (!ptc_seq_ends(lisp, callee, args, count, 1))
        return effect_run_endless(lisp, args);
    caller = ptc_caller_make(lisp, &args[0], 1, &site);
    for (uint32_t i = 0; i < args[1].aux; i++) {
        ptc_value result = ptc_caller_one(lisp, &caller, &args[1].as.items[i]);

        if (PTC_UNLIKELY(result.kind == PTC_REDUCED))
            break;
    }
    return ptc_value_nil();
}

/* (NAME coll), (NAME n coll) */
static void effect_check(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                         uint32_t count)
{
    if (count == 2)
        ptc_count_arg(lisp, callee, args, count, 0);
    ptc_seq_check(lisp, callee, args, count, count - 1);
}

ptc_value ptc_core_dorun(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    effect_check(lisp, callee, args, count);
    return ptc_value_nil();
}

ptc_value ptc_core_doall(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    effect_check(lisp, callee, args, count);
    return args[count - 1];
}

#define PTC_BUILTIN_EFFECT PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
