/* SPDX-License-Identifier: MIT */
/*
 * Names that nothing defines: what they were meant to be, from the name itself, the text
 * around it, and the known names. [ptc-lisp 4, 17]
 *
 * Only failing programs come here. Messages show the program's text and names, never
 * values.
 */
#include "lisp/compile/compiler.h"
#include "lisp/core/core_int.h"
#include "lisp/heap/data.h"
#include "lisp/host/host_int.h"
#include "lisp/read/read_int.h"

/* All names that the program could mean, for hints. */
static ptc_str *unbound_known(ptc_compiler *c, size_t *count)
{
    const char *rest = c->lisp->catalog != NULL ? c->lisp->catalog_names : "";
    size_t capacity = c->symbol_count + strlen(rest);
    ptc_str *known;

    for (const ptc_variable *variable = c->lisp->variables; variable != NULL;
         variable = variable->next)
        capacity++;
    known = ptc_arena_array(c->scratch, capacity, sizeof(ptc_str));
    if (known == NULL)
        ptc_compile_memory(c);
    *count = 0;
    for (size_t i = 0; i < c->symbol_count; i++)
        if (ptc_symbol_is_shadowed(c->symbol_list[i]))
            known[(*count)++] = c->symbol_list[i]->text;
    for (const ptc_variable *variable = c->lisp->variables; variable != NULL;
         variable = variable->next)
        if (variable->is_bound)
            known[(*count)++] =
                ptc_str_make(variable->name->text, variable->name->length);
    while (*rest != '\0')
        known[(*count)++] = ptc_lisp_next_word(&rest);
    return known;
}

/* How the message calls an unbound name, by its form. */
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

/* Whether the name could be confused with the sentence's punctuation: `.`, `Integer.`,
 * `&&`. */
static bool unbound_is_punctuation(ptc_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.ptr[i];
        bool is_word = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                       (byte >= '0' && byte <= '9') || byte >= 0x80;

        if (is_word)
            return text.ptr[text.len - 1] == '.';
    }
    return true;
}

/* --- The text around --------------------------------------------------------------- */

/* (% 5 2), 5 % 2 */
static bool unbound_is_remainder(const ptc_compiler *c, uint32_t place, ptc_str name)
{
    return name.len == 1 && place > 0 && ptc_compile_byte(c, place + 1) == ' ' &&
           strchr("( ", ptc_compile_byte(c, place - 1)) != NULL;
}

static bool unbound_is_called(const ptc_compiler *c, uint32_t place)
{
    return place > 0 && ptc_compile_byte(c, place - 1) == '(';
}

/* The operator after the name, `=` in x = 5; at most three bytes. */
static ptc_str unbound_operator_behind(const ptc_compiler *c, size_t at)
{
    size_t start = at;
    size_t end;

    while (ptc_compile_byte(c, start) == ' ')
        start++;
    end = start;
    while (end - start < 3 && ptc_compile_byte(c, end) != '\0' &&
           strchr("+-*/<>=!", ptc_compile_byte(c, end)) != NULL)
        end++;
    if (end == start || start == at || ptc_compile_byte(c, end) != ' ')
        end = start;
    return ptc_str_make(c->program->text.ptr + start, end - start);
}

/* x = 5, x => .., x + 1: where the name begins a form or the program. */
static void unbound_of_operation(const ptc_compiler *c, uint32_t place, ptc_str name,
                                 ptc_text *hint)
{
    ptc_str operator= unbound_operator_behind(c, place + name.len);

    if (ptc_str_equal(operator, PTC_STR("=>"))) {
        ptc_text_cstr(hint, ". Hint: functions are (fn [");
        ptc_text_str(hint, name);
        ptc_text_cstr(hint, "] ..)");
        return;
    }
    if (operator.len == 0 ||(place != 0 && !unbound_is_called(c, place)))
        return;
    if (ptc_str_equal(operator, PTC_STR("="))) {
        ptc_text_cstr(hint, ". Hint: (def ");
        ptc_text_str(hint, name);
        ptc_text_cstr(hint, " ..) gives a value the name, (= ");
        ptc_text_str(hint, name);
        ptc_text_cstr(hint, " ..) compares");
        return;
    }
    ptc_text_cstr(hint, ". Hint: operators come first: (");
    ptc_text_str(hint, operator);
    ptc_text_byte(hint, ' ');
    ptc_text_str(hint, name);
    ptc_text_cstr(hint, " ..)");
}

/* f"..", 'a b', <code>, and other spellings from other languages. */
static bool unbound_of_text(const ptc_compiler *c, uint32_t place, ptc_str name,
                            ptc_text *hint)
{
    char last = name.ptr[name.len - 1];

    if (ptc_compile_byte(c, place + name.len) == '"' && name.len <= 2)
        ptc_text_cstr(
            hint,
            ". Hint: strings take no prefix and no {name}: use (str \"Hello \" name)");
    else if (last == '\'')
        ptc_text_cstr(hint, ". Hint: strings are written in double quotes, \"a b\"");
    else if (name.ptr[0] == '<' && last == '>' && name.len > 2)
        ptc_text_cstr(hint, ". Hint: leave the tag out");
    else
        return false;
    return true;
}

/* --- Operators within names -------------------------------------------------------- */

static bool unbound_is_known(ptc_compiler *c, ptc_str name)
{
    const ptc_symbol *symbol;

    if (name.len > 0 && name.ptr[0] >= '0' && name.ptr[0] <= '9')
        return true;
    symbol = ptc_compile_symbol(c, name, ptc_symbol_hash(name));
    return ptc_symbol_is_shadowed(symbol);
}

/* x=5, a+b, i++ */
static bool unbound_of_operator(ptc_compiler *c, ptc_str name, ptc_text *hint)
{
    size_t at = 1;
    size_t end;
    ptc_str left;
    ptc_str right;

    while (at < name.len && strchr("+*=<>-", name.ptr[at]) == NULL)
        at++;
    end = at;
    while (end < name.len && strchr("+*=<>-", name.ptr[end]) != NULL)
        end++;
    left = ptc_str_make(name.ptr, at);
    right = ptc_str_make(name.ptr + end, name.len - end);
    if (at >= name.len || (!unbound_is_known(c, left) && name.ptr[at] != '='))
        return false;
    if (name.ptr[at] == '-' && right.len > 0 && !unbound_is_known(c, right))
        return false; /* user-by-id, where there is a user */
    if (end == name.len && end - at == 2 &&
        (name.ptr[at] == '+' || name.ptr[at] == '-')) {
        ptc_text_cstr(hint,
                      name.ptr[at] == '+' ? ". Hint: use (inc " : ". Hint: use (dec ");
        ptc_text_str(hint, left);
    } else if (end == name.len) {
        return false;
    } else {
        bool is_equal = name.ptr[at] == '=';

        ptc_text_cstr(hint, ". Hint: operators come first, with blanks: (");
        if (is_equal)
            ptc_text_byte(hint, '=');
        else
            ptc_text_bytes(hint, name.ptr + at, end - at);
        ptc_text_byte(hint, ' ');
        ptc_text_str(hint, left);
        ptc_text_byte(hint, ' ');
        ptc_text_str(hint, right);
        if (is_equal && end - at == 1) {
            ptc_text_cstr(hint, ") compares, (def ");
            ptc_text_str(hint, left);
            ptc_text_byte(hint, ' ');
            ptc_text_str(hint, right);
            ptc_text_cstr(hint, ") gives it the name");
            return true;
        }
    }
    ptc_text_byte(hint, ')');
    return true;
}

/* --- Names with dots --------------------------------------------------------------- */

/* The value that the first part of a dotted name is, as programs write it. */
static bool unbound_base(ptc_compiler *c, ptc_str name, ptc_text *base)
{
    ptc_near data;

    if (unbound_is_known(c, name)) {
        ptc_text_str(base, name);
        return true;
    }
    data = ptc_lisp_context_near(c->lisp, name);
    if (!data.is_sure)
        return false;
    ptc_text_cstr(base, "ctx/");
    ptc_text_str(base, data.best);
    return true;
}

/* (:a base), (get-in base [:a :b]) */
static void unbound_write_path(ptc_text *hint, ptc_str base, ptc_str path)
{
    bool is_deep = memchr(path.ptr, '.', path.len) != NULL;

    ptc_text_cstr(hint, is_deep ? "(get-in " : "(:");
    if (!is_deep) {
        ptc_text_str(hint, path);
        ptc_text_byte(hint, ' ');
        ptc_text_str(hint, base);
        ptc_text_byte(hint, ')');
        return;
    }
    ptc_text_str(hint, base);
    ptc_text_cstr(hint, " [:");
    for (size_t i = 0; i < path.len; i++) {
        if (path.ptr[i] == '.')
            ptc_text_cstr(hint, " :");
        else
            ptc_text_byte(hint, path.ptr[i]);
    }
    ptc_text_cstr(hint, "])");
}

/* What to call instead of the method, by its name without the dot. */
static bool unbound_write_method(ptc_text *hint, ptc_str base, ptc_str method)
{
    char dotted[32] = ".";
    const ptc_function *function = ptc_builtin_find(method);
    const char *absent;

    if (method.len >= sizeof dotted) /* longer than any existing name */
        return false;
    memcpy(dotted + 1, method.ptr, method.len);
    absent = ptc_lisp_hint_absent(ptc_str_make(dotted, method.len + 1));
    if (absent == NULL && function == NULL)
        absent = ptc_lisp_hint_absent(method);
    if (absent != NULL) {
        ptc_text_cstr(hint, absent);
        return true;
    }
    if (function == NULL &&
        ptc_builtin_find(ptc_str_make(dotted, method.len + 1)) == NULL)
        return false;
    ptc_text_cstr(hint, function != NULL ? "write (" : "write (.");
    ptc_text_str(hint, method);
    ptc_text_cstr(hint, " .. ");
    ptc_text_str(hint, base);
    ptc_text_cstr(hint, " ..)");
    return true;
}

void ptc_compile_unbound_dots(ptc_text *hint, ptc_str base, ptc_str rest, bool is_called)
{
    if (ptc_str_equal(rest, PTC_STR("length")) || ptc_str_equal(rest, PTC_STR("size")) ||
        ptc_str_equal(rest, PTC_STR("count"))) {
        ptc_text_cstr(hint, "write (count ");
        ptc_text_str(hint, base);
        ptc_text_byte(hint, ')');
    } else if (!is_called || !unbound_write_method(hint, base, rest)) {
        ptc_text_cstr(hint, "write ");
        unbound_write_path(hint, base, rest);
    }
}

/* str.join, Math.max */
static bool unbound_of_namespace(ptc_compiler *c, ptc_str name, ptc_text *hint)
{
    size_t dot = name.len;
    ptc_str space;
    ptc_str last;
    ptc_str found;
    ptc_text why;

    while (dot > 0 && name.ptr[dot - 1] != '.')
        dot--;
    if (dot < 2)
        return false;
    space = ptc_str_make(name.ptr, dot - 1);
    last = ptc_str_make(name.ptr + dot, name.len - dot);
    ptc_text_init(&why, c->scratch);
    if (unbound_is_known(c, space) || ptc_lisp_is_host_space(space) ||
        !ptc_lisp_is_namespace(space))
        return false;
    if (ptc_lisp_namespace_resolve(space, last, &found, &why)) {
        ptc_text_cstr(hint, ". Hint: write ");
        ptc_text_str(hint, space);
        ptc_text_byte(hint, '/');
        ptc_text_str(hint, last);
        return true;
    }
    ptc_text_cstr(hint, ": ");
    ptc_text_str(hint, ptc_text_view(&why));
    return true;
}

/* ctx.orders, tool.search */
static bool unbound_of_host_space(ptc_str space, ptc_str rest, ptc_text *hint)
{
    const char *dot = memchr(rest.ptr, '.', rest.len);
    ptc_str name = dot != NULL ? ptc_str_make(rest.ptr, (size_t)(dot - rest.ptr)) : rest;
    ptc_text base;

    if (!ptc_lisp_is_host_space(space))
        return false;
    ptc_text_cstr(hint, ". Hint: write ");
    if (ptc_str_equal(space, PTC_STR("tool"))) {
        ptc_text_cstr(hint, "(tool/");
        ptc_text_str(hint, name);
        ptc_text_cstr(hint, " {:key value})");
        return true;
    }
    ptc_text_init(&base, hint->arena);
    ptc_text_str(&base, space);
    ptc_text_byte(&base, '/');
    ptc_text_str(&base, name);
    if (dot != NULL)
        unbound_write_path(hint, ptc_text_view(&base),
                           ptc_str_make(dot + 1, rest.len - name.len - 1));
    else
        ptc_text_str(hint, ptc_text_view(&base));
    return true;
}

static bool unbound_of_dots(ptc_compiler *c, uint32_t place, ptc_str name, ptc_text *hint)
{
    const char *dot = memchr(name.ptr, '.', name.len);
    size_t first = dot != NULL ? (size_t)(dot - name.ptr) : 0;
    ptc_str left = ptc_str_make(name.ptr, first);
    ptc_str rest;
    ptc_text base;

    if (first == 0 || name.ptr[name.len - 1] == '.' || ptc_lisp_hint_absent(name) != NULL)
        return false;
    rest = ptc_str_make(dot + 1, name.len - first - 1);
    if (unbound_of_host_space(left, rest, hint) || unbound_of_namespace(c, name, hint))
        return true;
    ptc_text_init(&base, c->scratch);
    if (!unbound_base(c, left, &base))
        return false;
    ptc_text_cstr(hint, ". Hint: ");
    ptc_compile_unbound_dots(hint, ptc_text_view(&base), rest,
                             unbound_is_called(c, place));
    return true;
}

/* --- Names of the host ------------------------------------------------------------- */

/* A tool whose name is near. */
static bool unbound_of_tool(ptc_compiler *c, ptc_str name, ptc_text *hint)
{
    ptc_str nearest = ptc_tool_near(c->lisp, name).best;

    if (nearest.len == 0)
        return false;
    ptc_text_cstr(hint, ". Did you mean: tool/");
    ptc_text_str(hint, nearest);
    return true;
}

/* A tool or data of the host, written without its namespace. */
static bool unbound_of_host(ptc_compiler *c, ptc_str name, ptc_text *hint)
{
    ptc_near data;

    if (ptc_tool_is_callable(c->lisp, name)) {
        ptc_text_cstr(hint, ". Hint: it is a tool: write (tool/");
        ptc_text_str(hint, name);
        ptc_text_cstr(hint, " {:key value})");
        return true;
    }
    data = ptc_lisp_context_near(c->lisp, name);
    if (!data.is_sure && ptc_tool_near(c->lisp, name).is_sure)
        return unbound_of_tool(c, name, hint);
    if (data.best.len == 0)
        return false;
    ptc_text_cstr(hint, data.is_sure ? ". Hint: it is the host's data: write ctx/"
                                     : ". Did you mean: ctx/");
    ptc_text_str(hint, data.best);
    return true;
}

/* A name that was referred to from a namespace that does not exist. */
static void unbound_of_missing(const ptc_symbol *symbol, ptc_text *hint)
{
    const char *absent = ptc_lisp_namespace_absent(symbol->origin);

    ptc_text_cstr(hint, ". Hint: there is no namespace ");
    ptc_text_str(hint, symbol->origin);
    ptc_text_cstr(hint, absent != NULL ? ": " : ": define it here");
    ptc_text_cstr(hint, absent != NULL ? absent : "");
}

/* order/total, x/2 */
void ptc_compile_unbound_space(ptc_compiler *c, ptc_name_parts parts, ptc_text *why)
{
    bool is_number = parts.name.ptr[0] >= '0' && parts.name.ptr[0] <= '9';
    ptc_text base;

    ptc_text_init(&base, c->scratch);
    if (ptc_lisp_is_namespace(parts.space) || !unbound_base(c, parts.space, &base))
        return;
    why->len = 0;
    ptc_text_str(why, parts.space);
    ptc_text_cstr(why, is_number ? " is a value; write (/ " : " is a value; write (:");
    ptc_text_str(why, is_number ? ptc_text_view(&base) : parts.name);
    ptc_text_byte(why, ' ');
    ptc_text_str(why, is_number ? parts.name : ptc_text_view(&base));
    ptc_text_byte(why, ')');
}

/* --- Public ------------------------------------------------------------------------ */

void ptc_compile_unbound(ptc_compiler *c, uint32_t place, const ptc_symbol *symbol)
{
    size_t count;
    const ptc_str *known = unbound_known(c, &count);
    ptc_str name = symbol->text;
    bool is_quoted = unbound_is_punctuation(name);
    const char *what;
    ptc_reason reason = unbound_fault(name, &what);
    ptc_text hint;

    if (name.ptr[0] == '%')
        ptc_lisp_raise_at(c->lisp, place, PTC_REASON_INVALID_PLACEHOLDER,
                          "Analysis error: %.*s belongs in a short function #( )%s",
                          (int)name.len, name.ptr,
                          unbound_is_remainder(c, place, name)
                              ? "; the remainder of a division is (mod a b)"
                              : "");
    ptc_text_init(&hint, c->scratch);
    if (symbol->origin.len > 0)
        unbound_of_missing(symbol, &hint);
    else if (symbol->is_declared)
        ptc_text_cstr(&hint, ". Hint: it is declared, but nothing defines it");
    else if (!unbound_of_text(c, place, name, &hint) &&
             !unbound_of_dots(c, place, name, &hint) &&
             !unbound_of_operator(c, name, &hint) && !unbound_of_host(c, name, &hint))
        ptc_lisp_hint(&hint, name, known, count);
    if (hint.len == 0 && !unbound_of_tool(c, name, &hint))
        unbound_of_operation(c, place, name, &hint);
    if (hint.failed)
        ptc_compile_memory(c);
    ptc_lisp_raise_at(c->lisp, place, reason, "%s: %s%.*s%s%.*s", what,
                      is_quoted ? "`" : "", (int)name.len, name.ptr, is_quoted ? "`" : "",
                      (int)hint.len, hint.ptr);
}

void ptc_compile_missing(ptc_compiler *c, uint32_t form, ptc_str space, ptc_str name)
{
    const char *absent = ptc_lisp_namespace_absent(space);

    if (absent != NULL)
        ptc_lisp_raise_at(c->lisp, ptc_form_at(c, form)->span.start,
                          PTC_REASON_INVALID_FORM,
                          "Analysis error: %s: there is no namespace %.*s. Hint: %s",
                          ptc_compile_quote(c, form), (int)space.len, space.ptr, absent);
    ptc_lisp_raise_at(
        c->lisp, ptc_form_at(c, form)->span.start, PTC_REASON_INVALID_FORM,
        "Analysis error: %s: there is no namespace %.*s; define %.*s in this program",
        ptc_compile_quote(c, form), (int)space.len, space.ptr, (int)name.len, name.ptr);
}
