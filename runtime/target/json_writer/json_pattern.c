/* SPDX-License-Identifier: MIT */
/*
 * Patterns of contracts as those of JSON Schema, which are ECMAScript's with the flag
 * `u`: what is spelled alike and means something else is written in another way. It is
 * the inverse of contract/json_schema/json_schema_pattern.c. [validation 11.4]
 */
#include "base/base_int.h"
#include "regex/regex_int.h"
#include "target/json_writer/json_writer_int.h"

/* Groups that may change whether case counts; those of contracts are not deeper. */
enum { JSON_GROUPS_MAX = 200 };

/* The members of \s and \h of contracts, in a class. */
#define JSON_BLANKS     "\\t-\\r "
#define JSON_NO_BLANKS  "\\x00-\\x08\\x0E-\\x1F!-\\u{10FFFF}"
#define JSON_FLAT_BLANK "\\t \\xA0\\u1680\\u180E\\u2000-\\u200A\\u202F\\u205F\\u3000"

typedef struct json_pattern {
    ptc_str from;
    size_t at;
    ptc_text to;
    bool folds; /* case does not count */
    bool fails;
    bool outer[JSON_GROUPS_MAX]; /* whether it did not before each open group */
    size_t depth;
} json_pattern;

static char json_peek(const json_pattern *run, size_t ahead)
{
    return run->at + ahead < run->from.len ? run->from.ptr[run->at + ahead] : '\0';
}

/* Whether the text is next; takes it then. */
static bool json_take(json_pattern *run, const char *text)
{
    size_t len = strlen(text);

    if (run->from.len - run->at < len || memcmp(run->from.ptr + run->at, text, len) != 0)
        return false;
    run->at += len;
    return true;
}

static void json_put_text(json_pattern *run, const char *text)
{
    ptc_text_cstr(&run->to, text);
}

static void json_copy(json_pattern *run, size_t count)
{
    count = run->from.len - run->at < count ? run->from.len - run->at : count;
    ptc_text_bytes(&run->to, run->from.ptr + run->at, count);
    run->at += count;
}

static bool json_is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/* What is in braces, with them; `open` was taken, or is '\0'. */
static void json_put_braces(json_pattern *run, char open)
{
    if (open != '\0')
        ptc_text_byte(&run->to, open);
    while (run->at < run->from.len && json_peek(run, 0) != '}')
        json_copy(run, 1);
    json_copy(run, 1);
}

/* --- Characters --------------------------------------------------------------------- */

static void json_put_hex(json_pattern *run, unsigned byte)
{
    static const char hex[] = "0123456789ABCDEF";

    json_put_text(run, "\\x");
    ptc_text_byte(&run->to, hex[byte >> 4 & 15]);
    ptc_text_byte(&run->to, hex[byte & 15]);
}

/* A byte that stands for itself, or begins a character that does. */
static void json_put_plain(json_pattern *run, char byte, bool is_class)
{
    const char *special = is_class ? "\\[]^-" : "^$\\.*+?()[]{}|";
    bool is_folded = run->folds && json_is_letter(byte);

    if (is_folded && !is_class)
        ptc_text_byte(&run->to, '[');
    if (byte != '\0' && strchr(special, byte) != NULL)
        ptc_text_byte(&run->to, '\\');
    if (byte == '\0')
        json_put_hex(run, 0);
    else
        ptc_text_byte(&run->to, byte);
    if (is_folded)
        ptc_text_byte(&run->to, (char)(byte ^ 32));
    if (is_folded && !is_class)
        ptc_text_byte(&run->to, ']');
}

/* \p{IsL} and \pL are \p{L}. Longer names are ASCII in contracts, all of Unicode there.
 */
static void json_put_category(json_pattern *run)
{
    size_t start = run->at;
    const char *close;
    ptc_str name;

    run->at += 2;
    if (json_take(run, "{")) {
        json_take(run, "Is");
        close = memchr(run->from.ptr + run->at, '}', run->from.len - run->at);
        name =
            ptc_str_make(run->from.ptr + run->at,
                         close != NULL ? (size_t)(close - run->from.ptr) - run->at : 0);
        run->at += name.len + 1;
    } else {
        name = ptc_str_make(run->from.ptr + run->at, 1);
        run->at++;
    }
    if (name.len == 0 || name.len > 2 || run->at > run->from.len) {
        run->fails = true;
        return;
    }
    ptc_text_bytes(&run->to, run->from.ptr + start, 2);
    ptc_text_byte(&run->to, '{');
    ptc_text_str(&run->to, name);
    ptc_text_byte(&run->to, '}');
}

/* \0, \012: octal digits, up to three of them. */
static void json_put_octal(json_pattern *run)
{
    unsigned value = 0;

    run->at++;
    for (int i = 0; i < 3 && json_peek(run, 0) >= '0' && json_peek(run, 0) <= '7'; i++)
        value = value * 8 + (unsigned)(run->from.ptr[run->at++] - '0');
    json_put_hex(run, value & 255);
}

/* What a class of blanks is, unless that is what JSON Schema has; false for others. */
static bool json_put_blanks(json_pattern *run, bool is_class)
{
    const char *open = "[";
    const char *blanks = JSON_BLANKS;

    if (json_take(run, "\\s" PTC_REGEX_MORE_BLANKS)) {
        json_put_text(run, "\\s");
        return true;
    }
    if (json_take(run, "\\S")) {
        open = "[^";
        blanks = is_class ? JSON_NO_BLANKS : JSON_BLANKS;
    } else if (json_take(run, "\\h")) {
        blanks = JSON_FLAT_BLANK;
    } else if (!json_take(run, "\\s")) {
        return false;
    }
    json_put_text(run, is_class ? "" : open);
    json_put_text(run, blanks);
    json_put_text(run, is_class ? "" : "]");
    return true;
}

static void json_put_quoted(json_pattern *run)
{
    while (run->at < run->from.len && !json_take(run, "\\E"))
        json_put_plain(run, run->from.ptr[run->at++], false);
}

/* An escape, with the cursor at its backslash. */
static void json_put_escape(json_pattern *run, bool is_class)
{
    char letter = json_peek(run, 1);

    if (json_put_blanks(run, is_class))
        return;
    if (letter == 'p' || letter == 'P') {
        json_put_category(run);
    } else if (letter == '0') {
        json_put_octal(run);
    } else if (json_take(run, "\\A")) {
        json_put_text(run, "^");
    } else if (json_take(run, "\\z")) {
        json_put_text(run, "$");
    } else if (json_take(run, "\\Q")) {
        json_put_quoted(run);
    } else if (json_take(run, "\\a")) {
        json_put_hex(run, 7);
    } else if (json_take(run, "\\e")) {
        json_put_hex(run, 27);
    } else if (run->folds && (letter == 'x' || letter == 'u')) {
        run->fails = true; /* it may be a letter */
    } else if (json_take(run, "\\x{")) {
        json_put_text(run, "\\u");
        json_put_braces(run, '{');
    } else if (letter != '\0' && strchr("dDwWbBtnrfxu", letter) != NULL) {
        json_copy(run, 2);
    } else if (json_is_letter(letter)) {
        run->fails = true;
    } else {
        run->at++; /* of a character that needs none */
        json_put_plain(run, json_peek(run, 0), is_class);
        run->at++;
    }
}

/* --- Classes ------------------------------------------------------------------------ */

/* A character of a class or, where case does not count, a range of plain letters. */
static void json_put_item(json_pattern *run)
{
    char low = json_peek(run, 0);
    char high = json_peek(run, 2);
    bool is_range =
        json_peek(run, 1) == '-' && high != ']' && run->at + 2 < run->from.len;

    if (low == '-' || !run->folds || !is_range) {
        if (low == '-')
            json_copy(run, 1);
        else
            json_put_plain(run, run->from.ptr[run->at++], true);
        return;
    }
    if (json_is_letter(low) && json_is_letter(high) && (low & 32) == (high & 32)) {
        ptc_text_byte(&run->to, (char)(low ^ 32));
        ptc_text_byte(&run->to, '-');
        ptc_text_byte(&run->to, (char)(high ^ 32));
    } else if (low < ' ' || high >= 'A' || high < ' ') {
        run->fails = true;
        return;
    }
    json_copy(run, 3);
}

/* With the cursor at its bracket. */
static void json_put_class(json_pattern *run)
{
    if (json_take(run, "[\\s" PTC_REGEX_MORE_BLANKS "]")) {
        json_put_text(run, "\\s");
        return;
    }
    if (json_take(run, "[^\\s" PTC_REGEX_MORE_BLANKS "]")) {
        json_put_text(run, "\\S");
        return;
    }
    json_copy(run, json_peek(run, 1) == '^' ? 2 : 1);
    while (run->at < run->from.len && !run->fails && json_peek(run, 0) != ']') {
        if (json_peek(run, 0) == '\\')
            json_put_escape(run, true);
        else
            json_put_item(run);
    }
    json_copy(run, 1);
}

/* --- The whole ---------------------------------------------------------------------- */

/* A group, with the cursor at its bracket. Names of groups have no meaning here. */
static void json_put_group(json_pattern *run)
{
    bool is_named;

    if (json_take(run, "(?i)")) {
        run->folds = true;
        return;
    }
    if (run->depth == JSON_GROUPS_MAX) {
        run->fails = true;
        return;
    }
    run->outer[run->depth++] = run->folds;
    if (json_take(run, "(?i:")) {
        run->folds = true;
        json_put_text(run, "(?:");
        return;
    }
    is_named = json_take(run, "(?P<") || json_take(run, "(?<");
    if (!is_named) {
        json_copy(run, json_peek(run, 1) == '?' ? 3 : 1);
        return;
    }
    while (run->at < run->from.len && run->from.ptr[run->at] != '>')
        run->at++;
    run->at++;
    json_put_text(run, "(?:");
}

static void json_put_next(json_pattern *run)
{
    char byte = json_peek(run, 0);

    if (byte == '\\') {
        json_put_escape(run, false);
    } else if (byte == '[') {
        json_put_class(run);
    } else if (byte == '(') {
        json_put_group(run);
    } else if (byte == ')') {
        if (run->depth > 0)
            run->folds = run->outer[--run->depth];
        json_copy(run, 1);
    } else if (byte == '{') { /* a count */
        json_put_braces(run, '\0');
    } else if (byte != '\0' && strchr("^$.*+?|", byte) != NULL) {
        json_copy(run, 1);
    } else {
        json_put_plain(run, byte, false);
        run->at++;
    }
}

bool ptc_json_pattern(ptc_json_writer *writer, ptc_str pattern, ptc_str *out)
{
    json_pattern run = {.from = pattern};

    ptc_text_init(&run.to, writer->arena);
    while (run.at < run.from.len && !run.fails)
        json_put_next(&run);
    if (run.to.failed)
        writer->status = PTC_ERROR_MEMORY;
    *out = ptc_text_view(&run.to);
    return !run.fails;
}
