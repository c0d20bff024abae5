/* SPDX-License-Identifier: MIT */
/* Results of tools that a run keeps, and the reports of failed tools. [subagent 4.3,
 * 9.4] */
#include <criterion/criterion.h>

#include "agents.h"

/* --- Tools ------------------------------------------------------------------------- */

static const ptc_schema *sig(test_agent_run *run, const char *text)
{
    ptc_source source = {PTC_STR("sig"), ptc_str_of(text)};
    ptc_schema *schema = ptc_arena_array(&run->arena, 1, sizeof *schema);
    ptc_diags diags;

    ptc_diags_init(&diags, &run->arena);
    cr_assert(ptc_signature_read(&run->arena, &source, NULL, &diags, schema) == PTC_OK);
    return schema;
}

/* A function that counts its calls: echoes :x, with a secret, or fails for :x "bad". */
typedef struct echo {
    size_t calls;
    size_t size; /* bytes of text in the result */
} echo;

static ptc_status echo_call(ptc_tool_call *call, void *user)
{
    const ptc_value *x = ptc_value_get(&call->arguments, "x");
    ptc_map_entry *entries = ptc_arena_array(call->arena, 3, sizeof *entries);
    echo *state = user;
    char *text;

    state->calls++;
    if (x != NULL && x->kind == PTC_STRING &&
        ptc_str_equal(ptc_value_text(x), PTC_STR("bad"))) {
        call->message = "it is bad";
        call->reason = "not_good";
        return PTC_ERROR_INVALID;
    }
    text = ptc_arena_alloc(call->arena, state->size + 1);
    memset(text, 'x', state->size + 1);
    entries[0] =
        (ptc_map_entry){ptc_value_string(PTC_STR("x")), x != NULL ? *x : ptc_value_nil()};
    entries[1] = (ptc_map_entry){ptc_value_string(PTC_STR("_cost")),
                                 ptc_value_int((int64_t)state->calls)};
    entries[2] = (ptc_map_entry){ptc_value_string(PTC_STR("text")),
                                 ptc_value_string(ptc_str_make(text, state->size))};
    return ptc_map_make(call->arena, entries, 3, &call->result, NULL);
}

/* Gives the run a tool more; what it is, is set by the caller. */
static ptc_agent_tool *add(test_agent_run *run, const char *name, unsigned flags)
{
    size_t count = run->agent.tool_count;
    ptc_agent_tool *tools = ptc_arena_array(&run->arena, count + 1, sizeof *tools);

    if (count > 0)
        memcpy(tools, run->agent.tools, count * sizeof *tools);
    tools[count] = (ptc_agent_tool){.name = name, .flags = flags};
    run->agent.tools = tools;
    run->agent.tool_count = count + 1;
    run->agent.flags |= PTC_AGENT_NO_ENVELOPE;
    return &tools[count];
}

static void add_echo(test_agent_run *run, const char *name, unsigned flags, echo *state)
{
    ptc_tool *tool = ptc_arena_array(&run->arena, 1, sizeof *tool);

    *tool = (ptc_tool){.name = name, .function = echo_call, .user = state};
    add(run, name, flags)->function = tool;
}

/* A question to a model, whose replies are those of the run. */
static void add_judge(test_agent_run *run, unsigned flags)
{
    ptc_llm_tool *judge = ptc_arena_array(&run->arena, 1, sizeof *judge);

    judge->prompt = PTC_STR("Is {{n}} large?");
    judge->signature = sig(run, "(n :int) -> {large :bool}");
    add(run, "judge", flags)->llm_tool = judge;
}

static const ptc_agent child = {.struct_size = sizeof child,
                                .name = "child",
                                .prompt = {"Find {{q}}", 10},
                                .max_turns = 2};

static void add_child(test_agent_run *run, unsigned flags)
{
    add(run, "child", flags)->agent = &child;
}

#define YES "{\"large\": true}"
#define NO  "{\"large\": false}"

/* --- What is kept ------------------------------------------------------------------ */

/* M302: also of a failed program; a failed call is made again. */
Test(agent_cache, keeps_answers_of_a_program_that_failed)
{
    const ptc_trace_turn *turns;
    test_agent_run run;

    test_agent_start(&run, "Go");
    add_judge(&run, PTC_TOOL_CACHED);
    test_agent_replies(&run, "(do (def x 1) (mapv #(tool/judge {:n %}) [1 2 3]))", YES,
                       NO, "no idea", "none", "(mapv #(tool/judge {:n %}) [1 2 3])", YES,
                       "(return [*1 (memory/get :x)])", NULL);
    test_agent_go(&run);
    test_expect_result(&run,
                       "[[{\"large\" true} {\"large\" false} {\"large\" true}] nil]");
    cr_expect_eq(run.asked, (size_t)8);
    cr_expect_eq(run.step->usage.llm_requests, 8u);
    cr_expect_str_eq(test_told(&run, 5),
                     "Error: Tool 'judge' failed: the model's reply does not fit: the "
                     "reply has no JSON (line 1, column 21)\n"
                     "kept: judge \xC3\x97"
                     "2\nTurn 2 of 5 (4 remaining)");
    turns = run.step->trace->turns;
    cr_assert_eq(turns[1].call_count, (size_t)3);
    cr_expect(turns[1].calls[0].is_cached && turns[1].calls[1].is_cached);
    cr_expect(!turns[1].calls[2].is_cached && !turns[0].calls[0].is_cached);
    test_agent_stop(&run);
}

/* Without the flag each call is made. */
Test(agent_cache, is_asked_for)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    add_judge(&run, 0);
    test_agent_replies(&run, "(return [(tool/judge {:n 1}) (tool/judge {:n 1})])", YES,
                       NO, NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[{\"large\" true} {\"large\" false}]");
    test_agent_stop(&run);
}

/* Whatever the arguments are called and how they are written. */
Test(agent_cache, knows_arguments_by_their_values)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    add_judge(&run, PTC_TOOL_CACHED);
    test_agent_replies(
        &run, "(return (pmap (fn [n] (:large (tool/judge {:n n}))) [1 \"1\" 1]))", YES,
        NULL);
    test_agent_go(&run);
    test_expect_result(&run, "(true true true)");
    cr_expect_eq(run.asked, (size_t)2, "branches of pmap run one after the other");
    test_agent_stop(&run);
}

/* A hit has no separate run, and uses no budget. */
Test(agent_cache, agents_answer_once)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.turn_budget = 4;
    run.agent.llm_budget = 4;
    run.agent.max_tool_calls = 1;
    add_child(&run, PTC_TOOL_CACHED);
    test_agent_replies(&run, "(tool/child {:q 1})", "(return {:id 7 :_key \"k\"})",
                       "(mapv (fn [_] (tool/child {:q 1})) (range 50))",
                       "(return (:_key (last *1)))", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "\"k\"");
    cr_expect_eq(run.step->usage.llm_requests, 4u);
    cr_expect(run.step->trace->turns[0].calls[0].child != NULL);
    cr_expect(run.step->trace->turns[1].calls[0].child == NULL);
    cr_expect(run.step->trace->turns[1].calls[0].is_cached);
    cr_expect(strstr(test_told(&run, 3), "\"k\"") == NULL, "the firewall holds: %s",
              test_told(&run, 3));
    test_agent_stop(&run);
}

/* Effects are listed with the kept results, each call once. */
Test(agent_cache, is_told_beside_what_is_done)
{
    echo sent = {0};
    echo kept = {0};
    test_agent_run run;

    test_agent_start(&run, "Go");
    add_echo(&run, "send", 0, &sent);
    add_echo(&run, "look", PTC_TOOL_CACHED, &kept);
    add_echo(&run, "find", PTC_TOOL_CACHED, &kept);
    test_agent_replies(
        &run, "(tool/look {:x 0})",
        "(do (tool/send {:x 1}) (tool/find {:x 1}) (tool/look {:x 1}) (tool/look {:x 1}) "
        "(tool/look {:x 0}) (tool/look {:x 0}) (tool/look {:x \"bad\"}))",
        "(return (mapv :name (get-in ctx/fail [:details :completed_calls])))", NULL);
    test_agent_go(&run);
    cr_expect(strstr(test_told(&run, 2), "\nAlready done, not undone: send({\"x\" 1})\n"
                                         "kept: find \xC3\x97"
                                         "1, look \xC3\x97"
                                         "2\nTurn 3") != NULL,
              "%s", test_told(&run, 2));
    test_expect_result(&run, "[\"send\" \"find\" \"look\"]");
    cr_expect(strstr(test_told(&run, 1), "kept") == NULL, "only failures tell of it");
    cr_expect_eq(kept.calls, (size_t)4);
    test_agent_stop(&run);
}

Test(agent_cache, lasts_for_a_run)
{
    echo state = {0};

    for (size_t i = 1; i <= 2; i++) {
        test_agent_run run;

        test_agent_start(&run, "Go");
        add_echo(&run, "look", PTC_TOOL_CACHED, &state);
        test_agent_replies(&run, "(tool/look {:x 1})", "(return (:x (tool/look {:x 1})))",
                           NULL);
        test_agent_go(&run);
        test_expect_result(&run, "1");
        cr_expect_eq(state.calls, i);
        test_agent_stop(&run);
    }
}

/* What has no room is called again, what is smaller is kept all the same. */
Test(agent_cache, has_a_quarter_of_the_heap)
{
    echo state = {.size = 400000};
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.max_heap = 2000000;
    add_echo(&run, "look", PTC_TOOL_CACHED, &state);
    test_agent_replies(
        &run, "(doseq [i (range 12)] (tool/look {:x i}))",
        "(do (doseq [i (range 12)] (tool/look {:x i})) (tool/look {:x 0}) (tool/look {:x "
        "\"bad\"}))",
        "(return 1)", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "1");
    cr_expect(state.calls > 13 && state.calls < 25, "%zu calls", state.calls);
    cr_expect(strstr(test_told(&run, 2), "kept: look \xC3\x97") != NULL, "%s",
              test_told(&run, 2));
    test_agent_stop(&run);
}

Test(agent_cache, flags_of_tools_are_checked)
{
    echo state = {0};
    test_agent_run run;

    test_agent_start(&run, "Go");
    add_echo(&run, "look", PTC_TOOL_RAW, &state);
    test_agent_go(&run);
    test_expect_fail(&run, "invalid_config",
                     "tool \"look\": flags must be 0 or PTC_TOOL_CACHED");
    test_agent_stop(&run);
}

/* --- How it is shown --------------------------------------------------------------- */

static bool keep_line(ptc_str line, void *user)
{
    ptc_text_str(user, line);
    ptc_text_byte(user, '\n');
    return true;
}

static size_t count_of(const ptc_text *text, const char *word)
{
    const char *at = text->len > 0 ? text->ptr : "";
    size_t count = 0;

    while ((at = strstr(at, word)) != NULL) {
        at += strlen(word);
        count++;
    }
    return count;
}

Test(agent_cache, is_shown_by_all_who_show_calls)
{
    echo state = {0};
    test_agent_run run;
    ptc_text log;
    ptc_text out;

    test_agent_start(&run, "Go");
    add_echo(&run, "look", PTC_TOOL_CACHED, &state);
    ptc_text_init(&log, &run.arena);
    run.options.log = keep_line;
    run.options.log_user = &log;
    test_agent_replies(&run, "(do (tool/look {:x 1}) (tool/look {:x 1}))", "(return 1)",
                       NULL);
    test_agent_go(&run);
    test_expect_result(&run, "1");
    /* tool.start, tool.stop of the hit, and the turn's list */
    cr_expect_eq(count_of(&log, "\"cached\":true"), (size_t)3, "%s", log.ptr);
    cr_expect_eq(count_of(&log, "\"_cost\":1"), (size_t)0, "hidden in hits, too");
    cr_expect_eq(count_of(&log, "tool.start"), (size_t)2);
    ptc_text_init(&out, &run.arena);
    ptc_step_print_trace(&out, run.step, 0);
    cr_expect_eq(count_of(&out, "\xE2\x86\x90 (cached) {x: 1"), (size_t)1, "%s", out.ptr);
    ptc_text_init(&out, &run.arena);
    cr_assert(ptc_step_write_json(&out, run.step, 0) == PTC_OK);
    cr_expect_eq(count_of(&out, "\"cached\":true"), (size_t)1, "%s", out.ptr);
    test_agent_stop(&run);
}

/* --- Failures ---------------------------------------------------------------------- */

/* Functions answer with a value or with an error and its reason; programs get the one
 * itself, and the other as a failure that names it. M301 */
Test(agent_cache, values_and_errors_are_told_apart)
{
    echo state = {0};
    test_agent_run run;

    test_agent_start(&run, "Go");
    add_echo(&run, "look", 0, &state);
    test_agent_replies(&run, "(return (:x (tool/look {:x \"good\"})))", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "\"good\"");
    test_agent_stop(&run);

    test_agent_start(&run, "Go");
    add_echo(&run, "look", 0, &state);
    test_agent_replies(&run, "(def a (tool/look {:x \"bad\"}))",
                       "(return [(:reason (:details ctx/fail)) (:message ctx/fail)])",
                       NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[\"not_good\" \"Tool 'look' failed: it is bad\"]");
    cr_expect(!run.step->trace->turns[0].is_good);
    test_agent_stop(&run);
}

#define DETAILS "(return (dissoc (:details ctx/fail) :line :column :completed_calls))"

/* A tool's reason is shown next to ours, whatever answered the call. */
Test(agent_cache, failures_have_the_reason_of_the_tool)
{
    static const struct {
        const char *program, *first, *second, *details;
    } rows[] = {
        {"(tool/look {:x \"bad\"})", NULL, NULL,
         "{\"tool\" \"look\" \"reason\" \"not_good\" \"message\" \"it is bad\"}"},
        {"(tool/child {:q 1})", "(fail {:reason :not_found :message \"nobody\"})", NULL,
         "{\"tool\" \"child\" \"reason\" \"not_found\" \"message\" \"SubAgent tool "
         "failed: "
         "nobody\"}"},
        {"(tool/child {:q 1})", "(+ 1 nil)", "(+ 1 nil)",
         "{\"tool\" \"child\" \"reason\" \"max_turns_exceeded\" \"message\" \"SubAgent "
         "tool "
         "failed: Exceeded max_turns limit of 2\"}"},
        {"(tool/child {:q 1})", "(fail {:reason \"n o\\n\" :message \"x\"})", NULL,
         "{\"tool\" \"child\" \"reason\" \"tool_error\" \"message\" \"SubAgent tool "
         "failed: "
         "x\"}"},
        {"(tool/judge {:n 1})", "no", "none",
         "{\"tool\" \"judge\" \"reason\" \"validation_error\" \"message\" \"the model's "
         "reply does not fit: the reply has no JSON\"}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        echo state = {0};
        test_agent_run run;
        size_t count = 0;

        test_agent_start(&run, "Go");
        add_echo(&run, "look", 0, &state);
        add_child(&run, PTC_TOOL_CACHED);
        add_judge(&run, PTC_TOOL_CACHED);
        run.replies[count++] = rows[i].program;
        if (rows[i].first != NULL)
            run.replies[count++] = rows[i].first;
        if (rows[i].second != NULL)
            run.replies[count++] = rows[i].second;
        run.replies[count++] = DETAILS;
        run.reply_count = count;
        test_agent_go(&run);
        test_expect_result(&run, rows[i].details);
        cr_expect_str_eq(test_cstr(run.step->trace->turns[0].error.reason), "tool_error");
        test_agent_stop(&run);
    }
}

/* The failure of a model is the tool's, and one of pmap or pcalls has the call in it. */
Test(agent_cache, failures_of_models_and_branches)
{
    echo state = {0};
    test_agent_run run;

    test_agent_start(&run, "Go");
    add_judge(&run, PTC_TOOL_CACHED);
    run.replies[0] = "(tool/judge {:n 1})";
    run.replies[1] = NULL;
    run.replies[2] = DETAILS;
    run.reply_count = 3;
    test_agent_go(&run);
    test_expect_result(&run, "{\"tool\" \"judge\" \"reason\" \"llm_error\" \"message\" "
                             "\"LLM call failed: no more replies\"}");
    test_agent_stop(&run);

    test_agent_start(&run, "Go");
    add_echo(&run, "look", 0, &state);
    test_agent_replies(&run, "(pmap (fn [x] (tool/look {:x x})) [1 \"bad\"])",
                       "(return [(:reason ctx/fail) (:op ctx/fail) (:reason (:details "
                       "ctx/fail))])",
                       NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[\"pmap_error\" \"look\" \"not_good\"]");
    test_agent_stop(&run);

    test_agent_start(&run, "Go");
    add_echo(&run, "look", 0, &state);
    test_agent_replies(&run, "(pcalls (fn [] 1) (fn [] (tool/look {:x \"bad\"})))",
                       "(return [(:reason ctx/fail) (:op ctx/fail) (:reason (:details "
                       "ctx/fail))])",
                       NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[\"pcalls_error\" \"look\" \"not_good\"]");
    test_agent_stop(&run);
}

/* Only the failure that ended the program is reported as a tool's. */
Test(agent_cache, other_errors_are_not_of_tools)
{
    static const struct {
        const char *program, *reason;
    } rows[] = {
        {"(do (tool/look {:x 1}) (+ 1 nil))", "[\"type_error\" nil nil]"},
        {"(tool/nothing {})", "[\"unknown_tool\" nil nil]"},
        {"(tool/look 5)", "[\"invalid_tool_args\" nil nil]"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        echo state = {0};
        test_agent_run run;

        test_agent_start(&run, "Go");
        add_echo(&run, "look", 0, &state);
        test_agent_replies(&run, rows[i].program,
                           "(return [(:reason ctx/fail) (:op ctx/fail) (:tool (:details "
                           "ctx/fail))])",
                           NULL);
        test_agent_go(&run);
        test_expect_result(&run, rows[i].reason);
        test_agent_stop(&run);
    }
}

/* A child that gives up with a reported error passes the details on. */
Test(agent_cache, failures_travel_through_children)
{
    echo state = {0};
    ptc_tool look = {.name = "look", .function = echo_call, .user = &state};
    const ptc_agent_tool tools[] = {{.name = "look", .function = &look}};
    ptc_agent middle = child;
    test_agent_run run;

    middle.tools = tools;
    middle.tool_count = 1;
    test_agent_start(&run, "Go");
    add(&run, "middle", 0)->agent = &middle;
    test_agent_replies(&run, "(tool/middle {:q 1})", "(tool/look {:x \"bad\"})",
                       "(fail ctx/fail)", DETAILS, NULL);
    test_agent_go(&run);
    test_expect_result(&run, "{\"tool\" \"middle\" \"reason\" \"tool_error\" \"message\" "
                             "\"SubAgent tool failed: Tool 'look' failed: it is bad\"}");
    cr_expect_str_eq(
        test_edn(&run,
                 ptc_value_get(&run.step->trace->turns[0].calls[0].child->fail.details,
                               "reason")),
        "\"not_good\"");
    test_agent_stop(&run);
}

/* --- Recordings -------------------------------------------------------------------- */

static bool tape_write(ptc_str line, void *user)
{
    ptc_text_str(user, line);
    return true;
}

/* Runs with the cassette; the model's replies are those of the run. */
static void run_on(test_agent_run *run, const char *source, ptc_text *rows, echo *state)
{
    ptc_source text = {PTC_STR("tape"), ptc_str_of(source)};
    ptc_cassette_options options = {.struct_size = sizeof options,
                                    .mode = source != NULL ? PTC_CASSETTE_REPLAY
                                                           : PTC_CASSETTE_RECORD,
                                    .source = source != NULL ? &text : NULL,
                                    .write = tape_write,
                                    .user = rows};
    ptc_tool look = {.name = "look", .function = echo_call, .user = state};
    ptc_cassette *cassette;
    const ptc_tool *wrapped;
    ptc_error error;
    ptc_llm llm;

    cr_assert(ptc_cassette_new(&run->arena, &options, &cassette, &error) == PTC_OK, "%s",
              test_error(&error));
    cr_assert(ptc_cassette_add_llm(cassette, "m", &run->llm, &llm) == PTC_OK);
    cr_assert(ptc_cassette_wrap_tools(cassette, &look, 1, &wrapped) == PTC_OK);
    add(run, "look", PTC_TOOL_CACHED)->function = wrapped;
    add_judge(run, PTC_TOOL_CACHED);
    run->options.llm = (ptc_llm_ref){.llm = &llm};
    test_agent_go(run);
    ptc_cassette_free(cassette);
}

/* A hit makes no row, and reasons of failures are played back. */
Test(agent_cache, is_replayed_as_recorded)
{
    static const char *const replies[] = {
        "(do (tool/look {:x 1}) (tool/judge {:n 1}) (tool/look {:x \"bad\"}))", YES,
        "(do (tool/look {:x 1}) (tool/judge {:n 1}) (return [(:x (tool/look {:x 1})) "
        "(:reason (:details ctx/fail))]))"};
    echo state = {0};
    test_agent_run recorded;
    test_agent_run played;
    ptc_text rows;
    ptc_text none;

    test_agent_start(&recorded, "Go");
    test_agent_replies(&recorded, replies[0], replies[1], replies[2], NULL);
    ptc_text_init(&rows, &recorded.arena);
    run_on(&recorded, NULL, &rows, &state);
    test_expect_result(&recorded, "[1 \"not_good\"]");
    cr_expect_eq(state.calls, (size_t)2);
    cr_expect_eq(count_of(&rows, "\n"), (size_t)5, "%s", rows.ptr);
    cr_expect_eq(count_of(&rows, "\"reason\":\"not_good\""), (size_t)1, "%s", rows.ptr);

    test_agent_start(&played, "Go");
    ptc_text_init(&none, &played.arena);
    run_on(&played, rows.ptr, &none, &state);
    test_expect_result(&played, "[1 \"not_good\"]");
    cr_expect_eq(played.asked, (size_t)0);
    cr_expect_eq(state.calls, (size_t)2, "nothing is called");
    test_agent_stop(&played);
    test_agent_stop(&recorded);
}
