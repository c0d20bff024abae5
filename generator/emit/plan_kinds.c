/* SPDX-License-Identifier: MIT */
/*
 * Decides what every node of a contract becomes in C, before anything has a name: its
 * kind, who reads its text, where nil must be distinguished, and an order of types in
 * which each is complete where it is used. [emitters 11]
 *
 * A reference has the type of its definition. If the definition contains itself through
 * the reference, it is a pointer instead; as an item of a list, which already is a
 * pointer, it is the type, named before it is complete.
 */
#include "generator/emit/plan.h"

#include "base/base_int.h"
#include "schema/schema_int.h"

/* --- Kinds ------------------------------------------------------------------------- */

/* Constants that a name can express become an enum of one. */
static ptcc_c_kind const_kind(const ptc_value *member)
{
    return member->kind == PTC_STRING || member->kind == PTC_KEYWORD ||
                   member->kind == PTC_INT || member->kind == PTC_FLOAT ||
                   member->kind == PTC_BOOL
               ? PTCC_C_ENUM
               : PTCC_C_VALUE;
}

/* Lists and maps are not constants of C. */
static ptcc_c_kind enum_kind(const ptc_schema_node *node)
{
    for (uint32_t i = 0; i < node->count; i++) {
        if (!ptc_value_is_scalar(&node->members[i]))
            return PTCC_C_VALUE;
    }
    return PTCC_C_ENUM;
}

static ptcc_c_kind type_kind(const ptc_schema_node *node)
{
    if (node->flags & PTC_NODE_OTHERS)
        return PTCC_C_VALUE;
    switch ((ptc_type)node->type) {
    case PTC_TYPE_ANY:
        return PTCC_C_ANY;
    case PTC_TYPE_ANY_MAP:
        return PTCC_C_ANY_MAP;
    case PTC_TYPE_BOOL:
        return PTCC_C_BOOL;
    case PTC_TYPE_INT:
        return PTCC_C_INT;
    case PTC_TYPE_FLOAT:
        return PTCC_C_FLOAT;
    case PTC_TYPE_STRING:
        return PTCC_C_STRING;
    case PTC_TYPE_KEYWORD:
        return PTCC_C_KEYWORD;
    case PTC_TYPE_DATETIME:
        return PTCC_C_DATETIME;
    case PTC_TYPE_DATE:
        return PTCC_C_DATE;
    case PTC_TYPE_DECIMAL:
        return PTCC_C_DECIMAL;
    case PTC_TYPE_ENUM:
        return enum_kind(node);
    case PTC_TYPE_CONST:
        return const_kind(&node->members[0]);
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
        return PTCC_C_LIST;
    case PTC_TYPE_MAP_OF:
        return PTCC_C_ENTRIES;
    case PTC_TYPE_MAP:
        return node->count ? PTCC_C_STRUCT : PTCC_C_VALUE; /* no key in mode strict */
    case PTC_TYPE_TUPLE:
        return node->count ? PTCC_C_STRUCT : PTCC_C_VALUE;
    case PTC_TYPE_UNION:
    case PTC_TYPE_MULTI:
        return PTCC_C_UNION;
    case PTC_TYPE_AND:
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
        return PTCC_C_SAME;
    case PTC_TYPE_NIL:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_NOT:
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
    case PTC_TYPE_FUNCTION:
        return PTCC_C_VALUE;
    case PTC_TYPE_COUNT:
        break;
    }
    return PTCC_C_NONE;
}

/* Parents come first, so what no C stands for is known before what lies below it. */
static void decide_kind(ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *node = &schema->nodes[index];
    const ptc_schema_node *parent = &schema->nodes[node->parent];
    ptcc_c_kind above = contract->nodes[node->parent].kind;

    if (node->parent == schema->root) {
        bool is_empty = index == parent->first && node->count == 0;

        contract->nodes[index].kind = is_empty ? PTCC_C_NONE : type_kind(node);
        return;
    }
    if (above == PTCC_C_NONE || above == PTCC_C_VALUE ||
        (parent->type == PTC_TYPE_AND && index != parent->first))
        return;
    contract->nodes[index].kind = type_kind(node);
    /* Parts that nothing in C stands for there have nothing to be made of here. */
    if (ptc_type_has_children((ptc_type)node->type) && node->count > 0 &&
        schema->nodes[node->first].parent < schema->root &&
        contract->nodes[schema->nodes[node->first].parent].kind == PTCC_C_NONE)
        contract->nodes[index].kind = PTCC_C_VALUE;
}

/* --- References -------------------------------------------------------------------- */

/* The node in whose place a reference is: what is only the same type around
 * it, an [:and] or a registry, also has the pointer. */
static uint32_t reference_place(const ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    uint32_t parent = nodes[index].parent;

    while (contract->nodes[parent].kind == PTCC_C_SAME && nodes[parent].first == index) {
        index = parent;
        parent = nodes[index].parent;
    }
    return index;
}

/* Whether a node and what it refers to hold each other. */
static bool reference_is_back(const ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    uint32_t target = schema->nodes[index].first;

    return schema->nodes[index].type == PTC_TYPE_REF && target >= schema->root &&
           contract->nodes[index].circle == contract->nodes[target].circle;
}

/* References back become pointers; an item of a list is reached through one already, and
 * so is all of a definition, since whatever refers to it back is a pointer. */
static void decide_references(ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;

    for (uint32_t i = schema->root; i < schema->count; i++) {
        uint32_t place;
        ptcc_c_kind above;

        if (contract->nodes[i].kind != PTCC_C_SAME || !reference_is_back(contract, i))
            continue;
        place = reference_place(contract, i);
        above = contract->nodes[schema->nodes[place].parent].kind;
        if (above != PTCC_C_SAME &&
            (above != PTCC_C_LIST || contract->nodes[place].holds_nil))
            contract->nodes[place].kind = PTCC_C_POINTER;
    }
}

/* The node whose type this is, and the node itself, past registries and references. */
static void find_owner(ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptcc_c_node *cnode = &contract->nodes[index];
    bool is_behind = node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY;

    cnode->owner =
        cnode->kind == PTCC_C_SAME ? contract->nodes[node->first].owner : index;
    cnode->target = is_behind ? contract->nodes[node->first].target : index;
}

static void find_forwards(ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;

    for (uint32_t i = schema->root; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];
        ptcc_c_node *cnode = &contract->nodes[i];
        bool is_item = cnode->kind == PTCC_C_SAME && reference_is_back(contract, i);

        if (cnode->kind == PTCC_C_POINTER || is_item)
            contract->nodes[contract->nodes[node->first].owner].is_forward = true;
    }
}

/* --- Nil --------------------------------------------------------------------------- */

static void decide_nil(ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptcc_c_node *cnode = &contract->nodes[index];
    bool holds = node->flags & PTC_NODE_NULLABLE;
    bool accepts = holds;

    if (cnode->kind == PTCC_C_SAME || cnode->kind == PTCC_C_POINTER) {
        const ptcc_c_node *below = &contract->nodes[node->first];

        holds |= below->holds_nil;
        accepts |= below->accepts_nil && node->type != PTC_TYPE_AND;
    } else if (node->type == PTC_TYPE_UNION && cnode->kind == PTCC_C_UNION) {
        for (uint32_t i = node->first; i < node->first + node->count; i++) {
            holds |= contract->nodes[i].holds_nil;
            accepts |= contract->nodes[i].accepts_nil;
        }
    }
    cnode->holds_nil = holds;
    cnode->accepts_nil = accepts;
}

/* --- Who reads --------------------------------------------------------------------- */

/* Whether a bound lies where doubles do not tell all integers apart: an integer given for
 * a float is checked as the integer it is. */
static bool needs_exact(const ptc_schema_node *node)
{
    const double limit = 9007199254740992.0;
    const ptc_value *bounds[2];

    if (node->type != PTC_TYPE_FLOAT || node->interval == NULL)
        return false;
    bounds[0] = &node->interval->low;
    bounds[1] = &node->interval->high;
    for (size_t i = 0; i < 2; i++) {
        double bound = bounds[i]->kind == PTC_INT     ? (double)bounds[i]->as.integer
                       : bounds[i]->kind == PTC_FLOAT ? bounds[i]->as.number
                                                      : 0;

        if (!(bound > -limit && bound < limit))
            return true;
    }
    return false;
}

/* Whether the values of a map's fields come from the host's context; of all of them, or
 * of some of so many that the runtime goes through the keys: then the walker has them. */
static bool context_is_walked(const ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    const ptc_schema_node *node = &nodes[index];
    uint32_t found = 0;

    for (uint32_t i = 0; node->type == PTC_TYPE_MAP && i < node->count; i++)
        found += (nodes[node->first + i].flags & PTC_NODE_CONTEXT) != 0;
    return found > 0 && (found == node->count || ptcc_c_is_wide(node));
}

/* Why the walker has to check a node by what the node itself is, or NULL. */
static const char *walked_by_itself(const ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *node = &schema->nodes[index];
    const ptcc_c_node *cnode = &contract->nodes[index];
    bool is_field = schema->nodes[node->parent].type == PTC_TYPE_MAP;
    ptc_value fallback;

    if (node->type != PTC_TYPE_INT &&
        (node->flags & ptc_type_fact((ptc_type)node->type)) != 0)
        return "elements or members are compared as JSON";
    if (cnode->holds_nil && !cnode->accepts_nil)
        return "nil is accepted by some of its parts only";
    if (needs_exact(node))
        return "a bound of a float is beyond 2^53";
    if (node->type == PTC_TYPE_SET)
        return "sets are compared";
    if ((node->flags & PTC_NODE_DECODED) != 0)
        return "it has a decoder";
    if (node->type == PTC_TYPE_MULTI)
        return "a field chooses the branch";
    if (node->type == PTC_TYPE_AND)
        return "several types have to accept it";
    if (cnode->kind == PTCC_C_VALUE)
        return "it has no type in C";
    if (context_is_walked(contract, index))
        return "its fields come from the context";
    return !is_field && ptc_schema_default(node, &fallback) ? "a default outside a map"
                                                            : NULL;
}

/* ... or by what its parts are. */
static const char *walked_by_parts(const ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    const ptcc_c_node *below = &contract->nodes[node->first];

    switch ((unsigned)contract->nodes[index].kind) {
    case PTCC_C_ENTRIES:
        return !ptcc_c_key_is_text(contract, node->first) ||
                       (contract->contract->schema.nodes[node->first].flags &
                        PTC_NODE_DECODED) != 0
                   ? "keys are not plain texts"
                   : NULL;
    case PTCC_C_SAME:
    case PTCC_C_POINTER:
        return below->why_walked;
    case PTCC_C_UNION:
        return node->type == PTC_TYPE_UNION && ptcc_c_union_is_walked(contract, index)
                   ? "the first byte does not decide the alternative"
                   : NULL;
    default:
        return NULL;
    }
}

static void decide_walked(ptcc_c_contract *contract, uint32_t index)
{
    ptcc_c_node *cnode = &contract->nodes[index];

    cnode->why_walked = walked_by_itself(contract, index);
    if (cnode->why_walked == NULL)
        cnode->why_walked = walked_by_parts(contract, index);
    cnode->is_walked = cnode->why_walked != NULL;
}

/* How nil and absence show in C. */
static void decide_place(ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *node = &schema->nodes[index];
    const ptc_schema_node *parent = &schema->nodes[node->parent];
    ptcc_c_node *cnode = &contract->nodes[index];
    ptcc_c_kind owner = contract->nodes[cnode->owner].kind;
    bool is_field = parent->type == PTC_TYPE_MAP;
    bool is_place = parent->type == PTC_TYPE_LIST || parent->type == PTC_TYPE_SET ||
                    parent->type == PTC_TYPE_MAP_OF || parent->type == PTC_TYPE_TUPLE ||
                    node->parent == schema->root;

    if (cnode->kind == PTCC_C_NONE)
        return;
    if (is_field) {
        cnode->is_optional = ptc_schema_is_optional(node);
        cnode->is_context = (node->flags & PTC_NODE_CONTEXT) != 0;
        cnode->has_flag =
            cnode->is_optional ||
            (cnode->holds_nil && owner != PTCC_C_ANY && owner != PTCC_C_VALUE);
    }
    cnode->is_maybe = is_place && cnode->holds_nil && owner != PTCC_C_ANY &&
                      owner != PTCC_C_VALUE && owner != PTCC_C_POINTER;
}

/* --- Uses of types ------------------------------------------------------------------ */

/* The node that has the type which this one uses, or the index itself: for types with
 * parts it is whose children they are; an enum that the file declares goes by its name.
 */
static uint32_t type_node(const ptcc_c_plan *plan, const ptcc_c_contract *contract,
                          uint32_t index)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    const ptc_schema_node *node = &nodes[index];
    const ptcc_c_contract *other;

    if (ptc_type_has_children((ptc_type)node->type) && node->count > 0)
        return nodes[node->first].parent;
    other = node->extra != NULL ? ptcc_c_find(plan, node->extra->named_type) : NULL;
    return other != NULL && other != contract && other->root_count > 0 &&
                   other->contract->is_type
               ? other->roots[other->root_count - 1].node
               : index;
}

static void find_origin(const ptcc_c_plan *plan, ptcc_c_contract *contract,
                        uint32_t index)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    ptcc_c_node *cnode = &contract->nodes[index];
    uint32_t there = type_node(plan, contract, index);

    if (nodes[index].type == PTC_TYPE_REF &&
        nodes[index].first < contract->contract->schema.root) {
        cnode->origin_node = nodes[index].first;
        cnode->is_elsewhere = true;
        return;
    }
    if (there == index || nodes[there].type != nodes[index].type ||
        ((nodes[there].flags ^ nodes[index].flags) &
         (PTC_NODE_OTHERS | PTC_NODE_CASTS)) != 0 ||
        nodes[there].count != nodes[index].count)
        return; /* none, or it was changed by what is around it */
    cnode->origin_node = there;
    cnode->is_elsewhere = true;
}

/* --- Order ------------------------------------------------------------------------- */

typedef struct order_run {
    ptcc_c_contract *contract;
    uint32_t root;  /* of the contract: the node that `turn` begins with */
    uint32_t *turn; /* parts that were gone through, + 1; 0: not reached */
    uint32_t *path;
    uint32_t *later; /* targets that need not come first */
    uint32_t path_count;
    uint32_t later_count;
} order_run;

static void order_enter(order_run *run, uint32_t index)
{
    if (run->turn[index - run->root])
        return;
    run->turn[index - run->root] = 1;
    run->contract->nodes[index].is_reached = true;
    run->path[run->path_count++] = index;
}

/* Whether the types of its parts must be complete before the whole is. */
static bool order_is_needed(const order_run *run, uint32_t index)
{
    return run->contract->nodes[index].kind != PTCC_C_POINTER &&
           !reference_is_back(run->contract, index);
}

static void order_from(order_run *run, uint32_t root)
{
    order_enter(run, root);
    while (run->path_count) {
        uint32_t index = run->path[run->path_count - 1];
        const ptcc_c_node *cnode = &run->contract->nodes[index];
        uint32_t parts =
            cnode->is_elsewhere ? 0 : ptcc_c_part_count(run->contract, index);
        uint32_t part;

        if (run->turn[index - run->root] > parts) {
            run->path_count--;
            run->contract->order[run->contract->order_count++] = index;
            continue;
        }
        part = run->contract->contract->schema.nodes[index].first +
               run->turn[index - run->root]++ - 1;
        if (order_is_needed(run, index))
            order_enter(run, part);
        else
            run->later[run->later_count++] = part;
    }
}

static bool find_order(const ptcc_c_plan *plan, ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;
    size_t count = schema->count - schema->root;
    order_run run = {.contract = contract, .root = schema->root};

    run.turn = ptc_arena_array(plan->scratch, count, sizeof *run.turn);
    run.path = ptc_arena_array(plan->scratch, count, sizeof *run.path);
    run.later = ptc_arena_array(plan->scratch, count, sizeof *run.later);
    contract->order = ptc_arena_array(plan->arena, count, sizeof *contract->order);
    if (run.turn == NULL || run.path == NULL || run.later == NULL ||
        contract->order == NULL)
        return false;
    for (size_t i = 0; i < contract->root_count; i++) {
        order_from(&run, contract->roots[i].node);
        while (run.later_count)
            order_from(&run, run.later[--run.later_count]);
    }
    return true;
}

/* --- Sizes -------------------------------------------------------------------------- */

/* What a value of the node takes in C at most. Structs hold structs, so a few words can
 * make a large one. */
static uint64_t size_of(const ptcc_c_contract *contract, uint32_t index)
{
    const ptcc_c_node *cnode = &contract->nodes[index];
    uint32_t first = contract->contract->schema.nodes[index].first;
    uint32_t count = ptcc_c_part_count(contract, index);
    const uint64_t word = 16; /* most scalars; flags and tags are not larger */
    bool is_pair = cnode->kind == PTCC_C_DATETIME || cnode->kind == PTCC_C_DATE ||
                   cnode->kind == PTCC_C_DECIMAL;
    uint64_t size = is_pair ? 2 * word : word;

    if (cnode->is_elsewhere)
        return contract->nodes[cnode->origin_node].size;
    if (cnode->kind == PTCC_C_SAME)
        return contract->nodes[first].size;
    for (uint32_t i = first; i < first + count; i++) {
        uint64_t part = contract->nodes[i].size + word;

        if (cnode->kind == PTCC_C_STRUCT)
            size += part;
        else if (cnode->kind == PTCC_C_UNION && size < part)
            size = part;
        if (size > PTCC_C_SIZE_MAX)
            return PTCC_C_SIZE_MAX + 1;
    }
    return size;
}

/* In the order in which types are complete. */
static void find_sizes(ptcc_c_contract *contract)
{
    for (size_t i = 0; i < contract->order_count; i++) {
        uint32_t index = contract->order[i];

        contract->nodes[index].size = size_of(contract, index);
    }
}

/* --- All of it --------------------------------------------------------------------- */

static void find_roots(ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *function = ptc_schema_root(schema);

    if (contract->role == PTCC_ROLE_TABLE)
        return;
    if (schema->nodes[function->first].count)
        contract->roots[contract->root_count++].node = function->first;
    contract->roots[contract->root_count].is_result = true;
    contract->roots[contract->root_count++].node = function->first + 1;
}

/* Facts that go from what a node may be as a whole to the node. */
static void decide_wholes(ptcc_c_contract *contract, const uint32_t *inner)
{
    const ptc_schema *schema = &contract->contract->schema;
    uint32_t count = schema->count - schema->root;

    for (uint32_t i = 0; i < count; i++)
        decide_nil(contract, inner[i]);
    decide_references(contract);
    for (uint32_t i = 0; i < count; i++)
        find_owner(contract, inner[i]);
    find_forwards(contract);
    for (uint32_t i = 0; i < count; i++) {
        ptcc_c_find_classes(contract, inner[i]);
        decide_walked(contract, inner[i]);
    }
}

void ptcc_c_decide(const ptcc_c_plan *plan, ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;
    ptc_arena_mark mark = ptc_arena_place(plan->scratch);
    uint32_t *inner =
        ptc_arena_array(plan->scratch, schema->count - schema->root, sizeof *inner);

    find_roots(contract);
    if (inner == NULL)
        return;
    for (uint32_t i = schema->root + 1; i < schema->count; i++)
        decide_kind(contract, i);
    if (!ptcc_c_find_circles(plan->scratch, contract) ||
        !ptcc_c_find_inner(plan->scratch, contract, inner))
        return;
    decide_wholes(contract, inner);
    for (uint32_t i = schema->root; i < schema->count; i++)
        decide_place(contract, i);
    for (uint32_t i = schema->root + 1; i < schema->count; i++)
        find_origin(plan, contract, i);
    if (!find_order(plan, contract))
        return;
    find_sizes(contract);
    ptc_arena_rewind(plan->scratch, mark);
}
