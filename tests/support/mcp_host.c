/* SPDX-License-Identifier: MIT */
/* A server for suites that are its host. */
#define _POSIX_C_SOURCE 200809L
#include "mcp_host.h"

#include <criterion/criterion.h>

#include <time.h>

static ptc_status call_who(ptc_tool_call *call, void *user)
{
    const test_host *self = user;
    ptc_value n = *ptc_value_get(&call->arguments, "n");
    ptc_map_entry *entries = ptc_arena_array(call->arena, 3, sizeof *entries);

    if (entries == NULL)
        return PTC_ERROR_MEMORY;
    entries[0].key = ptc_value_string(PTC_STR("name"));
    entries[0].value = ptc_value_string(ptc_str_of(self->name));
    entries[1].key = ptc_value_string(PTC_STR("n"));
    entries[1].value = n;
    entries[2].key = ptc_value_string(PTC_STR("_secret"));
    entries[2].value = ptc_value_string(ptc_str_of(self->secret));
    return ptc_map_make(call->arena, entries, 3, &call->result, NULL);
}

static ptc_status call_lose(ptc_tool_call *call, void *user)
{
    const test_host *self = user;

    call->message = self->name;
    call->reason = "no_luck";
    return PTC_ERROR_INVALID;
}

/* Works until no one waits for it any more, or its time is over. */
static ptc_status call_wait(ptc_tool_call *call, void *user)
{
    struct timespec pause = {0, 1000000};

    (void)user;
    for (uint64_t ms = 0; ms < call->time_ms && !ptc_cancel_is_set(call->cancel); ms++)
        nanosleep(&pause, NULL);
    call->message = "cancelled";
    return PTC_ERROR_INVALID;
}

static const ptc_schema *schema_of(test_host *self, const char *signature)
{
    ptc_schema *schema = ptc_arena_array(&self->arena, 1, sizeof *schema);
    ptc_str why;

    cr_assert(schema != NULL);
    cr_assert(ptc_signature_of(&self->arena, signature, schema, &why) == PTC_OK, "%s",
              why.ptr);
    return schema;
}

static void write_sent(const ptc_mcp_line *line, void *user)
{
    ptc_text_str(&((test_host *)user)->sent, line->text);
}

ptc_mcp_sink test_host_sink(test_host *self)
{
    return (ptc_mcp_sink){write_sent, self};
}

static void host_rows(test_host *self)
{
    static const char plain[] =
        "{\"name\":\"lose\",\"inputSchema\":{\"type\":\"object\"}}";
    static const char waits[] =
        "{\"name\":\"wait\",\"inputSchema\":{\"type\":\"object\"}}";
    static const char who[] = "{\"name\":\"who\",\"inputSchema\":{\"type\":\"object\"}}";
    static const char run[] =
        "{\"name\":\"run_program\",\"inputSchema\":{\"type\":\"object\"}}";

    self->rows[0] = (ptc_mcp_tool){
        .name = "lose", .tool = &self->tools[0], .listed = plain, .listed_legacy = plain};
    self->rows[1] = (ptc_mcp_tool){.name = "run_program",
                                   .function = ptc_mcp_run_program,
                                   .data = &self->program,
                                   .listed = run,
                                   .listed_legacy = run};
    self->rows[2] = (ptc_mcp_tool){.name = "wait",
                                   .tool = &self->tools[1],
                                   .listed = waits,
                                   .listed_legacy = waits,
                                   .time_ms = 50};
    self->rows[3] = (ptc_mcp_tool){
        .name = "who", .tool = &self->tools[2], .listed = who, .listed_legacy = who};
}

void test_host_make(test_host *self, const char *name, const char *secret)
{
    *self = (test_host){.name = name, .secret = secret};
    ptc_arena_init(&self->arena, NULL, 0);
    ptc_text_init(&self->sent, &self->arena);
    self->tools[0] = (ptc_tool){.name = "lose", .function = call_lose, .user = self};
    self->tools[1] = (ptc_tool){.name = "wait", .function = call_wait, .user = self};
    self->tools[2] =
        (ptc_tool){.name = "who",
                   .signature = schema_of(
                       self, "(n :int[1..9]) -> {name :string, n :int, _secret :string}"),
                   .function = call_who,
                   .user = self};
    for (size_t i = 0; i < TEST_HOST_TOOLS; i++)
        self->of_programs[i] = &self->tools[i];
    self->program = (ptc_mcp_program){
        .tools = self->of_programs, .tool_count = TEST_HOST_TOOLS, .sessions = 8};
    host_rows(self);
    self->server = (ptc_mcp_server){.name = name,
                                    .version = "1.0.0",
                                    .tools = self->rows,
                                    .tool_count = TEST_HOST_ROWS};
}

void test_host_start(test_host *self, const ptc_mcp_options *options)
{
    ptc_mcp_sink sink = test_host_sink(self);

    cr_assert(ptc_mcp_runtime_new(&self->server, options, &self->runtime) == PTC_OK);
    cr_assert(ptc_mcp_session_new(self->runtime, &sink, &self->session) == PTC_OK);
}

void test_host_end(test_host *self)
{
    ptc_mcp_session_free(self->session);
    ptc_mcp_runtime_free(self->runtime);
    ptc_arena_free(&self->arena);
}

void test_host_work(ptc_mcp_session *session)
{
    while (ptc_mcp_work(session))
        ;
}

size_t test_count_lines(const char *text)
{
    size_t count = 0;

    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

void test_expect_has(const char *text, const char *part)
{
    cr_expect(strstr(text, part) != NULL, "%s is not in\n%s", part, text);
}

void test_expect_lacks(const char *text, const char *part)
{
    cr_expect(strstr(text, part) == NULL, "%s is in\n%s", part, text);
}
