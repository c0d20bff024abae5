/* SPDX-License-Identifier: MIT */
/*
 * Private to pattern.c and pattern_match.c, the two files that know PCRE2: the cache of
 * compiled patterns, and their variants.
 */
#ifndef PTC_LISP_PATTERN_CODE_H
#define PTC_LISP_PATTERN_CODE_H

#include "lisp/text/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

enum {
    PATTERN_SLOTS = 64,
    PATTERN_MATCHES = 100000, /* calls within a match from one place */
    PATTERN_DEPTH = 1000,
    PATTERN_HEAP_KIB = 4096,  /* more than PATTERN_DEPTH frames of any pattern need */
    PATTERN_MEMORY = 8 << 20, /* bytes of all patterns, machine code and frames */
    PATTERN_FAST_AFTER = 16,  /* searches before machine code is worthwhile */
    PATTERN_GROUPS = 129,     /* with the whole match: 256 bytes have no more */
    PATTERN_NEAR_MOST = 512,  /* bytes of a window that is searched at once */
    PATTERN_NEAR_LEAST = 64,
    PATTERN_FAR = 8192,         /* bytes that a match from one place may take at once */
    PATTERN_LOOK_WORK = 1 << 19 /* bound of the calls between two checks of the clock */
};

/*
 * LATER: for places after the one where a search begins, which only \G distinguishes.
 * WATCHED: with callouts that count the work; CUT: and with repeats that reach a callout
 * regularly, however far they extend.
 */
enum {
    PATTERN_WHOLE = 1,
    PATTERN_UTF = 2,
    PATTERN_LATER = 4,
    PATTERN_WATCHED = 8,
    PATTERN_CUT = 16, /* also watched */
    PATTERN_VARIANTS = 32
};

typedef struct pattern_slot pattern_slot;

typedef struct pattern_code {
    pattern_slot *slot;
    pcre2_code *code;
    unsigned variant;
    uint32_t uses;
    size_t fast_size; /* bytes of machine code */
    uint32_t
        fast; /* PCRE2_JIT_..: the kinds of matching that machine code was made for */
    uint32_t tried;   /* and was requested for */
    size_t near_size; /* bytes in which a match may be tried from all places before the
                         clock is checked; 0: none */
    size_t far_size;  /* and from one place; within them no limit is reached */
    ptc_pattern_plan plan; /* the numbers of it */
} pattern_code;

struct pattern_slot {
    bool is_used;
    uint32_t length;
    uint32_t groups;
    uint32_t size; /* of the plan */
    uint64_t used; /* when: a count of uses of all */
    pattern_code *codes[PATTERN_VARIANTS];
    char source[PTC_PATTERN_MAX];
};

typedef struct pattern_cache {
    ptc_patterns functions; /* lisp->patterns points here */
    ptc_allocator allocator;
    size_t memory;
    pcre2_general_context *general;
    pcre2_compile_context *compiling;
    pcre2_match_context *matching;
    pcre2_match_data *match;
    bool has_offset_limit; /* is set in `matching` */
    uint32_t limit;        /* of calls, set in `matching` */
    ptc_lisp *lisp;        /* that searches */
    size_t seen_at;        /* where the last callout was */
    size_t work;           /* counted by callouts since the last check of the clock */
    size_t work_done;      /* and before it, in this match */
    uint64_t uses;
    pattern_slot slots[PATTERN_SLOTS];
} pattern_cache;

PTC_INLINE pattern_cache *ptc_pattern_cache(const ptc_lisp *lisp)
{
    return (pattern_cache *)(void *)lisp->patterns;
}

/* --- pattern.c --- */

/* The slot of the regex. */
pattern_slot *ptc_pattern_slot(ptc_lisp *lisp, const ptc_value *regex);

/* The code of the variant; raises when it cannot be compiled. */
pattern_code *ptc_pattern_code(ptc_lisp *lisp, pattern_slot *slot, unsigned variant);

/* Drops all except `kept`, which may be NULL. */
void ptc_pattern_drop_others(pattern_cache *cache, const pattern_slot *kept);

/* The limit on the work of a match from one place in that many bytes, in calls of PCRE2's
 * interpreter. */
double ptc_pattern_work(const ptc_pattern_plan *plan, double length);

/* --- pattern_match.c --- */

void ptc_pattern_start(ptc_lisp *lisp, ptc_search *search, const ptc_value *regex,
                       const ptc_value *string, bool is_whole);
bool ptc_pattern_next(ptc_lisp *lisp, ptc_search *search);
uint32_t ptc_pattern_group(const ptc_search *search, ptc_str name);
/* Counts work, ends matches whose time is over: the callout of `matching`. */
int ptc_pattern_callout(pcre2_callout_block *block, void *user);

#endif
