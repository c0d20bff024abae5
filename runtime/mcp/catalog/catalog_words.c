/* SPDX-License-Identifier: MIT */
/*
 * Descriptions of tools. They come from the author of a contract, or from another server:
 * they are reduced to one line of visible characters, so that nothing in them looks like
 * our own text. [mcp 6, 10]
 */
#include "mcp/catalog/catalog_int.h"
#include "schema/schema_int.h"

/* --- Words -------------------------------------------------------------------------- */

static bool words_is_blank(uint32_t code_point)
{
    return code_point == ' ' || (code_point >= '\t' && code_point <= '\r') ||
           code_point == 0x85 || code_point == 0x2028 || code_point == 0x2029;
}

/* Appends the words with single blanks between them, without invisible characters and
 * bytes that are not UTF-8. */
static void words_flatten(ptc_text *text, ptc_str words)
{
    bool is_pending = false;
    size_t used;

    for (size_t at = 0; at < words.len; at += used) {
        uint32_t code_point;

        used = ptc_utf8_decode(words.ptr + at, words.len - at, &code_point);
        if (used == 0) {
            used = 1;
            continue;
        }
        if (words_is_blank(code_point)) {
            is_pending = text->len > 0;
            continue;
        }
        if (ptc_visible_is_unseen(code_point))
            continue;
        if (is_pending)
            ptc_text_byte(text, ' ');
        is_pending = false;
        ptc_text_bytes(text, words.ptr + at, used);
    }
}

/* Whether a code point ends a sentence whatever follows: full stops of wide scripts. */
static bool words_is_wide_end(uint32_t code_point)
{
    return code_point == 0x3002 || code_point == 0xFF01 || code_point == 0xFF1F ||
           code_point == 0xFF61;
}

/*
 * The bytes of the first sentence of flat words. It ends at a full stop, '!' or '?' with
 * a blank after it, unless a small letter or a digit follows ("e.g. words", "No. 5").
 */
static size_t words_sentence(ptc_str flat)
{
    size_t used;

    for (size_t at = 0; at < flat.len; at += used) {
        uint32_t code_point;
        char next;

        used = ptc_utf8_decode(flat.ptr + at, flat.len - at, &code_point);
        if (words_is_wide_end(code_point))
            return at + used;
        if ((code_point != '.' && code_point != '!' && code_point != '?') ||
            at + 2 >= flat.len || flat.ptr[at + 1] != ' ')
            continue;
        next = flat.ptr[at + 2];
        if (!(next >= 'a' && next <= 'z') && !(next >= '0' && next <= '9'))
            return at + 1;
    }
    return flat.len;
}

/* The first paragraph: a sentence ends with it. */
static ptc_str words_paragraph(ptc_str words)
{
    bool is_begun = false;
    bool is_line_empty = true;

    for (size_t at = 0; at < words.len; at++) {
        char byte = words.ptr[at];

        if (byte == '\n' && is_line_empty && is_begun)
            return ptc_str_make(words.ptr, at);
        if (byte == '\n')
            is_line_empty = true;
        else if (!words_is_blank((unsigned char)byte))
            is_begun = true, is_line_empty = false;
    }
    return words;
}

ptc_str ptc_catalog_words(ptc_arena *arena, ptc_str words, ptc_catalog_detail detail,
                          bool is_field)
{
    bool is_whole = detail == PTC_CATALOG_WHOLE;
    ptc_text flat;
    ptc_str view;

    if (detail == PTC_CATALOG_SIGNATURE || (detail == PTC_CATALOG_PURPOSE && is_field))
        return PTC_STR("");
    ptc_text_init(&flat, arena);
    words_flatten(&flat, is_whole ? words : words_paragraph(words));
    if (flat.failed)
        return ptc_str_make(NULL, 0);
    view = ptc_text_view(&flat);
    if (!is_whole)
        view.len = words_sentence(view);
    return view;
}

void ptc_catalog_write_clean(ptc_text *text, ptc_str lines)
{
    size_t start = 0;
    size_t used;

    for (size_t at = 0; at < lines.len; at += used) {
        uint32_t code_point;

        used = ptc_utf8_decode(lines.ptr + at, lines.len - at, &code_point);
        if (used > 0 && (code_point == '\n' || !ptc_visible_is_unseen(code_point)))
            continue;
        used += used == 0;
        ptc_text_bytes(text, lines.ptr + start, at - start);
        start = at + used;
    }
    ptc_text_bytes(text, lines.ptr + start, lines.len - start);
}

ptc_str ptc_catalog_description(const ptc_tool *tool)
{
    const ptc_schema_extra *extra =
        tool->signature != NULL ? ptc_schema_root(tool->signature)->extra : NULL;

    if (tool->description != NULL)
        return ptc_str_of(tool->description);
    return extra != NULL ? extra->description : PTC_STR("");
}
