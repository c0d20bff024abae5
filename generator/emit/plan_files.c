/* SPDX-License-Identifier: MIT */
/* All passes that decide, for one pair of files: which contracts are written, what their
 * nodes become, and what everything is called. See emit_int.h. */
#include "generator/emit/agent.h"
#include "generator/emit/owners.h"

#include "base/passes.h"

/* The contracts that are written, with their nodes in one array; false when memory was
 * refused. */
static bool plan_contracts(ptcc_c_plan *plan, const ptc_contracts *contracts,
                           ptc_diags *diags)
{
    size_t errors = diags->errors;
    bool is_chosen = plan->agents != NULL ? ptcc_c_choose_agents(plan, contracts, diags)
                                          : ptcc_c_choose(plan, contracts);

    return is_chosen &&
           (diags->errors != errors || (ptcc_c_order(plan) && ptcc_c_gather(plan)));
}

/* What everything is called; false when something cannot be. */
static bool plan_names(ptcc_c_plan *plan, const ptcc_c_request *request, ptc_diags *diags)
{
    size_t errors = diags->errors;
    ptcc_c_names names;

    ptcc_c_names_init(&names, plan, &request->options, diags);
    if (plan->agents != NULL && plan->agents->chain != NULL &&
        !ptcc_chain_check_names(&names, plan->agents->chain))
        return false;
    if (!ptcc_c_take_owners(&names, plan, request))
        return false;
    ptcc_c_name_section(&names, plan, request->stem);
    if (!ptcc_c_take_forms(&names, plan, request->forms.own, request->forms.file))
        return false;
    for (size_t i = 0; i < plan->count; i++)
        ptcc_c_name_nodes(&names, plan->order[i]);
    names.is_owned = false;
    if (plan->agents != NULL)
        ptcc_agents_name(&names, plan->agents, request->stem);
    ptcc_c_name_routes(&names, plan);
    ptcc_c_claim_file_forms(&names, plan);
    ptcc_c_name_tables(&names, plan, request->header_name);
    plan->taken = ptc_arena_copy(plan->arena, &names.claimed, sizeof names.claimed);
    return plan->taken != NULL && diags->errors == errors;
}

static void plan_note(const ptcc_c_plan *plan, const ptcc_c_request *request)
{
    size_t types = 0;
    size_t readers = 0;
    size_t walked = 0;

    for (uint32_t i = 0; i < plan->node_count; i++) {
        const ptcc_c_node *cnode = &plan->nodes[i];

        types += cnode->is_reached && !cnode->is_elsewhere && cnode->declared == NULL &&
                 ptcc_c_kind_is_named(cnode->kind);
        readers += cnode->is_read;
        walked += cnode->is_read && cnode->is_walked;
    }
    ptc_pass_note(request->passes, (ptc_pass){"kinds", request->source_name,
                                              plan->node_count, "nodes", types, "types"});
    ptc_pass_note(request->passes, (ptc_pass){"read", request->source_name, readers,
                                              "nodes that are read", walked, "walked"});
    if (plan->taken != NULL)
        ptc_pass_note(request->passes,
                      (ptc_pass){"names", request->source_name, plan->node_count, "nodes",
                                 plan->taken->count, "names"});
}

ptc_status ptcc_c_make_plan(ptcc_c_plan *plan, const ptcc_c_request *request,
                            ptc_diags *diags)
{
    size_t errors = diags->errors;

    plan->agents = request->agents;
    if (!plan_contracts(plan, request->contracts, diags))
        return PTC_ERROR_MEMORY;
    if (diags->errors != errors)
        return PTC_ERROR_SYNTAX;
    for (size_t i = 0; i < plan->count; i++)
        ptcc_c_decide(plan, plan->order[i]);
    if (plan->arena->failed || plan->scratch->failed ||
        !ptcc_c_find_readers(plan, &request->options))
        return PTC_ERROR_MEMORY;
    if (plan_names(plan, request, diags)) {
        plan_note(plan, request);
        return PTC_OK;
    }
    return plan->arena->failed ? PTC_ERROR_MEMORY : PTC_ERROR_SYNTAX;
}
