/* SPDX-License-Identifier: MIT */
/* Agents checked and made ready. See plan.h. */
#include "agent/plan.h"

enum {
    PLAN_TURNS = 5,
    PLAN_DEPTH = 3,
    PLAN_TURN_BUDGET = 20,
    PLAN_LLM_BUDGET = 100,
    PLAN_TOOL_CALLS = 1000,
    PLAN_TIMEOUT = 5000,
    PLAN_LLM_TIMEOUT = 60000,
    PLAN_FUEL = 1000000,
    PLAN_HEAP = 10000000,
    PLAN_MEMORY = 1048576,
    PLAN_NAME_MAX = 64,
};

/* --- Faults ------------------------------------------------------------------------ */

static void plan_add_fault(ptc_plan *plan, const char *reason, bool is_warning,
                           const char *format, va_list *arguments)
{
    ptc_agent_fault *fault;
    ptc_text text;

    ptc_text_init(&text, plan->arena);
    ptc_text_format(&text, format, arguments);
    fault = text.failed ? NULL
                        : PTC_ARENA_PUSH(plan->arena, plan->faults, plan->fault_count,
                                         plan->fault_capacity);
    if (fault == NULL) {
        plan->failed = true;
        return;
    }
    *fault = (ptc_agent_fault){ptc_str_of(reason), ptc_text_view(&text), is_warning};
    plan->error_count += !is_warning;
}

void ptc_plan_fault(ptc_plan *plan, const char *reason, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    plan_add_fault(plan, reason, false, format, &arguments);
    va_end(arguments);
}

void ptc_plan_warn(ptc_plan *plan, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    plan_add_fault(plan, "invalid_config", true, format, &arguments);
    va_end(arguments);
}

/* Faults of readers, with their places in the text that they are about. */
static void plan_take_diags(ptc_plan *plan, const ptc_diags *diags, const char *reason,
                            const char *what)
{
    for (size_t i = 0; i < diags->count; i++) {
        const ptc_diag *diag = &diags->items[i];
        ptc_position place = ptc_source_position(diag->source, diag->span.start);

        if (diag->severity == PTC_SEVERITY_WARNING)
            ptc_plan_warn(plan, "%s:%zu:%zu: %.*s", what, place.line, place.column,
                          (int)diag->message.len, diag->message.ptr);
        else
            ptc_plan_fault(plan, reason, "%s:%zu:%zu: %.*s%s%.*s", what, place.line,
                           place.column, (int)diag->message.len, diag->message.ptr,
                           diag->hint.len > 0 ? "; " : "", (int)diag->hint.len,
                           diag->hint.ptr);
    }
}

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

static void plan_fill_retry(ptc_agent *agent)
{
    PLAN_DEFAULT(retry.max_attempts, 1);
    PLAN_DEFAULT(retry.base_delay_ms, 1000);
    PLAN_DEFAULT(retry.max_delay_ms, 30000);
    PLAN_DEFAULT(retry.retryable, 1u << PTC_LLM_RATE_LIMIT | 1u << PTC_LLM_TIMEOUT |
                                      1u << PTC_LLM_SERVER_ERROR);
    if (agent->retry.jitter_percent == 0)
        agent->retry.jitter_percent = 10;
    else if (agent->retry.jitter_percent == UINT32_MAX)
        agent->retry.jitter_percent = 0;
}

static void plan_fill(ptc_agent *agent)
{
    PLAN_DEFAULT(max_turns, PLAN_TURNS);
    PLAN_DEFAULT(max_depth, PLAN_DEPTH);
    PLAN_DEFAULT(turn_budget, PLAN_TURN_BUDGET);
    PLAN_DEFAULT(llm_budget, PLAN_LLM_BUDGET);
    PLAN_DEFAULT(max_tool_calls, PLAN_TOOL_CALLS);
    PLAN_DEFAULT(timeout_ms, PLAN_TIMEOUT);
    PLAN_DEFAULT(llm_timeout_ms, PLAN_LLM_TIMEOUT);
    PLAN_DEFAULT(fuel, PLAN_FUEL);
    PLAN_DEFAULT(max_heap, PLAN_HEAP);
    PLAN_DEFAULT(memory_limit, PLAN_MEMORY);
    plan_fill_texts(agent);
    plan_fill_retry(agent);
}

/* --- Texts ------------------------------------------------------------------------- */

/* The schema that the text spells, or NULL. */
static const ptc_schema *plan_read_signature(ptc_plan *plan, ptc_str text)
{
    ptc_schema *schema = ptc_arena_array(plan->arena, 1, sizeof *schema);
    ptc_source *source = ptc_arena_array(plan->arena, 1, sizeof *source);
    ptc_diags diags;
    ptc_status status;

    if (schema == NULL || source == NULL) {
        plan->failed = true;
        return NULL;
    }
    *source = (ptc_source){PTC_STR("signature"), text};
    ptc_diags_init(&diags, plan->arena);
    status = ptc_signature_read(plan->arena, source, NULL, &diags, schema);
    plan->failed = plan->failed || status == PTC_ERROR_MEMORY;
    plan_take_diags(plan, &diags, "invalid_config", "signature");
    return status == PTC_OK ? schema : NULL;
}

static const ptc_schema *plan_signature_of(ptc_plan *plan, const ptc_agent *agent)
{
    if (agent->signature == NULL)
        return agent->signature_text.len > 0
                   ? plan_read_signature(plan, agent->signature_text)
                   : NULL;
    if (ptc_schema_root(agent->signature)->type == PTC_TYPE_FUNCTION)
        return agent->signature;
    ptc_plan_fault(plan, "invalid_config", "signature must be a function type");
    return NULL;
}

/* The template of `prompt`, checked against the signature; NULL after a fault. One that
 * ptcc compiled was checked then. */
static const ptc_template *plan_template(ptc_plan *plan, ptc_str prompt,
                                         const ptc_template *compiled,
                                         const ptc_schema *signature, bool all_used,
                                         const char *what)
{
    ptc_template *made;
    ptc_source *source;
    ptc_status status;
    ptc_diags diags;

    if (compiled != NULL)
        return compiled;
    made = ptc_arena_array(plan->arena, 1, sizeof *made);
    source = ptc_arena_array(plan->arena, 1, sizeof *source);
    if (made == NULL || source == NULL) {
        plan->failed = true;
        return NULL;
    }
    *source = (ptc_source){PTC_STR("prompt"), prompt};
    ptc_diags_init(&diags, plan->arena);
    status = ptc_template_compile(plan->arena, source, &diags, made);
    if (status == PTC_OK && signature != NULL)
        status = ptc_template_check(made, source, signature, all_used, &diags);
    plan->failed = plan->failed || status == PTC_ERROR_MEMORY;
    if (status == PTC_ERROR_RANGE)
        ptc_plan_fault(plan, "template_error", "%s: longer than 4 GiB", what);
    plan_take_diags(plan, &diags, "template_error", what);
    return status == PTC_OK ? made : NULL;
}

static void plan_read_texts(ptc_plan *plan)
{
    const ptc_agent *agent = &plan->agent;

    plan->signature = plan_signature_of(plan, agent);
    if (agent->prompt.ptr == NULL && agent->compiled_prompt == NULL)
        ptc_plan_fault(plan, "invalid_config", "prompt must be a string");
    else
        plan->mission =
            plan_template(plan, agent->prompt, agent->compiled_prompt, plan->signature,
                          agent->output == PTC_OUTPUT_TEXT, "prompt");
}

/* --- Tools ------------------------------------------------------------------------- */

static bool plan_is_name(const char *name)
{
    size_t length = name != NULL ? strlen(name) : 0;

    if (length == 0 || length > PLAN_NAME_MAX)
        return false;
    for (size_t i = 0; i < length; i++) {
        char c = name[i];
        bool is_first = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';

        if (!is_first && (i == 0 || !((c >= '0' && c <= '9') || c == '-')))
            return false;
    }
    return true;
}

static bool plan_is_reserved(ptc_str name)
{
    return ptc_str_equal(name, PTC_STR("return")) || ptc_str_equal(name, PTC_STR("fail"));
}

static ptc_str plan_first_line(ptc_str text)
{
    const char *end = text.len > 0 ? memchr(text.ptr, '\n', text.len) : NULL;

    return end != NULL ? ptc_str_make(text.ptr, (size_t)(end - text.ptr)) : text;
}

static void plan_describe(ptc_plan_tool *out, const char *own, ptc_str prompt)
{
    const char *given = out->tool->description;

    if (given == NULL)
        given = own;
    out->description = given != NULL ? ptc_str_of(given) : plan_first_line(prompt);
}

/* What stands behind a tool: its contract and description. */
static void plan_read_tool(ptc_plan *plan, ptc_plan_tool *out)
{
    const ptc_agent_tool *tool = out->tool;

    if ((tool->function != NULL) + (tool->llm_tool != NULL) + (tool->agent != NULL) !=
        1) {
        ptc_plan_fault(plan, "invalid_config",
                       "tool \"%s\" must be one of function, llm_tool and agent",
                       tool->name);
        return;
    }
    if (tool->function != NULL) {
        out->schema = tool->function->signature;
        plan_describe(out, tool->function->description, PTC_STR(""));
    } else if (tool->llm_tool != NULL) {
        out->schema = tool->llm_tool->signature;
        plan_describe(out, NULL, tool->llm_tool->prompt);
        plan_template(plan, tool->llm_tool->prompt, tool->llm_tool->compiled_prompt,
                      tool->llm_tool->signature, false, tool->name);
    } else {
        out->schema = plan_signature_of(plan, tool->agent);
        plan_describe(out, tool->agent->description, tool->agent->prompt);
    }
}

/* Names that differ by '-' and '_' alone are the same to programs. */
static void plan_check_name(ptc_plan *plan, size_t index)
{
    const char *name = plan->agent.tools[index].name;

    if (!plan_is_name(name)) {
        ptc_plan_fault(plan, "invalid_config",
                       "tool name \"%s\" must be a letter or _, then letters, digits, _ "
                       "and -, at most %d",
                       name != NULL ? name : "", PLAN_NAME_MAX);
        return;
    }
    if (plan_is_reserved(ptc_str_of(name)))
        ptc_plan_fault(plan, "reserved_tool_name",
                       "tool name \"%s\" is reserved: choose another", name);
    for (size_t i = 0; i < index; i++) {
        const char *other = plan->agent.tools[i].name;

        if (other != NULL && ptc_str_equal_folded(ptc_str_of(name), ptc_str_of(other)))
            ptc_plan_fault(plan, "invalid_config", "tools \"%s\" and \"%s\" are the same",
                           other, name);
    }
}

static void plan_read_tools(ptc_plan *plan)
{
    const ptc_agent *agent = &plan->agent;

    if (agent->tool_count == 0)
        return;
    plan->tools = ptc_arena_array(plan->arena, agent->tool_count, sizeof *plan->tools);
    if (plan->tools == NULL) {
        plan->failed = true;
        return;
    }
    for (size_t i = 0; i < agent->tool_count; i++) {
        plan->tools[i].tool = &agent->tools[i];
        plan_check_name(plan, i);
        plan_read_tool(plan, &plan->tools[i]);
        if (agent->mode == PTC_MODE_STRICT && plan->tools[i].schema == NULL)
            ptc_plan_fault(plan, "invalid_config",
                           "tool \"%s\" has no signature, which mode strict requires",
                           agent->tools[i].name != NULL ? agent->tools[i].name : "");
    }
}

/* --- Warnings ---------------------------------------------------------------------- */

static bool plan_has_tool(const ptc_plan *plan, ptc_str name)
{
    for (size_t i = 0; i < plan->agent.tool_count; i++) {
        if (plan->agent.tools[i].name != NULL &&
            ptc_str_equal_folded(ptc_str_of(plan->agent.tools[i].name), name))
            return true;
    }
    return false;
}

static void plan_warn_of_parameters(ptc_plan *plan)
{
    const ptc_schema_node *inputs;

    if (plan->signature == NULL)
        return;
    inputs = &plan->signature->nodes[ptc_schema_root(plan->signature)->first];
    for (uint32_t i = 0; i < inputs->count; i++) {
        ptc_str name = plan->signature->nodes[inputs->first + i].name;

        if (plan_has_tool(plan, name))
            ptc_plan_warn(plan,
                          "\"%.*s\" is a tool and a parameter: (ctx/%.*s ..) calls, "
                          "ctx/%.*s reads",
                          (int)name.len, name.ptr, (int)name.len, name.ptr, (int)name.len,
                          name.ptr);
    }
}

static void plan_warn_of_catalog(ptc_plan *plan)
{
    for (size_t i = 0; i < plan->agent.catalog_count; i++) {
        ptc_str name = plan->agent.catalog[i].name;

        if (plan_has_tool(plan, name))
            ptc_plan_warn(plan,
                          "\"%.*s\" is a tool and in tool_catalog: the tool is called",
                          (int)name.len, name.ptr);
    }
}

/* --- The plan ---------------------------------------------------------------------- */

static void plan_check_options(ptc_plan *plan)
{
    const ptc_agent *agent = &plan->agent;

    if (agent->description != NULL && agent->description[0] == '\0')
        ptc_plan_fault(plan, "invalid_config",
                       "description must be a non-empty string or absent");
    if (agent->name != NULL && agent->name[0] == '\0')
        ptc_plan_fault(plan, "invalid_config",
                       "name must be a non-empty string or absent");
    if (agent->output == PTC_OUTPUT_TEXT && agent->tool_count > 0)
        ptc_plan_fault(
            plan, "invalid_config",
            "output text takes no tools: models that call tools write programs");
}

ptc_status ptc_plan_make(const ptc_agent *agent, ptc_arena *arena, ptc_plan *plan)
{
    size_t known =
        agent->struct_size < sizeof *agent ? agent->struct_size : sizeof *agent;

    *plan = (ptc_plan){.source = agent, .arena = arena};
    memcpy(&plan->agent, agent, known);
    plan->own_max_depth = plan->agent.max_depth;
    plan->own_turn_budget = plan->agent.turn_budget;
    plan->own_llm_budget = plan->agent.llm_budget;
    plan_fill(&plan->agent);
    plan->is_judgment = plan->agent.tool_count == 0 && plan->agent.max_turns == 1 &&
                        !(plan->agent.flags & PTC_AGENT_BUILTINS);
    plan_check_options(plan);
    plan_read_texts(plan);
    plan_read_tools(plan);
    plan_warn_of_parameters(plan);
    plan_warn_of_catalog(plan);
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

ptc_status ptc_agent_check(const ptc_agent *agent, ptc_arena *arena,
                           const ptc_agent_fault **faults, size_t *count)
{
    ptc_plan plan;
    ptc_status status = ptc_plan_make(agent, arena, &plan);

    *faults = plan.faults;
    *count = plan.fault_count;
    return status;
}
