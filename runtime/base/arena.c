/* SPDX-License-Identifier: MIT */
/*
 * The arena: bump allocation in chunks that live and die together. See <ptc/arena.h>.
 *
 * Chunks form a list, newest first; only the newest is allocated from. Every chunk's room
 * begins and ends on a 16-byte boundary, so the cursor never loses its alignment and an
 * allocation that fits is never cut short. `held` counts every byte taken from the
 * allocator, the spare chunk included, and never exceeds `cap`.
 *
 * This is the only file of the runtime that may call malloc.
 */
#include "base/base_int.h"

#ifndef PTC_NO_MALLOC
#include <stdlib.h>
#endif

enum {
    ARENA_ALIGN = 16,
    ARENA_CHUNK_FIRST = 4096,
    ARENA_CHUNK_LARGEST = 1 << 20, /* ordinary chunks double up to this */
    ARENA_ARRAY_FIRST = 64,        /* bytes of the first allocation of a growing array */
};

struct ptc_arena_chunk {
    ptc_arena_chunk *older;
    size_t size;   /* whole chunk in bytes, as taken from the allocator */
    bool is_array; /* was made for an array, which is the first thing in it */
};

#ifndef PTC_NO_MALLOC
static void *arena_malloc(void *old, size_t old_size, size_t new_size, void *user)
{
    (void)old_size;
    (void)user;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}
#endif

static size_t arena_round_up(size_t size)
{
    return (size + (ARENA_ALIGN - 1)) & ~(size_t)(ARENA_ALIGN - 1);
}

static unsigned char *arena_align_up(unsigned char *place)
{
    return place + (-(uintptr_t)place & (ARENA_ALIGN - 1));
}

static unsigned char *arena_align_down(unsigned char *place)
{
    return place - ((uintptr_t)place & (ARENA_ALIGN - 1));
}

/* An aligned place that is not NULL and has no room, for arenas that hold nothing. */
static unsigned char *arena_nowhere(void)
{
    static const union {
        unsigned char byte;
        long double number;
        int64_t integer;
        const void *pointer;
    } nowhere = {0};

    return (unsigned char *)(uintptr_t)&nowhere;
}

static unsigned char *arena_chunk_start(ptc_arena_chunk *chunk)
{
    return arena_align_up((unsigned char *)chunk + sizeof *chunk);
}

static unsigned char *arena_chunk_limit(ptc_arena_chunk *chunk)
{
    return arena_align_down((unsigned char *)chunk + chunk->size);
}

static void arena_release(ptc_arena *arena, ptc_arena_chunk *chunk)
{
    if (chunk == NULL)
        return;
    arena->held -= chunk->size;
    arena->allocator.allocate(chunk, chunk->size, 0, arena->allocator.user);
}

/* Makes `arena->chunks` (or the caller's memory, or nothing) the place to allocate from.
 */
static void arena_use_newest(ptc_arena *arena)
{
    if (arena->chunks != NULL) {
        arena->cursor = arena_chunk_start(arena->chunks);
        arena->limit = arena_chunk_limit(arena->chunks);
    } else if (arena->memory_size != 0) {
        arena->cursor = arena->memory;
        arena->limit = arena->memory + arena->memory_size;
    } else {
        arena->cursor = arena_nowhere();
        arena->limit = arena->cursor;
    }
}

void ptc_arena_init(ptc_arena *arena, const ptc_allocator *allocator, size_t cap)
{
    *arena = (ptc_arena){.cap = cap != 0 ? cap : SIZE_MAX};
    if (allocator != NULL)
        arena->allocator = *allocator;
#ifndef PTC_NO_MALLOC
    else
        arena->allocator.allocate = arena_malloc;
#endif
    arena_use_newest(arena);
}

void ptc_arena_init_memory(ptc_arena *arena, void *memory, size_t size)
{
    unsigned char *start = memory;
    size_t skipped;

    *arena = (ptc_arena){.memory = start};
    skipped = size != 0 ? (size_t)(arena_align_up(start) - start) : 0;
    if (size > skipped) {
        arena->memory = start + skipped;
        arena->memory_size = (size - skipped) & ~(size_t)(ARENA_ALIGN - 1);
    }
    arena_use_newest(arena);
}

static void arena_drop_spare(ptc_arena *arena)
{
    arena_release(arena, arena->spare);
    arena->spare = NULL;
}

static void arena_drop_chunks(ptc_arena *arena, const ptc_arena_chunk *until)
{
    while (arena->chunks != until) {
        ptc_arena_chunk *chunk = arena->chunks;

        arena->chunks = chunk->older;
        arena_release(arena, chunk);
    }
}

void ptc_arena_reset(ptc_arena *arena)
{
    ptc_arena_chunk *kept = arena->chunks;

    if (kept != NULL && kept->older != NULL) {
        arena->chunks = kept->older;
        arena_drop_chunks(arena, NULL);
        kept->older = NULL;
        arena->chunks = kept;
    }
    if (kept != NULL)
        kept->is_array = false; /* marks may be set at its start */
    arena->failed = false;
    arena_use_newest(arena);
}

void ptc_arena_free(ptc_arena *arena)
{
    arena_drop_spare(arena);
    arena_drop_chunks(arena, NULL);
    arena->failed = false;
    arena_use_newest(arena);
}

ptc_arena_mark ptc_arena_place(const ptc_arena *arena)
{
    return (ptc_arena_mark){.cursor = arena->cursor, .chunk = arena->chunks};
}

void ptc_arena_rewind(ptc_arena *arena, ptc_arena_mark mark)
{
    if (arena->chunks != mark.chunk) {
        ptc_arena_chunk *newest = arena->chunks;

        /* One chunk is kept, so that a loop of place and rewind does not allocate. */
        arena->chunks = newest->older;
        arena_drop_spare(arena);
        arena->spare = newest;
        arena_drop_chunks(arena, mark.chunk);
        arena_use_newest(arena);
    }
    arena->cursor = mark.cursor;
}

static void *arena_refuse(ptc_arena *arena)
{
    arena->failed = true;
    return NULL;
}

/* The size of the next chunk for a request of `size` bytes; 0 when no chunk may hold it.
 */
static size_t arena_chunk_size(const ptc_arena *arena, size_t size)
{
    const size_t extra = sizeof(ptc_arena_chunk) + (size_t)2 * ARENA_ALIGN;
    size_t ordinary = arena->chunks != NULL ? 2 * arena->chunks->size : ARENA_CHUNK_FIRST;
    size_t room = arena->cap - arena->held;
    size_t need;

    if (size > SIZE_MAX - extra)
        return 0;
    need = size + extra;
    if (ordinary > ARENA_CHUNK_LARGEST)
        ordinary = ARENA_CHUNK_LARGEST;
    if (need > room)
        return 0;
    if (need >= ordinary)
        return need;
    return ordinary <= room ? ordinary : room;
}

static ptc_arena_chunk *arena_take_spare(ptc_arena *arena, size_t size)
{
    ptc_arena_chunk *spare = arena->spare;

    if (spare == NULL)
        return NULL;
    if ((size_t)(arena_chunk_limit(spare) - arena_chunk_start(spare)) < size) {
        arena_drop_spare(arena);
        return NULL;
    }
    arena->spare = NULL;
    spare->is_array = false;
    return spare;
}

PTC_COLD void *ptc_arena_grow(ptc_arena *arena, size_t size)
{
    ptc_arena_chunk *chunk = arena_take_spare(arena, size);

    if (chunk == NULL) {
        size_t chunk_size = arena_chunk_size(arena, size);

        if (chunk_size == 0 || arena->allocator.allocate == NULL)
            return arena_refuse(arena);
        chunk = arena->allocator.allocate(NULL, 0, chunk_size, arena->allocator.user);
        if (chunk == NULL)
            return arena_refuse(arena);
        chunk->size = chunk_size;
        chunk->is_array = false;
        arena->held += chunk_size;
    }
    chunk->older = arena->chunks;
    arena->chunks = chunk;
    arena_use_newest(arena);
    return ptc_arena_alloc(arena, size);
}

void *ptc_arena_array(ptc_arena *arena, size_t count, size_t size)
{
    void *place;

    if (size != 0 && count > SIZE_MAX / size)
        return arena_refuse(arena);
    place = ptc_arena_alloc(arena, count * size);
    if (place != NULL)
        memset(place, 0, count * size);
    return place;
}

void *ptc_arena_copy(ptc_arena *arena, const void *bytes, size_t size)
{
    unsigned char *place;

    if (size == SIZE_MAX)
        return arena_refuse(arena);
    place = ptc_arena_alloc(arena, size + 1);
    if (place == NULL)
        return NULL;
    if (size != 0)
        memcpy(place, bytes, size);
    place[size] = 0;
    return place;
}

/* Grows the allocation that ends at the cursor without moving it, if there is room. */
static bool arena_extend_last(ptc_arena *arena, const void *items, size_t old_size,
                              size_t new_size)
{
    const unsigned char *start = items;
    size_t old_step = arena_round_up(old_size);

    if (start == NULL || (uintptr_t)start + old_step != (uintptr_t)arena->cursor)
        return false;
    if (new_size > old_size &&
        new_size - old_size > (size_t)(arena->limit - arena->cursor))
        return false;
    arena->cursor = arena->cursor - old_step + arena_round_up(new_size);
    return true;
}

/* Grows the array to which the newest chunk belongs with the chunk; NULL when there is
 * another thing in it, or no room. */
static void *arena_resize(ptc_arena *arena, const void *items, size_t old_size,
                          size_t new_size)
{
    ptc_arena_chunk *chunk = arena->chunks;
    size_t size = new_size + sizeof *chunk + (size_t)2 * ARENA_ALIGN;
    size_t start;

    if (!arena->resizes || chunk == NULL || !chunk->is_array ||
        items != arena_chunk_start(chunk) ||
        arena->cursor != (const unsigned char *)items + arena_round_up(old_size) ||
        size > arena->cap - arena->held + chunk->size)
        return NULL;
    start = (size_t)(arena_chunk_start(chunk) - (unsigned char *)chunk);
    chunk = arena->allocator.allocate(chunk, chunk->size, size, arena->allocator.user);
    if (chunk == NULL)
        return NULL;
    arena->held += size - chunk->size;
    chunk->size = size;
    arena->chunks = chunk;
    arena_use_newest(arena);
    memmove(arena->cursor, (unsigned char *)chunk + start, old_size);
    return ptc_arena_alloc(arena, new_size);
}

/* An array for which the newest chunk has no room; `used` bytes of it count. */
static PTC_COLD void *arena_grow_array(ptc_arena *arena, const void *items, size_t used,
                                       size_t old_size, size_t new_size)
{
    void *place = arena_resize(arena, items, old_size, new_size);

    if (place != NULL)
        return place;
    place = ptc_arena_grow(arena, new_size);
    if (place == NULL)
        return NULL;
    arena->chunks->is_array = true;
    if (used != 0)
        memcpy(place, items, used);
    return place;
}

bool ptc_arena_reserve(ptc_arena *arena, void **items, size_t *capacity, size_t count,
                       size_t need, size_t size)
{
    size_t wanted = *capacity;
    void *old;
    void *place;

    if (need <= *capacity)
        return true;
    if (need > (SIZE_MAX / 2 - ARENA_ARRAY_FIRST) / size) {
        arena_refuse(arena);
        return false;
    }
    /* A large one that may take its chunk along grows more slowly. */
    if (PTC_UNLIKELY(wanted * size >= ARENA_CHUNK_LARGEST) && arena->resizes)
        wanted += wanted / 2;
    else
        wanted *= 2;
    if (wanted < need)
        wanted = need;
    if (wanted * size < ARENA_ARRAY_FIRST)
        wanted = (ARENA_ARRAY_FIRST + size - 1) / size;
    /* *items may be a pointer of another type; so it is moved as bytes. */
    memcpy(&old, items, sizeof old);
    if (arena_extend_last(arena, old, *capacity * size, wanted * size)) {
        *capacity = wanted;
        return true;
    }
    if (wanted * size > (size_t)(arena->limit - arena->cursor)) {
        place =
            arena_grow_array(arena, old, count * size, *capacity * size, wanted * size);
        if (place == NULL)
            return false;
    } else {
        place = ptc_arena_alloc(arena, wanted * size);
        if (count != 0)
            memcpy(place, old, count * size);
    }
    memcpy(items, &place, sizeof place);
    *capacity = wanted;
    return true;
}

void ptc_arena_trim(ptc_arena *arena, const void *last, size_t size)
{
    const unsigned char *start = last;
    size_t unused = (size_t)(arena->cursor - start) - arena_round_up(size);

    arena->cursor -= unused;
}

void *ptc_arena_borrow(ptc_arena *arena, void *old, size_t old_size, size_t new_size)
{
    void *place;

    if (arena->allocator.allocate == NULL) {
        if (arena_extend_last(arena, old, old_size, new_size))
            return new_size != 0 ? old : NULL;
        place = new_size != 0 ? ptc_arena_alloc(arena, new_size) : NULL;
        if (place != NULL && old_size != 0)
            memcpy(place, old, old_size < new_size ? old_size : new_size);
        return place;
    }
    if (new_size > arena->cap - arena->held + old_size)
        return arena_refuse(arena);
    place = arena->allocator.allocate(old, old_size, new_size, arena->allocator.user);
    if (place == NULL && new_size != 0)
        return arena_refuse(arena);
    arena->held += new_size - old_size;
    return place;
}

bool ptc_arena_holds(const ptc_arena *arena, const void *address)
{
    for (ptc_arena_chunk *chunk = arena->chunks; chunk != NULL; chunk = chunk->older) {
        if ((uintptr_t)address - (uintptr_t)chunk < chunk->size)
            return true;
    }
    return false;
}
