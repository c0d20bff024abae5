/* SPDX-License-Identifier: MIT */
/* Numbers, bits, comparisons and questions about values. [ptc-lisp 3, 7, 11.6, 15] */
#include "lisp_rows.h"

#include "lisp/core/core_int.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX "9223372036854775807"
#define MIN "-9223372036854775808"

Test(lisp_numbers, operators)
{
    static const lisp_row rows[] = {
        {"[(+) (*) (+ 5) (- 5) (* 5) (+ 1 2 3) (- 10 2 3) (* 2 3 4)]",
         "[0 1 5 -5 5 6 5 24]", NULL},
        {"[(+ 1 2.0) (- 1.5 1) (* 2 2.5) (+ 0.1 0.2)]",
         "[3.0 0.5 5.0 0.30000000000000004]", NULL},
        {"(apply + [1 2 3 4])", "10", NULL},
        {"(reduce * (range 1 21))", "2432902008176640000", NULL},
        {"[(- 0.0) (- 0) (* -1 0.0) (+ -0.0 0)]", "[-0.0 0 -0.0 0.0]", NULL},
        {"(+ " MAX " 1)", "!arithmetic_error", "integer overflow"},
        {"(- " MIN " 1)", "!arithmetic_error", "integer overflow"},
        {"(- " MIN ")", "!arithmetic_error", "integer overflow"},
        {"(* " MAX " 2)", "!arithmetic_error", "integer overflow"},
        {"(* " MIN " -1)", "!arithmetic_error", "integer overflow"},
        {"(let [f +] (f " MAX " 1))", "!arithmetic_error", "integer overflow"},
        {"(+ " MAX " 1.0)", "9.223372036854776E18", NULL},
        {"[(+ " MAX " 0) (- " MIN " 0) (* " MIN " 1)]", "[" MAX " " MIN " " MIN "]",
         NULL},
        {"(+ 1 \"a\")", "!type_error", "+: invalid argument types: number, string"},
        {"(+ nil)", "!type_error",
         "+: invalid argument types: nil; nil is a missing value"},
        {"(- \"5\" 3)", "!type_error",
         "string, number; parse-long and parse-double read"},
        {"(let [f -] (f :a))", "!type_error", "-: invalid argument types: keyword"},
        {"(* [1] 2)", "!type_error", "*: invalid argument types: vector, number"},
        {"(let [f -] (f))", "!arity_error", "-"},
        {"[(inc 1) (dec 1) (inc 1.5) (inc' 1) (dec' 1) (+' 1 2) (-' 5 2) (*' 3 4)]",
         "[2 0 2.5 2 0 3 3 12]", NULL},
        {"(inc " MAX ")", "!arithmetic_error", "integer overflow"},
        {"(dec " MIN ")", "!arithmetic_error", "integer overflow"},
        {"(map inc' [" MAX "])", "!arithmetic_error", "integer overflow"},
        {"(map inc [1 nil])", "!type_error", "inc: invalid argument types: nil"},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_numbers, division)
{
    static const lisp_row rows[] = {
        {"[(/ 10 2) (/ 10 4) (/ 2) (/ 6 3 2) (/ 0 5) (/ 0.0 -5)]", "[5 2.5 0.5 1 0 -0.0]",
         NULL},
        {"[(/ 1) (/ -1) (/ 1 2 2) (/ 9 2 3) (/ 7 -7) (/ -7 2) (/ 8 2.0) (/ 8.0 2)]",
         "[1 -1 0.25 1.5 -1 -3.5 4.0 4.0]", NULL},
        {"[(/ " MIN " 1) (/ " MAX " -1) (/ " MIN " " MIN ") (/ " MIN " 2) (/ " MAX " 2)]",
         "[" MIN " -" MAX " 1 -4611686018427387904 4.611686018427388E18]", NULL},
        {"[(reduce / [8 2 2]) (apply / [8 2 2]) (map / [1 2 4])]", "[2 2 [1 0.5 0.25]]",
         NULL},
        {"(/ " MIN " -1)", "!arithmetic_error",
         "integer overflow: (/ " MIN " -1) is outside the 64 bits of integers"},
        {"(reduce / [" MIN " -1])", "!arithmetic_error", "integer overflow"},
        {"[(/ 1 0.0) (/ -1 0.0) (/ 1 -0.0) (/ 0 0.0) (/ 0.0)]",
         "[##Inf ##-Inf ##-Inf ##NaN ##Inf]", NULL},
        {"(/ 1 0)", "!arithmetic_error", "division by zero"},
        {"(/ 1.0 0)", "!arithmetic_error", "division by zero"},
        {"(/ 0)", "!arithmetic_error", "division by zero"},
        {"(/ nil 0)", "!type_error", "nil, number"},
        {"[(quot 7 2) (quot -7 2) (quot 7 -2) (quot 7.5 2) (quot -1.0 2)]",
         "[3 -3 -3 3.0 0.0]", NULL},
        {"[(rem 7 -3) (rem -7 3) (rem -7.5 2) (rem " MIN " -1)]", "[1 -1 -1.5 0]", NULL},
        {"[(mod 7 -3) (mod -7 3) (mod -7 -3) (mod 7.5 -2) (mod -0.0 2) (mod " MIN " -1)]",
         "[-2 2 -1 -0.5 -0.0 0]", NULL},
        {"[(quot 5 ##Inf) (rem 5 ##Inf) (mod -5.0 ##Inf)]", "[0.0 ##NaN ##NaN]", NULL},
        {"(quot " MIN " -1)", "!arithmetic_error", "integer overflow"},
        {"(quot 1 0)", "!arithmetic_error", "division by zero"},
        {"(rem 1 0.0)", "!arithmetic_error", "division by zero"},
        {"(mod 1.5 0)", "!arithmetic_error", "division by zero"},
        {"(quot ##Inf 2)", "!arithmetic_error", "quot"},
        {"(mod ##NaN 2)", "!arithmetic_error", "mod"},
        {"(rem 1e308 1e-308)", "!arithmetic_error", "rem"},
        {"(quot 1 \"2\")", "!type_error", "quot: invalid argument types: number, string"},
        {"(reduce rem [17 5])", "2", NULL},
        {"(apply quot [1])", "!arity_error", "quot"},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_numbers, extremes_and_powers)
{
    static const lisp_row rows[] = {
        {"[(max 4) (max 9 4 7) (max 1 2.5) (min -3 -8) (min 1.5 1)]", "[4 9 2.5 -8 1]",
         NULL},
        {"[(max 1 1.0) (max 1.0 1) (min 1 1.0)]", "[1.0 1 1.0]", NULL},
        {"[(max 0.0 -0.0) (max -0.0 0.0) (min 0.0 -0.0) (min -0.0 0.0)]",
         "[0.0 0.0 -0.0 -0.0]", NULL},
        {"[(max 1 ##NaN 3) (min ##NaN 1) (max 1 ##Inf) (min 1 ##-Inf)]",
         "[##NaN ##NaN ##Inf ##-Inf]", NULL},
        {"(max 9007199254740993 9007199254740992.0)", "9007199254740993", NULL},
        {"(max \"a\")", "\"a\"", NULL},
        {"(max 1 \"a\")", "!type_error", "max: invalid argument types: number, string"},
        {"(apply max [])", "!arity_error", "max"},
        {"(apply min [5 3 8])", "3", NULL},
        {"[(abs -5) (abs 5) (abs -2.5) (abs -0.0) (abs ##-Inf)]", "[5 5 2.5 0.0 ##Inf]",
         NULL},
        {"(abs " MIN ")", "!arithmetic_error", "integer overflow"},
        {"(abs \"x\")", "!type_error", "abs"},
        {"[(sqrt 16) (sqrt 2) (sqrt -1)]", "[4.0 1.4142135623730951 ##NaN]", NULL},
        {"[(pow 2 10) (pow 2 -1) (pow 0 0) (pow ##NaN 0) (pow -8 3)]",
         "[1024.0 0.5 1.0 1.0 -512.0]", NULL},
        {"[(pow 1 ##NaN) (pow 1 ##Inf) (pow -1 ##-Inf) (pow 2 ##Inf) (pow 0.5 ##Inf)]",
         "[##NaN ##NaN ##NaN ##Inf 0.0]", NULL},
        {"(pow 2 nil)", "!type_error", "pow: invalid argument types: number, nil"},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_numbers, rounding_and_conversion)
{
    static const lisp_row rows[] = {
        {"[(floor 1.7) (floor -1.2) (ceil 1.2) (ceil -1.7) (trunc -1.7) (floor 3)]",
         "[1 -2 2 -1 -1 3]", NULL},
        {"[(round 2.5) (round -2.5) (round 0.49999999999999994) (round 3.4)]",
         "[3 -3 0 3]", NULL},
        {"[(floor ##Inf) (round ##NaN)]", "[##Inf ##NaN]", NULL},
        {"(floor 1e300)", "!arithmetic_error", "1.0E300"},
        {"(round 3.14159 2)", "!arity_error", "for digits use (format"},
        {"(round 9223372036854775807.0)", "!arithmetic_error", "64 bits"},
        {"(floor -9223372036854775808.0)", MIN, NULL},
        {"(ceil nil)", "!type_error", "ceil: invalid argument types: nil"},
        {"[(int 2.9) (int -2.9) (int ##NaN) (int \"A\") (int \"é\") (int 2147483647)]",
         "[2 -2 0 65 233 2147483647]", NULL},
        {"(int 2147483648)", "!arithmetic_error", "32 bits"},
        {"(int ##Inf)", "!arithmetic_error", "##Inf"},
        {"(int \"ab\")", "!type_error", "int: invalid argument types: string"},
        {"(int \"\")", "!type_error", "int"},
        {"[(long 2.9) (long ##NaN) (long \"A\") (long 2147483648)]",
         "[2 0 65 2147483648]", NULL},
        {"(long 1e19)", "!arithmetic_error", "64 bits"},
        {"(long nil)", "!type_error", "long"},
        {"[(double 3) (float 2) (double 2.5) (double " MAX ")]",
         "[3.0 2.0 2.5 9.223372036854776E18]", NULL},
        {"(double \"1\")", "!type_error", "double: invalid argument types: string"},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_numbers, java_math)
{
    static const lisp_row rows[] = {
        {"[(Math/abs -5) (Math/abs -2.5) (Math/ceil 1.2) (Math/ceil 3) (Math/floor "
         "-1.2)]",
         "[5 2.5 2.0 3.0 -2.0]", NULL},
        {"[(Math/round 2.5) (Math/round -2.5) (Math/round 0.49999999999999994) "
         "(Math/round ##NaN) (Math/round 1e300) (Math/round ##-Inf) (Math/round 7)]",
         "[3 -2 0 0 " MAX " " MIN " 7]", NULL},
        {"[(Math/max 3 7) (Math/max 1.5 0.5) (Math/min 0.0 -0.0) (Math/max 0.0 -0.0)]",
         "[7 1.5 -0.0 0.0]", NULL},
        {"(Math/max 1 2.0)", "!type_error", "use max or min"},
        {"[(Math/pow 9 0.5) (Math/sqrt 2)]", "[3.0 1.4142135623730951]", NULL},
        {"(map #(Math/round %) [1.1 1.5 1.9])", "[1 2 2]", NULL},
        {"[Double/POSITIVE_INFINITY Double/NEGATIVE_INFINITY Double/NaN]",
         "[##Inf ##-Inf ##NaN]", NULL},
        {"[(Long/parseLong \"-42\") (Integer/parseInt \"+7\") (Double/parseDouble \" 7 "
         "\")"
         " (Float/parseFloat \"1.5\") (Boolean/parseBoolean \"TRUE\") "
         "(Boolean/parseBoolean nil) (Boolean/parseBoolean \"yes\")]",
         "[-42 7 7.0 1.5 true false false]", NULL},
        {"(Long/parseLong \"abc\")", "!runtime_error", "For input string: \"abc\""},
        {"(Integer/parseInt \"2147483648\")", "!runtime_error", "2147483648"},
        {"(Double/parseDouble \"\")", "!runtime_error", "Double/parseDouble"},
        {"(Long/parseLong nil)", "!type_error", "Long/parseLong"},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_numbers, bits)
{
    static const lisp_row rows[] = {
        {"[(bit-and 12 10) (bit-or 12 10) (bit-xor 12 10) (bit-and-not 12 10) (bit-not "
         "5)]",
         "[8 14 6 4 -6]", NULL},
        {"[(bit-and 15 6 3) (bit-or 1 2 4) (bit-xor 15 6 3) (bit-and-not 15 1 2)]",
         "[2 7 10 12]", NULL},
        {"[(bit-shift-left 1 3) (bit-shift-left 1 63) (bit-shift-left 1 64) "
         "(bit-shift-left 1 -1)]",
         "[8 " MIN " 1 " MIN "]", NULL},
        {"[(bit-shift-right -8 2) (bit-shift-right -1 63) (bit-shift-right 255 64)]",
         "[-2 -1 255]", NULL},
        {"[(unsigned-bit-shift-right -1 60) (unsigned-bit-shift-right -1 0)]", "[15 -1]",
         NULL},
        {"[(bit-set 0 63) (bit-clear 15 0) (bit-flip 5 1) (bit-test 5 2) (bit-test 5 1)]",
         "[" MIN " 14 7 true false]", NULL},
        {"(reduce bit-or [1 2 4 8])", "15", NULL},
        {"(bit-and 1.0 1)", "!type_error", "bit-and: invalid argument types"},
        {"(bit-not nil)", "!type_error", "bit-not: invalid argument types: nil"},
        {"(apply bit-and [1])", "!arity_error", "bit-and"},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_numbers, comparisons)
{
    static const lisp_row rows[] = {
        {"[(= 1 1.0) (= [1 {:a 1}] [1.0 {:a 1.0}]) (= \"a\" :a) (= nil false) (= 1)]",
         "[true true false false true]", NULL},
        {"[(= ##NaN ##NaN) (let [x ##NaN] (= x x)) (= [##NaN] [##NaN]) (= 0.0 -0.0)]",
         "[false false false true]", NULL},
        {"(= 9007199254740993 9007199254740992.0)", "false", NULL},
        {"[(= 1 1 1) (= 1 1 2) (not= 1 2) (not= 1 1 2) (not= 1 1) (== 1 1.0)]",
         "[true false true true false true]", NULL},
        {"[(< 1 2 3) (< 1 3 2) (<= 1 1 2) (> 3 2 1) (>= 3 3 1) (< 1) (<= 1 5 9)]",
         "[true false true true true true true]", NULL},
        {"[(< 1 1.5) (< 9007199254740992.0 9007199254740993) (<= 1 ##NaN) (>= ##NaN 1)]",
         "[true true false false]", NULL},
        {"(let [f <] [(f 1 2) (f 2 1) (f \"any\")])", "[true false true]", NULL},
        {"(< 1 \"2\")", "!type_error", "<: invalid argument types: number, string"},
        {"(let [f >=] (f nil 1))", "!type_error",
         ">=: invalid argument types: nil, number"},
        {"(> nil 1)", "!type_error", ">: invalid argument types: nil, number"},
        {"(apply < [])", "!arity_error", "<"},
        {"(let [f <] (f 2 1 :never-seen))", "false", NULL},
        {"[(compare 1 2) (compare 2.0 2) (compare \"b\" \"a\") (compare nil 1) "
         "(compare :a :b) (compare false true) (compare [1 2] [3]) (compare [1 2] [1 "
         "3])]",
         "[-1 0 1 -1 -1 -1 1 -1]", NULL},
        {"[(compare ##NaN 1) (compare 1 ##NaN)]", "[0 0]", NULL},
        {"(compare 1 \"a\")", "!type_error", "number, string"},
        {"(compare {} {})", "!type_error", "compare"},
        {"[(not nil) (not 0) (boolean nil) (boolean \"\") (boolean false)]",
         "[true false false true false]", NULL},
        {"[(distinct? 1 2 1) (distinct? 1 1.0) (distinct? :a) (distinct? ##NaN ##NaN)]",
         "[false true true false]", NULL},
        {"[(apply distinct? (range 100)) (apply distinct? (cons 7 (range 100)))]",
         "[true false]", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

/* Every question, asked about one value of each kind; the places that are true. */
Test(lisp_numbers, questions)
{
    static const char *const values[] = {
        "nil",   "true",   "false", "0",       "-3",  "4.0", "2.5",
        "##NaN", "##-Inf", "\"\"",  "\"r\"",   ":k",  "[1]", "(map inc [1])",
        "{}",    "#{1}",   "inc",   "(fn [])", "'sym"};
    static const struct {
        const char *name;
        const char *expected; /* a letter for each value */
    } questions[] = {
        {"nil?", "T.................."},         {"some?", ".TTTTTTTTTTTTTTTTTT"},
        {"true?", ".T................."},        {"false?", "..T................"},
        {"boolean?", ".TT................"},     {"any?", "TTTTTTTTTTTTTTTTTTT"},
        {"number?", "...TTTTTT.........."},      {"int?", "...TT.............."},
        {"integer?", "...TT.............."},     {"rational?", "...TT.............."},
        {"ratio?", "..................."},       {"decimal?", "..................."},
        {"float?", ".....TTTT.........."},       {"double?", ".....TTTT.........."},
        {"nat-int?", "...T..............."},     {"pos-int?", "..................."},
        {"neg-int?", "....T.............."},     {"NaN?", ".......T..........."},
        {"infinite?", "........T.........."},    {"zero?", "...T..............."},
        {"pos?", ".....TT............"},         {"neg?", "....T...T.........."},
        {"even?", "...T.T............."},        {"odd?", "....T.............."},
        {"string?", ".........TT........"},      {"char?", "..........T........"},
        {"keyword?", "...........T......."},     {"symbol?", "..................T"},
        {"vector?", "............T......"},      {"list?", ".............T....."},
        {"seq?", ".............T....."},         {"map?", "..............T...."},
        {"set?", "...............T..."},         {"coll?", "............TTTT..."},
        {"sequential?", "............TT....."},  {"seqable?", "T........TT.TTTT..."},
        {"associative?", "............T.T...."}, {"counted?", "............TTTT..."},
        {"indexed?", "............T......"},     {"reversible?", "............T......"},
        {"sorted?", "..................."},      {"map-entry?", "..................."},
        {"fn?", "................TT."},          {"ifn?", "...........TT.TTTTT"},
        {"regex?", "..................."},
    };

    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        for (size_t j = 0; j < sizeof values / sizeof values[0]; j++) {
            char text[64];
            bool is_true = questions[i].expected[j] == 'T';

            snprintf(text, sizeof text, "(%s %s)", questions[i].name, values[j]);
            lisp_check_rows(&(lisp_row){text, is_true ? "true" : "false", NULL}, 1);
        }
    }
}

Test(lisp_numbers, types)
{
    static const lisp_row rows[] = {
        {"(map type [nil true 1 1.5 \"s\" :k [1] {} #{} inc 'a])",
         "[nil :boolean :number :number :string :keyword :vector :map :set :function "
         ":unknown]",
         NULL},
        {"(filter even? [1 \"2\" 2 nil 4.0 4.5 {}])", "[2 4.0]", NULL},
        {"(filter odd? [1 -1 3.0 \"3\" ##Inf])", "[1 -1 3.0]", NULL},
        {"(char? \"e\\u0301\")", "true", NULL},
        {"(nil?)", "!arity_error", "nil?"},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_numbers, reading_of_text)
{
    static const lisp_row rows[] = {
        {"(map parse-long [\"42\" \"-7\" \"+5\" \"" MAX "\" \"" MIN "\"])",
         "[42 -7 5 " MAX " " MIN "]", NULL},
        {"(map parse-long [\"9223372036854775808\" \" 1\" \"1.0\" \"\" \"-\" \"0x1\" nil "
         "5])",
         "[nil nil nil nil nil nil nil nil]", NULL},
        {"(parse-int \"12\")", "12", NULL},
        {"(map parse-double [\"1.5\" \".5\" \"1.\" \"1e3\" \"1.e3\" \"1d\" \"2f\" \" 7 "
         "\" \"+3\"])",
         "[1.5 0.5 1.0 1000.0 1000.0 1.0 2.0 7.0 3.0]", NULL},
        {"(map parse-double [\"NaN\" \"-Infinity\" \"+Infinity\" \"1e400\" \"-1e400\" "
         "\"1e-400\"])",
         "[##NaN ##-Inf ##Inf ##Inf ##-Inf 0.0]", NULL},
        {"(map parse-double [\"0x1p3\" \"0X1.8p1\" \"-0x.8p0\" \"0x1p-1074\" "
         "\"0x1p3d\"])",
         "[8.0 3.0 -0.5 4.9E-324 8.0]", NULL},
        {"(map parse-double [\"\" \" \" \".\" \"1e\" \"e1\" \"0x1\" \"0xp1\" \"0x1.8\" "
         "\"1_0\" "
         "\"inf\" \"nan\" \"Infinityf\" \"1 2\" \"--1\" \"1dd\"])",
         "[nil nil nil nil nil nil nil nil nil nil nil nil nil nil nil]", NULL},
        {"(map parse-double [nil 5 :a {}])", "[nil nil nil nil]", NULL},
        {"(map parse-boolean [\"true\" \"false\" \"True\" \"\" nil true])",
         "[true false nil nil nil nil]", NULL},
        {"(count (str (parse-double (apply str (concat [\"0.\"] (repeat 400 \"1\"))))))",
         "18", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

/* Hexadecimal floats against the C library's reader, with random digits and exponents. */
Test(lisp_numbers, hexadecimal_floats)
{
    test_random random = test_random_start("lisp_numbers", 0x5EED0115);
    ptc_lisp *lisp;

    cr_assert_eq(ptc_lisp_new(NULL, &lisp), PTC_OK);
    for (unsigned i = 0; i < 20000; i++) {
        char text[64];
        int exponent = (int)test_random_below(&random, 2300) - 1200;
        uint64_t high = test_random_next(&random) >> test_random_below(&random, 64);
        uint64_t low = test_random_below(&random, 3) == 0 ? test_random_next(&random) : 0;
        const ptc_function *parse = ptc_builtin_find(PTC_STR("parse-double"));
        ptc_value value;
        double expected;

        snprintf(text, sizeof text, "0x%llx.%016llxp%d", (unsigned long long)high,
                 (unsigned long long)low, exponent);
        expected = strtod(text, NULL);
        value = ptc_value_string(ptc_str_of(text));
        cr_assert_not_null(parse);
        value = parse->entry(lisp, NULL, &value, 1);
        cr_expect(value.kind == PTC_FLOAT && value.as.number == expected,
                  "%s: %a, not %a", text, value.as.number, expected);
    }
    ptc_lisp_free(lisp);
}
