/* SPDX-License-Identifier: MIT */
/* Damage to JSON texts; see damage.h. Tokens are found by their first bytes, so that the
 * text may already be no JSON. */
#include "damage.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

typedef struct draft {
    test_random *random;
    char *text;
    size_t len;
    size_t room;
} draft;

/* The edges of numbers, and what only looks like one. */
static const char *const numbers[] = {
    "0",
    "-0",
    "-0.0",
    "1",
    "-1",
    "1.0",
    "1e0",
    "0.5",
    "1E+2",
    "9223372036854775807",
    "1e-7",
    "5e-324",
    "2e308",
    "1e999",
    "9223372036854775808",
    "3.0",
    "1e18",
    "1e19",
    "100",
    "-9223372036854775808",
    "01",
    "+1",
    ".5",
    "5.",
    "-9223372036854775809",
    "0x1",
    "-",
    "1e",
    "1e+",
    "9007199254740993",
    "1_000",
    "1.7976931348623157e308",
    "0.1e1",
    "123456789012345678901234567890",
    "0.30000000000000004",
    "1.00000000000000000000000000000000001",
};

static const char *const strings[] = {
    "\"\"",
    "\"a\"",
    "\"1\"",
    "\"-3\"",
    "\"1.5\"",
    "\" 1\"",
    "\"true\"",
    "\":a\"",
    "\"\\u0061\"",
    "\"\\u0000\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud83d\"",
    "\"\\ude00\\ud83d\"",
    "\"\\uD8\"",
    "\"\\x\"",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"\xc3\xa9\"",
    "\"e\xcc\x81\"",
    "\"\xf0\x9f\x98\x80\"",
    "\"\xf4\x90\x80\x80\"",
    "\"\xed\xa0\x80\"",
    "\"\xc0\xaf\"",
    "\"\xe2\x82\"",
    "\"\xff\"",
    "\"tab\tin\"",
    "\"2024-02-29T23:59:59Z\"",
    "\"2024-02-30T00:00:00+01:00\"",
    "\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"",
    "\"open",
};

static const char *const words[] = {
    "null",  "true",      "false",    "nul",       "True",
    "nullx", "NaN",       "Infinity", "[]",        "{}",
    "[[]]",  "{\"a\":1}", "[null]",   "[1,\"1\"]", "{\"\":null}",
};

static const char *const blanks[] = {" ",  "\n",       "\t",           "\r\n", "  \n\t ",
                                     "\v", "\xc2\xa0", "\xef\xbb\xbf", "/**/", ","};

static bool is_one_of(char byte, const char *bytes)
{
    return byte != '\0' && strchr(bytes, byte) != NULL;
}

static void splice(draft *d, size_t at, size_t count, const char *bytes, size_t len)
{
    if (d->len - count + len > d->room)
        return;
    memmove(d->text + at + len, d->text + at + count, d->len - at - count);
    memcpy(d->text + at, bytes, len);
    d->len += len - count;
}

static void put(draft *d, size_t at, size_t count, const char *text)
{
    splice(d, at, count, text, strlen(text));
}

/* --- Finding places ----------------------------------------------------------------- */

static size_t string_end(const draft *d, size_t at)
{
    for (at++; at < d->len && d->text[at] != '"'; at++)
        at += d->text[at] == '\\';
    return at < d->len ? at + 1 : d->len;
}

static size_t token_end(const draft *d, size_t at)
{
    size_t end = at + 1;

    if (d->text[at] == '"')
        return string_end(d, at);
    if (is_one_of(d->text[at], "{}[]:, \n\r\t"))
        return end;
    while (end < d->len && !is_one_of(d->text[end], "{}[]:, \n\r\t\""))
        end++;
    return end;
}

/* The end of the value that begins at `at`, by brackets alone. */
static size_t value_end(const draft *d, size_t at)
{
    size_t depth = 0;

    while (at < d->len) {
        char byte = d->text[at];

        if (depth == 0 && is_one_of(byte, "]},:"))
            return at;
        at = token_end(d, at);
        depth += byte == '[' || byte == '{';
        depth -= byte == ']' || byte == '}';
        if (depth == 0 && !is_one_of(byte, " \n\r\t"))
            return at;
    }
    return d->len;
}

/* A random token whose first byte is none of `passed`: its start, or the length. */
static size_t some_token(draft *d, const char *passed)
{
    size_t chosen = d->len;
    uint32_t seen = 0;

    for (size_t at = 0; at < d->len; at = token_end(d, at)) {
        if (!is_one_of(d->text[at], passed) && test_random_below(d->random, ++seen) == 0)
            chosen = at;
    }
    return chosen;
}

/* --- Changes ------------------------------------------------------------------------ */

static void change_byte(draft *d)
{
    static const char bytes[] = " \n,:\"{}[]0159-.eE\\untf/*\x80\x01";
    size_t at = test_random_below(d->random, (uint32_t)d->len);
    char byte = bytes[test_random_below(d->random, sizeof bytes - 1)];

    switch (test_random_below(d->random, 5)) {
    case 0:
        splice(d, at, 1, "", 0);
        break;
    case 1:
        splice(d, at, 0, &byte, 1);
        break;
    case 2:
        d->len = at;
        break;
    case 3:
        d->text[at] = (char)test_random_below(d->random, 256);
        break;
    default:
        d->text[at] = byte;
        break;
    }
}

#define SOME(d, list) ((list)[test_random_below((d)->random, COUNT(list))])

static void replace_value(draft *d)
{
    size_t at = some_token(d, "}]:, \n\r\t");
    char first = at < d->len ? d->text[at] : '\0';
    size_t count = value_end(d, at) - at;
    bool stays = test_random_below(d->random, 2) == 0; /* of the kind that it was */

    if (at == d->len)
        return;
    if (stays ? is_one_of(first, "-0123456789") : test_random_below(d->random, 3) == 0)
        put(d, at, count, SOME(d, numbers));
    else if (stays ? first == '"' : test_random_below(d->random, 2) == 0)
        put(d, at, count, SOME(d, strings));
    else
        put(d, at, count, SOME(d, words));
}

/* In a key or a string: '-' for '_' and back, or a letter as an escape. */
static void respell(draft *d)
{
    static const char digits[] = "0123456789abcdef";
    size_t at = some_token(d, "{}[]:, \n\r\t-0123456789tfn");
    size_t end = at < d->len ? token_end(d, at) : at;
    size_t place;
    unsigned char byte;

    if (end - at < 3)
        return;
    for (place = at + 1; place < end - 1 && test_random_below(d->random, 2) == 0; place++)
        continue;
    byte = (unsigned char)d->text[place];
    if (byte == '-' || byte == '_') {
        d->text[place] = byte == '-' ? '_' : '-';
    } else if (byte > ' ' && byte < 0x7f && byte != '\\' && byte != '"') {
        char escape[6] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};

        splice(d, place, 1, escape, sizeof escape);
    }
}

/* A member or an item: once more, gone, or in another's place. */
static void move_part(draft *d)
{
    char part[512];
    size_t at = some_token(d, "}]:, \n\r\t");
    size_t end = at < d->len ? value_end(d, at) : at;
    size_t other;
    bool is_member = end < d->len && d->text[end] == ':';

    if (is_member)
        end = value_end(d, end + 1);
    if (at >= end || end - at + 1 > sizeof part)
        return;
    memcpy(part, d->text + at, end - at);
    part[end - at] = ',';
    switch (test_random_below(d->random, 3)) {
    case 0:
        splice(d, at, 0, part, end - at + 1);
        break;
    case 1:
        splice(d, at, end - at + (end < d->len && d->text[end] == ','), "", 0);
        break;
    default:
        other = some_token(d, "}]:, \n\r\t");
        if (other < d->len)
            splice(d, other, 0, part, end - at + 1);
        break;
    }
}

/* Around a value, on both sides or on one; at times deeper than is read. */
static void nest(draft *d)
{
    static const char *const before[] = {"[", "{\"a\":", "[1,", "{\"\\u0061\":[", "{"};
    static const char *const behind[] = {"]", "}", "]", "]}", "}"};
    size_t at = some_token(d, "}]:, \n\r\t");
    size_t end = at < d->len ? value_end(d, at) : at;
    uint32_t which = test_random_below(d->random, COUNT(before));
    uint32_t times = 1;

    if (test_random_below(d->random, 4) == 0)
        times = 510 + test_random_below(d->random, 5);
    else if (test_random_below(d->random, 3) == 0)
        times = 1 + test_random_below(d->random, 40);
    for (uint32_t i = 0; i < times && at < end; i++) {
        size_t len = d->len;

        if (len + 16 > d->room)
            return;
        put(d, end, 0, behind[which]);
        put(d, at, 0, before[which]);
        end += d->len - len;
    }
}

size_t test_damage_json(test_random *random, char *text, size_t len, size_t room)
{
    draft d = {random, text, len, room};

    if (len == 0)
        return 0;
    switch (test_random_below(random, 10)) {
    case 0:
    case 1:
        change_byte(&d);
        break;
    case 2:
    case 3:
    case 4:
        replace_value(&d);
        break;
    case 5:
        respell(&d);
        break;
    case 6:
    case 7:
        move_part(&d);
        break;
    case 8:
        put(&d, some_token(&d, ""), 0, SOME(&d, blanks));
        break;
    default:
        nest(&d);
        break;
    }
    return d.len;
}
