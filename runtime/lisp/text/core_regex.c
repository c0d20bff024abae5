/* SPDX-License-Identifier: MIT */
/* Regular expressions: making them, finding, taking numbers out. [ptc-lisp 12] */
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"
#include "lisp/text/pattern.h"
#include "lisp/text/text_int.h"

enum { REGEX_COST = 16 }; /* parts of a pattern that are compiled for one step */

/* --- Making --------------------------------------------------------------------- */

PTC_COLD PTC_NORETURN static void regex_fail(ptc_lisp *lisp, const ptc_value *callee,
                                             const ptc_value *source,
                                             const ptc_pattern_fault *fault)
{
    size_t place = ptc_utf8_count(source->as.text,
                                  fault->at < source->aux ? fault->at : source->aux);

    ptc_lisp_raise(lisp, PTC_REASON_RUNTIME, "%s: in %s at character %zu: %s",
                   ptc_callee_name(callee), ptc_lisp_quote(lisp, source), place + 1,
                   fault->text);
}

/* The regex with a source, a string. */
static ptc_value regex_make(ptc_lisp *lisp, const ptc_value *callee,
                            const ptc_value *source)
{
    ptc_value regex = ptc_value_make((ptc_kind)PTC_REGEX, 0, 0);
    ptc_pattern_fault fault;
    ptc_boxed *boxed;
    uint32_t cost;

    if (!ptc_pattern_prepare(lisp, ptc_value_text(source), &fault, &cost))
        regex_fail(lisp, callee, source, &fault);
    ptc_lisp_steps(lisp, 1 + cost / REGEX_COST);
    boxed = ptc_heap_alloc(lisp, sizeof *boxed);
    boxed->head = ptc_object_head(PTC_OBJECT_BOXED, sizeof *boxed);
    boxed->more = NULL;
    boxed->content = *source;
    regex.as.object = (ptc_object *)(void *)boxed;
    return regex;
}

ptc_value ptc_core_re_pattern(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    if (ptc_is_regex(&args[0]))
        return args[0];
    if (args[0].kind != PTC_STRING)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    return regex_make(lisp, callee, &args[0]);
}

/* --- Finding -------------------------------------------------------------------- */

/* Begins a search of args[1] by args[0]. */
static void regex_start(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                        bool is_whole, ptc_search *search)
{
    const char *name = ptc_callee_name(callee);

    if (PTC_UNLIKELY(args[1].kind == PTC_NIL))
        ptc_lisp_type_error(lisp, name, args, 2);
    if (PTC_UNLIKELY(!ptc_is_regex(&args[0]) || args[1].kind != PTC_STRING))
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "%s: invalid argument types: %s, %s; write (%s #\"pattern\" text)",
                       name, ptc_lisp_type_name(&args[0]), ptc_lisp_type_name(&args[1]),
                       name);
    lisp->patterns->start(lisp, search, &args[0], &args[1], is_whole);
}

static ptc_value regex_first(ptc_lisp *lisp, const ptc_value *callee,
                             const ptc_value *args, bool is_whole)
{
    ptc_search search;

    regex_start(lisp, callee, args, is_whole, &search);
    if (!lisp->patterns->next(lisp, &search))
        return ptc_value_nil();
    return ptc_search_result(lisp, &search, &args[1]);
}

ptc_value ptc_core_re_find(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    (void)count;
    return regex_first(lisp, callee, args, false);
}

ptc_value ptc_core_re_matches(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    (void)count;
    return regex_first(lisp, callee, args, true);
}

ptc_value ptc_core_re_seq(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    ptc_value found = ptc_value_nil();
    ptc_search search;

    (void)count;
    regex_start(lisp, callee, args, false, &search);
    while (lisp->patterns->next(lisp, &search)) {
        if (found.kind == PTC_NIL)
            ptc_build_start(lisp, &found, 4, PTC_FLAG_SEQ);
        ptc_build_push(lisp, &found, ptc_search_result(lisp, &search, &args[1]));
    }
    return found;
}

ptc_value ptc_core_re_split(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    ptc_search search;

    (void)count;
    regex_start(lisp, callee, args, false, &search);
    return ptc_text_split_by(lisp, &args[1], &args[0], 0);
}

/* --- Taking out ----------------------------------------------------------------- */

/* The group args[2], or 1, of the first match as a string; nil when there is none. */
static ptc_value regex_extract(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    int64_t group = count > 2 ? ptc_index_arg(lisp, callee, args, count, 2) : 1;
    const size_t *span;
    ptc_search search;

    if (args[0].kind == PTC_STRING)
        args[0] = regex_make(lisp, callee, &args[0]);
    regex_start(lisp, callee, args, false, &search);
    if (!lisp->patterns->next(lisp, &search) || group < 0 ||
        group > (int64_t)search.groups)
        return ptc_value_nil();
    span = search.spans + 2 * group;
    if (span[0] == SIZE_MAX)
        return ptc_value_nil();
    return ptc_text_part(lisp, &args[1], span[0], span[1]);
}

ptc_value ptc_core_extract(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    return regex_extract(lisp, callee, args, count);
}

ptc_value ptc_core_extract_int(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    ptc_value text = regex_extract(lisp, callee, args, count);
    ptc_value number = ptc_core_parse_long(lisp, callee, &text, 1);

    if (number.kind == PTC_NIL && count == 4)
        return args[3];
    return number;
}

#define PTC_BUILTIN_REGEX PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
