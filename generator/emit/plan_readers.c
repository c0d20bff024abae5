/* SPDX-License-Identifier: MIT */
/* Decides which nodes emitted code reads, and what their readers need besides each other.
 * Readers that leave values to the walker, or defaults to the runtime, refer to the
 * tables of their contract. [architecture 2] */
#include "generator/emit/plan.h"
#include "schema/schema_int.h"

/* Longer texts as defaults are filled in from the tables: a line has no room for them. */
enum { DEFAULT_TEXT_MAX = 60 };

/* --- Defaults ---------------------------------------------------------------------- */

uint32_t ptcc_c_default_member(const ptc_schema_node *node, const ptc_value *value)
{
    uint32_t i = 0;

    while (i < ptcc_c_member_count(node) && !ptc_value_same(&node->members[i], value))
        i++;
    return i;
}

bool ptcc_c_default_is_literal(const ptcc_c_contract *contract, uint32_t index,
                               const ptc_value *value)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];

    switch (contract->nodes[index].kind) {
    case PTCC_C_BOOL:
        return value->kind == PTC_BOOL;
    case PTCC_C_INT:
        return value->kind == PTC_INT;
    case PTCC_C_FLOAT:
        return value->kind == PTC_INT || value->kind == PTC_FLOAT;
    case PTCC_C_STRING:
    case PTCC_C_KEYWORD:
    case PTCC_C_DATETIME:
    case PTCC_C_DATE:
        return (value->kind == PTC_STRING || value->kind == PTC_KEYWORD) &&
               value->aux <= DEFAULT_TEXT_MAX;
    case PTCC_C_DECIMAL:
        return value->kind == PTC_INT ||
               (value->kind == PTC_STRING && value->aux <= DEFAULT_TEXT_MAX);
    case PTCC_C_ENUM:
        return ptcc_c_default_member(node, value) < ptcc_c_member_count(node);
    case PTCC_C_LIST:
        return value->kind == PTC_VECTOR && value->aux == 0;
    case PTCC_C_NONE:
    case PTCC_C_ANY:
    case PTCC_C_ANY_MAP:
    case PTCC_C_VALUE:
    case PTCC_C_ENTRIES:
    case PTCC_C_STRUCT:
    case PTCC_C_UNION:
    case PTCC_C_SAME:
    case PTCC_C_POINTER:
        return false;
    }
    return false;
}

/* --- What readers call -------------------------------------------------------------- */

typedef struct read_run {
    const ptcc_c_contract *any; /* all have their nodes in one array */
    uint32_t *path;
    uint32_t count;
} read_run;

static void read_enter(read_run *run, uint32_t index)
{
    if (run->any->nodes[index].is_read)
        return;
    run->any->nodes[index].is_read = true;
    run->path[run->count++] = index;
}

/* What the reader of the node calls. */
static void read_parts(read_run *run, uint32_t index)
{
    const ptcc_c_node *cnode = &run->any->nodes[index];
    uint32_t first = run->any->contract->schema.nodes[index].first;
    uint32_t count = ptcc_c_part_count(run->any, index);
    uint32_t chosen[PTCC_CLASS_COUNT];

    if (cnode->is_walked)
        return;
    if (cnode->is_elsewhere) {
        read_enter(run, cnode->origin_node);
        return;
    }
    if (cnode->kind != PTCC_C_UNION) {
        for (uint32_t i = 0; i < count; i++) {
            if (!run->any->nodes[first + i].is_context)
                read_enter(run, first + i);
        }
        return;
    }
    count = ptcc_c_union_choices(run->any, index, chosen);
    for (uint32_t i = 0; i < count; i++)
        read_enter(run, chosen[i]);
}

/* Whatever the readers of roots call, and what that calls. Types of included files are
 * there for others alone: what none of these calls, a compiler would find unused. */
static bool find_read(const ptcc_c_plan *plan)
{
    read_run run = {.any = plan->contracts};

    run.path = ptc_arena_array(plan->scratch, plan->node_count, sizeof *run.path);
    if (run.path == NULL)
        return false;
    for (size_t i = 0; i < plan->count; i++) {
        const ptcc_c_contract *contract = plan->order[i];

        for (size_t k = 0; contract->role != PTCC_ROLE_TYPE && k < contract->root_count;
             k++)
            read_enter(&run, contract->roots[k].node);
    }
    while (run.count)
        read_parts(&run, run.path[--run.count]);
    return true;
}

/* --- What readers name -------------------------------------------------------------- */

/* Whether the reader of a map leaves the default of a field to the runtime. */
static bool table_is_for_default(const ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    ptc_value value;

    return nodes[nodes[index].parent].type == PTC_TYPE_MAP &&
           ptc_schema_default(&nodes[index], &value) &&
           !ptcc_c_default_is_literal(contract, index, &value);
}

/* Whether the reader of a union leaves texts that begin in some way to the walker. */
static bool table_is_for_choice(const ptcc_c_contract *contract, uint32_t index)
{
    for (unsigned class = 0; class < PTCC_CLASS_COUNT; class ++) {
        uint32_t only = 0;

        if (ptcc_c_class_candidates(contract, index, (ptcc_c_class) class, &only) > 0 &&
            !ptcc_c_class_is_chosen(contract, index, (ptcc_c_class) class, &only))
            return true;
    }
    return false;
}

/* Whether values of a part are left to the walker, or some of them, or to the runtime. */
static bool table_is_for_part(const ptcc_c_contract *contract,
                              const ptcc_c_options *options, uint32_t index)
{
    const ptcc_c_node *cnode = &contract->nodes[index];

    return cnode->is_walked || cnode->is_context ||
           (!ptcc_c_kind_is_named(contract->nodes[cnode->owner].kind) &&
            ptcc_c_is_cast(options, &contract->contract->schema.nodes[cnode->owner]));
}

/* Whether the reader of a node names the table of tables. */
static bool table_is_named(const ptcc_c_contract *contract, const ptcc_c_options *options,
                           uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptcc_c_kind kind = contract->nodes[index].kind;
    uint32_t first = node->first + (kind == PTCC_C_ENTRIES); /* not the key */
    uint32_t end = node->first + ptcc_c_part_count(contract, index);
    uint32_t chosen[PTCC_CLASS_COUNT];

    if (kind == PTCC_C_ENUM)
        return ptcc_c_is_cast(options, node);
    if (kind == PTCC_C_UNION) {
        uint32_t count = ptcc_c_union_choices(contract, index, chosen);

        for (uint32_t i = 0; i < count; i++) {
            if (table_is_for_part(contract, options, chosen[i]))
                return true;
        }
        return table_is_for_choice(contract, index);
    }
    for (uint32_t i = first; i < end; i++) {
        if (table_is_for_part(contract, options, i) || table_is_for_default(contract, i))
            return true;
    }
    return false;
}

static bool find_table(const ptcc_c_contract *contract, const ptcc_c_options *options)
{
    for (size_t i = 0; i < contract->order_count; i++) {
        uint32_t index = contract->order[i];
        const ptcc_c_node *cnode = &contract->nodes[index];

        if (cnode->is_read && !cnode->is_walked && !cnode->is_elsewhere &&
            ptcc_c_kind_is_named(cnode->kind) && table_is_named(contract, options, index))
            return true;
    }
    return false;
}

/* --- All of it ---------------------------------------------------------------------- */

bool ptcc_c_find_readers(const ptcc_c_plan *plan, const ptcc_c_options *options)
{
    ptc_arena_mark mark = ptc_arena_place(plan->scratch);

    if (plan->count == 0)
        return true;
    if (!find_read(plan))
        return false;
    for (size_t i = 0; i < plan->count; i++)
        plan->order[i]->has_table =
            !ptcc_c_has_accessors(options) && find_table(plan->order[i], options);
    ptc_arena_rewind(plan->scratch, mark);
    return true;
}
