/* SPDX-License-Identifier: MIT */
/* Regular expressions: matching, splitting, replacing, what is refused, limits.
 * [ptc-lisp 11.7, 12] */
#include "lisp_rows.h"

#include "lisp/lisp_int.h"

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
