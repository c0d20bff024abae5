/* SPDX-License-Identifier: MIT */
/*
 * Strings that end in NUL, for `ptcc gen --strings=copy` and `--strings=nul`: a pass over
 * a struct that was read, along the layout of its type, when the verdict is known and no
 * one looks at the text any more. [emitters 11]
 *
 * A string in the text is ended there, over its closing quote, or copied. All others end
 * in NUL already: what was decoded or converted, and constants. Recursion follows the
 * struct, which is as deep as the text was.
 */
#include "emitted/emitted_int.h"

typedef struct strings_run {
    const ptc_schema_node *nodes;
    const ptc_gen_layout *layout;
    ptc_arena *arena;
    uintptr_t start; /* of the text */
    uintptr_t end;
    bool copies;
    ptc_status status;
} strings_run;

static void strings_place(strings_run *run, uint32_t index, unsigned char *holder);

static bool strings_is_in_text(const strings_run *run, const char *ptr)
{
    return (uintptr_t)ptr >= run->start && (uintptr_t)ptr < run->end;
}

/* Ends a string of the parser's own text. */
static void strings_end(const strings_run *run, const char *ptr, size_t len)
{
    if (strings_is_in_text(run, ptr))
        *(char *)((uintptr_t)ptr + len) = '\0';
}

static void strings_text(strings_run *run, unsigned char *place)
{
    ptc_str text;

    memcpy(&text, place, sizeof text);
    if (!run->copies) {
        strings_end(run, text.ptr, text.len);
        return;
    }
    if (!strings_is_in_text(run, text.ptr))
        return;
    text = ptc_str_copy(run->arena, text);
    if (text.ptr == NULL)
        run->status = PTC_ERROR_MEMORY;
    memcpy(place, &text, sizeof text);
}

/* --- Values ------------------------------------------------------------------------ */

static void strings_end_value(const strings_run *run, const ptc_value *value)
{
    switch ((ptc_kind)value->kind) {
    case PTC_STRING:
    case PTC_KEYWORD:
        strings_end(run, value->as.text, value->aux);
        break;
    case PTC_VECTOR:
    case PTC_SET:
        for (uint32_t i = 0; i < value->aux; i++)
            strings_end_value(run, &value->as.items[i]);
        break;
    case PTC_MAP:
        for (uint32_t i = 0; i < value->aux; i++) {
            strings_end_value(run, &value->as.map->entries[i].key);
            strings_end_value(run, &value->as.map->entries[i].value);
        }
        break;
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_INT:
    case PTC_FLOAT:
    case PTC_OPAQUE:
        break;
    }
}

static void strings_value(strings_run *run, unsigned char *place)
{
    ptc_value value;
    ptc_value own;
    ptc_status status;

    memcpy(&value, place, sizeof value);
    if (!run->copies) {
        strings_end_value(run, &value);
        return;
    }
    status = ptc_value_copy(run->arena, &value, &own);
    if (status != PTC_OK)
        run->status = status;
    memcpy(place, &own, sizeof own);
}

/* --- Containers -------------------------------------------------------------------- */

/* Items of lists, and of maps with any keys: `count` nodes from `first` on. */
static void strings_items(strings_run *run, uint32_t index, const unsigned char *place,
                          uint32_t count)
{
    uint32_t first = run->nodes[index].first;
    ptc_gen_head head;

    memcpy(&head, place, sizeof head);
    for (size_t i = 0; i < head.count && run->status == PTC_OK; i++) {
        unsigned char *item = (unsigned char *)head.items + i * run->layout[index].size;

        for (uint32_t k = 0; k < count; k++)
            strings_place(run, first + k, item);
    }
}

static void strings_fields(strings_run *run, uint32_t index, unsigned char *place)
{
    const ptc_schema_node *node = &run->nodes[index];

    for (uint32_t i = 0; i < node->count && run->status == PTC_OK; i++)
        strings_place(run, node->first + i, place);
}

static void strings_of(strings_run *run, uint32_t index, unsigned char *place)
{
    const ptc_gen_layout *row = &run->layout[index];
    uint32_t first = run->nodes[index].first;
    unsigned char *target;

    switch ((ptc_gen_shape)row->shape) {
    case PTC_SHAPE_SAME:
        strings_of(run, first, place);
        break;
    case PTC_SHAPE_VALUE:
        strings_value(run, place);
        break;
    case PTC_SHAPE_TEXT:
    case PTC_SHAPE_KEYWORD:
    case PTC_SHAPE_DATETIME: /* which begin with their text */
    case PTC_SHAPE_DATE:
    case PTC_SHAPE_DECIMAL:
        strings_text(run, place);
        break;
    case PTC_SHAPE_LIST:
        strings_items(run, index, place, 1);
        break;
    case PTC_SHAPE_ENTRIES:
        strings_items(run, index, place, 2);
        break;
    case PTC_SHAPE_STRUCT:
        strings_fields(run, index, place);
        break;
    case PTC_SHAPE_UNION:
        strings_place(run, first + (uint32_t)ptc_gen_load_enum(place, row->size), place);
        break;
    case PTC_SHAPE_POINTER:
        memcpy(&target, place, sizeof target);
        if (target != NULL)
            strings_of(run, first, target);
        break;
    case PTC_SHAPE_NONE:
    case PTC_SHAPE_BOOL:
    case PTC_SHAPE_INT:
    case PTC_SHAPE_FLOAT:
    case PTC_SHAPE_ENUM:
        break;
    }
}

/* What is absent is zero or a default, a constant. */
static void strings_place(strings_run *run, uint32_t index, unsigned char *holder)
{
    const ptc_gen_layout *row = &run->layout[index];

    if (row->flag == PTC_GEN_ALWAYS || ptc_gen_is_set(holder + row->flag))
        strings_of(run, index, holder + row->offset);
}

const char *ptc_gen_pad_aside(ptc_arena *aside, ptc_arena *arena, const char *text,
                              size_t len)
{
    ptc_arena_init_memory(aside, NULL, 0);
    if (arena->allocator.allocate == NULL)
        return ptc_gen_pad(arena, text, len);
    ptc_arena_init(aside, &arena->allocator, arena->cap);
    return ptc_gen_pad(aside, text, len);
}

ptc_status ptc_gen_finish_strings(ptc_gen *gen, ptc_cursor p, ptc_parse_info *info,
                                  const ptc_gen_type *type, uint32_t node, void *out)
{
    strings_run run = {.nodes = type->nodes,
                       .layout = type->layout,
                       .arena = gen->scan.arena,
                       .copies = type->strings == PTC_STRINGS_COPIED};

    run.status = ptc_gen_finish(gen, p, info);
    if (run.status != PTC_OK)
        return run.status;
    run.start = (uintptr_t)gen->scan.start;
    run.end = (uintptr_t)gen->scan.end;
    strings_place(&run, node, out);
    if (info != NULL)
        info->status = run.status;
    return run.status;
}
