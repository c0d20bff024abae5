/* SPDX-License-Identifier: MIT */
/*
 * The layout of declarations in `.sig` files: on one line if they fit there, else broken
 * inside brackets and before the bars of unions, with their comments.
 *
 * The canonical text is laid out token by token: only blanks between its tokens become
 * line ends, so it reads back unchanged. Comments come from the source, where they come
 * after tokens that are matched with those of the canonical text; a default is text after
 * a type like any other. [signature 9]
 */
#include "contract/contract_int.h"
#include "signature.h"

enum {
    LAYOUT_WIDTH = 90,
    LAYOUT_STEP = 2,     /* of indentation */
    LAYOUT_NESTING = 64, /* brackets within brackets that are broken */
    LAYOUT_AHEAD = 12,   /* tokens that may be missing between two that match */
};

/* --- Tokens ------------------------------------------------------------------------ */

typedef enum layout_kind {
    LAYOUT_TEXT,
    LAYOUT_FIELDS,  /* opens parameters or fields: one per line when broken */
    LAYOUT_MEMBERS, /* opens an enum: as many per line as fit */
    LAYOUT_WHOLE,   /* opens what is never broken */
} layout_kind;

/* A comment that comes before or after a token of the canonical text. */
typedef struct layout_comment {
    ptc_str text;
    struct layout_comment *next;
} layout_comment;

typedef struct layout_token {
    int code;
    uint32_t start;
    uint32_t end;
    uint32_t closer; /* of an opener; of a closer its opener */
    uint32_t around; /* the innermost opener around it that may be broken, or NO_TOKEN */
    uint32_t top;    /* the token that holds it, directly within that one */
    layout_kind kind;
    bool is_after_blank;
    layout_comment *before; /* on their own lines */
    layout_comment *behind; /* at the end of the line */
    uint32_t comments;      /* of the tokens up to this one */
} layout_token;

#define NO_TOKEN UINT32_MAX

typedef struct layout_lines {
    ptc_arena *arena;
    ptc_text *out;
    ptc_str text; /* canonical */
    layout_token *tokens;
    uint32_t count;
    size_t line;           /* where the current line of `out` begins */
    layout_comment **list; /* the one that was added to last, and where it ends */
    layout_comment **end;
    bool failed;
} layout_lines;

static bool layout_opens(int code)
{
    return code == PTC_SIG_LP || code == PTC_SIG_LC || code == PTC_SIG_LB;
}

static bool layout_closes(int code)
{
    return code == PTC_SIG_RP || code == PTC_SIG_RC || code == PTC_SIG_RB;
}

/* Whether blanks or commas are in a bracket itself, as in Malli and lists of values. */
static bool layout_has_gaps(const layout_lines *l, uint32_t open)
{
    for (uint32_t i = open + 1; i < l->tokens[open].closer; i++) {
        if ((i > open + 1 && l->tokens[i].is_after_blank) ||
            l->tokens[i].code == PTC_SIG_COMMA)
            return true;
        if (layout_opens(l->tokens[i].code))
            i = l->tokens[i].closer;
    }
    return false;
}

static layout_kind layout_kind_of(const layout_lines *l, uint32_t open, uint32_t depth)
{
    const layout_token *token = &l->tokens[open];
    const layout_token *last = open > 0 ? token - 1 : NULL;
    bool is_behind_type = last != NULL && !token->is_after_blank &&
                          (last->code == PTC_SIG_COLONWORD || last->code == PTC_SIG_RB);

    if (depth >= LAYOUT_NESTING)
        return LAYOUT_WHOLE;
    if (token->code != PTC_SIG_LB)
        return LAYOUT_FIELDS;
    if (is_behind_type)
        return last->end - last->start == 5 &&
                       memcmp(l->text.ptr + last->start, ":enum", 5) == 0
                   ? LAYOUT_MEMBERS
                   : LAYOUT_WHOLE;
    return layout_has_gaps(l, open) ? LAYOUT_WHOLE : LAYOUT_TEXT;
}

static bool layout_may_break(layout_kind kind)
{
    return kind == LAYOUT_FIELDS || kind == LAYOUT_MEMBERS;
}

/* Sets what is around a token whose innermost opener is `outer`. */
static void layout_set_around(layout_lines *l, uint32_t at, uint32_t outer)
{
    layout_token *token = &l->tokens[at];

    if (outer == NO_TOKEN || layout_may_break(l->tokens[outer].kind)) {
        token->around = outer;
        token->top = at;
    } else {
        token->around = l->tokens[outer].around;
        token->top = l->tokens[outer].top;
    }
}

/* What is in a bracket that is never broken is not broken either. `open` has room for all
 * openers. */
static void layout_set_kinds(layout_lines *l, uint32_t *open)
{
    uint32_t whole = 0; /* up to here */
    uint32_t depth = 0;

    for (uint32_t i = 0; i < l->count; i++) {
        layout_token *token = &l->tokens[i];

        if (layout_closes(token->code) && depth > 0)
            depth--;
        layout_set_around(l, i, depth > 0 ? open[depth - 1] : NO_TOKEN);
        if (!layout_opens(token->code))
            continue;
        token->kind = i < whole ? LAYOUT_WHOLE : layout_kind_of(l, i, depth);
        if (token->kind == LAYOUT_WHOLE && token->closer > whole)
            whole = token->closer;
        open[depth++] = i;
    }
}

static size_t layout_count_tokens(ptc_str text)
{
    ptc_sig_lexer lexer = ptc_sig_lexer_at(text, 0);
    size_t count = 1;

    while (ptc_sig_lex(&lexer) != 0)
        count++;
    return count;
}

/* The tokens of the canonical text, with their closers. False when refused memory. */
static bool layout_read(layout_lines *l)
{
    ptc_sig_lexer lexer = ptc_sig_lexer_at(l->text, 0);
    size_t count = layout_count_tokens(l->text);
    uint32_t *open = ptc_arena_array(l->arena, count, sizeof *open);
    uint32_t depth = 0;

    l->tokens = ptc_arena_array(l->arena, count, sizeof *l->tokens);
    if (open == NULL || l->tokens == NULL)
        return false;
    for (int code = ptc_sig_lex(&lexer); code != 0; code = ptc_sig_lex(&lexer)) {
        layout_token *token = &l->tokens[l->count];

        *token = (layout_token){.code = code,
                                .start = (uint32_t)(lexer.token - lexer.text),
                                .end = (uint32_t)(lexer.cursor - lexer.text)};
        token->is_after_blank = l->count > 0 && token[-1].end < token->start;
        if (layout_opens(code)) {
            open[depth++] = l->count;
        } else if (layout_closes(code) && depth > 0) {
            token->closer = open[--depth];
            l->tokens[token->closer].closer = l->count;
        }
        l->count++;
    }
    layout_set_kinds(l, open);
    return true;
}

/* --- Comments ---------------------------------------------------------------------- */

static bool layout_add(layout_lines *l, layout_comment **list, ptc_str text)
{
    layout_comment *comment = ptc_arena_array(l->arena, 1, sizeof *comment);
    layout_comment **end = list == l->list ? l->end : list;

    if (comment == NULL)
        return false;
    comment->text = text;
    while (*end != NULL)
        end = &(*end)->next;
    *end = comment;
    l->list = list;
    l->end = &comment->next;
    return true;
}

/* The innermost brackets that may be broken around the gap after token `at`. */
static uint32_t layout_around(const layout_lines *l, uint32_t at)
{
    const layout_token *token = &l->tokens[at];

    return layout_opens(token->code) && layout_may_break(token->kind) ? at
                                                                      : token->around;
}

/* The last token of the item that holds token `at` in the bracket `open`, which is the
 * innermost around it, with its comma. */
static uint32_t layout_item_end(const layout_lines *l, uint32_t open, uint32_t at)
{
    uint32_t end = l->tokens[at].top;

    if (l->tokens[open].kind == LAYOUT_MEMBERS)
        return at;
    for (; end < l->tokens[open].closer; end++) {
        if (layout_opens(l->tokens[end].code))
            end = l->tokens[end].closer;
        else if (l->tokens[end].code == PTC_SIG_COMMA)
            return end;
    }
    return end - 1;
}

static uint32_t layout_item_start(const layout_lines *l, uint32_t open, uint32_t at)
{
    uint32_t start = l->tokens[at].top;

    if (l->tokens[open].kind == LAYOUT_MEMBERS)
        return at;
    while (start > open + 1 && l->tokens[start - 1].code != PTC_SIG_COMMA) {
        start--;
        if (layout_closes(l->tokens[start].code))
            start = l->tokens[start].closer;
    }
    return start;
}

/* Whether only a mark and a comma is left of the item after token `at`. */
static bool layout_ends_item(const layout_lines *l, uint32_t at, uint32_t end)
{
    while (at < end && (l->tokens[at + 1].code == PTC_SIG_OPT ||
                        l->tokens[at + 1].code == PTC_SIG_COMMA))
        at++;
    return at == end;
}

/* Puts a comment where it was: after token `at`, or on its own line. False: no place, or
 * memory was refused. */
static bool layout_place(layout_lines *l, uint32_t at, bool is_alone, ptc_str text)
{
    uint32_t open = layout_around(l, at);
    uint32_t end;

    if (open == NO_TOKEN)
        return false;
    if (at == open)
        return layout_add(
            l, is_alone ? &l->tokens[open + 1].before : &l->tokens[open].behind, text);
    end = layout_item_end(l, open, at);
    if (!is_alone)
        return layout_add(l, &l->tokens[end].behind, text);
    if (layout_ends_item(l, at, end))
        return layout_add(l, &l->tokens[end + 1].before, text);
    return layout_add(l, &l->tokens[layout_item_start(l, open, at)].before, text);
}

/* What two spellings of a token have in common: no colon, no quotes. */
static ptc_str layout_plain(ptc_str text)
{
    static const char *const aliases[][2] = {{"double", "float"}, {"boolean", "bool"}};

    if (text.len > 1 && text.ptr[0] == ':')
        text = ptc_str_make(text.ptr + 1, text.len - 1);
    else if (text.len > 2 && text.ptr[0] == '"')
        text = ptc_str_make(text.ptr + 1, text.len - 2);
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        if (ptc_str_equal(text, ptc_str_of(aliases[i][0])))
            return ptc_str_of(aliases[i][1]);
    }
    return text;
}

/* Whether tokens of this kind are in both texts, whatever was normalised. */
static bool layout_matches(int code)
{
    return code != PTC_SIG_COMMA && code != PTC_SIG_BAR && code != PTC_SIG_OPT &&
           code != PTC_SIG_ARROW && code != PTC_SIG_COMMENT;
}

/* Goes on from the token after `*at` to the one that is a token of the source. */
static void layout_follow(const layout_lines *l, uint32_t *next, uint32_t *at,
                          ptc_str token)
{
    ptc_str plain = layout_plain(token);

    for (uint32_t i = *next; i < l->count && i < *next + LAYOUT_AHEAD; i++) {
        const layout_token *own = &l->tokens[i];
        ptc_str text = ptc_str_make(l->text.ptr + own->start, own->end - own->start);

        if (!layout_matches(own->code) || !ptc_str_equal(layout_plain(text), plain))
            continue;
        *at = i;
        *next = i + 1;
        return;
    }
}

static bool layout_is_alone(ptc_str source, uint32_t start)
{
    while (start > 0 && (source.ptr[start - 1] == ' ' || source.ptr[start - 1] == '\t'))
        start--;
    return start == 0 || source.ptr[start - 1] == '\n';
}

ptc_str ptc_layout_comment(const ptc_sig_lexer *lexer)
{
    const unsigned char *end = lexer->cursor;

    while (end > lexer->token && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    return ptc_str_make((const char *)lexer->token, (size_t)(end - lexer->token));
}

/* Places the comments of [start, end) of the source; those that have no place go to
 * `homeless`. */
static void layout_take_comments(layout_lines *l, const ptc_layout_source *source,
                                 layout_comment **homeless)
{
    ptc_sig_lexer lexer = ptc_sig_lexer_at(source->text, source->start);
    uint32_t next = 0;
    uint32_t at = 0;
    int code = ptc_sig_lex(&lexer);

    while (code != 0 && lexer.token < lexer.text + source->end) {
        uint32_t start = (uint32_t)(lexer.token - lexer.text);
        bool is_character = start > 0 && source->text.ptr[start - 1] == '\\';

        if (code == PTC_SIG_COMMENT && !is_character) { /* EDN's `\;` */
            ptc_str text = ptc_layout_comment(&lexer);

            if (!layout_place(l, at, layout_is_alone(source->text, start), text) &&
                !layout_add(l, homeless, text))
                l->failed = true;
        } else if (layout_matches(code)) {
            layout_follow(l, &next, &at,
                          ptc_str_make((const char *)lexer.token,
                                       (size_t)(lexer.cursor - lexer.token)));
        }
        code = ptc_sig_lex(&lexer);
    }
}

static void layout_count_comments(layout_lines *l)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < l->count; i++) {
        count += l->tokens[i].before != NULL;
        count += l->tokens[i].behind != NULL;
        l->tokens[i].comments = count;
    }
}

/* --- Widths ------------------------------------------------------------------------ */

/* Columns of tokens [from, to] on one line. */
static size_t layout_width(const layout_lines *l, uint32_t from, uint32_t to)
{
    uint32_t start = l->tokens[from].start;

    return from > to ? 0 : ptc_utf8_count(l->text.ptr + start, l->tokens[to].end - start);
}

static size_t layout_column(const layout_lines *l)
{
    return ptc_utf8_count(ptc_text_view(l->out).ptr + l->line, l->out->len - l->line);
}

/* Whether comments are within tokens [from, to]. */
static bool layout_has_comments(const layout_lines *l, uint32_t from, uint32_t to)
{
    const layout_token *first = &l->tokens[from];
    uint32_t before = first->comments - (first->behind != NULL);
    uint32_t all = l->tokens[to].comments - (l->tokens[to].behind != NULL && to > from);

    return all > before;
}

static bool layout_breaks(const layout_lines *l, uint32_t at)
{
    layout_kind kind = l->tokens[at].kind;

    return layout_opens(l->tokens[at].code) && layout_may_break(kind) &&
           (l->tokens[at].closer > at + 1 ||
            layout_has_comments(l, at, l->tokens[at].closer));
}

/* Columns that follow on the same line after token `at` of [.., to]: up to a bracket that
 * may be broken, or all with the `rest` after them. */
static size_t layout_least_rest(const layout_lines *l, uint32_t at, uint32_t to,
                                size_t rest)
{
    for (uint32_t i = at + 1; i <= to; i++) {
        if (layout_breaks(l, i))
            return layout_width(l, at, i) - layout_width(l, at, at);
        if (layout_opens(l->tokens[i].code) && l->tokens[i].kind != LAYOUT_TEXT)
            i = l->tokens[i].closer;
    }
    return (at < to ? layout_width(l, at, to) - layout_width(l, at, at) : 0) + rest;
}

/* --- Writing ----------------------------------------------------------------------- */

static void layout_newline(layout_lines *l, size_t indent)
{
    ptc_text_byte(l->out, '\n');
    l->line = l->out->len;
    ptc_text_repeat(l->out, ' ', indent);
}

static void layout_put(layout_lines *l, uint32_t from, uint32_t to)
{
    ptc_text_bytes(l->out, l->text.ptr + l->tokens[from].start,
                   l->tokens[to].end - l->tokens[from].start);
}

/* Comments on their own lines, each followed by the beginning of the next line. */
static void layout_put_before(layout_lines *l, const layout_comment *comment,
                              size_t indent)
{
    for (; comment != NULL; comment = comment->next) {
        ptc_text_str(l->out, comment->text);
        layout_newline(l, indent);
    }
}

/* The first comment ends the line, others have their own lines. */
static void layout_put_behind(layout_lines *l, const layout_comment *comment,
                              size_t indent)
{
    const layout_comment *first = comment;

    for (; comment != NULL; comment = comment->next) {
        if (comment != first)
            layout_newline(l, indent);
        else
            ptc_text_byte(l->out, ' ');
        ptc_text_str(l->out, comment->text);
    }
}

static void layout_write(layout_lines *l, uint32_t from, uint32_t to, size_t indent,
                         size_t rest);

/* Parameters or fields, one per line. */
static void layout_write_fields(layout_lines *l, uint32_t open, size_t indent)
{
    uint32_t closer = l->tokens[open].closer;
    uint32_t from = open + 1;

    while (from < closer) {
        uint32_t end = layout_item_end(l, open, from);
        bool has_comma = l->tokens[end].code == PTC_SIG_COMMA;

        layout_newline(l, indent + LAYOUT_STEP);
        layout_put_before(l, l->tokens[from].before, indent + LAYOUT_STEP);
        layout_write(l, from, has_comma ? end - 1 : end, indent + LAYOUT_STEP, has_comma);
        ptc_text_cstr(l->out, has_comma ? "," : "");
        layout_put_behind(l, l->tokens[end].behind, indent + LAYOUT_STEP);
        from = end + 1;
    }
}

/* Members of an enum, as many per line as fit. */
static void layout_write_members(layout_lines *l, uint32_t open, size_t indent)
{
    uint32_t closer = l->tokens[open].closer;
    bool begins_line = true;

    layout_newline(l, indent + LAYOUT_STEP);
    for (uint32_t i = open + 1; i < closer; i++) {
        bool is_full = layout_column(l) + 1 + layout_width(l, i, i) > LAYOUT_WIDTH;

        if (!begins_line && (is_full || l->tokens[i].before != NULL))
            layout_newline(l, indent + LAYOUT_STEP);
        else if (!begins_line)
            ptc_text_byte(l->out, ' ');
        layout_put_before(l, l->tokens[i].before, indent + LAYOUT_STEP);
        layout_put(l, i, i);
        layout_put_behind(l, l->tokens[i].behind, indent + LAYOUT_STEP);
        begins_line = l->tokens[i].behind != NULL && i + 1 < closer;
        if (begins_line)
            layout_newline(l, indent + LAYOUT_STEP);
    }
}

static void layout_write_broken(layout_lines *l, uint32_t open, size_t indent)
{
    uint32_t closer = l->tokens[open].closer;
    const layout_comment *last = l->tokens[closer].before;

    layout_put(l, open, open);
    layout_put_behind(l, l->tokens[open].behind, indent + LAYOUT_STEP);
    if (l->tokens[open].kind == LAYOUT_MEMBERS && closer > open + 1)
        layout_write_members(l, open, indent);
    else
        layout_write_fields(l, open, indent);
    for (; last != NULL; last = last->next) {
        layout_newline(l, indent + LAYOUT_STEP);
        ptc_text_str(l->out, last->text);
    }
    layout_newline(l, indent);
    layout_put(l, closer, closer);
}

/* Whether the bracket at `open` stays on its line; `to` and `rest` are what follows. */
static bool layout_stays(const layout_lines *l, uint32_t open, uint32_t to, size_t rest)
{
    uint32_t closer = l->tokens[open].closer;
    size_t column = layout_column(l);
    size_t width = layout_width(l, open, closer);
    bool is_parameters = closer + 1 < to && l->tokens[closer + 1].code == PTC_SIG_ARROW;

    if (layout_has_comments(l, open, closer))
        return false;
    if (is_parameters && column + layout_width(l, open, to) > LAYOUT_WIDTH &&
        layout_width(l, closer, to) <= LAYOUT_WIDTH &&
        !layout_has_comments(l, closer, to))
        return false; /* parameters are broken before the result is */
    return column + width + layout_least_rest(l, closer, to, rest) <= LAYOUT_WIDTH;
}

/* Whether a union among tokens [from, to] is broken before its bars. */
static bool layout_breaks_bars(const layout_lines *l, uint32_t from, uint32_t to,
                               size_t rest)
{
    bool has_bar = false;

    for (uint32_t i = from; i <= to && !has_bar; i++) {
        if (layout_opens(l->tokens[i].code) && l->tokens[i].kind != LAYOUT_TEXT)
            i = l->tokens[i].closer;
        else
            has_bar = l->tokens[i].code == PTC_SIG_BAR;
    }
    return has_bar &&
           (layout_has_comments(l, from, to) ||
            layout_column(l) + layout_width(l, from, to) + rest > LAYOUT_WIDTH);
}

/* Tokens [from, to] on the line that begins at `indent`, with `rest` columns to follow.
 */
static void layout_write(layout_lines *l, uint32_t from, uint32_t to, size_t indent,
                         size_t rest)
{
    bool breaks_bars = layout_breaks_bars(l, from, to, rest);
    size_t inner = indent;

    for (uint32_t i = from; i <= to && !l->out->failed; i++) {
        const layout_token *token = &l->tokens[i];

        if (i > from && token->is_after_blank && token[-1].code != PTC_SIG_BAR)
            ptc_text_byte(l->out, ' ');
        if (breaks_bars && token->code == PTC_SIG_BAR) {
            inner = indent + LAYOUT_STEP;
            layout_newline(l, inner);
            ptc_text_cstr(l->out, "| ");
        } else if (layout_breaks(l, i) && !layout_stays(l, i, to, rest)) {
            layout_write_broken(l, i, inner);
            i = token->closer;
        } else if (layout_opens(token->code) && token->kind != LAYOUT_TEXT) {
            layout_put(l, i, token->closer);
            i = token->closer;
        } else {
            layout_put(l, i, i);
        }
    }
}

bool ptc_layout_write(ptc_text *out, ptc_str canonical, const ptc_layout_source *source,
                      bool (*say)(void *user, ptc_str comment), void *user)
{
    layout_lines l = {.arena = out->arena, .out = out, .text = canonical};
    layout_comment *homeless = NULL;

    if (!layout_read(&l))
        return false;
    layout_take_comments(&l, source, &homeless);
    layout_count_comments(&l);
    for (; homeless != NULL; homeless = homeless->next) {
        if (!say(user, homeless->text))
            return false;
    }
    if (!say(user, PTC_STR("")))
        return false;
    l.line = out->len;
    if (l.count > 0)
        layout_write(&l, 0, l.count - 1, 0, 0);
    return !l.failed && !out->failed;
}
