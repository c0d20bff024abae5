/* SPDX-License-Identifier: MIT */
/*
 * Memory as bytes, little-endian. A head, then the values, each a tag and what belongs to
 * it, parts by the numbers of values that came before; so they have no cycles, shared
 * parts exist once, and reading takes linear time. Then the variables, the oldest first,
 * by the number of a string and that of a value; the values of `*1`, `*2` and `*3`, by a
 * number from 1, or 0; the declarations of namespaces, a kind and three texts each; and
 * the programs that are not images of the host, as images: see snapshot_program.c.
 *
 * snapshot_bytes.c has numbers and texts both ways, snapshot_program.c programs both
 * ways. They are used by snapshot_save.c, with snapshot_leaf.c and snapshot_known.c
 * (save_int.h), and by snapshot_restore.c, with snapshot_value.c (restore_int.h).
 */
#ifndef PTC_LISP_SNAPSHOT_INT_H
#define PTC_LISP_SNAPSHOT_INT_H

#include <ptc/snapshot.h>

#include "lisp/image/image_int.h"

typedef void ptc_image_open_fn(ptc_lisp *lisp);

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
    PTC_SNAPSHOT_CLOSURE, /* hash of the image, number of the function, captured values
                           */
    PTC_SNAPSHOT_OWN_CLOSURE, /* the same with the number of the program */
} ptc_snapshot_tag;

/* The head: where its numbers are, of four bytes each. */
enum {
    PTC_SNAPSHOT_AT_FORM = 4, /* after the magic number */
    PTC_SNAPSHOT_AT_REVISION = 8,
    PTC_SNAPSHOT_AT_VALUES = 12, /* how many there are, as for the next three */
    PTC_SNAPSHOT_AT_VARIABLES = 16,
    PTC_SNAPSHOT_AT_SPACES = 20,
    PTC_SNAPSHOT_AT_PROGRAMS = 24,
    PTC_SNAPSHOT_AT_FIRST = 28, /* where the first program is, from the head's end */
    PTC_SNAPSHOT_SUM = 32, /* the checksum of the bytes after the head, eight bytes */
    PTC_SNAPSHOT_HEAD = 40,
};

#define PTC_SNAPSHOT_MAGIC UINT32_C(0x4D435450) /* "PTCM" */

/* --- snapshot_bytes.c -------------------------------------------------------------- */

/* Bytes that are read. */
typedef struct ptc_snapshot_bytes {
    ptc_lisp *lisp;
    const unsigned char *at;
    const unsigned char *end;
} ptc_snapshot_bytes;

/* Raises damaged_program unless the condition holds. */
PTC_COLD PTC_NORETURN void ptc_snapshot_damaged(ptc_lisp *lisp, const char *why);
PTC_INLINE void ptc_snapshot_check(const ptc_snapshot_bytes *from, bool holds,
                                   const char *why)
{
    if (PTC_UNLIKELY(!holds))
        ptc_snapshot_damaged(from->lisp, why);
}

uint64_t ptc_snapshot_get(const unsigned char *at, unsigned bytes);
/* The next number, of that many bytes; a length for which the following bytes have room,
 * each item of that many bytes; a text of UTF-8 after its length, in place. All
 * raise. */
uint64_t ptc_snapshot_number(ptc_snapshot_bytes *from, unsigned bytes);
uint32_t ptc_snapshot_length(ptc_snapshot_bytes *from, size_t size);
ptc_str ptc_snapshot_text(ptc_snapshot_bytes *from);

void ptc_snapshot_add_number(ptc_text *out, uint64_t number, unsigned bytes);
void ptc_snapshot_add_text(ptc_text *out, ptc_str text);

/* Whether the text can be a name: it has no control characters, so that messages that
 * cite it are one line. */
bool ptc_snapshot_is_name(ptc_str text);
/* Whether it spells an integer that 64 bits do not hold. */
bool ptc_snapshot_is_number(ptc_str text);

/* `count` zeroed rows; raises. The arena is the host's memory, not part of the context's
 * allowance. */
void *ptc_snapshot_array(ptc_lisp *lisp, ptc_arena *arena, size_t count, size_t size);

/* --- opcodes.c --------------------------------------------------------------------- */

/* The identity of an image: a hash of its text, its code and its constants. Charges for
 * it. */
uint64_t ptc_image_hash(ptc_lisp *lisp, const ptc_image *image);

/* --- snapshot_program.c ------------------------------------------------------------ */

/* A program that closures are of. */
typedef struct ptc_snapshot_program {
    const ptc_image *image;
    ptc_snapshot_bytes bytes; /* of a program from saved memory, read when it is bound */
    ptc_program *program;
    uint64_t hash;    /* of an image of the host's */
    bool *is_closure; /* by function: inside another, so that CLOSURE makes it */
} ptc_snapshot_program;

/* What a program from saved memory needs from the host. */
typedef struct ptc_snapshot_needs {
    const ptc_snapshot_options *options;
    const ptc_snapshot_program *images;
    size_t image_count;
    const ptc_snapshot_program *which; /* that is bound */
} ptc_snapshot_needs;

/* Adds the image with its length before it. */
void ptc_snapshot_add_image(ptc_text *out, const ptc_image *image, ptc_position start);
/* Binds `needs->which`, like ptc_image_bind; the image becomes the program's. */
ptc_status ptc_snapshot_bind(ptc_arena *arena, ptc_lisp *lisp, ptc_snapshot_needs *needs,
                             ptc_program **out, ptc_lisp_error *error);
/* The builtin of that name; the function that opens patterns. Both raise invalid_config
 * when the host has given none. */
const ptc_function *
ptc_snapshot_find_builtin(ptc_lisp *lisp, const ptc_snapshot_needs *needs, ptc_str name);
ptc_image_open_fn *ptc_snapshot_find_patterns(ptc_lisp *lisp,
                                              const ptc_snapshot_needs *needs);

#endif
