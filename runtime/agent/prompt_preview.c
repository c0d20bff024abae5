/* SPDX-License-Identifier: MIT */
/* The first request of a run, without sending it. [subagent 11.7] */
#include "agent/agent_int.h"
#include "agent/run/run_int.h"
#include "base/base_int.h"
#include "render/render_int.h"

static ptc_str preview_types(const ptc_schema *schema, ptc_arena *arena,
                             const ptc_render_options *options)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_render_own_types(&text, schema, PTC_PROMPT_SEED, options, NULL, 0);
    return ptc_text_view(&text);
}

static void preview_tool(const ptc_prompt_tool *tool, ptc_arena *arena,
                         ptc_tool_schema *out)
{
    const ptc_schema_node *root =
        tool->schema != NULL ? ptc_schema_root(tool->schema) : NULL;
    const ptc_render_options options = {
        .struct_size = sizeof options,
        .hide_firewalled = root != NULL && (root->flags & PTC_NODE_CHILD) != 0,
        .hide_context = true,
    };
    ptc_text text;

    *out = (ptc_tool_schema){.name = tool->name};
    ptc_text_init(&text, arena);
    if (root != NULL)
        ptc_schema_write_signature(&text, tool->schema, &options);
    out->signature = ptc_text_view(&text);
    out->types = preview_types(tool->schema, arena, &options);
    if (root != NULL && root->extra != NULL)
        out->description = root->extra->description;
}

/* The callable ones, by name. */
static bool preview_tools(const ptc_plan *plan, ptc_arena *arena, ptc_preview *out)
{
    const uint32_t *order;
    ptc_tool_schema *tools;
    ptc_plan_list list;

    if (!ptc_plan_list_tools(plan, arena, &list))
        return false;
    while (out->tool_count < list.prompt_tool_count &&
           !list.prompt_tools[out->tool_count].is_planning)
        out->tool_count++;
    if (out->tool_count == 0)
        return true;
    tools = ptc_arena_array(arena, out->tool_count, sizeof *tools);
    order = ptc_names_order(arena, &list.prompt_tools->name, sizeof *list.prompt_tools,
                            out->tool_count);
    for (size_t i = 0; tools != NULL && order != NULL && i < out->tool_count; i++)
        preview_tool(&list.prompt_tools[order[i]], arena, &tools[i]);
    out->tools = tools;
    return tools != NULL && order != NULL && !arena->failed;
}

/* The faults of a definition as one failure: the first of them. */
static void preview_refuse(const ptc_plan *plan, ptc_fail *fail)
{
    for (size_t i = 0; i < plan->fault_count; i++) {
        if (plan->faults[i].is_warning)
            continue;
        *fail = (ptc_fail){.reason = plan->faults[i].error.code,
                           .message = plan->faults[i].error.message};
        return;
    }
}

/* A context that does not fit the parameters is shown anyway. */
static bool preview_context(ptc_run *run, ptc_fail *fail)
{
    static const ptc_map none = {.count = 0};
    const ptc_value *given = run->options->context;

    if (ptc_run_take_context(run, fail))
        return true;
    if (!ptc_str_equal(fail->reason, PTC_STR("validation_error")) &&
        !ptc_str_equal(fail->reason, PTC_STR("chain_error")))
        return false;
    if (run->options->from != NULL && run->options->from->result.kind == PTC_MAP)
        run->inputs = run->options->from->result;
    else if (given != NULL && given->kind == PTC_MAP)
        run->inputs = *given;
    else
        run->inputs = ptc_value_map(&none);
    run->context = run->inputs;
    return true;
}

/* The model that would be asked, if a known one is named: a host may choose the language
 * reference by its name. */
static void preview_llm(ptc_run *run)
{
    static const ptc_llm_ref none = {NULL, NULL};
    const ptc_llm_ref *refs[] = {&run->plan->agent.llm, &none, &none, &run->options->llm};
    const ptc_llm_names names = {run->options->registry, run->options->registry_count,
                                 run->options->host};
    ptc_fail fail;

    if (!ptc_llm_resolve(&names, refs, sizeof refs / sizeof *refs, run->arena, &run->llm,
                         &fail))
        run->llm = (ptc_llm){.name = NULL};
}

ptc_status ptc_agent_preview(ptc_arena *arena, const ptc_agent *agent,
                             const ptc_agent_options *options, ptc_preview *out,
                             ptc_fail *fail)
{
    ptc_agent_options known;
    ptc_run_tree tree = {.options = &known};
    ptc_status status;
    ptc_plan plan;
    ptc_run run = {.tree = &tree, .plan = &plan, .options = &known, .arena = arena};
    ptc_agent whole;
    ptc_fail own;

    *out = (ptc_preview){.system = {"", 0}, .user = {"", 0}};
    if (fail == NULL)
        fail = &own;
    *fail = ptc_fail_none();
    if (!ptc_run_take_options("ptc_agent_preview", options, &known) ||
        !ptc_agent_take("ptc_agent_preview", agent, &whole))
        return PTC_ERROR_ARGUMENT;
    status = ptc_plan_make_for_run(agent, known.overrides, arena, &plan);
    if (status == PTC_ERROR_INVALID)
        preview_refuse(&plan, fail);
    if (status != PTC_OK)
        return status;
    preview_llm(&run);
    if (!preview_context(&run, fail) ||
        !ptc_prompt_make(&run, &out->system, &out->user, fail) ||
        !preview_tools(&plan, arena, out))
        return arena->failed || fail->reason.len == 0 ? PTC_ERROR_MEMORY
                                                      : PTC_ERROR_INVALID;
    out->signature = plan.signature;
    out->types = preview_types(plan.signature, arena, NULL);
    out->warning = run.prompt_warning;
    return arena->failed ? PTC_ERROR_MEMORY : PTC_OK;
}

static void preview_write_lines(ptc_text *text, ptc_str lines, bool is_terminal)
{
    while (is_terminal && lines.len > 0) {
        const char *end = memchr(lines.ptr, '\n', lines.len);
        size_t length = end != NULL ? (size_t)(end - lines.ptr) : lines.len;

        ptc_visible_write(text, ptc_str_make(lines.ptr, length));
        if (end == NULL)
            return;
        ptc_text_byte(text, '\n');
        lines = ptc_str_make(end + 1, lines.len - length - 1);
    }
    ptc_text_str(text, lines);
}

void ptc_preview_write(ptc_text *text, const ptc_preview *preview, bool is_terminal)
{
    ptc_text_cstr(text, "=== system ===\n");
    preview_write_lines(text, preview->system, is_terminal);
    ptc_text_cstr(text, "\n=== user ===\n");
    preview_write_lines(text, preview->user, is_terminal);
    ptc_text_byte(text, '\n');
}
