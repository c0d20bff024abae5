/* SPDX-License-Identifier: MIT */
/*
 * Names of the user namespace, functions that know each other, and special forms that do
 * little: def, defn, defonce, memory/put, letfn, do, quote, comment. [ptc-lisp 5, 9.1]
 */
#include "lisp/compile/compiler.h"
#include "lisp/heap/data.h"
#include "lisp/read/read_int.h"

/* my.app/name is the name, in the program's own namespace. */
static void define_strip(ptc_compiler *c, uint32_t name)
{
    ptc_form *item = &c->forms.items[name];
    const ptc_symbol *own;

    if (item->kind != PTC_FORM_SYMBOL || item->flags != PTC_FORM_QUALIFIED)
        return;
    own = ptc_compile_own(c, name);
    if (own == NULL)
        return;
    item->flags = 0;
    item->count = own->number;
    item->text = own->text;
    item->number.integer = own->hash;
}

/* The symbol that a form defines. From here on it means the variable. */
static ptc_symbol *define_name(ptc_compiler *c, uint32_t form, const char *expected)
{
    uint32_t name = ptc_form_second(c, form);
    ptc_symbol *symbol;

    if (!name)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY, expected);
    define_strip(c, name);
    symbol = ptc_compile_plain_name(c, name, expected);
    ptc_compile_check_definable(c, name, symbol);
    return symbol;
}

/* The value in `to.reg` becomes the variable's, and the var the value. */
static void define_variable(ptc_compiler *c, ptc_symbol *symbol, ptc_opcode op,
                            ptc_dest to)
{
    ptc_compile_defined(c, symbol);
    ptc_emit_abw(c, op, to.reg, 0, ptc_compile_variable(c, symbol));
    ptc_compile_finish(c, to.reg, to);
}

/* The value of (def name "doc"? value), or 0 when there is none. */
static uint32_t define_value(ptc_compiler *c, uint32_t form, const char *expected)
{
    uint32_t count = ptc_form_at(c, form)->count;
    uint32_t value = ptc_form_next(c, ptc_form_second(c, form));

    if (count > 4)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY, expected);
    if (count == 4) {
        if (ptc_form_at(c, value)->kind != PTC_FORM_STRING)
            ptc_compile_misuse(c, form, PTC_REASON_INVALID_FORM, expected);
        value = ptc_form_next(c, value);
    }
    return value;
}

void ptc_special_def(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const char *expected = "(def name \"doc\"? value)";
    ptc_symbol *symbol = define_name(c, form, expected);
    uint32_t value = define_value(c, form, expected);

    if (value)
        ptc_compile_value(c, value, to.reg);
    define_variable(c, symbol, value ? PTC_OP_DEFINE : PTC_OP_DECLARE, to);
}

void ptc_special_defonce(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const char *expected = "(defonce name \"doc\"? value)";
    ptc_symbol *symbol = define_name(c, form, expected);
    uint32_t value = define_value(c, form, expected);
    uint32_t bound = 0;

    if (!value)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY, expected);
    ptc_emit_abw(c, PTC_OP_IS_BOUND, to.reg, 0, ptc_compile_variable(c, symbol));
    ptc_emit_jump(c, PTC_OP_JUMP_TRUE, to.reg, 0, &bound);
    ptc_compile_value(c, value, to.reg);
    ptc_emit_abw(c, PTC_OP_DEFINE, to.reg, 0, ptc_compile_variable(c, symbol));
    ptc_emit_land(c, bound);
    define_variable(c, symbol, PTC_OP_DECLARE, to);
}

void ptc_special_defn(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const char *expected = "(defn name \"doc\"? [params] body*)";
    ptc_symbol *symbol = define_name(c, form, expected);
    uint32_t rest = ptc_form_next(c, ptc_form_second(c, form));

    if (rest && ptc_form_at(c, rest)->kind == PTC_FORM_STRING)
        rest = ptc_form_next(c, rest);
    if (rest && ptc_form_at(c, rest)->kind == PTC_FORM_MAP)
        rest = ptc_form_next(c, rest);
    if (!rest || (ptc_form_at(c, rest)->kind != PTC_FORM_VECTOR &&
                  ptc_form_at(c, rest)->kind != PTC_FORM_LIST))
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_FORM, expected);
    ptc_compile_defined(c, symbol);
    ptc_compile_function(c, form, rest, NULL, ptc_name_intern(c->lisp, symbol->text),
                         ptc_dest_of(to.reg, PTC_FOLLOW_VALUE));
    define_variable(c, symbol, PTC_OP_DEFINE, to);
}

/* Nothing is private. */
void ptc_special_defn_private(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    ptc_special_defn(c, form, to);
}

/* (declare name*): functions may use names that are defined later, so only the names are
 * checked. */
void ptc_special_declare(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const char *expected = "(declare name ...)";
    uint32_t name = ptc_form_second(c, form);

    if (!name) {
        ptc_compile_nil(c, to);
        return;
    }
    for (; name; name = ptc_form_next(c, name)) {
        ptc_symbol *symbol = ptc_compile_plain_name(c, name, expected);

        ptc_compile_check_definable(c, name, symbol);
        ptc_compile_declared(c, symbol);
        ptc_emit_abw(c, PTC_OP_DECLARE, to.reg, 0, ptc_compile_variable(c, symbol));
    }
    ptc_compile_finish(c, to.reg, to);
}

/* --- memory/put, memory/get -------------------------------------------------------- */

static ptc_symbol *define_key(ptc_compiler *c, uint32_t form, uint32_t count,
                              const char *expected)
{
    uint32_t key = ptc_form_second(c, form);
    const ptc_form *item = ptc_form_at(c, key);

    if (ptc_form_at(c, form)->count != count)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY, expected);
    if (item->kind != PTC_FORM_KEYWORD)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_FORM, expected);
    return ptc_compile_symbol(c, item->text, ptc_symbol_hash(item->text));
}

void ptc_compile_memory_put(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    ptc_symbol *symbol = define_key(c, form, 3, "(memory/put :name value)");
    uint32_t var = ptc_compile_take(c, 1);

    ptc_compile_check_definable(c, ptc_form_second(c, form), symbol);
    ptc_compile_value(c, ptc_form_next(c, ptc_form_second(c, form)), to.reg);
    ptc_compile_defined(c, symbol);
    ptc_emit_abc(c, PTC_OP_MOVE, var, to.reg, 0);
    ptc_emit_abw(c, PTC_OP_DEFINE, var, 0, ptc_compile_variable(c, symbol));
    ptc_compile_finish(c, to.reg, to);
}

/* The symbol of a name with '-' read as '_'; the symbol itself when there is no '-'. */
static ptc_symbol *define_folded(ptc_compiler *c, ptc_symbol *symbol)
{
    ptc_str text = symbol->text;
    char *folded;

    if (text.len == 0 || memchr(text.ptr, '-', text.len) == NULL)
        return symbol;
    folded = ptc_arena_copy(c->scratch, text.ptr, text.len);
    if (folded == NULL)
        ptc_compile_memory(c);
    for (size_t i = 0; i < text.len; i++)
        if (folded[i] == '-')
            folded[i] = '_';
    text.ptr = folded;
    return ptc_compile_symbol(c, text, ptc_symbol_hash(text));
}

/* Like all flexible reads: the name as given, else with '_' for '-'. [ptc-lisp 9.3] */
void ptc_compile_memory_read(ptc_compiler *c, ptc_symbol *symbol, uint32_t reg)
{
    ptc_symbol *folded = define_folded(c, symbol);
    uint32_t unbound = 0;
    uint32_t end = 0;

    if (folded != symbol) {
        ptc_emit_abw(c, PTC_OP_IS_BOUND, reg, 0, ptc_compile_variable(c, symbol));
        ptc_emit_jump(c, PTC_OP_JUMP_FALSE, reg, 0, &unbound);
        ptc_emit_abw(c, PTC_OP_VARIABLE, reg, 0, ptc_compile_variable(c, symbol));
        ptc_emit_jump(c, PTC_OP_JUMP, 0, 0, &end);
        ptc_emit_land(c, unbound);
    }
    ptc_emit_abw(c, PTC_OP_VARIABLE_OR_NIL, reg, 0, ptc_compile_variable(c, folded));
    ptc_emit_land(c, end);
}

void ptc_compile_memory_get(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    ptc_symbol *symbol = define_key(c, form, 2, "(memory/get :name)");

    ptc_compile_memory_read(c, symbol, to.reg);
    ptc_compile_finish(c, to.reg, to);
}

/* --- letfn ------------------------------------------------------------------------- */

#define LETFN_EXPECTED "(letfn [(name [params] body*) ...] body*)"

/* Registers of all names; they are captured before their functions exist. */
static uint32_t letfn_bind(ptc_compiler *c, uint32_t functions)
{
    uint32_t first = ptc_compile_take(c, ptc_form_at(c, functions)->count);
    uint32_t reg = first;
    uint32_t child;

    for (child = ptc_form_at(c, functions)->child; child;
         child = ptc_form_next(c, child)) {
        uint32_t name = ptc_form_at(c, child)->child;

        if (ptc_form_at(c, child)->kind != PTC_FORM_LIST || !name)
            ptc_compile_misuse(c, child, PTC_REASON_INVALID_FORM, LETFN_EXPECTED);
        ptc_emit_abc(c, PTC_OP_NIL, reg, 0, 0);
        ptc_compile_bind(c, ptc_compile_plain_name(c, name, LETFN_EXPECTED), reg++);
    }
    return first;
}

/* Gives the functions the ones that they captured too early. */
static void letfn_patch(ptc_compiler *c, uint32_t first, uint32_t count)
{
    const ptc_proto *const *protos;

    if (count == 0)
        return;
    protos = (const ptc_proto *const *)c->children + (c->child_count - count);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < protos[i]->capture_count; j++) {
            uint32_t source = protos[i]->captures[j];

            if (source < first + i || source >= first + count)
                continue;
            if (j > UINT8_MAX)
                ptc_compile_too_large(c, "a function of letfn captures too many names");
            ptc_emit_abc(c, PTC_OP_PATCH, first + i, source, j);
        }
    }
}

void ptc_special_letfn(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t functions = ptc_form_second(c, form);
    ptc_scope scope = ptc_compile_scope(c);
    uint32_t first;
    uint32_t child;
    uint32_t reg;

    if (!functions || ptc_form_at(c, functions)->kind != PTC_FORM_VECTOR)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_FORM, LETFN_EXPECTED);
    first = reg = letfn_bind(c, functions);
    for (child = ptc_form_at(c, functions)->child; child;
         child = ptc_form_next(c, child)) {
        uint32_t name = ptc_form_at(c, child)->child;

        ptc_compile_function(c, child, ptc_form_next(c, name), NULL,
                             ptc_name_intern(c->lisp, ptc_form_at(c, name)->text),
                             ptc_dest_of(reg++, PTC_FOLLOW_VALUE));
    }
    letfn_patch(c, first, reg - first);
    ptc_compile_body(c, ptc_form_next(c, functions), to);
    ptc_compile_forget(c, scope);
}

/* --- do, quote, comment ------------------------------------------------------------ */

void ptc_special_do(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    ptc_compile_body(c, ptc_form_second(c, form), to);
}

/* The reader makes data of (quote form): lists that come here are made by threading, or
 * are #(quote name). */
void ptc_special_quote(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const char *expected = "(quote form)";
    uint32_t quoted = ptc_form_second(c, form);
    const ptc_form *item = ptc_form_at(c, quoted);

    if (ptc_form_at(c, form)->count != 2)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY, expected);
    if (item->kind == PTC_FORM_SYMBOL && !(item->flags & PTC_FORM_REGISTER))
        ptc_compile_constant(c, ptc_compile_symbol_value(c, item->text), to);
    else if (ptc_compile_is_constant(c, quoted))
        ptc_compile_form(c, quoted, to);
    else
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_FORM, expected);
}

void ptc_special_comment(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    (void)form;
    ptc_compile_nil(c, to);
}
