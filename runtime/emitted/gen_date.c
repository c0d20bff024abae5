/* SPDX-License-Identifier: MIT */
/* Days in generated parsers: one spelling, which nothing is converted to. [brimley 4] */
#include "emitted/emitted_int.h"

ptc_cursor ptc_gen_date(ptc_gen *gen, ptc_cursor p, ptc_date *out)
{
    ptc_str text;
    ptc_cursor after = ptc_gen_string(gen, p, &text);

    return after == NULL || ptc_date_read(text, out) == PTC_OK
               ? after
               : ptc_gen_invalid(gen, after);
}
