/* SPDX-License-Identifier: MIT */
/* Regular expressions: matching, splitting, replacing, what is refused, limits.
 * [ptc-lisp 11.7, 12] */
#include "lisp_rows.h"

#include "lisp/heap/heap_int.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>
#include <time.h>

Test(lisp_regex, finding)
{
    static const lisp_row rows[] = {
        {"(re-find #\"ms=(\\d+)\" \"a ms=12 b\")", "[\"ms=12\" \"12\"]", NULL},
        {"(re-find #\"\\d+\" \"a 12 b\")", "\"12\"", NULL},
        {"(re-find #\"x\" \"a\")", "nil", NULL},
        {"(re-find #\"(a)|(b)\" \"b\")", "[\"b\" nil \"b\"]", NULL},
        {"(re-find #\"\" \"\")", "\"\"", NULL},
        {"(re-find #\"\\w+\" \"\xc3\xa9\")", "nil", NULL},
        {"(re-find #\"(?<y>\\d{4})-\\k<y>\" \"x 2026-2026\")", "[\"2026-2026\" \"2026\"]",
         NULL},
        {"(re-find (re-pattern \"(\\\\w)\\\\1\") \"hello\")", "[\"ll\" \"l\"]", NULL},
        {"(map #(re-find #\"^a\" %) [\"ab\" \"ba\"])", "[\"a\" nil]", NULL},
        {"(let [[_ k v] (re-find #\"(\\w+)=(\\w+)\" \"a=b\")] [k v])", "[\"a\" \"b\"]",
         NULL},
        {"(re-find \"a\" \"b\")", "!type_error", "write (re-find #\"pattern\" text)"},
        {"(re-find #\"a\" nil)", "!type_error", NULL},
        {"(re-find \"text\" #\"a\")", "!type_error", NULL},
        {"(re-find #\"a\")", "!arity_error", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_regex, whole_texts)
{
    static const lisp_row rows[] = {
        {"(re-matches #\"a|ab\" \"ab\")", "\"ab\"", NULL},
        {"(re-matches #\"a\" \"ab\")", "nil", NULL},
        {"(re-matches #\"a\" \"a\\n\")", "nil", NULL},
        {"(re-matches #\"a$\" \"a\\n\")", "nil", NULL},
        {"(re-matches #\"(a)(b)?\" \"a\")", "[\"a\" \"a\" nil]", NULL},
        {"(re-matches #\"(\\d+)-(\\d+)\" \"10-20\")", "[\"10-20\" \"10\" \"20\"]", NULL},
        {"(re-matches #\"\" \"\")", "\"\"", NULL},
        {"(re-matches #\".*?\" \"abc\")", "\"abc\"", NULL},
        {"(filterv (fn [s] (re-matches #\"\\p{Lu}\\p{L}*\" s)) [\"\xc3\x84pfel\" \"x\"])",
         "[\"\xc3\x84pfel\"]", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_regex, sequences)
{
    static const lisp_row rows[] = {
        {"(re-seq #\"a*\" \"baac\")", "[\"\" \"aa\" \"\" \"\"]", NULL},
        {"(re-seq #\"\\d\" \"abc\")", "nil", NULL},
        {"(re-seq #\"(\\w)=(\\d)\" \"a=1 b=2\")",
         "[[\"a=1\" \"a\" \"1\"] [\"b=2\" \"b\" \"2\"]]", NULL},
        {"(seq? (re-seq #\"a\" \"a\"))", "true", NULL},
        {"(re-seq #\"\" \"\xc3\xa9\xf0\x9f\x98\x80\")", "[\"\" \"\" \"\"]", NULL},
        {"(re-seq #\".\" \"\xc3\xa9\xf0\x9f\x98\x80\")",
         "[\"\xc3\xa9\" \"\xf0\x9f\x98\x80\"]", NULL},
        {"(re-seq #\"a*?\" \"aa\")", "[\"\" \"\" \"\"]", NULL},
        {"(count (re-seq #\"\\w+\" (join \" \" (range 1000))))", "1000", NULL},
        {"(re-seq #\"\\b\" \"ab c\")", "[\"\" \"\" \"\" \"\"]", NULL},
        {"(re-seq #\"\\Ga\" \"aaba\")", "[\"a\" \"a\"]", NULL},
        /* \G is where the search begins, even in texts that are searched in parts */
        {"(count (re-seq #\"\\Ga|b\" (join (concat (repeat 200 \"ab\") [\"c\"] (repeat "
         "200 \"a\") [\"b\"]))))",
         "401", NULL},
        {"(count (re-seq #\"\\G.|x\" (join (repeat 200 \"\xc3\xa9\"))))", "200", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_regex, splitting)
{
    static const lisp_row rows[] = {
        {"(split \"a, b,,c,,\" #\",\\s*\")", "[\"a\" \"b\" \"\" \"c\"]", NULL},
        {"(split \"a,b,,\" #\",\")", "[\"a\" \"b\"]", NULL},
        {"(split \"a,b,,\" #\",\" -1)", "[\"a\" \"b\" \"\" \"\"]", NULL},
        {"(split \"a1b2c3\" #\"\\d\" -1)", "[\"a\" \"b\" \"c\" \"\"]", NULL},
        {"(split \"a1b2c3\" #\"(\\d)\" 2)", "[\"a\" \"b2c3\"]", NULL},
        {"(split \"a1b2c3\" #\"\\d\" 1)", "[\"a1b2c3\"]", NULL},
        {"(split \"a1b2c3\" #\"\\d\" 0)", "[\"a\" \"b\" \"c\"]", NULL},
        {"(split \"\" #\",\")", "[\"\"]", NULL},
        {"(split \"\" #\"x*\")", "[\"\"]", NULL},
        {"[(split \",\" #\",\") (split \",,\" #\"[,]\")]", "[[] []]", NULL},
        {"(split \",a\" #\"[,]\")", "[\"\" \"a\"]", NULL},
        {"(split \"abc\" #\"\")", "[\"a\" \"b\" \"c\"]", NULL},
        {"(split \"abc\" #\"x*\")", "[\"a\" \"b\" \"c\"]", NULL},
        {"(split \"aBcD\" #\"(?=[A-Z])\")", "[\"a\" \"Bc\" \"D\"]", NULL},
        {"(split \"a b  c\" #\"\\s+\")", "[\"a\" \"b\" \"c\"]", NULL},
        {"(split \"a,b\" \",\")", "[\"a\" \"b\"]", NULL},
        {"(re-split #\",\" \"a,b,,\")", "[\"a\" \"b\"]", NULL},
        {"(re-split #\"\\d\" \"a1b\")", "[\"a\" \"b\"]", NULL},
        {"(clojure.string/split \"a1b\" #\"\\d\")", "[\"a\" \"b\"]", NULL},
        {"(str/split \"a1b\" #\"\\d\")", "[\"a\" \"b\"]", NULL},
        {"(split \"a\" 1)", "!type_error", NULL},
        {"(split nil #\"a\")", "!type_error", NULL},
        {"(vector? (split \"a b\" #\"\\s\"))", "true", NULL},
        {"(count (split (join \", \" (range 3000)) #\", ?\"))", "3000", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_regex, replacing)
{
    static const lisp_row rows[] = {
        {"(replace \"2026-01-17\" #\"(\\d+)-(\\d+)\" \"$2/$1\")", "\"01/2026-17\"", NULL},
        {"(replace \"abc\" #\"b\" \"[$0]\")", "\"a[b]c\"", NULL},
        {"(replace \"john smith\" #\"(?<f>\\w+) (?<l>\\w+)\" \"${l} ${f}\")",
         "\"smith john\"", NULL},
        {"(replace \"a.b\" #\"\\.\" \"\\\\$\")", "\"a$b\"", NULL},
        {"(replace \"a.b\" #\"\\.\" \"\\\\\\\\\")", "\"a\\\\b\"", NULL},
        {"(replace \"ab\" #\"(a)(x)?\" \"<$2>\")", "\"<>b\"", NULL},
        {"(replace \"ab\" #\"(a)\" \"$12\")", "\"a2b\"", NULL},
        {"(replace \"aaa\" #\"a\" \"\")", "\"\"", NULL},
        {"(replace \"abc\" #\"\" \"-\")", "\"-a-b-c-\"", NULL},
        {"(replace \"abc\" #\"x\" \"$9\")", "\"abc\"", NULL},
        {"(replace \"a+a\" \"a\" \"$1\")", "\"$1+$1\"", NULL},
        {"(replace \"abc\" #\"b\" upper-case)", "\"aBc\"", NULL},
        {"(replace \"a1b22\" #\"(\\w)(\\d+)\" (fn [[_ l d]] (str d l)))", "\"1a22b\"",
         NULL},
        {"(replace \"abc\" #\"[ab]\" {\"a\" \"1\" \"b\" \"2\"})", "\"12c\"", NULL},
        {"(replace \"a.b.c\" #\"\\.\" (fn [_] \"$0\"))", "\"a$0b$0c\"", NULL},
        {"(replace-first \"aXbX\" #\"X\" \"y\")", "\"aybX\"", NULL},
        {"(replace-first \"a1b2\" #\"\\d\" \"<$0>\")", "\"a<1>b2\"", NULL},
        {"(replace-first \"a1b2\" #\"\\d\" (fn [d] (str d d)))", "\"a11b2\"", NULL},
        {"(str/replace \"a-b\" #\"-\" \"_\")", "\"a_b\"", NULL},
        {"(replace \"ab\" #\"(a)\" \"$2\")", "!runtime_error", "no group of that number"},
        {"(replace \"ab\" #\"(a)\" \"${x}\")", "!runtime_error", "no group of that name"},
        {"(replace \"ab\" #\"(a)\" \"$\")", "!runtime_error", NULL},
        {"(replace \"ab\" #\"(a)\" \"$x\")", "!runtime_error", "refers to no group"},
        {"(replace \"ab\" #\"a\" (fn [_] 1))", "!type_error", "got number; use str"},
        {"(replace \"ab\" #\"a\" 1)", "!not_callable", NULL},
        {"(replace \"ab\" #\"a\" (fn [m] (replace m #\"a\" (fn [_] \"x\"))))", "\"xb\"",
         NULL},
        /* What the function does may push the pattern out of the cache. */
        {"(replace \"a1a2a3\" #\"a(\\d)\" (fn [[_ d]] (reduce (fn [s i] (str (re-find "
         "(re-pattern (str \"x?\" i)) (str d i)))) \"\" (range 100))))",
         "\"999999\"", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_regex, extracting)
{
    static const lisp_row rows[] = {
        {"(extract \"id=(\\\\w+)\" \"id=ab\")", "\"ab\"", NULL},
        {"(extract #\"id=(\\w+)\" \"x\")", "nil", NULL},
        {"(extract #\"id=(\\w+)\" \"id=ab\" 0)", "\"id=ab\"", NULL},
        {"(extract #\"(a)(b)?\" \"a\" 2)", "nil", NULL},
        {"(extract #\"a\" \"a\")", "nil", NULL},
        {"(extract-int #\"id=(\\d+)\" \"id=42\")", "42", NULL},
        {"(extract-int \"id=(.+)\" \"id=x\" 1 7)", "7", NULL},
        {"(extract-int \"id=(.+)\" \"id=x\")", "nil", NULL},
        {"(extract-int \"-?\\\\d+\" \"t -5\" 0)", "-5", NULL},
        {"(extract-int \"(\\\\d+)\" \"99999999999999999999\" 1 0)", "0", NULL},
        {"(extract 1 \"a\")", "!type_error", NULL},
        {"(extract \"(\" \"a\")", "!runtime_error", "at character 1: ( is never closed"},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_regex, values)
{
    static const lisp_row rows[] = {
        {"[#\"a\\d\" #\"a\\\"b\"]", "[#\"a\\d\" #\"a\\\"b\"]", NULL},
        {"(str #\"a\\d\")", "\"a\\\\d\"", NULL},
        {"(str \"x\" #\"a\")", "\"xa\"", NULL},
        {"(pr-str (re-pattern \"\\\\d\"))", "\"#\\\"\\\\d\\\"\"", NULL},
        {"[(regex? #\"a\") (regex? \"a\") (type #\"a\")]", "[true false :regex]", NULL},
        {"(let [re #\"a\"] (identical? re re))", "!unbound_var", NULL},
        {"(let [re #\"a\"] [(= re re) (= #\"a\" #\"b\") (= re (re-pattern re))])",
         "[true false true]", NULL},
        {"(let [re (re-pattern \"a\") m {re 1}] [(get m re) (count (set [re re]))])",
         "[1 1]", NULL},
        {"(#\"a\" \"a\")", "!not_callable", NULL},
        {"(re-pattern 1)", "!type_error", NULL},
        {"(re-pattern :a)", "!type_error", NULL},
        {"(let [re (re-pattern \"(\\\\d)\") xs (mapv str (range 300))] (count (filter "
         "#(re-find re %) xs)))",
         "300", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

/* --- What Java reads in its own way ------------------------------------------------- */

Test(lisp_regex, dialect)
{
    static const lisp_row rows[] = {
        /* Ends of lines. */
        {"(re-seq #\"$\" \"a\\r\\n\")", "[\"\" \"\"]", NULL},
        {"(re-seq #\".\" \"a\\n\\r\\u0085\\u2028\\u2029\\u000bb\")",
         "[\"a\" \"\\u000B\" \"b\"]", NULL},
        {"[(re-find #\"a$\" \"a\\n\") (re-find #\"a$\" \"a\\r\\n\") (re-find #\"a$\" "
         "\"a\\n\\n\") "
         "(re-find #\"a$\" \"a\\u2028\") (re-find #\"a\\Z\" \"a\\n\") (re-find #\"a\\z\" "
         "\"a\\n\")]",
         "[\"a\" \"a\" nil \"a\" \"a\" nil]", NULL},
        {"(re-seq #\"(?m)^\\w\" \"ab\\ncd\\r\\nef\\rgh\\n\")",
         "[\"a\" \"c\" \"e\" \"g\"]", NULL},
        {"(re-seq #\"(?m)\\w$\" \"ab\\ncd\\r\\nef\")", "[\"b\" \"d\" \"f\"]", NULL},
        {"(re-seq #\"(?md)\\w$\" \"ab\\ncd\\r\\nef\")", "[\"b\" \"f\"]", NULL},
        {"(re-find #\"(?m)^\" \"\")", "nil", NULL},
        {"[(re-find #\"(?s).+\" \"a\\nb\") (re-find #\".+\" \"a\\nb\")]",
         "[\"a\\nb\" \"a\"]", NULL},
        {"(re-seq #\"\\R\" \"a\\r\\nb\\nc\\u0085\")", "[\"\\r\\n\" \"\\n\" \"\xc2\x85\"]",
         NULL},
        {"(re-find #\"\\R\\n\" \"\\r\\n\")", "\"\\r\\n\"", NULL},
        /* What ends a line in two characters must not be skipped as one. */
        {"(re-seq #\"[^a]\" \"\\r\\n\")", "[\"\\r\" \"\\n\"]", NULL},
        /* Letters and their cases. */
        {"[(re-find #\"(?i)\xc3\xa9\" \"\xc3\x89\") (re-find #\"(?iu)\xc3\xa9\" "
         "\"\xc3\x89\")]",
         "[nil \"\xc3\x89\"]", NULL},
        {"[(re-find #\"(?i)k\" \"\\u212a\") (re-find #\"(?iu)k\" \"\\u212a\")]",
         "[nil \"\xe2\x84\xaa\"]", NULL},
        {"(re-find #\"(?iu)\\u212a\" \"k\")", "\"k\"", NULL},
        {"[(re-find #\"a(?i)b\" \"aB\") (re-find #\"a(?i:b)c\" \"aBC\") (re-find "
         "#\"(a(?i)b|c)D\" \"CD\") (re-find #\"(?i)[a-c]+\" \"xAbC\")]",
         "[\"aB\" nil [\"CD\" \"C\"] \"AbC\"]", NULL},
        {"(re-find #\"(?i)(a)\\1\" \"aA\")", "[\"aA\" \"a\"]", NULL},
        {"[(re-find #\"\\w\" \"\xc3\xa9\") (re-find #\"(?U)\\w\" \"\xc3\xa9\") (re-find "
         "#\"\\d\" "
         "\"\\u0663\") (re-find #\"(?U)\\d\" \"\\u0663\")]",
         "[nil \"\xc3\xa9\" nil \"\xd9\xa3\"]", NULL},
        {"[(re-seq #\"\\b\" \"\xc3\xa9\") (re-seq #\"(?U)\\b\" \"\xc3\xa9\")]",
         "[nil [\"\" \"\"]]", NULL},
        /* Properties. */
        {"(re-seq #\"\\p{Lu}|\\pN|\\p{Punct}|\\P{ASCII}\" \"aB1,\xc3\xa9\")",
         "[\"B\" \"1\" \",\" \"\xc3\xa9\"]", NULL},
        {"[(re-find #\"\\p{Alpha}+\" \"1ab\") (re-find #\"\\p{IsAlphabetic}+\" "
         "\"1\xc3\xa9"
         "b\") (re-find #\"\\p{javaUpperCase}\" \"a\xc3\x89\") (re-find "
         "#\"\\p{IsGreek}\" "
         "\"a\\u03b1\") (re-find #\"\\p{script=Greek}\" \"\\u03b1\")]",
         "[\"ab\" \"\xc3\xa9"
         "b\" \"\xc3\x89\" \"\xce\xb1\" \"\xce\xb1\"]",
         NULL},
        {"[(re-seq #\"\\p{javaWhitespace}|\\p{IsJoin_Control}\" \"a \\u200d\\u2028\") "
         "(re-seq "
         "#\"\\p{javaWhitespace}|\\p{IsJoin_Control}\" \"a\\t\")]",
         "[[\" \" \"\xe2\x80\x8d\" \"\xe2\x80\xa8\"] [\"\\t\"]]", NULL},
        /* Brackets. */
        {"(re-find #\"[a-z&&[^aeiou]]+\" \"aebcd\")", "\"bcd\"", NULL},
        {"(re-find #\"[a-d[m-p]]+\" \"xadmpz\")", "\"admp\"", NULL},
        {"(re-find #\"[^a-c[x]]+\" \"abxdez\")", "\"dez\"", NULL},
        {"(re-find #\"[\\p{L}&&[^\\p{Lu}]]+\" \"A\xc3\xa9"
         "bcD\")",
         "\"\xc3\xa9"
         "bc\"",
         NULL},
        {"(re-find #\"[a[^b-z]]+\" \"ba1b\")", "\"a1\"", NULL},
        {"(re-find #\"[a&&b]\" \"ab\")", "nil", NULL},
        {"(re-find #\"[\\w&&\\D&&[^_]]+\" \"1_a2\")", "\"a\"", NULL},
        {"[(re-find #\"[]a]+\" \"a]\") (re-find #\"[^]]\" \"]x\") (re-find #\"[-a]+\" "
         "\"a-\") (re-find #\"[a-]+\" \"-a\") (re-find #\"[\\]\\[]+\" \"[]\")]",
         "[\"a]\" \"x\" \"a-\" \"-a\" \"[]\"]", NULL},
        {"(re-find #\"[\\Q]^-\\E]+\" \"a-^]\")", "\"-^]\"", NULL},
        {"(re-find #\"[\\x41\\u0042\\x{43}\\0104\\t]+\" \"xABCD\\t\")", "\"ABCD\\t\"",
         NULL},
        {"(re-find #\"[\\uD83D\\uDE00]\" \"a\xf0\x9f\x98\x80\")", "\"\xf0\x9f\x98\x80\"",
         NULL},
        /* Quotes, escapes, comments. */
        {"(re-find #\"\\Qa.b\\E+\" \"a.bbb\")", "\"a.bbb\"", NULL},
        {"(re-find #\"\\Qa(b\" \"a(b\")", "\"a(b\"", NULL},
        {"(re-find #\"\\x41\\u0042\\0103\\e?\\cJ\" \"ABC\\n\")", "\"ABC\\n\"", NULL},
        {"(re-find #\"(?x) a b # c\\n\" \"ab\")", "\"ab\"", NULL},
        {"(re-find #\"(?x)a\\ [ b ]+ \" \"a b\")", "\"a b\"", NULL},
        {"(re-find #\"[\\h]\\H\\v\\V\" \"\\u00a0a\\nb\")",
         "\"\xc2\xa0"
         "a\\nb\"",
         NULL},
        {"(re-find #\"\\/\\-\\\"\" \"/-\\\"\")", "\"/-\\\"\"", NULL},
        /* Repetition, look-around, references. */
        {"[(re-find #\"a{2}\" \"aaa\") (re-find #\"a{2,}\" \"aaa\") (re-find "
         "#\"a{1,2}?\" "
         "\"aaa\") (re-find #\"a++a\" \"aaa\") (re-find #\"(?>a+)a\" \"aaa\")]",
         "[\"aa\" \"aaa\" \"a\" nil nil]", NULL},
        {"[(re-find #\"(?<=\\d)x\" \"x1x\") (re-find #\"(?<!\\d)x\" \"1xx\") (re-find "
         "#\"x(?=1)\" "
         "\"x1\") (re-find #\"x(?!1)\" \"x1x\")]",
         "[\"x\" \"x\" \"x\" \"x\"]", NULL},
        {"[(re-find #\"(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\10\" \"abcdefghijj\")]",
         "[[\"abcdefghijj\" \"a\" \"b\" \"c\" \"d\" \"e\" \"f\" \"g\" \"h\" \"i\" "
         "\"j\"]]",
         NULL},
        {"(re-find #\"(a)\\11\" \"aa1\")", "[\"aa1\" \"a\"]", NULL},
        {"(re-find #\"\\1(a)|b\" \"ab\")", "[\"b\" nil]", NULL},
        {"(re-find #\"\\2(a)\" \"a\")", "nil", NULL},
        {"(re-find #\"^*a\" \"ba\")", "\"a\"", NULL},
        {"[(re-find #\"}\" \"}\") (re-find #\"]\" \"]\")]", "[\"}\" \"]\"]", NULL},
        {"(re-find #\"a|\" \"b\")", "\"\"", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

/* --- What is refused ---------------------------------------------------------------- */

static const struct refused {
    const char *pattern;
    unsigned character; /* from 1 */
    const char *why;
} refused[] = {
    {"(a", 1, "( is never closed"},
    {"a)", 2, "closes nothing"},
    {"[a", 1, "[ is never closed"},
    {"\xc3\xa9[z-a]", 3, "a higher character to a lower"},
    {"*a", 1, "nothing to repeat"},
    {"a**", 3, "nothing to repeat"},
    {"a{2}{3}", 5, "nothing to repeat"},
    {"a{", 2, "{ repeats"},
    {"a{x}", 2, "{ repeats"},
    {"a{3,2}", 2, "above the upper limit"},
    {"a{99999}", 2, "65535"},
    {"a{99999999999999999999}", 2, "65535"},
    {"\\q", 1, "no such escape"},
    {"[\\b]", 2, "no meaning within brackets"},
    {"\\x4", 1, "two hexadecimal digits"},
    {"\\x{110000}", 1, "no such character"},
    {"\\uD800", 1, "half of a pair"},
    {"\\u12", 1, "four hexadecimal"},
    {"\\p{Foo}", 1, "no such property"},
    {"\\p{InGreek}", 1, "no such property"},
    {"\\p{L", 1, "never closed"},
    {"\\p{IsKlingon}", 1, "no such property or script"},
    {"\\k<x>", 1, "no group of this name"},
    {"\\k1", 1, "name of a group"},
    {"(?<1>a)", 1, "names of groups"},
    {"(?<a>b)(?<a>c)", 8, "another group"},
    {"(?<=a*)b", 1, "fixed length"},
    /* What only PCRE2 and Perl have. */
    {"(*LIMIT_MATCH=9)a", 2, "nothing to repeat"},
    {"(*NO_JIT)a", 2, "nothing to repeat"},
    {"(*UTF)a", 2, "nothing to repeat"},
    {"(*UCP)a", 2, "nothing to repeat"},
    {"a(*SKIP)(*F)", 3, "nothing to repeat"},
    {"(*sr:a)", 2, "nothing to repeat"},
    {"(?R)", 1, "there is no such group"},
    {"(?1)", 1, "there is no such group"},
    {"(?+1)", 1, "there is no such group"},
    {"(?&n)", 1, "there is no such group"},
    {"(?P<n>a)", 1, "(?<name>..)"},
    {"(?P>n)", 1, "there is no such group"},
    {"(?'n'a)", 1, "there is no such group"},
    {"(?(1)a)", 1, "there is no such group"},
    {"(?|a)", 1, "there is no such group"},
    {"(?#c)", 1, "there is no such group"},
    {"(?C1)", 1, "there is no such group"},
    {"(?J)", 1, "there is no such group"},
    {"\\C", 1, "no such escape"},
    {"\\K", 1, "no such escape"},
    {"\\N", 1, "no such escape"},
    {"\\g1", 1, "no such escape"},
    {"\\b{g}", 1, "not supported"},
    {"\\y", 1, "no such escape"},
    {"((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((a))))))))))))))))"
     "))"
     "))))))))))))))))))))))))))))))))))))))))))))))))",
     51, "at most 50"},
    {"((a{1,999}){1,999}){1,999}", 3, "too large"},
};

/* As a literal, with its place, and made by the program. */
Test(lisp_regex, refuses)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const struct refused *row = &refused[i];
        char text[512];
        lisp_answer answer;
        ptc_lisp_error *error;
        char *at = text;

        snprintf(text, sizeof text, "(when false #\"%s\")", row->pattern);
        answer = lisp_evaluate(ptc_str_of(text), NULL, NULL);
        error = &answer.result.error;
        cr_expect(!answer.is_ok && error->reason == PTC_REASON_RUNTIME &&
                      error->column == 14 + row->character &&
                      (row->why == NULL || strstr(error->message.ptr, row->why) != NULL),
                  "%s: column %zu: %s", row->pattern, error->column,
                  error->message.ptr != NULL ? error->message.ptr : "accepted");
        lisp_forget(&answer);
        at += sprintf(at, "(re-pattern \"");
        for (const char *c = row->pattern; *c; c++)
            at += sprintf(at, *c == '\\' ? "\\\\" : "%c", *c);
        strcpy(at, "\")");
        answer = lisp_evaluate(ptc_str_of(text), NULL, NULL);
        error = &answer.result.error;
        snprintf(text, sizeof text, "at character %u: ", row->character);
        cr_expect(!answer.is_ok && error->reason == PTC_REASON_RUNTIME &&
                      strstr(error->message.ptr, text) != NULL,
                  "%s: %s", row->pattern, error->message.ptr);
        lisp_forget(&answer);
    }
}

Test(lisp_regex, literals_are_looked_at_first)
{
    static const lisp_row rows[] = {
        {"(println 1) #\"(\"", "!runtime_error",
         "Analysis error: in a pattern: ( is never"},
        {"(do #\"[\" 1)", "!runtime_error", NULL},
        {"(fn [] #\"*\")", "!runtime_error", NULL},
        {"(comment #\"(\")", "nil", NULL},
        {"(re-pattern \"a\\\\\")", "!runtime_error", "at character 2: a backslash ends"},
        {"[1 {:a #\"a(\"}]", "!runtime_error", NULL},
    };
    lisp_answer answer =
        lisp_evaluate(PTC_STR("(println 1)\n  #\"\\\"\\\\\\\"x(\""), NULL, NULL);

    cr_expect(answer.result.output.len == 0 && answer.result.error.line == 2 &&
                  answer.result.error.column == 12,
              "%zu:%zu", answer.result.error.line, answer.result.error.column);
    lisp_forget(&answer);
    LISP_CHECK_ROWS(rows);
}

/* --- Limits ------------------------------------------------------------------------- */

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* A pattern never takes long, whatever it is. */
Test(lisp_regex, complex_patterns_end)
{
    /* What must come is there, but not where it can be reached: else PCRE2 sees at once
     * that nothing can match. */
    static const char *const texts[] = {
        "(re-find #\"(a+)+$\" (str (apply str (repeat 60 \"a\")) \"b\"))",
        "(re-find #\"(a|aa)+$\" (str (apply str (repeat 60 \"a\")) \"b\"))",
        "(re-find #\"(a|a?)+$\" (str (apply str (repeat 60 \"a\")) \"b\"))",
        "(re-matches #\"(.*)*x\" (str (apply str (repeat 40 \"ab\")) \"xb\"))",
        "(re-find #\"(?:.*,){20}P\" (str (apply str (repeat 200 \"a,\")) \"\\nP\"))",
        "(re-find #\"(.*)(.*)(.*)(.*)(.*)[bc]z\" (str (apply str (repeat 500 \"a\")) "
        "\"\\nz\"))",
        "(re-find #\"(x+x+)+y\" (str (apply str (repeat 3000 \"x\")) \" y\"))",
        "(re-seq #\"(x+x+)+y\" (str (apply str (repeat 300 \"x\")) \" y\"))",
        "(split (str (apply str (repeat 100 \"a\")) \" b\") #\"(a*)*b\")",
        "(replace (str (apply str (repeat 100 \"a\")) \" b\") #\"(a*)*b\" \"\")",
        "(re-find #\"(?:a|b)*c\" (str (apply str (repeat 2000 \"ab\")) \" c\"))",
        "(re-find #\"^(([a-z])+.)+[A-Z]([a-z])+$\" (apply str (repeat 80 \"a\")))",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double start = seconds();
        lisp_answer answer = lisp_evaluate(ptc_str_of(texts[i]), NULL, NULL);
        double taken = seconds() - start;

        cr_expect(answer.result.error.reason == PTC_REASON_RUNTIME &&
                      strstr(answer.result.error.message.ptr,
                             "regex complexity limit exceeded") != NULL,
                  "%s: %s", texts[i], answer.result.error.message.ptr);
        cr_expect(taken < 5, "%s: %.2f s", texts[i], taken);
        lisp_forget(&answer);
    }
}

/* 2 MiB, made at once. */
#define LONG_X "(reduce (fn [t _] (str t t)) \"x\" (range 21))"
#define LONG_E "(reduce (fn [t _] (str t t)) \"\xc3\xa9\" (range 20))"

/* Quadratic work over long texts sees the clock. */
Test(lisp_regex, deadlines)
{
    static const char *const texts[] = {
        "(re-seq #\"x*+y\" " LONG_X ")",
        "(re-find #\"x*?x*+y\" " LONG_X ")",
        "(re-find #\"(x*)\\1y\" " LONG_X ")",
        "(re-find #\"(x+x+)+y\" " LONG_X ")",
        "(re-find #\"(?=(x*)y)z|x*y\" " LONG_X ")",
        "(re-matches #\"(?:x*?,)?(?:x|x)*\\p{L}{9,}y\" " LONG_E ")",
        "(split " LONG_X " #\"(?:x{1000}){60}y\")",
        "(replace " LONG_X " #\"(?s).{60000}+y|x*y\" \"\")",
        "(count (re-seq #\"x*y\" (apply str (repeat 32000 \"x\"))))",
        "(re-find #\"[a-z]*.*[0-9]\" (apply str (repeat 32000 \"x\")))",
        "(re-find #\"\\Gq|x{0,300}x{0,300}[yz]\" (apply str (repeat 32000 \"x\")))",
        "(loop [i 0] (if (< i 100000) (do (re-find #\"x*x*y\" (apply str (repeat 200 "
        "\"x\"))) "
        "(recur (inc i))) i))",
        "(reduce (fn [n i] (re-find (re-pattern (str \"((a{1,50}){1,9}){1,9}\" i)) "
        "\"a\")) 0 "
        "(range 100000))",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ptc_lisp_options options;
        lisp_answer answer;
        double start = seconds();

        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.time_ms = 50;
        options.heap = 100000000;
        answer = lisp_evaluate(ptc_str_of(texts[i]), &options, NULL);
        cr_expect(answer.is_ok || answer.result.error.reason == PTC_REASON_TIMEOUT ||
                      strstr(answer.result.error.message.ptr, "complexity") != NULL,
                  "%s: %s", texts[i], answer.result.error.message.ptr);
        cr_expect(seconds() - start < 5, "%s: %.2f s", texts[i], seconds() - start);
        lisp_forget(&answer);
    }
}

Test(lisp_regex, sizes)
{
    static const lisp_row rows[] = {
        {"(count (str (re-pattern (apply str (repeat 256 \"a\")))))", "256", NULL},
        {"(re-pattern (apply str (repeat 257 \"a\")))", "!runtime_error",
         "at character 257: a pattern has at most 256 bytes"},
        {"(re-pattern (apply str (repeat 129 \"\xc3\xa9\")))", "!runtime_error", NULL},
        {"(count (first (split (str \"x,\" (apply str (repeat 99999 \"y\"))) #\"[,]\" "
         "1)))",
         "100001", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

/* Texts beyond 32 KiB are searched to their end, whatever a match has to see: matches
 * that cross windows, look behind, end with the text, or do not exist. */
Test(lisp_regex, long_texts)
{
    static const lisp_row rows[] = {
        {"(count (re-find #\"(?s).*\" (join (repeat 40000 \"a\"))))", "40000", NULL},
        {"(count (re-find #\"(?s).*\" (join (repeat 20000 \"\xe2\x82\xac\"))))", "20000",
         NULL},
        {"(count (re-seq #\"a\" (join (repeat 40000 \"a\"))))", "40000", NULL},
        {"(map count (re-seq #\"(?s).{5000}\" (join (repeat 30000 \"a\"))))",
         "[5000 5000 5000 5000 5000 5000]", NULL},
        {"(map count (re-seq #\"(?s).{10,65535}\" (join (repeat 99999 \"a\"))))",
         "[65535 34464]", NULL},
        {"(map count (re-seq #\"[ab]{3000}\" (join (repeat 9001 \"a\"))))",
         "[3000 3000 3000]", NULL},
        {"(re-find #\"b\" (str (join (repeat 32768 \"a\")) \"b\"))", "\"b\"", NULL},
        {"(map count (split (str (join (repeat 32767 \"a\")) \",,b\") #\",\"))",
         "[32767 0 1]", NULL},
        {"(map count (split (str (join (repeat 32767 \"a\")) \",,b\") #\"[,]\"))",
         "[32767 0 1]", NULL},
        {"(subs (replace (str (join (repeat 32767 \"a\")) \",,b\") #\",\" \";\") "
         "32767)",
         "\";;b\"", NULL},
        {"(subs (replace (str (join (repeat 32767 \"a\")) \",,b\") #\"[,]\" \";\") "
         "32767)",
         "\";;b\"", NULL},
        {"(subs (replace (str (join (repeat 32767 \"a\")) \",,b\") #\",\" (fn [_] "
         "\";\")) 32767)",
         "\";;b\"", NULL},
        {"(let [t (str (join (repeat 70000 \"a\")) \"b\\n\")] [(re-find #\"ab$\" t) "
         "(re-find #\"ab\\z\" t) (re-find #\"ab\\Z\" t) (count (re-find #\"^a+\" t)) "
         "(re-find #\"(?<=aaa)b\" t) (re-find #\"(?<!a)b\" t) (re-find #\"\\Bb\\b\" t) "
         "(count (re-find #\"a*+b\" t)) (count (re-matches #\"a+b\\s\" t)) "
         "(re-matches #\"a+b\" t) (re-find #\"(?=a*c)a\" t)])",
         "[\"ab\" nil \"ab\" 70000 \"b\" nil \"b\" 70001 70002 nil nil]", NULL},
        /* a match of everything, taken back by what follows */
        {"(let [t (str (join (repeat 200000 \"a\")) \"bc\")] [(count (re-find "
         "#\"(?s).*b\" t)) (count (re-find #\"(?s).*?c\" t)) (count (re-find "
         "#\"[ab]{9,}c\" t)) (map count (re-find #\"(a+)(b)c\" t))])",
         "[200001 200002 200002 [200002 200000 1]]", NULL},
        {"(let [t (join (repeat 3000 \"12-34 foo\\r\\n\"))] [(count (re-seq "
         "#\"(\\d+)-(\\d+) (?:foo|bar)\" t)) (count (re-seq #\"(?m)foo$\" t)) "
         "(count (re-seq #\"\\Z\" t)) (count (re-seq #\"(?:\\S|\\h)+\" t)) (count "
         "(re-seq #\"\\R\" t)) (count (split t #\"\\r\\n\")) (count (re-seq "
         "#\"\\G\\d+-\\d+ \\w+\\s+\" t)) (extract-int #\"(\\d+)\\D+\\z\" t)])",
         "[3000 3000 2 3000 3000 3000 3000 34]", NULL},
        {"(let [t (join (repeat 3000 \"\xc3\xa9\xc3\xa4 \xf0\x9f\x98\x80\"))] [(count "
         "(re-seq #\"\\p{L}+\" t)) (count (re-seq #\"(\\p{L}|\\s)+\" t)) (count "
         "(re-seq #\".{4}\" t)) (count (replace t #\"\xc3\xa9(\\p{L})\" \"$1\"))])",
         "[3000 3000 3000 9000]", NULL},
        {"(count (re-find #\"(\\w{500})\\s\\1\" (str (join (repeat 40000 \"a\")) "
         "\" \" (join (repeat 600 \"a\")))))",
         "2", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

/* 5 MB: each word once, in time that grows with the text. */
Test(lisp_regex, texts_of_megabytes)
{
    static const char text[] =
        "(def t (reduce (fn [t _] (str t t)) \"ab 1, c\\u00e9d.\\n\" (range 19)))"
        "[(count t) (count (re-seq #\"\\w+\" t)) (count (split t #\"\\s+\")) "
        "(count (replace t #\"\\d\" \"\")) (re-find #\"x\" t) (re-find "
        "#\"(?:ab|d)\\d\" t) (count (re-seq #\"(?:b 1|c.d)+\" t)) "
        "(count (re-find #\"(?s)^.*$\" t))]";
    ptc_lisp_options options;
    lisp_answer answer;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.heap = 400000000;
    options.time_ms = 60000;
    answer = lisp_evaluate(ptc_str_of(text), &options, NULL);
    cr_expect(answer.is_ok, "%s", answer.result.error.message.ptr);
    cr_expect(ptc_str_equal(answer.result.printed,
                            PTC_STR("[5767168 2097152 1572864 5242880 nil nil 1048576 "
                                    "5767168]")),
              "%s", test_cstr(answer.result.printed));
    lisp_forget(&answer);
}

/* The 64 patterns that are kept make room for others, whose values stay good. */
Test(lisp_regex, many_patterns)
{
    static const lisp_row rows[] = {
        {"(let [res (mapv (fn [i] (re-pattern (str \"^x\" i \"(y*)$\"))) (range 200))] "
         "(= (range "
         "200) (map (fn [i] (dec (count (re-find (nth res i) (str \"x\" i (apply str "
         "(repeat (- "
         "i 1) \"y\"))))))) (map (fn [_] 2) res))))",
         "false", NULL},
        {"(let [res (mapv (fn [i] (re-pattern (str \"^x\" i \"(y*)$\"))) (range 200))] "
         "(every? "
         "(fn [i] (= [(str \"x\" i \"yy\") \"yy\"] (re-find (nth res i) (str \"x\" i "
         "\"yy\")))) "
         "(concat (range 200) (reverse (range 200)))))",
         "true", NULL},
        {"(def re #\"a(.)\") (map (fn [i] (re-find (re-pattern (str i)) \"\")) (range "
         "100)) "
         "(re-find re \"ab\")",
         "[\"ab\" \"b\"]", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

/* Memory keeps a regex when its program is gone. */
Test(lisp_regex, kept_in_memory)
{
    static const struct {
        const char *text;
        const char *printed;
    } rows[] = {
        {"(def re #\"(\\d+)\") (def made (re-pattern (str \"[a-\" \"c]+\")))", "#'made"},
        {"[(re-find re \"a12\") (re-find made \"xabc\")]", "[[\"12\" \"12\"] \"abc\"]"},
        {"(count (map (fn [i] (re-pattern (str i \"x\"))) (range 100)))", "100"},
        {"[re (re-find re \"a13\") (re-find made \"xab\")]",
         "[#\"(\\d+)\" [\"13\" \"13\"] \"ab\"]"},
    };
    ptc_lisp *lisp;

    cr_assert_eq(ptc_lisp_new(NULL, &lisp), PTC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_source source = {PTC_STR("kept"), ptc_str_of(rows[i].text)};
        ptc_lisp_result result;
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 0);
        cr_expect(ptc_lisp_eval(&arena, lisp, &source, PTC_LISP_PRINTED, &result) ==
                          PTC_OK &&
                      ptc_str_equal(result.printed, ptc_str_of(rows[i].printed)),
                  "%s: %s", rows[i].text, test_cstr(result.printed));
        ptc_arena_free(&arena);
    }
    ptc_lisp_free(lisp);
}

/* Machine code, made after some searches, gives what the interpreter gave before. */
Test(lisp_regex, machine_code_gives_the_same)
{
    static const lisp_row rows[] = {
        {"(apply = (map (fn [_] (re-seq #\"(\\w+)@(\\w+)\\.com\" \"a@b.com x cc@dd.com "
         "a@.com\")) "
         "(range 40)))",
         "true", NULL},
        {"(apply = (map (fn [_] (re-seq #\"\\d*\" \"a12b\")) (range 40)))", "true", NULL},
        {"(apply = (map (fn [_] (re-matches #\"(\\d+)-(\\d+)?\" \"12-\")) (range 40)))",
         "true", NULL},
        {"(apply = (map (fn [_] (re-seq #\"(?m)^.$\" \"a\\nb\\r\\nc\")) (range 40)))",
         "true", NULL},
        {"(distinct (map (fn [_] (re-find #\"x*y\" (apply str (repeat 500 \"x\")))) "
         "(range 40)))",
         "[nil]", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

/* Steps do not depend on the contents of the cache, nor on machine code. */
Test(lisp_regex, fuel_is_exact)
{
    static const char text[] = "(reduce (fn [n i] (+ n (count (re-find #\"\\d+\" (str "
                               "\"a\" i))))) 0 (range 50))";
    lisp_answer first = lisp_evaluate(ptc_str_of(text), NULL, NULL);
    ptc_lisp_options options;
    lisp_answer again;

    cr_assert(first.is_ok);
    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.fuel = first.result.fuel_used;
    again = lisp_evaluate(ptc_str_of(text), &options, NULL);
    cr_expect(again.is_ok);
    lisp_forget(&again);
    options.fuel--;
    again = lisp_evaluate(ptc_str_of(text), &options, NULL);
    cr_expect(again.result.error.reason == PTC_REASON_FUEL);
    lisp_forget(&again);
    lisp_forget(&first);
}
