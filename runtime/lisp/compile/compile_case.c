/* SPDX-License-Identifier: MIT */
/*
 * case, condp and where: special forms with their own shapes. [ptc-lisp 5, 10]
 */
#include "lisp/compile/compiler.h"
#include "lisp/heap/data.h"

/* --- case -------------------------------------------------------------------------- */

/* Constants of case: literals, symbols, collections of them. They are not evaluated. */
typedef struct case_constants {
    ptc_value *values;
    uint32_t *forms;
    uint32_t count;
} case_constants;

/* The form there is data, as if quoted; false when it cannot be. */
static bool case_mark(ptc_compiler *c, uint32_t form, unsigned flags)
{
    ptc_form *item = &c->forms.items[form];

    if (item->flags & PTC_FORM_SHORT)
        return false;
    item->flags |= (uint8_t)(PTC_FORM_QUOTED | flags);
    for (uint32_t child = item->child; child; child = ptc_form_next(c, child))
        if (!case_mark(c, child, PTC_FORM_WITHIN))
            return false;
    return true;
}

static ptc_value case_constant(ptc_compiler *c, uint32_t form, unsigned flags)
{
    if (!case_mark(c, form, flags))
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_FORM,
                           "a constant in case: a literal, or several in ( )");
    return ptc_compile_literal(c, form);
}

/* The number of constants that a clause has: 'a is (quote a), two of them. */
static uint32_t case_width(const ptc_compiler *c, uint32_t form)
{
    const ptc_form *item = ptc_form_at(c, form);

    if (item->quotes > 0)
        return 2;
    return item->kind == PTC_FORM_LIST ? item->count : 1;
}

/* All constants, in order; they must differ. */
static case_constants case_collect(ptc_compiler *c, uint32_t first)
{
    case_constants all = {NULL, NULL, 0};
    uint32_t count = 0;

    for (uint32_t form = first; form && ptc_form_next(c, form);
         form = ptc_form_next(c, ptc_form_next(c, form)))
        count += case_width(c, form);
    all.values = ptc_arena_array(c->scratch, count, sizeof(ptc_value));
    all.forms = ptc_arena_array(c->scratch, count, sizeof(uint32_t));
    if (all.values == NULL || all.forms == NULL)
        ptc_compile_memory(c);
    for (uint32_t form = first; form && ptc_form_next(c, form);
         form = ptc_form_next(c, ptc_form_next(c, form))) {
        bool is_quoted = ptc_form_at(c, form)->quotes > 0;
        bool is_group = !is_quoted && ptc_form_at(c, form)->kind == PTC_FORM_LIST;
        uint32_t item = is_group ? ptc_form_at(c, form)->child : form;

        if (is_quoted) {
            all.values[all.count] = ptc_compile_symbol_value(c, PTC_STR("quote"));
            all.forms[all.count++] = form;
        }
        for (; item; item = is_group ? ptc_form_next(c, item) : 0) {
            all.values[all.count] =
                case_constant(c, item, is_group ? PTC_FORM_WITHIN : 0);
            all.forms[all.count++] = item;
        }
    }
    ptc_compile_check_distinct(c, all.values, all.forms, all.count, "constant of case");
    return all;
}

/* Jumps unless R[reg] is the constant. */
static void case_unless(ptc_compiler *c, uint32_t reg, ptc_value value, uint32_t *list)
{
    uint32_t number = ptc_compile_add_constant(c, value);
    uint32_t top = c->arity->top;

    if (number <= UINT8_MAX) {
        ptc_emit_jump(c, PTC_OP_UNLESS_SAME_K, reg, number, list);
    } else {
        uint32_t constant = ptc_compile_take(c, 1);

        ptc_compile_constant(c, value, ptc_dest_of(constant, PTC_FOLLOW_VALUE));
        ptc_emit_jump(c, PTC_OP_UNLESS_SAME, reg, constant, list);
        c->arity->top = top;
    }
}

/* Goes on when R[reg] is one of `count` constants, else jumps by the result. */
static uint32_t case_test(ptc_compiler *c, uint32_t reg, const ptc_value *values,
                          uint32_t count)
{
    uint32_t found = 0;
    uint32_t failed = 0;

    if (count == 0)
        ptc_emit_jump(c, PTC_OP_JUMP, 0, 0, &failed);
    for (uint32_t i = 0; i < count; i++) {
        ptc_emit_land(c, failed);
        failed = 0;
        case_unless(c, reg, values[i], &failed);
        if (i + 1 < count)
            ptc_emit_jump(c, PTC_OP_JUMP, 0, 0, &found);
    }
    ptc_emit_land(c, found);
    return failed;
}

/* What no clause matched. */
static void case_no_match(ptc_compiler *c, uint32_t reg, bool is_condp)
{
    ptc_emit_abc(c, PTC_OP_NO_MATCH, reg, is_condp, 0);
    c->arity->ended = c->word_count;
}

void ptc_special_case(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t subject = ptc_form_second(c, form);
    case_constants all;
    const ptc_value *values;
    uint32_t ends = 0;
    uint32_t clause;
    uint32_t reg;

    if (!subject)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY,
                           "(case value constant result ... default?)");
    clause = ptc_form_next(c, subject);
    all = case_collect(c, clause);
    values = all.values;
    reg = ptc_compile_operand(c, subject);
    while (clause && ptc_form_next(c, clause)) {
        uint32_t width = case_width(c, clause);
        uint32_t failed = case_test(c, reg, values, width);

        values += width;
        clause = ptc_form_next(c, clause);
        ptc_compile_form(c, clause, to);
        ptc_compile_leave(c, to, &ends);
        ptc_emit_land(c, failed);
        clause = ptc_form_next(c, clause);
    }
    if (clause)
        ptc_compile_form(c, clause, to);
    else
        case_no_match(c, reg, false);
    ptc_emit_land(c, ends);
}

/* --- condp ------------------------------------------------------------------------- */

/* The predicate of a clause, called: a form. Names of builtins stay names, so that
 * comparisons are made without a call. */
static uint32_t condp_call(ptc_compiler *c, uint32_t predicate, uint32_t test,
                           uint32_t subject)
{
    uint32_t place = ptc_form_at(c, test)->span.start;
    uint32_t head = ptc_compile_make_copy(c, predicate);
    uint32_t first = ptc_compile_make_copy(c, test);
    uint32_t second = ptc_compile_make_register(c, subject, place);

    c->forms.items[head].next = first;
    c->forms.items[first].next = second;
    return ptc_compile_make_list(c, head, place);
}

/* The form of the predicate: its name when it is a builtin, else a register. */
static uint32_t condp_predicate(ptc_compiler *c, uint32_t form)
{
    const ptc_form *item = ptc_form_at(c, form);

    if (item->kind == PTC_FORM_SYMBOL && !item->flags) {
        const ptc_symbol *symbol = ptc_form_symbol(c, form);

        if (symbol->builtin != NULL && !ptc_symbol_is_shadowed(symbol))
            return form;
    }
    return ptc_compile_make_register(c, ptc_compile_operand(c, form), item->span.start);
}

/* test :>> function */
static void condp_apply(ptc_compiler *c, uint32_t call, uint32_t function,
                        uint32_t *failed, ptc_dest to)
{
    uint32_t place = ptc_form_at(c, function)->span.start;
    uint32_t reg = ptc_compile_take(c, 1);
    uint32_t head = ptc_compile_make_copy(c, function);
    uint32_t argument;

    ptc_compile_value(c, call, reg);
    ptc_emit_jump(c, PTC_OP_JUMP_FALSE, reg, 0, failed);
    argument = ptc_compile_make_register(c, reg, place);
    c->forms.items[head].next = argument; /* not before: the forms may have moved */
    ptc_compile_form(c, ptc_compile_make_list(c, head, place), to);
}

void ptc_special_condp(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const char *expected = "(condp predicate value test result ... default?)";
    uint32_t predicate = ptc_form_second(c, form);
    uint32_t ends = 0;
    uint32_t subject;
    uint32_t test;

    if (ptc_form_at(c, form)->count < 3)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY, expected);
    test = ptc_form_next(c, predicate);
    predicate = condp_predicate(c, predicate);
    subject = ptc_compile_operand(c, test);
    test = ptc_form_next(c, test);
    while (test && ptc_form_next(c, test)) {
        uint32_t result = ptc_form_next(c, test);
        uint32_t call = condp_call(c, predicate, test, subject);
        uint32_t failed = 0;
        uint32_t top = c->arity->top;

        if (ptc_form_is_keyword(c, result, ">>")) {
            result = ptc_form_next(c, result);
            if (!result)
                ptc_compile_misuse(c, form, PTC_REASON_INVALID_FORM, expected);
            condp_apply(c, call, result, &failed, to);
        } else {
            ptc_compile_test(c, call, false, &failed);
            ptc_compile_form(c, result, to);
        }
        c->arity->top = top;
        ptc_compile_leave(c, to, &ends);
        ptc_emit_land(c, failed);
        test = ptc_form_next(c, result);
    }
    if (test)
        ptc_compile_form(c, test, to);
    else
        case_no_match(c, subject, true);
    ptc_emit_land(c, ends);
}

/* --- where ------------------------------------------------------------------------- */

/* ORDER WHERE: core_where.c has the numbers */
static const char *const where_operators[] = {"=",  "not=", ">",        "<",
                                              ">=", "<=",   "includes", "in"};

#define WHERE_OPERATORS (sizeof where_operators / sizeof *where_operators)

/* The number of the operator as a form. */
static uint32_t case_where_operator(ptc_compiler *c, uint32_t form)
{
    uint32_t copy = ptc_compile_make_copy(c, form);
    size_t i = 0;

    while (i < WHERE_OPERATORS && !ptc_form_is_symbol(c, form, where_operators[i]))
        i++;
    if (i == WHERE_OPERATORS)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_WHERE_OPERATOR,
                           "one of = not= > < >= <= includes in, as in "
                           "(where :f = v)");
    c->forms.items[copy].kind = PTC_FORM_INT;
    c->forms.items[copy].number.integer = (int64_t)i;
    c->forms.items[copy].next = ptc_form_next(c, form);
    return copy;
}

static void where_check_field(ptc_compiler *c, uint32_t form)
{
    const ptc_form *item = ptc_form_at(c, form);
    uint32_t child;

    if (item->kind == PTC_FORM_KEYWORD)
        return;
    for (child = item->child; child; child = ptc_form_next(c, child))
        if (ptc_form_at(c, child)->kind != PTC_FORM_KEYWORD &&
            ptc_form_at(c, child)->kind != PTC_FORM_STRING)
            break;
    if (item->kind != PTC_FORM_VECTOR || child)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_WHERE_FORM,
                           "a field as :key or [:key \"key\"], as in (where :f = v)");
}

void ptc_special_where(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t count = ptc_form_at(c, form)->count;
    uint32_t field = ptc_form_second(c, form);

    if (count != 2 && count != 4)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_WHERE_FORM,
                           "(where :f) or (where :f = v)");
    where_check_field(c, field);
    if (count == 4) {
        uint32_t number = case_where_operator(c, ptc_form_next(c, field));

        field = ptc_compile_make_copy(c, field);
        c->forms.items[field].next = number;
    }
    ptc_compile_builtin_call(c, "where", field, count - 1, to);
}
