/* SPDX-License-Identifier: MIT */
/* Names for functions with a path or with SQL. [brimley 7, 8] */
#include "generator/emit/plan.h"
#include "generator/text/c_text.h"

/* Whether it is a function of this file, as all others are that have a path or SQL. */
static const ptc_contract_info *binding_info(const ptcc_c_contract *contract)
{
    return contract->role == PTCC_ROLE_CONTRACT && ptcc_c_is_function(contract->contract)
               ? contract->contract->info
               : NULL;
}

/* A name below the contract's, which the header has. */
static ptc_str binding_name(ptcc_c_names *names, const ptcc_c_contract *contract,
                            const char *word)
{
    ptc_str id = c_global(names->arena, contract->base_id, ptc_str_of(word));

    ptcc_c_claim(names, contract->contract, contract->contract->span, id);
    return id;
}

static void binding_name_sql(ptcc_c_names *names, ptcc_c_contract *contract)
{
    ptcc_c_binding *binding = &contract->binding;

    binding->sql_id = binding_name(names, contract, "sql");
    binding->numbered_id = binding_name(names, contract, "sql_numbered");
    binding->binds_id = binding_name(names, contract, "binds");
    binding->value_id = binding_name(names, contract, "sql_value");
    binding->rows_id = binding_name(names, contract, "from_rows");
    binding->count_id = c_constant(names->arena, contract->base_id, PTC_STR("binds"));
    ptcc_c_claim(names, contract->contract, contract->contract->span, binding->count_id);
}

void ptcc_c_name_binding(ptcc_c_names *names, ptcc_c_contract *contract)
{
    const ptc_contract_info *info = binding_info(contract);
    ptcc_c_binding *binding = &contract->binding;

    if (info == NULL)
        return;
    if (info->sql.len > 0)
        binding_name_sql(names, contract);
    if (info->path.len == 0)
        return;
    binding->route_id = binding_name(names, contract, "route");
    binding->bind_id = binding_name(names, contract, "bind");
    binding->segments_id = c_ident(names->arena, contract->base_id, PTC_STR("segments"));
    ptcc_c_claim_private(names, contract->contract, contract->contract->span,
                         binding->segments_id);
}

void ptcc_c_name_routes(ptcc_c_names *names, ptcc_c_plan *plan)
{
    ptcc_c_section *section = &plan->section;
    const ptc_contract *first = NULL;

    for (size_t i = plan->count; i-- > 0;) {
        const ptc_contract_info *info = binding_info(&plan->contracts[i]);

        if (info != NULL && info->path.len > 0)
            first = plan->contracts[i].contract;
    }
    if (first == NULL)
        return;
    section->routes_id = c_global(names->arena, section->base_id, PTC_STR("routes"));
    section->route_items_id =
        c_ident(names->arena, section->base_id, PTC_STR("route_items"));
    ptcc_c_claim(names, first, first->span, section->routes_id);
    ptcc_c_claim_private(names, first, first->span, section->route_items_id);
}
