/* SPDX-License-Identifier: MIT */
/*
 * Wide maps and large enums.
 *
 * Readers that jump from field to field are fast but long, and the time to compile one
 * grows faster than its length. So the runtime reads maps with more than PTC_GEN_FIELDS
 * fields: it finds keys in a sorted table, and calls functions for the values of a few
 * fields each. Members of large enums are found in the same way. Code and compile time
 * then grow in proportion to the contract. [architecture 2]
 */
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

#include <ptc/gen.h>

#include <stdlib.h>

/* --- Sorted names ------------------------------------------------------------------ */

/* A name and the number of what has it. */
typedef struct wide_name {
    ptc_str text;
    bool is_late; /* comes after another one with the same text */
    uint32_t number;
} wide_name;

/* In the order of `ptc_gen_wide` and `ptc_gen_word`. */
static int wide_compare(const void *a, const void *b)
{
    const wide_name *one = a;
    const wide_name *other = b;
    int bytes;

    if (one->text.len != other->text.len)
        return one->text.len < other->text.len ? -1 : 1;
    bytes = one->text.len ? memcmp(one->text.ptr, other->text.ptr, one->text.len) : 0;
    if (bytes != 0)
        return bytes;
    if (one->is_late != other->is_late)
        return one->is_late ? 1 : -1;
    return (one->number > other->number) - (one->number < other->number);
}

/* Numbers, as many as fit into lines. */
static void wide_add_number(ptc_text *out, size_t *line, ptc_str number)
{
    if (out->len - *line + number.len > 80) {
        out->len -= out->len > *line; /* the blank */
        ptc_text_byte(out, '\n');
        *line = out->len;
    }
    ptc_text_str(out, number);
    ptc_text_cstr(out, ", ");
}

static ptc_str wide_table(ptcc_c_sink *sink, const char *type, ptc_str id,
                          const ptc_text *numbers)
{
    ptc_str code = ptc_text_view(numbers);

    code.len -= code.len > 0; /* the blank */
    return ptcc_c_line(HOST_FILL(&sink->host, ptcc_template_table_sorted,
                                 {"number_type_id", ptc_str_of(type)}, {"table_id", id},
                                 {"numbers_code", code}));
}

/* The table of the numbers of names, which it sorts. */
static ptc_str wide_order(ptcc_c_sink *sink, ptc_str id, wide_name *names, uint32_t count)
{
    ptc_text numbers;
    size_t line = 0;

    ptc_text_init(&numbers, sink->arena);
    qsort(names, count, sizeof *names, wide_compare);
    for (uint32_t i = 0; i < count; i++)
        wide_add_number(&numbers, &line, c_decimal(sink->arena, names[i].number));
    return wide_table(sink, "uint32_t", id, &numbers);
}

/* --- Maps -------------------------------------------------------------------------- */

static ptc_str wide_id(const ptcc_c_sink *sink, const ptcc_c_contract *contract,
                       uint32_t index)
{
    return ptcc_c_table_id(sink->arena, contract->tables_id, PTCC_TABLE_WIDE, index);
}

static ptc_str wide_fields_id(const ptcc_c_sink *sink, const ptcc_c_contract *contract,
                              uint32_t index, uint32_t part)
{
    return C_JOIN(sink->arena, wide_id(sink, contract, index), PTC_STR("_"),
                  c_decimal(sink->arena, part));
}

static void wide_case(ptcc_c_sink *sink, const ptcc_c_contract *contract, uint32_t index,
                      uint32_t number, ptcc_rows *cases)
{
    const ptcc_c_node *cnode = &contract->nodes[index];
    ptc_str present = C_JOIN(sink->arena, PTC_STR("out->has."), cnode->member_id);
    ptcc_model row = host_model(&sink->host);

    model_str(&row, "number_lit", c_decimal(sink->arena, number));
    model_str(&row, "value_code",
              ptcc_c_read_member(sink, contract, index, &ptcc_c_out,
                                 cnode->has_flag ? present : PTC_STR(""), 8));
    rows_add(cases, &row);
}

/* The function that reads some of the fields. */
static ptc_str wide_fields(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                           uint32_t index, uint32_t part)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptc_str holder = ptcc_c_local(sink, PTC_STR("holder"));
    ptc_str field = ptcc_c_local(sink, PTC_STR("field"));
    const ptc_str items[] = {PTC_STR("ptc_gen *gen"), PTC_STR("ptc_cursor p"),
                             C_JOIN(sink->arena, PTC_STR("void *"), holder),
                             C_JOIN(sink->arena, PTC_STR("uint32_t "), field)};
    ptcc_rows cases = host_rows(&sink->host);
    ptcc_model model = host_model(&sink->host);
    uint32_t from = part * PTC_GEN_FIELDS;

    for (uint32_t i = from; i < node->count && i < from + PTC_GEN_FIELDS; i++)
        wide_case(sink, contract, node->first + i, i, &cases);
    model_str(&model, "head_code",
              host_wrap_list(&sink->host,
                             C_JOIN(sink->arena, PTC_STR("static ptc_cursor "),
                                    wide_fields_id(sink, contract, index, part)),
                             items, 4, PTC_STR(""), 0));
    model_str(&model, "out_code",
              host_wrap_pair(
                  &sink->host,
                  C_JOIN(sink->arena, contract->nodes[index].type_id, PTC_STR(" *out =")),
                  C_JOIN(sink->arena, holder, PTC_STR(";")), 4));
    model_str(&model, "field_id", field);
    model_rows(&model, "cases", &cases);
    return host_expand(&sink->host, &ptcc_template_read_fields, &model);
}

static uint32_t wide_part_count(const ptc_schema_node *node)
{
    return (node->count + PTC_GEN_FIELDS - 1) / PTC_GEN_FIELDS;
}

/* Writes these functions. What scalars need is called there and not inlined. */
static void wide_write_fields(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                              uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    const ptcc_c_options *options = sink->options;
    ptcc_c_options small = *options;

    small.is_small = true;
    sink->options = &small;
    for (uint32_t part = 0; part < wide_part_count(node); part++)
        ptcc_c_emit(sink, mark, wide_fields(sink, contract, index, part));
    sink->options = options;
}

static ptc_str wide_field_order(ptcc_c_sink *sink, const ptc_schema_node *nodes,
                                uint32_t index, ptc_str id)
{
    const ptc_schema_node *node = &nodes[index];
    wide_name *names = ptc_arena_array(sink->arena, node->count, sizeof *names);

    for (uint32_t i = 0; names != NULL && i < node->count; i++)
        names[i] = (wide_name){nodes[node->first + i].name, false, i};
    if (names == NULL)
        return PTC_STR("");
    return wide_order(sink, C_JOIN(sink->arena, id, PTC_STR("_order")), names,
                      node->count);
}

typedef bool (*wide_test)(const ptcc_c_contract *contract, uint32_t index);

static bool wide_is_required(const ptcc_c_contract *contract, uint32_t index)
{
    return !contract->nodes[index].is_optional;
}

static bool wide_is_plain(const ptcc_c_contract *contract, uint32_t index)
{
    return ptcc_c_is_plain(contract->contract->schema.nodes[index].name);
}

/* A bit for each field. */
static ptc_str wide_bits(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                         uint32_t index, ptc_str id, wide_test test)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptc_text numbers;
    size_t line = 0;

    ptc_text_init(&numbers, sink->arena);
    for (uint32_t from = 0; from < node->count; from += 64) {
        uint64_t bits = 0;

        for (uint32_t i = from; i < node->count && i < from + 64; i++) {
            if (test(contract, node->first + i))
                bits |= UINT64_C(1) << (i - from);
        }
        wide_add_number(&numbers, &line, c_bits(sink->arena, bits));
    }
    return wide_table(sink, "uint64_t", id, &numbers);
}

static void wide_write_tables(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                              uint32_t index)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    ptc_str id = wide_id(sink, contract, index);
    ptcc_rows readers = host_rows(&sink->host);
    ptcc_model model = host_model(&sink->host);

    for (uint32_t part = 0; part < wide_part_count(&nodes[index]); part++) {
        ptcc_model row = host_model(&sink->host);

        model_str(&row, "reader_id", wide_fields_id(sink, contract, index, part));
        rows_add(&readers, &row);
    }
    model_str(&model, "order_code", wide_field_order(sink, nodes, index, id));
    model_str(&model, "required_code",
              wide_bits(sink, contract, index,
                        C_JOIN(sink->arena, id, PTC_STR("_required")), wide_is_required));
    model_str(&model, "plain_code",
              wide_bits(sink, contract, index, C_JOIN(sink->arena, id, PTC_STR("_plain")),
                        wide_is_plain));
    model_str(&model, "wide_id", id);
    model_str(&model, "nodes_id", contract->nodes_id);
    model_str(&model, "index_lit", c_decimal(sink->arena, index));
    model_rows(&model, "readers", &readers);
    ptcc_c_emit(sink, mark, host_expand(&sink->host, &ptcc_template_table_wide, &model));
}

ptc_str ptcc_c_wide_reader(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                           uint32_t index)
{
    const ptc_str items[] = {
        PTC_STR("gen"), PTC_STR("p"),
        C_JOIN(sink->arena, PTC_STR("&"), wide_id(sink, contract, index)),
        PTC_STR("out")};
    ptc_str late = ptcc_c_late_defaults(sink, contract, index);
    ptcc_model model = host_model(&sink->host);

    wide_write_fields(sink, contract, index);
    wide_write_tables(sink, contract, index);
    model_str(&model, "head_code", ptcc_c_node_head(sink, contract, index));
    model_flag(&model, "is_zeroed", ptcc_c_has_zeroed(contract, index));
    model_str(&model, "defaults_code", ptcc_c_defaults(sink, contract, index));
    model_str(&model, "call_code",
              host_wrap_list(&sink->host,
                             ptc_str_of(late.len > 0 ? "p = ptc_gen_wide_map"
                                                     : "return ptc_gen_wide_map"),
                             items, 4, PTC_STR(";"), 4));
    model_flag(&model, "has_late", late.len > 0);
    model_str(&model, "late_code", late);
    return host_expand(&sink->host, &ptcc_template_read_wide, &model);
}

/* --- Enums ------------------------------------------------------------------------- */

ptc_str ptcc_c_member_order(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                            uint32_t index, uint32_t *count)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    ptc_str id =
        ptcc_c_table_id(sink->arena, contract->tables_id, PTCC_TABLE_ORDER, index);
    wide_name *names = ptc_arena_array(sink->arena, node->count, sizeof *names);

    *count = 0;
    for (uint32_t i = 0; names != NULL && i < node->count; i++) {
        const ptc_value *member = &node->members[i];

        if (member->kind == PTC_STRING || member->kind == PTC_KEYWORD)
            names[(*count)++] =
                (wide_name){ptc_value_text(member), member->kind == PTC_KEYWORD, i};
    }
    if (*count > 0)
        ptcc_pieces_paragraph(
            &sink->out, HOST_FILL(&sink->host, ptcc_template_table_order,
                                  {"order_code", wide_order(sink, id, names, *count)}));
    ptc_arena_rewind(sink->arena, mark);
    return ptcc_c_table_id(sink->arena, contract->tables_id, PTCC_TABLE_ORDER, index);
}
