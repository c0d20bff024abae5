/* SPDX-License-Identifier: MIT */
/*
 * The walker on values that are schemas: the Malli reader decides whether one spells a
 * schema. It is the only check that needs its own memory, so its verdict may fail for
 * lack of it. [validation 16]
 */
#include "walk/walk_int.h"

bool ptc_schema_judge(ptc_walker *walker, const ptc_schema_node *node,
                      const ptc_value *value, const ptc_place *place)
{
    ptc_str reason = ptc_str_make("", 0);
    ptc_arena scratch;
    ptc_diags diags;
    ptc_forms forms;
    ptc_draft draft;
    ptc_schema schema;
    ptc_draft_ref root = 0;
    uint32_t form;
    bool is_valid;

    ptc_arena_init(&scratch, NULL, 0);
    ptc_diags_init(&diags, &scratch);
    ptc_forms_init(&forms, &scratch, NULL);
    ptc_draft_init(&draft, &scratch, &diags);
    form = walker->is_json ? ptc_form_from_json(&forms, value)
                           : ptc_form_from_value(&forms, value);
    if (form != 0)
        root = ptc_malli_draft(&draft, &forms, form, NULL);
    is_valid = root != 0 && ptc_draft_finish(&scratch, &draft, root, &schema) == PTC_OK;
    walker->failed |= scratch.failed;
    if (diags.count > 0)
        reason = diags.items[0].message;
    is_valid = is_valid || ptc_fault_because(walker, place, node, value, reason);
    ptc_arena_free(&scratch);
    return is_valid;
}
