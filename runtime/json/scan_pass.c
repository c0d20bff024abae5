/* SPDX-License-Identifier: MIT */
/*
 * Skips values by the grammar alone: for callers that hand the bytes on to a reader that
 * checks keys and numbers. One loop; an open container is a bit, set for objects.
 */
#include "json/json_int.h"

enum { PASS_BITS = 64 };

/* The containers around a place. */
typedef struct pass_nest {
    uint64_t objects[PTC_DEPTH_MAX / PASS_BITS + 1];
    int depth;
} pass_nest;

static bool pass_is_object(const pass_nest *nest)
{
    return (nest->objects[nest->depth / PASS_BITS] >> nest->depth % PASS_BITS & 1) != 0;
}

/* The place after the bracket at `p`, and blanks. */
static const unsigned char *pass_open(ptc_scan *scan, pass_nest *nest,
                                      const unsigned char *p)
{
    uint64_t bit;

    if (nest->depth >= scan->depth)
        return ptc_scan_fail(scan, p, PTC_ERROR_DEPTH, "nested too deeply");
    nest->depth++;
    bit = UINT64_C(1) << nest->depth % PASS_BITS;
    if (*p == '{')
        nest->objects[nest->depth / PASS_BITS] |= bit;
    else
        nest->objects[nest->depth / PASS_BITS] &= ~bit;
    return ptc_scan_blanks(p + 1);
}

/* The same of one that is long, or has escapes or more than ASCII; what it was decoded to
 * is forgotten. */
static const unsigned char *pass_string_rest(ptc_scan *scan, const unsigned char *p)
{
    ptc_arena_mark mark = ptc_arena_place(scan->arena);
    ptc_str text;

    p = ptc_scan_string(scan, p + 1, &text);
    ptc_arena_rewind(scan->arena, mark);
    return p;
}

/* The place after a string at `p`. */
static const unsigned char *pass_string(ptc_scan *scan, const unsigned char *p)
{
    ptc_scan_mask marks = ptc_scan_marks(p + 1);
    const unsigned char *stop = p + 1 + (marks != 0 ? ptc_scan_marked(marks) : 0);

    if (PTC_LIKELY(*stop == '"' && stop < scan->end))
        return stop + 1;
    return pass_string_rest(scan, p);
}

/* The place after a value without elements. */
static const unsigned char *pass_scalar(ptc_scan *scan, const unsigned char *p)
{
    bool is_integer;

    if (*p == '"')
        return pass_string(scan, p);
    if (ptc_scan_match(p, "true", 4) || ptc_scan_match(p, "null", 4))
        return p + 4;
    if (ptc_scan_match(p, "false", 5))
        return p + 5;
    return ptc_scan_number(scan, p, &is_integer);
}

/* The place after the key and the colon of the member at `p`. */
static const unsigned char *pass_key(ptc_scan *scan, const unsigned char *p)
{
    if (*p != '"')
        return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX, "expected a key in quotes");
    p = pass_string(scan, p);
    if (p == NULL)
        return NULL;
    p = ptc_scan_blanks(p);
    if (*p != ':')
        return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX, "expected ':' after a key");
    return ptc_scan_blanks(p + 1);
}

/* From after a value to where the next one begins, or after the outermost bracket. */
static const unsigned char *pass_behind(ptc_scan *scan, pass_nest *nest,
                                        const unsigned char *p)
{
    while (nest->depth > 0) {
        bool is_object = pass_is_object(nest);

        p = ptc_scan_close(scan, p);
        if (p == NULL)
            return NULL;
        p = ptc_scan_blanks(p);
        if (*p == ',') {
            p = ptc_scan_blanks(p + 1);
            return is_object ? pass_key(scan, p) : p;
        }
        if (*p != (is_object ? '}' : ']'))
            return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX,
                                 "expected ',' or a closing bracket");
        nest->depth--;
        p++;
    }
    return p;
}

const unsigned char *ptc_scan_pass(ptc_scan *scan, const unsigned char *p)
{
    pass_nest nest;

    nest.depth = 0;
    do {
        if (*p == '{' || *p == '[') {
            unsigned char close = *p == '{' ? '}' : ']';

            p = pass_open(scan, &nest, p);
            if (p == NULL)
                return NULL;
            if (*p != close) {
                p = close == '}' ? pass_key(scan, p) : p;
                continue;
            }
            nest.depth--;
            p++;
        } else {
            p = pass_scalar(scan, p);
        }
        p = p != NULL ? pass_behind(scan, &nest, p) : NULL;
    } while (p != NULL && nest.depth > 0);
    return p;
}
