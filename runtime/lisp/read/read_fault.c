/* SPDX-License-Identifier: MIT */
/*
 * The fault of a program that cannot be read, and what to write instead. [ptc-lisp 2,
 * 16]
 *
 * Messages are for models as well as for people: each names the token and, as its hint,
 * the language's own way.
 */
#include "lisp/read/reader.h"

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

/* The text after its first digits. */
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

    if (reader->lexer.token > (const unsigned char *)reader->forms->text &&
        reader->lexer.token[-1] == ',') {
        ptc_diag_hint(reader->diags, diag, "commas are blanks; write 1000 for 1,000");
        return;
    }
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
        fault_zero_first(reader, digits);
    } else if ((next == 'r' || next == 'R') && rest.len > 1) {
        fault_add(reader, "numbers with a radix are not supported",
                  "write it in decimal or as 0x..");
    } else if (rest.ptr == digits.ptr + 1 && digits.ptr[0] == '0' &&
               (next == 'x' || next == 'X')) {
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

/* The byte before the token; NUL at the start. */
static char fault_byte_before(const ptc_edn_reader *reader)
{
    const char *token = (const char *)reader->lexer.token;

    return token > reader->forms->text ? token[-1] : '\0';
}

static void fault_keyword(ptc_edn_reader *reader)
{
    ptc_str text = ptc_edn_token_text(reader);

    if (text.len == 1 && fault_byte_before(reader) == '"')
        fault_add_plain(reader, "a colon after a key, as in JSON",
                        "leave it out: {\"key\" value}, or {:key value}");
    else if (text.len == 1)
        fault_add(reader, "a keyword without a name", "write :name");
    else if (text.ptr[1] == ':')
        fault_add(reader, "no namespaced keywords", "write one colon");
    else if (memchr(text.ptr, '/', text.len) != NULL)
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

/* Whether the name has a blank or a quote that is not plain; reports it. */
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

static int fault_odd_symbol(ptc_edn_reader *reader)
{
    ptc_str text = ptc_edn_token_text(reader);

    if (fault_has_odd_character(reader, text))
        return -1;
    if (memchr(text.ptr, '#', text.len) != NULL ||
        memchr(text.ptr, ':', text.len) != NULL ||
        memchr(text.ptr, '|', text.len) != NULL) {
        if (ptc_str_equal(text, PTC_STR("||")))
            fault_add(reader, "not a name", "write (or a b)");
        else if (text.ptr[text.len - 1] == ':')
            fault_add(reader, "not a name",
                      "the colon of a keyword comes first, {:key value}");
        else
            fault_add(
                reader, "not a name",
                "names have letters, digits, ' and * + - / < > = ? ! _ % . & $ only");
        return -1;
    }
    if (memchr(text.ptr, '/', text.len) == NULL)
        return 0;
    if (text.ptr[0] == '/' || text.ptr[text.len - 1] == '/') {
        fault_add(reader, "not a name",
                  text.len > 1 && text.ptr[0] == '/' && text.ptr[1] == '/'
                      ? "a comment begins with ;"
                      : "a slash goes between two names");
        return -1;
    }
    return PTC_FORM_QUALIFIED;
}

/* --- The rest ---------------------------------------------------------------------- */

static void fault_dispatch(ptc_edn_reader *reader)
{
    ptc_str text = ptc_edn_token_text(reader);
    char next = text.len > 1 ? text.ptr[1] : '\0';

    if (next == ' ' || next == '#' || next == '!')
        fault_add(reader, "`#` begins nothing here", "a comment begins with ;");
    else if (next == '?')
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
        if (reader->lexer.limit - reader->lexer.token >= 3 &&
            memcmp(reader->lexer.token, "```", 3) == 0)
            fault_add_plain(reader, "a Markdown fence, ```",
                            "leave it out: the program is what is between the fences");
        else
            fault_add_plain(reader,
                            "a backquote: there are no macros and no template strings",
                            "use a function, or (str \"Hello \" name) for texts");
        break;
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

static void fault_token(ptc_edn_reader *reader, ptc_program_token token)
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

/* --- Faults of structure ----------------------------------------------------------- */

static const char *fault_bracket(const ptc_form *form)
{
    switch ((int)form->kind) {
    case PTC_FORM_VECTOR:
        return "[";
    case PTC_FORM_MAP:
        return "{";
    case PTC_FORM_SET:
        return "#{";
    default:
        return form->flags & PTC_FORM_SHORT ? "#(" : "(";
    }
}

static char fault_closer_of(const ptc_form *form)
{
    return form->kind == PTC_FORM_LIST ? ')' : form->kind == PTC_FORM_VECTOR ? ']' : '}';
}

static ptc_position fault_position(const ptc_reader *reader, uint32_t offset)
{
    return ptc_position_from(reader->start,
                             ptc_source_position(reader->edn.forms->source, offset));
}

/* "Parse error: WHAT; HINT, at line L, column C" */
static void fault_describe(const ptc_reader *reader, ptc_lisp_error *error)
{
    const ptc_diag *diag = reader->diags.items;
    ptc_position at;
    ptc_text text;

    at = fault_position(reader, diag->span.start);
    error->line = at.line;
    error->column = at.column;
    error->offset = diag->span.start;
    ptc_text_init(&text, reader->edn.forms->arena);
    ptc_text_cstr(&text, "Parse error: ");
    ptc_text_str(&text, diag->message);
    if (diag->hint.len > 0) {
        ptc_text_cstr(&text, "; ");
        ptc_text_str(&text, diag->hint);
    }
    ptc_text_cstr(&text, " at line ");
    ptc_text_uint(&text, at.line);
    ptc_text_cstr(&text, ", column ");
    ptc_text_uint(&text, at.column);
    if (!text.failed)
        error->message = ptc_text_view(&text);
}

/* --- Public ------------------------------------------------------------------------ */

bool ptc_read_fault(ptc_reader *reader, ptc_span span, const char *message)
{
    ptc_diag_add(&reader->diags, PTC_DIAG_EDN_SYNTAX, span, "%s", message);
    return false;
}

bool ptc_read_fault_here(ptc_reader *reader, const char *message)
{
    return ptc_read_fault(reader, ptc_edn_span(&reader->edn), message);
}

bool ptc_read_fault_range(ptc_reader *reader)
{
    return ptc_read_fault_here(reader,
                               "integer literal out of range; from -9223372036854775808 "
                               "to 9223372036854775807, or write a float");
}

bool ptc_read_fault_memory(ptc_reader *reader)
{
    ptc_edn_too_large(&reader->edn);
    return false;
}

bool ptc_read_fault_prefix(ptc_reader *reader)
{
    ptc_span span = reader->level->prefix;
    const char *text = reader->edn.forms->text + span.start;

    ptc_diag_add(&reader->diags, PTC_DIAG_EDN_SYNTAX, span,
                 "`%.*s` needs a form after it", (int)(span.end - span.start), text);
    return false;
}

bool ptc_read_fault_unclosed(ptc_reader *reader)
{
    const ptc_form *items = reader->edn.forms->items;
    const ptc_form *open = &items[reader->level->form];
    ptc_span span = {open->span.start, open->span.start + 1};
    char closers[PTC_READ_DEPTH_MAX];
    int count = 0;

    for (const ptc_read_level *level = reader->level; level->form != 0; level--)
        closers[count++] = fault_closer_of(&items[level->form]);
    if (count == 1)
        ptc_diag_add(&reader->diags, PTC_DIAG_EDN_UNCLOSED, span,
                     "1 `%c` is missing at the end; the unclosed `%s` begins", closers[0],
                     fault_bracket(open));
    else
        ptc_diag_add(&reader->diags, PTC_DIAG_EDN_UNCLOSED, span,
                     "%d closing brackets are missing at the end, `%.*s`; the "
                     "innermost unclosed `%s` begins",
                     count, count, closers, fault_bracket(open));
    return false;
}

bool ptc_read_fault_closer(ptc_reader *reader)
{
    const ptc_form *open = &reader->edn.forms->items[reader->level->form];
    char closer = (char)*reader->edn.lexer.token;
    ptc_position at;

    if (reader->level->form == 0) {
        ptc_diag_add(&reader->diags, PTC_DIAG_EDN_SYNTAX, ptc_edn_span(&reader->edn),
                     "unbalanced `%c`; nothing is open there, first", closer);
        return false;
    }
    at = fault_position(reader, open->span.start);
    ptc_diag_add(
        &reader->diags, PTC_DIAG_EDN_SYNTAX, ptc_edn_span(&reader->edn),
        "`%c` does not close the `%s` of line %zu, column %zu; close that with `%c`",
        closer, fault_bracket(open), at.line, at.column, fault_closer_of(open));
    return false;
}

bool ptc_read_fault_map(ptc_reader *reader)
{
    const char *link = (const char *)reader->level->link;
    const ptc_form *key =
        (const ptc_form *)(const void *)(link - offsetof(ptc_form, next));
    ptc_str text = ptc_str_make(reader->edn.forms->text + key->span.start,
                                key->span.end - key->span.start);

    ptc_diag_add(&reader->diags, PTC_DIAG_EDN_SYNTAX, key->span,
                 "a map needs an even number of forms; the key %s has no value",
                 ptc_diag_quote(&reader->diags, text));
    return false;
}

bool ptc_read_fault_token(ptc_reader *reader, ptc_program_token token)
{
    fault_token(&reader->edn, token);
    return false;
}

int ptc_read_odd_symbol(ptc_reader *reader)
{
    return fault_odd_symbol(&reader->edn);
}

void ptc_read_describe(const ptc_reader *reader, ptc_lisp_error *error)
{
    *error =
        (ptc_lisp_error){.reason = PTC_REASON_PARSE, .message = PTC_STR("Parse error")};
    if (reader->has_many_names) {
        error->reason = PTC_REASON_SYMBOL_LIMIT;
        error->message =
            PTC_STR("more than 10000 different symbols and keywords; use strings for "
                    "data, or fewer names");
    } else if (reader->edn.has_stopped || reader->diags.count == 0) {
        error->reason = PTC_REASON_MEMORY;
        error->message = PTC_STR("there is not enough memory to read the program");
    } else {
        fault_describe(reader, error);
    }
}
