/* SPDX-License-Identifier: MIT */
/*
 * Normal form: every node of the work tree, from the back, so children first.
 *
 * What normal form is stands in <ptc/schema.h>. Flattening, dropping and melting touch
 * each chain element a bounded number of times for any text that people write; a budget
 * of steps refuses nesting that is made to take quadratic time.
 */
#include "schema/normal.h"

#define NORMAL_STEPS_PER_NODE 32u
#define NORMAL_STEPS_FREE     ((size_t)1 << 16)

static ptc_normal_node *normal_at(ptc_normal *normal, uint32_t index)
{
    return &normal->items[index];
}

static bool normal_is(ptc_normal *normal, uint32_t index, ptc_type type)
{
    return normal_at(normal, index)->node.type == type;
}

/* Counts work; false once the budget is used up. */
static bool normal_step(ptc_normal *normal, uint32_t index, size_t steps)
{
    size_t budget = (normal->count + NORMAL_STEPS_FREE) * NORMAL_STEPS_PER_NODE;

    if (normal->steps > budget)
        return false;
    normal->steps += steps;
    if (normal->steps <= budget)
        return true;
    ptc_normal_fault(normal, index, PTC_DIAG_SIG_TOO_LARGE, PTC_DIAG_MALLI_TOO_LARGE,
                     "unions and conjunctions are nested in too many layers");
    return false;
}

static void *normal_array(ptc_normal *normal, size_t count, size_t size)
{
    void *array = ptc_arena_array(normal->scratch, count, size);

    if (array == NULL)
        normal->is_refused = true;
    return array;
}

/* --- Chains of children ------------------------------------------------------------- */

static void normal_clear_chain(ptc_normal_node *item)
{
    item->node.first = item->last = PTC_NORMAL_NONE;
    item->node.count = 0;
}

static void normal_push(ptc_normal *normal, uint32_t parent, uint32_t child)
{
    ptc_normal_node *above = normal_at(normal, parent);

    if (above->node.first == PTC_NORMAL_NONE)
        above->node.first = child;
    else
        normal_at(normal, above->last)->next = child;
    normal_at(normal, child)->next = PTC_NORMAL_NONE;
    above->last = child;
    above->node.count++;
}

static void normal_set_type(ptc_normal_node *item, ptc_type type)
{
    item->node.type = (uint8_t)type;
    item->node.members = NULL;
    item->node.interval = NULL;
    item->node.patterns = NULL;
    item->node.pattern_count = 0;
    normal_clear_chain(item);
}

/* Whether an extra says something about the content of a node. */
static bool normal_extra_speaks(const ptc_schema_extra *extra)
{
    return extra->description.len > 0 || extra->title.len > 0 ||
           extra->properties.kind != PTC_NIL || extra->named_type.len > 0;
}

/* --- Comparing subtrees ------------------------------------------------------------- */

static void normal_hash(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = normal_at(normal, index);
    uint64_t hash = ptc_schema_node_hash(&item->node, 0);
    uint32_t child;

    if (!normal->has_unions)
        return;
    if (item->node.type == PTC_TYPE_REF) {
        item->hash = ptc_hash_mix(
            hash, ptc_str_hash(normal_at(normal, item->node.first)->node.name));
        return;
    }
    if (ptc_type_has_children((ptc_type)item->node.type)) {
        for (child = item->node.first; child != 0; child = normal_at(normal, child)->next)
            hash =
                ptc_schema_slot_hash(&normal_at(normal, child)->node,
                                     ptc_hash_mix(hash, normal_at(normal, child)->hash));
    }
    item->hash = hash;
}

static bool normal_push_pair(ptc_normal *normal, size_t *count, uint32_t a, uint32_t b)
{
    void *pairs = normal->pairs;

    if (!ptc_arena_reserve(normal->scratch, &pairs, &normal->pair_capacity, *count,
                           *count + 2, sizeof *normal->pairs)) {
        normal->is_refused = true;
        return false;
    }
    normal->pairs = pairs;
    normal->pairs[(*count)++] = a;
    normal->pairs[(*count)++] = b;
    return true;
}

/* Compares two nodes and puts the pairs of their children on the stack. */
static bool normal_same_step(ptc_normal *normal, size_t *count, uint32_t a, uint32_t b)
{
    ptc_normal_node *x = normal_at(normal, a);
    ptc_normal_node *y = normal_at(normal, b);

    if (x->hash != y->hash || !ptc_schema_node_same(&x->node, &y->node))
        return false;
    if (x->node.type == PTC_TYPE_REF)
        return x->node.first == y->node.first ||
               normal_at(normal, x->node.first)->place == y->node.first;
    if (!ptc_type_has_children((ptc_type)x->node.type))
        return true;
    a = x->node.first;
    b = y->node.first;
    while (a != 0 && b != 0) {
        x = normal_at(normal, a);
        y = normal_at(normal, b);
        if (!ptc_schema_slot_same(&x->node, &y->node) ||
            !normal_push_pair(normal, count, a, b))
            return false;
        x->place = b; /* a reference to definition a is the same as one to b */
        a = x->next;
        b = y->next;
    }
    return a == b;
}

/* Whether two settled subtrees mean the same, wherever they stand. */
static bool normal_same(ptc_normal *normal, uint32_t a, uint32_t b)
{
    size_t count = 0;

    if (!normal_push_pair(normal, &count, a, b))
        return false;
    while (count > 0) {
        count -= 2;
        a = normal->pairs[count];
        b = normal->pairs[count + 1];
        if (!normal_same_step(normal, &count, a, b))
            return false;
    }
    return true;
}

/* --- Unions and conjunctions -------------------------------------------------------- */

/* Whether a child of that node dissolves into it. */
static bool normal_dissolves(const ptc_schema_node *parent, const ptc_schema_node *child)
{
    return parent->type == child->type &&
           (parent->type == PTC_TYPE_UNION || parent->type == PTC_TYPE_AND) &&
           !((parent->flags | child->flags) & PTC_NODE_NAMED);
}

/* A nullable conjunction inside another: nil passes each of its conjuncts. */
static void normal_hand_down_nil(ptc_normal *normal, uint32_t index)
{
    uint32_t child = normal_at(normal, index)->node.first;

    for (; child != 0; child = normal_at(normal, child)->next) {
        normal_at(normal, child)->node.flags |= PTC_NODE_NULLABLE;
        normal_at(normal, child)->nil = PTC_NIL_ACCEPTED;
        normal_step(normal, index, 1);
    }
}

/* Puts the children of nested unions (or conjunctions) in place of these. */
static bool normal_flatten(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = normal_at(normal, index);
    uint32_t child = item->node.first;

    normal_clear_chain(item);
    while (child != 0) {
        ptc_normal_node *part = normal_at(normal, child);
        uint32_t next = part->next;

        if (!normal_step(normal, index, 1))
            return false;
        if (!normal_dissolves(&item->node, &part->node)) {
            normal_push(normal, index, child);
        } else if (part->node.first != 0) {
            if (part->node.flags & PTC_NODE_NULLABLE) {
                if (item->node.type == PTC_TYPE_UNION)
                    item->node.flags |= PTC_NODE_NULLABLE;
                else
                    normal_hand_down_nil(normal, child);
            }
            normal_at(normal, part->last)->next = next;
            next = part->node.first;
        }
        child = next;
    }
    return true;
}

static void normal_strip_nil(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = normal_at(normal, index);

    if (!(item->node.flags & PTC_NODE_NULLABLE))
        return;
    item->node.flags &= (uint8_t) ~(unsigned)PTC_NODE_NULLABLE;
    normal_hash(normal, index);
}

/* What is nullable as a whole has no nullable conjuncts. */
static void normal_strip_children(ptc_normal *normal, uint32_t index)
{
    uint32_t child = normal_at(normal, index)->node.first;

    for (; child != 0 && normal_step(normal, index, 1);
         child = normal_at(normal, child)->next)
        normal_strip_nil(normal, child);
}

/* Node `index` takes over the content of its only child; its slot stays. */
static void normal_melt(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = normal_at(normal, index);
    const ptc_normal_node *only = normal_at(normal, item->node.first);
    ptc_schema_node *to = &item->node;
    const ptc_schema_node *from = &only->node;
    unsigned kept = to->flags & (PTC_NODE_NULLABLE | PTC_NODE_OTHERWISE);

    to->type = from->type;
    to->flags = (uint8_t)(kept | (from->flags & ~(unsigned)PTC_NODE_OTHERWISE));
    to->pattern_count = from->pattern_count;
    to->first = from->first;
    to->count = from->count;
    to->type_name = from->type_name;
    to->interval = from->interval;
    to->members = from->members;
    to->patterns = from->patterns;
    item->last = only->last;
    item->nil = only->nil;
    if (normal_extra_speaks(from->extra))
        item->type = from->extra;
    else
        item->type = only->type;
    if (to->type == PTC_TYPE_AND && (kept & PTC_NODE_NULLABLE))
        normal_strip_children(normal, index);
}

/* A table of alternatives seen, by hash; `size` is a power of two. */
typedef struct normal_seen {
    uint32_t *slots;
    size_t size;
} normal_seen;

/* Whether an equal alternative was seen before; else remembers this one. */
static bool normal_saw(ptc_normal *normal, const normal_seen *seen, uint32_t index)
{
    uint64_t hash = normal_at(normal, index)->hash;
    size_t slot = (size_t)(hash ^ (hash >> 32)) & (seen->size - 1);

    while (seen->slots[slot] != 0) {
        if (normal_at(normal, seen->slots[slot])->hash == hash &&
            normal_same(normal, seen->slots[slot], index))
            return true;
        slot = (slot + 1) & (seen->size - 1);
    }
    seen->slots[slot] = index;
    return false;
}

/* Keeps the first of equal alternatives, and none that is nil. */
static void normal_distinct(ptc_normal *normal, uint32_t index, const normal_seen *seen)
{
    ptc_normal_node *item = normal_at(normal, index);
    uint32_t child = item->node.first;
    bool is_alone = item->node.count == 1;

    normal_clear_chain(item);
    while (child != 0) {
        ptc_normal_node *part = normal_at(normal, child);
        uint32_t next = part->next;

        if (part->node.type == PTC_TYPE_NIL || (part->node.flags & PTC_NODE_NULLABLE))
            item->node.flags |= PTC_NODE_NULLABLE;
        normal_strip_nil(normal, child);
        if (part->node.type == PTC_TYPE_ANY && !is_alone)
            ptc_normal_warn(normal, index, child, PTC_DIAG_SIG_ANY_IN_UNION,
                            ":any makes the other alternatives pointless");
        if (part->node.type == PTC_TYPE_NIL) {
            /* said by the flag */
        } else if (normal_saw(normal, seen, child)) {
            ptc_normal_warn(normal, index, child, PTC_DIAG_SIG_DUP_ALTERNATIVE,
                            "this alternative stands in the union before");
        } else {
            normal_push(normal, index, child);
        }
        child = next;
    }
}

static void normal_union(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = normal_at(normal, index);
    normal_seen seen = {NULL, 4};

    if (!normal_flatten(normal, index))
        return;
    while (seen.size < (size_t)item->node.count * 2)
        seen.size *= 2;
    seen.slots = normal_array(normal, seen.size, sizeof *seen.slots);
    if (seen.slots == NULL)
        return;
    normal_distinct(normal, index, &seen);
    if (item->node.count == 0)
        normal_set_type(item, PTC_TYPE_NIL);
    else if (item->node.count == 1)
        normal_melt(normal, index);
}

static bool normal_is_numeric(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_INT || node->type == PTC_TYPE_FLOAT ||
           node->type == PTC_TYPE_NUMBER;
}

static bool normal_is_text(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_STRING;
}

static void normal_report_range(ptc_normal *normal, uint32_t at,
                                const ptc_schema_node *node)
{
    ptc_text text;

    ptc_text_init(&text, normal->scratch);
    ptc_text_cstr(&text, node->type == PTC_TYPE_INT ? "no int"
                         : normal_is_numeric(node)  ? "no number"
                                                    : "no size");
    ptc_text_cstr(&text, " is in the range ");
    ptc_interval_write(&text, node->interval);
    ptc_normal_fault(normal, at, PTC_DIAG_SIG_EMPTY_RANGE, PTC_DIAG_MALLI_RANGE,
                     ptc_text_view(&text).ptr);
}

/* Settles the interval of a node; an empty one is reported at node `at`. */
static void normal_interval(ptc_normal *normal, uint32_t index, uint32_t at)
{
    ptc_schema_node *node = &normal_at(normal, index)->node;
    ptc_interval *own;

    if (node->interval == NULL)
        return;
    own = normal_array(normal, 1, sizeof *own);
    if (own == NULL)
        return;
    *own = *node->interval;
    if (!ptc_interval_settle(own, (ptc_type)node->type)) {
        normal_report_range(normal, at, node);
        own = NULL;
    }
    node->interval = own == NULL || ptc_interval_is_open(own) ? NULL : own;
}

/* The patterns of two strings, in one array. */
static bool normal_join_patterns(ptc_normal *normal, ptc_schema_node *to,
                                 const ptc_schema_node *from)
{
    size_t count = (size_t)to->pattern_count + from->pattern_count;
    ptc_pattern *joined;

    if (from->pattern_count == 0)
        return true;
    if (count > UINT16_MAX)
        return false;
    joined = normal_array(normal, count, sizeof *joined);
    if (joined == NULL)
        return false;
    if (to->pattern_count > 0)
        memcpy(joined, to->patterns, to->pattern_count * sizeof *joined);
    memcpy(joined + to->pattern_count, from->patterns,
           from->pattern_count * sizeof *joined);
    to->patterns = joined;
    to->pattern_count = (uint16_t)count;
    return true;
}

/* Whether `from` is the more special number type: an int is also a float and a number. */
static bool normal_is_narrower(const ptc_schema_node *from, const ptc_schema_node *to)
{
    return normal_is_numeric(from) && from->type < to->type;
}

/* Adds what conjunct `from` demands to conjunct `to` of the same family. */
static bool normal_fold(ptc_normal *normal, uint32_t to, uint32_t from)
{
    ptc_schema_node *into = &normal_at(normal, to)->node;
    const ptc_schema_node *part = &normal_at(normal, from)->node;
    unsigned nullable = into->flags & part->flags & PTC_NODE_NULLABLE;
    ptc_interval *own;

    if (!normal_step(normal, to, (size_t)into->pattern_count + 1) ||
        !normal_join_patterns(normal, into, part))
        return false;
    own = normal_array(normal, 1, sizeof *own);
    if (own == NULL)
        return false;
    if (into->interval != NULL)
        *own = *into->interval;
    if (part->interval != NULL)
        ptc_interval_tighten(own, part->interval);
    into->interval = own;
    if (normal_is_narrower(part, into)) {
        into->type = part->type;
        into->flags = part->flags;
    }
    into->flags = (uint8_t)((into->flags & ~(unsigned)PTC_NODE_NULLABLE) | nullable);
    normal_at(normal, to)->nil = nullable ? PTC_NIL_ACCEPTED : PTC_NIL_REFUSED;
    return true;
}

/* Folds all numbers of a conjunction into one, and all strings; drops :any. */
static void normal_fold_conjuncts(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = normal_at(normal, index);
    uint32_t child = item->node.first;
    uint32_t number = 0;
    uint32_t text = 0;

    normal_clear_chain(item);
    while (child != 0) {
        const ptc_schema_node *part = &normal_at(normal, child)->node;
        uint32_t next = normal_at(normal, child)->next;
        uint32_t *same = normal_is_numeric(part) ? &number
                         : normal_is_text(part)  ? &text
                                                 : NULL;
        bool is_idle = part->type == PTC_TYPE_ANY && (next != 0 || item->node.count > 0);

        if (!is_idle &&
            (same == NULL || *same == 0 || !normal_fold(normal, *same, child))) {
            normal_push(normal, index, child);
            if (same != NULL)
                *same = child;
        }
        child = next;
    }
}

/* Settles the folded intervals; an empty one is the fault of the whole conjunction. */
static void normal_settle_conjuncts(ptc_normal *normal, uint32_t index)
{
    uint32_t child = normal_at(normal, index)->node.first;

    for (; child != 0; child = normal_at(normal, child)->next) {
        const ptc_schema_node *part = &normal_at(normal, child)->node;

        if (normal_is_numeric(part) || normal_is_text(part)) {
            normal_interval(normal, child, index);
            normal_hash(normal, child);
        }
    }
}

/*
 * Nil and a conjunction: nil passes when it was said of the whole, or when it passes
 * every conjunct and was said of one. Where a reference decides, the marks stay as they
 * are.
 */
static void normal_conjunction_nil(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = normal_at(normal, index);
    bool is_said = (item->node.flags & PTC_NODE_NULLABLE) != 0;
    bool is_marked = false;
    bool is_unknown = false;
    bool is_refused = false;
    uint32_t child;

    for (child = item->node.first; child != 0; child = normal_at(normal, child)->next) {
        const ptc_normal_node *part = normal_at(normal, child);

        is_marked = is_marked || (part->node.flags & PTC_NODE_NULLABLE) != 0;
        is_refused = is_refused || part->nil == PTC_NIL_REFUSED;
        is_unknown = is_unknown || part->nil == PTC_NIL_UNKNOWN;
    }
    if (!is_said && !is_refused && is_unknown)
        return;
    if (!is_refused && is_marked)
        item->node.flags |= PTC_NODE_NULLABLE;
    normal_strip_children(normal, index);
}

static void normal_and(ptc_normal *normal, uint32_t index)
{
    if (!normal_flatten(normal, index))
        return;
    normal_fold_conjuncts(normal, index);
    normal_settle_conjuncts(normal, index);
    normal_conjunction_nil(normal, index);
    if (normal_at(normal, index)->node.count == 0)
        normal_set_type(normal_at(normal, index), PTC_TYPE_ANY);
    else if (normal_at(normal, index)->node.count == 1)
        normal_melt(normal, index);
}

/* --- Other types -------------------------------------------------------------------- */

/* An enum has no nil member: it is nullable instead. */
static void normal_enum(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = normal_at(normal, index);
    const ptc_value *members = item->node.members;
    uint32_t count = item->node.count;
    uint32_t kept = 0;
    ptc_value *others;

    for (uint32_t i = 0; i < count; i++)
        kept += members[i].kind != PTC_NIL;
    if (kept == count)
        return;
    item->node.flags |= PTC_NODE_NULLABLE;
    if (kept == 0) {
        normal_set_type(item, PTC_TYPE_NIL);
        return;
    }
    others = normal_array(normal, kept, sizeof *others);
    if (others == NULL)
        return;
    kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (members[i].kind != PTC_NIL)
            others[kept++] = members[i];
    }
    item->node.members = others;
    item->node.count = kept;
}

/* Any keyword to any value is the type of any map. */
static void normal_map_of(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = normal_at(normal, index);
    const ptc_normal_node *key = normal_at(normal, item->node.first);

    if (item->node.interval == NULL && item->node.count == 2 &&
        key->node.type == PTC_TYPE_KEYWORD && !(key->node.flags & PTC_NODE_NULLABLE) &&
        normal_is(normal, key->next, PTC_TYPE_ANY))
        normal_set_type(item, PTC_TYPE_ANY_MAP);
}

/* A registry without definitions is its body; else the body's nil and words are the
 * registry's. */
static void normal_registry(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = normal_at(normal, index);
    ptc_normal_node *body = normal_at(normal, item->node.first);

    if (item->node.count == 1) {
        normal_melt(normal, index);
        return;
    }
    if (body->node.flags & PTC_NODE_NULLABLE)
        item->node.flags |= PTC_NODE_NULLABLE;
    normal_strip_nil(normal, item->node.first);
    if (normal_extra_speaks(body->node.extra))
        item->type = body->node.extra;
    body->marks |= PTC_NORMAL_SILENT;
}

/* Parameters are told to the model, so hiding one by its name has no effect. */
static void normal_function(ptc_normal *normal, uint32_t index)
{
    uint32_t parameters = normal_at(normal, index)->node.first;
    uint32_t child = normal_at(normal, parameters)->node.first;

    for (; child != 0; child = normal_at(normal, child)->next) {
        if (normal_at(normal, child)->node.flags & PTC_NODE_FIREWALLED)
            ptc_normal_warn(
                normal, index, child, PTC_DIAG_SIG_FIREWALL_INPUT,
                "'_' has no effect on an input: the model supplies its value");
    }
}

/* --- Every node --------------------------------------------------------------------- */

static ptc_normal_nil normal_nil_of_parts(ptc_normal *normal, uint32_t index, bool any)
{
    ptc_normal_nil decides = any ? PTC_NIL_ACCEPTED : PTC_NIL_REFUSED;
    ptc_normal_nil otherwise = any ? PTC_NIL_REFUSED : PTC_NIL_ACCEPTED;
    uint32_t child = normal_at(normal, index)->node.first;

    for (; child != 0; child = normal_at(normal, child)->next) {
        ptc_normal_nil part = (ptc_normal_nil)normal_at(normal, child)->nil;

        if (part == decides)
            return decides;
        if (part == PTC_NIL_UNKNOWN)
            otherwise = PTC_NIL_UNKNOWN;
    }
    return otherwise;
}

static ptc_normal_nil normal_nil_of_not(ptc_normal *normal, uint32_t child)
{
    switch ((ptc_normal_nil)normal_at(normal, child)->nil) {
    case PTC_NIL_ACCEPTED:
        return PTC_NIL_REFUSED;
    case PTC_NIL_REFUSED:
        return PTC_NIL_ACCEPTED;
    case PTC_NIL_UNKNOWN:
        break;
    }
    return PTC_NIL_UNKNOWN;
}

static ptc_normal_nil normal_nil(ptc_normal *normal, uint32_t index)
{
    const ptc_schema_node *node = &normal_at(normal, index)->node;

    if (node->flags & PTC_NODE_NULLABLE)
        return PTC_NIL_ACCEPTED;
    switch (node->type) {
    case PTC_TYPE_ANY:
    case PTC_TYPE_NIL:
        return PTC_NIL_ACCEPTED;
    case PTC_TYPE_NOT_CONST:
        return node->members[0].kind == PTC_NIL ? PTC_NIL_REFUSED : PTC_NIL_ACCEPTED;
    case PTC_TYPE_NOT:
        return normal_nil_of_not(normal, node->first);
    case PTC_TYPE_UNION:
        return normal_nil_of_parts(normal, index, true);
    case PTC_TYPE_AND:
        return normal_nil_of_parts(normal, index, false);
    case PTC_TYPE_REGISTRY:
        return (ptc_normal_nil)normal_at(normal, node->first)->nil;
    case PTC_TYPE_REF:
    case PTC_TYPE_CUSTOM:
        return PTC_NIL_UNKNOWN;
    default:
        return PTC_NIL_REFUSED;
    }
}

/* Optional and nullable are one. */
static void normal_optional(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = normal_at(normal, index);

    if ((item->marks & PTC_NORMAL_FIELD) &&
        (item->node.extra->default_value.kind != PTC_NIL ||
         ptc_draft_at(normal->draft, item->slot)->is_optional))
        item->node.flags |= PTC_NODE_NULLABLE;
}

/* What the slot makes of the settled content. */
static void normal_slot(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = normal_at(normal, index);
    ptc_schema_node *node = &item->node;
    bool is_field = (item->marks & PTC_NORMAL_FIELD) != 0;

    /* In a union the mark stays for the union to take. */
    if (!is_field && !normal_is(normal, node->parent, PTC_TYPE_UNION) &&
        (node->type == PTC_TYPE_ANY || node->type == PTC_TYPE_NIL))
        node->flags &= (uint8_t) ~(unsigned)PTC_NODE_NULLABLE;
    node->flags &= (uint8_t) ~(unsigned)PTC_NODE_FIREWALLED;
    if (is_field && node->name.len > 0 && node->name.ptr[0] == '_')
        node->flags |= PTC_NODE_FIREWALLED;
}

static bool normal_has_interval(ptc_type type)
{
    return type == PTC_TYPE_INT || type == PTC_TYPE_FLOAT || type == PTC_TYPE_NUMBER ||
           type == PTC_TYPE_STRING || type == PTC_TYPE_LIST || type == PTC_TYPE_SET;
}

static void normal_content(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = normal_at(normal, index);

    switch (item->node.type) {
    case PTC_TYPE_UNION:
        normal_union(normal, index);
        break;
    case PTC_TYPE_AND:
        normal_and(normal, index);
        break;
    case PTC_TYPE_ENUM:
        normal_enum(normal, index);
        break;
    case PTC_TYPE_CONST:
        if (item->node.members[0].kind == PTC_NIL)
            normal_set_type(item, PTC_TYPE_NIL);
        break;
    case PTC_TYPE_REGISTRY:
        normal_registry(normal, index);
        break;
    case PTC_TYPE_FUNCTION:
        normal_function(normal, index);
        break;
    case PTC_TYPE_MAP_OF:
        normal_interval(normal, index, index);
        normal_map_of(normal, index);
        break;
    default:
        if (!normal_has_interval((ptc_type)item->node.type))
            item->node.interval = NULL;
        normal_interval(normal, index, index);
        break;
    }
}

/* Whether a node has the children that its type needs; a reader that reported an error
 * may leave some out. */
static bool normal_is_whole(const ptc_schema_node *node)
{
    switch (node->type) {
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
    case PTC_TYPE_NOT:
        return node->count == 1;
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_FUNCTION:
        return node->count == 2;
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_MULTI:
    case PTC_TYPE_REGISTRY:
        return node->count >= 1;
    case PTC_TYPE_CONST:
    case PTC_TYPE_NOT_CONST:
        return node->members != NULL;
    default:
        return true;
    }
}

void ptc_normal_settle(ptc_normal *normal)
{
    for (size_t i = normal->count; i-- > 0 && !normal->is_refused;) {
        uint32_t index = (uint32_t)i;
        ptc_normal_node *item = normal_at(normal, index);
        const ptc_schema_node *parent = &normal_at(normal, item->node.parent)->node;

        if (i > 0 && normal_dissolves(parent, &item->node))
            continue; /* the parent takes its children */
        if (!normal_is_whole(&item->node)) {
            normal->is_failed = true;
            return;
        }
        normal_optional(normal, index);
        normal_content(normal, index);
        normal_slot(normal, index);
        item->nil = (uint8_t)normal_nil(normal, index);
        normal_hash(normal, index);
    }
}
