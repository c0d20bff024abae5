/* SPDX-License-Identifier: MIT */
/*
 * Checks on whole schemas: references that never reach structure, defaults that their own
 * type refuses, and the lint on depth. [validation 5, 11.3; signature 3]
 */
#include "normal/normal_int.h"

#include <ptc/walk.h>

/* --- References --------------------------------------------------------------------- */

/* ORDER CHECK: what `place` says while the cycles are looked for. */
enum {
    CHECK_NEW = 0,
    CHECK_OPEN = 1, /* on the present way down */
    CHECK_DONE = 2,
};

/* Whether a value of that node is judged by its children as a whole, so that nothing of
 * the value is used up on the way to them. */
static bool check_passes_on(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_UNION || node->type == PTC_TYPE_AND ||
           node->type == PTC_TYPE_NOT || node->type == PTC_TYPE_MULTI ||
           node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY;
}

typedef struct check_step {
    uint32_t node;
    uint32_t child; /* to be visited next; PTC_NORMAL_NONE: no more */
} check_step;

typedef struct check_way {
    check_step *steps;
    size_t count;
    size_t capacity;
} check_way;

static bool check_enter(ptc_normal *normal, check_way *way, uint32_t index)
{
    const ptc_schema_node *node = &normal->items[index].node;
    void *steps = way->steps;

    normal->items[index].place = CHECK_OPEN;
    if (!ptc_arena_reserve(normal->scratch, &steps, &way->capacity, way->count,
                           way->count + 1, sizeof *way->steps)) {
        normal->is_refused = true;
        return false;
    }
    way->steps = steps;
    way->steps[way->count].node = index;
    way->steps[way->count].child = check_passes_on(node) ? node->first : PTC_NORMAL_NONE;
    way->count++;
    return true;
}

/* The next node below the top step. A reference has its definition and a registry its
 * body; the other children of a registry are definitions, which stand for themselves. */
static uint32_t check_next(ptc_normal *normal, check_step *step)
{
    const ptc_schema_node *node = &normal->items[step->node].node;
    uint32_t child = step->child;

    if (child != PTC_NORMAL_NONE)
        step->child = node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY
                          ? PTC_NORMAL_NONE
                          : normal->items[child].next;
    return child;
}

static void check_from(ptc_normal *normal, check_way *way, uint32_t root)
{
    way->count = 0;
    if (!check_enter(normal, way, root))
        return;
    while (way->count > 0) {
        check_step *step = &way->steps[way->count - 1];
        uint32_t child = check_next(normal, step);

        if (child == PTC_NORMAL_NONE) {
            normal->items[step->node].place = CHECK_DONE;
            way->count--;
        } else if (normal->items[child].place == CHECK_OPEN) {
            ptc_normal_fault(
                normal, step->node, PTC_DIAG_MALLI_CYCLE, PTC_DIAG_MALLI_CYCLE,
                "the reference leads to itself with no structure in between");
            return;
        } else if (normal->items[child].place == CHECK_NEW &&
                   !check_enter(normal, way, child)) {
            return;
        }
    }
}

void ptc_normal_check_cycles(ptc_normal *normal)
{
    check_way way = {NULL, 0, 0};

    for (size_t i = normal->fresh; i < normal->count; i++)
        normal->items[i].place = CHECK_NEW;
    for (size_t i = normal->fresh;
         i < normal->count && !normal->is_failed && !normal->is_refused; i++) {
        if (normal->items[i].node.type == PTC_TYPE_REF &&
            normal->items[i].place == CHECK_NEW)
            check_from(normal, &way, (uint32_t)i);
    }
}

/* --- Defaults ----------------------------------------------------------------------- */

static ptc_status check_default_at(const ptc_schema *schema, const ptc_value *value,
                                   ptc_boundary boundary, ptc_report *report)
{
    ptc_walk_options options = {0};

    options.struct_size = sizeof options;
    options.mode = PTC_MODE_ENABLED;
    options.direction = PTC_OUTPUT;
    options.boundary = boundary;
    return ptc_schema_validate(schema, value, &options, report);
}

static void check_report_default(ptc_draft *draft, const ptc_schema *schema,
                                 const ptc_value *value)
{
    const ptc_schema_node *node = ptc_schema_root(schema);
    bool is_malli = (node->flags & PTC_NODE_MALLI) != 0;
    ptc_report report;
    ptc_text text;

    ptc_report_init(&report, draft->diags->arena);
    ptc_text_init(&text, draft->diags->arena);
    check_default_at(schema, value, PTC_BOUNDARY_LISP, &report);
    if (report.error_count > 0)
        ptc_text_str(&text, report.errors[0].message);
    ptc_text_byte(&text, '\0');
    ptc_diag_add(draft->diags, is_malli ? PTC_DIAG_MALLI_DEFAULT : PTC_DIAG_SIG_DEFAULT,
                 node->extra->span, "the default of \"%s\" does not fit its type: %s",
                 ptc_diag_quote(draft->diags, node->name), ptc_text_view(&text).ptr);
}

/* A default is a value that a program wrote, or one that came from JSON. */
static ptc_status check_defaults(ptc_draft *draft, const ptc_schema *schema)
{
    ptc_status status = PTC_OK;

    for (uint32_t i = schema->root; i < schema->count; i++) {
        ptc_schema field = {schema->nodes, i, schema->count};
        ptc_value value;
        ptc_status one;

        if (!ptc_schema_default(&schema->nodes[i], &value))
            continue;
        one = check_default_at(&field, &value, PTC_BOUNDARY_LISP, NULL);
        if (one == PTC_ERROR_INVALID)
            one = check_default_at(&field, &value, PTC_BOUNDARY_JSON, NULL);
        if (one == PTC_ERROR_MEMORY)
            return one;
        if (one != PTC_OK) {
            check_report_default(draft, &field, &value);
            status = PTC_ERROR_SYNTAX;
        }
    }
    return status;
}

/* --- Lint --------------------------------------------------------------------------- */

#define CHECK_DEEP 6

static bool check_is_container(ptc_type type)
{
    return type == PTC_TYPE_LIST || type == PTC_TYPE_SET || type == PTC_TYPE_TUPLE ||
           type == PTC_TYPE_MAP || type == PTC_TYPE_MAP_OF;
}

/* Warns once, of the first type that is nested too deep for models to follow well. A
 * declared type counts where it is declared. */
static ptc_status check_depth(ptc_draft *draft, const ptc_schema *schema,
                              ptc_arena *scratch)
{
    uint32_t root = schema->root;
    uint8_t *depths = ptc_arena_array(scratch, schema->count - root, 1);

    if (depths == NULL)
        return PTC_ERROR_MEMORY;
    for (uint32_t i = root; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];
        const ptc_schema_node *parent = &schema->nodes[node->parent];
        bool is_parameters = parent->type == PTC_TYPE_FUNCTION && i == parent->first;

        if (i > root)
            depths[i - root] = depths[node->parent - root];
        if (check_is_container((ptc_type)node->type) && !is_parameters)
            depths[i - root]++;
        if (depths[i - root] >= CHECK_DEEP) {
            ptc_diag_add(draft->diags, PTC_DIAG_SIG_DEEP, node->extra->span,
                         "%d levels deep; flatter types are easier to follow, "
                         "or use :map from here on",
                         CHECK_DEEP);
            break;
        }
    }
    return PTC_OK;
}

ptc_status ptc_schema_check(ptc_draft *draft, const ptc_schema *schema,
                            ptc_arena *scratch)
{
    ptc_status status = draft->lint ? check_depth(draft, schema, scratch) : PTC_OK;

    return status == PTC_OK ? check_defaults(draft, schema) : status;
}
