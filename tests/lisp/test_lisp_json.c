/* SPDX-License-Identifier: MIT */
/* JSON text in programs. [ptc-lisp 15] */
#include "lisp_rows.h"

#include "lisp/heap/heap_int.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

Test(lisp_json, parse_string)
{
    static const lisp_row rows[] = {
        /* functions: json/parse-string */
        {"(json/parse-string \"{\\\"a\\\": [1, 2.5, null, true, false], \\\"b\\\": "
         "{}}\")",
         "{\"a\" [1 2.5 nil true false] \"b\" {}}", NULL},
        {"(map json/parse-string [\" 5 \" \"-0\" \"-0.0\" \"1e3\" \"\\\"x\\\"\" \"null\" "
         "\"true\"])",
         "[5 0 -0.0 1000.0 \"x\" nil true]", NULL},
        {"(json/parse-string \"\\\"\\\\u00e9\\\\n\\\\ud83d\\\\ude00\\\"\")", "\"é\\n😀\"",
         NULL},
        {"(json/parse-string \"{\\\"b\\\":1,\\\"a\\\":2,\\\"c\\\":3}\")",
         "{\"b\" 1 \"a\" 2 \"c\" 3}", NULL}, /* the order of the text */
        {"(:user-id (json/parse-string \"{\\\"user_id\\\": 7}\"))", "7", NULL},
        {"(json/parse-string \"[[[]], [{}], {\\\"\\\": []}]\")", "[[[]] [{}] {\"\" []}]",
         NULL},
        {"(let [v (json/parse-string \"[1,2]\")] [(vector? v) (conj v 3)])",
         "[true [1 2 3]]", NULL},
        /* Text that is not JSON, and values that are not text, give nil. */
        {"(map json/parse-string [\"\" \" \" \"[1,]\" \"{\\\"a\\\":}\" \"{a:1}\" \"[1\" "
         "\"1 2\" \"'x'\" \"01\" \"nul\" \"{\\\"a\\\" 1}\" \"{\\\"a\\\":1,}\" \"]\" "
         "\"[1}\" \"{\\\"a\\\":1]\"])",
         "[nil nil nil nil nil nil nil nil nil nil nil nil nil nil nil]", NULL},
        {"(map json/parse-string [nil 5 :a [\"1\"] {}])", "[nil nil nil nil nil]", NULL},
        {"(json/parse-string \"1e400\")", "nil", NULL},
        {"(json/parse-string \"\\\"\\\\ud800\\\"\")", "nil", NULL},
        {"(json/parse-string \"{\\\"a\\\":1,\\\"\\\\u0061\\\":2}\")", "nil", NULL},
        {"(json/parse-string (str \"{\" (join \",\" (map #(str \"\\\"k\" (mod % 30) "
         "\"\\\":1\") (range 31))) \"}\"))",
         "nil", NULL},
        {"(count (json/parse-string (str \"{\" (join \",\" (map #(str \"\\\"k\" % "
         "\"\\\":1\") (range 31))) \"}\")))",
         "31", NULL},
        {"(json/parse-string)", "!arity_error", NULL},
        /* Depth. */
        {"(json/parse-string (apply str (repeat 600 \"[\")))", "nil", NULL},
        {"(json/parse-string (str (join (repeat 513 \"[\")) (join (repeat 513 \"]\"))))",
         "nil", NULL},
        {"(count (flatten (json/parse-string (str (join (repeat 512 \"[\")) 1 (join "
         "(repeat 512 \"]\"))))))",
         "1", NULL},
        {"(vector? (json/parse-string (str (join (repeat 512 \"[\")) 1 (join (repeat 512 "
         "\"]\")))))",
         "true", NULL},
        /* Other names. */
        {"(json/parse \"1\")", "!invalid_form", "json/parse-string"},
        {"(parse-json \"1\")", "!unbound_var", "json/parse-string"},
        {"(cheshire.core/parse-string \"[1]\")", "[1]", NULL},
        {"(map json/parse-string [\"1\" \"x\" \"2\"])", "[1 nil 2]", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

/* Integers outside int64 stay what they are: exact, and no numbers to count with. */
Test(lisp_json, big_integers)
{
    static const lisp_row rows[] = {
        {"(json/parse-string \"[9223372036854775807, -9223372036854775808]\")",
         "[9223372036854775807 -9223372036854775808]", NULL},
        {"(json/parse-string \"{\\\"id\\\": 18446744073709551616}\")",
         "{\"id\" 18446744073709551616}", NULL},
        {"(let [a (json/parse-string \"18446744073709551616\") b (json/parse-string "
         "\"18446744073709551616\")] [(= a b) (number? a) (str a) (get {a 1} b) (double "
         "a)])",
         "[true false \"18446744073709551616\" 1 1.8446744073709552E19]", NULL},
        {"(json/generate-string (json/parse-string \"[-18446744073709551616]\"))",
         "\"[-18446744073709551616]\"", NULL},
        {"(+ 1 (json/parse-string \"18446744073709551616\"))", "!type_error",
         "outside int64"},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_json, parse_lines)
{
    static const lisp_row rows[] = {
        /* functions: json/parse-lines */
        {"(json/parse-lines \"1\\n{\\\"a\\\":[2]}\\n\\\"x\\\"\")",
         "[1 {\"a\" [2]} \"x\"]", NULL},
        {"(json/parse-lines \"\\n 1 \\r\\n\\r\\n \\t \\n2\\n\\n\")", "[1 2]", NULL},
        {"(json/parse-lines \"1\\nbad\\n[1\\n,2]\\n3\")", "[1 nil nil nil 3]", NULL},
        {"(json/parse-lines \"\")", "[]", NULL},
        {"(json/parse-lines \"null\")", "[nil]", NULL},
        {"(map json/parse-lines [nil 5 {}])", "[nil nil nil]", NULL},
        {"(json/parse-lines \"{\\\"a\\\":1\\n}\")", "[nil nil]", NULL},
        {"(json/parse-lines \"\\\"a\\n\\\"\")", "[nil nil]", NULL},
        {"(count (json/parse-lines (join \"\\n\" (map #(str \"{\\\"n\\\":\" % \"}\") "
         "(range 500)))))",
         "500", NULL},
        {"(sum-by :n (json/parse-lines (join \"\\n\" (map #(str \"{\\\"n\\\":\" % \"}\") "
         "(range 500)))))",
         "124750", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_json, generate_string)
{
    static const lisp_row rows[] = {
        /* functions: json/generate-string */
        {"(json/generate-string {:b 1 \"a\" [2 2.5 nil true \"q\\\"\\n\"] 3 {}})",
         "\"{\\\"b\\\":1,\\\"a\\\":[2,2.5,null,true,\\\"q\\\\\\\"\\\\n\\\"],\\\"3\\\":{}}"
         "\"",
         NULL},
        {"(map json/generate-string [nil 1 1.0 1e21 -0.0 \"é\" [] (range 3) (list)])",
         "[\"null\" \"1\" \"1.0\" \"1e21\" \"-0.0\" \"\\\"é\\\"\" \"[]\" \"[0,1,2]\" "
         "\"[]\"]",
         NULL},
        {"(let [m (zipmap (map str (range 40)) (range 40))] (= m (json/parse-string "
         "(json/generate-string m))))",
         "true", NULL},
        {"(json/generate-string [1 {:items [{:price :x}]}])", "!type_error",
         "keyword: :x at [1 :items 0 :price]"},
        {"(json/generate-string {:items [{:price #{1}}]})", "!type_error",
         "set: #{1} at [:items 0 :price]"},
        {"(json/generate-string :a)", "!type_error", "keyword: :a;"},
        {"(json/generate-string [inc])", "!type_error", "function"},
        {"(json/generate-string {\"f\" (fn [x] x)})", "!type_error", "at [\"f\"]"},
        {"(json/generate-string [1.5 ##Inf])", "!type_error", "##Inf at [1]"},
        {"(json/generate-string ##NaN)", "!type_error", "##NaN"},
        {"(json/generate-string ['a {:b '(c 1/2)}])",
         "\"[\\\"a\\\",{\\\"b\\\":[\\\"c\\\",0.5]}]\"", NULL},
        {"(json/generate-string {'a 1})", "!type_error", "symbol"},
        /* Keys. */
        {"(json/generate-string {:a 1 \"a\" 2})", "!type_error", "the same in JSON"},
        {"(json/generate-string {:x {1 1 \"1\" 2}})", "!type_error", "at [:x]"},
        {"(json/generate-string {:1 1 1 2})", "!type_error", "the same in JSON"},
        {"(json/generate-string (assoc (zipmap (range 20) (range 20)) \"7\" 1))",
         "!type_error", "two keys would be the same in JSON: 7"},
        {"(json/generate-string {nil 1})", "!type_error", "a key in JSON is text"},
        {"(json/generate-string {:a {[1] 1}})", "!type_error", "at [:a]"},
        {"(json/generate-string {1.5 1})", "!type_error", "number"},
        {"(json/generate-string {-5 1 :k-b 2})", "\"{\\\"-5\\\":1,\\\"k-b\\\":2}\"",
         NULL},
        /* Hostile values. */
        {"(json/generate-string (reduce (fn [v _] [v]) 1 (range 600)))", "!runtime_error",
         NULL},
        {"(json/generate-string (reduce (fn [v _] [v v]) 1 (range 40)))",
         "!memory_exceeded", NULL},
        {"(json/generate-string (reduce (fn [v i] {:a v}) :deep (range 300)))",
         "!type_error", "at [:a :a"},
    };

    LISP_CHECK_ROWS(rows);
}

/* What a text and its values take is counted. */
Test(lisp_json, limits)
{
    static const struct {
        const char *text;
        uint64_t fuel;
        size_t heap;
        ptc_reason reason;
    } rows[] = {
        {"(json/parse-string \"[1,2,3,4,5,6,7,8,9]\")", 5, 0, PTC_REASON_FUEL},
        {"(json/parse-string \"[1,2,3,4,5,6,7,8,9]\")", 12, 0, PTC_REASON_NONE},
        {"(json/generate-string [1 2 3 4 5 6 7 8 9])", 5, 0, PTC_REASON_FUEL},
        {"(count (json/parse-string (str \"[\" (join \",\" (repeat 20000 1)) \"]\")))", 0,
         200000, PTC_REASON_MEMORY},
        {"(count (json/parse-lines (join (repeat 20000 \"1\\n\"))))", 0, 100000,
         PTC_REASON_MEMORY},
        /* Different keys in great number use up neither names nor shapes. */
        {"(loop [i 0] (if (< i 12000) (do (json/parse-string (str \"{\\\"k\" i "
         "\"\\\":1}\")) (recur (inc i))) (:k5 {:k5 i})))",
         0, 0, PTC_REASON_NONE},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_lisp_options options;
        lisp_answer answer;

        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.time_ms = PTC_UNLIMITED;
        options.fuel = rows[i].fuel;
        if (rows[i].heap != 0)
            options.heap = rows[i].heap;
        answer = lisp_evaluate(ptc_str_of(rows[i].text), &options, NULL);
        cr_expect_str_eq(ptc_reason_name(answer.result.error.reason),
                         ptc_reason_name(rows[i].reason), "%s: %s", rows[i].text,
                         answer.is_ok ? "good" : answer.result.error.message.ptr);
        lisp_forget(&answer);
    }
}
