/* SPDX-License-Identifier: MIT */
/* Patterns: the dialect, what is refused and where, and PCRE2 as an oracle. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <criterion/criterion.h>
#include <pcre2.h>
#include <stdlib.h>

#include "support.h"

typedef struct verdict_row {
    const char *pattern;
    const char *text;
    bool matches;
} verdict_row;

/* Patterns on strings, searched unanchored. */
static const verdict_row verdict_rows[] = {
    {"", "", true},
    {"a", "", false},
    {"a", "xay", true},
    {"^a$", "a", true},
    {"^a$", "a\n", false}, /* `$` is the end of the text, not before a last newline */
    {"\\Aab\\z", "ab", true},
    {"^a|b$", "xb", true},
    {"^(a|b)$", "xb", false},
    {"^[A-Z]", "Abc", true},
    {"^[^A-Z]", "Abc", false},
    {"^\\w+(\\s\\w+)*$", "one two three", true},
    {"^\\w+(\\s\\w+)*$", "one  two", false},
    {"^\\d{3}-\\d{4}$", "555-1234", true},
    {"^\\d{3}-\\d{4}$", "555-12345", false},
    {"^a{2,}$", "a", false},
    {"^a{2,}$", "aaaa", true},
    {"^a{0}$", "", true},
    {"^a{1000}$", "a", false},
    {"^.$", "\xC3\xA9", true},
    {"^.$", "\xF0\x9F\x98\x80", true},
    {"^.$", "\n", false},
    {"^.$", "\xE2\x80\xA8", false}, /* U+2028 */
    {"^..$", "\xC3\xA9", false},
    {"^[\xC3\xA0-\xC3\xBF]+$", "\xC3\xA9\xC3\xAA", true},
    {"^[^a]$", "\xE2\x82\xAC", true},
    {"^\\p{L}+$",
     "Stra\xC3\x9F"
     "e",
     true},
    {"^\\p{Lu}", "\xC3\x89t\xC3\xA9", true},
    {"^\\P{L}+$", "123", true},
    {"^\\pN$", "7", true},
    {"^\\p{Alpha}+$", "abcXYZ", true},
    {"^\\p{Alpha}+$", "\xC3\xA9", false},
    {"(?i)^hello$", "HeLLo", true},
    {"(?i)^\xC3\xA9$", "\xC3\x89", false}, /* ASCII only */
    {"^(?:a(?i)b|c)d$", "aBd", true},
    {"^(?i:a)b$", "AB", false},
    {"\\bcat\\b", "the cat sat", true},
    {"\\bcat\\b", "concatenate", false},
    {"\\Bcat", "concat", true},
    {"\\Bcat", "cat", false},
    {"\\B",
     "a\xC3\xA9"
     "a",
     false}, /* not inside a character */
    {"\\B", "\xC3\xA9", true},
    {"^\\b$", "", false},
    {"^\\B$", "", true},
    {"a\\b", "a", true},
    {"x*", "anything", true},
    {"^(a*)*b$", "aaab", true},
    {"^(|a)+$", "aaa", true},
    {"^a.*z$", "a\nz", false},
    {"^\\Qa.b\\E$", "a.b", true},
    {"^\\Qa.b\\E$", "axb", false},
    {"^\\x41\\u0042\\x{43}$", "ABC", true},
    {"^\\ud83d\\ude00$", "\xF0\x9F\x98\x80", true},
    {"^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$", "ann.lee+x@mail-host.org", true},
    {"^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$", "ann.lee@host", false},
    {"^[]a]$", "]", false}, /* refused below; never read as a class with a bracket */
    {"(?<year>\\d{4})-\\d\\d", "in 2024-05", true},
    {"^a+?$", "aaa", true},
    {"^[a-c\\d]+$", "a1b2c3", true},
    {"^[\\-x]$", "-", true},
    {"^[x-]$", "-", true},
    {"\\$", "cost: $5", true},
    {"^\\s$", "\xC2\xA0", false}, /* ASCII blanks only */
    {"^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$", "192.168.0.1", true},
    {"^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$", "192.168.0", false},
    {"^\\x4A\\u004a\\x{4A}$", "JJJ", true},
    {"^\\07\\0101\\a$", "\aA\a", true},
    {"^\\t\\n\\r\\f\\a\\e$", "\t\n\r\f\a\x1B", true},
    {"^[\\t\\n\\e]+$", "\x1B\n\t", true},
    {"^\\h+$", " \t\xC2\xA0\xE2\x80\x80\xE3\x80\x80", true},
    {"^\\h$", "\n", false},
    {"^\\H[^\\h]$", "xy", true},
    {"^\\p{IsL}$", "x", true},
    {"^\\p{LC}{3}$", "aB\xC7\x85", true}, /* U+01C5, of title case */
    {"^\\p{LC}$", "1", false},
    {"^\\p{LC}$", "\xCA\xB0", false}, /* U+02B0, a letter without case */
    {"^\\p{Cntrl}\\P{Cntrl}$", "\x01 ", true},
    {"^\\p{Cs}$", "x", false},
    {"^\\\xC3\xA9[\\\xC3\xA9]$", "\xC3\xA9\xC3\xA9", true},
    {"^(?<Year1>a)(?P<b>b)$", "ab", true},
    {"^\\Qa.b", "a.b", true}, /* quoted to the end */
    {"^[a&b]&[&]$", "&&&", true},
    {"^\\:[\\:]$", "::", true},
};

typedef struct refused_row {
    const char *pattern;
    size_t offset;
    ptc_status status;
    const char *words; /* a part of the message */
} refused_row;

static const refused_row refused_rows[] = {
    {"[", 0, PTC_ERROR_SYNTAX, "never closed"},
    {"ab[c", 2, PTC_ERROR_SYNTAX, "never closed"},
    {"a(b", 1, PTC_ERROR_SYNTAX, "never closed"},
    {"a)", 1, PTC_ERROR_SYNTAX, "without a group"},
    {"*a", 0, PTC_ERROR_SYNTAX, "nothing to repeat"},
    {"a|*", 2, PTC_ERROR_SYNTAX, "nothing to repeat"},
    {"a**", 2, PTC_ERROR_SYNTAX, "after a quantifier"},
    {"a++", 2, PTC_ERROR_SYNTAX, "possessive"},
    {"a{2,1}", 1, PTC_ERROR_SYNTAX, "backwards"},
    {"a{1001}", 1, PTC_ERROR_SYNTAX, "more than 1000"},
    {"a{x}", 1, PTC_ERROR_SYNTAX, "number"},
    {"a{2", 1, PTC_ERROR_SYNTAX, "expected }"},
    {"(?=a)", 0, PTC_ERROR_SYNTAX, "look-around"},
    {"x(?<!a)", 1, PTC_ERROR_SYNTAX, "look-around"},
    {"(?>a)", 0, PTC_ERROR_SYNTAX, "atomic"},
    {"(?m)a", 0, PTC_ERROR_SYNTAX, "flag"},
    {"(a)\\1", 3, PTC_ERROR_SYNTAX, "back-references"},
    {"(?<n>a)\\k<n>", 7, PTC_ERROR_SYNTAX, "back-references"},
    {"a\\Z", 1, PTC_ERROR_SYNTAX, "\\z"},
    {"\\y", 0, PTC_ERROR_SYNTAX, "escape"},
    {"a\\", 1, PTC_ERROR_SYNTAX, "backslash"},
    {"[z-a]", 1, PTC_ERROR_SYNTAX, "backwards"},
    {"[a-\\d]", 1, PTC_ERROR_SYNTAX, "range"},
    {"[a[b]]", 2, PTC_ERROR_SYNTAX, "class inside"},
    {"[a&&b]", 2, PTC_ERROR_SYNTAX, "intersection"},
    {"[]", 0, PTC_ERROR_SYNTAX, "empty class"},
    {"[]a]", 0, PTC_ERROR_SYNTAX, "empty class"},
    {"\\p{Nope}", 0, PTC_ERROR_SYNTAX, "category"},
    {"\\p{L", 0, PTC_ERROR_SYNTAX, "}"},
    {"\\ud800", 0, PTC_ERROR_SYNTAX, "no Unicode"},
    {"\\x{110000}", 0, PTC_ERROR_SYNTAX, "no Unicode"},
    {"\xFF", 0, PTC_ERROR_SYNTAX, "UTF-8"},
    {"\\p", 0, PTC_ERROR_SYNTAX, "category"},
    {"\\p{}", 0, PTC_ERROR_SYNTAX, "category"},
    {"\\x{}", 0, PTC_ERROR_SYNTAX, "hexadecimal"},
    {"\\xG0", 0, PTC_ERROR_SYNTAX, "hexadecimal"},
    {"a\\u12", 1, PTC_ERROR_SYNTAX, "hexadecimal"},
    {"\\08", 0, PTC_ERROR_SYNTAX, "octal"},
    {"\\x{41", 0, PTC_ERROR_SYNTAX, "expected }"},
    {"\\ud83d\\u0041", 0, PTC_ERROR_SYNTAX, "no Unicode"},
    {"\\ud83d\\ue000", 0, PTC_ERROR_SYNTAX, "no Unicode"},
    {"\\udc00", 0, PTC_ERROR_SYNTAX, "no Unicode"},
    {"[a\\", 2, PTC_ERROR_SYNTAX, "backslash"},
    {"\\G", 0, PTC_ERROR_SYNTAX, "\\G"},
    {"(?!a)", 0, PTC_ERROR_SYNTAX, "look-around"},
    {"(?<=a)", 0, PTC_ERROR_SYNTAX, "look-around"},
    {"(?<>a)", 0, PTC_ERROR_SYNTAX, "name and >"},
    {"(?<n a)", 0, PTC_ERROR_SYNTAX, "name and >"},
    {"+a", 0, PTC_ERROR_SYNTAX, "nothing to repeat"},
    {"?", 0, PTC_ERROR_SYNTAX, "nothing to repeat"},
    {"{2}", 0, PTC_ERROR_SYNTAX, "write \\{"},
    {"a?{2}", 2, PTC_ERROR_SYNTAX, "after a quantifier"},
    {"(a|b)*a(a|b){16}", 0, PTC_ERROR_RANGE, "states"},
    {"((a{1000}){1000}){1000}", 0, PTC_ERROR_RANGE, "states"},
    {"((((){1000}){1000}){1000}){1000}", 0, PTC_ERROR_RANGE, "states"},
    {"((a{30}){30}){30}", 0, PTC_ERROR_RANGE, "states"},
    {".{0,1000}x", 0, PTC_ERROR_RANGE, "states"},
};

static bool compile(ptc_arena *arena, const char *pattern, ptc_dfa *dfa)
{
    ptc_regex_error error;

    return ptc_regex_compile(arena, ptc_str_of(pattern), dfa, &error) == PTC_OK;
}

Test(regex, verdicts) /* M104, M154 */
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof verdict_rows / sizeof verdict_rows[0]; i++) {
        const verdict_row *row = &verdict_rows[i];
        ptc_dfa dfa;
        bool matches = compile(&arena, row->pattern, &dfa) &&
                       ptc_regex_search(&dfa, row->text, strlen(row->text));

        cr_expect(matches == row->matches, "/%s/ on \"%s\"", row->pattern, row->text);
    }
    ptc_arena_free(&arena);
}

Test(regex, refused)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof refused_rows / sizeof refused_rows[0]; i++) {
        const refused_row *row = &refused_rows[i];
        ptc_regex_error error = {{"", 0}, 0};
        ptc_dfa dfa;
        ptc_status status =
            ptc_regex_compile(&arena, ptc_str_of(row->pattern), &dfa, &error);

        cr_expect(status == row->status, "/%s/: %s", row->pattern,
                  ptc_status_name(status));
        cr_expect(error.offset == row->offset, "/%s/: offset %zu", row->pattern,
                  error.offset);
        cr_expect(strstr(error.message.ptr, row->words) != NULL, "/%s/: %s", row->pattern,
                  error.message.ptr);
    }
    ptc_arena_free(&arena);
}

/* What takes long to find out is refused early; without bounds each takes seconds. */
Test(regex, refuses_what_takes_long, .timeout = 20)
{
    static const char *const rows[][2] = {
        {"[", "\\p{L}"}, {"(?i)[", "\\p{L}"}, {"a", "|\\p{L}b"}, {"[^", "\\P{L}"}};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_regex_error error = {{"", 0}, 0};
        ptc_text pattern;
        ptc_dfa dfa;

        ptc_text_init(&pattern, &arena);
        ptc_text_cstr(&pattern, rows[i][0]);
        while (pattern.len < 60000)
            ptc_text_cstr(&pattern, rows[i][1]);
        if (rows[i][0][strlen(rows[i][0]) - 1] != 'a')
            ptc_text_byte(&pattern, ']');
        cr_expect(ptc_regex_compile(&arena, ptc_text_view(&pattern), &dfa, &error) ==
                      PTC_ERROR_RANGE,
                  "row: %s%s...", rows[i][0], rows[i][1]);
        cr_expect(strstr(error.message.ptr, "states") != NULL, "row: %s%s...: %s",
                  rows[i][0], rows[i][1], error.message.ptr);
    }
    ptc_arena_free(&arena);
}

Test(regex, deep_groups_are_refused_and_long_patterns_are_not)
{
    char pattern[4001];
    ptc_arena arena;
    ptc_dfa dfa;

    ptc_arena_init(&arena, NULL, 0);
    memset(pattern, '(', 2000);
    memset(pattern + 2000, ')', 2000);
    pattern[4000] = '\0';
    cr_expect(!compile(&arena, pattern, &dfa), "2000 groups");
    cr_expect(compile(&arena, pattern + 1900, &dfa) == false, "unbalanced");
    memset(pattern, 'a', 4000);
    pattern[0] = '^';
    cr_assert(compile(&arena, pattern, &dfa), "3999 letters");
    cr_expect(ptc_regex_search(&dfa, pattern + 1, 3999));
    cr_expect(!ptc_regex_search(&dfa, pattern + 1, 3998));
    ptc_arena_free(&arena);
}

Test(regex, same_tables_from_the_same_pattern)
{
    static const char *const patterns[] = {"^\\w+@\\w+$", "(a|b)*c", "\\p{L}+",
                                           "\\bx\\b"};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        ptc_dfa one;
        ptc_dfa two;

        cr_assert(compile(&arena, patterns[i], &one) &&
                  compile(&arena, patterns[i], &two));
        cr_expect(one.state_count == two.state_count && one.start == two.start &&
                      memcmp(one.next, two.next,
                             one.state_count * (size_t)one.class_count * 2) == 0 &&
                      memcmp(one.classes, two.classes, 256) == 0,
                  "/%s/", patterns[i]);
    }
    cr_assert(compile(&arena, "^(?:a|b|ab|ba)*$", &(ptc_dfa){0}));
    ptc_arena_free(&arena);
}

/* The least automaton: /^[ab]*$/ in four spellings is dead, and one live state. */
Test(regex, minimal)
{
    static const char *const spellings[] = {"^[ab]*$", "^(a|b)*$", "^(?:a*b*)*$",
                                            "^(|a|b|ab)*$"};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        ptc_dfa dfa;

        cr_assert(compile(&arena, spellings[i], &dfa));
        cr_expect(dfa.state_count == 2 && dfa.class_count == 2,
                  "/%s/: %u states, %u classes", spellings[i], dfa.state_count,
                  dfa.class_count);
    }
    ptc_arena_free(&arena);
}

/* Each kind of atom in little memory, which ends in another place each time. */
Test(regex, every_refused_allocation_is_an_answer)
{
    static const char *const rows[][2] = {
        {"^\\w+(\\s\\w+)*$", "one two"},          {"^[^\\H][\\h]\\h$", "  \t"},
        {"^\\p{Cntrl}\\P{LC}\\p{Cf}?$", "\x01-"}, {"^(?i:ab|c)\\Qd\\E.$", "ABd!"},
        {"^\\W\\D\\S[^b-d]{2}\\b$", "-xyaz"},
    };
    static char memory[1 << 20];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned refused = 0;

        for (size_t size = 0; size < sizeof memory; size += size / 64 + 16) {
            ptc_arena arena;
            ptc_dfa dfa;
            ptc_status status;

            ptc_arena_init_memory(&arena, memory, size);
            status = ptc_regex_compile(&arena, ptc_str_of(rows[i][0]), &dfa, NULL);
            if (status == PTC_OK)
                cr_expect(ptc_regex_search(&dfa, rows[i][1], strlen(rows[i][1])),
                          "/%s/ in %zu bytes", rows[i][0], size);
            else
                cr_expect(status == PTC_ERROR_MEMORY, "/%s/ in %zu bytes: %s", rows[i][0],
                          size, ptc_status_name(status));
            refused += status != PTC_OK;
        }
        cr_expect(refused > 20, "/%s/: refused %u times", rows[i][0], refused);
    }
}

/* --- PCRE2 as an oracle ------------------------------------------------------------ */

static const char *const atoms[] = {"a",
                                    "b",
                                    "c",
                                    ".",
                                    "\\w",
                                    "\\d",
                                    "\\s",
                                    "\\b",
                                    "\\B",
                                    "[ab]",
                                    "[^a]",
                                    "\xC3\xA9",
                                    "^",
                                    "$",
                                    "1",
                                    "\\W",
                                    "[a-c1]",
                                    "\\p{L}",
                                    "\\p{Lu}",
                                    "\\S",
                                    "_",
                                    "\\D",
                                    "[\xC3\xA0-\xE2\x82\xAC]",
                                    "-",
                                    "[^\\w-]"};
static const char *const quantifiers[] = {"*",     "+",     "?",  "{2}",
                                          "{1,2}", "{0,1}", "*?", "{2,}"};
static const char *const texts[] = {"a",
                                    "b",
                                    "c",
                                    "1",
                                    " ",
                                    "_",
                                    "\xC3\xA9",
                                    "\xC3\x89",
                                    "-",
                                    "\xE2\x82\xAC",
                                    "\xF0\x9F\x98\x80",
                                    "\n"};

static void random_pattern(test_random *random, char *out, size_t *len, unsigned depth)
{
    unsigned count = 1 + test_random_below(random, 4);

    for (unsigned i = 0; i < count; i++) {
        if (i > 0 && test_random_below(random, 4) == 0)
            out[(*len)++] = '|';
        if (depth > 0 && test_random_below(random, 4) == 0) {
            memcpy(out + *len, "(?:", 3);
            *len += 3;
            random_pattern(random, out, len, depth - 1);
            out[(*len)++] = ')';
        } else {
            const char *atom =
                atoms[test_random_below(random, sizeof atoms / sizeof *atoms)];

            memcpy(out + *len, atom, strlen(atom));
            *len += strlen(atom);
        }
        if (test_random_below(random, 3) == 0) {
            const char *more = quantifiers[test_random_below(
                random, sizeof quantifiers / sizeof *quantifiers)];

            memcpy(out + *len, more, strlen(more));
            *len += strlen(more);
        }
    }
    out[*len] = '\0';
}

static size_t random_text(test_random *random, char *out)
{
    unsigned count = test_random_below(random, 8);
    size_t len = 0;

    for (unsigned i = 0; i < count; i++) {
        const char *part = texts[test_random_below(random, sizeof texts / sizeof *texts)];

        memcpy(out + len, part, strlen(part));
        len += strlen(part);
    }
    return len;
}

Test(regex, agrees_with_pcre2)
{
    test_random random = test_random_start("regex", 20260101);
    ptc_arena arena;
    unsigned compared = 0;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned round = 0; round < test_rounds(3000); round++) {
        char pattern[2048];
        size_t pattern_len = 0;
        int code;
        PCRE2_SIZE where;
        pcre2_code *oracle;
        pcre2_match_data *match;
        ptc_status status;
        ptc_dfa dfa;

        random_pattern(&random, pattern, &pattern_len, 2);
        oracle = pcre2_compile((PCRE2_SPTR)pattern, pattern_len,
                               PCRE2_UTF | PCRE2_DOLLAR_ENDONLY, &code, &where, NULL);
        ptc_arena_reset(&arena);
        if (oracle == NULL) /* it does not repeat assertions */
            continue;
        status = ptc_regex_compile(&arena, ptc_str_of(pattern), &dfa, NULL);
        cr_assert(status == PTC_OK || status == PTC_ERROR_RANGE, "refused: /%s/",
                  pattern);
        if (status != PTC_OK) {
            pcre2_code_free(oracle);
            continue;
        }
        match = pcre2_match_data_create_from_pattern(oracle, NULL);
        for (unsigned k = 0; k < 20; k++) {
            char text[128];
            size_t len = random_text(&random, text);
            int found = pcre2_match(oracle, (PCRE2_SPTR)text, len, 0, 0, match, NULL);

            cr_expect((found >= 0) == ptc_regex_search(&dfa, text, len),
                      "/%s/ on \"%.*s\"", pattern, (int)len, text);
            compared++;
        }
        pcre2_match_data_free(match);
        pcre2_code_free(oracle);
    }
    cr_expect(compared > test_rounds(30000), "only %u texts", compared);
    ptc_arena_free(&arena);
}
