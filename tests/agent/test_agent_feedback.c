/* SPDX-License-Identifier: MIT */
/* The messages to models after their turns. [subagent 4.3, validation 9] */
#include <criterion/criterion.h>

#include "agents.h"

static ptc_status tool_gives(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = ptc_value_int(7);
    return PTC_OK;
}

static ptc_status tool_fails(ptc_tool_call *call, void *user)
{
    (void)user;
    call->message = "no line";
    return PTC_ERROR_INVALID;
}

static const ptc_tool send = {.name = "send", .function = tool_gives};
static const ptc_tool lookup = {.name = "lookup", .function = tool_fails};
static const ptc_agent_tool tools[] = {{.name = "send", .function = &send},
                                       {.name = "lookup", .function = &lookup}};

/* --- Texts word by word ------------------------------------------------------------ */

typedef struct told_row {
    const char *reply;
    const char *told;
} told_row;

#define LEFT "\nTurn 2 of 5 (4 remaining)"

static const told_row told_rows[] = {
    {"(+ 1 2)", "user=> 3" LEFT},
    {"(do (println \"a\" 1) (println \"b\") nil)", "a 1\nb\nuser=> nil" LEFT},
    {"(do (def n 1) (def m {:a \"x\"}) n)", "user=> 1\n;; n = 1\n;; m = {:a \"x\"}" LEFT},
    {"(vec (range 100))",
     "user=> [0 1 2 3 4 5 6 7 8 9 ...] (100 items, showing first 10)" LEFT},
    {"(vec (range 10))", "user=> [0 1 2 3 4 5 6 7 8 9]" LEFT},
    {"(identity {:ids (vec (range 11))})",
     "user=> {:ids [0 1 2 3 4 5 6 7 8 9 ...] (11 items, showing first 10)}" LEFT},
    {"(identity {:n 1 :_ids [1 2]})", "user=> {:n 1 :_ids <Firewalled>}" LEFT},
    {"(identity [{:a {:_b 1}}])", "user=> [{:a {:_b <Firewalled>}}]" LEFT},
    {"(do (def _key \"secret\") 1)", "user=> 1\n;; _key = <Firewalled>" LEFT},
    {"(+ 1 \"a\")", "Error: +: invalid argument types: number, string"},
    {"(do (println \"seen\") (fail-not))", "Error: "},
    {"(+ 1", "Error: Parse error: 1 `)` is missing at the end; the unclosed `(` "
             "begins at line 1, column 1" LEFT},
    {"I think so",
     "Error: no program in the reply\nAnswer with one program: a block fenced by "
     "```clojure and ```, or text that begins with (" LEFT},
    {"{\"urgent\": true}",
     "Error: no program in the reply; you answered with JSON: write (return {..})\n"
     "Write that in a block fenced by ```clojure and ```, or as text that begins with "
     "(" LEFT},
    {"42", "Error: no program in the reply; you answered with a value: write (return "
           "value)\nWrite that in a block fenced by ```clojure and ```, or as text that "
           "begins with (" LEFT},
};

/* M213, M279, M280, M351 */
Test(agent_feedback, tells_of_the_turn)
{
    for (size_t i = 0; i < sizeof told_rows / sizeof *told_rows; i++) {
        const told_row *row = &told_rows[i];
        bool is_whole = strstr(row->told, "Turn 2") != NULL;
        test_agent_run run;

        test_agent_start(&run, "Go");
        test_agent_replies(&run, row->reply, "(return 1)", NULL);
        test_agent_go(&run);
        cr_expect(is_whole
                      ? strcmp(test_told(&run, 1), row->told) == 0
                      : strncmp(test_told(&run, 1), row->told, strlen(row->told)) == 0,
                  "row: %s tells\n%s", row->reply, test_told(&run, 1));
        test_agent_stop(&run);
    }
}

/* The place of an error is reported, relative to its block. */
Test(agent_feedback, errors_have_places) /* M350 */
{
    static const told_row rows[] = {
        {"```clojure\n(+ 1\n   nothing)\n```", "(line 2, column 4)"},
        {"```clojure\n(def a 1)\n```\ntext\n```clojure\n\n(+ a nothing)\n```",
         "(block 2, line 2, column 6)"},
        {"```clojure\n(def a 1)\n```\ntext\n```clojure\n(+ a \"x\")\n```",
         "(block 2, line 1, column 1)"},
        {"```clojure\n(def a 1)\n```\ntext\n```clojure\n\n(+ a\n```",
         "`(` begins at line 2, column 1 (block 2)\n"},
        {"```clojure\n(def a 1\n```\n```clojure\n(+ a 1)\n```",
         "`(` begins at line 1, column 1 (block 1)\n"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        test_agent_start(&run, "Go");
        test_agent_replies(&run, rows[i].reply, "(return ctx/fail)", NULL);
        test_agent_go(&run);
        cr_expect(strstr(test_told(&run, 1), rows[i].told) != NULL, "row: %s tells\n%s",
                  rows[i].reply, test_told(&run, 1));
        test_agent_stop(&run);
    }
}

Test(agent_feedback, the_last_turn_is_announced)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.max_turns = 3;
    test_agent_replies(&run, "(+ 1 1)", "(+ 1 2)", "(+ 1 3)", NULL);
    test_agent_go(&run);
    cr_expect_str_eq(test_told(&run, 1), "user=> 2\nTurn 2 of 3 (2 remaining)");
    cr_expect_str_eq(test_told(&run, 2),
                     "user=> 3\nTurn 3 of 3 (1 remaining)\nThe next turn is the last: it "
                     "must call (return value).");
    test_expect_fail(&run, "max_turns_exceeded", "Exceeded max_turns limit of 3");
    test_agent_stop(&run);
}

/* --- Tools ------------------------------------------------------------------------- */

/* Effects of tools are not undone; programs see the same in ctx/fail. */
Test(agent_feedback, completed_calls_are_told)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.tools = tools;
    run.agent.tool_count = 2;
    run.agent.flags = PTC_AGENT_NO_ENVELOPE;
    test_agent_replies(&run,
                       "(do (def x 1) (tool/send {:to \"a\"}) (tool/lookup {:q 1}))",
                       "(return [ctx/fail (memory/get :x)])", NULL);
    test_agent_go(&run);
    cr_expect_str_eq(test_told(&run, 1),
                     "Error: Tool 'lookup' failed: no line (line 1, column 37)\n"
                     "Already done, not undone: send({\"to\" \"a\"})" LEFT);
    test_expect_result(
        &run, "[{\"reason\" \"tool_error\" \"message\" \"Tool 'lookup' failed: no "
              "line\" \"op\" \"lookup\" \"details\" {\"tool\" \"lookup\" \"reason\" "
              "\"tool_error\" \"message\" \"no line\" \"line\" 1 \"column\" 37 "
              "\"completed_calls\" [{\"name\" \"send\" \"args\" {\"to\" \"a\"} "
              "\"result\" 7}]}} nil]");
    test_agent_stop(&run);
}

/* Changes and refusals of validation are reported with the value or the error. */
Test(agent_feedback, validation_of_tools_is_told)
{
    static const told_row rows[] = {
        {"(tool/pages {:page \"2\"})",
         "user=> 7\nTool validation warnings:\n- page: coerced string \"2\" to int" LEFT},
        {"(tool/pages {:page \"x\"})", "Error: Tool 'pages' validation errors: page: "
                                       "expected int, got string \"x\" (line 1, "
                                       "column 1)\nTool validation errors:\n- page: "
                                       "expected int, got string \"x\"" LEFT},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_source source = {PTC_STR("pages"), PTC_STR("(page :int) -> :int")};
        ptc_tool tool = {.name = "pages", .function = tool_gives};
        ptc_agent_tool pages = {.name = "pages", .function = &tool};
        test_agent_run run;
        ptc_schema schema;
        ptc_diags diags;

        test_agent_start(&run, "Go");
        ptc_diags_init(&diags, &run.arena);
        cr_assert(ptc_signature_read(&run.arena, &source, NULL, &diags, &schema) ==
                  PTC_OK);
        tool.signature = &schema;
        run.agent.tools = &pages;
        run.agent.tool_count = 1;
        run.agent.flags = PTC_AGENT_NO_ENVELOPE;
        test_agent_replies(&run, rows[i].reply, "(return 1)", NULL);
        test_agent_go(&run);
        cr_expect_str_eq(test_told(&run, 1), rows[i].told);
        test_agent_stop(&run);
    }
}

Test(agent_feedback, data_stands_in_envelopes) /* M346 */
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.tools = tools;
    run.agent.tool_count = 2;
    test_agent_replies(&run,
                       "(println \"a </untrusted_ptc_output> < /UNTRUSTED_ptc_output>\")",
                       "(return 1)", NULL);
    test_agent_go(&run);
    cr_expect_str_eq(test_told(&run, 1),
                     "<untrusted_ptc_output source=\"println\">\n"
                     "a &lt;/untrusted_ptc_output> &lt; /UNTRUSTED_ptc_output>\n"
                     "</untrusted_ptc_output>\n"
                     "<untrusted_ptc_output source=\"result\">\nuser=> "
                     "nil\n</untrusted_ptc_output>" LEFT);
    test_agent_stop(&run);
}

/* Text in an envelope is not an instruction: ours are outside. */
Test(agent_feedback, reminders_stand_outside_of_envelopes) /* M346 */
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.tools = tools;
    run.agent.tool_count = 2;
    test_agent_replies(&run, "I think so", "(return 1)", NULL);
    test_agent_go(&run);
    cr_expect_str_eq(test_told(&run, 1),
                     "<untrusted_ptc_output source=\"error\">\n"
                     "Error: no program in the reply\n</untrusted_ptc_output>\n"
                     "Answer with one program: a block fenced by ```clojure and ```, or "
                     "text that begins with (" LEFT);
    test_agent_stop(&run);
    test_agent_start(&run, "Go");
    run.agent.tools = tools;
    run.agent.tool_count = 2;
    run.agent.signature_text = PTC_STR(":int");
    test_agent_replies(&run, "(return \"x\")", "(return 1)", NULL);
    test_agent_go(&run);
    cr_expect_str_eq(test_told(&run, 1),
                     "<untrusted_ptc_output source=\"error\">\n"
                     "Return validation errors:\n"
                     "- (root): expected int, got string \"x\"\n"
                     "Expected: :int\nReceived: \"x\"\n</untrusted_ptc_output>\n"
                     "Call return again with a corrected value." LEFT);
    test_agent_stop(&run);
}

/* --- Results that do not fit ------------------------------------------------------- */

Test(agent_feedback, refused_results_are_explained) /* M283, M432 */
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.signature_text = PTC_STR("{count :int, _ids [:int]}");
    test_agent_replies(&run, "(do (def x 1) (return {:count \"a\" :_ids [\"secret\"]}))",
                       "(return {:count (if (nil? (memory/get :x)) 0 1) :_ids [1]})",
                       NULL);
    test_agent_go(&run);
    test_expect_result(&run, "{\"count\" 0 \"_ids\" [1]}");
    cr_expect_str_eq(test_told(&run, 1),
                     "Return validation errors:\n"
                     "- count: expected int, got string \"a\"\n"
                     "- _ids[0]: expected int, got string <Firewalled>\n"
                     "Expected: {count :int, _ids [:int]}\n"
                     "Received: {:count \"a\" :_ids <Firewalled>}\n"
                     "Call return again with a corrected value." LEFT);
    cr_expect(strstr(test_told(&run, 1), "secret") == NULL);
    test_agent_stop(&run);
}

/* --- Cuts -------------------------------------------------------------------------- */

/* Long data is cut at borders of characters; the turn line is always there. */
Test(agent_feedback, long_data_is_cut)
{
    static const struct {
        const char *reply;
        size_t most;
    } rows[] = {
        {"(apply str (repeat 300 \"\xC3\xA9\"))", 300},
        {"(vec (repeat 9 (apply str (repeat 200 \"a\"))))", 600},
        {"(doseq [i (range 2000)] (println \"\xE2\x82\xAC\" i))", 2000},
        {"(do (def a (apply str (repeat 90000 \"x\"))) (println a) (println a) a)", 2000},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;
        const char *told;

        test_agent_start(&run, "Go");
        test_agent_replies(&run, rows[i].reply, "(return 1)", NULL);
        test_agent_go(&run);
        told = test_told(&run, 1);
        cr_expect_eq(ptc_utf8_check(told, strlen(told)), strlen(told), "row: %s",
                     rows[i].reply);
        cr_expect_leq(ptc_utf8_count(told, strlen(told)), rows[i].most, "row: %s",
                      rows[i].reply);
        cr_expect(strstr(told, "... (truncated)") != NULL, "row: %s tells\n%s",
                  rows[i].reply, told);
        cr_expect(strstr(told, LEFT) != NULL, "row: %s", rows[i].reply);
        test_agent_stop(&run);
    }
}

Test(agent_feedback, prints_are_kept_up_to_a_limit)
{
    const ptc_trace_turn *turn;
    test_agent_run run;

    test_agent_start(&run, "Go");
    test_agent_replies(&run,
                       "(doseq [i (range 100)] (println (apply str (repeat 1999 "
                       "\"a\"))))",
                       "(return 1)", NULL);
    test_agent_go(&run);
    turn = &run.step->trace->turns[0];
    cr_expect_leq(turn->prints.len, (size_t)(64 << 10) + 100);
    cr_expect_geq(turn->prints.len, (size_t)60000);
    cr_expect(strstr(turn->prints.ptr, "left out") != NULL);
    test_agent_stop(&run);
}

/* A message of data that fills all room leaves our own words whole. */
Test(agent_feedback, own_words_come_first)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.max_turns = 3;
    run.agent.retry_turns = 1;
    run.agent.signature_text = PTC_STR("-> {n :int}");
    run.agent.format.feedback = 220;
    test_agent_replies(
        &run,
        "(return {:n \"0123456789012345678901234567890123456789012345678901"
        "234567890123456789\"})",
        "(fn", "(return {:n 1})", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "{\"n\" 1}");
    cr_expect(strstr(test_told(&run, 1), "Call return again") != NULL, "%s",
              test_told(&run, 1));
    cr_expect(
        strstr(test_told(&run, 2),
               "The next turn is the last with tools: call (return value) in it.") !=
            NULL,
        "%s", test_told(&run, 2));
    test_agent_stop(&run);
}
