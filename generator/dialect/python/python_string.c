/* SPDX-License-Identifier: MIT */
/* Finds where strings of Python begin and end. Formatted strings contain expressions,
 * which may contain strings with the same quotes (since Python 3.12), so a stack follows
 * them. */
#include "generator/dialect/python/python_int.h"

ptcc_python_quotes ptcc_python_quotes_of(ptc_str text)
{
    ptcc_python_quotes out = {.count = 1};

    while (out.prefix < text.len && text.ptr[out.prefix] != '"' &&
           text.ptr[out.prefix] != '\'') {
        char letter = (char)(text.ptr[out.prefix++] | 0x20);

        out.is_raw = out.is_raw || letter == 'r';
        out.is_bytes = out.is_bytes || letter == 'b';
        out.is_formatted = out.is_formatted || letter == 'f' || letter == 't';
    }
    if (out.prefix == text.len)
        return out;
    out.quote = text.ptr[out.prefix];
    if (text.len - out.prefix >= 3 && text.ptr[out.prefix + 1] == out.quote &&
        text.ptr[out.prefix + 2] == out.quote)
        out.count = 3;
    return out;
}

/* Whether the string's closing quotes are at `at`. */
static bool string_closes(const ptcc_python_quotes *quotes, const unsigned char *at,
                          const unsigned char *limit)
{
    if (limit - at < quotes->count)
        return false;
    for (int i = 0; i < quotes->count; i++) {
        if (at[i] != (unsigned char)quotes->quote)
            return false;
    }
    return true;
}

/* Whether a string that has one quote only ends there without another. */
static bool string_breaks(const ptcc_python_quotes *quotes, unsigned char byte)
{
    return quotes->count == 1 && (byte == '\n' || byte == '\r');
}

/* After an escape: backslash and a byte, or a line end of two. */
static const unsigned char *string_escape(const unsigned char *at,
                                          const unsigned char *limit)
{
    if (limit - at >= 3 && at[1] == '\r' && at[2] == '\n')
        return at + 3;
    return limit - at >= 2 ? at + 2 : limit;
}

/* The end of a plain string; NULL: it has none, and `*stop` is where it breaks off. */
static const unsigned char *string_skip_plain(const ptcc_python_quotes *quotes,
                                              const unsigned char *at,
                                              const unsigned char *limit,
                                              const unsigned char **stop)
{
    while (at < limit && !string_breaks(quotes, *at)) {
        if (string_closes(quotes, at, limit))
            return at + quotes->count;
        at = *at == '\\' ? string_escape(at, limit) : at + 1;
    }
    *stop = at;
    return NULL;
}

/* Where the scan of a formatted string is. */
typedef enum string_state {
    STRING_TEXT,
    STRING_FIELD,  /* {expression.. */
    STRING_FORMAT, /* ..:format} */
} string_state;

typedef struct string_frame {
    string_state state;
    uint32_t depth; /* FIELD: open brackets in it */
    ptcc_python_quotes quotes;
} string_frame;

typedef struct string_scan {
    const unsigned char *at;
    const unsigned char *start; /* of the string */
    const unsigned char *limit;
    string_frame frames[PTCC_DEFINITION_DEPTH];
    size_t count;
    int fault; /* 0: none */
} string_scan;

static void string_push(string_scan *scan, string_state state,
                        const ptcc_python_quotes *quotes)
{
    if (scan->count == PTCC_DEFINITION_DEPTH)
        scan->fault = PTCC_PYTHON_FAULT_DEEP;
    else
        scan->frames[scan->count++] = (string_frame){state, 0, *quotes};
}

/* A quote in an expression: a string in it, whose prefix was passed. */
static void string_enter(string_scan *scan)
{
    const unsigned char *begin = scan->at;
    const unsigned char *stop;
    ptcc_python_quotes quotes;

    while (begin > scan->start && scan->at - begin < 2 &&
           ((begin[-1] | 0x20) >= 'a' && (begin[-1] | 0x20) <= 'z'))
        begin--;
    quotes = ptcc_python_quotes_of(
        ptc_str_make((const char *)begin, (size_t)(scan->limit - begin)));
    scan->at += quotes.count;
    if (quotes.is_formatted) {
        string_push(scan, STRING_TEXT, &quotes);
        return;
    }
    scan->at = string_skip_plain(&quotes, scan->at, scan->limit, &stop);
    if (scan->at == NULL) {
        scan->at = stop;
        scan->fault = PTCC_PYTHON_FAULT_STRING;
    }
}

/* One byte, or more, of an expression. */
static void string_field(string_scan *scan)
{
    string_frame *frame = &scan->frames[scan->count - 1];
    unsigned char byte = *scan->at;

    if (byte == '"' || byte == '\'') {
        string_enter(scan);
        return;
    }
    scan->at++;
    if (byte == '(' || byte == '[' || byte == '{')
        frame->depth++;
    else if ((byte == ')' || byte == ']' || byte == '}') && frame->depth > 0)
        frame->depth--;
    else if (byte == '}')
        scan->count--;
    else if (byte == ':' && frame->depth == 0)
        frame->state = STRING_FORMAT;
    else if (byte == '#')
        while (scan->at < scan->limit && *scan->at != '\n')
            scan->at++;
}

/* One byte, or more, of text or a format. */
static void string_text(string_scan *scan)
{
    string_frame *frame = &scan->frames[scan->count - 1];
    bool is_format = frame->state == STRING_FORMAT;
    unsigned char byte = *scan->at;

    if (string_closes(&frame->quotes, scan->at, scan->limit)) {
        scan->at += frame->quotes.count;
        if (is_format)
            scan->fault = PTCC_PYTHON_FAULT_STRING; /* within {..: */
        scan->count--;
    } else if (string_breaks(&frame->quotes, byte)) {
        scan->fault = PTCC_PYTHON_FAULT_STRING;
    } else if (byte == '\\') {
        bool is_name = !frame->quotes.is_raw && scan->limit - scan->at > 2 &&
                       scan->at[1] == 'N' && scan->at[2] == '{';
        bool is_brace = scan->limit - scan->at > 1 && scan->at[1] == '{';

        scan->at = is_name    ? scan->at + 3
                   : is_brace ? scan->at + 1
                              : string_escape(scan->at, scan->limit);
    } else if (byte == '{') {
        bool is_double = !is_format && scan->limit - scan->at > 1 && scan->at[1] == '{';

        scan->at += is_double ? 2 : 1;
        if (!is_double)
            string_push(scan, STRING_FIELD, &frame->quotes);
    } else {
        scan->at++;
        if (byte == '}' && is_format)
            scan->count--;
    }
}

static int string_skip_formatted(ptcc_python_lexer *lexer,
                                 const ptcc_python_quotes *quotes)
{
    string_scan scan = {
        .at = lexer->cursor, .start = lexer->cursor, .limit = lexer->limit};

    string_push(&scan, STRING_TEXT, quotes);
    while (scan.count > 0 && scan.fault == 0 && scan.at < scan.limit) {
        if (scan.frames[scan.count - 1].state == STRING_FIELD)
            string_field(&scan);
        else
            string_text(&scan);
    }
    lexer->cursor = scan.at;
    return scan.fault != 0   ? scan.fault
           : scan.count == 0 ? PTCC_PYTHON_STRING
                             : PTCC_PYTHON_FAULT_STRING;
}

int ptcc_python_skip_string(ptcc_python_lexer *lexer, bool is_formatted)
{
    ptcc_python_quotes quotes = ptcc_python_quotes_of(
        ptc_str_make((const char *)lexer->token, (size_t)(lexer->cursor - lexer->token)));
    const unsigned char *end;

    if (is_formatted)
        return string_skip_formatted(lexer, &quotes);
    end = string_skip_plain(&quotes, lexer->cursor, lexer->limit, &lexer->cursor);
    if (end == NULL)
        return PTCC_PYTHON_FAULT_STRING;
    lexer->cursor = end;
    return PTCC_PYTHON_STRING;
}
