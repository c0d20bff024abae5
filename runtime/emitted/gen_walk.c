/* SPDX-License-Identifier: MIT */
/*
 * Where generated code needs the walker: to explain a text, to judge values, and for the
 * types whose texts it judges better than emitted code could.
 */
#include "emitted/emitted_int.h"

static ptc_schema gen_schema(const ptc_gen_type *type, uint32_t node)
{
    ptc_schema schema = {type->nodes, node, type->count};

    return schema;
}

bool ptc_gen_take_validators(const ptc_gen_type *type, const ptc_validator *validators,
                             size_t count, ptc_arena *arena, ptc_walk_options *options)
{
    ptc_validator *both;

    options->validators = type->validators;
    options->validator_count = type->validator_count;
    if (count == 0)
        return true;
    options->validators = validators;
    options->validator_count = count;
    if (type->validator_count == 0)
        return true;
    both = ptc_arena_array(arena, type->validator_count + count, sizeof *both);
    if (!both)
        return false;
    memcpy(both, type->validators, type->validator_count * sizeof *both);
    memcpy(both + type->validator_count, validators, count * sizeof *both);
    options->validators = both;
    options->validator_count += type->validator_count;
    return true;
}

/* How the walker judges what becomes a struct, which can hold no faults: they are faults
 * in modes that let them pass, too. In mode disabled it would not even look. */
static void gen_judge_faults(ptc_walk_options *options)
{
    if (options->mode == PTC_MODE_DISABLED)
        options->direction = PTC_OUTPUT;
    if (options->mode != PTC_MODE_STRICT)
        options->mode = PTC_MODE_ENABLED;
}

/* --- Texts ------------------------------------------------------------------------- */

ptc_status ptc_gen_explain(const ptc_gen_type *type, uint32_t node,
                           ptc_direction direction, ptc_arena *arena, const char *text,
                           size_t len, const ptc_parse_options *options,
                           ptc_report *report, ptc_json_error *error)
{
    ptc_json_options reading = {sizeof reading, options ? options->max_depth : 0, false,
                                false, false};
    ptc_walk_options walking = {.struct_size = sizeof walking};
    ptc_schema schema = gen_schema(type, node);
    ptc_gen gen;
    ptc_value value;
    ptc_value made;
    ptc_status status;

    ptc_gen_take_options(&gen, direction, options);
    walking.mode = type->mode ? (ptc_mode)(type->mode - 1) : gen.mode;
    walking.direction = gen.direction;
    walking.boundary = PTC_BOUNDARY_JSON;
    walking.max_depth = reading.max_depth;
    gen_judge_faults(&walking);
    if (!ptc_gen_take_validators(type, options ? options->validators : NULL,
                                 options ? options->validator_count : 0, arena, &walking))
        return PTC_ERROR_MEMORY;
    status = ptc_json_read(arena, text, len, &reading, &value, NULL, error);
    if (status != PTC_OK)
        return status;
    return ptc_schema_coerce(&schema, &value, &walking, arena, &made, report);
}

/* How the walker judges what a parser read. */
static bool gen_walk_options(ptc_gen *gen, const ptc_gen_type *type,
                             ptc_walk_options *options)
{
    const ptc_parse_options *given = gen->options;

    memset(options, 0, sizeof *options);
    options->struct_size = sizeof *options;
    options->mode = gen->mode;
    options->direction = gen->direction;
    options->boundary = PTC_BOUNDARY_JSON;
    gen_judge_faults(options);
    return ptc_gen_take_validators(type, given ? given->validators : NULL,
                                   given ? given->validator_count : 0, gen->scan.arena,
                                   options);
}

/* Reads a value, has the walker judge and coerce it, and stores what came out. */
static ptc_cursor gen_walk(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type,
                           uint32_t node, void *out, bool is_place)
{
    ptc_arena *arena = gen->scan.arena;
    ptc_schema schema = gen_schema(type, node);
    ptc_walk_options options;
    ptc_gen_filling filling = {.type = type,
                               .arena = arena,
                               .options = &options,
                               .fills_defaults = gen->fills_defaults};
    ptc_report report; /* for its warnings */
    ptc_value given;
    ptc_value value;
    ptc_status status = PTC_ERROR_MEMORY;
    ptc_cursor after;

    p = ptc_scan_blanks(p);
    after = ptc_gen_read(gen, p, &given);
    if (!after)
        return NULL;
    ptc_report_init(&report, arena);
    if (gen_walk_options(gen, type, &options))
        status = ptc_schema_coerce(&schema, &given, &options, arena, &value, &report);
    if (status == PTC_OK)
        status = is_place ? ptc_gen_fill(&filling, node, &value, &given, out)
                          : ptc_gen_fill_value(&filling, node, &value, &given, out);
    if (status != PTC_OK)
        return ptc_scan_fail(&gen->scan, p, status, "not what the contract says");
    gen->is_coerced = gen->is_coerced || report.warnings_found > 0;
    return after;
}

ptc_cursor ptc_gen_walked(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type,
                          uint32_t node, void *holder)
{
    return gen_walk(gen, p, type, node, holder, true);
}

ptc_cursor ptc_gen_walked_value(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type,
                                uint32_t node, void *out)
{
    return gen_walk(gen, p, type, node, out, false);
}

bool ptc_gen_default(ptc_gen *gen, const ptc_gen_type *type, uint32_t node, void *holder)
{
    static const ptc_value absent = {.kind = PTC_NIL};
    ptc_walk_options options;
    ptc_gen_filling filling = {.type = type,
                               .arena = gen->scan.arena,
                               .options = &options,
                               .fills_defaults = true};
    ptc_status status = PTC_ERROR_MEMORY;
    ptc_value value;

    if (gen_walk_options(gen, type, &options) &&
        ptc_schema_default(&type->nodes[node], &value))
        status = ptc_gen_fill(&filling, node, &value, &absent, holder);
    if (status != PTC_OK)
        ptc_scan_fail(&gen->scan, gen->scan.end, status, "the default does not fit");
    return status == PTC_OK;
}

/* --- Values ------------------------------------------------------------------------ */

static ptc_walk_options gen_value_options(const ptc_gen_type *type,
                                          ptc_direction direction,
                                          const ptc_walk_options *options)
{
    ptc_walk_options taken = {.struct_size = sizeof taken, .direction = direction};

    if (options)
        taken = *options;
    if (type->mode)
        taken.mode = (ptc_mode)(type->mode - 1);
    return taken;
}

ptc_status ptc_gen_validate(const ptc_gen_type *type, uint32_t node,
                            ptc_direction direction, const ptc_value *value,
                            const ptc_walk_options *options, ptc_report *report)
{
    ptc_schema schema = gen_schema(type, node);
    ptc_walk_options walking = gen_value_options(type, direction, options);
    ptc_arena scratch;
    ptc_status status = PTC_ERROR_MEMORY;

    ptc_arena_init(&scratch, NULL, 0);
    if (ptc_gen_take_validators(type, walking.validators, walking.validator_count,
                                &scratch, &walking))
        status = ptc_schema_validate(&schema, value, &walking, report);
    ptc_arena_free(&scratch);
    return status;
}

static ptc_status gen_take_value(ptc_gen_filling filling, uint32_t node,
                                 ptc_direction direction, const ptc_value *value,
                                 const ptc_walk_options *options, void *out,
                                 ptc_report *report)
{
    ptc_schema schema = gen_schema(filling.type, node);
    ptc_walk_options walking = gen_value_options(filling.type, direction, options);
    ptc_value made;
    ptc_status status;

    filling.options = &walking;
    filling.fills_defaults = walking.mode != PTC_MODE_DISABLED;
    gen_judge_faults(&walking);
    if (!ptc_gen_take_validators(filling.type, walking.validators,
                                 walking.validator_count, filling.arena, &walking))
        return PTC_ERROR_MEMORY;
    status = ptc_schema_coerce(&schema, value, &walking, filling.arena, &made, report);
    return status == PTC_OK ? ptc_gen_fill(&filling, node, &made, value, out) : status;
}

ptc_status ptc_gen_from_value(const ptc_gen_type *type, uint32_t node,
                              ptc_direction direction, ptc_arena *arena,
                              const ptc_value *value, const ptc_walk_options *options,
                              void *out, ptc_report *report)
{
    ptc_gen_filling filling = {.type = type, .arena = arena};

    return gen_take_value(filling, node, direction, value, options, out, report);
}

ptc_status ptc_gen_from_value_copied(const ptc_gen_type *type, uint32_t node,
                                     ptc_direction direction, ptc_arena *arena,
                                     const ptc_value *value,
                                     const ptc_walk_options *options, void *out,
                                     ptc_report *report)
{
    ptc_gen_filling filling = {.type = type, .arena = arena, .copies = true};

    return gen_take_value(filling, node, direction, value, options, out, report);
}
