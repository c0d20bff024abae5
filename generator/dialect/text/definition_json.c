/* SPDX-License-Identifier: MIT */
/* Definitions in JSON: the forms of the reader that all JSON has, within the limits of
 * definitions. [brimley 1] */
#include "generator/dialect/text/text_int.h"

/* Whether the text begins with a byte order mark, which JSON does not have; says so. */
static bool json_refuse_mark(ptc_str text, ptc_diags *diags)
{
    ptc_diag *diag;

    if (text.len < 3 || memcmp(text.ptr, "\xEF\xBB\xBF", 3) != 0)
        return false;
    diag =
        ptc_diag_add(diags, PTC_DIAG_JSON_SYNTAX, (ptc_span){0, 3},
                     "the text begins with a byte order mark, which JSON does not have");
    ptc_diag_hint(diags, diag, "save the file as UTF-8 without it");
    return true;
}

/* Whether there are more forms, or deeper ones, than a definition has; says so. Forms
 * are in the order of the text, each before those in it. */
static bool json_is_beyond(const ptc_forms *forms, ptc_diags *diags)
{
    uint32_t ends[PTCC_DEFINITION_DEPTH]; /* of the containers around a form */
    size_t depth = 0;

    if (forms->count > PTCC_DEFINITION_NODES + 1) {
        ptc_diag_add(diags, PTC_DIAG_DEFINITION_TOO_LARGE,
                     forms->items[PTCC_DEFINITION_NODES + 1].span,
                     "there are more than %d keys and values in the definition",
                     (int)PTCC_DEFINITION_NODES);
        return true;
    }
    for (size_t i = 1; i < forms->count; i++) {
        const ptc_form *form = &forms->items[i];

        while (depth > 0 && ends[depth - 1] <= form->span.start)
            depth--;
        if (form->kind != PTC_FORM_MAP && form->kind != PTC_FORM_VECTOR)
            continue;
        if (depth == PTCC_DEFINITION_DEPTH) {
            ptc_diag_add(diags, PTC_DIAG_DEFINITION_TOO_LARGE, form->span,
                         "nested deeper than %d levels", (int)PTCC_DEFINITION_DEPTH);
            return true;
        }
        ends[depth++] = form->span.end;
    }
    return false;
}

uint32_t ptcc_definition_read_json(ptc_forms *forms, ptc_diags *diags)
{
    uint32_t root;

    if (json_refuse_mark(forms->source->text, diags))
        return 0;
    root = ptc_form_read_json_plain(forms, diags);
    if (root == 0 || json_is_beyond(forms, diags))
        return 0;
    for (size_t i = 1; i < forms->count; i++) {
        ptc_form *form = &forms->items[i];

        if (form->kind == PTC_FORM_FLOAT)
            form->text = ptc_str_make(forms->source->text.ptr + form->span.start,
                                      form->span.end - form->span.start);
    }
    return root;
}
