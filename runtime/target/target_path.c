/* SPDX-License-Identifier: MIT */
/* Places in contracts. */
#include "schema/schema_int.h"
#include "target/target_int.h"

static bool path_has_elements(ptc_type type)
{
    return type == PTC_TYPE_LIST || type == PTC_TYPE_SET || type == PTC_TYPE_CONTAINS ||
           type == PTC_TYPE_OTHER_ITEMS;
}

static bool path_has_alternatives(ptc_type type)
{
    return type == PTC_TYPE_UNION || type == PTC_TYPE_ONE || type == PTC_TYPE_MULTI;
}

/* An alternative: by its name, by the value that chooses it, or its number. */
static void path_write_alternative(ptc_text *text, const ptc_schema_node *node,
                                   uint32_t number)
{
    const ptc_value *branch = node->extra != NULL ? &node->extra->branch : NULL;

    ptc_text_byte(text, '|');
    if (node->name.len > 0)
        ptc_text_str(text, node->name);
    else if (branch != NULL &&
             (branch->kind == PTC_STRING || branch->kind == PTC_KEYWORD))
        ptc_text_str(text, ptc_value_text(branch));
    else
        ptc_text_uint(text, (uint64_t)number + 1);
}

/* The element of a list by position. The last child of a PREFIX is what further ones are.
 */
static void path_write_element(ptc_text *text, const ptc_schema_node *parent,
                               uint32_t number)
{
    ptc_text_byte(text, '[');
    if (parent->type == PTC_TYPE_TUPLE || number + 1 < parent->count)
        ptc_text_uint(text, number);
    ptc_text_byte(text, ']');
}

/* The step from a parent to its child `index`; conditions and results of functions are
 * where their parent is. */
static void path_write_step(ptc_text *text, const ptc_schema *schema, uint32_t index,
                            bool is_first)
{
    const ptc_schema_node *node = &schema->nodes[index];
    const ptc_schema_node *parent = &schema->nodes[node->parent];
    uint32_t number = index - parent->first;

    if (parent->type == PTC_TYPE_MAP || (parent->type == PTC_TYPE_REGISTRY && number > 0))
        ptc_show_step(text, node->name, is_first);
    else if (parent->type == PTC_TYPE_TUPLE || parent->type == PTC_TYPE_PREFIX)
        path_write_element(text, parent, number);
    else if (path_has_elements((ptc_type)parent->type))
        ptc_text_cstr(text, "[]");
    else if (path_has_alternatives((ptc_type)parent->type))
        path_write_alternative(text, node, number);
    else if (parent->type == PTC_TYPE_MAP_OF || parent->type == PTC_TYPE_KEYS)
        ptc_text_cstr(text, number == 0 ? "{key}" : "{}");
    else if (parent->type == PTC_TYPE_OTHER_KEYS)
        ptc_text_cstr(text, "{}");
}

/* Whether a node is the first one on its way: its part of the array begins there, or the
 * text is of what is there. Parents come before their children, so that ways end. */
static bool path_is_start(const ptc_schema *schema, uint32_t index)
{
    return index == schema->root || index >= schema->count ||
           schema->nodes[index].parent >= index;
}

void ptc_target_write_path(ptc_text *text, const ptc_schema *schema, uint32_t node)
{
    size_t start = text->len;
    size_t count = 0;
    uint32_t *steps;

    for (uint32_t at = node; !path_is_start(schema, at); at = schema->nodes[at].parent)
        count++;
    steps = ptc_arena_array(text->arena, count, sizeof *steps);
    if (steps == NULL) {
        text->failed = true;
        return;
    }
    for (size_t i = count; i > 0; i--) {
        steps[i - 1] = node;
        node = schema->nodes[node].parent;
    }
    for (size_t i = 0; i < count; i++)
        path_write_step(text, schema, steps[i], text->len == start);
}
