/* SPDX-License-Identifier: MIT */
/* Types of single values as JSON Schema: bounds, patterns, members. */
#include "schema/schema_int.h"
#include "target/json_writer/json_writer_int.h"

void ptc_json_put_type(ptc_json_writer *writer, ptc_json_object *out,
                       const ptc_schema_node *node, const char *word)
{
    if ((node->flags & PTC_NODE_OTHERS) == 0)
        ptc_json_put(writer, out, "type", ptc_json_text(word));
}

static void json_put_bound(ptc_json_writer *writer, ptc_json_object *out,
                           const ptc_value *bound, const char *key)
{
    if (bound->kind == PTC_INT ||
        (bound->kind == PTC_FLOAT && bound->as.number - bound->as.number == 0.0))
        ptc_json_put(writer, out, key, *bound);
}

void ptc_json_put_interval(ptc_json_writer *writer, ptc_json_object *out,
                           const ptc_interval *interval)
{
    if (interval == NULL)
        return;
    json_put_bound(writer, out, &interval->low,
                   interval->low_open ? "exclusiveMinimum" : "minimum");
    json_put_bound(writer, out, &interval->high,
                   interval->high_open ? "exclusiveMaximum" : "maximum");
}

void ptc_json_put_counts(ptc_json_writer *writer, ptc_json_object *out,
                         const ptc_interval *interval, const char *low, const char *high)
{
    if (interval == NULL)
        return;
    json_put_bound(writer, out, &interval->low, low);
    json_put_bound(writer, out, &interval->high, high);
}

static void json_put_pattern(ptc_json_writer *writer, ptc_json_object *out,
                             const char *pattern)
{
    ptc_json_put(writer, out, "pattern", ptc_json_text(pattern));
}

/* The first pattern is the type's own, further ones are conditions next to it. */
static void json_put_patterns(ptc_json_writer *writer, ptc_json_object *out,
                              uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_value *all = ptc_arena_array(writer->arena, node->pattern_count, sizeof *all);
    size_t count = 0;

    if (all == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < node->pattern_count; i++) {
        ptc_str text;

        if (ptc_json_pattern(writer, node->patterns[i].text, &text))
            all[count++] = ptc_value_string(text);
        else
            ptc_json_lose_function(writer, index, "the pattern ", node->patterns[i].text);
    }
    if (count > 0)
        ptc_json_put(writer, out, "pattern", all[0]);
    for (size_t i = 1; i < count; i++)
        all[i] = ptc_json_one(writer, "pattern", all[i]);
    if (count > 1)
        ptc_json_put(writer, out, "allOf", ptc_value_vector(all + 1, count - 1));
}

void ptc_json_make_string(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    ptc_json_put_type(writer, out, node, "string");
    ptc_json_put_counts(writer, out, node->interval, "minLength", "maxLength");
    if (node->pattern_count > 0)
        json_put_patterns(writer, out, index);
}

void ptc_json_make_decimal(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    if (!writer->options.for_models) {
        ptc_json_put_type(writer, out, node, "number");
        ptc_json_put_interval(writer, out, node->interval);
        return;
    }
    ptc_json_put_type(writer, out, node, "string");
    json_put_pattern(writer, out, PTC_JSON_DECIMAL_PATTERN);
    ptc_json_put(writer, out, "description", ptc_json_text("decimal number"));
    if (node->interval != NULL)
        ptc_json_lose(writer, index, "the bounds of a decimal, which is a text here");
}

ptc_value ptc_json_member(const ptc_value *member)
{
    return member->kind == PTC_KEYWORD ? ptc_value_string(ptc_value_text(member))
                                       : *member;
}

/* The number that a decimal is, or its text where JSON's numbers do not say it exactly.
 */
static ptc_value json_decimal(ptc_json_writer *writer, const ptc_value *value)
{
    ptc_str text = ptc_value_text(value);
    ptc_value number;

    ptc_str_take(&text, '+');
    if (value->kind != PTC_STRING || ptc_json_read(writer->arena, text.ptr, text.len,
                                                   NULL, &number, NULL, NULL) != PTC_OK)
        return *value;
    return ptc_value_is_big_int(&number) || ptc_decimal_compare_bound(text, &number) == 0
               ? number
               : *value;
}

bool ptc_json_default_is_json(ptc_json_writer *writer, uint32_t index,
                              const ptc_value *value)
{
    ptc_status status;
    ptc_text text;

    ptc_text_init(&text, writer->arena);
    status = ptc_json_write(&text, value, 0);
    if (status == PTC_ERROR_MEMORY)
        writer->status = status;
    else if (status != PTC_OK)
        ptc_json_lose(writer, index, "the default, which JSON cannot say");
    return status == PTC_OK;
}

ptc_value ptc_json_slot_default(ptc_json_writer *writer, uint32_t index,
                                const ptc_value *value)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    const ptc_schema_node *element = &writer->schema->nodes[node->first];
    ptc_value *items;

    if (writer->options.for_models)
        return ptc_json_member(value);
    if (node->type == PTC_TYPE_DECIMAL)
        return json_decimal(writer, value);
    if (node->type != PTC_TYPE_LIST || element->type != PTC_TYPE_DECIMAL ||
        value->kind != PTC_VECTOR)
        return ptc_json_member(value);
    items = ptc_arena_array(writer->arena, value->aux, sizeof *items);
    if (items == NULL && value->aux > 0) {
        writer->status = PTC_ERROR_MEMORY;
        return *value;
    }
    for (uint32_t i = 0; i < value->aux; i++)
        items[i] = json_decimal(writer, &value->as.items[i]);
    return ptc_value_vector(items, value->aux);
}

/* The word that all members have in common, or NULL. */
static const char *json_member_type(const ptc_schema_node *node)
{
    const char *common = NULL;

    for (uint32_t i = 0; i < node->count; i++) {
        const char *word = NULL;

        switch ((ptc_kind)node->members[i].kind) {
        case PTC_STRING:
        case PTC_KEYWORD:
            word = "string";
            break;
        case PTC_INT:
            word = "integer";
            break;
        case PTC_BOOL:
            word = "boolean";
            break;
        case PTC_NIL:
        case PTC_FLOAT:
        case PTC_OPAQUE:
        case PTC_VECTOR:
        case PTC_SET:
        case PTC_MAP:
            break;
        }
        if (word == NULL || (common != NULL && strcmp(common, word) != 0))
            return NULL;
        common = word;
    }
    return common;
}

/* Whether members of another kind may be the same in JSON: 1 and 1.0, "a" and :a. */
static bool json_may_meet(const ptc_schema_node *node)
{
    for (uint32_t i = 1; i < node->count; i++) {
        if (node->members[i].kind != node->members[0].kind)
            return true;
    }
    return false;
}

/* Takes out members that are there before, as JSON compares them. */
static size_t json_take_once(ptc_json_writer *writer, ptc_value *members, size_t count)
{
    ptc_names seen;
    size_t kept = 0;

    ptc_names_init(&seen, writer->arena);
    seen.is_exact = true;
    for (size_t i = 0; i < count; i++) {
        ptc_text text;

        ptc_text_init(&text, writer->arena);
        ptc_json_write_canonical(&text, &members[i]);
        if (ptc_names_find(&seen, ptc_text_view(&text)) == NULL)
            members[kept++] = members[i];
        ptc_names_add(&seen, ptc_text_view(&text), 0);
    }
    if (writer->arena->failed)
        writer->status = PTC_ERROR_MEMORY;
    return kept;
}

void ptc_json_make_enum(ptc_json_writer *writer, ptc_json_object *out,
                        const ptc_schema_node *node)
{
    const char *word = json_member_type(node);
    ptc_value *members = ptc_arena_array(writer->arena, node->count, sizeof *members);
    size_t count = node->count;

    if (members == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < node->count; i++)
        members[i] = ptc_json_member(&node->members[i]);
    if (json_may_meet(node))
        count = json_take_once(writer, members, count);
    if (word != NULL)
        ptc_json_put_type(writer, out, node, word);
    ptc_json_put(writer, out, "enum", ptc_value_vector(members, count));
}

void ptc_json_make_const(ptc_json_writer *writer, ptc_json_object *out,
                         const ptc_schema_node *node)
{
    ptc_value member = ptc_json_member(&node->members[0]);

    if (node->type == PTC_TYPE_NOT_CONST) {
        ptc_json_put(writer, out, "not", ptc_json_one(writer, "const", member));
    } else if (node->type == PTC_TYPE_MULTIPLE) {
        ptc_json_put_type(writer, out, node, "number");
        ptc_json_put(writer, out, "multipleOf", member);
    } else {
        ptc_json_put(writer, out, "const", member);
    }
}

/* An int among values of other types, of which it says nothing. */
static void json_put_int_or_others(ptc_json_writer *writer, ptc_json_object *out)
{
    static const char *const words[] = {"integer", "string", "boolean",
                                        "null",    "array",  "object"};
    ptc_value types[sizeof words / sizeof *words];
    size_t count = sizeof words / sizeof *words;

    for (size_t i = 0; i < count; i++)
        types[i] = ptc_json_text(words[i]);
    ptc_json_put(writer, out, "type", ptc_json_list(writer, types, count));
}

void ptc_json_make_scalar(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    if (node->type == PTC_TYPE_NIL)
        ptc_json_put_type(writer, out, node, "null");
    else if (node->type == PTC_TYPE_BOOL)
        ptc_json_put_type(writer, out, node, "boolean");
    else if (node->type == PTC_TYPE_INT && (node->flags & PTC_NODE_OTHERS) != 0)
        json_put_int_or_others(writer, out);
    else if (node->type == PTC_TYPE_INT)
        ptc_json_put_type(writer, out, node, "integer");
    else if (node->type == PTC_TYPE_FLOAT || node->type == PTC_TYPE_NUMBER)
        ptc_json_put_type(writer, out, node, "number");
    else if (node->type == PTC_TYPE_ANY_MAP)
        ptc_json_put_type(writer, out, node, "object");
    if (ptc_type_is_numeric((ptc_type)node->type))
        ptc_json_put_interval(writer, out, node->interval);
}

void ptc_json_make_formatted(ptc_json_writer *writer, ptc_json_object *out,
                             const ptc_schema_node *node)
{
    ptc_json_put_type(writer, out, node, "string");
    if (node->type == PTC_TYPE_KEYWORD)
        json_put_pattern(writer, out, PTC_JSON_KEYWORD_PATTERN);
    else
        ptc_json_put(writer, out, "format",
                     ptc_json_text(ptc_type_spelling((ptc_type)node->type)->format));
}
