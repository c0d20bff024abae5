/* SPDX-License-Identifier: MIT */
/* Builtins that make sequences of numbers, repetitions and mixtures. [ptc-lisp 11.2] */
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/language/builtins.h"

#include <math.h>

/* --- range -------------------------------------------------------------------------- */

/* From `start`, `count` integers. */
static ptc_value generate_integers(ptc_lisp *lisp, int64_t start, int64_t step,
                                   uint64_t count)
{
    const size_t size = (size_t)count; /* the heap has room for it */
    ptc_value *items;
    ptc_value result;

    ptc_heap_check(lisp, count, sizeof(ptc_value));
    ptc_lisp_steps(lisp, size);
    result = ptc_vector_new(lisp, size, size, &items);
    for (uint64_t i = 0; i < count; i++) {
        items[i] = ptc_value_int((int64_t)((uint64_t)start + i * (uint64_t)step));
        ptc_lisp_fill_look(lisp, i);
    }
    return ptc_value_as_seq(result);
}

/* The number of steps from start up to but not including end, without overflow. */
static uint64_t generate_count(int64_t start, int64_t end, int64_t step)
{
    uint64_t distance;
    uint64_t stride;

    if (step > 0 ? start >= end : start <= end)
        return 0;
    if (step > 0) {
        distance = (uint64_t)end - (uint64_t)start;
        stride = (uint64_t)step;
    } else {
        distance = (uint64_t)start - (uint64_t)end;
        stride = 0 - (uint64_t)step;
    }
    return (distance - 1) / stride + 1;
}

/* With a double among the numbers: elements by repeated addition, the first as given. */
static ptc_value generate_doubles(ptc_lisp *lisp, ptc_value start, double end,
                                  ptc_value step)
{
    double stride = ptc_number_of(&step);
    double estimate = (end - ptc_number_of(&start)) / stride;
    ptc_value item = start;
    ptc_value result;

    if (estimate > 0)
        ptc_heap_check(lisp, estimate < 1e18 ? (uint64_t)estimate : UINT64_MAX / 64,
                       sizeof(ptc_value));
    ptc_build_start(lisp, &result, estimate > 0 ? (size_t)estimate + 1 : 0, PTC_FLAG_SEQ);
    while (stride > 0 ? ptc_number_of(&item) < end : ptc_number_of(&item) > end) {
        ptc_lisp_step(lisp);
        ptc_build_push(lisp, &result, item);
        item = ptc_lisp_add(lisp, item, step);
    }
    return result;
}

/* (range) */
static ptc_value generate_endless(ptc_lisp *lisp, ptc_value start, ptc_value step)
{
    ptc_value value = ptc_endless_make(lisp, PTC_STAGE_RANGE, NULL, 0, step);

    ptc_endless_of(&value)->values[1] = start;
    return value;
}

/* (range 0 ##Inf) */
static bool generate_is_endless(const ptc_value *start, const ptc_value *end,
                                const ptc_value *step)
{
    return end->kind == PTC_FLOAT && ptc_number_of(start) != end->as.number &&
           end->as.number == (ptc_number_of(step) > 0 ? INFINITY : -INFINITY);
}

ptc_value ptc_core_range(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    ptc_value start = count > 1 ? args[0] : ptc_value_int(0);
    ptc_value end = count > 1 ? args[1] : args[0];
    ptc_value step = count > 2 ? args[2] : ptc_value_int(1);

    if (count == 0)
        return generate_endless(lisp, start, step);
    if (!ptc_is_number(&start) || !ptc_is_number(&end) || !ptc_is_number(&step))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (ptc_number_of(&step) == 0) {
        if (ptc_lisp_less_equal(lisp, ptc_callee_name(callee), &end, &start))
            return ptc_seq_empty();
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "range: a step of 0 never ends; give a step other than 0");
    }
    if (generate_is_endless(&start, &end, &step))
        return generate_endless(lisp, start, step);
    if (start.kind == PTC_INT && end.kind == PTC_INT && step.kind == PTC_INT) {
        return generate_integers(
            lisp, start.as.integer, step.as.integer,
            generate_count(start.as.integer, end.as.integer, step.as.integer));
    }
    return generate_doubles(lisp, start, ptc_number_of(&end), step);
}

ptc_value ptc_core_repeat(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    uint32_t times;
    ptc_value *items;
    ptc_value result;

    if (count == 1)
        return ptc_endless_make(lisp, PTC_STAGE_REPEAT, NULL, 0, args[0]);
    times = ptc_count_arg(lisp, callee, args, count, 0);
    ptc_heap_check(lisp, times, sizeof(ptc_value));
    ptc_lisp_steps(lisp, times);
    result = ptc_vector_new(lisp, times, times, &items);
    for (uint32_t i = 0; i < times; i++) {
        items[i] = args[1];
        ptc_lisp_fill_look(lisp, i);
    }
    return ptc_value_as_seq(result);
}

ptc_value ptc_core_replicate(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    return ptc_core_repeat(lisp, callee, args, count);
}

/* --- Mixtures ----------------------------------------------------------------------- */

ptc_value ptc_core_interleave(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    uint32_t rounds;
    uint64_t total;
    size_t size;
    ptc_value *items;
    ptc_value result;

    if (ptc_endless_are_all(args, count, 0))
        return ptc_endless_stage(lisp, callee, PTC_STAGE_INTERLEAVE, args, count,
                                 ptc_value_nil());
    rounds = ptc_seq_shortest(lisp, callee, args, count, 0);
    total = (uint64_t)rounds * count;
    size = (size_t)total; /* the heap has room for it */
    ptc_heap_check(lisp, total, sizeof(ptc_value));
    ptc_lisp_steps(lisp, size);
    result = ptc_vector_new(lisp, size, size, &items);
    for (uint32_t i = 0; i < rounds; i++) {
        for (uint32_t j = 0; j < count; j++)
            *items++ = args[j].as.items[i];
        ptc_lisp_fill_look(lisp, i);
    }
    return ptc_value_as_seq(result);
}

ptc_value ptc_core_interpose(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    const ptc_value *from;
    uint32_t length;
    size_t total;
    ptc_value *items;
    ptc_value result;

    if (!ptc_seq_ends(lisp, callee, args, count, 1))
        return ptc_endless_stage(lisp, callee, PTC_STAGE_INTERPOSE, &args[1], 1, args[0]);
    from = args[1].as.items;
    length = args[1].aux;
    total = length ? 2 * (size_t)length - 1 : 0;
    ptc_heap_check(lisp, total, sizeof(ptc_value));
    ptc_lisp_steps(lisp, length);
    result = ptc_vector_new(lisp, total, total, &items);
    for (uint32_t i = 0; i < length; i++) {
        if (i > 0)
            *items++ = args[0];
        *items++ = from[i];
        ptc_lisp_fill_look(lisp, i);
    }
    return ptc_value_as_seq(result);
}

ptc_value ptc_core_zip(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    uint32_t length = ptc_seq_shortest(lisp, callee, args, count, 0);
    ptc_value *items;
    ptc_value result = ptc_vector_new(lisp, length, length, &items);

    ptc_lisp_steps(lisp, length);
    for (uint32_t i = 0; i < length; i++) {
        items[i] = ptc_vector_pair(lisp, args[0].as.items[i], args[1].as.items[i]);
        ptc_lisp_fill_look(lisp, i);
    }
    return ptc_value_as_seq(result);
}

/* --- combinations ------------------------------------------------------------------- */

/* n over k, at most 2^62. */
static uint64_t generate_choices(uint32_t n, uint32_t k)
{
    uint64_t choices = 1;

    if (k > n - k)
        k = n - k;
    for (uint32_t i = 1; i <= k; i++) {
        if (choices > (UINT64_C(1) << 62) / (n - k + i))
            return UINT64_C(1) << 62;
        choices = choices * (n - k + i) / i;
    }
    return choices;
}

/* Moves to the next choice of `size` indexes below `length`, in order; false at the end.
 */
static bool generate_next_choice(uint32_t *choice, uint32_t size, uint32_t length)
{
    uint32_t i = size;

    while (i > 0 && choice[i - 1] == length - size + i - 1)
        i--;
    if (i == 0)
        return false;
    choice[i - 1]++;
    for (; i < size; i++)
        choice[i] = choice[i - 1] + 1;
    return true;
}

static ptc_value generate_combinations(ptc_lisp *lisp, const ptc_value *from,
                                       uint32_t length, uint32_t size)
{
    uint64_t total = generate_choices(length, size);
    const size_t found = (size_t)total; /* the heap has room for it */
    uint32_t *choice;
    ptc_value *items;
    ptc_value result;

    ptc_heap_check(lisp, total, sizeof(ptc_value) * ((size_t)size + 2));
    result = ptc_vector_new(lisp, found, found, &items);
    choice = ptc_heap_alloc(lisp, sizeof *choice * ((size_t)size + 1));
    for (uint32_t i = 0; i < size; i++)
        choice[i] = i;
    do {
        ptc_value *chosen;

        ptc_lisp_steps(lisp, (size_t)size + 1);
        *items = ptc_value_as_seq(ptc_vector_new(lisp, size, size, &chosen));
        for (uint32_t i = 0; i < size; i++)
            chosen[i] = from[choice[i]];
        items++;
    } while (generate_next_choice(choice, size, length));
    return ptc_value_as_seq(result);
}

ptc_value ptc_core_combinations(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count)
{
    uint32_t size = ptc_count_arg(lisp, callee, args, count, 1);
    const ptc_value *from = ptc_seq_arg(lisp, callee, args, count, 0);

    if (size > args[0].aux)
        return ptc_seq_empty();
    return generate_combinations(lisp, from, args[0].aux, size);
}

#define PTC_BUILTIN_GENERATE PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
