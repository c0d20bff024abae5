/* SPDX-License-Identifier: MIT */
/* Internal to snapshot_save.c, and to snapshot_leaf.c and snapshot_known.c, which it
 * uses. */
#ifndef PTC_LISP_SAVE_INT_H
#define PTC_LISP_SAVE_INT_H

#include "lisp/image/snapshot_int.h"

/* A written value, or a program or a function of one, by its distinguishing address. */
typedef struct ptc_save_known {
    const void *address; /* NULL: free */
    uint32_t aux;
    uint32_t kind; /* with its flags, or SAVE_.. */
    uint32_t number;
    uint32_t height; /* of its parts, from 0 */
} ptc_save_known;

enum { PTC_SAVE_PROGRAM = 0x10000, PTC_SAVE_PROTO };

/* A program that closures are of. */
typedef struct ptc_save_program {
    const ptc_program *program;
    const ptc_image *image;
    bool is_own;  /* written with the memory */
    uint64_t key; /* the number among those, or the hash of the image */
} ptc_save_program;

typedef struct ptc_save_job {
    ptc_text text;
    const char *name; /* of the variable that is written */
    ptc_arena table;  /* holds only `known` */
    ptc_save_known *known;
    size_t known_mask;
    size_t known_count;
    ptc_arena scratch; /* of collections that are written, the innermost last */
    ptc_arena rows;    /* programs, and the images that are made of them */
    ptc_save_program *programs;
    size_t program_count;
    size_t program_capacity;
    uint32_t own_count;
    uint32_t count; /* of values */
    uint32_t variable_count;
    size_t programs_at;
    unsigned height; /* of the value that was written last */
    bool is_done;
} ptc_save_job;

/* --- snapshot_leaf.c --------------------------------------------------------------- */

void ptc_save_number(ptc_save_job *job, uint64_t number, unsigned bytes);
void ptc_save_tag(ptc_save_job *job, ptc_snapshot_tag tag);
/* Charges for the text. */
void ptc_save_text(ptc_lisp *lisp, ptc_save_job *job, ptc_snapshot_tag tag, ptc_str text);

/* Numbers, moments, true, false, and nil for all other values. */
void ptc_save_scalar(ptc_save_job *job, const ptc_value *value);
/* Strings, and values with a text like strings; raises for impossible names. */
void ptc_save_textual(ptc_lisp *lisp, ptc_save_job *job, const ptc_value *value);

/* --- snapshot_known.c -------------------------------------------------------------- */

/* Raises that the value being written cannot be saved; the same for a name, if that is
 * so. */
PTC_COLD PTC_NORETURN void ptc_save_refuse(ptc_lisp *lisp, const ptc_save_job *job,
                                           const char *what, const char *advice);
void ptc_save_check_name(ptc_lisp *lisp, const ptc_save_job *job, ptc_str name);

/* The row, or NULL; adds one. */
const ptc_save_known *ptc_save_find(const ptc_save_job *job, const void *address,
                                    uint32_t aux, uint32_t kind);
void ptc_save_know(ptc_lisp *lisp, ptc_save_job *job, ptc_save_known what);

/* The row of the program, made when it is new; the number of its function. */
const ptc_save_program *ptc_save_find_program(ptc_lisp *lisp, ptc_save_job *job,
                                              const ptc_program *program);
uint32_t ptc_save_function_number(const ptc_save_job *job, const ptc_save_program *of,
                                  const ptc_proto *proto);

#endif
