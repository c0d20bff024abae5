/* SPDX-License-Identifier: MIT */
/*
 * <ptc/scan.h> - the JSON scanner: inline functions that the generic reader and the
 * generated parsers share. Programs read JSON with <ptc/json.h>.
 *
 *     ptc_scan scan;
 *     int64_t number = 0;
 *     const unsigned char *at;
 *
 *     at = ptc_scan_begin_copy(&scan, &arena, json.ptr, json.len, 0);
 *     if (at != NULL) {
 *         at = ptc_scan_int(&scan, at, &number);
 *         status = ptc_scan_finish(&scan, at);
 *     }
 *
 * A cursor is a `const unsigned char *`. Each function takes the place where its token
 * begins and returns the place after it. After a fault it returns NULL: ptc_scan_fail has
 * recorded the fault in the context, which keeps the first one. Functions skip blanks
 * only where they say so.
 *
 * Where the text ends: PTC_PADDING bytes after the text must be readable. Their content
 * is arbitrary and may look like more JSON. Checking every step against the end would be
 * slow. Instead, one of two conditions holds; ptc_scan_begin ensures it, and copies the
 * text in the rare case that neither does:
 *
 *   (a) the last byte of the text is '}' or ']' (blanks after it are cut off), or
 *   (b) the byte after the text is NUL.
 *
 * Only strings can contain one of these bytes, so blanks, numbers, words and punctuation
 * stop before `end` by themselves: a cursor inside the text (p < end) is still inside
 * after them. Two rules cover the rest:
 *
 *   1. A closing quote counts only when it comes before `end`. Functions here check that,
 *      at the end of a string and once for each block in it.
 *   2. The bracket that closes a container may be the last byte. A caller that goes on
 *      after a nested container first checks `p < scan->end`, which ptc_scan_close does.
 *      After the outermost container only ptc_scan_finish looks further.
 *
 * A cursor is therefore never past `end`, and no function reads more than PTC_PADDING
 * bytes from a cursor.
 *
 * A literal for ptc_scan_match must not contain ']', '}' or NUL, since it could match
 * across the end; ptc_scan_match_any is for those. NUL inside the text is an ordinary
 * error: also in case (b), success requires the cursor to be exactly at `end`.
 */
#ifndef PTC_SCAN_H
#define PTC_SCAN_H

#include <ptc/json.h>
#include <ptc/number.h>

#if defined(PTC_SCAN_SSE2)
#include <emmintrin.h>
#elif defined(PTC_SCAN_NEON)
#include <arm_neon.h>
#endif

PTC_BEGIN

enum {
    PTC_SCAN_INEXACT = 1, /* an integer was read as a double that differs from it */
    PTC_SCAN_STACK_FIRST = 1024, /* bytes of scratch before the arena is asked */
    PTC_SCAN_SHORT = 16, /* a point and 15 digits, any of which are an exact double */
};

/* A text being scanned. Its members are private to the functions here. It must not be
 * moved. */
typedef struct ptc_scan {
    const unsigned char *end;   /* of the text */
    ptc_arena *arena;           /* for strings with escapes, lists, values */
    int depth;                  /* levels that may still be opened */
    unsigned notes;             /* PTC_SCAN_INEXACT; bits from 16 on are the caller's */
    unsigned char *stack;       /* scratch; use ptc_scan_push and ptc_scan_pop */
    size_t stack_used;          /* bytes */
    size_t stack_size;          /* bytes */
    const unsigned char *start; /* of the text */
    ptc_status status;          /* PTC_OK: no fault yet */
    const unsigned char *fault; /* the place of the first fault */
    const char *message;        /* what is wrong there, or what was expected */
    union {
        ptc_value align;
        unsigned char bytes[PTC_SCAN_STACK_FIRST];
    } first; /* the stack until it grows */
} ptc_scan;

/*
 * Starts a scan of a text after which PTC_PADDING bytes are readable.
 *
 * Strings without escapes will point into the text, or into a copy in the arena if one
 * had to be made. At most `max_depth` containers may be nested. Returns the first cursor,
 * or NULL when memory for a copy is refused.
 */
PTC_API const unsigned char *ptc_scan_begin(ptc_scan *scan, ptc_arena *arena,
                                            const char *text, size_t len,
                                            unsigned max_depth);

/* Starts a scan of a text without padding: it is copied into the arena first. */
PTC_API const unsigned char *ptc_scan_begin_copy(ptc_scan *scan, ptc_arena *arena,
                                                 const char *text, size_t len,
                                                 unsigned max_depth);

/*
 * Ends the scan and frees the scratch stack. Call it once after each begin that did not
 * return NULL.
 *
 * Succeeds when there was no fault and only blanks are between `p` and the end of the
 * text. `p` may be NULL after a fault.
 */
PTC_API ptc_status ptc_scan_finish(ptc_scan *scan, const unsigned char *p);

/* Records a fault, unless there already is one, and returns NULL. */
PTC_API const unsigned char *ptc_scan_fail(ptc_scan *scan, const unsigned char *p,
                                           ptc_status status, const char *message);

/* Returns the status of a scan, and stores its fault in `*error` (may be NULL). */
PTC_API ptc_status ptc_scan_error(const ptc_scan *scan, ptc_json_error *error);

/* The slow paths of the functions below. */
PTC_API const unsigned char *ptc_scan_blanks_rest(const unsigned char *p);
PTC_API const unsigned char *ptc_scan_text_rest(ptc_scan *scan,
                                                const unsigned char *start,
                                                const unsigned char *p, ptc_str *out,
                                                unsigned *flags);
PTC_API const unsigned char *ptc_scan_int_rest(ptc_scan *scan, const unsigned char *p,
                                               int64_t *out);
PTC_API const unsigned char *ptc_scan_double_rest(ptc_scan *scan, const unsigned char *p,
                                                  double *out);
PTC_API bool ptc_scan_reserve_rest(ptc_scan *scan, size_t size);

/* Reads any value in the middle of a document, with the values and faults of
 * ptc_json_read. Skips blanks before it. Fails when the text ends with the value. */
PTC_API const unsigned char *ptc_scan_value(ptc_scan *scan, const unsigned char *p,
                                            ptc_value *out);

/* Skips a value without building it, with the same verdict as ptc_scan_value. Nothing of
 * it stays in the arena. A duplicate key is a fault at the end of its object. */
PTC_API const unsigned char *ptc_scan_skip(ptc_scan *scan, const unsigned char *p);

/* --- blanks and literals ------------------------------------------------------------ */

/* Returns the first byte from `p` on that is not a blank. Requires `p` < end; in case
 * (b), `p` <= end. */
PTC_INLINE const unsigned char *ptc_scan_blanks(const unsigned char *p)
{
    if (PTC_LIKELY(*p > ' '))
        return p;
    if (*p == ' ' && p[1] > ' ')
        return p + 1;
    return ptc_scan_blanks_rest(p);
}

/* Whether eight bytes match the literal. */
PTC_INLINE bool ptc_scan_same8(const unsigned char *p, const char *literal)
{
    uint64_t a;
    uint64_t b;

    memcpy(&a, p, 8);
    memcpy(&b, literal, 8);
    return a == b;
}

/* Whether four bytes match the literal. */
PTC_INLINE bool ptc_scan_same4(const unsigned char *p, const char *literal)
{
    uint32_t a;
    uint32_t b;

    memcpy(&a, p, 4);
    memcpy(&b, literal, 4);
    return a == b;
}

/* Whether two bytes match the literal. */
PTC_INLINE bool ptc_scan_same2(const unsigned char *p, const char *literal)
{
    uint16_t a;
    uint16_t b;

    memcpy(&a, p, 2);
    memcpy(&b, literal, 2);
    return a == b;
}

/*
 * Whether the `n` bytes of a literal are at `p`.
 *
 * With a constant literal this compiles to comparisons of words with constants; the last
 * word overlaps the one before. Words are compared in order, so a byte beyond PTC_PADDING
 * is read only after bytes that matched.
 */
PTC_INLINE bool ptc_scan_match(const unsigned char *p, const char *literal, size_t n)
{
    size_t done = 0;

    for (; n - done > 8; done += 8) {
        if (!ptc_scan_same8(p + done, literal + done))
            return false;
    }
    if (n - done == 8)
        return ptc_scan_same8(p + done, literal + done);
    if (n - done > 4 && n >= 8)
        return ptc_scan_same8(p + n - 8, literal + n - 8);
    if (n - done > 4)
        return ptc_scan_same4(p, literal) && ptc_scan_same4(p + n - 4, literal + n - 4);
    if (n - done == 4 || n > 4)
        return ptc_scan_same4(p + n - 4, literal + n - 4);
    if (n == 3)
        return ptc_scan_same2(p, literal) && p[2] == (unsigned char)literal[2];
    if (n == 2)
        return ptc_scan_same2(p, literal);
    return n == 0 || *p == (unsigned char)*literal;
}

/* The same for a literal of any bytes; never matches across the end of the text. */
PTC_INLINE bool ptc_scan_match_any(const ptc_scan *scan, const unsigned char *p,
                                   const char *literal, size_t n)
{
    return (size_t)(scan->end - p) >= n && memcmp(p, literal, n) == 0;
}

/* Checks that the text goes on after the nested container that was just closed (rule 2
 * above). Returns `p`, or NULL after a fault. */
PTC_INLINE const unsigned char *ptc_scan_close(ptc_scan *scan, const unsigned char *p)
{
    if (PTC_LIKELY(p < scan->end))
        return p;
    return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX, "expected ',' or a closing bracket");
}

/* --- strings ------------------------------------------------------------------------ */

/* Bytes that are scanned together. */
#if defined(PTC_SCAN_SWAR)
#define PTC_SCAN_WIDTH 8
#else
#define PTC_SCAN_WIDTH 16
#endif

/* Eight bytes as a number, the first one lowest. */
PTC_INLINE uint64_t ptc_scan_load(const unsigned char *p)
{
    uint64_t word;

    memcpy(&word, p, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* The number of the lowest bit that is set; `word` is not 0. */
PTC_INLINE unsigned ptc_scan_lowest(uint64_t word)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(word);
#else
    unsigned count = 0;

    for (; (word & 1) == 0; word >>= 1)
        count++;
    return count;
#endif
}

/* Bits that represent a block of PTC_SCAN_WIDTH bytes. */
#if defined(PTC_SCAN_SSE2)
typedef unsigned ptc_scan_mask;
#else
typedef uint64_t ptc_scan_mask;
#endif

/* Marks which of the next PTC_SCAN_WIDTH bytes are not plain: quote, backslash, control
 * bytes, and bytes above 0x7F. Returns 0 when all are plain; otherwise ptc_scan_marked
 * turns the lowest set bit into the number of the first such byte. */
PTC_INLINE ptc_scan_mask ptc_scan_marks(const unsigned char *p)
{
#if defined(PTC_SCAN_SSE2)
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i slash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    /* With bit 1 flipped, the quote directly follows the control bytes. Read as signed,
     * the bytes below 0x21 are then the control bytes, the quote, and the bytes above
     * 0x7F, which are negative. */
    __m128i turned = _mm_xor_si128(bytes, _mm_set1_epi8(2));
    __m128i other = _mm_subs_epi8(turned, _mm_set1_epi8(0x21));

    return (unsigned)_mm_movemask_epi8(_mm_or_si128(slash, other));
#elif defined(PTC_SCAN_NEON)
    int8x16_t bytes = vreinterpretq_s8_u8(vld1q_u8(p));
    uint8x16_t quote = vceqq_s8(bytes, vdupq_n_s8('"'));
    uint8x16_t slash = vceqq_s8(bytes, vdupq_n_s8('\\'));
    uint8x16_t other = vcltq_s8(bytes, vdupq_n_s8(' '));
    uint8x16_t found = vorrq_u8(vorrq_u8(quote, slash), other);
    /* Four bits for each byte. */
    uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(found), 4);

    return vget_lane_u64(vreinterpret_u64_u8(narrow), 0);
#else
    /* A borrow can only reach bytes after one that was already found. */
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t word = ptc_scan_load(p);
    uint64_t quote = word ^ ones * '"';
    uint64_t slash = word ^ ones * '\\';
    uint64_t found = ((quote - ones) & ~quote) | ((slash - ones) & ~slash) |
                     ((word - ones * ' ') & ~word) | word;

    return found & ones << 7;
#endif
}

/* The number of the first marked byte; `marks` are not 0. */
PTC_INLINE unsigned ptc_scan_marked(ptc_scan_mask marks)
{
#if defined(PTC_SCAN_SSE2) && defined(__GNUC__)
    return (unsigned)__builtin_ctz(marks);
#elif defined(PTC_SCAN_SSE2)
    return ptc_scan_lowest(marks);
#elif defined(PTC_SCAN_NEON)
    return ptc_scan_lowest(marks) >> 2;
#else
    return ptc_scan_lowest(marks) >> 3;
#endif
}

/* Removes the first mark; `marks` are not 0. Some of the bytes that remain marked may be
 * plain. */
PTC_INLINE ptc_scan_mask ptc_scan_unmark(ptc_scan_mask marks)
{
#if defined(PTC_SCAN_NEON)
    return marks & ~(UINT64_C(15) << (ptc_scan_lowest(marks) & ~3u));
#else
    return marks & (marks - 1);
#endif
}

/* The number of plain bytes at `p`, at most PTC_SCAN_WIDTH. */
PTC_INLINE unsigned ptc_scan_plain(const unsigned char *p)
{
    ptc_scan_mask marks = ptc_scan_marks(p);

    return marks != 0 ? ptc_scan_marked(marks) : PTC_SCAN_WIDTH;
}

/* Marks which of the next PTC_SCAN_WIDTH bytes are not digits, with a single bit for
 * each. */
PTC_INLINE ptc_scan_mask ptc_scan_digit_marks(const unsigned char *p)
{
#if defined(PTC_SCAN_SSE2)
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i digits = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
    __m128i small = _mm_min_epu8(digits, _mm_set1_epi8(9));

    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(small, digits)) ^ 0xFFFFu;
#elif defined(PTC_SCAN_NEON)
    uint8x16_t other = vcgtq_u8(vsubq_u8(vld1q_u8(p), vdupq_n_u8('0')), vdupq_n_u8(9));
    uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(other), 4);

    return vget_lane_u64(vreinterpret_u64_u8(narrow), 0) & UINT64_C(0x8888888888888888);
#else
    /* Nothing is carried from byte to byte. */
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t digits = ptc_scan_load(p) ^ ones * '0';

    return (((digits & ones * 0x7F) + ones * 0x76) | digits) & ones << 7;
#endif
}

/* Bytes of two blocks. */
#define PTC_SCAN_FAR (2 * PTC_SCAN_WIDTH)

/* The number of plain bytes at `p`, at most PTC_SCAN_FAR. Faster than ptc_scan_plain when
 * many strings are longer than one block, or when that is hard to predict. */
PTC_INLINE unsigned ptc_scan_plain_far(const unsigned char *p)
{
#if defined(PTC_SCAN_SSE2) && defined(__GNUC__)
    unsigned marks = ptc_scan_marks(p) | ptc_scan_marks(p + PTC_SCAN_WIDTH) << 16;

    return PTC_LIKELY(marks != 0) ? ptc_scan_marked(marks) : PTC_SCAN_FAR;
#else
    unsigned count = ptc_scan_plain(p);

    return count < PTC_SCAN_WIDTH ? count : count + ptc_scan_plain(p + PTC_SCAN_WIDTH);
#endif
}

/*
 * Reads a string; `p` is after its opening quote. Returns the place after the closing
 * one.
 *
 * `*flags` is PTC_FLAG_ASCII or 0. A string without escapes is borrowed from the text;
 * others are made in the arena. UTF-8 is verified.
 */
PTC_INLINE const unsigned char *ptc_scan_text(ptc_scan *scan, const unsigned char *p,
                                              ptc_str *out, unsigned *flags)
{
    const unsigned char *stop = p;
    ptc_scan_mask marks = ptc_scan_marks(stop);

    while (PTC_UNLIKELY(marks == 0)) {
        stop += PTC_SCAN_WIDTH;
        if (PTC_UNLIKELY(stop >= scan->end))
            return ptc_scan_text_rest(scan, p, stop, out, flags);
        marks = ptc_scan_marks(stop);
    }
    stop += ptc_scan_marked(marks);
    if (PTC_LIKELY(*stop == '"' && stop < scan->end)) {
        *out = ptc_str_make((const char *)p, (size_t)(stop - p));
        *flags = PTC_FLAG_ASCII;
        return stop + 1;
    }
    return ptc_scan_text_rest(scan, p, stop, out, flags);
}

/* Reads a string, after optional blanks. */
PTC_INLINE const unsigned char *ptc_scan_string(ptc_scan *scan, const unsigned char *p,
                                                ptc_str *out)
{
    unsigned flags;

    return ptc_scan_text(scan, p, out, &flags);
}

/* Reads a key and the colon after it, with blanks; `p` is after the opening quote.
 * Returns the place where the value of the key begins. */
PTC_INLINE const unsigned char *ptc_scan_key(ptc_scan *scan, const unsigned char *p,
                                             ptc_str *out)
{
    p = ptc_scan_string(scan, p, out);
    if (PTC_UNLIKELY(p == NULL))
        return NULL;
    if (PTC_UNLIKELY(*p != ':')) {
        p = ptc_scan_blanks(p);
        if (*p != ':')
            return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX, "expected ':' after a key");
    }
    return ptc_scan_blanks(p + 1);
}

/* Whether the 16 bytes at `p` equal `words` in all bits that are set in `masks`. Bytes
 * are in the order of memory; `words` has no bits outside `masks`. */
PTC_INLINE bool ptc_scan_same_masked(const unsigned char *p, const uint64_t words[2],
                                     const uint64_t masks[2])
{
#if defined(PTC_SCAN_SSE2)
    __m128i wanted = _mm_loadu_si128((const __m128i *)(const void *)words);
    __m128i mask = _mm_loadu_si128((const __m128i *)(const void *)masks);
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);

    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(bytes, mask), wanted)) ==
           0xFFFF;
#else
    uint64_t bytes[2];

    memcpy(bytes, p, sizeof bytes);
    return (((bytes[0] & masks[0]) ^ words[0]) | ((bytes[1] & masks[1]) ^ words[1])) == 0;
#endif
}

/* --- numbers and words -------------------------------------------------------------- */

/* The number that eight digits spell. The lowest byte is the first digit, as 0 to 9, not
 * text. */
PTC_INLINE uint64_t ptc_scan_eight(uint64_t digits)
{
    const uint64_t every_fourth = UINT64_C(0x000000FF000000FF);

    digits = digits * 10 + (digits >> 8); /* pairs, in every second byte */
    return ((digits & every_fourth) * (100 + (UINT64_C(1000000) << 32)) +
            (digits >> 16 & every_fourth) * (1 + (UINT64_C(10000) << 32))) >>
           32;
}

/* Reads four digits or more: eight at a time, without a branch for each. */
PTC_INLINE const unsigned char *ptc_scan_many_digits(const unsigned char *p,
                                                     uint64_t *value)
{
    static const uint32_t tens[8] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};

    for (;; p += 8) {
        uint64_t digits = ptc_scan_load(p) ^ UINT64_C(0x3030303030303030);
        /* Bit 7 of every byte that is not a digit; a carry only reaches bytes after
         * one. */
        uint64_t others = ((digits + UINT64_C(0x7676767676767676)) | digits) &
                          UINT64_C(0x8080808080808080);

        if (PTC_LIKELY(others != 0)) {
            unsigned bit = ptc_scan_lowest(others); /* 8 * count + 7 */

            *value = *value * tens[bit >> 3] + ptc_scan_eight(digits << 7 << (64 - bit));
            return p + (bit >> 3);
        }
        *value = *value * 100000000 + ptc_scan_eight(digits);
    }
}

/* Reads all digits from `p` on into `*value`, which wraps above 19 digits. `*other` is
 * the byte after them minus '0', the one that ended the digits. */
PTC_INLINE const unsigned char *ptc_scan_digits_to(const unsigned char *p,
                                                   uint64_t *value, uint64_t *other)
{
    uint64_t total = *value;
    uint64_t digit;

    for (;; p += 4) {
        digit = (uint64_t)p[0] - '0';
        if (digit > 9)
            break;
        total = total * 10 + digit;
        digit = (uint64_t)p[1] - '0';
        if (digit > 9) {
            p += 1;
            break;
        }
        total = total * 10 + digit;
        digit = (uint64_t)p[2] - '0';
        if (digit > 9) {
            p += 2;
            break;
        }
        total = total * 10 + digit;
        digit = (uint64_t)p[3] - '0';
        if (digit > 9) {
            p += 3;
            break;
        }
        total = total * 10 + digit;
    }
    *value = total;
    *other = digit;
    return p;
}

/* The same without the byte after them. */
PTC_INLINE const unsigned char *ptc_scan_digits(const unsigned char *p, uint64_t *value)
{
    uint64_t other;

    return ptc_scan_digits_to(p, value, &other);
}

/* Whether `byte` continues a number as a fraction or exponent: ".", "e" or "E". */
PTC_INLINE bool ptc_scan_is_fraction(unsigned char byte)
{
    return byte == '.' || (byte | 32) == 'e';
}

/* The same for the `*other` of ptc_scan_digits_to. A comma is checked first. */
PTC_INLINE bool ptc_scan_is_fraction_to(uint64_t other)
{
    return other != (uint64_t)',' - '0' &&
           ptc_scan_is_fraction((unsigned char)(other + '0'));
}

/* Reads an integer above 0 with at most 18 digits; NULL when something else is there. */
PTC_INLINE const unsigned char *ptc_scan_int_plain(const unsigned char *p, int64_t *out)
{
    uint64_t value = (uint64_t)*p - '0';
    uint64_t other;
    const unsigned char *stop;

    if (PTC_UNLIKELY(value - 1 > 8))
        return NULL;
    stop = ptc_scan_digits_to(p + 1, &value, &other);
    if (PTC_UNLIKELY(stop - p > 18 || ptc_scan_is_fraction_to(other)))
        return NULL;
    *out = (int64_t)value;
    return stop;
}

/* Reads an integer. Faults: PTC_ERROR_INVALID for anything else, such as a number with a
 * fraction or an exponent; PTC_ERROR_RANGE outside int64. */
PTC_INLINE const unsigned char *ptc_scan_int(ptc_scan *scan, const unsigned char *p,
                                             int64_t *out)
{
    const unsigned char *stop = ptc_scan_int_plain(p, out);

    return PTC_LIKELY(stop != NULL) ? stop : ptc_scan_int_rest(scan, p, out);
}

/* Reads a number with a point and at most 15 digits, without sign and exponent; NULL when
 * something else is there. */
PTC_INLINE const unsigned char *ptc_scan_double_plain(const unsigned char *p, double *out)
{
    uint64_t value = (uint64_t)*p - '0';
    uint64_t other;
    uint64_t digit;
    const unsigned char *point;
    const unsigned char *stop;

    if (PTC_UNLIKELY(value > 9))
        return NULL;
    point = ptc_scan_digits_to(p + 1, &value, &other);
    if (PTC_UNLIKELY(other != (uint64_t)'.' - '0' || (*p == '0' && point - p > 1)))
        return NULL;
    digit = (uint64_t)point[1] - '0';
    if (PTC_UNLIKELY(digit > 9))
        return NULL;
    value = value * 10 + digit;
    stop = ptc_scan_digits_to(point + 2, &value, &other);
    if (PTC_UNLIKELY(stop - p > PTC_SCAN_SHORT || ptc_scan_is_fraction_to(other)))
        return NULL;
    /* Both are exact, so that one division rounds once. */
    *out = (double)(int64_t)value / ptc_number_tens[stop - point - 1];
    return stop;
}

/*
 * Reads a number as the nearest double; an integer that no double equals sets
 * PTC_SCAN_INEXACT. Faults: PTC_ERROR_INVALID, or PTC_ERROR_RANGE when no finite double
 * can hold it.
 */
PTC_INLINE const unsigned char *ptc_scan_double(ptc_scan *scan, const unsigned char *p,
                                                double *out)
{
    const unsigned char *stop = ptc_scan_double_plain(p, out);

    return PTC_LIKELY(stop != NULL) ? stop : ptc_scan_double_rest(scan, p, out);
}

/* true or false. */
PTC_INLINE const unsigned char *ptc_scan_bool(ptc_scan *scan, const unsigned char *p,
                                              bool *out)
{
    *out = *p == 't';
    if (PTC_LIKELY(ptc_scan_match(p, "true", 4)))
        return p + 4;
    if (PTC_LIKELY(ptc_scan_match(p, "false", 5)))
        return p + 5;
    return ptc_scan_fail(scan, p, PTC_ERROR_INVALID, "expected true or false");
}

/* null. */
PTC_INLINE const unsigned char *ptc_scan_null(ptc_scan *scan, const unsigned char *p)
{
    if (PTC_LIKELY(ptc_scan_match(p, "null", 4)))
        return p + 4;
    return ptc_scan_fail(scan, p, PTC_ERROR_INVALID, "expected null");
}

/* --- scratch stack ------------------------------------------------------------------ */

/* Makes room for `size` bytes on top of the stack; false when refused. The stack may
 * move, which invalidates earlier addresses in it. */
PTC_INLINE bool ptc_scan_reserve(ptc_scan *scan, size_t size)
{
    return PTC_LIKELY(size <= scan->stack_size - scan->stack_used) ||
           ptc_scan_reserve_rest(scan, size);
}

/* Pushes `size` bytes on the stack; NULL when refused. They are aligned if all sizes are
 * multiples of 8. */
PTC_INLINE void *ptc_scan_push(ptc_scan *scan, size_t size)
{
    if (PTC_UNLIKELY(!ptc_scan_reserve(scan, size)))
        return NULL;
    scan->stack_used += size;
    return scan->stack + (scan->stack_used - size);
}

/* Moves what is above the height `base` (an earlier stack_used) into the arena; NULL when
 * refused. */
PTC_INLINE void *ptc_scan_pop(ptc_scan *scan, size_t base)
{
    size_t size = scan->stack_used - base;
    void *place = ptc_arena_alloc(scan->arena, size);

    scan->stack_used = base;
    if (PTC_UNLIKELY(place == NULL)) {
        ptc_scan_fail(scan, scan->end, PTC_ERROR_MEMORY, "memory refused");
        return NULL;
    }
    memcpy(place, scan->stack + base, size);
    return place;
}

PTC_END

#endif
