/* SPDX-License-Identifier: MIT */
/*
 * The inside of a template tag, token by token. [signature 11.1]
 *
 * Where a tag begins and ends is found by template_read.c, since {{=<% %>=}} changes the
 * delimiters; so the text needs no NUL after it, and reading stops at `limit`.
 */
#include "template/template_int.h"

ptc_template_token ptc_template_lex(const unsigned char **start, const unsigned char *limit)
{
    const unsigned char *cursor = *start;
    ptc_template_token token;

    /*!re2c
    re2c:api                 = custom;
    re2c:api:style           = free-form;
    re2c:define:YYCTYPE      = "unsigned char";
    re2c:define:YYPEEK       = "cursor < limit ? *cursor : 0";
    re2c:define:YYSKIP       = "++cursor;";
    re2c:define:YYLESSTHAN   = "cursor >= limit";
    re2c:yyfill:enable       = 0;
    re2c:eof                 = 0;

    blank   = [ \t\r\n];
    rest    = [A-Za-z0-9_-];
    name    = [A-Za-z] rest* | "_" rest+;

    blank+  { token = PTC_TEMPLATE_TOKEN_BLANK; goto done; }
    name    { token = PTC_TEMPLATE_TOKEN_NAME; goto done; }
    "."     { token = PTC_TEMPLATE_TOKEN_DOT; goto done; }
    "#"     { token = PTC_TEMPLATE_TOKEN_SECTION; goto done; }
    "^"     { token = PTC_TEMPLATE_TOKEN_INVERTED; goto done; }
    "/"     { token = PTC_TEMPLATE_TOKEN_CLOSE; goto done; }
    "!"     { token = PTC_TEMPLATE_TOKEN_COMMENT; goto done; }
    "="     { token = PTC_TEMPLATE_TOKEN_DELIMITERS; goto done; }
    "&"|"{" { token = PTC_TEMPLATE_TOKEN_RAW; goto done; }
    ">"     { token = PTC_TEMPLATE_TOKEN_PARTIAL; goto done; }
    *       { token = PTC_TEMPLATE_TOKEN_OTHER; goto done; }
    $       { token = PTC_TEMPLATE_TOKEN_END; goto done; }
    */
done:
    *start = cursor;
    return token;
}
