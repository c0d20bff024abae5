/* SPDX-License-Identifier: MIT */
/* `ptc run` as its users see it. */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "uses.h"

static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    put_file("sum.clj", "; a program\n(println \"adding\")\n(reduce + ctx/numbers)\n");
    put_file("bad.clj", "(let [a 1]\n  (+ a nil))\n");
    put_file("half.clj", "(let [a 1]\n  (+ a 2\n");
    put_file("script", "#!/usr/bin/env -S ptc run\n(* 2 3)\n");
    put_file("bad-script", "#!/usr/bin/env -S ptc run\n(inc nil)\n");
    put_file("ctx.json", "{\"numbers\":[1,2,3]}");
    put_file("list.json", "[1]");
    put_file("broken.json", "{\"numbers\":\n [1,}");
}

#define USES(uses) run_uses("PTC_EXE", uses, sizeof(uses) / sizeof(uses)[0])

static const use one_program[] = {
    {{"run", "-e", "(+ 1 2)"}, "", 0, "3\n", ""},
    {{"run", "-e", ""}, "", 0, "nil\n", ""},
    {{"run", "-e", "(println 1) {:b 1 :a [\"x\"]}"}, "", 0, "1\n{:b 1 :a [\"x\"]}\n", ""},
    {{"run", "sum.clj", "--ctx", "ctx.json"}, "", 0, "adding\n6\n", ""},
    {{"run", "-"}, "(* 6 7)", 0, "42\n", ""},
    {{"run", "-", "--ctx", "ctx.json"}, "(count data/numbers)", 0, "3\n", ""},
    {{"run", "-e", "(return :done) 2"}, "", 0, ":done\n", ""},
    {{"run", "bad.clj"},
     "",
     1,
     "",
     "bad.clj:2:3: type_error: +: invalid argument types: number, nil; nil is a missing "
     "value: use (or x 0), or "
     "filter it out\n"
     "    2 |   (+ a nil))\n"
     "      |   ^\n"},
    {{"run", "half.clj"}, "", 1, "", "half.clj:"},
    {{"run", "script"}, "", 0, "6\n", ""},
    {{"run", "bad-script"}, "", 1, "", "bad-script:2:1: type_error"},
    {{"run", "-"}, "#!/usr/bin/env -S ptc run", 0, "nil\n", ""},
    {{"run", "-e", "#!1"}, "", 1, "", "parse_error"},
    {{"run", "-e", "(println 5) (fail {:why 1})"},
     "",
     1,
     "5\n",
     "failed: the program gave up: {:why 1}"},
    {{"run", "--json", "-e", "(println 5) {:a 1 \"b\" [nil 2.5 :k]}"},
     "",
     0,
     "{\"ok\":true,\"value\":{\"a\":1,\"b\":[null,2.5,\"k\"]},"
     "\"printed\":\"{:a 1 \\\"b\\\" [nil 2.5 :k]}\",\"out\":\"5\\n\"}\n",
     ""},
    {{"run", "--json", "-e", "[(group-by even? [1 2]) (assoc {\"a\" 1} :a 2)]"},
     "",
     0,
     "{\"ok\":true,\"value\":[{\"false\":[1],\"true\":[2]},{\"a\":2}],"
     "\"printed\":\"[{false [1] true [2]} {\\\"a\\\" 2}]\"}\n",
     ""},
    {{"run", "--json", "-e", "{:a 1 \"a\" 2}"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"type_error\",\"message\":\"two keys would be the same "
     "in "
     "JSON: a\"}\n",
     ""},
    {{"run", "--json", "-e", "(println 5) {:x [{1 2 \"1\" 3}]}"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"type_error\",\"message\":\"x[0]: two keys would be the "
     "same in JSON: 1\",\"out\":\"5\\n\"}\n",
     ""},
    /* a value that JSON lacks is an error with its place, alone or within another, or its
     * text */
    {{"run", "--json", "-e", "##NaN"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"type_error\",\"message\":\"JSON has no such number: "
     "##NaN\"}\n",
     ""},
    {{"run", "--json", "-e", "(println 5) {:a [1 {\"b\" ##-Inf}]}"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"type_error\",\"message\":\"a[1].b: JSON has no such "
     "number: ##-Inf\",\"out\":\"5\\n\"}\n",
     ""},
    {{"run", "--json", "-e", "(return [#{(/ 1.0 0.0)}])"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"type_error\",\"message\":\"[0][0]: JSON has no such "
     "number: ##Inf\"}\n",
     ""},
    {{"run", "--json", "-e", "(sorted-map :x ##NaN)"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"type_error\",\"message\":\"x: JSON has no such number: "
     "##NaN\"}\n",
     ""},
    {{"run", "--json", "-e", "(fail [##NaN])"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"failed\",\"message\":\"the program gave up: [##NaN]\","
     "\"line\":1,\"column\":1}\n",
     ""},
    {{"run", "--json", "-e", "(fail {:a 1 \"a\" 2})"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"failed\",\"message\":\"the program gave up: {:a 1 "
     "\\\"a\\\" 2}\",\"line\":1,\"column\":1}\n",
     ""},
    {{"run", "--json", "-e", "(fail nil)"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"failed\",\"message\":\"the program gave up: nil\","
     "\"line\":1,\"column\":1,\"value\":null}\n",
     ""},
    {{"run", "--json", "-e",
      "[inc (fn [a] a) #\"a+\" 'x (reduced 1) (where :a = 1) nil]"},
     "",
     0,
     "{\"ok\":true,\"value\":[\"#<builtin>\",\"#fn[a]\",\"#\\\"a+\\\"\",\"x\",\"#<"
     "reduced "
     "1>\",\"#fn[...]\",null],\"printed\":\"[#<builtin> #fn[a] #\\\"a+\\\" x #<reduced "
     "1> "
     "#fn[...] nil]\"}\n",
     ""},
    {{"run", "--json", "-e", "{:f inc nil 1 1.5 [(LocalDate/parse \"2024-01-01\")]}"},
     "",
     0,
     "{\"ok\":true,\"value\":{\"f\":\"#<builtin>\",\"nil\":1,\"1.5\":[\"2024-01-01\"]},"
     "\"printed\":\"{:f #<builtin> nil 1 1.5 [#LocalDate \\\"2024-01-01\\\"]}\"}\n",
     ""},
    {{"run", "--json", "-e", "[(frequencies [[1] \"[1]\"])]"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"type_error\",\"message\":\"[0]: two keys would be the "
     "same "
     "in JSON: [1]\"}\n",
     ""},
    {{"run", "--json", "-e", "[(sorted-map \"b\" 1 \"a\" 2) (sorted-set-by > 1 2)]"},
     "",
     0,
     "{\"ok\":true,\"value\":[{\"a\":2,\"b\":1},[2,1]],\"printed\":\"[{\\\"a\\\" 2 "
     "\\\"b\\\" 1} "
     "#{2 1}]\"}\n",
     ""},
    /* a definition prints as its var, and is what it was bound to in JSON */
    {{"run", "-e", "(def a {:b 1})"}, "", 0, "#'a\n", ""},
    {{"run", "--json", "-e", "(def a {:b 1})"},
     "",
     0,
     "{\"ok\":true,\"value\":{\"b\":1},\"printed\":\"#'a\"}\n",
     ""},
    {{"run", "--json", "-e", "[(def a 1) (defn f [x] x)]"},
     "",
     0,
     "{\"ok\":true,\"value\":[1,\"#'f\"],\"printed\":\"[#'a #'f]\"}\n",
     ""},
    {{"run", "-e", "(print 1 \"a\") (print [2]) 3"}, "", 0, "1 a[2]\n3\n", ""},
    {{"run", "--json", "-e", "(print 1) (println 2)"},
     "",
     0,
     "{\"ok\":true,\"value\":null,\"printed\":\"nil\",\"out\":\"12\\n\"}\n",
     ""},
    {{"run", "--json", "-e", "(fail {:why 1})"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"failed\",\"message\":\"the program gave up: {:why 1}\","
     "\"line\":1,\"column\":1,\"value\":{\"why\":1}}\n",
     ""},
    {{"run", "--json", "-e", "(throw (ex-info \"no\" {:id 7 'a ['b]}))"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"runtime_error\",\"message\":\"thrown: no {:id 7 a "
     "[b]}\",\"line\":1,\"column\":1,\"details\":{\"thrown\":{\"message\":\"no\","
     "\"data\":{"
     "\"id\":7,\"a\":[\"b\"]}}}}\n",
     ""},
    {{"run", "--json", "-e", "(throw {:a 1 \"a\" 2})"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"runtime_error\",\"message\":\"thrown: {:a 1 \\\"a\\\" "
     "2}\",\"line\":1,\"column\":1,\"details\":{\"thrown\":\"{:a 1 \\\"a\\\" 2}\"}}\n",
     ""},
    {{"run", "--batch"},
     "{\"id\":1,\"expr\":\"(assert nil)\"}\n",
     0,
     "{\"id\":1,\"ok\":false,\"reason\":\"runtime_error\",\"message\":\"Assert failed: "
     "nil\",\"line\":1,\"column\":1,\"details\":{\"thrown\":{\"message\":\"Assert "
     "failed: "
     "nil\",\"class\":\"AssertionError\"}}}\n",
     ""},
    {{"run", "--json", "-e", "['a {'b '(c)}]"},
     "",
     0,
     "{\"ok\":true,\"value\":[\"a\",{\"b\":[\"c\"]}],\"printed\":\"[a {b [c]}]\"}\n",
     ""},
    {{"run", "--json", "-e", "(inc nil)"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"type_error\",\"message\":\"inc: invalid argument types: "
     "nil; nil is a missing value: use (or x 0), or filter it "
     "out\",\"line\":1,\"column\":1}\n",
     ""},
    {{"run", "--disasm", "-e", "7"},
     "",
     0,
     "program: 1 register\n"
     "   0  1:1     INT                 0 7\n"
     "   1  1:1     RETURN              0\n",
     ""},
};

Test(tool_run, one_program)
{
    enter_folder();
    USES(one_program);
}

#define MISSPELT "(println 1) (count ctx/number)"
#define MEANT    "ctx/number is not a name of this context. Did you mean: ctx/numbers\n"
#define SHOWN                                                                            \
    "    1 | " MISSPELT "\n"                                                             \
    "      |                    ^\n"

/* Names missing from --ctx cause a warning, or are refused; a batch ignores them. */
static const use names[] = {
    {{"run", "-e", MISSPELT, "--ctx", "ctx.json"},
     "",
     0,
     "1\n0\n",
     "<expression>:1:20: warning: " MEANT SHOWN},
    {{"run", "-e", MISSPELT, "--ctx", "ctx.json", "--strict-context"},
     "",
     1,
     "",
     "<expression>:1:20: unbound_var: " MEANT SHOWN},
    {{"run", "--strict-context", "--json", "-e", MISSPELT, "--ctx", "ctx.json"},
     "",
     1,
     "{\"ok\":false,\"reason\":\"unbound_var\",\"message\":\"ctx/number is not a name of "
     "this context. Did you mean: ctx/numbers\",\"line\":1,\"column\":20}\n",
     ""},
    {{"run", "--json", "-e", "data/x"},
     "",
     0,
     "{\"ok\":true,\"value\":null,\"printed\":\"nil\"}\n",
     "warning: data/x is not a name of this context, which has none"},
    {{"run", "--strict-context", "-e", "ctx/x"},
     "",
     1,
     "",
     "unbound_var: ctx/x is not a name of this context, which has none"},
    {{"run", "--strict-context", "-e", "[ctx/fail 1]"}, "", 0, "[nil 1]\n", ""},
    {{"run", "--strict-context", "sum.clj", "--ctx", "ctx.json"},
     "",
     0,
     "adding\n6\n",
     ""},
    {{"run", "-", "--strict-context", "--ctx", "odd.json"},
     "[ctx/user-id data/none ctx/_key]",
     0,
     "[5 nil 2]\n",
     ""},
    {{"run", "-", "--strict-context", "--ctx", "odd.json"},
     "\n ctx/other",
     1,
     "",
     "<stdin>:2:2: unbound_var: ctx/other is not a name of this context; there are: "
     "user_id, none, _key, and 2 more\n"},
    {{"run", "--strict-context", "--disasm", "-e", "ctx/x"}, "", 1, "", "unbound_var"},
    {{"run", "--batch"},
     "{\"expr\":\"ctx/x\",\"ctx\":{\"y\":1}}\n",
     0,
     "{\"id\":null,\"ok\":true,\"value\":\"nil\",\"printed\":\"nil\"}\n",
     ""},
    {{"run", "--batch", "--strict-context"},
     "",
     2,
     "",
     "--batch and --strict-context cannot be combined"},
    {{"repl", "--strict-context"}, "", 2, "", "--strict-context"},
};

Test(tool_run, names_of_the_context)
{
    enter_folder();
    put_file("odd.json",
             "{\"user_id\":5,\"none\":null,\"a b\":1,\"\":1,\"x\\ny\":1,\"_key\":2}");
    USES(names);
}

static const use mistakes[] = {
    {{"run"}, "", 2, "", "run needs one of FILE and -e TEXT"},
    {{"run", "sum.clj", "bad.clj"}, "", 2, "", "run needs one of"},
    {{"run", "-e", "1", "sum.clj"}, "", 2, "", "run needs one of"},
    {{"run", "absent.clj"}, "", 2, "", "absent.clj: No such file"},
    {{"run", "-e", "1", "--ctx", "absent.json"}, "", 2, "", "absent.json: No such file"},
    {{"run", "-e", "1", "--ctx", "list.json"},
     "",
     2,
     "",
     "a context must be a JSON object"},
    {{"run", "-e", "1", "--ctx", "broken.json"}, "", 2, "", "broken.json:2:"},
    {{"run", "-e", "1", "--fuel", "many"},
     "",
     2,
     "",
     "--fuel is a number from 0 to 9223372036854775807, not \"many\""},
    {{"run", "-e", "1", "--heap", "0"}, "", 2, "", "--heap is a size from 1 to "},
    {{"run", "--batch", "-e", "1"},
     "",
     2,
     "",
     "--batch and --expression cannot be combined"},
};

Test(tool_run, mistakes)
{
    enter_folder();
    USES(mistakes);
}

/* The same number in all spellings, and wrong ones. */
Test(tool_run, sizes)
{
    static const char *const sizes[] = {"65536", "0065536", "64k", "64K", "64KiB"};
    static const char *const faults[] = {"",
                                         "0",
                                         "-1",
                                         "+1",
                                         " 1",
                                         "1 ",
                                         "1.5G",
                                         "10x",
                                         "10kB",
                                         "10MB",
                                         "1kk",
                                         "k",
                                         "1e3",
                                         "0x10",
                                         "G1",
                                         "1g",
                                         "0k",
                                         "many",
                                         "9223372036854775808",
                                         "99999999999999999999",
                                         "9007199254740992k",
                                         "8589934592G",
                                         "18446744073709551617"};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const use row = {{"run", "-e", "(vec (range 100000))", "--heap", sizes[i]},
                         "",
                         1,
                         "",
                         "memory_exceeded: heap limit 65536 bytes exceeded"};

        run_uses("PTC_EXE", &row, 1);
    }
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const use row = {{"run", "-e", "1", "--heap", faults[i]},
                         "",
                         2,
                         "",
                         "--heap is a size from 1 to "};

        run_uses("PTC_EXE", &row, 1);
    }
}

static const use limits[] = {
    {{"run", "-e", "(loop [] (recur))", "--time", "20"},
     "",
     1,
     "",
     "timeout: execution exceeded 20ms limit"},
    {{"run", "-e", "(loop [] (recur))", "--time", "20ms"},
     "",
     1,
     "",
     "timeout: execution exceeded 20ms limit"},
    {{"run", "-e", "1", "--time", "2s"}, "", 0, "1\n", ""},
    {{"run", "-e", "1", "--time", "2x"}, "", 2, "", "--time is a time from 0"},
    {{"run", "-e", "(loop [] (recur))", "--fuel", "5000"},
     "",
     1,
     "",
     "fuel_exceeded: program exceeded its limit of 5000 steps"},
    {{"run", "-e", "(loop [] (recur))", "--jumps", "9"},
     "",
     1,
     "",
     "loop_limit_exceeded: loop exceeded 9 iterations by recur"},
    {{"run", "-e", "(loop [v []] (recur [v v]))", "--heap", "300000"},
     "",
     1,
     "",
     "memory_exceeded: heap limit 300000 bytes exceeded"},
    {{"run", "-e", "((fn f [n] (+ 1 (f n))) 1)"}, "", 1, "", "recursion_limit_exceeded"},
};

Test(tool_run, limits)
{
    enter_folder();
    USES(limits);
}

static const use batches[] = {
    {{"run", "--batch"},
     "{\"id\":1,\"expr\":\"(+ 1 2)\"}\n"
     "{\"id\":\"b\",\"expr\":\"(println :x) {:b 1 :a #{2 1}}\"}\n"
     "{\"id\":3,\"expr\":\"(inc :a)\"}\n"
     "{\"id\":4,\"expr\":\"(def a 5) (map :n "
     "ctx/rows)\",\"ctx\":{\"rows\":[{\"n\":7}]}}\n"
     "{\"id\":5,\"expr\":\"a\"}\n"
     "{\"id\":6}\n"
     "nonsense\n"
     "{\"id\":7,\"expr\":\"1\",\"ctx\":[]}\n"
     "{\"id\":8,\"expr\":\"(str ctx/rows \\\"\\\\u00e9\\\")\"}\n",
     0,
     "{\"id\":1,\"ok\":true,\"value\":\"3\",\"printed\":\"3\"}\n"
     "{\"id\":\"b\",\"ok\":true,\"value\":\"{:a #{1 2} :b 1}\",\"printed\":"
     "\"{:b 1 :a #{2 1}}\",\"out\":\":x\\n\"}\n"
     "{\"id\":3,\"ok\":false,\"reason\":\"type_error\",\"message\":\"inc: invalid "
     "argument "
     "types: keyword; a keyword is not a number: (:key row) reads its "
     "value\",\"line\":1,\"column\":1}\n"
     "{\"id\":4,\"ok\":true,\"value\":\"[7]\",\"printed\":\"[7]\"}\n"
     "{\"id\":5,\"ok\":false,\"reason\":\"unbound_var\",\"message\":\"undefined "
     "variable: "
     "a\",\"line\":1,\"column\":1}\n"
     "{\"id\":6,\"error\":{\"code\":\"row\",\"message\":\"a row must have its program as "
     "text "
     "in "
     "expr\"}}\n"
     "{\"id\":null,\"error\":{\"code\":\"parse\",\"message\":\"expected a value, found "
     "'n'\"}}\n"
     "{\"id\":7,\"error\":{\"code\":\"row\",\"message\":\"ctx must be an object\"}}\n"
     "{\"id\":8,\"ok\":true,\"value\":\"\\\"\xC3\xA9\\\"\",\"printed\":"
     "\"\\\"\xC3\xA9\\\"\"}\n",
     ""},
    {{"run", "--batch"}, "", 0, "", ""},
    {{"run", "--batch"},
     "\n{\"id\":1,\"expr\":\"\\n (inc nil)\"}\r\n \t\r\n\n{\"id\":2,\"expr\":\"2\"}",
     0,
     "{\"id\":1,\"ok\":false,\"reason\":\"type_error\",\"message\":\"inc: invalid "
     "argument types: nil; nil is a missing value: use (or x 0), or filter it "
     "out\",\"line\":2,\"column\":2}\n"
     "{\"id\":2,\"ok\":true,\"value\":\"2\",\"printed\":\"2\"}\n",
     ""},
};

Test(tool_run, batches)
{
    enter_folder();
    USES(batches);
}
