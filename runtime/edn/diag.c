/* SPDX-License-Identifier: MIT */
/*
 * Diagnostics: collecting them, and writing them in several styles.
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

/* --- Styles ---------------------------------------------------------------------- */

/* Colours of the text style; empty strings when there are none. */
typedef struct diag_paint {
    const char *strong;
    const char *error;
    const char *warning;
    const char *plain;
} diag_paint;

static const diag_paint diag_colours = {"\x1B[1m", "\x1B[1;31m", "\x1B[1;35m", "\x1B[0m"};
static const diag_paint diag_no_colours = {"", "", "", ""};

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
    const diag_paint *paint = color ? &diag_colours : &diag_no_colours;

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
        ptc_source_excerpt_at(out, diag->source, diag->span, at.line, color);
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
