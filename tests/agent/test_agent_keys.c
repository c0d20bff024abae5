/* SPDX-License-Identifier: MIT */
/* One spelling of keys: what programs write under keywords and strings, and the names
 * that it has wherever it leaves as JSON. [ptc-lisp 9.3, 15; subagent 13] */
#include <criterion/criterion.h>

#include "agents.h"

#include <ptc/cassette.h>

/* --- Helpers ----------------------------------------------------------------------- */

static const char *step_json(test_agent_run *run)
{
    ptc_text text;

    ptc_text_init(&text, &run->arena);
    cr_assert(ptc_step_write_json(&text, run->step, 0) == PTC_OK);
    return text.ptr;
}

/* The members of the step from "return" to what follows it. */
static void expect_return(test_agent_run *run, const char *json)
{
    const char *step = step_json(run);
    const char *found = strstr(step, "\"return\":");

    cr_assert(run->step->is_ok, "%s", test_cstr(run->step->fail.message));
    cr_assert(found != NULL);
    found += strlen("\"return\":");
    cr_expect(strncmp(found, json, strlen(json)) == 0 &&
                  strncmp(found + strlen(json), ",\"fail\"", 7) == 0,
              "%s\nnot %.*s", json, 200, found);
}

/* Rows as a database gives them: JSON data, whose keys are strings. */
static ptc_status give_rows(ptc_tool_call *call, void *user)
{
    static const char rows[] =
        "[{\"id\":1,\"name\":\"Ann\",\"user_id\":7},{\"id\":2,\"name\":\"Bob\","
        "\"user_id\":8}]";

    (void)user;
    return ptc_json_read(call->arena, rows, sizeof rows - 1, NULL, &call->result, NULL,
                         NULL);
}

/* What it is called with, as JSON text. */
static ptc_status echo_json(ptc_tool_call *call, void *user)
{
    ptc_text text;

    (void)user;
    ptc_text_init(&text, call->arena);
    if (ptc_json_write(&text, &call->arguments, 0) != PTC_OK)
        return PTC_ERROR_INVALID;
    call->result = ptc_value_string(ptc_text_view(&text));
    return PTC_OK;
}

/* What a host makes in C: keys of several kinds. */
static ptc_status give_mixed(ptc_tool_call *call, void *user)
{
    ptc_map_entry *entries = ptc_arena_array(call->arena, 2, sizeof *entries);

    (void)user;
    if (entries == NULL)
        return PTC_ERROR_MEMORY;
    entries[0] = (ptc_map_entry){ptc_value_keyword(PTC_STR("a")), ptc_value_int(1)};
    entries[1] = (ptc_map_entry){ptc_value_string(PTC_STR("a")), ptc_value_int(2)};
    return ptc_map_make(call->arena, entries, 2, &call->result, NULL);
}

/* Keys that are not texts. */
static ptc_status give_counts(ptc_tool_call *call, void *user)
{
    ptc_map_entry *entries = ptc_arena_array(call->arena, 3, sizeof *entries);

    (void)user;
    if (entries == NULL)
        return PTC_ERROR_MEMORY;
    entries[0] = (ptc_map_entry){ptc_value_bool(true), ptc_value_int(1)};
    entries[1] = (ptc_map_entry){ptc_value_nil(), ptc_value_int(2)};
    entries[2] = (ptc_map_entry){ptc_value_int(7), ptc_value_int(3)};
    return ptc_map_make(call->arena, entries, 3, &call->result, NULL);
}

static const ptc_tool rows_tool = {.name = "rows", .function = give_rows};
static const ptc_tool echo_tool = {.name = "echo", .function = echo_json};
static const ptc_tool mixed_tool = {.name = "mixed", .function = give_mixed};
static const ptc_tool counts_tool = {.name = "counts", .function = give_counts};
static const ptc_agent_tool all_tools[] = {
    {.name = "rows", .function = &rows_tool},
    {.name = "echo", .function = &echo_tool},
    {.name = "mixed", .function = &mixed_tool},
    {.name = "counts", .function = &counts_tool},
};

static void start(test_agent_run *run, const char *signature)
{
    test_agent_start(run, "Go");
    run->agent.tools = all_tools;
    run->agent.tool_count = sizeof all_tools / sizeof *all_tools;
    if (signature != NULL)
        run->agent.signature_text = ptc_str_of(signature);
}

/* --- Results ----------------------------------------------------------------------- */

Test(agent_keys, of_results_have_no_colon) /* M139, M140 */
{
    static const struct {
        const char *signature, *program, *json;
    } rows[] = {
        {"() -> {answer :int}", "(return {:answer 42 :tags [1]})",
         "{\"answer\":42,\"tags\":[1]}"},
        {NULL, "(return {:answer 42 :tags [1]})", "{\"answer\":42,\"tags\":[1]}"},
        {"() -> [{a :int}]", "(return [{:a 1 :z 1} {:a 2 :b-c 3}])",
         "[{\"a\":1,\"z\":1},{\"a\":2,\"b_c\":3}]"},
        {"() -> {rows [:map]}", "(return {:rows [{:x {:y [{:z 1 \"w\" 2}]}}]})",
         "{\"rows\":[{\"x\":{\"y\":[{\"z\":1,\"w\":2}]}}]}"},
        {"() -> :any", "(return (assoc (first (tool/rows {})) :name 1))",
         "{\"id\":1,\"name\":1,\"user_id\":7}"},
        {"() -> [{id :int, total :int}]",
         "(return (mapv #(assoc % :total (* 2 (:id %)) :user-id 0) (tool/rows {})))",
         "[{\"id\":1,\"total\":2,\"name\":\"Ann\",\"user_id\":0},{\"id\":2,\"total\":4,"
         "\"name\":\"Bob\",\"user_id\":0}]"},
        {"() -> :map", "(return (merge (first (tool/rows {})) {:name :cy :new 1}))",
         "{\"id\":1,\"name\":\"cy\",\"user_id\":7,\"new\":1}"},
        {"() -> :map",
         "(return (into {} (map (fn [r] [(keyword (:name r)) r]) (tool/rows {}))))",
         "{\"Ann\":{\"id\":1,\"name\":\"Ann\",\"user_id\":7},\"Bob\":{\"id\":2,\"name\":"
         "\"Bob\",\"user_id\":8}}"},
        {"() -> :map", "(return (update-vals (group-by :name (tool/rows {})) count))",
         "{\"Ann\":1,\"Bob\":1}"},
        {"() -> :any", "(return (map #(select-keys % [:id :user-id]) (tool/rows {})))",
         "[{\"id\":1,\"user-id\":7},{\"id\":2,\"user-id\":8}]"},
        {"() -> :any", "(return (map #(rename-keys % {:id :key}) (tool/rows {})))",
         "[{\"name\":\"Ann\",\"user_id\":7,\"key\":1},{\"name\":\"Bob\",\"user_id\":8,"
         "\"key\":2}]"},
        {"() -> :any", "(return #{{:a :b} {\"c\" :d}})", "[{\"a\":\"b\"},{\"c\":\"d\"}]"},
        {"() -> :any", "(return (group-by even? [1 2]))", "{\"false\":[1],\"true\":[2]}"},
        {"() -> :any", "(return {nil 1 2.5 2 7 3 [1 :a] 4})",
         "{\"nil\":1,\"2.5\":2,\"7\":3,\"[1 :a]\":4}"},
        {"() -> :any", "(return {\"gr\u00fc\u00dfe\" 1 :a 2 \"\" 3 \"a b\" 4})",
         "{\"gr\u00fc\u00dfe\":1,\"a\":2,\"\":3,\"a b\":4}"},
        {"() -> :any", "(return {\":a\" 1 :a 2})", "{\":a\":1,\"a\":2}"},
        {"() -> :any", "(return (tool/counts {}))", "{\"true\":1,\"nil\":2,\"7\":3}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        start(&run, rows[i].signature);
        test_agent_replies(&run, rows[i].program, NULL);
        test_agent_go(&run);
        expect_return(&run, rows[i].json);
        cr_expect(strstr(step_json(&run), "\"keys\":\"mixed\"") == NULL);
        test_agent_stop(&run);
    }
}

Test(agent_keys, that_meet_are_a_validation_error) /* M139, M140 */
{
    static const struct {
        const char *signature, *program, *told;
    } rows[] = {
        {"() -> :any", "(return {:a 1 \"a\" 2})",
         "Return validation errors:\n- (root): two keys would be the same in JSON: "
         "a\nExpected: :any\nReceived: {"},
        {NULL, "(return [{:x {:a 1 \"a\" 2}}])",
         "Return validation errors:\n- [0].x: two keys would be the same in JSON: "
         "a\nReceived: [{"},
        {"() -> {b :int}", "(return {:b 1 :x [{1 2 \"1\" 3}]})",
         "- x[0]: two keys would be the same in JSON: 1\n"},
        {"() -> {b :int}", "(return {:b 1 \"b\" 2})",
         "- (root): two keys would be the same in JSON: b\n"},
        {"() -> :any", "(return {true 1 \"true\" 2})",
         "- (root): two keys would be the same in JSON: true\n"},
        {"() -> :any", "(return {:k {nil 1 :nil 2}})",
         "- k: two keys would be the same in JSON: nil\n"},
        {"() -> :any", "(return [{'a 1 \"a\" 2}])",
         "- [0]: two keys would be the same in JSON: a\n"},
        {"() -> :any",
         "(return {(LocalDate/parse \"2026-01-02\") 1 \"2026-01-02\" {'b 1}})",
         "- (root): two keys would be the same in JSON: 2026-01-02\n"},
        {"() -> :any", "(return {'a 1 \"a\" 2 :a 3})",
         "Error: two keys would be the same in JSON: a\n"},
        {NULL, "(return {:x {inc 1 dec 2 \"#<builtin> #1\" 3}})",
         "Error: two keys would be the same in JSON: #<builtin> #1\n"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        start(&run, rows[i].signature);
        test_agent_replies(&run, rows[i].program, "(return {:b 5})", NULL);
        test_agent_go(&run);
        cr_assert_eq(run.asked, (size_t)2);
        cr_expect(strstr(test_told(&run, 1), rows[i].told) != NULL, "%s\nlacks %s",
                  test_told(&run, 1), rows[i].told);
        expect_return(&run, "{\"b\":5}");
        test_agent_stop(&run);
    }
}

/* Checked in every mode: no one could read such a result. */
Test(agent_keys, that_meet_are_refused_in_every_mode)
{
    static const ptc_mode modes[] = {PTC_MODE_ENABLED, PTC_MODE_WARN_ONLY,
                                     PTC_MODE_STRICT, PTC_MODE_DISABLED};

    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.agent.signature_text = PTC_STR("() -> :any");
        run.agent.mode = modes[i];
        run.agent.max_turns = 1;
        test_agent_replies(&run, "(return {:a 1 \"a\" 2})", "(return {:a 1 \"a\" 2})",
                           "(return {:a 1 \"a\" 2})", NULL);
        test_agent_go(&run);
        cr_expect(!run.step->is_ok);
        cr_expect(strstr(test_cstr(run.step->fail.message),
                         "two keys would be the same in JSON: a") != NULL ||
                      ptc_str_equal(run.step->fail.reason, PTC_STR("max_turns_exceeded")),
                  "%s", test_cstr(run.step->fail.message));
        test_agent_stop(&run);
    }
}

/* --- Traces, logs and memory -------------------------------------------------------- */

typedef struct log_seen {
    test_agent_run *run;
    unsigned mixed;
    unsigned lines;
    bool has_memory;
} log_seen;

static bool see_line(ptc_str line, void *user)
{
    log_seen *seen = user;
    const char *text = ptc_str_copy(&seen->run->arena, line).ptr;
    ptc_value value;

    cr_expect(ptc_json_read(&seen->run->arena, line.ptr, line.len, NULL, &value, NULL,
                            NULL) == PTC_OK,
              "%s", text);
    seen->lines++;
    seen->mixed += ptc_value_get(&value, "keys") != NULL;
    seen->has_memory |=
        strstr(text, "\"m\":{\"a\":1,\":a\":2,\"\\\\:a\":3,\"b\":4}") != NULL;
    return true;
}

Test(agent_keys, that_meet_are_told_apart_in_traces) /* M410 */
{
    test_agent_run run;
    log_seen seen = {.run = &run};

    start(&run, NULL);
    run.options.log = see_line;
    run.options.log_user = &seen;
    test_agent_replies(&run, "(def m {:a 1 \"a\" 2 \":a\" 3 :b 4})",
                       "(return {\":x\" 1 :y 2})", NULL);
    test_agent_go(&run);
    expect_return(&run, "{\":x\":1,\"y\":2}");
    cr_expect(strstr(step_json(&run),
                     "\"memory\":{\"m\":{\"a\":1,\":a\":2,\"\\\\:a\":3,\"b\":4}}") !=
                  NULL,
              "%s", step_json(&run));
    cr_expect(strstr(step_json(&run), ",\"keys\":\"mixed\"}") != NULL);
    cr_expect(seen.has_memory);
    cr_expect(seen.mixed >= 1 && seen.mixed < seen.lines, "%u of %u", seen.mixed,
              seen.lines);
    test_agent_stop(&run);
}

Test(agent_keys, three_that_meet_are_three)
{
    test_agent_run run;

    start(&run, NULL);
    test_agent_replies(&run, "(def m {1 :i \"1\" :s :1 :k})", "(return 1)", NULL);
    test_agent_go(&run);
    cr_expect(strstr(step_json(&run),
                     "\"memory\":{\"m\":{\"1\":\"i\",\":1\":\"s\",\"::1\":\"k\"}}") !=
                  NULL,
              "%s", step_json(&run));
    test_agent_stop(&run);
}

Test(agent_keys, of_fail_never_stop_a_failing_agent)
{
    test_agent_run run;

    start(&run, NULL);
    test_agent_replies(&run, "(fail {:reason :no :message \"m\" :x {:a 1 \"a\" 2}})",
                       NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "no", "m");
    cr_expect(strstr(step_json(&run), "{\"a\":1,\":a\":2}") != NULL, "%s",
              step_json(&run));
    cr_expect(strstr(step_json(&run), ",\"keys\":\"mixed\"}") != NULL);
    test_agent_stop(&run);
}

/* --- Tools ------------------------------------------------------------------------- */

Test(agent_keys, of_arguments_are_strings)
{
    static const struct {
        const char *program, *json;
    } rows[] = {
        {"(return (tool/echo {:a {:b-c [{:d :e}]} \"f\" #{1} :g {1 2}}))",
         "{\"a\":{\"b_c\":[{\"d\":\"e\"}]},\"f\":[1],\"g\":{\"1\":2}}"},
        {"(return (tool/echo (assoc (first (tool/rows {})) :name 5)))",
         "{\"id\":1,\"name\":5,\"user_id\":7}"},
        {"(return (tool/echo {\":a\" 1}))", "{\":a\":1}"},
    };
    static const struct {
        const char *program, *message;
    } refused[] = {
        {"(tool/echo {:a 1 \"a\" 2})",
         "Tool 'echo': (root): two keys would be the same in JSON: a"},
        {"(tool/echo {:x [{:a-b 1 :a_b 2}]})",
         "Tool 'echo': x[0]: two keys would be the same in JSON: a_b"},
        {"(tool/mixed {})", "Tool 'mixed' failed: its result: (root): two keys would be "
                            "the same in JSON: a"},
    };
    test_agent_run run;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        start(&run, NULL);
        test_agent_replies(&run, rows[i].program, NULL);
        test_agent_go(&run);
        cr_assert(run.step->is_ok, "%s", test_cstr(run.step->fail.message));
        cr_expect_str_eq(test_cstr(ptc_value_text(&run.step->result)), rows[i].json);
        test_agent_stop(&run);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        start(&run, NULL);
        test_agent_replies(&run, refused[i].program, "(return (:message ctx/fail))",
                           NULL);
        test_agent_go(&run);
        cr_assert(run.step->is_ok);
        cr_expect_str_eq(test_cstr(ptc_value_text(&run.step->result)),
                         refused[i].message);
        test_agent_stop(&run);
    }
}

/* --- Children ---------------------------------------------------------------------- */

static const ptc_agent child = {
    .struct_size = sizeof child,
    .prompt = {"Answer {{x}}", 12},
    .signature_text = {"(x :map) -> :any", 16},
};
static const ptc_agent_tool child_tools[] = {{.name = "ask", .agent = &child}};

Test(agent_keys, of_children_are_strings_both_ways) /* M245 */
{
    test_agent_run run;

    start(&run, NULL);
    run.agent.tools = child_tools;
    run.agent.tool_count = 1;
    test_agent_replies(
        &run, "(return (assoc (tool/ask {:x {:a 1 \"b\" {:c 2}}}) :n 5 :true 6))",
        "(return {:got ctx/x :n 1 true (keys ctx/x)})", NULL);
    test_agent_go(&run);
    expect_return(&run, "{\"got\":{\"a\":1,\"b\":{\"c\":2}},\"n\":5,\"true\":6}");
    test_agent_stop(&run);

    start(&run, NULL);
    run.agent.tools = child_tools;
    run.agent.tool_count = 1;
    test_agent_replies(&run, "(return (tool/ask {:x {}}))", "(return {:a 1 \"a\" 2})",
                       "(return {:a 3})", NULL);
    test_agent_go(&run);
    cr_expect(strstr(test_told(&run, 2), "two keys would be the same in JSON: a") != NULL,
              "%s", test_told(&run, 2));
    expect_return(&run, "{\"a\":3}");
    test_agent_stop(&run);
}

/* --- The firewall ------------------------------------------------------------------- */

Test(agent_keys, hide_what_is_firewalled_in_either_spelling)
{
    test_agent_run run;
    const char *json;

    start(&run, "() -> {n :int, _cost :int}");
    test_agent_replies(&run,
                       "(def m {:_cost \"canary1\" \"_cost\" \"canary2\" :x {\"_cost\" "
                       "\"canary3\"} :a 1 \"a\" 2})",
                       "(return {:n 1 \"_cost\" 77777 :more {:_cost \"canary4\"}})",
                       NULL);
    test_agent_go(&run);
    json = step_json(&run);
    cr_expect(strstr(json, "\"memory\":{\"m\":{\"_cost\":\"<Firewalled>\",\":_cost\":"
                           "\"<Firewalled>\",\"x\":{\"_cost\":\"<Firewalled>\"},\"a\":1,"
                           "\":a\":2}}") != NULL,
              "%s", json);
    expect_return(&run, "{\"n\":1,\"_cost\":\"<Firewalled>\",\"more\":{\"_cost\":"
                        "\"<Firewalled>\"}}");
    test_agent_stop(&run);

    start(&run, "() -> {_cost :map}");
    test_agent_replies(&run, "(return {:_cost {:canary 1 \"canary\" 2}})",
                       "(return {:_cost {}})", NULL);
    test_agent_go(&run);
    cr_expect(strstr(test_told(&run, 1), "_cost: two keys would be the same in JSON: ") !=
                  NULL,
              "%s", test_told(&run, 1));
    cr_expect(strstr(test_told(&run, 1), "canary") == NULL, "%s", test_told(&run, 1));
    test_agent_stop(&run);
}

/* --- Between turns ------------------------------------------------------------------ */

/* The newest value of a name wins, however it is spelt. [subagent 6.1] */
Test(agent_keys, of_results_of_turns_meet_those_of_the_context)
{
    static const struct {
        const char *first, *second, *last, *result;
    } rows[] = {
        {"(do {:a 5})", "(do {\"a\" 6})", "(return [ctx/a ctx/b])", "[6 2]"},
        {"(do {:z 1 \"z\" 2})", "(do {:z 3})", "(return [ctx/z ctx/a])", "[3 1]"},
        {"(do {\"z\" 1 :z 2})", "(do {})", "(return [ctx/z ctx/a])", "[2 1]"},
        {"(do {:z 1 \"z\" 2})", "(do {})", "(return [ctx/z ctx/a])", "[2 1]"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;
        ptc_value context;

        start(&run, NULL);
        context = test_value(&run, "{\"a\" 1 :b 2}");
        run.options.context = &context;
        test_agent_replies(&run, rows[i].first, rows[i].second, rows[i].last, NULL);
        test_agent_go(&run);
        test_expect_result(&run, rows[i].result);
        test_agent_stop(&run);
    }
}

/* --- Recordings --------------------------------------------------------------------- */

typedef struct tape {
    char bytes[4096];
    size_t size;
} tape;

static bool tape_append(ptc_str line, void *user)
{
    tape *to = user;

    if (to->size + line.len > sizeof to->bytes)
        return false;
    memcpy(to->bytes + to->size, line.ptr, line.len);
    to->size += line.len;
    return true;
}

/* Runs the program with the tools on the tape, which is replayed when it has rows. */
static void run_on_tape(test_agent_run *run, tape *on, const char *program)
{
    ptc_source source = {PTC_STR("tape.jsonl"), {on->bytes, on->size}};
    bool replays = on->size > 0;
    ptc_cassette_options options = {.struct_size = sizeof options,
                                    .mode = replays ? PTC_CASSETTE_REPLAY
                                                    : PTC_CASSETTE_RECORD,
                                    .source = replays ? &source : NULL,
                                    .write = tape_append,
                                    .user = on};
    static const ptc_tool tools[] = {
        {.name = "echo", .function = echo_json},
        {.name = "counts", .function = give_counts},
        {.name = "mixed", .function = give_mixed},
    };
    static ptc_agent_tool wrapped[3];
    const ptc_tool *taped;
    ptc_cassette *cassette;
    ptc_error error;

    test_agent_start(run, "Go");
    cr_assert(ptc_cassette_new(&run->arena, &options, &cassette, &error) == PTC_OK);
    cr_assert(ptc_cassette_wrap_tools(cassette, tools, 3, &taped) == PTC_OK);
    for (size_t i = 0; i < 3; i++)
        wrapped[i] = (ptc_agent_tool){.name = tools[i].name, .function = &taped[i]};
    run->agent.tools = wrapped;
    run->agent.tool_count = 3;
    test_agent_replies(run, program, "(return (:message ctx/fail))", NULL);
    test_agent_go(run);
    ptc_cassette_free(cassette);
}

Test(agent_keys, of_recordings_replay)
{
    static const char program[] = "(return [(tool/echo {:b-c {:x 1} \"a\" :k}) "
                                  "(tool/counts {})])";
    static const char other[] = "(return [(tool/echo {\"a\" \"k\" \"b_c\" {\"x\" 1}}) "
                                "(tool/counts {})])";
    static const char result[] = "[\"{\\\"b_c\\\":{\\\"x\\\":1},\\\"a\\\":\\\"k\\\"}\" "
                                 "{\"true\" 1 \"nil\" 2 \"7\" 3}]";
    tape on = {.size = 0};
    test_agent_run run;

    run_on_tape(&run, &on, program);
    test_expect_result(&run, result);
    test_agent_stop(&run);
    cr_expect(strstr(on.bytes, "\"args\":{\"b_c\":{\"x\":1},\"a\":\"k\"}") != NULL, "%s",
              on.bytes);
    cr_expect(strstr(on.bytes, "\"result\":{\"true\":1,\"nil\":2,\"7\":3}") != NULL, "%s",
              on.bytes);
    run_on_tape(&run, &on, other);
    test_expect_result(&run, result);
    test_agent_stop(&run);
}

Test(agent_keys, that_meet_cannot_be_recorded)
{
    tape on = {.size = 0};
    test_agent_run run;

    run_on_tape(&run, &on, "(tool/mixed {})");
    test_expect_result(&run, "\"Tool 'mixed' failed: the result cannot be recorded: "
                             "(root): two keys would be the same in JSON: a\"");
    cr_expect_eq(on.size, (size_t)0);
    test_agent_stop(&run);
}
