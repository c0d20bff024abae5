/* SPDX-License-Identifier: MIT */
/*
 * Python to tokens: what is between blanks, comments and line ends. [brimley 5]
 *
 * Lines, indentation and brackets are the business of python_lines.c. Text that is not a token becomes one of the faults of python_int.h; the lexer itself reports nothing.
 */
#include "generator/dialect/python/python_int.h"

/*!re2c
    re2c:define:YYCTYPE  = "unsigned char";
    re2c:define:YYCURSOR = cursor;
    re2c:define:YYMARKER = marker;
    re2c:define:YYLIMIT  = limit;
    re2c:yyfill:enable   = 0;
    re2c:eof             = 0;
    re2c:encoding:utf8   = 1;
    re2c:indent:string   = "    ";

    end       = "\r\n" | [\r\n];
    odd_blank = [\x0B\x85\xA0\u1680\u2000-\u200B\u2028\u2029\u202F\u205F\u3000\uFEFF];
    beyond    = [\x80-\U0010FFFF] \ odd_blank;
    word      = ([A-Za-z_] | beyond) ([A-Za-z0-9_] | beyond)*;

    digits    = [0-9] ("_"? [0-9])*;
    decimal   = [1-9] ("_"? [0-9])* | "0" ("_"? "0")*;
    other     = "0" ([xX] ("_"? [0-9a-fA-F])+ | [oO] ("_"? [0-7])+ | [bB] ("_"? [01])+);
    point     = digits "." digits? | "." digits;
    exponent  = [eE] [+-]? digits;
    real      = point exponent? | digits exponent;

    prefix    = [rRbBuU]? | [rR] [bB] | [bB] [rR];
    formatted = [fFtT] | [rR] [fFtT] | [fFtT] [rR];
    quotes    = ['] | ["] | ['][']['] | ["]["]["];
*/

/* Ends the token at `cursor`. */
static int python_lex_end(ptcc_python_lexer *lexer, const unsigned char *cursor, int code)
{
    lexer->cursor = cursor;
    return code;
}

/* The rest of a string, whose quotes are read. */
static int python_lex_string(ptcc_python_lexer *lexer, const unsigned char *cursor,
                             bool is_formatted)
{
    lexer->cursor = cursor;
    return ptcc_python_skip_string(lexer, is_formatted);
}

int ptcc_python_lex(ptcc_python_lexer *lexer)
{
    const unsigned char *cursor = lexer->cursor;
    const unsigned char *limit = lexer->limit;
    const unsigned char *marker;

    for (;;) {
        lexer->token = cursor;
        /*!re2c
        [ \t\f]+                { continue; }
        "#" [^\r\n]*            { continue; }
        "\\" end                { continue; }
        $                       { return python_lex_end(lexer, cursor, 0); }
        end                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_LINE_END); }
        "("                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_LP); }
        ")"                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_RP); }
        "["                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_LB); }
        "]"                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_RB); }
        "{"                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_LC); }
        "}"                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_RC); }
        ","                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_COMMA); }
        ":"                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_COLON); }
        ";"                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_SEMICOLON); }
        "."                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_DOT); }
        "..."                   { return python_lex_end(lexer, cursor, PTCC_PYTHON_ELLIPSIS); }
        "="                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_EQUALS); }
        ":="                    { return python_lex_end(lexer, cursor, PTCC_PYTHON_WALRUS); }
        "->"                    { return python_lex_end(lexer, cursor, PTCC_PYTHON_ARROW); }
        "@"                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_AT); }
        "*"                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_STAR); }
        "**"                    { return python_lex_end(lexer, cursor, PTCC_PYTHON_STARS); }
        "/"                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_SLASH); }
        "+"                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_PLUS); }
        "-"                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_MINUS); }
        "~"                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_TILDE); }
        "|"                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_BAR); }
        "//" | [%&^] | "<<" | ">>" { return python_lex_end(lexer, cursor, PTCC_PYTHON_OPERATOR); }
        [=!<>] "=" | [<>]       { return python_lex_end(lexer, cursor, PTCC_PYTHON_COMPARE); }
        ("**" | "//" | "<<" | ">>" | [-+*/%&|^@]) "=" { return python_lex_end(lexer, cursor, PTCC_PYTHON_CHANGE); }
        decimal | other         { return python_lex_end(lexer, cursor, PTCC_PYTHON_INT); }
        real                    { return python_lex_end(lexer, cursor, PTCC_PYTHON_FLOAT); }
        (digits | real) [jJ]    { return python_lex_end(lexer, cursor, PTCC_PYTHON_IMAGINARY); }
        digits                  { return python_lex_end(lexer, cursor, PTCC_PYTHON_FAULT_NUMBER); }
        prefix quotes           { return python_lex_string(lexer, cursor, false); }
        formatted quotes        { return python_lex_string(lexer, cursor, true); }
        "and"                   { return python_lex_end(lexer, cursor, PTCC_PYTHON_AND); }
        "as"                    { return python_lex_end(lexer, cursor, PTCC_PYTHON_AS); }
        "async"                 { return python_lex_end(lexer, cursor, PTCC_PYTHON_ASYNC); }
        "await"                 { return python_lex_end(lexer, cursor, PTCC_PYTHON_AWAIT); }
        "class"                 { return python_lex_end(lexer, cursor, PTCC_PYTHON_CLASS); }
        "def"                   { return python_lex_end(lexer, cursor, PTCC_PYTHON_DEF); }
        "else"                  { return python_lex_end(lexer, cursor, PTCC_PYTHON_ELSE); }
        "False"                 { return python_lex_end(lexer, cursor, PTCC_PYTHON_FALSE); }
        "for"                   { return python_lex_end(lexer, cursor, PTCC_PYTHON_FOR); }
        "from"                  { return python_lex_end(lexer, cursor, PTCC_PYTHON_FROM); }
        "if"                    { return python_lex_end(lexer, cursor, PTCC_PYTHON_IF); }
        "import"                { return python_lex_end(lexer, cursor, PTCC_PYTHON_IMPORT); }
        "in"                    { return python_lex_end(lexer, cursor, PTCC_PYTHON_IN); }
        "is"                    { return python_lex_end(lexer, cursor, PTCC_PYTHON_IS); }
        "lambda"                { return python_lex_end(lexer, cursor, PTCC_PYTHON_LAMBDA); }
        "None"                  { return python_lex_end(lexer, cursor, PTCC_PYTHON_NONE); }
        "not"                   { return python_lex_end(lexer, cursor, PTCC_PYTHON_NOT); }
        "or"                    { return python_lex_end(lexer, cursor, PTCC_PYTHON_OR); }
        "True"                  { return python_lex_end(lexer, cursor, PTCC_PYTHON_TRUE); }
        "yield"                 { return python_lex_end(lexer, cursor, PTCC_PYTHON_YIELD); }
        "assert" | "break" | "continue" | "del" | "elif" | "except" | "finally" | "global" |
        "nonlocal" | "pass" | "raise" | "return" | "try" | "while" | "with"
                                { return python_lex_end(lexer, cursor, PTCC_PYTHON_KEYWORD); }
        word                    { return python_lex_end(lexer, cursor, PTCC_PYTHON_NAME); }
        odd_blank+              { return python_lex_end(lexer, cursor, PTCC_PYTHON_FAULT_BLANK); }
        "\\"                    { return python_lex_end(lexer, cursor, PTCC_PYTHON_FAULT_JOIN); }
        [^]                     { return python_lex_end(lexer, cursor, PTCC_PYTHON_FAULT_OTHER); }
        *                       { return python_lex_end(lexer, cursor, PTCC_PYTHON_FAULT_OTHER); }
        */
    }
}
