/* SPDX-License-Identifier: MIT */
/*
 * What many passes ask of contracts and their nodes, and the table of kinds: what each
 * kind of node is called in C.
 */
#include "generator/emit/model.h"
#include "generator/text/c_text.h"

#include <ptc/gen.h>

/* --- Kinds ------------------------------------------------------------------------- */

/* ORDER C_KIND */
static const struct kind_row {
    const char *type_id; /* NULL: made from the place in the schema */
    const char *shape;
    const char *reader; /* of the runtime */
    bool is_inline;     /* there is one to call as well, for small code */
    bool can_coerce;    /* there is one that does not as well */
} kind_rows[] = {
    [PTCC_C_NONE] = {"", "PTC_SHAPE_NONE", NULL, false, false},
    [PTCC_C_ANY] = {"ptc_value", "PTC_SHAPE_VALUE", "any", false, false},
    [PTCC_C_ANY_MAP] = {"ptc_value", "PTC_SHAPE_VALUE", "any_map", false, false},
    [PTCC_C_VALUE] = {"ptc_value", "PTC_SHAPE_VALUE", NULL, false, false},
    [PTCC_C_BOOL] = {"bool", "PTC_SHAPE_BOOL", "bool", true, true},
    [PTCC_C_INT] = {"int64_t", "PTC_SHAPE_INT", "int", true, true},
    [PTCC_C_FLOAT] = {"double", "PTC_SHAPE_FLOAT", "float", true, true},
    [PTCC_C_STRING] = {"ptc_str", "PTC_SHAPE_TEXT", "string", true, false},
    [PTCC_C_KEYWORD] = {"ptc_str", "PTC_SHAPE_KEYWORD", "keyword", false, true},
    [PTCC_C_DATETIME] = {"ptc_datetime", "PTC_SHAPE_DATETIME", "datetime", false, true},
    [PTCC_C_DATE] = {"ptc_date", "PTC_SHAPE_DATE", "date", false, false},
    [PTCC_C_DECIMAL] = {"ptc_decimal", "PTC_SHAPE_DECIMAL", "decimal", false, true},
    [PTCC_C_ENUM] = {NULL, "PTC_SHAPE_ENUM", NULL, false, false},
    [PTCC_C_LIST] = {NULL, "PTC_SHAPE_LIST", NULL, false, false},
    [PTCC_C_ENTRIES] = {NULL, "PTC_SHAPE_ENTRIES", NULL, false, false},
    [PTCC_C_STRUCT] = {NULL, "PTC_SHAPE_STRUCT", NULL, false, false},
    [PTCC_C_UNION] = {NULL, "PTC_SHAPE_UNION", NULL, false, false},
    [PTCC_C_SAME] = {"", "PTC_SHAPE_SAME", NULL, false, false},
    [PTCC_C_POINTER] = {"", "PTC_SHAPE_POINTER", NULL, false, false},
};

bool ptcc_c_kind_is_named(ptcc_c_kind kind)
{
    return kind_rows[kind].type_id == NULL;
}

const char *ptcc_c_kind_type(ptcc_c_kind kind)
{
    return kind_rows[kind].type_id;
}

ptc_str ptcc_c_kind_reader(ptc_arena *arena, const ptcc_c_options *options,
                           ptcc_c_kind kind, const ptc_schema_node *node)
{
    const struct kind_row *row = &kind_rows[kind];
    bool is_strict = row->can_coerce && !ptcc_c_coerces(options);
    bool is_integral = kind == PTCC_C_INT && (node->flags & PTC_NODE_INTEGRAL) != 0;

    if (row->reader == NULL)
        return PTC_STR("");
    if (ptcc_c_is_cast(options, node))
        return C_JOIN(arena, PTC_STR("ptc_gen_cast_"), ptc_str_of(row->reader));
    return C_JOIN(arena, ptc_str_of(row->is_inline ? ptcc_c_library(options) : "ptc_gen"),
                  ptc_str_of(is_strict ? "_strict_" : "_"),
                  ptc_str_of(is_integral ? "integral" : row->reader));
}

const char *ptcc_c_kind_shape(ptcc_c_kind kind)
{
    return kind_rows[kind].shape;
}

bool ptcc_c_is_cast(const ptcc_c_options *options, const ptc_schema_node *node)
{
    return (node->flags & PTC_NODE_CASTS) != 0 && ptcc_c_coerces(options);
}

/* --- Nodes ------------------------------------------------------------------------- */

ptc_span ptcc_c_span(const ptcc_c_contract *contract, uint32_t node)
{
    const ptc_schema_extra *extra = contract->contract->schema.nodes[node].extra;

    return extra != NULL && extra->span.end > extra->span.start
               ? extra->span
               : contract->contract->span;
}

bool ptcc_c_is_wide(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_MAP && node->count > PTC_GEN_FIELDS;
}

uint32_t ptcc_c_part_count(const ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];

    switch (contract->nodes[index].kind) {
    case PTCC_C_SAME:
    case PTCC_C_POINTER:
        return 1;
    case PTCC_C_LIST:
    case PTCC_C_ENTRIES:
    case PTCC_C_STRUCT:
    case PTCC_C_UNION:
        return node->count;
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
    case PTCC_C_ENUM:
        return 0;
    }
    return 0;
}

uint32_t ptcc_c_member_count(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_ENUM ? node->count : 1;
}

bool ptcc_c_key_is_text(const ptcc_c_contract *contract, uint32_t key)
{
    const ptcc_c_node *cnode = &contract->nodes[key];

    return (cnode->kind == PTCC_C_STRING || cnode->kind == PTCC_C_KEYWORD) &&
           !cnode->holds_nil;
}

/* --- Contracts --------------------------------------------------------------------- */

bool ptcc_c_is_function(const ptc_contract *contract)
{
    return !contract->is_type &&
           !(ptc_schema_root(&contract->schema)->flags & PTC_NODE_BARE);
}

bool ptcc_c_is_whole(const ptcc_c_contract *contract)
{
    return contract->role == PTCC_ROLE_CONTRACT || contract->role == PTCC_ROLE_AGENT;
}

bool ptcc_c_is_owned(const ptcc_c_options *options, const ptcc_c_contract *contract)
{
    return contract->role == PTCC_ROLE_TYPE && !options->is_self_contained;
}

bool ptcc_c_takes_root(const ptcc_c_contract *contract, const ptcc_c_root *root)
{
    return root->declared != NULL && contract->role != PTCC_ROLE_AGENT;
}

bool ptcc_c_has_readers(const ptcc_c_contract *contract)
{
    return ptcc_c_is_whole(contract) || contract->role == PTCC_ROLE_TYPE;
}

/* --- Tables ------------------------------------------------------------------------ */

/* ORDER TABLE */
static const char *const table_words[PTCC_TABLE_COUNT] = {
    "text_", "value_", "members_", "interval_", "patterns_",
    "dfa_",  "extra_", "wide_",    "order_",
};

ptc_str ptcc_c_table_word(ptcc_c_table table)
{
    return ptc_str_of(table_words[table]);
}

ptc_str ptcc_c_table_id(ptc_arena *arena, ptc_str tables_id, ptcc_c_table table,
                        uint64_t number)
{
    return c_ident(arena, tables_id,
                   C_JOIN(arena, ptcc_c_table_word(table), c_decimal(arena, number)));
}
