/* SPDX-License-Identifier: MIT */
/*
 * <ptc/text.h> - strings, UTF-8 and growing text.
 *
 * A ptc_str is a view: pointer and length in bytes, not NUL-terminated, owned by whatever
 * made it. A ptc_text grows inside an arena; the first refused allocation sticks
 * (`failed`) and later calls do nothing, so a writer checks once, at the end.
 */
#ifndef PTC_TEXT_H
#define PTC_TEXT_H

#include <ptc/arena.h>

#include <string.h>

PTC_BEGIN

typedef struct ptc_str {
    const char *ptr;
    size_t len;
} ptc_str;

/* A view of a string literal. */
#define PTC_STR(literal) ptc_str_make("" literal, sizeof(literal) - 1)

/* The same as an initialiser, for static data too, in C and in C++:
 * `static const ptc_agent finder = {.prompt = PTC_STR_INIT("Find {{x}}"), ..};` */
/* clang-format off */
#define PTC_STR_INIT(literal) {"" literal, sizeof(literal) - 1}
/* clang-format on */

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
    return ptc_str_make(text ? text : "", text ? strlen(text) : 0);
}

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

/* FNV-1a over the bytes, 64 bits. Stable across machines and releases. */
PTC_API uint64_t ptc_str_hash(ptc_str text);

/*
 * Edits (insert, delete, replace, swap of neighbours) that turn a into b, at most
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

typedef struct ptc_text {
    ptc_arena *arena;
    char *ptr; /* NUL-terminated after the first append */
    size_t len;
    size_t capacity;
    bool failed;
} ptc_text;

PTC_API void ptc_text_init(ptc_text *text, ptc_arena *arena);
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

/* What was written so far; valid until the next append. */
PTC_INLINE ptc_str ptc_text_view(const ptc_text *text)
{
    return ptc_str_make(text->ptr ? text->ptr : "", text->len);
}

PTC_END

#endif
