/* SPDX-License-Identifier: MIT */
/*
 * Finds what an agent file consists of, before any C is written: the agents that it
 * names, each once, and the contracts that they use.
 *
 * Contracts of agents, and of tools with functions over structs, have types in C; for all
 * others the schema is enough. [subagent 1]
 */
#include "generator/emit/agent.h"
#include "generator/text/c_text.h"
#include "generator/text/output.h"

#include "agent/plan/plan_int.h"
#include "schema/schema_int.h"

typedef struct plan_run {
    ptc_arena *arena;
    ptcc_agents *out;
    const ptc_agent_file *root; /* NULL: it is a chain */
    const ptc_chain_file *chain;
    ptc_str stem;
    bool failed;
} plan_run;

static void *plan_array(plan_run *run, size_t count, size_t size)
{
    void *array = ptc_arena_array(run->arena, count + 1, size);

    run->failed = run->failed || array == NULL;
    return array;
}

static ptc_str plan_join(plan_run *run, ptc_str base, ptc_str name)
{
    return C_JOIN(run->arena, base, PTC_STR("_"), name);
}

/* --- Places --------------------------------------------------------------------------
 */

/* Where the user wrote what a contract is made of. */
typedef struct plan_place {
    const ptc_source *source;
    ptc_span span;
    ptc_str subject; /* `the signature of tool "find"` */
    ptcc_agent_declared declared;
} plan_place;

/* `what` is the user's word, `name` what it belongs to, `declared` the declaration that
 * it names, or NULL. */
static plan_place plan_place_of(plan_run *run, const ptc_agent_file *file, ptc_span span,
                                const char *what, ptc_str name,
                                const ptc_contract *declared)
{
    ptc_text text;

    ptc_text_init(&text, run->arena);
    ptc_text_cstr(&text, what);
    if (name.len > 0)
        ptc_text_byte(&text, '"');
    ptc_visible_write(&text, name);
    if (name.len > 0)
        ptc_text_byte(&text, '"');
    if (declared != NULL) {
        ptc_text_cstr(&text, " (:");
        ptc_visible_write(&text, declared->name);
        ptc_text_byte(&text, ')');
    }
    run->failed = run->failed || text.failed;
    return (plan_place){file->source, span, ptc_text_view(&text), {declared, declared}};
}

/* --- Contracts --------------------------------------------------------------------- */

static bool plan_is_same(plan_run *run, const ptc_contract *contract, ptc_str name,
                         const ptc_schema *schema)
{
    return ptc_str_equal_folded(contract->name, name) &&
           ptc_schema_hash_in(run->arena, &contract->schema) ==
               ptc_schema_hash_in(run->arena, schema);
}

/* Room for one more contract and its role. */
static bool plan_reserve(plan_run *run)
{
    ptcc_agents *out = run->out;
    size_t capacity = out->contract_capacity ? 2 * out->contract_capacity : 16;
    ptc_contract *contracts;
    ptcc_c_role *roles;
    ptc_str *subjects;
    ptcc_agent_declared *declared;

    if (out->contract_count < out->contract_capacity)
        return true;
    contracts = plan_array(run, capacity, sizeof *contracts);
    roles = plan_array(run, capacity, sizeof *roles);
    subjects = plan_array(run, capacity, sizeof *subjects);
    declared = plan_array(run, capacity, sizeof *declared);
    if (run->failed)
        return false;
    if (out->contract_count > 0) {
        memcpy(contracts, out->contracts, out->contract_count * sizeof *contracts);
        memcpy(roles, out->roles, out->contract_count * sizeof *roles);
        memcpy(subjects, out->subjects, out->contract_count * sizeof *subjects);
        memcpy(declared, out->declared, out->contract_count * sizeof *declared);
    }
    out->contracts = contracts;
    out->roles = roles;
    out->subjects = subjects;
    out->declared = declared;
    out->contract_capacity = capacity;
    return true;
}

/* The index of the contract, which is added if it is new. */
static size_t plan_use(plan_run *run, const ptc_schema *schema, ptc_str name,
                       ptcc_c_role role, plan_place place)
{
    ptcc_agents *out = run->out;

    if (schema == NULL)
        return PTCC_NO_CONTRACT;
    for (size_t i = 0; i < out->contract_count; i++) {
        if (!plan_is_same(run, &out->contracts[i], name, schema))
            continue;
        if (out->roles[i] == PTCC_ROLE_TABLE) {
            out->roles[i] = role;
            out->declared[i] = place.declared;
        }
        return i;
    }
    if (!plan_reserve(run))
        return PTCC_NO_CONTRACT;
    out->roles[out->contract_count] = role;
    out->subjects[out->contract_count] = place.subject;
    out->declared[out->contract_count] = place.declared;
    out->contracts[out->contract_count] = (ptc_contract){
        .name = name, .schema = *schema, .source = place.source, .span = place.span};
    return out->contract_count++;
}

/* --- Names ------------------------------------------------------------------------- */

/* What an agent of another file is called in C: after that. */
static ptc_str plan_name(const ptc_agent_file *file)
{
    static const char *const endings[] = {".agent.edn", ".agent.json"};
    ptc_str name = ptc_base_name(file->source->name);

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t len = strlen(endings[i]);

        if (name.len > len && memcmp(name.ptr + name.len - len, endings[i], len) == 0)
            return ptc_str_make(name.ptr, name.len - len);
    }
    return name;
}

/* --- Agents ------------------------------------------------------------------------ */

static const ptcc_agent *plan_agent(plan_run *run, const ptc_agent_file *file);

static ptcc_agent_tool *plan_tools(plan_run *run, const ptc_agent_file *file,
                                   ptc_str base, const ptc_agent_tool *tools,
                                   const ptc_agent_file_tool *facts, size_t count);

static void plan_llm_tool(plan_run *run, const ptc_agent_file *file,
                          ptcc_agent_tool *tool)
{
    const ptc_llm_tool *asked = tool->tool->llm_tool;
    ptc_str name = ptc_str_of(tool->tool->name);

    tool->contract =
        plan_use(run, asked->signature, tool->base, PTCC_ROLE_TABLE,
                 plan_place_of(run, file, tool->facts->span, "the signature of tool ",
                               name, tool->facts->contract));
    tool->json_contract =
        plan_use(run, asked->json_signature, plan_join(run, tool->base, PTC_STR("json")),
                 PTCC_ROLE_TABLE,
                 plan_place_of(run, file, tool->facts->span,
                               "the json_signature of tool ", name, NULL));
    if (asked->tool_count > 0)
        tool->tools = plan_tools(run, file, tool->base, asked->tools, tool->facts->tools,
                                 asked->tool_count);
}

/* A tool with a contract is a function over structs. If a declaration names it, it has
 * that name, so that agents which share the declaration share the function. */
static void plan_function(plan_run *run, const ptc_agent_file *file,
                          ptcc_agent_tool *tool)
{
    const ptc_tool *function = tool->tool->function;
    const ptc_contract *declared = tool->facts->contract;
    ptc_str name = declared != NULL ? declared->name : tool->base;

    tool->is_typed = function->signature != NULL && !(function->flags & PTC_TOOL_RAW);
    tool->contract = plan_use(
        run, function->signature, name, tool->is_typed ? PTCC_ROLE_TOOL : PTCC_ROLE_TABLE,
        plan_place_of(run, file, tool->facts->span, "the signature of tool ",
                      ptc_str_of(tool->tool->name), declared));
    tool->function_id = tool->facts->symbol;
    tool->stub_id = tool->function_id;
}

/* The constant of another pair, called after its file. What it takes and gives is written
 * down where programs were checked for that. */
static void plan_compiled(plan_run *run, const ptc_agent_file *file,
                          ptcc_agent_tool *tool)
{
    tool->compiled_id = plan_name(tool->facts->agent);
    if (run->out->compiled == NULL)
        return;
    tool->contract =
        plan_use(run, tool->tool->compiled->signature, tool->base, PTCC_ROLE_TABLE,
                 plan_place_of(run, file, tool->facts->span, "the signature of tool ",
                               ptc_str_of(tool->tool->name), NULL));
}

static ptcc_agent_tool *plan_tools(plan_run *run, const ptc_agent_file *file,
                                   ptc_str base, const ptc_agent_tool *tools,
                                   const ptc_agent_file_tool *facts, size_t count)
{
    ptcc_agent_tool *planned = plan_array(run, count, sizeof *planned);

    for (size_t i = 0; !run->failed && i < count; i++) {
        ptcc_agent_tool *tool = &planned[i];

        *tool = (ptcc_agent_tool){.tool = &tools[i],
                                  .facts = &facts[i],
                                  .contract = PTCC_NO_CONTRACT,
                                  .json_contract = PTCC_NO_CONTRACT};
        tool->base = plan_join(run, base, ptc_str_of(tools[i].name));
        if (tools[i].function != NULL)
            plan_function(run, file, tool);
        else if (tools[i].llm_tool != NULL)
            plan_llm_tool(run, file, tool);
        else if (tools[i].compiled != NULL)
            plan_compiled(run, file, tool);
        else if (facts[i].agent != NULL)
            tool->agent = plan_agent(run, facts[i].agent);
    }
    return planned;
}

/* --- Built-in tools ------------------------------------------------------------------
 */

/* Built-in tools of a compiled agent are rows like others, of constants of the runtime.
 */
static void plan_builtins(plan_run *run, ptcc_agent *agent)
{
    const ptc_agent *meant = agent->file->agent;
    const ptc_plan plan = {.agent = *meant};
    ptcc_agent_tool *planned =
        plan_array(run, meant->tool_count + PTC_PLAN_BUILTINS, sizeof *planned);
    const ptc_tool *builtin;

    if (run->failed)
        return;
    memcpy(planned, agent->tools, meant->tool_count * sizeof *planned);
    for (size_t i = 0; (builtin = ptc_plan_builtin(&plan, i)) != NULL; i++) {
        ptcc_agent_tool *tool = &planned[meant->tool_count + i];
        ptc_agent_tool *row = plan_array(run, 1, sizeof *row);

        if (row == NULL)
            return;
        *row = (ptc_agent_tool){.name = builtin->name, .function = builtin};
        *tool =
            (ptcc_agent_tool){.tool = row,
                              .base = plan_join(run, agent->base, ptc_str_of(row->name)),
                              .json_contract = PTCC_NO_CONTRACT,
                              .builtin_id = c_ident(run->arena, PTC_STR("ptc_tool"),
                                                    ptc_str_of(row->name))};
        tool->contract = plan_use(run, builtin->signature, tool->base, PTCC_ROLE_TABLE,
                                  plan_place_of(run, agent->file, (ptc_span){0, 1},
                                                "the signature of tool ",
                                                ptc_str_of(row->name), NULL));
        agent->builtin_count++;
    }
    agent->tools = planned;
}

/* --- Names ---------------------------------------------------------------------------
 */

/* An agent that is in a chain goes by its name: "relay_critic", or "relay-4" when it
 * has got one of the chain and its place. */
static ptc_str plan_held(plan_run *run, const ptc_agent_file *file)
{
    ptc_str name = ptc_str_of(file->agent->name);
    size_t len = run->stem.len;
    bool is_numbered = name.len > len && name.ptr[len] == '-' &&
                       memcmp(name.ptr, run->stem.ptr, len) == 0;

    return is_numbered ? name : plan_join(run, run->stem, name);
}

static ptc_str plan_base(plan_run *run, const ptc_agent_file *file)
{
    if (run->chain == NULL && file == run->root)
        return run->stem;
    if (run->chain != NULL && file->source == run->chain->source)
        return plan_held(run, file);
    return plan_join(run, run->stem, plan_name(file));
}

static void plan_add(plan_run *run, ptcc_agent *agent)
{
    ptcc_agents *out = run->out;
    ptcc_agent **place =
        PTC_ARENA_PUSH(run->arena, out->items, out->count, out->capacity);

    run->failed = run->failed || place == NULL;
    if (place != NULL)
        *place = agent;
}

static size_t *plan_catalog(plan_run *run, const ptc_agent_file *file, ptc_str base)
{
    const ptc_agent *agent = file->agent;
    size_t *catalog = plan_array(run, agent->catalog_count, sizeof *catalog);

    for (size_t i = 0; !run->failed && i < agent->catalog_count; i++)
        catalog[i] =
            plan_use(run, agent->catalog[i].schema,
                     plan_join(run, base, agent->catalog[i].name), PTCC_ROLE_TABLE,
                     plan_place_of(run, file, file->catalog[i],
                                   "the signature in tool_catalog of ",
                                   agent->catalog[i].name, NULL));
    return catalog;
}

/* The agent of a file, after those that it names. Files do not name each other in
 * circles: the reader has seen to that. */
static const ptcc_agent *plan_agent(plan_run *run, const ptc_agent_file *file)
{
    const ptc_agent *meant = file->agent;
    ptcc_agent *agent;

    for (size_t i = 0; i < run->out->count; i++) {
        if (run->out->items[i]->file == file)
            return run->out->items[i];
    }
    agent = plan_array(run, 1, sizeof *agent);
    if (agent == NULL)
        return NULL;
    agent->file = file;
    agent->is_root = run->chain == NULL && file == run->root;
    agent->base = plan_base(run, file);
    agent->contract =
        plan_use(run, meant->signature, agent->base,
                 agent->is_root ? PTCC_ROLE_AGENT : PTCC_ROLE_TABLE,
                 plan_place_of(run, file, file->signature_span, "the signature",
                               PTC_STR(""), file->contract));
    if (run->out->compiled == NULL) /* otherwise it is not used */
        agent->catalog = plan_catalog(run, file, agent->base);
    agent->tools =
        plan_tools(run, file, agent->base, meant->tools, file->tools, meant->tool_count);
    if (run->out->compiled != NULL)
        plan_builtins(run, agent);
    plan_add(run, agent);
    return agent;
}

bool ptcc_agents_plan(ptc_arena *arena, const ptc_agent_file *root, ptc_str stem,
                      const ptc_lock_compiled *compiled, ptcc_agents *out)
{
    plan_run run = {.arena = arena, .out = out, .root = root, .stem = stem};
    const ptcc_agent *agent;

    memset(out, 0, sizeof *out);
    out->compiled = compiled;
    agent = plan_agent(&run, root);
    out->contract = agent != NULL ? agent->contract : PTCC_NO_CONTRACT;
    return !run.failed && !arena->failed;
}

/* --- Chains ------------------------------------------------------------------------ */

/* The contract of the whole chain; none where one of its ends has no signature. */
static size_t plan_chain_contract(plan_run *run)
{
    const ptc_chain_file *file = run->chain;
    const ptc_schema *first = file->agents[0]->agent->signature;
    const ptc_schema *last = file->agents[file->chain->count - 1]->agent->signature;
    plan_place place = {
        file->source,
        file->spans[0],
        PTC_STR("the chain's parameters and result"),
        {file->agents[0]->contract, file->agents[file->chain->count - 1]->contract}};
    ptc_schema schema;

    if (first == NULL || last == NULL)
        return PTCC_NO_CONTRACT;
    if (ptcc_chain_schema(run->arena, first, last, &schema))
        return plan_use(run, &schema, run->stem, PTCC_ROLE_AGENT, place);
    run->failed = true;
    return PTCC_NO_CONTRACT;
}

bool ptcc_chain_plan(ptc_arena *arena, const ptc_chain_file *file, ptc_str stem,
                     ptcc_agents *out)
{
    plan_run run = {.arena = arena, .out = out, .chain = file, .stem = stem};
    size_t count = file->chain->count;

    memset(out, 0, sizeof *out);
    out->chain = plan_array(&run, 1, sizeof *out->chain);
    if (out->chain == NULL)
        return false;
    out->chain->file = file;
    out->contract = plan_chain_contract(&run);
    out->chain->agents = plan_array(&run, count, sizeof *out->chain->agents);
    for (size_t i = 0; i < count && !run.failed; i++)
        out->chain->agents[i] = plan_agent(&run, file->agents[i]);
    return !run.failed && !arena->failed;
}
