/* SPDX-License-Identifier: MIT */
/* The types of included files. They are planned as in their own headers, so that their
 * users have the same names. [emitters 11] */
#include "generator/emit/agent.h"
#include "generator/emit/owners.h"
#include "generator/text/c_text.h"
#include "schema/schema_int.h"

/* --- The plans of owners ------------------------------------------------------------ */

/* The owner whose header declares the types of a contract: its file, or a file that is
 * written with the types that it refers to. */
static ptcc_owner *owner_of(const ptcc_c_request *request, const ptc_contract *contract)
{
    for (size_t i = 0; i < request->owner_count; i++) {
        const ptc_contracts *declared = request->owners[i]->request.contracts;

        if (request->owners[i]->source == contract->source)
            return request->owners[i];
        for (size_t k = 0;
             request->owners[i]->request.options.is_self_contained && k < declared->count;
             k++) {
            if (declared->items[k].source == contract->source &&
                ptc_str_equal(declared->items[k].name, contract->name))
                return request->owners[i];
        }
    }
    return NULL;
}

/* Plans the pair of an owner, unless another file of the run did. */
static bool owner_plan(ptcc_owner *owner, const ptcc_c_plan *user, ptc_diags *diags)
{
    ptcc_c_plan *plan;

    if (owner->plan != NULL) {
        owner->plan->scratch = user->scratch; /* that of another file is gone */
        return true;
    }
    plan = ptc_arena_array(user->arena, 1, sizeof *plan);
    if (plan == NULL)
        return false;
    plan->arena = user->arena;
    plan->scratch = user->scratch;
    if (ptcc_c_make_plan(plan, &owner->request, diags) != PTC_OK)
        return false;
    owner->plan = plan;
    return true;
}

/* --- What their headers declare ------------------------------------------------------
 */

/* Whether the name is taken by the very thing: one header comes by two ways. */
static bool owner_is_known(const ptcc_c_names *names, const ptcc_name *name)
{
    const ptcc_name *known = ptcc_names_find(&names->claimed, name->id);

    return known != NULL && known->contract == name->contract &&
           known->span.start == name->span.start;
}

/* Whatever the header of an owner has, with those that it includes, is taken where it is
 * included. */
static void owner_claim(ptcc_c_names *names, const ptcc_owner *owner)
{
    const ptcc_names *claimed = owner->plan->taken;

    for (size_t i = 0; i < claimed->count; i++) {
        const ptcc_name *name = &claimed->items[i];

        if (name->contract != NULL && !name->is_private && !owner_is_known(names, name))
            ptcc_c_claim(names, name->contract, name->span, name->id);
    }
}

/* Whether two headers have one name, or the same guard. */
static bool owner_is_twin(const ptcc_c_request *a, const ptcc_c_request *b)
{
    return ptc_str_equal(a->include_name, b->include_name) ||
           (ptc_str_equal(a->header_name, b->header_name) &&
            ptc_str_equal(a->options.prefix, b->options.prefix));
}

/* Such headers cannot both be included. */
static bool owner_check_header(ptcc_c_names *names, const ptcc_c_plan *plan,
                               const ptcc_c_request *request,
                               const ptc_contract *contract, const ptcc_owner *owner)
{
    ptc_str header = owner->request.header_name;
    const ptc_source *other =
        owner_is_twin(&owner->request, request) ? request->contracts->sources[0] : NULL;

    for (size_t i = 0; i < plan->owner_count && other == NULL; i++) {
        if (owner_is_twin(&owner->request, &plan->owners[i]->request))
            other = plan->owners[i]->source;
    }
    if (other == NULL)
        return true;
    names->diags->source = contract->source;
    ptc_diag_hint(
        names->diags,
        ptc_diag_add(
            names->diags, PTC_DIAG_GEN_COLLISION, contract->span,
            "the header of this file would be called \"%.*s\", like that of %.*s",
            (int)header.len, header.ptr, (int)other->name.len, other->name.ptr),
        "rename one of the two files, or generate one with another header and "
        "say so: --owner 'FILE=--header=NAME.h'");
    return false;
}

static bool owner_add(ptcc_c_names *names, ptcc_c_plan *plan,
                      const ptcc_c_request *request, const ptc_contract *contract,
                      ptcc_owner *owner)
{
    for (size_t i = 0; i < plan->owner_count; i++) {
        if (plan->owners[i] == owner)
            return true;
    }
    if (!owner_check_header(names, plan, request, contract, owner) ||
        !owner_plan(owner, plan, names->diags))
        return false;
    plan->owners[plan->owner_count++] = owner;
    owner_claim(names, owner);
    return true;
}

/* --- Nodes and roots in two plans -----------------------------------------------------
 */

/* What should be the same in two plans was not. */
static bool owner_fail(ptcc_c_names *names, const ptc_contract *contract)
{
    names->diags->source = contract->source;
    ptc_diag_add(names->diags, PTC_DIAG_GEN_COLLISION, contract->span,
                 "internal error: \"%s\" is not what its own file makes of it",
                 ptc_diag_quote(names->diags, contract->name));
    return false;
}

static const ptcc_c_root *owner_root(const ptcc_c_contract *contract, bool is_result)
{
    for (size_t i = 0; i < contract->root_count; i++) {
        if (contract->roots[i].is_result == is_result)
            return &contract->roots[i];
    }
    return NULL;
}

/* Whether a node, in a tree that is whole, defines the types that the other one refers
 * to: types that contain themselves. */
static bool owner_defines(const ptc_schema_node *nodes, const ptc_schema_node *node,
                          const ptc_schema_node *other)
{
    return node->type == PTC_TYPE_REGISTRY && other->type == PTC_TYPE_REF &&
           ptc_schema_is_recursive(nodes, node);
}

/* The definition with that name next to the one that a reference refers to; 0: none. */
static uint32_t owner_definition(const ptc_schema_node *others, uint32_t reference,
                                 ptc_str name)
{
    const ptc_schema_node *registry = &others[others[others[reference].first].parent];

    for (uint32_t i = registry->first; i < registry->first + registry->count; i++) {
        if (ptc_str_equal(others[i].name, name))
            return i;
    }
    return 0;
}

/* The node that a child of a paired node is paired with; 0: none. */
static uint32_t owner_pair_child(const ptc_schema_node *nodes, uint32_t index,
                                 const ptc_schema_node *others, uint32_t parent_pair)
{
    const ptc_schema_node *parent = &nodes[nodes[index].parent];

    if (!owner_defines(nodes, parent, &others[parent_pair]))
        return others[parent_pair].first + (index - parent->first);
    if (index == parent->first)
        return parent_pair;
    return owner_definition(others, parent_pair, nodes[index].name);
}

/* Pairs the nodes of a tree with those of the contract that it was made of, where uses of
 * one type share their children. False when they are not alike. */
static bool owner_pair(const ptcc_c_plan *plan, const ptcc_c_contract *contract,
                       uint32_t root, const ptcc_c_contract *there, uint32_t there_root)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *nodes = schema->nodes;
    const ptc_schema_node *others = there->contract->schema.nodes;
    ptc_arena_mark mark = ptc_arena_place(plan->scratch);
    uint32_t *pairs =
        ptc_arena_array(plan->scratch, schema->count - schema->root, sizeof *pairs);
    bool is_alike = pairs != NULL;

    for (uint32_t i = root; is_alike && i < schema->count; i++) {
        uint32_t parent_pair = i == root ? 0 : pairs[nodes[i].parent - schema->root];
        uint32_t pair = i == root ? there_root
                        : parent_pair != 0
                            ? owner_pair_child(nodes, i, others, parent_pair)
                            : 0;

        pairs[i - schema->root] = pair;
        if (pair == 0) {
            is_alike = i != root && parent_pair == 0;
            continue;
        }
        is_alike =
            owner_defines(nodes, &nodes[i], &others[pair]) ||
            (nodes[i].type == others[pair].type && nodes[i].count == others[pair].count);
        contract->nodes[i].declared = &there->nodes[pair];
    }
    ptc_arena_rewind(plan->scratch, mark);
    return is_alike;
}

/* --- Included types -------------------------------------------------------------------
 */

/* A type that the file uses: its nodes are in both plans in the same order. */
static bool owner_take_type(ptcc_c_names *names, ptcc_c_plan *plan,
                            const ptcc_c_request *request, ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;
    ptcc_owner *owner = owner_of(request, contract->contract);
    const ptcc_c_contract *there;

    if (owner == NULL || !owner_add(names, plan, request, contract->contract, owner))
        return false;
    there = ptcc_c_find(owner->plan, contract->contract->name);
    if (there == NULL || there->hash != contract->hash ||
        there->root_count != contract->root_count ||
        there->contract->schema.count - there->contract->schema.root !=
            schema->count - schema->root)
        return owner_fail(names, contract->contract);
    for (uint32_t i = schema->root + 1; i < schema->count; i++)
        contract->nodes[i].declared =
            &there->nodes[there->contract->schema.root + (i - schema->root)];
    for (size_t i = 0; i < contract->root_count; i++)
        contract->roots[i].declared = &there->roots[i];
    return true;
}

/* --- Contracts of agents --------------------------------------------------------------
 */

/* Parameters or result of a contract that a file declares. */
static bool owner_take_root(ptcc_c_names *names, ptcc_c_plan *plan,
                            const ptcc_c_request *request, ptcc_c_contract *contract,
                            ptcc_c_root *root, const ptc_contract *declared)
{
    ptcc_owner *owner = owner_of(request, declared);
    const ptcc_c_contract *there;

    if (owner == NULL)
        return true;
    if (!owner_add(names, plan, request, declared, owner))
        return false;
    there = ptcc_c_find(owner->plan, declared->name);
    root->declared = there != NULL ? owner_root(there, root->is_result) : NULL;
    if (root->declared == NULL ||
        !owner_pair(plan, contract, root->node, there, root->declared->node))
        return plan->scratch->failed ? false : owner_fail(names, declared);
    return true;
}

static bool owner_take_agents(ptcc_c_names *names, ptcc_c_plan *plan,
                              const ptcc_c_request *request)
{
    for (size_t i = 0; i < plan->count; i++) {
        ptcc_c_contract *contract = &plan->contracts[i];
        const ptcc_agent_declared *declared = &plan->agents->declared[i];

        for (size_t k = 0; k < contract->root_count; k++) {
            ptcc_c_root *root = &contract->roots[k];
            const ptc_contract *meant = root->is_result ? declared->out : declared->in;

            if (meant != NULL &&
                !owner_take_root(names, plan, request, contract, root, meant))
                return false;
        }
    }
    return true;
}

bool ptcc_c_take_owners(ptcc_c_names *names, ptcc_c_plan *plan,
                        const ptcc_c_request *request)
{
    size_t errors = names->diags->errors;

    if (request->owner_count == 0)
        return true;
    plan->owners =
        ptc_arena_array(plan->arena, request->owner_count, sizeof(ptcc_owner *));
    if (plan->owners == NULL)
        return false;
    if (plan->agents != NULL)
        return owner_take_agents(names, plan, request);
    for (size_t i = 0; i < plan->count; i++) {
        if (ptcc_c_is_owned(names->options, plan->order[i]) &&
            !owner_take_type(names, plan, request, plan->order[i]))
            return false;
    }
    return names->diags->errors == errors;
}

/* --- Names ---------------------------------------------------------------------------
 */

/* A node's place in what holds it, and what its type is called. What only sources have
 * keeps its name here. */
static void take_node(ptcc_c_node *cnode)
{
    const ptcc_c_node *declared = cnode->declared;

    cnode->base_id = declared->base_id;
    cnode->member_id = declared->member_id;
    cnode->get_id = declared->get_id;
    cnode->tag_id = declared->tag_id;
    if (cnode->is_elsewhere)
        return;
    cnode->type_id = declared->type_id;
    cnode->constants = declared->constants;
    cnode->part_id = declared->part_id;
    cnode->values_id = PTC_STR("");
    cnode->find_id = PTC_STR("");
}

void ptcc_c_take_names(ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;

    for (uint32_t i = schema->root + 1; i < schema->count; i++) {
        if (contract->nodes[i].is_reached && contract->nodes[i].declared != NULL)
            take_node(&contract->nodes[i]);
    }
    for (size_t i = 0; i < contract->root_count; i++) {
        ptcc_c_root *root = &contract->roots[i];

        if (!ptcc_c_takes_root(contract, root))
            continue;
        root->base_id = root->declared->base_id;
        root->type_id = root->declared->type_id;
    }
}
