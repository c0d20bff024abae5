/* SPDX-License-Identifier: MIT */
/*
 * Moments in structs, which are numbers and text, and enums, whose 0 is not a value:
 * read, absent, written, refused. The contract is in tests/emitted/variants/own.
 * [emitters 11]
 */
#include "moments.ptc.h"

#include <ptc/json.h>

#include <criterion/criterion.h>

static const char moments_text[] =
    "{\"at\":\"2026-01-02T09:00:00.5+02:00\",\"all\":[null,\"1969-12-31T23:59:59.25Z\"],"
    "\"pair\":[\"2026-01-02 09:00:00-0330\",1],"
    "\"by\":{\"2026-01-02T09:00:00+01:00\":1,\"2026-01-02T09:00:00Z\":2},"
    "\"either\":{\"day\":\"2000-02-29T00:00:00-01:00\"},"
    "\"checked\":\"2026-01-02T09:00:00-02:00\",\"head\":{},"
    "\"choices\":{\"x\":2,\"y\":1},\"both\":[\"r\",7]}";

static const char written_text[] =
    "{\"at\":\"2026-01-02T07:00:00.5Z\",\"all\":[null,\"1969-12-31T23:59:59.25Z\"],"
    "\"pair\":[\"2026-01-02T12:30:00Z\",1],"
    "\"by\":{\"2026-01-02T09:00:00+01:00\":1,\"2026-01-02T09:00:00Z\":2},"
    "\"either\":{\"day\":\"2000-02-29T01:00:00Z\"},"
    "\"checked\":\"2026-01-02T11:00:00Z\",\"head\":{},"
    "\"choices\":{\"x\":2,\"y\":1},\"both\":[\"r\",7]}";

static void expect_moment(const ptc_datetime *moment, const char *text, int64_t seconds,
                          int32_t nanos, int offset)
{
    cr_expect(ptc_str_equal(moment->text, ptc_str_of(text)), "%s: %.*s", text,
              (int)moment->text.len, moment->text.ptr);
    cr_expect(moment->seconds == seconds, "%s: %lld", text, (long long)moment->seconds);
    cr_expect(moment->nanos == nanos, "%s: %d", text, moment->nanos);
    cr_expect(moment->offset_minutes == offset, "%s: %d", text, moment->offset_minutes);
}

/* Texts are in UTC, except for keys; offsets are those that the caller wrote. */
static void expect_moments(const moments *in)
{
    expect_moment(&in->at, "2026-01-02T07:00:00.5Z", 1767337200, 500000000, 120);
    cr_expect(!in->has.until);
    cr_assert(in->all.count == 2 && !in->all.items[0].has_value);
    expect_moment(&in->all.items[1].value, "1969-12-31T23:59:59.25Z", -1, 250000000, 0);
    expect_moment(&in->pair._0, "2026-01-02T12:30:00Z", 1767357000, 0, -210);
    cr_assert(in->by.count == 2);
    expect_moment(&in->by.items[0].key, "2026-01-02T09:00:00+01:00", 1767340800, 0, 60);
    expect_moment(&in->by.items[1].key, "2026-01-02T09:00:00Z", 1767344400, 0, 0);
    cr_assert(in->either.tag == MOMENTS_EITHER_MAP);
    expect_moment(&in->either.as.map.day, "2000-02-29T01:00:00Z", 951786000, 0, -60);
    expect_moment(&in->checked, "2026-01-02T11:00:00Z", 1767351600, 0, -120);
    cr_expect(!in->head.has.since);
    expect_moment(&in->head.since, "2026-01-02T09:00:00+02:00", 1767337200, 0, 120);
    cr_expect(!in->has.choice && in->choice == MOMENTS_CHOICE_ABSENT);
    cr_assert(in->choices.count == 2);
    cr_expect(in->choices.items[0].key == MOMENTS_CHOICES_KEY_X &&
              in->choices.items[0].value == MOMENTS_CHOICES_VALUE_2);
    cr_expect(in->both._0 == MOMENTS_BOTH_0_R && in->both._1 == MOMENTS_BOTH_1_7);
}

static void read_moments(ptc_arena *arena, moments *out)
{
    cr_assert_eq(
        moments_parse(arena, moments_text, sizeof moments_text - 1, NULL, out, NULL),
        PTC_OK);
}

Test(moments, are_read_and_written)
{
    ptc_arena arena;
    ptc_value value;
    ptc_text json;
    moments in;

    ptc_arena_init(&arena, NULL, 0);
    read_moments(&arena, &in);
    expect_moments(&in);
    ptc_text_init(&json, &arena);
    cr_assert_eq(moments_to_json(&json, &in), PTC_OK);
    cr_expect_str_eq(json.ptr, written_text);
    /* What was written is in UTC: so are the offsets then. */
    cr_assert_eq(moments_parse(&arena, json.ptr, json.len, NULL, &in, NULL), PTC_OK);
    expect_moment(&in.at, "2026-01-02T07:00:00.5Z", 1767337200, 500000000, 0);

    memset(&in, 0xa5, sizeof in);
    cr_assert_eq(ptc_json_read(&arena, moments_text, sizeof moments_text - 1, NULL,
                               &value, NULL, NULL),
                 PTC_OK);
    cr_assert_eq(moments_from_value(&arena, &value, NULL, &in, NULL), PTC_OK);
    expect_moments(&in);
    ptc_arena_free(&arena);
}

/* Results are not coerced: their text keeps its offset, and numbers are right. */
Test(moments, of_results_are_as_they_are)
{
    static const char text[] = "\"2026-01-02T09:00:00+02:00\"";
    static const char loose[] = "\"2026-01-02 09:00:00+02:00\"";
    ptc_arena arena;
    moments_result out;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq(moments_result_parse(&arena, text, sizeof text - 1, NULL, &out, NULL),
                 PTC_OK);
    expect_moment(&out, "2026-01-02T09:00:00+02:00", 1767337200, 0, 120);
    cr_expect_eq(moments_result_parse(&arena, loose, sizeof loose - 1, NULL, &out, NULL),
                 PTC_ERROR_INVALID);
    ptc_arena_free(&arena);
}

/* A text counts; without one the numbers do. */
Test(moments, may_be_written_from_numbers)
{
    static const struct {
        ptc_datetime moment;
        const char *json;
        ptc_status status;
    } rows[] = {
        {{{NULL, 0}, 1767337200, 0, 120}, "\"2026-01-02T07:00:00Z\"", PTC_OK},
        {{{NULL, 0}, -1, 250000000, 0}, "\"1969-12-31T23:59:59.250Z\"", PTC_OK},
        {{PTC_STR_INIT(""), 0, 0, 0}, "\"1970-01-01T00:00:00Z\"", PTC_OK},
        {{PTC_STR_INIT("2026-01-02T09:00:00+02:00"), 5, -1, 9999},
         "\"2026-01-02T09:00:00+02:00\"",
         PTC_OK},
        {{{NULL, 0}, 0, -1, 0}, NULL, PTC_ERROR_ARGUMENT},
        {{{NULL, 0}, 0, 0, 1440}, NULL, PTC_ERROR_ARGUMENT},
        {{{NULL, 0}, INT64_MAX, 0, 0}, NULL, PTC_ERROR_RANGE},
        {{PTC_STR_INIT("\xff"), 0, 0, 0}, NULL, PTC_ERROR_ENCODING},
        {{{NULL, 5}, 0, 0, 0}, NULL, PTC_ERROR_ARGUMENT},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_text json;

        ptc_text_init(&json, &arena);
        cr_expect_eq(moments_result_to_json(&json, &rows[i].moment), rows[i].status,
                     "row %zu", i);
        if (rows[i].status == PTC_OK)
            cr_expect_str_eq(json.ptr, rows[i].json);
    }
    ptc_arena_free(&arena);
}

/* --- Enums ---------------------------------------------------------------------------
 */

Test(moments, values_of_enums_begin_with_nil)
{
    cr_expect_eq(sizeof moments_choice_values / sizeof *moments_choice_values, 3);
    cr_expect_eq(moments_choice_values[MOMENTS_CHOICE_ABSENT].kind, PTC_NIL);
    cr_expect_str_eq(moments_choice_values[MOMENTS_CHOICE_A].as.text, "a");
    cr_expect_str_eq(moments_choice_values[MOMENTS_CHOICE_B].as.text, "b");
    cr_expect_eq(moments_both_1_values[MOMENTS_BOTH_1_ABSENT].kind, PTC_NIL);
    cr_expect_eq(moments_both_1_values[MOMENTS_BOTH_1_7].as.integer, 7);
}

static void choose_absent(moments *in)
{
    in->has.choice = true;
    in->choice = MOMENTS_CHOICE_ABSENT;
}

static void choose_too_high(moments *in)
{
    in->has.choice = true;
    in->choice = (moments_choice)3;
}

static void choose_key(moments *in)
{
    in->choices.items[0].key = MOMENTS_CHOICES_KEY_ABSENT;
}

static void choose_value(moments *in)
{
    in->choices.items[1].value = MOMENTS_CHOICES_VALUE_ABSENT;
}

static void choose_element(moments *in)
{
    in->both._0 = MOMENTS_BOTH_0_ABSENT;
}

static void choose_constant(moments *in)
{
    in->both._1 = MOMENTS_BOTH_1_ABSENT;
}

/* Where there must be a value 0 is refused, and so is what is beyond the members. */
Test(moments, absent_enums_are_not_written)
{
    static void (*const rows[])(moments *) = {choose_absent,  choose_too_high,
                                              choose_key,     choose_value,
                                              choose_element, choose_constant};
    ptc_arena arena;
    ptc_text json;
    moments in;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_value value;

        read_moments(&arena, &in);
        rows[i](&in);
        ptc_text_init(&json, &arena);
        cr_expect_eq(moments_to_value(&arena, &in, &value), PTC_ERROR_ARGUMENT, "row %zu",
                     i);
        cr_expect_eq(moments_to_json(&json, &in), PTC_ERROR_ARGUMENT, "row %zu", i);
        cr_expect_eq(json.len, 0, "row %zu", i);
    }
    /* Without its flag an enum is not looked at. */
    read_moments(&arena, &in);
    in.choice = (moments_choice)3;
    ptc_text_init(&json, &arena);
    cr_expect_eq(moments_to_json(&json, &in), PTC_OK);
    ptc_arena_free(&arena);
}
