/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a recording, as a script and as a file of models. Requests in a recording
 * are made again, and others are compared with it.
 */
#include "agent/model/llm_cassette.h"

#include <ptc/ptc.h>

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#define FUZZ_SIZE   8192
#define FUZZ_MEMORY ((size_t)32 << 20)

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void fuzz_models(ptc_arena *arena, const ptc_source *source)
{
    ptc_models models;
    ptc_diags diags;
    ptc_status status;
    ptc_llm llm;

    ptc_diags_init(&diags, arena);
    status = ptc_models_read(arena, source, &diags, &models);
    check((status == PTC_OK) == (diags.errors == 0) || arena->failed);
    for (size_t i = 0; i < models.count; i++)
        check(ptc_model_make(arena, models.items[i], NULL, 0, &llm) == PTC_OK ||
              arena->failed);
}

/* Every recorded tool call is answered, as often as it was recorded. */
static void fuzz_tools(ptc_cassette *cassette, ptc_arena *arena)
{
    const ptc_tool *tools;
    size_t count;

    if (ptc_cassette_tools(cassette, &tools, &count) != PTC_OK)
        return;
    for (size_t i = 0; i < count; i++) {
        ptc_map empty = {0};
        ptc_tool_call call = {
            .tool = &tools[i], .arguments = ptc_value_map(&empty), .arena = arena};

        check(tools[i].function(&call, tools[i].user) == PTC_OK || call.message != NULL ||
              arena->failed);
    }
}

/* A row that has its request is the answer to it. */
static void fuzz_requests(ptc_cassette *cassette, ptc_arena *arena, ptc_str text)
{
    ptc_message message = {PTC_ROLE_USER, {"x", 1}};
    ptc_llm_request request = {.struct_size = sizeof request,
                               .message_size = sizeof message,
                               .system = text,
                               .messages = &message,
                               .message_count = 1,
                               .arena = arena};
    ptc_llm_reply reply;
    ptc_llm llm;

    if (ptc_utf8_check(text.ptr, text.len) < text.len)
        return;
    check(ptc_cassette_add_llm(cassette, "m", NULL, &llm) == PTC_OK);
    ptc_llm_reply_init(&reply);
    check(llm.call(&request, &reply, llm.user) != PTC_OK);
    check(reply.message.len > 0 || arena->failed);
}

static void fuzz_rows(ptc_arena *arena, const ptc_source *source)
{
    ptc_tape tape = {.arena = arena, .source = source};
    ptc_arena own;
    ptc_error error;

    ptc_arena_init(&own, NULL, FUZZ_MEMORY);
    if (ptc_tape_read(&tape, &own, &error) == PTC_OK) {
        check(tape.whole <= source->text.len);
        for (size_t i = 0; i < tape.count; i++) {
            const ptc_tape_row *row = ptc_tape_find(&tape, &tape.rows[i].key);

            while (row != NULL && row != &tape.rows[i])
                row = row->next > 0 ? &tape.rows[row->next - 1] : NULL;
            check(row != NULL);
        }
    }
    ptc_arena_free(&own);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    ptc_source source = {{"fuzz", 4}, {(const char *)bytes, size}};
    ptc_cassette_options options = {.struct_size = sizeof options, .source = &source};
    ptc_cassette *cassette;
    ptc_script *script;
    ptc_arena arena;
    ptc_error error;

    if (size > FUZZ_SIZE)
        return 0;
    ptc_arena_init(&arena, NULL, FUZZ_MEMORY);
    fuzz_models(&arena, &source);
    fuzz_rows(&arena, &source);
    ptc_script_read(&arena, &source, &script, &error);
    if (ptc_cassette_new(&arena, &options, &cassette, &error) == PTC_OK) {
        fuzz_tools(cassette, &arena);
        fuzz_requests(cassette, &arena, source.text);
        ptc_cassette_free(cassette);
    }
    ptc_arena_free(&arena);
    return 0;
}
