/* SPDX-License-Identifier: MIT */
/* JSON text as forms with their places, for readers whose schemas and files are spelled
 * in JSON or EDN alike; and EDN forms as JSON. */
#include "edn/edn_int.h"
#include "json/json_int.h"

/* Forms are in document order, like places, but keys are forms and not places. */
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

/* Reads JSON as forms: in the JSON form of Malli, or with strings as they are. */
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
                     "the schema needs more memory than is available");
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

/* --- EDN as JSON -------------------------------------------------------------------- */

/* Whether a string would be taken for a keyword, or for one that was escaped. */
static bool form_must_escape(ptc_str text)
{
    size_t slashes = 0;

    while (slashes < text.len && text.ptr[slashes] == '\\')
        slashes++;
    return slashes < text.len && text.ptr[slashes] == ':';
}

/* Makes a string of a form, whose text has `mark` before it, unless that is NUL. */
static bool form_make_string(ptc_forms *forms, ptc_form *form, char mark)
{
    char *bytes;

    form->kind = PTC_FORM_STRING;
    if (mark == '\0')
        return true;
    bytes = ptc_arena_alloc(forms->arena, form->text.len + 1);
    if (bytes == NULL)
        return false;
    bytes[0] = mark;
    if (form->text.len > 0)
        memcpy(bytes + 1, form->text.ptr, form->text.len);
    form->text = ptc_str_make(bytes, form->text.len + 1);
    return true;
}

static ptc_status form_make_key(ptc_forms *forms, ptc_form *form)
{
    char first = form->text.len > 0 ? form->text.ptr[0] : '\0';
    char mark = '\0';

    if (form->kind == PTC_FORM_STRING)
        mark = '\\';
    else if (form->kind == PTC_FORM_KEYWORD && (first == ':' || first == '\\'))
        mark = ':';
    else if (form->kind != PTC_FORM_KEYWORD)
        return PTC_ERROR_INVALID;
    return form_make_string(forms, form, mark) ? PTC_OK : PTC_ERROR_MEMORY;
}

static ptc_status form_make_json(ptc_forms *forms, ptc_form *form)
{
    char mark = '\0';

    switch ((ptc_form_kind)form->kind) {
    case PTC_FORM_LIST:
    case PTC_FORM_SET:
        form->kind = PTC_FORM_VECTOR;
        return PTC_OK;
    case PTC_FORM_FLOAT:
        return form->number.real - form->number.real == 0 ? PTC_OK : PTC_ERROR_INVALID;
    case PTC_FORM_KEYWORD:
        mark = ':';
        break;
    case PTC_FORM_STRING:
    case PTC_FORM_REGEX:
        mark = form_must_escape(form->text) ? '\\' : '\0';
        break;
    case PTC_FORM_SYMBOL:
        break;
    case PTC_FORM_NIL:
    case PTC_FORM_BOOL:
    case PTC_FORM_INT:
    case PTC_FORM_VECTOR:
    case PTC_FORM_MAP:
    case PTC_FORM_OPAQUE: /* a number, or ptc_json_write refuses it */
        return PTC_OK;
    }
    return form_make_string(forms, form, mark) ? PTC_OK : PTC_ERROR_MEMORY;
}

ptc_status ptc_form_to_json(ptc_forms *forms, uint32_t form, ptc_value *out)
{
    bool *is_key = ptc_arena_array(forms->arena, forms->count, sizeof *is_key);
    ptc_status status = is_key != NULL ? PTC_OK : PTC_ERROR_MEMORY;

    *out = ptc_value_nil();
    for (uint32_t i = 1; status == PTC_OK && i < forms->count; i++) {
        ptc_form *items = forms->items;

        for (uint32_t key = items[i].kind == PTC_FORM_MAP ? items[i].child : 0; key;
             key = items[items[key].next].next)
            is_key[key] = true;
    }
    for (uint32_t i = 1; status == PTC_OK && i < forms->count; i++)
        status = is_key[i] ? form_make_key(forms, &forms->items[i])
                           : form_make_json(forms, &forms->items[i]);
    return status == PTC_OK ? ptc_form_to_value(forms, form, out, NULL) : status;
}
