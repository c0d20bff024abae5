/* SPDX-License-Identifier: MIT */
/*
 * Stages that only print, or change nothing that a later one reads, are left out when all
 * results of samples stay equal. Stages that call tools, end programs or declare
 * namespaces always stay. [subagent 15]
 */
#include "agent/compile/compile_int.h"

/* --- Evidence in the code
 * ----------------------------------------------------------- */

static bool drop_meet(const ptc_str *a, size_t a_count, const ptc_str *b, size_t b_count)
{
    for (size_t i = 0; i < a_count; i++) {
        if (ptc_stage_has(b, b_count, a[i], false))
            return true;
    }
    return false;
}

/* Whether the stage may call a tool, directly or through a definition of an earlier
 * one. */
static bool drop_calls(const ptc_derive_job *job, size_t index)
{
    const ptc_stage_facts *facts = job->stages.facts;

    for (size_t i = 0; i < index; i++) {
        if (facts[i].has_tools && (facts[index].has_history ||
                                   drop_meet(facts[index].read, facts[index].read_count,
                                             facts[i].defined, facts[i].defined_count)))
            return true;
    }
    return facts[index].has_tools;
}

/* The value of the stage is merged into ctx/: whether the later stage reads from it. */
static bool drop_merges_into(const ptc_derive_job *job, size_t index,
                             const ptc_stage_facts *later)
{
    for (size_t i = 0; i < job->sample_count; i++) {
        const ptc_step *step = job->judged[i].is_judged ? job->judged[i].step : NULL;
        const ptc_value *value;

        if (step == NULL || step->trace == NULL || step->trace->turn_count <= index)
            continue;
        value = &step->trace->turns[index].result;
        for (uint32_t k = 0; value->kind == PTC_MAP && k < value->aux; k++) {
            const ptc_value *key = &value->as.map->entries[k].key;

            if ((key->kind == PTC_STRING || key->kind == PTC_KEYWORD) &&
                ptc_stage_has(later->context, later->context_count, ptc_value_text(key),
                              true))
                return true;
        }
    }
    return false;
}

static bool drop_may(const ptc_derive_job *job, size_t index)
{
    const ptc_stage_facts *facts = &job->stages.facts[index];

    if (facts->has_spaces || facts->has_ends || drop_calls(job, index))
        return false;
    for (size_t i = index + 1; i < job->stages.count; i++) {
        const ptc_stage_facts *later = &job->stages.facts[i];

        if (job->is_dropped[i])
            continue;
        if (later->has_history ||
            drop_meet(facts->defined, facts->defined_count, later->read,
                      later->read_count) ||
            drop_merges_into(job, index, later))
            return false;
    }
    return true;
}

/* --- Evidence of the samples
 * -------------------------------------------------------- */

static ptc_status drop_try(ptc_derive_job *job, ptc_arena *arena, bool *is_same)
{
    ptc_status status = PTC_OK;

    *is_same = true;
    ptc_derive_set_stages(job, job->is_dropped);
    for (size_t i = 0; i < job->sample_count && status == PTC_OK && *is_same; i++) {
        ptc_judged judged;

        if (!job->judged[i].is_judged)
            continue;
        ptc_deck_start(&job->deck, PTC_ANSWERS_SHOWN, &job->tapes[i]);
        status = ptc_derive_judge(arena, &job->trial, &job->deck, &job->run,
                                  &job->samples[i].arguments, &judged);
        *is_same = status == PTC_OK && ptc_judged_same(&judged, &job->judged[i]);
    }
    return status;
}

/* The remaining text, compiled again: lines of errors are those of the new text. */
static ptc_status drop_take_rest(ptc_derive_job *job)
{
    size_t count = 0;
    size_t kept = 0;
    ptc_str source;

    for (size_t i = 0; i < job->program_count; i++) {
        if (!job->is_dropped[i])
            job->programs[count++] = job->programs[i];
    }
    job->program_count = count;
    for (size_t i = 0; i < job->faults.count; i++) { /* they will be found again */
        if (job->faults.items[i].code == PTC_DIAG_COMPILE_NAME)
            job->faults.warnings--;
        else
            job->faults.items[kept++] = job->faults.items[i];
    }
    job->faults.count = kept;
    if (!ptc_stages_join(job->arena, job->programs, count, &source))
        return PTC_ERROR_MEMORY;
    return ptc_derive_take_source(job, source);
}

ptc_status ptc_derive_drop_stages(ptc_derive_job *job)
{
    size_t dropped = 0;
    ptc_status status = PTC_OK;
    ptc_arena scratch;

    if (job->derive == NULL || job->stages.count != job->program_count)
        return PTC_OK;
    ptc_arena_init(&scratch, &job->arena->allocator, 0);
    for (size_t i = job->stages.count - 1; i-- > 0 && status == PTC_OK;) {
        bool is_same;

        if (!drop_may(job, i))
            continue;
        job->is_dropped[i] = true;
        status = drop_try(job, &scratch, &is_same);
        job->is_dropped[i] = is_same;
        dropped += is_same;
        ptc_arena_reset(&scratch);
    }
    ptc_arena_free(&scratch);
    if (status == PTC_OK && dropped > 0)
        return drop_take_rest(job);
    ptc_derive_set_stages(job, job->is_dropped);
    return status;
}
