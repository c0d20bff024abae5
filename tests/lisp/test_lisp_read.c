/* SPDX-License-Identifier: MIT */
/* Programs to forms: every sentence of the lexical grammar, every fault with its place.
 */
#include "lisp_differences.h"

#include "lisp/read/forms.h"
#include "lisp/read/read_int.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct read_case {
    ptc_arena arena;
    ptc_source source;
    ptc_forms forms;
    uint32_t *roots;
    uint32_t count;
    ptc_lisp_error error;
} read_case;

static bool case_read(read_case *test, ptc_str text, size_t cap)
{
    ptc_arena_init(&test->arena, NULL, cap);
    test->source.name = PTC_STR("test.clj");
    test->source.text = text;
    ptc_forms_init(&test->forms, &test->arena, &test->source);
    return ptc_lisp_read(NULL, &test->forms, &test->roots, &test->count, &test->error);
}

/* --- Forms as text ------------------------------------------------------------------ */

static void echo_value(ptc_text *out, const ptc_form *form)
{
    ptc_value value = ptc_value_string(form->text);

    if (form->kind == PTC_FORM_FLOAT)
        value = ptc_value_float(form->number.real);
    ptc_value_write(out, &value);
}

static void echo_symbol(ptc_text *out, const ptc_form *form)
{
    bool is_qualified = (form->flags & PTC_FORM_QUALIFIED) != 0;

    cr_assert_eq((uint64_t)form->number.integer, ptc_symbol_hash(form->text));
    ptc_text_cstr(out, is_qualified ? "<" : "");
    ptc_text_str(out, form->text);
    ptc_text_cstr(out, is_qualified ? ">" : "");
}

static void echo_atom(ptc_text *out, const ptc_form *form)
{
    switch ((int)form->kind) {
    case PTC_FORM_NIL:
        ptc_text_cstr(out, "nil");
        break;
    case PTC_FORM_BOOL:
        ptc_text_cstr(out, form->number.integer ? "true" : "false");
        break;
    case PTC_FORM_INT:
        ptc_text_int(out, form->number.integer);
        break;
    case PTC_FORM_KEYWORD:
        ptc_text_byte(out, ':');
        ptc_text_str(out, form->text);
        break;
    case PTC_FORM_SYMBOL:
        echo_symbol(out, form);
        break;
    case PTC_FORM_REGEX:
        ptc_text_byte(out, '#');
        echo_value(out, form);
        break;
    default:
        echo_value(out, form);
        break;
    }
}

/* Writes the form again, and checks what holds for all: counts, places. */
static void echo_form(ptc_text *out, const read_case *test, uint32_t index)
{
    static const char *const brackets[][2] = {
        {"[", "]"}, {"(", ")"}, {"{", "}"}, {"#{", "}"}};
    const ptc_form *form = &test->forms.items[index];
    uint32_t count = 0;
    uint32_t behind = form->span.start;

    cr_assert(form->span.start < form->span.end &&
              form->span.end <= test->source.text.len);
    cr_assert(form->quotes == 0 || form->flags & PTC_FORM_QUOTED);
    for (unsigned i = 0; i < form->quotes; i++)
        ptc_text_byte(out, '\'');
    if (form->kind < PTC_FORM_VECTOR || form->kind == PTC_FORM_OPAQUE) {
        cr_assert_eq(form->child, 0);
        echo_atom(out, form);
        return;
    }
    ptc_text_cstr(out, form->flags & PTC_FORM_SHORT ? "#" : "");
    ptc_text_cstr(out, brackets[form->kind - PTC_FORM_VECTOR][0]);
    for (uint32_t child = form->child; child != 0; count++) {
        ptc_text_cstr(out, count > 0 ? " " : "");
        cr_assert_geq(test->forms.items[child].span.start, behind);
        echo_form(out, test, child);
        behind = test->forms.items[child].span.end;
        child = test->forms.items[child].next;
    }
    cr_assert_lt(behind, form->span.end);
    cr_assert_eq(count, form->count);
    ptc_text_cstr(out, brackets[form->kind - PTC_FORM_VECTOR][1]);
}

/* All forms of the program, or the message. */
static ptc_str case_echo(read_case *test, ptc_str text)
{
    bool is_read = case_read(test, text, 0);
    ptc_text out;

    ptc_text_init(&out, &test->arena);
    if (!is_read)
        ptc_text_cstr(&out, test->error.message.ptr);
    for (uint32_t i = 0; is_read && i < test->count; i++) {
        ptc_text_cstr(&out, i > 0 ? " | " : "");
        cr_assert_eq(test->forms.items[test->roots[i]].next, 0);
        echo_form(&out, test, test->roots[i]);
    }
    return ptc_text_view(&out);
}

typedef struct echo_row {
    const char *text;
    const char *echo;
} echo_row;

static void check_echoes(const echo_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        read_case test;
        ptc_str echo = case_echo(&test, ptc_str_of(rows[i].text));

        cr_expect(ptc_str_equal(echo, ptc_str_of(rows[i].echo)), "%s -> %s, not %s",
                  rows[i].text, test_cstr(echo), rows[i].echo);
        ptc_arena_free(&test.arena);
    }
}

#define CHECK_ECHOES(rows) check_echoes(rows, sizeof(rows) / sizeof *(rows))

/* --- What is read ------------------------------------------------------------------- */

Test(lisp_read, structure)
{
    static const echo_row rows[] = {
        {"", ""},
        {" \t\r\n,", ""},
        {"; a comment", ""},
        {"\xEF\xBB\xBF(f)", "(f)"},
        {"1 2 3", "1 | 2 | 3"},
        {"(+ 1, 2) ; (ignored\n[3]", "(+ 1 2) | [3]"},
        {"()[]{}#{}#()", "() | [] | {} | #{} | #()"},
        {"(a[b{:c #{d}}](e))", "(a [b {:c #{d}}] (e))"},
        {"#(+ % %2 %&)", "#(+ % %2 %&)"},
        {"#(f)", "#(f)"},
        {"#_ #_ a b c", "c"},
        {"#_#_#_ a b c d", "d"},
        {"[1 #_2 3 #_(4 [5])]", "[1 3]"},
        {"#_(a #_b) c", "c"},
        {"#_ :x", ""},
        {"{:a #_:b 1}", "{:a 1}"},
        {"{:a 1 #_2}", "{:a 1}"},
        {"(a #_ ; what follows\n b c)", "(a c)"},
        {"^:private x", "x"},
        {"^{:doc \"d\"} [1]", "[1]"},
        {"(def ^String ^:dynamic x 1)", "(def x 1)"},
        {"[^ #_a b c d]", "[c d]"},
        {"#_ ^m x y", "y"},
        {"^ ^a b c", "c"},
        {"^m #_z x y", "x | y"},
    };

    CHECK_ECHOES(rows);
}

Test(lisp_read, numbers)
{
    static const echo_row rows[] = {
        {"0 7 10 -0 +0 -5 +5", "0 | 7 | 10 | 0 | 0 | -5 | 5"},
        {"9223372036854775807", "9223372036854775807"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"999999999999999999 1000000000000000000",
         "999999999999999999 | 1000000000000000000"},
        {"0x1F 0XaB -0x10 +0x1 0x7FFFFFFFFFFFFFFF -0x8000000000000000",
         "31 | 171 | -16 | 1 | 9223372036854775807 | -9223372036854775808"},
        {"0.5 -1.25 +2.5 1. 1.e2 007.5", "0.5 | -1.25 | 2.5 | 1.0 | 100.0 | 7.5"},
        {"1e3 1E3 1e+3 1e-3 -2.5e-2 1e400000000000000000000e",
         "Parse error: not a number: `1e400000000000000000000e`; digits follow the e, as "
         "in 1.5e3 at line 1, column 27"},
        {"1e3 1E+3 1e-3 -2.5e-2", "1000.0 | 1000.0 | 0.001 | -0.025"},
        {"1e-400 -0.0", "0.0 | -0.0"},
        {"##Inf ##-Inf ##NaN", "##Inf | ##-Inf | ##NaN"},
        {"(- 1)(-1)", "(- 1) | (-1)"},
        {"1[2]3(4)5\"6\"7;8\n9{}", "1 | [2] | 3 | (4) | 5 | \"6\" | 7 | 9 | {}"},
        {"1\\a", "1 | \"a\""},
    };

    CHECK_ECHOES(rows);
}

Test(lisp_read, texts)
{
    static const echo_row rows[] = {
        {"\"\" \"a b\" \"two\nlines\"", "\"\" | \"a b\" | \"two\\nlines\""},
        {"\"\\\\ \\\" \\n \\t \\r\"", "\"\\\\ \\\" \\n \\t \\r\""},
        {"\"\\b\\f\"", "\"\\b\\f\""},
        {"\"\\061\\0\\07x\"", "\"1\\u0000\\u0007x\""},
        {"\"\\u00e9\\u20AC\\uD83D\\uDE00\"", "\"é€😀\""},
        {"\"é😀\" \"a\"", "\"é😀\" | \"a\""},
        /* Unknown escapes stay as written: patterns are often plain strings. */
        {"\"\\d+\\.\\w\"", "\"\\\\d+\\\\.\\\\w\""},
        {"\"(.)\\1\"", "\"(.)\\\\1\""},
        {"\"\\é\\ \\8\"", "\"\\\\é\\\\ \\\\8\""},
        {"\\a \\Z \\0 \\é \\😀", "\"a\" | \"Z\" | \"0\" | \"é\" | \"😀\""},
        {"\\newline \\space \\tab \\return \\backspace \\formfeed",
         "\"\\n\" | \" \" | \"\\t\" | \"\\r\" | \"\\b\" | \"\\f\""},
        {"\\r \\n \\u \\u0041 \\u20ac", "\"r\" | \"n\" | \"u\" | \"A\" | \"€\""},
        {"(\\a)[\\( \\)\\[\\]\\\\ \\\" \\; \\,]",
         "(\"a\") | [\"(\" \")\" \"[\" \"]\" \"\\\\\" \"\\\"\" \";\" \",\"]"},
        {"[\\ ]", "[\" \"]"},
        {"#\"\" #\"a+\" #\"\\d\\\\\" #\"\\\"q\\\"\"",
         "#\"\" | #\"a+\" | #\"\\\\d\\\\\\\\\" | #\"\\\"q\\\"\""},
        {"#\"[a-z]{2}\\u0041\"", "#\"[a-z]{2}\\\\u0041\""},
    };

    CHECK_ECHOES(rows);
}

Test(lisp_read, names)
{
    static const echo_row rows[] = {
        {"nil true false", "nil | true | false"},
        {"nilly truex falsey nil? true- false'",
         "nilly | truex | falsey | nil? | true- | false'"},
        {"(nil)[true]{false nil}", "(nil) | [true] | {false nil}"},
        {"nil\"\"true;\nfalse", "nil | \"\" | true | false"},
        {"n t f ni tr fals fn not take first",
         "n | t | f | ni | tr | fals | fn | not | take | first"},
        {":a :a-b :+ :-> :a? :b! :_ :* :<=> :1 :1a :-1 :nil",
         ":a | :a-b | :+ | :-> | :a? | :b! | :_ | :* | :<=> | :1 | :1a | :-1 | :nil"},
        {"(:a)[:b]{:c :d}\"\":e", "(:a) | [:b] | {:c :d} | \"\" | :e"},
        {"a a1 a' +' -' *' inc' a.b x->y <=>",
         "a | a1 | a' | +' | -' | *' | inc' | a.b | "
         "x->y | <=>"},
        {"+ - * / < > = ? ! _ % . & $",
         "+ | - | * | / | < | > | = | ? | ! | _ | % | . | & | $"},
        {"(/ 1 2)(- 1)", "(/ 1 2) | (- 1)"},
        {"- -> ->> -a +a .a .-a ... & &b",
         "- | -> | ->> | -a | +a | .a | .-a | ... | & | &b"},
        {"% %1 %20 %& *1 *2 *3", "% | %1 | %20 | %& | *1 | *2 | *3"},
        {"a/b ctx/items str/join a/b/c core// a/1 Math/PI",
         "<a/b> | <ctx/items> | <str/join> | <a/b/c> | <core//> | <a/1> | <Math/PI>"},
        {"(.indexOf s) Date. java.util.Date.", "(.indexOf s) | Date. | java.util.Date."},
        {"é naïve ä/ö 日本", "é | naïve | <ä/ö> | 日本"},
        {"'a '+ 'a/b ' c", "'a | '+ | '<a/b> | 'c"},
        {"(quote x) (quote a/b) '#_z y", "Parse error: `'` goes before names and data; "
                                         "write 'name or '(1 2) at line 1, column 23"},
        {"(quote x) (quote a/b)", "'x | '<a/b>"},
        {"(quote) (quote 1) (quote x y) (quote (a))",
         "(quote) | '1 | (quote x y) | '(a)"},
        {"'(1 (a) \"s\") ' [x] '{:a b} '#{a} '()",
         "'(1 (a) \"s\") | '[x] | '{:a b} | '#{a} | '()"},
        {"''a '(a 'b '(c)) (quote 'x) (quote (quote x)) '(quote x)",
         "''a | '(a 'b '(c)) | ''x | ''x | '(quote x)"},
        {"'(a @b)", "Parse error: there are no atoms: `@`; use def, or reduce at line 1, "
                    "column 5"},
        {"'(a #_#(b) ^:m c . d % 1/2)", "'(a c . d % 0.5)"},
        {"[quote x] #(quote x)", "[quote x] | #(quote x)"},
        {"'nil 'true '5 ':k '\"s\" '\\a", "'nil | 'true | '5 | ':k | '\"s\" | '\"a\""},
        {"#'name #'a/b (f #'x)", "name | <a/b> | (f x)"},
        {"#_'a 'b", "'b"},
    };

    CHECK_ECHOES(rows);
}

/* The words that are recognised without the lexer mean the same before every
 * delimiter. */
Test(lisp_read, words_end_alike)
{
    static const char *const words[] = {"abc", "fn", "nil",        ":kw", "7",
                                        "42",  "+",  "-",          "->",  "a/b",
                                        "%",   "x'", "map-indexed"};
    static const char *const ends[] = {" ", ",", "\n",   "(", ")",   "[",    "]",
                                       "{", "}", "\"\"", ";", "\\a", "^m 1", ""};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        for (size_t j = 0; j < sizeof ends / sizeof *ends; j++) {
            char text[64] = "";
            read_case test;
            const ptc_form *form;

            strcat(strcat(text, words[i]), ends[j]);
            case_read(&test, ptc_str_of(text), 0);
            cr_assert_gt(test.forms.count, 1, "%s", text);
            form = &test.forms.items[1];
            cr_expect_eq(form->span.start, 0, "%s", text);
            cr_expect_eq(form->span.end, strlen(words[i]), "%s", text);
            cr_expect(form->kind == PTC_FORM_SYMBOL || words[i][0] == 'n' ||
                          words[i][0] == ':' || words[i][0] == '7' || words[i][0] == '4',
                      "%s: %u", text, form->kind);
            ptc_arena_free(&test.arena);
        }
    }
}

/* --- Faults ------------------------------------------------------------------------- */

typedef struct fault_row {
    const char *text;
    const char *place; /* "line:column" */
    const char *what;  /* part of the message */
} fault_row;

static void check_faults(const fault_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *text = rows[i].text;
        char place[64];
        char end[64];
        const char *message;
        read_case test;
        bool is_read = case_read(&test, ptc_str_of(text), 0);

        cr_expect(!is_read, "accepted: %s", text);
        if (is_read)
            continue;
        message = test.error.message.ptr;
        cr_expect_eq(test.error.reason, PTC_REASON_PARSE, "%s: %s", text,
                     ptc_reason_name(test.error.reason));
        snprintf(place, sizeof place, "%zu:%zu", test.error.line, test.error.column);
        snprintf(end, sizeof end, " at line %zu, column %zu", test.error.line,
                 test.error.column);
        cr_expect_str_eq(place, rows[i].place, "%s: %s", text, message);
        cr_expect(strncmp(message, "Parse error: ", 13) == 0, "%s: %s", text, message);
        cr_expect(strstr(message, rows[i].what) != NULL, "%s: %s", text, message);
        cr_expect(strlen(message) > strlen(end) &&
                      strcmp(message + strlen(message) - strlen(end), end) == 0,
                  "%s: %s", text, message);
        cr_expect(strchr(message, '\n') == NULL, "%s: %s", text, message);
        ptc_arena_free(&test.arena);
    }
}

#define CHECK_FAULTS(rows) check_faults(rows, sizeof(rows) / sizeof *(rows))

Test(lisp_read, faults_of_structure)
{
    static const fault_row rows[] = {
        {"(", "1:1", "1 `)` is missing at the end; the unclosed `(` begins at line 1"},
        {"(a [b {:c #{", "1:11", "4 closing brackets are missing at the end"},
        {"(a [b {:c #{", "1:11", "`}}])`; the innermost unclosed `#{` begins at"},
        {"(f)\n  #(g", "2:3", "1 `)` is missing at the end; the unclosed `#(` "},
        {"(let [x 1] (+ x 1)", "1:1", "1 `)` is missing at the end"},
        {"(comment", "1:1", "1 `)` is missing at the end"},
        {")", "1:1", "unbalanced `)`; nothing is open there, first at line 1, column 1"},
        {"(+ 1 2))", "1:8", "unbalanced `)`"},
        {"é\n ] )", "2:2", "unbalanced `]`"},
        {"[1 2)", "1:5",
         "`)` does not close the `[` of line 1, column 1; close that with `]`"},
        {"(é 2]", "1:5", "`]` does not close the `(`"},
        {"#{1)", "1:4", "`)` does not close the `#{`"},
        {"#(a}", "1:4", "close that with `)`"},
        {"(let [a 1\n      b 2\n  (+ a b))", "3:10", "`[` of line 1, column 6"},
        {"{:a}", "1:2", "a map needs an even number of forms; the key :a has no value"},
        {"{:a 1 [b\nc]}", "1:7", "the key [b\\u000ac] has no value"},
        {"{:a 1 #_:b 2}", "1:12", "the key 2 has no value"},
        {"#_", "1:1", "`#_` needs a form after it"},
        {"(a #_)", "1:4", "`#_` needs a form after it"},
        {"#_ #_ a", "1:4", "`#_` needs a form after it"},
        {"^", "1:1", "`^` needs a form after it"},
        {"[^:a]", "1:2", "`^` needs a form after it"},
        {"(f ^:a #_x)", "1:8", "`#_` needs a form after it"},
        {"(f) ^{:a 1}", "1:5", "`^` needs a form after it"},
        {"'#(f)", "1:1", "`#(` makes a function, which is not data"},
        {"(f '(1 [#(f)]))", "1:9", "`#(` makes a function, which is not data"},
        {"(quote #(f))", "1:8", "`#(` makes a function, which is not data"},
        {"'(a #'b)", "1:5", "`#'` is not data"},
        {"'", "1:1", "`'` goes before names and data"},
        {"(')", "1:2", "`'` goes before names and data"},
        {"'''a", "1:1", "`'` goes before names and data"},
        {"'#'a", "1:1", "`'` goes before names and data"},
        {"'^:a b", "1:1", "`'` goes before names and data"},
        {"'(1 2", "1:1", "1 `)` is missing at the end"},
        {"'(1 2]", "1:6", "does not close"},
        {"'{a}", "1:3", "a map needs an even number of forms"},
        {"#'", "1:1", "`#'` goes before names only"},
        {"#'5", "1:1", "`#'` goes before names only"},
        {"#'(f)", "1:1", "`#'` goes before names only"},
        {"'1abc", "1:2", "not a number"},
    };

    CHECK_FAULTS(rows);
}

Test(lisp_read, faults_of_tokens)
{
    static const fault_row rows[] = {
        {"1abc", "1:1", "not a number: `1abc`"},
        {"(+ 1 -2x)", "1:6", "not a number: `-2x`"},
        {"1'", "1:1", "not a number"},
        {"1:a", "1:1", "not a number"},
        {"1é", "1:1", "not a number"},
        {"1.2.3", "1:1", "not a number"},
        {"1.2e", "1:1", "digits follow the e"},
        {".5", "1:1", "write a digit before the point"},
        {"-.5", "1:1", "write a digit before the point"},
        {"1/0", "1:1", "a ratio with 0 below the slash"},
        {"-0/0", "1:1", "a ratio with 0 below the slash"},
        {"01/3", "1:1",
         "an integer with a leading zero: `01/3`; octal is not supported; "
         "write 1/3"},
        {"1/-3", "1:1", "not a number"},
        {"1/3/5", "1:1", "not a number"},
        {"1/a", "1:1", "not a number"},
        {"9223372036854775808/2", "1:1", "integer literal out of range"},
        {"1/9223372036854775808", "1:1", "integer literal out of range"},
        {"10N", "1:1", "write it without N"},
        {"1.5M", "1:1", "write it without M"},
        {"2r1010", "1:1", "radix"},
        {"-36rZZ", "1:1", "radix"},
        {"017", "1:1", "leading zero: `017`; octal is not supported; write 17"},
        {"-08", "1:1", "write 8"},
        {"00", "1:1", "write 0"},
        {"0x", "1:1", "hexadecimal"},
        {"0xFG", "1:1", "hexadecimal"},
        {"9223372036854775808", "1:1", "integer literal out of range"},
        {"-9223372036854775809", "1:1", "integer literal out of range"},
        {"(f 123456789012345678901234567890)", "1:4", "integer literal out of range"},
        {"0x8000000000000000", "1:1", "integer literal out of range"},
        {"1e400", "1:1", "larger than any double"},
        {"##Foo", "1:1", "there are ##Inf, ##-Inf and ##NaN"},
        {"##", "1:1", "there are ##Inf"},
        {"##Infx", "1:1", "##Infx"},
        {":", "1:1", "a keyword without a name"},
        {"(: a)", "1:2", "a keyword without a name"},
        {"::a", "1:1", "no namespaced keywords"},
        {"::", "1:1", "no namespaced keywords"},
        {":a/b", "1:1", "no namespaced keywords: `:a/b`"},
        {":a.b", "1:1", "not a keyword: `:a.b`"},
        {":a%", "1:1", "not a keyword"},
        {":a&", "1:1", "not a keyword"},
        {":a'", "1:1", "not a keyword"},
        {":a:b", "1:1", "not a keyword"},
        {":é", "1:1", "not a keyword"},
        {"a#", "1:1", "not a name: `a#`"},
        {"a:b", "1:1", "not a name"},
        {"|", "1:1", "not a name"},
        {"a/", "1:1", "a slash goes between two names"},
        {"/a", "1:1", "a slash goes between two names"},
        {"é/", "1:1", "a slash goes between two names"},
        {"é#", "1:1", "not a name"},
        {"@x", "1:1", "there are no atoms: `@`; use def, or reduce"},
        {"(f `x)", "1:4", "there are no macros"},
        {"~x", "1:1", "there are no macros"},
        {"#inst \"2024\"", "1:1", "tagged literals are not supported: `#inst`"},
        {"#foo", "1:1", "tagged literals"},
        {"#?(:clj 1)", "1:1", "reader conditionals"},
        {"#:a{:b 1}", "1:1", "no namespaced maps"},
        {"#=(f)", "1:1", "`#` begins nothing here"},
        {"#", "1:1", "`#` begins nothing here"},
        {"(f #)", "1:4", "`#` begins nothing here"},
        {"# (f)", "1:1", "`#` begins nothing here"},
        {"#[1]", "1:1", "`#` begins nothing here"},
        {"#\\a", "1:1", "`#` begins nothing here"},
        {"#é", "1:1", "`#` begins nothing here"},
        {"\\", "1:1", "no character follows"},
        {"\\retu", "1:1", "there is no character named `\\retu`"},
        {"\\newlines", "1:1", "\\newline \\space"},
        {"\\(a", "1:1", "there is no character named"},
        {"\\uD800", "1:1", "there is no character named"},
        {"\\u12", "1:1", "there is no character named"},
        {"\"abc", "1:1", "this string is never closed"},
        {"(f \"a\\\")", "1:4", "this string is never closed"},
        {"\"a\\", "1:1", "this string is never closed"},
        {"#\"abc", "1:1", "this pattern is never closed"},
        {"#\"\\\"", "1:1", "this pattern is never closed"},
        {"(println \"a)", "1:10", "this string is never closed"},
        {"\"a\\ud83d\"", "1:3", "half of a surrogate pair"},
        {"\"\\ude00\\ud83d\"", "1:2", "half of a surrogate pair"},
        {"\"é\\u12\"", "1:3", "four hexadecimal digits"},
        {"\"\\uxyzw\"", "1:2", "four hexadecimal digits"},
        {"“a”", "1:1", "a typographic quote"},
        {"(f ‘a’)", "1:4", "a typographic quote"},
        {"(f\xC2\xA0x)", "1:3", "a blank that is not plain; use a plain space"},
        {"\xE2\x80\x8B", "1:1", "a blank that is not plain"},
        {"a\x01", "1:2", "unexpected: `\\u0001`"},
        {"\x0C", "1:1", "unexpected: `\\u000c`"},
    };

    CHECK_FAULTS(rows);
}

/* Bytes that are not UTF-8 are found anywhere, and so is NUL. */
Test(lisp_read, faults_of_encoding)
{
    static const char *const places[] = {"?",  "(f ?)", "\"?\"", "; ?", "#\"?\"",  ":a?",
                                         "a?", "\\?",   "#_?",   "1?",  "\"\\?\"", "?)"};
    static const ptc_str bad[] = {{"\x80", 1},         {"\xC3", 1},
                                  {"\xE2\x82", 2},     {"\xC0\x80", 2},
                                  {"\xED\xA0\x80", 3}, {"\xF4\x90\x80\x80", 4},
                                  {"\xFF", 1},         {"\0", 1}};

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        for (size_t j = 0; j < sizeof bad / sizeof *bad; j++) {
            const char *hole = strchr(places[i], '?');
            size_t before = (size_t)(hole - places[i]);
            const char *what = bad[j].ptr[0] ? "invalid UTF-8" : "a NUL byte";
            char text[32];
            size_t len = before;
            read_case test;

            memcpy(text, places[i], before);
            memcpy(text + len, bad[j].ptr, bad[j].len);
            len += bad[j].len;
            memcpy(text + len, hole + 1, strlen(hole + 1));
            len += strlen(hole + 1);
            cr_assert(!case_read(&test, ptc_str_make(text, len), 0));
            cr_expect_eq(test.error.reason, PTC_REASON_PARSE);
            cr_expect_eq(test.error.offset, before, "%s", places[i]);
            cr_expect_eq(test.error.column, before + 1, "%s", places[i]);
            cr_expect(strstr(test.error.message.ptr, what) != NULL, "%s: %s", places[i],
                      test.error.message.ptr);
            ptc_arena_free(&test.arena);
        }
    }
}

/* Traces have the forms of programs. */
Test(lisp_read, written_back)
{
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    cr_assert(ptc_lisp_write_forms(
        &text, PTC_STR("'(a  b) ; c\n''[x 'y] (quote {a 1}) (quote z) #(f '% 1/2)"),
        &arena));
    cr_expect(ptc_str_equal(ptc_text_view(&text),
                            PTC_STR("'(a b)\n''[x 'y]\n'{a 1}\n(quote z)\n#(f '% 1/2)")),
              "%.*s", (int)text.len, text.ptr);
    ptc_arena_free(&arena);
}

/* --- Vectors ------------------------------------------------------------------------ */

static ptc_str row_text(const ptc_value *row, const char *name)
{
    const ptc_value *value = ptc_value_get(row, name);

    return value ? ptc_value_text(value) : PTC_STR("");
}

static bool is_listed_as_unread(lisp_differences *listed, ptc_str id)
{
    const lisp_difference *row = lisp_differences_find(listed, id);

    return row != NULL && ptc_str_equal(row->ours, PTC_STR("!parse_error"));
}

static void check_vector(lisp_differences *listed, const ptc_value *row)
{
    ptc_str id = row_text(row, "id");
    read_case test;
    bool is_read = case_read(&test, row_text(row, "expr"), 0);

    if (is_listed_as_unread(listed, id))
        cr_expect(!is_read && test.error.reason == PTC_REASON_PARSE,
                  "%s: no parse error, as is listed", test_cstr(id));
    else
        cr_expect(is_read, "%s: %s", test_cstr(id), test.error.message.ptr);
    ptc_arena_free(&test.arena);
}

/* What Clojure evaluates is read, except what lisp_differences.tsv lists as refused. */
Test(lisp_read, clojure_vectors)
{
    static lisp_differences listed;
    ptc_str file;
    ptc_str rest;
    ptc_str line;
    unsigned number = 0;
    unsigned count = 0;

    if (!test_read_shared("lisp_read", "vectors/clojure/clojure_vectors.jsonl", &file))
        return;
    lisp_differences_read(&listed);
    rest = file;
    while (test_next_line(&rest, &line, &number)) {
        ptc_arena arena;
        ptc_value row;

        ptc_arena_init(&arena, NULL, 0);
        cr_assert_eq(ptc_json_read(&arena, line.ptr, line.len, NULL, &row, NULL, NULL),
                     PTC_OK);
        if (ptc_value_get(&row, "ok")->as.boolean) {
            check_vector(&listed, &row);
            count++;
        }
        ptc_arena_free(&arena);
    }
    cr_expect_gt(count, 2000);
    free((void *)(uintptr_t)file.ptr);
}

/* --- Where programs end ------------------------------------------------------------- */

/* Looks at a text as it would come, line by line; counts its forms. */
static ptc_extent take_extent(ptc_str text, unsigned *forms)
{
    ptc_extent extent = {.depth = 0};
    ptc_arena arena;
    ptc_text given;
    ptc_str line;
    size_t at = 0;

    *forms = 0;
    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&given, &arena);
    while (text.len > 0) {
        const char *newline = memchr(text.ptr, '\n', text.len);

        line =
            ptc_str_make(text.ptr, newline ? (size_t)(newline - text.ptr) + 1 : text.len);
        text = ptc_str_make(text.ptr + line.len, text.len - line.len);
        ptc_text_str(&given, line);
        while (ptc_extent_next(&extent, given.ptr, given.len, &at))
            ++*forms;
    }
    ptc_arena_free(&arena);
    return extent;
}

Test(lisp_read, extents)
{
    static const struct {
        const char *text;
        unsigned forms;
        char end; /* whole, open or faulty */
    } rows[] = {
        {"", 0, 'w'},
        {"1 a :b nil", 4, 'w'},
        {"; (\n", 0, 'w'},
        {"(a [b] {c #{d}})", 1, 'w'},
        {"#(", 0, 'o'},
        {"1 (2", 1, 'o'},
        {"\"a", 0, 'o'},
        {"\"a\n\\\"\n", 0, 'o'},
        {"\"a\n\\\"\n\"", 1, 'w'},
        {"\"\\\n\"", 1, 'w'},
        {"#\"(\n", 0, 'o'},
        {"#\"(\n\" 2", 2, 'w'},
        {"\\( \\\"", 2, 'w'},
        {"#_", 0, 'o'},
        {"#_ a", 0, 'w'},
        {"#_ #_ a", 0, 'o'},
        {"#_ #_ a (b) c", 1, 'w'},
        {"'", 0, 'o'},
        {"'\na", 1, 'w'},
        {"#'", 0, 'o'},
        {"#'a", 1, 'w'},
        {"^", 0, 'o'},
        {"^:a", 0, 'o'},
        {"^:a\n^{:b 1} c", 1, 'w'},
        {"#_ ^:a b", 0, 'w'},
        {")", 0, 'f'},
        {"1 (]", 1, 'f'},
        {"'(", 0, 'o'},
        {"'(a '[b]) ''c '#{d} e", 4, 'w'},
        {"'\n(1\n2)", 1, 'w'},
        {"#_ '(a) '\"b\nc\"", 1, 'w'},
        {"'#(f)", 0, 'f'},
        {"#''a", 0, 'f'},
        {"#'(a)", 0, 'f'},
        {"'^", 0, 'f'},
        {"('", 0, 'o'},
        {"(')", 0, 'f'},
        {"' '", 0, 'o'},
        {"@a", 0, 'f'},
        {"1x", 0, 'f'},
        {"#", 0, 'f'},
        {"(%) %1", 2, 'w'},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned forms;
        ptc_extent extent = take_extent(ptc_str_of(rows[i].text), &forms);
        char end = extent.is_faulty ? 'f' : ptc_extent_is_open(&extent) ? 'o' : 'w';

        cr_expect(forms == rows[i].forms, "%s: %u forms", rows[i].text, forms);
        cr_expect(end == rows[i].end, "%s: %c", rows[i].text, end);
    }
}

/* Of random texts: what the reader takes is whole and has as many forms, and what it
 * finds open is open. */
Test(lisp_read, extents_agree_with_the_reader)
{
    static const char *const parts[] = {"(",  ")",  "[",  "]",    "{",    "}",   "#{",
                                        "#(", "\"", "#_", "'",    "#'",   "^",   "a ",
                                        "7 ", "\n", ";",  "#\"x", "\\\"", ":k ", "\\( "};
    test_random random = test_random_start("lisp_read extents", 509);

    for (int round = 0; round < 20000; round++) {
        char text[64] = "";
        unsigned count = 1 + test_random_below(&random, 12);
        read_case test;
        ptc_extent extent;
        unsigned forms;
        bool is_good;

        while (count-- > 0)
            strcat(text, parts[test_random_below(&random, sizeof parts / sizeof *parts)]);
        extent = take_extent(ptc_str_of(text), &forms);
        is_good = case_read(&test, ptc_str_of(text), 0);
        if (is_good)
            cr_expect(!extent.is_faulty && !ptc_extent_is_open(&extent) &&
                          forms == test.count,
                      "%s: %u forms", text, forms);
        else if (strstr(test.error.message.ptr, "never closed") != NULL ||
                 strstr(test.error.message.ptr, "missing at the end") != NULL)
            cr_expect(ptc_extent_is_open(&extent), "%s", text);
        ptc_arena_free(&test.arena);
    }
}
