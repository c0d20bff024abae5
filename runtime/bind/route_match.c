/* SPDX-License-Identifier: MIT */
/* What a path says to the route that takes it: texts for its parameters. [brimley 8] */
#include "bind/bind_int.h"

/* Texts out of one path, decoded. */
typedef struct match_run {
    ptc_arena *arena;
    ptc_path_reader reader;
    bool failed;
} match_run;

static ptc_value match_text(match_run *run, const ptc_text *text)
{
    ptc_value value = ptc_value_string(text->len > 0 ? ptc_text_view(text) : PTC_STR(""));

    run->failed = run->failed || text->failed;
    return run->failed ? ptc_value_nil() : value;
}

/* The current segment. */
static ptc_value match_segment(match_run *run)
{
    ptc_text text;

    ptc_text_init(&text, run->arena);
    ptc_path_decode(&text, run->reader.segment);
    return match_text(run, &text);
}

/* The current segment and all further ones. */
static ptc_value match_rest(match_run *run)
{
    ptc_text text;

    ptc_text_init(&text, run->arena);
    ptc_path_decode(&text, run->reader.segment);
    while (ptc_path_next(&run->reader)) {
        ptc_text_byte(&text, '/');
        ptc_path_decode(&text, run->reader.segment);
    }
    return match_text(run, &text);
}

static ptc_value match_list(match_run *run)
{
    ptc_path_reader ahead = run->reader;
    ptc_value *items;
    size_t count = 1;

    while (ptc_path_next(&ahead))
        count++;
    items = ptc_arena_array(run->arena, count, sizeof *items);
    run->failed = run->failed || items == NULL;
    for (size_t i = 0; !run->failed && i < count; i++) {
        items[i] = match_segment(run);
        ptc_path_next(&run->reader);
    }
    return run->failed ? ptc_value_nil() : ptc_value_vector(items, count);
}

static ptc_value match_value(match_run *run, const ptc_segment *segment)
{
    if (segment->kind == PTC_SEGMENT_PARAMETER)
        return match_segment(run);
    return segment->kind == PTC_SEGMENT_REST ? match_rest(run) : match_list(run);
}

static ptc_status match_make(const ptc_route *route, ptc_arena *arena, ptc_str path,
                             ptc_value *out)
{
    ptc_map_entry *entries = ptc_arena_array(arena, route->count, sizeof *entries);
    match_run run = {.arena = arena, .failed = entries == NULL};
    size_t count = 0;

    ptc_path_start(&run.reader, path);
    for (uint32_t i = 0; !run.failed && i < route->count; i++) {
        const ptc_segment *segment = &route->segments[i];

        ptc_path_next(&run.reader);
        if (segment->kind == PTC_SEGMENT_TEXT)
            continue;
        entries[count].key = ptc_value_string(segment->text);
        entries[count++].value = match_value(&run, segment);
    }
    return run.failed ? PTC_ERROR_MEMORY : ptc_map_make(arena, entries, count, out, NULL);
}

ptc_status ptc_route_match(ptc_arena *arena, const ptc_route *route, ptc_str path,
                           ptc_value *out, ptc_str *why)
{
    const ptc_route *items[] = {route};
    const ptc_routes alone = {items, 1};
    const ptc_route *found;
    ptc_status status = ptc_routes_find(arena, &alone, path, &found, why);

    *out = ptc_value_nil();
    if (status != PTC_OK)
        return status;
    status = match_make(route, arena, path, out);
    if (status == PTC_ERROR_MEMORY && why != NULL)
        *why = PTC_STR("out of memory");
    return status;
}
