// SPDX-License-Identifier: MIT
//
// The grammar of those statements of Python that say something about definitions: imports,
// decorators, the heads of functions and classes, fields. [brimley 5]
//
// Expressions are those of the language, whole, so that each is known from its first to
// its last byte; what is not a literal, name, subscript or call is one node OTHER. Operators
// have one precedence per level of the grammar, since nothing is ever computed. The
// reader, python_read.c, gives one statement at a time and says by the first token which
// (FIELD and TYPE are its own); after a fault it gives up that statement.

%include {
#ifndef NDEBUG
#define NDEBUG 1 /* lempar's trace needs stdio and a global */
#endif
#include "generator/dialect/python/python_int.h"
#define ptcc_python_parse_ENGINEALWAYSONSTACK 1
#undef malloc
#undef realloc
#undef free
#define malloc(n) ptcc_python_stack_grow(p->cx, NULL, (size_t)newSize * sizeof(yyStackEntry))
#define realloc(o, n) ptcc_python_stack_grow(p->cx, (o), (size_t)newSize * sizeof(yyStackEntry))
#define free(o) ((void)(o))
#define OTHER PTCC_PYTHON_NODE_OTHER
#define NODE(kind, span) ptcc_python_node(cx, PTCC_PYTHON_NODE_##kind, (span))
#define OVER(kind, from, to) ptcc_python_over(cx, PTCC_PYTHON_NODE_##kind, (from), (to))
#define JOIN(left, right) ptcc_python_join(cx, (left), (right))
}

%name ptcc_python_parse
%token_prefix PTCC_PYTHON_
%token_type {ptc_span}
%default_type {uint32_t}
%extra_context {ptcc_python_reader *cx}
%stack_size 0
%stack_overflow { cx->is_refused = true; }
%token_destructor { (void)cx; (void)$$; }
%syntax_error { ptcc_python_unexpected(cx, yymajor, TOKEN); }
%start_symbol statement

%left OR AND COMPARE IN IS NOT.
%left BAR STAR STARS SLASH PLUS MINUS AT OPERATOR.
%right TILDE.

// Of no rule: they end statements, or are in those that are not read.
%token SEMICOLON CHANGE KEYWORD.

statement ::= AT named(E).                     { ptcc_python_decorate(cx, E); }
statement ::= DEF NAME(N) generic LP parameters RP result COLON. { cx->name = N; }
statement ::= CLASS NAME(N) generic bases COLON. { cx->name = N; }
statement ::= IMPORT modules.
statement ::= FROM origin IMPORT STAR.
statement ::= FROM origin IMPORT imported.
statement ::= FROM origin IMPORT LP imported RP.
statement ::= FROM origin IMPORT LP imported COMMA RP.
statement ::= FIELD NAME(N) COLON expr(T) set(V). { cx->name = N; cx->result = T; cx->value = V; }
statement ::= TYPE expr(T).                    { cx->result = T; }

//////////////////////////// Imports ///////////////////////////////////////////////////

modules ::= module.
modules ::= modules COMMA module.
module ::= dotted(D).                          { ptcc_python_import(cx, D, (ptc_span){0, 0}); }
module ::= dotted(D) AS NAME(N).               { ptcc_python_import(cx, D, N); }
imported ::= member.
imported ::= imported COMMA member.
member ::= NAME(N).                            { ptcc_python_import_from(cx, N, N); }
member ::= NAME(N) AS NAME(A).                 { ptcc_python_import_from(cx, N, A); }

%type dotted {ptc_span}
%type dots {ptc_span}
dotted(D) ::= NAME(N).                         { D = N; }
dotted(D) ::= dotted(L) DOT NAME(N).           { D = (ptc_span){L.start, N.end}; }
dots(D) ::= DOT(T).                            { D = T; }
dots(D) ::= ELLIPSIS(T).                       { D = T; }
dots(D) ::= dots(L) DOT(T).                    { D = (ptc_span){L.start, T.end}; }
dots(D) ::= dots(L) ELLIPSIS(T).               { D = (ptc_span){L.start, T.end}; }
origin ::= dotted(D).                          { cx->origin = D; }
origin ::= dots(D).                            { cx->origin = D; }
origin ::= dots(L) dotted(D).                  { cx->origin = (ptc_span){L.start, D.end}; }

//////////////////////////// Heads /////////////////////////////////////////////////////

generic ::= .
generic ::= LB variables RB.
generic ::= LB variables COMMA RB.
variables ::= variable.
variables ::= variables COMMA variable.
variable ::= NAME bound.
variable ::= STAR NAME bound.
variable ::= STARS NAME bound.
bound ::= .
bound ::= COLON expr.
bound ::= EQUALS expr.
bound ::= COLON expr EQUALS expr.

bases ::= .
bases ::= LP(L) arguments(A) RP(R).            { cx->result = ptcc_python_adopt(cx, OVER(TUPLE, L, R), A); }

parameters ::= .
parameters ::= several.
parameters ::= several COMMA.
several ::= parameter.
several ::= several COMMA parameter.
parameter ::= NAME(N) typed(T) given(V).       { ptcc_python_parameter(cx, N, T, V); }
parameter ::= SLASH.                           { ptcc_python_slash(cx); }
parameter ::= STAR.
parameter ::= STAR NAME(N) typed.              { ptcc_python_variadic(cx, N, "*"); }
parameter ::= STAR NAME(N) COLON STAR expr.    { ptcc_python_variadic(cx, N, "*"); }
parameter ::= STARS NAME(N) typed.             { ptcc_python_variadic(cx, N, "**"); }
typed(T) ::= .                                 { T = 0; }
typed(T) ::= COLON expr(E).                    { T = E; }
given(V) ::= .                                 { V = 0; }
given(V) ::= EQUALS expr(E).                   { V = E; }
set(V) ::= .                                   { V = 0; }
set(V) ::= EQUALS items(A).                    { V = ptcc_python_single(cx, A); }
set(V) ::= EQUALS yielded(Y).                  { V = Y; }
result ::= .
result ::= ARROW expr(E).                      { cx->result = E; }

//////////////////////////// Expressions ///////////////////////////////////////////////

named(E) ::= expr(A).                          { E = A; }
named(E) ::= NAME(N) WALRUS expr(A).           { E = JOIN(NODE(NAME, N), A); }

expr(E) ::= test(A).                           { E = A; }
expr(E) ::= test(A) IF test ELSE expr(B).      { E = JOIN(A, B); }
expr(E) ::= LAMBDA(L) names COLON expr(A).     { E = JOIN(NODE(OTHER, L), A); }
names ::= .
names ::= lambda_names.
names ::= lambda_names COMMA.
lambda_names ::= lambda_name.
lambda_names ::= lambda_names COMMA lambda_name.
lambda_name ::= NAME.
lambda_name ::= NAME EQUALS expr.
lambda_name ::= STAR.
lambda_name ::= SLASH.
lambda_name ::= STAR NAME.
lambda_name ::= STARS NAME.

test(E) ::= operand(A).                        { E = A; }
test(E) ::= test(A) OR test(B).                { E = JOIN(A, B); }
test(E) ::= test(A) AND test(B).               { E = JOIN(A, B); }
test(E) ::= test(A) COMPARE test(B).           { E = JOIN(A, B); }
test(E) ::= test(A) IN test(B).                { E = JOIN(A, B); }
test(E) ::= test(A) NOT IN test(B).            { E = JOIN(A, B); }
test(E) ::= test(A) IS test(B).                { E = JOIN(A, B); }
test(E) ::= NOT(N) test(A).                    { E = JOIN(NODE(OTHER, N), A); }

operand(E) ::= primary(A).                     { E = A; }
operand(E) ::= AWAIT(W) primary(A).            { E = JOIN(NODE(OTHER, W), A); }
operand(E) ::= MINUS(S) operand(A). [TILDE]    { E = ptcc_python_signed(cx, PTCC_PYTHON_NODE_MINUS, S, A); }
operand(E) ::= PLUS(S) operand(A). [TILDE]     { E = ptcc_python_signed(cx, PTCC_PYTHON_NODE_PLUS, S, A); }
operand(E) ::= TILDE(S) operand(A).            { E = JOIN(NODE(OTHER, S), A); }
operand(E) ::= operand(A) BAR operand(B).      { E = JOIN(A, B); }
operand(E) ::= operand(A) STAR operand(B).     { E = JOIN(A, B); }
operand(E) ::= operand(A) STARS operand(B).    { E = JOIN(A, B); }
operand(E) ::= operand(A) SLASH operand(B).    { E = JOIN(A, B); }
operand(E) ::= operand(A) PLUS operand(B).     { E = JOIN(A, B); }
operand(E) ::= operand(A) MINUS operand(B).    { E = JOIN(A, B); }
operand(E) ::= operand(A) AT operand(B).       { E = JOIN(A, B); }
operand(E) ::= operand(A) OPERATOR operand(B). { E = JOIN(A, B); }

primary(E) ::= atom(A).                        { E = A; }
primary(E) ::= primary(A) DOT NAME(N).         { E = ptcc_python_member(cx, A, N); }
primary(E) ::= primary(A) LP arguments(B) RP(R). { E = ptcc_python_apply(cx, PTCC_PYTHON_NODE_CALL, A, B, R); }
primary(E) ::= primary(A) LB slices(B) RB(R).  { E = ptcc_python_apply(cx, PTCC_PYTHON_NODE_SUBSCRIPT, A, B, R); }
primary(E) ::= primary(A) LB slices(B) COMMA RB(R). { E = ptcc_python_apply(cx, PTCC_PYTHON_NODE_SUBSCRIPT, A, B, R); }

slices(A) ::= slice(E).                        { A = ptcc_python_list(cx, 0, E); }
slices(A) ::= slices(B) COMMA slice(E).        { A = ptcc_python_list(cx, B, E); }
slice(E) ::= named(A).                         { E = A; }
slice(E) ::= STAR(S) operand(A).               { E = JOIN(NODE(OTHER, S), A); }
slice(E) ::= edge COLON(C) edge.               { E = NODE(OTHER, C); }
slice(E) ::= edge COLON(C) edge COLON edge.    { E = NODE(OTHER, C); }
edge ::= .
edge ::= expr.

atom(E) ::= NAME(T).                           { E = NODE(NAME, T); }
atom(E) ::= INT(T).                            { E = NODE(INT, T); }
atom(E) ::= FLOAT(T).                          { E = NODE(FLOAT, T); }
atom(E) ::= IMAGINARY(T).                      { E = NODE(OTHER, T); }
atom(E) ::= ELLIPSIS(T).                       { E = NODE(ELLIPSIS, T); }
atom(E) ::= NONE(T).                           { E = NODE(NONE, T); }
atom(E) ::= TRUE(T).                           { E = NODE(TRUE, T); }
atom(E) ::= FALSE(T).                          { E = NODE(FALSE, T); }
atom(E) ::= strings(T).                        { E = NODE(STRING, T); }
%type strings {ptc_span}
strings(D) ::= STRING(T).                      { D = T; }
strings(D) ::= strings(L) STRING(T).           { D = (ptc_span){L.start, T.end}; }

atom(E) ::= LP(L) RP(R).                       { E = OVER(TUPLE, L, R); }
atom(E) ::= LP(L) items(A) RP(R).              { E = ptcc_python_group(cx, L, A, R); }
atom(E) ::= LP(L) items(A) COMMA RP(R).        { E = ptcc_python_adopt(cx, OVER(TUPLE, L, R), A); }
atom(E) ::= LP(L) yielded RP(R).               { E = OVER(OTHER, L, R); }
atom(E) ::= LP(L) named loops RP(R).           { E = OVER(OTHER, L, R); }
atom(E) ::= LB(L) RB(R).                       { E = OVER(LIST, L, R); }
atom(E) ::= LB(L) items(A) RB(R).              { E = ptcc_python_adopt(cx, OVER(LIST, L, R), A); }
atom(E) ::= LB(L) items(A) COMMA RB(R).        { E = ptcc_python_adopt(cx, OVER(LIST, L, R), A); }
atom(E) ::= LB(L) named loops RB(R).           { E = OVER(OTHER, L, R); }
atom(E) ::= LC(L) RC(R).                       { E = OVER(DICT, L, R); }
atom(E) ::= LC(L) pairs(A) RC(R).              { E = ptcc_python_adopt(cx, OVER(DICT, L, R), A); }
atom(E) ::= LC(L) pairs(A) COMMA RC(R).        { E = ptcc_python_adopt(cx, OVER(DICT, L, R), A); }
atom(E) ::= LC(L) items RC(R).                 { E = OVER(OTHER, L, R); }
atom(E) ::= LC(L) items COMMA RC(R).           { E = OVER(OTHER, L, R); }
atom(E) ::= LC(L) named loops RC(R).           { E = OVER(OTHER, L, R); }
atom(E) ::= LC(L) expr COLON expr loops RC(R). { E = OVER(OTHER, L, R); }

items(A) ::= item(E).                          { A = ptcc_python_list(cx, 0, E); }
items(A) ::= items(B) COMMA item(E).           { A = ptcc_python_list(cx, B, E); }
item(E) ::= named(A).                          { E = A; }
item(E) ::= STAR(S) operand(A).                { E = JOIN(NODE(OTHER, S), A); }

pairs(A) ::= pair(B).                          { A = B; }
pairs(A) ::= pairs(B) COMMA pair(C).           { A = ptcc_python_concat(cx, B, C); }
pair(A) ::= expr(K) COLON expr(V).             { A = ptcc_python_list(cx, ptcc_python_list(cx, 0, K), V); }
pair(A) ::= STARS(S) operand(B).               { A = ptcc_python_list(cx, ptcc_python_list(cx, 0, NODE(OTHER, S)), B); }

arguments(A) ::= .                             { A = 0; }
arguments(A) ::= given_arguments(B).           { A = B; }
arguments(A) ::= given_arguments(B) COMMA.     { A = B; }
given_arguments(A) ::= argument(E).            { A = ptcc_python_list(cx, 0, E); }
given_arguments(A) ::= given_arguments(B) COMMA argument(E). { A = ptcc_python_list(cx, B, E); }
argument(E) ::= named(A).                      { E = A; }
argument(E) ::= NAME(N) EQUALS expr(A).        { E = ptcc_python_keyword(cx, N, A); }
argument(E) ::= STAR(S) expr(A).               { E = JOIN(NODE(OTHER, S), A); }
argument(E) ::= STARS(S) expr(A).              { E = JOIN(NODE(OTHER, S), A); }
argument(E) ::= named(A) loops.                { E = JOIN(A, A); }

yielded(E) ::= YIELD(Y).                       { E = NODE(OTHER, Y); }
yielded(E) ::= YIELD(Y) FROM expr(A).          { E = JOIN(NODE(OTHER, Y), A); }
yielded(E) ::= YIELD(Y) items.                 { E = NODE(OTHER, Y); }

loops ::= loop.
loops ::= loops loop.
loops ::= loops IF test.
loop ::= FOR targets IN test.
loop ::= ASYNC FOR targets IN test.
targets ::= target.
targets ::= targets COMMA target.
targets ::= targets COMMA.
target ::= operand.
target ::= STAR operand.

//////////////////////////// What the reader asks the parser ///////////////////////////

%code {
#undef malloc
#undef realloc
#undef free

size_t ptcc_python_parser_size(void)
{
    return sizeof(yyParser);
}

/* Whether the parser would take the token `code` next. */
bool ptcc_python_parser_accepts(const void *parser, int code)
{
    const yyParser *python = parser;
    YYACTIONTYPE action = yy_find_shift_action((YYCODETYPE)code, python->yytos->stateno);

    return action != YY_ERROR_ACTION && action != YY_NO_ACTION;
}
}
