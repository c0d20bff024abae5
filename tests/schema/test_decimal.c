/* SPDX-License-Identifier: MIT */
/*
 * Decimals: which texts are some, how they compare, and the way to and from integers and
 * doubles. [brimley 4]
 */
#include "support.h"

#include "schema/schema_int.h"

#include <ptc/decimal.h>

#include <criterion/criterion.h>

static ptc_decimal decimal_of(const char *text)
{
    ptc_decimal decimal;

    cr_assert_eq(ptc_decimal_read(ptc_str_of(text), &decimal), PTC_OK, "%s", text);
    return decimal;
}

Test(decimal, texts_keep_their_places) /* M462 */
{
    static const struct {
        const char *text;
        int32_t scale;
    } rows[] = {
        {"0", 0},
        {"-0", 0},
        {"+1", 0},
        {"007", 0},
        {"1.50", 2},
        {"-12.5", 1},
        {"0.00", 2},
        {"1e3", -3},
        {"1E+3", -3},
        {"1.5e-2", 3},
        {"1.50e2", 0},
        {"1e99999", -99999},
        {"1e-99999", 99999},
        {"1e00005", -5},
        {"0.000000000000000000001", 21},
        {"99999999999999999999999999999999999999.99", 2},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_decimal decimal = decimal_of(rows[i].text);

        cr_expect_eq(decimal.scale, rows[i].scale, "%s: %d", rows[i].text,
                     (int)decimal.scale);
        cr_expect(ptc_str_equal(decimal.text, ptc_str_of(rows[i].text)), "%s",
                  rows[i].text);
    }
}

Test(decimal, no_text_at_all)
{
    const ptc_value values[] = {ptc_value_nil(),
                                ptc_value_bool(true),
                                {.kind = PTC_MAP},
                                ptc_value_string(ptc_str_make(NULL, 0))};
    char digits[PTC_NUMBER_MAX];
    ptc_decimal decimal;
    ptc_str text;

    cr_expect_eq(ptc_decimal_read(ptc_str_make(NULL, 0), &decimal), PTC_ERROR_INVALID);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        cr_expect_eq(ptc_decimal_text(&values[i], digits, &text), PTC_ERROR_INVALID,
                     "value %zu", i);
}

Test(decimal, other_texts_are_refused)
{
    static const struct {
        const char *text;
        ptc_status status;
    } rows[] = {
        {"", PTC_ERROR_INVALID},
        {"+", PTC_ERROR_INVALID},
        {"-", PTC_ERROR_INVALID},
        {"1.", PTC_ERROR_INVALID},
        {".5", PTC_ERROR_INVALID},
        {"1..5", PTC_ERROR_INVALID},
        {"+-1", PTC_ERROR_INVALID},
        {"1e", PTC_ERROR_INVALID},
        {"1e+", PTC_ERROR_INVALID},
        {"1.e5", PTC_ERROR_INVALID},
        {"1e5.0", PTC_ERROR_INVALID},
        {"e5", PTC_ERROR_INVALID},
        {" 1", PTC_ERROR_INVALID},
        {"1 ", PTC_ERROR_INVALID},
        {"1,5", PTC_ERROR_INVALID},
        {"1_000", PTC_ERROR_INVALID},
        {"0x10", PTC_ERROR_INVALID},
        {"NaN", PTC_ERROR_INVALID},
        {"Infinity", PTC_ERROR_INVALID},
        {"1/3", PTC_ERROR_INVALID},
        {"12.50 EUR", PTC_ERROR_INVALID},
        {"\xd9\xa1", PTC_ERROR_INVALID},
        {"1e100000", PTC_ERROR_RANGE},
        {"1e-100000", PTC_ERROR_RANGE},
        {"0e99999999999999999999999", PTC_ERROR_RANGE},
        {"1e99999999999999999999999x", PTC_ERROR_INVALID},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_decimal decimal = {PTC_STR("old"), 7};

        cr_expect_eq(ptc_decimal_read(ptc_str_of(rows[i].text), &decimal), rows[i].status,
                     "%s", rows[i].text);
        cr_expect(decimal.text.len == 0 && decimal.scale == 0, "%s", rows[i].text);
    }
    { /* a NUL is a byte like others */
        ptc_decimal decimal;

        cr_expect_eq(ptc_decimal_read(ptc_str_make("1\0", 2), &decimal),
                     PTC_ERROR_INVALID);
    }
}

Test(decimal, numbers_are_compared)
{
    static const struct {
        const char *a;
        const char *b;
        int order;
    } rows[] = {
        {"1e5", "100000.00", 0},
        {"1.50", "1.5", 0},
        {"-0", "0.00e7", 0},
        {"007", "7", 0},
        {"+1", "1", 0},
        {"0.1", "1e-1", 0},
        {"0.10", "0.1000001", -1},
        {"-1", "1", -1},
        {"-1", "0", -1},
        {"0", "1e-99999", -1},
        {"1e99999", "9", 1},
        {"-1e99999", "-9", -1},
        {"9.99", "10", -1},
        {"99", "100", -1},
        {"-99", "-100", 1},
        {"1.05", "1.5", -1},
        {"12.5", "125e-1", 0},
        {"1e-99999", "1e-99998", -1},
        {"0.30000000000000000000000000001", "0.3", 1},
        {"123456789012345678901234567890", "123456789012345678901234567891", -1},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_decimal a = decimal_of(rows[i].a);
        ptc_decimal b = decimal_of(rows[i].b);

        cr_expect_eq(ptc_decimal_compare(&a, &b), rows[i].order, "%s %s", rows[i].a,
                     rows[i].b);
        cr_expect_eq(ptc_decimal_compare(&b, &a), -rows[i].order, "%s %s", rows[i].b,
                     rows[i].a);
    }
    { /* what is not a decimal counts as 0 */
        ptc_decimal a = {PTC_STR("abc"), 0};
        ptc_decimal b = decimal_of("0.00");

        cr_expect_eq(ptc_decimal_compare(&a, &b), 0);
    }
}

Test(decimal, bounds_are_their_shortest_decimals)
{
    ptc_value tenth = ptc_value_float(0.1);
    ptc_value most = ptc_value_int(INT64_MAX);
    ptc_value least = ptc_value_int(INT64_MIN);
    ptc_value huge = ptc_value_float(1e300);

    cr_expect_eq(ptc_decimal_compare_bound(PTC_STR("0.10"), &tenth), 0);
    cr_expect_eq(ptc_decimal_compare_bound(PTC_STR("0.1000000000000000055"), &tenth), 1);
    cr_expect_eq(ptc_decimal_compare_bound(PTC_STR("9223372036854775807"), &most), 0);
    cr_expect_eq(ptc_decimal_compare_bound(PTC_STR("9223372036854775807.1"), &most), 1);
    cr_expect_eq(ptc_decimal_compare_bound(PTC_STR("-9223372036854775808"), &least), 0);
    cr_expect_eq(ptc_decimal_compare_bound(PTC_STR("1e300"), &huge), 0);
    cr_expect_eq(ptc_decimal_compare_bound(PTC_STR("1e301"), &huge), 1);
}

Test(decimal, integers_of_a_scale)
{
    static const struct {
        const char *text;
        int32_t scale;
        ptc_status status;
        int64_t whole;
    } rows[] = {
        {"12.5", 2, PTC_OK, 1250},
        {"12.50", 1, PTC_OK, 125},
        {"12.55", 1, PTC_ERROR_RANGE, 0},
        {"-0.01", 2, PTC_OK, -1},
        {"0", 99999, PTC_OK, 0},
        {"0e5", -3, PTC_OK, 0},
        {"1e3", 0, PTC_OK, 1000},
        {"5000", -3, PTC_OK, 5},
        {"5500", -3, PTC_ERROR_RANGE, 0},
        {"9223372036854775807", 0, PTC_OK, INT64_MAX},
        {"9223372036854775808", 0, PTC_ERROR_RANGE, 0},
        {"-9223372036854775808", 0, PTC_OK, INT64_MIN},
        {"-9223372036854775809", 0, PTC_ERROR_RANGE, 0},
        {"0009223372036854775807.000", 0, PTC_OK, INT64_MAX},
        {"92233720368547758.07", 2, PTC_OK, INT64_MAX},
        {"1e18", 0, PTC_OK, INT64_C(1000000000000000000)},
        {"1e19", 0, PTC_ERROR_RANGE, 0},
        {"1e99999", 99999, PTC_ERROR_RANGE, 0},
        {"1", INT32_MAX, PTC_ERROR_RANGE, 0},
        {"1", INT32_MIN, PTC_ERROR_RANGE, 0},
        {"x", 0, PTC_ERROR_INVALID, 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_decimal decimal = {ptc_str_of(rows[i].text), 0};
        int64_t whole = 77;

        cr_expect_eq(ptc_decimal_unscaled(&decimal, rows[i].scale, &whole),
                     rows[i].status, "%s", rows[i].text);
        cr_expect_eq(whole, rows[i].whole, "%s: %lld", rows[i].text, (long long)whole);
    }
}

Test(decimal, made_of_integers)
{
    static const struct {
        int64_t whole;
        int32_t scale;
        const char *text;
    } rows[] = {
        {1250, 2, "12.50"},
        {-1250, 2, "-12.50"},
        {5, -3, "5000"},
        {0, -3, "0"},
        {0, 2, "0.00"},
        {7, 1, "0.7"},
        {-7, 3, "-0.007"},
        {100, 0, "100"},
        {INT64_MIN, 0, "-9223372036854775808"},
        {INT64_MIN, 19, "-0.9223372036854775808"},
        {INT64_MAX, 25, "0.0000009223372036854775807"},
    };
    ptc_decimal decimal;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_assert_eq(ptc_decimal_make(&arena, rows[i].whole, rows[i].scale, &decimal),
                     PTC_OK, "%s", rows[i].text);
        cr_expect(ptc_str_equal(decimal.text, ptc_str_of(rows[i].text)), "%s is %s",
                  rows[i].text, test_cstr(decimal.text));
        cr_expect_eq(decimal.scale, rows[i].scale > 0 ? rows[i].scale : 0, "%s",
                     rows[i].text);
    }
    cr_assert_eq(ptc_decimal_make(&arena, 1, PTC_DECIMAL_EXPONENT_MAX, &decimal), PTC_OK);
    cr_expect_eq(decimal.scale, PTC_DECIMAL_EXPONENT_MAX);
    cr_assert_eq(ptc_decimal_make(&arena, 1, -PTC_DECIMAL_EXPONENT_MAX, &decimal),
                 PTC_OK);
    cr_expect_eq(decimal.text.len, PTC_DECIMAL_EXPONENT_MAX + 1);
    cr_expect_eq(ptc_decimal_make(&arena, 1, PTC_DECIMAL_EXPONENT_MAX + 1, &decimal),
                 PTC_ERROR_ARGUMENT);
    cr_expect(decimal.text.len == 0);
    cr_expect_eq(ptc_decimal_make(&arena, 1, INT32_MIN, &decimal), PTC_ERROR_ARGUMENT);
    ptc_arena_free(&arena);
    ptc_arena_init(&arena, NULL, 1);
    cr_expect_eq(ptc_decimal_make(&arena, 1, 90000, &decimal), PTC_ERROR_MEMORY);
    cr_expect(decimal.text.len == 0 && decimal.scale == 0);
    ptc_arena_free(&arena);
}

/* Every decimal of a double reads back as it, and is the shortest. */
Test(decimal, made_of_doubles)
{
    static const struct {
        double number;
        const char *text;
    } rows[] = {
        {0.0, "0.0"},
        {-0.0, "-0.0"},
        {5.0, "5.0"},
        {0.1, "0.1"},
        {-12.5, "-12.5"},
        {12345678.9, "12345678.9"},
        {-1234567890.5, "-1234567890.5"},
        {0.00012, "0.00012"},
        {1e-6, "0.000001"},
        {-1.25e-6, "-0.00000125"},
        {1e-7, "1e-7"},
        {1e20, "100000000000000000000.0"},
        {9.99e20, "999000000000000000000.0"},
        {1e21, "1e21"},
        {1.7976931348623157e308, "1.7976931348623157e308"},
        {5e-324, "4.9e-324"},
    };
    test_random random = test_random_start("decimal/doubles", 1);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[PTC_NUMBER_MAX];
        size_t len = ptc_decimal_write_double(rows[i].number, text);

        cr_expect(ptc_str_equal(ptc_str_make(text, len), ptc_str_of(rows[i].text)),
                  "%s is %.*s", rows[i].text, (int)len, text);
    }
    for (unsigned i = 0; i < test_rounds(20000); i++) {
        uint64_t bits = test_random_next(&random);
        char text[PTC_NUMBER_MAX];
        ptc_decimal decimal;
        double number;
        double again;
        size_t len;

        if (i % 2 == 0) /* numbers that people have */
            bits = (bits & ~(UINT64_C(0x7FF) << 52)) |
                   (uint64_t)(1003 + test_random_below(&random, 90)) << 52;
        memcpy(&number, &bits, sizeof number);
        if (number - number != 0)
            continue;
        len = ptc_decimal_write_double(number, text);
        cr_assert(len <= PTC_NUMBER_MAX);
        cr_assert_eq(ptc_decimal_read(ptc_str_make(text, len), &decimal), PTC_OK, "%.*s",
                     (int)len, text);
        cr_assert(ptc_number_read_double(text, len, &again) && again == number, "%.*s",
                  (int)len, text);
    }
}
