/* SPDX-License-Identifier: MIT */
/* The inline functions of <ptc/gen.h> as functions, for code that has to be small. */
#include <ptc/gen.h>

ptc_cursor ptc_small_int(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    return ptc_gen_int(gen, p, out);
}

ptc_cursor ptc_small_integral(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    return ptc_gen_integral(gen, p, out);
}

ptc_cursor ptc_small_float(ptc_gen *gen, ptc_cursor p, double *out)
{
    return ptc_gen_float(gen, p, out);
}

ptc_cursor ptc_small_bool(ptc_gen *gen, ptc_cursor p, bool *out)
{
    return ptc_gen_bool(gen, p, out);
}

ptc_cursor ptc_small_strict_int(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    return ptc_gen_strict_int(gen, p, out);
}

ptc_cursor ptc_small_strict_integral(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    return ptc_gen_strict_integral(gen, p, out);
}

ptc_cursor ptc_small_strict_float(ptc_gen *gen, ptc_cursor p, double *out)
{
    return ptc_gen_strict_float(gen, p, out);
}

ptc_cursor ptc_small_strict_bool(ptc_gen *gen, ptc_cursor p, bool *out)
{
    return ptc_gen_strict_bool(gen, p, out);
}

ptc_cursor ptc_small_string(ptc_gen *gen, ptc_cursor p, ptc_str *out)
{
    return ptc_gen_string(gen, p, out);
}

bool ptc_small_null(ptc_cursor *p)
{
    return ptc_gen_null(p);
}

bool ptc_small_absent(ptc_gen *gen, ptc_cursor *p)
{
    return ptc_gen_absent(gen, p);
}

bool ptc_small_has_length(const ptc_str *text, size_t low, size_t high)
{
    return ptc_gen_has_length(text, low, high);
}

bool ptc_small_is(ptc_str key, const char *name, size_t n)
{
    return ptc_gen_is(key, name, n);
}

bool ptc_small_match(ptc_cursor *p, const char *literal, size_t n)
{
    return ptc_gen_match(p, literal, n);
}

bool ptc_small_map_begin(ptc_gen *gen, ptc_gen_map *map, ptc_cursor *p,
                         const char *literal, size_t n)
{
    return ptc_gen_map_begin(gen, map, p, literal, n);
}

ptc_cursor ptc_small_map_next(ptc_gen *gen, ptc_cursor p)
{
    return ptc_gen_map_next(gen, p);
}

ptc_cursor ptc_small_map_key(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p)
{
    return ptc_gen_map_key(gen, map, p);
}

bool ptc_small_map_expect(ptc_cursor *p, const char *literal, size_t n)
{
    return ptc_gen_map_expect(p, literal, n);
}

ptc_cursor ptc_small_map_end(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p)
{
    return ptc_gen_map_end(gen, map, p);
}

ptc_cursor ptc_small_list_start(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p)
{
    return ptc_gen_list_start(gen, list, p);
}

ptc_cursor ptc_small_list_add(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p,
                              const void *item, size_t size)
{
    return ptc_gen_list_add(gen, list, p, item, size);
}

void *ptc_small_list_take(ptc_gen *gen, const ptc_gen_list *list, size_t size,
                          size_t *count)
{
    return ptc_gen_list_take(gen, list, size, count);
}

ptc_cursor ptc_small_list_end(ptc_gen *gen, ptc_cursor p)
{
    return ptc_gen_list_end(gen, p);
}

ptc_cursor ptc_small_tuple_start(ptc_gen *gen, ptc_cursor p)
{
    return ptc_gen_tuple_start(gen, p);
}

ptc_cursor ptc_small_tuple_next(ptc_gen *gen, ptc_cursor p)
{
    return ptc_gen_tuple_next(gen, p);
}

ptc_cursor ptc_small_tuple_end(ptc_gen *gen, ptc_cursor p)
{
    return ptc_gen_tuple_end(gen, p);
}
