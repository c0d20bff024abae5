/* SPDX-License-Identifier: MIT */
/*
 * Agents as C: constants, from the templates of their prompts to the agent itself; the
 * stubs of its tools; and a function that runs it with structs.
 *
 * Agents that it names are constants of this file alone, and so are those of a chain.
 * Nothing is parsed when it runs. [subagent 1, 9.1, 11.4, 12]
 */
#include "generator/emit/write_agent.h"
#include "generator/text/c_text.h"
#include "generator/text/output.h"
#include "templates.h"

static const ptcc_c_contract *agent_contract(const ptcc_c_plan *plan, size_t index)
{
    return index != PTCC_NO_CONTRACT ? &plan->contracts[index] : NULL;
}

/* The constant that the file is of: an agent or a chain. */
static ptc_str agent_root_id(const ptcc_c_plan *plan)
{
    const ptcc_agents *agents = plan->agents;

    return agents->chain != NULL ? agents->chain->id
                                 : agents->items[agents->count - 1]->id;
}

ptc_str ptcc_agent_run_head(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                            bool is_declaration)
{
    const ptcc_c_contract *contract = agent_contract(plan, plan->agents->contract);
    size_t results = contract->root_count - 1;
    ptc_str items[5];
    size_t count = 0;

    items[count++] = PTC_STR("ptc_arena *arena");
    if (results > 0)
        items[count++] = C_JOIN(sink->arena, PTC_STR("const "),
                                contract->roots[0].type_id, PTC_STR(" *in"));
    items[count++] = PTC_STR("const ptc_agent_options *options");
    items[count++] =
        C_JOIN(sink->arena, contract->roots[results].type_id, PTC_STR(" *out"));
    items[count++] = ptc_str_of(plan->agents->chain != NULL ? "const ptc_step **steps"
                                                            : "const ptc_step **step");
    return host_wrap_list(&sink->host,
                          C_JOIN(sink->arena, ptcc_c_linkage(sink, is_declaration),
                                 PTC_STR("ptc_status "), plan->agents->run_id),
                          items, count, ptc_str_of(is_declaration ? ";" : ""), 0);
}

static ptc_str agent_run(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    const ptcc_c_contract *contract = agent_contract(plan, plan->agents->contract);
    bool is_chain = plan->agents->chain != NULL;
    size_t results = contract->root_count - 1;
    ptcc_model model = host_model(&sink->host);

    model_str(&model, "run_code", ptcc_agent_run_head(sink, plan, false));
    model_str(&model, is_chain ? "chain_id" : "agent_id", agent_root_id(plan));
    model_str(&model, "type_id", contract->type_id);
    model_str(&model, "in_lit",
              results > 0 ? c_decimal(sink->arena, contract->roots[0].node)
                          : ptc_str_make(NULL, 0));
    model_str(&model, "out_lit", c_decimal(sink->arena, contract->roots[results].node));
    return host_expand(&sink->host,
                       is_chain ? &ptcc_template_chain_run : &ptcc_template_agent_run,
                       &model);
}

/* --- Chains ------------------------------------------------------------------------ */

static void agent_chain_tables(ptcc_c_sink *sink, const ptcc_chain *chain)
{
    const ptc_chain *meant = chain->file->chain;
    ptcc_agent_rows agents = ptcc_agent_rows_of(sink, chain->id);
    ptcc_agent_rows whole = ptcc_agent_rows_of(sink, chain->id);
    ptc_str linkage = C_JOIN(sink->arena, ptcc_c_linkage(sink, false), PTC_STR("\0"));
    ptc_str list_id = ptcc_agent_id(sink, chain->id, "agents", "");

    for (size_t i = 0; i < meant->count; i++)
        ptcc_agent_item(&agents, C_JOIN(sink->arena, PTC_STR("&"), chain->agents[i]->id));
    ptcc_agent_write(&agents, NULL, "ptc_agent *const", list_id, true);
    ptcc_agent_row(&whole, "struct_size", PTC_STR("sizeof(ptc_chain)"));
    ptcc_agent_row_cstr(&whole, "name", meant->name);
    ptcc_agent_row_cstr(&whole, "description", meant->description);
    ptcc_agent_row(&whole, "agents", list_id);
    ptcc_agent_row(&whole, "count", chain->steps_id);
    ptcc_agent_write(&whole, linkage.ptr, "ptc_chain", chain->id, false);
}

static ptc_str agent_chain_steps(ptcc_c_sink *sink, const ptcc_chain *chain)
{
    return C_JOIN(sink->arena,
                  PTC_STR("/* Agents of the chain, and steps of a run. */\nenum { "),
                  chain->steps_id, PTC_STR(" = "),
                  c_decimal(sink->arena, chain->file->chain->count), PTC_STR(" };"));
}

static ptc_str agent_run_note(ptcc_c_sink *sink, const ptcc_chain *chain)
{
    ptc_str note;

    if (chain == NULL)
        return PTC_STR(
            "/* Runs it: PTC_OK with `*out` set; otherwise `*step`, if any, says "
            "why. */\n");
    note = C_JOIN(sink->arena,
                  PTC_STR("Runs it: PTC_OK with `*out` set; otherwise the steps say why. "
                          "`steps` gets "),
                  chain->steps_id,
                  PTC_STR(" of them, one for each agent: NULL if it has none."));
    return C_JOIN(sink->arena, host_wrap_comment(&sink->host, note, 0), PTC_STR("\n"));
}

/* --- Functions --------------------------------------------------------------------- */

/* The prototype of a function over values. */
static ptc_str agent_plain_head(ptcc_c_sink *sink, const ptcc_agent_tool *tool)
{
    const ptc_str items[] = {PTC_STR("ptc_tool_call *call"), PTC_STR("void *user")};
    ptc_str note = C_JOIN(
        sink->arena, PTC_STR("Yours to define: it answers calls of "),
        c_note(sink->arena, ptc_str_of(tool->tool->name)),
        PTC_STR(", which has no signature to generate structs from; see <ptc/tool.h>."));

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
        if (is_shown && is_declaration && tool->is_declared)
            continue;
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

static ptc_str agent_extern(ptcc_c_sink *sink, const ptcc_agent_tool *tool)
{
    ptc_str name = ptc_base_name(tool->facts->agent->source->name);

    return C_JOIN(sink->arena, PTC_STR("/* What `ptcc gen --compiled` generates from "),
                  c_note(sink->arena, name), PTC_STR(". */\n"),
                  ptcc_c_is_static(sink->options) ? PTC_STR("")
                                                  : ptcc_c_linkage(sink, true),
                  PTC_STR("extern const ptc_compiled "), tool->compiled_id, PTC_STR(";"));
}

/* Compiled agents of other pairs, each once. */
static void agent_externs(ptcc_c_sink *sink, const ptcc_agent_tool *tools, size_t count)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    for (size_t i = 0; i < count; i++) {
        const ptcc_agent_tool *tool = &tools[i];

        if (tool->tools != NULL)
            agent_externs(sink, tool->tools, tool->tool->llm_tool->tool_count);
        if (tool->compiled_id.len > 0 && !tool->is_known)
            ptcc_c_emit(sink, mark, agent_extern(sink, tool));
    }
}

void ptcc_agents_declare(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    const ptcc_agents *agents = plan->agents;

    for (size_t i = 0; i < agents->count; i++)
        agent_functions(sink, plan, agents->items[i]->tools,
                        agents->items[i]->file->agent->tool_count, true);
    if (agents->chain != NULL)
        ptcc_c_emit(sink, mark, agent_chain_steps(sink, agents->chain));
    if (ptcc_c_is_static(sink->options))
        return;
    if (agents->compiled != NULL) {
        ptcc_compiled_declare(sink, plan);
        return;
    }
    ptcc_c_emit(sink, mark,
                C_JOIN(sink->arena, ptcc_c_linkage(sink, true),
                       ptc_str_of(agents->chain != NULL ? "extern const ptc_chain "
                                                        : "extern const ptc_agent "),
                       agent_root_id(plan), PTC_STR(";")));
    if (agents->run_id.len > 0)
        ptcc_c_emit(sink, mark,
                    C_JOIN(sink->arena, agent_run_note(sink, agents->chain),
                           ptcc_agent_run_head(sink, plan, true)));
}

void ptcc_agents_write(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    const ptcc_agents *agents = plan->agents;
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    for (size_t i = 0; i < agents->count; i++)
        agent_functions(sink, plan, agents->items[i]->tools,
                        agents->items[i]->file->agent->tool_count, false);
    for (size_t i = 0; i < agents->count; i++)
        agent_externs(sink, agents->items[i]->tools,
                      agents->items[i]->file->agent->tool_count);
    ptcc_pieces_lines(&sink->out, PTC_STR("/* clang-format off */\n"));
    if (agents->compiled != NULL)
        ptcc_compiled_tables(sink, plan);
    for (size_t i = 0; agents->compiled == NULL && i < agents->count; i++) {
        ptcc_agent_tables(sink, plan, agents->items[i]);
        ptc_arena_rewind(sink->arena, mark);
    }
    if (agents->chain != NULL)
        agent_chain_tables(sink, agents->chain);
    ptc_arena_rewind(sink->arena, mark);
    ptcc_pieces_paragraph(&sink->out, PTC_STR("/* clang-format on */\n"));
    if (agents->compiled != NULL)
        ptcc_compiled_functions(sink, plan);
    else if (agents->run_id.len > 0)
        ptcc_c_emit(sink, mark, agent_run(sink, plan));
}
