/* SPDX-License-Identifier: MIT */
/*
 * Strings, UTF-8 and growing text. See <ptc/text.h>.
 *
 * A ptc_text keeps one byte of its capacity for the NUL that follows its content.
 */
#include "base/base_int.h"

/* --- views ---------------------------------------------------------------------- */

bool ptc_str_equal_folded(ptc_str a, ptc_str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++) {
        char x = a.ptr[i] == '-' ? '_' : a.ptr[i];
        char y = b.ptr[i] == '-' ? '_' : b.ptr[i];

        if (x != y)
            return false;
    }
    return true;
}

int ptc_str_compare(ptc_str a, ptc_str b)
{
    size_t common = a.len < b.len ? a.len : b.len;
    int order = common != 0 ? memcmp(a.ptr, b.ptr, common) : 0;

    if (order != 0)
        return order;
    return (a.len > b.len) - (a.len < b.len);
}

ptc_str ptc_str_copy(ptc_arena *arena, ptc_str text)
{
    return ptc_str_make(ptc_arena_copy(arena, text.ptr, text.len), text.len);
}

const char *ptc_str_cstring(ptc_arena *arena, ptc_str text)
{
    if (text.len == 0)
        return "";
    if (memchr(text.ptr, '\0', text.len) != NULL)
        return NULL;
    if (arena != NULL)
        return ptc_str_copy(arena, text).ptr;
    return text.ptr[text.len] == '\0' ? text.ptr : NULL;
}

uint64_t ptc_str_hash(ptc_str text)
{
    uint64_t hash = 0xCBF29CE484222325u;

    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)text.ptr[i]) * 0x100000001B3u;
    return hash;
}

enum { TEXT_DISTANCE_LEN = 64 };

/* One row of the table of distances: row[j] is the cost of turning a[0..i] into b[0..j].
 */
typedef unsigned char text_distance_row[TEXT_DISTANCE_LEN + 1];

static unsigned text_least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Fills row i from the two rows before it; returns the least entry. */
static unsigned text_distance_step(ptc_str a, ptc_str b, size_t i, text_distance_row row,
                                   text_distance_row before,
                                   text_distance_row before_that)
{
    unsigned least = (unsigned)i;

    row[0] = (unsigned char)i;
    for (size_t j = 1; j <= b.len; j++) {
        unsigned cost = before[j - 1] + (a.ptr[i - 1] != b.ptr[j - 1] ? 1u : 0u);

        cost = text_least(cost, text_least(before[j], row[j - 1]) + 1u);
        if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] &&
            a.ptr[i - 2] == b.ptr[j - 1])
            cost = text_least(cost, before_that[j - 2] + 1u);
        row[j] = (unsigned char)cost;
        least = text_least(least, cost);
    }
    return least;
}

unsigned ptc_str_distance(ptc_str a, ptc_str b, unsigned limit)
{
    text_distance_row rows[3];
    size_t gap = a.len > b.len ? a.len - b.len : b.len - a.len;
    unsigned least_before = 0;

    if (a.len > TEXT_DISTANCE_LEN || b.len > TEXT_DISTANCE_LEN || gap > limit)
        return limit + 1;
    for (size_t j = 0; j <= b.len; j++)
        rows[0][j] = (unsigned char)j;
    for (size_t i = 1; i <= a.len; i++) {
        unsigned least = text_distance_step(a, b, i, rows[i % 3], rows[(i - 1) % 3],
                                            rows[(i + 1) % 3]);

        /* A swap reaches back two rows, so both must be beyond the limit to give up. */
        if (least > limit && least_before > limit)
            return limit + 1;
        least_before = least;
    }
    return text_least(rows[a.len % 3][b.len], limit + 1);
}

/* --- UTF-8 ---------------------------------------------------------------------- */

static bool text_is_continuation(unsigned char byte)
{
    return (byte & 0xC0u) == 0x80u;
}

size_t ptc_utf8_decode(const char *text, size_t len, uint32_t *code_point)
{
    const unsigned char *p = (const unsigned char *)text;
    uint32_t first = p[0];

    *code_point = first;
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4 || len < 2 || !text_is_continuation(p[1]))
        return 0;
    if (first < 0xE0) {
        *code_point = (first & 0x1Fu) << 6 | (p[1] & 0x3Fu);
        return 2;
    }
    if (len < 3 || !text_is_continuation(p[2]))
        return 0;
    if (first < 0xF0) {
        *code_point = (first & 0x0Fu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
        return *code_point < 0x800 || (*code_point >= 0xD800 && *code_point <= 0xDFFF)
                   ? 0
                   : 3;
    }
    if (len < 4 || !text_is_continuation(p[3]))
        return 0;
    *code_point = (first & 0x07u) << 18 | (p[1] & 0x3Fu) << 12 | (p[2] & 0x3Fu) << 6 |
                  (p[3] & 0x3Fu);
    return *code_point < 0x10000 || *code_point > 0x10FFFF ? 0 : 4;
}

size_t ptc_utf8_encode(uint32_t code_point, char out[4])
{
    if (code_point < 0x80) {
        out[0] = (char)code_point;
        return 1;
    }
    if (code_point < 0x800) {
        out[0] = (char)(0xC0u | code_point >> 6);
        out[1] = (char)(0x80u | (code_point & 0x3Fu));
        return 2;
    }
    if (code_point < 0x10000) {
        out[0] = (char)(0xE0u | code_point >> 12);
        out[1] = (char)(0x80u | (code_point >> 6 & 0x3Fu));
        out[2] = (char)(0x80u | (code_point & 0x3Fu));
        return 3;
    }
    out[0] = (char)(0xF0u | code_point >> 18);
    out[1] = (char)(0x80u | (code_point >> 12 & 0x3Fu));
    out[2] = (char)(0x80u | (code_point >> 6 & 0x3Fu));
    out[3] = (char)(0x80u | (code_point & 0x3Fu));
    return 4;
}

/* The number of bytes, in steps of eight, that are ASCII from `text` on. */
static size_t text_ascii_run(const char *text, size_t len)
{
    size_t i = 0;

    for (; i + 8 <= len; i += 8) {
        uint64_t word;

        memcpy(&word, text + i, 8);
        if (word & 0x8080808080808080u)
            break;
    }
    return i;
}

size_t ptc_utf8_check(const char *text, size_t len)
{
    size_t i = text_ascii_run(text, len);

    while (i < len) {
        uint32_t code_point;
        size_t used = ptc_utf8_decode(text + i, len - i, &code_point);

        if (used == 0)
            return i;
        i += used;
        if (used == 1 && len - i >= 8)
            i += text_ascii_run(text + i, len - i);
    }
    return len;
}

size_t ptc_utf8_count(const char *text, size_t len)
{
    size_t count = 0;
    size_t i = 0;

    /* Bit 0 of every byte: whether it is not a continuation byte 10xxxxxx. */
    for (; i + 8 <= len; i += 8) {
        uint64_t word;

        memcpy(&word, text + i, 8);
        word = (~word >> 7 | word >> 6) & 0x0101010101010101u;
        count += (size_t)(word * 0x0101010101010101u >> 56);
    }
    for (; i < len; i++)
        count += text_is_continuation((unsigned char)text[i]) ? 0 : 1;
    return count;
}

size_t ptc_utf8_prefix(const char *text, size_t len, size_t count)
{
    size_t i = 0;

    while (i < len) {
        if (!text_is_continuation((unsigned char)text[i]) && count-- == 0)
            return i;
        i++;
    }
    return len;
}

/* --- growing text --------------------------------------------------------------- */

void ptc_text_init(ptc_text *text, ptc_arena *arena)
{
    static const char empty[] = "";

    *text = (ptc_text){.arena = arena, .ptr = (char *)(uintptr_t)empty};
}

/* Makes room for what does not fit; false when that is refused. */
static PTC_COLD bool text_grow(ptc_text *text, size_t len)
{
    void *bytes = text->capacity > 0 ? text->ptr : NULL;

    if (text->failed)
        return false;
    if (text->arena == NULL)
        ptc_misuse("ptc_text_extend",
                   "the text has no arena; start it with ptc_text_init");
    if (text->arena == NULL || len > SIZE_MAX - 1 - text->len ||
        !ptc_arena_reserve(text->arena, &bytes, &text->capacity, text->len,
                           text->len + len + 1, 1)) {
        text->failed = true;
        return false;
    }
    text->ptr = bytes;
    return true;
}

static inline char *text_extend(ptc_text *text, size_t len)
{
    char *place;

    if ((len >= text->capacity - text->len || text->failed) && !text_grow(text, len))
        return NULL;
    place = text->ptr + text->len;
    text->len += len;
    text->ptr[text->len] = '\0';
    return place;
}

char *ptc_text_extend(ptc_text *text, size_t len)
{
    return text_extend(text, len);
}

void ptc_text_cut(ptc_text *text, size_t len)
{
    if (len >= text->len)
        return;
    text->len = len;
    text->ptr[len] = '\0';
}

void ptc_text_bytes(ptc_text *text, const char *bytes, size_t len)
{
    char *place = text_extend(text, len);

    if (place != NULL && len != 0)
        memcpy(place, bytes, len);
}

void ptc_text_byte(ptc_text *text, char byte)
{
    char *place = text_extend(text, 1);

    if (place != NULL)
        *place = byte;
}

void ptc_text_str(ptc_text *text, ptc_str view)
{
    ptc_text_bytes(text, view.ptr, view.len);
}

void ptc_text_cstr(ptc_text *text, const char *string)
{
    ptc_text_str(text, ptc_str_of(string));
}

void ptc_text_int(ptc_text *text, int64_t value)
{
    char digits[PTC_NUMBER_MAX];

    ptc_text_bytes(text, digits, ptc_number_write_int(value, digits));
}

void ptc_text_uint(ptc_text *text, uint64_t value)
{
    char digits[PTC_NUMBER_MAX];

    ptc_text_bytes(text, digits, ptc_number_write_uint(value, digits));
}

void ptc_text_repeat(ptc_text *text, char byte, size_t count)
{
    char *place = ptc_text_extend(text, count);

    if (place != NULL)
        memset(place, byte, count);
}

/* --- formats -------------------------------------------------------------------- */

/* One directive of the small printf; `at` comes after its '%'. Returns what follows. */
static const char *text_format_one(ptc_text *text, const char *at, va_list *arguments)
{
    if (strncmp(at, ".*s", 3) == 0) {
        int len = va_arg(*arguments, int);
        const char *string = va_arg(*arguments, const char *);

        ptc_text_bytes(text, string, len > 0 ? (size_t)len : 0);
        return at + 3;
    }
    if (strncmp(at, "zu", 2) == 0) {
        ptc_text_uint(text, va_arg(*arguments, size_t));
        return at + 2;
    }
    if (strncmp(at, "lld", 3) == 0) {
        ptc_text_int(text, va_arg(*arguments, long long));
        return at + 3;
    }
    if (strncmp(at, "llu", 3) == 0) {
        ptc_text_uint(text, va_arg(*arguments, unsigned long long));
        return at + 3;
    }
    switch (*at) {
    case 's':
        ptc_text_cstr(text, va_arg(*arguments, const char *));
        break;
    case 'd':
        ptc_text_int(text, va_arg(*arguments, int));
        break;
    case 'u':
        ptc_text_uint(text, va_arg(*arguments, unsigned));
        break;
    case 'c':
        ptc_text_byte(text, (char)va_arg(*arguments, int));
        break;
    case '\0':
        return at;
    default:
        ptc_text_byte(text, *at);
        break;
    }
    return at + 1;
}

void ptc_text_format(ptc_text *text, const char *format, va_list *arguments)
{
    while (*format != '\0') {
        size_t plain = strcspn(format, "%");

        ptc_text_bytes(text, format, plain);
        format += plain;
        if (*format == '%')
            format = text_format_one(text, format + 1, arguments);
    }
}
