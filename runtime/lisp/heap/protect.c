/* SPDX-License-Identifier: MIT */
/*
 * Where a run that ends early returns to, and how (return x) and (fail x) get there:
 * raise.c and these jump to lisp->escape, which is set here. A tool's failure goes to
 * lisp->attempt, if there is one. [ptc-lisp 5, 9.2, 16]
 */
#include "base/base_int.h"
#include "lisp/heap/data.h"
#include "lisp/heap/memory.h"

void ptc_lisp_throw(ptc_lisp *lisp, ptc_value value, const char *message)
{
    ptc_lisp_check_fuel(lisp);
    lisp->result = value;
    lisp->is_thrown = true;
    ptc_lisp_raise(lisp, PTC_REASON_RUNTIME, "%s", message);
}

void ptc_lisp_leave(ptc_lisp *lisp, ptc_value value, bool is_return)
{
    ptc_lisp_check_fuel(lisp);
    lisp->result = value;
    if (!is_return)
        ptc_lisp_raise(lisp, PTC_REASON_FAIL, "the program gave up: %s",
                       ptc_lisp_quote(lisp, &value));
    if (lisp->branches != NULL)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "return ends the program, which a branch cannot do; make the "
                       "value the branch's result");
    lisp->is_return = true;
    lisp->error = (ptc_lisp_error){.reason = PTC_REASON_NONE};
    longjmp(*lisp->escape, 1);
}

bool ptc_lisp_protect(ptc_lisp *lisp, void (*body)(ptc_lisp *lisp, void *user),
                      void *user)
{
    jmp_buf place;
    jmp_buf *const outer = lisp->escape;
    ptc_frame *const frame = lisp->frame;
    ptc_value *const top = lisp->top;
    const ptc_branches *const branches = lisp->branches;
    ptc_attempt *const attempt = lisp->attempt;
    const size_t changes = lisp->change_count;
    const bool is_holding = lisp->is_holding;

    lisp->escape = &place;
    lisp->attempt = NULL;
    if (setjmp(place) == 0) {
        body(lisp, user);
        lisp->escape = outer;
        lisp->attempt = attempt;
        return true;
    }
    lisp->escape = outer;
    lisp->attempt = attempt;
    lisp->frame = frame;
    lisp->top = top;
    lisp->branches = branches;
    lisp->is_holding = is_holding;
    ptc_lisp_undo(lisp, changes);
    return false;
}

bool ptc_lisp_attempt(ptc_lisp *lisp, void (*body)(ptc_lisp *lisp, void *user),
                      void *user)
{
    ptc_attempt here = {.branches = lisp->branches};
    ptc_attempt *const outer = lisp->attempt;
    ptc_frame *const frame = lisp->frame;
    ptc_value *const top = lisp->top;
    const bool is_holding = lisp->is_holding;

    lisp->attempt = &here;
    if (setjmp(here.place) == 0) {
        body(lisp, user);
        lisp->attempt = outer;
        return true;
    }
    lisp->attempt = outer;
    lisp->frame = frame;
    lisp->top = top;
    lisp->is_holding = is_holding;
    return false;
}

bool ptc_lisp_is_attempted(ptc_lisp *lisp)
{
    if (lisp->attempt == NULL)
        return false;
    lisp->clock_at = INT64_MAX;
    ptc_lisp_poll(lisp);
    return true;
}

void ptc_lisp_catch(ptc_lisp *lisp, const char *tool, const char *reason, const char *why)
{
    ptc_attempt *attempt = lisp->attempt;

    ptc_lisp_place_branches(lisp, why, attempt->branches);
    if (lisp->run_arena.failed) /* no room for the message */
        ptc_lisp_memory_error(lisp);
    lisp->caught = (ptc_caught){tool, reason, lisp->error.message.ptr};
    lisp->error = (ptc_lisp_error){.reason = PTC_REASON_NONE};
    ptc_lisp_leave_branches(lisp, attempt->branches);
    longjmp(attempt->place, 1);
}

/* --- Errors outside a run --------------------------------------------------------- */

static void protect_refuse(ptc_lisp *lisp, void *user)
{
    (void)user;
    ptc_lisp_memory_error(lisp);
}

void ptc_lisp_refuse_room(ptc_lisp *lisp)
{
    ptc_lisp_protect(lisp, protect_refuse, NULL);
}

ptc_status ptc_lisp_give_error(const ptc_lisp *lisp, ptc_arena *arena,
                               ptc_lisp_error *error)
{
    ptc_str message = lisp->error.message;

    *error = lisp->error;
    error->message = ptc_str_copy(arena, message.ptr != NULL ? message : PTC_STR(""));
    if (error->message.ptr != NULL)
        return PTC_OK;
    *error = ptc_lisp_error_refused();
    return PTC_ERROR_MEMORY;
}

ptc_status ptc_lisp_misuse(ptc_lisp_error *error, const char *function, const char *why)
{
    if (error != NULL) {
        *error = ptc_lisp_error_none();
        error->message = ptc_str_of(why);
    }
    return ptc_misuse(function, "%s", why);
}
