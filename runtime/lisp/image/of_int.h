/* SPDX-License-Identifier: MIT */
/* Internal to of_program.c, of_advice.c, and snapshot_known.c: an image that is made. */
#ifndef PTC_LISP_OF_INT_H
#define PTC_LISP_OF_INT_H

#include "lisp/image/image_int.h"

typedef struct ptc_image_list {
    uint32_t *items;
    size_t count;
    size_t capacity;
} ptc_image_list;

struct ptc_image_making {
    ptc_arena *arena;
    const ptc_program *program;
    ptc_text text;
    const ptc_name **known; /* open addressing, by address */
    uint32_t *known_numbers;
    size_t known_mask;
    ptc_image_range *names;
    size_t name_count;
    size_t name_capacity;
    ptc_image_list numbers;
    ptc_image_list places; /* of code */
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
    const ptc_proto **protos; /* that the functions are of */
    size_t proto_count;
    size_t proto_capacity;
    ptc_image_advice *advice;
    size_t advice_count;
    size_t advice_capacity;
    bool has_patterns;
    bool failed; /* memory was refused */
};

/* The address of a new row of a table of `of`, or NULL, which is remembered. */
#define PTC_IMAGE_PUSH(of, table, member)                                                \
    PTC_ARENA_PUSH((of)->arena, (of)->table, (of)->member##_count,                       \
                   (of)->member##_capacity)

/* The place of the text among the known texts; it is added if it is missing. */
ptc_image_range ptc_image_add_text(ptc_image_making *of, ptc_str text);

#endif
