/* SPDX-License-Identifier: MIT */
/*
 * Signatures to tokens. [signature 2]
 *
 * Only lexing: what `?` and `[` mean depends on the token before and is decided by
 * the reader, and so is whether comments are allowed. Text that is not a token of the grammar
 * becomes one of the faults of contract/signature/signature_int.h, which names what was probably
 * meant; the lexer itself reports nothing, so it can look ahead freely.
 */
#include "contract/signature/signature_int.h"
#include "signature.h"

/*!re2c
    re2c:define:YYCTYPE  = "unsigned char";
    re2c:define:YYCURSOR = cursor;
    re2c:define:YYMARKER = marker;
    re2c:define:YYLIMIT  = limit;
    re2c:yyfill:enable   = 0;
    re2c:eof             = 0;
    re2c:encoding:utf8   = 1;
    re2c:indent:string   = "    ";

    blank     = [ \t\r\n];
    odd_blank = [\x0B\x0C\x85\xA0\u1680\u2000-\u200B\u2028\u2029\u202F\u205F\u3000\uFEFF];
    arrows    = [\u2192\u21D2\u27F6];
    quotes    = [\u2018-\u201F\u00AB\u00BB];
    beyond    = [\x80-\U0010FFFF] \ odd_blank \ arrows \ quotes;

    digit     = [0-9];
    initial   = [A-Za-z_];
    follow    = [A-Za-z0-9_-];
    word      = initial follow*;
    dotted    = word ("." word)*;
    wrong     = follow | "." | beyond;
    int       = "-"? digit+;
    exponent  = [eE] [+-]? digit+;
    operator  = "=" ">"? | "not=" | [<>] "="?;
*/

/* Ends the token at `cursor`. */
static int sig_lex_end(ptc_sig_lexer *lexer, const unsigned char *cursor, int code)
{
    lexer->cursor = cursor;
    return code;
}

/* Ends a word, which never swallows the '-' of an arrow. [signature 3, rule 9] */
static int sig_lex_word(ptc_sig_lexer *lexer, const unsigned char *cursor, int code)
{
    bool has_arrow = cursor < lexer->limit && *cursor == '>' && cursor[-1] == '-';

    return sig_lex_end(lexer, has_arrow ? cursor - 1 : cursor, code);
}

/* The rest of a string, whose quote is read: to its closing quote, or to the line's end
 * when there is none. */
static int sig_lex_string(ptc_sig_lexer *lexer, const unsigned char *cursor)
{
    while (cursor < lexer->limit && *cursor != '"' && *cursor != '\n') {
        if (*cursor == '\\' && cursor + 1 < lexer->limit && cursor[1] != '\n')
            cursor++;
        cursor++;
    }
    if (cursor == lexer->limit || *cursor == '\n')
        return sig_lex_end(lexer, cursor, PTC_SIG_FAULT_STRING);
    return sig_lex_end(lexer, cursor + 1, PTC_SIG_STRING);
}

int ptc_sig_lex(ptc_sig_lexer *lexer)
{
    const unsigned char *cursor = lexer->cursor;
    const unsigned char *limit = lexer->limit;
    const unsigned char *marker;

    for (;;) {
        lexer->token = cursor;
        /*!re2c
        blank+                         { continue; }
        $                              { return sig_lex_end(lexer, cursor, 0); }
        ";" [^\n]*                     { return sig_lex_end(lexer, cursor, PTC_SIG_COMMENT); }
        "#" [ \t\r#] [^\n]*            { return sig_lex_end(lexer, cursor, PTC_SIG_COMMENT); }
        "#" / "\n"                     { return sig_lex_end(lexer, cursor, PTC_SIG_COMMENT); }
        "->"                           { return sig_lex_end(lexer, cursor, PTC_SIG_ARROW); }
        "("                            { return sig_lex_end(lexer, cursor, PTC_SIG_LP); }
        ")"                            { return sig_lex_end(lexer, cursor, PTC_SIG_RP); }
        "["                            { return sig_lex_end(lexer, cursor, PTC_SIG_LB); }
        "]"                            { return sig_lex_end(lexer, cursor, PTC_SIG_RB); }
        "{"                            { return sig_lex_end(lexer, cursor, PTC_SIG_LC); }
        "}"                            { return sig_lex_end(lexer, cursor, PTC_SIG_RC); }
        ","                            { return sig_lex_end(lexer, cursor, PTC_SIG_COMMA); }
        "|"                            { return sig_lex_end(lexer, cursor, PTC_SIG_BAR); }
        "?"                            { return sig_lex_end(lexer, cursor, PTC_SIG_OPT); }
        "="                            { return sig_lex_end(lexer, cursor, PTC_SIG_DEFAULT); }
        ".."                           { return sig_lex_end(lexer, cursor, PTC_SIG_DOTS); }
        "~"                            { return sig_lex_end(lexer, cursor, PTC_SIG_TILDE); }
        [<>] "="?                      { return sig_lex_end(lexer, cursor, PTC_SIG_CMP); }
        ["]                            { return sig_lex_string(lexer, cursor); }
        int                            { return sig_lex_end(lexer, cursor, PTC_SIG_INT); }
        int "." digit+ exponent?       { return sig_lex_end(lexer, cursor, PTC_SIG_FLOAT); }
        int exponent                   { return sig_lex_end(lexer, cursor, PTC_SIG_FLOAT); }
        dotted                         { return sig_lex_word(lexer, cursor, PTC_SIG_NAME); }
        ":" dotted                     { return sig_lex_word(lexer, cursor, PTC_SIG_COLONWORD); }
        ":" operator                   { return sig_lex_end(lexer, cursor, PTC_SIG_FAULT_MALLI); }
        "::" word ("/" word)?          { return sig_lex_word(lexer, cursor, PTC_SIG_FAULT_MALLI); }
        ":" dotted "/" word            { return sig_lex_word(lexer, cursor, PTC_SIG_FAULT_MALLI); }
        (initial | beyond) wrong* "?"? { return sig_lex_word(lexer, cursor, PTC_SIG_FAULT_NAME); }
        "-"* digit* initial wrong* "?"? { return sig_lex_word(lexer, cursor, PTC_SIG_FAULT_NAME); }
        ":" (follow | beyond) wrong*   { return sig_lex_word(lexer, cursor, PTC_SIG_FAULT_WORD); }
        ":"                            { return sig_lex_end(lexer, cursor, PTC_SIG_FAULT_COLON); }
        "=" ">"+ | "-" [-=]* ">" | arrows { return sig_lex_end(lexer, cursor, PTC_SIG_FAULT_ARROW); }
        "-" [-=]+                      { return sig_lex_end(lexer, cursor, PTC_SIG_FAULT_OTHER); }
        odd_blank+                     { return sig_lex_end(lexer, cursor, PTC_SIG_FAULT_BLANK); }
        quotes                         { return sig_lex_end(lexer, cursor, PTC_SIG_FAULT_QUOTE); }
        "#"                            { return sig_lex_end(lexer, cursor, cursor == limit ? PTC_SIG_COMMENT : PTC_SIG_FAULT_OTHER); }
        [^]                            { return sig_lex_end(lexer, cursor, PTC_SIG_FAULT_OTHER); }
        *                              { return sig_lex_end(lexer, cursor, PTC_SIG_FAULT_BYTE); }
        */
    }
}
