// SPDX-License-Identifier: MIT
//
// The grammar of signatures. [signature 3]
//
// A production per construct, a constructor call per action: constructors are in
// contract/signature/build_signature.c and make draft nodes (0 is none, the fruit of a fault). The
// reader, contract/signature/read_signature.c, decides by position what `[`, `?` and a word are, hands
// embedded Malli and `= literal` in as one token each, and after a fault skips to the end of the phrase. The
// stack grows in the reader's memory, so nesting has no limit but that.

%include {
#ifndef NDEBUG
#define NDEBUG 1 /* lempar's trace needs stdio and a global */
#endif
#include "contract/signature/signature_int.h"
#define ptc_sig_parse_ENGINEALWAYSONSTACK 1
#undef malloc
#undef realloc
#undef free
#define malloc(n) ptc_sig_stack_grow(p->cx, NULL, (size_t)newSize * sizeof(yyStackEntry))
#define realloc(o, n) ptc_sig_stack_grow(p->cx, (o), (size_t)newSize * sizeof(yyStackEntry))
#define free(o) ptc_sig_stack_drop(pParser->cx, (o))
}

%name ptc_sig_parse
%token_prefix PTC_SIG_
%token_type {ptc_sig_token}
%default_type {ptc_draft_ref}
%extra_context {ptc_sig *cx}
%stack_size 0
%stack_overflow { ptc_sig_no_memory(cx); }
%token_destructor { (void)cx; (void)$$; }
%syntax_error { ptc_sig_syntax_error(cx, yymajor, TOKEN); }
%parse_failure { ptc_sig_give_up(cx); }
%start_symbol signature

// After `1..` a number belongs to the range: `1.. 5` is `1..5`.
%nonassoc ITEM_ENDS.
%nonassoc INT FLOAT DOTS.

// BAD is what no rule accepts: text that is not a token. Its fault is in the token.
%token BAD.

//////////////////////////// Signatures ////////////////////////////////////////////////

signature ::= begin type(T).                   { ptc_sig_output(cx, T); }
signature ::= begin ARROW type(T).             { ptc_sig_output(cx, T); }
signature ::= begin inputs(P) ARROW type(T).   { ptc_sig_function(cx, P, T); }
signature ::= begin inputs type(T).            { ptc_sig_missing_arrow(cx, T); }
signature ::= begin type(P) ARROW(A) type.     { ptc_sig_loose_inputs(cx, P, A); }

// Gives the error symbol a place below everything else.
begin ::= .

inputs(P) ::= LP(L) RP(R).                     { P = ptc_sig_map(cx, L, 0, R); }
inputs(P) ::= LP(L) params(B) RP(R).           { P = ptc_sig_map(cx, L, B, R); }
inputs(P) ::= LP(L) params(B) COMMA RP(R).     { P = ptc_sig_map(cx, L, B, R); }

params(A) ::= param(E).                        { A = ptc_sig_first(cx, E); }
params(A) ::= params(B) COMMA param(E).        { A = ptc_sig_next(cx, B, E); }
params(A) ::= params(B) param(E).              { A = ptc_sig_missing_comma(cx, B, E); }
param(E) ::= fieldname(N) type(T).             { E = ptc_sig_field(cx, N, T); }
param(E) ::= fieldname(N) type(T) DEFAULT(D).  { E = ptc_sig_default(cx, N, T, D); }
param(E) ::= error.                            { E = 0; }

%type fieldname {ptc_sig_token}
fieldname(N) ::= NAME(T).                      { N = T; }
fieldname(N) ::= COLONWORD(T).                 { N = T; }
fieldname(N) ::= STRING(T).                    { N = T; }

//////////////////////////// Types /////////////////////////////////////////////////////

type(T) ::= alt(A).                            { T = A; }
type(T) ::= type(A) BAR alt(B).                { T = ptc_sig_union(cx, A, B); }

alt(T) ::= checked(B).                         { T = B; }
alt(T) ::= checked(B) OPT(O).                  { T = ptc_sig_nullable(cx, B, O); }

checked(T) ::= base(B).                        { T = ptc_sig_unchecked(cx, B); }
checked(T) ::= base(B) body RB(R).             { T = ptc_sig_refine(cx, B, R); }

base(T) ::= COLONWORD(W).                      { T = ptc_sig_word(cx, W); }
base(T) ::= MALLI(M).                          { T = ptc_sig_malli(cx, M); }
base(T) ::= LB(L) type(E) RB(R).               { T = ptc_sig_list(cx, L, E, R); }
base(T) ::= LB(L) type more(M) RB(R).          { T = ptc_sig_long_list(cx, L, M, R); }
base(T) ::= LB(L) RB(R).                       { T = ptc_sig_empty_list(cx, L, R); }
base(T) ::= LC(L) RC(R).                       { T = ptc_sig_map(cx, L, 0, R); }
base(T) ::= LC(L) entries(E) RC(R).            { T = ptc_sig_map(cx, L, E, R); }
base(T) ::= LC(L) entries(E) COMMA RC(R).      { T = ptc_sig_map(cx, L, E, R); }
base(T) ::= error.                             { T = 0; }

more(M) ::= type(T).                           { M = T; }
more(M) ::= COMMA type(T).                     { M = T; }
more(M) ::= more(A) type.                      { M = A; }
more(M) ::= more(A) COMMA type.                { M = A; }

entries(A) ::= entry(E).                       { A = ptc_sig_first(cx, E); }
entries(A) ::= entries(B) entry(E).            { A = ptc_sig_next(cx, B, E); }
entries(A) ::= entries(B) COMMA entry(E).      { A = ptc_sig_next(cx, B, E); }
entry(E) ::= fieldname(N) type(T).             { E = ptc_sig_field(cx, N, T); }
entry(E) ::= fieldname(N) type(T) DEFAULT(D).  { E = ptc_sig_default(cx, N, T, D); }
entry(E) ::= error.                            { E = 0; }

//////////////////////////// Enum members and checks ///////////////////////////////////

body ::= open.
body ::= open items.
open ::= RLB(L).                               { ptc_sig_items_begin(cx, L); }

items ::= item.
items ::= items item.
items ::= items COMMA item.

item ::= NAME(T).                              { ptc_sig_item(cx, PTC_SIG_ITEM_NAME, T, T); }
item ::= COLONWORD(T).                         { ptc_sig_item(cx, PTC_SIG_ITEM_KEYWORD, T, T); }
item ::= STRING(T).                            { ptc_sig_item(cx, PTC_SIG_ITEM_STRING, T, T); }
item ::= number(N). [ITEM_ENDS]                { ptc_sig_item(cx, PTC_SIG_ITEM_NUMBER, N, N); }
item ::= CMP(C) number(N).                     { ptc_sig_item(cx, PTC_SIG_ITEM_COMPARE, C, N); }
item ::= number(L) DOTS number(H).             { ptc_sig_item(cx, PTC_SIG_ITEM_RANGE, L, H); }
item ::= number(L) DOTS(D). [ITEM_ENDS]        { ptc_sig_item(cx, PTC_SIG_ITEM_FROM, L, D); }
item ::= DOTS(D) number(H).                    { ptc_sig_item(cx, PTC_SIG_ITEM_UP_TO, D, H); }
item ::= TILDE(C) STRING(S).                   { ptc_sig_item(cx, PTC_SIG_ITEM_PATTERN, C, S); }
item ::= error.

%type number {ptc_sig_token}
number(N) ::= INT(T).                          { N = T; }
number(N) ::= FLOAT(T).                        { N = T; }

//////////////////////////// What the reader asks the parser ///////////////////////////

%code {
#undef malloc
#undef realloc
#undef free

void *ptc_sig_parser_new(ptc_sig *cx, ptc_arena *arena)
{
    yyParser *parser = ptc_arena_alloc(arena, sizeof(yyParser));

    if (parser != NULL)
        ptc_sig_parseInit(parser, cx);
    return parser;
}

bool ptc_sig_parser_accepts(const void *parser, int code)
{
    const yyParser *sig = parser;
    YYACTIONTYPE action = yy_find_shift_action((YYCODETYPE)code, sig->yytos->stateno);

    return action != YY_ERROR_ACTION && action != YY_NO_ACTION;
}

/* Whether the parser dropped the token `code` that it was just given: what it takes is on
 * top. Also makes the next fault reported, which lempar would not for three tokens. */
bool ptc_sig_parser_dropped(void *parser, int code)
{
    yyParser *sig = parser;

    sig->yyerrcnt = -1;
    return sig->yytos->major != code;
}
}
