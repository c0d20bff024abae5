/* SPDX-License-Identifier: MIT */
/*
 * Elixir to tokens. [signature 12]
 *
 * Only lexing: blanks and comments are not tokens, lines' ends are. Strings,
 * heredocs, charlists and sigils are one token each, whatever is interpolated in them.
 */
#include "generator/dialect/elixir/elixir_int.h"

#include "elixir_spec.h"

/*!re2c
    re2c:define:YYCTYPE  = "unsigned char";
    re2c:define:YYCURSOR = cursor;
    re2c:define:YYMARKER = marker;
    re2c:define:YYLIMIT  = limit;
    re2c:yyfill:enable   = 0;
    re2c:eof             = 0;
    re2c:indent:string   = "    ";

    digit  = [0-9];
    name   = [a-z_] [A-Za-z0-9_]*;
    mark   = [?!];
    alias  = [A-Z] [A-Za-z0-9_]*;
    module = alias ("." alias)*;
    atom   = ":" [A-Za-z_] [A-Za-z0-9_@]* mark?;
    quoted = ["] ([^"\\\n\x00#] | "\\" [^\n\x00])* ["];
*/

/* Levels of texts in interpolations of texts. */
enum { ELIXIR_TEXTS = 100 };

/* What ends a level: of a text its last quote, of an interpolation '}'. */
typedef struct elixir_level {
    char closer;
    bool is_code;
    bool is_raw;    /* a sigil with a capital: no escapes and interpolations */
    bool is_triple; /* a heredoc */
} elixir_level;

static bool elixir_is_triple(const unsigned char *at, const unsigned char *limit)
{
    return limit - at >= 3 && at[0] == at[1] && at[1] == at[2];
}

/* What closes a sigil that `open` begins. */
static char elixir_closer(unsigned char open)
{
    static const char pairs[] = "()[]{}<>";
    const char *found = open != '\0' ? strchr(pairs, open) : NULL;

    return found != NULL ? found[1] : (char)open;
}

/* One step in the code of an interpolation; the number of levels then. */
static size_t elixir_step_code(elixir_level *levels, size_t count,
                               const unsigned char **cursor, const unsigned char *limit)
{
    const unsigned char *at = *cursor;
    elixir_level next = {.closer = '}', .is_code = true};

    *cursor = at + 1;
    if (*at == '}')
        return count - 1;
    if (*at == '?' && limit - at > 1) {
        *cursor = at + (at[1] == '\\' && limit - at > 2 ? 3 : 2);
        return count;
    }
    if (*at == '"' || *at == '\'')
        next = (elixir_level){.closer = (char)*at};
    else if (*at != '{')
        return count;
    levels[count] = next;
    return count + 1;
}

/* One step in a text. */
static size_t elixir_step_text(elixir_level *levels, size_t count,
                               const unsigned char **cursor, const unsigned char *limit)
{
    const elixir_level *level = &levels[count - 1];
    const unsigned char *at = *cursor;

    *cursor = at + 1;
    if (*at == '\\' && limit - at > 1 && (!level->is_raw || at[1] == level->closer)) {
        *cursor = at + 2;
    } else if (*at == (unsigned char)level->closer &&
               (!level->is_triple || elixir_is_triple(at, limit))) {
        *cursor = at + (level->is_triple ? 3 : 1);
        return count - 1;
    } else if (*at == '#' && !level->is_raw && limit - at > 1 && at[1] == '{') {
        *cursor = at + 2;
        levels[count] = (elixir_level){.closer = '}', .is_code = true};
        return count + 1;
    }
    return count;
}

/* The rest of a text whose opening quote is at `cursor`. */
static int elixir_lex_text(elixir_lexer *lexer, const unsigned char *cursor, bool is_raw)
{
    const unsigned char *limit = lexer->limit;
    elixir_level levels[ELIXIR_TEXTS + 1];
    size_t count = 1;

    levels[0] = (elixir_level){.closer = elixir_closer(*cursor), .is_raw = is_raw};
    levels[0].is_triple =
        (*cursor == '"' || *cursor == '\'') && elixir_is_triple(cursor, limit);
    cursor += levels[0].is_triple ? 3 : 1;
    while (cursor < limit && count > 0 && count <= ELIXIR_TEXTS)
        count = levels[count - 1].is_code
                    ? elixir_step_code(levels, count, &cursor, limit)
                    : elixir_step_text(levels, count, &cursor, limit);
    lexer->cursor = cursor;
    return count == 0 ? ELIXIR_TEXT : ELIXIR_UNCLOSED;
}

/* A sigil whose `~` and letters are read. */
static int elixir_lex_sigil(elixir_lexer *lexer, const unsigned char *cursor)
{
    bool is_raw = cursor[-1] >= 'A' && cursor[-1] <= 'Z';
    int code = elixir_lex_text(lexer, cursor, is_raw);

    while (lexer->cursor < lexer->limit && (*lexer->cursor | 32) >= 'a' &&
           (*lexer->cursor | 32) <= 'z')
        lexer->cursor++; /* modifiers */
    return code;
}

static int elixir_lex_end(elixir_lexer *lexer, const unsigned char *cursor, int code)
{
    lexer->cursor = cursor;
    return code;
}

/* A name, which may be a word of specs. */
static int elixir_lex_name(elixir_lexer *lexer, const unsigned char *cursor)
{
    ptc_str word = ptc_str_make((const char *)lexer->token, (size_t)(cursor - lexer->token));
    bool is_call = cursor < lexer->limit && *cursor == '(';
    int code = ELIXIR_NAME;

    if (ptc_str_equal(word, PTC_STR("when")))
        code = ELIXIR_WHEN;
    else if (is_call && ptc_str_equal(word, PTC_STR("optional")))
        code = ELIXIR_OPTIONAL;
    else if (is_call && ptc_str_equal(word, PTC_STR("required")))
        code = ELIXIR_REQUIRED;
    return elixir_lex_end(lexer, cursor, code);
}

static int elixir_lex(elixir_lexer *lexer)
{
    const unsigned char *cursor = lexer->cursor;
    const unsigned char *limit = lexer->limit;
    const unsigned char *marker;

    for (;;) {
        lexer->token = cursor;
        /*!re2c
        [ \t\r\f]+ | "\\" "\r"? "\n"   { continue; }
        "#" [^\n\x00]*                 { continue; }
        $                              { return elixir_lex_end(lexer, cursor, 0); }
        "\n" | ";"                     { return elixir_lex_end(lexer, cursor, ELIXIR_NEWLINE); }
        "@" name                       { return elixir_lex_end(lexer, cursor, ELIXIR_ATTRIBUTE); }
        name mark? / ":" [ \t\r\n]     { return elixir_lex_end(lexer, cursor + 1, ELIXIR_KEY); }
        alias mark? / ":" [ \t\r\n]    { return elixir_lex_end(lexer, cursor + 1, ELIXIR_KEY); }
        quoted / ":" [ \t\r\n]         { return elixir_lex_end(lexer, cursor + 1, ELIXIR_KEY); }
        name mark?                     { return elixir_lex_name(lexer, cursor); }
        module "." name mark?          { return elixir_lex_end(lexer, cursor, ELIXIR_REMOTE); }
        atom "." name mark?            { return elixir_lex_end(lexer, cursor, ELIXIR_REMOTE); }
        module                         { return elixir_lex_end(lexer, cursor, ELIXIR_ALIAS); }
        atom | ":" quoted              { return elixir_lex_end(lexer, cursor, ELIXIR_ATOM); }
        "-"? digit [0-9_]*             { return elixir_lex_end(lexer, cursor, ELIXIR_INT); }
        "-"? digit [0-9_]* "." digit+ ([eE] [+-]? digit+)?
                                       { return elixir_lex_end(lexer, cursor, ELIXIR_FLOAT); }
        "0" [xbo] [0-9A-Fa-f_]+        { return elixir_lex_end(lexer, cursor, ELIXIR_OTHER); }
        "?" "\\" [^\n\x00]             { return elixir_lex_end(lexer, cursor, ELIXIR_OTHER); }
        "?" [^\n\x00\\]                { return elixir_lex_end(lexer, cursor, ELIXIR_OTHER); }
        "~" ([a-z] | [A-Z]+) / [/|"'([{<] { return elixir_lex_sigil(lexer, cursor); }
        ["']                           { return elixir_lex_text(lexer, cursor - 1, false); }
        "::"                           { return elixir_lex_end(lexer, cursor, ELIXIR_DCOLON); }
        "|"                            { return elixir_lex_end(lexer, cursor, ELIXIR_BAR); }
        "->"                           { return elixir_lex_end(lexer, cursor, ELIXIR_ARROW); }
        "=>"                           { return elixir_lex_end(lexer, cursor, ELIXIR_FATARROW); }
        ".."                           { return elixir_lex_end(lexer, cursor, ELIXIR_DOTS); }
        "..."                          { return elixir_lex_end(lexer, cursor, ELIXIR_ELLIPSIS); }
        "("                            { return elixir_lex_end(lexer, cursor, ELIXIR_LP); }
        ")"                            { return elixir_lex_end(lexer, cursor, ELIXIR_RP); }
        "["                            { return elixir_lex_end(lexer, cursor, ELIXIR_LB); }
        "]"                            { return elixir_lex_end(lexer, cursor, ELIXIR_RB); }
        "{"                            { return elixir_lex_end(lexer, cursor, ELIXIR_LC); }
        "}"                            { return elixir_lex_end(lexer, cursor, ELIXIR_RC); }
        "<<" [^<>\n\x00]* ">>"         { return elixir_lex_end(lexer, cursor, ELIXIR_BINARY); }
        "%"                            { return elixir_lex_end(lexer, cursor, ELIXIR_PERCENT); }
        ","                            { return elixir_lex_end(lexer, cursor, ELIXIR_COMMA); }
        "\\\\"                         { return elixir_lex_end(lexer, cursor, ELIXIR_DEFAULT); }
        "||" | "|>" | "|||" | ":" | [^] { return elixir_lex_end(lexer, cursor, ELIXIR_OTHER); }
        *                              { return elixir_lex_end(lexer, cursor, ELIXIR_OTHER); }
        */
    }
}

elixir_token elixir_next(elixir_lexer *lexer)
{
    int code = elixir_lex(lexer);

    return (elixir_token){code, (uint32_t)(lexer->token - lexer->text),
                          (uint32_t)(lexer->cursor - lexer->text)};
}

elixir_lexer elixir_lexer_at(ptc_str text, size_t offset)
{
    const unsigned char *start = (const unsigned char *)text.ptr;

    return (elixir_lexer){start, start + text.len, start + offset, start + offset};
}
