/* SPDX-License-Identifier: MIT */
/* Recordings of models and tools. [subagent 8.1, 13] */
#include <criterion/criterion.h>

#include "agent/model/llm_cassette.h"
#include "support.h"

#include <pthread.h>

/* --- Helpers ----------------------------------------------------------------------- */

/* A file in memory that rows are appended to. */
typedef struct tape_file {
    char bytes[8192];
    size_t size;
    unsigned writes;
    bool is_full;
} tape_file;

static bool append(ptc_str line, void *user)
{
    tape_file *file = user;

    if (file->is_full || file->size + line.len > sizeof file->bytes)
        return false;
    memcpy(file->bytes + file->size, line.ptr, line.len);
    file->size += line.len;
    file->writes++;
    return true;
}

static ptc_source source_of(const tape_file *file)
{
    return (ptc_source){PTC_STR("tape.jsonl"), {file->bytes, file->size}};
}

static ptc_cassette *open_text(ptc_arena *arena, const ptc_source *source)
{
    ptc_cassette_options options = {.struct_size = sizeof options, .source = source};
    ptc_cassette *cassette;
    ptc_error error;

    cr_assert(ptc_cassette_new(arena, &options, &cassette, &error) == PTC_OK, "%s",
              test_error(&error));
    return cassette;
}

static ptc_cassette *record_to(ptc_arena *arena, tape_file *file, ptc_cassette_mode mode,
                               const ptc_source *source)
{
    ptc_cassette_options options = {.struct_size = sizeof options,
                                    .mode = mode,
                                    .source = source,
                                    .write = append,
                                    .user = file};
    ptc_cassette *cassette;
    ptc_error error;

    cr_assert(ptc_cassette_new(arena, &options, &cassette, &error) == PTC_OK, "%s",
              test_error(&error));
    return cassette;
}

static ptc_llm llm_on(ptc_cassette *cassette, const char *name, const ptc_llm *inner)
{
    ptc_llm llm;

    cr_assert(ptc_cassette_add_llm(cassette, name, inner, &llm) == PTC_OK);
    return llm;
}

/* Asks with one message. */
static ptc_status ask_of(const ptc_llm *llm, ptc_arena *arena, const char *system,
                         const char *content, ptc_llm_reply *reply)
{
    ptc_message message = {PTC_ROLE_USER, ptc_str_of(content)};
    ptc_llm_request request = {.struct_size = sizeof request,
                               .message_size = sizeof message,
                               .system = ptc_str_of(system),
                               .messages = &message,
                               .message_count = 1,
                               .turn = 7,
                               .time_ms = 5,
                               .arena = arena};

    ptc_llm_reply_init(reply);
    return llm->call(&request, reply, llm->user);
}

/* A model that says how often it was asked. */
static ptc_status count_calls(const ptc_llm_request *request, ptc_llm_reply *reply,
                              void *user)
{
    int *calls = user;
    ptc_text text;

    if (++*calls % 3 == 0) {
        reply->fault = PTC_LLM_RATE_LIMIT;
        reply->message = PTC_STR("slow down");
        reply->status = 429;
        reply->retry_after_ms = 1250;
        return PTC_ERROR_INVALID;
    }
    ptc_text_init(&text, request->arena);
    ptc_text_cstr(&text, "answer \"");
    ptc_text_int(&text, *calls);
    ptc_text_byte(&text, '"');
    reply->content = ptc_text_view(&text);
    reply->input_tokens = 10 * *calls;
    reply->stop_reason = PTC_STOP_END;
    return PTC_OK;
}

#define EXPECT_TEXT(view, text)                                                          \
    cr_expect(ptc_str_equal((view), ptc_str_of(text)), "%s", test_cstr(view))

/* --- Recording and replaying ------------------------------------------------------- */

Test(cassette, replays_what_it_recorded_in_order) /* M336 */
{
    tape_file file = {.size = 0};
    int calls = 0;
    ptc_llm inner = {"x", count_calls, &calls};
    ptc_cassette *cassette;
    ptc_llm_reply reply;
    ptc_source source;
    ptc_arena arena;
    ptc_llm llm;

    ptc_arena_init(&arena, NULL, 0);
    cassette = record_to(&arena, &file, PTC_CASSETTE_RECORD, NULL);
    llm = llm_on(cassette, "haiku", &inner);
    cr_expect(ask_of(&llm, &arena, "s", "same", &reply) == PTC_OK);
    EXPECT_TEXT(reply.content, "answer \"1\"");
    cr_expect(ask_of(&llm, &arena, "s", "same", &reply) == PTC_OK);
    cr_expect(ask_of(&llm, &arena, "s", "same", &reply) == PTC_ERROR_INVALID);
    EXPECT_TEXT(reply.message, "slow down");
    cr_expect(ask_of(&llm, &arena, "s", "other", &reply) == PTC_OK);
    ptc_cassette_free(cassette);
    cr_expect(calls == 4 && file.writes == 4, "one write a row");
    cr_expect(file.bytes[file.size - 1] == '\n');

    source = source_of(&file);
    cassette = open_text(&arena, &source);
    llm = llm_on(cassette, "haiku", NULL);
    cr_expect(ptc_cassette_left(cassette) == 4);
    cr_expect(ask_of(&llm, &arena, "s", "other", &reply) == PTC_OK);
    EXPECT_TEXT(reply.content, "answer \"4\"");
    cr_expect(ask_of(&llm, &arena, "s", "same", &reply) == PTC_OK);
    EXPECT_TEXT(reply.content, "answer \"1\"");
    cr_expect(reply.input_tokens == 10 && reply.output_tokens == -1);
    cr_expect(reply.stop_reason == PTC_STOP_END);
    cr_expect(ask_of(&llm, &arena, "s", "same", &reply) == PTC_OK);
    EXPECT_TEXT(reply.content, "answer \"2\"");
    cr_expect(ask_of(&llm, &arena, "s", "same", &reply) == PTC_ERROR_INVALID);
    cr_expect(reply.fault == PTC_LLM_RATE_LIMIT && reply.status == 429);
    cr_expect(reply.retry_after_ms == 1250);
    EXPECT_TEXT(reply.message, "slow down");
    cr_expect(ptc_cassette_left(cassette) == 0);
    cr_expect(calls == 4, "nobody was asked");
    ptc_cassette_free(cassette);
    ptc_cassette_free(NULL);
    ptc_arena_free(&arena);
}

Test(cassette, keys_are_of_what_is_asked_alone)
{
    ptc_message messages[] = {{PTC_ROLE_USER, PTC_STR("a")},
                              {PTC_ROLE_ASSISTANT, PTC_STR("b\n\"")}};
    ptc_tape_request request = {PTC_STR("m"), PTC_STR("s"), messages, 2, PTC_STR("null")};
    static const char canonical[] =
        "{\"llm_opts\":null,\"messages\":[{\"content\":\"a\",\"role\":\"user\"},"
        "{\"content\":\"b\\n\\\"\",\"role\":\"assistant\"}],\"model\":\"m\",\"system\":"
        "\"s\"}";
    ptc_sha256 hash;
    ptc_arena arena;
    ptc_tape_key key;
    ptc_tape_key same;

    ptc_arena_init(&arena, NULL, 0);
    ptc_sha256_init(&hash);
    ptc_sha256_add(&hash, canonical, sizeof canonical - 1);
    ptc_sha256_end_hex(&hash, same.hex);
    cr_assert(ptc_tape_request_key(&arena, &request, &key));
    cr_expect(memcmp(&key, &same, sizeof key) == 0);
    ptc_arena_free(&arena);
}

Test(cassette, asks_for_what_is_not_recorded_and_appends_it)
{
    tape_file file = {.size = 0};
    int calls = 0;
    ptc_llm inner = {"x", count_calls, &calls};
    static const char first[] =
        "{\"llm\":\"m\",\"request\":{\"system\":\"\",\"messages\":[{\"role\":\"user\","
        "\"content\":\"a\"}]},\"reply\":{\"content\":\"recorded\"}}"; /* no newline */
    ptc_cassette *cassette;
    ptc_llm_reply reply;
    ptc_source source;
    ptc_arena arena;
    ptc_llm llm;

    ptc_arena_init(&arena, NULL, 0);
    append(ptc_str_of(first), &file);
    source = source_of(&file);
    cassette = record_to(&arena, &file, PTC_CASSETTE_AUTO, &source);
    llm = llm_on(cassette, "m", &inner);
    cr_expect(ask_of(&llm, &arena, "", "a", &reply) == PTC_OK);
    EXPECT_TEXT(reply.content, "recorded");
    cr_expect(calls == 0);
    for (int i = 0; i < 2; i++) /* also the second time: there is only one row */
        cr_expect(ask_of(&llm, &arena, "", "a", &reply) == PTC_OK);
    EXPECT_TEXT(reply.content, "answer \"2\"");
    ptc_cassette_free(cassette);

    source = source_of(&file);
    cassette = open_text(&arena, &source);
    cr_expect(ptc_cassette_left(cassette) == 3);
    llm = llm_on(cassette, "m", NULL);
    for (int i = 0; i < 3; i++)
        cr_expect(ask_of(&llm, &arena, "", "a", &reply) == PTC_OK);
    EXPECT_TEXT(reply.content, "answer \"2\"");
    ptc_cassette_free(cassette);
    ptc_arena_free(&arena);
}

Test(cassette, says_when_a_row_cannot_be_written)
{
    tape_file file = {.is_full = true};
    int calls = 0;
    ptc_llm inner = {"x", count_calls, &calls};
    ptc_cassette_options options = {.struct_size = sizeof options,
                                    .mode = PTC_CASSETTE_RECORD};
    ptc_cassette *cassette;
    ptc_llm_reply reply;
    ptc_arena arena;
    ptc_error error;
    ptc_llm llm;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect(ptc_cassette_new(&arena, &options, &cassette, &error) ==
              PTC_ERROR_ARGUMENT);
    cassette = record_to(&arena, &file, PTC_CASSETTE_RECORD, NULL);
    cr_expect(ptc_cassette_add_llm(cassette, "m", NULL, &llm) == PTC_ERROR_ARGUMENT);
    cr_expect(ptc_cassette_add_llm(cassette, "", &inner, &llm) == PTC_ERROR_ARGUMENT);
    llm = llm_on(cassette, "m", &inner);
    cr_expect(ask_of(&llm, &arena, "", "a", &reply) == PTC_ERROR_INVALID);
    EXPECT_TEXT(reply.message, "the recording cannot be written");
    cr_expect(reply.fault == PTC_LLM_CLIENT_ERROR && reply.content.len == 0);
    ptc_cassette_free(cassette);
    ptc_arena_free(&arena);
}

/* --- Misses ------------------------------------------------------------------------ */

#define REQUEST(system, content, options)                                                \
    "{\"llm\":\"m\",\"request\":{\"system\":\"" system                                   \
    "\",\"messages\":[{\"role\":\"user\",\"content\":\"" content "\"}]" options          \
    "},\"reply\":{\"content\":\"r\"}}\n"

Test(cassette, shows_what_comes_nearest_to_what_it_lacks)
{
    static const char tape[] = "{\"tool\":\"t\",\"args\":{},\"result\":1}\n" REQUEST(
        "sys", "one\\ntwo\\nthree", "") REQUEST("other", "one", "")
        REQUEST("opts", "x", ",\"llm_opts\":{\"temperature\":0}")
            REQUEST("long",
                    "0123456789012345678901234567890123456789"
                    "0123456789012345678901234567890123456789end",
                    "");
    static const struct {
        const char *name;
        const char *system;
        const char *content;
        const char *message;
    } rows[] = {
        {"m", "sys", "one\ntwo 2\nthree",
         "the recording has no answer to this request; it differs from tape.jsonl:2 in "
         "message 1 (user), line 2: expected \"two\", found \"two 2\""},
        {"m", "othes", "one",
         "the recording has no answer to this request; it differs from tape.jsonl:3 in "
         "the system prompt, line 1: expected \"other\", found \"othes\""},
        {"n", "other", "one",
         "the recording has no answer to this request; it differs from tape.jsonl:3 in "
         "the model, line 1: expected \"m\", found \"n\""},
        {"m", "opts", "x",
         "the recording has no answer to this request; it differs from tape.jsonl:4 in "
         "llm_opts, line 1: expected \"{\\\"temperature\\\":0}\", found \"null\""},
        {"m", "long",
         "0123456789012345678901234567890123456789012345678901234567890123456789012345678"
         "9"
         "fin",
         "the recording has no answer to this request; it differs from tape.jsonl:5 in "
         "message 1 (user), line 1: expected \"01234567890123456789end\", found "
         "\"01234567890123456789fin\""},
    };
    ptc_source source = {PTC_STR("tape.jsonl"), ptc_str_of(tape)};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_cassette *cassette;
        ptc_llm_reply reply;
        ptc_arena arena;
        ptc_llm llm;

        ptc_arena_init(&arena, NULL, 0);
        cassette = open_text(&arena, &source);
        llm = llm_on(cassette, rows[i].name, NULL);
        cr_expect(ask_of(&llm, &arena, rows[i].system, rows[i].content, &reply) ==
                      PTC_ERROR_INVALID,
                  "row %zu", i);
        cr_expect(reply.fault == PTC_LLM_CLIENT_ERROR, "row %zu: is not retried", i);
        EXPECT_TEXT(reply.message, rows[i].message);
        ptc_cassette_free(cassette);
        ptc_arena_free(&arena);
    }
}

Test(cassette, says_when_all_was_served_and_when_there_is_nothing)
{
    static const char tape[] = REQUEST("s", "a", "") REQUEST("s", "a", "");
    ptc_source source = {PTC_STR("tape.jsonl"), ptc_str_of(tape)};
    ptc_source empty = {PTC_STR("tape.jsonl"), PTC_STR("\n")};
    ptc_message two[] = {{PTC_ROLE_USER, PTC_STR("a")},
                         {PTC_ROLE_ASSISTANT, PTC_STR("b")}};
    ptc_llm_request request = {.struct_size = sizeof request,
                               .message_size = sizeof *two,
                               .system = PTC_STR("s"),
                               .messages = two};
    ptc_cassette *cassette;
    ptc_llm_reply reply;
    ptc_arena arena;
    ptc_llm llm;

    ptc_arena_init(&arena, NULL, 0);
    cassette = open_text(&arena, &source);
    llm = llm_on(cassette, "m", NULL);
    for (int i = 0; i < 2; i++)
        cr_expect(ask_of(&llm, &arena, "s", "a", &reply) == PTC_OK);
    cr_expect(ask_of(&llm, &arena, "s", "a", &reply) == PTC_ERROR_INVALID);
    EXPECT_TEXT(reply.message,
                "the recording has no answer to this request: it was recorded 2 times "
                "(last in tape.jsonl:2), and is asked for again");
    request.message_count = 2;
    request.arena = &arena;
    ptc_llm_reply_init(&reply);
    cr_expect(llm.call(&request, &reply, llm.user) == PTC_ERROR_INVALID);
    EXPECT_TEXT(reply.message,
                "the recording has no answer to this request; it differs from "
                "tape.jsonl:1 in its number of messages: expected 1, found 2");
    ptc_cassette_free(cassette);
    cassette = open_text(&arena, &empty);
    llm = llm_on(cassette, "m", NULL);
    cr_expect(ask_of(&llm, &arena, "s", "a", &reply) == PTC_ERROR_INVALID);
    EXPECT_TEXT(reply.message, "the recording has no answer to this request, nor any "
                               "request to compare it with");
    ptc_cassette_free(cassette);
    ptc_arena_free(&arena);
}

/* --- Bad rows ---------------------------------------------------------------------- */

Test(cassette, says_which_rows_are_bad)
{
    static const struct {
        const char *text;
        const char *error;
    } rows[] = {
        {"{\"tool\":\"t\",\"result\":1}\n{bad}\n", "tape.jsonl:2: "},
        {"[]\n", "tape.jsonl:1: expected a row: "},
        {"7\n", "tape.jsonl:1: expected a row: "},
        {"{}\n", "tape.jsonl:1: expected a row: "},
        {"\n\n{\"llm\":1}\n", "tape.jsonl:3: expected one of llm, tool and name"},
        {"{\"llm\":\"a\",\"tool\":\"b\"}\n", "expected one of llm, tool and name"},
        {"{\"llm\":\"a\"}\n", "tape.jsonl:1: expected {\"llm\", "},
        {"{\"llm\":\"a\",\"reply\":{\"content\":\"x\"},\"more\":1}\n",
         "expected {\"llm\""},
        {"{\"llm\":\"a\",\"reply\":\"x\"}\n", "expected {\"llm\", "},
        {"{\"llm\":\"a\",\"reply\":{\"content\":\"x\"}}\n", "expected a key"},
        {"{\"llm\":\"a\",\"reply\":{\"content\":\"x\"},\"key\":\"abc\"}\n",
         "expected key as 64"},
        {"{\"llm\":\"a\",\"reply\":{\"content\":1}}\n", "expected {\"content\""},
        {"{\"llm\":\"a\",\"reply\":{\"content\":\"x\"},\"error\":{}}\n",
         "expected {\"llm"},
        {"{\"llm\":\"a\",\"error\":{\"kind\":\"late\",\"message\":\"m\"}}\n",
         "expected error.kind"},
        {"{\"llm\":\"a\",\"reply\":{\"content\":\"x\"},\"request\":{}}\n",
         "expected request as"},
        {"{\"llm\":\"a\",\"reply\":{\"content\":\"x\"},\"request\":{\"system\":\"\","
         "\"messages\":[{\"role\":\"system\",\"content\":\"\"}]}}\n",
         "expected request as"},
        {"{\"llm\":\"a\",\"reply\":{\"content\":\"x\"},\"request\":{\"system\":\"\","
         "\"messages\":[],\"llm_opts\":[]}}\n",
         "expected request as"},
        {"{\"llm\":\"a\",\"reply\":{\"content\":\"x\"},\"request\":{\"system\":\"\","
         "\"messages\":[]},\"key\":"
         "\"00000000000000000000000000000000000000000000000000000"
         "00000000000\"}\n",
         "the key is not that of the row"},
        {"{\"tool\":\"t\",\"args\":[],\"result\":1}\n", "expected args as an object"},
        {"{\"tool\":\"t\",\"args\":{\"a-b\":1,\"a_b\":2},\"result\":1}\n",
         "expected args without names"},
        {"{\"tool\":\"t\"}\n", "expected {\"tool\" or \"name\""},
        {"{\"tool\":\"t\",\"result\":1,\"error\":{\"message\":\"m\"}}\n",
         "expected {\"tool\" or \"name\""},
        {"{\"tool\":\"t\",\"error\":\"m\"}\n",
         "expected error as {\"message\", \"reason\"?, \"final\"?}"},
        {"{\"tool\":\"t\",\"error\":{\"message\":\"m\",\"reason\":1}}\n",
         "expected error as {\"message\", \"reason\"?, \"final\"?}"},
        {"{\"llm\":\"a\",\"prompt_revision\":0,\"reply\":{\"content\":\"x\"}}\n",
         "expected prompt_revision as a number from 1"},
        {"{\"tool\":\"t\",\"result\":1,\"redacted\":1}\n", "expected redacted as"},
        {"{\"tool\":\"t\",\"result\":1,\"redacted\":true}\n", "expected a key"},
        {"{\"tool\":\"\",\"result\":1}\n", "expected one of llm, tool and name"},
        {"12", "tape.jsonl:1: expected a row"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_source source = {PTC_STR("tape.jsonl"), ptc_str_of(rows[i].text)};
        ptc_cassette_options options = {.struct_size = sizeof options, .source = &source};
        ptc_cassette *cassette;
        ptc_arena arena;
        ptc_error error;

        ptc_arena_init(&arena, NULL, 0);
        cr_expect(ptc_cassette_new(&arena, &options, &cassette, &error) ==
                      PTC_ERROR_SYNTAX,
                  "row %zu", i);
        cr_expect(cassette == NULL, "row %zu", i);
        cr_expect(strstr(test_error(&error), rows[i].error) != NULL, "row %zu: %s", i,
                  test_error(&error));
        ptc_arena_free(&arena);
    }
}

Test(cassette, survives_a_last_row_that_broke_off)
{
    static const char first[] = REQUEST("s", "a", "");
    static const char tape[] = REQUEST("s", "a", "") REQUEST("s", "b", "");

    for (size_t cut = sizeof first; cut < sizeof tape - 2; cut++) {
        ptc_source source = {PTC_STR("tape.jsonl"), {tape, cut}};
        ptc_cassette *cassette;
        ptc_arena arena;
        size_t whole;

        ptc_arena_init(&arena, NULL, 0);
        cassette = open_text(&arena, &source);
        cr_expect(ptc_cassette_left(cassette) == 1, "cut %zu", cut);
        EXPECT_TEXT(ptc_cassette_torn(cassette, &whole),
                    "tape.jsonl:2: the last row is incomplete and left out; the rows "
                    "before it are used");
        cr_expect(whole == sizeof first - 1, "cut %zu: %zu", cut, whole);
        ptc_cassette_free(cassette);
        ptc_arena_free(&arena);
    }
}

Test(cassette, needs_no_newline_behind_the_last_row)
{
    static const char tape[] = REQUEST("s", "a", "");
    ptc_source source = {PTC_STR("tape.jsonl"), {tape, sizeof tape - 2}};
    ptc_cassette *cassette;
    ptc_arena arena;
    size_t whole;

    ptc_arena_init(&arena, NULL, 0);
    cassette = open_text(&arena, &source);
    cr_expect(ptc_cassette_left(cassette) == 1);
    cr_expect(ptc_cassette_torn(cassette, &whole).len == 0);
    cr_expect(whole == sizeof tape - 2);
    ptc_cassette_free(cassette);
    ptc_arena_free(&arena);
}

/* --- Tools ------------------------------------------------------------------------- */

static ptc_status double_it(ptc_tool_call *call, void *user)
{
    const ptc_value *n = ptc_value_get(&call->arguments, "n");
    ptc_map_entry *entries = ptc_arena_array(call->arena, 2, sizeof *entries);

    ++*(int *)user;
    if (n == NULL || n->kind != PTC_INT) {
        call->message = "n is missing";
        call->reason = "unclear";
        return PTC_ERROR_INVALID;
    }
    entries[0] = (ptc_map_entry){ptc_value_string(PTC_STR("twice")),
                                 ptc_value_int(2 * n->as.integer)};
    entries[1] = (ptc_map_entry){ptc_value_string(PTC_STR("_secret")),
                                 ptc_value_string(PTC_STR("canary-field"))};
    return ptc_map_make(call->arena, entries, 2, &call->result, NULL);
}

static ptc_status call_tool(const ptc_tool *tool, ptc_arena *arena, const char *json,
                            ptc_tool_call *call)
{
    *call = (ptc_tool_call){.tool = tool, .arena = arena, .time_ms = UINT64_MAX};
    cr_assert(ptc_json_read(arena, json, strlen(json), NULL, &call->arguments, NULL,
                            NULL) == PTC_OK);
    return tool->function(call, tool->user);
}

static int64_t twice_of(const ptc_tool_call *call)
{
    return ptc_value_get(&call->result, "twice")->as.integer;
}

Test(cassette, records_tools_and_replays_them)
{
    tape_file file = {.size = 0};
    int calls = 0;
    ptc_tool tool = {
        .name = "double-it", .function = double_it, .user = &calls, .flags = 1};
    ptc_tool blank = {.name = "double_it"};
    const ptc_tool *wrapped;
    ptc_cassette *cassette;
    ptc_tool_call call;
    ptc_source source;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    cassette = record_to(&arena, &file, PTC_CASSETTE_RECORD, NULL);
    cr_assert(ptc_cassette_wrap_tools(cassette, &tool, 1, &wrapped) == PTC_OK);
    cr_expect_str_eq(wrapped->name, "double-it");
    cr_expect(wrapped->flags == 1);
    cr_expect(call_tool(wrapped, &arena, "{\"n\":21}", &call) == PTC_OK);
    cr_expect(twice_of(&call) == 42);
    cr_expect(call_tool(wrapped, &arena, "{\"m\":\"x\"}", &call) == PTC_ERROR_INVALID);
    ptc_cassette_free(cassette);
    cr_expect(calls == 2);
    cr_expect(
        strstr(file.bytes,
               "{\"tool\":\"double-it\",\"args\":{\"n\":21},\"result\":{\"twice\":42,"
               "\"_secret\":\"<") == file.bytes);
    cr_expect(strstr(file.bytes, "\"redacted\":true") != NULL);
    cr_expect(strstr(file.bytes, "\"error\":{\"message\":\"n is missing\",\"reason\":"
                                 "\"unclear\"}") != NULL,
              "%s", file.bytes);

    source = source_of(&file);
    cassette = open_text(&arena, &source);
    cr_assert(ptc_cassette_wrap_tools(cassette, &blank, 1, &wrapped) == PTC_OK);
    cr_expect(call_tool(wrapped, &arena, "{\"m\":\"x\"}", &call) == PTC_ERROR_INVALID);
    cr_expect_str_eq(call.message, "n is missing");
    cr_expect_str_eq(call.reason, "unclear");
    cr_expect(!call.is_final);
    cr_expect(call_tool(wrapped, &arena, "{\"n\":21.0}", &call) == PTC_OK);
    cr_expect(twice_of(&call) == 42);
    cr_expect(call_tool(wrapped, &arena, "{\"n\":22}", &call) == PTC_ERROR_INVALID);
    cr_expect(call.is_final); /* no attempt hides that a recording lacks something */
    cr_expect_str_eq(call.message,
                     "the recording has no result of double_it for these arguments; the "
                     "nearest call is in tape.jsonl:1, line 1: expected "
                     "\"{\\\"n\\\":21}\", found \"{\\\"n\\\":22}\"; tape.jsonl:1 hides "
                     "_secret; record with --raw");
    cr_expect(call_tool(wrapped, &arena, "{\"n\":21,\"_pin\":7}", &call) ==
              PTC_ERROR_INVALID);
    cr_expect_str_eq(
        call.message,
        "the recording has no result of double_it for these arguments; the "
        "nearest call is in tape.jsonl:1, line 1: expected "
        "\"{\\\"n\\\":21}\", found "
        "\"{\\\"_pin\\\":\\\"<Firewalled>\\\",\\\"n\\\":21}\"; tape.jsonl:1 hides "
        "_secret; record with --raw");
    cr_expect(call_tool(wrapped, &arena, "{\"n\":21}", &call) == PTC_ERROR_INVALID);
    cr_expect_str_eq(call.message,
                     "the recording has no result of double_it for these arguments: it "
                     "was recorded 1 time (tape.jsonl:1), and is asked for again");
    cr_expect(calls == 2);
    ptc_cassette_free(cassette);
    ptc_arena_free(&arena);
}

/* Two calls that may not be told apart by what may be seen. */
Test(cassette, names_no_values_that_are_firewalled) /* M037 */
{
    static const char tape[] = "{\"tool\":\"t\",\"args\":{\"_pin\":1},\"result\":1}\n";
    ptc_source source = {PTC_STR("tape.jsonl"), {tape, sizeof tape - 1}};
    ptc_tool tool = {.name = "t"};
    const ptc_tool *wrapped;
    ptc_cassette *cassette;
    ptc_tool_call call;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    cassette = open_text(&arena, &source);
    cr_assert(ptc_cassette_wrap_tools(cassette, &tool, 1, &wrapped) == PTC_OK);
    cr_expect(call_tool(wrapped, &arena, "{\"_pin\":2}", &call) == PTC_ERROR_INVALID);
    cr_expect_str_eq(
        call.message,
        "the recording has no result of t for these arguments; the nearest "
        "call is in tape.jsonl:1, which differs only in <Firewalled> values");
    ptc_cassette_free(cassette);
    ptc_arena_free(&arena);
}

Test(cassette, serves_results_that_people_write)
{
    static const char rows[] =
        "{\"name\":\"search\",\"args\":{\"max-count\":1,\"q\":\"x\"},\"result\":[1,2]}\n"
        "{\"name\":\"now\",\"result\":null}\n"
        "{\"name\":\"search\",\"args\":{\"q\":\"y\"},\"error\":{\"message\":\"gone\"}}\n"
        "{\"name\":\"search\",\"args\":{\"q\":\"x\",\"max_count\":1},\"result\":[3]}\n";
    ptc_source source = {PTC_STR("tools.jsonl"), ptc_str_of(rows)};
    ptc_cassette_options options = {
        .struct_size = sizeof options, .source = &source, .repeats_tools = true};
    ptc_cassette *cassette;
    const ptc_tool *tools;
    ptc_tool_call call;
    ptc_arena arena;
    ptc_error error;
    size_t count;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_cassette_new(&arena, &options, &cassette, &error) == PTC_OK);
    cr_assert(ptc_cassette_tools(cassette, &tools, &count) == PTC_OK);
    cr_assert(count == 2);
    cr_expect_str_eq(tools[0].name, "search");
    cr_expect_str_eq(tools[1].name, "now");
    for (unsigned i = 0; i < 4; i++) { /* the last row of a call stays */
        cr_expect(call_tool(&tools[0], &arena, "{\"q\":\"x\",\"max_count\":1}", &call) ==
                  PTC_OK);
        cr_expect(call.result.aux == (i == 0 ? 2 : 1), "call %u", i);
        cr_expect(call_tool(&tools[1], &arena, "{}", &call) == PTC_OK);
        cr_expect(call.result.kind == PTC_NIL);
        cr_expect(call_tool(&tools[0], &arena, "{\"q\":\"y\"}", &call) ==
                  PTC_ERROR_INVALID);
        cr_expect_str_eq(call.message, "gone");
    }
    /* It is not a recording, and has a name. */
    cr_expect(call_tool(&tools[1], &arena, "{\"at\":1}", &call) == PTC_ERROR_INVALID);
    cr_expect_str_eq(call.message,
                     "tools.jsonl has no result of now for these arguments; the nearest "
                     "call is in tools.jsonl:2, line 1: expected \"{}\", found "
                     "\"{\\\"at\\\":1}\"");
    cr_expect(ptc_cassette_left(cassette) == 0);
    ptc_cassette_free(cassette);
    ptc_arena_free(&arena);
}

/* --- What is never recorded -------------------------------------------------------- */

static void hide_answers(ptc_str path, ptc_value *value, void *user)
{
    (void)user;
    if (ptc_str_equal(path, PTC_STR("reply.content")) ||
        ptc_str_equal(path, PTC_STR("request.messages.0.content")))
        *value = ptc_value_string(PTC_STR("hidden"));
}

static const char options_json[] = "{\"temperature\":0,\"api_key\":\"canary-key\","
                                   "\"extra\":[{\"Authorization\":\"Bearer "
                                   "canary-key\",\"headers\":{\"x\":\"canary-key\"}}],"
                                   "\"base-URL\":\"https://u:canary-key@h"
                                   "\",\"_note\":\"canary-field\"}";

/* Records one answer and one call; what of the options is part of the key comes back. */
static void record_secrets(ptc_arena *arena, tape_file *file, bool is_raw)
{
    int calls = 0;
    ptc_llm inner = {"x", count_calls, &calls};
    ptc_cassette_options options = {.struct_size = sizeof options,
                                    .mode = PTC_CASSETTE_RECORD,
                                    .write = append,
                                    .user = file,
                                    .redaction = {hide_answers, NULL},
                                    .is_raw = is_raw};
    ptc_message message = {PTC_ROLE_USER, PTC_STR("canary-message")};
    ptc_llm_request request = {.struct_size = sizeof request,
                               .message_size = sizeof message,
                               .messages = &message,
                               .message_count = 1,
                               .arena = arena};
    ptc_tool tool = {.name = "t", .function = double_it, .user = &calls};
    const ptc_tool *wrapped;
    ptc_cassette *cassette;
    ptc_llm_reply reply;
    ptc_tool_call call;
    ptc_error error;
    ptc_llm llm;

    cr_assert(ptc_json_read(arena, options_json, strlen(options_json), NULL,
                            &request.options, NULL, NULL) == PTC_OK);
    cr_assert(ptc_cassette_new(arena, &options, &cassette, &error) == PTC_OK);
    llm = llm_on(cassette, "m", &inner);
    ptc_llm_reply_init(&reply);
    cr_expect(llm.call(&request, &reply, llm.user) == PTC_OK);
    EXPECT_TEXT(reply.content, "answer \"1\"");
    cr_assert(ptc_cassette_wrap_tools(cassette, &tool, 1, &wrapped) == PTC_OK);
    cr_expect(call_tool(wrapped, arena, "{\"n\":1,\"_pin\":\"canary-field\"}", &call) ==
              PTC_OK);
    ptc_cassette_free(cassette);
    file->bytes[file->size] = '\0';
}

Test(cassette, records_no_keys_and_nothing_behind_the_firewall)
{
    for (int is_raw = 0; is_raw < 2; is_raw++) {
        tape_file file = {.size = 0};
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 0);
        record_secrets(&arena, &file, is_raw != 0);
        cr_expect(strstr(file.bytes, "canary-key") == NULL, "%s", file.bytes);
        cr_expect((strstr(file.bytes, "canary-field") != NULL) == (is_raw != 0));
        cr_expect((strstr(file.bytes, "canary-message") != NULL) == (is_raw != 0));
        cr_expect((strstr(file.bytes, "answer") != NULL) == (is_raw != 0));
        cr_expect((strstr(file.bytes, "\"redacted\":true") != NULL) == (is_raw == 0));
        ptc_arena_free(&arena);
    }
}

/* An uninitialised reply, as passed on by a careless wrapper. */
Test(cassette, clears_what_the_recorded_model_fills)
{
    tape_file file = {.size = 0};
    int calls = 0;
    ptc_llm inner = {"x", count_calls, &calls};
    ptc_cassette_options options = {.struct_size = sizeof options,
                                    .mode = PTC_CASSETTE_RECORD,
                                    .write = append,
                                    .user = &file};
    ptc_message message = {PTC_ROLE_USER, PTC_STR("hello")};
    ptc_llm_request request = {.struct_size = sizeof request,
                               .message_size = sizeof message,
                               .messages = &message,
                               .message_count = 1};
    ptc_cassette *cassette;
    ptc_llm_reply reply;
    ptc_arena arena;
    ptc_error error;
    ptc_llm llm;

    ptc_arena_init(&arena, NULL, 0);
    request.arena = &arena;
    memset(&reply, 0xa5, sizeof reply);
    cr_assert(ptc_cassette_new(&arena, &options, &cassette, &error) == PTC_OK);
    llm = llm_on(cassette, "m", &inner);
    cr_expect(llm.call(&request, &reply, llm.user) == PTC_OK);
    EXPECT_TEXT(reply.content, "answer \"1\"");
    cr_expect(reply.message.ptr == NULL && reply.model.ptr == NULL);
    cr_expect(reply.retry_after_ms == -1 && reply.status == 0);
    ptc_cassette_free(cassette);
    ptc_arena_free(&arena);
}

Test(cassette, finds_redacted_rows_by_their_keys)
{
    tape_file file = {.size = 0};
    ptc_message message = {PTC_ROLE_USER, PTC_STR("canary-message")};
    ptc_llm_request request = {.struct_size = sizeof request,
                               .message_size = sizeof message,
                               .messages = &message,
                               .message_count = 1};
    ptc_cassette *cassette;
    ptc_llm_reply reply;
    ptc_source source;
    ptc_arena arena;
    ptc_llm llm;

    ptc_arena_init(&arena, NULL, 0);
    record_secrets(&arena, &file, false);
    source = source_of(&file);
    cassette = open_text(&arena, &source);
    llm = llm_on(cassette, "m", NULL);
    request.arena = &arena;
    cr_assert(ptc_json_read(&arena, options_json, strlen(options_json), NULL,
                            &request.options, NULL, NULL) == PTC_OK);
    ptc_llm_reply_init(&reply);
    cr_expect(llm.call(&request, &reply, llm.user) == PTC_OK);
    EXPECT_TEXT(reply.content, "hidden");
    ptc_cassette_free(cassette);
    ptc_arena_free(&arena);
}

/* --- Threads and memory ------------------------------------------------------------ */

enum { THREADS = 4, ASKS = 50 };

static void *ask_often(void *user)
{
    const ptc_llm *llm = user;
    uintptr_t good = 0;

    for (int i = 0; i < ASKS; i++) {
        ptc_llm_reply reply;
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 0);
        good += ask_of(llm, &arena, "s", i % 2 == 0 ? "a" : "b", &reply) == PTC_OK;
        ptc_arena_free(&arena);
    }
    return (void *)good; /* NOLINT */
}

Test(cassette, serves_each_row_once_to_all_threads)
{
    ptc_text text;
    ptc_source source = {PTC_STR("tape.jsonl"), {"", 0}};
    pthread_t threads[THREADS];
    ptc_cassette *cassette;
    uintptr_t good = 0;
    ptc_arena arena;
    ptc_llm llm;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    for (int i = 0; i < THREADS * ASKS - 10; i++)
        ptc_text_cstr(&text, i % 2 == 0 ? REQUEST("s", "a", "") : REQUEST("s", "b", ""));
    source.text = ptc_text_view(&text);
    cassette = open_text(&arena, &source);
    llm = llm_on(cassette, "m", NULL);
    for (int i = 0; i < THREADS; i++)
        cr_assert(pthread_create(&threads[i], NULL, ask_often, &llm) == 0);
    for (int i = 0; i < THREADS; i++) {
        void *count;

        pthread_join(threads[i], &count);
        good += (uintptr_t)count;
    }
    cr_expect(good == THREADS * ASKS - 10);
    cr_expect(ptc_cassette_left(cassette) == 0);
    ptc_cassette_free(cassette);
    ptc_arena_free(&arena);
}

Test(cassette, ends_cleanly_when_memory_is_refused)
{
    static const char rows[] = REQUEST(
        "s", "a", ",\"llm_opts\":{\"key\":1,\"b\":[2]}") "{\"tool\":\"t\",\"args\":{\"a-"
                                                         "b\":1},\"result\":{\"_c\":2}}\n"
                                                         "{\"tool\":\"t\",\"error\":{"
                                                         "\"message\":\"m\"}}\n{\"broken";
    ptc_source source = {PTC_STR("tape.jsonl"), ptc_str_of(rows)};
    bool is_done = false;

    for (size_t left = 0; !is_done && left < 64; left++) {
        test_refusing refusing = {.left = left};
        ptc_cassette_options options = {.struct_size = sizeof options,
                                        .allocator = test_refusing_allocator(&refusing),
                                        .source = &source};
        ptc_cassette *cassette;
        ptc_status status;
        ptc_arena arena;
        ptc_error error;

        ptc_arena_init(&arena, NULL, 0);
        status = ptc_cassette_new(&arena, &options, &cassette, &error);
        is_done = status == PTC_OK;
        cr_expect(is_done || status == PTC_ERROR_MEMORY, "left %zu", left);
        cr_expect((cassette != NULL) == is_done);
        ptc_cassette_free(cassette);
        cr_expect(refusing.held == 0, "left %zu", left);
        ptc_arena_free(&arena);
    }
    cr_expect(is_done);
}

Test(cassette, calls_end_cleanly_when_memory_is_refused)
{
    static const char rows[] = REQUEST("s", "a", "");
    ptc_source source = {PTC_STR("tape.jsonl"), ptc_str_of(rows)};
    tape_file file = {.size = 0};
    int calls = 0;
    ptc_llm inner = {"x", count_calls, &calls};
    char place[4096];

    for (size_t size = 0; size < sizeof place; size += 16) {
        ptc_cassette *cassette;
        ptc_llm_reply reply;
        ptc_status status;
        ptc_arena arena;
        ptc_arena small;
        ptc_llm llm;

        ptc_arena_init(&arena, NULL, 0);
        for (int replays = 0; replays < 2; replays++) {
            cassette = replays ? open_text(&arena, &source)
                               : record_to(&arena, &file, PTC_CASSETTE_RECORD, NULL);
            llm = llm_on(cassette, "m", &inner);
            ptc_arena_init_memory(&small, place, size);
            calls = 0;
            file.size = 0;
            status = ask_of(&llm, &small, "s", "b", &reply);
            cr_expect((status == PTC_ERROR_MEMORY) == small.failed, "size %zu", size);
            cr_expect((status == PTC_OK) == (!replays && !small.failed));
            ptc_cassette_free(cassette);
        }
        ptc_arena_free(&arena);
    }
    cr_expect(file.writes > 0);
}
