/* SPDX-License-Identifier: MIT */
/*
 * Declared types in what models read: where a contract is too long to be written out, it
 * names its types, and what the names mean is said, once, and to each tool its own.
 * [signature 9, 9.1, 10; subagent 11]
 */
#include <criterion/criterion.h>

#include "agents.h"
#include "declared.h"

#include <stdio.h>
#include <stdlib.h>

#define STR PTC_STR_INIT

enum { LEVELS = 16 };

/* --- Contracts ---------------------------------------------------------------------- */

static const ptc_schema *signature(const ptc_contracts *contracts, const char *name)
{
    const ptc_contract *contract = ptc_contracts_find(contracts, ptc_str_of(name));

    cr_assert_not_null(contract, "%s", name);
    return &contract->schema;
}

/* Types a0, which is `lowest`, to a15, of which each has the one before it twice; then
 * `last`. */
static const ptc_contracts *tower(ptc_arena *arena, const char *lowest, const char *last)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    test_write_tower(&text, "a", lowest, LEVELS);
    ptc_text_cstr(&text, last);
    ptc_text_byte(&text, '\0');
    cr_assert(!text.failed);
    return test_contracts(arena, text.ptr);
}

/* --- What is read ------------------------------------------------------------------- */

static ptc_status do_nothing(ptc_tool_call *call, void *user)
{
    (void)call, (void)user;
    return PTC_OK;
}

static ptc_tool function(const ptc_schema *signature)
{
    return (ptc_tool){.name = "f", .signature = signature, .function = do_nothing};
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;

    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        count++;
    return count;
}

/* Every name `:a7` is followed, or preceded, by a line that says what it means. */
static void expect_meanings(const char *text, const char *what)
{
    for (const char *at = text; (at = strstr(at, ":a")) != NULL; at++) {
        size_t digits = strspn(at + 2, "0123456789");
        char line[32];

        if (digits == 0 || digits > 8)
            continue;
        snprintf(line, sizeof line, "\na%.*s = ", (int)digits, at + 2);
        if (strstr(text, line) != NULL)
            continue;
        snprintf(line, sizeof line, "\n  a%.*s = ", (int)digits, at + 2);
        cr_expect(strstr(text, line) != NULL, "%s: no line %s in\n%s", what, line, text);
        return;
    }
}

static const char *system_of(const ptc_agent *agent, ptc_arena *arena,
                             const ptc_value *context)
{
    ptc_agent_options options = {.struct_size = sizeof options, .context = context};
    ptc_preview preview;
    ptc_fail fail;

    cr_assert_eq(ptc_agent_preview(arena, agent, &options, &preview, &fail), PTC_OK, "%s",
                 test_cstr(fail.message));
    return strstr(ptc_str_copy(arena, preview.system).ptr, "\n## Data inventory\n");
}

#define AGENT(...)                                                                       \
    {                                                                                    \
        .struct_size = sizeof(ptc_agent), .prompt = STR("Go"), __VA_ARGS__               \
    }

/* --- Tools -------------------------------------------------------------------------- */

Test(agent_types, stand_before_the_tools_once)
{
    ptc_arena arena;
    const ptc_contracts *types;
    const char *system;

    ptc_arena_init(&arena, NULL, 0);
    types = tower(&arena, "{x :int}",
                  "find(a :a15, b :a15?) -> [:a15]\nkeep(a :a15?) -> :a14?\n"
                  "plan(a :a15) -> :int\nmain(q :string) -> {n :a15?}\n");
    {
        const ptc_tool find = function(signature(types, "find"));
        const ptc_tool keep = function(signature(types, "keep"));
        const ptc_agent_tool tools[] = {
            {.name = "keep", .function = &keep},
            {.name = "find", .description = "Other words.", .function = &find}};
        const ptc_prompt_tool catalog[] = {
            {PTC_STR("plan"), signature(types, "plan"), true}};
        const ptc_agent agent =
            AGENT(.signature = signature(types, "main"), .tools = tools, .tool_count = 2,
                  .catalog = catalog, .catalog_count = 1);

        system = system_of(&agent, &arena, NULL);
    }
    cr_expect(strstr(system, "\n## Types of the tools\n\na15 = {l :a14, r [:a14]}\n") !=
                  NULL,
              "%s", system);
    cr_expect(strstr(system, "\na0 = {x :int}\n\n## Tools you can call\n\nreturn(data {n "
                             ":a15?}) -> :exit-success\n\nfail(") != NULL,
              "%s", system);
    cr_expect(strstr(system,
                     "\nfind(a :a15, b :a15?) -> [:a15]\n  Other words.\n\nkeep(a "
                     ":a15?) -> :a14?\n\n## Tools for planning (do not call)\n\n"
                     "plan(a :a15) -> :int\n") != NULL,
              "%s", system);
    cr_expect(strstr(system, "## Expected output\n\n{n :a15?}\n") != NULL, "%s", system);
    for (unsigned i = 0; i < LEVELS; i++) {
        char line[16];

        snprintf(line, sizeof line, "a%u = ", i);
        cr_expect_eq(count_of(system, line), (size_t)1, "%s", line);
    }
    expect_meanings(system, "system");
    ptc_arena_free(&arena);
}

/* A judgment has no tool `return`: what is expected says what its names mean. */
Test(agent_types, stand_where_the_output_is_expected)
{
    ptc_arena arena;
    const ptc_contracts *types;
    const char *system;

    ptc_arena_init(&arena, NULL, 0);
    types = tower(&arena, "{x :int}", "main(q :string) -> {n :a15}\n");
    {
        const ptc_agent agent =
            AGENT(.signature = signature(types, "main"), .max_turns = 1);

        system = system_of(&agent, &arena, NULL);
    }
    cr_expect(strstr(system, "## Types of the tools") == NULL);
    cr_expect(strstr(system, "{n :a15}\n  a15 = {l :a14, r [:a14]}\n") != NULL, "%s",
              system);
    expect_meanings(system, "system");
    ptc_arena_free(&arena);
}

/* Two files may call different types alike. What is shared is said once all the same. */
Test(agent_types, of_one_name_stay_apart)
{
    ptc_arena arena;
    const ptc_contracts *types;
    const ptc_contracts *others;
    const ptc_contracts *same;
    const char *system;
    const char *look;

    ptc_arena_init(&arena, NULL, 0);
    types = tower(&arena, "{x :int}", "find(a :a15) -> :int\n");
    others = tower(&arena, "{x :string}", "look(a :a15) -> :int\n");
    same = tower(&arena, "{x :int}", "read(a :a15?) -> :int\n");
    {
        const ptc_tool find = function(signature(types, "find"));
        const ptc_tool seek = function(signature(others, "look"));
        const ptc_tool read = function(signature(same, "read"));
        const ptc_agent_tool tools[] = {{.name = "find", .function = &find},
                                        {.name = "look", .function = &seek},
                                        {.name = "read", .function = &read}};
        const ptc_agent agent = AGENT(.tools = tools, .tool_count = 3);

        system = system_of(&agent, &arena, NULL);
    }
    look = strstr(system, "\nlook(");
    cr_assert(look != NULL, "%s", system);
    cr_expect_eq(count_of(system, "\na0 = {x :int}\n"), (size_t)1, "%s", system);
    cr_expect(strncmp(look, "\nlook(a :a15) -> :int\n  a15 = {l :a14", 36) == 0, "%s",
              look);
    cr_expect(strstr(look, "\n  a0 = {x :string}\n\nread(a :a15?) -> :int\n\n## Exp") !=
                  NULL,
              "%s", look);
    cr_expect_eq(count_of(system, "a0 = "), (size_t)2);
    ptc_arena_free(&arena);
}

/* --- The firewall ------------------------------------------------------------------- */

/* What a child gives is shown without its firewalled fields, even in kept types; types
 * that only these have are not mentioned. */
Test(agent_types, of_children_hide_what_is_firewalled)
{
    static const ptc_prompt_style styles[] = {PTC_PROMPT_SEED, PTC_PROMPT_COMPACT,
                                              PTC_PROMPT_FENCED};
    ptc_arena arena;
    const ptc_contracts *types;

    ptc_arena_init(&arena, NULL, 0);
    types = tower(&arena, "{x :int, _canary :secret}\nsecret = {hush :int}",
                  "child(q :string) -> {n :a15}\n");
    for (size_t i = 0; i < 3; i++) {
        const ptc_agent child = AGENT(.name = "child", .description = "Finds.",
                                      .signature = signature(types, "child"));
        const ptc_agent_tool tools[] = {{.name = "child", .agent = &child}};
        const ptc_agent agent =
            AGENT(.tools = tools, .tool_count = 1, .tool_style = styles[i]);
        const char *system = system_of(&agent, &arena, NULL);
        ptc_agent_options options = {.struct_size = sizeof options};
        const char *shown;
        ptc_preview preview;
        ptc_fail fail;

        cr_expect(strstr(system, i == 1 ? "\na0 = {x int}\n" : "\na0 = {x :int}\n") !=
                      NULL,
                  "%s", system);
        cr_expect(strstr(system, "canary") == NULL && strstr(system, "secret") == NULL &&
                      strstr(system, "hush") == NULL,
                  "%s", system);
        cr_assert(ptc_agent_preview(&arena, &agent, &options, &preview, &fail) == PTC_OK);
        shown = ptc_str_copy(&arena, preview.tools[0].types).ptr;
        cr_expect(strstr(shown, "canary") == NULL && strstr(shown, "a0 = {x :int}\n"),
                  "%s", shown);
    }
    ptc_arena_free(&arena);
}

/* Its own parameters show them: the model has to fill them in. */
Test(agent_types, of_parameters_and_results_may_differ)
{
    ptc_arena arena;
    const ptc_contracts *types;
    const char *system;

    ptc_arena_init(&arena, NULL, 0);
    types = tower(&arena, "{x :int, _n :int}",
                  "child(q :a15) -> {n :a15}\nfind(a :a15) -> :a15\n");
    {
        const ptc_tool find = function(signature(types, "find"));
        const ptc_agent child =
            AGENT(.name = "child", .signature = signature(types, "child"));
        const ptc_agent_tool tools[] = {{.name = "child", .agent = &child},
                                        {.name = "find", .function = &find}};
        const ptc_agent agent = AGENT(.tools = tools, .tool_count = 2);

        system = system_of(&agent, &arena, NULL);
    }
    cr_expect(strstr(system, "\n  a0 = {x :int, _n :int}\n  -> a0 = {x :int}\n\nfind(") !=
                  NULL,
              "%s", system);
    cr_expect(strstr(system, "\na0 = {x :int, _n :int}\n\n## Tools you") != NULL, "%s",
              system);
    ptc_arena_free(&arena);
}

/* --- Words -------------------------------------------------------------------------- */

/* Fields of types are described at the type; those above by the agent as ever. */
Test(agent_types, describe_their_fields)
{
    static const ptc_description fields[] = {{STR("n"), STR("the answer")},
                                             {STR("n.l"), STR("nowhere")}};
    ptc_arena arena;
    const ptc_contracts *types;
    const char *system;

    ptc_arena_init(&arena, NULL, 0);
    types = tower(&arena, "{x :int}\n  - x: a length in metres",
                  "main(q :string) -> {n :a15}\nfind(a :a15) -> :int\n");
    {
        const ptc_tool find = function(signature(types, "find"));
        const ptc_agent_tool tools[] = {{.name = "find", .function = &find}};
        ptc_agent agent =
            AGENT(.signature = signature(types, "main"), .tools = tools, .tool_count = 1,
                  .field_descriptions = fields, .field_description_count = 2);

        system = system_of(&agent, &arena, NULL);
        cr_expect(strstr(system, "\na0 = {x :int}\n  - x: a length in metres\n\n## Tools "
                                 "you can") != NULL,
                  "%s", system);
        cr_expect_eq(count_of(system, "a length in metres"), (size_t)1);
        cr_expect(strstr(system, "\n{n :a15}\n  - n: the answer\n") != NULL, "%s",
                  system);
        cr_expect(strstr(system, "nowhere") == NULL);
        agent.prompt_limit.max_chars = 100;
        system = system_of(&agent, &arena, NULL);
        cr_expect(strstr(system, "\na0 = {x :int}\n\n## Tools you can") != NULL, "%s",
                  system);
        cr_expect(strstr(system, "the answer") == NULL);
    }
    ptc_arena_free(&arena);
}

/* What shorthand cannot say has its line at the type as at a tool. */
Test(agent_types, say_their_formats)
{
    ptc_arena arena;
    const ptc_contracts *types;
    const char *system;

    ptc_arena_init(&arena, NULL, 0);
    types = tower(&arena, "{x [:not :int]}", "find(a :a15) -> :int\n");
    {
        const ptc_tool find = function(signature(types, "find"));
        const ptc_agent_tool tools[] = {{.name = "find", .function = &find}};
        const ptc_agent agent = AGENT(.tools = tools, .tool_count = 1);

        system = system_of(&agent, &arena, NULL);
    }
    cr_expect(strstr(system, "\na0 = {x :malli-schema}\n  x format: [:not :int]\n\n") !=
                  NULL,
              "%s", system);
    ptc_arena_free(&arena);
}

/* --- Elsewhere ---------------------------------------------------------------------- */

Test(agent_types, of_the_data_stand_behind_it)
{
    ptc_arena arena;
    const ptc_contracts *types;
    const char *system;
    const char *at;
    ptc_value context;

    ptc_arena_init(&arena, NULL, 0);
    types = tower(&arena, "{x :int}", "main(q {n :a15}, p :a15?) -> :int\n");
    cr_assert_eq(
        ptc_json_read(&arena, "{\"p\": null, \"q\": 1}", 19, NULL, &context, NULL, NULL),
        PTC_OK);
    {
        const ptc_agent agent = AGENT(.signature = signature(types, "main"));

        system = system_of(&agent, &arena, &context);
    }
    at = strstr(system, "| ctx/q | {n :a15} | 1 |");
    cr_assert(at != NULL, "%s", system);
    at = strstr(at, "\n\n## Types of the data\n\na14 = {l :a13, r [:a13]}\n");
    cr_assert(at != NULL, "%s", system);
    cr_expect_eq(count_of(at, "\na0 = {x :int}\n"), (size_t)1, "%s", at);
    expect_meanings(system, "system");
    ptc_arena_free(&arena);
}

/* A result that does not fit is answered with what was expected. */
Test(agent_types, are_in_what_a_model_is_told)
{
    test_agent_run run;
    const ptc_contracts *types;

    test_agent_start(&run, "Go");
    types = tower(&run.arena, "{x :int}", "main() -> {n :a15}\n");
    run.agent.signature = signature(types, "main");
    test_agent_replies(&run, "(return {:n 1})", "(fail {:reason :x :message \"y\"})",
                       NULL);
    test_agent_go(&run);
    cr_assert_geq(run.asked, (size_t)2);
    cr_expect(strstr(test_told(&run, 1), "Expected: {n :a15}") != NULL, "%s",
              test_told(&run, 1));
    expect_meanings(test_told(&run, 1), "told");
    expect_meanings(ptc_str_copy(&run.arena, run.systems[0]).ptr, "system");
    test_agent_stop(&run);
}

/* --- Costs -------------------------------------------------------------------------- */

static void *count_bytes(void *old, size_t old_size, size_t new_size, void *user)
{
    *(size_t *)user += new_size > old_size ? new_size - old_size : 0;
    if (new_size > 0)
        return realloc(old, new_size);
    free(old);
    return NULL;
}

/* Bytes that a preview of a few tools takes, which are in a file of `count` functions. */
static size_t bytes_of(size_t count)
{
    enum { TOOLS = 8 };
    static const char *const names[TOOLS] = {"f0", "f1", "f2", "f3",
                                             "f4", "f5", "f6", "f7"};
    size_t bytes = 0;
    const ptc_allocator allocator = {count_bytes, &bytes};
    ptc_tool functions[TOOLS];
    ptc_agent_tool tools[TOOLS];
    ptc_agent agent = AGENT(.tools = tools, .tool_count = TOOLS);
    ptc_agent_options options = {.struct_size = sizeof options};
    const ptc_contracts *types;
    ptc_preview preview;
    ptc_arena arena;
    ptc_arena own;
    ptc_fail fail;
    ptc_text text;

    ptc_arena_init(&own, NULL, 0);
    ptc_text_init(&text, &own);
    for (size_t i = 0; i < count; i++) {
        ptc_text_cstr(&text, "f");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, "(a {b :int, c [:string]}) -> {d :int}\n");
    }
    ptc_text_byte(&text, '\0');
    types = test_contracts(&own, text.ptr);
    for (size_t i = 0; i < TOOLS; i++) {
        functions[i] = function(signature(types, names[i]));
        tools[i] = (ptc_agent_tool){
            .name = names[i], .description = "Words.", .function = &functions[i]};
    }
    agent.signature = signature(types, "f3");
    ptc_arena_init(&arena, &allocator, 0);
    cr_assert_eq(ptc_agent_preview(&arena, &agent, &options, &preview, &fail), PTC_OK);
    ptc_arena_free(&arena);
    ptc_arena_free(&own);
    return bytes;
}

/* A tool costs by its own contract, not by all of its file. */
Test(agent_types, other_contracts_of_a_file_cost_nothing)
{
    size_t few = bytes_of(8);
    size_t many = bytes_of(4000);

    cr_expect_eq(many, few, "%zu and %zu bytes", few, many);
}

Test(agent_types, survive_refused_memory)
{
    ptc_agent_options options = {.struct_size = sizeof options};
    const ptc_contracts *types;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    types = tower(&arena, "{x :int, _n :int}", "child(q :a15) -> {n :a15}\n");
    {
        const ptc_agent child =
            AGENT(.name = "child", .signature = signature(types, "child"));
        const ptc_agent_tool tools[] = {{.name = "child", .agent = &child}};
        const ptc_agent agent = AGENT(.signature = signature(types, "child"),
                                      .tools = tools, .tool_count = 1);

        test_preview_refused(&agent, &options);
    }
    ptc_arena_free(&arena);
}
