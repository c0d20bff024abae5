/* SPDX-License-Identifier: MIT */
/*
 * Variables of the user namespace. [ptc-lisp 9.4]
 *
 * A variable remembers its value from before the run, so that memory.c can put it back.
 * Branches of pmap nest inside a run: their changes are recorded, the oldest first, and
 * undone in reverse when they end.
 */
#include "lisp/heap/endless.h"
#include "lisp/heap/memory.h"

ptc_variable *ptc_lisp_variable(ptc_lisp *lisp, const ptc_name *name)
{
    ptc_variable *variable = name->variable;

    if (variable != NULL)
        return variable;
    variable = lisp->variables_free;
    if (variable != NULL)
        lisp->variables_free = variable->next;
    else
        variable = ptc_arena_alloc(&lisp->arena, sizeof *variable);
    if (variable == NULL)
        ptc_lisp_memory_error(lisp);
    *variable = (ptc_variable){.name = name, .next = lisp->variables};
    lisp->variables = variable;
    ((ptc_name *)(uintptr_t)name)->variable = variable;
    return variable;
}

/* Once per variable and branch. */
static void variable_record(ptc_lisp *lisp, ptc_variable *variable)
{
    ptc_change *change = PTC_ARENA_PUSH(&lisp->run_arena, lisp->changes,
                                        lisp->change_count, lisp->change_capacity);

    if (change == NULL)
        ptc_lisp_memory_error(lisp);
    *change = (ptc_change){variable, variable->value, variable->depth, variable->is_bound,
                           variable->is_changed};
    variable->depth = lisp->branches->depth;
}

void ptc_lisp_undo(ptc_lisp *lisp, size_t count)
{
    while (lisp->change_count > count) {
        const ptc_change *change = &lisp->changes[--lisp->change_count];
        ptc_variable *variable = change->variable;

        variable->value = change->value;
        variable->depth = change->depth;
        variable->is_bound = change->is_bound;
        variable->is_changed = change->is_changed;
        if (!change->is_changed)
            variable->before = ptc_value_nil();
    }
}

void ptc_lisp_define(ptc_lisp *lisp, ptc_variable *variable, ptc_value value)
{
    if (PTC_UNLIKELY(ptc_is_endless(&value)))
        ptc_lisp_raise(
            lisp, PTC_REASON_TYPE,
            "def %s: an endless sequence cannot be stored; store a part of it, "
            "(take n ..), or a function that makes it, (defn %s [] ..)",
            variable->name->text, variable->name->text);
    if (PTC_UNLIKELY(lisp->branches != NULL) && variable->depth != lisp->branches->depth)
        variable_record(lisp, variable);
    if (!variable->is_changed) {
        variable->is_changed = true;
        variable->was_bound = variable->is_bound;
        variable->before = variable->value;
    }
    variable->value = value;
    variable->is_bound = true;
}

void ptc_lisp_undefine_all(ptc_lisp *lisp)
{
    for (ptc_variable *variable = lisp->variables; variable != NULL;
         variable = variable->next) {
        if (!variable->is_bound)
            continue;
        ptc_lisp_define(lisp, variable, ptc_value_nil());
        variable->is_bound = false;
    }
}
