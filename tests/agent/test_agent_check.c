/* SPDX-License-Identifier: MIT */
/* Definitions of agents: their faults, and the defaults of what they leave out.
 * [subagent 1] */
#include <criterion/criterion.h>

#include "agent/plan/plan_int.h"
#include "support.h"

static ptc_status do_nothing(ptc_tool_call *call, void *user)
{
    (void)call, (void)user;
    return PTC_OK;
}

static const ptc_tool function = {.name = "search", .function = do_nothing};
static const ptc_llm_tool judge = {.prompt = PTC_STR_INIT("Is {{text}} urgent?")};
static const ptc_agent child = {
    .struct_size = sizeof child, .prompt = PTC_STR_INIT("Write\nmore"), .name = "writer"};

/* (text :string) -> :int */
static const ptc_schema_node text_nodes[] = {
    {.type = PTC_TYPE_FUNCTION, .first = 1, .count = 2},
    {.type = PTC_TYPE_MAP, .first = 3, .count = 1},
    {.type = PTC_TYPE_INT},
    {.type = PTC_TYPE_STRING, .parent = 1, .name = {"text", 4}},
};
static const ptc_schema texts = {text_nodes, 0, 4};

/* All faults as lines. */
static const char *faults_of(ptc_arena *arena, const ptc_agent *agent, ptc_status *status)
{
    const ptc_agent_fault *faults;
    ptc_text text;
    size_t count;

    *status = ptc_agent_check(arena, agent, &faults, &count);
    ptc_text_init(&text, arena);
    for (size_t i = 0; i < count; i++) {
        ptc_text_cstr(&text, faults[i].is_warning ? "warning " : "");
        ptc_text_str(&text, faults[i].error.code);
        ptc_text_cstr(&text, ": ");
        ptc_text_str(&text, faults[i].error.message);
        ptc_text_byte(&text, '\n');
    }
    ptc_text_byte(&text, '\0');
    return text.ptr;
}

#define TOOL(tool_name)                                                                  \
    {                                                                                    \
        .name = tool_name, .function = &function                                         \
    }
#define AGENT(...)                                                                       \
    {                                                                                    \
        .struct_size = sizeof(ptc_agent), .prompt = PTC_STR_INIT("Do it"), __VA_ARGS__   \
    }
#define TOOLS(list) .tools = list, .tool_count = sizeof(list) / sizeof *(list)

Test(agent_check, says_all_that_is_wrong) /* M205, M318, M319, M320, M430 */
{
    static const ptc_agent_tool reserved[] = {TOOL("return"), TOOL("fail")};
    static const ptc_agent_tool named[] = {TOOL("a b"), TOOL(""), TOOL("1a"),
                                           TOOL("ok-1")};
    static const ptc_agent_tool same[] = {TOOL("get-it"), TOOL("get_it")};
    static const ptc_agent_tool none[] = {{.name = "x"}};
    static const ptc_agent_tool two[] = {
        {.name = "x", .function = &function, .agent = &child}};
    static const ptc_agent_tool search[] = {TOOL("search")};
    static const ptc_agent_tool judged[] = {{.name = "judge", .llm_tool = &judge}};
    static const ptc_prompt_tool catalog[] = {{PTC_STR_INIT("search"), NULL, true}};
    static const ptc_llm_tool with = {
        .prompt = {"Is {{text}} urgent?", 19}, .signature = &texts, TOOLS(search)};
    static const ptc_agent_tool judged_with[] = {{.name = "judge", .llm_tool = &with}};
    const struct {
        const char *name;
        ptc_agent agent;
        const char *faults;
        bool is_good;
    } rows[] = {
        {"nothing wrong", AGENT(TOOLS(search)), "", true},
        {"no prompt",
         {.struct_size = sizeof(ptc_agent)},
         "invalid_config: prompt must be a string\n",
         false},
        {"no table of tools", AGENT(.tool_count = 2),
         "invalid_config: tools must be a map of names to tools\n", false},
        {"empty prompt", {.struct_size = sizeof(ptc_agent), .prompt = {"", 0}}, "", true},
        {"choices that there are not",
         AGENT(.mode = (ptc_mode)77, .output = (ptc_agent_output)2,
               .completion = (ptc_completion)2, .multi_block = (ptc_multi_block)3,
               .memory_strategy = (ptc_memory_strategy)2, .layout = (ptc_prompt_layout)2,
               .tool_style = (ptc_prompt_style)3,
               .inventory_style = (ptc_inventory_style)2),
         "invalid_config: signature_validation must be one of: enabled, warn_only, "
         "strict, disabled\n"
         "invalid_config: completion_mode must be one of: explicit, implicit\n"
         "invalid_config: memory_strategy must be one of: fail, rollback\n"
         "invalid_config: multi_block must be one of: do, first, error\n"
         "invalid_config: prompt_layout must be one of: seed, cached\n"
         "invalid_config: tool_style must be one of: seed, compact, fenced\n"
         "invalid_config: inventory_style must be one of: table, compact\n"
         "invalid_config: output must be one of: lisp, text\n",
         false},
        {"flags and digits that there are not",
         AGENT(.flags = 1u << 12 | PTC_AGENT_GREP, .float_digits = 19),
         "invalid_config: float_precision must be an integer from 0 to 17 or absent\n"
         "invalid_config: flags must be PTC_AGENT_* flags, got 4096 as well\n",
         false},
        {"description", AGENT(.description = ""),
         "invalid_config: description must be a non-empty string or absent\n", false},
        {"name", AGENT(.name = ""),
         "invalid_config: name must be a non-empty string or absent\n", false},
        {"reserved", AGENT(TOOLS(reserved)),
         "reserved_tool_name: tool name \"return\" is reserved: choose another\n"
         "reserved_tool_name: tool name \"fail\" is reserved: choose another\n",
         false},
        {"names", AGENT(TOOLS(named)),
         "invalid_config: tool name \"a b\" must be a letter or _, then letters, digits, "
         "_ and -, at most 64\n"
         "invalid_config: tool name \"\" must be a letter or _, then letters, digits, _ "
         "and -, at most 64\n"
         "invalid_config: tool name \"1a\" must be a letter or _, then letters, digits, "
         "_ "
         "and -, at most 64\n",
         false},
        {"same", AGENT(TOOLS(same)),
         "invalid_config: tools \"get-it\" and \"get_it\" are the same\n", false},
        {"none", AGENT(TOOLS(none)),
         "invalid_config: tool \"x\" must be one of function, llm_tool, agent and "
         "compiled\n",
         false},
        {"two", AGENT(TOOLS(two)),
         "invalid_config: tool \"x\" must be one of function, llm_tool, agent and "
         "compiled\n",
         false},
        {"signature", AGENT(.signature_text = PTC_STR_INIT("(q :strin) -> :int")),
         "invalid_config: signature:1:4: unknown type \":strin\"; did you mean "
         ":string?\n",
         false},
        {"placeholder",
         {.struct_size = sizeof(ptc_agent),
          .prompt = PTC_STR_INIT("Find {{x}}"),
          .signature_text = PTC_STR_INIT("(q :string) -> :int")},
         "template_error: prompt:1:6: placeholder {{x}} not found in signature\n",
         false},
        {"a map by name",
         {.struct_size = sizeof(ptc_agent),
          .prompt = PTC_STR_INIT("Score {{r}}"),
          .signature_text = PTC_STR_INIT("(r :map) -> :int")},
         "",
         true},
        {"a list",
         {.struct_size = sizeof(ptc_agent),
          .prompt = PTC_STR_INIT("Score {{r}}"),
          .signature_text = PTC_STR_INIT("(r [:int]) -> :int")},
         "template_error: prompt:1:7: placeholder {{r}}: list value needs a section "
         "{{#r}}\n",
         false},
        {"a list by name",
         {.struct_size = sizeof(ptc_agent),
          .prompt = PTC_STR_INIT("Score {{r}}"),
          .signature_text = PTC_STR_INIT("(r [:int]) -> :int"),
          .flags = PTC_AGENT_REFERENCES},
         "",
         true},
        {"firewalled",
         {.struct_size = sizeof(ptc_agent),
          .prompt = PTC_STR_INIT("Score {{r._x}}"),
          .signature_text = PTC_STR_INIT("(r {_x :int}) -> :int"),
          .flags = PTC_AGENT_REFERENCES},
         "template_error: prompt:1:7: placeholder {{r._x}} names a firewalled field\n",
         false},
        {"raw",
         {.struct_size = sizeof(ptc_agent),
          .prompt = {"Score {{r}} {{s}} {{t}} {{r}}", 29},
          .signature_text = {"(r :string?, s :string[..9], t :int|:string) -> :int", 52},
          .flags = PTC_AGENT_EMBEDS_RAW,
          TOOLS(search)},
         "warning invalid_config: prompt:1:7: placeholders {{r}}, {{t}} write strings of "
         "any length into the prompt without an envelope: a model with tools may take "
         "them for instructions; limit the length, as in :string[..200], or leave out "
         "embed: raw or envelope: false\n",
         true},
        {"raw without tools",
         {.struct_size = sizeof(ptc_agent),
          .prompt = {"Score {{r}}", 11},
          .signature_text = {"(r :string) -> :int", 19},
          .flags = PTC_AGENT_EMBEDS_RAW},
         "",
         true},
        {"raw by name",
         {.struct_size = sizeof(ptc_agent),
          .prompt = {"Score {{r}}", 11},
          .signature_text = {"(r :string) -> :int", 19},
          .flags = PTC_AGENT_EMBEDS_RAW | PTC_AGENT_REFERENCES,
          TOOLS(search)},
         "",
         true},
        {"an LLM tool that is an agent", AGENT(TOOLS(judged_with)), "", true},
        {"enveloped",
         {.struct_size = sizeof(ptc_agent),
          .prompt = {"Score {{r}}", 11},
          .signature_text = {"(r :string) -> :int", 19},
          TOOLS(search)},
         "",
         true},
        {"syntax",
         {.struct_size = sizeof(ptc_agent), .prompt = PTC_STR_INIT("Find {{1}}")},
         "template_error: prompt:1:",
         false},
        {"strict", AGENT(.mode = PTC_MODE_STRICT, TOOLS(search)),
         "invalid_config: tool \"search\" has no signature, which mode strict requires\n",
         false},
        {"text with tools", AGENT(.output = PTC_AGENT_OUTPUT_TEXT, TOOLS(search)),
         "invalid_config: output text takes no tools: models that call tools write "
         "programs\n",
         false},
        {"tool and parameter",
         AGENT(.signature_text = PTC_STR_INIT("(search :string) -> :int"), TOOLS(search)),
         "warning invalid_config: \"search\" is a tool and a parameter: (ctx/search ..) "
         "calls, ctx/search reads\n",
         true},
        {"firewalled parameter",
         AGENT(.signature_text = PTC_STR_INIT("(_ids [:int]) -> :int")), "", true},
        {"catalog", AGENT(TOOLS(search), .catalog = catalog, .catalog_count = 1),
         "warning invalid_config: \"search\" is a tool and in tool_catalog: the tool is "
         "called\n",
         true},
        {"prompt of a tool", AGENT(TOOLS(judged)), "", true},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_status status;
        const char *faults;
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 0);
        faults = faults_of(&arena, &rows[i].agent, &status);
        cr_expect(status == (rows[i].is_good ? PTC_OK : PTC_ERROR_INVALID), "%s: %s",
                  rows[i].name, ptc_status_name(status));
        cr_expect(strncmp(faults, rows[i].faults,
                          strcmp(rows[i].name, "syntax") == 0 ? strlen(rows[i].faults)
                                                              : SIZE_MAX) == 0,
                  "%s: %s", rows[i].name, faults);
        ptc_arena_free(&arena);
    }
}

Test(agent_check, fills_in_defaults) /* M199, M210, M434 */
{
    static const ptc_agent_tool tools[] = {TOOL("search"),
                                           {.name = "judge", .llm_tool = &judge},
                                           {.name = "writer", .agent = &child}};
    ptc_agent agent = AGENT(TOOLS(tools));
    ptc_arena arena;
    ptc_plan plan;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_plan_make(&agent, &arena, &plan) == PTC_OK);
    cr_expect(plan.agent.max_turns == 5 && plan.agent.max_depth == 3);
    cr_expect(plan.agent.turn_budget == 20 && plan.agent.llm_budget == 100);
    cr_expect(plan.agent.memory_limit == 1048576 && plan.agent.max_tool_calls == 1000);
    cr_expect(plan.agent.timeout_ms == 5000 && plan.agent.llm_timeout_ms == 60000);
    cr_expect(plan.agent.fuel == 1000000 && plan.agent.max_heap == 10000000);
    cr_expect(plan.agent.mission_timeout_ms == 0 && plan.agent.retry_turns == 0);
    cr_expect(plan.agent.prompt_limit.list == 3 && plan.agent.prompt_limit.string == 50);
    cr_expect(plan.agent.retry.max_attempts == 1 &&
              plan.agent.retry.jitter_percent == 10);
    cr_expect(plan.agent.retry.retryable == 0xEu);
    cr_expect(plan.agent.format.feedback == 2000);
    cr_expect(agent.max_turns == 0, "the definition stays as it was");
    cr_expect(plan.tools[1].description.len == 19, "of its prompt");
    cr_expect(ptc_str_equal(plan.tools[2].description, PTC_STR("Write")), "first line");
    ptc_arena_free(&arena);
}

Test(agent_check, knows_the_mode) /* M224, M225, M226, M233 */
{
    static const ptc_agent_tool tools[] = {TOOL("search")};
    const struct {
        ptc_agent agent;
        bool is_judgment;
    } rows[] = {
        {AGENT(.max_turns = 1), true},
        {AGENT(.max_turns = 2), false},
        {AGENT(.max_turns = 0), false},
        {AGENT(.max_turns = 1, TOOLS(tools)), false},
        {AGENT(.max_turns = 1, .flags = PTC_AGENT_INFER), false},
        {AGENT(.max_turns = 1, .flags = PTC_AGENT_COMPACTS), true},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_arena arena;
        ptc_plan plan;

        ptc_arena_init(&arena, NULL, 0);
        cr_assert(ptc_plan_make(&rows[i].agent, &arena, &plan) == PTC_OK);
        cr_expect(plan.is_judgment == rows[i].is_judgment, "row %zu", i);
        ptc_arena_free(&arena);
    }
}

Test(agent_check, ends_cleanly_when_memory_is_refused)
{
    static const ptc_agent_tool tools[] = {TOOL("search"), TOOL("search")};
    ptc_agent agent =
        AGENT(TOOLS(tools), .signature_text = PTC_STR_INIT("(q :string) -> :int"));
    static char place[1 << 16];
    bool is_done = false;

    for (size_t size = 0; size < sizeof place && !is_done; size += 16) {
        const ptc_agent_fault *faults;
        ptc_arena arena;
        ptc_status status;
        size_t count;

        ptc_arena_init_memory(&arena, place, size);
        status = ptc_agent_check(&arena, &agent, &faults, &count);
        is_done = status == PTC_ERROR_INVALID;
        cr_expect(is_done || status == PTC_ERROR_MEMORY, "%zu bytes", size);
        ptc_arena_free(&arena);
    }
    cr_expect(is_done);
}
