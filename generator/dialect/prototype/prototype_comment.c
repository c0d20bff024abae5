/* SPDX-License-Identifier: MIT */
/*
 * Reads annotated comments: `@ptc NAME SIGNATURE`, `@param NAME text`, `@context NAME
 * path`; everything else is the description. `\` may be used instead of `@`, like in
 * Doxygen.
 *
 * A signature ends with its line, unless a bracket is open, or an arrow, a bar or a comma
 * ends the line or begins the next one. [signature 12]
 */
#include "generator/dialect/prototype/prototype_int.h"

#include "signature.h"

/* --- Frames ------------------------------------------------------------------------- */

static uint32_t comment_blanks(const char *text, uint32_t at, uint32_t end)
{
    while (at < end && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r'))
        at++;
    return at;
}

void prototype_mask(char *text, ptc_span comment)
{
    uint32_t at = comment.start;
    bool is_block = text[at + 1] == '*';

    while (at < comment.end) {
        const char *newline = memchr(text + at, '\n', comment.end - at);
        uint32_t end = newline != NULL ? (uint32_t)(newline - text) : comment.end;
        uint32_t start = comment_blanks(text, at, end);

        if (start == comment.start || !is_block) {
            while (start < end && (text[start] == '/' || text[start] == '*' ||
                                   (text[start] == '!' || text[start] == '<')))
                text[start++] = ' ';
        } else if (start < end && text[start] == '*') {
            text[start] = ' ';
        }
        at = end + 1;
    }
    if (is_block && comment.end - comment.start >= 4) {
        text[comment.end - 1] = ' ';
        for (at = comment.end - 2; at > comment.start && text[at] == '*'; at--)
            text[at] = ' ';
    }
}

/* --- Lines -------------------------------------------------------------------------- */

/* A line of a masked comment. */
typedef struct comment_line {
    uint32_t start; /* of its text */
    uint32_t end;   /* without blanks */
    uint32_t next;  /* line */
    ptc_str tag;    /* `param`; empty: it begins with none */
    uint32_t rest;  /* after the tag and blanks */
} comment_line;

static bool comment_read(ptc_str text, uint32_t at, uint32_t limit, comment_line *out)
{
    const char *newline = at < limit ? memchr(text.ptr + at, '\n', limit - at) : NULL;
    uint32_t end = newline != NULL ? (uint32_t)(newline - text.ptr) : limit;

    if (at >= limit)
        return false;
    out->next = newline != NULL ? end + 1 : limit;
    out->start = comment_blanks(text.ptr, at, end);
    while (end > out->start && memchr(" \t\r", text.ptr[end - 1], 3) != NULL)
        end--;
    out->end = end;
    out->tag = PTC_STR("");
    out->rest = out->start;
    if (out->start < end &&
        (text.ptr[out->start] == '@' || text.ptr[out->start] == '\\')) {
        uint32_t word = out->start + 1;

        while (word < end && (text.ptr[word] | 32) >= 'a' && (text.ptr[word] | 32) <= 'z')
            word++;
        out->tag = ptc_str_make(text.ptr + out->start + 1, word - out->start - 1);
        if (word < end && text.ptr[word] == '[') { /* @param[in] */
            while (word < end && text.ptr[word] != ']')
                word++;
            word += word < end;
        }
        out->rest = comment_blanks(text.ptr, word, end);
    }
    return true;
}

/* --- The signature ------------------------------------------------------------------ */

/* How a token changes the depth of brackets. */
static int comment_bracket(int code)
{
    if (code == PTC_SIG_LP || code == PTC_SIG_LB || code == PTC_SIG_LC)
        return 1;
    return code == PTC_SIG_RP || code == PTC_SIG_RB || code == PTC_SIG_RC ? -1 : 0;
}

static bool comment_goes_on(int code)
{
    return code == PTC_SIG_ARROW || code == PTC_SIG_BAR || code == PTC_SIG_COMMA;
}

/* Where the signature ends that begins at `start`. */
static uint32_t comment_signature_end(char *text, uint32_t start, uint32_t limit)
{
    ptc_sig_lexer lexer = ptc_sig_lexer_at(ptc_str_make(text, limit), start);
    char behind = text[limit];
    uint32_t end = start;
    size_t depth = 0;
    int last = PTC_SIG_ARROW;

    text[limit] = '\0';
    for (;;) {
        int code = ptc_sig_lex(&lexer);
        uint32_t at = (uint32_t)(lexer.token - lexer.text);
        int step = comment_bracket(code);

        if (code == 0 ||
            (depth == 0 && !comment_goes_on(last) && !comment_goes_on(code) &&
             memchr(text + end, '\n', at - end) != NULL))
            break;
        if (step > 0 || (step < 0 && depth > 0))
            depth = step > 0 ? depth + 1 : depth - 1;
        end = (uint32_t)(lexer.cursor - lexer.text);
        last = code;
    }
    text[limit] = behind;
    return end;
}

bool prototype_find(char *masked, size_t len, prototype_item *item)
{
    ptc_str text = ptc_str_make(masked, len);
    comment_line line;

    for (uint32_t at = item->comment.start;
         comment_read(text, at, item->comment.end, &line); at = line.next) {
        uint32_t end = line.rest;

        if (!ptc_str_equal(line.tag, PTC_STR("ptc")))
            continue;
        while (end < line.end && text.ptr[end] != ' ' && text.ptr[end] != '\t' &&
               text.ptr[end] != '(')
            end++;
        item->name = (ptc_span){line.rest, end};
        item->signature.start = comment_blanks(text.ptr, end, line.end);
        item->signature.end = item->signature.start;
        if (item->signature.start < line.end)
            item->signature.end =
                comment_signature_end(masked, item->signature.start, item->comment.end);
        return true;
    }
    return false;
}

/* --- Besides the signature -----------------------------------------------------------
 */

typedef struct comment_state {
    ptc_contract_reading *reading;
    ptc_str text;
    ptc_draft_ref function;
    ptc_text whole;          /* the description */
    bool has_gap;            /* an empty line since */
    bool is_passing;         /* the text of a tag that is not ours */
    ptc_draft_ref parameter; /* of the last @param */
} comment_state;

/* A parameter by its name, -1 and reported when there is none. */
static ptc_draft_ref comment_parameter(comment_state *state, ptc_span name)
{
    ptc_draft *draft = &state->reading->draft;
    ptc_str text = ptc_str_make(state->text.ptr + name.start, name.end - name.start);
    ptc_draft_ref map = ptc_draft_at(draft, state->function)->first;
    ptc_draft_ref child = ptc_draft_at(draft, map)->first;

    while (child != 0 && !ptc_str_equal_folded(ptc_draft_at(draft, child)->name, text))
        child = ptc_draft_at(draft, child)->next;
    return child;
}

/* The word at `line->rest`; moves that after it. */
static ptc_span comment_take_word(const comment_state *state, comment_line *line)
{
    ptc_span word = {line->rest, line->rest};

    while (word.end < line->end && state->text.ptr[word.end] != ' ' &&
           state->text.ptr[word.end] != '\t')
        word.end++;
    line->rest = comment_blanks(state->text.ptr, word.end, line->end);
    return word;
}

static ptc_str comment_rest(const comment_state *state, const comment_line *line)
{
    return ptc_str_make(state->text.ptr + line->rest, line->end - line->rest);
}

/* Appends to the description of a parameter. */
static void comment_describe(comment_state *state, ptc_str text)
{
    ptc_draft_node *node = ptc_draft_at(&state->reading->draft, state->parameter);
    ptc_text joined;

    if (text.len == 0)
        return;
    ptc_text_init(&joined, state->reading->arena);
    ptc_text_str(&joined, node->extra.description);
    if (joined.len > 0)
        ptc_text_byte(&joined, ' ');
    ptc_text_str(&joined, text);
    node->extra.description = ptc_text_view(&joined);
}

/* `@param NAME text`. A prototype may have parameters that its signature leaves out. */
static void comment_param(comment_state *state, comment_line *line)
{
    state->parameter = comment_parameter(state, comment_take_word(state, line));
    state->is_passing = state->parameter == 0;
    if (state->parameter != 0)
        comment_describe(state, comment_rest(state, line));
}

/* Whether a path is one of the host's context: `app.user.id`. [brimley 4b] */
static bool comment_is_path(ptc_str path)
{
    size_t start = 0;
    size_t segments = 0;

    for (size_t at = 0; at <= path.len; at++) {
        if (at < path.len && path.ptr[at] != '.')
            continue;
        if (at == start)
            return false;
        if (segments++ == 0 &&
            !ptc_str_equal(ptc_str_make(path.ptr, at), PTC_STR("app")) &&
            !ptc_str_equal(ptc_str_make(path.ptr, at), PTC_STR("config")))
            return false;
        start = at + 1;
    }
    return segments > 1;
}

/* `@context NAME app.user.id`. */
static void comment_context(comment_state *state, comment_line *line)
{
    ptc_contract_reading *reading = state->reading;
    ptc_span name = comment_take_word(state, line);
    ptc_draft_ref parameter = comment_parameter(state, name);
    ptc_str path = comment_rest(state, line);
    ptc_draft_node *node = ptc_draft_at(&reading->draft, parameter);
    ptc_diag *diag;

    state->is_passing = true;
    if (parameter == 0) {
        prototype_fault(reading, name, "no parameter is called \"%s\"",
                        prototype_quote(reading, name));
        return;
    }
    if (!comment_is_path(path)) {
        diag =
            prototype_fault(reading, (ptc_span){line->rest, line->end},
                            "\"%s\" is not a path of the context",
                            prototype_quote(reading, (ptc_span){line->rest, line->end}));
        ptc_diag_hint(reading->diags, diag, "paths are app.NAME or config.NAME");
        return;
    }
    node->flags |= PTC_NODE_CONTEXT;
    node->extra.context = ptc_str_copy(reading->result, path);
}

static void comment_text(comment_state *state, ptc_str text)
{
    if (state->parameter != 0) {
        comment_describe(state, text);
        return;
    }
    if (state->whole.len > 0)
        ptc_text_repeat(&state->whole, '\n', 1 + (size_t)state->has_gap);
    state->has_gap = false;
    ptc_text_str(&state->whole, text);
}

static void comment_line_of(comment_state *state, comment_line *line)
{
    if (line->start == line->end) {
        state->has_gap = true;
        state->is_passing = false;
        state->parameter = 0;
        return;
    }
    if (line->tag.len > 0) {
        state->parameter = 0;
        state->is_passing = false;
    }
    if (ptc_str_equal(line->tag, PTC_STR("param")))
        comment_param(state, line);
    else if (ptc_str_equal(line->tag, PTC_STR("context")))
        comment_context(state, line);
    else if (ptc_str_equal(line->tag, PTC_STR("brief")) || line->tag.len == 0)
        state->is_passing ? (void)0 : comment_text(state, comment_rest(state, line));
    else
        state->is_passing = true;
}

void prototype_describe(ptc_contract_reading *reading, ptc_str text,
                        const prototype_item *item, ptc_draft_ref function)
{
    comment_state state = {.reading = reading, .text = text, .function = function};
    comment_line line;

    ptc_text_init(&state.whole, reading->arena);
    for (uint32_t at = item->comment.start;
         comment_read(text, at, item->comment.end, &line); at = line.next) {
        bool is_signature =
            line.end > item->name.start && line.start < item->signature.end;

        if (line.start <= item->name.start && line.end >= item->name.end &&
            ptc_str_equal(line.tag, PTC_STR("ptc")))
            is_signature = true;
        if (!is_signature)
            comment_line_of(&state, &line);
    }
    reading->is_refused = reading->is_refused || state.whole.failed;
    ptc_draft_at(&reading->draft, function)->extra.description =
        ptc_text_view(&state.whole);
}
