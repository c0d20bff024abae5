/* SPDX-License-Identifier: MIT */
/*
 * Agents compiled when a program runs: a model's run, its programs, and all inputs that
 * they must work for, in that order. [subagent 15]
 *
 * Faults are collected; the compilation ends after the step that found errors, so that
 * all errors of one kind are reported at once. Refused memory ends it without a result.
 */
#include "agent/compile/compile_int.h"
#include "agent/host/host_int.h"
#include "agent/program/program_int.h"
#include "agent/story/record.h"

#include <ptc/cassette.h>

/* --- The agent --------------------------------------------------------------------- */

/* Faults that a run would refuse, and parts that no compiled agent can have. */
static ptc_status compile_take_agent(ptc_derive_job *job)
{
    ptc_status status =
        ptc_plan_make_for_run(&job->agent, job->run.overrides, job->arena, &job->plan);
    ptc_run run = {.arena = job->arena, .plan = &job->plan};

    if (status == PTC_ERROR_MEMORY)
        return status;
    if (status == PTC_OK)
        ptc_derive_check_agent(&job->agent, &job->faults);
    if (job->faults.failed)
        return PTC_ERROR_MEMORY;
    if (status == PTC_OK && job->faults.errors > 0)
        return ptc_derive_end_by_faults(job, "invalid_config");
    if (status == PTC_OK)
        status = ptc_plan_check_children(&job->plan);
    if (status == PTC_ERROR_INVALID)
        ptc_run_refuse_plan(&run, &job->out->fail);
    job->agent.signature = job->plan.signature;
    return job->arena->failed ? PTC_ERROR_MEMORY : status;
}

/* --- The programs ------------------------------------------------------------------ */

static ptc_status compile_find_source(ptc_derive_job *job)
{
    ptc_str source = job->options.program;
    ptc_status status = PTC_OK;

    if (source.ptr == NULL) {
        job->out->prompt_revision = PTC_PROMPT_REVISION;
        status = ptc_derive_run(job, &source);
    } else {
        source = ptc_str_copy(job->arena, source);
        if (source.ptr == NULL)
            return PTC_ERROR_MEMORY;
        if (source.len > PTC_SOURCE_MAX)
            return ptc_derive_end(job, "invalid_config",
                                  PTC_STR("the program is " PTC_SOURCE_LARGE));
    }
    job->out->step = job->derive;
    return status == PTC_OK ? ptc_derive_take_source(job, source) : status;
}

static ptc_status compile_check_inputs(ptc_derive_job *job)
{
    if (!(job->options.flags & PTC_COMPILE_ALLOW_UNUSED))
        ptc_derive_check_inputs(job->agent.signature, &job->stages, &job->faults);
    return ptc_derive_end_by_faults(job, "compile_error");
}

/* --- Their origin ------------------------------------------------------------------ */

/* The name by which the model was asked, or the one that it gives itself. */
static const char *compile_model(ptc_derive_job *job)
{
    const ptc_llm_ref *own = &job->agent.llm;
    const ptc_llm_ref *ref = own->name != NULL || own->llm != NULL ? own : &job->run.llm;
    const ptc_trace *trace = job->derive->trace;

    if (ref->name != NULL)
        return ptc_str_cstring(job->arena, ptc_str_of(ref->name));
    for (size_t i = trace->turn_count; i-- > 0;) {
        if (trace->turns[i].model.len > 0)
            return ptc_str_cstring(job->arena, trace->turns[i].model);
    }
    return NULL;
}

static int64_t compile_tokens(const ptc_usage *usage)
{
    int64_t input = usage->input_tokens;
    int64_t output = usage->output_tokens;

    if (input < 0 || output < 0)
        return input < 0 ? output : input;
    return input < INT64_MAX - output ? input + output : INT64_MAX;
}

static ptc_status compile_finish(ptc_derive_job *job)
{
    ptc_compiled *compiled = job->compiled;
    char *time = ptc_arena_array(job->arena, 33, 1);

    if (time == NULL)
        return PTC_ERROR_MEMORY;
    time[ptc_time_text(time, ptc_host_wall_clock(job->run.host))] = '\0';
    compiled->source = job->out->source;
    compiled->origin.compiled_at = time;
    if (job->derive != NULL) {
        compiled->origin.turns = job->derive->usage.turns;
        compiled->origin.tokens = compile_tokens(&job->derive->usage);
        compiled->origin.model = compile_model(job);
    }
    job->out->compiled = compiled;
    job->out->is_ok = true;
    return job->arena->failed ? PTC_ERROR_MEMORY : PTC_OK;
}

/* --- In order ---------------------------------------------------------------------- */

static ptc_status compile_go(ptc_derive_job *job)
{
    static ptc_status (*const steps[])(ptc_derive_job *) = {
        compile_take_agent,    ptc_derive_take_samples, compile_find_source,
        compile_check_inputs,  ptc_derive_run_samples,  ptc_derive_drop_stages,
        ptc_derive_run_inputs, compile_finish,
    };
    ptc_status status = PTC_OK;

    for (size_t i = 0; i < sizeof steps / sizeof *steps && status == PTC_OK; i++) {
        status = steps[i](job);
        if (i == 0 && status == PTC_OK &&
            !ptc_deck_make(job->arena, job->agent.tools, job->agent.tool_count, &job->run,
                           &job->deck))
            status = PTC_ERROR_MEMORY;
    }
    return status;
}

static void compile_report(ptc_derive_job *job)
{
    ptc_compilation *out = job->out;

    out->samples = job->samples;
    out->sample_count = job->sample_count;
    out->faults = job->faults.items;
    out->fault_count = job->faults.count;
    out->error_count = job->faults.errors;
    out->warning_count = job->faults.warnings;
}

/* With everything that is shared by the runs. */
static ptc_status compile_open(ptc_derive_job *job, const ptc_compilation **out)
{
    ptc_run_tree tree;
    ptc_host *own;
    ptc_status status = ptc_run_open_tree(&tree, &job->run, job->arena, &own);

    if (status != PTC_OK)
        return status;
    ptc_arena_init(&job->work, &job->arena->allocator, 0);
    job->faults.arena = job->arena;
    status = compile_go(job);
    compile_report(job);
    ptc_arena_free(&job->work);
    ptc_host_free(own);
    if (job->arena->failed || job->faults.failed)
        status = PTC_ERROR_MEMORY;
    if (status == PTC_OK || status == PTC_ERROR_INVALID)
        *out = job->out;
    return status;
}

ptc_status ptc_agent_compile(ptc_arena *arena, const ptc_agent *agent,
                             const ptc_compile_options *options,
                             const ptc_compilation **out)
{
    ptc_derive_job job = {.arena = arena};
    ptc_compilation *made;

    *out = NULL;
    job.options =
        (ptc_compile_options){.struct_size = sizeof job.options, .program = {NULL, 0}};
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_compile_options),
                          "ptc_agent_compile", options, &job.options) ||
        !ptc_run_take_options("ptc_agent_compile", job.options.run, &job.run) ||
        !ptc_agent_take("ptc_agent_compile", agent, &job.agent))
        return PTC_ERROR_ARGUMENT;
    made = ptc_arena_array(arena, 1, sizeof *made);
    if (made == NULL)
        return PTC_ERROR_MEMORY;
    *made = (ptc_compilation){.fail = ptc_fail_none(), .source = {"", 0}};
    job.out = made;
    return compile_open(&job, out);
}
