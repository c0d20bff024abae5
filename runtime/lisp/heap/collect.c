/* SPDX-License-Identifier: MIT */
/*
 * The collector: everything that the roots reach is copied to new chunks, breadth first
 * (Cheney), then the old ones are freed. See heap_int.h for the roots.
 *
 * The new chunks are taken before anything is touched and are large enough for everything
 * in use, so that nothing can fail halfway; where there is no memory for them, compact.c
 * does the work in the old ones. Objects after `scan` were copied, but not yet the ones
 * they refer to. A moved object leaves its new address, odd, in its head.
 *
 * Large buffers and texts are alone in their chunks and are not copied: the chunk is
 * marked as reached, buffers are scanned from the list `gray`, and chunks without the
 * mark are freed at the end. Items that are known to refer to nothing are not visited
 * again.
 *
 * Buffers lose most of their free parts; for large ones see collect_large.c.
 */
#include "lisp/heap/collect_int.h"
#include "lisp/heap/visit.h"

enum {
    COLLECT_VIEWS = 1 << 20, /* bytes of short views of buffers that are alone */
    COLLECT_CHUNK = 1 << 20, /* of chunks to copy to, or a part of all of them */
    COLLECT_PARTS = 16,
};

void ptc_collect_next_chunk(ptc_lisp *lisp)
{
    ptc_heap_chunk *chunk = lisp->chunks->gray;

    ptc_heap_note_used(lisp);
    chunk->older = lisp->chunks;
    lisp->chunks = chunk;
    lisp->cursor = ptc_heap_chunk_start(chunk);
    lisp->limit = ptc_heap_chunk_end(chunk);
}

/* Marks its chunk; false when that was marked before. */
static bool collect_reach(ptc_object *object)
{
    ptc_heap_chunk *chunk = ptc_heap_chunk_of(object);

    if (chunk->is_reached)
        return false;
    chunk->is_reached = true;
    return true;
}

/* An object of any type but BUFFER and LARGE. */
static ptc_object *collect_move(ptc_lisp *lisp, ptc_object *object)
{
    size_t size;
    ptc_object *place;

    if (object == NULL)
        return NULL;
    if (collect_is_moved(object))
        return collect_new_place(object);
    if ((object->head & (PTC_OBJECT_MOVES | PTC_OBJECT_ALONE)) != PTC_OBJECT_MOVES) {
        if (object->head & PTC_OBJECT_ALONE)
            collect_reach(object);
        else if (lisp->is_keeping)
            ptc_lisp_keep(lisp, object);
        return object;
    }
    size = ptc_object_size(object);
    place = collect_alloc(lisp, size);
    memcpy(place, object, size);
    collect_set_moved(object, place);
    return place;
}

/* --- Buffers ----------------------------------------------------------------------- */

ptc_value *ptc_collect_copy_items(ptc_lisp *lisp, const ptc_value *items, uint32_t count)
{
    ptc_value *copy;

    if (count <= PTC_BUFFER_SMALL) {
        size_t size = sizeof(ptc_buffer) + count * sizeof(ptc_value);
        ptc_buffer *buffer = collect_alloc(lisp, size);

        buffer->head = ptc_object_head(PTC_OBJECT_BUFFER, size);
        buffer->fill = count;
        buffer->capacity = count;
        copy = (ptc_value *)(void *)(buffer + 1);
    } else {
        size_t size = sizeof(ptc_large) + count * sizeof(ptc_value);
        ptc_large *large = collect_alloc(lisp, size);

        *large = (ptc_large){.head = ptc_object_head(PTC_OBJECT_LARGE, size),
                             .fill = count,
                             .capacity = count};
        copy = ptc_large_items(large);
    }
    if (count != 0)
        memcpy(copy, items, count * sizeof *copy);
    return copy;
}

static void collect_move_small(ptc_lisp *lisp, ptc_value *value)
{
    ptc_buffer *buffer = (ptc_buffer *)(uintptr_t)value->as.items - 1;
    ptc_object *object = (ptc_object *)(void *)buffer;

    if (!collect_is_moved(object)) {
        ptc_value *copy;

        if (!(buffer->head & PTC_OBJECT_MOVES)) {
            if (lisp->is_keeping)
                ptc_lisp_keep(lisp, value->as.items);
            return;
        }
        copy = ptc_collect_copy_items(lisp, value->as.items, buffer->fill);
        collect_set_moved(object, (ptc_buffer *)(void *)copy - 1);
    }
    value->as.items =
        (const ptc_value *)(const void *)((ptc_buffer *)(void *)collect_new_place(
                                              object) +
                                          1);
}

static void collect_items(ptc_lisp *lisp, ptc_value *value)
{
    if (value->flags & PTC_FLAG_SLICE)
        ptc_collect_view(lisp, value);
    else if (!(value->flags & PTC_FLAG_BUFFER)) {
        if (lisp->is_keeping)
            ptc_lisp_keep(lisp, value->as.items);
    } else if (ptc_items_fill(value->as.items)[1] > PTC_BUFFER_SMALL)
        ptc_collect_view(lisp, value);
    else
        collect_move_small(lisp, value);
}

/* --- Values ------------------------------------------------------------------------ */

static void collect_string(ptc_lisp *lisp, ptc_value *value)
{
    ptc_bytes *bytes;

    if (!(value->flags & PTC_FLAG_HEAP)) {
        if (lisp->is_keeping)
            ptc_lisp_keep(lisp, value->as.text);
        if (lisp->is_releasing)
            ptc_release_mark_text(lisp, value);
        return;
    }
    bytes = (ptc_bytes *)(uintptr_t)value->as.text - 1;
    bytes = (ptc_bytes *)(void *)collect_move(lisp, (ptc_object *)(void *)bytes);
    value->as.text = (const char *)(bytes + 1);
}

/* A value that is not a number, truth value or nil: the caller leaves out those, the most
 * common ones. */
PTC_INLINE void collect_value(ptc_lisp *lisp, ptc_value *value)
{
    switch (value->kind) {
    case PTC_TEMPORAL:
        return;
    case PTC_KEYWORD:
    case PTC_SYMBOL:
    case PTC_VAR:
        if (PTC_UNLIKELY(lisp->is_releasing))
            ptc_release_mark_name(lisp, ptc_name_of(value));
        return;
    case PTC_STRING:
    case PTC_OPAQUE:
        collect_string(lisp, value);
        return;
    case PTC_VECTOR:
    case PTC_SET:
        if (!(value->flags & PTC_FLAG_TREE)) {
            collect_items(lisp, value);
            return;
        }
        break;
    default:
        break;
    }
    value->as.object = collect_move(lisp, value->as.object);
}

/* One place for all kinds of objects, so that the switch above is part of its loop. */
static PTC_NOINLINE void collect_values(ptc_lisp *lisp, ptc_value *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (values[i].kind > PTC_FLOAT)
            collect_value(lisp, &values[i]);
    }
}

/* --- Objects ----------------------------------------------------------------------- */

void ptc_heap_note_object(ptc_lisp *lisp, ptc_object *object)
{
    ptc_function *function = (ptc_function *)(void *)object;

    if (lisp->is_keeping && ptc_object_type_of(object) == PTC_OBJECT_FUNCTION) {
        ptc_lisp_keep(lisp, function->code);
        if (function->head & PTC_OBJECT_FORGETS)
            function->captured[function->count - 1] = ptc_value_nil();
    }
    if (lisp->is_releasing && ptc_object_type_of(object) == PTC_OBJECT_RECORD)
        ptc_release_mark_shape(lisp, ((ptc_record *)(void *)object)->shape);
}

static void collect_visit_values(void *user, ptc_value *values, size_t count)
{
    collect_values(user, values, count);
}

static void collect_visit_object(void *user, ptc_object **place)
{
    *place = collect_move(user, *place);
}

static void collect_scan(ptc_lisp *lisp, ptc_object *object)
{
    if (PTC_UNLIKELY(lisp->is_keeping || lisp->is_releasing))
        ptc_heap_note_object(lisp, object);
    ptc_visit_object(object, lisp, collect_visit_values, collect_visit_object);
}

/* Whether items [start, end) refer to nothing. */
static bool collect_is_plain(const ptc_value *items, uint32_t start, uint32_t end)
{
    while (start < end && items[start].kind <= PTC_FLOAT)
        start++;
    return start == end;
}

/* Items never change once they are visible, so a range without references stays one. */
static void collect_scan_alone(ptc_lisp *lisp, ptc_heap_chunk *chunk, ptc_large *large)
{
    ptc_value *items = ptc_large_items(large);

    if (chunk->plain_start < large->front || chunk->plain_end > large->fill ||
        chunk->plain_start == chunk->plain_end) {
        chunk->plain_start = large->front;
        chunk->plain_end = large->front;
    }
    if (!collect_is_plain(items, large->front, chunk->plain_start) ||
        !collect_is_plain(items, chunk->plain_end, large->fill)) {
        collect_scan(lisp, (ptc_object *)(void *)large);
        return;
    }
    chunk->plain_start = large->front;
    chunk->plain_end = large->fill;
    large->tree =
        (ptc_tree *)(void *)collect_move(lisp, (ptc_object *)(void *)large->tree);
}

/* Scans the reached objects until none is left. */
static void collect_scan_all(ptc_lisp *lisp, ptc_heap_chunk *at)
{
    unsigned char *scan = ptc_heap_chunk_start(at);

    while (true) {
        ptc_heap_chunk *alone = lisp->gray;
        const unsigned char *end =
            at == lisp->chunks ? lisp->cursor : ptc_heap_chunk_start(at) + at->used;

        if (scan < end) {
            ptc_object *object = (ptc_object *)(void *)scan;

            collect_scan(lisp, object);
            scan += ptc_object_size(object);
        } else if (at != lisp->chunks) {
            at = at->gray;
            scan = ptc_heap_chunk_start(at);
        } else if (alone != NULL) {
            lisp->gray = alone->gray;
            collect_scan_alone(lisp, alone, ptc_heap_alone_object(alone));
        } else {
            return;
        }
    }
}

/* --- Collections ------------------------------------------------------------------- */

void ptc_heap_each_root(ptc_lisp *lisp, ptc_heap_visit *visit, void *user)
{
    const ptc_value nil = ptc_value_nil();
    ptc_value *high = lisp->top;

    visit(lisp, lisp->stack, (size_t)(lisp->top - lisp->stack), user);
    for (ptc_value *slot = lisp->top; slot < lisp->stack_high; slot++)
        *slot = nil;
    /* Every frame will write to its window again, even beyond its callees' windows. */
    for (const ptc_frame *frame = lisp->frame; frame > lisp->frames; frame--) {
        if (frame->proto != NULL && frame->base + frame->proto->registers > high)
            high = frame->base + frame->proto->registers;
    }
    if (high < lisp->stack_high)
        lisp->stack_high = high;
    for (ptc_variable *variable = lisp->variables; variable != NULL;
         variable = variable->next) {
        visit(lisp, &variable->value, 1, user);
        visit(lisp, &variable->before, 1, user);
    }
    for (size_t i = 0; i < lisp->change_count; i++)
        visit(lisp, &lisp->changes[i].value, 1, user);
    visit(lisp, lisp->history, sizeof lisp->history / sizeof *lisp->history, user);
    visit(lisp, lisp->kept, sizeof lisp->kept / sizeof *lisp->kept, user);
    visit(lisp, &lisp->result, 1, user);
}

static void collect_roots(ptc_lisp *lisp, ptc_value *values, size_t count, void *user)
{
    (void)user;
    collect_values(lisp, values, count);
}

/* Forgets the trees of host data, since they are on the heap; the numbers are kept. */
static void collect_prepare_numbered(ptc_lisp *lisp)
{
    for (uint32_t i = 1; i <= lisp->numbered_count; i++) {
        ptc_large *large = lisp->numbered[i];

        if (((uintptr_t)large & 1) == 0) {
            large->tree = NULL;
            large->reserved = 0;
        }
    }
}

void ptc_heap_settle_number(ptc_lisp *lisp, uint32_t number)
{
    ptc_large *large = lisp->numbered[number];
    ptc_large *now = large;

    if (((uintptr_t)large & 1) != 0)
        return;
    if (collect_is_moved((ptc_object *)(void *)large))
        now = (ptc_large *)(void *)collect_new_place((ptc_object *)(void *)large);
    if (large->reserved != 0) {
        lisp->numbered[number] = now;
        now->reserved = 0;
    } else {
        now->number = 0;
        lisp->numbered[number] = (ptc_large *)((uintptr_t)lisp->numbered_free << 1 | 1);
        lisp->numbered_free = number;
    }
}

static void collect_settle_numbered(ptc_lisp *lisp)
{
    for (uint32_t i = 1; i <= lisp->numbered_count; i++)
        ptc_heap_settle_number(lisp, i);
}

/* Chunks for `size` bytes, in order; false when there is no memory for them. With more
 * than one, the end of each that the next object does not fit in is lost. */
static bool collect_take_chunks(ptc_lisp *lisp, size_t size, ptc_heap_chunk **list)
{
    size_t largest =
        lisp->alone_size > lisp->function_most ? lisp->alone_size : lisp->function_most;
    size_t part =
        size / COLLECT_PARTS > COLLECT_CHUNK ? size / COLLECT_PARTS : COLLECT_CHUNK;
    ptc_heap_chunk **link = list;

    *list = NULL;
    if (part / 4 < largest)
        part = size + largest;
    while (size > 0) {
        bool is_last = size <= part - largest;
        ptc_heap_chunk *chunk = ptc_heap_try_chunk(lisp, is_last ? size : part);

        if (chunk == NULL)
            return false;
        *link = chunk;
        link = &chunk->gray;
        size -= is_last ? size : part - largest;
    }
    return true;
}

static void collect_give_back(ptc_lisp *lisp, ptc_heap_chunk *chunk)
{
    ptc_heap_chunk *next;

    for (; chunk != NULL; chunk = next) {
        next = chunk->gray;
        chunk->older = NULL;
        ptc_heap_retire(lisp, chunk);
    }
}

/* Room for all that can be copied and, if there is memory, for short views. */
static bool collect_take_room(ptc_lisp *lisp, ptc_heap_chunk **list)
{
    size_t room = ptc_heap_bytes(lisp) + 64;
    size_t alone = 0;

    *list = NULL;
    if (lisp->compacts_always && lisp->chunks != NULL)
        return false;
    for (ptc_heap_chunk *chunk = lisp->alone; chunk != NULL; chunk = chunk->older)
        alone += chunk->used;
    room -= alone;
    lisp->view_room = room / 4 + (alone / 4 < COLLECT_VIEWS ? alone / 4 : COLLECT_VIEWS);
    if (collect_take_chunks(lisp, room + lisp->view_room, list))
        return true;
    collect_give_back(lisp, *list);
    lisp->view_room = 0;
    if (collect_take_chunks(lisp, room, list))
        return true;
    collect_give_back(lisp, *list);
    return false;
}

/* Frees the chunks of single objects that were not reached. */
static void collect_sweep_alone(ptc_lisp *lisp)
{
    ptc_heap_chunk **link = &lisp->alone;
    ptc_heap_chunk *gone = NULL;

    while (*link != NULL) {
        ptc_heap_chunk *chunk = *link;

        if (chunk->is_reached) {
            lisp->heap_used += chunk->used;
            link = &chunk->older;
        } else {
            *link = chunk->older;
            chunk->older = gone;
            gone = chunk;
        }
    }
    if (gone != NULL)
        ptc_heap_retire(lisp, gone);
}

void ptc_heap_start_collection(ptc_lisp *lisp)
{
    if (ptc_heap_size(lisp) > lisp->heap_peak)
        lisp->heap_peak = ptc_heap_size(lisp);
    for (ptc_heap_chunk *chunk = lisp->alone; chunk != NULL; chunk = chunk->older)
        chunk->is_reached = false;
    lisp->gray = NULL;
    collect_prepare_numbered(lisp);
}

void ptc_heap_end_collection(ptc_lisp *lisp, ptc_heap_chunk *gone)
{
    lisp->heap_used = 0;
    for (ptc_heap_chunk *chunk = lisp->chunks->older; chunk != NULL; chunk = chunk->older)
        lisp->heap_used += chunk->used;
    collect_sweep_alone(lisp);
    ptc_heap_settle(lisp, ptc_heap_bytes(lisp));
    if (gone != NULL)
        ptc_heap_retire(lisp, gone);
    ptc_heap_settle(lisp, ptc_heap_bytes(lisp)); /* the freed memory is room */
}

static void collect_copy(ptc_lisp *lisp, ptc_heap_chunk *list)
{
    ptc_heap_chunk *old = lisp->chunks;
    ptc_heap_chunk *unused;

    ptc_heap_note_used(lisp);
    ptc_heap_start_collection(lisp);
    lisp->chunks = list;
    lisp->cursor = ptc_heap_chunk_start(list);
    lisp->limit = ptc_heap_chunk_end(list);
    ptc_heap_each_root(lisp, collect_roots, NULL);
    collect_scan_all(lisp, list);
    collect_settle_numbered(lisp);
    unused = lisp->chunks->gray;
    ptc_heap_end_collection(lisp, old);
    collect_give_back(lisp, unused);
}

/* Whether the newest chunk has much more room than it uses, and little memory is left
 * outside it. */
static bool collect_wastes(const ptc_lisp *lisp)
{
    size_t used;
    size_t rest;

    if (lisp->chunks == NULL)
        return false;
    used = (size_t)(lisp->cursor - ptc_heap_chunk_start(lisp->chunks));
    rest = (size_t)(ptc_heap_chunk_end(lisp->chunks) - lisp->cursor);
    return rest / 4 > used && rest > ptc_lisp_room(lisp);
}

/* Collects again when copied views may be smaller than the buffers that they keep, or
 * when memory is short because the first copy had to be prepared for everything. */
void ptc_heap_collect(ptc_lisp *lisp)
{
    ptc_heap_chunk *list;
    bool is_compact = false;

    lisp->place.text = NULL;
    if (!collect_take_room(lisp, &list)) {
        if (!ptc_heap_compact(lisp))
            ptc_lisp_memory_error(lisp);
        is_compact = true;
    } else {
        collect_copy(lisp, list);
    }
    if (((is_compact && ptc_heap_size(lisp) > lisp->heap_most) || collect_wastes(lisp)) &&
        collect_take_room(lisp, &list))
        collect_copy(lisp, list);
    if (ptc_heap_size(lisp) > lisp->heap_most)
        ptc_lisp_memory_error(lisp);
}
