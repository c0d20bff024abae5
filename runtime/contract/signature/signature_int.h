/* SPDX-License-Identifier: MIT */
/*
 * The reader of signatures: lexer (signature.re), grammar (signature.y), reader
 * (read_signature.c), constructors (build_signature.c), refinements (refine_signature.c),
 * Malli inside signatures (signature_malli.c), literals of defaults
 * (signature_literal.c), wording of faults (signature_faults.c).
 *
 * It depends on base, json, edn, regex, schema, render, normal and contract/malli. The
 * parser that Lemon makes calls the constructors, which ask the reader for texts and the
 * parser for what it would accept: a deliberate cycle of these files and signature.c.
 * Nesting costs memory of the parser's stack, which has a cap, and no C stack.
 */
#ifndef PTC_SIGNATURE_INT_H
#define PTC_SIGNATURE_INT_H

#include "base/base_int.h"
#include "edn/edn_int.h"
#include "schema/schema_int.h"

#include <ptc/schema.h>

/* --- contract/signature/signature.re ------------------------------------------------ */

/* What the lexer finds next to the tokens of the grammar; above all their numbers. */
enum {
    PTC_SIG_COMMENT = 100,
    PTC_SIG_FAULT_NAME,   /* a word that is not a name: `a?`, `1a`, `-a`, `é` */
    PTC_SIG_FAULT_WORD,   /* a colon and such a word */
    PTC_SIG_FAULT_MALLI,  /* `:=`, `:a/b`, ...: a word of Malli alone */
    PTC_SIG_FAULT_COLON,  /* a colon without a word */
    PTC_SIG_FAULT_ARROW,  /* `=>` and other arrows */
    PTC_SIG_FAULT_BLANK,  /* non-breaking and other blanks */
    PTC_SIG_FAULT_QUOTE,  /* typographic quotes */
    PTC_SIG_FAULT_STRING, /* a string that the line or the text ends */
    PTC_SIG_FAULT_BYTE,   /* ill-formed UTF-8 */
    PTC_SIG_FAULT_OTHER,  /* any other character */
};

/* `text` is followed by a NUL at `limit`. */
typedef struct ptc_sig_lexer {
    const unsigned char *text;
    const unsigned char *limit;
    const unsigned char *cursor;
    const unsigned char *token; /* start of the last token; it ends at the cursor */
} ptc_sig_lexer;

/* The code of the next token: one of signature.y or of the
 * list above; 0 at the end. The bracket `[` is always LB, the mark `?` always OPT. */
int ptc_sig_lex(ptc_sig_lexer *lexer);

/* --- Tokens and the reader ---------------------------------------------------------- */

typedef struct ptc_sig_token {
    uint32_t start; /* bytes [start, end) of the source */
    uint32_t end;
    uint32_t extra; /* MALLI: the draft; DEFAULT: a draft that has the value as its
                       default, or 0; otherwise the lexer's fault, or 0 */
} ptc_sig_token;

/* An item between `[` and `]` after a type: an enum member or a check. */
typedef enum ptc_sig_item_kind {
    PTC_SIG_ITEM_NAME,    /* a: a bare word */
    PTC_SIG_ITEM_KEYWORD, /* a: `:word` */
    PTC_SIG_ITEM_STRING,  /* a: a string */
    PTC_SIG_ITEM_NUMBER,  /* a: a number */
    PTC_SIG_ITEM_COMPARE, /* a: `>`, b: a number */
    PTC_SIG_ITEM_RANGE,   /* a..b */
    PTC_SIG_ITEM_FROM,    /* a.. */
    PTC_SIG_ITEM_UP_TO,   /* ..b */
    PTC_SIG_ITEM_PATTERN, /* b: a string */
} ptc_sig_item_kind;

typedef struct ptc_sig_item_node {
    ptc_sig_item_kind kind;
    ptc_sig_token a;
    ptc_sig_token b;
} ptc_sig_item_node;

/* A bracket that is open: its kind as token code, and where it is. */
typedef struct ptc_sig_bracket {
    uint32_t start;
    int code;
} ptc_sig_bracket;

typedef struct ptc_sig {
    ptc_arena *arena; /* scratch: what is read and the draft; capped */
    ptc_draft *draft;
    ptc_diags *diags;
    ptc_str text;                    /* of diags->source, with a NUL after it */
    ptc_forms forms;                 /* of Malli schemas in it */
    const ptc_read_options *options; /* with all known type words as `types` */
    ptc_names *named; /* named types: the number of a draft node; may be NULL */
    bool keeps_names; /* named types stay words, for formatting */
    bool is_file;     /* comments are allowed, a declaration ends with its line */

    /* The reading of one signature. */
    ptc_sig_lexer lexer;
    void *parser;
    size_t parser_bytes; /* of its stack */
    uint32_t start;      /* of its first token */
    ptc_sig_token token; /* the one at hand */
    int code;            /* its code */
    ptc_sig_token last;  /* the previous one */
    int last_code;       /* 0: none */
    bool last_is_name;   /* it named a field or parameter: a type must follow */
    bool has_arrow;
    bool has_comment; /* the fault of comments in strings was reported */
    bool is_skipping; /* to the end of a faulty phrase */
    bool is_given_up;
    bool is_refused; /* memory ran out */
    size_t skip_depth;
    ptc_sig_bracket *brackets;
    size_t bracket_count;
    size_t bracket_capacity;
    ptc_sig_item_node *items; /* of the innermost refinement */
    size_t item_count;
    size_t item_capacity;
    uint32_t *name_starts; /* by draft node: where its field name is */
    size_t name_capacity;
    ptc_draft_ref result; /* the FUNCTION, or 0 */
    bool is_bare;         /* the result was written as a type alone */
    ptc_tool_words tool;  /* what a Malli function says of the tool */
} ptc_sig;

/* --- contract/signature/read_signature.c -------------------------------------------- */

/*
 * Reads one signature from `offset` on, to the end of the text or (is_file) of the
 * declaration; the lexer's cursor is then after the last token. Returns a draft FUNCTION,
 * or 0 after a fault, which was reported, or when cx->is_refused.
 */
ptc_draft_ref ptc_sig_read(ptc_sig *cx, size_t offset);

/* Reads all of cx->text as a signature or a Malli schema, EDN or JSON. */
ptc_draft_ref ptc_sig_read_text(ptc_sig *cx);

/* A lexer in text with a NUL after it; where text starts, after a byte order mark;
 * whether a declaration's `name(` or `name =` is at `start`. */
ptc_sig_lexer ptc_sig_lexer_at(ptc_str text, size_t offset);
uint32_t ptc_sig_text_start(ptc_str text);
bool ptc_sig_is_head(ptc_str text, uint32_t start);

size_t ptc_sig_memory_cap(const ptc_read_options *options);

/* A reader that works in `arena`, which the draft does as well. */
void ptc_sig_init(ptc_sig *cx, ptc_arena *arena, ptc_draft *draft,
                  const ptc_read_options *options);

/* Makes `source` the one that is read, and reports ill-formed UTF-8 in it. False when it
 * is too large (reported) or memory was refused. */
bool ptc_sig_enter(ptc_sig *cx, const ptc_source *source);

/* The next token of a literal inside `depth` brackets of its own; 0, and the lexer stays
 * where it is, when the signature ends before it. */
int ptc_sig_next_in_literal(ptc_sig *cx, size_t depth, ptc_sig_token *token);

/* A token's text. */
ptc_str ptc_sig_text(const ptc_sig *cx, ptc_sig_token token);

/* Memory for lempar's stack; NULL when refused. */
void *ptc_sig_stack_grow(ptc_sig *cx, void *old, size_t size);
void ptc_sig_stack_drop(ptc_sig *cx, void *old);
void ptc_sig_no_memory(ptc_sig *cx);
void ptc_sig_give_up(ptc_sig *cx);

/* --- contract/signature/signature_malli.c ------------------------------------------- */

/* Whether a Malli schema follows the `[` that was just read, and reading it: the token at
 * hand becomes MALLI and the lexer goes on after it. False when not even a form could be
 * read. */
bool ptc_sig_begins_malli(const ptc_sig *cx);
bool ptc_sig_read_malli(ptc_sig *cx);

/* Whether the text at `offset` is the JSON form of a Malli schema: `["map", ...`; and
 * reading all of cx->text as that. */
bool ptc_sig_begins_json(ptc_str text, size_t offset);
ptc_draft_ref ptc_sig_read_json(ptc_sig *cx);

/* Makes a draft node a reference to the named type `name` that the ptc_sig `user` knows;
 * false when there is none. */
bool ptc_sig_find_named(ptc_draft *draft, ptc_draft_ref ref, ptc_str name, void *user);

/* --- contract/signature/signature_literal.c ----------------------------------------- */

/* Reads the value after the `=` at hand, which becomes one token with it; the lexer goes
 * on after it. A fault is reported, and the token then has no value; false: nor does it
 * end where the value does, and the phrase is to be given up. */
bool ptc_sig_read_literal(ptc_sig *cx);

/* --- signature.y -------------------------------------------------------------------- */

void *ptc_sig_parser_new(ptc_sig *cx, ptc_arena *arena);
bool ptc_sig_parser_accepts(const void *parser, int code);
bool ptc_sig_parser_dropped(void *parser, int code);

/* What lempar defines. */
void ptc_sig_parse(void *parser, int code, ptc_sig_token token);
void ptc_sig_parseInit(void *parser, ptc_sig *cx);
void ptc_sig_parseFinalize(void *parser);
int ptc_sig_parseFallback(int code);

/* --- contract/signature/signature_faults.c ------------------------------------------ */

/* Whether another error needs texts: they cost time in the length of the source, and
 * hostile text must not cost that more than twenty times. */
bool ptc_sig_is_telling(const ptc_sig *cx);

/* "3:15", and the quoted text of a token; empty when not reporting. */
const char *ptc_sig_place(ptc_sig *cx, uint32_t offset);
const char *ptc_sig_quote(ptc_sig *cx, ptc_sig_token token);
/* The same in quotes; a string has its own. */
const char *ptc_sig_shown(ptc_sig *cx, ptc_sig_token token);

ptc_span ptc_sig_span(ptc_sig_token token);

void ptc_sig_syntax_error(ptc_sig *cx, int code, ptc_sig_token token);
void ptc_sig_fault_token(ptc_sig *cx, int code, ptc_sig_token token);
void ptc_sig_fault_name(ptc_sig *cx, ptc_sig_token token);
void ptc_sig_fault_optional(ptc_sig *cx, ptc_sig_token token);
void ptc_sig_fault_unclosed(ptc_sig *cx, ptc_sig_bracket bracket, ptc_sig_token at);
void ptc_sig_fault_stray(ptc_sig *cx, ptc_sig_token token);
void ptc_sig_fault_too_large(ptc_sig *cx);

/* Whether a comment as in C or SQL begins at `start`; and reporting that it is not one
 * here. */
bool ptc_sig_is_foreign_comment(ptc_str text, uint32_t start);
void ptc_sig_fault_foreign_comment(ptc_sig *cx, ptc_span span);

/* Reports every run of ill-formed bytes of a source. */
void ptc_sig_check_encoding(ptc_diags *diags, ptc_str text);

/* --- contract/signature/foreign_tell.c ---------------------------------------------- */

/*
 * Tells faulty text from `start` on, of which faults were found since `mark`, as one
 * fault if it is a declaration as another language writes it, with how it is written
 * here; these faults are forgotten then. False: they are kept.
 */
bool ptc_sig_explain_foreign(ptc_sig *cx, uint32_t start, ptc_diags_mark mark);

/* --- contract/signature/build_signature.c ------------------------------------------- */

/* Whether `word` (without colon) names a built-in type. */
bool ptc_sig_is_type_word(ptc_str word);

void ptc_sig_output(ptc_sig *cx, ptc_draft_ref type);
void ptc_sig_function(ptc_sig *cx, ptc_draft_ref inputs, ptc_draft_ref type);
void ptc_sig_missing_arrow(ptc_sig *cx, ptc_draft_ref type);
void ptc_sig_loose_inputs(ptc_sig *cx, ptc_draft_ref type, ptc_sig_token arrow);
ptc_draft_ref ptc_sig_map(ptc_sig *cx, ptc_sig_token open, ptc_draft_ref map,
                          ptc_sig_token close);
ptc_draft_ref ptc_sig_first(ptc_sig *cx, ptc_draft_ref entry);
ptc_draft_ref ptc_sig_next(ptc_sig *cx, ptc_draft_ref map, ptc_draft_ref entry);
ptc_draft_ref ptc_sig_missing_comma(ptc_sig *cx, ptc_draft_ref map, ptc_draft_ref entry);
ptc_draft_ref ptc_sig_field(ptc_sig *cx, ptc_sig_token name, ptc_draft_ref type);
ptc_draft_ref ptc_sig_default(ptc_sig *cx, ptc_sig_token name, ptc_draft_ref type,
                              ptc_sig_token value);
ptc_draft_ref ptc_sig_union(ptc_sig *cx, ptc_draft_ref a, ptc_draft_ref b);
ptc_draft_ref ptc_sig_nullable(ptc_sig *cx, ptc_draft_ref type, ptc_sig_token mark);
ptc_draft_ref ptc_sig_unchecked(ptc_sig *cx, ptc_draft_ref base);
ptc_draft_ref ptc_sig_refine(ptc_sig *cx, ptc_draft_ref base, ptc_sig_token close);
ptc_draft_ref ptc_sig_word(ptc_sig *cx, ptc_sig_token word);
ptc_draft_ref ptc_sig_malli(ptc_sig *cx, ptc_sig_token malli);
ptc_draft_ref ptc_sig_list(ptc_sig *cx, ptc_sig_token open, ptc_draft_ref item,
                           ptc_sig_token close);
ptc_draft_ref ptc_sig_long_list(ptc_sig *cx, ptc_sig_token open, ptc_draft_ref second,
                                ptc_sig_token close);
ptc_draft_ref ptc_sig_empty_list(ptc_sig *cx, ptc_sig_token open, ptc_sig_token close);
void ptc_sig_items_begin(ptc_sig *cx, ptc_sig_token open);
void ptc_sig_item(ptc_sig *cx, ptc_sig_item_kind kind, ptc_sig_token a, ptc_sig_token b);

/* --- contract/signature/refine_signature.c ------------------------------------------ */

/* A JSON string token, unescaped; false after reporting `code`. */
bool ptc_sig_unquote(ptc_sig *cx, ptc_sig_token token, ptc_diag_code code, ptc_str *out);

/* An INT or FLOAT token; false when it is out of range. Integers that are too large for
 * 64 bits are none of these. */
bool ptc_sig_number(ptc_sig *cx, ptc_sig_token token, ptc_value *out);

#endif
