/* SPDX-License-Identifier: MIT */
/*
 * <ptc/infer.h> - schemas from examples. [validation 14]
 *
 *     ptc_infer *infer;
 *
 *     if (ptc_infer_make(&arena, NULL, &infer) == PTC_OK) {
 *         while (next(&sample))
 *             ptc_infer_add(infer, &sample);
 *         if (ptc_infer_finish(&arena, infer, &schema) == PTC_OK)
 *             ptc_schema_write_signature(&text, &schema, NULL);
 *     }
 *
 * Samples are added one by one, are read once, and need not stay alive. The memory for
 * them is bounded, however many and large they are. Every sample satisfies the schema.
 *
 * The type of a place:
 *
 *   - A place where samples have one kind of value gets its type. int and float together
 *     are float.
 *   - nil anywhere, or a key that some maps lack, makes the place optional.
 *   - Two or three kinds are a union, in order of first appearance. More kinds are
 *     `:any`, and so is a place where only nil is known.
 *   - Lists and sets merge their elements; without elements they are `[:any]`.
 *   - Maps merge by key, with `-` and `_` alike, in order of first appearance. The empty
 *     key is left out.
 *
 * A map becomes a map of any keys, `[:map-of K V]`, if one of its keys cannot be declared
 * (neither a string nor a keyword, or longer than 256 bytes), if it has more than 16,384
 * keys, or if it has new keys when there is no room for more.
 *
 * Places beyond 100,000 are `:any`, and so are numbers that int64 cannot hold.
 */
#ifndef PTC_INFER_H
#define PTC_INFER_H

#include <ptc/schema.h>

PTC_BEGIN

/* Limit on the distinct strings of an enum. */
#define PTC_INFER_ENUM_MAX 1000

/* What counts as an enum, a map of values, or a moment. All zero: nothing does. */
typedef struct ptc_infer_options {
    size_t struct_size; /* sizeof(ptc_infer_options) */
    /* Strings with at most this many distinct values, each of at most 256 bytes, in at
     * least three times as many samples, are an enum; 0: none are. */
    uint32_t enum_max;
    /* Maps with more distinct keys than this, whose values are all of one kind, are
     * `[:map-of K V]`; 0: none are. */
    uint32_t map_of;
    /* Strings are :datetime if all of them are dates with times and offsets, and :date if
     * all are days such as "2026-01-02". */
    bool datetime;
    /* Under a name that begins with '_' only the types of scalars are reported: strings
     * are `:string`, and maps are `:any`. */
    bool hide_firewalled;
} ptc_infer_options;

/* What is known about the samples so far, and nothing more. One thread at a time. */
typedef struct ptc_infer ptc_infer;

/* Starts without samples; its memory is in `arena`. `options` may be NULL. Returns
 * PTC_ERROR_MEMORY, or PTC_ERROR_ARGUMENT for options without a struct_size; `*out` is
 * NULL then. */
PTC_API ptc_status ptc_infer_make(ptc_arena *arena, const ptc_infer_options *options,
                                  ptc_infer **out);

/* Adds a sample. Returns PTC_ERROR_MEMORY when refused, and for all later samples. */
PTC_API ptc_status ptc_infer_add(ptc_infer *infer, const ptc_value *sample);

/* Makes the schema of all samples, in normal form; `:any` without samples. `arena` may be
 * that of ptc_infer_make. No sample may be added afterwards. Returns PTC_ERROR_MEMORY. */
PTC_API ptc_status ptc_infer_finish(ptc_arena *arena, ptc_infer *infer, ptc_schema *out);

/* Makes the schema of one value. Statuses are those of ptc_infer_make. */
PTC_API ptc_status ptc_infer_value(ptc_arena *arena, const ptc_value *value,
                                   const ptc_infer_options *options, ptc_schema *out);

PTC_END

#endif
