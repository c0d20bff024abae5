/* SPDX-License-Identifier: MIT */
/*
 * Long lines: comments and lists of parameters and arguments, broken where clang-format
 * with the project's settings would break them, so that it leaves emitted files as they
 * are. [style 2.9, 2.10]
 */
#include "generator/text/template_host.h"

/* Finishes a text; a refused allocation becomes the host's status. */
static ptc_str wrap_done(ptcc_host *host, const ptc_text *out)
{
    if (out->failed)
        host_fail(host, PTC_ERROR_MEMORY, PTC_STR("out of memory"));
    return ptc_text_view(out);
}

/* --- Columns ----------------------------------------------------------------------- */

/* Characters that are two columns wide, in order. */
static const struct wide_range {
    uint32_t first;
    uint32_t last;
} wide_ranges[] = {
    {0x1100, 0x115F}, {0x2329, 0x232A},   {0x2E80, 0x303E},   {0x3041, 0x33FF},
    {0x3400, 0x4DBF}, {0x4E00, 0xA4CF},   {0xA960, 0xA97C},   {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF}, {0xFE10, 0xFE19},   {0xFE30, 0xFE6B},   {0xFF01, 0xFF60},
    {0xFFE0, 0xFFE6}, {0x1F200, 0x1F202}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD},
};

static size_t wrap_width(uint32_t character)
{
    if (character >= 0x0300 && character <= 0x036F)
        return 0; /* combining marks */
    for (size_t i = 0; i < sizeof wide_ranges / sizeof wide_ranges[0]; i++) {
        if (character < wide_ranges[i].first)
            return 1;
        if (character <= wide_ranges[i].last)
            return 2;
    }
    return 1;
}

/* The columns that a text takes. */
static size_t wrap_columns(ptc_str text)
{
    size_t columns = 0;

    if (ptc_utf8_count(text.ptr, text.len) == text.len)
        return text.len; /* one byte each */
    for (size_t at = 0; at < text.len;) {
        uint32_t character = 0;
        size_t used = ptc_utf8_decode(text.ptr + at, text.len - at, &character);

        columns += wrap_width(character);
        at += used ? used : 1; /* notes and names are UTF-8 */
    }
    return columns;
}

/* --- Comments ---------------------------------------------------------------------- */

/* One paragraph, filled; each line after ` * `. */
static void wrap_paragraph(ptc_text *out, ptc_str line, size_t columns)
{
    size_t column = 0;
    size_t at = 0;

    ptc_text_cstr(out, " *");
    while (at < line.len) {
        size_t start = at;
        size_t width;

        while (at < line.len && line.ptr[at] != ' ')
            at++;
        width = wrap_columns(ptc_str_make(line.ptr + start, at - start));
        if (column > 0 && width > 0 && column + 1 + width > columns) {
            ptc_text_cstr(out, "\n *");
            column = 0;
        }
        if (width > 0) {
            ptc_text_byte(out, ' ');
            ptc_text_bytes(out, line.ptr + start, at - start);
            column += 1 + width;
        }
        while (at < line.len && line.ptr[at] == ' ')
            at++;
    }
    ptc_text_byte(out, '\n');
}

ptc_str host_wrap_comment(ptcc_host *host, ptc_str note, size_t indent)
{
    size_t room = indent + 20 < HOST_COLUMNS ? HOST_COLUMNS - indent : 20;
    ptc_text out;

    while (note.len > 0 &&
           (note.ptr[note.len - 1] == '\n' || note.ptr[note.len - 1] == ' '))
        note.len--;
    if (note.len == 0)
        return PTC_STR("");
    ptc_text_init(&out, host->arena);
    if (memchr(note.ptr, '\n', note.len) == NULL &&
        wrap_columns(note) + strlen("/*  */") <= room) {
        ptc_text_cstr(&out, "/* ");
        ptc_text_str(&out, note);
        ptc_text_cstr(&out, " */");
        return wrap_done(host, &out);
    }
    ptc_text_cstr(&out, "/*\n");
    while (note.len > 0) {
        const char *newline = memchr(note.ptr, '\n', note.len);
        size_t len = newline != NULL ? (size_t)(newline - note.ptr) : note.len;
        size_t used = newline != NULL ? len + 1 : len;

        wrap_paragraph(&out, ptc_str_make(note.ptr, len), room - strlen(" *"));
        note = ptc_str_make(note.ptr + used, note.len - used);
    }
    ptc_text_cstr(&out, " */");
    return wrap_done(host, &out);
}

/* --- Pairs ------------------------------------------------------------------------- */

ptc_str host_wrap_pair(ptcc_host *host, ptc_str left, ptc_str right, size_t indent)
{
    bool fits = indent + wrap_columns(left) + 1 + wrap_columns(right) <= HOST_COLUMNS;
    ptc_text out;

    ptc_text_init(&out, host->arena);
    ptc_text_str(&out, left);
    ptc_text_cstr(&out, fits ? " " : "\n    ");
    ptc_text_str(&out, right);
    return wrap_done(host, &out);
}

/* --- Lists ------------------------------------------------------------------------- */

/* What breaking a line costs the formatter; each level of brackets adds WRAP_LEVEL. */
enum {
    WRAP_LEVEL = 20,
    WRAP_COMMA = 1,
    WRAP_BRACKET = 19,     /* after the bracket of a call */
    WRAP_PARAMETERS = 100, /* ... of a declaration */
    WRAP_TYPE = 65,        /* after the type that a function returns */
    WRAP_ASSIGNMENT = 2,   /* after `=` */
    WRAP_EXCESS = 1000000, /* a column too much */
    WRAP_CONTINUED = 4,    /* columns that a continued line is indented by */
    WRAP_TYPE_LEAST = 7,   /* a type as short as `void ` stays where it is */
};

/* A list and where its line may break in front of the items. */
typedef struct wrap_list {
    ptc_str head;
    const ptc_str *items;
    const size_t *widths; /* of the items */
    size_t count;
    ptc_str tail;
    size_t indent;
    size_t break_at;     /* bytes of the head up to a possible break; 0: none */
    size_t break_indent; /* of the text after that */
    size_t break_cost;
    size_t bracket_cost;
    size_t comma_cost;
} wrap_list;

/* A text under way, and what its lines cost. */
typedef struct wrap_line {
    ptc_text *out; /* NULL: only the cost is wanted */
    size_t column;
    size_t cost;
} wrap_line;

static void wrap_add_wide(wrap_line *line, ptc_str text, size_t width)
{
    size_t end = line->column + width;
    size_t from = line->column > HOST_COLUMNS ? line->column : HOST_COLUMNS;

    if (line->out != NULL)
        ptc_text_str(line->out, text);
    if (end > from)
        line->cost += (end - from) * WRAP_EXCESS;
    line->column = end;
}

static void wrap_add(wrap_line *line, ptc_str text)
{
    wrap_add_wide(line, text, wrap_columns(text));
}

/* Begins a line; the place's own indentation comes from where the text is put. */
static void wrap_break(wrap_line *line, size_t place, size_t margin, size_t cost)
{
    if (line->out != NULL) {
        ptc_text_byte(line->out, '\n');
        ptc_text_repeat(line->out, ' ', margin);
    }
    line->column = place + margin;
    line->cost += cost;
}

/* Lays the list out and returns the cost. */
static size_t wrap_lay(const wrap_list *list, bool breaks_head, bool breaks_bracket,
                       ptc_text *out)
{
    wrap_line line = {out, list->indent, 0};
    size_t margin;

    if (breaks_head) {
        size_t skip = list->head.ptr[list->break_at] == ' ';
        size_t rest = list->break_at + skip;

        wrap_add(&line, ptc_str_make(list->head.ptr, list->break_at));
        wrap_break(&line, list->indent, list->break_indent, list->break_cost);
        wrap_add(&line, ptc_str_make(list->head.ptr + rest, list->head.len - rest));
    } else {
        wrap_add(&line, list->head);
    }
    wrap_add(&line, PTC_STR("("));
    margin = line.column - list->indent;
    if (breaks_bracket) {
        margin = (breaks_head ? list->break_indent : 0) + WRAP_CONTINUED;
        wrap_break(&line, list->indent, margin, list->bracket_cost);
    }
    for (size_t i = 0; i < list->count; i++) {
        bool is_last = i + 1 == list->count;
        /* with what must follow it */
        size_t width = list->widths[i] + (is_last ? 1 + list->tail.len : 1);

        if (i > 0 && line.column + 1 + width > HOST_COLUMNS)
            wrap_break(&line, list->indent, margin, list->comma_cost);
        else if (i > 0)
            wrap_add_wide(&line, PTC_STR(" "), 1);
        wrap_add_wide(&line, list->items[i], list->widths[i]);
        wrap_add_wide(&line, is_last ? PTC_STR(")") : PTC_STR(","), 1);
    }
    if (list->count == 0)
        wrap_add(&line, PTC_STR(")"));
    wrap_add(&line, list->tail);
    return line.cost;
}

static void wrap_may_break(wrap_list *list, size_t at, size_t indent, size_t cost)
{
    list->break_at = at;
    list->break_indent = indent;
    list->break_cost = cost;
}

/* Finds out what the head is: `if (f`, `a = f`, `return f`, or a declaration. */
static void wrap_look(wrap_list *list)
{
    ptc_str head = list->head;
    const char *open = memchr(head.ptr, '(', head.len);
    size_t level = open != NULL ? 3 : 2;
    size_t at = 0;

    list->comma_cost = level * WRAP_LEVEL + WRAP_COMMA;
    list->bracket_cost = level * WRAP_LEVEL + WRAP_BRACKET;
    if (open != NULL) {
        wrap_may_break(list, (size_t)(open + 1 - head.ptr), WRAP_CONTINUED,
                       2 * WRAP_LEVEL + WRAP_BRACKET);
        return;
    }
    if (head.len > 7 && memcmp(head.ptr, "return ", 7) == 0)
        return;
    for (size_t i = 0; i < head.len; i++) {
        if (head.ptr[i] == '=') {
            wrap_may_break(list, i + 1, WRAP_CONTINUED, WRAP_LEVEL + WRAP_ASSIGNMENT);
            return;
        }
        if (head.ptr[i] == ' ' || head.ptr[i] == '*')
            at = i + 1;
    }
    if (at > 0)
        list->bracket_cost = 2 * WRAP_LEVEL + WRAP_PARAMETERS;
    if (at < WRAP_TYPE_LEAST)
        return;
    wrap_may_break(list, head.ptr[at - 1] == ' ' ? at - 1 : at, 0,
                   WRAP_LEVEL + WRAP_TYPE);
}

ptc_str host_wrap_list(ptcc_host *host, ptc_str head, const ptc_str *items, size_t count,
                       ptc_str tail, size_t indent)
{
    wrap_list list = {
        .head = head, .items = items, .count = count, .tail = tail, .indent = indent};
    size_t *widths = ptc_arena_array(host->arena, count, sizeof *widths);
    unsigned best = 0;
    size_t least;
    ptc_text out;

    if (widths == NULL) {
        host_fail(host, PTC_ERROR_MEMORY, PTC_STR("out of memory"));
        return PTC_STR("");
    }
    for (size_t i = 0; i < count; i++)
        widths[i] = wrap_columns(items[i]);
    list.widths = widths;
    wrap_look(&list);
    least = wrap_lay(&list, false, false, NULL);
    for (unsigned way = 1; way < 4 && least > 0; way++) {
        size_t cost;

        if (((way & 1) && list.break_at == 0) || ((way & 2) && count == 0))
            continue;
        cost = wrap_lay(&list, way & 1, way & 2, NULL);
        if (cost < least) {
            least = cost;
            best = way;
        }
    }
    ptc_text_init(&out, host->arena);
    wrap_lay(&list, best & 1, best & 2, &out);
    return wrap_done(host, &out);
}
