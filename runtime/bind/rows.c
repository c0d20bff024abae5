/* SPDX-License-Identifier: MIT */
/* Rows of a database as the result of a function: shaped, then checked. [brimley 7] */
#include "bind/bind_int.h"
#include "schema/schema_int.h"
#include "walk/walk_int.h"

/* How rows become a type. */
typedef enum rows_kind {
    ROWS_VOID,   /* drops them */
    ROWS_SCALAR, /* a column */
    ROWS_ENTITY, /* a row */
    ROWS_LIST,   /* rows */
} rows_kind;

typedef struct rows_run {
    ptc_arena *arena;
    const ptc_schema_node *nodes;
    const ptc_schema_node *type; /* of the result */
    ptc_str *why;
} rows_run;

/* --- Types -------------------------------------------------------------------------- */

static bool rows_is_scalar(const ptc_schema_node *nodes, const ptc_schema_node *node);

/* Whether all alternatives are scalars. Unions are flat, so this goes one level deep. */
static bool rows_is_scalar_union(const ptc_schema_node *nodes,
                                 const ptc_schema_node *node)
{
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const ptc_schema_node *type = ptc_schema_main(nodes, &nodes[i]);

        if (type->type == PTC_TYPE_UNION || !rows_is_scalar(nodes, type))
            return false;
    }
    return true;
}

static bool rows_is_scalar(const ptc_schema_node *nodes, const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_UNION ? rows_is_scalar_union(nodes, node)
                                        : ptc_type_is_scalar((ptc_type)node->type);
}

static rows_kind rows_kind_of(const ptc_schema_node *nodes, const ptc_schema_node *node)
{
    if (node->type == PTC_TYPE_NIL)
        return ROWS_VOID;
    if (node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_SET)
        return ROWS_LIST;
    return rows_is_scalar(nodes, node) ? ROWS_SCALAR : ROWS_ENTITY;
}

/* --- Faults ------------------------------------------------------------------------- */

/* The name of a declared type, else the word for it. */
static void rows_write_type(ptc_text *text, const ptc_schema_node *nodes,
                            const ptc_schema_node *node)
{
    const ptc_schema_node *type = ptc_schema_main(nodes, node);

    if (node->extra != NULL && node->extra->named_type.len > 0)
        ptc_text_str(text, node->extra->named_type);
    else if (type->type == PTC_TYPE_UNION)
        ptc_text_cstr(text, "one value");
    else
        ptc_text_cstr(text, ptc_type_word((ptc_type)type->type,
                                          (type->flags & PTC_NODE_MALLI) != 0));
}

/* "expected single row for User, got 3" */
static ptc_status rows_refuse(const rows_run *run, const char *expected,
                              const ptc_schema_node *node, size_t count, const char *more)
{
    ptc_text text;

    ptc_text_init(&text, run->arena);
    ptc_text_cstr(&text, expected);
    rows_write_type(&text, run->nodes, node);
    ptc_text_cstr(&text, ", got ");
    ptc_text_uint(&text, count);
    ptc_text_cstr(&text, more);
    *run->why = ptc_why(&text);
    return PTC_ERROR_INVALID;
}

/* --- Shapes ------------------------------------------------------------------------- */

/* A row as a value of the type `node`: itself, or its only column. */
static ptc_status rows_take_row(const rows_run *run, const ptc_schema_node *node,
                                const ptc_value *row, ptc_value *out)
{
    *out = *row;
    if (row->kind != PTC_MAP ||
        !rows_is_scalar(run->nodes, ptc_schema_main(run->nodes, node)))
        return PTC_OK;
    if (row->aux != 1)
        return rows_refuse(run, "expected single column for ", node, row->aux,
                           row->aux == 0 ? "" : ": select only that one");
    *out = row->as.map->entries[0].value;
    return PTC_OK;
}

static ptc_status rows_take_list(const rows_run *run, const ptc_value *rows,
                                 ptc_value *out)
{
    const ptc_schema_node *element = &run->nodes[run->type->first];
    bool is_list = rows->kind == PTC_VECTOR;
    size_t count = is_list ? rows->aux : rows->kind != PTC_NIL;
    ptc_value *items = ptc_arena_array(run->arena, count, sizeof *items);
    ptc_status status = items != NULL || count == 0 ? PTC_OK : PTC_ERROR_MEMORY;

    for (size_t i = 0; status == PTC_OK && i < count; i++)
        status =
            rows_take_row(run, element, is_list ? &rows->as.items[i] : rows, &items[i]);
    if (status == PTC_OK && run->type->type == PTC_TYPE_SET)
        return ptc_value_set_of(run->arena, items, count, out, NULL);
    if (status == PTC_OK)
        *out = ptc_value_vector(items, count);
    return status;
}

static ptc_status rows_take_single(const rows_run *run, const ptc_schema_node *node,
                                   const ptc_value *rows, ptc_value *out)
{
    if (rows->kind != PTC_VECTOR)
        return rows_take_row(run, node, rows, out);
    if (rows->aux > 1)
        return rows_refuse(run, "expected single row for ", node, rows->aux, "");
    *out = ptc_value_nil();
    return rows->aux == 0 ? PTC_OK : rows_take_row(run, node, &rows->as.items[0], out);
}

/* The shaped result, which no one checked. */
static ptc_status rows_shape(rows_run *run, const ptc_schema_node *node,
                             const ptc_value *rows, ptc_value *out)
{
    run->type = ptc_schema_main(run->nodes, node);
    switch (rows_kind_of(run->nodes, run->type)) {
    case ROWS_VOID:
        *out = ptc_value_nil();
        return PTC_OK;
    case ROWS_LIST:
        return rows_take_list(run, rows, out);
    case ROWS_SCALAR:
    case ROWS_ENTITY:
        break;
    }
    return rows_take_single(run, node, rows, out);
}

/* The result of the contract. */
static uint32_t rows_result(const ptc_schema *schema)
{
    const ptc_schema_node *root =
        ptc_schema_target(schema->nodes, ptc_schema_root(schema));

    return root->type == PTC_TYPE_FUNCTION ? root->first + 1 : schema->root;
}

/* The text for a status without one yet. */
static ptc_str rows_tell(const rows_run *run, ptc_status status, const ptc_report *report)
{
    static const ptc_json_error readable = {.status = PTC_OK};

    return ptc_refusal_write(run->arena, PTC_SUBJECT_RESULT, PTC_STR(""), status, report,
                             &readable);
}

ptc_status ptc_rows_shape(ptc_arena *arena, const ptc_schema *schema,
                          const ptc_value *rows, const ptc_walk_options *options,
                          ptc_value *out, ptc_str *why)
{
    ptc_schema result = {schema->nodes, rows_result(schema), schema->count};
    ptc_str unread;
    rows_run run = {
        .arena = arena, .nodes = schema->nodes, .why = why != NULL ? why : &unread};
    ptc_walk_options room;
    const ptc_walk_options *given =
        ptc_walk_options_view("ptc_rows_shape", options, &room);
    ptc_walk_options walking = {.struct_size = sizeof walking};
    ptc_report report;
    ptc_status status = PTC_ERROR_ARGUMENT;

    *out = ptc_value_nil();
    *run.why = PTC_STR("");
    ptc_report_init(&report, arena);
    if (given != NULL) {
        walking = *given;
        walking.direction = PTC_OUTPUT;
        status = rows_shape(&run, ptc_schema_root(&result), ptc_value_or_nil(rows), out);
    }
    if (status == PTC_OK && out->kind != PTC_NIL)
        status = ptc_schema_coerce(arena, &result, out, &walking, out, &report);
    if (status == PTC_OK)
        return status;
    *out = ptc_value_nil();
    if (run.why->len == 0)
        *run.why = rows_tell(&run, status, &report);
    return status;
}

ptc_status ptc_gen_from_rows(const ptc_gen_type *type, uint32_t node, ptc_arena *arena,
                             const ptc_value *rows, const ptc_walk_options *options,
                             void *out, size_t size, ptc_str *why)
{
    ptc_str unread;
    rows_run run = {
        .arena = arena, .nodes = type->nodes, .why = why != NULL ? why : &unread};
    ptc_report report;
    ptc_value value;
    ptc_status status;

    memset(out, 0, size);
    *run.why = PTC_STR("");
    ptc_report_init(&report, arena);
    status = rows_shape(&run, &type->nodes[node], ptc_value_or_nil(rows), &value);
    if (status == PTC_OK && value.kind == PTC_NIL && run.type->type != PTC_TYPE_NIL &&
        !ptc_schema_takes_nil(type->nodes, &type->nodes[node]))
        status = rows_refuse(&run, "expected single row for ", &type->nodes[node], 0, "");
    if (status == PTC_OK)
        status = ptc_gen_from_value(type, node, PTC_OUTPUT, arena, &value, options, out,
                                    &report);
    if (status == PTC_OK)
        return status;
    memset(out, 0, size);
    if (run.why->len == 0)
        *run.why = rows_tell(&run, status, &report);
    return status;
}
