// SPDX-License-Identifier: MIT
//
// The grammar of specs: `name(types) :: type`. [signature 12]
//
// A production per construct, a constructor call per action; constructors are in
// elixir_types.c and make draft nodes. What ptcc cannot hold is parsed all the same, so that it is
// named as a whole. Brackets are counted before tokens come here, so that the stack has a bound.

%include {
#ifndef NDEBUG
#define NDEBUG 1 /* lempar's trace needs stdio and a global */
#endif
#include "generator/dialect/elixir/elixir_int.h"
#define elixir_parse_ENGINEALWAYSONSTACK 1
}

%name elixir_parse
%token_prefix ELIXIR_
%token_type {elixir_token}
%default_type {ptc_draft_ref}
%extra_context {elixir_spec *cx}
%stack_size 1000
%stack_overflow { elixir_give_up(cx, (elixir_token){0, 0, 0}); }
%token_destructor { (void)cx; (void)$$; }
%syntax_error { (void)yymajor; elixir_give_up(cx, TOKEN); }
%start_symbol spec

// BAD is what no rule accepts. WHEN is reported before it comes here.
%token BAD WHEN.

spec ::= NAME(N) DCOLON type(T).                  { elixir_signature(cx, 0, T, N); }
spec ::= NAME(N) LP RP DCOLON type(T).            { elixir_signature(cx, 0, T, N); }
spec ::= NAME(N) LP types(P) RP DCOLON type(T).   { elixir_signature(cx, P, T, N); }

types(L) ::= type(T).                             { L = elixir_list_of(cx, 0, T); }
types(L) ::= types(A) COMMA type(T).              { L = elixir_list_of(cx, A, T); }

type(T) ::= union(U).                             { T = elixir_type(cx, U); }
type(T) ::= NAME(N) DCOLON union(U).              { T = elixir_named(cx, N, elixir_type(cx, U)); }

union(U) ::= one(A).                              { U = A; }
union(U) ::= union(A) BAR one(B).                 { U = elixir_union(cx, A, B); }

one(T) ::= NAME(N).                               { T = elixir_word(cx, N, 0, N.end); }
one(T) ::= NAME(N) LP RP(R).                      { T = elixir_word(cx, N, 0, R.end); }
one(T) ::= NAME(N) LP types(A) RP(R).             { T = elixir_word(cx, N, A, R.end); }
one(T) ::= REMOTE(N).                             { T = elixir_word(cx, N, 0, N.end); }
one(T) ::= REMOTE(N) LP RP(R).                    { T = elixir_word(cx, N, 0, R.end); }
one(T) ::= REMOTE(N) LP types(A) RP(R).           { T = elixir_word(cx, N, A, R.end); }
one(T) ::= ALIAS(N).                              { T = elixir_unfit(cx, N.start, N.end, "is a module"); }
one(T) ::= ATOM(A).                               { T = elixir_atom(cx, A); }
one(T) ::= INT(L).                                { T = elixir_range(cx, L, L); }
one(T) ::= INT(L) DOTS INT(H).                    { T = elixir_range(cx, L, H); }
one(T) ::= BINARY(B).                             { T = elixir_unfit(cx, B.start, B.end, "is a binary, which need not be text"); }
one(T) ::= LP type(U) RP.                         { T = U; }
one(T) ::= LP(L) ARROW type RP(R).                { T = elixir_unfit(cx, L.start, R.end, "is a function, not data"); }
one(T) ::= LP(L) types ARROW type RP(R).          { T = elixir_unfit(cx, L.start, R.end, "is a function, not data"); }
one(T) ::= LP(L) ELLIPSIS ARROW type RP(R).       { T = elixir_unfit(cx, L.start, R.end, "is a function, not data"); }
one(T) ::= LB(L) RB(R).                           { T = elixir_unfit(cx, L.start, R.end, "is a list of nothing"); }
one(T) ::= LB(L) type(I) RB(R).                   { T = elixir_list(cx, L, I, R, false); }
one(T) ::= LB(L) type(I) COMMA ELLIPSIS RB(R).    { T = elixir_list(cx, L, I, R, true); }
one(T) ::= LB(L) keys RB(R).                      { T = elixir_unfit(cx, L.start, R.end, "is a keyword list"); }
one(T) ::= LC(L) RC(R).                           { T = elixir_tuple(cx, L, 0, R); }
one(T) ::= LC(L) types(I) RC(R).                  { T = elixir_tuple(cx, L, I, R); }
one(T) ::= PERCENT(P) LC RC(R).                   { T = elixir_map(cx, P, 0, R); }
one(T) ::= PERCENT(P) LC pairs(F) RC(R).          { T = elixir_map(cx, P, F, R); }
one(T) ::= PERCENT(P) ALIAS LC RC(R).             { T = elixir_unfit(cx, P.start, R.end, "is a struct of a module"); }
one(T) ::= PERCENT(P) ALIAS LC pairs RC(R).       { T = elixir_unfit(cx, P.start, R.end, "is a struct of a module"); }

keys ::= KEY type.
keys ::= keys COMMA KEY type.

pairs(L) ::= pair(E).                             { L = elixir_list_of(cx, 0, E); }
pairs(L) ::= pairs(A) COMMA pair(E).              { L = elixir_list_of(cx, A, E); }
pair(E) ::= KEY(K) type(T).                       { E = elixir_key(cx, K, T); }
pair(E) ::= type(K) FATARROW type(T).             { E = elixir_pair(cx, K, T, false); }
pair(E) ::= REQUIRED LP type(K) RP FATARROW type(T). { E = elixir_pair(cx, K, T, false); }
pair(E) ::= OPTIONAL LP type(K) RP FATARROW type(T). { E = elixir_pair(cx, K, T, true); }

%code {
void *elixir_parser_new(elixir_spec *cx, ptc_arena *arena)
{
    yyParser *parser = ptc_arena_alloc(arena, sizeof(yyParser));

    if (parser != NULL)
        elixir_parseInit(parser, cx);
    return parser;
}
}
