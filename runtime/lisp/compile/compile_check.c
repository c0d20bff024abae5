/* SPDX-License-Identifier: MIT */
/*
 * Forms that Clojure accepts but no one means: operators between their operands, calls of
 * literals, f(x), ctx/rows[0]. They are refused before anything runs, with the form that
 * was meant. [ptc-lisp 4, 7]
 *
 * Each check is entered from a place that good programs seldom reach, and looks at a few
 * forms around the current one.
 */
#include "lisp/compile/compiler.h"
#include "lisp/core/core_int.h"
#include "lisp/host/host_int.h"
#include "lisp/read/read_int.h"

enum { CHECK_WINDOW = 64 /* forms looked back at for the one around */ };

/* --- Forms and text around --------------------------------------------------------- */

static bool check_is_of_name(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') ||
           (byte != '\0' && strchr("-_.?!*/", byte) != NULL);
}

/* The name right before the place, such as print in print("x"); or none. */
static ptc_str check_name_before(const ptc_compiler *c, size_t place)
{
    size_t start = place;

    while (start > 0 && check_is_of_name(ptc_compile_byte(c, start - 1)))
        start--;
    return ptc_str_make(c->program->text.ptr + start, place - start);
}

/* The source from the start of one form to the end of another, cut; empty when they are
 * not in that order in the text. */
static const char *check_quote(ptc_compiler *c, uint32_t first, uint32_t last)
{
    uint32_t whole = ptc_compile_make_copy(c, first);

    c->forms.items[whole].span.end = ptc_form_at(c, last)->span.end;
    return ptc_compile_quote(c, whole);
}

static bool check_is_operator(ptc_compiler *c, uint32_t form)
{
    const ptc_form *item = ptc_form_at(c, form);
    const ptc_symbol *symbol;

    if (item->kind != PTC_FORM_SYMBOL || item->flags)
        return false;
    symbol = ptc_form_symbol(c, form);
    return symbol->builtin != NULL && symbol->text.len <= 2 &&
           strchr("+-*/<>=", symbol->text.ptr[0]) != NULL &&
           !ptc_symbol_is_shadowed(symbol);
}

/* The list that the form is an argument of, when it is near; else 0. */
static uint32_t check_parent(const ptc_compiler *c, uint32_t form)
{
    uint32_t stop = form > CHECK_WINDOW ? form - CHECK_WINDOW : 1;

    for (uint32_t list = form - 1; list >= stop; list--) {
        uint32_t child = ptc_form_at(c, list)->child;

        if (ptc_form_at(c, list)->kind != PTC_FORM_LIST || !child)
            continue;
        for (uint32_t i = 0; child && i < CHECK_WINDOW; child = ptc_form_next(c, child))
            if (child == form)
                return list;
            else
                i++;
    }
    return 0;
}

/* --- Operators --------------------------------------------------------------------- */

/* Whether it is the name of a function or special form, not an operand. */
static bool check_is_function(ptc_compiler *c, uint32_t form)
{
    const ptc_form *item = ptc_form_at(c, form);
    const ptc_symbol *symbol;

    if (item->kind != PTC_FORM_SYMBOL || item->flags)
        return false;
    symbol = ptc_form_symbol(c, form);
    return (symbol->special != NULL || symbol->builtin != NULL) &&
           !ptc_symbol_is_shadowed(symbol);
}

/* Special forms with a vector of names before what they compute. */
static bool check_takes_names(ptc_compiler *c, uint32_t head)
{
    return ptc_lisp_has_word("fn defn defn- let loop for doseq if-let when-let",
                             ptc_form_at(c, head)->text);
}

/* "; leave `then` and `else` out" */
static const char *check_fillers(ptc_compiler *c, uint32_t list)
{
    uint32_t form = ptc_form_at(c, list)->child;

    for (; form; form = ptc_form_next(c, form))
        if (ptc_form_is_symbol(c, form, "then") || ptc_form_is_symbol(c, form, "else"))
            return "; leave the words then and else out";
    return "";
}

const char *ptc_compile_infix(ptc_compiler *c, uint32_t list)
{
    uint32_t before = ptc_form_at(c, list)->child;
    uint32_t form = before ? ptc_form_next(c, before) : 0;
    bool is_first = before && check_is_function(c, before);
    bool has_names = is_first && check_takes_names(c, before);
    ptc_text text;

    for (; form; before = form, form = ptc_form_next(c, form)) {
        uint32_t next = ptc_form_next(c, form);

        if (!next || !check_is_operator(c, form)) {
            /* Forms before and after the names are not operands. */
            is_first = has_names;
            has_names = has_names && ptc_form_at(c, form)->kind != PTC_FORM_VECTOR;
            continue;
        }
        ptc_text_init(&text, c->scratch);
        ptc_text_cstr(&text, is_first ? "; an operator needs its own parentheses: ("
                                      : "; operators come first: (");
        ptc_text_str(&text, ptc_form_at(c, form)->text);
        if (!is_first) {
            ptc_text_byte(&text, ' ');
            ptc_text_cstr(&text, ptc_compile_quote(c, before));
        }
        ptc_text_byte(&text, ' ');
        ptc_text_cstr(&text, ptc_compile_quote(c, next));
        if (is_first && ptc_form_next(c, next)) {
            ptc_text_byte(&text, ' ');
            ptc_text_cstr(&text, ptc_compile_quote(c, ptc_form_next(c, next)));
        }
        ptc_text_byte(&text, ')');
        if (text.failed)
            ptc_compile_memory(c);
        return text.ptr;
    }
    return check_fillers(c, list);
}

PTC_COLD PTC_NORETURN static void check_raise_infix(ptc_compiler *c, uint32_t list,
                                                    uint32_t form)
{
    ptc_lisp_raise_at(c->lisp, ptc_form_at(c, form)->span.start, PTC_REASON_INVALID_FORM,
                      "Analysis error: %s between values does nothing%s",
                      ptc_compile_quote(c, form), ptc_compile_infix(c, list));
}

static bool check_is_test(const ptc_compiler *c, uint32_t head)
{
    return ptc_form_is_symbol(c, head, "and") || ptc_form_is_symbol(c, head, "or");
}

/* Functions that make text of all their arguments, and tests. */
static bool check_takes_no_operator(ptc_compiler *c, uint32_t head)
{
    static const char *const names[] = {"str", "println", "print",
                                        "prn", "pr-str",  "format"};
    const ptc_form *item = ptc_form_at(c, head);

    if (item->kind != PTC_FORM_SYMBOL || strchr("spfao", item->text.ptr[0]) == NULL)
        return false;
    if (check_is_test(c, head))
        return !ptc_symbol_is_shadowed(ptc_form_symbol(c, head));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (ptc_form_is_symbol(c, head, names[i]))
            return !ptc_symbol_is_shadowed(ptc_form_symbol(c, head));
    return false;
}

void ptc_compile_check_operator(ptc_compiler *c, uint32_t form)
{
    uint32_t list;
    uint32_t head;

    if (!ptc_form_next(c, form) || !check_is_operator(c, form))
        return;
    list = check_parent(c, form);
    head = list ? ptc_form_at(c, list)->child : 0;
    if (!head || form == head || !check_takes_no_operator(c, head))
        return;
    if (ptc_form_is_symbol(c, form, "+") && !check_is_test(c, head))
        ptc_lisp_raise_at(c->lisp, ptc_form_at(c, form)->span.start,
                          PTC_REASON_INVALID_FORM,
                          "Analysis error: leave + out: %s takes any number of values",
                          ptc_compile_quote(c, head));
    check_raise_infix(c, list, form);
}

/* --- Names on their own ------------------------------------------------------------ */

/* Other undefined names, whose message says more. */
static bool check_has_value(const ptc_symbol *symbol)
{
    return symbol->builtin != NULL || ptc_symbol_is_shadowed(symbol);
}

void ptc_compile_check_root(ptc_compiler *c, const uint32_t *roots, uint32_t at)
{
    uint32_t form = roots[at];

    if (at > 0 && check_is_operator(c, form))
        ptc_lisp_raise_at(c->lisp, ptc_form_at(c, form)->span.start,
                          PTC_REASON_INVALID_FORM,
                          "Analysis error: operators come first: (%s %s %s)",
                          ptc_compile_quote(c, form), ptc_compile_quote(c, roots[at - 1]),
                          ptc_compile_quote(c, roots[at + 1]));
    ptc_compile_check_statement(c, form);
}

/* The form that a method right after it is called on, "a".trim(); or nothing. */
static const char *check_object(ptc_compiler *c, uint32_t form)
{
    const ptc_form *item = ptc_form_at(c, form);

    if (item->text.ptr[0] != '.' || form < 2 ||
        ptc_form_at(c, form - 1)->span.end != item->span.start)
        return "";
    return ptc_compile_quote(c, form - 1);
}

/* A name in a body whose value is dropped: `x > 5` in (when x > 5 ..), f(x). */
void ptc_compile_check_statement(ptc_compiler *c, uint32_t form)
{
    const ptc_form *item = ptc_form_at(c, form);
    uint32_t list;
    uint32_t next = form + 1; /* in the order of the text */
    const char *object;

    if (item->flags)
        return;
    list = check_is_operator(c, form) ? check_parent(c, form) : 0;
    if (list)
        check_raise_infix(c, list, form);
    if (ptc_compile_byte(c, item->span.end) != '(' || next >= c->forms.count ||
        ptc_form_at(c, next)->span.start != item->span.end ||
        !check_has_value(ptc_form_symbol(c, form)))
        return;
    object = check_object(c, form);
    ptc_lisp_raise_at(c->lisp, item->span.start, PTC_REASON_INVALID_FORM,
                      "Analysis error: %s is outside its parentheses; write (%s%s%s%s%s",
                      ptc_compile_quote(c, form), ptc_compile_quote(c, form),
                      *object ? " " : "", object, ptc_form_at(c, next)->child ? " " : "",
                      ptc_compile_quote(c, next) + 1);
}

/* --- Calls of literals ------------------------------------------------------------- */

/* What was meant by (1 2 3), ("a" m), (5), (1 + 2), print("x"). */
static void check_write_meant(ptc_compiler *c, uint32_t list, ptc_text *text)
{
    const ptc_form *item = ptc_form_at(c, list);
    uint32_t head = item->child;
    uint32_t last = head;
    ptc_str name = check_name_before(c, item->span.start);
    const char *all;

    while (ptc_form_next(c, last))
        last = ptc_form_next(c, last);
    all = check_quote(c, head, last);
    if (name.len > 0) {
        ptc_text_cstr(text, "the function goes inside the parentheses: (");
        ptc_text_str(text, name);
        ptc_text_byte(text, ' ');
        ptc_text_cstr(text, all);
        ptc_text_byte(text, ')');
    } else if (item->count == 1) {
        ptc_text_cstr(text, "write it without parentheses");
    } else if (item->count == 3 && check_is_operator(c, ptc_form_second(c, list))) {
        ptc_text_cstr(text, ptc_compile_infix(c, list) + 2);
    } else if (ptc_form_at(c, head)->kind == PTC_FORM_NIL ||
               ptc_form_at(c, head)->kind == PTC_FORM_BOOL) {
        ptc_text_cstr(text, "the name of a function comes first");
    } else if (item->count == 2 && ptc_form_at(c, head)->kind == PTC_FORM_STRING &&
               !ptc_form_is_plain_literal(ptc_form_at(c, last))) {
        ptc_text_cstr(text, "to read a key write (get ");
        ptc_text_cstr(text, ptc_compile_quote(c, last));
        ptc_text_byte(text, ' ');
        ptc_text_cstr(text, ptc_compile_quote(c, head));
        ptc_text_byte(text, ')');
    } else if (*all) {
        ptc_text_cstr(text, "a vector of values is [");
        ptc_text_cstr(text, all);
        ptc_text_byte(text, ']');
    } else { /* a list that some-> or cond-> has made */
        ptc_text_cstr(text, "a step is a function or a call: (f ");
        ptc_text_cstr(text, ptc_compile_quote(c, head));
        ptc_text_byte(text, ')');
    }
}

void ptc_compile_call_of_literal(ptc_compiler *c, uint32_t list)
{
    ptc_text text;

    ptc_text_init(&text, c->scratch);
    check_write_meant(c, list, &text);
    if (text.failed)
        ptc_compile_memory(c);
    ptc_lisp_raise_at(c->lisp, ptc_form_at(c, list)->span.start, PTC_REASON_NOT_CALLABLE,
                      "not callable: %s; %s",
                      ptc_compile_quote(c, ptc_form_at(c, list)->child), text.ptr);
}

void ptc_compile_call_of_data(ptc_compiler *c, uint32_t list)
{
    uint32_t head = ptc_form_at(c, list)->child;
    uint32_t key = ptc_form_next(c, head);
    const char *data = ptc_compile_quote(c, head);
    bool is_read = key && !ptc_form_next(c, key);
    const char *infix = ptc_compile_infix(c, list);

    if (*infix)
        ptc_lisp_raise_at(c->lisp, ptc_form_at(c, list)->span.start,
                          PTC_REASON_NOT_CALLABLE, "not callable: %s%s", data, infix);

    if (is_read && ptc_form_at(c, key)->kind == PTC_FORM_INT)
        ptc_lisp_raise_at(c->lisp, ptc_form_at(c, list)->span.start,
                          PTC_REASON_NOT_CALLABLE,
                          "not callable: %s; to read an element write (nth %s %s)", data,
                          data, ptc_compile_quote(c, key));
    if (is_read && ptc_form_at(c, key)->kind == PTC_FORM_KEYWORD)
        ptc_lisp_raise_at(c->lisp, ptc_form_at(c, list)->span.start,
                          PTC_REASON_NOT_CALLABLE,
                          "not callable: %s; to read a key write (%s %s)", data,
                          ptc_compile_quote(c, key), data);
    ptc_lisp_raise_at(c->lisp, ptc_form_at(c, list)->span.start, PTC_REASON_NOT_CALLABLE,
                      "not callable: %s; it is data, write it without parentheses", data);
}

void ptc_compile_thread_literal(ptc_compiler *c, uint32_t form, uint32_t step)
{
    uint32_t before = ptc_form_second(c, form);
    uint32_t at = before;
    bool is_step;

    while (ptc_form_next(c, at) && ptc_form_next(c, at) != step)
        before = at = ptc_form_next(c, at);
    is_step = ptc_form_next(c, at) == step && at != ptc_form_second(c, form) &&
              ptc_form_at(c, before)->kind == PTC_FORM_SYMBOL;
    ptc_lisp_raise_at(
        c->lisp, ptc_form_at(c, step)->span.start, PTC_REASON_NOT_CALLABLE,
        "not callable: %s; a step of %s is a function or a call: (%s %s (%s %s))",
        ptc_compile_quote(c, step), ptc_compile_quote(c, ptc_form_at(c, form)->child),
        ptc_compile_quote(c, ptc_form_at(c, form)->child),
        ptc_compile_quote(c, ptc_form_second(c, form)),
        is_step ? ptc_compile_quote(c, before) : "f", ptc_compile_quote(c, step));
}

/* --- Indexes and separators -------------------------------------------------------- */

/* Whether it is called, in parentheses or before them: (f x), f(x). */
static bool check_is_called(const ptc_compiler *c, uint32_t form)
{
    const ptc_form *item = ptc_form_at(c, form);

    return ptc_compile_byte(c, item->span.end) == '(' ||
           (item->span.start > 0 && ptc_compile_byte(c, item->span.start - 1) == '(');
}

/* Whether memory has the name, or the context, whichever `space` is. */
static bool check_has_data(ptc_compiler *c, ptc_str space, ptc_str name)
{
    ptc_value key;

    if (ptc_str_equal(space, PTC_STR("memory")))
        return ptc_symbol_is_shadowed(ptc_compile_symbol(c, name, ptc_symbol_hash(name)));
    key = ptc_compile_keyword(c, name);
    return ptc_lisp_context_has(c->lisp, &key);
}

/* ctx/user.name, where there is ctx/user alone. */
static void check_dots(ptc_compiler *c, uint32_t form)
{
    ptc_name_parts parts = ptc_compile_parts(c, form);
    const char *dot = memchr(parts.name.ptr, '.', parts.name.len);
    ptc_str first;
    ptc_text meant;

    if (PTC_LIKELY(dot == NULL) || dot == parts.name.ptr)
        return;
    first = ptc_str_make(parts.name.ptr, (size_t)(dot - parts.name.ptr));
    if (check_has_data(c, parts.space, parts.name) ||
        !check_has_data(c, parts.space, first))
        return;
    ptc_text_init(&meant, c->scratch);
    ptc_compile_unbound_dots(
        &meant, ptc_str_make(parts.space.ptr, (size_t)(dot - parts.space.ptr)),
        ptc_str_make(dot + 1, parts.name.len - (size_t)(dot + 1 - parts.name.ptr)),
        check_is_called(c, form));
    if (meant.failed)
        ptc_compile_memory(c);
    ptc_lisp_raise_at(c->lisp, ptc_form_at(c, form)->span.start, PTC_REASON_INVALID_FORM,
                      "Analysis error: there is no %s; %.*s", ptc_compile_quote(c, form),
                      (int)meant.len, meant.ptr);
}

static void check_index(ptc_compiler *c, uint32_t form)
{
    const ptc_form *item = ptc_form_at(c, form);
    size_t start = (size_t)item->span.end + 1;
    size_t end = start;
    bool is_number = true;

    if (ptc_compile_byte(c, item->span.end) != '[')
        return;
    while (strchr("[]()\n", ptc_compile_byte(c, end)) == NULL && end - start < 40) {
        is_number = is_number && ptc_compile_byte(c, end) >= '0' &&
                    ptc_compile_byte(c, end) <= '9';
        end++;
    }
    if (ptc_compile_byte(c, end) != ']' || end == start)
        end = start;
    if (end - start == 2 && memcmp(c->program->text.ptr + start, "-1", 2) == 0)
        ptc_lisp_raise_at(c->lisp, item->span.start, PTC_REASON_INVALID_FORM,
                          "Analysis error: [ ] does not read an element; write (last %s)",
                          ptc_compile_quote(c, form));
    ptc_lisp_raise_at(c->lisp, item->span.start, PTC_REASON_INVALID_FORM,
                      "Analysis error: [ ] does not read an element; write (%s %s %.*s)",
                      is_number && end > start ? "nth" : "get",
                      ptc_compile_quote(c, form), end > start ? (int)(end - start) : 5,
                      end > start ? c->program->text.ptr + start : "index");
}

void ptc_compile_check_data(ptc_compiler *c, uint32_t form)
{
    check_dots(c, form);
    check_index(c, form);
}

/* Whether a literal looks like a separator between words. */
static bool check_is_separator(const ptc_form *item)
{
    if (item->kind != PTC_FORM_STRING || item->text.len == 0 || item->text.len > 2)
        return false;
    for (size_t i = 0; i < item->text.len; i++) {
        unsigned char byte = (unsigned char)item->text.ptr[i];

        if ((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
            (byte >= '0' && byte <= '9') || byte >= 0x80)
            return false;
    }
    return true;
}

/* Whether the name says that it is a separator: (str/split "--" sep) is right. */
static bool check_names_separator(const ptc_form *item)
{
    static const char *const words[] = {"sep", "delim", "regex", "pattern", "re", "rx"};
    ptc_str name = item->text;

    if (item->kind != PTC_FORM_SYMBOL)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        bool is_start = name.len >= length && memcmp(name.ptr, words[i], length) == 0;

        if (is_start && (length > 2 || name.len == length))
            return true;
    }
    return false;
}

static bool check_makes_pattern(ptc_compiler *c, uint32_t form)
{
    return ptc_form_at(c, form)->kind == PTC_FORM_LIST && ptc_form_at(c, form)->child &&
           ptc_form_is_symbol(c, ptc_form_at(c, form)->child, "re-pattern");
}

void ptc_compile_check_split(ptc_compiler *c, uint32_t list)
{
    uint32_t first = ptc_form_second(c, list);
    uint32_t second = first ? ptc_form_next(c, first) : 0;
    const ptc_form *text = second ? ptc_form_at(c, second) : NULL;

    if (!second || !check_is_separator(ptc_form_at(c, first)) ||
        check_names_separator(text) || check_makes_pattern(c, second) ||
        (text->kind != PTC_FORM_SYMBOL && text->kind != PTC_FORM_LIST &&
         (text->kind != PTC_FORM_STRING || text->text.len < 3)))
        return;
    ptc_lisp_raise_at(c->lisp, ptc_form_at(c, list)->span.start, PTC_REASON_INVALID_FORM,
                      "Analysis error: split takes the text first: (str/split %s %s)",
                      ptc_compile_quote(c, second), ptc_compile_quote(c, first));
}

/* --- Bindings ---------------------------------------------------------------------- */

static bool check_is_filler(ptc_compiler *c, uint32_t form)
{
    static const char *const fillers[] = {"in", "=", "<-", ":=", "of", "as"};

    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
        if (ptc_form_is_symbol(c, form, fillers[i]))
            return !ptc_form_symbol(c, form)->local;
    return false;
}

void ptc_compile_check_filler(ptc_compiler *c, uint32_t bindings)
{
    uint32_t name = ptc_form_at(c, bindings)->child;
    uint32_t filler = name ? ptc_form_next(c, name) : 0;
    uint32_t value = filler ? ptc_form_next(c, filler) : 0;
    const ptc_form *item;

    while (value && ptc_form_next(c, value) && !check_is_filler(c, filler)) {
        name = value;
        filler = ptc_form_next(c, name);
        value = ptc_form_next(c, filler);
    }
    item = ptc_form_at(c, value);
    if (!value || ptc_form_at(c, name)->kind != PTC_FORM_SYMBOL ||
        !check_is_filler(c, filler))
        return;
    /* (let [same = other +] ..) is right. */
    if (ptc_form_at(c, bindings)->count % 2 == 0 && item->kind != PTC_FORM_LIST &&
        !ptc_form_is_plain_literal(item))
        return;
    ptc_lisp_raise_at(c->lisp, ptc_form_at(c, filler)->span.start,
                      PTC_REASON_INVALID_FORM, "Analysis error: leave `%s` out: [%s %s]",
                      ptc_compile_quote(c, filler), ptc_compile_quote(c, name),
                      ptc_compile_quote(c, value));
}
