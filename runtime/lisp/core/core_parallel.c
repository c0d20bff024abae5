/* SPDX-License-Identifier: MIT */
/*
 * pmap and pcalls. [ptc-lisp 14] Their branches run one after the other, in the order of
 * the input, so that output, calls of tools and the first fault are in order by
 * themselves. Each begins with the variables as they were before all of them; its
 * definitions are undone at its end. A fault in a branch ends the program, or an attempt
 * around the branches, and protect.c ends the branches; so nothing is caught here.
 */
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/caller.h"
#include "lisp/heap/memory.h"
#include "lisp/language/builtins.h"

static void parallel_start(ptc_lisp *lisp, ptc_branches *branches, ptc_reason reason,
                           const char *what)
{
    const ptc_branches *outer = lisp->branches;

    *branches = (ptc_branches){
        .outer = outer,
        .what = what,
        .reason = reason,
        .depth = outer != NULL ? outer->depth + 1 : 1,
        .changes = lisp->change_count,
    };
    if (outer == NULL)
        branches->deadline = ptc_lisp_start_branches(lisp);
    lisp->branches = branches;
}

/* Keeps the result of the finished branch, and goes on to the next one. */
static void parallel_next(ptc_lisp *lisp, ptc_branches *branches, ptc_value *results,
                          ptc_value result)
{
    ptc_build_push(lisp, results, result);
    ptc_lisp_undo(lisp, branches->changes);
    branches->index++;
}

static void parallel_end(ptc_lisp *lisp, const ptc_branches *branches)
{
    lisp->branches = branches->outer;
    if (branches->outer == NULL)
        ptc_lisp_end_branches(lisp, branches->deadline);
}

ptc_value ptc_core_pmap(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    uint32_t shortest = ptc_seq_shortest(lisp, callee, args, count, 1);
    ptc_value *results = ptc_lisp_reserve(lisp, 1);
    ptc_branches branches;
    ptc_value *slots;

    ptc_build_start(lisp, results, shortest, PTC_FLAG_SEQ);
    slots = ptc_lisp_reserve(lisp, count - 1);
    parallel_start(lisp, &branches, PTC_REASON_PMAP, "pmap: element");
    for (uint32_t i = 0; i < shortest; i++)
        parallel_next(lisp, &branches, results,
                      ptc_call_across(lisp, args, slots, count, i));
    parallel_end(lisp, &branches);
    return *results;
}

ptc_value ptc_core_pcalls(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    ptc_value *results = ptc_lisp_reserve(lisp, 1);
    ptc_branches branches;

    (void)callee;
    ptc_build_start(lisp, results, count, PTC_FLAG_SEQ);
    parallel_start(lisp, &branches, PTC_REASON_PCALLS, "pcalls: function");
    for (uint32_t i = 0; i < count; i++) {
        ptc_lisp_step(lisp);
        parallel_next(lisp, &branches, results,
                      ptc_lisp_call(lisp, &args[i], lisp->top, 0));
    }
    parallel_end(lisp, &branches);
    return *results;
}

#define PTC_BUILTIN_PARALLEL PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
