/* SPDX-License-Identifier: MIT */
/*
 * Fuzz target: path of a route NUL path of a resource NUL SQL text. The route is read in
 * the notation of contracts and the path looked up; names are found in the SQL. The
 * conditions for both are checked.
 */
#include "generator/binding/binding_int.h"

#include <ptc/json.h>

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

/* The part up to the next NUL, in a separate block; advances past it. */
static ptc_str next_part(ptc_str *rest)
{
    const char *nul = rest->len ? memchr(rest->ptr, 0, rest->len) : NULL;
    ptc_str part = ptc_str_make(rest->ptr, nul ? (size_t)(nul - rest->ptr) : rest->len);
    size_t used = part.len + (nul != NULL);
    char *copy = malloc(part.len + 1);

    *rest = ptc_str_make(rest->ptr + used, rest->len - used);
    must(copy != NULL);
    if (part.len > 0)
        memcpy(copy, part.ptr, part.len);
    return ptc_str_make(copy, part.len);
}

/* Texts of a path are UTF-8 without NUL, and do not leave the folder. */
static void check_text(ptc_str text)
{
    must(text.len > 0 && memchr(text.ptr, 0, text.len) == NULL);
    must(ptc_utf8_check(text.ptr, text.len) == text.len);
    must(!ptc_str_equal(text, PTC_STR("..")) && !ptc_str_equal(text, PTC_STR(".")));
}

static void check_values(const ptc_value *map)
{
    for (uint32_t i = 0; i < map->aux; i++) {
        const ptc_value *value = &map->as.map->entries[i].value;

        if (value->kind == PTC_STRING)
            check_text(ptc_value_text(value));
        for (uint32_t k = 0; value->kind == PTC_VECTOR && k < value->aux; k++)
            check_text(ptc_value_text(&value->as.items[k]));
    }
}

static void look_up(ptc_arena *arena, const ptcc_path *read, ptc_str pattern,
                    ptc_str path)
{
    ptc_segment *segments = ptc_arena_array(arena, read->count + 1, sizeof *segments);
    ptc_route route = {pattern, segments, (uint32_t)read->count, NULL};
    const ptc_route *const items[] = {&route};
    const ptc_routes routes = {items, 1};
    const ptc_route *found;
    ptc_value value;
    ptc_status status;
    ptc_str why;

    for (size_t i = 0; i < read->count; i++)
        segments[i] = read->items[i].segment;
    status = ptc_routes_find(arena, &routes, path, &found, &why);
    must((status == PTC_OK) == (found != NULL) && (found != NULL) == (why.len == 0));
    must(why.ptr[why.len] == '\0' && memchr(why.ptr, '\n', why.len) == NULL);
    must(ptc_route_match(arena, &route, path, &value, &why) == status);
    must((status == PTC_OK) == (value.kind == PTC_MAP));
    if (status == PTC_OK)
        check_values(&value);
    must(ptc_route_compare(&route, &route) == 0);
    /* A route without parameters matches its own path. */
    if (read->parameter_count == 0)
        must(ptc_routes_find(arena, &routes, pattern, &found, NULL) == PTC_OK);
}

static void check_fault(const ptcc_text_fault *fault, size_t len)
{
    must(fault->start <= fault->end && fault->end <= len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptc_str rest = ptc_str_make((const char *)data, size);
    ptc_str pattern = next_part(&rest);
    ptc_str path = next_part(&rest);
    ptc_str sql = next_part(&rest);
    size_t before = 0;
    ptcc_sql_reader reader;
    ptcc_text_fault fault;
    ptcc_path read;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, (size_t)64 << 20);
    if (ptcc_path_read(&arena, pattern, &read, &fault))
        look_up(&arena, &read, pattern, path);
    else
        check_fault(&fault, pattern.len);
    ptcc_sql_start(&reader, sql);
    while (ptcc_sql_next(&reader)) {
        must(reader.start >= before && reader.at > reader.start);
        must(sql.ptr[reader.start] == ':' && reader.at <= sql.len);
        before = reader.at;
    }
    if (reader.fault.message != NULL)
        check_fault(&reader.fault, sql.len);
    ptc_arena_free(&arena);
    free((char *)(uintptr_t)pattern.ptr);
    free((char *)(uintptr_t)path.ptr);
    free((char *)(uintptr_t)sql.ptr);
    return 0;
}
