/* SPDX-License-Identifier: MIT */
/*
 * Sorted maps and sets: against plain ones that are sorted each time, with comparators
 * that do whatever a function can do, in memory, at limits and at the border to the host.
 * What single calls give is in lisp_functions.tsv. Rows also run with a collection of
 * garbage at every safepoint.
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "lisp_rows.h"

/* --- Against plain collections ------------------------------------------------------ */

/*
 * 200 steps that a generator of numbers chooses write to a sorted collection and to a
 * plain one. After each the sorted one must have what sorting the other gives. With an
 * `%s` for the comparator, and one for the number of different keys.
 */
#define MODEL                                                                            \
    "(defn before [a b] (%s a b)) "                                                      \
    "(defn next-seed [x] (mod (+ (* x 1103515245) 12345) 2147483648)) "                  \
    "(defn check [m plain] "                                                             \
    "  (let [want (sort-by key before (seq plain))] "                                    \
    "    (if (and (= (vec (seq m)) (vec want)) (sorted? m) (= m plain) (= plain m) "     \
    "             (= (count m) (count plain)) (= (first m) (first want)) "               \
    "             (= (keys m) (keys want)) (= (vals m) (vals want))) "                   \
    "      m (fail {:sorted (vec (seq m)) :plain want})))) "                             \
    "(loop [i 0 x 42 m (sorted-map-by before) p {}] "                                    \
    "  (if (= i 200) (count (check m p)) "                                               \
    "    (let [x (next-seed x) k (mod (quot x 65536) %d) op (mod (quot x 8) 8) "         \
    "          other (into {} (map (fn [j] [(mod (* j k) %d) [i j]]) (range 9)))] "      \
    "      (case op "                                                                    \
    "        (0 1 2) (recur (inc i) x (check (assoc m k i) (assoc p k i)) "              \
    "                       (assoc p k i)) "                                             \
    "        (3 4) (recur (inc i) x (check (dissoc m k) (dissoc p k)) (dissoc p k)) "    \
    "        5 (recur (inc i) x (check (into m other) (into p other)) (into p other)) "  \
    "        6 (recur (inc i) x (check (merge-with vector m other) "                     \
    "                                  (merge-with vector p other)) "                    \
    "                 (merge-with vector p other)) "                                     \
    "        7 (do (doseq [k (range %d)] (when (not= (get m k :no) (get p k :no)) "      \
    "                (fail [:get k]))) (recur (inc i) x m p))))))"

static const char *const model_orders[] = {
    "<",
    ">",
    "(fn [x y] (compare [(mod x 5) x] [(mod y 5) y]))",
    "(fn [x y] (- (count (str (range x))) (count (str (range y)))))",
};

static void run_model(const char *order, int keys, bool collects_always)
{
    ptc_lisp_options options;
    lisp_answer answer;
    char text[4096];

    snprintf(text, sizeof text, MODEL, order, keys, keys, keys);
    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.collects_always = collects_always;
    answer = lisp_evaluate(ptc_str_of(text), &options, NULL);
    cr_expect(answer.is_ok, "%s, %d keys (collecting %d): %s", order, keys,
              collects_always, answer.result.error.message.ptr);
    lisp_forget(&answer);
}

Test(lisp_sorted, are_plain_ones_in_order)
{
    for (size_t i = 0; i < sizeof model_orders / sizeof *model_orders; i++) {
        run_model(model_orders[i], 7, true);
        run_model(model_orders[i], 40, false);
    }
}

/* The same for sets of the natural order, of keys of many kinds. */
static const lisp_row set_rows[] = {
    {"(loop [i 0 s (sorted-set) p #{}] (if (= i 300) (count s)"
     "  (let [k (mod (* i i 7) 83) s (if (= 0 (mod i 3)) (disj s k) (conj s k))"
     "        p (if (= 0 (mod i 3)) (disj p k) (conj p k))]"
     "    (if (and (= (vec s) (vec (sort p))) (= s p) (= (contains? s k) (contains? p "
     "k)))"
     "      (recur (inc i) s p) (fail [i s p])))))",
     "28", NULL},
    {"(let [ks (map (fn [i] (str (mod (* i 37) 101))) (range 60))]"
     "  [(= (vec (into (sorted-set) ks)) (vec (sort ks)))"
     "   (= (vec (reduce conj (sorted-set) ks)) (vec (sort ks)))"
     "   (= (vec (apply sorted-set ks)) (vec (sort ks)))"
     "   (= (into (sorted-set) ks) (set ks)) (= (hash-map (apply sorted-set ks) 1)"
     "   {(set ks) 1})])",
     "[true true true true true]", NULL},
    {"(let [s (into (sorted-set) (range 0 100 3))]"
     "  (every? (fn [k] (and (= (vec (subseq s > k)) (vec (filter (fn [x] (> x k)) s)))"
     "                       (= (vec (subseq s <= k)) (vec (filter (fn [x] (<= x k)) s)))"
     "                       (= (vec (rsubseq s >= k < 70)) (vec (reverse (filter "
     "                           (fn [x] (and (>= x k) (< x 70))) s))))))"
     "          (range -2 102)))",
     "true", NULL},
};

Test(lisp_sorted, sets)
{
    LISP_CHECK_ROWS(set_rows);
}

/* --- Comparators -------------------------------------------------------------------- */

/* Every way to a key, with a comparator that leaves garbage: what C code holds while it
 * runs must stay. */
#define GARBAGE                                                                          \
    "(def f (fn [a b] (let [g (mapv str (range 9))] (compare [(count g) a] [9 b])))) "   \
    "(def m (into (sorted-map-by f) (map (fn [i] [i (str i)]) (range 20)))) "            \
    "(def s (into (sorted-set-by f) (map (fn [i] (str i)) (range 20)))) "

static const lisp_row garbage_rows[] = {
    {GARBAGE
     "[(get m 3) (m 4) (get m 99 (str 1 2)) (contains? m 5) (find m 6) (get-in {:m "
     "m} [:m 7])]",
     "[\"3\" \"4\" \"12\" true [6 \"6\"] \"7\"]", NULL},
    {GARBAGE "[(s \"3\") (get s \"4\") (some s [\"x\" \"5\"]) (filter s [\"1\" \"y\"]) "
             "(remove s [\"1\" \"y\"])]",
     "[\"3\" \"4\" \"5\" [\"1\"] [\"y\"]]", NULL},
    {GARBAGE
     "[(select-keys m [1 2 77]) (replace m [1 (inc 1) 30]) (map m [1 2]) (mapv #(get "
     "m %) [(+ 1 2)]) (keep m [50 6])]",
     "[{1 \"1\" 2 \"2\"} [\"1\" \"2\" 30] [\"1\" \"2\"] [\"3\"] [\"6\"]]", NULL},
    {GARBAGE "(let [{a 1 b 2 c 30 :or {c (str \"no\" 1)}} m] [a b c (str a b)])",
     "[\"1\" \"2\" \"no1\" \"12\"]", NULL},
    {GARBAGE
     "(vec (take 3 (merge-with str m {0 (str :x) 1 (str :y)} (sorted-map 2 \"z\"))))",
     "[[0 \"0:x\"] [1 \"1:y\"] [2 \"2z\"]]", NULL},
    {GARBAGE "(vec (drop 18 (-> m (assoc 18 [18] 20 (str 20)) (update 19 str \"!\") "
             "(update-in [18] conj 1) (dissoc 20 21))))",
     "[[18 [18 1]] [19 \"19!\"]]", NULL},
    {GARBAGE
     "[(count (set/union s #{(str 1) (str \"a\")})) (vec (set/intersection (set (map "
     "str (range 3))) s)) (count (set/difference s (set (map str (range 7))))) "
     "(set/subset? #{(str 1)} s) (set/superset? s #{(str 1)})]",
     "[21 [\"0\" \"1\" \"2\"] 13 true true]", NULL},
    {GARBAGE
     "[(vec (take 2 (set/rename-keys m {0 30 1 31}))) (count (walk/postwalk (fn [x] "
     "(if (string? x) (str x x) x)) m)) (first (into (empty m) (reverse (seq m))))]",
     "[[[2 \"2\"] [3 \"3\"]] 20 [0 \"0\"]]", NULL},
    {GARBAGE
     "[(= m (into {} m)) (= (into {} m) m) (= m (into (sorted-map-by (fn [a b] (f b "
     "a))) m)) (= (count (str m)) (count (pr-str (into (sorted-map) m))))]",
     "[true true true true]", NULL},
    {GARBAGE
     "(walk/postwalk-replace (sorted-map-by (fn [a b] (compare (str a) (str b))) 1 "
     "(str :one)) [1 [2 1]])",
     "[\":one\" [2 \":one\"]]", NULL},
    {GARBAGE "(filter (where :id in s) [{:id (str 1)} {:id (str \"x\")}])",
     "[{:id \"1\"}]", NULL},
    {GARBAGE "[(get-in m [1]) (get-in (assoc-in {:m m} [:m 0] (str 5)) [:m 0]) (vals "
             "(subseq m > 17))]",
     "[\"1\" \"5\" [\"18\" \"19\"]]", NULL},
    /* instructions that read do not write over what is in use above their calls */
    {"(let [m (sorted-map-by (fn [a b] (let [x (str a) y (str b)] (compare x y))) :a 1 "
     ":b "
     "2)] (loop [i 0 t 0] (let [p (* i 2) q (str i) r (:b m) u (:a m 5) w (get m :zz "
     "(inc "
     "i))] (if (= i 50) [t p q r u w] (recur (inc i) (+ t r u w))))))",
     "[1425 100 \"50\" 2 1 51]", NULL},
    /* what it defines, it defines */
    {"(def n 0) (def m (sorted-map-by (fn [a b] (def n (inc n)) (compare a b)) 1 :a)) "
     "(get m "
     "1) (contains? m 2) (assoc m 3 4) n",
     "3", NULL},
    /* what it does wrong ends the program, wherever it was called */
    {"(def k 0) (def m (sorted-map-by (fn [a b] (if (> k 0) (+ nil a) (compare a b))) 1 "
     "2 3 "
     "4)) (def k 1) (merge {:x 1} {:y (get m 3)})",
     "!type_error", "+: invalid argument types: nil"},
    {"(def k 0) (def m (sorted-map-by (fn [a b] (if (> k 0) (return [:left a]) (compare "
     "a "
     "b))) 1 2 3 4)) (def k 1) (map (fn [x] (m x)) [7 8])",
     "[:left 7]", NULL},
    {"(def k 0) (def m (sorted-map-by (fn [a b] (if (> k 0) (fail :no) (compare a b))) 1 "
     "2 3 "
     "4)) (def k 1) (:x m)",
     "!failed", ":no"},
    {"(attempt (get (sorted-set-by (fn [a b] (fail 1)) 1) 2))", "!failed", NULL},
    /* itself */
    {"(def m (sorted-map-by (fn [a b] (compare a b)) 1 2)) (def m (sorted-map-by (fn [a "
     "b] "
     "(count (get m 1 [])) (compare a b)) 1 [5] 2 [6])) (get m 2)",
     "!type_error", NULL},
    {"(def m nil) (def m (sorted-map-by (fn [a b] (get m 1) (compare a b)) 1 2)) (get m "
     "1)",
     "!recursion_limit_exceeded", NULL},
    /* one that contradicts itself gives some order, and nothing worse */
    {"(let [s (reduce conj (sorted-set-by (fn [a b] true)) (range 50))] [(count s) (= 50 "
     "(count (seq s))) (count (disj s 7)) (contains? s 7)])",
     "[50 true 50 false]", NULL},
    {"(let [n (into (sorted-map-by (fn [a b] (mod (+ (* 7 a) (* 3 b)) 3))) (map (fn [i] "
     "[i "
     "i]) (range 60)))] [(= (count n) (count (seq n))) (= (count (reduce dissoc n (range "
     "60))) (count (seq (reduce dissoc n (range 60)))))])",
     "[true true]", NULL},
    {"(pmap (fn [i] (get (sorted-map-by (fn [a b] (compare (str a i) (str b i))) 1 :a 2 "
     ":b) "
     "2)) [1 2 3])",
     "[:b :b :b]", NULL},
};

Test(lisp_sorted, comparators)
{
    LISP_CHECK_ROWS(garbage_rows);
}

/* --- Limits ------------------------------------------------------------------------- */

static void expect_end(const char *text, uint64_t fuel, size_t heap, const char *expected)
{
    ptc_lisp_options options;
    lisp_answer answer;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.fuel = fuel;
    options.heap = heap;
    answer = lisp_evaluate(ptc_str_of(text), &options, NULL);
    if (expected[0] == '!')
        cr_expect_str_eq(ptc_reason_name(answer.result.error.reason), expected + 1,
                         "%s: %s", text, test_cstr(answer.result.printed));
    else
        cr_expect(answer.is_ok &&
                      ptc_str_equal(answer.result.printed, ptc_str_of(expected)),
                  "%s: %s", text, answer.result.error.message.ptr);
    lisp_forget(&answer);
}

Test(lisp_sorted, limits)
{
    static const char endless[] =
        "(get (sorted-set-by (fn [a b] (loop [] (recur))) 1) 2)";
    static const char greedy[] =
        "(get (sorted-set-by (fn [a b] (loop [v []] (recur (conj v v)))) 1) 2)";

    expect_end(endless, 100000, 10000000, "!fuel_exceeded");
    expect_end(greedy, 0, 10000000, "!memory_exceeded");
    /* each lookup charges its comparisons */
    expect_end("(let [s (into (sorted-set) (range 1000))] (dotimes [i 1000] (s i)))",
               9000, 10000000, "!fuel_exceeded");
    /* listing charges its elements, println those that are shown */
    expect_end("(let [m (into (sorted-map) (map (fn [i] [i i]) (range 3000)))] "
               "(dotimes [i 1000] (keys m)))",
               100000, 10000000, "!fuel_exceeded");
    expect_end("(let [m (into (sorted-map) (map (fn [i] [i i]) (range 3000)))] "
               "(dotimes [i 30] (println m)) (count m))",
               100000, 10000000, "3000");
    /* garbage of many calls is collected: by bulk, and one by one */
    expect_end(
        "(count (into (sorted-map-by (fn [a b] (compare [a (str a)] [b (str b)]))) "
        "(map (fn [i] [i i]) (range 20000))))",
        0, 16000000, "20000");
    expect_end(
        "(count (reduce (fn [m i] (assoc m i i)) (sorted-map-by (fn [a b] (compare "
        "[a (str a)] [b (str b)]))) (range 5000)))",
        0, 10000000, "5000");
    expect_end("(count (merge-with + (sorted-map) (zipmap (range 20000) (range 20000)) "
               "(zipmap (range 20000) (range 20000))))",
               0, 16000000, "20000");
    expect_end("(count (reduce conj (sorted-set) (range 100000)))", 0, 20000000,
               "100000");
    expect_end("(count (apply sorted-set-by > (range 30000)))", 0, 16000000, "30000");
}

/* Whichever allocation is refused: an ordinary answer, and everything is given back. */
Test(lisp_sorted, refused_allocations)
{
    static const char text[] =
        "(def m (into (sorted-map-by (fn [a b] (compare (str a) (str b)))) (map (fn [i] "
        "[i "
        "(str i)]) (range 300))))"
        "(def s (reduce conj (sorted-set) (map (fn [i] (str i)) (range 200))))"
        "(println (count (str m s)))"
        "[(count (dissoc m 5)) (get m 7) (count (subseq s > \"5\")) (= m (into {} m))]";
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

/* --- Memory and the host ------------------------------------------------------------ */

typedef struct exchange {
    const char *text;
    const char *answer;
} exchange;

/* What programs define keeps its order in the next ones, and after one that failed; the
 * comparator lives as long as the map. */
static const exchange turns[] = {
    {"(def m (sorted-map :b 2)) (def by (sorted-map-by (let [n 1] (fn [a b] (compare (* "
     "n b) "
     "a))) 1 :a 3 :c))",
     "#'by"},
    {"(def m (assoc m :a 1)) (def by (conj by [2 :b]))", "#'by"},
    {"[m by (sorted? m) (sorted? by)]", "[{:a 1 :b 2} {3 :c 2 :b 1 :a} true true]"},
    {"(def m (assoc m :c 3)) (def by (assoc by 9 9)) (fail \"no\")",
     "!failed: the program gave up: \"no\""},
    {"[m by]", "[{:a 1 :b 2} {3 :c 2 :b 1 :a}]"},
    {"(into (sorted-set-by >) (keys by))", "#{3 2 1}"},
    {"(conj *1 5 0)", "#{5 3 2 1 0}"},
    {"(def by (reduce (fn [m i] (assoc m i i)) by (range 100 0 -1))) (first by)",
     "[100 100]"},
    {"(memory/put :by (dissoc by 100)) (first memory/by)", "[99 99]"},
    {"(def f (fn [a b] 0)) [(first by) (count (into by {50 :x}))]", "[[99 99] 99]"},
};

Test(lisp_sorted, memory)
{
    for (int always = 0; always < 2; always++) {
        ptc_lisp_options options;
        ptc_lisp_result result;
        ptc_status status;
        ptc_arena arena;
        ptc_lisp *lisp;

        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.time_ms = PTC_UNLIMITED;
        options.collects_always = always;
        ptc_arena_init(&arena, NULL, 0);
        cr_assert(ptc_lisp_new(&options, &lisp) == PTC_OK);
        for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
            const char *answer = lisp_turn(lisp, turns[i].text, &arena, &status, &result);

            cr_expect_str_eq(answer, turns[i].answer, "%s (collecting %d): %s",
                             turns[i].text, always, answer);
        }
        ptc_lisp_free(lisp);
        ptc_arena_free(&arena);
    }
}

/* A result is data, with its entries in order; what private names hold is hidden. */
Test(lisp_sorted, leave_in_order)
{
    static const char text[] =
        "(println (sorted-map :b 1 :_secret 7.25 :a 2)) "
        "[(into (sorted-map) (map (fn [i] [(- i) i]) (range 20))) (sorted-set-by > 1 2)]";
    ptc_lisp_options options;
    lisp_answer answer;
    const ptc_map *map;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.hides_private = true;
    answer = lisp_evaluate(ptc_str_of(text), &options, NULL);
    cr_assert(answer.is_ok, "%s", answer.result.error.message.ptr);
    cr_expect_str_eq(test_cstr(answer.result.output),
                     "{:_secret <Firewalled> :a 2 :b 1}\n");
    map = answer.result.value.as.items[0].as.map;
    cr_assert_eq(map->count, 20u);
    for (uint32_t i = 0; i < map->count; i++)
        cr_expect_eq(map->entries[i].key.as.integer, (int64_t)i - 19);
    cr_expect_eq(answer.result.value.as.items[1].as.items[0].as.integer, 2);
    lisp_forget(&answer);
}
