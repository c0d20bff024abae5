/* SPDX-License-Identifier: MIT */
/*
 * The functions of tools.sig. A call opens the database, which the environment names, and
 * closes it again: calls share nothing and may run at the same time. SQLite itself limits
 * a query to reading, to its time, and to values of bounded size.
 */
#include "tools.ptc.h"

#include <ptc/llm.h>

#include <sqlite3.h>
#include <stdlib.h>

enum {
    STEPS_BETWEEN_LOOKS = 10000, /* steps of SQLite's machine: well below a millisecond */
    VALUE_MAX = 1 << 20,         /* bytes of a value, stored or computed by a query */
};

/* The parts form one message, which a model reads; programs use the reason. */
static ptc_status fail(ptc_tool_call *call, const char *reason, const char *before,
                       const char *what, const char *after)
{
    ptc_text text;

    ptc_text_init(&text, call->arena);
    ptc_text_cstr(&text, before);
    ptc_text_cstr(&text, what);
    ptc_text_cstr(&text, after);
    call->message = text.ptr;
    call->reason = reason;
    return text.failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
}

static ptc_status fail_sql(ptc_tool_call *call, sqlite3 *database)
{
    const char *message = sqlite3_errmsg(database);

    if (sqlite3_errcode(database) == SQLITE_NOMEM)
        return PTC_ERROR_MEMORY;
    if (sqlite3_errcode(database) == SQLITE_INTERRUPT)
        return fail(call, "timeout", "the query took too long", "", "");
    if (sqlite3_errcode(database) == SQLITE_AUTH)
        return fail(call, "not_allowed", message, "; only SELECT is", "");
    return fail(call, "sql_error", message, "", "");
}

/* --- The database ------------------------------------------------------------------- */

/* SQLite asks repeatedly whether a query must end: if no one waits for the call any more,
 * or its time, or that of a program, is over. */
static int is_over(void *user)
{
    const ptc_tool_call *call = user;

    return ptc_cancel_is_set(call->cancel);
}

static ptc_status open_database(ptc_tool_call *call, sqlite3 **out)
{
    const char *path = getenv("DATABASE");

    *out = NULL;
    if (path == NULL)
        return fail(call, "no_database", "the environment of the server has no DATABASE",
                    ", which is the path of one", "");
    if (sqlite3_open_v2(path, out, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        return fail(call, "no_database", path, ": ", sqlite3_errmsg(*out));
    sqlite3_limit(*out, SQLITE_LIMIT_LENGTH, VALUE_MAX);
    sqlite3_progress_handler(*out, STEPS_BETWEEN_LOOKS, is_over, call);
    return PTC_OK;
}

/* Prepares a statement; `name`, unless NULL, is its parameter ?1. */
static ptc_status prepare(ptc_tool_call *call, sqlite3 *database, const char *sql,
                          ptc_str name, sqlite3_stmt **out)
{
    if (sqlite3_prepare_v2(database, sql, -1, out, NULL) != SQLITE_OK)
        return fail_sql(call, database);
    if (name.len > 0 && sqlite3_bind_text64(*out, 1, name.ptr, name.len, SQLITE_STATIC,
                                            SQLITE_UTF8) != SQLITE_OK)
        return fail_sql(call, database);
    return PTC_OK;
}

/* Goes to the next row. False after the last one, and if `*status` is a failure. */
static bool next_row(ptc_tool_call *call, sqlite3_stmt *query, ptc_status *status)
{
    int code;

    if (*status != PTC_OK)
        return false;
    code = sqlite3_step(query);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        *status = fail_sql(call, sqlite3_db_handle(query));
    return code == SQLITE_ROW;
}

/* The text of a column, which lives as long as the call; empty if the column is null. */
static ptc_status take_text(ptc_tool_call *call, sqlite3_stmt *row, int column,
                            ptc_str *out)
{
    const char *text = (const char *)sqlite3_column_text(row, column);

    *out = ptc_str_copy(call->arena,
                        ptc_str_make(text, (size_t)sqlite3_column_bytes(row, column)));
    return out->ptr == NULL ? PTC_ERROR_MEMORY : PTC_OK;
}

/* --- list_tables -------------------------------------------------------------------- */

static ptc_status count_rows(ptc_tool_call *call, sqlite3 *database, const char *table,
                             int64_t *out)
{
    char *sql = sqlite3_mprintf("SELECT count(*) FROM \"%w\"", table);
    sqlite3_stmt *query = NULL;
    ptc_status status = PTC_ERROR_MEMORY;

    if (sql != NULL)
        status = prepare(call, database, sql, PTC_STR(""), &query);
    if (next_row(call, query, &status))
        *out = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    sqlite3_free(sql);
    return status;
}

static ptc_status take_table(ptc_tool_call *call, sqlite3 *database, sqlite3_stmt *row,
                             list_tables_result_item *out)
{
    ptc_status status = take_text(call, row, 0, &out->name);

    out->kind = sqlite3_column_int(row, 1) ? LIST_TABLES_RESULT_ITEM_KIND_VIEW
                                           : LIST_TABLES_RESULT_ITEM_KIND_TABLE;
    if (status == PTC_OK)
        status = count_rows(call, database, out->name.ptr, &out->rows);
    return status;
}

ptc_status list_tables_call(list_tables_result *out, ptc_tool_call *call)
{
    static const char sql[] = "SELECT name, type = 'view' FROM sqlite_schema WHERE type "
                              "IN ('table', 'view') AND name NOT GLOB 'sqlite_*' "
                              "ORDER BY name";
    sqlite3_stmt *query = NULL;
    size_t capacity = 0;
    sqlite3 *database;
    ptc_status status = open_database(call, &database);

    if (status == PTC_OK)
        status = prepare(call, database, sql, PTC_STR(""), &query);
    while (next_row(call, query, &status)) {
        list_tables_result_item *item =
            PTC_ARENA_PUSH(call->arena, out->items, out->count, capacity);

        status =
            item == NULL ? PTC_ERROR_MEMORY : take_table(call, database, query, item);
    }
    sqlite3_finalize(query);
    sqlite3_close(database);
    return status;
}

/* --- describe_table ----------------------------------------------------------------- */

static ptc_status take_column(ptc_tool_call *call, sqlite3_stmt *row, column *out)
{
    ptc_status status = take_text(call, row, 0, &out->name);

    if (status == PTC_OK)
        status = take_text(call, row, 1, &out->type);
    if (status == PTC_OK)
        status = take_text(call, row, 4, &out->refers_to);
    out->can_be_null = sqlite3_column_int(row, 2) != 0;
    out->is_key = sqlite3_column_int(row, 3) != 0;
    out->has.refers_to = out->refers_to.len > 0;
    return status;
}

static ptc_status take_columns(ptc_tool_call *call, sqlite3 *database, ptc_str table,
                               describe_table_result_columns *out)
{
    static const char sql[] =
        "SELECT name, type, NOT \"notnull\" AND NOT pk, pk > 0,"
        "  (SELECT \"table\" || coalesce('.' || \"to\", '')"
        "     FROM pragma_foreign_key_list(?1) WHERE \"from\" = name)"
        " FROM pragma_table_info(?1)";
    sqlite3_stmt *query = NULL;
    size_t capacity = 0;
    ptc_status status = prepare(call, database, sql, table, &query);

    while (next_row(call, query, &status)) {
        column *item = PTC_ARENA_PUSH(call->arena, out->items, out->count, capacity);

        status = item == NULL ? PTC_ERROR_MEMORY : take_column(call, query, item);
    }
    sqlite3_finalize(query);
    return status;
}

ptc_status describe_table_call(const describe_table *in, describe_table_result *out,
                               ptc_tool_call *call)
{
    static const char sql[] = "SELECT sql FROM sqlite_schema WHERE type IN "
                              "('table', 'view') AND name = ?1 COLLATE NOCASE";
    sqlite3_stmt *query = NULL;
    sqlite3 *database;
    ptc_status status = open_database(call, &database);

    if (status == PTC_OK)
        status = prepare(call, database, sql, in->table, &query);
    if (next_row(call, query, &status))
        status = take_text(call, query, 0, &out->sql);
    else if (status == PTC_OK)
        status = fail(call, "not_found", "there is no table of this name; ",
                      "list_tables gives those that there are", "");
    if (status == PTC_OK)
        status = take_columns(call, database, in->table, &out->columns);
    sqlite3_finalize(query);
    sqlite3_close(database);
    return status;
}

/* --- query -------------------------------------------------------------------------- */

/* Asked about everything that the model's statement does, before it runs. */
static int judge_action(void *user, int action, const char *first, const char *second,
                        const char *database, const char *trigger)
{
    (void)user, (void)first, (void)second, (void)database, (void)trigger;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_FUNCTION:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    default:
        return SQLITE_DENY;
    }
}

/* Prepares the model's statement: exactly one, and one that only reads. */
static ptc_status prepare_select(ptc_tool_call *call, sqlite3 *database, ptc_str sql,
                                 sqlite3_stmt **out)
{
    sqlite3_stmt *second = NULL;
    const char *rest;
    int code;

    sqlite3_set_authorizer(database, judge_action, NULL);
    if (sqlite3_prepare_v2(database, sql.ptr, (int)sql.len, out, &rest) != SQLITE_OK)
        return fail_sql(call, database);
    code = sqlite3_prepare_v2(database, rest, (int)(sql.ptr + sql.len - rest), &second,
                              NULL);
    sqlite3_finalize(second);
    if (*out == NULL || second != NULL || code != SQLITE_OK)
        return fail(call, "sql_error", "sql must be one statement", "", "");
    if (!sqlite3_stmt_readonly(*out))
        return fail(call, "not_allowed", "not authorized; only SELECT is", "", "");
    return PTC_OK;
}

static int bind_cell(sqlite3_stmt *query, int position, const record_value_or_null *in)
{
    if (!in->has_value)
        return sqlite3_bind_null(query, position);
    switch (in->value.tag) {
    case CELL_INT:
        return sqlite3_bind_int64(query, position, in->value.as.int_);
    case CELL_FLOAT:
        return sqlite3_bind_double(query, position, in->value.as.float_);
    case CELL_STRING:
        break;
    }
    return sqlite3_bind_text64(query, position, in->value.as.string.ptr,
                               in->value.as.string.len, SQLITE_STATIC, SQLITE_UTF8);
}

static ptc_status bind_parameters(ptc_tool_call *call, sqlite3_stmt *query,
                                  const record *parameters)
{
    int count = sqlite3_bind_parameter_count(query);

    for (int i = 1; i <= count; i++) {
        const char *name = sqlite3_bind_parameter_name(query, i);
        const record_entry *entry;

        if (name == NULL || name[0] == '?')
            return fail(call, "sql_error", "write :name where sql has a ", "?", "");
        entry = record_find(parameters, ptc_str_of(name + 1));
        if (entry == NULL) /* with the colon, as some models write it */
            entry = record_find(parameters, ptc_str_of(name));
        if (entry == NULL)
            return fail(call, "sql_error", "parameters lacks the value of ", name, "");
        if (bind_cell(query, i, &entry->value) != SQLITE_OK)
            return fail_sql(call, sqlite3_db_handle(query));
    }
    return PTC_OK;
}

/* A map would keep only one of two columns with the same name. */
static ptc_status check_columns(ptc_tool_call *call, sqlite3_stmt *query)
{
    int count = sqlite3_column_count(query);

    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            const char *name = sqlite3_column_name(query, i);

            if (strcmp(name, sqlite3_column_name(query, j)) == 0)
                return fail(call, "sql_error", "two columns are called ", name,
                            ": name one with AS");
        }
    }
    return PTC_OK;
}

static ptc_status take_string(ptc_tool_call *call, sqlite3_stmt *row, int column,
                              ptc_str *out)
{
    ptc_status status = take_text(call, row, column, out);

    if (status == PTC_OK && (sqlite3_column_type(row, column) != SQLITE_TEXT ||
                             ptc_utf8_check(out->ptr, out->len) < out->len))
        status = fail(call, "sql_error", sqlite3_column_name(row, column),
                      " holds bytes that are not text", ": select hex() of them");
    return status;
}

static ptc_status take_cell(ptc_tool_call *call, sqlite3_stmt *row, int column,
                            record_value_or_null *out)
{
    out->has_value = true;
    switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER:
        out->value.tag = CELL_INT;
        out->value.as.int_ = sqlite3_column_int64(row, column);
        return PTC_OK;
    case SQLITE_FLOAT:
        out->value.tag = CELL_FLOAT;
        out->value.as.float_ = sqlite3_column_double(row, column);
        return PTC_OK;
    case SQLITE_NULL:
        out->has_value = false;
        return PTC_OK;
    default:
        out->value.tag = CELL_STRING;
        return take_string(call, row, column, &out->value.as.string);
    }
}

static ptc_status take_row(ptc_tool_call *call, sqlite3_stmt *row, record *out)
{
    ptc_status status = PTC_OK;

    out->count = (size_t)sqlite3_column_count(row);
    out->items = ptc_arena_array(call->arena, out->count, sizeof *out->items);
    if (out->items == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < out->count && status == PTC_OK; i++) {
        ptc_str name = ptc_str_of(sqlite3_column_name(row, (int)i));

        out->items[i].key = ptc_str_copy(call->arena, name);
        status = out->items[i].key.ptr == NULL
                     ? PTC_ERROR_MEMORY
                     : take_cell(call, row, (int)i, &out->items[i].value);
    }
    return status;
}

ptc_status query_call(const query *in, query_result *out, ptc_tool_call *call)
{
    size_t limit = (size_t)in->limit;
    sqlite3_stmt *query = NULL;
    sqlite3 *database;
    ptc_status status = open_database(call, &database);

    if (status == PTC_OK)
        status = prepare_select(call, database, in->sql, &query);
    if (status == PTC_OK)
        status = bind_parameters(call, query, &in->parameters);
    if (status == PTC_OK)
        status = check_columns(call, query);
    if (status == PTC_OK) {
        out->rows.items = ptc_arena_array(call->arena, limit, sizeof *out->rows.items);
        status = out->rows.items == NULL ? PTC_ERROR_MEMORY : PTC_OK;
    }
    while (!out->is_cut && next_row(call, query, &status)) {
        out->is_cut = out->rows.count == limit;
        if (!out->is_cut)
            status = take_row(call, query, &out->rows.items[out->rows.count++]);
        ptc_tool_progress(call, (double)out->rows.count, (double)limit, NULL);
    }
    sqlite3_finalize(query);
    sqlite3_close(database);
    return status;
}
