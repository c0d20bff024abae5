/* SPDX-License-Identifier: MIT */
/*
 * Definitions of agents for inspection: their settings, one per line; system prompts only
 * on request. Models are named, never shown. [subagent 13]
 */
#include "agent/agent_int.h"
#include "agent/plan/plan_int.h"
#include "agent/program/program_int.h"
#include "base/base_int.h"

typedef struct definition_page {
    ptc_text *text;
    size_t limit;
} definition_page;

static void definition_text(definition_page *page, const char *label, ptc_str value)
{
    if (value.len == 0)
        return;
    ptc_text_cstr(page->text, label);
    ptc_visible_write(page->text, value);
    ptc_text_byte(page->text, '\n');
}

static void definition_number(definition_page *page, const char *label, uint64_t number)
{
    if (number == 0)
        return;
    ptc_text_cstr(page->text, label);
    ptc_text_uint(page->text, number);
    ptc_text_byte(page->text, '\n');
}

static void definition_signature(definition_page *page, const char *label,
                                 const ptc_schema *signature)
{
    ptc_text text;

    if (signature == NULL)
        return;
    ptc_text_init(&text, page->text->arena);
    ptc_schema_write_signature(&text, signature, NULL);
    page->text->failed = page->text->failed || text.failed;
    definition_text(page, label, ptc_text_view(&text));
}

/* The contract of an agent below, unless it has only its text. */
static const ptc_schema *definition_of(const ptc_agent *child)
{
    ptc_agent agent;

    return ptc_agent_take("ptc_agent_inspect", child, &agent) ? agent.signature : NULL;
}

static const ptc_schema *definition_of_compiled(const ptc_compiled *child)
{
    ptc_compiled compiled;

    return ptc_compiled_take("ptc_agent_inspect", child, &compiled) ? compiled.signature
                                                                    : NULL;
}

static void definition_tool(definition_page *page, const ptc_agent_tool *tool)
{
    const char *kind = tool->agent != NULL      ? " (agent)"
                       : tool->compiled != NULL ? " (compiled agent)"
                       : tool->llm_tool != NULL ? " (asks a model)"
                                                : "";
    const char *description = tool->description;
    const char *name =
        tool->name == NULL && tool->function != NULL ? tool->function->name : tool->name;
    const ptc_schema *signature = tool->function != NULL   ? tool->function->signature
                                  : tool->llm_tool != NULL ? tool->llm_tool->signature
                                  : tool->agent != NULL    ? definition_of(tool->agent)
                                  : tool->compiled != NULL
                                      ? definition_of_compiled(tool->compiled)
                                      : NULL;

    if (description == NULL && tool->function != NULL)
        description = tool->function->description;
    definition_text(page, "  tool: ", ptc_str_of(name));
    if (kind[0] != '\0' && !page->text->failed) {
        page->text->len--; /* the end of the line */
        ptc_text_cstr(page->text, kind);
        ptc_text_byte(page->text, '\n');
    }
    definition_text(page, "    description: ", ptc_str_of(description));
    definition_signature(page, "    signature: ", signature);
}

static void definition_tools(definition_page *page, const ptc_agent *agent)
{
    size_t most = page->limit != 0 ? page->limit : SIZE_MAX;

    for (size_t i = 0; i < agent->tool_count; i++) {
        if (i == most) {
            definition_number(page, "  more tools: ", agent->tool_count - i);
            break;
        }
        definition_tool(page, &agent->tools[i]);
    }
    for (size_t i = 0; i < agent->catalog_count && i < most; i++)
        definition_text(page, "  tool to plan with: ", agent->catalog[i].name);
}

ptc_status ptc_agent_inspect(ptc_text *text, const ptc_agent *given, size_t limit,
                             unsigned flags)
{
    definition_page page = {text, limit};
    ptc_agent taken;
    const ptc_agent *agent = &taken;

    if (!ptc_agent_take("ptc_agent_inspect", given, &taken))
        return PTC_ERROR_ARGUMENT;
    ptc_text_cstr(text, "agent: ");
    ptc_visible_write(text, ptc_str_of(agent->name));
    ptc_text_byte(text, '\n');
    definition_text(&page, "  description: ", ptc_str_of(agent->description));
    definition_text(&page, "  prompt: ", agent->prompt);
    if (agent->signature != NULL)
        definition_signature(&page, "  signature: ", agent->signature);
    else
        definition_text(&page, "  signature: ", agent->signature_text);
    definition_text(&page, "  llm: ",
                    ptc_str_of(agent->llm.name != NULL  ? agent->llm.name
                               : agent->llm.llm != NULL ? agent->llm.llm->name
                                                        : NULL));
    definition_tools(&page, agent);
    definition_number(&page, "  max_turns: ", agent->max_turns);
    definition_number(&page, "  retry_turns: ", agent->retry_turns);
    definition_number(&page, "  max_depth: ", agent->max_depth);
    definition_number(&page, "  turn_budget: ", agent->turn_budget);
    definition_number(&page, "  llm_budget: ", agent->llm_budget);
    definition_number(&page, "  max_tool_calls: ", agent->max_tool_calls);
    definition_number(&page, "  token_limit: ", agent->token_limit);
    definition_number(&page, "  mission_timeout: ", agent->mission_timeout_ms);
    definition_number(&page, "  timeout: ", agent->timeout_ms);
    definition_number(&page, "  llm_timeout: ", agent->llm_timeout_ms);
    definition_number(&page, "  tool_timeout: ", agent->tool_timeout_ms);
    definition_number(&page, "  fuel: ", agent->fuel);
    definition_number(&page, "  max_heap: ", agent->max_heap);
    definition_number(&page, "  memory_limit: ", agent->memory_limit);
    definition_number(&page, "  max_request_bytes: ", agent->max_request_bytes);
    if ((flags & PTC_TRACE_SYSTEM) && agent->system_prompt != NULL) {
        definition_text(&page, "  system_prompt: ", agent->system_prompt->replacement);
        definition_text(&page, "  prefix: ", agent->system_prompt->prefix);
        definition_text(&page, "  suffix: ", agent->system_prompt->suffix);
    }
    return text->failed ? PTC_ERROR_MEMORY : PTC_OK;
}
