/* SPDX-License-Identifier: MIT */
/*
 * Constants of programs: collections and patterns that live in an arena, have none of the
 * heap's flags, and never move or change. See data.h.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"

static void *constant_alloc(ptc_lisp *lisp, ptc_arena *arena, size_t size)
{
    void *memory = ptc_arena_alloc(arena, size);

    if (memory == NULL)
        ptc_lisp_memory_error(lisp);
    return memory;
}

static ptc_value constant_record(ptc_lisp *lisp, ptc_arena *arena, const ptc_shape *shape,
                                 const ptc_value *pairs)
{
    size_t size = sizeof(ptc_record) + shape->count * sizeof(ptc_value);
    ptc_record *record = constant_alloc(lisp, arena, size);

    record->head = ptc_object_head(PTC_OBJECT_RECORD, size) & ~PTC_OBJECT_MOVES;
    record->shape = shape;
    for (uint32_t i = 0; i < shape->count; i++)
        record->values[i] = pairs[2 * i + 1];
    return ptc_record_value(record);
}

ptc_value ptc_constant_map(ptc_lisp *lisp, ptc_arena *arena, const ptc_value *pairs,
                           uint32_t count)
{
    ptc_value keys[PTC_RECORD_MAX];
    const ptc_shape *shape = NULL;

    if (count <= PTC_RECORD_MAX) {
        for (uint32_t i = 0; i < count; i++)
            keys[i] = pairs[(size_t)2 * i];
        shape = ptc_shape_of(lisp, keys, count);
    }
    if (shape != NULL)
        return constant_record(lisp, arena, shape, pairs);
    return ptc_hash_make(lisp, arena, PTC_MAP, pairs, 2, count);
}

ptc_value ptc_constant_set(ptc_lisp *lisp, ptc_arena *arena, const ptc_value *items,
                           uint32_t count)
{
    if (count > PTC_SET_SMALL)
        return ptc_hash_make(lisp, arena, PTC_SET, items, 1, count);
    return ptc_value_set(items, count);
}

ptc_value ptc_constant_regex(ptc_lisp *lisp, ptc_arena *arena, ptc_value source)
{
    ptc_boxed *boxed = constant_alloc(lisp, arena, sizeof *boxed);
    ptc_value value = ptc_value_make((ptc_kind)PTC_REGEX, 0, 0);

    *boxed = (ptc_boxed){.head = PTC_OBJECT_BOXED, .content = source};
    value.as.object = (ptc_object *)(void *)boxed;
    return value;
}

ptc_value ptc_constant_string(ptc_str text)
{
    ptc_value value = ptc_value_string(text);

    value.flags = PTC_FLAG_ASCII;
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.ptr[i] >= 0x80)
            value.flags = 0;
    return value;
}

ptc_value ptc_constant_function(const ptc_function *function)
{
    ptc_value value = ptc_value_make((ptc_kind)PTC_FUNCTION, 0, 0);

    value.as.object = (ptc_object *)(uintptr_t)function;
    return value;
}
