/* SPDX-License-Identifier: MIT */
/*
 * Calls: of functions, of keywords, of builtins that have opcodes, of the host's tools.
 * [ptc-lisp 7, 9]
 */
#include "lisp/compile/compiler.h"
#include "lisp/core/core_int.h"
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/host/host_int.h"
#include "lisp/language/builtins.h"

/* Arguments that a call instruction may have where there is room for them; others are
 * passed as a vector, by `apply`. */
enum { CALL_ARGUMENTS_MAX = 200 };

/* A register to call from: the destination when it is the last one taken. */
static uint32_t call_base(ptc_compiler *c, ptc_dest to)
{
    return to.reg + 1 == c->arity->top ? to.reg : ptc_compile_take(c, 1);
}

static bool call_has_room(const ptc_compiler *c, uint32_t count)
{
    return count < PTC_NEAR_LEVEL ||
           (count <= CALL_ARGUMENTS_MAX && count <= ptc_compile_room(c));
}

#define IS(name) (builtin == &ptc_builtin_##name)

/*
 * Whether a builtin goes through its last argument element by element when that has no
 * end. A call of such a builtin as that argument is piped into it: a sequence that
 * take-while or take ends is not collected in between. Looks at first letters, since many
 * calls ask. [ptc-lisp 11.2]
 */
static bool call_is_pipe(const ptc_function *builtin)
{
    switch (*(const char *)builtin->code) {
    case 'd':
        return IS(drop) || IS(drop_while);
    case 'e':
        return IS(every) || IS(is_empty);
    case 'f':
        return IS(filter) || IS(first) || IS(ffirst) || IS(fnext);
    case 'k':
        return IS(keep) || IS(keep_indexed);
    case 'm':
        return IS(map) || IS(mapcat) || IS(map_indexed);
    case 'n':
        return IS(not_any) || IS(not_every);
    case 'r':
        return IS(remove) || IS(reduce);
    case 's':
        return IS(some) || IS(second);
    case 't':
        return IS(take) || IS(take_while);
    default:
        return false;
    }
}

#undef IS

/* Whether the list calls such a builtin, and it matters: something is piped into it, or
 * it is itself piped into the call around it. `*last` is its last argument then. */
static bool call_pipes(ptc_compiler *c, uint32_t form, uint32_t *last)
{
    uint32_t child = ptc_form_at(c, form)->child;
    const ptc_form *head = ptc_form_at(c, child);
    const ptc_symbol *symbol;
    uint32_t next = head->next;

    if (head->kind != PTC_FORM_SYMBOL || head->flags & PTC_FORM_QUOTED || !next)
        return false;
    symbol = ptc_form_symbol(c, child);
    if (symbol->builtin == NULL || !call_is_pipe(symbol->builtin) ||
        ptc_symbol_is_shadowed(symbol))
        return false;
    for (; next; next = ptc_form_next(c, next))
        *last = next;
    return c->piped == form || ptc_form_at(c, *last)->kind == PTC_FORM_LIST;
}

/* A call to R[base] of such a builtin. */
static PTC_NOINLINE void call_of_pipe(ptc_compiler *c, uint32_t form, uint32_t base,
                                      uint32_t last)
{
    const ptc_form *item = ptc_form_at(c, form);
    uint32_t count = item->count - 1;
    uint32_t next = ptc_form_next(c, item->child);
    ptc_value callee = ptc_constant_function(ptc_form_symbol(c, item->child)->builtin);

    callee.flags |= c->piped == form ? PTC_FLAG_PIPED : 0;
    ptc_compile_constant(c, callee, ptc_dest_of(base, PTC_FOLLOW_VALUE));
    for (; next; next = ptc_form_next(c, next)) {
        c->piped = next == last ? next : 0;
        ptc_compile_value(c, next, ptc_compile_take(c, 1));
    }
    c->piped = 0;
    ptc_emit_call(c, base, count);
}

/* (apply f [arguments]) */
static void call_apply(ptc_compiler *c, uint32_t base, uint32_t form, uint32_t count)
{
    const ptc_function *apply = ptc_builtin_find(PTC_STR("apply"));
    uint32_t callee = ptc_compile_take(c, 1);

    if (apply == NULL)
        ptc_compile_too_large(c, "a call has too many arguments");
    ptc_emit_abc(c, PTC_OP_MOVE, callee, base, 0);
    ptc_compile_constant(c, ptc_constant_function(apply),
                         ptc_dest_of(base, PTC_FOLLOW_VALUE));
    ptc_compile_items(c, form, count, ptc_compile_take(c, 1));
    ptc_emit_call(c, base, 2);
}

/* Calls the value in R[base] with the forms from `form` on. */
static void call_any(ptc_compiler *c, uint32_t base, uint32_t form, uint32_t count)
{
    if (!call_has_room(c, count)) {
        call_apply(c, base, form, count);
        return;
    }
    for (; form; form = ptc_form_next(c, form))
        ptc_compile_value(c, form, ptc_compile_take(c, 1));
    ptc_emit_call(c, base, count);
}

void ptc_compile_builtin_call(ptc_compiler *c, const char *name, uint32_t form,
                              uint32_t count, ptc_dest to)
{
    const ptc_function *builtin = ptc_builtin_find(ptc_str_of(name));
    uint32_t base = call_base(c, to);

    if (builtin == NULL)
        ptc_lisp_raise_at(c->lisp, c->place, PTC_REASON_INVALID_FORM,
                          "Analysis error: %s is not available", name);
    ptc_compile_constant(c, ptc_constant_function(builtin),
                         ptc_dest_of(base, PTC_FOLLOW_VALUE));
    call_any(c, base, form, count);
    ptc_compile_finish(c, base, to);
}

/* (:key m) and (:key m default) */
static void call_of_keyword(ptc_compiler *c, const ptc_form *item, ptc_dest to)
{
    const ptc_form *head = ptc_form_at(c, item->child);
    uint32_t map = ptc_compile_operand(c, head->next);
    uint32_t otherwise = 0;
    uint32_t site;

    if (item->count == 3)
        otherwise = ptc_compile_operand(c, ptc_form_next(c, head->next));
    site = ptc_compile_add_site(c, NULL, ptc_compile_keyword(c, head->text));
    ptc_emit_abcw(c, item->count == 3 ? PTC_OP_GET_OR : PTC_OP_GET, to.reg, map,
                  otherwise, site);
    ptc_compile_finish(c, to.reg, to);
}

/* --- Tools ------------------------------------------------------------------------- */

PTC_COLD PTC_NORETURN static void call_unknown_tool(ptc_compiler *c, uint32_t form,
                                                    ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, c->scratch);
    ptc_tool_write_unknown(c->lisp, &text, name);
    if (text.failed)
        ptc_compile_memory(c);
    ptc_lisp_raise_at(c->lisp, ptc_form_at(c, form)->span.start, PTC_REASON_UNKNOWN_TOOL,
                      "%.*s", (int)text.len, text.ptr);
}

PTC_COLD PTC_NORETURN static void call_misuse_tool(ptc_compiler *c, uint32_t form,
                                                   ptc_str name)
{
    ptc_lisp_raise_at(c->lisp, ptc_form_at(c, form)->span.start,
                      PTC_REASON_INVALID_TOOL_ARGS,
                      "Tool calls require named arguments: (tool/%.*s {:key value}), got "
                      "%s",
                      (int)name.len, name.ptr, ptc_compile_quote(c, form));
}

/* What can be known before the run: a map, or keys and values in turn. */
static void call_check_tool(ptc_compiler *c, uint32_t form, ptc_str name, uint32_t count)
{
    if (count == 1) {
        ptc_form_kind kind = ptc_form_at(c, form)->kind;

        if (kind != PTC_FORM_MAP && kind != PTC_FORM_LIST && kind != PTC_FORM_SYMBOL)
            call_misuse_tool(c, form, name);
        return;
    }
    for (; form; form = ptc_form_next(c, ptc_form_next(c, form))) {
        ptc_form_kind key = ptc_form_at(c, form)->kind;

        if ((key != PTC_FORM_KEYWORD && key != PTC_FORM_STRING) ||
            !ptc_form_next(c, form))
            call_misuse_tool(c, form, name);
    }
}

/* A call of a tool; the form `named` gives its name and comes before the arguments. */
static void call_tool(ptc_compiler *c, uint32_t named, uint32_t count, ptc_dest to)
{
    ptc_str name = ptc_form_at(c, named)->text;
    uint32_t first = ptc_form_next(c, named);

    if (ptc_name_is_end(name)) {
        ptc_compile_builtin_call(c, name.ptr[0] == 'r' ? "return" : "fail", first, count,
                                 to);
        return;
    }
    if (!ptc_tool_is_callable(c->lisp, name))
        call_unknown_tool(c, named, name);
    call_check_tool(c, first, name, count);
    ptc_compile_builtin_call(c, "call", named, count + 1, to);
}

/* The name of tool/name as a string. */
static uint32_t call_tool_name(ptc_compiler *c, uint32_t head, ptc_str name)
{
    uint32_t form = ptc_compile_make_copy(c, head);

    c->forms.items[form].kind = PTC_FORM_STRING;
    c->forms.items[form].flags = 0;
    c->forms.items[form].count = 0;
    c->forms.items[form].text = name;
    c->forms.items[form].next = ptc_form_next(c, head);
    return form;
}

/* (ctx/name ..) that is not a tool: data cannot be called, nor can a name that looks like
 * data.
 */
static void call_check_data(ptc_compiler *c, uint32_t form, uint32_t head, ptc_str name)
{
    ptc_value key = ptc_compile_keyword(c, name);
    ptc_str near;
    ptc_text text;

    if (ptc_lisp_context_has(c->lisp, &key))
        ptc_compile_call_of_data(c, form);
    ptc_compile_check_data(c, head);
    near = ptc_lisp_context_near(c->lisp, name).best;
    ptc_text_init(&text, c->scratch);
    if (near.len == 0 || ptc_tool_write_unknown(c->lisp, &text, name))
        return;
    if (text.failed)
        ptc_compile_memory(c);
    ptc_lisp_raise_at(c->lisp, ptc_form_at(c, head)->span.start, PTC_REASON_UNKNOWN_TOOL,
                      "%.*s. Did you mean: ctx/%.*s, which is data, without parentheses",
                      (int)text.len, text.ptr, (int)near.len, near.ptr);
}

/* (tool/name ..), (ctx/name ..), (memory/put ..), (memory/get ..): false for others. */
static bool call_host(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const ptc_form *item = ptc_form_at(c, form);
    uint32_t count = item->count - 1;
    uint32_t head = item->child;
    ptc_name_parts parts = ptc_compile_parts(c, head);
    bool is_context = ptc_str_equal(parts.space, PTC_STR("ctx")) ||
                      ptc_str_equal(parts.space, PTC_STR("data"));

    if (is_context && !ptc_name_is_end(parts.name) &&
        !ptc_tool_is_callable(c->lisp, parts.name))
        call_check_data(c, form, head, parts.name);
    if (is_context || ptc_str_equal(parts.space, PTC_STR("tool"))) {
        call_tool(c, call_tool_name(c, head, parts.name), count, to);
        return true;
    }
    if (!ptc_str_equal(parts.space, PTC_STR("memory")))
        return false;
    if (ptc_str_equal(parts.name, PTC_STR("put"))) {
        ptc_compile_memory_put(c, form, to);
        return true;
    }
    if (ptc_str_equal(parts.name, PTC_STR("get"))) {
        ptc_compile_memory_get(c, form, to);
        return true;
    }
    return false;
}

/* A function of the arguments: (partial call "name"). */
void ptc_compile_tool_value(ptc_compiler *c, uint32_t form, ptc_str name, ptc_dest to)
{
    uint32_t base = call_base(c, to);
    const ptc_function *partial = ptc_builtin_find(PTC_STR("partial"));
    const ptc_function *call = ptc_builtin_find(PTC_STR("call"));

    if (ptc_name_is_end(name)) {
        ptc_compile_constant(c, ptc_constant_function(ptc_builtin_find(name)), to);
        return;
    }
    if (!ptc_tool_is_callable(c->lisp, name))
        call_unknown_tool(c, form, name);
    ptc_compile_constant(c, ptc_constant_function(partial),
                         ptc_dest_of(base, PTC_FOLLOW_VALUE));
    ptc_compile_constant(c, ptc_constant_function(call),
                         ptc_dest_of(ptc_compile_take(c, 1), PTC_FOLLOW_VALUE));
    ptc_compile_value(c, call_tool_name(c, form, name), ptc_compile_take(c, 1));
    ptc_emit_call(c, base, 2);
    ptc_compile_finish(c, base, to);
}

void ptc_special_call(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const ptc_form *item = ptc_form_at(c, form);
    uint32_t name = ptc_form_second(c, form);

    if (item->count < 2 || item->count > 3)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY,
                           "(call \"tool\" {:key value})");
    if (ptc_form_at(c, name)->kind != PTC_FORM_STRING)
        ptc_compile_misuse(c, name, PTC_REASON_INVALID_CALL_TOOL_NAME,
                           "the name of a tool as a string, (call \"tool\" {..})");
    call_tool(c, name, item->count - 2, to);
}

/* A call of `attempt` with a function of the body. */
void ptc_special_attempt(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const ptc_function *attempt = ptc_builtin_find(PTC_STR("attempt"));
    uint32_t base = call_base(c, to);

    ptc_compile_constant(c, ptc_constant_function(attempt),
                         ptc_dest_of(base, PTC_FOLLOW_VALUE));
    ptc_compile_thunk(c, form, ptc_form_second(c, form), ptc_compile_take(c, 1));
    ptc_emit_call(c, base, 1);
    ptc_compile_finish(c, base, to);
}

/* --- Calls of the text ------------------------------------------------------------- */

/* split, str/split, clojure.string/split; SomeException. */
static bool call_is_odd(const ptc_form *head)
{
    static const char name[] = "split";
    size_t length = sizeof name - 1;
    ptc_str text = head->text;
    char last;

    if (text.len == 0) /* a register of the compiler's */
        return false;
    last = text.ptr[text.len - 1];
    if (PTC_LIKELY(last != 't' && last != '.'))
        return false;
    if (last == '.')
        return !head->flags;
    return text.len >= length &&
           memcmp(text.ptr + text.len - length, name, length) == 0 &&
           (text.len == length || text.ptr[text.len - length - 1] == '/');
}

/* Whether the program has something else by the name. */
static bool call_is_own(ptc_compiler *c, uint32_t head)
{
    if (ptc_form_at(c, head)->flags & PTC_FORM_QUALIFIED)
        return ptc_compile_own(c, head) != NULL;
    return ptc_symbol_is_shadowed(ptc_form_symbol(c, head));
}

/* A call of such a name; false when it is like any other. */
static PTC_NOINLINE bool call_of_odd(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t head = ptc_form_at(c, form)->child;
    ptc_str text = ptc_form_at(c, head)->text;

    if (call_is_own(c, head))
        return false;
    if (text.ptr[text.len - 1] == '.')
        return ptc_compile_exception(c, form, to);
    ptc_compile_check_split(c, form);
    return false;
}

void ptc_compile_call(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const ptc_form *item = ptc_form_at(c, form);
    const ptc_form *head = ptc_form_at(c, item->child);
    uint32_t base;
    uint32_t last;

    if (head->kind != PTC_FORM_SYMBOL) {
        if (head->kind == PTC_FORM_KEYWORD && (item->count == 2 || item->count == 3)) {
            call_of_keyword(c, item, to);
            return;
        }
        if (ptc_form_is_plain_literal(head))
            ptc_compile_call_of_literal(c, form);
    } else if (head->flags & PTC_FORM_QUALIFIED &&
               !ptc_symbol_is_shadowed(ptc_form_symbol(c, item->child)) &&
               call_host(c, form, to)) {
        return;
    } else if (call_is_odd(head) && call_of_odd(c, form, to)) {
        return;
    }
    base = call_base(c, to);
    if (call_pipes(c, form, &last) && call_has_room(c, item->count - 1)) {
        call_of_pipe(c, form, base, last);
    } else {
        ptc_compile_value(c, item->child, base);
        call_any(c, base, head->next, item->count - 1);
    }
    ptc_compile_finish(c, base, to);
}

/* --- Intrinsics -------------------------------------------------------------------- */

ptc_operands ptc_compile_operands(ptc_compiler *c, uint32_t form,
                                  const ptc_special *special)
{
    uint32_t left = ptc_form_second(c, form);
    uint32_t right = ptc_form_next(c, left);
    ptc_operands operands = {0, 0, false};

    if (special->op == PTC_OP_EQUAL &&
        ptc_compile_constant_operand(c, left, &operands.right)) {
        operands.left = ptc_compile_operand(c, right);
        operands.is_constant = true;
        return operands;
    }
    operands.left = ptc_compile_operand(c, left);
    operands.is_constant =
        special->op_k && ptc_compile_constant_operand(c, right, &operands.right);
    if (!operands.is_constant)
        operands.right = ptc_compile_operand(c, right);
    return operands;
}

void ptc_special_intrinsic(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const ptc_special *special = c->special;
    ptc_operands operands;

    if (ptc_form_at(c, form)->count != special->args + 1u) {
        ptc_compile_call(c, form, to);
        return;
    }
    if (special->args == 1) {
        uint32_t reg = ptc_compile_operand(c, ptc_form_second(c, form));

        ptc_emit_abc(c, (ptc_opcode)special->op, to.reg, reg, 0);
    } else {
        operands = ptc_compile_operands(c, form, special);
        ptc_emit_abc(c, (ptc_opcode)(operands.is_constant ? special->op_k : special->op),
                     to.reg, operands.left, operands.right);
    }
    ptc_compile_finish(c, to.reg, to);
}
