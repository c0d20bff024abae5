/* SPDX-License-Identifier: MIT */
/*
 * The slow paths of the JSON scanner: see <ptc/scan.h>, whose rules on the end of the
 * text hold here as well.
 */
#include "base/base_int.h"
#include "json/json_int.h"

/* --- begin and finish --------------------------------------------------------------- */

static bool scan_is_blank(unsigned char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

static void scan_init(ptc_scan *scan, ptc_arena *arena, const unsigned char *start,
                      size_t len, unsigned max_depth)
{
    scan->start = start;
    scan->end = start + len;
    scan->arena = arena;
    scan->depth =
        (int)(max_depth != 0 && max_depth < PTC_DEPTH_MAX ? max_depth : PTC_DEPTH_MAX);
    scan->notes = 0;
    scan->stack = scan->first.bytes;
    scan->stack_used = 0;
    scan->stack_size = sizeof scan->first;
    scan->status = PTC_OK;
}

/* A text may be empty; then its only byte is the NUL of (b). */
static const unsigned char *scan_first(const ptc_scan *scan)
{
    return scan->start == scan->end ? scan->start : ptc_scan_blanks(scan->start);
}

static bool scan_is_close(unsigned char byte)
{
    return byte == '}' || byte == ']';
}

/* The length without the blanks after a closing bracket: case (a), else `len`. */
static size_t scan_used(const unsigned char *start, size_t len)
{
    size_t used = len;

    while (used != 0 && scan_is_blank(start[used - 1]))
        used--;
    return used != 0 && scan_is_close(start[used - 1]) ? used : len;
}

const unsigned char *ptc_scan_begin_copy(ptc_scan *scan, ptc_arena *arena,
                                         const char *text, size_t len, unsigned max_depth)
{
    unsigned char *copy = ptc_arena_alloc(
        arena, len <= SIZE_MAX - PTC_PADDING ? len + PTC_PADDING : SIZE_MAX);

    if (copy == NULL)
        return NULL;
    if (len != 0)
        memcpy(copy, text, len);
    memset(copy + len, 0, PTC_PADDING);
    scan_init(scan, arena, copy, scan_used(copy, len), max_depth);
    return scan_first(scan);
}

const unsigned char *ptc_scan_begin(ptc_scan *scan, ptc_arena *arena, const char *text,
                                    size_t len, unsigned max_depth)
{
    const unsigned char *start = (const unsigned char *)text;
    size_t used = len;

    if (PTC_UNLIKELY(len == 0 || !scan_is_close(start[len - 1]))) {
        used = scan_used(start, len);
        if (used == len && start[len] != '\0')
            return ptc_scan_begin_copy(scan, arena, text, len, max_depth);
    }
    scan_init(scan, arena, start, used, max_depth);
    return scan_first(scan);
}

void ptc_scan_release(ptc_scan *scan)
{
    if (scan->stack != scan->first.bytes)
        ptc_arena_borrow(scan->arena, scan->stack, scan->stack_size, 0);
    scan->stack = scan->first.bytes;
}

ptc_status ptc_scan_finish(ptc_scan *scan, const unsigned char *p)
{
    ptc_scan_release(scan);
    if (p != NULL && p != scan->end) {
        p = ptc_scan_blanks(p);
        if (p != scan->end)
            ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX, "expected the end of the text");
    }
    return scan->status;
}

PTC_COLD const unsigned char *ptc_scan_fail(ptc_scan *scan, const unsigned char *p,
                                            ptc_status status, const char *message)
{
    if (scan->status == PTC_OK) {
        scan->status = status;
        scan->fault = p < scan->end ? p : scan->end;
        scan->message = message;
    }
    return NULL;
}

/* The stack keeps an alignment of 16, for it grows by doubling. */
PTC_COLD bool ptc_scan_reserve_rest(ptc_scan *scan, size_t size)
{
    bool is_first = scan->stack == scan->first.bytes;
    size_t wanted = scan->stack_size;
    unsigned char *stack;

    while (wanted - scan->stack_used < size) {
        if (wanted > SIZE_MAX / 2) {
            ptc_scan_fail(scan, scan->end, PTC_ERROR_MEMORY, "memory refused");
            return false;
        }
        wanted *= 2;
    }
    stack = ptc_arena_borrow(scan->arena, is_first ? NULL : scan->stack,
                             is_first ? 0 : scan->stack_size, wanted);
    if (stack == NULL) {
        ptc_scan_fail(scan, scan->end, PTC_ERROR_MEMORY, "memory refused");
        return false;
    }
    if (is_first)
        memcpy(stack, scan->first.bytes, scan->stack_used);
    scan->stack = stack;
    scan->stack_size = wanted;
    return true;
}

/* --- blanks ------------------------------------------------------------------------- */

const unsigned char *ptc_scan_blanks_rest(const unsigned char *p)
{
    /* Mostly a line feed and spaces, or spaces alone. */
    p = ptc_scan_indentation(*p == '\n' ? p + 1 : p);
    if (PTC_LIKELY(*p > ' '))
        return p;
#if defined(PTC_SCAN_SSE2)
    for (;; p += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
        __m128i space = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '));
        __m128i line = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
        __m128i tab = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t'));
        __m128i feed = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\r'));
        __m128i blank = _mm_or_si128(_mm_or_si128(space, line), _mm_or_si128(tab, feed));
        unsigned other = (unsigned)_mm_movemask_epi8(blank) ^ 0xFFFFu;

        if (other != 0)
            return p + ptc_scan_marked(other);
    }
#else
    for (;;) {
        while (ptc_scan_same8(p, "        "))
            p += 8;
        if (!scan_is_blank(*p))
            return p;
        p++;
    }
#endif
}

/* --- strings ------------------------------------------------------------------------ */

/*
 * Skips one sequence of two to four bytes; NULL when it is ill-formed. Reads at most four
 * bytes; a sequence cannot reach across the end, where an ASCII byte or NUL is.
 */
static const unsigned char *scan_sequence(const unsigned char *p)
{
    unsigned first = p[0];
    unsigned second = p[1];

    if (first < 0xC2 || first > 0xF4 || (second & 0xC0) != 0x80)
        return NULL;
    if (first < 0xE0)
        return p + 2;
    if ((p[2] & 0xC0) != 0x80)
        return NULL;
    if (first < 0xF0) {
        bool is_overlong = first == 0xE0 && second < 0xA0;
        bool is_surrogate = first == 0xED && second > 0x9F;

        return is_overlong || is_surrogate ? NULL : p + 3;
    }
    if ((p[3] & 0xC0) != 0x80 || (first == 0xF0 && second < 0x90) ||
        (first == 0xF4 && second > 0x8F))
        return NULL;
    return p + 4;
}

/* Skips all sequences from `p` on. */
static const unsigned char *scan_sequences(ptc_scan *scan, const unsigned char *p)
{
    while (*p >= 0x80) {
        const unsigned char *next = scan_sequence(p);

        if (next == NULL)
            return ptc_scan_fail(scan, p, PTC_ERROR_ENCODING, "ill-formed UTF-8");
        p = next;
    }
    return p;
}

/* The fault of a byte that a string cannot hold. */
static const unsigned char *scan_fail_string(ptc_scan *scan, const unsigned char *p)
{
    if (p >= scan->end)
        return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX, "unterminated string");
    return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX, "control byte in a string");
}

/* Finds the closing quote of a string with escapes; everything else is verified later. */
static const unsigned char *scan_find_quote(ptc_scan *scan, const unsigned char *p)
{
    for (;;) {
        if (p >= scan->end)
            return scan_fail_string(scan, p);
        if (*p == '"')
            return p;
        if (*p == '\\')
            p += 2;
        else if (*p >= 0x80)
            p++;
        else if (*p < ' ')
            return scan_fail_string(scan, p);
        else
            p += ptc_scan_plain(p);
    }
}

static bool scan_hex(const unsigned char *p, uint32_t *unit)
{
    *unit = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned byte = p[i];
        unsigned digit = byte - '0';

        if (digit > 9) {
            digit = (byte | 32) - 'a' + 10;
            if (digit < 10 || digit > 15)
                return false;
        }
        *unit = *unit << 4 | digit;
    }
    return true;
}

/* Decodes \uXXXX at `p`, or a pair of them; writes UTF-8 to *to. */
static const unsigned char *scan_unicode(ptc_scan *scan, const unsigned char *p,
                                         char **to)
{
    uint32_t unit;
    uint32_t low;
    const unsigned char *after = p + 6;

    if (!scan_hex(p + 2, &unit))
        return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX,
                             "expected four hex digits after \\u");
    if (unit >= 0xD800 && unit <= 0xDFFF) {
        if (unit > 0xDBFF || after[0] != '\\' || after[1] != 'u' ||
            !scan_hex(after + 2, &low) || low < 0xDC00 || low > 0xDFFF)
            return ptc_scan_fail(scan, p, PTC_ERROR_ENCODING, "lone surrogate");
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        after += 6;
    }
    *to += ptc_utf8_encode(unit, *to);
    return after;
}

static const unsigned char *scan_escape(ptc_scan *scan, const unsigned char *p, char **to)
{
    /* What a letter after a backslash stands for; 0: nothing. */
    static const char meanings[256] = {
        ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
        ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t',
    };
    char meaning = meanings[p[1]];

    if (PTC_LIKELY(meaning != 0)) {
        *(*to)++ = meaning;
        return p + 2;
    }
    if (p[1] == 'u')
        return scan_unicode(scan, p, to);
    return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX, "unknown escape");
}

/*
 * Decodes what lies between `p` and the closing quote `stop` to `to`, which has room for
 * that many bytes and a block more. Returns the end of what was written, or NULL.
 */
static char *scan_decode(ptc_scan *scan, const unsigned char *p,
                         const unsigned char *stop, char *to, unsigned *flags)
{
    while (p < stop) {
        const unsigned char *from = p;

        if (*p == '\\') {
            char *before = to;

            p = scan_escape(scan, p, &to);
            if (p == NULL)
                return NULL;
            *flags &= (unsigned char)*before < 0x80 ? PTC_FLAG_ASCII : 0;
        } else if (*p >= 0x80) {
            p = scan_sequences(scan, p);
            if (p == NULL)
                return NULL;
            *flags = 0;
            memcpy(to, from, (size_t)(p - from));
            to += p - from;
        } else {
            unsigned count = ptc_scan_plain(p);

            /* Whole blocks are faster; the quote ends the last one. */
            memcpy(to, p, PTC_SCAN_WIDTH);
            p += count;
            to += count;
        }
    }
    return to;
}

/* A string with escapes: `start` is its first byte, `p` its first backslash. */
static const unsigned char *scan_escaped(ptc_scan *scan, const unsigned char *start,
                                         const unsigned char *p, ptc_str *out,
                                         unsigned *flags)
{
    const unsigned char *stop = scan_find_quote(scan, p);
    size_t plain = (size_t)(p - start);
    char *text;
    char *end;

    if (stop == NULL)
        return NULL;
    /* An escape is never longer than its spelling. */
    text = ptc_arena_alloc(scan->arena, (size_t)(stop - start) + PTC_SCAN_WIDTH);
    if (text == NULL)
        return ptc_scan_fail(scan, p, PTC_ERROR_MEMORY, "memory refused");
    memcpy(text, start, plain);
    end = scan_decode(scan, p, stop, text + plain, flags);
    if (end == NULL)
        return NULL;
    *end = '\0';
    *out = ptc_str_make(text, (size_t)(end - text));
    ptc_arena_trim(scan->arena, text, out->len + 1);
    return stop + 1;
}

const unsigned char *ptc_scan_text_rest(ptc_scan *scan, const unsigned char *start,
                                        const unsigned char *p, ptc_str *out,
                                        unsigned *flags)
{
    *flags = PTC_FLAG_ASCII;
    for (;;) {
        if (p >= scan->end)
            return scan_fail_string(scan, p);
        if (*p == '"')
            break;
        if (*p == '\\')
            return scan_escaped(scan, start, p, out, flags);
        if (*p < ' ')
            return scan_fail_string(scan, p);
        if (*p >= 0x80) {
            *flags = 0;
            p = scan_sequences(scan, p);
            if (p == NULL)
                return NULL;
        }
        p += ptc_scan_plain(p);
    }
    *out = ptc_str_make((const char *)start, (size_t)(p - start));
    if (out->len > PTC_COUNT_MAX)
        return ptc_scan_fail(scan, start, PTC_ERROR_RANGE,
                             "string longer than 2^32 bytes");
    return p + 1;
}

/* --- numbers ------------------------------------------------------------------------ */

const unsigned char *ptc_scan_number(ptc_scan *scan, const unsigned char *p,
                                     bool *is_integer)
{
    const unsigned char *start = p;
    uint64_t ignored = 0;
    const unsigned char *from;

    p += *p == '-' ? 1 : 0;
    from = p;
    p = ptc_scan_digits(p, &ignored);
    if (p == from)
        return ptc_scan_fail(scan, start, PTC_ERROR_SYNTAX, "expected a value");
    if (*from == '0' && p - from > 1)
        return ptc_scan_fail(scan, from, PTC_ERROR_SYNTAX, "leading zero in a number");
    *is_integer = !ptc_scan_is_fraction(*p);
    if (*p == '.') {
        from = ++p;
        p = ptc_scan_digits(p, &ignored);
        if (p == from)
            return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX, "expected a digit after '.'");
    }
    if ((*p | 32) == 'e') {
        p++;
        p += *p == '+' || *p == '-' ? 1 : 0;
        from = p;
        p = ptc_scan_digits(p, &ignored);
        if (p == from)
            return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX,
                                 "expected a digit in the exponent");
    }
    return p;
}

/* What of integers is neither unusual nor plain: a sign, a zero. */
static const unsigned char *scan_int_short(const unsigned char *p, int64_t *out)
{
    const unsigned char *first = p + (*p == '-' ? 1 : 0);
    uint64_t value = 0;
    const unsigned char *stop = ptc_scan_digits(first, &value);
    size_t count = (size_t)(stop - first);

    if (count - 1 > 17 || (*first == '0' && count > 1) || ptc_scan_is_fraction(*stop))
        return NULL;
    *out = first != p ? -(int64_t)value : (int64_t)value;
    return stop;
}

const unsigned char *ptc_scan_int_rest(ptc_scan *scan, const unsigned char *p,
                                       int64_t *out)
{
    const unsigned char *stop = scan_int_short(p, out);
    bool is_integer;

    if (PTC_LIKELY(stop != NULL))
        return stop;
    if (*p != '-' && (unsigned)*p - '0' > 9)
        return ptc_scan_fail(scan, p, PTC_ERROR_INVALID, "expected an integer");
    stop = ptc_scan_number(scan, p, &is_integer);
    if (stop == NULL)
        return NULL;
    if (!is_integer)
        return ptc_scan_fail(scan, p, PTC_ERROR_INVALID, "expected an integer");
    if (!ptc_number_read_int((const char *)p, (size_t)(stop - p), out))
        return ptc_scan_fail(scan, p, PTC_ERROR_RANGE, "integer out of range");
    return stop;
}

/* A number as it is written in full. */
static const unsigned char *scan_double_whole(ptc_scan *scan, const unsigned char *p,
                                              double *out)
{
    bool is_integer;
    const unsigned char *stop;
    size_t len;

    if (*p != '-' && (unsigned)*p - '0' > 9)
        return ptc_scan_fail(scan, p, PTC_ERROR_INVALID, "expected a number");
    stop = ptc_scan_number(scan, p, &is_integer);
    if (stop == NULL)
        return NULL;
    len = (size_t)(stop - p);
    if (!ptc_number_read_double((const char *)p, len, out))
        return ptc_scan_fail(scan, p, PTC_ERROR_RANGE, "number out of range");
    if (is_integer && *out == 0)
        *out = 0.0; /* -0 without a fraction is the int 0 */
    if (is_integer && !ptc_number_is_exact((const char *)p, len, *out))
        scan->notes |= PTC_SCAN_INEXACT;
    return stop;
}

const unsigned char *ptc_scan_double_long(ptc_scan *scan, const unsigned char *p,
                                          const unsigned char *point,
                                          const unsigned char *stop, uint64_t value,
                                          double *out)
{
    const unsigned char *first = p + (*p == '-' ? 1 : 0);
    double number;

    if (stop - first > 20 || stop - point == 1 || (*stop | 32) == 'e' ||
        !ptc_number_scale(value, (int)(point + 1 - stop), &number))
        return scan_double_whole(scan, p, out);
    *out = first != p ? -number : number;
    return stop;
}

const unsigned char *ptc_scan_double_rest(ptc_scan *scan, const unsigned char *p,
                                          double *out)
{
    const unsigned char *first = p + (*p == '-' ? 1 : 0);
    uint64_t value = 0;
    const unsigned char *point = ptc_scan_digits(first, &value);
    const unsigned char *stop = point;
    double number;

    if (point == first || (*first == '0' && point - first > 1))
        return scan_double_whole(scan, p, out);
    if (*point == '.') {
        stop = ptc_scan_digits(point + 1, &value);
        if (stop - first > PTC_SCAN_SHORT || stop - point == 1 || (*stop | 32) == 'e')
            return ptc_scan_double_long(scan, p, point, stop, value, out);
        number = (double)(int64_t)value / ptc_number_tens[stop - point - 1];
        *out = first != p ? -number : number;
        return stop;
    }
    if (stop - first >= PTC_SCAN_SHORT || (*stop | 32) == 'e')
        return scan_double_whole(scan, p, out);
    *out = (double)(first != p ? -(int64_t)value : (int64_t)value);
    return stop;
}
