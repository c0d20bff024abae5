/* SPDX-License-Identifier: MIT */
/*
 * <ptc/gen_small.h> - the part of <ptc/gen.h> for `ptcc gen --optimize=size`: the inline
 * functions of <ptc/gen_read.h> as ordinary functions, under the name ptc_small_X for
 * ptc_gen_X. They do the same and take the same arguments.
 */
#ifndef PTC_GEN_SMALL_H
#define PTC_GEN_SMALL_H

#include <ptc/gen_read.h>

PTC_BEGIN

/* Each does what the function ptc_gen_X does. */
PTC_API ptc_cursor ptc_small_int(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_small_integral(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_small_float(ptc_gen *gen, ptc_cursor p, double *out);
PTC_API ptc_cursor ptc_small_bool(ptc_gen *gen, ptc_cursor p, bool *out);
PTC_API ptc_cursor ptc_small_strict_int(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_small_strict_integral(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_small_strict_float(ptc_gen *gen, ptc_cursor p, double *out);
PTC_API ptc_cursor ptc_small_strict_bool(ptc_gen *gen, ptc_cursor p, bool *out);
PTC_API ptc_cursor ptc_small_string(ptc_gen *gen, ptc_cursor p, ptc_str *out);
PTC_API bool ptc_small_null(ptc_cursor *p);
PTC_API bool ptc_small_absent(ptc_gen *gen, ptc_cursor *p);
PTC_API bool ptc_small_has_length(const ptc_str *text, size_t low, size_t high);
PTC_API bool ptc_small_is(ptc_str key, const char *name, size_t n);
PTC_API bool ptc_small_match(ptc_cursor *p, const char *literal, size_t n);
PTC_API bool ptc_small_map_begin(ptc_gen *gen, ptc_gen_map *map, ptc_cursor *p,
                                 const char *literal, size_t n);
PTC_API ptc_cursor ptc_small_map_next(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_small_map_key(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p);
PTC_API bool ptc_small_map_expect(ptc_cursor *p, const char *literal, size_t n);
PTC_API ptc_cursor ptc_small_map_end(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p);
PTC_API ptc_cursor ptc_small_list_start(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p);
PTC_API ptc_cursor ptc_small_list_add(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p,
                                      const void *item, size_t size);
PTC_API void *ptc_small_list_take(ptc_gen *gen, const ptc_gen_list *list, size_t size,
                                  size_t *count);
PTC_API ptc_cursor ptc_small_list_end(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_small_tuple_start(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_small_tuple_next(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_small_tuple_end(ptc_gen *gen, ptc_cursor p);

PTC_END

#endif
