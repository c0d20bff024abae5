/* SPDX-License-Identifier: MIT */
/* Programs as their forms, for traces. */
#ifndef PTC_LISP_FORMS_H
#define PTC_LISP_FORMS_H

#include "base/base_int.h"

/* Appends the forms of a program, one per line, without comments; false, and nothing,
 * when it cannot be read. `arena` holds temporary data. */
bool ptc_lisp_write_forms(ptc_text *text, ptc_str program, ptc_arena *arena);

#endif
