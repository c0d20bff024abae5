/* SPDX-License-Identifier: MIT */
/* The layout of values in memory, as a constant table parallel to the schema's: one row
 * per node, by which the runtime turns structs into values and back. [emitters 11] */
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "schema/schema_int.h"
#include "templates.h"

/* `offsetof(TYPE, MEMBER)` */
static ptc_str layout_offset(ptcc_c_sink *sink, ptc_str type, ptc_str member)
{
    return C_JOIN(sink->arena, PTC_STR("offsetof("), type, PTC_STR(", "), member,
                  PTC_STR(")"));
}

static ptc_str layout_size(ptcc_c_sink *sink, ptc_str type, const char *pointer)
{
    return C_JOIN(sink->arena, PTC_STR("sizeof("), type, ptc_str_of(pointer),
                  PTC_STR(")"));
}

/* A place in a struct: a member, a wrapper in one, or with a flag in `has`. */
static void layout_member(ptcc_c_sink *sink, const ptcc_c_node *cnode, ptc_str holder,
                          ptc_str *offset, ptc_str *flag)
{
    ptc_arena *arena = sink->arena;
    ptc_str member = cnode->member_id;

    if (cnode->is_maybe) {
        *flag = layout_offset(sink, holder, C_JOIN(arena, member, PTC_STR(".has_value")));
        *offset = layout_offset(sink, holder, C_JOIN(arena, member, PTC_STR(".value")));
        return;
    }
    *offset = layout_offset(sink, holder, member);
    if (cnode->has_flag)
        *flag = layout_offset(sink, holder, C_JOIN(arena, PTC_STR("has."), member));
}

static void layout_place(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                         uint32_t index, ptc_str *offset, ptc_str *flag)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    uint32_t parent = nodes[index].parent;
    const ptcc_c_node *cnode = &contract->nodes[index];
    const ptcc_c_node *above = &contract->nodes[parent];

    *offset = PTC_STR("0");
    *flag = PTC_STR("PTC_GEN_ALWAYS");
    if (above->kind == PTCC_C_STRUCT) {
        layout_member(sink, cnode, above->type_id, offset, flag);
    } else if (above->kind == PTCC_C_ENTRIES) {
        layout_member(sink, cnode, above->part_id, offset, flag);
    } else if (above->kind == PTCC_C_UNION) {
        *offset = layout_offset(sink, above->type_id, PTC_STR("as"));
    } else if (cnode->is_maybe) {
        *offset = layout_offset(sink, cnode->place_id, PTC_STR("value"));
        *flag = layout_offset(sink, cnode->place_id, PTC_STR("has_value"));
    }
}

static ptc_str layout_extent(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                             uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    const ptcc_c_node *cnode = &contract->nodes[index];
    const ptcc_c_node *item = &contract->nodes[node->first];

    switch (cnode->kind) {
    case PTCC_C_ENUM:
    case PTCC_C_POINTER:
        return layout_size(sink, cnode->type_id, "");
    case PTCC_C_ENTRIES:
    case PTCC_C_UNION:
        return layout_size(sink, cnode->part_id, "");
    case PTCC_C_LIST:
        return layout_size(sink, item->place_id,
                           item->kind == PTCC_C_POINTER ? " *" : "");
    case PTCC_C_NONE:
    case PTCC_C_ANY:
    case PTCC_C_ANY_MAP:
    case PTCC_C_VALUE:
    case PTCC_C_BOOL:
    case PTCC_C_INT:
    case PTCC_C_FLOAT:
    case PTCC_C_STRING:
    case PTCC_C_KEYWORD:
    case PTCC_C_DATETIME:
    case PTCC_C_DATE:
    case PTCC_C_DECIMAL:
    case PTCC_C_STRUCT:
    case PTCC_C_SAME:
        break;
    }
    return PTC_STR("0");
}

/* --- Registered types --------------------------------------------------------------- */

/* Finds which nodes are of a registered type, or have one below them: types come before
 * what uses them, and parents before children. */
static void layout_find_type(const ptcc_c_plan *plan, ptc_str type, bool *has_type)
{
    for (size_t i = 0; i < plan->count; i++) {
        const ptc_schema *schema = &plan->order[i]->contract->schema;

        for (uint32_t k = schema->count; k-- > schema->root;) {
            const ptc_schema_node *node = &schema->nodes[k];
            bool has_children = ptc_type_has_children((ptc_type)node->type);

            has_type[k] =
                node->type == PTC_TYPE_CUSTOM && ptc_str_equal(node->type_name, type);
            for (uint32_t c = 0; has_children && c < node->count; c++)
                has_type[k] = has_type[k] || has_type[node->first + c];
        }
    }
}

/* Whether the i-th contract of the plan's order uses validator v is at [v * count + i];
 * NULL: none does. */
static const bool *layout_uses(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    size_t count = sink->options->callback_count;
    bool *has_type = ptc_arena_array(sink->arena, plan->node_count, sizeof *has_type);
    bool *uses = ptc_arena_array(sink->arena, count, plan->count * sizeof *uses);

    if (count == 0 || has_type == NULL || uses == NULL)
        return NULL;
    for (size_t v = 0; v < count; v++) {
        layout_find_type(plan, sink->options->callbacks[v].name, has_type);
        for (size_t i = 0; i < plan->count; i++)
            uses[v * plan->count + i] = has_type[plan->order[i]->contract->schema.root];
    }
    return uses;
}

/* The registered types of the contract whose functions are known. */
static ptcc_rows layout_validators(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                                   size_t index, const bool *uses)
{
    ptcc_rows rows = host_rows(&sink->host);

    for (size_t v = 0; uses != NULL && v < sink->options->callback_count; v++) {
        const ptcc_c_callback *validator = &sink->options->callbacks[v];
        ptcc_model row = host_model(&sink->host);

        if (validator->function.len == 0 || validator->is_decoder ||
            !uses[v * plan->count + index])
            continue;
        model_str(&row, "name_lit", c_string_line(sink->arena, validator->name));
        model_str(&row, "size_lit", c_decimal(sink->arena, validator->name.len));
        model_str(&row, "function_id", validator->function);
        rows_add(&rows, &row);
    }
    return rows;
}

/* --- The tables --------------------------------------------------------------------- */

static ptc_str layout_row(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          uint32_t index)
{
    const ptcc_c_node *cnode = &contract->nodes[index];
    bool is_there = cnode->is_reached;
    ptcc_c_kind kind = is_there ? cnode->kind : PTCC_C_NONE;
    ptc_str size = PTC_STR("0");
    ptc_str offset = PTC_STR("0");
    ptc_str flag = PTC_STR("PTC_GEN_ALWAYS");

    if (is_there) {
        layout_place(sink, contract, index, &offset, &flag);
        size = layout_extent(sink, contract, index);
    }
    return HOST_FILL(&sink->host, ptcc_template_table_layout_row,
                     {"number_lit", c_decimal(sink->arena, index)},
                     {"shape_code", ptc_str_of(ptcc_c_kind_shape(kind))},
                     {"offset_code", offset}, {"flag_code", flag}, {"size_code", size});
}

/* ORDER STRINGS */
static const char *const layout_strings[] = {
    "PTC_STRINGS_BORROWED",
    "PTC_STRINGS_COPIED",
    "PTC_STRINGS_ENDED",
};

/* The table of tables of the contract at `index` of the plan's order. */
static void layout_type(ptcc_c_sink *sink, const ptcc_c_plan *plan, size_t index,
                        const bool *uses)
{
    const ptcc_c_contract *contract = plan->order[index];
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    ptcc_model model = host_model(&sink->host);
    ptcc_rows validators = layout_validators(sink, plan, index, uses);
    ptc_str mode = ptcc_c_mode(sink->options);

    model_flag(&model, "has_validators", validators.count > 0);
    model_str(&model, "validators_id", contract->validators_id);
    model_rows(&model, "validators", &validators);
    model_str(&model, "validator_count_lit", c_decimal(sink->arena, validators.count));
    model_str(&model, "mode_code",
              mode.len ? C_JOIN(sink->arena, mode, PTC_STR(" + 1")) : PTC_STR("0"));
    model_cstr(&model, "strings_code", layout_strings[sink->options->strings]);
    model_str(&model, "layout_id", plan->section.layout_id);
    model_str(&model, "type_id", contract->type_id);
    model_str(&model, "nodes_id", plan->section.nodes_id);
    model_str(&model, "count_lit",
              c_decimal(sink->arena, contract->contract->schema.count));
    ptcc_c_emit(sink, mark, host_expand(&sink->host, &ptcc_template_table_type, &model));
}

/* The rows of all contracts as one table. */
static void layout_rows(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    ptc_arena_mark start = ptc_arena_place(sink->arena);
    ptcc_model model = host_model(&sink->host);
    ptc_arena_mark mark;
    ptc_str parts[2];

    model_str(&model, "layout_id", plan->section.layout_id);
    model_gap(&model, "rows_code");
    host_expand_apart(&sink->host, &ptcc_template_table_layout, &model, parts, 2);
    ptcc_pieces_lines(&sink->out, parts[0]);
    mark = ptc_arena_place(sink->arena);
    for (size_t i = 0; i < plan->count; i++) {
        const ptcc_c_contract *contract = plan->order[i];
        const ptc_schema *schema = &contract->contract->schema;

        for (uint32_t k = schema->root; k < schema->count; k++) {
            ptcc_pieces_lines(&sink->out, layout_row(sink, contract, k));
            ptc_arena_rewind(sink->arena, mark);
        }
    }
    ptcc_c_emit(sink, start, parts[1]);
}

void ptcc_c_layout(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    bool is_wanted = false;
    const bool *uses;

    for (size_t i = 0; i < plan->count; i++)
        is_wanted = is_wanted || plan->order[i]->role != PTCC_ROLE_TABLE;
    if (!is_wanted)
        return;
    layout_rows(sink, plan);
    uses = layout_uses(sink, plan);
    for (size_t i = 0; i < plan->count; i++) {
        const ptcc_c_contract *contract = plan->order[i];

        if (contract->role != PTCC_ROLE_TABLE &&
            (contract->role != PTCC_ROLE_TYPE || contract->has_table))
            layout_type(sink, plan, i, uses);
    }
    ptc_arena_rewind(sink->arena, mark);
}
