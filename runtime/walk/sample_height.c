/* SPDX-License-Identifier: MIT */
/*
 * How many levels the least value of each node has, so that values which contain others
 * of their type come to an end.
 */
#include "walk/sample_int.h"

enum { SAMPLE_ROUNDS = 64 }; /* over the nodes */

static uint16_t sample_above(uint16_t height)
{
    return height < SAMPLE_ENDLESS - 1 ? (uint16_t)(height + 1) : SAMPLE_ENDLESS;
}

/* The least or the greatest height of the children. */
static uint16_t sample_height_of(const ptc_sample *sample, const ptc_schema_node *node,
                                 bool is_least)
{
    uint16_t height = is_least ? SAMPLE_ENDLESS : 0;

    for (uint32_t i = 0; i < node->count; i++) {
        uint16_t one = sample->heights[node->first + i];

        if (is_least ? one < height : one > height)
            height = one;
    }
    return height;
}

static bool sample_may_be_empty(const ptc_schema_node *node)
{
    const ptc_interval *interval = node->interval;

    return interval == NULL || interval->low.kind != PTC_INT ||
           interval->low.as.integer <= 0;
}

/* The levels of the least value, by what is known of others. */
static uint16_t sample_height(const ptc_sample *sample, const ptc_schema_node *node)
{
    if ((node->flags & (PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL)) != 0)
        return 1;
    switch ((ptc_type)node->type) {
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
    case PTC_TYPE_MAP_OF:
        if (sample_may_be_empty(node))
            return 1;
        return sample_above(sample_height_of(sample, node, false));
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_MAP:
    case PTC_TYPE_AND:
    case PTC_TYPE_FUNCTION:
        return sample_above(sample_height_of(sample, node, false));
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_PREFIX: /* of which all count, as few are endless */
        if (sample_may_be_empty(node))
            return 1;
        return sample_above(sample_height_of(sample, node, false));
    case PTC_TYPE_UNION:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
    case PTC_TYPE_MULTI:
        return sample_above(sample_height_of(sample, node, true));
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
        return sample_above(sample->heights[node->first]);
    case PTC_TYPE_CUSTOM: /* where there is something else */
        return SAMPLE_LEVELS_MAX;
    case PTC_TYPE_ANY:
    case PTC_TYPE_NIL:
    case PTC_TYPE_BOOL:
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_STRING:
    case PTC_TYPE_KEYWORD:
    case PTC_SPELLED_AND(DECIMAL):
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_NOT:
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
    case PTC_TYPE_COUNT:
        break;
    }
    return 1;
}

/* Children come after what first has them, so a round backwards finds all heights but
 * those that references forwards, or shared children, make wait. */
bool ptc_sample_find_heights(ptc_sample *sample)
{
    const ptc_schema *schema = sample->schema;
    bool is_changed = true;

    sample->heights =
        ptc_arena_array(sample->scratch.arena, schema->count, sizeof *sample->heights);
    if (sample->heights == NULL)
        return false;
    memset(sample->heights, 0xFF, schema->count * sizeof *sample->heights);
    for (unsigned round = 0; is_changed && round < SAMPLE_ROUNDS; round++) {
        is_changed = false;
        for (uint32_t i = schema->count; i-- > 0;) {
            uint16_t height = sample_height(sample, &schema->nodes[i]);

            is_changed = is_changed || height != sample->heights[i];
            sample->heights[i] = height;
        }
    }
    return true;
}

uint32_t ptc_sample_least(const ptc_sample *sample, const ptc_schema_node *node)
{
    uint32_t least = node->first;

    for (uint32_t i = 1; i < node->count; i++) {
        if (sample->heights[node->first + i] < sample->heights[least])
            least = node->first + i;
    }
    return least;
}
