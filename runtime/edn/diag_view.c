/* SPDX-License-Identifier: MIT */
/* Errors with a place in a text, as the view that all errors have. */
#include "edn/edn_int.h"

#include <ptc/json.h>

/* "NAME:LINE:COLUMN", or without NAME; empty when refused memory. */
static ptc_str view_place(ptc_arena *arena, const ptc_source *source, size_t offset)
{
    ptc_position at = ptc_source_position(source, offset);
    ptc_text path;

    ptc_text_init(&path, arena);
    if (source->name.len > 0) {
        ptc_text_str(&path, source->name);
        ptc_text_byte(&path, ':');
    }
    ptc_text_uint(&path, at.line);
    ptc_text_byte(&path, ':');
    ptc_text_uint(&path, at.column);
    return path.failed ? PTC_STR("") : ptc_text_view(&path);
}

ptc_error ptc_diag_view(ptc_arena *arena, const ptc_diag *diag)
{
    return ptc_error_make(diag->message,
                          diag->source != NULL
                              ? view_place(arena, diag->source, diag->span.start)
                              : PTC_STR(""),
                          ptc_str_of(ptc_diag_name(diag->code)));
}

ptc_error ptc_json_error_view(ptc_arena *arena, const ptc_json_error *error, ptc_str text)
{
    const ptc_source source = {PTC_STR(""), text};

    if (error->status == PTC_OK)
        return ptc_error_none();
    return ptc_error_make(error->message, view_place(arena, &source, error->offset),
                          ptc_str_of(ptc_status_name(error->status)));
}
