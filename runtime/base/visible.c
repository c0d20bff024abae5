/* SPDX-License-Identifier: MIT */
/* Text for people, which can neither move the cursor of a terminal nor change the
 * direction of writing: the one place that decides what is shown escaped. */
#include "base/base_int.h"

/* First and last code points that are escaped: controls, and what changes direction or
 * ends lines. */
static const uint32_t visible_hidden[][2] = {
    {0x00, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C}, {0x200E, 0x200F},
    {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF},
};

enum { VISIBLE_LOOKED_AT = 4096 }; /* bytes that say whether a file is text */

/* The same for invisible characters: joiners, language tags and selectors, with which
 * texts for models can be hidden from people. */
static const uint32_t visible_unseen[][2] = {
    {0x180E, 0x180E}, {0x200B, 0x200D},   {0x2060, 0x2065},   {0x206A, 0x206F},
    {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}, {0xE0100, 0xE01EF},
};

static bool visible_is_in(const uint32_t (*ranges)[2], size_t count, uint32_t code_point)
{
    for (size_t i = 0; i < count; i++) {
        if (code_point >= ranges[i][0] && code_point <= ranges[i][1])
            return true;
    }
    return false;
}

static bool visible_is_hidden(uint32_t code_point)
{
    return visible_is_in(visible_hidden, sizeof visible_hidden / sizeof *visible_hidden,
                         code_point);
}

bool ptc_visible_is_unseen(uint32_t code_point)
{
    return visible_is_hidden(code_point) ||
           visible_is_in(visible_unseen, sizeof visible_unseen / sizeof *visible_unseen,
                         code_point);
}

/* Writes a backslash, a letter and hexadecimal digits. */
static void visible_escape(ptc_visible *out, char letter, size_t digits, uint32_t number)
{
    static const char hexadecimal[] = "0123456789abcdef";

    out->is_escaped = true;
    out->len = 2 + digits;
    out->bytes[0] = '\\';
    out->bytes[1] = letter;
    for (size_t i = digits; i-- > 0; number >>= 4)
        out->bytes[2 + i] = hexadecimal[number & 15];
}

size_t ptc_visible_take(ptc_str text, size_t at, ptc_visible *out)
{
    size_t used = ptc_utf8_decode(text.ptr + at, text.len - at, &out->code_point);

    if (used == 0) {
        out->code_point = (unsigned char)text.ptr[at];
        visible_escape(out, 'x', 2, out->code_point);
        return 1;
    }
    if (visible_is_hidden(out->code_point)) {
        visible_escape(out, 'u', 4, out->code_point);
        return used;
    }
    out->is_escaped = false;
    out->len = used;
    memcpy(out->bytes, text.ptr + at, used);
    return used;
}

bool ptc_visible_is_plain(ptc_str text)
{
    ptc_visible shown = {.is_escaped = false};

    for (size_t at = 0; at < text.len && !shown.is_escaped;)
        at += ptc_visible_take(text, at, &shown);
    return !shown.is_escaped;
}

bool ptc_visible_is_binary(ptc_str text)
{
    size_t count = text.len < VISIBLE_LOOKED_AT ? text.len : VISIBLE_LOOKED_AT;
    size_t others = 0;
    size_t used = 1;

    for (size_t at = 0; at < count; at += used) {
        unsigned char byte = (unsigned char)text.ptr[at];
        uint32_t code_point;

        used = 1;
        if (byte < ' ' || byte == 0x7F) {
            others += byte == 0 || memchr("\t\n\r\f\x1B", byte, 5) == NULL;
        } else if (byte > 0x7F) {
            used = ptc_utf8_decode(text.ptr + at, text.len - at, &code_point);
            others += used == 0;
            used += used == 0;
        }
    }
    return others > 4 && others * 16 > count;
}

void ptc_visible_write(ptc_text *out, ptc_str text)
{
    ptc_visible shown;

    for (size_t at = 0; at < text.len && !out->failed;) {
        at += ptc_visible_take(text, at, &shown);
        ptc_text_bytes(out, shown.bytes, shown.len);
    }
}

void ptc_visible_write_json(ptc_text *out, ptc_str text)
{
    ptc_visible shown;

    for (size_t at = 0; at < text.len && !out->failed;) {
        at += ptc_visible_take(text, at, &shown);
        if (shown.is_escaped && shown.bytes[1] == 'x')
            ptc_text_cstr(out, "\\ufffd");
        else
            ptc_text_bytes(out, shown.bytes, shown.len);
    }
}
