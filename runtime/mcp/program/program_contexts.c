/* SPDX-License-Identifier: MIT */
/*
 * Interpreters for programs. Making one takes longer than most programs run, so they are
 * kept, with their tools: as many as run in parallel. After a program has used one, it is
 * emptied for the next. [mcp 6]
 */
#include "mcp/program/program_int.h"

/* --- Parts of a runtime
 * -------------------------------------------------------------- */

static const ptc_mcp_program_limits pool_standard = {
    .time_ms = 5000,
    .fuel = 1000000,
    .heap = 10000000,
    .calls = 50,
    .result = 1 << 20,
    .characters = 8000,
    .memory = 1 << 20,
    .session_ms = 1800000, /* half an hour */
    .idle_ms = 900000,     /* a quarter */
};

static void pool_fill(uint64_t *given, uint64_t standard)
{
    if (*given == 0)
        *given = standard;
}

static void pool_fill_limits(ptc_mcp_program_limits *limits)
{
    pool_fill(&limits->time_ms, pool_standard.time_ms);
    pool_fill(&limits->fuel, pool_standard.fuel);
    pool_fill(&limits->heap, pool_standard.heap);
    pool_fill(&limits->calls, pool_standard.calls);
    pool_fill(&limits->result, pool_standard.result);
    pool_fill(&limits->memory, pool_standard.memory);
    pool_fill(&limits->session_ms, pool_standard.session_ms);
    pool_fill(&limits->idle_ms, pool_standard.idle_ms);
    if (limits->characters == 0)
        limits->characters = pool_standard.characters;
}

static void pool_free_list(ptc_mcp_context *context)
{
    while (context != NULL) {
        ptc_mcp_context *next = context->next;

        ptc_mcp_free_context(context);
        context = next;
    }
}

static void pool_free(void *user)
{
    ptc_mcp_programs *programs = user;

    pool_free_list(programs->spare);
    pool_free_list(programs->sessions);
    ptc_mcp_allocate(programs->runtime, programs, sizeof *programs, 0);
}

ptc_mcp_programs *ptc_mcp_programs_of(ptc_mcp_runtime *runtime)
{
    ptc_mcp_programs *programs;

    ptc_mcp_lock(runtime);
    programs = runtime->programs;
    if (programs == NULL) {
        programs = ptc_mcp_allocate(runtime, NULL, 0, sizeof *programs);
        if (programs != NULL) {
            *programs = (ptc_mcp_programs){.runtime = runtime,
                                           .limits = runtime->options.program};
            pool_fill_limits(&programs->limits);
            runtime->programs = programs;
            runtime->free_programs = pool_free;
        }
    }
    ptc_mcp_unlock(runtime);
    return programs;
}

/* --- Contexts ----------------------------------------------------------------------- */

static uint64_t pool_clock(void *user)
{
    return ptc_mcp_now(user);
}

/* Whether no one waits for the program any more. */
static bool pool_is_over(void *user)
{
    const ptc_mcp_context *context = user;

    return context->run != NULL && ptc_cancel_is_set(context->run->call->tool.cancel);
}

/* The value must be JSON: otherwise the program has failed, before any of its definitions
 * are kept. */
static const char *pool_judge(ptc_lisp_result *result, ptc_arena *arena, void *user)
{
    const ptc_mcp_context *context = user;
    ptc_str why;
    ptc_status status = ptc_mcp_tell_value(context->run, arena, &result->value, &why);

    return status == PTC_OK || status == PTC_ERROR_MEMORY ? NULL : why.ptr;
}

static ptc_lisp_options pool_lisp_options(const ptc_mcp_programs *programs,
                                          uint64_t memory)
{
    const ptc_mcp_program_limits *limits = &programs->limits;
    const ptc_lisp_options options = {
        .struct_size = sizeof options,
        .allocator = programs->runtime->options.allocator,
        .heap = limits->heap,
        .time_ms = limits->time_ms,
        .fuel = limits->fuel,
        .clock_ms = pool_clock,
        .user = programs->runtime,
        .branches_ms = PTC_UNLIMITED, /* only the program's time bounds them */
        .memory_limit = memory,
        .hides_private = true,
        .unknown_names = PTC_UNKNOWN_NAMES_WARN,
    };

    return options;
}

/* The registered types of the row, and those of the host. */
static ptc_status pool_add_types(ptc_mcp_context *context, ptc_tool_options *options)
{
    const ptc_mcp_program *program = context->program;
    const ptc_parse_options *parsing = &context->runtime->parsing;
    size_t count = program->validator_count + parsing->validator_count;
    ptc_validator *all;

    if (program->validator_count == 0)
        return PTC_OK;
    all = ptc_arena_array(&context->arena, count, sizeof *all);
    if (all == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        all[i] = i < program->validator_count
                     ? program->validators[i]
                     : parsing->validators[i - program->validator_count];
    options->validators = all;
    options->validator_count = count;
    return PTC_OK;
}

/* The interpreter's view of the tools; NULL: memory was refused. */
static const ptc_tool *pool_tools(ptc_mcp_context *context)
{
    const ptc_mcp_program *program = context->program;
    size_t count = program->tool_count;
    ptc_tool *tools = ptc_arena_array(&context->arena, count + 1, sizeof *tools);
    ptc_mcp_called *called = ptc_arena_array(&context->arena, count + 1, sizeof *called);

    if (tools == NULL || called == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        uint64_t time_ms = program->times_ms != NULL ? program->times_ms[i] : 0;

        called[i] = (ptc_mcp_called){context, program->tools[i], time_ms};
        tools[i] = *program->tools[i];
        tools[i].user = &called[i];
        if (tools[i].function != NULL)
            tools[i].function = ptc_mcp_call_tool;
    }
    return tools;
}

static ptc_status pool_set_tools(ptc_mcp_run *run, ptc_mcp_context *context)
{
    const ptc_parse_options *parsing = &context->runtime->parsing;
    const ptc_mcp_program_limits *limits = &run->programs->limits;
    ptc_tool_options options = {
        .struct_size = sizeof options,
        .mode = parsing->mode,
        .validators = parsing->validators,
        .validator_count = parsing->validator_count,
        .max_calls = limits->calls,
        .max_result = limits->result,
        .context = parsing->context,
        .decoders = parsing->decoders,
        .decoder_count = parsing->decoder_count,
    };
    const ptc_tool *tools = pool_tools(context);
    ptc_lisp_error error;
    ptc_status status;

    if (tools == NULL || pool_add_types(context, &options) != PTC_OK)
        return PTC_ERROR_MEMORY;
    status = ptc_lisp_set_tools(run->call->tool.arena, context->lisp, tools,
                                run->program->tool_count, &options, &error);
    if (status != PTC_ERROR_ARGUMENT)
        return status;
    run->call->tool.message = error.message.ptr;
    ptc_gen_mcp_fail(run->call, PTC_ERROR_INVALID);
    return PTC_ERROR_INVALID;
}

/* The catalog of the tools for programs. */
static void pool_set_catalog(ptc_mcp_context *context)
{
    context->server = (ptc_catalog_server){
        .name = ptc_str_of(context->runtime->server->name),
        .tools = context->program->tools,
        .docs = context->program->docs,
        .count = context->program->tool_count,
    };
    context->known = (ptc_catalog){.servers = &context->server, .count = 1};
    context->catalog =
        (ptc_lisp_catalog){.answer = ptc_catalog_answer, .user = &context->known};
    ptc_lisp_set_catalog(context->lisp, &context->catalog);
}

ptc_status ptc_mcp_make_context(ptc_mcp_run *run, uint64_t memory, ptc_mcp_context **out)
{
    const ptc_mcp_runtime *runtime = run->programs->runtime;
    const ptc_lisp_options options = pool_lisp_options(run->programs, memory);
    ptc_mcp_context *context;
    ptc_arena arena;
    ptc_status status;

    *out = NULL;
    ptc_arena_init(&arena, &runtime->options.allocator, 0);
    context = ptc_arena_array(&arena, 1, sizeof *context);
    if (context == NULL) {
        ptc_arena_free(&arena);
        return PTC_ERROR_MEMORY;
    }
    context->arena = arena;
    context->runtime = runtime;
    context->program = run->program;
    context->watch = (ptc_lisp_watch){.is_over = pool_is_over,
                                      .judge = pool_judge,
                                      .user = context,
                                      .output_max = PTC_MCP_PRINTS_BYTES};
    status = ptc_lisp_new(&options, &context->lisp);
    if (status == PTC_OK)
        status = pool_set_tools(run, context);
    if (status != PTC_OK) {
        ptc_mcp_free_context(context);
        return status;
    }
    ptc_lisp_set_watch(context->lisp, &context->watch);
    pool_set_catalog(context);
    *out = context;
    return PTC_OK;
}

void ptc_mcp_free_context(ptc_mcp_context *context)
{
    ptc_arena arena;

    if (context == NULL)
        return;
    ptc_lisp_free(context->lisp);
    arena = context->arena; /* holds the context itself */
    ptc_arena_free(&arena);
}

/* --- Lending ------------------------------------------------------------------------ */

ptc_status ptc_mcp_lend_context(ptc_mcp_run *run)
{
    ptc_mcp_programs *programs = run->programs;
    ptc_mcp_context **place;

    ptc_mcp_lock(programs->runtime);
    place = &programs->spare;
    while (*place != NULL && (*place)->program != run->program)
        place = &(*place)->next;
    run->context = *place;
    if (run->context != NULL) {
        *place = run->context->next;
        programs->spare_count--;
    }
    ptc_mcp_unlock(programs->runtime);
    return run->context != NULL ? PTC_OK : ptc_mcp_make_context(run, 0, &run->context);
}

void ptc_mcp_return_context(ptc_mcp_run *run, bool is_sound)
{
    ptc_mcp_programs *programs = run->programs;
    ptc_mcp_context *context = run->context;

    run->context = NULL;
    if (is_sound) {
        ptc_lisp_forget(context->lisp);
        ptc_mcp_lock(programs->runtime);
        is_sound = programs->spare_count < programs->runtime->options.workers;
        if (is_sound) {
            context->next = programs->spare;
            programs->spare = context;
            programs->spare_count++;
        }
        ptc_mcp_unlock(programs->runtime);
    }
    if (!is_sound)
        ptc_mcp_free_context(context);
}
