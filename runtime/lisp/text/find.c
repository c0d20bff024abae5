/* SPDX-License-Identifier: MIT */
/*
 * Finds a string in another, in linear time and without memory, for any two strings:
 * programs choose both.
 *
 * Short parts are searched by their first byte. Longer ones use the two-way algorithm
 * (Crochemore and Perrin 1991): the part is cut at a critical place; its right half is
 * compared forwards, then the left half backwards, and a mismatch says how far to go on.
 * To find the last occurrence, both strings are read from their ends.
 */
#include "lisp/heap/heap_int.h"
#include "lisp/text/text_int.h"

enum {
    FIND_SHORT = 8,       /* bytes of a part that need no two-way search */
    FIND_STRIDE = 0x4000, /* bytes that are read between two checks of the clock */
};

/* Counts the work since the last check of the clock. */
static void find_spend(ptc_lisp *lisp, size_t *spent, size_t count)
{
    *spent += count;
    if (PTC_UNLIKELY(*spent >= FIND_STRIDE)) {
        ptc_lisp_look(lisp);
        *spent = 0;
    }
}

/* Bytes in the direction of the search: [i] is first[i * step]. */
typedef struct find_view {
    const unsigned char *first;
    ptrdiff_t step;
    size_t len;
} find_view;

static find_view find_view_of(ptc_str text, bool is_backward)
{
    const unsigned char *bytes = (const unsigned char *)text.ptr;

    if (is_backward && text.len > 0)
        return (find_view){bytes + (text.len - 1), -1, text.len};
    return (find_view){bytes, 1, text.len};
}

static unsigned char find_at(find_view view, size_t i)
{
    return view.first[(ptrdiff_t)i * view.step];
}

/* The start of the greatest suffix by the order of bytes, or the opposite order, and the
 * period of that suffix. */
static size_t find_greatest_suffix(ptc_lisp *lisp, find_view part, bool is_opposite,
                                   size_t *period)
{
    size_t before = SIZE_MAX; /* the byte before the suffix; -1 at first */
    size_t j = 0;
    size_t k = 1;
    size_t p = 1;
    size_t spent = 0;

    while (j + k < part.len) {
        find_spend(lisp, &spent, 1);
        unsigned char a = find_at(part, j + k);
        unsigned char b = find_at(part, before + k);

        if (a == b) {
            if (k != p) {
                k++;
            } else {
                j += p;
                k = 1;
            }
        } else if ((a < b) != is_opposite) {
            j += k;
            k = 1;
            p = j - before;
        } else {
            before = j++;
            k = p = 1;
        }
    }
    *period = p;
    return before + 1;
}

void ptc_finder_init(ptc_lisp *lisp, ptc_finder *finder, ptc_str part, bool is_backward)
{
    find_view view = find_view_of(part, is_backward);
    size_t period;
    size_t opposite_period;
    size_t suffix;
    size_t opposite;

    *finder = (ptc_finder){.part = part, .lisp = lisp, .is_backward = is_backward};
    if (part.len <= FIND_SHORT)
        return;
    suffix = find_greatest_suffix(lisp, view, false, &period);
    opposite = find_greatest_suffix(lisp, view, true, &opposite_period);
    finder->cut = suffix > opposite ? suffix : opposite;
    finder->period = suffix > opposite ? period : opposite_period;
    finder->is_periodic = true;
    for (size_t i = 0; i < finder->cut && finder->is_periodic; i++)
        finder->is_periodic = find_at(view, i) == find_at(view, i + finder->period);
    if (!finder->is_periodic) {
        size_t right = part.len - finder->cut;

        finder->period = (finder->cut > right ? finder->cut : right) + 1;
    }
}

/* The first place from `i` on where the part differs from the text at `at`. */
static size_t find_difference(const ptc_finder *finder, find_view text, find_view part,
                              size_t at, size_t i, size_t *spent)
{
    while (i < part.len) {
        size_t end = part.len - i > FIND_STRIDE ? i + FIND_STRIDE : part.len;
        size_t start = i;

        while (i < end && find_at(part, i) == find_at(text, at + i))
            i++;
        find_spend(finder->lisp, spent, i - start + 1);
        if (i < end)
            break;
    }
    return i;
}

static size_t find_two_way(const ptc_finder *finder, find_view text, find_view part)
{
    size_t known = 0; /* bytes at the start of a periodic part that are known to match */
    size_t at = 0;
    size_t spent = 0;

    while (part.len <= text.len && at <= text.len - part.len) {
        size_t i = finder->cut > known ? finder->cut : known;

        i = find_difference(finder, text, part, at, i, &spent);
        if (i < part.len) {
            at += i - finder->cut + 1;
            known = 0;
            continue;
        }
        i = finder->cut;
        while (i > known && find_at(part, i - 1) == find_at(text, at + i - 1)) {
            find_spend(finder->lisp, &spent, 1);
            i--;
        }
        if (i <= known)
            return at;
        at += finder->period;
        known = finder->is_periodic ? part.len - finder->period : 0;
    }
    return SIZE_MAX;
}

static bool find_is_at(ptc_str text, ptc_str part, size_t at)
{
    return memcmp(text.ptr + at, part.ptr, part.len) == 0;
}

static size_t find_short(ptc_lisp *lisp, ptc_str text, ptc_str part)
{
    size_t spent = 0;
    const char *p = text.ptr;
    size_t last; /* the last place where the part can be */

    if (part.len == 0)
        return 0;
    if (part.len > text.len)
        return SIZE_MAX;
    last = text.len - part.len;
    while (p != NULL && (size_t)(p - text.ptr) <= last) {
        p = memchr(p, part.ptr[0], last + 1 - (size_t)(p - text.ptr));
        if (p != NULL && find_is_at(text, part, (size_t)(p - text.ptr)))
            return (size_t)(p - text.ptr);
        find_spend(lisp, &spent, 4);
        p = p != NULL ? p + 1 : NULL;
    }
    return SIZE_MAX;
}

static size_t find_short_last(ptc_lisp *lisp, ptc_str text, ptc_str part)
{
    size_t spent = 0;

    if (part.len > text.len)
        return SIZE_MAX;
    for (size_t at = text.len - part.len + 1; at-- > 0;) {
        if (find_is_at(text, part, at))
            return at;
        find_spend(lisp, &spent, 4);
    }
    return SIZE_MAX;
}

size_t ptc_finder_next(const ptc_finder *finder, ptc_str text)
{
    ptc_str part = finder->part;
    size_t at;

    if (part.len == 0)
        return finder->is_backward ? text.len : 0;
    if (part.len <= FIND_SHORT)
        return finder->is_backward ? find_short_last(finder->lisp, text, part)
                                   : find_short(finder->lisp, text, part);
    at = find_two_way(finder, find_view_of(text, finder->is_backward),
                      find_view_of(part, finder->is_backward));
    if (at == SIZE_MAX || !finder->is_backward)
        return at;
    return text.len - at - part.len;
}

size_t ptc_text_find(ptc_lisp *lisp, ptc_str text, ptc_str part)
{
    ptc_finder finder;

    ptc_finder_init(lisp, &finder, part, false);
    return ptc_finder_next(&finder, text);
}
