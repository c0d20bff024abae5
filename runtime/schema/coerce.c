/* SPDX-License-Identifier: MIT */
/*
 * Coercion: a value made to fit its schema, where inputs may be lenient. [validation 2,
 * 4-6] Here it starts and is dispatched, and unions, conjunctions and dispatch stand
 * here; coerce_scalar.c, coerce_list.c and coerce_map.c know the other kinds of nodes.
 *
 * One walk does it all: it converts, fills defaults, spells keys as declared and judges,
 * in the order in which the walker judges, so that paths are those of the data that came
 * in. The parts that need no conversion are judged by the walker. What is unchanged is
 * shared. Conversions between scalars are in convert.c, texts in messages.c.
 */
#include "schema/coerce_int.h"

static const ptc_place coerce_nowhere = {NULL, NULL, NULL, 0};

bool ptc_coerce_is_same(const ptc_value *a, const ptc_value *b)
{
    return a->kind == b->kind && a->flags == b->flags && a->aux == b->aux &&
           a->as.integer == b->as.integer;
}

void *ptc_coerce_allocate(ptc_coercer *c, size_t count, size_t size)
{
    void *place = ptc_arena_array(c->arena, count, size);

    if (place == NULL)
        c->walk.failed = true;
    return place;
}

/* The first alternative that coerces, and what it made of the value. Says nothing. */
static const ptc_schema_node *coerce_try(ptc_coercer *c, const ptc_schema_node *node,
                                         const ptc_value *value, ptc_value *out)
{
    ptc_report *report = c->walk.report;
    const ptc_schema_node *chosen = NULL;

    if (ptc_walk_is_known(&c->walk, node, value, PTC_MEMO_COERCES) == 1)
        return NULL;
    c->walk.report = NULL;
    for (uint32_t i = 0; chosen == NULL && i < node->count && !c->walk.failed; i++) {
        const ptc_schema_node *child = &c->walk.nodes[node->first + i];
        ptc_arena_mark mark = ptc_arena_place(c->arena);

        if (ptc_coerce_node(c, child, value, &coerce_nowhere, out))
            chosen = child;
        else
            ptc_arena_rewind(c->arena, mark);
    }
    c->walk.report = report;
    if (chosen == NULL)
        ptc_walk_remember(&c->walk, node, value, PTC_MEMO_COERCES, false);
    return chosen;
}

/*
 * The first alternative that validates, else the first that coerces. [validation 4] With
 * a report the latter is found in silence first, and then does it once more aloud;
 * without one its result is taken as it is, so that nesting does not double the work.
 */
static bool coerce_union(ptc_coercer *c, const ptc_schema_node *node,
                         const ptc_value *value, const ptc_place *place, ptc_value *out)
{
    const ptc_schema_node *first = &c->walk.nodes[node->first];
    const ptc_schema_node *chosen = NULL;
    bool is_done = false;

    c->walk.unions++;
    for (uint32_t i = 0; chosen == NULL && i < node->count; i++) {
        if (ptc_walk_accepts(&c->walk, &first[i], value))
            chosen = &first[i];
    }
    if (chosen == NULL && c->converts) {
        ptc_arena_mark mark = ptc_arena_place(c->arena);

        chosen = coerce_try(c, node, value, out);
        is_done = chosen != NULL && c->walk.report == NULL;
        if (!is_done)
            ptc_arena_rewind(c->arena, mark);
    }
    c->walk.unions--;
    if (is_done)
        return true;
    if (chosen == NULL && c->walk.report != NULL)
        chosen = ptc_walk_only_kind(&c->walk, node, value);
    if (chosen != NULL)
        return ptc_coerce_node(c, chosen, value, place, out);
    *out = *value;
    return ptc_fault_union(&c->walk, place, node, value);
}

/* Judges what coercion made of `value`, which is remembered only if that is the same. */
static bool coerce_judge(ptc_coercer *c, const ptc_schema_node *node,
                         const ptc_value *value, const ptc_value *made,
                         const ptc_place *place)
{
    bool was_temporary = c->walk.is_temporary;
    bool is_valid;

    c->walk.is_temporary |= !ptc_coerce_is_same(value, made);
    is_valid = ptc_walk_check(&c->walk, node, made, place);
    c->walk.is_temporary = was_temporary;
    return is_valid;
}

/* Whether all conjuncts but the first accept what the first made of the value. */
static bool coerce_others_accept(ptc_coercer *c, const ptc_schema_node *node,
                                 const ptc_value *value, const ptc_value *made)
{
    ptc_report *report = c->walk.report;
    bool is_valid = true;

    c->walk.report = NULL;
    for (uint32_t i = 1; i < node->count && is_valid; i++)
        is_valid = coerce_judge(c, &c->walk.nodes[node->first + i], value, made,
                                &coerce_nowhere);
    c->walk.report = report;
    return is_valid;
}

/* By the first conjunct; the others judge what came out. A value that validates as it is
 * stays so, if what came out does not. */
static bool coerce_and(ptc_coercer *c, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place, ptc_value *out)
{
    const ptc_schema_node *child = &c->walk.nodes[node->first];
    ptc_report *report = c->walk.report;
    ptc_report_mark mark = {0, 0, 0, 0};
    bool is_valid;

    if (report != NULL)
        mark = ptc_report_place(report);
    is_valid = ptc_coerce_node(c, child, value, place, out);
    if (is_valid && coerce_others_accept(c, node, value, out))
        return true;
    if (is_valid && c->converts && ptc_walk_accepts(&c->walk, node, value)) {
        *out = *value;
        if (report != NULL)
            ptc_report_rewind(report, mark);
        return true;
    }
    if (report == NULL || (!is_valid && !ptc_walk_has_kind(&c->walk, child, out)))
        return false;
    for (uint32_t i = 1; i < node->count; i++) {
        if (coerce_judge(c, ++child, value, out, place))
            continue;
        is_valid = false;
        if (!ptc_walk_has_kind(&c->walk, child, out))
            break;
    }
    return is_valid;
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

bool ptc_coerce_node(ptc_coercer *c, const ptc_schema_node *node, const ptc_value *value,
                     const ptc_place *place, ptc_value *out)
{
again:
    *out = *value;
    if (value->kind == PTC_NIL &&
        (ptc_schema_default(node, out) || (node->flags & PTC_NODE_NULLABLE) != 0))
        return true;
    switch ((ptc_type)node->type) {
    case PTC_TYPE_BOOL:
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_STRING:
    case PTC_TYPE_KEYWORD:
    case PTC_TYPE_DATETIME:
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return ptc_coerce_scalar(c, node, value, place, out);
    case PTC_TYPE_LIST:
        return ptc_coerce_list(c, node, value, place, out);
    case PTC_TYPE_SET:
        return ptc_coerce_set(c, node, value, place, out);
    case PTC_TYPE_TUPLE:
        return ptc_coerce_tuple(c, node, value, place, out);
    case PTC_TYPE_MAP:
        return ptc_coerce_map(c, node, value, place, out);
    case PTC_TYPE_MAP_OF:
        return ptc_coerce_map_of(c, node, value, place, out);
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
    case PTC_TYPE_COUNT:
        break;
    }
    return ptc_walk_check(&c->walk, node, value, place);
}

ptc_status ptc_schema_coerce(const ptc_schema *schema, const ptc_value *value,
                             const ptc_walk_options *options, ptc_arena *arena,
                             ptc_value *out, ptc_report *report)
{
    ptc_mode mode = options != NULL ? options->mode : PTC_MODE_ENABLED;
    bool is_input = options == NULL || options->direction == PTC_INPUT;
    ptc_coercer c;
    const ptc_schema_node *root = ptc_walk_start(&c.walk, schema, options, report);
    bool is_valid;
    ptc_status status;

    *out = *value;
    if (mode == PTC_MODE_DISABLED)
        return PTC_OK;
    c.arena = arena;
    c.converts = is_input && (mode == PTC_MODE_ENABLED || mode == PTC_MODE_WARN_ONLY);
    if (c.walk.is_call && value->kind == PTC_VECTOR)
        is_valid = ptc_coerce_tuple(&c, root, value, &coerce_nowhere, out);
    else
        is_valid = ptc_coerce_node(&c, root, value, &coerce_nowhere, out);
    status = ptc_walk_status(&c.walk, is_valid);
    if (status == PTC_ERROR_INVALID && mode == PTC_MODE_WARN_ONLY)
        return PTC_OK;
    if (status != PTC_OK)
        *out = ptc_value_nil();
    return status;
}
