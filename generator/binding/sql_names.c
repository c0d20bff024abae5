/* SPDX-License-Identifier: MIT */
/*
 * Finds names in SQL: `:name`, unless it is part of a string, a quoted name, a comment, a
 * cast (`::int`) or an assignment (`:=`).
 *
 * Quoting follows PostgreSQL, and the backticks of other databases: '..' with '' in it,
 * E'..' with backslashes, "..", `..`, $tag$..$tag$, -- to the end of the line, nested
 * slash-star comments.
 */
#include "generator/binding/binding_int.h"

static char sql_at(const ptcc_sql_reader *reader, size_t at)
{
    return at < reader->text.len ? reader->text.ptr[at] : '\0';
}

static bool sql_is_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           letter == '_' || (unsigned char)letter >= 0x80;
}

static bool sql_is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/* Where the word at `at` ends; a `$` may be in one. */
static size_t sql_word_end(const ptcc_sql_reader *reader, size_t at)
{
    while (sql_is_letter(sql_at(reader, at)) || sql_is_digit(sql_at(reader, at)) ||
           sql_at(reader, at) == '$')
        at++;
    return at;
}

static void sql_fail(ptcc_sql_reader *reader, const char *message, const char *hint,
                     size_t start, size_t end)
{
    reader->fault = (ptcc_text_fault){message, hint, start, end};
    reader->at = reader->text.len;
}

/* Goes after what is quoted by `quote`, which is doubled to mean itself. */
static void sql_skip_quoted(ptcc_sql_reader *reader, char quote, bool has_backslashes)
{
    size_t start = reader->at;
    size_t at = start + 1;

    for (; at < reader->text.len; at++) {
        if (has_backslashes && reader->text.ptr[at] == '\\')
            at++;
        else if (reader->text.ptr[at] == quote && sql_at(reader, at + 1) != quote)
            break;
        else if (reader->text.ptr[at] == quote)
            at++;
    }
    if (at >= reader->text.len)
        sql_fail(reader,
                 quote == '\'' ? "the string is not closed" : "the name is not closed",
                 quote == '\'' ? "write ' in a string as ''" : NULL, start, start + 1);
    else
        reader->at = at + 1;
}

static void sql_skip_line(ptcc_sql_reader *reader)
{
    while (reader->at < reader->text.len && reader->text.ptr[reader->at] != '\n')
        reader->at++;
}

static void sql_skip_comment(ptcc_sql_reader *reader)
{
    size_t start = reader->at;
    size_t depth = 0;

    do {
        char first = sql_at(reader, reader->at);
        char second = sql_at(reader, reader->at + 1);
        bool opens = first == '/' && second == '*';
        bool closes = first == '*' && second == '/';

        depth = depth + opens - closes;
        reader->at += opens || closes ? 2 : 1;
    } while (depth > 0 && reader->at < reader->text.len);
    if (depth > 0)
        sql_fail(reader, "the comment is not closed", "comments nest", start, start + 2);
}

/* Goes after $tag$..$tag$, or the `$` that begins none. */
static void sql_skip_dollar(ptcc_sql_reader *reader)
{
    size_t start = reader->at;
    size_t end = start + 1;
    ptc_str tag;

    if (sql_is_digit(sql_at(reader, end))) {
        sql_fail(reader, "parameters of a statement have the names of arguments",
                 "write :name", start, sql_word_end(reader, end));
        return;
    }
    while (sql_is_letter(sql_at(reader, end)) || sql_is_digit(sql_at(reader, end)))
        end++;
    if (sql_at(reader, end) != '$') {
        reader->at = end;
        return;
    }
    tag = ptc_str_make(reader->text.ptr + start, end + 1 - start);
    for (size_t at = end + 1; at + tag.len <= reader->text.len; at++) {
        if (memcmp(reader->text.ptr + at, tag.ptr, tag.len) != 0)
            continue;
        reader->at = at + tag.len;
        return;
    }
    sql_fail(reader, "the string is not closed", "it ends with the same $tag$", start,
             start + tag.len);
}

/* What follows a colon: true for a name. */
static bool sql_take_colon(ptcc_sql_reader *reader)
{
    size_t start = reader->at;
    size_t end = start + 1;

    if (sql_at(reader, end) == ':' || sql_at(reader, end) == '=') {
        reader->at += 2;
        return false;
    }
    while (sql_is_letter(sql_at(reader, end)) ||
           (end > start + 1 && sql_is_digit(sql_at(reader, end))))
        end++;
    reader->at = end;
    reader->start = start;
    reader->name = ptc_str_make(reader->text.ptr + start + 1, end - start - 1);
    return reader->name.len > 0;
}

void ptcc_sql_start(ptcc_sql_reader *reader, ptc_str text)
{
    *reader = (ptcc_sql_reader){.text = text};
}

bool ptcc_sql_next(ptcc_sql_reader *reader)
{
    while (reader->at < reader->text.len) {
        char first = reader->text.ptr[reader->at];
        char second = sql_at(reader, reader->at + 1);

        if (first == ':') {
            if (sql_take_colon(reader))
                return true;
        } else if (first == '\'' || first == '"' || first == '`') {
            sql_skip_quoted(reader, first, false);
        } else if ((first == 'E' || first == 'e') && second == '\'') {
            reader->at++;
            sql_skip_quoted(reader, second, true);
        } else if (first == '-' && second == '-') {
            sql_skip_line(reader);
        } else if (first == '/' && second == '*') {
            sql_skip_comment(reader);
        } else if (first == '$') {
            sql_skip_dollar(reader);
        } else if (sql_is_letter(first) || sql_is_digit(first)) {
            reader->at = sql_word_end(reader, reader->at);
        } else {
            reader->at++;
        }
    }
    return false;
}
