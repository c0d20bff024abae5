/* SPDX-License-Identifier: MIT */
/*
 * Runs of agents: what is made before the first turn, the turns, and the step that comes
 * of them. [subagent 2, 4, 5]
 *
 * A run ends by ptc_loop_end_failed or by a result, and then run->step says which. Memory
 * that is refused ends it with nothing: every function here says so by PTC_ERROR_MEMORY
 * or by an arena that failed.
 */
#include "agent/run/loop_int.h"

#include "lisp/heap/watch.h"

enum { LOOP_OUTPUT_MAX = 64 << 10 };

/* --- Before the first turn --------------------------------------------------------- */

/* The first error of a faulty definition speaks for all. */
static void loop_refuse_plan(const ptc_run *run, ptc_fail *fail)
{
    const ptc_plan *plan = run->plan;
    ptc_text text;

    ptc_text_init(&text, run->arena);
    *fail = (ptc_fail){.reason = PTC_STR("invalid_config"), .op = PTC_STR("")};
    for (size_t i = 0; i < plan->fault_count; i++) {
        const ptc_agent_fault *fault = &plan->faults[i];

        if (fault->is_warning)
            continue;
        if (text.len == 0)
            fail->reason = fault->reason;
        else
            ptc_text_cstr(&text, "; ");
        ptc_text_str(&text, fault->message);
    }
    fail->message = ptc_text_view(&text);
}

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

/* The deepest that a run of this tree may be: the smallest limit of those above. */
static bool loop_check_depth(ptc_run *run, ptc_fail *fail)
{
    uint32_t limit = run->max_depth;

    for (const ptc_run *above = run->parent; above != NULL; above = above->parent)
        limit = above->max_depth < limit ? above->max_depth : limit;
    if (run->depth < limit)
        return true;
    ptc_fail_set(fail, run->arena, "max_depth_exceeded",
                 "Nesting depth limit exceeded: %u >= %u", run->depth, limit);
    return false;
}

static uint64_t loop_deadline(const ptc_run *run)
{
    uint64_t time_ms = run->plan->agent.mission_timeout_ms;
    uint64_t inherited = run->parent != NULL ? run->parent->deadline : UINT64_MAX;
    uint64_t own = UINT64_MAX;

    if (time_ms != 0 && time_ms < (UINT64_MAX - run->start_ns) / 1000000u)
        own = run->start_ns + time_ms * 1000000u;
    return own < inherited ? own : inherited;
}

/* Limits that a child does not set itself are those of the runs above it. */
static void loop_take_limits(ptc_run *run)
{
    const ptc_plan *plan = run->plan;
    bool is_top = run->parent == NULL;

    run->max_depth =
        is_top || plan->own_max_depth != 0 ? plan->agent.max_depth : UINT32_MAX;
    run->turn_budget =
        is_top || plan->own_turn_budget != 0 ? plan->agent.turn_budget : UINT32_MAX;
    run->llm_budget =
        is_top || plan->own_llm_budget != 0 ? plan->agent.llm_budget : UINT32_MAX;
    run->deadline = loop_deadline(run);
}

/* Milliseconds of the host's clocks, for the interpreter. */
static uint64_t loop_clock(void *user)
{
    return ptc_host_clock(((const ptc_run *)user)->tree->host) / 1000000u;
}

static int64_t loop_wall_clock(void *user)
{
    return ptc_host_wall_clock(((const ptc_run *)user)->tree->host);
}

static ptc_status loop_make_lisp(ptc_run *run)
{
    const ptc_agent *agent = &run->plan->agent;
    ptc_lisp_options options;

    ptc_lisp_options_init(&options);
    options.allocator = run->scratch.allocator;
    options.heap = agent->max_heap;
    options.time_ms = agent->timeout_ms;
    options.fuel = agent->fuel;
    options.clock = loop_clock;
    options.wall_clock = loop_wall_clock;
    options.user = run;
    options.memory_limit = agent->memory_limit;
    options.hides_private = true;
    options.unknown_names = ptc_run_unknown_names(run->plan);
    return ptc_lisp_new(&options, &run->lisp);
}

/* The first message, the system prompt, and what programs read. */
static bool loop_open(ptc_run *run, ptc_fail *fail)
{
    ptc_str user;

    if (!ptc_run_set_tools(run, fail) || !ptc_run_take_context(run, fail))
        return false;
    return ptc_prompt_make(run, &run->system, &user, fail) &&
           ptc_talk_add(run, PTC_ROLE_USER, user) && ptc_run_set_context(run);
}

/* The run's options win over those of the agent that is run, and fill up those of agents
 * below it. */
static bool loop_merge_options(ptc_run *run)
{
    const ptc_value *given = &run->options->llm_options;
    const ptc_value *own = &run->plan->llm_options;
    bool is_top = run->parent == NULL;

    return ptc_llm_merge_options(run->arena, is_top ? given : own, is_top ? own : given,
                                 &run->llm_options);
}

/* All that can fail before a model is asked, in the order in which it is told. */
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
        loop_refuse_plan(run, fail);
        return PTC_ERROR_INVALID;
    }
    if (run->plan->agent.output == PTC_OUTPUT_TEXT) {
        ptc_fail_set(fail, run->arena, "invalid_config",
                     "output text cannot be run by this version: use output lisp");
        return PTC_ERROR_INVALID;
    }
    if (!loop_merge_options(run) || loop_make_lisp(run) != PTC_OK)
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
    const ptc_lisp_watch watch = {.is_over = ptc_loop_is_over,
                                  .judge = ptc_loop_judge,
                                  .user = run,
                                  .output_max = LOOP_OUTPUT_MAX};
    ptc_status status = PTC_OK;

    ptc_lisp_set_watch(run->lisp, &watch);
    while (status == PTC_OK && ptc_loop_may_turn(run))
        status = ptc_loop_turn(run);
    ptc_lisp_set_watch(run->lisp, NULL);
    return status;
}

/* --- The step ---------------------------------------------------------------------- */

static void loop_describe_fields(const ptc_run *run, ptc_value *out)
{
    const ptc_agent *agent = &run->plan->agent;
    size_t count = agent->field_description_count;
    ptc_map_entry *entries;

    if (count == 0)
        return;
    entries = ptc_arena_array(run->arena, count, sizeof *entries);
    for (size_t i = 0; entries != NULL && i < count; i++) {
        entries[i].key = ptc_value_string(agent->field_descriptions[i].name);
        entries[i].value = ptc_value_string(agent->field_descriptions[i].text);
    }
    if (entries != NULL)
        ptc_map_make(run->arena, entries, count, out, NULL);
}

/* What programs left in memory. */
static void loop_keep_memory(ptc_run *run)
{
    ptc_step *step = run->step;
    ptc_status status = ptc_map_make(run->arena, NULL, 0, &step->memory, NULL);

    step->memory_delta = step->memory;
    if (status == PTC_OK && run->lisp != NULL) {
        status = ptc_lisp_memory(run->lisp, run->arena, &step->memory);
        step->usage.memory_bytes = ptc_lisp_memory_size(run->lisp);
    }
    if (run->memory_delta.kind == PTC_MAP)
        ptc_value_copy(run->arena, &run->memory_delta, &step->memory_delta);
    if (status == PTC_ERROR_MEMORY)
        run->scratch.failed = true;
}

/* Memory that is refused shows in the arena. */
static void loop_fill_step(ptc_run *run)
{
    ptc_step *step = run->step;

    step->signature = run->plan->signature;
    step->prompt = run->mission;
    step->secrets = run->tree->options->redaction.secrets;
    step->usage.turns = run->turn;
    step->usage.llm_requests = run->llm_requests;
    step->usage.input_tokens = run->input_tokens;
    step->usage.output_tokens = run->output_tokens;
    step->usage.duration_ms =
        (ptc_host_clock(run->tree->host) - run->start_ns) / 1000000u;
    memcpy(step->trace_id, run->tree->trace_id, sizeof step->trace_id);
    if (run->parent != NULL)
        memcpy(step->parent_trace_id, run->tree->trace_id, sizeof step->parent_trace_id);
    if (run->options->collect_messages) {
        step->messages = run->talk.messages;
        step->message_count = run->talk.count;
    }
    loop_describe_fields(run, &step->field_descriptions);
    loop_keep_memory(run);
}

/* --- A run ------------------------------------------------------------------------- */

static void loop_tell_stop(ptc_run *run, ptc_status status)
{
    ptc_event event = {.kind = PTC_EVENT_RUN_STOP,
                       .duration_ns = ptc_host_clock(run->tree->host) - run->start_ns,
                       .input_tokens = run->input_tokens,
                       .output_tokens = run->output_tokens};

    if (status == PTC_ERROR_MEMORY) {
        event.kind = PTC_EVENT_RUN_EXCEPTION;
        event.error = PTC_STR("out of memory");
    } else {
        event.step = run->step;
        event.status = run->step->is_ok ? PTC_STR("ok") : PTC_STR("error");
    }
    ptc_run_emit(run, &event);
    run->step->is_log_cut = run->tree->has_log_failed;
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
        ptc_loop_end_failed(run, &fail);
    if (status != PTC_ERROR_MEMORY && !run->arena->failed)
        loop_fill_step(run);
    ptc_trace_finish(run, run->step->is_ok);
    if (run->arena->failed || run->scratch.failed)
        status = PTC_ERROR_MEMORY;
    if (status != PTC_ERROR_MEMORY)
        status = run->step->is_ok ? PTC_OK : PTC_ERROR_INVALID;
    loop_tell_stop(run, status);
    return status;
}

static void loop_free(ptc_run *run)
{
    ptc_trace_free(run);
    ptc_lisp_free(run->lisp);
    ptc_arena_free(&run->scratch);
    ptc_arena_free(&run->result_arena);
    ptc_arena_free(&run->context_arena);
}

/* What a run needs before anything can go wrong in it. */
static void loop_start(ptc_run *run, ptc_tree *tree, ptc_run *parent)
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

ptc_status ptc_run_agent(ptc_tree *tree, ptc_run *parent, const ptc_agent *agent,
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
    loop_start(&run, tree, parent);
    planned = ptc_plan_make_for_run(agent, options->overrides, arena, &plan);
    if (planned == PTC_OK && parent == NULL) /* children are checked with it */
        planned = ptc_plan_check_children(&plan);
    run.plan = &plan;
    status = loop_run(&run, bound, planned);
    loop_free(&run);
    if (status != PTC_ERROR_MEMORY)
        *out = step;
    return status;
}

bool ptc_run_take_options(const ptc_agent_options *given, ptc_agent_options *out)
{
    *out = (ptc_agent_options){.struct_size = sizeof *out};
    if (given == NULL)
        return true;
    memcpy(out, given,
           given->struct_size < sizeof *out ? given->struct_size : sizeof *out);
    out->struct_size = sizeof *out;
    return given->struct_size != 0 &&
           (out->overrides == NULL || out->overrides->struct_size != 0);
}

ptc_status ptc_agent_run(const ptc_agent *agent, const ptc_agent_options *options,
                         ptc_arena *arena, const ptc_step **out)
{
    ptc_agent_options all;
    ptc_host *own = NULL;
    ptc_status status;

    *out = NULL;
    if (!ptc_run_take_options(options, &all))
        return PTC_ERROR_ARGUMENT;
    if (all.host == NULL) {
        ptc_host_options given = {.struct_size = sizeof given,
                                  .allocator = arena->allocator};

        status = ptc_host_new(&given, &own);
        if (status != PTC_OK)
            return status;
        all.host = own;
    }
    ptc_host_freeze(all.host);
    {
        ptc_tree tree = {.host = all.host,
                         .names = {all.registry, all.registry_count, all.host},
                         .options = &all,
                         .cancel = all.cancel};

        ptc_host_make_id(all.host, tree.trace_id, 4);
        status = ptc_run_agent(&tree, NULL, agent, NULL, &all, arena, out);
    }
    ptc_host_free(own);
    return status;
}
