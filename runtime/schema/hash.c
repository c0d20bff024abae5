/* SPDX-License-Identifier: MIT */
/*
 * The hash of a schema: of the tree that it stands for, in time linear in its nodes.
 *
 * A reference has the name of its definition, and what all definitions are that it leads
 * to: those that lead to each other are hashed together, in no order, each with its
 * references by name alone. So two schemas that are the same have one hash, wherever
 * their registries are.
 */
#include "base/base_int.h"
#include "schema/schema_int.h"

#include <stdlib.h>

#define HASH_START UINT64_C(0xCBF29CE484222325)

/* --- Trees -------------------------------------------------------------------------- */

/* A node whose children are being hashed. */
typedef struct hash_step {
    ptc_schema_node node; /* or the body of the registry that it is */
    uint32_t index;
    uint32_t child; /* the next one */
    uint64_t inner; /* of the children before it */
} hash_step;

typedef struct hash_run {
    const ptc_schema *schema;
    ptc_hashes *hashes;
    uint64_t *blocks;
    bool by_name; /* references are names */
    hash_step *steps;
    size_t count;
    size_t capacity;
} hash_run;

uint64_t ptc_schema_inner_hash(uint64_t inner, const ptc_schema_node *child,
                               uint64_t hash)
{
    return ptc_schema_slot_hash(child, ptc_hash_mix(inner, hash));
}

uint64_t ptc_schema_whole_hash(const ptc_schema_node *node, uint64_t inner)
{
    return ptc_hash_mix(ptc_schema_node_hash(node, HASH_START), inner);
}

static bool hash_enter(hash_run *run, uint32_t index)
{
    hash_step *step =
        PTC_ARENA_PUSH(run->hashes->arena, run->steps, run->count, run->capacity);

    if (step != NULL)
        *step = (hash_step){ptc_schema_body(run->schema, index), index, 0, 0};
    return step != NULL;
}

static bool hash_has_children(const ptc_schema_node *node)
{
    return ptc_type_has_children((ptc_type)node->type) && node->count > 0;
}

/* The hash of what a node has below it, if that is known already. */
static bool hash_inner(const hash_run *run, const hash_step *step, uint64_t *inner)
{
    const ptc_schema_node *node = &step->node;

    *inner = step->inner;
    if (node->type == PTC_TYPE_REF) {
        *inner = ptc_str_hash(run->schema->nodes[node->first].name);
        if (!run->by_name)
            *inner = ptc_hash_mix(*inner, run->hashes->targets[node->first]);
    }
    if (!hash_has_children(node) || step->child == node->count)
        return true;
    *inner = run->blocks[node->first];
    return *inner != 0;
}

/* Goes on with the last step: enters its next child, or leaves it with its hash. */
static bool hash_advance(hash_run *run, uint64_t *hash)
{
    hash_step *step = &run->steps[run->count - 1];
    const ptc_schema_node *slot = &run->schema->nodes[step->index];
    uint64_t inner;

    if (!hash_inner(run, step, &inner))
        return hash_enter(run, step->node.first + step->child++);
    if (hash_has_children(&step->node))
        run->blocks[step->node.first] = inner;
    *hash = ptc_schema_whole_hash(&step->node, inner);
    if (--run->count > 0) {
        step = &run->steps[run->count - 1];
        step->inner = ptc_schema_inner_hash(step->inner, slot, *hash);
    }
    return true;
}

/* The hash of a tree; 0 when refused memory. */
static uint64_t hash_tree(ptc_hashes *hashes, const ptc_schema *schema, uint32_t root,
                          bool by_name)
{
    ptc_arena_mark mark = ptc_arena_place(hashes->arena);
    hash_run run = {.schema = schema, .hashes = hashes, .by_name = by_name};
    uint64_t hash = 0;
    bool is_fine;

    run.blocks = by_name ? hashes->named_blocks : hashes->blocks;
    is_fine = hash_enter(&run, root);
    while (is_fine && run.count > 0)
        is_fine = hash_advance(&run, &hash);
    ptc_arena_rewind(hashes->arena, mark);
    return is_fine ? hash : 0;
}

/* --- Definitions -------------------------------------------------------------------- */

/* What leads where: `2 * i` is node i, `2 * i + 1` the node and those next to it. */
typedef struct hash_graph {
    const ptc_schema *schema;
    bool *is_last;   /* of the children of a node */
    bool *is_target; /* of a reference */
    ptc_circles circles;
    uint64_t *sums;  /* of circles */
    uint64_t *parts; /* of the circle at hand */
    size_t count;
} hash_graph;

static uint32_t hash_next(void *user, uint32_t place, uint32_t *turn)
{
    const hash_graph *graph = user;
    uint32_t index = place / 2;
    const ptc_schema_node *node = &graph->schema->nodes[index];

    ++*turn;
    if (place % 2 == 1) {
        if (*turn == 1)
            return place - 1;
        return *turn == 2 && !graph->is_last[index] ? place + 2 : PTC_GRAPH_END;
    }
    if (*turn > 1)
        return PTC_GRAPH_END;
    if (node->type == PTC_TYPE_REF)
        return 2 * node->first;
    if (node->type == PTC_TYPE_REGISTRY)
        return 2 * node->first; /* definitions stand for themselves */
    return hash_has_children(node) ? 2 * node->first + 1 : PTC_GRAPH_END;
}

static bool hash_graph_init(hash_graph *graph, ptc_arena *arena, const ptc_schema *schema)
{
    ptc_graph shape = {2 * schema->count, hash_next, graph};

    graph->schema = schema;
    graph->is_last = ptc_arena_array(arena, schema->count, sizeof *graph->is_last);
    graph->is_target = ptc_arena_array(arena, schema->count, sizeof *graph->is_target);
    graph->parts =
        ptc_arena_array(arena, 4 * (size_t)schema->count, sizeof *graph->parts);
    if (graph->is_last == NULL || graph->is_target == NULL || graph->parts == NULL)
        return false;
    for (uint32_t i = 0; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];

        if (node->type == PTC_TYPE_REF)
            graph->is_target[node->first] = true;
        else if (hash_has_children(node))
            graph->is_last[node->first + node->count - 1] = true;
    }
    if (!ptc_circles_find(arena, &shape, &graph->circles))
        return false;
    graph->sums = ptc_arena_array(arena, graph->circles.count, sizeof *graph->sums);
    return graph->sums != NULL;
}

static int hash_compare(const void *a, const void *b)
{
    const uint64_t *x = a;
    const uint64_t *y = b;

    return *x < *y ? -1 : *x > *y;
}

/* What a place leads to, outside of its circle. */
static void hash_add_parts(hash_graph *graph, uint32_t place)
{
    const uint32_t *circle = graph->circles.circle;
    uint32_t turn = 0;
    uint32_t to;

    while ((to = hash_next(graph, place, &turn)) != PTC_GRAPH_END) {
        if (circle[to] != circle[place] && graph->sums[circle[to]] != 0)
            graph->parts[graph->count++] = graph->sums[circle[to]];
    }
}

/* The parts of a circle, each once, in no order. One alone stands for itself unless it is
 * that of a definition. */
static uint64_t hash_sum(hash_graph *graph, bool has_definition)
{
    uint64_t sum = HASH_START;

    if (graph->count == 0 || (graph->count == 1 && !has_definition))
        return graph->count == 0 ? 0 : graph->parts[0];
    qsort(graph->parts, graph->count, sizeof *graph->parts, hash_compare);
    for (size_t i = 0; i < graph->count; i++) {
        if (i == 0 || graph->parts[i] != graph->parts[i - 1])
            sum = ptc_hash_mix(sum, graph->parts[i]);
    }
    return sum;
}

/* Sums up one circle, from `start` of their order on; returns where the next begins. */
static size_t hash_circle(hash_graph *graph, ptc_hashes *hashes, size_t start)
{
    const ptc_schema *schema = graph->schema;
    const ptc_circles *circles = &graph->circles;
    uint32_t circle = circles->circle[circles->order[start]];
    bool has_definition = false;
    size_t end = start;

    graph->count = 0;
    for (; end < 2 * (size_t)schema->count &&
           circles->circle[circles->order[end]] == circle;
         end++) {
        uint32_t place = circles->order[end];
        uint32_t index = place / 2;

        hash_add_parts(graph, place);
        if (place % 2 == 1 || !graph->is_target[index])
            continue;
        has_definition = true;
        graph->parts[graph->count++] =
            ptc_hash_mix(ptc_str_hash(schema->nodes[index].name),
                         hash_tree(hashes, schema, index, true));
    }
    graph->sums[circle] = hash_sum(graph, has_definition);
    return end;
}

/* Fills in `targets`, for all nodes of the array; false when refused memory. */
static bool hash_definitions(ptc_hashes *hashes, const ptc_schema *schema)
{
    hash_graph graph = {.schema = schema};
    ptc_arena_mark mark;

    hashes->targets =
        ptc_arena_array(hashes->arena, schema->count, sizeof *hashes->targets);
    hashes->named_blocks =
        ptc_arena_array(hashes->arena, schema->count, sizeof *hashes->named_blocks);
    if (hashes->targets == NULL || hashes->named_blocks == NULL)
        return false;
    mark = ptc_arena_place(hashes->arena);
    if (!hash_graph_init(&graph, hashes->arena, schema))
        return false;
    for (size_t i = 0; i < 2 * (size_t)schema->count;)
        i = hash_circle(&graph, hashes, i);
    for (uint32_t i = 0; i < schema->count; i++)
        hashes->targets[i] = graph.sums[graph.circles.circle[2 * i]];
    ptc_arena_rewind(hashes->arena, mark);
    return true;
}

/* --- All of it ---------------------------------------------------------------------- */

bool ptc_hashes_init(ptc_hashes *hashes, ptc_arena *arena, const ptc_schema *all)
{
    bool has_refs = false;

    *hashes = (ptc_hashes){.arena = arena};
    hashes->blocks = ptc_arena_array(arena, all->count, sizeof *hashes->blocks);
    for (uint32_t i = 0; i < all->count && !has_refs; i++)
        has_refs = all->nodes[i].type == PTC_TYPE_REF;
    return hashes->blocks != NULL && (!has_refs || hash_definitions(hashes, all));
}

uint64_t ptc_hashes_of(ptc_hashes *hashes, const ptc_schema *schema)
{
    return hash_tree(hashes, schema, schema->root, false);
}

uint64_t ptc_schema_hash_in(ptc_arena *arena, const ptc_schema *schema)
{
    ptc_arena_mark mark = ptc_arena_place(arena);
    ptc_hashes hashes;
    uint64_t hash = 0;

    if (ptc_hashes_init(&hashes, arena, schema))
        hash = ptc_hashes_of(&hashes, schema);
    ptc_arena_rewind(arena, mark);
    return hash;
}

uint64_t ptc_schema_hash(const ptc_schema *schema)
{
    ptc_arena arena;
    uint64_t hash;

    ptc_arena_init(&arena, NULL, 0);
    hash = ptc_schema_hash_in(&arena, schema);
    ptc_arena_free(&arena);
    return hash;
}
