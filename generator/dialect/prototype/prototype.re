/* SPDX-License-Identifier: MIT */
/*
 * C to tokens, as far as declarations need it. [signature 12]
 *
 * Comments and lines of the preprocessor are one token each, and so are strings and numbers.
 */
#include "generator/dialect/prototype/prototype_int.h"

#include "prototype_grammar.h"

/*!re2c
    re2c:define:YYCTYPE  = "unsigned char";
    re2c:define:YYCURSOR = cursor;
    re2c:define:YYMARKER = marker;
    re2c:define:YYLIMIT  = limit;
    re2c:yyfill:enable   = 0;
    re2c:eof             = 0;
    re2c:indent:string   = "    ";

    word   = [A-Za-z_$] [A-Za-z0-9_$]*;
    rest   = ([^\n\x00\\] | "\\" [^\x00])*;
    string = ["] ([^"\\\n\x00] | "\\" [^\x00])* ["];
    char   = ['] ([^'\\\n\x00] | "\\" [^\x00])* ['];
    number = "."? [0-9] ([0-9A-Za-z_.] | [eEpP] [+-])*;
*/

static int prototype_end(prototype_lexer *lexer, const unsigned char *cursor, int code)
{
    lexer->cursor = cursor;
    return code;
}

/* The rest of a comment, or of the file. */
static int prototype_comment(prototype_lexer *lexer, const unsigned char *cursor)
{
    while (cursor < lexer->limit &&
           !(*cursor == '*' && lexer->limit - cursor > 1 && cursor[1] == '/'))
        cursor++;
    return prototype_end(lexer, cursor < lexer->limit ? cursor + 2 : cursor,
                         PROTOTYPE_COMMENT);
}

static int prototype_lex(prototype_lexer *lexer)
{
    const unsigned char *cursor = lexer->cursor;
    const unsigned char *limit = lexer->limit;
    const unsigned char *marker;

    for (;;) {
        lexer->token = cursor;
        /*!re2c
        [ \t\r\n\f\v]+ | "\\" "\r"? "\n" { continue; }
        $                   { return prototype_end(lexer, cursor, 0); }
        "/*"                { return prototype_comment(lexer, cursor); }
        "//" rest           { return prototype_end(lexer, cursor, PROTOTYPE_LINE); }
        "#" rest            { return prototype_end(lexer, cursor, PROTOTYPE_DIRECTIVE); }
        word                { return prototype_end(lexer, cursor, PROTOTYPE_WORD); }
        ("L" | "u8"? | "U" | "u") string { return prototype_end(lexer, cursor, PROTOTYPE_STRING); }
        char | number       { return prototype_end(lexer, cursor, PROTOTYPE_OTHER); }
        "*"                 { return prototype_end(lexer, cursor, PROTOTYPE_STAR); }
        "("                 { return prototype_end(lexer, cursor, PROTOTYPE_LP); }
        ")"                 { return prototype_end(lexer, cursor, PROTOTYPE_RP); }
        ","                 { return prototype_end(lexer, cursor, PROTOTYPE_COMMA); }
        "..."               { return prototype_end(lexer, cursor, PROTOTYPE_ELLIPSIS); }
        "[" | "<:"          { return prototype_end(lexer, cursor, PROTOTYPE_LB); }
        "]" | ":>"          { return prototype_end(lexer, cursor, PROTOTYPE_RB); }
        "{"                 { return prototype_end(lexer, cursor, PROTOTYPE_LC); }
        "}"                 { return prototype_end(lexer, cursor, PROTOTYPE_RC); }
        ";"                 { return prototype_end(lexer, cursor, PROTOTYPE_SEMICOLON); }
        [^]                 { return prototype_end(lexer, cursor, PROTOTYPE_OTHER); }
        *                   { return prototype_end(lexer, cursor, PROTOTYPE_OTHER); }
        */
    }
}

prototype_token prototype_next(prototype_lexer *lexer)
{
    int code = prototype_lex(lexer);

    return (prototype_token){code, (uint32_t)(lexer->token - lexer->text),
                             (uint32_t)(lexer->cursor - lexer->text)};
}

prototype_lexer prototype_lexer_at(ptc_str text, size_t offset)
{
    const unsigned char *start = (const unsigned char *)text.ptr;

    return (prototype_lexer){start, start + text.len, start + offset, start + offset};
}
