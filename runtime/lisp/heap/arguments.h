/* SPDX-License-Identifier: MIT */
/* Internal to runtime/lisp: sequences and numbers among the arguments of builtins. seq.c
 */
#ifndef PTC_LISP_ARGUMENTS_H
#define PTC_LISP_ARGUMENTS_H

#include "lisp/heap/data.h"

/* The items of any seqable argument; the type error names the builtin and all arguments.
 */
PTC_INLINE const ptc_value *ptc_seq_arg(ptc_lisp *lisp, const ptc_value *callee,
                                        ptc_value *args, uint32_t count, uint32_t at)
{
    return ptc_lisp_seq(lisp, &args[at], ptc_callee_name(callee), args, count);
}

/* Makes args[at] a vector of any form, which needs no flat one. */
PTC_INLINE const ptc_value *ptc_list_arg(ptc_lisp *lisp, const ptc_value *callee,
                                         ptc_value *args, uint32_t count, uint32_t at)
{
    if (args[at].kind != PTC_VECTOR)
        ptc_seq_arg(lisp, callee, args, count, at);
    return &args[at];
}

/* As ptc_seq_arg; false when args[at] is a sequence without an end. */
bool ptc_seq_ends_slow(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count, uint32_t at);
PTC_INLINE bool ptc_seq_ends(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count, uint32_t at)
{
    return PTC_LIKELY(args[at].kind == PTC_VECTOR && !(args[at].flags & PTC_FLAG_TREE)) ||
           ptc_seq_ends_slow(lisp, callee, args, count, at);
}

/* As ptc_list_arg; false when args[at] is a sequence without an end. */
PTC_INLINE bool ptc_list_ends(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count, uint32_t at)
{
    return args[at].kind == PTC_VECTOR ||
           ptc_seq_ends_slow(lisp, callee, args, count, at);
}

/* Raises unless args [from, count) are seqable, before any of them is changed. */
void ptc_seq_check(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                   uint32_t count, uint32_t from);

/* Makes flat vectors of args [from, count), cut to the length of the shortest, which is
 * the result; 0 when there is none. From an endless sequence that many elements are
 * taken, unless all are endless. A SAFEPOINT then. */
uint32_t ptc_seq_shortest(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count, uint32_t from);

/* Keys and values in turn of args[at]: a map, a collection of [key value] pairs, or
 * nothing. Charges steps. */
ptc_value ptc_entry_pairs(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                          uint32_t count, uint32_t at);

/* The count that the number args[at] gives: none below zero; 1.5 counts as two. Raises
 * the type error when it is not a number. */
uint32_t ptc_count_arg(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                       uint32_t count, uint32_t at);

/* args[at] cut to a whole number, see ptc_number_index; raises the type error when it is
 * not a number. */
int64_t ptc_index_arg(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                      uint32_t count, uint32_t at);

/* Raises the arity error unless the arguments after the first `fixed` come in pairs. */
void ptc_arity_even(ptc_lisp *lisp, const ptc_value *callee, uint32_t count,
                    uint32_t fixed);

#endif
