/* SPDX-License-Identifier: MIT */
/*
 * EDN text to tokens: Malli schemas, contract and agent files. [validation 11.1]
 *
 * Data mode. A name takes every byte that may follow in one, so `1abc` or `:a:b` is one
 * token, never two without a blank in between. PTC-Lisp programs have a second block of
 * rules over the same named classes: stricter names, and what only programs write. What is
 * not in the language is also one token, so that its fault can be named. [ptc-lisp 2]
 */
#include "edn/edn_int.h"

/*!re2c
    re2c:define:YYCTYPE  = "unsigned char";
    re2c:define:YYCURSOR = cursor;
    re2c:define:YYMARKER = marker;
    re2c:define:YYLIMIT  = limit;
    re2c:yyfill:enable   = 0;
    re2c:eof             = 0;
    re2c:indent:string   = "    ";

    blank      = [ \t\r\n,];
    comment    = ";" [^\n]*;
    digit      = [0-9];
    hex        = [0-9A-Fa-f];
    tail       = [\x80-\xBF];

    // U+00A0, U+2000-200B, U+2028, U+2029, U+202F, U+3000, U+FEFF, and all other
    // code points above ASCII.
    odd_blank  = "\xC2\xA0" | "\xE2\x80" [\x80-\x8B\xA8\xA9\xAF] | "\xE3\x80\x80"
               | "\xEF\xBB\xBF";
    two        = "\xC2" [\x80-\x9F\xA1-\xBF] | [\xC3-\xDF] tail;
    three      = [\xE0\xE1\xE4-\xEE] tail tail
               | "\xE2" ([\x81-\xBF] tail | "\x80" [\x8C-\xA7\xAA-\xAE\xB0-\xBF])
               | "\xE3" ([\x81-\xBF] tail | "\x80" [\x81-\xBF])
               | "\xEF" ([\x80-\xBA\xBC-\xBF] tail | "\xBB" [\x80-\xBE]);
    four       = [\xF0-\xF4] tail tail tail;
    beyond     = two | three | four;

    initial    = [A-Za-z*!_?$%&=<>./+-] | beyond;
    follow     = initial | [0-9'#:];
    sign       = [+-];
    whole      = sign? ("0" | [1-9] digit*);
    exponent   = [eE] sign? digit+;
    quoted     = ["] ([^"\\] | "\\" [^])* ["];
*/

static ptc_edn_token edn_token(ptc_edn_lexer *lexer, const unsigned char *cursor,
                               ptc_edn_token token)
{
    lexer->cursor = cursor;
    return token;
}

ptc_edn_token ptc_edn_lex(ptc_edn_lexer *lexer)
{
    const unsigned char *cursor = lexer->cursor;
    const unsigned char *limit = lexer->limit;
    const unsigned char *marker;

    for (;;) {
        lexer->token = cursor;
        /*!re2c
        blank+                                   { continue; }
        comment                                  { continue; }
        $                                        { return edn_token(lexer, cursor, PTC_EDN_END); }
        "("                                      { return edn_token(lexer, cursor, PTC_EDN_OPEN_LIST); }
        "["                                      { return edn_token(lexer, cursor, PTC_EDN_OPEN_VECTOR); }
        "{"                                      { return edn_token(lexer, cursor, PTC_EDN_OPEN_MAP); }
        "#{"                                     { return edn_token(lexer, cursor, PTC_EDN_OPEN_SET); }
        ")"                                      { return edn_token(lexer, cursor, PTC_EDN_CLOSE_LIST); }
        "]"                                      { return edn_token(lexer, cursor, PTC_EDN_CLOSE_VECTOR); }
        "}"                                      { return edn_token(lexer, cursor, PTC_EDN_CLOSE_MAP); }
        "#_"                                     { return edn_token(lexer, cursor, PTC_EDN_DISCARD); }
        "^"                                      { return edn_token(lexer, cursor, PTC_EDN_META); }
        "#" ([A-Za-z] | beyond) follow*          { return edn_token(lexer, cursor, PTC_EDN_TAG); }
        "nil"                                    { return edn_token(lexer, cursor, PTC_EDN_NIL); }
        "true"                                   { return edn_token(lexer, cursor, PTC_EDN_TRUE); }
        "false"                                  { return edn_token(lexer, cursor, PTC_EDN_FALSE); }
        whole                                    { return edn_token(lexer, cursor, PTC_EDN_INT); }
        sign? "0" [xX] hex+                      { return edn_token(lexer, cursor, PTC_EDN_HEX); }
        whole ("." digit*)? exponent?            { return edn_token(lexer, cursor, PTC_EDN_FLOAT); }
        whole "N"                                { return edn_token(lexer, cursor, PTC_EDN_EXACT); }
        whole ("." digit*)? exponent? "M"        { return edn_token(lexer, cursor, PTC_EDN_EXACT); }
        whole "/" digit+                         { return edn_token(lexer, cursor, PTC_EDN_EXACT); }
        sign? "0" digit+ ("." digit*)?           { return edn_token(lexer, cursor, PTC_EDN_ZERO_FIRST); }
        (sign? "."?) digit follow*               { return edn_token(lexer, cursor, PTC_EDN_BAD_NUMBER); }
        "##" follow*                             { return edn_token(lexer, cursor, PTC_EDN_SPECIAL); }
        quoted                                   { return edn_token(lexer, cursor, PTC_EDN_STRING); }
        ["]                                      { return edn_token(lexer, cursor, PTC_EDN_OPEN_STRING); }
        "#" quoted                               { return edn_token(lexer, cursor, PTC_EDN_REGEX); }
        "#" ["]                                  { return edn_token(lexer, cursor, PTC_EDN_OPEN_REGEX); }
        "\\" (follow+ | [\x21-\x7E])             { return edn_token(lexer, cursor, PTC_EDN_CHARACTER); }
        ":" ":"? (initial | [0-9'#]) follow*     { return edn_token(lexer, cursor, PTC_EDN_KEYWORD); }
        ":" ":"?                                 { return edn_token(lexer, cursor, PTC_EDN_BAD_KEYWORD); }
        initial follow*                          { return edn_token(lexer, cursor, PTC_EDN_SYMBOL); }
        odd_blank                                { return edn_token(lexer, cursor, PTC_EDN_BAD_BLANK); }
        *                                        { return edn_token(lexer, cursor, PTC_EDN_BAD_BYTE); }
        */
    }
}

/* As edn_token, in a form that leaves the lexer's state in registers. */
#define PROGRAM_TOKEN(name) \
    do { \
        lexer->token = token; \
        lexer->cursor = cursor; \
        return PTC_PROGRAM_##name; \
    } while (0)

ptc_program_token ptc_program_lex(ptc_edn_lexer *lexer)
{
    const unsigned char *cursor = lexer->cursor;
    const unsigned char *marker;
    const unsigned char *token;

    for (;;) {
        token = cursor;
        /*!re2c
        // No NUL is in the text, so the one after it ends the reading.
        re2c:eof               = -1;
        re2c:flags:bit-vectors = 1;

        // The text is valid UTF-8. Names beyond ASCII are distinguished from faulty ones by the
        // reader, which spares most of the states here.
        high       = [\x80-\xFF];
        letter     = [A-Za-z*!_?$%&=<>.+-];
        inner      = letter | [0-9'];
        name       = letter inner*;
        label      = [A-Za-z0-9+*<>=?!_-]+;
        word       = inner | [#:/|] | high;
        string     = ["] ([^\x00"\\] | "\\" [^\x00])* ["];

        blank+                                   { continue; }
        ";" [^\x00\n]*                           { continue; }
        "\x00"                                   { PROGRAM_TOKEN(END); }
        "("                                      { PROGRAM_TOKEN(OPEN_LIST); }
        "["                                      { PROGRAM_TOKEN(OPEN_VECTOR); }
        "{"                                      { PROGRAM_TOKEN(OPEN_MAP); }
        "#{"                                     { PROGRAM_TOKEN(OPEN_SET); }
        "#("                                     { PROGRAM_TOKEN(OPEN_SHORT); }
        ")"                                      { PROGRAM_TOKEN(CLOSE_LIST); }
        "]"                                      { PROGRAM_TOKEN(CLOSE_VECTOR); }
        "}"                                      { PROGRAM_TOKEN(CLOSE_MAP); }
        "#_"                                     { PROGRAM_TOKEN(DISCARD); }
        "^"                                      { PROGRAM_TOKEN(META); }
        "nil"                                    { PROGRAM_TOKEN(NIL); }
        "true"                                   { PROGRAM_TOKEN(TRUE); }
        "false"                                  { PROGRAM_TOKEN(FALSE); }
        "#'"                                     { PROGRAM_TOKEN(VAR); }
        "'"                                      { PROGRAM_TOKEN(QUOTE); }
        ":" label                                { PROGRAM_TOKEN(KEYWORD); }
        whole                                    { PROGRAM_TOKEN(INT); }
        sign? "0" [xX] hex+                      { PROGRAM_TOKEN(HEX); }
        sign? digit+ ("." digit*)? exponent      { PROGRAM_TOKEN(FLOAT); }
        sign? digit+ "." digit*                  { PROGRAM_TOKEN(FLOAT); }
        whole "/" digit+                         { PROGRAM_TOKEN(RATIO); }
        (sign? "."?) digit word*                 { PROGRAM_TOKEN(BAD_NUMBER); }
        name | "/"                               { PROGRAM_TOKEN(SYMBOL); }
        name "/" (inner | "/")+                  { PROGRAM_TOKEN(QUALIFIED); }
        "##" word*                               { PROGRAM_TOKEN(SPECIAL); }
        ["] [^\x00"\\]* ["]                      { PROGRAM_TOKEN(STRING); }
        string                                   { PROGRAM_TOKEN(ESCAPED); }
        "#" string                               { PROGRAM_TOKEN(REGEX); }
        "\\" ([\t\r\n\x20-\x7E] | high) word*    { PROGRAM_TOKEN(CHARACTER); }

        ["]                                      { PROGRAM_TOKEN(OPEN_STRING); }
        "#" ["]                                  { PROGRAM_TOKEN(OPEN_REGEX); }
        ":" word*                                { PROGRAM_TOKEN(BAD_KEYWORD); }
        (letter | [/|] | high) word*             { PROGRAM_TOKEN(ODD_SYMBOL); }
        "#" [^\x00"({#_]?                        { PROGRAM_TOKEN(BAD_DISPATCH); }
        "#" (word \ [_'#]) word*                 { PROGRAM_TOKEN(BAD_DISPATCH); }
        *                                        { PROGRAM_TOKEN(BAD_BYTE); }
        */
    }
}
