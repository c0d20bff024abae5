/* SPDX-License-Identifier: MIT */
/*
 * Memory to bytes. See snapshot_int.h. Nothing is made on the heap, so that even memory
 * that fills it can be saved: temporary data is in the call's own arenas.
 */
#include "lisp/heap/endless.h"
#include "lisp/heap/layout.h"
#include "lisp/heap/memory.h"
#include "lisp/image/save_int.h"

#include <stdlib.h>

/* --- Shared values ----------------------------------------------------------------- */

/* Whether the value has an address by which it may be met again; names have one. */
static const void *save_address(const ptc_value *value)
{
    switch ((unsigned)value->kind) {
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_INT:
    case PTC_FLOAT:
    case PTC_TEMPORAL:
        return NULL;
    default: /* as.text, as.items and as.object are all pointers */
        return value->as.text;
    }
}

static uint32_t save_kind(const ptc_value *value)
{
    return value->kind | (uint32_t)value->flags << 8;
}

/* --- Collections ------------------------------------------------------------------- */

static uint32_t save_value(ptc_lisp *lisp, ptc_save_job *job, const ptc_value *value,
                           unsigned depth);

static int save_compare(const void *a, const void *b)
{
    uint32_t left = (*(const ptc_hash_entry *const *)a)->number;
    uint32_t right = (*(const ptc_hash_entry *const *)b)->number;

    return (left > right) - (left < right);
}

/* The entries in their order. */
static const ptc_hash_entry **save_entries(ptc_lisp *lisp, ptc_save_job *job,
                                           const ptc_value *value)
{
    const ptc_hash_entry **entries =
        ptc_snapshot_array(lisp, &job->scratch, value->aux, sizeof *entries);
    bool is_ordered = true;
    ptc_hash_walk walk;

    ptc_hash_walk_init(&walk, value);
    for (uint32_t i = 0; i < value->aux; i++) {
        entries[i] = ptc_hash_walk_next(&walk);
        is_ordered =
            is_ordered && (i == 0 || entries[i - 1]->number < entries[i]->number);
    }
    if (!is_ordered && !ptc_is_sorted(value))
        qsort(entries, value->aux, sizeof *entries, save_compare);
    return entries;
}

/* The items; keys and values in turn. */
static const ptc_value *save_items(ptc_lisp *lisp, ptc_save_job *job,
                                   const ptc_value *value)
{
    bool is_map = value->kind == PTC_MAP;
    const ptc_hash_entry **entries;
    const ptc_record *record;
    ptc_value *items;

    if (!is_map && !(value->flags & PTC_FLAG_TREE))
        return value->as.items;
    items = ptc_snapshot_array(lisp, &job->scratch, value->aux * (size_t)(is_map ? 2 : 1),
                               sizeof *items);
    if (value->kind == PTC_VECTOR) {
        ptc_tree_copy(value, 0, value->aux, items);
        return items;
    }
    if (!(value->flags & PTC_FLAG_TREE)) {
        record = ptc_record_of(value);
        for (size_t i = 0; i < value->aux; i++) {
            items[2 * i] = record->shape->keys[i];
            items[2 * i + 1] = record->values[i];
        }
        return items;
    }
    entries = save_entries(lisp, job, value);
    for (size_t i = 0; i < value->aux; i++) {
        items[is_map ? 2 * i : i] = entries[i]->key;
        if (is_map)
            items[2 * i + 1] = entries[i]->value;
    }
    return items;
}

/* Writes the parts and returns their numbers; raises `*height` to theirs. */
static uint32_t *save_parts(ptc_lisp *lisp, ptc_save_job *job, const ptc_value *parts,
                            size_t count, unsigned depth, unsigned *height)
{
    uint32_t *numbers = ptc_snapshot_array(lisp, &job->scratch, count, sizeof *numbers);

    for (size_t i = 0; i < count; i++) {
        numbers[i] = save_value(lisp, job, &parts[i], depth);
        *height = job->height >= *height ? job->height + 1 : *height;
    }
    return numbers;
}

static void save_numbers(ptc_save_job *job, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ptc_save_number(job, numbers[i], 4);
}

static ptc_snapshot_tag save_collection_tag(const ptc_value *value)
{
    bool is_sorted = ptc_is_sorted(value);

    if (value->kind == PTC_MAP)
        return is_sorted ? PTC_SNAPSHOT_SORTED_MAP : PTC_SNAPSHOT_MAP;
    if (value->kind == PTC_SET)
        return is_sorted ? PTC_SNAPSHOT_SORTED_SET : PTC_SNAPSHOT_SET;
    if (value->flags & PTC_FLAG_SEQ)
        return PTC_SNAPSHOT_SEQ;
    return value->flags & PTC_FLAG_ENTRY ? PTC_SNAPSHOT_ENTRY : PTC_SNAPSHOT_VECTOR;
}

static unsigned save_collection(ptc_lisp *lisp, ptc_save_job *job, const ptc_value *value,
                                unsigned depth)
{
    size_t count = value->aux * (size_t)(value->kind == PTC_MAP ? 2 : 1);
    ptc_arena_mark mark = ptc_arena_place(&job->scratch);
    const ptc_value *items = save_items(lisp, job, value);
    uint32_t *comparator = NULL;
    unsigned height = 0;
    uint32_t *numbers;

    if (ptc_is_sorted(value)) {
        ptc_value function = ptc_sorted_comparator(value);

        comparator = save_parts(lisp, job, &function, 1, depth, &height);
    }
    numbers = save_parts(lisp, job, items, count, depth, &height);
    ptc_save_tag(job, save_collection_tag(value));
    if (comparator != NULL)
        ptc_save_number(job, *comparator, 4);
    ptc_save_number(job, value->aux, 4);
    save_numbers(job, numbers, count);
    ptc_arena_rewind(&job->scratch, mark);
    return height;
}

/* --- Functions --------------------------------------------------------------------- */

static unsigned save_function(ptc_lisp *lisp, ptc_save_job *job, const ptc_value *value,
                              unsigned depth)
{
    const ptc_function *function = (const ptc_function *)(const void *)value->as.object;
    const ptc_proto *proto = function->code;
    ptc_arena_mark mark = ptc_arena_place(&job->scratch);
    const ptc_save_program *of;
    unsigned height = 0;
    uint32_t *numbers;

    if (ptc_function_is_native(function)) {
        if (function->head != PTC_OBJECT_FUNCTION)
            ptc_save_refuse(lisp, job, "a function composed of others",
                            "define it with (defn name [..] ..)");
        ptc_save_text(lisp, job, PTC_SNAPSHOT_BUILTIN, ptc_str_of(function->code));
        return 0;
    }
    numbers = save_parts(lisp, job, function->captured, function->count, depth, &height);
    of = ptc_save_find_program(lisp, job, proto->program);
    ptc_save_tag(job, of->is_own ? PTC_SNAPSHOT_OWN_CLOSURE : PTC_SNAPSHOT_CLOSURE);
    ptc_save_number(job, of->key, of->is_own ? 4 : 8);
    ptc_save_number(job, ptc_save_function_number(job, of, proto), 4);
    ptc_save_number(job, function->count, 4);
    save_numbers(job, numbers, function->count);
    ptc_arena_rewind(&job->scratch, mark);
    return height;
}

static unsigned save_boxed(ptc_lisp *lisp, ptc_save_job *job, const ptc_value *value,
                           unsigned depth)
{
    const ptc_boxed *boxed = (const ptc_boxed *)(const void *)value->as.object;
    uint32_t content;

    if ((unsigned)value->kind == PTC_REGEX) {
        ptc_save_text(lisp, job, PTC_SNAPSHOT_REGEX, ptc_value_text(&boxed->content));
        return 0;
    }
    content = save_value(lisp, job, &boxed->content, depth);
    ptc_save_tag(job, PTC_SNAPSHOT_REDUCED);
    ptc_save_number(job, content, 4);
    return job->height + 1;
}

/* --- Values ------------------------------------------------------------------------ */

/* Writes the value after its parts; returns its height. */
static unsigned save_any(ptc_lisp *lisp, ptc_save_job *job, const ptc_value *value,
                         unsigned depth)
{
    switch ((unsigned)value->kind) {
    case PTC_STRING:
    case PTC_OPAQUE:
    case PTC_KEYWORD:
    case PTC_SYMBOL:
    case PTC_VAR:
        ptc_save_textual(lisp, job, value);
        return 0;
    case PTC_VECTOR:
    case PTC_MAP:
    case PTC_SET:
        return save_collection(lisp, job, value, depth);
    case PTC_FUNCTION:
        return save_function(lisp, job, value, depth);
    case PTC_REGEX:
    case PTC_REDUCED:
        return save_boxed(lisp, job, value, depth);
    case PTC_ENDLESS:
        ptc_save_refuse(lisp, job, "a sequence without an end", "take a part of it");
    default:
        ptc_save_scalar(job, value);
        return 0;
    }
}

PTC_COLD PTC_NORETURN static void save_refuse_deep(ptc_lisp *lisp,
                                                   const ptc_save_job *job)
{
    ptc_save_refuse(lisp, job, "a value that is nested too deep, or contains itself",
                    "keep less of it");
}

/* The value's number, and its height in `job->height`. A value that contains itself is
 * deeper than all others. */
static uint32_t save_value(ptc_lisp *lisp, ptc_save_job *job, const ptc_value *value,
                           unsigned depth)
{
    const void *address = save_address(value);
    const ptc_save_known *known =
        ptc_save_find(job, address, value->aux, save_kind(value));
    unsigned height;

    if (known != NULL) {
        job->height = known->height;
        return known->number;
    }
    if (depth == 0)
        save_refuse_deep(lisp, job);
    ptc_lisp_steps(lisp, 1);
    height = save_any(lisp, job, value, depth - 1);
    if (height >= PTC_DEPTH_MAX)
        save_refuse_deep(lisp, job);
    if (job->text.failed)
        ptc_lisp_memory_error(lisp);
    if (address != NULL)
        ptc_save_know(
            lisp, job,
            (ptc_save_known){address, value->aux, save_kind(value), job->count, height});
    job->height = height;
    return job->count++;
}

/* --- All --------------------------------------------------------------------------- */

static uint32_t save_count_variables(const ptc_lisp *lisp)
{
    uint32_t count = 0;

    for (const ptc_variable *at = lisp->variables; at != NULL; at = at->next)
        count += at->is_bound;
    return count;
}

static void save_variable(ptc_lisp *lisp, ptc_save_job *job, const ptc_variable *variable,
                          uint32_t *numbers)
{
    ptc_value name = ptc_name_value(variable->name, PTC_STRING);

    job->name = "memory"; /* an invalid name must not be quoted */
    if (name.aux == 0)
        ptc_save_refuse(lisp, job, "a variable without a name", "name it");
    ptc_save_check_name(lisp, job, ptc_value_text(&name));
    job->name = variable->name->text;
    numbers[0] = save_value(lisp, job, &name, PTC_DEPTH_MAX);
    numbers[1] = save_value(lisp, job, &variable->value, PTC_DEPTH_MAX);
}

static void save_history(ptc_lisp *lisp, ptc_save_job *job, uint32_t numbers[3])
{
    static const char *const names[] = {"*1", "*2", "*3"};

    for (unsigned i = 0; i < 3; i++) {
        job->name = names[i];
        numbers[i] = lisp->history[i].kind == PTC_NIL
                         ? 0
                         : save_value(lisp, job, &lisp->history[i], PTC_DEPTH_MAX) + 1;
    }
}

static void save_spaces(ptc_lisp *lisp, ptc_save_job *job)
{
    job->name = "memory";
    for (size_t i = 0; i < lisp->spaces.count; i++) {
        const ptc_space *space = &lisp->spaces.items[i];

        ptc_save_number(job, (uint64_t)space->kind, 1);
        ptc_snapshot_add_text(&job->text, space->name);
        ptc_snapshot_add_text(&job->text, space->of);
        ptc_snapshot_add_text(&job->text, space->member);
    }
}

static void save_programs(ptc_lisp *lisp, ptc_save_job *job)
{
    job->programs_at = job->text.len - PTC_SNAPSHOT_HEAD;
    for (size_t i = 0; i < job->program_count && !job->text.failed; i++) {
        size_t before = job->text.len;

        if (!job->programs[i].is_own)
            continue;
        ptc_snapshot_add_image(&job->text, job->programs[i].image,
                               job->programs[i].program->start);
        ptc_lisp_read_bytes(lisp, job->text.len - before);
    }
}

/* The newest variable comes first in the list, the oldest in the bytes. */
static void save_run(ptc_lisp *lisp, void *user)
{
    ptc_save_job *job = user;
    uint32_t count = save_count_variables(lisp);
    uint32_t *numbers = ptc_snapshot_array(lisp, &job->rows, count, 2 * sizeof *numbers);
    uint32_t at = count;
    uint32_t history[3];
    char head[PTC_SNAPSHOT_HEAD] = {0};

    ptc_text_bytes(&job->text, head, sizeof head);
    for (const ptc_variable *one = lisp->variables; one != NULL; one = one->next)
        if (one->is_bound)
            save_variable(lisp, job, one, &numbers[2 * (size_t)--at]);
    save_history(lisp, job, history);
    save_numbers(job, numbers, 2 * (size_t)count);
    save_numbers(job, history, 3);
    save_spaces(lisp, job);
    save_programs(lisp, job);
    if (job->text.failed || job->text.len > UINT32_MAX)
        ptc_lisp_memory_error(lisp);
    job->variable_count = count;
    job->is_done = true;
}

static void save_put(char *out, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        out[i] = (char)(unsigned char)(number >> 8 * i & 255u);
}

static void save_finish(const ptc_lisp *lisp, ptc_save_job *job)
{
    char *head = job->text.ptr;
    ptc_str body =
        ptc_str_make(head + PTC_SNAPSHOT_HEAD, job->text.len - PTC_SNAPSHOT_HEAD);

    save_put(head, PTC_SNAPSHOT_MAGIC, 4);
    save_put(head + PTC_SNAPSHOT_AT_FORM, PTC_SNAPSHOT_FORMAT, 4);
    save_put(head + PTC_SNAPSHOT_AT_REVISION, PTC_LISP_REVISION, 4);
    save_put(head + PTC_SNAPSHOT_AT_VALUES, job->count, 4);
    save_put(head + PTC_SNAPSHOT_AT_VARIABLES, job->variable_count, 4);
    save_put(head + PTC_SNAPSHOT_AT_SPACES, lisp->spaces.count, 4);
    save_put(head + PTC_SNAPSHOT_AT_PROGRAMS, job->own_count, 4);
    save_put(head + PTC_SNAPSHOT_AT_FIRST, job->programs_at, 4);
    save_put(head + PTC_SNAPSHOT_SUM, ptc_str_hash(body), 8);
}

/* In arenas that end here. */
static void save_protect(ptc_lisp *lisp, ptc_save_job *job)
{
    const ptc_allocator *allocator = &lisp->own_arena.allocator;

    ptc_arena_init(&job->table, allocator, 0);
    ptc_arena_init(&job->scratch, allocator, 0);
    ptc_arena_init(&job->rows, allocator, 0);
    ptc_lisp_start_saving(lisp);
    ptc_lisp_protect(lisp, save_run, job);
    ptc_lisp_stop_limits(lisp);
    ptc_arena_free(&job->table);
    ptc_arena_free(&job->scratch);
    ptc_arena_free(&job->rows);
}

ptc_status ptc_lisp_save(ptc_arena *arena, ptc_lisp *lisp, ptc_str *bytes,
                         ptc_lisp_error *error)
{
    ptc_save_job job = {.name = "memory"};
    ptc_lisp_error own;
    ptc_status status = PTC_OK;

    *bytes = ptc_str_make("", 0);
    if (error == NULL)
        error = &own;
    *error = ptc_lisp_error_none();
    if (!ptc_program_begin(lisp))
        return ptc_lisp_misuse(error, "ptc_lisp_save",
                               "a program of the context is running; save it afterwards");
    ptc_text_init(&job.text, arena);
    save_protect(lisp, &job);
    if (!job.is_done)
        status = lisp->is_refused || lisp->error.reason == PTC_REASON_MEMORY ||
                         ptc_lisp_give_error(lisp, arena, error) != PTC_OK
                     ? PTC_ERROR_MEMORY
                     : PTC_ERROR_INVALID;
    ptc_lisp_settle(lisp, true);
    if (status == PTC_ERROR_MEMORY)
        *error = ptc_lisp_error_refused();
    if (status != PTC_OK)
        return status;
    save_finish(lisp, &job);
    *bytes = ptc_text_view(&job.text);
    return PTC_OK;
}
