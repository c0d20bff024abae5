/* SPDX-License-Identifier: MIT */
/*
 * The meaning of namespace names in later programs: the declarations of `ns` and the
 * like, which hold as long as definitions and roll back with them. [ptc-lisp 4]
 *
 * A program has its own list, which the compiler made. When it has run well, the
 * context's table is rebuilt from the old one and that list, and replaces it when the run
 * is over; there are few entries.
 */
#include "lisp/heap/memory.h"

/* Whether one replaces the other: a name is one alias, refers to one thing, and is one
 * namespace. */
static bool space_replaces(const ptc_space *a, const ptc_space *b)
{
    bool is_plain = a->kind == PTC_SPACE_REFER || a->kind == PTC_SPACE_PLAIN;
    bool was_plain = b->kind == PTC_SPACE_REFER || b->kind == PTC_SPACE_PLAIN;

    return (a->kind == b->kind || (is_plain && was_plain)) &&
           ptc_str_equal(a->name, b->name);
}

const ptc_space *ptc_space_find(const ptc_space_list *list, ptc_space_kind kind,
                                ptc_str name)
{
    const ptc_space sought = {kind, name, {"", 0}, {"", 0}};

    for (size_t i = list->count; i > 0; i--)
        if (space_replaces(&sought, &list->items[i - 1]))
            return &list->items[i - 1];
    return NULL;
}

bool ptc_space_add(ptc_arena *arena, ptc_space_list *list, const ptc_space *space)
{
    ptc_space *place = PTC_ARENA_PUSH(arena, list->items, list->count, list->capacity);

    if (place == NULL)
        return false;
    place->kind = space->kind;
    place->name = ptc_str_copy(arena, space->name);
    place->of = ptc_str_copy(arena, space->of);
    place->member = ptc_str_copy(arena, space->member);
    return place->name.ptr != NULL && place->of.ptr != NULL && place->member.ptr != NULL;
}

/* Adds those that no younger one replaces, the oldest first. */
static bool space_take(ptc_arena *arena, ptc_space_list *out, const ptc_space_list *from,
                       const ptc_space_list *younger)
{
    for (size_t i = 0; i < from->count; i++) {
        const ptc_space *space = &from->items[i];
        const ptc_space_list rest = {from->items + i + 1, from->count - i - 1, 0};

        if (space->kind == PTC_SPACE_PLAIN ||
            ptc_space_find(&rest, space->kind, space->name) != NULL ||
            (younger != NULL &&
             ptc_space_find(younger, space->kind, space->name) != NULL))
            continue;
        if (!ptc_space_add(arena, out, space))
            return false;
    }
    return true;
}

bool ptc_spaces_prepare(ptc_lisp *lisp, const ptc_space_list *list)
{
    ptc_space_list *merged = &lisp->spaces_next;
    ptc_arena *arena = &lisp->space_next_arena;

    *merged = (ptc_space_list){NULL, 0, 0};
    if (!space_take(arena, merged, &lisp->spaces, list) ||
        !space_take(arena, merged, list, NULL)) {
        ptc_arena_free(arena);
        return false;
    }
    if (merged->count > PTC_SPACES_MAX) { /* the oldest are dropped */
        merged->items += merged->count - PTC_SPACES_MAX;
        merged->count = PTC_SPACES_MAX;
    }
    return true;
}

void ptc_spaces_settle(ptc_lisp *lisp, bool is_good)
{
    ptc_arena now = lisp->space_next_arena;

    if (is_good) {
        lisp->space_next_arena = lisp->space_arena;
        lisp->space_arena = now;
        lisp->spaces = lisp->spaces_next;
    }
    ptc_arena_free(&lisp->space_next_arena);
}

void ptc_spaces_clear(ptc_lisp *lisp)
{
    ptc_arena_free(&lisp->space_arena);
    lisp->spaces = (ptc_space_list){NULL, 0, 0};
}
