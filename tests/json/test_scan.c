/* SPDX-License-Identifier: MIT */
/*
 * The scanner's functions one by one. What they make of whole documents is in
 * test_json.c; both suites run with each variant of the scanner that the machine has.
 */
#include <criterion/criterion.h>

#include "support.h"
#include "json/json_int.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Starts a scan of `text`, which is followed by hostile padding. */
static const unsigned char *start(ptc_scan *scan, ptc_arena *arena, const char *text)
{
    static char buffer[8][600];
    static unsigned turn;
    char *place = buffer[turn++ % 8];
    size_t len = strlen(text);

    cr_assert(len + PTC_PADDING < sizeof buffer[0]);
    memcpy(place, text, len);
    memcpy(place + len, "\"0,\"a\":\"b\",1,2e5]}]}]}]}]}]}]}]}", PTC_PADDING);
    return ptc_scan_begin(scan, arena, place, len, 0);
}

Test(scan, passes_blanks_of_any_length)
{
    char text[100];

    for (size_t count = 0; count < 60; count++) {
        for (size_t i = 0; i < 4; i++) {
            const unsigned char *begin = (const unsigned char *)text;

            memset(text, 'x', sizeof text);
            memset(text, " \n\t\r"[i], count);
            cr_expect(ptc_scan_blanks(begin) == begin + count, "%zu of %zu", count, i);
            if (count > 2)
                text[count / 2] = ' ';
            cr_expect(ptc_scan_blanks(begin) == begin + count, "%zu of %zu, mixed", count,
                      i);
            text[count] = '\v';
            cr_expect(ptc_scan_blanks(begin) == begin + count, "vertical tab after %zu",
                      count);
            text[count] = '\0';
            cr_expect(ptc_scan_blanks(begin) == begin + count, "NUL after %zu", count);
        }
    }
}

/* ptc_scan_match with literals of every length, constants as generated code has them. */
#define MATCH(literal)                                                                   \
    expect_match(                                                                        \
        literal, sizeof(literal) - 1,                                                    \
        ptc_scan_match((const unsigned char *)("" literal "0123456789abcdef0123456"      \
                                               "789abcdef"),                             \
                       literal, sizeof(literal) - 1))

static void expect_match(const char *literal, size_t n, bool is_match)
{
    unsigned char text[128];

    cr_expect(is_match, "%s", literal);
    for (size_t i = 0; i < n; i++) {
        memset(text, '9', sizeof text);
        memcpy(text, literal, n);
        cr_expect(ptc_scan_match(text, literal, n), "%s", literal);
        text[i] ^= 1;
        cr_expect(!ptc_scan_match(text, literal, n), "%s, byte %zu", literal, i);
    }
}

Test(scan, matches_literals_of_every_length)
{
    MATCH("");
    MATCH("a");
    MATCH("ab");
    MATCH("abc");
    MATCH("true");
    MATCH("false");
    MATCH("\"key\":");
    MATCH(",\"key\":");
    MATCH(",\"keys\":");
    MATCH(",\"status\":");
    MATCH(",\"created\":");
    MATCH(",\"order_id\":");
    MATCH(",\"created_a\":");
    MATCH(",\"created_at\":");
    MATCH(",\"created_at_\":");
    MATCH(",\"created_at_1\":");
    MATCH(",\"created_at_12\":");
    MATCH(",\"a name that is longer than one block\":");
}

Test(scan, never_matches_any_literal_across_the_end)
{
    ptc_scan scan;
    ptc_arena arena;
    const unsigned char *p;

    ptc_arena_init(&arena, NULL, 0);
    p = start(&scan, &arena, "[1]");
    cr_expect(ptc_scan_match_any(&scan, p, "[1]", 3));
    cr_expect(!ptc_scan_match_any(&scan, p, "[1]\"", 4));
    cr_expect(ptc_scan_match_any(&scan, p, "", 0));
    ptc_scan_finish(&scan, NULL);
    ptc_arena_free(&arena);
}

Test(scan, counts_plain_bytes)
{
    unsigned char text[PTC_SCAN_WIDTH];

    for (unsigned byte = 0; byte < 256; byte++) {
        bool is_plain = byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';

        for (unsigned i = 0; i < PTC_SCAN_WIDTH; i++) {
            memset(text, 'x', sizeof text);
            text[i] = (unsigned char)byte;
            cr_expect(ptc_scan_plain(text) == (is_plain ? PTC_SCAN_WIDTH : i),
                      "0x%02X at %u: %u", byte, i, ptc_scan_plain(text));
        }
    }
    /* Neighbours of special bytes must not hide one or make one up. */
    for (unsigned first = 0; first < 256; first++) {
        for (unsigned second = 0; second < 256; second++) {
            unsigned expected = PTC_SCAN_WIDTH;

            memset(text, '~', sizeof text);
            text[3] = (unsigned char)first;
            text[4] = (unsigned char)second;
            for (unsigned i = 4; i >= 3; i--) {
                if (text[i] < 0x20 || text[i] >= 0x80 || text[i] == '"' ||
                    text[i] == '\\')
                    expected = i;
            }
            cr_assert(ptc_scan_plain(text) == expected, "0x%02X 0x%02X", first, second);
        }
    }
}

Test(scan, reads_keys_up_to_their_value)
{
    static const struct {
        const char *text; /* from the opening quote on */
        const char *key;  /* NULL: a fault */
        size_t value;
    } rows[] = {
        {"\"a\":1]", "a", 4},
        {"\"a\" : 1]", "a", 6},
        {"\"a\"\n:\n\n   1]", "a", 10},
        {"\"\":1]", "", 3},
        {"\"k\\u0065y\":1]", "key", 11},
        {"\"a key of more than sixteen bytes\":1]", "a key of more than sixteen bytes",
         35},
        {"\"M\xC3\xA4nty\":1]", "M\xC3\xA4nty", 9},
        {"\"a\"1]", NULL, 0},
        {"\"a\"]", NULL, 0},
        {"\"a]", NULL, 0},
        {"\"a\\]", NULL, 0},
        {"\"]", NULL, 0},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_scan scan;
        const unsigned char *p = start(&scan, &arena, rows[i].text);
        ptc_str key = {NULL, 0};
        const unsigned char *value = ptc_scan_key(&scan, p + 1, &key);

        cr_expect((value != NULL) == (rows[i].key != NULL), "%s", rows[i].text);
        if (value != NULL && rows[i].key != NULL)
            cr_expect(ptc_str_equal(key, ptc_str_of(rows[i].key)) &&
                          value == p + rows[i].value,
                      "%s", rows[i].text);
        cr_expect((value != NULL) == (scan.status == PTC_OK), "%s", rows[i].text);
        ptc_scan_finish(&scan, NULL);
    }
    ptc_arena_free(&arena);
}

Test(scan, reads_ints)
{
    static const struct {
        const char *text;
        ptc_status status;
        int64_t value;
    } rows[] = {
        {"0]", PTC_OK, 0},
        {"-0]", PTC_OK, 0},
        {"7]", PTC_OK, 7},
        {"-7,1]", PTC_OK, -7},
        {"12345678]", PTC_OK, 12345678},
        {"123456789012345678]", PTC_OK, 123456789012345678},
        {"1234567890123456789]", PTC_OK, 1234567890123456789},
        {"9223372036854775807]", PTC_OK, INT64_MAX},
        {"-9223372036854775808]", PTC_OK, INT64_MIN},
        {"9223372036854775808]", PTC_ERROR_RANGE, 0},
        {"-9223372036854775809]", PTC_ERROR_RANGE, 0},
        {"18446744073709551617]", PTC_ERROR_RANGE, 0},
        {"100000000000000000000000]", PTC_ERROR_RANGE, 0},
        {"01]", PTC_ERROR_SYNTAX, 0},
        {"-]", PTC_ERROR_SYNTAX, 0},
        {"1.]", PTC_ERROR_SYNTAX, 0},
        {"5.0]", PTC_ERROR_INVALID, 0},
        {"1e3]", PTC_ERROR_INVALID, 0},
        {"1E3]", PTC_ERROR_INVALID, 0},
        {"\"5\"]", PTC_ERROR_INVALID, 0},
        {"null]", PTC_ERROR_INVALID, 0},
        {"true]", PTC_ERROR_INVALID, 0},
        {"[]", PTC_ERROR_INVALID, 0},
        {"]", PTC_ERROR_INVALID, 0},
        {"+1]", PTC_ERROR_INVALID, 0},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_scan scan;
        const unsigned char *p = start(&scan, &arena, rows[i].text);
        int64_t value = 99;
        const unsigned char *stop = ptc_scan_int(&scan, p, &value);

        cr_expect(scan.status == rows[i].status &&
                      (stop != NULL) == (scan.status == PTC_OK),
                  "%s: %s", rows[i].text, ptc_status_name(scan.status));
        if (stop != NULL)
            cr_expect(value == rows[i].value && *stop == (i == 3 ? ',' : ']'), "%s",
                      rows[i].text);
        ptc_scan_finish(&scan, NULL);
    }
    ptc_arena_free(&arena);
}

Test(scan, reads_doubles)
{
    static const struct {
        const char *text;
        ptc_status status;
        double value;
        bool is_inexact;
    } rows[] = {
        {"0]", PTC_OK, 0.0, false},
        {"-0]", PTC_OK, 0.0, false},
        {"-0.0]", PTC_OK, -0.0, false},
        {"0.0]", PTC_OK, 0.0, false},
        {"-0e0]", PTC_OK, -0.0, false},
        {"-0.00000000000000000000000]", PTC_OK, -0.0, false},
        {"5]", PTC_OK, 5.0, false},
        {"-5]", PTC_OK, -5.0, false},
        {"1.5]", PTC_OK, 1.5, false},
        {"-1.25]", PTC_OK, -1.25, false},
        {"0.1]", PTC_OK, 0.1, false},
        {"123456.789]", PTC_OK, 123456.789, false},
        {"1e3]", PTC_OK, 1000.0, false},
        {"1.5E-3]", PTC_OK, 0.0015, false},
        {"9007199254740991]", PTC_OK, 9007199254740991.0, false},
        {"9007199254740992]", PTC_OK, 9007199254740992.0, false},
        {"9007199254740993]", PTC_OK, 9007199254740992.0, true},
        {"9007199254740993.0]", PTC_OK, 9007199254740992.0, false},
        {"-9007199254740993]", PTC_OK, -9007199254740992.0, true},
        {"9223372036854775807]", PTC_OK, 9223372036854775808.0, true},
        {"18446744073709551616]", PTC_OK, 18446744073709551616.0, false},
        {"18446744073709551617]", PTC_OK, 18446744073709551616.0, true},
        {"100000000000000000000000]", PTC_OK, 1e23, true},
        {"10000000000000000000000]", PTC_OK, 1e22, false},
        {"0.1234567890123456789012345]", PTC_OK, 0.1234567890123456789012345, false},
        {"1e400]", PTC_ERROR_RANGE, 0, false},
        {"1.]", PTC_ERROR_SYNTAX, 0, false},
        {"1.e1]", PTC_ERROR_SYNTAX, 0, false},
        {"01.5]", PTC_ERROR_SYNTAX, 0, false},
        {"1e]", PTC_ERROR_SYNTAX, 0, false},
        {"-]", PTC_ERROR_SYNTAX, 0, false},
        {"\"1.5\"]", PTC_ERROR_INVALID, 0, false},
        {"null]", PTC_ERROR_INVALID, 0, false},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_scan scan;
        const unsigned char *p = start(&scan, &arena, rows[i].text);
        double value = 99;
        const unsigned char *stop = ptc_scan_double(&scan, p, &value);

        cr_expect(scan.status == rows[i].status &&
                      (stop != NULL) == (scan.status == PTC_OK),
                  "%s: %s", rows[i].text, ptc_status_name(scan.status));
        if (stop == NULL)
            continue;
        cr_expect(value == rows[i].value && !signbit(value) == !signbit(rows[i].value) &&
                      *stop == ']',
                  "%s: %.17g", rows[i].text, value);
        cr_expect(((scan.notes & PTC_SCAN_INEXACT) != 0) == rows[i].is_inexact,
                  "%s: notes", rows[i].text);
        ptc_scan_finish(&scan, NULL);
    }
    ptc_arena_free(&arena);
}

Test(scan, reads_numbers_as_the_generic_reader_does)
{
    test_random random = test_random_start("scan", 31);
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (int i = 0; i < 100000; i++) {
        static const char digits[] = "01234567899.eE-+";
        char text[40];
        size_t len = 1 + test_random_below(&random, 24);
        ptc_scan scan;
        ptc_value value;
        int64_t integer;
        double number;
        const unsigned char *p;
        const unsigned char *stop;

        for (size_t j = 0; j < len; j++)
            text[j] = digits[test_random_below(&random, i % 2 ? 10 : 16)];
        memcpy(text + len, ",]", 3);
        p = start(&scan, &arena, text);
        stop = ptc_scan_value(&scan, p, &value);
        ptc_scan_finish(&scan, NULL);
        p = start(&scan, &arena, text);
        cr_assert((ptc_scan_int(&scan, p, &integer) != NULL) ==
                      (stop != NULL && value.kind == PTC_INT),
                  "%s", text);
        cr_assert(scan.status != PTC_OK || integer == value.as.integer, "%s", text);
        ptc_scan_finish(&scan, NULL);
        p = start(&scan, &arena, text);
        /* An integer of 400 digits would be opaque there and out of range here. */
        cr_assert((ptc_scan_double(&scan, p, &number) != NULL) == (stop != NULL), "%s",
                  text);
        if (stop != NULL && value.kind == PTC_FLOAT)
            cr_assert(number == value.as.number, "%s", text);
        else if (stop != NULL && value.kind == PTC_INT)
            cr_assert((scan.notes == 0) ==
                          (ptc_number_compare_int_double(value.as.integer, number) == 0),
                      "%s", text);
        ptc_scan_finish(&scan, NULL);
        ptc_arena_reset(&arena);
    }
    ptc_arena_free(&arena);
}

Test(scan, reads_words)
{
    static const char *const others[] = {"tru]", "True]", "fals]", "falsE]",
                                         "nul]", "1]",    "]"};
    ptc_scan scan;
    ptc_arena arena;
    const unsigned char *p;
    bool boolean;

    ptc_arena_init(&arena, NULL, 0);
    p = start(&scan, &arena, "true]");
    cr_expect(ptc_scan_bool(&scan, p, &boolean) == p + 4 && boolean);
    p = start(&scan, &arena, "false]");
    cr_expect(ptc_scan_bool(&scan, p, &boolean) == p + 5 && !boolean);
    p = start(&scan, &arena, "null]");
    cr_expect(ptc_scan_null(&scan, p) == p + 4);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        p = start(&scan, &arena, others[i]);
        cr_expect(ptc_scan_bool(&scan, p, &boolean) == NULL, "%s", others[i]);
        cr_expect(scan.status == PTC_ERROR_INVALID);
        p = start(&scan, &arena, others[i]);
        cr_expect(ptc_scan_null(&scan, p) == NULL, "%s", others[i]);
    }
    ptc_arena_free(&arena);
}

/* After each value comes ",9]", so that the scan can go on there. */
Test(scan, skips_with_the_verdict_of_reading)
{
    static const char *const rows[] = {
        "1",
        "-0.5e-7",
        "\"text\"",
        "\"\\ud83d\\ude00 and more than sixteen bytes\"",
        "null",
        "[]",
        "{}",
        "[1,[2,{\"a\":[3]}],\"]\"]",
        "{\"a\":1,\"b\":{\"a\":1}}",
        "12345678901234567890",
        /* refused */
        "1e400",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"\\u0061\":2}",
        "[{\"a\":1,\"b\":[{\"\":1,\"c\":2,\"\":3}]}]",
        "-1e400",
        "[1e309]",
        "{\"a\":1,}",
        "{\"a\":1 \"b\":2}",
        "{\"a\" 1}",
        "{1:2}",
        "{\"a\":[}",
        "[1}",
        "\"\\ud83d\"",
        "\"\\x\"",
        "\"\x80\"",
        "\"\x01\"",
        "[1,]",
        "[1 2]",
        "{\"a\"}",
        "nul",
        "01",
        "[}",
        "",
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[80];
        ptc_scan scan;
        ptc_value value;
        ptc_status status;
        ptc_arena_mark mark;
        const unsigned char *p;
        const unsigned char *stop;

        snprintf(text, sizeof text, " %s,9]", rows[i]);
        p = start(&scan, &arena, text);
        stop = ptc_scan_value(&scan, p, &value);
        status = scan.status;
        cr_expect((stop != NULL) == (i < 10), "%s", rows[i]);
        cr_expect(stop == NULL || *stop == ',', "%s", rows[i]);
        ptc_scan_finish(&scan, NULL);
        p = start(&scan, &arena, text);
        mark = ptc_arena_place(&arena);
        stop = ptc_scan_skip(&scan, p);
        cr_expect(scan.status == status && (stop != NULL) == (status == PTC_OK), "%s",
                  rows[i]);
        cr_expect(arena.cursor == mark.cursor && scan.stack_used == 0, "%s", rows[i]);
        ptc_scan_finish(&scan, NULL);
    }
    ptc_arena_free(&arena);
}

/* Writes key number `i`. Hostile ones differ in '-' and '_' alone, so that all have the
 * same hash. */
static ptc_str key_text(char *place, size_t i, bool is_hostile)
{
    size_t len = 12;

    if (!is_hostile)
        return ptc_str_make(place, (size_t)sprintf(place, "key%zu", i));
    for (size_t bit = 0; bit < len; bit++)
        place[bit] = i >> bit & 1 ? '-' : '_';
    return ptc_str_make(place, len);
}

/* Keys `stride` bytes apart, from an odd address on: all are different; then the last is
 * the one in the middle. */
static void check_keys(size_t count, size_t stride, bool is_hostile)
{
    static char texts[4096][24];
    static unsigned char rows[4096 * 40 + 1];
    char again[24];
    ptc_arena arena;
    ptc_scan scan;
    const unsigned char *p;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        ptc_str key = key_text(texts[i], i, is_hostile);

        memcpy(rows + 1 + i * stride, &key, sizeof key);
    }
    p = start(&scan, &arena, "}");
    cr_expect(ptc_scan_keys(&scan, p, rows + 1, stride, count) && scan.status == PTC_OK,
              "%zu keys, %zu, %d", count, stride, is_hostile);
    if (count > 1) {
        ptc_str key = key_text(again, (count - 1) / 2, is_hostile);

        memcpy(rows + 1 + (count - 1) * stride, &key, sizeof key);
        cr_expect(!ptc_scan_keys(&scan, p, rows + 1, stride, count) &&
                      scan.status == PTC_ERROR_DUPLICATE && scan.fault == p,
                  "%zu keys, %zu, %d", count, stride, is_hostile);
    }
    ptc_arena_free(&arena);
}

Test(scan, finds_duplicate_keys)
{
    static const size_t counts[] = {0, 1, 2, 3, 15, 16, 17, 18, 19, 33, 100, 1000, 4096};
    static const size_t strides[] = {sizeof(ptc_str), sizeof(ptc_str) + 3, 40};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        for (size_t k = 0; k < sizeof strides / sizeof *strides; k++) {
            check_keys(counts[i], strides[k], false);
            check_keys(counts[i], strides[k], true);
        }
    }
}

Test(scan, compares_many_keys_only_with_memory)
{
    static unsigned char memory[32 * sizeof(ptc_str)]; /* for 16 keys, not for 40 */
    char texts[40][24];
    ptc_str keys[40];
    ptc_arena arena;
    ptc_scan scan;
    const unsigned char *p;

    for (size_t i = 0; i < 40; i++)
        keys[i] = key_text(texts[i], i, false);
    ptc_arena_init_memory(&arena, memory, sizeof memory);
    p = start(&scan, &arena, "}");
    cr_expect(ptc_scan_keys(&scan, p, keys, sizeof *keys, 16));
    cr_expect(!ptc_scan_keys(&scan, p, keys, sizeof *keys, 40) &&
              scan.status == PTC_ERROR_MEMORY);
}

Test(scan, fails_when_the_text_ends_with_a_nested_value)
{
    static const char *const rows[] = {"[1]", "{}", "[[]]"};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_scan scan;
        ptc_value value;
        const unsigned char *p = start(&scan, &arena, rows[i]);

        cr_expect(ptc_scan_value(&scan, p, &value) == NULL, "%s", rows[i]);
        cr_expect(scan.status == PTC_ERROR_SYNTAX && scan.fault == scan.end, "%s",
                  rows[i]);
        ptc_scan_finish(&scan, NULL);
        p = start(&scan, &arena, rows[i]);
        cr_expect(ptc_scan_skip(&scan, p) == NULL, "%s", rows[i]);
        ptc_scan_finish(&scan, NULL);
    }
    ptc_arena_free(&arena);
}

Test(scan, counts_levels_with_those_of_the_caller)
{
    ptc_arena arena;
    ptc_scan scan;
    const unsigned char *p;

    ptc_arena_init(&arena, NULL, 0);
    p = start(&scan, &arena, "[[[]]],1]");
    scan.depth = 3;
    p = ptc_scan_skip(&scan, p);
    cr_expect(p != NULL && scan.depth == 3);
    ptc_scan_finish(&scan, NULL);
    p = start(&scan, &arena, "[[[]]],1]");
    scan.depth = 2;
    cr_expect(ptc_scan_skip(&scan, p) == NULL && scan.status == PTC_ERROR_DEPTH);
    ptc_scan_finish(&scan, NULL);
    ptc_arena_free(&arena);
}

/* What ptc_scan_skip skips, and values with any numbers and keys. */
Test(scan, passes_over_values_by_their_grammar)
{
    static const struct {
        const char *text;
        bool passes;
    } rows[] = {
        {"null", true},
        {"[]", true},
        {"{}", true},
        {"[1,2,[3,{}],{'a':[]}]", true},
        {"{'a':1,'a':2}", true},
        {"1e999", true},
        {"-1.5E-3", true},
        {"123456789012345678901234567890", true},
        {"'\\u00e9\xC3\xA9'", true},
        {"[true,false,null]", true},
        {"{'a':{'b':{'c':[{}]}}}", true},
        {" [ 1 , { 'a' : 2 } ] ", true},
        {"[", false},
        {"]", false},
        {"{]", false},
        {"[}", false},
        {"[1,]", false},
        {"[,1]", false},
        {"{'a'}", false},
        {"{'a':}", false},
        {"{'a':1,}", false},
        {"{a:1}", false},
        {"{1:1}", false},
        {"[1 2]", false},
        {"{'a':[}", false},
        {"{'a':1]", false},
        {"[{'a':1]", false},
        {"01", false},
        {"1.", false},
        {"-", false},
        {".5", false},
        {"1e", false},
        {"tru", false},
        {"truefalse", false},
        {"'\\x'", false},
        {"'\\u12'", false},
        {"[1]]", false},
        {"{}{}", false},
        {"", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_arena arena;
        ptc_scan scan;
        const char *text;
        const unsigned char *p;

        ptc_arena_init(&arena, NULL, 0);
        text = test_quoted(&arena, rows[i].text);
        p = ptc_scan_begin_copy(&scan, &arena, text, strlen(text), 0);
        p = ptc_scan_pass(&scan, p);
        cr_expect((ptc_scan_finish(&scan, p) == PTC_OK) == rows[i].passes, "%s", text);
        ptc_arena_free(&arena);
    }
}

Test(scan, ends_only_at_the_end)
{
    static const struct {
        const char *text;
        size_t at;
        ptc_status status;
    } rows[] = {
        {"[1]", 3, PTC_OK},
        {"[1]  \n", 3, PTC_OK},
        {"[1]", 2, PTC_ERROR_SYNTAX},
        {"[1],]", 3, PTC_ERROR_SYNTAX},
        {"[1] ]", 3, PTC_ERROR_SYNTAX},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_scan scan;
        const unsigned char *p = start(&scan, &arena, rows[i].text);

        cr_expect(ptc_scan_finish(&scan, p + rows[i].at) == rows[i].status, "row %zu", i);
    }
    ptc_arena_free(&arena);
}

Test(scan, keeps_the_first_fault)
{
    ptc_arena arena;
    ptc_scan scan;
    ptc_json_error error;
    const unsigned char *p;

    ptc_arena_init(&arena, NULL, 0);
    p = start(&scan, &arena, "[1,x]");
    cr_expect(ptc_scan_error(&scan, &error) == PTC_OK && error.message.ptr[0] == '\0');
    cr_expect(ptc_scan_fail(&scan, p + 3, PTC_ERROR_SYNTAX, "expected a number") == NULL);
    cr_expect(ptc_scan_fail(&scan, p, PTC_ERROR_RANGE, "later") == NULL);
    cr_expect(ptc_scan_error(&scan, &error) == PTC_ERROR_SYNTAX);
    cr_expect(error.offset == 3 &&
              strcmp(error.message.ptr, "expected a number, found 'x'") == 0);
    cr_expect(ptc_scan_finish(&scan, NULL) == PTC_ERROR_SYNTAX);
    ptc_arena_free(&arena);
}

Test(scan, stacks_elements_and_moves_them_once)
{
    ptc_arena arena;
    ptc_scan scan;
    size_t base;
    uint64_t *items;

    ptc_arena_init(&arena, NULL, 0);
    start(&scan, &arena, "[]");
    for (size_t count = 0; count < 3000; count += 1 + count / 3) {
        *(uint64_t *)ptc_scan_push(&scan, 8) = 77;
        base = scan.stack_used;
        for (uint64_t i = 0; i < count; i++) {
            uint64_t *place = ptc_scan_push(&scan, 8);

            cr_assert(place != NULL);
            *place = i;
        }
        items = ptc_scan_pop(&scan, base);
        cr_assert(items != NULL && scan.stack_used == base);
        for (uint64_t i = 0; i < count; i++)
            cr_assert(items[i] == i);
    }
    ptc_scan_finish(&scan, NULL);
    cr_expect(scan.status == PTC_OK);
    ptc_arena_free(&arena);
    ptc_arena_init(&arena, NULL, 4000);
    start(&scan, &arena, "[]");
    while (ptc_scan_push(&scan, 64) != NULL)
        cr_assert(scan.stack_used < 4000);
    cr_expect(scan.status == PTC_ERROR_MEMORY);
    ptc_scan_finish(&scan, NULL);
    ptc_arena_free(&arena);
}

Test(scan, answers_memory_when_a_copy_is_refused)
{
    char memory[64];
    ptc_arena arena;
    ptc_scan scan;

    ptc_arena_init_memory(&arena, memory, sizeof memory);
    cr_expect(ptc_scan_begin_copy(&scan, &arena, "[1]", 3, 0) != NULL);
    cr_expect(ptc_scan_begin_copy(&scan, &arena, "[1]", 3, 0) == NULL);
    cr_expect(ptc_scan_begin_copy(&scan, &arena, "", SIZE_MAX, 0) == NULL);
}
