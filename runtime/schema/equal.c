/* SPDX-License-Identifier: MIT */
/*
 * When two schemas are the same contract, and their hash; see <ptc/schema.h>.
 *
 * What counts is listed once per node (content) and once per slot, for the comparison and
 * for the hash next to each other. Both see a schema as the tree that it stands for, and
 * take time and memory in proportion to its nodes: a block of children that several nodes
 * share is hashed once, and compared once with each class of blocks that were found, or
 * are being shown, to be the same.
 */
#include "schema/schema_int.h"

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
    unsigned flags = PTC_NODE_CLOSED | PTC_NODE_OTHERS | PTC_NODE_CASTS |
                     PTC_NODE_DECODED | ptc_type_fact((ptc_type)node->type);

    if (node->type == PTC_TYPE_UNION)
        flags |= PTC_NODE_NAMED;
    if (node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_PREFIX)
        flags |= PTC_NODE_OPEN;
    return (node->flags & flags) | (ptc_schema_says_nil(node) ? PTC_NODE_NULLABLE : 0u);
}

/* How many members a node has; `count` says so only of an ENUM. */
static uint32_t equal_member_count(const ptc_schema_node *node)
{
    if (node->type == PTC_TYPE_ENUM)
        return node->count;
    return node->type == PTC_TYPE_CONST || node->type == PTC_TYPE_NOT_CONST ||
                   node->type == PTC_TYPE_MULTIPLE
               ? 1
               : 0;
}

/* The decoder of inputs. */
static ptc_str equal_decoder(const ptc_schema_node *node)
{
    return (node->flags & PTC_NODE_DECODED) != 0 && node->extra != NULL
               ? node->extra->decoder
               : PTC_STR("");
}

bool ptc_schema_node_same(const ptc_schema_node *a, const ptc_schema_node *b)
{
    uint32_t members = equal_member_count(a);

    if (a->type != b->type || equal_content_flags(a) != equal_content_flags(b) ||
        a->pattern_count != b->pattern_count ||
        (a->type != PTC_TYPE_REF && a->count != b->count) ||
        !ptc_str_equal(a->type_name, b->type_name) ||
        !ptc_str_equal(equal_decoder(a), equal_decoder(b)) ||
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
    if (node->flags & PTC_NODE_DECODED)
        hash = ptc_hash_mix(hash, ptc_str_hash(equal_decoder(node)));
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

/* What takes nil may be absent, unless the slot says otherwise. */
static unsigned equal_slot_flags(const ptc_schema_node *node)
{
    bool is_apart = ptc_schema_is_optional(node) != ptc_schema_says_nil(node);

    return (node->flags & (PTC_NODE_OTHERWISE | PTC_NODE_FIREWALLED | PTC_NODE_CONTEXT)) |
           (is_apart ? PTC_NODE_OPTIONAL : 0u);
}

/* The path of a parameter from the context. */
static ptc_str equal_context(const ptc_schema_node *node)
{
    return (node->flags & PTC_NODE_CONTEXT) != 0 && node->extra != NULL
               ? node->extra->context
               : PTC_STR("");
}

bool ptc_schema_slot_same(const ptc_schema_node *a, const ptc_schema_node *b)
{
    static const ptc_schema_extra none;
    const ptc_schema_extra *x = a->extra != NULL ? a->extra : &none;
    const ptc_schema_extra *y = b->extra != NULL ? b->extra : &none;

    return ptc_str_equal(a->name, b->name) &&
           equal_slot_flags(a) == equal_slot_flags(b) &&
           ptc_value_same(&x->default_value, &y->default_value) &&
           ptc_value_same(&x->branch, &y->branch) &&
           ptc_str_equal(equal_context(a), equal_context(b));
}

uint64_t ptc_schema_slot_hash(const ptc_schema_node *node, uint64_t hash)
{
    hash = ptc_hash_mix(hash, ptc_str_hash(node->name));
    if (equal_slot_flags(node) != 0)
        hash = ptc_hash_mix(hash, equal_slot_flags(node));
    if (node->extra != NULL && node->extra->default_value.kind != PTC_NIL)
        hash = equal_mix_value(hash, &node->extra->default_value);
    if (node->extra != NULL && node->extra->branch.kind != PTC_NIL)
        hash = equal_mix_value(hash, &node->extra->branch);
    if (node->flags & PTC_NODE_CONTEXT)
        hash = ptc_hash_mix(hash, ptc_str_hash(equal_context(node)));
    return hash;
}

/* --- Classes of blocks ---------------------------------------------------------------
 */

/* Classes of blocks that are the same: numbers below `count`, each alone at first. */
typedef struct equal_classes {
    uint32_t *above;
} equal_classes;

static bool classes_init(equal_classes *classes, ptc_arena *arena, size_t count)
{
    classes->above = ptc_arena_array(arena, count, sizeof *classes->above);
    for (size_t i = 0; classes->above != NULL && i < count; i++)
        classes->above[i] = (uint32_t)i;
    return classes->above != NULL;
}

static uint32_t classes_find(equal_classes *classes, uint32_t member)
{
    uint32_t *above = classes->above;

    while (above[member] != member) {
        above[member] = above[above[member]];
        member = above[member];
    }
    return member;
}

/* Joins the classes of a and b; false when they already were one. */
static bool classes_join(equal_classes *classes, uint32_t a, uint32_t b)
{
    a = classes_find(classes, a);
    b = classes_find(classes, b);
    /* The higher number below the lower one: a's blocks stay on top. */
    if (a < b)
        classes->above[b] = a;
    else
        classes->above[a] = b;
    return a != b;
}

/* --- Equality ------------------------------------------------------------------------
 */

typedef struct equal_pair {
    uint32_t a;
    uint32_t b;
} equal_pair;

typedef struct equal_run {
    const ptc_schema *a;
    const ptc_schema *b;
    uint32_t base; /* of the numbers of b's blocks */
    equal_classes classes;
    ptc_arena *arena;
    equal_pair *pairs; /* to be compared */
    size_t count;
    size_t capacity;
} equal_run;

static bool equal_push(equal_run *run, uint32_t a, uint32_t b)
{
    void *pairs = run->pairs;

    if (!ptc_arena_reserve(run->arena, &pairs, &run->capacity, run->count, run->count + 1,
                           sizeof *run->pairs))
        return false;
    run->pairs = pairs;
    run->pairs[run->count++] = (equal_pair){a, b};
    return true;
}

ptc_schema_node ptc_schema_body(const ptc_schema *schema, uint32_t index)
{
    const ptc_schema_node *whole = &schema->nodes[index];
    const ptc_schema_node *node = whole;
    unsigned nullable = node->flags & PTC_NODE_NULLABLE;
    ptc_schema_node body;

    while (node->type == PTC_TYPE_REGISTRY) {
        node = &schema->nodes[node->first];
        nullable |= node->flags & PTC_NODE_NULLABLE;
    }
    body = *node;
    body.flags = (uint16_t)(body.flags | nullable | (whole->flags & PTC_NODE_DECODED));
    body.extra = whole->extra;
    return body;
}

/* Whether two references lead to the same: what their definitions say is compared later,
 * once. */
static bool equal_refs(equal_run *run, uint32_t x, uint32_t y)
{
    if (!ptc_str_equal(run->a->nodes[x].name, run->b->nodes[y].name))
        return false;
    return !classes_join(&run->classes, x, run->base + y) || equal_push(run, x, y);
}

/* Compares two nodes; their children are compared later, and each block of children with
 * its likes only once. */
static bool equal_step(equal_run *run, equal_pair pair)
{
    const ptc_schema_node bodies[] = {ptc_schema_body(run->a, pair.a),
                                      ptc_schema_body(run->b, pair.b)};
    const ptc_schema_node *x = &bodies[0];
    const ptc_schema_node *y = &bodies[1];

    if (!ptc_schema_node_same(x, y))
        return false;
    if (x->type == PTC_TYPE_REF)
        return equal_refs(run, x->first, y->first);
    if (!ptc_type_has_children((ptc_type)x->type) || x->count == 0 ||
        !classes_join(&run->classes, x->first, run->base + y->first))
        return true;
    for (uint32_t i = 0; i < x->count; i++) {
        if (!ptc_schema_slot_same(&run->a->nodes[x->first + i],
                                  &run->b->nodes[y->first + i]) ||
            !equal_push(run, x->first + i, y->first + i))
            return false;
    }
    return true;
}

bool ptc_schema_equal(const ptc_schema *a, const ptc_schema *b)
{
    bool is_one = a->nodes == b->nodes;
    size_t count = is_one && b->count < a->count ? a->count : b->count;
    ptc_arena arena;
    equal_run run = {.a = a, .b = b, .base = is_one ? 0 : a->count, .arena = &arena};
    bool is_equal;

    ptc_arena_init(&arena, NULL, 0);
    is_equal = classes_init(&run.classes, &arena, run.base + count) &&
               equal_push(&run, a->root, b->root);
    while (is_equal && run.count > 0)
        is_equal = equal_step(&run, run.pairs[--run.count]);
    ptc_arena_free(&arena);
    return is_equal;
}
