/* SPDX-License-Identifier: MIT */
/*
 * Where a run that ends early comes back to, and how (return x) and (fail x) go there:
 * raise.c and these jump to lisp->escape, which is set here. [ptc-lisp 9.2, 16]
 */
#include "lisp/heap/data.h"
#include "lisp/heap/memory.h"

void ptc_lisp_leave(ptc_lisp *lisp, ptc_value value, bool is_return)
{
    ptc_lisp_check_fuel(lisp);
    lisp->result = value;
    if (!is_return)
        ptc_lisp_raise(lisp, PTC_REASON_FAIL, "the program gave up: %s",
                       ptc_lisp_quote(lisp, &value));
    if (lisp->branches != NULL)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "return ends the program, which no branch can; give the value as "
                       "the branch's result");
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
    const size_t changes = lisp->change_count;

    lisp->escape = &place;
    if (setjmp(place) == 0) {
        body(lisp, user);
        lisp->escape = outer;
        return true;
    }
    lisp->escape = outer;
    lisp->frame = frame;
    lisp->top = top;
    lisp->branches = branches;
    ptc_lisp_undo(lisp, changes);
    return false;
}
