/* SPDX-License-Identifier: MIT */
/*
 * <ptc/scan.h> - the one JSON scanner: tokens out of bytes.
 *
 * The generic reader and the parsers that ptcc emits stand on these functions. Cursors
 * are `const unsigned char *`; a function returns the cursor behind what it took, or NULL
 * after recording the first fault in the context. Fast paths are inline, all else is in
 * scan.c.
 *
 * Reading past the end. The text is [start, end) and PTC_PADDING bytes behind it are
 * readable, but may hold anything, also what looks like more JSON. So:
 *   - A token (string, number, word) may only begin before `end`; every reader below
 *     checks that, and so does whoever opens or closes a bracket.
 *   - A string is scanned in blocks that begin before `end`, so its closing quote is
 * found, if at all, at most 15 bytes behind it; a number never ends behind it. Between
 * two checks a parser passes at most one closing quote, one literal of ptc_scan_match (at
 *     most 16 bytes, or checked) and single structural bytes: no read goes past the
 * padding.
 *   - A cursor never moves back. A token that took bytes of the padding leaves the cursor
 *     behind `end`, the next check fails, and a document is accepted only if the cursor
 * ends exactly at `end`. NUL inside the text is an ordinary error.
 *
 * Thread rules: a context belongs to one call.
 */
#ifndef PTC_SCAN_H
#define PTC_SCAN_H

#include <ptc/json.h>

#if defined(PTC_SCAN_SSE2)
#include <emmintrin.h>
#elif defined(PTC_SCAN_NEON)
#include <arm_neon.h>
#endif

PTC_BEGIN

typedef struct ptc_scan {
    const unsigned char *start;
    const unsigned char *end;
    ptc_arena *arena;           /* for strings with escapes, and all with copy_strings */
    bool copy_strings;          /* never let a string point into the text */
    unsigned depth_left;        /* brackets that may still be opened */
    ptc_status status;          /* of the first fault; PTC_OK while there is none */
    const unsigned char *fault; /* where */
    const char *message;        /* static: what was expected */
} ptc_scan;

/* Records the first fault; returns NULL. */
PTC_API const unsigned char *ptc_scan_fail(ptc_scan *scan, const unsigned char *place,
                                           ptc_status status, const char *message);

/* --- Cold halves, in scan.c --------------------------------------------------------- */

PTC_API const unsigned char *ptc_scan_blanks_slow(const unsigned char *cursor,
                                                  const unsigned char *end);

/* Finishes a string that began at `first` and is plain up to `cursor`. */
PTC_API const unsigned char *ptc_scan_string_slow(ptc_scan *scan,
                                                  const unsigned char *first,
                                                  const unsigned char *cursor,
                                                  ptc_str *out, bool *is_ascii);

/* Any JSON number: an int, a float, or an opaque number outside int64. */
PTC_API const unsigned char *ptc_scan_number(ptc_scan *scan, const unsigned char *cursor,
                                             ptc_value *out);

/*
 * Passes one value of any kind, with the verdict of the generic reader: escapes, UTF-8,
 * number range, equal keys and depth are checked. Takes no arena memory in the end.
 */
PTC_API const unsigned char *ptc_scan_skip(ptc_scan *scan, const unsigned char *cursor);

/* Reads one value of any kind into the arena (the generic reader). */
PTC_API const unsigned char *ptc_scan_value(ptc_scan *scan, const unsigned char *cursor,
                                            ptc_value *out);

/* The length of the well-formed UTF-8 sequence at `cursor`, a byte above 0x7F, or 0;
 * reads at most four bytes. */
PTC_API size_t ptc_scan_utf8(const unsigned char *cursor);

/* 1e0 to 1e22, the powers of ten that are exact doubles. */
PTC_API extern const double ptc_scan_powers[23];

/* --- Blanks and literals -------------------------------------------------------------
 */

PTC_INLINE const unsigned char *ptc_scan_blanks(const unsigned char *cursor,
                                                const unsigned char *end)
{
    if (PTC_LIKELY(*cursor > ' '))
        return cursor;
    if (PTC_LIKELY(*cursor == ' ' && cursor[1] > ' '))
        return cursor + 1;
    return ptc_scan_blanks_slow(cursor, end);
}

/*
 * Whether the bytes at `cursor` are the `len` bytes of `literal`, a constant that is
 * readable up to the next multiple of eight bytes through its last NULs: string literals
 * are compared in words, without a call. Longer ones than 16 bytes are checked against
 * `end`, so that no read goes past the padding.
 */
PTC_INLINE bool ptc_scan_match(const unsigned char *cursor, const unsigned char *end,
                               const char *literal, size_t len)
{
    if (len > 16)
        return end - cursor >= (ptrdiff_t)len && memcmp(cursor, literal, len) == 0;
    return memcmp(cursor, literal, len) == 0;
}

/* --- Strings --------------------------------------------------------------------------
 */

#if defined(PTC_SCAN_SSE2)
#define PTC_SCAN_BLOCK 16

/* How many bytes of the block before the first `"`, `\`, control byte or byte above 0x7F;
 * PTC_SCAN_BLOCK if there is none. */
PTC_INLINE unsigned ptc_scan_plain(const unsigned char *cursor)
{
    __m128i block = _mm_loadu_si128((const __m128i *)(const void *)cursor);
    __m128i quote = _mm_cmpeq_epi8(block, _mm_set1_epi8('"'));
    __m128i escape = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
    /* Signed compare: control bytes and those above 0x7F are both below 0x20. */
    __m128i low = _mm_cmplt_epi8(block, _mm_set1_epi8(0x20));
    unsigned mask =
        (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, escape), low));

    return (unsigned)__builtin_ctz(mask | 0x10000u);
}

#elif defined(PTC_SCAN_NEON)
#define PTC_SCAN_BLOCK 16

PTC_INLINE unsigned ptc_scan_plain(const unsigned char *cursor)
{
    uint8x16_t block = vld1q_u8(cursor);
    uint8x16_t quote = vceqq_u8(block, vdupq_n_u8('"'));
    uint8x16_t escape = vceqq_u8(block, vdupq_n_u8('\\'));
    uint8x16_t low = vcltq_s8(vreinterpretq_s8_u8(block), vdupq_n_s8(0x20));
    uint8x16_t found = vorrq_u8(vorrq_u8(quote, escape), low);
    /* Four bits a byte. */
    uint64_t mask = vget_lane_u64(
        vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(found), 4)), 0);

    return mask ? (unsigned)__builtin_ctzll(mask) / 4 : PTC_SCAN_BLOCK;
}

#else
#define PTC_SCAN_BLOCK 8

/* Eight bytes in plain C; the mask is exact up to and including the first hit, in the
 * order of memory only on little-endian machines, so the hit is then looked for. */
PTC_INLINE unsigned ptc_scan_plain(const unsigned char *cursor)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    const uint64_t tops = UINT64_C(0x8080808080808080);
    uint64_t block;
    uint64_t quote;
    uint64_t escape;
    unsigned at = 0;

    memcpy(&block, cursor, 8);
    quote = block ^ (ones * '"');
    escape = block ^ (ones * '\\');
    if (((((quote - ones) & ~quote) | ((escape - ones) & ~escape) |
          ((block - ones * 0x20) & ~block) | block) &
         tops) == 0)
        return PTC_SCAN_BLOCK;
    while (at < PTC_SCAN_BLOCK && cursor[at] >= 0x20 && cursor[at] < 0x80 &&
           cursor[at] != '"' && cursor[at] != '\\')
        at++;
    return at;
}
#endif

/*
 * The string whose opening quote is just before `cursor`. Without escapes it is a view of
 * the text (unless copy_strings), else a copy in the arena. `*is_ascii` tells whether all
 * its bytes are below 0x80.
 */
PTC_INLINE const unsigned char *
ptc_scan_string(ptc_scan *scan, const unsigned char *cursor, ptc_str *out, bool *is_ascii)
{
    const unsigned char *first = cursor;

    if (PTC_LIKELY(cursor < scan->end && !scan->copy_strings)) {
        unsigned plain = ptc_scan_plain(cursor);

        cursor += plain;
        while (plain == PTC_SCAN_BLOCK && cursor < scan->end) {
            plain = ptc_scan_plain(cursor);
            cursor += plain;
        }
        if (PTC_LIKELY(plain < PTC_SCAN_BLOCK && *cursor == '"')) {
            out->ptr = (const char *)first;
            out->len = (size_t)(cursor - first);
            *is_ascii = true;
            return cursor + 1;
        }
    }
    return ptc_scan_string_slow(scan, first, cursor, out, is_ascii);
}

/* --- Numbers and words
 * ------------------------------------------------------------------ */

/*
 * An integer of up to 18 digits at `cursor` (before `end`). NULL, without a fault: it is
 * something else, or a number that only ptc_scan_number can tell.
 */
PTC_INLINE const unsigned char *ptc_scan_int(const unsigned char *cursor,
                                             const unsigned char *end, int64_t *out)
{
    unsigned negative = *cursor == '-';
    const unsigned char *first = cursor + negative;
    uint64_t value = (uint64_t)*first - '0';
    const unsigned char *at = first + 1;
    unsigned digit;

    if (PTC_UNLIKELY(value > 9))
        return NULL;
    while ((digit = (unsigned)*at - '0') <= 9 && at - first < 19) {
        value = value * 10 + digit;
        at++;
    }
    if (PTC_UNLIKELY(at - first > 18 || (*first == '0' && at - first > 1) || at > end ||
                     (at < end && (*at == '.' || (*at | 32) == 'e'))))
        return NULL;
    *out = negative ? -(int64_t)value : (int64_t)value;
    return at;
}

/*
 * A number of up to 18 digits without exponent at `cursor` (before `end`), as a double:
 * the digits are an exact double and so is the power of ten, so one division rounds
 * correctly. NULL as for ptc_scan_int. "-0" is left to ptc_scan_number, being an int.
 */
PTC_INLINE const unsigned char *ptc_scan_double(const unsigned char *cursor,
                                                const unsigned char *end, double *out)
{
    unsigned negative = *cursor == '-';
    const unsigned char *first = cursor + negative;
    uint64_t value = (uint64_t)*first - '0';
    const unsigned char *at = first + 1;
    ptrdiff_t decimals = 0;
    unsigned digit;
    double number;

    if (PTC_UNLIKELY(value > 9))
        return NULL;
    while ((digit = (unsigned)*at - '0') <= 9 && at - first < 19) {
        value = value * 10 + digit;
        at++;
    }
    if (PTC_UNLIKELY(*first == '0' && at - first > 1))
        return NULL;
    if (PTC_LIKELY(at < end && *at == '.')) {
        const unsigned char *point = at++;

        while ((digit = (unsigned)*at - '0') <= 9 && at - first < 20) {
            value = value * 10 + digit;
            at++;
        }
        decimals = at - point - 1;
        if (PTC_UNLIKELY(decimals == 0))
            return NULL;
    }
    if (PTC_UNLIKELY(at - first > 19 || at > end || value >> 53 != 0 ||
                     (at < end && ((*at | 32) == 'e' || *at == '.')) ||
                     (negative && value == 0)))
        return NULL;
    number = (double)(int64_t)value;
    if (decimals > 0)
        number /= ptc_scan_powers[decimals];
    *out = negative ? -number : number;
    return at;
}

/* true or false; NULL without a fault when it is neither. */
PTC_INLINE const unsigned char *ptc_scan_bool(const unsigned char *cursor, bool *out)
{
    if (memcmp(cursor, "true", 4) == 0) {
        *out = true;
        return cursor + 4;
    }
    if (memcmp(cursor, "false", 5) == 0) {
        *out = false;
        return cursor + 5;
    }
    return NULL;
}

/* null; NULL without a fault when it is something else. */
PTC_INLINE const unsigned char *ptc_scan_null(const unsigned char *cursor)
{
    return memcmp(cursor, "null", 4) == 0 ? cursor + 4 : NULL;
}

/* --- Documents
 * ----------------------------------------------------------------------------- */

/* Starts a context over padded text. `options` gives max_depth and borrow; may be NULL.
 */
PTC_API void ptc_scan_start(ptc_scan *scan, ptc_arena *arena, const char *text,
                            size_t len, const ptc_json_options *options);

/* Nothing but blanks may follow: true, or the fault is recorded. */
PTC_API bool ptc_scan_finish(ptc_scan *scan, const unsigned char *cursor);

/* Fills `error` (may be NULL) from the fault of a context; returns its status. */
PTC_API ptc_status ptc_scan_error(const ptc_scan *scan, ptc_json_error *error);

PTC_END

#endif
