/* SPDX-License-Identifier: MIT */
/* Texts of definitions as forms: YAML, JSON, front matter, their faults and limits. */
#include "generator/dialect/text/definition.h"

#include <criterion/criterion.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

/* --- Printing ----------------------------------------------------------------------- */

static void print_scalar(ptc_text *out, const ptc_form *form)
{
    char number[PTC_NUMBER_MAX];

    switch ((ptc_form_kind)form->kind) {
    case PTC_FORM_NIL:
        ptc_text_cstr(out, "nil");
        break;
    case PTC_FORM_BOOL:
        ptc_text_cstr(out, form->number.integer ? "true" : "false");
        break;
    case PTC_FORM_INT:
        ptc_text_int(out, form->number.integer);
        break;
    case PTC_FORM_FLOAT:
        ptc_text_bytes(out, number, ptc_number_write_double(form->number.real, number));
        ptc_text_byte(out, '=');
        ptc_text_str(out, form->text);
        break;
    case PTC_FORM_STRING:
        ptc_json_write_string(out, form->text);
        break;
    case PTC_FORM_OPAQUE:
        ptc_text_byte(out, '#');
        ptc_text_str(out, form->text);
        break;
    case PTC_FORM_KEYWORD:
    case PTC_FORM_SYMBOL:
    case PTC_FORM_REGEX:
    case PTC_FORM_VECTOR:
    case PTC_FORM_LIST:
    case PTC_FORM_MAP:
    case PTC_FORM_SET:
        cr_assert_fail("definitions do not have forms of kind %u", form->kind);
    }
}

/* {"a"@0-1 [1@3-4]@2-5}@0-5: each form with the bytes that it is. */
static void print_form(ptc_text *out, const ptc_forms *forms, uint32_t index,
                       bool has_spans)
{
    const ptc_form *form = &forms->items[index];
    bool is_map = form->kind == PTC_FORM_MAP;
    uint32_t count = 0;

    if (is_map || form->kind == PTC_FORM_VECTOR) {
        ptc_text_byte(out, is_map ? '{' : '[');
        for (uint32_t i = form->child; i != 0; i = forms->items[i].next) {
            if (count++ > 0)
                ptc_text_byte(out, ' ');
            print_form(out, forms, i, has_spans);
        }
        ptc_text_byte(out, is_map ? '}' : ']');
        cr_assert(count == form->count, "%u children, of which %u are counted", count,
                  form->count);
    } else {
        print_scalar(out, form);
    }
    if (!has_spans)
        return;
    ptc_text_byte(out, '@');
    ptc_text_uint(out, form->span.start);
    ptc_text_byte(out, '-');
    ptc_text_uint(out, form->span.end);
}

/* What is read, or the diagnostics a line each, in a ring of a few. */
static ptc_diag_code last_code; /* of the last diagnostic of it; COUNT: none */

static const char *read_text(const char *name, ptc_str text, bool has_spans,
                             ptcc_definition *definition)
{
    static ptc_arena arenas[4];
    static unsigned turn;
    ptc_arena *arena = &arenas[turn++ % 4];
    ptc_source *source;
    ptc_diags diags;
    ptc_text out;
    bool is_read;

    ptc_arena_free(arena);
    ptc_arena_init(arena, NULL, 0);
    source = ptc_arena_array(arena, 1, sizeof *source);
    *source = (ptc_source){ptc_str_of(name), ptc_str_copy(arena, text)};
    ptc_diags_init(&diags, arena);
    diags.source = source;
    ptc_text_init(&out, arena);
    is_read = ptcc_definition_read(definition, arena, &diags);
    last_code = diags.count > 0 ? diags.items[diags.count - 1].code : PTC_DIAG_COUNT;
    cr_assert(is_read == (diags.errors == 0), "%s: %zu errors", name, diags.errors);
    if (is_read)
        print_form(&out, &definition->forms, definition->root, has_spans);
    for (size_t i = 0; i < diags.count; i++) {
        const ptc_diag *diag = &diags.items[i];
        ptc_position at = ptc_source_position(source, diag->span.start);

        cr_expect(diag->span.start <= diag->span.end &&
                  diag->span.end <= source->text.len);
        if (i > 0)
            ptc_text_byte(&out, '\n');
        ptc_text_uint(&out, at.line);
        ptc_text_byte(&out, ':');
        ptc_text_uint(&out, at.column);
        ptc_text_cstr(&out, ": ");
        ptc_text_str(&out, diag->message);
        if (diag->hint.len > 0) {
            ptc_text_cstr(&out, " | ");
            ptc_text_str(&out, diag->hint);
        }
    }
    return out.ptr;
}

/* A text and what it reads as, or why not. */
typedef struct row {
    const char *text;
    const char *expected;
} row;

static void check_rows(const char *name, const row *rows, size_t count, bool has_spans)
{
    for (size_t i = 0; i < count; i++) {
        ptcc_definition definition;
        const char *found =
            read_text(name, ptc_str_of(rows[i].text), has_spans, &definition);

        cr_expect(strcmp(found, rows[i].expected) == 0,
                  "row %zu, %s\n%s\n   gives %s\ninstead of %s", i, name, rows[i].text,
                  found, rows[i].expected);
    }
}

#define CHECK_ROWS(name, rows, has_spans)                                                \
    check_rows(name, rows, sizeof(rows) / sizeof *(rows), has_spans)

/* --- YAML --------------------------------------------------------------------------- */

static const row places[] = {
    {"a: 1", "{\"a\"@0-1 1@3-4}@0-4"},
    {"a: 1\n", "{\"a\"@0-1 1@3-4}@0-4"},
    {"\n# x\na: 1 # one\n\n\n# end\n", "{\"a\"@5-6 1@8-9}@5-9"},
    {"---\na: 1\n", "{\"a\"@4-5 1@7-8}@4-8"},
    {"---\na: 1\n...\n", "{\"a\"@4-5 1@7-8}@4-8"},
    {"%YAML 1.2\n---\na: 1\n", "{\"a\"@14-15 1@17-18}@14-18"},
    {"a:\nb:\n", "{\"a\"@0-1 nil@2-2 \"b\"@3-4 nil@5-5}@0-5"},
    {"a:\n  b:\n    c: 1\n\n  d: 2\n",
     "{\"a\"@0-1 {\"b\"@5-6 {\"c\"@12-13 1@15-16}@12-16 \"d\"@20-21 2@23-24}@5-24}@0-24"},
    {"- 1\n- x\n-\n", "[1@2-3 \"x\"@6-7 nil@9-9]@0-9"},
    {"a:\n- 1\n- 2\nb: 3", "{\"a\"@0-1 [1@5-6 2@9-10]@3-10 \"b\"@11-12 3@14-15}@0-15"},
    {"a: [1, 'x', \"y\"]", "{\"a\"@0-1 [1@4-5 \"x\"@7-10 \"y\"@12-15]@3-16}@0-16"},
    {"a: {b: 1, c}", "{\"a\"@0-1 {\"b\"@4-5 1@7-8 \"c\"@10-11 nil@11-11}@3-12}@0-12"},
    {"[a: 1]", "[{\"a\"@1-2 1@4-5}@1-5]@0-6"},
    {"{}", "{}@0-2"},
    {"a: [ ]\n", "{\"a\"@0-1 []@3-6}@0-6"},
    {"a: x y\n  z\nb: 1", "{\"a\"@0-1 \"x y z\"@3-10 \"b\"@11-12 1@14-15}@0-15"},
    {"a: |\n  x\n  y\n\nb: 1", "{\"a\"@0-1 \"x\\ny\\n\"@3-12 \"b\"@14-15 1@17-18}@0-18"},
    {"a: >-\n  x\n  y\n", "{\"a\"@0-1 \"x y\"@3-13}@0-13"},
    /* Code points beyond ASCII are more than one byte. */
    {"\xC3\xA4: \xF0\x9F\x98\x80 x\nb: 1",
     "{\"\xC3\xA4\"@0-2 \"\xF0\x9F\x98\x80 x\"@4-10 \"b\"@11-12 1@14-15}@0-15"},
    {"a: \"\xE2\x82\xAC\" # \xE2\x82\xAC\nb: [\xE2\x82\xAC, 2]",
     "{\"a\"@0-1 \"\xE2\x82\xAC\"@3-8 \"b\"@15-16 [\"\xE2\x82\xAC\"@19-22 "
     "2@24-25]@18-26}@0-26"},
    /* With a byte order mark, and with CRLF. */
    {"\xEF\xBB\xBF"
     "a: 1",
     "{\"a\"@3-4 1@6-7}@3-7"},
    {"a: 1\r\nb:\r\n  - x\r\n\r\n",
     "{\"a\"@0-1 1@3-4 \"b\"@6-7 [\"x\"@14-15]@12-15}@0-15"},
    {"a: |\r\n  x\r\n  y\r\nb: 1",
     "{\"a\"@0-1 \"x\\ny\\n\"@3-14 \"b\"@16-17 1@19-20}@0-20"},
    /* Without data. */
    {"", "{}@0-0"},
    {"# nothing\n", "{}@0-0"},
    {"---\n", "{}@4-4"},
    {"null", "nil@0-4"},
    {"x", "\"x\"@0-1"},
};

Test(definition_text, places_of_yaml)
{
    CHECK_ROWS("x.brimley.yaml", places, true);
}

static const row scalars[] = {
    {"[~, null, Null, NULL, nULL, 'null']", "[nil nil nil nil \"nULL\" \"null\"]"},
    {"[true, True, TRUE, false, False, FALSE, tRUE, \"true\"]",
     "[true true true false false false \"tRUE\" \"true\"]"},
    {"[yes, no, on, off, y, n, Yes, NO]",
     "[\"yes\" \"no\" \"on\" \"off\" \"y\" \"n\" \"Yes\" \"NO\"]"},
    {"[0, -0, +12, 007, -19, 0o17, 0x1F, 0xff, 1_000, 0b1, 1:30, -0x1, 0o8, 0x, '1']",
     "[0 0 12 7 -19 15 31 255 \"1_000\" \"0b1\" \"1:30\" \"-0x1\" \"0o8\" \"0x\" \"1\"]"},
    {"[9223372036854775807, -9223372036854775808, 9223372036854775808, "
     "-00009223372036854775809, +18446744073709551616]",
     "[9223372036854775807 -9223372036854775808 #9223372036854775808 "
     "#-9223372036854775809 #18446744073709551616]"},
    {"[0x7FFFFFFFFFFFFFFF, 0o777777777777777777777]",
     "[9223372036854775807 9223372036854775807]"},
    {"[.5, 1., 1.50, -.5, +1e3, 1E+2, 12e-1, 1.e1, 0.0, -0.0, 00.5, e3, ., -, +, 1.2.3, "
     "1e]",
     "[0.5=0.5 1.0=1.0 1.5=1.50 -0.5=-0.5 1000.0=1e3 100.0=1E+2 1.2=12e-1 10.0=1.0e1 "
     "0.0=0.0 -0.0=-0.0 0.5=0.5 \"e3\" \".\" \"-\" \"+\" \"1.2.3\" \"1e\"]"},
    {"[2024-01-02, 2024-01-02T03:04:05Z, 12:30:45, 1.0.0, 0.1e, =, \"a\\x41\\u00e4\\0\"]",
     "[\"2024-01-02\" \"2024-01-02T03:04:05Z\" \"12:30:45\" \"1.0.0\" \"0.1e\" \"=\" "
     "\"aA\xC3\xA4\\u0000\"]"},
    /* Keys are their texts. */
    {"{1: a, null: b, yes: c, true: d, ~: e, 0x1: f, \"\": g, '<<': h, 1.0: i}",
     "{\"1\" \"a\" \"null\" \"b\" \"yes\" \"c\" \"true\" \"d\" \"~\" \"e\" \"0x1\" \"f\" "
     "\"\" \"g\" \"<<\" \"h\" \"1.0\" \"i\"}"},
    {"? a\n: 1\n? |\n  b\n: 2\n", "{\"a\" 1 \"b\\n\" 2}"},
    /* Tags decide, whatever quotes there are. */
    {"[!!str 1, !!int '1', !!int \"0x1F\", !!float 1, !!float 0x10, !!bool 'true', "
     "!!null '', "
     "!!str , !!null ]",
     "[\"1\" 1 31 1.0=1 16.0=16 true nil \"\" nil]"},
    {"a: !!map {b: !!seq [1]}\n!!str c: !!seq\n- x\n",
     "{\"a\" {\"b\" [1]} \"c\" [\"x\"]}"},
    {"%TAG !c! tag:yaml.org,2002:\n---\n!c!int '7'\n", "7"},
    {"!<tag:yaml.org,2002:str> 7", "\"7\""},
    /* Anchors. */
    {"a: &x 1\nb: *x\nc: &x 2\nd: *x\n", "{\"a\" 1 \"b\" 1 \"c\" 2 \"d\" 2}"},
    {"a: &x {b: [1, {c: 2.50}], d: ''}\ne: [*x, *x]\n",
     "{\"a\" {\"b\" [1 {\"c\" 2.5=2.50}] \"d\" \"\"} "
     "\"e\" [{\"b\" [1 {\"c\" 2.5=2.50}] \"d\" \"\"} "
     "{\"b\" [1 {\"c\" 2.5=2.50}] \"d\" \"\"}]}"},
    {"&k a: &v []\nb: *k\nc: *v\nd: &m {}\ne: *m\n",
     "{\"a\" [] \"b\" \"a\" \"c\" [] \"d\" {} \"e\" {}}"},
    {"a: &b\n  c: &d 1\n  e: *d\nf: *b\n",
     "{\"a\" {\"c\" 1 \"e\" 1} \"f\" {\"c\" 1 \"e\" 1}}"},
};

Test(definition_text, scalars_tags_and_aliases)
{
    CHECK_ROWS("x.yaml", scalars, false);
}

/* What an alias stands for is where the alias is, what is in it where that is written. */
static const row alias_places[] = {
    {"a: &x [1]\nb: *x\n", "{\"a\"@0-1 [1@7-8]@3-9 \"b\"@10-11 [1@7-8]@13-15}@0-15"},
    {"a: &x\n  b: 1\nc: *x\nd: 2",
     "{\"a\"@0-1 {\"b\"@8-9 1@11-12}@3-12 \"c\"@13-14 {\"b\"@8-9 1@11-12}@16-18 "
     "\"d\"@19-20 2@22-23}@0-23"},
};

Test(definition_text, places_of_aliases)
{
    CHECK_ROWS("x.yaml", alias_places, true);
}

/* --- The core schema, as the page has it -------------------------------------------- */

/* The table of YAML 1.2.2, section 10.3.2. */
static const struct core_rule {
    ptc_form_kind kind;
    const char *pattern;
} core_rules[] = {
    {PTC_FORM_NIL, "^(null|Null|NULL|~)?$"},
    {PTC_FORM_BOOL, "^(true|True|TRUE|false|False|FALSE)$"},
    {PTC_FORM_INT, "^[-+]?[0-9]+$"},
    {PTC_FORM_INT, "^0o[0-7]+$"},
    {PTC_FORM_INT, "^0x[0-9a-fA-F]+$"},
    {PTC_FORM_FLOAT, "^[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?$"},
};
#define CORE_RULES (sizeof core_rules / sizeof *core_rules)

static ptc_form_kind core_kind(const regex_t *patterns, const char *word)
{
    for (size_t i = 0; i < CORE_RULES; i++) {
        if (regexec(&patterns[i], word, 0, NULL, 0) == 0)
            return core_rules[i].kind;
    }
    return PTC_FORM_STRING;
}

/* Every word of up to four of these signs, all plain scalars. */
Test(definition_text, core_schema_by_its_patterns)
{
    static const char signs[] = "01x.eE+-o_f7";
    enum { SIGNS = sizeof signs - 1 };
    regex_t patterns[CORE_RULES];
    unsigned kinds[PTC_FORM_OPAQUE + 1] = {0};

    for (size_t i = 0; i < CORE_RULES; i++)
        cr_assert(
            regcomp(&patterns[i], core_rules[i].pattern, REG_EXTENDED | REG_NOSUB) == 0);
    for (unsigned number = 0; number < SIGNS * SIGNS * SIGNS * SIGNS; number++) {
        char text[16] = "- ";
        size_t len = 2;
        ptcc_definition definition;
        const ptc_form *form;

        for (unsigned rest = number; rest > 0; rest /= SIGNS)
            text[len++] = signs[rest % SIGNS];
        if (strcmp(text, "- -") == 0)
            continue;
        read_text("x", ptc_str_make(text, len), false, &definition);
        cr_assert(definition.root != 0, "%s", text);
        form = &definition.forms.items[definition.forms.items[definition.root].child];
        kinds[form->kind]++;
        cr_expect(form->kind == core_kind(patterns, text + 2), "%s is of kind %u", text,
                  form->kind);
    }
    for (size_t i = 0; i < CORE_RULES; i++)
        regfree(&patterns[i]);
    cr_expect(kinds[PTC_FORM_INT] > 100 && kinds[PTC_FORM_FLOAT] > 100 &&
              kinds[PTC_FORM_STRING] > 1000);
}

/* --- Faults of YAML ----------------------------------------------------------------- */

static const row faults[] = {
    {"a:\n\tb: 1", "2:1: a tab does not indent in YAML | indent with blanks"},
    {"a: \t1\n\tb: 2", "2:1: a tab does not indent in YAML | indent with blanks"},
    {"a:\n  b: 1\n\tc: 2", "3:1: a tab does not indent in YAML | indent with blanks"},
    {"a: b: c", "1:5: there is no key that this ':' could belong to | quote a text with "
                "': ' in it, and begin each key on its own line"},
    {"a: - b", "1:4: an item of a list cannot begin here | begin it on its own line, or "
               "quote a text that begins with '-'"},
    {"a: 1\n b: 2", "2:3: there is no key that this ':' could belong to | quote a text "
                    "with ': ' in it, and begin each key on its own line"},
    {"a:\n  b: 1\n c: 2", "3:2: expected a key of the map, found \"c:\" | the map begins "
                          "in line 1, column 1; its keys begin in one column"},
    {"- a\nb: 1", "2:1: expected the next '-' of the list, found \"b:\" | the list "
                  "begins in line 1, column 1; its items begin in one column"},
    {"a: 1\n- b", "2:1: expected a key of the map, found \"-\" | the map begins in line "
                  "1, column 1; its keys begin in one column"},
    {"a: [1, 2",
     "1:9: expected ',' or ']', found the end | the list begins in line 1, column 4"},
    {"a: [1, 2}",
     "1:9: expected ',' or ']', found \"}\" | the list begins in line 1, column 4"},
    {"a: {b: 1",
     "1:9: expected ',' or '}', found the end | the map begins in line 1, column 4"},
    {"a: {b: 1]",
     "1:9: expected ',' or '}', found \"]\" | the map begins in line 1, column 4"},
    {"a: 'x", "1:4: this quote is never closed"},
    {"a: \"x\nb: 1", "1:4: this quote is never closed"},
    {"a: \"x\\q\"", "1:6: there is no such escape, found \"\\q\" | write a backslash as "
                    "\\\\, or the text in single quotes"},
    {"a: \"\\x4\"",
     "1:7: expected the digits of a code point, such as \\x41 or \\u0041, found \"4\""},
    {"a: \"\\uD83D\\uDE00\"", "1:7: the escape does not name a code point | write one "
                              "beyond U+FFFF as \\U0001F600, not as two halves"},
    {"a: \"\\U00110000\"", "1:7: the escape does not name a code point | write one "
                           "beyond U+FFFF as \\U0001F600, not as two halves"},
    {"a: @x",
     "1:4: a text without quotes cannot begin like this, found \"@x\" | quote the text"},
    {"a: `x`",
     "1:4: a text without quotes cannot begin like this, found \"`x`\" | quote the text"},
    {"a: %x",
     "1:4: a text without quotes cannot begin like this, found \"%x\" | quote the text"},
    {"%x", "1:1: YAML does not have this directive | leave the line out, or quote a text "
           "that begins with '%'"},
    {"%FOO bar\n---\n", "1:1: YAML does not have this directive | leave the line out, or "
                        "quote a text that begins with '%'"},
    {"%YAML 1.1\n---\na: yes", "1:1: the document is YAML 1.1, not 1.2 | remove the "
                               "%YAML line; `yes`, `no`, `on` and `off` are texts then"},
    {"%YAML 2.0\n---\na", "1:1: the document is not YAML 1.2 | leave the %YAML line out"},
    {"%YAML 1.2\n%YAML 1.2\n---\na",
     "2:1: the version of YAML is given twice | leave the %YAML lines out"},
    {"%TAG !a! x\n%TAG !a! y\n---\na",
     "2:1: the beginning of a tag is declared twice | leave the %TAG lines out"},
    {"a: *x",
     "1:4: there is no anchor &x before this alias | quote a text that begins with '*'"},
    {"a: *",
     "1:5: the name of an anchor has letters, digits, '-' and '_', found the end"},
    {"a: & b", "1:5: the name of an anchor has letters, digits, '-' and '_', found a "
               "blank | quote a text that begins with '&' or '*'"},
    {"a: *x*y", "1:6: the name of an anchor has letters, digits, '-' and '_', found "
                "\"*y\" | quote a text that begins with '&' or '*'"},
    {"x: &y *x", "1:7: expected the end of the line, found \"*x\" | quote all of a text; "
                 "in '..' a quote is written twice, in \"..\" as \\\""},
    {"a: &x [*x]", "1:8: *x is a part of what it stands for | write it out as deep as it "
                   "is meant to go"},
    {"a: &x\n  b: *x\n  c: 1", "2:6: *x is a part of what it stands for | write it out "
                               "as deep as it is meant to go"},
    {"a: !foo 1", "1:4: definitions do not have the tag !foo | leave it out; tags are "
                  "!!str, !!int, !!float, !!bool, !!null, !!map and !!seq"},
    {"a: !!set {b}", "1:4: definitions do not have the tag !!set | leave it out; tags "
                     "are !!str, !!int, !!float, !!bool, !!null, !!map and !!seq"},
    {"a: !!binary aGk=",
     "1:4: definitions do not have the tag !!binary | leave it out; tags are !!str, "
     "!!int, !!float, !!bool, !!null, !!map and !!seq"},
    {"a: !!timestamp 2024-01-01",
     "1:4: definitions do not have the tag !!timestamp | leave it out; tags are !!str, "
     "!!int, !!float, !!bool, !!null, !!map and !!seq"},
    {"a: !<!local> 1", "1:4: definitions do not have the tag !local | leave it out; tags "
                       "are !!str, !!int, !!float, !!bool, !!null, !!map and !!seq"},
    {"a: ! 1", "1:4: definitions do not have the tag ! | leave it out; tags are !!str, "
               "!!int, !!float, !!bool, !!null, !!map and !!seq"},
    {"a: !!int x",
     "1:4: the tag !!int does not fit \"x\" | leave the tag out or write another value"},
    {"a: !!int 1.5", "1:4: the tag !!int does not fit \"1.5\" | leave the tag out or "
                     "write another value"},
    {"a: !!bool yes", "1:4: the tag !!bool does not fit \"yes\" | leave the tag out or "
                      "write another value"},
    {"a: !!null 0",
     "1:4: the tag !!null does not fit \"0\" | leave the tag out or write another value"},
    {"a: !!float x", "1:4: the tag !!float does not fit \"x\" | leave the tag out or "
                     "write another value"},
    {"a: !!map 1",
     "1:4: the tag !!map does not fit \"1\" | leave the tag out or write another value"},
    {"a: !!str [1]", "1:4: the tag !!str does not fit a list"},
    {"a: !!seq {}", "1:4: the tag !!seq does not fit a map"},
    {"a: !!map []", "1:4: the tag !!map does not fit a list"},
    {"!!int 1: 2", "1:1: the tag !!int does not fit a key"},
    {"!e!x 1", "1:1: the beginning of this tag is not declared | leave the tag out, or "
               "quote a text that begins with '!'"},
    {"a: .inf\nb: -.INF\nc: .NaN\nd: !!float .nan",
     "1:4: .inf is not a number that JSON has | leave it out, or quote it if it is meant "
     "as a text\n2:4: -.INF is not a number that JSON has | leave it out, or quote it if "
     "it is meant as a text\n3:4: .NaN is not a number that JSON has | leave it out, or "
     "quote it if it is meant as a text\n4:4: .nan is not a number that JSON has | leave "
     "it out, or quote it if it is meant as a text"},
    {"a: 1e400", "1:4: the number is beyond the largest double"},
    {"a: -1e999999999999", "1:4: the number is beyond the largest double"},
    {"a: 0x8000000000000000",
     "1:4: the number has more than 63 bits; write it in decimal"},
    {"a: 0o1000000000000000000000",
     "1:4: the number has more than 63 bits; write it in decimal"},
    {"? [a]\n: 1",
     "1:3: a key is a text, not a list | quote it if it is meant as a text"},
    {"? {a: 1}\n: 2",
     "1:3: a key is a text, not a map | quote it if it is meant as a text"},
    {"{[a]: 1}", "1:2: a key is a text, not a list | quote it if it is meant as a text"},
    {"&x a: 1\n*x : 2", "2:1: a key is a text, not an alias | write the key out"},
    {": 1", "1:1: expected a key of the map, found \":\" | the map begins in line 1, "
            "column 1; its keys begin in one column"},
    {"- : 1", "1:3: expected a key of the map, found \":\" | the map begins in line 1, "
              "column 3; its keys begin in one column"},
    {"a: &b {x: 1}\nc:\n  <<: *b\n  y: 2",
     "3:3: merge keys are not YAML 1.2 | write out the keys that are merged here, or "
     "quote \"<<\""},
    {"a: 1\na: 2",
     "2:1: the key \"a\" is given twice | the first one is in line 1, column 1"},
    {"a: 1\n\"a\": 2\n'\\x61': 3\n\"\\x61\": 4",
     "2:1: the key \"a\" is given twice | the first one is in line 1, column 1\n4:1: the "
     "key \"a\" is given twice | the first one is in line 1, column 1"},
    {"1: x\n\"1\": y",
     "2:1: the key \"1\" is given twice | the first one is in line 1, column 1"},
    {"{a: 1, b: {a: 1, a: 2}, a: 3}",
     "1:18: the key \"a\" is given twice | the first one is in line 1, column 12\n1:25: "
     "the key \"a\" is given twice | the first one is in line 1, column 2"},
    {"a: 1\n---\nb: 2",
     "2:1: a second document begins here | a file has one definition; split it"},
    {"a: 1\n...\nb: 2", "3:1: expected the end of the text, found \"b:\" | a definition "
                        "is one map, whose keys begin in one column"},
    {"a: 1\n---\n",
     "2:1: a second document begins here | a file has one definition; split it"},
    {"a\nb\n: c", "3:1: expected the end of the text, found \":\" | a definition is one "
                  "map, whose keys begin in one column"},
    {"key\nb: 1", "2:2: there is no key that this ':' could belong to | quote a text "
                  "with ': ' in it, and begin each key on its own line"},
    {"key\n  without: colon",
     "2:10: there is no key that this ':' could belong to | quote a text with ': ' in "
     "it, and begin each key on its own line"},
    {"a: |0\n  x", "1:5: blocks are indented by 1 to 9 blanks, found \"0\""},
    {"a: |x\n  y", "1:5: expected the end of the line, found \"x\" | leave the line out "
                   "if it is not meant for YAML, or quote the text"},
    {"a: |\n\tx", "2:1: a tab does not indent in YAML | indent with blanks"},
    {"a: [b: c: d]",
     "1:9: expected ',' or ']', found \":\" | the list begins in line 1, column 4"},
    {"a: ? b", "1:4: a key cannot begin here | quote a text that begins with '?'"},
    {"[- b]",
     "1:2: expected a value, found \"-\" | quote a text that begins with a sign of YAML"},
    {"a: !x,y 1",
     "1:6: expected a blank, found \",y\" | quote a text that begins with '!' or '%'"},
    {"a: !<x 1",
     "1:4: the tag cannot be read | leave it out, or quote a text that begins with '!'"},
    {"a: \"x\n---\ny\"", "1:4: this quote is not closed before `---`"},
    {"a: x ]", "{\"a\" \"x ]\"}"},
    {"a: ]",
     "1:4: expected a value, found \"]\" | quote a text that begins with a sign of YAML"},
    {"a: ,",
     "1:4: expected a value, found \",\" | quote a text that begins with a sign of YAML"},
    {"]",
     "1:1: expected a value, found \"]\" | quote a text that begins with a sign of YAML"},
    {"a: 'it's'", "1:8: expected the end of the line, found \"s'\" | quote all of a "
                  "text; in '..' a quote is written twice, in \"..\" as \\\""},
    {"a: \"say \"hi\"\"",
     "1:10: expected the end of the line, found \"hi\"\"\" | quote all of a text; in "
     "'..' a quote is written twice, in \"..\" as \\\""},
    {"a: [a, b], c", "1:10: expected the end of the line, found \",\" | quote all of a "
                     "text; in '..' a quote is written twice, in \"..\" as \\\""},
    {"- a\n - b\n- c", "[\"a - b\" \"c\"]"},
    {"a: x\n  y: 2", "2:4: there is no key that this ':' could belong to | quote a text "
                     "with ': ' in it, and begin each key on its own line"},
    {"a: {x: 1\nb: 2",
     "2:2: expected ',' or '}', found \":\" | the map begins in line 1, column 4"},
    {"a: [\n", "2:1: expected a value, found the end"},
    {"a: \\x00", "{\"a\" \"\\\\x00\"}"},
    {"a:\x07"
     "b",
     "1:3: YAML cannot hold the code point \\u0007 as it is | write it as \\u0007 in "
     "double quotes"},
    {"a: \xEF\xBB\xBF"
     "b",
     "1:4: YAML cannot hold the code point \\ufeff as it is | write it as \\uFEFF in "
     "double quotes"},
    {"a: \xFF"
     "b",
     "1:4: the text is not UTF-8 from here on | save the file as UTF-8"},
    {"a: \xC3\xA4\xE2\x82",
     "1:5: the text is not UTF-8 from here on | save the file as UTF-8"},
    {"a: b\xE2\x80\xA8"
     "c",
     "1:5: the code point \\u2028 ends a line for some readers of YAML | write it as \\L "
     "in double quotes"},
    {"a: \xC2\x85", "1:4: the code point \\u0085 ends a line for some readers of YAML | "
                    "write it as \\N in double quotes"},
    {"a: \xED\xA0\x80",
     "1:4: the text is not UTF-8 from here on | save the file as UTF-8"},
    {"{: 1}",
     "1:2: expected a value, found \":\" | quote a text that begins with a sign of YAML"},
    {"? \n: 1",
     "1:2: there is no key before this ':' | write \"\" for a key without letters"},
    {"a: \"\\ud83",
     "1:7: expected the digits of a code point, such as \\x41 or \\u0041, found \"d\""},
    {"a: '\\", "1:4: this quote is never closed"},
    {"a: !!python/object:os.system x",
     "1:4: definitions do not have the tag !!python/object:os.system | leave it out; "
     "tags are !!str, !!int, !!float, !!bool, !!null, !!map and !!seq"},
    {"a: !!str &x [1]\nb: *y",
     "1:4: the tag !!str does not fit a list\n2:4: there is no anchor &y before this "
     "alias | quote a text that begins with '*'"},
    {"a: [b]c: 1", "1:7: expected the end of the line, found \"c:\" | quote all of a "
                   "text; in '..' a quote is written twice, in \"..\" as \\\""},
    {"--- a: b", "1:6: there is no key that this ':' could belong to | quote a text with "
                 "': ' in it, and begin each key on its own line"},
    {"--- >\n x\n y\n", "\"x y\\n\""},
    {"a: \"b\" \"c\"", "1:8: expected the end of the line, found \"\"c\"\" | quote all "
                       "of a text; in '..' a quote is written twice, in \"..\" as \\\""},
    {"- [a\n- b",
     "2:4: expected ',' or ']', found the end | the list begins in line 1, column 3"},
    {"a: &anchor\na: 1",
     "2:1: the key \"a\" is given twice | the first one is in line 1, column 1"},
};

Test(definition_text, faults_of_yaml)
{
    CHECK_ROWS("x.yaml", faults, false);
}

/* Each page's wrong example gives its code alone, and the right one nothing. */
static void check_page(const char *code, const char *fence, const char *name)
{
    char path[128];
    char wanted[64];
    ptc_str page;

    snprintf(path, sizeof path, "docs/diagnostics/%s.md", code);
    page = test_read_project_file(path);
    for (int is_wrong = 0; is_wrong < 2; is_wrong++) {
        ptcc_definition definition;
        const char *example;
        const char *end;

        snprintf(wanted, sizeof wanted, "```%s %s\n", fence,
                 is_wrong ? "wrong" : "right");
        example = strstr(page.ptr, wanted);
        cr_assert(example != NULL, "%s lacks %s", path, wanted);
        example += strlen(wanted);
        end = strstr(example, "\n```");
        read_text(name, ptc_str_make(example, (size_t)(end - example)), false,
                  &definition);
        cr_expect((definition.root == 0 || last_code != PTC_DIAG_COUNT) == is_wrong);
        if (is_wrong)
            cr_expect_str_eq(ptc_diag_name(last_code), code);
    }
    free((char *)(uintptr_t)page.ptr);
}

Test(definition_text, pages_of_diagnostics)
{
    check_page("yaml-syntax", "yaml", "x.yaml");
    check_page("yaml-unsupported", "yaml", "x.yaml");
    check_page("yaml-duplicate", "yaml", "x.yaml");
    check_page("front-matter", "sql", "x.sql");
}

/* --- Limits ------------------------------------------------------------------------- */

/* `before`, `count` times `piece`, `middle`, `count` times `closing`. */
static char *make_text(const char *before, const char *piece, const char *middle,
                       const char *closing, size_t count)
{
    size_t size =
        strlen(before) + strlen(middle) + count * (strlen(piece) + strlen(closing)) + 1;
    char *text = malloc(size);
    char *at = text + sprintf(text, "%s", before);

    for (size_t i = 0; i < count; i++)
        at += sprintf(at, "%s", piece);
    at += sprintf(at, "%s", middle);
    for (size_t i = 0; i < count; i++)
        at += sprintf(at, "%s", closing);
    return text;
}

static const struct limit {
    const char *name;
    const char *before;
    const char *piece;
    const char *middle;
    const char *closing;
    size_t most; /* this many pieces are read, and one more is not */
    const char *expected;
} limits[] = {
    {"x.yaml", "", "[", "", "]", 100, "1:101: nested deeper than 100 levels"},
    {"x.yaml", "", "{a: ", "1", "}", 100, "1:401: nested deeper than 100 levels"},
    {"x.yaml", "", "- ", "1", "", 100, "1:201: nested deeper than 100 levels"},
    {"x.json", "", "[", "", "]", 100, "1:101: nested deeper than 100 levels"},
    {"x.json", "", "{\"a\":", "1", "}", 100, "1:501: nested deeper than 100 levels"},
    {"x.yaml", "[", "0,", "", "", 9999,
     "1:20000: there are more than 10000 keys and values in the definition"},
    {"x.json", "[0", ",0", "", "", 9998,
     "1:20000: there are more than 10000 keys and values in the definition"},
    {"x.yaml", "", "#", "", "", PTCC_DEFINITION_MAX,
     "1:1: the file has 1048577 bytes; definitions have at most 1048576"},
    {"x.json", "1", " ", "", "", PTCC_DEFINITION_MAX - 1,
     "1:1: the file has 1048577 bytes; definitions have at most 1048576"},
    {"x.md", "", "-", "", "", PTCC_DEFINITION_MAX,
     "1:1: the file has 1048577 bytes; definitions have at most 1048576"},
    /* An alias deepens what it is in. */
    {"x.yaml", "- &x [[1]]\n- ", "[", "*x", "]", 97,
     "2:101: nested deeper than 100 levels"},
};

Test(definition_text, limits)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const struct limit *limit = &limits[i];

        for (size_t more = 0; more < 2; more++) {
            char *text = make_text(limit->before, limit->piece, limit->middle,
                                   limit->closing, limit->most + more);
            /* A list without an end, which ends here. */
            bool is_list = *limit->before == '[';
            char *whole = make_text(text, "", is_list ? "]" : "", "", 0);
            ptcc_definition definition;
            const char *found =
                read_text(limit->name, ptc_str_of(whole), false, &definition);

            if (more == 0)
                cr_expect(definition.root != 0 && strchr("{[1", *found) != NULL,
                          "row %zu: %.80s", i, found);
            else
                cr_expect_str_eq(found, limit->expected, "row %zu: %.80s", i, found);
            free(whole);
            free(text);
        }
    }
}

/* Aliases of aliases grow to the limit, and no further; also in bounded time. */
Test(definition_text, billions_of_laughs)
{
    ptcc_definition definition;
    const char *found = read_text(
        "x.yaml",
        PTC_STR(
            "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
            "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"
            "e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n"),
        false, &definition);

    cr_expect_str_eq(found,
                     "5:8: there are more than 10000 keys and values in the definition");
    cr_expect(definition.forms.count <= PTCC_DEFINITION_NODES + 1);
}

/* --- JSON --------------------------------------------------------------------------- */

static const row json_rows[] = {
    {"{\"a\": 1}", "{\"a\"@1-4 1@6-7}@0-8"},
    {"\n[1, 2.50, -0, true, null, \"\\u00e4\", {}]\r\n",
     "[1@2-3 2.5=2.50@5-9 0@11-13 true@15-19 nil@21-25 \"\xC3\xA4\"@27-35 "
     "{}@37-39]@1-40"},
    {"{\"x\\n\": [18446744073709551616, 1e3]}",
     "{\"x\\n\"@1-6 [#18446744073709551616@9-29 1000.0=1e3@31-34]@8-35}@0-36"},
    {"null", "nil@0-4"},
};

static const row json_faults[] = {
    {"", "1:1: expected a value, found the end"},
    {"{\"a\": 1,}", "1:9: expected a key in quotes, found '}'"},
    {"{a: 1}", "1:2: expected a key in quotes, found 'a'"},
    {"{\"a\": 1, \"\\u0061\": 2}", "1:10: duplicate key"},
    {"[1] 2", "1:5: expected the end of the text, found '2'"},
    {"[1e400]", "1:2: number out of range"},
    {"\xEF\xBB\xBF{}",
     "1:1: the text begins with a byte order mark, which JSON does not have | save the "
     "file as UTF-8 without it"},
    {"[\"\xFF\"]", "1:3: ill-formed UTF-8"},
    {"# comment\n{}", "1:1: expected a value, found '#'"},
};

Test(definition_text, json)
{
    CHECK_ROWS("x.brimley.json", json_rows, true);
    CHECK_ROWS("x.entity.json", json_faults, false);
}

/* --- Front matter ------------------------------------------------------------------- */

static const struct matter {
    const char *text;
    const char *expected; /* data with places, or faults */
    const char *body;     /* NULL: a fault */
    uint32_t start;       /* of the body */
} matters[] = {
    {"---\nname: x\n---\nSELECT 1\n", "{\"name\"@4-8 \"x\"@10-11}@4-11", "SELECT 1\n",
     16},
    {"---\r\nname: x\r\n---\r\nSELECT 1\r\n", "{\"name\"@5-9 \"x\"@11-12}@5-12",
     "SELECT 1\r\n", 19},
    {"\xEF\xBB\xBF---\nname: x\n--- \t\nSELECT", "{\"name\"@7-11 \"x\"@13-14}@7-14",
     "SELECT", 21},
    {"---\nname: x\n---", "{\"name\"@4-8 \"x\"@10-11}@4-11", "", 15},
    {"---\n---\nSELECT 1", "{}@4-4", "SELECT 1", 8},
    {"---\n# nothing\n---\n", "{}@4-4", "", 18},
    /* The first line that is a fence ends it; others are the body's. */
    {"---\na: '---'\nb:\n ---\n---\n---\nx\n---\n",
     "{\"a\"@4-5 \"---\"@7-12 \"b\"@13-14 \"---\"@17-20}@4-20", "---\nx\n---\n", 25},
    {"---\na: |\n  ---\n---\n---\nx\n---\n", "{\"a\"@4-5 \"---\\n\"@7-14}@4-14",
     "---\nx\n---\n", 19},
    /* Without it, all is body. */
    {"SELECT 1\n", "{}@0-0", "SELECT 1\n", 0},
    {"", "{}@0-0", "", 0},
    {"\xEF\xBB\xBFSELECT 1", "{}@3-3", "SELECT 1", 3},
    {"\n---\na: 1\n---\n", "{}@0-0", "\n---\na: 1\n---\n", 0},
    {" ---\na: 1\n---\n", "{}@0-0", " ---\na: 1\n---\n", 0},
    {"---- \na: 1\n---\n", "{}@0-0", "---- \na: 1\n---\n", 0},
    {"--- a: 1\n---\n", "{}@0-0", "--- a: 1\n---\n", 0},
    {"-- comment\nSELECT 1", "{}@0-0", "-- comment\nSELECT 1", 0},
    {"--", "{}@0-0", "--", 0},
    /* Bodies are any text; faults are at places of the file. */
    {"---\na: 1\n---\n\x01\xFF", "{\"a\"@4-5 1@7-8}@4-8", "\x01\xFF", 13},
    {"---\na: 1\n",
     "1:1: front matter begins here and never ends | put a line `---` between the "
     "definition and the text",
     NULL, 0},
    {"---",
     "1:1: front matter begins here and never ends | put a line `---` between the "
     "definition and the text",
     NULL, 0},
    {"---\na: 1\na: 2\n---\nSELECT 1\n",
     "3:1: the key \"a\" is given twice | the first one is in line 2, column 1", NULL, 0},
    {"---\n\xC3\xA4: [1\n---\nSELECT 1\n",
     "3:1: expected ',' or ']', found the end | the list begins in line 2, column 4",
     NULL, 0},
    {"---\na:\n\tb: 1\n---\n", "3:1: a tab does not indent in YAML | indent with blanks",
     NULL, 0},
    {"---\na: \xFF\n---\n",
     "2:4: the text is not UTF-8 from here on | save the file as UTF-8", NULL, 0},
};

Test(definition_text, front_matter)
{
    for (size_t i = 0; i < sizeof matters / sizeof *matters; i++) {
        const struct matter *matter = &matters[i];
        ptc_str text = ptc_str_of(matter->text);
        ptcc_definition definition;
        const char *found =
            read_text(i % 2 ? "a/x.sql" : "x.md", text, true, &definition);

        cr_expect_str_eq(found, matter->expected, "row %zu: %s", i, found);
        if (matter->body == NULL)
            continue;
        cr_expect(ptc_str_equal(definition.body, ptc_str_of(matter->body)), "row %zu", i);
        cr_expect(
            definition.place.start == matter->start && definition.place.end == text.len,
            "row %zu: body at %u to %u", i, definition.place.start, definition.place.end);
    }
}

/* --- Damage ------------------------------------------------------------------------- */

/* Whatever is cut off or replaced, there are forms or a fault; read_text looks at places.
 */
Test(definition_text, damaged_texts)
{
    static const char text[] =
        "%YAML 1.2\n---\nname: get_user # x\ntype: !!str sql\narguments:\n  inline:\n"
        "    id: &id {type: int, minimum: 1, default: .5}\n    other: *id\n"
        "    \xC3\xA4: \"a\\u00e4\\\n      b\"\n    list: [1, 'it''s', {a: b}]\n"
        "description: |+2\n    x\n\n    y\n\n? complex\n: >\n  folded\n\n  text\n...\n";
    static const char signs[] = "\n\t :-[]{}&*!|>'\"%@?,#\\\x80\xC3";
    test_random random = test_random_start("definition_text", 20261127);

    for (unsigned i = 0; i < test_rounds(20000); i++) {
        char copy[sizeof text];
        size_t len = sizeof text - 1;
        ptcc_definition definition;

        memcpy(copy, text, sizeof text);
        for (unsigned count = test_random_below(&random, 4); count > 0; count--)
            copy[test_random_below(&random, (uint32_t)len)] =
                signs[test_random_below(&random, sizeof signs - 1)];
        if (i % 2)
            len = test_random_below(&random, (uint32_t)len);
        read_text("x.yaml", ptc_str_make(copy, len), true, &definition);
    }
}

/* Every allocation that is refused is noticed, and nothing is lost. */
Test(definition_text, memory_that_is_refused)
{
    static const char text[] = "a: &x [1.50, 18446744073709551616, 'y', {k: v}]\n"
                               "b: *x\nc: !!float 0x1\n\xC3\xA4: 1\n";
    const ptc_source source = {PTC_STR("x.yaml"), {text, sizeof text - 1}};

    for (size_t cap = 64; cap < 20000; cap += 64) {
        ptcc_definition definition;
        ptc_arena arena;
        ptc_arena told;
        ptc_diags diags;

        ptc_arena_init(&arena, NULL, cap);
        ptc_arena_init(&told, NULL, 0);
        ptc_diags_init(&diags, &told);
        diags.source = &source;
        if (ptcc_definition_read(&definition, &arena, &diags))
            cr_expect(diags.errors == 0 && !arena.failed, "with %zu bytes", cap);
        else
            cr_expect(arena.failed, "with %zu bytes", cap);
        ptc_arena_free(&arena);
        ptc_arena_free(&told);
    }
}
