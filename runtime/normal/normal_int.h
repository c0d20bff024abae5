/* SPDX-License-Identifier: MIT */
/*
 * From the loose draft that a reader builds (draft.c) to the one normal form of a schema:
 * the tree between the two.
 *
 * A unit finishes the roots of a draft, one or, for the contracts of a file, many. Each
 * goes through four passes over one array of work nodes in which parents come before
 * their children: expand (finish.c: makes work nodes of the draft), settle (normal.c:
 * normal form, from the back), check (check.c) and lay out (layout.c). Children are
 * chains, so that splicing and dropping cost nothing; a node that is merged with its only
 * child takes over the content and keeps its index, so indices never move.
 *
 * A named type is expanded and settled once, before what uses it, as its own tree. Each
 * use is a work node with a copy of the settled content, marked SHARED: its chain of
 * children belongs to the type. To change such a chain (as a union does that takes in the
 * alternatives of a named one), copy it first (ptc_normal_own).
 *
 * It depends on base, edn (diagnostics), schema, render and walk (defaults are checked).
 * Nothing in it is mutually recursive: passes over trees are loops.
 */
#ifndef PTC_NORMAL_INT_H
#define PTC_NORMAL_INT_H

#include "base/base_int.h"

#include <ptc/schema.h>

/* The end of a chain, and "nowhere". Index 0 is the root, which is no one's child. */
#define PTC_NORMAL_NONE 0u

enum {
    PTC_NORMAL_FIELD = 1,      /* is in a field or parameter: may be optional */
    PTC_NORMAL_SHARED = 2,     /* uses a named type: content and children belong to the
                                * type */
    PTC_NORMAL_SILENT = 4,     /* its description and other words went to the parent */
    PTC_NORMAL_FAULTY = 8,     /* a named type at fault, which was reported */
    PTC_NORMAL_TAKES_NIL = 16, /* nil is accepted by a mark; see ptc_normal_note_nil */
    PTC_NORMAL_IS_OPEN = 32,   /* that depends on a reference in the same tree */
    PTC_NORMAL_APART = 64,     /* AND: a conjunct is about what the others do not mention,
                                * so no further ones may be added */
};

/* Flags that say something of a slot; all others are of its content. DECODED is of both:
 * a slot without a decoder has that of its content. */
#define PTC_NORMAL_OF_SLOT                                                               \
    ((unsigned)PTC_NODE_OTHERWISE | (unsigned)PTC_NODE_FIREWALLED |                      \
     (unsigned)PTC_NODE_CONTEXT | (unsigned)PTC_NODE_DECODED)

/* Whether nil satisfies a node. */
typedef enum ptc_normal_nil {
    PTC_NIL_REFUSED,
    PTC_NIL_ACCEPTED,
    PTC_NIL_UNKNOWN, /* a reference or a custom validator decides */
} ptc_normal_nil;

/* What nodes of a schema point to, once it is laid out. */
typedef struct ptc_normal_content {
    ptc_str type_name;
    const ptc_interval *interval;
    const ptc_value *members;
    const ptc_pattern *patterns;
    ptc_str description;
    ptc_str title;
    ptc_value properties;
} ptc_normal_content;

typedef struct ptc_normal_node {
    ptc_schema_node node;         /* first: head of the chain; parent: as expanded; REF:
                                     first is the definition's index; extra: the slot's */
    const ptc_schema_extra *type; /* extra of the content, where that is not the slot */
    uint64_t hash;                /* of content and children */
    uint64_t inner;               /* of the children */
    uint32_t last;                /* end of the chain of children */
    uint32_t next;                /* next sibling */
    uint32_t place;               /* scratch of expanding and checking */
    uint32_t mate;                /* of a chain, at its first node, and of a definition.
                                     Comparing: one that is the same, or 0; laying out:
                                     nodes that share the chain */
    uint32_t laid;                /* index in the schema, or 0; definitions of registries
                                     and first nodes of chains */
    uint32_t weight;              /* steps of checking a value by it as a whole at most */
    uint32_t original; /* the node of a named type that this is a copy of, or 0 */
    ptc_normal_content *content; /* of such an original, laid out for all copies */
    ptc_draft_ref source;        /* whose content this is */
    ptc_draft_ref slot;          /* whose place this is; of what came with a named type,
                                    that of the type's use */
    uint8_t marks;
    uint8_t nil; /* ptc_normal_nil */
} ptc_normal_node;

/* A field with a default, in the schema and where it is in the text. */
typedef struct ptc_normal_default {
    uint32_t node;
    ptc_span span;
    bool is_literal; /* written after the type, not as a property of Malli */
    bool is_wrong;   /* it does not fit its type */
    ptc_schema_extra *extra;
} ptc_normal_default;

typedef struct ptc_normal {
    ptc_draft *draft;
    ptc_arena *scratch;
    ptc_arena *result;
    ptc_normal_node *items;
    size_t count;
    size_t capacity;
    size_t fresh;      /* the first work node that is not settled, checked, laid out */
    uint32_t *pending; /* stack of draft nodes */
    size_t pending_capacity;
    ptc_draft_ref *types; /* named types that are settled, or are being */
    size_t type_count;
    size_t type_capacity;
    uint32_t *pairs; /* stack of comparisons */
    size_t pair_capacity;
    uint32_t *mated; /* chains that have a mate */
    size_t mated_count;
    size_t mated_capacity;
    ptc_arena *growing;     /* the arena of: */
    ptc_schema_node *nodes; /* laid out */
    uint32_t node_count;
    size_t node_capacity;
    ptc_normal_default *defaults; /* of what was laid out last */
    size_t default_count;
    size_t default_capacity;
    size_t work;  /* nodes that were expanded, over all roots */
    size_t steps; /* of merging, bounded: hostile nesting must not take quadratic time */
    bool has_refs;
    bool has_types;  /* definitions that are named types */
    bool is_failed;  /* a fault was found */
    bool is_refused; /* an allocation was refused */
    /* The text that a draft node is of; NULL: of one text, which the diagnostics name. */
    const ptc_source *(*find_source)(void *user, ptc_draft_ref ref);
    void *user;
    bool lacks_judge; /* of a node that has values checked as schemas; no root of the unit
                       * is finished any more */
} ptc_normal;

/* --- draft.c ---- */

/* Nodes that are side by side. */
#define PTC_DRAFT_BLOCK 32u

/* ptc_draft_at, for callers that use it often. */
PTC_INLINE ptc_draft_node *ptc_draft_node_at(ptc_draft *draft, ptc_draft_ref ref)
{
    if (ref == 0)
        return &draft->scratch;
    return &draft->blocks[ref / PTC_DRAFT_BLOCK][ref % PTC_DRAFT_BLOCK];
}

/* --- finish.c --- */

/* Starts a unit; schemas will be laid out in `result`. Nodes of many roots grow in the
 * arena of the draft. */
void ptc_normal_begin(ptc_normal *normal, ptc_draft *draft, ptc_arena *result,
                      bool has_many);

/* Finishes a root: see ptc_draft_finish. The nodes of `out` may move with the next one.
 */
ptc_status ptc_normal_finish(ptc_normal *normal, ptc_draft_ref root, ptc_schema *out);

/* Ends the unit: gives the nodes of its schemas, moved to the result; NULL when that was
 * refused memory. The draft may be finished again. */
const ptc_schema_node *ptc_normal_end(ptc_normal *normal);

/* --- fit.c ------ */

/* Finishes the type under `ref` on its own, in `arena`; what is wrong with it is reported
 * later, when the whole is finished. */
bool ptc_draft_finish_alone(ptc_draft *draft, ptc_arena *arena, ptc_draft_ref ref,
                            ptc_schema *out);

/*
 * Whether `given` fits the type under `ref`, as it is or coerced; then `*fitting`, in
 * `arena`, is it. Memory that was refused shows in the arena.
 */
bool ptc_draft_fits(ptc_arena *arena, ptc_draft *draft, ptc_draft_ref ref,
                    const ptc_value *given, ptc_value *fitting);

/* --- normal_tree.c --- */

/* Where a node is in the text that is being finished: never in a type's declaration,
 * which may be in another file. */
ptc_span ptc_normal_span(ptc_normal *normal, const ptc_normal_node *item);

/* Reports a fault at the slot of `index`. `sig` is for shorthand, `malli` for nodes from
 * Malli. */
void ptc_normal_fault(ptc_normal *normal, uint32_t index, ptc_diag_code sig,
                      ptc_diag_code malli, const char *message);

/* A warning at the slot of `index`. */
void ptc_normal_warn(ptc_normal *normal, uint32_t index, ptc_diag_code code,
                     const char *message);

PTC_INLINE ptc_normal_node *ptc_normal_at(ptc_normal *normal, uint32_t index)
{
    return &normal->items[index];
}

/* Counts work that merging does; false, with a diagnostic, once too much was done. */
bool ptc_normal_step(ptc_normal *normal, uint32_t index, size_t steps);

/* Zeroed scratch memory; NULL when refused, which is recorded. */
void *ptc_normal_array(ptc_normal *normal, size_t count, size_t size);

/* Chains of children. */
void ptc_normal_clear_chain(ptc_normal_node *item);
void ptc_normal_push(ptc_normal *normal, uint32_t parent, uint32_t child);

/* Makes the children of a node that shares them its own, to be changed; false when that
 * was refused. */
bool ptc_normal_own(ptc_normal *normal, uint32_t index);

/* Makes the node one of `type` without children, members or checks. */
void ptc_normal_set_type(ptc_normal_node *item, ptc_type type);

/* Node `index` takes over the content of its only child; its slot stays. */
void ptc_normal_melt(ptc_normal *normal, uint32_t index);

/* Whether an extra says something about the content of a node. */
bool ptc_normal_extra_speaks(const ptc_schema_extra *extra);

/* The decoder that a node has; empty: none. */
PTC_INLINE ptc_str ptc_normal_decoder(const ptc_schema_node *node)
{
    return (node->flags & PTC_NODE_DECODED) != 0 ? node->extra->decoder : PTC_STR("");
}

/* Gives a node a decoder, or an empty one: none, unless it has one. */
void ptc_normal_take_decoder(ptc_normal *normal, uint32_t index, ptc_str decoder);

/* Takes the decoder from a node. */
void ptc_normal_drop_decoder(ptc_normal *normal, uint32_t index);

/* Takes the mark of nil from a node, or from all of its children. */
void ptc_normal_strip_nil(ptc_normal *normal, uint32_t index);
void ptc_normal_strip_children(ptc_normal *normal, uint32_t index);

/* Settles the interval of a node; an empty one is a fault at node `at`. */
void ptc_normal_interval(ptc_normal *normal, uint32_t index, uint32_t at);

/* Records the hash of a node whose children have theirs. */
void ptc_normal_hash(ptc_normal *normal, uint32_t index);

/* Whether two settled subtrees mean the same, wherever they are. */
bool ptc_normal_same(ptc_normal *normal, uint32_t a, uint32_t b);

/* --- normal_facts.c --- */

/* Brings the facts of a settled node that JSON Schema has (PTC_NODE_JSON_EQUAL,
 * PTC_NODE_OTHERS and the like) into normal form: what they do not change is left out. */
void ptc_normal_facts(ptc_normal *normal, uint32_t index);

/* Normal form of the conjuncts that accept other values (PTC_NODE_OTHERS): the types next
 * to them may exclude those values, or all values that the conjuncts are about. */
void ptc_normal_close_conjuncts(ptc_normal *normal, uint32_t index);

/* --- normal_merge.c --- */

/* Whether a child of that node dissolves into it. */
bool ptc_normal_dissolves(const ptc_normal_node *parent, const ptc_normal_node *child);

void ptc_normal_union(ptc_normal *normal, uint32_t index);
void ptc_normal_and(ptc_normal *normal, uint32_t index);

/* --- normal.c --- */

/* Brings every fresh node into normal form. The slot facts of a named type's root are
 * left to its uses. */
void ptc_normal_settle(ptc_normal *normal, bool is_type);

/* Marks a node that takes nil by a mark; what it passes values on to is marked. */
void ptc_normal_note_nil(ptc_normal *normal, uint32_t index);

/* Once all references are followed: fields that take nil only if one of them does may be
 * absent if so. */
void ptc_normal_decide_absence(ptc_normal *normal);

/* How many nodes check a value as a whole, from this one down, in the worst case: too
 * many are a fault. Below references it is known once these are checked. */
uint32_t ptc_normal_weight(ptc_normal *normal, uint32_t index);

/* --- normal_condition.c --- */

/* Brings ONE, IF and the conditions into normal form. */
void ptc_normal_one(ptc_normal *normal, uint32_t index);
void ptc_normal_condition(ptc_normal *normal, uint32_t index);

/* Turns an OTHER_KEYS or OTHER_ITEMS with nothing next to it into a condition on all keys
 * or elements. */
void ptc_normal_alone(ptc_normal *normal, uint32_t index);

/* Whether nil satisfies ONE or IF. */
ptc_normal_nil ptc_normal_nil_of_one(ptc_normal *normal, uint32_t index);
ptc_normal_nil ptc_normal_nil_of_if(ptc_normal *normal, uint32_t index);

/* --- check.c ---- */

/* Refuses references of fresh nodes that lead to themselves with no structure in between,
 * or to too many nodes that check one value. */
void ptc_normal_check_references(ptc_normal *normal);

/* Checks what needs the finished schema: defaults, which become values of their types,
 * and the lint on depth. */
ptc_status ptc_normal_check(ptc_normal *normal, const ptc_schema *schema);

/* --- layout.c --- */

/* Lays the settled tree under `root` out after the nodes of the unit, breadth first,
 * shared children after all nodes that share them. */
ptc_status ptc_normal_lay_out(ptc_normal *normal, uint32_t root, ptc_schema *out);

#endif
