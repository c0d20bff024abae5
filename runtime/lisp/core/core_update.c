/* SPDX-License-Identifier: MIT */
/* Builtins that give a map or vector with one entry changed. [ptc-lisp 9.3, 11.4] */
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"

/* Raises that a value has no entries to write. */
PTC_COLD PTC_NORETURN static void update_refuse(ptc_lisp *lisp, const ptc_value *callee,
                                                const ptc_value *collection,
                                                const ptc_value *key)
{
    const char *name = ptc_callee_name(callee);

    if (ptc_value_is_seq(collection)) {
        ptc_lisp_raise(
            lisp, PTC_REASON_TYPE,
            "%s: a sequence cannot be changed by index; make it a vector with (vec coll)",
            name);
    }
    if (collection->kind == PTC_VECTOR) {
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "%s: expected an integer as index of a vector, got %s", name,
                       ptc_lisp_quote(lisp, key));
    }
    ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                   "%s: expected a map, a vector or nil at key %s, got %s%s", name,
                   ptc_lisp_quote(lisp, key), ptc_lisp_type_name(collection),
                   collection->kind == PTC_KEYWORD && strchr(name, '-') == NULL
                       ? "; the map comes first, where -> puts it"
                       : "");
}

/* `collection` with the value at the key. */
static ptc_value update_put(ptc_lisp *lisp, const ptc_value *callee, ptc_value collection,
                            ptc_value key, ptc_value value)
{
    if (collection.kind == PTC_MAP)
        return ptc_lisp_map_put(lisp, collection, key, value);
    if (collection.kind == PTC_NIL)
        return ptc_lisp_map_assoc(lisp, ptc_lisp_map_empty(lisp), key, value);
    if (collection.kind != PTC_VECTOR || ptc_value_is_seq(&collection) ||
        key.kind != PTC_INT)
        update_refuse(lisp, callee, &collection, &key);
    if (key.as.integer < 0 || (uint64_t)key.as.integer > collection.aux) {
        ptc_lisp_raise(
            lisp, PTC_REASON_RUNTIME, "%s: index %s out of bounds for length %u",
            ptc_callee_name(callee), ptc_lisp_quote(lisp, &key), collection.aux);
    }
    return ptc_vector_assoc(lisp, collection, (uint32_t)key.as.integer, value);
}

/* Reads the value at the key; `*key` becomes the key that the map has. */
static ptc_value update_read(ptc_lisp *lisp, const ptc_value *callee,
                             const ptc_value *collection, ptc_value *key)
{
    ptc_value value;
    ptc_value found;

    if (collection->kind == PTC_MAP) {
        if (!ptc_lisp_map_find(lisp, collection, key, &value, &found))
            return ptc_value_nil();
        *key = found;
        return value;
    }
    if (collection->kind != PTC_NIL &&
        (collection->kind != PTC_VECTOR || ptc_value_is_seq(collection)))
        update_refuse(lisp, callee, collection, key);
    return ptc_lisp_get(lisp, collection, key, &value) ? value : ptc_value_nil();
}

ptc_value ptc_core_assoc(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    ptc_value result = args[0];

    ptc_arity_even(lisp, callee, count, 1);
    for (uint32_t i = 1; i < count; i += 2)
        result = update_put(lisp, callee, result, args[i], args[i + 1]);
    return result;
}

ptc_value ptc_core_dissoc(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    ptc_value result = args[0];

    if (args[0].kind == PTC_NIL)
        return result;
    if (args[0].kind != PTC_MAP)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    for (uint32_t i = 1; i < count; i++) {
        ptc_value value;
        ptc_value key;

        if (ptc_lisp_map_find(lisp, &result, &args[i], &value, &key))
            result = ptc_lisp_map_dissoc(lisp, result, key);
    }
    return result;
}

/* (f old extra...): the function and the extra arguments are args [at, count). */
static ptc_value update_call(ptc_lisp *lisp, const ptc_value *args, uint32_t at,
                             uint32_t count, ptc_value old)
{
    ptc_value *slots = ptc_lisp_reserve(lisp, count - at);

    slots[0] = old;
    for (uint32_t i = at + 1; i < count; i++)
        slots[i - at] = args[i];
    return ptc_lisp_call(lisp, &args[at], slots, count - at);
}

ptc_value ptc_core_update(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    ptc_value old;

    if (PTC_UNLIKELY((unsigned)args[1].kind == PTC_FUNCTION &&
                     args[2].kind == PTC_KEYWORD))
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "update: the key comes before the function: (update map %s f)",
                       ptc_lisp_quote(lisp, &args[2]));
    old = update_read(lisp, callee, &args[0], &args[1]);
    ptc_value value = update_call(lisp, args, 2, count, old);

    return update_put(lisp, callee, args[0], args[1], value);
}

/*
 * A path into nested collections: in stack slots, each collection and the key in it, so
 * that callbacks may move everything.
 */
typedef struct update_way {
    ptc_value *slots; /* collection and key in turn, from the outside */
    uint32_t length;  /* > 0 */
} update_way;

/* Walks along the keys args[1], in args[0]; gives the value at the end. The last key
 * stays as given unless `finds_last`. */
static ptc_value update_walk(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count, bool finds_last, update_way *way)
{
    ptc_value nil = ptc_value_nil();
    ptc_value item = args[0];

    ptc_seq_arg(lisp, callee, args, count, 1);
    if (args[1].aux == 0)
        args[1] = ptc_vector_of(lisp, &nil, 1);
    way->length = args[1].aux;
    ptc_lisp_steps(lisp, way->length);
    way->slots = ptc_lisp_reserve(lisp, 2 * (size_t)way->length);
    for (uint32_t i = 0; i < way->length; i++) {
        ptc_value key = args[1].as.items[i];

        way->slots[2 * (size_t)i] = item;
        if (i + 1 < way->length || finds_last)
            item = update_read(lisp, callee, &item, &key);
        way->slots[2 * (size_t)i + 1] = key;
    }
    return item;
}

/* Writes the value at the end of the path and rebuilds the collections around it. */
static ptc_value update_rebuild(ptc_lisp *lisp, const ptc_value *callee,
                                const update_way *way, ptc_value value)
{
    for (uint32_t i = way->length; i > 0; i--) {
        const ptc_value *place = way->slots + 2 * ((size_t)i - 1);

        value = update_put(lisp, callee, place[0], place[1], value);
    }
    return value;
}

ptc_value ptc_core_assoc_in(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    update_way way;

    update_walk(lisp, callee, args, count, false, &way);
    return update_rebuild(lisp, callee, &way, args[2]);
}

ptc_value ptc_core_update_in(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    update_way way;
    ptc_value old = update_walk(lisp, callee, args, count, true, &way);

    return update_rebuild(lisp, callee, &way, update_call(lisp, args, 2, count, old));
}

#define PTC_BUILTIN_UPDATE PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
