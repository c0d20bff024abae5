/* SPDX-License-Identifier: MIT */
/*
 * What symbols mean: local names, captured ones, variables, builtins, names of the host.
 * [ptc-lisp 4, 9.1]
 *
 * Each symbol of a program is one ptc_symbol that knows the youngest local name of it, so
 * that a lookup takes the same time in a scope of any size.
 */
#include "lisp/compile/compiler.h"
#include "lisp/core/core_int.h"
#include "lisp/heap/data.h"
#include "lisp/host/host_int.h"
#include "lisp/read/read_int.h"

/* Captures searched for an equal one; older ones may be repeated. */
enum { NAME_CAPTURE_WINDOW = 32 };

/* --- The table of symbols ---------------------------------------------------------- */

/* The table is at most half full, and the list as long. */
static void name_grow(ptc_compiler *c)
{
    uint32_t capacity = c->symbol_capacity ? c->symbol_capacity * 2 : 64;
    ptc_symbol **table = ptc_arena_array(c->scratch, capacity, sizeof(ptc_symbol *));

    if (table == NULL || !ptc_arena_reserve(c->scratch, (void **)(void *)&c->symbol_list,
                                            &c->symbol_list_capacity, c->symbol_count,
                                            capacity / 2, sizeof *c->symbol_list))
        ptc_compile_memory(c);
    for (size_t i = 0; i < c->symbol_count; i++) {
        uint32_t at = c->symbol_list[i]->hash & (capacity - 1);

        while (table[at] != NULL)
            at = (at + 1) & (capacity - 1);
        table[at] = c->symbol_list[i];
    }
    c->symbols = table;
    c->symbol_capacity = capacity;
}

/* Whether the namespace has a value of that name. */
static bool name_is_kept(const ptc_compiler *c, ptc_str text)
{
    const ptc_name *name;

    if (c->lisp->variables == NULL)
        return false;
    name = ptc_name_find(c->lisp, text);
    return name != NULL && name->variable != NULL && name->variable->is_bound;
}

bool ptc_name_is_end(ptc_str name)
{
    return ptc_str_equal(name, PTC_STR("return")) || ptc_str_equal(name, PTC_STR("fail"));
}

/* Special forms that a definition may hide: programs also use such names. */
static bool name_is_soft(const ptc_special *special)
{
    static const ptc_compile_fn soft[] = {
        ptc_special_assert, ptc_special_declare, ptc_special_import,  ptc_special_in_ns,
        ptc_special_new,    ptc_special_ns,      ptc_special_require, ptc_special_use};

    for (size_t i = 0; i < sizeof soft / sizeof *soft; i++)
        if (special->compile == soft[i])
            return true;
    return false;
}

/* Special forms that are not builtins, and the names that end programs. */
static bool name_is_reserved(const ptc_symbol *symbol)
{
    return (symbol->special != NULL && !symbol->special->args &&
            !name_is_soft(symbol->special)) ||
           ptc_name_is_end(symbol->text);
}

void ptc_compile_check_definable(ptc_compiler *c, uint32_t form, const ptc_symbol *symbol)
{
    if (name_is_reserved(symbol))
        ptc_lisp_raise_at(
            c->lisp, ptc_form_at(c, form)->span.start, PTC_REASON_INVALID_FORM,
            "Analysis error: the name %.*s is reserved: %s; define another",
            (int)symbol->text.len, symbol->text.ptr,
            symbol->special != NULL ? "it is a special form" : "programs end with it");
}

/* The builtin of that name; it may come from a catalog. */
static const ptc_function *name_builtin(const ptc_lisp *lisp, ptc_str text)
{
    const ptc_function *builtin = ptc_builtin_find(text);

    if (PTC_UNLIKELY(lisp->catalog != NULL) && builtin == NULL)
        builtin = lisp->catalog_builtin(text);
    return builtin;
}

static ptc_symbol *name_make(ptc_compiler *c, ptc_str text, uint32_t hash)
{
    ptc_symbol *symbol = ptc_arena_alloc(c->scratch, sizeof *symbol);

    if (symbol == NULL)
        ptc_compile_memory(c);
    c->symbol_list[c->symbol_count++] = symbol;
    *symbol = (ptc_symbol){.text = text,
                           .hash = hash,
                           .number = (uint32_t)c->symbol_count,
                           .special = ptc_special_find(text),
                           .builtin = name_builtin(c->lisp, text)};
    symbol->is_defined = name_is_kept(c, text) && !name_is_reserved(symbol);
    if (c->lisp->spaces.count > 0)
        ptc_compile_refer_kept(c, symbol);
    return symbol;
}

ptc_symbol *ptc_compile_symbol(ptc_compiler *c, ptc_str text, uint32_t hash)
{
    uint32_t at;

    if (c->symbol_count >= c->symbol_capacity / 2)
        name_grow(c);
    at = hash & (c->symbol_capacity - 1);
    while (c->symbols[at] != NULL) {
        ptc_symbol *symbol = c->symbols[at];

        if (symbol->hash == hash && ptc_str_equal(symbol->text, text))
            return symbol;
        at = (at + 1) & (c->symbol_capacity - 1);
    }
    return c->symbols[at] = name_make(c, text, hash);
}

/* --- Local names ------------------------------------------------------------------- */

void ptc_compile_bind(ptc_compiler *c, ptc_symbol *symbol, uint32_t slot)
{
    ptc_local *local =
        PTC_ARENA_PUSH(c->scratch, c->locals, c->local_count, c->local_capacity);

    if (local == NULL)
        ptc_compile_memory(c);
    local->symbol = symbol;
    local->shadowed = symbol->local;
    local->level = c->arity->closure->level;
    local->slot = slot;
    symbol->local = (uint32_t)c->local_count;
}

ptc_scope ptc_compile_scope(const ptc_compiler *c)
{
    ptc_scope scope = {c->local_count, c->arity->far};

    return scope;
}

void ptc_compile_forget(ptc_compiler *c, ptc_scope scope)
{
    while (c->local_count > scope.locals) {
        const ptc_local *local = &c->locals[--c->local_count];

        local->symbol->local = local->shadowed;
    }
    c->arity->far = scope.far;
}

/* The number of a captured local name in the closure that is compiled. */
static uint32_t name_capture(ptc_compiler *c, ptc_closure_draft *closure, uint32_t local)
{
    size_t i = closure->capture_count;
    size_t stop = i > NAME_CAPTURE_WINDOW ? i - NAME_CAPTURE_WINDOW : 0;
    uint32_t source;
    ptc_capture *capture;

    while (i > stop)
        if (closure->captures[--i].local == local)
            return (uint32_t)i;
    if (c->locals[local].level == closure->outer->level)
        source = c->locals[local].slot;
    else
        source = name_capture(c, closure->outer, local) | PTC_SLOT_CAPTURE;
    if (closure->capture_count >= UINT16_MAX)
        ptc_compile_too_large(c, "a function captures too many names");
    capture = PTC_ARENA_PUSH(c->scratch, closure->captures, closure->capture_count,
                             closure->capture_capacity);
    if (capture == NULL)
        ptc_compile_memory(c);
    capture->local = local;
    capture->source = source;
    return (uint32_t)closure->capture_count - 1;
}

static void name_local(ptc_compiler *c, uint32_t number, ptc_dest to)
{
    const ptc_local *local = &c->locals[number];

    if (local->level != c->arity->closure->level) {
        uint32_t capture = name_capture(c, c->arity->closure, number);

        ptc_emit_abx(c, PTC_OP_CAPTURE, to.reg, capture);
    } else if (local->slot == PTC_SLOT_SELF) {
        ptc_emit_abc(c, PTC_OP_SELF, to.reg, 0, 0);
    } else if (local->slot >= PTC_FAR_FIRST) {
        ptc_emit_abx(c, PTC_OP_LOAD, to.reg, local->slot);
    } else {
        ptc_compile_finish(c, local->slot, to);
        return;
    }
    ptc_compile_finish(c, to.reg, to);
}

bool ptc_compile_local_register(ptc_compiler *c, uint32_t form, uint32_t *reg)
{
    const ptc_form *item = ptc_form_at(c, form);
    const ptc_local *local;
    uint32_t number;

    if (item->kind != PTC_FORM_SYMBOL || item->flags & PTC_FORM_QUOTED)
        return false;
    number = item->flags & PTC_FORM_REGISTER ? (uint32_t)item->number.integer
                                             : ptc_form_symbol(c, form)->local;
    if (!number)
        return false;
    local = &c->locals[number - 1];
    *reg = local->slot;
    return local->level == c->arity->closure->level && local->slot < PTC_FAR_FIRST;
}

static bool name_means(ptc_str text, const char *name)
{
    return ptc_str_equal(text, ptc_str_of(name));
}

/* --- Variables --------------------------------------------------------------------- */

/* Marks all names that the program defines somewhere. */
static void name_look_ahead(ptc_compiler *c)
{
    uint32_t count = (uint32_t)c->forms.count;

    for (uint32_t form = 1; form < count; form++) {
        uint32_t head = ptc_form_at(c, form)->child;
        uint32_t name = head ? ptc_form_next(c, head) : 0;

        if (!name || ptc_form_at(c, form)->kind != PTC_FORM_LIST ||
            ptc_form_at(c, form)->flags)
            continue;
        if (ptc_form_at(c, name)->kind == PTC_FORM_SYMBOL &&
            (ptc_form_is_symbol(c, head, "def") || ptc_form_is_symbol(c, head, "defn") ||
             ptc_form_is_symbol(c, head, "defn-") ||
             ptc_form_is_symbol(c, head, "defonce"))) {
            ptc_symbol *own = ptc_form_at(c, name)->flags & PTC_FORM_QUALIFIED
                                  ? ptc_compile_own(c, name)
                                  : NULL;

            (own != NULL ? own : ptc_form_symbol(c, name))->is_coming = true;
        } else if (ptc_form_at(c, name)->kind == PTC_FORM_KEYWORD &&
                   name_means(ptc_form_at(c, head)->text, "memory/put")) {
            ptc_str text = ptc_form_at(c, name)->text;

            ptc_compile_symbol(c, text, ptc_symbol_hash(text))->is_coming = true;
        }
    }
    c->knows_coming = true;
}

/* The value of a variable that is defined, or is to be. */
static void name_variable(ptc_compiler *c, ptc_symbol *symbol, ptc_dest to)
{
    if (!symbol->is_defined && !symbol->is_awaited) {
        symbol->is_awaited = true;
        symbol->place = c->place;
    }
    ptc_emit_abw(c, PTC_OP_VARIABLE, to.reg, 0, ptc_compile_variable(c, symbol));
}

/* --- Names of the host and of namespaces ------------------------------------------- */

/* The builtin or constant that ns/name is. */
static ptc_value name_of_space(ptc_compiler *c, uint32_t form, ptc_str space,
                               ptc_str name)
{
    ptc_str builtin;
    ptc_value value;
    ptc_text why;

    ptc_text_init(&why, c->scratch);
    if (ptc_lisp_namespace_resolve(space, name, &builtin, &why)) {
        const ptc_function *function = ptc_builtin_find(builtin);

        if (function != NULL)
            return ptc_constant_function(function);
        if (ptc_builtin_constant(builtin, &value))
            return value;
        ptc_text_cstr(&why, "not available");
    }
    ptc_compile_unbound_space(c, ptc_compile_parts(c, form), &why);
    if (why.failed)
        ptc_compile_memory(c);
    ptc_lisp_raise_at(c->lisp, ptc_form_at(c, form)->span.start,
                      ptc_lisp_is_class(space) ? PTC_REASON_UNSUPPORTED_METHOD
                                               : PTC_REASON_INVALID_FORM,
                      "Analysis error: %s: %.*s", ptc_compile_quote(c, form),
                      (int)why.len, why.ptr);
}

/* A definition of the program, or of an earlier one, in its own namespace. Local names do
 * not hide it. */
static void name_of_own(ptc_compiler *c, uint32_t form, ptc_symbol *symbol, ptc_dest to)
{
    if (!symbol->is_defined && !symbol->is_coming)
        ptc_lisp_raise_at(
            c->lisp, ptc_form_at(c, form)->span.start, PTC_REASON_UNBOUND_VAR,
            "undefined variable: %s; nothing defines %.*s", ptc_compile_quote(c, form),
            (int)symbol->text.len, symbol->text.ptr);
    name_variable(c, symbol, to);
    ptc_compile_finish(c, to.reg, to);
}

static void name_qualified(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    ptc_name_parts parts = ptc_compile_parts(c, form);
    ptc_symbol *own = ptc_compile_own(c, form);
    const ptc_symbol *symbol = ptc_form_symbol(c, form);
    ptc_str space;

    if (own != NULL && !c->knows_coming)
        name_look_ahead(c);
    if (own != NULL && (own->is_defined || own->is_coming ||
                        ptc_lisp_namespace_known(parts.space).len == 0)) {
        name_of_own(c, form, own, to);
        return;
    }
    space = ptc_compile_alias(c, form, parts);
    if (symbol->builtin != NULL && space.ptr == parts.space.ptr) {
        ptc_compile_constant(c, ptc_constant_function(symbol->builtin), to);
        return;
    }
    if (name_means(parts.space, "ctx") || name_means(parts.space, "data")) {
        ptc_value name = ptc_compile_keyword(c, parts.name);
        uint32_t key = ptc_compile_add_constant(c, name);

        ptc_compile_check_data(c, form);
        ptc_compile_check_context(c, form, &name);
        if (key > UINT16_MAX)
            ptc_compile_too_large(c, "a function has too many constants");
        ptc_emit_abx(c, PTC_OP_CONTEXT, to.reg, key);
    } else if (name_means(parts.space, "memory")) {
        ptc_symbol *plain =
            ptc_compile_symbol(c, parts.name, ptc_symbol_hash(parts.name));

        ptc_compile_check_data(c, form);
        ptc_compile_memory_read(c, plain, to.reg);
    } else if (name_means(parts.space, "tool")) {
        ptc_compile_tool_value(c, form, parts.name, to);
        return;
    } else {
        ptc_compile_constant(c, name_of_space(c, form, space, parts.name), to);
        return;
    }
    ptc_compile_finish(c, to.reg, to);
}

ptc_name_parts ptc_compile_parts(const ptc_compiler *c, uint32_t form)
{
    ptc_str text = ptc_form_at(c, form)->text;
    const char *slash = memchr(text.ptr, '/', text.len);
    ptc_name_parts parts = {text, text};

    if (slash != NULL) {
        parts.space.len = (size_t)(slash - text.ptr);
        parts.name = ptc_str_make(slash + 1, text.len - parts.space.len - 1);
    }
    return parts;
}

/* --- Symbols as values ------------------------------------------------------------- */

void ptc_compile_declared(ptc_compiler *c, ptc_symbol *symbol)
{
    if (!c->knows_coming)
        name_look_ahead(c);
    symbol->is_declared = true;
}

/* A name that nothing defines so far: the program may do so later. */
static void name_awaited(ptc_compiler *c, ptc_symbol *symbol, ptc_dest to)
{
    ptc_str text = symbol->text;

    if (text.len == 2 && text.ptr[0] == '*' && text.ptr[1] >= '1' && text.ptr[1] <= '3') {
        ptc_emit_abc(c, PTC_OP_HISTORY, to.reg, (uint32_t)(text.ptr[1] - '0'), 0);
        return;
    }
    if (text.ptr[0] == '%' || text.ptr[0] == '.' ||
        (symbol->special != NULL && !symbol->is_declared))
        ptc_compile_unbound(c, c->place, symbol);
    if (!c->knows_coming)
        name_look_ahead(c);
    if (!symbol->is_coming)
        ptc_compile_unbound(c, c->place, symbol);
    name_variable(c, symbol, to);
}

void ptc_compile_name(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const ptc_form *item = ptc_form_at(c, form);
    ptc_symbol *symbol;

    if (item->flags & PTC_FORM_REGISTER) {
        name_local(c, (uint32_t)item->number.integer - 1, to);
        return;
    }
    if (item->flags & PTC_FORM_QUOTED) {
        ptc_compile_constant(c, ptc_compile_literal(c, form), to);
        return;
    }
    symbol = ptc_form_symbol(c, form);
    if (symbol->local) {
        name_local(c, symbol->local - 1, to);
        return;
    }
    if (item->flags & PTC_FORM_QUALIFIED) {
        name_qualified(c, form, to);
        return;
    }
    if (symbol->is_defined)
        name_variable(c, symbol, to);
    else if (symbol->builtin != NULL && !symbol->is_declared &&
             (symbol->special == NULL || symbol->special->args)) {
        if (PTC_UNLIKELY(symbol->special != NULL))
            ptc_compile_check_operator(c, form);
        ptc_compile_constant(c, ptc_constant_function(symbol->builtin), to);
        return;
    } else
        name_awaited(c, symbol, to);
    ptc_compile_finish(c, to.reg, to);
}

bool ptc_compile_maybe_unbound(ptc_compiler *c, uint32_t form, uint32_t reg)
{
    const ptc_form *item = ptc_form_at(c, form);
    ptc_symbol *symbol;

    if (item->kind != PTC_FORM_SYMBOL || item->flags)
        return false;
    symbol = ptc_form_symbol(c, form);
    if (symbol->local || symbol->builtin != NULL || symbol->special != NULL ||
        symbol->text.ptr[0] == '*' || symbol->text.ptr[0] == '%')
        return false;
    ptc_emit_abw(c, PTC_OP_VARIABLE_OR_NIL, reg, 0, ptc_compile_variable(c, symbol));
    return true;
}

void ptc_compile_check_awaited(ptc_compiler *c)
{
    const ptc_symbol *first = NULL;

    for (size_t i = 0; i < c->variable_count; i++) {
        const ptc_symbol *symbol = c->variables[i];

        if (symbol->is_awaited && !symbol->is_defined &&
            (first == NULL || symbol->place < first->place))
            first = symbol;
    }
    if (first != NULL)
        ptc_compile_unbound(c, first->place, first);
}
