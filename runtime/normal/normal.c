/* SPDX-License-Identifier: MIT */
/*
 * Normal form: every node of the work tree, from the back, so children first. Normal form
 * is described in <ptc/schema.h>; unions and conjunctions are normal_merge.c.
 */
#include "normal/normal_int.h"
#include "render/render_int.h"
#include "schema/schema_int.h"

#include <ptc/walk.h>

static bool normal_is(ptc_normal *normal, uint32_t index, ptc_type type)
{
    return ptc_normal_at(normal, index)->node.type == type;
}

/* --- Single types ------------------------------------------------------------------- */

/* An enum has no nil member: it is nullable instead. */
static void normal_enum(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
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
        ptc_normal_set_type(item, PTC_TYPE_NIL);
        return;
    }
    others = ptc_normal_array(normal, kept, sizeof *others);
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
    ptc_normal_node *item = ptc_normal_at(normal, index);
    const ptc_normal_node *key = ptc_normal_at(normal, item->node.first);

    if (item->node.interval == NULL && item->node.count == 2 &&
        key->node.type == PTC_TYPE_KEYWORD &&
        !(key->node.flags & (PTC_NODE_NULLABLE | PTC_NODE_DECODED)) &&
        normal_is(normal, key->next, PTC_TYPE_ANY) &&
        !(ptc_normal_at(normal, key->next)->node.flags & PTC_NODE_DECODED))
        ptc_normal_set_type(item, PTC_TYPE_ANY_MAP);
}

/* A registry without definitions is its body; else the body's nil, decoder and words are
 * the registry's. */
static void normal_registry(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
    ptc_normal_node *body = ptc_normal_at(normal, item->node.first);

    if (item->node.count == 1) {
        ptc_normal_melt(normal, index);
        return;
    }
    if (body->node.flags & PTC_NODE_NULLABLE)
        item->node.flags |= PTC_NODE_NULLABLE;
    ptc_normal_strip_nil(normal, item->node.first);
    ptc_normal_take_decoder(normal, index, ptc_normal_decoder(&body->node));
    ptc_normal_drop_decoder(normal, item->node.first);
    if (ptc_normal_extra_speaks(body->node.extra))
        item->type = body->node.extra;
    body->marks |= PTC_NORMAL_SILENT;
}

/* Parameters are shown to the model, so hiding one by its name has no effect. */
static void normal_function(ptc_normal *normal, uint32_t index)
{
    uint32_t parameters = ptc_normal_at(normal, index)->node.first;
    uint32_t child = ptc_normal_at(normal, parameters)->node.first;

    for (; child != 0; child = ptc_normal_at(normal, child)->next) {
        if (ptc_normal_at(normal, child)->node.flags & PTC_NODE_FIREWALLED)
            ptc_normal_warn(
                normal, child, PTC_DIAG_SIG_FIREWALL_INPUT,
                "'_' on an input hides nothing from the model, which supplies the value");
    }
}

/* --- Every node --------------------------------------------------------------------- */

static ptc_normal_nil normal_nil_of_parts(ptc_normal *normal, uint32_t index, bool any)
{
    ptc_normal_nil decides = any ? PTC_NIL_ACCEPTED : PTC_NIL_REFUSED;
    ptc_normal_nil otherwise = any ? PTC_NIL_REFUSED : PTC_NIL_ACCEPTED;
    uint32_t child = ptc_normal_at(normal, index)->node.first;

    for (; child != 0; child = ptc_normal_at(normal, child)->next) {
        ptc_normal_nil part = (ptc_normal_nil)ptc_normal_at(normal, child)->nil;

        if (part == decides)
            return decides;
        if (part == PTC_NIL_UNKNOWN)
            otherwise = PTC_NIL_UNKNOWN;
    }
    return otherwise;
}

static ptc_normal_nil normal_nil_of_not(ptc_normal *normal, uint32_t child)
{
    switch ((ptc_normal_nil)ptc_normal_at(normal, child)->nil) {
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
    const ptc_schema_node *node = &ptc_normal_at(normal, index)->node;

    if (node->flags & (PTC_NODE_NULLABLE | PTC_NODE_OTHERS))
        return PTC_NIL_ACCEPTED;
    if (ptc_normal_at(normal, index)->marks & PTC_NORMAL_SHARED)
        return (ptc_normal_nil)ptc_normal_at(normal, index)->nil;
    switch (node->type) {
    case PTC_TYPE_ONE:
        return ptc_normal_nil_of_one(normal, index);
    case PTC_TYPE_IF:
        return ptc_normal_nil_of_if(normal, index);
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
        return (ptc_normal_nil)ptc_normal_at(normal, node->first)->nil;
    case PTC_TYPE_REF:
    case PTC_TYPE_CUSTOM:
        return PTC_NIL_UNKNOWN;
    default:
        return node->flags & PTC_NODE_OTHERS ? PTC_NIL_ACCEPTED : PTC_NIL_REFUSED;
    }
}

/* Whether the slot of a parameter takes its value from the context: that it may be
 * absent, and its default, mean nothing there. */
static bool normal_is_from_context(const ptc_normal_node *item)
{
    return (item->node.flags & PTC_NODE_CONTEXT) != 0;
}

/* Whether a field was said to be optional, or has a default. */
static bool normal_says_optional(ptc_normal *normal, const ptc_normal_node *item)
{
    return !normal_is_from_context(item) &&
           (item->node.extra->default_value.kind != PTC_NIL ||
            ptc_draft_node_at(normal->draft, item->slot)->is_optional);
}

static bool normal_is_apart(ptc_normal *normal, const ptc_normal_node *item)
{
    return !normal_is_from_context(item) &&
           ptc_draft_node_at(normal->draft, item->slot)->is_apart;
}

/* Optional and nullable are one, but where they are kept apart. */
static void normal_optional(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);

    if ((item->marks & PTC_NORMAL_FIELD) && !normal_is_apart(normal, item) &&
        normal_says_optional(normal, item))
        item->node.flags |= PTC_NODE_NULLABLE;
}

/* A field whose default is nil may be absent; its settled type must take nil for that. */
static void normal_nil_default(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);

    if (!(item->marks & PTC_NORMAL_FIELD) || normal_is_from_context(item) ||
        !ptc_draft_node_at(normal->draft, item->slot)->has_nil_default)
        return;
    if (normal_nil(normal, index) == PTC_NIL_REFUSED)
        ptc_normal_fault(normal, index, PTC_DIAG_SIG_DEFAULT, PTC_DIAG_MALLI_DEFAULT,
                         "nil is not a default of a type that refuses it; "
                         "write [:maybe T], or {:optional true}");
    else if (normal_is_apart(normal, item))
        item->node.flags |= PTC_NODE_OPTIONAL;
    else
        item->node.flags |= PTC_NODE_NULLABLE;
}

/* Whether a node takes nil by a mark: its own, or that of what it refers to or of an
 * alternative. What a reference in this tree leads to may not be settled yet. */
void ptc_normal_note_nil(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
    uint32_t child = item->node.first;
    unsigned marks = 0;

    if (item->node.flags & PTC_NODE_NULLABLE)
        marks = PTC_NORMAL_TAKES_NIL;
    else if (item->node.type == PTC_TYPE_REF)
        marks = ptc_normal_at(normal, child)->marks |
                (child >= normal->fresh ? PTC_NORMAL_IS_OPEN : 0u);
    else if (item->node.type == PTC_TYPE_REGISTRY)
        marks = ptc_normal_at(normal, child)->marks;
    else if (item->node.type == PTC_TYPE_UNION)
        for (; child != 0; child = ptc_normal_at(normal, child)->next)
            marks |= ptc_normal_at(normal, child)->marks;
    if (marks & PTC_NORMAL_TAKES_NIL)
        marks = PTC_NORMAL_TAKES_NIL;
    item->marks &= (uint8_t) ~(unsigned)(PTC_NORMAL_TAKES_NIL | PTC_NORMAL_IS_OPEN);
    item->marks |= (uint8_t)(marks & (PTC_NORMAL_TAKES_NIL | PTC_NORMAL_IS_OPEN));
}

/* Whether a field may be absent: where nil says so as well, what takes nil may. While
 * that depends on a reference in this tree, it may; see ptc_normal_decide_absence. */
static void normal_absence(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
    bool is_optional =
        normal_is_apart(normal, item)
            ? normal_says_optional(normal, item)
            : (item->marks & (PTC_NORMAL_TAKES_NIL | PTC_NORMAL_IS_OPEN)) != 0;

    if (is_optional)
        item->node.flags |= PTC_NODE_OPTIONAL;
    if (item->node.type == PTC_TYPE_ANY || item->node.type == PTC_TYPE_NIL ||
        (item->node.flags & PTC_NODE_OTHERS) != 0)
        item->node.flags &= (uint16_t) ~(unsigned)PTC_NODE_NULLABLE;
}

void ptc_normal_decide_absence(ptc_normal *normal)
{
    bool is_changed = false;

    for (size_t i = normal->fresh; i < normal->count; i++) {
        ptc_normal_node *item = &normal->items[i];

        if ((item->marks & PTC_NORMAL_FIELD) && (item->marks & PTC_NORMAL_IS_OPEN) &&
            !normal_is_apart(normal, item)) {
            item->node.flags &= (uint16_t) ~(unsigned)PTC_NODE_OPTIONAL;
            is_changed = true;
        }
    }
    for (size_t i = normal->count; is_changed && i-- > normal->fresh;) {
        const ptc_normal_node *item = &normal->items[i];

        if (i == normal->fresh ||
            !ptc_normal_dissolves(&normal->items[item->node.parent], item))
            ptc_normal_hash(normal, (uint32_t)i);
    }
}

/* Only parameters have values from the context. */
static void normal_context(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
    uint32_t parent = item->node.parent;
    uint32_t above = ptc_normal_at(normal, parent)->node.parent;

    if (normal_is_from_context(item) &&
        (index == parent || parent == above ||
         !normal_is(normal, above, PTC_TYPE_FUNCTION) ||
         ptc_normal_at(normal, above)->node.first != parent))
        item->node.flags &= (uint16_t) ~(unsigned)PTC_NODE_CONTEXT;
    if (normal_is_from_context(item) &&
        !ptc_context_path_is_valid(item->node.extra->context))
        ptc_normal_fault(normal, index, PTC_DIAG_CONTEXT_PATH, PTC_DIAG_CONTEXT_PATH,
                         "a context path is \"app\" or \"config\" and at least one more "
                         "segment: app.user.id");
}

/* Combines the slot with the settled content. */
static void normal_slot(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);
    ptc_schema_node *node = &item->node;
    bool is_field = (item->marks & PTC_NORMAL_FIELD) != 0;

    /* In a union the mark stays for the union to take. */
    if (!is_field && !normal_is(normal, node->parent, PTC_TYPE_UNION) &&
        (node->type == PTC_TYPE_ANY || node->type == PTC_TYPE_NIL ||
         (node->flags & PTC_NODE_OTHERS) != 0))
        node->flags &= (uint16_t) ~(unsigned)PTC_NODE_NULLABLE;
    if (!is_field)
        node->flags &= (uint16_t) ~(unsigned)PTC_NODE_FIREWALLED;
    ptc_normal_note_nil(normal, index);
    if (is_field)
        normal_absence(normal, index);
    if (is_field && ptc_draft_node_at(normal->draft, item->slot)->is_exact)
        node->flags |= PTC_NODE_EXACT;
}

static bool normal_has_interval(ptc_type type)
{
    return ptc_type_is_numeric(type) || type == PTC_TYPE_DECIMAL ||
           type == PTC_TYPE_STRING || type == PTC_TYPE_LIST || type == PTC_TYPE_SET ||
           type == PTC_TYPE_PREFIX || type == PTC_TYPE_CONTAINS;
}

static void normal_content(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = ptc_normal_at(normal, index);

    switch (item->node.type) {
    case PTC_TYPE_UNION:
        ptc_normal_union(normal, index);
        break;
    case PTC_TYPE_AND:
        ptc_normal_and(normal, index);
        break;
    case PTC_TYPE_ENUM:
        normal_enum(normal, index);
        break;
    case PTC_TYPE_CONST:
        if (item->node.members[0].kind == PTC_NIL)
            ptc_normal_set_type(item, PTC_TYPE_NIL);
        break;
    case PTC_TYPE_REGISTRY:
        normal_registry(normal, index);
        break;
    case PTC_TYPE_FUNCTION:
        normal_function(normal, index);
        break;
    case PTC_TYPE_MAP_OF:
        ptc_normal_interval(normal, index, index);
        normal_map_of(normal, index);
        break;
    case PTC_TYPE_ONE:
        ptc_normal_one(normal, index);
        break;
    default:
        if (!normal_has_interval((ptc_type)item->node.type))
            item->node.interval = NULL;
        ptc_normal_interval(normal, index, index);
        ptc_normal_condition(normal, index);
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
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
        return node->count == 1;
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_FUNCTION:
        return node->count == 2;
    case PTC_TYPE_IF:
        return node->count == 3;
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_ONE:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_MULTI:
    case PTC_TYPE_REGISTRY:
        return node->count >= 1;
    case PTC_TYPE_CONST:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_MULTIPLE:
        return node->members != NULL;
    default:
        return true;
    }
}

/* --- Weight ------------------------------------------------------------------------- */

/* A value is checked against all that a type passes it on to, as a whole, at most this
 * often.
 */
#define NORMAL_WEIGHT_MAX ((uint32_t)1 << 20)

/* Named types and references make it possible to write many with few words. */
uint32_t ptc_normal_weight(ptc_normal *normal, uint32_t index)
{
    const ptc_normal_node *item = ptc_normal_at(normal, index);
    uint32_t child = item->node.first;
    uint64_t weight = 1;

    if (item->marks & PTC_NORMAL_SHARED)
        return item->weight;
    switch (item->node.type) {
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_MULTI:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
        for (; child != 0; child = ptc_normal_at(normal, child)->next)
            weight += ptc_normal_at(normal, child)->weight;
        break;
    case PTC_TYPE_NOT:
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
        weight += ptc_normal_at(normal, child)->weight;
        break;
    default:
        break;
    }
    if (weight <= NORMAL_WEIGHT_MAX)
        return (uint32_t)weight;
    ptc_normal_fault(normal, index, PTC_DIAG_SIG_TOO_LARGE, PTC_DIAG_MALLI_TOO_LARGE,
                     "unions and conjunctions are nested in too many layers");
    return 0; /* said once */
}

/* --- All of it ---------------------------------------------------------------------- */

void ptc_normal_settle(ptc_normal *normal, bool is_type)
{
    for (size_t i = normal->count; i-- > normal->fresh && !normal->is_refused;) {
        uint32_t index = (uint32_t)i;
        bool is_root = i == normal->fresh;
        ptc_normal_node *item = ptc_normal_at(normal, index);
        const ptc_normal_node *parent = ptc_normal_at(normal, item->node.parent);

        if (!is_root && ptc_normal_dissolves(parent, item))
            continue; /* the parent takes its children */
        if (!(item->marks & PTC_NORMAL_SHARED) && !normal_is_whole(&item->node)) {
            normal->is_failed = true;
            return;
        }
        normal_context(normal, index);
        if (!is_root || !is_type)
            normal_optional(normal, index);
        if (!(item->marks & PTC_NORMAL_SHARED)) {
            normal_content(normal, index);
            ptc_normal_facts(normal, index);
        }
        if (!is_root || !is_type) {
            normal_nil_default(normal, index);
            normal_slot(normal, index);
        } else {
            ptc_normal_note_nil(normal, index);
        }
        item = ptc_normal_at(normal, index);
        item->nil = (uint8_t)normal_nil(normal, index);
        item->weight = ptc_normal_weight(normal, index);
        ptc_normal_hash(normal, index);
    }
}
