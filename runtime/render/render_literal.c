/* SPDX-License-Identifier: MIT */
/*
 * Defaults as literals of signatures: JSON text, and `:word` for keywords. [signature 3,
 * 9]
 *
 * A literal has less information than a value: a list also stands for a set, and only its
 * type makes it one when it is read. A value that would not read back unchanged is not a
 * literal; files then spell the whole in Malli.
 */
#include "render/render_int.h"
#include "schema/schema_int.h"

#include <ptc/json.h>
#include <ptc/number.h>

/* --- What a literal can say --------------------------------------------------------- */

/* Whether an alternative takes lists as they are, or might. */
static bool literal_may_take_list(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_ANY || node->type == PTC_TYPE_CUSTOM ||
           node->type == PTC_TYPE_MALLI_SCHEMA || node->type == PTC_TYPE_NOT_CONST ||
           (node->type >= PTC_TYPE_LIST && node->type != PTC_TYPE_SET) ||
           node->type == PTC_TYPE_REF;
}

/* The type that a reference means. */
static const ptc_schema_node *literal_target(const ptc_schema *schema,
                                             const ptc_schema_node *node)
{
    while (node != NULL &&
           (node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY))
        node = &schema->nodes[node->first];
    return node;
}

/* The type by which a list is read as a set: the node itself, one that is only named, or
 * the one alternative of a union that can be meant; NULL: none. */
static const ptc_schema_node *literal_set_type(const ptc_schema *schema,
                                               const ptc_schema_node *node)
{
    const ptc_schema_node *found = NULL;

    if (node == NULL || node->type == PTC_TYPE_SET || ptc_render_is_type_name(node))
        return node;
    if (node->type != PTC_TYPE_UNION)
        return NULL;
    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *child = &schema->nodes[node->first + i];

        if (literal_may_take_list(child) ||
            (child->type == PTC_TYPE_SET && found != NULL))
            return NULL;
        if (child->type == PTC_TYPE_SET)
            found = child;
    }
    return found;
}

static const ptc_schema_node *literal_field(const ptc_schema *schema,
                                            const ptc_schema_node *map, ptc_str name)
{
    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_schema_node *field = &schema->nodes[map->first + i];

        if (ptc_str_equal(field->name, name))
            return field;
    }
    return NULL;
}

/* The type of a part of a value; NULL: nothing is known of it. */
static const ptc_schema_node *literal_part(const ptc_schema *schema,
                                           const ptc_schema_node *node, uint32_t index,
                                           ptc_str name)
{
    if (node == NULL || ptc_render_is_type_name(node))
        return node;
    if (node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_SET)
        return &schema->nodes[node->first];
    if (node->type == PTC_TYPE_TUPLE && index < node->count)
        return &schema->nodes[node->first + index];
    if (node->type == PTC_TYPE_MAP)
        return literal_field(schema, node, name);
    if (node->type == PTC_TYPE_MAP_OF)
        return &schema->nodes[node->first + 1];
    return NULL;
}

static bool literal_says(const ptc_schema *schema, const ptc_schema_node *node,
                         const ptc_value *value, unsigned depth);

static bool literal_says_items(const ptc_schema *schema, const ptc_schema_node *node,
                               const ptc_value *value, unsigned depth)
{
    for (uint32_t i = 0; i < value->aux; i++) {
        if (!literal_says(schema, literal_part(schema, node, i, PTC_STR("")),
                          &value->as.items[i], depth - 1))
            return false;
    }
    return true;
}

static bool literal_says_entries(const ptc_schema *schema, const ptc_schema_node *node,
                                 const ptc_map *map, unsigned depth)
{
    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_map_entry *entry = &map->entries[i];

        if (entry->key.kind != PTC_STRING ||
            !literal_says(schema,
                          literal_part(schema, node, i, ptc_value_text(&entry->key)),
                          &entry->value, depth - 1))
            return false;
    }
    return true;
}

static bool literal_says(const ptc_schema *schema, const ptc_schema_node *node,
                         const ptc_value *value, unsigned depth)
{
    if (depth == 0)
        return false;
    node = literal_target(schema, node);
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_INT:
    case PTC_STRING:
        return true;
    case PTC_FLOAT:
        return value->as.number - value->as.number == 0;
    case PTC_KEYWORD:
        return ptc_name_is_plain(ptc_value_text(value));
    case PTC_VECTOR:
        return literal_says_items(schema, node, value, depth);
    case PTC_SET:
        node = literal_set_type(schema, node);
        return node != NULL && literal_says_items(schema, node, value, depth);
    case PTC_MAP:
        return literal_says_entries(schema, node, value->as.map, depth);
    case PTC_OPAQUE:
        break;
    }
    return false;
}

/* --- What a model must not see ------------------------------------------------------ */

static bool literal_is_private(const ptc_value *value, unsigned depth)
{
    if (depth == 0)
        return true;
    if (value->kind == PTC_VECTOR || value->kind == PTC_SET) {
        for (uint32_t i = 0; i < value->aux; i++) {
            if (literal_is_private(&value->as.items[i], depth - 1))
                return true;
        }
    }
    for (uint32_t i = 0; value->kind == PTC_MAP && i < value->as.map->count; i++) {
        const ptc_map_entry *entry = &value->as.map->entries[i];

        if (ptc_schema_hides(NULL, &entry->key) ||
            literal_is_private(&entry->value, depth - 1))
            return true;
    }
    return false;
}

/* Whether the field, or one around it, is firewalled. */
static bool literal_is_firewalled(const ptc_schema *schema, uint32_t index)
{
    while ((schema->nodes[index].flags & PTC_NODE_FIREWALLED) == 0 &&
           schema->nodes[index].parent != index && index != schema->root)
        index = schema->nodes[index].parent;
    return (schema->nodes[index].flags & PTC_NODE_FIREWALLED) != 0;
}

bool ptc_schema_shows_default(const ptc_schema *schema, uint32_t index, ptc_value *out)
{
    return ptc_schema_default(&schema->nodes[index], out) &&
           !literal_is_firewalled(schema, index) &&
           !literal_is_private(out, PTC_DEPTH_MAX);
}

bool ptc_render_default(const ptc_render *render, uint32_t index, ptc_value *out)
{
    return render->hides_defaults
               ? ptc_schema_shows_default(render->schema, index, out)
               : ptc_schema_default(&render->schema->nodes[index], out);
}

bool ptc_render_literal(const ptc_render *render, uint32_t index, ptc_value *out)
{
    return ptc_render_default(render, index, out) &&
           literal_says(render->schema, &render->schema->nodes[index], out,
                        PTC_DEPTH_MAX);
}

bool ptc_schema_says_default(const ptc_schema *schema, uint32_t index, bool is_prompt,
                             ptc_value *out)
{
    const ptc_render render = {.schema = schema, .hides_defaults = is_prompt};
    uint32_t map = schema->nodes[index].parent;

    if (!ptc_render_default(&render, index, out))
        return false;
    return ptc_schema_is_said_in_malli(schema, map, is_prompt) ||
           ptc_render_literal(&render, index, out);
}

/* --- Writing ------------------------------------------------------------------------ */

static void literal_number(ptc_text *text, double number)
{
    char digits[PTC_NUMBER_MAX];

    ptc_text_bytes(text, digits, ptc_number_write_double(number, digits));
}

void ptc_literal_write(ptc_text *text, const ptc_value *value)
{
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        ptc_text_cstr(text, "null");
        break;
    case PTC_BOOL:
        ptc_text_cstr(text, value->as.boolean ? "true" : "false");
        break;
    case PTC_INT:
        ptc_text_int(text, value->as.integer);
        break;
    case PTC_FLOAT:
        literal_number(text, value->as.number);
        break;
    case PTC_STRING:
        ptc_json_write_string(text, ptc_value_text(value));
        break;
    case PTC_KEYWORD:
        ptc_text_byte(text, ':');
        ptc_text_str(text, ptc_value_text(value));
        break;
    case PTC_VECTOR:
    case PTC_SET:
        ptc_text_byte(text, '[');
        for (uint32_t i = 0; i < value->aux; i++) {
            ptc_text_cstr(text, i > 0 ? ", " : "");
            ptc_literal_write(text, &value->as.items[i]);
        }
        ptc_text_byte(text, ']');
        break;
    case PTC_MAP:
        ptc_text_byte(text, '{');
        for (uint32_t i = 0; i < value->as.map->count; i++) {
            ptc_text_cstr(text, i > 0 ? ", " : "");
            ptc_literal_write(text, &value->as.map->entries[i].key);
            ptc_text_cstr(text, ": ");
            ptc_literal_write(text, &value->as.map->entries[i].value);
        }
        ptc_text_byte(text, '}');
        break;
    case PTC_OPAQUE:
        break;
    }
}
