/* SPDX-License-Identifier: MIT */
/*
 * Parameters whose values the host's context has: looked up after the caller's map,
 * checked and converted by the walker as inputs are, and stored along the layout. What
 * they hold outlives neither the context nor the arena; with --strings=copy and nul it is
 * the arena's. [brimley 4b]
 */
#include "emitted/emitted_int.h"
#include "walk/walk_int.h"

typedef struct gen_context_run {
    ptc_gen *gen;
    const ptc_gen_type *type;
    ptc_gen_filling filling;
    ptc_walk_options options;
} gen_context_run;

/* Whether the value of the parameter at `index` is there and fits; it is stored then. */
static ptc_status gen_context_take(gen_context_run *run, uint32_t index, void *out)
{
    ptc_arena *arena = run->gen->scan.arena;
    ptc_schema schema = {run->type->nodes, index, run->type->count};
    ptc_report report; /* for the number of its warnings */
    ptc_status status;
    ptc_value found;
    ptc_value made;
    ptc_str at;

    if (!ptc_context_find(run->gen->context, run->type->nodes[index].extra->context,
                          &found, &at))
        return PTC_ERROR_INVALID;
    ptc_report_init(&report, arena);
    report.limit = 0;
    status = ptc_schema_coerce(arena, &schema, &found, &run->options, &made, &report);
    if (status != PTC_OK)
        return status;
    run->gen->is_coerced = run->gen->is_coerced || report.warnings_found > 0;
    return ptc_gen_fill(&run->filling, index, &made, &found, out);
}

bool ptc_gen_context(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type, uint32_t node,
                     void *out)
{
    const ptc_schema_node *map = &type->nodes[node];
    gen_context_run run = {.gen = gen, .type = type};
    ptc_status status = PTC_OK;

    run.filling = (ptc_gen_filling){.type = type,
                                    .arena = gen->scan.arena,
                                    .options = &run.options,
                                    .fills_defaults = gen->fills_defaults,
                                    .copies = type->strings != PTC_STRINGS_BORROWED};
    if (!ptc_gen_walk_options(gen, type, &run.options))
        status = PTC_ERROR_MEMORY;
    /* The map itself is a level. */
    run.options.max_depth = gen->max_depth > 1 ? (unsigned)gen->max_depth - 1 : 1;
    for (uint32_t i = map->first; i < map->first + map->count && status == PTC_OK; i++) {
        if (ptc_walk_is_from_context(&type->nodes[i]))
            status = gen_context_take(&run, i, out);
    }
    if (status == PTC_OK)
        return true;
    ptc_scan_fail(&gen->scan, p, status, "not what the contract says");
    return false;
}
