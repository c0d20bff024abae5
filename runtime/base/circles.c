/* SPDX-License-Identifier: MIT */
/* The circles of a graph, by Tarjan's algorithm without recursion. */
#include "base/base_int.h"

/* A node that is in progress, and what of it comes next. */
typedef struct circles_step {
    uint32_t node;
    uint32_t turn;
} circles_step;

typedef struct circles_run {
    const ptc_graph *graph;
    ptc_circles *out;
    uint32_t *number; /* order of arrival, from 1; 0: not yet */
    uint32_t *low;    /* the earliest node that is reached again from here */
    uint32_t *open;   /* nodes whose circle is not known */
    bool *is_open;
    circles_step *path;
    uint32_t path_count;
    uint32_t open_count;
    uint32_t arrived;
    uint32_t placed;
} circles_run;

static void circles_enter(circles_run *run, uint32_t node)
{
    run->number[node] = run->low[node] = ++run->arrived;
    run->open[run->open_count++] = node;
    run->is_open[node] = true;
    run->path[run->path_count++] = (circles_step){node, 0};
}

static void circles_leave(circles_run *run, uint32_t node)
{
    uint32_t member;

    run->path_count--;
    if (run->path_count > 0) {
        uint32_t above = run->path[run->path_count - 1].node;

        if (run->low[node] < run->low[above])
            run->low[above] = run->low[node];
    }
    if (run->low[node] != run->number[node])
        return;
    do {
        member = run->open[--run->open_count];
        run->is_open[member] = false;
        run->out->circle[member] = run->out->count;
        run->out->order[run->placed++] = member;
    } while (member != node);
    run->out->count++;
}

static void circles_walk(circles_run *run, uint32_t start)
{
    circles_enter(run, start);
    while (run->path_count > 0) {
        circles_step *step = &run->path[run->path_count - 1];
        uint32_t to = run->graph->next(run->graph->user, step->node, &step->turn);

        if (to == PTC_GRAPH_END)
            circles_leave(run, step->node);
        else if (run->number[to] == 0)
            circles_enter(run, to);
        else if (run->is_open[to] && run->number[to] < run->low[step->node])
            run->low[step->node] = run->number[to];
    }
}

bool ptc_circles_find(ptc_arena *arena, const ptc_graph *graph, ptc_circles *out)
{
    uint32_t count = graph->count;
    circles_run run = {.graph = graph, .out = out};

    *out = (ptc_circles){0};
    out->order = ptc_arena_array(arena, count, sizeof *out->order);
    out->circle = ptc_arena_array(arena, count, sizeof *out->circle);
    run.number = ptc_arena_array(arena, count, sizeof *run.number);
    run.low = ptc_arena_array(arena, count, sizeof *run.low);
    run.open = ptc_arena_array(arena, count, sizeof *run.open);
    run.is_open = ptc_arena_array(arena, count, sizeof *run.is_open);
    run.path = ptc_arena_array(arena, count, sizeof *run.path);
    if (out->order == NULL || out->circle == NULL || run.number == NULL ||
        run.low == NULL || run.open == NULL || run.is_open == NULL || run.path == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (run.number[i] == 0)
            circles_walk(&run, i);
    }
    return true;
}
