/* SPDX-License-Identifier: MIT */
/*
 * Contracts as tables: what each type becomes, names, texts that try to get out of their
 * quotes, and what is lost. That databases take it, and hold rows to it, is shown by
 * tests/check_sql. [emitters 8, brimley 8]
 */
#include <criterion/criterion.h>

#include <stdio.h>

#include "refuse.h"
#include "target_text.h"

#include "target/sql_int.h"

/* The text of a table with one column, and what is lost of it. */
static void expect_column(const char *type, const char *column, const char *notes)
{
    char contract[1024];
    char text[4096];

    snprintf(contract, sizeof contract, "t = {a %s}", type);
    snprintf(text, sizeof text, "CREATE TABLE \"t\" (\n  \"a\" %s\n);\n", column);
    target_text_expect(contract, PTC_TARGET_SQL, text, notes);
}

#define NUMBERS " NOT NULL\n    CHECK (\"a\" = CAST(\"a\" AS BIGINT))"
#define FLOATS  " NOT NULL\n    CHECK (\"a\" = CAST(\"a\" AS DOUBLE PRECISION))"
#define JSON    "\n    CHECK (((\"a\" -> 'a') IS NULL) IN (TRUE, FALSE))"
#define LIST    "\n    CHECK (CAST(\"a\" AS TEXT) LIKE '[%' AND (\"a\" -> 'a') IS NULL)"
#define MAP     "\n    CHECK (CAST(\"a\" AS TEXT) LIKE '{%' AND (\"a\" -> 0) IS NULL)"

/* M495 */
Test(sql_table, each_type)
{
    static const struct {
        const char *type;
        const char *column;
        const char *notes;
    } rows[] = {
        {":int", "BIGINT" NUMBERS, NULL},
        {":int[1..100]",
         "BIGINT" NUMBERS "\n    CHECK (\"a\" >= 1)\n    CHECK (\"a\" <= 100)", NULL},
        {":int[-9223372036854775808..]",
         "BIGINT" NUMBERS "\n    CHECK (\"a\" >= -9223372036854775808)", NULL},
        {":float[>0 <=2.5]",
         "DOUBLE PRECISION" FLOATS "\n    CHECK (\"a\" > 0)\n    CHECK (\"a\" <= 2.5)",
         NULL},
        {":bool", "BOOLEAN NOT NULL\n    CHECK (\"a\" IN (TRUE, FALSE))", NULL},
        {":bool?", "BOOLEAN\n    CHECK (\"a\" IN (TRUE, FALSE))", NULL},
        {":string", "TEXT NOT NULL", NULL},
        {":string?", "TEXT", NULL},
        {":string[1..80]",
         "TEXT NOT NULL\n    CHECK (length(\"a\") >= 1)\n    CHECK (length(\"a\") <= 80)",
         NULL},
        {":keyword", "TEXT NOT NULL", "t.a: that the text is the name of a keyword"},
        {":nil", "TEXT\n    CHECK (\"a\" IS NULL)", NULL},
        {":enum[a \"it's\" :c]",
         "TEXT NOT NULL\n    CHECK (\"a\" IN ('a', 'it''s', 'c'))", NULL},
        {":enum[1 2]", "BIGINT" NUMBERS "\n    CHECK (\"a\" IN (1, 2))", NULL},
        {":enum[1 b]",
         "JSONB NOT NULL" JSON "\n    CHECK (CAST(\"a\" AS TEXT) IN ('1', "
         "'\"b\"'))",
         NULL},
        {":enum[1 \"b\\\"c\"]", "JSONB NOT NULL" JSON, "t.a: the members of an enum"},
        {":date",
         "DATE NOT NULL\n    CHECK (COALESCE(date(\"a\" || 'T00:01+00:01') = \"a\", "
         "FALSE))",
         NULL},
        {":date?",
         "DATE\n    CHECK (\"a\" IS NULL OR COALESCE(date(\"a\" || 'T00:01+00:01') = "
         "\"a\", FALSE))",
         NULL},
        {":datetime",
         "TIMESTAMP NOT NULL\n    CHECK (COALESCE(date(\"a\" || '+00:01') <= \"a\", "
         "FALSE))"
         "\n    CHECK (length(CAST(\"a\" AS TEXT)) >= 19)",
         NULL},
        {":decimal[0..10]",
         "NUMERIC NOT NULL\n    CHECK (\"a\" = CAST(\"a\" AS NUMERIC))\n    CHECK (\"a\" "
         ">= "
         "0)\n    CHECK (\"a\" <= 10)",
         NULL},
        {"[:and :int [:json/multiple-of 5]]",
         "BIGINT" NUMBERS "\n    CHECK (\"a\" % 5 = 0)", NULL},
        {"[:and :int [:not= 7]]", "BIGINT" NUMBERS "\n    CHECK (\"a\" <> 7)", NULL},
        {"[:and :string [:not= \"\"]]", "TEXT NOT NULL\n    CHECK (\"a\" <> '')", NULL},
        {"[:and :double [:not= 7]]", "DOUBLE PRECISION" FLOATS,
         "t.a: all values but one"},
        {"[:and :int [:not [:= 5]]]", "BIGINT" NUMBERS, "t.a: the condition not"},
        {":any", "JSONB" JSON, NULL},
        {":map", "JSONB NOT NULL" MAP, NULL},
        {"[:any]", "JSONB NOT NULL" LIST, NULL},
        {"[:any][2..3]?",
         "JSONB" LIST "\n    CHECK (\"a\" IS NULL OR (\"a\" -> 1) IS NOT NULL)\n    "
         "CHECK ((\"a\" -> 3) IS NULL)",
         NULL},
        {"[:int]", "JSONB NOT NULL" LIST, "t.a: the type of elements"},
        {"[:set :any]", "JSONB NOT NULL" LIST, "t.a: that no two elements are equal"},
        {"[:tuple :int :int]",
         "JSONB NOT NULL" LIST
         "\n    CHECK ((\"a\" -> 1) IS NOT NULL)\n    CHECK ((\"a\" -> 2) IS NULL)",
         "t.a: the type of elements"},
        {"{x :int}", "JSONB NOT NULL" MAP, "t.a: the fields of a map"},
        {"[:map {:closed true}]", "JSONB NOT NULL" MAP, "t.a: that a map has no keys"},
        {"[:map-of {:max 3} :string :int]", "JSONB NOT NULL" MAP,
         "t.a: the types of keys and values; t.a: the number of entries"},
        {":int|:string", "JSONB NOT NULL" JSON, "t.a: the type of a value in JSON"},
        {":email", "JSONB NOT NULL" JSON, "t.a: the validator email"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_column(rows[i].type, rows[i].column, rows[i].notes);
}

Test(sql_table, defaults)
{
    static const struct {
        const char *type;
        const char *column;
    } rows[] = {
        {":bool = false", "\"a\" BOOLEAN NOT NULL DEFAULT FALSE\n"},
        {":int = -5", "\"a\" BIGINT NOT NULL DEFAULT -5\n"},
        {":float = 1.0e30", "\"a\" DOUBLE PRECISION NOT NULL DEFAULT 1e30\n"},
        {":string = \"it's\"", "\"a\" TEXT NOT NULL DEFAULT 'it''s'\n"},
        {":enum[:x :y] = :x", "\"a\" TEXT NOT NULL DEFAULT 'x'\n"},
        {":decimal = \"1.50\"", "\"a\" NUMERIC NOT NULL DEFAULT 1.50\n"},
        {":date = \"2026-01-02\"", "\"a\" DATE NOT NULL DEFAULT '2026-01-02'\n"},
        {":datetime = \"2026-01-02T09:00:00.5+02:00\"",
         "\"a\" TIMESTAMP NOT NULL DEFAULT '2026-01-02 07:00:00.500'\n"},
        {":map = {\"k\": [1, \"'\"]}",
         "\"a\" JSONB NOT NULL DEFAULT '{\"k\":[1,\"''\"]}'\n"},
        {":any = 5", "\"a\" JSONB NOT NULL DEFAULT '5'\n"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char contract[256];

        snprintf(contract, sizeof contract, "t = {a %s}", rows[i].type);
        target_text_expect_part(contract, PTC_TARGET_SQL, rows[i].column, NULL);
    }
    target_text_expect_part("t = {a :string = \"x\\u0000y\"}", PTC_TARGET_SQL,
                            "\"a\" TEXT NOT NULL\n", "t.a: the default");
}

Test(sql_table, patterns)
{
    static const struct {
        const char *pattern;
        const char *condition; /* NULL: a loss */
    } rows[] = {
        {"^[A-C]{2}-[0-1]{3}$",
         "length(s) = 6 AND trim(substr(s, 1, 2), 'ABC') = '' AND "
         "substr(s, 3, 1) = '-' AND trim(substr(s, 4, 3), '01') = ''"},
        {"^[ab]+$", "length(s) >= 1 AND trim(s, 'ab') = ''"},
        {"^[ab]*$", "trim(s, 'ab') = ''"},
        {"^[ab]{2,4}$", "length(s) >= 2 AND length(s) <= 4 AND trim(s, 'ab') = ''"},
        {"^a[bc]*$", "length(s) >= 1 AND substr(s, 1, 1) = 'a' AND trim(substr(s, 2), "
                     "'bc') = ''"},
        {"^[ab]+\\.pdf$",
         "length(s) >= 5 AND trim(substr(s, 1, length(s) - 4), 'ab') = '' "
         "AND substr(s, length(s) - 3, 4) = '.pdf'"},
        {"^x[ab]?y$",
         "length(s) >= 2 AND length(s) <= 3 AND substr(s, 1, 1) = 'x' AND "
         "trim(substr(s, 2, length(s) - 2), 'ab') = '' AND substr(s, length(s) "
         "- 0, 1) = 'y'"},
        {"^abc", "length(s) >= 3 AND substr(s, 1, 3) = 'abc'"},
        {"^[ab]+", "length(s) >= 1 AND trim(substr(s, 1, 1), 'ab') = ''"},
        {"\\.txt$", "length(s) >= 4 AND substr(s, length(s) - 3, 4) = '.txt'"},
        {"^$", NULL},
        {"it's", "replace(s, 'it''s', '') <> s"},
        {"^['\"]$", "length(s) = 1 AND trim(s, '\"''') = ''"},
        {"(?i)^a$", "length(s) = 1 AND trim(s, 'Aa') = ''"},
        {"^\xc3\xa4{2}$", "length(s) = 2 AND s = '\xc3\xa4\xc3\xa4'"},
        {"^a{1000}$", NULL}, /* filled in below */
        {"[0-9]", NULL},
        {"^a|b$", NULL},
        {"^(ab)+$", NULL},
        {"^[ab]+[cd]+$", NULL},
        {"^a[bc]*d", NULL},
        {"^[^/]+$", NULL},
        {"^.*$", NULL},
        {"\\bx\\b", NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_arena arena;
        ptc_text text;
        bool is_said;

        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &arena);
        is_said = ptc_sql_write_pattern(&text, &arena, PTC_STR("s"),
                                        ptc_str_of(rows[i].pattern));
        if (strcmp(rows[i].pattern, "^a{1000}$") == 0) {
            cr_expect(is_said && text.len > 1000);
        } else {
            cr_expect_eq(is_said, rows[i].condition != NULL, "%s", rows[i].pattern);
            cr_expect_str_eq(text.ptr, rows[i].condition ? rows[i].condition : "",
                             "%s: %s", rows[i].pattern, text.ptr);
        }
        ptc_arena_free(&arena);
    }
    target_text_expect_part("t = {a :string[~\"^a|b$\"]}", PTC_TARGET_SQL, "\"a\" TEXT",
                            "t.a: the pattern ^a|b$");
}

/* Names are folded, cut, and never leave their quotes. */
Test(sql_table, names)
{
    static const struct {
        const char *name;
        const char *column;
        const char *table;
    } rows[] = {
        {"user-id", "user_id", "user_id"},
        {"userId", "userId", "userId"},
        {"select", "select", "select"},
        {"a\"); DROP TABLE x; --", "a____DROP_TABLE_x____", "a____DROP_TABLE_x____"},
        {"a\nb", "a_b", "a_b"},
        {"", "_", "_"},
        {"\xc3\xa4", "\xc3\xa4", "\xc3\xa4"},
        {"xmin", "xmin_", "xmin"},
        {"SQLite_x", "SQLite_x", "_SQLite_x"},
        {"a123456789b123456789c123456789d123456789e123456789f123456789ghi",
         "a123456789b123456789c123456789d123456789e123456789f123456789ghi",
         "a123456789b123456789c123456789d123456789e123456789f123456789ghi"},
        {"a123456789b123456789c123456789d123456789e123456789f123456789ghij",
         "a123456789b123456789c123456789d123456789e123456789f123_", NULL},
        {"a123456789b123456789c123456789d123456789e123456789f12\xc3\xa4"
         "3456789ghij",
         "a123456789b123456789c123456789d123456789e123456789f12_", NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_arena arena;
        ptc_str column;
        ptc_str table;

        ptc_arena_init(&arena, NULL, 0);
        column = ptc_sql_name(&arena, ptc_str_of(rows[i].name), false);
        table = ptc_sql_name(&arena, ptc_str_of(rows[i].name), true);
        if (rows[i].table != NULL) {
            cr_expect_str_eq(test_cstr(column), rows[i].column);
            cr_expect_str_eq(test_cstr(table), rows[i].table);
        } else {
            cr_expect_eq(strncmp(column.ptr, rows[i].column, strlen(rows[i].column)), 0,
                         "%s", test_cstr(column));
            cr_expect_eq(column.len, strlen(rows[i].column) + 8);
            cr_expect_eq(ptc_utf8_check(column.ptr, column.len), column.len);
        }
        ptc_arena_free(&arena);
    }
}

Test(sql_table, names_that_meet)
{
    target_text_expect(
        "t = {user-id :int, \"user id\" :int}", PTC_TARGET_SQL, NULL,
        "fault: t.user id: the fields \"user-id\" and \"user id\" are both "
        "called \"user_id\" in SQL; rename one");
    target_text_expect(
        "t = {id :int, ID :int}", PTC_TARGET_SQL, NULL,
        "fault: t.ID: the fields \"id\" and \"ID\" are both called \"ID\" in "
        "SQL; rename one");
    target_text_expect("item = {a :int}\nItem = {a :int}", PTC_TARGET_SQL, NULL,
                       "fault: Item: the contracts \"item\" and \"Item\" are both called "
                       "\"Item\" in SQL; rename one");
    target_text_expect_part("t = {\"a b\" :int, \"a/c\" :int}", PTC_TARGET_SQL,
                            "  -- The field \"a b\"\n  \"a_b\" BIGINT", NULL);
}

/* Words of contracts stay comments, and texts stay texts. */
Test(sql_table, words_stay_in_comments)
{
    target_text_expect_part(
        "json {\"type\": \"object\", \"description\": \"One.\\r\\n); DROP "
        "TABLE x;\\r --\\u0000\\u202e\", \"properties\": {\"a\": {\"type\": "
        "\"string\", \"description\": \"It's\\n\\nthis\"}}}",
        PTC_TARGET_SQL,
        "-- One.\n-- ); DROP TABLE x;\\u000d --\\u0000\\u202e\nCREATE TABLE "
        "\"test\" (\n  -- It's\n  --\n  -- this\n  \"a\" TEXT\n);\n",
        NULL);
    target_text_expect_part(
        "json {\"type\": \"object\", \"required\": [\"a\"], \"properties\": "
        "{\"a\": {\"enum\": [\"x'); DROP TABLE t; --\"]}}}",
        PTC_TARGET_SQL, "CHECK (\"a\" IN ('x''); DROP TABLE t; --'))", NULL);
}

/* Which contracts are tables. */
Test(sql_table, tables)
{
    target_text_expect(
        "id = :int\nuser = {id :id}\nitems = [{n :any}]\nf(a :int) -> :int",
        PTC_TARGET_SQL,
        "CREATE TABLE \"user\" (\n  \"id\" BIGINT NOT NULL\n    CHECK (\"id\" = "
        "CAST(\"id\" AS BIGINT))\n);\n\nCREATE TABLE \"items\" (\n  \"n\" JSONB\n "
        "   CHECK (((\"n\" -> 'a') IS NULL) IN (TRUE, FALSE))\n);\n",
        NULL);
    target_text_expect(
        "f(a :string) -> {b :string}\ng() -> {c :string}", PTC_TARGET_SQL,
        "CREATE TABLE \"f\" (\n  \"a\" TEXT NOT NULL\n);\n\nCREATE TABLE \"g\" "
        "(\n  \"c\" TEXT NOT NULL\n);\n",
        NULL);
    target_text_expect("id = :int\nf(a :string) -> :int", PTC_TARGET_SQL,
                       "CREATE TABLE \"f\" (\n  \"a\" TEXT NOT NULL\n);\n", NULL);
    target_text_expect(
        "id = :int\nf() -> :int", PTC_TARGET_SQL, NULL,
        "fault: id: a table is made of a map with fields, or of a list of such; "
        "no contract here is one");
    target_text_expect(
        "t = {}", PTC_TARGET_SQL, NULL,
        "fault: t: a table is made of a map with fields, or of a list of such; "
        "no contract here is one");
    target_text_expect(
        "edn {:t [:and [:vector {:min 1} [:map [:a :string]]] [:not [:= 5]]]}",
        PTC_TARGET_SQL, "CREATE TABLE \"t\" (\n  \"a\" TEXT NOT NULL\n);\n",
        "t: conditions on a whole map; t: the number of elements");
    target_text_expect(
        "t = {next :t?}", PTC_TARGET_SQL,
        "CREATE TABLE \"t\" (\n  \"next\" JSONB\n    CHECK (CAST(\"next\" AS TEXT) "
        "LIKE '{%' AND (\"next\" -> 0) IS NULL)\n);\n",
        "t.next: the fields of a map");
}

Test(sql_table, directions_and_zones)
{
    target_text out;

    target_text_read(&out, "t = {a :string}\nf(b :datetime) -> [{c :datetime?}]");
    out.options.direction = PTC_OUTPUT;
    out.options.sql_zones = true;
    target_text_write(&out, PTC_TARGET_SQL);
    cr_expect_str_eq(out.text,
                     "CREATE TABLE \"t\" (\n  \"a\" TEXT NOT NULL\n);\n\nCREATE TABLE "
                     "\"f\" (\n  \"c\" TIMESTAMPTZ\n);\n");
    target_text_free(&out);
    target_text_read(&out, "t = {a :string}\nf(b :datetime) -> [{c :datetime?}]");
    out.options.direction = PTC_INPUT;
    target_text_write(&out, PTC_TARGET_SQL);
    cr_expect(out.text != NULL && strstr(out.text, "\"b\" TIMESTAMP NOT NULL") != NULL);
    target_text_free(&out);
}

Test(sql_table, too_many_columns)
{
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "t = {");
    for (unsigned i = 0; i < 1601; i++) {
        ptc_text_cstr(&text, i > 0 ? ", c" : "c");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, " :string");
    }
    ptc_text_cstr(&text, "}");
    target_text_expect(
        text.ptr, PTC_TARGET_SQL, NULL,
        "fault: t: a table has at most 1600 columns; group fields in maps");
    ptc_arena_free(&arena);
}

Test(sql_table, memory_that_is_refused)
{
    target_text_refuse(
        "user = {id :int[1..], at :datetime = \"2026-01-02T00:00:00Z\", n "
        ":string[~\"^[a-z]+$\"], e :enum[a 1], \"odd key\" [:map-of :string "
        "[:map [:x :int]]]?, next :user?, u :user|:string}",
        PTC_TARGET_SQL);
}
