/* SPDX-License-Identifier: MIT */
/*
 * Coercion of arguments, some of which come from the host's context: only its values are
 * used for them, never those of a caller. [brimley 4b]
 */
#include "walk/coerce_int.h"

bool ptc_coerce_context(ptc_coercer *c, const ptc_schema_node *field,
                        const ptc_place *place, ptc_value *out, bool *is_valid)
{
    ptc_value found;

    if (!ptc_walk_from_context(&c->walk, field, place, &found)) {
        *is_valid = false;
        return false;
    }
    *is_valid &= ptc_coerce_node(c, field, &found, place, out);
    return true;
}

void ptc_coerce_warn_ignored(ptc_coercer *c, const ptc_schema_node *node,
                             const ptc_map *map, const ptc_place *place)
{
    ptc_place step = {place, NULL, NULL, 0, NULL};

    for (uint32_t i = 0; c->converts && i < map->count; i++) {
        const ptc_schema_node *field =
            ptc_walk_context_named(c->walk.nodes, node, &map->entries[i].key);

        step.slot = field;
        if (field != NULL)
            ptc_warn_ignored(&c->walk, &step, field);
    }
}

/* --- By position ---------------------------------------------------------------------
 */

/* The arguments in a new vector: all parameters, then what is too much. Where one is too
 * few, or the context lacks a value, there is nil, so that each is where it belongs.
 * `judges`: they are also coerced and checked. */
static bool coerce_positions(ptc_coercer *c, const ptc_schema_node *node,
                             const ptc_value *value, const ptc_place *place, bool judges,
                             ptc_value *items)
{
    ptc_place step = {place, NULL, NULL, 0, value};
    bool is_valid = true;
    uint32_t used = 0;

    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *field = &c->walk.nodes[node->first + i];
        ptc_place slot = {place, field, NULL, 0, NULL};
        ptc_str at;

        if (!ptc_walk_is_from_context(field)) {
            step.index = used;
            if (used < value->aux && judges)
                is_valid &=
                    ptc_coerce_node(c, field, &value->as.items[used], &step, &items[i]);
            else if (used < value->aux)
                items[i] = value->as.items[used];
            used++;
        } else if (judges) {
            ptc_coerce_context(c, field, &slot, &items[i], &is_valid);
        } else {
            ptc_context_find(c->walk.context, field->extra->context, &items[i], &at);
        }
    }
    for (uint32_t i = node->count; used < value->aux; used++)
        items[i++] = value->as.items[used];
    return is_valid;
}

static bool coerce_arguments(ptc_coercer *c, const ptc_schema_node *node,
                             const ptc_value *value, const ptc_place *place, bool judges,
                             ptc_value *out)
{
    uint32_t taken = ptc_walk_positions(c->walk.nodes, node);
    uint32_t more = value->aux > taken ? value->aux - taken : 0;
    ptc_value *items = ptc_coerce_allocate(c, (size_t)node->count + more, sizeof *items);

    *out = ptc_value_nil();
    if (items == NULL)
        return false;
    *out = ptc_value_vector(items, (size_t)node->count + more);
    return coerce_positions(c, node, value, place, judges, items);
}

bool ptc_coerce_arguments(ptc_coercer *c, const ptc_schema_node *node,
                          const ptc_value *value, const ptc_place *place, ptc_value *out)
{
    uint32_t taken = ptc_walk_positions(c->walk.nodes, node);
    bool is_valid;

    if (taken == node->count)
        return ptc_coerce_tuple(c, node, value, place, out);
    if (value->aux != taken) {
        ptc_fault_arity(&c->walk, place, node, value);
        coerce_arguments(c, node, value, place, false, out);
        return false;
    }
    if (!ptc_walk_enter(&c->walk, node, place))
        return false;
    is_valid = coerce_arguments(c, node, value, place, true, out);
    c->walk.depth--;
    return is_valid;
}

/* --- As it is ------------------------------------------------------------------------
 */

/* What the caller gave, without what the context decides; then what it has. */
static void coerce_replace(ptc_coercer *c, const ptc_schema_node *node,
                           const ptc_map *map, ptc_value *out)
{
    ptc_map_entry *entries =
        ptc_coerce_allocate(c, (size_t)map->count + node->count, sizeof *entries);
    size_t count = 0;
    ptc_str at;

    *out = ptc_value_nil();
    if (entries == NULL)
        return;
    for (uint32_t i = 0; i < map->count; i++) {
        if (ptc_walk_context_named(c->walk.nodes, node, &map->entries[i].key) == NULL)
            entries[count++] = map->entries[i];
    }
    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *field = &c->walk.nodes[node->first + i];
        ptc_value value;

        if (!ptc_walk_is_from_context(field) ||
            !ptc_context_find(c->walk.context, field->extra->context, &value, &at))
            continue;
        entries[count].key = ptc_value_string(field->name);
        entries[count++].value = value;
    }
    if (ptc_map_make(c->arena, entries, count, out, NULL) != PTC_OK)
        c->walk.failed = true;
}

void ptc_coerce_context_alone(ptc_coercer *c, const ptc_schema_node *node,
                              const ptc_value *value, ptc_value *out)
{
    const ptc_place nowhere = {NULL, NULL, NULL, 0, NULL};

    if (ptc_walk_positions(c->walk.nodes, node) == node->count)
        return;
    if (value->kind == PTC_MAP)
        coerce_replace(c, node, value->as.map, out);
    else if (value->kind == PTC_VECTOR && c->walk.is_call)
        coerce_arguments(c, node, value, &nowhere, false, out);
}
