/* SPDX-License-Identifier: MIT */
/* Diagnostics: collecting, positions, excerpts, the four styles. [signature 7] */
#include <criterion/criterion.h>

#include <stdio.h>

#include "support.h"

static ptc_arena arena;
static ptc_diags diags;

static void start(void)
{
    ptc_arena_init(&arena, NULL, 0);
    ptc_diags_init(&diags, &arena);
}

static void stop(void)
{
    ptc_arena_free(&arena);
}

TestSuite(diag, .init = start, .fini = stop);

static const char *written(ptc_diag_style style, bool color)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    ptc_diags_write(&text, &diags, style, color);
    cr_assert(!text.failed);
    return text.ptr;
}

/* M088: code, line:column, message, caret, hint and valid words; the example of the
 * specification to the byte. */
Test(diag, example_of_the_specification)
{
    ptc_source source = {PTC_STR("tools.sig"),
                         PTC_STR("; one\n; two\n(a :string, b :integer) -> :bool\n")};
    ptc_diag *diag;

    diags.source = &source;
    diag = ptc_diag_add(&diags, PTC_DIAG_SIG_UNKNOWN_TYPE, (ptc_span){26, 34},
                        "unknown type \"%s\"", ":integer");
    ptc_diag_hint(&diags, diag, "use %s", ":int");
    diag->expected = PTC_STR(":string :int");
    cr_expect_str_eq(
        written(PTC_DIAG_STYLE_TEXT, false),
        "tools.sig:3:15: error[sig-unknown-type]: unknown type \":integer\"\n"
        "    3 | (a :string, b :integer) -> :bool\n"
        "      |               ^~~~~~~~\n"
        "    hint: use :int  (valid: :string :int)\n");
    cr_expect_str_eq(
        written(PTC_DIAG_STYLE_GNU, false),
        "tools.sig:3:15: error: unknown type \":integer\" [sig-unknown-type]\n"
        "tools.sig:3:15: note: use :int  (valid: :string :int)\n");
    cr_expect_str_eq(
        written(PTC_DIAG_STYLE_MSVC, false),
        "tools.sig(3,15): error sig-unknown-type: unknown type \":integer\"\n"
        "tools.sig(3,15): note: use :int  (valid: :string :int)\n");
    cr_expect_str_eq(
        written(PTC_DIAG_STYLE_JSON, false),
        "{\"file\":\"tools.sig\",\"line\":3,\"col\":15,\"end_line\":3,\"end_col\":23,"
        "\"offset\":26,\"end_offset\":34,\"severity\":\"error\","
        "\"code\":\"sig-unknown-type\",\"message\":\"unknown type \\\":integer\\\"\","
        "\"hint\":\"use :int\",\"expected\":\":string :int\",\"fix\":\":int\"}\n");
}

/* A fix replaces the span, so it is there only where the hint names one word for it. */
Test(diag, fixes)
{
    static const struct {
        const char *text; /* the span is what is between the first [ and ] */
        const char *hint;
        const char *fix; /* NULL: there is none */
    } rows[] = {
        {"f(a [:integer])", "use :int", ":int"},
        {"f(a [:strin])", "did you mean :string?", ":string"},
        {"{[\"maxlength\"]: 3}", "did you mean maxLength?", "\"maxLength\""},
        {"{[\"maxlength\"]: 3}", "did you mean \"maxLength\"?", "\"maxLength\""},
        {"f(a [limti])", "did you mean limit?", "limit"},
        {"f(a [limti])", "did you mean `limit`?", "limit"},
        {"f() [=>] :int", "use ->", "->"},
        {"f(a [strin])", "did you mean :string?", NULL},
        {"f(a [:strin])", "did you mean string?", NULL},
        {"f(a [:a :b])", "use :int", NULL},
        {"f(a [:a])", "use :int for that", NULL},
        {"f(a [:a])", "use ", NULL},
        {"f(a [:a])", "did you mean ?", NULL},
        {"f(a [:a])", "write :int", NULL},
        {"f(a [:a])", "", NULL},
        {"f(a []:a)", "use :int", NULL},
        {"f(a [\xC3\xA4])", "use :int", NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_source source = {PTC_STR("x"), ptc_str_of(rows[i].text)};
        ptc_span span = {(uint32_t)strcspn(rows[i].text, "[") + 1,
                         (uint32_t)strcspn(rows[i].text, "]")};
        char member[64];
        ptc_diag *diag;
        const char *text;

        ptc_diags_init(&diags, &arena);
        diags.source = &source;
        diag = ptc_diag_add(&diags, PTC_DIAG_SIG_NAME, span, "x");
        ptc_diag_hint(&diags, diag, "%s", rows[i].hint);
        text = strstr(written(PTC_DIAG_STYLE_JSON, false), ",\"fix\":");
        cr_expect((text != NULL) == (rows[i].fix != NULL), "%s, %s", rows[i].text,
                  rows[i].hint);
        if (text == NULL || rows[i].fix == NULL)
            continue;
        snprintf(member, sizeof member, ",\"fix\":\"%s\"}\n", rows[i].fix);
        if (rows[i].fix[0] == '"')
            snprintf(member, sizeof member, ",\"fix\":\"\\\"%.*s\\\"\"}\n",
                     (int)strlen(rows[i].fix) - 2, rows[i].fix + 1);
        cr_expect_str_eq(text, member);
    }
}

Test(diag, positions)
{
    static const struct {
        const char *name;
        ptc_str text;
        size_t offset;
        size_t line;
        size_t column;
    } rows[] = {
        {"empty", {"", 0}, 0, 1, 1},
        {"start", {"abc", 3}, 0, 1, 1},
        {"end", {"abc", 3}, 3, 1, 4},
        {"past the end", {"abc", 3}, 99, 1, 4},
        {"second line", {"a\nbc", 4}, 3, 2, 2},
        {"the newline itself", {"a\nbc", 4}, 1, 1, 2},
        {"crlf", {"a\r\nbc", 5}, 4, 2, 2},
        {"a tab is one", {"\t\tx", 3}, 2, 1, 3},
        {"two bytes are one", {"\xC3\xA4x", 3}, 2, 1, 2},
        {"four bytes are one", {"\xF0\x9F\x98\x80x", 5}, 4, 1, 2},
        {"an ill-formed byte is one", {"\xFF\xFEx", 3}, 2, 1, 3},
        {"after a comment", {"; \xC3\xA4\xC3\xB6\n x", 9}, 8, 2, 2},
        {"byte order mark is none", {"\xEF\xBB\xBFx y", 6}, 5, 1, 3},
        {"at the byte order mark", {"\xEF\xBB\xBFx", 4}, 0, 1, 1},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_source source = {PTC_STR("x"), rows[i].text};
        ptc_position at = ptc_source_position(&source, rows[i].offset);

        cr_expect(at.line == rows[i].line && at.column == rows[i].column,
                  "%s: %zu:%zu, not %zu:%zu", rows[i].name, at.line, at.column,
                  rows[i].line, rows[i].column);
    }
}

Test(diag, excerpts)
{
    static const struct {
        const char *name;
        ptc_str text;
        ptc_span span;
        const char *excerpt;
    } rows[] = {
        {"one byte", {"abc", 3}, {1, 2}, "    1 | abc\n      |  ^\n"},
        {"nothing", {"abc", 3}, {1, 1}, "    1 | abc\n      |  ^\n"},
        {"at the end", {"abc", 3}, {3, 3}, "    1 | abc\n      |    ^\n"},
        {"at the newline", {"abc\n", 4}, {3, 4}, "    1 | abc\n      |    ^\n"},
        {"empty text", {"", 0}, {0, 0}, "    1 | \n      | ^\n"},
        {"crlf", {"ab\r\ncd\r\n", 8}, {4, 6}, "    2 | cd\n      | ^~\n"},
        {"over lines", {"abc\ndef", 7}, {1, 6}, "    1 | abc\n      |  ^~\n"},
        {"tabs", {"\tx\ty", 4}, {3, 4}, "    1 |     x   y\n      |         ^\n"},
        {"over a tab", {"a\tb", 3}, {0, 3}, "    1 | a   b\n      | ^~~~~\n"},
        {"umlaut", {"\xC3\xA4 bc", 5}, {3, 5}, "    1 | \xC3\xA4 bc\n      |   ^~\n"},
        {"wide",
         {"\xE6\xBC\xA2 bc", 6},
         {4, 6},
         "    1 | \xE6\xBC\xA2 bc\n      |    ^~\n"},
        {"combining", {"e\xCC\x81 b", 5}, {4, 5}, "    1 | e\xCC\x81 b\n      |   ^\n"},
        {"control", {"a\x1B[b", 4}, {3, 4}, "    1 | a\\u001b[b\n      |         ^\n"},
        {"ill-formed", {"a\xFFz", 3}, {1, 2}, "    1 | a\\xffz\n      |  ^~~~\n"},
        {"bom",
         {"\xEF\xBB\xBF"
          "ab",
          5},
         {4, 5},
         "    1 | ab\n      |  ^\n"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_source source = {PTC_STR("x"), rows[i].text};
        ptc_text text;
        const char *excerpt;

        ptc_diags_init(&diags, &arena);
        diags.source = &source;
        ptc_text_init(&text, &arena);
        ptc_diag_write(&text,
                       ptc_diag_add(&diags, PTC_DIAG_SIG_NAME, rows[i].span, "bad"),
                       PTC_DIAG_STYLE_TEXT, false);
        excerpt = strchr(text.ptr, '\n') + 1;
        cr_expect(strcmp(excerpt, rows[i].excerpt) == 0, "%s:\n%s\n%s", rows[i].name,
                  excerpt, rows[i].excerpt);
    }
}

Test(diag, long_lines_are_cut_around_the_place)
{
    ptc_text line;
    ptc_source source = {PTC_STR("x"), PTC_STR("")};
    const char *text;

    ptc_text_init(&line, &arena);
    ptc_text_repeat(&line, 'a', 100000);
    ptc_text_byte(&line, '%');
    ptc_text_repeat(&line, 'b', 100000);
    source.text = ptc_text_view(&line);
    diags.source = &source;
    ptc_diag_add(&diags, PTC_DIAG_SIG_NAME, (ptc_span){100000, 100001}, "bad");
    text = written(PTC_DIAG_STYLE_TEXT, false);
    cr_expect(strstr(text, "x:1:100001: ") == text);
    cr_expect(strstr(text, "    1 | \xE2\x80\xA6"
                           "aaaa") != NULL);
    cr_expect(strstr(text, "bbbb\xE2\x80\xA6\n") != NULL);
    cr_expect(strlen(text) < 400);
}

Test(diag, cap_order_and_repetition)
{
    ptc_source source = {PTC_STR("x"),
                         PTC_STR("0123456789012345678901234567890123456789")};
    const char *text;

    diags.source = &source;
    for (uint32_t i = 30; i-- > 0;) {
        ptc_diag *diag =
            ptc_diag_add(&diags, PTC_DIAG_SIG_NAME, (ptc_span){i, i + 1}, "%u", i);

        ptc_diag_hint(&diags, diag, "hint %u", i);
    }
    ptc_diag_add(&diags, PTC_DIAG_SIG_NAME, (ptc_span){29, 30}, "29");
    ptc_diag_add(&diags, PTC_DIAG_SIG_DEEP, (ptc_span){0, 1}, "deep");
    cr_expect(diags.errors == 31 && diags.warnings == 1 && diags.count == 21);
    text = written(PTC_DIAG_STYLE_GNU, false);
    cr_expect(strstr(text, "x:1:1: warning: deep [sig-deep]\nx:1:11: error: 10 ") ==
              text);
    cr_expect(strstr(text, "x:1:30: note: hint 29\n\xE2\x80\xA6"
                           "and 11 more\n") != NULL);
    cr_expect(strstr(written(PTC_DIAG_STYLE_JSON, false),
                     "\n{\"file\":\"x\",\"more\":11}\n") != NULL);

    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    for (int i = 0; i < 3; i++)
        ptc_diag_add(&diags, PTC_DIAG_SIG_NAME, (ptc_span){1, 2}, "same");
    cr_expect(diags.errors == 1 && diags.count == 1);
}

Test(diag, sources_in_order_of_first_use)
{
    ptc_source first = {PTC_STR("z.sig"), PTC_STR("abc")};
    ptc_source second = {PTC_STR("a.sig"), PTC_STR("abc")};

    diags.source = &first;
    ptc_diag_add(&diags, PTC_DIAG_SIG_NAME, (ptc_span){2, 3}, "one");
    diags.source = &second;
    ptc_diag_add(&diags, PTC_DIAG_SIG_NAME, (ptc_span){0, 1}, "two");
    diags.source = &first;
    ptc_diag_add(&diags, PTC_DIAG_SIG_NAME, (ptc_span){0, 1}, "three");
    cr_expect_str_eq(
        written(PTC_DIAG_STYLE_GNU, false),
        "z.sig:1:1: error: three [sig-name]\nz.sig:1:3: error: one [sig-name]\n"
        "a.sig:1:1: error: two [sig-name]\n");
}

Test(diag, formats_and_quotes)
{
    ptc_source source = {PTC_STR("x"), PTC_STR("")};
    ptc_diag *diag;

    diags.source = &source;
    diag = ptc_diag_add(&diags, PTC_DIAG_SIG_NAME, (ptc_span){0, 0},
                        "%s %d %u %zu %c %.*s%%", "s", -1, 2u, (size_t)3, 'c', 2, "xyz");
    cr_expect(ptc_str_equal(diag->message, PTC_STR("s -1 2 3 c xy%")));
    cr_expect_str_eq(ptc_diag_quote(&diags, PTC_STR("a\xFF\n\"\xC3\xA4")),
                     "a\\xff\\u000a\"\xC3\xA4");
    {
        ptc_text text;
        const char *quoted;

        ptc_text_init(&text, &arena);
        for (int i = 0; i < 81; i++)
            ptc_text_cstr(&text, "\xC3\xA4");
        quoted = ptc_diag_quote(&diags, ptc_text_view(&text));
        cr_expect(strlen(quoted) == 163 && strcmp(quoted + 160, "\xE2\x80\xA6") == 0);
    }
}

Test(diag, colours_only_when_asked)
{
    ptc_source source = {PTC_STR("x"), PTC_STR("ab")};

    diags.source = &source;
    ptc_diag_add(&diags, PTC_DIAG_SIG_NAME, (ptc_span){0, 1}, "bad");
    cr_expect(strchr(written(PTC_DIAG_STYLE_TEXT, false), '\x1B') == NULL);
    cr_expect_str_eq(written(PTC_DIAG_STYLE_TEXT, true),
                     "\x1B[1mx:1:1: \x1B[0m\x1B[1;31merror[sig-name]\x1B[0m: bad\n"
                     "    1 | ab\n      | \x1B[1;32m^\x1B[0m\n");
}

Test(diag, names)
{
    cr_expect_str_eq(ptc_diag_name(PTC_DIAG_SIG_UNCLOSED), "sig-unclosed");
    for (int code = 0; code < PTC_DIAG_COUNT; code++)
        cr_expect(ptc_diag_find(ptc_str_of(ptc_diag_name((ptc_diag_code)code))) ==
                      (ptc_diag_code)code,
                  "code %d", code);
    cr_expect(ptc_diag_find(PTC_STR("sig-nonsense")) == PTC_DIAG_COUNT);
}

Test(diag, refused_memory_still_counts)
{
    char memory[64];
    ptc_source source = {PTC_STR("x"), PTC_STR("ab")};

    ptc_arena_init_memory(&arena, memory, sizeof memory);
    diags.source = &source;
    for (int i = 0; i < 5; i++) {
        ptc_diag *diag =
            ptc_diag_add(&diags, PTC_DIAG_SIG_NAME, (ptc_span){0, 1},
                         "a message that does not fit into the memory: %d", i);

        ptc_diag_hint(&diags, diag, "nor does this hint %s", "here");
    }
    cr_expect(diags.errors > 0);
}
