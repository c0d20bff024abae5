/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "support.h"

#include <math.h>
#include <stdio.h>

Test(text, compares_and_folds)
{
    static const struct {
        const char *a;
        const char *b;
        bool is_folded_equal;
        int order;
    } rows[] = {
        {"", "", true, 0},
        {"a", "", false, 1},
        {"a", "b", false, -1},
        {"ab", "a", false, 1},
        {"user-id", "user_id", true, -1},
        {"_", "-", true, 1},
        {"user-id", "user-ie", false, -1},
        {"a\xC3\xA9", "a", false, 1},
        {"\xFF", "a", false, 1},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_str a = ptc_str_of(rows[i].a);
        ptc_str b = ptc_str_of(rows[i].b);
        int order = ptc_str_compare(a, b);

        cr_expect(ptc_str_equal_folded(a, b) == rows[i].is_folded_equal,
                  "row %zu: folded", i);
        cr_expect((order > 0) - (order < 0) == rows[i].order, "row %zu: order", i);
        cr_expect(ptc_str_equal(a, b) == (rows[i].order == 0), "row %zu: equal", i);
    }
}

Test(text, hashes_as_published_for_fnv_1a)
{
    cr_expect(ptc_str_hash(PTC_STR("")) == 0xCBF29CE484222325u);
    cr_expect(ptc_str_hash(PTC_STR("a")) == 0xAF63DC4C8601EC8Cu);
    cr_expect(ptc_str_hash(PTC_STR("foobar")) == 0x85944171F73967E8u);
}

Test(text, counts_edits)
{
    static const struct {
        const char *a;
        const char *b;
        unsigned limit;
        unsigned distance;
    } rows[] = {
        {"", "", 2, 0},
        {"user_id", "usr_id", 2, 1},
        {"user_id", "user_id", 0, 0},
        {"user_id", "suer_id", 2, 1}, /* neighbours swapped */
        {"abcd", "badc", 2, 2},
        {"kitten", "sitting", 3, 3},
        {"kitten", "sitting", 2, 3},
        {"a", "abcdef", 2, 3},
        {"ca", "abc", 5, 3}, /* a swapped pair is not edited again */
        {"x", "", 1, 1},
        {"ab", "ba", 0, 1},
        {"abcdefgh", "zyxwvuts", 3, 4},
    };
    char long_name[66];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_str a = ptc_str_of(rows[i].a);
        ptc_str b = ptc_str_of(rows[i].b);

        cr_expect(ptc_str_distance(a, b, rows[i].limit) == rows[i].distance, "%s to %s",
                  rows[i].a, rows[i].b);
        cr_expect(ptc_str_distance(b, a, rows[i].limit) == rows[i].distance, "%s to %s",
                  rows[i].b, rows[i].a);
    }
    memset(long_name, 'a', sizeof long_name);
    cr_expect(ptc_str_distance(ptc_str_make(long_name, 64), ptc_str_make(long_name, 63),
                               2) == 1);
    cr_expect(ptc_str_distance(ptc_str_make(long_name, 65), ptc_str_make(long_name, 65),
                               2) == 3);
}

/* The full table, without a limit. */
static unsigned plain_distance(ptc_str a, ptc_str b)
{
    unsigned table[12][12];

    for (unsigned i = 0; i <= a.len; i++) {
        for (unsigned j = 0; j <= b.len; j++) {
            unsigned best = i + j;

            if (i > 0 && j > 0) {
                unsigned up = table[i - 1][j] + 1;
                unsigned left = table[i][j - 1] + 1;
                unsigned over = table[i - 1][j - 1] + (a.ptr[i - 1] != b.ptr[j - 1]);

                best = up < left ? up : left;
                best = over < best ? over : best;
                if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] &&
                    a.ptr[i - 2] == b.ptr[j - 1] && table[i - 2][j - 2] + 1 < best)
                    best = table[i - 2][j - 2] + 1;
            }
            table[i][j] = best;
        }
    }
    return table[a.len][b.len];
}

Test(text, counts_edits_as_the_full_table_does)
{
    test_random random = test_random_start("text distance", 7);

    for (int i = 0; i < 20000; i++) {
        char a[10];
        char b[10];
        size_t a_len = test_random_below(&random, 10);
        size_t b_len = test_random_below(&random, 10);
        unsigned limit = test_random_below(&random, 6);
        unsigned full;

        for (size_t j = 0; j < 10; j++) {
            a[j] = (char)('a' + test_random_below(&random, 3));
            b[j] = (char)('a' + test_random_below(&random, 3));
        }
        full = plain_distance(ptc_str_make(a, a_len), ptc_str_make(b, b_len));
        cr_assert(ptc_str_distance(ptc_str_make(a, a_len), ptc_str_make(b, b_len),
                                   limit) == (full > limit ? limit + 1 : full),
                  "%.*s to %.*s, limit %u", (int)a_len, a, (int)b_len, b, limit);
    }
}

Test(text, decodes_every_code_point_and_nothing_else)
{
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        char bytes[4];
        uint32_t back;
        size_t len;

        if (code >= 0xD800 && code <= 0xDFFF)
            continue;
        len = ptc_utf8_encode(code, bytes);
        cr_assert(ptc_utf8_decode(bytes, len, &back) == len && back == code, "%x", code);
        for (size_t cut = 1; cut < len; cut++)
            cr_assert(ptc_utf8_decode(bytes, cut, &back) == 0, "%x cut", code);
        cr_assert(ptc_utf8_check(bytes, len) == len && ptc_utf8_count(bytes, len) == 1);
    }
}

Test(text, finds_the_first_ill_formed_byte)
{
    static const char *const bad[] = {
        "\x80",
        "\xBF",
        "\xC0\x80",
        "\xC1\xBF",
        "\xC2",
        "\xC2\x41",
        "\xC2\xC0",
        "\xE0\x9F\xBF",
        "\xE0\xA0",
        "\xE1\x80\x41",
        "\xED\xA0\x80",
        "\xED\xBF\xBF",
        "\xEF\xBF",
        "\xF0\x8F\xBF\xBF",
        "\xF0\x90\x80",
        "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80",
        "\xFE",
        "\xFF",
        "\xF1\x80\x80\x41",
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        for (size_t before = 0; before < 40; before++) {
            for (size_t after = 0; after < 20; after += 19) {
                char text[80];
                size_t len = strlen(bad[i]);

                memset(text, 'x', sizeof text);
                memcpy(text + before, bad[i], len);
                cr_expect(ptc_utf8_check(text, before + len + after) == before,
                          "row %zu after %zu bytes", i, before);
            }
        }
    }
}

Test(text, counts_and_cuts_code_points)
{
    char text[200];
    size_t starts[101];
    size_t len = 0;
    test_random random = test_random_start("text count", 3);

    for (size_t i = 0; i < 100; i++) {
        static const uint32_t samples[] = {'a',   0x7F,   0x80, 0x7FF,
                                           0x800, 0xFFFF, 'z',  '0'};

        starts[i] = len;
        if (len < 190)
            len += ptc_utf8_encode(samples[test_random_below(&random, 8)], text + len);
    }
    starts[100] = len;
    for (size_t i = 0; i <= 100; i++) {
        size_t count = ptc_utf8_count(text, starts[i]);

        cr_expect(count <= i);
        cr_expect(ptc_utf8_prefix(text, len, count) == starts[i], "cut at %zu", i);
    }
    cr_expect(ptc_utf8_prefix(text, len, 1000) == len);
    cr_expect(ptc_utf8_prefix("", 0, 0) == 0);
}

/* A C string, or nothing: never a text that ends too early. */
Test(text, becomes_a_c_string)
{
    static const char bare[] = {'a', 'b', '"', 'c'};
    ptc_arena arena;
    const char *copy;

    ptc_arena_init(&arena, NULL, 0);
    copy = ptc_str_cstring(&arena, ptc_str_make(bare, 2));
    cr_assert(copy && copy != bare);
    cr_expect_str_eq(copy, "ab");
    cr_expect(ptc_str_cstring(NULL, ptc_str_make(bare, 2)) == NULL);
    cr_expect(ptc_str_cstring(NULL, ptc_str_make(copy, 2)) == copy);
    cr_expect_str_eq(ptc_str_cstring(NULL, ptc_str_make(NULL, 0)), "");
    cr_expect_str_eq(ptc_str_cstring(&arena, ptc_str_make(bare, 0)), "");
    cr_expect(ptc_str_cstring(&arena, PTC_STR("a\0b")) == NULL);
    cr_expect(ptc_str_cstring(NULL, PTC_STR("a\0b")) == NULL);
    cr_expect(ptc_str_cstring(NULL, PTC_STR("\0")) == NULL);
    ptc_arena_free(&arena);
    ptc_arena_init_memory(&arena, NULL, 0);
    cr_expect(ptc_str_cstring(&arena, PTC_STR("ab")) == NULL && arena.failed);
}

Test(text, grows_and_stays_terminated)
{
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    cr_expect(ptc_text_view(&text).len == 0 && ptc_text_view(&text).ptr != NULL);
    ptc_text_cstr(&text, "n = ");
    ptc_text_int(&text, INT64_MIN);
    ptc_text_byte(&text, ' ');
    ptc_text_uint(&text, UINT64_MAX);
    ptc_text_repeat(&text, '.', 3);
    ptc_text_bytes(&text, NULL, 0);
    ptc_text_str(&text, PTC_STR("!"));
    cr_expect(strcmp(text.ptr, "n = -9223372036854775808 18446744073709551615...!") == 0);
    cr_expect(text.len == strlen(text.ptr));
    for (int i = 0; i < 10000; i++)
        ptc_text_byte(&text, 'x');
    cr_expect(text.len == strlen(text.ptr) && !text.failed);
    ptc_arena_free(&arena);
}

/* A separate C string from the beginning, whatever happens to the memory. M556 */
Test(text, is_never_null)
{
    const ptc_value infinite = ptc_value_float(HUGE_VAL);
    ptc_text text;
    ptc_arena arena;
    ptc_report report;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    cr_expect_str_eq(text.ptr, "");
    ptc_report_init(&report, &arena);
    ptc_report_write_warnings(&text, &report, "warnings:"); /* there are none */
    cr_expect_str_eq(text.ptr, "");
    ptc_text_bytes(&text, NULL, 0);
    cr_expect_str_eq(text.ptr, "");
    ptc_text_init(&text, &arena);
    cr_expect(ptc_json_write(&text, &infinite, 0) == PTC_ERROR_INVALID);
    cr_expect_str_eq(text.ptr, "");
    ptc_text_cstr(&text, "a");
    cr_expect_str_eq(text.ptr, "a");
    ptc_arena_free(&arena);

    ptc_arena_init_memory(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "a");
    cr_expect(text.failed);
    cr_expect_str_eq(text.ptr, "");
    text = (ptc_text){.arena = &arena}; /* as before ptc_text_init was called */
    cr_expect_str_eq(ptc_text_view(&text).ptr, "");
}

/* M556 */
Test(text, is_printed)
{
    const ptc_str lamp = {"desk lamp and more", 9};
    const ptc_str none = {NULL, 0};
    const ptc_str endless = {"x", SIZE_MAX};
    char line[64];

    snprintf(line, sizeof line, "[" PTC_FMT "|" PTC_FMT "|" PTC_FMT "]", PTC_ARG(lamp),
             PTC_ARG(none), PTC_ARG(PTC_STR("ab")));
    cr_expect_str_eq(line, "[desk lamp||ab]");
    cr_expect_eq(ptc_str_print_len(endless), INT_MAX);
    cr_expect_eq(ptc_str_print_len(none), 0);
    cr_expect_str_eq(ptc_str_print_ptr(none), "");
}

Test(text, remembers_a_refused_allocation)
{
    unsigned char memory[256];
    ptc_arena arena;
    ptc_text text;
    size_t len;

    ptc_arena_init_memory(&arena, memory, sizeof memory);
    ptc_text_init(&text, &arena);
    while (!text.failed)
        ptc_text_cstr(&text, "0123456789");
    len = text.len;
    cr_expect(len >= 120 && len % 10 == 0);
    ptc_text_byte(&text, 'x');
    cr_expect(text.len == len && text.ptr[len] == '\0');
    cr_expect(ptc_text_extend(&text, 0) == NULL);
    ptc_text_init(&text, &arena);
    cr_expect(ptc_text_extend(&text, SIZE_MAX) == NULL && text.failed);
}

/* Without ptc_text_init there is no arena to grow in. */
Test(text, refuses_when_it_was_not_started)
{
    ptc_text text = {.arena = NULL};

    ptc_text_cstr(&text, "x");
    cr_expect(text.failed && text.len == 0);
    cr_expect_str_eq(ptc_text_view(&text).ptr, "");
    text = (ptc_text){.arena = NULL};
    cr_expect(ptc_text_extend(&text, 0) == NULL && text.failed);
    text = (ptc_text){.arena = NULL};
    ptc_text_int(&text, 7);
    cr_expect(text.failed);
}
