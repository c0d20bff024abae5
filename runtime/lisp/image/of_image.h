/* SPDX-License-Identifier: MIT */
/* An image under way, for of_program.c and of_advice.c, which is a part of it. */
#ifndef PTC_LISP_OF_IMAGE_H
#define PTC_LISP_OF_IMAGE_H

#include "lisp/image/image_int.h"

typedef struct of_list {
    uint32_t *items;
    size_t count;
    size_t capacity;
} of_list;

typedef struct of_image {
    ptc_arena *arena;
    const ptc_program *program;
    ptc_text text;
    const ptc_name **known; /* open addressing, by address */
    uint32_t *known_numbers;
    size_t known_mask;
    ptc_image_range *names;
    size_t name_count;
    size_t name_capacity;
    of_list numbers;
    of_list places; /* of code */
    ptc_image_range *shapes;
    size_t shape_count;
    size_t shape_capacity;
    ptc_image_constant *constants;
    size_t constant_count;
    size_t constant_capacity;
    const ptc_function **builtins;
    size_t builtin_count;
    size_t builtin_capacity;
    ptc_image_function *functions;
    size_t function_count;
    size_t function_capacity;
    ptc_image_advice *advice;
    size_t advice_count;
    size_t advice_capacity;
    bool has_patterns;
    bool failed; /* memory was refused */
} of_image;

/* The address of a new row of a table of `of`, or NULL, which is remembered. */
#define OF_PUSH(of, table, member)                                                       \
    PTC_ARENA_PUSH((of)->arena, (of)->table, (of)->member##_count,                       \
                   (of)->member##_capacity)

/* --- of_program.c ------------------------------------------------------------------- */

void ptc_image_of_number(of_image *of, of_list *list, uint32_t number);

/* Where the text stands among those that are there, which it is added to if nowhere. */
ptc_image_range ptc_image_of_text(of_image *of, ptc_str text);

/* --- of_advice.c -------------------------------------------------------------------- */

/* Notes the places of the code at which faults may be that the text explains. */
void ptc_image_of_places(of_image *of, const ptc_proto *proto);

/* Makes the rows of advice for all places that were noted. */
void ptc_image_of_advice(of_image *of);

#endif
