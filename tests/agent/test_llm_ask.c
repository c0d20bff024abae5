/* SPDX-License-Identifier: MIT */
/* Which model is asked, how often, and how long one waits in between. [subagent 8.2, 8.3]
 */
#include <criterion/criterion.h>

#include "agent/model/model_int.h"
#include "support.h"

/* --- A model that fails, and time that is counted ----------------------------------- */

typedef struct world {
    uint64_t now_ms;
    uint64_t slept[16];
    size_t sleep_count;
    uint64_t random;
    /* the model: */
    ptc_llm_fault faults[16];
    size_t fault_count; /* attempts that fail; the next one is good */
    size_t calls;
    uint64_t takes_ms;
    uint64_t times[16]; /* what each request was given */
    int retry;
    int64_t retry_after_ms;
    ptc_str content;
    bool is_mute; /* fails without a word */
} world;

static uint64_t world_clock(void *user)
{
    return ((world *)user)->now_ms * 1000000u;
}

static void world_sleep(uint64_t ms, void *user)
{
    world *w = user;

    w->slept[w->sleep_count++] = ms;
    w->now_ms += ms;
}

static uint64_t world_random(void *user)
{
    return ((world *)user)->random;
}

static ptc_status world_answer(const ptc_llm_request *request, ptc_llm_reply *reply,
                               void *user)
{
    world *w = user;
    size_t call = w->calls++;

    w->times[call] = request->time_ms;
    w->now_ms += w->takes_ms;
    if (call >= w->fault_count) {
        reply->content = w->content;
        return PTC_OK;
    }
    reply->fault = w->faults[call];
    reply->message = w->is_mute ? PTC_STR("") : PTC_STR("no");
    reply->retry_after_ms = w->retry_after_ms;
    reply->retry = w->retry;
    return PTC_ERROR_INVALID;
}

typedef struct asking {
    world world;
    ptc_host *host;
    ptc_llm llm;
    ptc_llm_asker asker;
    uint32_t requests;
    ptc_arena arena;
    ptc_llm_reply reply;
    ptc_fail fail;
} asking;

static void start(asking *a)
{
    ptc_host_options options = {.struct_size = sizeof options,
                                .clock_ns = world_clock,
                                .sleep = world_sleep,
                                .random = world_random,
                                .user = &a->world};

    memset(a, 0, sizeof *a);
    cr_assert(ptc_host_new(&options, &a->host) == PTC_OK);
    a->world.content = PTC_STR("(return 1)");
    a->world.retry_after_ms = -1;
    a->llm = (ptc_llm){"model", world_answer, &a->world};
    a->asker = (ptc_llm_asker){
        .host = a->host,
        .retry = {1, PTC_BACKOFF_EXPONENTIAL, 1000, 30000, 0,
                  1u << PTC_LLM_RATE_LIMIT | 1u << PTC_LLM_TIMEOUT |
                      1u << PTC_LLM_SERVER_ERROR},
        .deadline = UINT64_MAX,
        .requests = &a->requests,
        .request_limit = 100,
    };
    ptc_arena_init(&a->arena, NULL, 0);
}

static void fail_times(asking *a, size_t count, ptc_llm_fault fault)
{
    a->world.fault_count = count;
    for (size_t i = 0; i < count; i++)
        a->world.faults[i] = fault;
}

static bool ask(asking *a)
{
    ptc_llm_request request = {
        .struct_size = sizeof request, .turn = 1, .arena = &a->arena};

    return ptc_llm_ask(&a->asker, &a->llm, &request, &a->reply, &a->fail);
}

static void stop(asking *a)
{
    ptc_arena_free(&a->arena);
    ptc_host_free(a->host);
}

static void expect_fail(const asking *a, const char *reason, const char *message)
{
    cr_expect(ptc_str_equal(a->fail.reason, ptc_str_of(reason)), "%s",
              test_cstr(a->fail.reason));
    cr_expect(ptc_str_equal(a->fail.message, ptc_str_of(message)), "%s",
              test_cstr(a->fail.message));
}

/* --- Attempts ---------------------------------------------------------------------- */

Test(llm_ask, asks_once_unless_told_otherwise) /* M424 */
{
    asking a;

    start(&a);
    cr_expect(ask(&a) && a.world.calls == 1 && a.requests == 1);
    cr_expect(ptc_str_equal(a.reply.content, PTC_STR("(return 1)")));
    stop(&a);
    start(&a);
    fail_times(&a, 1, PTC_LLM_TIMEOUT);
    cr_expect(!ask(&a) && a.world.calls == 1);
    expect_fail(&a, "llm_error", "LLM call failed: no");
    stop(&a);
    start(&a);
    fail_times(&a, 1, PTC_LLM_TIMEOUT);
    a.world.is_mute = true;
    cr_expect(!ask(&a));
    expect_fail(&a, "llm_error", "LLM call failed: the model gave no reason");
    stop(&a);
}

Test(llm_ask, tries_again_what_may_pass) /* M427 */
{
    static const struct {
        ptc_llm_fault fault;
        size_t calls;
    } rows[] = {
        {PTC_LLM_RATE_LIMIT, 3},   {PTC_LLM_TIMEOUT, 3}, {PTC_LLM_SERVER_ERROR, 3},
        {PTC_LLM_CLIENT_ERROR, 1}, {PTC_LLM_UNKNOWN, 1},
    };
    asking a;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        start(&a);
        a.asker.retry.max_attempts = 3;
        fail_times(&a, 2, rows[i].fault);
        cr_expect(ask(&a) == (rows[i].calls == 3), "row %zu", i);
        cr_expect(a.world.calls == rows[i].calls, "row %zu: %zu", i, a.world.calls);
        cr_expect(a.requests == rows[i].calls, "each attempt is a request");
        stop(&a);
    }
}

/* A model's own word on another attempt wins over the kinds; attempts and requests stay
 * what they are. */
Test(llm_ask, tries_again_as_the_reply_says) /* M552 */
{
    static const struct {
        ptc_llm_fault fault;
        int retry;
        size_t calls;
    } rows[] = {
        {PTC_LLM_RATE_LIMIT, 0, 3},    {PTC_LLM_RATE_LIMIT, -1, 1},
        {PTC_LLM_RATE_LIMIT, 1, 3},    {PTC_LLM_CLIENT_ERROR, 0, 1},
        {PTC_LLM_CLIENT_ERROR, -1, 1}, {PTC_LLM_CLIENT_ERROR, 1, 3},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        asking a;

        start(&a);
        a.asker.retry.max_attempts = 3;
        a.world.retry = rows[i].retry;
        fail_times(&a, 5, rows[i].fault);
        cr_expect(!ask(&a), "row %zu", i);
        cr_expect(a.world.calls == rows[i].calls, "row %zu: %zu", i, a.world.calls);
        expect_fail(&a, "llm_error", "LLM call failed: no");
        stop(&a);
    }
}

Test(llm_ask, waits_longer_each_time) /* M425, M426 */
{
    static const struct {
        ptc_backoff backoff;
        uint32_t jitter;
        uint64_t random;
        int64_t retry_after_ms;
        uint64_t slept[4];
    } rows[] = {
        {PTC_BACKOFF_EXPONENTIAL, 0, 0, -1, {1000, 2000, 4000, 5000}},
        {PTC_BACKOFF_LINEAR, 0, 0, -1, {1000, 2000, 3000, 4000}},
        {PTC_BACKOFF_CONSTANT, 0, 0, -1, {1000, 1000, 1000, 1000}},
        {PTC_BACKOFF_CONSTANT, 10, 0, -1, {900, 900, 900, 900}},
        {PTC_BACKOFF_CONSTANT, 10, 200, -1, {1100, 1100, 1100, 1100}},
        {PTC_BACKOFF_EXPONENTIAL, 10, 1600, -1, {1093, 2197, 4399, 5000}},
        {PTC_BACKOFF_LINEAR, 0, 0, 2500, {2500, 2500, 3000, 4000}},
        {PTC_BACKOFF_CONSTANT, 0, 0, 60000, {60000, 60000, 60000, 60000}},
    };
    asking a;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        start(&a);
        a.asker.retry = (ptc_llm_retry){5,    rows[i].backoff, 1000,
                                        5000, rows[i].jitter,  1u << PTC_LLM_RATE_LIMIT};
        a.world.random = rows[i].random;
        a.world.retry_after_ms = rows[i].retry_after_ms;
        fail_times(&a, 4, PTC_LLM_RATE_LIMIT);
        cr_expect(ask(&a), "row %zu", i);
        cr_assert(a.world.sleep_count == 4, "row %zu", i);
        for (size_t n = 0; n < 4; n++)
            cr_expect(a.world.slept[n] == rows[i].slept[n], "row %zu, wait %zu: %llu", i,
                      n, (unsigned long long)a.world.slept[n]);
        stop(&a);
    }
}

Test(llm_ask, never_waits_past_the_mission)
{
    asking a;

    start(&a);
    a.asker.retry.max_attempts = 9;
    a.asker.deadline = UINT64_C(4500) * 1000000u;
    fail_times(&a, 9, PTC_LLM_TIMEOUT);
    cr_expect(!ask(&a)); /* waits 1,000 and 2,000; 4,000 would be too long */
    cr_expect(a.world.calls == 3 && a.world.now_ms == 3000);
    expect_fail(&a, "llm_error", "LLM call failed: no");
    a.world.now_ms = 4500;
    cr_expect(!ask(&a) && a.world.calls == 3);
    expect_fail(&a, "mission_timeout", "the mission's time is over");
    stop(&a);
}

Test(llm_ask, gives_each_request_its_time)
{
    asking a;

    start(&a);
    cr_expect(ask(&a) && a.world.times[0] == UINT64_MAX);
    a.asker.timeout_ms = 60000;
    cr_expect(ask(&a) && a.world.times[1] == 60000);
    a.asker.deadline = UINT64_C(10000) * 1000000u;
    cr_expect(ask(&a) && a.world.times[2] == 10000);
    stop(&a);
}

Test(llm_ask, blames_the_mission_when_a_request_used_up_its_last_part_of_a_millisecond)
{
    asking a;

    start(&a);
    a.asker.deadline = UINT64_C(50) * 1000000u - 1;
    a.world.takes_ms = 50;
    fail_times(&a, 1, PTC_LLM_TIMEOUT);
    cr_expect(!ask(&a) && a.world.times[0] == 50);
    expect_fail(&a, "mission_timeout", "the mission's time is over");
    stop(&a);
}

Test(llm_ask, ends_by_budget_and_by_cancelling)
{
    ptc_cancel cancel = {0};
    asking a;

    start(&a);
    a.asker.request_limit = 2;
    a.asker.retry.max_attempts = 5;
    fail_times(&a, 9, PTC_LLM_SERVER_ERROR);
    cr_expect(!ask(&a) && a.world.calls == 2 && a.world.sleep_count == 1);
    expect_fail(&a, "budget_exhausted", "LLM request budget exhausted: 2 of 2");
    stop(&a);
    start(&a);
    a.asker.cancel = &cancel;
    ptc_cancel_set(&cancel);
    cr_expect(!ask(&a) && a.world.calls == 0);
    expect_fail(&a, "cancelled", "the run was cancelled");
    stop(&a);
}

Test(llm_ask, takes_no_reply_that_is_no_text)
{
    static char large[(1 << 20) + 1];
    asking a;

    start(&a);
    a.world.content = PTC_STR("a\xC3(");
    cr_expect(!ask(&a));
    expect_fail(&a, "llm_error", "LLM call failed: the reply is not valid UTF-8");
    memset(large, 'x', sizeof large);
    a.world.content = ptc_str_make(large, sizeof large);
    cr_expect(!ask(&a));
    expect_fail(&a, "llm_error", "LLM call failed: the reply is longer than 1 MiB");
    a.world.content.len--;
    cr_expect(ask(&a));
    stop(&a);
}

/* --- Which model ------------------------------------------------------------------- */

/* M243, M268, M269, M270, M271, M421 */
Test(llm_ask, finds_the_first_model_that_is_named)
{
    ptc_llm opus = {"opus", world_answer, NULL};
    ptc_llm registry[] = {{"haiku", world_answer, (void *)1},
                          {"opus", world_answer, NULL}};
    ptc_llm default_haiku = {"haiku", world_answer, (void *)2};
    ptc_llm sonnet = {"sonnet", world_answer, (void *)3};
    ptc_llm_ref none = {NULL, NULL};
    ptc_llm_ref by_name = {"haiku", NULL};
    ptc_llm_ref by_default = {"sonnet", NULL};
    ptc_llm_ref itself = {NULL, &opus};
    const struct {
        const ptc_llm_ref *refs[4];
        void *user;
    } rows[] = {
        {{&itself, &by_name, &none, &by_name}, NULL},
        {{&by_name, &itself, &none, &none}, (void *)1}, /* the run's before the host's */
        {{&none, &none, &none, &by_name}, (void *)1},
        {{&none, &by_default, &by_name, &none}, (void *)3},
        {{&none, &none, &itself, &by_name}, NULL},
    };
    asking a;

    start(&a);
    cr_assert(ptc_host_add_llm(a.host, &default_haiku) == PTC_OK);
    cr_assert(ptc_host_add_llm(a.host, &sonnet) == PTC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_llm_names names = {registry, 2, a.host};
        ptc_llm llm;

        cr_assert(ptc_llm_resolve(&names, rows[i].refs, 4, &a.arena, &llm, &a.fail),
                  "row %zu", i);
        cr_expect(llm.user == rows[i].user, "row %zu", i);
    }
    stop(&a);
}

Test(llm_ask, says_why_there_is_no_model) /* M273 */
{
    ptc_llm registry[] = {{"haiku", world_answer, NULL}, {"opus", world_answer, NULL}};
    ptc_llm broken[] = {{"haiku", world_answer, NULL}, {"opus", NULL, NULL}};
    ptc_llm nameless[] = {{"", world_answer, NULL}};
    ptc_llm hollow = {"x", NULL, NULL};
    ptc_llm_ref none = {NULL, NULL};
    ptc_llm_ref name = {"gpt", NULL};
    ptc_llm_ref bad = {NULL, &hollow};
    const ptc_llm_ref *ref;
    ptc_llm_names names = {NULL, 0, NULL};
    ptc_llm llm;
    asking a;

    start(&a);
    ref = &none;
    cr_expect(!ptc_llm_resolve(&names, &ref, 1, &a.arena, &llm, &a.fail));
    expect_fail(&a, "llm_required",
                "no model: set llm in the agent or the options of the run");
    ref = &name;
    cr_expect(!ptc_llm_resolve(&names, &ref, 1, &a.arena, &llm, &a.fail));
    expect_fail(&a, "llm_registry_required",
                "model \"gpt\" is a name, and there is no registry of models");
    names.registry = registry;
    names.registry_count = 2;
    cr_expect(ptc_llm_check_registry(&names, &a.arena, &a.fail));
    cr_expect(!ptc_llm_resolve(&names, &ref, 1, &a.arena, &llm, &a.fail));
    expect_fail(&a, "llm_not_found",
                "model \"gpt\" not found; known models: haiku, opus");
    cr_assert(ptc_host_add_llm(a.host, &registry[0]) == PTC_OK);
    names.host = a.host; /* common entries appear once */
    cr_expect(!ptc_llm_resolve(&names, &ref, 1, &a.arena, &llm, &a.fail));
    expect_fail(&a, "llm_not_found",
                "model \"gpt\" not found; known models: haiku, opus");
    names.host = NULL;
    ref = &bad;
    cr_expect(!ptc_llm_resolve(&names, &ref, 1, &a.arena, &llm, &a.fail));
    expect_fail(&a, "invalid_llm", "the model has no function");
    names.registry = broken;
    cr_expect(!ptc_llm_check_registry(&names, &a.arena, &a.fail));
    expect_fail(&a, "invalid_llm_registry", "model 2 of the registry has no function");
    names.registry = nameless;
    names.registry_count = 1;
    cr_expect(!ptc_llm_check_registry(&names, &a.arena, &a.fail));
    expect_fail(&a, "invalid_llm_registry", "model 1 of the registry has no name");
    stop(&a);
}
