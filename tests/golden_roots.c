/* SPDX-License-Identifier: MIT */
/* The roots of the golden contracts; see golden_roots.h. */
#include "golden_roots.h"

#include "defaults.ptc.h"
#include "enums.ptc.h"
#include "limits.ptc.h"
#include "order.ptc.h"
#include "records.ptc.h"
#include "scalars.ptc.h"
#include "shared_types.ptc.h"
#include "tool_call.ptc.h"

/* The functions of a type with its pointer hidden. */
#define ROOT(type)                                                                       \
    static ptc_status plain_##type(ptc_arena *arena, const char *text, size_t len,       \
                                   const ptc_parse_options *options, void *out,          \
                                   ptc_parse_info *info)                                 \
    {                                                                                    \
        return type##_parse(arena, text, len, options, out, info);                       \
    }                                                                                    \
    static ptc_status padded_##type(ptc_arena *arena, const char *text, size_t len,      \
                                    const ptc_parse_options *options, void *out,         \
                                    ptc_parse_info *info)                                \
    {                                                                                    \
        return type##_parse_padded(arena, text, len, options, out, info);                \
    }

ROOT(scalars)
ROOT(scalars_result)
ROOT(tool_call)
ROOT(tool_call_result)
ROOT(order)
ROOT(records)
ROOT(defaults)
ROOT(enums)
ROOT(enums_result)
ROOT(find_result)
ROOT(team)
ROOT(flags)
ROOT(limits)

/* The row of a type: its schema and its node there (1 the parameters, 2 the result). */
#define ROW(type, schema, node)                                                          \
#type, &schema, node, plain_##type, padded_##type, sizeof(type)

const golden_root golden_roots[] = {
    {ROW(scalars, scalars_schema, 1)},     {ROW(scalars_result, scalars_schema, 2)},
    {ROW(tool_call, tool_call_schema, 1)}, {ROW(tool_call_result, tool_call_schema, 2)},
    {ROW(order, order_schema, 2)},         {ROW(records, records_schema, 2)},
    {ROW(defaults, defaults_schema, 1)},   {ROW(enums, enums_schema, 1)},
    {ROW(enums_result, enums_schema, 2)},  {ROW(find_result, find_schema, 2)},
    {ROW(team, team_schema, 2)},           {ROW(flags, flags_schema, 2)},
    {ROW(limits, limits_schema, 2)},
};

const size_t golden_root_count = sizeof golden_roots / sizeof golden_roots[0];

const golden_root *golden_root_of(ptc_str name)
{
    for (size_t i = 0; i < golden_root_count; i++) {
        if (ptc_str_equal(name, ptc_str_of(golden_roots[i].name)))
            return &golden_roots[i];
    }
    return NULL;
}

bool golden_document_read(ptc_str input, golden_document *out)
{
    const char *blank = input.len > 0 ? memchr(input.ptr, ' ', input.len) : NULL;
    size_t used = blank ? (size_t)(blank - input.ptr) : 0;
    unsigned choice;

    if (blank == NULL || input.len < used + 3 || blank[2] != ' ')
        return false;
    out->root = golden_root_of(ptc_str_make(input.ptr, used));
    choice = (unsigned)(unsigned char)blank[1] - '0';
    out->options = (ptc_parse_options){.struct_size = sizeof out->options,
                                       .mode = (ptc_mode)(choice & 3),
                                       .direction = choice & 4 ? PTC_OUTPUT : PTC_INPUT,
                                       .max_depth = choice & 32 ? 3 : 0};
    out->padding = choice >> 3 & 3;
    out->text = ptc_str_make(blank + 3, input.len - used - 3);
    return out->root != NULL;
}

golden_verdict golden_walk(ptc_arena *arena, const golden_root *root, ptc_str text,
                           const ptc_parse_options *options)
{
    ptc_json_options reading = {.struct_size = sizeof reading,
                                .max_depth = options->max_depth};
    ptc_walk_options walking = {.struct_size = sizeof walking,
                                .mode = options->mode,
                                .direction = options->direction,
                                .boundary = PTC_BOUNDARY_JSON,
                                .max_depth = options->max_depth};
    ptc_schema schema = *root->schema;
    golden_verdict verdict = {.is_coerced = false};
    ptc_report report;

    schema.root = root->node;
    ptc_report_init(&report, arena);
    verdict.status =
        ptc_json_read(arena, text.ptr, text.len, &reading, &verdict.value, NULL, NULL);
    if (verdict.status != PTC_OK)
        return verdict;
    verdict.status = ptc_schema_coerce(&schema, &verdict.value, &walking, arena,
                                       &verdict.value, &report);
    if (verdict.status == PTC_OK && report.errors_found)
        verdict.status = PTC_ERROR_INVALID;
    verdict.is_coerced = report.warnings_found > 0;
    return verdict;
}
