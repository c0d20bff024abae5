/* SPDX-License-Identifier: MIT */
/* Builtins that walk nested data. [ptc-lisp 11.2] */
#include "lisp/core/core_int.h"
#include "lisp/heap/build.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"

/* --- Rebuilding a collection -------------------------------------------------------- */

/* Makes the value in the slot flat: its elements, or the entries of a map. False when it
 * has none: strings are also leaves. */
static bool tree_open(ptc_lisp *lisp, ptc_value *slot)
{
    return slot->kind != PTC_STRING && slot->kind != PTC_NIL &&
           ptc_lisp_try_seq(lisp, slot);
}

/* Keys and values in turn of elements that were entries; each must still be a pair, a map
 * or nil. */
static ptc_value tree_pairs_of(ptc_lisp *lisp, const ptc_value *callee,
                               const ptc_value *elements)
{
    ptc_value pairs;

    ptc_build_start(lisp, &pairs, 2 * (size_t)elements->aux, 0);
    for (uint32_t i = 0; i < elements->aux; i++) {
        ptc_value item = elements->as.items[i];

        if (item.kind == PTC_MAP) {
            item = ptc_lisp_map_pairs(lisp, &item);
        } else if (item.kind == PTC_NIL) {
            continue;
        } else if (item.kind != PTC_VECTOR || item.aux != 2) {
            ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                           "%s: an entry of a map must stay a pair [key value], got %s",
                           ptc_callee_name(callee), ptc_lisp_quote(lisp, &item));
        }
        for (uint32_t j = 0; j < item.aux; j++)
            ptc_build_push(lisp, &pairs, ptc_vector_nth(&item, j));
    }
    return pairs;
}

/* A collection of the same kind as a value, without elements. */
static ptc_value tree_hull(ptc_lisp *lisp, const ptc_value *collection)
{
    if (ptc_is_sorted(collection))
        return ptc_sorted_like(lisp, collection, NULL, NULL, 0);
    if (collection->kind == PTC_MAP)
        return ptc_lisp_map_empty(lisp);
    if (collection->kind == PTC_SET)
        return ptc_lisp_set_empty(lisp);
    return ptc_value_is_seq(collection) ? ptc_seq_empty() : ptc_vector_empty();
}

/* A collection like the hull, which is a slot, with the elements in another slot, which
 * is consumed. A SAFEPOINT when it is sorted. */
static ptc_value tree_close(ptc_lisp *lisp, const ptc_value *callee, ptc_value *hull,
                            ptc_value *elements)
{
    if (hull->kind == PTC_MAP)
        *elements = tree_pairs_of(lisp, callee, elements);
    if (ptc_is_sorted(hull)) {
        ptc_sorted_pour(lisp, callee, hull, elements);
        return *hull;
    }
    if (hull->kind == PTC_MAP)
        return ptc_lisp_map_of(lisp, elements->as.items, elements->aux / 2);
    if (hull->kind == PTC_SET)
        return ptc_lisp_set_of(lisp, elements->as.items, elements->aux);
    return ptc_value_is_seq(hull) ? ptc_value_as_seq(*elements)
                                  : ptc_value_as_vector(*elements);
}

/* (walk inner outer form) */
ptc_value ptc_core_walk(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    ptc_value *slots =
        ptc_lisp_reserve(lisp, 3); /* the hull, the new elements, a call's argument */

    (void)count;
    slots[0] = tree_hull(lisp, &args[2]);
    if (tree_open(lisp, &args[2])) {
        ptc_build_start(lisp, &slots[1], args[2].aux, 0);
        for (uint32_t i = 0; i < args[2].aux; i++) {
            ptc_lisp_step(lisp);
            slots[2] = args[2].as.items[i];
            ptc_build_push(lisp, &slots[1], ptc_lisp_call(lisp, &args[0], &slots[2], 1));
        }
        args[2] = tree_close(lisp, callee, &slots[0], &slots[1]);
    }
    slots[2] = args[2];
    return ptc_lisp_call(lisp, &args[1], &slots[2], 1);
}

/* --- Changes at all levels ---------------------------------------------------------- */

typedef enum tree_change {
    TREE_CALL,    /* by a function */
    TREE_REPLACE, /* by a map's value for it */
    TREE_KEYWORDS,
    TREE_STRINGS,
} tree_change;

typedef struct tree_job {
    const ptc_value *callee;
    const ptc_value *with; /* the slot of the function or map */
    tree_change change;
    bool is_first; /* a value is changed before its elements */
} tree_job;

static ptc_value tree_rename_key(ptc_lisp *lisp, const ptc_value *key, tree_change change)
{
    ptc_str text = ptc_value_text(key);
    ptc_value renamed;

    if (change == TREE_KEYWORDS && key->kind == PTC_STRING && ptc_keyword_is_legal(text))
        return ptc_name_value(ptc_name_intern(lisp, text), PTC_KEYWORD);
    if (change == TREE_STRINGS && key->kind == PTC_KEYWORD) {
        renamed = ptc_value_string(text);
        renamed.flags = key->flags & PTC_FLAG_ASCII;
        return renamed;
    }
    return *key;
}

/* A map with its own keys renamed. */
static ptc_value tree_rename(ptc_lisp *lisp, const ptc_value *map, tree_change change)
{
    ptc_value pairs = ptc_lisp_map_pairs(lisp, map);
    ptc_value *items = (ptc_value *)(uintptr_t)pairs.as.items;

    for (uint32_t i = 0; i < pairs.aux; i += 2)
        items[i] = tree_rename_key(lisp, &items[i], change);
    return ptc_lisp_map_of(lisp, items, pairs.aux / 2);
}

/* Changes the value in the slot, which is the topmost one. A SAFEPOINT for TREE_CALL. */
static void tree_apply(ptc_lisp *lisp, const tree_job *job, ptc_value *slot)
{
    ptc_value *call;
    ptc_value found;

    if (job->change == TREE_CALL) {
        call = ptc_lisp_reserve(lisp, 1);
        call[0] = *slot;
        *slot = ptc_lisp_call(lisp, job->with, call, 1);
        lisp->top = call;
    } else if (job->change == TREE_REPLACE) {
        if (ptc_lisp_get(lisp, job->with, slot, &found))
            *slot = found;
    } else if (slot->kind == PTC_MAP) {
        *slot = tree_rename(lisp, slot, job->change);
    }
}

/* Changes the value in the slot, which is the topmost one, and everything inside it. */
static void tree_change_all(ptc_lisp *lisp, const tree_job *job, ptc_value *slot,
                            unsigned depth)
{
    ptc_value hull;

    ptc_lisp_step(lisp);
    if (depth > PTC_DEPTH_MAX)
        ptc_raise_depth(lisp);
    if (job->is_first)
        tree_apply(lisp, job, slot);
    hull = tree_hull(lisp, slot);
    if (tree_open(lisp, slot)) {
        /* the hull, the new elements, an element */
        ptc_value *slots = ptc_lisp_reserve(lisp, 3);

        slots[0] = hull;
        ptc_build_start(lisp, &slots[1], slot->aux, 0);
        for (uint32_t i = 0; i < slot->aux; i++) {
            slots[2] = slot->as.items[i];
            tree_change_all(lisp, job, &slots[2], depth + 1);
            ptc_build_push(lisp, &slots[1], slots[2]);
        }
        *slot = tree_close(lisp, job->callee, &slots[0], &slots[1]);
        lisp->top = slots;
    }
    if (!job->is_first)
        tree_apply(lisp, job, slot);
}

/* Runs the job on a value. */
static ptc_value tree_run(ptc_lisp *lisp, const tree_job *job, ptc_value form)
{
    ptc_value *slot = ptc_lisp_reserve(lisp, 1);

    *slot = form;
    tree_change_all(lisp, job, slot, 0);
    return *slot;
}

ptc_value ptc_core_prewalk(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    tree_job job = {callee, &args[0], TREE_CALL, true};

    (void)count;
    return tree_run(lisp, &job, args[1]);
}

ptc_value ptc_core_postwalk(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    tree_job job = {callee, &args[0], TREE_CALL, false};

    (void)count;
    return tree_run(lisp, &job, args[1]);
}

ptc_value ptc_core_prewalk_replace(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    tree_job job = {callee, &args[0], TREE_REPLACE, true};

    if (args[0].kind != PTC_MAP && args[0].kind != PTC_NIL)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    return tree_run(lisp, &job, args[1]);
}

ptc_value ptc_core_postwalk_replace(ptc_lisp *lisp, const ptc_value *callee,
                                    ptc_value *args, uint32_t count)
{
    tree_job job = {callee, &args[0], TREE_REPLACE, false};

    if (args[0].kind != PTC_MAP && args[0].kind != PTC_NIL)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    return tree_run(lisp, &job, args[1]);
}

ptc_value ptc_core_keywordize_keys(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    tree_job job = {callee, NULL, TREE_KEYWORDS, false};

    (void)count;
    return tree_run(lisp, &job, args[0]);
}

ptc_value ptc_core_stringify_keys(ptc_lisp *lisp, const ptc_value *callee,
                                  ptc_value *args, uint32_t count)
{
    tree_job job = {callee, NULL, TREE_STRINGS, false};

    (void)count;
    return tree_run(lisp, &job, args[0]);
}

/* --- tree-seq ----------------------------------------------------------------------- */

/* Takes the last value off a vector that ptc_build_start made. */
static ptc_value tree_pull(ptc_value *pending)
{
    ptc_value last = pending->as.items[--pending->aux];

    ptc_items_fill(pending->as.items)[0]--;
    return last;
}

/* (tree-seq branch? children root): all nodes, each before its children. */
ptc_value ptc_core_tree_seq(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    /* the nodes, nodes still to visit with the next one last, this node, a call's
       argument */
    ptc_value *slots = ptc_lisp_reserve(lisp, 4);
    ptc_value children;

    (void)count;
    ptc_build_start(lisp, &slots[0], 16, PTC_FLAG_SEQ);
    ptc_build_start(lisp, &slots[1], 16, 0);
    ptc_build_push(lisp, &slots[1], args[2]);
    while (slots[1].aux > 0) {
        ptc_lisp_step(lisp);
        slots[2] = tree_pull(&slots[1]);
        ptc_build_push(lisp, &slots[0], slots[2]);
        slots[3] = slots[2];
        /* A string of one character is its own only element. */
        if (ptc_string_is_character(lisp, &slots[2]) ||
            !ptc_is_truthy(ptc_lisp_call(lisp, &args[0], &slots[3], 1)))
            continue;
        slots[3] = slots[2];
        children = ptc_lisp_call(lisp, &args[1], &slots[3], 1);
        ptc_lisp_seq(lisp, &children, ptc_callee_name(callee), &children, 1);
        for (uint32_t i = children.aux; i > 0; i--)
            ptc_build_push(lisp, &slots[1], children.as.items[i - 1]);
    }
    return slots[0];
}

#define PTC_BUILTIN_TREE PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
