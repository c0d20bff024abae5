/* SPDX-License-Identifier: MIT */
/*
 * Threading: ->, ->>, as->, cond->, cond->>, some->, some->>. [ptc-lisp 8]
 *
 * -> and ->> put forms into forms, so that a step may be any form and everything is
 * evaluated in the order of the result. Long chains would nest too deep: there the value
 * goes from step to step in a register, where that makes no difference.
 */
#include "lisp/compile/compiler.h"

/* Steps that are nested. */
enum { THREAD_NESTED_MAX = 16 };

static bool thread_is_list(const ptc_form *item)
{
    return item->kind == PTC_FORM_LIST && !item->flags;
}

/* Whether `(-> value (fn [x] ..))` would put the value where fn has its name. */
static bool thread_is_function(ptc_compiler *c, uint32_t step, uint32_t form)
{
    const ptc_special *special = ptc_compile_special(c, step);

    return special != NULL && special->compile == ptc_special_fn &&
           ptc_form_at(c, form)->kind != PTC_FORM_SYMBOL;
}

/* A step with `form` as an argument. */
static uint32_t thread_step(ptc_compiler *c, uint32_t step, uint32_t form, bool is_last)
{
    const ptc_form *item = ptc_form_at(c, step);
    uint32_t head;

    if (thread_is_list(item)) {
        if (!item->child)
            ptc_compile_misuse(c, step, PTC_REASON_INVALID_THREAD_FORM,
                               "a function or a call as a step, f or (f x)");
        if (!is_last && thread_is_function(c, step, form))
            ptc_compile_misuse(c, step, PTC_REASON_INVALID_FORM,
                               "a step that calls the function, ((fn [x] ..))");
        return ptc_compile_insert(c, step, form, is_last);
    }
    head = ptc_compile_make_copy(c, step);
    c->forms.items[head].next = form;
    c->forms.items[form].next = 0;
    return ptc_compile_make_list(c, head, item->span.start);
}

/* --- Long chains ------------------------------------------------------------------- */

/* Whether its evaluation has no effect and never fails, so that it may come later. */
static bool thread_is_simple(ptc_compiler *c, uint32_t form)
{
    const ptc_form *item = ptc_form_at(c, form);
    const ptc_special *special = ptc_compile_special(c, form);

    return item->kind == PTC_FORM_SYMBOL || ptc_compile_is_constant(c, form) ||
           item->flags & PTC_FORM_SHORT ||
           (special != NULL && special->compile == ptc_special_fn);
}

/* Whether the value may be computed before the step. */
static bool thread_is_call(ptc_compiler *c, uint32_t step, bool is_last)
{
    const ptc_form *item = ptc_form_at(c, step);
    const ptc_special *special = ptc_compile_special(c, step);
    uint32_t child = item->child;

    if (!thread_is_list(item))
        return thread_is_simple(c, step);
    if (!child || (special != NULL && !special->args) || !thread_is_simple(c, child))
        return false;
    while (is_last && (child = ptc_form_next(c, child)))
        if (!thread_is_simple(c, child))
            return false;
    return true;
}

/* `(-> value step ..)` with `count` forms, as a form: the rest of the chain stays after
 * them, so that threading uses counts. */
static uint32_t thread_part(ptc_compiler *c, uint32_t form, uint32_t count)
{
    uint32_t part = ptc_compile_make_copy(c, form);

    c->forms.items[part].count = count;
    return part;
}

/* `count` steps, one after the other, with the value in R[reg]. */
static void thread_steps(ptc_compiler *c, uint32_t step, uint32_t count, uint32_t reg,
                         bool is_last)
{
    uint32_t next = ptc_compile_take(c, 1);

    for (; count > 0; step = ptc_form_next(c, step), count--) {
        uint32_t place = ptc_form_at(c, step)->span.start;
        uint32_t from = ptc_compile_make_register(c, reg, place);

        ptc_compile_value(c, thread_step(c, step, from, is_last), next);
        ptc_emit_abc(c, PTC_OP_MOVE, reg, next, 0);
    }
}

static void thread_long(ptc_compiler *c, uint32_t form, bool is_last, ptc_dest to)
{
    uint32_t count = ptc_form_at(c, form)->count;
    uint32_t value = ptc_form_second(c, form);
    uint32_t step = ptc_form_next(c, value);
    uint32_t reg = ptc_compile_take(c, 1);
    uint32_t whole = 0; /* the last step that must be nested */
    uint32_t whole_at = 1;
    uint32_t i = step;

    for (uint32_t at = 2; at < count; i = ptc_form_next(c, i), at++)
        if (!thread_is_call(c, i, is_last)) {
            whole = i;
            whole_at = at;
        }
    if (whole) {
        value = thread_step(c, whole, thread_part(c, form, whole_at), is_last);
        step = ptc_form_next(c, whole);
    }
    ptc_compile_value(c, value, reg);
    thread_steps(c, step, count - whole_at - 1, reg, is_last);
    ptc_compile_finish(c, reg, to);
}

/* --- ->, ->> ----------------------------------------------------------------------- */

/* A step that is a literal calls it. */
static void thread_check(ptc_compiler *c, uint32_t form)
{
    uint32_t step = ptc_form_next(c, ptc_form_second(c, form));

    for (; step; step = ptc_form_next(c, step))
        if (PTC_UNLIKELY(ptc_form_is_plain_literal(ptc_form_at(c, step))))
            ptc_compile_thread_literal(c, form, step);
}

static void thread_plain(ptc_compiler *c, uint32_t form, bool is_last, ptc_dest to)
{
    uint32_t count = ptc_form_at(c, form)->count;
    uint32_t value = ptc_form_second(c, form);
    uint32_t step;

    if (!value)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_THREAD_FORM,
                           is_last ? "(->> value step*)" : "(-> value step*)");
    thread_check(c, form);
    if (count > THREAD_NESTED_MAX + 2) {
        thread_long(c, form, is_last, to);
        return;
    }
    step = ptc_form_next(c, value);
    value = ptc_compile_make_copy(c, value);
    for (; count > 2; step = ptc_form_next(c, step), count--)
        value = thread_step(c, step, value, is_last);
    if (c->piped == form)
        c->piped = value;
    ptc_compile_form(c, value, to);
}

void ptc_special_thread_first(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    thread_plain(c, form, false, to);
}

void ptc_special_thread_last(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    thread_plain(c, form, true, to);
}

/* --- as-> -------------------------------------------------------------------------- */

void ptc_special_thread_as(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const char *expected = "(as-> value name step*)";
    uint32_t value = ptc_form_second(c, form);
    ptc_scope scope = ptc_compile_scope(c);
    ptc_symbol *symbol;
    uint32_t step;
    uint32_t reg;

    if (ptc_form_at(c, form)->count < 3)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_THREAD_FORM, expected);
    step = ptc_form_next(c, value);
    if (ptc_form_at(c, step)->kind != PTC_FORM_SYMBOL || ptc_form_at(c, step)->flags)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_THREAD_FORM, expected);
    symbol = ptc_form_symbol(c, step);
    reg = ptc_compile_take(c, 1);
    ptc_compile_value(c, value, reg);
    ptc_compile_bind(c, symbol, reg);
    for (step = ptc_form_next(c, step); step && ptc_form_next(c, step);
         step = ptc_form_next(c, step)) {
        uint32_t next = ptc_compile_take(c, 1);

        ptc_compile_value(c, step, next);
        ptc_emit_abc(c, PTC_OP_MOVE, reg, next, 0);
        c->arity->top = next;
    }
    if (step)
        ptc_compile_form(c, step, to);
    else
        ptc_compile_finish(c, reg, to);
    ptc_compile_forget(c, scope);
}

/* --- cond->, some-> ---------------------------------------------------------------- */

/* The last step ends like the whole form: `recur` is allowed there. */
static void thread_at_end(ptc_compiler *c, uint32_t step, uint32_t reg, bool is_last,
                          ptc_dest to)
{
    uint32_t place = ptc_form_at(c, step)->span.start;
    uint32_t from = ptc_compile_make_register(c, reg, place);

    ptc_compile_form(c, thread_step(c, step, from, is_last), to);
}

/* One step from R[reg] to R[reg]. */
static void thread_in_place(ptc_compiler *c, uint32_t step, uint32_t reg, bool is_last)
{
    uint32_t place = ptc_form_at(c, step)->span.start;
    uint32_t from = ptc_compile_make_register(c, reg, place);
    uint32_t top = c->arity->top;
    uint32_t next = ptc_compile_take(c, 1);

    ptc_compile_value(c, thread_step(c, step, from, is_last), next);
    ptc_emit_abc(c, PTC_OP_MOVE, reg, next, 0);
    c->arity->top = top;
}

static void thread_cond(ptc_compiler *c, uint32_t form, bool is_last, ptc_dest to)
{
    const char *expected = is_last ? "(cond->> value test step ...), a step for each test"
                                   : "(cond-> value test step ...), a step for each test";
    uint32_t value = ptc_form_second(c, form);
    uint32_t reg = ptc_compile_take(c, 1);
    uint32_t ends = 0;

    if (ptc_form_at(c, form)->count % 2 != 0)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_THREAD_FORM, expected);
    ptc_compile_value(c, value, reg);
    for (uint32_t test = ptc_form_next(c, value); test;
         test = ptc_form_next(c, ptc_form_next(c, test))) {
        uint32_t step = ptc_form_next(c, test);
        uint32_t failed = 0;

        ptc_compile_test(c, test, false, &failed);
        if (ptc_form_next(c, step)) {
            thread_in_place(c, step, reg, is_last);
        } else {
            thread_at_end(c, step, reg, is_last, to);
            ptc_compile_leave(c, to, &ends);
        }
        ptc_emit_land(c, failed);
    }
    ptc_compile_finish(c, reg, to);
    ptc_emit_land(c, ends);
}

void ptc_special_thread_cond_first(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    thread_cond(c, form, false, to);
}

void ptc_special_thread_cond_last(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    thread_cond(c, form, true, to);
}

static void thread_some(ptc_compiler *c, uint32_t form, bool is_last, ptc_dest to)
{
    uint32_t value = ptc_form_second(c, form);
    uint32_t reg = ptc_compile_take(c, 1);
    uint32_t is_nil = 0;
    uint32_t ends = 0;

    if (!value)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_THREAD_FORM,
                           is_last ? "(some->> value step*)" : "(some-> value step*)");
    ptc_compile_value(c, value, reg);
    for (uint32_t step = ptc_form_next(c, value); step; step = ptc_form_next(c, step)) {
        ptc_emit_jump(c, PTC_OP_JUMP_NIL, reg, 0, &is_nil);
        if (ptc_form_next(c, step)) {
            thread_in_place(c, step, reg, is_last);
        } else {
            thread_at_end(c, step, reg, is_last, to);
            ptc_compile_leave(c, to, &ends);
        }
    }
    ptc_emit_land(c, is_nil);
    ptc_compile_finish(c, reg, to);
    ptc_emit_land(c, ends);
}

void ptc_special_thread_some_first(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    thread_some(c, form, false, to);
}

void ptc_special_thread_some_last(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    thread_some(c, form, true, to);
}
