/* SPDX-License-Identifier: MIT */
/*
 * What JSON Schemas come in: lists of tools and single tools as MCP, OpenAI and Anthropic
 * write them, and the formats of responses. A tool is a function with a name, a
 * description and parameters; MCP tools may say what they give. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

/* The names that the schema of parameters has. */
static const char *const envelope_parameters[] = {"inputSchema", "input_schema",
                                                  "parameters"};
#define ENVELOPE_PARAMETERS (sizeof envelope_parameters / sizeof *envelope_parameters)

static ptc_json_part envelope_member(const ptc_json_schema *reader, uint32_t place,
                                     const char *key, ptc_kind kind)
{
    ptc_json_part part = ptc_json_schema_member(reader, place, ptc_str_of(key));

    if (part.value != NULL && part.value->kind != kind)
        part.value = NULL;
    return part;
}

static bool envelope_says(const ptc_json_schema *reader, uint32_t place, const char *key,
                          const char *text)
{
    ptc_json_part part = envelope_member(reader, place, key, PTC_STRING);

    return part.value != NULL &&
           ptc_str_equal(ptc_value_text(part.value), ptc_str_of(text));
}

/* The schema of the parameters of a tool; value NULL: it has none. */
static ptc_json_part envelope_inputs(const ptc_json_schema *reader, uint32_t place)
{
    ptc_json_part part = {NULL, 0};

    for (size_t i = 0; i < ENVELOPE_PARAMETERS && part.value == NULL; i++)
        part = envelope_member(reader, place, envelope_parameters[i], PTC_MAP);
    return part;
}

/* Refuses a schema of a tool that is neither an object nor left out by null. */
static void envelope_check_schema(const ptc_json_schema *reader, uint32_t place,
                                  const char *key)
{
    ptc_json_part part = ptc_json_schema_member(reader, place, ptc_str_of(key));

    if (part.value != NULL && part.value->kind != PTC_MAP && part.value->kind != PTC_NIL)
        ptc_json_schema_refuse(reader, part.place, "the schema of a tool is an object");
}

/* The object that describes the tool at `place`: itself, or what is in `function`;
 * false: it is no tool. */
static bool envelope_is_tool(const ptc_json_schema *reader, uint32_t place,
                             uint32_t *tool)
{
    ptc_json_part function = envelope_member(reader, place, "function", PTC_MAP);
    bool is_said = envelope_says(reader, place, "type", "function");

    *tool = place;
    if (reader->nodes[place].value->kind != PTC_MAP)
        return false;
    if (is_said && function.value != NULL)
        *tool = function.place;
    return envelope_member(reader, *tool, "name", PTC_STRING).value != NULL &&
           (is_said || envelope_inputs(reader, *tool).value != NULL);
}

static void envelope_add_tool(ptc_json_schema *reader, uint32_t place)
{
    ptc_json_part name = envelope_member(reader, place, "name", PTC_STRING);
    ptc_json_part text = envelope_member(reader, place, "description", PTC_STRING);
    ptc_json_part inputs = envelope_inputs(reader, place);
    ptc_json_part output = envelope_member(reader, place, "outputSchema", PTC_MAP);
    ptc_json_item *item;

    if (name.value->aux == 0) {
        ptc_json_schema_refuse(reader, name.place, "a tool has a name");
        return;
    }
    for (size_t i = 0; i < ENVELOPE_PARAMETERS; i++)
        envelope_check_schema(reader, place, envelope_parameters[i]);
    envelope_check_schema(reader, place, "outputSchema");
    item =
        ptc_json_schema_add_item(reader, ptc_value_text(name.value), PTC_JSON_NAMES_TOOL);
    if (item == NULL)
        return;
    item->is_tool = true;
    item->at = place;
    item->place = inputs.value != NULL ? inputs.place : 0;
    item->output = output.value != NULL ? output.place : 0;
    if (text.value != NULL)
        item->description = ptc_value_text(text.value);
    if (item->place != 0)
        ptc_json_schema_walk_root(reader, item->place);
    if (output.value != NULL)
        ptc_json_schema_walk_root(reader, output.place);
}

/* A list of tools; those of other kinds, which servers run, have no parameters. */
static bool envelope_add_list(ptc_json_schema *reader, uint32_t list)
{
    uint32_t count = reader->nodes[list].value->aux;
    uint32_t tool;

    for (uint32_t i = 0; i < count; i++) {
        if (!envelope_is_tool(reader, ptc_json_schema_child_at(reader, list, i), &tool))
            return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        envelope_is_tool(reader, ptc_json_schema_child_at(reader, list, i), &tool);
        envelope_add_tool(reader, tool);
    }
    return count > 0;
}

/* A format of responses: the schema with a name. */
static bool envelope_add_format(ptc_json_schema *reader, uint32_t place)
{
    ptc_json_part inner = envelope_member(reader, place, "response_format", PTC_MAP);
    ptc_json_part schema;
    ptc_json_part name;
    ptc_json_item *item;

    if (inner.value != NULL)
        place = inner.place;
    if (!envelope_says(reader, place, "type", "json_schema"))
        return false;
    inner = envelope_member(reader, place, "json_schema", PTC_MAP);
    if (inner.value != NULL)
        place = inner.place;
    schema = envelope_member(reader, place, "schema", PTC_MAP);
    name = envelope_member(reader, place, "name", PTC_STRING);
    if (schema.value == NULL)
        return false;
    item = ptc_json_schema_add_item(
        reader, name.value != NULL ? ptc_value_text(name.value) : PTC_STR("response"),
        PTC_JSON_NAMES_TYPE);
    if (item == NULL)
        return true;
    item->place = item->at = schema.place;
    ptc_json_schema_walk_root(reader, schema.place);
    reader->item_of[schema.place] = (uint32_t)reader->count;
    return true;
}

bool ptc_json_envelope_list(ptc_json_schema *reader)
{
    ptc_json_part result = envelope_member(reader, 0, "result", PTC_MAP);
    ptc_json_part tools = envelope_member(reader, result.value != NULL ? result.place : 0,
                                          "tools", PTC_VECTOR);
    uint32_t tool;

    if (tools.value != NULL)
        return envelope_add_list(reader, tools.place);
    if (reader->document.kind == PTC_VECTOR)
        return envelope_add_list(reader, 0);
    if (envelope_is_tool(reader, 0, &tool)) {
        envelope_add_tool(reader, tool);
        return true;
    }
    return envelope_add_format(reader, 0);
}
