/* SPDX-License-Identifier: MIT */
/*
 * Agents as C: constants from the templates of their prompts to the agent itself, the
 * stubs of its tools, and a function that runs it by structs. Agents that it names come
 * along as constants of this file alone. Nothing is left to be read when it runs.
 * [subagent 1, 9.1, 11.4]
 */
#include "generator/emit/write_agent.h"
#include "generator/text/c_text.h"
#include "templates.h"

static const ptcc_c_contract *agent_contract(const ptcc_c_plan *plan, size_t index)
{
    return index != PTCC_NO_CONTRACT ? &plan->contracts[index] : NULL;
}

static const ptcc_agent *agent_root(const ptcc_c_plan *plan)
{
    return plan->agents->items[plan->agents->count - 1];
}

static ptc_str agent_run_head(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                              bool is_declaration)
{
    const ptcc_c_contract *contract = agent_contract(plan, agent_root(plan)->contract);
    size_t results = contract->root_count - 1;
    ptc_str items[5];
    size_t count = 0;

    if (results > 0)
        items[count++] = C_JOIN(sink->arena, PTC_STR("const "),
                                contract->roots[0].type_id, PTC_STR(" *in"));
    items[count++] = PTC_STR("const ptc_agent_options *options");
    items[count++] = PTC_STR("ptc_arena *arena");
    items[count++] =
        C_JOIN(sink->arena, contract->roots[results].type_id, PTC_STR(" *out"));
    items[count++] = PTC_STR("const ptc_step **step");
    return host_wrap_list(&sink->host,
                          C_JOIN(sink->arena, ptcc_c_linkage(sink, is_declaration),
                                 PTC_STR("ptc_status "), plan->agents->run_id),
                          items, count, ptc_str_of(is_declaration ? ";" : ""), 0);
}

static ptc_str agent_run(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    const ptcc_c_contract *contract = agent_contract(plan, agent_root(plan)->contract);
    size_t results = contract->root_count - 1;

    return HOST_FILL(&sink->host, ptcc_template_agent_run,
                     {"run_code", agent_run_head(sink, plan, false)},
                     {"agent_id", agent_root(plan)->id}, {"type_id", contract->type_id},
                     {"in_lit", results > 0
                                    ? c_decimal(sink->arena, contract->roots[0].node)
                                    : ptc_str_make(NULL, 0)},
                     {"out_lit", c_decimal(sink->arena, contract->roots[results].node)});
}

/* The prototype of a function over values. */
static ptc_str agent_plain_head(ptcc_c_sink *sink, const ptcc_agent_tool *tool)
{
    const ptc_str items[] = {PTC_STR("ptc_tool_call *call"), PTC_STR("void *user")};
    ptc_str note = C_JOIN(
        sink->arena, PTC_STR("Yours to define: what a call of "),
        c_note(sink->arena, ptc_str_of(tool->tool->name)),
        PTC_STR(" does, which has no signature to make structs of; see <ptc/tool.h>."));

    return HOST_FILL(
        &sink->host, ptcc_template_tool_head,
        {"comment_code", host_wrap_comment(&sink->host, note, 0)},
        {"function_code",
         host_wrap_list(&sink->host,
                        C_JOIN(sink->arena, PTC_STR("ptc_status "), tool->function_id),
                        items, 2, PTC_STR(";"), 0)});
}

static void agent_functions(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                            const ptcc_agent_tool *tools, size_t count,
                            bool is_declaration)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    for (size_t i = 0; i < count; i++) {
        const ptcc_agent_tool *tool = &tools[i];
        const ptcc_c_contract *contract = agent_contract(plan, tool->contract);
        bool is_shown = tool->tool->function != NULL && !tool->is_repeated;

        if (tool->tools != NULL)
            agent_functions(sink, plan, tool->tools, tool->tool->llm_tool->tool_count,
                            is_declaration);
        if (is_shown && is_declaration)
            ptcc_c_emit(sink, mark,
                        tool->is_typed
                            ? ptcc_c_tool_head(sink, contract, tool->function_id)
                            : agent_plain_head(sink, tool));
        else if (is_shown && tool->is_typed)
            ptcc_c_emit(
                sink, mark,
                ptcc_c_tool_stub(sink, contract, tool->stub_id, tool->function_id));
    }
}

void ptcc_agents_declare(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    const ptcc_agents *agents = plan->agents;

    for (size_t i = 0; i < agents->count; i++)
        agent_functions(sink, plan, agents->items[i]->tools,
                        agents->items[i]->file->agent.tool_count, true);
    if (ptcc_c_is_static(sink->options))
        return;
    ptcc_c_emit(sink, mark,
                C_JOIN(sink->arena, ptcc_c_linkage(sink, true),
                       PTC_STR("extern const ptc_agent "), agent_root(plan)->id,
                       PTC_STR(";")));
    if (agents->run_id.len > 0)
        ptcc_c_emit(sink, mark,
                    C_JOIN(sink->arena,
                           PTC_STR("/* Runs it: PTC_OK with `*out` set, else `*step`, if "
                                   "any, says why. */\n"),
                           agent_run_head(sink, plan, true)));
}

void ptcc_agents_write(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    const ptcc_agents *agents = plan->agents;
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    for (size_t i = 0; i < agents->count; i++)
        agent_functions(sink, plan, agents->items[i]->tools,
                        agents->items[i]->file->agent.tool_count, false);
    sink->taken = &plan->agents->taken;
    ptcc_pieces_lines(&sink->out, PTC_STR("/* clang-format off */\n"));
    for (size_t i = 0; i < agents->count; i++) {
        ptcc_agent_tables(sink, plan, agents->items[i]);
        ptc_arena_rewind(sink->arena, mark);
    }
    ptcc_pieces_paragraph(&sink->out, PTC_STR("/* clang-format on */\n"));
    if (agents->run_id.len > 0)
        ptcc_c_emit(sink, mark, agent_run(sink, plan));
}
