/* SPDX-License-Identifier: MIT */
/*
 * The collector: everything that the roots reach is copied to one new chunk, breadth
 * first (Cheney), then the old chunks are freed. See heap_int.h for the roots.
 *
 * The new chunk is taken before anything is touched and is large enough for all that is
 * in use, so that nothing can fail halfway. Objects behind `scan` were copied, but what
 * they refer to was not yet. A moved object leaves its new address, odd, in its head.
 *
 * Large buffers and texts stand alone in their chunks and are not copied: the chunk is
 * marked as reached, buffers are scanned from the list `gray`, and chunks without the
 * mark are freed at the end. Items that were seen to refer to nothing are not looked at
 * again.
 *
 * Buffers lose most of their free parts, and large ones trees that nobody has wanted. A
 * short view does not keep a large buffer: its items are copied alone, unless all that
 * would cost a quarter of the buffer, or the buffer was kept before.
 */
#include "lisp/heap/endless.h"
#include "lisp/heap/layout.h"
#include "lisp/heap/memory.h"

enum {
    COLLECT_SHORT = 16,      /* views are short below this part of a buffer */
    COLLECT_COUNTS = 2,      /* as has_grown: the place of the tree counts copied items */
    COLLECT_VIEWS = 1 << 20, /* bytes of short views of buffers that stand alone */
};

static bool collect_is_moved(const ptc_object *object)
{
    return (object->head & 1) != 0;
}

static ptc_object *collect_new_place(const ptc_object *object)
{
    return (ptc_object *)(uintptr_t)(object->head & ~UINT64_C(1));
}

/* Room in the new chunk, which is always there. */
static void *collect_alloc(ptc_lisp *lisp, size_t size)
{
    void *place = lisp->cursor;

    lisp->cursor += (size + 15u) & ~(size_t)15u;
    return place;
}

static void collect_set_moved(ptc_object *object, void *place)
{
    object->head = (uint64_t)(uintptr_t)place | 1;
}

/* --- What stands alone -------------------------------------------------------------- */

/* Marks its chunk; false when that was marked before. */
static bool collect_reach(ptc_object *object)
{
    ptc_heap_chunk *chunk = ptc_heap_chunk_of(object);

    if (chunk->is_reached)
        return false;
    chunk->is_reached = true;
    return true;
}

static bool collect_is_done(const ptc_object *object)
{
    return collect_is_moved(object) ||
           ((object->head & PTC_OBJECT_ALONE) && ptc_heap_chunk_of(object)->is_reached);
}

/* For its items to be scanned. */
static void collect_add_gray(ptc_lisp *lisp, ptc_large *large)
{
    ptc_heap_chunk *chunk = ptc_heap_chunk_of((ptc_object *)(void *)large);

    chunk->is_reached = true;
    chunk->gray = lisp->gray;
    lisp->gray = chunk;
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

/* New items with a buffer of either size before them, for the scan to find. */
static ptc_value *collect_copy_items(ptc_lisp *lisp, const ptc_value *items,
                                     uint32_t count)
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
        copy = collect_copy_items(lisp, value->as.items, buffer->fill);
        collect_set_moved(object, (ptc_buffer *)(void *)copy - 1);
    }
    value->as.items =
        (const ptc_value *)(const void *)((ptc_buffer *)(void *)collect_new_place(
                                              object) +
                                          1);
}

/*
 * The tree that the new place of a buffer remembers: one that was wanted since the last
 * collection stays, or writing to old versions of large vectors would make it anew after
 * each; unless items have moved within the buffer, or memory is short.
 */
static ptc_tree *collect_remembered(const ptc_lisp *lisp, const ptc_large *large,
                                    uint32_t front)
{
    ptc_tree *tree = large->has_grown != COLLECT_COUNTS ? large->tree : NULL;

    if (tree == NULL || front != large->front || lisp->is_keeping ||
        lisp->heap_threshold > lisp->options.heap / 2)
        return NULL;
    if (collect_is_moved((ptc_object *)(void *)tree))
        return tree;
    if (!(tree->head & PTC_OBJECT_WANTED))
        return NULL;
    tree->head &= ~PTC_OBJECT_WANTED;
    return tree;
}

/* A buffer stays where it is, with all of its free part. */
static ptc_large *collect_stay(ptc_lisp *lisp, ptc_large *large)
{
    large->tree = collect_remembered(lisp, large, large->front);
    large->has_grown = large->has_grown == 1;
    collect_add_gray(lisp, large);
    return large;
}

/* Room for a large buffer that loses its free part; NULL: it must stay. */
static ptc_large *collect_large_room(ptc_lisp *lisp, const ptc_large *large, size_t size)
{
    if (!(large->head & PTC_OBJECT_ALONE))
        return collect_alloc(lisp, size);
    return ptc_heap_try_alone(lisp, size);
}

/*
 * The new place of a large buffer. It stays large even when little is in use, and keeps
 * free parts that are not larger than what is in use: without them, whoever fills it
 * would copy it once for every collection.
 */
static ptc_large *collect_move_large(ptc_lisp *lisp, ptc_large *large)
{
    uint32_t count = large->fill - large->front;
    uint32_t front = large->front;
    uint32_t capacity = large->capacity;
    uint64_t alone = large->head & PTC_OBJECT_ALONE;
    ptc_large *copy = NULL;
    size_t size;

    if (capacity - count > count) {
        front = 0;
        capacity = count > PTC_BUFFER_SMALL ? count : PTC_BUFFER_SMALL + 1;
    }
    size = sizeof *large + capacity * sizeof(ptc_value);
    if (!alone || capacity != large->capacity)
        copy = collect_large_room(lisp, large, size);
    if (copy == NULL)
        return collect_stay(lisp, large);
    *copy = (ptc_large){.head = ptc_object_head(PTC_OBJECT_LARGE, size) | alone,
                        .tree = collect_remembered(lisp, large, front),
                        .number = large->number,
                        .has_grown = large->has_grown == 1,
                        .front = front,
                        .fill = front + count,
                        .capacity = capacity};
    memcpy(ptc_large_items(copy) + front, ptc_large_items(large) + large->front,
           count * sizeof(ptc_value));
    collect_set_moved((ptc_object *)(void *)large, copy);
    if (alone)
        collect_add_gray(lisp, copy);
    return copy;
}

/* Whether the new chunk has room for so many items of a short view. There is always
 * enough for views of what is copied anyway. */
static bool collect_has_view_room(ptc_lisp *lisp, const ptc_large *large, uint32_t count)
{
    size_t size = sizeof *large + count * sizeof(ptc_value);

    if (!(large->head & PTC_OBJECT_ALONE))
        return true;
    if (size > lisp->view_room)
        return false;
    lisp->view_room -= size;
    return true;
}

/* The items that short views had copied so far are counted where the tree was, which
 * has_grown then says. */
static bool collect_copies_alone(ptc_lisp *lisp, ptc_large *large, uint32_t count)
{
    uint64_t used = large->fill - large->front;
    uint64_t copied =
        large->has_grown == COLLECT_COUNTS ? (uint64_t)(uintptr_t)large->tree : 0;

    if ((uint64_t)count * COLLECT_SHORT >= used || (copied + count + 2) * 4 > used ||
        !collect_has_view_room(lisp, large, count))
        return false;
    large->tree = (ptc_tree *)(uintptr_t)(copied + count + 2);
    large->has_grown = COLLECT_COUNTS;
    return true;
}

static void collect_move_view(ptc_lisp *lisp, ptc_value *value)
{
    uint32_t start;
    ptc_large *large = ptc_vector_large(lisp, value, &start);
    ptc_object *object = (ptc_object *)(void *)large;
    ptc_large *copy = large;

    if (!collect_is_done(object)) {
        if (!(large->head & PTC_OBJECT_MOVES)) {
            large->reserved |= (value->flags & PTC_FLAG_SLICE) != 0;
            if (lisp->is_keeping)
                ptc_lisp_keep(lisp, value->as.items);
            return;
        }
        if (collect_copies_alone(lisp, large, value->aux)) {
            value->as.items = collect_copy_items(lisp, value->as.items, value->aux);
            value->flags = (uint8_t)((value->flags & ~PTC_FLAG_SLICE) | PTC_FLAG_BUFFER);
            value->reserved = 0;
            return;
        }
        collect_move_large(lisp, large);
    }
    if (collect_is_moved(object))
        copy = (ptc_large *)(void *)collect_new_place(object);
    value->as.items = ptc_large_items(copy) + copy->front + (start - large->front);
    large->reserved |= (value->flags & PTC_FLAG_SLICE) != 0;
}

static void collect_items(ptc_lisp *lisp, ptc_value *value)
{
    if (value->flags & PTC_FLAG_SLICE)
        collect_move_view(lisp, value);
    else if (!(value->flags & PTC_FLAG_BUFFER)) {
        if (lisp->is_keeping)
            ptc_lisp_keep(lisp, value->as.items);
    } else if (ptc_items_fill(value->as.items)[1] > PTC_BUFFER_SMALL)
        collect_move_view(lisp, value);
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

static void collect_value(ptc_lisp *lisp, ptc_value *value)
{
    switch (value->kind) {
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_INT:
    case PTC_FLOAT:
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

static void collect_values(ptc_lisp *lisp, ptc_value *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        collect_value(lisp, &values[i]);
}

/* --- Objects ----------------------------------------------------------------------- */

static void collect_scan_tree(ptc_lisp *lisp, ptc_tree *tree)
{
    tree->root = collect_move(lisp, tree->root);
    tree->tail = collect_move(lisp, tree->tail);
    tree->flat = NULL;
}

static void collect_scan_node(ptc_lisp *lisp, ptc_hash_node *node)
{
    bool is_set = (node->head & PTC_OBJECT_SET) != 0;
    bool is_clash = (node->head & PTC_OBJECT_TYPE_MASK) == PTC_OBJECT_CLASH;
    uint32_t entries = is_clash ? node->data : ptc_count_bits(node->data);
    uint32_t children = is_clash ? 0 : ptc_count_bits(node->nodes);
    unsigned char *place = node->entries;

    for (uint32_t i = 0; i < entries; i++, place += ptc_hash_stride(is_set)) {
        ptc_hash_entry *entry = (ptc_hash_entry *)(void *)place;

        collect_value(lisp, &entry->key);
        if (!is_set)
            collect_value(lisp, &entry->value);
    }
    for (uint32_t i = 0; i < children; i++) {
        ptc_object **child = (ptc_object **)(void *)place + i;

        *child = collect_move(lisp, *child);
    }
}

static void collect_scan_twig(ptc_lisp *lisp, ptc_twig *twig)
{
    twig->left = collect_move(lisp, twig->left);
    twig->right = collect_move(lisp, twig->right);
    collect_value(lisp, &twig->entry.key);
    if (!(twig->head & PTC_OBJECT_SET))
        collect_value(lisp, &twig->entry.value);
}

static void collect_scan_function(ptc_lisp *lisp, ptc_function *function)
{
    if (lisp->is_keeping) {
        ptc_lisp_keep(lisp, function->code);
        if (function->head & PTC_OBJECT_FORGETS)
            function->captured[function->count - 1] = ptc_value_nil();
    }
    collect_values(lisp, function->captured, function->count);
}

static void collect_scan_large(ptc_lisp *lisp, ptc_large *large)
{
    ptc_object *tree = (ptc_object *)(void *)large->tree;

    large->tree = (ptc_tree *)(void *)collect_move(lisp, tree);
    collect_values(lisp, ptc_large_items(large) + large->front,
                   large->fill - large->front);
}

static void collect_scan(ptc_lisp *lisp, ptc_object *object)
{
    void *place = object;

    switch (ptc_object_type_of(object)) {
    case PTC_OBJECT_BYTES:
        break;
    case PTC_OBJECT_BUFFER:
        collect_values(lisp, (ptc_value *)(void *)((ptc_buffer *)place + 1),
                       ((ptc_buffer *)place)->fill);
        break;
    case PTC_OBJECT_LARGE:
        collect_scan_large(lisp, place);
        break;
    case PTC_OBJECT_RECORD:
        if (PTC_UNLIKELY(lisp->is_releasing))
            ptc_release_mark_shape(lisp, ((ptc_record *)place)->shape);
        collect_values(lisp, ((ptc_record *)place)->values,
                       ((ptc_record *)place)->shape->count);
        break;
    case PTC_OBJECT_TREE:
        collect_scan_tree(lisp, place);
        break;
    case PTC_OBJECT_LEAF:
        collect_values(lisp, ((ptc_leaf *)place)->values, ((ptc_leaf *)place)->fill);
        break;
    case PTC_OBJECT_BRANCH:
        for (unsigned i = 0; i < 32; i++)
            ((ptc_branch *)place)->children[i] =
                collect_move(lisp, ((ptc_branch *)place)->children[i]);
        break;
    case PTC_OBJECT_HASH:
        ((ptc_hash *)place)->root = collect_move(lisp, ((ptc_hash *)place)->root);
        break;
    case PTC_OBJECT_NODE:
    case PTC_OBJECT_CLASH:
        collect_scan_node(lisp, place);
        break;
    case PTC_OBJECT_FUNCTION:
        collect_scan_function(lisp, place);
        break;
    case PTC_OBJECT_BOXED:
        collect_value(lisp, &((ptc_boxed *)place)->content);
        break;
    case PTC_OBJECT_ENDLESS:
        collect_values(lisp, ((ptc_endless *)place)->values,
                       ((ptc_endless *)place)->count);
        break;
    case PTC_OBJECT_SORTED:
        ((ptc_sorted *)place)->root = collect_move(lisp, ((ptc_sorted *)place)->root);
        collect_value(lisp, &((ptc_sorted *)place)->comparator);
        break;
    case PTC_OBJECT_TWIG:
        collect_scan_twig(lisp, place);
        break;
    }
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
        collect_scan_large(lisp, large);
        return;
    }
    chunk->plain_start = large->front;
    chunk->plain_end = large->fill;
    large->tree =
        (ptc_tree *)(void *)collect_move(lisp, (ptc_object *)(void *)large->tree);
}

/* Scans what was reached until nothing is left. */
static void collect_scan_all(ptc_lisp *lisp)
{
    unsigned char *scan = ptc_heap_chunk_start(lisp->chunks);

    while (scan < lisp->cursor || lisp->gray != NULL) {
        ptc_heap_chunk *chunk = lisp->gray;

        if (scan < lisp->cursor) {
            ptc_object *object = (ptc_object *)(void *)scan;

            collect_scan(lisp, object);
            scan += ptc_object_size(object);
            continue;
        }
        lisp->gray = chunk->gray;
        collect_scan_alone(lisp, chunk, ptc_heap_alone_object(chunk));
    }
}

/* --- Collections ------------------------------------------------------------------- */

static void collect_roots(ptc_lisp *lisp)
{
    const ptc_value nil = ptc_value_nil();
    ptc_value *high = lisp->top;

    collect_values(lisp, lisp->stack, (size_t)(lisp->top - lisp->stack));
    for (ptc_value *slot = lisp->top; slot < lisp->stack_high; slot++)
        *slot = nil;
    /* Every frame will write to its window again, also beyond those of its callees. */
    for (const ptc_frame *frame = lisp->frame; frame > lisp->frames; frame--) {
        if (frame->proto != NULL && frame->base + frame->proto->registers > high)
            high = frame->base + frame->proto->registers;
    }
    if (high < lisp->stack_high)
        lisp->stack_high = high;
    for (ptc_variable *variable = lisp->variables; variable != NULL;
         variable = variable->next) {
        collect_value(lisp, &variable->value);
        collect_value(lisp, &variable->before);
    }
    for (size_t i = 0; i < lisp->change_count; i++)
        collect_value(lisp, &lisp->changes[i].value);
    collect_values(lisp, lisp->history, sizeof lisp->history / sizeof *lisp->history);
    collect_values(lisp, lisp->kept, sizeof lisp->kept / sizeof *lisp->kept);
    collect_value(lisp, &lisp->result);
}

/* Forgets the trees of host data, for they are on the heap; the numbers are kept. */
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

/* Takes back the numbers of buffers that no slice refers to any more. */
static void collect_settle_numbered(ptc_lisp *lisp)
{
    for (uint32_t i = 1; i <= lisp->numbered_count; i++) {
        ptc_large *large = lisp->numbered[i];
        ptc_large *now = large;

        if (((uintptr_t)large & 1) != 0)
            continue;
        if (collect_is_moved((ptc_object *)(void *)large))
            now = (ptc_large *)(void *)collect_new_place((ptc_object *)(void *)large);
        if (large->reserved != 0) {
            lisp->numbered[i] = now;
            now->reserved = 0;
        } else {
            now->number = 0;
            lisp->numbered[i] = (ptc_large *)((uintptr_t)lisp->numbered_free << 1 | 1);
            lisp->numbered_free = i;
        }
    }
}

/*
 * The bytes that everything can need at most that may be copied; short views that are
 * copied alone can need a quarter more than their buffers.
 */
static size_t collect_room(ptc_lisp *lisp)
{
    size_t room = ptc_heap_bytes(lisp);
    size_t alone = 0;

    for (ptc_heap_chunk *chunk = lisp->alone; chunk != NULL; chunk = chunk->older) {
        alone += chunk->used;
        chunk->is_reached = false;
    }
    lisp->view_room = alone / 4 < COLLECT_VIEWS ? alone / 4 : COLLECT_VIEWS;
    room -= alone;
    return room + room / 4 + lisp->view_room + 64;
}

/* Frees the chunks that were not reached, of objects that stood alone. */
static void collect_sweep_alone(ptc_lisp *lisp)
{
    ptc_heap_chunk **link = &lisp->alone;
    ptc_heap_chunk *gone = NULL;
    size_t used = 0;

    while (*link != NULL) {
        ptc_heap_chunk *chunk = *link;

        if (chunk->is_reached) {
            used += chunk->used;
            link = &chunk->older;
        } else {
            *link = chunk->older;
            chunk->older = gone;
            gone = chunk;
        }
    }
    lisp->heap_used = used;
    if (gone != NULL)
        ptc_heap_retire(lisp, gone);
}

void ptc_heap_collect(ptc_lisp *lisp)
{
    ptc_heap_chunk *chunk = ptc_heap_chunk_new(lisp, collect_room(lisp));
    ptc_heap_chunk *old = lisp->chunks;

    if (chunk == NULL)
        ptc_lisp_memory_error(lisp);
    if (ptc_heap_size(lisp) > lisp->heap_peak)
        lisp->heap_peak = ptc_heap_size(lisp);
    ptc_heap_note_used(lisp);
    lisp->chunks = chunk;
    lisp->cursor = ptc_heap_chunk_start(chunk);
    lisp->gray = NULL;
    collect_prepare_numbered(lisp);
    collect_roots(lisp);
    collect_scan_all(lisp);
    collect_settle_numbered(lisp);
    collect_sweep_alone(lisp);
    ptc_heap_settle(lisp, ptc_heap_bytes(lisp));
    ptc_heap_retire(lisp, old);
    if (ptc_heap_size(lisp) > lisp->options.heap)
        ptc_lisp_memory_error(lisp);
}
