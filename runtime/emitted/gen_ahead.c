/* SPDX-License-Identifier: MIT */
/*
 * What is further on in a map: a field's own spelling wins over another one wherever it
 * is, so when the other one comes first, a generated parser has to look ahead.
 * [validation 6]
 *
 * The first look goes through all that is in the map, and remembers where containers in
 * it end, except for small ones. Looks from maps within it then step over those, so that
 * nesting does not multiply the work. Nothing is checked here: the parser itself will
 * find what is not JSON.
 */
#include "emitted/emitted_int.h"

/* Bytes of a container that is stepped over rather than looked through again. */
enum { AHEAD_SIZE = 128 };

static bool ahead_open(ptc_gen *gen, ptc_cursor p, size_t *open)
{
    ptc_gen_extent *extent = PTC_ARENA_PUSH(gen->scan.arena, gen->extents,
                                            gen->extent_count, gen->extent_capacity);

    if (extent == NULL) {
        ptc_scan_fail(&gen->scan, p, PTC_ERROR_MEMORY, "memory refused");
        return false;
    }
    extent->start = p;
    extent->end = NULL;
    extent->up = *open;
    *open = gen->extent_count - 1;
    return true;
}

/* The content of a small container is small, and already forgotten. */
static void ahead_close(ptc_gen *gen, ptc_cursor p, size_t *open)
{
    ptc_gen_extent *extent = &gen->extents[*open];

    *open = extent->up;
    if (p - extent->start < AHEAD_SIZE)
        gen->extent_count--;
    else
        extent->end = p;
}

/* The place after the string that begins at `p`. */
static ptc_cursor ahead_string(const ptc_gen *gen, ptc_cursor p)
{
    for (p++; p < gen->scan.end && *p != '"'; p++)
        p += *p == '\\';
    return p + 1;
}

/* The place after the container that begins at `p`, or NULL. */
static ptc_cursor ahead_container(ptc_gen *gen, ptc_cursor p, bool records)
{
    size_t open = 0;
    size_t depth = 0;

    do {
        switch (*p) {
        case '"':
            p = ahead_string(gen, p);
            continue;
        case '{':
        case '[':
            depth++;
            if (records && !ahead_open(gen, p, &open))
                return NULL;
            break;
        case '}':
        case ']':
            depth--;
            if (records)
                ahead_close(gen, p + 1, &open);
            break;
        default:
            break;
        }
        p++;
    } while (depth > 0 && p < gen->scan.end);
    return depth == 0 ? p : NULL;
}

/* The container that begins at `p`, if it was remembered. */
static const ptc_gen_extent *ahead_find(const ptc_gen *gen, ptc_cursor p)
{
    size_t low = 0;
    size_t high = gen->extent_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (gen->extents[middle].start < p)
            low = middle + 1;
        else
            high = middle;
    }
    return low < gen->extent_count && gen->extents[low].start == p ? &gen->extents[low]
                                                                   : NULL;
}

/* The place after the value that begins at `p`, and blanks. */
static ptc_cursor ahead_value(ptc_gen *gen, ptc_cursor p, bool records)
{
    const ptc_gen_extent *known;

    p = ptc_scan_blanks(p);
    if (*p == '"') {
        p = ahead_string(gen, p);
    } else if (*p == '{' || *p == '[') {
        known = records ? NULL : ahead_find(gen, p);
        p = known != NULL ? known->end : ahead_container(gen, p, records);
    } else {
        while (p < gen->scan.end && *p != ',' && *p != '}')
            p++;
    }
    return p != NULL && p < gen->scan.end ? ptc_scan_blanks(p) : NULL;
}

uint8_t *ptc_gen_look_ahead(ptc_gen *gen, const ptc_gen_map *map,
                            const ptc_schema_node *fields, uint32_t count)
{
    uint8_t *exact = ptc_arena_array(gen->scan.arena, count, 1);
    bool records = gen->ahead == NULL || map->start >= gen->ahead;
    ptc_cursor p = ptc_scan_blanks(ptc_scan_blanks(map->start) + 1);
    ptc_str key;

    if (exact == NULL) {
        ptc_scan_fail(&gen->scan, p, PTC_ERROR_MEMORY, "memory refused");
        return NULL;
    }
    if (gen->ahead == NULL) {
        gen->extents = NULL;
        gen->extent_capacity = 0;
    }
    if (records)
        gen->extent_count = 0;
    while (p != NULL && *p == '"') {
        p = ptc_scan_key(&gen->scan, p + 1, &key);
        for (uint32_t i = 0; p != NULL && i < count; i++)
            exact[i] |= ptc_str_equal(fields[i].name, key);
        p = p != NULL ? ahead_value(gen, p, records) : NULL;
        p = p != NULL && *p == ',' ? ptc_scan_blanks(p + 1) : p;
    }
    if (records)
        gen->ahead = p != NULL ? p : gen->scan.end;
    return ptc_gen_try_again(gen) ? exact : NULL;
}
