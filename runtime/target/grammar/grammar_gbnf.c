/* SPDX-License-Identifier: MIT */
/* The syntax of GBNF, which llama.cpp reads, and xgrammar as its EBNF. [emitters 6] */
#include "target/grammar/grammar_int.h"

static void gbnf_write_code(ptc_text *text, uint32_t code_point)
{
    static const char digits[] = "0123456789ABCDEF";
    int count = code_point > 0xFFFF ? 8 : code_point > 0xFF ? 4 : 2;

    ptc_text_byte(text, '\\');
    ptc_text_byte(text, count == 8 ? 'U' : count == 4 ? 'u' : 'x');
    for (int i = count - 1; i >= 0; i--)
        ptc_text_byte(text, digits[code_point >> (4 * i) & 15]);
}

/* A code point; those of `special` by their number. */
static void gbnf_write_one(ptc_text *text, uint32_t code_point, const char *special)
{
    char bytes[4];

    if (code_point == '\n')
        ptc_text_cstr(text, "\\n");
    else if (code_point == '\r')
        ptc_text_cstr(text, "\\r");
    else if (code_point == '\t')
        ptc_text_cstr(text, "\\t");
    else if (code_point == '"' || code_point == '\\')
        ptc_text_cstr(text, code_point == '"' ? "\\\"" : "\\\\");
    else if (code_point < 0x20 || code_point == 0x7F ||
             (code_point < 0x80 && strchr(special, (int)code_point) != NULL))
        gbnf_write_code(text, code_point);
    else
        ptc_text_bytes(text, bytes, ptc_utf8_encode(code_point, bytes));
}

static void gbnf_write_text(ptc_text *text, ptc_str literal)
{
    for (size_t at = 0; at < literal.len;) {
        ptc_visible piece;

        at += ptc_visible_take(literal, at, &piece);
        if (piece.is_escaped && piece.code_point > 0x7F)
            gbnf_write_code(text, piece.code_point);
        else
            gbnf_write_one(text, piece.code_point, "");
    }
}

/* In classes, other than ASCII characters are written by number, since letters in ranges
 * may look alike. */
static void gbnf_write_member(ptc_text *text, uint32_t code_point)
{
    if (code_point > 0x7E)
        gbnf_write_code(text, code_point);
    else if (code_point == '"')
        ptc_text_byte(text, '"');
    else
        gbnf_write_one(text, code_point, "]^[-");
}

static void gbnf_write_class(ptc_text *text, const ptc_grammar_item *set)
{
    ptc_text_byte(text, '[');
    ptc_grammar_write_ranges(text, set, gbnf_write_member);
    ptc_text_byte(text, ']');
}

const ptc_grammar_style ptc_grammar_gbnf = {
    .define = " ::= ",
    .comment = "# ",
    .start = "root",
    .nothing = "\"\"",
    .has_groups = true,
    .write_text = gbnf_write_text,
    .write_class = gbnf_write_class,
};
