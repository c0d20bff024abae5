/* SPDX-License-Identifier: MIT */
/*
 * Lines of Python: tokens with matching brackets, line ends that count, and blocks by
 * indentation.
 *
 * A bracket that is never closed is reported at its place and given up at the next `def`
 * or `class`, which cannot be inside brackets. So one fault does not hide those after it.
 */
#include "generator/dialect/python/python_int.h"

/* Faults after which a text is given up: it is something else. */
enum { LINES_FAULTS_MAX = 100 };

bool ptcc_python_lexer_of(ptcc_python_reader *cx, ptc_span part, ptcc_python_lexer *out)
{
    ptc_str text = ptcc_python_text(cx, part);
    const unsigned char *copy = ptc_arena_copy(cx->arena, text.ptr, text.len);

    if (copy == NULL) {
        cx->is_refused = true;
        return false;
    }
    *out = (ptcc_python_lexer){copy, part.start, copy, copy, copy + text.len};
    return true;
}

/* --- Faults ------------------------------------------------------------------------- */

/* Reports what is wrong with where the current line begins; the line is read all the
 * same.
 */
static void lines_fault(ptcc_python_reader *cx, const char *message)
{
    ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SYNTAX, cx->token, "%s", message);
}

static void lines_stop(ptcc_python_reader *cx, ptc_span span, const char *message)
{
    if (!cx->is_stopped)
        ptc_diag_add(cx->diags, PTC_DIAG_DEFINITION_TOO_LARGE, span, "%s", message);
    cx->is_stopped = true;
    cx->has_failed = true;
    cx->code = 0;
}

/* The innermost bracket was never closed: `token` cannot be in it. */
static void lines_unclosed(ptcc_python_reader *cx, ptc_span token)
{
    const ptcc_python_bracket *open = &cx->brackets[cx->bracket_count - 1];
    ptc_position at;
    ptc_source text = {ptc_str_of(""), cx->text};

    if (cx->has_failed)
        return;
    cx->has_failed = true;
    at = ptc_source_position(&text, token.start);
    ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SYNTAX, open->span,
                 token.start == token.end
                     ? "`%s` is never closed; the text ends at %zu:%zu"
                     : "`%s` is never closed before %zu:%zu",
                 ptcc_python_quote(cx, open->span), at.line, at.column);
}

/* --- Brackets ----------------------------------------------------------------------- */

static int lines_closer_of(int opener)
{
    return opener == PTCC_PYTHON_LP   ? PTCC_PYTHON_RP
           : opener == PTCC_PYTHON_LB ? PTCC_PYTHON_RB
                                      : PTCC_PYTHON_RC;
}

static bool lines_is_opener(int code)
{
    return code == PTCC_PYTHON_LP || code == PTCC_PYTHON_LB || code == PTCC_PYTHON_LC;
}

static bool lines_is_closer(int code)
{
    return code == PTCC_PYTHON_RP || code == PTCC_PYTHON_RB || code == PTCC_PYTHON_RC;
}

static void lines_open(ptcc_python_reader *cx)
{
    if (cx->bracket_count == PTCC_DEFINITION_DEPTH) {
        lines_stop(cx, cx->token, "brackets are nested deeper than 100 levels");
        return;
    }
    cx->brackets[cx->bracket_count++] = (ptcc_python_bracket){cx->code, cx->token};
}

static void lines_close(ptcc_python_reader *cx)
{
    size_t depth = cx->bracket_count;

    if (depth == 0) {
        if (!cx->has_failed)
            ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SYNTAX, cx->token,
                         "`%s` closes nothing", ptcc_python_quote(cx, cx->token));
        cx->has_failed = true;
        return;
    }
    while (depth > 0 && lines_closer_of(cx->brackets[depth - 1].code) != cx->code)
        depth--;
    if (depth != cx->bracket_count)
        lines_unclosed(cx, cx->token);
    cx->bracket_count = depth > 0 ? depth - 1 : cx->bracket_count - 1;
}

/* Where the line of an offset begins. */
static uint32_t lines_start_of(const ptcc_python_reader *cx, uint32_t offset)
{
    while (offset > 0 && cx->text.ptr[offset - 1] != '\n' &&
           cx->text.ptr[offset - 1] != '\r')
        offset--;
    return offset;
}

/* A `def` or `class` in brackets: the line ends before it. */
static void lines_rescue(ptcc_python_reader *cx)
{
    uint32_t start = cx->rescue != 0 ? cx->rescue : lines_start_of(cx, cx->token.start);

    if (start <= cx->brackets[0].span.start)
        start = cx->token.start;
    lines_unclosed(cx, cx->token);
    cx->bracket_count = 0;
    cx->lexer.cursor = cx->lexer.text + start;
    cx->token = (ptc_span){start, start};
    cx->code = PTCC_PYTHON_LINE_END;
}

/* --- Tokens ------------------------------------------------------------------------- */

/* The next token that is none of a fault; blanks and line ends in brackets are passed. */
static void lines_lex(ptcc_python_reader *cx)
{
    bool is_first = false;

    for (;;) {
        cx->code = ptcc_python_lex(&cx->lexer);
        cx->token = ptcc_python_span(&cx->lexer);
        if (cx->code > PTCC_PYTHON_LINE_END) {
            ptcc_python_no_token(cx, cx->code, cx->token);
            cx->has_failed = true;
        } else if (cx->code != PTCC_PYTHON_LINE_END ||
                   (cx->bracket_count == 0 && !cx->is_sealed)) {
            break;
        }
        is_first = cx->code == PTCC_PYTHON_LINE_END;
    }
    if (cx->bracket_count == 0)
        cx->rescue = 0;
    else if (is_first && cx->code == PTCC_PYTHON_AT && cx->rescue == 0 && !cx->is_sealed)
        cx->rescue = lines_start_of(cx, cx->token.start);
}

void ptcc_python_next(ptcc_python_reader *cx)
{
    if (cx->is_stopped) {
        cx->code = 0;
        return;
    }
    cx->last = cx->token;
    cx->last_code = cx->code;
    lines_lex(cx);
    if (lines_is_opener(cx->code)) {
        lines_open(cx);
    } else if (lines_is_closer(cx->code)) {
        lines_close(cx);
    } else if (cx->bracket_count > 0 && cx->code == 0) {
        lines_unclosed(cx, cx->token);
        cx->bracket_count = 0;
    } else if (cx->bracket_count > 0 && !cx->is_sealed &&
               (cx->code == PTCC_PYTHON_DEF || cx->code == PTCC_PYTHON_CLASS)) {
        lines_rescue(cx);
    }
}

/* --- Blocks ------------------------------------------------------------------------- */

/* The indentation of the line at the cursor. */
static ptcc_python_level lines_measure(const ptcc_python_reader *cx)
{
    ptcc_python_level level = {PTCC_PYTHON_IN_MODULE, 0, 0};

    for (const unsigned char *at = cx->lexer.cursor; at < cx->lexer.limit; at++) {
        if (*at == '\f') {
            level.column = level.alternate = 0;
            continue;
        }
        if (*at != ' ' && *at != '\t')
            break;
        level.column = *at == '\t' ? (level.column | 7) + 1 : level.column + 1;
        level.alternate++;
    }
    return level;
}

static const ptcc_python_level *lines_top(const ptcc_python_reader *cx)
{
    return &cx->levels[cx->level_count - 1];
}

static void lines_indent(ptcc_python_reader *cx, ptcc_python_level level)
{
    if (cx->level_count == PTCC_DEFINITION_DEPTH) {
        lines_stop(cx, cx->token, "blocks are nested deeper than 100 levels");
        return;
    }
    cx->levels[cx->level_count++] = level;
}

/* A line that begins further right than the one before. */
static void lines_deeper(ptcc_python_reader *cx, ptcc_python_level level)
{
    bool is_awaited = cx->awaits_block || cx->is_unsure;

    level.block = is_awaited ? cx->next_block : lines_top(cx)->block;
    if (!is_awaited)
        lines_fault(cx, "this line is indented, and no block begins here");
    else if (level.alternate <= lines_top(cx)->alternate)
        lines_fault(cx, "tabs and blanks of this indentation are mixed");
    lines_indent(cx, level);
    cx->is_first = is_awaited;
}

static void lines_shallower(ptcc_python_reader *cx, ptcc_python_level level)
{
    if (cx->awaits_block && !cx->is_unsure)
        lines_fault(cx, "an indented block was expected here");
    while (cx->level_count > 1 && lines_top(cx)->column > level.column)
        cx->level_count--;
    if (lines_top(cx)->column != level.column)
        lines_fault(cx, "this indentation is that of no line above");
    else if (lines_top(cx)->alternate != level.alternate)
        lines_fault(cx, "tabs and blanks of this indentation are mixed");
}

bool ptcc_python_next_line(ptcc_python_reader *cx)
{
    ptcc_python_level level;

    cx->is_unsure = cx->has_failed;
    do {
        level = lines_measure(cx);
        cx->has_failed = false;
        ptcc_python_next(cx);
    } while (cx->code == PTCC_PYTHON_LINE_END);
    cx->is_first = false;
    if (cx->code == 0) {
        if (cx->awaits_block && !cx->is_unsure && !cx->is_stopped)
            lines_fault(cx, "an indented block was expected here");
        return false;
    }
    if (level.column > lines_top(cx)->column)
        lines_deeper(cx, level);
    else
        lines_shallower(cx, level);
    cx->awaits_block = false;
    cx->is_stopped = cx->is_stopped || cx->diags->errors - cx->errors >= LINES_FAULTS_MAX;
    return !cx->is_stopped;
}
