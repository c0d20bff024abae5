/* SPDX-License-Identifier: MIT */
/* Options of callers with unknown values. A separate file, for emitted parsers to link it
 * without the walker. */
#include "walk/walk_int.h"

PTC_COLD void ptc_mode_tell_unknown(const char *function, ptc_mode mode,
                                    ptc_direction direction, ptc_boundary boundary)
{
    const char *member = "boundary";
    unsigned value = boundary;

    if ((unsigned)mode > PTC_MODE_DISABLED) {
        member = "mode";
        value = mode;
    } else if ((unsigned)direction > PTC_OUTPUT) {
        member = "direction";
        value = direction;
    }
    ptc_misuse(function,
               "options.%s is %u; set it to one of the constants in <ptc/walk.h>", member,
               value);
}
