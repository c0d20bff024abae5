/* SPDX-License-Identifier: MIT */
/*
 * Every limit, in each part that can hit it: reader, compiler, machine, builtins with and
 * without calls back, sorting, printing; and what hostile programs try. Whatever happens,
 * the context can be used afterwards. [ptc-lisp 18]
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "lisp_rows.h"

/* --- One context that survives it all ---------------------------------------------- */

static ptc_lisp *open_context(const ptc_lisp_options *options)
{
    ptc_lisp *lisp;

    cr_assert_eq(ptc_lisp_new(options, &lisp), PTC_OK);
    return lisp;
}

static ptc_reason reason_of(ptc_lisp *lisp, ptc_arena *arena, ptc_str text)
{
    ptc_source source = {PTC_STR("limits"), text};
    ptc_lisp_result result;

    ptc_arena_reset(arena);
    if (ptc_lisp_eval(arena, lisp, &source, PTC_LISP_PRINTED, &result) == PTC_OK)
        return PTC_REASON_NONE;
    return result.error.reason;
}

static void expect_alive(ptc_lisp *lisp, ptc_arena *arena, const char *after)
{
    cr_expect_eq(reason_of(lisp, arena, PTC_STR("(reduce + (map inc [1 2 3]))")),
                 PTC_REASON_NONE, "the context is unusable after %s", after);
}

/* --- Limits in each component ------------------------------------------------------ */

typedef enum limit { FUEL, HEAP, TIME, JUMPS, FRAMES } limit;

/* 200 rounds of an expression about a text of 64 KiB. */
#define LONG_TEXT(expression)                                                            \
    "(let [s (reduce (fn [s _] (str s s)) \"a\" (range 16))]"                            \
    " (loop [i 0] (if (< i 200) (do " expression " (recur (inc i))) i)))"

static const struct {
    limit limit;
    const char *text;
    ptc_reason reason;
} component_rows[] = {
    /* The machine. */
    {FUEL, "(loop [] (recur))", PTC_REASON_FUEL},
    {FUEL, "((fn f [] (f)))", PTC_REASON_RECURSION_LIMIT},
    {FUEL, "(doseq [a (range 200) b (range 200)] a)", PTC_REASON_FUEL},
    {FUEL, "(for [a (range 200) b (range 200)] a)", PTC_REASON_FUEL},
    {FUEL, "(loop [i 0] (+ i 1) (+ i 2) (recur (inc i)))", PTC_REASON_FUEL},
    /* Builtins without a call back. */
    {FUEL, "(count (range 20000))", PTC_REASON_FUEL},
    {FUEL, "(let [v (vec (range 900))] (loop [] (reverse v) (recur)))", PTC_REASON_FUEL},
    {FUEL, "(let [v (vec (range 900))] (loop [] (concat v v) (recur)))", PTC_REASON_FUEL},
    {FUEL, "(let [v (vec (range 900))] (loop [] (frequencies v) (recur)))",
     PTC_REASON_FUEL},
    {FUEL, "(let [v (vec (range 900))] (loop [] (sort v) (recur)))", PTC_REASON_FUEL},
    {FUEL, "(let [v (vec (range 900))] (loop [] (distinct v) (recur)))", PTC_REASON_FUEL},
    {FUEL, "(let [v (vec (range 900))] (loop [] (flatten [v v]) (recur)))",
     PTC_REASON_FUEL},
    {FUEL, "(combinations (range 40) 20)", PTC_REASON_MEMORY},
    /* Builtins that call back. */
    {FUEL, "(map (fn [x] (map inc (range 100))) (range 100))", PTC_REASON_FUEL},
    {FUEL, "(reduce (fn [a x] (+ a x)) 0 (map inc (range 4000)))", PTC_REASON_FUEL},
    {FUEL, "(sort (fn [a b] (< a b)) (map (fn [i] (rem (* i 7) 501)) (range 500)))",
     PTC_REASON_FUEL},
    {FUEL, "(sort-by (fn [x] (- x)) (range 4000))", PTC_REASON_FUEL},
    {FUEL, "(some (fn [x] nil) (range 6000))", PTC_REASON_FUEL},
    {FUEL, "(iterate-is-absent)", PTC_REASON_UNBOUND_VAR},
    {FUEL, "(tree-seq vector? (fn [x] [x x]) [1])", PTC_REASON_FUEL},
    {FUEL, "(let [f (comp inc inc)] (loop [] (f 1) (recur)))", PTC_REASON_FUEL},
    {FUEL, "(update-in {:a 1} [:a] (fn f [x] (f x)))", PTC_REASON_RECURSION_LIMIT},
    /* Memory: one allocation too large, growth by many small ones, kept or dropped. */
    {HEAP, "(range 1000000)", PTC_REASON_MEMORY},
    {HEAP, "(repeat 9007199254740993 1)", PTC_REASON_MEMORY},
    {HEAP, "(range 9223372036854775807)", PTC_REASON_MEMORY},
    {HEAP, "(loop [v []] (recur (conj v v)))", PTC_REASON_MEMORY},
    {HEAP, "(loop [v [] i 0] (recur (conj v [i]) (inc i)))", PTC_REASON_MEMORY},
    {HEAP, "(loop [m {} i 0] (recur (assoc m i i) (inc i)))", PTC_REASON_MEMORY},
    {HEAP, "(loop [s #{} i 0] (recur (conj s i) (inc i)))", PTC_REASON_MEMORY},
    {HEAP, "(loop [s \"ab\"] (recur (str s s)))", PTC_REASON_MEMORY},
    {HEAP, "(loop [l nil i 0] (recur (cons i l) (inc i)))", PTC_REASON_MEMORY},
    {HEAP, "(loop [v [1 2]] (recur (into v v)))", PTC_REASON_MEMORY},
    {HEAP, "(map (fn [x] (range 500)) (range 1000))", PTC_REASON_MEMORY},
    {HEAP, "(combinations (range 60) 30)", PTC_REASON_MEMORY},
    {HEAP, "(loop [m {:a 1}] (recur {:a m :b m}))", PTC_REASON_MEMORY},
    {HEAP, "(loop [f inc] (recur (fn [x] (f x))))", PTC_REASON_MEMORY},
    {HEAP, "(loop [f inc] (recur (comp f f)))", PTC_REASON_MEMORY},
    {HEAP, "(interleave (range 300000) (range 300000))", PTC_REASON_MEMORY},
    {HEAP, "(loop [] (println \"1234567890123456789012345678901234567890\") (recur))",
     PTC_REASON_MEMORY},
    /* Reading long text takes steps. */
    {FUEL, LONG_TEXT("(index-of s \"b\" 100000)"), PTC_REASON_FUEL},
    {FUEL, LONG_TEXT("(subs s 60000)"), PTC_REASON_FUEL},
    {FUEL, LONG_TEXT("(includes? s \"b\")"), PTC_REASON_FUEL},
    {FUEL, LONG_TEXT("(count (filter (where :t includes \"b\") [{:t s}]))"),
     PTC_REASON_FUEL},
    /* The clock. */
    {TIME, "(loop [] (recur))", PTC_REASON_TIMEOUT},
    {TIME, "(loop [] (map inc (range 1000)) (recur))", PTC_REASON_TIMEOUT},
    {TIME, "(reduce (fn [a _] (reduce + (range 1000))) 0 (range 1000000))",
     PTC_REASON_TIMEOUT},
    {TIME, "(loop [] (sort (fn [a b] (compare b a)) (range 300)) (recur))",
     PTC_REASON_TIMEOUT},
    {TIME, "(combinations (range 25) 12)", PTC_REASON_MEMORY},
    /* Jumps: of one loop, of a function, separately for each activation. */
    {JUMPS, "(loop [i 0] (if (< i 100) (recur (inc i)) i))", PTC_REASON_NONE},
    {JUMPS, "(loop [i 0] (if (< i 101) (recur (inc i)) i))", PTC_REASON_LOOP_LIMIT},
    {JUMPS, "((fn [i] (if (< i 100) (recur (inc i)) i)) 0)", PTC_REASON_NONE},
    {JUMPS, "((fn [i] (if (< i 101) (recur (inc i)) i)) 0)", PTC_REASON_LOOP_LIMIT},
    {JUMPS, "(map (fn [n] (loop [i 0] (if (< i 100) (recur (inc i)) i))) [1 2 3])",
     PTC_REASON_NONE},
    {JUMPS, "(doseq [i (range 500)] i)", PTC_REASON_NONE},
    {JUMPS, "(count (for [i (range 500)] i))", PTC_REASON_NONE},
    /* Calls. */
    {FRAMES, "((fn f [n] (if (= n 0) 0 (inc (f (dec n))))) 98)", PTC_REASON_NONE},
    {FRAMES, "((fn f [n] (if (= n 0) 0 (inc (f (dec n))))) 99)",
     PTC_REASON_RECURSION_LIMIT},
    {FRAMES, "((fn f [n] (inc (f (inc n)))) 0)", PTC_REASON_RECURSION_LIMIT},
    {FRAMES, "((fn f [n] (first (map f [(inc n)]))) 0)", PTC_REASON_RECURSION_LIMIT},
    {FRAMES, "((fn f [n] (reduce (fn [a x] (f x)) 0 [1 2])) 0)",
     PTC_REASON_RECURSION_LIMIT},
    {FRAMES, "((fn f [n] (apply f [n])) 0)", PTC_REASON_RECURSION_LIMIT},
    {FRAMES, "((fn f [n] (sort-by f [1 2])) 0)", PTC_REASON_RECURSION_LIMIT},
    {FRAMES, "((fn f [n] (update {:a 1} :a f)) 0)", PTC_REASON_RECURSION_LIMIT},
    /* Levels of data: what cannot be compared is not merely unequal. */
    {FRAMES,
     "(let [d (fn [n] (reduce (fn [a _] [a]) [] (range n)))] (= (d 511) (d 511)))",
     PTC_REASON_NONE},
    {FRAMES,
     "(let [d (fn [n] (reduce (fn [a _] [a]) [] (range n)))] (= (d 512) (d 512)))",
     PTC_REASON_RUNTIME},
    {FRAMES,
     "(let [d (fn [n] (reduce (fn [a _] {:a a}) {} (range n)))] #{(d 600) (d 600)})",
     PTC_REASON_RUNTIME},
};

static uint64_t ticking(void *user)
{
    uint64_t *now = user;

    return (*now)++;
}

static void set_limit(ptc_lisp_options *options, limit which, uint64_t *now)
{
    *options = (ptc_lisp_options){.struct_size = sizeof *options};
    options->time_ms = PTC_UNLIMITED;
    options->clock_ms = ticking;
    options->user = now;
    switch (which) {
    case FUEL:
        options->fuel = 10000;
        break;
    case HEAP:
        options->heap = 1000000;
        break;
    case TIME:
        options->time_ms = 50;
        options->heap = 100000000;
        break;
    case JUMPS:
        options->jumps = 100;
        break;
    case FRAMES:
        options->frames = 100;
        break;
    }
}

Test(lisp_limits, each_component)
{
    uint64_t now = 0;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof component_rows / sizeof *component_rows; i++) {
        const char *text = component_rows[i].text;
        ptc_lisp_options options;
        ptc_lisp *lisp;
        ptc_reason reason;

        set_limit(&options, component_rows[i].limit, &now);
        lisp = open_context(&options);
        reason = reason_of(lisp, &arena, ptc_str_of(text));
        cr_expect_eq(reason, component_rows[i].reason, "%s: %s, not %s", text,
                     ptc_reason_name(reason), ptc_reason_name(component_rows[i].reason));
        expect_alive(lisp, &arena, text);
        ptc_lisp_free(lisp);
    }
    ptc_arena_free(&arena);
}

/* --- Fuel is exact ----------------------------------------------------------------- */

static const char *const exact_texts[] = {
    "1",
    "(+ 1 2)",
    "(loop [i 0] (if (< i 3000) (recur (inc i)) i))",
    "((fn f [n] (if (< n 2) n (+ (f (- n 1)) (f (- n 2))))) 12)",
    "(map inc (range 1500))",
    "(filter odd? (range 1500))",
    "(reduce + (range 1500))",
    "(reduce (fn [a b] (if (> b 700) (reduced a) (+ a b))) 0 (range 1500))",
    "(sort (fn [a b] (> a b)) (range 200))",
    "(sort-by - (range 200))",
    "(group-by even? (range 700))",
    "(for [a (range 40) b (range 40) :when (= 0 (rem (+ a b) 7))] [a b])",
    "(some (fn [x] (= x 400)) (range 1500))",
    "(take-while (fn [x] (< x 400)) (range 1500))",
    "(update-in {:a {:b 1}} [:a :b] inc)",
    "(apply + (range 100))",
    "(frequencies (map (fn [x] (rem x 5)) (range 1100)))",
};

static ptc_reason run_with_fuel(const char *text, uint64_t fuel, bool collects_always,
                                uint64_t *used)
{
    ptc_lisp_options options;
    lisp_answer answer;
    ptc_reason reason;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.fuel = fuel;
    options.collects_always = collects_always;
    answer = lisp_evaluate(ptc_str_of(text), &options, NULL);
    reason = answer.result.error.reason;
    *used = answer.result.fuel_used;
    lisp_forget(&answer);
    return reason;
}

/* What functions, vars and symbols are keys of is looked at in the same order wherever
 * the context lies in memory. */
Test(lisp_limits, fuel_is_the_same_everywhere)
{
    static const char *const texts[] = {
        "#{{:a 1 (def v 3) 2} {:a 1 :b 6}}",
        "(= {inc 1 dec 2 + 3 - 4 * 5 str 6} {inc 1 dec 2 + 3 - 0 * 5 str 6})",
        "(= (set '[a b c d e f g h i j k l]) (set '[a b c d x f g h i j k l]))",
        "(let [f (fn [] 1) g (fn [] 2)]"
        " (= {f 1 g 2 :a 3 :b 4 :c 5 :d 6 :e 7 :f 8 :g 9}"
        " {f 1 g 3 :a 3 :b 4 :c 5 :d 6 :e 7 :f 8 :g 9}))",
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        uint64_t first = 0;
        lisp_answer answers[12];

        for (size_t j = 0; j < 12; j++) {
            ptc_lisp_options options;

            options = (ptc_lisp_options){.struct_size = sizeof options};
            options.seed = 1;
            answers[j] = lisp_evaluate(ptc_str_of(texts[i]), &options, NULL);
            if (j == 0)
                first = answers[j].result.fuel_used;
            cr_expect_eq(answers[j].result.fuel_used, first, "%s", texts[i]);
        }
        cr_expect_gt(first, 0);
        for (size_t j = 0; j < 12; j++)
            lisp_forget(&answers[j]);
    }
}

/* A program that used N steps runs with N and not with N - 1. */
Test(lisp_limits, fuel_is_exact)
{
    for (size_t i = 0; i < sizeof exact_texts / sizeof *exact_texts; i++) {
        uint64_t used;
        uint64_t again;

        cr_assert_eq(run_with_fuel(exact_texts[i], 1000000, false, &used),
                     PTC_REASON_NONE, "%s", exact_texts[i]);
        cr_expect_eq(run_with_fuel(exact_texts[i], 1000000, true, &again),
                     PTC_REASON_NONE);
        cr_expect_eq(again, used, "%s: %llu steps, %llu with collections", exact_texts[i],
                     (unsigned long long)used, (unsigned long long)again);
        if (used == 0)
            continue;
        cr_expect_eq(run_with_fuel(exact_texts[i], used, false, &again), PTC_REASON_NONE,
                     "%s does not run with the %llu steps it used", exact_texts[i],
                     (unsigned long long)used);
        if (used == 1)
            continue; /* no fuel at all means no limit */
        cr_expect_eq(run_with_fuel(exact_texts[i], used - 1, false, &again),
                     PTC_REASON_FUEL, "%s runs with one step less than %llu",
                     exact_texts[i], (unsigned long long)used);
    }
}

/* --- Memory: what lives counts, what does not is free ------------------------------ */

static const char *const steady_texts[] = {
    "(loop [i 0] (if (< i 200000) (do [i i i] (recur (inc i))) i))",
    "(loop [i 0 v []] (if (< i 200000) (recur (inc i) [i v1]) i))",
    "(loop [i 0 m {:a 0}] (if (< i 200000) (recur (inc i) (update m :a inc)) (:a m)))",
    "(loop [i 0 m (zipmap (range 100) (range 100))]"
    "  (if (< i 100000) (recur (inc i) (assoc m (rem i 100) i)) (count m)))",
    "(loop [i 0] (if (< i 300) (do (map inc (range 1000)) (recur (inc i))) i))",
    "(reduce (fn [a i] (str i)) nil (range 20000))",
    "(loop [i 0 s (range 1000)] (if (< i 100000) (recur (inc i) (if (next s) (next s)"
    " (range 1000))) i))",
    "(loop [i 0 t nil] (if (< i 300) (recur (inc i) (take 3 (vec (range 5000)))) t))",
    "(count (loop [i 0 kept []] (if (< i 300)"
    " (recur (inc i) (conj kept (subvec (vec (range 5000)) 1 4))) kept)))",
    "(loop [i 0 q []] (if (< i 100000) (recur (inc i) (if (> (count q) 50)"
    " (vec (rest q)) (conj q i))) (count q)))",
};

/* Programs that drop what they make run in a heap that could never hold it all. */
Test(lisp_limits, garbage_is_free)
{
    for (size_t i = 0; i < sizeof steady_texts / sizeof *steady_texts; i++) {
        ptc_lisp_options options;
        char text[512];
        lisp_answer answer;

        if (strstr(steady_texts[i], "v1") != NULL)
            snprintf(text, sizeof text, "(def v1 1) %s", steady_texts[i]);
        else
            snprintf(text, sizeof text, "%s", steady_texts[i]);
        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.time_ms = PTC_UNLIMITED;
        options.heap = 1000000;
        answer = lisp_evaluate(ptc_str_of(text), &options, NULL);
        cr_expect(answer.is_ok, "%s: %s", text, answer.result.error.message.ptr);
        cr_expect_leq(answer.result.heap_peak, 2 * options.heap, "%s: %zu bytes", text,
                      answer.result.heap_peak);
        lisp_forget(&answer);
    }
}

/* --- Hostile texts ----------------------------------------------------------------- */

static ptc_str repeated(const char *before, const char *piece, const char *after,
                        size_t times)
{
    size_t size = strlen(before) + strlen(piece) * times + strlen(after) + 1;
    char *text = malloc(size);
    char *end = text;

    cr_assert_not_null(text);
    end += snprintf(end, size, "%s", before);
    for (size_t i = 0; i < times; i++) {
        memcpy(end, piece, strlen(piece));
        end += strlen(piece);
    }
    memcpy(end, after, strlen(after) + 1);
    return ptc_str_of(text);
}

static const struct {
    const char *before;
    const char *piece;
    const char *after;
    size_t times;
    ptc_reason reason;
} hostile_rows[] = {
    {"", "(", "", 900000, PTC_REASON_PARSE},
    {"", "[", "", 900000, PTC_REASON_PARSE},
    {"", "{", "", 65, PTC_REASON_PARSE},
    {"", "#(", "", 100, PTC_REASON_PARSE},
    {"", ")", "", 1000, PTC_REASON_PARSE},
    {"", "#_", "", 400000, PTC_REASON_PARSE},
    {"", "#_ ", "1 2", 300000, PTC_REASON_PARSE},
    {"", "'", "a", 100000, PTC_REASON_PARSE},
    {"", "^a ", "b", 300000, PTC_REASON_UNBOUND_VAR},
    {"\"", "x", "", 900000, PTC_REASON_PARSE},
    {"\"", "x", "\"", 900000, PTC_REASON_NONE},
    {"\"", "x", "\"", 1000001, PTC_REASON_PROGRAM_TOO_LARGE},
    {"", " ", "", 1000000, PTC_REASON_NONE},
    {"", ";\n", "1", 499999, PTC_REASON_NONE},
    {"[", "1 ", "]", 400000, PTC_REASON_NONE},
    {"(count [", "1 ", "])", 300000, PTC_REASON_NONE},
    {"(+ ", "1 ", ")", 100000, PTC_REASON_NONE},
    {"(str ", "\\a ", ")", 100000, PTC_REASON_NONE},
    {"(do ", "1 ", ")", 400000, PTC_REASON_NONE},
    {"(let [", "a 1 ", "] a)", 50000, PTC_REASON_NONE},
    {"(-> 1 ", "inc ", ")", 200000, PTC_REASON_NONE},
    {"(cond ", "false 1 ", ")", 100000, PTC_REASON_NONE},
    {"(and ", "true ", ")", 150000, PTC_REASON_NONE},
    {"(case 1 ", "1 1 ", ")", 2, PTC_REASON_DUPLICATE_KEY},
    {"(fn [", "a ", "] 1)", 100000, PTC_REASON_PROGRAM_TOO_LARGE},
    {"", "(fn [] ", "", 64, PTC_REASON_PARSE},
    {"1", "0", "", 18, PTC_REASON_NONE},
    {"1", "0", "", 900000, PTC_REASON_PARSE},
    {"1.", "0", "", 900000, PTC_REASON_NONE},
    {":", "a", "", 900000, PTC_REASON_NONE},
    {"(if ", "1 ", ")", 4, PTC_REASON_INVALID_ARITY},
};

Test(lisp_limits, hostile_texts)
{
    ptc_lisp_options options;
    ptc_arena arena;
    ptc_lisp *lisp;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.heap = 200000000;
    lisp = open_context(&options);
    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof hostile_rows / sizeof *hostile_rows; i++) {
        ptc_str text = repeated(hostile_rows[i].before, hostile_rows[i].piece,
                                hostile_rows[i].after, hostile_rows[i].times);
        ptc_reason reason = reason_of(lisp, &arena, text);

        cr_expect_eq(reason, hostile_rows[i].reason, "%s%s.. x %zu: %s, not %s",
                     hostile_rows[i].before, hostile_rows[i].piece, hostile_rows[i].times,
                     ptc_reason_name(reason), ptc_reason_name(hostile_rows[i].reason));
        expect_alive(lisp, &arena, hostile_rows[i].piece);
        free((char *)(uintptr_t)text.ptr);
    }
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
}

/* --- Deep data --------------------------------------------------------------------- */

static const char *const deep_uses[] = {
    "d",
    "(= d e)",
    "(count #{d e})",
    "(get {d 1} e)",
    "(compare d e)",
    "(str d)",
    "(pr-str d)",
    "(flatten d)",
    "(hash-map d e)",
    "(distinct [d e])",
    "(sort [d e])",
    "(postwalk identity d)",
    "(prewalk identity d)",
    "(println d)",
    "(def kept d)",
};

/* Data nested a hundred thousand deep: every use ends, by a value or by a reason. */
Test(lisp_limits, deep_data)
{
    static const char *const wraps[] = {"[v]", "{:a v}", "#{v}", "(list v)", "{v 1}"};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof wraps / sizeof *wraps; i++) {
        for (size_t j = 0; j < sizeof deep_uses / sizeof *deep_uses; j++) {
            ptc_lisp_options options;
            ptc_lisp *lisp;
            char text[512];
            ptc_reason reason;

            options = (ptc_lisp_options){.struct_size = sizeof options};
            options.time_ms = PTC_UNLIMITED;
            options.heap = 100000000;
            options.fuel = 5000000;
            lisp = open_context(&options);
            snprintf(
                text, sizeof text,
                "(let [deep (fn [] (loop [v 1 i 0] (if (< i %d) (recur %s (inc i)) v)))"
                " d (deep) e (deep)] %s)",
                i < 2 ? 100000 : 3000, wraps[i], deep_uses[j]);
            reason = reason_of(lisp, &arena, ptc_str_of(text));
            cr_expect(reason == PTC_REASON_NONE || reason == PTC_REASON_RUNTIME ||
                          reason == PTC_REASON_TYPE || reason == PTC_REASON_FUEL ||
                          reason == PTC_REASON_MEMORY,
                      "%s: %s", text, ptc_reason_name(reason));
            expect_alive(lisp, &arena, text);
            ptc_lisp_free(lisp);
        }
    }
    ptc_arena_free(&arena);
}

/* --- Refused allocations ----------------------------------------------------------- */

/* Whichever allocation is refused: an ordinary answer, and everything is given back. */
Test(lisp_limits, refused_allocations)
{
    static const char text[] =
        "(def a (zipmap (range 50) (map (fn [i] {:i i :s (str \"x\" i)}) (range 50))))"
        "(defn f [x] (sort-by :i (vals x)))"
        "(println (count (f a)))"
        "(loop [v (vec (range 200)) i 0] (if (< i 200) (recur (assoc v i [i]) (inc i)) "
        "v))";
    unsigned most = 0;

    for (unsigned allowed = 0; allowed < 2000; allowed++) {
        test_refusing state = {.left = allowed};
        ptc_lisp_options options;
        ptc_source source = {PTC_STR("refused"), ptc_str_of(text)};
        ptc_lisp_result result;
        ptc_arena arena;
        ptc_lisp *lisp;
        ptc_status status;

        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.time_ms = PTC_UNLIMITED;
        options.allocator = test_refusing_allocator(&state);
        ptc_arena_init(&arena, NULL, 0);
        status = ptc_lisp_new(&options, &lisp);
        if (status == PTC_OK) {
            status = ptc_lisp_eval(&arena, lisp, &source, PTC_LISP_PRINTED, &result);
            cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY ||
                          result.error.reason == PTC_REASON_MEMORY,
                      "allocation %u refused: %s", allowed,
                      ptc_reason_name(result.error.reason));
            ptc_lisp_free(lisp);
        }
        ptc_arena_free(&arena);
        cr_assert_eq(state.held, 0u, "allocation %u refused: %zu blocks are lost",
                     allowed, state.held);
        most = allowed;
        if (status == PTC_OK)
            break;
    }
    cr_expect_lt(most, 1999u, "the program never ran to its end");
    cr_expect_gt(most, 3u);
}
