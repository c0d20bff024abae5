/* SPDX-License-Identifier: MIT */
/* Names, literals and comments of SQL. No text of a contract gets out of its quotes. */
#include "target/sql_int.h"

#include <math.h>

/* --- Names -------------------------------------------------------------------------- */

/* Digits of the hash of a name that was cut, and the '_' before them. */
enum { SQL_HASH_DIGITS = 8 };

static bool sql_is_plain(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || (unsigned char)byte >= 0x80;
}

static char sql_lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

static bool sql_begins_with(ptc_str name, const char *start)
{
    size_t len = strlen(start);

    for (size_t i = 0; i < len; i++) {
        if (i >= name.len || sql_lower(name.ptr[i]) != start[i])
            return false;
    }
    return true;
}

/* Whether every table of PostgreSQL has a column of that name. */
static bool sql_is_system_column(ptc_str name)
{
    static const char *const names[] = {"tableoid", "ctid", "xmin",
                                        "xmax",     "cmin", "cmax"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (ptc_str_equal(name, ptc_str_of(names[i])))
            return true;
    }
    return false;
}

/* Cuts the text at the end of a code point and adds the hash of the whole name. */
static void sql_cut_name(ptc_text *text, ptc_str name)
{
    static const char hex[] = "0123456789abcdef";
    uint64_t hash = ptc_str_hash(name);
    size_t len = PTC_LIMIT_SQL_IDENTIFIER - SQL_HASH_DIGITS - 1;

    if (text->failed || text->len <= PTC_LIMIT_SQL_IDENTIFIER)
        return;
    while (((unsigned char)text->ptr[len] & 0xC0) == 0x80)
        len--;
    ptc_text_cut(text, len);
    ptc_text_byte(text, '_');
    for (int i = SQL_HASH_DIGITS - 1; i >= 0; i--)
        ptc_text_byte(text, hex[hash >> (4 * i) & 15]);
}

static ptc_str sql_view(const ptc_text *text)
{
    return text->failed ? (ptc_str){NULL, 0} : ptc_text_view(text);
}

ptc_str ptc_sql_name(ptc_arena *arena, ptc_str name, bool is_table)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    if (name.len == 0 || (is_table && sql_begins_with(name, "sqlite_")))
        ptc_text_byte(&text, '_');
    for (size_t i = 0; i < name.len; i++)
        ptc_text_byte(&text, sql_is_plain(name.ptr[i]) ? name.ptr[i] : '_');
    if (!is_table && sql_is_system_column(ptc_text_view(&text)))
        ptc_text_byte(&text, '_');
    sql_cut_name(&text, name);
    return sql_view(&text);
}

ptc_str ptc_sql_name_key(ptc_arena *arena, ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    for (size_t i = 0; i < name.len; i++)
        ptc_text_byte(&text, sql_lower(name.ptr[i]));
    return sql_view(&text);
}

/* Appends a text in quotes, those in it twice. */
static void sql_write_quoted(ptc_text *text, ptc_str string, char quote)
{
    ptc_text_byte(text, quote);
    for (size_t i = 0; i < string.len; i++) {
        if (string.ptr[i] == quote)
            ptc_text_byte(text, quote);
        ptc_text_byte(text, string.ptr[i]);
    }
    ptc_text_byte(text, quote);
}

ptc_str ptc_sql_quote(ptc_arena *arena, ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    sql_write_quoted(&text, name, '"');
    return sql_view(&text);
}

/* --- Literals ----------------------------------------------------------------------- */

bool ptc_sql_write_text(ptc_text *text, ptc_str string)
{
    if (string.len > 0 && memchr(string.ptr, 0, string.len) != NULL)
        return false;
    sql_write_quoted(text, string, '\'');
    return true;
}

bool ptc_sql_write_literal(ptc_text *text, const ptc_value *value)
{
    char digits[PTC_NUMBER_MAX];

    switch (ptc_value_kind(value)) {
    case PTC_BOOL:
        ptc_text_cstr(text, value->as.boolean ? "TRUE" : "FALSE");
        return true;
    case PTC_INT:
        ptc_text_int(text, value->as.integer);
        return true;
    case PTC_FLOAT:
        if (!isfinite(value->as.number))
            return false;
        ptc_text_bytes(text, digits, ptc_number_write_json(value->as.number, digits));
        return true;
    case PTC_STRING:
    case PTC_KEYWORD:
        return ptc_sql_write_text(text, ptc_value_text(value));
    case PTC_NIL:
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
    case PTC_OPAQUE:
        break;
    }
    return false;
}

/* --- Comments ----------------------------------------------------------------------- */

void ptc_sql_write_comment(ptc_text *text, ptc_str words, size_t indent)
{
    while (words.len > 0) {
        const char *end = memchr(words.ptr, '\n', words.len);
        size_t len = end != NULL ? (size_t)(end - words.ptr) : words.len;
        ptc_str line = ptc_str_make(words.ptr, len);

        if (line.len > 0 && line.ptr[line.len - 1] == '\r')
            line.len--;
        ptc_text_repeat(text, ' ', indent);
        ptc_text_cstr(text, line.len > 0 ? "-- " : "--");
        ptc_visible_write(text, line); /* a return ends comments of PostgreSQL */
        ptc_text_byte(text, '\n');
        len += end != NULL ? 1 : 0;
        words = ptc_str_make(words.ptr + len, words.len - len);
    }
}
