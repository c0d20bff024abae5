/* SPDX-License-Identifier: MIT */
/*
 * Where generated parsers need the walker: to explain a text, and for values that it
 * judges better than emitted code could.
 */
#include "ptc_int.h"

#include "schema/gen_int.h"

ptc_status ptc_gen_explain(const ptc_schema *schema, ptc_arena *arena, const char *text,
                           size_t len, ptc_direction direction,
                           const ptc_parse_options *options, ptc_report *report,
                           ptc_json_error *error)
{
    ptc_json_options reading = {sizeof reading, options ? options->max_depth : 0, false,
                                false, false};
    ptc_walk_options walking = {.struct_size = sizeof walking};
    ptc_gen gen;
    ptc_value value;
    ptc_status status;

    ptc_gen_take_options(&gen, direction, options);
    walking.mode = gen.mode;
    walking.direction = gen.direction;
    walking.boundary = PTC_BOUNDARY_JSON;
    walking.max_depth = reading.max_depth;
    status = ptc_json_read(arena, text, len, &reading, &value, NULL, error);
    if (status != PTC_OK)
        return status;
    return ptc_schema_coerce(schema, &value, &walking, arena, &value, report);
}

/* Reads the value at `p` and has the walker judge it by a node that stands for itself. */
static ptc_cursor gen_walk(ptc_gen *gen, ptc_cursor p, const ptc_schema_node *node,
                           ptc_value *out)
{
    ptc_schema schema = {node, 0, 1};
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_report report;
    ptc_status status;
    ptc_cursor after = ptc_gen_read(gen, ptc_scan_blanks(p), out);

    if (!after)
        return NULL;
    options.mode = gen->mode;
    options.direction = gen->direction;
    if (gen->mode == PTC_MODE_DISABLED) { /* the walker would not look at all */
        options.mode = PTC_MODE_ENABLED;
        options.direction = PTC_OUTPUT;
    }
    options.boundary = PTC_BOUNDARY_JSON;
    ptc_report_init(&report, gen->scan.arena);
    status = ptc_schema_coerce(&schema, out, &options, gen->scan.arena, out, &report);
    if (status == PTC_OK && report.errors_found)
        status = PTC_ERROR_INVALID; /* warn_only lets it pass, a struct cannot hold it */
    if (status != PTC_OK)
        return ptc_scan_fail(&gen->scan, p, status, "not what the contract says");
    gen->is_coerced = gen->is_coerced || report.warnings_found > 0;
    return after;
}

ptc_cursor ptc_gen_float_exact(ptc_gen *gen, ptc_cursor p, const ptc_schema_node *node,
                               double *out)
{
    ptc_value value;
    ptc_cursor after = gen_walk(gen, p, node, &value);

    if (!after)
        return NULL;
    if (value.kind == PTC_FLOAT)
        *out = value.as.number;
    else if (value.kind == PTC_INT)
        *out = (double)value.as.integer;
    else if (value.kind != PTC_OPAQUE ||
             !ptc_number_read_double(value.as.text, value.aux, out))
        return ptc_gen_invalid(gen, p);
    return after;
}

ptc_cursor ptc_gen_any_map(ptc_gen *gen, ptc_cursor p, const ptc_schema_node *node,
                           ptc_value *out)
{
    ptc_cursor after = gen_walk(gen, p, node, out);

    return after && out->kind != PTC_MAP ? ptc_gen_invalid(gen, p) : after;
}
