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
 * The bytes are the same on every machine. They contain a format number, the revision of
 * the language and a checksum. Nothing in them is trusted: damaged bytes are an error.
 * Neither reader nor compiler is linked for this.
 *
 * Restored unchanged: data of every kind, its sharing, the order of keys; dates; sorted
 * maps and sets; vars and symbols; regular expressions; functions with what they
 * captured; the values of `*1`, `*2` and `*3`; aliases of namespaces and the like.
 *
 * Functions from images are saved as a reference to the image, which must be given again.
 * For functions from text the code itself is saved, for the same runtime only; the
 * builtins that it calls are looked up with `find_builtin`.
 *
 * Not saved, with an error that names the variable: functions that `partial`, `comp` and
 * the like make, those that capture themselves (letfn), infinite sequences, names with
 * control characters, and data nested PTC_DEPTH_MAX deep.
 *
 * Both calls have the time limit of compiling a program (ptc_lisp_options.time_ms). Their
 * temporary memory comes from the allocator of the context and goes back to it; it does
 * not count towards any limit.
 */
#ifndef PTC_SNAPSHOT_H
#define PTC_SNAPSHOT_H

#include <ptc/lisp.h>

PTC_BEGIN

/* Changes when the meaning of the bytes changes. */
#define PTC_SNAPSHOT_FORMAT 2

struct ptc_image;
struct ptc_function;

/* What the bytes refer to; see <ptc/gen_lisp.h>. */
typedef struct ptc_snapshot_options {
    size_t struct_size;                    /* sizeof(ptc_snapshot_options) */
    const struct ptc_image *const *images; /* images of the programs whose functions were
                                            * saved */
    size_t image_count;                    /* of images */
    /* Set it to ptc_pattern_open if there are regular expressions, and neither the
     * context nor an image has any yet. */
    void (*open_patterns)(ptc_lisp *lisp);
    /* Set it to ptc_builtin_find for builtins that no image names: those that are values,
     * and those that functions from text use. It links all builtins. */
    const struct ptc_function *(*find_builtin)(ptc_str name);
} ptc_snapshot_options;

/* The builtin of that name, or NULL. For ptc_snapshot_options.find_builtin. */
PTC_API const struct ptc_function *ptc_builtin_find(ptc_str name);

/* Saves what programs have defined as bytes in `arena`. Returns PTC_ERROR_INVALID with
 * `*error` if a variable holds something that cannot be saved, or if it takes too long;
 * PTC_ERROR_ARGUMENT while a program runs; PTC_ERROR_MEMORY. */
PTC_API ptc_status ptc_lisp_save(ptc_arena *arena, ptc_lisp *lisp, ptc_str *bytes,
                                 ptc_lisp_error *error);

/*
 * Replaces everything that programs have defined by the saved definitions. `options` may
 * be NULL. The bytes are not needed afterwards; the images must live as long as the
 * context.
 *
 * Returns PTC_ERROR_INVALID with `*error`. Its reason is invalid_config for bytes of
 * another format, revision or, if they contain functions from text, instruction set, and
 * for a missing image or function of the options; damaged_program for damaged bytes; or
 * the limit of the context that they exceed, such as its heap or memory_limit.
 * PTC_ERROR_ARGUMENT while a program runs, or for images that are NULL. PTC_ERROR_MEMORY.
 * Memory is unchanged then.
 */
PTC_API ptc_status ptc_lisp_restore(ptc_arena *arena, ptc_lisp *lisp, ptc_str bytes,
                                    const ptc_snapshot_options *options,
                                    ptc_lisp_error *error);

PTC_END

#endif
