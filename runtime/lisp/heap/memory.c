/* SPDX-License-Identifier: MIT */
/*
 * Memory that programs leave for the next one. [ptc-lisp 9.4, 9.5]
 *
 * A run is a transaction: either all its changes stay or none. At the end of a run that
 * left something, a collection from variables and history alone moves it together; the
 * objects it meets that do not move show which programs (by their constants and
 * functions) and which host data must stay.
 */
#include "lisp/heap/memory.h"
#include "lisp/heap/layout.h"

static void memory_mark(ptc_lisp *lisp, bool is_kept)
{
    lisp->is_host_kept = is_kept;
    for (struct ptc_host_region *host = lisp->hosts; host != NULL; host = host->next)
        host->is_kept = is_kept;
    for (ptc_program *program = lisp->programs; program != NULL; program = program->next)
        program->is_kept = is_kept;
}

bool ptc_program_begin(ptc_lisp *lisp)
{
    if (lisp->escape != NULL) /* a tool that this context runs */
        return false;
    if (ptc_release_is_due(lisp)) /* by programs that were made and not run */
        ptc_lisp_settle(lisp, true);
    ptc_arena_reset(&lisp->run_arena);
    lisp->error = (ptc_lisp_error){.reason = PTC_REASON_NONE};
    lisp->is_refused = false;
    lisp->program = NULL;
    return true;
}

ptc_program *ptc_program_new(ptc_lisp *lisp, ptc_str text)
{
    ptc_program *program;
    ptc_arena arena;

    ptc_arena_init(&arena, &lisp->run_arena.allocator, lisp->run_arena.cap);
    program = ptc_arena_array(&arena, 1, sizeof *program);
    if (program == NULL)
        return NULL;
    program->arena = arena;
    program->lisp = lisp;
    program->text = text;
    program->start = lisp->start;
    ptc_pins_start(lisp, &program->pins, &program->arena);
    program->next = lisp->programs;
    lisp->programs = program;
    return program;
}

void ptc_program_release(ptc_program *program)
{
    ptc_program **link = &program->lisp->programs;
    ptc_arena arena = program->arena; /* holds the program itself */

    while (*link != program)
        link = &(*link)->next;
    *link = program->next;
    ptc_arena_free(&arena);
}

/* Frees the former host data that is not marked as referred to. */
static void memory_sweep_hosts(ptc_lisp *lisp)
{
    struct ptc_host_region **host = &lisp->hosts;

    while (*host != NULL) {
        struct ptc_host_region *gone = *host;
        ptc_arena arena = gone->arena; /* holds the region itself */

        if (gone->is_kept) {
            host = &gone->next;
            continue;
        }
        *host = gone->next;
        ptc_arena_free(&arena);
    }
}

void ptc_program_free(ptc_program *program)
{
    if (program == NULL)
        return;
    if (program->is_kept)
        program->is_freed = true; /* it is freed with its last function */
    else
        ptc_program_release(program);
}

static void memory_sweep_programs(ptc_lisp *lisp)
{
    ptc_program *next;

    for (ptc_program *program = lisp->programs; program != NULL; program = next) {
        next = program->next;
        if (program->is_freed && !program->is_kept)
            ptc_program_release(program);
    }
}

void ptc_lisp_release_hosts(ptc_lisp *lisp)
{
    memory_mark(lisp, false);
    memory_sweep_hosts(lisp);
}

/* Whether the value has memory besides its 16 bytes that is not the context's own. */
static bool memory_is_deep(const ptc_value *value)
{
    return value->kind > PTC_FLOAT && value->kind != PTC_KEYWORD &&
           value->kind != PTC_SYMBOL && value->kind != PTC_VAR &&
           value->kind != PTC_TEMPORAL;
}

static bool memory_has_deep(const ptc_lisp *lisp)
{
    for (const ptc_variable *variable = lisp->variables; variable != NULL;
         variable = variable->next) {
        if (variable->is_bound && memory_is_deep(&variable->value))
            return true;
    }
    return memory_is_deep(&lisp->history[0]) || memory_is_deep(&lisp->history[1]) ||
           memory_is_deep(&lisp->history[2]);
}

static void memory_end_transaction(ptc_lisp *lisp, bool is_good)
{
    for (ptc_variable *variable = lisp->variables; variable != NULL;
         variable = variable->next) {
        if (!variable->is_changed)
            continue;
        if (!is_good) {
            variable->value = variable->before;
            variable->is_bound = variable->was_bound;
        }
        variable->before = ptc_value_nil();
        variable->is_changed = false;
    }
}

static void memory_collect(ptc_lisp *lisp, void *user)
{
    (void)user;
    ptc_heap_collect(lisp);
}

/* Moves the kept values together, and marks what they refer to. */
static bool memory_compact(ptc_lisp *lisp)
{
    bool is_done;

    lisp->is_keeping = true;
    is_done = ptc_lisp_protect(lisp, memory_collect, NULL);
    if (!is_done)
        memory_mark(lisp, true); /* no room to move it: everything stays */
    lisp->is_keeping = false;
    return is_done;
}

static void memory_clear(ptc_lisp *lisp)
{
    size_t used = (size_t)(lisp->stack_high - lisp->stack);

    memset(lisp->stack, 0, used * sizeof *lisp->stack); /* nil */
    lisp->stack_high = lisp->stack;
    ptc_heap_reset(lisp);
}

void ptc_lisp_settle(ptc_lisp *lisp, bool is_good)
{
    bool is_done = true;

    memory_end_transaction(lisp, is_good);
    memset(lisp->kept, 0, sizeof lisp->kept); /* nil */
    lisp->result = ptc_value_nil();
    lisp->top = lisp->stack;
    lisp->frame = lisp->frames;
    memory_mark(lisp, false);
    ptc_heap_end_run(lisp);
    if (ptc_release_is_due(lisp))
        ptc_release_start(lisp);
    if (memory_has_deep(lisp))
        is_done = memory_compact(lisp);
    else
        memory_clear(lisp);
    if (lisp->spare_size != 0)
        ptc_heap_trim(lisp, lisp->spare_kept);
    memory_sweep_programs(lisp);
    memory_sweep_hosts(lisp);
    if (lisp->is_releasing)
        ptc_release_end(lisp, is_done);
}

bool ptc_lisp_retire_host(ptc_lisp *lisp)
{
    struct ptc_host_region *host;
    ptc_arena arena;

    if (!lisp->is_host_kept) {
        ptc_arena_reset(&lisp->host_arena);
        ptc_pins_start(lisp, &lisp->host_pins, &lisp->host_arena);
        return true;
    }
    host = ptc_arena_alloc(&lisp->host_arena, sizeof *host);
    if (host == NULL)
        return false;
    ptc_arena_init(&arena, &lisp->host_arena.allocator, lisp->host_arena.cap);
    *host =
        (struct ptc_host_region){lisp->host_arena, lisp->host_pins, true, lisp->hosts};
    lisp->hosts = host;
    lisp->host_arena = arena;
    ptc_pins_start(lisp, &lisp->host_pins, &lisp->host_arena);
    lisp->is_host_kept = false;
    return true;
}
