/* SPDX-License-Identifier: MIT */
/* Measuring data that is passed on. */
#ifndef PTC_LISP_TAKE_H
#define PTC_LISP_TAKE_H

#include "base/base_int.h"

/* About the bytes of the value as JSON, or SIZE_MAX when that is more than `most` or it
 * is nested too deep; `*is_utf8` is cleared for ill-formed text. */
size_t ptc_data_measure(const ptc_value *value, size_t most, bool *is_utf8);

#endif
