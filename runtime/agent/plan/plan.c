/* SPDX-License-Identifier: MIT */
/* Agents checked and made ready. See plan.h. */
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
    PLAN_DEPTH_MAX = 16, /* runs within each other, all on one C stack */
};

/* --- Faults ------------------------------------------------------------------------ */

void ptc_plan_look_at(ptc_plan *plan, const char *field, ptc_str name, const char *part)
{
    plan->at[0] = ptc_str_of(field);
    plan->at[1] = name;
    plan->at[2] = ptc_str_of(part);
}

/* "tools.search.signature" */
static ptc_str plan_path(ptc_plan *plan)
{
    ptc_text path;

    ptc_text_init(&path, plan->arena);
    for (size_t i = 0; i < 3 && plan->at[i].len > 0; i++) {
        ptc_text_cstr(&path, i > 0 ? "." : "");
        ptc_text_str(&path, plan->at[i]);
    }
    plan->failed = plan->failed || path.failed;
    return ptc_text_view(&path);
}

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
    *fault = (ptc_agent_fault){ptc_str_of(reason), ptc_text_view(&text), is_warning,
                               plan_path(plan)};
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

static void plan_fill(ptc_agent *agent)
{
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

const ptc_schema *ptc_plan_signature(ptc_plan *plan, const ptc_agent *agent)
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

static bool plan_is_private(const ptc_template_op *op)
{
    for (uint16_t i = 0; op->kind != PTC_TEMPLATE_TEXT && i < op->path_count; i++) {
        if (ptc_name_is_private(op->path[i]))
            return true;
    }
    return false;
}

/* What the check against a signature finds, where there is none: names that hide what
 * they stand for, in text for a model. */
static void plan_check_private(ptc_plan *plan, const ptc_template *made, const char *what)
{
    for (uint32_t i = 0; i < made->count; i++) {
        ptc_text path;

        if (!plan_is_private(&made->ops[i]))
            continue;
        ptc_text_init(&path, plan->arena);
        ptc_template_path_write(&path, made->ops[i].path, made->ops[i].path_count);
        plan->failed = plan->failed || path.failed;
        ptc_plan_fault(plan, "template_error",
                       "%s: placeholder {{%.*s}} names a firewalled field", what,
                       (int)path.len, path.ptr);
    }
}

const ptc_template *ptc_plan_template(ptc_plan *plan, ptc_str prompt,
                                      const ptc_template *compiled,
                                      const ptc_schema *signature, ptc_template_use use,
                                      const char *what)
{
    ptc_template *made;
    ptc_source *source;
    ptc_status status;
    ptc_diags diags;

    if (compiled != NULL) {
        if (signature == NULL && use != PTC_TEMPLATE_FOR_LITERALS)
            plan_check_private(plan, compiled, what);
        return compiled;
    }
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
        status = ptc_template_check_for(use, made, source, signature, &diags);
    else if (status == PTC_OK && use != PTC_TEMPLATE_FOR_LITERALS)
        plan_check_private(plan, made, what);
    plan->failed = plan->failed || status == PTC_ERROR_MEMORY;
    if (status == PTC_ERROR_RANGE)
        ptc_plan_fault(plan, "template_error", "%s: longer than 4 GiB", what);
    plan_take_diags(plan, &diags, "template_error", what);
    return status == PTC_OK ? made : NULL;
}

static void plan_read_texts(ptc_plan *plan)
{
    const ptc_agent *agent = &plan->agent;

    ptc_plan_look_at(plan, "signature", PTC_STR(""), NULL);
    plan->signature = ptc_plan_signature(plan, agent);
    ptc_plan_look_at(plan, "prompt", PTC_STR(""), NULL);
    if (agent->prompt.ptr == NULL && agent->compiled_prompt == NULL)
        ptc_plan_fault(plan, "invalid_config", "prompt must be a string");
    else
        plan->mission =
            ptc_plan_template(plan, agent->prompt, agent->compiled_prompt,
                              plan->signature, ptc_plan_prompt_use(agent), "prompt");
}

/* --- The plan ---------------------------------------------------------------------- */

static void plan_check_options(ptc_plan *plan)
{
    const ptc_agent *agent = &plan->agent;

    ptc_plan_look_at(plan, "description", PTC_STR(""), NULL);
    if (agent->description != NULL && agent->description[0] == '\0')
        ptc_plan_fault(plan, "invalid_config",
                       "description must be a non-empty string or absent");
    ptc_plan_look_at(plan, "name", PTC_STR(""), NULL);
    if (agent->name != NULL && agent->name[0] == '\0')
        ptc_plan_fault(plan, "invalid_config",
                       "name must be a non-empty string or absent");
    ptc_plan_look_at(plan, "max_depth", PTC_STR(""), NULL);
    if (agent->max_depth > PLAN_DEPTH_MAX)
        ptc_plan_fault(plan, "invalid_config", "max_depth must be at most %d, got %u",
                       PLAN_DEPTH_MAX, agent->max_depth);
    ptc_plan_look_at(plan, "output", PTC_STR(""), NULL);
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
    ptc_plan_read_tools(plan);
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

    if (status != PTC_ERROR_MEMORY)
        status = ptc_plan_check_children(&plan);
    *faults = plan.faults;
    *count = plan.fault_count;
    return status;
}
