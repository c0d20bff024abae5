/* SPDX-License-Identifier: MIT */
/*
 * The walker on OTHER_KEYS and OTHER_ITEMS: the keys of a map or elements of a list of
 * which the conjuncts next to them say nothing, what JSON Schema calls unevaluated.
 * [validation 3]
 *
 * The parts that say something are found from the conjuncts down, through everything that
 * accepts the value: a conjunction says what its conjuncts say, a union what its
 * accepting alternatives do, a negation nothing. Which alternatives accept is asked
 * again. These verdicts are remembered (walk_memo.c), so looking costs at most as many
 * steps as the part of the schema that checks the value as a whole has nodes, each once
 * for every OTHER_KEYS or OTHER_ITEMS around it, of which there are as many as
 * combinators may be nested.
 */
#include "schema/schema_int.h"
#include "walk/walk_int.h"

enum {
    WALK_SEEN_FEW = 16, /* words of bits that need no memory */
    WALK_SEEN_BITS = 64,
};

/* The parts of one map or list that something is said about. */
typedef struct walk_seen {
    const ptc_value *value;
    uint64_t *bits; /* by entry or element */
    uint32_t left;  /* of which nothing is said so far */
    bool is_fine;   /* false: too deep */
} walk_seen;

static bool walk_is_seen(const walk_seen *seen, uint32_t i)
{
    return (seen->bits[i / WALK_SEEN_BITS] >> i % WALK_SEEN_BITS & 1) != 0;
}

static void walk_see(walk_seen *seen, uint32_t i)
{
    if (walk_is_seen(seen, i))
        return;
    seen->bits[i / WALK_SEEN_BITS] |= UINT64_C(1) << i % WALK_SEEN_BITS;
    seen->left--;
}

/* --- What nodes say ----------------------------------------------------------------- */

static void walk_see_fields(ptc_walker *walker, const ptc_schema_node *node,
                            walk_seen *seen)
{
    const ptc_map *map = seen->value->as.map;
    uint32_t guess = 0;

    for (uint32_t i = 0; i < node->count && seen->left > 0; i++) {
        const ptc_map_entry *entry =
            ptc_walk_find(map, &walker->nodes[node->first + i], guess);

        if (entry == NULL)
            continue;
        guess = (uint32_t)(entry - map->entries);
        walk_see(seen, guess++);
    }
}

/* The keys, or the elements, that a child accepts. */
static void walk_see_accepted(ptc_walker *walker, const ptc_schema_node *node,
                              walk_seen *seen)
{
    const ptc_schema_node *child = &walker->nodes[node->first];
    const ptc_value *value = seen->value;

    ptc_walk_spend(walker, value->aux);
    for (uint32_t i = 0; i < value->aux && seen->left > 0; i++) {
        if (walk_is_seen(seen, i))
            continue;
        if (node->type == PTC_TYPE_KEYS
                ? ptc_walk_accepts_key(walker, child, &value->as.map->entries[i].key)
                : ptc_walk_accepts(walker, child, &value->as.items[i]))
            walk_see(seen, i);
    }
}

static void walk_see_first(walk_seen *seen, uint32_t count)
{
    for (uint32_t i = 0; i < seen->value->aux && i < count; i++)
        walk_see(seen, i);
}

/* What a node without parts for the same value says. */
static void walk_see_parts(ptc_walker *walker, const ptc_schema_node *node,
                           walk_seen *seen)
{
    bool is_map = seen->value->kind == PTC_MAP;

    switch ((unsigned)node->type) {
    case PTC_TYPE_MAP:
        if (is_map)
            walk_see_fields(walker, node, seen);
        break;
    case PTC_TYPE_KEYS:
        if (is_map)
            walk_see_accepted(walker, node, seen);
        break;
    case PTC_TYPE_CONTAINS:
        if (!is_map)
            walk_see_accepted(walker, node, seen);
        break;
    case PTC_TYPE_MAP_OF:
        if (is_map)
            seen->left = 0;
        break;
    case PTC_TYPE_PREFIX:
        if (!is_map)
            walk_see_first(seen, (node->flags & PTC_NODE_OPEN) != 0 ? node->count - 1
                                                                    : UINT32_MAX);
        break;
    case PTC_TYPE_LIST:
        if (!is_map && (node->flags & PTC_NODE_OPEN) == 0)
            seen->left = 0;
        break;
    case PTC_TYPE_SET:
    case PTC_TYPE_TUPLE:
        if (!is_map)
            seen->left = 0;
        break;
    default:
        break;
    }
}

/* --- What combinators say ----------------------------------------------------------- */

static void walk_see_node(ptc_walker *walker, const ptc_schema_node *node,
                          walk_seen *seen);

/* An alternative, at the depth of the value that it checks. */
static bool walk_takes(ptc_walker *walker, const ptc_schema_node *node,
                       const walk_seen *seen)
{
    bool is_valid;

    walker->depth--;
    is_valid = ptc_walk_accepts(walker, node, seen->value);
    walker->depth++;
    return is_valid;
}

/* The conjuncts that are not OTHER_.. themselves. */
static void walk_see_conjuncts(ptc_walker *walker, const ptc_schema_node *node,
                               walk_seen *seen)
{
    for (uint32_t i = 0; i < node->count && seen->left > 0; i++) {
        const ptc_schema_node *child = &walker->nodes[node->first + i];

        if (!ptc_type_is_of_others((ptc_type)child->type))
            walk_see_node(walker, child, seen);
    }
}

static void walk_see_and(ptc_walker *walker, const ptc_schema_node *node, walk_seen *seen)
{
    ptc_type others =
        seen->value->kind == PTC_MAP ? PTC_TYPE_OTHER_KEYS : PTC_TYPE_OTHER_ITEMS;

    for (uint32_t i = 0; i < node->count; i++) {
        if (walker->nodes[node->first + i].type == others) {
            seen->left = 0; /* of what the others say nothing, this does */
            return;
        }
    }
    walk_see_conjuncts(walker, node, seen);
}

static void walk_see_alternatives(ptc_walker *walker, const ptc_schema_node *node,
                                  walk_seen *seen)
{
    for (uint32_t i = 0; i < node->count && seen->left > 0; i++) {
        const ptc_schema_node *child = &walker->nodes[node->first + i];

        if (!walk_takes(walker, child, seen))
            continue;
        walk_see_node(walker, child, seen);
        if (node->type == PTC_TYPE_ONE)
            break;
    }
}

static void walk_see_if(ptc_walker *walker, const ptc_schema_node *node, walk_seen *seen)
{
    const ptc_schema_node *condition = &walker->nodes[node->first];
    bool is_true = walk_takes(walker, condition, seen);

    if (is_true)
        walk_see_node(walker, condition, seen);
    walk_see_node(walker, condition + (is_true ? 1 : 2), seen);
}

static void walk_see_branch(ptc_walker *walker, const ptc_schema_node *node,
                            walk_seen *seen)
{
    static const ptc_value absent = {0};
    const ptc_map_entry *entry;
    const ptc_schema_node *branch;

    if (seen->value->kind != PTC_MAP)
        return;
    entry = ptc_map_find_field(seen->value->as.map, node->type_name, 0);
    branch =
        ptc_walk_branch(walker, node, entry != NULL ? &entry->value : &absent, false);
    if (branch != NULL)
        walk_see_node(walker, branch, seen);
}

static void walk_see_node(ptc_walker *walker, const ptc_schema_node *node,
                          walk_seen *seen)
{
    node = ptc_schema_target(walker->nodes, node);
    ptc_walk_spend(walker, node->count + (size_t)1);
    if (walker->rest == 0 || seen->left == 0)
        return;
    if (node->type != PTC_TYPE_AND && node->type != PTC_TYPE_UNION &&
        node->type != PTC_TYPE_ONE && node->type != PTC_TYPE_IF &&
        node->type != PTC_TYPE_MULTI) {
        walk_see_parts(walker, node, seen);
        return;
    }
    if (!ptc_walk_step(walker, node, NULL)) {
        seen->is_fine = false;
        return;
    }
    if (node->type == PTC_TYPE_AND)
        walk_see_and(walker, node, seen);
    else if (node->type == PTC_TYPE_IF)
        walk_see_if(walker, node, seen);
    else if (node->type == PTC_TYPE_MULTI)
        walk_see_branch(walker, node, seen);
    else
        walk_see_alternatives(walker, node, seen);
    walker->steps--;
}

/* --- What is left ------------------------------------------------------------------- */

/* Checks the parts that nothing is said about. */
static bool walk_others(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_place *place, const walk_seen *seen)
{
    const ptc_schema_node *child = &walker->nodes[node->first];
    const ptc_value *value = seen->value;
    bool is_map = value->kind == PTC_MAP;
    ptc_place step = {place, NULL, NULL, 0, is_map ? NULL : value};
    bool is_never = ptc_walk_is_never(walker, child);
    bool is_valid = true;

    for (uint32_t i = 0; i < value->aux && (is_valid || walker->report != NULL); i++) {
        const ptc_value *part =
            is_map ? &value->as.map->entries[i].value : &value->as.items[i];

        if (walk_is_seen(seen, i))
            continue;
        step.key = is_map ? &value->as.map->entries[i].key : NULL;
        step.index = i;
        is_valid &= is_never ? ptc_fault_unexpected(walker, &step, node, part)
                             : ptc_walk_check(walker, child, part, &step);
    }
    return is_valid;
}

bool ptc_walk_others(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place)
{
    size_t words = (size_t)value->aux / WALK_SEEN_BITS + 1;
    uint64_t few[WALK_SEEN_FEW] = {0};
    walk_seen seen = {value, few, value->aux, true};
    ptc_report *report = walker->report;
    ptc_arena scratch;
    bool is_valid = true;

    ptc_arena_init(&scratch, NULL, 0);
    if (words > WALK_SEEN_FEW)
        seen.bits = ptc_arena_array(&scratch, words, sizeof *seen.bits);
    if (seen.bits == NULL) {
        walker->failed = true;
        return false;
    }
    ptc_walk_spend(walker, value->aux);
    walker->report = NULL;
    walk_see_conjuncts(walker, &walker->nodes[node->parent], &seen);
    walker->report = report;
    if (!seen.is_fine)
        is_valid = ptc_fault_depth(walker, place, node);
    else if (seen.left > 0)
        is_valid = walk_others(walker, node, place, &seen);
    ptc_arena_free(&scratch);
    return is_valid;
}
