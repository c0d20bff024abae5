/* SPDX-License-Identifier: MIT */
/*
 * Pattern tree to NFA over bytes. Each class becomes once a tree of UTF-8 byte ranges,
 * and each place where it occurs gets a copy of that tree's nodes as states. States are
 * made from the end of the pattern backwards, so that every state knows its successor
 * when it is made and nothing is patched.
 *
 * Bounds: REGEX_NFA_MAX states, WORK_MAX visits of tree nodes (repetitions of the empty
 * pattern make no states); recursion follows groups, whose depth the parser bounds, since
 * the long sides of sequences and choices are walked in loops.
 */
#include "regex/regex_int.h"

#define WORK_MAX  1000000u
#define COPY_MARK 0x8000u /* of a node that has a twin */
enum { TREE_BUCKETS = 256 };

/* The UTF-8 sequences of a class: node 0 is the root. */
typedef struct class_node {
    regex_edge *edges;
    size_t count;
    size_t capacity;
} class_node;

typedef struct class_tree {
    class_node *nodes;
    size_t count;
    size_t capacity;
} class_tree;

typedef struct nfa_builder {
    const regex_pattern *pattern;
    ptc_arena *scratch;
    class_tree *class_trees; /* by class index; count 0: not built yet */
    regex_nfa *nfa;
    size_t work;
    ptc_status status;
} nfa_builder;

static uint32_t nfa_fail(nfa_builder *builder, ptc_status status)
{
    if (builder->status == PTC_OK)
        builder->status = status;
    return 0;
}

/* --- Trees of byte ranges ----------------------------------------------------------- */

static uint16_t tree_add_node(nfa_builder *builder, class_tree *tree)
{
    void *items = tree->nodes;

    if (tree->count >= REGEX_DONE)
        return (uint16_t)nfa_fail(builder, PTC_ERROR_RANGE);
    if (!ptc_arena_reserve(builder->scratch, &items, &tree->capacity, tree->count,
                           tree->count + 1, sizeof *tree->nodes))
        return (uint16_t)nfa_fail(builder, PTC_ERROR_MEMORY);
    tree->nodes = items;
    memset(&tree->nodes[tree->count], 0, sizeof *tree->nodes);
    return (uint16_t)tree->count++;
}

static void node_add_edge(nfa_builder *builder, class_tree *tree, uint16_t at,
                          uint8_t low, uint8_t high, uint16_t target)
{
    class_node *node = &tree->nodes[at];
    void *items = node->edges;

    if (!ptc_arena_reserve(builder->scratch, &items, &node->capacity, node->count,
                           node->count + 1, sizeof *node->edges)) {
        nfa_fail(builder, PTC_ERROR_MEMORY);
        return;
    }
    node->edges = items;
    node->edges[node->count].low = low;
    node->edges[node->count].high = high;
    node->edges[node->count].target = target;
    node->count++;
}

/*
 * Adds the sequence of `len` byte ranges. Sequences come in ascending order and ranges of
 * one position are equal or disjoint, so a shared beginning is always the last edge.
 */
static void tree_add_sequence(nfa_builder *builder, class_tree *tree, const uint8_t *low,
                              const uint8_t *high, size_t len)
{
    uint16_t at = 0;

    for (size_t i = 0; i < len && builder->status == PTC_OK; i++) {
        const class_node *node = &tree->nodes[at];
        const regex_edge *last = node->count ? &node->edges[node->count - 1] : NULL;
        uint16_t target = REGEX_DONE;

        if (i + 1 < len) {
            if (last != NULL && last->low == low[i] && last->high == high[i]) {
                at = last->target;
                continue;
            }
            target = tree_add_node(builder, tree);
            if (builder->status != PTC_OK)
                return;
        }
        node_add_edge(builder, tree, at, low[i], high[i], target);
        at = target;
    }
}

static uint32_t greatest_of_length(size_t len)
{
    static const uint32_t greatest[] = {0, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF};

    return greatest[len];
}

/*
 * Splits low..high, all of UTF-8 length `len`, so that in each part every position is one
 * byte range: where the last bytes do not run through 80..BF entirely, the bytes before
 * must be fixed.
 */
static void tree_add_range(nfa_builder *builder, class_tree *tree, uint32_t low,
                           uint32_t high, size_t len)
{
    while (low <= high && builder->status == PTC_OK) {
        uint32_t last = high;
        char first_bytes[4];
        char last_bytes[4];
        uint8_t lows[4];
        uint8_t highs[4];

        for (size_t i = 1; i < len; i++) {
            uint32_t tail = (1u << (6 * i)) - 1;

            if ((low & ~tail) == (last & ~tail))
                continue;
            if ((low & tail) != 0)
                last = low | tail;
            else if ((last & tail) != tail)
                last = (last & ~tail) - 1;
        }
        ptc_utf8_encode(low, first_bytes);
        ptc_utf8_encode(last, last_bytes);
        for (size_t i = 0; i < len; i++) {
            lows[i] = (uint8_t)first_bytes[i];
            highs[i] = (uint8_t)last_bytes[i];
        }
        tree_add_sequence(builder, tree, lows, highs, len);
        low = last + 1;
    }
}

static void build_class_tree(nfa_builder *builder, class_tree *tree,
                             const regex_class *set)
{
    tree_add_node(builder, tree);
    for (size_t i = 0; i < set->count && builder->status == PTC_OK; i++) {
        for (size_t len = 1; len <= 4; len++) {
            uint32_t low = set->ranges[i].low;
            uint32_t high = set->ranges[i].high;

            if (low <= greatest_of_length(len - 1) && len > 1)
                low = greatest_of_length(len - 1) + 1;
            if (high > greatest_of_length(len))
                high = greatest_of_length(len);
            if (low <= high)
                tree_add_range(builder, tree, low, high, len);
        }
    }
}

/* Whether two nodes whose targets are final accept the same. */
static bool same_node(const class_node *a, const class_node *b)
{
    return a->count == b->count &&
           memcmp(a->edges, b->edges, a->count * sizeof *a->edges) == 0;
}

/* A node equal to `node` among the `kept` ones, by hash chains; REGEX_DONE: none yet. */
static uint16_t find_node(const class_tree *tree, const class_node *node,
                          const uint16_t *heads, const uint16_t *chains, uint32_t hash)
{
    uint16_t at = heads[hash % TREE_BUCKETS];

    while (at != REGEX_DONE && !same_node(&tree->nodes[at], node))
        at = chains[at];
    return at;
}

static uint32_t hash_node(const class_node *node)
{
    uint32_t hash = 0x811C9DC5u;

    for (size_t i = 0; i < node->count; i++) {
        hash = (hash ^ node->edges[i].low) * 0x01000193u;
        hash = (hash ^ node->edges[i].high) * 0x01000193u;
        hash = (hash ^ node->edges[i].target) * 0x01000193u;
    }
    return hash;
}

/* Puts the nodes that `shared` names to the front, the root first, and renames targets.
 */
static void compact_tree(class_tree *tree, uint16_t *shared)
{
    uint16_t kept = 0;

    /* A node's number, from here on; nodes that are copies keep the one of their twin. */
    for (size_t i = 0; i < tree->count; i++) {
        if (shared[i] != i) {
            shared[i] = (uint16_t)(shared[i] | COPY_MARK);
            continue;
        }
        tree->nodes[kept] = tree->nodes[i];
        shared[i] = kept++;
    }
    for (uint16_t i = 0; i < kept; i++) {
        for (size_t k = 0; k < tree->nodes[i].count; k++) {
            regex_edge *edge = &tree->nodes[i].edges[k];

            if (edge->target != REGEX_DONE)
                edge->target = shared[edge->target];
        }
    }
    tree->count = kept;
}

/* Gives the edges their final targets and joins neighbours that lead to the same. */
static void settle_edges(class_node *node, const uint16_t *shared)
{
    size_t kept = 0;

    for (size_t k = 0; k < node->count; k++) {
        regex_edge edge = node->edges[k];

        if (edge.target != REGEX_DONE)
            edge.target = shared[edge.target];
        if (kept > 0 && node->edges[kept - 1].target == edge.target &&
            node->edges[kept - 1].high + 1 == edge.low)
            node->edges[kept - 1].high = edge.high;
        else
            node->edges[kept++] = edge;
    }
    node->count = kept;
}

/*
 * Merges nodes that accept the same, as most of a large class do: fewer states here, and
 * far fewer where the class is repeated. Children come after their parents, so going
 * backwards each node's targets are final when it is looked up.
 */
static void share_nodes(nfa_builder *builder, class_tree *tree)
{
    uint16_t heads[TREE_BUCKETS];
    uint16_t *chains = ptc_arena_array(builder->scratch, tree->count, sizeof *chains);
    uint16_t *shared = ptc_arena_array(builder->scratch, tree->count, sizeof *shared);

    if (chains == NULL || shared == NULL) {
        nfa_fail(builder, PTC_ERROR_MEMORY);
        return;
    }
    if (tree->count >= COPY_MARK)
        return;
    memset(heads, 0xFF, sizeof heads);
    for (size_t i = tree->count; i-- > 0;) {
        class_node *node = &tree->nodes[i];
        uint32_t hash;
        uint16_t twin;

        settle_edges(node, shared);
        hash = hash_node(node);
        twin = find_node(tree, node, heads, chains, hash);
        shared[i] = twin != REGEX_DONE ? twin : (uint16_t)i;
        if (twin == REGEX_DONE) {
            chains[i] = heads[hash % TREE_BUCKETS];
            heads[hash % TREE_BUCKETS] = (uint16_t)i;
        }
    }
    compact_tree(tree, shared);
}

/* --- States ------------------------------------------------------------------------- */

static uint32_t add_state(nfa_builder *builder, regex_state_kind kind, uint32_t next,
                          uint32_t other)
{
    regex_nfa *nfa = builder->nfa;
    void *items = nfa->states;
    regex_state *state;

    if (builder->status != PTC_OK)
        return 0;
    if (nfa->count >= REGEX_NFA_MAX)
        return nfa_fail(builder, PTC_ERROR_RANGE);
    if (!ptc_arena_reserve(builder->scratch, &items, &nfa->capacity, nfa->count,
                           nfa->count + 1, sizeof *state))
        return nfa_fail(builder, PTC_ERROR_MEMORY);
    nfa->states = items;
    state = &nfa->states[nfa->count];
    memset(state, 0, sizeof *state);
    state->kind = (uint8_t)kind;
    state->next = next;
    state->other = other;
    return (uint32_t)nfa->count++;
}

static uint32_t emit_class(nfa_builder *builder, uint32_t class_index, uint32_t next)
{
    class_tree *tree = &builder->class_trees[class_index];
    uint32_t base = (uint32_t)builder->nfa->count;

    if (tree->count == 0) {
        build_class_tree(builder, tree, &builder->pattern->classes[class_index]);
        if (builder->status == PTC_OK)
            share_nodes(builder, tree);
    }
    for (size_t i = 0; i < tree->count && builder->status == PTC_OK; i++) {
        uint32_t at = add_state(builder, REGEX_STATE_STEP, next, 0);

        if (builder->status != PTC_OK)
            break;
        builder->nfa->states[at].base = base;
        builder->nfa->states[at].edges = tree->nodes[i].edges;
        builder->nfa->states[at].edge_count = (uint16_t)tree->nodes[i].count;
    }
    return base;
}

static uint32_t emit_edge(nfa_builder *builder, uint8_t assertion, uint32_t next)
{
    uint32_t at = add_state(builder, REGEX_STATE_EDGE, next, 0);

    if (builder->status == PTC_OK)
        builder->nfa->states[at].assertion = assertion;
    return at;
}

static uint32_t emit(nfa_builder *builder, uint32_t index, uint32_t next);

static uint32_t emit_repeat(nfa_builder *builder, const regex_tree *tree, uint32_t next)
{
    uint32_t entry = next;

    if (tree->high == REGEX_UNBOUNDED) {
        entry = add_state(builder, REGEX_STATE_SPLIT, next, next);
        if (builder->status == PTC_OK) {
            uint32_t body = emit(builder, tree->left, entry);

            if (builder->status == PTC_OK)
                builder->nfa->states[entry].next = body;
        }
    } else {
        for (uint32_t i = tree->low; i < tree->high && builder->status == PTC_OK; i++)
            entry = add_state(builder, REGEX_STATE_SPLIT,
                              emit(builder, tree->left, entry), next);
    }
    for (uint32_t i = 0; i < tree->low && builder->status == PTC_OK; i++)
        entry = emit(builder, tree->left, entry);
    return entry;
}

/* The long side of a choice is its left one. */
static uint32_t emit_choice(nfa_builder *builder, uint32_t index, uint32_t next)
{
    const regex_tree *trees = builder->pattern->trees;
    uint32_t entry = emit(builder, trees[index].right, next);

    while (trees[index].kind == REGEX_CHOICE && builder->status == PTC_OK) {
        uint32_t left = trees[index].left;

        entry = add_state(
            builder, REGEX_STATE_SPLIT, entry,
            emit(builder, trees[left].kind == REGEX_CHOICE ? trees[left].right : left,
                 next));
        index = left;
    }
    return entry;
}

/* Makes the states of a tree in front of `next` and returns the first of them. */
static uint32_t emit(nfa_builder *builder, uint32_t index, uint32_t next)
{
    const regex_tree *tree = &builder->pattern->trees[index];

    for (; tree->kind == REGEX_SEQUENCE; tree = &builder->pattern->trees[tree->left]) {
        if (builder->status != PTC_OK || ++builder->work > WORK_MAX)
            return nfa_fail(builder, PTC_ERROR_RANGE);
        next = emit(builder, tree->right, next);
    }
    if (builder->status != PTC_OK || ++builder->work > WORK_MAX)
        return nfa_fail(builder, PTC_ERROR_RANGE);
    switch ((regex_tree_kind)tree->kind) {
    case REGEX_EMPTY:
        return next;
    case REGEX_CLASS:
        return emit_class(builder, tree->class_index, next);
    case REGEX_SEQUENCE:
        break;
    case REGEX_CHOICE:
        return emit_choice(builder, (uint32_t)(tree - builder->pattern->trees), next);
    case REGEX_REPEAT:
        return emit_repeat(builder, tree, next);
    case REGEX_BEGIN:
    case REGEX_END:
    case REGEX_WORD_EDGE:
    case REGEX_NOT_WORD_EDGE:
        return emit_edge(builder, tree->kind, next);
    }
    return next;
}

ptc_status ptc_regex_nfa_build(const regex_pattern *pattern, ptc_arena *scratch,
                               regex_nfa *out)
{
    nfa_builder builder = {pattern, scratch, NULL, out, 0, PTC_OK};
    uint32_t match;

    memset(out, 0, sizeof *out);
    out->has_word_edges = pattern->has_word_edges;
    builder.class_trees =
        ptc_arena_array(scratch, pattern->class_count + 1, sizeof *builder.class_trees);
    if (builder.class_trees == NULL)
        return PTC_ERROR_MEMORY;
    match = add_state(&builder, REGEX_STATE_MATCH, 0, 0);
    out->start = emit(&builder, pattern->root, match);
    return builder.status;
}
