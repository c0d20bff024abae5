/* SPDX-License-Identifier: MIT */
/* Hosts: models by name, handlers of events, clocks. [subagent 8.2, 14] */
#include <criterion/criterion.h>

#include "agent/host/host_int.h"
#include "support.h"

#include <stdio.h>

static ptc_status say_nothing(const ptc_llm_request *request, ptc_llm_reply *reply,
                              void *user)
{
    (void)request, (void)reply, (void)user;
    return PTC_ERROR_INVALID;
}

static void count_event(const ptc_event *event, void *user)
{
    int *counts = user;

    counts[event->kind]++;
}

Test(host, knows_models_by_name) /* M421 */
{
    ptc_llm haiku = {"haiku", say_nothing, NULL};
    ptc_llm bad[] = {
        {NULL, say_nothing, NULL}, {"", say_nothing, NULL}, {"x", NULL, NULL}};
    char name[16];
    ptc_host *host;

    cr_assert(ptc_host_new(NULL, &host) == PTC_OK);
    cr_expect(ptc_host_find_llm(host, PTC_STR("haiku")) == NULL);
    cr_expect(ptc_host_add_llm(host, &haiku) == PTC_OK);
    cr_expect(ptc_host_add_llm(host, &haiku) == PTC_ERROR_DUPLICATE);
    for (size_t i = 0; i < 3; i++)
        cr_expect(ptc_host_add_llm(host, &bad[i]) == PTC_ERROR_ARGUMENT, "row %zu", i);
    for (int i = 0; i < 50; i++) { /* grows; names are copied */
        ptc_llm more = {name, say_nothing, &name[i % 8]};

        snprintf(name, sizeof name, "model%d", i);
        cr_assert(ptc_host_add_llm(host, &more) == PTC_OK);
    }
    memset(name, 'x', sizeof name);
    cr_expect(ptc_host_find_llm(host, PTC_STR("haiku"))->call == say_nothing);
    cr_expect(ptc_host_find_llm(host, PTC_STR("model7"))->user == &name[7]);
    cr_expect(ptc_host_find_llm(host, PTC_STR("model50")) == NULL);
    ptc_host_free(host);
    ptc_host_free(NULL);
}

Test(host, calls_handlers_of_the_events_they_want) /* M405 */
{
    static const ptc_event_kind some[] = {PTC_EVENT_RUN_STOP, PTC_EVENT_TOOL_STOP};
    static const ptc_event_kind bad[] = {PTC_EVENT_COUNT};
    int few[PTC_EVENT_COUNT] = {0};
    int all[PTC_EVENT_COUNT] = {0};
    ptc_event event = {.kind = PTC_EVENT_RUN_START};
    ptc_host *host;

    cr_assert(ptc_host_new(NULL, &host) == PTC_OK);
    cr_expect(!ptc_host_listens(host, PTC_EVENT_RUN_STOP), "nobody yet");
    cr_expect(ptc_host_attach(host, "few", some, 2, count_event, few) == PTC_OK);
    cr_expect(!ptc_host_listens(host, PTC_EVENT_RUN_START));
    cr_expect(ptc_host_listens(host, PTC_EVENT_RUN_STOP));
    cr_expect(ptc_host_attach(host, "few", some, 2, count_event, few) ==
              PTC_ERROR_DUPLICATE);
    cr_expect(ptc_host_attach(host, "bad", bad, 1, count_event, few) ==
              PTC_ERROR_ARGUMENT);
    cr_expect(ptc_host_attach(host, "all", NULL, 0, count_event, all) == PTC_OK);
    for (unsigned kind = 0; kind < PTC_EVENT_COUNT; kind++) {
        event.kind = (ptc_event_kind)kind;
        cr_expect(ptc_host_listens(host, event.kind));
        ptc_host_emit(host, &event);
        cr_expect(all[kind] == 1, "event %u", kind);
        cr_expect(few[kind] ==
                  (kind == PTC_EVENT_RUN_STOP || kind == PTC_EVENT_TOOL_STOP));
    }
    cr_expect(ptc_host_detach(host, "all") == PTC_OK);
    cr_expect(ptc_host_detach(host, "all") == PTC_ERROR_ARGUMENT);
    cr_expect(!ptc_host_listens(host, PTC_EVENT_RUN_START));
    event.kind = PTC_EVENT_TOOL_STOP;
    ptc_host_emit(host, &event);
    cr_expect(few[PTC_EVENT_TOOL_STOP] == 2 && all[PTC_EVENT_TOOL_STOP] == 1);
    ptc_host_free(host);
}

Test(host, does_not_change_once_it_is_used)
{
    ptc_llm haiku = {"haiku", say_nothing, NULL};
    ptc_host *host;

    cr_assert(ptc_host_new(NULL, &host) == PTC_OK);
    cr_expect(ptc_host_attach(host, "a", NULL, 0, count_event, NULL) == PTC_OK);
    ptc_host_freeze(host);
    ptc_host_freeze(host);
    cr_expect(ptc_host_add_llm(host, &haiku) == PTC_ERROR_ARGUMENT);
    cr_expect(ptc_host_attach(host, "b", NULL, 0, count_event, NULL) ==
              PTC_ERROR_ARGUMENT);
    cr_expect(ptc_host_detach(host, "a") == PTC_ERROR_ARGUMENT);
    ptc_host_free(host);
}

Test(host, names_events)
{
    cr_expect_str_eq(ptc_event_name(PTC_EVENT_RUN_START), "run.start");
    cr_expect_str_eq(ptc_event_name(PTC_EVENT_TOOL_EXCEPTION), "tool.exception");
    cr_expect_str_eq(ptc_event_name(PTC_EVENT_COUNT), "");
}

/* --- Time and chance --------------------------------------------------------------- */

typedef struct fake {
    uint64_t now;
    uint64_t slept;
    uint64_t number;
} fake;

static uint64_t fake_clock(void *user)
{
    return ((fake *)user)->now;
}

static int64_t fake_wall_clock(void *user)
{
    return (int64_t)((fake *)user)->now + 5;
}

static void fake_sleep(uint64_t ms, void *user)
{
    ((fake *)user)->slept += ms;
}

static uint64_t fake_random(void *user)
{
    return ((fake *)user)->number++;
}

Test(host, takes_time_and_chance_from_its_options)
{
    fake state = {.now = 77, .number = 0x1F};
    ptc_host_options options = {sizeof options, {NULL, NULL}, fake_clock, fake_wall_clock,
                                fake_sleep,     fake_random,  &state};
    ptc_cancel cancel = {0};
    ptc_trace_id id;
    ptc_host *host;

    cr_assert(ptc_host_new(&options, &host) == PTC_OK);
    cr_expect(ptc_host_clock(host) == 77 && ptc_host_wall_clock(host) == 82);
    cr_expect(ptc_host_sleep(host, 3000, &cancel) && state.slept == 3000);
    ptc_cancel_set(&cancel);
    cr_expect(!ptc_host_sleep(host, 1, &cancel));
    ptc_host_make_id(host, id, 4);
    cr_expect_str_eq(id, "f1000000020000001200000022000000");
    ptc_host_free(host);
}

Test(host, has_the_time_of_the_system)
{
    ptc_cancel cancel = {0};
    ptc_trace_id first;
    ptc_trace_id second;
    ptc_host *host;
    uint64_t start;

    cr_assert(ptc_host_new(NULL, &host) == PTC_OK);
    start = ptc_host_clock(host);
    cr_expect(ptc_host_sleep(host, 2, NULL));
    cr_expect(ptc_host_clock(host) - start >= 2000000);
    ptc_cancel_set(&cancel);
    cr_expect(!ptc_host_sleep(host, 3600000, &cancel), "does not wait an hour");
    cr_expect(ptc_host_wall_clock(host) > INT64_C(1700000000000));
    ptc_host_make_id(host, first, 4);
    ptc_host_make_id(host, second, 4);
    cr_expect(strlen(first) == 32 && strspn(first, "0123456789abcdef") == 32);
    cr_expect(strcmp(first, second) != 0);
    ptc_host_free(host);
}

Test(host, gives_up_cleanly_when_memory_is_refused)
{
    for (size_t allowed = 0; allowed < 6; allowed++) {
        test_refusing memory = {.left = allowed};
        ptc_host_options options = {.struct_size = sizeof options,
                                    .allocator = test_refusing_allocator(&memory)};
        ptc_status status = PTC_OK;
        ptc_host *host;

        if (ptc_host_new(&options, &host) != PTC_OK) {
            cr_expect(host == NULL && memory.held == 0);
            continue;
        }
        for (int i = 0; i < 1000 && status == PTC_OK; i++) {
            char name[16];
            ptc_llm llm = {name, say_nothing, NULL};

            snprintf(name, sizeof name, "m%d", i);
            status = ptc_host_add_llm(host, &llm);
        }
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "allocation %zu",
                  allowed);
        ptc_host_free(host);
        cr_expect(memory.held == 0, "allocation %zu refused", allowed);
    }
}
