/* SPDX-License-Identifier: MIT */
/*
 * What recordings hide: values of their types in its place, calls that are found without
 * it, and messages that say so. Whole runs are in tests/tool/test_tool_recordings.c.
 * [subagent 8.1]
 */
#include <criterion/criterion.h>

#include "agent/model/llm_cassette.h"
#include "random_schema.h"
#include "support.h"

#include <ptc/walk.h>
#include <pthread.h>

static ptc_arena arena;

static void start(void)
{
    ptc_arena_init(&arena, NULL, 0);
}

static void stop(void)
{
    ptc_arena_free(&arena);
}

TestSuite(cassette_hidden, .init = start, .fini = stop);

static ptc_value read_json(const char *text)
{
    ptc_value value;

    cr_assert(ptc_json_read(&arena, text, strlen(text), NULL, &value, NULL, NULL) ==
                  PTC_OK,
              "%s", text);
    return value;
}

static const char *json(const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    cr_assert(ptc_json_write(&text, value, 0) == PTC_OK);
    return test_cstr(ptc_text_view(&text));
}

static const ptc_walk_options as_result = {
    .struct_size = sizeof as_result, .mode = PTC_MODE_STRICT, .direction = PTC_OUTPUT};

/* --- Values ------------------------------------------------------------------------ */

#define F "\"<Firewalled>\""

/* A type, a recorded result, and what a replay gives; made NULL: no value was found. */
static const struct {
    const char *type;
    const char *recorded;
    const char *filled;
} results[] = {
    {"{_a :int}", "{\"_a\":" F "}", "{\"_a\":42}"},
    {"{_a :int[3..5]}", "{\"_a\":" F "}", "{\"_a\":3}"},
    {"{_a :int[..-3]}", "{\"_a\":" F "}", "{\"_a\":-3}"},
    {"{_a :float[0.5..0.75]}", "{\"_a\":" F "}", "{\"_a\":0.5}"},
    {"{_a :bool, _b :bool?}", "{\"_a\":" F ",\"_b\":" F "}", "{\"_a\":true,\"_b\":true}"},
    {"{_a :enum[\"x\" \"y\"]}", "{\"_a\":" F "}", "{\"_a\":\"x\"}"},
    {"{_a :datetime}", "{\"_a\":" F "}", "{\"_a\":\"2024-01-31T09:30:00Z\"}"},
    /* Texts that satisfy their types stay. */
    {"{_a :string}", "{\"_a\":" F "}", "{\"_a\":" F "}"},
    {"{_a :any, _b :string?}", "{\"_a\":" F ",\"_b\":" F "}",
     "{\"_a\":" F ",\"_b\":" F "}"},
    {"{_a :string[~\"Fire\"]}", "{\"_a\":" F "}", "{\"_a\":" F "}"},
    /* Lengths and patterns, and both. */
    {"{_a :string[13..14]}", "{\"_a\":" F "}", "{\"_a\":\"resultxxxxxxx\"}"},
    {"{_a :string[..3]}", "{\"_a\":" F "}", "{\"_a\":\"res\"}"},
    {"{_a :string[~\"^[A-Z]{2}-[0-9]+$\"]}", "{\"_a\":" F "}", "{\"_a\":\"AA-1\"}"},
    {"{_a :string[8.. ~\"^[0-9]+$\"]}", "{\"_a\":" F "}", "{\"_a\":\"11111111\"}"},
    {"{_a :string[5..6 ~\"^(ab)+$\"]}", "{\"_a\":" F "}", "{\"_a\":\"ababab\"}"},
    {"{_a :string[5..5 ~\"^(ab)+$\"]}", "{\"_a\":" F "}", NULL},
    /* Collections, and what is within them. */
    {"{_a [:int]}", "{\"_a\":" F "}", "{\"_a\":[42]}"},
    {"{_a {x :int, y [:string]}}", "{\"_a\":" F "}",
     "{\"_a\":{\"x\":42,\"y\":[\"result\"]}}"},
    {"{_a [:set [:enum \"a\" \"b\"]]}", "{\"_a\":" F "}", "{\"_a\":[\"a\"]}"},
    {"{_a [:map-of :string :int]}", "{\"_a\":" F "}", "{\"_a\":{\"result\":42}}"},
    {"{_a [:tuple :int :bool]}", "{\"_a\":" F "}", "{\"_a\":[42,true]}"},
    {"[{id :int, _a :float}]", "[{\"id\":1,\"_a\":" F "},{\"id\":2,\"_a\":" F "}]",
     "[{\"id\":1,\"_a\":3.14},{\"id\":2,\"_a\":3.14}]"},
    {"{deep {_a :int}?, more [{_b :bool}]}", "{\"deep\":null,\"more\":[{\"_b\":" F "}]}",
     "{\"deep\":null,\"more\":[{\"_b\":true}]}"},
    {"[:tuple [:map [:_a :int]] :string]", "[{\"_a\":" F "},\"x\"]",
     "[{\"_a\":42},\"x\"]"},
    {"[:map-of :string :int]", "{\"_k\":" F ",\"k\":1}", "{\"_k\":42,\"k\":1}"},
    {":int | {_a :int}", "{\"_a\":" F "}", "{\"_a\":42}"},
    {"{kind :enum[\"x\"], _a :int} | {kind :enum[\"y\"], _a :bool}",
     "{\"kind\":\"y\",\"_a\":" F "}", "{\"kind\":\"y\",\"_a\":true}"},
    {"{_a :int | [:string]}", "{\"_a\":" F "}", "{\"_a\":42}"},
    /* Other spellings, undeclared fields, and texts that are not hidden. */
    {"{_a-b :int}", "{\"_a_b\":" F "}", "{\"_a_b\":42}"},
    {"{a :int}", "{\"a\":1,\"_more\":" F "}", "{\"a\":1,\"_more\":" F "}"},
    {"{a :string}", "{\"a\":\"Firewalled\"}", "{\"a\":\"Firewalled\"}"},
    /* Secrets within texts; the host's redaction. */
    {"{a :string[~\"^[a-z]+$\"]}", "{\"a\":\"x<redacted>y\"}", "{\"a\":\"result\"}"},
    {"{a :string}", "{\"a\":\"x<redacted>y\"}", "{\"a\":\"x<redacted>y\"}"},
    {"{a :int}", "{\"a\":\"<Redacted>\"}", "{\"a\":42}"},
    {":int", F, "42"},
};

static ptc_schema read_type(const char *type)
{
    ptc_text text;
    ptc_source source = {PTC_STR("type"), {"", 0}};
    ptc_schema schema;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "() -> ");
    ptc_text_cstr(&text, type);
    source.text = ptc_text_view(&text);
    cr_assert(ptc_signature_read(&arena, &source, NULL, &diags, &schema) == PTC_OK, "%s",
              type);
    return schema;
}

Test(cassette_hidden, becomes_a_value_of_its_type)
{
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        ptc_schema schema = read_type(results[i].type);
        ptc_value recorded = read_json(results[i].recorded);
        ptc_tape_filled filled;
        ptc_status status = ptc_tape_fill(&schema, &recorded, &arena, &filled);

        cr_expect(status == (results[i].filled != NULL ? PTC_OK : PTC_ERROR_INVALID),
                  "%s: %d", results[i].type, status);
        if (results[i].filled == NULL) {
            cr_expect(ptc_str_equal(filled.culprit, PTC_STR("_a")), "%s",
                      results[i].type);
            continue;
        }
        cr_expect_str_eq(json(&filled.result), results[i].filled, "%s", results[i].type);
        cr_expect(ptc_schema_validate(&schema, &filled.result, &as_result, NULL) ==
                          PTC_OK ||
                      strstr(results[i].recorded, "_more") != NULL,
                  "%s: %s", results[i].type, results[i].filled);
    }
}

/* Where every part of a random type is hidden, what comes of it satisfies the whole. */
Test(cassette_hidden, satisfies_random_types)
{
    enum { SCHEMAS = 3000 };
    test_random random = test_random_start("cassette_hidden", 5);
    ptc_value hidden = ptc_value_string(PTC_STR("<Firewalled>"));
    unsigned found = 0;

    for (unsigned i = 0; i < SCHEMAS; i++) {
        ptc_tape_filled filled;
        ptc_schema schema;

        ptc_arena_reset(&arena);
        random_schema(&random, &arena, 1 + i % 20, false, &schema);
        if (ptc_tape_fill(&schema, &hidden, &arena, &filled) != PTC_OK)
            continue;
        found++;
        cr_expect(ptc_schema_validate(&schema, &filled.result, &as_result, NULL) ==
                      PTC_OK,
                  "case %u: %s", i, json(&filled.result));
    }
    cr_expect(found > SCHEMAS / 2, "%u of %u have values", found, SCHEMAS);
}

/* A value of many levels by a type that holds itself. */
static ptc_status fill_deeply(const char *type)
{
    ptc_source source = {PTC_STR("t"), ptc_str_of(type)};
    ptc_value value = ptc_value_nil();
    ptc_tape_filled filled;
    ptc_schema schema;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_malli_read(&arena, &source, NULL, &diags, &schema) == PTC_OK, "%s",
              type);
    for (int i = 0; i < 200; i++) {
        ptc_map_entry *entries = ptc_arena_array(&arena, 2, sizeof *entries);

        entries[0] = (ptc_map_entry){ptc_value_string(PTC_STR("a")), value};
        entries[1] = (ptc_map_entry){ptc_value_string(PTC_STR("_x")),
                                     ptc_value_string(PTC_STR("<Firewalled>"))};
        cr_assert(ptc_map_make(&arena, entries, 2, &value, NULL) == PTC_OK);
    }
    return ptc_tape_fill(&schema, &value, &arena, &filled);
}

#define HOLDS(parts) "[:schema {:registry {\"t\" " parts "}} \"t\"]"

/* However many ways there are at each level, it ends, within seconds. */
Test(cassette_hidden, ends_for_types_of_many_ways, .timeout = 20)
{
    cr_expect(fill_deeply(HOLDS("[:map [:a [:maybe [:ref \"t\"]]] [:_x :int]]")) ==
              PTC_OK);
    cr_expect(fill_deeply(HOLDS("[:or [:map [:a [:ref \"t\"]] [:_x :int]] :nil]")) ==
              PTC_OK);
    cr_expect(fill_deeply(HOLDS(
                  "[:or [:map [:a [:ref \"t\"]] [:_x :int] [:no :int]] [:map [:a [:ref "
                  "\"t\"]] [:_x :string] [:no :int]] [:map [:a [:ref \"t\"]] [:_x :int]] "
                  ":nil]")) != PTC_ERROR_MEMORY);
}

/* --- Tapes ------------------------------------------------------------------------- */

typedef struct tape_text {
    char bytes[16384];
    size_t size;
} tape_text;

static bool append(ptc_str line, void *user)
{
    tape_text *tape = user;

    cr_assert(tape->size + line.len < sizeof tape->bytes);
    memcpy(tape->bytes + tape->size, line.ptr, line.len);
    tape->size += line.len;
    tape->bytes[tape->size] = '\0';
    return true;
}

static ptc_cassette *open_tape(ptc_cassette_options options)
{
    ptc_cassette *cassette;
    ptc_error error;

    options.struct_size = sizeof options;
    cr_assert(ptc_cassette_new(&arena, &options, &cassette, &error) == PTC_OK, "%s",
              test_error(&error));
    return cassette;
}

/* Gives what it was asked for, with its own number; one argument is refused. */
static ptc_status give(ptc_tool_call *call, void *user)
{
    static int64_t count;
    const ptc_value *id = ptc_value_get(&call->arguments, "id");
    ptc_map_entry *entries = ptc_arena_array(call->arena, 2, sizeof *entries);

    (void)user;
    if (id->as.integer < 0) {
        call->message = "there is none";
        call->reason = "not_found";
        return PTC_ERROR_INVALID;
    }
    entries[0] = (ptc_map_entry){ptc_value_string(PTC_STR("id")), *id};
    entries[1] = (ptc_map_entry){ptc_value_string(PTC_STR("_n")), ptc_value_int(++count)};
    return ptc_map_make(call->arena, entries, 2, &call->result, NULL);
}

static ptc_status call_tool(const ptc_tool *tool, ptc_arena *memory,
                            const char *arguments, ptc_tool_call *call)
{
    *call = (ptc_tool_call){.tool = tool, .arena = memory, .time_ms = UINT64_MAX};
    cr_assert(ptc_json_read(memory, arguments, strlen(arguments), NULL, &call->arguments,
                            NULL, NULL) == PTC_OK);
    return tool->function(call, tool->user);
}

static ptc_tool declared_tool(const ptc_schema *signature)
{
    return (ptc_tool){.name = "give", .function = give, .signature = signature};
}

static ptc_schema read_call(const char *text)
{
    ptc_source source = {PTC_STR("call"), ptc_str_of(text)};
    ptc_schema schema;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_signature_read(&arena, &source, NULL, &diags, &schema) == PTC_OK);
    return schema;
}

#define GIVE "(id :int, _pin :any) -> {id :int, _n :int[1000..]}"

/* Records calls of those arguments. */
static void record_calls(tape_text *tape, const ptc_tool *tool, bool is_raw,
                         const char *const *arguments, size_t count)
{
    ptc_cassette *cassette = open_tape((ptc_cassette_options){
        .mode = PTC_CASSETTE_RECORD, .write = append, .user = tape, .is_raw = is_raw});
    const ptc_tool *wrapped;
    ptc_tool_call call;

    cr_assert(ptc_cassette_wrap_tools(cassette, tool, 1, &wrapped) == PTC_OK);
    for (size_t i = 0; i < count; i++)
        call_tool(wrapped, &arena, arguments[i], &call);
    ptc_cassette_free(cassette);
}

static int64_t number_of(const ptc_tool_call *call, const char *field)
{
    return ptc_value_get(&call->result, field)->as.integer;
}

/* What was hidden in arguments is not there to be asked for again. */
Test(cassette_hidden, arguments_are_found_by_what_is_shown_of_them)
{
    static const char *const recorded[] = {"{\"id\":1,\"_pin\":\"a\"}",
                                           "{\"id\":2,\"_pin\":\"b\"}",
                                           "{\"id\":1,\"_pin\":\"c\"}"};
    ptc_schema signature = read_call(GIVE);
    ptc_tool tool = declared_tool(&signature);
    tape_text tape = {.size = 0};
    const ptc_tool *wrapped;
    ptc_cassette *cassette;
    ptc_source source;
    ptc_tool_call call;

    record_calls(&tape, &tool, false, recorded, 3);
    cr_expect(strstr(tape.bytes, "\"a\"") == NULL, "%s", tape.bytes);
    source = (ptc_source){PTC_STR("tape.jsonl"), {tape.bytes, tape.size}};
    cassette = open_tape((ptc_cassette_options){.source = &source});
    cr_assert(ptc_cassette_wrap_tools(cassette, &tool, 1, &wrapped) == PTC_OK);
    /* The one of these very arguments first, then in order; each is served once. */
    cr_expect(call_tool(wrapped, &arena, recorded[2], &call) == PTC_OK);
    cr_expect(number_of(&call, "_n") == 1000 && number_of(&call, "id") == 1);
    cr_expect(call_tool(wrapped, &arena, "{\"_pin\":7,\"id\":2}", &call) == PTC_OK);
    cr_expect(number_of(&call, "id") == 2);
    cr_expect(call_tool(wrapped, &arena, recorded[0], &call) == PTC_OK);
    cr_expect(ptc_cassette_left(cassette) == 0);
    cr_expect(call_tool(wrapped, &arena, "{\"id\":1,\"_pin\":\"canary\"}", &call) ==
              PTC_ERROR_INVALID);
    cr_expect(strstr(call.message, "canary") == NULL, "%s", call.message);
    cr_expect(strstr(call.message, "tape.jsonl:1 hides _n; record with --raw") != NULL,
              "%s", call.message);
    cr_expect_str_eq(test_cstr(ptc_cassette_hidden(&arena, cassette)),
                     "tape.jsonl:1 hides _n, so the run may differ from what was "
                     "recorded; record with --raw");
    ptc_cassette_free(cassette);
}

/* Recorded raw it is the very value, and only these very arguments get it. */
Test(cassette_hidden, raw_recordings_are_exact)
{
    static const char *const recorded[] = {"{\"id\":1,\"_pin\":\"a\"}"};
    ptc_schema signature = read_call("(id :int, _pin :any) -> {id :int, _n :int}");
    ptc_tool tool = declared_tool(&signature);
    tape_text tape = {.size = 0};
    const ptc_tool *wrapped;
    ptc_cassette *cassette;
    ptc_source source;
    ptc_tool_call call;

    record_calls(&tape, &tool, true, recorded, 1);
    source = (ptc_source){PTC_STR("tape.jsonl"), {tape.bytes, tape.size}};
    cassette = open_tape((ptc_cassette_options){.source = &source});
    cr_assert(ptc_cassette_wrap_tools(cassette, &tool, 1, &wrapped) == PTC_OK);
    cr_expect(call_tool(wrapped, &arena, "{\"id\":1,\"_pin\":\"b\"}", &call) ==
              PTC_ERROR_INVALID);
    cr_expect(strstr(call.message, "hides") == NULL, "%s", call.message);
    cr_expect(call_tool(wrapped, &arena, recorded[0], &call) == PTC_OK);
    cr_expect(number_of(&call, "_n") < 1000);
    cr_expect(ptc_cassette_hidden(&arena, cassette).len == 0);
    ptc_cassette_free(cassette);
}

/* In the mode that asks for what is missing, other hidden arguments are another call. */
Test(cassette_hidden, nothing_is_taken_for_the_same_where_it_can_be_asked)
{
    static const char *const recorded[] = {"{\"id\":1,\"_pin\":\"a\"}"};
    ptc_schema signature = read_call(GIVE);
    ptc_tool tool = declared_tool(&signature);
    tape_text tape = {.size = 0};
    const ptc_tool *wrapped;
    ptc_cassette *cassette;
    ptc_source source;
    ptc_tool_call call;
    size_t before;

    record_calls(&tape, &tool, false, recorded, 1);
    before = tape.size;
    source = (ptc_source){PTC_STR("tape.jsonl"), {tape.bytes, tape.size}};
    cassette = open_tape((ptc_cassette_options){
        .mode = PTC_CASSETTE_AUTO, .source = &source, .write = append, .user = &tape});
    cr_assert(ptc_cassette_wrap_tools(cassette, &tool, 1, &wrapped) == PTC_OK);
    cr_expect(call_tool(wrapped, &arena, recorded[0], &call) == PTC_OK);
    cr_expect(tape.size == before);
    cr_expect(call_tool(wrapped, &arena, "{\"id\":1,\"_pin\":\"b\"}", &call) == PTC_OK);
    cr_expect(tape.size > before && number_of(&call, "_n") < 1000);
    ptc_cassette_free(cassette);
}

Test(cassette_hidden, reasons_of_failures_are_replayed)
{
    static const char *const recorded[] = {"{\"id\":-1,\"_pin\":1}"};
    ptc_schema signature = read_call(GIVE);
    ptc_tool tool = declared_tool(&signature);
    tape_text tape = {.size = 0};
    const ptc_tool *wrapped;
    ptc_cassette *cassette;
    ptc_source source;
    ptc_tool_call call;

    record_calls(&tape, &tool, false, recorded, 1);
    cr_expect(strstr(tape.bytes, "\"error\":{\"message\":\"there is none\",\"reason\":"
                                 "\"not_found\"}") != NULL,
              "%s", tape.bytes);
    source = (ptc_source){PTC_STR("tape.jsonl"), {tape.bytes, tape.size}};
    cassette = open_tape((ptc_cassette_options){.source = &source});
    cr_assert(ptc_cassette_wrap_tools(cassette, &tool, 1, &wrapped) == PTC_OK);
    cr_expect(call_tool(wrapped, &arena, recorded[0], &call) == PTC_ERROR_INVALID);
    cr_expect_str_eq(call.message, "there is none");
    cr_expect_str_eq(call.reason, "not_found");
    ptc_cassette_free(cassette);
}

/* --- Answers that no one waits for ------------------------------------------------- */

/* Answers while the run is being cancelled. */
static ptc_status answer_late(const ptc_llm_request *request, ptc_llm_reply *reply,
                              void *user)
{
    ptc_cancel_set(user);
    reply->content = PTC_STR("paid for");
    return request->time_ms == 0 ? PTC_ERROR_INVALID : PTC_OK;
}

Test(cassette_hidden, an_answer_is_kept_though_the_run_was_cancelled)
{
    for (uint64_t time_ms = 0; time_ms < 2; time_ms++) {
        tape_text tape = {.size = 0};
        ptc_cancel cancel = {0};
        ptc_llm inner = {"x", answer_late, &cancel};
        ptc_message message = {PTC_ROLE_USER, PTC_STR("a")};
        ptc_llm_request request = {.struct_size = sizeof request,
                                   .message_size = sizeof message,
                                   .messages = &message,
                                   .message_count = 1,
                                   .arena = &arena,
                                   .cancel = &cancel,
                                   .time_ms = time_ms};
        ptc_cassette *cassette = open_tape((ptc_cassette_options){
            .mode = PTC_CASSETTE_RECORD, .write = append, .user = &tape});
        ptc_llm_reply reply;
        ptc_llm llm;

        cr_assert(ptc_cassette_add_llm(cassette, "m", &inner, &llm) == PTC_OK);
        ptc_llm_reply_init(&reply);
        llm.call(&request, &reply, llm.user);
        cr_expect((tape.size > 0) == (time_ms > 0), "%s", tape.bytes);
        ptc_cassette_free(cassette);
    }
}

/* --- Threads and memory ------------------------------------------------------------ */

enum { THREADS = 4, CALLS = 40 };

static void *call_often(void *user)
{
    const ptc_tool *tool = user;
    uintptr_t good = 0;

    for (int i = 0; i < CALLS; i++) {
        ptc_tool_call call;
        ptc_arena memory;

        ptc_arena_init(&memory, NULL, 0);
        if (call_tool(tool, &memory,
                      i % 2 == 0 ? "{\"id\":1,\"_pin\":1}" : "{\"id\":1,\"_pin\":2}",
                      &call) == PTC_OK)
            good += number_of(&call, "_n") == 1000;
        else
            cr_expect(strstr(call.message, "recorded 150 times") != NULL ||
                          strstr(call.message, "hides _n") != NULL,
                      "%s", call.message);
        ptc_arena_free(&memory);
    }
    return (void *)good; /* NOLINT */
}

/* Rows are served once, by their keys and by what is shown, to agents that run at once.
 */
Test(cassette_hidden, is_served_once_to_all_threads)
{
    enum { ROWS = THREADS * CALLS - 10 };
    static const char *recorded[ROWS];
    ptc_schema signature = read_call(GIVE);
    ptc_tool tool = declared_tool(&signature);
    static struct {
        char bytes[1 << 17];
        size_t size;
    } tape;
    pthread_t threads[THREADS];
    const ptc_tool *wrapped;
    ptc_cassette *cassette;
    tape_text one = {.size = 0};
    uintptr_t good = 0;
    ptc_source source;

    recorded[0] = "{\"id\":1,\"_pin\":1}";
    record_calls(&one, &tool, false, recorded, 1);
    for (int i = 0; i < ROWS; i++) {
        memcpy(tape.bytes + tape.size, one.bytes, one.size);
        tape.size += one.size;
    }
    source = (ptc_source){PTC_STR("tape.jsonl"), {tape.bytes, tape.size}};
    cassette = open_tape((ptc_cassette_options){.source = &source});
    cr_assert(ptc_cassette_wrap_tools(cassette, &tool, 1, &wrapped) == PTC_OK);
    for (int i = 0; i < THREADS; i++)
        cr_assert(pthread_create(&threads[i], NULL, call_often, (void *)wrapped) == 0);
    for (int i = 0; i < THREADS; i++) {
        void *count;

        pthread_join(threads[i], &count);
        good += (uintptr_t)count;
    }
    cr_expect(good == ROWS, "%zu", (size_t)good);
    cr_expect(ptc_cassette_left(cassette) == 0);
    ptc_cassette_free(cassette);
}

Test(cassette_hidden, calls_end_cleanly_when_memory_is_refused)
{
    static const char *const recorded[] = {"{\"id\":1,\"_pin\":\"a\"}"};
    ptc_schema signature = read_call(GIVE);
    ptc_tool tool = declared_tool(&signature);
    static char place[8192];
    tape_text tape = {.size = 0};
    ptc_source source;
    bool is_done = false;

    record_calls(&tape, &tool, false, recorded, 1);
    source = (ptc_source){PTC_STR("tape.jsonl"), {tape.bytes, tape.size}};
    for (size_t size = 512; size < sizeof place; size += 16) {
        ptc_cassette *cassette = open_tape((ptc_cassette_options){.source = &source});
        const ptc_tool *wrapped;
        ptc_tool_call call;
        ptc_arena small;
        ptc_status status;

        cr_assert(ptc_cassette_wrap_tools(cassette, &tool, 1, &wrapped) == PTC_OK);
        ptc_arena_init_memory(&small, place, size);
        status = call_tool(wrapped, &small, "{\"id\":1,\"_pin\":\"b\"}", &call);
        cr_expect((status == PTC_ERROR_MEMORY) == small.failed, "size %zu", size);
        is_done = status == PTC_OK;
        ptc_cassette_free(cassette);
    }
    cr_expect(is_done);
}
