/* SPDX-License-Identifier: MIT */
/*
 * Grammars built by hand and printed in both syntaxes: what grammars of contracts and of
 * agents use. [emitters 6, 7]
 */
#include <criterion/criterion.h>

#include "support.h"
#include "target/grammar/grammar_int.h"

static ptc_arena arena;
static ptc_grammar g;

static void begin(void)
{
    ptc_arena_init(&arena, NULL, 0);
    ptc_grammar_init(&g, &arena, NULL);
}

static void end(void)
{
    ptc_arena_free(&arena);
}

TestSuite(grammar_parts, .init = begin, .fini = end);

static ptc_grammar_part text(const char *literal)
{
    return ptc_grammar_text(&g, ptc_str_of(literal));
}

static const char *print(uint32_t root, ptc_grammar_syntax syntax)
{
    const char *why;
    ptc_text out;

    g.syntax = syntax;
    ptc_text_init(&out, &arena);
    cr_assert(ptc_grammar_write(&out, &g, root, &why));
    cr_assert_not(out.failed);
    return out.ptr;
}

static void expect_line(const char *line, const char *head, const char *body)
{
    size_t len = strlen(head);

    cr_expect(strncmp(line, head, len) == 0 &&
                  strncmp(line + len, body, strlen(body)) == 0 &&
                  strcmp(line + len + strlen(body), "\n") == 0,
              "%snot %s%s", line, head, body);
}

/* What a grammar of one rule has after its name. */
static void expect(ptc_grammar_part body, const char *gbnf, const char *lark)
{
    uint32_t rule = ptc_grammar_rule_new(&g, PTC_STR("thing"), PTC_STR(""));

    ptc_grammar_define(&g, rule, body);
    expect_line(print(rule, PTC_GRAMMAR_GBNF), "root ::= ", gbnf);
    expect_line(print(rule, PTC_GRAMMAR_LARK), "start: ", lark);
}

Test(grammar_parts, texts)
{
    expect(0, "\"\"", "\"\"");
    expect(text("a"), "\"a\"", "\"a\"");
    expect(text("a\"b\\c\n\t\x01\x7f"), "\"a\\\"b\\\\c\\n\\t\\x01\\x7F\"",
           "\"a\\\"b\\\\c\\n\\u0009\\u0001\\u007F\"");
    expect(text("gr\xc3\xb6\xc3\x9f\x65 \xf0\x9f\x99\x82 \xe2\x80\xae"),
           "\"gr\xc3\xb6\xc3\x9f\x65 \xf0\x9f\x99\x82 \\u202E\"",
           "\"gr\xc3\xb6\xc3\x9f\x65 \xf0\x9f\x99\x82 \\u202E\"");
}

Test(grammar_parts, classes)
{
    regex_range letters[] = {{'0', '9'}, {'a', 'b'}, {0xE4, 0x10FFFF - 1}};
    regex_range strings[] = {
        {0x20, 0x21}, {0x23, 0x5B}, {0x5D, 0xD7FF}, {0xE000, 0x10FFFF}};

    expect(ptc_grammar_class(&g, letters, 3), "[0-9ab\\xE4-\\U0010FFFE]",
           "/[0-9ab\\xE4-\\U0010FFFE]/");
    expect(ptc_grammar_class(&g, strings, 4), "[^\\x00-\\x1F\"\\\\]",
           "/[^\\x00-\\x1F\"\\\\]/");
    expect(ptc_grammar_class_of(&g, "]^[-"), "[\\x2D\\x5B\\x5D\\x5E]",
           "/[\\-\\[\\]\\^]/");
    expect(ptc_grammar_class_of(&g, "&/~a-"), "[&\\x2D/a~]", "/[\\&\\-\\/a\\~]/");
    expect(ptc_grammar_class_of(&g, ""), "\"\"", "\"\"");
}

Test(grammar_parts, sequences_and_choices)
{
    ptc_grammar_part a = text("a");
    ptc_grammar_part b = text("b");
    ptc_grammar_part digit = ptc_grammar_class_of(&g, "0-9");
    ptc_grammar_part either = PTC_GRAMMAR_CHOICE_OF(&g, a, b);

    expect(PTC_GRAMMAR_SEQUENCE_OF(&g, a, 0, b), "\"ab\"", "\"a\" \"b\"");
    expect(PTC_GRAMMAR_SEQUENCE_OF(&g, a), "\"a\"", "\"a\"");
    expect(PTC_GRAMMAR_SEQUENCE_OF(&g, either, digit), "(\"a\" | \"b\") [0-9]",
           "(\"a\" | \"b\") /[0-9]/");
    expect(PTC_GRAMMAR_CHOICE_OF(&g, either, 0, digit), "\"a\" | \"b\" | \"\" | [0-9]",
           "\"a\" | \"b\" | \"\" | /[0-9]/");
    expect(PTC_GRAMMAR_CHOICE_OF(&g, PTC_GRAMMAR_SEQUENCE_OF(&g, digit, a), b),
           "[0-9] \"a\" | \"b\"", "/[0-9]/ \"a\" | \"b\"");
}

Test(grammar_parts, repetitions)
{
    ptc_grammar_part digit = ptc_grammar_class_of(&g, "0-9");
    ptc_grammar_part pair = PTC_GRAMMAR_SEQUENCE_OF(&g, digit, text(","));

    expect(ptc_grammar_optional(&g, digit), "[0-9]?", "/[0-9]/?");
    expect(ptc_grammar_repeat(&g, digit, 0, REGEX_UNBOUNDED), "[0-9]*", "/[0-9]/*");
    expect(ptc_grammar_repeat(&g, pair, 1, REGEX_UNBOUNDED), "([0-9] \",\")+",
           "(/[0-9]/ \",\")+");
    expect(ptc_grammar_repeat(&g, digit, 3, 3), "[0-9]{3}", "/[0-9]/{3}");
    expect(ptc_grammar_repeat(&g, digit, 3, REGEX_UNBOUNDED), "[0-9]{3,}", "/[0-9]/{3,}");
    expect(ptc_grammar_repeat(&g, digit, 0, 100), "[0-9]{0,100}", "/[0-9]/{0,100}");
    expect(ptc_grammar_repeat(&g, digit, 1, 1), "[0-9]", "/[0-9]/");
    expect(ptc_grammar_repeat(&g, digit, 0, 0), "\"\"", "\"\"");
    expect(ptc_grammar_repeat(&g, ptc_grammar_optional(&g, digit), 2, 2), "([0-9]?){2}",
           "(/[0-9]/?){2}");
}

/* More than a group is groups of as many, so that llama.cpp takes them. */
Test(grammar_parts, groups)
{
    ptc_grammar_part digit = ptc_grammar_class_of(&g, "0-9");

    expect(ptc_grammar_repeat(&g, digit, 0, 2000), "([0-9]{100}){0,19} [0-9]{0,100}",
           "/[0-9]/{0,2000}");
    expect(ptc_grammar_repeat(&g, digit, 100, 101), "[0-9]{100} [0-9]?",
           "/[0-9]/{100,101}");
    expect(ptc_grammar_repeat(&g, digit, 250, 250), "([0-9]{100}){2} [0-9]{50}",
           "/[0-9]/{250}");
    expect(ptc_grammar_repeat(&g, digit, 150, 400),
           "[0-9]{100} [0-9]{50} ([0-9]{100}){0,2} [0-9]{0,50}", "/[0-9]/{150,400}");
    expect(ptc_grammar_repeat(&g, digit, 150, REGEX_UNBOUNDED),
           "[0-9]{100} [0-9]{50} [0-9]*", "/[0-9]/{150,}");
}

Test(grammar_parts, what_is_repeated_often_is_a_rule)
{
    ptc_grammar_part digit = ptc_grammar_class_of(&g, "0-9");
    ptc_grammar_part word = ptc_grammar_repeat(&g, digit, 1, 30);
    uint32_t root = ptc_grammar_rule_new(&g, PTC_STR("list"), PTC_STR("items"));

    ptc_grammar_define(&g, root, ptc_grammar_list(&g, word, text(","), 0, 80));
    cr_expect_str_eq(print(root, PTC_GRAMMAR_GBNF), "# items\n"
                                                    "root ::= ([0-9]{1,30} part{0,79})?\n"
                                                    "part ::= \",\" [0-9]{1,30}\n");
}

Test(grammar_parts, names)
{
    static const char *const rows[][2] = {
        {"User", "user"},       {"user", "user-2"},  {"a__b", "a-b"},
        {"user-2", "user-2-2"}, {"user", "user-3"},  {"", "rule"},
        {"\xc3\xb6", "rule-2"}, {"4th", "rule-4th"}, {"root", "root-2"},
        {"start", "start-2"},   {"-x-", "x"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t rule = ptc_grammar_rule_new(&g, ptc_str_of(rows[i][0]), PTC_STR(""));

        cr_expect_str_eq(test_cstr(g.rules[rule].name), rows[i][1]);
    }
}

Test(grammar_parts, rules_that_are_used_are_printed_in_their_order)
{
    uint32_t tree = ptc_grammar_rule_new(&g, PTC_STR("Tree"), PTC_STR("tree"));
    uint32_t unused = ptc_grammar_rule_new(&g, PTC_STR("unused"), PTC_STR(""));
    uint32_t digit = ptc_grammar_lexeme(&g, "digit", ptc_grammar_class_of(&g, "0-9"));
    uint32_t number = ptc_grammar_lexeme(
        &g, "a-number",
        ptc_grammar_repeat(&g, ptc_grammar_use(&g, digit), 1, REGEX_UNBOUNDED));

    ptc_grammar_define(&g, unused, text("?"));
    ptc_grammar_define(
        &g, tree,
        PTC_GRAMMAR_CHOICE_OF(&g, ptc_grammar_use(&g, number),
                              PTC_GRAMMAR_SEQUENCE_OF(
                                  &g, text("("), ptc_grammar_use(&g, tree), text(")"))));
    cr_expect_str_eq(print(tree, PTC_GRAMMAR_GBNF),
                     "# tree\n"
                     "root ::= a-number | \"(\" root \")\"\n"
                     "a-number ::= digit+\n"
                     "digit ::= [0-9]\n");
    cr_expect_str_eq(print(tree, PTC_GRAMMAR_EBNF), print(tree, PTC_GRAMMAR_GBNF));
    cr_expect_str_eq(print(tree, PTC_GRAMMAR_LARK),
                     "// tree\n"
                     "start: A_NUMBER | \"(\" start \")\"\n"
                     "A_NUMBER: DIGIT+\n"
                     "DIGIT: /[0-9]/\n");
    cr_expect_str_eq(print(number, PTC_GRAMMAR_LARK), "start: A_NUMBER\n"
                                                      "A_NUMBER: DIGIT+\n"
                                                      "DIGIT: /[0-9]/\n");
}

/* Parts in parts without end are rules in rules, and shared ones are not printed without
 * end. */
Test(grammar_parts, depth_and_size)
{
    ptc_grammar_part part = text("x");
    uint32_t root = ptc_grammar_rule_new(&g, PTC_STR("deep"), PTC_STR(""));
    const char *why;
    ptc_text out;

    for (int i = 0; i < 2000; i++)
        part = ptc_grammar_optional(&g, PTC_GRAMMAR_SEQUENCE_OF(&g, text("("), part));
    ptc_grammar_define(&g, root, part);
    cr_expect(strstr(print(root, PTC_GRAMMAR_GBNF), "part-2") != NULL);
    part = text("xxxx");
    for (int i = 0; i < 18; i++)
        part = PTC_GRAMMAR_CHOICE_OF(&g, PTC_GRAMMAR_SEQUENCE_OF(&g, part, text("a")),
                                     PTC_GRAMMAR_SEQUENCE_OF(&g, text("b"), part));
    ptc_grammar_define(&g, root, part);
    ptc_text_init(&out, &arena);
    cr_expect_not(ptc_grammar_write(&out, &g, root, &why));
    cr_expect_str_eq(why, "a grammar of more than a million bytes");
    cr_expect(out.len == 0);
}
