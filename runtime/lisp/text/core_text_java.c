/* SPDX-License-Identifier: MIT */
/*
 * Java's methods of strings. [ptc-lisp D4, 15] Their indexes count characters, like those
 * of all builtins on text, so that an index from one can be passed to another. -1 means
 * that there is no such index; an index outside the text raises.
 */
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"
#include "lisp/text/text_int.h"

/* The offset `count` characters after offset `at`; SIZE_MAX past the end. */
static size_t java_offset(ptc_lisp *lisp, const ptc_value *string, size_t at,
                          int64_t count)
{
    if (count == 0)
        return at;
    at = ptc_string_advance(lisp, string, at, (uint64_t)count - 1);
    return at < string->aux ? at + ptc_string_grapheme(lisp, ptc_value_text(string), at)
                            : SIZE_MAX;
}

/* The index that a Clojure function found. */
static ptc_value java_place(ptc_value found)
{
    return found.kind == PTC_NIL ? ptc_value_int(-1) : found;
}

/* The first argument is the receiver; the first `strings` arguments must be strings. */
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
    return ptc_value_int((int64_t)ptc_string_count(lisp, &args[0]));
}

/* The index of an element that equals args[1]. [ptc-lisp 15] */
static ptc_value java_element_place(ptc_lisp *lisp, ptc_value *args)
{
    for (uint32_t i = 0; i < args[0].aux; i++) {
        ptc_value element = ptc_vector_nth(&args[0], i);

        ptc_lisp_step(lisp);
        if (ptc_lisp_equal(lisp, &element, &args[1]))
            return ptc_value_int(i);
    }
    return ptc_value_int(-1);
}

ptc_value ptc_core_java_index_of(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    if (args[0].kind == PTC_VECTOR && count == 2)
        return java_element_place(lisp, args);
    java_check(lisp, callee, args, count, 0);
    return java_place(ptc_core_index_of(lisp, callee, args, count));
}

ptc_value ptc_core_java_last_index_of(ptc_lisp *lisp, const ptc_value *callee,
                                      ptc_value *args, uint32_t count)
{
    java_check(lisp, callee, args, count, 0);
    return java_place(ptc_core_last_index_of(lisp, callee, args, count));
}

ptc_value ptc_core_java_substring(ptc_lisp *lisp, const ptc_value *callee,
                                  ptc_value *args, uint32_t count)
{
    int64_t start;
    int64_t end;
    size_t from = SIZE_MAX;
    size_t to = SIZE_MAX;

    java_check(lisp, callee, args, count, 1);
    start = ptc_text_index(lisp, callee, args, count, 1);
    end = count == 3 ? ptc_text_index(lisp, callee, args, count, 2) : INT64_MAX;
    if (start >= 0 && start <= end)
        from = java_offset(lisp, &args[0], 0, start);
    if (from != SIZE_MAX)
        to = count == 2 ? args[0].aux : java_offset(lisp, &args[0], from, end - start);
    if (to == SIZE_MAX)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "%s: no such part of a string of %zu characters; subs takes any "
                       "places",
                       ptc_callee_name(callee), ptc_string_count(lisp, &args[0]));
    return ptc_text_part(lisp, &args[0], from, to);
}

ptc_value ptc_core_java_char_at(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count)
{
    int64_t index;
    size_t at = SIZE_MAX;
    size_t end = SIZE_MAX;

    java_check(lisp, callee, args, count, 1);
    index = ptc_text_index(lisp, callee, args, count, 1);
    if (index >= 0)
        at = java_offset(lisp, &args[0], 0, index);
    if (at != SIZE_MAX)
        end = java_offset(lisp, &args[0], at, 1);
    if (end == SIZE_MAX)
        ptc_lisp_raise(
            lisp, PTC_REASON_RUNTIME,
            "%s: no character at %lld in a string of %zu characters; nth takes "
            "any place",
            ptc_callee_name(callee), (long long)index, ptc_string_count(lisp, &args[0]));
    return ptc_string_part(lisp, &args[0], at, end - at);
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
    if (args[0].kind == PTC_VECTOR)
        return ptc_value_bool(java_element_place(lisp, args).as.integer >= 0);
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

ptc_value ptc_core_java_is_empty(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    if (!ptc_value_is_collection(&args[0]))
        java_check(lisp, callee, args, count, 1);
    return ptc_value_bool(args[0].aux == 0);
}

/* The text of any value except nil. */
ptc_value ptc_core_java_to_string(ptc_lisp *lisp, const ptc_value *callee,
                                  ptc_value *args, uint32_t count)
{
    if (args[0].kind == PTC_NIL)
        ptc_method_refuse(lisp, callee, args, count);
    return ptc_core_str(lisp, callee, args, count);
}

ptc_value ptc_core_java_concat(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    java_check(lisp, callee, args, count, 2);
    return ptc_core_str(lisp, callee, args, count);
}

/* A string equals only a string. */
ptc_value ptc_core_java_equals(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    java_check(lisp, callee, args, count, 1);
    return ptc_value_bool(ptc_lisp_equal(lisp, &args[0], &args[1]));
}

ptc_value ptc_core_java_compare_to(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    java_check(lisp, callee, args, count, 2);
    return ptc_value_int(ptc_lisp_compare(lisp, &args[0], &args[1]));
}

/* All occurrences of a literal string. */
ptc_value ptc_core_java_replace(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count)
{
    java_check(lisp, callee, args, count, 3);
    return ptc_text_replace(lisp, callee, args);
}
