/* SPDX-License-Identifier: MIT */
/* The syntax of Lark, as llguidance reads it. [emitters 7] */
#include "target/grammar/grammar_int.h"

static const char lark_digits[] = "0123456789ABCDEF";

/* \u00E9, in texts by halves of UTF-16 where there must be two. */
static void lark_write_unit(ptc_text *text, uint32_t unit)
{
    ptc_text_cstr(text, "\\u");
    for (int i = 3; i >= 0; i--)
        ptc_text_byte(text, lark_digits[unit >> (4 * i) & 15]);
}

static void lark_write_text(ptc_text *text, ptc_str literal)
{
    for (size_t at = 0; at < literal.len;) {
        size_t start = at;
        ptc_visible piece;

        at += ptc_visible_take(literal, at, &piece);
        if (piece.code_point == '"' || piece.code_point == '\\') {
            ptc_text_byte(text, '\\');
            ptc_text_byte(text, (char)piece.code_point);
        } else if (piece.code_point == '\n') {
            ptc_text_cstr(text, "\\n");
        } else if (piece.is_escaped && piece.code_point <= 0xFFFF) {
            lark_write_unit(text, piece.code_point);
        } else {
            ptc_text_bytes(text, literal.ptr + start, at - start);
        }
    }
}

static void lark_write_member(ptc_text *text, uint32_t code_point)
{
    if (code_point > 0x7E || code_point < 0x20) {
        int count = code_point > 0xFFFF ? 8 : code_point > 0xFF ? 4 : 2;

        ptc_text_byte(text, '\\');
        ptc_text_byte(text, count == 8 ? 'U' : count == 4 ? 'u' : 'x');
        for (int i = count - 1; i >= 0; i--)
            ptc_text_byte(text, lark_digits[code_point >> (4 * i) & 15]);
        return;
    }
    if (strchr("\\]^[-&~/", (int)code_point) != NULL)
        ptc_text_byte(text, '\\');
    ptc_text_byte(text, (char)code_point);
}

static void lark_write_class(ptc_text *text, const ptc_grammar_item *set)
{
    ptc_text_cstr(text, "/[");
    ptc_grammar_write_ranges(text, set, lark_write_member);
    ptc_text_cstr(text, "]/");
}

const ptc_grammar_style ptc_grammar_lark = {
    .define = ": ",
    .comment = "// ",
    .start = "start",
    .nothing = "\"\"",
    .has_lexemes = true,
    .write_text = lark_write_text,
    .write_class = lark_write_class,
};
