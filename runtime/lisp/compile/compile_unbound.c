/* SPDX-License-Identifier: MIT */
/* What is said about names that mean nothing. [ptc-lisp 4, 16] */
#include "lisp/compile/compiler.h"
#include "lisp/heap/data.h"
#include "lisp/host/host_int.h"

/* All names that the program could mean, for hints. */
static ptc_str *unbound_known(ptc_compiler *c, size_t *count)
{
    const ptc_variable *variable;
    size_t capacity = c->symbol_count;
    ptc_str *known;
    size_t i;

    for (variable = c->lisp->variables; variable; variable = variable->next)
        capacity++;
    known = ptc_arena_array(c->scratch, capacity, sizeof(ptc_str));
    if (!known)
        ptc_compile_memory(c);
    *count = 0;
    for (i = 0; i < c->symbol_count; i++)
        if (ptc_symbol_is_shadowed(c->symbol_list[i]))
            known[(*count)++] = c->symbol_list[i]->text;
    for (variable = c->lisp->variables; variable; variable = variable->next)
        if (variable->is_bound)
            known[(*count)++] =
                ptc_str_make(variable->name->text, variable->name->length);
    return known;
}

/* What an unbound name is to be called, by its look. */
static ptc_reason unbound_fault(ptc_str text, const char **what)
{
    bool is_dot = text.ptr[0] == '.';

    *what = "undefined variable";
    if (is_dot && (text.len == 1 || (text.len == 2 && text.ptr[1] == '.'))) {
        *what = "Analysis error: unknown form";
        return PTC_REASON_INVALID_FORM;
    }
    if (is_dot || text.ptr[text.len - 1] == '.') {
        *what = "unsupported method";
        return PTC_REASON_UNSUPPORTED_METHOD;
    }
    return PTC_REASON_UNBOUND_VAR;
}

/* A tool or data of the host, written without its namespace. */
static bool unbound_of_host(ptc_compiler *c, ptc_str name, ptc_text *hint)
{
    ptc_str data;

    if (ptc_tool_is_callable(c->lisp, name)) {
        ptc_text_cstr(hint, ". Hint: it is a tool: write (tool/");
        ptc_text_str(hint, name);
        ptc_text_cstr(hint, " {:key value})");
        return true;
    }
    data = ptc_lisp_context_like(c->lisp, name);
    if (data.len == 0)
        return false;
    ptc_text_cstr(hint, ". Hint: it is data of the host: write ctx/");
    ptc_text_str(hint, data);
    return true;
}

/* A name that was referred to from a namespace that is not there. */
static void unbound_of_missing(const ptc_symbol *symbol, ptc_text *hint)
{
    const char *absent = ptc_lisp_namespace_absent(symbol->origin);

    ptc_text_cstr(hint, ". Hint: its namespace ");
    ptc_text_str(hint, symbol->origin);
    ptc_text_cstr(hint, absent ? " is not there: " : " is not there: define it here");
    ptc_text_cstr(hint, absent ? absent : "");
}

void ptc_compile_unbound(ptc_compiler *c, uint32_t place, const ptc_symbol *symbol)
{
    size_t count;
    const ptc_str *known = unbound_known(c, &count);
    const char *what;
    ptc_reason reason = unbound_fault(symbol->text, &what);
    ptc_text hint;

    if (symbol->text.ptr[0] == '%')
        ptc_lisp_raise_at(c->lisp, place, PTC_REASON_INVALID_PLACEHOLDER,
                          "Analysis error: %.*s belongs in a short function #( )",
                          (int)symbol->text.len, symbol->text.ptr);
    ptc_text_init(&hint, c->scratch);
    if (symbol->origin.len > 0)
        unbound_of_missing(symbol, &hint);
    else if (symbol->is_declared)
        ptc_text_cstr(&hint, ". Hint: it is declared, but nothing defines it");
    else if (!unbound_of_host(c, symbol->text, &hint))
        ptc_lisp_hint(&hint, symbol->text, known, count);
    if (hint.failed)
        ptc_compile_memory(c);
    ptc_lisp_raise_at(c->lisp, place, reason, "%s: %.*s%.*s", what, (int)symbol->text.len,
                      symbol->text.ptr, (int)hint.len, hint.ptr ? hint.ptr : "");
}

void ptc_compile_missing(ptc_compiler *c, uint32_t form, ptc_str space, ptc_str name)
{
    const char *absent = ptc_lisp_namespace_absent(space);

    if (absent)
        ptc_lisp_raise_at(c->lisp, ptc_form_at(c, form)->span.start,
                          PTC_REASON_INVALID_FORM,
                          "Analysis error: %s: the namespace %.*s is not there. Hint: %s",
                          ptc_compile_quote(c, form), (int)space.len, space.ptr, absent);
    ptc_lisp_raise_at(
        c->lisp, ptc_form_at(c, form)->span.start, PTC_REASON_INVALID_FORM,
        "Analysis error: %s: the namespace %.*s is not there; define %.*s in "
        "this program",
        ptc_compile_quote(c, form), (int)space.len, space.ptr, (int)name.len, name.ptr);
}
