/* SPDX-License-Identifier: MIT */
/*
 * Special forms that choose: if and its variants, cond, and, or. [ptc-lisp 5]
 *
 * Tests jump where they are decided: comparisons, and, or and not make no booleans there.
 */
#include "lisp/compile/compiler.h"

void ptc_compile_leave(ptc_compiler *c, ptc_dest to, uint32_t *ends)
{
    if (to.follow != PTC_FOLLOW_RETURN && !ptc_compile_is_ended(c))
        ptc_emit_jump(c, PTC_OP_JUMP, 0, 0, ends);
}

/* --- Tests ------------------------------------------------------------------------- */

/* `is_lenient`: a direct argument of `or`. */
static void test_value(ptc_compiler *c, uint32_t form, bool is_lenient, bool sense,
                       uint32_t *list)
{
    uint32_t reg;

    if (!ptc_compile_local_register(c, form, &reg)) {
        reg = ptc_compile_take(c, 1);
        if (!is_lenient || !ptc_compile_maybe_unbound(c, form, reg))
            ptc_compile_value(c, form, reg);
    }
    ptc_emit_jump(c, sense ? PTC_OP_JUMP_TRUE : PTC_OP_JUMP_FALSE, reg, 0, list);
}

/* An argument of `and` or `or`. */
static void test_argument(ptc_compiler *c, uint32_t form, bool is_or, bool sense,
                          uint32_t *list)
{
    uint32_t place = c->place;
    uint32_t top = c->arity->top;

    if (!is_or || ptc_form_at(c, form)->kind != PTC_FORM_SYMBOL) {
        ptc_compile_test(c, form, sense, list);
        return;
    }
    c->place = ptc_form_at(c, form)->span.start;
    test_value(c, form, true, sense, list);
    c->arity->top = top;
    c->place = place;
}

static void test_and_or(ptc_compiler *c, uint32_t form, bool is_or, bool sense,
                        uint32_t *list)
{
    uint32_t child = ptc_form_second(c, form);
    uint32_t decided = 0;

    if (!child) {
        if (sense != is_or)
            ptc_emit_jump(c, PTC_OP_JUMP, 0, 0, list);
        return;
    }
    for (; ptc_form_next(c, child); child = ptc_form_next(c, child))
        test_argument(c, child, is_or, is_or, sense == is_or ? list : &decided);
    test_argument(c, child, is_or, sense, list);
    ptc_emit_land(c, decided);
}

static void test_comparison(ptc_compiler *c, uint32_t form, const ptc_special *special,
                            bool sense, uint32_t *list)
{
    ptc_operands operands = ptc_compile_operands(c, form, special);
    ptc_opcode op =
        (ptc_opcode)(operands.is_constant ? special->unless_k : special->unless);
    uint32_t over = 0;

    ptc_emit_jump(c, op, operands.left, operands.right, sense ? &over : list);
    if (sense) {
        ptc_emit_jump(c, PTC_OP_JUMP, 0, 0, list);
        ptc_emit_land(c, over);
    }
}

/* Special forms and intrinsics that are tests by nature: false for others. */
static bool test_special(ptc_compiler *c, uint32_t form, bool sense, uint32_t *list)
{
    const ptc_special *special = ptc_compile_special(c, form);
    uint32_t count = ptc_form_at(c, form)->count;

    if (special == NULL)
        return false;
    if (special->compile == ptc_special_and || special->compile == ptc_special_or) {
        test_and_or(c, form, special->compile == ptc_special_or, sense, list);
    } else if (special->op == PTC_OP_NOT && special->args && count == 2) {
        ptc_compile_test(c, ptc_form_second(c, form), !sense, list);
    } else if (special->unless && count == 3) {
        test_comparison(c, form, special, sense, list);
    } else {
        return false;
    }
    return true;
}

void ptc_compile_test(ptc_compiler *c, uint32_t form, bool sense, uint32_t *list)
{
    const ptc_form *item = ptc_form_at(c, form);
    uint32_t place = c->place;
    uint32_t top = c->arity->top;

    if (item->kind < PTC_FORM_SYMBOL) {
        bool truth = item->kind > PTC_FORM_BOOL ||
                     (item->kind == PTC_FORM_BOOL && item->number.integer);

        if (truth == sense)
            ptc_emit_jump(c, PTC_OP_JUMP, 0, 0, list);
        return;
    }
    if (++c->depth > PTC_COMPILE_DEPTH_MAX)
        ptc_compile_too_large(c, "forms are nested too deep");
    c->place = item->span.start;
    if (item->kind != PTC_FORM_LIST || !test_special(c, form, sense, list))
        test_value(c, form, false, sense, list);
    c->depth--;
    c->place = place;
    c->arity->top = top;
}

/* --- if, when ---------------------------------------------------------------------- */

/* `otherwise` 0: nil. */
static void branch_two(ptc_compiler *c, uint32_t then, uint32_t otherwise,
                       uint32_t failed, ptc_dest to)
{
    uint32_t ends = 0;

    ptc_compile_form(c, then, to);
    ptc_compile_leave(c, to, &ends);
    ptc_emit_land(c, failed);
    if (otherwise)
        ptc_compile_form(c, otherwise, to);
    else
        ptc_compile_nil(c, to);
    ptc_emit_land(c, ends);
}

static void branch_if(ptc_compiler *c, uint32_t form, bool sense, const char *expected,
                      ptc_dest to)
{
    uint32_t count = ptc_form_at(c, form)->count;
    uint32_t test = ptc_form_second(c, form);
    uint32_t failed = 0;

    if (count < 3 || count > 4)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY, expected);
    ptc_compile_test(c, test, !sense, &failed);
    branch_two(c, ptc_form_next(c, test), ptc_form_next(c, ptc_form_next(c, test)),
               failed, to);
}

void ptc_special_if(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    branch_if(c, form, true, "(if cond then else?)", to);
}

void ptc_special_if_not(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    branch_if(c, form, false, "(if-not cond then else?)", to);
}

/* The bodies from `form` on, or nil where `failed` lands. */
static void branch_body(ptc_compiler *c, uint32_t form, uint32_t failed, ptc_dest to)
{
    uint32_t ends = 0;

    ptc_compile_body(c, form, to);
    ptc_compile_leave(c, to, &ends);
    ptc_emit_land(c, failed);
    ptc_compile_nil(c, to);
    ptc_emit_land(c, ends);
}

static void branch_when(ptc_compiler *c, uint32_t form, bool sense, const char *expected,
                        ptc_dest to)
{
    uint32_t test = ptc_form_second(c, form);
    uint32_t failed = 0;

    if (!test)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY, expected);
    ptc_compile_test(c, test, !sense, &failed);
    branch_body(c, ptc_form_next(c, test), failed, to);
}

void ptc_special_when(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    branch_when(c, form, true, "(when cond body*)", to);
}

void ptc_special_when_not(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    branch_when(c, form, false, "(when-not cond body*)", to);
}

void ptc_special_cond(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t test = ptc_form_second(c, form);
    uint32_t ends = 0;

    if (ptc_form_at(c, form)->count % 2 == 0)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_COND_FORM,
                           "pairs of test and value, (cond test value ... :else value)");
    while (test) {
        uint32_t value = ptc_form_next(c, test);
        uint32_t failed = 0;

        ptc_compile_test(c, test, false, &failed);
        ptc_compile_form(c, value, to);
        ptc_compile_leave(c, to, &ends);
        ptc_emit_land(c, failed);
        test = ptc_form_next(c, value);
    }
    ptc_compile_nil(c, to);
    ptc_emit_land(c, ends);
}

/* --- and, or ----------------------------------------------------------------------- */

static void branch_argument(ptc_compiler *c, uint32_t form, bool is_or, ptc_dest to)
{
    if (!is_or || !ptc_compile_maybe_unbound(c, form, to.reg))
        ptc_compile_form(c, form, to);
    else
        ptc_compile_finish(c, to.reg, to);
}

static void branch_and_or(ptc_compiler *c, uint32_t form, bool is_or, ptc_dest to)
{
    ptc_dest inner = ptc_dest_of(to.reg, PTC_FOLLOW_VALUE);
    uint32_t ends = 0;

    for (; ptc_form_next(c, form); form = ptc_form_next(c, form)) {
        branch_argument(c, form, is_or, inner);
        ptc_emit_jump(c, is_or ? PTC_OP_JUMP_TRUE : PTC_OP_JUMP_FALSE, to.reg, 0, &ends);
    }
    branch_argument(c, form, is_or, to);
    ptc_emit_land(c, ends);
    if (ends && to.follow == PTC_FOLLOW_RETURN)
        ptc_emit_return(c, to.reg);
}

void ptc_special_and(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t first = ptc_form_second(c, form);

    if (first)
        branch_and_or(c, first, false, to);
    else
        ptc_compile_constant(c, ptc_value_bool(true), to);
}

void ptc_special_or(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t first = ptc_form_second(c, form);

    if (first)
        branch_and_or(c, first, true, to);
    else
        ptc_compile_nil(c, to);
}

/* --- if-let and others that bind what they test ------------------------------------ */

/* Binds the pair of the vector, unless the value fails the test. */
static uint32_t branch_bind(ptc_compiler *c, uint32_t form, ptc_opcode jump,
                            const char *expected)
{
    uint32_t bindings = ptc_compile_check_bindings(c, form, expected);
    uint32_t pattern = ptc_form_at(c, bindings)->child;
    uint32_t failed = 0;
    uint32_t reg;

    if (ptc_form_at(c, bindings)->count != 2)
        ptc_compile_misuse(c, bindings, PTC_REASON_INVALID_FORM,
                           "one name and one value, [name value]");
    reg = ptc_compile_take(c, 1);
    ptc_compile_value(c, ptc_form_next(c, pattern), reg);
    ptc_emit_jump(c, jump, reg, 0, &failed);
    ptc_compile_pattern(c, pattern, reg);
    return failed;
}

static void branch_if_let(ptc_compiler *c, uint32_t form, ptc_opcode jump,
                          const char *expected, ptc_dest to)
{
    ptc_scope scope = ptc_compile_scope(c);
    uint32_t count = ptc_form_at(c, form)->count;
    uint32_t top = c->arity->top;
    uint32_t ends = 0;
    uint32_t then;
    uint32_t failed;

    if (count < 3 || count > 4)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY, expected);
    failed = branch_bind(c, form, jump, expected);
    then = ptc_form_next(c, ptc_form_second(c, form));
    ptc_compile_form(c, then, to);
    ptc_compile_forget(c, scope);
    c->arity->top = top;
    ptc_compile_leave(c, to, &ends);
    ptc_emit_land(c, failed);
    if (count == 4)
        ptc_compile_form(c, ptc_form_next(c, then), to);
    else
        ptc_compile_nil(c, to);
    ptc_emit_land(c, ends);
}

static void branch_when_let(ptc_compiler *c, uint32_t form, ptc_opcode jump,
                            const char *expected, ptc_dest to)
{
    ptc_scope scope = ptc_compile_scope(c);
    uint32_t failed = branch_bind(c, form, jump, expected);

    branch_body(c, ptc_form_next(c, ptc_form_second(c, form)), failed, to);
    ptc_compile_forget(c, scope);
}

void ptc_special_if_let(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    branch_if_let(c, form, PTC_OP_JUMP_FALSE, "(if-let [name value] then else?)", to);
}

void ptc_special_when_let(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    branch_when_let(c, form, PTC_OP_JUMP_FALSE, "(when-let [name value] body*)", to);
}

void ptc_special_if_some(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    branch_if_let(c, form, PTC_OP_JUMP_NIL, "(if-some [name value] then else?)", to);
}

void ptc_special_when_some(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    branch_when_let(c, form, PTC_OP_JUMP_NIL, "(when-some [name value] body*)", to);
}

void ptc_special_when_first(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const char *expected = "(when-first [name collection] body*)";
    ptc_scope scope = ptc_compile_scope(c);
    uint32_t bindings = ptc_compile_check_bindings(c, form, expected);
    uint32_t pattern = ptc_form_at(c, bindings)->child;
    uint32_t elements = ptc_compile_take(c, 2);
    uint32_t failed = 0;
    uint32_t reg;

    if (ptc_form_at(c, bindings)->count != 2)
        ptc_compile_misuse(c, bindings, PTC_REASON_INVALID_FORM,
                           "one name and one collection, [name collection]");
    ptc_compile_value(c, ptc_form_next(c, pattern), elements);
    ptc_emit_abc(c, PTC_OP_ITERATE, elements, elements, 0);
    reg = ptc_compile_take(c, 1);
    ptc_emit_jump(c, PTC_OP_NEXT, elements, reg, &failed);
    ptc_compile_pattern(c, pattern, reg);
    branch_body(c, ptc_form_next(c, bindings), failed, to);
    ptc_compile_forget(c, scope);
}
