/* SPDX-License-Identifier: MIT */
/* Null for a field that may be absent and refuses nil. A separate file, so that other
 * parsers do not link it. [validation 5] */
#include "emitted/emitted_int.h"
#include "walk/walk_int.h"

PTC_COLD bool ptc_gen_absent_rest(ptc_gen *gen, ptc_cursor *p)
{
    if (!ptc_walk_converts(gen->mode, gen->direction) || !ptc_gen_null(p))
        return false;
    gen->is_coerced = true;
    return true;
}
