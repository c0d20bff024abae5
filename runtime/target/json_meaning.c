/* SPDX-License-Identifier: MIT */
/*
 * Where JSON and contracts have different ideas of equality: numbers, and the names of
 * keys. JSON Schema then accepts what the contract refuses or, for sets, refuses what the
 * contract accepts. Conversions of inputs do not count: a sender that follows the schema
 * never finds out that "5" is taken for 5. [validation 3, 13]
 */
#include "schema/schema_int.h"
#include "target/target_int.h"

#include <math.h>
#include <string.h>

/* Distinctions that JSON does not make: each is reported once per contract. */
typedef enum meaning_kind {
    MEANING_INT,
    MEANING_LARGE_INT,
    MEANING_MEMBER,
    MEANING_FLOAT_MEMBER,
    MEANING_SET,
    MEANING_KEY,
    MEANING_FORMAT,
    MEANING_DECIMAL,
    MEANING_COUNT
} meaning_kind;

/* ORDER meaning_kind */
static const char *const meaning_words[] = {
    "1.0 passes for an int",
    "an int beyond 64 bits passes",
    "1.0 passes for the member 1",
    "1 passes for the member 1.0",
    "1 and 1.0 are the same element of a set",
    "any value passes under the other spelling of the key, '-' for '_'",
    "any string passes where formats are annotations",
    "a decimal is a number: 1.5 passes, its text does not",
};

/* The check of one contract. */
typedef struct meaning_look {
    ptc_target_run *run;
    const ptc_schema *schema;
    uint8_t *is_seen;
    uint32_t *pending; /* nodes to be looked at */
    size_t count;
    uint16_t left_out;             /* flags of fields that are not written */
    uint32_t first[MEANING_COUNT]; /* the first node of each kind, or PTC_NODE_NONE */
} meaning_look;

static void meaning_find(meaning_look *look, meaning_kind kind, uint32_t node)
{
    if (node < look->first[kind])
        look->first[kind] = node;
}

/* --- Numbers ------------------------------------------------------------------------ */

static void meaning_find_int(meaning_look *look, uint32_t index)
{
    const ptc_schema_node *node = &look->schema->nodes[index];
    const ptc_interval *bounds = node->interval;

    if ((node->flags & PTC_NODE_INTEGRAL) == 0)
        meaning_find(look, MEANING_INT, index);
    if (bounds == NULL || bounds->low.kind == PTC_NIL || bounds->high.kind == PTC_NIL)
        meaning_find(look, MEANING_LARGE_INT, index);
}

static bool meaning_is_whole(const ptc_value *value)
{
    return value->kind == PTC_FLOAT && floor(value->as.number) == value->as.number;
}

static void meaning_find_member(meaning_look *look, uint32_t index)
{
    const ptc_schema_node *node = &look->schema->nodes[index];
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;

    for (uint32_t i = 0; (node->flags & PTC_NODE_JSON_EQUAL) == 0 && i < count; i++) {
        if (node->members[i].kind == PTC_INT)
            meaning_find(look, MEANING_MEMBER, index);
        if (meaning_is_whole(&node->members[i]))
            meaning_find(look, MEANING_FLOAT_MEMBER, index);
    }
}

/* Whether a set may hold 1 next to 1.0. */
static void meaning_find_set(meaning_look *look, uint32_t index)
{
    const ptc_schema_node *set = &look->schema->nodes[index];
    const ptc_schema_node *element =
        ptc_schema_main(look->schema->nodes, &look->schema->nodes[set->first]);

    if (element->type == PTC_TYPE_ANY || element->type == PTC_TYPE_FLOAT ||
        element->type == PTC_TYPE_NUMBER || element->type == PTC_TYPE_UNION)
        meaning_find(look, MEANING_SET, index);
}

/* --- Keys --------------------------------------------------------------------------- */

/* Fields that may be absent under the name that is declared, while another spelling of it
 * is there: the contract holds that to their type as well. */
static void meaning_find_keys(meaning_look *look, const ptc_schema_node *map)
{
    for (uint32_t i = map->first; i < map->first + map->count; i++) {
        const ptc_schema_node *field = &look->schema->nodes[i];

        if ((map->flags & PTC_NODE_CLOSED) == 0 && ptc_schema_is_optional(field) &&
            (field->flags & (PTC_NODE_EXACT | look->left_out)) == 0 &&
            (memchr(field->name.ptr, '-', field->name.len) != NULL ||
             memchr(field->name.ptr, '_', field->name.len) != NULL))
            meaning_find(look, MEANING_KEY, i);
    }
}

/* --- Contracts ---------------------------------------------------------------------- */

static void meaning_look_at(meaning_look *look, uint32_t index)
{
    const ptc_schema_node *node = &look->schema->nodes[index];

    switch (node->type) {
    case PTC_TYPE_INT:
        meaning_find_int(look, index);
        break;
    case PTC_TYPE_DECIMAL:
        meaning_find(look, MEANING_DECIMAL, index);
        break;
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        meaning_find_member(look, index);
        break;
    case PTC_TYPE_SET:
        meaning_find_set(look, index);
        break;
    case PTC_TYPE_MAP:
        meaning_find_keys(look, node);
        break;
    default:
        if (ptc_type_is_spelled((ptc_type)node->type))
            meaning_find(look, MEANING_FORMAT, index);
        break;
    }
}

static bool meaning_has_parts(const ptc_schema_node *node)
{
    return ptc_type_has_children((ptc_type)node->type) && node->type != PTC_TYPE_NOT;
}

static void meaning_add(meaning_look *look, uint32_t index)
{
    if (look->is_seen[index] != 0 ||
        (look->schema->nodes[index].flags & look->left_out) != 0)
        return;
    look->is_seen[index] = 1;
    look->pending[look->count++] = index;
}

/* Looks at all that is below a node and after its references, each once. Below a negation
 * JSON Schema accepts less where it accepts more elsewhere. */
static void meaning_look_below(meaning_look *look, uint32_t root)
{
    meaning_add(look, root);
    while (look->count > 0) {
        uint32_t index = look->pending[--look->count];
        const ptc_schema_node *node = &look->schema->nodes[index];

        meaning_look_at(look, index);
        if (node->type == PTC_TYPE_REF)
            meaning_add(look, node->first);
        for (uint32_t i = 0; meaning_has_parts(node) && i < node->count; i++)
            meaning_add(look, node->first + i);
    }
}

static bool meaning_is_plain(ptc_target target)
{
    return target == PTC_TARGET_JSON_SCHEMA || target == PTC_TARGET_JSON_SCHEMA_7;
}

/* Whether a target holds the result of a function. */
static bool meaning_has_result(const meaning_look *look,
                               const ptc_schema_node *parameters)
{
    ptc_target target = look->run->target;
    ptc_direction direction = look->run->options.direction;

    if (ptc_target_is_tools(target))
        return target == PTC_TARGET_MCP || target == PTC_TARGET_MCP_LEGACY;
    if (direction != PTC_DIRECTION_DEFAULT)
        return direction == PTC_OUTPUT;
    return ptc_target_is_reply(target) || parameters->count == 0;
}

/* The parameters of a function, its result, or both. Of a type alone the result is all.
 */
static void meaning_look_at_root(meaning_look *look)
{
    const ptc_schema_node *root = ptc_schema_root(look->schema);
    ptc_target target = look->run->target;
    bool is_function = root->type == PTC_TYPE_FUNCTION;
    bool has_result =
        is_function && meaning_has_result(look, &look->schema->nodes[root->first]);

    if (is_function && (!has_result || ptc_target_is_tools(target)))
        meaning_look_below(look, root->first);
    look->left_out |= ptc_target_is_reply(target) || ptc_target_is_tools(target)
                          ? PTC_NODE_FIREWALLED
                          : 0;
    if (!is_function || has_result)
        meaning_look_below(look, is_function ? root->first + 1 : look->schema->root);
}

/* Strict subsets have closed objects, nothing of sets, and no formats unless that is
 * asked for. Whatever models see has decimals as texts. */
static bool meaning_is_held(const ptc_target_run *run, meaning_kind kind)
{
    if (meaning_is_plain(run->target))
        return false;
    return kind == MEANING_DECIMAL ||
           ((kind == MEANING_FORMAT || kind == MEANING_SET || kind == MEANING_KEY) &&
            run->target != PTC_TARGET_OPENAI && run->target != PTC_TARGET_OPENAI_CHAT &&
            run->target != PTC_TARGET_ANTHROPIC && run->target != PTC_TARGET_MCP &&
            run->target != PTC_TARGET_MCP_LEGACY);
}

static ptc_status meaning_find_in(ptc_target_run *run, const ptc_schema *schema)
{
    meaning_look look = {.run = run, .schema = schema, .left_out = PTC_NODE_CONTEXT};

    look.is_seen = ptc_arena_array(run->arena, schema->count, 1);
    look.pending = ptc_arena_array(run->arena, schema->count, sizeof *look.pending);
    if (look.is_seen == NULL || look.pending == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < MEANING_COUNT; i++)
        look.first[i] = PTC_NODE_NONE;
    meaning_look_at_root(&look);
    for (meaning_kind kind = 0; kind < MEANING_COUNT; kind++) {
        if (look.first[kind] != PTC_NODE_NONE && !meaning_is_held(run, kind))
            ptc_target_lose_in_json(run, look.first[kind], meaning_words[kind]);
    }
    return PTC_OK;
}

static bool meaning_is_json_schema(ptc_target target)
{
    return target <= PTC_TARGET_MCP_LEGACY;
}

ptc_status ptc_target_find_meaning(ptc_target_run *run)
{
    ptc_status status = PTC_OK;

    if (!meaning_is_json_schema(run->target) || run->options.note == NULL)
        return PTC_OK;
    for (size_t i = 0; i < run->count && status == PTC_OK; i++) {
        run->current = i;
        if (!ptc_target_is_tools(run->target) || ptc_target_is_tool(&run->contracts[i]))
            status = meaning_find_in(run, run->contracts[i].schema);
    }
    return status;
}
