/* SPDX-License-Identifier: MIT */
/* Rules that many contracts use: strings, numbers, days, any value. See grammar_int.h. */
#include "target/grammar/grammar_int.h"

/* --- Rules by what they say --------------------------------------------------------- */

const uint32_t *ptc_grammar_known(const ptc_grammar *grammar, ptc_str key)
{
    const ptc_name_entry *entry =
        grammar->failed ? NULL : ptc_names_find(&grammar->known, key);

    return entry != NULL ? &entry->value : NULL;
}

uint32_t ptc_grammar_know(ptc_grammar *grammar, ptc_str key, uint32_t rule)
{
    if (!grammar->failed && ptc_names_add(&grammar->known, key, rule) == NULL)
        grammar->failed = true;
    return rule;
}

/* --- Strings of JSON ---------------------------------------------------------------- */

static ptc_grammar_part shared_hex(ptc_grammar *grammar, uint32_t low, uint32_t high)
{
    regex_range ranges[2];
    size_t count = 0;

    if (low < 10)
        ranges[count++] = (regex_range){'0' + low, '0' + (high < 10 ? high : 9)};
    if (high >= 10)
        ranges[count++] =
            (regex_range){'a' + (low > 10 ? low : 10) - 10, 'a' + high - 10};
    return ptc_grammar_class(grammar, ranges, count);
}

/* "\u00" and the digits of controls low..high, which have the first digit in common. */
static ptc_grammar_part shared_control(ptc_grammar *grammar, uint32_t low, uint32_t high)
{
    return PTC_GRAMMAR_SEQUENCE_OF(
        grammar,
        ptc_grammar_text(grammar, low < 16 ? PTC_STR("\\u000") : PTC_STR("\\u001")),
        shared_hex(grammar, low % 16, high % 16));
}

/* What is escaped of a class; `parts` has room for 2 and two for each range. */
static size_t shared_escapes(ptc_grammar *grammar, const regex_range *ranges,
                             size_t count, ptc_grammar_part *parts)
{
    static const char bytes[] = "\"\\\b\f\n\r\t";
    static const char names[] = "\"\\bfnrt";
    regex_class short_ones = {NULL, 0, 0};
    size_t total = 0;

    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < sizeof bytes - 1; k++) {
            if (ranges[i].low <= (uint32_t)bytes[k] &&
                ranges[i].high >= (uint32_t)bytes[k])
                grammar->failed |= !ptc_regex_class_add(
                    grammar->arena, &short_ones, (uint32_t)names[k], (uint32_t)names[k]);
        }
    }
    ptc_regex_class_finish(&short_ones);
    if (short_ones.count > 0)
        parts[total++] = PTC_GRAMMAR_SEQUENCE_OF(
            grammar, PTC_GRAMMAR_TEXT_OF(grammar, "\\"),
            ptc_grammar_class(grammar, short_ones.ranges, short_ones.count));
    for (size_t i = 0; i < count && ranges[i].low < 0x20; i++) {
        uint32_t high = ranges[i].high < 0x20 ? ranges[i].high : 0x1F;

        if (ranges[i].low < 16)
            parts[total++] =
                shared_control(grammar, ranges[i].low, high < 16 ? high : 15);
        if (high >= 16)
            parts[total++] =
                shared_control(grammar, ranges[i].low < 16 ? 16 : ranges[i].low, high);
    }
    return total;
}

/* Adds what of a range stands for itself between quotes. */
static void shared_add_plain(ptc_grammar *grammar, regex_class *plain, regex_range range)
{
    static const regex_range runs[] = {
        {0x20, '"' - 1}, {'"' + 1, '\\' - 1}, {'\\' + 1, 0x10FFFF}};

    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        uint32_t low = range.low > runs[i].low ? range.low : runs[i].low;
        uint32_t high = range.high < runs[i].high ? range.high : runs[i].high;

        if (low <= high)
            grammar->failed |= !ptc_regex_class_add(grammar->arena, plain, low, high);
    }
}

static bool shared_is_letter(uint32_t code_point)
{
    return code_point >= 0x20 && code_point != '"' && code_point != '\\';
}

static ptc_grammar_part shared_json_class(ptc_grammar *grammar, const regex_range *ranges,
                                          size_t count)
{
    ptc_grammar_part *parts =
        ptc_arena_array(grammar->arena, 2 * count + 3, sizeof *parts);
    regex_class plain = {NULL, 0, 0};
    size_t total = 0;

    if (parts == NULL) {
        grammar->failed = true;
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        shared_add_plain(grammar, &plain, ranges[i]);
    ptc_regex_class_finish(&plain);
    if (plain.count > 0)
        parts[total++] = ptc_grammar_class(grammar, plain.ranges, plain.count);
    total += shared_escapes(grammar, ranges, count, &parts[total]);
    return ptc_grammar_choice(grammar, parts, total);
}

ptc_grammar_part ptc_grammar_json_class(ptc_grammar *grammar, const regex_range *ranges,
                                        size_t count)
{
    ptc_grammar_part part;
    const uint32_t *known;
    ptc_str key = {(const char *)ranges, count * sizeof *ranges};
    char bytes[4];

    if (count == 1 && ranges[0].low == ranges[0].high && shared_is_letter(ranges[0].low))
        return ptc_grammar_text(
            grammar, ptc_str_make(bytes, ptc_utf8_encode(ranges[0].low, bytes)));
    known = ptc_grammar_known(grammar, key);
    if (known != NULL)
        return ptc_grammar_use(grammar, *known);
    part = shared_json_class(grammar, ranges, count);
    if (grammar->failed || grammar->items[part].kind != PTC_GRAMMAR_CHOICE)
        return part;
    key = ptc_str_copy(grammar->arena, key);
    grammar->failed |= key.ptr == NULL;
    return ptc_grammar_use(
        grammar,
        ptc_grammar_know(grammar, key, ptc_grammar_lexeme(grammar, "char-of", part)));
}

/* One code point in all spellings of JSON: halves of a pair are together. */
static ptc_grammar_part shared_char(ptc_grammar *g)
{
    static const regex_range plain[] = {
        {0x20, '"' - 1}, {'"' + 1, '\\' - 1}, {'\\' + 1, 0xD7FF}, {0xE000, 0x10FFFF}};
    ptc_grammar_part hex = ptc_grammar_class_of(g, "0-9A-Fa-f");
    ptc_grammar_part low_half = PTC_GRAMMAR_SEQUENCE_OF(
        g, PTC_GRAMMAR_TEXT_OF(g, "\\u"), ptc_grammar_class_of(g, "Dd"),
        ptc_grammar_class_of(g, "C-Fc-f"), ptc_grammar_repeat(g, hex, 2, 2));
    ptc_grammar_part alone = PTC_GRAMMAR_SEQUENCE_OF(
        g, ptc_grammar_class_of(g, "0-9A-CEFa-cef"), ptc_grammar_repeat(g, hex, 3, 3));
    ptc_grammar_part below = PTC_GRAMMAR_SEQUENCE_OF(g, ptc_grammar_class_of(g, "Dd"),
                                                     ptc_grammar_class_of(g, "0-7"),
                                                     ptc_grammar_repeat(g, hex, 2, 2));
    ptc_grammar_part pair = PTC_GRAMMAR_SEQUENCE_OF(
        g, ptc_grammar_class_of(g, "Dd"), ptc_grammar_class_of(g, "89ABab"),
        ptc_grammar_repeat(g, hex, 2, 2), low_half);

    return PTC_GRAMMAR_CHOICE_OF(
        g, ptc_grammar_class(g, plain, 4),
        PTC_GRAMMAR_SEQUENCE_OF(g, PTC_GRAMMAR_TEXT_OF(g, "\\"),
                                ptc_grammar_class_of(g, "\"\\/bfnrt")),
        PTC_GRAMMAR_SEQUENCE_OF(g, PTC_GRAMMAR_TEXT_OF(g, "\\u"),
                                PTC_GRAMMAR_CHOICE_OF(g, alone, below, pair)));
}

static ptc_grammar_part shared_quoted(ptc_grammar *g, ptc_grammar_part inner)
{
    ptc_grammar_part quote = PTC_GRAMMAR_TEXT_OF(g, "\"");

    return PTC_GRAMMAR_SEQUENCE_OF(g, quote, inner, quote);
}

static ptc_grammar_part shared_string(ptc_grammar *g)
{
    ptc_grammar_part inner = ptc_grammar_shared_part(g, PTC_GRAMMAR_CHAR);

    return shared_quoted(g, ptc_grammar_repeat(g, inner, 0, g->max_string));
}

static ptc_grammar_part shared_keyword(ptc_grammar *g)
{
    ptc_grammar_part byte = ptc_grammar_class_of(g, "A-Za-z0-9+*<>=?!_-");

    return shared_quoted(g, ptc_grammar_repeat(g, byte, 1, g->max_string));
}

/* --- Numbers ------------------------------------------------------------------------ */

static ptc_grammar_part shared_whole(ptc_grammar *g, uint32_t digits)
{
    ptc_grammar_part more = ptc_grammar_class_of(g, "0-9");

    return PTC_GRAMMAR_CHOICE_OF(
        g, PTC_GRAMMAR_TEXT_OF(g, "0"),
        PTC_GRAMMAR_SEQUENCE_OF(g, ptc_grammar_class_of(g, "1-9"),
                                ptc_grammar_repeat(g, more, 0, digits - 1)));
}

static ptc_grammar_part shared_int(ptc_grammar *g)
{
    return PTC_GRAMMAR_SEQUENCE_OF(g,
                                   ptc_grammar_optional(g, PTC_GRAMMAR_TEXT_OF(g, "-")),
                                   shared_whole(g, PTC_GRAMMAR_DIGITS));
}

static ptc_grammar_part shared_fraction(ptc_grammar *g)
{
    return ptc_grammar_optional(
        g, PTC_GRAMMAR_SEQUENCE_OF(
               g, PTC_GRAMMAR_TEXT_OF(g, "."),
               ptc_grammar_repeat(g, ptc_grammar_class_of(g, "0-9"), 1, 15)));
}

static ptc_grammar_part shared_number(ptc_grammar *g)
{
    ptc_grammar_part exponent = PTC_GRAMMAR_SEQUENCE_OF(
        g, ptc_grammar_class_of(g, "Ee"),
        ptc_grammar_optional(g, ptc_grammar_class_of(g, "+-")),
        ptc_grammar_repeat(g, ptc_grammar_class_of(g, "0-9"), 1, 2));

    return PTC_GRAMMAR_SEQUENCE_OF(
        g, ptc_grammar_optional(g, PTC_GRAMMAR_TEXT_OF(g, "-")), shared_whole(g, 16),
        shared_fraction(g), ptc_grammar_optional(g, exponent));
}

/* A text, or an int. */
static ptc_grammar_part shared_decimal(ptc_grammar *g)
{
    ptc_grammar_part digits =
        ptc_grammar_repeat(g, ptc_grammar_class_of(g, "0-9"), 1, PTC_GRAMMAR_DIGITS);

    return PTC_GRAMMAR_CHOICE_OF(
        g,
        shared_quoted(g, PTC_GRAMMAR_SEQUENCE_OF(
                             g, ptc_grammar_optional(g, ptc_grammar_class_of(g, "+-")),
                             digits, shared_fraction(g))),
        shared_int(g));
}

/* --- Days and moments --------------------------------------------------------------- */

/* Two digits: `high` and a class of digits. */
static ptc_grammar_part shared_pair(ptc_grammar *g, const char *high, const char *low)
{
    return PTC_GRAMMAR_SEQUENCE_OF(g, ptc_grammar_class_of(g, high),
                                   ptc_grammar_class_of(g, low));
}

/* Digits of years that have a 29th of February: 2000, but not 1900. */
static ptc_grammar_part shared_leap_year(ptc_grammar *g)
{
    ptc_grammar_part by_four = PTC_GRAMMAR_CHOICE_OF(g, shared_pair(g, "02468", "048"),
                                                     shared_pair(g, "13579", "26"));
    ptc_grammar_part without_zero =
        PTC_GRAMMAR_CHOICE_OF(g, shared_pair(g, "0", "48"), shared_pair(g, "2468", "048"),
                              shared_pair(g, "13579", "26"));

    return PTC_GRAMMAR_CHOICE_OF(
        g, PTC_GRAMMAR_SEQUENCE_OF(g, shared_pair(g, "0-9", "0-9"), without_zero),
        PTC_GRAMMAR_SEQUENCE_OF(g, by_four, PTC_GRAMMAR_TEXT_OF(g, "00")));
}

/* YYYY-MM-DD */
static ptc_grammar_part shared_day(ptc_grammar *g)
{
    ptc_grammar_part dash = PTC_GRAMMAR_TEXT_OF(g, "-");
    ptc_grammar_part to_28 =
        PTC_GRAMMAR_CHOICE_OF(g, shared_pair(g, "0", "1-9"), shared_pair(g, "1", "0-9"),
                              shared_pair(g, "2", "0-8"));
    ptc_grammar_part to_30 = PTC_GRAMMAR_CHOICE_OF(g, to_28, PTC_GRAMMAR_TEXT_OF(g, "29"),
                                                   PTC_GRAMMAR_TEXT_OF(g, "30"));
    ptc_grammar_part to_31 =
        PTC_GRAMMAR_CHOICE_OF(g, to_30, PTC_GRAMMAR_TEXT_OF(g, "31"));
    ptc_grammar_part short_months = PTC_GRAMMAR_CHOICE_OF(g, shared_pair(g, "0", "469"),
                                                          PTC_GRAMMAR_TEXT_OF(g, "11"));
    ptc_grammar_part long_months =
        PTC_GRAMMAR_CHOICE_OF(g, shared_pair(g, "0", "13578"), shared_pair(g, "1", "02"));
    ptc_grammar_part february = PTC_GRAMMAR_TEXT_OF(g, "02");
    ptc_grammar_part any_year =
        ptc_grammar_repeat(g, ptc_grammar_class_of(g, "0-9"), 4, 4);
    ptc_grammar_part of_month =
        PTC_GRAMMAR_CHOICE_OF(g, PTC_GRAMMAR_SEQUENCE_OF(g, long_months, dash, to_31),
                              PTC_GRAMMAR_SEQUENCE_OF(g, short_months, dash, to_30),
                              PTC_GRAMMAR_SEQUENCE_OF(g, february, dash, to_28));

    return PTC_GRAMMAR_CHOICE_OF(
        g, PTC_GRAMMAR_SEQUENCE_OF(g, any_year, dash, of_month),
        PTC_GRAMMAR_SEQUENCE_OF(g, shared_leap_year(g),
                                PTC_GRAMMAR_TEXT_OF(g, "-02-29")));
}

static ptc_grammar_part shared_date(ptc_grammar *g)
{
    return shared_quoted(g, shared_day(g));
}

static ptc_grammar_part shared_datetime(ptc_grammar *g)
{
    ptc_grammar_part colon = PTC_GRAMMAR_TEXT_OF(g, ":");
    ptc_grammar_part hour =
        PTC_GRAMMAR_CHOICE_OF(g, shared_pair(g, "01", "0-9"), shared_pair(g, "2", "0-3"));
    ptc_grammar_part sixty = shared_pair(g, "0-5", "0-9");
    ptc_grammar_part fraction = ptc_grammar_optional(
        g, PTC_GRAMMAR_SEQUENCE_OF(
               g, PTC_GRAMMAR_TEXT_OF(g, "."),
               ptc_grammar_repeat(g, ptc_grammar_class_of(g, "0-9"), 1, 9)));
    ptc_grammar_part offset = PTC_GRAMMAR_CHOICE_OF(
        g, PTC_GRAMMAR_TEXT_OF(g, "Z"),
        PTC_GRAMMAR_SEQUENCE_OF(g, ptc_grammar_class_of(g, "+-"), hour, colon, sixty));

    return shared_quoted(
        g, PTC_GRAMMAR_SEQUENCE_OF(g, shared_day(g), PTC_GRAMMAR_TEXT_OF(g, "T"), hour,
                                   colon, sixty, colon, sixty, fraction, offset));
}

/* --- Any value ---------------------------------------------------------------------- */

static ptc_grammar_part shared_blank(ptc_grammar *g)
{
    return ptc_grammar_optional(g, PTC_GRAMMAR_TEXT_OF(g, " "));
}

/* One lexeme, or a text and what may come after it. */
static ptc_grammar_part shared_mark(ptc_grammar *g, const char *mark)
{
    return PTC_GRAMMAR_SEQUENCE_OF(g, ptc_grammar_text(g, ptc_str_of(mark)),
                                   g->syntax == PTC_GRAMMAR_LARK
                                       ? shared_blank(g)
                                       : ptc_grammar_shared_part(g, PTC_GRAMMAR_WS));
}

static ptc_grammar_part shared_bool(ptc_grammar *g)
{
    return PTC_GRAMMAR_CHOICE_OF(g, PTC_GRAMMAR_TEXT_OF(g, "true"),
                                 PTC_GRAMMAR_TEXT_OF(g, "false"));
}

static ptc_grammar_part shared_any(ptc_grammar *g)
{
    return PTC_GRAMMAR_CHOICE_OF(g, ptc_grammar_shared_part(g, PTC_GRAMMAR_OBJECT),
                                 ptc_grammar_shared_part(g, PTC_GRAMMAR_ARRAY),
                                 ptc_grammar_shared_part(g, PTC_GRAMMAR_STRING),
                                 ptc_grammar_shared_part(g, PTC_GRAMMAR_NUMBER),
                                 shared_bool(g), PTC_GRAMMAR_TEXT_OF(g, "null"));
}

static ptc_grammar_part shared_between(ptc_grammar *g, const char *open,
                                       ptc_grammar_part item, const char *close)
{
    return PTC_GRAMMAR_SEQUENCE_OF(
        g, ptc_grammar_text(g, ptc_str_of(open)),
        ptc_grammar_list(g, item, ptc_grammar_shared_part(g, PTC_GRAMMAR_COMMA), 0,
                         PTC_LIMIT_GBNF_REPEAT),
        ptc_grammar_text(g, ptc_str_of(close)));
}

static ptc_grammar_part shared_array(ptc_grammar *g)
{
    return shared_between(g, "[", ptc_grammar_shared_part(g, PTC_GRAMMAR_ANY), "]");
}

static ptc_grammar_part shared_object(ptc_grammar *g)
{
    return shared_between(
        g, "{",
        PTC_GRAMMAR_SEQUENCE_OF(g, ptc_grammar_shared_part(g, PTC_GRAMMAR_STRING),
                                ptc_grammar_shared_part(g, PTC_GRAMMAR_COLON),
                                ptc_grammar_shared_part(g, PTC_GRAMMAR_ANY)),
        "}");
}

static ptc_grammar_part shared_comma(ptc_grammar *g)
{
    return shared_mark(g, ",");
}

static ptc_grammar_part shared_colon(ptc_grammar *g)
{
    return shared_mark(g, ":");
}

/* ORDER ptc_grammar_shared */
static const struct {
    const char *name;
    bool is_lexeme;
    bool is_inline; /* but in Lark */
    ptc_grammar_part (*make)(ptc_grammar *g);
} shared_rules[] = {
    {"ws", true, false, shared_blank},          {"comma", true, true, shared_comma},
    {"colon", true, true, shared_colon},        {"char", true, false, shared_char},
    {"string", true, false, shared_string},     {"int", true, false, shared_int},
    {"number", true, false, shared_number},     {"bool", false, false, shared_bool},
    {"decimal", true, false, shared_decimal},   {"date", true, false, shared_date},
    {"datetime", true, false, shared_datetime}, {"keyword", true, false, shared_keyword},
    {"any", false, false, shared_any},          {"array", false, false, shared_array},
    {"object", false, false, shared_object},
};

ptc_grammar_part ptc_grammar_shared_part(ptc_grammar *g, ptc_grammar_shared which)
{
    uint32_t rule;

    if (g->failed)
        return 0;
    if (shared_rules[which].is_inline && g->syntax != PTC_GRAMMAR_LARK)
        return shared_rules[which].make(g);
    if (g->shared[which] == 0) {
        rule = ptc_grammar_rule_new(g, ptc_str_of(shared_rules[which].name), PTC_STR(""));
        g->shared[which] = rule + 1; /* what it says may use it */
        ptc_grammar_define(g, rule, shared_rules[which].make(g));
        if (!g->failed)
            g->rules[rule].is_lexeme = shared_rules[which].is_lexeme;
    }
    return ptc_grammar_use(g, g->shared[which] - 1);
}
