/* SPDX-License-Identifier: MIT */
/*
 * Programs: run and freed. See <ptc/lisp.h>. Nothing here knows the reader or the
 * compiler, so that a host that runs programs made elsewhere links neither.
 *
 * Code that may raise runs under ptc_lisp_protect: running, and handing out the result,
 * which is copied to the caller's arena before memory is settled.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"
#include "lisp/heap/memory.h"
#include "lisp/heap/watch.h"
#include "lisp/host/host_int.h"
#include "lisp/lisp_int.h"
#include "lisp/machine/machine_int.h"

enum {
    RUN_HISTORY_MAX = 1 << 20,
    RUN_MESSAGE = 16 << 10, /* bytes for an error and the defined names */
};

const ptc_lisp_error *ptc_program_warning(const ptc_program *program, size_t index)
{
    return index < program->warning_count ? &program->warnings[index] : NULL;
}

/* --- Running ----------------------------------------------------------------------- */

/* The memory that the caller's arena may take while a result is handed out. */
typedef struct run_share {
    ptc_lisp *lisp;
    ptc_allocator below;
    size_t cap;
    size_t kept;  /* for a message */
    size_t given; /* bytes, which count as taken by the context until the run is over */
    bool is_over; /* was refused more than the context leaves */
    bool had_failed;
    bool is_refused; /* by the caller's allocator */
} run_share;

typedef struct run_job {
    const ptc_program *program;
    unsigned texts;
    ptc_arena *arena;
    ptc_lisp_result *out;
    ptc_status status;
    bool is_good;
    bool has_no_room; /* for the prints, which fails the run */
    run_share *share;
} run_job;

static void run_begin(ptc_lisp *lisp, const ptc_program *program)
{
    ptc_lisp_drop_output(lisp);
    ptc_arena_reset(&lisp->run_arena);
    ptc_text_init(&lisp->output, &lisp->run_arena);
    lisp->is_output_cut = false;
    lisp->error = (ptc_lisp_error){.reason = PTC_REASON_NONE};
    lisp->is_refused = false;
    lisp->result = ptc_value_nil();
    lisp->is_return = false;
    lisp->is_thrown = false;
    lisp->changes = NULL; /* they were in the arena */
    lisp->change_capacity = 0;
    lisp->program = program;
    lisp->pins = NULL;
    lisp->heap_peak = 0;
    lisp->catalog_asked = 0;
    ptc_tools_begin(lisp);
    ptc_lisp_start_limits(lisp);
}

static void run_declare(ptc_lisp *lisp, void *user)
{
    if (!ptc_spaces_prepare(lisp, &((const ptc_program *)user)->spaces))
        ptc_lisp_memory_error(lisp);
}

static void run_main(ptc_lisp *lisp, void *user)
{
    const ptc_program *program = user;
    ptc_value *slot = ptc_lisp_reserve(lisp, 1);

    *slot = ptc_vm_closure(lisp, program->main);
    lisp->result = ptc_vm_entry(lisp, slot, lisp->top, 0);
    ptc_lisp_check_fuel(lisp);
    if (lisp->options.memory_contract == 1)
        ptc_lisp_merge_result(lisp);
}

/* --- Handing out -------------------------------------------------------------------- */

static size_t share_room(const ptc_lisp *lisp, size_t kept)
{
    size_t room = ptc_lisp_room(lisp);

    return room > kept ? room - kept : 0;
}

static void *share_allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    run_share *share = user;
    void *memory;

    if (new_size > old_size &&
        new_size - old_size > share_room(share->lisp, share->kept)) {
        share->is_over = true;
        return NULL;
    }
    memory = share->below.allocate(old, old_size, new_size, share->below.user);
    if (memory == NULL && new_size != 0) {
        share->is_refused = true;
        return NULL;
    }
    share->given += new_size - old_size;
    share->lisp->taken += new_size - old_size;
    return memory;
}

/* The rest of the context's allowance is for the result, except the part `kept` for a
 * message; memory that the arena held before is the caller's. Where little is left, the
 * arena gets a limit, so that its chunks fit. */
static void share_settle(const ptc_lisp *lisp, run_job *job)
{
    size_t room = share_room(lisp, job->share->kept);
    size_t held = job->arena->held;
    size_t cap = room < SIZE_MAX - held ? held + room : SIZE_MAX;

    if (job->share->below.allocate == NULL)
        return;
    job->arena->cap = cap < job->share->cap ? cap : job->share->cap;
}

static void share_start(ptc_lisp *lisp, run_job *job, run_share *share)
{
    ptc_arena *arena = job->arena;

    *share = (run_share){.lisp = lisp,
                         .below = arena->allocator,
                         .cap = arena->cap,
                         .kept = RUN_MESSAGE,
                         .had_failed = arena->failed};
    job->share = share;
    arena->failed = false;
    if (arena->allocator.allocate != NULL)
        arena->allocator = (ptc_allocator){share_allocate, share};
}

static void share_end(run_job *job)
{
    job->arena->allocator = job->share->below;
    job->arena->cap = job->share->cap;
    job->arena->failed |= job->share->had_failed;
}

/* Whether it was refused more than the limit allows; then it may go on. */
static bool share_is_over(run_job *job)
{
    ptc_arena *arena = job->arena;

    if (!arena->failed || job->share->is_refused ||
        (!job->share->is_over && arena->cap == job->share->cap))
        return false;
    arena->failed = false;
    return true;
}

static void share_collect(ptc_lisp *lisp, void *user)
{
    (void)user;
    ptc_heap_collect(lisp);
}

/* Leaves the context only the result, and the values that memory keeps. */
static bool share_make_room(ptc_lisp *lisp, run_job *job, ptc_arena_mark mark)
{
    bool is_done = ptc_lisp_protect(lisp, share_collect, NULL);

    ptc_lisp_trim_output(lisp);
    ptc_heap_trim(lisp, 0);
    ptc_arena_rewind(job->arena, mark);
    share_settle(lisp, job);
    return is_done;
}

/* Texts grow in the run's arena, where that wastes nothing. */
static void run_print(run_job *job, ptc_lisp *lisp, ptc_print_style style, ptc_str *out)
{
    ptc_arena_mark mark = ptc_arena_place(&lisp->run_arena);
    ptc_text text;

    ptc_text_init(&text, &lisp->run_arena);
    ptc_lisp_print(lisp, &text, &lisp->result, style);
    *out = ptc_str_copy(job->arena, ptc_text_view(&text));
    if (text.failed || out->ptr == NULL)
        job->status = PTC_ERROR_MEMORY;
    ptc_arena_rewind(&lisp->run_arena, mark);
}

/* Data that shares its parts can be exponentially larger when it is handed out. */
static void run_check_export(ptc_lisp *lisp, run_job *job)
{
    if (job->status == PTC_ERROR_DEPTH)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "the result is nested deeper than %d levels", PTC_DEPTH_MAX);
    if (job->status == PTC_ERROR_MEMORY && (share_is_over(job) || !job->arena->failed))
        ptc_lisp_raise(lisp, PTC_REASON_MEMORY,
                       "the result is larger than the heap limit of %zu bytes; return a "
                       "part of it",
                       lisp->heap_most);
}

/* The context's watch may refuse the result of a good run. */
static void run_judge(ptc_lisp *lisp, run_job *job)
{
    const ptc_lisp_watch *watch = lisp->watch;
    const char *why;

    if (!job->is_good || watch == NULL || watch->judge == NULL)
        return;
    why = watch->judge(job->out, job->arena, watch->user);
    if (job->arena->failed) {
        job->status = PTC_ERROR_MEMORY;
        run_check_export(lisp, job);
    } else if (why != NULL)
        ptc_lisp_raise(lisp, PTC_REASON_VALIDATION, "%s", why);
}

static void run_export(ptc_lisp *lisp, void *user)
{
    run_job *job = user;

    if (job->is_good)
        ptc_lisp_check_memory(lisp);
    job->status = ptc_lisp_export_result(
        lisp, job->arena, &lisp->result,
        !job->is_good || (!lisp->is_return && (job->texts & PTC_LISP_BOUND)),
        &job->out->value, &job->out->has_var);
    run_check_export(lisp, job);
    if (job->status == PTC_OK && job->is_good && (job->texts & PTC_LISP_CHANGES)) {
        job->status = ptc_lisp_export_changes(lisp, job->arena, &job->out->changes);
        run_check_export(lisp, job);
    }
    if (job->status == PTC_OK)
        run_judge(lisp, job);
    if (job->status == PTC_OK && (job->texts & PTC_LISP_PRINTED))
        run_print(job, lisp, PTC_PRINT_READABLE, &job->out->printed);
    if (job->status == PTC_OK && (job->texts & PTC_LISP_CANONICAL))
        run_print(job, lisp, PTC_PRINT_CANONICAL, &job->out->canonical);
    run_check_export(lisp, job);
}

/* Bytes of the data, counted up to `most`. */
static size_t run_size(const ptc_value *value, size_t most)
{
    size_t size = sizeof *value;
    size_t count = 0;
    const ptc_value *items = NULL;

    if (value->kind == PTC_STRING) {
        size += value->aux;
    } else if (value->kind == PTC_VECTOR || value->kind == PTC_SET) {
        items = value->as.items;
        count = value->aux;
    } else if (value->kind == PTC_MAP) {
        items = &value->as.map->entries[0].key; /* an entry is two values */
        count = (size_t)2 * value->aux;
    }
    for (size_t i = 0; i < count && size <= most; i++)
        size += run_size(&items[i], most - size);
    return size;
}

static void run_remember(ptc_lisp *lisp, const ptc_value *data)
{
    lisp->history[2] = lisp->history[1];
    lisp->history[1] = lisp->history[0];
    lisp->history[0] = run_size(data, RUN_HISTORY_MAX) <= RUN_HISTORY_MAX
                           ? lisp->result
                           : ptc_value_nil();
}

/* The resources that the run used. */
static void run_measure(const ptc_lisp *lisp, ptc_lisp_result *out)
{
    size_t size = ptc_heap_size(lisp);
    int64_t left = lisp->fuel_rest + lisp->ticks;

    out->fuel_used = (uint64_t)(lisp->fuel_given - (left > 0 ? left : 0));
    out->heap_peak = size > lisp->heap_peak ? size : lisp->heap_peak;
}

/* Moves its prints to the result. */
static bool run_report_output(ptc_lisp *lisp, run_job *job)
{
    ptc_arena_mark mark = ptc_arena_place(job->arena);
    ptc_str *output = &job->out->output;

    *output = ptc_str_copy(job->arena, ptc_text_view(&lisp->output));
    if (output->ptr == NULL && share_is_over(job)) {
        share_make_room(lisp, job, mark);
        *output = ptc_str_copy(job->arena, ptc_text_view(&lisp->output));
    }
    if (output->ptr == NULL &&
        share_is_over(job)) { /* what is live is beyond the limit */
        *output = PTC_STR("");
        lisp->is_thrown = false;
        ptc_lisp_refuse_room(lisp);
        job->has_no_room = true;
    }
    ptc_lisp_drop_output(lisp);
    return output->ptr != NULL;
}

/* Its prints, and the tools it called: as many as there is room for. */
static ptc_status run_report(ptc_lisp *lisp, run_job *job)
{
    ptc_status status;

    if (lisp->output.len != 0 && !run_report_output(lisp, job))
        return PTC_ERROR_MEMORY;
    if (lisp->tools == NULL)
        return PTC_OK;
    share_settle(lisp, job);
    status = ptc_tools_report(lisp, job->arena, job->out);
    return status == PTC_ERROR_MEMORY && share_is_over(job) ? PTC_OK : status;
}

/* Where the heap has taken all the rest, the program's values make room. */
static ptc_status run_fail(ptc_lisp *lisp, run_job *job)
{
    ptc_arena_mark mark = ptc_arena_place(job->arena);
    ptc_lisp_error *error = &job->out->error;

    if (lisp->is_refused)
        return PTC_ERROR_MEMORY;
    if (ptc_lisp_give_error(lisp, job->arena, error) == PTC_OK ||
        (share_is_over(job) && share_make_room(lisp, job, mark) &&
         ptc_lisp_give_error(lisp, job->arena, error) == PTC_OK))
        return PTC_ERROR_INVALID;
    return PTC_ERROR_MEMORY;
}

/* A message, or the changed names: some memory was kept for that. */
static ptc_status run_give_rest(ptc_lisp *lisp, run_job *job, bool is_good)
{
    job->share->kept = 0;
    share_settle(lisp, job);
    return is_good ? ptc_lisp_report_changes(lisp, job->arena, job->out)
                   : run_fail(lisp, job);
}

/* The result of a good run, or the value of (fail x) or (throw x). */
static bool run_hand_out(ptc_lisp *lisp, run_job *job, bool is_good)
{
    ptc_arena_mark mark = ptc_arena_place(job->arena);
    ptc_lisp_error error = lisp->error;
    bool is_thrown = !is_good && lisp->is_thrown;

    if (!is_good && error.reason != PTC_REASON_FAIL && !is_thrown)
        return false;
    /* The live size when the program ends is also checked. */
    if (job->out->heap_peak > lisp->heap_most && ptc_heap_size(lisp) > lisp->heap_most &&
        !ptc_lisp_protect(lisp, share_collect, NULL))
        return false;
    job->is_good = is_good;
    if (!ptc_lisp_protect(lisp, run_export, job) &&
        (lisp->error.reason != PTC_REASON_MEMORY || lisp->is_refused ||
         !share_make_room(lisp, job, mark) || !ptc_lisp_protect(lisp, run_export, job))) {
        job->status = PTC_OK;
        if (is_thrown) { /* too deep for data: the message says what it was */
            lisp->error = error;
            job->out->value = ptc_value_nil();
        }
        return false; /* lisp->error says why */
    }
    if (is_good)
        return true;
    lisp->error = error;
    job->out->is_thrown = is_thrown;
    return false;
}

/* Whether a call may be; else it says why not. */
static bool run_may_begin(const ptc_lisp *lisp, const ptc_program *program,
                          unsigned texts, ptc_lisp_error *error)
{
    static const char function[] = "ptc_lisp_run";

    if (lisp->escape != NULL) /* a tool that this context runs */
        ptc_lisp_misuse(error, function,
                        "a program of the context is running; use a context of its own");
    else if (program == NULL || program->lisp != lisp)
        ptc_lisp_misuse(error, function,
                        program == NULL ? "the program is NULL; compile one"
                                        : "the program is of another context; compile it "
                                          "in the one that runs it");
    else if ((texts & ~(unsigned)PTC_LISP_ALL) != 0)
        ptc_lisp_misuse(error, function,
                        "texts has an unknown bit; set only those of PTC_LISP_*");
    else
        return true;
    return false;
}

ptc_status ptc_lisp_run(ptc_arena *arena, ptc_lisp *lisp, const ptc_program *program,
                        unsigned texts, ptc_lisp_result *out)
{
    run_job job = {.program = program, .texts = texts, .arena = arena, .out = out};
    run_share share;
    ptc_status status;
    bool is_good;

    *out = ptc_lisp_result_none();
    if (!run_may_begin(lisp, program, texts, &out->error))
        return PTC_ERROR_ARGUMENT;
    run_begin(lisp, program);
    is_good = ptc_lisp_protect(lisp, run_main, (void *)(uintptr_t)program);
    out->is_return = lisp->is_return;
    is_good = is_good || lisp->is_return;
    if (is_good && program->spaces.count != 0)
        is_good = ptc_lisp_protect(lisp, run_declare, (void *)(uintptr_t)program);
    if (!is_good && program->explain != NULL)
        program->explain(lisp);
    run_measure(lisp, out);
    ptc_lisp_stop_limits(lisp);
    share_start(lisp, &job, &share);
    status = run_report(lisp, &job);
    is_good = run_hand_out(lisp, &job, is_good && !job.has_no_room);
    if (status == PTC_OK)
        status = job.status;
    if (status == PTC_OK && (!is_good || lisp->variables != NULL))
        status = run_give_rest(lisp, &job, is_good);
    share_end(&job);
    if (program->spaces.count != 0)
        ptc_spaces_settle(lisp, status == PTC_OK);
    if (status == PTC_OK && !out->is_return && (texts & PTC_LISP_HISTORY))
        run_remember(lisp, &out->value);
    ptc_lisp_settle(lisp, status == PTC_OK);
    lisp->taken -= share.given; /* is the caller's from now on */
    lisp->pins = &lisp->own_pins;
    lisp->program = NULL;
    if (status == PTC_ERROR_MEMORY)
        out->error = ptc_lisp_error_refused();
    return status;
}
