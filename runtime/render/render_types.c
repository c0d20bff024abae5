/* SPDX-License-Identifier: MIT */
/*
 * The declared types that texts of contracts only name, because they would be too long
 * written out: which they are, and what they mean. [signature 9, 9.1]
 */
#include "render/render_int.h"
#include "schema/schema_int.h"

/* Adds a type under its name; false when another type has the name, or when refused. */
static bool types_add(ptc_text *text, const ptc_schema *schema, uint32_t index,
                      ptc_shown_types *types)
{
    ptc_schema type = {schema->nodes, index, schema->count};
    ptc_str name = schema->nodes[index].extra->named_type;
    const ptc_name_entry *entry =
        ptc_names_add(&types->names, name, (uint32_t)types->count);
    void *items = types->types;

    if (entry == NULL ||
        !ptc_arena_reserve(text->arena, &items, &types->capacity, types->count,
                           types->count + 1, sizeof *types->types)) {
        text->failed = true;
        return false;
    }
    types->types = items;
    if (entry->value < types->count)
        return types->types[entry->value].nodes == type.nodes ||
               ptc_schema_equal(&types->types[entry->value], &type);
    types->types[types->count++] = type;
    return true;
}

/* Adds the types that the tree of a contract, with names kept, has in it. */
static bool types_add_below(ptc_text *text, const ptc_schema *schema, uint32_t root,
                            ptc_shown_types *types)
{
    const ptc_schema_node *nodes = schema->nodes;
    uint32_t *queue = ptc_arena_array(text->arena, 1, sizeof *queue);
    size_t capacity = 1;
    size_t count = 0;
    void *items = queue;

    if (queue == NULL) {
        text->failed = true;
        return false;
    }
    queue[count++] = root;
    for (size_t i = 0; i < count; i++) {
        const ptc_schema_node *node = &nodes[queue[i]];
        uint32_t children = ptc_type_has_children((ptc_type)node->type) ? node->count : 0;

        if (!ptc_arena_reserve(text->arena, &items, &capacity, count, count + children,
                               sizeof *queue)) {
            text->failed = true;
            return false;
        }
        queue = items;
        for (uint32_t child = 0; child < children; child++) {
            uint32_t index = node->first + child;
            bool is_own =
                node->type == PTC_TYPE_FUNCTION && nodes[node->first].count == 0;

            if (nodes[index].extra == NULL || nodes[index].extra->named_type.len == 0 ||
                is_own)
                queue[count++] = index;
            else if (!types_add(text, schema, index, types))
                return false;
        }
    }
    return true;
}

bool ptc_render_is_type_name(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_CUSTOM && node->extra != NULL &&
           ptc_str_equal(node->extra->named_type, node->type_name);
}

/* Whether the text of a contract keeps names of types. */
static bool types_are_kept(ptc_text *text, const ptc_schema *schema)
{
    ptc_schema shown;

    if (ptc_schema_is_tree(schema))
        return false;
    if (ptc_schema_shown(text->arena, schema, &shown) != PTC_OK)
        text->failed = true;
    for (uint32_t i = 0; !text->failed && i < shown.count; i++) {
        if (ptc_render_is_type_name(&shown.nodes[i]))
            return true;
    }
    return false;
}

bool ptc_render_collect_types(ptc_text *text, const ptc_schema *schema,
                              ptc_shown_types *types)
{
    size_t start = types->count;

    if (types->names.arena == NULL)
        ptc_names_init(&types->names, text->arena);
    if (!types_are_kept(text, schema))
        return !text->failed;
    if (!types_add_below(text, schema, schema->root, types))
        return false;
    for (size_t i = start; i < types->count; i++) {
        if (!types_add_below(text, schema, types->types[i].root, types))
            return false;
    }
    return true;
}

static void types_write_one(ptc_text *text, const ptc_schema *type,
                            ptc_prompt_style style)
{
    ptc_schema_node *nodes = NULL;
    ptc_schema shown;
    ptc_render render;

    ptc_contract_name_write(text, ptc_schema_root(type)->extra->named_type);
    ptc_text_cstr(text, " = ");
    if (ptc_schema_unfold(text->arena, type, UINT32_MAX, true, &shown) == PTC_OK)
        nodes = ptc_arena_copy(text->arena, shown.nodes, shown.count * sizeof *nodes);
    if (nodes == NULL) {
        text->failed = true;
        return;
    }
    nodes[0].flags &= (uint8_t) ~(unsigned)PTC_NODE_NULLABLE; /* said where it is used */
    shown.nodes = nodes;
    ptc_render_init(&render, text, &shown, NULL);
    render.is_prompt = true;
    render.is_compact = style == PTC_PROMPT_COMPACT;
    ptc_render_tree(&render);
}

void ptc_render_types(ptc_text *text, const ptc_schema *schema,
                      const ptc_shown_types *types, ptc_prompt_style style)
{
    ptc_shown_types own = {0};

    if (types == NULL)
        ptc_render_collect_types(text, schema, &own);
    for (size_t i = 0; i < own.count; i++) {
        ptc_text_cstr(text, "\n  ");
        types_write_one(text, &own.types[i], style);
    }
    for (size_t i = 0; types != NULL && i < types->count; i++) {
        types_write_one(text, &types->types[i], style);
        ptc_text_byte(text, '\n');
    }
}
