/* SPDX-License-Identifier: MIT */
/*
 * 1,000 runs of agents on 8 threads that share a host, agents, tools and a model: for
 * sanitizers, and so without a test framework. Every run has its own script, calls two
 * child agents, a C function and a model, and its result is looked at. [subagent 12, 14]
 *
 *   agent_threads [RUNS]
 */
#include <ptc/ptc.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 8, RUNS = 1000 };

/* --- What all runs share ----------------------------------------------------------- */

static ptc_status add_one(ptc_tool_call *call, void *user)
{
    const ptc_value *n = ptc_value_get(&call->arguments, "n");

    (void)user;
    if (n == NULL || n->kind != PTC_INT) {
        call->message = "n must be an integer";
        return PTC_ERROR_INVALID;
    }
    call->result = ptc_value_int(n->as.integer + 1);
    return PTC_OK;
}

/* A model without a state: it says yes. */
static ptc_status say_yes(const ptc_llm_request *request, ptc_llm_reply *reply,
                          void *user)
{
    (void)request, (void)user;
    reply->content = PTC_STR("{\"yes\": true}");
    return PTC_OK;
}

/* (n :int) -> {yes :bool} */
static const ptc_schema_node judge_nodes[] = {
    {.type = PTC_TYPE_FUNCTION, .flags = PTC_NODE_NAMED, .first = 1, .count = 2},
    {.type = PTC_TYPE_MAP, .first = 3, .count = 1},
    {.type = PTC_TYPE_MAP, .first = 4, .count = 1},
    {.type = PTC_TYPE_INT, .parent = 1, .name = PTC_STR_INIT("n")},
    {.type = PTC_TYPE_BOOL, .parent = 2, .name = PTC_STR_INIT("yes")},
};
static const ptc_schema judge_signature = {judge_nodes, 0, 5};

static const ptc_tool functions[] = {
    {.name = "add_one", .function = add_one, .flags = PTC_TOOL_CACHED}};
static const ptc_llm_tool judge = {.prompt = PTC_STR_INIT("Is {{n}} good?"),
                                   .signature = &judge_signature,
                                   .llm = {"yes", NULL}};
static const ptc_agent square = {.struct_size = sizeof square,
                                 .name = "square",
                                 .prompt = PTC_STR_INIT("Square {{n}}"),
                                 .signature_text = PTC_STR_INIT("(n :int) -> {v :int}")};
static const ptc_agent_tool tools[] = {{.name = "add_one", .function = &functions[0]},
                                       {.name = "judge", .llm_tool = &judge},
                                       {.name = "square", .agent = &square}};
static const ptc_agent orchestrator = {
    .struct_size = sizeof orchestrator,
    .name = "orchestrator",
    .prompt = PTC_STR_INIT("Work on {{n}}"),
    .signature_text = PTC_STR_INIT("(n :int) -> {sum :int, yes :bool}"),
    .tools = tools,
    .tool_count = 3,
    .flags = PTC_AGENT_GREP};

/* The replies of a run, those of its children among them. */
static const char script[] =
    "\"(def a (tool/square {:n ctx/n}))\"\n"
    "\"(def x (* ctx/n ctx/n))\"\n"
    "\"```clojure\\n(return {:v memory/x})\\n```\"\n"
    "\"(tool/missing {})\"\n"
    "\"(return {:sum (+ (:v memory/a) (:v (tool/square {:n 2})) (tool/add_one {:n "
    "ctx/n})) :yes (and (:yes (tool/judge {:n ctx/n})) (= [\\\"b\\\"] (tool/grep "
    "{:pattern \\\"B\\\" :text \\\"a\\\\nb\\\"})))})\"\n"
    "\"(return {:v (* ctx/n ctx/n)})\"\n";

/* --- Runs -------------------------------------------------------------------------- */

typedef struct work {
    ptc_host *host;
    unsigned first; /* this run, and every eighth after it */
    unsigned runs;
    unsigned failures;
} work;

static bool check(const ptc_step *step, int64_t n)
{
    const ptc_value *sum;
    const ptc_value *yes;

    if (!step->is_ok || step->result.kind != PTC_MAP || step->usage.turns != 3 ||
        step->trace == NULL || step->trace->turns[0].calls[0].child == NULL)
        return false;
    sum = ptc_value_get(&step->result, "sum");
    yes = ptc_value_get(&step->result, "yes");
    return sum != NULL && sum->kind == PTC_INT && sum->as.integer == n * n + 4 + n + 1 &&
           yes != NULL && yes->kind == PTC_BOOL && yes->as.boolean;
}

static bool run_once(ptc_host *host, int64_t n)
{
    const ptc_source source = {PTC_STR("script"), ptc_str_of(script)};
    ptc_map_entry entry = {ptc_value_string(PTC_STR("n")), ptc_value_int(n)};
    ptc_agent_options options = {.struct_size = sizeof options, .host = host};
    const ptc_step *step = NULL;
    bool is_good = false;
    ptc_script *replies;
    ptc_value context;
    ptc_arena arena;
    ptc_error error;
    ptc_llm llm;

    ptc_arena_init(&arena, NULL, 0);
    if (ptc_script_read(&arena, &source, &replies, &error) == PTC_OK &&
        ptc_map_make(&arena, &entry, 1, &context, NULL) == PTC_OK) {
        llm = ptc_script_llm(replies, "script");
        options.llm.llm = &llm;
        options.context = &context;
        ptc_agent_run(&arena, &orchestrator, &options, &step);
        is_good = step != NULL && check(step, n) && ptc_script_left(replies) == 0;
    }
    if (!is_good && step != NULL)
        fprintf(stderr, "run %lld: %.*s: %.*s\n", (long long)n,
                (int)step->fail.reason.len, step->fail.reason.ptr,
                (int)step->fail.message.len, step->fail.message.ptr);
    ptc_arena_free(&arena);
    return is_good;
}

static void *run_all(void *user)
{
    work *w = user;

    for (unsigned i = w->first; i < w->runs; i += THREADS)
        w->failures += !run_once(w->host, (int64_t)i);
    return NULL;
}

/* --- Threads ----------------------------------------------------------------------- */

static void count_event(const ptc_event *event, void *user)
{
    if (event->kind == PTC_EVENT_RUN_STOP || event->kind == PTC_EVENT_TOOL_STOP)
        __atomic_add_fetch((unsigned *)user, 1, __ATOMIC_RELAXED);
}

int main(int argc, char **argv)
{
    const ptc_llm yes = {"yes", say_yes, NULL};
    unsigned runs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : RUNS;
    pthread_t threads[THREADS];
    work works[THREADS];
    unsigned failures = 0;
    unsigned events = 0;
    ptc_host *host;

    if (ptc_host_new(NULL, &host) != PTC_OK || ptc_host_add_llm(host, &yes) != PTC_OK ||
        ptc_host_attach(host, "count", NULL, 0, count_event, &events) != PTC_OK)
        return 2;
    for (unsigned i = 0; i < THREADS; i++) {
        works[i] = (work){host, i, runs, 0};
        if (pthread_create(&threads[i], NULL, run_all, &works[i]) != 0)
            return 2;
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        failures += works[i].failures;
    }
    ptc_host_free(host);
    /* three runs and five calls that succeed in each */
    if (events != 8 * runs)
        failures++;
    printf("%u runs on %d threads, %u events, %u failed\n", runs, THREADS, events,
           failures);
    return failures == 0 ? 0 : 1;
}
