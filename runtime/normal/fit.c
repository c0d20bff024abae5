/* SPDX-License-Identifier: MIT */
/* Checking values against a type that is still a draft. */
#include "normal/normal_int.h"
#include "walk/walk_int.h"

enum { FIT_MEMORY = 16 << 20 }; /* to check one value in */

bool ptc_draft_finish_alone(ptc_draft *draft, ptc_arena *arena, ptc_draft_ref ref,
                            ptc_schema *out)
{
    ptc_diags *diags = draft->diags;
    ptc_arena *own = draft->arena;
    ptc_diags quiet;
    ptc_status status;

    ptc_diags_init(&quiet, arena);
    quiet.source = diags->source;
    draft->diags = &quiet;
    draft->arena = arena;
    status = ptc_draft_finish(arena, draft, ref, out);
    draft->diags = diags;
    draft->arena = own;
    return status == PTC_OK;
}

bool ptc_draft_fits(ptc_arena *arena, ptc_draft *draft, ptc_draft_ref ref,
                    const ptc_value *given, ptc_value *fitting)
{
    static const ptc_walk_options walk = {.struct_size = sizeof walk,
                                          .direction = PTC_INPUT,
                                          .boundary = PTC_BOUNDARY_JSON,
                                          .decoder_count = PTC_DECODERS_LATER};
    ptc_scratch scratch;
    ptc_report report;
    ptc_schema schema;
    ptc_value coerced;
    bool fits;

    ptc_scratch_begin(&scratch, arena, FIT_MEMORY);
    ptc_report_init(&report, scratch.arena);
    /* Keys of values within it are names of the schema, which goes with the scratch. */
    fits = ptc_draft_finish_alone(draft, scratch.arena, ref, &schema) &&
           ptc_schema_coerce(scratch.arena, &schema, given, &walk, &coerced, &report) ==
               PTC_OK &&
           ptc_value_copy(arena, &coerced, fitting) == PTC_OK;
    if (scratch.is_refused)
        arena->failed = true;
    ptc_scratch_end(&scratch);
    return fits;
}
