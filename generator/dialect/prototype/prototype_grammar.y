// SPDX-License-Identifier: MIT
//
// The grammar of prototypes: words, stars and words, then parameters. [signature 12]
//
// What the words are is decided by prototype_types.c: a grammar of C would need to know all types.
// Attributes and macros are gone before tokens come here, and brackets are one token, ARRAY. What
// needs an explicit signature is parsed all the same, so that it is named as a whole.

%include {
#ifndef NDEBUG
#define NDEBUG 1 /* lempar's trace needs stdio and a global */
#endif
#include "generator/dialect/prototype/prototype_int.h"
#define prototype_parse_ENGINEALWAYSONSTACK 1
}

%name prototype_parse
%token_prefix PROTOTYPE_
%token_type {prototype_token}
%default_type {prototype_spelling}
%extra_context {prototype_parsing *cx}
%stack_size 600
%stack_overflow { prototype_give_up(cx, (prototype_token){0, 0, 0}); }
%token_destructor { (void)cx; (void)$$; }
%syntax_error { (void)yymajor; prototype_give_up(cx, TOKEN); }
%start_symbol prototype

// BAD is what no rule accepts.
%token BAD.

prototype ::= type(T) LP RP.                  { prototype_done(cx, T); }
prototype ::= type(T) LP parameters RP.       { prototype_done(cx, T); }

parameters ::= parameter.
parameters ::= parameters COMMA parameter.

parameter ::= type(T).                        { prototype_parameter(cx, T); }
parameter ::= type(T) arrays(A).              { prototype_parameter(cx, prototype_other(T, A)); }
parameter ::= type(T) LP inside RP(R).        { prototype_parameter(cx, prototype_other(T, R)); }
parameter ::= type(T) LP inside RP LP RP(R).  { prototype_parameter(cx, prototype_other(T, R)); }
parameter ::= type(T) LP inside RP LP nested RP(R). { prototype_parameter(cx, prototype_other(T, R)); }
parameter ::= ELLIPSIS(E).                    { prototype_parameter(cx, prototype_other(prototype_word(E), E)); }

type(T) ::= words(W).                         { T = W; }
type(T) ::= pointed(P).                       { T = P; }
type(T) ::= pointed(P) words(N).              { T = prototype_point(P, 0, N); }

pointed(P) ::= words(W) stars(S).             { P = prototype_point(W, S, (prototype_spelling){0}); }
pointed(P) ::= pointed(A) words stars(S).     { P = prototype_point(A, S, (prototype_spelling){0}); }

words(W) ::= WORD(A).                         { W = prototype_word(A); }
words(W) ::= words(B) WORD(A).                { W = prototype_join(B, A); }

%type stars {uint32_t}
stars(S) ::= STAR.                            { S = 1; }
stars(S) ::= stars(A) STAR.                   { S = A + 1; }

%type arrays {prototype_token}
arrays(A) ::= ARRAY(B).                       { A = B; }
arrays(A) ::= arrays ARRAY(B).                { A = B; }

// `*name`, `*`, `name`: what is in the parentheses of a declarator.
inside ::= type.
inside ::= stars.
inside ::= stars words.
inside ::= stars words arrays.

// Parameters of a parameter; nothing of them is kept.
nested ::= one.
nested ::= nested COMMA one.
one ::= type.
one ::= type arrays.
one ::= type LP inside RP.
one ::= type LP inside RP LP RP.
one ::= type LP inside RP LP nested RP.
one ::= ELLIPSIS.

%code {
void *prototype_parser_new(prototype_parsing *cx, ptc_arena *arena)
{
    yyParser *parser = ptc_arena_alloc(arena, sizeof(yyParser));

    if (parser != NULL)
        prototype_parseInit(parser, cx);
    return parser;
}
}
