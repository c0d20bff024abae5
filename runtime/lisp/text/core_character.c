/* SPDX-License-Identifier: MIT */
/*
 * Java's Character, for strings of one character and for code points alike. [ptc-lisp 15]
 * A character of several code points, such as a letter with accents, counts as its first
 * one.
 */
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"
#include "lisp/text/letters.h"
#include "lisp/text/text_int.h"

enum { CHARACTER_LAST = 0x10FFFF };

/* --- Tables ------------------------------------------------------------------------ */

#define CHARACTER_IS(table, c)                                                           \
    character_is_in(table, sizeof(table) / sizeof((table)[0]), c)

static bool character_is_in(const letter_run *runs, size_t count, uint32_t c)
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
        return false;
    behind = c - runs[low - 1].first;
    return behind % runs[low - 1].step == 0 &&
           behind / runs[low - 1].step < runs[low - 1].count;
}

/* Its value as a number; -2 when that is not an integer, -1 when it has none. */
static int32_t character_value(uint32_t c)
{
    size_t low = 0;
    size_t high = sizeof letter_values / sizeof *letter_values;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const letter_value *run = &letter_values[middle];

        if (c < run->first)
            high = middle;
        else if (c - run->first >= run->count)
            low = middle + 1;
        else
            return run->value == -2 ? -2 : run->value + (int32_t)(c - run->first);
    }
    return -1;
}

/* Letters of ASCII, and their wide forms, from 10 to 35; or -1. */
static int character_letter(uint32_t c)
{
    if ((c >= 0xFF21 && c <= 0xFF3A) || (c >= 0xFF41 && c <= 0xFF5A))
        c = c - 0xFF21 + 'A';
    if (c < 'A' || c > 'z')
        return -1;
    c |= 32;
    return c >= 'a' && c <= 'z' ? (int)(c - 'a') + 10 : -1;
}

/* Its value as a digit in any base up to 36, or -1. */
static int character_digit(uint32_t c)
{
    if (c < 0x80)
        return c >= '0' && c <= '9' ? (int)(c - '0') : character_letter(c);
    return CHARACTER_IS(letter_digits, c) ? (int)character_value(c) : character_letter(c);
}

static bool character_is_separator(uint32_t c)
{
    return c == ' ' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
           c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

static bool character_is_blank(uint32_t c)
{
    return (c >= 9 && c <= 13) || (c >= 0x1C && c <= 0x1F) ||
           (character_is_separator(c) && c != 0xA0 && c != 0x2007 && c != 0x202F);
}

/* --- Arguments --------------------------------------------------------------------- */

/* The code point of a character, or the integer itself where that is one; else an
 * unassigned one. */
static uint32_t character_of(ptc_lisp *lisp, const ptc_value *callee,
                             const ptc_value *args, uint32_t count)
{
    uint32_t c = UINT32_MAX;

    if (args[0].kind == PTC_INT)
        return args[0].as.integer >= 0 && args[0].as.integer <= CHARACTER_LAST
                   ? (uint32_t)args[0].as.integer
                   : UINT32_MAX;
    if (!ptc_string_is_character(lisp, &args[0]))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    ptc_utf8_decode(args[0].as.text, args[0].aux, &c);
    return c;
}

/* The character of a code point. */
static ptc_value character_string(ptc_lisp *lisp, const ptc_value *callee,
                                  const ptc_value *number)
{
    int64_t c = number->as.integer;
    char text[4];

    if (c < 0 || c > CHARACTER_LAST || (c >= 0xD800 && c <= 0xDFFF))
        ptc_lisp_raise(lisp, PTC_REASON_ARITHMETIC, "%s: there is no character %s",
                       ptc_callee_name(callee), ptc_lisp_quote(lisp, number));
    return ptc_string_of(lisp, ptc_str_make(text, ptc_utf8_encode((uint32_t)c, text)));
}

/* --- Kinds of characters
 * ------------------------------------------------------------ */

#define CHARACTER_PREDICATE(name, condition)                                             \
    ptc_value ptc_core_character_##name(ptc_lisp *lisp, const ptc_value *callee,         \
                                        ptc_value *args, uint32_t count)                 \
    {                                                                                    \
        uint32_t c = character_of(lisp, callee, args, count);                            \
                                                                                         \
        return ptc_value_bool(condition);                                                \
    }

CHARACTER_PREDICATE(is_digit, CHARACTER_IS(letter_digits, c))
CHARACTER_PREDICATE(is_letter, CHARACTER_IS(letter_letters, c))
CHARACTER_PREDICATE(is_letter_or_digit,
                    CHARACTER_IS(letter_letters, c) || CHARACTER_IS(letter_digits, c))
CHARACTER_PREDICATE(is_alphabetic, CHARACTER_IS(letter_alphabetic, c))
CHARACTER_PREDICATE(is_upper_case, CHARACTER_IS(letter_uppers, c))
CHARACTER_PREDICATE(is_lower_case, CHARACTER_IS(letter_lowers, c))
CHARACTER_PREDICATE(is_whitespace, character_is_blank(c))
CHARACTER_PREDICATE(is_space_char, character_is_separator(c))

/* --- Values of characters ---------------------------------------------------------- */

ptc_value ptc_core_character_get_numeric_value(ptc_lisp *lisp, const ptc_value *callee,
                                               ptc_value *args, uint32_t count)
{
    uint32_t c = character_of(lisp, callee, args, count);
    int letter = character_letter(c);

    return ptc_value_int(letter >= 0 ? letter : character_value(c));
}

ptc_value ptc_core_character_digit(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    int digit = character_digit(character_of(lisp, callee, args, count));

    if (args[1].kind != PTC_INT)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (args[1].as.integer < 2 || args[1].as.integer > 36 || digit >= args[1].as.integer)
        digit = -1;
    return ptc_value_int(digit);
}

/* --- Characters -------------------------------------------------------------------- */

/* The first code point in another case, followed by the others. */
static ptc_value character_in_case(ptc_lisp *lisp, const ptc_value *callee,
                                   const ptc_value *args, uint32_t count, bool is_upper)
{
    uint32_t c = character_of(lisp, callee, args, count);
    uint32_t mapped = c > CHARACTER_LAST ? c : ptc_text_case_of(c, is_upper);
    char first[4];
    char ignored[4];
    ptc_value parts[2];

    if (args[0].kind == PTC_INT)
        return mapped == c ? args[0] : ptc_value_int((int64_t)mapped);
    if (mapped == c)
        return args[0];
    parts[0] = ptc_string_of(lisp, ptc_str_make(first, ptc_utf8_encode(mapped, first)));
    parts[1] = ptc_text_part(lisp, &args[0], ptc_utf8_encode(c, ignored), args[0].aux);
    return ptc_text_join(lisp, PTC_STR(""), parts, 2);
}

ptc_value ptc_core_character_to_upper_case(ptc_lisp *lisp, const ptc_value *callee,
                                           ptc_value *args, uint32_t count)
{
    return character_in_case(lisp, callee, args, count, true);
}

ptc_value ptc_core_character_to_lower_case(ptc_lisp *lisp, const ptc_value *callee,
                                           ptc_value *args, uint32_t count)
{
    return character_in_case(lisp, callee, args, count, false);
}

ptc_value ptc_core_char(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    if (args[0].kind == PTC_INT)
        return character_string(lisp, callee, &args[0]);
    character_of(lisp, callee, args, count);
    return args[0];
}

ptc_value ptc_core_character_to_string(ptc_lisp *lisp, const ptc_value *callee,
                                       ptc_value *args, uint32_t count)
{
    return ptc_core_char(lisp, callee, args, count);
}

#define PTC_BUILTIN_CHARACTER PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
