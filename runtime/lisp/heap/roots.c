/* SPDX-License-Identifier: MIT */
/*
 * References from memory to programs and host data, outside the heap. The collector
 * reports what it meets, release.c asks for the pins; memory.c frees what was not met.
 */
#include "base/base_int.h"
#include "lisp/heap/memory.h"

/* Most addresses belong to host data, or to the program that was found last, which is
 * therefore moved to the front. */
void ptc_lisp_keep(ptc_lisp *lisp, const void *address)
{
    if (ptc_arena_holds(&lisp->host_arena, address)) {
        lisp->is_host_kept = true;
        return;
    }
    for (ptc_program **link = &lisp->programs; *link != NULL; link = &(*link)->next) {
        ptc_program *program = *link;

        if (ptc_arena_holds(&program->arena, address)) {
            program->is_kept = true;
            *link = program->next;
            program->next = lisp->programs;
            lisp->programs = program;
            return;
        }
    }
    for (struct ptc_host_region *host = lisp->hosts; host != NULL; host = host->next) {
        if (ptc_arena_holds(&host->arena, address)) {
            host->is_kept = true;
            return;
        }
    }
}

void ptc_lisp_each_host(ptc_lisp *lisp,
                        void (*visit)(ptc_lisp *lisp, const ptc_pins *pins))
{
    for (struct ptc_host_region *host = lisp->hosts; host != NULL; host = host->next)
        visit(lisp, &host->pins);
}
