/* SPDX-License-Identifier: MIT */
/*
 * Text to scalars; the rules are in <ptc/convert.h>. Each function checks the form itself
 * and leaves the arithmetic to number.c. [validation 4]
 */
#include "schema/schema_int.h"

static bool convert_is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static size_t convert_skip_digits(ptc_str text, size_t at)
{
    while (at < text.len && convert_is_digit(text.ptr[at]))
        at++;
    return at;
}

static bool convert_is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

ptc_str ptc_convert_trim(ptc_str text)
{
    while (text.len > 0 && convert_is_blank(text.ptr[0]))
        text = ptc_str_make(text.ptr + 1, text.len - 1);
    while (text.len > 0 && convert_is_blank(text.ptr[text.len - 1]))
        text.len--;
    return text;
}

/* digits ["." [digits]] [exponent], where a "." without digits ends the text */
static bool convert_is_float(ptc_str text)
{
    size_t at = convert_skip_digits(text, 0);
    size_t start;

    if (at == 0)
        return false;
    if (at < text.len && text.ptr[at] == '.') {
        start = ++at;
        at = convert_skip_digits(text, at);
        if (at == start)
            return at == text.len;
    }
    if (at < text.len && (text.ptr[at] | 0x20) == 'e') {
        at++;
        if (at < text.len && (text.ptr[at] == '+' || text.ptr[at] == '-'))
            at++;
        start = at;
        at = convert_skip_digits(text, at);
        if (at == start)
            return false;
    }
    return at == text.len;
}

ptc_status ptc_convert_int(ptc_str text, int64_t *out)
{
    size_t sign = text.len > 0 && (text.ptr[0] == '+' || text.ptr[0] == '-');

    if (text.len == sign || convert_skip_digits(text, sign) != text.len)
        return PTC_ERROR_INVALID;
    return ptc_number_read_int(text.ptr, text.len, out) ? PTC_OK : PTC_ERROR_RANGE;
}

ptc_status ptc_convert_float(ptc_str text, double *out)
{
    ptc_str body = ptc_convert_trim(text);
    bool is_negative = body.len > 0 && body.ptr[0] == '-';
    bool has_sign = is_negative || (body.len > 0 && body.ptr[0] == '+');
    ptc_str digits = ptc_str_make(body.ptr + has_sign, body.len - has_sign);

    if (!convert_is_float(digits))
        return PTC_ERROR_INVALID;
    if (digits.ptr[digits.len - 1] == '.')
        digits.len--;
    if (!ptc_number_read_double(digits.ptr, digits.len, out))
        return PTC_ERROR_RANGE;
    if (is_negative)
        *out = -*out;
    return PTC_OK;
}

ptc_status ptc_convert_bool(ptc_str text, bool *out)
{
    *out = ptc_str_equal(text, PTC_STR("true"));
    return *out || ptc_str_equal(text, PTC_STR("false")) ? PTC_OK : PTC_ERROR_INVALID;
}

ptc_status ptc_cast_int(ptc_str text, int64_t *out)
{
    return ptc_convert_int(ptc_convert_trim(text), out);
}

/* Whether a text is a word of small letters, in any letter case. */
static bool convert_is_word(ptc_str text, ptc_str word)
{
    size_t at = 0;

    while (at < text.len && at < word.len &&
           (text.ptr[at] == word.ptr[at] || (text.ptr[at] >= 'A' && text.ptr[at] <= 'Z' &&
                                             text.ptr[at] - 'A' + 'a' == word.ptr[at])))
        at++;
    return at == text.len && at == word.len;
}

ptc_status ptc_cast_bool(ptc_str text, bool *out)
{
    static const struct {
        ptc_str word;
        bool boolean;
    } words[] = {{PTC_STR_INIT("true"), true}, {PTC_STR_INIT("false"), false},
                 {PTC_STR_INIT("1"), true},    {PTC_STR_INIT("0"), false},
                 {PTC_STR_INIT("yes"), true},  {PTC_STR_INIT("no"), false}};

    text = ptc_convert_trim(text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (convert_is_word(text, words[i].word)) {
            *out = words[i].boolean;
            return PTC_OK;
        }
    }
    *out = false;
    return PTC_ERROR_INVALID;
}

bool ptc_convert_keyword(ptc_str text, ptc_str *name)
{
    size_t colon = text.len > 0 && text.ptr[0] == ':';

    *name = ptc_str_make(text.ptr + colon, text.len - colon);
    return ptc_keyword_is_legal(*name);
}

bool ptc_convert_int_key(ptc_str text, int64_t *out)
{
    size_t sign = text.len > 0 && text.ptr[0] == '-';

    if (text.len == sign || text.len > 20 || !convert_is_digit(text.ptr[sign]))
        return false;
    if (text.ptr[sign] == '0' && text.len > 1)
        return false;
    return ptc_convert_int(text, out) == PTC_OK;
}

/* Exact only if the double's own digits are these: the shortest text of a double need not
 * be its exact value, so the value is written out in full from its mantissa and exponent.
 */
static bool convert_is_exact(ptc_str digits, double value)
{
    unsigned char big[400] = {0}; /* decimal digits, lowest first; 2^1024 has 309 */
    size_t count = 1;
    double magnitude = value < 0 ? -value : value;
    int doublings = 0;
    uint64_t mantissa;
    size_t sign = digits.ptr[0] == '-';

    while (magnitude >= 9007199254740992.0) {
        magnitude /= 2;
        doublings++;
    }
    mantissa = (uint64_t)magnitude;
    for (count = 0; mantissa > 0; mantissa /= 10)
        big[count++] = (unsigned char)(mantissa % 10);
    while (doublings-- > 0) {
        unsigned carry = 0;

        for (size_t i = 0; i < count; i++) {
            unsigned doubled = big[i] * 2u + carry;

            big[i] = (unsigned char)(doubled % 10);
            carry = doubled / 10;
        }
        if (carry != 0)
            big[count++] = (unsigned char)carry;
    }
    while (sign < digits.len && digits.ptr[sign] == '0')
        sign++;
    if (digits.len - sign != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (digits.ptr[digits.len - 1 - i] - '0' != big[i])
            return false;
    }
    return true;
}

bool ptc_convert_big_int(ptc_str digits, double *out, bool *is_exact)
{
    if (!ptc_number_read_double(digits.ptr, digits.len, out))
        return false;
    *is_exact = convert_is_exact(digits, *out);
    return true;
}
