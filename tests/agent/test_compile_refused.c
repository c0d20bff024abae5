/* SPDX-License-Identifier: MIT */
/* Agents that are compiled where memory is refused: they end with nothing, and leave
 * nothing. [subagent 15] */
#include <criterion/criterion.h>

#include "agents.h"

#include <ptc/compile.h>

static ptc_status tool_gives(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = ptc_value_int(7);
    return PTC_OK;
}

static const ptc_tool lookup = {.name = "lookup", .function = tool_gives};
static const ptc_agent_tool tools[] = {{.name = "lookup", .function = &lookup}};
static const ptc_agent agent = {
    .struct_size = sizeof agent,
    .prompt = PTC_STR_INIT("Find {{x}}"),
    .signature_text = PTC_STR_INIT("(x :int, _k :int) -> {n :int}"),
    .tools = tools,
    .tool_count = 1,
};
static const char *const replies[] = {
    "(println ctx/x)",
    "(+ 1 \"x\")",
    "(def a [ctx/_k (tool/lookup {:q ctx/x})])",
    "(return {:n (reduce + a)})",
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

/* Compiles, and replays what it was compiled with. */
static ptc_status compile_once(const ptc_compile_sample *samples, test_refusing *memory,
                               bool *is_whole)
{
    ptc_host_options host_options = {.struct_size = sizeof host_options,
                                     .allocator = test_refusing_allocator(memory)};
    ptc_agent_options run = {.struct_size = sizeof run};
    const ptc_compile_options options = {.struct_size = sizeof options,
                                         .run = &run,
                                         .samples = samples,
                                         .sample_count = 2,
                                         .input_count = 1};
    ptc_allocator allocator = test_refusing_allocator(memory);
    const ptc_compile_replayed *replayed = NULL;
    const ptc_compilation *made = NULL;
    size_t asked = 0;
    ptc_llm llm = {"model", answer, &asked};
    ptc_status status = PTC_ERROR_MEMORY;
    ptc_host *host = NULL;
    ptc_arena arena;

    *is_whole = false;
    ptc_arena_init(&arena, &allocator, 0);
    if (ptc_host_new(&host_options, &host) == PTC_OK) {
        run.host = host;
        run.llm.llm = &llm;
        status = ptc_agent_compile(&arena, &agent, &options, &made);
        cr_expect((made == NULL) == (status == PTC_ERROR_MEMORY));
        if (made != NULL)
            cr_expect_eq(status, PTC_OK, "%s", test_cstr(made->fail.message));
    }
    if (status == PTC_OK) {
        status =
            ptc_compile_replay(&arena, made->compiled, &run, made->samples, 2, &replayed);
        cr_expect((replayed == NULL) == (status == PTC_ERROR_MEMORY));
        *is_whole = status == PTC_OK && asked == 4 && made->compiled->stage_count == 2 &&
                    replayed->judged == 2;
    }
    ptc_arena_free(&arena);
    ptc_host_free(host);
    return status;
}

Test(compile_refused, nothing_is_left)
{
    ptc_compile_sample samples[2] = {{.has_calls = false}, {.has_calls = false}};
    test_agent_run values;
    bool is_whole = false;
    size_t refused = 0;

    test_agent_start(&values, "");
    samples[0].arguments = test_value(&values, "{:x 1 :_k 9}");
    samples[1].arguments = test_value(&values, "{:x 2 :_k 8}");
    for (size_t allowed = 0; !is_whole; allowed++) {
        test_refusing memory = {.left = allowed};
        ptc_status status = compile_once(samples, &memory, &is_whole);

        refused += status == PTC_ERROR_MEMORY;
        cr_expect_eq(memory.held, (size_t)0, "%zu blocks allowed: %zu left", allowed,
                     memory.held);
        cr_assert_lt(allowed, (size_t)20000);
    }
    cr_expect_gt(refused, (size_t)10);
    test_agent_stop(&values);
}
