/* SPDX-License-Identifier: MIT */
/* Days: texts into years, months and days, and back. [brimley 4] */
#include "support.h"

#include <ptc/datetime.h>

#include <criterion/criterion.h>

Test(date, texts_are_days_and_back) /* M465 */
{
    static const struct {
        const char *text;
        int32_t days;
        int year;
        int month;
        int day;
    } rows[] = {
        {"1970-01-01", 0, 1970, 1, 1},      {"1969-12-31", -1, 1969, 12, 31},
        {"2026-01-02", 20455, 2026, 1, 2},  {"2000-02-29", 11016, 2000, 2, 29},
        {"2024-02-29", 19782, 2024, 2, 29}, {"0000-01-01", -719528, 0, 1, 1},
        {"0000-02-29", -719469, 0, 2, 29},  {"9999-12-31", 2932896, 9999, 12, 31},
        {"1900-03-01", -25508, 1900, 3, 1},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_date date;

        cr_assert_eq(ptc_date_read(ptc_str_of(rows[i].text), &date), PTC_OK, "%s",
                     rows[i].text);
        cr_expect(date.days == rows[i].days && date.year == rows[i].year &&
                      date.month == rows[i].month && date.day == rows[i].day,
                  "%s: %d", rows[i].text, (int)date.days);
        cr_expect(ptc_str_equal(date.text, ptc_str_of(rows[i].text)));
        cr_assert_eq(
            ptc_date_make(&arena, rows[i].year, rows[i].month, rows[i].day, &date),
            PTC_OK, "%s", rows[i].text);
        cr_expect(ptc_str_equal(date.text, ptc_str_of(rows[i].text)));
        cr_expect_eq(date.days, rows[i].days, "%s", rows[i].text);
        cr_assert_eq(ptc_date_from_days(&arena, rows[i].days, &date), PTC_OK, "%s",
                     rows[i].text);
        cr_expect(ptc_str_equal(date.text, ptc_str_of(rows[i].text)));
        cr_expect_eq(date.days, rows[i].days, "%s", rows[i].text);
    }
    ptc_arena_free(&arena);
}

Test(date, other_texts_are_refused)
{
    static const char *const texts[] = {
        "",
        "2026-1-2",
        "2026-01-2",
        "26-01-02",
        "2026/01/02",
        "20260102",
        "2026-00-01",
        "2026-13-01",
        "2026-01-00",
        "2026-01-32",
        "2026-04-31",
        "2023-02-29",
        "1900-02-29",
        "2100-02-29",
        "2026-01-02 ",
        " 2026-01-02",
        "2026-01-02T00:00:00Z",
        "2026-01-02Z",
        "10000-01-01",
        "-001-01-01",
        "+026-01-02",
        "02.01.2026",
        "2026-W01-5",
        "2026-002",
        "today",
        "2026-01-0a",
        "2026-01-\xd9\xa1",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ptc_date date = {PTC_STR("old"), 1, 2, 3, 4};

        cr_expect_eq(ptc_date_read(ptc_str_of(texts[i]), &date), PTC_ERROR_INVALID, "%s",
                     texts[i]);
        cr_expect(date.text.len == 0 && date.days == 0 && date.year == 0 &&
                      date.month == 0 && date.day == 0,
                  "%s", texts[i]);
    }
}

Test(date, what_cannot_be_made_is_refused)
{
    static const int rows[][3] = {
        {-1, 1, 1},        {10000, 1, 1},        {2026, 0, 1},         {2026, 13, 1},
        {2026, 1, 0},      {2026, 1, 32},        {2026, 2, 29},        {1900, 2, 29},
        {INT32_MAX, 1, 1}, {2026, INT32_MIN, 1}, {2026, 1, INT32_MAX},
    };
    static const int64_t days[] = {-719529, 2932897, INT64_MIN, INT64_MAX};
    ptc_arena arena;
    ptc_date date;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        date.days = 5;
        cr_expect_eq(ptc_date_make(&arena, rows[i][0], rows[i][1], rows[i][2], &date),
                     PTC_ERROR_RANGE, "%zu", i);
        cr_expect(date.days == 0 && date.text.len == 0, "%zu", i);
    }
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        date.days = 5;
        cr_expect_eq(ptc_date_from_days(&arena, days[i], &date), PTC_ERROR_RANGE, "%zu",
                     i);
        cr_expect(date.days == 0 && date.text.len == 0, "%zu", i);
    }
    ptc_arena_free(&arena);
    ptc_arena_init(&arena, NULL, 1);
    cr_expect_eq(ptc_date_make(&arena, 2026, 1, 2, &date), PTC_ERROR_MEMORY);
    cr_expect_eq(ptc_date_from_days(&arena, 20455, &date), PTC_ERROR_MEMORY);
    cr_expect(date.days == 0 && date.text.len == 0);
    ptc_arena_free(&arena);
}
