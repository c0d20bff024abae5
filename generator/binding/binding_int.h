/* SPDX-License-Identifier: MIT */
/*
 * Arguments that do not come from the caller, as contracts spell them: paths of resources
 * and names in texts of SQL. Readers of contracts check them; the C writer makes tables
 * of them. [brimley 8]
 *
 * The room uses schema, base and bind's paths. Nothing in it is mutually recursive.
 */
#ifndef PTCC_BINDING_INT_H
#define PTCC_BINDING_INT_H

#include <ptc/gen_bind.h>
#include <ptc/schema.h>

/* --- path.c: paths of resources ----------------------------------------------------- */

/* The text of a route, in reading. */
typedef struct ptcc_path_segment {
    ptc_segment segment; /* of `{name*}` a REST; `parameter` is not set */
    size_t start;        /* bytes of the path; for a parameter, those of its name */
    size_t end;
} ptcc_path_segment;

typedef struct ptcc_path {
    ptcc_path_segment *items;
    size_t count;
    size_t parameter_count;
} ptcc_path;

/* A fault in bytes [start, end) of a text: a line, and what to do about it. */
typedef struct ptcc_text_fault {
    const char *message;
    const char *hint; /* or NULL */
    size_t start;
    size_t end;
} ptcc_text_fault;

/* Splits the path of a route, in `arena`. False with a fault; its message is NULL if
 * memory was refused. */
bool ptcc_path_read(ptc_arena *arena, ptc_str path, ptcc_path *out,
                    ptcc_text_fault *fault);

/* Makes the route of a path, in `arena`, that was checked against the parameters of a
 * function (a MAP). False when memory was refused, or when the path does not fit them. */
bool ptcc_path_route(ptc_arena *arena, ptc_str path, const ptc_schema *schema,
                     ptc_route *out);

/* --- sql_names.c: names in texts of SQL --------------------------------------------- */

/* A `:name`, in reading. */
typedef struct ptcc_sql_reader {
    ptc_str text;
    size_t at;
    ptc_str name;          /* the one that was found, without its colon */
    size_t start;          /* of its colon; `at` is its end */
    ptcc_text_fault fault; /* message NULL: there is none */
} ptcc_sql_reader;

void ptcc_sql_start(ptcc_sql_reader *reader, ptc_str text);

/* Finds the next name outside of strings, quoted names and comments; false at the end and
 * after a fault. Time is linear in the text. */
bool ptcc_sql_next(ptcc_sql_reader *reader);

#endif
