/* SPDX-License-Identifier: MIT */
/* What JSON Schema takes contracts for; see json_meaning.h. */
#include "json_meaning.h"

#include "schema/schema_int.h"

#include <stdio.h>
#include <stdlib.h>

static void *take(ptc_arena *arena, size_t count, size_t size)
{
    void *memory = ptc_arena_array(arena, count, size);

    if (memory == NULL && count > 0) {
        fputs("json_meaning: out of memory\n", stderr);
        abort();
    }
    return memory;
}

/* A member as JSON compares it: its text as it is read, numbers without a fraction as
 * ints. */
static ptc_value member_of(ptc_arena *arena, const ptc_value *member)
{
    ptc_value value;
    ptc_str text;

    if (!test_as_json(arena, member, &text, &value))
        return *member;
    if (value.kind == PTC_FLOAT && value.as.number > -9e15 && value.as.number < 9e15 &&
        (double)(int64_t)value.as.number == value.as.number)
        return ptc_value_int((int64_t)value.as.number);
    return value;
}

static void compare_as_json(ptc_arena *arena, ptc_schema_node *node, uint32_t count)
{
    ptc_value *members = take(arena, count, sizeof *members);

    for (uint32_t i = 0; i < count; i++)
        members[i] = member_of(arena, &node->members[i]);
    node->members = members;
    node->flags |= PTC_NODE_JSON_EQUAL;
}

void test_json_meaning(ptc_arena *arena, const ptc_schema *schema, bool annotates,
                       ptc_schema *out)
{
    ptc_schema_node *nodes = ptc_schema_copy(arena, schema, 0, out);

    if (nodes == NULL)
        take(arena, SIZE_MAX, 1);
    for (uint32_t i = out->root; i < out->count; i++) {
        ptc_schema_node *node = &nodes[i];

        if (i > out->root && nodes[node->parent].type == PTC_TYPE_MAP)
            node->flags |= PTC_NODE_EXACT;
        if (node->type == PTC_TYPE_INT) {
            node->flags |= PTC_NODE_INTEGRAL;
        } else if (node->type == PTC_TYPE_ENUM) {
            compare_as_json(arena, node, node->count);
        } else if (node->type == PTC_TYPE_CONST || node->type == PTC_TYPE_NOT_CONST) {
            compare_as_json(arena, node, 1);
        } else if (node->type == PTC_TYPE_SET) {
            node->type = PTC_TYPE_LIST;
            node->flags |= PTC_NODE_DISTINCT;
        } else if (node->type == PTC_TYPE_DECIMAL) {
            node->type = PTC_TYPE_NUMBER;
        } else if (annotates && ptc_type_is_spelled((ptc_type)node->type)) {
            node->type = PTC_TYPE_STRING;
        }
    }
}

bool test_as_json(ptc_arena *arena, const ptc_value *value, ptc_str *text, ptc_value *out)
{
    ptc_text written;

    ptc_text_init(&written, arena);
    if (ptc_json_write(&written, value, 0) != PTC_OK)
        return false;
    *text = ptc_text_view(&written);
    return ptc_json_read(arena, text->ptr, text->len, NULL, out, NULL, NULL) == PTC_OK;
}

typedef bool (*find_fn)(const ptc_value *value, const ptc_value *key,
                        const ptc_schema *schema);

/* Whether a value holds one that is looked for; `key` is NULL for what is not a member of
 * a map. */
static bool holds(const ptc_value *value, const ptc_value *key, find_fn is_found,
                  const ptc_schema *schema)
{
    if (is_found(value, key, schema))
        return true;
    for (uint32_t i = 0; value->kind == PTC_MAP && i < value->aux; i++) {
        const ptc_map_entry *entry = &value->as.map->entries[i];

        if (holds(&entry->value, &entry->key, is_found, schema))
            return true;
    }
    for (uint32_t i = 0; value->kind == PTC_VECTOR && i < value->aux; i++) {
        if (holds(&value->as.items[i], NULL, is_found, schema))
            return true;
    }
    return false;
}

static bool is_large(const ptc_value *value, const ptc_value *key,
                     const ptc_schema *schema)
{
    (void)key;
    (void)schema;
    return value->kind == PTC_OPAQUE ||
           (value->kind == PTC_INT &&
            (value->as.integer > 1LL << 53 || value->as.integer < -(1LL << 53))) ||
           (value->kind == PTC_FLOAT &&
            (value->as.number > 0x1p53 || value->as.number < -0x1p53));
}

bool test_has_large_number(const ptc_value *value)
{
    return holds(value, NULL, is_large, NULL);
}

static bool is_key_of_more(const ptc_value *value, const ptc_value *key,
                           const ptc_schema *schema)
{
    ptc_str text = key != NULL ? ptc_value_text(key) : PTC_STR("");
    int64_t number;
    bool is_number = text.len > 0 && ptc_number_read_int(text.ptr, text.len, &number);

    (void)value;
    for (uint32_t i = 0; key != NULL && i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];
        bool is_more = node->type == PTC_TYPE_MULTI &&
                       ptc_str_equal_folded(node->type_name, text) &&
                       !ptc_str_equal(node->type_name, text);

        if (is_more || (is_number && node->type == PTC_TYPE_KEYS))
            return true;
    }
    return false;
}

bool test_keys_mean_otherwise(const ptc_schema *schema, const ptc_value *value)
{
    return holds(value, NULL, is_key_of_more, schema);
}
