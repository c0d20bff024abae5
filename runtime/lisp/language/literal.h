/* SPDX-License-Identifier: MIT */
/* Names among the literals of a table: builtins.def, specials.def. */
#ifndef PTC_LISP_LITERAL_H
#define PTC_LISP_LITERAL_H

#include <ptc/text.h>

/*
 * Names are found among literals by length, then by their first eight bytes as a number;
 * compilers make a decision tree of such comparisons.
 */
#define PTC_LITERAL_BYTE(text, i)                                                        \
    (sizeof(text) > (i) + 1u ? (unsigned char)(text)[sizeof(text) > (i) ? (i) + 0u : 0u] \
                             : 0u)
#define PTC_LITERAL_WORD(text)                                                           \
    ((uint64_t)PTC_LITERAL_BYTE(text, 0) | (uint64_t)PTC_LITERAL_BYTE(text, 1) << 8 |    \
     (uint64_t)PTC_LITERAL_BYTE(text, 2) << 16 |                                         \
     (uint64_t)PTC_LITERAL_BYTE(text, 3) << 24 |                                         \
     (uint64_t)PTC_LITERAL_BYTE(text, 4) << 32 |                                         \
     (uint64_t)PTC_LITERAL_BYTE(text, 5) << 40 |                                         \
     (uint64_t)PTC_LITERAL_BYTE(text, 6) << 48 |                                         \
     (uint64_t)PTC_LITERAL_BYTE(text, 7) << 56)

/* Whether a name of more than eight bytes ends like a literal of the same length. */
#define PTC_LITERAL_ENDS(name, text)                                                     \
    (memcmp((name).ptr + 8, (text) + (sizeof(text) > 8 ? 8 : 0), (name).len - 8) == 0)

PTC_INLINE uint64_t ptc_literal_load(ptc_str name)
{
    uint64_t word = 0;
    size_t count = name.len < 8 ? name.len : 8;

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (count == 8) {
        memcpy(&word, name.ptr, 8);
        return word;
    }
    if (count >= 4) {
        uint32_t first;
        uint32_t last;

        memcpy(&first, name.ptr, 4);
        memcpy(&last, name.ptr + count - 4, 4);
        return first | (uint64_t)last << 8 * (count - 4);
    }
#endif
    for (size_t i = 0; i < count; i++)
        word |= (uint64_t)(unsigned char)name.ptr[i] << 8 * i;
    return word;
}

#endif
