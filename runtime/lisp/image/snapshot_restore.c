/* SPDX-License-Identifier: MIT */
/*
 * Bytes to memory. See snapshot_int.h. Nothing moves meanwhile: no function is called, so
 * that there is no safepoint, and values that were made stay where they are.
 */
#include "base/base_int.h"
#include "lisp/heap/data.h"
#include "lisp/heap/memory.h"
#include "lisp/host/host_int.h"
#include "lisp/image/restore_int.h"

/* --- Variables, history, namespaces --------------------------------------------------
 */

static ptc_str restore_variable_name(ptc_restore_job *job)
{
    uint32_t name = (uint32_t)ptc_restore_number(job, 4);

    ptc_restore_check(job,
                      name < job->made && job->values[name].kind == PTC_STRING &&
                          job->values[name].aux > 0,
                      "a variable without a name");
    ptc_restore_check(job, ptc_snapshot_is_name(ptc_value_text(&job->values[name])),
                      "a name with a control character");
    return ptc_value_text(&job->values[name]);
}

static void restore_variables(ptc_restore_job *job)
{
    ptc_lisp *lisp = job->lisp;

    job->defined = ptc_restore_array(job, job->variables, sizeof(ptc_variable *));
    ptc_lisp_undefine_all(lisp);
    for (uint32_t i = 0; i < job->variables; i++) {
        ptc_str name = restore_variable_name(job);
        uint32_t value = (uint32_t)ptc_restore_number(job, 4);
        ptc_variable *variable = ptc_lisp_variable(lisp, ptc_name_intern(lisp, name));

        ptc_restore_check(job, value < job->made, "a variable without a value");
        ptc_restore_check(job, !variable->is_bound, "two variables with one name");
        ptc_lisp_define(lisp, variable, job->values[value]);
        job->defined[i] = variable;
    }
}

/* Puts the defined ones before the others, the newest first: bound programs have made
 * some of them, in a different order. */
static void restore_order(const ptc_restore_job *job)
{
    ptc_variable **link = &job->lisp->variables;
    ptc_variable *list;

    while (*link != NULL) {
        if ((*link)->is_bound)
            *link = (*link)->next;
        else
            link = &(*link)->next;
    }
    list = job->lisp->variables;
    for (uint32_t i = 0; i < job->variables; i++) {
        job->defined[i]->next = list;
        list = job->defined[i];
    }
    job->lisp->variables = list;
}

static void restore_history(ptc_restore_job *job)
{
    for (unsigned i = 0; i < 3; i++) {
        uint32_t number = (uint32_t)ptc_restore_number(job, 4);

        ptc_restore_check(job, number <= job->made, "a missing result");
        job->history[i] = number > 0 ? job->values[number - 1] : ptc_value_nil();
    }
}

static ptc_str restore_space_name(ptc_restore_job *job, bool is_needed)
{
    ptc_str name = ptc_restore_text(job);

    ptc_restore_check(job,
                      name.len <= PTC_SPACE_NAME_MAX && (name.len > 0 || !is_needed) &&
                          ptc_snapshot_is_name(name),
                      "a namespace without a name");
    return name;
}

/* Into the list that becomes the context's when everything is done. */
static void restore_spaces(ptc_restore_job *job)
{
    ptc_lisp *lisp = job->lisp;

    for (uint32_t i = 0; i < job->spaces; i++) {
        uint64_t kind = ptc_restore_number(job, 1);
        ptc_space space = {.kind = (ptc_space_kind)kind};

        ptc_restore_check(job, kind < PTC_SPACE_PLAIN, "a namespace of unknown kind");
        space.name = restore_space_name(job, true);
        space.of = restore_space_name(job, kind != PTC_SPACE_OWN);
        space.member = restore_space_name(job, kind == PTC_SPACE_REFER);
        if (!ptc_space_add(&lisp->space_next_arena, &lisp->spaces_next, &space))
            ptc_lisp_memory_error(lisp);
    }
}

/* --- All --------------------------------------------------------------------------- */

static void restore_runtime(const ptc_restore_job *job, const unsigned char *head)
{
    uint32_t form = (uint32_t)ptc_snapshot_get(head + PTC_SNAPSHOT_AT_FORM, 4);
    uint32_t revision = (uint32_t)ptc_snapshot_get(head + PTC_SNAPSHOT_AT_REVISION, 4);

    if (form != PTC_SNAPSHOT_FORMAT || revision != PTC_LISP_REVISION)
        ptc_lisp_raise(job->lisp, PTC_REASON_INVALID_CONFIG,
                       "the memory was saved by another runtime: form %u instead of %u, "
                       "Lisp revision %u instead of %u",
                       (unsigned)form, (unsigned)PTC_SNAPSHOT_FORMAT, (unsigned)revision,
                       (unsigned)PTC_LISP_REVISION);
}

/* Where each of the programs in the bytes is. */
static void restore_find_programs(ptc_restore_job *job, size_t first, size_t count)
{
    size_t given = job->options->image_count;
    ptc_snapshot_bytes at = job->from;

    ptc_restore_check(job, first <= (size_t)(at.end - at.at), "it ends early");
    at.at += first;
    job->programs_at = at.at;
    ptc_restore_check(job, count <= (size_t)(at.end - at.at) / 4, "it ends early");
    job->programs = ptc_restore_array(job, given + count, sizeof *job->programs);
    for (; job->program_count < given; job->program_count++)
        job->programs[job->program_count].image =
            job->options->images[job->program_count];
    for (; job->program_count < given + count; job->program_count++) {
        uint32_t length = ptc_snapshot_length(&at, 1);

        job->programs[job->program_count].bytes =
            (ptc_snapshot_bytes){at.lisp, at.at, at.at + length};
        at.at += length;
    }
    ptc_restore_check(job, at.at == at.end, "it continues after its end");
}

static void restore_head(ptc_lisp *lisp, void *user)
{
    ptc_restore_job *job = user;
    const unsigned char *head = job->from.at;
    size_t size = (size_t)(job->from.end - head);
    ptc_str body;

    ptc_restore_check(
        job, size >= PTC_SNAPSHOT_HEAD && ptc_snapshot_get(head, 4) == PTC_SNAPSHOT_MAGIC,
        "it does not begin like one");
    restore_runtime(job, head);
    body = ptc_str_make((const char *)head + PTC_SNAPSHOT_HEAD, size - PTC_SNAPSHOT_HEAD);
    ptc_lisp_read_bytes(lisp, body.len);
    ptc_restore_check(job,
                      ptc_str_hash(body) == ptc_snapshot_get(head + PTC_SNAPSHOT_SUM, 8),
                      "its checksum differs");
    job->from.at += PTC_SNAPSHOT_HEAD;
    job->count = (uint32_t)ptc_snapshot_get(head + PTC_SNAPSHOT_AT_VALUES, 4);
    job->variables = (uint32_t)ptc_snapshot_get(head + PTC_SNAPSHOT_AT_VARIABLES, 4);
    job->spaces = (uint32_t)ptc_snapshot_get(head + PTC_SNAPSHOT_AT_SPACES, 4);
    ptc_restore_check(job,
                      job->count <= body.len && job->variables <= body.len / 8 &&
                          job->spaces <= PTC_SPACES_MAX,
                      "it ends early");
    restore_find_programs(job, (size_t)ptc_snapshot_get(head + PTC_SNAPSHOT_AT_FIRST, 4),
                          (size_t)ptc_snapshot_get(head + PTC_SNAPSHOT_AT_PROGRAMS, 4));
    job->is_done = true;
}

/* Marks the functions that CLOSURE makes: those inside others, except arities. */
static void restore_start_program(ptc_restore_job *job, ptc_snapshot_program *of)
{
    const ptc_image *image = of->program->image;

    if (of->image != NULL)
        of->hash = ptc_image_hash(job->lisp, of->image);
    of->is_closure =
        ptc_restore_array(job, image->function_count, sizeof *of->is_closure);
    for (uint32_t i = 0; i < image->function_count; i++) {
        ptc_image_range range = image->functions[i].children;

        ptc_lisp_step(job->lisp);
        for (uint32_t j = 0; j < range.count; j++)
            of->is_closure[image->numbers[range.first + j]] = true;
    }
}

static void restore_run(ptc_lisp *lisp, void *user)
{
    ptc_restore_job *job = user;

    job->from.end = job->programs_at;
    for (size_t i = 0; i < job->program_count; i++)
        restore_start_program(job, &job->programs[i]);
    job->values = ptc_restore_array(job, job->count, sizeof *job->values);
    job->levels = ptc_restore_array(job, job->count, sizeof *job->levels);
    for (; job->made < job->count; job->made++) {
        job->values[job->made] = ptc_restore_value(job);
        ptc_lisp_steps(lisp, 1);
    }
    restore_variables(job);
    restore_history(job);
    restore_spaces(job);
    ptc_restore_check(job, job->from.at == job->from.end, "it continues after its end");
    ptc_lisp_check_memory(lisp);
    job->is_done = true;
}

/* Makes programs of all images; those without kept functions are given back. */
static ptc_status restore_bind(ptc_arena *arena, ptc_restore_job *job,
                               ptc_lisp_error *error)
{
    ptc_status status = PTC_OK;

    job->needs = (ptc_snapshot_needs){job->options, job->programs,
                                      job->options->image_count, NULL};
    for (; job->bound < job->program_count; job->bound++) {
        ptc_snapshot_program *one = &job->programs[job->bound];

        job->needs.which = one;
        status =
            one->image != NULL
                ? ptc_image_bind(arena, job->lisp, one->image, &one->program, error)
                : ptc_snapshot_bind(arena, job->lisp, &job->needs, &one->program, error);
        if (status != PTC_OK)
            break;
    }
    return status;
}

/* Runs the body within the time for restoring. */
static ptc_status restore_protect(ptc_arena *arena, ptc_restore_job *job,
                                  void (*body)(ptc_lisp *lisp, void *user),
                                  ptc_lisp_error *error)
{
    ptc_lisp *lisp = job->lisp;

    job->is_done = false;
    ptc_lisp_start_restoring(lisp);
    ptc_lisp_protect(lisp, body, job);
    ptc_lisp_stop_limits(lisp);
    if (job->is_done)
        return PTC_OK;
    return lisp->is_refused || ptc_lisp_give_error(lisp, arena, error) != PTC_OK
               ? PTC_ERROR_MEMORY
               : PTC_ERROR_INVALID;
}

static ptc_status restore_all(ptc_arena *arena, ptc_restore_job *job,
                              ptc_lisp_error *error)
{
    ptc_lisp *lisp = job->lisp;
    ptc_memory_use use = lisp->memory_use;
    ptc_status status;

    ptc_program_begin(lisp);
    lisp->memory_use = (ptc_memory_use){0};
    lisp->spaces_next = (ptc_space_list){NULL, 0, 0};
    lisp->pins = NULL; /* names last as long as their values */
    status = restore_protect(arena, job, restore_run, error);
    lisp->pins = &lisp->own_pins;
    if (status == PTC_OK) {
        memcpy(lisp->history, job->history, sizeof lisp->history);
        restore_order(job);
    } else {
        lisp->memory_use = use;
    }
    ptc_spaces_settle(lisp, status == PTC_OK);
    ptc_lisp_settle(lisp, status == PTC_OK);
    return status;
}

/* Whether the call is allowed; otherwise reports why not. */
static bool restore_may_begin(ptc_lisp *lisp, ptc_str bytes,
                              const ptc_snapshot_options *options, ptc_lisp_error *error)
{
    static const char function[] = "ptc_lisp_restore";
    const char *why = NULL;

    if (bytes.ptr == NULL && bytes.len > 0)
        why = "bytes.ptr is NULL and bytes.len is not 0; give the bytes that "
              "ptc_lisp_save made";
    else if (options->images == NULL && options->image_count > 0)
        why = "options.images is NULL and options.image_count is not 0; set both";
    for (size_t i = 0; why == NULL && i < options->image_count; i++)
        if (options->images[i] == NULL)
            why = "options.images has a row that is NULL; give the image, or leave the "
                  "row out";
    if (why == NULL && !ptc_program_begin(lisp))
        why = "a program of the context is running; restore it before or afterwards";
    if (why != NULL)
        ptc_lisp_misuse(error, function, why);
    return why == NULL;
}

static ptc_status restore_from(ptc_arena *arena, ptc_restore_job *job,
                               ptc_lisp_error *error)
{
    ptc_status status = restore_protect(arena, job, restore_head, error);

    if (status == PTC_OK)
        status = restore_bind(arena, job, error);
    if (status == PTC_OK)
        status = restore_all(arena, job, error);
    for (size_t i = 0; i < job->bound; i++)
        ptc_program_free(job->programs[i].program);
    if (status == PTC_ERROR_MEMORY)
        *error = ptc_lisp_error_refused();
    return status;
}

ptc_status ptc_lisp_restore(ptc_arena *arena, ptc_lisp *lisp, ptc_str bytes,
                            const ptc_snapshot_options *options, ptc_lisp_error *error)
{
    ptc_snapshot_options all = {.struct_size = sizeof all};
    ptc_restore_job job = {.lisp = lisp, .options = &all};
    ptc_lisp_error own;
    ptc_status status;

    if (error == NULL)
        error = &own;
    *error = ptc_lisp_error_none();
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_snapshot_options),
                          "ptc_lisp_restore", options, &all) ||
        !restore_may_begin(lisp, bytes, &all, error))
        return PTC_ERROR_ARGUMENT;
    job.from.lisp = lisp;
    job.from.at = (const unsigned char *)(bytes.ptr != NULL ? bytes.ptr : "");
    job.from.end = job.from.at + bytes.len;
    ptc_arena_init(&job.scratch, &lisp->own_arena.allocator, 0);
    status = restore_from(arena, &job, error);
    ptc_arena_free(&job.scratch);
    return status;
}
