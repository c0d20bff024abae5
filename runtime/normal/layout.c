/* SPDX-License-Identifier: MIT */
/*
 * The settled tree becomes a schema: breadth first, children side by side, everything
 * that a node points to copied into one arena. The array of nodes being filled is the
 * queue.
 */
#include "normal/normal_int.h"
#include "schema/schema_int.h"

typedef struct layout {
    ptc_normal *normal;
    ptc_arena *arena;
    ptc_schema_node *nodes;
    ptc_schema_extra *extras;
    uint32_t *origins; /* work node of each node */
    uint32_t count;
    bool is_refused;
    bool lacks_judge; /* of a node that has values judged as schemas */
} layout;

static ptc_str layout_text(layout *out, ptc_str text)
{
    ptc_str copy = PTC_STR("");

    if (text.len > 0) {
        copy = ptc_str_copy(out->arena, text);
        out->is_refused = out->is_refused || copy.ptr == NULL;
    }
    return copy;
}

static ptc_value layout_value(layout *out, const ptc_value *value)
{
    ptc_value copy = *value;

    if (value->kind > PTC_FLOAT && ptc_value_copy(out->arena, value, &copy) != PTC_OK) {
        out->is_refused = true;
        copy = ptc_value_nil();
    }
    return copy;
}

static const void *layout_bytes(layout *out, const void *bytes, size_t size)
{
    void *copy = ptc_arena_copy(out->arena, bytes, size);

    out->is_refused = out->is_refused || copy == NULL;
    return copy;
}

static const ptc_value *layout_members(layout *out, const ptc_schema_node *node)
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

static const ptc_dfa *layout_dfa(layout *out, const ptc_dfa *dfa)
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

static const ptc_pattern *layout_patterns(layout *out, const ptc_schema_node *node)
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

/* The slot's word counts; the content's where the slot says nothing. */
static void layout_extra(layout *out, const ptc_normal_node *item, ptc_schema_extra *to)
{
    static const ptc_schema_extra none;
    const ptc_schema_extra *slot = item->node.extra;
    const ptc_schema_extra *type = item->type != NULL ? item->type : &none;

    to->branch = layout_value(out, &slot->branch);
    to->span = slot->span;
    if (item->node.type == PTC_TYPE_MALLI_SCHEMA) {
        to->judge = out->normal->draft->judge;
        out->lacks_judge = out->lacks_judge || to->judge == NULL;
    }
    if (item->marks & PTC_NORMAL_FIELD)
        to->default_value = layout_value(out, &slot->default_value);
    if (item->marks & PTC_NORMAL_SILENT)
        slot = type = &none;
    to->description = layout_text(out, slot->description.len > 0 ? slot->description
                                                                 : type->description);
    to->title = layout_text(out, slot->title.len > 0 ? slot->title : type->title);
    to->named_type =
        layout_text(out, slot->named_type.len > 0 ? slot->named_type : type->named_type);
    to->properties = layout_value(
        out, slot->properties.kind != PTC_NIL ? &slot->properties : &type->properties);
}

static void layout_node(layout *out, uint32_t index)
{
    const ptc_normal_node *item = &out->normal->items[out->origins[index]];
    ptc_schema_node *to = &out->nodes[index];

    *to = item->node;
    to->name = layout_text(out, item->node.name);
    to->type_name = layout_text(out, item->node.type_name);
    if (item->node.interval != NULL)
        to->interval =
            layout_bytes(out, item->node.interval, sizeof *item->node.interval);
    if (item->node.members != NULL)
        to->members = layout_members(out, &item->node);
    if (item->node.pattern_count > 0)
        to->patterns = layout_patterns(out, &item->node);
    layout_extra(out, item, &out->extras[index]);
    to->extra = &out->extras[index];
}

/* Queues the children of a node side by side. */
static void layout_children(layout *out, uint32_t index)
{
    ptc_normal_node *items = out->normal->items;
    uint32_t child = items[out->origins[index]].node.first;

    out->nodes[index].first = out->count;
    for (; child != 0; child = items[child].next) {
        out->origins[out->count] = child;
        items[child].place = out->count;
        out->nodes[out->count++].parent = index;
    }
}

static uint32_t layout_order(layout *out)
{
    out->count = 1;
    out->origins[0] = 0;
    for (uint32_t i = 0; i < out->count; i++) {
        const ptc_schema_node *node = &out->normal->items[out->origins[i]].node;

        out->nodes[i].first = 0;
        if (ptc_type_has_children((ptc_type)node->type))
            layout_children(out, i);
    }
    return out->count;
}

static void layout_nodes(layout *out)
{
    for (uint32_t i = 0; i < out->count && !out->is_refused; i++) {
        uint32_t first = out->nodes[i].first;
        uint32_t parent = out->nodes[i].parent;

        layout_node(out, i);
        out->nodes[i].first = first;
        out->nodes[i].parent = parent;
        if (out->nodes[i].type == PTC_TYPE_REF) {
            uint32_t definition = out->normal->items[out->origins[i]].node.first;

            out->nodes[i].first = out->normal->items[definition].place;
            out->nodes[i].count = 0;
        }
    }
}

ptc_status ptc_normal_lay_out(ptc_normal *normal, ptc_arena *arena, ptc_schema *out)
{
    layout state = {normal, arena, NULL, NULL, NULL, 0, false, false};

    state.origins =
        ptc_arena_array(normal->scratch, normal->count, sizeof *state.origins);
    state.nodes = ptc_arena_array(arena, normal->count, sizeof *state.nodes);
    if (state.origins == NULL || state.nodes == NULL)
        return PTC_ERROR_MEMORY;
    state.extras = ptc_arena_array(arena, layout_order(&state), sizeof *state.extras);
    if (state.extras == NULL)
        return PTC_ERROR_MEMORY;
    layout_nodes(&state);
    if (state.is_refused)
        return PTC_ERROR_MEMORY;
    if (state.lacks_judge)
        return PTC_ERROR_ARGUMENT;
    out->nodes = state.nodes;
    out->root = 0;
    out->count = state.count;
    return PTC_OK;
}
