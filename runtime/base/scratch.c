/* SPDX-License-Identifier: MIT */
/*
 * Memory for the duration of one reading, with its own cap.
 *
 * It comes from the allocator of the arena that the result goes to, and is returned when
 * the reading ends. An arena in caller memory has no allocator: then the reading works in
 * that memory as well, and its size is the cap. Either way a reader can tell the cap,
 * which is a fault of the text, from a refusal below, which is PTC_ERROR_MEMORY.
 */
#include "base/base_int.h"

static void *scratch_allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    ptc_scratch *scratch = user;
    void *memory = scratch->below.allocate(old, old_size, new_size, scratch->below.user);

    if (memory == NULL && new_size != 0)
        scratch->is_refused = true;
    return memory;
}

void ptc_scratch_begin(ptc_scratch *scratch, ptc_arena *result, size_t cap)
{
    ptc_allocator counting = {scratch_allocate, scratch};

    scratch->below = result->allocator;
    scratch->is_refused = false;
    scratch->arena = result;
    if (result->allocator.allocate == NULL)
        return;
    ptc_arena_init(&scratch->own, &counting, cap);
    scratch->arena = &scratch->own;
}

bool ptc_scratch_is_capped(const ptc_scratch *scratch)
{
    return scratch->arena == &scratch->own && scratch->own.failed && !scratch->is_refused;
}

void ptc_scratch_end(ptc_scratch *scratch)
{
    if (scratch->arena == &scratch->own)
        ptc_arena_free(&scratch->own);
}
