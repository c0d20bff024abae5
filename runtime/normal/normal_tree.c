/* SPDX-License-Identifier: MIT */
/*
 * Work on the tree of normal_int.h that unions, conjunctions and single nodes share:
 * chains of children, melting, marks of nil, intervals, and comparing subtrees by hash
 * and content.
 */
#include "normal/normal_int.h"
#include "render/render_int.h"
#include "schema/schema_int.h"

#define NORMAL_STEPS_PER_NODE 32u
#define NORMAL_STEPS_FREE     ((size_t)1 << 16)

ptc_span ptc_normal_span(ptc_normal *normal, const ptc_normal_node *item)
{
    return ptc_draft_at(normal->draft, item->slot)->extra.span;
}

void ptc_normal_fault(ptc_normal *normal, uint32_t index, ptc_diag_code sig,
                      ptc_diag_code malli, const char *message)
{
    const ptc_normal_node *item = &normal->items[index];

    normal->is_failed = true;
    ptc_diag_add(normal->draft->diags, item->node.flags & PTC_NODE_MALLI ? malli : sig,
                 ptc_normal_span(normal, item), "%s", message);
}

void ptc_normal_warn(ptc_normal *normal, uint32_t index, ptc_diag_code code,
                     const char *message)
{
    ptc_diag_add(normal->draft->diags, code,
                 ptc_normal_span(normal, &normal->items[index]), "%s", message);
}

bool ptc_normal_step(ptc_normal *normal, uint32_t index, size_t steps)
{
    size_t budget = (normal->count + NORMAL_STEPS_FREE) * NORMAL_STEPS_PER_NODE;

    if (normal->steps > budget)
        return false;
    normal->steps += steps;
    if (normal->steps <= budget)
        return true;
    ptc_normal_fault(normal, index, PTC_DIAG_SIG_TOO_LARGE, PTC_DIAG_MALLI_TOO_LARGE,
                     "unions and conjunctions are nested in too many layers");
    return false;
}

void *ptc_normal_array(ptc_normal *normal, size_t count, size_t size)
{
    void *array = ptc_arena_array(normal->scratch, count, size);

    if (array == NULL)
        normal->is_refused = true;
    return array;
}

void ptc_normal_clear_chain(ptc_normal_node *item)
{
    item->node.first = item->last = PTC_NORMAL_NONE;
    item->node.count = 0;
}

void ptc_normal_push(ptc_normal *normal, uint32_t parent, uint32_t child)
{
    ptc_normal_node *above = ptc_normal_at(normal, parent);

    if (above->node.first == PTC_NORMAL_NONE)
        above->node.first = child;
    else
        ptc_normal_at(normal, above->last)->next = child;
    ptc_normal_at(normal, child)->next = PTC_NORMAL_NONE;
    above->last = child;
    above->node.count++;
}

bool ptc_normal_own(ptc_normal *normal, uint32_t index)
{
    uint32_t child = ptc_normal_at(normal, index)->node.first;

    if (!(ptc_normal_at(normal, index)->marks & PTC_NORMAL_SHARED))
        return true;
    ptc_normal_at(normal, index)->marks &= (uint8_t) ~(unsigned)PTC_NORMAL_SHARED;
    ptc_normal_clear_chain(ptc_normal_at(normal, index));
    for (; child != 0; child = ptc_normal_at(normal, child)->next) {
        uint32_t copy = (uint32_t)normal->count;
        void *items = normal->items;
        ptc_normal_node *item;

        if (!ptc_normal_step(normal, index, 1) ||
            !ptc_arena_reserve(normal->scratch, &items, &normal->capacity, normal->count,
                               normal->count + 1, sizeof *normal->items)) {
            normal->is_refused = normal->is_refused || normal->scratch->failed;
            return false;
        }
        normal->items = items;
        item = &normal->items[normal->count++];
        *item = normal->items[child];
        item->node.parent = index;
        item->marks |= PTC_NORMAL_SHARED;
        item->slot = normal->items[index].slot;
        item->mate = item->laid = 0;
        item->content = NULL;
        if (item->original == 0)
            item->original = child;
        ptc_normal_push(normal, index, copy);
    }
    return true;
}

void ptc_normal_set_type(ptc_normal_node *item, ptc_type type)
{
    item->marks &= (uint8_t) ~(unsigned)PTC_NORMAL_SHARED;
    item->node.type = (uint8_t)type;
    item->node.members = NULL;
    item->node.interval = NULL;
    item->node.patterns = NULL;
    item->node.pattern_count = 0;
    ptc_normal_clear_chain(item);
}

bool ptc_normal_extra_speaks(const ptc_schema_extra *extra)
{
    return extra->description.len > 0 || extra->title.len > 0 ||
           extra->properties.kind != PTC_NIL || extra->named_type.len > 0;
}

/* --- Comparing subtrees ------------------------------------------------------------- */

void ptc_normal_hash(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
    uint32_t child = item->node.first;

    if (item->node.type == PTC_TYPE_REF) {
        item->inner = ptc_str_hash(ptc_normal_at(normal, child)->node.name);
    } else if (!(item->marks & PTC_NORMAL_SHARED)) {
        item->inner = 0;
        if (!ptc_type_has_children((ptc_type)item->node.type))
            child = 0;
        for (; child != 0; child = ptc_normal_at(normal, child)->next)
            item->inner =
                ptc_schema_inner_hash(item->inner, &ptc_normal_at(normal, child)->node,
                                      ptc_normal_at(normal, child)->hash);
    }
    item->hash = ptc_schema_whole_hash(&item->node, item->inner);
}

static bool normal_push_pair(ptc_normal *normal, size_t *count, uint32_t a, uint32_t b)
{
    void *pairs = normal->pairs;

    if (!ptc_arena_reserve(normal->scratch, &pairs, &normal->pair_capacity, *count,
                           *count + 2, sizeof *normal->pairs)) {
        normal->is_refused = true;
        return false;
    }
    normal->pairs = pairs;
    normal->pairs[(*count)++] = a;
    normal->pairs[(*count)++] = b;
    return true;
}

/* The chain that stands for all that are the same as this one. */
static uint32_t normal_mate_of(ptc_normal *normal, uint32_t chain)
{
    while (ptc_normal_at(normal, chain)->mate != 0) {
        ptc_normal_node *item = ptc_normal_at(normal, chain);
        uint32_t above = ptc_normal_at(normal, item->mate)->mate;

        if (above != 0)
            item->mate = above;
        chain = item->mate;
    }
    return chain;
}

/* Whether two chains are to be compared: not once more, for types that use each other
 * would take as long as the tree that they mean. */
static bool normal_marry(ptc_normal *normal, uint32_t a, uint32_t b)
{
    void *mated = normal->mated;

    a = normal_mate_of(normal, a);
    b = normal_mate_of(normal, b);
    if (a == b)
        return false;
    if (ptc_arena_reserve(normal->scratch, &mated, &normal->mated_capacity,
                          normal->mated_count, normal->mated_count + 1,
                          sizeof *normal->mated)) {
        normal->mated = mated;
        normal->mated[normal->mated_count++] = b;
        ptc_normal_at(normal, b)->mate = a;
    } else {
        normal->is_refused = true;
    }
    return true;
}

/* Compares two nodes and puts the pairs of their children on the stack. */
static bool normal_same_step(ptc_normal *normal, size_t *count, uint32_t a, uint32_t b)
{
    ptc_normal_node *x = ptc_normal_at(normal, a);
    ptc_normal_node *y = ptc_normal_at(normal, b);

    if (x->hash != y->hash || !ptc_schema_node_same(&x->node, &y->node))
        return false;
    if (x->node.type == PTC_TYPE_REF)
        return x->node.first == y->node.first ||
               ptc_normal_at(normal, x->node.first)->twin == y->node.first;
    if (!ptc_type_has_children((ptc_type)x->node.type))
        return true;
    a = x->node.first;
    b = y->node.first;
    if (a != 0 && b != 0 && !normal_marry(normal, a, b))
        return true;
    while (a != 0 && b != 0) {
        x = ptc_normal_at(normal, a);
        y = ptc_normal_at(normal, b);
        if (!ptc_schema_slot_same(&x->node, &y->node) ||
            !normal_push_pair(normal, count, a, b))
            return false;
        x->twin = b; /* a reference to definition a is the same as one to b */
        a = x->next;
        b = y->next;
    }
    return a == b;
}

bool ptc_normal_same(ptc_normal *normal, uint32_t a, uint32_t b)
{
    size_t count = 0;
    bool is_same = normal_push_pair(normal, &count, a, b);

    while (is_same && count > 0 && !normal->is_refused) {
        count -= 2;
        is_same = ptc_normal_step(normal, normal->pairs[count], 1) &&
                  normal_same_step(normal, &count, normal->pairs[count],
                                   normal->pairs[count + 1]);
    }
    while (normal->mated_count > 0)
        ptc_normal_at(normal, normal->mated[--normal->mated_count])->mate = 0;
    return is_same;
}

void ptc_normal_strip_nil(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);

    if (!(item->node.flags & PTC_NODE_NULLABLE))
        return;
    item->node.flags &= (uint8_t) ~(unsigned)PTC_NODE_NULLABLE;
    ptc_normal_hash(normal, index);
}

void ptc_normal_strip_children(ptc_normal *normal, uint32_t index)
{
    uint32_t child;

    if (!ptc_normal_own(normal, index))
        return;
    child = ptc_normal_at(normal, index)->node.first;
    for (; child != 0 && ptc_normal_step(normal, index, 1);
         child = ptc_normal_at(normal, child)->next)
        ptc_normal_strip_nil(normal, child);
}

void ptc_normal_melt(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
    const ptc_normal_node *only = ptc_normal_at(normal, item->node.first);
    ptc_schema_node *to = &item->node;
    const ptc_schema_node *from = &only->node;
    unsigned kept = to->flags & (PTC_NODE_NULLABLE | PTC_NODE_OTHERWISE);

    to->type = from->type;
    to->flags = (uint8_t)(kept | (from->flags & ~(unsigned)PTC_NODE_OTHERWISE));
    to->pattern_count = from->pattern_count;
    to->first = from->first;
    to->count = from->count;
    to->type_name = from->type_name;
    to->interval = from->interval;
    to->members = from->members;
    to->patterns = from->patterns;
    item->last = only->last;
    item->nil = only->nil;
    item->inner = only->inner;
    item->weight = only->weight;
    item->original = only->original;
    item->marks |= only->marks & PTC_NORMAL_SHARED;
    if (ptc_normal_extra_speaks(from->extra))
        item->type = from->extra;
    else
        item->type = only->type;
    if (to->type == PTC_TYPE_AND && (kept & PTC_NODE_NULLABLE))
        ptc_normal_strip_children(normal, index);
}

static void normal_report_range(ptc_normal *normal, uint32_t at,
                                const ptc_schema_node *node)
{
    ptc_text text;

    ptc_text_init(&text, normal->scratch);
    ptc_text_cstr(&text, node->type == PTC_TYPE_INT                  ? "no int"
                         : ptc_type_is_numeric((ptc_type)node->type) ? "no number"
                                                                     : "no size");
    ptc_text_cstr(&text, " is in the range ");
    ptc_interval_write(&text, node->interval);
    ptc_normal_fault(normal, at, PTC_DIAG_SIG_EMPTY_RANGE, PTC_DIAG_MALLI_RANGE,
                     ptc_text_view(&text).ptr);
}

void ptc_normal_interval(ptc_normal *normal, uint32_t index, uint32_t at)
{
    ptc_schema_node *node = &ptc_normal_at(normal, index)->node;
    ptc_interval *own;

    if (node->interval == NULL)
        return;
    own = ptc_normal_array(normal, 1, sizeof *own);
    if (own == NULL)
        return;
    *own = *node->interval;
    if (!ptc_interval_settle(own, (ptc_type)node->type)) {
        normal_report_range(normal, at, node);
        own = NULL;
    }
    node->interval = own == NULL || ptc_interval_is_open(own) ? NULL : own;
}
