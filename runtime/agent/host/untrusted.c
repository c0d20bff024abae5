/* SPDX-License-Identifier: MIT */
/* Texts of data in what a model reads: on one line, and never mistaken for what is
 * around them. [subagent 4.3, 11.2] */
#include "agent/run/run.h"

/* First and last code points that are escaped: controls, and what changes direction,
 * ends lines or is not seen. */
static const uint32_t untrusted_ranges[][2] = {
    {0x00, 0x1F},     {0x7F, 0x9F},       {0x061C, 0x061C},   {0x180E, 0x180E},
    {0x200B, 0x200F}, {0x2028, 0x202E},   {0x2060, 0x206F},   {0xFEFF, 0xFEFF},
    {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}, {0xE0100, 0xE01EF},
};

#define UNTRUSTED_RANGE_COUNT (sizeof untrusted_ranges / sizeof untrusted_ranges[0])

static bool untrusted_is_escaped(uint32_t code_point)
{
    for (size_t i = 0; i < UNTRUSTED_RANGE_COUNT; i++) {
        if (code_point >= untrusted_ranges[i][0] && code_point <= untrusted_ranges[i][1])
            return true;
    }
    return code_point == '`' || code_point == '<';
}

static void untrusted_unit(ptc_text *text, uint32_t unit)
{
    static const char digits[] = "0123456789abcdef";

    ptc_text_cstr(text, "\\u");
    for (int shift = 12; shift >= 0; shift -= 4)
        ptc_text_byte(text, digits[unit >> shift & 15]);
}

static void untrusted_escape(ptc_text *text, uint32_t code_point)
{
    if (code_point < 0x10000) {
        untrusted_unit(text, code_point);
        return;
    }
    code_point -= 0x10000;
    untrusted_unit(text, 0xD800 + (code_point >> 10));
    untrusted_unit(text, 0xDC00 + (code_point & 0x3FF));
}

/* Whether what stands for a hidden value begins here. */
static size_t untrusted_mark(ptc_str view, size_t at)
{
    static const char mark[] = "<Firewalled>";
    size_t len = sizeof mark - 1;

    return view.len - at >= len && memcmp(view.ptr + at, mark, len) == 0 ? len : 0;
}

void ptc_untrusted_write(ptc_text *text, ptc_str view)
{
    bool is_quoted = false;
    size_t start = 0;
    size_t used;

    for (size_t at = 0; at < view.len; at += used) {
        uint32_t code_point;

        used = ptc_utf8_decode(view.ptr + at, view.len - at, &code_point);
        if (used == 0) {
            code_point = 0xFFFD;
            used = 1;
        } else if (is_quoted && code_point == '\\' && at + 1 < view.len &&
                   (view.ptr[at + 1] == '"' || view.ptr[at + 1] == '\\')) {
            used = 2;
            continue;
        } else if (code_point == '"') {
            is_quoted = !is_quoted;
            continue;
        } else if (!is_quoted && code_point == '<' && untrusted_mark(view, at) > 0) {
            used = untrusted_mark(view, at);
            continue;
        } else if (!untrusted_is_escaped(code_point)) {
            continue;
        }
        ptc_text_bytes(text, view.ptr + start, at - start);
        untrusted_escape(text, code_point);
        start = at + used;
    }
    ptc_text_bytes(text, view.ptr + start, view.len - start);
}
