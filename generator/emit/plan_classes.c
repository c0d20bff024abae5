/* SPDX-License-Identifier: MIT */
/* Alternatives of unions by the first byte of a text: which of them can accept it, and
 * whether it leaves exactly one. [validation 3, 4] */
#include "generator/emit/plan.h"
#include "schema/schema_int.h"

#define CLASS_BIT(class) (1u << (class))
#define CLASS_ALL        (CLASS_BIT(PTCC_CLASS_COUNT) - 1)

static unsigned member_classes(const ptc_value *member)
{
    switch ((ptc_kind)member->kind) {
    case PTC_STRING:
    case PTC_KEYWORD:
        return CLASS_BIT(PTCC_CLASS_TEXT);
    case PTC_INT:
    case PTC_FLOAT:
        return CLASS_BIT(PTCC_CLASS_NUMBER) | CLASS_BIT(PTCC_CLASS_TEXT);
    case PTC_BOOL:
        return CLASS_BIT(PTCC_CLASS_BOOL);
    case PTC_NIL:
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
    case PTC_OPAQUE:
        break;
    }
    return CLASS_ALL;
}

/* The first bytes of what a type accepts or coerces. */
static unsigned type_classes(const ptcc_c_contract *contract, const ptc_schema_node *node)
{
    unsigned classes = 0;

    if (node->flags & (PTC_NODE_OTHERS | PTC_NODE_DECODED))
        return CLASS_ALL;
    if (node->flags & PTC_NODE_CASTS)
        return CLASS_BIT(PTCC_CLASS_TEXT) | CLASS_BIT(PTCC_CLASS_NUMBER) |
               CLASS_BIT(PTCC_CLASS_BOOL);
    switch ((ptc_type)node->type) {
    case PTC_SPELLED_AND(STRING):
    case PTC_TYPE_KEYWORD:
        return CLASS_BIT(PTCC_CLASS_TEXT);
    case PTC_TYPE_DECIMAL:
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
        return CLASS_BIT(PTCC_CLASS_NUMBER) | CLASS_BIT(PTCC_CLASS_TEXT);
    case PTC_TYPE_BOOL:
        return CLASS_BIT(PTCC_CLASS_BOOL) | CLASS_BIT(PTCC_CLASS_TEXT);
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        for (uint32_t i = 0; i < ptcc_c_member_count(node); i++)
            classes |= member_classes(&node->members[i]);
        return classes;
    case PTC_TYPE_LIST:
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_SET:
        return CLASS_BIT(PTCC_CLASS_LIST);
    case PTC_TYPE_MAP:
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_MULTI:
        return CLASS_BIT(PTCC_CLASS_MAP);
    case PTC_TYPE_NIL:
        return CLASS_BIT(PTCC_CLASS_NULL);
    case PTC_TYPE_UNION:
        for (uint32_t i = 0; i < node->count; i++)
            classes |= contract->nodes[node->first + i].classes;
        return classes;
    case PTC_TYPE_ANY:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_AND:
    case PTC_TYPE_NOT:
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
    case PTC_TYPE_COUNT:
        break;
    }
    return CLASS_ALL;
}

void ptcc_c_find_classes(ptcc_c_contract *contract, uint32_t index)
{
    ptcc_c_node *cnode = &contract->nodes[index];
    unsigned classes = cnode->holds_nil ? CLASS_BIT(PTCC_CLASS_NULL) : 0;

    if (cnode->target != index)
        classes |= contract->nodes[cnode->target].classes;
    else
        classes |= type_classes(contract, &contract->contract->schema.nodes[index]);
    cnode->classes = (unsigned char)classes;
}

/* Whether a text can be accepted as it is, not only coerced. */
static bool accepts_text(const ptc_schema_node *node)
{
    if (node->flags & PTC_NODE_OTHERS)
        return true;
    if (node->type == PTC_TYPE_INT || node->type == PTC_TYPE_FLOAT ||
        node->type == PTC_TYPE_BOOL)
        return false;
    if (node->type != PTC_TYPE_ENUM && node->type != PTC_TYPE_CONST)
        return true;
    for (uint32_t i = 0; i < ptcc_c_member_count(node); i++) {
        if (node->members[i].kind != PTC_INT && node->members[i].kind != PTC_FLOAT)
            return true;
    }
    return false;
}

static bool accepts_every_text(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_STRING && node->interval == NULL &&
           node->pattern_count == 0;
}

uint32_t ptcc_c_class_candidates(const ptcc_c_contract *contract, uint32_t index,
                                 ptcc_c_class class, uint32_t *only)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *node = &schema->nodes[index];
    bool has_every = false;
    uint32_t count = 0;

    for (uint32_t i = 0; i < node->count && class == PTCC_CLASS_TEXT; i++)
        has_every |=
            accepts_every_text(&schema->nodes[contract->nodes[node->first + i].target]);
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const ptc_schema_node *child = &schema->nodes[contract->nodes[i].target];

        if (!(contract->nodes[i].classes & CLASS_BIT(class)) ||
            (has_every && !accepts_text(child)))
            continue;
        count++;
        *only = i;
        if (has_every && accepts_every_text(child))
            break;
    }
    return count;
}

bool ptcc_c_class_is_chosen(const ptcc_c_contract *contract, uint32_t index,
                            ptcc_c_class class, uint32_t *only)
{
    return class != PTCC_CLASS_NULL &&
           ptcc_c_class_candidates(contract, index, class, only) == 1;
}

uint32_t ptcc_c_union_choices(const ptcc_c_contract *contract, uint32_t index,
                              uint32_t chosen[PTCC_CLASS_COUNT])
{
    uint32_t count = 0;

    for (unsigned class = 0; class < PTCC_CLASS_COUNT; class ++) {
        uint32_t only;

        if (ptcc_c_class_is_chosen(contract, index, (ptcc_c_class) class, &only))
            chosen[count++] = only;
    }
    return count;
}

bool ptcc_c_union_is_walked(const ptcc_c_contract *contract, uint32_t index)
{
    uint32_t chosen[PTCC_CLASS_COUNT];
    uint32_t count = ptcc_c_union_choices(contract, index, chosen);

    for (uint32_t i = 0; i < count; i++) {
        if (!contract->nodes[chosen[i]].is_walked)
            return false;
    }
    return true;
}
