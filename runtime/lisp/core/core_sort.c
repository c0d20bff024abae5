/* SPDX-License-Identifier: MIT */
/* sort and sort-by: a stable merge sort of numbers of items. [ptc-lisp 11.2] */
#include "lisp/core/core_int.h"
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/caller.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"

#include <string.h>

typedef enum sort_mode {
    SORT_INTS,
    SORT_DOUBLES, /* no NaN */
    SORT_NATURAL, /* any, by compare */
    SORT_CALL,    /* any, by a function */
} sort_mode;

/*
 * What is sorted is a list of item numbers, by the keys of the items. The list and its
 * scratch are bytes of heap strings in stack slots, since comparators may move the heap;
 * the program never sees them.
 */
typedef struct sort_job {
    ptc_lisp *lisp;
    const ptc_value *callee; /* sort or sort-by, for messages */
    const ptc_value *keys;   /* a slot with a flat vector */
    ptc_value *slots;        /* order, scratch */
    const ptc_value *comparator;
    ptc_caller caller;
    unsigned cost;      /* steps of a comparison that needs no call */
    bool is_descending; /* not SORT_CALL */
    unsigned kind;      /* of the sorted collection that this is for, or PTC_NIL */
} sort_job;

/* Where all of that is now; read again after each callback. */
typedef struct sort_view {
    const ptc_value *keys;
    uint32_t *order;
    uint32_t *scratch;
    uint32_t compared; /* without calls, not paid yet */
} sort_view;

enum {
    SORT_INSERTED = 8, /* up to this many are sorted by insertion */
    SORT_PAID = 1024,  /* comparisons are paid for after this many at the latest */
};

PTC_INLINE sort_view sort_look(const sort_job *job)
{
    sort_view view;

    view.keys = job->keys->as.items;
    view.order = (uint32_t *)(void *)(uintptr_t)job->slots[0].as.text;
    view.scratch = (uint32_t *)(void *)(uintptr_t)job->slots[1].as.text;
    view.compared = 0;
    return view;
}

/* Whether the comparator puts item a before item b. A SAFEPOINT. */
static bool sort_call(const sort_job *job, uint32_t a, uint32_t b)
{
    const ptc_value *keys = job->keys->as.items;
    ptc_value verdict = ptc_caller_two(job->lisp, &job->caller, keys[a], keys[b]);

    return ptc_sorted_is_less(job->lisp, ptc_callee_name(job->callee), &verdict);
}

PTC_COLD static void sort_refuse(const sort_job *job, const ptc_value *a,
                                 const ptc_value *b)
{
    if (job->kind != PTC_NIL)
        ptc_sorted_refuse(job->lisp, job->kind, a, b);
    ptc_lisp_compare(job->lisp, a, b);
}

static bool sort_is_less(const sort_job *job, const ptc_value *a, const ptc_value *b)
{
    int order = ptc_lisp_order(job->lisp, a, b);

    if (PTC_UNLIKELY(order == PTC_NO_ORDER))
        sort_refuse(job, a, b);
    return order < 0;
}

/* Whether item a must come before item b, although it is after it now. */
PTC_INLINE bool sort_before(const sort_job *job, sort_mode mode, bool is_descending,
                            sort_view *view, uint32_t a, uint32_t b)
{
    const ptc_value *first = &view->keys[is_descending ? b : a];
    const ptc_value *second = &view->keys[is_descending ? a : b];

    if (mode == SORT_CALL) {
        bool is_before = sort_call(job, a, b);

        *view = sort_look(job);
        return is_before;
    }
    view->compared++;
    if (mode == SORT_INTS)
        return first->as.integer < second->as.integer;
    if (mode == SORT_DOUBLES)
        return first->as.number < second->as.number;
    if (PTC_UNLIKELY(job->lisp->ticks < 0)) /* long texts were compared */
        ptc_lisp_poll(job->lisp);
    return sort_is_less(job, first, second);
}

/* Pays for the comparisons of one run or merge. */
PTC_INLINE void sort_pay(const sort_job *job, sort_view *view)
{
    ptc_lisp_steps(job->lisp, (size_t)view->compared * job->cost);
    view->compared = 0;
}

PTC_INLINE void sort_insert(const sort_job *job, sort_mode mode, bool is_descending,
                            sort_view *view, uint32_t from, uint32_t to)
{
    for (uint32_t i = from + 1; i < to; i++) {
        uint32_t item = view->order[i];
        uint32_t at = i;

        while (at > from &&
               sort_before(job, mode, is_descending, view, item, view->order[at - 1])) {
            view->order[at] = view->order[at - 1];
            at--;
        }
        view->order[at] = item;
    }
}

/* Where to stop and pay before the end of a run. */
PTC_INLINE uint32_t sort_stop(uint32_t from, uint32_t end)
{
    return end - from > SORT_PAID ? from + SORT_PAID : end;
}

/* Merges [from, middle) and [middle, to), each in order. With `pays` the comparisons are
 * paid for now and then, else by the caller. */
PTC_INLINE void sort_merge(const sort_job *job, sort_mode mode, bool is_descending,
                           sort_view *view, uint32_t from, uint32_t middle, uint32_t to,
                           bool pays)
{
    uint32_t left = 0;
    uint32_t left_end = middle - from;
    uint32_t right = middle;
    uint32_t at = from;

    if (!sort_before(job, mode, is_descending, view, view->order[middle],
                     view->order[middle - 1]))
        return;
    memcpy(view->scratch, view->order + from, left_end * sizeof(uint32_t));
    do {
        uint32_t left_stop = pays ? sort_stop(left, left_end) : left_end;
        uint32_t right_stop = pays ? sort_stop(right, to) : to;

        while (left < left_stop && right < right_stop) {
            uint32_t a = view->scratch[left];
            uint32_t b = view->order[right];

            if (sort_before(job, mode, is_descending, view, b, a)) {
                view->order[at++] = b;
                right++;
            } else {
                view->order[at++] = a;
                left++;
            }
        }
        if (pays)
            sort_pay(job, view);
    } while (pays && left < left_end && right < to);
    memcpy(view->order + at, view->scratch + left, (left_end - left) * sizeof(uint32_t));
}

/* Sorts [0, count): runs by insertion, then merges of runs of doubling length. */
PTC_INLINE void sort_all(const sort_job *job, sort_mode mode, bool is_descending,
                         uint32_t count, bool pays)
{
    sort_view view = sort_look(job);

    for (uint64_t from = 0; from < count; from += SORT_INSERTED) {
        uint64_t to = from + SORT_INSERTED;

        sort_insert(job, mode, is_descending, &view, (uint32_t)from,
                    to < count ? (uint32_t)to : count);
        sort_pay(job, &view);
    }
    for (uint64_t width = SORT_INSERTED; width < count; width *= 2) {
        for (uint64_t from = 0; from + width < count; from += 2 * width) {
            uint32_t middle = (uint32_t)(from + width);
            uint32_t to = from + 2 * width < count ? middle + (uint32_t)width : count;

            sort_merge(job, mode, is_descending, &view, (uint32_t)from, middle, to, pays);
            sort_pay(job, &view);
        }
    }
}

/* The loops, each in its own function. */
PTC_INLINE void sort_numbers(const sort_job *job, sort_mode mode, uint32_t count,
                             bool pays)
{
    if (job->is_descending)
        sort_all(job, mode, true, count, pays);
    else
        sort_all(job, mode, false, count, pays);
}

static void sort_ints(const sort_job *job, uint32_t count)
{
    sort_numbers(job, SORT_INTS, count, false);
}

static void sort_doubles(const sort_job *job, uint32_t count)
{
    sort_numbers(job, SORT_DOUBLES, count, false);
}

/* For so many items that the clock is checked during a merge. */
static PTC_NOINLINE void sort_many_numbers(const sort_job *job, sort_mode mode,
                                           uint32_t count)
{
    if (mode == SORT_INTS)
        sort_numbers(job, SORT_INTS, count, true);
    else
        sort_numbers(job, SORT_DOUBLES, count, true);
}

static PTC_NOINLINE void sort_natural(const sort_job *job, uint32_t count)
{
    sort_all(job, SORT_NATURAL, job->is_descending, count, true);
}

static PTC_NOINLINE void sort_by_calls(sort_job *job, uint32_t count)
{
    job->caller = ptc_caller_make(job->lisp, job->comparator, 2, NULL);
    sort_all(job, SORT_CALL, false, count, false);
}

/* A few instructions for each key: for a whole heap of keys, about as many as may pass
 * between two checks of the clock. */
static sort_mode sort_mode_of(const ptc_value *keys, uint32_t count)
{
    unsigned kinds = 0;

    for (uint32_t i = 0; i < count; i++) {
        if (!ptc_is_number(&keys[i]) ||
            (keys[i].kind == PTC_FLOAT && keys[i].as.number != keys[i].as.number))
            return SORT_NATURAL;
        kinds |= 1u << keys[i].kind;
    }
    if (kinds == 1u << PTC_INT)
        return SORT_INTS;
    return kinds == 1u << PTC_FLOAT ? SORT_DOUBLES : SORT_NATURAL;
}

/* NaN cannot be ordered; a single key needs no order. */
static void sort_refuse_nan(const sort_job *job, uint32_t count)
{
    for (uint32_t i = 0; count > 1 && i < count; i++) {
        ptc_lisp_refuse_nan(job->lisp, ptc_callee_name(job->callee),
                            &job->keys->as.items[i]);
        ptc_lisp_fill_look(job->lisp, i);
    }
}

static bool sort_is_keyword(const ptc_value *value, const char *name)
{
    return value->kind == PTC_KEYWORD && value->aux == strlen(name) &&
           memcmp(value->as.text, name, value->aux) == 0;
}

static bool sort_is_native(const ptc_value *value, const char *name)
{
    const ptc_function *function = (const ptc_function *)(const void *)value->as.object;

    return (unsigned)value->kind == PTC_FUNCTION && ptc_function_is_native(function) &&
           strcmp((const char *)function->code, name) == 0;
}

/* How the comparator sorts these keys. Builtins on numbers need no calls, at the same
 * price. */
static sort_mode sort_choose(sort_job *job, uint32_t count)
{
    sort_mode mode = sort_mode_of(job->keys->as.items, count);
    const ptc_value *comparator = job->comparator;

    job->cost = 1;
    job->is_descending = sort_is_keyword(comparator, "desc");
    if (comparator->kind == PTC_NIL || job->is_descending ||
        sort_is_keyword(comparator, "asc")) {
        if (mode == SORT_NATURAL)
            sort_refuse_nan(job, count);
        return mode;
    }
    /* Called with two items they would look up the first one. */
    if (comparator->kind == PTC_KEYWORD || comparator->kind == PTC_MAP) {
        ptc_lisp_raise(job->lisp, PTC_REASON_TYPE,
                       "%s: expected a function, :asc or :desc as comparator, got %s; "
                       "sort by a key with (sort-by key coll)",
                       ptc_callee_name(job->callee),
                       ptc_lisp_quote(job->lisp, comparator));
    }
    if (mode == SORT_NATURAL)
        return SORT_CALL;
    job->is_descending = sort_is_native(comparator, ">");
    if (!job->is_descending && !sort_is_native(comparator, "<") &&
        !sort_is_native(comparator, "compare"))
        return SORT_CALL;
    job->cost = 2;
    return mode;
}

const ptc_value *ptc_sort_order(ptc_lisp *lisp, const ptc_value *callee,
                                const ptc_value *keys, const ptc_value *comparator,
                                unsigned kind)
{
    sort_job job = {.lisp = lisp,
                    .callee = callee,
                    .keys = keys,
                    .comparator = comparator,
                    .kind = kind};
    uint32_t count = keys->aux;
    size_t size = (count + (size_t)1) * sizeof(uint32_t);
    sort_mode mode;
    sort_view view;
    char *bytes;

    ptc_heap_check(lisp, count, 2 * sizeof(uint32_t));
    job.slots = ptc_lisp_reserve(lisp, 2);
    job.slots[0] = ptc_string_new(lisp, size, &bytes);
    job.slots[1] = ptc_string_new(lisp, size, &bytes);
    view = sort_look(&job);
    for (uint32_t i = 0; i < count; i++)
        view.order[i] = i;
    mode = sort_choose(&job, count);
    if (mode <= SORT_DOUBLES && count > SORT_PAID)
        sort_many_numbers(&job, mode, count);
    else if (mode == SORT_INTS)
        sort_ints(&job, count);
    else if (mode == SORT_DOUBLES)
        sort_doubles(&job, count);
    else if (mode == SORT_NATURAL)
        sort_natural(&job, count);
    else
        sort_by_calls(&job, count);
    job.slots[1] = ptc_value_nil();
    return &job.slots[0];
}

/* The items of `*vector` in the order of `*keys`, both slots; `comparator` is a slot. */
static ptc_value sort_items(ptc_lisp *lisp, const ptc_value *callee,
                            const ptc_value *vector, const ptc_value *keys,
                            const ptc_value *comparator)
{
    const ptc_value *sorted = ptc_sort_order(lisp, callee, keys, comparator, PTC_NIL);
    const uint32_t *order = (const uint32_t *)(const void *)sorted->as.text;
    const ptc_value *from = vector->as.items;
    uint32_t count = vector->aux;
    ptc_value *items;
    ptc_value result = ptc_vector_new(lisp, count, count, &items);

    for (uint32_t i = 0; i < count;) {
        for (uint32_t end = ptc_lisp_fill_block(lisp, i, count); i < end; i++)
            items[i] = from[order[i]];
    }
    return ptc_value_as_seq(result);
}

/* Raises when the last argument is not a collection: models put the comparator there. */
static void sort_check_order(ptc_lisp *lisp, const ptc_value *callee,
                             const ptc_value *args, uint32_t count)
{
    const char *name = ptc_callee_name(callee);
    const char *key = strcmp(name, "sort-by") == 0 ? " key" : "";

    if (ptc_value_is_seqable(&args[count - 1]))
        return;
    if (count == 1 || !ptc_value_is_seqable(&args[count - 2]))
        ptc_lisp_type_error(lisp, name, args, count);
    ptc_lisp_raise(
        lisp, PTC_REASON_TYPE,
        "%s: the collection comes last: (%s%s coll) or (%s%s comparator coll), "
        "got %s",
        name, name, key, name, key, ptc_lisp_quote(lisp, &args[count - 1]));
}

ptc_value ptc_core_sort(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    uint32_t at = count - 1;
    ptc_value *comparator = ptc_lisp_reserve(lisp, 1);

    sort_check_order(lisp, callee, args, count);
    *comparator = count == 2 ? args[0] : ptc_value_nil();
    ptc_seq_arg(lisp, callee, args, count, at);
    ptc_lisp_steps(lisp, args[at].aux);
    return sort_items(lisp, callee, &args[at], &args[at], comparator);
}

ptc_value ptc_core_sort_by(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    uint32_t at = count - 1;
    ptc_value *comparator = ptc_lisp_reserve(lisp, 1);
    const ptc_value *keys;

    sort_check_order(lisp, callee, args, count);
    *comparator = count == 3 ? args[1] : ptc_value_nil();
    ptc_seq_arg(lisp, callee, args, count, at);
    keys = ptc_keys_of(lisp, &args[0], &args[at]);
    return sort_items(lisp, callee, &args[at], keys, comparator);
}

#define PTC_BUILTIN_SORT PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
