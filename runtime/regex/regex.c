/* SPDX-License-Identifier: MIT */
/*
 * Patterns of the regular subset: compiling them to tables, and searching with those
 * tables. See <ptc/regex.h>; the stages are described in regex_int.h.
 */
#include "regex/regex_int.h"

/* Memory that compiling one pattern may take on the way, given back at the end. */
#define SCRATCH_CAP ((size_t)256 << 20)
enum { PATTERN_LENGTH_MAX = 65535 };

static ptc_status regex_build(ptc_arena *scratch, ptc_arena *arena, ptc_str text,
                              ptc_dfa *out, ptc_regex_error *error)
{
    regex_pattern pattern;
    regex_nfa nfa;
    ptc_status status;

    memset(&pattern, 0, sizeof pattern);
    pattern.arena = scratch;
    status = ptc_regex_parse(&pattern, text, error);
    if (status != PTC_OK && status != PTC_ERROR_RANGE)
        return status;
    if (status == PTC_OK)
        status = ptc_regex_nfa_build(&pattern, scratch, &nfa);
    if (status == PTC_OK)
        status = ptc_regex_dfa_build(&nfa, scratch, arena, out);
    if (status == PTC_ERROR_RANGE)
        ptc_regex_fail(error, status, 0,
                       "the pattern needs too many states; make it shorter");
    else if (status != PTC_OK)
        ptc_regex_fail(error, status, 0, "out of memory");
    return status;
}

ptc_status ptc_regex_compile(ptc_arena *arena, ptc_str pattern, ptc_dfa *out,
                             ptc_regex_error *error)
{
    ptc_arena own;
    ptc_status status;

    memset(out, 0, sizeof *out);
    if (error != NULL)
        *error = (ptc_regex_error){.message = {"", 0}};
    if (pattern.len > PATTERN_LENGTH_MAX)
        return ptc_regex_fail(error, PTC_ERROR_RANGE, 0,
                              "the pattern is longer than 65535 bytes");
    /* In caller memory there is only one place to work in. */
    if (arena->allocator.allocate == NULL)
        return regex_build(arena, arena, pattern, out, error);
    ptc_arena_init(&own, &arena->allocator, SCRATCH_CAP);
    status = regex_build(&own, arena, pattern, out, error);
    ptc_arena_free(&own);
    return status;
}

bool ptc_regex_search(const ptc_dfa *dfa, const char *text, size_t len)
{
    const uint8_t *classes = dfa->classes;
    const uint16_t *next = dfa->next;
    const uint8_t *accepts = dfa->accepts;
    size_t class_count = dfa->class_count;
    size_t state = dfa->start;

    for (size_t i = 0; i < len; i++) {
        if (accepts[state] & 1)
            return true;
        if (state == 0)
            return false;
        state = next[state * class_count + classes[(unsigned char)text[i]]];
    }
    return accepts[state] != 0;
}
