/* SPDX-License-Identifier: MIT */
/*
 * Days and decimals in structs, which are text and numbers: read, absent, bounded,
 * written, refused. The contract is in tests/emitted/variants/own. [brimley 4]
 */
#include "amounts.ptc.h"

#include "support.h"

#include <ptc/json.h>

#include <criterion/criterion.h>

#include <stdio.h>

static const char amounts_text[] =
    "{\"on\":\"2026-01-02\",\"all\":[null,\"1969-12-31\"],\"pair\":[\"2000-02-29\",\"-0."
    "10\"],"
    "\"by\":{\"2026-01-02\":\"1.50\",\"0000-01-01\":12},\"either\":{\"price\":\"+7\"},"
    "\"checked\":\"9999-12-31\",\"price\":\"999.990\",\"mixed\":\"1e3\",\"head\":{}}";

static const char written_text[] =
    "{\"on\":\"2026-01-02\",\"all\":[null,\"1969-12-31\"],\"pair\":[\"2000-02-29\",\"-0."
    "10\"],"
    "\"by\":{\"2026-01-02\":\"1.50\",\"0000-01-01\":\"12\"},\"either\":{\"price\":\"+7\"}"
    ","
    "\"checked\":\"9999-12-31\",\"price\":\"999.990\",\"mixed\":\"1e3\",\"head\":{}}";

static void expect_day(const ptc_date *date, const char *text, int32_t days)
{
    char made[16];

    snprintf(made, sizeof made, "%04d-%02d-%02d", date->year, date->month, date->day);
    cr_expect(ptc_str_equal(date->text, ptc_str_of(text)), "%s: %.*s", text,
              (int)date->text.len, date->text.ptr);
    cr_expect(date->days == days, "%s: %d", text, date->days);
    cr_expect_str_eq(made, text);
}

static void expect_decimal(const ptc_decimal *decimal, const char *text, int32_t scale)
{
    cr_expect(ptc_str_equal(decimal->text, ptc_str_of(text)), "%s: %.*s", text,
              (int)decimal->text.len, decimal->text.ptr);
    cr_expect(decimal->scale == scale, "%s: %d", text, decimal->scale);
}

static void expect_amounts(const amounts *in)
{
    expect_day(&in->on, "2026-01-02", 20455);
    cr_expect(!in->has.until && in->until.text.ptr == NULL);
    cr_assert(in->all.count == 2 && !in->all.items[0].has_value);
    expect_day(&in->all.items[1].value, "1969-12-31", -1);
    expect_day(&in->pair._0, "2000-02-29", 11016);
    expect_decimal(&in->pair._1, "-0.10", 2);
    cr_assert(in->by.count == 2);
    expect_day(&in->by.items[0].key, "2026-01-02", 20455);
    expect_decimal(&in->by.items[0].value, "1.50", 2);
    expect_day(&in->by.items[1].key, "0000-01-01", -719528);
    expect_decimal(&in->by.items[1].value, "12", 0);
    cr_assert(in->either.tag == AMOUNTS_EITHER_MAP);
    expect_decimal(&in->either.as.map.price, "+7", 0);
    expect_day(&in->checked, "9999-12-31", 2932896);
    expect_decimal(&in->price, "999.990", 3);
    cr_expect(!in->has.rate && in->rate.text.ptr == NULL);
    cr_assert(in->mixed.tag == AMOUNTS_MIXED_DECIMAL);
    expect_decimal(&in->mixed.as.decimal, "1e3", -3);
    cr_expect(!in->head.has.since && !in->head.has.fee);
    expect_day(&in->head.since, "2026-01-02", 20455);
    expect_decimal(&in->head.fee, "1.50", 2);
}

Test(amounts, are_read_and_written)
{
    ptc_arena arena;
    ptc_value value;
    ptc_text json;
    amounts in;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq(
        amounts_parse(&arena, amounts_text, sizeof amounts_text - 1, NULL, &in, NULL),
        PTC_OK);
    expect_amounts(&in);
    ptc_text_init(&json, &arena);
    cr_assert_eq(amounts_to_json(&json, &in), PTC_OK);
    cr_expect_str_eq(json.ptr, written_text);

    memset(&in, 0xa5, sizeof in);
    cr_assert_eq(ptc_json_read(&arena, amounts_text, sizeof amounts_text - 1, NULL,
                               &value, NULL, NULL),
                 PTC_OK);
    cr_assert_eq(amounts_from_value(&arena, &value, NULL, &in, NULL), PTC_OK);
    expect_amounts(&in);
    ptc_arena_free(&arena);
}

/* --- One decimal ---------------------------------------------------------------------
 */

/* Everything that JSON has, as an input and as a result. M462 */
Test(amounts, numbers_are_decimals)
{
    static const struct {
        const char *json;
        const char *input; /* NULL: refused */
        int32_t scale;
        bool is_coerced;
        const char *result; /* likewise */
    } rows[] = {
        {"\"12.50\"", "12.50", 2, false, "12.50"},
        {"\"+1\"", "+1", 0, false, "+1"},
        {"\"-0.0\"", "-0.0", 1, false, "-0.0"},
        {"\"1e-3\"", "1e-3", 3, false, "1e-3"},
        {"\"1E+99999\"", "1E+99999", -99999, false, "1E+99999"},
        {"\"1e100000\"", NULL, 0, false, NULL},
        {"\"00.10\"", "00.10", 2, false, "00.10"},
        {"\"1\\u002e5\"", "1.5", 1, false, "1.5"},
        {"\"\"", NULL, 0, false, NULL},
        {"\" 1 \"", "1", 0, true, NULL},
        {"\"1.\"", NULL, 0, false, NULL},
        {"\".5\"", NULL, 0, false, NULL},
        {"\"1,5\"", NULL, 0, false, NULL},
        {"\"NaN\"", NULL, 0, false, NULL},
        {"5", "5", 0, false, "5"},
        {"-0", "0", 0, false, "0"},
        {" -17 ", "-17", 0, false, "-17"},
        {"9223372036854775807", "9223372036854775807", 0, false, "9223372036854775807"},
        {"123456789012345678901234567890", "123456789012345678901234567890", 0, false,
         "123456789012345678901234567890"},
        {"true", NULL, 0, false, NULL},
        {"null", NULL, 0, false, NULL},
        {"[1]", NULL, 0, false, NULL},
        {"{}", NULL, 0, false, NULL},
        {"1.", NULL, 0, false, NULL},
        {"01", NULL, 0, false, NULL},
        {"1.5", "1.5", 1, true, NULL},
        {"-2.50", "-2.5", 1, true, NULL},
        {"1e400", NULL, 0, false, NULL},
    };
    ptc_parse_options input = {.struct_size = sizeof input, .direction = PTC_INPUT};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t len = strlen(rows[i].json);
        ptc_parse_info info;
        amounts_result out;
        ptc_status status;

        status = amounts_result_parse(&arena, rows[i].json, len, &input, &out, &info);
        cr_expect_eq(status == PTC_OK, rows[i].input != NULL, "%s", rows[i].json);
        if (status == PTC_OK && rows[i].input) {
            expect_decimal(&out, rows[i].input, rows[i].scale);
            cr_expect_eq(info.is_coerced, rows[i].is_coerced, "%s", rows[i].json);
        }
        status = amounts_result_parse(&arena, rows[i].json, len, NULL, &out, &info);
        cr_expect_eq(status == PTC_OK, rows[i].result != NULL, "%s", rows[i].json);
        if (status == PTC_OK && rows[i].result)
            expect_decimal(&out, rows[i].result, rows[i].scale);
    }
    ptc_arena_free(&arena);
}

Test(amounts, days_are_those_of_the_calendar) /* M465 */
{
    static const struct {
        const char *json;
        bool is_day;
    } rows[] = {
        {"\"2024-02-29\"", true},    {"\"2023-02-29\"", false},
        {"\"1900-02-29\"", false},   {"\"2000-02-29\"", true},
        {"\"2026-00-01\"", false},   {"\"2026-13-01\"", false},
        {"\"2026-04-31\"", false},   {"\"2026-01-00\"", false},
        {"\"0000-01-01\"", true},    {"\"9999-12-31\"", true},
        {"\"10000-01-01\"", false},  {"\"2026-1-2\"", false},
        {"\"20260102\"", false},     {"\" 2026-01-02\"", false},
        {"\"-026-01-02\"", false},   {"\"2026-01-02T00:00:00Z\"", false},
        {"\"2026-W01-2\"", false},   {"\"2026\\u002d01-02\"", true},
        {"20260102", false},         {"null", false},
        {"[\"2026-01-02\"]", false},
    };
    ptc_parse_options input = {.struct_size = sizeof input, .direction = PTC_INPUT};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t len = strlen(rows[i].json);
        day_result out;

        cr_expect_eq(day_result_parse(&arena, rows[i].json, len, NULL, &out, NULL) ==
                         PTC_OK,
                     rows[i].is_day, "%s", rows[i].json);
        cr_expect_eq(day_result_parse(&arena, rows[i].json, len, &input, &out, NULL) ==
                         PTC_OK,
                     rows[i].is_day, "%s as an input", rows[i].json);
    }
    ptc_arena_free(&arena);
}

/* The document with another price, rate and mixture. */
static ptc_status parse_with(ptc_arena *arena, const char *price, const char *rate,
                             amounts *out, ptc_str *why)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(
        &text, "{\"on\":\"2026-01-02\",\"all\":[],\"pair\":[\"2026-01-02\",0],\"by\":{},"
               "\"either\":1,\"checked\":\"2026-01-02\",\"mixed\":[1,\"2\"],\"head\":{},"
               "\"price\":");
    ptc_text_cstr(&text, price);
    ptc_text_cstr(&text, ",\"rate\":");
    ptc_text_cstr(&text, rate);
    ptc_text_byte(&text, '}');
    return amounts_read(arena, text.ptr, text.len, NULL, out, why);
}

Test(amounts, bounds_are_exact)
{
    static const struct {
        const char *price; /* 0..1000 */
        const char *rate;  /* > -0.5 <1e3 */
        bool fits;
    } rows[] = {
        {"0", "0", true},
        {"\"-0\"", "null", true},
        {"\"1000.00\"", "\"999.99999999999999999999\"", true},
        {"\"1000.00000000000000000001\"", "0", false},
        {"\"-1e-99999\"", "0", false},
        {"\"1e3\"", "0", true},
        {"0.5", "-0.25", true},
        {"-0.5", "0", false},
        {"0", "\"-0.5\"", false},
        {"0", "\"-0.49999999999999999999\"", true},
        {"0", "1000", false},
        {"0", "\"1000.0\"", false},
        {"123456789012345678901234567890", "0", false},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_str why;
        amounts in;

        cr_expect_eq(parse_with(&arena, rows[i].price, rows[i].rate, &in, &why) == PTC_OK,
                     rows[i].fits, "%s, %s: %s", rows[i].price, rows[i].rate, why.ptr);
        cr_expect_eq(why.len == 0, rows[i].fits, "%s, %s", rows[i].price, rows[i].rate);
    }
    ptc_arena_free(&arena);
}

/* What is a day or decimal as it is is a view of the text. */
Test(amounts, texts_take_no_memory)
{
    static const struct {
        const char *json;
        bool is_day;
    } rows[] = {
        {"\"2026-01-02\"", true}, {"\"-12.50\"", false}, {"17", false}, {"-0", false},
        {"1e99", false},
    };
    char padded[64 + PTC_PADDING];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t len = strlen(rows[i].json);
        amounts_result amount;
        ptc_status status;
        ptc_arena none;
        day_result day;

        ptc_arena_init_memory(&none, NULL, 0);
        memset(padded, 0, sizeof padded);
        memcpy(padded, rows[i].json, len);
        status =
            rows[i].is_day
                ? day_result_parse_padded(&none, padded, len, NULL, &day, NULL)
                : amounts_result_parse_padded(&none, padded, len, NULL, &amount, NULL);
        cr_expect_eq(status,
                     i + 1 < sizeof rows / sizeof *rows ? PTC_OK : PTC_ERROR_INVALID,
                     "%s: %d", rows[i].json, status);
    }
}

/* --- Written -------------------------------------------------------------------------
 */

Test(amounts, days_may_be_written_from_numbers)
{
    static const struct {
        ptc_date day;
        const char *json;
        ptc_status status;
    } rows[] = {
        {{{NULL, 0}, 0, 2026, 1, 2}, "\"2026-01-02\"", PTC_OK},
        {{PTC_STR_INIT(""), 77, 0, 12, 31}, "\"0000-12-31\"", PTC_OK},
        {{PTC_STR_INIT("2026-01-02"), 5, -1, 99, 99}, "\"2026-01-02\"", PTC_OK},
        {{{NULL, 0}, 0, 0, 0, 0}, NULL, PTC_ERROR_RANGE},
        {{{NULL, 0}, 0, 2023, 2, 29}, NULL, PTC_ERROR_RANGE},
        {{{NULL, 0}, 0, -1, 1, 1}, NULL, PTC_ERROR_RANGE},
        {{PTC_STR_INIT("\xff"), 0, 0, 0, 0}, NULL, PTC_ERROR_ENCODING},
        {{{NULL, 5}, 0, 2026, 1, 2}, NULL, PTC_ERROR_ARGUMENT},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_text json;

        ptc_text_init(&json, &arena);
        cr_expect_eq(day_result_to_json(&json, &rows[i].day), rows[i].status, "row %zu",
                     i);
        if (rows[i].status == PTC_OK)
            cr_expect_str_eq(json.ptr, rows[i].json);
    }
    ptc_arena_free(&arena);
}

Test(amounts, decimals_are_written_as_their_text)
{
    static const struct {
        ptc_decimal decimal;
        const char *json;
        ptc_status status;
    } rows[] = {
        {{PTC_STR_INIT("1.50"), 9}, "\"1.50\"", PTC_OK},
        {{PTC_STR_INIT("0"), 0}, "\"0\"", PTC_OK},
        {{PTC_STR_INIT(""), 2}, NULL, PTC_ERROR_ARGUMENT},
        {{{NULL, 0}, 0}, NULL, PTC_ERROR_ARGUMENT},
        {{{NULL, 3}, 0}, NULL, PTC_ERROR_ARGUMENT},
        {{PTC_STR_INIT("\xff"), 0}, NULL, PTC_ERROR_ENCODING},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_text json;

        ptc_text_init(&json, &arena);
        cr_expect_eq(amounts_result_to_json(&json, &rows[i].decimal), rows[i].status,
                     "row %zu", i);
        if (rows[i].status == PTC_OK)
            cr_expect_str_eq(json.ptr, rows[i].json);
    }
    ptc_arena_free(&arena);
}

/* Cents go both ways without a double in between. */
Test(amounts, cents_are_exact)
{
    amounts_result amount;
    ptc_arena arena;
    ptc_text json;
    int64_t cents;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq(amounts_result_parse(&arena, "\"19.90\"", 7, NULL, &amount, NULL),
                 PTC_OK);
    cr_assert_eq(ptc_decimal_unscaled(&amount, 2, &cents), PTC_OK);
    cr_expect_eq(cents, 1990);
    cr_assert_eq(ptc_decimal_make(&arena, cents * 3, 2, &amount), PTC_OK);
    ptc_text_init(&json, &arena);
    cr_assert_eq(amounts_result_to_json(&json, &amount), PTC_OK);
    cr_expect_str_eq(json.ptr, "\"59.70\"");
    ptc_arena_free(&arena);
}
