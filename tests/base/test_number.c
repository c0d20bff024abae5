/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t bits_of(double number)
{
    uint64_t bits;

    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits)
{
    double number;

    memcpy(&number, &bits, sizeof number);
    return number;
}

/* The oracle is the C library's strtod, which rounds correctly under the "C" locale. */
static void expect_read(const char *text)
{
    double expected = strtod(text, NULL);
    double got = 12345;
    bool ok = ptc_number_read_double(text, strlen(text), &got);

    cr_assert(ok == (isinf(expected) == 0), "%.60s: %s", text, ok ? "read" : "refused");
    cr_assert(!ok || bits_of(got) == bits_of(expected), "%.60s: read %.17g, not %.17g",
              text, got, expected);
}

/* The digits of a number from the first to the last that is not 0. */
static size_t significant_digits(const char *text, char *digits)
{
    size_t count = 0;
    size_t kept = 0;

    for (; *text != '\0' && *text != 'e' && *text != 'E'; text++) {
        if (*text < '0' || *text > '9' || (*text == '0' && count == 0))
            continue;
        digits[count++] = *text;
        kept = *text == '0' ? kept : count;
    }
    digits[kept] = '\0';
    return kept;
}

/* printf rounds to the nearest decimal of a length; ours must be that one or a shorter.
 */
static void expect_written(double number)
{
    char text[PTC_NUMBER_MAX + 1];
    char json[PTC_NUMBER_MAX + 1];
    char trial[64];
    char ours[64];
    char nearest[64];
    size_t count;
    double back;
    int least = 1;

    text[ptc_number_write_double(number, text)] = '\0';
    json[ptc_number_write_json(number, json)] = '\0';
    cr_assert(bits_of(strtod(text, NULL)) == bits_of(number), "%.17g as %s", number,
              text);
    cr_assert(bits_of(strtod(json, NULL)) == bits_of(number), "%.17g as %s", number,
              json);
    cr_assert(ptc_number_read_double(json, strlen(json), &back));
    cr_assert(bits_of(back) == bits_of(number), "%s read back as %.17g", json, back);
    do
        snprintf(trial, sizeof trial, "%.*e", least - 1, number);
    while (bits_of(strtod(trial, NULL)) != bits_of(number) && least++ < 17);
    count = significant_digits(text, ours);
    significant_digits(trial, nearest);
    if (fabs(number) > 1e-322)
        cr_assert(count <= (size_t)least, "%.17g as %s, not %s", number, text, trial);
    if (count == (size_t)least)
        cr_assert(strcmp(ours, nearest) == 0, "%.17g as %s, not %s", number, text, trial);
    cr_assert(strpbrk(json, ".e") != NULL);
}

Test(number, reads_hard_decimals)
{
    static const char *const rows[] = {
        "0",
        "-0",
        "0.0",
        "-0.0",
        "0e0",
        "0e99999999999999999999",
        "-0e-99999999999999999999",
        "1",
        "0001",
        "1e400",
        "-1e400",
        "1e-400",
        "-1e-400",
        "1e999999999999999999999",
        "1e-999999999999999999999",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "179769313486231580793728971405303415079934132710037826936173"
        "77898044496829276475094664901797758720709633028641669288791094655554785194040263"
        "0657488"
        "67150582068190890200070838367627385484581771153176447573027006985557136695962284"
        "2914819"
        "860834936475292719074168444365510704342711559699508093042880",
        "17976931348623158079372897140530341507993413271003782693617377898044496829276475"
        "0946649"
        "01797758720709633028641669288791094655554785194040263065748867150582068190890200"
        "0708383"
        "67627385484581771153176447573027006985557136695962284291481986083493647529271907"
        "4168444"
        "365510704342711559699508093042879",
        "8.98846567431158e307",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "2.2250738585072014e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.4703282292062327208e-324",
        "5e-324",
        "3e-324",
        "2e-324",
        "9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "9007199254740994",
        "9007199254740995",
        "9007199254740993.0",
        "9007199254740993.00000000000000000000000001",
        "9007199254740992.99999999999999999999999999",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "1e22",
        "1e23",
        "1e24",
        "123456789012345678901234567890",
        "0.1",
        "0.2",
        "0.3",
        "1e-5",
        "5e-20",
        "0.000000000000000000000000000000000000000000000000000000000000000000000000001",
        "100000000000000000000000000000000000000000000000000000000000000000000000000000",
        "7.2057594037927933e16",
        "3.518437208883201171875e13",
        "62.5364939768271845828",
        "8.10109172351e-10",
        "1.50000000000000011102230246251565",
        "0.99999999999999999",
        "6929495644600919.5",
        "3.7455744005952583e15",
        "5708990770823839524233143877797980545530986496",
        "1448997445238699",
        "0.500000000000000166533453693773481063544750213623046875",
        "1090544144181609348835077142190",
        "1.00000000000000011102230246251565423631668090820312499",
        "1.00000000000000011102230246251565423631668090820312500",
        "1.00000000000000011102230246251565423631668090820312501",
        "2."
        "22507385850720113605740979670913197593481954635164564802342610972482222202107694"
        "5516"
        "52952390813508791414915891303962110687008643869459464552765720740782062174337998"
        "8141063"
        "26732925355228688137214901298112245145188984905722230728525513315575501591439747"
        "6397983"
        "41180199932396254828901710708185069063066665599493827577257201576306269066333264"
        "7565300"
        "00924588831643303777979186961204949739037782970490505108060994073026293712895895"
        "0003583"
        "79996720725430436028407889577179615094551674824347103070260914462157228988025818"
        "2545180"
        "32570701886087211312807951223342628836862232150377566662250398253433597456888442"
        "3900265"
        "49819838548794829220689472168983109969836584681402285424333066033985088644580400"
        "1034933"
        "97042756718644338377048603786162277173854562306587467901408672332763671875123456"
        "7890123"
        "456789012345678901e-308",
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_read(rows[i]);
}

/* Cut after 19 digits, and the 19 digits are the last before a power of two. */
Test(number, reads_cut_mantissas_below_powers_of_two)
{
    static const char *const mantissas[] = {"1152921504606846975", "2305843009213693951",
                                            "4611686018427387903", "9223372036854775807"};
    static const char *const tails[] = {"5",  "9", "999999999999", ".5", ".000000000001",
                                        "0.1"};

    for (size_t i = 0; i < 4; i++) {
        for (size_t j = 0; j < sizeof tails / sizeof *tails; j++) {
            for (int exponent = -300; exponent < 280; exponent += 7) {
                char text[80];

                snprintf(text, sizeof text, "%s%se%d", mantissas[i], tails[j], exponent);
                expect_read(text);
            }
        }
    }
}

/* The middle above 1, then digits that decide (or do not) beyond any that are compared.
 */
Test(number, reads_digits_far_after_the_middle)
{
    static char text[3000];
    size_t middle;

    strcpy(text, "1.00000000000000011102230246251565423631668090820312500");
    middle = strlen(text);
    for (size_t zeros = 700; zeros < 800; zeros++) {
        memset(text + middle, '0', sizeof text - middle);
        text[middle + zeros + 500] = '\0';
        expect_read(text);
        text[middle + zeros] = '1';
        expect_read(text);
        text[middle + zeros] = '0';
        text[middle + zeros + 499] = '1';
        expect_read(text);
    }
}

Test(number, distinguishes_exact_from_near)
{
    static const struct {
        const char *text;
        double value;
        bool is_exact;
    } rows[] = {
        {"0", 0.0, true},
        {"-0", 0.0, true},
        {"0.000e5", 0.0, true},
        {"1e-400", 0.0, false},
        {"1", 1.0, true},
        {"1.0", 1.0, true},
        {"-1", 1.0, false},
        {"-1.5", -1.5, true},
        {"0.1", 0.1, false},
        {"0.5", 0.5, true},
        {"9007199254740992", 9007199254740992.0, true},
        {"9007199254740993", 9007199254740992.0, false},
        {"18446744073709551616", 18446744073709551616.0, true},
        {"18446744073709551617", 18446744073709551616.0, false},
        {"4294967296", 4294967296.0, true},
        {"1e22", 1e22, true},
        {"1e23", 1e23, false},
        {"1e400", HUGE_VAL, false},
        {"x", 0.0, false},
        {"4.9406564584124654e-324", 4.9406564584124654e-324, false},
        {"340282366920938463463374607431768211456",
         340282366920938463463374607431768211456.0, true},
        {"340282366920938463463374607431768211457",
         340282366920938463463374607431768211456.0, false},
    };
    char text[1300];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect(ptc_number_is_exact(rows[i].text, strlen(rows[i].text),
                                      rows[i].value) == rows[i].is_exact,
                  "%s", rows[i].text);
    snprintf(text, sizeof text, "%.1074f", 4.9406564584124654e-324);
    cr_expect(ptc_number_is_exact(text, strlen(text), 4.9406564584124654e-324));
    text[strlen(text) - 1] = '6';
    cr_expect(!ptc_number_is_exact(text, strlen(text), 4.9406564584124654e-324));
    snprintf(text, sizeof text, "%.0f", DBL_MAX);
    cr_expect(ptc_number_is_exact(text, strlen(text), DBL_MAX));
}

Test(number, reads_random_doubles_at_every_length)
{
    test_random random = test_random_start("number read", 11);

    for (int i = 0; i < 150000; i++) {
        double number = double_of(test_random_next(&random));
        char text[64];

        if (!isfinite(number))
            continue;
        snprintf(text, sizeof text, "%.*e", (int)test_random_below(&random, 22), number);
        expect_read(text);
    }
}

Test(number, reads_random_digits)
{
    test_random random = test_random_start("number digits", 12);

    for (int i = 0; i < 150000; i++) {
        char text[64];
        size_t len = 1 + test_random_below(&random, 30);
        size_t point = test_random_below(&random, 40);

        for (size_t j = 0; j < len; j++)
            text[j] = (char)('0' + test_random_below(&random, 10));
        if (point > 0 && point < len - 1)
            text[point] = '.';
        if (i % 3 == 0)
            snprintf(text + len, 16, "%c%d", "eE"[i & 1],
                     (int)test_random_below(&random, 700) - 350);
        else
            text[len] = '\0';
        expect_read(text);
    }
}

/* The exact decimal of the middle between two neighbours, then a digit more and less. */
Test(number, reads_middles_exactly)
{
    test_random random = test_random_start("number middle", 13);

    for (int i = 0; i < 1500; i++) {
        uint64_t bits = test_random_next(&random) >> 1;
        char text[1300];
        double low;
        double high;
        size_t len;

        if (i % 4 == 0)
            bits >>= 10 + test_random_below(&random, 50); /* subnormal or small */
        low = double_of(bits);
        high = double_of(bits + 1);
        if (!isfinite(high))
            continue;
        /* long double has the bit more that the middle of doubles needs (x86 and ARM64).
         */
        snprintf(text, sizeof text, "%.1100Lf",
                 ((long double)low + (long double)high) / 2);
        len = strlen(text);
        while (text[len - 1] == '0')
            text[--len] = '\0';
        if (text[len - 1] == '.')
            text[len++] = '0';
        text[len] = '\0';
        expect_read(text);
        text[len] = '1';
        text[len + 1] = '\0';
        expect_read(text);
        text[len] = '\0';
        if (text[len - 1] > '0') {
            text[len - 1]--;
            memset(text + len, '9', 30);
            text[len + 30] = '\0';
            expect_read(text);
        }
    }
}

Test(number, refuses_other_forms)
{
    static const char *const rows[] = {"",      "-",    "+1",  ".5",       "5.",    "-.5",
                                       "1e",    "1e+",  "1e-", "1.e1",     "1e1.5", " 1",
                                       "1 ",    "0x10", "NaN", "inf",      "1,5",   "--1",
                                       "1e--1", "1f",   "1_0", "1\xC2\xA0"};
    double number;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect(!ptc_number_read_double(rows[i], strlen(rows[i]), &number), "'%s'",
                  rows[i]);
}

Test(number, reads_ints_to_the_limits)
{
    static const struct {
        const char *text;
        bool is_read;
        int64_t value;
    } rows[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"+0", true, 0},
        {"007", true, 7},
        {"+42", true, 42},
        {"-5", true, -5},
        {"9223372036854775807", true, INT64_MAX},
        {"+9223372036854775807", true, INT64_MAX},
        {"00000000000009223372036854775807", true, INT64_MAX},
        {"9223372036854775808", false, 0},
        {"-9223372036854775808", true, INT64_MIN},
        {"-9223372036854775809", false, 0},
        {"9223372036854775810", false, 0},
        {"18446744073709551616", false, 0},
        {"99999999999999999999999", false, 0},
        {"", false, 0},
        {"-", false, 0},
        {"+", false, 0},
        {"+-1", false, 0},
        {" 42", false, 0},
        {"42 ", false, 0},
        {"1_000", false, 0},
        {"4.2", false, 0},
        {"1e3", false, 0},
        {"0x10", false, 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t value = 0;
        bool is_read = ptc_number_read_int(rows[i].text, strlen(rows[i].text), &value);

        cr_expect(is_read == rows[i].is_read && (!is_read || value == rows[i].value),
                  "'%s'", rows[i].text);
    }
}

Test(number, writes_ints)
{
    static const int64_t rows[] = {0, 1, -1, 9, 10, -10, 99, 100, INT64_MAX, INT64_MIN};
    char text[PTC_NUMBER_MAX + 1];
    char expected[32];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        text[ptc_number_write_int(rows[i], text)] = '\0';
        snprintf(expected, sizeof expected, "%lld", (long long)rows[i]);
        cr_expect(strcmp(text, expected) == 0, "%s", expected);
    }
    text[ptc_number_write_uint(UINT64_MAX, text)] = '\0';
    cr_expect(strcmp(text, "18446744073709551615") == 0);
}

Test(number, writes_doubles_in_both_forms)
{
    static const struct {
        double number;
        const char *text;
        const char *json;
    } rows[] = {
        {0.0, "0.0", "0.0"},
        {-0.0, "-0.0", "-0.0"},
        {1, "1.0", "1.0"},
        {100, "100.0", "100.0"},
        {-2.5, "-2.5", "-2.5"},
        {0.001, "0.001", "0.001"},
        {0.0015, "0.0015", "0.0015"},
        {0.00099999, "9.9999E-4", "9.9999e-4"},
        {9999999, "9999999.0", "9999999.0"},
        {9999999.999, "9999999.999", "9999999.999"},
        {1e7, "1.0E7", "1e7"},
        {12345678, "1.2345678E7", "1.2345678e7"},
        {1e-4, "1.0E-4", "1e-4"},
        {123456.789, "123456.789", "123456.789"},
        {1e21, "1.0E21", "1e21"},
        {1e22, "1.0E22", "1e22"},
        {1e23, "1.0E23", "1e23"},
        {2e23, "2.0E23", "2e23"},
        {8.41e21, "8.41E21", "8.41e21"},
        {9007199254740991, "9.007199254740991E15", "9.007199254740991e15"},
        {9007199254740993.0, "9.007199254740992E15", "9.007199254740992e15"},
        {2e-44, "2.0E-44", "2e-44"},
        {5e-324, "4.9E-324", "4.9e-324"},
        {1e-323, "9.9E-324", "9.9e-324"},
        {1.5e-323, "1.5E-323", "1.5e-323"},
        {2.2250738585072014e-308, "2.2250738585072014E-308", "2.2250738585072014e-308"},
        {DBL_MAX, "1.7976931348623157E308", "1.7976931348623157e308"},
        {0.1 + 0.2, "0.30000000000000004", "0.30000000000000004"},
        {4.35, "4.35", "4.35"},
        {9.109383e-31, "9.109383E-31", "9.109383e-31"},
    };
    char text[PTC_NUMBER_MAX + 1];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        text[ptc_number_write_double(rows[i].number, text)] = '\0';
        cr_expect(strcmp(text, rows[i].text) == 0, "%s, not %s", text, rows[i].text);
        text[ptc_number_write_json(rows[i].number, text)] = '\0';
        cr_expect(strcmp(text, rows[i].json) == 0, "%s, not %s", text, rows[i].json);
    }
    cr_expect(ptc_number_write_double((double)NAN, text) == 5 &&
              memcmp(text, "##NaN", 5) == 0);
    cr_expect(ptc_number_write_double(HUGE_VAL, text) == 5 &&
              memcmp(text, "##Inf", 5) == 0);
    cr_expect(ptc_number_write_double(-HUGE_VAL, text) == 6 &&
              memcmp(text, "##-Inf", 6) == 0);
}

Test(number, writes_the_shortest_text_of_random_doubles)
{
    test_random random = test_random_start("number write", 14);

    for (unsigned i = 0; i < test_rounds(60000); i++) {
        double number = double_of(test_random_next(&random));

        if (isfinite(number))
            expect_written(number);
    }
    for (unsigned i = 0; i < test_rounds(20000); i++)
        expect_written((double)(int64_t)(test_random_next(&random) >>
                                         test_random_below(&random, 63)) /
                       (double)(1 + test_random_below(&random, 1000)));
}

Test(number, writes_the_shortest_text_at_every_power_of_two)
{
    for (uint64_t field = 0; field < 2047; field++) {
        for (int64_t step = -2; step <= 2; step++) {
            uint64_t bits = (field << 52) + (uint64_t)step;

            if (bits >> 52 < 2047)
                expect_written(double_of(bits));
        }
    }
    for (uint64_t bits = 1; bits < 3000; bits++)
        expect_written(double_of(bits));
}

Test(number, compares_ints_and_doubles_exactly)
{
    static const struct {
        int64_t a;
        double b;
        int order;
    } rows[] = {
        {0, 0.0, 0},
        {0, -0.0, 0},
        {0, 0.5, -1},
        {0, -0.5, 1},
        {-1, -0.5, -1},
        {-1, -1.5, 1},
        {1, 5e-324, 1},
        {0, 5e-324, -1},
        {9007199254740993, 9007199254740992.0, 1},
        {9007199254740991, 9007199254740992.0, -1},
        {INT64_MAX, 9223372036854775808.0, -1},
        {INT64_MAX, 9223372036854774784.0, 1},
        {INT64_MIN, -9223372036854775808.0, 0},
        {INT64_MIN, -9223372036854777856.0, 1},
        {INT64_MIN + 1, -9223372036854775808.0, 1},
        {INT64_MAX, 1e300, -1},
        {INT64_MIN, -1e300, 1},
        {5, HUGE_VAL, -1},
        {5, -HUGE_VAL, 1},
        {5, (double)NAN, 2},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect(ptc_number_compare_int_double(rows[i].a, rows[i].b) == rows[i].order,
                  "row %zu", i);
}

/* Without the way of 128 bits, or with every mantissa cut, answers must be the same. */
Test(number, scales_like_it_reads)
{
    test_random random = test_random_start("number scale", 15);
    unsigned undecided = 0;

    for (int i = 0; i < 100000; i++) {
        uint64_t mantissa = test_random_next(&random) >> test_random_below(&random, 64);
        int exponent = (int)test_random_below(&random, 720) - 360;
        char text[64];
        double read;
        double scaled;

        snprintf(text, sizeof text, "%llue%d", (unsigned long long)mantissa, exponent);
        if (!ptc_number_scale(mantissa, exponent, &scaled)) {
            undecided++;
            continue;
        }
        cr_assert(ptc_number_read_double(text, strlen(text), &read));
        cr_assert(bits_of(read) == bits_of(scaled), "%s", text);
    }
    cr_expect(undecided < 20000, "%u undecided", undecided);
}
