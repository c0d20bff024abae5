/* SPDX-License-Identifier: MIT */
/* The view that all errors have, as text. */
#include "base/base_int.h"

#include <ptc/error.h>

void ptc_error_write(ptc_text *text, const ptc_error *error)
{
    if (error->path.len > 0) {
        ptc_text_str(text, error->path);
        ptc_text_cstr(text, ": ");
    }
    ptc_text_str(text, error->message);
}
