/* SPDX-License-Identifier: MIT */
/*
 * Diagnostics: collecting them, and the only place that formats positions and excerpts.
 *
 * A ptc_diags stores the first `limit` errors and warnings and counts the rest. Texts are
 * made in its arena; when that refuses memory the fault is still counted, so a caller who
 * looks at `errors` is never misled into thinking that all is well. Lines, columns and
 * excerpts are worked out from byte offsets when a diagnostic is written, never before.
 * [signature 7]
 */
#include "base/base_int.h"
#include "edn/edn_int.h"

#include <ptc/json.h>

/* --- Names ----------------------------------------------------------------------- */

static const char *const diag_names[] = {
#define PTC_DIAG(constant, name, severity, summary) name,
#include <ptc/diagnostics.def>
#undef PTC_DIAG
};

static const uint8_t diag_severities[] = {
#define PTC_DIAG(constant, name, severity, summary) PTC_SEVERITY_##severity,
#include <ptc/diagnostics.def>
#undef PTC_DIAG
};

const char *ptc_diag_name(ptc_diag_code code)
{
    return (size_t)code < PTC_DIAG_COUNT ? diag_names[code] : "unknown";
}

ptc_diag_code ptc_diag_find(ptc_str name)
{
    size_t code = 0;

    while (code < PTC_DIAG_COUNT && !ptc_str_equal(name, ptc_str_of(diag_names[code])))
        code++;
    return (ptc_diag_code)code;
}

/* --- Collecting ------------------------------------------------------------------ */

void ptc_diags_init(ptc_diags *diags, ptc_arena *arena)
{
    *diags = (ptc_diags){.arena = arena, .limit = 20};
}

static ptc_str diag_format(ptc_arena *arena, const char *format, va_list *arguments)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_format(&text, format, arguments);
    return ptc_text_view(&text);
}

ptc_diags *ptc_diags_given(ptc_diags *given, ptc_diags *own, ptc_arena *arena)
{
    if (given != NULL)
        return given;
    ptc_diags_init(own, arena);
    own->limit = 0;
    return own;
}

/* Whether the same fault was stored already: checks that run once per use of a named type
 * find the faults of its declaration again and again. */
static bool diag_is_known(const ptc_diags *diags, const ptc_diag *diag)
{
    for (size_t i = 0; i < diags->count; i++) {
        const ptc_diag *known = &diags->items[i];

        if (known->code == diag->code && known->source == diag->source &&
            known->span.start == diag->span.start && known->span.end == diag->span.end &&
            ptc_str_equal(known->message, diag->message))
            return true;
    }
    return false;
}

ptc_diag *ptc_diag_add(ptc_diags *diags, ptc_diag_code code, ptc_span span,
                       const char *format, ...)
{
    ptc_severity severity = (ptc_severity)diag_severities[code];
    size_t *found = severity == PTC_SEVERITY_ERROR ? &diags->errors : &diags->warnings;
    void *items = diags->items;
    va_list arguments;
    bool has_room;

    diags->scratch = (ptc_diag){
        .code = code, .severity = severity, .source = diags->source, .span = span};
    if (*found >= diags->limit) {
        ++*found;
        return &diags->scratch;
    }
    va_start(arguments, format);
    diags->scratch.message = diag_format(diags->arena, format, &arguments);
    va_end(arguments);
    if (diag_is_known(diags, &diags->scratch))
        return &diags->scratch;
    ++*found;
    has_room = ptc_arena_reserve(diags->arena, &items, &diags->capacity, diags->count,
                                 diags->count + 1, sizeof *diags->items);
    diags->items = items;
    if (!has_room)
        return &diags->scratch;
    diags->items[diags->count] = diags->scratch;
    return &diags->items[diags->count++];
}

void ptc_diag_hint(ptc_diags *diags, ptc_diag *diag, const char *format, ...)
{
    va_list arguments;

    if (diag == &diags->scratch)
        return;
    va_start(arguments, format);
    diag->hint = diag_format(diags->arena, format, &arguments);
    va_end(arguments);
}

ptc_diags_mark ptc_diags_place(const ptc_diags *diags)
{
    return (ptc_diags_mark){diags->count, diags->errors, diags->warnings};
}

void ptc_diags_rewind(ptc_diags *diags, ptc_diags_mark mark)
{
    diags->count = mark.count;
    diags->errors = mark.errors;
    diags->warnings = mark.warnings;
}

/* --- Text that came from the input ----------------------------------------------- */

const char *ptc_diag_quote(ptc_diags *diags, ptc_str text)
{
    size_t count = 0;
    ptc_visible shown;
    ptc_text out;

    ptc_text_init(&out, diags->arena);
    for (size_t at = 0; at < text.len;) {
        at += ptc_visible_take(text, at, &shown);
        if (count++ == 80) {
            ptc_text_cstr(&out, "\xE2\x80\xA6");
            break;
        }
        ptc_text_bytes(&out, shown.bytes, shown.len);
    }
    return out.failed ? "" : out.ptr;
}

/* --- Positions ------------------------------------------------------------------- */

static bool diag_has_bom(ptc_str text)
{
    return text.len >= 3 && memcmp(text.ptr, "\xEF\xBB\xBF", 3) == 0;
}

/* The offset of the first byte of the line that holds `offset`. */
static size_t diag_line_start(ptc_str text, size_t offset)
{
    while (offset > 0 && text.ptr[offset - 1] != '\n')
        offset--;
    return offset == 0 && diag_has_bom(text) ? 3 : offset;
}

/* The offset after the last byte of that line, without its line end. */
static size_t diag_line_end(ptc_str text, size_t offset)
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
    at = diag_line_start(text, offset);
    while (at < offset) {
        size_t used = ptc_utf8_decode(text.ptr + at, text.len - at, &code_point);

        at += used != 0 ? used : 1;
        position.column++;
    }
    return position;
}

/* --- Excerpts -------------------------------------------------------------------- */

/* Colours of the text style; empty strings when there are none. */
typedef struct diag_paint {
    const char *strong;
    const char *error;
    const char *warning;
    const char *mark;
    const char *plain;
} diag_paint;

static const diag_paint diag_colours = {"\x1B[1m", "\x1B[1;31m", "\x1B[1;35m",
                                        "\x1B[1;32m", "\x1B[0m"};
static const diag_paint diag_no_colours = {"", "", "", "", ""};

/* First and last code points that fill two columns, and those that fill none; the blocks
 * that matter, not all of Unicode. */
static const uint32_t diag_wide[][2] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};
static const uint32_t diag_narrow[][2] = {
    {0x0300, 0x036F}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2069},
    {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
};

static bool diag_in_ranges(uint32_t code_point, const uint32_t (*ranges)[2], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (code_point >= ranges[i][0] && code_point <= ranges[i][1])
            return true;
    }
    return false;
}

size_t ptc_utf8_columns(uint32_t code_point)
{
    if (diag_in_ranges(code_point, diag_wide, sizeof diag_wide / sizeof diag_wide[0]))
        return 2;
    if (diag_in_ranges(code_point, diag_narrow,
                       sizeof diag_narrow / sizeof diag_narrow[0]))
        return 0;
    return 1;
}

/* How many columns of a long line are shown before and after the start of the span. */
enum { DIAG_BEFORE = 60, DIAG_BEHIND = 60, DIAG_TAB = 4 };

/* Bytes [start, end) of a source line that are shown. */
typedef struct diag_window {
    size_t start;
    size_t end;
    bool is_cut_before;
    bool is_cut_behind;
} diag_window;

/* The columns that what is at `at` fills when it is shown; `*used` are its bytes. */
static size_t diag_width(ptc_str text, size_t at, size_t *used)
{
    ptc_visible shown;

    *used = ptc_visible_take(text, at, &shown);
    if (shown.code_point == '\t')
        return DIAG_TAB;
    return shown.is_escaped ? shown.len : ptc_utf8_columns(shown.code_point);
}

/* Where the last DIAG_BEFORE columns of [start, end) begin. */
static size_t diag_cut_before(ptc_str text, size_t start, size_t end)
{
    size_t columns = 0;
    size_t used;

    for (size_t at = start; at < end; at += used)
        columns += diag_width(text, at, &used);
    while (columns > DIAG_BEFORE && start < end) {
        columns -= diag_width(text, start, &used);
        start += used;
    }
    return start;
}

/* Where the first DIAG_BEHIND columns of [start, end) end; one thing is always shown. */
static size_t diag_cut_behind(ptc_str text, size_t start, size_t end)
{
    size_t columns = 0;
    size_t used;

    while (start < end) {
        size_t width = diag_width(text, start, &used);

        if (columns > 0 && columns + width > DIAG_BEHIND)
            return start;
        columns += width;
        start += used;
    }
    return start;
}

static diag_window diag_window_of(ptc_str text, ptc_span span)
{
    size_t start = span.start < text.len ? span.start : text.len;
    diag_window window = {diag_line_start(text, start), diag_line_end(text, start), false,
                          false};
    size_t before;
    size_t behind;

    if (window.start > start) /* inside the byte order mark */
        start = window.start;
    if (start > window.end) /* the line end itself is meant */
        start = window.end;
    before = diag_cut_before(text, window.start, start);
    window.is_cut_before = before > window.start;
    window.start = before;
    behind = diag_cut_behind(text, start, window.end);
    window.is_cut_behind = behind < window.end;
    window.end = behind;
    return window;
}

/* The columns of the excerpt that the span covers. */
typedef struct diag_marks {
    size_t from;
    size_t to;
} diag_marks;

static diag_marks diag_write_line(ptc_text *out, ptc_str text, diag_window window,
                                  ptc_span span)
{
    diag_marks marks = {SIZE_MAX, 0};
    size_t column = 0;
    ptc_visible shown;

    if (window.is_cut_before) {
        ptc_text_cstr(out, "\xE2\x80\xA6");
        column = 1;
    }
    for (size_t at = window.start; at < window.end;) {
        size_t used = ptc_visible_take(text, at, &shown);
        size_t width = DIAG_TAB - column % DIAG_TAB;

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

static size_t diag_digits(size_t number)
{
    size_t digits = 1;

    while ((number /= 10) != 0)
        digits++;
    return digits;
}

static void diag_write_excerpt(ptc_text *out, const ptc_diag *diag, size_t line,
                               const diag_paint *paint)
{
    ptc_str text = diag->source->text;
    diag_window window = diag_window_of(text, diag->span);
    size_t digits = diag_digits(line);
    size_t gutter = digits > 5 ? digits : 5;
    diag_marks marks;

    ptc_text_repeat(out, ' ', gutter - digits);
    ptc_text_uint(out, line);
    ptc_text_cstr(out, " | ");
    marks = diag_write_line(out, text, window, diag->span);
    ptc_text_byte(out, '\n');
    ptc_text_repeat(out, ' ', gutter);
    ptc_text_cstr(out, " | ");
    ptc_text_repeat(out, ' ', marks.from);
    ptc_text_cstr(out, paint->mark);
    ptc_text_byte(out, '^');
    if (marks.to > marks.from + 1)
        ptc_text_repeat(out, '~', marks.to - marks.from - 1);
    ptc_text_cstr(out, paint->plain);
    ptc_text_byte(out, '\n');
}

/* --- Styles ---------------------------------------------------------------------- */

static const diag_paint *diag_paint_of(bool color)
{
    return color ? &diag_colours : &diag_no_colours;
}

void ptc_source_excerpt_at(ptc_text *text, const ptc_source *source, ptc_span span,
                           size_t line, bool color)
{
    ptc_diag diag = {.source = source, .span = span};

    diag_write_excerpt(text, &diag, line, diag_paint_of(color));
}

void ptc_source_excerpt(ptc_text *text, const ptc_source *source, ptc_span span,
                        bool color)
{
    ptc_source_excerpt_at(text, source, span,
                          ptc_source_position(source, span.start).line, color);
}

static const char *diag_severity_word(const ptc_diag *diag)
{
    if (diag->code == PTC_DIAG_JSON_MEANING)
        return "note";
    return diag->severity == PTC_SEVERITY_ERROR ? "error" : "warning";
}

/* What the text style begins with: what forms for others lose is not a warning of what
 * was read. */
static const char *diag_head_word(const ptc_diag *diag)
{
    return diag->code == PTC_DIAG_LOSS_TARGET ? "loss" : diag_severity_word(diag);
}

/* The expected words that the message does not say already. Heads of Malli are too many
 * to show with a hint. */
static ptc_str diag_valid(const ptc_diag *diag)
{
    const ptc_str *words = &diag->expected;

    if (diag->code == PTC_DIAG_MALLI_UNKNOWN && diag->hint.len > 0)
        return PTC_STR("");
    for (size_t at = 0; words->len > 0 && at + words->len <= diag->message.len; at++) {
        if (memcmp(diag->message.ptr + at, words->ptr, words->len) == 0)
            return PTC_STR("");
    }
    return *words;
}

static bool diag_has_advice(const ptc_diag *diag)
{
    return diag->hint.len > 0 || diag_valid(diag).len > 0;
}

/* "use :int  (valid: :string :int)", for all styles but JSON. */
static void diag_write_advice(ptc_text *out, const ptc_diag *diag)
{
    ptc_str valid = diag_valid(diag);

    ptc_visible_write(out, diag->hint);
    if (valid.len > 0) {
        ptc_text_cstr(out, diag->hint.len > 0 ? "  (valid: " : "valid: ");
        ptc_visible_write(out, valid);
        ptc_text_cstr(out, diag->hint.len > 0 ? ")" : "");
    }
    ptc_text_byte(out, '\n');
}

/* "file:3:15: ", or "file(3,15): ". */
static void diag_write_place(ptc_text *out, const ptc_diag *diag, ptc_position at,
                             ptc_diag_style style)
{
    bool is_msvc = style == PTC_DIAG_STYLE_MSVC;

    ptc_visible_write(out, diag->source->name);
    ptc_text_byte(out, is_msvc ? '(' : ':');
    ptc_text_uint(out, at.line);
    ptc_text_byte(out, is_msvc ? ',' : ':');
    ptc_text_uint(out, at.column);
    ptc_text_cstr(out, is_msvc ? "): " : ": ");
}

static void diag_write_text(ptc_text *out, const ptc_diag *diag, ptc_position at,
                            bool color)
{
    const diag_paint *paint = diag_paint_of(color);

    ptc_text_cstr(out, paint->strong);
    diag_write_place(out, diag, at, PTC_DIAG_STYLE_TEXT);
    ptc_text_cstr(out, paint->plain);
    ptc_text_cstr(out,
                  diag->severity == PTC_SEVERITY_ERROR ? paint->error : paint->warning);
    ptc_text_cstr(out, diag_head_word(diag));
    ptc_text_byte(out, '[');
    if (diag->target.len > 0)
        ptc_text_str(out, diag->target);
    else
        ptc_text_cstr(out, ptc_diag_name(diag->code));
    ptc_text_byte(out, ']');
    ptc_text_cstr(out, paint->plain);
    ptc_text_cstr(out, ": ");
    ptc_visible_write(out, diag->message);
    ptc_text_byte(out, '\n');
    if (!ptc_visible_is_binary(diag->source->text))
        diag_write_excerpt(out, diag, at.line, paint);
    if (diag_has_advice(diag)) {
        ptc_text_cstr(out, "    hint: ");
        diag_write_advice(out, diag);
    }
}

/* The forms that editors parse: one line for the fault, one for the hint. */
static void diag_write_lines(ptc_text *out, const ptc_diag *diag, ptc_position at,
                             ptc_diag_style style)
{
    diag_write_place(out, diag, at, style);
    ptc_text_cstr(out, diag_severity_word(diag));
    if (style == PTC_DIAG_STYLE_MSVC) {
        ptc_text_byte(out, ' ');
        ptc_text_cstr(out, ptc_diag_name(diag->code));
    }
    ptc_text_cstr(out, ": ");
    ptc_text_str(out, diag->target);
    ptc_text_cstr(out, diag->target.len > 0 ? ": " : "");
    ptc_visible_write(out, diag->message);
    if (style == PTC_DIAG_STYLE_GNU) {
        ptc_text_cstr(out, " [");
        ptc_text_cstr(out, ptc_diag_name(diag->code));
        ptc_text_byte(out, ']');
    }
    ptc_text_byte(out, '\n');
    if (diag_has_advice(diag)) {
        diag_write_place(out, diag, at, style);
        ptc_text_cstr(out, "note: ");
        diag_write_advice(out, diag);
    }
}

/* A JSON string that a terminal shows as it is: what the writer of JSON leaves alone and
 * people must not meet is escaped as well. */
static void diag_write_string(ptc_text *out, ptc_str text)
{
    size_t start = out->len;
    ptc_text plain;

    ptc_json_write_string(out, text);
    if (out->failed ||
        ptc_visible_is_plain(ptc_str_make(out->ptr + start, out->len - start)))
        return;
    ptc_text_init(&plain, out->arena);
    ptc_visible_write_json(&plain, ptc_str_make(out->ptr + start, out->len - start));
    out->len = start;
    out->failed = out->failed || plain.failed;
    ptc_text_str(out, ptc_text_view(&plain));
}

static void diag_write_member(ptc_text *out, const char *name, ptc_str text)
{
    if (text.len == 0)
        return;
    ptc_text_cstr(out, ",\"");
    ptc_text_cstr(out, name);
    ptc_text_cstr(out, "\":");
    diag_write_string(out, text);
}

static void diag_write_number(ptc_text *out, const char *name, size_t number)
{
    ptc_text_cstr(out, ",\"");
    ptc_text_cstr(out, name);
    ptc_text_cstr(out, "\":");
    ptc_text_uint(out, number);
}

static void diag_write_json(ptc_text *out, const ptc_diag *diag, ptc_position at)
{
    ptc_position end = ptc_source_position(diag->source, diag->span.end);
    ptc_text fix;

    ptc_text_init(&fix, out->arena);
    ptc_diag_write_fix(&fix, diag);
    out->failed = out->failed || fix.failed;
    ptc_text_cstr(out, "{\"file\":");
    diag_write_string(out, diag->source->name);
    diag_write_number(out, "line", at.line);
    diag_write_number(out, "col", at.column);
    diag_write_number(out, "end_line", end.line);
    diag_write_number(out, "end_col", end.column);
    diag_write_number(out, "offset", diag->span.start);
    diag_write_number(out, "end_offset", diag->span.end);
    diag_write_member(out, "severity", ptc_str_of(diag_severity_word(diag)));
    diag_write_member(out, "code", ptc_str_of(ptc_diag_name(diag->code)));
    diag_write_member(out, "target", diag->target);
    diag_write_member(out, "message", diag->message);
    diag_write_member(out, "hint", diag->hint);
    diag_write_member(out, "expected", diag->expected);
    diag_write_member(out, "fix", ptc_text_view(&fix));
    ptc_text_cstr(out, "}\n");
}

void ptc_diag_write(ptc_text *text, const ptc_diag *diag, ptc_diag_style style,
                    bool color)
{
    static const ptc_source nowhere;
    ptc_diag placed = *diag;
    ptc_position at;

    if (placed.source == NULL) {
        placed.source = &nowhere;
        placed.span = (ptc_span){0, 0};
    }
    at = ptc_source_position(placed.source, placed.span.start);
    switch (style) {
    case PTC_DIAG_STYLE_TEXT:
        diag_write_text(text, &placed, at, color);
        break;
    case PTC_DIAG_STYLE_GNU:
    case PTC_DIAG_STYLE_MSVC:
        diag_write_lines(text, &placed, at, style);
        break;
    case PTC_DIAG_STYLE_JSON:
        diag_write_json(text, &placed, at);
        break;
    }
}

/* The place of a diagnostic's source in the order in which sources were first met. */
static size_t diag_source_rank(const ptc_diags *diags, const ptc_source *source)
{
    size_t rank = 0;

    while (diags->items[rank].source != source)
        rank++;
    return rank;
}

static bool diag_is_before(const ptc_diags *diags, const ptc_diag *a, const ptc_diag *b)
{
    if (a->source != b->source)
        return diag_source_rank(diags, a->source) < diag_source_rank(diags, b->source);
    return a->span.start < b->span.start;
}

/* By insertion: they are few (see `limit`), and nearly in order already. */
static void diag_sort(const ptc_diags *diags, const ptc_diag **sorted)
{
    for (size_t i = 0; i < diags->count; i++) {
        const ptc_diag *diag = &diags->items[i];
        size_t place = i;

        for (; place > 0 && diag_is_before(diags, diag, sorted[place - 1]); place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = diag;
    }
}

/* Reports that there are `more` of them, and in which file, for programs. */
static void diag_write_more(ptc_text *text, const ptc_diags *diags, size_t more,
                            ptc_diag_style style)
{
    if (style != PTC_DIAG_STYLE_JSON) {
        ptc_text_cstr(text, "\xE2\x80\xA6"
                            "and ");
        ptc_text_uint(text, more);
        ptc_text_cstr(text, " more\n");
        return;
    }
    ptc_text_cstr(text, "{\"file\":");
    diag_write_string(text, diags->source != NULL ? diags->source->name : PTC_STR(""));
    ptc_text_cstr(text, ",\"more\":");
    ptc_text_uint(text, more);
    ptc_text_cstr(text, "}\n");
}

void ptc_diags_write(ptc_text *text, const ptc_diags *diags, ptc_diag_style style,
                     bool color)
{
    size_t more = diags->errors + diags->warnings - diags->count;
    const ptc_diag **sorted =
        ptc_arena_array(text->arena, diags->count, sizeof(const ptc_diag *));

    if (sorted == NULL) {
        text->failed = true;
        return;
    }
    diag_sort(diags, sorted);
    for (size_t i = 0; i < diags->count; i++)
        ptc_diag_write(text, sorted[i], style, color);
    if (more > 0)
        diag_write_more(text, diags, more, style);
}
