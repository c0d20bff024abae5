/* SPDX-License-Identifier: MIT */
/* Programs of PTC-Lisp as constants: what <ptc/gen_lisp.h> says, as C. */
#ifndef PTCC_WRITE_IMAGE_H
#define PTCC_WRITE_IMAGE_H

#include "generator/emit/write.h"

#include <ptc/gen_lisp.h>

/* A program and its image. */
typedef struct ptcc_image {
    const ptc_program *program;
    const ptc_image *image;
    ptc_str id;      /* of the constant, and what names of its parts are made from */
    ptc_str text_id; /* of the array that its text is; set when it is written */
} ptcc_image;

/* --- write_image.c ------------------------------------------------------------------ */

/* Declares the builtins that the images name, each once, and writes the images. What they
 * are made of comes first. All of it is between marks that keep the formatter off. */
void ptcc_images_write(ptcc_c_sink *sink, ptcc_image *images, size_t count);

/* A builtin: its name in C after ptc_builtin_, and that of PTC-Lisp. */
typedef struct ptcc_image_builtin {
    const ptc_function *function;
    const char *id;
    const char *name;
} ptcc_image_builtin;

const ptcc_image_builtin *ptcc_image_builtin_of(const ptc_function *function);

/* An image under way. */
typedef struct ptcc_image_writer {
    ptcc_c_sink *sink;
    ptcc_image *meant;
    const struct ptc_proto **protos; /* next to the image's functions */
    size_t proto_count;
    uint32_t *lines; /* where lines of the source begin */
    size_t line_count;
    ptc_str *code_ids; /* next to the functions; empty: without code */
    ptc_str *place_ids;
    size_t columns; /* of rows of the table under way, before their comments */
} ptcc_image_writer;

/* --- write_image_rows.c ------------------------------------------------------------- */

/* Writes the tables that have rows, and adds to `parts` how the image names them. */
void ptcc_image_write_tables(ptcc_image_writer *writer, ptcc_rows *parts);

/* --- write_image_code.c ------------------------------------------------------------- */

/* Writes the code of all functions, and their places, next to the lines of the source. */
void ptcc_image_write_code(ptcc_image_writer *writer);

/* The index of the line that a byte of the source is in. */
size_t ptcc_image_line(const ptcc_image_writer *writer, uint32_t place);

/* A text of the image in a comment: one line, cut where it is too long. */
ptc_str ptcc_image_note(ptc_arena *arena, ptc_str text);

/* Writes `static const TYPE ID[] = {rows};` below a note; nothing without rows. */
void ptcc_image_table(ptcc_c_sink *sink, ptc_str note, const char *type, ptc_str id,
                      const ptc_text *rows);

/* Appends a number of a list, which is broken into lines. */
void ptcc_image_number(ptc_text *rows, size_t index, uint32_t number);

#endif
