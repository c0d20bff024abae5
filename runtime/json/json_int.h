/* SPDX-License-Identifier: MIT */
/*
 * The one JSON scanner and what uses it: reading into values, writing, places in a text.
 * What emitted parsers call inline is <ptc/scan.h>; here is the rest.
 *
 * It depends only on base. A value is read or skipped by the same loop, so scan_value.c
 * and scan_skip.c call each other.
 */
#ifndef PTC_JSON_INT_H
#define PTC_JSON_INT_H

#include <ptc/diag.h>
#include <ptc/scan.h>

/* --- json/scan.c -------------------------------------------------------------------- */

/* The place after up to sixteen spaces. */
PTC_INLINE const unsigned char *ptc_scan_indentation(const unsigned char *p)
{
#if defined(PTC_SCAN_SSE2)
    {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
        __m128i space = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '));

        return p + ptc_scan_marked(~(unsigned)_mm_movemask_epi8(space));
    }
#else
    p += ptc_scan_same8(p, "        ") ? 8 : 0;
    p += ptc_scan_same4(p, "    ") ? 4 : 0;
    p += ptc_scan_same2(p, "  ") ? 2 : 0;
    return *p == ' ' ? p + 1 : p;
#endif
}

/* Skips a number of any size by the grammar of JSON. */
const unsigned char *ptc_scan_number(ptc_scan *scan, const unsigned char *p,
                                     bool *is_integer);

/* The digits from `p` to `stop` with a point at `point` make `value`, if 19 at most. */
const unsigned char *ptc_scan_double_long(ptc_scan *scan, const unsigned char *p,
                                          const unsigned char *point,
                                          const unsigned char *stop, uint64_t value,
                                          double *out);

/* Frees the scratch stack. */
void ptc_scan_release(ptc_scan *scan);

/* --- json/scan_keys.c --------------------------------------------------------------- */

/*
 * Reports a fault at `p` if two of `count` keys are the same; false after a fault. Each
 * is a ptc_str at the beginning of `stride` bytes, which need not be aligned. Takes
 * linear time, n log n for keys chosen to make it slow.
 */
bool ptc_scan_keys(ptc_scan *scan, const unsigned char *p, const void *keys,
                   size_t stride, size_t count);

/* --- json/scan_pass.c --------------------------------------------------------------- */

/*
 * Skips the value that begins at `p` by the grammar alone: equal keys and numbers of any
 * size are not faults, so a reader of the bytes has to check these. Nothing of it stays
 * in the arena. The value may end with the text.
 */
const unsigned char *ptc_scan_pass(ptc_scan *scan, const unsigned char *p);

/* --- json/scan_value.c -------------------------------------------------------------- */

/* Reads a value that begins at `p` and is not a list or object. */
const unsigned char *ptc_scan_scalar(ptc_scan *scan, const unsigned char *p,
                                     ptc_value *out);

/* ptc_scan_value for the outermost value, which may end with the text. */
const unsigned char *ptc_scan_document(ptc_scan *scan, const unsigned char *p,
                                       ptc_value *out);

/* --- json/json_write.c -------------------------------------------------------------- */

/* Appends the error of two keys with this name: everywhere the same text. */
void ptc_json_write_meeting(ptc_text *text, ptc_str name);

/* ptc_json_write_string without the quotes around it. */
void ptc_json_write_escaped(ptc_text *text, ptc_str string);

/* A text to which many small pieces are written: between enter and leave its length is
 * out of date. Refused memory is recorded in the text. */
typedef struct ptc_json_out {
    ptc_text *text;
    char *at;  /* the next byte */
    char *end; /* of the room for bytes */
} ptc_json_out;

void ptc_json_enter(ptc_json_out *out, ptc_text *text);
void ptc_json_leave(ptc_json_out *out);

/* The slow path of ptc_json_has_room. */
bool ptc_json_grow(ptc_json_out *out, size_t count);

/* Makes room for this many bytes; false when refused. */
PTC_INLINE bool ptc_json_has_room(ptc_json_out *out, size_t count)
{
    return PTC_LIKELY((size_t)(out->end - out->at) >= count) || ptc_json_grow(out, count);
}

PTC_INLINE void ptc_json_add(ptc_json_out *out, char byte)
{
    if (ptc_json_has_room(out, 1))
        *out->at++ = byte;
}

PTC_INLINE void ptc_json_add_bytes(ptc_json_out *out, const char *bytes, size_t len)
{
    if (len == 0 || !ptc_json_has_room(out, len))
        return;
    memcpy(out->at, bytes, len);
    out->at += len;
}

PTC_INLINE void ptc_json_add_int(ptc_json_out *out, int64_t number)
{
    if (ptc_json_has_room(out, PTC_NUMBER_MAX))
        out->at += ptc_number_write_int(number, out->at);
}

/* A string in quotes, and `behind` it, if that is not NUL. */
void ptc_json_add_string(ptc_json_out *out, ptc_str string, char behind);

/* --- json/json_locate.c ------------------------------------------------------------- */

/*
 * The length of the first value of a text, blanks before it included, found by its quotes
 * and brackets alone; invalid text has some extent as well.
 */
size_t ptc_json_extent(const char *text, size_t len);

/* Where a value of a JSON document is. */
typedef struct ptc_json_place {
    uint32_t start; /* bytes [start, end) of the value */
    uint32_t end;
    uint32_t key;   /* start of its key, quote included; of the value when it has none */
    uint32_t count; /* values in this one, itself included: the step to its sibling */
} ptc_json_place;

/*
 * The places of all values of `text`, which ptc_json_read accepted with the default
 * depth, in document order: the values inside one directly follow it. NULL when refused
 * memory, and for a text of 4 GiB.
 */
const ptc_json_place *ptc_json_places(ptc_arena *arena, ptc_str text);

/* The span of the key of a place, with quotes; of the value when it has no key. */
ptc_span ptc_json_place_key(ptc_str text, const ptc_json_place *place);

#endif
