/* SPDX-License-Identifier: MIT */
/* Tools of MCP servers, as listed by `tools/list`. [mcp 4] */
#include "target/target_int.h"

/* The members of `annotations`, each with the hints that make it true and false. */
static const struct {
    const char *name;
    unsigned if_true;
    unsigned if_false;
} mcp_hints[] = {
    {"readOnlyHint", PTC_HINT_READ_ONLY, 0},
    {"destructiveHint", PTC_HINT_DESTRUCTIVE, PTC_HINT_ADDITIVE},
    {"idempotentHint", PTC_HINT_IDEMPOTENT, 0},
    {"openWorldHint", PTC_HINT_OPEN_WORLD, PTC_HINT_CLOSED_WORLD},
};

static void mcp_put_annotations(const ptc_target_run *run, ptc_json_writer *writer,
                                ptc_json_object *tool)
{
    unsigned hints = run->contracts[run->current].hints;
    ptc_json_object annotations = {0};

    for (size_t i = 0; i < sizeof mcp_hints / sizeof mcp_hints[0]; i++) {
        if ((hints & (mcp_hints[i].if_true | mcp_hints[i].if_false)) != 0)
            ptc_json_put(writer, &annotations, mcp_hints[i].name,
                         ptc_value_bool((hints & mcp_hints[i].if_true) != 0));
    }
    if (annotations.count > 0)
        ptc_json_put(writer, tool, "annotations", ptc_json_finish(writer, &annotations));
}

/* An object without parameters is closed, although contracts ignore unknown keys. */
static ptc_status mcp_put_input(ptc_target_run *run, ptc_json_writer *writer,
                                ptc_json_object *tool)
{
    const ptc_schema *schema = run->contracts[run->current].schema;
    uint32_t parameters = ptc_schema_root(schema)->first;
    ptc_value value;
    ptc_status status = ptc_target_make_schema(run, PTC_INPUT, true, &value);
    ptc_json_object input;

    if (status != PTC_OK)
        return status;
    input = ptc_json_open(writer, &value);
    if (ptc_json_at(&input, "properties") == NULL &&
        ptc_json_at(&input, "additionalProperties") == NULL) {
        ptc_target_lose_in_json(run, parameters, "that other arguments are ignored");
        ptc_json_put(writer, &input, "additionalProperties", ptc_value_bool(false));
    }
    ptc_json_put(writer, tool, "inputSchema", ptc_json_finish(writer, &input));
    return writer->status;
}

static bool mcp_is_object(const ptc_value *schema)
{
    const ptc_value *type =
        schema != NULL && schema->kind == PTC_MAP
            ? ptc_map_find_text(schema->as.map, PTC_STRING, PTC_STR("type"))
            : NULL;

    return type != NULL && type->kind == PTC_STRING &&
           ptc_str_equal(ptc_value_text(type), PTC_STR("object"));
}

/* Whether a schema refers to a definition that is an object. */
static bool mcp_refers_to_object(ptc_json_writer *writer, ptc_json_object *schema)
{
    const ptc_value *definitions = ptc_json_at(schema, "$defs");
    const ptc_value *ref = ptc_json_at(schema, "$ref");

    if (ref == NULL || definitions == NULL)
        return false;
    for (uint32_t i = 0; i < definitions->as.map->count; i++) {
        const ptc_map_entry *entry = &definitions->as.map->entries[i];
        ptc_value own = ptc_json_reference(writer, ptc_value_text(&entry->key));
        const ptc_value *name =
            own.kind == PTC_MAP
                ? ptc_map_find_text(own.as.map, PTC_STRING, PTC_STR("$ref"))
                : NULL;

        if (name != NULL && ptc_str_equal(ptc_value_text(name), ptc_value_text(ref)))
            return mcp_is_object(&entry->value);
    }
    return false;
}

/* {"type": "object", "properties": {"result": T}, "required": ["result"]}; definitions
 * stay at the root, where references look for them. */
static ptc_value mcp_wrap(ptc_json_writer *writer, const ptc_json_object *schema)
{
    ptc_value result = ptc_json_text("result");
    ptc_value definitions = ptc_value_nil();
    ptc_json_object inner = {0};
    ptc_json_object out = {0};

    for (size_t i = 0; i < schema->count; i++) {
        ptc_str key = ptc_value_text(&schema->entries[i].key);

        if (ptc_str_equal(key, PTC_STR("$defs")))
            definitions = schema->entries[i].value;
        else
            ptc_json_put_at(writer, &inner, key, schema->entries[i].value);
    }
    ptc_json_put(writer, &out, "type", ptc_json_text("object"));
    ptc_json_put(writer, &out, "properties",
                 ptc_json_one(writer, "result", ptc_json_finish(writer, &inner)));
    ptc_json_put(writer, &out, "required", ptc_json_list(writer, &result, 1));
    if (definitions.kind != PTC_NIL)
        ptc_json_put(writer, &out, "$defs", definitions);
    return ptc_json_finish(writer, &out);
}

/* What older clients take: an object. */
static ptc_value mcp_legacy_output(ptc_json_writer *writer, const ptc_value *schema)
{
    ptc_json_object object = ptc_json_open(writer, schema);
    ptc_json_object out = {0};

    if (mcp_is_object(schema))
        return *schema;
    if (!mcp_refers_to_object(writer, &object))
        return mcp_wrap(writer, &object);
    ptc_json_put(writer, &out, "type", ptc_json_text("object"));
    for (size_t i = 0; i < object.count; i++)
        ptc_json_put_at(writer, &out, ptc_value_text(&object.entries[i].key),
                        object.entries[i].value);
    return ptc_json_finish(writer, &out);
}

static ptc_status mcp_put_output(ptc_target_run *run, ptc_json_writer *writer,
                                 ptc_json_object *tool)
{
    const ptc_schema *schema = run->contracts[run->current].schema;
    const ptc_schema_node *output = &schema->nodes[ptc_schema_root(schema)->first + 1];
    ptc_status status;
    ptc_value value;

    if (output->type == PTC_TYPE_ANY || output->type == PTC_TYPE_NIL)
        return PTC_OK;
    status = ptc_target_make_schema(run, PTC_OUTPUT, true, &value);
    if (status != PTC_OK)
        return status;
    if (run->target == PTC_TARGET_MCP_LEGACY)
        value = mcp_legacy_output(writer, &value);
    ptc_json_put(writer, tool, "outputSchema", value);
    return writer->status;
}

ptc_status ptc_target_make_mcp(ptc_target_run *run, ptc_json_writer *writer, ptc_str name,
                               ptc_value *out)
{
    ptc_str title = run->contracts[run->current].title;
    ptc_str description = ptc_target_description(run);
    ptc_json_object tool = {0};
    ptc_status status;

    ptc_json_put(writer, &tool, "name", ptc_value_string(name));
    if (title.len > 0)
        ptc_json_put(writer, &tool, "title", ptc_value_string(title));
    if (description.len > 0)
        ptc_json_put(writer, &tool, "description", ptc_value_string(description));
    status = mcp_put_input(run, writer, &tool);
    if (status == PTC_OK)
        status = mcp_put_output(run, writer, &tool);
    if (status != PTC_OK)
        return status;
    mcp_put_annotations(run, writer, &tool);
    *out = ptc_json_finish(writer, &tool);
    return writer->status;
}
