/* SPDX-License-Identifier: MIT */
/* Asking a model: budget, deadline, attempts and the waits between them. [subagent 8.3]
 */
#include "agent/model/model_int.h"

enum { ASK_REPLY_MAX = 1 << 20 };

/* --- Waits ------------------------------------------------------------------------- */

static uint64_t ask_backoff(const ptc_llm_retry *retry, uint32_t next)
{
    uint64_t base = retry->base_delay_ms;
    uint32_t step = next - 1; /* from 1 */

    switch (retry->backoff) {
    case PTC_BACKOFF_EXPONENTIAL:
        return step > 32 ? UINT32_MAX : base << (step - 1);
    case PTC_BACKOFF_LINEAR:
        return base * step;
    case PTC_BACKOFF_CONSTANT:
        break;
    }
    return base;
}

/* Up to jitter_percent more or less. */
static uint64_t ask_jitter(const ptc_llm_asker *asker, uint64_t delay)
{
    uint64_t range = delay / 100 * asker->retry.jitter_percent +
                     delay % 100 * asker->retry.jitter_percent / 100;

    if (range == 0)
        return delay;
    return delay - range + ptc_host_random(asker->host) % (2 * range + 1);
}

/* Milliseconds to wait before attempt `next` (from 2), without regard to any deadline. */
static uint64_t ask_delay(const ptc_llm_asker *asker, uint32_t next,
                          const ptc_llm_reply *reply)
{
    uint64_t delay = ask_jitter(asker, ask_backoff(&asker->retry, next));

    if (delay > asker->retry.max_delay_ms)
        delay = asker->retry.max_delay_ms;
    if (reply->retry_after_ms > 0 && (uint64_t)reply->retry_after_ms > delay)
        delay = (uint64_t)reply->retry_after_ms;
    return delay;
}

/* Milliseconds until the mission's deadline, rounded up: after such a wait it is
 * over. */
static uint64_t ask_time_left(const ptc_llm_asker *asker)
{
    uint64_t now;

    if (asker->deadline == UINT64_MAX)
        return UINT64_MAX;
    now = ptc_host_clock(asker->host);
    return now < asker->deadline ? (asker->deadline - now + 999999u) / 1000000u : 0;
}

/* --- Attempts ---------------------------------------------------------------------- */

/* Whether the reply may be used; a forbidden reply is its own error. */
static bool ask_check_reply(ptc_llm_reply *reply)
{
    const char *fault = NULL;

    if (reply->content.len > ASK_REPLY_MAX)
        fault = "the reply is longer than 1 MiB";
    else if (reply->content.ptr != NULL &&
             ptc_utf8_check(reply->content.ptr, reply->content.len) < reply->content.len)
        fault = "the reply is not valid UTF-8";
    if (fault == NULL)
        return true;
    reply->fault = PTC_LLM_UNKNOWN;
    reply->message = ptc_str_of(fault);
    return false;
}

static bool ask_once(const ptc_llm_asker *asker, const ptc_llm *llm,
                     ptc_llm_request *request, ptc_llm_reply *reply)
{
    uint64_t left = ask_time_left(asker);

    request->cancel = asker->cancel;
    request->time_ms =
        asker->timeout_ms != 0 && asker->timeout_ms < left ? asker->timeout_ms : left;
    ++*asker->requests;
    if (ptc_llm_call(llm, request, reply) == PTC_OK)
        return ask_check_reply(reply);
    reply->message = ptc_llm_scrub(request->arena, reply->message, &request->options);
    return false;
}

/* Waits for another attempt; returns whether there is one. */
static bool ask_again(const ptc_llm_asker *asker, uint32_t next,
                      const ptc_llm_reply *reply)
{
    uint64_t delay;

    if (next > asker->retry.max_attempts || reply->retry < 0 ||
        (reply->retry == 0 && !(asker->retry.retryable >> reply->fault & 1u)))
        return false;
    if (*asker->requests >= asker->request_limit)
        return true; /* which is refused, without a wait */
    delay = ask_delay(asker, next, reply);
    return delay < ask_time_left(asker) &&
           ptc_host_sleep(asker->host, delay, asker->cancel);
}

static bool ask_may_go_on(const ptc_llm_asker *asker, ptc_arena *arena, ptc_fail *fail)
{
    if (ptc_cancel_is_set(asker->cancel))
        ptc_fail_set(fail, arena, "cancelled", "the run was cancelled");
    else if (ask_time_left(asker) == 0)
        ptc_fail_set(fail, arena, "mission_timeout", "the mission's time is over");
    else
        return true;
    return false;
}

/* Whether a request is allowed. */
static bool ask_may(const ptc_llm_asker *asker, ptc_arena *arena, ptc_fail *fail)
{
    if (!ask_may_go_on(asker, arena, fail))
        return false;
    if (*asker->requests >= asker->request_limit)
        ptc_fail_set(fail, arena, "budget_exhausted",
                     "LLM request budget exhausted: %u of %u", *asker->requests,
                     asker->request_limit);
    else
        return true;
    return false;
}

/* The model's words on its failure; a host's model may say nothing. */
static void ask_set_reason(ptc_arena *arena, ptc_str why, ptc_fail *fail)
{
    if (why.len == 0)
        why = PTC_STR("the model gave no reason");
    ptc_fail_set(fail, arena, "llm_error", "LLM call failed: %.*s", (int)why.len,
                 why.ptr);
}

bool ptc_llm_ask(const ptc_llm_asker *asker, const ptc_llm *llm, ptc_llm_request *request,
                 ptc_llm_reply *reply, ptc_fail *fail)
{
    uint32_t next = 2;

    ptc_llm_reply_init(reply);
    while (ask_may(asker, request->arena, fail)) {
        if (ask_once(asker, llm, request, reply))
            return true;
        if (!ask_again(asker, next++, reply)) {
            if (ask_may_go_on(asker, request->arena, fail))
                ask_set_reason(request->arena, reply->message, fail);
            return false;
        }
    }
    return false;
}
