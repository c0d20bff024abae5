/* SPDX-License-Identifier: MIT */
/* Builtins that make, join, convert and test collections of every kind. [ptc-lisp 11.1,
 * 11.2] */
#include "lisp/core/core_int.h"
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/caller.h"
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/language/builtins.h"
#include "lisp/text/text_int.h"

/* --- conj and into ------------------------------------------------------------------ */

static bool collection_is_entry(const ptc_value *value)
{
    return value->kind == PTC_VECTOR && value->aux == 2 && !ptc_value_is_seq(value);
}

/* Joins a sequence of entries, as `seq` of a map gives it; false for other values. A
 * vector of entries is not one, as in Clojure. */
static bool collection_add_entries(ptc_lisp *lisp, ptc_value *map,
                                   const ptc_value *entries)
{
    if (!ptc_value_is_seq(entries))
        return false;
    ptc_lisp_steps(lisp, entries->aux);
    for (uint32_t i = 0; i < entries->aux; i++) {
        ptc_value entry = ptc_vector_nth(entries, i);

        if (!collection_is_entry(&entry))
            return false;
        *map = ptc_lisp_map_put(lisp, *map, ptc_vector_nth(&entry, 0),
                                ptc_vector_nth(&entry, 1));
        ptc_lisp_fill_look(lisp, i);
    }
    return true;
}

/* `collection` with the item; false when it does not take such an item. */
static bool collection_add(ptc_lisp *lisp, ptc_value *collection, const ptc_value *item)
{
    switch ((unsigned)collection->kind) {
    case PTC_NIL:
        *collection = ptc_value_as_seq(ptc_vector_of(lisp, item, 1));
        return true;
    case PTC_VECTOR:
        *collection = ptc_value_is_seq(collection)
                          ? ptc_vector_prepend(lisp, *collection, *item)
                          : ptc_vector_conj(lisp, *collection, *item);
        return true;
    case PTC_SET:
        *collection = ptc_lisp_set_conj(lisp, *collection, *item);
        return true;
    case PTC_ENDLESS:
        *collection = ptc_endless_cons(lisp, *item, collection);
        return true;
    case PTC_MAP:
        if (collection_is_entry(item))
            *collection = ptc_lisp_map_put(lisp, *collection, ptc_vector_nth(item, 0),
                                           ptc_vector_nth(item, 1));
        else if (item->kind == PTC_MAP)
            *collection = ptc_lisp_map_merge(lisp, *collection, item);
        else
            return item->kind == PTC_NIL ||
                   collection_add_entries(lisp, collection, item);
        return true;
    default:
        return false;
    }
}

static ptc_value collection_into_map(ptc_lisp *lisp, const ptc_value *callee,
                                     ptc_value *args, uint32_t count, ptc_value from);

/* Into a sorted collection in args[0]. */
static ptc_value collection_pour(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 ptc_value items)
{
    ptc_value *slot = ptc_lisp_reserve(lisp, 1);

    *slot = items;
    ptc_sorted_pour(lisp, callee, &args[0], slot);
    return args[0];
}

static PTC_NOINLINE ptc_value collection_conj(ptc_lisp *lisp, const ptc_value *callee,
                                              ptc_value *args, uint32_t count)
{
    ptc_value collection;

    if (count == 0)
        return ptc_vector_empty();
    collection = args[0];
    if (ptc_is_sorted(&args[0]) && count > 1) {
        collection = ptc_vector_of(lisp, args + 1, count - 1);
        ptc_vector_items(lisp, &collection);
        return args[0].kind == PTC_SET
                   ? collection_pour(lisp, callee, args, collection)
                   : collection_into_map(lisp, callee, args, count, collection);
    }
    for (uint32_t i = 1; i < count; i++) {
        if (!collection_add(lisp, &collection, &args[i]))
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    }
    return collection;
}

/* A separate function, so that a call per item saves no registers. */
ptc_value ptc_core_conj(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    if (PTC_LIKELY(count == 2 && args[0].kind == PTC_VECTOR &&
                   !(args[0].flags & PTC_FLAG_SEQ)))
        return ptc_vector_conj(lisp, args[0], args[1]);
    return collection_conj(lisp, callee, args, count);
}

/* The items in reverse and then `tail`, as conj to a sequence would do one by one. */
static ptc_value collection_reversed(ptc_lisp *lisp, const ptc_value *from,
                                     ptc_value *tail)
{
    const ptc_value *last = ptc_vector_items(lisp, tail);
    uint32_t count = from->aux;
    const ptc_value *behind = from->as.items + count;
    size_t total = (size_t)count + tail->aux;
    ptc_value *items;
    ptc_value result;

    ptc_heap_check(lisp, total, sizeof(ptc_value));
    result = ptc_vector_new(lisp, total, total, &items);
    for (uint32_t i = 0; i < count;) {
        for (uint32_t end = ptc_lisp_fill_block(lisp, i, count); i < end; i++)
            *items++ = *--behind;
    }
    if (tail->aux > 0)
        memcpy(items, last, tail->aux * sizeof *items);
    return ptc_value_as_seq(result);
}

/* Appends a sequence of entries to pairs of keys and values; false for other values. */
static bool collection_push_entries(ptc_lisp *lisp, ptc_value *pairs,
                                    const ptc_value *entries)
{
    if (!ptc_value_is_seq(entries))
        return false;
    ptc_lisp_steps(lisp, entries->aux);
    for (uint32_t i = 0; i < entries->aux; i++) {
        ptc_value entry = ptc_vector_nth(entries, i);

        if (!collection_is_entry(&entry))
            return false;
        ptc_build_append(lisp, pairs, ptc_vector_items(lisp, &entry), 2);
        ptc_lisp_fill_look(lisp, i);
    }
    return true;
}

/* Entries and maps into a map: at once when they are many, else one by one. */
static ptc_value collection_into_map(ptc_lisp *lisp, const ptc_value *callee,
                                     ptc_value *args, uint32_t count, ptc_value from)
{
    ptc_value pairs;
    ptc_value item;

    if (from.aux / 2 < args[0].aux && !ptc_is_sorted(&args[0])) {
        for (uint32_t i = 0; i < from.aux; i++) {
            if (!collection_add(lisp, &args[0], &from.as.items[i]))
                ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
            ptc_lisp_fill_look(lisp, i);
        }
        return args[0];
    }
    ptc_build_start(lisp, &pairs, 2 * (size_t)from.aux, 0);
    for (uint32_t i = 0; i < from.aux; i++) {
        item = from.as.items[i];
        if (collection_is_entry(&item)) {
            ptc_build_append(lisp, &pairs, ptc_vector_items(lisp, &item), 2);
        } else if (item.kind == PTC_MAP) {
            item = ptc_lisp_map_pairs(lisp, &item);
            ptc_build_append(lisp, &pairs, item.as.items, item.aux);
        } else if (item.kind != PTC_NIL &&
                   !collection_push_entries(lisp, &pairs, &item)) {
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
        }
        ptc_lisp_fill_look(lisp, i);
    }
    if (ptc_is_sorted(&args[0]))
        return collection_pour(lisp, callee, args, pairs);
    return ptc_lisp_map_put_pairs(lisp, args[0], pairs.as.items, pairs.aux / 2);
}

static ptc_value collection_into_set(ptc_lisp *lisp, ptc_value set, const ptc_value *from)
{
    ptc_value items;

    if (from->aux / 2 < set.aux) {
        for (uint32_t i = 0; i < from->aux; i++) {
            set = ptc_lisp_set_conj(lisp, set, from->as.items[i]);
            ptc_lisp_fill_look(lisp, i);
        }
        return set;
    }
    ptc_build_start(lisp, &items, (size_t)set.aux + from->aux, 0);
    set = ptc_lisp_set_items(lisp, &set);
    ptc_build_append(lisp, &items, set.as.items, set.aux);
    ptc_build_append(lisp, &items, from->as.items, from->aux);
    return ptc_lisp_set_of(lisp, items.as.items, items.aux);
}

ptc_value ptc_core_into(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    ptc_value from;

    if (count < 2)
        return count ? args[0] : ptc_vector_empty();
    from = args[1];
    ptc_lisp_seq(lisp, &from, ptc_callee_name(callee), args, count);
    if (from.aux == 0)
        return args[0];
    ptc_lisp_steps(lisp, from.aux);
    switch ((unsigned)args[0].kind) {
    case PTC_NIL:
        args[0] = ptc_vector_empty();
        return collection_reversed(lisp, &from, &args[0]);
    case PTC_VECTOR:
        if (ptc_value_is_seq(&args[0]))
            return collection_reversed(lisp, &from, &args[0]);
        return ptc_vector_append(lisp, args[0], from.as.items, from.aux);
    case PTC_SET:
        if (ptc_is_sorted(&args[0]))
            return collection_pour(lisp, callee, args, from);
        return collection_into_set(lisp, args[0], &from);
    case PTC_MAP:
        return collection_into_map(lisp, callee, args, count, from);
    default:
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    }
}

ptc_value ptc_core_cons(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    if (!ptc_list_ends(lisp, callee, args, count, 1))
        return ptc_endless_cons(lisp, args[0], &args[1]);
    return ptc_value_as_seq(ptc_vector_prepend(lisp, args[1], args[0]));
}

ptc_value ptc_core_concat(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    ptc_value result;

    for (uint32_t i = 0; i < count; i++) {
        if (!ptc_value_is_seqable(&args[i]) && !ptc_is_endless(&args[i]))
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    }
    result = ptc_seq_empty();
    for (uint32_t i = 0; i < count; i++) {
        const ptc_value *items;

        if (i == 0 && ptc_list_ends(lisp, callee, args, count, 0)) {
            result = ptc_value_as_seq(args[0]);
            continue;
        }
        if (!ptc_seq_ends(lisp, callee, args, count, i))
            return ptc_endless_concat(lisp, result, &args[i]);
        items = args[i].as.items;
        ptc_lisp_steps(lisp, args[i].aux);
        result = ptc_vector_append(lisp, result, items, args[i].aux);
    }
    return result;
}

/* --- Makers ------------------------------------------------------------------------- */

ptc_value ptc_core_vector(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    (void)callee;
    return count ? ptc_vector_of(lisp, args, count) : ptc_vector_empty();
}

ptc_value ptc_core_list(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    return ptc_value_as_seq(ptc_core_vector(lisp, callee, args, count));
}

ptc_value ptc_core_list_star(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    uint32_t at = count - 1;
    ptc_value result;

    if (!ptc_seq_ends(lisp, callee, args, count, at))
        return ptc_endless_concat(lisp, ptc_vector_of(lisp, args, at), &args[at]);
    ptc_lisp_steps(lisp, args[at].aux);
    if (count == 1)
        return args[0].aux ? ptc_value_as_seq(args[0]) : ptc_value_nil();
    result = ptc_vector_of(lisp, args, at);
    return ptc_value_as_seq(
        ptc_vector_append(lisp, result, args[at].as.items, args[at].aux));
}

ptc_value ptc_core_vec(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    return ptc_value_as_vector(*ptc_list_arg(lisp, callee, args, count, 0));
}

ptc_value ptc_core_seq(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    if (!ptc_list_ends(lisp, callee, args, count, 0))
        return ptc_endless_seq(lisp, args);
    return args[0].aux ? ptc_value_as_seq(args[0]) : ptc_value_nil();
}

ptc_value ptc_core_reverse(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    ptc_value empty = ptc_vector_empty();

    ptc_seq_arg(lisp, callee, args, count, 0);
    ptc_lisp_steps(lisp, args[0].aux);
    return collection_reversed(lisp, &args[0], &empty);
}

ptc_value ptc_core_zipmap(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    ptc_value *pairs;
    uint32_t length = ptc_seq_shortest(lisp, callee, args, count, 0);
    ptc_value flat;

    ptc_heap_check(lisp, length, 2 * sizeof(ptc_value));
    ptc_lisp_steps(lisp, length);
    flat = ptc_vector_new(lisp, 2 * (size_t)length, 2 * (size_t)length, &pairs);
    for (uint32_t i = 0; i < length; i++) {
        pairs[2 * (size_t)i] = args[0].as.items[i];
        pairs[2 * (size_t)i + 1] = args[1].as.items[i];
    }
    return ptc_lisp_map_of(lisp, flat.as.items, length);
}

/* --- Size --------------------------------------------------------------------------- */

ptc_value ptc_core_count_of(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    if (!ptc_value_is_seqable(&args[0]))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (args[0].kind == PTC_STRING)
        return ptc_value_int((int64_t)ptc_string_count(lisp, &args[0]));
    return ptc_value_int(args[0].aux);
}

/* Collections that Clojure counts by walking are counted up to the number. */
ptc_value ptc_core_bounded_count(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    uint32_t most = ptc_count_arg(lisp, callee, args, count, 0);
    int64_t length;

    if (!ptc_value_is_seqable(&args[1]))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    length = ptc_core_count_of(lisp, callee, &args[1], 1).as.integer;
    if ((args[1].kind == PTC_STRING || ptc_value_is_seq(&args[1])) && length > most)
        length = most;
    return ptc_value_int(length);
}

ptc_value ptc_core_is_empty(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    if (ptc_is_endless(&args[0]))
        return ptc_value_bool(ptc_endless_seq(lisp, args).kind == PTC_NIL);
    if (!ptc_value_is_seqable(&args[0]))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    return ptc_value_bool(args[0].aux == 0);
}

ptc_value ptc_core_not_empty(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    if (ptc_is_endless(&args[0]))
        return ptc_endless_seq(lisp, args);
    if (!ptc_value_is_seqable(&args[0]))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    return args[0].aux ? args[0] : ptc_value_nil();
}

ptc_value ptc_core_empty(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    (void)callee;
    (void)count;
    if (args[0].kind == PTC_VECTOR)
        return ptc_value_is_seq(&args[0]) ? ptc_seq_empty() : ptc_vector_empty();
    if (ptc_is_sorted(&args[0]))
        return ptc_sorted_like(lisp, &args[0], NULL, NULL, 0);
    if (args[0].kind == PTC_MAP)
        return ptc_lisp_map_empty(lisp);
    if (args[0].kind == PTC_SET)
        return ptc_lisp_set_empty(lisp);
    if (ptc_is_endless(&args[0]))
        return ptc_seq_empty();
    return ptc_value_nil();
}

/* --- Membership --------------------------------------------------------------------- */

/* Whether an item is the same as the key. A search for an integer among items that are
 * not numbers is meant for an index. */
static bool collection_has_item(ptc_lisp *lisp, const ptc_value *vector,
                                const ptc_value *key)
{
    bool is_place = key->kind == PTC_INT && vector->aux > 0;

    for (uint32_t i = 0; i < vector->aux; i++) {
        ptc_value item = ptc_vector_nth(vector, i);

        ptc_lisp_step(lisp);
        if (ptc_lisp_same(lisp, &item, key))
            return true;
        is_place = is_place && item.kind != PTC_NIL && !ptc_is_number(&item);
    }
    if (is_place)
        ptc_lisp_raise(
            lisp, PTC_REASON_TYPE,
            "contains?: a vector is searched for an element, and none of its elements is "
            "a number; to test an index write (< -1 i (count coll))");
    return false;
}

ptc_value ptc_core_contains(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    ptc_value found;

    if (args[0].kind == PTC_VECTOR)
        return ptc_value_bool(collection_has_item(lisp, &args[0], &args[1]));
    if (!ptc_value_is_seqable(&args[0]) ||
        (args[0].kind == PTC_STRING && !ptc_is_number(&args[1])))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    return ptc_value_bool(ptc_lisp_get(lisp, &args[0], &args[1], &found));
}

/* (find coll key) */
static ptc_value collection_entry(ptc_lisp *lisp, const ptc_value *args)
{
    ptc_value found = args[1];
    ptc_value value;

    if (args[0].kind == PTC_MAP
            ? !ptc_lisp_map_find(lisp, &args[0], &args[1], &value, &found)
            : !ptc_lisp_get(lisp, &args[0], &args[1], &value))
        return ptc_value_nil();
    return ptc_vector_entry(lisp, found, value);
}

ptc_value ptc_core_find_entry(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    ptc_caller caller;
    ptc_site site;

    if (args[0].kind == PTC_MAP || args[0].kind == PTC_NIL ||
        (args[0].kind == PTC_VECTOR && !ptc_value_is_seq(&args[0])))
        return collection_entry(lisp, args);
    if ((args[0].kind != PTC_KEYWORD && args[0].kind != PTC_SET &&
         (unsigned)args[0].kind != PTC_FUNCTION) ||
        (!ptc_is_endless(&args[1]) && !ptc_value_is_seqable(&args[1])))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (!ptc_list_ends(lisp, callee, args, count, 1))
        return ptc_endless_find(lisp, &args[0], &args[1]);
    caller = ptc_caller_make(lisp, &args[0], 1, &site);
    for (uint32_t i = 0; i < args[1].aux; i++) {
        ptc_value item = ptc_vector_nth(&args[1], i);

        if (ptc_is_truthy(ptc_caller_one(lisp, &caller, &item)))
            return ptc_vector_nth(&args[1], i);
    }
    return ptc_value_nil();
}

/* --- replace, dedupe and flatten ---------------------------------------------------- */

ptc_value ptc_core_replace(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    unsigned flags =
        args[1].kind == PTC_VECTOR ? args[1].flags & PTC_FLAG_SEQ : PTC_FLAG_SEQ;
    const ptc_value *from;
    ptc_value *items;
    ptc_value result;

    if (count == 3)
        return ptc_text_replace(lisp, callee, args);
    if (args[0].kind != PTC_MAP && args[0].kind != PTC_NIL && args[0].kind != PTC_VECTOR)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    from = ptc_seq_arg(lisp, callee, args, count, 1);
    ptc_lisp_steps(lisp, args[1].aux);
    result = ptc_vector_new(lisp, args[1].aux, args[1].aux, &items);
    for (uint32_t i = 0; i < args[1].aux; i++) {
        if (!ptc_lisp_get(lisp, &args[0], &from[i], &items[i]))
            items[i] = from[i];
        ptc_lisp_fill_look(lisp, i);
    }
    result.flags |= (uint8_t)flags;
    return result;
}

ptc_value ptc_core_dedupe(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    const ptc_value *from;
    ptc_value result;

    if (!ptc_seq_ends(lisp, callee, args, count, 0))
        return ptc_endless_stage(lisp, callee, PTC_STAGE_DEDUPE, &args[0], 1,
                                 ptc_value_nil());
    from = args[0].as.items;
    ptc_lisp_steps(lisp, args[0].aux);
    ptc_build_start(lisp, &result, ptc_build_guess(args[0].aux), PTC_FLAG_SEQ);
    for (uint32_t i = 0; i < args[0].aux; i++) {
        if (i == 0 || !ptc_lisp_same(lisp, &from[i], &from[i - 1]))
            ptc_build_push(lisp, &result, from[i]);
        ptc_lisp_fill_look(lisp, i);
    }
    return result;
}

/* Appends the items inside `vector`, at all levels, to `result`. */
static void collection_flatten(ptc_lisp *lisp, ptc_value *result, ptc_value vector,
                               unsigned depth)
{
    const ptc_value *items = ptc_vector_items(lisp, &vector);

    if (depth > PTC_DEPTH_MAX)
        ptc_raise_depth(lisp);
    for (uint32_t i = 0; i < vector.aux; i++) {
        ptc_lisp_step(lisp);
        if (items[i].kind == PTC_VECTOR)
            collection_flatten(lisp, result, items[i], depth + 1);
        else
            ptc_build_push(lisp, result, items[i]);
    }
}

ptc_value ptc_core_flatten(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    ptc_value result;

    if (ptc_is_endless(&args[0]))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (args[0].kind != PTC_VECTOR)
        return ptc_seq_empty();
    ptc_build_start(lisp, &result, args[0].aux, PTC_FLAG_SEQ);
    collection_flatten(lisp, &result, args[0], 1);
    return result;
}

#define PTC_BUILTIN_COLLECTION PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
