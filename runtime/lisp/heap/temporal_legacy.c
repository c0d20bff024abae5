/* SPDX-License-Identifier: MIT */
/*
 * The texts of dates that java.util.Date takes: "12 Aug 1995 13:30 GMT", "Aug 12, 1995",
 * "8/12/1995 1:30 pm", "Sat Aug 12 04:05:02 PDT 1995". [ptc-lisp 15]
 *
 * It reads like Java: numbers and words in any order, each taken for a part that is still
 * missing. Numbers out of range (the 32nd of a month) carry over. Here a year has at
 * least four digits, and the time zone is UTC unless one is named.
 */
#include "base/base_int.h"
#include "lisp/heap/data.h"

enum {
    LEGACY_NONE = -1,
    LEGACY_DIGITS_MAX = 9,
    LEGACY_ZONE =
        100, /* words with this meaning or above: a zone, as hours west of Greenwich */
    LEGACY_AM = 14,
    LEGACY_PM = 1,
    LEGACY_JANUARY = 2,
};

typedef struct legacy_parts {
    int64_t year;
    int month; /* from 0 */
    int day;
    int hour;
    int minute;
    int second;
    int zone; /* minutes west of Greenwich */
    bool has_zone;
} legacy_parts;

static bool legacy_is_letter(char byte)
{
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

/* --- Words -------------------------------------------------------------------------- */

typedef struct legacy_word {
    const char *name;
    int meaning; /* 0: none */
} legacy_word;

/* Searched from its end; abbreviations of two or more letters count. */
static const legacy_word legacy_words[] = {
    {"am", LEGACY_AM},
    {"pm", LEGACY_PM},
    {"monday", 0},
    {"tuesday", 0},
    {"wednesday", 0},
    {"thursday", 0},
    {"friday", 0},
    {"saturday", 0},
    {"sunday", 0},
    {"january", LEGACY_JANUARY},
    {"february", LEGACY_JANUARY + 1},
    {"march", LEGACY_JANUARY + 2},
    {"april", LEGACY_JANUARY + 3},
    {"may", LEGACY_JANUARY + 4},
    {"june", LEGACY_JANUARY + 5},
    {"july", LEGACY_JANUARY + 6},
    {"august", LEGACY_JANUARY + 7},
    {"september", LEGACY_JANUARY + 8},
    {"october", LEGACY_JANUARY + 9},
    {"november", LEGACY_JANUARY + 10},
    {"december", LEGACY_JANUARY + 11},
    {"gmt", LEGACY_ZONE},
    {"ut", LEGACY_ZONE},
    {"utc", LEGACY_ZONE},
    {"est", LEGACY_ZONE + 5},
    {"edt", LEGACY_ZONE + 4},
    {"cst", LEGACY_ZONE + 6},
    {"cdt", LEGACY_ZONE + 5},
    {"mst", LEGACY_ZONE + 7},
    {"mdt", LEGACY_ZONE + 6},
    {"pst", LEGACY_ZONE + 8},
    {"pdt", LEGACY_ZONE + 7},
};

static bool legacy_is_prefix(ptc_str word, const char *name)
{
    for (size_t i = 0; i < word.len; i++) {
        if ((word.ptr[i] | 32) != name[i]) /* also where the name has ended */
            return false;
    }
    return true;
}

/* The meaning of a word, or LEGACY_NONE. */
static int legacy_meaning(ptc_str word)
{
    size_t count = sizeof legacy_words / sizeof *legacy_words;

    while (word.len >= 2 && count-- > 0) {
        if (legacy_is_prefix(word, legacy_words[count].name))
            return legacy_words[count].meaning;
    }
    return LEGACY_NONE;
}

static bool legacy_take_half(legacy_parts *parts, bool is_pm)
{
    if (parts->hour < 1 || parts->hour > 12)
        return false;
    parts->hour = parts->hour % 12 + (is_pm ? 12 : 0);
    return true;
}

static bool legacy_take_word(legacy_parts *parts, ptc_str *rest)
{
    ptc_str word = *rest;
    int meaning;

    while (rest->len > 0 && legacy_is_letter(*rest->ptr))
        *rest = ptc_str_make(rest->ptr + 1, rest->len - 1);
    word.len -= rest->len;
    meaning = legacy_meaning(word);
    if (meaning == LEGACY_AM || meaning == LEGACY_PM)
        return legacy_take_half(parts, meaning == LEGACY_PM);
    if (meaning >= LEGACY_ZONE) {
        parts->zone = (meaning - LEGACY_ZONE) * 60;
        parts->has_zone = true;
        return true;
    }
    if (meaning <= 0)
        return meaning == 0;
    if (parts->month >= 0)
        return false;
    parts->month = meaning - LEGACY_JANUARY;
    return true;
}

/* --- Numbers ------------------------------------------------------------------------ */

/* After a sign: "-3", "-3:30", "-0430"; plus is east. */
static bool legacy_take_offset(legacy_parts *parts, ptc_str *rest, int number, char sign)
{
    int minutes = number % 100 + number / 100 * 60;
    int digit;

    if (parts->has_zone && parts->zone != 0)
        return false;
    if (number < 24) {
        minutes = 0;
        if (ptc_str_take(rest, ':')) {
            while (minutes < 100 && ptc_str_take_digits(rest, 1, &digit))
                minutes = minutes * 10 + digit;
        }
        minutes += number * 60;
    }
    parts->zone = sign == '+' ? -minutes : minutes;
    parts->has_zone = true;
    return true;
}

static bool legacy_set(int *part, int number)
{
    if (*part >= 0)
        return false;
    *part = number;
    return true;
}

/* A number of `digits` digits, before the byte `next` (a blank at the end). */
static bool legacy_take_number(legacy_parts *parts, int number, int digits, char next)
{
    bool is_last = (unsigned char)next <= ' ' || next == ',';

    if (digits >= 4) {
        if (parts->year != INT64_MIN || (!is_last && next != '/'))
            return false;
        parts->year = number;
        return true;
    }
    if (number >= 70) /* in Java a two-digit year, or an early one */
        return false;
    if (next == ':')
        return legacy_set(&parts->hour, number) || legacy_set(&parts->minute, number);
    if (next == '/')
        return legacy_set(&parts->month, number - 1) || legacy_set(&parts->day, number);
    if (!is_last && next != '-')
        return false;
    if (parts->hour >= 0 && parts->minute < 0)
        return legacy_set(&parts->minute, number);
    if (parts->minute >= 0 && parts->second < 0)
        return legacy_set(&parts->second, number);
    return legacy_set(&parts->day, number);
}

static bool legacy_take_digits(legacy_parts *parts, ptc_str *rest, char before)
{
    int number = 0;
    int digits = 0;
    int digit;

    while (digits < LEGACY_DIGITS_MAX && ptc_str_take_digits(rest, 1, &digit)) {
        number = number * 10 + digit;
        digits++;
    }
    if (before == '+' || (before == '-' && parts->year != INT64_MIN))
        return digits <= 4 && legacy_take_offset(parts, rest, number, before);
    return legacy_take_number(parts, number, digits, rest->len > 0 ? *rest->ptr : ' ');
}

/* --- The text ----------------------------------------------------------------------- */

/* A comment may hold others, and need not end. */
static void legacy_skip_comment(ptc_str *rest)
{
    size_t depth = 0;

    do {
        depth += *rest->ptr == '(' ? 1 : 0;
        depth -= *rest->ptr == ')' ? 1 : 0;
        *rest = ptc_str_make(rest->ptr + 1, rest->len - 1);
    } while (depth > 0 && rest->len > 0);
}

static bool legacy_scan(legacy_parts *parts, ptc_str rest)
{
    char before = '\0';

    while (rest.len > 0) {
        char byte = *rest.ptr;

        if (byte == '(') {
            legacy_skip_comment(&rest);
        } else if (byte >= '0' && byte <= '9') {
            if (!legacy_take_digits(parts, &rest, before))
                return false;
            before = '\0';
        } else if (legacy_is_letter(byte)) {
            if (!legacy_take_word(parts, &rest))
                return false;
            before = '\0';
        } else {
            if (byte == '/' || byte == ':' || byte == '+' || byte == '-')
                before = byte;
            else if ((unsigned char)byte > ' ' && byte != ',')
                return false;
            rest = ptc_str_make(rest.ptr + 1, rest.len - 1);
        }
    }
    return parts->year != INT64_MIN && parts->month >= 0 && parts->day >= 0;
}

static int legacy_or_zero(int part)
{
    return part < 0 ? 0 : part;
}

bool ptc_temporal_read_legacy(ptc_str text, ptc_value *out)
{
    legacy_parts parts = {.year = INT64_MIN,
                          .month = LEGACY_NONE,
                          .day = LEGACY_NONE,
                          .hour = LEGACY_NONE,
                          .minute = LEGACY_NONE,
                          .second = LEGACY_NONE};
    int64_t minutes;
    int64_t millis;

    if (!legacy_scan(&parts, text))
        return false;
    minutes = ptc_calendar_days(parts.year + parts.month / 12, parts.month % 12 + 1,
                                parts.day) *
                  1440 +
              (int64_t)legacy_or_zero(parts.hour) * 60 + legacy_or_zero(parts.minute) +
              parts.zone;
    if (ptc_int_multiply_overflows(minutes * 60 + legacy_or_zero(parts.second), 1000,
                                   &millis))
        return false;
    *out = ptc_temporal_make(PTC_TEMPORAL_JAVA_DATE, millis, 0);
    return true;
}
