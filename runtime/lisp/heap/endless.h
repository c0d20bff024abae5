/* SPDX-License-Identifier: MIT */
/*
 * Internal to runtime/lisp: sequences without an end. [ptc-lisp 11.2]
 *
 * Such a value describes where elements come from: a stage with its sources, which are
 * other such values. It never visibly changes, so going through it twice starts over. To
 * get elements, it is opened: its stages are copied, and pulling from the copy changes
 * them. The rest of a copy is a value again once pulling from it has ended.
 *
 * A pull is a SAFEPOINT, costs a step for each stage that it passes, and calls functions.
 * The stages of one value are bounded; pulls check the C stack, like calls.
 */
#ifndef PTC_LISP_ENDLESS_H
#define PTC_LISP_ENDLESS_H

#include "lisp/heap/data.h"

typedef enum ptc_stage {
    /* without a source */
    PTC_STAGE_RANGE,      /* from state, by steps of subject */
    PTC_STAGE_REPEAT,     /* subject */
    PTC_STAGE_REPEATEDLY, /* results of subject */
    PTC_STAGE_ITERATE,    /* state, (subject state), .. */
    PTC_STAGE_CYCLE,      /* items of the vector subject, over and over */
    PTC_STAGE_ITEMS,      /* the same once: a part within mapcat */
    /* of one source */
    PTC_STAGE_PREPEND, /* items of the vector subject, then the source */
    PTC_STAGE_TAKE,    /* number of them */
    PTC_STAGE_DROP,    /* without that many */
    PTC_STAGE_TAKE_NTH,
    PTC_STAGE_TAKE_WHILE,
    PTC_STAGE_DROP_WHILE,
    PTC_STAGE_FILTER,
    PTC_STAGE_REMOVE,
    PTC_STAGE_KEEP,
    PTC_STAGE_KEEP_INDEXED,
    PTC_STAGE_MAP_INDEXED,
    PTC_STAGE_PARTITION, /* of `number` items, `step` further on */
    PTC_STAGE_PARTITION_ALL,
    PTC_STAGE_PARTITION_BY,
    PTC_STAGE_INTERPOSE,
    PTC_STAGE_DISTINCT,
    PTC_STAGE_DEDUPE,
    PTC_STAGE_REDUCTIONS,
    /* of several */
    PTC_STAGE_MAP,
    PTC_STAGE_MAPCAT, /* the last source is the part that was begun, or nil */
    PTC_STAGE_INTERLEAVE,
} ptc_stage;

enum { PTC_STAGES_MAX = 500 }; /* of one value, all sources together */

#define PTC_ENDLESS_ADVICE "take a part of it first, (take n ..) or (take-while pred ..)"

typedef struct ptc_endless {
    uint64_t head;
    uint8_t stage;
    uint8_t phase; /* how far it has got, depending on the stage; 0: nothing was pulled */
    bool may_end;  /* has a stage that ends it, TAKE or TAKE_WHILE */
    uint8_t reserved;
    uint32_t weight;  /* stages, with those of its sources */
    uint64_t number;  /* counts, depending on the stage */
    uint64_t step;    /* TAKE_NTH, PARTITION, PARTITION_ALL */
    uint32_t sources; /* how many of the values are, the first ones */
    uint32_t count;   /* of values: sources, subject, state */
    ptc_value values[];
} ptc_endless;

/* On the callee of a builtin: the call's value goes directly to a builtin that goes
 * through it element by element. */
#define PTC_FLAG_PIPED 16

PTC_INLINE bool ptc_is_endless(const ptc_value *value)
{
    return (unsigned)value->kind == PTC_ENDLESS;
}

PTC_INLINE ptc_endless *ptc_endless_of(const ptc_value *value)
{
    return (ptc_endless *)(void *)value->as.object;
}

/* Whether all of args [from, count), at least one, are endless. */
PTC_INLINE bool ptc_endless_are_all(const ptc_value *args, uint32_t count, uint32_t from)
{
    while (from < count && ptc_is_endless(&args[from]))
        from++;
    return PTC_UNLIKELY(from == count) && count > 0 && ptc_is_endless(&args[count - 1]);
}

/* --- endless.c --------------------------------------------------------------------- */

/* A stage with a subject, usually its function, and nil as state. Raises when there are
 * too many stages. */
ptc_value ptc_endless_make(ptc_lisp *lisp, ptc_stage stage, const ptc_value *sources,
                           uint32_t count, ptc_value subject);

/* The same as the value of a call of a builtin, see ptc_endless_finish. A SAFEPOINT. */
ptc_value ptc_endless_stage(ptc_lisp *lisp, const ptc_value *callee, ptc_stage stage,
                            const ptc_value *sources, uint32_t count, ptc_value subject);

/* With an item before it. */
ptc_value ptc_endless_cons(ptc_lisp *lisp, ptc_value item, const ptc_value *endless);

/* After the items of a vector. */
ptc_value ptc_endless_concat(ptc_lisp *lisp, ptc_value items, const ptc_value *endless);

/* TAKE and DROP, drops in a row as one, and TAKE_NTH, as the value of a call. A
 * SAFEPOINT.
 */
ptc_value ptc_endless_cut(ptc_lisp *lisp, const ptc_value *callee, ptc_stage stage,
                          const ptc_value *endless, uint64_t number);

/* A copy that may be pulled from. */
ptc_value ptc_endless_open(ptc_lisp *lisp, const ptc_value *endless);

/* The rest after the first `count` elements. A SAFEPOINT. */
ptc_value ptc_endless_rest(ptc_lisp *lisp, const ptc_value *endless, uint64_t count);

/* The element at the index; false when it ends before. A SAFEPOINT. */
bool ptc_endless_nth(ptc_lisp *lisp, const ptc_value *endless, uint64_t index,
                     ptc_value *item);

/* The same, or nil when it turns out to have no elements. A SAFEPOINT. */
ptc_value ptc_endless_seq(ptc_lisp *lisp, const ptc_value *endless);

/* The first element for which the function holds, or nil; both are slots. A SAFEPOINT. */
ptc_value ptc_endless_find(ptc_lisp *lisp, const ptc_value *function, ptc_value *endless);

/* The first `most` elements as a vector. A SAFEPOINT. */
ptc_value ptc_endless_take(ptc_lisp *lisp, const ptc_value *endless, uint64_t most,
                           unsigned flags);

/* The value of a builtin's call: all elements of a sequence that may end, unless the call
 * is piped. A SAFEPOINT. */
ptc_value ptc_endless_finish(ptc_lisp *lisp, const ptc_value *callee, ptc_value endless);

/* For [a b & c]: the first `count` elements as a vector; with `has_rest` a value that
 * begins with them. A SAFEPOINT. */
ptc_value ptc_endless_split(ptc_lisp *lisp, const ptc_value *endless, uint32_t count,
                            bool has_rest);

/* Makes vectors of args [from, count), which are not all endless; the length of the
 * shortest of them. `name` is the builtin's. A SAFEPOINT. */
uint32_t ptc_endless_align(ptc_lisp *lisp, const char *name, ptc_value *args,
                           uint32_t count, uint32_t from);

/* "an endless sequence cannot be printed; take a part of it first, .." of "be printed" */
PTC_COLD PTC_NORETURN void ptc_endless_refuse(ptc_lisp *lisp, const char *what);

/* Raises where the builtin `name` would call the function with elements forever: another
 * builtin never gives (reduced x). */
void ptc_endless_check_end(ptc_lisp *lisp, const char *name, const ptc_value *function,
                           const ptc_value *endless);

/* --- endless_pull.c ---------------------------------------------------------------- */

/* The next element of an opened copy, which is in a slot; false when there is none, now
 * or later. A SAFEPOINT. */
bool ptc_endless_pull(ptc_lisp *lisp, const ptc_value *opened, ptc_value *item);

#endif
