/* SPDX-License-Identifier: MIT */
/*
 * Searching by regular expressions. [ptc-lisp 12]
 *
 * A regex value is its source. Its compiled code is in a cache of the context,
 * lisp->patterns, which finds it again by the source; the boxed source remembers its
 * place in the cache. So values own no compiled code.
 *
 * Only the functions of lisp->patterns, which is set when a regex value is made, use
 * PCRE2. Functions on text reach it only through them, so that a program with only
 * literal strings does not link it.
 */
#ifndef PTC_LISP_PATTERN_H
#define PTC_LISP_PATTERN_H

#include <ptc/gen_lisp.h>

#include "lisp/heap/heap_int.h"

enum { PTC_PATTERN_MAX = 256 }; /* bytes of a source */

/* The matches in a text, one after the other. Invalid after a safepoint, and when another
 * search begins; `at` is where to continue with a new one. */
typedef struct ptc_search {
    ptc_str text;        /* the string */
    const size_t *spans; /* of the last match: its start and end, then those of the
                            groups, SIZE_MAX where one did not match */
    uint32_t groups;     /* that the pattern has */
    size_t at;           /* where the next match may begin; SIZE_MAX: nowhere */
    void *code;          /* private to pattern.c */
} ptc_search;

typedef struct ptc_patterns ptc_patterns;

struct ptc_patterns {
    void (*close)(ptc_lisp *lisp);
    /* Begins a search; `is_whole`: for a match of the whole text. */
    void (*start)(ptc_lisp *lisp, ptc_search *search, const ptc_value *regex,
                  const ptc_value *string, bool is_whole);
    /* The next match, if any. A step for it and for each KiB; raises when the pattern is
     * too complex. */
    bool (*next)(ptc_lisp *lisp, ptc_search *search);
    /* The number of the group of that name, or 0. */
    uint32_t (*group)(const ptc_search *search, ptc_str name);
};

/* --- pattern.c, or pattern_none.c in builds without PCRE2 -------------------------- */

/* The fault of a pattern, from byte `at` of its source on. */
typedef struct ptc_pattern_fault {
    size_t at;
    const char *text; /* NULL: nothing; constant or in the run's arena */
} ptc_pattern_fault;

/* ptc_pattern_open, of <ptc/gen_lisp.h>, sets lisp->patterns, which is NULL; raises. */

/* Makes lisp->patterns able to search by the pattern; false when it is faulty. `*cost`:
 * its size with all repetitions of groups written out, whether it was compiled now or
 * earlier. */
bool ptc_pattern_prepare(ptc_lisp *lisp, ptc_str source, ptc_pattern_fault *fault,
                         uint32_t *cost);

/* --- text_pattern.c ---------------------------------------------------------------- */

PTC_INLINE ptc_boxed *ptc_regex_boxed(const ptc_value *regex)
{
    return (ptc_boxed *)(void *)regex->as.object;
}

PTC_INLINE bool ptc_is_regex(const ptc_value *value)
{
    return (unsigned)value->kind == PTC_REGEX;
}

/* The value of re-find for the match: a string, or [match group ..]. `string` is the
 * searched string. */
ptc_value ptc_search_result(ptc_lisp *lisp, const ptc_search *search,
                            const ptc_value *string);

/* split, re-split; replace and replace-first of a string by a regex: `args` are string,
 * regex and replacement. */
ptc_value ptc_text_split_by(ptc_lisp *lisp, const ptc_value *string,
                            const ptc_value *regex, int64_t limit);
ptc_value ptc_text_replace_by(ptc_lisp *lisp, const ptc_value *callee,
                              const ptc_value *args, bool is_first);

/* --- pattern_java.c ---------------------------------------------------------------- */

/* A pattern in PCRE2's syntax, and facts about matching it. */
typedef struct ptc_pattern_plan {
    ptc_str text;
    uint32_t groups;
    bool has_start;   /* has \G, which means where the search began */
    bool is_bounded;  /* no group repeats: `repeats` and so on bound the work */
    uint32_t repeats; /* of characters, which multiply each other */
    uint32_t linear;  /* of characters that the next one stops */
    uint32_t items;   /* everything else */
    uint32_t scans;   /* that may read many characters */
    uint32_t size;    /* of the matched items, counting each repetition of a group */
    double factor;    /* paths through alternatives */
    uint16_t (
        *origins)[2]; /* places in `text` and of the source they come from, rising */
    size_t origin_count;
} ptc_pattern_plan;

/*
 * WATCHED: callouts are at places that PCRE2 passes whenever it tries something again, so
 * that between two of them it does little more than read the characters of one repeat or
 * reference. CUT: no repeat takes more than PTC_PATTERN_RUN at once.
 *
 * A callout's number: AFTER a repeat, or in a group; BEFORE + n: before up to 2^n
 * characters; REFERENCE: before a repeated group.
 */
enum { PTC_PATTERN_PLAIN, PTC_PATTERN_WATCHED, PTC_PATTERN_CUT };
enum { PTC_PATTERN_RUN = 65535 };
enum { PTC_CALLOUT_AFTER = 1, PTC_CALLOUT_REFERENCE = 2, PTC_CALLOUT_BEFORE = 16 };

typedef struct ptc_pattern_options {
    bool is_ascii;  /* for texts of ASCII, matched by bytes; else for UTF-8 */
    bool is_later;  /* for places after the one where a search began: \G does not match */
    unsigned watch; /* one of the above */
} ptc_pattern_options;

/*
 * Translates Java's regular expressions: everything that PCRE2 reads differently is
 * rewritten, and syntax that only PCRE2 has is a fault. PCRE2 takes `.` as any
 * character. False with a fault, or without one when the arena refused.
 */
bool ptc_pattern_translate(ptc_arena *arena, ptc_str source, ptc_pattern_options options,
                           ptc_pattern_plan *plan, ptc_pattern_fault *fault);

/* --- pattern_chars.c --------------------------------------------------------------- */

/* A set of characters: ranges, and properties that PCRE2 knows; or a pattern of one
 * character, where these two cannot express it. */
typedef struct ptc_chars {
    uint32_t (*ranges)[2]; /* rising, none touching another */
    size_t count;
    size_t capacity;
    ptc_str more;    /* properties in their form inside brackets */
    bool is_negated; /* everything except ranges and `more` */
    ptc_str pattern; /* not empty: instead of the others */
} ptc_chars;

typedef struct ptc_chars_maker {
    ptc_arena *arena;
    bool is_ascii; /* characters beyond ASCII are not written */
    bool failed;   /* no memory */
} ptc_chars_maker;

void ptc_chars_add(ptc_chars_maker *maker, ptc_chars *chars, uint32_t low, uint32_t high);
/* Adds ASCII letters in the other case. */
void ptc_chars_fold(ptc_chars_maker *maker, ptc_chars *chars);
void ptc_chars_negate(ptc_chars_maker *maker, ptc_chars *chars);
void ptc_chars_union(ptc_chars_maker *maker, ptc_chars *chars, ptc_chars other);
void ptc_chars_intersect(ptc_chars_maker *maker, ptc_chars *chars, ptc_chars other);
void ptc_chars_write(ptc_chars_maker *maker, ptc_chars *chars, ptc_text *out);
/* Which ASCII characters are in it; false when that is not known. */
bool ptc_chars_ascii(ptc_chars_maker *maker, ptc_chars *chars, uint64_t bits[2]);

/* \d \w \s \h \v: false for another letter. `is_unicode`: flag U. */
bool ptc_chars_of_letter(ptc_chars_maker *maker, uint32_t letter, bool is_unicode,
                         ptc_chars *out);
/* The property of that name, as in \p{name}; false when there is none. */
bool ptc_chars_of_property(ptc_chars_maker *maker, ptc_str name, bool is_unicode,
                           ptc_chars *out);

#endif
