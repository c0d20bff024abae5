/* SPDX-License-Identifier: MIT */
/*
 * Tools and reply formats in the forms of model APIs. [llm-wire 2]
 *
 * A list is made as one value, a contract after the other, and then written.
 */
#include "schema/schema_int.h"
#include "target/target_int.h"

#include <ptc/json.h>

/* The part of JSON Schema that the provider accepts at this target. */
static ptc_json_schema_subset tool_subset(ptc_target target)
{
    switch ((int)target) {
    case PTC_TARGET_OPENAI_STRICT:
    case PTC_TARGET_OPENAI_CHAT_STRICT:
    case PTC_TARGET_OPENAI_FORMAT:
    case PTC_TARGET_OPENAI_CHAT_FORMAT:
        return PTC_JSON_SCHEMA_OPENAI_STRICT;
    case PTC_TARGET_ANTHROPIC_STRICT:
    case PTC_TARGET_ANTHROPIC_FORMAT:
        return PTC_JSON_SCHEMA_ANTHROPIC_STRICT;
    default:
        return PTC_JSON_SCHEMA_WHOLE;
    }
}

ptc_status ptc_target_make_schema(ptc_target_run *run, ptc_direction direction,
                                  bool is_part, ptc_value *out)
{
    ptc_json_schema_options options = ptc_target_json_options(run);
    const ptc_schema *schema = run->contracts[run->current].schema;

    options.direction = direction;
    options.omit_dialect = true;
    options.for_models = true;
    options.wrap_root = false;
    options.subset = tool_subset(run->target);
    options.optional_is_absent =
        run->target == PTC_TARGET_MCP || run->target == PTC_TARGET_MCP_LEGACY;
    return ptc_json_schema_make(run->arena, schema, &options, is_part, out);
}

/* --- Tools of APIs ------------------------------------------------------------------ */

/* The parameters; an object says its properties even if it has none, which some servers
 * ask for. */
static ptc_status tool_parameters(ptc_target_run *run, ptc_json_writer *writer,
                                  ptc_value *out)
{
    ptc_status status = ptc_target_make_schema(run, PTC_INPUT, true, out);
    ptc_json_object none = {0};
    ptc_json_object object;

    if (status != PTC_OK || out->kind != PTC_MAP)
        return status;
    object = ptc_json_open(writer, out);
    if (ptc_json_at(&object, "properties") == NULL)
        ptc_json_put(writer, &object, "properties", ptc_json_finish(writer, &none));
    *out = ptc_json_finish(writer, &object);
    return writer->status;
}

/* Name and description. */
static void tool_put_words(const ptc_target_run *run, ptc_json_writer *writer,
                           ptc_json_object *out, ptc_str name)
{
    ptc_str description = ptc_target_description(run);

    ptc_json_put(writer, out, "name", ptc_value_string(name));
    if (description.len > 0)
        ptc_json_put(writer, out, "description", ptc_value_string(description));
}

static ptc_status tool_make_openai(ptc_target_run *run, ptc_json_writer *writer,
                                   ptc_str name, ptc_value *out)
{
    bool is_strict = tool_subset(run->target) != PTC_JSON_SCHEMA_WHOLE;
    bool is_nested = run->target == PTC_TARGET_OPENAI_CHAT ||
                     run->target == PTC_TARGET_OPENAI_CHAT_STRICT;
    ptc_json_object tool = {0};
    ptc_json_object function = {0};
    ptc_json_object *flat = is_nested ? &function : &tool;
    ptc_value parameters;
    ptc_status status = tool_parameters(run, writer, &parameters);

    if (status != PTC_OK)
        return status;
    ptc_json_put(writer, &tool, "type", ptc_json_text("function"));
    tool_put_words(run, writer, flat, name);
    ptc_json_put(writer, flat, "parameters", parameters);
    ptc_json_put(writer, flat, "strict", ptc_value_bool(is_strict));
    if (is_nested)
        ptc_json_put(writer, &tool, "function", ptc_json_finish(writer, &function));
    *out = ptc_json_finish(writer, &tool);
    return writer->status;
}

static ptc_status tool_make_anthropic(ptc_target_run *run, ptc_json_writer *writer,
                                      ptc_str name, ptc_value *out)
{
    ptc_json_object tool = {0};
    ptc_value parameters;
    ptc_status status = tool_parameters(run, writer, &parameters);

    if (status != PTC_OK)
        return status;
    tool_put_words(run, writer, &tool, name);
    ptc_json_put(writer, &tool, "input_schema", parameters);
    if (tool_subset(run->target) != PTC_JSON_SCHEMA_WHOLE)
        ptc_json_put(writer, &tool, "strict", ptc_value_bool(true));
    *out = ptc_json_finish(writer, &tool);
    return writer->status;
}

/* --- Lists -------------------------------------------------------------------------- */

static ptc_status tool_make(ptc_target_run *run, ptc_json_writer *writer, ptc_str name,
                            ptc_value *out)
{
    switch ((int)run->target) {
    case PTC_TARGET_MCP:
    case PTC_TARGET_MCP_LEGACY:
        return ptc_target_make_mcp(run, writer, name, out);
    case PTC_TARGET_ANTHROPIC:
    case PTC_TARGET_ANTHROPIC_STRICT:
        return tool_make_anthropic(run, writer, name, out);
    default:
        return tool_make_openai(run, writer, name, out);
    }
}

/* All are made, so that all faults are reported. */
ptc_status ptc_target_write_tools(ptc_target_run *run)
{
    ptc_json_writer writer = {.arena = run->arena};
    ptc_status status = PTC_OK;
    ptc_target_tool *tools;
    ptc_value *items;
    ptc_value list;
    size_t count;

    if (!ptc_target_find_tools(run, &tools, &count))
        return PTC_ERROR_MEMORY;
    items = ptc_arena_array(run->arena, count, sizeof *items);
    if (items == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        ptc_status made;

        run->current = tools[i].contract;
        made = tool_make(run, &writer, tools[i].name, &items[i]);
        if (made != PTC_OK && made != PTC_ERROR_INVALID)
            return made;
        status = made != PTC_OK ? made : status;
    }
    if (status != PTC_OK || run->has_fault)
        return PTC_ERROR_INVALID;
    list = ptc_value_vector(items, count);
    return ptc_json_write(run->text, &list, run->options.indent);
}

/* --- Formats of replies ------------------------------------------------------------- */

/* Marks the children of a node, or the definition that it refers to, as pending. */
static size_t format_add_below(const ptc_schema_node *node, bool *is_seen,
                               uint32_t *pending, size_t count)
{
    bool is_ref = node->type == PTC_TYPE_REF;
    uint32_t below =
        is_ref || !ptc_type_has_children((ptc_type)node->type) ? is_ref : node->count;

    for (uint32_t i = node->first; i < node->first + below; i++) {
        if (!is_seen[i])
            pending[count++] = i;
        is_seen[i] = true;
    }
    return count;
}

/* Models do not see firewalled fields, and therefore cannot provide them. */
static ptc_status format_lose_hidden(ptc_target_run *run)
{
    const ptc_schema *schema = run->contracts[run->current].schema;
    const ptc_schema_node *root = ptc_schema_root(schema);
    uint32_t *pending = ptc_arena_array(run->arena, schema->count, sizeof *pending);
    bool *is_seen = ptc_arena_array(run->arena, schema->count, sizeof *is_seen);
    size_t count = 0;

    if (pending == NULL || is_seen == NULL)
        return PTC_ERROR_MEMORY;
    pending[count++] = root->type == PTC_TYPE_FUNCTION ? root->first + 1 : schema->root;
    while (count > 0) {
        uint32_t index = pending[--count];
        const ptc_schema_node *node = &schema->nodes[index];

        if ((node->flags & PTC_NODE_FIREWALLED) != 0 && !ptc_schema_is_optional(node))
            ptc_target_lose(run, index,
                            PTC_STR("that the field is required: firewalled fields are "
                                    "not for models"));
        count = format_add_below(node, is_seen, pending, count);
    }
    return PTC_OK;
}

ptc_status ptc_target_write_format(ptc_target_run *run)
{
    ptc_direction direction = run->options.direction != PTC_DIRECTION_DEFAULT
                                  ? run->options.direction
                                  : PTC_OUTPUT;
    ptc_json_writer writer = {.arena = run->arena};
    ptc_json_object format = {0};
    ptc_json_object inner = {0};
    ptc_json_object *named =
        run->target == PTC_TARGET_OPENAI_CHAT_FORMAT ? &inner : &format;
    ptc_value value;
    ptc_status status;

    ptc_json_put(&writer, &format, "type", ptc_json_text("json_schema"));
    if (run->target != PTC_TARGET_ANTHROPIC_FORMAT) {
        ptc_json_put(&writer, named, "name", ptc_value_string(ptc_target_name(run)));
        ptc_json_put(&writer, named, "strict", ptc_value_bool(true));
    }
    status = direction == PTC_OUTPUT ? format_lose_hidden(run) : PTC_OK;
    if (status == PTC_OK)
        status = ptc_target_make_schema(run, direction, false, &value);
    if (status != PTC_OK)
        return status;
    ptc_json_put(&writer, named, "schema", value);
    if (run->target == PTC_TARGET_OPENAI_CHAT_FORMAT)
        ptc_json_put(&writer, &format, "json_schema", ptc_json_finish(&writer, &inner));
    value = ptc_json_finish(&writer, &format);
    return writer.status == PTC_OK
               ? ptc_json_write(run->text, &value, run->options.indent)
               : writer.status;
}
