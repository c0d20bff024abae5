/* SPDX-License-Identifier: MIT */
/*
 * The walker: checks values against schemas that exist at run time. [validation 1-3, 5-8]
 * This file starts and dispatches it; walk_scalar.c, walk_list.c, walk_map.c,
 * walk_choice.c and walk_conditions.c know the kinds of nodes.
 *
 * One function per kind of node, all of the shape (walker, node, value, place) ->
 * verdict. Without a report the first fault ends the walk: no message is made, no place
 * is ever looked at. With a report the walk goes on, and every fault is handed to
 * messages.c, which finds the path by following the places up the C stack.
 *
 * Recursion is counted twice: `depth` counts the vectors, sets and maps around a value,
 * which is what users know as nesting; `steps` counts the combinators around a node,
 * which only the schema determines. Both are bounded, so the C stack is.
 */
#include "base/base_int.h"
#include "schema/schema_int.h"
#include "walk/walk_int.h"

enum { WALK_STEPS_MAX = 3 * PTC_DEPTH_MAX };

static const ptc_place walk_nowhere = {NULL, NULL, NULL, 0, NULL};

static PTC_COLD bool walk_too_deep(ptc_walker *walker, const ptc_schema_node *node,
                                   const ptc_place *place)
{
    walker->was_deep = true;
    return ptc_fault_depth(walker, place, node);
}

bool ptc_walk_enter(ptc_walker *walker, const ptc_schema_node *node,
                    const ptc_place *place)
{
    if (PTC_UNLIKELY(walker->depth >= walker->max_depth))
        return walk_too_deep(walker, node, place);
    walker->depth++;
    return true;
}

bool ptc_walk_step(ptc_walker *walker, const ptc_schema_node *node,
                   const ptc_place *place)
{
    if (PTC_UNLIKELY(walker->steps >= WALK_STEPS_MAX))
        return walk_too_deep(walker, node, place);
    walker->steps++;
    walker->work++;
    return true;
}

bool ptc_walk_accepts(ptc_walker *walker, const ptc_schema_node *node,
                      const ptc_value *value)
{
    ptc_report *report = walker->report;
    bool is_valid;

    walker->report = NULL;
    is_valid = ptc_walk_check(walker, node, value, &walk_nowhere);
    walker->report = report;
    return is_valid;
}

/* Only the work for nearly every value is here; everything else goes to the function of
 * its kind, by a tail call. */
bool ptc_walk_check(ptc_walker *walker, const ptc_schema_node *node,
                    const ptc_value *value, const ptc_place *place)
{
again:
    if ((node->flags & (PTC_NODE_NULLABLE | PTC_NODE_OTHERS)) != 0 &&
        ((value->kind == PTC_NIL && (node->flags & PTC_NODE_NULLABLE) != 0) ||
         ptc_schema_is_other(node, value)))
        return true;
    if (ptc_walk_is_plain(node, value))
        return true;
    ptc_walk_spend(walker, node->count + (size_t)1);
    if (PTC_UNLIKELY(walker->rest == 0))
        return false;
    switch ((ptc_type)node->type) {
    case PTC_TYPE_ANY:
        return true;
    case PTC_TYPE_STRING:
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_KEYWORD:
    case PTC_SPELLED_AND(DECIMAL):
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_CUSTOM:
        return ptc_walk_scalar(walker, node, value, place);
    case PTC_TYPE_NIL:
        if (value->kind == PTC_NIL)
            return true;
        break;
    case PTC_TYPE_BOOL:
        if (value->kind == PTC_BOOL)
            return true;
        break;
    case PTC_TYPE_ANY_MAP:
        if (value->kind == PTC_MAP)
            return true;
        break;
    case PTC_TYPE_LIST:
        return ptc_walk_list(walker, node, value, place);
    case PTC_TYPE_SET:
        return ptc_walk_set(walker, node, value, place);
    case PTC_TYPE_TUPLE:
        return ptc_walk_tuple(walker, node, value, place);
    case PTC_TYPE_MAP:
        return ptc_walk_map(walker, node, value, place);
    case PTC_TYPE_MAP_OF:
        return ptc_walk_map_of(walker, node, value, place);
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_NOT:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
    case PTC_TYPE_MULTI:
        return ptc_walk_choice(walker, node, value, place);
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
        node = &walker->nodes[node->first];
        goto again;
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
        return ptc_walk_condition(walker, node, value, place);
    case PTC_TYPE_FUNCTION: /* no value is a function */
    case PTC_TYPE_COUNT:
        break;
    }
    return ptc_fault_kind(walker, place, node, value);
}

/* Whether the schema is the parameters of a function, which the model supplies, taken out
 * of it by index: so emitted code has them. */
static bool walk_is_parameters(const ptc_schema *schema)
{
    const ptc_schema_node *parent = &schema->nodes[ptc_schema_root(schema)->parent];

    return parent->type == PTC_TYPE_FUNCTION && schema->root == parent->first;
}

const ptc_walk_options ptc_walk_standard = {.struct_size = sizeof ptc_walk_standard};

const ptc_schema_node *ptc_walk_start(ptc_walker *walker, const ptc_schema *schema,
                                      const ptc_walk_options *options, ptc_report *report)
{
    const ptc_schema_node *root;

    memset(walker, 0, offsetof(ptc_walker, memos));
    walker->rest = SIZE_MAX;
    walker->nodes = schema->nodes;
    walker->report = report;
    walker->validators = options->validators;
    walker->validator_count = options->validator_count;
    walker->decoders = options->decoders;
    walker->decoder_count = options->decoder_count;
    walker->max_depth = options->max_depth == 0 || options->max_depth > PTC_DEPTH_MAX
                            ? PTC_DEPTH_MAX
                            : options->max_depth;
    walker->context = options->context;
    walker->is_json = options->boundary == PTC_BOUNDARY_JSON;
    walker->is_strict = options->mode == PTC_MODE_STRICT;
    walker->is_firewalled = options->hide_firewalled;
    root = ptc_schema_target(walker->nodes, ptc_schema_root(schema));
    if (root->type != PTC_TYPE_FUNCTION) {
        walker->is_firewalled |= !walk_is_parameters(schema);
        return ptc_schema_root(schema);
    }
    walker->is_call = options->direction != PTC_OUTPUT &&
                      walker->nodes[root->first].count > 0; /* else it is its result */
    walker->is_firewalled |= !walker->is_call;
    return &walker->nodes[root->first + (walker->is_call ? 0 : 1)];
}

ptc_schema ptc_walk_of_call(const ptc_schema *function)
{
    const ptc_schema_node *root =
        ptc_schema_target(function->nodes, ptc_schema_root(function));
    ptc_schema call = *function;

    if (root->type == PTC_TYPE_FUNCTION && function->nodes[root->first].count == 0)
        call.root = root->first;
    return call;
}

ptc_status ptc_walk_end(ptc_walker *walker, bool is_valid)
{
    if (PTC_UNLIKELY(walker->has_memos))
        ptc_memo_end(walker);
    if (walker->failed)
        return PTC_ERROR_MEMORY;
    return is_valid ? PTC_OK : PTC_ERROR_INVALID;
}

ptc_status ptc_walk_within(const ptc_schema *schema, const ptc_value *value,
                           const ptc_walk_options *options, size_t most,
                           ptc_report *report, bool *is_given_up)
{
    ptc_walker walker;
    const ptc_schema_node *root = ptc_walk_start(&walker, schema, options, report);
    bool is_valid;

    *is_given_up = false;
    if (options->mode == PTC_MODE_DISABLED)
        return PTC_OK;
    walker.rest = most;
    if (walker.is_call && value->kind == PTC_VECTOR)
        is_valid = ptc_walk_tuple(&walker, root, value, &walk_nowhere);
    else
        is_valid = ptc_walk_check(&walker, root, value, &walk_nowhere);
    *is_given_up = walker.rest == 0;
    return ptc_walk_end(&walker, is_valid);
}

ptc_status ptc_schema_validate(const ptc_schema *schema, const ptc_value *value,
                               const ptc_walk_options *options, ptc_report *report)
{
    ptc_walk_options room;
    bool is_given_up;

    options = ptc_walk_options_view("ptc_schema_validate", options, &room);
    if (options == NULL)
        return PTC_ERROR_ARGUMENT;
    value = ptc_value_or_nil(value);
    return ptc_walk_within(schema, value, options, SIZE_MAX, report, &is_given_up);
}
