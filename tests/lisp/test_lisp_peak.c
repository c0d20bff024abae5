/* SPDX-License-Identifier: MIT */
/*
 * What a context takes from its allocator at most, with what it hands out: twice the
 * heap's limit and 4 MiB, whatever programs do, and whether they are refused or not.
 * [ptc-lisp 18]
 */
#include <criterion/criterion.h>

#include <ptc/ptc.h>

#include "lisp/heap/heap_int.h"
#include "lisp_rows.h"

#include <stdio.h>
#include <stdlib.h>

enum { BESIDE = 4 << 20 };

static const size_t heaps[] = {1000000, 10000000, 64000000};

/* --- A context whose memory is counted ---------------------------------------------- */

typedef struct counted {
    size_t taken;
    size_t most;
    ptc_lisp_options options;
    ptc_lisp *lisp;
    ptc_arena arena;
    ptc_lisp_result result;
} counted;

static void *count_allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    counted *at = user;
    void *memory = NULL;

    if (new_size == 0)
        free(old);
    else if ((memory = realloc(old, new_size)) == NULL)
        return NULL;
    at->taken += new_size - old_size;
    if (at->taken > at->most)
        at->most = at->taken;
    return memory;
}

static void open_counted(counted *at, size_t heap)
{
    at->taken = 0;
    at->most = 0;
    at->options = (ptc_lisp_options){.struct_size = sizeof at->options};
    at->options.heap = heap;
    at->options.time_ms = PTC_UNLIMITED;
    at->options.fuel = 100000000;
    at->options.allocator = (ptc_allocator){count_allocate, at};
    ptc_arena_init(&at->arena, &at->options.allocator, 0);
    cr_assert_eq(ptc_lisp_new(&at->options, &at->lisp), PTC_OK);
}

static void close_counted(counted *at)
{
    ptc_lisp_free(at->lisp);
    ptc_arena_free(&at->arena);
    cr_expect_eq(at->taken, 0, "%zu bytes are left", at->taken);
}

static ptc_status run_counted(counted *at, const char *text, unsigned texts)
{
    ptc_source source = {PTC_STR("peak"), ptc_str_of(text)};

    ptc_arena_free(&at->arena);
    return ptc_lisp_eval(&at->arena, at->lisp, &source, texts, &at->result);
}

static void expect_bound(const counted *at, const char *text)
{
    size_t bound = 2 * at->options.heap + BESIDE;

    cr_expect_leq(at->most, bound, "heap %zu: %zu bytes, %zu too many: %s",
                  at->options.heap, at->most, at->most - bound, text);
}

/* --- Programs of all kinds ---------------------------------------------------------- */

/* N is a part of the heap's limit: of some the result is too large, of others what they
 * need on the way, of others nothing, as is said where they run. */
static const char *const programs[] = {
    "(for [a (range 1000) b (range 1000) c (range 1000)] 1)",
    "(reductions conj [] (range N))",
    "(partition 500 1 (range 10000))",
    "(partition-all 7 (range N))",
    "(loop [x [1 2] i 0] (if (< i 60) (recur [x x] (inc i)) x))",
    "(reduce (fn [m i] (merge-with + m {(mod i 30000) 1})) {} (range N))",
    "(group-by (fn [i] (mod i 1000)) (range (* 2 N)))",
    "(sort-by - (map (fn [i] (mod (* i 7919) 10007)) (range N)))",
    "(sort (vec (range (* 5 N))))",
    "(apply str (repeat (* 10 N) \"abcdefg\"))",
    "(str/join \", \" (range (* 8 N)))",
    "(loop [s \"x\"] (if (< (count s) (* 60 N)) (recur (str s s)) (count s)))",
    "(json/generate-string (map (fn [i] {:id i :name (str \"n\" i)}) (range (* N 2))))",
    "(count (json/parse-string (json/generate-string (range (* 4 N)))))",
    "(json/parse-string (str \"[\" (str/join \",\" (repeat N \"{\\\"a\\\":[1,2]}\")) "
    "\"]\"))",
    "(map (fn [i] (format \"%08d %s %.3f\" i \"x\" 1.5)) (range N))",
    "(format (str \"%\" 30000 \"d\") 1)",
    "(re-seq #\"[a-c]+\" (apply str (repeat N \"abc d \")))",
    "(str/split (apply str (repeat (* 4 N) \"ab,\")) #\",\")",
    "(str/replace (apply str (repeat (* 4 N) \"ab,\")) \"a\" \"xyz\")",
    "(str/replace (apply str (repeat N \"ab,\")) #\"a\" (fn [m] (str m m)))",
    "(dotimes [i N] (println (apply str (repeat 2100 \"a\"))))",
    "(do (dotimes [i (quot N 30)] (println (apply str (repeat 2100 \"é\")))) (range N))",
    "(do (dotimes [i (quot N 40)] (prn (range 1000))) (fail (vec (range N))))",
    "(pmap (fn [i] (vec (range (* i 100)))) (range 50))",
    "(pmap (fn [i] (vec (range N))) (range 500))",
    "(count (mapv (fn [i] (let [v [i i]] (fn [] v))) (range N)))",
    "(map (fn [i] (partial + i)) (range N))",
    "(reduce (fn [x i] [x]) nil (range 500))",
    "(reduce (fn [x i] {:a x :b [i i i]}) nil (range N))",
    "(frequencies (map (fn [i] (str \"k\" (mod i 5000))) (range (* 2 N))))",
    "(zipmap (map str (range N)) (range N))",
    "(vec (range (* 5 N)))",
    "(set (range (* 2 N)))",
    "(def kept (vec (range (* 3 N)))) (map str kept)",
    "(loop [v [] i 0] (if (< i (* 50 N)) (recur (conj v {:a i :b (str i)}) (inc i)) v))",
    "(loop [s nil i 0] (if (< i (* 50 N)) (recur (cons [i] s) (inc i)) (count s)))",
    "(count (reduce (fn [m i] (assoc m i [i])) {} (range (* 20 N))))",
    "(tree-seq vector? (fn [x] [x x]) [1])",
    "(interleave (range (* 2 N)) (map str (range (* 2 N))))",
    "(let [v (vec (range (* 2 N)))] (map (fn [i] (subvec v i (+ i 40))) (range 1000)))",
    "(attempt (tool/rows {:n N}))",
    "(map (fn [i] (count (:rows (tool/rows {:n 100})))) (range (quot N 20)))",
    "(count (map (fn [i] (attempt (tool/broken {:i i :t (apply str (repeat 99 \"x\"))})))"
    " (range (quot N 10))))",
    "(return (map (fn [i] {:id i :tags [\"a\" \"b\"] :at (str \"t\" i)}) (range N)))",
    "(let [d (fn d [n] (if (zero? n) [] [(d (dec n)) (d (dec n))]))] (d 14))",
    "(apply map vector (repeat 50 (range (quot N 4))))",
    "(apply (apply comp (repeat 5000 inc)) [1])",
    "(combinations (range 40) 20)",
    "(reduce (fn [m i] (assoc m (mod (* i 7919) 100003) i)) (sorted-map) (range N))",
    "(reduce conj (sorted-set-by (fn [a b] (compare (str a) (str b)))) (range (quot N "
    "20)))",
    "(let [m (apply sorted-map (range (* 2 N)))] (map (fn [i] (assoc m i [i])) (range "
    "100)))",
    "(take (* 4 N) (iterate (fn [x] [x]) 1))",
    "(take N (map vector (cycle (range N)) (iterate inc 0) (repeat \"abc\")))",
    "(count (nth (iterate (fn [v] (conj v [v])) []) (quot N 20)))",
    "(take (quot N 10) (partition-all 100 (filter odd? (range))))",
    "(let [f (memoize (fn [i] (vec (range i))))] (map (fn [i] (count (f (mod i 300)))) "
    "(range N)))",
    "(let [f (memoize (fn [i] [i (str i)]))] (count (map f (range N))))",
    "(count (filter (where :a > 3) (map (fn [i] {:a (mod i 9) :b [i]}) (range N))))",
    "(throw {:rows (vec (range N)) :text (apply str (repeat N \"ab\"))})",
    "(throw (ex-info (apply str (repeat N \"ab\")) {:rows (map str (range N))}))",
    "(assert (empty? (vec (range N))) (apply str (repeat N \"ab\")))",
    "(ns my.own (:require [clojure.string :as s])) (def rows (vec (range (* 2 N)))) "
    "(s/join \",\" rows)",
    "(ns my.other (:require [clojure.set :as own])) (def rows (own/union (set (range N)) "
    "#{1})) (mapv str rows)",
};

enum { PROGRAMS = sizeof programs / sizeof *programs };

/* Whether it is several forms. */
static bool is_whole(const char *program)
{
    return strncmp(program, "(def", 4) == 0 || strncmp(program, "(ns", 3) == 0;
}

/* The program with the number for N. */
static void fill(char *text, size_t size, const char *program, size_t n)
{
    snprintf(text, size, is_whole(program) ? "(def N %zu) %s" : "(let [N %zu] %s)", n,
             program);
}

static ptc_status rows_tool(ptc_tool_call *call, void *user)
{
    int64_t count = ptc_value_get(&call->arguments, "n")->as.integer;
    ptc_value *items = ptc_arena_array(call->arena, (size_t)count, sizeof *items);
    ptc_map_entry *entry = ptc_arena_array(call->arena, 1, sizeof *entry);

    (void)user;
    if (items == NULL || entry == NULL)
        return PTC_ERROR_MEMORY;
    for (int64_t i = 0; i < count; i++)
        items[i] = ptc_value_string(PTC_STR("a row of the result"));
    entry->key = ptc_value_string(PTC_STR("rows"));
    entry->value = ptc_value_vector(items, (size_t)count);
    return ptc_map_make(call->arena, entry, 1, &call->result, NULL);
}

static ptc_status broken_tool(ptc_tool_call *call, void *user)
{
    (void)user;
    call->message = "it is out of order";
    return PTC_ERROR_INVALID;
}

static const ptc_tool tools[] = {
    {.name = "rows",
     .description = "gives rows",
     .function = rows_tool,
     .flags = PTC_TOOL_CACHED},
    {.name = "broken", .description = "fails", .function = broken_tool},
};

static void give_tools(const counted *at)
{
    cr_assert_eq(ptc_lisp_set_tools(NULL, at->lisp, tools, 2, NULL, NULL), PTC_OK);
}

/* A program ends well, or with a reason; never for want of memory of the host. */
static void expect_decided(const counted *at, ptc_status status, const char *text)
{
    cr_expect(
        status == PTC_OK ||
            (status == PTC_ERROR_INVALID && at->result.error.message.ptr[0] != '\0') ||
            (status == PTC_ERROR_SYNTAX && at->result.error.reason == PTC_REASON_MEMORY),
        "status %d: %s", (int)status, text);
    if (status == PTC_ERROR_INVALID && at->result.error.reason == PTC_REASON_MEMORY)
        cr_expect(strstr(at->result.error.message.ptr, "heap limit") != NULL, "%s: %s",
                  at->result.error.message.ptr, text);
}

/* Every `step`th of them, with N a part of the limit; how many of them ended well. */
static unsigned check_programs(size_t heap, size_t part, size_t step, unsigned texts)
{
    unsigned good = 0;

    for (size_t i = 0; i < PROGRAMS; i += step) {
        char text[512];
        counted at;
        ptc_status status;

        fill(text, sizeof text, programs[i], heap / part);
        open_counted(&at, heap);
        give_tools(&at);
        status = run_counted(&at, text, texts);
        expect_decided(&at, status, text);
        good += status == PTC_OK;
        expect_bound(&at, text);
        ptc_arena_free(&at.arena);
        cr_expect_eq(run_counted(&at, "(reduce + (map inc [1 2 3]))", texts), PTC_OK,
                     "after %s", text);
        close_counted(&at);
    }
    return good;
}

Test(lisp_peak, programs_stay_below_the_bound)
{
    const unsigned all = PTC_LISP_PRINTED | PTC_LISP_CANONICAL | PTC_LISP_CHANGES;
    unsigned good;

    good = check_programs(heaps[0], 100, 1, PTC_LISP_PRINTED);
    cr_expect(good >= PROGRAMS / 5 && good <= PROGRAMS / 2, "%u", good);
    good = check_programs(heaps[0], 300, 1, all);
    cr_expect(good >= PROGRAMS / 2 && good <= PROGRAMS * 4 / 5, "%u", good);
    good = check_programs(heaps[0], 1000, 1, all);
    cr_expect(good >= PROGRAMS * 2 / 3, "%u", good);
    check_programs(heaps[1], 100, 1, PTC_LISP_PRINTED | PTC_LISP_HISTORY);
}

/* Of much heap some programs of each kind: only chunks are of other sizes there. Bytes
 * are the same under sanitizers, which take minutes for them. */
Test(lisp_peak, programs_with_much_heap_stay_below_the_bound)
{
    if (TEST_IS_SANITIZED)
        return;
    check_programs(heaps[2], 100, 7, PTC_LISP_PRINTED);
    check_programs(heaps[2], 300, 13, PTC_LISP_PRINTED | PTC_LISP_CANONICAL);
}
/* Former results in memory and history, spare memory, compiled programs, tools' caches.
 */
static void check_one_context(size_t heap, unsigned rounds)
{
    counted at;

    open_counted(&at, heap);
    give_tools(&at);
    for (unsigned round = 0; round < rounds; round++) {
        for (size_t i = 0; i < PROGRAMS; i++) {
            char text[600];
            char inner[512];
            size_t part = heap / 100 / (1 + (i + round) % 4);
            ptc_status status;

            fill(inner, sizeof inner, programs[i], part);
            if (is_whole(inner))
                snprintf(text, sizeof text, "%s", inner);
            else
                snprintf(text, sizeof text, "(def kept%zu %s)", i % 7, inner);
            status = run_counted(&at, text, PTC_LISP_PRINTED | PTC_LISP_HISTORY);
            expect_decided(&at, status, text);
            expect_bound(&at, text);
            ptc_arena_free(&at.arena);
        }
    }
    ptc_lisp_forget(at.lisp);
    cr_expect_eq(run_counted(&at, "(count (vec (range 1000)))", 0), PTC_OK);
    close_counted(&at);
}

Test(lisp_peak, a_context_stays_below_the_bound)
{
    check_one_context(heaps[0], 3);
    check_one_context(heaps[1], 1);
}

/* --- What the limit still lets programs do ------------------------------------------ */

/* Live data may come close to the limit, whatever garbage is around it; and a result with
 * its text may take as much again. */
Test(lisp_peak, live_data_may_come_close_to_the_limit)
{
    static const char *const rows[] = {
        /* 16 bytes an item */
        "(let [v (vec (range (* 6 N)))] (+ (count v) (count (map inc [1]))))",
        "(count (mapv (fn [i] i) (range (* 3 N))))",
        /* 48 bytes, plus garbage */
        "(loop [v [] i 0] (if (< i N) (recur (conj v [(str i \"abc\")]) (inc i))"
        " (do (dotimes [k (* 4 N)] (vec [k k k])) (count v))))",
        "(let [v (mapv (fn [i] {:a i :b i}) (range (quot N 2)))]"
        " (reduce + (map :a (map (fn [m] (assoc m :c 1)) v))))",
        "(let [s (apply str (repeat 60000 \"abcdefg\"))] (count (str s \"x\")))",
        "(vec (range (* 3 N)))",
        "(mapv (fn [i] {:a i}) (range (quot N 2)))",
        "(dotimes [i (quot N 40)] (println (apply str (repeat 2000 \"a\"))))",
    };

    for (size_t k = 0; k < sizeof heaps / sizeof *heaps; k++) {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            char text[512];
            counted at;

            fill(text, sizeof text, rows[i], heaps[k] / 100);
            open_counted(&at, heaps[k]);
            cr_expect_eq(run_counted(&at, text, PTC_LISP_PRINTED), PTC_OK, "%zu: %s: %s",
                         heaps[k], text, at.result.error.message.ptr);
            expect_bound(&at, text);
            close_counted(&at);
        }
    }
}

/* The host's own data is not counted: it may be larger than all of the limit. */
Test(lisp_peak, host_data_comes_on_top)
{
    enum { COUNT = 1000000 };
    ptc_value *items = calloc(COUNT, sizeof *items);
    ptc_map_entry entry = {ptc_value_string(PTC_STR("rows")), ptc_value_nil()};
    ptc_arena arena;
    ptc_value map;
    counted at;

    for (unsigned i = 0; i < COUNT; i++)
        items[i] = ptc_value_int(i);
    entry.value = ptc_value_vector(items, COUNT);
    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq(ptc_map_make(&arena, &entry, 1, &map, NULL), PTC_OK);
    open_counted(&at, heaps[0]);
    cr_assert_eq(ptc_lisp_set_context(at.lisp, &map), PTC_OK);
    cr_expect_eq(run_counted(&at, "[(reduce + ctx/rows) (count ctx/rows)]", 0), PTC_OK);
    cr_expect_leq(at.most, 2 * heaps[0] + BESIDE + (COUNT + 100) * sizeof *items);
    close_counted(&at);
    ptc_arena_free(&arena);
    free(items);
}

/* A refused result is an error of the program, as a heap that is too small is. */
Test(lisp_peak, results_that_are_too_large)
{
    static const char *const rows[] = {
        "(loop [x [1 2] i 0] (if (< i 60) (recur [x x] (inc i)) x))",
        "(partition 500 1 (range 10000))",
        "(fail (partition 500 1 (range 10000)))",
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        counted at;

        open_counted(&at, 1000000);
        cr_expect_eq(run_counted(&at, rows[i], PTC_LISP_PRINTED), PTC_ERROR_INVALID);
        cr_expect_eq(at.result.error.reason, PTC_REASON_MEMORY, "%s", rows[i]);
        cr_expect(strstr(at.result.error.message.ptr, "heap limit") != NULL, "%s",
                  at.result.error.message.ptr);
        close_counted(&at);
    }
}

/* --- Compaction --------------------------------------------------------------------- */

static ptc_str printed_by(counted *at, const char *text, bool compacts)
{
    at->lisp->compacts_always = compacts;
    cr_expect_eq(run_counted(at, text, PTC_LISP_PRINTED | PTC_LISP_CANONICAL), PTC_OK,
                 "%s: %s", text, at->result.error.message.ptr);
    return at->result.canonical;
}

/* Programs give the same when every collection compacts, even of kept memory. */
Test(lisp_peak, compacting_changes_nothing)
{
    static const char *const rows[] = {
        "(def m (reduce (fn [m i] (assoc m (str \"k\" (mod i 100)) [i])) {} (range 300)))"
        " (count m)",
        "(def f (let [v (vec (range 300))] (fn [i] (nth v i)))) (map f (range 0 300 7))",
        "(def big (vec (range 20000))) (def part (subvec big 100 200)) (reduce + part)",
        "(def big nil) (map inc part)",
        "(def sorted (into (sorted-map-by (fn [a b] (compare b a))) (map (fn [i] [i "
        "[i]]) "
        "(range 60)))) (keys sorted)",
        "(def sorted-too (into (sorted-set) (map str (range 60)))) (first sorted-too)",
        "(take 40 (map vector (cycle (map str (range 9))) (iterate inc 5) (repeat "
        "[[]])))",
        "(def remembers (memoize (fn [i] [i (str i)]))) (map remembers (range 30))",
        "(def is-large (where :a > 30)) (count (filter is-large (map (fn [i] {:a i}) "
        "(range 60))))",
        "(ns my.own (:require [clojure.string :as s])) (s/join \",\" (range 50))",
        "(sort-by :a (mapv (fn [i] {:a (mod (* i 37) 101) :b (str i)}) (range 100)))",
        "[(get m \"k7\") (f 12) (count part) (s/upper-case \"a\")]",
        "[(assoc sorted 7 8) (dissoc sorted 3) (subseq sorted < 20) (conj sorted-too "
        "\"x\")]",
        "(take 9 (drop 50 (filter odd? (mapcat (fn [i] [i (* i i)]) (range)))))",
        "(let [[a b & more] (map str (distinct (interleave (range) (cycle [1 2 3]))))]"
        " [a b (take 5 more)])",
        "(nth (iterate (fn [v] (conj v [v])) []) 9)",
        "(take 9 (partition-by (fn [i] (quot i 3)) (range)))",
        "(map remembers (concat (range 20) (range 40)))",
        "(filter is-large [{:a 1} {:a 31} {\"a\" 99}])",
        "(group-by count (map (fn [i] (apply str (repeat (mod i 9) \"x\"))) (range "
        "100)))",
        "(reduce (fn [x i] [x i]) nil (range 300))",
        "(set (map (fn [i] [i (str i)]) (range 100)))",
        "(apply (apply comp (repeat 3000 inc)) [1])",
        "(str (apply str (repeat 3000 \"ab\")) (count m))",
        "(map (fn [i] (let [v (vec (range 1000))] (subvec v i (+ i 30)))) (range 40))",
    };
    counted copying;
    counted compacting;

    open_counted(&copying, 10000000);
    open_counted(&compacting, 10000000);
    compacting.lisp->options.collects_always = true;
    for (unsigned round = 0; round < 2; round++) {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            ptc_str one = printed_by(&copying, rows[i], false);
            ptc_str other = printed_by(&compacting, rows[i], true);

            cr_expect(ptc_str_equal(one, other), "%s", rows[i]);
        }
    }
    close_counted(&copying);
    close_counted(&compacting);
}
