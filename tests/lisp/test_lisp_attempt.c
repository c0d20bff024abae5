/* SPDX-License-Identifier: MIT */
/* (attempt ..) in programs: what it catches, what it lets through, what it leaves.
 * [ptc-lisp 5, 9.2, 14] */
#include <criterion/criterion.h>
#include <stdio.h>

#include "lisp/machine/machine_int.h"
#include "support.h"

/* A context with a tool `t` of (id :int): ids below zero fail, 13 as "unlucky" with bytes
 * that are not UTF-8, 99 by a limit of the caller; `slow` takes 50 ms of a counted
 * clock.
 */
typedef struct bench {
    ptc_lisp *lisp;
    ptc_arena arena;
    ptc_schema signature;
    ptc_tool tools[3];
    ptc_tool_options tool_options;
    ptc_lisp_options options;
    ptc_lisp_result result;
    uint64_t now_ms;
    size_t calls;
} bench;

static ptc_status perform(ptc_tool_call *call, void *user)
{
    const ptc_map_entry *id =
        ptc_map_find_field(call->arguments.as.map, PTC_STR("id"), 0);
    bench *at = user;

    at->calls++;
    if (id != NULL && id->value.as.integer == 13) {
        call->message = "no\xFF\nluck";
        call->reason = "unlucky";
        return PTC_ERROR_INVALID;
    }
    if (id != NULL && id->value.as.integer < 0) {
        call->message = "below zero";
        return PTC_ERROR_INVALID;
    }
    if (id != NULL && id->value.as.integer == 99) {
        call->message = "used up";
        call->is_final = true;
        return PTC_ERROR_INVALID;
    }
    if (id != NULL)
        call->result = id->value;
    return PTC_OK;
}

static ptc_status wait(ptc_tool_call *call, void *user)
{
    bench *at = user;

    at->now_ms += 50;
    call->message = "late";
    return PTC_ERROR_INVALID;
}

static uint64_t look_at_clock(void *user)
{
    return ((bench *)user)->now_ms;
}

static void open_bench(bench *at, bool collects_always)
{
    ptc_source source = {PTC_STR("sig"), PTC_STR("(id :int) -> :int")};
    ptc_diags diags;

    ptc_arena_init(&at->arena, NULL, 0);
    ptc_diags_init(&diags, &at->arena);
    cr_assert(ptc_signature_read(&at->arena, &source, NULL, &diags, &at->signature) ==
              PTC_OK);
    at->options.collects_always = collects_always;
    at->options.clock_ms = look_at_clock;
    at->options.user = at;
    cr_assert_eq(ptc_lisp_new(&at->options, &at->lisp), PTC_OK);
    at->tools[0] = (ptc_tool){
        .name = "t", .signature = &at->signature, .function = perform, .user = at};
    at->tools[1] = (ptc_tool){.name = "u", .function = perform, .user = at};
    at->tools[2] = (ptc_tool){.name = "slow", .function = wait, .user = at};
    cr_assert_eq(
        ptc_lisp_set_tools(NULL, at->lisp, at->tools, 3, &at->tool_options, NULL),
        PTC_OK);
}

static void start_bench(bench *at)
{
    memset(at, 0, sizeof *at);
    at->options = (ptc_lisp_options){.struct_size = sizeof at->options};
    at->tool_options = (ptc_tool_options){.struct_size = sizeof at->tool_options};
}

static void close_bench(bench *at)
{
    ptc_lisp_free(at->lisp);
    ptc_arena_free(&at->arena);
}

/* What it prints, or "!reason: message". */
static const char *evaluate(bench *at, const char *text)
{
    ptc_source source = {PTC_STR("row"), ptc_str_of(text)};
    ptc_text fault;

    if (ptc_lisp_eval(&at->arena, at->lisp, &source, PTC_LISP_PRINTED, &at->result) ==
        PTC_OK)
        return test_cstr(at->result.printed);
    ptc_text_init(&fault, &at->arena);
    ptc_text_byte(&fault, '!');
    ptc_text_cstr(&fault, ptc_reason_name(at->result.error.reason));
    ptc_text_cstr(&fault, ": ");
    ptc_text_cstr(&fault, at->result.error.message.ptr);
    return fault.ptr;
}

typedef struct row {
    const char *program, *gives; /* a failure: a beginning of "!reason: message" */
} row;

static void check_rows(const row *rows, size_t count)
{
    for (size_t i = 0; i < 2 * count; i++) {
        const row *r = &rows[i / 2];
        const char *gives;
        bench at;

        start_bench(&at);
        open_bench(&at, i % 2);
        gives = evaluate(&at, r->program);
        if (r->gives[0] == '!')
            cr_expect(strncmp(gives, r->gives, strlen(r->gives)) == 0, "%s: %s",
                      r->program, gives);
        else
            cr_expect_str_eq(gives, r->gives, "%s: %s", r->program, gives);
        close_bench(&at);
    }
}
#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof *(rows))

#define BELOW "{:error {:reason :tool_error :message \"below zero\" :tool \"t\"}}"

/* --- What is caught ---------------------------------------------------------------- */

Test(lisp_attempt, gives_what_tools_do_wrong_as_values)
{
    static const row rows[] = {
        {"(attempt (tool/t {:id 7}))", "{:ok 7}"},
        {"(attempt (tool/t {:id -1}))", BELOW},
        {"(attempt (call \"t\" {:id -1}))", BELOW},
        {"(attempt (ctx/t :id -1))", BELOW},
        {"(attempt (tool/t {:id 13}))",
         "{:error {:reason :unlucky :message \"no? luck\" :tool \"t\"}}"},
        /* refused arguments */
        {"(attempt (tool/t {:id \"x\"}))",
         "{:error {:reason :validation_error :message \"id: expected int, got string "
         "\\\"x\\\"\" :tool \"t\"}}"},
        {"(attempt (tool/t {}))",
         "{:error {:reason :validation_error :message \"id: missing required field, "
         "expected int\" :tool \"t\"}}"},
        {"(attempt (tool/u {:f inc}))",
         "{:error {:reason :invalid_tool_args :message \"f: function cannot be passed to "
         "a tool; pass data\" :tool \"u\"}}"},
        {"(attempt (tool/u {:f (def a 1)}))",
         "{:error {:reason :invalid_tool_args :message \"f: var cannot be passed to a "
         "tool; pass data\" :tool \"u\"}}"},
        {"(attempt (tool/u (identity 5)))",
         "{:error {:reason :invalid_tool_args :message \"Tool calls require named "
         "arguments: (tool/u {:key value}), got 5\" :tool \"u\"}}"},
        {"(attempt (tool/u {:a-b 1 \"a_b\" 2}))",
         "{:error {:reason :invalid_tool_args :message \"(root): two keys would be "
         "the same in JSON: a_b\" :tool \"u\"}}"},
        {"(attempt (tool/u {[1] 2}))",
         "{:error {:reason :invalid_tool_args :message \"(root): a key must be a keyword "
         "or string, got [1]\" :tool \"u\"}}"},
        /* the innermost, and where it goes on */
        {"(attempt [(attempt (tool/t {:id -1})) (tool/t {:id 1})])",
         "{:ok [" BELOW " 1]}"},
        {"(attempt (attempt (tool/t {:id -1})) (tool/t {:id -2}))", BELOW},
        {"(:message (:error (attempt (tool/t {:id -1}) (return :not))))",
         "\"below zero\""},
        {"(let [{:keys [ok error]} (attempt (tool/t {:id -1}))] [ok (:reason error)])",
         "[nil :tool_error]"},
    };

    CHECK_ROWS(rows);
}

Test(lisp_attempt, works_wherever_functions_are_called)
{
    static const row rows[] = {
        {"(mapv #(attempt (tool/t {:id %})) [1 -1 2])", "[{:ok 1} " BELOW " {:ok 2}]"},
        {"(map (fn [i] (:ok (attempt (tool/t {:id i})) i)) [1 -1 2])", "[1 -1 2]"},
        {"(reduce (fn [n i] (+ n (or (:ok (attempt (tool/t {:id i}))) 100))) 0 [1 -1 2])",
         "103"},
        {"(sort-by (fn [i] (or (:ok (attempt (tool/t {:id i}))) 50)) [7 -1 3])",
         "[3 7 -1]"},
        {"(update {:a -1} :a (fn [i] (:error (attempt (tool/t {:id i})))))",
         "{:a {:reason :tool_error :message \"below zero\" :tool \"t\"}}"},
        {"(for [i [-1 1]] (contains? (attempt (tool/t {:id i})) :ok))", "[false true]"},
        {"(some #(:error (attempt (tool/t {:id %}))) [1 2])", "nil"},
        {"(sort (fn [a b] (:ok (attempt (tool/t {:id -1}) 1)) (compare a b)) [3 1 2])",
         "[1 2 3]"},
        {"(apply (fn [& xs] (attempt (tool/t {:id (first xs)}))) [-1])", BELOW},
        {"(update-vals {:a 1 :b -1} (fn [i] (:ok (attempt (tool/t {:id i})))))",
         "{:a 1 :b nil}"},
        {"(replace \"ab\" #\"b\" (fn [m] (:tool (:error (attempt (tool/t {:id -1}))))))",
         "\"at\""},
        {"(defn f [i] (attempt (tool/t {:id i}))) (map f [-1 1])", "[" BELOW " {:ok 1}]"},
        /* names around it, far ones, captured by functions inside */
        {"(let [a 1 b [2]] (attempt (let [f (fn [c] [a b c])] (f (tool/t {:id 3})))))",
         "{:ok [1 [2] 3]}"},
        {"((fn down [n] (if (= n 0) (attempt (tool/t {:id -1})) (:ok (attempt "
         "(down (dec n)))))) 40)",
         BELOW},
        {"(loop [n 0 bad 0] (if (< n 1000) (recur (inc n) (if (:error (attempt (tool/t "
         "{:id (if (odd? n) -1 n)}))) (inc bad) bad)) bad))",
         "500"},
    };

    CHECK_ROWS(rows);
}

Test(lisp_attempt, leaves_what_was_defined)
{
    static const row rows[] = {
        {"(def n 1) (attempt (def n 2) (tool/t {:id -1}) (def n 3)) n", "2"},
        {"(attempt (memory/put :k [1]) (tool/t {:id -1})) memory/k", "[1]"},
        {"(attempt (defn f [] 7) (tool/t {:id -1})) (f)", "7"},
    };
    bench at;

    CHECK_ROWS(rows);
    start_bench(&at);
    open_bench(&at, true);
    evaluate(&at, "(def n [1])");
    cr_expect_str_eq(evaluate(&at, "(attempt (def n [2]) (println n) (tool/t {:id -1}))"),
                     BELOW);
    cr_expect_str_eq(test_cstr(at.result.output), "[2]\n");
    cr_expect_str_eq(evaluate(&at, "n"), "[2]");
    /* a fault later takes all back */
    cr_expect_str_eq(evaluate(&at, "(attempt (def n [3]) (tool/t {:id -1})) (first 5)"),
                     "!type_error: first: invalid argument types: number; "
                     "expected (first collection)");
    cr_expect_str_eq(evaluate(&at, "n"), "[2]");
    close_bench(&at);
}

/* --- Branches ---------------------------------------------------------------------- */

Test(lisp_attempt, ends_branches_within_it)
{
    static const row rows[] = {
        {"(pmap #(attempt (tool/t {:id %})) [1 -1])", "[{:ok 1} " BELOW "]"},
        {"(pcalls (fn [] (attempt (tool/t {:id -1}))) (fn [] 2))", "[" BELOW " 2]"},
        {"(attempt (pmap (fn [i] (tool/t {:id i})) [1 -1]))",
         "{:error {:reason :tool_error :message \"pmap: element 1: below zero\" :tool "
         "\"t\"}}"},
        {"(attempt (pmap (fn [i] (pcalls (fn [] i) (fn [] (tool/t {:id i})))) [1 -1]))",
         "{:error {:reason :tool_error :message \"pmap: element 1: pcalls: function 1: "
         "below zero\" :tool \"t\"}}"},
        {"(pmap (fn [i] (:message (:error (attempt (pcalls (fn [] (tool/t {:id i}))))))) "
         "[1 -1])",
         "[nil \"pcalls: function 0: below zero\"]"},
        /* their definitions are dropped, those of the branch around stay in it */
        {"(def n 0) (attempt (pmap (fn [i] (def n i) (tool/t {:id i})) [-5])) n", "0"},
        {"(def n 0) [(pmap (fn [i] (def n i) (attempt (pcalls (fn [] (def n 50) (tool/t "
         "{:id -1})))) n) [7 8]) n]",
         "[[7 8] 0]"},
        {"(def n 0) [(pmap (fn [i] (attempt (def n i) (tool/t {:id -1})) n) [7 8]) n]",
         "[[7 8] 0]"},
        /* what it lets through has the places of all branches */
        {"(attempt (pmap (fn [i] (attempt (pmap inc [i]))) [1 nil]))",
         "!pmap_error: pmap: element 1: pmap: element 0: type_error: "},
        {"(pmap (fn [i] (attempt (return i))) [1])",
         "!pmap_error: pmap: element 0: runtime_error: return ends the program"},
        {"(attempt (pmap (fn [i] (tool/t {:id i})) [-1])) (return 5)", "5"},
        {"(attempt (pmap (fn [i] (tool/t {:id i})) [-1])) (inc nil)", "!type_error: "},
    };

    CHECK_ROWS(rows);
}

Test(lisp_attempt, gives_branches_back_their_time)
{
    bench at;

    start_bench(&at);
    at.options.time_ms = 1000;
    at.options.branches_ms = 120;
    open_bench(&at, false);
    /* Each pmap may take 120 ms and the run 1000: four of 100 each are fine. */
    cr_expect_str_eq(evaluate(&at, "(dotimes [i 4] (attempt (pmap (fn [x] (attempt "
                                   "(tool/slow {})) (tool/slow {})) [1])))"),
                     "nil");
    cr_expect_eq(at.now_ms, (uint64_t)400);
    /* What no attempt catches: the branches' limit, and the run's. */
    cr_expect(strncmp(evaluate(&at, "(attempt (pmap (fn [x] (attempt (tool/slow {}))) "
                                    "[1 2 3]))"),
                      "!pmap_error: pmap: element 2: timeout: all branches", 50) == 0,
              "%s", at.result.error.message.ptr);
    cr_expect(strncmp(evaluate(&at, "(loop [] (attempt (tool/slow {})) (recur))"),
                      "!timeout: execution exceeded 1000ms limit", 40) == 0,
              "%s", at.result.error.message.ptr);
    close_bench(&at);
}

/* --- What goes through ------------------------------------------------------------- */

Test(lisp_attempt, lets_other_faults_and_ends_through)
{
    static const row rows[] = {
        {"(attempt (return 5)) 6", "5"},
        {"(attempt (fail {:a 1}))", "!failed: the program gave up: {:a 1}"},
        {"(attempt (tool/t {:id 99}))", "!tool_error: Tool 't' failed: used up"},
        {"(attempt (attempt (tool/t {:id 99})))", "!tool_error: "},
        {"(attempt (tool/nope {}))", "!unknown_tool: "},
        {"(attempt (apply call [\"nope\" {}]))", "!unbound_var: "},
        {"(attempt (+ 1 nil))", "!type_error: "},
        {"(attempt ((fn f [] (attempt (f)))))", "!recursion_limit_exceeded: "},
        {"(attempt (vec (range 100000000)))", "!memory_exceeded: "},
        {"(attempt (case 1 2 3))", "!runtime_error: no clause of case"},
        {"(attempt (tool/t 5))", "!invalid_tool_args: "}, /* known before it runs */
        {"(loop [n 3] (attempt (recur (dec n))))",
         "!invalid_form: Analysis error: recur must be in tail position; it cannot leave "
         "attempt: put attempt around what the loop computes, or around the whole loop"},
        {"(loop [n 3] (attempt (let [m n] (if m (recur (dec m)) 1))))",
         "!invalid_form: "},
        {"(fn [n] (attempt (recur n)))", "!invalid_form: "},
    };

    CHECK_ROWS(rows);
}

Test(lisp_attempt, lets_limits_through)
{
    bench at;

    start_bench(&at);
    at.options.fuel = 20000;
    at.tool_options.max_calls = 2;
    open_bench(&at, false);
    cr_expect(
        strncmp(evaluate(&at, "(attempt (loop [] (recur)))"), "!fuel_exceeded", 14) == 0);
    cr_expect(strncmp(evaluate(&at, "(loop [] (attempt (tool/t {:id \"x\"})) (recur))"),
                      "!fuel_exceeded", 14) == 0);
    cr_expect_str_eq(evaluate(&at, "(mapv #(attempt (tool/t {:id %})) [-1 1])"),
                     "[" BELOW " {:ok 1}]");
    cr_expect(strncmp(evaluate(&at, "(mapv #(attempt (tool/t {:id %})) [-1 1 2])"),
                      "!tool_error: Tool 't' failed: the limit of tool calls", 50) == 0,
              "%s", at.result.error.message.ptr);
    close_bench(&at);
}

/* --- Records and costs ------------------------------------------------------------- */

Test(lisp_attempt, leaves_failed_calls_in_the_log)
{
    bench at;

    start_bench(&at);
    open_bench(&at, false);
    evaluate(&at, "(attempt (tool/t {:id 13})) (attempt (tool/t {:id \"x\"})) "
                  "(tool/t {:id 1})");
    cr_assert_eq(at.result.call_count, (size_t)3);
    cr_expect_str_eq(at.result.calls[0].reason, "unlucky");
    cr_expect(at.result.calls[0].is_caught);
    cr_expect(at.result.calls[1].is_caught);
    cr_expect_str_eq(at.result.calls[1].error, "id: expected int, got string \"x\"");
    cr_expect(at.result.calls[2].error == NULL);
    cr_expect(!at.result.calls[2].is_caught);
    evaluate(&at, "(attempt (tool/t {:id -1})) (tool/t {:id -1})");
    cr_assert_eq(at.result.call_count, (size_t)2);
    cr_expect(at.result.calls[0].is_caught);
    cr_expect(!at.result.calls[1].is_caught);
    close_bench(&at);
}

Test(lisp_attempt, takes_the_same_steps_each_time)
{
    static const char program[] =
        "(count (mapv #(attempt (tool/t {:id (if (odd? %) -1 %)})) (range 200)))";
    uint64_t steps[3];

    for (size_t i = 0; i < 3; i++) {
        bench at;

        start_bench(&at);
        open_bench(&at, i == 2);
        cr_expect_str_eq(evaluate(&at, program), "200");
        steps[i] = at.result.fuel_used;
        evaluate(&at, program);
        cr_expect_eq(at.result.fuel_used, steps[0]);
        close_bench(&at);
    }
    cr_expect_eq(steps[1], steps[0]);
    cr_expect_eq(steps[2], steps[0]);
}

/* What a caught fault left behind is garbage. */
Test(lisp_attempt, takes_no_memory_that_stays)
{
    bench at;

    start_bench(&at);
    at.options.heap = 1000000;
    open_bench(&at, false);
    cr_expect_str_eq(evaluate(&at, "(loop [n 0] (if (< n 20000) (do (attempt (let [big "
                                   "(vec (range 200))] (tool/t {:id (- (count big))}))) "
                                   "(recur (inc n))) n))"),
                     "20000");
    cr_expect_eq(at.calls, (size_t)20000);
    close_bench(&at);
}

/* However many there are, each has its message. */
Test(lisp_attempt, has_room_for_the_messages_of_many_failures)
{
    bench at;

    start_bench(&at);
    at.options.time_ms = PTC_UNLIMITED;
    open_bench(&at, false);
    cr_expect_str_eq(
        evaluate(&at,
                 "(loop [n 0 bad 0] (if (< n 200000) (recur (inc n) (if (= (:message "
                 "(:error (attempt (pmap (fn [x] (tool/t {:id x})) [-1])))) \"pmap: "
                 "element 0: below zero\") bad (inc bad))) bad))"),
        "0");
    /* what is printed and defined meanwhile stays */
    cr_expect_str_eq(evaluate(&at, "(def k 0) (pmap (fn [i] (attempt (println i) (def k "
                                   "i) (tool/t {:id -1})) k) (range 300)) k"),
                     "0");
    cr_expect_eq(at.result.output.len, (size_t)(10 * 2 + 90 * 3 + 200 * 4));
    cr_expect_str_eq(evaluate(&at, "(dotimes [i 300] (attempt (println i) (tool/t {:id "
                                   "\"x\"}))) (subs (str (range 300)) 0 5)"),
                     "\"[0 1 \"");
    cr_expect(strncmp(at.result.output.ptr, "0\n1\n2\n3\n", 8) == 0);
    cr_expect_eq(at.result.output.len, (size_t)(10 * 2 + 90 * 3 + 200 * 4));
    close_bench(&at);
}

Test(lisp_attempt, is_verified_and_disassembled)
{
    static const char program[] = "(let [x 1] (attempt (map inc [x])))";
    ptc_source source = {PTC_STR("row"), ptc_str_of(program)};
    ptc_program *compiled;
    ptc_lisp_error error;
    const char *why;
    ptc_text text;
    bench at;

    start_bench(&at);
    open_bench(&at, false);
    cr_assert_eq(ptc_lisp_compile(&at.arena, at.lisp, &source, &compiled, &error),
                 PTC_OK);
    cr_expect(ptc_program_verify(compiled, &why));
    ptc_text_init(&text, &at.arena);
    ptc_program_disassemble(&text, compiled);
    cr_expect(strstr(text.ptr, "; attempt\n") != NULL, "%s", text.ptr);
    cr_expect(strstr(text.ptr, "; map\n") != NULL, "%s", text.ptr);
    cr_expect(strstr(text.ptr, "; inc\n") != NULL, "%s", text.ptr);
    ptc_program_free(compiled);
    close_bench(&at);
}
