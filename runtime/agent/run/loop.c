/* SPDX-License-Identifier: MIT */
/*
 * Runs of agents: the preparation, the turns, and the resulting step. [subagent 2, 4, 5]
 *
 * A run ends with ptc_run_end_failed or with a result, and then run->step says which.
 * Refused memory ends it without either: every function here reports it as
 * PTC_ERROR_MEMORY or through a failed arena.
 */
#include "agent/run/loop_int.h"

#include "base/base_int.h"
#include "lisp/heap/watch.h"

/* --- Before the first turn --------------------------------------------------------- */

/* The agent's model, the one bound to it, its parent's, the option's. */
static bool loop_find_llm(ptc_run *run, const ptc_llm_ref *bound, ptc_fail *fail)
{
    static const ptc_llm_ref none = {NULL, NULL};
    const ptc_llm_ref *refs[] = {
        &run->plan->agent.llm,
        bound != NULL ? bound : &none,
        run->parent != NULL ? &run->parent->llm_ref : &none,
        &run->options->llm,
    };
    const ptc_llm_names *names = &run->tree->names;
    size_t count = sizeof refs / sizeof *refs;

    if (!ptc_llm_check_registry(names, run->arena, fail) ||
        !ptc_llm_resolve(names, refs, count, run->arena, &run->llm, fail))
        return false;
    for (size_t i = count; i-- > 0;) {
        if (refs[i]->llm != NULL || refs[i]->name != NULL)
            run->llm_ref = *refs[i];
    }
    return true;
}

/* The depth limit of a run in this tree: the smallest limit of those above. */
static bool loop_check_depth(ptc_run *run, ptc_fail *fail)
{
    uint64_t limit = run->max_depth;

    for (const ptc_run *above = run->parent; above != NULL; above = above->parent)
        limit = above->max_depth < limit ? above->max_depth : limit;
    if (run->depth < limit)
        return true;
    ptc_fail_set(fail, run->arena, "max_depth_exceeded",
                 "Nesting depth limit exceeded: %u >= %llu", run->depth,
                 (unsigned long long)limit);
    return false;
}

/* Limits that a child does not set itself come from the runs above it. */
static void loop_take_limits(ptc_run *run)
{
    const ptc_plan *plan = run->plan;
    bool is_top = run->parent == NULL;

    run->max_depth =
        is_top || plan->own_max_depth != 0 ? plan->agent.max_depth : UINT64_MAX;
    run->turn_budget =
        is_top || plan->own_turn_budget != 0 ? plan->agent.turn_budget : UINT64_MAX;
    run->llm_budget =
        is_top || plan->own_llm_budget != 0 ? plan->agent.llm_budget : UINT64_MAX;
    run->deadline = ptc_run_deadline(run);
}

/* The first message, the system prompt, and the data of programs. */
static bool loop_open(ptc_run *run, ptc_fail *fail)
{
    ptc_str user;

    if (!ptc_run_set_tools(run, fail) || !ptc_run_take_context(run, fail))
        return false;
    return ptc_prompt_make(run, &run->system, &user, fail) &&
           ptc_talk_add(run, PTC_ROLE_USER, user) && ptc_run_set_context(run);
}

/* The run's options override those of the agent that is run, and complete those of agents
 * below it. */
static bool loop_merge_options(ptc_run *run)
{
    const ptc_value *given = &run->options->llm_options;
    const ptc_value *own = &run->plan->llm_options;
    bool is_top = run->parent == NULL;

    return ptc_llm_merge_options(run->arena, is_top ? given : own, is_top ? own : given,
                                 &run->llm_options);
}

/* Everything that can fail before a model is asked, in the order of its reports. */
static ptc_status loop_prepare(ptc_run *run, const ptc_llm_ref *bound, ptc_status planned,
                               ptc_fail *fail)
{
    if (planned == PTC_ERROR_MEMORY)
        return planned;
    loop_take_limits(run);
    if (!loop_find_llm(run, bound, fail) || !loop_check_depth(run, fail) ||
        !ptc_run_may_go_on(run, run->arena, fail))
        return PTC_ERROR_INVALID;
    if (planned != PTC_OK) {
        ptc_run_refuse_plan(run, fail);
        return PTC_ERROR_INVALID;
    }
    if (run->plan->agent.output == PTC_AGENT_OUTPUT_TEXT) {
        ptc_fail_set(fail, run->arena, "invalid_config",
                     "output text cannot be run by this version: use output lisp");
        return PTC_ERROR_INVALID;
    }
    if (!loop_merge_options(run) || ptc_run_make_lisp(run) != PTC_OK ||
        !ptc_llm_settings_read(run->arena, &run->llm_options, &run->settings))
        return PTC_ERROR_MEMORY;
    if (loop_open(run, fail))
        return PTC_OK;
    return fail->reason.len > 0 && !run->scratch.failed && !run->arena->failed
               ? PTC_ERROR_INVALID
               : PTC_ERROR_MEMORY;
}

/* --- Turns ------------------------------------------------------------------------- */

static ptc_status loop_turns(ptc_run *run)
{
    const ptc_lisp_watch watch = {.is_over = ptc_run_is_over,
                                  .judge = ptc_loop_judge,
                                  .user = run,
                                  .output_max = PTC_RUN_OUTPUT_MAX};
    ptc_status status = PTC_OK;

    ptc_lisp_set_watch(run->lisp, &watch);
    while (status == PTC_OK && ptc_loop_may_turn(run))
        status = ptc_loop_turn(run);
    ptc_lisp_set_watch(run->lisp, NULL);
    return status;
}

/* From the first check to the finished step. */
static ptc_status loop_run(ptc_run *run, const ptc_llm_ref *bound, ptc_status planned)
{
    ptc_event event = {.kind = PTC_EVENT_RUN_START,
                       .context = run->options->context,
                       .input_tokens = -1,
                       .output_tokens = -1};
    ptc_fail fail = {.reason = {"", 0}};
    ptc_status status;

    ptc_run_emit(run, &event);
    status = loop_prepare(run, bound, planned, &fail);
    if (status == PTC_OK)
        status = loop_turns(run);
    else if (status == PTC_ERROR_INVALID)
        ptc_run_end_failed(run, &fail);
    return ptc_run_finish(run, status);
}

ptc_status ptc_run_agent(ptc_run_tree *tree, ptc_run *parent, const ptc_agent *agent,
                         const ptc_llm_ref *bound, const ptc_agent_options *options,
                         ptc_arena *arena, const ptc_step **out)
{
    ptc_step *step = ptc_arena_array(arena, 1, sizeof *step);
    ptc_run run = {
        .tree = tree, .parent = parent, .options = options, .arena = arena, .step = step};
    ptc_status planned;
    ptc_status status;
    ptc_plan plan;

    *out = NULL;
    if (step == NULL)
        return PTC_ERROR_MEMORY;
    step->fail = ptc_fail_none();
    ptc_run_start(&run, tree, parent);
    planned = ptc_plan_make_for_run(agent, options->overrides, arena, &plan);
    if (planned == PTC_OK && parent == NULL) /* children are checked with it */
        planned = ptc_plan_check_children(&plan);
    run.plan = &plan;
    status = loop_run(&run, bound, planned);
    ptc_run_free(&run);
    if (status != PTC_ERROR_MEMORY)
        *out = step;
    return status;
}

ptc_status ptc_agent_run(ptc_arena *arena, const ptc_agent *agent,
                         const ptc_agent_options *options, const ptc_step **out)
{
    ptc_agent_options all;
    ptc_run_tree tree;
    ptc_host *own;
    ptc_agent taken;
    ptc_status status;

    *out = NULL;
    if (!ptc_run_take_options("ptc_agent_run", options, &all) ||
        !ptc_agent_take("ptc_agent_run", agent, &taken))
        return PTC_ERROR_ARGUMENT;
    status = ptc_run_open_tree(&tree, &all, arena, &own);
    if (status == PTC_OK)
        status = ptc_run_agent(&tree, NULL, agent, NULL, &all, arena, out);
    ptc_host_free(own);
    return status;
}
