/* SPDX-License-Identifier: MIT */
/* Drafts: what readers build. Their nodes live in blocks that never move. */
#include "normal/normal_int.h"
#include "render/render_int.h"

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
    block = ptc_arena_array(draft->arena, PTC_DRAFT_BLOCK, sizeof *block);
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
    if (draft->failed || draft->count >= UINT32_MAX - PTC_DRAFT_BLOCK ||
        (draft->count / PTC_DRAFT_BLOCK >= draft->block_count &&
         !draft_add_block(draft))) {
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
    return ptc_draft_node_at(draft, ref);
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

void ptc_draft_name(ptc_draft *draft, ptc_draft_ref ref, ptc_str name)
{
    ptc_draft_node *node = ptc_draft_at(draft, ref);

    node->name = name;
    if (ptc_name_is_private(name))
        node->flags |= PTC_NODE_FIREWALLED;
}
