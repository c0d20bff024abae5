/* SPDX-License-Identifier: MIT */
/*
 * Calls of tools as structs: what comes between the runtime, which coerces and checks
 * arguments and results as values, and functions of the host that take and fill structs.
 * [subagent 9.1, architecture 5]
 */
#include "emitted/emitted_int.h"
#include "walk/walk_int.h"

#include <ptc/tool.h>

/* Whether an issue is about what came from the host's context, which is never shown. */
static bool gen_issue_is_hidden(const ptc_schema_node *nodes, uint32_t node,
                                const ptc_issue *issue)
{
    for (uint32_t i = 0; issue->path_count > 0 && i < nodes[node].count; i++) {
        const ptc_schema_node *field = &nodes[nodes[node].first + i];

        if (ptc_walk_is_from_context(field) &&
            ptc_str_equal(field->name, issue->path[0].key))
            return true;
    }
    return false;
}

/* What is wrong with the arguments, in one line. */
static const char *gen_call_issues(const ptc_gen_type *type, uint32_t node,
                                   ptc_arena *arena, const ptc_report *report)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "its arguments do not fit its signature");
    for (size_t i = 0; i < report->error_count; i++) {
        ptc_text_cstr(&text, i > 0 ? "; " : ": ");
        if (!gen_issue_is_hidden(type->nodes, node, &report->errors[i])) {
            ptc_issue_write(&text, &report->errors[i]);
            continue;
        }
        ptc_text_str(&text, report->errors[i].path[0].key);
        ptc_text_cstr(&text, ": the value from the context does not fit");
    }
    return text.failed ? "its arguments do not fit its signature" : text.ptr;
}

/* The nodes of a type where parameters take all values from the arguments, among which
 * those of the context are already; NULL when memory was refused. */
static const ptc_schema_node *gen_call_nodes(const ptc_gen_type *type, uint32_t node,
                                             ptc_arena *arena)
{
    const ptc_schema_node *map = &type->nodes[node];
    ptc_schema_node *nodes = ptc_arena_array(arena, type->count, sizeof *nodes);

    if (nodes == NULL)
        return NULL;
    memcpy(nodes, type->nodes, type->count * sizeof *nodes);
    for (uint32_t i = map->first; i < map->first + map->count; i++)
        nodes[i].flags &= (uint16_t) ~(unsigned)PTC_NODE_CONTEXT;
    return nodes;
}

/* Checks the arguments again: they were not checked before, or became another kind of
 * data since: keys that are numbers are texts, say. */
static ptc_status gen_call_judge(const ptc_gen_type *type, uint32_t node,
                                 ptc_tool_call *call, void *out)
{
    static const ptc_walk_options options = {
        .struct_size = sizeof options, .direction = PTC_INPUT, .hide_firewalled = true};
    ptc_gen_type own = *type;
    ptc_report report;
    ptc_status status;

    own.nodes = gen_call_nodes(type, node, call->arena);
    if (own.nodes == NULL)
        return PTC_ERROR_MEMORY;
    ptc_report_init(&report, call->arena);
    status = ptc_gen_from_value(&own, node, PTC_INPUT, call->arena, &call->arguments,
                                &options, out, &report);
    if (status == PTC_ERROR_INVALID)
        call->message = gen_call_issues(type, node, call->arena, &report);
    return status;
}

ptc_status ptc_gen_take_call(const ptc_gen_type *type, uint32_t node, ptc_tool_call *call,
                             void *out, size_t size)
{
    ptc_walk_options walking = {.struct_size = sizeof walking, .direction = PTC_INPUT};
    const ptc_gen_filling filling = {.type = type,
                                     .arena = call->arena,
                                     .options = &walking,
                                     .fills_defaults = true,
                                     .copies = type->strings != PTC_STRINGS_BORROWED};
    const ptc_value *given = call->given.kind == PTC_MAP ? &call->given : NULL;
    ptc_status status = PTC_ERROR_MEMORY;

    memset(out, 0, size);
    if (ptc_gen_take_validators(type, NULL, 0, call->arena, &walking))
        status = ptc_gen_fill(&filling, node, &call->arguments, given, out);
    if (status != PTC_ERROR_INVALID)
        return status;
    memset(out, 0, size);
    return gen_call_judge(type, node, call, out);
}

ptc_status ptc_gen_refuse_call(ptc_tool_call *call, const char *message)
{
    if (call->arena->failed)
        return PTC_ERROR_MEMORY;
    call->message = message;
    return PTC_ERROR_INVALID;
}

ptc_status ptc_gen_give_result(const ptc_gen_type *type, uint32_t node,
                               ptc_tool_call *call, const void *in)
{
    ptc_status status = ptc_gen_to_value(type, node, call->arena, in, &call->result);

    if (status == PTC_ERROR_ARGUMENT)
        call->message = "its result has an enum that is 0 (absent) or out of range, or a "
                        "tag, list, pointer, datetime, date or decimal that is not "
                        "valid";
    else if (status == PTC_ERROR_ENCODING)
        call->message = "its result has text that is not valid UTF-8";
    else if (status == PTC_ERROR_DUPLICATE)
        call->message = "its result has a key twice";
    return status;
}
