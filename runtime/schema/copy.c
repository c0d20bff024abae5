/* SPDX-License-Identifier: MIT */
/*
 * Copies of schemas: only of the nodes that their roots lead to. The array of a schema
 * holds all contracts of a file; the cost of a copy depends only on its own nodes.
 *
 * Children that are side by side are a block. Blocks are found from the root on, each
 * once, and then placed: each after all nodes that share it.
 */
#include "base/base_int.h"
#include "schema/schema_int.h"

typedef struct copy_block {
    uint32_t first; /* in the schema */
    uint32_t count;
    uint32_t uses;   /* nodes that share it, until these are placed */
    uint32_t place;  /* in the copy */
    uint32_t parent; /* there */
    bool is_apart;   /* a registry that only references lead to */
} copy_block;

typedef struct copy_run {
    const ptc_schema *schema;
    ptc_arena *arena;
    ptc_names seen; /* blocks by the index of their first node, as it is in memory */
    copy_block *blocks;
    size_t count;
    size_t capacity;
    uint32_t *order; /* of the places of blocks */
    size_t placed;
    uint32_t end; /* of the places */
} copy_run;

static ptc_str copy_key(const uint32_t *first)
{
    return ptc_str_make((const char *)first, sizeof *first);
}

static bool copy_has_block(const ptc_schema_node *node)
{
    return ptc_type_has_children((ptc_type)node->type) && node->count > 0;
}

/* The block that begins at `*first`, or NULL. */
static copy_block *copy_find(const copy_run *run, const uint32_t *first)
{
    const ptc_name_entry *entry = ptc_names_find(&run->seen, copy_key(first));

    return entry != NULL ? &run->blocks[entry->value] : NULL;
}

/* Records one more use of the block that begins at `*first`; NULL when refused memory. */
static copy_block *copy_use(copy_run *run, const uint32_t *first, uint32_t count)
{
    copy_block *block = copy_find(run, first);

    if (block == NULL) {
        block = PTC_ARENA_PUSH(run->arena, run->blocks, run->count, run->capacity);
        if (block == NULL ||
            ptc_names_add(&run->seen, copy_key(first), (uint32_t)run->count - 1) == NULL)
            return NULL;
        *block = (copy_block){.first = *first, .count = count};
    }
    block->uses++;
    return block;
}

/* A reference brings the whole registry of its definition. That a registry is among the
 * children of another node is found later, if it does. */
static bool copy_use_registry(copy_run *run, const ptc_schema_node *ref)
{
    const ptc_schema_node *nodes = run->schema->nodes;
    const uint32_t *registry = &nodes[ref->first].parent;
    copy_block *block;

    if (copy_find(run, &nodes[*registry].first) != NULL)
        return true;
    block = PTC_ARENA_PUSH(run->arena, run->blocks, run->count, run->capacity);
    if (block != NULL)
        *block = (copy_block){.first = *registry, .count = 1, .is_apart = true};
    return block != NULL;
}

static bool copy_use_below(copy_run *run, const ptc_schema_node *node)
{
    return !copy_has_block(node) || copy_use(run, &node->first, node->count) != NULL;
}

/* The blocks below those from `from` on. */
static bool copy_find_blocks(copy_run *run, size_t from)
{
    for (size_t i = from; i < run->count; i++) {
        copy_block block = run->blocks[i];

        for (uint32_t at = block.first; at < block.first + block.count; at++) {
            if (!copy_use_below(run, &run->schema->nodes[at]))
                return false;
        }
    }
    return true;
}

/* All of them: references may lead out of what the root leads to. */
static bool copy_find_all(copy_run *run)
{
    const ptc_schema_node *nodes = run->schema->nodes;
    const ptc_schema_node *root = ptc_schema_root(run->schema);

    if (!copy_use_below(run, root) ||
        (root->type == PTC_TYPE_REF && !copy_use_registry(run, root)) ||
        !copy_find_blocks(run, 0))
        return false;
    for (size_t i = 0, from = run->count; i < run->count; i++) {
        copy_block block = run->blocks[i];

        for (uint32_t at = block.first; at < block.first + block.count; at++) {
            if (nodes[at].type == PTC_TYPE_REF && !copy_use_registry(run, &nodes[at]))
                return false;
        }
        if (!copy_find_blocks(run, from))
            return false;
        from = run->count;
    }
    return true;
}

static void copy_place(copy_run *run, copy_block *block)
{
    block->place = run->end;
    run->end += block->count;
    run->order[run->placed++] = (uint32_t)(block - run->blocks);
}

/* Places the children of a node if no other node is still to come that shares them. */
static void copy_release(copy_run *run, const ptc_schema_node *node)
{
    copy_block *block = copy_has_block(node) ? copy_find(run, &node->first) : NULL;

    if (block != NULL && --block->uses == 0)
        copy_place(run, block);
}

static bool copy_place_all(copy_run *run)
{
    run->order = ptc_arena_array(run->arena, run->count, sizeof *run->order);
    if (run->order == NULL)
        return false;
    copy_release(run, ptc_schema_root(run->schema));
    for (size_t i = 0; i < run->count; i++) {
        if (run->blocks[i].is_apart)
            copy_place(run, &run->blocks[i]);
    }
    for (size_t i = 0; i < run->placed; i++) {
        const copy_block *block = &run->blocks[run->order[i]];

        for (uint32_t at = 0; at < block->count; at++)
            copy_release(run, &run->schema->nodes[block->first + at]);
    }
    return true;
}

/* Fills in a node of the copy, whose blocks have places. */
static void copy_node(const copy_run *run, uint32_t from, uint32_t index,
                      ptc_schema_node *node)
{
    const ptc_schema_node *source = &run->schema->nodes[from];
    copy_block *block;

    *node = *source;
    if (source->type == PTC_TYPE_REF) {
        const ptc_schema_node *target = &run->schema->nodes[source->first];

        block = copy_find(run, &run->schema->nodes[target->parent].first);
        node->first = block->place + (source->first - block->first);
    } else if (copy_has_block(source)) {
        block = copy_find(run, &source->first);
        block->parent = index;
        node->first = block->place;
    } else if (ptc_type_has_children((ptc_type)source->type)) {
        node->first = 0;
    }
}

static void copy_nodes(const copy_run *run, uint32_t root, ptc_schema_node *nodes)
{
    copy_node(run, run->schema->root, root, &nodes[root]);
    nodes[root].parent = root;
    for (size_t i = 0; i < run->placed; i++) {
        const copy_block *block = &run->blocks[run->order[i]];

        for (uint32_t at = 0; at < block->count; at++) {
            uint32_t index = block->place + at;

            copy_node(run, block->first + at, index, &nodes[index]);
            nodes[index].parent = block->is_apart ? root : block->parent;
        }
    }
}

ptc_schema_node *ptc_schema_copy(ptc_arena *arena, const ptc_schema *schema,
                                 uint32_t root, ptc_schema *out)
{
    copy_run run = {.schema = schema, .end = root + 1};
    ptc_schema_node *nodes = NULL;
    ptc_scratch scratch;

    ptc_scratch_begin(&scratch, arena, arena->cap);
    run.arena = scratch.arena;
    ptc_names_init(&run.seen, scratch.arena);
    run.seen.is_exact = true;
    if (copy_find_all(&run) && copy_place_all(&run))
        nodes = ptc_arena_array(arena, run.end, sizeof *nodes);
    arena->failed = arena->failed || nodes == NULL;
    if (nodes != NULL) {
        copy_nodes(&run, root, nodes);
        *out = (ptc_schema){nodes, root, run.end};
    }
    ptc_scratch_end(&scratch);
    return nodes;
}
