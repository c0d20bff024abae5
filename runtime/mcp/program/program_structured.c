/* SPDX-License-Identifier: MIT */
/*
 * The outcome of a program as data: {ok, value | preview and bytes, prints, calls, error,
 * session}. A value is given whole or not at all. [mcp 6]
 */
#include "lisp/host/host_int.h"
#include "mcp/program/program_int.h"

enum { STRUCTURE_MEMBERS = 8 };

/* A map under construction. */
typedef struct structure {
    ptc_arena *arena;
    ptc_map_entry entries[STRUCTURE_MEMBERS];
    uint32_t count;
} structure;

static void structure_add(structure *map, const char *name, ptc_value value)
{
    map->entries[map->count++] =
        (ptc_map_entry){ptc_value_string(ptc_str_of(name)), value};
}

static ptc_status structure_end(structure *map, ptc_value *out)
{
    ptc_map_entry *entries =
        ptc_arena_array(map->arena, map->count, sizeof *map->entries);

    if (entries == NULL)
        return PTC_ERROR_MEMORY;
    memcpy(entries, map->entries, map->count * sizeof *entries);
    return ptc_map_make(map->arena, entries, map->count, out, NULL);
}

/* A call: {tool, ms, error?}. */
static ptc_status structure_call(ptc_arena *arena, const ptc_tool_record *record,
                                 ptc_value *out)
{
    structure map = {.arena = arena};

    structure_add(&map, "tool", ptc_value_string(ptc_str_of(record->name)));
    structure_add(&map, "ms", ptc_value_int((int64_t)record->time_ms));
    if (record->error != NULL)
        structure_add(&map, "error", ptc_value_string(ptc_str_of(record->error)));
    return structure_end(&map, out);
}

static ptc_status structure_calls(structure *map, const ptc_lisp_result *result)
{
    uint32_t count = (uint32_t)result->call_count;
    ptc_value *items = ptc_arena_array(map->arena, count, sizeof *items);
    ptc_status status = items != NULL || count == 0 ? PTC_OK : PTC_ERROR_MEMORY;

    for (uint32_t i = 0; i < count && status == PTC_OK; i++)
        status = structure_call(map->arena, &result->calls[i], &items[i]);
    structure_add(map, "calls", ptc_value_vector(items, count));
    return status;
}

/* {reason, message, line?, column?} */
static ptc_status structure_error(structure *outer, const ptc_lisp_error *error)
{
    structure map = {.arena = outer->arena};
    ptc_status status;
    ptc_value value;
    ptc_text text;

    ptc_text_init(&text, outer->arena);
    ptc_lisp_outcome_error(&text, error);
    structure_add(&map, "reason",
                  ptc_value_string(ptc_str_of(ptc_reason_name(error->reason))));
    structure_add(&map, "message", ptc_value_string(ptc_text_view(&text)));
    if (error->line != 0) {
        structure_add(&map, "line", ptc_value_int((int64_t)error->line));
        structure_add(&map, "column", ptc_value_int((int64_t)error->column));
    }
    status = structure_end(&map, &value);
    structure_add(outer, "error", value);
    return text.failed ? PTC_ERROR_MEMORY : status;
}

static void structure_value(structure *map, const ptc_mcp_run *run)
{
    size_t len;

    if (run->json.len == 0)
        return;
    if (run->json.len <= PTC_MCP_VALUE_BYTES) {
        structure_add(map, "value", run->visible);
        return;
    }
    len = ptc_utf8_prefix(run->json.ptr, run->json.len, PTC_MCP_PREVIEW);
    structure_add(map, "preview", ptc_value_string(ptc_str_make(run->json.ptr, len)));
    structure_add(map, "bytes", ptc_value_int((int64_t)run->json.len));
}

ptc_status ptc_mcp_structure_program(ptc_arena *arena, const ptc_mcp_run *run,
                                     ptc_value *out)
{
    structure map = {.arena = arena};
    ptc_status status;
    ptc_str handle;

    structure_add(&map, "ok", ptc_value_bool(run->status == PTC_OK));
    structure_value(&map, run);
    structure_add(&map, "prints", ptc_value_string(run->result.output));
    status = structure_calls(&map, &run->result);
    if (status == PTC_OK && run->status != PTC_OK)
        status = structure_error(&map, &run->result.error);
    if (run->session.len > 0 && (run->status == PTC_OK || !run->is_new)) {
        handle = ptc_str_copy(arena, ptc_str_make(run->context->handle, PTC_MCP_HANDLE));
        structure_add(&map, "session", ptc_value_string(handle));
        status = handle.ptr == NULL ? PTC_ERROR_MEMORY : status;
    }
    return status == PTC_OK ? structure_end(&map, out) : status;
}
