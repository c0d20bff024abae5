/* SPDX-License-Identifier: MIT */
/* A chain as a function: the parameters of its first agent, the result of its last.
 * [subagent 12] */
#include "generator/emit/agent.h"
#include "schema/schema_int.h"

/* The nodes of a copy, whose root moves to `root`: references to it are updated. */
static void chain_move_root(ptc_schema_node *nodes, const ptc_schema *copy, uint32_t root)
{
    for (uint32_t i = copy->root + 1; i < copy->count; i++) {
        if (nodes[i].parent == copy->root)
            nodes[i].parent = root;
        if (nodes[i].type == PTC_TYPE_REF && nodes[i].first == copy->root)
            nodes[i].first = root;
    }
}

/* 0: the function; 1: the map of its parameters; 2: its result; then what is below 1, and
 * after that what is below 2. */
bool ptcc_chain_schema(ptc_arena *arena, const ptc_schema *first, const ptc_schema *last,
                       ptc_schema *out)
{
    ptc_schema inputs = {first->nodes, ptc_schema_root(first)->first, first->count};
    ptc_schema result = {last->nodes, ptc_schema_root(last)->first + 1, last->count};
    ptc_schema_node *front = ptc_schema_copy(arena, &inputs, 2, &inputs);
    ptc_schema_node *nodes;

    if (front == NULL)
        return false;
    chain_move_root(front, &inputs, 1);
    nodes = ptc_schema_copy(arena, &result, inputs.count - 1, &result);
    if (nodes == NULL)
        return false;
    chain_move_root(nodes, &result, 2);
    front[1] = front[2];
    front[2] = nodes[result.root];
    front[0] = *ptc_schema_root(first);
    front[0].first = 1;
    front[0].extra = NULL;
    front[0].parent = front[1].parent = front[2].parent = 0;
    memcpy(nodes, front, inputs.count * sizeof *nodes);
    *out = (ptc_schema){nodes, 0, result.count};
    return true;
}
