/* SPDX-License-Identifier: MIT */
/* Generated arguments: programs must also work for them. [subagent 15] */
#include "agent/compile/compile_int.h"

enum {
    INPUTS_DEFAULT = 20,
    INPUTS_MAX = 10000,
    INPUTS_TOLD = 5, /* faults of them */
};

/* Arguments number `index`: JSON data that the signature accepts unchanged.
 * PTC_ERROR_INVALID: none was found, as `*why` explains. PTC_ERROR_MEMORY. */
static ptc_status inputs_make(ptc_derive_job *job, uint64_t index, ptc_value *out,
                              ptc_str *why)
{
    const ptc_walk_options options = {.struct_size = sizeof options,
                                      .mode = PTC_MODE_STRICT,
                                      .direction = PTC_INPUT,
                                      .validators = job->run.validators,
                                      .validator_count = job->run.validator_count};

    return ptc_schema_sample(job->arena, job->agent.signature, &options,
                             job->options.seed, index, out, why);
}

/* The answers of tools to any of the samples. */
static bool inputs_join_tapes(ptc_derive_job *job, ptc_call_tape *out)
{
    size_t count = 0;

    for (size_t i = 0; i < job->sample_count; i++)
        count += job->tapes[i].count;
    *out =
        (ptc_call_tape){.calls = ptc_arena_array(&job->work, count, sizeof *out->calls),
                        .capacity = count};
    if (out->calls == NULL)
        return false;
    for (size_t i = 0; i < job->sample_count; i++) {
        for (size_t k = 0; k < job->tapes[i].count; k++)
            out->calls[out->count++] = job->tapes[i].calls[k];
    }
    return true;
}

/* What an author can do about a failure. */
static const char *inputs_hint(const ptc_judged *judged)
{
    if (judged->step != NULL &&
        ptc_str_equal(judged->step->fail.reason, PTC_STR("tool_error")))
        return "handle the failure: (attempt (tool/name {..})), then (fail {..}); or "
               "narrow the signature";
    return "handle such arguments, for example with (fail {..}); or narrow the signature";
}

static void inputs_fault(ptc_derive_job *job, size_t index, const ptc_value *arguments,
                         const ptc_judged *judged, bool is_first)
{
    static const ptc_show_options show = {
        .struct_size = sizeof show, .hide_firewalled = true, .text_max = 200};
    ptc_text given;
    ptc_text found;

    ptc_text_init(&given, job->arena);
    ptc_text_init(&found, job->arena);
    ptc_schema_write_value(&given, NULL, arguments, PTC_INPUT, &show);
    ptc_judged_write(&found, judged);
    ptc_faults_add(&job->faults, PTC_DIAG_COMPILE_RESULT,
                   "with the generated arguments %.*s: %.*s", (int)given.len, given.ptr,
                   (int)found.len, found.ptr);
    if (is_first)
        ptc_faults_hint(&job->faults, inputs_hint(judged));
    ptc_derive_fault_of(job, 0, index + 1);
    job->faults.failed = job->faults.failed || given.failed || found.failed;
}

/* Integers have 64 bits, and generated ones use the full range: a run that overflows says
 * nothing about its program. */
static bool inputs_have_overflow(const ptc_judged *judged)
{
    static const ptc_str word = PTC_STR_INIT("integer overflow");
    const ptc_fail *fail = &judged->step->fail;
    ptc_str rest = fail->message;

    if (judged->is_good || !ptc_str_equal(fail->reason, PTC_STR("arithmetic_error")))
        return false;
    while (rest.len >= word.len && memcmp(rest.ptr, word.ptr, word.len) != 0)
        rest = ptc_str_make(rest.ptr + 1, rest.len - 1);
    return rest.len >= word.len;
}

static ptc_status inputs_run(ptc_derive_job *job, ptc_arena *scratch,
                             ptc_call_tape *answers, size_t index,
                             ptc_compile_input *input, size_t *faults)
{
    bool calls_tools = (job->options.flags & PTC_COMPILE_CALL_TOOLS) != 0;
    ptc_call_tape live = {NULL, 0, 0};
    ptc_judged judged;
    ptc_status status;

    ptc_deck_start(&job->deck, calls_tools ? PTC_ANSWERS_LIVE : PTC_ANSWERS_SHOWN,
                   calls_tools ? &live : answers);
    status = ptc_derive_judge(scratch, &job->trial, &job->deck, &job->run,
                              &input->arguments, &judged);
    if (status != PTC_OK)
        return status;
    if (judged.step != NULL && !judged.step->is_ok &&
        ptc_str_equal(judged.step->fail.reason, PTC_STR("cancelled")))
        return ptc_derive_end(job, "cancelled", PTC_STR("the run was cancelled"));
    if (judged.is_judged && inputs_have_overflow(&judged)) {
        judged.is_judged = false;
        judged.why = ptc_str_copy(job->arena, judged.step->fail.message);
    }
    input->is_judged = judged.is_judged;
    input->why = judged.why;
    job->out->judged += judged.is_judged;
    job->out->not_judged += !judged.is_judged;
    if (judged.is_judged && !judged.is_good && (*faults)++ < INPUTS_TOLD)
        inputs_fault(job, index, &input->arguments, &judged, *faults == 1);
    return PTC_OK;
}

static ptc_status inputs_run_all(ptc_derive_job *job, ptc_compile_input *inputs,
                                 size_t count)
{
    ptc_status status = PTC_OK;
    ptc_call_tape answers;
    size_t faults = 0;
    ptc_arena scratch;

    if (!inputs_join_tapes(job, &answers))
        return PTC_ERROR_MEMORY;
    ptc_arena_init(&scratch, &job->arena->allocator, 0);
    for (size_t i = 0; i < count && status == PTC_OK; i++) {
        inputs[i] = (ptc_compile_input){.arguments = ptc_value_nil()};
        status = inputs_make(job, i, &inputs[i].arguments, &inputs[i].why);
        job->out->input_count = i + 1;
        if (status == PTC_ERROR_INVALID) { /* nor will there be others */
            job->out->not_judged++;
            status = PTC_OK;
            break;
        }
        if (status == PTC_OK)
            status = inputs_run(job, &scratch, &answers, i, &inputs[i], &faults);
        ptc_arena_reset(&scratch);
    }
    ptc_arena_free(&scratch);
    if (faults > INPUTS_TOLD)
        ptc_faults_add(&job->faults, PTC_DIAG_COMPILE_RESULT,
                       "and with %zu more of the generated arguments",
                       faults - INPUTS_TOLD);
    return status;
}

ptc_status ptc_derive_run_inputs(ptc_derive_job *job)
{
    const ptc_schema *signature = job->agent.signature;
    uint64_t count = job->options.input_count;
    ptc_compile_input *inputs;
    ptc_status status;

    if (count == 0)
        count = INPUTS_DEFAULT;
    if (count == PTC_UNLIMITED || signature == NULL ||
        signature->nodes[ptc_schema_root(signature)->first].count == 0)
        return PTC_OK;
    if (count > INPUTS_MAX)
        return ptc_derive_end(job, "invalid_config",
                              PTC_STR("input_count must be at most 10000"));
    inputs = ptc_arena_array(job->arena, (size_t)count, sizeof *inputs);
    if (inputs == NULL)
        return PTC_ERROR_MEMORY;
    job->out->inputs = inputs;
    status = inputs_run_all(job, inputs, (size_t)count);
    return status == PTC_OK ? ptc_derive_end_by_faults(job, "compile_error") : status;
}
