/* SPDX-License-Identifier: MIT */
/* Tools that answer from a recording, or are recorded. See llm_cassette.h. */
#include "agent/model/llm_cassette.h"

typedef struct cassette_tool {
    ptc_cassette *cassette;
    const ptc_tool *inner;
} cassette_tool;

/* Why a result, or arguments, cannot be recorded. */
static const char *cassette_explain(ptc_arena *arena, const char *what,
                                    const ptc_value *value)
{
    ptc_report report;
    ptc_text text;

    ptc_report_init(&report, arena);
    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, what);
    ptc_text_cstr(&text, " cannot be recorded: ");
    if (ptc_json_keys_check(value, &report) == PTC_ERROR_INVALID)
        ptc_issue_write(&text, &report.errors[0]);
    else
        ptc_text_cstr(&text, "it cannot be written as JSON");
    return text.failed ? "it cannot be recorded" : text.ptr;
}

static ptc_status cassette_record_tool(const cassette_tool *tool, ptc_tool_call *call,
                                       const ptc_tape_key *key)
{
    ptc_export rules = ptc_cassette_rules(tool->cassette, call->arena);
    ptc_status status;
    ptc_text row;

    if (tool->inner->function == NULL) {
        call->is_final = true;
        call->message = "the tool has no function to record";
        return PTC_ERROR_INVALID;
    }
    status = tool->inner->function(call, tool->inner->user);
    if (status == PTC_ERROR_MEMORY)
        return status;
    if (status != PTC_OK && call->message == NULL)
        call->message = "no reason given";
    ptc_text_init(&row, call->arena);
    if (!ptc_tape_write_result(&row, &rules, tool->inner, call, key, status == PTC_OK)) {
        call->is_final = true;
        call->message = cassette_explain(call->arena, "the result", &call->result);
        return row.failed || rules.failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
    }
    if (!ptc_cassette_write(tool->cassette, ptc_text_view(&row))) {
        call->is_final = true;
        call->message = "the recording cannot be written";
        return PTC_ERROR_INVALID;
    }
    return status;
}

/* A hidden value of the row has no replacement of its type. */
static ptc_status cassette_lack_value(const cassette_tool *tool, ptc_tool_call *call,
                                      const ptc_tape_row *row, ptc_str culprit)
{
    ptc_text text;

    ptc_text_init(&text, call->arena);
    ptc_tape_write_row(&text, &tool->cassette->tape, row);
    ptc_text_cstr(&text, " hides ");
    ptc_text_str(&text, culprit);
    ptc_text_cstr(&text, ", and no value of its type was found; record with --raw");
    ptc_text_byte(&text, '\0');
    call->is_final = true;
    call->message = text.ptr;
    return text.failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
}

/* The call is answered from the row. */
static ptc_status cassette_replay_tool(const cassette_tool *tool, ptc_tool_call *call,
                                       const ptc_tape_row *row)
{
    ptc_tape_filled filled;
    ptc_status status;

    if (row->is_error) {
        call->message = row->reply.message.ptr;
        call->reason = row->reason;
        call->is_final = row->is_final;
        return PTC_ERROR_INVALID;
    }
    call->result = row->result;
    if (!row->is_redacted)
        return PTC_OK;
    status = ptc_tape_fill(ptc_tape_signature(tool->inner, call), &row->result,
                           call->arena, &filled);
    if (status == PTC_ERROR_INVALID)
        return cassette_lack_value(tool, call, row, filled.culprit);
    call->result = filled.result;
    return status;
}

/* No row answers the call. The message has no firewalled values. */
static ptc_status cassette_miss_tool(ptc_cassette *cassette, ptc_tool_call *call,
                                     ptc_str name, ptc_str shown, const ptc_tape_key *key)
{
    ptc_text text;

    ptc_text_init(&text, call->arena);
    ptc_cassette_lock(cassette);
    ptc_tape_miss_tool(&text, &cassette->tape, cassette->options.repeats_tools, name,
                       shown, key);
    ptc_cassette_unlock(cassette);
    ptc_text_byte(&text, '\0');
    call->is_final = true;
    call->message = text.ptr;
    return text.failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
}

static ptc_status cassette_call_tool(ptc_tool_call *call, void *user)
{
    const cassette_tool *tool = user;
    ptc_cassette *cassette = tool->cassette;
    ptc_export rules = ptc_cassette_rules(cassette, call->arena);
    ptc_str name = ptc_str_of(tool->inner->name);
    ptc_tape_row *row;
    ptc_str arguments;
    ptc_tape_key key;
    ptc_status status;

    arguments = ptc_tape_arguments(call->arena, ptc_tape_told(call), &status);
    if (arguments.ptr == NULL) {
        call->is_final = true;
        call->message =
            cassette_explain(call->arena, "the arguments", ptc_tape_told(call));
        return status;
    }
    arguments =
        ptc_secrets_hide(call->arena, cassette->options.redaction.secrets, arguments);
    if (call->arena->failed || !ptc_tape_tool_key(call->arena, name, arguments, &key))
        return PTC_ERROR_MEMORY;
    row = ptc_cassette_take(cassette, &key);
    if (row == NULL && cassette->options.mode != PTC_CASSETTE_REPLAY)
        return cassette_record_tool(tool, call, &key);
    if (row == NULL) {
        arguments = ptc_tape_shown_arguments(&rules, tool->inner, call);
        if (arguments.ptr == NULL)
            return PTC_ERROR_MEMORY;
        row = ptc_cassette_take_shown(cassette, name, arguments);
    }
    return row != NULL ? cassette_replay_tool(tool, call, row)
                       : cassette_miss_tool(cassette, call, name, arguments, &key);
}

/* The tool unchanged, except for the source of its answers. */
static bool cassette_wrap(ptc_cassette *cassette, const ptc_tool *inner, ptc_tool *out)
{
    cassette_tool *tool = ptc_arena_alloc(&cassette->arena, sizeof *tool);

    if (tool == NULL)
        return false;
    *tool = (cassette_tool){cassette, inner};
    *out = *inner;
    out->function = cassette_call_tool;
    out->user = tool;
    return true;
}

ptc_status ptc_cassette_wrap_tools(ptc_cassette *cassette, const ptc_tool *tools,
                                   size_t count, const ptc_tool **out)
{
    ptc_tool *wrapped = ptc_arena_array(&cassette->arena, count, sizeof *wrapped);

    *out = NULL;
    for (size_t i = 0; i < count && wrapped != NULL; i++) {
        if (!cassette_wrap(cassette, &tools[i], &wrapped[i]))
            return PTC_ERROR_MEMORY;
    }
    *out = wrapped;
    return wrapped != NULL ? PTC_OK : PTC_ERROR_MEMORY;
}

ptc_status ptc_cassette_tools(ptc_cassette *cassette, const ptc_tool **out, size_t *count)
{
    const ptc_tape *tape = &cassette->tape;
    ptc_tool *tools = NULL;
    ptc_names known;
    size_t capacity = 0;

    *out = NULL;
    *count = 0;
    ptc_names_init(&known, &cassette->arena);
    for (size_t i = 0; i < tape->count; i++) {
        ptc_str name = tape->rows[i].name;
        ptc_tool *tool;

        if (!tape->rows[i].is_tool || ptc_names_find(&known, name) != NULL)
            continue;
        tool = PTC_ARENA_PUSH(&cassette->arena, tools, *count, capacity);
        name = ptc_str_copy(&cassette->arena, name);
        if (tool == NULL || name.ptr == NULL || ptc_names_add(&known, name, 0) == NULL)
            return PTC_ERROR_MEMORY;
        *tool = (ptc_tool){.name = name.ptr};
    }
    return ptc_cassette_wrap_tools(cassette, tools, *count, out);
}
