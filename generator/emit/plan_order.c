/* SPDX-License-Identifier: MIT */
/*
 * The order of contracts in their file: types before the contracts that use them,
 * everything else as declared.
 *
 * Sweeps through the plan take whatever is ready. A contract is taken in the sweep of the
 * last type that it uses, or in the next one if that type is declared later. Types that
 * contain each other are definitions of one contract.
 */
#include "generator/emit/plan.h"

typedef struct order_step {
    uint32_t contract;
    uint32_t node; /* the next to look at */
} order_step;

typedef struct order_run {
    const ptcc_c_plan *plan;
    uint32_t *sweep;
    bool *is_open; /* under way or done */
    order_step *path;
    size_t path_count;
} order_run;

/* Names fold like those of contracts: `-` and `_` are one letter. */
static ptc_str order_fold(ptc_arena *arena, ptc_str name)
{
    char *folded = ptc_arena_copy(arena, name.ptr, name.len);

    for (size_t i = 0; folded != NULL && i < name.len; i++)
        folded[i] = (char)(folded[i] == '-' ? '_' : folded[i]);
    return ptc_str_make(folded != NULL ? folded : "", folded != NULL ? name.len : 0);
}

ptcc_c_contract *ptcc_c_find(const ptcc_c_plan *plan, ptc_str name)
{
    ptc_arena_mark mark = ptc_arena_place(plan->scratch);
    const ptcc_name *found =
        name.len ? ptcc_names_find(&plan->by_name, order_fold(plan->scratch, name))
                 : NULL;

    ptc_arena_rewind(plan->scratch, mark);
    return found != NULL ? &plan->contracts[found->number] : NULL;
}

static void order_enter(order_run *run, uint32_t contract)
{
    run->is_open[contract] = true;
    run->path[run->path_count++] =
        (order_step){contract, run->plan->contracts[contract].contract->schema.root};
}

/* Goes on with the contract on top of the path: enters the next that it uses, or leaves.
 */
static void order_step_on(order_run *run)
{
    order_step *step = &run->path[run->path_count - 1];
    const ptcc_c_contract *contract = &run->plan->contracts[step->contract];
    const ptc_schema *schema = &contract->contract->schema;
    uint32_t sweep;

    for (; step->node < schema->count; step->node++) {
        const ptc_schema_node *node = &schema->nodes[step->node];
        const ptcc_c_contract *used = ptcc_c_owner(run->plan, contract, node);
        uint32_t other;

        /* A reference to a definition of the contract itself leads nowhere else. */
        if (used == NULL && node->extra != NULL && node->type != PTC_TYPE_REF)
            used = ptcc_c_find(run->plan, node->extra->named_type);

        if (used == NULL)
            continue;
        other = (uint32_t)(used - run->plan->contracts);
        if (!run->is_open[other]) {
            order_enter(run, other);
            return;
        }
        sweep = run->sweep[other] + (other > step->contract);
        if (other != step->contract && sweep > run->sweep[step->contract])
            run->sweep[step->contract] = sweep;
    }
    run->path_count--;
}

/* Contracts by sweep, within one as declared. */
static bool order_sort(ptcc_c_plan *plan, const uint32_t *sweep)
{
    size_t *starts = ptc_arena_array(plan->scratch, plan->count + 2, sizeof *starts);

    if (starts == NULL)
        return false;
    for (size_t i = 0; i < plan->count; i++)
        starts[sweep[i] + 1]++;
    for (size_t i = 0; i < plan->count; i++)
        starts[i + 1] += starts[i];
    for (size_t i = 0; i < plan->count; i++)
        plan->order[starts[sweep[i]]++] = &plan->contracts[i];
    return true;
}

static bool order_names(ptcc_c_plan *plan)
{
    ptcc_names_init(&plan->by_name, plan->arena);
    for (size_t i = 0; plan->agents == NULL && i < plan->count; i++) {
        bool is_new;
        ptcc_name *name = ptcc_names_add(
            &plan->by_name, order_fold(plan->arena, plan->contracts[i].contract->name),
            &is_new);

        if (name == NULL)
            return false;
        if (is_new)
            name->number = i;
    }
    return true;
}

bool ptcc_c_order(ptcc_c_plan *plan)
{
    ptc_arena_mark mark = ptc_arena_place(plan->scratch);
    order_run run = {.plan = plan};
    bool is_done;

    run.sweep = ptc_arena_array(plan->scratch, plan->count, sizeof *run.sweep);
    run.is_open = ptc_arena_array(plan->scratch, plan->count, sizeof *run.is_open);
    run.path = ptc_arena_array(plan->scratch, plan->count, sizeof *run.path);
    plan->order = ptc_arena_array(plan->arena, plan->count, sizeof(ptcc_c_contract *));
    if (run.sweep == NULL || run.is_open == NULL || run.path == NULL ||
        plan->order == NULL || !order_names(plan))
        return false;
    for (uint32_t i = 0; i < plan->count; i++) {
        if (!run.is_open[i])
            order_enter(&run, i);
        while (run.path_count)
            order_step_on(&run);
    }
    is_done = order_sort(plan, run.sweep);
    ptc_arena_rewind(plan->scratch, mark);
    return is_done;
}
