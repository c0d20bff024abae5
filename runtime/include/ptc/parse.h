/* SPDX-License-Identifier: MIT */
/*
 * <ptc/parse.h> - calling generated parsers: their options, and what they report besides
 * the struct. How a rejection is explained is in <ptc/walk.h>: X_explain fills a
 * ptc_report.
 *
 * Both structs belong to the caller, who may share options among threads; no pointer to
 * them is kept. Generated headers include this one through <ptc/gen.h>; code that only
 * passes options on includes it alone. [emitters 11]
 */
#ifndef PTC_PARSE_H
#define PTC_PARSE_H

#include <ptc/walk.h>

PTC_BEGIN

/* How a text is checked. */
typedef struct ptc_parse_options {
    size_t struct_size; /* sizeof(ptc_parse_options) */
    ptc_mode mode;      /* warn_only accepts the same as enabled, since a struct cannot
                         * hold anything else; disabled neither coerces nor fills in
                         * defaults, but still requires the struct's types */
    ptc_direction direction; /* input coerces; by default results of functions are output,
                              * and parameters and values of types are input, as in `ptc
                              * validate` */
    unsigned max_depth;      /* 0: PTC_DEPTH_MAX */
    const ptc_validator *validators; /* registered types for which the generator was given
                                      * no function; an unknown name fails */
    size_t validator_count;
    const ptc_context *context;  /* as of ptc_walk_options */
    const ptc_decoder *decoders; /* decoders for which the generator was given no
                                  * function; an unknown name fails */
    size_t decoder_count;
} ptc_parse_options;

/* The outcome, apart from the struct. */
typedef struct ptc_parse_info {
    ptc_status status; /* as the call returned it */
    size_t offset;     /* after a failure: the byte where it was detected; a duplicate key
                        * may only be detected at the end of its map, and an earlier fault
                        * wins */
    bool is_coerced;   /* some value had to be coerced; X_explain says which */
} ptc_parse_info;

PTC_END

#endif
