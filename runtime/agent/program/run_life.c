/* SPDX-License-Identifier: MIT */
/* Making and freeing the parts of runs. [subagent 2] */
#include "agent/program/program_int.h"
#include "base/base_int.h"

/* --- Trees ------------------------------------------------------------------------- */

bool ptc_run_take_options(const char *function, const ptc_agent_options *given,
                          ptc_agent_options *out)
{
    ptc_agent_overrides overrides; /* checked by the plan, if there are any */

    *out = (ptc_agent_options){.struct_size = sizeof *out};
    return ptc_options_take(PTC_OPTIONS("options", ptc_agent_options), function, given,
                            out) &&
           ptc_options_take(PTC_OPTIONS("options.overrides", ptc_agent_overrides),
                            function, out->overrides, &overrides);
}

ptc_status ptc_run_open_tree(ptc_run_tree *tree, ptc_agent_options *options,
                             const ptc_arena *arena, ptc_host **own)
{
    const ptc_host_options given = {.struct_size = sizeof given,
                                    .allocator = arena->allocator};
    ptc_status status = PTC_OK;

    *own = NULL;
    if (options->host == NULL)
        status = ptc_host_new(&given, own);
    if (status != PTC_OK)
        return status;
    if (options->host == NULL)
        options->host = *own;
    ptc_host_freeze(options->host);
    *tree = (ptc_run_tree){
        .host = options->host,
        .names = {options->registry, options->registry_count, options->host},
        .options = options,
        .cancel = options->cancel};
    ptc_host_make_id(options->host, tree->trace_id, 4);
    return PTC_OK;
}

/* --- Runs -------------------------------------------------------------------------- */

void ptc_run_free(ptc_run *run)
{
    ptc_trace_free(run);
    ptc_lisp_free(run->lisp);
    ptc_arena_free(&run->scratch);
    ptc_arena_free(&run->result_arena);
    ptc_arena_free(&run->context_arena);
}

void ptc_run_start(ptc_run *run, ptc_run_tree *tree, ptc_run *parent)
{
    const ptc_host *host = tree->host;
    const ptc_allocator *allocator = &host->options.allocator;

    if (allocator->allocate == NULL)
        allocator = NULL;
    ptc_arena_init(&run->scratch, allocator, 0);
    ptc_arena_init(&run->result_arena, allocator, 0);
    ptc_arena_init(&run->context_arena, allocator, 0);
    ptc_host_make_id(host, run->span_id, 1);
    run->depth = parent != NULL ? parent->depth + 1 : 0;
    run->start_ns = ptc_host_clock(host);
    run->input_tokens = -1;
    run->output_tokens = -1;
}

/* --- Interpreters ------------------------------------------------------------------ */

/* Milliseconds of the host's clocks, for the interpreter. */
static uint64_t life_clock(void *user)
{
    return ptc_host_clock(((const ptc_run *)user)->tree->host) / 1000000u;
}

static int64_t life_wall_clock(void *user)
{
    return ptc_host_wall_clock(((const ptc_run *)user)->tree->host);
}

ptc_status ptc_run_make_lisp(ptc_run *run)
{
    const ptc_agent *agent = &run->plan->agent;
    ptc_lisp_options options;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.allocator = run->scratch.allocator;
    options.heap = agent->max_heap;
    options.time_ms = agent->timeout_ms;
    options.fuel = agent->fuel;
    options.clock_ms = life_clock;
    options.wall_clock_ms = life_wall_clock;
    options.user = run;
    options.memory_limit = agent->memory_limit;
    options.hides_private = true;
    options.unknown_names = ptc_run_unknown_names(run->plan);
    return ptc_lisp_new(&options, &run->lisp);
}
