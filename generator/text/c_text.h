/* SPDX-License-Identifier: MIT */
/* c_text.c: what may enter emitted C. See text_int.h. */
#ifndef PTCC_C_TEXT_H
#define PTCC_C_TEXT_H

#include <ptc/text.h>

/* All functions below make text in the arena that is valid C whatever the input is. A
 * refused allocation gives an empty text and stays visible in arena->failed. */

/*
 * An identifier: `prefix`, `_` (only after a prefix), then `name` in lower case, with '-'
 * and '.' as `_` and every other byte outside [a-z0-9_] as `_xHH`.
 *
 * An identifier that C, C++ or a system header uses gets a trailing `_`. One that would
 * begin with a digit or with `__` begins with `x`. Two names may become the same; the
 * caller looks for collisions.
 */
ptc_str c_ident(ptc_arena *arena, ptc_str prefix, ptc_str name);

/* The same for a name at file scope: also avoids the names of the C library and the
 * runtime (c_taken.def), by a trailing `_`. */
ptc_str c_global(ptc_arena *arena, ptc_str prefix, ptc_str name);

/* The same in upper case, for enum constants, macros and include guards. */
ptc_str c_constant(ptc_arena *arena, ptc_str prefix, ptc_str name);

/* Whether a text from the user is an identifier, and not a word of C or C++. */
bool c_is_ident(ptc_str text);

/* The operand of an #include, with its quotes. It has no escapes: c_can_include is false
 * for a name that it cannot hold. */
bool c_can_include(ptc_str name);
ptc_str c_include(ptc_arena *arena, ptc_str name);

/*
 * A string literal with its quotes.
 *
 * Bytes outside printable ASCII become octal escapes of three digits; trigraphs are
 * broken up. A text that does not fit in about 72 columns becomes several literals, one
 * per line; host_expand aligns them under the first.
 */
ptc_str c_string(ptc_arena *arena, ptc_str text);

/* The same on one line, however long. */
ptc_str c_string_line(ptc_arena *arena, ptc_str text);

/* C guarantees literals of this many bytes, with the NUL. Longer ones are in definitions
 * of their own, which begin with PTC_LONG_TEXT. */
#define C_LITERAL_MAX 4095

/* An integer constant; the smallest int64 is INT64_MIN (needs <stdint.h>). */
ptc_str c_int(ptc_arena *arena, int64_t value);
ptc_str c_uint(ptc_arena *arena, uint64_t value);

/* The shortest constant that reads back as `value`, always of type double: 0.1, 1e7,
 * -0.0. Infinities and NaN are HUGE_VAL and NAN (need <math.h>). */
ptc_str c_double(ptc_arena *arena, double value);

/*
 * Comment text: no comment marks, no trigraphs, no backslash that could end a line, no
 * control or direction-changing characters. Line breaks are kept as `\n`.
 */
ptc_str c_note(ptc_arena *arena, ptc_str text);

/* A plain decimal number, and a mask as `0x1fu`. */
ptc_str c_decimal(ptc_arena *arena, uint64_t value);
ptc_str c_bits(ptc_arena *arena, uint64_t mask);
/* A hash as 16 hexadecimal digits. */
void c_write_hash(ptc_text *out, uint64_t hash);

/* The parts in a row. */
ptc_str c_join(ptc_arena *arena, const ptc_str *parts, size_t count);
#define C_JOIN(arena, ...)                                                               \
    c_join((arena), (const ptc_str[]){__VA_ARGS__},                                      \
           sizeof((const ptc_str[]){__VA_ARGS__}) / sizeof(ptc_str))

#endif
