/* SPDX-License-Identifier: MIT */
/*
 * The way from a draft to a schema: named types first, then the root is expanded into
 * work nodes, settled, checked and laid out. `place` of a definition's draft node is its
 * work node in the tree that is being expanded.
 */
#include "normal/normal_int.h"
#include "schema/schema_int.h"

/* In `settled` of a draft node: the type is being visited, or is at fault. */
#define TYPE_IS_OPEN UINT32_MAX

/* --- Expansion ---------------------------------------------------------------------- */

static bool expand_is_named_type(const ptc_draft_node *node)
{
    return node->type == PTC_TYPE_REF && node->extra.named_type.len > 0;
}

/* Whether a node uses a named type that contains itself. */
static bool expand_is_recursive(ptc_draft *draft, const ptc_draft_node *node)
{
    return expand_is_named_type(node) &&
           ptc_draft_node_at(draft, node->target)->is_definition;
}

/* The draft node whose content stands for `ref`, and what nullable marks and first
 * decoder are passed. A type that contains itself is referred to. */
static ptc_draft_ref expand_content(ptc_draft *draft, ptc_draft_ref ref,
                                    unsigned *nullable, ptc_str *decoder)
{
    const ptc_draft_node *node = ptc_draft_node_at(draft, ref);
    size_t steps = 0;

    *nullable = node->flags & PTC_NODE_NULLABLE;
    *decoder = node->extra.decoder;
    while (expand_is_named_type(node) && !expand_is_recursive(draft, node)) {
        ref = node->target;
        node = ptc_draft_node_at(draft, ref);
        *nullable |= node->flags & PTC_NODE_NULLABLE;
        if (decoder->len == 0)
            *decoder = node->extra.decoder;
        if (ref == 0 || ++steps > draft->count)
            return 0;
    }
    return ref;
}

/* Fills a work node from the draft node in its slot and the one with its content. */
static void expand_fill(ptc_normal_node *item, const ptc_draft_node *slot,
                        const ptc_draft_node *content)
{
    ptc_schema_node *node = &item->node;

    node->type = content->type;
    node->flags = (uint16_t)((content->flags &
                              ~(PTC_NORMAL_OF_SLOT | (unsigned)PTC_NODE_OPTIONAL)) |
                             (slot->flags & PTC_NORMAL_OF_SLOT));
    node->name = slot->name;
    node->type_name = content->type_name;
    node->interval = ptc_interval_is_open(&content->interval) ? NULL : &content->interval;
    node->members = content->members;
    node->patterns = content->patterns;
    node->pattern_count = (uint8_t)content->pattern_count;
    node->count = content->type == PTC_TYPE_ENUM ? content->member_count : 0;
    node->extra = &slot->extra;
    item->type = slot == content ? NULL : &content->extra;
}

/* Fills a work node that uses a named type, which is settled. */
static void expand_use(ptc_normal *normal, ptc_normal_node *item,
                       const ptc_draft_node *slot, uint32_t type)
{
    const ptc_normal_node *settled = &normal->items[type];

    *item = *settled;
    item->node.flags =
        (uint16_t)((settled->node.flags & ~PTC_NORMAL_OF_SLOT) |
                   (slot->flags & (PTC_NORMAL_OF_SLOT | PTC_NODE_NULLABLE)));
    item->node.name = slot->name;
    item->node.extra = &slot->extra;
    if (item->type == NULL)
        item->type = settled->node.extra;
    item->marks = (uint8_t)(PTC_NORMAL_SHARED | (settled->marks & PTC_NORMAL_APART));
    item->next = item->place = item->laid = 0;
    item->original = type;
    item->content = NULL;
    if (settled->marks & PTC_NORMAL_FAULTY)
        normal->is_failed = true;
}

static bool expand_too_large(ptc_normal *normal, const ptc_draft_node *slot)
{
    normal->is_failed = true;
    ptc_diag_add(
        normal->draft->diags,
        slot->flags & PTC_NODE_MALLI ? PTC_DIAG_MALLI_TOO_LARGE : PTC_DIAG_SIG_TOO_LARGE,
        slot->extra.span, "there are more than %zu parts", normal->draft->node_limit);
    return false;
}

/* Appends a work node for `ref` under `parent`; false when refused or too many. */
static bool expand_node(ptc_normal *normal, ptc_draft_ref ref, uint32_t parent)
{
    ptc_draft *draft = normal->draft;
    void *items = normal->items;
    unsigned nullable;
    ptc_str decoder;
    ptc_draft_ref source = expand_content(draft, ref, &nullable, &decoder);
    const ptc_draft_node *slot = ptc_draft_node_at(draft, ref);
    ptc_normal_node *item;

    if (normal->count + normal->node_count > draft->node_limit || source == 0 ||
        ptc_draft_node_at(draft, source)->pattern_count > UINT8_MAX)
        return expand_too_large(normal, slot);
    if (!ptc_arena_reserve(normal->scratch, &items, &normal->capacity, normal->count,
                           normal->count + 1, sizeof *normal->items)) {
        normal->is_refused = true;
        return false;
    }
    normal->items = items;
    item = &normal->items[normal->count++];
    memset(item, 0, sizeof *item);
    if (source != ref && !expand_is_recursive(draft, ptc_draft_node_at(draft, source)))
        expand_use(normal, item, slot, ptc_draft_node_at(draft, source)->settled);
    else
        expand_fill(item, slot, ptc_draft_node_at(draft, source));
    item->slot = ref;
    item->source = source;
    item->node.flags |= (uint8_t)nullable;
    item->node.parent = parent;
    ptc_normal_take_decoder(normal, (uint32_t)(normal->count - 1), decoder);
    if (item->marks & PTC_NORMAL_SHARED)
        ptc_normal_take_decoder(normal, (uint32_t)(normal->count - 1),
                                ptc_normal_decoder(&normal->items[item->original].node));
    if (item->node.type == PTC_TYPE_MALLI_SCHEMA && draft->judge == NULL)
        normal->lacks_judge = true;
    return true;
}

/* Links the newest work node after the children of `parent`. */
static void expand_link_newest(ptc_normal *normal, uint32_t parent)
{
    uint32_t index = (uint32_t)normal->count - 1;
    ptc_normal_node *above = &normal->items[parent];

    if (above->node.first == PTC_NORMAL_NONE)
        above->node.first = index;
    else
        normal->items[above->last].next = index;
    above->last = index;
    above->node.count++;
    if (above->node.type == PTC_TYPE_MAP)
        normal->items[index].marks |= PTC_NORMAL_FIELD;
}

/* Adds the children of work node `index`; they become the new top of the pending list. */
static bool expand_children(ptc_normal *normal, uint32_t index, uint32_t *pending)
{
    ptc_draft *draft = normal->draft;
    uint8_t type = normal->items[index].node.type;
    ptc_draft_ref child = ptc_draft_node_at(draft, normal->items[index].source)->first;

    for (; child != 0; child = ptc_draft_node_at(draft, child)->next) {
        bool is_definition = type == PTC_TYPE_REGISTRY && normal->items[index].last != 0;
        uint32_t place = (uint32_t)normal->count;

        if (!expand_node(normal, child, index))
            return false;
        expand_link_newest(normal, index);
        if (is_definition)
            ptc_draft_node_at(draft, child)->place = place;
        if (is_definition && ptc_draft_node_at(draft, child)->is_definition)
            normal->has_types = true;
        normal->items[place].place = *pending;
        *pending = place;
    }
    return true;
}

/* A reference to a definition in the same tree, or in one that is laid out. */
static void expand_ref(ptc_normal *normal, uint32_t index)
{
    ptc_normal_node *item = &normal->items[index];
    const ptc_draft_node *target = ptc_draft_node_at(
        normal->draft, ptc_draft_node_at(normal->draft, item->source)->target);

    normal->has_refs = true;
    item->node.first = target->place != 0 ? target->place : target->settled;
    if (item->node.first == TYPE_IS_OPEN) { /* at fault, which was reported */
        item->node.first = PTC_NORMAL_NONE;
        normal->is_failed = true;
    } else if (item->node.first == PTC_NORMAL_NONE) {
        ptc_normal_fault(normal, index, PTC_DIAG_MALLI_REF, PTC_DIAG_MALLI_REF,
                         "the reference points outside the schema");
    }
}

/* Work nodes for the tree under `root`; a named type has none above it. */
static bool expand_tree(ptc_normal *normal, ptc_draft_ref root, bool is_type)
{
    uint32_t pending = PTC_NORMAL_NONE;
    uint32_t index = (uint32_t)normal->count;

    if (!expand_node(normal, root, is_type ? 0 : index))
        return false;
    do {
        ptc_type type = (ptc_type)normal->items[index].node.type;
        bool is_shared = (normal->items[index].marks & PTC_NORMAL_SHARED) != 0;

        if (type == PTC_TYPE_REF && is_shared) /* what is left of a union with nil */
            normal->has_refs = true;
        else if (type == PTC_TYPE_REF)
            expand_ref(normal, index);
        else if (ptc_type_has_children(type) && !is_shared &&
                 !expand_children(normal, index, &pending))
            return false;
        index = pending;
        pending = normal->items[index].place;
    } while (index != PTC_NORMAL_NONE);
    return true;
}

/* Undoes the notes of the expansion in the draft and in the work nodes. */
static void expand_forget_places(ptc_normal *normal)
{
    for (size_t i = normal->fresh; i < normal->count; i++) {
        ptc_draft_node_at(normal->draft, normal->items[i].slot)->place = 0;
        normal->items[i].place = 0;
    }
}

/* Expands, settles and checks the tree under `root`. */
static void finish_tree(ptc_normal *normal, ptc_draft_ref root, bool is_type)
{
    bool is_expanded;

    normal->fresh = normal->count;
    normal->steps = 0;
    normal->has_refs = false;
    normal->has_types = false;
    is_expanded = expand_tree(normal, root, is_type);
    normal->work += normal->count - normal->fresh;
    expand_forget_places(normal);
    if (is_expanded && !normal->is_refused)
        ptc_normal_settle(normal, is_type);
    if (!normal->is_failed && !normal->is_refused && normal->has_refs)
        ptc_normal_check_references(normal);
    if (!normal->is_failed && !normal->is_refused && normal->has_refs)
        ptc_normal_decide_absence(normal);
}

/* --- Named types -------------------------------------------------------------------- */

/* In the stack of draft nodes, on top of a type and below what it holds: once this is
 * taken off, the types that it uses are settled, and so the type can be. */
#define TYPE_MARK 0u

/* Records a type that is settled, or will be; false when refused. */
static bool type_add(ptc_normal *normal, ptc_draft_ref type)
{
    void *types = normal->types;

    if (!ptc_arena_reserve(normal->scratch, &types, &normal->type_capacity,
                           normal->type_count, normal->type_count + 1,
                           sizeof *normal->types)) {
        normal->is_refused = true;
        return false;
    }
    normal->types = types;
    normal->types[normal->type_count++] = type;
    return true;
}

static bool type_push(ptc_normal *normal, size_t *count, ptc_draft_ref ref)
{
    void *pending = normal->pending;

    if (!ptc_arena_reserve(normal->scratch, &pending, &normal->pending_capacity, *count,
                           *count + 1, sizeof *normal->pending)) {
        normal->is_refused = true;
        return false;
    }
    normal->pending = pending;
    normal->pending[(*count)++] = ref;
    return true;
}

static bool type_push_children(ptc_normal *normal, size_t *count, ptc_draft_ref ref)
{
    ptc_draft_ref child = ptc_draft_node_at(normal->draft, ref)->first;

    for (; child != 0; child = ptc_draft_node_at(normal->draft, child)->next) {
        if (!type_push(normal, count, child))
            return false;
    }
    return true;
}

/* Begins to visit the type `source`, unless that was done. */
static bool type_enter(ptc_normal *normal, size_t *count, ptc_draft_ref ref,
                       ptc_draft_ref source)
{
    ptc_draft_node *type = ptc_draft_node_at(normal->draft, source);

    if (source != 0 && expand_is_recursive(normal->draft, type))
        return true;
    if (source == 0 || type->settled == TYPE_IS_OPEN)
        return expand_too_large(normal, ptc_draft_node_at(normal->draft, ref));
    if (type->settled != 0)
        return true;
    if (!type_add(normal, source))
        return false;
    type->settled = TYPE_IS_OPEN;
    return type_push(normal, count, source) && type_push(normal, count, TYPE_MARK) &&
           type_push_children(normal, count, source);
}

/* Settles a type whose own types are settled; a fault is that of the type. */
static void type_settle(ptc_normal *normal, ptc_draft_ref source)
{
    uint32_t index = (uint32_t)normal->count;
    bool was_failed = normal->is_failed;

    normal->is_failed = false;
    finish_tree(normal, source, true);
    if (normal->is_failed && normal->count > index)
        normal->items[index].marks |= PTC_NORMAL_FAULTY;
    ptc_draft_node_at(normal->draft, source)->settled =
        normal->count > index ? index : TYPE_IS_OPEN;
    normal->is_failed = normal->is_failed || was_failed;
}

/* Settles the named types that the tree under `root` uses, those first that others use.
 */
static bool types_settle(ptc_normal *normal, ptc_draft_ref root)
{
    ptc_draft *draft = normal->draft;
    size_t count = 0;

    if (!type_push(normal, &count, root))
        return false;
    while (count > 0 && !normal->is_refused) {
        ptc_draft_ref ref = normal->pending[--count];
        unsigned nullable;
        ptc_str decoder;

        if (ref == TYPE_MARK) {
            type_settle(normal, normal->pending[--count]);
        } else if (expand_is_named_type(ptc_draft_node_at(draft, ref))) {
            if (!type_enter(normal, &count, ref,
                            expand_content(draft, ref, &nullable, &decoder)))
                return false;
        } else if (!type_push_children(normal, &count, ref)) {
            return false;
        }
    }
    return !normal->is_refused;
}

/* --- Finishing ---------------------------------------------------------------------- */

static ptc_status finish_status(const ptc_normal *normal)
{
    if (normal->is_refused)
        return PTC_ERROR_MEMORY;
    if (normal->is_failed)
        return PTC_ERROR_SYNTAX;
    return normal->lacks_judge ? PTC_ERROR_ARGUMENT : PTC_OK;
}

void ptc_normal_begin(ptc_normal *normal, ptc_draft *draft, ptc_arena *result,
                      bool has_many)
{
    void *items = NULL;

    *normal = (ptc_normal){.draft = draft, .scratch = draft->arena, .result = result};
    normal->growing = has_many ? draft->arena : result;
    /* Index 0 is nowhere: above named types, and the end of chains. Most roots have no
     * more work nodes than the draft has nodes. */
    normal->is_refused = !ptc_arena_reserve(normal->scratch, &items, &normal->capacity, 0,
                                            draft->count + 1, sizeof *normal->items);
    normal->items = items;
    if (normal->is_refused)
        return;
    memset(normal->items, 0, sizeof *normal->items);
    normal->count = 1;
}

/* Types that contain themselves are in the tree that was laid out, where others refer to
 * them. */
static ptc_status finish_types(ptc_normal *normal, ptc_status status)
{
    for (size_t i = normal->fresh; i < normal->count; i++) {
        ptc_draft_node *slot = ptc_draft_node_at(normal->draft, normal->items[i].slot);

        if (!slot->is_definition)
            continue;
        if (!type_add(normal, normal->items[i].slot))
            return PTC_ERROR_MEMORY;
        slot->settled = status == PTC_OK ? (uint32_t)i : TYPE_IS_OPEN;
    }
    return status;
}

ptc_status ptc_normal_finish(ptc_normal *normal, ptc_draft_ref root, ptc_schema *out)
{
    ptc_status status;

    *out = (ptc_schema){0};
    if (normal->draft->failed || normal->is_refused)
        return PTC_ERROR_MEMORY;
    if (root == 0)
        return PTC_ERROR_SYNTAX;
    normal->is_failed = false;
    normal->has_types = false;
    if (types_settle(normal, root))
        finish_tree(normal, root, false);
    status = finish_status(normal);
    if (status == PTC_OK)
        status = ptc_normal_lay_out(normal, (uint32_t)normal->fresh, out);
    if (normal->has_types)
        status = finish_types(normal, status);
    if (!normal->has_types || status != PTC_OK)
        normal->count = normal->fresh; /* only types are used again */
    if (status == PTC_OK)
        status = ptc_normal_check(normal, out);
    if (status != PTC_OK)
        out->nodes = NULL;
    return status;
}

const ptc_schema_node *ptc_normal_end(ptc_normal *normal)
{
    ptc_schema_node *nodes = NULL;

    for (size_t i = 0; i < normal->type_count; i++)
        ptc_draft_node_at(normal->draft, normal->types[i])->settled = 0;
    if (normal->growing == normal->result)
        return normal->nodes;
    if (!normal->is_refused)
        nodes = ptc_arena_array(normal->result, normal->node_count, sizeof *nodes);
    if (nodes != NULL && normal->node_count > 0)
        memcpy(nodes, normal->nodes, normal->node_count * sizeof *nodes);
    return nodes;
}

ptc_status ptc_draft_finish(ptc_arena *arena, ptc_draft *draft, ptc_draft_ref root,
                            ptc_schema *out)
{
    ptc_normal normal;
    ptc_status status;

    ptc_normal_begin(&normal, draft, arena, false);
    status = ptc_normal_finish(&normal, root, out);
    if (status == PTC_OK) {
        out->nodes = ptc_normal_end(&normal);
        return out->nodes != NULL ? PTC_OK : PTC_ERROR_MEMORY;
    }
    ptc_normal_end(&normal);
    return status;
}
