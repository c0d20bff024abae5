/* SPDX-License-Identifier: MIT */
/* Replies of models in strict forms become structs. [emitters 3, 4] */
#include "bind/bind_int.h"
#include "emitted/emitted_int.h"
#include "walk/walk_int.h"

#include <ptc/gen_reply.h>
#include <ptc/json_schema.h>

/* A reply that is read. */
typedef struct reply_run {
    const ptc_gen_type *type;
    ptc_schema schema;
    ptc_direction direction;
    ptc_json_schema_options form;
    ptc_arena *arena;
    ptc_report report;
    ptc_json_error unreadable;
} reply_run;

/* Options of a parser as those of the walker. False if they are invalid. */
static bool reply_take_options(const reply_run *run, const ptc_parse_options *options,
                               ptc_walk_options *walking, ptc_json_options *reading)
{
    ptc_gen gen;

    if (!ptc_gen_take_options(&gen, run->direction, options))
        return false;
    reading->max_depth = (unsigned)gen.max_depth;
    walking->mode = run->type->mode > 0 ? (ptc_mode)(run->type->mode - 1) : gen.mode;
    walking->direction = gen.direction;
    walking->boundary = PTC_BOUNDARY_JSON;
    walking->max_depth = reading->max_depth;
    walking->validators = gen.validators;
    walking->validator_count = gen.validator_count;
    walking->context = gen.context;
    walking->decoders = gen.decoders;
    walking->decoder_count = gen.decoder_count;
    return true;
}

static ptc_status reply_read(reply_run *run, const char *text, size_t len,
                             const ptc_parse_options *options, void *out)
{
    ptc_json_options reading = {.struct_size = sizeof reading};
    ptc_walk_options walking = {.struct_size = sizeof walking};
    ptc_value value;
    ptc_status status = PTC_ERROR_ARGUMENT;

    if (text != NULL && reply_take_options(run, options, &walking, &reading))
        status = ptc_json_read(run->arena, text, len, &reading, &value, NULL,
                               &run->unreadable);
    if (status == PTC_OK)
        status =
            ptc_json_schema_restore(run->arena, &run->schema, &run->form, &value, &value);
    if (status == PTC_OK)
        status = ptc_gen_from_value(run->type, run->schema.root, run->direction,
                                    run->arena, &value, &walking, out, &run->report);
    return status;
}

/* What each of the functions does, with the form that it is for. */
static ptc_status reply_tell(reply_run *run, const char *text, size_t len,
                             const ptc_parse_options *options, void *out, ptc_str *why)
{
    ptc_status status;

    run->unreadable = (ptc_json_error){.status = PTC_OK};
    ptc_report_init(&run->report, run->arena);
    status = reply_read(run, text, len, options, out);
    if (why == NULL)
        return status;
    *why = PTC_STR("");
    if (status != PTC_OK)
        *why = ptc_refusal_write(run->arena, ptc_subject_of(&run->schema, run->direction),
                                 ptc_str_make(text, text != NULL ? len : 0), status,
                                 &run->report, &run->unreadable);
    return status;
}

ptc_status ptc_gen_read_openai_strict(const ptc_gen_type *type, uint32_t node,
                                      ptc_direction direction, ptc_arena *arena,
                                      const char *text, size_t len,
                                      const ptc_parse_options *options, void *out,
                                      ptc_str *why)
{
    reply_run run = {
        .type = type,
        .schema = {type->nodes, node, type->count},
        .form = {.struct_size = sizeof run.form, .subset = PTC_JSON_SCHEMA_OPENAI_STRICT},
        .direction = direction,
        .arena = arena};

    return reply_tell(&run, text, len, options, out, why);
}

ptc_status ptc_gen_read_anthropic_strict(const ptc_gen_type *type, uint32_t node,
                                         ptc_direction direction, ptc_arena *arena,
                                         const char *text, size_t len,
                                         const ptc_parse_options *options, void *out,
                                         ptc_str *why)
{
    reply_run run = {.type = type,
                     .schema = {type->nodes, node, type->count},
                     .form = {.struct_size = sizeof run.form,
                              .subset = PTC_JSON_SCHEMA_ANTHROPIC_STRICT},
                     .direction = direction,
                     .arena = arena};

    return reply_tell(&run, text, len, options, out, why);
}

ptc_status ptc_gen_read_wrapped(const ptc_gen_type *type, uint32_t node,
                                ptc_direction direction, ptc_arena *arena,
                                const char *text, size_t len,
                                const ptc_parse_options *options, void *out, ptc_str *why)
{
    reply_run run = {.type = type,
                     .schema = {type->nodes, node, type->count},
                     .form = {.struct_size = sizeof run.form, .wrap_root = true},
                     .direction = direction,
                     .arena = arena};

    return reply_tell(&run, text, len, options, out, why);
}
