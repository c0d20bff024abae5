/* SPDX-License-Identifier: MIT */
/*
 * Moments: texts into seconds, nanos and offsets, and back. [validation 4]
 */
#include "support.h"

#include <ptc/convert.h>
#include <ptc/datetime.h>

#include <criterion/criterion.h>

typedef struct datetime_row {
    const char *text;
    int64_t seconds;
    int32_t nanos;
    int offset;
    const char *utc; /* as ptc_datetime_make writes it */
    const char *local;
} datetime_row;

static const datetime_row datetime_rows[] = {
    {"1970-01-01T00:00:00Z", 0, 0, 0, "1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"},
    {"1970-01-01T00:00:00+00:00", 0, 0, 0, "1970-01-01T00:00:00Z",
     "1970-01-01T00:00:00Z"},
    {"1970-01-01T00:00:00-00:00", 0, 0, 0, "1970-01-01T00:00:00Z",
     "1970-01-01T00:00:00Z"},
    {"2026-01-02T09:00:00+02:00", 1767337200, 0, 120, "2026-01-02T07:00:00Z",
     "2026-01-02T09:00:00+02:00"},
    {"2026-01-02T09:00:00-03:30", 1767357000, 0, -210, "2026-01-02T12:30:00Z",
     "2026-01-02T09:00:00-03:30"},
    {"2026-01-02 09:00:00z", 1767344400, 0, 0, "2026-01-02T09:00:00Z",
     "2026-01-02T09:00:00Z"},
    {"2026-01-02t09:00:00+0200", 1767337200, 0, 120, "2026-01-02T07:00:00Z",
     "2026-01-02T09:00:00+02:00"},
    {"2026-01-02T09:00:00-02", 1767351600, 0, -120, "2026-01-02T11:00:00Z",
     "2026-01-02T09:00:00-02:00"},
    {"2000-02-29T23:59:59.5Z", 951868799, 500000000, 0, "2000-02-29T23:59:59.500Z",
     "2000-02-29T23:59:59.500Z"},
    {"2000-02-29T23:59:59.000001Z", 951868799, 1000, 0, "2000-02-29T23:59:59.000001Z",
     "2000-02-29T23:59:59.000001Z"},
    {"2000-02-29T23:59:59.123456789+23:59", 951782459, 123456789, 1439,
     "2000-02-29T00:00:59.123456789Z", "2000-02-29T23:59:59.123456789+23:59"},
    /* Before 1970 seconds are negative, and nanos go on from them. */
    {"1969-12-31T23:59:59.25Z", -1, 250000000, 0, "1969-12-31T23:59:59.250Z",
     "1969-12-31T23:59:59.250Z"},
    {"1900-03-01T00:00:00Z", -2203891200, 0, 0, "1900-03-01T00:00:00Z",
     "1900-03-01T00:00:00Z"},
    {"0000-01-01T00:00:00Z", -62167219200, 0, 0, "0000-01-01T00:00:00Z",
     "0000-01-01T00:00:00Z"},
    {"0000-02-29T12:00:00Z", -62162078400, 0, 0, "0000-02-29T12:00:00Z",
     "0000-02-29T12:00:00Z"},
    {"9999-12-31T23:59:59.999999999Z", 253402300799, 999999999, 0,
     "9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"},
};

Test(datetime, texts_are_moments_and_back)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof datetime_rows / sizeof *datetime_rows; i++) {
        const datetime_row *row = &datetime_rows[i];
        ptc_datetime read;
        ptc_datetime made;
        ptc_text local;

        cr_assert_eq(ptc_datetime_read(ptc_str_of(row->text), &read), PTC_OK, "%s",
                     row->text);
        cr_expect(read.text.ptr == row->text);
        cr_expect(read.seconds == row->seconds, "%s: %lld", row->text,
                  (long long)read.seconds);
        cr_expect(read.nanos == row->nanos && read.offset_minutes == row->offset, "%s",
                  row->text);
        cr_assert_eq(ptc_datetime_make(&arena, read.seconds, read.nanos,
                                       read.offset_minutes, &made),
                     PTC_OK);
        cr_expect_str_eq(made.text.ptr, row->utc);
        cr_expect(made.seconds == read.seconds && made.nanos == read.nanos &&
                  made.offset_minutes == read.offset_minutes);
        ptc_text_init(&local, &arena);
        ptc_text_byte(&local, '@');
        cr_assert_eq(ptc_datetime_write_local(&local, &made), PTC_OK);
        cr_expect_str_eq(local.ptr + 1, row->local);
    }
    ptc_arena_free(&arena);
}

/* Contracts have no leap seconds, and no more digits than nanos. [validation 3] */
Test(datetime, what_is_not_a_moment_is_refused)
{
    static const char *const texts[] = {"",
                                        "2016-12-31T23:59:60Z",
                                        "2016-12-31T23:59:59.0123456789Z",
                                        "2016-12-31T23:59:59.Z",
                                        "2016-12-31T24:00:00Z",
                                        "2023-02-29T00:00:00Z",
                                        "2016-12-31T23:59:59",
                                        "2016-12-31T23:59:59+24:00",
                                        "10000-01-01T00:00:00Z",
                                        "-001-01-01T00:00:00Z",
                                        "2026-01-02 09:00"};
    ptc_datetime moment;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        moment.seconds = 5;
        cr_expect_eq(ptc_datetime_read(ptc_str_of(texts[i]), &moment), PTC_ERROR_INVALID,
                     "%s", texts[i]);
        cr_expect(moment.seconds == 0 && moment.text.len == 0, "%s", texts[i]);
    }
}

Test(datetime, what_cannot_be_written_is_refused)
{
    static const struct {
        int64_t seconds;
        int32_t nanos;
        int16_t offset;
        ptc_status status;
        ptc_status local;
    } rows[] = {
        {-62167219201, 0, 0, PTC_ERROR_RANGE, PTC_ERROR_RANGE},
        {253402300800, 0, 0, PTC_ERROR_RANGE, PTC_ERROR_RANGE},
        {INT64_MAX, 0, 1, PTC_ERROR_RANGE, PTC_ERROR_RANGE},
        {INT64_MIN, 0, -1, PTC_ERROR_RANGE, PTC_ERROR_RANGE},
        {0, -1, 0, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {0, 1000000000, 0, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {0, 0, 1440, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {0, 0, -1440, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {0, 0, INT16_MIN, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        /* Local clocks leave the years before UTC does. */
        {253402300799, 0, 60, PTC_OK, PTC_ERROR_RANGE},
        {-62167219200, 0, -60, PTC_OK, PTC_ERROR_RANGE},
    };
    ptc_arena arena;
    ptc_datetime made;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_datetime moment = {
            {NULL, 0}, rows[i].seconds, rows[i].nanos, rows[i].offset};
        ptc_text local;

        cr_expect_eq(ptc_datetime_make(&arena, rows[i].seconds, rows[i].nanos,
                                       rows[i].offset, &made),
                     rows[i].status, "row %zu", i);
        ptc_text_init(&local, &arena);
        cr_expect_eq(ptc_datetime_write_local(&local, &moment), rows[i].local, "row %zu",
                     i);
        cr_expect((local.len == 0) == (rows[i].local != PTC_OK), "row %zu", i);
    }
    ptc_arena_free(&arena);
    ptc_arena_init_memory(&arena, NULL, 0);
    cr_expect_eq(ptc_datetime_make(&arena, 0, 0, 0, &made), PTC_ERROR_MEMORY);
    cr_expect(made.text.ptr == NULL);
}

/* Any moment: its text is read as the same moment, and is in UTC already. */
Test(datetime, every_moment_comes_back)
{
    test_random random = test_random_start("datetime", 7);
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned i = 0; i < 20000; i++) {
        int64_t days = (int64_t)test_random_below(&random, 3652425) - 719528;
        int64_t seconds = days * 86400 + test_random_below(&random, 86400);
        int32_t nanos = (int32_t)test_random_below(&random, 1000000000);
        ptc_datetime made;
        ptc_datetime read;

        nanos = i % 3 == 0 ? 0 : i % 3 == 1 ? nanos / 1000000 * 1000000 : nanos;
        cr_assert_eq(ptc_datetime_make(&arena, seconds, nanos, 0, &made), PTC_OK);
        cr_assert_eq(ptc_datetime_parse(made.text), PTC_DATETIME_UTC, "%s",
                     made.text.ptr);
        cr_assert_eq(ptc_datetime_read(made.text, &read), PTC_OK);
        cr_assert(read.seconds == seconds && read.nanos == nanos, "%s", made.text.ptr);
        ptc_arena_reset(&arena);
    }
    ptc_arena_free(&arena);
}
