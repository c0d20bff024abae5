/* SPDX-License-Identifier: MIT */
/* Internal to hints*.c. */
#ifndef PTC_LISP_HINTS_H
#define PTC_LISP_HINTS_H

#include "lisp/compile/compile_int.h"

/* --- hints.c: lists of words, separated by blanks ---------------------------------- */

/* The first word of `*rest`, which moves on. */
ptc_str ptc_hint_next_word(const char **rest);
bool ptc_hint_has_word(const char *words, ptc_str name);

/* Whether it is a special form. */
bool ptc_lisp_is_special(ptc_str name);

#endif
