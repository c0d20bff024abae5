/* SPDX-License-Identifier: MIT */
/*
 * Walks over the graph of a contract's nodes: which hold each other, and which order
 * brings everything a value may be before the value. None of them recurses.
 */
#include "generator/emit/plan.h"

/* Tarjan's algorithm, without recursion. */
typedef struct circle_run {
    const ptcc_c_contract *contract;
    uint32_t root;    /* of the contract, whose nodes have the tables below from it on */
    uint32_t *number; /* order of arrival, from 1; 0: not yet */
    uint32_t *low;    /* the earliest node that is reached again from here */
    uint32_t *turn;   /* parts that were gone through */
    uint32_t *path;   /* nodes under way */
    uint32_t *open;   /* nodes whose circle is not known */
    bool *is_open;
    uint32_t path_count;
    uint32_t open_count;
    uint32_t arrived;
    uint32_t circles;
} circle_run;

static void circle_enter(circle_run *run, uint32_t index)
{
    run->number[index - run->root] = run->low[index - run->root] = ++run->arrived;
    run->path[run->path_count++] = index;
    run->open[run->open_count++] = index;
    run->is_open[index - run->root] = true;
}

static void circle_leave(circle_run *run, uint32_t index)
{
    uint32_t low = run->low[index - run->root];
    uint32_t member;

    run->path_count--;
    if (run->path_count) {
        uint32_t above = run->path[run->path_count - 1] - run->root;

        if (low < run->low[above])
            run->low[above] = low;
    }
    if (low != run->number[index - run->root])
        return;
    run->circles++;
    do {
        member = run->open[--run->open_count];
        run->is_open[member - run->root] = false;
        run->contract->nodes[member].circle = run->circles;
    } while (member != index);
}

static void circle_walk(circle_run *run, uint32_t start)
{
    circle_enter(run, start);
    while (run->path_count) {
        uint32_t index = run->path[run->path_count - 1];
        uint32_t *low = &run->low[index - run->root];
        uint32_t *turn = &run->turn[index - run->root];
        uint32_t part = run->contract->contract->schema.nodes[index].first + *turn;

        if (*turn == ptcc_c_part_count(run->contract, index)) {
            circle_leave(run, index);
            continue;
        }
        ++*turn;
        if (part < run->root)
            continue; /* of a type, which holds none of this contract */
        part -= run->root;
        if (!run->number[part])
            circle_enter(run, part + run->root);
        else if (run->is_open[part] && run->number[part] < *low)
            *low = run->number[part];
    }
}

bool ptcc_c_find_circles(ptc_arena *scratch, ptcc_c_contract *contract)
{
    uint32_t root = contract->contract->schema.root;
    size_t count = contract->contract->schema.count - root;
    circle_run run = {.contract = contract, .root = root};

    run.number = ptc_arena_array(scratch, count, sizeof *run.number);
    run.low = ptc_arena_array(scratch, count, sizeof *run.low);
    run.turn = ptc_arena_array(scratch, count, sizeof *run.turn);
    run.path = ptc_arena_array(scratch, count, sizeof *run.path);
    run.open = ptc_arena_array(scratch, count, sizeof *run.open);
    run.is_open = ptc_arena_array(scratch, count, sizeof *run.is_open);
    if (run.number == NULL || run.low == NULL || run.turn == NULL || run.path == NULL ||
        run.open == NULL || run.is_open == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!run.number[i])
            circle_walk(&run, root + i);
    }
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

    for (uint32_t i = 0; turn && path && i < own; i++) {
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
    return turn && path;
}
