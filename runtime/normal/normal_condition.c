/* SPDX-License-Identifier: MIT */
/*
 * Normal form of ONE, IF and of conditions. What an OTHER_KEYS or OTHER_ITEMS means
 * depends on the conjuncts next to it. So these stay together (PTC_NORMAL_APART), and one
 * that is in no conjunction becomes a condition that depends on nothing.
 */
#include "normal/normal_int.h"
#include "schema/schema_int.h"

#define NORMAL_TWO_63 9223372036854775808.0

/* Puts an ANY in front of the children of a node that are its own. */
static void normal_put_any(ptc_normal *normal, uint32_t index)
{
    uint32_t any = (uint32_t)normal->count;
    void *items = normal->items;
    const ptc_normal_node *first;
    ptc_normal_node *item;

    if (!ptc_arena_reserve(normal->scratch, &items, &normal->capacity, normal->count,
                           normal->count + 1, sizeof *normal->items)) {
        normal->is_refused = true;
        return;
    }
    normal->items = items;
    normal->count++;
    first = ptc_normal_at(normal, ptc_normal_at(normal, index)->node.first);
    item = ptc_normal_at(normal, any);
    *item = (ptc_normal_node){.node.type = PTC_TYPE_ANY,
                              .node.flags = first->node.flags & PTC_NODE_MALLI,
                              .node.parent = index,
                              .node.extra = first->node.extra,
                              .next = ptc_normal_at(normal, index)->node.first,
                              .weight = 1,
                              .source = first->source,
                              .slot = first->slot,
                              .marks = PTC_NORMAL_SILENT,
                              .nil = PTC_NIL_ACCEPTED};
    ptc_normal_hash(normal, any);
    ptc_normal_at(normal, index)->node.first = any;
    ptc_normal_at(normal, index)->node.count++;
}

void ptc_normal_alone(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);

    if (item->node.type == PTC_TYPE_OTHER_ITEMS) {
        item->node.type = PTC_TYPE_PREFIX;
    } else if (item->node.type == PTC_TYPE_OTHER_KEYS) {
        item->node.type = PTC_TYPE_KEYS;
        normal_put_any(normal, index);
    } else {
        return;
    }
    ptc_normal_hash(normal, index);
}

/* 2.0 divides what 2 divides. */
static void normal_multiple(ptc_normal *normal, ptc_normal_node *item)
{
    const ptc_value *divisor = item->node.members;
    ptc_value *own;

    if (divisor->kind != PTC_FLOAT || divisor->as.number >= NORMAL_TWO_63 ||
        (double)(int64_t)divisor->as.number != divisor->as.number)
        return;
    own = ptc_normal_array(normal, 1, sizeof *own);
    if (own == NULL)
        return;
    *own = ptc_value_int((int64_t)divisor->as.number);
    item->node.members = own;
}

/* Nothing that must be there is the same as no bound. */
static void normal_contains(ptc_normal *normal, ptc_normal_node *item)
{
    const ptc_interval *interval = item->node.interval;
    ptc_interval *own;

    if (interval == NULL || interval->low.kind != PTC_INT ||
        interval->low.as.integer != 0)
        return;
    own = ptc_normal_array(normal, 1, sizeof *own);
    if (own == NULL)
        return;
    *own = *interval;
    own->low = ptc_value_nil();
    item->node.interval = ptc_interval_is_open(own) ? NULL : own;
}

void ptc_normal_condition(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
    ptc_normal_node *parent = ptc_normal_at(normal, item->node.parent);

    if (item->node.type == PTC_TYPE_MULTIPLE)
        normal_multiple(normal, item);
    else if (item->node.type == PTC_TYPE_CONTAINS)
        normal_contains(normal, item);
    else if (!ptc_type_is_of_others((ptc_type)item->node.type))
        return;
    else if (parent->node.type != PTC_TYPE_AND)
        ptc_normal_alone(normal, index);
    else
        parent->marks |= PTC_NORMAL_APART;
}

void ptc_normal_one(ptc_normal *normal, uint32_t index)
{
    if (ptc_normal_at(normal, index)->node.count == 1)
        ptc_normal_melt(normal, index);
}

ptc_normal_nil ptc_normal_nil_of_one(ptc_normal *normal, uint32_t index)
{
    uint32_t child = ptc_normal_at(normal, index)->node.first;
    unsigned accepting = 0;
    bool is_unknown = false;

    for (; child != 0; child = ptc_normal_at(normal, child)->next) {
        accepting += ptc_normal_at(normal, child)->nil == PTC_NIL_ACCEPTED;
        is_unknown |= ptc_normal_at(normal, child)->nil == PTC_NIL_UNKNOWN;
    }
    if (accepting > 1)
        return PTC_NIL_REFUSED;
    if (is_unknown)
        return PTC_NIL_UNKNOWN;
    return accepting == 1 ? PTC_NIL_ACCEPTED : PTC_NIL_REFUSED;
}

ptc_normal_nil ptc_normal_nil_of_if(ptc_normal *normal, uint32_t index)
{
    const ptc_normal_node *condition =
        ptc_normal_at(normal, ptc_normal_at(normal, index)->node.first);
    const ptc_normal_node *accepted = ptc_normal_at(normal, condition->next);
    const ptc_normal_node *refused = ptc_normal_at(normal, accepted->next);

    switch ((ptc_normal_nil)condition->nil) {
    case PTC_NIL_ACCEPTED:
        return (ptc_normal_nil)accepted->nil;
    case PTC_NIL_REFUSED:
        return (ptc_normal_nil)refused->nil;
    case PTC_NIL_UNKNOWN:
        break;
    }
    return accepted->nil == refused->nil ? (ptc_normal_nil)accepted->nil
                                         : PTC_NIL_UNKNOWN;
}
