/* SPDX-License-Identifier: MIT */
/*
 * Java's methods of strings. [ptc-lisp 15] Their places are UTF-16 units, as programs
 * that call them expect, and -1 says that there is none.
 */
#include "lisp/language/builtins.h"
#include "lisp/text/text_int.h"

/* The UTF-16 units of the first `end` bytes. */
static int64_t java_units(const ptc_value *string, size_t end)
{
    int64_t units = 0;

    if (string->flags & PTC_FLAG_ASCII)
        return (int64_t)end;
    for (size_t i = 0; i < end; i++) {
        unsigned char byte = (unsigned char)string->as.text[i];

        units += (byte & 0xC0) != 0x80 ? 1 : 0;
        units += byte >= 0xF0 ? 1 : 0; /* a surrogate pair */
    }
    return units;
}

/* The offset of the place `units`; SIZE_MAX within a pair or behind the end. */
static size_t java_offset(const ptc_value *string, int64_t units)
{
    size_t at = 0;

    if (string->flags & PTC_FLAG_ASCII)
        return units >= 0 && units <= (int64_t)string->aux ? (size_t)units : SIZE_MAX;
    while (units > 0 && at < string->aux) {
        uint32_t c;

        at += ptc_utf8_decode(string->as.text + at, string->aux - at, &c);
        units -= c >= 0x10000 ? 2 : 1;
    }
    return units == 0 ? at : SIZE_MAX;
}

static ptc_value java_place(const ptc_value *string, size_t offset)
{
    return ptc_value_int(offset == SIZE_MAX ? -1 : java_units(string, offset));
}

/* The first argument receives the call, the first `strings` of them must be strings. */
static void java_check(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                       uint32_t count, uint32_t strings)
{
    if (PTC_UNLIKELY(args[0].kind != PTC_STRING))
        ptc_method_refuse(lisp, callee, args, count);
    ptc_text_check(lisp, callee, args, count, strings);
}

ptc_value ptc_core_java_length(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    java_check(lisp, callee, args, count, 1);
    return ptc_value_int(java_units(&args[0], args[0].aux));
}

/* A start before the text is its beginning, one behind it its end. */
ptc_value ptc_core_java_index_of(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    int64_t from = 0;
    size_t start = 0;
    size_t found;

    java_check(lisp, callee, args, count, 2);
    if (count == 3)
        from = ptc_text_index(lisp, callee, args, count, 2);
    if (from > 0) {
        start = java_offset(&args[0], from);
        if (start == SIZE_MAX && from < java_units(&args[0], args[0].aux))
            start = java_offset(&args[0], from + 1); /* no match begins within a pair */
        start = start == SIZE_MAX ? args[0].aux : start;
    }
    found =
        ptc_text_find(lisp, ptc_str_make(args[0].as.text + start, args[0].aux - start),
                      ptc_value_text(&args[1]));
    return java_place(&args[0], found == SIZE_MAX ? SIZE_MAX : start + found);
}

ptc_value ptc_core_java_last_index_of(ptc_lisp *lisp, const ptc_value *callee,
                                      ptc_value *args, uint32_t count)
{
    ptc_finder finder;

    java_check(lisp, callee, args, count, 2);
    ptc_finder_init(lisp, &finder, ptc_value_text(&args[1]), true);
    return java_place(&args[0], ptc_finder_next(&finder, ptc_value_text(&args[0])));
}

ptc_value ptc_core_java_substring(ptc_lisp *lisp, const ptc_value *callee,
                                  ptc_value *args, uint32_t count)
{
    int64_t length;
    int64_t start;
    int64_t end;
    size_t from;
    size_t to;

    java_check(lisp, callee, args, count, 1);
    length = java_units(&args[0], args[0].aux);
    start = ptc_text_index(lisp, callee, args, count, 1);
    end = count == 3 ? ptc_text_index(lisp, callee, args, count, 2) : length;
    if (start < 0 || start > end || end > length)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "%s: no such part of a string of %u units; subs takes any places",
                       ptc_callee_name(callee), (unsigned)length);
    from = java_offset(&args[0], start);
    to = java_offset(&args[0], end);
    if (from == SIZE_MAX || to == SIZE_MAX)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "%s: would cut a character in two; subs counts characters",
                       ptc_callee_name(callee));
    return ptc_text_part(lisp, &args[0], from, to);
}

/* Everything up to U+0020 at both ends. */
ptc_value ptc_core_java_trim(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    size_t start = 0;
    size_t end;

    java_check(lisp, callee, args, count, 1);
    end = args[0].aux;
    while (end > 0 && (unsigned char)args[0].as.text[end - 1] <= ' ')
        end--;
    while (start < end && (unsigned char)args[0].as.text[start] <= ' ')
        start++;
    return ptc_text_part(lisp, &args[0], start, end);
}

ptc_value ptc_core_java_contains(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    java_check(lisp, callee, args, count, 0);
    return ptc_core_includes(lisp, callee, args, count);
}

ptc_value ptc_core_java_starts_with(ptc_lisp *lisp, const ptc_value *callee,
                                    ptc_value *args, uint32_t count)
{
    java_check(lisp, callee, args, count, 0);
    return ptc_core_starts_with(lisp, callee, args, count);
}

ptc_value ptc_core_java_ends_with(ptc_lisp *lisp, const ptc_value *callee,
                                  ptc_value *args, uint32_t count)
{
    java_check(lisp, callee, args, count, 0);
    return ptc_core_ends_with(lisp, callee, args, count);
}

ptc_value ptc_core_java_to_lower(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    java_check(lisp, callee, args, count, 0);
    return ptc_core_lower_case(lisp, callee, args, count);
}

ptc_value ptc_core_java_to_upper(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    java_check(lisp, callee, args, count, 0);
    return ptc_core_upper_case(lisp, callee, args, count);
}
