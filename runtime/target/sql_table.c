/* SPDX-License-Identifier: MIT */
/*
 * Contracts as tables of databases: which tables there are, their columns and comments. A
 * type that is a map is a table, and each field is a column; a value with fields is kept
 * as JSON. Functions are tables where no type is: a row for each call. [emitters 8]
 */
#include "schema/schema_int.h"
#include "target/sql_int.h"

#include <ptc/json.h>

/* --- Which tables there are --------------------------------------------------------- */

/* The part of a contract that rows are made of. */
static const ptc_schema_node *table_part(const ptc_target_run *run,
                                         const ptc_target_contract *contract)
{
    const ptc_schema_node *nodes = contract->schema->nodes;
    const ptc_schema_node *root = ptc_schema_root(contract->schema);
    const ptc_schema_node *parameters;

    if (root->type != PTC_TYPE_FUNCTION)
        return root;
    parameters = &nodes[root->first];
    if (contract->is_type || run->options.direction == PTC_OUTPUT ||
        (run->options.direction == PTC_DIRECTION_DEFAULT && parameters->count == 0))
        return parameters + 1;
    return parameters;
}

/* The map whose fields are columns: the part itself, or the elements of a list. NULL:
 * there is none. */
static const ptc_schema_node *table_map(const ptc_target_run *run,
                                        const ptc_target_contract *contract)
{
    const ptc_schema_node *nodes = contract->schema->nodes;
    const ptc_schema_node *node = ptc_schema_main(nodes, table_part(run, contract));

    if (node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_SET)
        node = ptc_schema_main(nodes, &nodes[node->first]);
    return node->type == PTC_TYPE_MAP && node->count > 0 ? node : NULL;
}

static bool table_is_type(const ptc_target_contract *contract)
{
    return contract->is_type ||
           ptc_schema_root(contract->schema)->type != PTC_TYPE_FUNCTION;
}

/* Whether a type is a table; then functions are none unless a direction was said. */
static bool table_has_types(const ptc_target_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        if (table_is_type(&run->contracts[i]) &&
            table_map(run, &run->contracts[i]) != NULL)
            return true;
    }
    return false;
}

/* --- Faults ------------------------------------------------------------------------- */

/* Two names that are one in a database. */
static void table_refuse_pair(ptc_sql_writer *writer, uint32_t node, const char *what,
                              ptc_str first, ptc_str second, ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, writer->run->arena);
    ptc_text_cstr(&text, what);
    ptc_text_byte(&text, ' ');
    ptc_json_write_string(&text, first);
    ptc_text_cstr(&text, " and ");
    ptc_json_write_string(&text, second);
    ptc_text_cstr(&text, " are both called ");
    ptc_json_write_string(&text, name);
    ptc_text_cstr(&text, " in SQL; rename one");
    writer->failed |= text.failed;
    if (!text.failed)
        ptc_target_refuse(writer->run, node, ptc_text_view(&text));
}

/* Adds a name of SQL; false when it is taken, by the one with number `*other`, or memory
 * was refused. */
static bool table_claim(ptc_sql_writer *writer, ptc_names *names, ptc_str name,
                        uint32_t number, uint32_t *other)
{
    ptc_str key = ptc_sql_name_key(writer->run->arena, name);
    const ptc_name_entry *entry =
        key.ptr != NULL ? ptc_names_add(names, key, number) : NULL;

    writer->failed |= entry == NULL;
    *other = entry != NULL ? entry->value : number;
    return entry != NULL && entry->value == number;
}

/* --- Columns ------------------------------------------------------------------------ */

/* Whether a field is a column: what the host's context gives is not part of a call. */
static bool table_has_column(const ptc_schema_node *field)
{
    return (field->flags & PTC_NODE_CONTEXT) == 0;
}

static bool table_takes_null(const ptc_sql_writer *writer, const ptc_schema_node *field)
{
    const ptc_schema_node *node = ptc_schema_main(writer->nodes, field);

    if (ptc_schema_has_default(field))
        return false;
    return ptc_schema_is_optional(field) || ptc_schema_takes_nil(writer->nodes, field) ||
           (node->flags & PTC_NODE_OTHERS) != 0 || node->type == PTC_TYPE_ANY ||
           node->type == PTC_TYPE_NIL;
}

/* The text of a default as SQL has it. */
static bool table_write_default(ptc_sql_writer *writer, const ptc_sql_column *column,
                                ptc_sql_form form, const ptc_value *value)
{
    ptc_text *text = writer->text;
    char digits[PTC_NUMBER_MAX];
    ptc_str spelled;
    ptc_text json;

    if (form == PTC_SQL_TIMESTAMP || form == PTC_SQL_TIMESTAMP_ZONE)
        return value->kind == PTC_STRING &&
               ptc_datetime_for_sql(writer->run->arena, ptc_value_text(value),
                                    form == PTC_SQL_TIMESTAMP_ZONE, &spelled) == PTC_OK &&
               ptc_sql_write_text(text, spelled);
    if (form == PTC_SQL_JSON) {
        ptc_text_init(&json, writer->run->arena);
        return ptc_json_write_named(&json, value, 0) == PTC_OK &&
               ptc_sql_write_text(text, ptc_text_view(&json));
    }
    if (column->word.ptr[0] == 'N' &&
        ptc_decimal_text(value, digits, &spelled) == PTC_OK) {
        ptc_text_str(text, spelled);
        return true;
    }
    return ptc_sql_write_literal(text, value);
}

static void table_add_default(ptc_sql_writer *writer, const ptc_sql_column *column,
                              ptc_sql_form form)
{
    size_t start = writer->text->len;
    ptc_value value;

    if (!ptc_schema_default(&writer->nodes[column->node], &value))
        return;
    ptc_text_cstr(writer->text, " DEFAULT ");
    if (table_write_default(writer, column, form, &value))
        return;
    ptc_text_cut(writer->text, start);
    ptc_target_lose(writer->run, column->node, PTC_STR("the default"));
}

/* The name of a column, and a comment where it is not that of the field. */
static bool table_name_column(ptc_sql_writer *writer, ptc_names *names,
                              const ptc_schema_node *map, uint32_t number,
                              ptc_sql_column *column)
{
    ptc_arena *arena = writer->run->arena;
    const ptc_schema_node *field = &writer->nodes[column->node];
    ptc_str name = ptc_sql_name(arena, field->name, false);
    uint32_t other;

    if (name.ptr == NULL) {
        writer->failed = true;
        return false;
    }
    if (!table_claim(writer, names, name, number, &other)) {
        if (!writer->failed)
            table_refuse_pair(writer, column->node, "the fields",
                              writer->nodes[map->first + other].name, field->name, name);
        return false;
    }
    if (!ptc_str_equal_folded(name, field->name)) {
        ptc_text_cstr(writer->text, "  -- The field ");
        ptc_json_write_string(writer->text, field->name);
        ptc_text_byte(writer->text, '\n');
    }
    column->name = ptc_sql_quote(arena, name);
    writer->failed |= column->name.ptr == NULL;
    return column->name.ptr != NULL;
}

static void table_add_column(ptc_sql_writer *writer, ptc_names *names,
                             const ptc_schema_node *map, uint32_t number)
{
    ptc_text *text = writer->text;
    ptc_sql_column column = {.node = map->first + number};
    const ptc_schema_node *field = &writer->nodes[column.node];
    ptc_sql_form form;

    if (field->extra != NULL)
        ptc_sql_write_comment(text, field->extra->description, 2);
    if (!table_name_column(writer, names, map, number, &column))
        return;
    column.word = ptc_sql_type(writer->run->arena, writer->schema, column.node,
                               writer->run->options.sql_zones, &form);
    writer->failed |= column.word.len == 0;
    if (form == PTC_SQL_JSON) /* of lists as well: SQLite has no arrays */
        column.word = PTC_STR("JSONB");
    column.has_null = table_takes_null(writer, field);
    ptc_text_init(&column.checks, writer->run->arena);
    ptc_sql_check(writer, &column);
    writer->failed |= column.checks.failed;
    ptc_text_cstr(text, "  ");
    ptc_text_str(text, column.name);
    ptc_text_byte(text, ' ');
    ptc_text_str(text, column.word);
    ptc_text_cstr(text, column.has_null ? "" : " NOT NULL");
    table_add_default(writer, &column, form);
    ptc_text_str(text, ptc_text_view(&column.checks));
}

static void table_add_columns(ptc_sql_writer *writer, const ptc_schema_node *map)
{
    ptc_names names;
    bool is_first = true;

    ptc_names_init(&names, writer->run->arena);
    names.is_exact = true;
    for (uint32_t i = 0; i < map->count && !writer->failed; i++) {
        if (!table_has_column(&writer->nodes[map->first + i]))
            continue;
        ptc_text_cstr(writer->text, is_first ? "" : ",\n");
        is_first = false;
        table_add_column(writer, &names, map, i);
    }
}

static uint32_t table_count_columns(const ptc_sql_writer *writer,
                                    const ptc_schema_node *map)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < map->count; i++)
        count += table_has_column(&writer->nodes[map->first + i]) ? 1 : 0;
    return count;
}

/* --- Tables ------------------------------------------------------------------------- */

/* What no column says: conditions on whole maps, and on lists of them. */
static void table_lose_whole(ptc_sql_writer *writer, const ptc_schema_node *part)
{
    const ptc_schema_node *nodes = writer->nodes;

    for (const ptc_schema_node *node = part; node->type != PTC_TYPE_MAP;) {
        uint32_t index = (uint32_t)(node - nodes);

        if (node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_SET) {
            if (node->interval != NULL)
                ptc_target_lose(writer->run, index, PTC_STR("the number of elements"));
            if (node->type == PTC_TYPE_SET || (node->flags & PTC_NODE_DISTINCT) != 0)
                ptc_target_lose(writer->run, index,
                                PTC_STR("that no two elements are equal"));
        } else if (node->type == PTC_TYPE_AND) {
            ptc_target_lose(writer->run, index, PTC_STR("conditions on a whole map"));
        }
        node = &nodes[node->first];
    }
}

/* The words about a table: of a function, or of a type. */
static ptc_str table_words(const ptc_schema_node *root, const ptc_schema_node *map)
{
    if (root->extra != NULL && root->extra->description.len > 0)
        return root->extra->description;
    return map->extra != NULL ? map->extra->description : PTC_STR("");
}

/* The name of a table in quotes; NULL bytes after a fault. */
static ptc_str table_name(ptc_sql_writer *writer, size_t number)
{
    const ptc_target_contract *contracts = writer->run->contracts;
    ptc_arena *arena = writer->run->arena;
    ptc_str name = ptc_sql_name(arena, contracts[number].name, true);
    uint32_t other;

    if (name.ptr == NULL) {
        writer->failed = true;
        return name;
    }
    if (!table_claim(writer, &writer->tables, name, (uint32_t)number, &other)) {
        if (!writer->failed)
            table_refuse_pair(writer, writer->schema->root, "the contracts",
                              contracts[other].name, contracts[number].name, name);
        return (ptc_str){NULL, 0};
    }
    name = ptc_sql_quote(arena, name);
    writer->failed |= name.ptr == NULL;
    return name;
}

static void table_add(ptc_sql_writer *writer, size_t number, const ptc_schema_node *map)
{
    const ptc_target_contract *contract = &writer->run->contracts[number];
    uint32_t columns;
    ptc_str name;

    writer->schema = contract->schema;
    writer->nodes = contract->schema->nodes;
    name = table_name(writer, number);
    columns = table_count_columns(writer, map);
    if (columns == 0 || columns > PTC_LIMIT_SQL_COLUMNS)
        ptc_target_refuse(writer->run, (uint32_t)(map - writer->nodes),
                          columns == 0
                              ? PTC_STR("a table has columns, and all parameters come "
                                        "from the context")
                              : PTC_STR("a table has at most 1600 columns; group fields "
                                        "in maps"));
    if (name.ptr == NULL || writer->run->has_fault)
        return;
    table_lose_whole(writer, table_part(writer->run, contract));
    ptc_text_cstr(writer->text, writer->table_count++ > 0 ? "\n" : "");
    ptc_sql_write_comment(writer->text,
                          table_words(ptc_schema_root(contract->schema), map), 0);
    ptc_text_cstr(writer->text, "CREATE TABLE ");
    ptc_text_str(writer->text, name);
    ptc_text_cstr(writer->text, " (\n");
    table_add_columns(writer, map);
    ptc_text_cstr(writer->text, "\n);\n");
}

ptc_status ptc_target_write_sql(ptc_target_run *run)
{
    ptc_sql_writer writer = {.run = run, .text = run->text};
    bool has_functions =
        run->options.direction != PTC_DIRECTION_DEFAULT || !table_has_types(run);

    ptc_names_init(&writer.tables, run->arena);
    writer.tables.is_exact = true;
    for (size_t i = 0; i < run->count && !writer.failed; i++) {
        const ptc_schema_node *map = table_map(run, &run->contracts[i]);

        run->current = i;
        if (map != NULL && (has_functions || table_is_type(&run->contracts[i])))
            table_add(&writer, i, map);
    }
    if (run->count > 0 && writer.table_count == 0 && !run->has_fault && !writer.failed) {
        run->current = 0;
        ptc_target_refuse(run, run->contracts[0].schema->root,
                          PTC_STR("a table is made of a map with fields, or of a list of "
                                  "such; no contract here is one"));
    }
    return writer.failed ? PTC_ERROR_MEMORY : PTC_OK;
}
