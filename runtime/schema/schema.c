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

bool ptc_type_is_numeric(ptc_type type)
{
    return type == PTC_TYPE_INT || type == PTC_TYPE_FLOAT || type == PTC_TYPE_NUMBER;
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
