/* SPDX-License-Identifier: MIT */
/*
 * Chooses the contracts to write, and puts their nodes into one array.
 *
 * The contracts of a file share the nodes of the types that they use; each has its own
 * part of the array. The plan has such an array too: of the contracts that the file
 * declares and the included types that these use, in the order in which they are written.
 * The contracts of agents come from many texts, and each of them gets its own tree.
 */
#include "base/base_int.h"
#include "generator/emit/agent.h"
#include "generator/emit/plan.h"
#include "schema/schema_int.h"

#include <stdlib.h>

/* Nodes of a contract of an agent, with all types written out. */
#define NODES_OF_AGENT_MAX ((size_t)1 << 16)

/* --- Whose nodes -------------------------------------------------------------------- */

static int nodes_compare(const void *a, const void *b)
{
    const ptcc_c_part *x = a;
    const ptcc_c_part *y = b;

    return x->root < y->root ? -1 : x->root > y->root;
}

/* The index of the contract whose nodes the index is one of. */
static uint32_t nodes_find(const ptcc_c_part *parts, size_t count, uint32_t index)
{
    size_t low = 0;

    while (count - low > 1) {
        size_t middle = low + (count - low) / 2;

        if (parts[middle].root <= index)
            low = middle;
        else
            count = middle;
    }
    return parts[low].contract;
}

/* Whether children of a node, or what it refers to, are before the schema. */
static bool nodes_lead_out(const ptc_schema *schema, const ptc_schema_node *node)
{
    bool has_children = ptc_type_has_children((ptc_type)node->type) && node->count > 0;

    return (has_children || node->type == PTC_TYPE_REF) && node->first < schema->root;
}

ptcc_c_contract *ptcc_c_owner(const ptcc_c_plan *plan, const ptcc_c_contract *contract,
                              const ptc_schema_node *node)
{
    if (!nodes_lead_out(&contract->contract->schema, node))
        return NULL;
    return &plan->contracts[nodes_find(plan->parts, plan->count, node->first)];
}

/* --- Choosing ----------------------------------------------------------------------- */

typedef struct choice_run {
    const ptc_contracts *contracts;
    ptc_arena *arena;
    ptcc_c_part *parts; /* of all contracts */
    ptc_names types;    /* included types: the number of a contract */
    bool *is_chosen;
    uint32_t *pending;
    size_t pending_count;
} choice_run;

static bool choice_start(choice_run *run)
{
    size_t count = run->contracts->count;

    ptc_names_init(&run->types, run->arena);
    run->parts = ptc_arena_array(run->arena, count, sizeof *run->parts);
    run->is_chosen = ptc_arena_array(run->arena, count, sizeof *run->is_chosen);
    run->pending = ptc_arena_array(run->arena, count, sizeof *run->pending);
    if (run->parts == NULL || run->is_chosen == NULL || run->pending == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const ptc_contract *contract = &run->contracts->items[i];

        run->parts[i] = (ptcc_c_part){contract->schema.root, (uint32_t)i};
        if (contract->is_type && contract->is_included &&
            ptc_names_add(&run->types, contract->name, (uint32_t)i) == NULL)
            return false;
    }
    qsort(run->parts, count, sizeof *run->parts, nodes_compare);
    return true;
}

static void choice_add(choice_run *run, uint32_t contract)
{
    if (run->is_chosen[contract])
        return;
    run->is_chosen[contract] = true;
    run->pending[run->pending_count++] = contract;
}

/* Chooses the included types that a contract uses: by name, or for their children. */
static void choice_follow(choice_run *run, const ptc_schema *schema)
{
    for (uint32_t i = schema->root; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];
        const ptc_name_entry *type =
            node->extra != NULL && node->extra->named_type.len > 0
                ? ptc_names_find(&run->types, node->extra->named_type)
                : NULL;

        if (type != NULL)
            choice_add(run, type->value);
        if (nodes_lead_out(schema, node))
            choice_add(run, nodes_find(run->parts, run->contracts->count, node->first));
    }
}

static bool choice_make(ptcc_c_plan *plan, const choice_run *run)
{
    size_t count = run->contracts->count;

    plan->contracts = ptc_arena_array(plan->arena, count, sizeof *plan->contracts);
    plan->parts = ptc_arena_array(plan->arena, count, sizeof *plan->parts);
    if (plan->contracts == NULL || plan->parts == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const ptc_contract *contract = &run->contracts->items[i];
        ptcc_c_contract *made = &plan->contracts[plan->count];

        if (!run->is_chosen[i])
            continue;
        made->contract = contract;
        made->role = contract->is_included ? PTCC_ROLE_TYPE : PTCC_ROLE_CONTRACT;
        plan->parts[plan->count] =
            (ptcc_c_part){contract->schema.root, (uint32_t)plan->count};
        plan->count++;
    }
    qsort(plan->parts, plan->count, sizeof *plan->parts, nodes_compare);
    return true;
}

bool ptcc_c_choose(ptcc_c_plan *plan, const ptc_contracts *contracts)
{
    ptc_arena_mark mark = ptc_arena_place(plan->scratch);
    choice_run run = {.contracts = contracts, .arena = plan->scratch};
    bool is_done = choice_start(&run);

    for (size_t i = 0; is_done && i < contracts->count; i++) {
        if (!contracts->items[i].is_included)
            choice_add(&run, (uint32_t)i);
    }
    while (is_done && run.pending_count > 0) {
        uint32_t contract = run.pending[--run.pending_count];

        choice_follow(&run, &contracts->items[contract].schema);
    }
    is_done = is_done && choice_make(plan, &run);
    ptc_arena_rewind(plan->scratch, mark);
    return is_done;
}

bool ptcc_c_choose_agents(ptcc_c_plan *plan, const ptc_contracts *contracts,
                          ptc_diags *diags)
{
    plan->contracts =
        ptc_arena_array(plan->arena, contracts->count, sizeof *plan->contracts);
    if (plan->contracts == NULL)
        return false;
    for (size_t i = 0; i < contracts->count; i++) {
        const ptc_contract *contract = &contracts->items[i];
        ptc_contract *own = ptc_arena_array(plan->arena, 1, sizeof *own);
        ptc_status status;

        if (own == NULL)
            return false;
        *own = *contract;
        status = ptc_schema_unfold(plan->arena, &contract->schema, NODES_OF_AGENT_MAX,
                                   false, &own->schema);
        if (status == PTC_ERROR_MEMORY)
            return false;
        if (status != PTC_OK) {
            diags->source = contract->source;
            ptc_diag_add(diags, PTC_DIAG_SIG_TOO_LARGE, contract->span,
                         "%.*s has more than %zu parts, with named types written out",
                         (int)plan->agents->subjects[i].len,
                         plan->agents->subjects[i].ptr, NODES_OF_AGENT_MAX);
        }
        plan->contracts[plan->count].role = plan->agents->roles[i];
        plan->contracts[plan->count++].contract = own;
    }
    return true;
}

/* --- One array ---------------------------------------------------------------------- */

/* How far nodes move that are at `index` of the array of a contract. */
static uint32_t gather_move(const ptcc_c_plan *plan, const ptcc_c_contract *contract,
                            uint32_t index, const uint32_t *starts)
{
    const ptc_schema *schema = &contract->contract->schema;
    uint32_t owner = (uint32_t)(contract - plan->contracts);

    if (index < schema->root)
        owner = nodes_find(plan->parts, plan->count, index);
    return starts[owner] - plan->contracts[owner].contract->schema.root;
}

/* Copies the nodes of a contract to its place. */
static void gather_nodes(const ptcc_c_plan *plan, const ptcc_c_contract *contract,
                         const uint32_t *starts, ptc_schema_node *nodes)
{
    const ptc_schema *schema = &contract->contract->schema;
    uint32_t own = gather_move(plan, contract, schema->root, starts);

    for (uint32_t i = schema->root; i < schema->count; i++) {
        ptc_schema_node *node = &nodes[i + own];

        *node = schema->nodes[i];
        node->parent += own;
        if (node->type == PTC_TYPE_REF || ptc_type_has_children((ptc_type)node->type))
            node->first += gather_move(plan, contract, node->first, starts);
    }
}

/* The first node that points to the same as `index` does. */
static uint32_t gather_first(ptcc_names *seen, const void *pointer, uint32_t index)
{
    char *key;
    ptcc_name *name;
    bool is_new;

    if (pointer == NULL)
        return index;
    key = ptc_arena_copy(seen->ids.arena, &pointer, sizeof pointer);
    name = key != NULL ? ptcc_names_add(seen, ptc_str_make(key, sizeof pointer), &is_new)
                       : NULL;
    if (name == NULL)
        return index;
    if (is_new)
        name->number = index;
    return (uint32_t)name->number;
}

/* Finds which nodes share what they point to. */
static void gather_tables(ptcc_c_plan *plan, const ptc_schema_node *nodes)
{
    ptcc_names seen;

    ptcc_names_init(&seen, plan->scratch);
    for (uint32_t i = 0; i < plan->node_count; i++) {
        plan->nodes[i].interval_node = gather_first(&seen, nodes[i].interval, i);
        plan->nodes[i].members_node = gather_first(&seen, nodes[i].members, i);
        plan->nodes[i].patterns_node =
            gather_first(&seen, nodes[i].pattern_count > 0 ? nodes[i].patterns : NULL, i);
    }
}

/* The hashes of the schemas, which are in one array by now. */
static bool gather_hashes(ptcc_c_plan *plan, const ptc_schema_node *nodes)
{
    const ptc_schema all = {nodes, 0, plan->node_count};
    ptc_hashes hashes;

    if (!ptc_hashes_init(&hashes, plan->scratch, &all))
        return false;
    for (size_t i = 0; i < plan->count; i++)
        plan->contracts[i].hash =
            ptc_hashes_of(&hashes, &plan->contracts[i].contract->schema);
    return true;
}

bool ptcc_c_gather(ptcc_c_plan *plan)
{
    ptc_arena_mark mark = ptc_arena_place(plan->scratch);
    ptc_contract *contracts =
        ptc_arena_array(plan->arena, plan->count, sizeof *contracts);
    uint32_t *starts = ptc_arena_array(plan->scratch, plan->count, sizeof *starts);
    ptc_schema_node *nodes = NULL;

    for (size_t i = 0; starts != NULL && i < plan->count; i++) {
        const ptc_schema *schema = &plan->order[i]->contract->schema;

        starts[plan->order[i] - plan->contracts] = plan->node_count;
        plan->node_count += schema->count - schema->root;
    }
    if (starts != NULL)
        nodes = ptc_arena_array(plan->arena, plan->node_count, sizeof *nodes);
    plan->nodes = ptc_arena_array(plan->arena, plan->node_count, sizeof *plan->nodes);
    if (contracts == NULL || nodes == NULL || plan->nodes == NULL)
        return false;
    for (size_t i = 0; i < plan->count; i++)
        gather_nodes(plan, &plan->contracts[i], starts, nodes);
    gather_tables(plan, nodes);
    for (size_t i = 0; i < plan->count; i++) {
        ptcc_c_contract *contract = &plan->contracts[i];
        const ptc_schema *schema = &contract->contract->schema;

        contracts[i] = *contract->contract;
        contracts[i].schema =
            (ptc_schema){nodes, starts[i], starts[i] + schema->count - schema->root};
        contract->contract = &contracts[i];
        contract->nodes = plan->nodes;
    }
    if (!gather_hashes(plan, nodes))
        return false;
    ptc_arena_rewind(plan->scratch, mark);
    return true;
}
