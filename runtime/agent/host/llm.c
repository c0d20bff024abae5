/* SPDX-License-Identifier: MIT */
/* Shared by all models: names of roles, faults and stops, empty replies, the flag that
 * ends runs. */
#include "agent/host/host_int.h"

static const char *const llm_fault_names[] = {
    [PTC_LLM_UNKNOWN] = "unknown",           [PTC_LLM_RATE_LIMIT] = "rate_limit",
    [PTC_LLM_TIMEOUT] = "timeout",           [PTC_LLM_SERVER_ERROR] = "server_error",
    [PTC_LLM_CLIENT_ERROR] = "client_error",
};

static const char *const llm_stop_names[] = {
    [PTC_STOP_UNKNOWN] = "",      [PTC_STOP_END] = "end",
    [PTC_STOP_LENGTH] = "length", [PTC_STOP_REFUSAL] = "refusal",
    [PTC_STOP_TOOL] = "tool",     [PTC_STOP_OTHER] = "other",
};

static const char *const llm_role_names[] = {
    [PTC_ROLE_USER] = "user",
    [PTC_ROLE_ASSISTANT] = "assistant",
    [PTC_ROLE_TOOL] = "tool",
};

static const char *const llm_effort_names[] = {
    [PTC_EFFORT_NONE] = "none", [PTC_EFFORT_MINIMAL] = "minimal",
    [PTC_EFFORT_LOW] = "low",   [PTC_EFFORT_MEDIUM] = "medium",
    [PTC_EFFORT_HIGH] = "high", [PTC_EFFORT_XHIGH] = "xhigh",
    [PTC_EFFORT_MAX] = "max",
};

enum {
    LLM_ROLE_COUNT = sizeof llm_role_names / sizeof *llm_role_names,
    LLM_EFFORT_COUNT = sizeof llm_effort_names / sizeof *llm_effort_names,
    LLM_FAULT_COUNT = sizeof llm_fault_names / sizeof *llm_fault_names,
    LLM_STOP_COUNT = sizeof llm_stop_names / sizeof *llm_stop_names,
};

const char *ptc_role_name(ptc_role role)
{
    return (unsigned)role < LLM_ROLE_COUNT ? llm_role_names[role] : "";
}

const char *ptc_llm_effort_name(ptc_llm_effort effort)
{
    return (unsigned)effort < LLM_EFFORT_COUNT ? llm_effort_names[effort] : "";
}

bool ptc_llm_effort_find(ptc_str name, ptc_llm_effort *out)
{
    for (unsigned i = 0; i < LLM_EFFORT_COUNT; i++) {
        if (ptc_str_equal(name, ptc_str_of(llm_effort_names[i]))) {
            *out = (ptc_llm_effort)i;
            return true;
        }
    }
    return false;
}

const char *ptc_llm_fault_name(ptc_llm_fault fault)
{
    return (unsigned)fault < LLM_FAULT_COUNT ? llm_fault_names[fault] : "unknown";
}

bool ptc_llm_fault_find(ptc_str name, ptc_llm_fault *out)
{
    for (unsigned i = 0; i < LLM_FAULT_COUNT; i++) {
        if (ptc_str_equal(name, ptc_str_of(llm_fault_names[i]))) {
            *out = (ptc_llm_fault)i;
            return true;
        }
    }
    return false;
}

const char *ptc_stop_reason_name(ptc_stop_reason reason)
{
    return (unsigned)reason < LLM_STOP_COUNT ? llm_stop_names[reason] : "";
}

bool ptc_stop_reason_find(ptc_str name, ptc_stop_reason *out)
{
    for (unsigned i = 1; i < LLM_STOP_COUNT; i++) {
        if (ptc_str_equal(name, ptc_str_of(llm_stop_names[i]))) {
            *out = (ptc_stop_reason)i;
            return true;
        }
    }
    return false;
}

void ptc_llm_reply_clear(ptc_llm_reply *reply, size_t struct_size)
{
    const ptc_llm_reply empty = {
        .struct_size = struct_size,
        .input_tokens = -1,
        .output_tokens = -1,
        .retry_after_ms = -1,
        .cached_tokens = -1,
        .cache_write_tokens = -1,
        .reasoning_tokens = -1,
        .cost_reported = -1,
        .first_byte_us = -1,
        .total_us = -1,
    };

    memset(reply, 0, struct_size);
    memcpy(reply, &empty, struct_size < sizeof empty ? struct_size : sizeof empty);
}
