/* SPDX-License-Identifier: MIT */
/*
 * <ptc/parse.h> - calling generated parsers: options, and what came of a text beside the
 * struct. How a rejection is explained is in <ptc/walk.h>: X_explain fills a ptc_report.
 *
 * Both structs belong to the caller, who may share options among threads; nothing of them
 * is kept. Headers of generated files bring
 * it by way of <ptc/gen.h>; code that only passes options on includes it alone. [emitters
 * 11]
 */
#ifndef PTC_PARSE_H
#define PTC_PARSE_H

#include <ptc/walk.h>

PTC_BEGIN

/* How a text is judged. */
typedef struct ptc_parse_options {
    size_t struct_size; /* sizeof(ptc_parse_options) */
    ptc_mode mode;      /* warn_only accepts what enabled accepts: a struct cannot hold
                           anything else; disabled neither coerces nor fills defaults, and
                           still wants what the struct says */
    ptc_direction direction; /* input coerces; unless it is said, results of functions are
                                output, parameters and the values of types input, as
                                `ptc validate` judges them */
    unsigned max_depth;      /* 0: PTC_DEPTH_MAX */
    const ptc_validator *validators; /* of registered types that the generator was told no
                                        function for; an unknown name fails */
    size_t validator_count;
    const ptc_context *context;  /* as of ptc_walk_options */
    const ptc_decoder *decoders; /* those that the generator was told no function for; an
                                    unknown name fails */
    size_t decoder_count;
} ptc_parse_options;

/* What came of it, apart from the struct. */
typedef struct ptc_parse_info {
    ptc_status status; /* as the call returned it */
    size_t offset;   /* failed: the byte where that became clear; that a key stands twice
                        may become so at the end of its map, and a fault before it wins */
    bool is_coerced; /* some value was not of its type as it stood; explain tells which */
} ptc_parse_info;

PTC_END

#endif
