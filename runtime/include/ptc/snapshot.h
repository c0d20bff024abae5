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
 * the language and a checksum, and nothing in them is trusted: damaged ones are errors.
 * Neither reader nor compiler is linked for this.
 *
 * Restored unchanged: data of every kind, its sharing, the order of keys; dates; sorted
 * maps and sets; vars and symbols; regular expressions; functions with what they
 * captured; what `*1`, `*2` and `*3` are; aliases of namespaces and the like. Functions
 * from images are saved as a reference to the image, which must be given again; of
 * programs from text the code itself is saved, for the same runtime only, and the
 * builtins that it calls are looked up with `find_builtin`. Not saved, with an error that
 * names the variable: functions that `partial`, `comp` and the like make, those that
 * capture themselves (letfn), infinite sequences, names with control characters, and data
 * nested PTC_DEPTH_MAX deep.
 *
 * Both calls have the time limit of compiling a program (ptc_lisp_options.time_ms). The
 * temporary memory that they need comes from the allocator of the context and goes back
 * to it; it does not count towards any limit.
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
    size_t struct_size; /* sizeof(ptc_snapshot_options) */
    const struct ptc_image *const
        *images;        /* of the programs whose functions were saved */
    size_t image_count; /* of images */
    /* ptc_pattern_open, for regular expressions in a context that has none yet, and no
     * image of it either. */
    void (*open_patterns)(ptc_lisp *lisp);
    /* ptc_builtin_find, for builtins that no image names: those that are values, and
     * those used by functions from text. It links all builtins. */
    const struct ptc_function *(*find_builtin)(ptc_str name);
} ptc_snapshot_options;

/* The builtin of that name, or NULL. For ptc_snapshot_options.find_builtin. */
PTC_API const struct ptc_function *ptc_builtin_find(ptc_str name);

/*
 * What programs have defined, as bytes in `arena`. PTC_ERROR_INVALID with `*error` when a
 * variable holds what cannot be saved, or it takes too long; PTC_ERROR_ARGUMENT while a
 * program runs; PTC_ERROR_MEMORY.
 */
PTC_API ptc_status ptc_lisp_save(ptc_arena *arena, ptc_lisp *lisp, ptc_str *bytes,
                                 ptc_lisp_error *error);

/*
 * Replaces everything that programs have defined by the saved definitions; `options` may
 * be NULL. The bytes are not needed afterwards; the images must live as long as the
 * context. PTC_ERROR_INVALID with `*error`: invalid_config for bytes of another format,
 * revision or, if they contain functions from text, instruction set, and for a missing
 * image or function of the options; damaged_program for damaged bytes; or the limit of
 * the context that they exceed, such as its heap or memory_limit. PTC_ERROR_ARGUMENT
 * while a program runs, or for images that are NULL. PTC_ERROR_MEMORY. Memory is
 * unchanged then.
 */
PTC_API ptc_status ptc_lisp_restore(ptc_arena *arena, ptc_lisp *lisp, ptc_str bytes,
                                    const ptc_snapshot_options *options,
                                    ptc_lisp_error *error);

PTC_END

#endif
