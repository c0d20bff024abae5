/* SPDX-License-Identifier: MIT */
/*
 * What is wrong with a token of a program, and what to write instead. [ptc-lisp 2]
 *
 * Messages are for models as well as for people: each names the token and, as its hint,
 * the way the language has.
 */
#include "lisp/lisp_int.h"

/* "WHAT; HINT" */
static void fault_add_plain(ptc_edn_reader *reader, const char *what, const char *hint)
{
    ptc_diag *diag = ptc_diag_add(reader->diags, PTC_DIAG_EDN_SYNTAX,
                                  ptc_edn_span(reader), "%s", what);

    ptc_diag_hint(reader->diags, diag, "%s", hint);
}

/* "WHAT: `TOKEN`; HINT" */
static void fault_add(ptc_edn_reader *reader, const char *what, const char *hint)
{
    ptc_diag *diag =
        ptc_diag_add(reader->diags, PTC_DIAG_EDN_SYNTAX, ptc_edn_span(reader), "%s: `%s`",
                     what, ptc_edn_quote_token(reader));

    ptc_diag_hint(reader->diags, diag, "%s", hint);
}

static bool fault_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The text behind its first digits. */
static ptc_str fault_behind_digits(ptc_str text)
{
    while (text.len > 0 && fault_is_digit(text.ptr[0])) {
        text.ptr++;
        text.len--;
    }
    return text;
}

/* --- Numbers ----------------------------------------------------------------------- */

static void fault_zero_first(ptc_edn_reader *reader, ptc_str digits)
{
    ptc_diag *diag =
        ptc_diag_add(reader->diags, PTC_DIAG_EDN_SYNTAX, ptc_edn_span(reader),
                     "an integer with a leading zero: `%s`", ptc_edn_quote_token(reader));

    while (digits.len > 1 && digits.ptr[0] == '0') {
        digits.ptr++;
        digits.len--;
    }
    ptc_diag_hint(reader->diags, diag, "octal is not supported; write %s",
                  ptc_diag_quote(reader->diags, digits));
}

static void fault_number(ptc_edn_reader *reader)
{
    ptc_str text = ptc_edn_token_text(reader);
    bool has_sign = text.ptr[0] == '-' || text.ptr[0] == '+';
    ptc_str digits = ptc_str_make(text.ptr + has_sign, text.len - has_sign);
    ptc_str rest = fault_behind_digits(digits);
    char last = text.ptr[text.len - 1];
    char next = rest.len > 0 ? rest.ptr[0] : '\0';

    if (rest.len == 0) {
        fault_zero_first(reader, digits);
    } else if (rest.len == digits.len) {
        fault_add(reader, "not a number", "write a digit before the point");
    } else if (next == '/' && rest.len > 1 &&
               fault_behind_digits(ptc_str_make(rest.ptr + 1, rest.len - 1)).len == 0) {
        fault_add(reader, "ratios are not supported", "write (/ a b), a float");
    } else if ((next == 'r' || next == 'R') && rest.len > 1) {
        fault_add(reader, "numbers with a radix are not supported",
                  "write it decimal or as 0x..");
    } else if (next == 'x' || next == 'X') {
        fault_add(reader, "not a hexadecimal number", "write 0x and digits 0-9 a-f");
    } else if (last == 'N' || last == 'M') {
        fault_add(reader, "numbers of any size are not supported",
                  last == 'N' ? "write it without N" : "write it without M");
    } else if (last == 'e' || last == 'E') {
        fault_add(reader, "not a number", "digits follow the e, as in 1.5e3");
    } else {
        fault_add(
            reader, "not a number",
            "a number ends with a blank or bracket; names do not begin with a digit");
    }
}

/* --- Keywords and symbols ---------------------------------------------------------- */

static void fault_keyword(ptc_edn_reader *reader)
{
    ptc_str text = ptc_edn_token_text(reader);

    if (text.len == 1)
        fault_add(reader, "a keyword without a name", "write :name");
    else if (text.ptr[1] == ':')
        fault_add(reader, "no namespaced keywords", "write one colon");
    else if (memchr(text.ptr, '/', text.len))
        fault_add(reader, "no namespaced keywords", "write :name or :ns-name");
    else
        fault_add(reader, "not a keyword",
                  "keywords have A-Z a-z 0-9 + - * < > = ? ! _ only");
}

/* The bytes of the blank beyond ASCII, or typographic quote, that `text` begins with. */
static size_t fault_odd_character(ptc_str text, bool *is_quote)
{
    uint32_t code_point;
    size_t used = ptc_utf8_decode(text.ptr, text.len, &code_point);

    *is_quote = code_point >= 0x2018 && code_point <= 0x201F;
    if (*is_quote || code_point == 0xA0 ||
        (code_point >= 0x2000 && code_point <= 0x200B) || code_point == 0x2028 ||
        code_point == 0x2029 || code_point == 0x202F || code_point == 0x3000 ||
        code_point == 0xFEFF)
        return used;
    return 0;
}

/* Whether the name has a blank or a quote that is not plain, which is reported. */
static bool fault_has_odd_character(ptc_edn_reader *reader, ptc_str text)
{
    for (size_t i = 0; i < text.len;) {
        uint32_t code_point;
        bool is_quote;
        ptc_str rest = ptc_str_make(text.ptr + i, text.len - i);
        size_t used = fault_odd_character(rest, &is_quote);

        if (used > 0) {
            reader->lexer.token += i;
            reader->lexer.cursor = reader->lexer.token + used;
            if (is_quote)
                fault_add(reader, "a typographic quote", "write \" or '");
            else
                fault_add_plain(reader, "a blank that is not plain", "use a plain space");
            return true;
        }
        i += ptc_utf8_decode(rest.ptr, rest.len, &code_point);
    }
    return false;
}

int ptc_read_odd_symbol(ptc_edn_reader *reader)
{
    ptc_str text = ptc_edn_token_text(reader);

    if (fault_has_odd_character(reader, text))
        return -1;
    if (memchr(text.ptr, '#', text.len) || memchr(text.ptr, ':', text.len) ||
        memchr(text.ptr, '|', text.len)) {
        fault_add(reader, "not a name",
                  "names have letters, digits, ' and * + - / < > = ? ! _ % . & $ only");
        return -1;
    }
    if (!memchr(text.ptr, '/', text.len))
        return 0;
    if (text.ptr[0] == '/' || text.ptr[text.len - 1] == '/') {
        fault_add(reader, "not a name", "a slash stands between two names");
        return -1;
    }
    return PTC_FORM_QUALIFIED;
}

/* --- The rest ---------------------------------------------------------------------- */

static void fault_dispatch(ptc_edn_reader *reader)
{
    ptc_str text = ptc_edn_token_text(reader);
    char next = text.len > 1 ? text.ptr[1] : '\0';

    if (next == '?')
        fault_add(reader, "reader conditionals are not supported",
                  "write the branch alone");
    else if (next == ':')
        fault_add(reader, "no namespaced maps", "write {:key value}");
    else if ((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z'))
        fault_add(reader, "tagged literals are not supported",
                  "write the string or map alone");
    else
        fault_add(reader, "`#` begins nothing here",
                  "there are #{ #( #\" #' #_ and ##Inf");
}

static void fault_byte(ptc_edn_reader *reader)
{
    switch (*reader->lexer.token) {
    case '@':
        fault_add(reader, "there are no atoms", "use def, or reduce");
        break;
    case '`':
    case '~':
        fault_add(reader, "there are no macros", "use a function");
        break;
    case '\\':
        fault_add(reader, "no character follows",
                  "write a letter or a name as \\newline");
        break;
    default:
        fault_add(reader, "unexpected", "leave it out");
        break;
    }
}

void ptc_read_bad_token(ptc_edn_reader *reader, ptc_program_token token)
{
    switch ((int)token) {
    case PTC_PROGRAM_OPEN_STRING:
        fault_add_plain(reader, "this string is never closed", "write its second \"");
        break;
    case PTC_PROGRAM_OPEN_REGEX:
        fault_add_plain(reader, "this pattern is never closed", "write its second \"");
        break;
    case PTC_PROGRAM_BAD_NUMBER:
        fault_number(reader);
        break;
    case PTC_PROGRAM_BAD_KEYWORD:
        fault_keyword(reader);
        break;
    case PTC_PROGRAM_BAD_DISPATCH:
        fault_dispatch(reader);
        break;
    default:
        fault_byte(reader);
        break;
    }
}
