/* SPDX-License-Identifier: MIT */
/*
 * The name that was meant by an unknown one: of builtins, of the program, of tools, of
 * data. [ptc-lisp 4]
 *
 * A name in another spelling, groupBy for group-by, is found whatever its length. Beyond
 * that one is guessed only where it is likely. Short words resemble each other too much
 * for one byte to be replaced: foo is not for, but mpa is map.
 */
#include "base/base_int.h"

enum {
    NEAR_GUESS_MIN = 3, /* bytes of a name that a guess is made for */
    NEAR_LONG_MIN = 5,  /* bytes of a name that may have replaced bytes */
    NEAR_EDITS_MAX = 3,
};

/* The next significant byte of a name, in lower case; 0 at its end. */
static char near_next(ptc_str *rest)
{
    while (rest->len > 0) {
        char byte = *rest->ptr++;

        rest->len--;
        if (byte >= 'A' && byte <= 'Z')
            return (char)(byte + ('a' - 'A'));
        if (byte != '-' && byte != '_' && byte != '?' && byte != '!')
            return byte;
    }
    return '\0';
}

static bool near_is_spelling(ptc_str a, ptc_str b)
{
    size_t same = 0;

    for (;; same++) {
        char byte = near_next(&a);

        if (byte != near_next(&b))
            return false;
        if (byte == '\0')
            return same > 1;
    }
}

ptc_near ptc_near_start(ptc_str name)
{
    size_t limit = name.len < NEAR_GUESS_MIN ? 0 : name.len / 3;
    ptc_near near = {name, {"", 0}, 0, false};

    near.limit = limit > NEAR_EDITS_MAX ? NEAR_EDITS_MAX : (unsigned)limit;
    return near;
}

/* Whether the one edit of a short name is likely: a missing byte, or two that are
 * exchanged, so that their sum is the same. */
static bool near_is_slip(ptc_str name, ptc_str candidate)
{
    unsigned sum = 0;

    if (name.len >= NEAR_LONG_MIN)
        return true;
    if (name.len != candidate.len)
        return name.len < candidate.len;
    for (size_t i = 0; i < name.len; i++)
        sum += (unsigned char)name.ptr[i] - (unsigned)(unsigned char)candidate.ptr[i];
    return sum == 0;
}

void ptc_near_consider(ptc_near *near, ptc_str candidate)
{
    unsigned edits;

    if (near->is_sure)
        return;
    if (near_is_spelling(near->name, candidate)) {
        near->best = candidate;
        near->is_sure = true;
        return;
    }
    if (near->limit == 0)
        return;
    edits = ptc_str_distance(near->name, candidate, near->limit);
    if (edits > 0 && edits <= near->limit && near_is_slip(near->name, candidate)) {
        near->best = candidate;
        near->limit = edits - 1;
    }
}

void ptc_near_write(ptc_text *text, ptc_str name)
{
    if (name.len > 0) {
        ptc_text_cstr(text, ". Did you mean: ");
        ptc_text_str(text, name);
    }
}
