/* SPDX-License-Identifier: MIT */
/*
 * The memory of a program: objects one after the other in chunks, never freed one by one.
 * See heap_int.h; collect.c leaves unreachable objects behind.
 *
 * Chunks are sized to end at the threshold, so that the allocator's fast half needs no
 * other test: where a chunk ends, this file checks whether a collection is due and the
 * limit is kept. Between two safepoints a builtin may use up to twice the limit; the live
 * objects at a safepoint may not.
 */
#include "lisp/heap/layout.h"

enum {
    HEAP_CHUNK_FIRST = 32 << 10, /* most programs need no more */
    HEAP_CHUNK_LEAST = 64 << 10,
    HEAP_CHUNK_MOST = 1 << 20,
    HEAP_BEHIND = 16 << 10,     /* objects of this size do not end the newest chunk */
    HEAP_ALONE = 64 << 10,      /* buffers and texts of this size are never copied */
    HEAP_ROOMY = 1 << 20,       /* and buffers of this size have room to grow */
    HEAP_ROOMY_LESS = 1024,     /* than twice, for chunks to be no larger than that */
    HEAP_TOUCHED_LEAST = 4096,  /* what a chunk counts as, at least */
    HEAP_THRESHOLD = 256 << 10, /* stays within the caches nearest to a core */
    HEAP_SPARE_PART = 4,        /* spare chunks up to this many times the threshold */
    HEAP_KEPT_MOST = 64 << 20,  /* bytes of spare chunks between two runs */
    HEAP_OUTPUT_FIRST = 1024,
    HEAP_CLASSES = 96,      /* of sizes: four to a power of two */
    HEAP_CLASSES_WASTE = 8, /* a spare chunk may be this many classes too large */
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
    return ptc_heap_bytes(lisp) + lisp->arena.held + lisp->name_bytes +
           lisp->output.capacity;
}

/* --- Chunks ------------------------------------------------------------------------ */

static void heap_free_chunk(ptc_lisp *lisp, ptc_heap_chunk *chunk)
{
    const ptc_allocator *allocator = &lisp->arena.allocator;

    allocator->allocate(chunk, chunk->size, 0, allocator->user);
}

static void heap_free_chunks(ptc_lisp *lisp, ptc_heap_chunk *chunks)
{
    while (chunks != NULL) {
        ptc_heap_chunk *older = chunks->older;

        heap_free_chunk(lisp, chunks);
        chunks = older;
    }
}

static void heap_forget_spare(ptc_lisp *lisp, const ptc_heap_chunk *chunk)
{
    lisp->spare_size -= chunk->touched;
    lisp->spare_taken -= chunk->size;
}

void ptc_heap_trim(ptc_lisp *lisp, size_t most)
{
    size_t taken = most == 0 ? 0 : lisp->heap_most;

    if (lisp->spare_size == 0)
        return;
    for (unsigned class = HEAP_CLASSES; class -- != 0;) {
        while (lisp->spares[class] != NULL &&
               (lisp->spare_size > most || lisp->spare_taken > taken)) {
            ptc_heap_chunk *chunk = lisp->spares[class];

            lisp->spares[class] = chunk->older;
            heap_forget_spare(lisp, chunk);
            heap_free_chunk(lisp, chunk);
        }
    }
}

/* Large sizes are rounded up to one of four in each power of two, so that the chunks of a
 * growing heap can be used again; that is their class. */
static size_t heap_round_size(size_t size, unsigned *class)
{
    size_t step = HEAP_CHUNK_LEAST / 4;

    *class = 0;
    if (size < HEAP_CHUNK_LEAST)
        return size;
    while (step < size / 8) {
        step *= 2;
        *class += 4;
    }
    size = (size + step - 1) / step;
    *class += (unsigned)size - 3;
    if (*class >= HEAP_CLASSES)
        *class = HEAP_CLASSES - 1;
    return size * step;
}

/* A spare chunk of that size, unless all are too small or much too large; or NULL. */
static ptc_heap_chunk *heap_take_spare(ptc_lisp *lisp, size_t size, unsigned class)
{
    unsigned last = class;

    if (lisp->spare_size == 0)
        return NULL;
    if (ptc_lisp_room(lisp) > lisp->taken_most / 2)
        last += HEAP_CLASSES_WASTE;
    for (; class <= last && class < HEAP_CLASSES; class ++) {
        ptc_heap_chunk *chunk = lisp->spares[class];

        if (chunk == NULL || chunk->size < size)
            continue;
        lisp->spares[class] = chunk->older;
        heap_forget_spare(lisp, chunk);
        return chunk;
    }
    return NULL;
}

/* Spare chunks give way to it; where memory is short, it is no larger than necessary.
 */
static ptc_heap_chunk *heap_take_new(ptc_lisp *lisp, size_t size, size_t least)
{
    const ptc_allocator *allocator = &lisp->arena.allocator;
    bool was_refused = lisp->is_refused;
    ptc_heap_chunk *chunk = allocator->allocate(NULL, 0, size, allocator->user);

    if (chunk == NULL && (size != least || lisp->spare_size != 0)) {
        ptc_heap_trim(lisp, 0);
        lisp->is_refused = was_refused;
        size = least;
        chunk = allocator->allocate(NULL, 0, size, allocator->user);
    }
    if (chunk != NULL)
        *chunk = (ptc_heap_chunk){.size = size, .touched = HEAP_TOUCHED_LEAST};
    return chunk;
}

/* A chunk with room for `size` bytes, or NULL; not yet one of lisp->chunks. */
static ptc_heap_chunk *heap_chunk_new(ptc_lisp *lisp, size_t size)
{
    size_t least = size + sizeof(ptc_heap_chunk) + 32; /* for both ends to be aligned */
    ptc_heap_chunk *chunk;
    unsigned class;

    size = heap_round_size(least, &class);
    chunk = heap_take_spare(lisp, size, class);
    if (chunk == NULL)
        return heap_take_new(lisp, size, least);
    *chunk = (ptc_heap_chunk){.size = chunk->size, .touched = chunk->touched};
    return chunk;
}

ptc_heap_chunk *ptc_heap_try_chunk(ptc_lisp *lisp, size_t size)
{
    bool was_refused = lisp->is_refused;
    ptc_heap_chunk *chunk = heap_chunk_new(lisp, size);

    lisp->is_refused = was_refused;
    return chunk;
}

/* Bytes of spare chunks worth keeping during a run. */
static size_t heap_spare_most(const ptc_lisp *lisp)
{
    size_t most = HEAP_SPARE_PART * lisp->heap_threshold;

    return most > lisp->spare_kept ? most : lisp->spare_kept;
}

/* Memory that was in use is in the caches, and its pages exist. But a search for faults
 * must find it gone. */
void ptc_heap_retire(ptc_lisp *lisp, ptc_heap_chunk *chunks)
{
    size_t most = heap_spare_most(lisp);

    while (chunks != NULL) {
        ptc_heap_chunk *chunk = chunks;
        unsigned class;

        chunks = chunk->older;
        if (chunk->used > chunk->touched)
            chunk->touched = chunk->used;
        if (HEAP_FREES_AT_ONCE || lisp->options.collects_always ||
            lisp->spare_size + chunk->touched > most) {
            heap_free_chunk(lisp, chunk);
            continue;
        }
        heap_round_size(chunk->size, &class);
        chunk->older = lisp->spares[class];
        lisp->spares[class] = chunk;
        lisp->spare_size += chunk->touched;
        lisp->spare_taken += chunk->size;
    }
}

/* --- Allocation -------------------------------------------------------------------- */

/* Whether `size` bytes more stay within the limit, builtins' overshoot included. */
static bool heap_has_room(const ptc_lisp *lisp, size_t size)
{
    size_t limit = lisp->heap_most;
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

size_t ptc_heap_note_used(ptc_lisp *lisp)
{
    if (lisp->chunks == NULL)
        return 0;
    lisp->chunks->used = (size_t)(lisp->cursor - ptc_heap_chunk_start(lisp->chunks));
    return lisp->chunks->used;
}

/* Makes a chunk the newest. */
static void heap_use(ptc_lisp *lisp, ptc_heap_chunk *chunk)
{
    lisp->heap_used += ptc_heap_note_used(lisp);
    chunk->older = lisp->chunks;
    lisp->chunks = chunk;
    lisp->cursor = ptc_heap_chunk_start(chunk);
    lisp->limit = ptc_heap_chunk_end(chunk);
}

/* An object gets a chunk after the newest one, whose rest stays in use. */
static void *heap_alloc_behind(ptc_lisp *lisp, size_t size)
{
    ptc_heap_chunk *chunk = ptc_heap_try_chunk(lisp, size);

    if (chunk == NULL)
        return NULL;
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

/* Looks at the limit, and whether a collection is due, for `size` bytes more. */
static void heap_account(ptc_lisp *lisp, size_t size)
{
    heap_note_peak(lisp);
    if (!heap_has_room(lisp, size))
        ptc_lisp_memory_error(lisp);
    if (ptc_heap_bytes(lisp) + size > lisp->heap_threshold) {
        lisp->is_collect_due = true;
        ptc_lisp_hurry(lisp);
    }
}

void *ptc_heap_grow(ptc_lisp *lisp, size_t size)
{
    ptc_heap_chunk *newest = lisp->chunks;
    void *place;

    heap_account(lisp, size);
    if (newest != NULL && size >= HEAP_BEHIND) {
        place = heap_alloc_behind(lisp, size);
        if (place != NULL)
            return place;
    }
    if (newest != NULL && size <= (size_t)(ptc_heap_chunk_end(newest) - lisp->cursor)) {
        size_t room = (size_t)(ptc_heap_chunk_end(newest) - lisp->cursor);

        if (room > HEAP_CHUNK_LEAST)
            room = size > HEAP_CHUNK_LEAST ? size : HEAP_CHUNK_LEAST;
        lisp->limit = lisp->cursor + room;
    } else {
        ptc_heap_chunk *chunk = ptc_heap_try_chunk(lisp, heap_chunk_size(lisp, size));

        if (chunk == NULL)
            chunk = heap_chunk_new(lisp, size);
        if (chunk == NULL)
            ptc_lisp_memory_error(lisp);
        heap_use(lisp, chunk);
    }
    place = lisp->cursor;
    lisp->cursor += size;
    return place;
}

/* --- Prints ------------------------------------------------------------------------- */

static bool heap_resize_output(ptc_lisp *lisp, size_t capacity)
{
    ptc_text *output = &lisp->output;
    char *old = output->capacity > 0 ? output->ptr : NULL;
    char *place = ptc_arena_borrow(&lisp->run_arena, old, output->capacity, capacity);

    if (capacity == 0) {
        ptc_text_init(output, output->arena);
        return true;
    }
    if (place == NULL)
        return false;
    output->ptr = place;
    output->capacity = capacity;
    return true;
}

/* When they grow much, the next collection checks how much room is left. */
bool ptc_lisp_grow_output(ptc_lisp *lisp, size_t more)
{
    size_t need = lisp->output.len + more + 1;
    size_t capacity = lisp->output.capacity;
    bool has_failed = lisp->run_arena.failed;

    if (need <= capacity)
        return true;
    if (need > lisp->heap_most)
        return false;
    capacity += capacity / 2;
    if (capacity > lisp->heap_most)
        capacity = lisp->heap_most;
    if (capacity < need)
        capacity = need < HEAP_OUTPUT_FIRST ? HEAP_OUTPUT_FIRST : need;
    if (need >= HEAP_THRESHOLD) {
        lisp->is_collect_due = true;
        ptc_lisp_hurry(lisp);
    }
    if (!heap_resize_output(lisp, capacity) && !heap_resize_output(lisp, need))
        return false;
    lisp->run_arena.failed = has_failed;
    return true;
}

void ptc_lisp_trim_output(ptc_lisp *lisp)
{
    size_t capacity = lisp->output.len > 0 ? lisp->output.len + 1 : 0;

    if (capacity < lisp->output.capacity)
        heap_resize_output(lisp, capacity);
}

/* --- Single objects in chunks
 * ------------------------------------------------------- */

/* The chunk becomes that of an object of `size` bytes. */
static void *heap_place_alone(ptc_lisp *lisp, ptc_heap_chunk *chunk, size_t size)
{
    unsigned char *place = ptc_heap_alone_object(chunk);

    ((ptc_heap_chunk **)(void *)place)[-1] = chunk;
    chunk->used = size;
    chunk->older = lisp->alone;
    lisp->alone = chunk;
    lisp->heap_used += size;
    return place;
}

/*
 * A growing object gets room for twice its size, if it is really large: untouched memory
 * costs nothing where malloc gives it. The host's allocator may have little.
 */
void *ptc_heap_alloc_alone(ptc_lisp *lisp, size_t size, bool grows)
{
    ptc_heap_chunk *chunk = NULL;

    size = (size + 15u) & ~(size_t)15u;
    heap_account(lisp, size);
    if (grows && size >= HEAP_ROOMY && lisp->options.allocator.allocate == NULL &&
        size < ptc_lisp_room(lisp) / 8)
        chunk = ptc_heap_try_chunk(lisp, 2 * size - HEAP_ROOMY_LESS);
    if (chunk == NULL)
        chunk = heap_chunk_new(lisp, size + 16);
    if (chunk == NULL)
        ptc_lisp_memory_error(lisp);
    return heap_place_alone(lisp, chunk, size);
}

void *ptc_heap_try_alone(ptc_lisp *lisp, size_t size)
{
    ptc_heap_chunk *chunk;

    size = (size + 15u) & ~(size_t)15u;
    chunk = ptc_heap_try_chunk(lisp, size + 16);
    return chunk != NULL ? heap_place_alone(lisp, chunk, size) : NULL;
}

size_t ptc_heap_extend(ptc_lisp *lisp, ptc_object *object, size_t most)
{
    ptc_heap_chunk *chunk = ptc_heap_chunk_of(object);
    unsigned char *end = (unsigned char *)(void *)object + chunk->used;
    size_t room = (size_t)(ptc_heap_chunk_end(chunk) - end);

    if (room > most)
        room = most & ~(size_t)15u;
    if (room == 0)
        return 0;
    heap_account(lisp, room);
    object->head += (uint64_t)room << 16;
    chunk->used += room;
    lisp->heap_used += room;
    return room;
}

void ptc_heap_check(ptc_lisp *lisp, uint64_t count, size_t size)
{
    if (count > PTC_COUNT_MAX || (size > 0 && count > lisp->heap_most / size) ||
        !heap_has_room(lisp, (size_t)count * size))
        ptc_lisp_memory_error(lisp);
}

/*
 * Twice the live size, so that collections cost no more than allocation; but below the
 * limit, so that it is noticed, and somewhat above the live size, so that a program near
 * its limit can go on. Half of the memory that may be taken is left for uses other than
 * objects.
 */
PTC_INLINE size_t heap_threshold_at(const ptc_lisp *lisp, size_t live)
{
    size_t limit = lisp->heap_most;
    size_t threshold = live > HEAP_THRESHOLD / 2 ? 2 * live : HEAP_THRESHOLD;
    size_t room = ptc_lisp_room(lisp) / 2;

    if (threshold > limit)
        threshold = limit - live < limit / 8 || live > limit ? live + limit / 8 : limit;
    if (PTC_LIKELY(threshold <= live + room))
        return threshold;
    room += lisp->spare_taken / 2;
    if (lisp->chunks != NULL)
        room += (size_t)(ptc_heap_chunk_end(lisp->chunks) - lisp->cursor) / 2;
    return threshold <= live + room ? threshold : live + room;
}

PTC_INLINE void heap_settle(ptc_lisp *lisp, size_t live)
{
    size_t threshold = heap_threshold_at(lisp, live);

    lisp->heap_threshold = threshold;
    lisp->is_collect_due = false;
    if (lisp->chunks != NULL) {
        unsigned char *end = ptc_heap_chunk_end(lisp->chunks);
        size_t rest = threshold > live ? threshold - live : 0;

        lisp->limit = end;
        if ((size_t)(end - lisp->cursor) > rest)
            lisp->limit = lisp->cursor + (rest & ~(size_t)15u);
    }
}

void ptc_heap_settle(ptc_lisp *lisp, size_t live)
{
    heap_settle(lisp, live);
}

void ptc_heap_init(ptc_lisp *lisp)
{
    lisp->chunks = NULL;
    lisp->alone = NULL;
    lisp->alone_size = HEAP_ALONE;
    lisp->function_most = 0;
    lisp->spare_size = 0;
    lisp->spare_taken = 0;
    lisp->spare_kept = 0;
    lisp->heap_used = 0;
    lisp->heap_peak = 0;
    lisp->cursor = (unsigned char *)lisp; /* anywhere, without room */
    lisp->limit = lisp->cursor;
    lisp->numbered = NULL;
    lisp->numbered_count = 0;
    lisp->numbered_capacity = 0;
    lisp->numbered_free = 0;
    lisp->spares = ptc_arena_array(&lisp->own_arena, HEAP_CLASSES, sizeof *lisp->spares);
    if (lisp->spares == NULL)
        ptc_lisp_memory_error(lisp);
    ptc_heap_settle(lisp, 0);
}

void ptc_heap_free(ptc_lisp *lisp)
{
    const ptc_allocator *allocator = &lisp->arena.allocator;

    heap_free_chunks(lisp, lisp->chunks);
    heap_free_chunks(lisp, lisp->alone);
    ptc_heap_trim(lisp, 0);
    if (lisp->numbered != NULL)
        allocator->allocate(lisp->numbered,
                            lisp->numbered_capacity * sizeof *lisp->numbered, 0,
                            allocator->user);
}

/* Host data outlives the numbers and trees of its buffers. */
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

/*
 * Spare chunks stay for the next run: as much as this one needed, or half as much as
 * stayed before; but no more than a context may use in all.
 */
void ptc_heap_end_run(ptc_lisp *lisp)
{
    size_t bytes = ptc_heap_bytes(lisp);
    size_t used = bytes > lisp->heap_peak ? bytes : lisp->heap_peak;

    lisp->spare_kept /= 2;
    used += used / 4; /* since chunks are larger than their objects */
    if (used > HEAP_KEPT_MOST)
        used = HEAP_KEPT_MOST;
    if (used > lisp->heap_most)
        used = lisp->heap_most;
    if (lisp->spare_kept < used)
        lisp->spare_kept = used;
}

void ptc_heap_reset(ptc_lisp *lisp)
{
    ptc_heap_chunk *newest = lisp->chunks;

    ptc_heap_note_used(lisp);
    heap_forget_numbered(lisp);
    if (newest != NULL && newest->size <= HEAP_CHUNK_MOST) {
        if (newest->older != NULL)
            ptc_heap_retire(lisp, newest->older);
        newest->older = NULL;
        lisp->cursor = ptc_heap_chunk_start(newest);
    } else if (newest != NULL) {
        ptc_heap_retire(lisp, newest);
        lisp->chunks = NULL;
        lisp->cursor = (unsigned char *)lisp;
        lisp->limit = lisp->cursor;
    }
    if (lisp->alone != NULL)
        ptc_heap_retire(lisp, lisp->alone);
    lisp->alone = NULL;
    lisp->heap_used = 0;
    heap_settle(lisp, 0);
}
