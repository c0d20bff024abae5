/* SPDX-License-Identifier: MIT */
/*
 * Lists of the names and shapes that programs and host data refer to; release.c explains
 * their use.
 */
#include "lisp/heap/memory.h"

enum { PINS_FIRST = 32 };

void ptc_pins_start(ptc_lisp *lisp, ptc_pins *pins, ptc_arena *arena)
{
    *pins = (ptc_pins){.arena = arena, .id = ++lisp->pins_made};
    /* Enough for most programs; others get more later. */
    pins->names = ptc_arena_alloc(arena, PINS_FIRST * sizeof *pins->names);
    pins->name_capacity = pins->names != NULL ? PINS_FIRST : 0;
}

void ptc_pins_grow(ptc_lisp *lisp, ptc_pins *pins)
{
    void *names = (void *)(uintptr_t)pins->names;

    if (!ptc_arena_reserve(pins->arena, &names, &pins->name_capacity, pins->name_count,
                           pins->name_count + 1, sizeof *pins->names))
        ptc_lisp_memory_error(lisp);
    pins->names = names;
}

void ptc_pin_shape(ptc_lisp *lisp, const ptc_shape *shape)
{
    ptc_pins *pins = lisp->pins;
    const ptc_shape **place = PTC_ARENA_PUSH(pins->arena, pins->shapes, pins->shape_count,
                                             pins->shape_capacity);

    if (place == NULL)
        ptc_lisp_memory_error(lisp);
    *place = shape;
    ((ptc_shape *)(uintptr_t)shape)->pinned = pins->id;
}
