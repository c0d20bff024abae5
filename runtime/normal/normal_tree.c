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
    return ptc_draft_node_at(normal->draft, item->slot)->extra.span;
}

/* Adds a diagnostic at the slot of a node, in the text that it is in. */
static void normal_tell(ptc_normal *normal, const ptc_normal_node *item,
                        ptc_diag_code code, const char *message)
{
    ptc_diags *diags = normal->draft->diags;
    const ptc_source *source = diags->source;

    if (normal->find_source != NULL)
        diags->source = normal->find_source(normal->user, item->slot);
    ptc_diag_add(diags, code, ptc_normal_span(normal, item), "%s", message);
    diags->source = source;
}

void ptc_normal_fault(ptc_normal *normal, uint32_t index, ptc_diag_code sig,
                      ptc_diag_code malli, const char *message)
{
    const ptc_normal_node *item = &normal->items[index];

    normal->is_failed = true;
    normal_tell(normal, item, item->node.flags & PTC_NODE_MALLI ? malli : sig, message);
}

void ptc_normal_warn(ptc_normal *normal, uint32_t index, ptc_diag_code code,
                     const char *message)
{
    normal_tell(normal, &normal->items[index], code, message);
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

void ptc_normal_take_decoder(ptc_normal *normal, uint32_t index, ptc_str decoder)
{
    ptc_schema_node *node = &ptc_normal_at(normal, index)->node;
    ptc_schema_extra *extra;

    if (decoder.len == 0 || (node->flags & PTC_NODE_DECODED) != 0)
        return;
    extra = ptc_normal_array(normal, 1, sizeof *extra);
    if (extra == NULL)
        return;
    *extra = *node->extra; /* which is the draft's, and may be that of other nodes as
                            * well */
    extra->decoder = decoder;
    node->extra = extra;
    node->flags |= PTC_NODE_DECODED;
}

void ptc_normal_drop_decoder(ptc_normal *normal, uint32_t index)
{
    ptc_schema_node *node = &ptc_normal_at(normal, index)->node;

    if ((node->flags & PTC_NODE_DECODED) == 0)
        return;
    node->flags &= (uint16_t) ~(unsigned)PTC_NODE_DECODED;
    ptc_normal_hash(normal, index);
}

/* --- Comparing subtrees ------------------------------------------------------------- */

/* What a node is: itself, or the body of the registry that it is. */
static ptc_schema_node normal_body(ptc_normal *normal, uint32_t index)
{
    const ptc_normal_node *item = ptc_normal_at(normal, index);
    unsigned nullable = item->node.flags & PTC_NODE_NULLABLE;
    const ptc_schema_node *whole = &item->node;
    ptc_schema_node body;

    while (item->node.type == PTC_TYPE_REGISTRY) {
        item = ptc_normal_at(normal, item->node.first);
        nullable |= item->node.flags & PTC_NODE_NULLABLE;
    }
    body = item->node;
    body.flags = (uint16_t)(body.flags | nullable | (whole->flags & PTC_NODE_DECODED));
    body.extra = whole->extra;
    return body;
}

void ptc_normal_hash(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
    uint32_t child = item->node.first;

    if (item->node.type == PTC_TYPE_REGISTRY) {
        ptc_schema_node body = normal_body(normal, index);

        item->inner = ptc_normal_at(normal, child)->inner;
        item->hash = ptc_schema_whole_hash(&body, item->inner);
        return;
    }
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

/* Whether two chains are to be compared: not again, for types that use each other would
 * take as long as the tree that they mean. */
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

/* Whether two references lead to the same, as ptc_schema_equal has it. */
static bool normal_same_refs(ptc_normal *normal, size_t *count, uint32_t a, uint32_t b)
{
    if (!ptc_str_equal(ptc_normal_at(normal, a)->node.name,
                       ptc_normal_at(normal, b)->node.name))
        return false;
    return !normal_marry(normal, a, b) || normal_push_pair(normal, count, a, b);
}

/* Compares two nodes and puts the pairs of their children on the stack. */
static bool normal_same_step(ptc_normal *normal, size_t *count, uint32_t a, uint32_t b)
{
    ptc_schema_node x = normal_body(normal, a);
    ptc_schema_node y = normal_body(normal, b);

    if (ptc_normal_at(normal, a)->hash != ptc_normal_at(normal, b)->hash ||
        !ptc_schema_node_same(&x, &y))
        return false;
    a = x.first;
    b = y.first;
    if (x.type == PTC_TYPE_REF)
        return normal_same_refs(normal, count, a, b);
    if (!ptc_type_has_children((ptc_type)x.type) ||
        (a != 0 && b != 0 && !normal_marry(normal, a, b)))
        return true;
    while (a != 0 && b != 0) {
        const ptc_normal_node *one = ptc_normal_at(normal, a);
        const ptc_normal_node *other = ptc_normal_at(normal, b);

        if (!ptc_schema_slot_same(&one->node, &other->node) ||
            !normal_push_pair(normal, count, a, b))
            return false;
        a = one->next;
        b = other->next;
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
    item->node.flags &= (uint16_t) ~(unsigned)PTC_NODE_NULLABLE;
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
    unsigned kept = to->flags & (PTC_NODE_NULLABLE | PTC_NORMAL_OF_SLOT);

    to->type = from->type;
    to->flags = (uint16_t)(kept | (from->flags & ~PTC_NORMAL_OF_SLOT));
    to->pattern_count = from->pattern_count;
    to->first = from->first;
    to->count = from->count;
    to->type_name = from->type_name;
    to->interval = from->interval;
    to->members = from->members;
    to->patterns = from->patterns;
    item->last = only->last;
    ptc_normal_take_decoder(normal, index, ptc_normal_decoder(from));
    item->nil = only->nil;
    item->inner = only->inner;
    item->weight = only->weight;
    item->original = only->original;
    item->marks |= only->marks & (PTC_NORMAL_SHARED | PTC_NORMAL_APART);
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
                         : node->type == PTC_TYPE_DECIMAL            ? "no decimal"
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
