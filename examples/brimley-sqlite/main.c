/* SPDX-License-Identifier: MIT */
/*
 * A function in SQL with SQLite: its arguments come from a model's JSON, from the path of
 * a resource and from the program's knowledge of the user; its rows become structs.
 */
#include "find_orders.ptc.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static const char setup[] =
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, shop TEXT, customer_id INTEGER,"
    "  status TEXT, placed TEXT, total REAL, express INTEGER, note TEXT);"
    "INSERT INTO orders VALUES"
    "  (1, 'berlin', 7, 'shipped', '2026-03-01', 12.5, 0, ''),"
    "  (2, 'berlin', 7, 'shipped', '2026-05-09', 80.0, 1, ''),"
    "  (3, 'berlin', 7, 'open',    '2026-05-11',  5.0, 0, ''),"
    "  (4, 'berlin', 7, 'shipped', '2025-12-31', 99.0, 0, ''),"
    "  (5, 'berlin', 8, 'shipped', '2026-04-01', 70.0, 0, ''),"
    "  (6, 'madrid', 7, 'shipped', '2026-04-01', 60.0, 0, ''),"
    "  (7, 'berlin', 7, 'shipped', '2026-04-02', 30.0, 0, 'see :void 12');";

/* Binds the value of one parameter of a statement. */
static int bind_value(sqlite3_stmt *query, int position, const ptc_value *value)
{
    switch (ptc_value_kind(value)) {
    case PTC_BOOL:
        return sqlite3_bind_int(query, position, value->as.boolean);
    case PTC_INT:
        return sqlite3_bind_int64(query, position, value->as.integer);
    case PTC_FLOAT:
        return sqlite3_bind_double(query, position, value->as.number);
    case PTC_STRING:
        return sqlite3_bind_text64(query, position, value->as.text, value->aux,
                                   SQLITE_TRANSIENT, SQLITE_UTF8);
    default:
        return sqlite3_bind_null(query, position);
    }
}

static ptc_value column_value(ptc_arena *arena, sqlite3_stmt *query, int column)
{
    const char *text;

    switch (sqlite3_column_type(query, column)) {
    case SQLITE_INTEGER:
        return ptc_value_int(sqlite3_column_int64(query, column));
    case SQLITE_FLOAT:
        return ptc_value_float(sqlite3_column_double(query, column));
    case SQLITE_TEXT:
        text = (const char *)sqlite3_column_text(query, column);
        return ptc_value_string(ptc_str_copy(
            arena, ptc_str_make(text, (size_t)sqlite3_column_bytes(query, column))));
    default:
        return ptc_value_nil();
    }
}

/* The current row as a map from column names to values. */
static ptc_status take_row(ptc_arena *arena, sqlite3_stmt *query, ptc_value *row)
{
    int count = sqlite3_column_count(query);
    ptc_map_entry *entries = ptc_arena_array(arena, (size_t)count, sizeof *entries);

    if (entries == NULL)
        return PTC_ERROR_MEMORY;
    for (int i = 0; i < count; i++) {
        ptc_str name = ptc_str_of(sqlite3_column_name(query, i));

        entries[i].key = ptc_value_string(ptc_str_copy(arena, name));
        entries[i].value = column_value(arena, query, i);
    }
    return ptc_map_make(arena, entries, (size_t)count, row, NULL);
}

/* Runs the statement with the parameters, and prints its rows. */
static void show_orders(ptc_arena *arena, sqlite3 *database, const find_orders *in)
{
    enum { ROWS_MAX = 100 };
    ptc_value items[ROWS_MAX];
    ptc_value rows;
    ptc_value value;
    find_orders_result out;
    sqlite3_stmt *query;
    size_t count = 0;
    ptc_str why;

    if (sqlite3_prepare_v2(database, find_orders_sql, -1, &query, NULL) != SQLITE_OK) {
        printf("%s\n", sqlite3_errmsg(database));
        return;
    }
    for (size_t i = 0; i < FIND_ORDERS_BINDS; i++) {
        if (find_orders_sql_value(arena, in, i, &value) == PTC_OK)
            bind_value(query, (int)find_orders_binds[i].position, &value);
    }
    while (count < ROWS_MAX && sqlite3_step(query) == SQLITE_ROW &&
           take_row(arena, query, &items[count]) == PTC_OK)
        count++;
    sqlite3_finalize(query);
    rows = ptc_value_vector(items, count);
    if (find_orders_from_rows(arena, &rows, NULL, &out, &why) != PTC_OK) {
        printf("%s\n", why.ptr);
        return;
    }
    for (size_t i = 0; i < out.count; i++)
        printf("order %d of " PTC_FMT ": %.2f%s\n", (int)out.items[i].id,
               PTC_ARG(out.items[i].placed.text), out.items[i].total,
               out.items[i].express ? ", express" : "");
}

int main(void)
{
    static const char call[] =
        "{\"customer_id\": \"7\", \"status\": \"shipped\", \"min_total\": 20}";
    static const char *const paths[] = {"/customers/7/orders/open",
                                        "/customers/seven/orders/open", "/customers/7"};
    ptc_context context = {ptc_value_nil(), ptc_value_nil()};
    const ptc_parse_options options = {.struct_size = sizeof options,
                                       .context = &context};
    sqlite3 *database;
    find_orders in;
    ptc_arena arena;
    ptc_str why;

    ptc_arena_init(&arena, NULL, 1 << 20);
    ptc_json_read(&arena, "{\"user\": {\"shop\": \"berlin\"}}", 28, NULL, &context.app,
                  NULL, NULL);
    remove("orders.db");
    if (sqlite3_open("orders.db", &database) != SQLITE_OK ||
        sqlite3_exec(database, setup, NULL, NULL, NULL) != SQLITE_OK)
        return 1;
    printf("%s\n", call);
    if (find_orders_read(&arena, call, sizeof call - 1, &options, &in, &why) == PTC_OK)
        show_orders(&arena, database, &in);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        printf("%s\n", paths[i]);
        if (find_orders_bind(&arena, ptc_str_of(paths[i]), NULL, &options, &in, &why) ==
            PTC_OK)
            show_orders(&arena, database, &in);
        else
            printf("%s%s", why.ptr, strchr(why.ptr, '\n') ? "" : "\n");
    }
    sqlite3_close(database);
    ptc_arena_free(&arena);
    return 0;
}
