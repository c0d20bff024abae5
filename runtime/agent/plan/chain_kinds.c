/* SPDX-License-Identifier: MIT */
/* The possible values of a type, for agents in a chain. See chain.h. [subagent 12] */
#include "agent/plan/chain.h"
#include "schema/schema_int.h"

static unsigned chain_kind_of(const ptc_value *value)
{
    switch ((unsigned)value->kind) {
    case PTC_NIL:
        return CHAIN_NIL;
    case PTC_BOOL:
        return CHAIN_BOOL;
    case PTC_INT:
        return CHAIN_INT;
    case PTC_FLOAT:
        return CHAIN_FLOAT;
    case PTC_STRING:
        return CHAIN_STRING;
    case PTC_KEYWORD:
        return CHAIN_KEYWORD;
    default:
        return CHAIN_ALL;
    }
}

static unsigned chain_kinds_of_members(const ptc_schema_node *node)
{
    unsigned kinds = 0;
    uint32_t count = node->type == PTC_TYPE_CONST ? 1 : node->count;

    for (uint32_t i = 0; i < count; i++)
        kinds |= chain_kind_of(&node->members[i]);
    return kinds;
}

static unsigned chain_kinds_of_children(chain_type type, unsigned depth)
{
    const ptc_schema_node *node = chain_node(type);
    bool is_and = node->type == PTC_TYPE_AND;
    unsigned kinds = is_and ? CHAIN_ALL : 0;

    for (uint32_t i = 0; i < node->count; i++) {
        unsigned more = ptc_chain_kinds(chain_child(type, i), depth - 1);

        kinds = is_and ? kinds & more : kinds | more;
    }
    return kinds;
}

/* A condition may accept kinds that it does not mention. */
static unsigned chain_kinds_of_condition(const ptc_schema_node *node, unsigned kinds)
{
    return node->flags & PTC_NODE_OTHERS ? CHAIN_ALL : kinds;
}

static unsigned chain_kinds_of_node(chain_type type, unsigned depth)
{
    const ptc_schema_node *node = chain_node(type);

    switch ((ptc_type)node->type) {
    case PTC_TYPE_NIL:
        return CHAIN_NIL;
    case PTC_TYPE_BOOL:
        return CHAIN_BOOL;
    case PTC_TYPE_INT:
        return CHAIN_INT;
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
        return CHAIN_INT | CHAIN_FLOAT;
    case PTC_TYPE_STRING:
        return CHAIN_STRING;
    case PTC_TYPE_KEYWORD:
        return CHAIN_KEYWORD;
    case PTC_SPELLED_AND(DECIMAL):
        return (unsigned)CHAIN_DATETIME << (node->type - PTC_TYPE_SPELLED);
    case PTC_TYPE_LIST:
    case PTC_TYPE_TUPLE:
        return CHAIN_LIST;
    case PTC_TYPE_SET:
        return CHAIN_SET;
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_MAP:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_MULTI:
        return CHAIN_MAP;
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return chain_kinds_of_members(node);
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
        return chain_kinds_of_children(type, depth);
    case PTC_TYPE_MULTIPLE:
        return chain_kinds_of_condition(node, CHAIN_INT | CHAIN_FLOAT);
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_OTHER_ITEMS:
        return chain_kinds_of_condition(node, CHAIN_LIST);
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
        return chain_kinds_of_condition(node, CHAIN_MAP);
    case PTC_TYPE_ANY:
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_NOT:
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_COUNT:
        break;
    }
    return CHAIN_ALL;
}

unsigned ptc_chain_kinds(chain_type type, unsigned depth)
{
    uint32_t *kinds = &type.side->kinds[type.index];

    if (depth == 0)
        return CHAIN_ALL;
    if (*kinds == 0)
        *kinds = chain_kinds_of_node(type, depth) | CHAIN_KNOWN;
    return *kinds & CHAIN_ALL;
}

unsigned ptc_chain_coercible(unsigned kinds)
{
    static const unsigned ways[][2] = {
        {CHAIN_BOOL | CHAIN_INT | CHAIN_FLOAT | CHAIN_KEYWORD | CHAIN_SPELLED,
         CHAIN_STRING},
        {CHAIN_FLOAT, CHAIN_INT},
        {CHAIN_INT | CHAIN_FLOAT, CHAIN_DECIMAL}, /* an integer, or by its text */
        {CHAIN_DECIMAL, CHAIN_INT | CHAIN_FLOAT},
        {CHAIN_STRING, CHAIN_KEYWORD | CHAIN_SPELLED},
        {CHAIN_LIST, CHAIN_SET},
        {CHAIN_SET, CHAIN_LIST},
    };
    unsigned all = kinds;

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (kinds & ways[i][0])
            all |= ways[i][1];
    }
    return all;
}

bool ptc_chain_has_member(const ptc_schema_node *to, const ptc_value *member)
{
    uint32_t count = to->type == PTC_TYPE_CONST ? 1 : to->count;
    ptc_value converted;

    for (uint32_t i = 0; i < count; i++) {
        if (ptc_member_is(&to->members[i], member, true))
            return true;
    }
    return ptc_member_convert(to, member, &converted) == PTC_OK;
}
