/* SPDX-License-Identifier: MIT */
/*
 * Named types that contain themselves, and the order in which declarations are finished.
 * [signature 1.1]
 */
#include "contract/contract_int.h"

enum { CIRCLE_NEW, CIRCLE_OPEN, CIRCLE_DONE };

/* A declaration whose references are being followed, and the next of its nodes. */
typedef struct circle_step {
    size_t item;
    uint32_t node;
} circle_step;

/* Tells the circle that the reference `node` of the last step closes at `first`. */
static void circle_fault(ptc_contract_reading *reading, const circle_step *steps,
                         size_t count, size_t first, ptc_draft_ref node)
{
    const ptc_declaration *item = &reading->items[steps[count - 1].item];
    const ptc_contract_file *file = reading->files[item->file];
    bool is_sig = file->format == PTC_FORMAT_SIG;
    ptc_diag *diag;
    ptc_text way;

    ptc_text_init(&way, reading->diags->arena);
    for (size_t i = 0; i < count; i++) {
        reading->items[steps[i].item].is_bad = true;
        if (i < first || !ptc_sig_is_telling(&reading->sig) || i > first + 8)
            continue;
        ptc_text_str(&way, reading->items[steps[i].item].name);
        ptc_text_cstr(&way, " -> ");
    }
    ptc_text_str(&way, reading->items[steps[first].item].name);
    reading->diags->source = file->source;
    diag =
        ptc_diag_add(reading->diags, is_sig ? PTC_DIAG_SIG_CYCLE : PTC_DIAG_MALLI_CYCLE,
                     ptc_draft_at(&reading->draft, node)->extra.span,
                     "named types in a circle: %s", way.failed ? "" : way.ptr);
    ptc_diag_hint(
        reading->diags, diag,
        "recursion is written in Malli: [:schema {:registry {...}} [:ref ...]]");
}

/* The declaration that a node refers to, or SIZE_MAX. */
static size_t circle_target(const ptc_contract_reading *reading,
                            const ptc_draft_node *node)
{
    const ptc_name_entry *entry;

    if (node->type != PTC_TYPE_REF || node->extra.named_type.len == 0)
        return SIZE_MAX;
    entry = ptc_names_find(&reading->declared, node->extra.named_type);
    return entry ? entry->value : SIZE_MAX;
}

/* Goes on with the last step; returns the declaration to visit next, or SIZE_MAX. */
static size_t circle_advance(ptc_contract_reading *reading, circle_step *steps,
                             size_t count)
{
    circle_step *step = &steps[count - 1];
    ptc_declaration *item = &reading->items[step->item];

    while (step->node <= item->end) { /* the last one is the content of a type */
        bool is_content = step->node++ == item->end;
        ptc_draft_ref ref = is_content ? item->place : step->node - 1;
        size_t target = circle_target(reading, ptc_draft_at(&reading->draft, ref));
        size_t first = 0;

        if (target == SIZE_MAX ||
            (target == step->item && item->place != 0 &&
             ptc_draft_at(&reading->draft, item->function)->last == ref))
            continue; /* the contract of a type leads to the type itself */
        if (reading->items[target].visit == CIRCLE_NEW)
            return target;
        if (reading->items[target].visit == CIRCLE_OPEN) {
            while (steps[first].item != target)
                first++;
            circle_fault(reading, steps, count, first, ref);
        }
        item->is_bad = item->is_bad || reading->items[target].is_bad;
    }
    return SIZE_MAX;
}

/* Visits everything that one declaration leads to, without recursing. */
static void circle_visit(ptc_contract_reading *reading, circle_step *steps, size_t start)
{
    size_t count = 1;

    steps[0] = (circle_step){start, reading->items[start].first};
    reading->items[start].visit = CIRCLE_OPEN;
    while (count > 0) {
        size_t next = circle_advance(reading, steps, count);
        ptc_declaration *done;

        if (next != SIZE_MAX) {
            steps[count++] = (circle_step){next, reading->items[next].first};
            reading->items[next].visit = CIRCLE_OPEN;
            continue;
        }
        reading->order[reading->order_count++] = steps[--count].item;
        done = &reading->items[steps[count].item];
        done->visit = CIRCLE_DONE;
        if (count > 0 && done->is_bad)
            reading->items[steps[count - 1].item].is_bad = true;
    }
}

void ptc_contract_find_cycles(ptc_contract_reading *reading)
{
    circle_step *steps = ptc_arena_array(reading->arena, reading->count, sizeof *steps);

    reading->order =
        ptc_arena_array(reading->arena, reading->count, sizeof *reading->order);
    if (steps == NULL || reading->order == NULL) {
        reading->is_refused = true;
        return;
    }
    for (size_t i = 0; i < reading->count; i++) {
        if (reading->items[i].visit == CIRCLE_NEW)
            circle_visit(reading, steps, i);
    }
}
