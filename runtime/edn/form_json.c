/* SPDX-License-Identifier: MIT */
/* JSON text as forms with their places, for readers whose schemas and files are spelled
 * in JSON or EDN alike. */
#include "edn/edn_int.h"
#include "json/json_int.h"

/* Forms stand in document order, as places do, but keys are forms and no places. */
static void form_place(ptc_forms *forms, uint32_t first, const ptc_json_place *places)
{
    ptc_form *items = forms->items;

    for (uint32_t i = first; i < forms->count; i++) {
        for (uint32_t key = items[i].kind == PTC_FORM_MAP ? items[i].child : 0; key;
             key = items[items[key].next].next)
            items[key].span.end = 0; /* a mark: no form ends before it begins */
    }
    for (uint32_t i = first; i < forms->count; i++) {
        if (items[i].span.end == 0) {
            items[i].span = ptc_json_place_key(forms->source->text, places);
            continue;
        }
        items[i].span.start = places->start;
        items[i].span.end = places->end;
        places++;
    }
}

/* Reads JSON as forms: in the JSON form of Malli, or with strings as they stand. */
static uint32_t form_read_json(ptc_forms *forms, bool is_malli, ptc_diags *diags)
{
    ptc_str text = forms->source->text;
    const ptc_json_place *places;
    uint32_t first = (uint32_t)forms->count;
    ptc_json_error error;
    ptc_value value;
    ptc_status status;
    uint32_t form = 0;
    ptc_span span = {0, 0};

    diags->source = forms->source;
    status = ptc_json_read(forms->arena, text.ptr, text.len, NULL, &value, NULL, &error);
    if (status == PTC_OK) {
        places = ptc_json_places(forms->arena, text);
        if (places != NULL)
            form = is_malli ? ptc_form_from_json(forms, &value)
                            : ptc_form_from_value(forms, &value);
        if (form != 0) {
            forms->text = text.ptr;
            form_place(forms, first, places);
        }
    } else if (status != PTC_ERROR_MEMORY) {
        span.start = span.end = (uint32_t)error.offset;
        ptc_diag_add(diags, PTC_DIAG_JSON_SYNTAX, span, "%s", error.message.ptr);
        return 0;
    }
    if (form == 0)
        ptc_diag_add(diags, PTC_DIAG_MALLI_TOO_LARGE, span,
                     "the schema needs more memory than there is");
    return form;
}

uint32_t ptc_form_read_json(ptc_forms *forms, ptc_diags *diags)
{
    return form_read_json(forms, true, diags);
}

uint32_t ptc_form_read_json_plain(ptc_forms *forms, ptc_diags *diags)
{
    return form_read_json(forms, false, diags);
}
