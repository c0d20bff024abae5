/* SPDX-License-Identifier: MIT */
/*
 * The memory of a program: objects one behind the other in chunks, never freed singly.
 * See lisp_int.h; what is no longer reached is left behind by collect.c.
 *
 * Chunks are sized to end at the threshold, so that the allocator's fast half needs no
 * other test: where a chunk ends, this file looks whether a collection is due and the
 * limit is kept. Between two safepoints a builtin may overshoot the limit by once as
 * much; what is alive at a safepoint may not.
 */
#include "lisp/heap_int.h"

enum {
    HEAP_CHUNK_FIRST = 32 << 10, /* most programs need no more */
    HEAP_CHUNK_LEAST = 64 << 10,
    HEAP_CHUNK_MOST = 1 << 20,
    HEAP_ALONE = 16 << 10,      /* objects of this size get a chunk of their own */
    HEAP_THRESHOLD = 256 << 10, /* stays within the caches nearest to a core */
    HEAP_SPARE_PART = 4,        /* spare chunks up to so many times the threshold */
    HEAP_SPARE_WASTE = 4,       /* and not for what needs less than such a part of them */
#if defined(__SANITIZE_ADDRESS__)
    HEAP_FREES_AT_ONCE = 1,
#else
    HEAP_FREES_AT_ONCE = 0,
#endif
};

size_t ptc_heap_bytes(const ptc_lisp *lisp)
{
    if (lisp->chunks == NULL)
        return lisp->heap_used;
    return lisp->heap_used + (size_t)(lisp->cursor - ptc_heap_chunk_start(lisp->chunks));
}

size_t ptc_heap_size(const ptc_lisp *lisp)
{
    return ptc_heap_bytes(lisp) + lisp->arena.held;
}

/* --- Chunks ------------------------------------------------------------------------ */

static void heap_free_chunks(ptc_lisp *lisp, ptc_heap_chunk *chunks)
{
    const ptc_allocator *allocator = &lisp->arena.allocator;

    while (chunks != NULL) {
        ptc_heap_chunk *older = chunks->older;

        allocator->allocate(chunks, chunks->size, 0, allocator->user);
        chunks = older;
    }
}

static void heap_free_spare(ptc_lisp *lisp)
{
    heap_free_chunks(lisp, lisp->spare);
    lisp->spare = NULL;
    lisp->spare_size = 0;
}

/* The smallest spare chunk of that size, unless it is much too large; or NULL. */
static ptc_heap_chunk *heap_take_spare(ptc_lisp *lisp, size_t size)
{
    ptc_heap_chunk **best = NULL;
    ptc_heap_chunk *chunk;

    for (ptc_heap_chunk **link = &lisp->spare; *link != NULL; link = &(*link)->older) {
        if ((*link)->size >= size && (*link)->size / HEAP_SPARE_WASTE <= size &&
            (best == NULL || (*link)->size < (*best)->size))
            best = link;
    }
    if (best == NULL)
        return NULL;
    chunk = *best;
    *best = chunk->older;
    lisp->spare_size -= chunk->size;
    return chunk;
}

/* Large sizes are rounded up to one of four in each power of two, so that chunks of a
 * heap that grows can be used again. */
static size_t heap_round_size(size_t size)
{
    size_t step = HEAP_CHUNK_LEAST;

    if (size < HEAP_CHUNK_LEAST)
        return size;
    while (step < size / 8)
        step *= 2;
    return (size + step - 1) / step * step;
}

ptc_heap_chunk *ptc_heap_chunk_new(ptc_lisp *lisp, size_t size)
{
    const ptc_allocator *allocator = &lisp->arena.allocator;
    ptc_heap_chunk *chunk;

    /* For both ends to be aligned. */
    size = heap_round_size(size + sizeof *chunk + 32);
    chunk = heap_take_spare(lisp, size);
    if (chunk != NULL) {
        size = chunk->size;
    } else {
        chunk = allocator->allocate(NULL, 0, size, allocator->user);
        if (chunk == NULL && lisp->spare != NULL) {
            heap_free_spare(lisp);
            chunk = allocator->allocate(NULL, 0, size, allocator->user);
        }
    }
    if (chunk != NULL)
        *chunk = (ptc_heap_chunk){.size = size};
    return chunk;
}

/* Memory that was in use is in the caches, and its pages are there. But who looks for
 * faults shall find it gone. */
void ptc_heap_retire(ptc_lisp *lisp, ptc_heap_chunk *chunks)
{
    while (chunks != NULL) {
        ptc_heap_chunk *chunk = chunks;

        chunks = chunk->older;
        if (HEAP_FREES_AT_ONCE || lisp->options.collects_always ||
            lisp->spare_size + chunk->size > HEAP_SPARE_PART * lisp->heap_threshold) {
            chunk->older = NULL;
            heap_free_chunks(lisp, chunk);
        } else {
            chunk->older = lisp->spare;
            lisp->spare = chunk;
            lisp->spare_size += chunk->size;
        }
    }
}

/* --- Allocation -------------------------------------------------------------------- */

/* Whether `size` bytes more stay within the limit, builtins' overshoot included. */
static bool heap_has_room(const ptc_lisp *lisp, size_t size)
{
    size_t limit = lisp->options.heap;
    size_t most = limit > SIZE_MAX / 4 ? SIZE_MAX / 2 : 2 * limit;
    size_t in_use = ptc_heap_size(lisp);

    return size <= limit && size <= most && in_use <= most - size;
}

static void heap_note_peak(ptc_lisp *lisp)
{
    size_t size = ptc_heap_size(lisp);

    if (size > lisp->heap_peak)
        lisp->heap_peak = size;
}

/* Makes a chunk the newest. */
static void heap_use(ptc_lisp *lisp, ptc_heap_chunk *chunk)
{
    if (lisp->chunks != NULL) {
        size_t used = (size_t)(lisp->cursor - ptc_heap_chunk_start(lisp->chunks));

        lisp->chunks->used = used;
        lisp->heap_used += used;
    }
    chunk->older = lisp->chunks;
    lisp->chunks = chunk;
    lisp->cursor = ptc_heap_chunk_start(chunk);
    lisp->limit = ptc_heap_chunk_end(chunk);
}

/* A large object stands in a chunk behind the newest, whose rest stays in use. */
static void *heap_alloc_alone(ptc_lisp *lisp, size_t size)
{
    ptc_heap_chunk *chunk = ptc_heap_chunk_new(lisp, size);

    if (chunk == NULL)
        ptc_lisp_memory_error(lisp);
    chunk->used = size;
    chunk->older = lisp->chunks->older;
    lisp->chunks->older = chunk;
    lisp->heap_used += size;
    return ptc_heap_chunk_start(chunk);
}

/* The size of the next chunk, which best ends at the threshold. */
static size_t heap_chunk_size(const ptc_lisp *lisp, size_t size)
{
    size_t in_use = ptc_heap_bytes(lisp);
    size_t room = lisp->heap_threshold > in_use ? lisp->heap_threshold - in_use : 0;

    if (lisp->chunks == NULL)
        room = HEAP_CHUNK_FIRST;
    else if (room < HEAP_CHUNK_LEAST)
        room = HEAP_CHUNK_LEAST;
    else if (room > HEAP_CHUNK_MOST)
        room = HEAP_CHUNK_MOST;
    return room > size ? room : size;
}

void *ptc_heap_grow(ptc_lisp *lisp, size_t size)
{
    ptc_heap_chunk *newest = lisp->chunks;
    void *place;

    heap_note_peak(lisp);
    if (!heap_has_room(lisp, size))
        ptc_lisp_memory_error(lisp);
    if (ptc_heap_bytes(lisp) + size > lisp->heap_threshold) {
        lisp->is_collect_due = true;
        ptc_lisp_hurry(lisp);
    }
    if (newest != NULL && size >= HEAP_ALONE)
        return heap_alloc_alone(lisp, size);
    if (newest != NULL && size <= (size_t)(ptc_heap_chunk_end(newest) - lisp->cursor)) {
        size_t room = (size_t)(ptc_heap_chunk_end(newest) - lisp->cursor);

        lisp->limit = lisp->cursor + (room > HEAP_CHUNK_LEAST ? HEAP_CHUNK_LEAST : room);
    } else {
        ptc_heap_chunk *chunk = ptc_heap_chunk_new(lisp, heap_chunk_size(lisp, size));

        if (chunk == NULL)
            chunk = ptc_heap_chunk_new(lisp, size);
        if (chunk == NULL)
            ptc_lisp_memory_error(lisp);
        heap_use(lisp, chunk);
    }
    place = lisp->cursor;
    lisp->cursor += size;
    return place;
}

void ptc_heap_check(ptc_lisp *lisp, uint64_t count, size_t size)
{
    if (count > PTC_COUNT_MAX || (size > 0 && count > lisp->options.heap / size) ||
        !heap_has_room(lisp, (size_t)count * size))
        ptc_lisp_memory_error(lisp);
}

/*
 * Twice what is alive, for collections to cost no more than allocation; but below the
 * limit, for it to be noticed, and some way above what is alive, for a program near its
 * limit to go on.
 */
void ptc_heap_settle(ptc_lisp *lisp, size_t live)
{
    size_t limit = lisp->options.heap;
    size_t threshold = live > HEAP_THRESHOLD / 2 ? 2 * live : HEAP_THRESHOLD;

    if (threshold > limit)
        threshold = limit - live < limit / 8 || live > limit ? live + limit / 8 : limit;
    lisp->heap_threshold = threshold;
    lisp->is_collect_due = false;
    if (lisp->chunks != NULL) {
        unsigned char *start = ptc_heap_chunk_start(lisp->chunks);
        size_t room = (size_t)(ptc_heap_chunk_end(lisp->chunks) - start);

        lisp->limit = start + (room < threshold ? room : threshold & ~(size_t)15u);
        if (lisp->limit < lisp->cursor)
            lisp->limit = lisp->cursor;
    }
}

void ptc_heap_init(ptc_lisp *lisp)
{
    lisp->chunks = NULL;
    lisp->spare = NULL;
    lisp->spare_size = 0;
    lisp->heap_used = 0;
    lisp->heap_peak = 0;
    lisp->cursor = (unsigned char *)lisp; /* anywhere, without room */
    lisp->limit = lisp->cursor;
    lisp->numbered = NULL;
    lisp->numbered_count = 0;
    lisp->numbered_capacity = 0;
    lisp->numbered_free = 0;
    ptc_heap_settle(lisp, 0);
}

void ptc_heap_free(ptc_lisp *lisp)
{
    const ptc_allocator *allocator = &lisp->arena.allocator;

    heap_free_chunks(lisp, lisp->chunks);
    heap_free_spare(lisp);
    if (lisp->numbered != NULL)
        allocator->allocate(lisp->numbered,
                            lisp->numbered_capacity * sizeof *lisp->numbered, 0,
                            allocator->user);
    ptc_heap_init(lisp);
}

/* Host data outlives the numbers and trees that its buffers have. */
static void heap_forget_numbered(ptc_lisp *lisp)
{
    for (uint32_t i = 1; i <= lisp->numbered_count; i++) {
        ptc_large *large = lisp->numbered[i];

        if (((uintptr_t)large & 1) == 0) {
            large->number = 0;
            large->tree = NULL;
        }
    }
    lisp->numbered_count = 0;
    lisp->numbered_free = 0;
}

void ptc_heap_reset(ptc_lisp *lisp)
{
    heap_forget_numbered(lisp);
    heap_free_spare(lisp);
    if (lisp->chunks != NULL && lisp->chunks->size > HEAP_CHUNK_MOST) {
        heap_free_chunks(lisp, lisp->chunks);
        lisp->chunks = NULL;
        lisp->cursor = (unsigned char *)lisp;
        lisp->limit = lisp->cursor;
    } else if (lisp->chunks != NULL) {
        heap_free_chunks(lisp, lisp->chunks->older);
        lisp->chunks->older = NULL;
        lisp->cursor = ptc_heap_chunk_start(lisp->chunks);
    }
    lisp->heap_used = 0;
    ptc_heap_settle(lisp, 0);
}
