/* SPDX-License-Identifier: MIT */
/*
 * Names in Malli text: registries, references, named and registered types.
 * [validation 11.3, 15]
 *
 * Registries nest lexically. A definition's node exists before anything inside is read,
 * so a reference is resolved where it is, forward ones included. Names are compared by
 * text: :node, "node" and the symbol node are one name.
 */
#include "contract/malli/malli_int.h"

bool ptc_malli_is_name(const ptc_form *form)
{
    return form->kind == PTC_FORM_KEYWORD || form->kind == PTC_FORM_STRING ||
           form->kind == PTC_FORM_SYMBOL;
}

/* Reports a name that no registry may declare; true when there is nothing to report. */
static bool malli_check_definition(ptc_malli_reader *reader, uint32_t key, size_t mark)
{
    const ptc_form *form = ptc_malli_form(reader, key);
    const ptc_name_entry *known;

    if (!ptc_malli_is_name(form) || form->text.len == 0) {
        MALLI_FAULT(reader, PTC_DIAG_MALLI_ENTRY, key,
                    "a name in a registry must be a keyword, string or symbol, found %s",
                    ptc_malli_kind(form));
        return false;
    }
    if (form->kind != PTC_FORM_STRING &&
        ptc_malli_head_find(form->text, form->kind == PTC_FORM_SYMBOL) != NULL) {
        MALLI_FAULT(reader, PTC_DIAG_MALLI_DUPLICATE, key,
                    "%s is built in and cannot be defined again",
                    ptc_malli_quote(reader, key));
        return false;
    }
    known = ptc_names_find(&reader->scope, form->text);
    if (known != NULL && (size_t)(known - reader->scope.entries) >= mark) {
        MALLI_FAULT(reader, PTC_DIAG_MALLI_DUPLICATE, key,
                    "%s is defined twice in one registry", ptc_malli_quote(reader, key));
        return false;
    }
    return true;
}

ptc_draft_ref ptc_malli_open_registry(ptc_malli_reader *reader, ptc_draft_ref node,
                                      uint32_t registry, uint32_t body)
{
    const ptc_form *map = ptc_malli_form(reader, registry);
    size_t mark = reader->scope.count;
    ptc_draft_ref slot;
    uint32_t next;

    ptc_malli_node(reader, node)->type = PTC_TYPE_REGISTRY;
    slot = ptc_malli_add(reader, body);
    ptc_draft_append(reader->draft, node, slot);
    if (map->kind != PTC_FORM_MAP) {
        MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, registry,
                    ":registry must be a map of names to schemas, found %s",
                    ptc_malli_kind(map));
        return slot;
    }
    for (uint32_t key = map->child; key; key = next) {
        uint32_t value = ptc_malli_form(reader, key)->next;
        ptc_draft_ref definition;

        next = ptc_malli_form(reader, value)->next;
        if (!malli_check_definition(reader, key, mark))
            continue;
        definition = ptc_malli_slot(reader, node, value, PTC_MALLI_PLAIN);
        ptc_malli_node(reader, definition)->name = ptc_malli_form(reader, key)->text;
        ptc_names_push(&reader->scope, ptc_malli_form(reader, key)->text, definition);
    }
    return slot;
}

bool ptc_malli_is_among(const ptc_type_names *names, ptc_str name)
{
    for (size_t i = 0; i < names->count; i++) {
        if (ptc_str_equal(names->names[i], name))
            return true;
    }
    return false;
}

static bool malli_is_registered(const ptc_malli_reader *reader, ptc_str name)
{
    const ptc_type_names *types = reader->options != NULL ? reader->options->types : NULL;

    return types != NULL && ptc_malli_is_among(types, name);
}

/* Like ptc_malli_resolve, among registered types alone. */
static bool malli_resolve_custom(ptc_malli_reader *reader, uint32_t form,
                                 ptc_draft_ref ref)
{
    ptc_str name = ptc_malli_form(reader, form)->text;

    if (!malli_is_registered(reader, name))
        return false;
    ptc_malli_node(reader, ref)->type = PTC_TYPE_CUSTOM;
    ptc_malli_node(reader, ref)->type_name = name;
    return true;
}

bool ptc_malli_resolve(ptc_malli_reader *reader, uint32_t form, ptc_draft_ref ref)
{
    ptc_str name = ptc_malli_form(reader, form)->text;
    const ptc_name_entry *known = ptc_names_find(&reader->scope, name);

    if (known != NULL) {
        ptc_malli_node(reader, ref)->type = PTC_TYPE_REF;
        ptc_malli_node(reader, ref)->target = known->value;
        reader->has_refs = true;
        return true;
    }
    if (reader->types != NULL &&
        reader->types->find(reader->draft, ref, name, reader->types->user))
        return true;
    return ptc_malli_form(reader, form)->kind != PTC_FORM_STRING &&
           malli_resolve_custom(reader, form, ref);
}

void ptc_malli_read_ref(ptc_malli_reader *reader, const ptc_malli_call *call,
                        const ptc_malli_properties *properties)
{
    const ptc_form *name = ptc_malli_form(reader, call->first);

    (void)properties;
    if (!ptc_malli_is_name(name))
        MALLI_FAULT(reader, PTC_DIAG_MALLI_REF, call->first,
                    ":ref names a schema of a registry, found %s", ptc_malli_kind(name));
    else if (!ptc_malli_resolve(reader, call->first, call->node))
        ptc_malli_unknown_name(reader, call->first);
}

void ptc_malli_read_fn(ptc_malli_reader *reader, const ptc_malli_call *call,
                       const ptc_malli_properties *properties)
{
    const ptc_form *name = ptc_malli_form(reader, call->first);
    ptc_diag *diag;

    (void)properties;
    if (ptc_malli_is_name(name) && malli_resolve_custom(reader, call->first, call->node))
        return;
    if (ptc_malli_is_name(name)) {
        diag = MALLI_FAULT(reader, PTC_DIAG_MALLI_UNKNOWN, call->first,
                           "no validator %s is registered",
                           ptc_malli_quote(reader, call->first));
        ptc_diag_hint(reader->diags, diag,
                      "declare it as a type that a C function checks");
        return;
    }
    diag = MALLI_FAULT(reader, PTC_DIAG_MALLI_SYNTAX, call->first,
                       ":fn takes the name of a registered validator, found %s",
                       ptc_malli_kind(name));
    ptc_diag_hint(reader->diags, diag, "code in a schema is never run");
}

/* --- References that lead to themselves -------------------------------------------- */

/*
 * A node passes its value on unchanged to its conjuncts, alternatives, branches, to the
 * body of a registry or the target of a reference. A circle of such steps would check the
 * same value for ever.
 */
typedef struct malli_cycle_step {
    ptc_draft_ref node;
    ptc_draft_ref next; /* to visit */
} malli_cycle_step;

typedef struct malli_cycles {
    ptc_malli_reader *reader;
    ptc_draft_ref first; /* of the nodes that are checked */
    uint8_t *states;     /* by node from `first` on: 0 new, 1 open, 2 done */
    malli_cycle_step *steps;
    size_t count;
    size_t capacity;
} malli_cycles;

static ptc_draft_ref malli_passes_to(const ptc_draft_node *node)
{
    if (node->type == PTC_TYPE_REF)
        return node->extra.named_type.len ? 0 : node->target;
    return node->type == PTC_TYPE_REGISTRY || node->type == PTC_TYPE_UNION ||
                   node->type == PTC_TYPE_AND || node->type == PTC_TYPE_NOT ||
                   node->type == PTC_TYPE_ONE || node->type == PTC_TYPE_IF ||
                   node->type == PTC_TYPE_MULTI
               ? node->first
               : 0;
}

/* Where the parent goes on after `child`; only some parents pass to all their children.
 */
static ptc_draft_ref malli_passes_next(const ptc_draft_node *parent,
                                       const ptc_draft_node *child)
{
    return parent->type == PTC_TYPE_REF || parent->type == PTC_TYPE_REGISTRY
               ? 0
               : child->next;
}

static void malli_cycle_enter(malli_cycles *cycles, ptc_draft_ref node)
{
    void *steps = cycles->steps;
    malli_cycle_step *step;

    if (!ptc_arena_reserve(cycles->reader->draft->arena, &steps, &cycles->capacity,
                           cycles->count, cycles->count + 1, sizeof *step))
        return;
    cycles->steps = steps;
    step = &cycles->steps[cycles->count++];
    step->node = node;
    step->next = malli_passes_to(ptc_malli_node(cycles->reader, node));
    cycles->states[node - cycles->first] = 1;
}

/* The innermost reference of the path, which is on the circle, closes it. */
static void malli_cycle_report(malli_cycles *cycles)
{
    ptc_diags *diags = cycles->reader->diags;
    size_t at = cycles->count - 1;
    const ptc_draft_node *node = ptc_malli_node(cycles->reader, cycles->steps[at].node);

    while (at > 0 && node->type != PTC_TYPE_REF)
        node = ptc_malli_node(cycles->reader, cycles->steps[--at].node);
    ptc_diag_add(
        diags, PTC_DIAG_MALLI_CYCLE, node->extra.span,
        "`%s` refers to itself with nothing in between",
        ptc_diag_quote(diags, ptc_malli_node(cycles->reader, node->target)->name));
}

static void malli_cycle_walk(malli_cycles *cycles, ptc_draft_ref start)
{
    malli_cycle_enter(cycles, start);
    while (cycles->count > 0) {
        malli_cycle_step *step = &cycles->steps[cycles->count - 1];
        ptc_draft_ref to = step->next;

        if (to < cycles->first) { /* none, or outside of what is being read */
            cycles->states[step->node - cycles->first] = 2;
            cycles->count--;
            continue;
        }
        step->next = malli_passes_next(ptc_malli_node(cycles->reader, step->node),
                                       ptc_malli_node(cycles->reader, to));
        if (cycles->states[to - cycles->first] == 1)
            malli_cycle_report(cycles);
        else if (cycles->states[to - cycles->first] == 0)
            malli_cycle_enter(cycles, to);
    }
}

void ptc_malli_check_cycles(ptc_malli_reader *reader, ptc_draft_ref first)
{
    size_t count = reader->draft->count - first;
    malli_cycles cycles = {reader, first, NULL, NULL, 0, 0};

    cycles.states = ptc_arena_array(reader->draft->arena, count, 1);
    for (size_t i = 0; cycles.states != NULL && i < count; i++) {
        ptc_draft_ref node = first + (ptc_draft_ref)i;

        if (cycles.states[i] == 0 && ptc_malli_node(reader, node)->type == PTC_TYPE_REF)
            malli_cycle_walk(&cycles, node);
    }
}
