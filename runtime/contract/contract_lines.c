/* SPDX-License-Identifier: MIT */
/* The lines of `.sig` files: which of them declare, include, describe or say nothing.
 * [signature 1.1] */
#include "contract/contract_int.h"

static bool line_is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

uint32_t ptc_line_after(ptc_str text, uint32_t offset)
{
    const char *newline =
        offset < text.len ? memchr(text.ptr + offset, '\n', text.len - offset) : NULL;

    return newline != NULL ? (uint32_t)(newline - text.ptr) + 1 : (uint32_t)text.len;
}

/* `#` begins a comment when a blank, another `#` or the line's end follows. */
static bool line_is_comment(ptc_str text, uint32_t at)
{
    char next = at + 1 < text.len ? text.ptr[at + 1] : '\n';

    return text.ptr[at] == ';' ||
           (text.ptr[at] == '#' && (line_is_blank(next) || next == '#' || next == '\n'));
}

static bool line_is_include(ptc_str text, uint32_t at)
{
    static const char word[] = "include";
    size_t len = sizeof word - 1;

    if (text.len - at <= len || memcmp(text.ptr + at, word, len) != 0)
        return false;
    at += (uint32_t)len;
    while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t'))
        at++;
    return at < text.len && text.ptr[at] == '"';
}

static ptc_line_kind line_kind(ptc_str text, const ptc_line *line)
{
    if (line->text == line->end)
        return PTC_LINE_BLANK;
    if (line_is_comment(text, line->text))
        return PTC_LINE_COMMENT;
    if (line->text > line->start)
        return PTC_LINE_INDENTED;
    if (line_is_include(text, line->text))
        return PTC_LINE_INCLUDE;
    return ptc_sig_is_head(text, line->text) ? PTC_LINE_HEAD : PTC_LINE_OTHER;
}

bool ptc_line_read(ptc_str text, uint32_t offset, ptc_line *out)
{
    if (offset >= text.len)
        return false;
    if (offset == 0)
        offset = ptc_sig_text_start(text);
    out->start = offset;
    out->text = offset;
    out->next = ptc_line_after(text, offset);
    out->end = out->next;
    while (out->end > offset &&
           (line_is_blank(text.ptr[out->end - 1]) || text.ptr[out->end - 1] == '\n'))
        out->end--;
    while (out->text < out->end && line_is_blank(text.ptr[out->text]))
        out->text++;
    out->kind = line_kind(text, out);
    return true;
}
