/* SPDX-License-Identifier: MIT */
/* Shared by the readers of sources. [signature 12] */
#include "generator/dialect/source/source_int.h"

bool ptcc_source_fits(ptc_contract_reading *reading, size_t file, ptc_diag_code code)
{
    ptc_diag *diag;

    if (reading->files[file]->text.len <= PTCC_SOURCE_MAX)
        return true;
    diag = ptc_diag_add(reading->diags, code, (ptc_span){0, 0},
                        "the file has more than %d bytes", PTCC_SOURCE_MAX);
    ptc_diag_hint(reading->diags, diag,
                  "split it, or copy the parts you need to another file");
    return false;
}

char *ptcc_source_copy(ptc_contract_reading *reading, size_t file)
{
    ptc_str text = reading->files[file]->text;
    char *copy = ptc_arena_copy(reading->arena, text.ptr, text.len);

    if (copy == NULL)
        reading->is_refused = true;
    return copy;
}

ptc_draft_ref ptcc_source_signature(ptc_contract_reading *reading, char *text,
                                    ptc_span span)
{
    ptc_sig *sig = &reading->sig;
    const ptc_str whole = sig->text;
    const char *forms = sig->forms.text;
    char behind = text[span.end];
    ptc_draft_ref function;

    text[span.end] = '\0';
    sig->text = ptc_str_make(text, span.end);
    sig->forms.text = text;
    function = ptc_sig_read(sig, span.start);
    text[span.end] = behind;
    sig->text = whole;
    sig->forms.text = forms;
    return function;
}

ptc_draft_ref ptcc_source_int(ptc_draft *draft, ptc_span span, ptc_value low,
                              ptc_value high)
{
    ptc_draft_ref ref = ptc_draft_add(draft, PTC_TYPE_INT, span);
    ptc_draft_node *node = ptc_draft_at(draft, ref);

    node->interval.low = low;
    node->interval.high = high;
    return ref;
}

ptc_draft_ref ptcc_source_function(ptc_draft *draft, ptc_draft_ref parameters,
                                   ptc_draft_ref result, ptc_span span)
{
    ptc_draft_ref function = ptc_draft_add(draft, PTC_TYPE_FUNCTION, span);

    ptc_draft_append(draft, function, parameters);
    ptc_draft_append(draft, function, result);
    if (ptc_draft_at(draft, parameters)->first != 0)
        ptc_draft_at(draft, function)->flags |= PTC_NODE_NAMED;
    return function;
}

ptc_draft_ref ptcc_source_twice(ptc_contract_reading *reading, ptc_draft_ref map)
{
    ptc_draft *draft = &reading->draft;
    ptc_names names;

    ptc_names_init(&names, reading->arena);
    for (ptc_draft_ref field = ptc_draft_at(draft, map)->first; field != 0;
         field = ptc_draft_at(draft, field)->next) {
        const ptc_name_entry *entry =
            ptc_names_add(&names, ptc_draft_at(draft, field)->name, field);

        if (entry == NULL) {
            reading->is_refused = true;
            return 0;
        }
        if (entry->value != field)
            return field;
    }
    return 0;
}
