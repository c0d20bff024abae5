/* SPDX-License-Identifier: MIT */
/* Small questions about schema nodes; see <ptc/schema.h>. */
#include "schema/schema_int.h"

/* ORDER TYPE */
static const char *const schema_type_words[PTC_TYPE_COUNT][2] = {
#define PTC_TYPE(constant, word, head) {word, head},
#include <ptc/types.def>
#undef PTC_TYPE
};

const char *ptc_type_word(ptc_type type, bool is_malli)
{
    return schema_type_words[type][is_malli ? 1 : 0];
}

bool ptc_schema_default(const ptc_schema_node *node, ptc_value *out)
{
    if (node->extra == NULL || node->extra->default_value.kind == PTC_NIL)
        return false;
    *out = node->extra->default_value;
    return true;
}

enum { SCHEMA_UNIONS_MAX = 4 }; /* unions within unions that are searched for a nil */

static bool schema_takes_nil(const ptc_schema_node *nodes, const ptc_schema_node *node,
                             unsigned nesting)
{
    while ((node->flags & PTC_NODE_NULLABLE) == 0) {
        for (uint32_t i = 0; node->type == PTC_TYPE_UNION && i < node->count; i++) {
            if (nesting < SCHEMA_UNIONS_MAX &&
                schema_takes_nil(nodes, &nodes[node->first + i], nesting + 1))
                return true;
        }
        if (node->type != PTC_TYPE_REF && node->type != PTC_TYPE_REGISTRY)
            return false;
        node = &nodes[node->first];
    }
    return true;
}

bool ptc_schema_takes_nil(const ptc_schema_node *nodes, const ptc_schema_node *node)
{
    return schema_takes_nil(nodes, node, 0);
}

ptc_absence ptc_schema_absence(const ptc_schema_node *nodes, const ptc_schema_node *field)
{
    bool takes_nil;

    if (field->type == PTC_TYPE_ANY || field->type == PTC_TYPE_NIL)
        return PTC_ABSENCE_AS_NIL;
    /* A default makes a field nullable unless it says otherwise. */
    takes_nil = ptc_schema_has_default(field) ? ptc_schema_says_nil(field)
                                              : ptc_schema_takes_nil(nodes, field);
    if (takes_nil == ptc_schema_is_optional(field))
        return PTC_ABSENCE_AS_NIL;
    return takes_nil ? PTC_ABSENCE_REFUSED : PTC_ABSENCE_WITHOUT_NIL;
}

bool ptc_type_is_numeric(ptc_type type)
{
    return type == PTC_TYPE_INT || type == PTC_TYPE_FLOAT || type == PTC_TYPE_NUMBER;
}

bool ptc_type_is_scalar(ptc_type type)
{
    switch ((unsigned)type) {
    case PTC_TYPE_NIL:
    case PTC_TYPE_BOOL:
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_STRING:
    case PTC_TYPE_KEYWORD:
    case PTC_SPELLED_AND(DECIMAL):
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return true;
    default:
        return false;
    }
}

bool ptc_type_is_condition(ptc_type type)
{
    return type == PTC_TYPE_MULTIPLE || type == PTC_TYPE_PREFIX ||
           type == PTC_TYPE_CONTAINS || type == PTC_TYPE_KEYS ||
           ptc_type_is_of_others(type);
}

#define SCHEMA_NUMBERS (1u << PTC_INT | 1u << PTC_FLOAT | 1u << PTC_OPAQUE)

unsigned ptc_type_kinds(ptc_type type)
{
    switch ((unsigned)type) {
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_MULTIPLE:
        return SCHEMA_NUMBERS;
    case PTC_SPELLED_AND(STRING):
        return 1u << PTC_STRING;
    case PTC_TYPE_LIST:
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_OTHER_ITEMS:
        return 1u << PTC_VECTOR;
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_MAP:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
        return 1u << PTC_MAP;
    default:
        return 0;
    }
}

unsigned ptc_type_fact(ptc_type type)
{
    switch ((unsigned)type) {
    case PTC_TYPE_INT:
        return PTC_NODE_INTEGRAL;
    case PTC_TYPE_LIST:
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_PREFIX:
        return PTC_NODE_DISTINCT;
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
    case PTC_TYPE_NOT_CONST:
        return PTC_NODE_JSON_EQUAL;
    default:
        return 0;
    }
}

bool ptc_type_is_about(ptc_type type, const ptc_value *value)
{
    return (ptc_type_kinds(type) >> value->kind & 1) != 0 &&
           (value->kind != PTC_OPAQUE || (value->flags & PTC_FLAG_NUMBER) != 0);
}

bool ptc_type_has_children(ptc_type type)
{
    return type >= PTC_TYPE_LIST && type != PTC_TYPE_REF;
}

uint32_t ptc_schema_next(const ptc_schema *schema, uint32_t index)
{
    const ptc_schema_node *nodes = schema->nodes;
    const ptc_schema_node *node = &nodes[index];

    if (ptc_type_has_children((ptc_type)node->type) && node->count > 0)
        return node->first;
    return ptc_schema_next_beside(schema, index);
}

uint32_t ptc_schema_next_beside(const ptc_schema *schema, uint32_t index)
{
    const ptc_schema_node *nodes = schema->nodes;

    while (index != schema->root) {
        const ptc_schema_node *parent = &nodes[nodes[index].parent];

        if (index + 1 < parent->first + parent->count)
            return index + 1;
        index = nodes[index].parent;
    }
    return PTC_NODE_NONE;
}
