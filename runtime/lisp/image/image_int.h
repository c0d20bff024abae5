/* SPDX-License-Identifier: MIT */
/*
 * Programs as constants: images are bound, which makes programs of them, and made of
 * programs. The room uses lisp/heap for what programs are made of and lisp/machine to
 * verify them; bind.c knows neither reader nor compiler, so that whoever binds images
 * links none. Only those who write images, of_advice.c, ask lisp/compile what the text
 * says about faults. No two files need each other but bind.c and of_program.c with their
 * parts, bind_constants.c and of_advice.c.
 *
 * The form is that of <ptc/gen_lisp.h>.
 */
#ifndef PTC_LISP_IMAGE_INT_H
#define PTC_LISP_IMAGE_INT_H

#include <ptc/gen_lisp.h>

#include "lisp/heap/heap_int.h"

/* --- opcodes.c --------------------------------------------------------------------- */

/* What PTC_LISP_OPCODES has to be. */
uint32_t ptc_image_opcodes(void);

/* --- of_program.c ------------------------------------------------------------------ */

/*
 * The image of a program that has not run, in the arena, but for code and places, which
 * stay the program's. PTC_ERROR_MEMORY.
 */
ptc_status ptc_image_of(ptc_arena *arena, const ptc_program *program, ptc_image **out);

/* --- bind.c, for bind_constants.c -------------------------------------------------- */

/* An image that becomes a program. */
typedef struct ptc_image_job {
    ptc_lisp *lisp;
    const ptc_image *image;
    ptc_program *program;
    const ptc_name **names;  /* by number; in the run's arena */
    uint16_t *levels;        /* of constants; likewise */
    ptc_value *constants;    /* in the program's */
    ptc_proto *protos;       /* likewise */
    bool *is_inner;          /* of functions: within another; in the run's arena */
    uint64_t constants_used; /* by functions */
    bool is_done;
} ptc_image_job;

/* Raises damaged_program unless the condition holds. */
PTC_COLD PTC_NORETURN void ptc_image_damaged(const ptc_image_job *job, const char *why);
PTC_INLINE void ptc_image_check(const ptc_image_job *job, bool holds, const char *why)
{
    if (PTC_UNLIKELY(!holds))
        ptc_image_damaged(job, why);
}

/* Whether the range is one of a table of so many rows. */
PTC_INLINE bool ptc_image_has(ptc_image_range range, uint32_t count)
{
    return range.first <= count && range.count <= count - range.first;
}

/* The bytes of the text, whole characters; raises when they are not there. */
ptc_str ptc_image_text(const ptc_image_job *job, ptc_image_range range);
/* `count` zeroed rows in the program's arena, in the run's; raise. */
void *ptc_image_array(const ptc_image_job *job, size_t count, size_t size);
void *ptc_image_scratch(const ptc_image_job *job, size_t count, size_t size);
/* The name of that number; raises. */
const ptc_name *ptc_image_name(const ptc_image_job *job, uint64_t number);

/* --- bind_constants.c -------------------------------------------------------------- */

void ptc_image_bind_constants(ptc_image_job *job);

#endif
