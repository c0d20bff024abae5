/* SPDX-License-Identifier: MIT */
/*
 * Places in source texts: lines and columns of byte offsets, and excerpts, a line of the
 * text with marks below it. [signature 7]
 */
#include "base/base_int.h"
#include "edn/edn_int.h"

/* --- Positions ------------------------------------------------------------------- */

static bool excerpt_has_bom(ptc_str text)
{
    return text.len >= 3 && memcmp(text.ptr, "\xEF\xBB\xBF", 3) == 0;
}

/* The offset of the first byte of the line that holds `offset`. */
static size_t excerpt_line_start(ptc_str text, size_t offset)
{
    while (offset > 0 && text.ptr[offset - 1] != '\n')
        offset--;
    return offset == 0 && excerpt_has_bom(text) ? 3 : offset;
}

/* The offset after the last byte of that line, without its line end. */
static size_t excerpt_line_end(ptc_str text, size_t offset)
{
    const char *newline = NULL;

    if (offset < text.len)
        newline = memchr(text.ptr + offset, '\n', text.len - offset);
    offset = newline != NULL ? (size_t)(newline - text.ptr) : text.len;
    return newline != NULL && offset > 0 && text.ptr[offset - 1] == '\r' ? offset - 1
                                                                         : offset;
}

ptc_position ptc_source_position(const ptc_source *source, size_t offset)
{
    ptc_str text = source->text;
    ptc_position position = {1, 1};
    uint32_t code_point;
    size_t at;

    if (offset > text.len)
        offset = text.len;
    for (const char *from = text.ptr; from != NULL; position.line++) {
        from = memchr(from, '\n', (size_t)(text.ptr + offset - from));
        if (from == NULL)
            break;
        from++;
    }
    at = excerpt_line_start(text, offset);
    while (at < offset) {
        size_t used = ptc_utf8_decode(text.ptr + at, text.len - at, &code_point);

        at += used != 0 ? used : 1;
        position.column++;
    }
    return position;
}

/* --- Excerpts -------------------------------------------------------------------- */

/* First and last code points that fill two columns, and those that fill none; the blocks
 * that matter, not all of Unicode. */
static const uint32_t excerpt_wide[][2] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};
static const uint32_t excerpt_narrow[][2] = {
    {0x0300, 0x036F}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2069},
    {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
};

static bool excerpt_in_ranges(uint32_t code_point, const uint32_t (*ranges)[2],
                              size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (code_point >= ranges[i][0] && code_point <= ranges[i][1])
            return true;
    }
    return false;
}

size_t ptc_utf8_columns(uint32_t code_point)
{
    if (excerpt_in_ranges(code_point, excerpt_wide,
                          sizeof excerpt_wide / sizeof excerpt_wide[0]))
        return 2;
    if (excerpt_in_ranges(code_point, excerpt_narrow,
                          sizeof excerpt_narrow / sizeof excerpt_narrow[0]))
        return 0;
    return 1;
}

/* How many columns of a long line are shown before and after the start of the span. */
enum { EXCERPT_BEFORE = 60, EXCERPT_BEHIND = 60, EXCERPT_TAB = 4 };

/* Bytes [start, end) of a source line that are shown. */
typedef struct excerpt_window {
    size_t start;
    size_t end;
    bool is_cut_before;
    bool is_cut_behind;
} excerpt_window;

/* The columns that what is at `at` fills when it is shown; `*used` are its bytes. */
static size_t excerpt_width(ptc_str text, size_t at, size_t *used)
{
    ptc_visible shown;

    *used = ptc_visible_take(text, at, &shown);
    if (shown.code_point == '\t')
        return EXCERPT_TAB;
    return shown.is_escaped ? shown.len : ptc_utf8_columns(shown.code_point);
}

/* Where the last EXCERPT_BEFORE columns of [start, end) begin. */
static size_t excerpt_cut_before(ptc_str text, size_t start, size_t end)
{
    size_t columns = 0;
    size_t used;

    for (size_t at = start; at < end; at += used)
        columns += excerpt_width(text, at, &used);
    while (columns > EXCERPT_BEFORE && start < end) {
        columns -= excerpt_width(text, start, &used);
        start += used;
    }
    return start;
}

/* Where the first EXCERPT_BEHIND columns of [start, end) end; one thing is always shown.
 */
static size_t excerpt_cut_behind(ptc_str text, size_t start, size_t end)
{
    size_t columns = 0;
    size_t used;

    while (start < end) {
        size_t width = excerpt_width(text, start, &used);

        if (columns > 0 && columns + width > EXCERPT_BEHIND)
            return start;
        columns += width;
        start += used;
    }
    return start;
}

static excerpt_window excerpt_window_of(ptc_str text, ptc_span span)
{
    size_t start = span.start < text.len ? span.start : text.len;
    excerpt_window window = {excerpt_line_start(text, start),
                             excerpt_line_end(text, start), false, false};
    size_t before;
    size_t behind;

    if (window.start > start) /* inside the byte order mark */
        start = window.start;
    if (start > window.end) /* the line end itself is meant */
        start = window.end;
    before = excerpt_cut_before(text, window.start, start);
    window.is_cut_before = before > window.start;
    window.start = before;
    behind = excerpt_cut_behind(text, start, window.end);
    window.is_cut_behind = behind < window.end;
    window.end = behind;
    return window;
}

/* The columns of the excerpt that the span covers. */
typedef struct excerpt_marks {
    size_t from;
    size_t to;
} excerpt_marks;

static excerpt_marks excerpt_write_line(ptc_text *out, ptc_str text,
                                        excerpt_window window, ptc_span span)
{
    excerpt_marks marks = {SIZE_MAX, 0};
    size_t column = 0;
    ptc_visible shown;

    if (window.is_cut_before) {
        ptc_text_cstr(out, "\xE2\x80\xA6");
        column = 1;
    }
    for (size_t at = window.start; at < window.end;) {
        size_t used = ptc_visible_take(text, at, &shown);
        size_t width = EXCERPT_TAB - column % EXCERPT_TAB;

        if (shown.code_point == '\t') {
            ptc_text_repeat(out, ' ', width);
        } else {
            ptc_text_bytes(out, shown.bytes, shown.len);
            width = shown.is_escaped ? shown.len : ptc_utf8_columns(shown.code_point);
        }
        if (at + used > span.start && marks.from == SIZE_MAX)
            marks.from = column;
        if (at < span.end)
            marks.to = column + width;
        column += width;
        at += used;
    }
    if (window.is_cut_behind)
        ptc_text_cstr(out, "\xE2\x80\xA6");
    if (marks.from == SIZE_MAX)
        marks.from = column;
    return marks;
}

static size_t excerpt_digits(size_t number)
{
    size_t digits = 1;

    while ((number /= 10) != 0)
        digits++;
    return digits;
}

void ptc_source_excerpt_at(ptc_text *text, const ptc_source *source, ptc_span span,
                           size_t line, bool color)
{
    excerpt_window window = excerpt_window_of(source->text, span);
    size_t digits = excerpt_digits(line);
    size_t gutter = digits > 5 ? digits : 5;
    excerpt_marks marks;

    ptc_text_repeat(text, ' ', gutter - digits);
    ptc_text_uint(text, line);
    ptc_text_cstr(text, " | ");
    marks = excerpt_write_line(text, source->text, window, span);
    ptc_text_byte(text, '\n');
    ptc_text_repeat(text, ' ', gutter);
    ptc_text_cstr(text, " | ");
    ptc_text_repeat(text, ' ', marks.from);
    ptc_text_cstr(text, color ? "\x1B[1;32m" : "");
    ptc_text_byte(text, '^');
    if (marks.to > marks.from + 1)
        ptc_text_repeat(text, '~', marks.to - marks.from - 1);
    ptc_text_cstr(text, color ? "\x1B[0m" : "");
    ptc_text_byte(text, '\n');
}

void ptc_source_excerpt(ptc_text *text, const ptc_source *source, ptc_span span,
                        bool color)
{
    ptc_source_excerpt_at(text, source, span,
                          ptc_source_position(source, span.start).line, color);
}
