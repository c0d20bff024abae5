/* SPDX-License-Identifier: MIT */
/*
 * <ptc/arena.h> - memory that lives and dies together.
 *
 *     ptc_arena work;
 *     double *scores;
 *
 *     ptc_arena_init(&work, NULL, 1 << 20);
 *     scores = ptc_arena_array(&work, 100, sizeof *scores);
 *     if (scores == NULL)
 *         status = PTC_ERROR_MEMORY;
 *     ptc_arena_free(&work);
 *
 * An arena owns everything that lives as long as one compile, one document or one call.
 * Parts are never freed individually. It works in memory that the caller gives, or takes
 * chunks through an allocator callback, and never holds more than its cap.
 *
 * A refused allocation returns NULL and sets `failed`, which stays set. It is always an
 * error with a status, never a crash.
 *
 * Only one thread at a time may use an arena; two arenas share nothing.
 */
#ifndef PTC_ARENA_H
#define PTC_ARENA_H

#include <ptc/config.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

PTC_BEGIN

/*
 * The one allocator callback, shaped like realloc:
 *   old == NULL             allocate new_size bytes, aligned for any type
 *   new_size == 0           free old, return NULL
 *   otherwise               grow or shrink old, contents kept
 * NULL for a non-zero new_size means refused; old then stays valid.
 */
typedef void *(*ptc_allocate_fn)(void *old, size_t old_size, size_t new_size, void *user);

/* Where memory comes from: a function and its user pointer. */
typedef struct ptc_allocator {
    ptc_allocate_fn
        allocate; /* NULL: malloc or none, as the function that takes it says */
    void *user;
} ptc_allocator;

typedef struct ptc_arena_chunk ptc_arena_chunk; /* private */

/* An arena. Its members are private, except for `failed`, `held` and `cap`, which may be
 * read, and `resizes`. */
typedef struct ptc_arena {
    unsigned char *cursor;   /* next free byte, always 16-byte aligned */
    unsigned char *limit;    /* end of the current chunk */
    ptc_arena_chunk *chunks; /* newest first; NULL while only the caller's memory is
                              * used */
    ptc_arena_chunk *spare;  /* kept by rewind for the next chunk, or NULL */
    size_t held;             /* bytes taken from the allocator */
    size_t cap;              /* limit on bytes taken from the allocator */
    ptc_allocator allocator; /* allocate == NULL: caller memory only */
    unsigned char *memory;   /* the caller's memory, or NULL */
    size_t memory_size;      /* its bytes */
    bool failed;             /* an allocation was refused since init or reset */
    /* Set it after ptc_arena_init: an array that is alone in its chunk grows with the
     * chunk, which may move and so invalidate pointers into the array. */
    bool resizes;
} ptc_arena;

/* A place to return to; see ptc_arena_rewind. */
typedef struct ptc_arena_mark {
    unsigned char *cursor;  /* private */
    ptc_arena_chunk *chunk; /* private */
} ptc_arena_mark;

/* Starts an arena that grows by chunks, up to `cap` bytes (0: no cap). `allocator` is
 * copied; NULL is malloc, which is absent under PTC_NO_MALLOC. Takes nothing before the
 * first use. */
PTC_API void ptc_arena_init(ptc_arena *arena, const ptc_allocator *allocator, size_t cap);

/* Starts an arena inside `memory`, which the caller owns and keeps alive. It never
 * grows. */
PTC_API void ptc_arena_init_memory(ptc_arena *arena, void *memory, size_t size);

/* Discards all content, keeps the newest chunk for reuse and clears `failed`. */
PTC_API void ptc_arena_reset(ptc_arena *arena);

/* Returns every chunk to the allocator and clears `failed`. The arena may be used again,
 * with or without initialising it first. */
PTC_API void ptc_arena_free(ptc_arena *arena);

/* Marks the current position. ptc_arena_rewind discards everything that was allocated
 * after it, and leaves `failed` unchanged. A mark is invalid once the arena has been
 * reset, freed, or rewound to an earlier mark. */
PTC_API ptc_arena_mark ptc_arena_place(const ptc_arena *arena);
PTC_API void ptc_arena_rewind(ptc_arena *arena, ptc_arena_mark mark);

/* The slow half of ptc_arena_alloc: takes a new chunk. */
PTC_API void *ptc_arena_grow(ptc_arena *arena, size_t size);

/* Allocates `size` bytes, 16-byte aligned and uninitialised; NULL when refused. Size 0 is
 * allowed. */
PTC_INLINE void *ptc_arena_alloc(ptc_arena *arena, size_t size)
{
    size_t room = (size_t)(arena->limit - arena->cursor);

    if (PTC_LIKELY(size <= room)) {
        size_t step = (size + 15u) & ~(size_t)15u;
        void *place = arena->cursor;

        arena->cursor += step < room ? step : room;
        return place;
    }
    return ptc_arena_grow(arena, size);
}

/* Allocates `count` elements of `size` bytes, zeroed; NULL when refused or when the
 * product overflows. */
PTC_API void *ptc_arena_array(ptc_arena *arena, size_t count, size_t size);

/* Copies `size` bytes and adds a NUL byte; NULL when refused. */
PTC_API void *ptc_arena_copy(ptc_arena *arena, const void *bytes, size_t size);

/* Makes room for at least `need` elements in an array inside an arena: doubles
 * `*capacity` and moves the elements if necessary. False when refused; the array is
 * unchanged then. Use PTC_ARENA_PUSH to add one element. */
PTC_API bool ptc_arena_reserve(ptc_arena *arena, void **items, size_t *capacity,
                               size_t count, size_t need, size_t size);

/* Adds an element to the array `items` of any type, and gives its address; NULL when
 * refused. `count` and `capacity` are size_t lvalues. Arguments are evaluated
 * repeatedly. */
#define PTC_ARENA_PUSH(arena, items, count, capacity)                                    \
    ((count) < (capacity) ||                                                             \
             ptc_arena_reserve((arena), (void **)(void *)&(items), &(capacity), (count), \
                               (count) + 1, sizeof *(items))                             \
         ? &(items)[(count)++]                                                           \
         : NULL)

PTC_END

#endif
