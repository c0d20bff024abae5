/* SPDX-License-Identifier: MIT */
/*
 * The room python: sources in Python as definitions of Brimley.
 *
 *     python.c: the dialect
 *       python_read.c: statements and blocks, what belongs to which definition
 *         python_define.c: functions, python_entity.c: classes, as forms
 *           python_field.c: Field(..)      python_type.c: annotations
 *           python_literal.c: literals as forms
 *         python_grammar.y: statements ◄── python_build.c: its nodes
 *         python_lines.c: lines, indentation, brackets
 *           python_lex.re: tokens ◄── python_string.c: where strings end
 *         python_fault.c: what is reported
 *
 * The room knows how Python is written, and how its functions name arguments. It does not
 * know which types there are, and what a definition means: generator/dialect/brimley
 * decides that, from forms. It uses generator/dialect/text (limits), edn and base.
 *
 * Only literals in literals recurse (python_literal.c), at most as deep as brackets may
 * be.
 */
#ifndef PTCC_PYTHON_INT_H
#define PTCC_PYTHON_INT_H

#include "base/base_int.h"
#include "edn/edn_int.h"
#include "generator/dialect/python/python.h"
#include "generator/dialect/text/definition.h"
#include "python_grammar.h"

/* --- python_lex.re ------------------------------------------------------------------ */

/* What the lexer gives besides the tokens of the grammar and 0, the end. */
enum {
    PTCC_PYTHON_LINE_END = 1000,
    /* What is not a token: */
    PTCC_PYTHON_FAULT_STRING, /* never closed */
    PTCC_PYTHON_FAULT_DEEP,   /* a string in a string in a string.. */
    PTCC_PYTHON_FAULT_NUMBER, /* 017 */
    PTCC_PYTHON_FAULT_BLANK,
    PTCC_PYTHON_FAULT_JOIN, /* a backslash that is not the last of its line */
    PTCC_PYTHON_FAULT_OTHER,
};

/* Text is valid UTF-8 with a NUL after it at `limit`. */
typedef struct ptcc_python_lexer {
    const unsigned char *text;
    uint32_t shift; /* where `text` begins in the source */
    const unsigned char *token;
    const unsigned char *cursor;
    const unsigned char *limit;
} ptcc_python_lexer;

/* The next token, after blanks and comments. */
int ptcc_python_lex(ptcc_python_lexer *lexer);

/* Where it is in the source. */
PTC_INLINE ptc_span ptcc_python_span(const ptcc_python_lexer *lexer)
{
    return (ptc_span){lexer->shift + (uint32_t)(lexer->token - lexer->text),
                      lexer->shift + (uint32_t)(lexer->cursor - lexer->text)};
}

/* --- python_string.c ---------------------------------------------------------------- */

/* How a string begins. */
typedef struct ptcc_python_quotes {
    char quote;
    uint8_t prefix; /* letters before the quotes */
    uint8_t count;  /* of quotes: 1 or 3 */
    bool is_raw;
    bool is_bytes;
    bool is_formatted; /* f"{x}", t"{x}" */
} ptcc_python_quotes;

/* Of a text that begins with a string. */
ptcc_python_quotes ptcc_python_quotes_of(ptc_str text);

/* Moves the cursor from the place after the opening quotes to the place after the closing
 * ones. Returns the code of the token. */
int ptcc_python_skip_string(ptcc_python_lexer *lexer, bool is_formatted);

/* --- python_build.c ----------------------------------------------------------------- */

/* What an expression is. */
typedef enum ptcc_python_kind {
    PTCC_PYTHON_NODE_OTHER, /* an expression that is only skipped */
    PTCC_PYTHON_NODE_NONE,
    PTCC_PYTHON_NODE_TRUE,
    PTCC_PYTHON_NODE_FALSE,
    PTCC_PYTHON_NODE_INT,
    PTCC_PYTHON_NODE_FLOAT,
    PTCC_PYTHON_NODE_STRING, /* all strings that are written next to each other */
    PTCC_PYTHON_NODE_ELLIPSIS,
    PTCC_PYTHON_NODE_LIST,
    PTCC_PYTHON_NODE_TUPLE,
    PTCC_PYTHON_NODE_DICT,  /* children: key value key value */
    PTCC_PYTHON_NODE_MINUS, /* child: what has the sign */
    PTCC_PYTHON_NODE_PLUS,
    PTCC_PYTHON_NODE_NAME, /* also dotted: a.b.c */
    PTCC_PYTHON_NODE_CALL, /* children: what is called, arguments */
    PTCC_PYTHON_NODE_SUBSCRIPT,
    PTCC_PYTHON_NODE_KEYWORD, /* an argument `name=value`; child: the value */
} ptcc_python_kind;

/* An expression. Index 0 is none. */
typedef struct ptcc_python_node {
    uint8_t kind;
    ptc_span span;
    ptc_span name;  /* KEYWORD */
    uint32_t child; /* the first one */
    uint32_t last;  /* last child; for the first element of a list: its last element */
    uint32_t next;  /* sibling */
} ptcc_python_node_item;

#define PTCC_PYTHON_POSITIONAL ""

/* A parameter of a function. */
typedef struct ptcc_python_parameter_item {
    ptc_span name;
    uint32_t type;     /* node, or 0 */
    uint32_t value;    /* node, or 0 */
    const char *stars; /* NULL; "*", "**", or "" before `/` */
} ptcc_python_parameter_item;

/* A block, by the statement that it belongs to. */
typedef enum ptcc_python_block {
    PTCC_PYTHON_IN_MODULE,
    PTCC_PYTHON_IN_FUNCTION,
    PTCC_PYTHON_IN_CLASS,
    PTCC_PYTHON_IN_BRANCH, /* of if, try, with, ..: its statements may never run */
} ptcc_python_block;

/* A block whose lines are being read. */
typedef struct ptcc_python_level {
    ptcc_python_block block;
    uint32_t column;    /* of its lines, tabs to the next multiple of 8 */
    uint32_t alternate; /* tabs as one */
} ptcc_python_level;

typedef struct ptcc_python_bracket {
    int code;
    ptc_span span;
} ptcc_python_bracket;

/* A form whose children are being added. */
typedef struct ptcc_python_map {
    uint32_t form; /* 0: none */
    uint32_t last; /* child */
} ptcc_python_map;

typedef struct ptcc_python_reader {
    ptc_arena *arena;
    ptc_diags *diags;
    ptc_forms *forms;
    ptc_str text;    /* with a NUL after it */
    size_t errors;   /* of diags, before the reading */
    bool is_refused; /* memory */
    bool is_stopped; /* after a fault that ends the reading */

    /* Tokens */
    ptcc_python_lexer lexer;
    int code; /* of the token in hand */
    ptc_span token;
    ptc_span last; /* the one before */
    int last_code;
    uint32_t rescue; /* in brackets: where a line that begins with `@` begins, or 0 */
    ptcc_python_bracket brackets[PTCC_DEFINITION_DEPTH];
    size_t bracket_count;
    bool is_sealed; /* a quoted annotation: its line ends are blanks */

    /* Blocks */
    ptcc_python_level levels[PTCC_DEFINITION_DEPTH];
    size_t level_count;
    bool is_unsure;    /* the last line had a fault: a block may follow or not */
    bool awaits_block; /* the last line ended in a colon, */
    ptcc_python_block next_block;
    ptc_span head; /* and began there */
    bool is_first; /* statement of its block */

    /* The statement in hand */
    void *parser;
    void *stack;
    size_t stack_bytes;
    bool has_failed;
    ptcc_python_node_item *nodes;
    size_t node_count;
    size_t node_capacity;
    ptcc_python_parameter_item *parameters;
    size_t parameter_count;
    size_t parameter_capacity;
    ptc_span name;
    uint32_t result; /* node of a return annotation, the bases, a type */
    uint32_t value;  /* node of a field's default */
    ptc_span origin; /* of `from ORIGIN import` */
    bool has_rest;   /* the function has **kw */

    /* Decorators before the next function or class */
    uint32_t *decorators; /* nodes */
    size_t decorator_count;
    size_t decorator_capacity;
    ptc_span
        inner; /* one of Brimley's where none is read: in a class, function or branch */

    /* What is known of the module */
    ptc_names imports; /* by local name: the number of a path */
    ptc_str *paths;
    size_t path_count;
    size_t path_capacity;
    ptc_names entities; /* by name: the form of the fields */
    ptcc_python_map definitions;
    ptcc_python_map open;   /* the definition whose body is read, or none */
    ptcc_python_map fields; /* of the entity whose body is read, or none */
    bool has_bases;         /* it has fields from them */
    size_t open_level;      /* level_count at its head */
    bool is_described;      /* it has a description already */
} ptcc_python_reader;

/* Grows the memory of the parser's stack, which is kept from statement to statement. */
void *ptcc_python_stack_grow(ptcc_python_reader *cx, void *old, size_t size);

/* Make nodes; 0 when memory was refused. A node that is made from 0 is also 0. */
uint32_t ptcc_python_node(ptcc_python_reader *cx, ptcc_python_kind kind, ptc_span span);
uint32_t ptcc_python_over(ptcc_python_reader *cx, ptcc_python_kind kind, ptc_span from,
                          ptc_span to);
uint32_t ptcc_python_join(ptcc_python_reader *cx, uint32_t left, uint32_t right);
uint32_t ptcc_python_signed(ptcc_python_reader *cx, ptcc_python_kind kind, ptc_span sign,
                            uint32_t of);
uint32_t ptcc_python_member(ptcc_python_reader *cx, uint32_t of, ptc_span name);
uint32_t ptcc_python_apply(ptcc_python_reader *cx, ptcc_python_kind kind, uint32_t of,
                           uint32_t arguments, ptc_span end);
uint32_t ptcc_python_keyword(ptcc_python_reader *cx, ptc_span name, uint32_t value);
uint32_t ptcc_python_group(ptcc_python_reader *cx, ptc_span open, uint32_t items,
                           ptc_span close);

/* Chains of nodes, known by the first one. */
uint32_t ptcc_python_list(ptcc_python_reader *cx, uint32_t first, uint32_t item);
uint32_t ptcc_python_concat(ptcc_python_reader *cx, uint32_t first, uint32_t second);
uint32_t ptcc_python_adopt(ptcc_python_reader *cx, uint32_t node, uint32_t first);
uint32_t ptcc_python_single(ptcc_python_reader *cx, uint32_t first);

/* What statements say. */
void ptcc_python_decorate(ptcc_python_reader *cx, uint32_t node);
void ptcc_python_import(ptcc_python_reader *cx, ptc_span path, ptc_span name);
void ptcc_python_import_from(ptcc_python_reader *cx, ptc_span member, ptc_span name);
void ptcc_python_parameter(ptcc_python_reader *cx, ptc_span name, uint32_t type,
                           uint32_t value);
void ptcc_python_slash(ptcc_python_reader *cx);
void ptcc_python_variadic(ptcc_python_reader *cx, ptc_span name, const char *stars);

PTC_INLINE const ptcc_python_node_item *ptcc_python_at(const ptcc_python_reader *cx,
                                                       uint32_t node)
{
    return &cx->nodes[node];
}

PTC_INLINE ptc_str ptcc_python_text(const ptcc_python_reader *cx, ptc_span span)
{
    return ptc_str_make(cx->text.ptr + span.start, span.end - span.start);
}

/* --- python_grammar.y --------------------------------------------------------------- */

size_t ptcc_python_parser_size(void);
bool ptcc_python_parser_accepts(const void *parser, int code);
void ptcc_python_parseInit(void *parser, ptcc_python_reader *cx);
void ptcc_python_parse(void *parser, int code, ptc_span token);
/* From lempar; unused. */
void ptcc_python_parseFinalize(void *parser);
int ptcc_python_parseFallback(int code);

/* --- python_lines.c ----------------------------------------------------------------- */

/* Makes a lexer for a part of the text, which it copies; false when memory was
 * refused. */
bool ptcc_python_lexer_of(ptcc_python_reader *cx, ptc_span part, ptcc_python_lexer *out);

/* Reads the next token of the line; LINE_END and 0 end the line. */
void ptcc_python_next(ptcc_python_reader *cx);

/* Goes to the next line that has a token, reads that token, and opens and closes blocks
 * as the indentation says. False at the end of the text. */
bool ptcc_python_next_line(ptcc_python_reader *cx);

/* Whether the line or a statement in it has ended. */
PTC_INLINE bool ptcc_python_is_line_over(const ptcc_python_reader *cx)
{
    return cx->code == 0 || cx->code == PTCC_PYTHON_LINE_END;
}

PTC_INLINE bool ptcc_python_is_over(const ptcc_python_reader *cx)
{
    return ptcc_python_is_line_over(cx) ||
           (cx->code == PTCC_PYTHON_SEMICOLON && cx->bracket_count == 0);
}

/* --- python_type.c ------------------------------------------------------------------ */

/* The path that a name, or dotted name, stands for; empty for other nodes. */
ptc_str ptcc_python_resolve(ptcc_python_reader *cx, uint32_t node);

/* Whether a decorator that resolves to `path` is Brimley's decorator `name`. */
bool ptcc_python_is_ours(ptc_str path, const char *name);

/* What an annotation says. */
typedef struct ptcc_python_type {
    ptc_str text; /* of the type, names as where they come from */
    ptc_span span;
    bool is_injected;     /* the host gives it: no argument */
    bool is_shared;       /* of the class, no field */
    uint32_t context;     /* form: "app.user.id", or 0 */
    uint32_t description; /* form, or 0 */
    uint32_t field;       /* node of a call Field(..), or 0 */
} ptcc_python_type;

/* Reads the annotation `node`; false after a fault. */
bool ptcc_python_read_type(ptcc_python_reader *cx, uint32_t node, ptcc_python_type *out);

/* --- python_literal.c --------------------------------------------------------------- */

/* Makes the form of a literal; 0 after a fault, which was reported. `what` names its
 * place: "the default of \"x\"". */
uint32_t ptcc_python_literal(ptcc_python_reader *cx, uint32_t node, const char *what);

/* Adds a form of that text, and a last child. */
uint32_t ptcc_python_string_form(ptcc_python_reader *cx, ptc_str text, ptc_span span);
ptcc_python_map ptcc_python_open_form(ptcc_python_reader *cx, ptc_form_kind kind,
                                      ptc_span span);
void ptcc_python_add(ptcc_python_reader *cx, ptcc_python_map *map, uint32_t child);
void ptcc_python_put(ptcc_python_reader *cx, ptcc_python_map *map, const char *key,
                     ptc_span span, uint32_t value);

/* The value of strings as a docstring, without the indentation of its lines. */
uint32_t ptcc_python_docstring(ptcc_python_reader *cx, ptc_span span);

/* --- python_field.c ----------------------------------------------------------------- */

/* Whether a node is a call of Field or field. */
bool ptcc_python_is_field(ptcc_python_reader *cx, uint32_t node);

/* Adds what the call Field(..) says to the map of an argument; `*has_default`: it has a
 * default. */
void ptcc_python_add_field(ptcc_python_reader *cx, ptcc_python_map *map, uint32_t call,
                           bool is_list, bool *has_default);

/* --- python_define.c ---------------------------------------------------------------- */

/* The keywords of a decorator, as forms; 0 for those that it lacks. */
typedef struct ptcc_python_keywords {
    uint32_t name;
    uint32_t type;
    uint32_t reload;
    uint32_t mcp_type;
    uint32_t arguments;
    uint32_t return_shape;
    uint32_t description;
    uint32_t path;
} ptcc_python_keywords;

/* Finds the decorator `name` among those of the current definition; 0 when there is
 * none. */
uint32_t ptcc_python_find_decorator(ptcc_python_reader *cx, const char *name);

/* Whether the current definition has a decorator that belongs before a `place`; reports
 * it. */
bool ptcc_python_is_misplaced(ptcc_python_reader *cx, const char *name,
                              const char *place);

ptcc_python_keywords ptcc_python_read_keywords(ptcc_python_reader *cx,
                                               uint32_t decorator);

/* The form of a name, and the value of a key of a MAP; 0: there is none. */
uint32_t ptcc_python_name_form(ptcc_python_reader *cx, ptc_span name);
uint32_t ptcc_python_get(const ptcc_python_reader *cx, uint32_t map, ptc_str key);

/* The form of an argument or a field: its type, or a map of what is known about it. 0 if
 * it had a fault or is left out. */
uint32_t ptcc_python_argument(ptcc_python_reader *cx, ptc_span name, uint32_t annotation,
                              uint32_t value);

/* Opens a definition, whose docstring has not been read yet. */
void ptcc_python_open(ptcc_python_reader *cx, ptcc_python_map map, bool is_described);

/* Call it when the head of a function was read: makes a definition if the function is
 * decorated. */
void ptcc_python_define_function(ptcc_python_reader *cx);

/* --- python_entity.c ---------------------------------------------------------------- */

/* Does the same for a class; and for a field of an entity. */
void ptcc_python_define_entity(ptcc_python_reader *cx);
void ptcc_python_define_field(ptcc_python_reader *cx);

/* --- python_read.c ------------------------------------------------------------------ */

/* Reads an annotation in quotes. Returns its node, or 0 after a fault. */
uint32_t ptcc_python_read_quoted(ptcc_python_reader *cx, ptc_span inside);

/* --- python_fault.c ----------------------------------------------------------------- */

/* The parser did not expect that token. */
void ptcc_python_unexpected(ptcc_python_reader *cx, int code, ptc_span token);

/* The lexer found no token. */
void ptcc_python_no_token(ptcc_python_reader *cx, int code, ptc_span token);

/* The text of a span for a message. */
const char *ptcc_python_quote(ptcc_python_reader *cx, ptc_span span);

#endif
