/* SPDX-License-Identifier: MIT */
/*
 * Programs as constants: images are made of programs, and bound, which makes programs of
 * them again. The room uses lisp/heap for the parts of programs and lisp/machine to
 * verify them; bind.c knows neither the reader nor the compiler, so that a program that
 * binds images links neither. Only of_advice.c, for emitted images, asks lisp/compile to
 * explain faults from the text; of_program.c, the tables, does not, so that memory is
 * saved without a compiler. No two files need each other, except bind.c and
 * bind_constants.c, which is a part of it.
 *
 * The form is that of <ptc/gen_lisp.h>.
 */
#ifndef PTC_LISP_IMAGE_INT_H
#define PTC_LISP_IMAGE_INT_H

#include <ptc/gen_lisp.h>

#include "lisp/heap/heap_int.h"

/* --- opcodes.c --------------------------------------------------------------------- */

/* The required value of PTC_LISP_OPCODES. */
uint32_t ptc_image_opcodes(void);

/* --- of_program.c, of_advice.c ----------------------------------------------------- */

/*
 * The image of a program that has not run, in the arena, except code and places, which
 * stay the program's. PTC_ERROR_MEMORY.
 */
ptc_status ptc_image_of(ptc_arena *arena, const ptc_program *program, ptc_image **out);

/*
 * Only its tables, which are the same before and after the program runs, without the
 * compiler's explanations of faults and without the function that opens patterns; values
 * written into `of` stay there. PTC_ERROR_MEMORY.
 */
typedef struct ptc_image_making ptc_image_making; /* of_int.h */
ptc_status ptc_image_tables(ptc_image_making *of, ptc_arena *arena,
                            const ptc_program *program, ptc_image **out);

/* --- bind.c, for bind_constants.c -------------------------------------------------- */

/* Makes an image of bytes; see ptc_image_bind_read. */
typedef const ptc_image *ptc_image_read_fn(ptc_lisp *lisp, ptc_program *program,
                                           void *user);

/* An image that becomes a program. */
typedef struct ptc_image_job {
    ptc_lisp *lisp;
    const ptc_image *image;
    ptc_program *program;
    const ptc_name **names;  /* by number; in the run's arena */
    uint16_t *levels;        /* of constants; likewise */
    ptc_value *constants;    /* in the program's */
    ptc_proto *protos;       /* likewise */
    bool *is_inner;          /* of functions: inside another; in the run's arena */
    uint64_t constants_used; /* by functions */
    ptc_image_read_fn *read; /* NULL: the image is the host's */
    void *user;
    bool is_done;
} ptc_image_job;

/*
 * ptc_image_bind of an image that `read` makes from saved memory in the program's arena,
 * which owns it; raises.
 */
ptc_status ptc_image_bind_read(ptc_arena *arena, ptc_lisp *lisp, ptc_image_read_fn *read,
                               void *user, ptc_program **out, ptc_lisp_error *error);

/* Raises damaged_program unless the condition holds. */
PTC_COLD PTC_NORETURN void ptc_image_damaged(const ptc_image_job *job, const char *why);
PTC_INLINE void ptc_image_check(const ptc_image_job *job, bool holds, const char *why)
{
    if (PTC_UNLIKELY(!holds))
        ptc_image_damaged(job, why);
}

/* Whether the range is one of a table of this many rows. */
PTC_INLINE bool ptc_image_has(ptc_image_range range, uint32_t count)
{
    return range.first <= count && range.count <= count - range.first;
}

/* The bytes of the text, whole characters; raises when they do not exist. */
ptc_str ptc_image_text(const ptc_image_job *job, ptc_image_range range);
/* `count` zeroed rows in the program's arena, in the run's; raise. */
void *ptc_image_array(const ptc_image_job *job, size_t count, size_t size);
void *ptc_image_scratch(const ptc_image_job *job, size_t count, size_t size);
/* The name of that number; raises. */
const ptc_name *ptc_image_name(const ptc_image_job *job, uint64_t number);

/* --- bind_constants.c -------------------------------------------------------------- */

void ptc_image_bind_constants(ptc_image_job *job);

#endif
