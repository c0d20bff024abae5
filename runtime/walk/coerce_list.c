/* SPDX-License-Identifier: MIT */
/*
 * Coercion of lists, sets and tuples, element by element. An array is copied when its
 * first element changes. [validation 4]
 */
#include "walk/coerce_int.h"

/*
 * Coerces each element; element i by child i when `is_tuple`, else by the first child.
 * `*items` is the array that came in, or a new one as soon as an element changed.
 */
static bool coerce_items(ptc_coercer *c, const ptc_schema_node *node,
                         const ptc_value *value, const ptc_place *place, bool is_tuple,
                         const ptc_value **items)
{
    const ptc_schema_node *child = &c->walk.nodes[node->first];
    const ptc_value *from = value->as.items;
    ptc_value *copy = NULL;
    ptc_place step = {place, NULL, NULL, 0, value};
    bool is_valid = true;

    for (uint32_t i = 0; i < value->aux; i++) {
        ptc_value item;

        step.index = i;
        is_valid &=
            ptc_coerce_node(c, is_tuple ? child + i : child, &from[i], &step, &item);
        if (c->walk.failed || (!is_valid && c->walk.report == NULL))
            return false;
        if (copy == NULL && !ptc_coerce_is_same(&item, &from[i])) {
            copy = ptc_coerce_allocate(c, value->aux, sizeof *copy);
            if (copy == NULL)
                return false;
            memcpy(copy, from, i * sizeof *copy);
        }
        if (copy != NULL)
            copy[i] = item;
    }
    *items = copy != NULL ? copy : from;
    return is_valid;
}

/* Whether elements that have to be distinct are so once they are coerced, or as they
 * came: a value that validates stays valid, though defaults make elements equal. Where
 * nothing is converted, or some are refused, they are compared as they came. */
static bool coerce_are_distinct(ptc_coercer *c, const ptc_schema_node *node,
                                const ptc_value *value, const ptc_value *made,
                                const ptc_place *place, bool is_valid)
{
    const ptc_value came = ptc_value_vector(value->as.items, value->aux);
    ptc_report *report = c->walk.report;
    bool is_distinct;

    if ((node->flags & PTC_NODE_DISTINCT) == 0 || (!is_valid && report == NULL))
        return is_valid;
    if (!c->converts || !is_valid)
        return ptc_walk_distinct(&c->walk, node, &came, place) && is_valid;
    c->walk.report = NULL;
    is_distinct = ptc_walk_distinct(&c->walk, node, made, place) ||
                  ptc_walk_accepts(&c->walk, node, value);
    c->walk.report = report;
    return is_distinct ||
           (report != NULL && ptc_walk_distinct(&c->walk, node, made, place));
}

bool ptc_coerce_list(ptc_coercer *c, const ptc_schema_node *node, const ptc_value *value,
                     const ptc_place *place, ptc_value *out)
{
    bool is_set = c->converts && value->kind == PTC_SET;
    const ptc_value *items = value->as.items;
    bool is_valid;

    if (value->kind != PTC_VECTOR && !is_set)
        return ptc_fault_kind(&c->walk, place, node, value);
    if (!ptc_walk_enter(&c->walk, node, place))
        return false;
    is_valid = ptc_walk_size(&c->walk, node, value, value->aux, place);
    is_valid &= coerce_items(c, node, value, place, false, &items);
    c->walk.depth--;
    if (is_set) {
        ptc_warn_coerced(&c->walk, place, node, value, PTC_TYPE_LIST, "");
        *out = ptc_value_vector(items, value->aux);
    }
    out->as.items = items;
    return coerce_are_distinct(c, node, value, out, place, is_valid);
}

bool ptc_coerce_tuple(ptc_coercer *c, const ptc_schema_node *node, const ptc_value *value,
                      const ptc_place *place, ptc_value *out)
{
    bool is_valid;

    if (value->kind != PTC_VECTOR || value->aux != node->count)
        return ptc_walk_tuple(&c->walk, node, value, place);
    if (!ptc_walk_enter(&c->walk, node, place))
        return false;
    is_valid = coerce_items(c, node, value, place, true, &out->as.items);
    c->walk.depth--;
    return coerce_are_distinct(c, node, value, out, place, is_valid);
}

static bool coerce_make_set(ptc_coercer *c, const ptc_value *value,
                            const ptc_value *items, ptc_value *out, size_t *dropped)
{
    if (value->kind == PTC_SET && items == value->as.items)
        return true;
    if (ptc_value_set_of(c->arena, items, value->aux, out, dropped) == PTC_OK)
        return true;
    c->walk.failed = true;
    return false;
}

/* The distinct ones of `items`, all of them valid. */
static bool coerce_to_set(ptc_coercer *c, const ptc_schema_node *node,
                          const ptc_value *value, const ptc_value *items,
                          const ptc_place *place, ptc_value *out)
{
    bool is_list = value->kind == PTC_VECTOR;
    size_t dropped = 0;

    if (!coerce_make_set(c, value, items, out, &dropped))
        return false;
    if (is_list && (!c->walk.is_json || dropped > 0))
        ptc_warn_merged(&c->walk, place, node, value, dropped);
    return ptc_walk_size(&c->walk, node, value, out->aux, place);
}

bool ptc_coerce_set(ptc_coercer *c, const ptc_schema_node *node, const ptc_value *value,
                    const ptc_place *place, ptc_value *out)
{
    const ptc_value *items = value->as.items;
    bool is_valid;

    if (value->kind != PTC_SET &&
        (value->kind != PTC_VECTOR || !(c->converts || c->walk.is_json)))
        return ptc_fault_kind(&c->walk, place, node, value);
    if (!ptc_walk_enter(&c->walk, node, place))
        return false;
    is_valid = c->converts || ptc_walk_size(&c->walk, node, value, value->aux, place);
    is_valid &= coerce_items(c, node, value, place, false, &items);
    c->walk.depth--;
    if (c->converts)
        return is_valid && coerce_to_set(c, node, value, items, place, out);
    if (value->kind == PTC_SET)
        return coerce_make_set(c, value, items, out, NULL) && is_valid;
    is_valid &= ptc_walk_distinct(&c->walk, node, value, place);
    out->as.items = items;
    return is_valid;
}
