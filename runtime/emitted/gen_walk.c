/* SPDX-License-Identifier: MIT */
/*
 * Where generated code needs the walker: to explain a text, to check values, and for the
 * types whose texts it checks better than emitted code could.
 */
#include "base/base_int.h"
#include "emitted/emitted_int.h"
#include "walk/walk_int.h"

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
    if (both == NULL)
        return false;
    memcpy(both, type->validators, type->validator_count * sizeof *both);
    memcpy(both + type->validator_count, validators, count * sizeof *both);
    options->validators = both;
    options->validator_count += type->validator_count;
    return true;
}

/* How the walker checks what becomes a struct, which can hold no faults: they are faults
 * in modes that let them pass as well. In mode disabled it would check nothing. */
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
    ptc_json_options reading = {.struct_size = sizeof reading};
    ptc_walk_options walking = {.struct_size = sizeof walking};
    ptc_schema schema = gen_schema(type, node);
    ptc_gen gen;
    ptc_value value;
    ptc_value made;
    ptc_status status;

    if (!ptc_gen_take_options(&gen, direction, options))
        return PTC_ERROR_ARGUMENT;
    reading.max_depth = (unsigned)gen.max_depth;
    walking.mode = type->mode ? (ptc_mode)(type->mode - 1) : gen.mode;
    walking.direction = gen.direction;
    walking.boundary = PTC_BOUNDARY_JSON;
    walking.max_depth = reading.max_depth;
    walking.context = gen.context;
    walking.decoders = gen.decoders;
    walking.decoder_count = gen.decoder_count;
    gen_judge_faults(&walking);
    if (!ptc_gen_take_validators(type, gen.validators, gen.validator_count, arena,
                                 &walking))
        return PTC_ERROR_MEMORY;
    status = ptc_json_read(arena, text, len, &reading, &value, NULL, error);
    if (status != PTC_OK)
        return status;
    return ptc_schema_coerce(arena, &schema, &value, &walking, &made, report);
}

ptc_status ptc_gen_tell(const ptc_gen_type *type, uint32_t node, ptc_direction direction,
                        ptc_arena *arena, const char *text, size_t len,
                        const ptc_parse_options *options, ptc_status status, ptc_str *why)
{
    ptc_schema schema = gen_schema(type, node);
    ptc_json_error unreadable = {.status = PTC_OK};
    ptc_report report;

    if (why == NULL)
        return status;
    *why = PTC_STR("");
    if (status == PTC_OK)
        return status;
    ptc_report_init(&report, arena);
    if (status != PTC_ERROR_MEMORY && status != PTC_ERROR_ARGUMENT)
        ptc_gen_explain(type, node, direction, arena, text, len, options, &report,
                        &unreadable);
    *why = ptc_refusal_write(arena, ptc_subject_of(&schema, direction),
                             ptc_str_make(text, len), status, &report, &unreadable);
    return status;
}

bool ptc_gen_walk_options(ptc_gen *gen, const ptc_gen_type *type,
                          ptc_walk_options *options)
{
    memset(options, 0, sizeof *options);
    options->struct_size = sizeof *options;
    options->mode = gen->mode;
    options->direction = gen->direction;
    options->boundary = PTC_BOUNDARY_JSON;
    options->context = gen->context;
    options->decoders = gen->decoders;
    options->decoder_count = gen->decoder_count;
    gen_judge_faults(options);
    return ptc_gen_take_validators(type, gen->validators, gen->validator_count,
                                   gen->scan.arena, options);
}

/* Reads a value, has the walker check and coerce it, and stores what came out. */
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
    ptc_report report; /* for the number of its warnings */
    ptc_value given;
    ptc_value value;
    ptc_status status = PTC_ERROR_MEMORY;
    ptc_cursor after;

    p = ptc_scan_blanks(p);
    after = ptc_gen_read(gen, p, &given);
    if (after == NULL)
        return NULL;
    ptc_report_init(&report, arena);
    report.limit = 0;
    if (ptc_gen_walk_options(gen, type, &options))
        status = ptc_schema_coerce(arena, &schema, &given, &options, &value, &report);
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

    if (ptc_gen_walk_options(gen, type, &options) &&
        ptc_schema_default(&type->nodes[node], &value))
        status = ptc_gen_fill(&filling, node, &value, &absent, holder);
    if (status != PTC_OK)
        ptc_scan_fail(&gen->scan, gen->scan.end, status, "the default does not fit");
    return status == PTC_OK;
}

/* --- Values ------------------------------------------------------------------------ */

/* False if the options are invalid. */
static bool gen_value_options(const ptc_gen_type *type, ptc_direction direction,
                              const ptc_walk_options *options, ptc_walk_options *out)
{
    *out = (ptc_walk_options){.struct_size = sizeof *out};
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_walk_options),
                          "a validator of values", options, out) ||
        !ptc_mode_is_known("a validator of values", out->mode, out->direction,
                           out->boundary))
        return false;
    if (out->direction == PTC_DIRECTION_DEFAULT)
        out->direction = direction;
    if (type->mode)
        out->mode = (ptc_mode)(type->mode - 1);
    return true;
}

ptc_status ptc_gen_validate(const ptc_gen_type *type, uint32_t node,
                            ptc_direction direction, const ptc_value *value,
                            const ptc_walk_options *options, ptc_report *report)
{
    ptc_schema schema = gen_schema(type, node);
    ptc_status status = PTC_ERROR_MEMORY;
    ptc_walk_options walking;
    ptc_arena scratch;

    if (!gen_value_options(type, direction, options, &walking))
        return PTC_ERROR_ARGUMENT;
    ptc_arena_init(&scratch, NULL, 0);
    if (ptc_gen_take_validators(type, walking.validators, walking.validator_count,
                                &scratch, &walking))
        status = ptc_schema_validate(&schema, value, &walking, report);
    ptc_arena_free(&scratch);
    return status;
}

ptc_status ptc_gen_from_value(const ptc_gen_type *type, uint32_t node,
                              ptc_direction direction, ptc_arena *arena,
                              const ptc_value *value, const ptc_walk_options *options,
                              void *out, ptc_report *report)
{
    ptc_schema schema = gen_schema(type, node);
    ptc_walk_options walking;
    ptc_gen_filling filling = {.type = type,
                               .arena = arena,
                               .options = &walking,
                               .copies = type->strings != PTC_STRINGS_BORROWED};
    ptc_value made;
    ptc_status status;

    if (!gen_value_options(type, direction, options, &walking))
        return PTC_ERROR_ARGUMENT;
    filling.fills_defaults = walking.mode != PTC_MODE_DISABLED;
    gen_judge_faults(&walking);
    if (!ptc_gen_take_validators(type, walking.validators, walking.validator_count, arena,
                                 &walking))
        return PTC_ERROR_MEMORY;
    value = ptc_value_or_nil(value);
    status = ptc_schema_coerce(arena, &schema, value, &walking, &made, report);
    return status == PTC_OK ? ptc_gen_fill(&filling, node, &made, value, out) : status;
}
