/* SPDX-License-Identifier: MIT */
/* Internal to hints*.c. */
#ifndef PTC_LISP_HINTS_H
#define PTC_LISP_HINTS_H

#include "lisp/compile/compile_int.h"

/* Whether it is a special form. */
bool ptc_lisp_is_special(ptc_str name);
/* The name without its namespace: replace for str/replace. */
ptc_str ptc_lisp_plain_name(ptc_str name);

#endif
