/* SPDX-License-Identifier: MIT */
/* Maps of JSON Schema: properties, keys by conditions, branches. See json_writer_int.h.
 */
#include "schema/schema_int.h"
#include "target/json_writer/json_writer_int.h"

/* --- Fields ------------------------------------------------------------------------- */

bool ptc_json_is_left_out(const ptc_json_writer *writer, const ptc_schema_node *field)
{
    return (field->flags & PTC_NODE_CONTEXT) != 0 ||
           (writer->options.for_models && writer->options.direction == PTC_OUTPUT &&
            (field->flags & PTC_NODE_FIREWALLED) != 0);
}

void ptc_json_make_map(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_value *required = ptc_arena_array(writer->arena, node->count, sizeof *required);
    ptc_json_object properties = {0};
    size_t count = 0;

    if (required == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    ptc_json_put_type(writer, out, node, "object");
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const ptc_schema_node *field = &writer->schema->nodes[i];

        if (ptc_json_is_left_out(writer, field))
            continue;
        ptc_json_put_at(writer, &properties, field->name, ptc_json_slot(writer, i));
        if (!ptc_schema_is_optional(field))
            required[count++] = ptc_value_string(field->name);
    }
    if (properties.count > 0)
        ptc_json_put(writer, out, "properties", ptc_json_finish(writer, &properties));
    if (count > 0)
        ptc_json_put(writer, out, "required", ptc_value_vector(required, count));
    if ((node->flags & PTC_NODE_CLOSED) != 0)
        ptc_json_put(writer, out, "additionalProperties", ptc_value_bool(false));
}

/* --- Keys by conditions ------------------------------------------------------------- */

/* The keys of a map in JSON: strings, whatever their original type. */
static ptc_value json_key_names(ptc_json_writer *writer, uint32_t index)
{
    const ptc_schema_node *key = &writer->schema->nodes[index];

    if (key->type == PTC_TYPE_INT) {
        if (key->interval != NULL)
            ptc_json_lose(writer, index, "the bounds of keys");
        return ptc_json_one(writer, "pattern", ptc_json_text("^(0|-?[1-9][0-9]*)$"));
    }
    return writer->made[index];
}

static bool json_takes_all(const ptc_schema_node *key)
{
    return key->type == PTC_TYPE_ANY ||
           (key->type == PTC_TYPE_STRING && key->interval == NULL &&
            key->pattern_count == 0);
}

void ptc_json_make_map_of(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    const ptc_schema_node *key = &writer->schema->nodes[node->first];
    ptc_value values = writer->made[node->first + 1];

    ptc_json_put_type(writer, out, node, "object");
    if (!json_takes_all(key))
        ptc_json_put(writer, out, "propertyNames", json_key_names(writer, node->first));
    if (values.kind != PTC_MAP || values.aux > 0)
        ptc_json_put(writer, out, "additionalProperties", values);
    ptc_json_put_counts(writer, out, node->interval, "minProperties", "maxProperties");
}

/* Keys that one node names: by a pattern, or as strings. Adds them, each with `value`;
 * false when it says something else. */
static bool json_put_named(ptc_json_writer *writer, const ptc_schema_node *key,
                           ptc_value value, ptc_json_object *patterns,
                           ptc_json_object *properties)
{
    bool is_text = key->type == PTC_TYPE_STRING && key->interval == NULL;

    if (is_text && key->pattern_count == 1) {
        ptc_str pattern;
        bool is_said = ptc_json_pattern(writer, key->patterns[0].text, &pattern);

        if (is_said)
            ptc_json_put_at(writer, patterns, pattern, value);
        return is_said;
    }
    if (key->type != PTC_TYPE_ENUM && key->type != PTC_TYPE_CONST)
        return false;
    for (uint32_t i = 0; i < (key->type == PTC_TYPE_ENUM ? key->count : 1); i++) {
        if (key->members[i].kind != PTC_STRING)
            return false;
    }
    for (uint32_t i = 0; i < (key->type == PTC_TYPE_ENUM ? key->count : 1); i++)
        ptc_json_put_at(writer, properties, ptc_value_text(&key->members[i]), value);
    return true;
}

/* All keys but those that alternatives name. */
static bool json_put_others(ptc_json_writer *writer, uint32_t index, ptc_value value,
                            ptc_json_object *patterns, ptc_json_object *properties,
                            ptc_json_object *out)
{
    const ptc_schema_node *nodes = writer->schema->nodes;
    const ptc_schema_node *named = &nodes[nodes[index].first];
    uint32_t first = nodes[index].first;
    uint32_t count = 1;

    if (nodes[index].type != PTC_TYPE_NOT)
        return false;
    if (named->type == PTC_TYPE_UNION) {
        first = named->first;
        count = named->count;
    }
    for (uint32_t i = first; i < first + count; i++) {
        if (!json_put_named(writer, &nodes[i], ptc_value_bool(true), patterns,
                            properties))
            return false;
    }
    ptc_json_put(writer, out, "additionalProperties", value);
    return true;
}

static bool json_is_never(const ptc_schema_node *nodes, uint32_t index)
{
    return nodes[index].type == PTC_TYPE_NOT &&
           nodes[nodes[index].first].type == PTC_TYPE_ANY;
}

void ptc_json_make_keys(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *nodes = writer->schema->nodes;
    const ptc_schema_node *node = &nodes[index];
    uint32_t key = node->first;
    ptc_value value = writer->made[key + 1];
    ptc_json_object patterns = {0};
    ptc_json_object properties = {0};

    ptc_json_put_type(writer, out, node, "object");
    if (json_takes_all(&nodes[key])) {
        ptc_json_put(writer, out, "additionalProperties", value);
    } else if (!json_put_named(writer, &nodes[key], value, &patterns, &properties) &&
               !json_put_others(writer, key, value, &patterns, &properties, out)) {
        if (json_is_never(nodes, key + 1))
            ptc_json_put(writer, out, "propertyNames",
                         ptc_json_one(writer, "not", writer->made[key]));
        else
            ptc_json_lose(writer, index, "what values of some keys are");
        return;
    }
    if (properties.count > 0)
        ptc_json_put(writer, out, "properties", ptc_json_finish(writer, &properties));
    if (patterns.count > 0)
        ptc_json_put(writer, out, "patternProperties",
                     ptc_json_finish(writer, &patterns));
}

/* --- Branches ----------------------------------------------------------------------- */

/* The conditions on a map when a branch is chosen; `is_map`: another part says that it is
 * a map. A field that is absent is null here. */
static ptc_value json_dispatch(ptc_json_writer *writer, const ptc_schema_node *multi,
                               ptc_value demand, bool takes_null, bool is_map)
{
    ptc_json_object field = {0};
    ptc_json_object out = {0};
    ptc_value name = ptc_value_string(multi->type_name);

    ptc_json_put_at(writer, &field, multi->type_name, demand);
    if (!is_map)
        ptc_json_put(writer, &out, "type", ptc_json_text("object"));
    ptc_json_put(writer, &out, "properties", ptc_json_finish(writer, &field));
    if (!takes_null)
        ptc_json_put(writer, &out, "required", ptc_json_list(writer, &name, 1));
    return ptc_json_finish(writer, &out);
}

/* Adds the value of a branch as JSON has it; false where an earlier branch has it. */
static bool json_add_branch(ptc_json_writer *writer, ptc_names *seen, ptc_value *values,
                            size_t count, const ptc_schema_node *branch)
{
    values[count] = ptc_json_member(&branch->extra->branch);
    if (values[count].kind != PTC_STRING)
        return true;
    if (ptc_names_find(seen, ptc_value_text(&values[count])) != NULL)
        return false;
    if (ptc_names_add(seen, ptc_value_text(&values[count]), 0) != NULL &&
        writer->arena->failed)
        writer->status = PTC_ERROR_MEMORY;
    return true;
}

/* The branch that is left where no other one is chosen; no value is listed twice. */
static ptc_value json_is_no_other(ptc_json_writer *writer, const ptc_schema_node *multi,
                                  const ptc_value *values, size_t count)
{
    bool has_null = false;
    ptc_value demand = ptc_json_one(writer, "enum", ptc_json_list(writer, values, count));

    for (size_t i = 0; i < count; i++)
        has_null = has_null || values[i].kind == PTC_NIL;
    return ptc_json_one(writer, "not",
                        json_dispatch(writer, multi, demand, has_null, true));
}

void ptc_json_make_multi(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_value *branches = ptc_arena_array(writer->arena, node->count, sizeof *branches);
    ptc_value *values = ptc_arena_array(writer->arena, node->count, sizeof *values);
    const ptc_schema_node *rest = NULL;
    size_t count = 0;
    ptc_value pair[2];
    ptc_names seen;

    if (branches == NULL || values == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    ptc_names_init(&seen, writer->arena);
    seen.is_exact = true;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const ptc_schema_node *branch = &writer->schema->nodes[i];

        if ((branch->flags & PTC_NODE_OTHERWISE) != 0) {
            rest = branch;
        } else if (json_add_branch(writer, &seen, values, count, branch)) {
            pair[0] = json_dispatch(
                writer, node, ptc_json_one(writer, "const", values[count]),
                values[count].kind == PTC_NIL, ptc_json_says_object(&writer->made[i]));
            pair[1] = writer->made[i];
            branches[count++] =
                ptc_json_one(writer, "allOf", ptc_json_list(writer, pair, 2));
        }
    }
    if (rest != NULL && count == 0) {
        pair[0] = ptc_json_one(writer, "type", ptc_json_text("object"));
        pair[1] = writer->made[rest - writer->schema->nodes];
        branches[count++] = ptc_json_one(writer, "allOf", ptc_json_list(writer, pair, 2));
    } else if (rest != NULL) {
        pair[0] = json_is_no_other(writer, node, values, count);
        pair[1] = writer->made[rest - writer->schema->nodes];
        branches[count++] = ptc_json_one(writer, "allOf", ptc_json_list(writer, pair, 2));
    }
    ptc_json_put(writer, out, "oneOf", ptc_value_vector(branches, count));
}
