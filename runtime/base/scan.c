/* SPDX-License-Identifier: MIT */
/*
 * The cold halves of <ptc/scan.h>: strings with escapes or non-ASCII text, numbers beyond
 * the fast forms, blanks, skipping, and the contexts themselves. Everything here checks
 * against the end of the text byte by byte.
 */
#include "ptc_int.h"

#include <ptc/scan.h>

const double ptc_scan_powers[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

const unsigned char *ptc_scan_fail(ptc_scan *scan, const unsigned char *place,
                                   ptc_status status, const char *message)
{
    if (scan->status == PTC_OK) {
        scan->status = status;
        scan->fault = place < scan->end ? place : scan->end;
        scan->message = message;
    }
    return NULL;
}

const unsigned char *ptc_scan_blanks_slow(const unsigned char *cursor,
                                          const unsigned char *end)
{
    while (cursor < end &&
           (*cursor == ' ' || *cursor == '\n' || *cursor == '\t' || *cursor == '\r'))
        cursor++;
    return cursor;
}

/* --- Strings ---------------------------------------------------------------------------
 */

size_t ptc_scan_utf8(const unsigned char *cursor)
{
    unsigned lead = cursor[0];
    unsigned second = cursor[1];

    if (lead < 0xC2 || (second & 0xC0) != 0x80)
        return 0;
    if (lead < 0xE0)
        return 2;
    if ((cursor[2] & 0xC0) != 0x80)
        return 0;
    if (lead < 0xF0)
        return (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ? 0 : 3;
    if (lead > 0xF4 || (cursor[3] & 0xC0) != 0x80 || (lead == 0xF0 && second < 0x90) ||
        (lead == 0xF4 && second > 0x8F))
        return 0;
    return 4;
}

/* Four hexadecimal digits, or -1. The padding makes them readable. */
static int32_t scan_hex_unit(const unsigned char *digits)
{
    int32_t unit = 0;

    for (int i = 0; i < 4; i++) {
        unsigned digit = digits[i];

        if (digit - '0' <= 9)
            digit -= '0';
        else if ((digit | 32) - 'a' <= 5)
            digit = (digit | 32) - 'a' + 10;
        else
            return -1;
        unit = unit * 16 + (int32_t)digit;
    }
    return unit;
}

/* The escape at `cursor` (a backslash): its code point and raw length, 0 when malformed.
 */
static size_t scan_escape(const unsigned char *cursor, uint32_t *code_point,
                          ptc_status *status)
{
    int32_t unit;
    int32_t low;

    *status = PTC_ERROR_SYNTAX;
    switch (cursor[1]) {
    case '"':
    case '\\':
    case '/':
        *code_point = cursor[1];
        return 2;
    case 'b':
        *code_point = '\b';
        return 2;
    case 'f':
        *code_point = '\f';
        return 2;
    case 'n':
        *code_point = '\n';
        return 2;
    case 'r':
        *code_point = '\r';
        return 2;
    case 't':
        *code_point = '\t';
        return 2;
    case 'u':
        break;
    default:
        return 0;
    }
    unit = scan_hex_unit(cursor + 2);
    if (unit < 0)
        return 0;
    *code_point = (uint32_t)unit;
    if (unit < 0xD800 || unit > 0xDFFF)
        return 6;
    *status = PTC_ERROR_ENCODING;
    if (unit > 0xDBFF || cursor[6] != '\\' || cursor[7] != 'u')
        return 0;
    low = scan_hex_unit(cursor + 8);
    if (low < 0xDC00 || low > 0xDFFF)
        return 0;
    *code_point = 0x10000 + (((uint32_t)unit - 0xD800) << 10) + ((uint32_t)low - 0xDC00);
    return 12;
}

static const unsigned char *scan_escape_fault(ptc_scan *scan, const unsigned char *cursor,
                                              ptc_status status)
{
    return ptc_scan_fail(scan, cursor, status,
                         status == PTC_ERROR_ENCODING
                             ? "expected a surrogate pair in \\u escapes"
                             : "expected an escape such as \\n or \\u0041");
}

/* Passes the special byte at `cursor`, which is no closing quote. */
static const unsigned char *scan_special(ptc_scan *scan, const unsigned char *cursor,
                                         bool *has_escapes, bool *is_ascii)
{
    ptc_status status;
    uint32_t code_point;
    size_t used;

    if (*cursor == '\\') {
        *has_escapes = true;
        used = scan_escape(cursor, &code_point, &status);
        if (code_point >= 0x80)
            *is_ascii = false;
        return used ? cursor + used : scan_escape_fault(scan, cursor, status);
    }
    if (*cursor < 0x20)
        return ptc_scan_fail(scan, cursor, PTC_ERROR_SYNTAX,
                             "expected no control byte inside a string");
    *is_ascii = false;
    used = ptc_scan_utf8(cursor);
    if (used == 0 || used > (size_t)(scan->end - cursor))
        return ptc_scan_fail(scan, cursor, PTC_ERROR_ENCODING, "expected valid UTF-8");
    return cursor + used;
}

/* Writes the text between the quotes to `out`, escapes resolved; returns its length. */
static size_t scan_unescape(const unsigned char *cursor, const unsigned char *close,
                            char *out)
{
    char *to = out;

    while (cursor < close) {
        const unsigned char *escape = memchr(cursor, '\\', (size_t)(close - cursor));
        size_t plain = (size_t)((escape ? escape : close) - cursor);
        ptc_status status;
        uint32_t code_point;

        memcpy(to, cursor, plain);
        to += plain;
        cursor += plain;
        if (escape != NULL) {
            cursor += scan_escape(cursor, &code_point, &status);
            to += ptc_utf8_encode(code_point, to);
        }
    }
    return (size_t)(to - out);
}

const unsigned char *ptc_scan_string_slow(ptc_scan *scan, const unsigned char *first,
                                          const unsigned char *cursor, ptc_str *out,
                                          bool *is_ascii)
{
    bool has_escapes = false;
    char *copy;

    *is_ascii = true;
    for (;;) {
        unsigned plain;

        if (cursor >= scan->end)
            return ptc_scan_fail(scan, scan->end, PTC_ERROR_SYNTAX,
                                 "expected a closing quote");
        plain = ptc_scan_plain(cursor);
        cursor += plain;
        if (plain == PTC_SCAN_BLOCK || cursor >= scan->end)
            continue;
        if (*cursor == '"')
            break;
        cursor = scan_special(scan, cursor, &has_escapes, is_ascii);
        if (cursor == NULL)
            return NULL;
    }
    out->ptr = (const char *)first;
    out->len = (size_t)(cursor - first);
    if (out->len > PTC_COUNT_MAX)
        return ptc_scan_fail(scan, first, PTC_ERROR_RANGE,
                             "expected a string below 4 GiB");
    if (!has_escapes && !scan->copy_strings)
        return cursor + 1;
    copy = ptc_arena_alloc(scan->arena, out->len + 4);
    if (copy == NULL)
        return ptc_scan_fail(scan, first, PTC_ERROR_MEMORY, "out of memory");
    out->len = scan_unescape(first, cursor, copy);
    out->ptr = copy;
    return cursor + 1;
}

/* --- Numbers ---------------------------------------------------------------------------
 */

static const unsigned char *scan_digits(const unsigned char *cursor,
                                        const unsigned char *end)
{
    while (cursor < end && (unsigned)*cursor - '0' <= 9)
        cursor++;
    return cursor;
}

/* Passes `-?int frac? exp?`; NULL with the fault recorded. */
static const unsigned char *scan_number_text(ptc_scan *scan, const unsigned char *cursor,
                                             bool *is_int)
{
    const unsigned char *end = scan->end;
    const unsigned char *first = cursor + (*cursor == '-');
    const unsigned char *at = scan_digits(first, end);

    *is_int = true;
    if (at == first)
        return ptc_scan_fail(scan, cursor, PTC_ERROR_SYNTAX,
                             first > cursor ? "expected digits after -"
                                            : "expected a value");
    if (*first == '0' && at - first > 1)
        return ptc_scan_fail(scan, cursor, PTC_ERROR_SYNTAX,
                             "expected a number without leading zeros");
    if (at < end && *at == '.') {
        const unsigned char *point = at++;

        *is_int = false;
        at = scan_digits(at, end);
        if (at == point + 1)
            return ptc_scan_fail(scan, at, PTC_ERROR_SYNTAX,
                                 "expected digits after the point");
    }
    if (at < end && (*at | 32) == 'e') {
        const unsigned char *digits = at + 1;

        *is_int = false;
        if (digits < end && (*digits == '+' || *digits == '-'))
            digits++;
        at = scan_digits(digits, end);
        if (at == digits)
            return ptc_scan_fail(scan, at, PTC_ERROR_SYNTAX,
                                 "expected digits of an exponent");
    }
    return at;
}

/* An integer that int64 cannot hold, kept by its spelling. */
static const unsigned char *scan_opaque(ptc_scan *scan, const unsigned char *cursor,
                                        const unsigned char *behind, ptc_value *out)
{
    ptc_str text = ptc_str_make((const char *)cursor, (size_t)(behind - cursor));

    if (text.len > PTC_COUNT_MAX)
        return ptc_scan_fail(scan, cursor, PTC_ERROR_RANGE,
                             "expected a number below 4 GiB");
    if (scan->copy_strings) {
        text = ptc_str_copy(scan->arena, text);
        if (text.ptr == NULL)
            return ptc_scan_fail(scan, cursor, PTC_ERROR_MEMORY, "out of memory");
    }
    *out = ptc_value_make(PTC_OPAQUE, PTC_FLAG_NUMBER, text.len);
    out->as.text = text.ptr;
    return behind;
}

const unsigned char *ptc_scan_number(ptc_scan *scan, const unsigned char *cursor,
                                     ptc_value *out)
{
    const unsigned char *behind;
    bool is_int;
    int64_t integer;
    double number;
    size_t len;

    if (cursor >= scan->end)
        return ptc_scan_fail(scan, cursor, PTC_ERROR_SYNTAX, "expected a value");
    behind = scan_number_text(scan, cursor, &is_int);
    if (behind == NULL)
        return NULL;
    len = (size_t)(behind - cursor);
    if (is_int) {
        if (!ptc_number_read_int((const char *)cursor, len, &integer))
            return scan_opaque(scan, cursor, behind, out);
        *out = ptc_value_int(integer);
        return behind;
    }
    if (!ptc_number_read_double((const char *)cursor, len, &number))
        return ptc_scan_fail(scan, cursor, PTC_ERROR_RANGE,
                             "expected a number that a double can hold");
    *out = ptc_value_float(number);
    return behind;
}

/* --- Skipping, contexts
 * ------------------------------------------------------------------ */

const unsigned char *ptc_scan_skip(ptc_scan *scan, const unsigned char *cursor)
{
    ptc_arena_mark mark = ptc_arena_place(scan->arena);
    bool copy_strings = scan->copy_strings;
    ptc_value value;

    scan->copy_strings = false;
    cursor = ptc_scan_value(scan, cursor, &value);
    scan->copy_strings = copy_strings;
    ptc_arena_rewind(scan->arena, mark);
    return cursor;
}

void ptc_scan_start(ptc_scan *scan, ptc_arena *arena, const char *text, size_t len,
                    const ptc_json_options *options)
{
    unsigned depth = options != NULL ? options->max_depth : 0;

    scan->start = (const unsigned char *)text;
    scan->end = scan->start + len;
    scan->arena = arena;
    scan->copy_strings = options == NULL || !options->borrow;
    scan->depth_left = depth > 0 && depth < PTC_DEPTH_MAX ? depth : PTC_DEPTH_MAX;
    scan->status = PTC_OK;
    scan->fault = NULL;
    scan->message = NULL;
}

bool ptc_scan_finish(ptc_scan *scan, const unsigned char *cursor)
{
    if (cursor <= scan->end)
        cursor = ptc_scan_blanks_slow(cursor, scan->end);
    if (cursor == scan->end)
        return true;
    ptc_scan_fail(scan, cursor, PTC_ERROR_SYNTAX,
                  cursor < scan->end ? "expected nothing behind the document"
                                     : "expected more text");
    return false;
}

/* Appends to a message of fixed size; what does not fit is cut. */
static size_t scan_append(char *message, size_t size, size_t at, const char *text)
{
    size_t len = strlen(text);

    if (len > size - 1 - at)
        len = size - 1 - at;
    memcpy(message + at, text, len);
    message[at + len] = '\0';
    return at + len;
}

static size_t scan_append_found(const ptc_scan *scan, char *message, size_t size,
                                size_t at)
{
    static const char digits[] = "0123456789ABCDEF";
    char found[] = "'x'";
    char byte[] = "byte 0xHH";

    at = scan_append(message, size, at, ", found ");
    if (scan->fault >= scan->end)
        return scan_append(message, size, at, "the end of the text");
    if (*scan->fault > ' ' && *scan->fault < 0x7F) {
        found[1] = (char)*scan->fault;
        return scan_append(message, size, at, found);
    }
    byte[7] = digits[*scan->fault >> 4];
    byte[8] = digits[*scan->fault & 15];
    return scan_append(message, size, at, byte);
}

ptc_status ptc_scan_error(const ptc_scan *scan, ptc_json_error *error)
{
    if (error == NULL)
        return scan->status;
    error->status = scan->status;
    error->offset = 0;
    error->message[0] = '\0';
    if (scan->status != PTC_OK) {
        size_t at = scan_append(error->message, sizeof error->message, 0, scan->message);

        error->offset = (size_t)(scan->fault - scan->start);
        if (memcmp(scan->message, "expected", 8) == 0 && scan->status == PTC_ERROR_SYNTAX)
            scan_append_found(scan, error->message, sizeof error->message, at);
    }
    return scan->status;
}
