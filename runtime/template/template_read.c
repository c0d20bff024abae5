/* SPDX-License-Identifier: MIT */
/*
 * Templates are compiled here: text to chunks, paths and jumps. [signature 11.1]
 *
 * One pass over a copy of the text, which the ops point into. Every fault is reported and
 * reading goes on after the tag, so that all of a template's faults come at once. Work is
 * linear in the text: what is known of a line (where it begins, its first byte that is
 * not blank, code points so far) is kept while the reader moves along it.
 */
#include "edn/edn_int.h"
#include "template/template_int.h"

/* Number of faults after which a text does not count as a template at all. */
enum { TEMPLATE_ERROR_MAX = 1000 };

typedef struct template_tag {
    size_t start;  /* of the opening delimiter */
    size_t inside; /* first byte after it */
    size_t close;  /* of the closing delimiter */
    size_t end;    /* first byte after that */
} template_tag;

typedef struct template_reader {
    ptc_arena *arena;
    ptc_diags *diags;
    const char *text; /* the copy */
    size_t len;
    ptc_str open; /* delimiters in force */
    ptc_str close;
    ptc_template_op *ops;
    size_t count;
    size_t capacity;
    size_t text_start; /* all before is in ops */
    size_t line_start;
    size_t line_solid;  /* first byte of the line that is not blank */
    size_t column_at;   /* where `column` was counted */
    size_t column;      /* code points from line_start to column_at */
    unsigned iterating; /* open sections that are not inverted */
    unsigned depth;
    uint32_t sections[PTC_TEMPLATE_DEPTH_MAX]; /* ops of the open sections */
    ptc_str path[PTC_TEMPLATE_PATH_MAX];       /* of the tag at hand */
    size_t path_count;
    size_t error_limit; /* of the diagnostics: then reading stops */
    bool is_stopped;    /* a fault after which reading on makes no sense */
} template_reader;

/* --- Places ------------------------------------------------------------------------ */

static bool template_is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

static size_t template_skip_blanks(const template_reader *reader, size_t at)
{
    while (at < reader->len && template_is_blank(reader->text[at]))
        at++;
    return at;
}

/* Brings the facts of the line up to `at`, which never moves back. */
static void template_move_line(template_reader *reader, size_t at)
{
    size_t from = reader->column_at;
    const char *newline;

    while ((newline = memchr(reader->text + from, '\n', at - from)) != NULL) {
        from = (size_t)(newline - reader->text) + 1;
        reader->line_start = from;
        reader->line_solid = template_skip_blanks(reader, from);
        reader->column = 0;
    }
    reader->column += ptc_utf8_count(reader->text + from, at - from);
    reader->column_at = at;
}

/* Whether only blanks follow `at` on its line; then *next is where the next line begins.
 */
static bool template_ends_line(const template_reader *reader, size_t at, size_t *next)
{
    at = template_skip_blanks(reader, at);
    if (at + 1 < reader->len && reader->text[at] == '\r' && reader->text[at + 1] == '\n')
        at++;
    *next = at < reader->len ? at + 1 : at;
    return at == reader->len || reader->text[at] == '\n';
}

/* The next `needle` that lies in [at, limit), or `limit`. */
static size_t template_find(const template_reader *reader, size_t at, size_t limit,
                            ptc_str needle)
{
    while (at < limit && limit - at >= needle.len) {
        const char *hit = memchr(reader->text + at, needle.ptr[0], limit - at);

        if (hit == NULL)
            break;
        at = (size_t)(hit - reader->text);
        if (limit - at >= needle.len && memcmp(hit, needle.ptr, needle.len) == 0)
            return at;
        at++;
    }
    return limit;
}

/* --- Faults ------------------------------------------------------------------------ */

static ptc_span template_span(size_t start, size_t end)
{
    ptc_span span;

    span.start = (uint32_t)start;
    span.end = (uint32_t)end;
    return span;
}

static const char *template_quote(template_reader *reader, size_t start, size_t end)
{
    return ptc_diag_quote(reader->diags, ptc_str_make(reader->text + start, end - start));
}

static void template_fault(template_reader *reader, const template_tag *tag,
                           const char *reason)
{
    ptc_diag_add(reader->diags, PTC_DIAG_TEMPLATE_SYNTAX,
                 template_span(tag->start, tag->end), "malformed tag %s: %s",
                 template_quote(reader, tag->start, tag->end), reason);
}

static ptc_diag *template_section_fault(template_reader *reader, uint32_t section)
{
    const ptc_template_op *op = &reader->ops[section];

    return ptc_diag_add(reader->diags, PTC_DIAG_TEMPLATE_SECTION,
                        template_span(op->offset, op->offset + op->text.len),
                        "section %s is never closed",
                        ptc_diag_quote(reader->diags, op->text));
}

/* --- Ops --------------------------------------------------------------------------- */

static ptc_template_op *template_push(template_reader *reader, ptc_template_op_kind kind,
                                      size_t start, size_t end)
{
    void *items = reader->ops;
    ptc_template_op *op;

    if (!ptc_arena_reserve(reader->arena, &items, &reader->capacity, reader->count,
                           reader->count + 1, sizeof *reader->ops)) {
        reader->is_stopped = true;
        return NULL;
    }
    reader->ops = items;
    op = &reader->ops[reader->count++];
    memset(op, 0, sizeof *op);
    op->kind = (uint8_t)kind;
    op->offset = (uint32_t)start;
    op->text = ptc_str_make(reader->text + start, end - start);
    return op;
}

/* The text up to `end` becomes a chunk. */
static void template_push_text(template_reader *reader, size_t end)
{
    if (end > reader->text_start)
        template_push(reader, PTC_TEMPLATE_TEXT, reader->text_start, end);
}

static ptc_template_op *template_push_tag(template_reader *reader,
                                          ptc_template_op_kind kind,
                                          const template_tag *tag)
{
    size_t size = reader->path_count * sizeof *reader->path;
    ptc_template_op *op = template_push(reader, kind, tag->start, tag->end);
    ptc_str *path;

    if (op == NULL || size == 0)
        return op;
    path = ptc_arena_alloc(reader->arena, size);
    if (path == NULL) {
        reader->is_stopped = true;
        return NULL;
    }
    memcpy(path, reader->path, size);
    op->path = path;
    op->path_count = (uint16_t)reader->path_count;
    return op;
}

/* Ends the text before a tag; a line that holds only this tag goes with it. */
static void template_cut_line(template_reader *reader, const template_tag *tag,
                              size_t line, bool starts_line)
{
    size_t next;

    if (starts_line && template_ends_line(reader, tag->end, &next)) {
        template_push_text(reader, line);
        reader->text_start = next;
    } else {
        template_push_text(reader, tag->start);
        reader->text_start = tag->end;
    }
}

/* --- Sections ---------------------------------------------------------------------- */

static bool template_same_path(const template_reader *reader, const ptc_template_op *op)
{
    if (op->path_count != reader->path_count)
        return false;
    for (size_t i = 0; i < op->path_count; i++)
        if (!ptc_str_equal_folded(op->path[i], reader->path[i]))
            return false;
    return true;
}

static void template_open(template_reader *reader, const template_tag *tag,
                          bool is_inverted)
{
    if (reader->depth == PTC_TEMPLATE_DEPTH_MAX) {
        ptc_diag_add(reader->diags, PTC_DIAG_TEMPLATE_SECTION,
                     template_span(tag->start, tag->end),
                     "sections are nested deeper than %d", PTC_TEMPLATE_DEPTH_MAX);
        reader->is_stopped = true;
        return;
    }
    if (template_push_tag(reader,
                          is_inverted ? PTC_TEMPLATE_INVERTED : PTC_TEMPLATE_SECTION,
                          tag) == NULL)
        return;
    reader->sections[reader->depth++] = (uint32_t)(reader->count - 1);
    reader->iterating += !is_inverted;
}

static void template_pop(template_reader *reader)
{
    ptc_template_op *op = &reader->ops[reader->sections[--reader->depth]];

    op->end = (uint32_t)reader->count;
    reader->iterating -= op->kind == PTC_TEMPLATE_SECTION;
}

static void template_stray(template_reader *reader, const template_tag *tag)
{
    ptc_diag *diag = ptc_diag_add(reader->diags, PTC_DIAG_TEMPLATE_SECTION,
                                  template_span(tag->start, tag->end),
                                  "%s closes a section that is not open",
                                  template_quote(reader, tag->start, tag->end));

    if (reader->depth > 0)
        ptc_diag_hint(
            reader->diags, diag, "the open section is %s",
            ptc_diag_quote(reader->diags,
                           reader->ops[reader->sections[reader->depth - 1]].text));
}

/* Closes the innermost section of that name; those inside it were never closed. */
static void template_shut(template_reader *reader, const template_tag *tag)
{
    unsigned match = reader->depth;

    while (match > 0 &&
           !template_same_path(reader, &reader->ops[reader->sections[match - 1]]))
        match--;
    if (match == 0) {
        template_stray(reader, tag);
        return;
    }
    while (reader->depth > match) {
        ptc_diag *diag =
            template_section_fault(reader, reader->sections[reader->depth - 1]);

        ptc_diag_hint(reader->diags, diag, "%s closes a section around it",
                      template_quote(reader, tag->start, tag->end));
        template_pop(reader);
    }
    template_pop(reader);
}

/* --- Tags -------------------------------------------------------------------------- */

/* Why there is no name at `at`, in words. */
static const char *template_no_name(const template_reader *reader,
                                    const template_tag *tag, size_t at,
                                    ptc_template_token token)
{
    char byte = at < tag->close ? reader->text[at] : '\0';

    if (token == PTC_TEMPLATE_TOKEN_RAW)
        return "there is no raw form, write {{name}}";
    if (token == PTC_TEMPLATE_TOKEN_PARTIAL)
        return "there are no partials";
    if (token == PTC_TEMPLATE_TOKEN_DOT && reader->path_count > 0)
        return "a name is missing between two dots";
    if (token == PTC_TEMPLATE_TOKEN_END || token == PTC_TEMPLATE_TOKEN_BLANK)
        return reader->path_count > 0 ? "a name is missing after the dot"
                                      : "a name is missing";
    if (byte == '_')
        return "a name needs more than `_`";
    if ((byte >= '0' && byte <= '9') || byte == '-')
        return "a name starts with a letter or `_`";
    return "only a name is allowed here, [A-Za-z][A-Za-z0-9_-]*";
}

/* Reads `path ws` from `at` to the end of the tag; the reason when there is none. */
static const char *template_path(template_reader *reader, const template_tag *tag,
                                 size_t at)
{
    const unsigned char *base = (const unsigned char *)reader->text;
    const unsigned char *limit = base + tag->close;
    const unsigned char *cursor = base + at;
    const unsigned char *start = cursor;
    ptc_template_token token = ptc_template_lex(&cursor, limit);

    reader->path_count = 0;
    if (token == PTC_TEMPLATE_TOKEN_BLANK) {
        start = cursor;
        token = ptc_template_lex(&cursor, limit);
    }
    if (token == PTC_TEMPLATE_TOKEN_DOT) {
        token = ptc_template_lex(&cursor, limit);
        if (token == PTC_TEMPLATE_TOKEN_NAME || token == PTC_TEMPLATE_TOKEN_DOT)
            return "a name is missing before the dot";
    } else {
        for (;;) {
            if (token != PTC_TEMPLATE_TOKEN_NAME)
                return template_no_name(reader, tag, (size_t)(start - base), token);
            if (reader->path_count == PTC_TEMPLATE_PATH_MAX)
                return "the path has too many names";
            reader->path[reader->path_count++] =
                ptc_str_make((const char *)start, (size_t)(cursor - start));
            token = ptc_template_lex(&cursor, limit);
            if (token != PTC_TEMPLATE_TOKEN_DOT)
                break;
            start = cursor;
            token = ptc_template_lex(&cursor, limit);
        }
    }
    if (token == PTC_TEMPLATE_TOKEN_BLANK)
        token = ptc_template_lex(&cursor, limit);
    return token == PTC_TEMPLATE_TOKEN_END ? NULL : "a tag holds only one name";
}

/* One delimiter of {{=<% %>=}} from `*at` on. */
static ptc_str template_delimiter(const template_reader *reader, size_t *at, size_t limit)
{
    size_t start;

    while (*at < limit && (reader->text[*at] == ' ' || reader->text[*at] == '\t'))
        ++*at;
    start = *at;
    while (*at < limit && reader->text[*at] != '=' && reader->text[*at] != ' ' &&
           reader->text[*at] != '\t' && reader->text[*at] != '\r' &&
           reader->text[*at] != '\n')
        ++*at;
    return ptc_str_make(reader->text + start, *at - start);
}

static void template_set_delimiters(template_reader *reader, const template_tag *tag,
                                    size_t at)
{
    ptc_str open = template_delimiter(reader, &at, tag->close);
    ptc_str close = template_delimiter(reader, &at, tag->close);

    at = template_skip_blanks(reader, at);
    if (open.len == 0 || close.len == 0 || at + 1 > tag->close ||
        reader->text[at] != '=' || template_skip_blanks(reader, at + 1) != tag->close) {
        template_fault(reader, tag, "delimiters are set as in {{=<% %>=}}");
        return;
    }
    reader->open = open;
    reader->close = close;
}

static void template_value(template_reader *reader, const template_tag *tag,
                           bool starts_line)
{
    size_t next;
    size_t column = reader->column;
    const char *reason = template_path(reader, tag, tag->inside);
    ptc_template_op *op;

    if (reason == NULL && reader->path_count == 0 && reader->iterating == 0)
        reason = "there is no current element outside a section";
    if (reason != NULL)
        template_fault(reader, tag, reason);
    template_push_text(reader, tag->start);
    reader->text_start = tag->end;
    op = template_push_tag(reader, PTC_TEMPLATE_VALUE, tag);
    if (op == NULL)
        return;
    op->column = (uint32_t)column;
    op->is_alone = starts_line && template_ends_line(reader, tag->end, &next);
}

static void template_section(template_reader *reader, const template_tag *tag, size_t at,
                             ptc_template_token token)
{
    const char *reason = template_path(reader, tag, at);

    if (reason != NULL)
        template_fault(reader, tag, reason);
    else if (token == PTC_TEMPLATE_TOKEN_CLOSE)
        template_shut(reader, tag);
    else
        template_open(reader, tag, token == PTC_TEMPLATE_TOKEN_INVERTED);
}

static void template_tag_read(template_reader *reader, const template_tag *tag)
{
    const unsigned char *base = (const unsigned char *)reader->text;
    const unsigned char *cursor = base + tag->inside;
    ptc_template_token token = ptc_template_lex(&cursor, base + tag->close);
    bool starts_line;
    size_t line;

    template_move_line(reader, tag->start);
    starts_line = reader->line_solid == tag->start;
    line = reader->line_start;
    if (token == PTC_TEMPLATE_TOKEN_BLANK)
        token = ptc_template_lex(&cursor, base + tag->close);
    if (token == PTC_TEMPLATE_TOKEN_SECTION || token == PTC_TEMPLATE_TOKEN_INVERTED ||
        token == PTC_TEMPLATE_TOKEN_CLOSE) {
        template_cut_line(reader, tag, line, starts_line);
        template_section(reader, tag, (size_t)(cursor - base), token);
    } else if (token == PTC_TEMPLATE_TOKEN_COMMENT) {
        template_cut_line(reader, tag, line, starts_line);
    } else if (token == PTC_TEMPLATE_TOKEN_DELIMITERS) {
        template_cut_line(reader, tag, line, starts_line);
        template_set_delimiters(reader, tag, (size_t)(cursor - base));
    } else {
        template_value(reader, tag, starts_line);
    }
}

/* Whether a tag is a comment, whose inside may be anything. */
static bool template_is_comment(const template_reader *reader, size_t at)
{
    while (at < reader->len && (template_is_blank(reader->text[at]) ||
                                reader->text[at] == '\n' || reader->text[at] == '\r'))
        at++;
    return at < reader->len && reader->text[at] == '!';
}

static void template_unclosed(template_reader *reader, const template_tag *tag)
{
    ptc_diag *diag = ptc_diag_add(
        reader->diags, PTC_DIAG_TEMPLATE_SYNTAX, template_span(tag->start, tag->inside),
        "tag %s is never closed", template_quote(reader, tag->start, tag->end));

    ptc_diag_hint(reader->diags, diag,
                  "%s ends a tag; to print %s, set other delimiters: %s",
                  ptc_diag_quote(reader->diags, reader->close),
                  ptc_diag_quote(reader->diags, reader->open), "{{=<% %>=}}");
}

/*
 * Finds the next tag from `at` on; false when there is none. A tag that the next one or
 * the end of the text cuts off is reported. Only comments may hold an opening delimiter.
 */
static bool template_next(template_reader *reader, size_t at, template_tag *tag)
{
    while (reader->diags->errors < reader->error_limit) {
        size_t again;

        tag->start = template_find(reader, at, reader->len, reader->open);
        if (tag->start == reader->len)
            return false;
        tag->inside = tag->start + reader->open.len;
        again = reader->len;
        if (!template_is_comment(reader, tag->inside) &&
            !ptc_str_equal(reader->open, reader->close))
            again = template_find(reader, tag->inside, reader->len, reader->open);
        tag->close = template_find(reader, tag->inside, again, reader->close);
        tag->end = tag->close + reader->close.len;
        if (tag->close < again)
            return true;
        tag->end = again;
        template_unclosed(reader, tag);
        at = again;
    }
    return false;
}

static void template_read_all(template_reader *reader)
{
    template_tag tag = {0, 0, 0, 0};

    reader->line_solid = template_skip_blanks(reader, 0);
    while (!reader->is_stopped && template_next(reader, tag.end, &tag))
        template_tag_read(reader, &tag);
    if (reader->is_stopped)
        return;
    template_push_text(reader, reader->len);
    for (unsigned i = 0; i < reader->depth; i++)
        template_section_fault(reader, reader->sections[i]);
}

/* --- Public ------------------------------------------------------------------------ */

void ptc_template_path_write(ptc_text *text, const ptc_str *path, size_t count)
{
    if (count == 0)
        ptc_text_byte(text, '.');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            ptc_text_byte(text, '.');
        ptc_text_str(text, path[i]);
    }
}

void ptc_template_write_needs(ptc_text *text, ptc_str path, bool is_map)
{
    ptc_text_cstr(text, is_map ? "map value needs a field {{" : "list value");
    if (is_map && !ptc_str_equal(path, PTC_STR("."))) {
        ptc_text_str(text, path);
        ptc_text_byte(text, '.');
    }
    ptc_text_cstr(text, is_map ? "field}} or a section {{#" : " needs a section {{#");
    ptc_text_str(text, path);
    ptc_text_cstr(text, "}}");
}

ptc_status ptc_template_compile(ptc_arena *arena, const ptc_source *source,
                                ptc_diags *diags, ptc_template *out)
{
    ptc_diags own;
    size_t errors;
    size_t valid;
    template_reader reader;
    ptc_str copy;

    diags = ptc_diags_given(diags, &own, arena);
    errors = diags->errors;
    out->ops = NULL;
    out->count = 0;
    if (source->text.len >= UINT32_MAX)
        return PTC_ERROR_RANGE;
    diags->source = source;
    valid = ptc_utf8_check(source->text.ptr, source->text.len);
    if (valid < source->text.len) {
        ptc_diag_add(diags, PTC_DIAG_TEMPLATE_SYNTAX, template_span(valid, valid + 1),
                     "the text is not valid UTF-8");
        return PTC_ERROR_SYNTAX;
    }
    copy = ptc_str_copy(arena, source->text);
    if (copy.ptr == NULL)
        return PTC_ERROR_MEMORY;
    memset(&reader, 0, sizeof reader);
    reader.arena = arena;
    reader.diags = diags;
    reader.text = copy.ptr;
    reader.len = copy.len;
    reader.open = PTC_STR("{{");
    reader.close = PTC_STR("}}");
    reader.error_limit = errors + TEMPLATE_ERROR_MAX;
    template_read_all(&reader);
    if (arena->failed || diags->arena->failed)
        return PTC_ERROR_MEMORY;
    if (diags->errors > errors)
        return PTC_ERROR_SYNTAX;
    out->ops = reader.ops;
    out->count = (uint32_t)reader.count;
    return PTC_OK;
}
