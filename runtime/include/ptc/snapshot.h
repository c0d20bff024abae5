/* SPDX-License-Identifier: MIT */
/*
 * <ptc/snapshot.h> - what programs have defined, as bytes for another process.
 *
 *     ptc_lisp_error why;
 *     ptc_str bytes;
 *
 *     ptc_lisp_save(&arena, worker, &bytes, &why);
 *     ptc_lisp_restore(&arena, successor, bytes, NULL, &why);
 *
 * The bytes are the same on every machine. They carry the number of their form, the
 * revision of the language and a checksum, and nothing in them is believed: damaged ones
 * are errors. Neither reader nor compiler is linked for them.
 *
 * Restored as they were: data of every kind, its sharing, the order of keys; dates;
 * sorted maps and sets; vars and symbols; regular expressions; functions of programs that
 * are images, with what they captured, and builtins that images name. Not saved, with an
 * error that names the variable: functions that were compiled from text, those that
 * `partial`, `comp` and the like make, functions that capture themselves (letfn), and
 * sequences without an end.
 */
#ifndef PTC_SNAPSHOT_H
#define PTC_SNAPSHOT_H

#include <ptc/lisp.h>

PTC_BEGIN

/* Moves when the bytes mean something else. */
#define PTC_SNAPSHOT_FORMAT 1

struct ptc_image;

/* What the bytes refer to; see <ptc/gen_lisp.h>. */
typedef struct ptc_snapshot_options {
    size_t struct_size; /* sizeof(ptc_snapshot_options) */
    const struct ptc_image *const
        *images;        /* of the programs whose functions were saved */
    size_t image_count; /* of images */
    /* ptc_pattern_open, for regular expressions in a context that has none yet, and no
     * image of it either. */
    void (*open_patterns)(ptc_lisp *lisp);
} ptc_snapshot_options;

/*
 * What programs have defined, as bytes in `arena`. PTC_ERROR_INVALID with `*error` when a
 * variable holds what cannot be saved, PTC_ERROR_ARGUMENT while a program runs,
 * PTC_ERROR_MEMORY.
 */
PTC_API ptc_status ptc_lisp_save(ptc_arena *arena, ptc_lisp *lisp, ptc_str *bytes,
                                 ptc_lisp_error *error);

/*
 * Makes that what programs find defined, in place of all that was; `options` may be NULL.
 * PTC_ERROR_INVALID with `*error`: invalid_config for bytes of another form or revision,
 * and for an image that is not given; damaged_program for damaged bytes; or what the
 * limits of the context do not allow. PTC_ERROR_ARGUMENT while a program runs,
 * PTC_ERROR_MEMORY. Memory is as before then.
 */
PTC_API ptc_status ptc_lisp_restore(ptc_arena *arena, ptc_lisp *lisp, ptc_str bytes,
                                    const ptc_snapshot_options *options,
                                    ptc_lisp_error *error);

PTC_END

#endif
