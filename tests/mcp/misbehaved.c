/* SPDX-License-Identifier: MIT */
/*
 * A server whose tools do what tools should not: they print, start children, hang. What
 * the suites of processes ask. [mcp 2, 3, 5]
 */
#define _POSIX_C_SOURCE 200809L
#include <ptc/gen_mcp.h>
#include <ptc/llm.h>
#include <ptc/main.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int64_t number_of(const ptc_tool_call *call, const char *name)
{
    const ptc_value *value = ptc_value_get(&call->arguments, name);

    return value != NULL && value->kind == PTC_INT ? value->as.integer : 0;
}

static ptc_status add(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = ptc_value_int(number_of(call, "a") + number_of(call, "b"));
    return PTC_OK;
}

/* A string of this many bytes. */
static ptc_status big(ptc_tool_call *call, void *user)
{
    size_t size = (size_t)number_of(call, "bytes");
    char *text = ptc_arena_alloc(call->arena, size);

    (void)user;
    if (text == NULL)
        return PTC_ERROR_MEMORY;
    memset(text, 'x', size);
    call->result = ptc_value_string(ptc_str_make(text, size));
    return PTC_OK;
}

/* A child that reads its standard input to the end, writes, and says what files it has.
 */
static ptc_status child(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result =
        ptc_value_int(system("if read line; then exit 9; fi; echo said by a child; "
                             "for file in 3 4 5 6 7 8 9; do "
                             "test ! -e /proc/$$/fd/$file || exit 8; done"));
    return PTC_OK;
}

/* Read by threads that wait for the function to run. */
static void say_runs(void)
{
    fputs("it runs\n", stderr);
}

/* Nothing ends it. */
static ptc_status hang(ptc_tool_call *call, void *user)
{
    (void)call;
    (void)user;
    say_runs();
    while (pause() != 0)
        ;
    return PTC_OK;
}

static ptc_status shout(ptc_tool_call *call, void *user)
{
    (void)user;
    printf("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"printed\"}\n");
    fflush(stdout);
    if (write(STDOUT_FILENO, "written\n", 8) != 8)
        return PTC_ERROR_INVALID;
    call->result = ptc_value_string(PTC_STR("shouted"));
    return PTC_OK;
}

/* As long as requested, or until no one waits any more. */
static ptc_status wait_for(ptc_tool_call *call, void *user)
{
    const struct timespec nap = {0, 1000000};
    int64_t left = number_of(call, "ms");

    (void)user;
    say_runs();
    while (left-- > 0 && !ptc_cancel_is_set(call->cancel))
        nanosleep(&nap, NULL);
    call->result = ptc_value_string(PTC_STR("waited"));
    return PTC_OK;
}

static const ptc_tool functions[] = {
    {.name = "add", .function = add},     {.name = "big", .function = big},
    {.name = "child", .function = child}, {.name = "hang", .function = hang},
    {.name = "shout", .function = shout}, {.name = "wait", .function = wait_for}};

/* Programs may call wait alone, for less time than it likes. */
static const ptc_tool *const called[] = {&functions[5]};
static const uint64_t times[] = {200};
static const ptc_mcp_program program = {
    .tools = called, .times_ms = times, .tool_count = 1};

#define LISTED(name) "{\"name\":\"" name "\",\"inputSchema\":{\"type\":\"object\"}}"
#define ROW(index, text, ...)                                                            \
    {                                                                                    \
        .name = text, .tool = &functions[index], .listed = LISTED(text),                 \
        .listed_legacy = LISTED(text), __VA_ARGS__                                       \
    }

static const ptc_mcp_tool rows[] = {ROW(0, "add", .flags = PTC_MCP_WRAPS),
                                    ROW(1, "big", .flags = PTC_MCP_WRAPS),
                                    ROW(2, "child", .flags = PTC_MCP_WRAPS),
                                    ROW(3, "hang", .time_ms = 300),
                                    {.name = "run_program",
                                     .function = ptc_mcp_run_program,
                                     .data = &program,
                                     .listed = LISTED("run_program"),
                                     .listed_legacy = LISTED("run_program")},
                                    ROW(4, "shout", .flags = PTC_MCP_WRAPS),
                                    ROW(5, "wait", .flags = PTC_MCP_WRAPS)};

static const ptc_mcp_server server = {.name = "misbehaved",
                                      .version = "1.2.3",
                                      .tools = rows,
                                      .tool_count = sizeof rows / sizeof *rows};

int main(int argc, char **argv)
{
    return ptc_mcp_main(argc, argv, &server, NULL);
}
