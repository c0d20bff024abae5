/* SPDX-License-Identifier: MIT */
/*
 * Envelopes of JSON Schemas: lists of tools and single tools as MCP, OpenAI, Anthropic,
 * Gemini and Bedrock write them, alone, in requests and in messages; and the formats of
 * responses. A tool is a function with a name, a description and parameters; MCP tools
 * may have the type of their result. Tools that a server runs have no parameters, and are
 * skipped. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

/* The names that the schema of parameters has. */
static const char *const envelope_parameters[] = {"inputSchema", "input_schema",
                                                  "parameters", "parametersJsonSchema",
                                                  "parameters_json_schema"};
#define ENVELOPE_PARAMETERS COUNT_OF(envelope_parameters)

/* The names that a list of tools has. */
static const char *const envelope_lists[] = {
    "tools", "functions", "function", "functionDeclarations", "function_declarations"};

/* Objects that a list of tools may be in. */
static const char *const envelope_holders[] = {"result", "toolConfig", "params", "body"};

ptc_json_part ptc_json_envelope_member(const ptc_json_schema *reader, uint32_t place,
                                       const char *key, ptc_kind kind)
{
    ptc_json_part part = ptc_json_schema_member(reader, place, ptc_str_of(key));

    if (part.value != NULL && part.value->kind != kind)
        part.value = NULL;
    return part;
}

ptc_str ptc_json_envelope_text(const ptc_json_schema *reader, uint32_t place,
                               const char *key)
{
    ptc_json_part part = ptc_json_envelope_member(reader, place, key, PTC_STRING);

    return part.value != NULL ? ptc_value_text(part.value) : PTC_STR("");
}

/* The schema of the parameters of a tool; value NULL: it has none. Bedrock has it in
 * `json`. */
static ptc_json_part envelope_inputs(const ptc_json_schema *reader, uint32_t place)
{
    ptc_json_part part = {NULL, 0};
    ptc_json_part inner;

    for (size_t i = 0; i < ENVELOPE_PARAMETERS && part.value == NULL; i++)
        part = ptc_json_envelope_member(reader, place, envelope_parameters[i], PTC_MAP);
    if (part.value == NULL || part.value->aux != 1)
        return part;
    inner = ptc_json_envelope_member(reader, part.place, "json", PTC_MAP);
    return inner.value != NULL ? inner : part;
}

/* Refuses a schema of a tool that is neither an object nor left out by null. */
static void envelope_check_schema(const ptc_json_schema *reader, uint32_t place,
                                  const char *key)
{
    ptc_json_part part = ptc_json_schema_member(reader, place, ptc_str_of(key));

    if (part.value != NULL && part.value->kind != PTC_MAP && part.value->kind != PTC_NIL)
        ptc_json_schema_refuse(reader, part.place,
                               "the schema of a tool must be an object");
}

/* --- Tools -------------------------------------------------------------------------- */

/* What an element of a list is. */
typedef enum envelope_kind {
    ENVELOPE_TOOL,
    ENVELOPE_TOOLS,  /* an object with a list of them, as Gemini has */
    ENVELOPE_SERVED, /* of a kind that servers run */
    ENVELOPE_OTHER,
} envelope_kind;

/* The list of tools that the object at a place has; value NULL: there is none. */
static ptc_json_part envelope_list_in(const ptc_json_schema *reader, uint32_t place)
{
    ptc_json_part list = {NULL, 0};

    for (size_t i = 0; i < COUNT_OF(envelope_lists) && list.value == NULL; i++)
        list = ptc_json_envelope_member(reader, place, envelope_lists[i], PTC_VECTOR);
    return list;
}

/* What the value at `place` is. `*tool` becomes the object that describes the tool: it,
 * or what is in `function` or `toolSpec`. */
static envelope_kind envelope_kind_of(const ptc_json_schema *reader, uint32_t place,
                                      uint32_t *tool)
{
    ptc_json_part inner = ptc_json_envelope_member(reader, place, "toolSpec", PTC_MAP);
    ptc_str type = ptc_json_envelope_text(reader, place, "type");
    bool is_said = ptc_str_equal(type, PTC_STR("function"));

    *tool = place;
    if (reader->nodes[place].value->kind != PTC_MAP)
        return ENVELOPE_OTHER;
    if (is_said && inner.value == NULL)
        inner = ptc_json_envelope_member(reader, place, "function", PTC_MAP);
    if (inner.value != NULL)
        *tool = inner.place;
    if (ptc_json_envelope_member(reader, *tool, "name", PTC_STRING).value != NULL &&
        (is_said || envelope_inputs(reader, *tool).value != NULL))
        return ENVELOPE_TOOL;
    if (envelope_list_in(reader, place).value != NULL)
        return ENVELOPE_TOOLS;
    return type.len > 0 && !is_said && envelope_inputs(reader, *tool).value == NULL
               ? ENVELOPE_SERVED
               : ENVELOPE_OTHER;
}

/* The description of a tool; some only have a title. */
static ptc_str envelope_description(const ptc_json_schema *reader, uint32_t place)
{
    ptc_str text = ptc_json_envelope_text(reader, place, "description");

    return text.len > 0 ? text : ptc_json_envelope_text(reader, place, "title");
}

/* Whether a tool of the same name was added, which is reported. */
static bool envelope_is_twice(const ptc_json_schema *reader, ptc_names *names,
                              ptc_json_part name)
{
    const ptc_name_entry *entry =
        ptc_names_add(names, ptc_value_text(name.value), name.place);

    if (entry == NULL || entry->value == name.place)
        return false; /* refused memory shows in the arena */
    ptc_json_schema_refuse(reader, name.place, "another tool has the same name");
    return true;
}

static void envelope_add_tool(ptc_json_schema *reader, ptc_names *names, uint32_t place)
{
    ptc_json_part name = ptc_json_envelope_member(reader, place, "name", PTC_STRING);
    ptc_json_part inputs = envelope_inputs(reader, place);
    ptc_json_part output =
        ptc_json_envelope_member(reader, place, "outputSchema", PTC_MAP);
    ptc_json_item *item;

    if (name.value->aux == 0) {
        ptc_json_schema_refuse(reader, name.place, "a tool needs a name");
        return;
    }
    for (size_t i = 0; i < ENVELOPE_PARAMETERS; i++)
        envelope_check_schema(reader, place, envelope_parameters[i]);
    envelope_check_schema(reader, place, "outputSchema");
    if (envelope_is_twice(reader, names, name))
        return;
    item =
        ptc_json_schema_add_item(reader, ptc_value_text(name.value), PTC_JSON_NAMES_TOOL);
    if (item == NULL)
        return;
    item->is_tool = true;
    item->at = place;
    item->place = inputs.value != NULL ? inputs.place : 0;
    item->output = output.value != NULL ? output.place : 0;
    item->description = envelope_description(reader, place);
    if (item->place != 0)
        ptc_json_schema_walk_root(reader, item->place);
    if (output.value != NULL)
        ptc_json_schema_walk_root(reader, output.place);
}

/* --- Lists -------------------------------------------------------------------------- */

static void envelope_refuse_element(const ptc_json_schema *reader, uint32_t place)
{
    ptc_diag *diag =
        ptc_diag_add(reader->diags, PTC_DIAG_JSON_SCHEMA_VALUE,
                     ptc_json_schema_span(reader, place), "this is not a tool, at %s",
                     ptc_json_schema_pointer(reader, place, PTC_SEVERITY_ERROR));

    ptc_diag_hint(reader->diags, diag,
                  "a tool is an object with a name and with a schema in parameters, "
                  "inputSchema or input_schema, or with \"type\": \"function\"");
}

/* Adds the tools of a list; a list in it, as Gemini has, holds tools alone. */
static void envelope_add_list(ptc_json_schema *reader, ptc_names *names, uint32_t list,
                              bool is_inner)
{
    uint32_t tool;

    for (uint32_t i = 0; i < reader->nodes[list].value->aux; i++) {
        uint32_t element = ptc_json_schema_child_at(reader, list, i);
        envelope_kind kind = envelope_kind_of(reader, element, &tool);

        if (kind == ENVELOPE_TOOL)
            envelope_add_tool(reader, names, tool);
        else if (kind == ENVELOPE_TOOLS && !is_inner)
            envelope_add_list(reader, names, envelope_list_in(reader, element).place,
                              true);
        else if (kind != ENVELOPE_SERVED)
            envelope_refuse_element(reader, element);
    }
}

/* Whether a list has a tool. */
static bool envelope_has_tool(const ptc_json_schema *reader, uint32_t list)
{
    uint32_t tool;

    for (uint32_t i = 0; i < reader->nodes[list].value->aux; i++) {
        if (envelope_kind_of(reader, ptc_json_schema_child_at(reader, list, i), &tool) <=
            ENVELOPE_TOOLS)
            return true;
    }
    return false;
}

static bool envelope_is_message(const ptc_json_schema *reader, uint32_t place)
{
    return ptc_json_envelope_text(reader, place, "jsonrpc").len > 0;
}

/* The list of tools of a request, an answer or a message at a place. */
static ptc_json_part envelope_find_list(const ptc_json_schema *reader, uint32_t place)
{
    ptc_json_part list = envelope_list_in(reader, place);

    for (size_t i = 0; i < COUNT_OF(envelope_holders) && list.value == NULL; i++) {
        ptc_json_part holder =
            ptc_json_envelope_member(reader, place, envelope_holders[i], PTC_MAP);

        if (holder.value != NULL)
            list = envelope_list_in(reader, holder.place);
    }
    return list;
}

/* Adds the tools of all messages in a list; false: they are not messages. */
static bool envelope_add_messages(ptc_json_schema *reader, ptc_names *names,
                                  uint32_t place)
{
    uint32_t count = reader->nodes[place].value->aux;
    bool is_any = false;

    for (uint32_t i = 0; i < count; i++) {
        if (!envelope_is_message(reader, ptc_json_schema_child_at(reader, place, i)))
            return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        ptc_json_part list =
            envelope_find_list(reader, ptc_json_schema_child_at(reader, place, i));

        is_any = is_any || list.value != NULL;
        if (list.value != NULL)
            envelope_add_list(reader, names, list.place, false);
    }
    if (count > 0 && !is_any)
        ptc_json_schema_refuse(reader, place, "no message here has a list of tools");
    return count > 0;
}

/* Adds the tools of the document, if it is a list or has one; false: it is not a list. */
static bool envelope_add_tools(ptc_json_schema *reader, ptc_names *names)
{
    ptc_json_part list;
    uint32_t tool;

    if (reader->document.kind == PTC_VECTOR && reader->document.aux > 0) {
        if (!envelope_add_messages(reader, names, 0))
            envelope_add_list(reader, names, 0, false);
        return true;
    }
    if (reader->document.kind != PTC_MAP)
        return false;
    if (envelope_kind_of(reader, 0, &tool) == ENVELOPE_TOOL) {
        envelope_add_tool(reader, names, tool);
        return true;
    }
    list = envelope_find_list(reader, 0);
    if (list.value != NULL && (envelope_has_tool(reader, list.place) ||
                               !ptc_json_schema_is_any(&reader->document))) {
        envelope_add_list(reader, names, list.place, false);
        return true;
    }
    if (list.value == NULL && envelope_is_message(reader, 0)) {
        ptc_json_schema_refuse(reader, 0, "this message has no list of tools");
        return true;
    }
    return false;
}

/* --- Formats of responses ----------------------------------------------------------- */

/* The object that says the format of responses, in a request or alone. */
static uint32_t envelope_find_format(const ptc_json_schema *reader)
{
    static const char *const outer[] = {"response_format", "output_format", "text",
                                        "output_config"};

    for (size_t i = 0; i < COUNT_OF(outer); i++) {
        ptc_json_part part = ptc_json_envelope_member(reader, 0, outer[i], PTC_MAP);
        ptc_json_part inner = {NULL, 0};

        if (part.value != NULL)
            inner = ptc_json_envelope_member(reader, part.place, "format", PTC_MAP);
        if (inner.value != NULL)
            return inner.place;
        if (part.value != NULL)
            return part.place;
    }
    return 0;
}

/* A format of responses: the schema with a name. */
static bool envelope_add_format(ptc_json_schema *reader)
{
    uint32_t place = envelope_find_format(reader);
    ptc_json_part inner;
    ptc_json_part schema;
    ptc_str name;
    ptc_json_item *item;

    if (!ptc_str_equal(ptc_json_envelope_text(reader, place, "type"),
                       PTC_STR("json_schema")))
        return false;
    inner = ptc_json_envelope_member(reader, place, "json_schema", PTC_MAP);
    if (inner.value != NULL)
        place = inner.place;
    schema = ptc_json_envelope_member(reader, place, "schema", PTC_MAP);
    name = ptc_json_envelope_text(reader, place, "name");
    if (schema.value == NULL)
        return false;
    item = ptc_json_schema_add_item(reader, name.len > 0 ? name : PTC_STR("response"),
                                    PTC_JSON_NAMES_TYPE);
    if (item == NULL)
        return true;
    item->place = item->at = schema.place;
    ptc_json_schema_walk_root(reader, schema.place);
    reader->item_of[schema.place] = (uint32_t)reader->count;
    return true;
}

/* --- Documents ---------------------------------------------------------------------- */

/* Reports that a document without operations was given names of operations. */
static void envelope_refuse_operations(const ptc_json_schema *reader)
{
    ptc_diag_add(reader->diags, PTC_DIAG_JSON_SCHEMA_OPERATION, (ptc_span){0, 0},
                 "this is not an OpenAPI document: it has no operations");
}

bool ptc_json_envelope_list(ptc_json_schema *reader)
{
    ptc_names names;

    if (ptc_json_openapi_list(reader))
        return true;
    if (reader->how.operation_count > 0 && !reader->how.is_included) {
        envelope_refuse_operations(reader);
        return true;
    }
    ptc_names_init(&names, reader->arena);
    names.is_exact = true;
    return envelope_add_tools(reader, &names) || envelope_add_format(reader);
}
