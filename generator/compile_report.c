/* SPDX-License-Identifier: MIT */
/* Reports the faults of a compilation at their places. See compile.h. */
#include "generator/compile.h"

/* --- Places --------------------------------------------------------------------------
 */

/* Where a sample is: in its row, or nowhere but in the agent's file. */
static ptc_span report_sample_place(const ptcc_compile_job *job, ptc_diags *diags,
                                    size_t sample)
{
    const ptc_lock_samples *rows = &job->rows;
    uint32_t start;

    diags->source = job->agent->source;
    if (!job->has_rows || sample == 0 || sample > rows->count)
        return (ptc_span){0, 1};
    diags->source = &rows->source;
    start = (uint32_t)(rows->rows[sample - 1].ptr - rows->source.text.ptr);
    return (ptc_span){start, start + (uint32_t)rows->rows[sample - 1].len};
}

/* --- Faults --------------------------------------------------------------------------
 */

static void report_fault(const ptcc_compile_job *job, ptc_diags *diags,
                         const ptc_compile_fault *fault)
{
    bool is_of_run = fault->sample > 0 || fault->input > 0;
    ptc_span span = is_of_run && fault->position.line == 0
                        ? report_sample_place(job, diags, fault->sample)
                        : ptc_lock_fault_place(diags, job->agent, &job->program.source,
                                               job->program.start, fault);

    ptc_lock_fault_add(diags, span, fault);
}

/* Why there is nothing, where no fault says it: the run of the model failed. */
static ptc_exit report_failure(const ptcc_compile_job *job)
{
    const ptc_fail *fail = &job->made->fail;

    ptc_cli_say(job->cli, "%s: %.*s: %.*s", job->path, (int)fail->reason.len,
                fail->reason.ptr, (int)fail->message.len, fail->message.ptr);
    if (ptc_str_equal(fail->reason, PTC_STR("llm_required")))
        ptc_agent_command_say_models(&job->command);
    return PTC_EXIT_INPUT;
}

/* Whether it is known what the sample gives. */
static bool report_is_known(const ptc_compile_sample *sample)
{
    return sample->expect != PTC_COMPILE_EXPECT_NOTHING;
}

/* Samples that could not be checked. The comparison reports those that are compared. */
static void report_unknown(const ptcc_compile_job *job)
{
    const ptc_compilation *made = job->made;
    bool compares = job->way == PTCC_COMPILE_ACCEPT || job->way == PTCC_COMPILE_REPLAY;

    for (size_t i = 0; i < made->sample_count; i++) {
        if (!report_is_known(&made->samples[i]) &&
            !(compares && job->has_rows && report_is_known(&job->samples.items[i])))
            ptc_cli_say(job->cli,
                        "%s: sample %zu: not judged: no recording has all answers of "
                        "its tools",
                        job->path, i + 1);
    }
}

/* The generated arguments of which nothing can be said, and why the first of them. */
static void report_not_judged(const ptcc_compile_job *job)
{
    const ptc_compilation *made = job->made;
    const ptc_compile_input *first = NULL;
    bool calls_tools = job->agent->agent->tool_count == 0 ||
                       ptc_cli_has(job->cli, PTC_OPTION_CALL_TOOLS);

    for (size_t i = made->input_count; i > 0; i--) {
        if (!made->inputs[i - 1].is_judged)
            first = &made->inputs[i - 1];
    }
    if (first != NULL)
        ptc_cli_say(
            job->cli, "%s: not judged: %zu of %zu runs; generated arguments %zu: %.*s%s",
            job->path, made->not_judged, made->not_judged + made->judged,
            (size_t)(first - made->inputs) + 1, (int)first->why.len, first->why.ptr,
            calls_tools ? "" : "; --call-tools calls tools with them");
}

ptc_exit ptcc_compile_report(ptcc_compile_job *job, ptc_status status)
{
    const ptc_compilation *made = job->made;
    ptc_exit reported;
    ptc_diags diags;

    if (status == PTC_ERROR_MEMORY || made == NULL)
        return ptc_cli_no_memory(job->cli);
    if (job->way == PTCC_COMPILE_DERIVE)
        job->program.source = (ptc_source){
            PTC_STR("<program>"), made->source.ptr != NULL ? made->source : PTC_STR("")};
    ptc_diags_init(&diags, job->cli->arena);
    for (size_t i = 0; i < made->fault_count; i++)
        report_fault(job, &diags, &made->faults[i]);
    reported = ptc_cli_report(job->cli, &diags);
    if (reported != PTC_EXIT_OK)
        return reported;
    if (status != PTC_OK)
        return report_failure(job);
    report_unknown(job);
    report_not_judged(job);
    return PTC_EXIT_OK;
}

/* --- Once more -----------------------------------------------------------------------
 */

/* The command that writes down what the program gives now. */
static void report_how_to_keep(const ptcc_compile_job *job, ptc_diags *diags,
                               ptc_diag *diag)
{
    const char *lock = ptc_lock_path(diags->arena, job->path).ptr;
    ptc_text command;

    ptc_text_init(&command, diags->arena);
    ptc_text_cstr(&command, "ptcc compile --program ");
    ptc_command_write_word(&command, lock != NULL ? lock : "");
    ptc_command_write_operands(&command, &job->path, 1);
    if (!command.failed)
        ptc_diag_hint(diags, diag, "to keep the program with its new results: %s",
                      command.ptr);
}

static void report_difference(const ptcc_compile_job *job, ptc_diags *diags,
                              const ptc_compile_difference *difference)
{
    ptc_span span = report_sample_place(job, diags, difference->sample);
    const char *path = ptc_diag_quote(diags, difference->path);
    const char *found = ptc_diag_quote(diags, difference->found);
    ptc_diag *diag;

    if (!difference->is_judged &&
        !report_is_known(&job->samples.items[difference->sample - 1]))
        return; /* reported when it was compiled */
    if (!difference->is_judged) {
        ptc_diag_add(diags, PTC_DIAG_COMPILE_SAMPLE, span, "sample %zu: not judged: %s",
                     difference->sample, found);
        return;
    }
    diag = ptc_diag_add(diags, PTC_DIAG_COMPILE_SAMPLE, span,
                        "sample %zu: %s%s%s, and was %s", difference->sample, path,
                        *path != '\0' ? " is " : "the result is ", found,
                        ptc_diag_quote(diags, difference->expected));
    report_how_to_keep(job, diags, diag);
}

/* Rows without a result; they test nothing until they have one. */
static void report_unfinished(const ptcc_compile_job *job, ptc_diags *diags)
{
    for (size_t i = 0; i < job->samples.count; i++) {
        ptc_diag *diag;

        if (report_is_known(&job->samples.items[i]) ||
            !report_is_known(&job->made->samples[i]))
            continue;
        diag = ptc_diag_add(diags, PTC_DIAG_COMPILE_SAMPLE,
                            report_sample_place(job, diags, i + 1),
                            "sample %zu: the row has neither result nor fail", i + 1);
        report_how_to_keep(job, diags, diag);
    }
}

ptc_exit ptcc_compile_report_replay(ptcc_compile_job *job, ptc_status status,
                                    const ptc_compile_replayed *replayed)
{
    ptc_exit reported;
    ptc_diags diags;

    if (status == PTC_ERROR_MEMORY || replayed == NULL)
        return ptc_cli_no_memory(job->cli);
    ptc_diags_init(&diags, job->cli->arena);
    for (size_t i = 0; i < replayed->difference_count; i++)
        report_difference(job, &diags, &replayed->differences[i]);
    report_unfinished(job, &diags);
    reported = ptc_cli_report(job->cli, &diags);
    if (reported == PTC_EXIT_OK && status != PTC_OK) {
        ptc_cli_say(job->cli, "%s: none of its samples could be checked", job->path);
        return PTC_EXIT_INPUT;
    }
    return reported;
}
