/* SPDX-License-Identifier: MIT */
/*
 * Checks on whole schemas: references that never reach structure, defaults that their own
 * type refuses, and the lint on depth. [validation 5, 11.3; signature 3]
 */
#include "normal/normal_int.h"
#include "schema/schema_int.h"

#include "walk/walk_int.h"

/* --- References --------------------------------------------------------------------- */

/* ORDER CHECK: what `place` says while the cycles are looked for. */
enum {
    CHECK_NEW = 0,
    CHECK_OPEN = 1, /* on the current way down */
    CHECK_DONE = 2,
};

/* Whether a value of that node is checked against its children as a whole, so that no
 * part of the value is consumed on the way to them. */
static bool check_passes_on(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_UNION || node->type == PTC_TYPE_AND ||
           node->type == PTC_TYPE_NOT || node->type == PTC_TYPE_MULTI ||
           node->type == PTC_TYPE_ONE || node->type == PTC_TYPE_IF ||
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
            normal->items[step->node].weight = ptc_normal_weight(normal, step->node);
            ptc_normal_note_nil(normal, step->node);
            way->count--;
        } else if (child < normal->fresh) {
            continue; /* checked before */
        } else if (normal->items[child].place == CHECK_OPEN) {
            ptc_normal_fault(
                normal, step->node, PTC_DIAG_MALLI_CYCLE, PTC_DIAG_MALLI_CYCLE,
                "the reference refers to itself with no structure in between");
            return;
        } else if (normal->items[child].place == CHECK_NEW &&
                   !check_enter(normal, way, child)) {
            return;
        }
    }
}

void ptc_normal_check_references(ptc_normal *normal)
{
    check_way way = {NULL, 0, 0};

    for (size_t i = normal->fresh; i < normal->count; i++)
        normal->items[i].place = CHECK_NEW;
    for (size_t i = normal->fresh;
         i < normal->count && !normal->is_failed && !normal->is_refused; i++) {
        if (check_passes_on(&normal->items[i].node) &&
            normal->items[i].place == CHECK_NEW)
            check_from(normal, &way, (uint32_t)i);
    }
}

/* --- Defaults ----------------------------------------------------------------------- */

/* Results are checked as they are; inputs are coerced. */
static ptc_walk_options check_options(ptc_direction direction, ptc_boundary boundary,
                                      size_t validators)
{
    return (ptc_walk_options){.struct_size = sizeof(ptc_walk_options),
                              .mode = PTC_MODE_ENABLED,
                              .direction = direction,
                              .boundary = boundary,
                              .validator_count = validators,
                              .decoder_count = PTC_DECODERS_LATER};
}

/* The fault in a value that wide casts do not make fit, apart from what they convert. */
static void check_report_casts(const ptc_schema *schema, const ptc_value *value,
                               ptc_arena *arena, ptc_report *report)
{
    const ptc_schema_node *node = ptc_schema_root(schema);
    ptc_walk_options casting =
        check_options(PTC_INPUT, PTC_BOUNDARY_JSON, PTC_VALIDATORS_LATER);
    ptc_value unused;

    if (node->type == PTC_TYPE_LIST)
        node = &schema->nodes[node->first];
    if ((node->flags & PTC_NODE_CASTS) != 0)
        ptc_schema_coerce(arena, schema, value, &casting, &unused, report);
}

static void check_report_default(ptc_draft *draft, const ptc_schema *schema,
                                 const ptc_normal_default *entry)
{
    const ptc_schema_node *node = ptc_schema_root(schema);
    bool is_malli = (node->flags & PTC_NODE_MALLI) != 0 && !entry->is_literal;
    ptc_walk_options strict =
        check_options(PTC_OUTPUT, PTC_BOUNDARY_LISP, PTC_VALIDATORS_LATER);
    ptc_report report;
    ptc_text text;

    ptc_report_init(&report, draft->diags->arena);
    ptc_text_init(&text, draft->diags->arena);
    check_report_casts(schema, &entry->extra->default_value, draft->diags->arena,
                       &report);
    if (report.error_count == 0)
        ptc_schema_validate(schema, &entry->extra->default_value, &strict, &report);
    if (report.error_count > 0 && report.errors[0].path_count > 0)
        ptc_issue_write(&text, &report.errors[0]);
    else if (report.error_count > 0)
        ptc_text_str(&text, report.errors[0].message);
    ptc_text_byte(&text, '\0');
    ptc_diag_add(draft->diags, is_malli ? PTC_DIAG_MALLI_DEFAULT : PTC_DIAG_SIG_DEFAULT,
                 entry->span, "the default of \"%s\" does not fit its type: %s",
                 ptc_diag_quote(draft->diags, node->name), ptc_text_view(&text).ptr);
}

/* Whether JSON text of the value is read as that value. Values are as deep as their
 * readers allow. */
static bool check_is_json(const ptc_value *value)
{
    bool is_map = value->kind == PTC_MAP;

    switch ((unsigned)value->kind) {
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_INT:
    case PTC_FLOAT:
    case PTC_STRING:
        return true;
    case PTC_VECTOR:
    case PTC_MAP:
        break;
    default:
        return false;
    }
    for (uint32_t i = 0; i < value->aux; i++) {
        if (is_map && value->as.map->entries[i].key.kind != PTC_STRING)
            return false;
        if (!check_is_json(is_map ? &value->as.map->entries[i].value
                                  : &value->as.items[i]))
            return false;
    }
    return true;
}

static bool check_is_decimal(const ptc_schema_node *node, const void *user)
{
    (void)user;
    return node->type == PTC_TYPE_DECIMAL;
}

/* Whether a field may have an integer that is stored as the text of a decimal. */
static bool check_is_stored(const ptc_schema *field, bool has_decimals)
{
    const ptc_schema_node *node = ptc_schema_target(field->nodes, ptc_schema_root(field));

    return has_decimals && (node->type == PTC_TYPE_DECIMAL ||
                            ptc_type_has_children((ptc_type)node->type));
}

/* The default of a decimal may be written as a float, and is its shortest decimal then.
 */
static ptc_status check_store_float(const ptc_schema *field, ptc_value *value,
                                    ptc_arena *arena)
{
    const ptc_schema_node *node = ptc_schema_target(field->nodes, ptc_schema_root(field));
    char digits[PTC_NUMBER_MAX];
    ptc_str text;

    if (node->type != PTC_TYPE_DECIMAL || value->kind != PTC_FLOAT ||
        value->as.number - value->as.number != 0.0)
        return PTC_OK;
    text = ptc_str_copy(
        arena, ptc_str_make(digits, ptc_decimal_write_double(value->as.number, digits)));
    if (text.ptr == NULL)
        return PTC_ERROR_MEMORY;
    *value = ptc_value_string(text);
    return PTC_OK;
}

/* A default is a value that a program could have, or one as JSON spells it: then it
 * becomes the former, as a list does for :set. What JSON spells otherwise takes the form
 * of its type as well, so that it is the same by its text: [:set :double] has #{1.0}, not
 * #{1}, and a decimal "5", not 5. */
static ptc_status check_value(const ptc_schema *field, ptc_value *value, ptc_arena *arena,
                              size_t validators, bool has_decimals)
{
    ptc_walk_options strict = check_options(PTC_OUTPUT, PTC_BOUNDARY_LISP, validators);
    ptc_walk_options json = check_options(PTC_OUTPUT, PTC_BOUNDARY_JSON, validators);
    ptc_walk_options input = check_options(PTC_INPUT, PTC_BOUNDARY_LISP, validators);
    ptc_status status = ptc_schema_validate(field, value, &strict, NULL);
    ptc_value settled;

    if (status == PTC_OK && check_is_json(value) && !check_is_stored(field, has_decimals))
        return PTC_OK;
    if (status == PTC_ERROR_INVALID) {
        status = ptc_schema_validate(field, value, &json, NULL);
        input.boundary = PTC_BOUNDARY_JSON;
    }
    if (status == PTC_OK)
        status = ptc_schema_coerce(arena, field, value, &input, &settled, NULL);
    if (status == PTC_OK) /* again: what the first one filled in takes its form */
        status = ptc_schema_coerce(arena, field, &settled, &input, &settled, NULL);
    if (status != PTC_OK)
        return status;
    /* A double need not fit where the integer that it was does; then that stays. */
    if (ptc_schema_validate(field, &settled, &strict, NULL) == PTC_OK)
        *value = settled;
    return PTC_OK;
}

/* Registered types have their validators where programs run: here they take all values
 * or, since they may be in a negation, none. */
static ptc_status check_default(const ptc_schema *field, ptc_normal_default *entry,
                                ptc_arena *arena, bool has_decimals)
{
    ptc_value *value = &entry->extra->default_value;
    ptc_status status = check_store_float(field, value, arena);

    if (status == PTC_OK)
        status = check_value(field, value, arena, PTC_VALIDATORS_LATER, has_decimals);
    return status == PTC_ERROR_INVALID ? check_value(field, value, arena, 0, has_decimals)
                                       : status;
}

static ptc_status check_defaults(ptc_normal *normal, const ptc_schema *schema)
{
    ptc_status status = PTC_OK;
    bool has_decimals =
        normal->default_count > 0 && ptc_schema_any(schema, check_is_decimal, NULL);

    /* Children come after their parents, which are filled with what they have. */
    for (size_t i = normal->default_count; i-- > 0;) {
        ptc_normal_default *entry = &normal->defaults[i];
        ptc_schema field = {schema->nodes, entry->node, schema->count};
        ptc_status one = check_default(&field, entry, normal->result, has_decimals);

        if (one == PTC_ERROR_MEMORY)
            return one;
        entry->is_wrong = one != PTC_OK;
    }
    for (size_t i = 0; i < normal->default_count; i++) {
        ptc_normal_default *entry = &normal->defaults[i];
        ptc_schema field = {schema->nodes, entry->node, schema->count};

        if (!entry->is_wrong)
            continue;
        check_report_default(normal->draft, &field, entry);
        status = PTC_ERROR_SYNTAX;
    }
    return status;
}

/* --- Lint --------------------------------------------------------------------------- */

enum { CHECK_DEEP = 6 };

static bool check_is_container(ptc_type type)
{
    return type == PTC_TYPE_LIST || type == PTC_TYPE_SET || type == PTC_TYPE_TUPLE ||
           type == PTC_TYPE_MAP || type == PTC_TYPE_MAP_OF ||
           (ptc_type_is_condition(type) && type != PTC_TYPE_MULTIPLE);
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

ptc_status ptc_normal_check(ptc_normal *normal, const ptc_schema *schema)
{
    ptc_status status = PTC_OK;

    if (normal->draft->lint)
        status = check_depth(normal->draft, schema, normal->scratch);
    return status == PTC_OK ? check_defaults(normal, schema) : status;
}
