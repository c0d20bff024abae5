/* SPDX-License-Identifier: MIT */
/*
 * Copies of schemas, of what their roots lead to and nothing else. The array of a schema
 * holds all contracts of a file; what a copy costs depends on its own nodes alone.
 *
 * Children that stand side by side are a block. Blocks are found from the root on, each
 * once, and then placed: each behind all nodes that share it.
 */
#include "base/base_int.h"
#include "schema/schema_int.h"

typedef struct copy_block {
    uint32_t first; /* in the schema */
    uint32_t count;
    uint32_t uses;   /* nodes that share it, until these are placed */
    uint32_t place;  /* in the copy */
    uint32_t parent; /* there */
    bool is_target;  /* one definition, of a registry that is not copied */
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

/* The block of the definition that a reference leads to, or NULL. */
static copy_block *copy_registry(const copy_run *run, const ptc_schema_node *ref)
{
    const ptc_schema_node *target = &run->schema->nodes[ref->first];

    return copy_find(run, &run->schema->nodes[target->parent].first);
}

/* Notes one more use of the block that begins at `*first`; NULL when refused memory. */
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

static bool copy_find_blocks(copy_run *run)
{
    const ptc_schema_node *nodes = run->schema->nodes;
    const ptc_schema_node *root = ptc_schema_root(run->schema);

    if (copy_has_block(root) && copy_use(run, &root->first, root->count) == NULL)
        return false;
    for (size_t i = 0; i < run->count; i++) {
        copy_block block = run->blocks[i];

        for (uint32_t at = block.first; at < block.first + block.count; at++) {
            if (copy_has_block(&nodes[at]) &&
                copy_use(run, &nodes[at].first, nodes[at].count) == NULL)
                return false;
        }
    }
    return true;
}

/* A definition is never the first node of a block: the body of its registry is. */
static bool copy_find_target(copy_run *run, const ptc_schema_node *node)
{
    copy_block *block;

    if (node->type != PTC_TYPE_REF || copy_registry(run, node) != NULL)
        return true;
    block = copy_use(run, &node->first, 1);
    if (block == NULL)
        return false;
    block->is_target = true;
    return true;
}

/* References may lead out of what the root leads to. */
static bool copy_find_targets(copy_run *run)
{
    size_t count = run->count;

    if (!copy_find_target(run, ptc_schema_root(run->schema)))
        return false;
    for (size_t i = 0; i < count; i++) {
        copy_block block = run->blocks[i];

        for (uint32_t at = block.first; at < block.first + block.count; at++) {
            if (!copy_find_target(run, &run->schema->nodes[at]))
                return false;
        }
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
    for (size_t i = 0; i < run->placed; i++) {
        const copy_block *block = &run->blocks[run->order[i]];

        for (uint32_t at = 0; at < block->count; at++)
            copy_release(run, &run->schema->nodes[block->first + at]);
    }
    for (size_t i = 0; i < run->count; i++) {
        if (run->blocks[i].is_target)
            copy_place(run, &run->blocks[i]);
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
        block = copy_registry(run, source);
        node->first = block != NULL ? block->place + (source->first - block->first)
                                    : copy_find(run, &source->first)->place;
    } else if (copy_has_block(source)) {
        block = copy_find(run, &source->first);
        block->parent = index;
        node->first = block->place;
    } else if (ptc_type_has_children((ptc_type)source->type)) {
        node->first = 0;
    }
}

/* Only the name of such a definition is of use. */
static void copy_target(const copy_run *run, uint32_t from, uint32_t root,
                        ptc_schema_node *node)
{
    *node = run->schema->nodes[from];
    node->type = PTC_TYPE_ANY;
    node->first = node->count = 0;
    node->parent = root;
}

static void copy_nodes(const copy_run *run, uint32_t root, ptc_schema_node *nodes)
{
    copy_node(run, run->schema->root, root, &nodes[root]);
    nodes[root].parent = root;
    for (size_t i = 0; i < run->placed; i++) {
        const copy_block *block = &run->blocks[run->order[i]];

        for (uint32_t at = 0; at < block->count; at++) {
            uint32_t index = block->place + at;

            if (block->is_target) {
                copy_target(run, block->first, root, &nodes[index]);
                continue;
            }
            copy_node(run, block->first + at, index, &nodes[index]);
            nodes[index].parent = block->parent;
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
    if (copy_find_blocks(&run) && copy_find_targets(&run) && copy_place_all(&run))
        nodes = ptc_arena_array(arena, run.end, sizeof *nodes);
    arena->failed = arena->failed || nodes == NULL;
    if (nodes != NULL) {
        copy_nodes(&run, root, nodes);
        *out = (ptc_schema){nodes, root, run.end};
    }
    ptc_scratch_end(&scratch);
    return nodes;
}
