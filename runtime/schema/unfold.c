/* SPDX-License-Identifier: MIT */
/*
 * Schemas as trees. Where a declared type is used more than once, the nodes that use it
 * share their children; code that needs the way from a node up to the root, such as the
 * writers of texts, first makes a tree of the schema, of bounded size.
 */
#include "schema/schema_int.h"

bool ptc_schema_is_tree(const ptc_schema *schema)
{
    for (uint32_t i = schema->root; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];

        if (ptc_type_has_children((ptc_type)node->type) && node->count > 0 &&
            (node->first <= i || schema->nodes[node->first].parent != i))
            return false;
    }
    return true;
}

/* In `seen`: the children that begin with a node, and a definition, were looked at. */
enum { UNFOLD_BLOCK = 1, UNFOLD_DEFINITION = 2 };

/* The nodes from the root down, through references as well: each block of children
 * once. */
static bool unfold_finds(ptc_arena *arena, const ptc_schema *schema,
                         ptc_schema_is_fn is_it, const void *user)
{
    uint8_t *seen = ptc_arena_array(arena, schema->count, 1);
    uint32_t *pending =
        ptc_arena_array(arena, 2 * (size_t)schema->count, sizeof *pending);
    size_t count = 0;

    if (seen == NULL || pending == NULL)
        return true;
    pending[count++] = schema->root;
    while (count > 0) {
        const ptc_schema_node *node = &schema->nodes[pending[--count]];
        bool is_ref = node->type == PTC_TYPE_REF;
        uint8_t mark = is_ref ? UNFOLD_DEFINITION : UNFOLD_BLOCK;
        uint32_t more = is_ref                                        ? 1
                        : ptc_type_has_children((ptc_type)node->type) ? node->count
                                                                      : 0;

        if (is_it(node, user))
            return true;
        if (more == 0 || (seen[node->first] & mark) != 0)
            continue;
        seen[node->first] |= mark;
        for (uint32_t i = 0; i < more; i++)
            pending[count++] = node->first + i;
    }
    return false;
}

/* Whether all nodes of a schema come from its root on, as it does in a tree whose
 * references do not lead out of it. */
static bool unfold_is_behind(const ptc_schema *schema)
{
    for (uint32_t i = schema->root; i < schema->count; i++) {
        if (schema->nodes[i].type == PTC_TYPE_REF &&
            schema->nodes[i].first < schema->root)
            return false;
    }
    return ptc_schema_is_tree(schema);
}

bool ptc_schema_any(const ptc_schema *schema, ptc_schema_is_fn is_it, const void *user)
{
    bool is_behind = unfold_is_behind(schema);
    ptc_arena arena;
    bool is_there = false;

    for (uint32_t i = schema->root; is_behind && !is_there && i < schema->count; i++)
        is_there = is_it(&schema->nodes[i], user);
    if (is_behind)
        return is_there;
    ptc_arena_init(&arena, NULL, 0);
    is_there = unfold_finds(&arena, schema, is_it, user);
    ptc_arena_free(&arena);
    return is_there;
}

typedef struct unfold_run {
    const ptc_schema *schema;
    ptc_arena *arena;
    ptc_schema_node *nodes;
    uint32_t *origins; /* which node each was copied from */
    size_t count;
    size_t capacity;
    size_t origin_capacity;
    size_t limit;
    bool keeps_names;
} unfold_run;

static ptc_status unfold_add(unfold_run *run, uint32_t origin, uint32_t count,
                             uint32_t parent)
{
    void *nodes = run->nodes;
    void *origins = run->origins;

    if (count > run->limit - run->count)
        return PTC_ERROR_ARGUMENT;
    if (!ptc_arena_reserve(run->arena, &nodes, &run->capacity, run->count,
                           run->count + count, sizeof *run->nodes) ||
        !ptc_arena_reserve(run->arena, &origins, &run->origin_capacity, run->count,
                           run->count + count, sizeof *run->origins))
        return PTC_ERROR_MEMORY;
    run->nodes = nodes;
    run->origins = origins;
    for (uint32_t i = 0; i < count; i++) {
        run->nodes[run->count] = run->schema->nodes[origin + i];
        run->nodes[run->count].parent = parent;
        run->origins[run->count++] = origin + i;
    }
    return PTC_OK;
}

/* Whether a node, which is a copy already, as those above it, is all that a declaration
 * says: names stand for what is in it. */
static bool unfold_is_whole(const unfold_run *run, uint32_t index)
{
    const ptc_schema_node *node = &run->nodes[index];
    const ptc_schema_node *above = &run->nodes[node->parent];

    return index == 0 ||
           (above->type == PTC_TYPE_FUNCTION && run->nodes[above->first].count == 0 &&
            (node->type != PTC_TYPE_REF || (above->flags & PTC_NODE_BARE)));
}

static bool unfold_is_named(const unfold_run *run, uint32_t index)
{
    const ptc_schema_node *node = &run->nodes[index];

    return run->keeps_names && !unfold_is_whole(run, index) && node->extra != NULL &&
           node->extra->named_type.len > 0;
}

/* Of a type that is no more than its name, the use says what it says itself: whether a
 * field is optional because its type takes nil. */
static void unfold_absence(const unfold_run *run, ptc_schema_node *node)
{
    bool takes_nil = ptc_schema_takes_nil(run->schema->nodes, node);

    if (ptc_schema_says_nil(node) || !takes_nil)
        return;
    if (ptc_schema_is_optional(node))
        node->flags &= (uint16_t) ~(unsigned)PTC_NODE_OPTIONAL;
    else if (run->nodes[node->parent].type == PTC_TYPE_MAP)
        node->flags |= PTC_NODE_NULLABLE; /* so that it is shown as required */
}

static void unfold_name(const unfold_run *run, ptc_schema_node *node, ptc_str name)
{
    unfold_absence(run, node);
    node->type = PTC_TYPE_CUSTOM;
    node->type_name = name;
    node->flags &= (uint16_t) ~(unsigned)PTC_NODE_MALLI;
    node->first = node->count = 0;
    node->pattern_count = 0;
    node->interval = NULL;
    node->members = NULL;
    node->patterns = NULL;
}

/* --- Types that contain themselves -------------------------------------------------- */

/* Puts what a definition says in the place of a reference to it. */
static void unfold_define(unfold_run *run, uint32_t index, uint32_t target)
{
    ptc_schema_node *node = &run->nodes[index];
    ptc_schema_node slot = *node;

    *node = run->schema->nodes[target];
    node->flags |=
        slot.flags & (PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL | PTC_NODE_FIREWALLED);
    node->name = slot.name;
    node->parent = slot.parent;
    run->origins[index] = target;
}

/* What a declaration says of such a type: what its definition does, if the declaration is
 * that of the type, and else the name of it. */
static void unfold_whole(unfold_run *run, uint32_t index)
{
    const ptc_schema_node *nodes = run->schema->nodes;
    ptc_schema_node *node = &run->nodes[index];
    ptc_str name;

    if (!ptc_schema_is_recursive(nodes, node))
        return;
    name = node->extra != NULL ? node->extra->named_type : PTC_STR("");
    if (node->type == PTC_TYPE_REGISTRY)
        unfold_define(run, index, nodes[node->first].first);
    else if (ptc_str_equal(name, nodes[node->first].name))
        unfold_define(run, index, node->first);
    else
        unfold_name(run, node, nodes[node->first].name);
    node = &run->nodes[index];
    if (node->type == PTC_TYPE_REF)
        unfold_name(run, node, nodes[node->first].name);
}

/* The copy of a registry above a node whose definitions begin with `block`; 0: none. */
static uint32_t unfold_registry(const unfold_run *run, uint32_t index, uint32_t block)
{
    const ptc_schema *schema = run->schema;
    uint32_t at = index;

    do {
        at = run->nodes[at].parent;
        if (run->nodes[at].type == PTC_TYPE_REGISTRY &&
            schema->nodes[run->origins[at]].first == block)
            return at;
    } while (at != 0);
    return UINT32_MAX;
}

/* The use of such a type outside of the definitions becomes a registry with them. */
static ptc_status unfold_open(unfold_run *run, uint32_t index)
{
    const ptc_schema_node *nodes = run->schema->nodes;
    uint32_t target = run->nodes[index].first;
    uint32_t registry = nodes[target].parent;
    uint32_t body = (uint32_t)run->count;
    ptc_status status;

    if (unfold_registry(run, index, nodes[registry].first) != UINT32_MAX)
        return PTC_OK;
    run->nodes[index].type = PTC_TYPE_REGISTRY;
    run->nodes[index].first = body;
    run->nodes[index].count = nodes[registry].count;
    run->origins[index] = registry;
    status = unfold_add(run, nodes[registry].first, nodes[registry].count, index);
    if (status == PTC_OK)
        run->nodes[body].first = target;
    return status;
}

/* --- All of it ---------------------------------------------------------------------- */

/* A reference leads to the definition in the copy of the registry around it. One that
 * leads out of a part of a schema keeps the name of what it leads to. */
static ptc_status unfold_reference(unfold_run *run, uint32_t index)
{
    uint32_t target = run->nodes[index].first;
    uint32_t block = run->schema->nodes[run->schema->nodes[target].parent].first;
    uint32_t registry = unfold_registry(run, index, block);
    ptc_status status;

    if (registry != UINT32_MAX) {
        run->nodes[index].first = run->nodes[registry].first + (target - block);
        return PTC_OK;
    }
    run->nodes[index].first = (uint32_t)run->count;
    status = unfold_add(run, target, 1, 0);
    if (status == PTC_OK)
        run->nodes[run->count - 1].type = PTC_TYPE_ANY;
    return status;
}

static ptc_status unfold_node(unfold_run *run, uint32_t index)
{
    ptc_schema_node *node = &run->nodes[index];
    uint32_t first;

    if (run->keeps_names && unfold_is_whole(run, index))
        unfold_whole(run, index);
    if (unfold_is_named(run, index)) {
        unfold_name(run, node, node->extra->named_type);
        return PTC_OK;
    }
    if (node->type == PTC_TYPE_REF)
        return ptc_schema_is_recursive(run->schema->nodes, node) ? unfold_open(run, index)
                                                                 : PTC_OK;
    if (!ptc_type_has_children((ptc_type)node->type))
        return PTC_OK;
    first = node->first;
    node->first = (uint32_t)run->count;
    return unfold_add(run, first, node->count, index);
}

static ptc_status unfold_all(unfold_run *run)
{
    ptc_status status = unfold_add(run, run->schema->root, 1, 0);

    for (uint32_t i = 0; status == PTC_OK && i < run->count; i++)
        status = unfold_node(run, i);
    for (uint32_t i = 0; status == PTC_OK && i < run->count; i++) {
        if (run->nodes[i].type == PTC_TYPE_REF)
            status = unfold_reference(run, i);
    }
    return status;
}

ptc_status ptc_schema_unfold(ptc_arena *arena, const ptc_schema *schema, size_t limit,
                             bool keeps_names, ptc_schema *out)
{
    unfold_run run = {.schema = schema, .arena = arena, .keeps_names = keeps_names};
    ptc_status status;

    run.limit = limit < UINT32_MAX ? limit : UINT32_MAX;
    status = unfold_all(&run);
    if (status == PTC_OK)
        *out = (ptc_schema){run.nodes, 0, (uint32_t)run.count};
    return status;
}
