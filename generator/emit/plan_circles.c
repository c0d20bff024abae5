/* SPDX-License-Identifier: MIT */
/* Walks over the graph of a contract's nodes: which nodes contain each other, and an
 * order in which everything that a value may be comes before the value. None of them
 * recurses. */
#include "base/base_int.h"
#include "generator/emit/plan.h"

/* The next part of a node, counted from the root of the contract; parts of a type of
 * another contract hold none of this one. */
static uint32_t circle_next(void *user, uint32_t node, uint32_t *turn)
{
    const ptcc_c_contract *contract = user;
    uint32_t root = contract->contract->schema.root;
    uint32_t count = ptcc_c_part_count(contract, root + node);

    while (*turn < count) {
        uint32_t part = contract->contract->schema.nodes[root + node].first + (*turn)++;

        if (part >= root)
            return part - root;
    }
    return PTC_GRAPH_END;
}

bool ptcc_c_find_circles(ptc_arena *scratch, ptcc_c_contract *contract)
{
    uint32_t root = contract->contract->schema.root;
    uint32_t count = contract->contract->schema.count - root;
    ptc_graph graph = {count, circle_next, contract};
    ptc_circles circles;

    if (!ptc_circles_find(scratch, &graph, &circles))
        return false;
    for (uint32_t i = 0; i < count; i++)
        contract->nodes[root + i].circle = circles.circle[i];
    return true;
}

/* --- What a node may be as a whole -------------------------------------------------- */

static uint32_t inner_count(const ptcc_c_contract *contract, uint32_t index)
{
    ptcc_c_kind kind = contract->nodes[index].kind;

    return kind == PTCC_C_SAME || kind == PTCC_C_POINTER || kind == PTCC_C_UNION
               ? ptcc_c_part_count(contract, index)
               : 0;
}

bool ptcc_c_find_inner(ptc_arena *scratch, const ptcc_c_contract *contract,
                       uint32_t *order)
{
    const ptc_schema *schema = &contract->contract->schema;
    uint32_t root = schema->root;
    uint32_t own = schema->count - root;
    uint32_t *turn = ptc_arena_array(scratch, own, sizeof *turn);
    uint32_t *path = ptc_arena_array(scratch, own, sizeof *path);
    uint32_t path_count = 0;
    uint32_t count = 0;

    for (uint32_t i = 0; turn != NULL && path != NULL && i < own; i++) {
        if (!turn[i]++)
            path[path_count++] = i;
        while (path_count) {
            uint32_t index = path[path_count - 1];
            uint32_t part;

            if (turn[index] > inner_count(contract, root + index)) {
                order[count++] = root + index;
                path_count--;
                continue;
            }
            part = schema->nodes[root + index].first + turn[index]++ - 1;
            if (part >= root && !turn[part - root]++)
                path[path_count++] = part - root;
        }
    }
    return turn != NULL && path != NULL;
}
