/* SPDX-License-Identifier: MIT */
/*
 * Contracts as tables of databases, in the SQL that PostgreSQL and SQLite both read:
 *
 *     sql_table.c      which tables there are, their columns and comments
 *     sql_check.c      conditions on a column's values
 *     sql_pattern.c    patterns as conditions on parts of a text
 *     sql_type.c       words of SQL for types
 *     sql_text.c       names and literals
 *
 * Part of the room target. Nothing in it is mutually recursive.
 */
#ifndef PTC_SQL_INT_H
#define PTC_SQL_INT_H

#include "target/target_int.h"

#include <ptc/gen_bind.h>

/* Tables in the making. */
typedef struct ptc_sql_writer {
    ptc_target_run *run;
    ptc_text *text;
    const ptc_schema *schema;     /* of the contract that is current */
    const ptc_schema_node *nodes; /* of that */
    size_t table_count;           /* that were written */
    ptc_names tables;             /* by key: the number of the contract */
    bool failed;                  /* refused memory */
} ptc_sql_writer;

/* A column in the making. */
typedef struct ptc_sql_column {
    uint32_t node; /* the field */
    ptc_str name;  /* quoted */
    ptc_str word;  /* of its type: "BIGINT" */
    bool has_null;
    ptc_text checks; /* lines in front of which a line end is */
} ptc_sql_column;

/* --- sql_type.c -----------------------------------------------------------------------
 */

/* The word for a column or parameter of a type, in `arena` or constant; `has_zone` says
 * how moments are kept. `*form` (may be NULL) is how values are given to a statement.
 * Empty when memory was refused. */
ptc_str ptc_sql_type(ptc_arena *arena, const ptc_schema *schema, uint32_t node,
                     bool has_zone, ptc_sql_form *form);

/* Digits after the point of all multiples of a number; -1: that does not say. */
int ptc_sql_scale(const ptc_value *step);

/* --- sql_text.c -----------------------------------------------------------------------
 */

/* What a table or column is called, without quotes: ASCII that is not a letter, digit or
 * '_' becomes '_', and a name that is too long ends in a hash. In `arena`; NULL bytes
 * when that refused. */
ptc_str ptc_sql_name(ptc_arena *arena, ptc_str name, bool is_table);

/* The same without differences of case in ASCII, which SQLite does not see. */
ptc_str ptc_sql_name_key(ptc_arena *arena, ptc_str name);

/* The name in quotes; NULL bytes when memory was refused. */
ptc_str ptc_sql_quote(ptc_arena *arena, ptc_str name);

/* Appends 'text'; false, and nothing is appended, for one that holds U+0000, which no
 * database keeps. */
bool ptc_sql_write_text(ptc_text *text, ptc_str string);

/* Appends a number, TRUE, FALSE, or the text of a string or keyword; false, and nothing
 * is appended, for what has no literal. */
bool ptc_sql_write_literal(ptc_text *text, const ptc_value *value);

/* Appends every line of `words` as a comment after `indent` blanks. */
void ptc_sql_write_comment(ptc_text *text, ptc_str words, size_t indent);

/* --- sql_check.c ----------------------------------------------------------------------
 */

/* Adds the conditions of a column's type, and reports what no condition expresses. */
void ptc_sql_check(ptc_sql_writer *writer, ptc_sql_column *column);

/* --- sql_pattern.c --------------------------------------------------------------------
 */

/* Appends the condition that a column matches a pattern, in functions that both databases
 * have; false, and nothing is appended, for a pattern that they cannot express. */
bool ptc_sql_write_pattern(ptc_text *text, ptc_arena *arena, ptc_str column,
                           ptc_str pattern);

#endif
