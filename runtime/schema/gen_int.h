/* SPDX-License-Identifier: MIT */
/* What the two cold halves of generated parsers share. */
#ifndef PTC_GEN_INT_H
#define PTC_GEN_INT_H

#include <ptc/gen.h>

/* Mode and direction, which options may leave to the entry point. */
void ptc_gen_take_options(ptc_gen *gen, ptc_direction direction,
                          const ptc_parse_options *options);

/* Reads any value, `p` at its first byte. The scanner wants text behind it, which the
 * outermost value may lack. */
ptc_cursor ptc_gen_read(ptc_gen *gen, ptc_cursor p, ptc_value *out);

#endif
