/* SPDX-License-Identifier: MIT */
/* Limits of agents, and a run's overrides of its agent's settings. [subagent 2] */
#include "agent/plan/plan_int.h"
#include "base/base_int.h"

/* A limit's place and range. The words are those of agent files. */
typedef struct override_limit {
    const char *name; /* as in agent files */
    uint64_t bit;     /* PTC_SET_* */
    size_t from;      /* the members */
    size_t to;
    uint64_t least;
    uint64_t most;
    uint64_t none; /* the value for PTC_UNLIMITED; OVERRIDE_NEVER: refused */
    bool is_optional;
} override_limit;

#define OVERRIDE_NEVER UINT64_MAX
#define OVERRIDE_MEMBERS(member)                                                         \
    offsetof(ptc_agent_overrides, member), offsetof(ptc_agent, member)

/* clang-format off */
static const override_limit override_limits[] = {
    {"max_turns", PTC_SET_MAX_TURNS, OVERRIDE_MEMBERS(max_turns), 1, UINT32_MAX, OVERRIDE_NEVER, false},
    {"retry_turns", PTC_SET_RETRY_TURNS, OVERRIDE_MEMBERS(retry_turns), 0, UINT32_MAX, OVERRIDE_NEVER, false},
    {"max_depth", PTC_SET_MAX_DEPTH, OVERRIDE_MEMBERS(max_depth), 1, UINT32_MAX, OVERRIDE_NEVER, false},
    {"turn_budget", PTC_SET_TURN_BUDGET, OVERRIDE_MEMBERS(turn_budget), 1, UINT32_MAX, UINT32_MAX, false},
    {"llm_budget", PTC_SET_LLM_BUDGET, OVERRIDE_MEMBERS(llm_budget), 1, UINT32_MAX, UINT32_MAX, false},
    {"max_tool_calls", PTC_SET_MAX_TOOL_CALLS, OVERRIDE_MEMBERS(max_tool_calls), 1, UINT32_MAX, UINT32_MAX, false},
    {"token_limit", PTC_SET_TOKEN_LIMIT, OVERRIDE_MEMBERS(token_limit), 1, INT64_MAX, 0, true},
    {"mission_timeout", PTC_SET_MISSION_TIMEOUT, OVERRIDE_MEMBERS(mission_timeout_ms), 1, PTC_PLAN_MS_MAX, 0, true},
    {"timeout", PTC_SET_TIMEOUT, OVERRIDE_MEMBERS(timeout_ms), 1, PTC_PLAN_MS_MAX, PTC_PLAN_MS_MAX, false},
    {"llm_timeout", PTC_SET_LLM_TIMEOUT, OVERRIDE_MEMBERS(llm_timeout_ms), 1, PTC_PLAN_MS_MAX, PTC_PLAN_MS_MAX, false},
    {"tool_timeout", PTC_SET_TOOL_TIMEOUT, OVERRIDE_MEMBERS(tool_timeout_ms), 1, PTC_PLAN_MS_MAX, 0, true},
    {"fuel", PTC_SET_FUEL, OVERRIDE_MEMBERS(fuel), 1, INT64_MAX, INT64_MAX, false},
    {"max_heap", PTC_SET_MAX_HEAP, OVERRIDE_MEMBERS(max_heap), 1, PTRDIFF_MAX, PTRDIFF_MAX, false},
    {"memory_limit", PTC_SET_MEMORY_LIMIT, OVERRIDE_MEMBERS(memory_limit), 1, PTRDIFF_MAX, PTRDIFF_MAX, false},
    {"max_request_bytes", PTC_SET_MAX_REQUEST_BYTES, OVERRIDE_MEMBERS(max_request_bytes), 1, PTRDIFF_MAX, 0, true},
};

static const struct {
    const char *name;
    const char *words;
    uint64_t bit; /* 0: no run overrides it */
    unsigned count;
    size_t from;
    size_t to;
} override_choices[] = {
    {"signature_validation", "enabled, warn_only, strict, disabled", PTC_SET_MODE, PTC_MODE_DISABLED + 1, OVERRIDE_MEMBERS(mode)},
    {"completion_mode", "explicit, implicit", PTC_SET_COMPLETION, PTC_COMPLETION_IMPLICIT + 1, OVERRIDE_MEMBERS(completion)},
    {"memory_strategy", "fail, rollback", PTC_SET_MEMORY_STRATEGY, PTC_MEMORY_ROLLBACK + 1, OVERRIDE_MEMBERS(memory_strategy)},
    {"multi_block", "do, first, error", PTC_SET_MULTI_BLOCK, PTC_BLOCKS_ERROR + 1, OVERRIDE_MEMBERS(multi_block)},
    {"prompt_layout", "seed, cached", PTC_SET_LAYOUT, PTC_LAYOUT_CACHED + 1, OVERRIDE_MEMBERS(layout)},
    {"tool_style", "seed, compact, fenced", PTC_SET_TOOL_STYLE, PTC_PROMPT_FENCED + 1, OVERRIDE_MEMBERS(tool_style)},
    {"inventory_style", "table, compact", PTC_SET_INVENTORY_STYLE, PTC_INVENTORY_COMPACT + 1, OVERRIDE_MEMBERS(inventory_style)},
    {"output", "lisp, text", 0, PTC_AGENT_OUTPUT_TEXT + 1, 0, offsetof(ptc_agent, output)},
};
/* clang-format on */

enum {
    OVERRIDE_LIMITS = sizeof override_limits / sizeof *override_limits,
    OVERRIDE_CHOICES = sizeof override_choices / sizeof *override_choices,
    OVERRIDE_DIGITS = 17, /* of floats; members hold one more */
    OVERRIDE_ENVELOPES = PTC_AGENT_ENVELOPE | PTC_AGENT_NO_ENVELOPE,
    OVERRIDE_FLAGS = PTC_AGENT_MERGES_NOT | PTC_AGENT_KEEPS_THINKING |
                     PTC_AGENT_COMPACTS | OVERRIDE_ENVELOPES | PTC_AGENT_BUILTINS,
    OVERRIDE_KNOWN_FLAGS =
        OVERRIDE_FLAGS | PTC_AGENT_REFERENCES | PTC_AGENT_EMBEDS_RAW | PTC_PLAN_LLM_TOOL,
};

/* --- Limits ------------------------------------------------------------------------ */

static void override_limit_refuse(ptc_plan *plan, const override_limit *limit,
                                  uint64_t number)
{
    ptc_plan_look_at(plan, limit->name, PTC_STR(""), NULL);
    if (number > limit->most && number != PTC_UNLIMITED)
        ptc_plan_fault(plan, "invalid_config", "%s must be at most %llu, got %llu",
                       limit->name, (unsigned long long)limit->most,
                       (unsigned long long)number);
    else
        ptc_plan_fault(plan, "invalid_config", "%s must be %sa positive integer%s",
                       limit->name, limit->least == 0 ? "0 or " : "",
                       limit->is_optional ? " or absent" : "");
}

/* Replaces `*number` by the number in the form of plans; false after a fault. */
static bool override_check_limit(ptc_plan *plan, const override_limit *limit,
                                 uint64_t *number)
{
    if (*number == PTC_UNLIMITED && limit->none != OVERRIDE_NEVER) {
        *number = limit->none;
        return true;
    }
    if (*number >= limit->least && *number <= limit->most)
        return true;
    override_limit_refuse(plan, limit, *number);
    return false;
}

static void override_take_limits(ptc_plan *plan, const ptc_agent_overrides *overrides)
{
    for (size_t i = 0; i < OVERRIDE_LIMITS; i++) {
        const override_limit *limit = &override_limits[i];
        uint64_t number;

        memcpy(&number, (const char *)overrides + limit->from, sizeof number);
        if (number == 0 && !(overrides->set & limit->bit))
            continue;
        if (override_check_limit(plan, limit, &number))
            memcpy((char *)&plan->agent + limit->to, &number, sizeof number);
    }
}

static void override_check_limits(ptc_plan *plan)
{
    for (size_t i = 0; i < OVERRIDE_LIMITS; i++) {
        const override_limit *limit = &override_limits[i];
        char *member = (char *)&plan->agent + limit->to;
        uint64_t number;

        memcpy(&number, member, sizeof number);
        if (number == 0)
            continue; /* the default */
        if (!override_check_limit(plan, limit, &number))
            number = limit->least;
        memcpy(member, &number, sizeof number);
    }
}

/* --- Choices ----------------------------------------------------------------------- */

static void override_choice_refuse(ptc_plan *plan, size_t index)
{
    const char *name = override_choices[index].name;

    ptc_plan_look_at(plan, name, PTC_STR(""), NULL);
    ptc_plan_fault(plan, "invalid_config", "%s must be one of: %s", name,
                   override_choices[index].words);
}

static void override_take_choices(ptc_plan *plan, const ptc_agent_overrides *overrides)
{
    for (size_t i = 0; i < OVERRIDE_CHOICES; i++) {
        unsigned chosen; /* enums are as large */

        if (override_choices[i].bit == 0)
            continue;
        memcpy(&chosen, (const char *)overrides + override_choices[i].from,
               sizeof chosen);
        if (chosen == 0 && !(overrides->set & override_choices[i].bit))
            continue;
        if (chosen < override_choices[i].count)
            memcpy((char *)&plan->agent + override_choices[i].to, &chosen, sizeof chosen);
        else
            override_choice_refuse(plan, i);
    }
}

static void override_check_choices(ptc_plan *plan)
{
    for (size_t i = 0; i < OVERRIDE_CHOICES; i++) {
        char *member = (char *)&plan->agent + override_choices[i].to;
        unsigned chosen;

        memcpy(&chosen, member, sizeof chosen);
        if (chosen < override_choices[i].count)
            continue;
        override_choice_refuse(plan, i);
        memset(member, 0, sizeof chosen);
    }
}

/* Whether floats can keep that many digits, plus one; false after a fault. */
static bool override_check_digits(ptc_plan *plan, uint32_t digits)
{
    if (digits <= OVERRIDE_DIGITS + 1)
        return true;
    ptc_plan_look_at(plan, "float_precision", PTC_STR(""), NULL);
    ptc_plan_fault(plan, "invalid_config",
                   "float_precision must be an integer from 0 to %d or absent",
                   OVERRIDE_DIGITS);
    return false;
}

static void override_take_digits(ptc_plan *plan, const ptc_agent_overrides *overrides)
{
    if (override_check_digits(plan, overrides->float_digits) &&
        (overrides->float_digits > 0 || overrides->set & PTC_SET_FLOAT_DIGITS))
        plan->agent.float_digits = overrides->float_digits;
}

/* Both envelope flags together mean neither, so an added one replaces them. */
static void override_take_flags(ptc_plan *plan, const ptc_agent_overrides *overrides)
{
    unsigned added = overrides->flags;
    unsigned *flags = &plan->agent.flags;

    ptc_plan_look_at(plan, "flags", PTC_STR(""), NULL);
    if ((added | overrides->cleared_flags) & PTC_AGENT_REFERENCES)
        ptc_plan_fault(plan, "invalid_config",
                       "embed belongs to the prompt: a run cannot override it");
    else if ((added | overrides->cleared_flags) & ~(unsigned)OVERRIDE_FLAGS)
        ptc_plan_fault(plan, "invalid_config",
                       "flags and cleared_flags must be PTC_AGENT_* flags");
    else if (added & overrides->cleared_flags)
        ptc_plan_fault(plan, "invalid_config",
                       "flags and cleared_flags must not have a flag in common");
    if (added & OVERRIDE_ENVELOPES)
        *flags &= ~(unsigned)OVERRIDE_ENVELOPES;
    *flags = (*flags & ~overrides->cleared_flags) | added;
}

void ptc_plan_check_flags(ptc_plan *plan, unsigned flags, unsigned known,
                          const char *prefix)
{
    if ((flags & ~known) == 0)
        return;
    ptc_plan_look_at(plan, "flags", PTC_STR(""), NULL);
    ptc_plan_fault(plan, "invalid_config", "flags must be %s_* flags, got %u as well",
                   prefix, flags & ~known);
}

void ptc_plan_check_settings(ptc_plan *plan)
{
    ptc_agent *agent = &plan->agent;

    override_check_limits(plan);
    override_check_choices(plan);
    if (!override_check_digits(plan, agent->float_digits))
        agent->float_digits = 0;
    ptc_plan_check_flags(plan, agent->flags, OVERRIDE_KNOWN_FLAGS, "PTC_AGENT");
}

/* --- Texts ------------------------------------------------------------------------- */

#define OVERRIDE_TAKE(member)                                                            \
    do {                                                                                 \
        if (overrides->member != 0)                                                      \
            agent->member = overrides->member;                                           \
    } while (0)

static void override_take_texts(ptc_agent *agent, const ptc_agent_overrides *overrides)
{
    OVERRIDE_TAKE(prompt_limit.list);
    OVERRIDE_TAKE(prompt_limit.string);
    OVERRIDE_TAKE(prompt_limit.max_chars);
    OVERRIDE_TAKE(format.list);
    OVERRIDE_TAKE(format.preview);
    OVERRIDE_TAKE(format.string);
    OVERRIDE_TAKE(format.feedback);
    if (overrides->system_prompt != NULL)
        agent->system_prompt = overrides->system_prompt;
    if (overrides->field_descriptions != NULL) {
        agent->field_descriptions = overrides->field_descriptions;
        agent->field_description_count = overrides->field_description_count;
    }
    if (overrides->context_descriptions != NULL) {
        agent->context_descriptions = overrides->context_descriptions;
        agent->context_description_count = overrides->context_description_count;
    }
}

void ptc_plan_override(ptc_plan *plan, const ptc_agent_overrides *given)
{
    ptc_agent_overrides overrides = {.struct_size = sizeof overrides};

    if (!ptc_options_take(PTC_OPTIONS("options.overrides", ptc_agent_overrides),
                          "ptc_agent_run", given, &overrides))
        return; /* refused before */
    override_take_limits(plan, &overrides);
    override_take_choices(plan, &overrides);
    override_take_digits(plan, &overrides);
    override_take_flags(plan, &overrides);
    override_take_texts(&plan->agent, &overrides);
    plan->agent.parts = NULL; /* which were made for the agent before the change */
}
