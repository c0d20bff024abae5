/* SPDX-License-Identifier: MIT */
/* Agents and their parts as constants, bottom up. See write_agent.h. */
#include "generator/emit/write_agent.h"
#include "generator/text/c_text.h"

#include "agent/plan/plan_int.h"
#include "agent/prompt/prompt_int.h"

/* The schema of a contract; empty for none. */
static ptc_str table_schema(const ptcc_c_plan *plan, size_t contract)
{
    return contract != PTCC_NO_CONTRACT ? plan->contracts[contract].schema_id
                                        : PTC_STR("");
}

/* --- Tools ------------------------------------------------------------------------- */

static void table_function(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                           const ptcc_agent_tool *tool, ptc_str id)
{
    const ptc_tool *function = tool->tool->function;
    ptcc_agent_rows rows = ptcc_agent_rows_of(sink, tool->base);

    ptcc_agent_row_cstr(&rows, "name", tool->tool->name);
    ptcc_agent_row_cstr(&rows, "description", function->description);
    ptcc_agent_row_address(&rows, "signature", table_schema(plan, tool->contract));
    ptcc_agent_row(&rows, "function", tool->stub_id);
    ptcc_agent_tool_flags(&rows, function->flags);
    ptcc_agent_write(&rows, NULL, "ptc_tool", id, false);
}

static void table_llm_tool(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                           const ptcc_agent_tool *tool, ptc_str id)
{
    const ptc_llm_tool *asked = tool->tool->llm_tool;
    ptcc_agent_rows rows = ptcc_agent_rows_of(sink, tool->base);
    ptc_str tools =
        asked->tool_count > 0
            ? ptcc_agent_tools(sink, plan, tool->base, tool->tools, asked->tool_count)
            : PTC_STR("");

    ptcc_agent_row_str(&rows, "prompt", asked->prompt);
    ptcc_agent_row_address(
        &rows, "compiled_prompt",
        ptcc_agent_template(sink, tool->base, "mission", asked->compiled_prompt));
    ptcc_agent_row_address(&rows, "signature", table_schema(plan, tool->contract));
    ptcc_agent_row_cstr(&rows, "llm.name", asked->llm.name);
    if (tools.len > 0) {
        ptcc_agent_row(&rows, "tools", tools);
        ptcc_agent_row_number(&rows, "tool_count", asked->tool_count);
    }
    ptcc_agent_row_str(&rows, "response_template", asked->response_template);
    ptcc_agent_row_address(&rows, "json_signature",
                           table_schema(plan, tool->json_contract));
    ptcc_agent_write(&rows, NULL, "ptc_llm_tool", id, false);
}

static ptc_str table_tool(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                          const ptcc_agent_tool *tool)
{
    ptcc_agent_rows row = ptcc_agent_rows_of(sink, tool->base);
    ptc_str id = ptcc_agent_id(sink, tool->base, "tool", "");

    if (tool->builtin_id.len > 0) { /* its constant has the name */
        ptcc_agent_row_address(&row, "function", tool->builtin_id);
        return ptcc_agent_braces(&row);
    }
    ptcc_agent_row_cstr(&row, "name", tool->tool->name);
    ptcc_agent_row_cstr(&row, "description", tool->tool->description);
    if (tool->tool->function != NULL) {
        table_function(sink, plan, tool, id);
        ptcc_agent_row_address(&row, "function", id);
    } else if (tool->tool->llm_tool != NULL) {
        table_llm_tool(sink, plan, tool, id);
        ptcc_agent_row_address(&row, "llm_tool", id);
    } else if (tool->compiled_id.len > 0) {
        ptcc_agent_row_address(&row, "compiled", tool->compiled_id);
    } else {
        ptcc_agent_row_address(&row, "agent", tool->agent->id);
    }
    ptcc_agent_row_cstr(&row, "llm.name", tool->tool->llm.name);
    ptcc_agent_tool_flags(&row, tool->tool->flags);
    return ptcc_agent_braces(&row);
}

ptc_str ptcc_agent_tools(ptcc_c_sink *sink, const ptcc_c_plan *plan, ptc_str base,
                         const ptcc_agent_tool *tools, size_t count)
{
    ptcc_agent_rows rows = ptcc_agent_rows_of(sink, base);
    ptc_str id = ptcc_agent_id(sink, base, "tools", "");

    for (size_t i = 0; i < count; i++)
        ptcc_agent_item(&rows, table_tool(sink, plan, &tools[i]));
    ptcc_agent_write(&rows, NULL, "ptc_agent_tool", id, true);
    return id;
}

static ptc_str table_catalog(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                             const ptcc_agent *agent)
{
    const ptc_agent *meant = agent->file->agent;
    ptcc_agent_rows rows = ptcc_agent_rows_of(sink, agent->base);
    ptc_str id = ptcc_agent_id(sink, agent->base, "catalog", "");

    for (size_t i = 0; i < meant->catalog_count; i++) {
        ptcc_agent_rows row = ptcc_agent_rows_of(sink, agent->base);

        ptcc_agent_row_str(&row, "name", meant->catalog[i].name);
        ptcc_agent_row_address(&row, "schema", table_schema(plan, agent->catalog[i]));
        if (meant->catalog[i].is_planning)
            ptcc_agent_row(&row, "is_planning", PTC_STR("true"));
        ptcc_agent_item(&rows, ptcc_agent_braces(&row));
    }
    ptcc_agent_write(&rows, NULL, "ptc_prompt_tool", id, true);
    return id;
}

/* --- Texts ------------------------------------------------------------------------- */

void ptcc_agent_descriptions(ptcc_agent_rows *rows, const char *member,
                             const char *count_member,
                             const ptc_description *descriptions, size_t count)
{
    ptcc_c_sink *sink = rows->sink;
    ptcc_agent_rows items = ptcc_agent_rows_of(sink, rows->base);
    ptc_str id = ptcc_agent_id(sink, rows->base, member, "");

    if (count == 0)
        return;
    for (size_t i = 0; i < count; i++) {
        ptc_str word = C_JOIN(sink->arena, ptc_str_of(member), PTC_STR("_"),
                              c_decimal(sink->arena, i), PTC_STR("\0"));

        ptcc_agent_item(
            &items,
            C_JOIN(sink->arena, PTC_STR("{"),
                   ptcc_agent_str(sink, rows->base, word.ptr, descriptions[i].name),
                   PTC_STR(", "),
                   ptcc_agent_str(sink, rows->base, word.ptr, descriptions[i].text),
                   PTC_STR(", NULL}")));
    }
    ptcc_agent_write(&items, NULL, "ptc_description", id, true);
    ptcc_agent_row(rows, member, id);
    ptcc_agent_row_number(rows, count_member, count);
}

static void table_system_prompt(ptcc_agent_rows *rows, const ptc_system_prompt *prompt)
{
    ptcc_agent_rows whole = ptcc_agent_rows_of(rows->sink, rows->base);
    ptc_str id = ptcc_agent_id(rows->sink, rows->base, "system_prompt", "");

    if (prompt == NULL)
        return;
    ptcc_agent_row_str(&whole, "replacement", prompt->replacement);
    ptcc_agent_row_str(&whole, "prefix", prompt->prefix);
    ptcc_agent_row_str(&whole, "suffix", prompt->suffix);
    ptcc_agent_row_str(&whole, "language_spec", prompt->language_spec);
    ptcc_agent_row_str(&whole, "output_format", prompt->output_format);
    if (whole.rows.count == 0)
        return;
    ptcc_agent_write(&whole, NULL, "ptc_system_prompt", id, false);
    ptcc_agent_row_address(rows, "system_prompt", id);
}

/* What prompts of all runs have in common, rendered now. */
static void table_parts(ptcc_agent_rows *rows, const ptc_agent *agent)
{
    ptcc_c_sink *sink = rows->sink;
    ptcc_agent_rows parts = ptcc_agent_rows_of(sink, rows->base);
    ptc_str id = ptcc_agent_id(sink, rows->base, "parts", "");
    ptc_agent_parts made;
    ptc_status status;
    ptc_plan plan;

    status = ptc_plan_make(agent, sink->arena, &plan);
    if (status == PTC_OK && !ptc_prompt_write_parts(&plan, sink->arena, &made))
        status = PTC_ERROR_MEMORY;
    if (status != PTC_OK) {
        host_fail(&sink->host, status, PTC_STR("an agent without a prompt"));
        return;
    }
    ptcc_agent_row_str(&parts, "rules", made.rules);
    ptcc_agent_row_str(&parts, "tools", made.tools);
    ptcc_agent_row_str(&parts, "format", made.format);
    if (parts.rows.count == 0)
        return;
    ptcc_agent_write(&parts, NULL, "ptc_agent_parts", id, false);
    ptcc_agent_row_address(rows, "parts", id);
}

/* --- Agents ------------------------------------------------------------------------ */

static void table_behaviour(ptcc_agent_rows *rows, const ptcc_c_plan *plan,
                            const ptcc_agent *agent)
{
    const ptc_agent *meant = agent->file->agent;
    ptcc_c_sink *sink = rows->sink;

    if (meant->tool_count > 0) {
        ptcc_agent_row(
            rows, "tools",
            ptcc_agent_tools(sink, plan, agent->base, agent->tools, meant->tool_count));
        ptcc_agent_row_number(rows, "tool_count", meant->tool_count);
    }
    if (meant->catalog_count > 0) {
        ptcc_agent_row(rows, "catalog", table_catalog(sink, plan, agent));
        ptcc_agent_row_number(rows, "catalog_count", meant->catalog_count);
    }
    ptcc_agent_row_cstr(rows, "llm.name", meant->llm.name);
    ptcc_agent_settings(rows, meant);
    ptcc_agent_row_str(rows, "llm_options_text", meant->llm_options_text);
}

void ptcc_agent_tables(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                       const ptcc_agent *agent)
{
    const ptc_agent *meant = agent->file->agent;
    ptcc_agent_rows rows = ptcc_agent_rows_of(sink, agent->base);
    ptc_str linkage = ptcc_c_linkage(sink, false);
    ptc_str shown = C_JOIN(sink->arena, linkage, PTC_STR("\0"));

    ptcc_agent_row(&rows, "struct_size", PTC_STR("sizeof(ptc_agent)"));
    ptcc_agent_row_cstr(&rows, "name", meant->name);
    ptcc_agent_row_cstr(&rows, "description", meant->description);
    ptcc_agent_row_str(&rows, "prompt", meant->prompt);
    ptcc_agent_row_address(
        &rows, "compiled_prompt",
        ptcc_agent_template(sink, agent->base, "mission", meant->compiled_prompt));
    ptcc_agent_row_address(&rows, "signature", table_schema(plan, agent->contract));
    table_behaviour(&rows, plan, agent);
    table_system_prompt(&rows, meant->system_prompt);
    ptcc_agent_descriptions(&rows, "field_descriptions", "field_description_count",
                            meant->field_descriptions, meant->field_description_count);
    ptcc_agent_descriptions(&rows, "context_descriptions", "context_description_count",
                            meant->context_descriptions,
                            meant->context_description_count);
    table_parts(&rows, meant);
    ptcc_agent_write(&rows, agent->is_root ? shown.ptr : NULL, "ptc_agent", agent->id,
                     false);
}
