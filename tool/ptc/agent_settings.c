/* SPDX-License-Identifier: MIT */
/* Settings on the command line that override those of the agent for a run. See
 * agent.h. */
#include "tool/ptc/agent.h"

/* --- Limits ------------------------------------------------------------------------ */

typedef struct settings_limit {
    ptc_cli_option option;
    bool is_size;
    uint64_t set;  /* the bit that makes 0 a limit; otherwise 0 removes it */
    int64_t least; /* of numbers */
    int64_t most;
    size_t member; /* of ptc_agent_overrides */
} settings_limit;

#define SETTINGS_AT(member) offsetof(ptc_agent_overrides, member)

enum { SETTINGS_DEPTH_MAX = 16, SETTINGS_DIGITS_MAX = 17 };

/* Whole milliseconds that fit in 63 bits of nanoseconds. */
#define SETTINGS_MS_MAX (INT64_MAX / 1000000)

/* clang-format off */
static const settings_limit settings_limits[] = {
    {PTC_OPTION_MAX_TURNS,         false, 0,                   1, UINT32_MAX,         SETTINGS_AT(max_turns)},
    {PTC_OPTION_RETRY_TURNS,       false, PTC_SET_RETRY_TURNS, 0, UINT32_MAX,         SETTINGS_AT(retry_turns)},
    {PTC_OPTION_MAX_DEPTH,         false, 0,                   1, SETTINGS_DEPTH_MAX, SETTINGS_AT(max_depth)},
    {PTC_OPTION_TURN_BUDGET,       false, 0,                   0, UINT32_MAX,         SETTINGS_AT(turn_budget)},
    {PTC_OPTION_LLM_BUDGET,        false, 0,                   0, UINT32_MAX,         SETTINGS_AT(llm_budget)},
    {PTC_OPTION_MAX_TOOL_CALLS,    false, 0,                   0, UINT32_MAX,         SETTINGS_AT(max_tool_calls)},
    {PTC_OPTION_TOKEN_LIMIT,       false, 0,                   0, INT64_MAX,          SETTINGS_AT(token_limit)},
    {PTC_OPTION_MISSION_TIMEOUT,   false, 0,                   0, SETTINGS_MS_MAX,    SETTINGS_AT(mission_timeout_ms)},
    {PTC_OPTION_TIMEOUT,           false, 0,                   0, SETTINGS_MS_MAX,    SETTINGS_AT(timeout_ms)},
    {PTC_OPTION_LLM_TIMEOUT,       false, 0,                   0, SETTINGS_MS_MAX,    SETTINGS_AT(llm_timeout_ms)},
    {PTC_OPTION_TOOL_TIMEOUT,      false, 0,                   0, SETTINGS_MS_MAX,    SETTINGS_AT(tool_timeout_ms)},
    {PTC_OPTION_FUEL,              false, 0,                   0, INT64_MAX,          SETTINGS_AT(fuel)},
    {PTC_OPTION_MAX_HEAP,          true,  0,                   0, 0,                  SETTINGS_AT(max_heap)},
    {PTC_OPTION_MEMORY_LIMIT,      true,  0,                   0, 0,                  SETTINGS_AT(memory_limit)},
    {PTC_OPTION_MAX_REQUEST_BYTES, true,  0,                   0, 0,                  SETTINGS_AT(max_request_bytes)},
};
/* clang-format on */

/* The number of an option. False after a message. */
static bool settings_read(const ptc_cli *cli, const settings_limit *limit, uint64_t *out)
{
    bool is_none = strcmp(ptc_cli_value(cli, limit->option), "0") == 0;
    int64_t number = 0;
    size_t size = 0;

    if (limit->is_size && !is_none &&
        !ptc_cli_size(cli, limit->option, PTRDIFF_MAX, &size))
        return false;
    if (!limit->is_size &&
        !ptc_cli_number(cli, limit->option, limit->least, limit->most, &number))
        return false;
    *out = limit->is_size ? size : (uint64_t)number;
    return true;
}

static bool settings_take_limits(const ptc_cli *cli, ptc_agent_overrides *overrides)
{
    for (size_t i = 0; i < sizeof settings_limits / sizeof *settings_limits; i++) {
        const settings_limit *limit = &settings_limits[i];
        uint64_t number;

        if (!ptc_cli_has(cli, limit->option))
            continue;
        if (!settings_read(cli, limit, &number))
            return false;
        overrides->set |= limit->set;
        if (number == 0 && limit->set == 0)
            number = PTC_UNLIMITED;
        memcpy((char *)overrides + limit->member, &number, sizeof number);
    }
    return true;
}

/* --- Choices ----------------------------------------------------------------------- */

/* Words in the ORDER of their enums. */
static const struct {
    ptc_cli_option option;
    uint64_t set;
    size_t member;
    const char *words[4];
} settings_choices[] = {
    {PTC_OPTION_MODE, PTC_SET_MODE, SETTINGS_AT(mode), {PTC_WORDS_MODE}},
    {PTC_OPTION_COMPLETION_MODE,
     PTC_SET_COMPLETION,
     SETTINGS_AT(completion),
     {PTC_WORDS_COMPLETION_MODE}},
    {PTC_OPTION_MEMORY_STRATEGY,
     PTC_SET_MEMORY_STRATEGY,
     SETTINGS_AT(memory_strategy),
     {PTC_WORDS_MEMORY_STRATEGY}},
    {PTC_OPTION_MULTI_BLOCK,
     PTC_SET_MULTI_BLOCK,
     SETTINGS_AT(multi_block),
     {PTC_WORDS_MULTI_BLOCK}},
    {PTC_OPTION_PROMPT_LAYOUT,
     PTC_SET_LAYOUT,
     SETTINGS_AT(layout),
     {PTC_WORDS_PROMPT_LAYOUT}},
    {PTC_OPTION_TOOL_STYLE,
     PTC_SET_TOOL_STYLE,
     SETTINGS_AT(tool_style),
     {PTC_WORDS_TOOL_STYLE}},
    {PTC_OPTION_INVENTORY_STYLE,
     PTC_SET_INVENTORY_STYLE,
     SETTINGS_AT(inventory_style),
     {PTC_WORDS_INVENTORY_STYLE}},
};

static bool settings_take_choices(const ptc_cli *cli, ptc_agent_overrides *overrides)
{
    for (size_t i = 0; i < sizeof settings_choices / sizeof *settings_choices; i++) {
        const char *const *words = settings_choices[i].words;
        unsigned chosen;
        int count = 0;
        int found;

        while (count < 4 && words[count] != NULL)
            count++;
        found = ptc_cli_choice(cli, settings_choices[i].option, words, count);
        if (found < 0)
            return false;
        if (!ptc_cli_has(cli, settings_choices[i].option))
            continue;
        chosen = (unsigned)found; /* enums have the size of int */
        overrides->set |= settings_choices[i].set;
        memcpy((char *)overrides + settings_choices[i].member, &chosen, sizeof chosen);
    }
    return true;
}

static bool settings_take_digits(const ptc_cli *cli, ptc_agent_overrides *overrides)
{
    int64_t digits = -1;

    if (!ptc_cli_number(cli, PTC_OPTION_FLOAT_PRECISION, 0, SETTINGS_DIGITS_MAX, &digits))
        return false;
    overrides->float_digits = (uint32_t)(digits + 1);
    return true;
}

/* --llm-opts: a JSON object. */
static ptc_exit settings_take_options(ptc_agent_command *command)
{
    const ptc_cli *cli = command->cli;
    const char *text = ptc_cli_value(cli, PTC_OPTION_LLM_OPTS);
    ptc_value *options = &command->options.llm_options;
    ptc_status status;

    *options = ptc_value_nil();
    if (text == NULL)
        return PTC_EXIT_OK;
    status = ptc_json_read(cli->arena, text, strlen(text), NULL, options, NULL, NULL);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    if (status != PTC_OK || options->kind != PTC_MAP)
        return ptc_cli_misuse(
            cli,
            "--llm-opts needs a JSON object, such as {\"temperature\": 0}, not \"%s\"",
            text);
    return PTC_EXIT_OK;
}

ptc_exit ptc_agent_command_take_settings(ptc_agent_command *command)
{
    ptc_agent_overrides *overrides = &command->overrides;

    *overrides = (ptc_agent_overrides){.struct_size = sizeof *overrides};
    if (!settings_take_limits(command->cli, overrides) ||
        !settings_take_choices(command->cli, overrides) ||
        !settings_take_digits(command->cli, overrides))
        return PTC_EXIT_USAGE;
    command->options.overrides = overrides;
    return settings_take_options(command);
}
