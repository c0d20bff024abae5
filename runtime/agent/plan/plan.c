/* SPDX-License-Identifier: MIT */
/* Agents checked and made ready. See plan_int.h. */
#include "agent/plan/plan_int.h"

enum {
    PLAN_TURNS = 5,
    PLAN_TURN_BUDGET = 20,
    PLAN_LLM_BUDGET = 100,
    PLAN_TOOL_CALLS = 1000,
    PLAN_TIMEOUT = 5000,
    PLAN_LLM_TIMEOUT = 60000,
    PLAN_FUEL = 1000000,
    PLAN_HEAP = 10000000,
    PLAN_MEMORY = 1048576,
    PLAN_DEPTH_MAX = 16, /* runs within each other, all on one C stack */
};

/* --- Defaults ---------------------------------------------------------------------- */

#define PLAN_DEFAULT(field, value)                                                       \
    do {                                                                                 \
        if (agent->field == 0)                                                           \
            agent->field = (value);                                                      \
    } while (0)

static void plan_fill_texts(ptc_agent *agent)
{
    PLAN_DEFAULT(prompt_limit.list, 3);
    PLAN_DEFAULT(prompt_limit.string, 50);
    PLAN_DEFAULT(format.list, 10);
    PLAN_DEFAULT(format.preview, 512);
    PLAN_DEFAULT(format.string, 250);
    PLAN_DEFAULT(format.feedback, 2000);
}

void ptc_plan_fill_retry(ptc_llm_retry *retry)
{
    if (retry->max_attempts == 0)
        retry->max_attempts = 1;
    if (retry->base_delay_ms == 0)
        retry->base_delay_ms = 1000;
    if (retry->max_delay_ms == 0)
        retry->max_delay_ms = 30000;
    if (retry->retryable == 0)
        retry->retryable =
            1u << PTC_LLM_RATE_LIMIT | 1u << PTC_LLM_TIMEOUT | 1u << PTC_LLM_SERVER_ERROR;
    if (retry->jitter_percent == 0)
        retry->jitter_percent = 10;
    else if (retry->jitter_percent == UINT32_MAX)
        retry->jitter_percent = 0;
}

#define PLAN_AT_MOST(field, value)                                                       \
    do {                                                                                 \
        if (agent->field > (value))                                                      \
            agent->field = (value);                                                      \
    } while (0)

/* Limits that nothing reaches, so that sums with them stay numbers. */
static void plan_bound(ptc_agent *agent)
{
    PLAN_AT_MOST(mission_timeout_ms, PTC_PLAN_MS_MAX);
    PLAN_AT_MOST(timeout_ms, PTC_PLAN_MS_MAX);
    PLAN_AT_MOST(llm_timeout_ms, PTC_PLAN_MS_MAX);
    PLAN_AT_MOST(tool_timeout_ms, PTC_PLAN_MS_MAX);
    PLAN_AT_MOST(max_heap, PTRDIFF_MAX);
    PLAN_AT_MOST(memory_limit, PTRDIFF_MAX);
}

static void plan_fill(ptc_agent *agent)
{
    plan_bound(agent);
    PLAN_DEFAULT(max_turns, PLAN_TURNS);
    PLAN_DEFAULT(max_depth, PTC_PLAN_DEPTH);
    PLAN_DEFAULT(turn_budget, PLAN_TURN_BUDGET);
    PLAN_DEFAULT(llm_budget, PLAN_LLM_BUDGET);
    PLAN_DEFAULT(max_tool_calls, PLAN_TOOL_CALLS);
    PLAN_DEFAULT(timeout_ms, PLAN_TIMEOUT);
    PLAN_DEFAULT(llm_timeout_ms, PLAN_LLM_TIMEOUT);
    PLAN_DEFAULT(fuel, PLAN_FUEL);
    PLAN_DEFAULT(max_heap, PLAN_HEAP);
    PLAN_DEFAULT(memory_limit, PLAN_MEMORY);
    plan_fill_texts(agent);
    ptc_plan_fill_retry(&agent->retry);
}

/* --- Texts ------------------------------------------------------------------------- */

ptc_template_use ptc_plan_prompt_use(const ptc_agent *agent)
{
    bool has_tools = agent->tool_count > 0 || (agent->flags & PTC_AGENT_BUILTINS) != 0;
    unsigned use = agent->flags & PTC_AGENT_REFERENCES ? PTC_TEMPLATE_FOR_REFERENCES
                                                       : PTC_TEMPLATE_FOR_MISSION;

    if (agent->output == PTC_OUTPUT_TEXT)
        return PTC_TEMPLATE_FOR_WHOLE_TEXT;
    if (has_tools && agent->flags & (PTC_AGENT_EMBEDS_RAW | PTC_AGENT_NO_ENVELOPE))
        use |= PTC_TEMPLATE_IS_OPEN;
    return (ptc_template_use)use;
}

static void plan_read_texts(ptc_plan *plan)
{
    const ptc_agent *agent = &plan->agent;

    ptc_plan_look_at(plan, "signature", PTC_STR(""), NULL);
    plan->signature = ptc_plan_signature(plan, agent);
    ptc_plan_look_at(plan, "prompt", PTC_STR(""), NULL);
    if (agent->prompt.ptr == NULL && agent->compiled_prompt == NULL)
        ptc_plan_fault(plan, "invalid_config", "prompt must be a string");
    else
        plan->mission =
            ptc_plan_template(plan, agent->prompt, agent->compiled_prompt,
                              plan->signature, ptc_plan_prompt_use(agent), "prompt");
}

/* --- The plan ---------------------------------------------------------------------- */

static void plan_check_options(ptc_plan *plan)
{
    const ptc_agent *agent = &plan->agent;

    ptc_plan_look_at(plan, "description", PTC_STR(""), NULL);
    if (agent->description != NULL && agent->description[0] == '\0')
        ptc_plan_fault(plan, "invalid_config",
                       "description must be a non-empty string or absent");
    ptc_plan_look_at(plan, "name", PTC_STR(""), NULL);
    if (agent->name != NULL && agent->name[0] == '\0')
        ptc_plan_fault(plan, "invalid_config",
                       "name must be a non-empty string or absent");
    ptc_plan_look_at(plan, "max_depth", PTC_STR(""), NULL);
    if (agent->max_depth > PLAN_DEPTH_MAX)
        ptc_plan_fault(plan, "invalid_config", "max_depth must be at most %d, got %u",
                       PLAN_DEPTH_MAX, agent->max_depth);
    ptc_plan_look_at(plan, "output", PTC_STR(""), NULL);
    if (agent->output == PTC_OUTPUT_TEXT && agent->tool_count > 0)
        ptc_plan_fault(
            plan, "invalid_config",
            "output text takes no tools: models that call tools write programs");
}

ptc_status ptc_plan_make(const ptc_agent *agent, ptc_arena *arena, ptc_plan *plan)
{
    return ptc_plan_make_for_run(agent, NULL, arena, plan);
}

ptc_status ptc_plan_make_for_run(const ptc_agent *agent,
                                 const ptc_agent_overrides *overrides, ptc_arena *arena,
                                 ptc_plan *plan)
{
    size_t known =
        agent->struct_size < sizeof *agent ? agent->struct_size : sizeof *agent;

    *plan = (ptc_plan){.source = agent, .arena = arena};
    memcpy(&plan->agent, agent, known);
    plan->own_max_depth = plan->agent.max_depth;
    plan->own_turn_budget = plan->agent.turn_budget;
    plan->own_llm_budget = plan->agent.llm_budget;
    if (overrides != NULL)
        ptc_plan_override(plan, overrides);
    plan_fill(&plan->agent);
    plan->is_judgment = plan->agent.tool_count == 0 && plan->agent.max_turns == 1 &&
                        !(plan->agent.flags & PTC_AGENT_BUILTINS);
    plan_check_options(plan);
    plan_read_texts(plan);
    ptc_plan_read_options(plan);
    ptc_plan_read_tools(plan);
    if (plan->failed)
        return PTC_ERROR_MEMORY;
    return plan->error_count > 0 ? PTC_ERROR_INVALID : PTC_OK;
}

ptc_schema ptc_plan_output(const ptc_plan *plan)
{
    const ptc_schema_node *root = ptc_schema_root(plan->signature);
    ptc_schema output = *plan->signature;

    output.root = root->first + 1;
    return output;
}
