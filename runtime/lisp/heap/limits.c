/* SPDX-License-Identifier: MIT */
/*
 * The limits of a run: steps, time, stack. [ptc-lisp 18]
 *
 * The remaining fuel is fuel_rest + ticks. `ticks` may be used before the next check; it
 * goes below zero by the steps taken in advance, so fuel is exact: the sum is negative
 * exactly when a program took more steps than it was given.
 */
#include "base/base_int.h"
#include "lisp/heap/heap_int.h"
#include "lisp/heap/memory.h"
#include "lisp/heap/watch.h"

enum {
    LIMITS_STACK_STEP = 64,  /* slots made usable beyond the requested ones */
    LIMITS_COMPILING = 5000, /* milliseconds */
#if defined(__SANITIZE_ADDRESS__)
    LIMITS_C_STACK = 2 << 20, /* frames of instrumented code are larger */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    LIMITS_C_STACK = 2 << 20,
#else
    LIMITS_C_STACK = 256 << 10,
#endif
#else
    LIMITS_C_STACK = 256 << 10,
#endif
};

/* Half of what fits, so that sums with ticks cannot overflow. */
#define LIMITS_NO_FUEL_LIMIT (INT64_MAX / 2)

uint64_t ptc_lisp_now(const ptc_lisp *lisp)
{
    if (lisp->options.clock_ms != NULL)
        return lisp->options.clock_ms(lisp->options.user);
    return ptc_system_clock(false) / 1000000u;
}

int64_t ptc_lisp_wall_clock(const ptc_lisp *lisp)
{
    if (lisp->options.wall_clock_ms != NULL)
        return lisp->options.wall_clock_ms(lisp->options.user);
    return (int64_t)(ptc_system_clock(true) / 1000000u);
}

void ptc_lisp_set_watch(ptc_lisp *lisp, const ptc_lisp_watch *watch)
{
    lisp->watch = watch;
}

void ptc_lisp_set_time(ptc_lisp *lisp, uint64_t time_ms)
{
    lisp->options.time_ms = time_ms;
}

/* The end of a period that begins now. */
static uint64_t limits_end(ptc_lisp *lisp, uint64_t time_ms)
{
    uint64_t now = ptc_lisp_now(lisp);

    return time_ms < UINT64_MAX - now ? now + time_ms : UINT64_MAX;
}

static int64_t limits_left(const ptc_lisp *lisp)
{
    return lisp->fuel_rest + lisp->ticks;
}

/* Makes up to `most` of the rest usable without a check. */
static void limits_grant(ptc_lisp *lisp, int64_t most)
{
    int64_t left = limits_left(lisp);

    lisp->ticks = left < most ? left : most;
    lisp->fuel_rest = left - lisp->ticks;
}

void ptc_lisp_check_fuel(ptc_lisp *lisp)
{
    if (limits_left(lisp) < 0)
        ptc_lisp_raise(lisp, PTC_REASON_FUEL,
                       "program exceeded its limit of %lld steps; use reduce, map or a "
                       "smaller range",
                       (long long)lisp->fuel_given);
}

/* The time for compiling: five times the run's, at most LIMITS_COMPILING. */
static uint64_t limits_compiling(const ptc_lisp *lisp)
{
    uint64_t time = lisp->options.time_ms;

    return time < LIMITS_COMPILING / 5 ? 5 * time : LIMITS_COMPILING;
}

/* Compiling begins to count its time at the first check: short programs never check. */
static void limits_look_compiling(ptc_lisp *lisp)
{
    uint64_t now;

    if (lisp->options.time_ms == PTC_UNLIMITED)
        return;
    now = ptc_lisp_now(lisp);
    if (lisp->deadline == UINT64_MAX)
        lisp->deadline = now + limits_compiling(lisp);
    if (now > lisp->deadline)
        ptc_lisp_raise(lisp, PTC_REASON_TIMEOUT, "%s took longer than %llums; %s",
                       lisp->late[0], (unsigned long long)limits_compiling(lisp),
                       lisp->late[1]);
}

static PTC_NORETURN void limits_time_out(ptc_lisp *lisp)
{
    const ptc_lisp_options *options = &lisp->options;

    ptc_lisp_raise(
        lisp, PTC_REASON_TIMEOUT,
        lisp->is_branch_deadline
            ? "all branches together exceeded their %llums limit; do less work, "
              "or work on fewer items"
            : "execution exceeded %llums limit; do less work, or work on fewer "
              "items",
        (unsigned long long)(lisp->is_branch_deadline ? options->branches_ms
                                                      : options->time_ms));
}

static void limits_look(ptc_lisp *lisp)
{
    int64_t left = limits_left(lisp);

    ptc_lisp_check_fuel(lisp);
    if (left > lisp->clock_at)
        return;
    lisp->clock_at = left - PTC_CHARGE_CHUNK;
    if (lisp->watch != NULL && lisp->watch->is_over != NULL &&
        lisp->watch->is_over(lisp->watch->user))
        ptc_lisp_raise(lisp, PTC_REASON_TIMEOUT, "the run is over");
    if (lisp->is_compiling)
        limits_look_compiling(lisp);
    else if (lisp->deadline != UINT64_MAX && ptc_lisp_now(lisp) > lisp->deadline)
        limits_time_out(lisp);
}

bool ptc_lisp_is_late(ptc_lisp *lisp)
{
    const ptc_lisp_watch *watch = lisp->watch;

    return (watch != NULL && watch->is_over != NULL && watch->is_over(watch->user)) ||
           (lisp->deadline != UINT64_MAX && ptc_lisp_now(lisp) > lisp->deadline);
}

static bool limits_wants_safepoint(const ptc_lisp *lisp)
{
    return (lisp->is_collect_due || lisp->options.collects_always) && !lisp->is_holding;
}

void ptc_lisp_poll(ptc_lisp *lisp)
{
    limits_look(lisp);
    /* With a collection due, the next safepoint must also check: steps are taken one at a
     * time. */
    limits_grant(lisp, limits_wants_safepoint(lisp) ? 0 : PTC_CHARGE_CHUNK);
}

void ptc_lisp_safepoint(ptc_lisp *lisp)
{
    limits_look(lisp);
    if (limits_wants_safepoint(lisp)) {
        ptc_heap_collect(lisp);
        lisp->is_collect_due = false;
    }
    limits_grant(lisp, lisp->options.collects_always ? 0 : PTC_CHARGE_CHUNK);
}

/* Measures the C stack from here: at the start of every compilation. */
static void limits_start_c(ptc_lisp *lisp)
{
    lisp->c_limit = PTC_C_STACK() > LIMITS_C_STACK ? PTC_C_STACK() - LIMITS_C_STACK : 0;
}

void ptc_lisp_start_limits(ptc_lisp *lisp)
{
    const ptc_lisp_options *options = &lisp->options;
    uint64_t fuel = options->fuel;

    lisp->place.text = NULL;
    lisp->fuel_given = fuel == 0 || fuel > (uint64_t)LIMITS_NO_FUEL_LIMIT
                           ? LIMITS_NO_FUEL_LIMIT
                           : (int64_t)fuel;
    lisp->fuel_rest = lisp->fuel_given;
    lisp->ticks = 0;
    lisp->clock_at = lisp->fuel_given - PTC_CHARGE_CHUNK;
    lisp->deadline = UINT64_MAX;
    lisp->is_branch_deadline = false;
    lisp->is_holding = false;
    if (options->time_ms != PTC_UNLIMITED)
        lisp->deadline = limits_end(lisp, options->time_ms);
    limits_start_c(lisp);
    limits_grant(lisp, options->collects_always ? 0 : PTC_CHARGE_CHUNK);
}

uint64_t ptc_lisp_start_branches(ptc_lisp *lisp)
{
    uint64_t before = lisp->deadline;
    uint64_t deadline;

    lisp->time_lent = 0;
    if (lisp->options.branches_ms == PTC_UNLIMITED)
        return before;
    deadline = limits_end(lisp, lisp->options.branches_ms);
    if (deadline < before) {
        lisp->deadline = deadline;
        lisp->is_branch_deadline = true;
    }
    return before;
}

void ptc_lisp_end_branches(ptc_lisp *lisp, uint64_t deadline)
{
    lisp->deadline = deadline;
    if (deadline != UINT64_MAX)
        lisp->deadline += lisp->time_lent;
    lisp->is_branch_deadline = false;
}

void ptc_lisp_leave_branches(ptc_lisp *lisp, const ptc_branches *outer)
{
    const ptc_branches *last = NULL;

    for (const ptc_branches *at = lisp->branches; at != outer; at = at->outer)
        last = at;
    if (last == NULL)
        return;
    ptc_lisp_undo(lisp, last->changes);
    lisp->branches = outer;
    if (outer == NULL)
        ptc_lisp_end_branches(lisp, last->deadline);
}

void ptc_lisp_lend_time(ptc_lisp *lisp, uint64_t time_ms)
{
    if (lisp->deadline != UINT64_MAX)
        lisp->deadline += time_ms;
    lisp->time_lent += time_ms;
}

static void limits_start_work(ptc_lisp *lisp, const char *what, const char *advice)
{
    lisp->is_compiling = true;
    lisp->late[0] = what;
    lisp->late[1] = advice;
    lisp->fuel_rest = LIMITS_NO_FUEL_LIMIT;
    lisp->ticks = 0;
    lisp->clock_at = LIMITS_NO_FUEL_LIMIT - PTC_CHARGE_CHUNK;
    limits_start_c(lisp);
    limits_grant(lisp, PTC_CHARGE_CHUNK);
}

void ptc_lisp_start_compiling(ptc_lisp *lisp)
{
    limits_start_work(lisp, "compiling", "make the program shorter");
}

void ptc_lisp_start_saving(ptc_lisp *lisp)
{
    limits_start_work(lisp, "saving memory", "keep less in it, or set a larger time_ms");
}

void ptc_lisp_start_restoring(ptc_lisp *lisp)
{
    limits_start_work(lisp, "restoring memory", "save less, or set a larger time_ms");
}

void ptc_lisp_stop_limits(ptc_lisp *lisp)
{
    lisp->is_compiling = false;
    lisp->fuel_rest = 0;
    lisp->ticks = LIMITS_NO_FUEL_LIMIT;
    lisp->clock_at = INT64_MIN;
    lisp->deadline = UINT64_MAX;
    lisp->is_collect_due = false;
}

/* --- The stack --------------------------------------------------------------------- */

void ptc_lisp_stack_overflow(ptc_lisp *lisp)
{
    ptc_lisp_raise(lisp, PTC_REASON_RECURSION_LIMIT,
                   "more than %llu nested calls, counting the program, or too deep "
                   "inside builtins; use reduce or loop",
                   (unsigned long long)lisp->options.frames);
}

void ptc_lisp_extend(ptc_lisp *lisp, const ptc_value *end)
{
    ptc_value *high = lisp->stack + (end - lisp->stack);

    if (end > lisp->stack_end)
        ptc_lisp_stack_overflow(lisp);
    high += lisp->stack_end - high < LIMITS_STACK_STEP ? lisp->stack_end - high
                                                       : LIMITS_STACK_STEP;
    if (high > lisp->stack_ready) {
        memset(lisp->stack_ready, 0,
               (size_t)(high - lisp->stack_ready) * sizeof *high); /* nil */
        lisp->stack_ready = high;
    }
    if (high > lisp->stack_high)
        lisp->stack_high = high;
}
