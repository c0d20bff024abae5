/* SPDX-License-Identifier: MIT */
#include "joints.h"

#include <criterion/criterion.h>
#include <pthread.h>

typedef struct joint_how {
    bool is_raw; /* recorded and written with what the firewall hides */
    bool debug;
    ptc_trace_mode trace;
} joint_how;

typedef struct joint {
    test_agent_run run;
    const joint_scene *scene;
    joint_how how;
    const ptc_chain *chain; /* of one agent, where none was read */
    ptc_cassette *cassette;
    const ptc_step **steps; /* of all agents */
    ptc_text log;
    ptc_text tape;
    ptc_text story;   /* all that is printed of the steps */
    ptc_text outcome; /* as of the scene */
    size_t calls;
} joint;

/* --- Tools ------------------------------------------------------------------------- */

static ptc_status joint_get(ptc_tool_call *call, void *user)
{
    static const char *const results[] = {
        "{\"id\": 1, \"_cost\": 1.25, \"tags\": [\"a\"], \"_who\": \"" JOINT_CANARY "\"}",
        NULL,
        "{\"id\": \"x\", \"_cost\": 1.25, \"_who\": \"" JOINT_CANARY "\"}",
        NULL,
    };
    const ptc_map_entry *id =
        ptc_map_find_field(call->arguments.as.map, PTC_STR("id"), 0);
    int64_t number = id != NULL && id->value.kind == PTC_INT ? id->value.as.integer : 0;
    const char *text = results[number >= 1 && number <= 4 ? number - 1 : 0];

    if (user != NULL)
        ++*(size_t *)user;
    if (text != NULL)
        return ptc_json_read(call->arena, text, strlen(text), NULL, &call->result, NULL,
                             NULL);
    call->message = number == 2 ? "no such order" : "the shop is closed";
    call->reason = number == 2 ? "not_found" : "closed";
    call->is_final = number == 4;
    return PTC_ERROR_INVALID;
}

/* --- Reading ----------------------------------------------------------------------- */

static ptc_source *joint_source(ptc_arena *arena, const char *name, const char *text)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);

    *source = (ptc_source){ptc_str_of(name), ptc_str_of(text)};
    return source;
}

static const ptc_source *joint_load(ptc_str name, const ptc_source *from, void *user)
{
    joint *all = user;

    (void)from;
    for (size_t i = 0; i < JOINT_FILES && all->scene->files[i].name != NULL; i++) {
        if (ptc_str_equal(name, ptc_str_of(all->scene->files[i].name)))
            return joint_source(&all->run.arena, all->scene->files[i].name,
                                all->scene->files[i].text);
    }
    return NULL;
}

/* An agent by itself is a chain of one. */
static const ptc_chain_file *joint_read(joint *all)
{
    const ptc_agent_files files = {
        .struct_size = sizeof files, .load = joint_load, .user = all};
    const char *name = all->scene->files[0].name;
    ptc_arena *arena = &all->run.arena;
    const ptc_chain_file *file;
    ptc_diags diags;
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "{:agents [\"");
    ptc_text_cstr(&text, name);
    ptc_text_cstr(&text, "\"]}");
    ptc_text_byte(&text, '\0');
    ptc_diags_init(&diags, arena);
    ptc_chain_file_read(arena,
                        ptc_chain_file_is(ptc_str_of(name))
                            ? joint_source(arena, name, all->scene->files[0].text)
                            : joint_source(arena, "one.chain.edn", text.ptr),
                        &files, &diags, &file);
    cr_assert(diags.errors == 0, "%s: %s", all->scene->name,
              test_cstr(diags.items[0].message));
    return file;
}

/* --- Recordings -------------------------------------------------------------------- */

static bool joint_write(ptc_str line, void *user)
{
    ptc_text_str(user, line);
    return true;
}

static bool joint_log(ptc_str line, void *user)
{
    ptc_text_byte(user, '\n');
    ptc_text_str(user, line);
    return true;
}

/* Models and tools by way of the cassette. */
static void joint_tape(joint *all, const ptc_chain_file *file, const char *source)
{
    static const char *const names[] = {"model", "haiku", "sonnet"};
    ptc_arena *arena = &all->run.arena;
    ptc_cassette_options options = {.struct_size = sizeof options,
                                    .mode = source != NULL ? PTC_CASSETTE_REPLAY
                                                           : PTC_CASSETTE_RECORD,
                                    .write = joint_write,
                                    .user = &all->tape,
                                    .is_raw = all->how.is_raw};
    ptc_llm *models = ptc_arena_array(arena, 3, sizeof *models);
    ptc_tool *tools = ptc_arena_array(arena, 1, sizeof *tools);
    ptc_tool_table *table = ptc_arena_array(arena, 1, sizeof *table);
    ptc_error fault;
    ptc_str missing = {NULL, 0};

    if (source != NULL)
        options.source = joint_source(arena, "tape", source);
    cr_assert(ptc_cassette_new(arena, &options, &all->cassette, &fault) == PTC_OK,
              "%s: %s", all->scene->name, test_error(&fault));
    for (size_t i = 0; i < 3; i++)
        cr_assert(ptc_cassette_add_llm(all->cassette, names[i], &all->run.llm,
                                       &models[i]) == PTC_OK);
    all->run.options.llm = (ptc_llm_ref){.llm = &models[0]};
    all->run.options.registry = models;
    all->run.options.registry_count = 3;
    *tools = (ptc_tool){.name = "get", .function = joint_get, .user = &all->calls};
    *table = (ptc_tool_table){.version = PTC_TOOL_TABLE_VERSION, .count = 1};
    cr_assert(ptc_cassette_wrap_tools(all->cassette, tools, 1, &table->tools) == PTC_OK);
    cr_assert(ptc_chain_file_bind(arena, file, table, 1, NULL, &missing) == PTC_OK, "%s",
              test_cstr(missing));
}

/* --- Playing ----------------------------------------------------------------------- */

static void joint_options(joint *all)
{
    ptc_agent_options *options = &all->run.options;
    ptc_arena *arena = &all->run.arena;
    const char *context = all->scene->context;
    ptc_value *value = ptc_arena_array(arena, 1, sizeof *value);

    options->log = joint_log;
    options->log_user = &all->log;
    options->is_log_raw = all->how.is_raw;
    options->debug = all->how.debug;
    options->trace = all->how.trace;
    if (all->scene->set.struct_size != 0)
        options->overrides = &all->scene->set;
    if (context == NULL)
        return;
    cr_assert(ptc_json_read(arena, context, strlen(context), NULL, value, NULL, NULL) ==
              PTC_OK);
    options->context = value;
}

/* The result of the last step, or why the first one failed that did. */
static void joint_write_outcome(ptc_text *text, size_t count,
                                const ptc_step *const *steps, ptc_arena *arena)
{
    const ptc_step *step = steps[count - 1];

    ptc_text_init(text, arena);
    for (size_t i = count; i-- > 0;) {
        if (!steps[i]->is_ok)
            step = steps[i];
    }
    if (step->is_ok) {
        cr_assert(ptc_json_write(text, &step->result, 0) == PTC_OK);
    } else {
        ptc_text_str(text, step->fail.reason);
        ptc_text_cstr(text, ": ");
        ptc_text_str(text, step->fail.message);
    }
    ptc_text_byte(text, '\0');
}

static void joint_tell(joint *all)
{
    static const unsigned options[] = {0, PTC_TRACE_MESSAGES | PTC_TRACE_SYSTEM |
                                              PTC_TRACE_RAW | PTC_TRACE_USAGE};

    ptc_text_init(&all->story, &all->run.arena);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        unsigned with = options[i] | (all->how.is_raw ? PTC_TRACE_OPEN : 0);

        ptc_step_print_chain(&all->story, all->steps, all->chain->count, with);
        for (size_t k = 0; k < all->chain->count; k++) {
            ptc_step_print_trace(&all->story, all->steps[k], with);
            ptc_step_inspect(&all->story, all->steps[k], 0, with);
            cr_assert(ptc_step_write_json(&all->story, all->steps[k], with) == PTC_OK);
            ptc_text_byte(&all->story, '\n');
        }
    }
}

/* Everything but the run. */
static void joint_open(joint *all, const joint_scene *scene, joint_how how,
                       const char *source)
{
    const ptc_chain_file *file;

    memset(all, 0, sizeof *all);
    all->scene = scene;
    all->how = how;
    test_agent_start(&all->run, "");
    all->run.tokens = 10;
    ptc_text_init(&all->log, &all->run.arena);
    ptc_text_init(&all->tape, &all->run.arena);
    for (size_t i = 0; scene->replies[i] != NULL && source == NULL; i++)
        all->run.replies[all->run.reply_count++] =
            strcmp(scene->replies[i], "!") == 0 ? NULL : scene->replies[i];
    file = joint_read(all);
    joint_tape(all, file, source);
    joint_options(all);
    all->chain = file->chain;
}

static void joint_play(joint *all, const joint_scene *scene, joint_how how,
                       const char *source)
{
    joint_open(all, scene, how, source);
    all->steps = ptc_arena_array(&all->run.arena, all->chain->count, sizeof(ptc_step *));
    all->run.status =
        ptc_chain_run(&all->run.arena, all->chain, &all->run.options, all->steps);
    cr_assert(all->run.status == PTC_OK || all->run.status == PTC_ERROR_INVALID);
    joint_write_outcome(&all->outcome, all->chain->count, all->steps, &all->run.arena);
    joint_tell(all);
    ptc_text_byte(&all->log, '\0');
    ptc_text_byte(&all->tape, '\0');
    ptc_text_byte(&all->story, '\0');
}

static void joint_stop(joint *all)
{
    ptc_cassette_free(all->cassette);
    test_agent_stop(&all->run);
}

/* --- Holding one against the other ---------------------------------------------------
 */

static void joint_expect_same(const joint *all, const char *what, const ptc_text *played,
                              const ptc_text *replayed)
{
    size_t at = 0;

    while (at < played->len && at < replayed->len && played->ptr[at] == replayed->ptr[at])
        at++;
    cr_expect(played->len == replayed->len && at == played->len,
              "%s, raw %d: the %s is another when replayed:\n%.300s\n--- not ---\n%.300s",
              all->scene->name, all->how.is_raw, what,
              replayed->ptr + (at > 150 ? at - 150 : 0),
              played->ptr + (at > 150 ? at - 150 : 0));
}

static void joint_expect_clean(const joint *all, const char *what, const char *text)
{
    const char *found = text != NULL ? strstr(text, JOINT_CANARY) : NULL;

    cr_expect(found == NULL, "%s: %s shows what is hidden: %.120s", all->scene->name,
              what, found != NULL ? found - (found - text > 80 ? 80 : found - text) : "");
}

/* What was said of the run, whatever was written of it. */
static void joint_expect_told(const joint *all)
{
    for (size_t i = 0; i < all->run.asked; i++) {
        joint_expect_clean(all, "a system prompt", all->run.systems[i].ptr);
        joint_expect_clean(all, "a message", all->run.last[i].ptr);
    }
    for (size_t i = 0; i < JOINT_TOLD && all->scene->told[i].text != NULL; i++) {
        const char *told = test_told(&all->run, all->scene->told[i].request);

        cr_expect(strstr(told, all->scene->told[i].text) != NULL, "%s: no\n%s\nin\n%s",
                  all->scene->name, all->scene->told[i].text, told);
    }
}

static void joint_expect_way(const joint_scene *scene, joint_how how)
{
    size_t replies = 0;
    joint played;
    joint replayed;

    while (scene->replies[replies] != NULL)
        replies++;
    joint_play(&played, scene, how, NULL);
    cr_expect(strcmp(played.outcome.ptr, scene->outcome) == 0, "%s: got\n%s\nnot\n%s",
              scene->name, played.outcome.ptr, scene->outcome);
    cr_expect_eq(played.run.asked, replies, "%s: %zu requests", scene->name,
                 played.run.asked);
    cr_expect_eq(played.calls, scene->calls, "%s: %zu calls", scene->name, played.calls);
    joint_expect_told(&played);
    joint_play(&replayed, scene, how, played.tape.ptr);
    cr_expect_eq(replayed.run.asked + replayed.calls, (size_t)0, "%s", scene->name);
    cr_expect_eq(ptc_cassette_left(replayed.cassette), (size_t)0, "%s", scene->name);
    joint_expect_same(&played, "story", &played.story, &replayed.story);
    joint_expect_same(&played, "log", &played.log, &replayed.log);
    if (how.is_raw) {
        joint_expect_same(&played, "outcome", &played.outcome, &replayed.outcome);
    } else {
        joint_expect_clean(&played, "the log", played.log.ptr);
        joint_expect_clean(&played, "the recording", played.tape.ptr);
        joint_expect_clean(&played, "what is printed", played.story.ptr);
    }
    joint_stop(&replayed);
    joint_stop(&played);
}

void joint_expect(const joint_scene *scenes, size_t count)
{
    static const joint_how ways[] = {
        {false, false, PTC_TRACE_MODE_KEEP}, {false, true, PTC_TRACE_MODE_KEEP},
        {false, false, PTC_TRACE_MODE_NONE}, {false, true, PTC_TRACE_MODE_ON_ERROR},
        {true, false, PTC_TRACE_MODE_KEEP},  {true, true, PTC_TRACE_MODE_NONE},
    };

    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
            joint_expect_way(&scenes[i], ways[k]);
    }
}

/* --- Threads ----------------------------------------------------------------------- */

enum { JOINT_THREADS = 4, JOINT_RUNS = 8 };

typedef struct joint_worker {
    const joint *all;
    unsigned good; /* runs with the outcome of the scene */
} joint_worker;

static void joint_run_once(joint_worker *worker)
{
    const joint *all = worker->all;
    ptc_agent_options options = all->run.options;
    const ptc_step *steps[8];
    ptc_status status;
    ptc_arena arena;
    ptc_text text;

    options.host = NULL;
    options.log = NULL;
    ptc_arena_init(&arena, NULL, 0);
    status = ptc_chain_run(&arena, all->chain, &options, steps);
    if (status == PTC_OK || status == PTC_ERROR_INVALID) {
        joint_write_outcome(&text, all->chain->count, steps, &arena);
        worker->good += strcmp(text.ptr, all->scene->outcome) == 0;
    }
    ptc_arena_free(&arena);
}

static void *joint_work(void *user)
{
    for (unsigned i = 0; i < JOINT_RUNS; i++)
        joint_run_once(user);
    return NULL;
}

void joint_expect_threads(const joint_scene *scene)
{
    const joint_how raw = {.is_raw = true};
    joint_worker workers[JOINT_THREADS] = {{0}};
    pthread_t threads[JOINT_THREADS];
    joint played;
    joint shared;
    ptc_text tape;

    joint_play(&played, scene, raw, NULL);
    ptc_text_init(&tape, &played.run.arena);
    for (unsigned i = 0; i < JOINT_THREADS * JOINT_RUNS; i++)
        ptc_text_cstr(&tape, played.tape.ptr);
    ptc_text_byte(&tape, '\0');
    joint_open(&shared, scene, raw, tape.ptr);
    for (unsigned i = 0; i < JOINT_THREADS; i++) {
        workers[i].all = &shared;
        cr_assert(pthread_create(&threads[i], NULL, joint_work, &workers[i]) == 0);
    }
    for (unsigned i = 0; i < JOINT_THREADS; i++) {
        pthread_join(threads[i], NULL);
        cr_expect_eq(workers[i].good, (unsigned)JOINT_RUNS, "%s: %u runs", scene->name,
                     workers[i].good);
    }
    cr_expect_eq(ptc_cassette_left(shared.cassette), (size_t)0, "%s", scene->name);
    joint_stop(&shared);
    joint_stop(&played);
}
