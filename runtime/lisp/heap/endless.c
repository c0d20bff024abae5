/* SPDX-License-Identifier: MIT */
/* Sequences without an end: made, copied, cut. See endless.h. [ptc-lisp 11.2] */
#include "lisp/heap/endless.h"

#include "lisp/heap/build.h"

void ptc_endless_refuse(ptc_lisp *lisp, const char *what)
{
    ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                   "an endless sequence cannot %s; " PTC_ENDLESS_ADVICE, what);
}

void ptc_endless_check_end(ptc_lisp *lisp, const char *name, const ptc_value *function,
                           const ptc_value *endless)
{
    const ptc_function *object = (const ptc_function *)(const void *)function->as.object;

    if ((unsigned)function->kind == PTC_FUNCTION && ptc_function_is_native(object) &&
        !(object->head & PTC_OBJECT_MOVES) && !ptc_endless_of(endless)->may_end)
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "%s: an endless sequence has no end; end it with (reduced x), "
                       "or " PTC_ENDLESS_ADVICE,
                       name);
}

static void endless_look_at_stack(ptc_lisp *lisp)
{
    if (PTC_UNLIKELY(PTC_C_STACK() < lisp->c_limit))
        ptc_lisp_stack_overflow(lisp);
}

static void endless_check_weight(ptc_lisp *lisp, uint32_t weight)
{
    if (weight > PTC_STAGES_MAX)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "an endless sequence of more than %d stages; build it with fewer "
                       "calls, or take a part of it first, (take n ..)",
                       PTC_STAGES_MAX);
}

static size_t endless_size(uint32_t count)
{
    return sizeof(ptc_endless) + count * sizeof(ptc_value);
}

static ptc_value endless_value(ptc_endless *node)
{
    ptc_value value = ptc_value_make((ptc_kind)PTC_ENDLESS, 0, 0);

    value.as.object = (ptc_object *)(void *)node;
    return value;
}

/* Counts the stages and asks the sources whether they may end. */
static void endless_weigh(ptc_lisp *lisp, ptc_endless *node)
{
    node->weight = 1;
    node->may_end = node->stage == PTC_STAGE_TAKE || node->stage == PTC_STAGE_TAKE_WHILE;
    for (uint32_t i = 0; i < node->sources; i++) {
        if (!ptc_is_endless(&node->values[i]))
            continue;
        node->weight += ptc_endless_of(&node->values[i])->weight;
        if (node->stage != PTC_STAGE_MAPCAT || i + 1 < node->sources)
            node->may_end |= ptc_endless_of(&node->values[i])->may_end;
        endless_check_weight(lisp, node->weight);
    }
}

ptc_value ptc_endless_make(ptc_lisp *lisp, ptc_stage stage, const ptc_value *sources,
                           uint32_t count, ptc_value subject)
{
    size_t size = endless_size(count + 2);
    ptc_endless *node = ptc_heap_alloc(lisp, size);

    *node = (ptc_endless){.head = ptc_object_head(PTC_OBJECT_ENDLESS, size),
                          .stage = (uint8_t)stage,
                          .sources = count,
                          .count = count + 2};
    if (count > 0)
        memcpy(node->values, sources, count * sizeof *sources);
    node->values[count] = subject;
    node->values[count + 1] = ptc_value_nil();
    endless_weigh(lisp, node);
    return endless_value(node);
}

ptc_value ptc_endless_cons(ptc_lisp *lisp, ptc_value item, const ptc_value *endless)
{
    const ptc_endless *node = ptc_endless_of(endless);
    const ptc_value *items = &node->values[node->sources];

    if (node->stage != PTC_STAGE_PREPEND || node->number > 0)
        return ptc_endless_make(lisp, PTC_STAGE_PREPEND, endless, 1,
                                ptc_vector_of(lisp, &item, 1));
    return ptc_endless_make(lisp, PTC_STAGE_PREPEND, node->values, 1,
                            ptc_vector_prepend(lisp, *items, item));
}

ptc_value ptc_endless_concat(ptc_lisp *lisp, ptc_value items, const ptc_value *endless)
{
    if (items.aux == 0)
        return *endless;
    return ptc_endless_make(lisp, PTC_STAGE_PREPEND, endless, 1, items);
}

ptc_value ptc_endless_cut(ptc_lisp *lisp, const ptc_value *callee, ptc_stage stage,
                          const ptc_value *endless, uint64_t number)
{
    const ptc_endless *from = ptc_endless_of(endless);
    ptc_value value;

    if (stage == PTC_STAGE_DROP && from->stage == PTC_STAGE_DROP) {
        number += from->number;
        endless = from->values;
    }
    value = ptc_endless_make(lisp, stage, endless, 1, ptc_value_nil());
    if (stage == PTC_STAGE_TAKE_NTH)
        ptc_endless_of(&value)->step = number;
    else
        ptc_endless_of(&value)->number = number;
    return ptc_endless_finish(lisp, callee, value);
}

/* Recursion checks the C stack; it never collects. */
static ptc_value endless_copy(ptc_lisp *lisp, const ptc_value *endless)
{
    const ptc_endless *from = ptc_endless_of(endless);
    size_t size = endless_size(from->count);
    ptc_endless *node = ptc_heap_alloc(lisp, size);

    endless_look_at_stack(lisp);
    memcpy(node, from, size);
    for (uint32_t i = 0; i < node->sources; i++) {
        if (ptc_is_endless(&node->values[i]))
            node->values[i] = endless_copy(lisp, &node->values[i]);
    }
    return endless_value(node);
}

ptc_value ptc_endless_open(ptc_lisp *lisp, const ptc_value *endless)
{
    ptc_lisp_steps(lisp, ptc_endless_of(endless)->weight);
    return endless_copy(lisp, endless);
}

/* Whether it only passes on its source. */
static bool endless_is_spent(const ptc_endless *node)
{
    if (node->stage == PTC_STAGE_PREPEND)
        return node->number == node->values[1].aux;
    return (node->stage == PTC_STAGE_DROP && node->number == 0) ||
           (node->stage == PTC_STAGE_DROP_WHILE && node->phase != 0);
}

/* An opened copy becomes a value: spent stages are dropped, stages begun since then
 * count. */
static void endless_settle(ptc_lisp *lisp, ptc_value *value)
{
    ptc_endless *node;

    endless_look_at_stack(lisp);
    ptc_lisp_step(lisp);
    while (endless_is_spent(ptc_endless_of(value)))
        *value = ptc_endless_of(value)->values[0];
    node = ptc_endless_of(value);
    for (uint32_t i = 0; i < node->sources; i++) {
        if (ptc_is_endless(&node->values[i]))
            endless_settle(lisp, &node->values[i]);
    }
    endless_weigh(lisp, node);
}

ptc_value ptc_endless_rest(ptc_lisp *lisp, const ptc_value *endless, uint64_t count)
{
    ptc_value *opened = ptc_lisp_reserve(lisp, 1);
    ptc_value item;

    *opened = ptc_endless_open(lisp, endless);
    while (count > 0 && ptc_endless_pull(lisp, opened, &item))
        count--;
    endless_settle(lisp, opened);
    lisp->top = opened;
    return *opened;
}

bool ptc_endless_nth(ptc_lisp *lisp, const ptc_value *endless, uint64_t index,
                     ptc_value *item)
{
    ptc_value *opened = ptc_lisp_reserve(lisp, 1);
    bool is_there;

    *opened = ptc_endless_open(lisp, endless);
    while ((is_there = ptc_endless_pull(lisp, opened, item)) && index > 0)
        index--;
    lisp->top = opened;
    return is_there;
}

ptc_value ptc_endless_seq(ptc_lisp *lisp, const ptc_value *endless)
{
    ptc_value first;

    return ptc_endless_nth(lisp, endless, 0, &first) ? *endless : ptc_value_nil();
}

ptc_value ptc_endless_find(ptc_lisp *lisp, const ptc_value *function, ptc_value *endless)
{
    ptc_value found;

    *endless = ptc_endless_make(lisp, PTC_STAGE_FILTER, endless, 1, *function);
    return ptc_endless_nth(lisp, endless, 0, &found) ? found : ptc_value_nil();
}

/* At most `most` elements of an opened copy in a slot, appended to the vector in another.
 * A SAFEPOINT. */
static void endless_collect(ptc_lisp *lisp, const ptc_value *opened, uint64_t most,
                            ptc_value *vector)
{
    ptc_value item;

    while (most > 0 && ptc_endless_pull(lisp, opened, &item)) {
        ptc_build_push(lisp, vector, item);
        most--;
    }
}

ptc_value ptc_endless_take(ptc_lisp *lisp, const ptc_value *endless, uint64_t most,
                           unsigned flags)
{
    ptc_value *slots = ptc_lisp_reserve(lisp, 2); /* opened, elements */

    slots[0] = ptc_endless_open(lisp, endless);
    ptc_build_start(lisp, &slots[1], ptc_build_guess((size_t)most), flags);
    endless_collect(lisp, &slots[0], most, &slots[1]);
    lisp->top = slots;
    return slots[1];
}

ptc_value ptc_endless_finish(ptc_lisp *lisp, const ptc_value *callee, ptc_value endless)
{
    ptc_value *slot;

    if (!ptc_endless_of(&endless)->may_end || callee->flags & PTC_FLAG_PIPED)
        return endless;
    slot = ptc_lisp_reserve(lisp, 1);
    *slot = endless;
    *slot = ptc_endless_take(lisp, slot, UINT64_MAX, PTC_FLAG_SEQ);
    lisp->top = slot;
    return *slot;
}

ptc_value ptc_endless_stage(ptc_lisp *lisp, const ptc_value *callee, ptc_stage stage,
                            const ptc_value *sources, uint32_t count, ptc_value subject)
{
    return ptc_endless_finish(lisp, callee,
                              ptc_endless_make(lisp, stage, sources, count, subject));
}

ptc_value ptc_endless_split(ptc_lisp *lisp, const ptc_value *endless, uint32_t count,
                            bool has_rest)
{
    ptc_value *slots = ptc_lisp_reserve(lisp, 2); /* opened, elements */

    slots[0] = ptc_endless_open(lisp, endless);
    ptc_build_start(lisp, &slots[1], count, PTC_FLAG_SEQ);
    endless_collect(lisp, &slots[0], count, &slots[1]);
    lisp->top = slots;
    if (!has_rest)
        return slots[1];
    endless_settle(lisp, &slots[0]);
    return ptc_endless_make(lisp, PTC_STAGE_PREPEND, &slots[0], 1, slots[1]);
}

uint32_t ptc_endless_align(ptc_lisp *lisp, const char *name, ptc_value *args,
                           uint32_t count, uint32_t from)
{
    uint32_t shortest = PTC_COUNT_MAX;
    bool is_bounded = false;

    for (uint32_t i = from; i < count; i++) {
        if (!ptc_is_endless(&args[i]) && !ptc_value_is_seqable(&args[i]))
            ptc_lisp_type_error(lisp, name, args, count);
    }
    for (uint32_t i = from; i < count; i++) {
        if (ptc_is_endless(&args[i]))
            continue;
        if (args[i].kind != PTC_VECTOR)
            ptc_lisp_seq(lisp, &args[i], name, args, count);
        is_bounded = true;
        if (args[i].aux < shortest)
            shortest = args[i].aux;
    }
    if (!is_bounded)
        ptc_lisp_type_error(lisp, name, args, count);
    for (uint32_t i = from; i < count; i++) {
        if (!ptc_is_endless(&args[i]))
            continue;
        args[i] = ptc_endless_take(lisp, &args[i], shortest, PTC_FLAG_SEQ);
        if (args[i].aux < shortest)
            shortest = args[i].aux;
    }
    return shortest;
}
