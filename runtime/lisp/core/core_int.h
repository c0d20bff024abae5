/* SPDX-License-Identifier: MIT */
/*
 * The builtins, except those on text: a file for each family of builtins.def,
 * core_FAMILY.c. A builtin is called through its entry and calls others the same way, so
 * that no file here knows the machine or the compiler, and a program compiled to C links
 * the families that it uses. The room uses lisp/heap for nearly everything, lisp/text
 * where a builtin takes strings as well, and core_tool.c the tools of lisp/host, the
 * walker and runtime/render; builtins.c, the table of names, refers to all families,
 * those of lisp/text among them.
 *
 * No two files need each other. This header has what families share.
 */
#ifndef PTC_LISP_CORE_INT_H
#define PTC_LISP_CORE_INT_H

#include <ptc/snapshot.h>

#include "lisp/heap/heap_int.h"

/* --- builtins.c: the table of names ------------------------------------------------ */

typedef struct ptc_builtin_row {
    const char *name; /* "map", "clojure.string/reverse" */
    const struct ptc_function *function;
    const char *doc;
} ptc_builtin_row;

extern const ptc_builtin_row *const ptc_builtin_rows;
extern const uint32_t ptc_builtin_count;

/* ptc_builtin_find, of <ptc/snapshot.h>, takes at most some 60 instructions. */

/* The value of a name like Double/NaN, which is not a function; false for other
 * names. */
bool ptc_builtin_constant(ptc_str name, ptc_value *out);

/* --- core_function.c --------------------------------------------------------------- */

/*
 * A function that `entry` runs, with any number of arguments (the caller may change
 * min_args and max_args at once) and captured parts; `callee` is the builtin that makes
 * it and gives it its name. With `parts` NULL the caller writes them at once.
 */
ptc_value ptc_lisp_compose(ptc_lisp *lisp, const ptc_value *callee, ptc_entry entry,
                           const ptc_value *parts, uint32_t count);

/* --- core_map.c -------------------------------------------------------------------- */

/* select-keys, rename-keys (`names`: old and new in turn). */
ptc_value ptc_map_select(ptc_lisp *lisp, const ptc_value *map, const ptc_value *keys,
                         uint32_t count);
ptc_value ptc_map_rename(ptc_lisp *lisp, ptc_value map, const ptc_value *names);

/* --- core_sort.c ------------------------------------------------------------------- */

/*
 * The numbers of the keys of a flat vector in order, as the bytes of a string in a slot:
 * uint32_t, stable. `keys` and `comparator` (a function, :asc, :desc or nil) are slots;
 * `kind` is that of the sorted collection that they are sorted for, or PTC_NIL. Leaves
 * slots reserved. A SAFEPOINT.
 */
const ptc_value *ptc_sort_order(ptc_lisp *lisp, const ptc_value *callee,
                                const ptc_value *keys, const ptc_value *comparator,
                                unsigned kind);

/* --- core_sorted.c ----------------------------------------------------------------- */

/*
 * Adds items to a sorted collection, both in slots: members, or keys and values in turn;
 * a flat vector. An existing key stays, with the new value. A SAFEPOINT.
 */
void ptc_sorted_pour(ptc_lisp *lisp, const ptc_value *callee, ptc_value *collection,
                     const ptc_value *items);

/* --- core_group.c ------------------------------------------------------------------ */

/* The key of each item of `*vector`, a slot, by a key function in a slot: a flat vector
 * in a new slot, the topmost. A SAFEPOINT. */
ptc_value *ptc_keys_of(ptc_lisp *lisp, const ptc_value *function,
                       const ptc_value *vector);

/* Each distinct key and the vector of the items that have it, in turn. */
ptc_value ptc_group_pairs(ptc_lisp *lisp, const ptc_value *keys, const ptc_value *items,
                          uint32_t count);

#endif
