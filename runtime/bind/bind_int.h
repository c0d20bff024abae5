/* SPDX-License-Identifier: MIT */
/*
 * Inputs and outputs of functions besides plain JSON: paths of resources, parameters of
 * statements in SQL, rows of a database, JSON in the strict form of an API. The parts
 * after <ptc/route.h>, <ptc/rows.h>, <ptc/gen_bind.h> and <ptc/gen_reply.h>.
 *
 * It depends on target/json_writer, emitted, walk, json, schema and base. Nothing in it
 * is mutually recursive.
 */
#ifndef PTC_BIND_INT_H
#define PTC_BIND_INT_H

#include "base/base_int.h"
#include "schema/schema_int.h"

#include <ptc/gen_bind.h>

/* --- bind/route.c ------------------------------------------------------------------- */

/* Bytes of what a fault quotes. */
enum { PTC_ROUTE_QUOTE_MAX = 80 };

/* What comes between two slashes, in reading. */
typedef struct ptc_path_reader {
    ptc_str rest;    /* after the slash before the next segment; ptr NULL: no more */
    ptc_str segment; /* as written */
    uint32_t number; /* of the segment, from 1 on */
} ptc_path_reader;

/* Starts with a path that was checked; the next segment, or false. */
void ptc_path_start(ptc_path_reader *reader, ptc_str path);
bool ptc_path_next(ptc_path_reader *reader);

/* Appends a segment that was checked, decoded. */
void ptc_path_decode(ptc_text *text, ptc_str segment);

/* What is wrong with a segment, as words that follow its number; NULL: nothing. `*at` is
 * then where. */
const char *ptc_path_segment_fault(ptc_str segment, size_t *at);

/* A text for a caller's `why`: constant when there is no memory for it. */
ptc_str ptc_why(const ptc_text *text);

#endif
