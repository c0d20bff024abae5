/* SPDX-License-Identifier: MIT */
/* Programs to forms: limits, hostile texts, refused memory. */
#include "support.h"

#include "lisp/read/read_int.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct limit_case {
    ptc_arena arena;
    ptc_lisp_error error;
} limit_case;

static bool case_read(limit_case *test, ptc_str text, size_t cap)
{
    ptc_source source = {PTC_STR("test.clj"), text};
    ptc_forms forms;
    uint32_t *roots;
    uint32_t count;

    ptc_arena_init(&test->arena, NULL, cap);
    ptc_forms_init(&forms, &test->arena, &source);
    return ptc_lisp_read(NULL, &forms, &roots, &count, &test->error);
}

static ptc_str repeat(const char *unit, size_t count, const char *last)
{
    size_t len = strlen(unit);
    char *text = malloc(len * count + strlen(last) + 1);

    for (size_t i = 0; i < count; i++)
        memcpy(text + i * len, unit, len);
    memcpy(text + count * len, last, strlen(last) + 1);
    return ptc_str_make(text, len * count + strlen(last));
}

static ptc_reason reason_of(ptc_str text)
{
    limit_case test;
    ptc_reason reason = case_read(&test, text, 0) ? PTC_REASON_NONE : test.error.reason;

    cr_expect(reason == PTC_REASON_NONE || test.error.message.ptr[0] != '\0');
    ptc_arena_free(&test.arena);
    return reason;
}

Test(lisp_read_limits, limit_of_size)
{
    ptc_str most = repeat(" ", 999999, "1");
    ptc_str more = repeat(" ", 1000000, "1");

    cr_expect_eq(reason_of(most), PTC_REASON_NONE);
    cr_expect_eq(reason_of(more), PTC_REASON_PROGRAM_TOO_LARGE);
    free((void *)(uintptr_t)most.ptr);
    free((void *)(uintptr_t)more.ptr);
}

Test(lisp_read_limits, limit_of_nesting)
{
    static const char *const opens[] = {"(", "[", "{", "#{", "#("};
    static const char closes[] = ")]}})";

    for (size_t i = 0; i < sizeof opens / sizeof *opens; i++) {
        for (size_t depth = 64; depth <= 65; depth++) {
            char text[512] = "";
            limit_case test;
            bool is_read;

            for (size_t n = 0; n < depth; n++) {
                strcat(text, opens[i]);
                strcat(text, closes[i] == '}' && opens[i][0] == '{' ? "1 " : "");
            }
            strcat(text, closes[i] == '}' && opens[i][0] == '{' ? "1" : "");
            for (size_t n = 0; n < depth; n++)
                text[strlen(text)] = closes[i];
            is_read = case_read(&test, ptc_str_of(text), 0);
            cr_expect(is_read == (depth == 64), "%s: %s", text,
                      is_read ? "" : test.error.message.ptr);
            if (!is_read) {
                cr_expect_eq(test.error.reason, PTC_REASON_PARSE);
                cr_expect(strstr(test.error.message.ptr, "nested deeper than 64 levels"));
            }
            ptc_arena_free(&test.arena);
        }
    }
}

/* `count` different names; the first `again` of them occur twice. */
static ptc_str different_names(const char *format, size_t count, size_t again)
{
    char *text = malloc((count + again) * 12 + 1);
    size_t len = 0;

    for (size_t i = 0; i < count + again; i++)
        len += (size_t)sprintf(text + len, format, (unsigned)(i % count));
    return ptc_str_make(text, len);
}

Test(lisp_read_limits, limit_of_names)
{
    static const char *const formats[] = {"n%u ", ":k%u "};
    static const struct {
        size_t count;
        size_t again;
        ptc_reason reason;
    } rows[] = {
        {10000, 0, PTC_REASON_NONE},         {10000, 10000, PTC_REASON_NONE},
        {10001, 0, PTC_REASON_SYMBOL_LIMIT}, {5001, 5000, PTC_REASON_NONE},
        {1, 60000, PTC_REASON_NONE},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t j = 0; j < 2; j++) {
            ptc_str text = different_names(formats[j], rows[i].count, rows[i].again);

            cr_expect_eq(reason_of(text), rows[i].reason, "row %zu", i);
            free((void *)(uintptr_t)text.ptr);
        }
    }
}

/* --- Hostile ------------------------------------------------------------------------ */

Test(lisp_read_limits, hostile)
{
    static const struct {
        const char *unit;
        const char *last;
        ptc_reason reason;
    } rows[] = {
        {"(", "", PTC_REASON_PARSE},   {")", "", PTC_REASON_PARSE},
        {"#_", "", PTC_REASON_PARSE},  {"^", "", PTC_REASON_PARSE},
        {"^a ", "b", PTC_REASON_NONE}, {"#_ #_ a b ", "c", PTC_REASON_NONE},
        {"'", "", PTC_REASON_PARSE},   {"\"", "\"", PTC_REASON_NONE},
        {"\\", "", PTC_REASON_NONE},   {"#", "", PTC_REASON_PARSE},
        {"##", "", PTC_REASON_PARSE},  {":", "", PTC_REASON_PARSE},
        {"a", "", PTC_REASON_NONE},    {"9", "", PTC_REASON_PARSE},
        {"-", "", PTC_REASON_NONE},    {"/", "", PTC_REASON_PARSE},
        {";", "", PTC_REASON_NONE},    {"()", "", PTC_REASON_NONE},
        {"a ", "", PTC_REASON_NONE},   {"é", "", PTC_REASON_NONE},
        {"{", "", PTC_REASON_PARSE},   {"#{", "", PTC_REASON_PARSE},
        {"#(", "", PTC_REASON_PARSE},  {"\"\\\\\"", "", PTC_REASON_NONE},
        {"a/", "", PTC_REASON_NONE},   {"1e", "", PTC_REASON_PARSE},
        {"(')", "", PTC_REASON_PARSE}, {"0x", "", PTC_REASON_PARSE},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t count = 999990 / strlen(rows[i].unit);
        ptc_str text;

        count -= rows[i].unit[0] == '"' ? 1 - count % 2 : 0;
        text = repeat(rows[i].unit, count, rows[i].last);
        cr_expect_eq(reason_of(text), rows[i].reason, "%s: %s", rows[i].unit,
                     ptc_reason_name(reason_of(text)));
        free((void *)(uintptr_t)text.ptr);
    }
}

/* Refused memory is the error it is, whenever it comes. */
Test(lisp_read_limits, refused_memory)
{
    static const char text[] =
        "(f \"a\\n\" #\"\\\"\" 1. \\u0041 [:a {:b é}]) (g ##Inf) x";
    static const char fault[] = "(f [1 2)";
    bool was_read = false;

    for (size_t cap = 1; cap < 20000; cap += 16) {
        limit_case test;
        bool is_read = case_read(&test, ptc_str_of(text), cap);

        cr_expect(is_read || test.error.reason == PTC_REASON_MEMORY, "cap %zu", cap);
        cr_expect(is_read || test.error.message.ptr[0] != '\0');
        was_read = is_read;
        ptc_arena_free(&test.arena);
        cr_assert(!case_read(&test, ptc_str_of(fault), cap));
        cr_expect(test.error.reason == PTC_REASON_MEMORY ||
                  test.error.reason == PTC_REASON_PARSE);
        cr_expect(test.error.message.ptr[0] != '\0');
        ptc_arena_free(&test.arena);
    }
    cr_expect(was_read);
}

/* Cut anywhere, a program is read or refused with a place inside it. */
Test(lisp_read_limits, cut_anywhere)
{
    static const char text[] =
        "(defn f \"doc\\t\" [x & {:keys [a b]}]\n"
        "  #_(skip ^:m x) (let [y' #(+ %1 -2.5e3 0x1F)] {:é \\space, 'q #\"\\d\"}))";
    size_t len = sizeof text - 1;

    for (size_t cut = 0; cut <= len; cut++) {
        char *copy = malloc(cut + 1);
        limit_case test;

        memcpy(copy, text, cut);
        if (!case_read(&test, ptc_str_make(copy, cut), 0))
            cr_expect(test.error.line > 0 && test.error.offset <= cut, "cut %zu", cut);
        ptc_arena_free(&test.arena);
        free(copy);
    }
}
