/* SPDX-License-Identifier: MIT */
/*
 * Patterns of contracts, compiled to tables: text -> tree (regex_parse.c) -> NFA over
 * bytes (regex_nfa.c) -> minimal DFA (regex_dfa.c, regex_minimise.c). See <ptc/regex.h>
 * for the dialect's promises and docs/internals/regex.md for the reasons. Patterns of
 * programs are another dialect and are in lisp/text.
 *
 * It depends only on base. Nothing in it is mutually recursive; the tree is folded with a
 * stack.
 */
#ifndef PTC_REGEX_INT_H
#define PTC_REGEX_INT_H

#include <ptc/regex.h>

/* The blanks of ECMAScript, and so of JSON Schema, that \s of contracts does not have. */
#define PTC_REGEX_MORE_BLANKS                                                            \
    "\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF"

/* --- Tree -------------------------------------------------------------------------- */

typedef struct regex_range {
    uint32_t low; /* code points, inclusive */
    uint32_t high;
} regex_range;

typedef struct regex_class {
    regex_range *ranges; /* sorted, disjoint, not adjacent; no surrogates */
    size_t count;
    size_t capacity;
} regex_class;

typedef enum regex_tree_kind {
    REGEX_EMPTY,
    REGEX_CLASS,         /* one code point of a class */
    REGEX_SEQUENCE,      /* left then right */
    REGEX_CHOICE,        /* left or right */
    REGEX_REPEAT,        /* left, low to high times; high REGEX_UNBOUNDED */
    REGEX_BEGIN,         /* ^ \A */
    REGEX_END,           /* $ \z */
    REGEX_WORD_EDGE,     /* \b */
    REGEX_NOT_WORD_EDGE, /* \B */
} regex_tree_kind;

#define REGEX_UNBOUNDED UINT32_MAX

typedef struct regex_tree {
    uint8_t kind;
    uint32_t left; /* indices into regex_pattern.trees */
    uint32_t right;
    uint32_t low;
    uint32_t high;
    uint32_t class_index; /* index into regex_pattern.classes */
} regex_tree;

/* A parsed pattern. Children have lower indices than their parents. */
typedef struct regex_pattern {
    ptc_arena *arena;
    regex_tree *trees;
    size_t tree_count;
    size_t tree_capacity;
    regex_class *classes;
    size_t class_count;
    size_t class_capacity;
    uint32_t root;
    bool has_word_edges;
} regex_pattern;

ptc_status ptc_regex_parse(regex_pattern *pattern, ptc_str text, ptc_regex_error *error);

/* Fills `error` (may be NULL) and returns `status`. */
ptc_status ptc_regex_fail(ptc_regex_error *error, ptc_status status, size_t offset,
                          const char *message);

/* Adds low..high; the class is normalised by ptc_regex_class_finish. False: no memory. */
bool ptc_regex_class_add(ptc_arena *arena, regex_class *set, uint32_t low, uint32_t high);
void ptc_regex_class_finish(regex_class *set);
bool ptc_regex_class_negate(ptc_arena *arena, regex_class *set);

/* Adds all code points of a general category ("L", "Lu", ...) or one of Java's names for
 * ASCII classes ("Alpha", ...). PTC_ERROR_SYNTAX: there is no class of that name. */
ptc_status ptc_regex_class_add_property(ptc_arena *arena, regex_class *set, ptc_str name);

/* --- NFA --------------------------------------------------------------------------- */

/* A step of a class: bytes low..high lead to node `target` of the class's tree of UTF-8
 * sequences, or, if target is REGEX_DONE, after the class. */
typedef struct regex_edge {
    uint8_t low;
    uint8_t high;
    uint16_t target;
} regex_edge;

#define REGEX_DONE UINT16_MAX

typedef enum regex_state_kind {
    REGEX_STATE_STEP,  /* edges; targets are states base + target, or next */
    REGEX_STATE_SPLIT, /* next and other, without consuming */
    REGEX_STATE_EDGE,  /* next, if the assertion holds here */
    REGEX_STATE_MATCH,
} regex_state_kind;

typedef struct regex_state {
    uint8_t kind;
    uint8_t assertion; /* regex_tree_kind of an EDGE */
    uint16_t edge_count;
    uint32_t next;
    uint32_t other;
    uint32_t base;
    const regex_edge *edges;
} regex_state;

/* States that an NFA may have; more is "too complex". */
#define REGEX_NFA_MAX 60000

typedef struct regex_nfa {
    regex_state *states;
    size_t count;
    size_t capacity;
    uint32_t start;
    bool has_word_edges;
} regex_nfa;

ptc_status ptc_regex_nfa_build(const regex_pattern *pattern, ptc_arena *scratch,
                               regex_nfa *out);

/* --- DFA --------------------------------------------------------------------------- */

/* Sets of NFA states with their transitions, before minimisation. */
typedef struct regex_subsets {
    ptc_arena *scratch;
    const uint32_t *next;   /* set * class_count + class */
    const uint8_t *accepts; /* by set, as in ptc_dfa */
    const uint8_t *classes; /* by byte */
    uint32_t class_count;
    uint32_t count;
    uint32_t start;
} regex_subsets;

#define REGEX_STATE_DEAD 0 /* the empty set */

/* Makes the minimal automaton; its tables are allocated in `arena`, all else in
 * scratch. */
ptc_status ptc_regex_minimise(const regex_subsets *subsets, ptc_arena *arena,
                              ptc_dfa *out);

/* Builds the minimal DFA; its tables are allocated in `arena`, all else in `scratch`. */
ptc_status ptc_regex_dfa_build(const regex_nfa *nfa, ptc_arena *scratch, ptc_arena *arena,
                               ptc_dfa *out);

#endif
