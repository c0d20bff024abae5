/* SPDX-License-Identifier: MIT */
/*
 * Whether a program ends here: the tokens of edn.re and no forms. [ptc-lisp 2]
 *
 * A program that reads from a person or a pipe must know after every line whether to wait
 * for more. Every line is read once: brackets are counted, and a string that goes on is
 * entered again at the newline, which its quote replaces temporarily.
 */
#include "edn/edn_int.h"
#include "lisp/read/read_int.h"

static ptc_program_token extent_closer_of(uint8_t opener)
{
    switch ((int)opener) {
    case PTC_PROGRAM_OPEN_VECTOR:
        return PTC_PROGRAM_CLOSE_VECTOR;
    case PTC_PROGRAM_OPEN_MAP:
    case PTC_PROGRAM_OPEN_SET:
        return PTC_PROGRAM_CLOSE_MAP;
    default:
        return PTC_PROGRAM_CLOSE_LIST;
    }
}

static void extent_open(ptc_extent *extent, ptc_program_token token)
{
    extent->is_quoted = false;
    if (extent->depth == PTC_READ_DEPTH_MAX)
        extent->is_faulty = true;
    else
        extent->tokens[extent->depth++] = (uint8_t)token;
}

static void extent_close(ptc_extent *extent, ptc_program_token token)
{
    if (extent->depth == 0 ||
        extent_closer_of(extent->tokens[extent->depth - 1]) != token)
        extent->is_faulty = true;
    else
        extent->depth--;
}

/* As the reader counts them: see read_prefix. */
static void extent_prefix(ptc_extent *extent, ptc_program_token token)
{
    if (extent->depth > 0)
        return;
    if (token == PTC_PROGRAM_META && extent->discards == 0)
        extent->is_awaited = true;
    extent->discards++;
}

/* Whether the token, or the collection that it closed, is a form of the program. */
static bool extent_ends_form(ptc_extent *extent)
{
    extent->is_quoted = false;
    extent->is_var = false;
    if (extent->depth > 0 || extent->is_faulty)
        return false;
    if (extent->discards > 0) {
        extent->discards--;
        return false;
    }
    extent->is_awaited = false;
    return true;
}

/* The forms that the reader takes after a quote, and after #'. */
static bool extent_may_follow(const ptc_extent *extent, ptc_program_token token)
{
    bool is_form = (token >= PTC_PROGRAM_SYMBOL && token < PTC_PROGRAM_VAR) ||
                   token >= PTC_PROGRAM_OPEN_STRING;

    if (extent->is_var)
        return token == PTC_PROGRAM_SYMBOL || token == PTC_PROGRAM_QUALIFIED ||
               token == PTC_PROGRAM_ODD_SYMBOL;
    return !extent->is_quoted || is_form || token < PTC_PROGRAM_OPEN_SHORT ||
           token == PTC_PROGRAM_QUOTE;
}

static bool extent_take(ptc_extent *extent, ptc_program_token token)
{
    if (!extent_may_follow(extent, token))
        extent->is_faulty = true;
    switch ((int)token) {
    case PTC_PROGRAM_OPEN_LIST:
    case PTC_PROGRAM_OPEN_VECTOR:
    case PTC_PROGRAM_OPEN_MAP:
    case PTC_PROGRAM_OPEN_SET:
    case PTC_PROGRAM_OPEN_SHORT:
        extent_open(extent, token);
        return false;
    case PTC_PROGRAM_CLOSE_LIST:
    case PTC_PROGRAM_CLOSE_VECTOR:
    case PTC_PROGRAM_CLOSE_MAP:
        extent_close(extent, token);
        return extent_ends_form(extent);
    case PTC_PROGRAM_VAR:
    case PTC_PROGRAM_QUOTE:
        extent->is_var = token == PTC_PROGRAM_VAR;
        extent->is_quoted = true;
        return false;
    case PTC_PROGRAM_DISCARD:
    case PTC_PROGRAM_META:
        extent_prefix(extent, token);
        return false;
    case PTC_PROGRAM_BAD_NUMBER:
    case PTC_PROGRAM_BAD_KEYWORD:
    case PTC_PROGRAM_BAD_DISPATCH:
    case PTC_PROGRAM_BAD_BYTE:
        extent->is_faulty = true;
        return false;
    default:
        return extent_ends_form(extent);
    }
}

/* The next token; the rest of a string is one. */
static ptc_program_token extent_lex(ptc_extent *extent, ptc_edn_lexer *lexer)
{
    ptc_program_token token;
    char *quote;

    if (!extent->is_within)
        return ptc_program_lex(lexer);
    lexer->cursor--;
    quote = (char *)(uintptr_t)lexer->cursor;
    *quote = '"';
    token = ptc_program_lex(lexer);
    *quote = '\n';
    extent->is_within = false;
    return token;
}

bool ptc_extent_next(ptc_extent *extent, char *text, size_t len, size_t *at)
{
    const unsigned char *start = (const unsigned char *)text;
    ptc_edn_lexer lexer = {start + *at, start + *at, start + len};

    while (!extent->is_faulty && *at < len) {
        ptc_program_token token = extent_lex(extent, &lexer);

        if (token == PTC_PROGRAM_END) {
            extent->is_faulty = lexer.token != lexer.limit; /* a NUL inside */
            *at = len;
        } else if (token == PTC_PROGRAM_OPEN_STRING || token == PTC_PROGRAM_OPEN_REGEX) {
            extent->is_within = true;
            extent->is_faulty = memchr(text + *at, '\0', len - *at) != NULL;
            *at = len;
        } else {
            *at = (size_t)(lexer.cursor - start);
            if (extent_take(extent, token))
                return true;
        }
    }
    return false;
}

bool ptc_extent_is_open(const ptc_extent *extent)
{
    return !extent->is_faulty &&
           (extent->depth > 0 || extent->discards > 0 || extent->is_awaited ||
            extent->is_quoted || extent->is_within);
}
