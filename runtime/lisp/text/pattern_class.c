/* SPDX-License-Identifier: MIT */
/* Escapes of characters and sets, and brackets, of Java's patterns. See pattern_java.c.
 */
#include "lisp/text/pattern_int.h"

/* --- Escapes -------------------------------------------------------------------- */

static bool java_hex_digits(ptc_java_reader *reader, unsigned least, unsigned most,
                            uint32_t *out)
{
    unsigned count = 0;

    *out = 0;
    for (; count < most; count++) {
        uint32_t c = ptc_java_peek(reader);
        uint32_t digit = ptc_java_is_digit(c)     ? c - '0'
                         : (c >= 'a' && c <= 'f') ? c - 'a' + 10
                         : (c >= 'A' && c <= 'F') ? c - 'A' + 10
                                                  : 16;

        if (digit == 16)
            break;
        *out = *out * 16 + digit;
        ptc_java_take(reader);
    }
    return count >= least;
}

static uint32_t java_bad(ptc_java_reader *reader, size_t at, const char *text)
{
    ptc_java_fail(reader, at, text);
    return ' ';
}

/* After \u; a pair of surrogates is one character. */
static uint32_t java_escape_u(ptc_java_reader *reader, size_t start)
{
    uint32_t high;
    uint32_t low;

    if (!java_hex_digits(reader, 4, 4, &high))
        return java_bad(reader, start, "\\u needs four hexadecimal digits");
    if (high < 0xD800 || high > 0xDFFF)
        return high;
    if (high > 0xDBFF || !ptc_java_skip(reader, "\\u") ||
        !java_hex_digits(reader, 4, 4, &low) || low < 0xDC00 || low > 0xDFFF)
        return java_bad(reader, start, "this is half of a pair of surrogates");
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

static uint32_t java_escape_x(ptc_java_reader *reader, size_t start)
{
    uint32_t c;

    if (ptc_java_skip(reader, "{")) {
        if (!java_hex_digits(reader, 1, 8, &c) || !ptc_java_skip(reader, "}"))
            return java_bad(reader, start, "\\x{..} needs hexadecimal digits");
        if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
            return java_bad(reader, start, "there is no such character");
        return c;
    }
    if (!java_hex_digits(reader, 2, 2, &c))
        return java_bad(reader, start, "\\x needs two hexadecimal digits");
    return c;
}

/* After \0: up to \0377. */
static uint32_t java_escape_octal(ptc_java_reader *reader, size_t start)
{
    uint32_t c = 0;
    unsigned count = 0;

    for (; count < 3; count++) {
        uint32_t digit = ptc_java_peek(reader) - '0';

        if (digit > 7 || (count == 2 && c > 037))
            break;
        c = c * 8 + digit;
        ptc_java_take(reader);
    }
    return count > 0 ? c : java_bad(reader, start, "\\0 needs octal digits");
}

/* A single character, whose letter was taken; PTC_JAVA_END when it is not one. */
uint32_t ptc_java_escape_char(ptc_java_reader *reader, uint32_t letter, size_t start)
{
    switch (letter) {
    case 't':
        return '\t';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 'f':
        return '\f';
    case 'a':
        return 7;
    case 'e':
        return 27;
    case 'u':
        return java_escape_u(reader, start);
    case 'x':
        return java_escape_x(reader, start);
    case '0':
        return java_escape_octal(reader, start);
    case 'c':
        letter = ptc_java_take(reader);
        return letter < 0x80 ? letter ^ 64
                             : java_bad(reader, start, "\\c needs a letter");
    default:
        return ptc_java_is_letter(letter) || ptc_java_is_digit(letter) ? PTC_JAVA_END
                                                                       : letter;
    }
}

/* After \p or \P. */
static void java_property(ptc_java_reader *reader, size_t start, ptc_chars *out)
{
    const char *from = reader->source.ptr + reader->at;
    size_t len;
    uint32_t c;

    if (!ptc_java_skip(reader, "{")) {
        c = ptc_java_take(reader);
        len = c < 0x80 ? 1 : 0;
    } else {
        from++;
        while ((c = ptc_java_peek(reader)) != '}' && c != PTC_JAVA_END)
            ptc_java_take(reader);
        len = (size_t)(reader->source.ptr + reader->at - from);
        if (!ptc_java_skip(reader, "}")) {
            ptc_java_fail(reader, start, "\\p{ is never closed");
            return;
        }
    }
    if (!ptc_chars_of_property(&reader->maker, ptc_str_make(from, len),
                               (reader->flags & PTC_JAVA_C) != 0, out))
        ptc_java_fail(
            reader, start,
            "there is no such property here; there are \\p{L} \\p{Lu} \\p{N} "
            "\\p{Alpha} \\p{Punct} \\p{IsAlphabetic} \\p{IsGreek} and the like");
}

/* \d \W \p{L} and so on, whose letter was taken; false when it is not one. */
bool ptc_java_escape_set(ptc_java_reader *reader, uint32_t letter, size_t start,
                         ptc_chars *out)
{
    bool is_upper = letter >= 'A' && letter <= 'Z';
    uint32_t lower = is_upper ? letter + 32 : letter;

    *out = (ptc_chars){0};
    if (lower == 'p')
        java_property(reader, start, out);
    else if (!ptc_chars_of_letter(&reader->maker, lower,
                                  (reader->flags & PTC_JAVA_C) != 0, out))
        return false;
    if (is_upper)
        ptc_chars_negate(&reader->maker, out);
    return true;
}

/* --- Brackets ------------------------------------------------------------------- */

/* A character or a set inside brackets: true when it is one character. */
static bool java_class_item(ptc_java_reader *reader, uint32_t *c, ptc_chars *set,
                            unsigned depth)
{
    size_t start = reader->at;
    uint32_t letter;

    *c = ptc_java_take(reader);
    if (reader->is_quoted)
        return true;
    if (*c == '[') {
        ptc_java_class(reader, start, depth + 1, set);
        return false;
    }
    if (*c != '\\')
        return true;
    letter = ptc_java_take(reader);
    if (letter == PTC_JAVA_END) {
        ptc_java_fail(reader, start, "a backslash ends the pattern");
        return true;
    }
    if (ptc_java_escape_set(reader, letter, start, set))
        return false;
    *c = ptc_java_escape_char(reader, letter, start);
    if (*c == PTC_JAVA_END)
        ptc_java_fail(reader, start, "this escape has no meaning within brackets");
    return true;
}

/* \Q and \E, and blanks with flag x. */
void ptc_java_class_skip(ptc_java_reader *reader)
{
    for (;;) {
        ptc_java_skip_blanks(reader);
        if (ptc_java_skip(reader, reader->is_quoted ? "\\E" : "\\Q"))
            reader->is_quoted = !reader->is_quoted;
        else
            return;
    }
}

static bool java_is_range(const ptc_java_reader *reader)
{
    size_t size;

    if (reader->is_quoted || ptc_java_peek(reader) != '-')
        return false;
    switch (ptc_java_look(reader, reader->at + 1, &size)) {
    case ']':
    case '[':
    case PTC_JAVA_END:
        return false;
    default:
        return true;
    }
}

static void java_class_part(ptc_java_reader *reader, ptc_chars *out, unsigned depth)
{
    size_t start = reader->at;
    ptc_chars set = {0};
    uint32_t low;
    uint32_t high;

    if (java_class_item(reader, &low, &set, depth)) {
        high = low;
        if (java_is_range(reader)) {
            ptc_java_take(reader);
            ptc_java_class_skip(reader);
            if (!java_class_item(reader, &high, &set, depth) || high < low)
                ptc_java_fail(reader, start,
                              "this range runs from a higher character to a lower one");
        }
        if (reader->fault->text != NULL)
            return;
        ptc_chars_add(&reader->maker, &set, low, high);
        if (ptc_java_folds_ascii(reader))
            ptc_chars_fold(&reader->maker, &set);
    }
    ptc_chars_union(&reader->maker, out, set);
}

/* After [ up to its end; sets can be nested in it, and && intersects everything before it
 * with everything after it. */
void ptc_java_class(ptc_java_reader *reader, size_t start, unsigned depth, ptc_chars *out)
{
    bool is_negated = ptc_java_skip(reader, "^");
    bool is_first = true;
    ptc_chars right = {0};
    ptc_chars left = {0};
    bool has_left = false;

    if (depth > PTC_JAVA_DEPTH)
        ptc_java_fail(reader, start, "brackets are nested too deep");
    for (;; is_first = false) {
        ptc_java_class_skip(reader);
        if (ptc_java_peek(reader) == PTC_JAVA_END) {
            ptc_java_fail(reader, start, "[ is never closed; a bracket itself is \\[");
            return;
        }
        if (!reader->is_quoted && !is_first && ptc_java_skip(reader, "]"))
            break;
        if (!reader->is_quoted && ptc_java_skip(reader, "&&")) {
            if (has_left)
                ptc_chars_intersect(&reader->maker, &left, right);
            else
                left = right;
            has_left = true;
            right = (ptc_chars){0};
        } else {
            java_class_part(reader, &right, depth);
        }
    }
    if (has_left)
        ptc_chars_intersect(&reader->maker, &left, right);
    *out = has_left ? left : right;
    if (is_negated)
        ptc_chars_negate(&reader->maker, out);
}
