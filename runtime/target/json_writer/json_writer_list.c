/* SPDX-License-Identifier: MIT */
/* Lists, and schemas that combine other schemas: choices, conditions, conjunctions. */
#include "schema/schema_int.h"
#include "target/json_writer/json_writer_int.h"

static ptc_value json_children(ptc_json_writer *writer, uint32_t first, uint32_t count)
{
    return ptc_json_list(writer, &writer->made[first], count);
}

static bool json_is_any(const ptc_json_writer *writer, uint32_t index)
{
    const ptc_value *value = &writer->made[index];

    return value->kind == PTC_MAP && value->aux == 0;
}

/* The schema of elements without a position of their own; nil: there is none. If there
 * are conditions on unevaluated elements, `items` is written even if it accepts anything,
 * and a check that must not evaluate elements is written with `contains`. */
static ptc_value json_rest(ptc_json_writer *writer, ptc_json_object *out,
                           const ptc_schema_node *node, uint32_t index)
{
    bool is_any = json_is_any(writer, index);
    bool is_open = writer->has_others && (node->flags & PTC_NODE_OPEN) != 0;
    ptc_value other;

    if (is_any)
        return writer->has_others && !is_open ? writer->made[index] : ptc_value_nil();
    if (!is_open)
        return writer->made[index];
    other = ptc_json_one(writer, "contains",
                         ptc_json_one(writer, "not", writer->made[index]));
    ptc_json_put(writer, out, "not", other);
    return ptc_value_nil();
}

void ptc_json_make_list(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_value rest;

    ptc_json_put_type(writer, out, node, "array");
    rest = json_rest(writer, out, node, node->first);
    if (rest.kind != PTC_NIL)
        ptc_json_put(writer, out, "items", rest);
    ptc_json_put_counts(writer, out, node->interval, "minItems", "maxItems");
    if (node->type == PTC_TYPE_SET || (node->flags & PTC_NODE_DISTINCT) != 0)
        ptc_json_put(writer, out, "uniqueItems", ptc_value_bool(true));
}

/* Elements by their position, then the schema of further ones: nil says nothing about
 * them. */
static void json_put_prefix(ptc_json_writer *writer, ptc_json_object *out, uint32_t first,
                            uint32_t count, ptc_value rest)
{
    bool is_old = writer->options.version == PTC_JSON_SCHEMA_7;

    if (count > 0)
        ptc_json_put(writer, out, is_old ? "items" : "prefixItems",
                     json_children(writer, first, count));
    if (rest.kind != PTC_NIL)
        ptc_json_put(writer, out, is_old && count > 0 ? "additionalItems" : "items",
                     rest);
}

void ptc_json_make_tuple(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    ptc_json_put_type(writer, out, node, "array");
    json_put_prefix(writer, out, node->first, node->count, ptc_value_bool(false));
    ptc_json_put(writer, out, "minItems", ptc_value_int(node->count));
    if (node->count == 0)
        ptc_json_put(writer, out, "maxItems", ptc_value_int(0));
    if ((node->flags & PTC_NODE_DISTINCT) != 0)
        ptc_json_put(writer, out, "uniqueItems", ptc_value_bool(true));
}

void ptc_json_make_prefix(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    uint32_t last = node->first + node->count - 1;

    ptc_json_put_type(writer, out, node, "array");
    json_put_prefix(writer, out, node->first, node->count - 1,
                    json_rest(writer, out, node, last));
    ptc_json_put_counts(writer, out, node->interval, "minItems", "maxItems");
    if ((node->flags & PTC_NODE_DISTINCT) != 0)
        ptc_json_put(writer, out, "uniqueItems", ptc_value_bool(true));
}

void ptc_json_make_contains(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    const ptc_interval *count = node->interval;
    bool has_low = count != NULL && count->low.kind == PTC_INT;
    bool is_one = has_low && count->low.as.integer == 1 && count->high.kind == PTC_NIL;

    ptc_json_put_type(writer, out, node, "array");
    ptc_json_put(writer, out, "contains", writer->made[node->first]);
    if (is_one)
        return;
    if (writer->options.version == PTC_JSON_SCHEMA_7) {
        ptc_json_lose(writer, index, "how many elements a list contains");
        return;
    }
    if (!has_low)
        ptc_json_put(writer, out, "minContains", ptc_value_int(0));
    ptc_json_put_counts(writer, out, count, "minContains", "maxContains");
}

/* The type's word of {"type": word}; NULL for all else. */
static const ptc_value *json_bare_type(const ptc_value *value)
{
    const ptc_map_entry *entry =
        value->kind == PTC_MAP && value->aux == 1 ? &value->as.map->entries[0] : NULL;

    return entry != NULL && entry->value.kind == PTC_STRING &&
                   ptc_str_equal(ptc_value_text(&entry->key), PTC_STR("type"))
               ? &entry->value
               : NULL;
}

/* Types alone are one list, each once; "integer" says nothing next to "number". */
static bool json_make_types(ptc_json_writer *writer, ptc_json_object *out,
                            const ptc_schema_node *node)
{
    ptc_value *words = ptc_arena_array(writer->arena, node->count, sizeof *words);
    ptc_str number = PTC_STR("number");
    size_t count = 0;
    ptc_names seen;

    if (words == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return true;
    }
    ptc_names_init(&seen, writer->arena);
    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_value *word = json_bare_type(&writer->made[node->first + i]);

        if (word == NULL)
            return false;
        if (ptc_names_find(&seen, ptc_value_text(word)) == NULL)
            words[count++] = *word;
        ptc_names_add(&seen, ptc_value_text(word), i);
    }
    for (size_t i = 0; ptc_names_find(&seen, number) != NULL && i < count; i++) {
        if (ptc_str_equal(ptc_value_text(&words[i]), PTC_STR("integer")))
            words[i--] = words[--count];
    }
    if (writer->arena->failed)
        writer->status = PTC_ERROR_MEMORY;
    ptc_json_put(writer, out, "type",
                 count == 1 ? words[0] : ptc_value_vector(words, count));
    return true;
}

void ptc_json_make_any_of(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    if (!json_make_types(writer, out, node))
        ptc_json_put(writer, out, "anyOf",
                     json_children(writer, node->first, node->count));
}

void ptc_json_make_choice(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    if (node->type == PTC_TYPE_UNION)
        ptc_json_make_any_of(writer, out, index);
    else
        ptc_json_put(writer, out, "oneOf",
                     json_children(writer, node->first, node->count));
}

void ptc_json_make_if(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    ptc_json_put(writer, out, "if", writer->made[node->first]);
    if (!json_is_any(writer, node->first + 1))
        ptc_json_put(writer, out, "then", writer->made[node->first + 1]);
    if (!json_is_any(writer, node->first + 2))
        ptc_json_put(writer, out, "else", writer->made[node->first + 2]);
}

/* Conjuncts; what is said about keys and elements that no other mentions is next to them
 * all. */
void ptc_json_make_and(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_value *parts = ptc_arena_array(writer->arena, node->count, sizeof *parts);
    size_t count = 0;

    if (parts == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        ptc_type type = (ptc_type)writer->schema->nodes[i].type;

        if (!ptc_type_is_of_others(type)) {
            parts[count++] = writer->made[i];
            continue;
        }
        if ((writer->schema->nodes[i].flags & PTC_NODE_OTHERS) == 0)
            parts[count++] = ptc_json_one(
                writer, "type",
                ptc_json_text(type == PTC_TYPE_OTHER_KEYS ? "object" : "array"));
        if (writer->options.version == PTC_JSON_SCHEMA_7)
            ptc_json_lose(writer, i, "elements that no other condition covers");
        else
            ptc_json_put(writer, out,
                         type == PTC_TYPE_OTHER_KEYS ? "unevaluatedProperties"
                                                     : "unevaluatedItems",
                         writer->made[writer->schema->nodes[i].first]);
    }
    ptc_json_put(writer, out, "allOf", ptc_value_vector(parts, count));
}
