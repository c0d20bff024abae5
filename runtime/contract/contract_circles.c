/* SPDX-License-Identifier: MIT */
/*
 * Named types that contain themselves, and the order in which declarations are finished.
 * [signature 1.1]
 *
 * Types that lead to each other become the definitions of one registry, which the
 * contract of the first of them has for its result; whatever uses one of them refers to
 * its definition. Whether values of them can end is looked at in contract_endless.c.
 */
#include "contract/contract_int.h"

#include <stdlib.h>

typedef struct circles_contract {
    ptc_contract_reading *reading;
    ptc_circles circles;
    uint32_t *members; /* declarations of the circle at hand */
    size_t count;
    bool *is_circle; /* by circle: it refers to itself */
} circles_contract;

/* The declaration that a node refers to, or PTC_GRAPH_END. */
static uint32_t circles_target(ptc_contract_reading *reading, ptc_draft_ref ref)
{
    const ptc_draft_node *node = ptc_draft_at(&reading->draft, ref);
    const ptc_name_entry *entry;

    if (ref == 0 || node->type != PTC_TYPE_REF || node->extra.named_type.len == 0)
        return PTC_GRAPH_END;
    entry = ptc_names_find(&reading->declared, node->extra.named_type);
    return entry != NULL ? entry->value : PTC_GRAPH_END;
}

/* The next declaration that one uses. Its nodes are [first, end) and, of a type, its
 * place; the contract of a type leads to the type itself, which says nothing. */
static uint32_t circles_next(void *user, uint32_t number, uint32_t *turn)
{
    ptc_contract_reading *reading = user;
    const ptc_declaration *item = &reading->items[number];

    while (*turn <= item->end - item->first) {
        ptc_draft_ref ref =
            *turn == item->end - item->first ? item->place : item->first + *turn;
        uint32_t target = circles_target(reading, ref);

        ++*turn;
        if (target != PTC_GRAPH_END &&
            (target != number || ref != ptc_contract_result(reading, item)))
            return target;
    }
    return PTC_GRAPH_END;
}

/* Whether a declaration leads to one at fault or, unless it is in a circle with others,
 * to itself. */
static void circles_look_at(circles_contract *step, uint32_t number, bool *is_bad)
{
    ptc_contract_reading *reading = step->reading;
    const uint32_t *circle = step->circles.circle;
    uint32_t turn = 0;
    uint32_t to;

    *is_bad = *is_bad || reading->items[number].is_bad;
    while ((to = circles_next(reading, number, &turn)) != PTC_GRAPH_END) {
        *is_bad = *is_bad || reading->items[to].is_bad;
        if (circle[to] == circle[number])
            step->is_circle[circle[number]] = true;
    }
}

static ptc_draft_ref circles_reference(ptc_draft *draft, const ptc_declaration *item)
{
    ptc_span span = ptc_draft_at(draft, item->place)->extra.span;
    ptc_draft_ref ref = ptc_draft_add(draft, PTC_TYPE_REF, span);

    ptc_draft_at(draft, ref)->target = item->place;
    ptc_draft_at(draft, ref)->extra.named_type = item->name;
    return ref;
}

/* Makes the types definitions of a registry: the result of the first one's contract. */
static void circles_define(circles_contract *step)
{
    ptc_contract_reading *reading = step->reading;
    ptc_draft *draft = &reading->draft;
    const ptc_declaration *first = &reading->items[step->members[0]];
    ptc_draft_ref registry = ptc_contract_result(reading, first);

    ptc_draft_at(draft, registry)->type = PTC_TYPE_REGISTRY;
    ptc_draft_at(draft, registry)->target = 0;
    ptc_draft_append(draft, registry, circles_reference(draft, first));
    for (size_t i = 0; i < step->count; i++) {
        const ptc_declaration *item = &reading->items[step->members[i]];
        ptc_draft_node *place = ptc_draft_at(draft, item->place);

        place->name = item->name;
        place->is_definition = true;
        ptc_draft_append(draft, registry, item->place);
    }
}

static int circles_compare(const void *a, const void *b)
{
    const uint32_t *x = a;
    const uint32_t *y = b;

    return *x < *y ? -1 : *x > *y;
}

/* The circle at hand, whose members come in the order of their declaration. */
static void circles_finish(circles_contract *step, const ptc_endless_types *endless)
{
    ptc_contract_reading *reading = step->reading;
    uint32_t circle = step->circles.circle[step->members[0]];
    bool is_bad = false;

    qsort(step->members, step->count, sizeof *step->members, circles_compare);
    for (size_t i = 0; i < step->count; i++)
        circles_look_at(step, step->members[i], &is_bad);
    if (step->is_circle[circle] && !is_bad)
        is_bad = ptc_endless_report(endless, step->members, step->count);
    for (size_t i = 0; i < step->count; i++) {
        reading->items[step->members[i]].is_bad |= is_bad;
        reading->order[reading->order_count++] = step->members[i];
    }
    if (step->is_circle[circle] && !is_bad)
        circles_define(step);
}

void ptc_contract_find_circles(ptc_contract_reading *reading)
{
    ptc_arena *arena = reading->arena;
    ptc_graph graph = {(uint32_t)reading->count, circles_next, reading};
    circles_contract step = {.reading = reading};
    const uint32_t *circle;
    ptc_endless_types endless;

    reading->order = ptc_arena_array(arena, reading->count, sizeof *reading->order);
    if (reading->order == NULL || !ptc_endless_init(&endless, reading) ||
        !ptc_circles_find(arena, &graph, &step.circles)) {
        reading->is_refused = true;
        return;
    }
    circle = step.circles.circle;
    step.is_circle = ptc_arena_array(arena, step.circles.count, sizeof *step.is_circle);
    reading->is_refused = step.is_circle == NULL;
    for (size_t i = 0; !reading->is_refused && i < reading->count; i += step.count) {
        step.members = &step.circles.order[i];
        step.count = 1;
        while (i + step.count < reading->count &&
               circle[step.members[step.count]] == circle[step.members[0]])
            step.count++;
        circles_finish(&step, &endless);
    }
    reading->is_refused = reading->is_refused || reading->draft.failed;
}
