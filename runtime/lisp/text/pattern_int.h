/* SPDX-License-Identifier: MIT */
/*
 * Private to pattern_java.c and its two helper files: the reader of a pattern that is
 * rewritten.
 */
#ifndef PTC_LISP_PATTERN_INT_H
#define PTC_LISP_PATTERN_INT_H

#include "lisp/text/pattern.h"

#define PTC_JAVA_END UINT32_MAX /* no character */

enum {
    PTC_JAVA_DEPTH = 50, /* nested groups */
    PTC_JAVA_REPEAT_MAX = 65535,
    PTC_JAVA_NAME_MAX = 32,
};

/* Flags i m s x u d, and U as C, which also sets u. */
enum {
    PTC_JAVA_I = 1,
    PTC_JAVA_M = 2,
    PTC_JAVA_S = 4,
    PTC_JAVA_X = 8,
    PTC_JAVA_U = 16,
    PTC_JAVA_D = 32,
    PTC_JAVA_C = 64
};

/* Items that a quantifier may follow. */
typedef enum ptc_java_atom {
    PTC_JAVA_NOTHING,
    PTC_JAVA_CHAR,
    PTC_JAVA_ASSERTION,
    PTC_JAVA_GROUP
} ptc_java_atom;

typedef struct ptc_java_reader {
    ptc_chars_maker maker;
    ptc_str source;
    size_t at;
    ptc_text out;
    ptc_pattern_plan *plan;
    ptc_pattern_fault *fault;
    unsigned flags;
    bool is_later;        /* \G matches nowhere */
    unsigned watch;       /* PTC_PATTERN_WATCHED and so on */
    bool is_quoted;       /* after \Q */
    uint32_t group_count; /* opened */
    uint32_t group_total; /* of the whole pattern, once known */
    bool has_pending; /* a repeated character before this place, and its possible values:
                       */
    bool is_pending_known; /* no character is known to be excluded */
    uint64_t pending[2];
} ptc_java_reader;

/* --- Reading -------------------------------------------------------------------- */

PTC_INLINE void ptc_java_fail(ptc_java_reader *reader, size_t at, const char *text)
{
    if (reader->fault->text == NULL)
        *reader->fault = (ptc_pattern_fault){at, text};
    reader->at = reader->source.len;
}

/* The character at an offset, or PTC_JAVA_END; `*size` are its bytes. */
PTC_INLINE uint32_t ptc_java_look(const ptc_java_reader *reader, size_t at, size_t *size)
{
    uint32_t c = PTC_JAVA_END;

    *size = 0;
    if (at < reader->source.len)
        *size = ptc_utf8_decode(reader->source.ptr + at, reader->source.len - at, &c);
    return c;
}

PTC_INLINE uint32_t ptc_java_peek(const ptc_java_reader *reader)
{
    size_t size;

    return ptc_java_look(reader, reader->at, &size);
}

PTC_INLINE uint32_t ptc_java_take(ptc_java_reader *reader)
{
    size_t size;
    uint32_t c = ptc_java_look(reader, reader->at, &size);

    reader->at += size;
    return c;
}

PTC_INLINE bool ptc_java_skip(ptc_java_reader *reader, const char *text)
{
    size_t len = strlen(text);

    if (reader->source.len - reader->at < len ||
        memcmp(reader->source.ptr + reader->at, text, len) != 0)
        return false;
    reader->at += len;
    return true;
}

PTC_INLINE bool ptc_java_is_letter(uint32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

PTC_INLINE bool ptc_java_is_digit(uint32_t c)
{
    return c >= '0' && c <= '9';
}

/* With flag x: blanks and comments. */
PTC_INLINE void ptc_java_skip_blanks(ptc_java_reader *reader)
{
    if (!(reader->flags & PTC_JAVA_X) || reader->is_quoted)
        return;
    for (;;) {
        uint32_t c = ptc_java_peek(reader);

        if (c == '#') {
            while (c != PTC_JAVA_END && c != '\n' && c != '\r' && c != 0x85 &&
                   c != 0x2028 && c != 0x2029)
                c = ptc_java_take(reader);
        } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
            ptc_java_take(reader);
        } else {
            return;
        }
    }
}

PTC_INLINE void ptc_java_put(ptc_java_reader *reader, const char *text)
{
    ptc_text_cstr(&reader->out, text);
}

PTC_INLINE bool ptc_java_folds_ascii(const ptc_java_reader *reader)
{
    return (reader->flags & PTC_JAVA_I) && !(reader->flags & PTC_JAVA_U);
}

PTC_INLINE bool ptc_java_folds_unicode(const ptc_java_reader *reader)
{
    return (reader->flags & PTC_JAVA_I) && (reader->flags & PTC_JAVA_U);
}

/* --- pattern_put.c: the output, and the work of matching it --- */

void ptc_java_put_char(ptc_java_reader *reader, uint32_t c);
void ptc_java_insert(ptc_java_reader *reader, size_t at, const char *text);
/* A callout, in patterns that are watched. */
void ptc_java_put_callout(ptc_java_reader *reader, unsigned number);
/* The quantifier of the output from `from` on; `text` is its source. */
void ptc_java_put_repeat(ptc_java_reader *reader, ptc_java_atom atom, size_t from,
                         ptc_str text, uint32_t low, uint32_t high);
/* Ends of lines. */
const char *ptc_java_dollar(const ptc_java_reader *reader);
const char *ptc_java_caret(const ptc_java_reader *reader);
const char *ptc_java_dot(const ptc_java_reader *reader);
/* The repeated character before this place may give back characters, and everything after
 * it is tried again each time. */
void ptc_java_settle(ptc_java_reader *reader);
/* An atom repeats, a known character or not; `gives`: it may give some back. */
void ptc_java_count(ptc_java_reader *reader, ptc_java_atom atom, bool is_known,
                    const uint64_t bits[2], uint32_t low, uint32_t high, bool gives);

/* --- pattern_class.c: escapes and brackets --- */

/* A single character, whose letter was taken; PTC_JAVA_END when it is not one. */
uint32_t ptc_java_escape_char(ptc_java_reader *reader, uint32_t letter, size_t start);
/* \d \W \p{L} and so on, whose letter was taken; false when it is not one. */
bool ptc_java_escape_set(ptc_java_reader *reader, uint32_t letter, size_t start,
                         ptc_chars *out);
/* After [ up to its end; sets can be nested in it, and && intersects everything before it
 * with everything after it. */
void ptc_java_class(ptc_java_reader *reader, size_t start, unsigned depth,
                    ptc_chars *out);
/* \Q and \E, and blanks with flag x. */
void ptc_java_class_skip(ptc_java_reader *reader);

#endif
