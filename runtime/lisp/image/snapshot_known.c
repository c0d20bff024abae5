/* SPDX-License-Identifier: MIT */
/* The table of memory being written: values met before, by address, and the programs of
 * functions. See save_int.h. */
#include "lisp/image/of_int.h"
#include "lisp/image/save_int.h"

void ptc_save_refuse(ptc_lisp *lisp, const ptc_save_job *job, const char *what,
                     const char *advice)
{
    ptc_lisp_raise(lisp, PTC_REASON_TYPE, "%s holds %s, which cannot be saved; %s",
                   job->name, what, advice);
}

void ptc_save_check_name(ptc_lisp *lisp, const ptc_save_job *job, ptc_str name)
{
    if (!ptc_snapshot_is_name(name))
        ptc_save_refuse(lisp, job, "a name with a control character", "make it a string");
}

/* --- The table --------------------------------------------------------------------- */

static ptc_save_known *known_slot(ptc_save_known *known, size_t mask, const void *address,
                                  uint32_t aux, uint32_t kind)
{
    uint64_t mixed = ((uint64_t)(uintptr_t)address >> 3 ^ (uint64_t)aux << 40) *
                     UINT64_C(0x9E3779B97F4A7C15);
    size_t at = (size_t)(mixed >> 20) & mask;

    while (known[at].address != NULL && (known[at].address != address ||
                                         known[at].aux != aux || known[at].kind != kind))
        at = (at + 1) & mask;
    return &known[at];
}

const ptc_save_known *ptc_save_find(const ptc_save_job *job, const void *address,
                                    uint32_t aux, uint32_t kind)
{
    const ptc_save_known *slot;

    if (address == NULL || job->known == NULL)
        return NULL;
    slot = known_slot(job->known, job->known_mask, address, aux, kind);
    return slot->address != NULL ? slot : NULL;
}

/* Into a new arena: the old table is given back. */
static void known_grow(ptc_lisp *lisp, ptc_save_job *job)
{
    size_t size = job->known == NULL ? 64 : 2 * (job->known_mask + 1);
    ptc_arena before = job->table;
    ptc_save_known *known;

    ptc_arena_init(&job->table, &lisp->own_arena.allocator, 0);
    known = ptc_arena_array(&job->table, size, sizeof *known);
    for (size_t i = 0; known != NULL && job->known != NULL && i <= job->known_mask; i++)
        if (job->known[i].address != NULL)
            *known_slot(known, size - 1, job->known[i].address, job->known[i].aux,
                        job->known[i].kind) = job->known[i];
    ptc_arena_free(&before);
    job->known = known;
    job->known_mask = size - 1;
    if (known == NULL) {
        lisp->is_refused = true;
        ptc_lisp_memory_error(lisp);
    }
}

void ptc_save_know(ptc_lisp *lisp, ptc_save_job *job, ptc_save_known what)
{
    if (job->known == NULL || 2 * ++job->known_count > job->known_mask)
        known_grow(lisp, job);
    *known_slot(job->known, job->known_mask, what.address, what.aux, what.kind) = what;
}

/* --- Programs ---------------------------------------------------------------------- */

/* A program that is not an image of the host: the image that came with memory, or one
 * made now, and then the numbers of its functions. */
static void known_own_program(ptc_lisp *lisp, ptc_save_job *job, ptc_save_program *row)
{
    ptc_image_making of;
    ptc_image *image;

    row->is_own = true;
    row->key = job->own_count++;
    if (row->image != NULL)
        return;
    ptc_lisp_read_bytes(lisp, row->program->text.len);
    if (ptc_image_tables(&of, &job->rows, row->program, &image) != PTC_OK) {
        lisp->is_refused = true;
        ptc_lisp_memory_error(lisp);
    }
    row->image = image;
    for (uint32_t i = 0; i < image->name_count; i++)
        ptc_save_check_name(
            lisp, job,
            ptc_str_make(image->text + image->names[i].first, image->names[i].count));
    for (size_t i = 0; i < of.proto_count; i++) {
        ptc_lisp_step(lisp);
        ptc_save_know(lisp, job,
                      (ptc_save_known){of.protos[i], 0, PTC_SAVE_PROTO, (uint32_t)i, 0});
    }
}

const ptc_save_program *ptc_save_find_program(ptc_lisp *lisp, ptc_save_job *job,
                                              const ptc_program *program)
{
    const ptc_save_known *known = ptc_save_find(job, program, 0, PTC_SAVE_PROGRAM);
    uint32_t number = (uint32_t)job->program_count;
    ptc_save_program *row;

    if (known != NULL)
        return &job->programs[known->number];
    row = PTC_ARENA_PUSH(&job->rows, job->programs, job->program_count,
                         job->program_capacity);
    if (row == NULL) {
        lisp->is_refused = true;
        ptc_lisp_memory_error(lisp);
    }
    *row = (ptc_save_program){.program = program, .image = program->image};
    if (program->image == NULL || program->owns_image)
        known_own_program(lisp, job, row);
    else
        row->key = ptc_image_hash(lisp, program->image);
    ptc_save_know(lisp, job, (ptc_save_known){program, 0, PTC_SAVE_PROGRAM, number, 0});
    return row;
}

uint32_t ptc_save_function_number(const ptc_save_job *job, const ptc_save_program *of,
                                  const ptc_proto *proto)
{
    const ptc_save_known *known = ptc_save_find(job, proto, 0, PTC_SAVE_PROTO);

    if (known != NULL)
        return known->number;
    return (uint32_t)(proto - (of->program->main - (of->image->function_count - 1)));
}
