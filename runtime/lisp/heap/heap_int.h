/* SPDX-License-Identifier: MIT */
/*
 * The heap: what a value of a running program is, where it lives, and the operations on
 * it in any program: collections, text, numbers, equality, printing; names and variables;
 * limits, faults, calls. The room knows neither source texts nor instructions nor tools,
 * and builtins only by name (advice.c reads what they expect from a table of
 * lisp/language). It uses runtime/base, runtime/render for values hidden by their names,
 * and runtime/edn for places in texts.
 *
 * This header is for all of PTC-Lisp: the rules, faults, limits, allocation. Values are
 * in value_int.h, programs as the collector sees them in code_int.h, the context, steps
 * and calls in context_int.h. Beyond that, each file includes what it uses: data.h
 * (operations on values), memory.h (memory that outlives a run), watch.h, layout.h
 * (objects as they lie in memory), and for builtins build.h, caller.h and arguments.h.
 *
 * Intended cycles: equality, hashing, collections and printing need each other, because
 * keys can be collections and refusals quote values (relation.c, hash.c, hash_make.c,
 * sorted.c, lisp_map.c, set.c, arithmetic.c, print.c); and flat vectors become trees and
 * trees flat vectors (vector.c, vector_tree.c).
 *
 * The rules that everything here follows:
 *
 * 1. MEMORY MOVES ONLY AT SAFEPOINTS. Allocation never collects. A collection can happen
 *    only inside ptc_lisp_call (which a builtin uses to call back) and, in the VM, at
 *    calls and back edges. After ptc_lisp_call returns, every ptc_value in a C local and
 *    every pointer into the heap is invalid; values live in stack slots (args, or slots
 *    from ptc_lisp_reserve), from which they are read again. The value that ptc_lisp_call
 *    returns is valid until the next call.
 * 2. ROOTS are the slots [lisp->stack, lisp->top), the variables of the user namespace,
 *    the history and lisp->kept. The collector clears the slots above top, so that no
 *    stale slot ever dangles; a reserved slot that was not written yet holds an old but
 *    valid value, or nil.
 * 3. FAULTS LEAVE BY ptc_lisp_raise, which does not return. Nothing that would have to be
 *    given back may be held while calling a function that can raise: memory comes from
 *    the heap or from arenas that the run owns.
 * 4. VALUES ARE IMMUTABLE once another can see them. The one exception is the free part
 *    of a buffer after its fill mark.
 * 5. Nothing recurses on the C stack without a bound: data deeper than PTC_DEPTH_MAX
 *    raises.
 */
#ifndef PTC_LISP_HEAP_INT_H
#define PTC_LISP_HEAP_INT_H

#include "lisp/heap/context_int.h"

/* --- raise.c ----------------------------------------------------------------------- */

/*
 * Ends the run. `format` as for ptc_diag_add. The message is cut at 400 bytes and has
 * the place of the youngest frame. [ptc-lisp 16]
 */
PTC_COLD PTC_NORETURN void ptc_lisp_raise(ptc_lisp *lisp, ptc_reason reason,
                                          const char *format, ...) PTC_PRINTF(3, 4);

/* Like ptc_lisp_raise, for a place in the source. */
PTC_COLD PTC_NORETURN void ptc_lisp_raise_at(ptc_lisp *lisp, uint32_t offset,
                                             ptc_reason reason, const char *format, ...)
    PTC_PRINTF(4, 5);

/* "NAME: invalid argument types: T1, T2" and advice, or else the expected arguments.
 * [ptc-lisp 11, 16] */
PTC_COLD PTC_NORETURN void ptc_lisp_type_error(ptc_lisp *lisp, const char *name,
                                               const ptc_value *args, uint32_t count);
PTC_COLD PTC_NORETURN void ptc_lisp_memory_error(ptc_lisp *lisp);

/* nil boolean number string keyword vector map set function regex symbol var: for
 * messages. */
const char *ptc_lisp_type_name(const ptc_value *value);

/* Puts the places of the running branches, except those from `outer` on, before the
 * message of the error. */
PTC_COLD void ptc_lisp_place_branches(ptc_lisp *lisp, const char *message,
                                      const ptc_branches *outer);

/* --- advice.c ---------------------------------------------------------------------- */

/* Appends advice when the builtin refuses the types of these arguments: advice on this
 * mistake, else the arguments that it takes, "; expected (take number collection)".
 */
PTC_COLD void ptc_lisp_type_advice(ptc_text *text, const char *name,
                                   const ptc_value *args, uint32_t count);
/* The same when it refuses their count. */
PTC_COLD void ptc_lisp_count_advice(ptc_text *text, const char *name, uint32_t count);

/* The first word of `*rest`, words separated by blanks; `*rest` moves on. */
ptc_str ptc_lisp_next_word(const char **rest);
bool ptc_lisp_has_word(const char *words, ptc_str word);

/* --- protect.c --------------------------------------------------------------------- */

/*
 * Runs `body`; false when it raised. Frames, slots, branches and the target of raises are
 * then as before; lisp->error and lisp->result say why. Not for builtins that run in a
 * loop: it saves registers.
 */
bool ptc_lisp_protect(ptc_lisp *lisp, void (*body)(ptc_lisp *lisp, void *user),
                      void *user);

/*
 * Runs `body`; false when ptc_lisp_catch came back here: frames, slots and branches are
 * then as before, definitions made outside ended branches stay, and lisp->caught says
 * why. Other faults of `body` pass through.
 */
bool ptc_lisp_attempt(ptc_lisp *lisp, void (*body)(ptc_lisp *lisp, void *user),
                      void *user);

/* Whether an attempt is running that catches a tool's failure. Raises when the run is out
 * of time or over, which no attempt catches. */
PTC_COLD bool ptc_lisp_is_attempted(ptc_lisp *lisp);

/* Ends the innermost attempt, which must exist; `why` is the message, which gets the
 * places of branches within the attempt. */
PTC_COLD PTC_NORETURN void ptc_lisp_catch(ptc_lisp *lisp, const char *tool,
                                          const char *reason, const char *why);

/* Ends the run with a fault of the program's own, (throw value). */
PTC_COLD PTC_NORETURN void ptc_lisp_throw(ptc_lisp *lisp, ptc_value value,
                                          const char *message);

/* Ends the run with a value: (return x), and (fail x) with is_return false. Within a
 * branch it is a fault. */
PTC_COLD PTC_NORETURN void ptc_lisp_leave(ptc_lisp *lisp, ptc_value value,
                                          bool is_return);

/* Outside a run: makes lisp->error that of ptc_lisp_memory_error. */
PTC_COLD void ptc_lisp_refuse_room(ptc_lisp *lisp);

/* No error, "out of memory", and a text that does not belong to a program. */
PTC_INLINE ptc_lisp_error ptc_lisp_error_none(void)
{
    return (ptc_lisp_error){.reason = PTC_REASON_NONE, .message = {"", 0}};
}
PTC_INLINE ptc_lisp_error ptc_lisp_error_refused(void)
{
    return (ptc_lisp_error){.reason = PTC_REASON_NONE,
                            .message = PTC_STR_INIT("out of memory")};
}
/* A result before there is one. */
PTC_INLINE ptc_lisp_result ptc_lisp_result_none(void)
{
    return (ptc_lisp_result){.printed = {"", 0},
                             .canonical = {"", 0},
                             .output = {"", 0},
                             .error = {.message = {"", 0}}};
}
/* All bits that ptc_lisp_run knows. */
enum { PTC_LISP_ALL = 2 * PTC_LISP_BOUND - 1 };

/* Reports the caller's mistake in calling `function`, as ptc_misuse does, and also in
 * `*error`, unless that is NULL. `why` is constant. */
PTC_COLD ptc_status ptc_lisp_misuse(ptc_lisp_error *error, const char *function,
                                    const char *why);

/* lisp->error with its message in the caller's arena; PTC_ERROR_MEMORY. */
ptc_status ptc_lisp_give_error(const ptc_lisp *lisp, ptc_arena *arena,
                               ptc_lisp_error *error);

/* --- limits.c ---------------------------------------------------------------------- */

/* Gives a run its fuel, time and C stack. */
void ptc_lisp_start_limits(ptc_lisp *lisp);
/* Lifts them, for the host's work on a result. */
void ptc_lisp_stop_limits(ptc_lisp *lisp);
/* Until ptc_lisp_stop_limits, steps count for the time that compiling may take. */
void ptc_lisp_start_compiling(ptc_lisp *lisp);
/* The same time for saving memory as bytes, and restoring it. */
void ptc_lisp_start_saving(ptc_lisp *lisp);
void ptc_lisp_start_restoring(ptc_lisp *lisp);
/* Shortens the time to what the branches of an outermost pmap may take; the deadline
 * before, for ptc_lisp_end_branches. */
uint64_t ptc_lisp_start_branches(ptc_lisp *lisp);
void ptc_lisp_end_branches(ptc_lisp *lisp, uint64_t deadline);
/* Ends the running branches, except those from `outer` on: their definitions are undone.
 */
void ptc_lisp_leave_branches(ptc_lisp *lisp, const ptc_branches *outer);
/* Milliseconds since 1970, of the host's wall clock. */
int64_t ptc_lisp_wall_clock(const ptc_lisp *lisp);
/* Raises when more steps were taken than there was fuel. */
void ptc_lisp_check_fuel(ptc_lisp *lisp);
/* Gives the run more time, for a wait that has its own limits. */
void ptc_lisp_lend_time(ptc_lisp *lisp, uint64_t time_ms);
/* Milliseconds of the context's clock. */
uint64_t ptc_lisp_now(const ptc_lisp *lisp);

/* --- heap.c ------------------------------------------------------------------------ */

/* The slow half of ptc_heap_alloc: a new chunk, or raises memory_exceeded. */
void *ptc_heap_grow(ptc_lisp *lisp, size_t size);

enum { PTC_FUNCTION_MANY = 1024 };

/* `size` bytes, 16-byte aligned, uninitialised; raises when there is no room. Never
 * collects. */
PTC_INLINE void *ptc_heap_alloc(ptc_lisp *lisp, size_t size)
{
    unsigned char *place = lisp->cursor;

    size = (size + 15u) & ~(size_t)15u;
    if (PTC_UNLIKELY(size > (size_t)(lisp->limit - place)))
        return ptc_heap_grow(lisp, size);
    lisp->cursor = place + size;
    return place;
}

/* Called before functions that hold `count` values exist: they are never alone in a
 * chunk, however large they are, and the collector must know. For closures the compiler
 * calls it. */
PTC_INLINE void ptc_heap_note_function(ptc_lisp *lisp, size_t count)
{
    size_t size = sizeof(ptc_function) + count * sizeof(ptc_value);

    if (PTC_UNLIKELY(count > PTC_FUNCTION_MANY) && size > lisp->function_most)
        lisp->function_most = size;
}

/* Raises memory_exceeded when `count` elements of `size` bytes more can never fit; before
 * sizes are computed from a program's values. */
void ptc_heap_check(ptc_lisp *lisp, uint64_t count, size_t size);

PTC_INLINE uint64_t ptc_object_head(ptc_object_type type, size_t size)
{
    return (uint64_t)type | PTC_OBJECT_MOVES |
           (uint64_t)((size + 15u) & ~(size_t)15u) << 16;
}

/* The memory that may still be taken from the host's allocator. */
PTC_INLINE size_t ptc_lisp_room(const ptc_lisp *lisp)
{
    size_t taken = lisp->taken + lisp->taken_reserve;

    return taken < lisp->taken_most ? lisp->taken_most - taken : 0;
}

/* Makes room for `more` bytes of prints; false when there is none, or prints and live
 * objects may exceed the limit. */
bool ptc_lisp_grow_output(ptc_lisp *lisp, size_t more);
/* Gives back the memory that prints do not need. */
void ptc_lisp_trim_output(ptc_lisp *lisp);
/* Gives back all of them. */
PTC_INLINE void ptc_lisp_drop_output(ptc_lisp *lisp)
{
    lisp->output.len = 0;
    if (lisp->output.capacity != 0)
        ptc_lisp_trim_output(lisp);
}

/* Bytes in use now, prints among them. */
size_t ptc_heap_size(const ptc_lisp *lisp);

void ptc_heap_init(ptc_lisp *lisp);
void ptc_heap_free(ptc_lisp *lisp);
/* Forgets everything on the heap; none of it may be reachable. */
void ptc_heap_reset(ptc_lisp *lisp);

/* --- collect.c --------------------------------------------------------------------- */

/* Moves everything that the roots reach to new memory and frees the old. Raises
 * memory_exceeded before anything is touched, or when more is live than the limit
 * allows. */
void ptc_heap_collect(ptc_lisp *lisp);

#endif
