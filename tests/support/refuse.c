/* SPDX-License-Identifier: MIT */
#include "refuse.h"

#include <ptc/text.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define REFUSE_CLOCK UINT64_C(1767225600000000000) /* 2026-01-01, nanoseconds */

enum {
    REFUSE_CHUNKS_BITS = 16,
    REFUSE_CHUNKS = 1 << REFUSE_CHUNKS_BITS,
    REFUSE_NEAR = 64,
    REFUSE_PROBE = 16,
#if defined(__SANITIZE_ADDRESS__)
    REFUSE_FIRST = 4,
    REFUSE_SPREAD = 8,
#else
    REFUSE_FIRST = 24,
    REFUSE_SPREAD = 32,
#endif
};

static struct {
    bool is_on;
    bool for_ever;
    size_t first;
    size_t count;
    size_t held;
} refuse;

void refuse_from(size_t first, bool for_ever)
{
    refuse.is_on = true;
    refuse.for_ever = for_ever;
    refuse.first = first;
    refuse.count = 0;
    refuse.held = 0;
}

size_t refuse_stop(void)
{
    refuse.is_on = false;
    return refuse.count;
}

size_t refuse_next(size_t place, size_t asked)
{
    size_t step = asked / REFUSE_SPREAD;

    if (place < REFUSE_FIRST || step == 0 || getenv("PTC_REFUSE_ALL") != NULL)
        step = 1;
    return place + step;
}

size_t refuse_held(void)
{
    return refuse.held;
}

/* Counts an allocation; whether it is refused. */
static bool refuse_this(void)
{
    if (!refuse.is_on)
        return false;
    refuse.count++;
    if (refuse.first == 0 || refuse.count < refuse.first ||
        (refuse.count > refuse.first && !refuse.for_ever))
        return false;
    errno = ENOMEM;
    return true;
}

/* --- The C library ----------------------------------------------------------------- */

void *__real_realloc(void *old, size_t size);
void __real_free(void *old);
FILE *__real_fopen(const char *path, const char *mode);
FILE *__real_fdopen(int file, const char *mode);

void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *old);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__wrap_fdopen(int file, const char *mode);

void *__wrap_realloc(void *old, size_t size)
{
    if (refuse_this())
        return NULL;
    refuse.held += refuse.is_on && old == NULL;
    return __real_realloc(old, size);
}

void __wrap_free(void *old)
{
    refuse.held -= refuse.is_on && old != NULL;
    __real_free(old);
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
    return refuse_this() ? NULL : __real_fopen(path, mode);
}

FILE *__wrap_fdopen(int file, const char *mode)
{
    return refuse_this() ? NULL : __real_fdopen(file, mode);
}

/* --- The clock --------------------------------------------------------------------- */

uint64_t __real_ptc_system_clock(bool is_wall);

uint64_t __wrap_ptc_system_clock(bool is_wall);

/* Stands still, so that times in a log have the same digits in each run. */
uint64_t __wrap_ptc_system_clock(bool is_wall)
{
    return refuse.is_on ? REFUSE_CLOCK : __real_ptc_system_clock(is_wall);
}

/* --- Arenas ------------------------------------------------------------------------ */

void *__real_ptc_arena_grow(ptc_arena *arena, size_t size);
void *__real_ptc_arena_array(ptc_arena *arena, size_t count, size_t size);
void *__real_ptc_arena_copy(ptc_arena *arena, const void *bytes, size_t size);
bool __real_ptc_arena_reserve(ptc_arena *arena, void **items, size_t *capacity,
                              size_t count, size_t need, size_t size);
void __real_ptc_arena_reset(ptc_arena *arena);
void __real_ptc_arena_rewind(ptc_arena *arena, ptc_arena_mark mark);

void *__wrap_ptc_arena_grow(ptc_arena *arena, size_t size);
void *__wrap_ptc_arena_array(ptc_arena *arena, size_t count, size_t size);
void *__wrap_ptc_arena_copy(ptc_arena *arena, const void *bytes, size_t size);
bool __wrap_ptc_arena_reserve(ptc_arena *arena, void **items, size_t *capacity,
                              size_t count, size_t need, size_t size);
void __wrap_ptc_arena_reset(ptc_arena *arena);
void __wrap_ptc_arena_rewind(ptc_arena *arena, ptc_arena_mark mark);

/*
 * Where chunks really end: an arena is shown a chunk that ends at its cursor, so that it
 * comes here for more. A chunk that lost its row to another one counts as full, which
 * takes more chunks at once than any command has: rows are of chunks long gone as well.
 */
static struct {
    const ptc_arena_chunk *chunk;
    unsigned char *limit;
} arena_ends[REFUSE_CHUNKS];

/* The row of the arena's chunk, or the one that it may have. */
static size_t arena_row(const ptc_arena *arena)
{
    size_t first = (uint64_t)(uintptr_t)arena->chunks * 0x9E3779B97F4A7C15u >>
                   (64 - REFUSE_CHUNKS_BITS);

    for (size_t i = 0; i < REFUSE_NEAR; i++) {
        size_t row = (first + i) % REFUSE_CHUNKS;

        if (arena_ends[row].chunk == arena->chunks || arena_ends[row].chunk == NULL)
            return row;
    }
    return first;
}

/* Functions of arenas that others of them called, which leave opening to these. */
static _Thread_local size_t arena_depth;

static void arena_open(ptc_arena *arena)
{
    size_t row = arena_row(arena);

    if (arena_depth++ > 0)
        return;
    if (arena->chunks != NULL && arena_ends[row].chunk == arena->chunks)
        arena->limit = arena_ends[row].limit;
}

/* Of an arena that shows where its chunk really ends. */
static void arena_close(ptc_arena *arena)
{
    size_t row = arena_row(arena);

    if (--arena_depth > 0 || arena->chunks == NULL)
        return;
    arena_ends[row].chunk = arena->chunks;
    arena_ends[row].limit = arena->limit;
    arena->limit = arena->cursor;
}

/* Whether the arena is refused what it is about to be asked for. */
static bool arena_is_refused(ptc_arena *arena)
{
    ptc_allocator *allocator = &arena->allocator;
    void *probe;

    if (!refuse.is_on || allocator->allocate == NULL)
        return false;
    probe = allocator->allocate(NULL, 0, REFUSE_PROBE, allocator->user);
    if (probe == NULL)
        arena->failed = true;
    else
        allocator->allocate(probe, REFUSE_PROBE, 0, allocator->user);
    return probe == NULL;
}

void *__wrap_ptc_arena_grow(ptc_arena *arena, size_t size)
{
    void *place;

    if (arena_is_refused(arena))
        return NULL;
    arena_open(arena);
    if (size <= (size_t)(arena->limit - arena->cursor))
        place = ptc_arena_alloc(arena, size);
    else
        place = __real_ptc_arena_grow(arena, size);
    arena_close(arena);
    return place;
}

void *__wrap_ptc_arena_array(ptc_arena *arena, size_t count, size_t size)
{
    void *place;

    if (arena_is_refused(arena))
        return NULL;
    arena_open(arena);
    place = __real_ptc_arena_array(arena, count, size);
    arena_close(arena);
    return place;
}

void *__wrap_ptc_arena_copy(ptc_arena *arena, const void *bytes, size_t size)
{
    void *place;

    if (arena_is_refused(arena))
        return NULL;
    arena_open(arena);
    place = __real_ptc_arena_copy(arena, bytes, size);
    arena_close(arena);
    return place;
}

bool __wrap_ptc_arena_reserve(ptc_arena *arena, void **items, size_t *capacity,
                              size_t count, size_t need, size_t size)
{
    bool is_done;

    if (need > *capacity && arena_is_refused(arena))
        return false;
    arena_open(arena);
    is_done = __real_ptc_arena_reserve(arena, items, capacity, count, need, size);
    arena_close(arena);
    return is_done;
}

void __wrap_ptc_arena_reset(ptc_arena *arena)
{
    arena_open(arena);
    __real_ptc_arena_reset(arena);
    arena_close(arena);
}

void __wrap_ptc_arena_rewind(ptc_arena *arena, ptc_arena_mark mark)
{
    arena_open(arena);
    __real_ptc_arena_rewind(arena, mark);
    arena_close(arena);
}
