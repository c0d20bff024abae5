/* SPDX-License-Identifier: MIT */
/*
 * <ptc/gen.h> - everything that generated parsers may use: the contract between emitted
 * files and the runtime, numbered by PTC_ABI. Other code does not include it: callers of
 * generated parsers need only <ptc/parse.h>.
 *
 * Its parts are <ptc/gen_type.h> (types and whole calls), <ptc/gen_read.h> (single
 * values) and <ptc/gen_small.h> (the same as ordinary functions).
 *
 * A generated parser reads straight into a typed struct with the functions here and in
 * <ptc/scan.h>, and answers only yes or no. Unusual input goes to the slow paths in
 * runtime/emitted/. They ask the walker about the one value in question, so both agree on
 * every input.
 *
 * [architecture 2]
 */
#ifndef PTC_GEN_H
#define PTC_GEN_H

#include <ptc/gen_small.h>
#include <ptc/version.h>

PTC_BEGIN

/* Returns the value of a field in an unchecked map, under any spelling of its name; NULL
 * when it is absent or `map` is not a map. [validation 6] */
PTC_API const ptc_value *ptc_gen_field(const ptc_value *map, const char *name,
                                       size_t len);

PTC_END

#endif
