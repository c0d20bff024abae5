/* SPDX-License-Identifier: MIT */
/* Models, commands and definitions of other programs: what is asked of them is whole, and
 * what they give is made so. [llm-wire 1] */
#include "agent/model/model_int.h"
#include "agents.h"
#include "cut.h"

#include <ptc/cassette.h>
#include <ptc/models.h>

#include <criterion/criterion.h>

#define EXPECT_TEXT(view, text)                                                          \
    cr_expect(ptc_str_equal(view, ptc_str_of(text)), "expected %s, found %s", text,      \
              test_cstr(view))

/* --- A request --------------------------------------------------------------------- */

typedef struct stage {
    ptc_arena arena;
    ptc_message messages[3];
    ptc_llm_request request;
    ptc_llm llm;
} stage;

static void start(stage *s)
{
    memset(s, 0, sizeof *s);
    ptc_arena_init(&s->arena, NULL, 0);
    ptc_llm_request_init(&s->request, &s->arena);
    s->request.messages = s->messages;
    s->request.message_count = 3;
    s->request.time_ms = 5000;
}

static void stop(stage *s)
{
    ptc_arena_free(&s->arena);
}

static ptc_status ask(stage *s, const ptc_llm_request *request, ptc_llm_reply *reply)
{
    ptc_llm_reply_init(reply);
    return s->llm.call(request, reply, s->llm.user);
}

static ptc_source source_of(const char *text)
{
    return (ptc_source){PTC_STR("tape.jsonl"), ptc_str_of(text)};
}

/* --- Models of hosts --------------------------------------------------------------- */

/* How an older program of a host sees requests, messages and replies. */
typedef struct old_message {
    ptc_role role;
    ptc_str content;
} old_message;

enum {
    OLD_REQUEST = WITH(ptc_llm_request, message_size),
    OLD_REPLY = WITH(ptc_llm_reply, retry_after_ms),
};

/* A wrapper that was compiled then: it asks another model twice, with its own request,
 * messages and replies. */
typedef struct old_wrapper {
    ptc_llm inner;
    size_t size; /* of its reply */
} old_wrapper;

static ptc_status old_wrap(const ptc_llm_request *request, ptc_llm_reply *reply,
                           void *user)
{
    const old_wrapper *wrapper = user;
    ptc_llm_request *own = cut(request, request->struct_size, OLD_REQUEST);
    ptc_llm_reply *inner = reply_of(wrapper->size);
    old_message *messages = malloc(request->message_count * sizeof *messages);
    ptc_status status;

    for (size_t i = 0; i < request->message_count; i++) {
        const ptc_message *message =
            ptc_message_at(request->messages, request->message_size, i);

        messages[i] = (old_message){message->role, message->content};
    }
    own->messages = (const ptc_message *)(void *)messages;
    own->message_size = sizeof *messages;
    status = wrapper->inner.call(own, inner, wrapper->inner.user);
    ptc_llm_reply_clear(inner, wrapper->size);
    status = wrapper->inner.call(own, inner, wrapper->inner.user);
    memcpy(reply, inner, wrapper->size); /* and with it, its size */
    free(messages);
    free(inner);
    free(own);
    return status;
}

Test(llm_wire_models, an_older_wrapper_between_agent_and_model) /* M550 */
{
    old_wrapper wrapper = {.size = OLD_REPLY};
    const ptc_source source =
        source_of("\"(return 1)\"\n{\"content\":\"(return 2)\",\"tokens\":{\"input\":3,"
                  "\"output\":4}}\n");
    test_agent_run run;
    ptc_script *script;
    ptc_error error;

    test_agent_start(&run, "Go");
    cr_assert(ptc_script_read(&run.arena, &source, &script, &error) == PTC_OK);
    wrapper.inner = ptc_script_llm(script, "inner");
    run.llm = (ptc_llm){"model", old_wrap, &wrapper};
    test_agent_go(&run);
    test_expect_result(&run, "2");
    cr_expect(run.step->usage.input_tokens == 3 && run.step->usage.output_tokens == 4);
    test_agent_stop(&run);
}

/* A wrapper of today below a program that was compiled before replies grew: it asks
 * twice, and does not touch memory after the reply. */
static ptc_status new_wrap(const ptc_llm_request *request, ptc_llm_reply *reply,
                           void *user)
{
    const ptc_llm *inner = user;
    ptc_llm_request own = ptc_llm_request_copy(request);

    cr_expect(inner->call(&own, reply, inner->user) == PTC_OK);
    ptc_llm_reply_clear(reply, reply->struct_size);
    return inner->call(&own, reply, inner->user);
}

Test(llm_wire_models, a_newer_wrapper_below_an_older_program) /* M550 */
{
    const ptc_source source = source_of("\"one\"\n{\"content\":\"two\",\"tokens\":"
                                        "{\"input\":3,\"output\":4}}\n");
    ptc_llm_reply *reply = reply_of(OLD_REPLY);
    ptc_llm_request request;
    ptc_script *script;
    ptc_error error;
    ptc_arena arena;
    ptc_llm inner;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_script_read(&arena, &source, &script, &error) == PTC_OK);
    inner = ptc_script_llm(script, "inner");
    ptc_llm_request_init(&request, &arena);
    cr_expect(new_wrap(&request, reply, &inner) == PTC_OK);
    cr_expect(ptc_str_equal(reply->content, PTC_STR("two")) && reply->input_tokens == 3);
    cr_expect_eq(reply->struct_size, (size_t)OLD_REPLY);
    free(reply);
    ptc_arena_free(&arena);
}

/* What each way of answering does to the reply that the library made. */
typedef enum answer_way {
    ANSWER_SHORT, /* says that it is shorter, and leaves rubbish behind that */
    ANSWER_CLEARED,
    ANSWER_LONGER,
    ANSWER_PARTS,
    ANSWER_PARTS_WITH_SIZE,
    ANSWER_WAYS,
} answer_way;

static ptc_status answer_in_a_way(const ptc_llm_request *request, ptc_llm_reply *reply,
                                  void *user)
{
    static const ptc_part part = {.kind = PTC_PART_TEXT, .text = PTC_STR_INIT("ok")};

    (void)request;
    switch (*(const answer_way *)user) {
    case ANSWER_SHORT:
        memset(reply, 0x11, sizeof *reply);
        ptc_llm_reply_clear(reply, WITH(ptc_llm_reply, output_tokens));
        break;
    case ANSWER_CLEARED:
        *reply = (ptc_llm_reply){.input_tokens = 7};
        break;
    case ANSWER_LONGER:
        reply->struct_size += 100;
        break;
    case ANSWER_PARTS_WITH_SIZE:
        reply->part_size = sizeof part;
        /* fall through */
    case ANSWER_PARTS:
        reply->parts = &part;
        reply->part_count = 1;
        break;
    case ANSWER_WAYS:
        break;
    }
    reply->content = PTC_STR("ok");
    return PTC_OK;
}

Test(llm_wire_models, replies_are_whole_whoever_gave_them) /* M550 */
{
    static const char *const faults[ANSWER_WAYS] = {
        [ANSWER_CLEARED] =
            "the model overwrote struct_size of the reply: it must only set members",
        [ANSWER_PARTS] = "the model set parts of the reply without part_size",
    };

    for (answer_way way = 0; way < ANSWER_WAYS; way++) {
        ptc_llm llm = {"model", answer_in_a_way, &way};
        ptc_llm_reply reply;
        ptc_status status;
        stage s;

        start(&s);
        status = ptc_llm_call(&llm, &s.request, &reply);
        cr_expect(reply.struct_size == sizeof reply);
        cr_expect((status == PTC_OK) == (faults[way] == NULL), "way %d", (int)way);
        if (faults[way] != NULL) {
            EXPECT_TEXT(reply.message, faults[way]);
            cr_expect(reply.content.ptr == NULL && reply.part_count == 0);
        } else {
            EXPECT_TEXT(reply.content, "ok");
        }
        cr_expect(reply.input_tokens == -1 && reply.retry_after_ms == -1 &&
                  reply.retry == 0 && reply.cached_tokens == -1 && reply.total_us == -1 &&
                  reply.code.ptr == NULL && reply.request_id.ptr == NULL);
        stop(&s);
    }
}

/* Such a fault ends a run as any of a model does. */
Test(llm_wire_models, runs_end_with_models_that_overwrite_their_reply)
{
    answer_way way = ANSWER_CLEARED;
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.llm = (ptc_llm){"model", answer_in_a_way, &way};
    test_agent_go(&run);
    test_expect_fail(&run, "llm_error",
                     "LLM call failed: the model overwrote struct_size of the reply: it "
                     "must only set members");
    test_agent_stop(&run);
}

/* A copy of a longer request is no longer than this program knows it. */
Test(llm_wire_models, copies_of_requests_say_their_own_size)
{
    ptc_llm_request *other;
    ptc_llm_request own;
    stage s;

    start(&s);
    other = CUT(s.request, sizeof own + 64);
    own = ptc_llm_request_copy(other);
    cr_expect(own.struct_size == sizeof own && own.message_count == 3);
    free(other);
    other = CUT(s.request, WITH(ptc_llm_request, messages));
    own = ptc_llm_request_copy(other);
    cr_expect(own.struct_size == sizeof own && own.messages == s.messages);
    cr_expect(own.message_count == 0 && own.message_size == sizeof(ptc_message));
    cr_expect(own.time_ms == UINT64_MAX && own.tool_size == sizeof(ptc_request_tool));
    free(other);
    stop(&s);
}

/* --- Commands, definitions and what is known of a model ---------------------------- */

Test(llm_wire_models, commands_of_every_size, .timeout = 60) /* M550 */
{
    static const char *const argv[] = {
        "/bin/sh", "-c",
        "sed 's/\\\\/\\\\\\\\/g; s/\"/\\\\\"/g; s/^/{\"content\":\"/; s/$/\"}/'", NULL};
    static const size_t sizes[] = {
        WITH(ptc_llm_command, argv),       WITH(ptc_llm_command, model),
        WITH(ptc_llm_command, max_tokens), WITH(ptc_llm_command, timeout_ms),
        sizeof(ptc_llm_command),           sizeof(ptc_llm_command) + 40,
    };

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ptc_value options;
        const ptc_llm_command whole = {.argv = argv, .model = "m-1", .max_tokens = 9};
        ptc_llm_command now = whole;
        ptc_llm_command *command;
        ptc_llm_reply reply;
        const char *line;
        stage s;

        start(&s);
        cr_assert(ptc_json_read(&s.arena, "{\"seed\":1}", 10, NULL, &options, NULL,
                                NULL) == PTC_OK);
        now.options = options;
        command = CUT(now, sizes[i]);
        cr_assert(ptc_llm_of_command(command, "command", &s.llm) == PTC_OK);
        cr_assert(ask(&s, &s.request, &reply) == PTC_OK, "row %zu: %s", i,
                  test_cstr(reply.message));
        line = test_cstr(reply.content);
        cr_expect((strstr(line, "\"m-1\"") != NULL) ==
                  (sizes[i] >= WITH(ptc_llm_command, model)));
        cr_expect((strstr(line, "\"max_tokens\":9") != NULL) ==
                  (sizes[i] >= WITH(ptc_llm_command, max_tokens)));
        cr_expect((strstr(line, "{\"seed\":1}") != NULL) ==
                  (sizes[i] >= WITH(ptc_llm_command, options)));
        free(command);
        stop(&s);
    }
}

Test(llm_wire_models, commands_without_a_size_or_a_program_are_refused)
{
    static const char *const argv[] = {"cat", NULL};
    static const char *const nothing[] = {NULL};
    const ptc_llm_command rows[] = {
        {.struct_size = 0, .argv = argv},
        {.struct_size = sizeof(size_t) - 1, .argv = argv},
        {.struct_size = sizeof(size_t), .argv = argv},
        {.struct_size = sizeof(ptc_llm_command)},
        {.struct_size = sizeof(ptc_llm_command), .argv = nothing},
    };
    ptc_llm llm;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect(ptc_llm_of_command(&rows[i], "x", &llm) == PTC_ERROR_ARGUMENT,
                  "row %zu", i);
}

static ptc_status seen_make(ptc_arena *arena, const ptc_model *model, ptc_llm *llm,
                            ptc_error *error, void *user)
{
    (void)arena, (void)llm, (void)error;
    *(ptc_model *)user = *model;
    return PTC_ERROR_INVALID;
}

/* Providers get a whole model, whatever the caller has. */
Test(llm_wire_models, definitions_of_models_of_every_size) /* M550 */
{
    static const size_t sizes[] = {
        WITH(ptc_model, provider),   WITH(ptc_model, model), WITH(ptc_model, api_key_env),
        WITH(ptc_model, max_tokens), sizeof(ptc_model),      sizeof(ptc_model) + 48,
    };

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const ptc_model whole = {
            .name = "n", .provider = "seen", .model = "m", .max_tokens = 3};
        ptc_model *model = CUT(whole, sizes[i]);
        ptc_model seen = {0};
        const ptc_provider provider = {"seen", seen_make, &seen};
        ptc_arena arena;
        ptc_llm llm;

        ptc_arena_init(&arena, NULL, 0);
        cr_assert(ptc_model_make(&arena, model, &provider, 1, &llm) == PTC_OK);
        free(model);
        cr_expect(seen.struct_size == sizeof seen);
        cr_expect_str_eq(seen.name, "n");
        cr_expect_str_eq(seen.model, sizes[i] >= WITH(ptc_model, model) ? "m" : "");
        cr_expect_str_eq(seen.api_key_env, "");
        cr_expect(seen.max_tokens == (sizes[i] >= WITH(ptc_model, max_tokens) ? 3u : 0u));
        cr_expect(seen.options.kind == PTC_NIL && seen.command == NULL);
        ptc_arena_free(&arena);
    }
}

Test(llm_wire_models, definitions_without_a_size_or_a_name_are_refused)
{
    const ptc_model rows[] = {
        {.struct_size = 0, .name = "n", .provider = "p"},
        {.struct_size = sizeof(size_t), .name = "n", .provider = "p"},
        {.struct_size = sizeof(ptc_model), .name = "n"},
        {.struct_size = sizeof(ptc_model), .provider = "p"},
    };
    ptc_arena arena;
    ptc_llm llm;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect(ptc_model_make(&arena, &rows[i], NULL, 0, &llm) == PTC_ERROR_ARGUMENT,
                  "row %zu", i);
    ptc_arena_free(&arena);
}

static const char tape[] =
    "{\"llm\":\"m\",\"request\":{\"system\":\"\",\"messages\":[]},\"reply\":"
    "{\"content\":\"found\"}}\n";

static bool write_nothing(ptc_str line, void *user)
{
    (void)line, (void)user;
    return true;
}

Test(llm_wire_models, options_of_cassettes_of_every_size) /* M550 */
{
    static const size_t sizes[] = {
        sizeof(size_t),
        WITH(ptc_cassette_options, mode),
        WITH(ptc_cassette_options, source),
        WITH(ptc_cassette_options, user),
        WITH(ptc_cassette_options, redaction),
        sizeof(ptc_cassette_options),
        sizeof(ptc_cassette_options) + 16,
    };
    const ptc_source source = source_of(tape);

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const ptc_cassette_options whole = {.source = &source, .write = write_nothing};
        ptc_cassette_options *options = CUT(whole, sizes[i]);
        ptc_cassette *cassette;
        ptc_arena arena;
        ptc_error error;

        ptc_arena_init(&arena, NULL, 0);
        cr_assert(ptc_cassette_new(&arena, options, &cassette, &error) == PTC_OK);
        cr_expect(ptc_cassette_left(cassette) ==
                  (sizes[i] >= WITH(ptc_cassette_options, source) ? 1u : 0u));
        ptc_cassette_free(cassette);
        options->struct_size = 0;
        cr_expect(ptc_cassette_new(&arena, options, &cassette, &error) ==
                  PTC_ERROR_ARGUMENT);
        cr_expect(cassette == NULL);
        free(options);
        cr_assert(ptc_cassette_new(&arena, NULL, &cassette, &error) == PTC_OK);
        cr_expect(ptc_cassette_left(cassette) == 0);
        ptc_cassette_free(cassette);
        ptc_arena_free(&arena);
    }
}

/* What is known of a model must say how long it is; nothing else of it is read. */
Test(llm_wire_models, models_with_and_without_info) /* M550 */
{
    static const size_t sizes[] = {sizeof(size_t), WITH(ptc_llm_info, capabilities),
                                   sizeof(ptc_llm_info) + 100};
    const ptc_llm_info nothing = {.struct_size = 0};
    answer_way way = ANSWER_WAYS;
    ptc_llm llm = {"model", answer_in_a_way, &way};
    ptc_llm registry[] = {{"other", answer_in_a_way, &way}, llm};
    ptc_host *host;

    cr_expect(llm.info == NULL, "three members say all of a model of texts");
    cr_assert(ptc_host_new(NULL, &host) == PTC_OK);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const ptc_llm_info whole = {.capabilities = PTC_LLM_CAN_TOOLS};
        ptc_llm_info *info = CUT(whole, sizes[i]);
        char name[2] = {(char)('a' + (char)i), '\0'};
        ptc_llm named = {name, answer_in_a_way, &way, info};

        cr_expect(ptc_host_add_llm(host, &named) == PTC_OK, "row %zu", i);
        cr_expect(ptc_host_find_llm(host, ptc_str_of(name))->info == info);
        free(info);
    }
    llm.info = &nothing;
    cr_expect(ptc_host_add_llm(host, &llm) == PTC_ERROR_ARGUMENT);
    ptc_host_free(host);

    for (int i = 0; i < 2; i++) {
        test_agent_run run;

        registry[1].info = &nothing;
        test_agent_start(&run, "Go");
        run.llm = llm;
        if (i == 0) {
            run.llm.info = NULL;
            run.options.registry = registry;
            run.options.registry_count = 2;
        }
        test_agent_go(&run);
        if (i == 0)
            test_expect_fail(&run, "invalid_llm_registry",
                             "model 2 of the registry has no struct_size in its info");
        else
            test_expect_fail(&run, "invalid_llm",
                             "the model has no struct_size in its info");
        test_agent_stop(&run);
    }
}

/* --- Steps ------------------------------------------------------------------------- */

/* All that is printed of a step, in its own memory. */
static char *print_all(const ptc_step *step)
{
    const unsigned options = PTC_TRACE_MESSAGES | PTC_TRACE_RAW | PTC_TRACE_ASCII;
    ptc_arena arena;
    ptc_text text;
    char *copy;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    cr_assert(ptc_step_write_json(&text, step, options) == PTC_OK);
    ptc_step_inspect(&text, step, 0, options);
    ptc_step_print_trace(&text, step, options);
    cr_assert(!text.failed);
    copy = malloc(text.len + 1);
    cr_assert(copy != NULL);
    memcpy(copy, text.ptr, text.len);
    copy[text.len] = '\0';
    ptc_arena_free(&arena);
    return copy;
}

/* Steps of a program that is older or newer are printed as those of today. */
Test(llm_wire_models, printers_step_messages_by_their_size) /* M550 */
{
    static const size_t sizes[] = {UP_TO(ptc_message, parts), sizeof(ptc_message) + 40};
    char *expected;
    test_agent_run run;
    ptc_source source = source_of("\"(+ 1 1)\"\n\"(def a 2)\"\n\"(return a)\"\n");
    ptc_script *script;
    ptc_error error;

    test_agent_start(&run, "Go");
    cr_assert(ptc_script_read(&run.arena, &source, &script, &error) == PTC_OK);
    run.llm = ptc_script_llm(script, "model");
    run.options.collect_messages = true;
    test_agent_go(&run);
    test_expect_result(&run, "2");
    cr_assert(run.step->message_count == 6);
    expected = print_all(run.step);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ptc_message *messages =
            spread(run.step->messages, run.step->message_count, sizes[i]);
        ptc_trace_turn turns[3];
        ptc_trace trace = *run.step->trace;
        ptc_step step = *run.step;
        char *found;

        cr_assert(trace.turn_count == 3);
        for (size_t at = 0; at < 3; at++) {
            turns[at] = trace.turns[at];
            turns[at].messages = messages;
            turns[at].message_size = sizes[i];
        }
        trace.turns = turns;
        step.trace = &trace;
        step.messages = messages;
        step.message_size = sizes[i];
        found = print_all(&step);
        cr_expect_str_eq(found, expected, "row %zu", i);
        free(found);
        free(messages);
    }
    free(expected);
    test_agent_stop(&run);
}
