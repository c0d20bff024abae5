/* SPDX-License-Identifier: MIT */
/* Defaults of the fields of a map: literals with which its reader begins, and those that
 * the runtime fills in where a field is absent. [signature 3, validation 5] */
#include "generator/emit/plan.h"
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "schema/schema_int.h"
#include "templates.h"

#include <ptc/datetime.h>
#include <ptc/decimal.h>

/* The default in C; empty for what a zeroed struct holds already. */
static ptc_str default_literal(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                               uint32_t index, const ptc_value *value)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];

    switch (contract->nodes[index].kind) {
    case PTCC_C_BOOL:
        return value->as.boolean ? PTC_STR("true") : PTC_STR("");
    case PTCC_C_INT:
        return c_int(sink->arena, value->as.integer);
    case PTCC_C_FLOAT:
        return c_double(sink->arena, value->kind == PTC_INT ? (double)value->as.integer
                                                            : value->as.number);
    case PTCC_C_STRING:
    case PTCC_C_KEYWORD:
        return C_JOIN(sink->arena, PTC_STR("PTC_STR("),
                      c_string_line(sink->arena, ptc_value_text(value)), PTC_STR(")"));
    case PTCC_C_ENUM:
        return contract->nodes[index].constants[ptcc_c_default_member(node, value)];
    case PTCC_C_DATETIME: /* see default_call */
    case PTCC_C_DATE:
    case PTCC_C_DECIMAL:
    case PTCC_C_NONE:
    case PTCC_C_ANY:
    case PTCC_C_ANY_MAP:
    case PTCC_C_VALUE:
    case PTCC_C_LIST:
    case PTCC_C_ENTRIES:
    case PTCC_C_STRUCT:
    case PTCC_C_UNION:
    case PTCC_C_SAME:
    case PTCC_C_POINTER:
        return PTC_STR("");
    }
    return PTC_STR("");
}

/* What a text is made of, after it, and the helper of <ptc/gen.h> that puts both into a
 * struct. */
typedef struct default_parts {
    const char *helper;
    int64_t numbers[4];
    size_t count;
} default_parts;

static default_parts default_split(ptcc_c_kind kind, ptc_str text)
{
    ptc_datetime moment;
    ptc_decimal decimal;
    ptc_date date;

    if (kind == PTCC_C_DATE) {
        ptc_date_read(text, &date);
        return (default_parts){
            "ptc_gen_day", {date.days, date.year, date.month, date.day}, 4};
    }
    if (kind == PTCC_C_DECIMAL) {
        ptc_decimal_read(text, &decimal);
        return (default_parts){"ptc_gen_amount", {decimal.scale}, 1};
    }
    ptc_datetime_read(text, &moment);
    return (default_parts){
        "ptc_gen_moment", {moment.seconds, moment.nanos, moment.offset_minutes}, 3};
}

/* `out->when = ptc_gen_moment(TEXT, SECONDS, NANOS, OFFSET);` and the like; empty for
 * kinds that are written as they are. */
static ptc_str default_call(ptcc_c_sink *sink, ptcc_c_kind kind, ptc_str target,
                            const ptc_value *value, size_t indent)
{
    ptc_arena *arena = sink->arena;
    char digits[PTC_NUMBER_MAX];
    default_parts parts;
    ptc_str items[5];
    ptc_str text;

    if (kind != PTCC_C_DATETIME && kind != PTCC_C_DATE && kind != PTCC_C_DECIMAL)
        return PTC_STR("");
    if (kind == PTCC_C_DECIMAL)
        ptc_decimal_text(value, digits, &text);
    else
        text = ptc_value_text(value);
    parts = default_split(kind, text);
    items[0] =
        C_JOIN(arena, PTC_STR("PTC_STR("), c_string_line(arena, text), PTC_STR(")"));
    for (size_t i = 0; i < parts.count; i++)
        items[i + 1] = c_int(arena, parts.numbers[i]);
    return host_wrap_list(&sink->host,
                          C_JOIN(arena, target, PTC_STR(" = "), ptc_str_of(parts.helper)),
                          items, parts.count + 1, PTC_STR(";"), indent);
}

/* The statement that sets a default; empty if there is none to write. */
static ptc_str default_assignment(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                                  uint32_t index)
{
    const ptcc_c_node *cnode = &contract->nodes[index];
    ptc_str target = C_JOIN(sink->arena, PTC_STR("out->"), cnode->member_id);
    size_t indent = sink->options->fixes_mode ? 4 : 8;
    ptc_value value;
    ptc_str literal;

    if (!ptc_schema_default(&contract->contract->schema.nodes[index], &value) ||
        !ptcc_c_default_is_literal(contract, index, &value))
        return PTC_STR("");
    literal = default_call(sink, cnode->kind, target, &value, indent);
    if (literal.len > 0)
        return literal;
    literal = default_literal(sink, contract, index, &value);
    if (literal.len == 0)
        return literal;
    return host_wrap_pair(&sink->host, C_JOIN(sink->arena, target, PTC_STR(" =")),
                          C_JOIN(sink->arena, literal, PTC_STR(";")), indent);
}

ptc_str ptcc_c_late_defaults(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                             uint32_t index)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    const ptc_schema_node *node = &nodes[index];
    ptcc_model model = host_model(&sink->host);
    ptcc_rows rows = host_rows(&sink->host);
    ptc_value value;

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        ptcc_model row = host_model(&sink->host);

        if (!ptc_schema_default(&nodes[i], &value) ||
            ptcc_c_default_is_literal(contract, i, &value))
            continue;
        model_str(&row, "member_id", contract->nodes[i].member_id);
        model_str(&row, "type_id", contract->type_id);
        model_str(&row, "node_lit", c_decimal(sink->arena, i));
        model_flag(&row, "is_asked", !sink->options->fixes_mode);
        rows_add(&rows, &row);
    }
    if (rows.count == 0)
        return PTC_STR("");
    model_rows(&model, "rows", &rows);
    return host_expand(&sink->host, &ptcc_template_default_late, &model);
}

ptc_str ptcc_c_defaults(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                        uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptcc_rows assignments = host_rows(&sink->host);
    ptcc_model model = host_model(&sink->host);

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        ptcc_model assignment = host_model(&sink->host);
        ptc_str code = default_assignment(sink, contract, i);

        if (code.len == 0)
            continue;
        model_str(&assignment, "assignment_code", code);
        rows_add(&assignments, &assignment);
    }
    if (assignments.count == 0)
        return PTC_STR("");
    model_flag(&model, "is_asked", !sink->options->fixes_mode);
    model_flag(&model, "is_block", assignments.count > 1);
    model_rows(&model, "assignments", &assignments);
    return host_expand(&sink->host, &ptcc_template_default, &model);
}
