/* SPDX-License-Identifier: MIT */
/*
 * Making strings: str, pr-str, join, subs; names and keywords. [ptc-lisp 11.7] The
 * constants of the family are also here; its files share text_part.c.
 */
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"
#include "lisp/text/text_int.h"

/* --- Texts of values --------------------------------------------------------------- */

ptc_value ptc_core_str(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    (void)callee;
    return ptc_text_join(lisp, PTC_STR(""), args, count);
}

ptc_value ptc_core_pr_str(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    (void)callee;
    return ptc_text_print_all(lisp, PTC_STR(" "), args, count, PTC_PRINT_READABLE);
}

/* (join coll), (join separator coll); the separator is text as for str. */
ptc_value ptc_core_join(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    ptc_value list = args[count - 1];
    ptc_value separator = ptc_value_nil();
    const ptc_value *items =
        ptc_lisp_seq(lisp, &list, ptc_callee_name(callee), args, count);
    ptc_value shown[2];

    if (PTC_UNLIKELY(count == 2 && ptc_value_is_collection(&args[0]) &&
                     args[1].kind == PTC_STRING)) /* turned around */
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    ptc_lisp_steps(lisp, list.aux);
    if (PTC_UNLIKELY(ptc_lisp_hide_entry(lisp, &list, shown)))
        items = shown;
    separator = ptc_text_join(lisp, PTC_STR(""), args, count - 1);
    return ptc_text_join(lisp, ptc_value_text(&separator), items, list.aux);
}

/* --- Parts ------------------------------------------------------------------------- */

/* A start below 0 gives "", an end past the text is its end. */
ptc_value ptc_core_subs(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    int64_t start;
    int64_t end = INT64_MAX;
    size_t from;
    size_t to;

    ptc_text_check(lisp, callee, args, count, 1);
    start = ptc_text_index(lisp, callee, args, count, 1);
    if (count == 3)
        end = ptc_text_index(lisp, callee, args, count, 2);
    if (start < 0 || end <= start)
        return ptc_text_part(lisp, &args[0], 0, 0);
    from = ptc_string_advance(lisp, &args[0], 0, (uint64_t)start);
    to = count == 2
             ? args[0].aux
             : ptc_string_advance(lisp, &args[0], from, (uint64_t)end - (uint64_t)start);
    return ptc_text_part(lisp, &args[0], from, to);
}

/* By graphemes, so that accents stay on their letters. */
ptc_value ptc_core_reverse_text(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count)
{
    ptc_str text;
    ptc_value reversed;
    size_t graphemes = 0;
    char *out;

    ptc_text_check(lisp, callee, args, count, 1);
    text = ptc_value_text(&args[0]);
    reversed = ptc_string_new(lisp, text.len, &out);
    for (size_t at = 0; at < text.len;) {
        size_t size = ptc_string_grapheme(lisp, text, at);

        memcpy(out + (text.len - at - size), text.ptr + at, size);
        at += size;
        ptc_lisp_fill_look(lisp, graphemes++);
    }
    ptc_string_done(&reversed, text.len);
    return reversed;
}

/* --- Names ------------------------------------------------------------------------- */

/* a/b is b; / is also a name. */
static ptc_str text_behind_slash(ptc_str symbol)
{
    const char *slash = memchr(symbol.ptr, '/', symbol.len);
    size_t skip = slash != NULL ? (size_t)(slash - symbol.ptr) + 1 : 0;

    return skip == 0 || skip == symbol.len
               ? symbol
               : ptc_str_make(symbol.ptr + skip, symbol.len - skip);
}

ptc_value ptc_core_name(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    ptc_value name = args[0];

    if (name.kind == PTC_STRING)
        return name;
    if (name.kind == (uint8_t)PTC_SYMBOL)
        return ptc_string_of(lisp, text_behind_slash(ptc_value_text(&name)));
    if (name.kind != PTC_KEYWORD)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    return ptc_string_of(lisp, ptc_value_text(&name));
}

ptc_value ptc_core_keyword(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    (void)callee, (void)count;
    if (args[0].kind == PTC_KEYWORD)
        return args[0];
    if (args[0].kind != PTC_STRING && args[0].kind != (uint8_t)PTC_SYMBOL)
        return ptc_value_nil();
    ptc_lisp_read_bytes(lisp, args[0].aux);
    if (!ptc_keyword_is_legal(ptc_value_text(&args[0])))
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "keyword: %s cannot be a keyword; names have letters, digits and "
                       "+-*<>=?!_ only",
                       ptc_lisp_quote(lisp, &args[0]));
    return ptc_name_value(ptc_name_intern(lisp, ptc_value_text(&args[0])), PTC_KEYWORD);
}

#define PTC_BUILTIN_TEXT PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
