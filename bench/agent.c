/* SPDX-License-Identifier: MIT */
/*
 * `bench_agent WORKLOAD COUNT [THREADS]` runs agents whose model is a function with fixed
 * replies and whose clock never advances; the finder is that of examples/agent-tools, as
 * generated. [docs/performance.md]
 *
 *   turns   a run of COUNT turns with three tools and a trace. Each turn is a program of
 *           six lines over 100 orders, which prints a line and defines a name; the last
 *           one returns
 *   bare    the same with programs of one word
 *   memory  a run like `turns`: prints the bytes that the step holds, a tab, and the
 *           largest number of bytes held at any time
 *   finder  a run of the generated agent; with COUNT 2 followed by another one, which
 *           ends the program when the model is asked
 *   text    the same with an agent whose mission and signature are text
 *   runs    COUNT runs of the generated agent, two turns and a tool call each, by THREADS
 *
 * Prints how many turns (of `turns` and `bare`) or runs succeeded, a tab, and the seconds
 * that they took.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "finder.ptc.h"
#include "orders.h"

#include <ptc/agent.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ORDERS = 100, THREADS_MAX = 64 };

static void fail(const char *what)
{
    fprintf(stderr, "bench_agent: %s\n", what);
    exit(1);
}

/* --- Memory ------------------------------------------------------------------------ */

static size_t bytes_held;
static size_t bytes_most;

static void *count_bytes(void *old, size_t old_size, size_t new_size, void *user)
{
    (void)user;
    bytes_held += new_size;
    bytes_held -= old == NULL ? 0 : old_size;
    if (bytes_held > bytes_most)
        bytes_most = bytes_held;
    if (new_size > 0)
        return realloc(old, new_size);
    free(old);
    return NULL;
}

static const ptc_allocator counting = {count_bytes, NULL};

/* --- The host ---------------------------------------------------------------------- */

static uint64_t stand_still(void *user)
{
    (void)user;
    return 0;
}

static int64_t same_day(void *user)
{
    (void)user;
    return 1768644000000;
}

static uint64_t no_chance(void *user)
{
    (void)user;
    return 0x0123456789abcdefu;
}

static ptc_host *make_host(const ptc_allocator *allocator)
{
    ptc_host_options options = {
        .struct_size = sizeof options,
        .clock_ns = stand_still,
        .wall_clock_ms = same_day,
        .random = no_chance,
    };
    ptc_host *host;

    if (allocator != NULL)
        options.allocator = *allocator;
    if (ptc_host_new(&options, &host) != PTC_OK)
        fail("no host");
    return host;
}

/* The tool that programs of the finder call. */
ptc_status shop_search(const search *in, search_result *out, ptc_tool_call *call)
{
    static const search_result_item stock[] = {{PTC_STR_INIT("desk lamp"), 19.5},
                                               {PTC_STR_INIT("lava lamp"), 12.0}};

    (void)in;
    out->items = ptc_arena_copy(call->arena, stock, sizeof stock);
    out->count = 2;
    return out->items != NULL ? PTC_OK : PTC_ERROR_MEMORY;
}

/* --- Models ------------------------------------------------------------------------ */

#define SIX_LINES                                                                        \
    "I add up the large ones.\n"                                                         \
    "```clojure\n"                                                                       \
    "(let [paid (filter (fn [o] (= (:status o) \"paid\")) ctx/orders)\n"                 \
    "      big (filter (fn [o] (> (:total o) 100)) paid)\n"                              \
    "      total (reduce + 0 (map :total big))\n"                                        \
    "      top (take 3 (reverse (sort-by :total big)))]\n"                               \
    "  (println \"large:\" (count big) \"of\" (count paid))\n"                           \
    "  (def found {:count (count big) :total total :top (map :id top)}))\n"              \
    "```\n"

/* What the six lines count among the 34 paid orders. */
#define RETURN_FOUND "```clojure\n(return {:large (:count found)})\n```"
enum { LARGE = 29 };

typedef struct talk {
    const char *reply;
    uint32_t turns;
    const char *last;
} talk;

static ptc_status answer(const ptc_llm_request *request, ptc_llm_reply *reply, void *user)
{
    const talk *plan = user;

    reply->content = ptc_str_of(request->turn < plan->turns ? plan->reply : plan->last);
    reply->input_tokens = 1000;
    reply->output_tokens = 100;
    return PTC_OK;
}

static const talk finder_talk = {
    "I look at what there is.\n```clojure\n(tool/search {:query ctx/what})\n```", 2,
    "```clojure\n(return (apply min-key :price *1))\n```"};

/* A model that never replies: everything before it was the start of a run. */
static ptc_status end_here(const ptc_llm_request *request, ptc_llm_reply *reply,
                           void *user)
{
    (void)request;
    (void)reply;
    (void)user;
    printf("2\t0\n");
    exit(0);
}

/* --- Runs of many turns ------------------------------------------------------------ */

/* With strings as keys, like in JSON. */
static ptc_value orders_context(ptc_arena *arena)
{
    ptc_map_entry *entry = ptc_arena_array(arena, 1, sizeof *entry);
    ptc_value *rows = ptc_arena_array(arena, ORDERS, sizeof *rows);
    ptc_value out;

    if (entry == NULL || rows == NULL)
        fail("no memory for the orders");
    for (int i = 0; i < ORDERS; i++)
        rows[i] = bench_order(arena, i, PTC_STRING);
    entry->key = ptc_value_string(PTC_STR("orders"));
    entry->value = ptc_value_vector(rows, ORDERS);
    if (ptc_map_make(arena, entry, 1, &out, NULL) != PTC_OK)
        fail("no memory for the orders");
    return out;
}

/* The finder's tool three times, under three names. */
static const ptc_agent_tool *three_tools(void)
{
    static ptc_tool functions[3];
    static ptc_agent_tool tools[3];
    static const char *const names[] = {"archive", "search", "stock"};

    for (int i = 0; i < 3; i++) {
        functions[i] = *finder.tools[0].function;
        functions[i].name = names[i];
        tools[i] = (ptc_agent_tool){.name = names[i], .function = &functions[i]};
    }
    return tools;
}

/* All turns succeeded and were traced; the result is right. */
static void check_step(ptc_status status, const ptc_step *step, uint32_t turns)
{
    const ptc_value *large;

    if (status != PTC_OK)
        fail(step != NULL ? step->fail.message.ptr : "no memory");
    if (step->usage.turns != turns || step->trace == NULL ||
        step->trace->turn_count != turns)
        fail("not all turns");
    large = ptc_map_find_text(step->result.as.map, PTC_STRING, PTC_STR("large"));
    if (large == NULL || large->as.integer != LARGE)
        fail("a wrong result");
    for (uint32_t i = 0; i < turns; i++) {
        if (!step->trace->turns[i].is_good)
            fail("a program failed");
    }
}

/* One run; the arena keeps its step. */
static void run_turns(const char *reply, const char *last, uint32_t turns,
                      const ptc_allocator *allocator, ptc_arena *arena)
{
    talk plan = {reply, turns, last};
    ptc_llm model = {"fixed", answer, &plan};
    ptc_agent agent = {
        .struct_size = sizeof agent,
        .name = "counter",
        .prompt = PTC_STR("Add up the large orders that are paid."),
        .signature_text = PTC_STR("(orders [:map]) -> {large :int}"),
        .tools = three_tools(),
        .tool_count = 3,
        .max_turns = turns,
        .turn_budget = turns,
    };
    ptc_agent_options options = {.struct_size = sizeof options, .llm.llm = &model};
    const ptc_step *step = NULL;
    ptc_status status;
    ptc_arena data;
    ptc_value context;

    ptc_arena_init(&data, NULL, 0);
    context = orders_context(&data);
    options.context = &context;
    options.host = make_host(allocator);
    status = ptc_agent_run(arena, &agent, &options, &step);
    check_step(status, step, turns);
    ptc_host_free(options.host);
    ptc_arena_free(&data);
}

static void weigh_turns(uint32_t turns)
{
    ptc_arena arena;

    ptc_arena_init(&arena, &counting, 0);
    run_turns(SIX_LINES, RETURN_FOUND, turns, &counting, &arena);
    printf("%zu\t%zu\n", arena.held, bytes_most);
    ptc_arena_free(&arena);
    if (bytes_held != 0)
        fail("memory is left over");
}

static void count_turns(const char *reply, const char *last, uint32_t turns)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    run_turns(reply, last, turns, NULL, &arena);
    printf("%u\t0\n", (unsigned)turns);
    ptc_arena_free(&arena);
}

/* --- Runs of the finder ------------------------------------------------------------ */

static void run_finder(const ptc_agent *agent, ptc_host *host, const ptc_llm *model,
                       ptc_arena *arena)
{
    ptc_map_entry entry = {ptc_value_string(PTC_STR("what")),
                           ptc_value_string(PTC_STR("lamp"))};
    ptc_agent_options options = {
        .struct_size = sizeof options, .llm.llm = model, .host = host};
    const ptc_step *step = NULL;
    ptc_value context;

    ptc_arena_reset(arena);
    if (ptc_map_make(arena, &entry, 1, &context, NULL) != PTC_OK)
        fail("no memory for the context");
    options.context = &context;
    if (ptc_agent_run(arena, agent, &options, &step) != PTC_OK || step->usage.turns != 2)
        fail(step != NULL ? step->fail.message.ptr : "no memory");
}

static void start_finder(const ptc_agent *agent, bool again)
{
    talk plan = finder_talk;
    ptc_llm model = {"fixed", answer, &plan};
    ptc_host *host = make_host(NULL);
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    run_finder(agent, host, &model, &arena);
    model.call = end_here;
    if (again)
        run_finder(agent, host, &model, &arena);
    printf("1\t0\n");
    ptc_arena_free(&arena);
    ptc_host_free(host);
}

typedef struct crew {
    pthread_t thread;
    ptc_host *host;
    long runs;
} crew;

static void *work(void *user)
{
    const crew *worker = user;
    talk plan = finder_talk;
    ptc_llm model = {"fixed", answer, &plan};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (long i = 0; i < worker->runs; i++)
        run_finder(&finder, worker->host, &model, &arena);
    ptc_arena_free(&arena);
    return NULL;
}

static void time_runs(long runs, long threads)
{
    static crew workers[THREADS_MAX];
    ptc_host *host = make_host(NULL);
    struct timespec start;
    struct timespec end;

    if (threads < 1 || threads > THREADS_MAX)
        fail("too many threads");
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long i = 0; i < threads; i++) {
        workers[i].host = host;
        workers[i].runs = (runs + i) / threads;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            fail("no thread");
    }
    for (long i = 0; i < threads; i++)
        pthread_join(workers[i].thread, NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld\t%.6f\n", runs,
           (double)(end.tv_sec - start.tv_sec) +
               (double)(end.tv_nsec - start.tv_nsec) / 1e9);
    ptc_host_free(host);
}

int main(int argc, char **argv)
{
    long count = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    long threads = argc > 3 ? strtol(argv[3], NULL, 10) : 1;
    const char *name = argc > 1 ? argv[1] : "";
    ptc_agent as_text = finder;

    as_text.signature = NULL;
    as_text.signature_text = ptc_str_of(finder_signature);
    as_text.compiled_prompt = NULL;
    as_text.parts = NULL;
    if (count <= 0 || count > 1000000)
        fail("usage: bench_agent WORKLOAD COUNT [THREADS]");
    if (strcmp(name, "turns") == 0)
        count_turns(SIX_LINES, RETURN_FOUND, (uint32_t)count);
    else if (strcmp(name, "bare") == 0)
        count_turns("```clojure\nnil\n```", "```clojure\n(return {:large 29})\n```",
                    (uint32_t)count);
    else if (strcmp(name, "memory") == 0)
        weigh_turns((uint32_t)count);
    else if (strcmp(name, "finder") == 0)
        start_finder(&finder, count > 1);
    else if (strcmp(name, "text") == 0)
        start_finder(&as_text, count > 1);
    else if (strcmp(name, "runs") == 0)
        time_runs(count, threads);
    else
        fail("no such workload");
    return 0;
}
