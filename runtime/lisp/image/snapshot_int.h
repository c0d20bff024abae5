/* SPDX-License-Identifier: MIT */
/*
 * Memory as bytes, little-endian. A head (magic, form, revision, counts, checksum of what
 * follows), then the values, each a tag and what belongs to it, parts by the numbers of
 * values that came before; so they have no circle, what is shared is there once, and
 * reading takes no longer than the bytes are long. Then the variables, the oldest first:
 * the number of a string and that of a value.
 */
#ifndef PTC_LISP_SNAPSHOT_INT_H
#define PTC_LISP_SNAPSHOT_INT_H

#include <ptc/snapshot.h>

#include "lisp/image/image_int.h"

/* ORDER SNAPSHOT: the numbers never change. */
typedef enum ptc_snapshot_tag {
    PTC_SNAPSHOT_NIL,
    PTC_SNAPSHOT_FALSE,
    PTC_SNAPSHOT_TRUE,
    PTC_SNAPSHOT_INT,
    PTC_SNAPSHOT_FLOAT, /* its bits */
    PTC_SNAPSHOT_STRING,
    PTC_SNAPSHOT_OPAQUE,
    PTC_SNAPSHOT_NUMBER, /* an opaque integer beyond 64 bits */
    PTC_SNAPSHOT_KEYWORD,
    PTC_SNAPSHOT_SYMBOL,
    PTC_SNAPSHOT_VAR,
    PTC_SNAPSHOT_VECTOR,
    PTC_SNAPSHOT_ENTRY, /* a vector that was an entry of a map */
    PTC_SNAPSHOT_SEQ,
    PTC_SNAPSHOT_MAP, /* keys and values in turn */
    PTC_SNAPSHOT_SET,
    PTC_SNAPSHOT_SORTED_MAP, /* the comparator first */
    PTC_SNAPSHOT_SORTED_SET,
    PTC_SNAPSHOT_TEMPORAL, /* class, whole, nanoseconds */
    PTC_SNAPSHOT_REGEX,
    PTC_SNAPSHOT_REDUCED,
    PTC_SNAPSHOT_BUILTIN, /* its name */
    PTC_SNAPSHOT_CLOSURE, /* hash of the image, number of the function, what it captured
                           */
} ptc_snapshot_tag;

enum {
    PTC_SNAPSHOT_HEAD = 32, /* bytes: magic, form, revision, values, variables, 0, sum */
    PTC_SNAPSHOT_SUM = 24,  /* where the checksum is, 8 bytes */
};

#define PTC_SNAPSHOT_MAGIC UINT32_C(0x4D435450) /* "PTCM" */

/* By which an image is known: of its text, its code and its constants. */
uint64_t ptc_image_hash(const ptc_image *image);

#endif
