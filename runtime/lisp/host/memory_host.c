/* SPDX-License-Identifier: MIT */
/*
 * Memory as the host sees it: as a map, by its size, by what changed; and what programs
 * of contract 1 leave in it without saying so. See <ptc/lisp.h>. [ptc-lisp 9.4]
 */
#include "lisp/heap/data.h"
#include "lisp/heap/memory.h"
#include "lisp/heap/take.h"
#include "lisp/host/host_int.h"

#define MEMORY_SIZE_MAX ((size_t)64 << 20)

/* Between runs: whatever `body` makes on the heap is given back. */
static bool memory_look(ptc_lisp *lisp, void (*body)(ptc_lisp *lisp, void *user),
                        void *user)
{
    size_t size = ptc_heap_size(lisp);
    bool is_good;

    ptc_arena_reset(&lisp->run_arena);
    is_good = ptc_lisp_protect(lisp, body, user);
    if (ptc_heap_size(lisp) != size)
        ptc_lisp_settle(lisp, true);
    return is_good;
}

static uint32_t memory_count(const ptc_lisp *lisp)
{
    uint32_t count = 0;

    for (const ptc_variable *variable = lisp->variables; variable != NULL;
         variable = variable->next)
        count += variable->is_bound;
    return count;
}

/* --- As a map ----------------------------------------------------------------------- */

typedef struct memory_job {
    ptc_arena *arena;
    ptc_map_entry *entries;
    uint32_t count;
    bool only_changed;
    ptc_status status;
} memory_job;

static void memory_export(ptc_lisp *lisp, void *user)
{
    memory_job *job = user;
    uint32_t at = job->count;

    for (const ptc_variable *variable = lisp->variables; variable != NULL;
         variable = variable->next) {
        ptc_map_entry *entry;
        ptc_value key;

        if (!variable->is_bound || (job->only_changed && !variable->is_changed))
            continue;
        entry = &job->entries[--at]; /* the newest comes first */
        key = ptc_name_value(variable->name, PTC_STRING);
        key.flags = 0;
        job->status = ptc_value_copy(job->arena, &key, &entry->key);
        if (job->status == PTC_OK)
            job->status =
                ptc_lisp_export(lisp, job->arena, &variable->value, &entry->value);
        if (job->status != PTC_OK)
            return;
    }
}

ptc_status ptc_lisp_memory(ptc_lisp *lisp, ptc_arena *arena, ptc_value *map)
{
    memory_job job = {.arena = arena, .count = memory_count(lisp)};

    *map = ptc_value_nil();
    if (lisp->escape != NULL) /* a tool that this context runs */
        return PTC_ERROR_ARGUMENT;
    job.entries = ptc_arena_array(arena, job.count, sizeof *job.entries);
    if (job.entries == NULL)
        return PTC_ERROR_MEMORY;
    if (!memory_look(lisp, memory_export, &job))
        job.status =
            lisp->error.reason == PTC_REASON_MEMORY ? PTC_ERROR_MEMORY : PTC_ERROR_DEPTH;
    if (job.status == PTC_OK)
        job.status = ptc_map_make(arena, job.entries, job.count, map, NULL);
    return job.status;
}

/* What the run changed, under the names it defined. */
static uint32_t memory_count_changed(const ptc_lisp *lisp)
{
    uint32_t count = 0;

    for (const ptc_variable *variable = lisp->variables; variable != NULL;
         variable = variable->next)
        count += variable->is_changed && variable->is_bound;
    return count;
}

ptc_status ptc_lisp_export_changes(ptc_lisp *lisp, ptc_arena *arena, ptc_value *map)
{
    memory_job job = {
        .arena = arena, .count = memory_count_changed(lisp), .only_changed = true};

    *map = ptc_value_nil();
    job.entries = ptc_arena_array(arena, job.count, sizeof *job.entries);
    if (job.entries == NULL)
        return PTC_ERROR_MEMORY;
    memory_export(lisp, &job);
    return job.status == PTC_OK ? ptc_map_make(arena, job.entries, job.count, map, NULL)
                                : job.status;
}

/* --- Its size ----------------------------------------------------------------------- */

/* Counts bytes of JSON up to a limit. */
typedef struct memory_measure {
    ptc_lisp *lisp;
    size_t size;
    size_t most;
} memory_measure;

static void measure_value(memory_measure *measure, const ptc_value *value,
                          unsigned depth);

/* A string with its quotes and escapes. */
static void measure_text(memory_measure *measure, ptc_str text)
{
    size_t size = 2 + text.len;

    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.ptr[i];

        if (byte == '"' || byte == '\\' || (byte >= '\b' && byte <= '\r' && byte != '\v'))
            size += 1;
        else if (byte < 0x20)
            size += 5;
    }
    measure->size += size;
}

static void measure_scalar(memory_measure *measure, const ptc_value *value)
{
    char digits[PTC_NUMBER_MAX];

    if (value->kind == PTC_INT)
        measure->size += ptc_number_write_int(value->as.integer, digits);
    else if (value->kind == PTC_FLOAT)
        measure->size += ptc_number_write_json(value->as.number, digits);
    else
        measure->size += value->kind == PTC_BOOL && !value->as.boolean ? 5 : 4;
}

/* A function by its text, whatever else is no data as it is printed. */
static void measure_printed(memory_measure *measure, const ptc_value *value)
{
    const ptc_function *function = (const ptc_function *)(const void *)value->as.object;

    if ((unsigned)value->kind == PTC_FUNCTION && !ptc_function_is_native(function) &&
        ((const ptc_proto *)function->code)->source.len > 0)
        measure_text(measure, ((const ptc_proto *)function->code)->source);
    else
        measure_text(measure, ptc_str_of(ptc_lisp_quote(measure->lisp, value)));
}

static void measure_key(memory_measure *measure, const ptc_value *key, unsigned depth)
{
    measure->size += key->kind <= PTC_FLOAT ? 2 : 0; /* its quotes */
    measure_value(measure, key, depth);
}

static void measure_map(memory_measure *measure, const ptc_value *map, unsigned depth)
{
    const ptc_value *keys;
    const ptc_value *values;
    size_t stride = 2;
    ptc_value pairs;

    if (map->flags & PTC_FLAG_TREE) {
        pairs = ptc_lisp_map_pairs(measure->lisp, map);
        keys = pairs.as.items;
        values = keys + 1;
    } else {
        keys = ptc_record_of(map)->shape->keys;
        values = ptc_record_of(map)->values;
        stride = 1;
    }
    measure->size += 2 + (map->aux > 0 ? 2 * (size_t)map->aux - 1 : 0);
    for (size_t i = 0; i < map->aux && measure->size <= measure->most; i++) {
        measure_key(measure, &keys[i * stride], depth);
        measure_value(measure, &values[i * stride], depth);
    }
}

static void measure_list(memory_measure *measure, const ptc_value *value, unsigned depth)
{
    ptc_value list =
        value->kind == PTC_SET ? ptc_lisp_set_items(measure->lisp, value) : *value;

    measure->size += 2 + (value->aux > 0 ? (size_t)value->aux - 1 : 0);
    for (uint32_t i = 0; i < value->aux && measure->size <= measure->most; i++) {
        ptc_value item = ptc_vector_nth(&list, i);

        measure_value(measure, &item, depth);
    }
}

/* Recursion is counted. */
static void measure_value(memory_measure *measure, const ptc_value *value, unsigned depth)
{
    if (depth == 0) {
        measure->size = SIZE_MAX / 2; /* no data */
        return;
    }
    switch ((unsigned)value->kind) {
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_INT:
    case PTC_FLOAT:
        measure_scalar(measure, value);
        return;
    case PTC_STRING:
    case PTC_KEYWORD:
    case PTC_SYMBOL:
        measure_text(measure, ptc_value_text(value));
        return;
    case PTC_OPAQUE:
        measure->size += value->aux;
        return;
    case PTC_VECTOR:
    case PTC_SET:
        measure_list(measure, value, depth - 1);
        return;
    case PTC_MAP:
        measure_map(measure, value, depth - 1);
        return;
    default:
        measure_printed(measure, value);
    }
}

/* Of all variables, as one object. */
static void measure_memory(ptc_lisp *lisp, void *user)
{
    memory_measure *measure = user;
    bool is_first = true;

    measure->size = 2;
    for (const ptc_variable *variable = lisp->variables;
         variable != NULL && measure->size <= measure->most; variable = variable->next) {
        if (!variable->is_bound)
            continue;
        measure->size += is_first ? 1 : 2; /* : and , */
        is_first = false;
        measure_text(measure, ptc_str_make(variable->name->text, variable->name->length));
        measure_value(measure, &variable->value, PTC_DEPTH_MAX);
    }
}

size_t ptc_lisp_memory_size(ptc_lisp *lisp)
{
    memory_measure measure = {lisp, 0, MEMORY_SIZE_MAX};

    if (lisp->escape != NULL)
        return SIZE_MAX;
    if (!memory_look(lisp, measure_memory, &measure))
        return SIZE_MAX;
    return measure.size <= MEMORY_SIZE_MAX ? measure.size : SIZE_MAX;
}

void ptc_lisp_check_memory(ptc_lisp *lisp)
{
    size_t limit = lisp->options.memory_limit;
    memory_measure measure = {lisp, 0, limit > MEMORY_SIZE_MAX ? limit : MEMORY_SIZE_MAX};

    if (limit == 0)
        return;
    measure_memory(lisp, &measure);
    if (measure.size <= limit)
        return;
    if (measure.size > measure.most)
        ptc_lisp_raise(lisp, PTC_REASON_MEMORY_LIMIT,
                       "Memory limit exceeded: more than %zu bytes", limit);
    ptc_lisp_raise(lisp, PTC_REASON_MEMORY_LIMIT,
                   "Memory limit exceeded: %zu bytes > %zu bytes", measure.size, limit);
}

/* --- From a map --------------------------------------------------------------------- */

static bool memory_is_map_of_names(const ptc_value *map)
{
    bool is_utf8 = true;

    if (map == NULL)
        return true;
    if (map->kind != PTC_MAP || ptc_data_measure(map, SIZE_MAX - 1, &is_utf8) == SIZE_MAX)
        return false;
    for (uint32_t i = 0; i < map->aux; i++) {
        unsigned kind = map->as.map->entries[i].key.kind;

        if (kind != PTC_STRING && kind != PTC_KEYWORD)
            return false;
    }
    return is_utf8;
}

static void memory_replace(ptc_lisp *lisp, void *user)
{
    const ptc_value *map = user;

    for (ptc_variable *variable = lisp->variables; variable != NULL;
         variable = variable->next) {
        if (!variable->is_bound)
            continue;
        ptc_lisp_define(lisp, variable, ptc_value_nil());
        variable->is_bound = false;
    }
    for (uint32_t i = 0; map != NULL && i < map->aux; i++) {
        const ptc_map_entry *entry = &map->as.map->entries[i];
        const ptc_name *name = ptc_name_intern(lisp, ptc_value_text(&entry->key));

        ptc_lisp_define(lisp, ptc_lisp_variable(lisp, name),
                        ptc_data_take(lisp, &entry->value));
    }
}

ptc_status ptc_lisp_set_memory(ptc_lisp *lisp, const ptc_value *map)
{
    bool is_good;

    if (lisp->escape != NULL || !memory_is_map_of_names(map))
        return PTC_ERROR_ARGUMENT;
    ptc_arena_reset(&lisp->run_arena);
    lisp->pins = NULL; /* names last as long as what they name */
    lisp->is_refused = false;
    is_good = ptc_lisp_protect(lisp, memory_replace, (void *)(uintptr_t)map);
    lisp->pins = &lisp->own_pins;
    ptc_lisp_settle(lisp, is_good);
    if (is_good)
        return PTC_OK;
    return lisp->is_refused || lisp->error.reason == PTC_REASON_MEMORY
               ? PTC_ERROR_MEMORY
               : PTC_ERROR_ARGUMENT;
}

/* --- What a run leaves -------------------------------------------------------------- */

static bool memory_is_return(const ptc_value *key)
{
    return (key->kind == PTC_KEYWORD || key->kind == PTC_STRING) &&
           ptc_str_equal(ptc_value_text(key), PTC_STR("return"));
}

void ptc_lisp_merge_result(ptc_lisp *lisp)
{
    ptc_value map = lisp->result;
    ptc_value pairs;

    if (map.kind != PTC_MAP)
        return;
    pairs = ptc_lisp_map_pairs(lisp, &map);
    for (uint32_t i = 0; i < map.aux; i++) {
        const ptc_value *key = &pairs.as.items[2 * (size_t)i];

        if (memory_is_return(key))
            lisp->result = key[1];
        else if (key->kind == PTC_KEYWORD || key->kind == PTC_STRING)
            ptc_lisp_define(
                lisp, ptc_lisp_variable(lisp, ptc_name_intern(lisp, ptc_value_text(key))),
                key[1]);
    }
}

ptc_status ptc_lisp_report_changes(const ptc_lisp *lisp, ptc_arena *arena,
                                   ptc_lisp_result *out)
{
    size_t count = memory_count_changed(lisp);
    size_t at;
    ptc_str *names;

    if (count == 0)
        return PTC_OK;
    names = ptc_arena_array(arena, count, sizeof *names);
    at = count;
    for (const ptc_variable *variable = lisp->variables;
         variable != NULL && names != NULL; variable = variable->next) {
        if (!variable->is_changed || !variable->is_bound)
            continue;
        names[--at] = ptc_str_copy(
            arena, ptc_str_make(variable->name->text, variable->name->length));
        if (names[at].ptr == NULL)
            names = NULL;
    }
    out->changed = names;
    out->changed_count = names != NULL ? count : 0;
    return names != NULL ? PTC_OK : PTC_ERROR_MEMORY;
}
