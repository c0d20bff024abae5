/* SPDX-License-Identifier: MIT */
/* Programs as a host runs them: results, memory between runs, limits, the host's data. */
#include <criterion/criterion.h>

#include "support.h"

#include <ptc/lisp.h>

#include <stdio.h>
#include <stdlib.h>

enum { ALL = PTC_LISP_PRINTED | PTC_LISP_CANONICAL | PTC_LISP_HISTORY };

typedef struct host {
    ptc_lisp *lisp;
    ptc_arena arena;
    ptc_lisp_result result;
    ptc_status status;
} host;

static host host_start(const ptc_lisp_options *options)
{
    host at;

    cr_assert_eq(ptc_lisp_new(options, &at.lisp), PTC_OK);
    ptc_arena_init(&at.arena, NULL, 0);
    return at;
}

static void host_end(host *at)
{
    ptc_lisp_free(at->lisp);
    ptc_arena_free(&at->arena);
}

/* The printed value, or "!reason". */
static const char *turn(host *at, const char *text)
{
    ptc_source source = {PTC_STR("test"), ptc_str_of(text)};
    static char answer[512];

    at->status = ptc_lisp_eval(&at->arena, at->lisp, &source, ALL, &at->result);
    if (at->status == PTC_OK)
        snprintf(answer, sizeof answer, "%s", test_cstr(at->result.printed));
    else
        snprintf(answer, sizeof answer, "!%s", ptc_reason_name(at->result.error.reason));
    return answer;
}

/* Turns of one context, the answers between them; also when garbage is collected at
 * every safepoint. */
typedef struct exchange {
    const char *text;
    const char *answer;
} exchange;

static void converse(const exchange *turns, size_t count)
{
    for (int always = 0; always < 2; always++) {
        ptc_lisp_options options;
        host at;

        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.collects_always = always;
        options.time_ms = PTC_UNLIMITED;
        at = host_start(&options);
        for (size_t i = 0; i < count; i++)
            cr_expect_str_eq(turn(&at, turns[i].text), turns[i].answer,
                             "%s (collecting %d): %s", turns[i].text, always,
                             at.result.error.message.ptr ? at.result.error.message.ptr
                                                         : "");
        host_end(&at);
    }
}

#define CONVERSE(turns) converse(turns, sizeof(turns) / sizeof(turns)[0])

/* --- Results ----------------------------------------------------------------------- */

Test(lisp_run, result)
{
    host at = host_start(NULL);

    turn(&at, "(println \"one\" 2) (println :three) {:b [1 2.5] :a #{\"x\"}}");
    cr_expect_eq(at.status, PTC_OK);
    cr_expect_eq(at.result.value.kind, PTC_MAP);
    cr_expect_eq(at.result.value.as.map->count, 2u);
    cr_expect_eq(at.result.value.as.map->entries[0].value.kind, PTC_VECTOR);
    cr_expect_eq(at.result.value.as.map->entries[1].value.kind, PTC_SET);
    cr_expect_str_eq(test_cstr(at.result.printed), "{:b [1 2.5] :a #{\"x\"}}");
    cr_expect_str_eq(test_cstr(at.result.canonical), "{:a #{\"x\"} :b [1 2.5]}");
    cr_expect_str_eq(test_cstr(at.result.output), "one 2\n:three\n");
    cr_expect(!at.result.is_return);
    cr_expect_gt(at.result.heap_peak, 0u);
    host_end(&at);
}

/* What the result holds lives in the caller's arena, not in the context. */
Test(lisp_run, result_outlives)
{
    host at = host_start(NULL);
    ptc_lisp_result first;

    turn(&at, "{:text (str \"a\" \"b\") :list (mapv inc [1 2 3])}");
    first = at.result;
    turn(&at, "(reduce conj [] (range 10000))");
    ptc_lisp_free(at.lisp);
    cr_expect_str_eq(test_cstr(ptc_value_text(&first.value.as.map->entries[0].value)),
                     "ab");
    cr_expect_eq(first.value.as.map->entries[1].value.as.items[2].as.integer, 4);
    ptc_arena_free(&at.arena);
}

Test(lisp_run, return_and_fail)
{
    host at = host_start(NULL);

    cr_expect_str_eq(turn(&at, "(println 1) (return {:a 1}) (println 2)"), "{:a 1}");
    cr_expect(at.result.is_return);
    cr_expect_str_eq(test_cstr(at.result.output), "1\n");
    cr_expect_str_eq(turn(&at, "(map (fn [x] (if (= x 3) (return x) x)) [1 2 3 4])"),
                     "3");
    cr_expect(at.result.is_return);
    cr_expect_str_eq(turn(&at, "(println 1) (fail {:why \"no\"})"), "!failed");
    cr_expect_eq(at.status, PTC_ERROR_INVALID);
    cr_expect(!at.result.is_return);
    cr_expect_eq(at.result.value.kind, PTC_MAP);
    cr_expect_str_eq(test_cstr(at.result.output), "1\n");
    cr_expect_str_eq(turn(&at, "(+ 1 2)"), "3");
    cr_expect(!at.result.is_return);
    host_end(&at);
}

Test(lisp_run, faults)
{
    static const struct {
        const char *text;
        const char *reason;
        size_t line;
        size_t column;
    } rows[] = {
        {"(inc \"a\")", "type_error", 1, 1},
        {"(let [a 1]\n  (+ a nil))", "type_error", 2, 3},
        {"(defn f [x] (/ x 0))\n\n(f 1)", "arithmetic_error", 1, 13},
        {"(+ 1", "parse_error", 1, 1},
        {"(5 1)", "not_callable", 1, 1},
        {"((fn [a] a))", "arity_mismatch", 1, 1},
        {"(map inc [1 :a])", "type_error", 1, 1},
        {"(foo 1)", "unbound_var", 1, 2},
    };
    host at = host_start(NULL);

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const ptc_lisp_error *error = &at.result.error;

        turn(&at, rows[i].text);
        cr_expect(at.status != PTC_OK, "%s", rows[i].text);
        cr_expect_str_eq(ptc_reason_name(error->reason), rows[i].reason, "%s: %s",
                         rows[i].text, error->message.ptr);
        cr_expect(error->line == rows[i].line && error->column == rows[i].column,
                  "%s: at %zu:%zu", rows[i].text, error->line, error->column);
        cr_expect(strchr(error->message.ptr, '\n') == NULL);
    }
    host_end(&at);
}

/* A fault inside a function of an earlier program is placed at the call in this one. */
/* Where a program is a part of the host's text, places are those in the host's. */
Test(lisp_run, faults_of_a_part)
{
    static const struct {
        const char *text;
        size_t line;
        size_t column;
        const char *part; /* of the message */
    } rows[] = {
        {"(inc nil)", 10, 5, "inc:"},
        {"1 (inc nil)", 10, 7, "inc:"},
        {"1\n(inc nil)", 11, 1, "inc:"},
        {"\n (a", 11, 2, "at line 11, column 2"},
        {"(a ]", 10, 8, "of line 10, column 5"},
    };
    host at = host_start(NULL);

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const ptc_lisp_error *error = &at.result.error;

        ptc_lisp_set_start(at.lisp, (ptc_position){10, 5});
        turn(&at, rows[i].text);
        cr_expect(error->line == rows[i].line && error->column == rows[i].column,
                  "%s: %zu:%zu", rows[i].text, error->line, error->column);
        cr_expect(strstr(error->message.ptr, rows[i].part) != NULL, "%s",
                  error->message.ptr);
    }
    host_end(&at);
}

Test(lisp_run, fault_in_kept_function)
{
    host at = host_start(NULL);

    turn(&at, "\n\n\n(defn f [x] (inc x))");
    turn(&at, "(f 1)\n  (f :a)");
    cr_expect_eq(at.result.error.line, 2u);
    cr_expect_eq(at.result.error.column, 3u);
    host_end(&at);
}

/* --- Memory between runs [ptc-lisp 9.4, 9.5] --------------------------------------- */

static const exchange kept[] = {
    {"(def a 1)", "#'a"},
    {"(def v (mapv inc [1 2 3])) (def m {:name \"text\" :v v})", "#'m"},
    {"[a v m]", "[1 [2 3 4] {:name \"text\" :v [2 3 4]}]"},
    {"(def a (inc a)) a", "2"},
    {"a", "2"},
    {"(defonce a 9) (defonce b (str \"x\" \"y\")) [a b]", "[2 \"xy\"]"},
    {"(def big (reduce conj [] (range 1000))) (count big)", "1000"},
    {"(reduce + big)", "499500"},
    {"[a b (:name m)]", "[2 \"xy\" \"text\"]"},
    {"(do (def inside (let [x 5] {:x x})) (:x inside))", "5"},
    {"inside", "{:x 5}"},
    {"(def words #{\"a\" \"b\"}) (contains? words \"a\")", "true"},
    {"words", "#{\"a\" \"b\"}"},
};

Test(lisp_run, kept)
{
    CONVERSE(kept);
}

static const exchange rolled_back[] = {
    {"(def a {:n 1})", "#'a"},
    {"(def a {:n 2}) (def b 5) (inc :x)", "!type_error"},
    {"a", "{:n 1}"},
    {"(or b :unbound)", ":unbound"},
    {"(def a {:n 3}) (fail a)", "!failed"},
    {"a", "{:n 1}"},
    {"(def a {:n 4}) (def a {:n 5}) (return a)", "{:n 5}"},
    {"a", "{:n 5}"},
    {"(def a (str a)) (reduce conj [] (range 100000000))", "!memory_exceeded"},
    {"a", "{:n 5}"},
};

Test(lisp_run, rolled_back)
{
    CONVERSE(rolled_back);
}

static const exchange functions[] = {
    {"(defn add [x] (fn [y] (+ x y)))", "#'add"},
    {"(def add5 (add 5)) (add5 1)", "6"},
    {"(add5 10)", "15"},
    {"(defn even-n? [n] (if (= n 0) true (odd-n? (- n 1))))"
     " (defn odd-n? [n] (if (= n 0) false (even-n? (- n 1)))) (even-n? 10)",
     "true"},
    {"(odd-n? 7)", "true"},
    {"(defn add [x] (fn [y] (* x y))) ((add 3) 4)", "12"},
    {"(add5 1)", "6"},
    {"(def table {:inc inc :add5 add5}) ((:add5 table) 2)", "7"},
    {"((:inc table) 2)", "3"},
    {"(def greet (let [word \"hello\"] (fn [] word))) (greet)", "\"hello\""},
    {"(greet)", "\"hello\""},
    {"(def all (comp inc add5)) (all 1)", "7"},
    {"(all 2)", "8"},
};

Test(lisp_run, functions)
{
    CONVERSE(functions);
}

static const exchange history[] = {
    {"[*1 *2 *3]", "[nil nil nil]"},    {"(mapv inc [1 2])", "[2 3]"},
    {"{:a \"text\"}", "{:a \"text\"}"}, {"[(:a *1) *2]", "[\"text\" [2 3]]"},
    {"(inc nil)", "!type_error"},       {"(return 5)", "5"},
    {"*1", "[\"text\" [2 3]]"},         {"*3", "{:a \"text\"}"},
    {"(fn [x] x)", "\"#fn[x]\""},       {"(*1 3)", "3"},
};

Test(lisp_run, history)
{
    host at = host_start(NULL);

    for (size_t i = 0; i < sizeof history / sizeof history[0]; i++) {
        const char *answer = turn(&at, history[i].text);

        if (strcmp(history[i].text, "(fn [x] x)") != 0)
            cr_expect_str_eq(answer, history[i].answer, "%s", history[i].text);
    }
    turn(&at, "(reduce (fn [s _] (str s s)) \"0123456789abcdef\" (range 17))");
    cr_expect_eq(at.status, PTC_OK, "%s", at.result.error.message.ptr);
    cr_expect_str_eq(turn(&at, "*1"), "nil"); /* larger than a megabyte */
    host_end(&at);
}

Test(lisp_run, forget)
{
    host at = host_start(NULL);

    turn(&at, "(def a [1 2 3]) (defn f [] a) 5");
    ptc_lisp_forget(at.lisp);
    cr_expect_str_eq(turn(&at, "a"), "!unbound_var");
    cr_expect_str_eq(turn(&at, "(f)"), "!unbound_var");
    cr_expect_str_eq(turn(&at, "*1"), "nil");
    host_end(&at);
}

/* Turn after turn the context takes no more memory: programs whose functions are gone,
 * old values and old host data are freed. */
static size_t held;

static void *counted(void *old, size_t old_size, size_t new_size, void *user)
{
    (void)user;
    held += new_size;
    held -= old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

Test(lisp_run, memory_does_not_grow)
{
    ptc_value map;
    ptc_map_entry entries[] = {
        {ptc_value_string(PTC_STR("rows")), ptc_value_string(PTC_STR("host's text"))}};
    ptc_lisp_options options;
    size_t early = 0;
    host at;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.allocator.allocate = counted;
    at = host_start(&options);
    cr_assert_eq(ptc_map_make(&at.arena, entries, 1, &map, NULL), PTC_OK);
    for (unsigned i = 0; i < 200; i++) {
        cr_assert_eq(ptc_lisp_set_context(at.lisp, &map), PTC_OK);
        turn(&at, "(def n (inc (or n 0))) (defn f [x] [x n ctx/rows])"
                  " (def text (str \"turn \" n)) (def from ctx/rows) (f text)");
        cr_assert_eq(at.status, PTC_OK, "%s", at.result.error.message.ptr);
        if (i == 20)
            early = held;
    }
    cr_expect_str_eq(turn(&at, "(f from)"), "[\"host's text\" 200 \"host's text\"]");
    cr_expect_leq(held, early + early / 4, "%zu, %zu", early, held);
    host_end(&at);
    cr_expect_eq(held, 0u);
}

/* --- The host's data --------------------------------------------------------------- */

static ptc_value read_json(host *at, const char *text)
{
    ptc_value value;

    cr_assert_eq(ptc_json_read(&at->arena, text, strlen(text), NULL, &value, NULL, NULL),
                 PTC_OK);
    return value;
}

/* Constant sets need memory to be made, which compiling gives back. */
Test(lisp_run, compiling_does_not_grow)
{
    ptc_lisp_options options;
    ptc_source source = {PTC_STR("test"), PTC_STR("")};
    ptc_lisp_error error;
    ptc_program *program;
    char text[4096] = "#{";
    size_t len = 2;
    host at;

    for (int i = 0; i < 600; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%d ", i);
    text[len] = '}';
    source.text = ptc_str_make(text, len + 1);
    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.heap = 1000000;
    at = host_start(&options);
    for (unsigned i = 0; i < test_rounds(10000); i++) {
        ptc_status status =
            ptc_lisp_compile(&at.arena, at.lisp, &source, &program, &error);

        cr_assert_eq(status, PTC_OK, "compilation %u", i);
        ptc_program_free(program);
    }
    host_end(&at);
}

Test(lisp_run, context)
{
    host at = host_start(NULL);
    ptc_value first = read_json(&at, "{\"orders\":[{\"total\":5},{\"total\":7}],"
                                     "\"user_id\":\"u1\",\"nothing\":null}");
    ptc_value second = read_json(&at, "{\"orders\":[]}");

    cr_expect_eq(ptc_lisp_set_context(at.lisp, &first.as.map->entries[0].value),
                 PTC_ERROR_ARGUMENT);
    cr_expect_str_eq(turn(&at, "ctx/orders"), "nil");
    cr_expect_eq(ptc_lisp_set_context(at.lisp, &first), PTC_OK);
    cr_expect_str_eq(turn(&at, "(map :total ctx/orders)"), "[5 7]");
    cr_expect_str_eq(turn(&at, "[data/user-id ctx/user_id ctx/absent ctx/nothing]"),
                     "[\"u1\" \"u1\" nil nil]");
    cr_expect_str_eq(
        turn(&at, "(def saved (first ctx/orders)) (def id ctx/user_id) saved"),
        "{\"total\" 5}");
    cr_expect_eq(ptc_lisp_set_context(at.lisp, &second), PTC_OK);
    ptc_arena_reset(&at.arena); /* the host's data is gone; what memory holds is not */
    second = read_json(&at, "{\"orders\":[]}");
    cr_expect_eq(ptc_lisp_set_context(at.lisp, &second), PTC_OK);
    cr_expect_str_eq(turn(&at, "[ctx/orders ctx/user_id saved id]"),
                     "[[] nil {\"total\" 5} \"u1\"]");
    cr_expect_eq(ptc_lisp_set_context(at.lisp, NULL), PTC_OK);
    cr_expect_str_eq(turn(&at, "[ctx/orders (:total saved)]"), "[nil 5]");
    host_end(&at);
}

/* --- Programs ---------------------------------------------------------------------- */

Test(lisp_run, compiled_once)
{
    host at = host_start(NULL);
    ptc_source source = {PTC_STR("test"),
                         PTC_STR("(def n (inc (or n 0))) (map #(* % n) [1 2 3])")};
    ptc_program *program;
    ptc_lisp_error error;

    cr_assert_eq(ptc_lisp_compile(&at.arena, at.lisp, &source, &program, &error), PTC_OK);
    for (int i = 0; i < 3; i++)
        cr_expect_eq(ptc_lisp_run(&at.arena, at.lisp, program, ALL, &at.result), PTC_OK);
    cr_expect_str_eq(test_cstr(at.result.printed), "[3 6 9]");
    ptc_program_free(program);
    cr_expect_str_eq(turn(&at, "n"), "3");
    source.text = PTC_STR("(let [a] a)");
    cr_expect_eq(ptc_lisp_compile(&at.arena, at.lisp, &source, &program, &error),
                 PTC_ERROR_SYNTAX);
    cr_expect(program == NULL);
    cr_expect_eq(error.reason, PTC_REASON_INVALID_FORM);
    ptc_program_free(NULL);
    host_end(&at);
}

Test(lisp_run, too_large)
{
    host at = host_start(NULL);
    char *text = malloc(1000002);

    cr_assert(text != NULL);
    memset(text, ' ', 1000001);
    text[1000001] = '\0';
    cr_expect_str_eq(turn(&at, text), "!program_too_large");
    text[1000000] = '\0';
    cr_expect_str_eq(turn(&at, text), "nil");
    free(text);
    host_end(&at);
}

/* --- Limits ------------------------------------------------------------------------ */

/* Steps of whole programs, exact: they pass with as much fuel and fail with one less. */
Test(lisp_run, fuel)
{
    static const struct {
        const char *text;
        uint64_t steps;
    } rows[] = {
        {"(+ 1 2)", 1},
        {"(let [a 1 b 2] [a b])", 0},
        {"(loop [i 0] (if (< i 100) (recur (inc i)) i))", 101 + 100 + 100},
        {"((fn [x] (inc x)) 1)", 2},
        {"(for [x [1 2 3]] (inc x))", 6},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_lisp_options options;
        host at = host_start(NULL);

        turn(&at, rows[i].text);
        cr_expect_eq(at.result.fuel_used, rows[i].steps, "%s: %llu", rows[i].text,
                     (unsigned long long)at.result.fuel_used);
        host_end(&at);
        options = (ptc_lisp_options){.struct_size = sizeof options};
        for (uint64_t less = 0; less < 2 && rows[i].steps > less; less++) {
            options.fuel = rows[i].steps - less;
            at = host_start(&options);
            turn(&at, rows[i].text);
            cr_expect_eq(at.status, less == 0 ? PTC_OK : PTC_ERROR_INVALID, "%s",
                         rows[i].text);
            if (less > 0)
                cr_expect_eq(at.result.error.reason, PTC_REASON_FUEL);
            host_end(&at);
        }
    }
}

Test(lisp_run, limits)
{
    static const exchange turns[] = {
        {"(defn f [n] (if (= n 0) 0 (inc (f (dec n))))) (f 1998)", "1998"},
        {"(f 1999)", "!recursion_limit_exceeded"},
        {"(defn g [n] (first (map (fn [x] (g x)) [n]))) (g 1)",
         "!recursion_limit_exceeded"},
        {"(def x (loop [v [] i 0] (if (< i 1000) (recur [v] (inc i)) 1))) x", "1"},
        {"(reduce (fn [a i] (str a \"0123456789\")) \"\" (range 10000000))",
         "!memory_exceeded"},
        {"(f 10)", "10"},
    };

    CONVERSE(turns);
}

/* Small data whose parts are shared, large when it is handed out. */
Test(lisp_run, large_results)
{
    static const exchange turns[] = {
        {"(def a (reduce (fn [v _] [v v]) [] (range 40))) 1", "1"},
        {"a", "!memory_exceeded"},
        {"(fail a)", "!memory_exceeded"},
        {"(count a)", "2"},
        {"(reduce (fn [v _] [v]) [] (range 600))", "!runtime_error"},
        {"(count a)", "2"},
    };

    CONVERSE(turns);
}

/* No memory at any point: an error, never a crash. */
static size_t allowed;

static void *rationed(void *old, size_t old_size, size_t new_size, void *user)
{
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    if (allowed == 0)
        return NULL;
    allowed--;
    return realloc(old, new_size);
}

Test(lisp_run, refused_memory)
{
    static const char text[] = "(def a (mapv (fn [x] {:x x :s (str x)}) (range 3000)))"
                               " (println (count a)) (group-by :s a)";

    for (size_t most = 0; most < 60; most++) {
        ptc_lisp_options options;
        ptc_source source = {PTC_STR("test"), ptc_str_of(text)};
        ptc_lisp_result result;
        ptc_lisp *lisp;
        ptc_arena arena;
        ptc_status status;

        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.allocator.allocate = rationed;
        allowed = most;
        ptc_arena_init(&arena, &options.allocator, 0);
        status = ptc_lisp_new(&options, &lisp);
        cr_expect(status == PTC_OK || (status == PTC_ERROR_MEMORY && lisp == NULL));
        if (status == PTC_OK)
            status = ptc_lisp_eval(&arena, lisp, &source, ALL, &result);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY ||
                      result.error.reason == PTC_REASON_MEMORY ||
                      result.error.reason == PTC_REASON_PARSE,
                  "%zu: %s", most, ptc_reason_name(result.error.reason));
        ptc_lisp_free(lisp);
        ptc_arena_free(&arena);
    }
}
