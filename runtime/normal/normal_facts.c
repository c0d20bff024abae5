/* SPDX-License-Identifier: MIT */
/*
 * Facts of nodes that only JSON Schema has: equality of JSON, elements that are distinct,
 * values of other kinds that are accepted. A fact that changes nothing is left out, so
 * that what means the same is the same.
 */
#include "normal/normal_int.h"
#include "schema/schema_int.h"

/* --- Members ------------------------------------------------------------------------ */

/* Members in the form that all have which are equal to them, each once; the first of
 * equal ones stays. */
static void facts_unite_members(ptc_normal *normal, ptc_schema_node *node)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;
    ptc_value *members = ptc_normal_array(normal, count, sizeof *members);
    uint32_t *firsts = ptc_normal_array(normal, count, sizeof *firsts);
    uint32_t kept = 0;
    ptc_status status;

    if (members == NULL || firsts == NULL)
        return;
    for (uint32_t i = 0; i < count; i++) {
        if (!ptc_value_json_form(normal->scratch, &node->members[i], &members[i])) {
            normal->is_refused = true;
            return;
        }
        firsts[i] = i;
    }
    status = ptc_value_repeats(normal->scratch, members, count, firsts);
    normal->is_refused = normal->is_refused || status == PTC_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        if (firsts[i] == i)
            members[kept++] = members[i];
    }
    node->members = members;
    if (node->type == PTC_TYPE_ENUM)
        node->count = kept;
}

/* Whether a member is equal to values that it is not the same as, or is a collection. */
static bool facts_need_equality(const ptc_schema_node *node)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;

    for (uint32_t i = 0; i < count; i++) {
        if (ptc_value_has_json_twin(&node->members[i]) ||
            (node->type == PTC_TYPE_ENUM && !ptc_value_is_scalar(&node->members[i])))
            return true;
    }
    return false;
}

/* --- Lists -------------------------------------------------------------------------- */

/* Whether a list can have two elements. */
static bool facts_can_repeat(const ptc_schema_node *node)
{
    if (node->type == PTC_TYPE_TUPLE)
        return node->count > 1;
    return node->interval == NULL || node->interval->high.kind != PTC_INT ||
           node->interval->high.as.integer > 1;
}

/* --- Other kinds -------------------------------------------------------------------- */

/* Whether a node that accepts all other values accepts all of its own kind as well. */
static bool facts_say_nothing(ptc_normal *normal, const ptc_schema_node *node)
{
    if (node->interval != NULL)
        return false;
    switch ((unsigned)node->type) {
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_ANY_MAP:
        return true;
    case PTC_TYPE_STRING:
        return node->pattern_count == 0;
    case PTC_TYPE_LIST:
        return (node->flags & (PTC_NODE_DISTINCT | PTC_NODE_OPEN)) == PTC_NODE_OPEN &&
               ptc_normal_at(normal, node->first)->node.type == PTC_TYPE_ANY;
    case PTC_TYPE_MAP:
        return node->count == 0 && (node->flags & PTC_NODE_CLOSED) == 0;
    default:
        return false;
    }
}

/* --- All of them -------------------------------------------------------------------- */

void ptc_normal_facts(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
    ptc_schema_node *node = &item->node;
    unsigned fact = ptc_type_fact((ptc_type)node->type);
    unsigned known = fact;

    if (ptc_type_kinds((ptc_type)node->type) != 0)
        known |= PTC_NODE_OTHERS;
    if (fact == PTC_NODE_JSON_EQUAL && ptc_schema_is_json_equal(node) &&
        node->members != NULL) {
        facts_unite_members(normal, node);
        if (!facts_need_equality(node))
            known &= ~(unsigned)PTC_NODE_JSON_EQUAL;
    }
    if (node->type == PTC_TYPE_TUPLE || node->type == PTC_TYPE_LIST ||
        node->type == PTC_TYPE_PREFIX) {
        if (!facts_can_repeat(node))
            known &= ~(unsigned)PTC_NODE_DISTINCT;
    }
    node->flags &= (uint16_t)(known | ~(unsigned)(PTC_NODE_INTEGRAL | PTC_NODE_OTHERS));
    if (node->type != PTC_TYPE_MAP)
        node->flags &= (uint16_t) ~(unsigned)PTC_NODE_CLOSED;
    if ((node->flags & PTC_NODE_OTHERS) != 0 && facts_say_nothing(normal, node)) {
        ptc_normal_set_type(item, PTC_TYPE_ANY);
        node->flags &=
            (uint16_t) ~(unsigned)(PTC_NODE_OTHERS | PTC_NODE_DISTINCT | PTC_NODE_CLOSED);
    }
    if (!ptc_type_can_cast((ptc_type)node->type) ||
        (node->type == PTC_TYPE_STRING && (node->flags & PTC_NODE_OTHERS) != 0))
        node->flags &= (uint16_t) ~(unsigned)PTC_NODE_CASTS;
}

/* --- Conjunctions ------------------------------------------------------------------- */

/* The kinds that a conjunct without the mark lets through, as bits; all, where that is
 * not simple to say. */
static unsigned facts_kinds_of(const ptc_schema_node *node, bool has_decimal)
{
    unsigned kinds = ptc_type_kinds((ptc_type)node->type);

    if (has_decimal && node->type == PTC_TYPE_NUMBER)
        return ~0u; /* it may be about the decimal */

    if ((node->flags & PTC_NODE_OTHERS) != 0 || kinds == 0)
        return node->type == PTC_TYPE_BOOL ? 1u << PTC_BOOL : ~0u;
    return kinds;
}

/* Whether a node may become one of another kind in C: not with parts that are shared. */
static bool facts_is_own(const ptc_normal_node *item)
{
    return !(item->marks & PTC_NORMAL_SHARED) ||
           !ptc_type_has_children((ptc_type)item->node.type);
}

void ptc_normal_close_conjuncts(ptc_normal *normal, uint32_t index)
{
    uint32_t child = ptc_normal_at(normal, index)->node.first;
    bool has_decimal = false;
    unsigned kinds = ~0u;

    for (uint32_t at = child; at != 0; at = ptc_normal_at(normal, at)->next)
        has_decimal |= ptc_normal_at(normal, at)->node.type == PTC_TYPE_DECIMAL;
    for (uint32_t at = child; at != 0; at = ptc_normal_at(normal, at)->next)
        kinds &= facts_kinds_of(&ptc_normal_at(normal, at)->node, has_decimal);
    if (kinds == ~0u)
        return;
    ptc_normal_clear_chain(ptc_normal_at(normal, index));
    while (child != 0) {
        ptc_normal_node *item = ptc_normal_at(normal, child);
        unsigned own = ptc_type_kinds((ptc_type)item->node.type);
        bool has_mark = (item->node.flags & PTC_NODE_OTHERS) != 0;
        uint32_t next = item->next;

        if (!ptc_normal_step(normal, index, 1))
            return;
        if (has_mark && (kinds & ~own) == 0 && facts_is_own(item)) {
            /* Nil passes both, as long as it passes the type next to it. */
            item->node.flags &= (uint16_t) ~(unsigned)PTC_NODE_OTHERS;
            item->node.flags |= PTC_NODE_NULLABLE;
            ptc_normal_hash(normal, child);
        }
        if (!has_mark || (kinds & own) != 0)
            ptc_normal_push(normal, index, child);
        child = next;
    }
}
