/* SPDX-License-Identifier: MIT */
/*
 * Results out of a program, as data of the host. See host_int.h, and take.c for the
 * opposite direction.
 *
 * Results are copied, and become larger where parts were shared, so their size is
 * limited.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/heap/layout.h"
#include "lisp/host/host_int.h"

#include "json/json_int.h"

/* Records of one shape share the texts of their keys. */
typedef struct give_shape {
    const ptc_shape *shape;
    const ptc_value *keys;
} give_shape;

enum {
    GIVE_SHAPES = 8,
    GIVE_KEY_MAX = 60, /* bytes of a key in a message */
    GIVE_VARS = 64,    /* that may be bound to each other in a row */
};

typedef struct give_state {
    ptc_lisp *lisp;
    ptc_arena *arena;
    give_shape shapes[GIVE_SHAPES]; /* of those met last, by address */
    uint64_t rest;                  /* values that may still go out */
    bool is_numbered; /* values that are not data get a number, so that keys differ */
    bool reads_vars;  /* a var is replaced by its value, unless that is a function */
    bool has_var;     /* one went out as its name */
    bool is_result;   /* endless values are refused, instead of going out as a label */
    uint32_t number;
} give_state;

static ptc_status give_value(give_state *give, const ptc_value *value, ptc_value *out,
                             unsigned depth);
static ptc_status give_record(give_state *give, const ptc_value *value, ptc_value *out,
                              unsigned depth);

/* Most parts are scalars and records: a shortcut for give_value. */
PTC_INLINE ptc_status give_part(give_state *give, const ptc_value *value, ptc_value *out,
                                unsigned depth)
{
    bool is_record = value->kind == PTC_MAP && !(value->flags & PTC_FLAG_TREE);

    if ((value->kind > PTC_FLOAT && !is_record) || give->rest == 0 || depth == 0)
        return give_value(give, value, out, depth);
    give->rest--;
    if (is_record)
        return give_record(give, value, out, depth - 1);
    *out = *value;
    return PTC_OK;
}

static ptc_status give_text(give_state *give, const ptc_value *value, ptc_value *out)
{
    const char *text = ptc_arena_copy(give->arena, value->as.text, value->aux);

    if (text == NULL)
        return PTC_ERROR_MEMORY;
    *out = ptc_value_make((ptc_kind)value->kind,
                          value->flags & (PTC_FLAG_ASCII | PTC_FLAG_NUMBER), value->aux);
    out->as.text = text;
    return PTC_OK;
}

/* Values that have the same text in JSON: a symbol, a date. */
static bool give_is_text(const ptc_value *value)
{
    return value->kind == (uint8_t)PTC_SYMBOL || value->kind == (uint8_t)PTC_TEMPORAL;
}

/* Values that are not data, as they are printed; dates and times as their texts. As keys
 * next to that text they are keywords, which JSON refuses next to it. */
static ptc_status give_printed(give_state *give, const ptc_value *value, ptc_value *out)
{
    ptc_print_style style = PTC_PRINT_READABLE;
    ptc_text text;
    ptc_str view;

    if (value->kind == (uint8_t)PTC_TEMPORAL)
        style = PTC_PRINT_DISPLAY;
    else if (ptc_is_endless(value) && !give->is_result)
        style = PTC_PRINT_QUOTED;
    else if (ptc_is_endless(value))
        ptc_endless_refuse(give->lisp, "be a result or part of one");
    ptc_text_init(&text, give->arena);
    ptc_lisp_print(give->lisp, &text, value, style);
    if (give->is_numbered && !give_is_text(value)) {
        ptc_text_cstr(&text, " #");
        ptc_text_uint(&text, ++give->number);
    }
    if (text.failed)
        return PTC_ERROR_MEMORY;
    view = ptc_text_view(&text);
    *out = ptc_value_string(view);
    ptc_string_done(out, view.len);
    if (value->kind != (uint8_t)PTC_TEMPORAL)
        out->flags |= PTC_FLAG_LABEL;
    if (give->is_numbered && give_is_text(value))
        out->kind = PTC_KEYWORD;
    return PTC_OK;
}

/* The final values of vars; an unbound var gives nil, a var of a function and vars that
 * form a cycle stay. */
static ptc_value give_bound(const ptc_value *var)
{
    ptc_value value = *var;

    for (unsigned i = 0; i < GIVE_VARS; i++) {
        const ptc_variable *variable = ptc_name_of(&value)->variable;

        if (variable == NULL || !variable->is_bound)
            return ptc_value_nil();
        if (variable->value.kind == (uint8_t)PTC_FUNCTION)
            return *var;
        value = variable->value;
        if (value.kind != (uint8_t)PTC_VAR)
            return value;
    }
    return *var;
}

static ptc_status give_var(give_state *give, const ptc_value *var, ptc_value *out,
                           unsigned depth)
{
    ptc_value value = give->reads_vars ? give_bound(var) : *var;

    if (value.kind != (uint8_t)PTC_VAR)
        return give_value(give, &value, out, depth);
    give->has_var = true;
    return give_printed(give, var, out);
}

static ptc_status give_items(give_state *give, const ptc_value *value, ptc_value **items,
                             unsigned depth)
{
    ptc_status status = PTC_OK;
    ptc_value list =
        value->kind == PTC_SET ? ptc_lisp_set_items(give->lisp, value) : *value;
    bool is_flat = (list.flags & PTC_FLAG_TREE) == 0;

    *items = ptc_arena_alloc(give->arena, value->aux * sizeof **items);
    if (*items == NULL)
        return PTC_ERROR_MEMORY;
    for (uint32_t i = 0; i < value->aux && status == PTC_OK; i++) {
        ptc_value item;

        if (!is_flat)
            item = ptc_tree_nth(&list, i);
        status =
            give_part(give, is_flat ? &list.as.items[i] : &item, &(*items)[i], depth);
    }
    return status;
}

static ptc_status give_set(give_state *give, const ptc_value *value, ptc_value *out,
                           unsigned depth)
{
    ptc_value *items;
    ptc_status status = give_items(give, value, &items, depth);

    return status == PTC_OK ? ptc_value_set_of(give->arena, items, value->aux, out, NULL)
                            : status;
}

/* Vars may have the same value: as numbered keys they stay vars. */
static ptc_status give_key(give_state *give, const ptc_value *key, ptc_value *out,
                           unsigned depth)
{
    bool reads_vars = give->reads_vars;
    ptc_status status;

    give->reads_vars = reads_vars && !give->is_numbered;
    status = give_value(give, key, out, depth);
    give->reads_vars = reads_vars;
    return status;
}

static ptc_status give_entries(give_state *give, const ptc_value *map,
                               ptc_map_entry *entries, unsigned depth)
{
    ptc_value pairs = ptc_lisp_map_pairs(give->lisp, map);
    ptc_status status = PTC_OK;

    for (uint32_t i = 0; i < map->aux && status == PTC_OK; i++) {
        const ptc_value *pair = &pairs.as.items[2 * (size_t)i];

        status = give_key(give, &pair[0], &entries[i].key, depth);
        if (status == PTC_OK)
            status = give_value(give, &pair[1], &entries[i].value, depth);
    }
    return status;
}

/* The keys of a shape as data, or NULL when refused memory. */
static const ptc_value *give_keys(give_state *give, const ptc_shape *shape)
{
    give_shape *known = &give->shapes[((uintptr_t)shape >> 4) % GIVE_SHAPES];
    ptc_value *keys;

    if (known->shape == shape)
        return known->keys;
    keys = ptc_arena_alloc(give->arena, shape->count * sizeof *keys);
    for (uint32_t i = 0; i < shape->count && keys != NULL; i++) {
        if (give_text(give, &shape->keys[i], &keys[i]) != PTC_OK)
            return NULL;
    }
    if (keys != NULL)
        *known = (give_shape){shape, keys};
    return keys;
}

/* The keys of a shape are texts and differ, and are too few for an index. */
static ptc_status give_record(give_state *give, const ptc_value *value, ptc_value *out,
                              unsigned depth)
{
    const ptc_record *record = ptc_record_of(value);
    const ptc_value *keys = give_keys(give, record->shape);
    uint32_t count = record->shape->count;
    ptc_map_entry *entries =
        ptc_arena_alloc(give->arena, count * sizeof *entries + sizeof(ptc_map));
    ptc_status status = PTC_OK;
    ptc_map *map;

    if (keys == NULL || entries == NULL)
        return PTC_ERROR_MEMORY;
    map = (ptc_map *)(void *)(entries + count);
    for (uint32_t i = 0; i < count && status == PTC_OK; i++) {
        const ptc_value *part = &record->values[i];

        entries[i].key = keys[i];
        entries[i].value = *part;
        if (part->kind > PTC_FLOAT)
            status = give_part(give, part, &entries[i].value, depth);
    }
    *map = (ptc_map){.entries = entries, .count = count, .kinds = record->shape->kinds};
    *out = ptc_value_map(map);
    return status;
}

/* Numbers did not help: the program has keys that are the texts of others. */
static PTC_COLD PTC_NORETURN void give_refuse_key(give_state *give, const ptc_value *key)
{
    ptc_text name;
    ptc_text text;

    ptc_text_init(&name, give->arena);
    if (key->kind == PTC_STRING || key->kind == PTC_KEYWORD)
        ptc_text_str(&name, ptc_value_text(key));
    else
        ptc_lisp_print_cut(give->lisp, &name, key, PTC_PRINT_QUOTED, GIVE_KEY_MAX);
    ptc_text_init(&text, give->arena);
    ptc_json_write_meeting(&text, ptc_text_view(&name));
    ptc_text_byte(&text, '\0');
    if (name.failed || text.failed)
        ptc_lisp_memory_error(give->lisp);
    ptc_lisp_raise(give->lisp, PTC_REASON_TYPE, "%s", text.ptr);
}

/* Functions may print alike: as keys they are then numbered. */
static ptc_status give_map(give_state *give, const ptc_value *value, ptc_value *out,
                           unsigned depth)
{
    ptc_map_entry *entries = ptc_arena_array(give->arena, value->aux, sizeof *entries);
    bool was_numbered = give->is_numbered;
    ptc_status status;
    size_t twin = SIZE_MAX;

    if (entries == NULL && value->aux != 0)
        return PTC_ERROR_MEMORY;
    for (;;) {
        status = give_entries(give, value, entries, depth);
        if (status == PTC_OK)
            status = ptc_map_make(give->arena, entries, value->aux, out, &twin);
        if (status != PTC_ERROR_DUPLICATE || give->is_numbered)
            break;
        give->is_numbered = true;
    }
    give->is_numbered = was_numbered;
    if (status == PTC_ERROR_DUPLICATE && give->is_result && twin < value->aux)
        give_refuse_key(give, &entries[twin].key);
    return status;
}

/* Recursion is counted. */
static ptc_status give_value(give_state *give, const ptc_value *value, ptc_value *out,
                             unsigned depth)
{
    ptc_status status;
    ptc_value *items;

    if (depth == 0)
        return PTC_ERROR_DEPTH;
    if (give->rest-- == 0)
        return PTC_ERROR_MEMORY;
    *out = *value;
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_INT:
    case PTC_FLOAT:
        return PTC_OK;
    case PTC_STRING:
    case PTC_KEYWORD:
    case PTC_OPAQUE:
        return give_text(give, value, out);
    case PTC_VECTOR:
        status = give_items(give, value, &items, depth - 1);
        *out = ptc_value_vector(items, value->aux);
        out->flags = value->flags & (PTC_FLAG_SEQ | PTC_FLAG_ENTRY);
        return status;
    case PTC_SET:
        return give_set(give, value, out, depth - 1);
    case PTC_MAP:
        return value->flags & PTC_FLAG_TREE ? give_map(give, value, out, depth - 1)
                                            : give_record(give, value, out, depth - 1);
    }
    return value->kind == (uint8_t)PTC_VAR ? give_var(give, value, out, depth - 1)
                                           : give_printed(give, value, out);
}

static ptc_status give_all(ptc_lisp *lisp, ptc_arena *arena, const ptc_value *value,
                           give_state *give, ptc_value *out)
{
    uint64_t known = (uint64_t)lisp->heap_most + lisp->host_arena.held;
    ptc_status status;

    give->lisp = lisp;
    give->arena = arena;
    give->rest = known / 4 + 1024;
    status = give_value(give, value, out, PTC_DEPTH_MAX);
    if (status != PTC_OK)
        *out = ptc_value_nil();
    return status;
}

ptc_status ptc_lisp_export(ptc_lisp *lisp, ptc_arena *arena, const ptc_value *value,
                           ptc_value *out)
{
    give_state give = {.reads_vars = false};

    return give_all(lisp, arena, value, &give, out);
}

ptc_status ptc_lisp_export_result(ptc_lisp *lisp, ptc_arena *arena,
                                  const ptc_value *value, bool reads_vars, ptc_value *out,
                                  bool *has_var)
{
    give_state give = {.reads_vars = reads_vars, .is_result = true};
    ptc_status status = give_all(lisp, arena, value, &give, out);

    *has_var = give.has_var;
    return status;
}
