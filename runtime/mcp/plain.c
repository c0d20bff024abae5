/* SPDX-License-Identifier: MIT */
/*
 * Rows that are plain tools: no code was emitted for them, so arguments are read as
 * values and checked against the signature, like calls from programs. [mcp 5, subagent
 * 9.3]
 */
#include "mcp/mcp_int.h"
#include "render/render_int.h"
#include "walk/walk_int.h"

ptc_walk_options ptc_gen_mcp_walking(const ptc_mcp_call *call, ptc_direction direction)
{
    const ptc_parse_options *parsing = call->parsing;
    const ptc_walk_options walking = {
        .struct_size = sizeof walking,
        .mode = parsing->mode,
        .direction = direction,
        .max_depth = parsing->max_depth,
        .validators = parsing->validators,
        .validator_count = parsing->validator_count,
        .context = parsing->context,
        .decoders = parsing->decoders,
        .decoder_count = parsing->decoder_count,
    };

    return walking;
}

/* Checks the arguments against the signature. */
static ptc_status plain_coerce(ptc_mcp_call *call, const ptc_schema *signature,
                               bool is_raw, ptc_report *report)
{
    const ptc_walk_options walking = ptc_gen_mcp_walking(call, PTC_INPUT);
    const ptc_schema schema = ptc_walk_of_call(signature);
    ptc_tool_call *tool = &call->tool;
    ptc_status status;

    tool->given = tool->arguments;
    status = ptc_schema_coerce(tool->arena, &schema, &tool->given, &walking,
                               &tool->arguments, report);
    if (status == PTC_OK && !is_raw)
        status = ptc_value_plain(tool->arena, &tool->arguments, false, &tool->arguments);
    if (status == PTC_OK)
        status = ptc_context_strip(tool->arena, signature, &tool->arguments, &tool->told);
    return status;
}

bool ptc_mcp_take_arguments(ptc_mcp_call *call, const ptc_schema *signature, bool is_raw,
                            ptc_status *out)
{
    const ptc_json_options reading = {.struct_size = sizeof reading,
                                      .max_depth = call->parsing->max_depth,
                                      .is_padded = true,
                                      .borrow = true};
    ptc_json_error error = {.status = PTC_OK};
    ptc_report report;
    ptc_status status;

    ptc_report_init(&report, call->tool.arena);
    status = ptc_json_read(call->tool.arena, call->arguments.ptr, call->arguments.len,
                           &reading, &call->tool.arguments, NULL, &error);
    call->tool.told = call->tool.arguments;
    if (status == PTC_OK && signature != NULL)
        status = plain_coerce(call, signature, is_raw, &report);
    *out = status;
    if (status == PTC_OK)
        return true;
    *out =
        ptc_gen_mcp_refuse(call, status,
                           ptc_refusal_write(call->tool.arena, PTC_SUBJECT_ARGUMENTS,
                                             call->arguments, status, &report, &error));
    return false;
}

/* Checks the result against the signature. */
static ptc_status plain_give(ptc_mcp_call *call)
{
    const ptc_walk_options walking = ptc_gen_mcp_walking(call, PTC_OUTPUT);
    ptc_tool_call *tool = &call->tool;
    ptc_status status = PTC_OK;
    ptc_report report;

    ptc_report_init(&report, tool->arena);
    if (tool->tool->signature != NULL)
        status = ptc_schema_coerce(tool->arena, tool->tool->signature, &tool->result,
                                   &walking, &tool->result, &report);
    return ptc_gen_mcp_give(call, status, &report);
}

ptc_status ptc_mcp_call_plain(ptc_mcp_call *call)
{
    const ptc_tool *tool = call->tool.tool;
    ptc_status status;

    if (tool == NULL || tool->function == NULL)
        return PTC_OK; /* nothing can be said: an internal error */
    if (!ptc_mcp_take_arguments(call, tool->signature, (tool->flags & PTC_TOOL_RAW) != 0,
                                &status))
        return status;
    status = tool->function(&call->tool, tool->user);
    return status == PTC_OK ? plain_give(call) : ptc_gen_mcp_fail(call, status);
}
