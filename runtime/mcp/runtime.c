/* SPDX-License-Identifier: MIT */
/* Limits and memory of a server in a process; its clock, lock and log. [mcp 1, 5] */
#include "mcp/mcp_int.h"

enum {
    RUNTIME_WORKERS_MAX = 64,
    RUNTIME_WAITING_MAX = 1024,
    RUNTIME_SESSIONS_MAX = 64, /* of code mode */
    RUNTIME_LOG_BYTES = 8192,  /* of a line, with room for its text to grow */
};

static const ptc_mcp_options runtime_standard = {
    .struct_size = sizeof runtime_standard,
    .max_line = (size_t)8 << 20,
    .max_result = (size_t)1 << 20,
    .max_memory = (size_t)64 << 20,
    .time_ms = 60000,
    .max_waiting = 64,
    .max_waiting_bytes = (size_t)64 << 20,
    .workers = 1,
};

/* Zero is the default. */
static void runtime_fill_size(size_t *given, size_t standard)
{
    if (*given == 0)
        *given = standard;
}

static void runtime_fill(ptc_mcp_options *options)
{
    runtime_fill_size(&options->max_line, runtime_standard.max_line);
    runtime_fill_size(&options->max_result, runtime_standard.max_result);
    runtime_fill_size(&options->max_memory, runtime_standard.max_memory);
    runtime_fill_size(&options->max_waiting, runtime_standard.max_waiting);
    runtime_fill_size(&options->max_waiting_bytes, runtime_standard.max_waiting_bytes);
    if (options->time_ms == 0)
        options->time_ms = runtime_standard.time_ms;
    if (options->workers == 0)
        options->workers = runtime_standard.workers;
}

static ptc_status runtime_check(const ptc_mcp_options *options)
{
    if (options->workers > RUNTIME_WORKERS_MAX)
        return ptc_misuse("ptc_mcp_runtime_new",
                          "options.workers is %u; at most %d run "
                          "side by side",
                          options->workers, RUNTIME_WORKERS_MAX);
    if (options->max_waiting > RUNTIME_WAITING_MAX)
        return ptc_misuse("ptc_mcp_runtime_new",
                          "options.max_waiting is %zu; at most %d "
                          "calls wait",
                          options->max_waiting, RUNTIME_WAITING_MAX);
    if (options->program.sessions > RUNTIME_SESSIONS_MAX)
        return ptc_misuse("ptc_mcp_runtime_new",
                          "options.program.sessions is %zu; at "
                          "most %d keep memory",
                          options->program.sessions, RUNTIME_SESSIONS_MAX);
    if ((options->lock == NULL) != (options->unlock == NULL))
        return ptc_misuse("ptc_mcp_runtime_new",
                          "one of options.lock and options.unlock is missing");
    return PTC_OK;
}

ptc_status ptc_mcp_runtime_new(const ptc_mcp_server *server, const ptc_mcp_options *given,
                               ptc_mcp_runtime **out)
{
    ptc_mcp_options options = runtime_standard;
    ptc_mcp_runtime *runtime;
    ptc_status status;
    ptc_arena arena;

    *out = NULL;
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_mcp_options), "ptc_mcp_runtime_new",
                          given, &options))
        return PTC_ERROR_ARGUMENT;
    runtime_fill(&options);
    status = runtime_check(&options);
    if (status != PTC_OK)
        return status;
    ptc_arena_init(&arena, options.allocator.allocate != NULL ? &options.allocator : NULL,
                   0);
    options.allocator = arena.allocator; /* malloc's, where the host has none */
    if (options.allocator.allocate == NULL)
        return ptc_misuse("ptc_mcp_runtime_new", "this build has no malloc; set "
                                                 "options.allocator");
    runtime = ptc_arena_array(&arena, 1, sizeof *runtime);
    if (runtime == NULL) {
        ptc_arena_free(&arena);
        return PTC_ERROR_MEMORY;
    }
    runtime->arena = arena;
    runtime->server = server;
    runtime->options = options;
    runtime->parsing.struct_size = sizeof runtime->parsing;
    if (!ptc_options_take(PTC_OPTIONS("options.parsing", ptc_parse_options),
                          "ptc_mcp_runtime_new", options.parsing, &runtime->parsing)) {
        ptc_mcp_runtime_free(runtime);
        return PTC_ERROR_ARGUMENT;
    }
    *out = runtime;
    return PTC_OK;
}

void ptc_mcp_runtime_free(ptc_mcp_runtime *runtime)
{
    ptc_arena arena;

    if (runtime == NULL)
        return;
    if (runtime->free_programs != NULL)
        runtime->free_programs(runtime->programs);
    arena = runtime->arena;
    ptc_arena_free(&arena);
}

void *ptc_mcp_allocate(const ptc_mcp_runtime *runtime, void *old, size_t old_size,
                       size_t new_size)
{
    const ptc_allocator *allocator = &runtime->options.allocator;

    return allocator->allocate(old, old_size, new_size, allocator->user);
}

uint64_t ptc_mcp_now(const ptc_mcp_runtime *runtime)
{
    if (runtime->options.clock_ms != NULL)
        return runtime->options.clock_ms(runtime->options.user);
    return ptc_system_clock(false) / 1000000u;
}

uint64_t ptc_mcp_random(const ptc_mcp_runtime *runtime)
{
    if (runtime->options.random != NULL)
        return runtime->options.random(runtime->options.user);
    return ptc_system_random();
}

void ptc_mcp_lock(const ptc_mcp_runtime *runtime)
{
    if (runtime->options.lock != NULL)
        runtime->options.lock(runtime->options.user);
}

void ptc_mcp_unlock(const ptc_mcp_runtime *runtime)
{
    if (runtime->options.unlock != NULL)
        runtime->options.unlock(runtime->options.user);
}

/* --- The log ------------------------------------------------------------------------ */

bool ptc_mcp_logs(const ptc_mcp_runtime *runtime, ptc_mcp_level level)
{
    return runtime->options.log != NULL && level <= runtime->options.log_level;
}

/* The part that does not fit in the line is left out. */
void ptc_mcp_log(const ptc_mcp_runtime *runtime, ptc_mcp_level level, const char *format,
                 ...)
{
    char memory[RUNTIME_LOG_BYTES];
    va_list arguments;
    ptc_arena arena;
    ptc_text text;

    if (!ptc_mcp_logs(runtime, level))
        return;
    ptc_arena_init_memory(&arena, memory, sizeof memory);
    ptc_text_init(&text, &arena);
    va_start(arguments, format);
    ptc_text_format(&text, format, &arguments);
    va_end(arguments);
    runtime->options.log(level, ptc_text_view(&text), runtime->options.user);
}

/* --- Names of tools ----------------------------------------------------------------- */

const ptc_mcp_tool *ptc_mcp_find_tool(const ptc_mcp_server *server, ptc_str name)
{
    size_t low = 0;
    size_t high = server->tool_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const ptc_mcp_tool *row = &server->tools[middle];
        int order = ptc_str_compare(name, ptc_str_of(row->name));

        if (order == 0)
            return row;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *ptc_mcp_near_tool(const ptc_mcp_server *server, ptc_str name)
{
    ptc_near near = ptc_near_start(name);

    for (size_t i = 0; i < server->tool_count; i++)
        ptc_near_consider(&near, ptc_str_of(server->tools[i].name));
    return near.best.len > 0 ? near.best.ptr : NULL;
}
