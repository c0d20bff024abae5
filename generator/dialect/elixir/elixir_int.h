/* SPDX-License-Identifier: MIT */
/*
 * The reader of Elixir: lexer (elixir.re), what a file declares (elixir_scan.c), the
 * grammar of specs (elixir_spec.y), types (elixir_types.c), parameters
 * (elixir_function.c), texts (elixir_text.c), the door (elixir.c).
 *
 * The scan goes over the tokens of a whole file and notes specs, docs and heads of
 * functions; strings, sigils, comments and bodies are skipped by the lexer. A spec is
 * parsed when it is drafted. What cannot be read is a warning with its place: a module
 * has many functions, and those that can be read are wanted.
 *
 * It touches generator/dialect/source, contract, contract/signature, normal, edn and
 * base. The parser that Lemon makes and the constructors call each other: one honest
 * circle.
 */
#ifndef PTCC_ELIXIR_INT_H
#define PTCC_ELIXIR_INT_H

#include "generator/dialect/source/source_int.h"

/* --- elixir.re ---------------------------------------------------------------------- */

/* Tokens besides those of the grammar. */
enum {
    ELIXIR_NEWLINE = 100, /* or `;` */
    ELIXIR_ATTRIBUTE,     /* `@spec` */
    ELIXIR_DEFAULT,       /* two backslashes */
    ELIXIR_FLOAT,
    ELIXIR_TEXT,     /* a string, heredoc, sigil or charlist */
    ELIXIR_UNCLOSED, /* such a one that the file ends */
    ELIXIR_OTHER,
};

/* `text` is followed by a NUL at `limit`. */
typedef struct elixir_lexer {
    const unsigned char *text;
    const unsigned char *limit;
    const unsigned char *cursor;
    const unsigned char *token;
} elixir_lexer;

typedef struct elixir_token {
    int code; /* 0: the end */
    uint32_t start;
    uint32_t end;
} elixir_token;

elixir_token elixir_next(elixir_lexer *lexer);
elixir_lexer elixir_lexer_at(ptc_str text, size_t offset);

/* --- elixir_scan.c ------------------------------------------------------------------ */

enum {
    ELIXIR_CLAUSES = 16, /* specs before one function; the last ones count */
};

/* One `@spec`. */
typedef struct elixir_clause {
    ptc_span name;
    uint32_t end; /* of the spec */
    uint32_t arity;
    bool is_broken; /* a bracket is not closed, or too many are open */
} elixir_clause;

/* What is to be drafted. */
typedef struct elixir_function {
    elixir_clause clause;
    bool has_clause;
    bool is_overloaded; /* another spec has as many arguments */
    ptc_span doc;       /* of its text token; empty: none */
    ptc_span signature; /* of the text token of `@doc signature:`; empty: none */
    uint32_t head;      /* after the name of a `def`, 0: none was there */
} elixir_function;

typedef struct elixir_file {
    elixir_function *functions;
    size_t count;
    size_t capacity;
    char *text; /* ptcc_source_copy */
} elixir_file;

/* Declares the functions of the file. */
void elixir_scan(ptc_contract_reading *reading, size_t file);

/* --- elixir_types.c ----------------------------------------------------------------- */

typedef struct elixir_fault {
    ptc_span span;
    const char *reason; /* follows the quoted text */
    const char *hint;
} elixir_fault;

/* The parsing of one spec. */
typedef struct elixir_spec {
    ptc_contract_reading *reading;
    ptc_draft *draft;
    ptc_str text;
    const elixir_function *function;
    elixir_fault *faults;
    size_t fault_count;
    size_t fault_capacity;
    ptc_draft_ref result; /* the FUNCTION, 0: none yet */
    bool is_given_up;     /* the grammar wants something else */
} elixir_spec;

PTC_INLINE ptc_draft_node *elixir_node(elixir_spec *cx, ptc_draft_ref ref)
{
    return ptc_draft_at(cx->draft, ref);
}

/* Bytes [start, end) of the source. */
PTC_INLINE ptc_str elixir_slice(const elixir_spec *cx, uint32_t start, uint32_t end)
{
    return ptc_str_make(cx->text.ptr + start, end - start);
}

/* A fault of the spec, to be reported once all of it was parsed. */
void elixir_add_fault(elixir_spec *cx, elixir_fault fault);

/* An integer with `_` between digits; false when it is out of range. */
bool elixir_read_integer(const elixir_spec *cx, elixir_token token, int64_t *out);

/* Says why the function whose name is at `name` is left out. */
void elixir_tell(ptc_contract_reading *reading, ptc_span name, const elixir_fault *fault);

/* What the grammar calls. Draft 0 is never given. */
void elixir_give_up(elixir_spec *cx, elixir_token token);
ptc_draft_ref elixir_list_of(elixir_spec *cx, ptc_draft_ref list, ptc_draft_ref item);
ptc_draft_ref elixir_type(elixir_spec *cx, ptc_draft_ref type);
ptc_draft_ref elixir_union(elixir_spec *cx, ptc_draft_ref left, ptc_draft_ref right);
ptc_draft_ref elixir_word(elixir_spec *cx, elixir_token name, ptc_draft_ref arguments,
                          uint32_t end);
ptc_draft_ref elixir_atom(elixir_spec *cx, elixir_token atom);
ptc_draft_ref elixir_range(elixir_spec *cx, elixir_token low, elixir_token high);
ptc_draft_ref elixir_list(elixir_spec *cx, elixir_token open, ptc_draft_ref item,
                          elixir_token close, bool is_filled);
ptc_draft_ref elixir_tuple(elixir_spec *cx, elixir_token open, ptc_draft_ref items,
                           elixir_token close);
ptc_draft_ref elixir_map(elixir_spec *cx, elixir_token open, ptc_draft_ref fields,
                         elixir_token close);
ptc_draft_ref elixir_key(elixir_spec *cx, elixir_token key, ptc_draft_ref type);
ptc_draft_ref elixir_pair(elixir_spec *cx, ptc_draft_ref key, ptc_draft_ref type,
                          bool is_optional);
ptc_draft_ref elixir_unfit(elixir_spec *cx, uint32_t start, uint32_t end,
                           const char *reason);

/* --- elixir_function.c -------------------------------------------------------------- */

/* Makes a draft of the function, or says why not and gives 0. */
ptc_draft_ref elixir_function_draft(ptc_contract_reading *reading,
                                    const elixir_function *function);
void elixir_signature(elixir_spec *cx, ptc_draft_ref parameters, ptc_draft_ref result,
                      elixir_token name);
ptc_draft_ref elixir_named(elixir_spec *cx, elixir_token name, ptc_draft_ref type);

/* --- elixir_spec.y ------------------------------------------------------------------ */

void elixir_parse(void *parser, int code, elixir_token token);
void elixir_parseInit(void *parser, elixir_spec *cx);
void elixir_parseFinalize(void *parser);
int elixir_parseFallback(int code);
/* A parser for one spec, NULL: refused. */
void *elixir_parser_new(elixir_spec *cx, ptc_arena *arena);

/* --- elixir_text.c ------------------------------------------------------------------ */

/* What a text token holds, without quotes: where it is. */
ptc_span elixir_text_inside(ptc_str text, ptc_span token);

/* The text itself: unescaped, without the indentation of a heredoc and blanks around. */
ptc_str elixir_text_value(ptc_arena *arena, ptc_str text, ptc_span token);

#endif
