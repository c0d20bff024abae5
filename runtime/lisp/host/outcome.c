/* SPDX-License-Identifier: MIT */
/*
 * The outcome of a program for its caller: its fault as a line, its value as JSON. A
 * separate file, for the command and for servers; programs that report nothing do not
 * link it.
 */
#include "base/base_int.h"
#include "lisp/host/host_int.h"

#include <ptc/json.h>
#include <ptc/walk.h>

enum { OUTCOME_PLACE_MAX = 256 }; /* bytes for " at line 3, column 7", and to grow it */

/* Takes the ending off, if the text has it. */
static bool outcome_cut(ptc_str *text, ptc_str ending)
{
    if (text->len < ending.len ||
        memcmp(text->ptr + text->len - ending.len, ending.ptr, ending.len) != 0)
        return false;
    text->len -= ending.len;
    return true;
}

void ptc_lisp_outcome_error(ptc_text *text, const ptc_lisp_error *error)
{
    char memory[OUTCOME_PLACE_MAX];
    ptc_str shown = error->message;
    bool begins = false;
    ptc_arena arena;
    ptc_text place;

    ptc_arena_init_memory(&arena, memory, sizeof memory);
    ptc_text_init(&place, &arena);
    ptc_text_cstr(&place, " at line ");
    ptc_text_uint(&place, error->line);
    ptc_text_cstr(&place, ", column ");
    ptc_text_uint(&place, error->column);
    if (!place.failed && outcome_cut(&shown, ptc_text_view(&place))) {
        outcome_cut(&shown, PTC_STR(", first"));
        begins = shown.len >= 8 && memcmp(shown.ptr + shown.len - 8, "` begins", 8) == 0;
    }
    ptc_visible_write(text, shown);
    ptc_text_cstr(text, begins ? " here" : "");
}

/* Why a value is not JSON, in one line. */
static ptc_str outcome_why(ptc_arena *arena, const ptc_report *report)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    if (report->error_count == 0)
        return PTC_STR("the value cannot be written as JSON");
    if (report->errors[0].path_count > 0)
        ptc_issue_write(&text, &report->errors[0]);
    else
        ptc_text_str(&text, report->errors[0].message);
    return text.failed ? PTC_STR("out of memory") : ptc_text_view(&text);
}

ptc_status ptc_lisp_outcome_value(ptc_arena *arena, const ptc_value *value, ptc_str *json,
                                  ptc_str *why)
{
    ptc_status status;
    ptc_report report;
    ptc_text text;

    *json = PTC_STR("");
    *why = PTC_STR("");
    ptc_text_init(&text, arena);
    status = ptc_json_write_named(&text, value, 0);
    if (status == PTC_OK)
        *json = ptc_text_view(&text);
    if (status == PTC_OK || status == PTC_ERROR_MEMORY)
        return text.failed ? PTC_ERROR_MEMORY : status;
    ptc_report_init(&report, arena);
    if (ptc_json_check(value, &report) == PTC_ERROR_MEMORY)
        return PTC_ERROR_MEMORY;
    *why = outcome_why(arena, &report);
    return arena->failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
}
