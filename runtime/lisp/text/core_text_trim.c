/* SPDX-License-Identifier: MIT */
/* Blanks around texts, and lines. [ptc-lisp 11.7] */
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"
#include "lisp/text/text_int.h"

/* Like Java's Character.isWhitespace: no-break spaces do not count. */
static bool trim_is_blank(uint32_t c)
{
    return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20) || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A && c != 0x2007) || c == 0x2028 || c == 0x2029 ||
           c == 0x205F || c == 0x3000;
}

/* The offset of the first character that is not a blank. */
static size_t trim_start(ptc_str text)
{
    size_t at = 0;

    while (at < text.len) {
        uint32_t c;
        size_t size = ptc_utf8_decode(text.ptr + at, text.len - at, &c);

        if (!trim_is_blank(c))
            break;
        at += size;
    }
    return at;
}

/* The offset after the last character, not before `start`, that is not a blank. */
static size_t trim_end(ptc_str text, size_t start)
{
    size_t end = text.len;

    while (end > start) {
        size_t at = end - 1;
        uint32_t c;

        while (((unsigned char)text.ptr[at] & 0xC0) == 0x80)
            at--;
        ptc_utf8_decode(text.ptr + at, end - at, &c);
        if (!trim_is_blank(c))
            break;
        end = at;
    }
    return end;
}

ptc_value ptc_core_trim(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    size_t start;

    ptc_text_check(lisp, callee, args, count, 1);
    start = trim_start(ptc_value_text(&args[0]));
    return ptc_text_part(lisp, &args[0], start,
                         trim_end(ptc_value_text(&args[0]), start));
}

ptc_value ptc_core_triml(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    ptc_text_check(lisp, callee, args, count, 1);
    return ptc_text_part(lisp, &args[0], trim_start(ptc_value_text(&args[0])),
                         args[0].aux);
}

ptc_value ptc_core_trimr(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    ptc_text_check(lisp, callee, args, count, 1);
    return ptc_text_part(lisp, &args[0], 0, trim_end(ptc_value_text(&args[0]), 0));
}

ptc_value ptc_core_trim_newline(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count)
{
    size_t end;

    ptc_text_check(lisp, callee, args, count, 1);
    end = args[0].aux;
    while (end > 0 &&
           (args[0].as.text[end - 1] == '\n' || args[0].as.text[end - 1] == '\r'))
        end--;
    return ptc_text_part(lisp, &args[0], 0, end);
}

ptc_value ptc_core_is_blank(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    if (args[0].kind == PTC_NIL)
        return ptc_value_bool(true);
    ptc_text_check(lisp, callee, args, count, 1);
    return ptc_value_bool(trim_start(ptc_value_text(&args[0])) == args[0].aux);
}

/* --- Lines ------------------------------------------------------------------------- */

/* The end of the line at `at`, without its break; `*next` is where the next one begins.
 */
static size_t trim_line(ptc_str text, size_t at, size_t *next)
{
    const char *feed = memchr(text.ptr + at, '\n', text.len - at);
    size_t end = feed != NULL ? (size_t)(feed - text.ptr) : text.len;

    *next = feed != NULL ? end + 1 : text.len;
    return feed != NULL && end > at && text.ptr[end - 1] == '\r' ? end - 1 : end;
}

/* The lines up to the last that is not empty; an empty text is one line. */
static uint32_t trim_count_lines(ptc_lisp *lisp, ptc_str text)
{
    uint32_t count = 0;
    uint32_t kept = text.len == 0 ? 1 : 0;
    size_t at = 0;

    while (at < text.len) {
        size_t start = at;

        count++;
        if (trim_line(text, start, &at) > start)
            kept = count;
        ptc_lisp_fill_look(lisp, count);
    }
    return kept;
}

ptc_value ptc_core_split_lines(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    ptc_str text;
    ptc_value lines;
    ptc_value *items;
    uint32_t kept;
    size_t at = 0;

    ptc_text_check(lisp, callee, args, count, 1);
    text = ptc_value_text(&args[0]);
    kept = trim_count_lines(lisp, text);
    ptc_lisp_steps(lisp, kept);
    ptc_heap_check(lisp, kept, sizeof *items);
    lines = ptc_vector_new(lisp, kept, kept, &items);
    for (uint32_t i = 0; i < kept; i++) {
        size_t start = at;
        size_t end = text.len > 0 ? trim_line(text, start, &at) : 0;

        items[i] = ptc_text_part(lisp, &args[0], start, end);
        ptc_lisp_fill_look(lisp, i);
    }
    return lines;
}
