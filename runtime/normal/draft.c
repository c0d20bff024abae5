/* SPDX-License-Identifier: MIT */
/*
 * Drafts: what readers build, and the way from a draft to a schema.
 *
 * Draft nodes live in blocks that never move. ptc_draft_finish expands the tree under a
 * root into work nodes (normal.h), has them settled, checked and laid out. The expansion
 * copies named types in; it goes depth first, so that the copies of one registry follow
 * each other in time and `place` of a definition's draft node always tells its copy in
 * the tree around the reference being read.
 */
#include "normal/normal_int.h"

#define DRAFT_BLOCK 32u

#define DRAFT_NODE_LIMIT ((size_t)1 << 20)

void ptc_draft_init(ptc_draft *draft, ptc_arena *arena, ptc_diags *diags)
{
    memset(draft, 0, sizeof *draft);
    draft->arena = arena;
    draft->diags = diags;
    draft->node_limit = DRAFT_NODE_LIMIT;
}

static bool draft_add_block(ptc_draft *draft)
{
    void *blocks = draft->blocks;
    ptc_draft_node *block;

    if (!ptc_arena_reserve(draft->arena, &blocks, &draft->block_capacity,
                           draft->block_count, draft->block_count + 1,
                           sizeof *draft->blocks))
        return false;
    draft->blocks = blocks;
    block = ptc_arena_array(draft->arena, DRAFT_BLOCK, sizeof *block);
    if (block == NULL)
        return false;
    draft->blocks[draft->block_count++] = block;
    return true;
}

ptc_draft_ref ptc_draft_add(ptc_draft *draft, ptc_type type, ptc_span span)
{
    ptc_draft_node *node;

    if (draft->count == 0)
        draft->count = 1; /* handle 0 is none */
    if (draft->failed || draft->count >= UINT32_MAX - DRAFT_BLOCK ||
        (draft->count / DRAFT_BLOCK >= draft->block_count && !draft_add_block(draft))) {
        draft->failed = true;
        return 0;
    }
    node = ptc_draft_at(draft, (ptc_draft_ref)draft->count);
    node->type = (uint8_t)type;
    node->extra.span = span;
    return (ptc_draft_ref)draft->count++;
}

ptc_draft_node *ptc_draft_at(ptc_draft *draft, ptc_draft_ref ref)
{
    if (ref == 0)
        return &draft->scratch;
    return &draft->blocks[ref / DRAFT_BLOCK][ref % DRAFT_BLOCK];
}

void ptc_draft_append(ptc_draft *draft, ptc_draft_ref parent, ptc_draft_ref child)
{
    ptc_draft_node *above = ptc_draft_at(draft, parent);

    if (parent == 0 || child == 0)
        return;
    if (above->first == 0)
        above->first = child;
    else
        ptc_draft_at(draft, above->last)->next = child;
    above->last = child;
}

/* --- Reporting ---------------------------------------------------------------------- */

void ptc_normal_fault(ptc_normal *normal, uint32_t index, ptc_diag_code sig,
                      ptc_diag_code malli, const char *message)
{
    const ptc_normal_node *item = &normal->items[index];
    ptc_diags *diags = normal->draft->diags;

    normal->is_failed = true;
    if ((item->marks & PTC_NORMAL_COPIED) && diags->errors > 0)
        return;
    ptc_diag_add(diags, item->node.flags & PTC_NODE_MALLI ? malli : sig,
                 item->node.extra->span, "%s", message);
}

void ptc_normal_warn(ptc_normal *normal, uint32_t index, uint32_t at, ptc_diag_code code,
                     const char *message)
{
    if (!(normal->items[index].marks & PTC_NORMAL_COPIED))
        ptc_diag_add(normal->draft->diags, code, normal->items[at].node.extra->span, "%s",
                     message);
}

/* --- Expansion ---------------------------------------------------------------------- */

static bool draft_is_named_type(const ptc_draft_node *node)
{
    return node->type == PTC_TYPE_REF && node->extra.named_type.len > 0;
}

/* The draft node whose content stands for `ref`, and what nullable marks are passed. */
static ptc_draft_ref draft_content(ptc_draft *draft, ptc_draft_ref ref,
                                   unsigned *nullable)
{
    const ptc_draft_node *node = ptc_draft_at(draft, ref);
    size_t steps = 0;

    *nullable = node->flags & PTC_NODE_NULLABLE;
    while (draft_is_named_type(node)) {
        ref = node->target;
        node = ptc_draft_at(draft, ref);
        *nullable |= node->flags & PTC_NODE_NULLABLE;
        if (ref == 0 || ++steps > draft->count)
            return 0;
    }
    return ref;
}

/* Fills a work node from the draft node in its slot and the one with its content. */
static void draft_fill(ptc_normal_node *item, const ptc_draft_node *slot,
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

static bool draft_too_large(ptc_normal *normal, const ptc_draft_node *slot)
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
static bool draft_is_elsewhere(ptc_draft *draft, ptc_draft_ref ref, ptc_draft_ref source)
{
    ptc_span here = ptc_draft_at(draft, ref)->extra.span;
    ptc_span there = ptc_draft_at(draft, source)->extra.span;

    return source != ref && (here.start != there.start || here.end != there.end);
}

/* Appends a work node for `ref` under `parent` (of itself for the root); false when
 * refused or too many. */
static bool draft_expand_node(ptc_normal *normal, ptc_draft_ref ref, uint32_t parent)
{
    ptc_draft *draft = normal->draft;
    void *items = normal->items;
    unsigned nullable;
    ptc_draft_ref source = draft_content(draft, ref, &nullable);
    ptc_normal_node *item;

    if (normal->count >= draft->node_limit || source == 0 ||
        ptc_draft_at(draft, source)->pattern_count > UINT16_MAX)
        return draft_too_large(normal, ptc_draft_at(draft, ref));
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
    draft_fill(item, ptc_draft_at(draft, ref), ptc_draft_at(draft, source));
    item->node.flags |= (uint8_t)nullable;
    item->node.parent = parent;
    if (draft_is_elsewhere(draft, ref, source) ||
        (normal->count > 0 && (normal->items[parent].marks & PTC_NORMAL_COPIED)))
        item->marks |= PTC_NORMAL_COPIED;
    normal->count++;
    return true;
}

/* Links the newest work node behind the children of `parent`. */
static void draft_link_newest(ptc_normal *normal, uint32_t parent)
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
static bool draft_expand_children(ptc_normal *normal, uint32_t index, uint32_t *pending)
{
    ptc_draft *draft = normal->draft;
    uint8_t type = normal->items[index].node.type;
    ptc_draft_ref child = ptc_draft_at(draft, normal->items[index].source)->first;

    for (; child != 0; child = ptc_draft_at(draft, child)->next) {
        bool is_definition = type == PTC_TYPE_REGISTRY && normal->items[index].last != 0;
        uint32_t place = (uint32_t)normal->count;

        if (!draft_expand_node(normal, child, index))
            return false;
        draft_link_newest(normal, index);
        if (is_definition)
            ptc_draft_at(draft, child)->place = place;
        normal->items[place].place = *pending;
        *pending = place;
    }
    return true;
}

static void draft_expand_ref(ptc_normal *normal, uint32_t index)
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

static bool draft_expand(ptc_normal *normal, ptc_draft_ref root)
{
    uint32_t pending = PTC_NORMAL_NONE;
    uint32_t index = 0;

    if (!draft_expand_node(normal, root, 0))
        return false;
    do {
        ptc_type type = (ptc_type)normal->items[index].node.type;

        normal->has_unions = normal->has_unions || type == PTC_TYPE_UNION;
        if (type == PTC_TYPE_REF)
            draft_expand_ref(normal, index);
        else if (ptc_type_has_children(type) &&
                 !draft_expand_children(normal, index, &pending))
            return false;
        index = pending;
        pending = normal->items[index].place;
    } while (index != PTC_NORMAL_NONE);
    return true;
}

/* Takes back what the expansion noted in the draft and in the work nodes. */
static void draft_forget_places(ptc_normal *normal)
{
    for (size_t i = 0; i < normal->count; i++) {
        ptc_draft_at(normal->draft, normal->items[i].slot)->place = 0;
        normal->items[i].place = 0;
    }
}

/* --- Finishing ---------------------------------------------------------------------- */

static ptc_status draft_status(const ptc_normal *normal)
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
    is_expanded = draft_expand(&normal, root);
    draft_forget_places(&normal);
    if (is_expanded)
        ptc_normal_settle(&normal);
    if (draft_status(&normal) == PTC_OK && normal.has_refs)
        ptc_normal_check_cycles(&normal);
    status = draft_status(&normal);
    if (status == PTC_OK)
        status = ptc_normal_lay_out(&normal, arena, out);
    if (status == PTC_OK)
        status = ptc_schema_check(draft, out, normal.scratch);
    if (status != PTC_OK)
        out->nodes = NULL;
    return status;
}
