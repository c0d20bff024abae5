/* SPDX-License-Identifier: MIT */
/*
 * Coercion: a value made to fit its schema, where inputs may be lenient. [validation 2,
 * 4-6] This file starts and dispatches it, and handles unions, conjunctions and dispatch;
 * coerce_scalar.c, coerce_list.c and coerce_map.c know the other kinds of nodes.
 *
 * One walk does it all: it converts, fills defaults, spells keys as declared and checks,
 * in the order in which the walker checks, so that paths are those of the data that came
 * in. The parts that need no conversion are checked against the walker. What is unchanged
 * is shared. Conversions between scalars are in convert.c, texts in messages.c.
 */
#include "schema/schema_int.h"
#include "walk/coerce_int.h"

static const ptc_place coerce_nowhere = {NULL, NULL, NULL, 0, NULL};

void *ptc_coerce_allocate(ptc_coercer *c, size_t count, size_t size)
{
    void *place = ptc_arena_array(c->arena, count, size);

    if (place == NULL)
        c->walk.failed = true;
    return place;
}

/* The result of a union for a value. */
typedef struct coerce_choice {
    const ptc_schema_node *node; /* the alternative that takes it, or NULL */
    ptc_value made;              /* the result of that one, unless !is_made */
    bool is_made;
    bool is_valid; /* a made value fits */
} coerce_choice;

/* Discards what was allocated since `mark`, unless verdicts on it are remembered. */
static void coerce_rewind(ptc_coercer *c, ptc_arena_mark mark)
{
    if (!c->walk.has_memos)
        ptc_arena_rewind(c->arena, mark);
}

/* Coerces in silence; what does not fit leaves nothing after. */
static bool coerce_try(ptc_coercer *c, const ptc_schema_node *node,
                       const ptc_value *value, ptc_value *made)
{
    ptc_arena_mark mark = ptc_arena_place(c->arena);

    if (ptc_coerce_node(c, node, value, &coerce_nowhere, made))
        return true;
    coerce_rewind(c, mark);
    *made = *value;
    return false;
}

/* The first alternative that validates, else the first that coerces. [validation 4] Only
 * in silence the result for a value that validates is also computed. */
static void coerce_choose(ptc_coercer *c, const ptc_schema_node *node,
                          const ptc_value *value, bool is_silent, coerce_choice *choice)
{
    const ptc_schema_node *first = &c->walk.nodes[node->first];

    for (uint32_t i = 0; choice->node == NULL && i < node->count; i++) {
        if (ptc_walk_accepts(&c->walk, &first[i], value))
            choice->node = &first[i];
    }
    if (choice->node != NULL) {
        choice->is_made = is_silent;
        choice->is_valid = is_silent && coerce_try(c, choice->node, value, &choice->made);
        return;
    }
    choice->is_made = true;
    for (uint32_t i = 0; c->converts && !choice->is_valid && i < node->count; i++) {
        if (c->walk.failed || !coerce_try(c, &first[i], value, &choice->made))
            continue;
        choice->is_valid = true;
        choice->node = &first[i];
    }
}

/* coerce_choose, unless the choice is known. */
static void coerce_find_choice(ptc_coercer *c, const ptc_schema_node *node,
                               const ptc_value *value, coerce_choice *choice)
{
    const ptc_memo *memo = ptc_memo_find(&c->walk, node, value, PTC_MEMO_COERCES);
    const ptc_schema_node *first = &c->walk.nodes[node->first];
    ptc_report *report = c->walk.report;
    bool was_deep = c->walk.was_deep;
    bool was_decoded = c->walk.was_decoded;

    *choice = (coerce_choice){.made = *value};
    if (memo != NULL) {
        if (memo->choice > 0)
            choice->node = &first[memo->choice - 1];
        choice->made = memo->made;
        choice->is_made = true;
        choice->is_valid = memo->is_valid;
        return;
    }
    c->walk.was_deep = c->walk.was_decoded = false;
    c->walk.report = NULL;
    coerce_choose(c, node, value, report == NULL, choice);
    c->walk.report = report;
    if (choice->is_made)
        ptc_memo_keep(&c->walk, node, value, PTC_MEMO_COERCES, choice->is_valid,
                      choice->node != NULL ? (uint32_t)(choice->node - first) + 1 : 0,
                      &choice->made);
    c->walk.was_deep |= was_deep;
    c->walk.was_decoded |= was_decoded;
}

/* With a report, the alternative is first found in silence, and then run again with the
 * report; without one its result is used directly, so that nesting does not double the
 * work. */
static bool coerce_union(ptc_coercer *c, const ptc_schema_node *node,
                         const ptc_value *value, const ptc_place *place, ptc_value *out)
{
    ptc_arena_mark mark = ptc_arena_place(c->arena);
    coerce_choice choice;

    coerce_find_choice(c, node, value, &choice);
    if (c->walk.report == NULL) {
        *out = choice.made;
        return choice.is_valid;
    }
    coerce_rewind(c, mark);
    if (choice.node == NULL)
        choice.node = ptc_walk_only_kind(&c->walk, node, value);
    if (choice.node != NULL)
        return ptc_coerce_node(c, choice.node, value, place, out);
    return ptc_fault_union(&c->walk, place, node, value);
}

/* Whether all conjuncts but the first accept what the first made of the value. */
static bool coerce_others_accept(ptc_coercer *c, const ptc_schema_node *node,
                                 const ptc_value *made)
{
    ptc_report *report = c->walk.report;
    bool is_valid = true;

    c->walk.report = NULL;
    for (uint32_t i = 1; i < node->count && is_valid; i++)
        is_valid = ptc_walk_check(&c->walk, &c->walk.nodes[node->first + i], made,
                                  &coerce_nowhere);
    c->walk.report = report;
    return is_valid;
}

/* Reports what the conjuncts except the first say about a value that they did not all
 * accept. */
static void coerce_tell_others(ptc_coercer *c, const ptc_schema_node *node,
                               const ptc_value *judged, const ptc_place *place,
                               bool is_valid)
{
    for (uint32_t i = 1; i < node->count; i++) {
        const ptc_schema_node *child = &c->walk.nodes[node->first + i];

        if ((!is_valid && ptc_type_is_of_others((ptc_type)child->type)) ||
            ptc_walk_check(&c->walk, child, judged, place))
            continue;
        is_valid = false;
        if (!ptc_walk_has_kind(&c->walk, child, judged))
            break;
    }
}

/* A value that validates as it is, in the form that it is stored in: nothing is converted
 * or filled in. */
static void coerce_as_it_is(ptc_coercer *c, const ptc_schema_node *node,
                            const ptc_value *value, ptc_value *out)
{
    bool converts = c->converts;
    bool leaves_absent = c->leaves_absent;
    ptc_report *report = c->walk.report;

    c->converts = false;
    c->leaves_absent = true;
    c->walk.report = NULL;
    if (!ptc_coerce_node(c, &c->walk.nodes[node->first], value, &coerce_nowhere, out) ||
        !coerce_others_accept(c, node, out))
        *out = *value;
    c->converts = converts;
    c->leaves_absent = leaves_absent;
    c->walk.report = report;
}

/* The first conjunct converts; the others check the result or, if nothing is converted,
 * the value itself, like ptc_walk_check. A value that validates as it is stays so, if
 * what came out does not, unless something in it was to be decoded. */
static bool coerce_and(ptc_coercer *c, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place, ptc_value *out)
{
    const ptc_schema_node *child = &c->walk.nodes[node->first];
    const ptc_value *judged = c->converts ? out : value;
    ptc_report *report = c->walk.report;
    ptc_report_mark mark = {0, 0, 0, 0};
    bool was_decoded = c->walk.was_decoded;
    bool is_decoded;
    bool is_valid;

    if (report != NULL)
        mark = ptc_report_place(report);
    c->walk.was_decoded = false;
    is_valid = ptc_coerce_node(c, child, value, place, out);
    is_decoded = c->walk.was_decoded;
    c->walk.was_decoded |= was_decoded;
    if (is_valid && coerce_others_accept(c, node, judged)) {
        if (judged == value && !ptc_coerce_is_same(out, value) &&
            !coerce_others_accept(c, node, out))
            coerce_as_it_is(c, node, value, out);
        return true;
    }
    if (is_valid && !is_decoded && c->converts &&
        ptc_walk_accepts(&c->walk, node, value)) {
        coerce_as_it_is(c, node, value, out);
        if (report != NULL)
            ptc_report_rewind(report, mark);
        return true;
    }
    if (report != NULL && (is_valid || ptc_walk_has_kind(&c->walk, child, judged)))
        coerce_tell_others(c, node, judged, place, is_valid);
    return false;
}

static bool coerce_multi(ptc_coercer *c, const ptc_schema_node *node,
                         const ptc_value *value, const ptc_place *place, ptc_value *out)
{
    const ptc_value absent = ptc_value_nil();
    const ptc_map_entry *entry;
    const ptc_schema_node *branch;

    if (value->kind != PTC_MAP)
        return ptc_fault_kind(&c->walk, place, node, value);
    entry = ptc_map_find_field(value->as.map, node->type_name, 0);
    branch = ptc_walk_branch(&c->walk, node, entry != NULL ? &entry->value : &absent,
                             c->converts);
    if (branch == NULL)
        return ptc_walk_check(&c->walk, node, value, place);
    return ptc_coerce_node(c, branch, value, place, out);
}

static bool coerce_combined(ptc_coercer *c, const ptc_schema_node *node,
                            const ptc_value *value, const ptc_place *place,
                            ptc_value *out)
{
    bool is_valid;

    if (!ptc_walk_step(&c->walk, node, place))
        return false;
    if (node->type == PTC_TYPE_UNION)
        is_valid = coerce_union(c, node, value, place, out);
    else if (node->type == PTC_TYPE_AND)
        is_valid = coerce_and(c, node, value, place, out);
    else
        is_valid = coerce_multi(c, node, value, place, out);
    c->walk.steps--;
    return is_valid;
}

bool ptc_coerce_is_absent(ptc_coercer *c, const ptc_schema_node *field,
                          const ptc_value *value)
{
    return value->kind == PTC_NIL && c->converts && ptc_schema_is_optional(field) &&
           !ptc_schema_says_nil(field) && !ptc_walk_accepts(&c->walk, field, value);
}

/* Nil, if the slot decides what it means; false leaves it to the type. */
static bool coerce_nil(ptc_coercer *c, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place, ptc_value *out)
{
    if (!ptc_schema_is_optional(node) || ptc_schema_says_nil(node))
        return (!c->leaves_absent && ptc_schema_default(node, out)) ||
               (node->flags & PTC_NODE_NULLABLE) != 0;
    if (ptc_coerce_is_absent(c, node, value))
        ptc_warn_absent(&c->walk, place, node, value);
    else if (!ptc_walk_accepts(&c->walk, node, value))
        return false;
    ptc_schema_default(node, out);
    return true;
}

bool ptc_coerce_node(ptc_coercer *c, const ptc_schema_node *node, const ptc_value *value,
                     const ptc_place *place, ptc_value *out)
{
    bool is_decoded = false;
    ptc_value decoded;

again:
    if (PTC_UNLIKELY((node->flags & PTC_NODE_DECODED) != 0) && c->converts &&
        !is_decoded) {
        *out = *value;
        if (!ptc_coerce_decode(c, node, value, place, &decoded))
            return false;
        is_decoded = true; /* by this one, not by that of what it refers to */
        value = &decoded;
    }
    *out = *value;
    if (value->kind == PTC_NIL && coerce_nil(c, node, value, place, out))
        return true;
    switch ((ptc_type)node->type) {
    case PTC_TYPE_BOOL:
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_STRING:
    case PTC_TYPE_KEYWORD:
    case PTC_SPELLED_AND(DECIMAL):
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return ptc_walk_is_plain(node, value) || ptc_schema_is_other(node, value) ||
               ptc_coerce_scalar(c, node, value, place, out);
    case PTC_TYPE_LIST:
        return ptc_schema_is_other(node, value) ||
               ptc_coerce_list(c, node, value, place, out);
    case PTC_TYPE_SET:
        return ptc_coerce_set(c, node, value, place, out);
    case PTC_TYPE_TUPLE:
        return ptc_schema_is_other(node, value) ||
               ptc_coerce_tuple(c, node, value, place, out);
    case PTC_TYPE_MAP:
        return ptc_schema_is_other(node, value) ||
               ptc_coerce_map(c, node, value, place, out);
    case PTC_TYPE_MAP_OF:
        return ptc_schema_is_other(node, value) ||
               ptc_coerce_map_of(c, node, value, place, out);
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_MULTI:
        return coerce_combined(c, node, value, place, out);
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
        node = &c->walk.nodes[node->first];
        goto again;
    case PTC_TYPE_ANY:
    case PTC_TYPE_NIL:
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_NOT:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
    case PTC_TYPE_COUNT:
        break;
    }
    return ptc_walk_check(&c->walk, node, value, place);
}

ptc_status ptc_schema_coerce(ptc_arena *arena, const ptc_schema *schema,
                             const ptc_value *value, const ptc_walk_options *options,
                             ptc_value *out, ptc_report *report)
{
    const ptc_value given = *ptc_value_or_nil(value); /* `out` may be the same place */
    const ptc_schema_node *root;
    ptc_walk_options room;
    ptc_coercer c;
    ptc_mode mode;
    bool is_valid;
    ptc_status status;

    options = ptc_walk_options_view("ptc_schema_coerce", options, &room);
    if (options == NULL) {
        *out = ptc_value_nil();
        return PTC_ERROR_ARGUMENT;
    }
    root = ptc_walk_start(&c.walk, schema, options, report);
    mode = options->mode;
    *out = given;
    value = &given;
    c.arena = arena;
    c.converts = ptc_walk_converts(mode, options->direction);
    c.leaves_absent = false;
    if (mode == PTC_MODE_DISABLED) {
        ptc_coerce_context_alone(&c, root, value, out);
        return ptc_walk_end(&c.walk, true);
    }
    if (c.walk.is_call && value->kind == PTC_VECTOR)
        is_valid = ptc_coerce_arguments(&c, root, value, &coerce_nowhere, out);
    else
        is_valid = ptc_coerce_node(&c, root, value, &coerce_nowhere, out);
    status = ptc_walk_end(&c.walk, is_valid);
    if (status == PTC_ERROR_INVALID && mode == PTC_MODE_WARN_ONLY)
        return PTC_OK;
    if (status != PTC_OK)
        *out = ptc_value_nil();
    return status;
}
