/* SPDX-License-Identifier: MIT */
/*
 * Unions and conjunctions in normal form: nested ones dissolve, equal alternatives and
 * idle conjuncts are dropped, numbers, decimals and strings of a conjunction fold into
 * one of each.
 *
 * A nested union is skipped on the way up and taken apart by the outermost one, so
 * flattening touches each part once for any text that people write; ptc_normal_step
 * bounds the rest.
 */
#include "normal/normal_int.h"
#include "schema/schema_int.h"

/* --- Both --------------------------------------------------------------------------- */

bool ptc_normal_dissolves(const ptc_normal_node *parent, const ptc_normal_node *child)
{
    return parent->node.type == child->node.type &&
           (parent->node.type == PTC_TYPE_UNION || parent->node.type == PTC_TYPE_AND) &&
           !((parent->node.flags | child->node.flags) & PTC_NODE_NAMED) &&
           (parent->node.type == PTC_TYPE_AND ||
            (child->node.flags & PTC_NODE_DECODED) == 0) &&
           !(child->marks & PTC_NORMAL_APART);
}

/* A nullable conjunction inside another: nil passes each of its conjuncts. */
static void normal_hand_down_nil(ptc_normal *normal, uint32_t index)
{
    uint32_t child = ptc_normal_at(normal, index)->node.first;

    /* The chain is the node's own: see normal_flatten. */
    for (; child != 0; child = ptc_normal_at(normal, child)->next) {
        ptc_normal_at(normal, child)->node.flags |= PTC_NODE_NULLABLE;
        ptc_normal_at(normal, child)->nil = PTC_NIL_ACCEPTED;
        ptc_normal_step(normal, index, 1);
    }
}

/* Puts the children of nested unions (or conjunctions) instead of these. */
static bool normal_flatten(ptc_normal *normal, uint32_t index)
{
    uint32_t child = ptc_normal_at(normal, index)->node.first;

    ptc_normal_clear_chain(ptc_normal_at(normal, index));
    while (child != 0) {
        ptc_normal_node *item = ptc_normal_at(normal, index);
        uint32_t next = ptc_normal_at(normal, child)->next;

        if (!ptc_normal_step(normal, index, 1))
            return false;
        if (!ptc_normal_dissolves(item, ptc_normal_at(normal, child))) {
            ptc_normal_push(normal, index, child);
        } else if (!ptc_normal_own(normal, child)) {
            return false;
        } else if (ptc_normal_at(normal, child)->node.first != 0) {
            const ptc_normal_node *part = ptc_normal_at(normal, child);

            item = ptc_normal_at(normal, index);
            if (part->node.flags & PTC_NODE_NULLABLE) {
                if (item->node.type == PTC_TYPE_UNION)
                    item->node.flags |= PTC_NODE_NULLABLE;
                else
                    normal_hand_down_nil(normal, child);
            }
            ptc_normal_at(normal, part->last)->next = next;
            next = part->node.first;
        }
        child = next;
    }
    return true;
}

/* --- Unions ------------------------------------------------------------------------- */

/* A table of alternatives seen, by hash; `size` is a power of two. */
typedef struct normal_seen {
    uint32_t *slots;
    size_t size;
} normal_seen;

/* Steps that a comparison of alternatives with the same hash counts for: they are equal,
 * or were made to collide. */
enum { NORMAL_SAW_STEPS = 64 };

/* Whether an equal alternative was seen before; else remembers this one. What is in its
 * way counts as work, so that alternatives made to collide are soon too many. */
static bool normal_saw(ptc_normal *normal, const normal_seen *seen, uint32_t index)
{
    uint64_t hash = ptc_normal_at(normal, index)->hash;
    size_t slot = (size_t)(hash ^ (hash >> 32)) & (seen->size - 1);

    while (seen->slots[slot] != 0) {
        bool has_met = ptc_normal_at(normal, seen->slots[slot])->hash == hash;

        if (has_met && ptc_normal_same(normal, seen->slots[slot], index))
            return true;
        if (!ptc_normal_step(normal, index, has_met ? NORMAL_SAW_STEPS : 1))
            return false;
        slot = (slot + 1) & (seen->size - 1);
    }
    seen->slots[slot] = index;
    return false;
}

/* Warns of an alternative that was seen before; `warned` is the slot of the last one. A
 * type that brought several is named once. */
static void normal_warn_of_twin(ptc_normal *normal, uint32_t index, ptc_draft_ref *warned)
{
    const ptc_normal_node *item = ptc_normal_at(normal, index);
    bool came_with_type =
        item->node.extra != &ptc_draft_node_at(normal->draft, item->slot)->extra;

    if (!came_with_type || item->slot != *warned)
        ptc_normal_warn(normal, index, PTC_DIAG_SIG_DUP_ALTERNATIVE,
                        came_with_type
                            ? "the union already has an alternative of this type"
                            : "the union already has this alternative");
    *warned = item->slot;
}

/* Keeps the first of equal alternatives, and none that is nil. */
static void normal_distinct(ptc_normal *normal, uint32_t index, const normal_seen *seen)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
    uint32_t child = item->node.first;
    bool is_alone = item->node.count == 1;
    ptc_draft_ref warned = 0;

    ptc_normal_clear_chain(item);
    while (child != 0) {
        ptc_normal_node *part = ptc_normal_at(normal, child);
        uint32_t next = part->next;

        if (part->node.type == PTC_TYPE_NIL || (part->node.flags & PTC_NODE_NULLABLE))
            item->node.flags |= PTC_NODE_NULLABLE;
        ptc_normal_strip_nil(normal, child);
        if (part->node.type == PTC_TYPE_ANY && !is_alone)
            ptc_normal_warn(normal, child, PTC_DIAG_SIG_ANY_IN_UNION,
                            ":any makes the other alternatives pointless");
        if (part->node.type == PTC_TYPE_NIL) {
            /* said by the flag */
        } else if (normal_saw(normal, seen, child)) {
            normal_warn_of_twin(normal, child, &warned);
        } else {
            ptc_normal_push(normal, index, child);
        }
        child = next;
    }
}

/* In a nullable union nil never reaches the alternatives: marks of conjuncts of theirs,
 * which a reference or a validator had left open, say nothing. */
static void normal_strip_conjuncts(ptc_normal *normal, uint32_t index)
{
    const ptc_normal_node *item = ptc_normal_at(normal, index);
    bool is_nullable = (item->node.flags & PTC_NODE_NULLABLE) != 0;
    uint32_t first = item->node.first;

    for (uint32_t at = first; at != 0; at = ptc_normal_at(normal, at)->next) {
        const ptc_schema_node *part = &ptc_normal_at(normal, at)->node;

        is_nullable = is_nullable || part->type == PTC_TYPE_NIL ||
                      (part->flags & PTC_NODE_NULLABLE) != 0;
    }
    for (uint32_t at = first; is_nullable && at != 0;
         at = ptc_normal_at(normal, at)->next) {
        if (ptc_normal_at(normal, at)->node.type != PTC_TYPE_AND)
            continue;
        ptc_normal_strip_children(normal, at);
        ptc_normal_hash(normal, at);
    }
}

void ptc_normal_union(ptc_normal *normal, uint32_t index)
{
    normal_seen seen = {NULL, 4};
    ptc_normal_node *item;

    if (!normal_flatten(normal, index))
        return;
    normal_strip_conjuncts(normal, index);
    item = ptc_normal_at(normal, index);
    while (seen.size < (size_t)item->node.count * 2)
        seen.size *= 2;
    seen.slots = ptc_normal_array(normal, seen.size, sizeof *seen.slots);
    if (seen.slots == NULL)
        return;
    normal_distinct(normal, index, &seen);
    if (item->node.count == 0)
        ptc_normal_set_type(item, PTC_TYPE_NIL);
    else if (item->node.count == 1)
        ptc_normal_melt(normal, index);
}

/* --- Conjunctions ------------------------------------------------------------------- */

static bool normal_is_text(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_STRING;
}

/* The patterns of two strings, in one array. */
static bool normal_join_patterns(ptc_normal *normal, ptc_schema_node *to,
                                 const ptc_schema_node *from)
{
    size_t count = (size_t)to->pattern_count + from->pattern_count;
    ptc_pattern *joined;

    if (from->pattern_count == 0)
        return true;
    if (count > UINT8_MAX)
        return false;
    joined = ptc_normal_array(normal, count, sizeof *joined);
    if (joined == NULL)
        return false;
    if (to->pattern_count > 0)
        memcpy(joined, to->patterns, to->pattern_count * sizeof *joined);
    memcpy(joined + to->pattern_count, from->patterns,
           from->pattern_count * sizeof *joined);
    to->patterns = joined;
    to->pattern_count = (uint8_t)count;
    return true;
}

/* Whether `from` is the more specific number type: an int is also a float and a number,
 * and comparisons next to a decimal are about that. */
static bool normal_is_narrower(const ptc_schema_node *from, const ptc_schema_node *to)
{
    if (from->type == PTC_TYPE_DECIMAL)
        return to->type == PTC_TYPE_NUMBER;
    return to->type != PTC_TYPE_DECIMAL && ptc_type_is_numeric((ptc_type)from->type) &&
           from->type < to->type;
}

/* Adds what conjunct `from` demands to conjunct `to` of the same family. */
static bool normal_fold(ptc_normal *normal, uint32_t to, uint32_t from)
{
    ptc_schema_node *into = &ptc_normal_at(normal, to)->node;
    const ptc_schema_node *part = &ptc_normal_at(normal, from)->node;
    unsigned others = into->flags & part->flags & PTC_NODE_OTHERS;
    unsigned nullable = into->flags & part->flags & PTC_NODE_NULLABLE;
    unsigned casts = (into->flags | part->flags) & PTC_NODE_CASTS;
    unsigned strict = part->type == PTC_TYPE_INT && into->type == PTC_TYPE_INT
                          ? ~(into->flags & part->flags) & PTC_NODE_INTEGRAL
                          : 0;
    ptc_interval *own;

    if (!ptc_normal_step(normal, to, (size_t)into->pattern_count + 1) ||
        !normal_join_patterns(normal, into, part))
        return false;
    own = ptc_normal_array(normal, 1, sizeof *own);
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
    into->flags &= (uint16_t) ~(PTC_NODE_NULLABLE | PTC_NODE_OTHERS | strict);
    into->flags |= (uint16_t)(nullable | others | casts);
    ptc_normal_at(normal, to)->nil =
        nullable | others ? PTC_NIL_ACCEPTED : PTC_NIL_REFUSED;
    return true;
}

/* The conjuncts of a family, into which further ones of it fold; 0 for none yet. */
typedef struct normal_families {
    uint32_t number;  /* INT, FLOAT, NUMBER */
    uint32_t decimal; /* DECIMAL, and NUMBER that is a comparison of it */
    uint32_t text;
    bool is_of_decimal; /* the last type of a number that was named is DECIMAL */
} normal_families;

/* Whether a conjunct is a comparison (or `number?`) and nothing else, which mentions the
 * number or decimal in front of it, else of the one after. */
static bool normal_is_comparison(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_NUMBER && (node->flags & PTC_NODE_OTHERS) == 0;
}

/* The family of a conjunct, or NULL. */
static uint32_t *normal_family(ptc_normal *normal, normal_families *families,
                               const ptc_schema_node *part)
{
    if (normal_is_text(part))
        return &families->text;
    if (part->type == PTC_TYPE_DECIMAL) {
        if (families->decimal == 0 && families->number != 0 &&
            normal_is_comparison(&ptc_normal_at(normal, families->number)->node)) {
            families->decimal = families->number;
            families->number = 0;
        }
        families->is_of_decimal = true;
        return &families->decimal;
    }
    if (!ptc_type_is_numeric((ptc_type)part->type))
        return NULL;
    if (families->is_of_decimal && normal_is_comparison(part))
        return &families->decimal;
    families->is_of_decimal = families->is_of_decimal && part->type == PTC_TYPE_NUMBER;
    return &families->number;
}

/* Folds all numbers of a conjunction into one, and all decimals and strings; drops :any.
 */
static void normal_fold_conjuncts(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
    uint32_t child = item->node.first;
    normal_families families = {0, 0, 0, false};

    ptc_normal_clear_chain(item);
    while (child != 0) {
        const ptc_schema_node *part = &ptc_normal_at(normal, child)->node;
        uint32_t next = ptc_normal_at(normal, child)->next;
        uint32_t *same = normal_family(normal, &families, part);
        bool is_idle = part->type == PTC_TYPE_ANY && (next != 0 || item->node.count > 0);

        if (!is_idle &&
            (same == NULL || *same == 0 || !normal_fold(normal, *same, child))) {
            ptc_normal_push(normal, index, child);
            if (same != NULL)
                *same = child;
        }
        child = next;
    }
}

/* Settles the folded intervals; an empty one is the fault of the whole conjunction. */
static void normal_settle_conjuncts(ptc_normal *normal, uint32_t index)
{
    uint32_t child = ptc_normal_at(normal, index)->node.first;

    for (; child != 0; child = ptc_normal_at(normal, child)->next) {
        const ptc_schema_node *part = &ptc_normal_at(normal, child)->node;

        if (ptc_type_is_numeric((ptc_type)part->type) || normal_is_text(part) ||
            part->type == PTC_TYPE_DECIMAL) {
            ptc_normal_interval(normal, child, index);
            ptc_normal_hash(normal, child);
        }
    }
}

/*
 * Nil and a conjunction: nil passes when it was said about the whole, or when it passes
 * every conjunct and was said about one. Where a reference decides, the marks stay as
 * they are.
 */
static void normal_conjunction_nil(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
    bool is_said = (item->node.flags & PTC_NODE_NULLABLE) != 0;
    bool is_marked = false;
    bool is_unknown = false;
    bool is_refused = false;

    for (uint32_t child = item->node.first; child != 0;
         child = ptc_normal_at(normal, child)->next) {
        const ptc_normal_node *part = ptc_normal_at(normal, child);

        is_marked = is_marked || (part->node.flags & PTC_NODE_NULLABLE) != 0;
        is_refused = is_refused || part->nil == PTC_NIL_REFUSED;
        is_unknown = is_unknown || part->nil == PTC_NIL_UNKNOWN;
    }
    if (!is_said && !is_refused && is_unknown)
        return;
    if (!is_refused && is_marked)
        item->node.flags |= PTC_NODE_NULLABLE;
    ptc_normal_strip_children(normal, index);
}

/* Whether the conjunction stays one of its own in another: not once its OTHER_KEYS and
 * OTHER_ITEMS are gone, since no conjunct is about such values. */
static void normal_note_others(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
    uint32_t child = item->node.first;

    item->marks &= (uint8_t) ~(unsigned)PTC_NORMAL_APART;
    for (; child != 0; child = ptc_normal_at(normal, child)->next) {
        if (ptc_type_is_of_others((ptc_type)ptc_normal_at(normal, child)->node.type))
            item->marks |= PTC_NORMAL_APART;
    }
}

/* By the first conjunct a value is converted, so its decoder is that of the whole. The
 * others check alone. */
static void normal_lift_decoder(ptc_normal *normal, uint32_t index)
{
    uint32_t child;

    if (!ptc_normal_own(normal, index))
        return;
    child = ptc_normal_at(normal, index)->node.first;
    ptc_normal_take_decoder(normal, index,
                            ptc_normal_decoder(&ptc_normal_at(normal, child)->node));
    for (; child != 0; child = ptc_normal_at(normal, child)->next)
        ptc_normal_drop_decoder(normal, child);
}

void ptc_normal_and(ptc_normal *normal, uint32_t index)
{
    normal_lift_decoder(normal, index);
    if (!normal_flatten(normal, index))
        return;
    ptc_normal_close_conjuncts(normal, index);
    normal_note_others(normal, index);
    normal_fold_conjuncts(normal, index);
    normal_settle_conjuncts(normal, index);
    normal_conjunction_nil(normal, index);
    if (ptc_normal_at(normal, index)->node.count == 0) {
        ptc_normal_set_type(ptc_normal_at(normal, index), PTC_TYPE_ANY);
    } else if (ptc_normal_at(normal, index)->node.count == 1) {
        ptc_normal_alone(normal, ptc_normal_at(normal, index)->node.first);
        ptc_normal_melt(normal, index);
    }
}
