/* SPDX-License-Identifier: MIT */
/*
 * Source texts: their places and diagnostics, EDN, and forms, what all readers of schemas
 * and files read. The lexer of programs is here as well, next to the one of EDN whose
 * rules it shares (edn.re).
 *
 * It depends on base, and json for forms that are spelled in JSON. Nothing in it is
 * mutually recursive.
 */
#ifndef PTC_EDN_INT_H
#define PTC_EDN_INT_H

#include <ptc/form.h>

/* --- edn/edn.re --------------------------------------------------------------------- */

/* ORDER TOKEN: edn_read.c distinguishes openers, closers, prefixes, atoms and faults by
 * it.
 */
typedef enum ptc_edn_token {
    PTC_EDN_END,
    PTC_EDN_OPEN_LIST,
    PTC_EDN_OPEN_VECTOR,
    PTC_EDN_OPEN_MAP,
    PTC_EDN_OPEN_SET,
    PTC_EDN_CLOSE_LIST,
    PTC_EDN_CLOSE_VECTOR,
    PTC_EDN_CLOSE_MAP,
    PTC_EDN_DISCARD, /* #_ */
    PTC_EDN_META,    /* ^ */
    PTC_EDN_TAG,     /* #name */
    PTC_EDN_NIL,
    PTC_EDN_TRUE,
    PTC_EDN_FALSE,
    PTC_EDN_INT,
    PTC_EDN_HEX,
    PTC_EDN_FLOAT,
    PTC_EDN_EXACT,     /* 5N, 1.5M, 1/3: numbers that are only kept */
    PTC_EDN_SPECIAL,   /* ##Inf and the like, of any name */
    PTC_EDN_STRING,    /* with its quotes */
    PTC_EDN_CHARACTER, /* \a \newline \u0041, of any name */
    PTC_EDN_REGEX,     /* #"..." */
    PTC_EDN_KEYWORD,   /* with its colon */
    PTC_EDN_SYMBOL,
    /* Everything else: */
    PTC_EDN_OPEN_STRING, /* the opening quote of a string or pattern without an end */
    PTC_EDN_OPEN_REGEX,
    PTC_EDN_ZERO_FIRST, /* 017 */
    PTC_EDN_BAD_NUMBER, /* 1abc */
    PTC_EDN_BAD_KEYWORD,
    PTC_EDN_BAD_BLANK, /* a blank that is not plain, U+00A0 and others */
    PTC_EDN_BAD_BYTE,
} ptc_edn_token;

/* Text is valid UTF-8 and followed by a NUL byte at `limit`; a NUL inside is a bad byte.
 */
typedef struct ptc_edn_lexer {
    const unsigned char *token;  /* where the last token begins */
    const unsigned char *cursor; /* where it ends, and the next one is looked for */
    const unsigned char *limit;
} ptc_edn_lexer;

/* The next token, after blanks and comments. */
ptc_edn_token ptc_edn_lex(ptc_edn_lexer *lexer);

/* ORDER TOKEN: lisp/read/read.c distinguishes openers and closers from others by it.
 * [ptc-lisp 2]
 */
typedef enum ptc_program_token {
    PTC_PROGRAM_END,
    PTC_PROGRAM_OPEN_LIST,
    PTC_PROGRAM_OPEN_VECTOR,
    PTC_PROGRAM_OPEN_MAP,
    PTC_PROGRAM_OPEN_SET,
    PTC_PROGRAM_OPEN_SHORT, /* #( */
    PTC_PROGRAM_CLOSE_LIST,
    PTC_PROGRAM_CLOSE_VECTOR,
    PTC_PROGRAM_CLOSE_MAP,
    PTC_PROGRAM_SYMBOL,    /* without a slash, or the slash alone */
    PTC_PROGRAM_QUALIFIED, /* ns/name */
    PTC_PROGRAM_KEYWORD,   /* with its colon */
    PTC_PROGRAM_INT,
    PTC_PROGRAM_STRING, /* with its quotes; without escapes */
    PTC_PROGRAM_NIL,
    PTC_PROGRAM_TRUE,
    PTC_PROGRAM_FALSE,
    PTC_PROGRAM_HEX,
    PTC_PROGRAM_FLOAT,
    PTC_PROGRAM_RATIO,   /* of integers */
    PTC_PROGRAM_SPECIAL, /* ##Inf and the like, of any name */
    PTC_PROGRAM_ESCAPED, /* a string with escapes */
    PTC_PROGRAM_REGEX,
    PTC_PROGRAM_CHARACTER,  /* of any name */
    PTC_PROGRAM_ODD_SYMBOL, /* with code points beyond ASCII, or no symbol */
    PTC_PROGRAM_VAR,        /* #' before a name */
    PTC_PROGRAM_QUOTE,
    PTC_PROGRAM_DISCARD,
    PTC_PROGRAM_META,
    /* Everything else: */
    PTC_PROGRAM_OPEN_STRING, /* the opening quote of a string or pattern without an end */
    PTC_PROGRAM_OPEN_REGEX,
    PTC_PROGRAM_BAD_NUMBER,
    PTC_PROGRAM_BAD_KEYWORD,
    PTC_PROGRAM_BAD_DISPATCH, /* # and what it comes before */
    PTC_PROGRAM_BAD_BYTE,
} ptc_program_token;

/* The next token of a program. */
ptc_program_token ptc_program_lex(ptc_edn_lexer *lexer);

/* --- edn/edn_literal.c -------------------------------------------------------------- */

/* The reading of one form. */
typedef struct ptc_edn_reader {
    ptc_forms *forms;
    ptc_diags *diags;
    ptc_edn_lexer lexer;
    uint32_t open;    /* innermost open form, 0: none */
    bool has_stopped; /* after a fault that reading cannot go on from */
    bool is_program;  /* strings keep unknown escapes as written [ptc-lisp 2] */
} ptc_edn_reader;

uint32_t ptc_edn_offset(const ptc_edn_reader *reader, const unsigned char *at);
ptc_span ptc_edn_span(const ptc_edn_reader *reader);
ptc_str ptc_edn_token_text(const ptc_edn_reader *reader);

/* The token for a message; empty when no more errors are stored. */
const char *ptc_edn_quote_token(const ptc_edn_reader *reader);

/* Reports that memory is used up, and stops the reading. */
void ptc_edn_too_large(ptc_edn_reader *reader);

/* The content of a string, pattern or character token; those of \u and octal undone. */
ptc_str ptc_edn_string(ptc_edn_reader *reader);
ptc_str ptc_edn_regex(ptc_edn_reader *reader);
ptc_str ptc_edn_character(ptc_edn_reader *reader);

/* Sets the number of a form whose text is the token's, without a plus sign. */
void ptc_edn_number(ptc_edn_reader *reader, ptc_edn_token token, ptc_form *form);

/*
 * Reads the escape at `text` (a backslash and `len` - 1 >= 1 more bytes) into a code
 * point; the bytes used, 0 for an escape that does not exist. A \u surrogate without its
 * other half gives its own number, 0xD800 to 0xDFFF.
 */
size_t ptc_edn_escape(const char *text, size_t len, uint32_t *code_point);

/* --- edn/edn_write.c ---------------------------------------------------------------- */

/* Whether a keyword of that name can be written with a colon. */
bool ptc_edn_can_spell_keyword(ptc_str name);

/* --- edn/form_json.c ---------------------------------------------------------------- */

/* Reads forms->source as JSON and makes forms of it like ptc_form_from_json, with their
 * spans; 0 after an error, which is then in `diags`. */
uint32_t ptc_form_read_json(ptc_forms *forms, ptc_diags *diags);

/* The same with all strings as strings, keys too. */
uint32_t ptc_form_read_json_plain(ptc_forms *forms, ptc_diags *diags);

/* --- edn/diag_fix.c ----------------------------------------------------------------- */

/* Appends the text that fixes the fault if it replaces the span, or nothing. */
void ptc_diag_write_fix(ptc_text *out, const ptc_diag *diag);

/* --- edn/diag.c --------------------------------------------------------------------- */

/* How many diagnostics there are. */
typedef struct ptc_diags_mark {
    size_t count;
    size_t errors;
    size_t warnings;
} ptc_diags_mark;

/* The diagnostics of a caller, who may pass NULL: then `*own` counts them and stores
 * nothing, and quotes are made in `arena`. */
ptc_diags *ptc_diags_given(ptc_diags *given, ptc_diags *own, ptc_arena *arena);

ptc_diags_mark ptc_diags_place(const ptc_diags *diags);
/* Discards the diagnostics added since then. */
void ptc_diags_rewind(ptc_diags *diags, ptc_diags_mark mark);

/* How many columns of a terminal the code point fills: 0, 1 or 2. */
size_t ptc_utf8_columns(uint32_t code_point);

#endif
