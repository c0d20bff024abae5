/* SPDX-License-Identifier: MIT */
/* Why programs failed, and what they had done until then. [subagent 4.3] */
#include "agent/program/program_int.h"

/* A call that was completed although its program failed: {name, args, result}. */
static bool error_describe_call(ptc_run *run, const ptc_tool_record *call, ptc_value *out)
{
    ptc_map_entry *entries = ptc_arena_array(&run->scratch, 3, sizeof *entries);

    if (entries == NULL)
        return false;
    entries[0].key = ptc_value_string(PTC_STR("name"));
    entries[0].value = ptc_value_string(ptc_str_of(call->name));
    entries[1].key = ptc_value_string(PTC_STR("args"));
    entries[1].value = call->arguments;
    entries[2].key = ptc_value_string(PTC_STR("result"));
    entries[2].value = call->result;
    return ptc_map_make(&run->scratch, entries, 3, out, NULL) == PTC_OK;
}

/* The calls that a failed program completed, except those that were answered before; nil
 * when there are none. */
static ptc_value error_completed_calls(ptc_run *run, const ptc_lisp_result *result)
{
    ptc_value *items =
        ptc_arena_array(&run->scratch, result->call_count + 1, sizeof *items);
    size_t count = 0;

    for (size_t i = 0; items != NULL && i < result->call_count; i++) {
        if (result->calls[i].error == NULL && !result->calls[i].is_cached)
            count += error_describe_call(run, &result->calls[i], &items[count]);
    }
    return count > 0 ? ptc_value_vector(items, count) : ptc_value_nil();
}

static ptc_map_entry error_detail(const char *name, ptc_str text)
{
    return (ptc_map_entry){ptc_value_string(ptc_str_of(name)), ptc_value_string(text)};
}

/* What failed, the error's place and the completed calls, for ctx/fail and the step.
 * Refused memory shows in the arena. */
static void error_add_details(ptc_run *run, const ptc_lisp_result *result,
                              const ptc_outcome *outcome, const ptc_tool_record *failed,
                              ptc_fail *fail)
{
    ptc_arena *arena = &run->scratch;
    ptc_map_entry *entries = ptc_arena_array(arena, 8, sizeof *entries);
    ptc_value calls = error_completed_calls(run, result);
    size_t count = 0;

    if (entries == NULL)
        return;
    if (failed != NULL) {
        entries[count++] = error_detail("tool", ptc_str_of(failed->name));
        entries[count++] = error_detail(
            "reason", ptc_str_of(failed->reason != NULL ? failed->reason : "tool_error"));
        entries[count++] = error_detail("message", ptc_str_of(failed->error));
    }
    if (outcome->block != 0)
        entries[count++] = (ptc_map_entry){ptc_value_string(PTC_STR("block")),
                                           ptc_value_int(outcome->block)};
    if (outcome->line != 0) {
        entries[count++] = (ptc_map_entry){ptc_value_string(PTC_STR("line")),
                                           ptc_value_int((int64_t)outcome->line)};
        entries[count++] = (ptc_map_entry){ptc_value_string(PTC_STR("column")),
                                           ptc_value_int((int64_t)outcome->column)};
    }
    if (calls.kind != PTC_NIL)
        entries[count++] =
            (ptc_map_entry){ptc_value_string(PTC_STR("completed_calls")), calls};
    if (result->is_thrown)
        entries[count++] =
            (ptc_map_entry){ptc_value_string(PTC_STR("thrown")), result->value};
    if (count > 0)
        ptc_map_make(arena, entries, count, &fail->details, NULL);
}

/* Whether the message is about that tool: "Tool 'name' ..", perhaps after a prefix of
 * pmap. */
static bool error_is_of_tool(const char *message, const char *name)
{
    size_t len = strlen(name);

    while ((message = strstr(message, "Tool '")) != NULL) {
        message += 6;
        if (strncmp(message, name, len) == 0 && message[len] == '\'')
            return true;
    }
    return false;
}

/* The call whose failure ended the program: the last one, if the error belongs to it. */
static const ptc_tool_record *error_failed_call(const ptc_lisp_result *result)
{
    const ptc_tool_record *last =
        result->call_count > 0 ? &result->calls[result->call_count - 1] : NULL;

    if (last == NULL || last->error == NULL || last->is_caught)
        return NULL;
    switch ((unsigned)result->error.reason) {
    case PTC_REASON_TOOL:
    case PTC_REASON_VALIDATION: /* of its arguments */
    case PTC_REASON_PMAP:
    case PTC_REASON_PCALLS:
        return error_is_of_tool(result->error.message.ptr, last->name) ? last : NULL;
    default:
        return NULL;
    }
}

void ptc_run_take_error(ptc_run *run, const ptc_lisp_error *error,
                        const ptc_lisp_result *result, const ptc_outcome *outcome,
                        ptc_fail *fail)
{
    const ptc_tool_record *failed = error_failed_call(result);

    *fail = (ptc_fail){.reason = ptc_str_of(ptc_reason_name(error->reason)),
                       .message = error->message,
                       .op = PTC_STR(""),
                       .details = ptc_value_nil()};
    if (failed != NULL)
        fail->op = ptc_str_of(failed->name);
    error_add_details(run, result, outcome, failed, fail);
}
