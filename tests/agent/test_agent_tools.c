/* SPDX-License-Identifier: MIT */
/* C functions as tools of agents. [subagent 9] */
#include <criterion/criterion.h>
#include <stdio.h>

#include "agents.h"

/* --- Tools ------------------------------------------------------------------------- */

/* What a tool does when it is called, and what it saw. */
typedef struct act {
    test_agent_run *run;
    const char *result; /* EDN; or NULL */
    ptc_value value;    /* given when there is no EDN */
    const char *message;
    const char *reason;
    uint64_t takes_ms;
    ptc_cancel *cancels;
    size_t calls;
    uint64_t time_ms;
    bool saw_cancel;
    char arguments[400];
} act;

static ptc_status perform(ptc_tool_call *call, void *user)
{
    act *a = user;

    a->calls++;
    a->time_ms = call->time_ms;
    a->run->now_ms += a->takes_ms;
    snprintf(a->arguments, sizeof a->arguments, "%s", test_edn(a->run, &call->arguments));
    if (a->cancels != NULL)
        ptc_cancel_set(a->cancels);
    a->saw_cancel = ptc_cancel_is_set(call->cancel);
    call->message = a->message;
    call->reason = a->reason;
    if (a->message != NULL)
        return PTC_ERROR_INVALID;
    call->result = a->result != NULL ? test_value(a->run, a->result) : a->value;
    return PTC_OK;
}

/* A signature in the run's arena. */
static const ptc_schema *sig(test_agent_run *run, const char *text)
{
    ptc_source source = {PTC_STR("sig"), ptc_str_of(text)};
    ptc_schema *schema = ptc_arena_array(&run->arena, 1, sizeof *schema);
    ptc_diags diags;

    ptc_diags_init(&diags, &run->arena);
    cr_assert(ptc_signature_read(&run->arena, &source, NULL, &diags, schema) == PTC_OK);
    return schema;
}

/* Gives the run one tool more. */
static ptc_tool *add(test_agent_run *run, const char *name, const char *signature, act *a)
{
    size_t count = run->agent.tool_count;
    ptc_agent_tool *tools = ptc_arena_array(&run->arena, count + 1, sizeof *tools);
    ptc_tool *tool = ptc_arena_array(&run->arena, 1, sizeof *tool);

    if (count > 0)
        memcpy(tools, run->agent.tools, count * sizeof *tools);
    a->run = run;
    *tool = (ptc_tool){.name = name,
                       .signature = signature != NULL ? sig(run, signature) : NULL,
                       .function = perform,
                       .user = a};
    tools[count] = (ptc_agent_tool){.name = name, .function = tool};
    run->agent.tools = tools;
    run->agent.tool_count = count + 1;
    return tool;
}

/* --- Calls ------------------------------------------------------------------------- */

Test(agent_tools, are_called_by_programs) /* M198, M295, M296 */
{
    static const struct {
        const char *signature, *result, *program, *arguments, *returns;
    } rows[] = {
        {NULL, "7", "(return (tool/t {:a 1}))", "{\"a\" 1}", "7"},
        {NULL, "7", "(return (call \"t\" {:a 1}))", "{\"a\" 1}", "7"},
        {NULL, "7", "(return (ctx/t {:a-b [:k]}))", "{\"a_b\" [\"k\"]}", "7"},
        {NULL, "7", "(return (tool/t :a 1 :b 2))", "{\"a\" 1 \"b\" 2}", "7"},
        {NULL, "7", "(return (tool/t))", "{}", "7"},
        {"(q :int) -> :any", "1", "(return (tool/t {:q \"42\"}))", "{\"q\" 42}", "1"},
        {"(q-r :int) -> :any", "1", "(return (tool/t {:q_r 4}))", "{\"q-r\" 4}", "1"},
        {"(q :int, r :string?) -> {n :int}", "{:n 9223372036854775807}",
         "(return (:n (tool/t {:q -9223372036854775808})))",
         "{\"q\" -9223372036854775808}", "9223372036854775807"},
        {NULL, "{:a {:b [1 2.5 nil true \"x\"]}}", "(return (tool/t))", "{}",
         "{\"a\" {\"b\" [1 2.5 nil true \"x\"]}}"},
        {NULL, "#{1}", "(return (tool/t))", "{}", "[1]"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;
        act a = {.result = rows[i].result};

        test_agent_start(&run, "Go");
        add(&run, "t", rows[i].signature, &a);
        test_agent_replies(&run, rows[i].program, NULL);
        test_agent_go(&run);
        test_expect_result(&run, rows[i].returns);
        cr_expect_str_eq(a.arguments, rows[i].arguments);
        cr_expect_eq(run.tool_counts[0], (size_t)3); /* t, return, fail: M332 */
        test_agent_stop(&run);
    }
}

Test(agent_tools, failures_are_told_and_end_the_program)
{
    static const struct {
        act a;
        const char *signature, *program, *told, *reason;
    } rows[] = {
        {{.message = "no such shop"},
         NULL,
         "(tool/t {})",
         "Error: Tool 't' failed: no such shop",
         "tool_error"},
        {{.message = "no such shop", .reason = "not_found"},
         NULL,
         "(tool/t {})",
         "Error: Tool 't' failed: no such shop",
         "not_found"},
        {{.message = "x", .reason = "not a name"},
         NULL,
         "(tool/t {})",
         "Error: Tool 't' failed: x",
         "tool_error"},
        {{.result = "1"},
         "(q :int) -> :any",
         "(tool/t {:q [1]})",
         "Tool 't' validation errors: q: expected int, got",
         "validation_error"},
        {{.result = "\"x\""},
         "(q :int) -> :int",
         "(tool/t {:q 1})",
         "Tool 't' failed: its result does not fit its signature",
         "tool_error"},
        {{.result = "1"},
         NULL,
         "(tool/tt {})",
         "Unknown tool: tt. Available tools: t",
         "unknown_tool"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        act a = rows[i].a;
        test_agent_run run;

        test_agent_start(&run, "Go");
        add(&run, "t", rows[i].signature, &a);
        test_agent_replies(&run, rows[i].program, "(return [ctx/fail memory/k])", NULL);
        test_agent_go(&run);
        cr_expect(strstr(test_told(&run, 1), rows[i].told) != NULL, "%s: %s",
                  rows[i].told, test_told(&run, 1));
        cr_expect(run.step->is_ok &&
                      strstr(test_edn(&run, &run.step->result), rows[i].reason) != NULL,
                  "%s: %s", rows[i].reason, test_edn(&run, &run.step->result));
        test_agent_stop(&run);
    }
}

Test(agent_tools, catalog_is_for_planning) /* M200, M307, M308, M309 */
{
    static const ptc_prompt_tool catalog[] = {{PTC_STR_INIT("ship"), NULL, true}};
    act a = {.result = "1"};
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.catalog = catalog;
    run.agent.catalog_count = 1;
    add(&run, "t", NULL, &a);
    test_agent_replies(&run, "(tool/ship {:id 1})", "(return (tool/t {}))", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "1");
    cr_expect(strstr(test_told(&run, 1),
                     "Tool 'ship' is for planning only. Available tools: t") != NULL,
              "%s", test_told(&run, 1));
    cr_expect(strstr(run.systems[0].ptr,
                     "## Tools for planning (do not call)\n\nship(args :map) -> :any") !=
              NULL);
    cr_expect_eq(run.tool_counts[0], (size_t)3);
    test_agent_stop(&run);
}

Test(agent_tools, cache_and_count_last_for_the_run) /* M302, M306 */
{
    act cached = {.result = "[1]"};
    act counted = {.result = "2"};
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.max_tool_calls = 2;
    add(&run, "c", NULL, &cached)->flags = PTC_TOOL_CACHED;
    add(&run, "n", NULL, &counted);
    test_agent_replies(&run, "(def a (tool/c {:x 1 :y {:z 2}}))",
                       "(do (def b (tool/c {:y {:z 2.0} :x 1.0})) (tool/n {}))",
                       "(tool/n {})", "(return [memory/a memory/b])", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[[1] [1]]");
    cr_expect_eq(cached.calls, (size_t)1);
    cr_expect_eq(counted.calls, (size_t)1);
    cr_expect(strstr(test_told(&run, 3), "the limit of tool calls is reached") != NULL,
              "%s", test_told(&run, 3));
    test_agent_stop(&run);
}

Test(agent_tools, have_time_of_call_program_and_mission)
{
    static const struct {
        const char *name;
        uint64_t tool, program, mission, takes, sees;
        const char *told; /* NULL: the result is good */
    } rows[] = {
        {"program", 0, 5000, 0, 10, 5000, NULL},
        {"tool", 100, 5000, 0, 100, 100, NULL},
        {"late", 100, 5000, 0, 101, 100,
         "Tool 't' failed: it took longer than the 100ms that a call may take"},
        {"mission", 100, 5000, 70, 10, 70, NULL},
        {"program first", 9000, 400, 0, 10, 400, NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        act a = {.result = "1", .takes_ms = rows[i].takes};
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.agent.tool_timeout_ms = rows[i].tool;
        run.agent.timeout_ms = rows[i].program;
        run.agent.mission_timeout_ms = rows[i].mission;
        add(&run, "t", NULL, &a);
        test_agent_replies(&run, "(return (tool/t {}))", "(return 2)", NULL);
        test_agent_go(&run);
        cr_expect_eq(a.time_ms, rows[i].sees, "%s: %llu", rows[i].name,
                     (unsigned long long)a.time_ms);
        test_expect_result(&run, rows[i].told == NULL ? "1" : "2");
        if (rows[i].told != NULL)
            cr_expect(strstr(test_told(&run, 1), rows[i].told) != NULL, "%s",
                      test_told(&run, 1));
        test_agent_stop(&run);
    }
}

Test(agent_tools, see_that_nobody_waits)
{
    act a = {.result = "1"};
    test_agent_run run;
    ptc_cancel cancel = {0};

    test_agent_start(&run, "Go");
    run.options.cancel = &cancel;
    a.cancels = &cancel;
    add(&run, "t", NULL, &a);
    test_agent_replies(&run, "(tool/t {})", "(return 2)", NULL);
    test_agent_go(&run);
    cr_expect(a.saw_cancel);
    test_expect_fail(&run, "cancelled", NULL);
    test_agent_stop(&run);
}

Test(agent_tools, faulty_ones_keep_a_run_from_starting) /* M058, M320 */
{
    static const struct {
        const char *name, *signature, *reason;
        ptc_mode mode;
    } rows[] = {
        {"return", NULL, "reserved_tool_name", PTC_MODE_ENABLED},
        {"fail", NULL, "reserved_tool_name", PTC_MODE_ENABLED},
        {"a b", NULL, "invalid_config", PTC_MODE_ENABLED},
        {"t", NULL, "invalid_config", PTC_MODE_STRICT},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        act a = {.result = "1"};
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.agent.mode = rows[i].mode;
        add(&run, rows[i].name, rows[i].signature, &a);
        test_agent_replies(&run, "(return 1)", NULL);
        test_agent_go(&run);
        test_expect_fail(&run, rows[i].reason, NULL);
        cr_expect_eq(run.asked, (size_t)0);
        test_agent_stop(&run);
    }
}

Test(agent_tools, builtin_ones_stand_beside_them) /* M303 */
{
    act a = {.result = "\"mine\""};
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.flags = PTC_AGENT_BUILTINS;
    add(&run, "infer", NULL, &a);
    test_agent_replies(&run,
                       "(return [(tool/grep {:pattern \"b\" :text \"a\\nB\"})"
                       " (tool/grep_n {:pattern \"b\" :text \"a\\nB\"})"
                       " (tool/infer {}) (:valid (tool/validate {:schema \":int\" :data "
                       "1}))])",
                       NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[[\"B\"] [{\"line\" 2 \"text\" \"B\"}] \"mine\" true]");
    cr_expect_eq(run.tool_counts[0], (size_t)6);
    cr_expect(strstr(run.systems[0].ptr, "grep-n(pattern :string, text :string) "
                                         "-> [{line :int, text :string}]") != NULL,
              "%s", run.systems[0].ptr);
    test_agent_stop(&run);
}

/* --- Hostile results --------------------------------------------------------------- */

Test(agent_tools, hostile_results_fail_the_call)
{
    enum { DEEP = 600, LONG = (1 << 20) + 1 };
    static const char bad[] = "\xff\xfe";
    static char big[LONG + 1];
    static ptc_value nest[DEEP];
    const ptc_value object = ptc_value_make((ptc_kind)250, 0, 3);
    const struct {
        const char *name;
        ptc_value value;
        const char *told;
    } rows[] = {
        {"deep", nest[DEEP - 1], "larger than the host allows, or nested deeper than"},
        {"long", ptc_value_string(ptc_str_make(big, LONG)), "larger than the host"},
        {"no UTF-8", ptc_value_string(ptc_str_make(bad, 2)), "not valid UTF-8"},
        {"no kind", object, "Tool 't' failed: its result"},
    };

    memset(big, 'x', LONG);
    nest[0] = ptc_value_int(1);
    for (size_t i = 1; i < DEEP; i++)
        nest[i] = ptc_value_vector(&nest[i - 1], 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        act a = {.value = i == 0 ? nest[DEEP - 1] : rows[i].value};
        test_agent_run run;

        test_agent_start(&run, "Go");
        add(&run, "t", NULL, &a);
        test_agent_replies(&run, "(tool/t {})", "(return 2)", NULL);
        test_agent_go(&run);
        test_expect_result(&run, "2");
        cr_expect(strstr(test_told(&run, 1), rows[i].told) != NULL, "%s: %s",
                  rows[i].name, test_told(&run, 1));
        test_agent_stop(&run);
    }
}

/* --- Events ------------------------------------------------------------------------ */

static void note(const ptc_event *event, void *user)
{
    char *log = user;
    size_t len = strlen(log);

    if (event->kind < PTC_EVENT_TOOL_START)
        return;
    snprintf(log + len, 400 - len, "%s %.*s%s%.*s;", ptc_event_name(event->kind),
             (int)event->tool.len, event->tool.ptr, event->error.len > 0 ? ": " : "",
             (int)event->error.len, event->error.ptr);
}

Test(agent_tools, events_tell_of_calls) /* M403, M404 */
{
    char log[400] = "";
    act good = {.result = "1"};
    act bad = {.message = "no"};
    test_agent_run run;

    test_agent_start(&run, "Go");
    cr_assert(ptc_host_attach(run.host, "test", NULL, 0, note, log) == PTC_OK);
    add(&run, "a", "(q :int) -> :any", &good)->flags = PTC_TOOL_CACHED;
    add(&run, "b", NULL, &bad);
    test_agent_replies(&run, "(do (tool/a {:q 1}) (tool/a {:q 1}) (tool/b {}))",
                       "(tool/a {:q [1]})", "(return 1)", NULL);
    test_agent_go(&run);
    cr_expect_str_eq(log, "tool.start a;tool.stop a;tool.start a;tool.stop a;"
                          "tool.start b;tool.exception b: no;");
    test_agent_stop(&run);
}

/* A tool of an agent goes by the name of its function, unless it has its own. */
Test(agent_tools, take_the_names_of_their_functions) /* M533 */
{
    static const struct {
        const char *names[2]; /* of the agent's tools; NULL: as the function is called */
        const char *program;
        const char *returns; /* or a reason */
    } rows[] = {
        {{NULL, "b"}, "(return [(tool/a) (tool/b)])", "[1 2]"},
        {{NULL, NULL}, "(return [(tool/a) (tool/b)])", "[1 2]"},
        {{"x", NULL}, "(return [(tool/x) (tool/b)])", "[1 2]"},
        {{"b", "a"}, "(return [(tool/b) (tool/a)])", "[1 2]"},
        {{NULL, "a"}, "(return 1)", "invalid_config"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        act first = {.result = "1"};
        act second = {.result = "2"};
        ptc_agent_tool tools[2];
        test_agent_run run;
        ptc_text text;

        test_agent_start(&run, "Go");
        add(&run, "a", NULL, &first);
        add(&run, "b", NULL, &second);
        memcpy(tools, run.agent.tools, sizeof tools);
        tools[0].name = rows[i].names[0];
        tools[1].name = rows[i].names[1];
        run.agent.tools = tools;
        test_agent_replies(&run, rows[i].program, NULL);
        test_agent_go(&run);
        if (rows[i].returns[0] == '[')
            test_expect_result(&run, rows[i].returns);
        else
            test_expect_fail(&run, rows[i].returns, NULL);
        ptc_text_init(&text, &run.arena);
        cr_expect(ptc_agent_inspect(&text, &run.agent, 0, 0) == PTC_OK);
        cr_expect(strstr(text.ptr, rows[i].names[0] == NULL     ? "tool: a\n"
                                   : rows[i].names[0][0] == 'x' ? "tool: x\n"
                                                                : "tool: b\n") != NULL,
                  "%s", text.ptr);
        cr_expect_eq(tools[0].name, rows[i].names[0]);
        test_agent_stop(&run);
    }
}

/* Neither has a name, or there is no function to name it. */
Test(agent_tools, have_names) /* M533 */
{
    static const ptc_tool nameless = {.function = perform};
    static const ptc_llm_tool asked = {.prompt = PTC_STR_INIT("Hm?")};
    static const ptc_agent_tool tools[] = {{.function = &nameless}, {.llm_tool = &asked}};

    for (size_t i = 0; i < 2; i++) {
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.agent.tools = &tools[i];
        run.agent.tool_count = 1;
        test_agent_replies(&run, "(return 1)", NULL);
        test_agent_go(&run);
        test_expect_fail(&run, "invalid_config", NULL);
        test_agent_stop(&run);
    }
}
