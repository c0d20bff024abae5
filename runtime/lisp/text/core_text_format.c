/* SPDX-License-Identifier: MIT */
/*
 * format: Java's Formatter, the part that programs use. [ptc-lisp 13]
 *
 * Floats are rounded half up from their shortest decimal, as in Java: C's printf rounds
 * the binary value, and follows the locale.
 */
#include "base/base_int.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"
#include "lisp/text/text_int.h"

#include <math.h>

enum {
    FORMAT_WIDTH_MAX = 10000, /* of width and precision */
    FORMAT_PRECISION = 6,     /* of floats, when not given */
};

enum {
    FORMAT_LEFT = 1,
    FORMAT_ZERO = 2,
    FORMAT_PLUS = 4,
    FORMAT_SPACE = 8,
    FORMAT_GROUP = 16,
    FORMAT_PARENTHESES = 32,
    FORMAT_PREFIX = 64,
    FORMAT_PREVIOUS = 128, /* %<s: the argument of the previous one */
};

/* `%[index$][flags][width][.precision]conversion` */
typedef struct format_spec {
    ptc_str text;   /* all of it, for messages */
    uint32_t index; /* from 1; 0: none */
    unsigned flags;
    int width;     /* -1: none */
    int precision; /* -1: none */
    char conversion;
    bool is_upper;
    bool is_bad; /* a flag twice, or no digits after the point */
} format_spec;

typedef struct format_job {
    ptc_lisp *lisp;
    const ptc_value *callee;
    const ptc_value *args; /* those after the format */
    uint32_t count;
    uint32_t next;     /* of the arguments taken in order */
    uint32_t previous; /* from 1; 0: none yet */
    ptc_text text;
} format_job;

PTC_COLD PTC_NORETURN static void format_raise(const format_job *job,
                                               const format_spec *spec,
                                               const char *problem,
                                               const ptc_value *value)
{
    ptc_lisp_raise(job->lisp, PTC_REASON_RUNTIME, "format: %.*s %s%s",
                   spec->text.len < 40 ? (int)spec->text.len : 40, spec->text.ptr,
                   problem, value != NULL ? ptc_lisp_quote(job->lisp, value) : "");
}

/* --- Reading ----------------------------------------------------------------------- */

/* Takes digits off the text at `*at`; numbers beyond the limit are not told apart. */
static int format_number(ptc_str text, size_t *at)
{
    int number = 0;

    for (; *at < text.len && text.ptr[*at] >= '0' && text.ptr[*at] <= '9'; ++*at) {
        if (number <= FORMAT_WIDTH_MAX)
            number = number * 10 + (text.ptr[*at] - '0');
    }
    return number;
}

static unsigned format_flag(char byte)
{
    static const char flags[] = "-0+ ,(#<";
    const char *found = byte != '\0' ? strchr(flags, byte) : NULL;

    return found != NULL ? 1u << (found - flags) : 0;
}

/* The specification after the `%` at `*at`, which moves past it. */
static format_spec format_read(const format_job *job, ptc_str text, size_t *at)
{
    format_spec spec = {.width = -1, .precision = -1};
    size_t start = *at;
    size_t i = start + 1;
    size_t mark = i;
    int number = format_number(text, &i);

    if (i > mark && i < text.len && text.ptr[i] == '$')
        spec.index = (uint32_t)number, i++;
    else
        i = mark;
    for (; i < text.len && format_flag(text.ptr[i]) != 0; i++) {
        spec.is_bad |= (spec.flags & format_flag(text.ptr[i])) != 0;
        spec.flags |= format_flag(text.ptr[i]);
    }
    mark = i;
    number = format_number(text, &i);
    spec.width = i > mark ? number : -1;
    if (i < text.len && text.ptr[i] == '.') {
        mark = ++i;
        number = format_number(text, &i);
        spec.precision = number;
        spec.is_bad |= i == mark;
    }
    spec.conversion = i < text.len ? text.ptr[i] : '\0';
    *at = i < text.len ? i + 1 : i;
    spec.text = ptc_str_make(text.ptr + start, *at - start);
    if (spec.conversion != '\0' && strchr("SXEGBC", spec.conversion) != NULL) {
        spec.is_upper = true;
        spec.conversion = (char)(spec.conversion | 32);
    }
    if (spec.width > FORMAT_WIDTH_MAX || spec.precision > FORMAT_WIDTH_MAX)
        format_raise(job, &spec, "is wider than 10000", NULL);
    return spec;
}

static const ptc_value *format_argument(format_job *job, const format_spec *spec)
{
    uint32_t number = spec->index;

    if (spec->flags & FORMAT_PREVIOUS)
        number = job->previous;
    else if (number == 0)
        number = ++job->next;
    if (number == 0 || number > job->count)
        format_raise(job, spec, "has no argument; give one for each %", NULL);
    job->previous = number;
    return &job->args[number - 1];
}

/* --- Writing ----------------------------------------------------------------------- */

/* The body with blanks up to the width, which counts graphemes as `count` does. */
static void format_put(format_job *job, const format_spec *spec, ptc_str body)
{
    ptc_value string = ptc_value_string(body);
    size_t width = spec->width > 0 ? (size_t)spec->width : 0;
    size_t count = width > 0 ? ptc_string_count(job->lisp, &string) : 0;
    size_t blanks = width > count ? width - count : 0;

    if (!(spec->flags & FORMAT_LEFT))
        ptc_text_repeat(&job->text, ' ', blanks);
    ptc_text_str(&job->text, body);
    if (spec->flags & FORMAT_LEFT)
        ptc_text_repeat(&job->text, ' ', blanks);
}

/* A number of `digits`, with its sign or another prefix; zeros go between the two. */
static void format_put_padded(format_job *job, const format_spec *spec, const char *sign,
                              ptc_str digits, const char *closer)
{
    size_t size = strlen(sign) + digits.len + strlen(closer);
    ptc_text body;

    ptc_text_init(&body, &job->lisp->run_arena);
    ptc_text_cstr(&body, sign);
    if ((spec->flags & FORMAT_ZERO) && spec->width > 0 && size < (size_t)spec->width)
        ptc_text_repeat(&body, '0', (size_t)spec->width - size);
    ptc_text_str(&body, digits);
    ptc_text_cstr(&body, closer);
    format_put(job, spec, ptc_text_view(&body));
}

static void format_put_number(format_job *job, const format_spec *spec, ptc_str digits,
                              bool is_negative)
{
    bool is_closed = is_negative && (spec->flags & FORMAT_PARENTHESES);
    const char *sign = is_closed                      ? "("
                       : is_negative                  ? "-"
                       : (spec->flags & FORMAT_PLUS)  ? "+"
                       : (spec->flags & FORMAT_SPACE) ? " "
                                                      : "";

    format_put_padded(job, spec, sign, digits, is_closed ? ")" : "");
}

static void format_group(ptc_text *text, const format_spec *spec, size_t digits_left)
{
    if ((spec->flags & FORMAT_GROUP) && digits_left > 0 && digits_left % 3 == 0)
        ptc_text_byte(text, ',');
}

/* --- Integers ---------------------------------------------------------------------- */

static int64_t format_integer_of(const format_job *job, const format_spec *spec,
                                 const ptc_value *value)
{
    if (value->kind == PTC_INT)
        return value->as.integer;
    if (value->kind == PTC_FLOAT && value->as.number >= -0x1p63 &&
        value->as.number < 0x1p63 && trunc(value->as.number) == value->as.number)
        return (int64_t)value->as.number;
    format_raise(job, spec, "expects an integer (%s takes all, %.2f floats), got ",
                 value);
}

static void format_decimal_integer(format_job *job, const format_spec *spec,
                                   const ptc_value *value)
{
    int64_t integer = format_integer_of(job, spec, value);
    char digits[PTC_NUMBER_MAX];
    size_t count = ptc_number_write_uint(
        integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer, digits);
    ptc_text text;

    ptc_text_init(&text, &job->lisp->run_arena);
    for (size_t i = 0; i < count; i++) {
        ptc_text_byte(&text, digits[i]);
        format_group(&text, spec, count - 1 - i);
    }
    format_put_number(job, spec, ptc_text_view(&text), integer < 0);
}

/* Two's complement in hexadecimal or octal. */
static void format_bits(format_job *job, const format_spec *spec, const ptc_value *value)
{
    uint64_t bits;
    const char *names = spec->is_upper ? "0123456789ABCDEF" : "0123456789abcdef";
    unsigned shift = spec->conversion == 'x' ? 4 : 3;
    const char *prefix = "";
    char digits[22];
    size_t start = sizeof digits;

    if (value->kind != PTC_INT)
        format_raise(job, spec, "expects an integer, got ", value);
    bits = (uint64_t)value->as.integer;
    do {
        digits[--start] = names[bits & ((1u << shift) - 1)];
        bits >>= shift;
    } while (bits != 0);
    if (spec->flags & FORMAT_PREFIX)
        prefix = shift == 3 ? "0" : spec->is_upper ? "0X" : "0x";
    format_put_padded(job, spec, prefix,
                      ptc_str_make(digits + start, sizeof digits - start), "");
}

/* --- Floats ------------------------------------------------------------------------ */

/* The shortest decimal of a number without its sign. */
static ptc_digits format_decimal_of(const ptc_value *value)
{
    char text[PTC_NUMBER_MAX];
    size_t len = value->kind == PTC_INT
                     ? ptc_number_write_int(value->as.integer, text)
                     : ptc_number_write_double(fabs(value->as.number), text);

    return ptc_digits_read(text, len);
}

static char format_digit(const ptc_digits *decimal, int i)
{
    return i >= 0 && i < decimal->count ? decimal->digits[i] : '0';
}

/* With `places` digits after the point. */
static void format_fixed(ptc_text *text, const format_spec *spec, ptc_digits decimal,
                         int places)
{
    ptc_digits_round(&decimal, decimal.point + places);
    if (decimal.count == 0 || decimal.point <= 0)
        ptc_text_byte(text, '0');
    for (int i = 0; decimal.count > 0 && i < decimal.point; i++) {
        ptc_text_byte(text, format_digit(&decimal, i));
        format_group(text, spec, (size_t)(decimal.point - 1 - i));
    }
    if (places > 0 || (spec->flags & FORMAT_PREFIX))
        ptc_text_byte(text, '.');
    for (int i = 0; i < places; i++)
        ptc_text_byte(text, decimal.count > 0 ? format_digit(&decimal, decimal.point + i)
                                              : '0');
}

static void format_scientific(ptc_text *text, const format_spec *spec, ptc_digits decimal,
                              int places)
{
    int exponent;

    ptc_digits_round(&decimal, 1 + places);
    exponent = decimal.count > 0 ? decimal.point - 1 : 0;
    ptc_text_byte(text, format_digit(&decimal, 0));
    if (places > 0 || (spec->flags & FORMAT_PREFIX))
        ptc_text_byte(text, '.');
    for (int i = 1; i <= places; i++)
        ptc_text_byte(text, format_digit(&decimal, i));
    ptc_text_byte(text, spec->is_upper ? 'E' : 'e');
    ptc_text_byte(text, exponent < 0 ? '-' : '+');
    exponent = exponent < 0 ? -exponent : exponent;
    if (exponent < 10)
        ptc_text_byte(text, '0');
    ptc_text_int(text, exponent);
}

/* %g: like %f from 10^-4 to below 10^precision after rounding, otherwise like %e. */
static void format_general(ptc_text *text, const format_spec *spec, ptc_digits decimal,
                           int precision)
{
    precision = precision > 0 ? precision : 1;
    ptc_digits_round(&decimal, precision);
    if (decimal.count == 0)
        format_fixed(text, spec, decimal, precision - 1);
    else if (decimal.point > -4 && decimal.point <= precision)
        format_fixed(text, spec, decimal, precision - decimal.point);
    else
        format_scientific(text, spec, decimal, precision - 1);
}

/* NaN and infinity take no zeros, NaN no sign either. */
static void format_special(format_job *job, const format_spec *spec, double number)
{
    format_spec plain = *spec;

    plain.flags &= ~(unsigned)FORMAT_ZERO;
    if (isnan(number))
        format_put(job, &plain, spec->is_upper ? PTC_STR("NAN") : PTC_STR("NaN"));
    else
        format_put_number(job, &plain,
                          spec->is_upper ? PTC_STR("INFINITY") : PTC_STR("Infinity"),
                          number < 0);
}

static void format_float(format_job *job, const format_spec *spec, const ptc_value *value)
{
    int precision = spec->precision >= 0 ? spec->precision : FORMAT_PRECISION;
    ptc_digits decimal;
    ptc_text text;

    if (!ptc_is_number(value))
        format_raise(job, spec, "expects a number, got ", value);
    if (value->kind == PTC_FLOAT && !isfinite(value->as.number)) {
        format_special(job, spec, value->as.number);
        return;
    }
    decimal = format_decimal_of(value);
    ptc_text_init(&text, &job->lisp->run_arena);
    if (spec->conversion == 'f')
        format_fixed(&text, spec, decimal, precision);
    else if (spec->conversion == 'e')
        format_scientific(&text, spec, decimal, precision);
    else
        format_general(&text, spec, decimal, precision);
    format_put_number(job, spec, ptc_text_view(&text),
                      value->kind == PTC_INT ? value->as.integer < 0
                                             : signbit(value->as.number) != 0);
}

/* --- Other conversions ------------------------------------------------------------- */

/* A string, cut to the precision, in upper case if requested. */
static void format_text(format_job *job, const format_spec *spec, ptc_value string)
{
    ptc_str body;

    if (spec->is_upper)
        string = ptc_core_upper_case(job->lisp, job->callee, &string, 1);
    body = ptc_value_text(&string);
    if (spec->precision >= 0)
        body.len = ptc_string_advance(job->lisp, &string, 0, (uint64_t)spec->precision);
    format_put(job, spec, body);
}

static void format_character(format_job *job, const format_spec *spec,
                             const ptc_value *value)
{
    char bytes[4];
    size_t size;

    if (ptc_string_is_character(job->lisp, value)) {
        format_text(job, spec, *value);
        return;
    }
    if (value->kind != PTC_INT || value->as.integer < 0 || value->as.integer > 0x10FFFF ||
        (value->as.integer >= 0xD800 && value->as.integer <= 0xDFFF))
        format_raise(job, spec, "expects one character, got ", value);
    size = ptc_utf8_encode((uint32_t)value->as.integer, bytes);
    format_text(job, spec, ptc_string_of(job->lisp, ptc_str_make(bytes, size)));
}

/* The flags that a conversion takes. */
static unsigned format_flags_of(char conversion)
{
    unsigned number = FORMAT_LEFT | FORMAT_ZERO;
    unsigned sign = FORMAT_PLUS | FORMAT_SPACE | FORMAT_PARENTHESES;

    switch (conversion) {
    case 'd':
    case 'g':
        return number | sign | FORMAT_GROUP;
    case 'f':
        return number | sign | FORMAT_GROUP | FORMAT_PREFIX;
    case 'e':
        return number | sign | FORMAT_PREFIX;
    case 'x':
    case 'o':
        return number | FORMAT_PREFIX;
    case 'n':
        return 0;
    default: /* s b c % */
        return FORMAT_LEFT;
    }
}

/* Refused as in Java: flags that contradict each other or the conversion. */
static void format_check(const format_job *job, const format_spec *spec)
{
    unsigned flags = spec->flags & ~(unsigned)FORMAT_PREVIOUS;
    bool is_bad = spec->is_bad || (flags & ~format_flags_of(spec->conversion)) != 0 ||
                  (spec->precision >= 0 && strchr("dxocn%", spec->conversion) != NULL) ||
                  (spec->width >= 0 && spec->conversion == 'n');
    bool is_both = (flags & FORMAT_LEFT && flags & FORMAT_ZERO) ||
                   (flags & FORMAT_PLUS && flags & FORMAT_SPACE);

    if (spec->width < 0 && flags & (FORMAT_LEFT | FORMAT_ZERO))
        format_raise(job, spec, "needs a width, as in %-10s and %05d", NULL);
    if (is_bad || is_both)
        format_raise(job, spec, "has a flag or precision that does not fit; leave it out",
                     NULL);
}

static void format_one(format_job *job, const format_spec *spec)
{
    const ptc_value *value;

    if (spec->conversion == '\0' || strchr("sdxofegbcn%", spec->conversion) == NULL)
        format_raise(job, spec,
                     "is not a conversion; there are %s %d %x %o %f %e %g %b %c %n %%",
                     NULL);
    format_check(job, spec);
    if (spec->conversion == '%' || spec->conversion == 'n') {
        format_put(job, spec, spec->conversion == 'n' ? PTC_STR("\n") : PTC_STR("%"));
        return;
    }
    value = format_argument(job, spec);
    if (spec->conversion == 's')
        format_text(job, spec, ptc_text_join(job->lisp, PTC_STR(""), value, 1));
    else if (spec->conversion == 'b')
        format_text(
            job, spec,
            ptc_value_string(ptc_is_truthy(*value) ? PTC_STR("true") : PTC_STR("false")));
    else if (value->kind == PTC_NIL)
        format_put(job, spec, spec->is_upper ? PTC_STR("NULL") : PTC_STR("null"));
    else if (spec->conversion == 'c')
        format_character(job, spec, value);
    else if (spec->conversion == 'd')
        format_decimal_integer(job, spec, value);
    else if (spec->conversion == 'x' || spec->conversion == 'o')
        format_bits(job, spec, value);
    else
        format_float(job, spec, value);
}

/* Arguments without a place: the string was written for another language. */
PTC_COLD PTC_NORETURN static void format_raise_unused(ptc_lisp *lisp, ptc_str text)
{
    bool has_brace = text.len > 0 && memchr(text.ptr, '{', text.len) != NULL;

    ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                   "format: the string has no place for the arguments; write %%s where "
                   "each belongs%s, as in (format \"%%s items\" n)",
                   has_brace ? " instead of {}" : "");
}

ptc_value ptc_core_format(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    format_job job = {
        .lisp = lisp, .callee = callee, .args = args + 1, .count = count - 1};
    ptc_arena_mark mark = ptc_arena_place(&lisp->run_arena);
    ptc_value string;
    bool has_place = false;
    ptc_str text;
    size_t at = 0;

    ptc_text_check(lisp, callee, args, count, 1);
    text = ptc_value_text(&args[0]);
    ptc_text_init(&job.text, &lisp->run_arena);
    while (at < text.len) {
        const char *percent = memchr(text.ptr + at, '%', text.len - at);
        size_t end = percent != NULL ? (size_t)(percent - text.ptr) : text.len;
        format_spec spec;

        ptc_text_bytes(&job.text, text.ptr + at, end - at);
        at = end;
        if (percent == NULL)
            break;
        has_place = true;
        ptc_lisp_step(lisp);
        spec = format_read(&job, text, &at);
        format_one(&job, &spec);
        if (lisp->run_arena.failed || job.text.len > lisp->heap_most)
            ptc_lisp_memory_error(lisp);
    }
    if (PTC_UNLIKELY(!has_place && count > 1))
        format_raise_unused(lisp, text);
    string = ptc_string_of(lisp, ptc_text_view(&job.text));
    ptc_arena_rewind(&lisp->run_arena, mark);
    return string;
}
