/* SPDX-License-Identifier: MIT */
/*
 * When two schemas are the same contract, and their hash; see <ptc/schema.h>.
 *
 * Both walk the tree in document order along parent and child indices: no stack, no
 * allocation, linear time. What counts is listed once per node (content) and once per
 * slot, for the comparison and for the hash beside each other.
 */
#include "schema/schema_int.h"

uint64_t ptc_hash_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 29);
}

static uint64_t equal_hash_value(const ptc_value *value, unsigned depth);

/* Sums do not depend on the order. */
static uint64_t equal_hash_entries(const ptc_map *map, unsigned depth)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < map->count; i++)
        sum += ptc_hash_mix(equal_hash_value(&map->entries[i].key, depth),
                            equal_hash_value(&map->entries[i].value, depth));
    return sum;
}

static uint64_t equal_hash_items(const ptc_value *value, unsigned depth)
{
    uint64_t hash = 0;

    for (uint32_t i = 0; i < value->aux; i++) {
        uint64_t item = equal_hash_value(&value->as.items[i], depth);

        hash = value->kind == PTC_SET ? hash + item : ptc_hash_mix(hash, item);
    }
    return hash;
}

static uint64_t equal_hash_double(double number)
{
    uint64_t bits;

    if (number == 0)
        number = 0.0; /* -0.0 is the same */
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/*
 * Equal for values that are the same, as ptc_value_hash, but also the same on every
 * machine. Values deeper than any reader accepts all hash alike.
 */
static uint64_t equal_hash_value(const ptc_value *value, unsigned depth)
{
    uint64_t hash = 0;

    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        break;
    case PTC_BOOL:
        hash = value->as.boolean ? 1 : 0;
        break;
    case PTC_INT:
        hash = (uint64_t)value->as.integer;
        break;
    case PTC_FLOAT:
        hash = equal_hash_double(value->as.number);
        break;
    case PTC_STRING:
    case PTC_KEYWORD:
    case PTC_OPAQUE:
        hash = ptc_str_hash(ptc_value_text(value));
        break;
    case PTC_VECTOR:
    case PTC_SET:
        hash = depth > 0 ? equal_hash_items(value, depth - 1) : 0;
        break;
    case PTC_MAP:
        hash = depth > 0 ? equal_hash_entries(value->as.map, depth - 1) : 0;
        break;
    }
    return ptc_hash_mix(value->kind, hash);
}

static uint64_t equal_mix_value(uint64_t hash, const ptc_value *value)
{
    return ptc_hash_mix(hash, equal_hash_value(value, PTC_DEPTH_MAX));
}

static unsigned equal_content_flags(const ptc_schema_node *node)
{
    unsigned flags = PTC_NODE_NULLABLE | PTC_NODE_CLOSED;

    if (node->type == PTC_TYPE_UNION)
        flags |= PTC_NODE_NAMED;
    return node->flags & flags;
}

/* ENUM, CONST and NOT_CONST have members; `count` tells how many only for ENUM. */
static uint32_t equal_member_count(const ptc_schema_node *node)
{
    if (node->type == PTC_TYPE_ENUM)
        return node->count;
    return node->type == PTC_TYPE_CONST || node->type == PTC_TYPE_NOT_CONST ? 1 : 0;
}

bool ptc_schema_node_same(const ptc_schema_node *a, const ptc_schema_node *b)
{
    uint32_t members = equal_member_count(a);

    if (a->type != b->type || equal_content_flags(a) != equal_content_flags(b) ||
        a->pattern_count != b->pattern_count ||
        (a->type != PTC_TYPE_REF && a->count != b->count) ||
        !ptc_str_equal(a->type_name, b->type_name) ||
        !ptc_interval_same(a->interval, b->interval))
        return false;
    for (uint32_t i = 0; i < a->pattern_count; i++) {
        if (!ptc_str_equal(a->patterns[i].text, b->patterns[i].text))
            return false;
    }
    for (uint32_t i = 0; i < members; i++) {
        if (!ptc_value_same(&a->members[i], &b->members[i]))
            return false;
    }
    return true;
}

uint64_t ptc_schema_node_hash(const ptc_schema_node *node, uint64_t hash)
{
    uint32_t members = equal_member_count(node);

    hash = ptc_hash_mix(hash, node->type);
    hash = ptc_hash_mix(hash, equal_content_flags(node));
    hash = ptc_hash_mix(hash, node->type == PTC_TYPE_REF ? 0 : node->count);
    if (node->type_name.len > 0)
        hash = ptc_hash_mix(hash, ptc_str_hash(node->type_name));
    if (node->interval != NULL) {
        hash = equal_mix_value(hash, &node->interval->low);
        hash = equal_mix_value(hash, &node->interval->high);
        hash = ptc_hash_mix(hash, (node->interval->low_open ? 1u : 0u) |
                                      (node->interval->high_open ? 2u : 0u));
    }
    for (uint32_t i = 0; i < node->pattern_count; i++)
        hash = ptc_hash_mix(hash, ptc_str_hash(node->patterns[i].text));
    for (uint32_t i = 0; i < members; i++)
        hash = equal_mix_value(hash, &node->members[i]);
    return hash;
}

bool ptc_schema_slot_same(const ptc_schema_node *a, const ptc_schema_node *b)
{
    static const ptc_schema_extra none;
    const ptc_schema_extra *x = a->extra != NULL ? a->extra : &none;
    const ptc_schema_extra *y = b->extra != NULL ? b->extra : &none;

    return ptc_str_equal(a->name, b->name) &&
           (a->flags & PTC_NODE_OTHERWISE) == (b->flags & PTC_NODE_OTHERWISE) &&
           ptc_value_same(&x->default_value, &y->default_value) &&
           ptc_value_same(&x->branch, &y->branch);
}

uint64_t ptc_schema_slot_hash(const ptc_schema_node *node, uint64_t hash)
{
    hash = ptc_hash_mix(hash, ptc_str_hash(node->name));
    if (node->flags & PTC_NODE_OTHERWISE)
        hash = ptc_hash_mix(hash, PTC_NODE_OTHERWISE);
    if (node->extra != NULL && node->extra->default_value.kind != PTC_NIL)
        hash = equal_mix_value(hash, &node->extra->default_value);
    if (node->extra != NULL && node->extra->branch.kind != PTC_NIL)
        hash = equal_mix_value(hash, &node->extra->branch);
    return hash;
}

/* How many levels above the reference its registry is. */
static uint32_t equal_ref_height(const ptc_schema *schema, uint32_t ref)
{
    uint32_t registry = schema->nodes[schema->nodes[ref].first].parent;
    uint32_t height = 0;

    for (uint32_t at = ref; at != registry; at = schema->nodes[at].parent)
        height++;
    return height;
}

/*
 * Whether two references lead to the same place. In whole schemas, equal trees have equal
 * indices, since the layout follows from the tree; in parts of schemas the place is
 * compared as seen from the reference.
 */
static bool equal_refs(const ptc_schema *a, uint32_t i, const ptc_schema *b, uint32_t k)
{
    uint32_t x = a->nodes[i].first;
    uint32_t y = b->nodes[k].first;

    if (a->root == 0 && b->root == 0)
        return x == y;
    return x - a->nodes[a->nodes[x].parent].first ==
               y - b->nodes[b->nodes[y].parent].first &&
           equal_ref_height(a, i) == equal_ref_height(b, k);
}

bool ptc_schema_equal(const ptc_schema *a, const ptc_schema *b)
{
    uint32_t i = a->root;
    uint32_t k = b->root;

    while (i != PTC_NODE_NONE && k != PTC_NODE_NONE) {
        const ptc_schema_node *x = &a->nodes[i];
        const ptc_schema_node *y = &b->nodes[k];

        if (!ptc_schema_node_same(x, y) ||
            (i != a->root && !ptc_schema_slot_same(x, y)) ||
            (x->type == PTC_TYPE_REF && !equal_refs(a, i, b, k)))
            return false;
        i = ptc_schema_next(a, i);
        k = ptc_schema_next(b, k);
    }
    return i == k;
}

uint64_t ptc_schema_hash(const ptc_schema *schema)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);

    for (uint32_t i = schema->root; i != PTC_NODE_NONE; i = ptc_schema_next(schema, i)) {
        const ptc_schema_node *node = &schema->nodes[i];

        hash = ptc_schema_node_hash(node, hash);
        if (i != schema->root)
            hash = ptc_schema_slot_hash(node, hash);
        if (node->type == PTC_TYPE_REF)
            hash = ptc_hash_mix(hash, ptc_str_hash(schema->nodes[node->first].name));
    }
    return hash;
}
