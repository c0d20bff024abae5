/* SPDX-License-Identifier: MIT */
/* Requests, messages and replies of other programs, at the models of ptcc. [llm-wire 1]
 */
#include "agent/model/model_int.h"
#include "agents.h"
#include "cut.h"

#include <ptc/cassette.h>
#include <ptc/models.h>

#include <criterion/criterion.h>

#include <stdio.h>

#define EXPECT_TEXT(view, text)                                                          \
    cr_expect(ptc_str_equal(view, ptc_str_of(text)), "expected %s, found %s", text,      \
              test_cstr(view))

/* --- Models that ptcc brings ------------------------------------------------------- */

typedef struct stage {
    ptc_arena arena;
    ptc_message messages[3];
    ptc_llm_request request;
    ptc_llm llm;
    ptc_cassette *cassette;
} stage;

typedef void stage_use(stage *s);

static ptc_source source_of(const char *text)
{
    return (ptc_source){PTC_STR("tape.jsonl"), ptc_str_of(text)};
}

static void start(stage *s)
{
    memset(s, 0, sizeof *s);
    ptc_arena_init(&s->arena, NULL, 0);
    s->messages[0] = (ptc_message){.role = PTC_ROLE_USER, .content = PTC_STR("one")};
    s->messages[1] = (ptc_message){.role = PTC_ROLE_ASSISTANT, .content = PTC_STR("two")};
    s->messages[2] = (ptc_message){.role = PTC_ROLE_USER, .content = PTC_STR("three")};
    ptc_llm_request_init(&s->request, &s->arena);
    s->request.system = PTC_STR("sys");
    s->request.messages = s->messages;
    s->request.message_count = 3;
    s->request.time_ms = 5000;
}

static void stop(stage *s)
{
    ptc_cassette_free(s->cassette);
    ptc_arena_free(&s->arena);
}

static void use_script(stage *s, const char *rows)
{
    ptc_source source = source_of(rows);
    ptc_script *script;
    ptc_error error;

    cr_assert(ptc_script_read(&s->arena, &source, &script, &error) == PTC_OK);
    s->llm = ptc_script_llm(script, "script");
}

/* Answers with the line that it reads. */
static void use_command(stage *s)
{
    static const char *const argv[] = {
        "/bin/sh", "-c",
        "sed 's/\\\\/\\\\\\\\/g; s/\"/\\\\\"/g; s/^/{\"content\":\"/; s/$/\"}/'", NULL};
    static const ptc_llm_command command = {.struct_size = sizeof command, .argv = argv};

    cr_assert(ptc_llm_of_command(&command, "command", &s->llm) == PTC_OK);
}

static const char tape[] =
    "{\"llm\":\"m\",\"request\":{\"system\":\"sys\",\"messages\":[{\"role\":\"user\","
    "\"content\":\"one\"},{\"role\":\"assistant\",\"content\":\"two\"},{\"role\":"
    "\"user\",\"content\":\"three\"}]},\"reply\":{\"content\":\"found\",\"tokens\":"
    "{\"input\":5,\"output\":6},\"model\":\"m-1\"}}\n";

static void use_cassette(stage *s)
{
    static ptc_source source;
    const ptc_cassette_options options = {.struct_size = sizeof options,
                                          .source = &source};
    ptc_error error;

    source = source_of(tape);
    cr_assert(ptc_cassette_new(&s->arena, &options, &s->cassette, &error) == PTC_OK);
    cr_assert(ptc_cassette_add_llm(s->cassette, "m", NULL, &s->llm) == PTC_OK);
}

static ptc_status ask(stage *s, const ptc_llm_request *request, ptc_llm_reply *reply)
{
    ptc_llm_reply_init(reply);
    return s->llm.call(request, reply, s->llm.user);
}

/* --- Requests ---------------------------------------------------------------------- */

static const size_t request_sizes[] = {
    WITH(ptc_llm_request, message_size), WITH(ptc_llm_request, part_size),
    WITH(ptc_llm_request, tool_names),   WITH(ptc_llm_request, tool_name_count),
    WITH(ptc_llm_request, options),      WITH(ptc_llm_request, time_ms),
    WITH(ptc_llm_request, cancel),       WITH(ptc_llm_request, turn),
    WITH(ptc_llm_request, settings),     WITH(ptc_llm_request, tools),
    WITH(ptc_llm_request, tool_choice),  WITH(ptc_llm_request, response),
    WITH(ptc_llm_request, cache_key),    sizeof(ptc_llm_request),
    sizeof(ptc_llm_request) + 8,         sizeof(ptc_llm_request) + 200,
};

enum { REQUEST_SIZES = sizeof request_sizes / sizeof *request_sizes };

Test(llm_wire, cassettes_take_requests_of_every_size) /* M550 */
{
    for (size_t i = 0; i < REQUEST_SIZES; i++) {
        ptc_llm_request *request;
        ptc_llm_reply reply;
        stage s;

        start(&s);
        use_cassette(&s);
        request = CUT(s.request, request_sizes[i]);
        cr_expect(ask(&s, request, &reply) == PTC_OK, "row %zu: %s", i,
                  test_cstr(reply.message));
        EXPECT_TEXT(reply.content, "found");
        cr_expect(reply.input_tokens == 5 && reply.output_tokens == 6);
        cr_expect(reply.struct_size == sizeof reply, "is the caller's");
        free(request);
        stop(&s);
    }
}

Test(llm_wire, commands_take_requests_of_every_size, .timeout = 60) /* M550 */
{
    static const ptc_str names[] = {PTC_STR_INIT("return")};

    for (size_t i = 0; i < REQUEST_SIZES; i++) {
        bool has_names = request_sizes[i] >= WITH(ptc_llm_request, tool_name_count);
        ptc_llm_request *request;
        ptc_llm_reply reply;
        char expected[400];
        stage s;

        start(&s);
        use_command(&s);
        s.request.turn = 4;
        s.request.tool_names = names;
        s.request.tool_name_count = 1;
        request = CUT(s.request, request_sizes[i]);
        cr_expect(ask(&s, request, &reply) == PTC_OK, "row %zu: %s", i,
                  test_cstr(reply.message));
        snprintf(expected, sizeof expected,
                 "{\"model\":null,\"system\":\"sys\",\"messages\":[{\"role\":\"user\","
                 "\"content\":\"one\"},{\"role\":\"assistant\",\"content\":\"two\"},"
                 "{\"role\":\"user\",\"content\":\"three\"}],\"turn\":%d,"
                 "\"tool_names\":[%s],\"llm_opts\":{}}",
                 request_sizes[i] >= WITH(ptc_llm_request, turn) ? 4 : 0,
                 has_names ? "\"return\"" : "");
        EXPECT_TEXT(reply.content, expected);
        free(request);
        stop(&s);
    }
}

Test(llm_wire, scripts_take_requests_of_every_size) /* M550 */
{
    for (size_t i = 0; i < REQUEST_SIZES; i++) {
        ptc_llm_request *request;
        ptc_llm_reply reply;
        stage s;

        start(&s);
        use_script(&s, "\"a\"\n");
        request = CUT(s.request, request_sizes[i]);
        cr_expect(ask(&s, request, &reply) == PTC_OK);
        EXPECT_TEXT(reply.content, "a");
        cr_expect(ask(&s, request, &reply) == PTC_ERROR_INVALID);
        EXPECT_TEXT(reply.message, "the script has no reply 2; it ends after 1");
        free(request);
        stop(&s);
    }
}

/* A request without its size, its arena or its stride is the caller's fault. */
Test(llm_wire, requests_that_say_too_little_are_refused)
{
    static const struct {
        size_t struct_size;
        size_t message_size;
        bool has_arena;
        const char *message;
    } rows[] = {
        {0, sizeof(ptc_message), true,
         "struct_size of the request is 0: begin with ptc_llm_request_init"},
        {sizeof(size_t) - 1, sizeof(ptc_message), true,
         "struct_size of the request is 0: begin with ptc_llm_request_init"},
        {sizeof(size_t), sizeof(ptc_message), true, "the request has no arena"},
        {sizeof(ptc_llm_request), sizeof(ptc_message), false, "the request has no arena"},
        {sizeof(ptc_llm_request), 0, true,
         "message_size of the request is less than a message"},
        {sizeof(ptc_llm_request), UP_TO(ptc_message, parts) - 1, true,
         "message_size of the request is less than a message"},
        {WITH(ptc_llm_request, message_count), sizeof(ptc_message), true, NULL},
    };
    stage_use *const uses[] = {use_command, use_cassette};

    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        ptc_llm_request request;
        ptc_llm_reply reply;
        stage s;

        start(&s);
        uses[i % 2](&s);
        request = s.request;
        request.struct_size = rows[i / 2].struct_size;
        request.message_size = rows[i / 2].message_size;
        if (!rows[i / 2].has_arena)
            request.arena = NULL;
        if (rows[i / 2].message == NULL) { /* the stride of today is the default */
            cr_expect(ask(&s, &request, &reply) == PTC_OK);
        } else {
            cr_expect(ask(&s, &request, &reply) == PTC_ERROR_ARGUMENT, "row %zu", i);
            cr_expect(reply.fault == PTC_LLM_CLIENT_ERROR);
            EXPECT_TEXT(reply.message, rows[i / 2].message);
        }
        stop(&s);
    }
}

/* What a request refers to says its size, and strides are those of structs. */
Test(llm_wire, what_requests_refer_to_says_its_size)
{
    const ptc_part part = {.kind = PTC_PART_TEXT, .text = PTC_STR_INIT("one")};
    ptc_response_form form = {.kind = PTC_RESPONSE_TEXT};
    ptc_llm_settings settings = {.set = 0};

    for (int row = 0; row < 4; row++) {
        ptc_llm_reply reply;
        stage s;

        start(&s);
        use_cassette(&s);
        if (row == 0)
            s.request.response = &form;
        if (row == 1)
            s.request.settings = &settings;
        if (row == 2)
            s.request.message_size = sizeof(ptc_message) + 1;
        if (row == 3) {
            s.messages[0].parts = &part;
            s.messages[0].part_count = 1;
            s.request.part_size = sizeof part + 1;
        }
        cr_expect(ask(&s, &s.request, &reply) == PTC_ERROR_ARGUMENT, "row %d: %s", row,
                  test_cstr(reply.message));
        stop(&s);
    }
}

/* --- Messages ---------------------------------------------------------------------- */

Test(llm_wire, messages_are_stepped_by_their_size, .timeout = 60) /* M550 */
{
    static const size_t sizes[] = {
        UP_TO(ptc_message, parts), /* of an older program: role and content */
        UP_TO(ptc_message, part_count),
        sizeof(ptc_message),
        sizeof(ptc_message) + sizeof(void *), /* of a newer one */
        5 * sizeof(ptc_message) + 8,
    };
    stage_use *const uses[] = {use_command, use_cassette};

    for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
        ptc_llm_reply reply;
        stage s;

        start(&s);
        uses[i % 2](&s);
        s.request.message_size = sizes[i / 2];
        s.request.messages = spread(s.messages, 3, sizes[i / 2]);
        cr_expect(ask(&s, &s.request, &reply) == PTC_OK, "row %zu: %s", i,
                  test_cstr(reply.message));
        if (i % 2 == 1)
            EXPECT_TEXT(reply.content, "found");
        else
            cr_expect(strstr(test_cstr(reply.content),
                             "\"messages\":[{\"role\":\"user\",\"content\":\"one\"},"
                             "{\"role\":\"assistant\",\"content\":\"two\"},"
                             "{\"role\":\"user\",\"content\":\"three\"}]") != NULL,
                      "row %zu: %s", i, test_cstr(reply.content));
        free((void *)s.request.messages);
        stop(&s);
    }
}

/* Where the arena has no room for messages of another stride. */
Test(llm_wire, refused_memory_is_told)
{
    char memory[64];
    ptc_message *messages;
    ptc_llm_reply reply;
    ptc_arena small;
    stage s;

    start(&s);
    use_cassette(&s);
    ptc_arena_init_memory(&small, memory, sizeof memory);
    messages = spread(s.messages, 3, 2 * sizeof *messages);
    s.request.arena = &small;
    s.request.messages = messages;
    s.request.message_size = 2 * sizeof *messages;
    cr_expect(ask(&s, &s.request, &reply) == PTC_ERROR_MEMORY);
    cr_expect(reply.content.ptr == NULL);
    s.request.message_count = SIZE_MAX / 2;
    cr_expect(ask(&s, &s.request, &reply) == PTC_ERROR_MEMORY);
    free(messages);
    stop(&s);
}

/* Parts of messages that are texts change nothing; their content has it all. */
Test(llm_wire, parts_are_stepped_by_their_size)
{
    static const size_t sizes[] = {UP_TO(ptc_part, id), sizeof(ptc_part),
                                   sizeof(ptc_part) + 24};

    for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
        ptc_part first = {.kind = PTC_PART_TEXT, .text = PTC_STR("th")};
        ptc_part second = {.kind = i % 2 == 0 ? PTC_PART_TEXT : PTC_PART_CALL,
                           .flags = PTC_PART_CACHE,
                           .text = PTC_STR("ree")};
        size_t size = sizes[i / 2];
        size_t copied = size < sizeof first ? size : sizeof first;
        char *parts = malloc(2 * size);
        ptc_llm_reply reply;
        stage s;

        cr_assert(parts != NULL);
        memcpy(parts, &first, copied);
        memcpy(parts + size, &second, copied);
        start(&s);
        use_cassette(&s);
        s.messages[2].parts = (const ptc_part *)(void *)parts;
        s.messages[2].part_count = 2;
        s.request.part_size = size;
        cr_expect((ask(&s, &s.request, &reply) == PTC_OK) == (i % 2 == 0), "row %zu", i);
        s.request.part_size = UP_TO(ptc_part, id) - 1;
        cr_expect(ask(&s, &s.request, &reply) == PTC_ERROR_ARGUMENT);
        EXPECT_TEXT(reply.message,
                    "part_size of the request is not the size of a known part");
        free(parts);
        stop(&s);
    }
}

/* What a text cannot say is never left out in silence. */
Test(llm_wire, what_is_no_text_is_refused_by_those_who_know_texts)
{
    static const char refused[] =
        "this model takes only text: no tools, no parts and no response form";
    static const ptc_request_tool tool = {.name = PTC_STR_INIT("run_program")};
    static const ptc_response_form json = {.struct_size = sizeof json,
                                           .kind = PTC_RESPONSE_JSON};
    static const ptc_response_form text = {.struct_size = sizeof text};
    static const ptc_llm_settings settings = {.struct_size = sizeof settings};
    static const ptc_part image = {.kind = PTC_PART_IMAGE};
    stage_use *const uses[] = {use_command, use_cassette};

    for (size_t i = 0; i < 12; i++) {
        ptc_llm_reply reply;
        stage s;

        start(&s);
        uses[i % 2](&s);
        if (i / 2 == 0) {
            s.request.tools = &tool;
            s.request.tool_count = 1;
        }
        if (i / 2 == 1)
            s.request.response = &json;
        if (i / 2 == 2)
            s.messages[1].role = PTC_ROLE_TOOL;
        if (i / 2 == 3) {
            s.messages[0].parts = &image;
            s.messages[0].part_count = 1;
        }
        if (i / 2 == 4)
            s.request.response = &text;
        if (i / 2 == 5) { /* these are for those who can */
            s.request.settings = &settings;
            s.request.flags = PTC_REQUEST_CACHES_SYSTEM;
            s.request.cache_key = PTC_STR("k");
        }
        if (i / 2 < 4) {
            cr_expect(ask(&s, &s.request, &reply) == PTC_ERROR_INVALID, "row %zu", i);
            cr_expect(reply.fault == PTC_LLM_CLIENT_ERROR);
            EXPECT_TEXT(reply.message, refused);
        } else {
            cr_expect(ask(&s, &s.request, &reply) == PTC_OK, "row %zu", i);
        }
        stop(&s);
    }
}

/* --- Replies ----------------------------------------------------------------------- */

static const size_t reply_sizes[] = {
    sizeof(size_t),
    WITH(ptc_llm_reply, content),
    WITH(ptc_llm_reply, input_tokens),
    WITH(ptc_llm_reply, model),
    WITH(ptc_llm_reply, message),
    WITH(ptc_llm_reply, retry_after_ms),
    WITH(ptc_llm_reply, code),
    WITH(ptc_llm_reply, part_size),
    WITH(ptc_llm_reply, total_us),
    sizeof(ptc_llm_reply),
    sizeof(ptc_llm_reply) + 64,
};

enum { REPLY_SIZES = sizeof reply_sizes / sizeof *reply_sizes };

static void expect_reply(const ptc_llm_reply *reply, size_t size, const char *content)
{
    cr_expect(reply->struct_size == size);
    if (size >= WITH(ptc_llm_reply, content))
        EXPECT_TEXT(reply->content, content);
    if (size >= WITH(ptc_llm_reply, input_tokens))
        cr_expect(reply->input_tokens == 5);
    if (size >= WITH(ptc_llm_reply, model))
        EXPECT_TEXT(reply->model, "m-1");
    if (size >= WITH(ptc_llm_reply, retry_after_ms))
        cr_expect(reply->retry_after_ms == -1 && reply->message.ptr == NULL);
    if (size >= WITH(ptc_llm_reply, total_us))
        cr_expect(reply->cached_tokens == -1 && reply->cache_write_tokens == -1 &&
                  reply->reasoning_tokens == -1 && reply->cost_reported == -1 &&
                  reply->first_byte_us == -1 && reply->total_us == -1);
    if (size > sizeof *reply)
        cr_expect(((const char *)reply)[sizeof *reply] == 0, "a newer program's zeros");
}

Test(llm_wire, replies_of_every_size_get_what_they_hold) /* M550 */
{
    for (size_t i = 0; i < 2 * REPLY_SIZES; i++) {
        size_t size = reply_sizes[i / 2];
        ptc_llm_reply *reply = reply_of(size);
        stage s;

        start(&s);
        if (i % 2 == 0)
            use_cassette(&s);
        else
            use_script(&s, "{\"content\":\"found\",\"tokens\":{\"input\":5},"
                           "\"model\":\"m-1\"}\n");
        cr_expect(s.llm.call(&s.request, reply, s.llm.user) == PTC_OK);
        expect_reply(reply, size, "found");
        free(reply);
        stop(&s);
    }
}

/* The reason of a model's failure goes to callers that have room for it. */
Test(llm_wire, failures_are_told_in_replies_of_every_size, .timeout = 60)
{
    static const char *const argv[] = {"/bin/false", NULL};
    static const ptc_llm_command command = {.struct_size = sizeof command, .argv = argv};
    static const ptc_model model = {
        .struct_size = sizeof model, .name = "x", .provider = "none"};

    for (size_t i = 0; i < 4 * REPLY_SIZES; i++) {
        size_t size = reply_sizes[i / 4];
        ptc_llm_reply *reply = reply_of(size);
        stage s;

        start(&s);
        if (i % 4 == 0) {
            use_cassette(&s);
            s.request.system = PTC_STR("another");
        } else if (i % 4 == 1) {
            use_script(&s, "");
        } else if (i % 4 == 2) {
            cr_assert(ptc_llm_of_command(&command, "command", &s.llm) == PTC_OK);
        } else {
            cr_assert(ptc_model_make(&s.arena, &model, NULL, 0, &s.llm) == PTC_OK);
        }
        cr_expect(s.llm.call(&s.request, reply, s.llm.user) == PTC_ERROR_INVALID);
        cr_expect(reply->struct_size == size);
        if (size >= WITH(ptc_llm_reply, message))
            cr_expect(reply->message.len > 0, "row %zu", i);
        free(reply);
        stop(&s);
    }
}

Test(llm_wire, replies_without_a_size_are_refused)
{
    ptc_llm_reply reply = {.content = PTC_STR("as it was")};
    stage s;

    start(&s);
    use_script(&s, "\"a\"\n");
    cr_expect(s.llm.call(&s.request, &reply, s.llm.user) == PTC_ERROR_ARGUMENT);
    EXPECT_TEXT(reply.content, "as it was");
    ptc_llm_reply_init(&reply);
    cr_expect(s.llm.call(&s.request, &reply, s.llm.user) == PTC_OK);
    EXPECT_TEXT(reply.content, "a");
    stop(&s);
}
