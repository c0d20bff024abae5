/* SPDX-License-Identifier: MIT */
/* Internal to snapshot_restore.c and snapshot_value.c, which it uses. */
#ifndef PTC_LISP_RESTORE_INT_H
#define PTC_LISP_RESTORE_INT_H

#include "lisp/image/snapshot_int.h"

typedef struct ptc_restore_job {
    ptc_lisp *lisp;
    ptc_snapshot_bytes from;
    const unsigned char *programs_at; /* where values and everything after them end */
    const ptc_snapshot_options *options;
    ptc_arena scratch;
    ptc_snapshot_needs needs;
    ptc_snapshot_program *programs; /* the host's images, then those in the bytes */
    size_t program_count;
    size_t bound; /* of them */
    ptc_value *values;
    uint16_t *levels; /* of nesting, by value */
    uint32_t made;
    uint32_t count;
    uint32_t variables;
    uint32_t spaces;
    ptc_variable **defined; /* the oldest first */
    ptc_value history[3];
    bool is_done;
} ptc_restore_job;

PTC_INLINE void ptc_restore_check(const ptc_restore_job *job, bool holds, const char *why)
{
    ptc_snapshot_check(&job->from, holds, why);
}

PTC_INLINE uint64_t ptc_restore_number(ptc_restore_job *job, unsigned bytes)
{
    return ptc_snapshot_number(&job->from, bytes);
}

PTC_INLINE uint32_t ptc_restore_length(ptc_restore_job *job, size_t size)
{
    return ptc_snapshot_length(&job->from, size);
}

PTC_INLINE ptc_str ptc_restore_text(ptc_restore_job *job)
{
    return ptc_snapshot_text(&job->from);
}

PTC_INLINE void *ptc_restore_array(ptc_restore_job *job, size_t count, size_t size)
{
    return ptc_snapshot_array(job->lisp, &job->scratch, count, size);
}

/* --- snapshot_value.c -------------------------------------------------------------- */

/* The next value; raises. Its level is job->levels[job->made]. */
ptc_value ptc_restore_value(ptc_restore_job *job);

#endif
