/* SPDX-License-Identifier: MIT */
/* Arguments of run_program: checked against a contract, like those of any tool. [mcp
 * 6] */
#include "mcp/program/program_int.h"

#include <ptc/json.h>

#define ARGUMENT_BOUNDS(most)                                                            \
    {                                                                                    \
        .low = {.kind = PTC_INT, .as.integer = 1},                                       \
        .high = {.kind = PTC_INT, .as.integer = (most)},                                 \
    }
#define ARGUMENT_OPTIONAL (PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL)

static const ptc_interval arguments_program = ARGUMENT_BOUNDS(PTC_MCP_PROGRAM_BYTES);
static const ptc_interval arguments_session = ARGUMENT_BOUNDS(64);

/* (program :string[1..65536], context :map?, session :string[1..64]?) -> :any */
static const ptc_schema_node arguments_nodes[] = {
    {.type = PTC_TYPE_FUNCTION, .flags = PTC_NODE_NAMED, .first = 1, .count = 2},
    {.type = PTC_TYPE_MAP, .first = 3, .count = 3},
    {.type = PTC_TYPE_ANY},
    {.type = PTC_TYPE_STRING,
     .parent = 1,
     .name = PTC_STR_INIT("program"),
     .interval = &arguments_program},
    {.type = PTC_TYPE_ANY_MAP,
     .flags = ARGUMENT_OPTIONAL,
     .parent = 1,
     .name = PTC_STR_INIT("context")},
    {.type = PTC_TYPE_STRING,
     .flags = ARGUMENT_OPTIONAL,
     .parent = 1,
     .name = PTC_STR_INIT("session"),
     .interval = &arguments_session},
};
static const ptc_schema arguments_schema = {arguments_nodes, 0, 6};

/* Refuses texts with too many bytes, in the words of contracts. */
static ptc_status arguments_refuse_size(ptc_mcp_call *call, const char *name, size_t size,
                                        size_t most)
{
    ptc_text text;

    ptc_text_init(&text, call->tool.arena);
    ptc_text_cstr(&text, "Tool validation errors:\n- ");
    ptc_text_cstr(&text, name);
    ptc_text_cstr(&text, ": expected at most ");
    ptc_text_uint(&text, most);
    ptc_text_cstr(&text, " bytes, got ");
    ptc_text_uint(&text, size);
    ptc_text_byte(&text, '\n');
    return ptc_gen_mcp_refuse(call, text.failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID,
                              ptc_text_view(&text));
}

/* Bytes of the context as sent, where it can be too large. */
static size_t arguments_context_size(const ptc_mcp_call *call)
{
    static const ptc_path_step path = {.key = PTC_STR_INIT("context")};
    size_t start = 0;
    size_t end = 0;

    if (call->arguments.len <= PTC_MCP_CONTEXT_BYTES ||
        !ptc_json_locate(call->arguments.ptr, call->arguments.len, &path, 1, &start,
                         &end))
        return 0;
    return end - start;
}

static ptc_str arguments_text(const ptc_value *arguments, const char *name)
{
    return ptc_value_as_text(ptc_value_get(arguments, name), "");
}

bool ptc_mcp_take_program(ptc_mcp_run *run, ptc_status *status)
{
    /* Whatever mode the host sets for its tools, these are checked. */
    static const ptc_parse_options parsing = {.struct_size = sizeof parsing};
    ptc_mcp_call *call = run->call;
    const ptc_value *arguments = &call->tool.arguments;
    const ptc_value *context;
    size_t size;

    call->parsing = &parsing;
    if (!ptc_mcp_take_arguments(call, &arguments_schema, true, status))
        return false;
    run->source.name = PTC_STR("program");
    run->source.text = arguments_text(arguments, "program");
    run->session = arguments_text(arguments, "session");
    context = ptc_value_get(arguments, "context");
    if (context != NULL)
        run->given = *context;
    if (run->source.text.len > PTC_MCP_PROGRAM_BYTES) {
        *status = arguments_refuse_size(call, "program", run->source.text.len,
                                        PTC_MCP_PROGRAM_BYTES);
        return false;
    }
    size = context != NULL ? arguments_context_size(call) : 0;
    if (size <= PTC_MCP_CONTEXT_BYTES)
        return true;
    *status = arguments_refuse_size(call, "context", size, PTC_MCP_CONTEXT_BYTES);
    return false;
}
