/* SPDX-License-Identifier: MIT */
/*
 * Records: small maps with keyword and short string keys, as a shape that all maps with
 * the same keys share, and the values. See data.h.
 *
 * A shape knows its parent, the shape without the last key; the context finds the shape
 * with one key more in a table. Their number is limited: beyond that maps are hashes.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"
#include "lisp/heap/memory.h"

enum {
    RECORD_TABLE_FIRST = 64,
    RECORD_STRING_MAX = 64, /* longest string that is a key of a record */
};

const ptc_shape ptc_shape_empty = {.count = 0, .kinds = 0, .parent = NULL};

/* --- Finding keys ------------------------------------------------------------------- */

static uint32_t record_find_text(const ptc_shape *shape, unsigned kind, const char *text)
{
    for (uint32_t i = 0; i < shape->count; i++) {
        if (shape->keys[i].as.text == text && shape->keys[i].kind == kind)
            return i;
    }
    return UINT32_MAX;
}

static uint32_t record_find_string(const ptc_shape *shape, const ptc_value *key)
{
    for (uint32_t i = 0; i < shape->count; i++) {
        const ptc_value *own = &shape->keys[i];

        if (own->kind == PTC_STRING && own->aux == key->aux &&
            (own->as.text == key->as.text ||
             memcmp(own->as.text, key->as.text, key->aux) == 0))
            return i;
    }
    return UINT32_MAX;
}

uint32_t ptc_shape_find(const ptc_shape *shape, const ptc_value *key)
{
    if (key->kind == PTC_KEYWORD)
        return record_find_text(shape, PTC_KEYWORD, key->as.text);
    if (key->kind == PTC_STRING && (shape->kinds & 1u << PTC_STRING) != 0)
        return record_find_string(shape, key);
    return UINT32_MAX;
}

/* Keys of records have the text of a name, whatever their kind. */
static uint32_t record_find_name(const ptc_shape *shape, const ptc_name *name,
                                 unsigned kind)
{
    uint32_t index;

    if (name == NULL)
        return UINT32_MAX;
    index = record_find_text(shape, kind, name->text);
    if (index == UINT32_MAX)
        index = record_find_text(shape, kind == PTC_KEYWORD ? PTC_STRING : PTC_KEYWORD,
                                 name->text);
    return index;
}

uint32_t ptc_shape_find_flexible(const ptc_lisp *lisp, const ptc_shape *shape,
                                 const ptc_value *key)
{
    const ptc_name *name;
    const ptc_name *folded;
    uint32_t index;

    if (key->kind == PTC_KEYWORD) {
        name = ptc_name_of(key);
        folded = name->folded;
    } else if (key->kind == PTC_STRING) {
        name = ptc_name_find(lisp, ptc_value_text(key));
        folded =
            name != NULL ? name->folded : ptc_name_find_folded(lisp, ptc_value_text(key));
    } else {
        return UINT32_MAX;
    }
    index = record_find_name(shape, name, key->kind);
    if (index == UINT32_MAX && folded != name)
        index = record_find_name(shape, folded, key->kind);
    return index;
}

/* --- Shapes ------------------------------------------------------------------------- */

/* The preferred place of a shape in the table. */
PTC_INLINE uint32_t record_home(const ptc_lisp *lisp, const ptc_shape *parent,
                                const ptc_value *key)
{
    uint64_t hash = ptc_lisp_mix((uint64_t)(uintptr_t)parent,
                                 (uint64_t)(uintptr_t)key->as.text ^ key->kind);

    return (uint32_t)hash & (lisp->shape_capacity - 1);
}

static size_t record_slot(const ptc_lisp *lisp, const ptc_shape *parent,
                          const ptc_value *key)
{
    uint32_t mask = lisp->shape_capacity - 1;
    uint32_t at = record_home(lisp, parent, key);

    for (; lisp->shapes[at] != NULL; at = (at + 1) & mask) {
        const ptc_shape *shape = lisp->shapes[at];
        const ptc_value *last = &shape->keys[shape->count - 1];

        if (shape->parent == parent && last->as.text == key->as.text &&
            last->kind == key->kind)
            break;
    }
    return at;
}

static void record_make_room(ptc_lisp *lisp)
{
    uint32_t capacity = lisp->shape_capacity;
    const ptc_shape **old = lisp->shapes;
    const ptc_shape **shapes;

    if (lisp->shape_count < capacity / 2)
        return;
    capacity = capacity == 0 ? RECORD_TABLE_FIRST : 2 * capacity;
    shapes = ptc_arena_array(&lisp->arena, capacity, sizeof *shapes);
    if (shapes == NULL)
        ptc_lisp_memory_error(lisp);
    lisp->shapes = shapes;
    for (uint32_t i = 0; i < lisp->shape_capacity; i++) {
        if (old[i] != NULL) {
            const ptc_value *last = &old[i]->keys[old[i]->count - 1];
            uint32_t count = lisp->shape_capacity;

            lisp->shape_capacity = capacity;
            shapes[record_slot(lisp, old[i]->parent, last)] = old[i];
            lisp->shape_capacity = count;
        }
    }
    lisp->shape_capacity = capacity;
}

/* Makes the text of a string key a name's. */
static bool record_take_key(ptc_lisp *lisp, ptc_value *key)
{
    const ptc_name *name;

    if (key->kind == PTC_KEYWORD)
        return true;
    if (key->kind != PTC_STRING || key->aux > RECORD_STRING_MAX)
        return false;
    name = ptc_name_find(lisp, ptc_value_text(key));
    if (name == NULL) {
        if (!ptc_name_has_room(lisp))
            return false;
        name = ptc_name_intern(lisp, ptc_value_text(key));
    }
    key->as.text = name->text;
    key->flags &= PTC_FLAG_ASCII;
    return true;
}

static const ptc_shape *record_new_shape(ptc_lisp *lisp, const ptc_shape *parent,
                                         ptc_value key)
{
    ptc_shape *shape;
    size_t size = sizeof *shape + (parent->count + 1) * sizeof(ptc_value);

    if (lisp->shape_count >= PTC_SHAPES_MAX || lisp->shapes_made == UINT32_MAX)
        return NULL;
    record_make_room(lisp);
    shape = ptc_name_alloc(lisp, size);
    *shape = (ptc_shape){.count = parent->count + 1,
                         .kinds = parent->kinds | 1u << key.kind,
                         .number = ++lisp->shapes_made,
                         .parent = parent};
    if (parent->count != 0)
        memcpy(shape->keys, parent->keys, parent->count * sizeof(ptc_value));
    shape->keys[parent->count] = key;
    lisp->shapes[record_slot(lisp, parent, &key)] = shape;
    lisp->shape_count++;
    return shape;
}

PTC_INLINE const ptc_shape *record_with(ptc_lisp *lisp, const ptc_shape *shape,
                                        ptc_value key)
{
    if (shape->count >= PTC_RECORD_MAX || !record_take_key(lisp, &key))
        return NULL;
    if (lisp->shape_capacity != 0) {
        const ptc_shape *known = lisp->shapes[record_slot(lisp, shape, &key)];

        if (known != NULL)
            return known;
    }
    return record_new_shape(lisp, shape, key);
}

/* Pins a shape, if any, and through it the shapes that it was made from. */
PTC_INLINE const ptc_shape *record_pin(ptc_lisp *lisp, const ptc_shape *shape)
{
    if (lisp->pins != NULL && shape != NULL && shape->pinned != lisp->pins->id &&
        shape->parent != NULL)
        ptc_pin_shape(lisp, shape);
    return shape;
}

const ptc_shape *ptc_shape_with(ptc_lisp *lisp, const ptc_shape *shape, ptc_value key)
{
    return record_pin(lisp, record_with(lisp, shape, key));
}

/* The same as in name.c. */
static void record_remove_slot(ptc_lisp *lisp, uint32_t hole)
{
    uint32_t mask = lisp->shape_capacity - 1;

    for (uint32_t at = (hole + 1) & mask; lisp->shapes[at] != NULL;
         at = (at + 1) & mask) {
        const ptc_shape *shape = lisp->shapes[at];
        uint32_t wanted =
            record_home(lisp, shape->parent, &shape->keys[shape->count - 1]);

        if (((at - wanted) & mask) < ((at - hole) & mask))
            continue;
        lisp->shapes[hole] = shape;
        hole = at;
    }
    lisp->shapes[hole] = NULL;
}

void ptc_shape_sweep(ptc_lisp *lisp, bool all)
{
    for (uint32_t at = 0; at < lisp->shape_capacity; at++) {
        const ptc_shape *shape = lisp->shapes[at];

        while (shape != NULL && (all || shape->mark != lisp->release_mark)) {
            lisp->shape_count--;
            record_remove_slot(lisp, at);
            ptc_name_free(lisp, shape, sizeof *shape + shape->count * sizeof(ptc_value));
            shape = lisp->shapes[at];
        }
    }
}

const ptc_shape *ptc_shape_of(ptc_lisp *lisp, const ptc_value *keys, uint32_t count)
{
    const ptc_shape *shape = &ptc_shape_empty;

    if (count > PTC_RECORD_MAX)
        return NULL;
    for (uint32_t i = 0; i < count && shape != NULL; i++)
        shape = record_with(lisp, shape, keys[i]);
    return record_pin(lisp, shape);
}
