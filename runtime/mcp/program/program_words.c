/* SPDX-License-Identifier: MIT */
/*
 * The outcome of a program, for a model: its prints, its value as JSON or its fault, and
 * lines with ;; that say what it did and what was cut. Prints and value share the
 * characters of the text: each may take half of them, and the rest that the other
 * leaves. [mcp 6]
 */
#include "lisp/host/host_int.h"
#include "mcp/program/program_int.h"

enum { WORDS_CUT = 160 }; /* characters for the lines about cuts */

/* --- Tools that were called --------------------------------------------------------- */

/* Whether a call is listed. The call that made a program fail is in its fault. */
static bool words_tells(const ptc_mcp_run *run, const ptc_tool_record *record)
{
    return run->status == PTC_OK || record->error == NULL || record->is_caught;
}

/* Calls of one tool, from its first one on; only failed ones for `failed`. */
static size_t words_count(const ptc_mcp_run *run, size_t from, bool failed)
{
    const ptc_tool_record *calls = run->result.calls;
    size_t count = 0;

    for (size_t i = from; i < run->result.call_count; i++)
        count += words_tells(run, &calls[i]) &&
                 strcmp(calls[i].name, calls[from].name) == 0 &&
                 (!failed || calls[i].error != NULL);
    return count;
}

static bool words_is_first(const ptc_mcp_run *run, size_t at)
{
    const ptc_tool_record *calls = run->result.calls;

    for (size_t i = 0; i < at; i++) {
        if (words_tells(run, &calls[i]) && strcmp(calls[i].name, calls[at].name) == 0)
            return false;
    }
    return words_tells(run, &calls[at]);
}

static void words_tool(ptc_text *text, const ptc_mcp_run *run, size_t at)
{
    size_t failed = words_count(run, at, true);

    ptc_text_cstr(text, run->result.calls[at].name);
    ptc_text_byte(text, ' ');
    ptc_text_uint(text, words_count(run, at, false));
    if (failed == 0)
        return;
    ptc_text_cstr(text, " (");
    ptc_text_uint(text, failed);
    ptc_text_cstr(text, " failed)");
}

/* Appends "search 2, order 1 (1 failed)": each tool once, in order of its first call. */
static void words_tools(ptc_text *text, const ptc_mcp_run *run)
{
    const ptc_lisp_result *result = &run->result;
    size_t start = text->len;

    for (size_t i = 0; i < result->call_count; i++) {
        if (!words_is_first(run, i))
            continue;
        ptc_text_cstr(text, text->len > start ? ", " : "");
        words_tool(text, run, i);
    }
    if (result->calls_made == result->call_count)
        return;
    ptc_text_cstr(text, text->len > start ? ", " : "");
    ptc_text_uint(text, result->calls_made - result->call_count);
    ptc_text_cstr(text, " not listed");
}

/* ";; 3 tool calls: search 2, order 1", or ";; done before it: .." of a program that
 * failed: its effects remain. */
static void words_calls(ptc_text *text, const ptc_mcp_run *run)
{
    size_t made = run->result.calls_made;
    ptc_text tools;

    ptc_text_init(&tools, text->arena);
    words_tools(&tools, run);
    text->failed |= tools.failed;
    if (tools.len == 0)
        return;
    ptc_text_cstr(text, ";; ");
    if (run->status == PTC_OK) {
        ptc_text_uint(text, made);
        ptc_text_cstr(text, made == 1 ? " tool call: " : " tool calls: ");
    } else {
        ptc_text_cstr(text, "done before it: ");
    }
    ptc_text_str(text, ptc_text_view(&tools));
    ptc_text_byte(text, '\n');
}

/* --- Lines with notes
 * ---------------------------------------------------------------- */

static void words_warnings(ptc_text *text, const ptc_mcp_run *run)
{
    const ptc_lisp_error *warning;

    if (run->compiled == NULL)
        return;
    for (size_t i = 0; (warning = ptc_program_warning(run->compiled, i)) != NULL; i++) {
        ptc_text_cstr(text, ";; warning: line ");
        ptc_text_uint(text, warning->line);
        ptc_text_cstr(text, ": ");
        ptc_lisp_outcome_error(text, warning);
        ptc_text_byte(text, '\n');
    }
}

static void words_session(ptc_text *text, const ptc_mcp_run *run)
{
    if (!run->is_new || run->status != PTC_OK)
        return;
    ptc_text_cstr(text, ";; session ");
    ptc_text_bytes(text, run->context->handle, PTC_MCP_HANDLE);
    ptc_text_byte(text, '\n');
}

/* --- Prints and value --------------------------------------------------------------- */

/* A part of the text, and how much of it is shown. */
typedef struct words_part {
    ptc_str text;
    size_t characters;
    size_t shown;
} words_part;

static words_part words_measure(ptc_str text)
{
    size_t characters = ptc_utf8_count(text.ptr, text.len);

    return (words_part){text, characters, characters};
}

/* Each may have half of the room, and the rest that the other leaves. */
static void words_share(words_part *a, words_part *b, size_t room)
{
    size_t half;

    if (a->characters + b->characters <= room)
        return;
    room -= room < WORDS_CUT ? room : WORDS_CUT;
    half = room / 2;
    if (a->characters <= half)
        b->shown = room - a->characters;
    else if (b->characters <= room - half)
        a->shown = room - b->characters;
    else {
        a->shown = half;
        b->shown = room - half;
    }
}

/* Appends the shown part, on its own line, and a note if it is cut. */
static void words_write_part(ptc_text *text, const words_part *part, const char *what)
{
    size_t len = part->text.len;

    if (len == 0)
        return;
    if (part->shown < part->characters)
        len = ptc_utf8_prefix(part->text.ptr, len, part->shown);
    ptc_text_bytes(text, part->text.ptr, len);
    if (len > 0 && part->text.ptr[len - 1] != '\n')
        ptc_text_byte(text, '\n');
    if (part->shown == part->characters)
        return;
    ptc_text_cstr(text, ";; cut: ");
    ptc_text_uint(text, part->shown);
    ptc_text_cstr(text, " of ");
    ptc_text_uint(text, part->characters);
    ptc_text_cstr(text, what);
}

/* The lines after them also take room. */
static size_t words_room(const ptc_mcp_run *run, ptc_str rest)
{
    size_t most = run->programs->limits.characters;
    size_t taken = ptc_utf8_count(rest.ptr, rest.len);

    return most > taken ? most - taken : 0;
}

static const char *words_advice(const ptc_mcp_run *run)
{
    if (run->status != PTC_OK)
        return " characters\n";
    return ptc_mcp_sessions_of(run) > 0
               ? " characters; return less, or keep it in a session\n"
               : " characters; return less\n";
}

/* Appends "type_error: ..", with the line and the caret. */
static void words_tell_fault(ptc_text *text, const ptc_mcp_run *run)
{
    const ptc_lisp_error *error = &run->result.error;
    ptc_span span = {error->offset, error->offset + 1};

    ptc_text_cstr(text, ptc_reason_name(error->reason));
    ptc_text_cstr(text, ": ");
    ptc_lisp_outcome_error(text, error);
    ptc_text_byte(text, '\n');
    if (error->line != 0)
        ptc_source_excerpt_at(text, &run->source, span, error->line, false);
}

void ptc_mcp_tell_program(ptc_text *text, const ptc_mcp_run *run)
{
    words_part prints = words_measure(run->result.output);
    words_part value;
    ptc_text fault;
    ptc_text rest;

    ptc_text_init(&rest, text->arena);
    words_warnings(&rest, run);
    words_calls(&rest, run);
    words_session(&rest, run);
    ptc_text_init(&fault, text->arena);
    if (run->status != PTC_OK)
        words_tell_fault(&fault, run);
    value = words_measure(run->status == PTC_OK ? run->json : ptc_text_view(&fault));
    words_share(&prints, &value, words_room(run, ptc_text_view(&rest)));
    words_write_part(text, &prints, " characters of prints; print less\n");
    words_write_part(text, &value, words_advice(run));
    ptc_text_str(text, ptc_text_view(&rest));
    ptc_text_cut(text, text->len > 0 ? text->len - 1 : 0); /* the last line end */
    text->failed |= rest.failed || fault.failed;
}

/* --- Values ------------------------------------------------------------------------- */

ptc_status ptc_mcp_tell_value(ptc_mcp_run *run, ptc_arena *arena, const ptc_value *value,
                              ptc_str *why)
{
    ptc_status status = ptc_mcp_hide(arena, NULL, SIZE_MAX, value, &run->visible);

    run->json = PTC_STR("");
    *why = PTC_STR("two keys would be the same in JSON where private fields are hidden");
    if (status == PTC_OK)
        status = ptc_lisp_outcome_value(arena, &run->visible, &run->json, why);
    return status == PTC_OK || status == PTC_ERROR_MEMORY ? status : PTC_ERROR_INVALID;
}
