/* SPDX-License-Identifier: MIT */
/*
 * <ptc/text.h> - strings, UTF-8 and growing text.
 *
 * A ptc_str is a view: pointer and length in bytes, not NUL-terminated, owned by whatever
 * made it. A ptc_text grows inside an arena; the first refused allocation sets `failed`,
 * and later calls do nothing, so a writer checks once, at the end.
 */
#ifndef PTC_TEXT_H
#define PTC_TEXT_H

#include <ptc/arena.h>

#include <limits.h>
#include <string.h>

PTC_BEGIN

/* A view of bytes that someone else owns, usually UTF-8. */
typedef struct ptc_str {
    const char *ptr; /* not NUL-terminated unless documented; NULL only in an empty
                      * view */
    size_t len;      /* bytes */
} ptc_str;

/* A view of a string literal. */
#define PTC_STR(literal) ptc_str_make("" literal, sizeof(literal) - 1)

/* The same as an initialiser, which static data may use, in C and C++: `static const
 * ptc_agent finder = {.prompt = PTC_STR_INIT("Find {{x}}"), ..};` */
/* clang-format off */
#define PTC_STR_INIT(literal) {"" literal, sizeof(literal) - 1}
/* clang-format on */

/* A view of `len` bytes. */
PTC_INLINE ptc_str ptc_str_make(const char *ptr, size_t len)
{
    ptc_str view;

    view.ptr = ptr;
    view.len = len;
    return view;
}

/* A view of a NUL-terminated string; NULL gives the empty view. */
PTC_INLINE ptc_str ptc_str_of(const char *text)
{
    return ptc_str_make(text != NULL ? text : "", text != NULL ? strlen(text) : 0);
}

/*
 * A string as an argument of printf, which it must not outlive; it is evaluated twice:
 * `printf("searching " PTC_FMT "\n", PTC_ARG(args.query))`. printf stops at U+0000, and
 * prints at most INT_MAX bytes.
 */
#define PTC_FMT      "%.*s"
#define PTC_ARG(str) ptc_str_print_len(str), ptc_str_print_ptr(str)

/* The two arguments that PTC_ARG stands for. */
PTC_INLINE int ptc_str_print_len(ptc_str view)
{
    return view.len < INT_MAX ? (int)view.len : INT_MAX;
}

/* The second one: the bytes. */
PTC_INLINE const char *ptc_str_print_ptr(ptc_str view)
{
    return view.len > 0 ? view.ptr : "";
}

/* The same bytes. */
PTC_INLINE bool ptc_str_equal(ptc_str a, ptc_str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* Equal, or equal once every '-' is read as '_'. [validation 6] */
PTC_API bool ptc_str_equal_folded(ptc_str a, ptc_str b);

/* Byte order, shorter first on equal prefixes; negative, zero or positive. */
PTC_API int ptc_str_compare(ptc_str a, ptc_str b);

/* A copy in `arena`, NUL-terminated beyond its length; ptr is NULL when refused. */
PTC_API ptc_str ptc_str_copy(ptc_arena *arena, ptc_str text);

/*
 * The text as a C string, for functions like fopen: a copy in `arena`. If `arena` is
 * NULL, it is the text itself: the byte after it is read, which must exist, and must be
 * NUL, as in literals, copies, and strings of `ptcc gen --strings=copy` and
 * `--strings=nul`. So a part of a larger text gives NULL, and a text at the end of
 * readable memory needs an arena. Also NULL when the text contains U+0000, where a C
 * string would end too early, and when memory is refused.
 */
PTC_API const char *ptc_str_cstring(ptc_arena *arena, ptc_str text);

/* FNV-1a over the bytes, 64 bits. Stable across machines and releases. */
PTC_API uint64_t ptc_str_hash(ptc_str text);

/*
 * Edits (insert, delete, replace, swap of neighbours) that turn a into b, counted up to
 * `limit` + 1. For did-you-mean hints; names longer than 64 bytes give `limit` + 1.
 */
PTC_API unsigned ptc_str_distance(ptc_str a, ptc_str b, unsigned limit);

/*
 * Decodes one code point from the bytes at `text`, which has `len` >= 1 of them. Returns
 * the bytes used, or 0 for an ill-formed sequence (overlong, surrogate, past U+10FFFF).
 */
PTC_API size_t ptc_utf8_decode(const char *text, size_t len, uint32_t *code_point);

/* Writes a valid code point; returns the bytes written, 1 to 4. */
PTC_API size_t ptc_utf8_encode(uint32_t code_point, char out[4]);

/* The offset of the first ill-formed byte, or `len` when all is valid UTF-8. */
PTC_API size_t ptc_utf8_check(const char *text, size_t len);

/* The number of code points in valid UTF-8. */
PTC_API size_t ptc_utf8_count(const char *text, size_t len);

/* The length in bytes of the first `count` code points, or all of the text. */
PTC_API size_t ptc_utf8_prefix(const char *text, size_t len, size_t count);

/* A text that grows at its end. It lives in the arena; a refused allocation sets
 * `failed`, after which appending does nothing. */
typedef struct ptc_text {
    ptc_arena *arena; /* owns the bytes */
    char *ptr;        /* NUL-terminated, never NULL: its own C string until U+0000 is
                       * appended; nothing may be written to it while `len` is 0 */
    size_t len;       /* bytes, without the NUL */
    size_t capacity;
    bool failed; /* an append was refused */
} ptc_text;

/* Starts an empty text in `arena`. A zeroed one, which has no arena, is empty and refuses
 * every append. */
PTC_API void ptc_text_init(ptc_text *text, ptc_arena *arena);
/* Each appends what its name says. */
PTC_API void ptc_text_bytes(ptc_text *text, const char *bytes, size_t len);
PTC_API void ptc_text_byte(ptc_text *text, char byte);
PTC_API void ptc_text_str(ptc_text *text, ptc_str view);
PTC_API void ptc_text_cstr(ptc_text *text, const char *string);
PTC_API void ptc_text_int(ptc_text *text, int64_t value);
PTC_API void ptc_text_uint(ptc_text *text, uint64_t value);
PTC_API void ptc_text_repeat(ptc_text *text, char byte, size_t count);

/* Room for `len` more bytes at the end, which count as written and are to be filled by
 * the caller before the next append; NULL when refused. */
PTC_API char *ptc_text_extend(ptc_text *text, size_t len);

/* What has been written so far; valid until the next append. Also for a zeroed text. */
PTC_INLINE ptc_str ptc_text_view(const ptc_text *text)
{
    return ptc_str_make(text->ptr != NULL ? text->ptr : "", text->len);
}

PTC_END

#endif
