/* SPDX-License-Identifier: MIT */
/* Internal to runtime/lisp: the context, steps of fuel, slots of the stack, calls. */
#ifndef PTC_LISP_CONTEXT_INT_H
#define PTC_LISP_CONTEXT_INT_H

#include "lisp/heap/code_int.h"

/* --- The context ------------------------------------------------------------------- */

/* A function that runs in the VM. */
typedef struct ptc_frame {
    const ptc_value *callee; /* the slot before the window, or elsewhere */
    const ptc_proto *proto;
    const uint32_t *pc; /* the next word; kept up to date at calls and faults only */
    ptc_value *base;    /* the window: registers 0.. */
} ptc_frame;

/* The sizes of variables as JSON, the largest first. */
enum { PTC_MEMORY_LARGEST = 3 };
typedef struct ptc_memory_use {
    size_t size; /* of all */
    struct {
        const ptc_variable *variable;
        size_t size;
    } largest[PTC_MEMORY_LARGEST];
    unsigned count;
    const ptc_variable
        *cut; /* was not counted to its end, nor were the ones after it; or NULL */
} ptc_memory_use;

typedef struct ptc_heap_chunk ptc_heap_chunk; /* private to heap.c */

/* Where that many graphemes of a text end; see ptc_string_advance. */
typedef struct ptc_string_place {
    const char *text; /* NULL: none is remembered. Invalid after a collection */
    size_t at;
    uint64_t count;
} ptc_string_place;

struct ptc_lisp {
    /* Members that the VM and the allocator use all the time. */
    int64_t ticks;  /* steps until the next look at the limits; see ptc_lisp_step */
    ptc_value *top; /* after the last slot in use */
    ptc_value *stack_end;
    unsigned char *cursor; /* of the heap's newest chunk */
    unsigned char *limit;
    ptc_frame *frame;   /* the youngest; frames[0] is not a frame: nothing runs */
    uint64_t jumps_max; /* UINT64_MAX: no limit */

    ptc_value *stack;
    ptc_value *stack_high;  /* slots below may be used; none above was used since the last
                               collection, which clears up to here and may lower it */
    ptc_value *stack_ready; /* slots below were written at least once */
    ptc_frame *frames;
    ptc_frame *frames_end; /* frames + 1 + options.frames */
    uintptr_t c_limit;     /* the C stack may grow down to here */

    ptc_lisp_options options;
    size_t heap_most;                   /* options.heap */
    const struct ptc_lisp_watch *watch; /* watch.h, or NULL */
    int64_t fuel_rest;                  /* beyond `ticks` */
    int64_t fuel_given;
    int64_t clock_at;  /* the clock is looked at when no more fuel than this is left */
    uint64_t deadline; /* of options.clock_ms; UINT64_MAX: none */
    uint64_t
        time_lent;     /* in the branches of the outermost pmap, see ptc_lisp_lend_time */
    bool is_compiling; /* not running: `deadline` is then the compiler's */
    const char *late[2];     /* its name, and the advice when it takes too long */
    bool is_branch_deadline; /* the outermost pmap's, which ends before the run's */
    uint64_t seed;

    /* heap.c, collect.c */
    ptc_heap_chunk *chunks; /* newest first */
    ptc_heap_chunk *alone;  /* of one large object each */
    ptc_heap_chunk *gray;   /* of them, those that a collection still has to scan */
    size_t alone_size;      /* from this many bytes on, objects are alone */
    size_t function_most;   /* of the other objects: bytes of the largest, if many */
    size_t view_room; /* in a collection: bytes that views of them may be copied to */
    ptc_heap_chunk **spares; /* chunks to use again, by class of size; see heap.c */
    size_t spare_size;       /* bytes that were used in them */
    size_t spare_taken;      /* bytes of them */
    size_t spare_kept;       /* this many of them may outlive a run */
    size_t heap_used; /* bytes in all chunks except the newest, including those of one
                         object */
    size_t heap_threshold; /* a collection is due above this */
    size_t heap_peak;
    ptc_large **numbered; /* large buffers that slices, or caches of host data, refer to;
                             from 1 */
    uint32_t numbered_count; /* numbers given, [1, count] */
    uint32_t numbered_capacity;
    uint32_t numbered_free; /* a number to give again, or 0; the others follow it */
    bool is_collect_due;
    bool compacts_always; /* collections never copy, to find faults */
    bool is_holding;      /* no safepoint collects: a comparator runs for C code that has
                             values in locals */
    ptc_string_place place;

    ptc_arena own_arena; /* this struct, the stack, the frames */
    /* Memory from the host's allocator, or malloc, for everything except the host's data,
     * and the limit on it. [ptc-lisp 18] */
    size_t taken;
    size_t taken_most;
    size_t taken_reserve; /* of them, for ptc_heap_compact alone */
    /* The host's allocator, or malloc, refused memory since the present program began.
     * The program's outcome then says nothing about the program: PTC_ERROR_MEMORY. */
    bool is_refused;
    /* tables of names and shapes, variables: never move, count toward the heap's
     * limit */
    ptc_arena arena;
    size_t name_bytes;      /* of names and shapes, also counted */
    const ptc_name **names; /* open addressing */
    uint32_t name_count;
    uint32_t name_capacity;
    uint32_t name_folds;      /* of them made only as the `folded` of others */
    const ptc_shape **shapes; /* open addressing, by parent and last key */
    uint32_t shape_count;
    uint32_t shape_capacity;
    ptc_position start;   /* of the next programs, in the host's text */
    uint32_t shapes_made; /* their numbers */
    ptc_variable *variables;
    ptc_variable *variables_free; /* to use again */
    ptc_space_list spaces;        /* declarations of good programs, in space_arena */
    ptc_arena space_arena;
    ptc_space_list spaces_next; /* with those of the program that has run, in the other */
    ptc_arena space_next_arena;
    ptc_memory_use memory_use; /* after the newest good run with a limit */
    ptc_program *programs;

    /* pins.c, release.c */
    ptc_pins
        *pins; /* the pins that requested names and shapes are added to; NULL: a run */
    ptc_pins own_pins;
    ptc_pins host_pins; /* of host_arena */
    uint64_t pins_made;
    uint32_t release_mark; /* of the last search */
    uint32_t names_next;   /* this many names, or shapes, are worth another search */
    uint32_t shapes_next;
    bool is_releasing;             /* this collection marks names and shapes */
    ptc_value history[3];          /* *1 *2 *3 */
    ptc_value kept[4];             /* roots for temporary use; nil otherwise */
    struct ptc_patterns *patterns; /* of regular expressions; NULL: none was made yet */

    /* host data */
    ptc_arena host_arena;          /* the result of ptc_lisp_import for it */
    bool is_host_kept;             /* memory refers into host_arena */
    struct ptc_host_region *hosts; /* those of former contexts that memory refers to */
    bool is_keeping;               /* this collection determines what is kept */
    const ptc_value *context;
    ptc_value *context_taken;     /* per entry of `context`: taken in, or nil */
    const ptc_str *context_names; /* that are known in addition to its keys */
    size_t context_name_count;

    struct ptc_tools *tools; /* tool_int.h; NULL: none */

    /* core_catalog.c, which contexts without a catalog do not link */
    const ptc_lisp_catalog *catalog;                      /* NULL: none */
    const ptc_function *(*catalog_builtin)(ptc_str name); /* that it brings, or NULL */
    const char *catalog_names; /* of them, separated by blanks */
    uint32_t catalog_asked;    /* times in this run */

    /* the run */
    ptc_arena run_arena; /* prints, messages; emptied by the next run */
    ptc_text output;
    bool is_output_cut;   /* more was printed than may be kept */
    jmp_buf *escape;      /* where ptc_lisp_raise goes */
    ptc_attempt *attempt; /* the innermost that runs, or NULL */
    ptc_caught caught;
    ptc_lisp_error error;
    bool is_error_young; /* it is of the youngest function, in the program's own text */
    const ptc_program *program;   /* that runs or is compiled */
    const ptc_branches *branches; /* the innermost pmap or pcalls that runs, or NULL */
    ptc_change *changes; /* of variables, by branches that run; in run_arena; roots */
    size_t change_count;
    size_t change_capacity;
    ptc_value result; /* of return, fail and throw */
    bool is_return;
    bool is_thrown; /* the error is from a throw, `result` is its argument */
};

/* --- Steps and calls (inline) ------------------------------------------------------ */

/* When `ticks` went below zero: looks at fuel and clock, raises. Never collects. */
void ptc_lisp_poll(ptc_lisp *lisp);

/* The same at a safepoint: collects when that is due. Roots end at lisp->top. */
void ptc_lisp_safepoint(ptc_lisp *lisp);

/* Whether a check of the clock would raise now: for work that cannot be left at once. */
bool ptc_lisp_is_late(ptc_lisp *lisp);

/*
 * One step of fuel: for each element that a builtin visits (without a callback, `count`
 * of them at once, before the work), and for each comparison of a sort. [ptc-lisp 18]
 */
PTC_INLINE void ptc_lisp_step(ptc_lisp *lisp)
{
    if (PTC_UNLIKELY(--lisp->ticks < 0))
        ptc_lisp_poll(lisp);
}

PTC_INLINE void ptc_lisp_steps(ptc_lisp *lisp, size_t count)
{
    lisp->ticks -= (int64_t)count;
    if (PTC_UNLIKELY(lisp->ticks < 0))
        ptc_lisp_poll(lisp);
}

/* Makes the next safepoint look at once: for ptc_heap_grow, when a collection is due. */
PTC_INLINE void ptc_lisp_hurry(ptc_lisp *lisp)
{
    if (lisp->ticks > 0) {
        lisp->fuel_rest += lisp->ticks;
        lisp->ticks = 0;
    }
}

/*
 * For work as expensive as `count` steps that costs no fuel, because it depends on how a
 * value happens to be stored, or is a part of one step: the next check of the clock comes
 * that many steps earlier. Otherwise cheap steps with expensive work in them would notice
 * the time too late. A step is worth about a thousand instructions here.
 */
PTC_INLINE void ptc_lisp_work(ptc_lisp *lisp, size_t count)
{
    lisp->ticks -= (int64_t)count;
    lisp->fuel_rest += (int64_t)count;
    lisp->clock_at += (int64_t)count;
}

/* Looks at the clock now. */
PTC_INLINE void ptc_lisp_look(ptc_lisp *lisp)
{
    lisp->clock_at = INT64_MAX;
    ptc_lisp_poll(lisp);
}

/* In long fills, whose steps are charged in advance: checks the clock from time to time,
 * and when the work on their elements requires it. */
PTC_INLINE void ptc_lisp_fill_look(ptc_lisp *lisp, uint64_t at)
{
    if (PTC_UNLIKELY((at & 0x3FF) == 0x3FF))
        ptc_lisp_look(lisp);
    else if (PTC_UNLIKELY(lisp->ticks < 0))
        ptc_lisp_poll(lisp);
}

/* The same for loops of few instructions: the end of the block that begins at `at`, in
 * which the clock is not checked. */
PTC_INLINE uint32_t ptc_lisp_fill_block(ptc_lisp *lisp, uint32_t at, uint32_t total)
{
    if (PTC_LIKELY(total <= 0x8000))
        return total;
    ptc_lisp_look(lisp);
    return total - at > 0x8000 ? at + 0x8000 : total;
}

/* For `size` bytes of text that are read or written within a step. */
PTC_INLINE void ptc_lisp_work_bytes(ptc_lisp *lisp, size_t size)
{
    if (size >= 64)
        ptc_lisp_work(lisp, size / 64);
}

/* For a builtin that reads `size` bytes of text: a step for each KiB. */
PTC_INLINE void ptc_lisp_read_bytes(ptc_lisp *lisp, size_t size)
{
    if (PTC_UNLIKELY(size >= 64)) {
        ptc_lisp_steps(lisp, size / 1024);
        ptc_lisp_work(lisp, size / 64);
    }
}

/* Raises that calls nest too deep. */
PTC_COLD PTC_NORETURN void ptc_lisp_stack_overflow(ptc_lisp *lisp);

/* Raises stack_high to `end` or more, or raises that the stack is used up. */
PTC_COLD void ptc_lisp_extend(ptc_lisp *lisp, const ptc_value *end);

/* `count` slots at the top, holding old but valid values or nil. */
PTC_INLINE ptc_value *ptc_lisp_reserve(ptc_lisp *lisp, size_t count)
{
    ptc_value *slots = lisp->top;

    if (PTC_UNLIKELY((size_t)(lisp->stack_high - slots) < count)) {
        if ((size_t)(lisp->stack_end - slots) < count)
            ptc_lisp_stack_overflow(lisp);
        ptc_lisp_extend(lisp, slots + count);
    }
    lisp->top = slots + count;
    return slots;
}

/* Roughly where the C stack ends now. */
#if defined(__GNUC__)
#define PTC_C_STACK() ((uintptr_t)__builtin_frame_address(0))
#else
#define PTC_C_STACK() ((uintptr_t) & (char){0})
#endif

/* Calls a value that is not a function: keyword, map, set, vector; or raises. [ptc-lisp
 * 7] */
ptc_value ptc_lisp_call_other(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count);

/* Raises the arity error of a function. */
PTC_NORETURN void ptc_lisp_arity_error(ptc_lisp *lisp, const ptc_function *function,
                                       uint32_t count);

/*
 * Calls any callable back from a builtin: the only way to do it, and a SAFEPOINT (rule
 * 1). Charges one step. `args` are the topmost slots: args + count == lisp->top; their
 * content is lost, lisp->top is the same afterwards. `callee` is a slot below them or a
 * constant.
 */
PTC_INLINE ptc_value ptc_lisp_call(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    ptc_value result;

    if (PTC_UNLIKELY(--lisp->ticks < 0))
        ptc_lisp_safepoint(lisp);
    if (PTC_UNLIKELY(PTC_C_STACK() < lisp->c_limit))
        ptc_lisp_stack_overflow(lisp);
    if (PTC_LIKELY(callee->kind == PTC_FUNCTION)) {
        const ptc_function *function =
            (const ptc_function *)(const void *)callee->as.object;

        if (PTC_UNLIKELY(!ptc_takes_count(function->min_args, function->max_args, count)))
            ptc_lisp_arity_error(lisp, function, count);
        result = function->entry(lisp, callee, args, count);
    } else {
        result = ptc_lisp_call_other(lisp, callee, args, count);
    }
    lisp->top = args + count;
    return result;
}

PTC_INLINE bool ptc_is_truthy(ptc_value value)
{
    return value.kind > PTC_BOOL || (value.kind == PTC_BOOL && value.as.boolean);
}

#endif
