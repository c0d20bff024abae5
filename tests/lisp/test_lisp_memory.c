/* SPDX-License-Identifier: MIT */
/* What programs keep between runs and read of their host: memory by every spelling, its
 * contracts and limits, the context, history, flexible keys. */
#include <criterion/criterion.h>

#include "lisp/heap/watch.h"
#include "lisp_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* The printed value, or "!reason: message". */
static const char *turn(host *at, const char *text)
{
    return lisp_turn(at->lisp, text, &at->arena, &at->status, &at->result);
}

typedef struct exchange {
    const char *text;
    const char *answer; /* "!.." is how the failure begins */
} exchange;

/* Turns of one context, even when garbage is collected at every safepoint. */
static void converse(const exchange *turns, size_t count, ptc_lisp_options options,
                     const ptc_value *context)
{
    for (int always = 0; always < 2; always++) {
        host at;

        options.collects_always = always;
        options.time_ms = PTC_UNLIMITED;
        at = host_start(&options);
        cr_assert_eq(ptc_lisp_set_context(at.lisp, context), PTC_OK);
        for (size_t i = 0; i < count; i++) {
            const char *answer = turn(&at, turns[i].text);

            if (turns[i].answer[0] == '!')
                cr_expect(strncmp(answer, turns[i].answer, strlen(turns[i].answer)) == 0,
                          "%s: %s", turns[i].text, answer);
            else
                cr_expect_str_eq(answer, turns[i].answer, "%s (collecting %d): %s",
                                 turns[i].text, always, answer);
        }
        host_end(&at);
    }
}

static ptc_lisp_options defaults(void)
{
    ptc_lisp_options options;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    return options;
}

#define CONVERSE(turns, options, context)                                                \
    converse(turns, sizeof(turns) / sizeof(turns)[0], options, context)

static ptc_value json(ptc_arena *arena, const char *text)
{
    ptc_value value;

    cr_assert_eq(ptc_json_read(arena, text, strlen(text), NULL, &value, NULL, NULL),
                 PTC_OK);
    return value;
}

static const char *json_of(host *at, const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, &at->arena);
    cr_assert_eq(ptc_json_write(&text, value, 0), PTC_OK);
    return text.ptr;
}

/* --- Spellings ---------------------------------------------------------------------- */

/* M354, M355, M356, M357: one store by every spelling. */
Test(lisp_memory, spellings)
{
    static const exchange turns[] = {
        {"(memory/put :count 5)", "5"},
        {"[(memory/get :count) memory/count]", "[5 5]"},
        {"(def total 7)", "#'total"},
        {"[total memory/total (memory/get :total)]", "[7 7 7]"},
        {"(memory/put :total 8) [total memory/total]", "[8 8]"},
        {"(defn twice [x] (* 2 x))", "#'twice"},
        {"[(twice 4) (memory/twice 4) ((memory/get :twice) 5)]", "[8 8 10]"},
        {"(let [total 1] [total memory/total])", "[1 8]"},
        {"(defonce total 9) total", "8"},
        {"[(memory/get :nothing) memory/nothing]", "[nil nil]"},
        /* replaced, never merged */
        {"(def m {:a 1 :b 2}) (def m {:a 3}) m", "{:a 3}"},
        /* of names with - and _ */
        {"(memory/put :user_id 3) [memory/user-id (memory/get :user-id)]", "[3 3]"},
        /* the key is written out */
        {"(let [k :total] (memory/get k))", "!invalid_form: "},
        {"(memory/put \"total\" 1)", "!invalid_form: "},
        {"(memory/drop :total)", "!not_callable: "},
    };

    CONVERSE(turns, defaults(), NULL);
}

/* All that a program wrote, or nothing. */
Test(lisp_memory, transactions)
{
    static const exchange turns[] = {
        {"(def a 1) (memory/put :b [1])", "[1]"},
        {"(def a 2) (memory/put :b 2) (def c 3) (+ 1 nil)", "!type_error"},
        {"[a b (or c :none)]", "[1 [1] :none]"},
        {"(def a 2) (memory/put :c 3) (fail :no)", "!failed"},
        {"[a b (or c :none)]", "[1 [1] :none]"},
        {"(def a 2) (memory/put :c 3) (return :yes)", ":yes"},
        {"[a b (or c :none)]", "[2 [1] 3]"},
    };

    CONVERSE(turns, defaults(), NULL);
}

/* M359: the last results, newest first; neither failures nor ends push. */
Test(lisp_memory, history)
{
    static const exchange turns[] = {
        {"[*1 *2 *3]", "[nil nil nil]"},
        {"1", "1"},
        {"{:a [2]}", "{:a [2]}"},
        {"[(:a *1) *2 *3]", "[[2] 1 [nil nil nil]]"},
        {"(+ 1 nil)", "!type_error"},
        {"(fail 1)", "!failed"},
        {"(return 1)", "1"},
        {"*2", "{:a [2]}"},
    };
    host at = host_start(NULL);

    CONVERSE(turns, defaults(), NULL);
    /* more than a megabyte is not kept */
    turn(&at, "(vec (range 65000))");
    cr_expect_str_eq(turn(&at, "(count *1)"), "65000");
    turn(&at, "(vec (range 66000))");
    cr_expect_str_eq(turn(&at, "[*1 *2]"), "[nil 65000]");
    host_end(&at);
}

/* --- Contract 1 --------------------------------------------------------------------- */

Test(lisp_memory, contract_1)
{
    static const exchange turns[] = {
        /* a value that is not a map leaves memory unchanged */
        {"(def n 1) [1 2]", "[1 2]"},
        {"[n memory/return]", "[1 nil]"},
        /* a map is merged, key by key, and is the result */
        {"{:a {:x 1} \"b\" 2}", "{:a {:x 1} \"b\" 2}"},
        {"[a b memory/a]", "[{:x 1} 2 {:x 1}]"},
        {"{:a {:y 2}}", "{:a {:y 2}}"},
        {"[a b]", "[{:y 2} 2]"},
        /* with :return, which is not kept */
        {"{:c 3 :return (inc b)}", "3"},
        {"[c memory/return]", "[3 nil]"},
        {"{:c 4 \"return\" nil}", "nil"},
        {"c", "4"},
        /* a value that is not a name does not go to memory */
        {"{1 :a}", "{1 :a}"},
        /* an end by return is a result, and no memory */
        {"(return {:a 0})", "{:a 0}"},
        {"a", "{:y 2}"},
        {"{:a 5 :b (+ 1 nil)}", "!type_error"},
        {"(fail {:a 5})", "!failed"},
        {"a", "{:y 2}"},
        /* by a name that means something else it is found in memory alone */
        {"{:fail 7 :case 8}", "{:fail 7 :case 8}"},
        {"[memory/fail memory/case (case 1 1 :one)]", "[7 8 :one]"},
        {"(fail :still)", "!failed"},
    };
    static const exchange plain[] = {
        {"{:a 1 :return 2}", "{:a 1 :return 2}"},
        {"memory/a", "nil"},
    };
    ptc_lisp_options options = defaults();
    host at;

    CONVERSE(plain, options, NULL);
    options.memory_contract = 2;
    CONVERSE(plain, options, NULL);
    options.memory_contract = 1;
    CONVERSE(turns, options, NULL);
    /* the delta is what was merged */
    at = host_start(&options);
    turn(&at, "(def own 1) {:a 1 \"b\" 2 :return 3}");
    cr_assert_eq(at.result.changed_count, 3u);
    cr_expect_str_eq(test_cstr(at.result.changed[0]), "own");
    cr_expect_str_eq(test_cstr(at.result.changed[1]), "a");
    cr_expect_str_eq(test_cstr(at.result.changed[2]), "b");
    host_end(&at);
}

/* --- From C ------------------------------------------------------------------------- */

/* M358: the names that the last program changed. */
Test(lisp_memory, changes)
{
    host at = host_start(NULL);

    turn(&at, "(def a 1) (memory/put :b 2) 3");
    cr_assert_eq(at.result.changed_count, 2u);
    cr_expect_str_eq(test_cstr(at.result.changed[0]), "a");
    cr_expect_str_eq(test_cstr(at.result.changed[1]), "b");
    turn(&at, "(def b 3) (defonce a 2) (def c)");
    cr_assert_eq(at.result.changed_count, 1u);
    cr_expect_str_eq(test_cstr(at.result.changed[0]), "b");
    turn(&at, "(def b 4) (fail 1)");
    cr_expect_eq(at.result.changed_count, 0u);
    turn(&at, "b");
    cr_expect_eq(at.result.changed_count, 0u);
    host_end(&at);
}

Test(lisp_memory, read)
{
    host at = host_start(NULL);
    ptc_value map;

    cr_expect_eq(ptc_lisp_memory(&at.arena, at.lisp, &map), PTC_OK);
    cr_expect_eq(map.kind, PTC_MAP);
    cr_expect_eq(map.aux, 0u);
    cr_expect_eq(ptc_lisp_memory_size(at.lisp), 2u);
    turn(&at, "(def user-id 7) (def rows [{:a \"x\\\"\"} nil 1.5]) (defn f [x & r] x) "
              "(def g inc) (def s #{:k}) (def m (zipmap (range 40) (range 40)))");
    turn(&at, "(def lost 1) (fail 1)");
    cr_expect_eq(ptc_lisp_memory(&at.arena, at.lisp, &map), PTC_OK);
    turn(&at, "(def rows nil)");
    ptc_lisp_free(at.lisp); /* it is the caller's */
    at.lisp = NULL;
    cr_expect_eq(map.aux, 6u);
    cr_expect_str_eq(
        json_of(&at, &map),
        "{\"user-id\":7,\"rows\":[{\"a\":\"x\\\"\"},null,1.5],\"f\":\"#fn[x & r]\",\"g\":"
        "\"#<builtin>\",\"s\":[\"k\"],\"m\":{\"0\":0,\"1\":1,\"2\":2,\"3\":3,\"4\":4,"
        "\"5\":5,"
        "\"6\":6,\"7\":7,\"8\":8,\"9\":9,\"10\":10,\"11\":11,\"12\":12,\"13\":13,\"14\":"
        "14,"
        "\"15\":15,\"16\":16,\"17\":17,\"18\":18,\"19\":19,\"20\":20,\"21\":21,\"22\":22,"
        "\"23\":23,\"24\":24,\"25\":25,\"26\":26,\"27\":27,\"28\":28,\"29\":29,\"30\":30,"
        "\"31\":31,\"32\":32,\"33\":33,\"34\":34,\"35\":35,\"36\":36,\"37\":37,\"38\":38,"
        "\"39\":39}}");
    host_end(&at);
}

/* The size is that of the store as JSON, with functions as their source. */
Test(lisp_memory, size)
{
    static const exchange rows[] = {
        {"(def a 1)", "{\"a\":1}"},
        {"(def a \"\\\"\\n\\u0001\xc3\xa4\")", "{\"a\":\"\\\"\\n\\u0001\xc3\xa4\"}"},
        {"(def a [1 -2.5 nil true false]) (def b {})",
         "{\"a\":[1,-2.5,null,true,false],\"b\":{}}"},
        {"(def a {:x {1 2 \"y\" #{3}}})", "{\"a\":{\"x\":{\"1\":2,\"y\":[3]}}}"},
        {"(def a (zipmap (range 3) [[] [1] [1 2]]))",
         "{\"a\":{\"0\":[],\"1\":[1],\"2\":[1,2]}}"},
        {"(def a (fn [x] x))", "{\"a\":\"(fn [x] x)\"}"},
        {"(defn a [x] (inc x))", "{\"a\":\"(defn a [x] (inc x))\"}"},
        {"(def a #(+ % 1))", "{\"a\":\"#(+ % 1)\"}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        host at = host_start(NULL);

        turn(&at, rows[i].text);
        cr_expect_eq(at.status, PTC_OK, "%s", rows[i].text);
        cr_expect_eq(ptc_lisp_memory_size(at.lisp), strlen(rows[i].answer), "%s: %zu",
                     rows[i].text, ptc_lisp_memory_size(at.lisp));
        host_end(&at);
    }
}

/* A host may look as often as it likes. */
Test(lisp_memory, looks_cost_nothing)
{
    host at = host_start(NULL);
    ptc_value map;

    turn(&at, "(def a (zipmap (range 3000) (range 3000)))");
    for (int i = 0; i < 300; i++) {
        size_t size = ptc_lisp_memory_size(at.lisp);
        ptc_status status = ptc_lisp_memory(&at.arena, at.lisp, &map);

        cr_assert_neq(size, SIZE_MAX, "look %d", i);
        cr_assert_eq(status, PTC_OK, "look %d: %d", i, (int)status);
        ptc_arena_reset(&at.arena);
    }
    cr_expect_str_eq(turn(&at, "[(count a) (a 2999)]"), "[3000 2999]");
    host_end(&at);
}

/* M360: more than the limit is not kept. */
Test(lisp_memory, limit)
{
    ptc_lisp_options options = defaults();
    host at;

    options.memory_limit = 50;
    at = host_start(&options);
    cr_expect_str_eq(turn(&at, "(def a (apply str (repeat 42 \"x\")))"), "#'a");
    cr_expect_eq(ptc_lisp_memory_size(at.lisp), 50u);
    cr_expect_str_eq(
        turn(&at, "(println 1) (def a (apply str (repeat 105 \"x\")))"),
        "!memory_limit_exceeded: Memory limit exceeded: 113 bytes > 50 bytes; largest: a "
        "(107 bytes); keep ids, counts and short lists, and read large data from ctx/ "
        "again; undone: a");
    cr_expect_str_eq(test_cstr(at.result.output), "1\n");
    cr_expect_eq(at.result.changed_count, 0u);
    cr_expect_str_eq(turn(&at, "(count a)"), "42");
    cr_expect(strncmp(turn(&at, "(def b 1) (return 1)"), "!memory_limit", 13) == 0);
    cr_expect_str_eq(turn(&at, "(def a 1) (return 1)"), "1");
    /* exponentially larger than its memory */
    cr_expect(strncmp(turn(&at, "(def a (reduce (fn [v _] [v v]) 1 (range 60)))"),
                      "!memory_limit_exceeded: Memory limit exceeded: more than 50",
                      58) == 0);
    cr_expect(strncmp(turn(&at, "(def a (reduce (fn [v _] [v]) 1 (range 600)))"),
                      "!memory_limit_exceeded", 22) == 0);
    cr_expect_str_eq(turn(&at, "a"), "1");
    host_end(&at);
}

/* The fault names the largest entries, what is undone and what to do, whatever programs
 * call their variables; no value is in it. M360 */
Test(lisp_memory, limit_names_what_is_large)
{
    static const struct {
        const char *program;
        const char *told; /* after `bytes > 100 bytes` */
    } rows[] = {
        {"(def b (apply str (repeat 200 \"x\")))",
         "; largest: b (202 bytes), old (1 byte); " PTC_MEMORY_ADVICE "; undone: b"},
        {"(do (def a (range 40)) (def b (range 60)) (def c [1]) (def d [12]) (def e 3))",
         "; largest: b (171 bytes), a (111 bytes), d (4 bytes); " PTC_MEMORY_ADVICE
         "; undone: e, d, c and 2 more"},
        {"(def a-name-that-is-much-too-long-for-a-message (range 50))",
         "; largest: a-name-that-is-much-t... (141 bytes), old (1 "
         "byte); " PTC_MEMORY_ADVICE "; undone: a-name-that-is-much-t..."},
        {"(def _card (apply str (repeat 200 \"4\")))",
         "; largest: _card (202 bytes), old (1 byte); " PTC_MEMORY_ADVICE
         "; undone: _card"},
        {"(defn f [x] (str x \"a function is as large as the text that it has, and so it "
         "is counted by that text alone, is it not\"))",
         "; largest: f (125 bytes), old (1 byte); " PTC_MEMORY_ADVICE "; undone: f"},
    };
    ptc_lisp_options options = defaults();
    host at;

    options.memory_limit = 100;
    at = host_start(&options);
    turn(&at, "(def old 1)");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *answer = turn(&at, rows[i].program);
        const char *told = strstr(answer, " > 100 bytes");

        cr_expect(told != NULL && strcmp(told + 12, rows[i].told) == 0, "%s: %s",
                  rows[i].program, answer);
        cr_expect(strlen(answer) < 430 && strstr(answer, "xxxx") == NULL, "%s", answer);
    }
    cr_expect(strstr(turn(&at, "(def a (reduce (fn [v _] [v v]) 1 (range 60)))"),
                     "largest: a (at least 671088") != NULL);
    cr_expect(strstr(turn(&at, "(def a (reduce (fn [v _] [v]) 1 (range 600)))"),
                     "more than 100 bytes; largest: a (nested too deep); keep ids") !=
                  NULL,
              "%s", turn(&at, "(def a (reduce (fn [v _] [v]) 1 (range 600)))"));
    cr_expect_str_eq(turn(&at, "old"), "1");
    host_end(&at);
}

/* What the newest good run left is known without counting again. */
Test(lisp_memory, use_is_known)
{
    ptc_lisp_options options = defaults();
    ptc_arena arena;
    ptc_text text;
    host at;

    options.memory_limit = 100;
    at = host_start(&options);
    ptc_arena_init(&arena, NULL, 0);
    cr_expect_eq(ptc_lisp_memory_used(at.lisp), (size_t)0);
    turn(&at, "(do (def a 1) (def b \"12345\"))");
    cr_expect_eq(ptc_lisp_memory_used(at.lisp), ptc_lisp_memory_size(at.lisp));
    turn(&at, "(def b (range 100))"); /* not kept */
    turn(&at, "(do (def a 12) (+ 1 :x))");
    ptc_text_init(&text, &arena);
    ptc_lisp_write_largest(&text, at.lisp);
    cr_expect_str_eq(text.ptr, "b (7 bytes), a (1 byte)");
    cr_expect_eq(ptc_lisp_memory_used(at.lisp), ptc_lisp_memory_size(at.lisp));
    ptc_lisp_forget(at.lisp);
    ptc_text_init(&text, &arena);
    ptc_lisp_write_largest(&text, at.lisp);
    cr_expect_eq(text.len, (size_t)0);
    cr_expect_eq(ptc_lisp_memory_used(at.lisp), (size_t)0);
    ptc_arena_free(&arena);
    host_end(&at);
}

Test(lisp_memory, write)
{
    host at = host_start(NULL);
    ptc_value map = json(&at.arena, "{\"rows\": [{\"id\": 1}], \"user-id\": 5}");
    ptc_value list = json(&at.arena, "[1]");
    ptc_value odd;
    ptc_map_entry entry = {ptc_value_int(1), ptc_value_int(1)};

    turn(&at, "(def old 1)");
    cr_expect_eq(ptc_lisp_set_memory(at.lisp, &map), PTC_OK);
    cr_expect_str_eq(
        turn(&at, "[(:id (first rows)) user-id memory/user-id (or old :none)]"),
        "[1 5 5 :none]");
    turn(&at, "(def rows (conj rows 2))");
    ptc_arena_reset(&at.arena); /* it was copied */
    cr_expect_str_eq(turn(&at, "rows"), "[{\"id\" 1} 2]");
    cr_expect_eq(ptc_lisp_set_memory(at.lisp, &list), PTC_ERROR_ARGUMENT);
    cr_assert_eq(ptc_map_make(&at.arena, &entry, 1, &odd, NULL), PTC_OK);
    cr_expect_eq(ptc_lisp_set_memory(at.lisp, &odd), PTC_ERROR_ARGUMENT);
    cr_expect_str_eq(turn(&at, "user-id"), "5");
    /* out and in again */
    cr_expect_eq(ptc_lisp_memory(&at.arena, at.lisp, &map), PTC_OK);
    cr_expect_eq(ptc_lisp_set_memory(at.lisp, NULL), PTC_OK);
    cr_expect_eq(ptc_lisp_memory_size(at.lisp), 2u);
    cr_expect_eq(ptc_lisp_set_memory(at.lisp, &map), PTC_OK);
    cr_expect_str_eq(turn(&at, "[rows user-id]"), "[[{\"id\" 1} 2] 5]");
    for (int i = 0; i < 100; i++)
        cr_expect_eq(ptc_lisp_set_memory(at.lisp, &map), PTC_OK);
    cr_expect_str_eq(turn(&at, "[rows user-id]"), "[[{\"id\" 1} 2] 5]");
    host_end(&at);
}

/* Keywords and sets come back as they were; what is too deep is refused. */
Test(lisp_memory, write_kinds)
{
    static const ptc_value items[] = {
        {.kind = PTC_INT, .as.integer = 1},
        {.kind = PTC_KEYWORD, .aux = 1, .as.text = "k"},
    };
    static const ptc_map_entry entries[] = {
        {{.kind = PTC_KEYWORD, .aux = 1, .as.text = "s"},
         {.kind = PTC_SET, .aux = 2, .as.items = items}},
        {{.kind = PTC_STRING, .aux = 1, .as.text = "v"},
         {.kind = PTC_VECTOR, .aux = 2, .as.items = items}},
    };
    static const ptc_map map = {entries, NULL, 2, 0, 0};
    ptc_value value = ptc_value_map(&map);
    ptc_value levels[600];
    ptc_map_entry deep = {ptc_value_string(PTC_STR("d")), ptc_value_nil()};
    host at = host_start(NULL);

    cr_expect_eq(ptc_lisp_set_memory(at.lisp, &value), PTC_OK);
    cr_expect_str_eq(turn(&at, "[s v (s :k) (set? s)]"), "[#{1 :k} [1 :k] :k true]");
    levels[599] = ptc_value_nil();
    for (int i = 598; i >= 0; i--)
        levels[i] = ptc_value_vector(&levels[i + 1], 1);
    deep.value = levels[0];
    cr_assert_eq(ptc_map_make(&at.arena, &deep, 1, &value, NULL), PTC_OK);
    cr_expect_eq(ptc_lisp_set_memory(at.lisp, &value), PTC_ERROR_ARGUMENT);
    deep.value = ptc_value_string(PTC_STR("\xFF"));
    cr_assert_eq(ptc_map_make(&at.arena, &deep, 1, &value, NULL), PTC_OK);
    cr_expect_eq(ptc_lisp_set_memory(at.lisp, &value), PTC_ERROR_ARGUMENT);
    cr_expect_str_eq(turn(&at, "v"), "[1 :k]");
    host_end(&at);
}

/* --- The context -------------------------------------------------------------------- */

/* M033: names that begin with _ are hidden from models only. M140: by either spelling. */
Test(lisp_memory, context)
{
    static const exchange turns[] = {
        {"[ctx/_email_ids data/_email_ids ctx/_email-ids]", "[[7 8] [7 8] [7 8]]"},
        {"ctx/user-id", "5"},
        {"ctx/nothing", "nil"},
        {"(map :id ctx/rows)", "[1 2]"},
        {"ctx", "!unbound_var"},
        {"data", "!unbound_var"},
        {"memory", "!unbound_var"},
        {"(ctx/rows 0)", "!not_callable: not callable: ctx/rows"},
    };
    static const exchange strict[] = {
        {"[ctx/user-id ctx/_email_ids ctx/none]", "[5 [7 8] nil]"},
        {"ctx/fail", "nil"},
        {"(when false ctx/usr)", "nil"},
        {"(def a 1) ctx/usr", "!runtime_error: ctx/usr was not given; there are: "
                              "_email_ids, user_id, rows, none"},
        {"(or a :none)", ":none"},
    };
    static const exchange nothing[] = {{"data/x", "!runtime_error: ctx/x was not given"}};
    ptc_lisp_options options = defaults();
    ptc_arena arena;
    ptc_value context;

    ptc_arena_init(&arena, NULL, 0);
    context =
        json(&arena, "{\"_email_ids\": [7, 8], \"user_id\": 5, \"rows\": [{\"id\": 1},"
                     "{\"id\": 2}], \"none\": null}");
    CONVERSE(turns, options, &context);
    options.is_strict_context = true;
    CONVERSE(strict, options, &context);
    CONVERSE(nothing, options, NULL);
    ptc_arena_free(&arena);
}

/* --- Flexible keys ------------------------------------------------------------------ */

/* M139, M140: every read finds a key by its other spelling, and so do the writes that
 * change what is there. */
Test(lisp_memory, flexible_keys)
{
    static const lisp_row rows[] = {
        /* as given, the other kind, then with _ for - */
        {"(:a {\"a\" 1 :a 2})", "2", NULL},
        {"({\"a\" 1} :a)", "1", NULL},
        {"({:a 1} \"a\")", "1", NULL},
        {"(:user-id {:user_id 1 \"user_id\" 2})", "1", NULL},
        {"(:user-id {\"user_id\" 2})", "2", NULL},
        {"(:user-id {\"user-id\" 1 \"user_id\" 2})", "1", NULL},
        {"(:user_id {\"user-id\" 1})", "nil", NULL},
        {"(:a {\"a\" 1 :a nil} :default)", "nil", NULL},
        {"({1 :one} \"1\")", "nil", NULL},
        /* every reader */
        {"(get {\"a\" 1} :a)", "1", NULL},
        {"(get-in {\"a\" [{:b 2}]} [:a 0 \"b\"])", "2", NULL},
        {"(contains? {\"a\" 1} :a)", "true", NULL},
        {"(find {\"user_id\" 1} :user-id)", "[\"user_id\" 1]", NULL},
        {"(select-keys {\"a\" 1 \"b-c\" 2} [:a :b-c])", "{:a 1 :b-c 2}", NULL},
        {"(let [{:keys [a user-id]} {\"a\" 1 \"user_id\" 2}] [a user-id])", "[1 2]",
         NULL},
        {"(filter (where :a = 1) [{\"a\" 1} {:a 2}])", "[{\"a\" 1}]", NULL},
        {"(sum-by :n [{\"n\" 1} {:n 2}])", "3", NULL},
        {"(map :n (sort-by \"n\" [{:n 2} {\"n\" 1}]))", "[1 2]", NULL},
        {"(pluck :n [{\"n\" 1}])", "[1]", NULL},
        /* writes */
        {"(update {\"a\" 1} :a inc)", "{\"a\" 2}", NULL},
        {"(update-in {\"a\" {\"b\" 1}} [:a :b] inc)", "{\"a\" {\"b\" 2}}", NULL},
        {"(dissoc {\"a\" 1 :b 2} :a)", "{:b 2}", NULL},
        {"(update {:a 1} \"a\" inc)", "{:a 2}", NULL},
        {"(dissoc {:a 1 :b 2} \"a\")", "{:b 2}", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

/* M139, M140: a keyword is written to the string of that name, when the map has it. */
Test(lisp_memory, writes_by_keyword_keep_strings)
{
    static const lisp_row rows[] = {
        {"(assoc {\"a\" 1} :a 2)", "{\"a\" 2}", NULL},
        {"(assoc {\"a\" 1} :a 2 :b 3 :a 4)", "{\"a\" 4 :b 3}", NULL},
        {"(assoc-in {\"a\" {\"b\" 1}} [:a :b] 2)", "{\"a\" {\"b\" 2}}", NULL},
        {"(assoc-in {\"a\" [{\"b\" 1}]} [:a 0 :c] 2)", "{\"a\" [{\"b\" 1 :c 2}]}", NULL},
        {"(merge {\"a\" 1 \"b\" 2} {:a 3 :c 4})", "{\"a\" 3 \"b\" 2 :c 4}", NULL},
        {"(merge {\"a\" 1} [:a 2])", "{\"a\" 2}", NULL},
        {"(merge {} {\"a\" 1} {:a 2})", "{\"a\" 2}", NULL},
        {"(merge-with + {\"a\" 1} {:a 2} {:a 3 :b 4})", "{\"a\" 6 :b 4}", NULL},
        {"(conj {\"a\" 1} [:a 2] {:a 3})", "{\"a\" 3}", NULL},
        {"(conj {\"a\" 1} (seq {:a 2}))", "{\"a\" 2}", NULL},
        {"(into {\"a\" 1} [[:a 2] {:a 3}])", "{\"a\" 3}", NULL},
        {"(into {} [[\"a\" 1] [:a 2]])", "{\"a\" 2}", NULL},
        {"(reduce conj {} [[\"a\" 1] [:a 2]])", "{\"a\" 2}", NULL},
        {"(reduce-kv assoc {\"a\" 1} {:a 2})", "{\"a\" 2}", NULL},
        {"(into {} (map (fn [[k v]] [(keyword k) v]) {\"a\" 1}))", "{:a 1}", NULL},
        {"(rename-keys {\"a\" 1 \"b\" 2} {:a :b})", "{\"b\" 1}", NULL},
        {"(rename-keys {\"a\" 1} {\"a\" :a})", "{:a 1}", NULL},
        {"(set/join #{{\"k\" 1 \"n\" 2}} #{{:k 1 :n 3}} {\"k\" :k})",
         "#{{\"k\" 1 \"n\" 3}}", NULL},
        /* as lookup folds names, which finds the same type first */
        {"(assoc {\"a_b\" 1} :a-b 2)", "{\"a_b\" 2}", NULL},
        {"(assoc {\"a-b\" 1} :a-b 2)", "{\"a-b\" 2}", NULL},
        {"(assoc {\"a-b\" 1 \"a_b\" 2} :a-b 3)", "{\"a-b\" 3 \"a_b\" 2}", NULL},
        {"(assoc {\"a-b\" 1} :a_b 2)", "{\"a-b\" 1 :a_b 2}", NULL},
        {"(assoc {:a_b 1} :a-b 2)", "{:a_b 1 :a-b 2}", NULL},
        {"(let [m (assoc {:a_b 1 \"a_b\" 2} :a-b 3)] [(:a-b m) m])",
         "[3 {:a_b 1 \"a_b\" 2 :a-b 3}]", NULL},
        /* what is exact: keys that are there, other writes, makers */
        {"(assoc {\"a\" 1 :a 2} :a 3)", "{\"a\" 1 :a 3}", NULL},
        {"(assoc {:a 1} \"a\" 2)", "{:a 1 \"a\" 2}", NULL},
        {"(merge {:a 1} {\"a\" 2})", "{:a 1 \"a\" 2}", NULL},
        {"(assoc {\"1\" 1} 1 2)", "{\"1\" 1 1 2}", NULL},
        {"(hash-map \"a\" 1 :a 2)", "{\"a\" 1 :a 2}", NULL},
        {"(let [k \"a\"] {k 1 :a 2})", "{\"a\" 1 :a 2}", NULL},
        {"(zipmap [\"a\" :a] [1 2])", "{\"a\" 1 :a 2}", NULL},
        {"(frequencies [\"a\" :a])", "{\"a\" 1 :a 1}", NULL},
        {"(group-by identity [\"a\" :a])", "{\"a\" [\"a\"] :a [:a]}", NULL},
        {"(set [\"a\" :a])", "#{\"a\" :a}", NULL},
        {"(select-keys {\"a\" 1} [\"a\" :a])", "{\"a\" 1 :a 1}", NULL},
        {"(update-keys {\"a\" 1 \"b\" 2} keyword)", "{:a 1 :b 2}", NULL},
        /* what JSON has, changed and written again */
        {"(json/generate-string (mapv #(assoc % :total (* 2 (:total %))) "
         "(json/parse-string \"[{\\\"total\\\":5},{\\\"total\\\":6}]\")))",
         "\"[{\\\"total\\\":10},{\\\"total\\\":12}]\"", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

/* M140: the same of hashes, whose keys are many or no texts, one by one and at once. */
Test(lisp_memory, writes_by_keyword_to_hashes)
{
#define TEXTS "(zipmap (map #(str \"k\" %) (range 100)) (range 100))"
#define WORDS "(zipmap (map #(keyword (str \"k\" %)) (range 100)) (range 100 200))"
    static const lisp_row rows[] = {
        {"(let [m (assoc " TEXTS " :k7 :x)] [(count m) (m \"k7\") (:k7 m)])",
         "[100 :x :x]", NULL},
        {"(assoc {1 2 \"a\" 3} :a 4)", "{1 2 \"a\" 4}", NULL},
        {"(assoc (dissoc {1 2 \"a\" 3} 1) :a 4)", "{\"a\" 4}", NULL},
        {"(assoc (assoc {1 2} \"a\" 3) :a 4)", "{1 2 \"a\" 4}", NULL},
        {"(assoc (assoc {[1] 2} \"a_b\" 3) :a-b 4)", "{[1] 2 \"a_b\" 4}", NULL},
        {"(let [m (merge " TEXTS " " WORDS ")] [(count m) (m \"k99\")])", "[100 199]",
         NULL},
        {"(let [m (merge " WORDS " " TEXTS ")] [(count m) (:k99 m) (m \"k99\")])",
         "[200 199 99]", NULL},
        {"(let [m (into {\"k1\" 0} " WORDS ")] [(count m) (m \"k1\")])", "[100 101]",
         NULL},
        {"(let [m (into {} (concat " TEXTS " " WORDS "))] [(count m) (m \"k5\")])",
         "[100 105]", NULL},
        {"(count (into {} (concat " WORDS " " TEXTS ")))", "200", NULL},
        {"(let [m (conj " TEXTS " " WORDS ")] [(count m) (m \"k5\")])", "[100 105]",
         NULL},
        {"(let [m (merge-with + " TEXTS " " WORDS ")] [(count m) (m \"k5\")])",
         "[100 110]", NULL},
        {"(let [m (merge-with (fn [a b] [a b]) " TEXTS " " WORDS ")] (m \"k5\"))",
         "[5 105]", NULL},
        {"(= (into {} (concat " TEXTS " " WORDS ")) (reduce conj {} (concat " TEXTS
         " " WORDS ")))",
         "true", NULL},
    };

    LISP_CHECK_ROWS(rows);
#undef TEXTS
#undef WORDS
}

/* --- memoize ------------------------------------------------------------------------ */

/* The steps of the turn. */
static uint64_t turn_steps(host *at, const char *text, const char *answer)
{
    const char *given = turn(at, text);

    cr_expect_str_eq(given, answer, "%s: %s", text, given);
    return at->result.fuel_used;
}

/* A function remembers within a run, whatever is collected meanwhile, and forgets with
 * it: the next run computes again, and what is kept does not grow. */
Test(lisp_memory, memoized_results_end_with_the_run)
{
    for (int always = 0; always < 2; always++) {
        ptc_lisp_options options;
        uint64_t once, twice;
        size_t peak;
        host at;

        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.collects_always = always;
        options.time_ms = PTC_UNLIMITED;
        at = host_start(&options);
        turn(&at, "(def f (memoize (fn [n k] (reduce + (map (fn [i] (* i k)) (range "
                  "n))))))");
        once = turn_steps(&at, "(f 300 2)", "89700");
        twice = turn_steps(&at, "[(f 300 2) (f 300 2)]", "[89700 89700]");
        cr_expect_geq(once, 600u);
        cr_expect_lt(twice, once + 50, "%llu, %llu", (unsigned long long)once,
                     (unsigned long long)twice);
        cr_expect_gt(turn_steps(&at, "[(f 300 2) (f 300 3)]", "[89700 134550]"),
                     2 * once - 50);
        turn_steps(&at, "(count (map (fn [i] (f 1 i)) (range 500)))", "500");
        turn_steps(&at, "nil", "nil");
        peak = at.result.heap_peak;
        for (int i = 0; i < 20; i++)
            turn_steps(&at, "(count (map (fn [i] (f 1 i)) (range 500)))", "500");
        turn_steps(&at, "nil", "nil");
        cr_expect_leq(at.result.heap_peak, peak + 1024, "%zu, %zu", at.result.heap_peak,
                      peak);
        host_end(&at);
    }
}

/* It calls itself, fails, is called by others and from branches; memory is bounded. */
Test(lisp_memory, memoized_functions_meet_others)
{
    static const exchange turns[] = {
        {"(def fib (memoize (fn [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))))",
         "#'fib"},
        {"(fib 90)", "2880067194370816120"},
        {"(def n 0)", "#'n"},
        {"(def g (memoize (fn [x] (println \"called\") (if (= x 3) (+ x nil) x))))",
         "#'g"},
        {"(g 3)", "!type_error"},
        {"(pmap g [1 1 2 1])", "[1 1 2 1]"},
        {"(map g [:a \"a\" 1 1.0 nil nil [1] [1.0] {:k 1}])",
         "[:a \"a\" 1 1.0 nil nil [1] [1.0] {:k 1}]"},
        {"(sort-by (memoize (fn [x] (- x))) [1 3 2])", "[3 2 1]"},
        {"(let [m (memoize (fn [& r] (vec r)))] [(apply m (range 5)) (apply m (range 5)) "
         "(m)])",
         "[[0 1 2 3 4] [0 1 2 3 4] []]"},
        {"(return (memoize inc))", "#fn[...]"},
        {"(let [m (memoize (fn [i] (vec (range 50))))] (loop [i 0] (m i) (recur (inc "
         "i))))",
         "!memory_exceeded"},
    };
    ptc_lisp_options options;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.heap = 400000;
    converse(turns, sizeof turns / sizeof *turns, options, NULL);
}
