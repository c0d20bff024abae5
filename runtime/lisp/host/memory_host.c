/* SPDX-License-Identifier: MIT */
/*
 * Memory as the host sees it: as a map, its size, its changes; and what programs of
 * contract 1 leave in it implicitly. See <ptc/lisp.h>. [ptc-lisp 9.4]
 */
#include "base/base_int.h"
#include "lisp/heap/data.h"
#include "lisp/heap/memory.h"
#include "lisp/heap/take.h"
#include "lisp/host/host_int.h"

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

ptc_status ptc_lisp_memory(ptc_arena *arena, ptc_lisp *lisp, ptc_value *map)
{
    memory_job job = {.arena = arena, .count = memory_count(lisp)};

    *map = ptc_value_nil();
    if (lisp->escape != NULL) /* a tool that this context runs */
        return ptc_misuse("ptc_lisp_memory",
                          "a program of the context is running; ask before or after");
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

/* The changes of the run, under the names it defined. */
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

static void memory_measure_run(ptc_lisp *lisp, void *user)
{
    ptc_lisp_measure_memory(lisp, PTC_MEMORY_SIZE_MAX, user);
}

size_t ptc_lisp_memory_size(ptc_lisp *lisp)
{
    ptc_memory_use use = {0};

    if (lisp->escape != NULL || !memory_look(lisp, memory_measure_run, &use))
        return SIZE_MAX;
    return use.size <= PTC_MEMORY_SIZE_MAX ? use.size : SIZE_MAX;
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

    ptc_lisp_undefine_all(lisp);
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

    if (lisp->escape != NULL)
        return ptc_misuse("ptc_lisp_set_memory",
                          "a program of the context is running; set it before or after");
    if (!memory_is_map_of_names(map))
        return ptc_misuse("ptc_lisp_set_memory",
                          "map is not a map whose keys are strings or keywords");
    ptc_arena_reset(&lisp->run_arena);
    lisp->memory_use = (ptc_memory_use){0};
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
