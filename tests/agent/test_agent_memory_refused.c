/* SPDX-License-Identifier: MIT */
/* Runs whose memory is refused: they end with nothing, and leave nothing. */
#include <criterion/criterion.h>

#include "agents.h"

static ptc_status tool_gives(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = ptc_value_int(7);
    return PTC_OK;
}

static const ptc_tool lookup = {.name = "lookup", .function = tool_gives};
static const ptc_agent child = {.struct_size = sizeof child,
                                .name = "child",
                                .prompt = PTC_STR_INIT("Help"),
                                .max_turns = 2};
static const ptc_agent_tool tools[] = {
    {.name = "lookup", .function = &lookup},
    {.name = "child", .agent = &child, .flags = PTC_TOOL_CACHED}};
static const ptc_agent agent = {
    .struct_size = sizeof agent,
    .prompt = PTC_STR_INIT("Find {{x}}"),
    .signature_text = PTC_STR_INIT("(x :int) -> {n :int}"),
    .tools = tools,
    .tool_count = 2,
    .max_turns = 2,
    .memory_limit = 7, /* of which the first program takes all */
    .memory_strategy = PTC_MEMORY_ROLLBACK,
    .llm_options_text = PTC_STR_INIT("{\"temperature\":0,\"stop\":[\"a\"]}"),
};
static const ptc_agent_overrides overrides = {
    .struct_size = sizeof overrides, .max_turns = 5, .layout = PTC_LAYOUT_CACHED};

static const char *const replies[] = {
    "(do (println \"a\") (def a (tool/lookup {:q 1})) {:found a})",
    "(do (tool/child {:n 1}) (tool/child {:n 1.0}))", /* the second one is a hit */
    "(return 3)",
    "(def too-large (range 50))",
    "(return {:n \"x\"})",
    "(return {:n (+ a ctx/found)})",
};

static ptc_status answer(const ptc_llm_request *request, ptc_llm_reply *reply, void *user)
{
    size_t *asked = user;

    (void)request;
    reply->content = ptc_str_of(
        *asked < sizeof replies / sizeof *replies ? replies[*asked] : "(return 1)");
    ++*asked;
    return PTC_OK;
}

static ptc_status run_once(const ptc_value *context, test_refusing *memory,
                           bool *is_whole)
{
    ptc_host_options host_options = {.struct_size = sizeof host_options,
                                     .allocator = test_refusing_allocator(memory)};
    ptc_agent_options options = {.struct_size = sizeof options,
                                 .context = context,
                                 .llm_options = *context,
                                 .overrides = &overrides};
    ptc_allocator allocator = test_refusing_allocator(memory);
    size_t asked = 0;
    ptc_llm llm = {"model", answer, &asked};
    const ptc_step *step = NULL;
    ptc_status status = PTC_ERROR_MEMORY;
    ptc_host *host = NULL;
    ptc_arena arena;

    *is_whole = false;
    ptc_arena_init(&arena, &allocator, 0);
    if (ptc_host_new(&host_options, &host) == PTC_OK) {
        options.host = host;
        options.llm.llm = &llm;
        status = ptc_agent_run(&arena, &agent, &options, &step);
        cr_expect((step == NULL) == (status == PTC_ERROR_MEMORY));
        *is_whole = status == PTC_OK && asked == 6 && step->result.kind == PTC_MAP;
    }
    ptc_arena_free(&arena);
    ptc_host_free(host);
    return status;
}

Test(agent_memory_refused, nothing_is_left)
{
    test_agent_run values;
    ptc_value context;
    bool is_whole = false;
    size_t refused = 0;

    test_agent_start(&values, "");
    context = test_value(&values, "{:x 1}");
    for (size_t allowed = 0; !is_whole; allowed++) {
        test_refusing memory = {.left = allowed};
        ptc_status status = run_once(&context, &memory, &is_whole);

        refused += status == PTC_ERROR_MEMORY;
        cr_expect_eq(memory.held, (size_t)0, "%zu blocks allowed: %zu left", allowed,
                     memory.held);
        cr_assert_lt(allowed, (size_t)5000);
    }
    cr_expect_gt(refused, (size_t)10);
    test_agent_stop(&values);
}
