/* SPDX-License-Identifier: MIT */
/* Messages for text that is not Python, or Python that no statement allows. */
#include "generator/dialect/python/python_int.h"

const char *ptcc_python_quote(ptcc_python_reader *cx, ptc_span span)
{
    ptc_str text = ptcc_python_text(cx, span);
    const char *end = memchr(text.ptr, '\n', text.len);

    if (end != NULL)
        text.len = (size_t)(end - text.ptr);
    return ptc_diag_quote(cx->diags, text);
}

/* --- Tokens that do not fit --------------------------------------------------------- */

/* What may be expected, in the order in which it is named. */
static const struct fault_word {
    int code;
    const char *word;
} fault_words[] = {
    {PTCC_PYTHON_COMMA, "`,`"},
    {PTCC_PYTHON_RP, "`)`"},
    {PTCC_PYTHON_RB, "`]`"},
    {PTCC_PYTHON_RC, "`}`"},
    {PTCC_PYTHON_COLON, "`:`"},
    {PTCC_PYTHON_IMPORT, "`import`"},
    {PTCC_PYTHON_INT, "an expression"},
    {PTCC_PYTHON_NAME, "a name"},
    {0, "the end"},
    /* Where nothing else is: */
    {PTCC_PYTHON_LP, "`(`"},
    {PTCC_PYTHON_ELSE, "`else`"},
    {PTCC_PYTHON_IN, "`in`"},
};
#define FAULT_WORDS (sizeof fault_words / sizeof fault_words[0])

/* Whether brackets, or none, allow that token: the tables of the parser take closers of
 * other brackets to be possible. */
static bool fault_is_open(const ptcc_python_reader *cx, int code, int found)
{
    bool is_opener =
        found == PTCC_PYTHON_LP || found == PTCC_PYTHON_LB || found == PTCC_PYTHON_LC;
    size_t depth = cx->bracket_count - (is_opener && cx->bracket_count > 0 ? 1 : 0);
    int open = depth > 0 ? cx->brackets[depth - 1].code : 0;

    switch (code) {
    case PTCC_PYTHON_RP:
        return open == PTCC_PYTHON_LP;
    case PTCC_PYTHON_RB:
        return open == PTCC_PYTHON_LB;
    case PTCC_PYTHON_RC:
        return open == PTCC_PYTHON_LC;
    case PTCC_PYTHON_COMMA:
    case PTCC_PYTHON_COLON:
        return !cx->is_sealed || depth > 0;
    case 0:
        return depth == 0;
    default:
        return true;
    }
}

/* The first things that the parser would take, in words; an expression may also begin
 * with a name. */
static ptc_str fault_expected(ptcc_python_reader *cx, int found)
{
    const char *words[FAULT_WORDS];
    size_t count = 0;
    ptc_text text;

    ptc_text_init(&text, cx->diags->arena);
    for (size_t i = 0; i < FAULT_WORDS && count < 3; i++) {
        int code = fault_words[i].code;
        bool is_covered = code == PTCC_PYTHON_NAME
                              ? ptcc_python_parser_accepts(cx->parser, PTCC_PYTHON_INT)
                              : i >= FAULT_WORDS - 3 && count > 0;

        if (ptcc_python_parser_accepts(cx->parser, code) &&
            fault_is_open(cx, code, found) && !is_covered)
            words[count++] = fault_words[i].word;
    }
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            ptc_text_cstr(&text, i + 1 == count ? " or " : ", ");
        ptc_text_cstr(&text, words[i]);
    }
    return text.failed ? PTC_STR("") : ptc_text_view(&text);
}

void ptcc_python_unexpected(ptcc_python_reader *cx, int code, ptc_span token)
{
    ptc_str expected;
    const char *found;

    if (cx->has_failed)
        return;
    cx->has_failed = true;
    expected = fault_expected(cx, code);
    found = code == 0 ? "" : ptcc_python_quote(cx, token);
    if (expected.len == 0)
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SYNTAX, token,
                     code == 0 ? "the statement ends too early"
                               : "`%s` is not expected here",
                     found);
    else if (code == 0)
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SYNTAX, token,
                     "expected %.*s, found the end", (int)expected.len, expected.ptr);
    else
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SYNTAX, token,
                     "expected %.*s, found `%s`", (int)expected.len, expected.ptr, found);
}

/* --- Text that is not a token ------------------------------------------------------- */

void ptcc_python_no_token(ptcc_python_reader *cx, int code, ptc_span token)
{
    ptc_diag *diag;

    if (cx->has_failed)
        return;
    switch (code) {
    case PTCC_PYTHON_FAULT_STRING:
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SYNTAX, token,
                     "this string is never closed");
        return;
    case PTCC_PYTHON_FAULT_DEEP:
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SYNTAX, token,
                     "strings in this string are nested deeper than %d levels",
                     (int)PTCC_DEFINITION_DEPTH);
        return;
    case PTCC_PYTHON_FAULT_NUMBER:
        diag = ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SYNTAX, token,
                            "a number with a leading zero: `%s`",
                            ptcc_python_quote(cx, token));
        ptc_diag_hint(cx->diags, diag, "octal numbers are written 0o17");
        return;
    case PTCC_PYTHON_FAULT_BLANK:
        diag =
            ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SYNTAX, token,
                         "a blank that is not plain: `%s`", ptcc_python_quote(cx, token));
        ptc_diag_hint(cx->diags, diag, "use a plain space");
        return;
    case PTCC_PYTHON_FAULT_JOIN:
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SYNTAX, token,
                     "a backslash has to be the last of its line");
        return;
    default:
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SYNTAX, token, "unexpected `%s`",
                     ptcc_python_quote(cx, token));
    }
}
