/* SPDX-License-Identifier: MIT */
/* Reports of compiled agents on their runs, on many threads, and without memory.
 * [subagent 13, 14, 15] */
#include <criterion/criterion.h>
#include <pthread.h>

#include "compiled_agents.h"

/* --- Reports ----------------------------------------------------------------------- */

/* The names of events, and all lines. */
typedef struct told_log {
    ptc_text names;
    ptc_text lines;
} told_log;

static bool told_line(ptc_str line, void *user)
{
    told_log *log = user;
    const char *name = strstr(line.ptr, "\"event\":\"");

    cr_assert(name != NULL);
    name += 9;
    ptc_text_str(&log->names, ptc_str_make(name, strcspn(name, "\"")));
    ptc_text_byte(&log->names, ' ');
    ptc_text_str(&log->lines, line);
    ptc_text_byte(&log->lines, '\n');
    return true;
}

static void told_start(told_log *log, test_compiled *at)
{
    ptc_text_init(&log->names, &at->run.arena);
    ptc_text_init(&log->lines, &at->run.arena);
    at->run.options.log = told_line;
    at->run.options.log_user = log;
}

Test(compiled_told, what_is_private_does_not_leave)
{
    test_compiled at;

    test_compiled_start(&at, "(_key :string) -> {_cost :string}",
                        "(println ctx/_key {:_key ctx/_key}) (return {:_cost ctx/_key})");
    test_compiled_go(&at, "{:_key \"c4n4ry\"}");
    test_expect_result(&at.run, "{\"_cost\" \"c4n4ry\"}");
    cr_expect(strstr(test_cstr(at.run.step->trace->turns[0].prints), "<Firewalled>") !=
              NULL);
    cr_expect(strstr(test_cstr(at.run.step->trace->turns[0].shown_result), "c4n4ry") ==
              NULL);
    test_compiled_stop(&at);
}

/* Nor does it when the run fails, whatever for. */
Test(compiled_told, what_is_private_does_not_leave_failures)
{
    static const char *const programs[] = {
        "(return {:_cost 7 :wrong ctx/_key})",
        "(return {:_cost ctx/_key :n \"x\"})",
        "(fail {:reason :no :message \"no\" :_key ctx/_key})",
        "(println {:_key ctx/_key}) (+ 1 {:_key ctx/_key})",
        "(tool/t {:id 0 :_key ctx/_key})",
        "(tool/t {:id \"x\" :_key ctx/_key})",
        "(tool/t {:id 5 :_key ctx/_key}) (+ 1 \"x\")",
        "(def kept {:_key ctx/_key}) (tool/t {:id 0})",
    };

    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        test_compiled at;
        told_log log;
        ptc_text text;

        test_compiled_start(&at, "(_key :string) -> {n :int, _cost :int}", programs[i]);
        test_compiled_tool(&at, "(id :int, _key :string) -> :int");
        told_start(&log, &at);
        test_compiled_go(&at, "{:_key \"c4n4ry\"}");
        cr_expect_eq(at.run.status, PTC_ERROR_INVALID, "%s", programs[i]);
        cr_expect(strstr(log.lines.ptr, "c4n4ry") == NULL, "%s: %s", programs[i],
                  log.lines.ptr);
        ptc_text_init(&text, &at.run.arena);
        ptc_step_print_trace(&text, at.run.step, 0);
        ptc_step_inspect(&text, at.run.step, 0, 0);
        ptc_step_write_error(&text, at.run.step);
        cr_expect_eq(ptc_step_write_json(&text, at.run.step, 0), PTC_OK);
        cr_expect(text.len > 100 && strstr(text.ptr, "c4n4ry") == NULL, "%s: %s",
                  programs[i], text.ptr);
        test_compiled_stop(&at);
    }
}

Test(compiled_told, events_are_those_of_a_run_without_a_model)
{
    test_compiled at;
    told_log log;

    test_compiled_start(&at, "(_key :string) -> :int",
                        "(println ctx/_key) (attempt (tool/t {:id 0}))");
    test_compiled_add(&at, "(return (tool/t {:id 5}))");
    test_compiled_tool(&at, "(id :int) -> :int");
    told_start(&log, &at);
    test_compiled_go(&at, "{:_key \"c4n4ry\"}");
    test_expect_result(&at.run, "50");
    cr_expect_str_eq(log.names.ptr,
                     "run.start turn.start tool.start tool.exception turn.stop "
                     "turn.start tool.start tool.stop turn.stop run.stop ");
    cr_expect(strstr(log.lines.ptr, "\"agent\":\"scorer\"") != NULL);
    cr_expect(strstr(log.lines.ptr, "\"context\":{\"_key\":\"<Firewalled>\"}") != NULL,
              "%s", log.lines.ptr);
    cr_expect(strstr(log.lines.ptr, "\"turns\":0") != NULL, "%s", log.lines.ptr);
    cr_expect(strstr(log.lines.ptr, "\"turns\":2") == NULL, "%s", log.lines.ptr);
    cr_expect_eq(at.run.step->usage.turns, 0u);
    test_compiled_stop(&at);
}

Test(compiled_told, traces_are_kept_as_the_option_says)
{
    test_compiled at;

    test_compiled_start(&at, NULL, "(def x 1)");
    test_compiled_add(&at, "(return (inc x))");
    at.run.options.debug = true;
    test_compiled_go(&at, NULL);
    cr_assert_eq(at.run.step->trace->turn_count, (size_t)2);
    cr_expect_str_eq(test_cstr(at.run.step->trace->turns[0].source), "(def x 1)");
    cr_expect_str_eq(test_edn(&at.run, &at.run.step->trace->turns[1].memory),
                     "{\"x\" 1}");
    cr_expect_eq(at.run.step->trace->input_tokens, -1);
    at.run.options.trace = PTC_TRACE_MODE_NONE;
    test_compiled_go(&at, NULL);
    cr_expect(at.run.step->trace == NULL);
    test_compiled_stop(&at);
}

/* --- Threads ----------------------------------------------------------------------- */

enum { TOLD_THREADS = 4, TOLD_RUNS = 50 };

static void *told_thread(void *user)
{
    const ptc_compiled *compiled = user;
    ptc_arena arena;
    bool is_good = true;

    ptc_arena_init(&arena, NULL, 0);
    for (int i = 0; i < TOLD_RUNS; i++) {
        ptc_map_entry entry = {ptc_value_string(PTC_STR("n")), ptc_value_int(i)};
        const ptc_step *step;
        ptc_value context;

        is_good = is_good && ptc_map_make(&arena, &entry, 1, &context, NULL) == PTC_OK &&
                  ptc_compiled_run(&arena, compiled, &context, NULL, &step) == PTC_OK &&
                  step->result.as.integer == 10 * (2 * i + 1);
    }
    ptc_arena_free(&arena);
    return is_good ? user : NULL;
}

static ptc_status told_tenfold(ptc_tool_call *call, void *user)
{
    const ptc_map *map = call->arguments.as.map;

    (void)user;
    call->result =
        ptc_value_int(10 * ptc_map_find_field(map, PTC_STR("id"), 0)->value.as.integer);
    return PTC_OK;
}

Test(compiled_told, threads_share_one_constant)
{
    pthread_t threads[TOLD_THREADS];
    test_compiled at;

    test_compiled_start(&at, "(n :int) -> :int", "(def twice (* 2 (or ctx/n 0)))");
    test_compiled_add(&at, "(return (tool/t {:id (inc twice)}))");
    test_compiled_tool(&at, "(id :int) -> :int");
    at.function.function = told_tenfold;
    for (size_t i = 0; i < TOLD_THREADS; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, told_thread, &at.compiled), 0);
    for (size_t i = 0; i < TOLD_THREADS; i++) {
        void *result = NULL;

        pthread_join(threads[i], &result);
        cr_expect(result != NULL, "thread %zu", i);
    }
    test_compiled_stop(&at);
}

/* --- Memory ------------------------------------------------------------------------ */

/* Refused at each block in turn it ends with nothing, and leaves nothing. */
Test(compiled_told, refused_memory_is_told)
{
    bool is_whole = false;
    test_compiled inner;
    test_compiled at;
    ptc_value context;

    test_compiled_start(&inner, "(n :int) -> :int", "(return (* ctx/n ctx/n))");
    test_compiled_start(&at, "(n :int) -> {n :int}",
                        "(def x (tool/square {:n (or ctx/n 1)})) {:found x}");
    test_compiled_add(&at, "(println x) (return {:n (+ x (or ctx/found 0))})");
    at.tools[0] = (ptc_agent_tool){.name = "square", .compiled = &inner.compiled};
    at.compiled.tool_count = 1;
    context = test_value(&at.run, "{:n \"3\"}");
    for (size_t left = 0; !is_whole && left < 5000; left++) {
        test_refusing memory = {.left = left};
        ptc_allocator allocator = test_refusing_allocator(&memory);
        const ptc_step *step;
        ptc_status status;
        ptc_arena arena;

        ptc_arena_init(&arena, &allocator, 0);
        status = ptc_compiled_run(&arena, &at.compiled, &context, NULL, &step);
        cr_expect((step == NULL) == (status == PTC_ERROR_MEMORY), "%zu: %s", left,
                  ptc_status_name(status));
        is_whole = status == PTC_OK;
        cr_expect(is_whole || status == PTC_ERROR_MEMORY, "%zu: %s", left,
                  ptc_status_name(status));
        ptc_arena_free(&arena);
        cr_expect_eq(memory.held, 0u, "%zu: leaks", left);
    }
    cr_expect(is_whole);
    test_compiled_stop(&at);
    test_compiled_stop(&inner);
}
