/* SPDX-License-Identifier: MIT */
/*
 * Skips values without making them: undeclared parts are still read to the last byte, and
 * its keys are compared. See ptc_scan_skip in <ptc/scan.h>.
 *
 * Keys wait on the scratch stack until their object ends. Containers recurse; the depth
 * of the scan bounds that.
 */
#include "json/json_int.h"

static const unsigned char *skip_value(ptc_scan *scan, const unsigned char *p);

/* The place after the opening bracket at `p`, and blanks. */
static const unsigned char *skip_open(ptc_scan *scan, const unsigned char *p)
{
    if (PTC_UNLIKELY(scan->depth == 0))
        return ptc_scan_fail(scan, p, PTC_ERROR_DEPTH, "nested too deeply");
    scan->depth--;
    return ptc_scan_blanks(p + 1);
}

/* The place after the closing bracket at `p`, where the text must go on. */
static const unsigned char *skip_close(ptc_scan *scan, const unsigned char *p)
{
    scan->depth++;
    return ptc_scan_close(scan, p + 1);
}

static const unsigned char *skip_expected(ptc_scan *scan, const unsigned char *p)
{
    return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX, "expected ',' or a closing bracket");
}

/* The place after a value, and blanks. */
static const unsigned char *skip_element(ptc_scan *scan, const unsigned char *p)
{
    p = skip_value(scan, p);
    return p != NULL ? ptc_scan_blanks(p) : NULL;
}

static const unsigned char *skip_list(ptc_scan *scan, const unsigned char *p)
{
    p = skip_open(scan, p);
    if (p != NULL && *p == ']')
        return skip_close(scan, p);
    while (p != NULL) {
        p = skip_element(scan, p);
        if (p == NULL || *p == ']')
            return p != NULL ? skip_close(scan, p) : NULL;
        p = *p == ',' ? ptc_scan_blanks(p + 1) : skip_expected(scan, p);
    }
    return NULL;
}

/* The same with a key before it, which goes onto the stack. */
static const unsigned char *skip_member(ptc_scan *scan, const unsigned char *p)
{
    ptc_str key;
    void *place;

    if (PTC_UNLIKELY(*p != '"'))
        return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX, "expected a key in quotes");
    p = ptc_scan_key(scan, p + 1, &key);
    if (PTC_UNLIKELY(p == NULL))
        return NULL;
    place = ptc_scan_push(scan, sizeof key);
    if (PTC_UNLIKELY(place == NULL))
        return NULL;
    memcpy(place, &key, sizeof key); /* what lies below may be of any size */
    return skip_element(scan, p);
}

/* At the end of an object whose keys lie on the stack from `base` on. */
static const unsigned char *skip_end(ptc_scan *scan, const unsigned char *p, size_t base)
{
    size_t count = (scan->stack_used - base) / sizeof(ptc_str);

    if (!ptc_scan_keys(scan, p, scan->stack + base, sizeof(ptc_str), count))
        return NULL;
    scan->stack_used = base;
    return skip_close(scan, p);
}

static const unsigned char *skip_map(ptc_scan *scan, const unsigned char *p)
{
    size_t base = scan->stack_used;

    p = skip_open(scan, p);
    if (p != NULL && *p == '}')
        return skip_close(scan, p);
    while (p != NULL) {
        p = skip_member(scan, p);
        if (p == NULL || *p == '}')
            return p != NULL ? skip_end(scan, p, base) : NULL;
        p = *p == ',' ? ptc_scan_blanks(p + 1) : skip_expected(scan, p);
    }
    return NULL;
}

static const unsigned char *skip_value(ptc_scan *scan, const unsigned char *p)
{
    ptc_value ignored;
    ptc_str text;

    if (*p == '"')
        return ptc_scan_string(scan, p + 1, &text);
    if (*p == '{')
        return skip_map(scan, p);
    return *p == '[' ? skip_list(scan, p) : ptc_scan_scalar(scan, p, &ignored);
}

const unsigned char *ptc_scan_skip(ptc_scan *scan, const unsigned char *p)
{
    ptc_arena_mark mark = ptc_arena_place(scan->arena);
    const unsigned char *stack = scan->stack;
    size_t used = scan->stack_used;

    p = skip_value(scan, ptc_scan_blanks(p));
    scan->stack_used = used;
    /* An arena in caller memory may have had to lend the stack from after the mark. */
    if (scan->stack == stack || scan->arena->allocator.allocate != NULL)
        ptc_arena_rewind(scan->arena, mark);
    return p;
}
