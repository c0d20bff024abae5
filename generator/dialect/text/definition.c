/* SPDX-License-Identifier: MIT */
/* Which reader a definition's text is for. */
#include "generator/dialect/text/definition.h"

bool ptcc_definition_read(ptcc_definition *out, ptc_arena *arena, ptc_diags *diags)
{
    ptc_forms_init(&out->forms, arena, diags->source);
    out->root = 0;
    return false;
}
