/* SPDX-License-Identifier: MIT */
/* Reading one element of a collection: the part that `get`, key functions and calls of
 * maps and keywords share. [ptc-lisp 7, 9.3] */
#include "lisp/heap/data.h"

/* The grapheme at that index; false past the end. */
static bool lookup_grapheme(ptc_lisp *lisp, const ptc_value *string, int64_t index,
                            ptc_value *out)
{
    size_t at;

    if (index < 0 || (uint64_t)index >= string->aux)
        return false;
    at = ptc_string_advance(lisp, string, 0, (uint64_t)index);
    if (at >= string->aux)
        return false;
    *out = ptc_string_part(lisp, string, at,
                           ptc_string_grapheme(lisp, ptc_value_text(string), at));
    return true;
}

bool ptc_lisp_get(ptc_lisp *lisp, const ptc_value *collection, const ptc_value *key,
                  ptc_value *out)
{
    switch ((unsigned)collection->kind) {
    case PTC_MAP:
        return ptc_lisp_map_find(lisp, collection, key, out, NULL);
    case PTC_VECTOR:
        if (key->kind != PTC_INT || (collection->flags & PTC_FLAG_SEQ) ||
            (uint64_t)key->as.integer >= collection->aux)
            return false;
        *out = ptc_vector_nth(collection, (uint32_t)key->as.integer);
        return true;
    case PTC_SET:
        return ptc_lisp_set_find(lisp, collection, key, out);
    case PTC_STRING:
        return ptc_is_number(key) &&
               lookup_grapheme(lisp, collection, ptc_number_index(key), out);
    default:
        return false;
    }
}

/* Like get-in with a path of keys. */
static ptc_value lookup_path(ptc_lisp *lisp, const ptc_value *path, ptc_value item)
{
    ptc_lisp_steps(lisp, path->aux);
    for (uint32_t i = 0; i < path->aux; i++) {
        ptc_value key = ptc_vector_nth(path, i);
        ptc_value next;

        if (!ptc_lisp_get(lisp, &item, &key, &next))
            return ptc_value_nil();
        item = next;
    }
    return item;
}

ptc_value ptc_lisp_key_of(ptc_lisp *lisp, const ptc_value *key, const ptc_value *item)
{
    ptc_value *slot;
    ptc_value found;

    if (key->kind == PTC_KEYWORD || key->kind == PTC_STRING)
        return ptc_lisp_get(lisp, item, key, &found) ? found : ptc_value_nil();
    if (key->kind == PTC_VECTOR)
        return lookup_path(lisp, key, *item);
    slot = ptc_lisp_reserve(lisp, 1);
    *slot = *item;
    found = ptc_lisp_call(lisp, key, slot, 1);
    lisp->top = slot;
    return found;
}
