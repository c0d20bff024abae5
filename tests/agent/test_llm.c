/* SPDX-License-Identifier: MIT */
/* Models that come along: scripts. [subagent 8] */
#include <criterion/criterion.h>

#include "agent/model/model_int.h"
#include "support.h"

static ptc_status read_script(ptc_arena *arena, const char *text, ptc_script **script,
                              ptc_error *error)
{
    ptc_source source = {PTC_STR("replies.jsonl"), ptc_str_of(text)};

    return ptc_script_read(arena, &source, script, error);
}

static ptc_status ask(const ptc_llm *llm, ptc_arena *arena, ptc_llm_reply *reply)
{
    ptc_llm_request request = {
        .struct_size = sizeof request, .turn = 1, .time_ms = UINT64_MAX, .arena = arena};

    ptc_llm_reply_init(reply);
    return llm->call(&request, reply, llm->user);
}

Test(llm, scripts_give_their_replies_in_order) /* M336, M327, M334 */
{
    static const char text[] =
        "\"(return 1)\"\n"
        "\n"
        "{\"content\": \"two\", \"tokens\": {\"input\": 150, \"output\": 89}, "
        "\"stop_reason\": \"length\"}\r\n"
        "{\"content\": null}\n"
        "{\"error\": {\"kind\": \"rate_limit\", \"message\": \"slow down\", "
        "\"status\": 429, \"retry_after\": 1.5}}";
    ptc_llm_reply reply;
    ptc_script *script;
    ptc_arena arena;
    ptc_error error;
    ptc_llm llm;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(read_script(&arena, text, &script, &error) == PTC_OK, "%s",
              test_error(&error));
    llm = ptc_script_llm(script, "script");
    cr_expect(ptc_script_left(script) == 4);
    cr_expect(ask(&llm, &arena, &reply) == PTC_OK);
    cr_expect(ptc_str_equal(reply.content, PTC_STR("(return 1)")));
    cr_expect(reply.input_tokens == -1 && reply.output_tokens == -1);
    cr_expect(reply.stop_reason == PTC_STOP_UNKNOWN);
    cr_expect(ask(&llm, &arena, &reply) == PTC_OK);
    cr_expect(reply.input_tokens == 150 && reply.output_tokens == 89);
    cr_expect(reply.stop_reason == PTC_STOP_LENGTH);
    cr_expect(ask(&llm, &arena, &reply) == PTC_OK);
    cr_expect(reply.content.ptr == NULL, "null content is none");
    cr_expect(ask(&llm, &arena, &reply) == PTC_ERROR_INVALID);
    cr_expect(reply.fault == PTC_LLM_RATE_LIMIT && reply.status == 429);
    cr_expect(reply.retry_after_ms == 1500);
    cr_expect(ptc_str_equal(reply.message, PTC_STR("slow down")));
    cr_expect(ptc_script_left(script) == 0);
    cr_expect(ask(&llm, &arena, &reply) == PTC_ERROR_INVALID);
    cr_expect(reply.fault == PTC_LLM_CLIENT_ERROR);
    cr_expect(ptc_str_equal(reply.message,
                            PTC_STR("the script has no reply 5; it ends after 4")),
              "%s", test_cstr(reply.message));
    ptc_arena_free(&arena);
}

Test(llm, scripts_say_what_is_wrong_with_them)
{
    static const struct {
        const char *text;
        const char *error;
    } rows[] = {
        {"\"a\"\n[1]", "replies.jsonl:2: expected a reply"},
        {"7", "replies.jsonl:1: expected a reply"},
        {"\"a\"\n\n{\"content\": 1}", "replies.jsonl:3: expected {\"content\""},
        {"{}", "replies.jsonl:1: expected {\"content\""},
        {"{\"content\": \"a\", \"token\": {}}", "replies.jsonl:1: expected {\"content\""},
        {"{\"content\": \"a\", \"tokens\": {\"input\": -1}}", "expected tokens"},
        {"{\"content\": \"a\", \"tokens\": {\"in\": 1}}", "expected tokens"},
        {"{\"content\": \"a\", \"tokens\": 5}", "expected tokens"},
        {"{\"content\": \"a\", \"stop_reason\": \"done\"}", "expected stop_reason end"},
        {"{\"content\": \"a\", \"stop_reason\": \"\"}", "expected stop_reason end"},
        {"{\"error\": 5}", "expected {\"error\""},
        {"{\"error\": {\"kind\": \"x\"}}", "expected error.kind rate_limit"},
        {"{\"error\": {\"kind\": \"timeout\"}}", "expected error.message"},
        {"{\"error\": {\"kind\": \"timeout\", \"message\": \"m\", \"status\": 1000}}",
         "expected error.status"},
        {"{\"error\": {\"kind\": \"timeout\", \"message\": \"m\", \"retry_after\": -1}}",
         "expected error.retry_after"},
        {"{\"error\": {\"kind\": \"timeout\", \"message\": \"m\"}, \"content\": \"a\"}",
         "expected {\"error\""},
        {"\"a\" 5", "replies.jsonl:1: "},
        {"\"\xFF\"", "replies.jsonl:1: "},
        {"{\"content\"", "replies.jsonl:1: "},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_script *script;
        ptc_arena arena;
        ptc_error error;

        ptc_arena_init(&arena, NULL, 0);
        cr_expect(read_script(&arena, rows[i].text, &script, &error) == PTC_ERROR_SYNTAX,
                  "row %zu", i);
        cr_expect(script == NULL, "row %zu", i);
        cr_expect(strstr(test_error(&error), rows[i].error) != NULL, "row %zu: %s", i,
                  test_error(&error));
        ptc_arena_free(&arena);
    }
}

Test(llm, scripts_end_cleanly_when_memory_is_refused)
{
    static const char text[] = "\"a\"\n{\"content\": \"b\"}\n{\"error\": {\"kind\": "
                               "\"timeout\", \"message\": \"m\"}}\n[]";
    char place[4096];

    for (size_t size = 0; size < sizeof place; size += 16) {
        ptc_script *script;
        ptc_arena arena;
        ptc_error error;
        ptc_status status;

        ptc_arena_init_memory(&arena, place, size);
        status = read_script(&arena, text, &script, &error);
        cr_expect(status == PTC_ERROR_MEMORY || status == PTC_ERROR_SYNTAX);
        cr_expect(script == NULL);
        ptc_arena_free(&arena);
    }
}

Test(llm, names_faults_and_stops)
{
    static const char *const faults[] = {"unknown", "rate_limit", "timeout",
                                         "server_error", "client_error"};
    static const char *const stops[] = {"", "end", "length", "refusal", "tool", "other"};
    ptc_stop_reason stop;
    ptc_llm_fault fault;

    for (unsigned i = 0; i < 5; i++) {
        cr_expect_str_eq(ptc_llm_fault_name((ptc_llm_fault)i), faults[i]);
        cr_expect(ptc_llm_fault_find(ptc_str_of(faults[i]), &fault) && fault == i);
    }
    for (unsigned i = 0; i < 6; i++) {
        cr_expect_str_eq(ptc_stop_reason_name((ptc_stop_reason)i), stops[i]);
        cr_expect(ptc_stop_reason_find(ptc_str_of(stops[i]), &stop) == (i > 0));
    }
    cr_expect(!ptc_llm_fault_find(PTC_STR("late"), &fault));
}

Test(llm, cancels_by_a_flag)
{
    ptc_cancel cancel = {0};

    cr_expect(!ptc_cancel_is_set(NULL));
    cr_expect(!ptc_cancel_is_set(&cancel));
    ptc_cancel_set(&cancel);
    cr_expect(ptc_cancel_is_set(&cancel));
}
