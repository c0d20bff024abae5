/* SPDX-License-Identifier: MIT */
/*
 * Named types that contain themselves without an end: no value can have such a type, or
 * checking a value would never end. [signature 1.1]
 *
 * A type ends if a value of it can be finite: scalars do, and so do lists that may be
 * empty and everything that may be nil; a map ends when all of its required fields do, a
 * union when one alternative does. The types that end are found from the leaves up,
 * visiting each node once.
 */
#include "contract/contract_int.h"

/* --- What ends ---------------------------------------------------------------------- */

static bool endless_is_never_empty(const ptc_draft_node *node)
{
    const ptc_value *low = &node->interval.low;

    if (low->kind == PTC_INT)
        return low->as.integer > 0 || (low->as.integer == 0 && node->interval.low_open);
    return low->kind == PTC_FLOAT && low->as.number >= 0 &&
           (low->as.number > 0 || node->interval.low_open);
}

static bool endless_is_optional(const ptc_draft_node *field)
{
    return field->is_optional || (field->flags & PTC_NODE_NULLABLE) != 0 ||
           field->extra.default_value.kind != PTC_NIL;
}

/* Whether the parent waits for this child. */
static bool endless_is_awaited(const ptc_draft_node *parent, const ptc_draft_node *child,
                               bool is_first)
{
    switch (parent->type) {
    case PTC_TYPE_MAP:
        return !endless_is_optional(child);
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
    case PTC_TYPE_MAP_OF:
        return endless_is_never_empty(parent);
    case PTC_TYPE_REGISTRY:
        return is_first;
    case PTC_TYPE_IF:
        return !is_first; /* which only decides */
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_AND:
    case PTC_TYPE_UNION:
    case PTC_TYPE_ONE:
    case PTC_TYPE_MULTI:
        return true;
    default:
        return false;
    }
}

static bool endless_waits_for_one(const ptc_draft_node *node)
{
    return node->type == PTC_TYPE_UNION || node->type == PTC_TYPE_MULTI ||
           node->type == PTC_TYPE_ONE || node->type == PTC_TYPE_IF;
}

/* What a node waits for: the number of children that must end, 1 for one of them. */
static void endless_count(ptc_endless_types *endless, ptc_draft_ref ref)
{
    ptc_draft *draft = &endless->reading->draft;
    const ptc_draft_node *node = ptc_draft_at(draft, ref);
    endless_node *own = &endless->nodes[ref];

    for (ptc_draft_ref child = node->first; child != 0;
         child = ptc_draft_at(draft, child)->next) {
        if (!endless_is_awaited(node, ptc_draft_at(draft, child), child == node->first))
            continue;
        endless->nodes[child].above = ref;
        own->awaited++;
    }
    if (endless_waits_for_one(node) && own->awaited > 1)
        own->awaited = 1;
    if (node->type == PTC_TYPE_REF && node->target != 0) {
        own->awaited = 1;
        own->beside = endless->nodes[node->target].uses;
        endless->nodes[node->target].uses = ref;
    }
    if ((node->flags & PTC_NODE_NULLABLE) != 0)
        own->awaited = 0;
}

static void endless_end(ptc_endless_types *endless, ptc_draft_ref ref)
{
    endless->nodes[ref].ends = true;
    endless->pending[endless->pending_count++] = ref;
}

/* One of those that the node waits for has ended. */
static void endless_tell(ptc_endless_types *endless, ptc_draft_ref ref)
{
    endless_node *node = &endless->nodes[ref];

    if (ref != 0 && !node->ends && --node->awaited == 0)
        endless_end(endless, ref);
}

static void endless_find(ptc_endless_types *endless)
{
    uint32_t count = (uint32_t)endless->reading->draft.count;

    for (ptc_draft_ref ref = 1; ref < count; ref++)
        endless_count(endless, ref);
    for (ptc_draft_ref ref = 1; ref < count; ref++) {
        if (endless->nodes[ref].awaited == 0)
            endless_end(endless, ref);
    }
    while (endless->pending_count > 0) {
        const endless_node *node =
            &endless->nodes[endless->pending[--endless->pending_count]];

        endless_tell(endless, node->above);
        for (ptc_draft_ref use = node->uses; use != 0; use = endless->nodes[use].beside)
            endless_tell(endless, use);
    }
}

bool ptc_endless_init(ptc_endless_types *endless, ptc_contract_reading *reading)
{
    size_t count = reading->draft.count;

    *endless = (ptc_endless_types){.reading = reading};
    endless->nodes = ptc_arena_array(reading->arena, count, sizeof *endless->nodes);
    endless->pending = ptc_arena_array(reading->arena, count, sizeof *endless->pending);
    endless->way = ptc_arena_array(reading->arena, count, sizeof *endless->way);
    if (endless->nodes == NULL || endless->pending == NULL || endless->way == NULL)
        return false;
    endless_find(endless);
    return true;
}

/* --- Reporting ---------------------------------------------------------------------- */

enum { ENDLESS_NAMES_MAX = 9 }; /* in a message */

/* The name of what a node refers to, a type or a definition of a registry; else empty. */
static ptc_str endless_use(const ptc_endless_types *endless, size_t step)
{
    ptc_draft *draft = &endless->reading->draft;
    const ptc_draft_node *node = ptc_draft_at(draft, endless->way[step]);

    if (node->type != PTC_TYPE_REF)
        return PTC_STR("");
    return node->extra.named_type.len > 0 ? node->extra.named_type
                                          : ptc_draft_at(draft, node->target)->name;
}

/* `node -> edge -> node`: the uses of types on the way from `first` on, the last of which
 * leads back to where the way begins. */
static const char *endless_chain(const ptc_endless_types *endless, size_t first,
                                 size_t last)
{
    size_t count = 0;
    ptc_text text;

    ptc_text_init(&text, endless->reading->diags->arena);
    ptc_text_str(&text, endless_use(endless, last));
    for (size_t i = first; i <= last; i++) {
        ptc_str name = endless_use(endless, i);

        if (name.len == 0 || (++count >= ENDLESS_NAMES_MAX && i < last))
            continue;
        ptc_text_cstr(&text, count > ENDLESS_NAMES_MAX ? " -> ... -> " : " -> ");
        ptc_text_str(&text, name);
    }
    return text.failed ? "" : text.ptr;
}

/* How to open a circle with nothing in between, and one of required parts. */
static void endless_hint(const ptc_endless_types *endless, ptc_diag *diag, size_t last,
                         bool passes_on, bool has_union)
{
    ptc_diags *diags = endless->reading->diags;
    const ptc_draft_node *use =
        ptc_draft_at(&endless->reading->draft, endless->way[last]);
    const char *type = ptc_diag_quote(diags, endless_use(endless, last));
    const char *field = ptc_diag_quote(diags, use->name);
    bool is_malli = (use->flags & PTC_NODE_MALLI) != 0;

    if (passes_on && has_union)
        ptc_diag_hint(diags, diag,
                      "an alternative that is the type itself adds nothing: leave :%s "
                      "out",
                      type);
    else if (passes_on)
        ptc_diag_hint(diags, diag,
                      "say what :%s is: a map, a list or a tuple has to come in between",
                      type);
    else if (use->name.len == 0)
        ptc_diag_hint(diags, diag,
                      is_malli ? "give it an end: write [:maybe :%s] or [:vector :%s]"
                               : "give it an end: write :%s? or [:%s]",
                      type, type);
    else if (is_malli)
        ptc_diag_hint(diags, diag, "give it an end: write [:%s {:optional true} :%s]",
                      field, type);
    else
        ptc_diag_hint(diags, diag, "give it an end: write %s :%s?", field, type);
}

static void endless_fault(const ptc_endless_types *endless, size_t first, size_t last,
                          bool passes_on)
{
    ptc_contract_reading *reading = endless->reading;
    ptc_draft *draft = &reading->draft;
    bool has_union = false;
    const ptc_contract_file *file;
    ptc_diag *diag;

    while (last > first && endless_use(endless, last).len == 0)
        last--;
    for (size_t i = first; i <= last; i++)
        has_union |= ptc_draft_at(draft, endless->way[i])->type == PTC_TYPE_UNION;
    file = ptc_contract_file_of(reading, endless->way[last]);
    reading->diags->source = file->source;
    diag = ptc_diag_add(
        reading->diags,
        file->format == PTC_CONTRACT_SIG ? PTC_DIAG_SIG_CYCLE : PTC_DIAG_MALLI_CYCLE,
        ptc_draft_at(draft, endless->way[last])->extra.span,
        "named types in a circle %s: %s",
        passes_on ? "with nothing in between" : "without an end",
        ptc_sig_is_telling(&reading->sig) ? endless_chain(endless, first, last) : "");
    endless_hint(endless, diag, last, passes_on, has_union);
}

/* --- Circles with nothing in between ------------------------------------------------ */

enum { ENDLESS_NEW, ENDLESS_OPEN, ENDLESS_DONE };

/* What a node passes its value on to, as a whole: the first child, or what it refers to.
 */
static ptc_draft_ref endless_passes_to(const ptc_draft_node *node)
{
    switch (node->type) {
    case PTC_TYPE_REF:
        return node->target;
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_NOT:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
    case PTC_TYPE_MULTI:
    case PTC_TYPE_REGISTRY:
        return node->first;
    default:
        return 0;
    }
}

/* Where the node goes on after `child`. */
static ptc_draft_ref endless_passes_next(ptc_draft *draft, const ptc_draft_node *node,
                                         ptc_draft_ref child)
{
    return node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY
               ? 0
               : ptc_draft_at(draft, child)->next;
}

static void endless_enter(const ptc_endless_types *endless, size_t *count,
                          ptc_draft_ref ref)
{
    endless_node *node = &endless->nodes[ref];

    node->state = ENDLESS_OPEN;
    node->beside = endless_passes_to(ptc_draft_at(&endless->reading->draft, ref));
    endless->way[(*count)++] = ref;
}

/* Looks for such a circle from a type on; true after reporting it. */
static bool endless_passes_round(const ptc_endless_types *endless, ptc_draft_ref start)
{
    ptc_draft *draft = &endless->reading->draft;
    size_t count = 0;

    if (endless->nodes[start].state == ENDLESS_NEW)
        endless_enter(endless, &count, start);
    while (count > 0) {
        ptc_draft_ref ref = endless->way[count - 1];
        ptc_draft_ref to = endless->nodes[ref].beside;
        size_t first = 0;

        if (to == 0) {
            endless->nodes[ref].state = ENDLESS_DONE;
            count--;
            continue;
        }
        endless->nodes[ref].beside =
            endless_passes_next(draft, ptc_draft_at(draft, ref), to);
        if (endless->nodes[to].state == ENDLESS_NEW) {
            endless_enter(endless, &count, to);
        } else if (endless->nodes[to].state == ENDLESS_OPEN) {
            while (endless->way[first] != to)
                first++;
            endless_fault(endless, first, count - 1, true);
            return true;
        }
    }
    return false;
}

/* --- Circles without an end --------------------------------------------------------- */

/* The child that a node waits for in vain. */
static ptc_draft_ref endless_waits_for(const ptc_endless_types *endless,
                                       ptc_draft_ref ref)
{
    ptc_draft *draft = &endless->reading->draft;
    const ptc_draft_node *node = ptc_draft_at(draft, ref);
    ptc_draft_ref child = node->type == PTC_TYPE_REF ? node->target : node->first;

    while (node->type != PTC_TYPE_REF &&
           (endless->nodes[child].ends || endless->nodes[child].above != ref))
        child = ptc_draft_at(draft, child)->next;
    return child;
}

/* Follows what a type without an end waits for until that comes back, and reports it. */
static void endless_goes_round(const ptc_endless_types *endless, ptc_draft_ref start)
{
    size_t count = 0;
    size_t first = 0;
    ptc_draft_ref ref = start;

    for (; endless->nodes[ref].state != ENDLESS_OPEN;
         ref = endless_waits_for(endless, ref)) {
        endless->nodes[ref].state = ENDLESS_OPEN;
        endless->way[count++] = ref;
    }
    while (endless->way[first] != ref)
        first++;
    endless_fault(endless, first, count - 1, false);
}

bool ptc_endless_report(const ptc_endless_types *endless, const uint32_t *members,
                        size_t count)
{
    const ptc_declaration *items = endless->reading->items;

    for (size_t i = 0; i < count; i++) {
        if (endless_passes_round(endless, items[members[i]].place))
            return true;
    }
    for (size_t i = 0; i < count; i++) {
        if (!endless->nodes[items[members[i]].place].ends) {
            endless_goes_round(endless, items[members[i]].place);
            return true;
        }
    }
    return false;
}
