/* SPDX-License-Identifier: MIT */
/* Compiled agents as tools of agent files: read, bound to constants, called. [subagent 1,
 * 15] */
#include <criterion/criterion.h>

#include <ptc/agent_file.h>

#include "compiled_agents.h"

/* --- Reading ----------------------------------------------------------------------- */

static const ptc_source library[] = {
    {PTC_STR_INIT("scorer.agent.edn"),
     PTC_STR_INIT("{:prompt \"Score\" :description \"Scores a number\"\n"
                  " :signature \"(n :int) -> {score :int, _cost :string}\"\n"
                  " :fuel 5000 :max-turns 1 :builtin-tools [:infer]\n"
                  " :tools {\"t\" {:fn t :signature \"(id :int) -> :int\"}\n"
                  "         \"square\" {:compiled \"square.agent.edn\"}}}")},
    {PTC_STR_INIT("square.agent.edn"),
     PTC_STR_INIT("{:prompt \"Square\" :signature \"(n :int) -> :int\" :max-turns 1}")},
    {PTC_STR_INIT("asks.agent.edn"),
     PTC_STR_INIT("{:prompt \"Ask\" :tools {\"j\" {:llm-tool {:prompt \"Is it?\"}}\n"
                  "                       \"c\" {:agent \"square.agent.edn\"}}}")},
    {PTC_STR_INIT("says.agent.edn"),
     PTC_STR_INIT("{:prompt \"Say\" :output :text :signature \"() -> :string\"}")},
};

static const ptc_source *load(ptc_str name, const ptc_source *from, void *user)
{
    (void)from, (void)user;
    for (size_t i = 0; i < sizeof library / sizeof library[0]; i++) {
        if (ptc_str_equal(library[i].name, name))
            return &library[i];
    }
    return NULL;
}

static const ptc_agent_files files = {.struct_size = sizeof files, .load = load};

static const ptc_agent_file *read_file(ptc_arena *arena, const char *text,
                                       ptc_diags *diags)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    const ptc_agent_file *file;

    *source = (ptc_source){PTC_STR("boss.agent.edn"), ptc_str_of(text)};
    ptc_diags_init(diags, arena);
    (void)ptc_agent_file_read(arena, source, &files, diags, &file);
    return file;
}

static const char boss[] =
    "{:prompt \"Go\" :max-depth 1\n"
    " :tools {\"score\" {:compiled \"scorer.agent.edn\" :cache true}\n"
    "         \"again\" {:compiled \"scorer.agent.edn\" :description \"Once more\"}\n"
    "         \"judge\" {:llm-tool {:prompt \"Judge\" :tools\n"
    "                             {\"s\" {:compiled \"square.agent.edn\"}}}}}}";

Test(agent_file_compiled, rows_are_the_agents_of_files)
{
    const ptc_agent_file *file;
    const ptc_compiled *scorer;
    ptc_arena arena;
    ptc_diags diags;

    ptc_arena_init(&arena, NULL, 0);
    file = read_file(&arena, boss, &diags);
    cr_assert_not_null(file);
    cr_assert_eq(file->agent->tool_count, (size_t)3);
    scorer = file->agent->tools[0].compiled;
    cr_assert_not_null(scorer);
    cr_expect_null(file->agent->tools[0].agent);
    cr_expect_eq(file->agent->tools[0].flags, (unsigned)PTC_TOOL_CACHED);
    cr_expect_str_eq(file->agent->tools[1].description, "Once more");
    cr_expect_str_eq(scorer->name, "scorer");
    cr_expect_str_eq(scorer->description, "Scores a number");
    cr_expect_eq(scorer->signature, file->tools[0].agent->agent->signature);
    cr_expect_eq(scorer->fuel, (uint64_t)5000);
    cr_assert_eq(scorer->tool_count, (size_t)3);
    cr_expect_str_eq(scorer->tools[2].name, "infer");
    cr_expect_eq(scorer->flags, 0u, "it has tools: its value is no result");
    cr_expect_eq(scorer->tools[1].compiled->flags, (unsigned)PTC_COMPILED_VALUE);
    cr_expect_eq(file->file_count, (size_t)3, "all files are known to builds");
    ptc_arena_free(&arena);
}

Test(agent_file_compiled, those_that_need_a_model_are_refused_where_they_are_named)
{
    static const struct {
        const char *text;
        const char *messages[3];
    } rows[] = {
        {"{:prompt \"x\" :tools {\"a\" {:compiled \"asks.agent.edn\"}}}",
         {"cannot compile agent with LLM-dependent tool: j",
          "cannot compile agent with LLM-dependent tool: c", NULL}},
        {"{:prompt \"x\" :tools {\"a\" {:compiled \"says.agent.edn\"}}}",
         {"cannot compile agent in text mode: it writes no programs", NULL}},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_arena arena;
        ptc_diags diags;

        ptc_arena_init(&arena, NULL, 0);
        cr_expect_null(read_file(&arena, rows[i].text, &diags));
        for (size_t k = 0; rows[i].messages[k] != NULL; k++) {
            cr_assert_lt(k, diags.count);
            cr_expect_str_eq(test_cstr(diags.items[k].message), rows[i].messages[k]);
            cr_expect_eq(diags.items[k].code, PTC_DIAG_AGENT_TOOL);
            cr_expect_eq(diags.items[k].span.start, 36u);
        }
        ptc_arena_free(&arena);
    }
}

/* --- Binding ----------------------------------------------------------------------- */

Test(agent_file_compiled, constants_are_bound_by_the_names_of_agents)
{
    const ptc_compiled *given[2];
    const ptc_agent_file *file;
    ptc_compiled square;
    test_compiled at;
    ptc_diags diags;
    ptc_str missing;

    test_compiled_start(&at, "(n :int) -> :int", "(* ctx/n ctx/n)");
    square = at.compiled;
    square.name = "square";
    square.flags = PTC_COMPILED_VALUE;
    file = read_file(&at.run.arena, boss, &diags);
    cr_assert_not_null(file);
    cr_expect_eq(ptc_agent_file_bind_compiled(&at.run.arena, file, NULL, 0, &missing),
                 PTC_ERROR_ARGUMENT);
    cr_expect_str_eq(test_cstr(missing),
                     "scorer (scorer.agent.edn), square (square.agent.edn)");
    given[0] = &square;
    given[1] = &at.compiled;
    cr_expect_eq(ptc_agent_file_bind_compiled(&at.run.arena, file, given, 1, &missing),
                 PTC_ERROR_ARGUMENT);
    cr_expect_str_eq(test_cstr(missing), "scorer (scorer.agent.edn)");
    cr_expect_eq(ptc_agent_file_bind(&at.run.arena, file, NULL, 0, &missing),
                 PTC_ERROR_ARGUMENT);
    cr_expect_str_eq(test_cstr(missing), "t (t)");
    cr_expect_eq(ptc_agent_file_bind_compiled(&at.run.arena, file, given, 2, &missing),
                 PTC_OK);
    cr_expect_eq(missing.len, (size_t)0);
    cr_expect_eq(ptc_agent_file_bind(&at.run.arena, file, NULL, 0, &missing), PTC_OK,
                 "functions of constants are their own");
    at.compiled.struct_size = 0;
    cr_expect_eq(ptc_agent_file_bind_compiled(&at.run.arena, file, given, 2, &missing),
                 PTC_ERROR_ARGUMENT);
    cr_expect_eq(missing.len, (size_t)0);
    test_compiled_stop(&at);
}

/* --- Running ----------------------------------------------------------------------- */

static bool run_line(ptc_str line, void *user)
{
    ptc_text_str(user, line);
    return true;
}

/* It costs no turn, no request and no depth, and what is private stays below. */
Test(agent_file_compiled, runs_as_a_tool_of_a_file)
{
    const ptc_compiled *given[1];
    const ptc_agent_file *file;
    test_compiled at;
    ptc_diags diags;
    ptc_str missing;
    ptc_text text;

    test_compiled_start(&at, "(n :int) -> {score :int, _cost :string}",
                        "(return {:score (* ctx/n ctx/n) :_cost (str \"c4n\" \"4ry\")})");
    file = read_file(&at.run.arena,
                     "{:prompt \"Go\" :max-depth 1 :turn-budget 1 :llm-budget 1\n"
                     " :tools {\"score\" {:compiled \"scorer.agent.edn\"}}}",
                     &diags);
    cr_assert_not_null(file);
    at.run.agent = *file->agent;
    test_agent_replies(&at.run, "(return (:score (tool/score {:n \"4\"})))", NULL);
    test_agent_go(&at.run);
    test_expect_fail(&at.run, "invalid_config",
                     "tool \"score\": a compiled agent needs its programs; tool "
                     "\"score\": tool \"square\": a compiled agent needs its programs");
    cr_expect_eq(at.run.asked, (size_t)0);
    given[0] = &at.compiled;
    cr_assert_eq(ptc_agent_file_bind_compiled(&at.run.arena, file, given, 1, &missing),
                 PTC_OK);
    ptc_text_init(&text, &at.run.arena);
    at.run.options.log = run_line;
    at.run.options.log_user = &text;
    test_agent_go(&at.run);
    test_expect_result(&at.run, "16");
    cr_expect_eq(at.run.step->usage.turns, 1u);
    cr_expect_eq(at.run.step->usage.llm_requests, 1u);
    cr_expect(strstr(at.run.systems[0].ptr, "score(n :int) -> {score :int}") != NULL,
              "%s", at.run.systems[0].ptr);
    cr_expect(strstr(at.run.systems[0].ptr, "_cost") == NULL);
    cr_expect(text.len > 100 && strstr(text.ptr, "c4n4ry") == NULL, "%s", text.ptr);
    ptc_lisp_free(at.writer);
    test_agent_stop(&at.run);
}

/* Reading and binding survive refused memory at each block. */
Test(agent_file_compiled, refused_memory_is_told)
{
    bool is_whole = false;

    for (size_t left = 0; !is_whole && left < 5000; left++) {
        test_refusing memory = {.left = left};
        ptc_allocator allocator = test_refusing_allocator(&memory);
        ptc_source source = {PTC_STR("boss.agent.edn"), ptc_str_of(boss)};
        const ptc_agent_file *file;
        ptc_status status;
        ptc_str missing;
        ptc_arena arena;

        ptc_arena_init(&arena, &allocator, 0);
        status = ptc_agent_file_read(&arena, &source, &files, NULL, &file);
        if (status == PTC_OK)
            status = ptc_agent_file_bind_compiled(&arena, file, NULL, 0, &missing);
        is_whole = status == PTC_ERROR_ARGUMENT;
        cr_expect(is_whole || status == PTC_ERROR_MEMORY, "%zu: %s", left,
                  ptc_status_name(status));
        ptc_arena_free(&arena);
    }
    cr_expect(is_whole);
}
