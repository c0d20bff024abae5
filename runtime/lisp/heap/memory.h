/* SPDX-License-Identifier: MIT */
/*
 * Internal to runtime/lisp: memory that outlives a run: variables; names and shapes,
 * which live as long as something refers to them; programs and host data that memory
 * refers to.
 */
#ifndef PTC_LISP_MEMORY_H
#define PTC_LISP_MEMORY_H

#include "lisp/heap/heap_int.h"

/* --- variable.c -------------------------------------------------------------------- */

/* The variable of that name, made unbound when it is new. */
ptc_variable *ptc_lisp_variable(ptc_lisp *lisp, const ptc_name *name);
/* Binds it, until the branch ends that runs, if any. */
void ptc_lisp_define(ptc_lisp *lisp, ptc_variable *variable, ptc_value value);
/* Makes all of them unbound, until the run fails. */
void ptc_lisp_undefine_all(ptc_lisp *lisp);
/* Puts back the changes of branches, except the first `count`. */
void ptc_lisp_undo(ptc_lisp *lisp, size_t count);

/* --- memory.c ---------------------------------------------------------------------- */

/*
 * Ends a run: its definitions stay, or are undone. Then the heap holds only the objects
 * that memory and history refer to, and programs and host data that nothing refers to are
 * gone.
 */
void ptc_lisp_settle(ptc_lisp *lisp, bool is_good);
/* Makes room for another context's data; false when refused memory. */
bool ptc_lisp_retire_host(ptc_lisp *lisp);
/* Frees the data of former contexts. */
void ptc_lisp_release_hosts(ptc_lisp *lisp);
/* Before a program is made: nothing of earlier programs or runs is left. False while one
 * runs. */
bool ptc_program_begin(ptc_lisp *lisp);
/* An empty program of that text, which is borrowed, among the context's; NULL when
 * refused memory. */
ptc_program *ptc_program_new(ptc_lisp *lisp, ptc_str text);
/* Frees the program's memory. */
void ptc_program_release(ptc_program *program);

/* --- roots.c ----------------------------------------------------------------------- */

/* Host data that memory refers to though the host has given another context since. */
struct ptc_host_region {
    ptc_arena arena;
    ptc_pins pins;
    bool is_kept;
    struct ptc_host_region *next;
};

/*
 * For the collector, while lisp->is_keeping: a kept value refers to this address, which
 * does not move: the text of a string without HEAP, items or object without MOVES, and
 * the `code` of every function. Programs and host data without such references are then
 * freed.
 */
void ptc_lisp_keep(ptc_lisp *lisp, const void *address);

/* For the pins of all former host data that is kept. */
void ptc_lisp_each_host(ptc_lisp *lisp,
                        void (*visit)(ptc_lisp *lisp, const ptc_pins *pins));

/* --- pins.c ------------------------------------------------------------------------ */

/* An empty list; its entries are stored in `arena`. */
void ptc_pins_start(ptc_lisp *lisp, ptc_pins *pins, ptc_arena *arena);
/* Adds to lisp->pins, which is not NULL. */
void ptc_pin_shape(ptc_lisp *lisp, const ptc_shape *shape);
/* Makes room for another name. */
PTC_COLD void ptc_pins_grow(ptc_lisp *lisp, ptc_pins *pins);

PTC_INLINE void ptc_pin_name(ptc_lisp *lisp, const ptc_name *name)
{
    ptc_pins *pins = lisp->pins;

    if (PTC_UNLIKELY(pins->name_count == pins->name_capacity))
        ptc_pins_grow(lisp, pins);
    pins->names[pins->name_count++] = name;
    ((ptc_name *)(uintptr_t)name)->pinned = pins->id;
}

/* --- release.c --------------------------------------------------------------------- */

/* For a context that has nothing yet. */
void ptc_release_init(ptc_lisp *lisp);
/* Whether enough names or shapes were made that it is time to look for unused ones. */
bool ptc_release_is_due(const ptc_lisp *lisp);
/* Around the collection of kept values: everything that is not marked meanwhile is freed,
 * if the collection could be done. */
void ptc_release_start(ptc_lisp *lisp);
void ptc_release_end(ptc_lisp *lisp, bool is_done);

/* For the collector, while lisp->is_releasing. */
void ptc_release_mark_name(ptc_lisp *lisp, const ptc_name *name);
void ptc_release_mark_shape(ptc_lisp *lisp, const ptc_shape *shape);
/* A string that is not on the heap: it may be the text of a name. */
void ptc_release_mark_text(ptc_lisp *lisp, const ptc_value *string);

/* --- name.c, record.c -------------------------------------------------------------- */

enum {
    PTC_NAME_MAX = 10000,
    PTC_SHAPES_MAX = 4096, /* beyond that maps are hashes */
};

/* The hash of a text; with `folds`, of the text with '-' read as '_'. */
uint64_t ptc_name_text_hash(const ptc_lisp *lisp, ptc_str text, bool folds);
/* The name of the text with '-' read as '_', if it exists; else NULL. */
const ptc_name *ptc_name_find_folded(const ptc_lisp *lisp, ptc_str text);
/* Whether names can be made of texts that programs or hosts compute. */
bool ptc_name_has_room(const ptc_lisp *lisp);
/* Memory of names and shapes, freed one by one; raises. */
void *ptc_name_alloc(ptc_lisp *lisp, size_t size);
void ptc_name_free(ptc_lisp *lisp, const void *place, size_t size);
/* Frees the names, the shapes, that the last search did not mark; with `all` every one.
 */
void ptc_name_sweep(ptc_lisp *lisp, bool all);
void ptc_shape_sweep(ptc_lisp *lisp, bool all);

/* --- space.c ----------------------------------------------------------------------- */

/* The youngest declaration about the name, where PLAIN and REFER count as one; or
 * NULL. */
const ptc_space *ptc_space_find(const ptc_space_list *list, ptc_space_kind kind,
                                ptc_str name);
/* Adds a copy; false when memory is refused. */
bool ptc_space_add(ptc_arena *arena, ptc_space_list *list, const ptc_space *space);
/* Makes the table with a program's declarations, while there is room next to its result;
 * false when memory is refused. */
bool ptc_spaces_prepare(ptc_lisp *lisp, const ptc_space_list *list);
/* The table that was made last holds for later programs, or is dropped. */
void ptc_spaces_settle(ptc_lisp *lisp, bool is_good);
void ptc_spaces_clear(ptc_lisp *lisp);

#endif
