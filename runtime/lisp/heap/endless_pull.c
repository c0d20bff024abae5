/* SPDX-License-Identifier: MIT */
/*
 * The next element of a sequence without an end, stage by stage. See endless.h.
 *
 * `at` is the slot of an opened copy, which only its one reader sees, so that its fields
 * may be written. Everything is read again through `at` after each pull of a source and
 * each call. Slots are given back by the function that reserved them.
 */
#include "lisp/heap/build.h"
#include "lisp/heap/endless.h"

static ptc_value *pull_subject(const ptc_value *at)
{
    ptc_endless *node = ptc_endless_of(at);

    return &node->values[node->sources];
}

static ptc_value *pull_state(const ptc_value *at)
{
    return pull_subject(at) + 1;
}

static bool pull_source(ptc_lisp *lisp, const ptc_value *at, uint32_t index,
                        ptc_value *item)
{
    ptc_value *slot = ptc_lisp_reserve(lisp, 1);
    bool is_there;

    *slot = ptc_endless_of(at)->values[index];
    is_there = ptc_endless_pull(lisp, slot, item);
    lisp->top = slot;
    return is_there;
}

/* Calls the subject. The arguments are copied before anything can move. */
static ptc_value pull_call(ptc_lisp *lisp, const ptc_value *at, const ptc_value *args,
                           uint32_t count)
{
    ptc_value *slots = ptc_lisp_reserve(lisp, (size_t)count + 1);
    ptc_value result;

    slots[0] = *pull_subject(at);
    for (uint32_t i = 0; i < count; i++)
        slots[i + 1] = args[i];
    result = ptc_lisp_call(lisp, slots, slots + 1, count);
    lisp->top = slots;
    return result;
}

/* The subject called with the number of the element, and the element. */
static ptc_value pull_call_indexed(ptc_lisp *lisp, const ptc_value *at, ptc_value item)
{
    ptc_value args[2] = {ptc_value_int((int64_t)ptc_endless_of(at)->number++), item};

    return pull_call(lisp, at, args, 2);
}

/* --- Without a source --------------------------------------------------------------- */

static bool pull_range(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    ptc_endless *node = ptc_endless_of(at);

    if (node->phase)
        *pull_state(at) = ptc_lisp_add(lisp, *pull_state(at), *pull_subject(at));
    node->phase = 1;
    *item = *pull_state(at);
    return true;
}

static bool pull_iterate(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    if (ptc_endless_of(at)->phase) {
        ptc_value next = pull_call(lisp, at, pull_state(at), 1);

        *pull_state(at) = next;
    }
    ptc_endless_of(at)->phase = 1;
    *item = *pull_state(at);
    return true;
}

static bool pull_items(const ptc_value *at, ptc_value *item)
{
    ptc_endless *node = ptc_endless_of(at);
    const ptc_value *vector = pull_subject(at);

    if (node->number == vector->aux) {
        if (node->stage != PTC_STAGE_CYCLE)
            return false;
        node->number = 0;
    }
    *item = ptc_vector_nth(vector, (uint32_t)node->number++);
    return true;
}

/* --- Of one source ------------------------------------------------------------------ */

static bool pull_prepend(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    return pull_items(at, item) || pull_source(lisp, at, 0, item);
}

static bool pull_skip(ptc_lisp *lisp, const ptc_value *at, uint64_t count)
{
    ptc_value item;

    while (count > 0 && pull_source(lisp, at, 0, &item))
        count--;
    return count == 0;
}

static bool pull_take(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    if (ptc_endless_of(at)->number == 0)
        return false;
    ptc_endless_of(at)->number--;
    return pull_source(lisp, at, 0, item);
}

static bool pull_drop(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    uint64_t count = ptc_endless_of(at)->number;

    ptc_endless_of(at)->number = 0;
    return pull_skip(lisp, at, count) && pull_source(lisp, at, 0, item);
}

static bool pull_take_nth(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    bool is_first = ptc_endless_of(at)->phase == 0;

    ptc_endless_of(at)->phase = 1;
    return (is_first || pull_skip(lisp, at, ptc_endless_of(at)->step - 1)) &&
           pull_source(lisp, at, 0, item);
}

/* The next element for which the truth of the subject is `wanted`, or with `is_once` the
 * next one if its truth is that. */
static bool pull_passing(ptc_lisp *lisp, const ptc_value *at, bool wanted, bool is_once,
                         ptc_value *item)
{
    ptc_value *kept = ptc_lisp_reserve(lisp, 1);
    bool is_found = false;

    while (!is_found && pull_source(lisp, at, 0, kept)) {
        is_found = ptc_is_truthy(pull_call(lisp, at, kept, 1)) == wanted;
        if (is_once)
            break;
    }
    lisp->top = kept;
    *item = *kept;
    return is_found;
}

static bool pull_take_while(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    if (ptc_endless_of(at)->phase)
        return false;
    if (pull_passing(lisp, at, true, true, item))
        return true;
    ptc_endless_of(at)->phase = 1;
    return false;
}

static bool pull_drop_while(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    if (ptc_endless_of(at)->phase)
        return pull_source(lisp, at, 0, item);
    if (!pull_passing(lisp, at, false, false, item))
        return false;
    ptc_endless_of(at)->phase = 1;
    return true;
}

static bool pull_keep(ptc_lisp *lisp, const ptc_value *at, bool is_indexed,
                      ptc_value *item)
{
    do {
        ptc_value found;

        if (!pull_source(lisp, at, 0, &found))
            return false;
        *item = is_indexed ? pull_call_indexed(lisp, at, found)
                           : pull_call(lisp, at, &found, 1);
    } while (item->kind == PTC_NIL);
    return true;
}

static bool pull_map_indexed(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    ptc_value found;

    if (!pull_source(lisp, at, 0, &found))
        return false;
    *item = pull_call_indexed(lisp, at, found);
    return true;
}

static bool pull_interpose(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    ptc_value found;

    if (ptc_endless_of(at)->phase == 2) { /* after a separator */
        ptc_endless_of(at)->phase = 1;
        *item = *pull_state(at);
        return true;
    }
    if (!pull_source(lisp, at, 0, &found))
        return false;
    *item = ptc_endless_of(at)->phase ? *pull_subject(at) : found;
    *pull_state(at) = found;
    ptc_endless_of(at)->phase++;
    return true;
}

static bool pull_distinct(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    do {
        if (!pull_source(lisp, at, 0, item))
            return false;
    } while (ptc_lisp_set_has(lisp, pull_subject(at), item));
    *pull_subject(at) = ptc_lisp_set_conj(lisp, *pull_subject(at), *item);
    return true;
}

static bool pull_dedupe(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    do {
        if (!pull_source(lisp, at, 0, item))
            return false;
    } while (ptc_endless_of(at)->phase && ptc_lisp_same(lisp, pull_state(at), item));
    ptc_endless_of(at)->phase = 1;
    *pull_state(at) = *item;
    return true;
}

/* Phase 0: the first element begins; 1: the state does; 2: on the way; 3: over. */
static bool pull_reductions(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    ptc_value args[2];
    ptc_value state;

    if (ptc_endless_of(at)->phase == 3)
        return false;
    if (ptc_endless_of(at)->phase == 1) {
        state = *pull_state(at);
    } else if (!pull_source(lisp, at, 0, &state)) {
        return false;
    } else if (ptc_endless_of(at)->phase == 2) {
        args[0] = *pull_state(at);
        args[1] = state;
        state = pull_call(lisp, at, args, 2);
    }
    ptc_endless_of(at)->phase = 2;
    if (state.kind == PTC_REDUCED) {
        state = ((const ptc_boxed *)(const void *)state.as.object)->content;
        ptc_endless_of(at)->phase = 3;
    }
    *pull_state(at) = state;
    *item = state;
    return true;
}

/* --- Parts -------------------------------------------------------------------------- */

/* The beginning of the next part: the end of the last one, in state, or nothing. False
 * when the elements between them are not all there. */
static bool pull_part_start(ptc_lisp *lisp, const ptc_value *at, ptc_value *part)
{
    const ptc_endless *node = ptc_endless_of(at);

    ptc_build_start(lisp, part, ptc_build_guess((size_t)node->number), PTC_FLAG_SEQ);
    if (!node->phase)
        return true;
    if (node->step >= node->number)
        return pull_skip(lisp, at, node->step - node->number);
    ptc_lisp_steps(lisp, pull_state(at)->aux);
    ptc_build_append(lisp, part, ptc_vector_items(lisp, pull_state(at)),
                     pull_state(at)->aux);
    return true;
}

static bool pull_partition(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    ptc_value *slots = ptc_lisp_reserve(lisp, 2); /* the part, its next element */
    ptc_endless *node;
    bool is_more = pull_part_start(lisp, at, &slots[0]);

    while (is_more && slots[0].aux < ptc_endless_of(at)->number) {
        is_more = pull_source(lisp, at, 0, &slots[1]);
        if (is_more)
            ptc_build_push(lisp, &slots[0], slots[1]);
    }
    lisp->top = slots;
    node = ptc_endless_of(at);
    if (slots[0].aux == 0 ||
        (node->stage == PTC_STAGE_PARTITION && slots[0].aux < node->number))
        return false;
    if (node->step < node->number)
        *pull_state(at) =
            node->step < slots[0].aux
                ? ptc_vector_slice(lisp, slots[0], (uint32_t)node->step, slots[0].aux)
                : ptc_vector_empty();
    node->phase = 1;
    *item = slots[0];
    return true;
}

/* The element that ended the last run waits in state with its key. */
static bool pull_partition_by(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    ptc_value *slots = ptc_lisp_reserve(lisp, 3); /* the run, its key, an element */
    ptc_value key;

    if (pull_state(at)->kind == PTC_VECTOR) {
        slots[2] = ptc_vector_nth(pull_state(at), 0);
        slots[1] = ptc_vector_nth(pull_state(at), 1);
        *pull_state(at) = ptc_value_nil();
    } else if (pull_source(lisp, at, 0, &slots[2])) {
        slots[1] = pull_call(lisp, at, &slots[2], 1);
    } else {
        lisp->top = slots;
        return false;
    }
    ptc_build_start(lisp, &slots[0], 1, PTC_FLAG_SEQ);
    ptc_build_push(lisp, &slots[0], slots[2]);
    while (pull_source(lisp, at, 0, &slots[2])) {
        key = pull_call(lisp, at, &slots[2], 1);
        if (!ptc_lisp_same(lisp, &key, &slots[1])) {
            *pull_state(at) = ptc_vector_pair(lisp, slots[2], key);
            break;
        }
        ptc_build_push(lisp, &slots[0], slots[2]);
    }
    lisp->top = slots;
    *item = slots[0];
    return true;
}

/* --- Of several sources ------------------------------------------------------------- */

/* An element of each of the first `count` sources, in slots. */
static bool pull_round(ptc_lisp *lisp, const ptc_value *at, ptc_value *slots,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!pull_source(lisp, at, i, &slots[i]))
            return false;
    }
    return true;
}

/* The subject called with an element of each; false at the end. */
static bool pull_across(ptc_lisp *lisp, const ptc_value *at, uint32_t count,
                        ptc_value *result)
{
    ptc_value *slots = ptc_lisp_reserve(lisp, count);
    bool is_there = pull_round(lisp, at, slots, count);

    if (is_there)
        *result = pull_call(lisp, at, slots, count);
    lisp->top = slots;
    return is_there;
}

static bool pull_map(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    return pull_across(lisp, at, ptc_endless_of(at)->sources, item);
}

/* The result of a call of mapcat's function, as a source: nil when it is empty. */
static ptc_value pull_part(ptc_lisp *lisp, ptc_value given)
{
    ptc_value part = given;

    if (ptc_is_endless(&part))
        return ptc_endless_open(lisp, &part);
    if (part.kind != PTC_VECTOR && !ptc_lisp_try_seq(lisp, &part))
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "mapcat: the function must give a collection or nil, got %s",
                       ptc_lisp_quote(lisp, &given));
    if (part.aux == 0)
        return ptc_value_nil();
    return ptc_endless_make(lisp, PTC_STAGE_ITEMS, NULL, 0, part);
}

static bool pull_mapcat(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    uint32_t last = ptc_endless_of(at)->sources - 1;
    ptc_value given;

    for (;;) {
        if (ptc_is_endless(&ptc_endless_of(at)->values[last]) &&
            pull_source(lisp, at, last, item))
            return true;
        ptc_endless_of(at)->values[last] = ptc_value_nil();
        if (!pull_across(lisp, at, last, &given))
            return false;
        given = pull_part(lisp, given);
        ptc_endless_of(at)->values[last] = given;
    }
}

static bool pull_interleave(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    uint32_t count = ptc_endless_of(at)->sources;
    ptc_endless *node;

    if (ptc_endless_of(at)->number % count == 0) {
        ptc_value *slots = ptc_lisp_reserve(lisp, count);
        bool is_there = pull_round(lisp, at, slots, count);

        lisp->top = slots;
        if (!is_there)
            return false;
        *pull_state(at) = ptc_vector_of(lisp, slots, count);
    }
    node = ptc_endless_of(at);
    *item = ptc_vector_nth(pull_state(at), (uint32_t)(node->number++ % count));
    return true;
}

/* --- Any stage ---------------------------------------------------------------------- */

bool ptc_endless_pull(ptc_lisp *lisp, const ptc_value *at, ptc_value *item)
{
    if (PTC_UNLIKELY(--lisp->ticks < 0))
        ptc_lisp_safepoint(lisp);
    if (PTC_UNLIKELY(PTC_C_STACK() < lisp->c_limit))
        ptc_lisp_stack_overflow(lisp);
    switch ((ptc_stage)ptc_endless_of(at)->stage) {
    case PTC_STAGE_RANGE:
        return pull_range(lisp, at, item);
    case PTC_STAGE_REPEAT:
        *item = *pull_subject(at);
        return true;
    case PTC_STAGE_REPEATEDLY:
        *item = pull_call(lisp, at, NULL, 0);
        return true;
    case PTC_STAGE_ITERATE:
        return pull_iterate(lisp, at, item);
    case PTC_STAGE_CYCLE:
    case PTC_STAGE_ITEMS:
        return pull_items(at, item);
    case PTC_STAGE_PREPEND:
        return pull_prepend(lisp, at, item);
    case PTC_STAGE_TAKE:
        return pull_take(lisp, at, item);
    case PTC_STAGE_DROP:
        return pull_drop(lisp, at, item);
    case PTC_STAGE_TAKE_NTH:
        return pull_take_nth(lisp, at, item);
    case PTC_STAGE_TAKE_WHILE:
        return pull_take_while(lisp, at, item);
    case PTC_STAGE_DROP_WHILE:
        return pull_drop_while(lisp, at, item);
    case PTC_STAGE_FILTER:
        return pull_passing(lisp, at, true, false, item);
    case PTC_STAGE_REMOVE:
        return pull_passing(lisp, at, false, false, item);
    case PTC_STAGE_KEEP:
        return pull_keep(lisp, at, false, item);
    case PTC_STAGE_KEEP_INDEXED:
        return pull_keep(lisp, at, true, item);
    case PTC_STAGE_MAP_INDEXED:
        return pull_map_indexed(lisp, at, item);
    case PTC_STAGE_PARTITION:
    case PTC_STAGE_PARTITION_ALL:
        return pull_partition(lisp, at, item);
    case PTC_STAGE_PARTITION_BY:
        return pull_partition_by(lisp, at, item);
    case PTC_STAGE_INTERPOSE:
        return pull_interpose(lisp, at, item);
    case PTC_STAGE_DISTINCT:
        return pull_distinct(lisp, at, item);
    case PTC_STAGE_DEDUPE:
        return pull_dedupe(lisp, at, item);
    case PTC_STAGE_REDUCTIONS:
        return pull_reductions(lisp, at, item);
    case PTC_STAGE_MAP:
        return pull_map(lisp, at, item);
    case PTC_STAGE_MAPCAT:
        return pull_mapcat(lisp, at, item);
    case PTC_STAGE_INTERLEAVE:
        return pull_interleave(lisp, at, item);
    }
    return false;
}
