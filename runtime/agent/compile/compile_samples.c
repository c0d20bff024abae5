/* SPDX-License-Identifier: MIT */
/* Samples: programs are derived from them and checked with them. [subagent 15] */
#include "agent/compile/compile_int.h"

/* --- Before any run ---------------------------------------------------------------- */

/* Fills empty texts with their names. False when memory was refused. */
static bool samples_name(ptc_arena *arena, ptc_value *value)
{
    ptc_value *items = NULL;

    if (value->kind == PTC_STRING &&
        ptc_str_equal(ptc_value_text(value), PTC_STR("result")))
        *value = ptc_value_string(PTC_STR("example"));
    if ((value->kind != PTC_MAP && value->kind != PTC_VECTOR) || value->aux == 0)
        return true;
    if (value->kind == PTC_MAP) {
        ptc_map_entry *entries =
            ptc_arena_copy(arena, value->as.map->entries, value->aux * sizeof *entries);

        if (entries == NULL)
            return false;
        for (uint32_t i = 0; i < value->aux; i++) {
            if (!samples_name(arena, &entries[i].value))
                return false;
        }
        return ptc_map_make(arena, entries, value->aux, value, NULL) == PTC_OK;
    }
    items = ptc_arena_copy(arena, value->as.items, value->aux * sizeof *items);
    for (uint32_t i = 0; items != NULL && i < value->aux; i++) {
        if (!samples_name(arena, &items[i]))
            return false;
    }
    value->as.items = items;
    return items != NULL;
}

/* A text of the sample may have to keep its value: then it stays. */
static ptc_status samples_spell(ptc_derive_job *job, const ptc_schema *type,
                                ptc_value *arguments)
{
    const ptc_walk_options options = {
        .struct_size = sizeof options, .mode = PTC_MODE_STRICT, .direction = PTC_OUTPUT};
    ptc_value named = *arguments;
    ptc_status status;

    if (!samples_name(job->arena, &named))
        return PTC_ERROR_MEMORY;
    status = ptc_schema_validate(type, &named, &options, NULL);
    if (status == PTC_OK)
        *arguments = named;
    return status == PTC_ERROR_MEMORY ? status : PTC_OK;
}

/* Arguments made from the signature, as "example", 42, 3.14, true. */
static ptc_status samples_make(ptc_derive_job *job)
{
    const ptc_schema *signature = job->agent.signature;
    ptc_compile_sample *sample = ptc_arena_array(job->arena, 1, sizeof *sample);
    ptc_schema part;

    if (sample == NULL)
        return PTC_ERROR_MEMORY;
    *sample = (ptc_compile_sample){.expected = ptc_value_nil()};
    job->samples = sample;
    job->sample_count = 1;
    if (signature == NULL)
        return ptc_map_make(job->arena, NULL, 0, &sample->arguments, NULL);
    part = *signature;
    part.root = ptc_schema_root(signature)->first;
    if (ptc_schema_example(job->arena, &part, PTC_BOUNDARY_JSON, PTC_EXAMPLE_MOST,
                           &sample->arguments))
        return samples_spell(job, &part, &sample->arguments);
    if (job->arena->failed)
        return PTC_ERROR_MEMORY;
    ptc_faults_add(&job->faults, PTC_DIAG_COMPILE_SAMPLE,
                   "no sample can be made from the signature");
    ptc_faults_hint(&job->faults, "give one");
    return ptc_derive_end_by_faults(job, "invalid_config");
}

static ptc_status samples_take(ptc_derive_job *job, size_t index)
{
    const ptc_compile_sample *given = &job->options.samples[index];
    ptc_compile_sample *sample = &job->samples[index];

    *sample = *given;
    if (given->arguments.kind != PTC_MAP) {
        ptc_faults_add(&job->faults, PTC_DIAG_COMPILE_SAMPLE,
                       "sample %zu is not a map of named arguments", index + 1);
        ptc_derive_fault_of(job, index + 1, 0);
        return PTC_OK;
    }
    if (!ptc_derive_hide(job->arena, &job->run, job->agent.signature, true,
                         &given->arguments, &sample->arguments, NULL))
        return PTC_ERROR_MEMORY;
    return given->has_calls && !ptc_tape_of_calls(job->arena, given->calls,
                                                  given->call_count, &job->tapes[index])
               ? PTC_ERROR_MEMORY
               : PTC_OK;
}

ptc_status ptc_derive_take_samples(ptc_derive_job *job)
{
    size_t given = job->options.samples != NULL ? job->options.sample_count : 0;
    size_t count = given > 0 ? given : 1;
    ptc_status status = PTC_OK;

    job->tapes = ptc_arena_array(job->arena, count, sizeof *job->tapes);
    job->judged = ptc_arena_array(job->arena, count, sizeof *job->judged);
    if (job->tapes == NULL || job->judged == NULL)
        return PTC_ERROR_MEMORY;
    memset(job->tapes, 0, count * sizeof *job->tapes);
    if (given == 0)
        return samples_make(job);
    job->sample_count = count;
    job->samples = ptc_arena_array(job->arena, count, sizeof *job->samples);
    if (job->samples == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == PTC_OK; i++)
        status = samples_take(job, i);
    return status == PTC_OK ? ptc_derive_end_by_faults(job, "invalid_config") : status;
}

/* --- Runs -------------------------------------------------------------------------- */

static ptc_status samples_judge(ptc_derive_job *job, size_t index, ptc_answers answers,
                                ptc_call_tape *tape, ptc_judged *out)
{
    ptc_deck_start(&job->deck, answers, tape);
    return ptc_derive_judge(job->arena, &job->trial, &job->deck, &job->run,
                            &job->samples[index].arguments, out);
}

static void samples_fault(ptc_derive_job *job, size_t index, ptc_diag_code code,
                          const char *what, const ptc_text *expected)
{
    ptc_text found;

    ptc_text_init(&found, job->arena);
    ptc_judged_write(&found, &job->judged[index]);
    if (expected == NULL)
        ptc_faults_add(&job->faults, code, "sample %zu: %s%.*s", index + 1, what,
                       (int)found.len, found.ptr);
    else
        ptc_faults_add(&job->faults, code, "sample %zu: expected %.*s%s, found %.*s",
                       index + 1, (int)expected->len, expected->ptr, what, (int)found.len,
                       found.ptr);
    ptc_derive_fault_of(job, index + 1, 0);
    job->faults.failed = job->faults.failed || found.failed;
}

/* Running the same program again must give the result of the model's run. */
static void samples_compare_derived(ptc_derive_job *job)
{
    const ptc_judged *judged = &job->judged[0];
    ptc_judged derived = {.is_judged = true,
                          .is_good = true,
                          .found = PTC_COMPILE_EXPECT_RESULT,
                          .value = job->derive->result,
                          .step = job->derive};
    ptc_text expected;

    if ((job->options.flags & PTC_COMPILE_NO_VALIDATE) ||
        (judged->is_judged && ptc_judged_same(judged, &derived)))
        return;
    ptc_text_init(&expected, job->arena);
    ptc_judged_write(&expected, &derived);
    if (judged->is_judged) {
        samples_fault(job, 0, PTC_DIAG_COMPILE_SAMPLE, " as in the run of the model",
                      &expected);
    } else {
        ptc_faults_add(&job->faults, PTC_DIAG_COMPILE_SAMPLE,
                       "sample 1: expected %.*s as in the run of the model, but there is "
                       "%.*s",
                       (int)expected.len, expected.ptr, (int)judged->why.len,
                       judged->why.ptr);
        ptc_derive_fault_of(job, 1, 0);
    }
    job->faults.failed = job->faults.failed || expected.failed;
}

/* With the current answers of its tools, or the earlier ones. */
static ptc_status samples_run_first(ptc_derive_job *job, size_t index)
{
    ptc_judged *judged = &job->judged[index];
    ptc_status status;

    if (job->samples[index].has_calls)
        return samples_judge(job, index, PTC_ANSWERS_SHOWN, &job->tapes[index], judged);
    if (index > 0 || job->derive == NULL)
        return samples_judge(job, index, PTC_ANSWERS_LIVE, &job->tapes[index], judged);
    status = samples_judge(job, 0, PTC_ANSWERS_EXACT, &job->derive_tape, judged);
    if (status != PTC_OK)
        return status;
    samples_compare_derived(job);
    if (judged
            ->is_judged) { /* calls that it did not repeat do not belong to the sample */
        job->tapes[0] = job->deck.used;
        return PTC_OK;
    }
    return samples_judge(job, 0, PTC_ANSWERS_LIVE, &job->tapes[0], judged);
}

static bool samples_have_hidden(const ptc_call_tape *tape)
{
    for (size_t i = 0; i < tape->count; i++) {
        if (tape->calls[i].is_changed)
            return true;
    }
    return false;
}

static ptc_status samples_keep_calls(ptc_derive_job *job, size_t index)
{
    const ptc_call_tape *tape = &job->tapes[index];
    ptc_compile_sample *sample = &job->samples[index];
    ptc_recorded_call *calls;

    if (sample->has_calls)
        return PTC_OK;
    calls = ptc_arena_array(job->arena, tape->count, sizeof *calls);
    if (calls == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < tape->count; i++)
        calls[i] = tape->calls[i].shown;
    sample->calls = calls;
    sample->call_count = tape->count;
    sample->has_calls = true;
    return PTC_OK;
}

/* The outcome of the run is what the sample expects from now on, or must equal it. */
static void samples_settle(ptc_derive_job *job, size_t index)
{
    ptc_compile_sample *sample = &job->samples[index];
    const ptc_judged *judged = &job->judged[index];
    ptc_judged wanted = {.is_judged = true,
                         .is_good = true,
                         .found = sample->expect,
                         .value = sample->expected};
    ptc_text expected;

    job->out->judged += judged->is_judged;
    job->out->not_judged += !judged->is_judged;
    if (!judged->is_judged)
        return;
    if (!judged->is_good) {
        samples_fault(job, index, PTC_DIAG_COMPILE_RESULT, "", NULL);
        if (job->out->step == NULL || job->out->step->is_ok)
            job->out->step = judged->step;
    } else if (sample->expect == PTC_COMPILE_EXPECT_NOTHING) {
        sample->expect = judged->found;
        sample->expected = judged->value;
    } else if (!ptc_judged_meets(judged, sample)) {
        ptc_text_init(&expected, job->arena);
        ptc_judged_write(&expected, &wanted);
        samples_fault(job, index, PTC_DIAG_COMPILE_SAMPLE, "", &expected);
        job->faults.failed = job->faults.failed || expected.failed;
    }
}

static ptc_status samples_run(ptc_derive_job *job, size_t index)
{
    ptc_judged *judged = &job->judged[index];
    ptc_status status = samples_run_first(job, index);

    if (status != PTC_OK)
        return status;
    if (judged->step != NULL && !judged->step->is_ok &&
        ptc_str_equal(judged->step->fail.reason, PTC_STR("cancelled")))
        return ptc_derive_end_with(job, judged->step);
    if (samples_have_hidden(&job->tapes[index])) {
        status = samples_judge(job, index, PTC_ANSWERS_SHOWN, &job->tapes[index], judged);
        if (status != PTC_OK)
            return status;
        /* Calls that occur only with hidden values may have those in their arguments,
         * under any name. */
        job->tapes[index] = job->deck.used;
    }
    status = samples_keep_calls(job, index);
    samples_settle(job, index);
    return status;
}

/* --- Checks over all samples
 * -------------------------------------------------------- */

/* Whether different samples all have the same result. */
static void samples_check_literal(ptc_derive_job *job)
{
    const ptc_judged *first = NULL;
    const ptc_value *arguments = NULL;
    bool differ = false;

    for (size_t i = 0; i < job->sample_count; i++) {
        const ptc_judged *judged = &job->judged[i];

        if (!judged->is_judged)
            continue;
        if (!judged->is_good || (first != NULL && !ptc_judged_same(first, judged)))
            return;
        differ = differ || (first != NULL &&
                            !ptc_derive_equal(arguments, &job->samples[i].arguments));
        if (first == NULL) {
            first = judged;
            arguments = &job->samples[i].arguments;
        }
    }
    if (!differ)
        return;
    ptc_faults_add(&job->faults, PTC_DIAG_COMPILE_LITERAL,
                   "all samples give the same result");
    ptc_faults_hint(&job->faults, "see that the program computes it, and add a sample "
                                  "with another result");
}

static void samples_check_judged(ptc_derive_job *job)
{
    ptc_str why = PTC_STR("");

    for (size_t i = 0; i < job->sample_count; i++) {
        if (job->judged[i].is_judged)
            return;
        why = job->judged[i].why;
    }
    ptc_faults_add(&job->faults, PTC_DIAG_COMPILE_SAMPLE,
                   "no sample could be checked: %.*s", (int)why.len, why.ptr);
    ptc_faults_hint(&job->faults, "record at least one again, with its tools");
}

ptc_status ptc_derive_run_samples(ptc_derive_job *job)
{
    ptc_status status = PTC_OK;

    for (size_t i = 0; i < job->sample_count && status == PTC_OK; i++)
        status = samples_run(job, i);
    if (status != PTC_OK)
        return status;
    samples_check_judged(job);
    samples_check_literal(job);
    return ptc_derive_end_by_faults(job, "compile_error");
}
