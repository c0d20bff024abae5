/* SPDX-License-Identifier: MIT */
/* pmap and pcalls: order, isolation, faults, limits. [ptc-lisp 14] */
#include "lisp_rows.h"

#include <criterion/criterion.h>

#include <string.h>

Test(lisp_parallel, results_in_input_order)
{
    static const lisp_row rows[] = {
        {"(pmap inc [1 2 3])", "[2 3 4]", NULL},
        {"(pmap + [1 2 3] [10 20] #{100 200})", "[111 222]", NULL},
        {"(pmap vector [1 2] [:a :b])", "[[1 :a] [2 :b]]", NULL},
        {"[(pmap :id [{:id 5} {}]) (pmap {:a 1} [:a :b]) (pmap #{2} [1 2]) (pmap [7 8] "
         "[1 0])]",
         "[[5 nil] [1 nil] [nil 2] [8 7]]", NULL},
        {"[(pmap str nil) (pmap str []) (pmap str \"ab\") (pmap key {:a 1 :b 2})]",
         "[[] [] [\"a\" \"b\"] [:a :b]]", NULL},
        {"(map seq? [(pmap inc [1]) (pcalls)])", "[true true]", NULL},
        {"(let [k 10] (pmap #(* k %) [1 2 3]))", "[10 20 30]", NULL},
        {"[(pcalls) (pcalls #(+ 1 1) (constantly [3]) (fn [& xs] (count xs)))]",
         "[[] [2 [3] 0]]", NULL},
        {"(apply pcalls (map (fn [i] (fn [] (vec (range i)))) (range 4)))",
         "[[] [0] [0 1] [0 1 2]]", NULL},
        {"(pmap (fn [row] (pmap (fn [x] (str x (count row))) row)) [[1 2] [] [3]])",
         "[[\"12\" \"22\"] [] [\"31\"]]", NULL},
        {"(reduce + (pmap (fn [i] (reduce + (pmap inc (range i)))) (range 100)))",
         "166650", NULL},
        {"(pmap inc)", "!arity_error", "pmap expects 2 or more"},
        {"(pmap inc 5)", "!type_error", "pmap: invalid argument types: function, number"},
        {"(pmap inc [1] 5)", "!type_error", "pmap: invalid argument types"},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_parallel, branches_see_a_snapshot_and_leave_nothing)
{
    static const lisp_row rows[] = {
        {"(def n 1) [(pmap (fn [x] (def n (+ n x)) n) [10 20 30]) n]", "[[11 21 31] 1]",
         NULL},
        {"(def n [1]) [(pcalls (fn [] (def n (conj n 2)) (def n (conj n 3)) n) "
         "(fn [] n)) n]",
         "[[[1 2 3] [1]] [1]]", NULL},
        /* Earlier changes of the program stay, and so do older values. */
        {"(def s (str \"a\" 1)) (def s (str s 2)) (pmap (fn [x] (def s (str x x)) s) "
         "[3]) s",
         "\"a12\"", NULL},
        {"(pmap (fn [x] (defn helper [y] (* y x)) (helper x)) [1 2 3])", "[1 4 9]", NULL},
        {"(pmap (fn [x] (def fresh x)) [1]) (or fresh :gone)", ":gone", NULL},
        {"(pmap (fn [x] (def fresh x)) [1]) (inc fresh)", "!unbound_var", "fresh"},
        {"(pmap (fn [x] (defonce once x) once) [1 2])", "[1 2]", NULL},
        /* A closure of a branch reads the name where it is called. */
        {"(def n 1) (let [[f] (pmap (fn [x] (def n x) (fn [] n)) [5])] (f))", "1", NULL},
        {"(pmap (fn [x] (def secret x) (fn [] secret)) [5])"
         "((first (pmap (fn [x] (def secret x) (fn [] secret)) [5])))",
         "!unbound_var", "secret"},
        /* Within each other: the inner ones see the outer's, and give it back. */
        {"(def n 0) [(pmap (fn [x] (def n x) (let [inner (pmap (fn [y] (def n (+ n y)) "
         "n) "
         "[10 20])] [inner n])) [1 2]) n]",
         "[[[[11 21] 1] [[12 22] 2]] 0]", NULL},
        {"(def n 0) [(pmap (fn [x] (pmap (fn [y] (def n (+ n y)) n) [1]) (def n (+ n x)) "
         "(pcalls (fn [] (def n (+ n 100)) n) (fn [] n))) [1 2]) n]",
         "[[[101 1] [102 2]] 0]", NULL},
        {"(def n 0) (map (fn [i] (pmap (fn [x] (def n (+ n x))) [1 2]) (def n (+ n i)) "
         "n) "
         "[1 2 3])",
         "[1 3 6]", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_parallel, the_first_fault_decides)
{
    static const lisp_row rows[] = {
        {"(pmap inc [1 2 3 \"x\" nil])", "!pmap_error", "pmap: element 3: type_error: "},
        {"(pmap / [1 2] [1 0])", "!pmap_error",
         "pmap: element 1: arithmetic_error: division by zero"},
        {"(pcalls (fn [] 1) (fn [] (nth 5 0)) (fn [] (inc nil)))", "!pcalls_error",
         "pcalls: function 1: type_error: nth"},
        {"(pcalls (fn [x] x))", "!pcalls_error", "pcalls: function 0: arity_mismatch: "},
        {"(pcalls :a)", "!pcalls_error", "pcalls: function 0: arity_error: "},
        {"(pcalls {})", "!pcalls_error", "pcalls: function 0: arity_error: "},
        {"(pcalls inc)", "!pcalls_error", "pcalls: function 0: arity_error: "},
        {"(pcalls + 5)", "!pcalls_error",
         "pcalls: function 1: not_callable: not callable: 5"},
        {"(pmap 5 [1])", "!pmap_error", "pmap: element 0: not_callable"},
        {"(pmap 5 [])", "[]", NULL},
        {"(pmap (fn [x] (pcalls (fn [] x) (fn [] (inc (str x))))) [7])", "!pmap_error",
         "pmap: element 0: pcalls: function 1: type_error: "},
        {"(pmap (fn [x] (nope x)) [])", "!unbound_var", "nope"},
        {"(pmap (fn [x] (if (= x 2) (return x) x)) [1 2 3])", "!pmap_error",
         "pmap: element 1: runtime_error: return ends the program"},
        {"(pcalls (fn [] (fail {:why 1})))", "!pcalls_error",
         "pcalls: function 0: failed: the program gave up: {:why 1}"},
        {"(map (fn [x] (return x)) (pmap inc [1]))", "2", NULL},
        /* After branches ended, return and faults are the program's own again. */
        {"(pmap inc [1]) (inc nil)", "!type_error", NULL},
        {"(pmap (fn [x] (pmap inc [x]) (inc nil)) [1])", "!pmap_error",
         "pmap: element 0: type_error: "},
    };

    LISP_CHECK_ROWS(rows);
}

/* --- One context over several programs ---------------------------------------------- */

typedef struct session {
    ptc_lisp *lisp;
    ptc_arena arena;
    ptc_lisp_result result;
} session;

static void open_session(session *at, const ptc_lisp_options *options)
{
    ptc_arena_init(&at->arena, NULL, 0);
    cr_assert_eq(ptc_lisp_new(options, &at->lisp), PTC_OK);
}

static void close_session(session *at)
{
    ptc_lisp_free(at->lisp);
    ptc_arena_free(&at->arena);
}

static const char *evaluate(session *at, const char *text)
{
    ptc_source source = {PTC_STR("row"), ptc_str_of(text)};

    ptc_arena_reset(&at->arena);
    if (ptc_lisp_eval(&at->arena, at->lisp, &source, PTC_LISP_PRINTED, &at->result) !=
        PTC_OK)
        return ptc_reason_name(at->result.error.reason);
    return test_cstr(at->result.printed);
}

/* A run that fails within branches puts back what it found, whatever nested when. */
Test(lisp_parallel, memory_survives_faults)
{
    ptc_lisp_options options;
    session at;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    for (int round = 0; round < 2; round++) {
        options.collects_always = round == 1;
        open_session(&at, &options);
        evaluate(&at, "(def n [1]) (def s (str \"s\" 1))");
        cr_expect_str_eq(
            evaluate(&at, "(def n [2]) (pmap (fn [x] (def n [3]) (def m [x]) "
                          "(pcalls (fn [] (def n [4]) (def s 1) (inc nil)))) [1 2])"),
            "pmap_error");
        cr_expect_str_eq(evaluate(&at, "[n s (or m :none)]"), "[[1] \"s1\" :none]");
        cr_expect_str_eq(evaluate(&at, "(def n [2]) (pmap (fn [x] (def n [3]) (def m x) "
                                       "((fn f [] (f)))) [1])"),
                         "recursion_limit_exceeded");
        cr_expect_str_eq(evaluate(&at, "[n s (or m :none)]"), "[[1] \"s1\" :none]");
        cr_expect_str_eq(
            evaluate(&at, "(def n (conj n 5)) (pmap (fn [x] (def n x)) [1]) n"), "[1 5]");
        cr_expect_str_eq(evaluate(&at, "n"), "[1 5]");
        close_session(&at);
    }
}

Test(lisp_parallel, output_in_input_order)
{
    session at;

    open_session(&at, NULL);
    cr_expect_str_eq(evaluate(&at, "(pmap (fn [x] (println x) (pcalls #(println :a x) "
                                   "#(println :b x)) x) [1 2])"),
                     "[1 2]");
    cr_expect_str_eq(test_cstr(at.result.output), "1\n:a 1\n:b 1\n2\n:a 2\n:b 2\n");
    cr_expect_str_eq(evaluate(&at, "(pmap (fn [x] (println x) (inc x)) [1 nil 3])"),
                     "pmap_error");
    cr_expect_str_eq(test_cstr(at.result.output), "1\nnil\n");
    cr_expect_eq(at.result.error.line, 1u);
    cr_expect_eq(at.result.error.column, 27u, "the place of the fault itself: %zu",
                 at.result.error.column);
    close_session(&at);
}

/* --- Limits ------------------------------------------------------------------------- */

static uint64_t count_looks(void *user)
{
    return *(uint64_t *)user += 1; /* each look at the clock is a millisecond */
}

Test(lisp_parallel, limits_end_the_program)
{
    static const struct {
        const char *text;
        const char *reason;
        const char *message;
    } rows[] = {
        {"(pmap (fn [x] (loop [] (recur))) [1])", "fuel_exceeded", "steps"},
        {"(pmap (fn f [x] (f x)) [1])", "recursion_limit_exceeded", "calls"},
        {"((fn f [x] (pmap f [x])) 1)", "recursion_limit_exceeded", "calls"},
        {"(pmap (fn [x] (vec (range 10000000))) [1])", "memory_exceeded", "heap limit"},
        {"(pmap (fn [x] (pmap inc (range 1000))) (range 1000))", "fuel_exceeded",
         "steps"},
        {"(pcalls (fn [] (loop [i 0] (if (< i 2000) (recur (inc i)) i))))",
         "pcalls_error", "pcalls: function 0: loop_limit_exceeded: "},
    };
    ptc_lisp_options options;
    session at;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.fuel = 100000;
    options.jumps = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        options.jumps = strstr(rows[i].text, "2000") != NULL ? 1000 : 0;
        open_session(&at, &options);
        cr_expect_str_eq(evaluate(&at, rows[i].text), rows[i].reason, "%s", rows[i].text);
        cr_expect(strstr(at.result.error.message.ptr, rows[i].message) != NULL, "%s: %s",
                  rows[i].text, at.result.error.message.ptr);
        cr_expect_str_eq(evaluate(&at, "(pmap inc [1 2])"), "[2 3]");
        close_session(&at);
    }
}

/* One deadline for the outermost with all within it; the run's own comes first if it is
 * sooner. */
Test(lisp_parallel, deadline)
{
    static const char *const slow = "(pmap (fn [x] (pmap (fn [y] (reduce + (map inc "
                                    "(range 5000)))) (range 10))) (range 10))";
    ptc_lisp_options options;
    uint64_t now = 0;
    session at;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.clock_ms = count_looks;
    options.user = &now;
    options.time_ms = 1000000;
    options.branches_ms = 100;
    open_session(&at, &options);
    cr_expect_str_eq(evaluate(&at, slow), "pmap_error");
    cr_expect(strstr(at.result.error.message.ptr, "pmap: element ") != NULL &&
                  strstr(at.result.error.message.ptr,
                         "timeout: all branches together exceeded their 100ms limit"),
              "%s", at.result.error.message.ptr);
    cr_expect_str_eq(evaluate(&at,
                              "(reduce (fn [a i] (+ a (first (pmap (fn [x] (reduce + "
                              "(range 25000))) [i])))) 0 (range 10))"),
                     "3124875000", "each outermost one has its own time");
    close_session(&at);

    options.branches_ms = PTC_UNLIMITED;
    open_session(&at, &options);
    cr_expect(evaluate(&at, slow)[0] == '[', "%s", at.result.error.message.ptr);
    close_session(&at);

    options.time_ms = 50;
    options.branches_ms = 100;
    open_session(&at, &options);
    cr_expect_str_eq(evaluate(&at, slow), "timeout");
    cr_expect(strstr(at.result.error.message.ptr, "50ms") != NULL, "%s",
              at.result.error.message.ptr);
    close_session(&at);
}

/* Many branches with many definitions: what is recorded goes with each branch. */
Test(lisp_parallel, records_are_given_back)
{
    static const lisp_row rows[] = {
        {"(count (pmap (fn [x] (def a x) (def b [a]) (def c (str b)) (def a c) a) (range "
         "2000)))",
         "2000", NULL},
        {"(def a 0) (doseq [i (range 500)] (pmap (fn [x] (def a x)) [1 2 3])) a", "0",
         NULL},
    };

    LISP_CHECK_ROWS(rows);
}
