/* SPDX-License-Identifier: MIT */
/*
 * Writing characters and places for PCRE2, and bounding the work of matching the output.
 * See pattern_java.c.
 */
#include "lisp/text/pattern_int.h"

#include <stdio.h>

enum { JAVA_MANY = 16 }; /* characters whose reading counts as work */

/* --- Writing -------------------------------------------------------------------- */

static void java_put_unicode(ptc_java_reader *reader, uint32_t c)
{
    char bytes[4];

    if (!reader->maker.is_ascii)
        ptc_text_bytes(&reader->out, bytes, ptc_utf8_encode(c, bytes));
    else if (ptc_java_folds_unicode(reader) && (c == 0x17F || c == 0x212A))
        ptc_java_put(reader, c == 0x17F ? "s" : "k"); /* their other cases */
    else
        ptc_java_put(reader, "\\xff"); /* texts of ASCII have none */
}

void ptc_java_put_char(ptc_java_reader *reader, uint32_t c)
{
    ptc_chars chars = {0};

    if (ptc_java_is_letter(c) && ptc_java_folds_ascii(reader)) {
        ptc_chars_add(&reader->maker, &chars, c, c);
        ptc_chars_fold(&reader->maker, &chars);
        ptc_chars_write(&reader->maker, &chars, &reader->out);
    } else if (c >= 0x80) {
        java_put_unicode(reader, c);
    } else if (ptc_java_is_letter(c) || ptc_java_is_digit(c) || c == '_') {
        ptc_text_byte(&reader->out, (char)c);
    } else if (c < 0x20 || c == 0x7F) {
        static const char digits[] = "0123456789abcdef";

        ptc_java_put(reader, "\\x");
        ptc_text_byte(&reader->out, digits[c / 16]);
        ptc_text_byte(&reader->out, digits[c % 16]);
    } else {
        ptc_text_byte(&reader->out, '\\');
        ptc_text_byte(&reader->out, (char)c);
    }
}

void ptc_java_insert(ptc_java_reader *reader, size_t at, const char *text)
{
    size_t len = strlen(text);

    if (ptc_text_extend(&reader->out, len) == NULL)
        return;
    memmove(reader->out.ptr + at + len, reader->out.ptr + at, reader->out.len - len - at);
    memcpy(reader->out.ptr + at, text, len);
}

/* --- Watched repeats ------------------------------------------------------------ */

void ptc_java_put_callout(ptc_java_reader *reader, unsigned number)
{
    if (reader->watch == PTC_PATTERN_PLAIN)
        return;
    ptc_java_put(reader, "(?C");
    ptc_text_uint(&reader->out, number);
    ptc_java_put(reader, ")");
}

static void java_put_times(ptc_java_reader *reader, uint32_t low, uint32_t high)
{
    ptc_java_put(reader, "{");
    ptc_text_uint(&reader->out, low);
    ptc_java_put(reader, ",");
    if (high != UINT32_MAX)
        ptc_text_uint(&reader->out, high);
    ptc_java_put(reader, "}");
}

/* x{n,} as x{n}(?:x{65535})*x{0,65535}, which tries the same lengths, the longest first.
 */
static void java_put_cut(ptc_java_reader *reader, size_t from, uint32_t low,
                         bool is_possessive)
{
    size_t len = reader->out.len - from;
    const char *end = is_possessive ? "+" : "";
    char *atom = ptc_arena_copy(reader->maker.arena, reader->out.ptr + from, len);

    if (atom == NULL) {
        reader->maker.failed = true;
        return;
    }
    java_put_times(reader, low, low);
    ptc_java_put_callout(reader, PTC_CALLOUT_AFTER);
    ptc_java_put(reader, "(?:");
    ptc_text_bytes(&reader->out, atom, len);
    java_put_times(reader, PTC_PATTERN_RUN, PTC_PATTERN_RUN);
    ptc_java_put_callout(reader, PTC_CALLOUT_AFTER);
    ptc_java_put(reader, ")*");
    ptc_java_put(reader, end);
    ptc_text_bytes(&reader->out, atom, len);
    java_put_times(reader, 0, PTC_PATTERN_RUN);
    ptc_java_put(reader, end);
    ptc_java_put_callout(reader, PTC_CALLOUT_AFTER);
}

static void java_put_before(ptc_java_reader *reader, size_t from, uint32_t low)
{
    char text[16];
    unsigned power = 0;

    while (power < 16 && (UINT32_C(1) << power) < low)
        power++;
    snprintf(text, sizeof text, "(?C%u)", PTC_CALLOUT_BEFORE + power);
    ptc_java_insert(reader, from, text);
}

void ptc_java_put_repeat(ptc_java_reader *reader, ptc_java_atom atom, size_t from,
                         ptc_str text, uint32_t low, uint32_t high)
{
    char last = text.ptr[text.len - 1];
    bool is_plain = reader->watch == PTC_PATTERN_PLAIN;

    if (!is_plain && atom == PTC_JAVA_CHAR && low >= JAVA_MANY) {
        size_t before = reader->out.len;

        java_put_before(reader, from, low);
        from += reader->out.len - before;
    }
    if (reader->watch == PTC_PATTERN_CUT && atom == PTC_JAVA_CHAR && high == UINT32_MAX &&
        !(last == '?' && text.len > 1)) {
        java_put_cut(reader, from, low, last == '+' && text.len > 1);
        return;
    }
    if (low > 1 && atom == PTC_JAVA_CHAR && reader->out.len - from == 1 &&
        reader->out.ptr[from] == '.') {
        /* .{n} as ..{n-1}: where too few bytes are left, PCRE2 mistakes a text that
         * continues for one that ends, unless it has read a character before. */
        ptc_java_put(reader, ".");
        java_put_times(reader, low - 1, high == UINT32_MAX ? high : high - 1);
        text = text.ptr[text.len - 1] == '}' ? PTC_STR("")
                                             : ptc_str_make(&text.ptr[text.len - 1], 1);
    }
    ptc_text_bytes(&reader->out, text.ptr, text.len);
    if (low != high)
        ptc_java_put_callout(reader, PTC_CALLOUT_AFTER);
}

/* --- Ends of lines -------------------------------------------------------------- */

const char *ptc_java_dollar(const ptc_java_reader *reader)
{
    bool is_ascii = reader->maker.is_ascii;

    if (reader->flags & PTC_JAVA_M) {
        if (reader->flags & PTC_JAVA_D)
            return "(?![^\\n])";
        return is_ascii ? "(?:(?![^\\n\\r])(?!(?<=\\r)\\n))"
                        : "(?:(?![^\\n\\r\\x{85}\\x{2028}\\x{2029}])(?!(?<=\\r)\\n))";
    }
    if (reader->flags & PTC_JAVA_D)
        return "(?=\\n?\\z)";
    return is_ascii ? "(?=(?:\\r\\n?|(?<!\\r)\\n)?\\z)"
                    : "(?=(?:\\r\\n?|(?<!\\r)\\n|[\\x{85}\\x{2028}\\x{2029}])?\\z)";
}

const char *ptc_java_caret(const ptc_java_reader *reader)
{
    if (!(reader->flags & PTC_JAVA_M))
        return "\\A";
    if (reader->flags & PTC_JAVA_D)
        return "(?:(?<![^\\n])(?!\\z))";
    return reader->maker.is_ascii
               ? "(?:(?<![^\\n\\r])(?!\\z)(?!(?<=\\r)\\n))"
               : "(?:(?<![^\\n\\r\\x{85}\\x{2028}\\x{2029}])(?!\\z)(?!(?<=\\r)\\n))";
}

const char *ptc_java_dot(const ptc_java_reader *reader)
{
    if (reader->flags & PTC_JAVA_S)
        return ".";
    if (reader->flags & PTC_JAVA_D)
        return "[^\\n]";
    return reader->maker.is_ascii ? "[^\\n\\r]" : "[^\\n\\r\\x{85}\\x{2028}\\x{2029}]";
}

/* --- The work of a match -------------------------------------------------------- */

/* The repeated character before this place may give back characters, and everything after
 * it is tried again each time. */
void ptc_java_settle(ptc_java_reader *reader)
{
    if (reader->has_pending)
        reader->plan->repeats++;
    reader->has_pending = false;
}

/* One of the characters must follow here: when the repeated one before is not among them,
 * the characters that it gives back fail at once. */
static void java_settle_by(ptc_java_reader *reader, bool is_known, const uint64_t bits[2])
{
    if (reader->has_pending && is_known && reader->is_pending_known &&
        !(bits[0] & reader->pending[0]) && !(bits[1] & reader->pending[1])) {
        reader->plan->linear++;
        reader->has_pending = false;
    }
    ptc_java_settle(reader);
}

void ptc_java_count(ptc_java_reader *reader, ptc_java_atom atom, bool is_known,
                    const uint64_t bits[2], uint32_t low, uint32_t high, bool gives)
{
    ptc_pattern_plan *plan = reader->plan;

    if (atom != PTC_JAVA_CHAR) {
        if (low == 1 && high == 1)
            return;
        ptc_java_settle(reader);
        plan->factor *= 2;
        if (low > 1 || high > 1 || atom == PTC_JAVA_ASSERTION)
            plan->is_bounded = false;
        return;
    }
    if (low > 0)
        java_settle_by(reader, is_known, bits);
    else
        ptc_java_settle(reader);
    plan->items++;
    if (high > JAVA_MANY)
        plan->scans++;
    if (low == high || !gives)
        return;
    reader->has_pending = true;
    reader->is_pending_known = is_known;
    memcpy(reader->pending, bits, sizeof reader->pending);
}
