/* SPDX-License-Identifier: MIT */
/* Text, code and links of pages. Texts from contracts are text, never markup. */
#include "target/markdown_int.h"

/* --- Text --------------------------------------------------------------------------- */

/* Appends a piece of text, in which nothing is markup. */
static void page_write_piece(ptc_text *text, const ptc_visible *shown)
{
    char byte = shown->bytes[0];

    if (byte == '&') {
        ptc_text_cstr(text, "&amp;");
    } else if (byte == '<') {
        ptc_text_cstr(text, "&lt;");
    } else if (byte == '>') {
        ptc_text_cstr(text, "&gt;");
    } else {
        if (memchr("\\`*_[]|~", byte, 8) !=
            NULL) /* also before what is escaped: \\u001b */
            ptc_text_byte(text, '\\');
        ptc_text_bytes(text, shown->bytes, shown->len);
    }
}

static void page_write_pieces(ptc_text *text, ptc_str words)
{
    ptc_visible shown;

    for (size_t at = 0; at < words.len && !text->failed;) {
        at += ptc_visible_take(words, at, &shown);
        page_write_piece(text, &shown);
    }
}

/* A line that would begin a heading, a list or a rule gets a backslash there; blanks in
 * front, which could mean code, are left out. */
static void page_write_line(ptc_text *text, ptc_str line)
{
    size_t digits = 0;

    while (ptc_str_take(&line, ' ') || ptc_str_take(&line, '\t'))
        ;
    while (digits < line.len && line.ptr[digits] >= '0' && line.ptr[digits] <= '9')
        digits++;
    if (digits > 0 && digits < line.len &&
        (line.ptr[digits] == '.' || line.ptr[digits] == ')')) {
        ptc_text_bytes(text, line.ptr, digits);
        ptc_text_byte(text, '\\');
        line = ptc_str_make(line.ptr + digits, line.len - digits);
    } else if (line.len > 0 && memchr("#-+=", line.ptr[0], 4) != NULL) {
        ptc_text_byte(text, '\\');
    }
    page_write_pieces(text, line);
}

void ptc_page_write_text(ptc_text *text, ptc_str words, bool is_cell)
{
    while (words.len > 0) {
        const char *end = memchr(words.ptr, '\n', words.len);
        size_t len = end != NULL ? (size_t)(end - words.ptr) : words.len;
        ptc_str line = ptc_str_make(words.ptr, len);

        if (line.len > 0 && line.ptr[line.len - 1] == '\r')
            line.len--;
        len += end != NULL ? 1 : 0;
        words = ptc_str_make(words.ptr + len, words.len - len);
        if (is_cell)
            page_write_pieces(text, line);
        else
            page_write_line(text, line);
        if (words.len > 0)
            ptc_text_cstr(text, is_cell ? "<br>" : "\n");
    }
}

/* --- Code --------------------------------------------------------------------------- */

static bool page_has(ptc_str code, char byte)
{
    return code.len > 0 && memchr(code.ptr, byte, code.len) != NULL;
}

/* Between backquotes nothing is markup, except for backquotes; in tables a bar divides
 * cells there as well, unless a backslash comes before it. What has both is written as
 * HTML. */
void ptc_page_write_code(ptc_text *text, ptc_str code, bool is_cell)
{
    bool has_bar = is_cell && page_has(code, '|');

    if (code.len == 0 || page_has(code, '`') || code.ptr[0] == ' ' ||
        !ptc_visible_is_plain(code) || (has_bar && page_has(code, '\\'))) {
        ptc_text_cstr(text, "<code>");
        page_write_pieces(text, code);
        ptc_text_cstr(text, "</code>");
        return;
    }
    ptc_text_byte(text, '`');
    for (size_t i = 0; i < code.len; i++) {
        if (has_bar && code.ptr[i] == '|')
            ptc_text_byte(text, '\\');
        ptc_text_byte(text, code.ptr[i]);
    }
    ptc_text_byte(text, '`');
}

/* --- Links -------------------------------------------------------------------------- */

void ptc_page_write_anchor(ptc_text *text, ptc_str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char byte = name.ptr[i];

        if (byte >= 'A' && byte <= 'Z')
            ptc_text_byte(text, (char)(byte - 'A' + 'a'));
        else if (byte == ' ')
            ptc_text_byte(text, '-');
        else if ((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') ||
                 byte == '-' || byte == '_' || (unsigned char)byte >= 0x80)
            ptc_text_byte(text, byte);
    }
}
