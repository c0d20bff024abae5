/* SPDX-License-Identifier: MIT */
/* Names of agents and chains: their constants, the function that runs the file's own
 * agent, and the functions of their tools, which several tools may share. [subagent 1,
 * 12] */
#include "generator/emit/agent.h"
#include "generator/emit/owners.h"
#include "generator/text/c_text.h"
#include "generator/text/output.h"

typedef struct agent_names {
    ptcc_c_names *names;
    ptcc_names functions; /* the user's: number is that of the contract, plus 1 */
    ptcc_names compiled;  /* constants of other pairs */
    ptc_contract *place;  /* where names are claimed for */
} agent_names;

static void agent_claim(agent_names *run, ptc_span span, ptc_str id)
{
    run->place->span = span;
    ptcc_c_claim(run->names, run->place, span, id);
}

static void agent_check_function(agent_names *run, const ptcc_agent_tool *tool)
{
    ptc_str id = tool->function_id;
    ptc_diag *diag;

    if (c_is_ident(id))
        return;
    run->names->diags->source = run->place->source;
    diag = ptc_diag_add(run->names->diags, PTC_DIAG_GEN_TOOL, tool->facts->span,
                        "\"%.*s\" is not the name of a C function", (int)id.len, id.ptr);
    ptc_diag_hint(run->names->diags, diag, ":fn names the function that the tool calls");
}

/* Whether `:fn` names the function that the header of the tool's contract declares with
 * --tool-stubs: then the agent calls that one. */
static bool agent_is_declared(const agent_names *run, const ptcc_agent_tool *tool)
{
    const ptc_contract *declared = tool->facts->contract;
    const ptcc_c_plan *plan = run->names->plan;

    if (!tool->is_typed || declared == NULL)
        return false;
    for (size_t i = 0; i < plan->owner_count; i++) {
        const ptcc_owner *owner = plan->owners[i];
        const ptcc_c_contract *contract = ptcc_c_find(owner->plan, declared->name);

        if (contract != NULL && owner->source == declared->source &&
            contract->function_id.len > 0 &&
            ptc_str_equal(contract->function_id, tool->function_id))
            return true;
    }
    return false;
}

/* Tools may share a function when they share its contract. */
static void agent_name_function(agent_names *run, ptcc_agent_tool *tool)
{
    ptc_arena *arena = run->names->arena;
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
    tool->is_declared = agent_is_declared(run, tool);
    if (!tool->is_declared)
        agent_claim(run, tool->facts->span, tool->function_id);
    if (tool->is_typed)
        agent_claim(run, tool->facts->span, tool->stub_id);
}

/* The constant of a compiled agent, as a pair with the same options has it. */
static void agent_name_other(agent_names *run, ptcc_agent_tool *tool)
{
    ptc_arena *arena = run->names->arena;
    ptc_str base = c_global(arena, run->names->options->prefix, tool->compiled_id);
    bool is_new = true;

    tool->compiled_id = c_global(arena, base, PTC_STR("compiled"));
    if (ptcc_names_add(&run->compiled, tool->compiled_id, &is_new) == NULL)
        return;
    tool->is_known = !is_new;
    if (is_new)
        agent_claim(run, tool->facts->span, tool->compiled_id);
}

static void agent_name_tools(agent_names *run, ptcc_agent_tool *tools, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ptcc_agent_tool *tool = &tools[i];

        if (tool->tool->function != NULL)
            agent_name_function(run, tool);
        if (tool->compiled_id.len > 0)
            agent_name_other(run, tool);
        if (tool->tools != NULL)
            agent_name_tools(run, tool->tools, tool->tool->llm_tool->tool_count);
    }
}

/* Names are claimed for a file from now on; false when memory was refused. */
static bool agent_begin(agent_names *run, const ptc_source *source)
{
    run->place = ptc_arena_array(run->names->arena, 1, sizeof *run->place);
    if (run->place != NULL)
        run->place->source = source;
    return run->place != NULL;
}

/* The function that runs what the file is of, called `id`. */
static void agent_name_run(agent_names *run, ptcc_agents *agents, ptc_span span,
                           ptc_str id)
{
    bool is_compiled = agents->compiled != NULL;

    if (agents->contract == PTCC_NO_CONTRACT)
        return;
    agents->run_id =
        c_global(run->names->arena, id, ptc_str_of(is_compiled ? "execute" : "run"));
    agent_claim(run, span, agents->run_id);
}

/* What a compiled agent has whether it has a signature or not. */
static void agent_name_compiled(agent_names *run, ptcc_agents *agents, ptc_span span,
                                ptc_str id)
{
    ptc_arena *arena = run->names->arena;

    if (agents->compiled == NULL)
        return;
    agents->compiled_id = c_global(arena, id, PTC_STR("compiled"));
    agents->value_id = c_global(arena, id, PTC_STR("execute_value"));
    agent_claim(run, span, agents->compiled_id);
    agent_claim(run, span, agents->value_id);
}

static void agent_name_chain(agent_names *run, ptcc_agents *agents, ptc_str stem)
{
    ptcc_chain *chain = agents->chain;
    ptc_arena *arena = run->names->arena;
    ptc_str prefix = run->names->options->prefix;
    ptc_span span = chain->file->spans[0];

    if (!agent_begin(run, chain->file->source))
        return;
    chain->id = c_global(arena, prefix, stem);
    chain->steps_id = c_constant(arena, chain->id, PTC_STR("steps"));
    agent_claim(run, span, chain->id);
    agent_claim(run, span, chain->steps_id);
    agent_name_run(run, agents, span, chain->id);
}

/* --- Agents of a chain ------------------------------------------------------------- */

/* The name of an agent of the chain: its own, or that of its file. */
static ptc_str chain_name_of(const ptcc_chain *chain, size_t number, bool *is_file)
{
    const ptc_agent_file *agent = chain->agents[number]->file;

    *is_file = agent->source != chain->file->source;
    return *is_file ? ptc_base_name(agent->source->name) : ptc_str_of(agent->agent->name);
}

static void chain_tell_twins(ptcc_c_names *names, const ptcc_chain *chain, size_t one,
                             size_t other, ptc_str id)
{
    bool is_file[2];
    ptc_str first = chain_name_of(chain, one, &is_file[0]);
    ptc_str second = chain_name_of(chain, other, &is_file[1]);
    const char *shown[2] = {ptc_diag_quote(names->diags, first),
                            ptc_diag_quote(names->diags, second)};
    ptc_span span = chain->file->spans[other];
    ptc_diag *diag;

    names->diags->source = chain->file->source;
    if (is_file[0] == is_file[1] && ptc_str_equal(first, second))
        diag = ptc_diag_add(names->diags, PTC_DIAG_GEN_COLLISION, span,
                            "two agents of the chain are %s \"%s\": agents %zu and %zu",
                            is_file[0] ? "files named" : "named", shown[0], one + 1,
                            other + 1);
    else
        diag = ptc_diag_add(names->diags, PTC_DIAG_GEN_COLLISION, span,
                            "agents %zu \"%s\" and %zu \"%s\" of the chain would both be "
                            "\"%.*s\" in C",
                            one + 1, shown[0], other + 1, shown[1], (int)id.len, id.ptr);
    ptc_diag_hint(names->diags, diag,
                  "rename one of the two; case and punctuation do not tell names apart "
                  "in C");
}

bool ptcc_chain_check_names(ptcc_c_names *names, const ptcc_chain *chain)
{
    ptc_arena *arena = names->arena;
    size_t errors = names->diags->errors;
    ptcc_names known;
    bool is_new;

    ptcc_names_init(&known, arena);
    for (size_t i = 0; i < chain->file->chain->count; i++) {
        ptc_str id = c_global(arena, names->options->prefix, chain->agents[i]->base);
        ptcc_name *name = arena->failed ? NULL : ptcc_names_add(&known, id, &is_new);

        if (name == NULL)
            return false;
        if (is_new)
            name->number = i;
        else if (chain->agents[name->number] != chain->agents[i])
            chain_tell_twins(names, chain, (size_t)name->number, i, id);
    }
    return names->diags->errors == errors;
}

/* --- All --------------------------------------------------------------------------- */

void ptcc_agents_name(ptcc_c_names *names, ptcc_agents *agents, ptc_str stem)
{
    agent_names run = {.names = names};

    ptcc_names_init(&run.functions, names->arena);
    ptcc_names_init(&run.compiled, names->arena);
    if (agents->chain != NULL)
        agent_name_chain(&run, agents, stem);
    for (size_t i = 0; i < agents->count; i++) {
        ptcc_agent *agent = agents->items[i];
        ptc_span span = {0, 1};

        if (!agent_begin(&run, agent->file->source))
            return;
        agent->id = c_global(names->arena, names->options->prefix, agent->base);
        agent_claim(&run, span, agent->id);
        if (agent->is_root) {
            agent_name_run(&run, agents, span, agent->id);
            agent_name_compiled(&run, agents, span, agent->id);
        }
        agent_name_tools(&run, agent->tools, agent->file->agent->tool_count);
    }
}
