/* SPDX-License-Identifier: MIT */
/*
 * The wording of syntax faults in signatures: which code a wrong token gets, what was
 * expected in words, and the hint that corrects the mistakes people make. [signature 3,
 * 7]
 */
#include "contract/signature/signature_int.h"
#include "signature.h"

bool ptc_sig_is_telling(const ptc_sig *cx)
{
    return cx->diags->errors < cx->diags->limit;
}

ptc_span ptc_sig_span(ptc_sig_token token)
{
    return (ptc_span){token.start, token.end};
}

const char *ptc_sig_quote(ptc_sig *cx, ptc_sig_token token)
{
    return ptc_sig_is_telling(cx) ? ptc_diag_quote(cx->diags, ptc_sig_text(cx, token))
                                  : "";
}

const char *ptc_sig_shown(ptc_sig *cx, ptc_sig_token token)
{
    const char *quoted = ptc_sig_quote(cx, token);
    ptc_text text;

    if (quoted[0] == '"' || quoted[0] == '\0')
        return quoted;
    ptc_text_init(&text, cx->diags->arena);
    ptc_text_byte(&text, '"');
    ptc_text_cstr(&text, quoted);
    ptc_text_byte(&text, '"');
    return text.failed ? "" : text.ptr;
}

const char *ptc_sig_place(ptc_sig *cx, uint32_t offset)
{
    ptc_position position;
    ptc_text text;

    if (!ptc_sig_is_telling(cx))
        return "";
    position = ptc_source_position(cx->diags->source, offset);
    ptc_text_init(&text, cx->diags->arena);
    ptc_text_uint(&text, position.line);
    ptc_text_byte(&text, ':');
    ptc_text_uint(&text, position.column);
    return text.failed ? "" : text.ptr;
}

/* --- What was expected ----------------------------------------------------------- */

/* What a phrase may begin with here; NULL when no phrase may. Faults that have a their
 * own production (a missing comma or arrow, a second type in a list) are not expected. */
static const char *sig_expected_phrase(const ptc_sig *cx)
{
    const ptc_sig_bracket *open =
        cx->bracket_count ? &cx->brackets[cx->bracket_count - 1] : NULL;

    if (ptc_sig_parser_accepts(cx->parser, PTC_SIG_LC))
        return ptc_sig_parser_accepts(cx->parser, PTC_SIG_RB) &&
                       cx->last_code != PTC_SIG_LB
                   ? NULL
               : cx->last_code == PTC_SIG_RP ? NULL
                                             : "a type";
    if (ptc_sig_parser_accepts(cx->parser, PTC_SIG_CMP))
        return "a member or a check";
    if (ptc_sig_parser_accepts(cx->parser, PTC_SIG_INT))
        return "a number";
    if (open == NULL || !ptc_sig_parser_accepts(cx->parser, PTC_SIG_STRING))
        return NULL;
    if (open->code == PTC_SIG_LP)
        return ptc_sig_parser_accepts(cx->parser, PTC_SIG_COMMA) ? NULL
                                                                 : "a parameter name";
    return open->code == PTC_SIG_LC ? "a field name" : "a pattern in quotes";
}

/* The list "a, b or c" of what may be here. */
static ptc_str sig_expected(ptc_sig *cx)
{
    static const struct {
        int code;
        const char *word;
    } marks[] = {{PTC_SIG_LP, "\"(\""}, {PTC_SIG_COMMA, "\",\""},
                 {PTC_SIG_RP, "\")\""}, {PTC_SIG_RB, "\"]\""},
                 {PTC_SIG_RC, "\"}\""}, {PTC_SIG_ARROW, "\"->\""},
                 {0, "the end"}};
    const char *words[1 + sizeof marks / sizeof marks[0]] = {sig_expected_phrase(cx)};
    size_t count = words[0] != NULL;
    ptc_text text;

    if (!ptc_sig_is_telling(cx))
        return PTC_STR("");
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        bool is_loose = marks[i].code == PTC_SIG_ARROW && cx->last_code != PTC_SIG_RP &&
                        cx->last_code != 0; /* `:int -> :int` has a production as well */

        if (!is_loose && ptc_sig_parser_accepts(cx->parser, marks[i].code))
            words[count++] = marks[i].word;
    }
    ptc_text_init(&text, cx->diags->arena);
    for (size_t i = 0; i < count; i++) {
        ptc_text_cstr(&text, i == 0 ? "" : i + 1 == count ? " or " : ", ");
        ptc_text_cstr(&text, words[i]);
    }
    return ptc_text_view(&text);
}

/* --- Faults of single tokens ----------------------------------------------------- */

static void sig_fault_word(ptc_sig *cx, ptc_sig_token token)
{
    const char *word = ptc_sig_quote(cx, token);
    ptc_diag *diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN,
                                  ptc_sig_span(token), "types begin with a colon");

    ptc_diag_hint(cx->diags, diag, "write :%s", word);
}

static void sig_fault_blank(ptc_sig *cx, ptc_sig_token token)
{
    ptc_diag *diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_ENCODING, ptc_sig_span(token),
                                  "this character is not a space, tab or line end");

    ptc_diag_hint(cx->diags, diag, "non-breaking space; use a plain space");
}

static void sig_fault_comment(ptc_sig *cx, ptc_sig_token token)
{
    ptc_diag *diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_COMMENT, ptc_sig_span(token),
                                  "a signature string has no comments");

    ptc_diag_hint(cx->diags, diag, "comments belong in files; remove it here");
}

static void sig_fault_arrow(ptc_sig *cx, ptc_sig_token token)
{
    ptc_diag *diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_ARROW, ptc_sig_span(token),
                                  "\"%s\" is not an arrow", ptc_sig_quote(cx, token));

    ptc_diag_hint(cx->diags, diag, "use ->");
}

void ptc_sig_fault_token(ptc_sig *cx, int code, ptc_sig_token token)
{
    switch (code) {
    case PTC_SIG_NAME:
        sig_fault_word(cx, token);
        break;
    case PTC_SIG_COMMENT:
        sig_fault_comment(cx, token);
        break;
    case PTC_SIG_FAULT_BLANK:
        sig_fault_blank(cx, token);
        break;
    default:
        sig_fault_arrow(cx, token);
        break;
    }
}

/* A word in the place of a name that is none. */
void ptc_sig_fault_name(ptc_sig *cx, ptc_sig_token token)
{
    ptc_str text = ptc_sig_text(cx, token);
    ptc_str name = text.ptr[0] == ':' ? ptc_str_make(text.ptr + 1, text.len - 1) : text;
    const char *quoted = ptc_sig_is_telling(cx) ? ptc_diag_quote(cx->diags, name) : "";
    ptc_diag *diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_NAME, ptc_sig_span(token),
                                  "\"%s\" is not a name", quoted);

    if (text.ptr[text.len - 1] == '?')
        ptc_diag_hint(cx->diags, diag, "put ? after the type");
    else
        ptc_diag_hint(
            cx->diags, diag,
            "a name is letters, digits, _ and -, and begins with a letter or _; "
            "write others in quotes: \"%s\"",
            quoted);
}

/* The type word next to a misplaced `?`: after it, or before it and other marks; the
 * empty token when there is none. */
static ptc_sig_token sig_word_beside(const ptc_sig *cx, ptc_sig_token mark)
{
    uint32_t start = mark.end;
    ptc_sig_lexer lexer;

    if (cx->last_code == PTC_SIG_COLONWORD && !cx->last_is_name)
        return cx->last;
    if (cx->last_code == PTC_SIG_OPT) {
        start = cx->last.start;
        while (start > cx->start && cx->text.ptr[start] != ':')
            start--;
    }
    lexer = ptc_sig_lexer_at(cx->text, start);
    if (ptc_sig_lex(&lexer) != PTC_SIG_COLONWORD)
        return (ptc_sig_token){0, 0, 0};
    return (ptc_sig_token){(uint32_t)(lexer.token - lexer.text),
                           (uint32_t)(lexer.cursor - lexer.text), 0};
}

/* A `?` that is repeated or does not directly follow a type. */
void ptc_sig_fault_optional(ptc_sig *cx, ptc_sig_token token)
{
    bool is_second = cx->last_code == PTC_SIG_OPT;
    ptc_sig_token word = {0, 0, 0};
    ptc_diag *diag;

    if (cx->last_code == PTC_SIG_DEFAULT) {
        diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_OPTIONAL_MARK, ptc_sig_span(token),
                            "a field with a default is already optional");
        ptc_diag_hint(cx->diags, diag, "remove the \"?\"");
        return;
    }
    if (ptc_sig_is_telling(cx))
        word = sig_word_beside(cx, token);
    diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_OPTIONAL_MARK, ptc_sig_span(token),
                        is_second ? "a type has at most one \"?\""
                                  : "\"?\" comes directly after a type");
    if (word.end > 0)
        ptc_diag_hint(cx->diags, diag, "write %s?", ptc_sig_quote(cx, word));
    else
        ptc_diag_hint(cx->diags, diag,
                      is_second ? "remove this one"
                                : "put ? after the type, without a blank: :int?");
}

static const char *sig_bracket_text(int code)
{
    switch (code) {
    case PTC_SIG_LP:
        return "(";
    case PTC_SIG_LC:
        return "{";
    default:
        return "[";
    }
}

void ptc_sig_fault_unclosed(ptc_sig *cx, ptc_sig_bracket bracket, ptc_sig_token at)
{
    const char *place = ptc_sig_place(cx, bracket.start);
    const char *open = sig_bracket_text(bracket.code);
    const char *found = ptc_sig_quote(cx, at);

    if (at.end > at.start)
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNCLOSED, ptc_sig_span(at),
                     "\"%s\" opened at %s is not closed before \"%s\"", open, place,
                     found);
    else
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNCLOSED, ptc_sig_span(at),
                     "\"%s\" opened at %s is never closed", open, place);
}

void ptc_sig_fault_stray(ptc_sig *cx, ptc_sig_token token)
{
    ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN, ptc_sig_span(token),
                 "\"%s\" closes nothing", ptc_sig_quote(cx, token));
}

void ptc_sig_fault_too_large(ptc_sig *cx)
{
    uint32_t at = cx->token.start;
    ptc_diag *diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_TOO_LARGE, (ptc_span){at, at},
                                  "the contract needs more than %zu KiB of memory",
                                  cx->arena->cap / 1024);

    ptc_diag_hint(cx->diags, diag,
                  "raise memory_cap (--memory-cap) if you need a contract of this size");
}

void ptc_sig_check_encoding(ptc_diags *diags, ptc_str text)
{
    size_t at = ptc_utf8_check(text.ptr, text.len);

    while (at < text.len) {
        size_t end = at;
        uint32_t code_point;

        while (end < text.len &&
               ptc_utf8_decode(text.ptr + end, text.len - end, &code_point) == 0)
            end++;
        ptc_diag_add(diags, PTC_DIAG_SIG_ENCODING,
                     (ptc_span){(uint32_t)at, (uint32_t)end},
                     "ill-formed UTF-8 at byte %zu", at);
        at = end + ptc_utf8_check(text.ptr + end, text.len - end);
    }
}

/* --- Tokens that the grammar did not want ---------------------------------------- */

bool ptc_sig_is_foreign_comment(ptc_str text, uint32_t start)
{
    return start + 1 < text.len &&
           ((text.ptr[start] == '/' &&
             (text.ptr[start + 1] == '/' || text.ptr[start + 1] == '*')) ||
            (text.ptr[start] == '-' && text.ptr[start + 1] == '-'));
}

static void sig_fault_other(ptc_sig *cx, ptc_sig_token token)
{
    ptc_str expected = sig_expected(cx);
    bool is_over = token.end == token.start + 1 && token.end > 0 &&
                   strchr(",)}", cx->text.ptr[token.start]) != NULL;
    ptc_diag *diag;

    if (ptc_sig_is_foreign_comment(cx->text, token.start)) {
        ptc_sig_fault_foreign_comment(cx, ptc_sig_span(token));
        return;
    }
    diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN, ptc_sig_span(token),
                        "unexpected %s, expected %.*s", ptc_sig_shown(cx, token),
                        (int)expected.len, expected.ptr);
    diag->expected = expected;
    if (is_over && cx->last_is_name)
        ptc_diag_hint(cx->diags, diag, "write a name and a type: query :string");
}

void ptc_sig_fault_foreign_comment(ptc_sig *cx, ptc_span span)
{
    ptc_diag *diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_COMMENT, span,
                                  "this is not how a comment begins");

    ptc_diag_hint(cx->diags, diag, "comments begin with ; and end with their line");
}

/* Text that is not a token: the lexer's fault decides. */
static void sig_fault_text(ptc_sig *cx, ptc_sig_token token)
{
    ptc_diag *diag;

    switch (token.extra) {
    case PTC_SIG_FAULT_STRING:
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNCLOSED, ptc_sig_span(token),
                     "the string opened at %s is never closed",
                     ptc_sig_place(cx, token.start));
        return;
    case PTC_SIG_FAULT_COLON:
        diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN, ptc_sig_span(token),
                            "a colon without a word");
        ptc_diag_hint(cx->diags, diag, "the colon belongs to the type: name :string");
        return;
    case PTC_SIG_FAULT_QUOTE:
        diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN, ptc_sig_span(token),
                            "a typographic quote");
        ptc_diag_hint(cx->diags, diag, "use plain quotes: \"");
        return;
    case PTC_SIG_FAULT_MALLI:
        diag =
            ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN, ptc_sig_span(token),
                         "\"%s\" is a word of Malli schemas", ptc_sig_quote(cx, token));
        ptc_diag_hint(cx->diags, diag,
                      ptc_str_equal(ptc_sig_text(cx, token), PTC_STR(":="))
                          ? "a default is written with = alone; [:= 5] means exactly 5"
                          : "write it first in brackets: [:= 5]");
        return;
    default:
        sig_fault_other(cx, token);
        return;
    }
}

static void sig_fault_end(ptc_sig *cx, ptc_sig_token token)
{
    ptc_str expected = sig_expected(cx);

    if (cx->last_code == 0 && !cx->is_file) {
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_EMPTY, ptc_sig_span(token),
                     "there is no signature, expected a type or \"(\"");
        return;
    }
    ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNEXPECTED_END, ptc_sig_span(token),
                 "the signature ends where %.*s is expected", (int)expected.len,
                 expected.ptr)
        ->expected = expected;
}

static void sig_fault_comma(ptc_sig *cx, ptc_sig_token comma, const char *message)
{
    ptc_diag_hint(
        cx->diags,
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_COMMA, ptc_sig_span(comma), "%s", message),
        "remove this comma");
}

static void sig_fault_second_arrow(ptc_sig *cx, ptc_sig_token token)
{
    ptc_diag *diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_ARROW, ptc_sig_span(token),
                                  "a signature has one arrow");

    ptc_diag_hint(cx->diags, diag, "functions are not data: use :any");
}

/* Whether a check is in a bracket that is not a refinement, since a blank precedes it. */
static bool sig_is_loose_check(const ptc_sig *cx, int code, ptc_sig_token token)
{
    ptc_sig_lexer ahead = cx->lexer;
    const ptc_sig_bracket *open =
        cx->bracket_count ? &cx->brackets[cx->bracket_count - 1] : NULL;

    if (code == PTC_SIG_LB) {
        ahead.cursor = ahead.text + token.end;
        code = ptc_sig_lex(&ahead);
        return !cx->last_is_name &&
               (code == PTC_SIG_INT || code == PTC_SIG_FLOAT || code == PTC_SIG_DOTS ||
                code == PTC_SIG_CMP || code == PTC_SIG_TILDE || code == PTC_SIG_NAME);
    }
    return open != NULL && open->code == PTC_SIG_LB &&
           (code == PTC_SIG_INT || code == PTC_SIG_FLOAT || code == PTC_SIG_DOTS ||
            code == PTC_SIG_CMP || code == PTC_SIG_TILDE);
}

static void sig_fault_loose_check(ptc_sig *cx, int code, ptc_sig_token token)
{
    ptc_diag *diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_REFINEMENT, ptc_sig_span(token),
                                  code == PTC_SIG_LB && cx->last_code == PTC_SIG_OPT
                                      ? "checks come before the \"?\""
                                      : "checks come directly after their type");

    if (code == PTC_SIG_LB && cx->last_code == PTC_SIG_OPT)
        ptc_diag_hint(cx->diags, diag, "write :int[1..100]?");
    else
        ptc_diag_hint(cx->diags, diag, "write :int[1..100] without a space");
}

/* --- Defaults where there are none ----------------------------------------------- */

/* The word of the type that a default is likely of; NULL: it is a list or map. */
static const char *sig_word_of_default(const ptc_value *value)
{
    switch ((ptc_kind)value->kind) {
    case PTC_BOOL:
        return ":bool";
    case PTC_INT:
        return ":int";
    case PTC_FLOAT:
        return ":float";
    case PTC_KEYWORD:
        return ":keyword";
    case PTC_VECTOR:
        return "[:any]";
    case PTC_MAP:
        return ":map";
    case PTC_NIL:
    case PTC_STRING:
    case PTC_SET:
    case PTC_OPAQUE:
        break;
    }
    return ":string";
}

/* `query = "x"`, as untyped languages have it, or `query = :string`. */
static void sig_fault_untyped_default(ptc_sig *cx, ptc_sig_token token)
{
    const ptc_value *value = &ptc_draft_at(cx->draft, token.extra)->extra.default_value;
    const char *name = ptc_sig_quote(cx, cx->last);
    ptc_span span = ptc_sig_span(cx->last);

    while (token.start < token.end &&
           strchr("= \t\r\n", cx->text.ptr[token.start]) != NULL)
        token.start++;
    if (value->kind == PTC_KEYWORD && ptc_sig_is_type_word(ptc_value_text(value)))
        ptc_diag_hint(cx->diags,
                      ptc_diag_add(cx->diags, PTC_DIAG_SIG_DEFAULT, span,
                                   "a type follows its name without \"=\""),
                      "write %s %s", name, ptc_sig_quote(cx, token));
    else
        ptc_diag_hint(cx->diags,
                      ptc_diag_add(cx->diags, PTC_DIAG_SIG_DEFAULT, span,
                                   "the type is missing before the default"),
                      "write %s %s = %s", name, sig_word_of_default(value),
                      ptc_sig_quote(cx, token));
}

/* A default of what is neither field nor parameter. */
static void sig_fault_default(ptc_sig *cx, ptc_sig_token token)
{
    int open = cx->bracket_count ? cx->brackets[cx->bracket_count - 1].code : 0;
    const char *message = "a type has no default";
    const char *hint = "write it where the type is used: name :type = value";
    ptc_diag *diag;

    if (cx->last_code == PTC_SIG_DEFAULT) {
        message = "a field has one default";
        hint = "remove this one";
    } else if (open == PTC_SIG_LB) {
        message = "an element of a list cannot have a default";
        hint = "give the list one, after its bracket: name [:int] = [1, 2]";
    } else if (open == PTC_SIG_RLB) {
        message = "members and checks cannot have a default";
        hint = "write it after the bracket: size :enum[small large] = \"small\"";
    } else if (open == 0 && cx->has_arrow) {
        message = "a result cannot have a default";
        hint = "its fields may have one: {count :int = 0}";
    }
    diag =
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_DEFAULT, ptc_sig_span(token), "%s", message);
    ptc_diag_hint(cx->diags, diag, "%s", hint);
}

/* What belongs to the type in front of a default; false: the token is something else. */
static bool sig_fault_after_default(ptc_sig *cx, int code, ptc_sig_token token)
{
    const char *message = "the alternatives of a union come before its default";
    const char *hint = "write :int|:string = 5";
    ptc_diag *diag;

    if (cx->last_code != PTC_SIG_DEFAULT || (code != PTC_SIG_BAR && code != PTC_SIG_LB))
        return false;
    if (code == PTC_SIG_LB) {
        message = "checks come before the default";
        hint = "write :int[1..100] = 20";
    }
    diag =
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_DEFAULT, ptc_sig_span(token), "%s", message);
    ptc_diag_hint(cx->diags, diag, "%s", hint);
    return true;
}

void ptc_sig_syntax_error(ptc_sig *cx, int code, ptc_sig_token token)
{
    bool wants_type = cx->last_is_name;
    bool is_after_comma = cx->last_code == PTC_SIG_COMMA;

    if (code == 0)
        sig_fault_end(cx, token);
    else if (code == PTC_SIG_BAD)
        sig_fault_text(cx, token);
    else if (code == PTC_SIG_DEFAULT && cx->last_is_name)
        sig_fault_untyped_default(cx, token);
    else if (code == PTC_SIG_DEFAULT)
        sig_fault_default(cx, token);
    else if (sig_fault_after_default(cx, code, token))
        return;
    else if (token.extra == PTC_SIG_FAULT_NAME && token.end > token.start &&
             !ptc_sig_parser_accepts(cx->parser, PTC_SIG_LC))
        ptc_sig_fault_name(cx, token);
    else if (code == PTC_SIG_COMMA && !wants_type && cx->bracket_count > 0)
        sig_fault_comma(cx, token, "a comma separates two items");
    else if (is_after_comma &&
             (code == PTC_SIG_RB || code == PTC_SIG_RP || code == PTC_SIG_RC))
        sig_fault_comma(cx, cx->last, "no comma comes before the closing bracket");
    else if (code == PTC_SIG_ARROW && cx->has_arrow)
        sig_fault_second_arrow(cx, token);
    else if (code == PTC_SIG_OPT)
        ptc_sig_fault_optional(cx, token);
    else if (sig_is_loose_check(cx, code, token))
        sig_fault_loose_check(cx, code, token);
    else
        sig_fault_other(cx, token);
}
