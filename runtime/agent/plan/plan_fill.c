/* SPDX-License-Identifier: MIT */
/* Defaults for fields that definitions leave out. [subagent 1] */
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

/* Unreachable limits, so that sums with them do not overflow. */
static void plan_bound(ptc_agent *agent)
{
    PLAN_AT_MOST(mission_timeout_ms, PTC_PLAN_MS_MAX);
    PLAN_AT_MOST(timeout_ms, PTC_PLAN_MS_MAX);
    PLAN_AT_MOST(llm_timeout_ms, PTC_PLAN_MS_MAX);
    PLAN_AT_MOST(tool_timeout_ms, PTC_PLAN_MS_MAX);
    PLAN_AT_MOST(max_heap, PTRDIFF_MAX);
    PLAN_AT_MOST(memory_limit, PTRDIFF_MAX);
}

void ptc_plan_fill(ptc_agent *agent)
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
