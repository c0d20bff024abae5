/* SPDX-License-Identifier: MIT */
/*
 * From the loose draft that a reader builds (draft.c) to the one normal form of a schema:
 * the tree between the two.
 *
 * ptc_draft_finish works in four passes over one array of work nodes in which parents
 * stand before their children: expand (finish.c: copies the draft, named types included),
 * settle (normal.c: normal form, from the back), check (check.c) and lay out (layout.c).
 * Children are chains, so that splicing and dropping cost nothing; a node that melts into
 * its only child takes over the content and keeps its index, so indices never move.
 *
 * It touches base, edn (diagnostics), schema, render and walk (defaults are judged).
 * Nothing in it is mutually recursive: passes over trees are loops.
 */
#ifndef PTC_NORMAL_INT_H
#define PTC_NORMAL_INT_H

#include <ptc/schema.h>

/* The end of a chain, and "nowhere". Index 0 is the root, which is nobody's child. */
#define PTC_NORMAL_NONE 0u

enum {
    PTC_NORMAL_FIELD = 1,  /* stands in a field or parameter: may be optional */
    PTC_NORMAL_COPIED = 2, /* inside a copy of a named type: faults were reported there */
    PTC_NORMAL_SILENT = 4, /* its description and other words went to the parent */
};

/* Whether nil satisfies a node. */
typedef enum ptc_normal_nil {
    PTC_NIL_REFUSED,
    PTC_NIL_ACCEPTED,
    PTC_NIL_UNKNOWN, /* a reference or a custom validator decides */
} ptc_normal_nil;

typedef struct ptc_normal_node {
    ptc_schema_node node;         /* first: head of the chain; parent: as expanded; REF:
                                     first is the definition's index; extra: the slot's */
    const ptc_schema_extra *type; /* extra of the content, where that is not the slot */
    uint64_t hash;                /* of content and children, when the tree has unions */
    uint32_t last;                /* end of the chain of children */
    uint32_t next;                /* next sibling */
    uint32_t place;               /* scratch of the pass that runs */
    ptc_draft_ref source;         /* whose content this is */
    ptc_draft_ref slot;           /* whose place this is */
    uint8_t marks;
    uint8_t nil; /* ptc_normal_nil */
} ptc_normal_node;

typedef struct ptc_normal {
    ptc_draft *draft;
    ptc_arena *scratch;
    ptc_normal_node *items;
    size_t count;
    size_t capacity;
    uint32_t *pairs; /* stack of comparisons */
    size_t pair_capacity;
    size_t steps; /* of merging, bounded: hostile nesting must not take quadratic time */
    bool has_unions; /* hashes are needed */
    bool has_refs;
    bool is_failed;  /* a fault was found */
    bool is_refused; /* an allocation was refused */
} ptc_normal;

/* --- draft.c --- */

/* Reports a fault at the slot of `index`, once: within a copy of a named type the type's
 * own declaration has reported it. `sig` is for shorthand, `malli` for nodes from Malli.
 */
void ptc_normal_fault(ptc_normal *normal, uint32_t index, ptc_diag_code sig,
                      ptc_diag_code malli, const char *message);

/* The same for a warning about node `index`, placed at the slot of node `at`. */
void ptc_normal_warn(ptc_normal *normal, uint32_t index, uint32_t at, ptc_diag_code code,
                     const char *message);

/* --- normal_tree.c --- */

PTC_INLINE ptc_normal_node *ptc_normal_at(ptc_normal *normal, uint32_t index)
{
    return &normal->items[index];
}

/* Counts work that merging does; false, with a diagnostic, once too much was done. */
bool ptc_normal_step(ptc_normal *normal, uint32_t index, size_t steps);

/* Zeroed scratch memory; NULL when refused, which is noted. */
void *ptc_normal_array(ptc_normal *normal, size_t count, size_t size);

/* Chains of children. */
void ptc_normal_clear_chain(ptc_normal_node *item);
void ptc_normal_push(ptc_normal *normal, uint32_t parent, uint32_t child);

/* Makes the node one of `type` without children, members or checks. */
void ptc_normal_set_type(ptc_normal_node *item, ptc_type type);

/* Node `index` takes over the content of its only child; its slot stays. */
void ptc_normal_melt(ptc_normal *normal, uint32_t index);

/* Whether an extra says something about the content of a node. */
bool ptc_normal_extra_speaks(const ptc_schema_extra *extra);

/* Takes the mark of nil from a node, or from all of its children. */
void ptc_normal_strip_nil(ptc_normal *normal, uint32_t index);
void ptc_normal_strip_children(ptc_normal *normal, uint32_t index);

/* Settles the interval of a node; an empty one is a fault at node `at`. */
void ptc_normal_interval(ptc_normal *normal, uint32_t index, uint32_t at);

/* Notes the hash of a node whose children have theirs. */
void ptc_normal_hash(ptc_normal *normal, uint32_t index);

/* Whether two settled subtrees mean the same, wherever they stand. */
bool ptc_normal_same(ptc_normal *normal, uint32_t a, uint32_t b);

/* --- normal_merge.c --- */

/* Whether a child of that node dissolves into it. */
bool ptc_normal_dissolves(const ptc_schema_node *parent, const ptc_schema_node *child);

void ptc_normal_union(ptc_normal *normal, uint32_t index);
void ptc_normal_and(ptc_normal *normal, uint32_t index);

/* --- normal.c --- */

/* Brings every node into normal form. */
void ptc_normal_settle(ptc_normal *normal);

/* --- check.c --- */

/* Refuses references that lead to themselves with no structure in between. */
void ptc_normal_check_cycles(ptc_normal *normal);

/* Checks what needs the finished schema: defaults, and the lint on depth. */
ptc_status ptc_schema_check(ptc_draft *draft, const ptc_schema *schema,
                            ptc_arena *scratch);

/* --- layout.c --- */

/* Copies the settled tree into `arena`, breadth first. */
ptc_status ptc_normal_lay_out(ptc_normal *normal, ptc_arena *arena, ptc_schema *out);

#endif
