/* SPDX-License-Identifier: MIT */
/*
 * The reader of headers in C: lexer (prototype.re), annotated declarations of a file
 * (prototype_scan.c), what a comment says (prototype_comment.c), the grammar of
 * prototypes (prototype_grammar.y, prototype_parse.c), types (prototype_types.c), the
 * door (prototype.c).
 *
 * Only what has an annotation is parsed. It touches generator/dialect/source,
 * tool/common, contract, contract/signature, normal, edn and base. The parser that Lemon
 * makes and the constructors call each other: one honest circle.
 */
#ifndef PTCC_PROTOTYPE_INT_H
#define PTCC_PROTOTYPE_INT_H

#include "generator/dialect/source/source_int.h"

/* --- prototype.re ------------------------------------------------------------------- */

/* Tokens besides those of the grammar. */
enum {
    PROTOTYPE_COMMENT = 100, /* of stars */
    PROTOTYPE_LINE,          /* a comment of slashes */
    PROTOTYPE_DIRECTIVE,     /* a line with `#` */
    PROTOTYPE_STRING,
    PROTOTYPE_LB,
    PROTOTYPE_RB,
    PROTOTYPE_LC,
    PROTOTYPE_RC,
    PROTOTYPE_SEMICOLON,
    PROTOTYPE_OTHER,
};

typedef struct prototype_lexer {
    const unsigned char *text;
    const unsigned char *limit; /* a NUL is there */
    const unsigned char *cursor;
    const unsigned char *token;
} prototype_lexer;

typedef struct prototype_token {
    int code; /* 0: the end */
    uint32_t start;
    uint32_t end;
} prototype_token;

prototype_token prototype_next(prototype_lexer *lexer);
prototype_lexer prototype_lexer_at(ptc_str text, size_t offset);

/* --- prototype_scan.c --------------------------------------------------------------- */

/* A comment with an annotation, and the declaration after it. */
typedef struct prototype_item {
    ptc_span comment;
    ptc_span name;      /* after `@ptc` */
    ptc_span signature; /* after that; empty: there is none */
    ptc_span declaration;
} prototype_item;

typedef struct prototype_file {
    prototype_item *items;
    size_t count;
    size_t capacity;
    char *text; /* the file's, with what frames the lines of its comments blank */
} prototype_file;

void prototype_scan(ptc_contract_reading *reading, size_t file);

/* Reports a fault of an annotation or a prototype. */
ptc_diag *prototype_fault(ptc_contract_reading *reading, ptc_span span,
                          const char *format, ...) PTC_PRINTF(3, 4);
const char *prototype_quote(ptc_contract_reading *reading, ptc_span span);

/* --- prototype_comment.c ------------------------------------------------------------ */

/* Makes what frames the lines of a comment blank: `*`, `//` and the like. */
void prototype_mask(char *text, ptc_span comment);

/* Finds `@ptc NAME SIGNATURE` in a masked comment of a text with a NUL after it, which
 * is as it was then; false when there is none. The name is empty when there is no name.
 */
bool prototype_find(char *masked, size_t len, prototype_item *item);

/* Attaches to a drafted function what else its comment says: the description, those of
 * parameters, and which come from the context. */
void prototype_describe(ptc_contract_reading *reading, ptc_str text,
                        const prototype_item *item, ptc_draft_ref function);

/* --- prototype_types.c -------------------------------------------------------------- */

enum {
    PROTOTYPE_PARAMETERS = 128, /* of a function */
};

/* A type as it is spelled: words, then stars, then words. */
typedef struct prototype_spelling {
    ptc_span span;
    ptc_span words; /* first part */
    ptc_span last;  /* its last word */
    uint32_t count; /* of these words */
    uint32_t stars;
    ptc_span behind; /* the last word after the stars; empty: none */
    bool is_other;   /* an array, a pointer to a function */
    bool is_ellipsis;
} prototype_spelling;

/* The parsing of one prototype. */
typedef struct prototype_parsing {
    ptc_contract_reading *reading;
    ptc_str text;
    const prototype_item *item;
    prototype_spelling head; /* result and name */
    prototype_spelling parameters[PROTOTYPE_PARAMETERS];
    size_t count;
    bool is_read;
    bool is_given_up;
} prototype_parsing;

/* The text of a span. */
PTC_INLINE ptc_str prototype_slice(const prototype_parsing *cx, ptc_span span)
{
    return ptc_str_make(cx->text.ptr + span.start, span.end - span.start);
}

/* --- prototype_parse.c -------------------------------------------------------------- */

/* What the grammar calls. */
void prototype_give_up(prototype_parsing *cx, prototype_token token);
prototype_spelling prototype_word(prototype_token word);
prototype_spelling prototype_join(prototype_spelling words, prototype_token word);
prototype_spelling prototype_point(prototype_spelling words, uint32_t stars,
                                   prototype_spelling behind);
prototype_spelling prototype_other(prototype_spelling words, prototype_token end);
void prototype_parameter(prototype_parsing *cx, prototype_spelling spelling);
void prototype_done(prototype_parsing *cx, prototype_spelling head);

/* Parses the declaration; false after a fault. */
bool prototype_parse_item(prototype_parsing *cx);

/* --- prototype_types.c -------------------------------------------------------------- */

/* Makes the prototype of what was parsed; false when memory was refused. */
bool prototype_make(const prototype_parsing *cx, ptc_prototype *out);

/* The draft of a function by the prototype; 0 after faults. */
ptc_draft_ref prototype_derive(const prototype_parsing *cx, const ptc_prototype *made);

/* --- prototype_grammar.y ------------------------------------------------------------ */

void prototype_parse(void *parser, int code, prototype_token token);
void prototype_parseInit(void *parser, prototype_parsing *cx);
void prototype_parseFinalize(void *parser);
int prototype_parseFallback(int code);
void *prototype_parser_new(prototype_parsing *cx, ptc_arena *arena);

#endif
