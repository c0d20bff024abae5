/* SPDX-License-Identifier: MIT */
/* Strings: making, finding, splitting, case; values as text. [ptc-lisp 11.7, 11.8] */
#include "lisp_rows.h"

#include "lisp/text/text_int.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

Test(lisp_text, str)
{
    static const lisp_row rows[] = {
        {"(str)", "\"\"", NULL},
        {"(str nil)", "\"\"", NULL},
        {"(str \"a\" 1 :k nil true 1.5 \"b\")", "\"a1:ktrue1.5b\"", NULL},
        {"(str [\"a\" nil 1.0 {:b \"c\"}] #{:x})",
         "\"[\\\"a\\\" nil 1.0 {:b \\\"c\\\"}]#{:x}\"", NULL},
        {"[(str ##Inf) (str ##-Inf ##NaN) (str [##Inf ##NaN])]",
         "[\"Infinity\" \"-InfinityNaN\" \"[##Inf ##NaN]\"]", NULL},
        {"[(str 100.0) (str 1e7) (str 0.001) (str 1e-4) (str 0.1) (str -0.0) (str "
         "4.9e-324)]",
         "[\"100.0\" \"1.0E7\" \"0.001\" \"1.0E-4\" \"0.1\" \"-0.0\" \"4.9E-324\"]",
         NULL},
        {"[(str 12345678901234567.0) (str 1e21) (str 9999999.9)]",
         "[\"1.2345678901234568E16\" \"1.0E21\" \"9999999.9\"]", NULL},
        {"[(str []) (str {}) (str #{}) (str '[a ()]) (str -5)]",
         "[\"[]\" \"{}\" \"#{}\" \"[a []]\" \"-5\"]", NULL},
        {"[(str []) (str {}) (str #{}) (str 'a) (str -5)]",
         "[\"[]\" \"{}\" \"#{}\" \"a\" \"-5\"]", NULL},
        {"(str (map inc [1 2]))", "\"[2 3]\"", NULL},
        {"(apply str (interpose \", \" [1 2 3]))", "\"1, 2, 3\"", NULL},
        {"(count (reduce (fn [s i] (str s i)) \"\" (range 200)))", "490", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_text, printing)
{
    static const lisp_row rows[] = {
        {"[nil true false 1 1.5 \"a\\\"b\\\\\\n\\t\\r\" :k-b]",
         "[nil true false 1 1.5 \"a\\\"b\\\\\\n\\t\\r\" :k-b]", NULL},
        {"\"\\f\\b\\u0001é\"", "\"\\u000C\\u0008\\u0001é\"", NULL},
        {"{:b 2 :a 1 \"c\" [1 {}]}", "{:b 2 :a 1 \"c\" [1 {}]}", NULL},
        {"{1 2 nil 3}", "{1 2 nil 3}", NULL},
        {"#{3 1 2}", "#{3 1 2}", NULL},
        {"(set (range 20))", "#{0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19}",
         NULL},
        {"(zipmap (range 18) (range 18))",
         "{0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 11 11 12 12 13 13 14 14 15 15 "
         "16 "
         "16 17 17}",
         NULL},
        {"(pr-str)", "\"\"", NULL},
        {"(pr-str \"a\" :b nil 1.0)", "\"\\\"a\\\" :b nil 1.0\"", NULL},
        {"(pr-str \"é\\n\")", "\"\\\"é\\\\n\\\"\"", NULL},
        {"(map pr-str [##Inf ##-Inf ##NaN])", "[\"##Inf\" \"##-Inf\" \"##NaN\"]", NULL},
        {"(map pr-str [inc (fn [x & more] x) 'name (def x 1)])",
         "[\"#<builtin>\" \"#fn[x & more]\" \"name\" \"#'x\"]", NULL},
        {"[(fn [] 1) + 'q]", "[#fn[] #<builtin> q]", NULL},
        {"(reduce (fn [v _] [v]) [] (range 600))", "!runtime_error",
         "nested deeper than 512 levels"},
        {"(count (str (reduce (fn [v _] [v]) [] (range 512))))", "1026", NULL},
        {"(count (str (reduce (fn [v _] [v]) [] (range 513))))", "!runtime_error",
         "nested deeper than 512 levels"},
        {"(str (reduce (fn [v _] [v v]) [1] (range 40)))", "!memory_exceeded", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

static void check_canonical(const char *text, const char *expected)
{
    lisp_answer answer = lisp_evaluate(ptc_str_of(text), NULL, NULL);

    cr_expect(answer.is_ok &&
                  ptc_str_equal(answer.result.canonical, ptc_str_of(expected)),
              "%s: %s", text, test_cstr(answer.result.canonical));
    lisp_forget(&answer);
}

/* The form that results of Clojure are compared in. */
Test(lisp_text, canonical)
{
    check_canonical("{:b 1 :a 2}", "{:a 2 :b 1}");
    check_canonical("{:b 1 \"a\" 2 3 4 nil 5 true 6 false 7 [1] 8}",
                    "{nil 5 false 7 true 6 3 4 \"a\" 2 :b 1 [1] 8}");
    check_canonical("#{10 9 2.5 -1 ##NaN 1.0 1}", "#{-1 1 1.0 2.5 9 10 ##NaN}");
    check_canonical("#{\"a\" \"a!\" \"B\"}", "#{\"B\" \"a!\" \"a\"}");
    check_canonical("{:z {:y 1 :x 2} :a #{#{2 1} [2 1] {}}}",
                    "{:a #{[2 1] {} #{1 2}} :z {:x 2 :y 1}}");
    check_canonical("[\"\\f\\b\\u0001\" inc (fn [x]) (map inc [1])]",
                    "[\"\\f\\b\x01\" #fn #fn [2]]");
    check_canonical("[1e10 ##Inf -0.0]", "[1.0E10 ##Inf -0.0]");
    check_canonical("[{} #{} []]", "[{} #{} []]");
    check_canonical(
        "(into {} (map (fn [i] [(- i) i]) (range 20)))",
        "{-19 19 -18 18 -17 17 -16 16 -15 15 -14 14 -13 13 -12 12 -11 11 -10 10 "
        "-9 9 -8 8 -7 7 -6 6 -5 5 -4 4 -3 3 -2 2 -1 1 0 0}");
}

Test(lisp_text, join_and_names)
{
    static const lisp_row rows[] = {
        {"[(join [1 2]) (join \", \" [1 nil \"a\" :k]) (join \",\" nil) (join [])]",
         "[\"12\" \"1, , a, :k\" \"\" \"\"]", NULL},
        {"[(join \"-\" \"abc\") (join \"-\" {:b 2 :a 1}) (join nil [1 2]) (join 0 [1 "
         "2])]",
         "[\"a-b-c\" \"[:b 2]-[:a 1]\" \"12\" \"102\"]", NULL},
        {"(join \",\" [[1 \"a\"] {}])", "\"[1 \\\"a\\\"],{}\"", NULL},
        {"(join \",\" 5)", "!type_error", "join: invalid argument types: string, number"},
        {"(clojure.string/join \"+\" (range 3))", "\"0+1+2\"", NULL},
        {"[(name :abc) (name \"x\") (keyword \"a-b\") (keyword :k) (keyword nil) "
         "(keyword 5)]",
         "[\"abc\" \"x\" :a-b :k nil nil]", NULL},
        {"(name 5)", "!type_error", "name: invalid argument types: number"},
        {"(name nil)", "!type_error", "name"},
        {"(keyword \"a b\")", "!runtime_error", "\"a b\""},
        {"(keyword \"\")", "!runtime_error", NULL},
        {"(= (keyword (str \"a\" \"b\")) :ab)", "true", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_text, parts)
{
    static const lisp_row rows[] = {
        {"[(subs \"hello\" 1) (subs \"hello\" 1 3) (subs \"hello\" 0 0) (subs \"hello\" "
         "5)]",
         "[\"ello\" \"el\" \"\" \"\"]", NULL},
        {"[(subs \"abc\" -1) (subs \"abc\" 1 99) (subs \"abc\" 2 1) (subs \"abc\" 9)]",
         "[\"\" \"bc\" \"\" \"\"]", NULL},
        {"[(subs \"añb🇩🇪c\" 1 4) (subs \"e\\u0301x\" 1) (subs \"a\\r\\nb\" 1 2) (subs "
         "\"abc\" 1.9)]",
         "[\"ñb🇩🇪\" \"x\" \"\\r\" \"bc\"]", NULL},
        {"(subs \"abc\" 0 "
         "9223372036854775807)",
         "\"abc\"", NULL},
        {"(subs nil 1)", "!type_error", "subs: invalid argument types: nil, number"},
        {"(subs \"abc\" \"1\")", "!type_error", "subs"},
        {"[(clojure.string/reverse \"abc\") (clojure.string/reverse \"xe\\u0301\")]",
         "[\"cba\" \"e\xCC\x81x\"]", NULL},
        {"[(trim \"  a b \\n\") (triml \" a \") (trimr \" a \") (trim \"\") (trim \" "
         "\\t\")]",
         "[\"a b\" \"a \" \" a\" \"\" \"\"]", NULL},
        {"[(trim \"\\u3000a\\u2003\") (trim \"\\u00a0a\\u2007\") (trim "
         "\"\\u001fa\\u2028\")]",
         "[\"a\" \"\xC2\xA0\x61\xE2\x80\x87\" \"a\"]", NULL},
        {"[(trim-newline \"a\\r\\n\\n\") (trim-newline \"a \\n \") (trim-newline "
         "\"\\n\")]",
         "[\"a\" \"a \\n \" \"\"]", NULL},
        {"[(blank? nil) (blank? \"\") (blank? \" \\u2003\\n\") (blank? \" a\") "
         "(blank? \"\\u00a0\")]",
         "[true true true false false]", NULL},
        {"(trim nil)", "!type_error", "trim: invalid argument types: nil"},
        {"(blank? 5)", "!type_error", "blank?"},
        {"[(split-lines \"a\\nb\\r\\nc\\n\\n\") (split-lines \"\") (split-lines \"\\n\") "
         "(split-lines \"\\na\\rb\")]",
         "[[\"a\" \"b\" \"c\"] [\"\"] [] [\"\" \"a\\rb\"]]", NULL},
        {"(vector? (split-lines \"a\"))", "true", NULL},
        {"(split-lines :a)", "!type_error", "split-lines"},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_text, find)
{
    static const lisp_row rows[] = {
        {"[(starts-with? \"abc\" \"ab\") (starts-with? \"abc\" \"\") (starts-with? \"a\" "
         "\"ab\")]",
         "[true true false]", NULL},
        {"[(ends-with? \"abc\" \"bc\") (ends-with? \"\" \"\") (ends-with? \"abc\" "
         "\"ab\")]",
         "[true true false]", NULL},
        {"[(includes? \"abc\" \"b\") (includes? \"abc\" \"\") (includes? \"abc\" "
         "\"cb\")]",
         "[true true false]", NULL},
        {"(includes? nil \"a\")", "!type_error",
         "includes?: invalid argument types: nil, string"},
        {"(starts-with? \"a\" nil)", "!type_error", "starts-with?"},
        {"[(index-of \"hello\" \"l\") (index-of \"hello\" \"l\" 3) (index-of \"hello\" "
         "\"z\") "
         "(index-of \"hello\" \"\" 9) (index-of \"hello\" \"h\" -3) (index-of \"\" "
         "\"\")]",
         "[2 3 nil 5 0 0]", NULL},
        {"[(index-of \"añb🇩🇪c\" \"c\") (index-of \"a\\r\\nb\" \"b\") (index-of \"añb\" "
         "\"b\" 2)]",
         "[4 3 2]", NULL},
        {"[(last-index-of \"hello\" \"l\") (last-index-of \"hello\" \"l\" 2) "
         "(last-index-of \"hello\" \"h\" 0) (last-index-of \"hello\" \"l\" -1) "
         "(last-index-of \"hello\" \"\") (last-index-of \"hello\" \"z\") "
         "(last-index-of \"hello\" \"lo\" 3)]",
         "[3 2 0 nil 5 nil 3]", NULL},
        {"(index-of \"a\" 5)", "!type_error", "index-of"},
        {"(index-of \"a\" \"a\" nil)", "!type_error", "index-of"},
        {"[(replace \"abcabc\" \"b\" \"XY\") (replace \"aaa\" \"aa\" \"b\") "
         "(replace \"abc\" \"\" \"-\") (replace \"a\" \"a\" \"$1\") (replace \"abc\" "
         "\"z\" \"y\")]",
         "[\"aXYcaXYc\" \"ba\" \"-a-b-c-\" \"$1\" \"abc\"]", NULL},
        {"[(replace \"a.b.c\" \".\" \"\") (replace \"é\" \"\" \"-\")]",
         "[\"abc\" \"-é-\"]", NULL},
        {"(replace {1 :one} [1 2])", "[:one 2]", NULL},
        {"(replace nil \"a\" \"b\")", "!type_error", "replace"},
        {"(replace \"a\" \"a\" 5)", "!type_error", "replace: invalid argument types"},
        {"[(replace-first \"abab\" \"b\" \"X\") (replace-first \"abc\" \"\" \"-\") "
         "(replace-first \"abc\" \"z\" \"-\")]",
         "[\"aXab\" \"-abc\" \"abc\"]", NULL},
        {"(count (replace (apply str (repeat 1000 \"ab\")) \"ab\" \"xyz\"))", "3000",
         NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_text, split)
{
    static const lisp_row rows[] = {
        {"[(split \"a,b,c\" \",\") (split \"a, b\" \", \") (split \",a,,b,,\" \",\")]",
         "[[\"a\" \"b\" \"c\"] [\"a\" \"b\"] [\"\" \"a\" \"\" \"b\"]]", NULL},
        {"[(split \"\" \",\") (split \",\" \",\") (split \"abc\" \",\") (split \"\" "
         "\"\")]",
         "[[\"\"] [] [\"abc\"] [\"\"]]", NULL},
        {"[(split \"a,b,c\" \",\" 2) (split \"a,b,,\" \",\" -1) (split \"a,,\" \",\" 5) "
         "(split \"a,b\" \",\" 1) (split \"a,,\" \",\" 0)]",
         "[[\"a\" \"b,c\"] [\"a\" \"b\" \"\" \"\"] [\"a\" \"\" \"\"] [\"a,b\"] [\"a\"]]",
         NULL},
        {"[(split \"aéb\" \"\") (split \"abc\" \"\" 2) (split \"ab\" \"\" -1)]",
         "[[\"a\" \"é\" \"b\"] [\"a\" \"bc\"] [\"a\" \"b\" \"\"]]", NULL},
        {"(vector? (split \"a b\" \" \"))", "true", NULL},
        {"(split nil \",\")", "!type_error",
         "split: invalid argument types: nil, string"},
        {"(split \"a\" :b)", "!type_error", "split"},
        {"(count (split (apply str (repeat 5000 \"a,\")) \",\"))", "5000", NULL},
        {"(->> (split \"the cat the\" \" \") frequencies)", "{\"the\" 2 \"cat\" 1}",
         NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_text, letter_case)
{
    static const lisp_row rows[] = {
        {"[(upper-case \"abcXYZ-1{\") (lower-case \"ABCxyz@[\") (upcase \"a\") (downcase "
         "\"A\")]",
         "[\"ABCXYZ-1{\" \"abcxyz@[\" \"A\" \"a\"]", NULL},
        {"[(upper-case \"straße éñ ﬁ ÿ ŉ\") (lower-case \"ÉÑ ŞİŸ\")]",
         "[\"STRASSE ÉÑ FI Ÿ ʼN\" \"éñ şi\xCC\x87ÿ\"]", NULL},
        {"[(upper-case \"αβγ ΐ\") (lower-case \"ΑΣ ΣΑΣ Σ ΑΣ. ΑΣΑ\")]",
         "[\"ΑΒΓ \xCE\x99\xCC\x88\xCC\x81\" \"ας σας σ ας. ασα\"]", NULL},
        {"[(upper-case \"жшї ა\") (lower-case \"ЖШЇ\") (upper-case \"𐐨\") (lower-case "
         "\"𐐀\")]",
         "[\"ЖШЇ Ა\" \"жшї\" \"𐐀\" \"𐐨\"]", NULL},
        {"[(capitalize \"hELLO wORLD\") (capitalize \"\") (capitalize \"éA\") "
         "(capitalize \"ß\")]",
         "[\"Hello world\" \"\" \"Éa\" \"SS\"]", NULL},
        {"(upper-case nil)", "!type_error", "upper-case: invalid argument types: nil"},
        {"(upcase 5)", "!type_error", "upcase"},
        {"(lower-case :A)", "!type_error", "lower-case"},
        {"(capitalize nil)", "!type_error", "capitalize"},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_text, format)
{
    static const lisp_row rows[] = {
        {"[(format \"%-5d|%5d|%05d\" 42 -42 -42) (format \"%,d\" 1234567) (format "
         "\"%+d\" 5)]",
         "[\"42   |  -42|-0042\" \"1,234,567\" \"+5\"]", NULL},
        {"[(format \"% d\" 5) (format \"%(d\" -5) (format \"%,d\" -123) (format \"%d\" "
         "3.0)]",
         "[\" 5\" \"(5)\" \"-123\" \"3\"]", NULL},
        {"[(format \"%10s|%-10s|%.2s\" \"abc\" \"é\" \"xyz\") (format \"%s\" nil) "
         "(format \"%s %s\" [1 \"a\"] {:a 1.0}) (format \"%S\" \"straße\")]",
         "[\"       abc|é         |xy\" \"\" \"[1 \\\"a\\\"] {:a 1.0}\" \"STRASSE\"]",
         NULL},
        {"[(format \"%.2f\" 3.14159) (format \"%.2f\" 1.005) (format \"%.1f\" 0.25) "
         "(format \"%.2f\" 2.675) (format \"%.0f\" 3.5) (format \"%.0f\" 0.5) (format "
         "\"%f\" 1)]",
         "[\"3.14\" \"1.01\" \"0.3\" \"2.68\" \"4\" \"1\" \"1.000000\"]", NULL},
        {"[(format \"%.2f\" 99.999) (format \"%.1f\" 0.04) (format \"%.3f\" 1e-10) "
         "(format \"%.2f\" -0.001) (format \"%,.2f\" 1234567.891) (format \"%.1f\" "
         "1e21)]",
         "[\"100.00\" \"0.0\" \"0.000\" \"-0.00\" \"1,234,567.89\" "
         "\"1000000000000000000000.0\"]",
         NULL},
        {"[(format \"%08.2f|%-8.1f|\" -3.14159 2.5) (format \"%.2f\" "
         "-9223372036854775808)]",
         "[\"-0003.14|2.5     |\" \"-9223372036854775808.00\"]", NULL},
        {"[(format \"%e\" 12345.678) (format \"%.2e\" 0.000999999) (format \"%E\" 0.0) "
         "(format \"%.0e\" 1e100)]",
         "[\"1.234568e+04\" \"1.00e-03\" \"0.000000E+00\" \"1e+100\"]", NULL},
        {"[(format \"%g\" 12345.678) (format \"%g\" 1234567.8) (format \"%.3g\" 0.0001) "
         "(format \"%g\" 0.00001) (format \"%g\" 0.0) (format \"%.3g\" 999.9)]",
         "[\"12345.7\" \"1.23457e+06\" \"0.000100\" \"1.00000e-05\" \"0.00000\" "
         "\"1.00e+03\"]",
         NULL},
        {"[(format \"%x %X %o %#x\" 255 255 8 255) (format \"%x\" -1) (format \"%04x\" "
         "10)]",
         "[\"ff FF 10 0xff\" \"ffffffffffffffff\" \"000a\"]", NULL},
        {"[(format \"%b %b %b\" nil false 0) (format \"%c%c\" \"é\" 65) (format "
         "\"100%%%n\")]",
         "[\"false false true\" \"éA\" \"100%\\n\"]", NULL},
        {"[(format \"%2$s %1$s %s %s\" \"a\" \"b\") (format \"%s %<s\" 1) (format \"%s\" "
         "1 2)]",
         "[\"b a a b\" \"1 1\" \"1\"]", NULL},
        {"[(format \"%d %.2f %c\" nil nil nil) (format \"%5.1f|%f\" ##Inf ##NaN) "
         "(format \"%05f\" ##-Inf)]",
         "[\"null null null\" \"Infinity|NaN\" \"-Infinity\"]", NULL},
        {"(format \"\")", "\"\"", NULL},
        {"(format \"%d\" 1.5)", "!runtime_error", "%d expects an integer"},
        {"(format \"%d\" \"1\")", "!runtime_error", "got \"1\""},
        {"(format \"%f\" \"x\")", "!runtime_error", "%f expects a number"},
        {"(format \"%q\" 1)", "!runtime_error", "%q is not a conversion"},
        {"(format \"50%\")", "!runtime_error", "% is not a conversion"},
        {"(format \"%s %s\" 1)", "!runtime_error", "%s has no argument"},
        {"(format \"%<s\" 1)", "!runtime_error", "has no argument"},
        {"(format \"%99999d\" 1)", "!runtime_error", "wider than 10000"},
        {"(format \"%c\" \"ab\")", "!runtime_error", "one character"},
        {"(format nil)", "!type_error", "format: invalid argument types: nil"},
        {"(count (format \"%10000d\" 1))", "10000", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

/* An index from one function is valid for all: the character there is the same. */
Test(lisp_text, places_cross)
{
    static const char *const texts[] = {
        "",
        "abc",
        "a\\r\\nb\\r\\n",
        "\\ud83c\\udf4ealt", /* an apple */
        "e\\u0301e\\u0301x", /* combining marks */
        "\\u0301x",          /* a mark alone */
        "\\ud83c\\udde9\\ud83c\\uddea\\ud83c\\uddeb\\ud83c\\uddf7\\ud83c\\udde9", /* flags
                                                                                   */
        "x\\ud83d\\udc68\\u200d\\ud83d\\udc69\\u200d\\ud83d\\udc67\\ud83d\\udc4d\\ud83c\\"
        "udffd",                               /* joined */
        "\\u1100\\u1161\\u11a8\\uac00\\u11a8", /* Hangul */
        "\\u0000\\u0915\\u093f\\r\\n\\u200d",
    };
    char program[2048];

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        lisp_row row = {program, "[]", NULL};

        snprintf(program, sizeof program,
                 "(let [s \"%s\" n (count s)]"
                 " (remove identity (concat"
                 "  [(= n (.length s) (count (seq s)))]"
                 "  (for [i (range n) :let [c (.charAt s i)]]"
                 "   (and (= c (nth s i) (get s i) (subs s i (inc i)) (first (subs s i))"
                 "           (.substring s i (inc i)) (nth (vec s) i))"
                 "        (= 1 (count c) (.length c))"
                 "        (= (split-at i s) [(vec (subs s 0 i)) (drop i s)])"
                 "        (= (subs s i) (.substring s i) (str/join (drop i s)))"
                 "        (= i (.indexOf s (subs s i) i) (str/index-of s (subs s i) i))"
                 "        (= i (.lastIndexOf s (subs s i)))"
                 "        (= i (str/last-index-of s c i) (.lastIndexOf s c i))"
                 "        (= (.indexOf s c) (str/index-of s c))"
                 "        (str/starts-with? (subs s (.indexOf s c)) c)))"
                 "  [(= s (apply str (map (fn [i] (.charAt s i)) (range n))))])))",
                 texts[i]);
        lisp_check_rows(&row, 1);
    }
}

/* What begins inside of a grapheme is at that grapheme: from there on there is such a
 * part. */
Test(lisp_text, places_inside)
{
    static const lisp_row rows[] = {
        {"(let [s \"ae\\u0301x\" m \"\\u0301\"] [(index-of s m) (.indexOf s m) "
         "(last-index-of "
         "s m) (.lastIndexOf s m) (includes? (subs s (index-of s m)) m) (index-of s m 1) "
         "(index-of s m 2) (last-index-of s m 1) (last-index-of s m 0)])",
         "[1 1 1 1 true 1 nil 1 nil]", NULL},
        {"(let [s \"🇩🇪🇫🇷\" m \"🇪🇫\"] [(index-of s m) (last-index-of s m)])", "[0 0]",
         NULL},
        {"(let [s \"👨‍👩‍👧b\"] [(index-of s \"👧\") (.indexOf s \"👧\") "
         "(index-of "
         "s "
         "\"b\")])",
         "[0 0 1]", NULL},
        {"[(index-of \"\" \"\") (.indexOf \"\" \"\" 3) (.lastIndexOf \"\" \"\") "
         "(.lastIndexOf "
         "\"éb\" \"\") (.lastIndexOf \"éb\" \"\" 0) (.lastIndexOf \"éb\" \"\" 1)]",
         "[0 0 0 2 0 1]", NULL},
        {"(let [s \"🍎alt\"] (subs s (.indexOf s \"alt\")))", "\"alt\"", NULL},
        {"(let [s \"🍎alt\"] (.substring s (str/index-of s \"alt\")))", "\"alt\"", NULL},
        {"[(format \"%3s|\" \"🍎\") (format \"%-3s|\" \"e\\u0301\") (format \"%.1s|\" "
         "\"e\\u0301x\")]",
         "[\"  🍎|\" \"e\u0301  |\" \"e\u0301|\"]", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_text, java_methods)
{
    static const lisp_row rows[] = {
        {"[(.length \"hello\") (.length \"\") (.length \"é😀\")]", "[5 0 2]", NULL},
        {"[(.indexOf \"hello\" \"l\") (.indexOf \"hello\" \"l\" 3) (.indexOf \"a\" "
         "\"z\") "
         "(.indexOf \"😀b\" \"b\") (.indexOf \"😀b\" \"b\" 1) (.indexOf \"ab\" \"\" 9) "
         "(.indexOf \"ab\" \"a\" -1)]",
         "[2 3 -1 1 1 2 0]", NULL},
        {"[(.lastIndexOf \"a/b/c\" \"/\") (.lastIndexOf \"a\" \"z\") (.lastIndexOf "
         "\"😀b\" \"b\")]",
         "[3 -1 1]", NULL},
        {"[(.substring \"hello\" 1 3) (.substring \"hello\" 5) (.substring \"é😀x\" 1 2)]",
         "[\"el\" \"\" \"😀\"]", NULL},
        {"(.substring \"abc\" 1 9)", "!runtime_error", "string of 3 characters"},
        {"(.substring \"abc\" -1)", "!runtime_error", ".substring"},
        {"(.substring \"😀\" 1)", "\"\"", NULL},
        {"[(.contains \"hello\" \"ell\") (.startsWith \"hello\" \"he\") (.endsWith \"a\" "
         "\"\")]",
         "[true true true]", NULL},
        {"[(.toUpperCase \"aé\") (.toLowerCase \"AÉ\") (.trim \" \\u0001x \\n\") (.trim "
         "\" \")]",
         "[\"AÉ\" \"aé\" \"x\" \"\"]", NULL},
        {"(map #(.length %) [\"a\" \"bcd\" \"\"])", "[1 3 0]", NULL},
        {"(.length nil)", "!type_error", ".length: invalid argument types: nil"},
        {"(.indexOf \"a\" 5)", "!type_error", ".indexOf"},
    };

    LISP_CHECK_ROWS(rows);
}

/* --- Finding against the definition ------------------------------------------------ */

static size_t naive_find(ptc_str text, ptc_str part, bool is_backward)
{
    size_t found = SIZE_MAX;

    for (size_t at = 0; at + part.len <= text.len; at++) {
        if (memcmp(text.ptr + at, part.ptr, part.len) == 0) {
            found = at;
            if (!is_backward)
                return at;
        }
    }
    return found;
}

/* Few letters make periods, partial matches and borders. */
Test(lisp_text, find_random)
{
    test_random random = test_random_start("lisp_text", 0x7EC57);
    ptc_lisp *lisp;

    cr_assert_eq(ptc_lisp_new(NULL, &lisp), PTC_OK);
    for (unsigned i = 0; i < 200000; i++) {
        char text[64];
        char part[24];
        uint32_t letters = 1 + test_random_below(&random, 3);
        ptc_str a = {text, test_random_below(&random, sizeof text)};
        ptc_str b = {part, test_random_below(&random, sizeof part)};

        for (size_t j = 0; j < a.len; j++)
            text[j] = (char)('a' + test_random_below(&random, letters));
        for (size_t j = 0; j < b.len; j++)
            part[j] = (char)('a' + test_random_below(&random, letters));
        if (b.len <= a.len && test_random_below(&random, 2) == 0)
            memcpy(part, text + test_random_below(&random, (uint32_t)(a.len - b.len) + 1),
                   b.len);
        for (int backward = 0; backward < 2; backward++) {
            ptc_finder finder;
            size_t found;

            ptc_finder_init(lisp, &finder, b, backward != 0);
            found = ptc_finder_next(&finder, a);
            cr_assert_eq(found, naive_find(a, b, backward != 0), "%.*s in %.*s: %zu",
                         (int)b.len, part, (int)a.len, text, found);
        }
    }
    ptc_lisp_free(lisp);
}

/* What makes naive search quadratic must not take long. */
Test(lisp_text, find_is_linear, .timeout = 60)
{
    static const lisp_row rows[] = {
        {"(let [a (apply str (repeat 100000 \"a\"))] "
         "[(includes? (str a a) (str a \"b\")) (last-index-of (str a a) (str \"b\" a)) "
         "(count (split (str a a) (str a \"b\")))])",
         "[false nil 1]", NULL},
    };

    LISP_CHECK_ROWS(rows);
}
