/* SPDX-License-Identifier: MIT */
/*
 * Runs of compiled agents: their programs one after the other, each like a turn of an
 * agent, except that no model gets its outcome. The first one that fails ends the run.
 * [subagent 6, 15]
 */
#include "agent/host/host_int.h"
#include "agent/program/program_int.h"

#include <ptc/gen_lisp.h>

enum { COMPILED_DEPTH_MAX = 32 }; /* nested runs, all on one C stack */

typedef struct compiled_stage {
    ptc_run *run;
    const ptc_image *image;
    uint64_t start_ns;
    bool is_last;
    ptc_lisp_result result;
    ptc_outcome outcome;
} compiled_stage;

/* --- Stages ------------------------------------------------------------------------ */

static bool stage_is_last(const ptc_run *run)
{
    return run->turn == run->plan->agent.max_turns;
}

/* For ptc_lisp_watch: checks a result before memory keeps the program's definitions. */
static const char *stage_judge(ptc_lisp_result *result, ptc_arena *arena, void *user)
{
    ptc_run *run = user;
    ptc_report report;
    ptc_status status;

    if (!result->is_return && !(run->plan->is_judgment && stage_is_last(run)))
        return NULL;
    status = ptc_run_judge_result(run, result, arena, &report);
    if (status == PTC_OK)
        ptc_run_warn_of_result(run, &report);
    if (status == PTC_OK || status == PTC_ERROR_INVALID)
        return status == PTC_OK ? NULL : ptc_run_result_issues(&report);
    return "the result cannot be checked: it is nested too deep";
}

static void stage_end_failed(compiled_stage *stage, const ptc_fail *fail)
{
    stage->outcome.error = *fail;
    ptc_run_end_failed(stage->run, fail);
}

static void stage_take_failure(compiled_stage *stage)
{
    ptc_run *run = stage->run;
    const ptc_lisp_error *error = &stage->result.error;
    ptc_outcome *outcome = &stage->outcome;
    ptc_fail fail;

    if (error->reason == PTC_REASON_FAIL) {
        outcome->is_return = true;
        outcome->value = stage->result.value;
        ptc_run_take_fail(run, &outcome->value, &fail);
    } else if (ptc_run_may_go_on(run, &run->scratch, &fail)) {
        outcome->line = error->line;
        outcome->column = error->column;
        if (run->plan->agent.max_turns > 1)
            outcome->block = run->turn;
        ptc_run_take_error(run, error, &stage->result, outcome, &fail);
    }
    stage_end_failed(stage, &fail);
}

static void stage_take_success(compiled_stage *stage)
{
    ptc_run *run = stage->run;
    ptc_outcome *outcome = &stage->outcome;
    ptc_fail fail;

    outcome->is_good = true;
    outcome->is_return = stage->result.is_return;
    outcome->value = stage->result.value;
    outcome->memory_delta = stage->result.changes;
    run->memory_delta = stage->result.changes;
    if (outcome->is_return || (run->plan->is_judgment && stage_is_last(run))) {
        ptc_run_end_good(run, &outcome->value);
    } else if (stage_is_last(run)) {
        ptc_fail_set(&fail, &run->scratch, "must_return_missing",
                     "the program ended without return");
        ptc_run_end_failed(run, &fail);
    }
}

static void stage_emit(const compiled_stage *stage, ptc_event_kind kind)
{
    ptc_event event = {
        .kind = kind, .turn = stage->run->turn, .input_tokens = -1, .output_tokens = -1};

    if (kind == PTC_EVENT_TURN_STOP) {
        event.duration_ns = stage->outcome.duration_ns;
        event.program = stage->outcome.reply.program;
    }
    ptc_run_emit(stage->run, &event);
}

static ptc_status stage_run_program(compiled_stage *stage, const ptc_program *program)
{
    ptc_run *run = stage->run;
    unsigned texts = PTC_LISP_HISTORY | PTC_LISP_CHANGES;
    ptc_status status;

    if (run->plan->is_judgment && stage_is_last(run))
        texts |= PTC_LISP_BOUND;
    if (!ptc_run_set_context(run))
        return PTC_ERROR_MEMORY;
    ptc_lisp_set_time(run->lisp, ptc_run_time(run));
    status = ptc_lisp_run(&run->result_arena, run->lisp, program, texts, &stage->result);
    if (status != PTC_OK && status != PTC_ERROR_INVALID)
        return PTC_ERROR_MEMORY;
    stage->outcome.result = &stage->result;
    if (status == PTC_OK)
        stage_take_success(stage);
    else
        stage_take_failure(stage);
    return ptc_run_merge(run, &stage->outcome) ? PTC_OK : PTC_ERROR_MEMORY;
}

static ptc_status compiled_stage_run(ptc_run *run, const ptc_image *image,
                                     const ptc_program *program)
{
    compiled_stage stage = {.run = run};
    ptc_status status;

    ptc_arena_reset(&run->scratch);
    ptc_arena_reset(&run->result_arena);
    run->memory_delta = ptc_value_nil();
    run->warnings = run->turn == 0 ? run->context_warning : PTC_STR("");
    run->turn++;
    stage.outcome.reply.program = ptc_str_make(image->text, image->source_length);
    stage.start_ns = ptc_host_clock(run->tree->host);
    stage_emit(&stage, PTC_EVENT_TURN_START);
    status = stage_run_program(&stage, program);
    stage.outcome.warnings = run->warnings;
    stage.outcome.duration_ns = ptc_host_clock(run->tree->host) - stage.start_ns;
    if (status == PTC_OK)
        ptc_trace_add(run, NULL, NULL, &stage.outcome);
    stage_emit(&stage, PTC_EVENT_TURN_STOP);
    return run->arena->failed || run->scratch.failed || run->result_arena.failed
               ? PTC_ERROR_MEMORY
               : status;
}

/* --- Before the first stage -------------------------------------------------------- */

/* All of them, so that nothing has run when one was made for another runtime. */
static ptc_status compiled_bind(ptc_run *run, const ptc_compiled *compiled,
                                ptc_program ***out, ptc_fail *fail)
{
    ptc_program **programs =
        ptc_arena_array(run->arena, compiled->stage_count, sizeof *programs);
    ptc_lisp_error error;

    *out = programs;
    if (programs == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < compiled->stage_count; i++) {
        ptc_status status = ptc_image_bind(run->arena, run->lisp, compiled->stages[i],
                                           &programs[i], &error);

        if (status == PTC_ERROR_INVALID)
            ptc_fail_set(fail, run->arena, ptc_reason_name(error.reason), PTC_FMT,
                         PTC_ARG(error.message));
        if (status != PTC_OK)
            return status == PTC_ERROR_INVALID ? status : PTC_ERROR_MEMORY;
    }
    return PTC_OK;
}

static bool compiled_check_depth(ptc_run *run, ptc_fail *fail)
{
    if (run->depth < COMPILED_DEPTH_MAX)
        return true;
    ptc_fail_set(fail, run->arena, "max_depth_exceeded",
                 "Nesting depth limit exceeded: %u >= %u", run->depth,
                 (unsigned)COMPILED_DEPTH_MAX);
    return false;
}

/* Everything that can fail before a program runs, in the order of its reports. */
static ptc_status compiled_prepare(ptc_run *run, const ptc_compiled *compiled,
                                   uint64_t deadline, ptc_status planned,
                                   ptc_program ***programs, ptc_fail *fail)
{
    if (planned == PTC_ERROR_MEMORY)
        return planned;
    run->deadline = ptc_run_deadline(run);
    if (deadline < run->deadline)
        run->deadline = deadline;
    if (!compiled_check_depth(run, fail) || !ptc_run_may_go_on(run, run->arena, fail))
        return PTC_ERROR_INVALID;
    if (planned != PTC_OK) {
        ptc_run_refuse_plan(run, fail);
        return PTC_ERROR_INVALID;
    }
    if (ptc_run_make_lisp(run) != PTC_OK)
        return PTC_ERROR_MEMORY;
    if (ptc_compiled_set_tools(run, fail) && ptc_run_take_context(run, fail))
        return compiled_bind(run, compiled, programs, fail);
    return fail->reason.len > 0 && !run->scratch.failed && !run->arena->failed
               ? PTC_ERROR_INVALID
               : PTC_ERROR_MEMORY;
}

/* --- A run ------------------------------------------------------------------------- */

static ptc_status compiled_stages(ptc_run *run, const ptc_compiled *compiled,
                                  ptc_program *const *programs)
{
    const ptc_lisp_watch watch = {.is_over = ptc_run_is_over,
                                  .judge = stage_judge,
                                  .user = run,
                                  .output_max = PTC_RUN_OUTPUT_MAX};
    ptc_status status = PTC_OK;
    ptc_fail fail;

    ptc_lisp_set_watch(run->lisp, &watch);
    for (size_t i = 0; i < compiled->stage_count && !run->is_over; i++) {
        if (!ptc_run_may_go_on(run, run->arena, &fail))
            ptc_run_end_failed(run, &fail);
        else
            status = compiled_stage_run(run, compiled->stages[i], programs[i]);
        if (status != PTC_OK)
            break;
    }
    ptc_lisp_set_watch(run->lisp, NULL);
    return status;
}

static ptc_status compiled_run(ptc_run *run, const ptc_compiled *compiled,
                               uint64_t deadline, ptc_status planned)
{
    ptc_event event = {.kind = PTC_EVENT_RUN_START,
                       .context = run->options->context,
                       .input_tokens = -1,
                       .output_tokens = -1};
    ptc_fail fail = {.reason = {"", 0}};
    ptc_program **programs = NULL;
    ptc_status status;

    ptc_run_emit(run, &event);
    status = compiled_prepare(run, compiled, deadline, planned, &programs, &fail);
    if (status == PTC_OK)
        status = compiled_stages(run, compiled, programs);
    else if (status == PTC_ERROR_INVALID)
        ptc_run_end_failed(run, &fail);
    return ptc_run_finish(run, status);
}

ptc_status ptc_run_compiled(ptc_run_tree *tree, ptc_run *parent,
                            const ptc_compiled *compiled, uint64_t deadline,
                            const ptc_agent_options *options, ptc_arena *arena,
                            const ptc_step **out)
{
    ptc_step *step = ptc_arena_array(arena, 1, sizeof *step);
    ptc_run run = {
        .tree = tree, .parent = parent, .options = options, .arena = arena, .step = step};
    ptc_compiled taken;
    ptc_status planned;
    ptc_status status;
    ptc_plan plan;

    *out = NULL;
    if (step == NULL)
        return PTC_ERROR_MEMORY;
    if (!ptc_compiled_take("ptc_compiled_run", compiled, &taken))
        return PTC_ERROR_ARGUMENT;
    step->fail = ptc_fail_none();
    run.is_compiled = true;
    ptc_run_start(&run, tree, parent);
    planned = ptc_plan_compiled(&taken, options->overrides, arena, &plan);
    run.plan = &plan;
    status = compiled_run(&run, &taken, deadline, planned);
    ptc_run_free(&run);
    if (status != PTC_ERROR_MEMORY)
        *out = step;
    return status;
}

ptc_status ptc_compiled_run(ptc_arena *arena, const ptc_compiled *compiled,
                            const ptc_value *context, const ptc_agent_options *options,
                            const ptc_step **out)
{
    ptc_agent_options all;
    ptc_compiled taken;
    ptc_run_tree tree;
    ptc_status status;
    ptc_host *own;

    *out = NULL;
    if (!ptc_run_take_options("ptc_compiled_run", options, &all) ||
        !ptc_compiled_take("ptc_compiled_run", compiled, &taken))
        return PTC_ERROR_ARGUMENT;
    if (context != NULL) {
        all.context = context;
        all.from = NULL;
    }
    status = ptc_run_open_tree(&tree, &all, arena, &own);
    if (status == PTC_OK)
        status = ptc_run_compiled(&tree, NULL, &taken, UINT64_MAX, &all, arena, out);
    ptc_host_free(own);
    return status;
}
