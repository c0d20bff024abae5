/* SPDX-License-Identifier: MIT */
#include "agents.h"

#include <criterion/criterion.h>
#include <stdarg.h>

/* --- Host and model ---------------------------------------------------------------- */

static uint64_t agents_clock(void *user)
{
    test_agent_run *run = user;

    return run->now_ms * 1000000u + run->tick_ns * run->ticks++;
}

static int64_t agents_wall_clock(void *user)
{
    return 1700000000000 + (int64_t)((test_agent_run *)user)->now_ms;
}

static void agents_sleep(uint64_t ms, void *user)
{
    ((test_agent_run *)user)->now_ms += ms;
}

static uint64_t agents_random(void *user)
{
    (void)user;
    return 7;
}

static ptc_str agents_copy(test_agent_run *run, ptc_str text)
{
    return ptc_str_copy(&run->arena, text);
}

static void agents_note(test_agent_run *run, const ptc_llm_request *request)
{
    size_t at = run->asked;

    run->systems[at] = agents_copy(run, request->system);
    if (request->message_count > 0)
        run->last[at] =
            agents_copy(run, request->messages[request->message_count - 1].content);
    run->message_counts[at] = request->message_count;
    run->tool_counts[at] = request->tool_name_count;
}

static ptc_status agents_answer(const ptc_llm_request *request, ptc_llm_reply *reply,
                                void *user)
{
    test_agent_run *run = user;
    const char *text = run->asked < run->reply_count ? run->replies[run->asked] : NULL;

    if (run->asked < TEST_RUN_REPLIES)
        agents_note(run, request);
    run->asked++;
    run->now_ms += run->request_ms;
    if (text == NULL) {
        reply->fault = PTC_LLM_CLIENT_ERROR;
        reply->message = PTC_STR("no more replies");
        return PTC_ERROR_INVALID;
    }
    reply->content = ptc_str_of(text);
    reply->stop_reason = run->stop_reason;
    if (run->tokens > 0) {
        reply->input_tokens = run->tokens;
        reply->output_tokens = run->tokens;
    }
    return PTC_OK;
}

/* --- Runs -------------------------------------------------------------------------- */

void test_agent_start(test_agent_run *run, const char *prompt)
{
    ptc_host_options host = {.struct_size = sizeof host,
                             .clock_ns = agents_clock,
                             .wall_clock_ms = agents_wall_clock,
                             .sleep = agents_sleep,
                             .random = agents_random,
                             .user = run};

    memset(run, 0, sizeof *run);
    ptc_arena_init(&run->arena, NULL, 0);
    cr_assert(ptc_host_new(&host, &run->host) == PTC_OK);
    run->llm = (ptc_llm){"model", agents_answer, run};
    run->agent =
        (ptc_agent){.struct_size = sizeof run->agent, .prompt = ptc_str_of(prompt)};
    run->options = (ptc_agent_options){
        .struct_size = sizeof run->options, .host = run->host, .llm = {.llm = &run->llm}};
}

void test_agent_replies(test_agent_run *run, ...)
{
    va_list arguments;
    const char *reply;

    va_start(arguments, run);
    while ((reply = va_arg(arguments, const char *)) != NULL)
        run->replies[run->reply_count++] = reply;
    va_end(arguments);
}

void test_agent_go(test_agent_run *run)
{
    run->status = ptc_agent_run(&run->arena, &run->agent, &run->options, &run->step);
    cr_assert(run->status == PTC_OK || run->status == PTC_ERROR_INVALID);
    cr_assert(run->step != NULL);
    cr_assert_eq(run->step->is_ok, run->status == PTC_OK);
}

void test_agent_stop(test_agent_run *run)
{
    ptc_arena_free(&run->arena);
    ptc_host_free(run->host);
}

/* --- Looking ----------------------------------------------------------------------- */

const char *test_edn(test_agent_run *run, const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, &run->arena);
    ptc_value_write(&text, value);
    return text.ptr;
}

const char *test_told(const test_agent_run *run, size_t index)
{
    return index < run->asked && run->last[index].ptr != NULL ? run->last[index].ptr : "";
}

ptc_value test_value(test_agent_run *run, const char *edn)
{
    ptc_source source = {PTC_STR("value"), ptc_str_of(edn)};
    ptc_lisp_result result;
    ptc_lisp *lisp;

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    cr_assert(ptc_lisp_eval(&run->arena, lisp, &source, 0, &result) == PTC_OK, "%s: %s",
              edn, result.error.message.ptr);
    ptc_lisp_free(lisp);
    return result.value;
}

void test_expect_result(test_agent_run *run, const char *edn)
{
    cr_expect(run->step->is_ok, "%s: %s", test_cstr(run->step->fail.reason),
              test_cstr(run->step->fail.message));
    cr_expect_str_eq(test_edn(run, &run->step->result), edn);
}

void test_expect_fail(test_agent_run *run, const char *reason, const char *message)
{
    cr_expect(!run->step->is_ok, "expected %s, got the result %s", reason,
              test_edn(run, &run->step->result));
    cr_expect_str_eq(test_cstr(run->step->fail.reason), reason);
    if (message != NULL)
        cr_expect_str_eq(test_cstr(run->step->fail.message), message);
}

/* --- Refused memory ---------------------------------------------------------------- */

/* Whether the preview is made with `left` blocks of memory. */
static bool agents_preview(const ptc_agent *agent, const ptc_agent_options *options,
                           size_t left)
{
    test_refusing state = {.left = left};
    ptc_allocator allocator = test_refusing_allocator(&state);
    ptc_preview preview;
    ptc_status status;
    ptc_arena arena;
    ptc_fail fail;

    ptc_arena_init(&arena, &allocator, 0);
    status = ptc_agent_preview(&arena, agent, options, &preview, &fail);
    cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%zu: %s", left,
              ptc_status_name(status));
    cr_expect(status != PTC_OK || preview.system.len > 0, "%zu", left);
    ptc_arena_free(&arena);
    cr_expect_eq(state.held, 0u, "%zu: leaks", left);
    return status == PTC_OK;
}

void test_preview_refused(const ptc_agent *agent, const ptc_agent_options *options)
{
    bool is_done = false;

    for (size_t left = 0; left < 400 && !is_done; left++)
        is_done = agents_preview(agent, options, left);
    cr_expect(is_done, "never enough");
}
