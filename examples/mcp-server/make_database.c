/* SPDX-License-Identifier: MIT */
/* Creates the database of the example: make_database FILE. */
#include <sqlite3.h>
#include <stdio.h>

static const char shop[] =
    "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);"
    "CREATE TABLE orders (id INTEGER PRIMARY KEY,"
    "  customer_id INTEGER NOT NULL REFERENCES customers(id),"
    "  placed TEXT NOT NULL, total REAL NOT NULL, status TEXT NOT NULL);"
    "CREATE VIEW open_orders AS SELECT * FROM orders WHERE status = 'open';"
    "INSERT INTO customers VALUES"
    "  (1, 'Ada', 'London'), (2, 'Ben', 'Berlin'), (3, 'Cid', NULL);"
    "INSERT INTO orders VALUES"
    "  (1, 1, '2026-03-01', 12.5, 'shipped'), (2, 2, '2026-05-09', 80.0, 'shipped'),"
    "  (3, 2, '2026-05-11', 5.0, 'open'),     (4, 1, '2026-05-12', 99.0, 'open'),"
    "  (5, 3, '2026-06-01', 70.0, 'shipped'), (6, 2, '2026-06-02', 60.25, 'open');";

int main(int argc, char **argv)
{
    sqlite3 *database = NULL;
    int code = 0;

    if (argc != 2) {
        fprintf(stderr, "usage: make_database FILE\n");
        return 2;
    }
    remove(argv[1]);
    if (sqlite3_open(argv[1], &database) != SQLITE_OK ||
        sqlite3_exec(database, shop, NULL, NULL, NULL) != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], sqlite3_errmsg(database));
        code = 1;
    }
    sqlite3_close(database);
    return code;
}
