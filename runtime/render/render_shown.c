/* SPDX-License-Identifier: MIT */
/*
 * Which declared types a text writes out, and which it only names: whole, where nothing
 * in the schema has one; written out, where the text stays short; by name otherwise, and
 * where a type contains itself. [signature 9]
 */
#include "render/render_int.h"
#include "schema/schema_int.h"

/* --- Length ------------------------------------------------------------------------- */

/* The bytes that a node takes at least where a signature is written out, without those
 * below it; never 0. The names of parameters may be left out. */
static size_t shown_least(const ptc_schema *schema, const ptc_schema_node *node)
{
    const ptc_schema_node *parent = &schema->nodes[node->parent];

    if (node->type == PTC_TYPE_UNION)
        return 1; /* a bar between two alternatives */
    if (parent->type == PTC_TYPE_MAP &&
        schema->nodes[parent->parent].type != PTC_TYPE_FUNCTION)
        return 2 + node->name.len;
    return 2;
}

/* Whether the text may have at most `limit` bytes: the check stops once there are
 * certainly more, so long types of a file take no longer than short ones. */
static bool shown_may_be_short(ptc_arena *arena, const ptc_schema *schema, size_t limit)
{
    uint32_t *pending = ptc_arena_array(arena, limit + 1, sizeof *pending);
    size_t count = 0;
    size_t least = 0;

    if (pending == NULL)
        return true;
    pending[count++] = schema->root;
    while (count > 0) {
        const ptc_schema_node *node = &schema->nodes[pending[--count]];

        if (!ptc_type_has_children((ptc_type)node->type))
            continue;
        for (uint32_t i = 0; i < node->count; i++) {
            least += shown_least(schema, &schema->nodes[node->first + i]);
            if (least > limit)
                return false;
            pending[count++] = node->first + i;
        }
    }
    return true;
}

/* Whether the text of a schema, with types written out, is short enough. */
static ptc_status shown_is_short(const ptc_schema *schema)
{
    const ptc_schema_node *root = ptc_schema_root(schema);
    const ptc_schema_node *function =
        root->type == PTC_TYPE_FUNCTION ? root : &schema->nodes[root->parent];
    bool is_type =
        function->type == PTC_TYPE_FUNCTION && schema->nodes[function->first].count == 0;
    size_t limit = is_type ? PTC_SHOWN_TYPE_MAX : PTC_SHOWN_MAX;
    ptc_status status = PTC_ERROR_ARGUMENT;
    ptc_schema tree;
    ptc_arena arena;
    ptc_render render;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    if (shown_may_be_short(&arena, schema, limit))
        status = ptc_schema_unfold(&arena, schema, limit + 1, false, &tree);
    ptc_text_init(&text, &arena);
    ptc_render_init(&render, &text, &tree, NULL);
    render.limit = limit + 1;
    if (status == PTC_OK)
        ptc_render_tree(&render);
    if (status == PTC_OK && text.len > limit)
        status = PTC_ERROR_ARGUMENT;
    if (text.failed)
        status = PTC_ERROR_MEMORY;
    ptc_arena_free(&arena);
    return status;
}

/* --- Use of declared types ---------------------------------------------------------- */

/* How much of a schema is visited as a tree before its whole array is. */
enum { SHOWN_LOOK_NODES = 256, SHOWN_LOOK_DEPTH = 16 };

typedef enum shown_look { SHOWN_PLAIN, SHOWN_SHARED, SHOWN_LARGE } shown_look;

static bool shown_is_named(const ptc_schema_node *node)
{
    return node->extra != NULL && node->extra->named_type.len > 0;
}

/* The output of a type alone, which is the type itself. */
static uint32_t shown_own_type(const ptc_schema *schema)
{
    const ptc_schema_node *root = ptc_schema_root(schema);

    return root->type == PTC_TYPE_FUNCTION && schema->nodes[root->first].count == 0
               ? root->first + 1
               : schema->root;
}

typedef struct shown_looking {
    const ptc_schema *schema;
    uint32_t own;  /* the type that is written, which may have a name */
    uint32_t rest; /* nodes that may still be looked at */
} shown_looking;

/* Whether a node has the type of a declaration. */
static bool shown_is_declared(const shown_looking *looking, uint32_t index)
{
    const ptc_schema_node *node = &looking->schema->nodes[index];

    return (index != looking->own && shown_is_named(node)) ||
           ptc_schema_is_recursive(looking->schema->nodes, node);
}

/* Looks below a node for types of declarations, and for children that it shares with
 * another node, which is their parent. */
static shown_look shown_look_below(shown_looking *looking, uint32_t index, unsigned depth)
{
    const ptc_schema_node *nodes = looking->schema->nodes;
    const ptc_schema_node *node = &nodes[index];
    uint32_t count = ptc_type_has_children((ptc_type)node->type) ? node->count : 0;

    if (count > 0 && node->first <= index)
        return SHOWN_SHARED;
    if (count > looking->rest || (count > 0 && depth == 0))
        return SHOWN_LARGE;
    looking->rest -= count;
    for (uint32_t child = node->first; child < node->first + count; child++) {
        shown_look found = SHOWN_SHARED;

        if (nodes[child].parent == index && !shown_is_declared(looking, child))
            found = ptc_type_has_children((ptc_type)nodes[child].type)
                        ? shown_look_below(looking, child, depth - 1)
                        : SHOWN_PLAIN;
        if (found != SHOWN_PLAIN)
            return found;
    }
    return SHOWN_PLAIN;
}

/* Whether nothing in the schema has the type of a declaration: it is a tree then, and is
 * written as it is. Most schemas are a small part of their array, and are looked at
 * alone. */
static bool shown_is_plain(const ptc_schema *schema)
{
    shown_looking looking = {schema, shown_own_type(schema), SHOWN_LOOK_NODES};
    shown_look found;

    if (ptc_schema_is_recursive(schema->nodes, ptc_schema_root(schema)))
        return false;
    found = shown_look_below(&looking, schema->root, SHOWN_LOOK_DEPTH);
    if (found != SHOWN_LARGE)
        return found == SHOWN_PLAIN;
    for (uint32_t i = schema->root + 1; i < schema->count; i++) {
        if (shown_is_declared(&looking, i))
            return false;
    }
    return ptc_schema_is_tree(schema);
}

/* Notes whether a node uses a type that contains itself; `user` leads to where. */
static bool shown_is_use(const ptc_schema_node *node, const void *user)
{
    bool *const *is_there = user;

    **is_there |= node->type == PTC_TYPE_REF && shown_is_named(node);
    return **is_there;
}

/* Whether types keep their names: PTC_OK when they are written out. */
static ptc_status shown_is_whole(const ptc_schema *schema, bool is_malli)
{
    bool is_there = false;
    bool *there = &is_there;

    /* True for lack of memory as well. A type that contains itself has a name or no
     * text. */
    if (!is_malli && ptc_schema_any(schema, shown_is_use, &there))
        return is_there ? PTC_ERROR_ARGUMENT : PTC_ERROR_MEMORY;
    return shown_is_short(schema);
}

ptc_status ptc_schema_shown(ptc_arena *arena, const ptc_schema *schema, bool is_malli,
                            ptc_schema *out)
{
    ptc_status status;

    *out = *schema;
    if (shown_is_plain(schema))
        return PTC_OK;
    status = shown_is_whole(schema, is_malli);
    if (status == PTC_ERROR_MEMORY) {
        arena->failed = true; /* for callers that look at that alone */
        return status;
    }
    return ptc_schema_unfold(arena, schema, UINT32_MAX, status != PTC_OK, out);
}
