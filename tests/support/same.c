/* SPDX-License-Identifier: MIT */
/* Comparing values along a schema; see same.h. Recurses as deep as the values nest.
 * Programs outside the build use this file as well, so it includes public headers alone.
 */
#include "same.h"

#include <ptc/number.h>

static const ptc_value same_nil = {.kind = PTC_NIL};

static bool is_text(const ptc_value *value)
{
    return value->kind == PTC_STRING || value->kind == PTC_KEYWORD;
}

static bool is_sequence(const ptc_value *value)
{
    return value->kind == PTC_VECTOR || value->kind == PTC_SET;
}

static bool same_text(const ptc_value *got, const ptc_value *wanted)
{
    return is_text(got) && is_text(wanted) &&
           ptc_str_equal(ptc_value_text(got), ptc_value_text(wanted));
}

/* The text that is a colon and the name of the keyword, a spelling of it. */
static bool is_colon_and(const ptc_value *spelled, const ptc_value *keyword)
{
    return spelled->kind == PTC_STRING && keyword->kind == PTC_KEYWORD &&
           spelled->aux == keyword->aux + 1 && spelled->as.text[0] == ':' &&
           memcmp(spelled->as.text + 1, keyword->as.text, keyword->aux) == 0;
}

/* Bit by bit, so that zeros keep their sign. */
static bool same_float(const ptc_value *got, const ptc_value *wanted)
{
    double number = 0;

    if (wanted->kind == PTC_FLOAT)
        number = wanted->as.number;
    else if (wanted->kind == PTC_INT)
        number = (double)wanted->as.integer;
    else if (wanted->kind != PTC_OPAQUE ||
             !ptc_number_read_double(wanted->as.text, wanted->aux, &number))
        return false;
    return got->kind == PTC_FLOAT && memcmp(&got->as.number, &number, sizeof number) == 0;
}

/* Items by one child, or each by its own. */
static bool same_items(const ptc_schema *schema, const ptc_schema_node *node,
                       bool is_tuple, const ptc_value *got, const ptc_value *wanted)
{
    bool same = is_sequence(got) && is_sequence(wanted) && got->aux == wanted->aux &&
                (!is_tuple || got->aux == node->count);

    for (uint32_t i = 0; same && i < got->aux; i++)
        same = test_same_by_schema(schema, node->first + (is_tuple ? i : 0),
                                   &got->as.items[i], &wanted->as.items[i]);
    return same;
}

/* In order; but items that the struct stores alike, 1 and 1.0, have become one. */
static bool same_set(const ptc_schema *schema, const ptc_schema_node *node,
                     const ptc_value *got, const ptc_value *wanted)
{
    bool same = is_sequence(got) && is_sequence(wanted);
    uint32_t first = 0; /* of those in `got` that were not met yet */

    for (uint32_t i = 0; same && i < wanted->aux; i++) {
        const ptc_value *item = &wanted->as.items[i];
        uint32_t at = 0;

        if (first < got->aux &&
            test_same_by_schema(schema, node->first, &got->as.items[first], item)) {
            first++;
            continue;
        }
        while (at < first &&
               !test_same_by_schema(schema, node->first, &got->as.items[at], item))
            at++;
        same = at < first;
    }
    return same && first == got->aux;
}

static const ptc_value *member_of(const ptc_value *map, ptc_str name)
{
    const ptc_value *found = ptc_map_find_text(map->as.map, PTC_STRING, name);

    return found ? found : &same_nil;
}

/* The field has no value of its own, but its default or none. */
static bool is_absent(const ptc_schema_node *field, const ptc_value *wanted)
{
    ptc_value standard;

    return wanted->kind == PTC_NIL ||
           (ptc_schema_default(field, &standard) && ptc_value_same(&standard, wanted));
}

/* `chosen` names the field that chooses a branch, if one does: a struct knows it by its
 * tag, whether the branch declares it or not. */
/* The same, or the same as a keyword: conditions may let a value pass as it is alone. */
static const ptc_value *member_as_it_is(const ptc_value *map, ptc_str name)
{
    const ptc_value *found = ptc_map_find_text(map->as.map, PTC_STRING, name);

    if (found == NULL)
        found = ptc_map_find_text(map->as.map, PTC_KEYWORD, name);
    return found ? found : &same_nil;
}

static bool same_fields(const ptc_schema *schema, const ptc_schema_node *node,
                        const ptc_str *chosen, const ptc_value *got,
                        const ptc_value *wanted)
{
    uint32_t declared = 0;
    bool same = got->kind == PTC_MAP && wanted->kind == PTC_MAP;
    const ptc_value *mark = same && chosen ? member_of(got, *chosen) : &same_nil;

    for (uint32_t i = 0; same && i < node->count; i++) {
        const ptc_schema_node *field = &schema->nodes[node->first + i];
        const ptc_value *one = member_of(got, field->name);
        const ptc_value *other = member_as_it_is(wanted, field->name);

        if (chosen && ptc_str_equal_folded(field->name, *chosen))
            mark = &same_nil;
        declared += ptc_map_find_text(got->as.map, PTC_STRING, field->name) != NULL;
        same = one->kind == PTC_NIL
                   ? is_absent(field, other)
                   : test_same_by_schema(schema, node->first + i, one, other);
    }
    if (same && mark->kind != PTC_NIL) {
        const ptc_map_entry *entry = ptc_map_find_field(wanted->as.map, *chosen, 0);

        declared++;
        same = entry != NULL &&
               (same_text(mark, &entry->value) || is_colon_and(&entry->value, mark) ||
                ptc_value_same(mark, &entry->value));
    }
    return same && declared == got->aux;
}

static bool same_key(const ptc_schema *schema, uint32_t node, const ptc_value *got,
                     const ptc_value *wanted)
{
    int64_t integer;

    return test_same_by_schema(schema, node, got, wanted) ||
           (got->kind == PTC_INT && wanted->kind == PTC_STRING &&
            ptc_number_read_int(wanted->as.text, wanted->aux, &integer) &&
            integer == got->as.integer);
}

static bool same_entries(const ptc_schema *schema, const ptc_schema_node *node,
                         const ptc_value *got, const ptc_value *wanted)
{
    bool same =
        got->kind == PTC_MAP && wanted->kind == PTC_MAP && got->aux == wanted->aux;

    for (uint32_t i = 0; same && i < got->aux; i++) {
        const ptc_map_entry *one = &got->as.map->entries[i];
        const ptc_map_entry *other = &wanted->as.map->entries[i];

        same = same_key(schema, node->first, &one->key, &other->key) &&
               test_same_by_schema(schema, node->first + 1, &one->value, &other->value);
    }
    return same;
}

/* Both are what one of the children makes of a value. */
static bool same_by_some(const ptc_schema *schema, const ptc_schema_node *node,
                         const ptc_value *got, const ptc_value *wanted)
{
    bool same = false;

    for (uint32_t i = 0; !same && i < node->count; i++)
        same = test_same_by_schema(schema, node->first + i, got, wanted);
    return same;
}

/* A branch, in which the map may be reached by references and in front of conjuncts. */
static bool same_branch(const ptc_schema *schema, uint32_t index, const ptc_str *chosen,
                        const ptc_value *got, const ptc_value *wanted)
{
    const ptc_schema_node *node = &schema->nodes[index];

    while (node->type == PTC_TYPE_AND || node->type == PTC_TYPE_REGISTRY ||
           node->type == PTC_TYPE_REF)
        node = &schema->nodes[node->first];
    return node->type == PTC_TYPE_MAP && node->count > 0 &&
                   !(node->flags & PTC_NODE_OTHERS)
               ? same_fields(schema, node, chosen, got, wanted)
               : test_same_by_schema(schema, index, got, wanted);
}

static bool same_by_some_branch(const ptc_schema *schema, const ptc_schema_node *node,
                                const ptc_value *got, const ptc_value *wanted)
{
    bool same = false;

    for (uint32_t i = 0; !same && i < node->count; i++)
        same = same_branch(schema, node->first + i, &node->type_name, got, wanted);
    return same;
}

/* An integer is its text in C. */
static bool same_decimal(const ptc_value *got, const ptc_value *wanted)
{
    char digits[PTC_NUMBER_MAX];
    ptc_value text = *wanted;

    if (wanted->kind == PTC_INT)
        text = ptc_value_string(
            ptc_str_make(digits, ptc_number_write_int(wanted->as.integer, digits)));
    else if (wanted->kind == PTC_OPAQUE)
        text = ptc_value_string(ptc_value_text(wanted));
    return same_text(got, &text);
}

bool test_same_by_schema(const ptc_schema *schema, uint32_t index, const ptc_value *got,
                         const ptc_value *wanted)
{
    const ptc_schema_node *node = &schema->nodes[index];

    if (got->kind == PTC_NIL || wanted->kind == PTC_NIL)
        return got->kind == wanted->kind;
    if (node->flags & PTC_NODE_OTHERS) /* a value in C, whatever its type */
        return ptc_value_same(got, wanted);
    switch ((ptc_type)node->type) {
    case PTC_TYPE_FLOAT:
        return same_float(got, wanted);
#define SAME_TEXT(constant, ...) case PTC_TYPE_##constant:
#define SAME_NUMERAL(...)
        PTC_SPELLED_TYPES(SAME_TEXT, SAME_NUMERAL)
#undef SAME_TEXT
#undef SAME_NUMERAL
    case PTC_TYPE_STRING:
    case PTC_TYPE_KEYWORD:
        return same_text(got, wanted);
    case PTC_TYPE_DECIMAL:
        return same_decimal(got, wanted);
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return same_text(got, wanted) || ptc_value_same(got, wanted);
    case PTC_TYPE_LIST:
        return same_items(schema, node, false, got, wanted);
    case PTC_TYPE_SET:
        return same_set(schema, node, got, wanted);
    case PTC_TYPE_TUPLE:
        return same_items(schema, node, true, got, wanted);
    case PTC_TYPE_MAP:
        return node->count == 0 ? ptc_value_same(got, wanted)
                                : same_fields(schema, node, NULL, got, wanted);
    case PTC_TYPE_MAP_OF:
        return same_entries(schema, node, got, wanted);
    case PTC_TYPE_UNION:
        return same_by_some(schema, node, got, wanted);
    case PTC_TYPE_MULTI:
        return same_by_some_branch(schema, node, got, wanted);
    case PTC_TYPE_AND: /* a struct holds what the first makes of it */
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
        return test_same_by_schema(schema, node->first, got, wanted);
    case PTC_TYPE_ANY:
    case PTC_TYPE_NIL:
    case PTC_TYPE_BOOL:
    case PTC_TYPE_INT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_NOT:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
    case PTC_TYPE_COUNT:
        return ptc_value_same(got, wanted);
    }
    return false;
}
