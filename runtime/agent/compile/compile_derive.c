/* SPDX-License-Identifier: MIT */
/* The run of the model that writes the programs: its prompt asks for general programs,
 * and the successful ones are kept. [subagent 15] */
#include "agent/compile/compile_int.h"
#include "agent/prompt/prompt_int.h"

/* --- The prompt -------------------------------------------------------------------- */

/* Appended to the existing text, even when the agent has its own whole prompt. */
static ptc_str derive_append(ptc_arena *arena, ptc_str text)
{
    ptc_text out;

    ptc_text_init(&out, arena);
    ptc_text_str(&out, text);
    if (text.len > 0)
        ptc_text_cstr(&out, text.ptr[text.len - 1] == '\n' ? "\n" : "\n\n");
    ptc_text_cstr(&out, ptc_prompt_compile);
    return ptc_text_view(&out);
}

/* The agent with its tools wrapped, and asked for general programs. */
static bool derive_agent(ptc_derive_job *job, ptc_agent *agent,
                         ptc_agent_options *options, ptc_agent_overrides *overrides)
{
    ptc_system_prompt *prompt = ptc_arena_array(&job->work, 1, sizeof *prompt);
    const ptc_system_prompt *own = job->plan.agent.system_prompt;

    *agent = job->agent;
    *options = job->run;
    if (prompt == NULL)
        return false;
    *prompt = own != NULL ? *own : (ptc_system_prompt){.replacement = {NULL, 0}};
    if (prompt->replacement.len > 0)
        prompt->replacement = derive_append(&job->work, prompt->replacement);
    else
        prompt->suffix = derive_append(&job->work, prompt->suffix);
    agent->system_prompt = prompt;
    agent->tools = job->deck.wrapped;
    agent->parts = NULL; /* which were made for the agent before the change */
    if (options->overrides != NULL && options->overrides->system_prompt != NULL) {
        *overrides = (ptc_agent_overrides){.struct_size = sizeof *overrides};
        (void)ptc_options_copy(PTC_OPTIONS("options.overrides", ptc_agent_overrides),
                               "ptc_agent_compile", options->overrides, overrides);
        overrides->system_prompt = NULL;
        options->overrides = overrides;
    }
    return !job->work.failed;
}

/* --- Kept parts -------------------------------------------------------------------- */

/* The last turn that becomes a stage: none after the one whose value was taken because no
 * result was returned. */
static size_t derive_last(const ptc_step *step)
{
    const ptc_trace *trace = step->trace;
    size_t last = trace->turn_count;

    if (!step->usage.fallback_used)
        return last;
    for (size_t i = trace->turn_count; i-- > 0;) {
        if (trace->turns[i].is_good &&
            ptc_value_same(&trace->turns[i].result, &step->result))
            return i + 1;
    }
    return last;
}

/* The tools' answers without those to failed programs, which will not run again: as far
 * as the trace has all of them. */
static void derive_take_calls(ptc_derive_job *job)
{
    ptc_call_tape *tape = &job->derive_tape;
    const ptc_trace *trace = job->derive->trace;
    size_t told = 0;
    size_t kept = 0;
    size_t at = 0;

    for (size_t i = 0; i < trace->turn_count; i++) {
        for (size_t k = 0; k < trace->turns[i].call_count; k++)
            told += !trace->turns[i].calls[k].is_cached;
    }
    if (told != tape->count) /* some did not reach a tool */
        return;
    for (size_t i = 0; i < trace->turn_count; i++) {
        for (size_t k = 0; k < trace->turns[i].call_count; k++) {
            if (trace->turns[i].calls[k].is_cached)
                continue;
            if (trace->turns[i].is_good)
                tape->calls[kept++] = tape->calls[at];
            at++;
        }
    }
    tape->count = kept;
}

static ptc_status derive_take_programs(ptc_derive_job *job, ptc_str *source)
{
    const ptc_trace *trace = job->derive->trace;
    size_t last = derive_last(job->derive);

    job->programs = ptc_arena_array(&job->work, last, sizeof *job->programs);
    if (job->programs == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < last; i++) {
        if (trace->turns[i].is_good && trace->turns[i].source.len > 0)
            job->programs[job->program_count++] =
                (ptc_stage_source){trace->turns[i].turn, trace->turns[i].source};
    }
    derive_take_calls(job);
    return ptc_stages_join(job->arena, job->programs, job->program_count, source)
               ? PTC_OK
               : PTC_ERROR_MEMORY;
}

ptc_status ptc_derive_run(ptc_derive_job *job, ptc_str *source)
{
    ptc_agent_overrides overrides;
    ptc_agent_options options;
    ptc_agent agent;
    ptc_status status;

    if (!derive_agent(job, &agent, &options, &overrides))
        return PTC_ERROR_MEMORY;
    options.context = &job->samples[0].arguments;
    options.from = NULL;
    options.context_signature = NULL;
    options.trace = PTC_TRACE_MODE_KEEP;
    ptc_deck_start(&job->deck, PTC_ANSWERS_LIVE, &job->derive_tape);
    status = ptc_agent_run(job->arena, &agent, &options, &job->derive);
    if (job->derive == NULL || job->deck.failed)
        return status == PTC_ERROR_ARGUMENT ? status : PTC_ERROR_MEMORY;
    if (status != PTC_OK)
        return ptc_derive_end_with(job, job->derive);
    return derive_take_programs(job, source);
}
