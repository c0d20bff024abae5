/* SPDX-License-Identifier: MIT */
/* EDN text to forms and values: every literal, every fault with its place. */
#include "support.h"

#include <criterion/criterion.h>

#include <stdlib.h>

typedef struct edn_case {
    ptc_arena arena;
    ptc_diags diags;
    ptc_source source;
    ptc_forms forms;
} edn_case;

static void case_start(edn_case *test, ptc_str text, size_t cap)
{
    ptc_arena_init(&test->arena, NULL, cap);
    ptc_diags_init(&test->diags, &test->arena);
    test->source.name = PTC_STR("test.edn");
    test->source.text = text;
    ptc_forms_init(&test->forms, &test->arena, &test->source);
}

/* The forms of a text written again, "!" after an error. */
static ptc_str case_echo(edn_case *test, const char *text)
{
    ptc_text out;
    size_t offset = 0;
    uint32_t form;

    case_start(test, ptc_str_of(text), 0);
    ptc_text_init(&out, &test->arena);
    while ((form = ptc_edn_read(&test->forms, &offset, &test->diags)) != 0) {
        ptc_value value;

        if (ptc_form_to_value(&test->forms, form, &value, &test->diags) != PTC_OK)
            break;
        ptc_text_cstr(&out, out.len ? " | " : "");
        ptc_value_write(&out, &value);
    }
    if (test->diags.errors > 0)
        ptc_text_byte(&out, '!');
    return ptc_text_view(&out);
}

Test(edn, reads_what_it_writes)
{
    static const struct {
        const char *text;
        const char *echo;
    } rows[] = {
        {"", ""},
        {" ,\t\r\n ; only a comment", ""},
        {"nil true false", "nil | true | false"},
        {"nilly true? false-", "nilly | true? | false-"},
        {"0 -0 +0 5 -5 +5", "0 | 0 | 0 | 5 | -5 | 5"},
        {"9223372036854775807 -9223372036854775808",
         "9223372036854775807 | -9223372036854775808"},
        {"9223372036854775808 -9223372036854775809 +9223372036854775808",
         "9223372036854775808 | -9223372036854775809 | 9223372036854775808"},
        {"5N -12N 1.5M 3M 1/3 -22/7", "5N | -12N | 1.5M | 3M | 1/3 | -22/7"},
        {"0x1F 0XfF -0x10 0x8000000000000000", "31 | 255 | -16 | 0x8000000000000000"},
        {"-0x8000000000000000 0x7fffffffffffffff",
         "-9223372036854775808 | 9223372036854775807"},
        {"1.5 -0.25 +2.5 1. -3. 1e3 1E+3 2.5e-1 1.e2",
         "1.5 | -0.25 | 2.5 | 1.0 | -3.0 | 1000.0 | 1000.0 | 0.25 | 100.0"},
        {"##Inf ##-Inf ##NaN -0.0", "##Inf | ##-Inf | ##NaN | -0.0"},
        {"\"\" \"a\" \"\xC3\xA9\" \"two\nlines\"",
         "\"\" | \"a\" | \"\xC3\xA9\" | \"two\\nlines\""},
        {"\"\\\"\\\\\\n\\t\\r\"", "\"\\\"\\\\\\n\\t\\r\""},
        {"\"\\u0041\\u00e9\\u20AC\\uD83D\\uDE00\\101\\0\"",
         "\"A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"
         "A\\u0000\""},
        {"\\a \\( \\\\ \\; \\, \\\" \\newline \\space \\tab \\return \\u0041 \\\xC3\xA9 "
         "\\u",
         "\"a\" | \"(\" | \"\\\\\" | \";\" | \",\" | \"\\\"\" | \"\\n\" | \" \" | "
         "\"\\t\" | "
         "\"\\r\" | \"A\" | \"\xC3\xA9\" | \"u\""},
        {"#\"\\d+\\\"\"", "\"\\\\d+\\\"\""},
        {":a :a/b ::node :1 :+ :a.b/c", ":a | :a/b | ::node | :1 | :+ | :a.b/c"},
        {":malli.core/default :ns/a", ":malli.core/default | :ns/a"},
        {"int? x.y/z -> / & % -a", "int? | x.y/z | -> | / | & | % | -a"},
        {"[] [1 2] (1 2) () {} {:a 1} #{} #{1 2}",
         "[] | [1 2] | (1 2) | () | {} | {:a 1} | #{} | #{1 2}"},
        {"[1,2,,3][4](5)", "[1 2 3] | [4] | (5)"},
        {"{:a [1 {\"b\" #{:c}}]}", "{:a [1 {\"b\" #{:c}}]}"},
        {"[1 #_2 3 #_[4 5]]", "[1 3]"},
        {"[#_ #_ a b c]", "[c]"},
        {"#_x", ""},
        {"#_ #_ a b", ""},
        {"#_{:a #_b 1} 7", "7"},
        {"^:private x ^{:doc \"d\"} [1] [^a b]", "x | [1] | [b]"},
        {"^ ^:a :b 5", "5"},
        {"#uuid \"00\" #inst \"2020\" #my/tag {:a 1} [#t 1]",
         "#uuid \"00\" | #inst \"2020\" | #my/tag {:a 1} | [#t 1]"},
        {"#t #u [1]", "#t #u [1]"},
        {"#ptc/keyword \"odd one\"", "#ptc/keyword \"odd one\""},
        {"[1;c\n2]", "[1 2]"},
        {"\xEF\xBB\xBF[1]", "[1]"},
        {"{1 :a 1.0 :b}", "{1 :a 1.0 :b}"},
        {"#{1 1.0 \"a\" :a}", "#{1 1.0 \"a\" :a}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        edn_case test;
        ptc_str echo = case_echo(&test, rows[i].text);

        cr_expect(ptc_str_equal(echo, ptc_str_of(rows[i].echo)), "row: %s gave %s",
                  rows[i].text, test_cstr(echo));
        ptc_arena_free(&test.arena);
    }
}

Test(edn, names_faults_with_their_place)
{
    static const struct {
        const char *text;
        const char *diags; /* "line:column code", one after the other */
    } rows[] = {
        {"[1 2", "1:1 edn-unclosed"},
        {"{:a\n [1\n (2}", "3:2 edn-unclosed"},
        {"[1 2)", "1:1 edn-unclosed"},
        {"#{1]", "1:1 edn-unclosed"},
        {"]", "1:1 edn-syntax"},
        {"1 )", "1:3 edn-syntax"},
        {"{:a}", "1:2 edn-syntax"},
        {"{:a 1 :b}", "1:7 edn-syntax"},
        {"  \"abc", "1:3 edn-unclosed"},
        {"\"abc\\\"", "1:1 edn-unclosed"},
        {"#\"abc", "1:1 edn-unclosed"},
        {"[\"\\q\" 017]", "1:3 edn-syntax 1:7 edn-syntax"},
        {"\"\xC3\xA9\\d\"", "1:3 edn-syntax"},
        {"\"\\u12\"", "1:2 edn-syntax"},
        {"\"\\ud800\"", "1:2 edn-encoding"},
        {"\"a\\udc00\\ud800\"", "1:3 edn-encoding 1:9 edn-encoding"},
        {"\"\\400\"", "1:2 edn-syntax"},
        {"\\retu", "1:1 edn-syntax"},
        {"\\ud800", "1:1 edn-syntax"},
        {"[1abc 2x -3y .5 1e 1.5.2 12:3]",
         "1:2 edn-syntax 1:7 edn-syntax 1:10 edn-syntax 1:14 edn-syntax 1:17 edn-syntax "
         "1:20 edn-syntax 1:26 edn-syntax"},
        {"1e400 -1e400", "1:1 edn-syntax"},
        {"2r1010", "1:1 edn-syntax"},
        {": ::", "1:1 edn-syntax"},
        {"[:a : :b]", "1:5 edn-syntax"},
        {"[:a ::: 1]", "1:5 edn-syntax 1:7 edn-syntax"},
        {"##Foo", "1:1 edn-syntax"},
        {"'(1)", "1:1 edn-syntax"},
        {"[@x ~y `z]", "1:2 edn-syntax 1:5 edn-syntax 1:8 edn-syntax"},
        {"#_", "1:1 edn-syntax"},
        {"[1 #_]", "1:4 edn-syntax"},
        {"^:a", "1:1 edn-syntax"},
        {"[#tag]", "1:2 edn-syntax"},
        {"#(+ 1 2)", "1:1 edn-syntax"},
        {"[:int\xC2\xA0:string]", "1:6 edn-encoding"},
        {"[1\xE2\x80\xAF 2 \xE3\x80\x80]", "1:3 edn-encoding 1:7 edn-encoding"},
        {"[\xFF]", "1:2 edn-encoding"},
        {"\"\xC3\"", "1:2 edn-encoding"},
        {"\xED\xA0\x80", "1:1 edn-encoding"},
        {"\xF4\x90\x80\x80", "1:1 edn-encoding"},
        {"{:a 1 :a 2}", "1:7 edn-duplicate"},
        {"#{1 2 1}", "1:7 edn-duplicate"},
        {"{[1] 2 (1) 3}", "1:8 edn-duplicate"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        edn_case test;
        ptc_text found;

        case_echo(&test, rows[i].text);
        ptc_text_init(&found, &test.arena);
        for (size_t k = 0; k < test.diags.count; k++) {
            ptc_diag *diag = &test.diags.items[k];
            ptc_position at = ptc_source_position(diag->source, diag->span.start);

            ptc_text_cstr(&found, k ? " " : "");
            ptc_text_uint(&found, at.line);
            ptc_text_byte(&found, ':');
            ptc_text_uint(&found, at.column);
            ptc_text_byte(&found, ' ');
            ptc_text_cstr(&found, ptc_diag_name(diag->code));
            cr_expect(diag->message.len > 0, "row: %s", rows[i].text);
            cr_expect(diag->span.end >= diag->span.start, "row: %s", rows[i].text);
        }
        cr_expect(ptc_str_equal(ptc_text_view(&found), ptc_str_of(rows[i].diags)),
                  "row: %s gave %s", rows[i].text, test_cstr(ptc_text_view(&found)));
        ptc_arena_free(&test.arena);
    }
}

Test(edn, refuses_nul_bytes)
{
    static const struct {
        ptc_str text;
        size_t errors;
        uint32_t start;
    } rows[] = {{{"[1 \0]", 5}, 1, 3},     {{"\0", 1}, 1, 0},      {{"[:a\0b]", 6}, 1, 3},
                {{"\"a\0b\"", 5}, 1, 2},   {{"#\"\0\"", 4}, 1, 2}, {{"; \0\n1", 5}, 0, 0},
                {{"\"\\u0000\"", 8}, 0, 0}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        edn_case test;

        case_start(&test, rows[i].text, 0);
        cr_expect_eq(ptc_edn_read_one(&test.forms, &test.diags) == 0, rows[i].errors > 0,
                     "row %zu", i);
        cr_expect_eq(test.diags.errors, rows[i].errors, "row %zu", i);
        if (rows[i].errors > 0)
            cr_expect_eq(test.diags.items[0].span.start, rows[i].start, "row %zu", i);
        ptc_arena_free(&test.arena);
    }
}

Test(edn, says_where_an_unclosed_bracket_was_met)
{
    edn_case test;

    case_echo(&test, "[1\n  {:a 2]");
    cr_assert_eq(test.diags.count, 1);
    cr_expect(
        ptc_str_equal(test.diags.items[0].message,
                      PTC_STR("`{` is never closed; `]` at 2:8 closes something else")),
        "%s", test_cstr(test.diags.items[0].message));
    ptc_arena_free(&test.arena);
}

Test(edn, reads_exactly_one)
{
    static const struct {
        const char *text;
        size_t errors;
        size_t column;
    } rows[] = {{"[1] ; done\n", 0, 0}, {" 7 #_8", 0, 0}, {"", 1, 1},
                {"; nothing", 1, 10},   {"1 2", 1, 3},    {"[1] ]", 1, 5}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        edn_case test;
        uint32_t form;

        case_start(&test, ptc_str_of(rows[i].text), 0);
        form = ptc_edn_read_one(&test.forms, &test.diags);
        cr_expect_eq(test.diags.errors, rows[i].errors, "row: %s", rows[i].text);
        cr_expect_eq(form == 0, rows[i].errors > 0, "row: %s", rows[i].text);
        if (test.diags.count) {
            ptc_position at =
                ptc_source_position(&test.source, test.diags.items[0].span.start);

            cr_expect_eq(at.column, rows[i].column, "row: %s at %zu", rows[i].text,
                         at.column);
        }
        ptc_arena_free(&test.arena);
    }
}

Test(edn, spans_cover_the_text_of_a_form)
{
    static const char text[] = " [:ab #{1} {\"k\" #x [2]} ; c\n\"s\"] tail";
    static const char *const spans[] = {"[:ab #{1} {\"k\" #x [2]} ; c\n\"s\"]",
                                        ":ab",
                                        "#{1}",
                                        "1",
                                        "{\"k\" #x [2]}",
                                        "\"k\"",
                                        "#x [2]",
                                        "[2]",
                                        "2",
                                        "\"s\""};
    edn_case test;
    size_t offset = 0;
    uint32_t form;

    case_start(&test, ptc_str_of(text), 0);
    form = ptc_edn_read(&test.forms, &offset, &test.diags);
    cr_assert(form != 0);
    cr_expect_eq(offset, strlen(text) - 5);
    cr_assert_eq(test.forms.count, 1 + sizeof spans / sizeof *spans);
    for (size_t i = 1; i < test.forms.count; i++) {
        ptc_span span = test.forms.items[i].span;
        ptc_str part = ptc_str_make(text + span.start, span.end - span.start);

        cr_expect(ptc_str_equal(part, ptc_str_of(spans[i - 1])), "row: %s is %s",
                  spans[i - 1], test_cstr(part));
    }
    ptc_arena_free(&test.arena);
}

Test(edn, finds_the_source_of_a_byte_of_a_string)
{
    static const struct {
        const char *text;
        size_t offset;
        size_t place;
    } rows[] = {{"\"abc\"", 0, 1},
                {"\"abc\"", 2, 3},
                {"\"\\\\d[\"", 2, 4},
                {"\"\\u00e9[\"", 2, 7},
                {"\"\\ud83d\\ude00[\"", 4, 13},
                {"#\"\\d[\"", 2, 4},
                {"#\"\\\"[\"", 1, 4},
                {"\"abc\"", 9, 4}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        edn_case test;
        uint32_t form;

        case_start(&test, ptc_str_of(rows[i].text), 0);
        form = ptc_edn_read_one(&test.forms, &test.diags);
        cr_assert(form != 0, "row: %s", rows[i].text);
        cr_expect_eq(ptc_form_text_place(&test.forms, form, rows[i].offset),
                     rows[i].place, "row: %s %zu", rows[i].text, rows[i].offset);
        ptc_arena_free(&test.arena);
    }
}

Test(edn, makes_forms_of_values_and_names_places_in_them)
{
    edn_case test;
    ptc_forms copy;
    ptc_value value;
    ptc_value again;
    uint32_t form;
    static const struct {
        const char *part;
        const char *path;
    } rows[] = {{"1", "[0]"}, {"7", "[1][:b][0]"}, {"9", "[2][1]"}, {":b", "[1][:b]"}};

    case_start(&test, PTC_STR("[1 {:a \"x\" :b (7 nil)} [8 9] #{1.5} 1/2 true]"), 0);
    form = ptc_edn_read_one(&test.forms, &test.diags);
    cr_assert_eq(ptc_form_to_value(&test.forms, form, &value, &test.diags), PTC_OK);
    ptc_forms_init(&copy, &test.arena, NULL);
    form = ptc_form_from_value(&copy, &value);
    cr_assert(form != 0);
    cr_assert_eq(ptc_form_to_value(&copy, form, &again, &test.diags), PTC_OK);
    cr_expect(ptc_value_same(&value, &again));
    cr_expect_eq(copy.items[copy.items[copy.items[form].child].next].kind, PTC_FORM_MAP);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is_found = false;

        for (uint32_t k = 1; k < copy.count; k++) {
            ptc_text text;
            ptc_str path = ptc_form_path(&test.arena, &copy, k);

            ptc_text_init(&text, &test.arena);
            ptc_form_to_value(&copy, k, &again, &test.diags);
            ptc_value_write(&text, &again);
            is_found = is_found ||
                       (ptc_str_equal(ptc_text_view(&text), ptc_str_of(rows[i].part)) &&
                        ptc_str_equal(path, ptc_str_of(rows[i].path)));
        }
        cr_expect(is_found, "row: %s", rows[i].path);
    }
    cr_expect_eq(ptc_form_path(&test.arena, &copy, form).len, 0);
    ptc_arena_free(&test.arena);
}

Test(edn, reads_the_json_form_of_strings)
{
    static const struct {
        const char *text;
        ptc_form_kind kind;
        const char *content;
    } rows[] = {{"a", PTC_FORM_STRING, "a"},         {":a", PTC_FORM_KEYWORD, "a"},
                {"::n", PTC_FORM_KEYWORD, ":n"},     {"\\:a", PTC_FORM_STRING, ":a"},
                {"\\\\:a", PTC_FORM_STRING, "\\:a"}, {"\\d+", PTC_FORM_STRING, "\\d+"},
                {"", PTC_FORM_STRING, ""},           {"\\", PTC_FORM_STRING, "\\"}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        edn_case test;
        ptc_value value = ptc_value_string(ptc_str_of(rows[i].text));
        uint32_t form;

        case_start(&test, PTC_STR(""), 0);
        form = ptc_form_from_json(&test.forms, &value);
        cr_assert(form != 0);
        cr_expect_eq(test.forms.items[form].kind, rows[i].kind, "row: %s", rows[i].text);
        cr_expect(ptc_str_equal(test.forms.items[form].text, ptc_str_of(rows[i].content)),
                  "row: %s", rows[i].text);
        ptc_arena_free(&test.arena);
    }
}

/* Nesting costs memory, never stack: a million brackets are read or refused. */
Test(edn, survives_any_depth)
{
    static const struct {
        const char *unit;
        size_t cap;
        const char *code; /* NULL: read */
        bool is_closed;
    } rows[] = {
        {"[", 0, NULL, true},
        {"{:a ", 0, "edn-unclosed", false},
        {"[", 0, "edn-unclosed", false},
        {"[", (size_t)64 << 20, "edn-too-large", true},
        {"#_", 0, "edn-syntax", false},
        {"^", 0, "edn-syntax", false},
        {"#t ", 0, "edn-syntax", false},
        {"#{(", 0, "edn-unclosed", false},
        {")", 0, "edn-syntax", false},
        {"\"", 0, NULL, false},
    };
    size_t depth = 1000000;
    char *text = malloc(depth * 8);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        edn_case test;
        size_t unit = strlen(rows[i].unit);
        size_t len = 0;
        uint32_t form;

        for (size_t k = 0; k < depth; k++) {
            memcpy(text + len, rows[i].unit, unit);
            len += unit;
        }
        for (size_t k = 0; k < depth && rows[i].is_closed; k++)
            text[len++] = ']';
        case_start(&test, ptc_str_make(text, len), rows[i].cap);
        {
            ptc_arena words;
            size_t offset = 0;

            ptc_arena_init(&words, NULL, 0);
            ptc_diags_init(&test.diags, &words);
            form = ptc_edn_read(&test.forms, &offset, &test.diags);
            cr_expect_eq(form != 0, rows[i].code == NULL, "row: %s", rows[i].unit);
            if (rows[i].code) {
                cr_assert(test.diags.count > 0, "row: %s", rows[i].unit);
                cr_expect_str_eq(ptc_diag_name(test.diags.items[0].code), rows[i].code,
                                 "row: %s", rows[i].unit);
            }
            ptc_arena_free(&words);
        }
        ptc_arena_free(&test.arena);
    }
    free(text);
}

Test(edn, refuses_values_deeper_than_any_can_be)
{
    for (size_t depth = PTC_DEPTH_MAX - 1; depth <= PTC_DEPTH_MAX + 1; depth++) {
        char text[2 * PTC_DEPTH_MAX + 8];
        edn_case test;
        ptc_value value;
        uint32_t form;
        ptc_status status;

        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        case_start(&test, ptc_str_make(text, depth * 2), 0);
        form = ptc_edn_read_one(&test.forms, &test.diags);
        cr_assert(form != 0);
        status = ptc_form_to_value(&test.forms, form, &value, &test.diags);
        cr_expect_eq(status, depth <= PTC_DEPTH_MAX ? PTC_OK : PTC_ERROR_DEPTH,
                     "depth %zu", depth);
        cr_expect_eq(test.diags.errors, depth <= PTC_DEPTH_MAX ? 0 : 1, "depth %zu",
                     depth);
        ptc_arena_free(&test.arena);
    }
}

Test(edn, makes_no_value_of_what_was_not_read)
{
    edn_case test;
    ptc_value value = ptc_value_int(1);
    uint32_t form;

    case_start(&test, PTC_STR("[1 2"), 0);
    form = ptc_edn_read_one(&test.forms, &test.diags);
    cr_assert_eq(form, 0);
    cr_expect_eq(ptc_form_to_value(&test.forms, form, &value, &test.diags),
                 PTC_ERROR_ARGUMENT);
    cr_expect_eq(value.kind, PTC_NIL);
    ptc_arena_free(&test.arena);
}

/* Refuses each allocation in turn. */
typedef struct failing_allocator {
    size_t calls;
    size_t fails_at;
} failing_allocator;

static void *fail_sometimes(void *old, size_t old_size, size_t new_size, void *user)
{
    failing_allocator *state = user;

    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return ++state->calls == state->fails_at ? NULL : realloc(old, new_size);
}

Test(edn, survives_refused_memory)
{
    static const char unit[] = "[:a \"b\\n\" 1. \\u0041 {:k #{#\"\\\"\"}} #t 1]";
    size_t fails_at = 1;
    char text[sizeof unit * 300];
    bool is_done = false;

    text[0] = '\0';
    for (int i = 0; i < 300; i++)
        strcat(text, unit);
    for (; !is_done && fails_at < 1000; fails_at++) {
        failing_allocator state = {0, fails_at};
        ptc_allocator allocator = {fail_sometimes, &state};
        edn_case test;
        ptc_arena words;
        size_t offset = 0;
        size_t forms = 0;

        case_start(&test, ptc_str_of(text), 0);
        ptc_arena_init(&words, NULL, 0);
        ptc_arena_init(&test.arena, &allocator, 0);
        ptc_diags_init(&test.diags, &words);
        while (ptc_edn_read(&test.forms, &offset, &test.diags))
            forms++;
        is_done = state.calls < fails_at;
        cr_expect_eq(test.diags.errors, is_done ? 0 : 1, "allocation %zu", fails_at);
        cr_expect_eq(test.arena.failed, !is_done, "allocation %zu", fails_at);
        if (is_done)
            cr_expect_eq(forms, 300);
        else
            cr_expect_eq(test.diags.items[0].code, PTC_DIAG_EDN_TOO_LARGE);
        ptc_arena_free(&test.arena);
        ptc_arena_free(&words);
    }
    cr_expect(is_done);
    cr_expect(fails_at > 3);
}

/* Every beginning of a text is read or refused, from a buffer of exactly its size. */
Test(edn, reads_every_prefix_within_its_bytes)
{
    static const char text[] = "[:map {:closed true} [:a \"\\u00e9\\n\" #_x] #\"\\\"a\" "
                               "\\newline ##Inf 1.5e3 #t {1 2}"
                               " ^m #{x \xF0\x9F\x98\x80} 0x1F 12N]";

    for (size_t len = 0; len < sizeof text; len++) {
        char *exact = malloc(len ? len : 1);
        edn_case test;
        size_t offset = 0;

        memcpy(exact, text, len);
        case_start(&test, ptc_str_make(exact, len), 0);
        while (ptc_edn_read(&test.forms, &offset, &test.diags))
            continue;
        cr_expect(offset <= len);
        cr_expect_eq(test.diags.errors > 0, len > 0 && len < sizeof text - 1, "%zu", len);
        ptc_arena_free(&test.arena);
        free(exact);
    }
}

/* As emitted tables have them. */
Test(edn, empty_texts_without_bytes_are_written)
{
    ptc_value value = ptc_value_string(ptc_str_make(NULL, 0));
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_value_write(&text, &value);
    cr_expect(ptc_str_equal(ptc_text_view(&text), PTC_STR("\"\"")));
    ptc_arena_free(&arena);
}
