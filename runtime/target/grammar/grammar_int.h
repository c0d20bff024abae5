/* SPDX-License-Identifier: MIT */
/*
 * Grammars, whatever their syntax: rules are built as trees of a few kinds (grammar.c)
 * from a schema (grammar_schema.c), a pattern (grammar_regex.c) or an agent's language
 * (agent/grammar), and printed (grammar_print.c) as GBNF (grammar_gbnf.c) or Lark
 * (grammar_lark.c).
 *
 * It depends on schema, regex, json and base. Printing a part prints its parts, at most
 * PTC_GRAMMAR_DEPTH levels deep (grammar_print.c).
 */
#ifndef PTC_GRAMMAR_INT_H
#define PTC_GRAMMAR_INT_H

#include "base/base_int.h"
#include "regex/regex_int.h"
#include "schema/schema_int.h"

#include <ptc/grammar.h>
#include <ptc/target_limits.h>

/* The kind of a grammar part. */
typedef enum ptc_grammar_kind {
    PTC_GRAMMAR_EMPTY,
    PTC_GRAMMAR_TEXT,     /* these bytes, UTF-8 */
    PTC_GRAMMAR_CLASS,    /* one code point of a class */
    PTC_GRAMMAR_SEQUENCE, /* children, one after the other */
    PTC_GRAMMAR_CHOICE,   /* one of the children */
    PTC_GRAMMAR_REPEAT,   /* the child, low to high times */
    PTC_GRAMMAR_RULE,     /* what a rule says */
} ptc_grammar_kind;

/* A part; numbers are indices into ptc_grammar.items, of which 0 is EMPTY. Shared parts
 * are printed where they are used. */
typedef uint32_t ptc_grammar_part;

/* Levels of parts in parts; deeper ones become their own rules. */
#define PTC_GRAMMAR_DEPTH 40

/* Limit on repetitions of one {m,n}; more become groups of that many. [emitters 6] */
#define PTC_GRAMMAR_GROUP 100

/* Repetitions that can be written so. */
#define PTC_GRAMMAR_REPEAT_MAX                                                           \
    ((uint32_t)(PTC_GRAMMAR_GROUP * (PTC_LIMIT_GBNF_REPEAT - 100)))

/* What stands for a part in memory; private to grammar.c and the printers. */
typedef struct ptc_grammar_item {
    uint8_t kind;
    uint8_t depth;
    uint32_t low;    /* REPEAT; RULE: its number */
    uint32_t high;   /* REPEAT */
    uint32_t count;  /* of children or ranges */
    uint32_t groups; /* rules that GBNF's reader makes up for it */
    uint32_t size;   /* bytes that it has in print, about */
    union {
        const char *text; /* `size_t` of it in text_len */
        const regex_range *ranges;
        const ptc_grammar_part *parts; /* REPEAT: one */
    } as;
    size_t text_len;
} ptc_grammar_item;

/* A rule of a grammar. */
typedef struct ptc_grammar_rule {
    ptc_str name;          /* lower-case with dashes; unique */
    ptc_str comment;       /* the place in the contract; empty: none */
    ptc_grammar_part body; /* EMPTY until it is set */
    bool is_lexeme;        /* Lark: one token, printed as a terminal */
} ptc_grammar_rule;

/* Rules that many contracts use, made when they are first asked for. */
typedef enum ptc_grammar_shared {
    PTC_GRAMMAR_WS,
    PTC_GRAMMAR_COMMA, /* Lark: one lexeme with the blank */
    PTC_GRAMMAR_COLON,
    PTC_GRAMMAR_CHAR,   /* of a string in JSON, between the quotes */
    PTC_GRAMMAR_STRING, /* of any length up to max_string */
    PTC_GRAMMAR_INT,    /* up to 18 digits */
    PTC_GRAMMAR_NUMBER,
    PTC_GRAMMAR_BOOL,
    PTC_GRAMMAR_DECIMAL,
    PTC_GRAMMAR_DATE,     /* with quotes, as the next ones */
    PTC_GRAMMAR_DATETIME, /* with an offset */
    PTC_GRAMMAR_KEYWORD,
    PTC_GRAMMAR_ANY,
    PTC_GRAMMAR_ARRAY,
    PTC_GRAMMAR_OBJECT,
    PTC_GRAMMAR_SHARED_COUNT,
} ptc_grammar_shared;

/* A grammar in the making. Memory is the arena's; what it refuses shows in `failed`, and
 * every call may go on after that. */
typedef struct ptc_grammar {
    ptc_arena *arena;
    ptc_grammar_item *items;
    size_t item_count;
    size_t item_capacity;
    ptc_grammar_rule *rules;
    size_t rule_count;
    size_t rule_capacity;
    ptc_names names;   /* of rules */
    ptc_names numbers; /* the last number after a name */
    ptc_names known;   /* rules by what they say, as "int-1-to-5" */
    uint32_t shared[PTC_GRAMMAR_SHARED_COUNT]; /* rules, one more than their numbers */
    ptc_grammar_syntax syntax;
    uint32_t max_string;
    bool failed;
} ptc_grammar;

/* --- grammar.c ---------------------------------------------------------------------- */

/* `options` says the syntax and max_string; NULL: as if all zero. */
void ptc_grammar_init(ptc_grammar *grammar, ptc_arena *arena,
                      const ptc_grammar_options *options);

/* Parts. Lists and texts are copied. A text, sequence or class without anything is EMPTY;
 * sequences and choices of one part are that part, those in others become part of them.
 * `high` REGEX_UNBOUNDED: any number of times. A class is sorted and without surrogates,
 * as ptc_regex_class_finish leaves it. */
ptc_grammar_part ptc_grammar_text(ptc_grammar *grammar, ptc_str text);
ptc_grammar_part ptc_grammar_class(ptc_grammar *grammar, const regex_range *ranges,
                                   size_t count);
ptc_grammar_part ptc_grammar_sequence(ptc_grammar *grammar, const ptc_grammar_part *parts,
                                      size_t count);
ptc_grammar_part ptc_grammar_choice(ptc_grammar *grammar, const ptc_grammar_part *parts,
                                    size_t count);
ptc_grammar_part ptc_grammar_repeat(ptc_grammar *grammar, ptc_grammar_part part,
                                    uint32_t low, uint32_t high);
ptc_grammar_part ptc_grammar_use(ptc_grammar *grammar, uint32_t rule);

/* Shorthand for the same. */
#define PTC_GRAMMAR_TEXT_OF(grammar, literal) ptc_grammar_text(grammar, PTC_STR(literal))
#define PTC_GRAMMAR_SEQUENCE_OF(grammar, ...)                                            \
    ptc_grammar_sequence(grammar, (const ptc_grammar_part[]){__VA_ARGS__},               \
                         sizeof((const ptc_grammar_part[]){__VA_ARGS__}) /               \
                             sizeof(ptc_grammar_part))
#define PTC_GRAMMAR_CHOICE_OF(grammar, ...)                                              \
    ptc_grammar_choice(grammar, (const ptc_grammar_part[]){__VA_ARGS__},                 \
                       sizeof((const ptc_grammar_part[]){__VA_ARGS__}) /                 \
                           sizeof(ptc_grammar_part))
ptc_grammar_part ptc_grammar_optional(ptc_grammar *grammar, ptc_grammar_part part);

/* A class by its members: "a-zA-Z0-9_"; a '-' at the end is itself. ASCII alone. */
ptc_grammar_part ptc_grammar_class_of(ptc_grammar *grammar, const char *members);

/* Whether this many repetitions of a part are written in groups. Many characters are, so
 * that texts do not need a rule for each. An element that may be in two groups costs an
 * engine twice as much, and in nested lists twice as much at each level, so other parts
 * are grouped only if necessary.
 */
bool ptc_grammar_is_grouped(const ptc_grammar *grammar, ptc_grammar_part part,
                            uint32_t times);

/* A list of `item`s, low to high of them, with `between` between two. */
ptc_grammar_part ptc_grammar_list(ptc_grammar *grammar, ptc_grammar_part item,
                                  ptc_grammar_part between, uint32_t low, uint32_t high);

/* A new rule named like `wanted`, in lower-case with dashes and a number if the name is
 * taken; its body comes later. Both texts are copied; the comment may be empty. Returns
 * its number. */
uint32_t ptc_grammar_rule_new(ptc_grammar *grammar, ptc_str wanted, ptc_str comment);
void ptc_grammar_define(ptc_grammar *grammar, uint32_t rule, ptc_grammar_part body);

/* A rule that is one lexeme in Lark: it uses texts, classes and other lexemes, never
 * itself. The engine reads the longest lexeme that fits, like lexers: let one end where
 * what follows it cannot go on with it. */
uint32_t ptc_grammar_lexeme(ptc_grammar *grammar, const char *wanted,
                            ptc_grammar_part body);

/* Whether a part is there at all. */
PTC_INLINE bool ptc_grammar_is_empty(ptc_grammar_part part)
{
    return part == 0;
}

/* --- grammar_shared.c --------------------------------------------------------------- */

/* What a shared rule says. */
ptc_grammar_part ptc_grammar_shared_part(ptc_grammar *grammar, ptc_grammar_shared which);

/* The rule of what `key` says ("string-1-to-20"), which becomes its name; NULL when there
 * is none yet: then the caller makes it and passes it to ptc_grammar_know. */
const uint32_t *ptc_grammar_known(const ptc_grammar *grammar, ptc_str key);
uint32_t ptc_grammar_know(ptc_grammar *grammar, ptc_str key, uint32_t rule);

/* A code point of a class in a string of JSON: quotes, backslashes and controls are
 * escaped. */
ptc_grammar_part ptc_grammar_json_class(ptc_grammar *grammar, const regex_range *ranges,
                                        size_t count);

/* --- grammar_number.c --------------------------------------------------------------- */

/* Bounds from here on are held by the number of their digits alone. [emitters 6] */
#define PTC_GRAMMAR_EXACT 1000000

/* Digits of ints that have no bound. */
#define PTC_GRAMMAR_DIGITS 18

/* Ints, and numbers, within an interval (NULL: any), as one lexeme. False in `*is_exact`:
 * there are others among them. */
ptc_grammar_part ptc_grammar_integer(ptc_grammar *grammar, const ptc_interval *interval,
                                     bool *is_exact);
ptc_grammar_part ptc_grammar_number(ptc_grammar *grammar, const ptc_interval *interval,
                                    bool *is_exact);

/* --- grammar_regex.c ---------------------------------------------------------------- */

/* A number of code points. */
typedef struct ptc_grammar_length {
    uint32_t low;
    uint32_t high; /* REGEX_UNBOUNDED: any number */
} ptc_grammar_length;

/*
 * The texts that the pattern accepts, as spelled in JSON between quotes: quotes,
 * backslashes and control characters escaped. The pattern is read as the validator reads
 * it: it matches where it is found, unless it is anchored. Unbounded repetitions are
 * limited by the grammar's max_string. `*length` is the length that is wanted, and
 * becomes that of what it accepts: where that is not within what was wanted, there are
 * others. False with `*why` if a grammar cannot express the pattern.
 */
bool ptc_grammar_pattern(ptc_grammar *grammar, ptc_str pattern,
                         ptc_grammar_length *length, ptc_grammar_part *out,
                         const char **why);

/* --- grammar_schema.c --------------------------------------------------------------- */

/* The rule of values of a schema as JSON. False, and options->refuse gets the reason,
 * where there are none. */
bool ptc_grammar_schema(ptc_grammar *grammar, const ptc_schema *schema,
                        const ptc_grammar_options *options, uint32_t *rule);

/* --- grammar_print.c, grammar_gbnf.c, grammar_lark.c -------------------------------- */

/* A syntax: how its printer writes parts without other parts. */
typedef struct ptc_grammar_style {
    const char *define;  /* between name and body */
    const char *comment; /* before one */
    const char *start;   /* the name of the rule that it begins with */
    const char *nothing; /* the empty sentence */
    bool has_groups;     /* of repetitions */
    bool has_lexemes;    /* lexemes are in upper-case, names have '_' for '-' */
    void (*write_text)(ptc_text *text, ptc_str literal);
    void (*write_class)(ptc_text *text, const ptc_grammar_item *set);
} ptc_grammar_style;

/* Appends the rules that `root` needs, itself first under the name that the syntax begins
 * with, each on a line. False with `*why` when the grammar would be larger than engines
 * take; nothing is appended then. */
bool ptc_grammar_write(ptc_text *text, const ptc_grammar *grammar, uint32_t root,
                       const char **why);

/* Appends the members of a class: ranges, or after '^' what they leave out where that
 * reaches to the end of Unicode. */
void ptc_grammar_write_ranges(ptc_text *text, const ptc_grammar_item *set,
                              void (*write)(ptc_text *text, uint32_t code_point));

extern const ptc_grammar_style ptc_grammar_gbnf; /* of llama.cpp and xgrammar */
extern const ptc_grammar_style ptc_grammar_lark;

#endif
