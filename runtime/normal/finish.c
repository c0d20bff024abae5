/* SPDX-License-Identifier: MIT */
/*
 * The way from a draft to a schema: the tree under a root is expanded into work nodes,
 * settled, checked and laid out. The expansion copies named types in; it goes depth
 * first, so that the copies of one registry follow each other in time and `place` of a
 * definition's draft node is always its copy in the tree around the reference being read.
 */
#include "normal/normal_int.h"
#include "schema/schema_int.h"

/* --- Expansion ---------------------------------------------------------------------- */

static bool expand_is_named_type(const ptc_draft_node *node)
{
    return node->type == PTC_TYPE_REF && node->extra.named_type.len > 0;
}

/* The draft node whose content stands for `ref`, and what nullable marks are passed. */
static ptc_draft_ref expand_content(ptc_draft *draft, ptc_draft_ref ref,
                                    unsigned *nullable)
{
    const ptc_draft_node *node = ptc_draft_at(draft, ref);
    size_t steps = 0;

    *nullable = node->flags & PTC_NODE_NULLABLE;
    while (expand_is_named_type(node)) {
        ref = node->target;
        node = ptc_draft_at(draft, ref);
        *nullable |= node->flags & PTC_NODE_NULLABLE;
        if (ref == 0 || ++steps > draft->count)
            return 0;
    }
    return ref;
}

/* Fills a work node from the draft node in its slot and the one with its content. */
static void expand_fill(ptc_normal_node *item, const ptc_draft_node *slot,
                        const ptc_draft_node *content)
{
    ptc_schema_node *node = &item->node;

    node->type = content->type;
    node->flags = (uint8_t)((content->flags & ~(unsigned)PTC_NODE_OTHERWISE) |
                            (slot->flags & PTC_NODE_OTHERWISE));
    node->name = slot->name;
    node->type_name = content->type_name;
    node->interval = ptc_interval_is_open(&content->interval) ? NULL : &content->interval;
    node->members = content->members;
    node->patterns = content->patterns;
    node->pattern_count = (uint16_t)content->pattern_count;
    node->count = content->type == PTC_TYPE_ENUM ? content->member_count : 0;
    node->extra = &slot->extra;
    item->type = slot == content ? NULL : &content->extra;
}

static bool expand_too_large(ptc_normal *normal, const ptc_draft_node *slot)
{
    normal->is_failed = true;
    ptc_diag_add(
        normal->draft->diags,
        slot->flags & PTC_NODE_MALLI ? PTC_DIAG_MALLI_TOO_LARGE : PTC_DIAG_SIG_TOO_LARGE,
        slot->extra.span, "the contract has more than %zu parts, named types copied in",
        normal->draft->node_limit);
    return false;
}

/* Whether `source`, which `ref` stands for, was written at another place. The contract of
 * a named type refers to it with its own span: there its faults are reported. */
static bool expand_is_elsewhere(ptc_draft *draft, ptc_draft_ref ref, ptc_draft_ref source)
{
    ptc_span here = ptc_draft_at(draft, ref)->extra.span;
    ptc_span there = ptc_draft_at(draft, source)->extra.span;

    return source != ref && (here.start != there.start || here.end != there.end);
}

/* Appends a work node for `ref` under `parent` (of itself for the root); false when
 * refused or too many. */
static bool expand_node(ptc_normal *normal, ptc_draft_ref ref, uint32_t parent)
{
    ptc_draft *draft = normal->draft;
    void *items = normal->items;
    unsigned nullable;
    ptc_draft_ref source = expand_content(draft, ref, &nullable);
    ptc_normal_node *item;

    if (normal->count >= draft->node_limit || source == 0 ||
        ptc_draft_at(draft, source)->pattern_count > UINT16_MAX)
        return expand_too_large(normal, ptc_draft_at(draft, ref));
    if (!ptc_arena_reserve(normal->scratch, &items, &normal->capacity, normal->count,
                           normal->count + 1, sizeof *normal->items)) {
        normal->is_refused = true;
        return false;
    }
    normal->items = items;
    item = &normal->items[normal->count];
    memset(item, 0, sizeof *item);
    item->source = source;
    item->slot = ref;
    expand_fill(item, ptc_draft_at(draft, ref), ptc_draft_at(draft, source));
    item->node.flags |= (uint8_t)nullable;
    item->node.parent = parent;
    if (expand_is_elsewhere(draft, ref, source) ||
        (normal->count > 0 && (normal->items[parent].marks & PTC_NORMAL_COPIED)))
        item->marks |= PTC_NORMAL_COPIED;
    normal->count++;
    return true;
}

/* Links the newest work node behind the children of `parent`. */
static void expand_link_newest(ptc_normal *normal, uint32_t parent)
{
    uint32_t index = (uint32_t)normal->count - 1;
    ptc_normal_node *above = &normal->items[parent];

    if (above->node.first == PTC_NORMAL_NONE)
        above->node.first = index;
    else
        normal->items[above->last].next = index;
    above->last = index;
    above->node.count++;
    if (above->node.type == PTC_TYPE_MAP)
        normal->items[index].marks |= PTC_NORMAL_FIELD;
}

/* Adds the children of work node `index`; they become the new top of the pending list. */
static bool expand_children(ptc_normal *normal, uint32_t index, uint32_t *pending)
{
    ptc_draft *draft = normal->draft;
    uint8_t type = normal->items[index].node.type;
    ptc_draft_ref child = ptc_draft_at(draft, normal->items[index].source)->first;

    for (; child != 0; child = ptc_draft_at(draft, child)->next) {
        bool is_definition = type == PTC_TYPE_REGISTRY && normal->items[index].last != 0;
        uint32_t place = (uint32_t)normal->count;

        if (!expand_node(normal, child, index))
            return false;
        expand_link_newest(normal, index);
        if (is_definition)
            ptc_draft_at(draft, child)->place = place;
        normal->items[place].place = *pending;
        *pending = place;
    }
    return true;
}

static void expand_ref(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = &normal->items[index];

    normal->has_refs = true;
    item->node.first =
        ptc_draft_at(normal->draft, ptc_draft_at(normal->draft, item->source)->target)
            ->place;
    if (item->node.first == PTC_NORMAL_NONE)
        ptc_normal_fault(normal, index, PTC_DIAG_MALLI_REF, PTC_DIAG_MALLI_REF,
                         "the reference leads out of the schema");
}

static bool expand_tree(ptc_normal *normal, ptc_draft_ref root)
{
    uint32_t pending = PTC_NORMAL_NONE;
    uint32_t index = 0;

    if (!expand_node(normal, root, 0))
        return false;
    do {
        ptc_type type = (ptc_type)normal->items[index].node.type;

        normal->has_unions = normal->has_unions || type == PTC_TYPE_UNION;
        if (type == PTC_TYPE_REF)
            expand_ref(normal, index);
        else if (ptc_type_has_children(type) && !expand_children(normal, index, &pending))
            return false;
        index = pending;
        pending = normal->items[index].place;
    } while (index != PTC_NORMAL_NONE);
    return true;
}

/* Takes back what the expansion noted in the draft and in the work nodes. */
static void expand_forget_places(ptc_normal *normal)
{
    for (size_t i = 0; i < normal->count; i++) {
        ptc_draft_at(normal->draft, normal->items[i].slot)->place = 0;
        normal->items[i].place = 0;
    }
}

/* --- Finishing ---------------------------------------------------------------------- */

static ptc_status finish_status(const ptc_normal *normal)
{
    if (normal->is_refused)
        return PTC_ERROR_MEMORY;
    return normal->is_failed ? PTC_ERROR_SYNTAX : PTC_OK;
}

ptc_status ptc_draft_finish(ptc_draft *draft, ptc_draft_ref root, ptc_arena *arena,
                            ptc_schema *out)
{
    ptc_normal normal = {0};
    ptc_status status;
    bool is_expanded;

    out->nodes = NULL;
    out->root = out->count = 0;
    if (draft->failed)
        return PTC_ERROR_MEMORY;
    if (root == 0)
        return PTC_ERROR_SYNTAX;
    normal.draft = draft;
    normal.scratch = draft->arena;
    is_expanded = expand_tree(&normal, root);
    expand_forget_places(&normal);
    if (is_expanded)
        ptc_normal_settle(&normal);
    if (finish_status(&normal) == PTC_OK && normal.has_refs)
        ptc_normal_check_cycles(&normal);
    status = finish_status(&normal);
    if (status == PTC_OK)
        status = ptc_normal_lay_out(&normal, arena, out);
    if (status == PTC_OK)
        status = ptc_schema_check(draft, out, normal.scratch);
    if (status != PTC_OK)
        out->nodes = NULL;
    return status;
}
