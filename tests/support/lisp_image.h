/* SPDX-License-Identifier: MIT */
/* Programs that went through an image, compared with those that the machine runs as
 * compiled. */
#ifndef PTC_TEST_LISP_IMAGE_H
#define PTC_TEST_LISP_IMAGE_H

#include "lisp_rows.h"

/* Compiles the text, makes an image of the program, binds that in another context, and
 * runs it there: the result must be `expected` in value, reason, message, place, output
 * and steps. `expected` is of a context with the same options and data. */
void lisp_check_image(ptc_str text, const ptc_lisp_options *options,
                      const ptc_value *context, const lisp_answer *expected);

/* Checks that an image did what the machine did: the result in all that is said above.
 * Where memory or the clock ends both, no more than that. */
void lisp_check_same(const char *text, bool is_ok, const ptc_lisp_result *got,
                     bool is_expected_ok, const ptc_lisp_result *expected);

/* The same text as an image in the arena, whose code lives as long as `lisp`; NULL when
 * it does not compile. */
struct ptc_image *lisp_image(ptc_arena *arena, ptc_lisp *lisp, ptc_str text);

#endif
