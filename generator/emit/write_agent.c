/* SPDX-License-Identifier: MIT */
/*
 * Agents as C: constants from the templates of their prompts to the agent itself, the
 * stubs of its tools, and a function that runs it by structs. Agents that it names come
 * along as constants of this file alone. Nothing is left to be read when it runs.
 * [subagent 1, 9.1, 11.4]
 */
#include "generator/emit/write_agent.h"

/* --- Names ------------------------------------------------------------------------- */

typedef struct agent_names {
    ptcc_c_file *file;
    ptcc_names functions; /* the user's: number is that of the contract, plus 1 */
    ptc_contract *place;  /* where names are claimed for */
} agent_names;

static void agent_claim(agent_names *run, ptc_span span, ptc_str id)
{
    run->place->span = span;
    ptcc_c_claim(run->file, run->place, span, id);
}

static void agent_check_function(agent_names *run, const ptcc_agent_tool *tool)
{
    ptc_str id = tool->function_id;
    ptc_diag *diag;

    if (c_is_ident(id))
        return;
    run->file->diags->source = run->place->source;
    diag = ptc_diag_add(run->file->diags, PTC_DIAG_GEN_TOOL, tool->facts->span,
                        "\"%.*s\" is no name of a C function", (int)id.len, id.ptr);
    ptc_diag_hint(run->file->diags, diag, ":fn names the function that the tool calls");
}

/* Tools may share a function when they share its contract. */
static void agent_name_function(agent_names *run, ptcc_agent_tool *tool)
{
    ptc_arena *arena = run->file->arena;
    uint64_t number = tool->is_typed ? (uint64_t)tool->contract + 1 : 0;
    bool is_new = true;
    ptcc_name *known = ptcc_names_add(&run->functions, tool->function_id, &is_new);

    agent_check_function(run, tool);
    if (tool->is_typed)
        tool->stub_id = c_ident(arena, tool->function_id, PTC_STR("stub"));
    if (known == NULL)
        return;
    tool->is_repeated = !is_new && known->number == number;
    known->number = number;
    if (tool->is_repeated)
        return;
    agent_claim(run, tool->facts->span, tool->function_id);
    if (tool->is_typed)
        agent_claim(run, tool->facts->span, tool->stub_id);
}

static void agent_name_tools(agent_names *run, ptcc_agent_tool *tools, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ptcc_agent_tool *tool = &tools[i];

        if (tool->tool->function != NULL)
            agent_name_function(run, tool);
        if (tool->tools != NULL)
            agent_name_tools(run, tool->tools, tool->tool->llm_tool->tool_count);
    }
}

void ptcc_agents_name(ptcc_c_file *file)
{
    agent_names run = {.file = file};

    ptcc_names_init(&run.functions, file->arena);
    for (size_t i = 0; i < file->agents->count; i++) {
        ptcc_agent *agent = file->agents->items[i];
        ptc_span span = {0, 1};

        run.place = ptc_arena_array(file->arena, 1, sizeof *run.place);
        if (run.place == NULL)
            return;
        run.place->source = agent->file->source;
        agent->id = c_global(file->arena, file->prefix, agent->base);
        agent_claim(&run, span, agent->id);
        if (agent->is_root && agent->contract != PTCC_NO_CONTRACT) {
            file->agents->run_id = c_global(file->arena, agent->id, PTC_STR("run"));
            agent_claim(&run, span, file->agents->run_id);
        }
        agent_name_tools(&run, agent->tools, agent->file->agent.tool_count);
    }
}

/* --- Functions --------------------------------------------------------------------- */

static const ptcc_c_contract *agent_contract(const ptcc_c_file *file, size_t index)
{
    return index != PTCC_NO_CONTRACT ? &file->contracts[index] : NULL;
}

static const ptcc_agent *agent_root(const ptcc_c_file *file)
{
    return file->agents->items[file->agents->count - 1];
}

static ptc_str agent_run_head(ptcc_c_file *file, bool is_declaration)
{
    const ptcc_c_contract *contract = agent_contract(file, agent_root(file)->contract);
    size_t results = contract->root_count - 1;
    ptc_str items[5];
    size_t count = 0;

    if (results > 0)
        items[count++] = C_JOIN(file->arena, PTC_STR("const "),
                                contract->roots[0].type_id, PTC_STR(" *in"));
    items[count++] = PTC_STR("const ptc_agent_options *options");
    items[count++] = PTC_STR("ptc_arena *arena");
    items[count++] =
        C_JOIN(file->arena, contract->roots[results].type_id, PTC_STR(" *out"));
    items[count++] = PTC_STR("const ptc_step **step");
    return host_wrap_list(&file->host,
                          C_JOIN(file->arena, ptcc_c_linkage(file, is_declaration),
                                 PTC_STR("ptc_status "), file->agents->run_id),
                          items, count, ptc_str_of(is_declaration ? ";" : ""), 0);
}

static ptc_str agent_run(ptcc_c_file *file)
{
    const ptcc_c_contract *contract = agent_contract(file, agent_root(file)->contract);
    size_t results = contract->root_count - 1;

    return HOST_FILL(
        &file->host, ptcc_template_agent_run, {"run_code", agent_run_head(file, false)},
        {"agent_id", agent_root(file)->id}, {"type_id", contract->type_id},
        {"in_lit", results > 0 ? c_decimal(file->arena, contract->roots[0].node)
                               : ptc_str_make(NULL, 0)},
        {"out_lit", c_decimal(file->arena, contract->roots[results].node)});
}

/* The prototype of a function over values. */
static ptc_str agent_plain_head(ptcc_c_file *file, const ptcc_agent_tool *tool)
{
    const ptc_str items[] = {PTC_STR("ptc_tool_call *call"), PTC_STR("void *user")};
    ptc_str note = C_JOIN(
        file->arena, PTC_STR("Yours to define: what a call of "),
        c_note(file->arena, ptc_str_of(tool->tool->name)),
        PTC_STR(" does, which has no signature to make structs of; see <ptc/tool.h>."));

    return HOST_FILL(
        &file->host, ptcc_template_tool_head,
        {"comment_code", host_wrap_comment(&file->host, note, 0)},
        {"function_code",
         host_wrap_list(&file->host,
                        C_JOIN(file->arena, PTC_STR("ptc_status "), tool->function_id),
                        items, 2, PTC_STR(";"), 0)});
}

static void agent_functions(ptcc_c_file *file, const ptcc_agent_tool *tools, size_t count,
                            bool is_declaration)
{
    ptc_arena_mark mark = ptc_arena_place(file->arena);

    for (size_t i = 0; i < count; i++) {
        const ptcc_agent_tool *tool = &tools[i];
        const ptcc_c_contract *contract = agent_contract(file, tool->contract);
        bool is_shown = tool->tool->function != NULL && !tool->is_repeated;

        if (tool->tools != NULL)
            agent_functions(file, tool->tools, tool->tool->llm_tool->tool_count,
                            is_declaration);
        if (is_shown && is_declaration)
            ptcc_c_emit(file, mark,
                        tool->is_typed
                            ? ptcc_c_tool_head(file, contract, tool->function_id)
                            : agent_plain_head(file, tool));
        else if (is_shown && tool->is_typed)
            ptcc_c_emit(
                file, mark,
                ptcc_c_tool_stub(file, contract, tool->stub_id, tool->function_id));
    }
}

void ptcc_agents_declare(ptcc_c_file *file)
{
    ptc_arena_mark mark = ptc_arena_place(file->arena);
    const ptcc_agents *agents = file->agents;

    for (size_t i = 0; i < agents->count; i++)
        agent_functions(file, agents->items[i]->tools,
                        agents->items[i]->file->agent.tool_count, true);
    if (ptcc_c_is_static(file))
        return;
    ptcc_c_emit(file, mark,
                C_JOIN(file->arena, ptcc_c_linkage(file, true),
                       PTC_STR("extern const ptc_agent "), agent_root(file)->id,
                       PTC_STR(";")));
    if (agents->run_id.len > 0)
        ptcc_c_emit(file, mark,
                    C_JOIN(file->arena,
                           PTC_STR("/* Runs it: PTC_OK with `*out` set, else `*step`, if "
                                   "any, says why. */\n"),
                           agent_run_head(file, true)));
}

void ptcc_agents_write(ptcc_c_file *file)
{
    const ptcc_agents *agents = file->agents;
    ptc_arena_mark mark = ptc_arena_place(file->arena);

    for (size_t i = 0; i < agents->count; i++)
        agent_functions(file, agents->items[i]->tools,
                        agents->items[i]->file->agent.tool_count, false);
    ptcc_pieces_lines(file->out, PTC_STR("/* clang-format off */\n"));
    for (size_t i = 0; i < agents->count; i++) {
        ptcc_agent_tables(file, agents->items[i]);
        ptc_arena_rewind(file->arena, mark);
    }
    ptcc_pieces_paragraph(file->out, PTC_STR("/* clang-format on */\n"));
    if (agents->run_id.len > 0)
        ptcc_c_emit(file, mark, agent_run(file));
}
