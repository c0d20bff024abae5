/* SPDX-License-Identifier: MIT */
/*
 * What the tokens of edn.re stand for: strings, patterns, characters and numbers.
 *
 * Texts are borrowed from the copy of the source that the forms keep, unless an escape
 * has to be undone. Faults are reported at the very bytes, and a stand-in is returned.
 */
#include "edn/edn_int.h"

#include <ptc/number.h>

/* --- The token at hand ------------------------------------------------------------- */

uint32_t ptc_edn_offset(const ptc_edn_reader *reader, const unsigned char *at)
{
    return (uint32_t)(at - (const unsigned char *)reader->forms->text);
}

ptc_span ptc_edn_span(const ptc_edn_reader *reader)
{
    ptc_span span = {ptc_edn_offset(reader, reader->lexer.token),
                     ptc_edn_offset(reader, reader->lexer.cursor)};
    return span;
}

ptc_str ptc_edn_token_text(const ptc_edn_reader *reader)
{
    return ptc_str_make((const char *)reader->lexer.token,
                        (size_t)(reader->lexer.cursor - reader->lexer.token));
}

static const char *edn_quote(const ptc_edn_reader *reader, ptc_str text)
{
    bool is_stored = reader->diags->errors < reader->diags->limit;

    return is_stored ? ptc_diag_quote(reader->diags, text) : "";
}

const char *ptc_edn_quote_token(const ptc_edn_reader *reader)
{
    return edn_quote(reader, ptc_edn_token_text(reader));
}

void ptc_edn_too_large(ptc_edn_reader *reader)
{
    ptc_diag_add(reader->diags, PTC_DIAG_EDN_TOO_LARGE, ptc_edn_span(reader),
                 "the text needs more memory than is available");
    reader->has_stopped = true;
}

/* --- Strings ----------------------------------------------------------------------- */

static bool edn_hex(const char *text, size_t count, uint32_t *out)
{
    uint32_t value = 0;

    for (size_t i = 0; i < count; i++) {
        char c = text[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;

        if (digit < 0)
            return false;
        value = value * 16 + (uint32_t)digit;
    }
    *out = value;
    return true;
}

/* \uXXXX, or two of them that make one code point. */
static size_t edn_unicode_escape(const char *text, size_t len, uint32_t *code_point)
{
    uint32_t low;

    if (len < 6 || !edn_hex(text + 2, 4, code_point))
        return 0;
    if (*code_point < 0xD800 || *code_point > 0xDBFF)
        return 6;
    if (len < 12 || text[6] != '\\' || text[7] != 'u' || !edn_hex(text + 8, 4, &low) ||
        low < 0xDC00 || low > 0xDFFF)
        return 6;
    *code_point = 0x10000 + ((*code_point - 0xD800) << 10) + (low - 0xDC00);
    return 12;
}

static size_t edn_octal_escape(const char *text, size_t len, uint32_t *code_point)
{
    uint32_t value = 0;
    size_t i = 1;

    while (i < len && i < 4 && text[i] >= '0' && text[i] <= '7')
        value = value * 8 + (uint32_t)(text[i++] - '0');
    *code_point = value;
    return value <= 255 ? i : 0;
}

size_t ptc_edn_escape(const char *text, size_t len, uint32_t *code_point)
{
    switch (text[1]) {
    case '"':
    case '\\':
        *code_point = (unsigned char)text[1];
        return 2;
    case 'n':
        *code_point = '\n';
        return 2;
    case 't':
        *code_point = '\t';
        return 2;
    case 'r':
        *code_point = '\r';
        return 2;
    case 'b':
        *code_point = '\b';
        return 2;
    case 'f':
        *code_point = '\f';
        return 2;
    case 'u':
        return edn_unicode_escape(text, len, code_point);
    default:
        break;
    }
    return text[1] >= '0' && text[1] <= '7' ? edn_octal_escape(text, len, code_point) : 0;
}

/* Reports the escape at byte `at` of the token; returns how many bytes to go on after. */
static size_t edn_bad_escape(ptc_edn_reader *reader, size_t at, size_t used)
{
    uint32_t start = ptc_edn_span(reader).start + (uint32_t)at;
    const char *text = (const char *)reader->lexer.token + at;
    uint32_t code_point;
    size_t len = used ? used : 1 + ptc_utf8_decode(text + 1, 4, &code_point);
    ptc_span span = {start, start + (uint32_t)len};
    const char *quoted = edn_quote(reader, ptc_str_make(text, len));
    ptc_diag *diag;

    if (used) {
        ptc_diag_add(reader->diags, PTC_DIAG_EDN_ENCODING, span,
                     "`%s` is half of a surrogate pair", quoted);
    } else if (text[1] == 'u') {
        ptc_diag_add(reader->diags, PTC_DIAG_EDN_SYNTAX, span,
                     "`\\u` needs four hexadecimal digits");
    } else {
        diag = ptc_diag_add(reader->diags, PTC_DIAG_EDN_SYNTAX, span,
                            "`%s` is not a string escape", quoted);
        ptc_diag_hint(reader->diags, diag, "a backslash itself is written \\\\");
    }
    return len;
}

/*
 * Whether the backslash before `next` stands for itself: in programs unknown escapes are
 * kept, as patterns are often written as plain strings; octal ones begin with a zero.
 */
static bool edn_keeps_backslash(const ptc_edn_reader *reader, char next, size_t used)
{
    return reader->is_program && next != 'u' &&
           (used == 0 || (next >= '1' && next <= '7'));
}

/* A NUL is written as an escape, never as it is. */
static void edn_refuse_nul(ptc_edn_reader *reader)
{
    ptc_str raw = ptc_edn_token_text(reader);
    const char *nul = memchr(raw.ptr, '\0', raw.len);
    ptc_span span;

    if (nul == NULL)
        return;
    span.start = ptc_edn_offset(reader, (const unsigned char *)nul);
    span.end = span.start + 1;
    ptc_diag_add(reader->diags, PTC_DIAG_EDN_SYNTAX, span, "a NUL byte; write \\u0000");
}

/* The content of a string token whose quotes are `raw`'s first and last byte. */
ptc_str ptc_edn_string(ptc_edn_reader *reader)
{
    ptc_str raw = ptc_edn_token_text(reader);
    size_t end = raw.len - 1;
    ptc_str out = ptc_str_make(raw.ptr + 1, end - 1);
    char *to;

    edn_refuse_nul(reader);
    if (memchr(out.ptr, '\\', out.len) == NULL)
        return out;
    to = ptc_arena_alloc(reader->forms->arena, out.len);
    if (to == NULL) {
        ptc_edn_too_large(reader);
        return out;
    }
    out.ptr = to;
    for (size_t i = 1; i < end;) {
        uint32_t code_point;
        size_t used;

        if (raw.ptr[i] != '\\') {
            *to++ = raw.ptr[i++];
            continue;
        }
        used = ptc_edn_escape(raw.ptr + i, end - i, &code_point);
        if (edn_keeps_backslash(reader, raw.ptr[i + 1], used)) {
            *to++ = raw.ptr[i++];
            continue;
        }
        if (used == 0 || (code_point >= 0xD800 && code_point <= 0xDFFF)) {
            i += edn_bad_escape(reader, i, used);
            continue;
        }
        to += ptc_utf8_encode(code_point, to);
        i += used;
    }
    out.len = (size_t)(to - out.ptr);
    return out;
}

/* The content of a pattern: as written, except for \" which stands for the quote
 * alone. */
ptc_str ptc_edn_regex(ptc_edn_reader *reader)
{
    ptc_str raw = ptc_edn_token_text(reader);
    ptc_str out = ptc_str_make(raw.ptr + 2, raw.len - 3);
    char *to;

    edn_refuse_nul(reader);
    if (memchr(out.ptr, '"', out.len) == NULL)
        return out;
    to = ptc_arena_alloc(reader->forms->arena, out.len);
    if (to == NULL) {
        ptc_edn_too_large(reader);
        return out;
    }
    raw = out;
    out.ptr = to;
    for (size_t i = 0; i < raw.len; i++) {
        if (raw.ptr[i] == '\\') {
            if (raw.ptr[i + 1] != '"')
                *to++ = raw.ptr[i];
            i++;
        }
        *to++ = raw.ptr[i];
    }
    out.len = (size_t)(to - out.ptr);
    return out;
}

/* A character is a string of one code point. */
/* Up to three octal digits after \o, at most 377. */
static bool edn_octal(ptc_str name, uint32_t *out)
{
    *out = 0;
    for (size_t i = 1; i < name.len; i++) {
        if (name.ptr[i] < '0' || name.ptr[i] > '7')
            return false;
        *out = *out * 8 + (uint32_t)(name.ptr[i] - '0');
    }
    return name.len <= 4 && *out <= 0xFF;
}

ptc_str ptc_edn_character(ptc_edn_reader *reader)
{
    static const struct {
        const char *name;
        const char *text;
    } names[] = {{"newline", "\n"}, {"space", " "},      {"tab", "\t"},
                 {"return", "\r"},  {"backspace", "\b"}, {"formfeed", "\f"}};
    ptc_str text = ptc_edn_token_text(reader);
    ptc_str name = ptc_str_make(text.ptr + 1, text.len - 1);
    uint32_t code_point;
    char *copy;

    if (ptc_utf8_decode(name.ptr, name.len, &code_point) == name.len)
        return name;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (ptc_str_equal(name, ptc_str_of(names[i].name)))
            return ptc_str_of(names[i].text);
    if (name.ptr[0] == 'u' && name.len == 5 &&
        ptc_edn_escape(text.ptr, text.len, &code_point) == 6 &&
        (code_point < 0xD800 || code_point > 0xDFFF)) {
        copy = ptc_arena_alloc(reader->forms->arena, 4);
        if (copy != NULL)
            return ptc_str_make(copy, ptc_utf8_encode(code_point, copy));
        ptc_edn_too_large(reader);
        return name;
    }
    if (name.ptr[0] == 'o' && edn_octal(name, &code_point)) {
        copy = ptc_arena_alloc(reader->forms->arena, 4);
        if (copy != NULL)
            return ptc_str_make(copy, ptc_utf8_encode(code_point, copy));
        ptc_edn_too_large(reader);
        return name;
    }
    ptc_diag_add(reader->diags, PTC_DIAG_EDN_SYNTAX, ptc_edn_span(reader),
                 "there is no character named `%s`", ptc_edn_quote_token(reader));
    return name;
}

/* --- Numbers ----------------------------------------------------------------------- */

static void edn_int(ptc_form *form)
{
    if (!ptc_number_read_int(form->text.ptr, form->text.len, &form->number.integer))
        form->kind = PTC_FORM_OPAQUE;
}

static void edn_hexadecimal(ptc_form *form)
{
    bool is_negative = form->text.ptr[0] == '-';
    uint64_t value = 0;

    for (size_t i = 2u + is_negative; i < form->text.len; i++) {
        uint32_t digit = 0;

        edn_hex(form->text.ptr + i, 1, &digit);
        if (value >> 60) {
            form->kind = PTC_FORM_OPAQUE;
            return;
        }
        value = value * 16 + digit;
    }
    if (value > (uint64_t)INT64_MAX + is_negative)
        form->kind = PTC_FORM_OPAQUE;
    else if (value > INT64_MAX)
        form->number.integer = INT64_MIN;
    else
        form->number.integer = is_negative ? -(int64_t)value : (int64_t)value;
}

/* `1.` and `1.e5` are numbers here, but not for ptc_number_read_double. */
static void edn_float(ptc_edn_reader *reader, ptc_form *form)
{
    ptc_str text = form->text;
    const char *point = memchr(text.ptr, '.', text.len);
    size_t whole = point != NULL ? (size_t)(point - text.ptr) : text.len;
    bool is_bare =
        whole < text.len && (whole + 1 == text.len || text.ptr[whole + 1] == 'e' ||
                             text.ptr[whole + 1] == 'E');

    if (is_bare) {
        char *copy = ptc_arena_copy(reader->forms->arena, text.ptr, text.len);

        if (copy == NULL) {
            ptc_edn_too_large(reader);
            return;
        }
        memmove(copy + whole, copy + whole + 1, text.len - whole - 1);
        text = ptc_str_make(copy, text.len - 1);
    }
    if (!ptc_number_read_double(text.ptr, text.len, &form->number.real)) {
        ptc_diag_add(reader->diags, PTC_DIAG_EDN_SYNTAX, ptc_edn_span(reader),
                     "`%s` is larger than any double", ptc_edn_quote_token(reader));
    }
}

static void edn_special(ptc_edn_reader *reader, ptc_form *form)
{
    static const uint64_t bits[] = {0x7FF0000000000000, 0xFFF0000000000000,
                                    0x7FF8000000000000};
    size_t which = ptc_str_equal(form->text, PTC_STR("##Inf"))    ? 0
                   : ptc_str_equal(form->text, PTC_STR("##-Inf")) ? 1
                   : ptc_str_equal(form->text, PTC_STR("##NaN"))  ? 2
                                                                  : 3;
    ptc_diag *diag;

    if (which < 3) {
        memcpy(&form->number.real, &bits[which], sizeof form->number.real);
        return;
    }
    diag = ptc_diag_add(reader->diags, PTC_DIAG_EDN_SYNTAX, ptc_edn_span(reader),
                        "unknown number `%s`", ptc_edn_quote_token(reader));
    ptc_diag_hint(reader->diags, diag, "there are ##Inf, ##-Inf and ##NaN");
}

void ptc_edn_number(ptc_edn_reader *reader, ptc_edn_token token, ptc_form *form)
{
    if (token == PTC_EDN_INT)
        edn_int(form);
    else if (token == PTC_EDN_HEX)
        edn_hexadecimal(form);
    else if (token == PTC_EDN_FLOAT)
        edn_float(reader, form);
    else
        edn_special(reader, form);
}
