/* SPDX-License-Identifier: MIT */
/*
 * The limits of runs: time, turns, requests, tokens. Counters cover a run and all runs
 * below it: a child's use also counts for its parents. [subagent 7]
 */
#include "agent/run/loop_int.h"

/* --- Tokens ------------------------------------------------------------------------ */

static uint64_t limits_tokens(const ptc_run *run)
{
    uint64_t input = run->input_tokens > 0 ? (uint64_t)run->input_tokens : 0;
    uint64_t output = run->output_tokens > 0 ? (uint64_t)run->output_tokens : 0;

    return input + output;
}

/* --- Turns ------------------------------------------------------------------------- */

static bool limits_have_turns(ptc_run *run, ptc_fail *fail)
{
    for (const ptc_run *at = run; at != NULL; at = at->parent) {
        if (at->tree_turns < at->turn_budget)
            continue;
        ptc_fail_set(fail, run->arena, "turn_budget_exhausted",
                     "Turn budget exhausted: %u of %llu", at->tree_turns,
                     (unsigned long long)at->turn_budget);
        return false;
    }
    return true;
}

static bool limits_have_requests(ptc_run *run, ptc_arena *arena, ptc_fail *fail)
{
    for (const ptc_run *at = run; at != NULL; at = at->parent) {
        if (at->llm_requests < at->llm_budget)
            continue;
        ptc_fail_set(fail, arena, "budget_exhausted",
                     "LLM request budget exhausted: %u of %llu", at->llm_requests,
                     (unsigned long long)at->llm_budget);
        return false;
    }
    return true;
}

static bool limits_have_tokens(const ptc_run *run, ptc_arena *arena, ptc_fail *fail)
{
    for (const ptc_run *at = run; at != NULL; at = at->parent) {
        uint64_t limit = at->plan->agent.token_limit;

        if (limit == 0 || limits_tokens(at) <= limit)
            continue;
        ptc_fail_set(fail, arena, "budget_exhausted",
                     "Token budget exhausted: %llu of %llu",
                     (unsigned long long)limits_tokens(at), (unsigned long long)limit);
        return false;
    }
    return true;
}

bool ptc_run_is_spent(const ptc_run *run)
{
    for (const ptc_run *at = run; at != NULL; at = at->parent) {
        uint64_t limit = at->plan->agent.token_limit;

        if (at->tree_turns >= at->turn_budget || at->llm_requests >= at->llm_budget ||
            (limit != 0 && limits_tokens(at) > limit))
            return true;
    }
    return false;
}

/* The turns are used up: decides what counts as the result, if anything. [subagent 5] */
static void limits_end_turns(ptc_run *run)
{
    const ptc_agent *agent = &run->plan->agent;
    ptc_fail fail;

    if (run->has_fallback) {
        run->step->is_ok = true;
        run->step->result = run->fallback;
        run->step->usage.fallback_used = true;
        run->is_over = true;
        return;
    }
    if (agent->retry_turns > 0)
        ptc_fail_set(&fail, run->arena, "budget_exhausted",
                     "Exceeded max_turns limit of %llu and %llu retry turns",
                     (unsigned long long)agent->max_turns,
                     (unsigned long long)agent->retry_turns);
    else if (agent->completion == PTC_COMPLETION_IMPLICIT)
        ptc_fail_set(&fail, run->arena, "must_return_missing",
                     "no program of %llu turns gave a value that fits; call return",
                     (unsigned long long)agent->max_turns);
    else
        ptc_fail_set(&fail, run->arena, "max_turns_exceeded",
                     "Exceeded max_turns limit of %llu",
                     (unsigned long long)agent->max_turns);
    ptc_run_end_failed(run, &fail);
}

bool ptc_loop_may_turn(ptc_run *run)
{
    const ptc_agent *agent = &run->plan->agent;
    ptc_fail fail;

    if (run->is_over)
        return false;
    if (!ptc_run_may_go_on(run, run->arena, &fail)) {
        ptc_run_end_failed(run, &fail);
        return false;
    }
    if (run->turn >= agent->max_turns + agent->retry_turns) {
        limits_end_turns(run);
        return false;
    }
    if (!limits_have_turns(run, &fail) || !limits_have_requests(run, run->arena, &fail) ||
        !limits_have_tokens(run, run->arena, &fail)) {
        ptc_run_end_failed(run, &fail);
        return false;
    }
    return true;
}

/* --- Requests and tokens ----------------------------------------------------------- */

static void limits_add_tokens(int64_t *sum, int64_t count)
{
    if (count < 0)
        return;
    if (*sum < 0)
        *sum = 0;
    *sum = count > INT64_MAX - *sum ? INT64_MAX : *sum + count;
}

/* Adds to the use of the run and of those above it. */
static void limits_count(ptc_run *run, uint32_t requests, const ptc_llm_reply *reply)
{
    for (ptc_run *at = run; at != NULL; at = at->parent) {
        at->llm_requests += requests;
        limits_add_tokens(&at->input_tokens, reply->input_tokens);
        limits_add_tokens(&at->output_tokens, reply->output_tokens);
    }
}

/* The number of requests that no budget above refuses. */
static uint32_t limits_requests_left(const ptc_run *run)
{
    uint32_t left = UINT32_MAX;

    for (const ptc_run *at = run; at != NULL; at = at->parent) {
        uint64_t here =
            at->llm_requests < at->llm_budget ? at->llm_budget - at->llm_requests : 0;

        left = here < left ? (uint32_t)here : left;
    }
    return left;
}

void ptc_run_begin_request(const ptc_run *run, ptc_arena *arena, ptc_llm_request *request)
{
    ptc_llm_request_init(request, arena);
    request->options = run->llm_options;
    if (run->settings.set != 0 || run->settings.fault.len > 0)
        request->settings = &run->settings;
    request->cancel = run->tree->cancel;
}

static void limits_tell_start(ptc_run *run, const ptc_llm_request *request)
{
    ptc_event event = {.kind = PTC_EVENT_LLM_START,
                       .turn = run->turn,
                       .system = request->system,
                       .messages = request->messages,
                       .message_count = request->message_count,
                       .message_size = request->message_size,
                       .part_size = request->part_size,
                       .input_tokens = -1,
                       .output_tokens = -1};

    ptc_run_emit(run, &event);
}

static void limits_tell_stop(ptc_run *run, uint64_t start, const ptc_llm_reply *reply,
                             const ptc_fail *fail)
{
    ptc_event event = {.kind = PTC_EVENT_LLM_STOP,
                       .turn = run->turn,
                       .duration_ns = ptc_host_clock(run->tree->host) - start,
                       .response = reply->content,
                       .error = fail->message,
                       .input_tokens = reply->input_tokens,
                       .output_tokens = reply->output_tokens};

    ptc_run_emit(run, &event);
}

bool ptc_run_ask(ptc_run *run, const ptc_llm *llm, ptc_llm_request *request,
                 ptc_llm_reply *reply, ptc_fail *fail)
{
    const ptc_agent *agent = &run->plan->agent;
    uint64_t start = ptc_host_clock(run->tree->host);
    uint32_t requests = 0;
    ptc_llm_asker asker = {
        .host = run->tree->host,
        .cancel = run->tree->cancel,
        .retry = agent->retry,
        .deadline = run->deadline,
        .timeout_ms = agent->llm_timeout_ms,
        .requests = &requests,
        .request_limit = limits_requests_left(run),
    };
    bool is_good;

    if (run->options->retry != NULL) {
        asker.retry = *run->options->retry;
        ptc_plan_fill_retry(&asker.retry);
    }
    *fail = ptc_fail_none();
    ptc_llm_reply_init(reply);
    if (!limits_have_requests(run, request->arena, fail) ||
        !limits_have_tokens(run, request->arena, fail))
        return false;
    limits_tell_start(run, request);
    is_good = ptc_llm_ask(&asker, llm, request, reply, fail);
    limits_count(run, requests, reply);
    limits_tell_stop(run, start, reply, fail);
    if (is_good)
        return limits_have_tokens(run, request->arena, fail);
    if (ptc_str_equal(fail->reason, PTC_STR("budget_exhausted")))
        limits_have_requests(run, request->arena, fail); /* in the words of the budget */
    return false;
}
