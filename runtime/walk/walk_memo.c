/* SPDX-License-Identifier: MIT */
/*
 * Verdicts that a walk remembers.
 *
 * Two alternatives of a union, or two conjuncts, that lead to the same part of a value
 * check it twice; where such combinators nest, the work doubles at every level. So each
 * checks a collection once: its verdict is remembered by combinator, value and depth.
 *
 * Most walks never come here: verdicts are kept from the moment on when a walk has
 * entered MEMO_WORK_FREE combinators, and only below another combinator. The table then
 * grows with the number of verdicts, which is that of pairs of combinators and
 * collections at most; when memory is refused it forgets, which only costs time.
 *
 * Checking a scalar is faster than finding its verdict, unless the schema is designed to
 * be expensive. So their verdicts are kept from MEMO_WORK_SCALARS on, in a table that
 * does not grow further for them: if one is needed again, it is needed soon.
 *
 * The content of a value is identified by its address. Coercion therefore never uses
 * memory again once there are memos.
 */
#include "schema/schema_int.h"
#include "walk/walk_int.h"

enum {
    MEMO_WORK_FREE = 1024,
    MEMO_WORK_SCALARS = 1 << 20,
    MEMO_SLOTS_SCALARS = 1 << 16,
};

/* Values below another combinator, which may ask for them again. */
static bool memo_is_wanted(const ptc_walker *walker, const ptc_value *value)
{
    return walker->work > MEMO_WORK_FREE && walker->steps > 1 &&
           (value->kind == PTC_VECTOR || value->kind == PTC_SET ||
            value->kind == PTC_MAP || walker->work > MEMO_WORK_SCALARS);
}

/* What distinguishes values of a kind and count. */
static int64_t memo_content(const ptc_value *value)
{
    if (value->kind == PTC_NIL)
        return 0;
    return value->kind == PTC_BOOL ? value->as.boolean : value->as.integer;
}

static ptc_memo memo_key(const ptc_walker *walker, const ptc_schema_node *node,
                         const ptc_value *value, ptc_memo_kind what)
{
    return (ptc_memo){
        .content = memo_content(value),
        .count = value->aux,
        .node = (uint32_t)(node - walker->nodes),
        .depth = (uint16_t)walker->depth,
        .kind = value->kind,
        .what = (uint8_t)what,
    };
}

/* The entry with the key of `key`, or the free slot where it would be; at most half of
 * the slots are taken. */
static ptc_memo *memo_slot(const ptc_memo_table *table, const ptc_memo *key)
{
    uint64_t hash =
        ptc_hash_mix((uint64_t)key->content, (uint64_t)key->node << 32 | key->count);
    size_t at = (size_t)ptc_hash_mix(hash, (uint64_t)key->depth << 8 | key->what);

    for (;; at++) {
        ptc_memo *slot = &table->slots[at & (table->size - 1)];

        if (!slot->is_taken ||
            (slot->content == key->content && slot->count == key->count &&
             slot->node == key->node && slot->depth == key->depth &&
             slot->kind == key->kind && slot->what == key->what))
            return slot;
    }
}

static void memo_begin(ptc_walker *walker)
{
    ptc_memo_table *table = &walker->memos;

    walker->has_memos = true;
    memset(table->few, 0, sizeof table->few);
    table->slots = table->few;
    table->size = PTC_MEMO_FEW;
    table->count = 0;
    ptc_arena_init(&table->arena, NULL, 0);
}

/* Doubles the slots, or forgets all entries: when memory is refused, and when many are
 * scalars. */
static void memo_grow(ptc_walker *walker)
{
    ptc_memo_table *table = &walker->memos;
    ptc_memo_table grown = {.size = table->size * 2};

    if (walker->work <= MEMO_WORK_SCALARS || table->size < MEMO_SLOTS_SCALARS)
        grown.slots = ptc_arena_array(&table->arena, grown.size, sizeof *grown.slots);
    if (grown.slots == NULL) {
        memset(table->slots, 0, table->size * sizeof *table->slots);
        table->count = 0;
        return;
    }
    for (size_t i = 0; i < table->size; i++) {
        if (table->slots[i].is_taken)
            *memo_slot(&grown, &table->slots[i]) = table->slots[i];
    }
    table->slots = grown.slots;
    table->size = grown.size;
}

const ptc_memo *ptc_memo_find(ptc_walker *walker, const ptc_schema_node *node,
                              const ptc_value *value, ptc_memo_kind what)
{
    const ptc_memo *memo;
    ptc_memo key;

    if (PTC_LIKELY(!walker->has_memos) || !memo_is_wanted(walker, value))
        return NULL;
    key = memo_key(walker, node, value, what);
    memo = memo_slot(&walker->memos, &key);
    if (!memo->is_taken)
        return NULL;
    walker->was_deep |= memo->was_deep;
    walker->was_decoded |= memo->was_decoded;
    return memo;
}

void ptc_memo_keep(ptc_walker *walker, const ptc_schema_node *node,
                   const ptc_value *value, ptc_memo_kind what, bool is_valid,
                   uint32_t choice, const ptc_value *made)
{
    ptc_memo *memo;
    ptc_memo key;

    if (PTC_LIKELY(!memo_is_wanted(walker, value)) || walker->failed)
        return;
    if (!walker->has_memos)
        memo_begin(walker);
    else if (walker->memos.count * 2 >= walker->memos.size)
        memo_grow(walker);
    key = memo_key(walker, node, value, what);
    memo = memo_slot(&walker->memos, &key);
    walker->memos.count += !memo->is_taken;
    *memo = key;
    memo->is_taken = true;
    memo->is_valid = is_valid;
    memo->was_deep = walker->was_deep;
    memo->was_decoded = walker->was_decoded;
    memo->choice = choice;
    if (made != NULL)
        memo->made = *made;
}

void ptc_memo_end(ptc_walker *walker)
{
    ptc_arena_free(&walker->memos.arena);
}
