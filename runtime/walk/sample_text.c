/* SPDX-License-Identifier: MIT */
/* Random texts: strings without a pattern, names, dates with and without time. */
#include "walk/sample_int.h"

#include "base/base_int.h"

/* --- Strings ----------------------------------------------------------------------- */

/* What texts are made of: plain letters most often, then what has to be escaped and what
 * takes several bytes. */
static const char *const sample_letters[] = {
    "a",
    "b",
    "c",
    "e",
    "i",
    "k",
    "m",
    "n",
    "o",
    "r",
    "s",
    "t",
    "x",
    "z",
    "A",
    "M",
    "Z",
    "0",
    "1",
    "7",
    "9",
    " ",
    "-",
    "_",
    ".",
    "/",
    ":",
    "\"",
    "\\",
    "\n",
    "\t",
    "<",
    "\xc3\xa9",
    "\xc3\x9f",
    "\xd0\x96",
    "{",
    "&",
    "'",
    "?",
    "%",
    "$",
    "#",
    "\x7f",
    "\x01",
    "\xe4\xb8\xad",
    "\xe2\x82\xac",
    "\xf0\x9f\x98\x80",
};

enum {
    SAMPLE_LETTERS = sizeof sample_letters / sizeof *sample_letters,
    SAMPLE_PLAIN = 26, /* the first of them */
};

/* Texts that look like something else. */
static const char *const sample_words[] = {
    "null", "true", "0", "-1", "1.5", "nil", ":a", "{}", "[1]", "2024-01-31", "\"\"", " ",
};

bool ptc_sample_text(ptc_sample *sample, uint32_t points, ptc_value *out)
{
    uint32_t some = ptc_sample_chance(sample, 70) ? SAMPLE_PLAIN : SAMPLE_LETTERS;
    ptc_text text;

    ptc_text_init(&text, sample->arena);
    for (uint32_t i = 0; i < points; i++)
        ptc_text_cstr(&text, sample_letters[ptc_sample_below(sample, some)]);
    *out = ptc_value_string(ptc_text_view(&text));
    return !text.failed;
}

bool ptc_sample_string(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    uint32_t count = sizeof sample_words / sizeof *sample_words;
    uint32_t least;
    uint32_t points;

    if (node->pattern_count > 0)
        return ptc_sample_matching(sample, node, out);
    if (!ptc_sample_count(sample, node, SAMPLE_TEXT_MAX, 12, &least, &points))
        return ptc_sample_fault(sample, node, "it needs a text that is too long");
    if (node->interval == NULL && ptc_sample_chance(sample, 6)) {
        *out =
            ptc_value_string(ptc_str_of(sample_words[ptc_sample_below(sample, count)]));
        return true;
    }
    return ptc_sample_text(sample, points, out);
}

/* --- Names ------------------------------------------------------------------------- */

ptc_value ptc_sample_name(const ptc_sample *sample, ptc_str name)
{
    return !sample->is_json && ptc_keyword_is_legal(name) ? ptc_value_keyword(name)
                                                          : ptc_value_string(name);
}

bool ptc_sample_keyword(ptc_sample *sample, ptc_value *out)
{
    static const char first[] = "abcdefghijklmnopqrstuvwxyzAZ";
    static const char later[] = "abcdefghijklmnopqrstuvwxyz0123456789-_";
    uint32_t count = 1 + ptc_sample_below(sample, 8);
    char name[8];
    ptc_str copy;

    name[0] = first[ptc_sample_below(sample, sizeof first - 1)];
    for (uint32_t i = 1; i < count; i++)
        name[i] = later[ptc_sample_below(sample, sizeof later - 1)];
    copy = ptc_str_copy(sample->arena, ptc_str_make(name, count));
    *out = ptc_sample_name(sample, copy);
    return copy.ptr != NULL;
}

/* --- Dates with time --------------------------------------------------------------- */

/* The ends of four-digit years, leap days, ends of years, the last second that 32 bits
 * hold, and fractions of all lengths. */
static const char *const sample_moments[] = {
    "0000-01-01T00:00:00Z",        "9999-12-31T23:59:59.999999999Z",
    "2024-02-29T23:59:59Z",        "2000-02-29T00:00:00Z",
    "1999-12-31T23:59:59.9Z",      "1970-01-01T00:00:00Z",
    "1969-12-31T23:59:59.999Z",    "2038-01-19T03:14:07Z",
    "2024-01-01T00:00:00+14:00",   "2023-12-31T23:30:00-12:00",
    "2024-06-30T12:00:00.000001Z", "2024-03-31T02:30:00.123456789+01:00",
    "1600-01-01T00:00:00+00:00",   "2100-03-01T00:00:00-00:01",
};

/* The ends of four-digit years, leap days, ends of months. */
static const char *const sample_days[] = {
    "0000-01-01", "9999-12-31", "2024-02-29", "2000-02-29", "1900-02-28",
    "1970-01-01", "1969-12-31", "2024-04-30", "2023-12-31",
};

bool ptc_sample_date(ptc_sample *sample, ptc_value *out)
{
    uint32_t count = sizeof sample_days / sizeof *sample_days;
    int year = 1970 + (int)ptc_sample_below(sample, 130);
    int month = 1 + (int)ptc_sample_below(sample, 12);
    int day = 1 + (int)ptc_sample_below(sample, 28);
    ptc_date date;
    ptc_status status;

    if (ptc_sample_chance(sample, 35)) {
        *out = ptc_value_string(ptc_str_of(sample_days[ptc_sample_below(sample, count)]));
        return true;
    }
    status = ptc_date_make(sample->arena, year, month, day, &date);
    *out = ptc_value_string(date.text);
    return status == PTC_OK;
}

bool ptc_sample_datetime(ptc_sample *sample, ptc_value *out)
{
    static const int16_t offsets[] = {0, 0, 0, 60, 120, -300, -480, 330, 345, 765, -1};
    uint32_t count = sizeof sample_moments / sizeof *sample_moments;
    uint32_t offset_count = sizeof offsets / sizeof *offsets;
    ptc_datetime moment;
    ptc_text text;

    if (ptc_sample_chance(sample, 35)) {
        *out =
            ptc_value_string(ptc_str_of(sample_moments[ptc_sample_below(sample, count)]));
        return true;
    }
    memset(&moment, 0, sizeof moment);
    moment.seconds = (int64_t)ptc_sample_between(sample, 0, UINT64_C(4102444800));
    if (ptc_sample_chance(sample, 25))
        moment.nanos = (int32_t)ptc_sample_below(sample, 1000) * 1000000;
    moment.offset_minutes = offsets[ptc_sample_below(sample, offset_count)];
    ptc_text_init(&text, sample->arena);
    *out = ptc_value_nil();
    if (ptc_datetime_write_local(&text, &moment) == PTC_OK)
        *out = ptc_value_string(ptc_text_view(&text));
    return !text.failed;
}
