/* SPDX-License-Identifier: MIT */
/* Builtins that give an element or a part of a sequence. Parts of vectors are views and
 * cost nothing for their elements. [ptc-lisp 11.1, 11.2] */
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/language/builtins.h"

/* The rest of args[at] after its first `count` elements. */
static ptc_value slice_endless_rest(ptc_lisp *lisp, const ptc_value *callee,
                                    const ptc_value *from, uint64_t count)
{
    return ptc_endless_finish(lisp, callee, ptc_endless_rest(lisp, from, count));
}

/* The elements [start, end) as a sequence. */
static ptc_value slice_of(ptc_lisp *lisp, const ptc_value *vector, uint32_t start,
                          uint32_t end)
{
    if (start >= end)
        return ptc_seq_empty();
    if (start == 0 && end == vector->aux)
        return ptc_value_as_seq(*vector);
    return ptc_value_as_seq(ptc_vector_slice(lisp, *vector, start, end));
}

/* The same, but nil for no elements. */
static ptc_value slice_or_nil(ptc_lisp *lisp, const ptc_value *vector, uint32_t start,
                              uint32_t end)
{
    return start < end ? slice_of(lisp, vector, start, end) : ptc_value_nil();
}

static uint32_t slice_min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* --- Single elements ---------------------------------------------------------------- */

/* The first element, or nil; false when the value has no elements by its kind. A
 * SAFEPOINT when it is endless. */
static bool slice_first(ptc_lisp *lisp, const ptc_value *value, ptc_value *out)
{
    ptc_value second;

    *out = ptc_value_nil();
    if (value->kind == PTC_NIL)
        return true;
    if (!ptc_value_is_seqable(value)) {
        if (!ptc_is_endless(value))
            return false;
        if (!ptc_endless_nth(lisp, value, 0, out))
            *out = ptc_value_nil();
        return true;
    }
    if (value->aux == 0)
        return true;
    if (value->kind == PTC_VECTOR) {
        *out = ptc_vector_nth(value, 0);
    } else if (value->kind == PTC_MAP) {
        *out = ptc_lisp_map_first(lisp, value, &second);
        *out = ptc_vector_entry(lisp, *out, second);
    } else if (value->kind == PTC_SET) {
        *out = ptc_lisp_set_first(value);
    } else {
        *out = ptc_string_part(lisp, value, 0,
                               ptc_string_grapheme(lisp, ptc_value_text(value), 0));
    }
    return true;
}

static ptc_value slice_first_of(ptc_lisp *lisp, const ptc_value *callee, ptc_value value)
{
    ptc_value first;

    if (!slice_first(lisp, &value, &first))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), &value, 1);
    return first;
}

/* `next` of any value, which is its own argument. */
static ptc_value slice_next_of(ptc_lisp *lisp, const ptc_value *callee, ptc_value value)
{
    if (!ptc_list_ends(lisp, callee, &value, 1, 0))
        return slice_endless_rest(lisp, callee, &value, 1);
    return slice_or_nil(lisp, &value, 1, value.aux);
}

ptc_value ptc_core_first(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    (void)count;
    if (PTC_LIKELY(args[0].kind == PTC_VECTOR && args[0].aux > 0))
        return ptc_vector_nth(&args[0], 0);
    return slice_first_of(lisp, callee, args[0]);
}

ptc_value ptc_core_second(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    ptc_value second;

    if (!ptc_list_ends(lisp, callee, args, count, 0))
        return ptc_endless_nth(lisp, &args[0], 1, &second) ? second : ptc_value_nil();
    return args[0].aux > 1 ? ptc_vector_nth(&args[0], 1) : ptc_value_nil();
}

ptc_value ptc_core_last(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    ptc_list_arg(lisp, callee, args, count, 0);
    return args[0].aux > 0 ? ptc_vector_nth(&args[0], args[0].aux - 1) : ptc_value_nil();
}

ptc_value ptc_core_ffirst(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    (void)count;
    return slice_first_of(lisp, callee, slice_first_of(lisp, callee, args[0]));
}

ptc_value ptc_core_fnext(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    return ptc_core_second(lisp, callee, args, count);
}

/* Element `index` of a vector or string; false when there is none. */
static bool slice_nth(ptc_lisp *lisp, const ptc_value *value, int64_t index,
                      ptc_value *out)
{
    ptc_value key = ptc_value_int(index);

    if (value->kind == PTC_STRING)
        return ptc_lisp_get(lisp, value, &key, out);
    if (ptc_is_endless(value))
        return index >= 0 && ptc_endless_nth(lisp, value, (uint64_t)index, out);
    if (value->kind != PTC_VECTOR || index < 0 || (uint64_t)index >= value->aux)
        return false;
    *out = ptc_vector_nth(value, (uint32_t)index);
    return true;
}

ptc_value ptc_core_nth(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    int64_t index = ptc_index_arg(lisp, callee, args, count, 1);
    ptc_value item;

    if (args[0].kind == PTC_MAP || args[0].kind == PTC_SET)
        ptc_lisp_raise(
            lisp, PTC_REASON_TYPE,
            "%s: a %s has no indexes; use get with a key, or nth of (seq coll)",
            ptc_callee_name(callee), ptc_lisp_type_name(&args[0]));
    if (args[0].kind != PTC_VECTOR && args[0].kind != PTC_STRING &&
        args[0].kind != PTC_NIL && !ptc_is_endless(&args[0]))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (slice_nth(lisp, &args[0], index, &item))
        return item;
    return count == 3 ? args[2] : ptc_value_nil();
}

ptc_value ptc_core_peek(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    if (args[0].kind == PTC_NIL)
        return args[0];
    if (args[0].kind != PTC_VECTOR)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (args[0].aux == 0)
        return ptc_value_nil();
    return ptc_vector_nth(&args[0], ptc_value_is_seq(&args[0]) ? 0 : args[0].aux - 1);
}

/* --- Without the first ones, without the last ones ---------------------------------- */

ptc_value ptc_core_rest(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    if (!ptc_list_ends(lisp, callee, args, count, 0))
        return slice_endless_rest(lisp, callee, &args[0], 1);
    return slice_of(lisp, &args[0], 1, args[0].aux);
}

ptc_value ptc_core_next(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    if (!ptc_list_ends(lisp, callee, args, count, 0))
        return slice_endless_rest(lisp, callee, &args[0], 1);
    return slice_or_nil(lisp, &args[0], 1, args[0].aux);
}

ptc_value ptc_core_nfirst(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    (void)count;
    return slice_next_of(lisp, callee, slice_first_of(lisp, callee, args[0]));
}

ptc_value ptc_core_nnext(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    if (!ptc_list_ends(lisp, callee, args, count, 0))
        return slice_endless_rest(lisp, callee, &args[0], 2);
    return slice_or_nil(lisp, &args[0], 2, args[0].aux);
}

ptc_value ptc_core_butlast(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    ptc_list_arg(lisp, callee, args, count, 0);
    return args[0].aux ? slice_or_nil(lisp, &args[0], 0, args[0].aux - 1)
                       : ptc_value_nil();
}

ptc_value ptc_core_pop(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    if (args[0].kind == PTC_NIL)
        return args[0];
    if (args[0].kind != PTC_VECTOR)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (args[0].aux == 0)
        return ptc_value_nil();
    if (ptc_value_is_seq(&args[0]))
        return slice_of(lisp, &args[0], 1, args[0].aux);
    return ptc_vector_pop(lisp, args[0]);
}

/* --- By number ---------------------------------------------------------------------- */

ptc_value ptc_core_take(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    uint32_t wanted = ptc_count_arg(lisp, callee, args, count, 0);

    if (!ptc_list_ends(lisp, callee, args, count, 1))
        return ptc_endless_cut(lisp, callee, PTC_STAGE_TAKE, &args[1], wanted);
    return slice_of(lisp, &args[1], 0, slice_min(wanted, args[1].aux));
}

ptc_value ptc_core_drop(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    uint32_t unwanted = ptc_count_arg(lisp, callee, args, count, 0);

    if (!ptc_list_ends(lisp, callee, args, count, 1))
        return ptc_endless_cut(lisp, callee, PTC_STAGE_DROP, &args[1], unwanted);
    return slice_of(lisp, &args[1], unwanted, args[1].aux);
}

ptc_value ptc_core_take_last(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    uint32_t wanted = ptc_count_arg(lisp, callee, args, count, 0);
    uint32_t length;

    length = ptc_list_arg(lisp, callee, args, count, 1)->aux;
    return slice_or_nil(lisp, &args[1], length - slice_min(wanted, length), length);
}

ptc_value ptc_core_drop_last(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    uint32_t unwanted = count == 2 ? ptc_count_arg(lisp, callee, args, count, 0) : 1;
    uint32_t at = count - 1;

    ptc_list_arg(lisp, callee, args, count, at);
    return slice_of(lisp, &args[at], 0, args[at].aux - slice_min(unwanted, args[at].aux));
}

ptc_value ptc_core_split_at(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    uint32_t at = ptc_count_arg(lisp, callee, args, count, 0);
    ptc_value first;

    if (!ptc_list_ends(lisp, callee, args, count, 1)) {
        args[0] = ptc_endless_take(lisp, &args[1], at, PTC_FLAG_SEQ);
        return ptc_vector_pair(
            lisp, args[0], ptc_endless_cut(lisp, callee, PTC_STAGE_DROP, &args[1], at));
    }
    at = slice_min(at, args[1].aux);
    first = slice_of(lisp, &args[1], 0, at);
    return ptc_vector_pair(lisp, first, slice_of(lisp, &args[1], at, args[1].aux));
}

ptc_value ptc_core_nthrest(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    uint32_t unwanted = ptc_count_arg(lisp, callee, args, count, 1);

    if (unwanted == 0 || (args[0].aux == 0 && ptc_value_is_seqable(&args[0])))
        return args[0];
    if (!ptc_list_ends(lisp, callee, args, count, 0))
        return slice_endless_rest(lisp, callee, &args[0], unwanted);
    return slice_of(lisp, &args[0], unwanted, args[0].aux);
}

ptc_value ptc_core_nthnext(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    uint32_t unwanted = ptc_count_arg(lisp, callee, args, count, 1);

    if (!ptc_list_ends(lisp, callee, args, count, 0))
        return slice_endless_rest(lisp, callee, &args[0], unwanted);
    return slice_or_nil(lisp, &args[0], unwanted, args[0].aux);
}

ptc_value ptc_core_take_nth(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    uint32_t step = ptc_count_arg(lisp, callee, args, count, 0);
    bool has_end = ptc_list_ends(lisp, callee, args, count, 1);
    uint32_t length = args[1].aux;
    ptc_value *items;
    ptc_value result;

    if (length == 0 && has_end)
        return ptc_seq_empty();
    if (step == 0)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME, "take-nth: the step must be above 0");
    if (!has_end)
        return ptc_endless_cut(lisp, callee, PTC_STAGE_TAKE_NTH, &args[1], step);
    length = (length - 1) / step + 1;
    ptc_lisp_steps(lisp, length);
    result = ptc_vector_new(lisp, length, length, &items);
    for (uint32_t i = 0; i < length; i++) {
        items[i] = ptc_vector_nth(&args[1], i * step);
        ptc_lisp_fill_look(lisp, i);
    }
    return ptc_value_as_seq(result);
}

/* A bound of subvec within the vector. */
static uint32_t slice_clamp(int64_t index, uint32_t length)
{
    if (index < 0)
        return 0;
    return index < length ? (uint32_t)index : length;
}

ptc_value ptc_core_subvec(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    int64_t start = ptc_index_arg(lisp, callee, args, count, 1);
    int64_t end = count == 3 ? ptc_index_arg(lisp, callee, args, count, 2) : INT64_MAX;
    uint32_t from;
    uint32_t to;

    if (args[0].kind != PTC_VECTOR || ptc_value_is_seq(&args[0]))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    from = slice_clamp(start, args[0].aux);
    to = slice_clamp(end, args[0].aux);
    if (from >= to)
        return ptc_vector_empty();
    return ptc_vector_slice(lisp, args[0], from, to);
}

/* --- Parts of equal length ---------------------------------------------------------- */

typedef struct slice_parts {
    uint32_t size;
    uint32_t step;
    bool keeps_rest; /* the last ones may be shorter */
} slice_parts;

/* Reads size and step. False when no part is ever complete: the size is below zero. */
static bool slice_read_parts(ptc_lisp *lisp, const ptc_value *callee,
                             const ptc_value *args, uint32_t count, slice_parts *parts)
{
    parts->size = ptc_count_arg(lisp, callee, args, count, 0);
    parts->step = count > 2 ? ptc_count_arg(lisp, callee, args, count, 1) : parts->size;
    return parts->size > 0 || ptc_number_index(&args[0]) >= 0 || parts->keeps_rest;
}

static void slice_check_parts(ptc_lisp *lisp, const ptc_value *callee,
                              const slice_parts *parts)
{
    if (parts->size == 0 || parts->step == 0) {
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME, "%s: size and step must be above 0",
                       ptc_callee_name(callee));
    }
}

/* Parts of a sequence without an end. */
static ptc_value slice_endless_parts(ptc_lisp *lisp, const ptc_value *callee,
                                     const ptc_value *source, const slice_parts *parts)
{
    ptc_stage stage = parts->keeps_rest ? PTC_STAGE_PARTITION_ALL : PTC_STAGE_PARTITION;
    ptc_value value = ptc_endless_make(lisp, stage, source, 1, ptc_value_nil());

    slice_check_parts(lisp, callee, parts);
    ptc_endless_of(&value)->number = parts->size;
    ptc_endless_of(&value)->step = parts->step;
    return ptc_endless_finish(lisp, callee, value);
}

/* The complete parts of `*vector`; `*rest` is where the first incomplete one begins. */
static ptc_value slice_into_parts(ptc_lisp *lisp, const ptc_value *vector,
                                  const slice_parts *parts, uint32_t *rest)
{
    uint32_t length = vector->aux;
    uint32_t complete =
        length < parts->size ? 0 : (length - parts->size) / parts->step + 1;
    uint64_t at = 0;
    ptc_value *items;
    ptc_value result = ptc_vector_new(lisp, complete, (size_t)complete + 1, &items);

    for (uint32_t i = 0; i < complete; i++, at += parts->step) {
        ptc_lisp_step(lisp);
        items[i] = slice_of(lisp, vector, (uint32_t)at, (uint32_t)at + parts->size);
    }
    *rest = at < length ? (uint32_t)at : length;
    return ptc_value_as_seq(result);
}

/* Cuts args[2] to the `most` elements that fill the last part. A SAFEPOINT. */
static void slice_pad(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                      uint32_t most)
{
    if (ptc_is_endless(&args[2])) {
        args[2] = ptc_endless_take(lisp, &args[2], most, PTC_FLAG_SEQ);
        return;
    }
    ptc_list_arg(lisp, callee, args, 4, 2);
    args[2] = slice_of(lisp, &args[2], 0, slice_min(most, args[2].aux));
    ptc_lisp_steps(lisp, args[2].aux);
}

ptc_value ptc_core_partition(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    slice_parts parts = {.keeps_rest = false};
    uint32_t at = count - 1;
    bool is_possible = slice_read_parts(lisp, callee, args, count, &parts);
    ptc_value result;
    ptc_value part;
    uint32_t rest;

    if (count == 4 && !ptc_value_is_seqable(&args[2]) && !ptc_is_endless(&args[2]))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (!ptc_list_ends(lisp, callee, args, count, at))
        return is_possible ? slice_endless_parts(lisp, callee, &args[at], &parts)
                           : ptc_seq_empty();
    if (!is_possible || args[at].aux == 0)
        return ptc_seq_empty();
    slice_check_parts(lisp, callee, &parts);
    result = slice_into_parts(lisp, &args[at], &parts, &rest);
    if (count < 4 || rest == args[at].aux)
        return result;
    args[0] = result; /* a slot */
    slice_pad(lisp, callee, args, parts.size - (args[at].aux - rest));
    result = args[0];
    part = slice_of(lisp, &args[at], rest, args[at].aux);
    part = ptc_vector_append(lisp, part, ptc_vector_items(lisp, &args[2]), args[2].aux);
    return ptc_vector_conj(lisp, result, part);
}

ptc_value ptc_core_partition_all(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    slice_parts parts = {.keeps_rest = true};
    uint32_t at = count - 1;
    ptc_value result;
    uint32_t rest;

    slice_read_parts(lisp, callee, args, count, &parts);
    if (!ptc_list_ends(lisp, callee, args, count, at))
        return slice_endless_parts(lisp, callee, &args[at], &parts);
    if (args[at].aux == 0)
        return ptc_seq_empty();
    slice_check_parts(lisp, callee, &parts);
    result = slice_into_parts(lisp, &args[at], &parts, &rest);
    for (uint64_t i = rest; i < args[at].aux; i += parts.step) {
        ptc_lisp_step(lisp);
        result = ptc_vector_conj(lisp, result,
                                 slice_of(lisp, &args[at], (uint32_t)i, args[at].aux));
    }
    return result;
}

ptc_value ptc_core_rseq(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    if ((args[0].kind != PTC_VECTOR || ptc_value_is_seq(&args[0])) &&
        args[0].kind != PTC_MAP && args[0].kind != PTC_SET)
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "rseq: expected a vector, a sorted map or a sorted set, got %s; "
                       "use (reverse coll)",
                       ptc_lisp_quote(lisp, &args[0]));
    if (args[0].aux == 0)
        return ptc_value_nil();
    return ptc_core_reverse(lisp, callee, args, count);
}

#define PTC_BUILTIN_SLICE PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
