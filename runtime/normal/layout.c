/* SPDX-License-Identifier: MIT */
/*
 * The settled tree becomes a schema: breadth first, children side by side, everything
 * that a node points to copied into one arena. The array of nodes being filled is the
 * queue. Children that several nodes share are laid out once, after all of these.
 */
#include "normal/normal_int.h"
#include "schema/schema_int.h"

typedef struct layout_copy {
    ptc_normal *normal;
    ptc_arena *arena;
    ptc_schema_node *nodes; /* of the unit */
    ptc_schema_extra *extras;
    uint32_t *origins; /* work node of each node from `start` on */
    uint32_t start;
    uint32_t count;
    bool is_refused;
} layout_copy;

static ptc_str layout_text(layout_copy *out, ptc_str text)
{
    ptc_str copy = PTC_STR("");

    if (text.len > 0) {
        copy = ptc_str_copy(out->arena, text);
        out->is_refused = out->is_refused || copy.ptr == NULL;
    }
    return copy;
}

static ptc_value layout_value(layout_copy *out, const ptc_value *value)
{
    ptc_value copy = *value;

    if (value->kind > PTC_FLOAT && ptc_value_copy(out->arena, value, &copy) != PTC_OK) {
        out->is_refused = true;
        copy = ptc_value_nil();
    }
    return copy;
}

static const void *layout_bytes(layout_copy *out, const void *bytes, size_t size)
{
    void *copy = ptc_arena_copy(out->arena, bytes, size);

    out->is_refused = out->is_refused || copy == NULL;
    return copy;
}

static const ptc_value *layout_members(layout_copy *out, const ptc_schema_node *node)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;
    ptc_value *copy = ptc_arena_array(out->arena, count, sizeof *copy);

    if (copy == NULL) {
        out->is_refused = true;
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++)
        copy[i] = layout_value(out, &node->members[i]);
    return copy;
}

static const ptc_dfa *layout_dfa(layout_copy *out, const ptc_dfa *dfa)
{
    size_t cells = (size_t)dfa->state_count * dfa->class_count;
    ptc_dfa *copy = ptc_arena_array(out->arena, 1, sizeof *copy);

    if (copy == NULL) {
        out->is_refused = true;
        return NULL;
    }
    *copy = *dfa;
    copy->classes = layout_bytes(out, dfa->classes, 256);
    copy->next = layout_bytes(out, dfa->next, cells * sizeof *dfa->next);
    copy->accepts = layout_bytes(out, dfa->accepts, dfa->state_count);
    return copy;
}

static const ptc_pattern *layout_patterns(layout_copy *out, const ptc_schema_node *node)
{
    ptc_pattern *copy = ptc_arena_array(out->arena, node->pattern_count, sizeof *copy);

    if (copy == NULL) {
        out->is_refused = true;
        return NULL;
    }
    for (uint32_t i = 0; i < node->pattern_count; i++) {
        copy[i].text = layout_text(out, node->patterns[i].text);
        copy[i].dfa = layout_dfa(out, node->patterns[i].dfa);
    }
    return copy;
}

/* What is laid out of the named type that `item` is a copy of; NULL: it is none. */
static ptc_normal_content *layout_content(layout_copy *out, const ptc_normal_node *item)
{
    ptc_normal_node *original;

    if (item->original == 0)
        return NULL;
    original = ptc_normal_at(out->normal, item->original);
    if (original->content == NULL) {
        original->content =
            ptc_arena_array(out->normal->scratch, 1, sizeof *original->content);
        out->is_refused = out->is_refused || original->content == NULL;
    }
    return original->content;
}

/* Copies what the content of a node points to, but once for all copies of a named type
 * that still have it. */
static void layout_facts(layout_copy *out, const ptc_normal_node *item,
                         ptc_schema_node *to)
{
    ptc_normal_content *content = layout_content(out, item);
    const ptc_schema_node *from = &item->node;
    const ptc_schema_node *there =
        content != NULL ? &ptc_normal_at(out->normal, item->original)->node : NULL;
    ptc_normal_content own = {0};
    bool has_name = there != NULL && there->type_name.ptr == from->type_name.ptr;
    bool has_interval = there != NULL && there->interval == from->interval;
    bool has_members = there != NULL && there->members == from->members &&
                       there->type == from->type && there->count == from->count;
    bool has_patterns = there != NULL && there->patterns == from->patterns &&
                        there->pattern_count == from->pattern_count;

    if (content == NULL)
        content = &own;
    to->type_name = has_name ? content->type_name : own.type_name;
    to->interval = has_interval ? content->interval : NULL;
    to->members = has_members ? content->members : NULL;
    to->patterns = has_patterns ? content->patterns : NULL;
    if (to->type_name.len == 0)
        to->type_name = layout_text(out, from->type_name);
    if (to->interval == NULL && from->interval != NULL)
        to->interval = layout_bytes(out, from->interval, sizeof *from->interval);
    if (to->members == NULL && from->members != NULL)
        to->members = layout_members(out, from);
    if (to->patterns == NULL && from->pattern_count > 0)
        to->patterns = layout_patterns(out, from);
    if (has_name)
        content->type_name = to->type_name;
    if (has_interval)
        content->interval = to->interval;
    if (has_members)
        content->members = to->members;
    if (has_patterns)
        content->patterns = to->patterns;
}

/* The words of a named type, copied once. */
static void layout_type_words(layout_copy *out, const ptc_normal_node *item,
                              ptc_schema_extra *to)
{
    ptc_normal_content *content = layout_content(out, item);
    const ptc_normal_node *original =
        content != NULL ? ptc_normal_at(out->normal, item->original) : NULL;
    bool is_same = original != NULL &&
                   (item->type == original->type || item->type == original->node.extra);

    if (is_same && content->description.ptr != NULL) {
        to->description = content->description;
        to->title = content->title;
        to->properties = content->properties;
        return;
    }
    to->description = layout_text(out, item->type->description);
    to->title = layout_text(out, item->type->title);
    to->properties = layout_value(out, &item->type->properties);
    if (is_same) {
        content->description = to->description;
        content->title = to->title;
        content->properties = to->properties;
    }
}

/* Records a default, to be checked with the whole schema. */
static void layout_default(layout_copy *out, uint32_t index, const ptc_normal_node *item,
                           ptc_schema_extra *extra)
{
    ptc_normal *normal = out->normal;
    const ptc_draft_node *slot = ptc_draft_node_at(normal->draft, item->slot);
    bool is_literal = slot->default_span.end > slot->default_span.start;
    void *defaults = normal->defaults;

    if ((item->node.flags & PTC_NODE_CONTEXT) != 0) { /* which knows no defaults */
        extra->context = layout_text(out, item->node.extra->context);
        return;
    }
    extra->default_value = layout_value(out, &item->node.extra->default_value);
    if (extra->default_value.kind == PTC_NIL)
        return;
    if (!ptc_arena_reserve(normal->scratch, &defaults, &normal->default_capacity,
                           normal->default_count, normal->default_count + 1,
                           sizeof *normal->defaults)) {
        out->is_refused = true;
        return;
    }
    normal->defaults = defaults;
    normal->defaults[normal->default_count++] =
        (ptc_normal_default){.node = index,
                             .span = is_literal ? slot->default_span : extra->span,
                             .is_literal = is_literal,
                             .extra = extra};
}

/* The definition that a reference to a named type leads to, which is what it is called by
 * whatever other name it goes; NULL: it is none, or all that a declaration says. */
static const ptc_normal_node *layout_definition(const layout_copy *out,
                                                const ptc_normal_node *item)
{
    const ptc_normal_node *items = out->normal->items;
    const ptc_normal_node *above = &items[item->node.parent];
    const ptc_normal_node *target = &items[item->node.first];

    if (item->node.type != PTC_TYPE_REF ||
        !ptc_draft_node_at(out->normal->draft, target->slot)->is_definition ||
        (above->node.type == PTC_TYPE_FUNCTION &&
         (above->node.flags & PTC_NODE_BARE) != 0))
        return NULL;
    return target;
}

/* The slot's word counts; the content's where the slot says nothing. */
static void layout_extra(layout_copy *out, uint32_t index, const ptc_normal_node *item,
                         ptc_schema_extra *to)
{
    const ptc_schema_extra *slot = item->node.extra;
    const ptc_normal_node *definition = layout_definition(out, item);

    to->branch = layout_value(out, &slot->branch);
    if (item->node.flags & PTC_NODE_DECODED)
        to->decoder = layout_text(out, slot->decoder);
    to->span = ptc_normal_span(out->normal, item);
    if (item->node.type == PTC_TYPE_MALLI_SCHEMA)
        to->judge = out->normal->draft->judge;
    if (item->marks & PTC_NORMAL_FIELD)
        layout_default(out, index, item, to);
    if (definition != NULL)
        to->named_type = layout_text(out, definition->node.name);
    if (item->marks & PTC_NORMAL_SILENT)
        return;
    if (item->type != NULL)
        layout_type_words(out, item, to);
    if (slot->description.len > 0)
        to->description = layout_text(out, slot->description);
    if (slot->title.len > 0)
        to->title = layout_text(out, slot->title);
    if (slot->properties.kind != PTC_NIL)
        to->properties = layout_value(out, &slot->properties);
    if (definition != NULL)
        return;
    if (slot->named_type.len > 0)
        to->named_type = layout_text(out, slot->named_type);
    else if (item->type != NULL)
        to->named_type = layout_text(out, item->type->named_type);
}

static void layout_node(layout_copy *out, uint32_t index)
{
    const ptc_normal_node *item = &out->normal->items[out->origins[index - out->start]];
    ptc_schema_extra *extra = &out->extras[index - out->start];
    ptc_schema_node *to = &out->nodes[index];
    uint32_t parent = to->parent;
    uint32_t first = to->first;

    *to = item->node;
    to->parent = parent;
    to->name = layout_text(out, item->node.name);
    layout_facts(out, item, to);
    layout_extra(out, index, item, extra);
    to->extra = extra;
    to->first = ptc_type_has_children((ptc_type)item->node.type) ? first : 0;
    if (item->node.type == PTC_TYPE_REF)
        to->count = 0;
    if (item->node.first != 0)
        to->first = out->normal->items[item->node.first].laid;
}

/* --- Order -------------------------------------------------------------------------- */

/* The chain of children of a work node that is yet to be laid out; 0: there is none. */
static uint32_t layout_chain(const layout_copy *out, uint32_t item)
{
    const ptc_schema_node *node = &out->normal->items[item].node;

    if (!ptc_type_has_children((ptc_type)node->type) || node->first == 0 ||
        out->normal->items[node->first].laid != 0)
        return 0;
    return node->first;
}

/* Counts how many nodes share each chain; `origins` is the queue. False when refused. */
static bool layout_count(layout_copy *out, uint32_t root)
{
    ptc_normal_node *items = out->normal->items;
    void *origins = NULL;
    size_t capacity = 0;
    size_t count = 1;

    if (!ptc_arena_reserve(out->normal->scratch, &origins, &capacity, 0, 1,
                           sizeof *out->origins))
        return false;
    out->origins = origins;
    out->origins[0] = root;
    for (size_t i = 0; i < count; i++) {
        uint32_t child = layout_chain(out, out->origins[i]);

        if (child == 0 || items[child].mate++ > 0)
            continue;
        for (; child != 0; child = items[child].next) {
            if (!ptc_arena_reserve(out->normal->scratch, &origins, &capacity, count,
                                   count + 1, sizeof *out->origins))
                return false;
            out->origins = origins;
            out->origins[count++] = child;
        }
    }
    out->count = (uint32_t)count;
    return true;
}

/* Puts all work nodes in order: `origins`, which holds them already, is filled again. */
static void layout_order(layout_copy *out, uint32_t root)
{
    ptc_normal_node *items = out->normal->items;
    uint32_t end = out->start + 1;

    out->origins[0] = root;
    out->nodes[out->start].parent = out->start;
    for (uint32_t i = out->start; i < end; i++) {
        uint32_t chain = layout_chain(out, out->origins[i - out->start]);

        out->nodes[i].first = end; /* where it has no children */
        if (chain == 0 || --items[chain].mate > 0)
            continue;
        for (uint32_t child = chain; child != 0; child = items[child].next) {
            out->origins[end - out->start] = child;
            out->nodes[end].parent = i;
            items[child].laid = end++;
        }
    }
}

ptc_status ptc_normal_lay_out(ptc_normal *normal, uint32_t root, ptc_schema *out)
{
    layout_copy state = {.normal = normal, .arena = normal->result};
    void *nodes = normal->nodes;

    state.start = normal->node_count;
    normal->default_count = 0;
    if (!layout_count(&state, root) ||
        !ptc_arena_reserve(normal->growing, &nodes, &normal->node_capacity, state.start,
                           (size_t)state.start + state.count, sizeof *state.nodes))
        return PTC_ERROR_MEMORY;
    normal->nodes = state.nodes = nodes;
    state.extras = ptc_arena_array(state.arena, state.count, sizeof *state.extras);
    if (state.extras == NULL)
        return PTC_ERROR_MEMORY;
    layout_order(&state, root);
    for (uint32_t i = 0; i < state.count && !state.is_refused; i++)
        layout_node(&state, state.start + i);
    if (state.is_refused)
        return PTC_ERROR_MEMORY;
    normal->node_count += state.count;
    *out = (ptc_schema){normal->nodes, state.start, normal->node_count};
    return PTC_OK;
}
