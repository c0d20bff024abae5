/* SPDX-License-Identifier: MIT */
/*
 * Upper and lower case by the full mappings of Unicode, whatever the locale. [ptc-lisp
 * 11.7] A character may become up to three; a sigma at the end of a word is its own small
 * letter, as in Java.
 */
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"
#include "lisp/text/cases.h"
#include "lisp/text/text_int.h"

enum { CASE_SIGMA = 0x3A3, CASE_SMALL_SIGMA = 0x3C3, CASE_FINAL_SIGMA = 0x3C2 };

/* The most bytes that one character becomes: three characters. */
enum {
    CASE_BYTES = 12,
    CASE_STRIDE = 0x4000, /* bytes between two checks of the clock */
};

/* --- Tables ------------------------------------------------------------------------ */

#define CASE_LENGTH(table) (sizeof(table) / sizeof((table)[0]))

/* The mapping of a character in the runs; itself if none has it. */
static uint32_t case_find_run(const case_run *runs, size_t count, uint32_t c)
{
    size_t low = 0;
    uint32_t behind;

    while (count > 0) { /* the runs before `low` begin at c or before */
        size_t half = count / 2;

        if (runs[low + half].first <= c) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    if (low == 0)
        return c;
    behind = c - runs[low - 1].first;
    if (behind % runs[low - 1].step != 0 ||
        behind / runs[low - 1].step >= runs[low - 1].count)
        return c;
    return (uint32_t)((int32_t)c + runs[low - 1].distance);
}

static const case_longer *case_find_longer(const case_longer *rows, size_t count,
                                           uint32_t c)
{
    size_t low = 0;

    while (low < count) {
        size_t middle = low + (count - low) / 2;

        if (rows[middle].from == c)
            return &rows[middle];
        if (rows[middle].from < c)
            low = middle + 1;
        else
            count = middle;
    }
    return NULL;
}

static bool case_is_in(const uint32_t *ends, size_t count, uint32_t c)
{
    size_t low = 0;

    while (low < count) { /* the first end that is not below c */
        size_t middle = low + (count - low) / 2;

        if (ends[middle] < c)
            low = middle + 1;
        else
            count = middle;
    }
    /* The first of a range, or between its first and last. */
    return low % 2 == 1 || ends[low] == c;
}

/* --- Sigma ------------------------------------------------------------------------- */

static bool case_is_cased(uint32_t c)
{
    return c <= case_cased[CASE_LENGTH(case_cased) - 1] &&
           case_is_in(case_cased, CASE_LENGTH(case_cased), c);
}

static bool case_is_ignorable(uint32_t c)
{
    return c <= case_ignorable[CASE_LENGTH(case_ignorable) - 1] &&
           case_is_in(case_ignorable, CASE_LENGTH(case_ignorable), c);
}

/* The code point that ends at `end`; `*at` is where it begins. */
static uint32_t case_before(ptc_str text, size_t end, size_t *at)
{
    uint32_t c = 0;

    *at = end - 1;
    while (((unsigned char)text.ptr[*at] & 0xC0) == 0x80)
        --*at;
    ptc_utf8_decode(text.ptr + *at, end - *at, &c);
    return c;
}

/*
 * Whether the sigma at [at, end) ends a word: there is a letter with case before it and
 * none after it, not counting ignorable characters. Looks only as far as the next sigma,
 * so that many of them take linear time.
 */
static bool case_is_final(ptc_lisp *lisp, ptc_str text, size_t at, size_t end)
{
    uint64_t looked = 0;
    uint32_t c = 0;
    size_t i = at;

    while (i > 0) {
        c = case_before(text, i, &i);
        if (!case_is_ignorable(c))
            break;
        c = 0;
        ptc_lisp_fill_look(lisp, looked++);
    }
    if (!case_is_cased(c))
        return false;
    for (i = end; i < text.len;) {
        i += ptc_utf8_decode(text.ptr + i, text.len - i, &c);
        if (!case_is_ignorable(c))
            return !case_is_cased(c);
        ptc_lisp_fill_look(lisp, looked++);
    }
    return true;
}

/* --- Mapping ----------------------------------------------------------------------- */

/* The mapped form of the character at [at, end) of the text; returns its bytes. */
static size_t case_map(ptc_lisp *lisp, ptc_str text, size_t at, size_t end, uint32_t c,
                       bool is_upper, char out[CASE_BYTES])
{
    const case_longer *longer =
        is_upper ? case_find_longer(case_upper_longer, CASE_LENGTH(case_upper_longer), c)
                 : case_find_longer(case_lower_longer, CASE_LENGTH(case_lower_longer), c);
    size_t size = 0;

    if (longer != NULL) {
        for (size_t i = 0; i < 3 && longer->to[i] != 0; i++)
            size += ptc_utf8_encode(longer->to[i], out + size);
        return size;
    }
    if (is_upper)
        c = case_find_run(case_upper, CASE_LENGTH(case_upper), c);
    else if (c == CASE_SIGMA)
        c = case_is_final(lisp, text, at, end) ? CASE_FINAL_SIGMA : CASE_SMALL_SIGMA;
    else
        c = case_find_run(case_lower, CASE_LENGTH(case_lower), c);
    return ptc_utf8_encode(c, out);
}

static char case_map_byte(char byte, bool is_upper)
{
    char first = is_upper ? 'a' : 'A';

    return byte >= first && byte <= first + 25 ? (char)(byte ^ 32) : byte;
}

/* The one character that a character becomes; itself where it becomes several. */
uint32_t ptc_text_case_of(uint32_t c, bool is_upper)
{
    if (c < 0x80)
        return (uint32_t)case_map_byte((char)c, is_upper);
    if (!is_upper && c == 0x130)
        return 'i';
    if (is_upper &&
        ((c >= 0x1F80 && c <= 0x1FAF) || c == 0x1FB3 || c == 0x1FC3 ||
         c == 0x1FF3)) /* small letters with iota below, to their title case */
        return c > 0x1FAF ? c + 9 : c | 8;
    return is_upper ? case_find_run(case_upper, CASE_LENGTH(case_upper), c)
                    : case_find_run(case_lower, CASE_LENGTH(case_lower), c);
}

/* Maps the bytes below 0x80 at `at` of the text; returns their number. */
static size_t case_map_bytes(ptc_lisp *lisp, ptc_str text, size_t at, bool is_upper,
                             char *out)
{
    size_t most = text.len - at < CASE_STRIDE ? text.len - at : CASE_STRIDE;
    size_t count = 0;

    for (; count < most && (unsigned char)text.ptr[at + count] < 0x80; count++) {
        if (out != NULL)
            out[count] = case_map_byte(text.ptr[at + count], is_upper);
    }
    if (count == CASE_STRIDE)
        ptc_lisp_look(lisp);
    return count;
}

/* Maps the text into `out`, or only measures when that is NULL. Returns the bytes. */
static size_t case_map_text(ptc_lisp *lisp, ptc_str text, bool is_upper, char *out)
{
    char room[CASE_BYTES];
    size_t mappings = 0;
    size_t size = 0;
    size_t at = 0;

    while (at < text.len) {
        uint32_t c;
        size_t end;
        size_t mapped =
            case_map_bytes(lisp, text, at, is_upper, out != NULL ? out + size : NULL);

        if (mapped > 0) {
            size += mapped;
            at += mapped;
            continue;
        }
        end = at + ptc_utf8_decode(text.ptr + at, text.len - at, &c);
        mapped = case_map(lisp, text, at, end, c, is_upper, room);
        if (out != NULL)
            memcpy(out + size, room, mapped);
        size += mapped;
        at = end;
        ptc_lisp_fill_look(lisp, mappings++);
    }
    return size;
}

/* A string of the text in upper or lower case. */
static ptc_value case_convert(ptc_lisp *lisp, const ptc_value *string, bool is_upper)
{
    ptc_str text = ptc_value_text(string);
    size_t size = string->flags & PTC_FLAG_ASCII
                      ? text.len
                      : case_map_text(lisp, text, is_upper, NULL);
    ptc_value mapped;
    char *out;

    ptc_heap_check(lisp, size, 1);
    mapped = ptc_string_new(lisp, size, &out);
    case_map_text(lisp, text, is_upper, out);
    ptc_string_done(&mapped, size);
    return mapped;
}

ptc_value ptc_core_upper_case(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    ptc_text_check(lisp, callee, args, count, 1);
    return case_convert(lisp, &args[0], true);
}

ptc_value ptc_core_upcase(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    return ptc_core_upper_case(lisp, callee, args, count);
}

ptc_value ptc_core_lower_case(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    ptc_text_check(lisp, callee, args, count, 1);
    return case_convert(lisp, &args[0], false);
}

ptc_value ptc_core_downcase(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    return ptc_core_lower_case(lisp, callee, args, count);
}

/* Like Clojure: each part separately, so that a sigma may begin the second one. */
ptc_value ptc_core_capitalize(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    ptc_value parts[2];
    size_t first;

    ptc_text_check(lisp, callee, args, count, 1);
    if (args[0].aux == 0)
        return args[0];
    first = ptc_string_grapheme(lisp, ptc_value_text(&args[0]), 0);
    parts[0] = ptc_text_part(lisp, &args[0], 0, first);
    parts[0] = case_convert(lisp, &parts[0], true);
    parts[1] = ptc_text_part(lisp, &args[0], first, args[0].aux);
    parts[1] = case_convert(lisp, &parts[1], false);
    return ptc_text_join(lisp, PTC_STR(""), parts, 2);
}
