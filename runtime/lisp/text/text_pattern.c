/* SPDX-License-Identifier: MIT */
/* Splitting and replacing by regular expressions, as in Java. [ptc-lisp 11.7, 12] */
#include "lisp/heap/build.h"
#include "lisp/heap/caller.h"
#include "lisp/heap/data.h"
#include "lisp/text/pattern.h"
#include "lisp/text/text_int.h"

enum { PATTERN_PIECES = 8 }; /* initial room */

ptc_value ptc_search_result(ptc_lisp *lisp, const ptc_search *search,
                            const ptc_value *string)
{
    const size_t *spans = search->spans;
    ptc_value *items;
    ptc_value vector;

    if (search->groups == 0)
        return ptc_text_part(lisp, string, spans[0], spans[1]);
    vector = ptc_vector_new(lisp, search->groups + 1, search->groups + 1, &items);
    for (uint32_t i = 0; i <= search->groups; i++)
        items[i] = ptc_value_nil();
    for (size_t i = 0; i <= search->groups; i++)
        if (spans[2 * i] != SIZE_MAX)
            items[i] = ptc_text_part(lisp, string, spans[2 * i], spans[2 * i + 1]);
    return vector;
}

/* --- Splitting ------------------------------------------------------------------ */

ptc_value ptc_text_split_by(ptc_lisp *lisp, const ptc_value *string,
                            const ptc_value *regex, int64_t limit)
{
    ptc_value pieces;
    ptc_search search;
    size_t done = 0;
    uint32_t kept;

    ptc_build_start(lisp, &pieces, PATTERN_PIECES, 0);
    lisp->patterns->start(lisp, &search, regex, string, false);
    while ((limit <= 0 || pieces.aux + INT64_C(1) < limit) &&
           lisp->patterns->next(lisp, &search)) {
        if (search.spans[1] == 0)
            continue; /* an empty match at the start splits nothing off */
        ptc_build_push(lisp, &pieces, ptc_text_part(lisp, string, done, search.spans[0]));
        done = search.spans[1];
    }
    ptc_build_push(lisp, &pieces, ptc_text_part(lisp, string, done, string->aux));
    kept = pieces.aux;
    while (limit == 0 && kept > 0 && pieces.aux > 1 && pieces.as.items[kept - 1].aux == 0)
        kept--;
    pieces.aux = kept;
    return pieces;
}

/* --- Replacements that are text ------------------------------------------------- */

/* `$0` and `${name}` mean groups, `\` makes the next character literal. */
typedef struct pattern_template {
    ptc_lisp *lisp;
    const char *name; /* of the builtin */
    ptc_str text;
    const ptc_search *search;
    const ptc_value *string;
    ptc_text *out;
} pattern_template;

PTC_COLD PTC_NORETURN static void template_fail(const pattern_template *template,
                                                const char *what)
{
    ptc_value text = ptc_value_string(template->text);

    ptc_lisp_raise(template->lisp, PTC_REASON_RUNTIME,
                   "%s: %s in the replacement %s; a dollar itself is \\\\$, a backslash "
                   "\\\\\\\\",
                   template->name, what, ptc_lisp_quote(template->lisp, &text));
}

static void template_put_group(const pattern_template *template, uint32_t number)
{
    const size_t *spans = template->search->spans + 2 * (size_t)number;

    if (spans[0] != SIZE_MAX)
        ptc_text_bytes(template->out, template->string->as.text + spans[0],
                       spans[1] - spans[0]);
}

/* After `$` at `at`: more digits as long as there is a group of that number. */
static size_t template_number(const pattern_template *template, size_t at)
{
    ptc_str text = template->text;
    uint32_t number = (uint32_t)(text.ptr[at++] - '0');

    if (number > template->search->groups)
        template_fail(template, "there is no group of that number");
    while (at < text.len && text.ptr[at] >= '0' && text.ptr[at] <= '9') {
        uint32_t longer = number * 10 + (uint32_t)(text.ptr[at] - '0');

        if (longer > template->search->groups)
            break;
        number = longer;
        at++;
    }
    template_put_group(template, number);
    return at;
}

static size_t template_name(const pattern_template *template, size_t at)
{
    ptc_str text = template->text;
    const char *end = memchr(text.ptr + at, '}', text.len - at);
    size_t len = end != NULL ? (size_t)(end - (text.ptr + at)) : 0;
    uint32_t number;

    if (end == NULL)
        template_fail(template, "${ is never closed");
    number = template->lisp->patterns->group(template->search,
                                             ptc_str_make(text.ptr + at, len));
    if (number == 0)
        template_fail(template, "there is no group of that name");
    template_put_group(template, number);
    return at + len + 1;
}

/* Appends the replacement of the match. */
static void template_put(const pattern_template *template)
{
    ptc_str text = template->text;
    size_t at = 0;

    while (at < text.len) {
        size_t from = at;

        while (at < text.len && text.ptr[at] != '$' && text.ptr[at] != '\\')
            at++;
        ptc_text_bytes(template->out, text.ptr + from, at - from);
        if (at == text.len)
            return;
        if (at + 1 == text.len)
            template_fail(template, "the last character has no meaning");
        at++;
        if (text.ptr[at - 1] == '\\')
            ptc_text_byte(template->out, text.ptr[at++]);
        else if (text.ptr[at] == '{')
            at = template_name(template, at + 1);
        else if (text.ptr[at] >= '0' && text.ptr[at] <= '9')
            at = template_number(template, at);
        else
            template_fail(template, "$ refers to no group");
    }
}

/* There are no callbacks, so the text can grow in the run's arena. */
static ptc_value replace_by_text(ptc_lisp *lisp, const ptc_value *callee,
                                 const ptc_value *args, bool is_first)
{
    ptc_arena_mark mark = ptc_arena_place(&lisp->run_arena);
    pattern_template template = {.lisp = lisp,
                                 .name = ptc_callee_name(callee),
                                 .text = ptc_value_text(&args[2]),
                                 .string = &args[0]};
    ptc_search search;
    ptc_value result;
    ptc_text out;
    size_t done = 0;
    bool is_found = false;

    ptc_text_init(&out, &lisp->run_arena);
    template.out = &out;
    template.search = &search;
    lisp->patterns->start(lisp, &search, &args[1], &args[0], false);
    while (!(is_first && is_found) && lisp->patterns->next(lisp, &search)) {
        ptc_text_bytes(&out, args[0].as.text + done, search.spans[0] - done);
        template_put(&template);
        done = search.spans[1];
        is_found = true;
        if (out.failed || out.len > lisp->heap_most)
            ptc_lisp_memory_error(lisp);
    }
    if (!is_found)
        return args[0];
    ptc_text_bytes(&out, args[0].as.text + done, args[0].aux - done);
    if (out.failed)
        ptc_lisp_memory_error(lisp);
    result = ptc_string_of(lisp, ptc_text_view(&out));
    ptc_arena_rewind(&lisp->run_arena, mark);
    return result;
}

/* --- Replacements that are computed --------------------------------------------- */

PTC_COLD PTC_NORETURN static void replace_refuse(ptc_lisp *lisp, const ptc_value *callee,
                                                 const ptc_value *other)
{
    ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                   "%s: expected a string from the function, got %s; use str",
                   ptc_callee_name(callee), ptc_lisp_type_name(other));
}

/* Parts of the string and results of the function in turn. A SAFEPOINT for each match. */
static ptc_value replace_by_function(ptc_lisp *lisp, const ptc_value *callee,
                                     const ptc_value *args, bool is_first)
{
    ptc_value *pieces = ptc_lisp_reserve(lisp, 1);
    ptc_caller caller = ptc_caller_make(lisp, &args[2], 1, NULL);
    ptc_search search = {.at = 0};
    size_t done = 0;
    size_t at;

    ptc_build_start(lisp, pieces, PATTERN_PIECES, 0);
    do {
        ptc_value made;

        at = search.at;
        lisp->patterns->start(lisp, &search, &args[1], &args[0], false);
        search.at = at;
        if (!lisp->patterns->next(lisp, &search))
            break;
        ptc_build_push(lisp, pieces,
                       ptc_text_part(lisp, &args[0], done, search.spans[0]));
        done = search.spans[1];
        made = ptc_search_result(lisp, &search, &args[0]);
        made = ptc_caller_one(lisp, &caller, &made);
        if (made.kind != PTC_STRING)
            replace_refuse(lisp, callee, &made);
        ptc_build_push(lisp, pieces, made);
    } while (!is_first);
    if (pieces->aux == 0)
        return args[0];
    ptc_build_push(lisp, pieces, ptc_text_part(lisp, &args[0], done, args[0].aux));
    return ptc_text_join(lisp, PTC_STR(""), pieces->as.items, pieces->aux);
}

ptc_value ptc_text_replace_by(ptc_lisp *lisp, const ptc_value *callee,
                              const ptc_value *args, bool is_first)
{
    if (args[2].kind == PTC_STRING)
        return replace_by_text(lisp, callee, args, is_first);
    return replace_by_function(lisp, callee, args, is_first);
}
