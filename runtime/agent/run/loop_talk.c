/* SPDX-License-Identifier: MIT */
/*
 * The conversation: one more message for the model and one from it per turn. Every text
 * is stored once; a request points at them. [subagent 6.3, 7]
 */
#include "agent/run/loop_int.h"

enum {
    TALK_COMPACT_TURNS = 8,
    TALK_COMPACT_TOKENS = 32000, /* estimated at four bytes each */
    TALK_KEPT_PAIRS = 3,
    TALK_KEPT = 1 + 2 * TALK_KEPT_PAIRS,
};

bool ptc_talk_add(ptc_run *run, ptc_role role, ptc_str content)
{
    ptc_talk *talk = &run->talk;
    ptc_str copy = ptc_str_copy(run->arena, content);
    ptc_message *message;

    if (copy.ptr == NULL)
        return false;
    message = PTC_ARENA_PUSH(run->arena, talk->messages, talk->count, talk->capacity);
    if (message == NULL)
        return false;
    *message = (ptc_message){.role = role, .content = copy};
    run->talk_bytes += copy.len;
    return true;
}

/* The first message and the last pairs: a separate array, which the trace and the log
 * refer to. False when memory was refused. */
static bool talk_compact(ptc_run *run, ptc_llm_request *request)
{
    const ptc_talk *talk = &run->talk;
    ptc_message *kept;

    if (talk->count <= TALK_KEPT)
        return true;
    kept = ptc_arena_array(run->arena, TALK_KEPT, sizeof *kept);
    if (kept == NULL)
        return false;
    kept[0] = talk->messages[0];
    memcpy(&kept[1], &talk->messages[talk->count - (TALK_KEPT - 1)],
           (TALK_KEPT - 1) * sizeof *kept);
    request->messages = kept;
    request->message_count = TALK_KEPT;
    return true;
}

static size_t talk_size(const ptc_llm_request *request)
{
    size_t size = request->system.len;

    for (size_t i = 0; i < request->message_count; i++)
        size += request->messages[i].content.len;
    return size;
}

bool ptc_talk_give(ptc_run *run, ptc_llm_request *request, ptc_fail *fail)
{
    const ptc_agent *agent = &run->plan->agent;
    uint64_t most = agent->max_request_bytes != 0 ? agent->max_request_bytes : UINT64_MAX;
    size_t size = request->system.len + run->talk_bytes;

    request->messages = run->talk.messages;
    request->message_count = run->talk.count;
    if (size <= most &&
        !((agent->flags & PTC_AGENT_COMPACTS) &&
          (run->turn >= TALK_COMPACT_TURNS || size / 4 >= TALK_COMPACT_TOKENS)))
        return true;
    if (!talk_compact(run, request))
        return false;
    size = talk_size(request);
    if (size <= most)
        return true;
    ptc_fail_set(fail, run->arena, "budget_exhausted",
                 "the request has %zu bytes, and max_request_bytes is %llu", size,
                 (unsigned long long)most);
    return false;
}
