/* SPDX-License-Identifier: MIT */
/*
 * Compiled agents as they are emitted: tests/golden/scorer.agent.edn, which has a tool
 * and a pattern, and tally.agent.edn, of two stages, run next to crew.agent.edn, which
 * asks a model, in one program. [subagent 15]
 */
#include <criterion/criterion.h>

#include "crew.ptc.h"
#include "scorer.ptc.h"
#include "sift.ptc.h"
#include "tally.ptc.h"

#include "support.h"

#include <ptc/ptc.h>

/* --- The user's functions ----------------------------------------------------------- */

ptc_status scorer_weight(const scorer_weight_input *in, scorer_weight_result *out,
                         ptc_tool_call *call)
{
    if (in->users < 0) {
        call->message = "nobody is not fewer than none";
        return PTC_ERROR_INVALID;
    }
    *out = in->users / 10;
    return PTC_OK;
}

ptc_status crew_lookup(const lookup *in, lookup_result *out, ptc_tool_call *call)
{
    (void)in;
    (void)out;
    (void)call;
    return PTC_OK;
}

ptc_status crew_now(now_result *out, ptc_tool_call *call)
{
    (void)call;
    out->text = PTC_STR("2026-01-02T03:04:05Z");
    return PTC_OK;
}

ptc_status crew_ship(const crew_ship_input *in, crew_ship_result *out,
                     ptc_tool_call *call)
{
    (void)call;
    *out = in->id > 0;
    return PTC_OK;
}

/* Its own tool `grep`: the one that is built in gives way. */
ptc_status sift_count(const sift_grep_input *in, sift_grep_result *out,
                      ptc_tool_call *call)
{
    (void)call;
    *out = (sift_grep_result)in->text.len;
    return PTC_OK;
}

/* --- Runs ----------------------------------------------------------------------------
 */

static scorer_input_reports_item reports[] = {
    {.id = 1, .severity = SCORER_INPUT_REPORTS_ITEM_SEVERITY_LOW, .text = {"a leak", 6}},
    {.id = 2,
     .severity = SCORER_INPUT_REPORTS_ITEM_SEVERITY_SEVERE,
     .users = 40,
     .text = {"FIRE in b", 9},
     .has = {.users = true}},
    {.id = 3, .severity = SCORER_INPUT_REPORTS_ITEM_SEVERITY_SEVERE, .text = {"x", 1}},
};

static ptc_str lines[] = {{"One two, two", 12}, {"three THREE three", 17}, {"", 0}};

/* Expects what the program of the file gives for these. */
static void expect_score(ptc_arena *arena)
{
    scorer_input in = {.reports = {reports, 3}, .limit = 2, .has = {.limit = true}};
    const ptc_step *step = NULL;
    scorer_result out;
    ptc_status status = scorer_execute(arena, &in, NULL, &out, &step);

    cr_assert(status == PTC_OK, "%s", step != NULL ? test_cstr(step->fail.message) : "");
    cr_expect(out.score == 1 + (10 + 4 + 5) + 10, "%d", (int)out.score);
    cr_assert(out.worst.count == 2);
    cr_expect(out.worst.items[0] == 2 && out.worst.items[1] == 3);
    cr_expect(out.has.note && ptc_str_equal(out.note, PTC_STR("3 reports, 1.5")));
    cr_expect(step->is_ok);
}

/* M259 M260 */
Test(gen_execute, structs_go_in_and_come_out)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    expect_score(&arena);
    ptc_arena_free(&arena);
}

/* M262 */
Test(gen_execute, later_stages_have_what_earlier_ones_defined)
{
    tally_input in = {.lines = {lines, 3}, .least = 2, .has = {.least = true}};
    const tally_result_words_entry *entry;
    const ptc_step *step = NULL;
    tally_result out;
    ptc_arena arena;
    ptc_status status;

    ptc_arena_init(&arena, NULL, 0);
    status = tally_execute(&arena, &in, NULL, &out, &step);
    cr_assert(status == PTC_OK, "%s", step != NULL ? test_cstr(step->fail.message) : "");
    cr_expect(out.words.count == 2);
    entry = tally_result_words_find(&out.words, PTC_STR("two"));
    cr_expect(entry != NULL && entry->value == 2);
    cr_expect(out.has.most && ptc_str_equal(out.most, PTC_STR("three")));
    ptc_arena_free(&arena);
}

/* M256 M438 M444: one map of arguments, which the signature coerces and checks; defaults
 * are filled in. */
Test(gen_execute, values_go_in_and_steps_come_out)
{
    static const struct {
        const char *json;
        const char *reason; /* NULL: it is good */
        const char *result;
    } rows[] = {
        {"{\"lines\": [\"a b a\"]}", NULL, "{\"words\":{\"a\":2},\"most\":\"a\"}"},
        {"{\"lines\": [\"a b a\"], \"least\": \"1\"}", NULL,
         "{\"words\":{\"a\":2,\"b\":1},\"most\":\"a\"}"},
        {"{\"lines\": []}", NULL, "{\"words\":{},\"most\":null}"},
        {"{\"lines\": [1, {}]}", "validation_error", NULL},
        {"{}", "validation_error", NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const ptc_step *step = NULL;
        ptc_json_error error;
        ptc_status status;
        ptc_arena arena;
        ptc_value in;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        cr_assert(ptc_json_read(&arena, rows[i].json, strlen(rows[i].json), NULL, &in,
                                NULL, &error) == PTC_OK);
        status = tally_execute_value(&arena, &in, NULL, &step);
        cr_assert(step != NULL && (status == PTC_OK) == (rows[i].reason == NULL), "%s",
                  rows[i].json);
        ptc_text_init(&text, &arena);
        if (rows[i].reason != NULL) {
            cr_expect_str_eq(test_cstr(step->fail.reason), rows[i].reason);
        } else {
            cr_assert(ptc_json_write(&text, &step->result, 0) == PTC_OK);
            cr_expect_str_eq(test_cstr(ptc_text_view(&text)), rows[i].result);
        }
        ptc_arena_free(&arena);
    }
}

/* What goes wrong is reported as in any run, with its place in the program of the lock.
 */
Test(gen_execute, faults_have_places_in_the_program)
{
    scorer_input in = {.reports = {reports, 2}};
    const ptc_step *step = NULL;
    scorer_result out;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    reports[1].users = -1;
    cr_expect(scorer_execute(&arena, &in, NULL, &out, &step) == PTC_ERROR_INVALID);
    cr_assert_not_null(step);
    cr_expect_str_eq(test_cstr(step->fail.reason), "tool_error");
    cr_expect(strstr(test_cstr(step->fail.message), "nobody is not fewer") != NULL, "%s",
              test_cstr(step->fail.message));
    reports[1].users = 40;
    reports[0].severity = (scorer_input_reports_item_severity)99;
    step = &(const ptc_step){0};
    cr_expect(scorer_execute(&arena, &in, NULL, &out, &step) == PTC_ERROR_ARGUMENT);
    cr_expect_null(step);
    reports[0].severity = SCORER_INPUT_REPORTS_ITEM_SEVERITY_LOW;
    ptc_arena_free(&arena);
}

/* M303: tools that are built in are rows like others. */
Test(gen_execute, built_in_tools_answer)
{
    sift_input in = {.text = {"lamp lamp\nno\nLAMPS", 18}, .word = {"lamp", 4}};
    const ptc_step *step = NULL;
    sift_result out;
    ptc_status status;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    status = sift_execute(&arena, &in, NULL, &out, &step);
    cr_assert(status == PTC_OK, "%s", step != NULL ? test_cstr(step->fail.message) : "");
    cr_expect_eq(out.lines.count, (size_t)2);
    cr_expect_eq(out.mine, (int64_t)18);
    cr_expect_str_eq(test_cstr(out.shape), "{n :int, more :string?}");
    cr_expect(out.valid);
    cr_assert_eq(sift_compiled.tool_count, (size_t)4);
    cr_expect(sift_compiled.tools[1].function == &ptc_tool_grep_n);
    cr_expect(sift_compiled.tools[2].function == &ptc_tool_infer);
    cr_expect(sift_compiled.tools[3].function == &ptc_tool_validate);
    cr_assert_eq(sift_compiled.contract_count, (size_t)4);
    cr_expect_str_eq(sift_compiled.contracts[1].name, "grep-n");
    ptc_arena_free(&arena);
}

/* M255 M442: what the constant says of itself. */
Test(gen_execute, constants_are_what_the_lock_says)
{
    ptc_str lock = test_read_project_file("tests/golden/tally.ptc.clj");
    const char *program = strstr(lock.ptr, "\n\n") + 2;

    cr_expect(
        ptc_str_equal(tally_compiled.source,
                      ptc_str_make(program, lock.len - (size_t)(program - lock.ptr))));
    cr_expect_eq(tally_compiled.stage_count, (size_t)2);
    cr_expect_eq(tally_compiled.origin.turns, (uint32_t)2);
    cr_expect_eq(tally_compiled.origin.tokens, (int64_t)1843);
    cr_expect_str_eq(tally_compiled.origin.model, "fable");
    cr_expect_str_eq(tally_compiled.origin.compiled_at, "2026-05-04T10:20:30Z");
    cr_expect_eq(tally_compiled.tool_count, (size_t)0);
    cr_expect_eq(scorer_compiled.stage_count, (size_t)1);
    cr_expect_str_eq(scorer_compiled.name, "scorer");
    cr_expect_eq(scorer_compiled.timeout_ms, (uint64_t)2000);
    cr_expect_eq(scorer_compiled.contract_count, (size_t)1);
    cr_expect_str_eq(scorer_compiled.contracts[0].name, "weight");
    cr_expect(scorer_compiled.contracts[0].signature ==
              scorer_compiled.tools[0].function->signature);
}

/* M445: one that asks a model, with compiled ones as its tools, next to one that ptcc
 * made.
 */
Test(gen_execute, both_forms_run_in_one_program)
{
    static const char replies[] = "\"(return {:settled [7] :note \\\"ok\\\"})\"\n";
    const ptc_source script_text = {PTC_STR("replies"), {replies, sizeof replies - 1}};
    const ptc_agent_tool tools[] = {{.name = "tally", .compiled = &tally_compiled}};
    static const char mission[] = "\"(return (get-in (tool/tally {:lines [\\\"a a\\\"]}) "
                                  "[:words \\\"a\\\"]))\"\n";
    const ptc_source mission_text = {PTC_STR("mission"), {mission, sizeof mission - 1}};
    ptc_agent host = {.struct_size = sizeof host,
                      .prompt = {"Count", 5},
                      .llm = {.name = "haiku"},
                      .tools = tools,
                      .tool_count = 1};
    ptc_agent_options options = {.struct_size = sizeof options};
    crew_input in = {.user = {.name = {"Ann", 3}}};
    const ptc_step *step = NULL;
    crew_result out;
    ptc_script *script;
    ptc_arena arena;
    ptc_error fault;
    ptc_llm model;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_script_read(&arena, &script_text, &script, &fault) == PTC_OK);
    model = ptc_script_llm(script, "haiku");
    options.registry = &model;
    options.registry_count = 1;
    cr_assert(crew_run(&arena, &in, &options, &out, &step) == PTC_OK, "%s",
              step != NULL ? test_cstr(step->fail.message) : "no step");
    cr_expect(out.settled.count == 1 && out.settled.items[0] == 7);
    expect_score(&arena);
    cr_assert(ptc_script_read(&arena, &mission_text, &script, &fault) == PTC_OK);
    model = ptc_script_llm(script, "haiku");
    cr_assert(ptc_agent_run(&arena, &host, &options, &step) == PTC_OK, "%s",
              step != NULL ? test_cstr(step->fail.message) : "no step");
    cr_expect(step->result.kind == PTC_INT && step->result.as.integer == 2);
    ptc_arena_free(&arena);
}
