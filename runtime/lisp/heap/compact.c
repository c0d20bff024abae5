/* SPDX-License-Identifier: MIT */
/*
 * The collector for when memory is short: the reachable objects slide together in place.
 * collect.c, which copies, is faster; this one needs only an extra hundredth of the
 * heap.
 *
 * Everything that is reached is marked by a bit for each 16 bytes of it (depth first,
 * with a stack that may overflow: then the marked objects are searched for more). The
 * chunks are taken in the order of their addresses, in groups of 4 KiB: the new place of
 * the first object of a group is known, and the marks before any other object say how far
 * after the first it goes. So objects need no room for a new address, and nothing moves
 * to a higher place. Then references are changed, and objects moved.
 *
 * As in collect.c, buffers lose most of their free parts and trees their caches; but
 * short views keep large buffers, and single objects keep their size.
 */
#include "lisp/heap/memory.h"
#include "lisp/heap/visit.h"

#include <stdlib.h>

enum {
    COMPACT_UNIT = 16,   /* bytes of a mark */
    COMPACT_GROUP = 256, /* marks of a group */
    COMPACT_WORDS = COMPACT_GROUP / 64,
    COMPACT_STACK_LEAST = 1024,
    COMPACT_STACK_PART = 4096, /* bytes of the heap for each object on the stack */
    COMPACT_PART = 50,         /* of the heap that all of this needs at most */
    COMPACT_CHUNK = 96,        /* additional bytes for each chunk */
};

typedef struct compact_chunk {
    ptc_heap_chunk *chunk;
    unsigned char *start;
    size_t count; /* of marks */
    size_t group; /* the number of its first one */
} compact_chunk;

typedef struct compact {
    ptc_lisp *lisp;
    compact_chunk *chunks; /* by address */
    size_t count;
    size_t groups;
    uint64_t *marks;
    uintptr_t *places; /* of groups: where a mark 0 of it would go to */
    ptc_object **stack;
    size_t depth;
    size_t stack_size;
    bool has_overflown;
    size_t newest; /* the chunk that is filled last */
    unsigned char *end;
} compact;

size_t ptc_heap_compact_room(size_t bytes)
{
    return bytes / COMPACT_PART + ((size_t)64 << 10);
}

/* --- Marks ------------------------------------------------------------------------- */

/* Most references are to the chunk of the one before. */
static const compact_chunk *compact_find(const compact *job, const void *address)
{
    size_t low = 0;
    size_t high = job->count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (job->chunks[middle].start <= (const unsigned char *)address)
            low = middle;
        else
            high = middle;
    }
    return &job->chunks[low];
}

static size_t compact_mark_of(const compact_chunk *at, const void *address)
{
    size_t offset = (size_t)((const unsigned char *)address - at->start);

    return at->group * COMPACT_GROUP + offset / COMPACT_UNIT;
}

static bool compact_is_marked(const compact *job, size_t mark)
{
    return (job->marks[mark / 64] >> mark % 64 & 1) != 0;
}

static void compact_set_marks(compact *job, size_t mark, size_t count)
{
    while (count > 0) {
        size_t shift = mark % 64;
        size_t part = 64 - shift < count ? 64 - shift : count;

        job->marks[mark / 64] |= (part == 64 ? UINT64_MAX : (UINT64_C(1) << part) - 1)
                                 << shift;
        mark += part;
        count -= part;
    }
}

static unsigned compact_count_marks(uint64_t word)
{
    return ptc_count_bits((uint32_t)word) + ptc_count_bits((uint32_t)(word >> 32));
}

/* The first object of the chunk that begins at this mark or after it. */
static size_t compact_next(const compact *job, const compact_chunk *at, size_t mark)
{
    size_t base = at->group * COMPACT_GROUP;

    while (mark < at->count) {
        uint64_t rest = job->marks[(base + mark) / 64] >> (base + mark) % 64;

        if (rest == 0) {
            mark = (mark / 64 + 1) * 64;
            continue;
        }
        while ((rest & 1) == 0) {
            rest >>= 1;
            mark++;
        }
        break;
    }
    return mark;
}

static ptc_object *compact_object(const compact_chunk *at, size_t mark)
{
    return (ptc_object *)(void *)(at->start + mark * COMPACT_UNIT);
}

/* --- References of values ---------------------------------------------------------- */

/* The object of a string or flat vector; NULL: a constant that has no head. */
static ptc_object *compact_target(const ptc_lisp *lisp, const ptc_value *value)
{
    uint32_t start;
    ptc_large *large;

    switch ((unsigned)value->kind) {
    case PTC_STRING:
    case PTC_OPAQUE:
        return value->flags & PTC_FLAG_HEAP
                   ? (ptc_object *)(void *)((ptc_bytes *)(uintptr_t)value->as.text - 1)
                   : NULL;
    case PTC_VECTOR:
    case PTC_SET:
        if (value->flags & PTC_FLAG_TREE)
            return value->as.object;
        large = ptc_vector_large(lisp, value, &start);
        if (large != NULL)
            return (ptc_object *)(void *)large;
        return value->flags & PTC_FLAG_BUFFER
                   ? (ptc_object *)(void *)((ptc_buffer *)(uintptr_t)value->as.items - 1)
                   : NULL;
    default:
        return value->as.object;
    }
}

static bool compact_has_object(const ptc_value *value)
{
    return value->kind > PTC_FLOAT && value->kind != PTC_KEYWORD &&
           value->kind != PTC_SYMBOL && value->kind != PTC_VAR &&
           value->kind != PTC_TEMPORAL;
}

static bool compact_moves(const ptc_object *object)
{
    return (object->head & (PTC_OBJECT_MOVES | PTC_OBJECT_ALONE)) == PTC_OBJECT_MOVES;
}

/* --- Marking ------------------------------------------------------------------------ */

/* Buffers end after the last item, or have room for as many again. */
static void compact_trim(ptc_object *object)
{
    ptc_buffer *buffer = (ptc_buffer *)(void *)object;
    ptc_large *large = (ptc_large *)(void *)object;
    uint32_t count;

    if (ptc_object_type_of(object) == PTC_OBJECT_BUFFER) {
        buffer->capacity = buffer->fill;
        object->head = ptc_object_head(
            PTC_OBJECT_BUFFER, sizeof *buffer + buffer->capacity * sizeof(ptc_value));
    } else if (ptc_object_type_of(object) == PTC_OBJECT_LARGE) {
        large->tree = NULL;
        count = large->fill - large->front;
        if ((object->head & PTC_OBJECT_ALONE) || large->capacity - count <= count)
            return;
        large->capacity =
            large->fill > PTC_BUFFER_SMALL ? large->fill : PTC_BUFFER_SMALL + 1;
        object->head = ptc_object_head(
            PTC_OBJECT_LARGE, sizeof *large + large->capacity * sizeof(ptc_value));
    }
}

static void compact_push(compact *job, ptc_object *object)
{
    if (ptc_object_type_of(object) == PTC_OBJECT_BYTES)
        return;
    if (job->depth == job->stack_size)
        job->has_overflown = true;
    else
        job->stack[job->depth++] = object;
}

static void compact_mark_alone(compact *job, ptc_object *object)
{
    ptc_heap_chunk *chunk = ptc_heap_chunk_of(object);

    if (chunk->is_reached)
        return;
    chunk->is_reached = true;
    compact_trim(object);
    if (ptc_object_type_of(object) == PTC_OBJECT_BYTES)
        return;
    chunk->gray = job->lisp->gray;
    job->lisp->gray = chunk;
}

static void compact_mark_object(void *user, ptc_object **place)
{
    compact *job = user;
    ptc_object *object = *place;
    const compact_chunk *at;
    size_t mark;

    if (object == NULL)
        return;
    if (!compact_moves(object)) {
        if (object->head & PTC_OBJECT_ALONE)
            compact_mark_alone(job, object);
        else if (job->lisp->is_keeping)
            ptc_lisp_keep(job->lisp, object);
        return;
    }
    at = compact_find(job, object);
    mark = compact_mark_of(at, object);
    if (compact_is_marked(job, mark))
        return;
    compact_trim(object);
    ptc_heap_note_object(job->lisp, object);
    compact_set_marks(job, mark, ptc_object_size(object) / COMPACT_UNIT);
    compact_push(job, object);
}

static void compact_mark_value(compact *job, ptc_value *value)
{
    ptc_lisp *lisp = job->lisp;
    ptc_object *object;

    if (!compact_has_object(value)) {
        if (lisp->is_releasing && value->kind != PTC_TEMPORAL)
            ptc_release_mark_name(lisp, ptc_name_of(value));
        return;
    }
    object = compact_target(lisp, value);
    if (object != NULL) {
        if (value->kind == PTC_VECTOR && (value->flags & PTC_FLAG_SLICE))
            ((ptc_large *)(void *)object)->reserved = 1;
        compact_mark_object(job, &object);
        return;
    }
    if (lisp->is_keeping)
        ptc_lisp_keep(lisp, value->as.text);
    if (lisp->is_releasing && (value->kind == PTC_STRING || value->kind == PTC_OPAQUE))
        ptc_release_mark_text(lisp, value);
}

static void compact_mark_values(void *user, ptc_value *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (values[i].kind > PTC_FLOAT)
            compact_mark_value(user, &values[i]);
    }
}

static void compact_mark_stack(compact *job)
{
    while (job->depth > 0)
        ptc_visit_object(job->stack[--job->depth], job, compact_mark_values,
                         compact_mark_object);
}

/* Looks for objects that the stack had no room for. */
static void compact_mark_again(compact *job)
{
    while (job->has_overflown) {
        job->has_overflown = false;
        for (size_t i = 0; i < job->count; i++) {
            const compact_chunk *at = &job->chunks[i];
            size_t mark = compact_next(job, at, 0);

            while (mark < at->count) {
                ptc_object *object = compact_object(at, mark);

                ptc_visit_object(object, job, compact_mark_values, compact_mark_object);
                compact_mark_stack(job);
                mark =
                    compact_next(job, at, mark + ptc_object_size(object) / COMPACT_UNIT);
            }
        }
    }
}

static void compact_mark_roots(ptc_lisp *lisp, ptc_value *values, size_t count,
                               void *user)
{
    (void)lisp;
    for (size_t i = 0; i < count; i++) {
        compact_mark_values(user, &values[i], 1);
        compact_mark_stack(user);
    }
}

static void compact_mark_all(compact *job)
{
    ptc_lisp *lisp = job->lisp;

    ptc_heap_each_root(lisp, compact_mark_roots, job);
    do {
        compact_mark_again(job);
        while (lisp->gray != NULL) {
            ptc_large *large = ptc_heap_alone_object(lisp->gray);

            lisp->gray = lisp->gray->gray;
            compact_mark_roots(lisp, ptc_large_items(large) + large->front,
                               large->fill - large->front, job);
        }
    } while (job->has_overflown);
}

/* --- New places --------------------------------------------------------------------- */

/* Marks of objects that begin in the group of the object at `mark`, from that on; `*next`
 * is the first object after them. */
static size_t compact_measure(const compact *job, const compact_chunk *at, size_t mark,
                              size_t *next)
{
    size_t group = mark / COMPACT_GROUP;
    size_t count = 0;

    while (mark < at->count && mark / COMPACT_GROUP == group) {
        size_t size = ptc_object_size(compact_object(at, mark)) / COMPACT_UNIT;

        count += size;
        mark = compact_next(job, at, mark + size);
    }
    *next = mark;
    return count;
}

/* How many marks of its group are set before this one. */
static size_t compact_rank(const compact *job, size_t mark)
{
    size_t word = mark / COMPACT_GROUP * COMPACT_WORDS;
    size_t count = 0;

    for (; word < mark / 64; word++)
        count += compact_count_marks(job->marks[word]);
    return count +
           compact_count_marks(job->marks[word] & ((UINT64_C(1) << mark % 64) - 1));
}

/* A group's objects stay together: they fit where they are, so always somewhere. */
static void compact_place(compact *job)
{
    job->newest = 0;
    job->end = job->chunks[0].start;
    for (size_t i = 0; i < job->count; i++) {
        const compact_chunk *at = &job->chunks[i];
        size_t mark = compact_next(job, at, 0);

        while (mark < at->count) {
            size_t first = at->group * COMPACT_GROUP + mark;
            size_t size = compact_measure(job, at, mark, &mark) * COMPACT_UNIT;
            ptc_heap_chunk *chunk = job->chunks[job->newest].chunk;

            while (size > (size_t)(ptc_heap_chunk_end(chunk) - job->end)) {
                chunk->used = (size_t)(job->end - ptc_heap_chunk_start(chunk));
                chunk = job->chunks[++job->newest].chunk;
                job->end = ptc_heap_chunk_start(chunk);
            }
            job->places[first / COMPACT_GROUP] =
                (uintptr_t)job->end - compact_rank(job, first) * COMPACT_UNIT;
            job->end += size;
        }
    }
}

static void *compact_new_place(const compact *job, const ptc_object *object)
{
    size_t mark = compact_mark_of(compact_find(job, object), object);

    /* The base of a place may lie before its chunk: a number until it is complete. */
    return (void *)(job->places[mark / COMPACT_GROUP] +
                    compact_rank(job, mark) * COMPACT_UNIT);
}

static void compact_change_object(void *user, ptc_object **place)
{
    if (*place != NULL && compact_moves(*place))
        *place = compact_new_place(user, *place);
}

static void compact_change_value(compact *job, ptc_value *value)
{
    ptc_object *object =
        compact_has_object(value) ? compact_target(job->lisp, value) : NULL;
    size_t offset;

    if (object == NULL || !compact_moves(object))
        return;
    offset = (size_t)(value->as.text - (const char *)object);
    value->as.text = (const char *)compact_new_place(job, object) + offset;
}

static void compact_change_values(void *user, ptc_value *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (values[i].kind > PTC_FLOAT)
            compact_change_value(user, &values[i]);
    }
}

static void compact_change_roots(ptc_lisp *lisp, ptc_value *values, size_t count,
                                 void *user)
{
    (void)lisp;
    compact_change_values(user, values, count);
}

/* Calls `visit` for each object that is kept and moves; the next one is found before. */
PTC_INLINE void compact_each_object(compact *job,
                                    void (*visit)(compact *job, ptc_object *object))
{
    for (size_t i = 0; i < job->count; i++) {
        const compact_chunk *at = &job->chunks[i];
        size_t mark = compact_next(job, at, 0);

        while (mark < at->count) {
            ptc_object *object = compact_object(at, mark);
            size_t size = ptc_object_size(object) / COMPACT_UNIT;

            visit(job, object);
            mark = compact_next(job, at, mark + size);
        }
    }
}

static void compact_change_within(compact *job, ptc_object *object)
{
    ptc_visit_object(object, job, compact_change_values, compact_change_object);
}

static void compact_change_all(compact *job)
{
    ptc_lisp *lisp = job->lisp;

    compact_each_object(job, compact_change_within);
    for (ptc_heap_chunk *chunk = lisp->alone; chunk != NULL; chunk = chunk->older) {
        if (chunk->is_reached)
            compact_change_within(job, ptc_heap_alone_object(chunk));
    }
    ptc_heap_each_root(lisp, compact_change_roots, job);
    for (uint32_t i = 1; i <= lisp->numbered_count; i++) {
        ptc_large *large = lisp->numbered[i];

        if (((uintptr_t)large & 1) == 0 && large->reserved != 0 &&
            compact_moves((ptc_object *)(void *)large)) {
            large->reserved = 0;
            lisp->numbered[i] = compact_new_place(job, (ptc_object *)(void *)large);
        } else if (((uintptr_t)large & 1) == 0) {
            ptc_heap_settle_number(lisp, i);
        }
    }
}

static void compact_move(compact *job, ptc_object *object)
{
    void *place = compact_new_place(job, object);

    if (place != (void *)object)
        memmove(place, object, ptc_object_size(object));
}

/* --- All of it ---------------------------------------------------------------------- */

static int compact_compare(const void *left, const void *right)
{
    const compact_chunk *a = left;
    const compact_chunk *b = right;

    return (a->start > b->start) - (a->start < b->start);
}

static size_t compact_count_chunks(const ptc_lisp *lisp, size_t *groups)
{
    size_t count = 0;

    *groups = 0;
    for (ptc_heap_chunk *chunk = lisp->chunks; chunk != NULL; chunk = chunk->older) {
        *groups += chunk->used / COMPACT_UNIT / COMPACT_GROUP + 1;
        count++;
    }
    return count;
}

static void compact_list_chunks(compact *job)
{
    size_t group = 0;
    size_t i = 0;

    for (ptc_heap_chunk *chunk = job->lisp->chunks; chunk != NULL; chunk = chunk->older)
        job->chunks[i++] = (compact_chunk){chunk, ptc_heap_chunk_start(chunk),
                                           chunk->used / COMPACT_UNIT, 0};
    qsort(job->chunks, job->count, sizeof *job->chunks, compact_compare);
    for (i = 0; i < job->count; i++) {
        job->chunks[i].group = group;
        group += job->chunks[i].count / COMPACT_GROUP + 1;
    }
}

/* Tables in one piece of `*size` bytes, NULL when refused. */
static void *compact_start(compact *job, size_t *size)
{
    ptc_lisp *lisp = job->lisp;
    const ptc_allocator *allocator = &lisp->arena.allocator;
    unsigned char *place;
    size_t marks;
    size_t places;
    size_t chunks;

    job->count = compact_count_chunks(lisp, &job->groups);
    job->stack_size = COMPACT_STACK_LEAST +
                      job->groups * COMPACT_GROUP / COMPACT_STACK_PART * COMPACT_UNIT;
    marks = job->groups * COMPACT_WORDS * sizeof *job->marks;
    places = job->groups * sizeof *job->places;
    chunks = job->count * sizeof *job->chunks;
    *size = marks + places + chunks + job->stack_size * sizeof *job->stack;
    place = allocator->allocate(NULL, 0, *size, allocator->user);
    if (place == NULL)
        return NULL;
    memset(place, 0, marks);
    job->marks = (uint64_t *)(void *)place;
    job->places = (uintptr_t *)(void *)(place + marks);
    job->chunks = (compact_chunk *)(void *)(place + marks + places);
    job->stack = (ptc_object **)(void *)(place + marks + places + chunks);
    compact_list_chunks(job);
    return place;
}

/* The chunks that are used now, the newest first; the others are freed. */
static void compact_finish(compact *job)
{
    ptc_lisp *lisp = job->lisp;
    ptc_heap_chunk *gone = NULL;

    lisp->chunks = NULL;
    for (size_t i = 0; i < job->count; i++) {
        ptc_heap_chunk *chunk = job->chunks[i].chunk;
        ptc_heap_chunk **list = i <= job->newest ? &lisp->chunks : &gone;

        if (chunk->used > chunk->touched)
            chunk->touched = chunk->used;
        chunk->older = *list;
        *list = chunk;
    }
    lisp->cursor = job->end;
    ptc_heap_end_collection(lisp, gone);
}

bool ptc_heap_compact(ptc_lisp *lisp)
{
    const ptc_allocator *allocator = &lisp->arena.allocator;
    size_t reserve = lisp->taken_reserve;
    compact job = {.lisp = lisp};
    size_t size;
    void *place;

    if (lisp->chunks == NULL)
        return true;
    ptc_heap_note_used(lisp);
    lisp->taken_reserve = 0;
    place = compact_start(&job, &size);
    lisp->taken_reserve = reserve;
    if (place == NULL)
        return false;
    ptc_heap_start_collection(lisp);
    compact_mark_all(&job);
    compact_place(&job);
    compact_change_all(&job);
    compact_each_object(&job, compact_move);
    compact_finish(&job);
    allocator->allocate(place, size, 0, allocator->user);
    return true;
}
