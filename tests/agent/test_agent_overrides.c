/* SPDX-License-Identifier: MIT */
/* Overrides of a run for its agent's settings, member by member. [subagent 2] */
#include <criterion/criterion.h>

#include "agent/plan/plan_int.h"
#include "agents.h"

#include <stdio.h>

#define OVERRIDES(...)                                                                   \
    {                                                                                    \
        .struct_size = sizeof(ptc_agent_overrides), __VA_ARGS__                          \
    }

/* --- Members ----------------------------------------------------------------------- */

#define MEMBERS(member)                                                                  \
    offsetof(ptc_agent_overrides, member), offsetof(ptc_agent, member),                  \
        sizeof((ptc_agent){0}.member)

static const struct {
    const char *name;
    size_t from;
    size_t to;
    size_t width; /* of the latter */
    uint64_t bit;
    uint64_t none;   /* what PTC_UNLIMITED is in a plan; 1: refused */
    bool takes_zero; /* set and 0 */
} limits[] = {
    {"max_turns", MEMBERS(max_turns), PTC_SET_MAX_TURNS, 1, false},
    {"retry_turns", MEMBERS(retry_turns), PTC_SET_RETRY_TURNS, 1, true},
    {"max_depth", MEMBERS(max_depth), PTC_SET_MAX_DEPTH, 1, false},
    {"turn_budget", MEMBERS(turn_budget), PTC_SET_TURN_BUDGET, UINT32_MAX, false},
    {"llm_budget", MEMBERS(llm_budget), PTC_SET_LLM_BUDGET, UINT32_MAX, false},
    {"max_tool_calls", MEMBERS(max_tool_calls), PTC_SET_MAX_TOOL_CALLS, UINT32_MAX,
     false},
    {"token_limit", MEMBERS(token_limit), PTC_SET_TOKEN_LIMIT, 0, false},
    {"mission_timeout", MEMBERS(mission_timeout_ms), PTC_SET_MISSION_TIMEOUT, 0, false},
    {"timeout", MEMBERS(timeout_ms), PTC_SET_TIMEOUT, INT64_MAX / 1000000, false},
    {"llm_timeout", MEMBERS(llm_timeout_ms), PTC_SET_LLM_TIMEOUT, INT64_MAX / 1000000,
     false},
    {"tool_timeout", MEMBERS(tool_timeout_ms), PTC_SET_TOOL_TIMEOUT, 0, false},
    {"fuel", MEMBERS(fuel), PTC_SET_FUEL, INT64_MAX, false},
    {"max_heap", MEMBERS(max_heap), PTC_SET_MAX_HEAP, PTRDIFF_MAX, false},
    {"memory_limit", MEMBERS(memory_limit), PTC_SET_MEMORY_LIMIT, PTRDIFF_MAX, false},
    {"max_request_bytes", MEMBERS(max_request_bytes), PTC_SET_MAX_REQUEST_BYTES, 0,
     false},
};
enum { LIMITS = sizeof limits / sizeof *limits };

static const struct {
    const char *name;
    size_t from;
    size_t to;
    uint64_t bit;
    unsigned count;
} choices[] = {
    {"signature_validation", offsetof(ptc_agent_overrides, mode),
     offsetof(ptc_agent, mode), PTC_SET_MODE, 4}, /* M220 */
    {"completion_mode", offsetof(ptc_agent_overrides, completion),
     offsetof(ptc_agent, completion), PTC_SET_COMPLETION, 2},
    {"memory_strategy", offsetof(ptc_agent_overrides, memory_strategy),
     offsetof(ptc_agent, memory_strategy), PTC_SET_MEMORY_STRATEGY, 2},
    {"multi_block", offsetof(ptc_agent_overrides, multi_block),
     offsetof(ptc_agent, multi_block), PTC_SET_MULTI_BLOCK, 3},
    {"prompt_layout", offsetof(ptc_agent_overrides, layout), offsetof(ptc_agent, layout),
     PTC_SET_LAYOUT, 2},
    {"tool_style", offsetof(ptc_agent_overrides, tool_style),
     offsetof(ptc_agent, tool_style), PTC_SET_TOOL_STYLE, 3},
    {"inventory_style", offsetof(ptc_agent_overrides, inventory_style),
     offsetof(ptc_agent, inventory_style), PTC_SET_INVENTORY_STYLE, 2},
};
enum { CHOICES = sizeof choices / sizeof *choices };

static uint64_t read_number(const void *object, size_t offset, size_t width)
{
    const char *member = (const char *)object + offset;
    uint64_t wide = 0;
    uint32_t narrow;

    if (width == sizeof wide) {
        memcpy(&wide, member, sizeof wide);
        return wide;
    }
    memcpy(&narrow, member, sizeof narrow);
    return narrow;
}

static void write_number(void *object, size_t offset, size_t width, uint64_t number)
{
    uint32_t narrow = (uint32_t)number;

    if (width == sizeof number)
        memcpy((char *)object + offset, &number, sizeof number);
    else
        memcpy((char *)object + offset, &narrow, sizeof narrow);
}

/* What the plan of an agent that says `own` has at `limit` with those overrides, and the
 * status. */
static ptc_status plan_limit(size_t limit, uint64_t own, uint64_t given, uint64_t set,
                             uint64_t *out, char message[128])
{
    ptc_agent agent = {.struct_size = sizeof agent, .prompt = PTC_STR_INIT("Go")};
    ptc_agent_overrides overrides = OVERRIDES(.set = set);
    ptc_status status;
    ptc_arena arena;
    ptc_plan plan;

    write_number(&agent, limits[limit].to, limits[limit].width, own);
    write_number(&overrides, limits[limit].from, sizeof given, given);
    ptc_arena_init(&arena, NULL, 0);
    status = ptc_plan_make_for_run(&agent, &overrides, &arena, &plan);
    *out = read_number(&plan.agent, limits[limit].to, limits[limit].width);
    message[0] = '\0';
    if (plan.fault_count > 0) {
        cr_expect_str_eq(test_cstr(plan.faults[0].error.path), limits[limit].name);
        cr_expect_str_eq(test_cstr(plan.faults[0].error.code), "invalid_config");
        snprintf(message, 128, "%s", test_cstr(plan.faults[0].error.message));
    }
    cr_expect_eq(read_number(&agent, limits[limit].to, limits[limit].width), own,
                 "the definition stays as it was");
    ptc_arena_free(&arena);
    return status;
}

/* Every limit, over what the agent says and over its default. */
Test(agent_overrides, each_limit_holds)
{
    for (size_t i = 0; i < LIMITS; i++) {
        uint64_t is;
        uint64_t is_default;
        char message[128];

        cr_expect(plan_limit(i, 7, 0, 0, &is, message) == PTC_OK && is == 7, "%s",
                  limits[i].name);
        cr_expect(plan_limit(i, 7, 5, 0, &is, message) == PTC_OK && is == 5, "%s",
                  limits[i].name);
        cr_expect(plan_limit(i, 7, 9, limits[i].bit, &is, message) == PTC_OK && is == 9,
                  "%s", limits[i].name);
        plan_limit(i, 0, 0, 0, &is_default, message);
        cr_expect(plan_limit(i, 0, 5, 0, &is, message) == PTC_OK && is == 5, "%s: %llu",
                  limits[i].name, (unsigned long long)is_default);
    }
}

Test(agent_overrides, each_limit_may_be_none)
{
    for (size_t i = 0; i < LIMITS; i++) {
        char message[128];
        uint64_t is;
        ptc_status status = plan_limit(i, 7, PTC_UNLIMITED, 0, &is, message);

        if (limits[i].none == 1)
            cr_expect(status == PTC_ERROR_INVALID && message[0] != '\0', "%s",
                      limits[i].name);
        else
            cr_expect(status == PTC_OK && is == limits[i].none, "%s: %llu",
                      limits[i].name, (unsigned long long)is);
    }
}

Test(agent_overrides, each_limit_refuses_zero_and_too_much)
{
    for (size_t i = 0; i < LIMITS; i++) {
        bool is_optional = limits[i].none == 0;
        char expected[128];
        char message[128];
        uint64_t is;
        ptc_status status = plan_limit(i, 7, 0, limits[i].bit, &is, message);

        if (limits[i].takes_zero) {
            cr_expect(status == PTC_OK && is == 0, "%s", limits[i].name);
        } else {
            snprintf(expected, sizeof expected, "%s must be a positive integer%s",
                     limits[i].name, is_optional ? " or absent" : "");
            cr_expect_eq(status, PTC_ERROR_INVALID);
            cr_expect_str_eq(message, expected);
        }
        cr_expect_eq(plan_limit(i, 7, PTC_UNLIMITED - 1, 0, &is, message),
                     PTC_ERROR_INVALID);
        snprintf(expected, sizeof expected, "%s must be at most ", limits[i].name);
        cr_expect(strncmp(message, expected, strlen(expected)) == 0, "%s", message);
    }
}

/* Faults of overrides about missing and excessive values are the same for an agent. */
Test(agent_overrides, agents_refuse_the_same)
{
    static const uint64_t numbers[] = {PTC_UNLIMITED, PTC_UNLIMITED - 1,
                                       (uint64_t)INT64_MAX + 1};

    for (size_t i = 0; i < LIMITS; i++) {
        cr_expect_eq(limits[i].width, sizeof(uint64_t), "%s", limits[i].name);
        for (size_t k = 0; k < 3; k++) {
            char message[128];
            char own_message[128];
            uint64_t is;
            uint64_t own;
            ptc_status status = plan_limit(i, 0, numbers[k], 0, &is, message);
            ptc_status own_status = plan_limit(i, numbers[k], 0, 0, &own, own_message);

            cr_expect_eq(own_status, status, "%s", limits[i].name);
            cr_expect_str_eq(own_message, message);
            if (status == PTC_OK)
                cr_expect(own == is && own == limits[i].none, "%s", limits[i].name);
        }
    }
}

/* Words, those that are zero among them, and numbers that no word has. */
Test(agent_overrides, each_choice_holds)
{
    for (size_t i = 0; i < CHOICES; i++) {
        for (unsigned own = 0; own < choices[i].count; own++) {
            for (unsigned given = 0; given <= choices[i].count; given++) {
                ptc_agent agent = {.struct_size = sizeof agent,
                                   .prompt = PTC_STR_INIT("Go")};
                ptc_agent_overrides overrides = OVERRIDES(0);
                ptc_status status;
                ptc_arena arena;
                ptc_plan plan;

                ptc_arena_init(&arena, NULL, 0);
                write_number(&agent, choices[i].to, 4, own);
                write_number(&overrides, choices[i].from, 4, given);
                for (unsigned set = 0; set < 2; set++) {
                    unsigned expected = given == 0 && set == 0 ? own : given;

                    overrides.set = set ? choices[i].bit : 0;
                    status = ptc_plan_make_for_run(&agent, &overrides, &arena, &plan);
                    if (given == choices[i].count) {
                        cr_expect_eq(status, PTC_ERROR_INVALID);
                        cr_assert(plan.fault_count > 0);
                        cr_expect(strstr(test_cstr(plan.faults[0].error.message),
                                         " must be one of: ") != NULL);
                        cr_expect(strncmp(plan.faults[0].error.message.ptr,
                                          choices[i].name, strlen(choices[i].name)) == 0);
                    } else {
                        cr_expect_eq(status, PTC_OK);
                        cr_expect_eq(read_number(&plan.agent, choices[i].to, 4), expected,
                                     "%s %u %u", choices[i].name, own, given);
                    }
                }
                ptc_arena_free(&arena);
            }
        }
    }
}

/* The words of refusals are those of agent files. */
Test(agent_overrides, refusals_are_those_of_files)
{
    for (size_t i = 0; i < LIMITS + CHOICES; i++) {
        const char *name = i < LIMITS ? limits[i].name : choices[i - LIMITS].name;
        ptc_agent agent = {.struct_size = sizeof agent, .prompt = PTC_STR_INIT("Go")};
        ptc_agent_overrides overrides = OVERRIDES(0);
        ptc_agent_files files = {.struct_size = sizeof files};
        const ptc_agent_file *file;
        ptc_arena arena;
        ptc_diags diags;
        ptc_source source;
        ptc_text text;
        ptc_plan plan;
        size_t length;

        if (i < LIMITS && limits[i].takes_zero)
            continue;
        if (i < LIMITS)
            overrides.set = limits[i].bit;
        else
            write_number(&overrides, choices[i - LIMITS].from, 4, 99);
        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, "{:prompt \"Go\" :");
        ptc_text_cstr(&text, name);
        ptc_text_cstr(&text, " 0}");
        source = (ptc_source){PTC_STR("a.agent.edn"), ptc_text_view(&text)};
        ptc_diags_init(&diags, &arena);
        cr_assert(ptc_agent_file_read(&arena, &source, &files, &diags, &file) != PTC_OK);
        cr_assert(ptc_plan_make_for_run(&agent, &overrides, &arena, &plan) ==
                  PTC_ERROR_INVALID);
        length = plan.faults[0].error.message.len;
        cr_expect(diags.items[0].message.len > length &&
                      memcmp(diags.items[0].message.ptr, plan.faults[0].error.message.ptr,
                             length) == 0 &&
                      diags.items[0].message.ptr[length] == ',',
                  "%s | %s", test_cstr(diags.items[0].message),
                  test_cstr(plan.faults[0].error.message));
        ptc_arena_free(&arena);
    }
}

/* All refusals of a run are reported together, before a model is asked; a preview
 * agrees. */
Test(agent_overrides, refused_runs_ask_nobody)
{
    const struct {
        ptc_agent_overrides overrides;
        const char *message;
    } rows[] = {
        {OVERRIDES(.set = PTC_SET_MAX_TURNS), "max_turns must be a positive integer"},
        {OVERRIDES(.mode = (ptc_mode)9), "signature_validation must be one of: enabled, "
                                         "warn_only, strict, disabled"},
        {OVERRIDES(.max_depth = 17), "max_depth must be at most 16, got 17"},
        {OVERRIDES(.float_digits = 19),
         "float_precision must be an integer from 0 to 17 or absent"},
        {OVERRIDES(.flags = PTC_AGENT_REFERENCES),
         "embed belongs to the prompt: a run cannot override it"},
        {OVERRIDES(.cleared_flags = 1u << 30),
         "flags and cleared_flags must be PTC_AGENT_* flags"},
        {OVERRIDES(.flags = PTC_AGENT_COMPACTS, .cleared_flags = PTC_AGENT_COMPACTS),
         "flags and cleared_flags must not have a flag in common"},
        {OVERRIDES(.set = PTC_SET_TIMEOUT, .retry_turns = PTC_UNLIMITED),
         "retry_turns must be 0 or a positive integer; timeout must be a positive "
         "integer"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;
        ptc_preview preview;
        ptc_fail fail;

        test_agent_start(&run, "Go");
        run.options.overrides = &rows[i].overrides;
        test_agent_replies(&run, "(return 1)", NULL);
        test_agent_go(&run);
        test_expect_fail(&run, "invalid_config", rows[i].message);
        cr_expect_eq(run.asked, (size_t)0);
        cr_expect_eq(
            ptc_agent_preview(&run.arena, &run.agent, &run.options, &preview, &fail),
            PTC_ERROR_INVALID);
        cr_expect(strncmp(rows[i].message, fail.message.ptr, fail.message.len) == 0, "%s",
                  test_cstr(fail.message));
        test_agent_stop(&run);
    }
}
