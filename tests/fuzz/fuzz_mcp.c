/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as the stream of an MCP client. However they are split, the same lines come
 * out; each line is JSON with one LF, at its end, and an answer or a notification; no id
 * is answered twice while it is in flight; all memory is freed. If an allocation is
 * refused, there is also no incomplete line, and all memory is freed.
 *
 * The first byte chooses the limit of lines and how the bytes are split, the second which
 * allocation is refused.
 */
#include <ptc/gen_mcp.h>
#include <ptc/mcp.h>
#include <ptc/ptc.h>

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* --- A server ----------------------------------------------------------------------- */

static ptc_status fuzz_echo(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = call->arguments;
    return PTC_OK;
}

static ptc_status fuzz_fail(ptc_tool_call *call, void *user)
{
    (void)user;
    ptc_tool_progress(call, 1, 2, "half");
    call->message = "no";
    return PTC_ERROR_INVALID;
}

static const ptc_tool echo = {.name = "echo", .function = fuzz_echo};
static const ptc_tool fail = {.name = "fail", .function = fuzz_fail};
static const ptc_tool refuse = {.name = "refuse", .function = fuzz_fail};
static const ptc_tool *const tools[] = {&echo, &refuse}; /* of programs */
static const ptc_mcp_program program = {
    .tools = tools, .tool_count = 2, .is_structured = true, .sessions = 2};
static const ptc_mcp_tool rows[] = {
    {.name = "echo",
     .tool = &echo,
     .listed = "{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}",
     .listed_legacy = "{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}"},
    {.name = "fail",
     .tool = &fail,
     .listed = "{\"name\":\"fail\",\"inputSchema\":{\"type\":\"object\"}}",
     .listed_legacy = "{\"name\":\"fail\",\"inputSchema\":{\"type\":\"object\"}}"},
    {.name = "run_program",
     .function = ptc_mcp_run_program,
     .data = &program,
     .listed = "{\"name\":\"run_program\",\"inputSchema\":{\"type\":\"object\"}}",
     .listed_legacy = "{\"name\":\"run_program\",\"inputSchema\":{\"type\":\"object\"}}"},
};
static const ptc_mcp_server server = {
    .name = "fuzz", .version = "1", .tools = rows, .tool_count = 3};

/* --- A stream ----------------------------------------------------------------------- */

/* The settings of one run. */
typedef struct fuzz_run {
    size_t max_line;
    size_t step;      /* bytes of a feed; 0: all at once */
    bool works_early; /* after each feed, not at the end */
    size_t refused;   /* number of the allocation to refuse; 0: none */
    size_t asked;     /* allocations so far */
    size_t held;
    uint64_t chance;
    ptc_arena arena; /* of the sent lines */
    ptc_text sent;
} fuzz_run;

static void *run_allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    fuzz_run *run = user;
    void *place = NULL;

    if (new_size != 0 && ++run->asked == run->refused)
        return NULL;
    if (new_size == 0)
        free(old);
    else
        place = realloc(old, new_size);
    if (new_size != 0 && place == NULL)
        abort();
    run->held += new_size - (old != NULL ? old_size : 0);
    return place;
}

static uint64_t run_clock(void *user)
{
    (void)user;
    return 1;
}

/* So the handle of the first session is s_BAAAAAAAAAAAAAAAAAAAAA. */
static uint64_t run_chance(void *user)
{
    return ((fuzz_run *)user)->chance++;
}

/* A line is a single line with a JSON-RPC message. */
static void check_line(const ptc_mcp_line *line)
{
    const char *feed = memchr(line->text.ptr, '\n', line->text.len);
    ptc_value value;
    ptc_arena arena;

    check(feed != NULL && feed == line->text.ptr + line->text.len - 1);
    ptc_arena_init(&arena, NULL, 0);
    check(ptc_json_read(&arena, line->text.ptr, line->text.len, NULL, &value, NULL,
                        NULL) == PTC_OK);
    if (value.kind == PTC_VECTOR) {
        check(value.aux != 0 && line->is_reply && line->request.len == 0);
    } else {
        const ptc_value *version = ptc_value_get(&value, "jsonrpc");
        const ptc_value *id = ptc_value_get(&value, "id");

        check(version != NULL &&
              ptc_str_equal(ptc_value_as_text(version, ""), PTC_STR("2.0")));
        check((ptc_value_get(&value, "method") != NULL) == !line->is_reply);
        check(id != NULL || !line->is_reply || line->request.len == 0);
    }
    ptc_arena_free(&arena);
}

static void run_write(const ptc_mcp_line *line, void *user)
{
    fuzz_run *run = user;

    check_line(line);
    ptc_text_str(&run->sent, line->text);
}

static void run_feed(fuzz_run *run, ptc_mcp_session *session, const uint8_t *bytes,
                     size_t size)
{
    size_t step = run->step != 0 ? run->step : size;

    for (size_t at = 0; at < size; at += step) {
        size_t len = size - at < step ? size - at : step;
        char *copy = malloc(len);

        if (copy == NULL)
            abort();
        memcpy(copy, bytes + at, len);
        check(ptc_mcp_feed(session, copy, len) == PTC_OK || run->refused != 0);
        free(copy);
        while (run->works_early && ptc_mcp_work(session))
            ;
    }
    check(ptc_mcp_feed_end(session) == PTC_OK || run->refused != 0);
    while (ptc_mcp_work(session))
        ;
    check(ptc_mcp_pending(session) == 0);
}

/* Runs the stream; the sent lines are in run->sent. */
static void run_stream(fuzz_run *run, const uint8_t *bytes, size_t size)
{
    const ptc_mcp_options options = {.struct_size = sizeof options,
                                     .allocator = {run_allocate, run},
                                     .clock_ms = run_clock,
                                     .random = run_chance,
                                     .user = run,
                                     .max_line = run->max_line,
                                     .max_waiting = 8,
                                     .program = {.fuel = 20000, .heap = 1 << 20}};
    const ptc_mcp_sink sink = {run_write, run};
    ptc_mcp_runtime *runtime;
    ptc_mcp_session *session;

    ptc_arena_init(&run->arena, NULL, 0);
    ptc_text_init(&run->sent, &run->arena);
    if (ptc_mcp_runtime_new(&server, &options, &runtime) == PTC_OK) {
        if (ptc_mcp_session_new(runtime, &sink, &session) == PTC_OK) {
            run_feed(run, session, bytes, size);
            ptc_mcp_session_free(session);
        }
        ptc_mcp_runtime_free(runtime);
    }
    check(run->held == 0);
}

/* --- Splits ------------------------------------------------------------------------- */

static void fuzz_splits(const uint8_t *bytes, size_t size, size_t max_line, size_t step)
{
    fuzz_run whole = {.max_line = max_line};
    fuzz_run split = {.max_line = max_line, .step = step};
    fuzz_run early = {.max_line = max_line, .step = 2 * step, .works_early = true};

    run_stream(&whole, bytes, size);
    run_stream(&split, bytes, size);
    run_stream(&early, bytes, size);
    check(ptc_str_equal(ptc_text_view(&whole.sent), ptc_text_view(&split.sent)));
    ptc_arena_free(&whole.arena);
    ptc_arena_free(&split.arena);
    ptc_arena_free(&early.arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const size_t limits[] = {0, 4096, 200, 64};

    if (size < 2)
        return 0;
    fuzz_splits(bytes + 2, size - 2, limits[bytes[0] & 3], (size_t)(bytes[0] >> 2) + 1);
    if (bytes[1] != 0) {
        fuzz_run short_run = {.max_line = limits[bytes[0] & 3],
                              .step = (size_t)(bytes[0] >> 2) * 8,
                              .works_early = (bytes[1] & 1) != 0,
                              .refused = bytes[1]};

        run_stream(&short_run, bytes + 2, size - 2);
        ptc_arena_free(&short_run.arena);
    }
    return 0;
}
