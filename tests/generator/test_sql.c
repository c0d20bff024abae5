/* SPDX-License-Identifier: MIT */
/*
 * What contracts say in paths and in SQL, as ptcc reads it: names in texts of SQL, the
 * words of SQL for types, paths of routes. [brimley 8]
 */
#include "base/base_int.h"
#include "generator/binding/binding_int.h"
#include "support.h"
#include "target/sql_int.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

/* --- Names -------------------------------------------------------------------------- */

typedef struct names_row {
    const char *sql;
    const char *names; /* blanks between them; then what is at fault */
} names_row;

static const char *names_of(ptc_arena *arena, ptc_str sql)
{
    ptcc_sql_reader reader;
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "");
    ptcc_sql_start(&reader, sql);
    while (ptcc_sql_next(&reader)) {
        ptc_text_cstr(&text, text.len > 0 ? " " : "");
        ptc_text_str(&text, reader.name);
        cr_expect(sql.ptr[reader.start] == ':' &&
                  reader.at == reader.start + 1 + reader.name.len);
    }
    if (reader.fault.message != NULL) {
        ptc_text_cstr(&text, text.len > 0 ? " " : "");
        ptc_text_cstr(&text, "@");
        ptc_text_uint(&text, reader.fault.start);
        ptc_text_cstr(&text, " ");
        ptc_text_cstr(&text, reader.fault.message);
        cr_expect(reader.fault.start < reader.fault.end && reader.fault.end <= sql.len);
    }
    return text.len > 0 ? text.ptr : "";
}

static const names_row names_rows[] = {
    {"", ""},
    {"SELECT 1", ""},
    {"SELECT :a, :b_2,:A FROM t", "a b_2 A"},
    {":a", "a"},
    {"x=:a", "a"},
    {"(:a)+:b", "a b"},
    {":a:b", "a b"},
    {":a, :a", "a a"},
    {"':a' :b", "b"},
    {"'it''s :a' :b", "b"},
    {"'\\' :b", "b"},
    {"E'\\' :a' :b", "b"},
    {"e'\\\\' :b", "b"},
    {"type'\\' :b", "b"},
    {"\"a :x\"\"y\" :b", "b"},
    {"`a :x` :b", "b"},
    {"-- :a\n:b", "b"},
    {"-- it's\n:b", "b"},
    {"1 - -:b", "b"},
    {":b -- :a", "b"},
    {"/* :a */ :b", "b"},
    {"/* /* :a */ :c */ :b", "b"},
    {"/**/:b", "b"},
    {"/* ' */ :b", "b"},
    {"a / * :b", "b"},
    {"x::int, :b::text", "b"},
    {":b::text[]", "b"},
    {"f(a := :b)", "b"},
    {"f(a:=1)", ""},
    {"a[1:2] || a[:n]", "n"},
    {": b", ""},
    {":1", ""},
    {":", ""},
    {"::", ""},
    {":::b", "b"},
    {"$$ :a $$ :b", "b"},
    {"$q$ :a $$ :x $q$ :b", "b"},
    {"a$b$c :b", "b"},
    {"$q :b", "b"},
    {"$$ $ $$ :b", "b"},
    {"caf\xC3\xA9 = :b", "b"},
    {"'\xC3\xA9 :a' :b", "b"},
    {":b;\r\nSELECT :c", "b c"},
    {"json ->> 'a' @> :b ? 'c'", "b"},
    {"':a", "@0 the string is not closed"},
    {":b ':a''", "b @3 the string is not closed"},
    {"E'\\'", "@1 the string is not closed"},
    {"E'\\", "@1 the string is not closed"},
    {":b \"x", "b @3 the name is not closed"},
    {"`", "@0 the name is not closed"},
    {":b /* /* */", "b @3 the comment is not closed"},
    {"/*", "@0 the comment is not closed"},
    {"/*/", "@0 the comment is not closed"},
    {"$a$ :b $b$", "@0 the string is not closed"},
    {"$$", "@0 the string is not closed"},
    {"x = $1 AND :b", "@4 parameters of a statement have the names of arguments"},
};

Test(sql, names_stand_outside_of_strings_and_comments)
{
    for (size_t i = 0; i < sizeof names_rows / sizeof names_rows[0]; i++) {
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 1 << 20);
        cr_expect_str_eq(names_of(&arena, ptc_str_of(names_rows[i].sql)),
                         names_rows[i].names, "%s", names_rows[i].sql);
        ptc_arena_free(&arena);
    }
}

/* Every beginning of every text ends, within it. */
Test(sql, texts_may_end_anywhere)
{
    for (size_t i = 0; i < sizeof names_rows / sizeof names_rows[0]; i++) {
        for (size_t len = 0; len <= strlen(names_rows[i].sql); len++) {
            char *text = malloc(len + 1); /* so that sanitizers see the end */
            ptc_arena arena;

            memcpy(text, names_rows[i].sql, len);
            ptc_arena_init(&arena, NULL, 1 << 20);
            names_of(&arena, ptc_str_make(text, len));
            ptc_arena_free(&arena);
            free(text);
        }
    }
}

/* --- Types -------------------------------------------------------------------------- */

typedef struct types_row {
    const char *type; /* Malli, or a signature */
    const char *word;
    const char *zoned; /* with zones; NULL: the same */
    ptc_sql_form form;
} types_row;

static const types_row types_rows[] = {
    {":int", "BIGINT", NULL, PTC_SQL_PLAIN},
    {":int[0..9]", "BIGINT", NULL, PTC_SQL_PLAIN},
    {":int?", "BIGINT", NULL, PTC_SQL_PLAIN},
    {":float", "DOUBLE PRECISION", NULL, PTC_SQL_PLAIN},
    {"[:> 5]", "DOUBLE PRECISION", NULL, PTC_SQL_PLAIN},
    {":bool", "BOOLEAN", NULL, PTC_SQL_PLAIN},
    {":string", "TEXT", NULL, PTC_SQL_PLAIN},
    {"[:re \"a+\"]", "TEXT", NULL, PTC_SQL_PLAIN},
    {":keyword", "TEXT", NULL, PTC_SQL_PLAIN},
    {":nil", "TEXT", NULL, PTC_SQL_PLAIN},
    {":date", "DATE", NULL, PTC_SQL_PLAIN},
    {":datetime", "TIMESTAMP", "TIMESTAMPTZ", PTC_SQL_TIMESTAMP},
    {":decimal", "NUMERIC", NULL, PTC_SQL_PLAIN},
    {"[:and :decimal [:json/multiple-of 0.01]]", "NUMERIC", NULL, PTC_SQL_PLAIN},
    {":enum[\"a\" \"b\"]", "TEXT", NULL, PTC_SQL_PLAIN},
    {"[:enum 1 2]", "BIGINT", NULL, PTC_SQL_PLAIN},
    {"[:enum true false]", "BOOLEAN", NULL, PTC_SQL_PLAIN},
    {"[:enum 1 \"a\"]", "JSONB", NULL, PTC_SQL_JSON},
    {"[:= 1.5]", "DOUBLE PRECISION", NULL, PTC_SQL_PLAIN},
    {"[:int]", "BIGINT[]", NULL, PTC_SQL_JSON},
    {"[:string]", "TEXT[]", NULL, PTC_SQL_JSON},
    {"[:bool]", "BOOLEAN[]", NULL, PTC_SQL_JSON},
    {"[:float?]", "DOUBLE PRECISION[]", NULL, PTC_SQL_JSON},
    {"[:date]", "DATE[]", NULL, PTC_SQL_JSON},
    {"[:decimal]", "NUMERIC[]", NULL, PTC_SQL_JSON},
    {"[:datetime]", "TIMESTAMP[]", "TIMESTAMPTZ[]", PTC_SQL_JSON},
    {"[:set :int]", "BIGINT[]", NULL, PTC_SQL_JSON},
    {"[[:int]]", "JSONB", NULL, PTC_SQL_JSON},
    {"[:string|:float|:bool]", "JSONB", NULL, PTC_SQL_JSON},
    {":string|:float|:bool", "JSONB", NULL, PTC_SQL_JSON},
    {"{id :int}", "JSONB", NULL, PTC_SQL_JSON},
    {"[{id :int}]", "JSONB", NULL, PTC_SQL_JSON},
    {"[:map-of :string :int]", "JSONB", NULL, PTC_SQL_JSON},
    {"[:tuple :int :int]", "JSONB", NULL, PTC_SQL_JSON},
    {":map", "JSONB", NULL, PTC_SQL_JSON},
    {":any", "JSONB", NULL, PTC_SQL_JSON},
};

/* M468 */
Test(sql, each_type_has_a_word)
{
    for (size_t i = 0; i < sizeof types_rows / sizeof types_rows[0]; i++) {
        const types_row *row = &types_rows[i];
        ptc_arena arena;
        ptc_schema schema;
        ptc_sql_form form;
        ptc_str why;
        uint32_t node;

        ptc_arena_init(&arena, NULL, 1 << 22);
        cr_assert_eq(ptc_signature_of(&arena, row->type, &schema, &why), PTC_OK, "%s",
                     why.ptr);
        node = ptc_schema_root(&schema)->first + 1;
        cr_expect_str_eq(test_cstr(ptc_sql_type(&arena, &schema, node, false, &form)),
                         row->word, "%s", row->type);
        cr_expect_eq(form, row->form, "%s", row->type);
        cr_expect_str_eq(test_cstr(ptc_sql_type(&arena, &schema, node, true, NULL)),
                         row->zoned ? row->zoned : row->word, "%s", row->type);
        ptc_arena_free(&arena);
    }
}

/* The seeds' table, which our arrays and JSONB go beyond: brimley 8. */
Test(sql, the_words_are_those_of_the_vectors)
{
    ptc_str whole;
    ptc_str rest;
    ptc_str line;
    unsigned number = 0;
    unsigned seen = 0;

    if (!test_read_shared("sql", "vectors/brimley/brimley.jsonl", &whole))
        return;
    rest = whole;
    while (test_next_line(&rest, &line, &number)) {
        ptc_arena arena;
        ptc_schema schema;
        const ptc_value *word;
        ptc_value row;
        ptc_str why;
        ptc_str type;

        ptc_arena_init(&arena, NULL, 1 << 22);
        cr_assert_eq(ptc_json_read(&arena, line.ptr, line.len, NULL, &row, NULL, NULL),
                     PTC_OK);
        type = ptc_value_as_text(ptc_value_get(ptc_value_get(&row, "input"), "type"), "");
        word = ptc_value_get(ptc_value_get(&row, "ok"), "sql");
        if (ptc_str_equal(ptc_value_as_text(ptc_value_get(&row, "kind"), ""),
                          PTC_STR("type_map")) &&
            ptc_value_kind(word) == PTC_STRING) {
            ptc_text text;

            ptc_text_init(&text, &arena);
            ptc_text_cstr(&text, ":");
            ptc_text_str(&text, type);
            cr_assert_eq(ptc_signature_of(&arena, text.ptr, &schema, &why), PTC_OK);
            cr_expect(ptc_str_equal(ptc_sql_type(&arena, &schema,
                                                 ptc_schema_root(&schema)->first + 1,
                                                 false, NULL),
                                    ptc_value_text(word)),
                      "%s", text.ptr);
            seen++;
        }
        ptc_arena_free(&arena);
    }
    cr_expect_geq(seen, 2);
    free((char *)(uintptr_t)whole.ptr);
}

/* --- Paths -------------------------------------------------------------------------- */

/* M479: what paths of contracts may be; a fault has its bytes. */
Test(sql, paths_are_taken_apart)
{
    static const struct {
        const char *path;
        const char *read; /* t p r and texts; or bytes and a fault */
    } rows[] = {
        {"/", ""},
        {"/docs", " t:docs"},
        {"/docs/{category}/{sub-1}/{doc_index}",
         " t:docs p:category p:sub-1 p:doc_index"},
        {"/docs/{category}/{remainder*}", " t:docs p:category r:remainder"},
        {"/{all*}", " r:all"},
        {"/caf%C3%A9/a%2Fb", " t:caf\xC3\xA9 t:a/b"},
        {"/a b+c", " t:a b+c"},
        {"", "0-0 a path begins with \"/\""},
        {"docs", "0-1 a path begins with \"/\""},
        {"/docs/", "5-6 a segment of the path is empty"},
        {"//docs", "0-2 a segment of the path is empty"},
        {"/docs?x={x}", "5-11 a path has no query and no fragment"},
        {"/docs#x", "5-7 a path has no query and no fragment"},
        {"/{a}-{b}", "1-8 a parameter is a whole segment of the path"},
        {"/v{a}", "1-5 a parameter is a whole segment of the path"},
        {"/{a", "1-3 a parameter is a whole segment of the path"},
        {"/a}", "1-3 a parameter is a whole segment of the path"},
        {"/{", "1-2 a parameter is a whole segment of the path"},
        {"/{{a}}", "1-6 a parameter is a whole segment of the path"},
        {"/{}", "1-3 a parameter of a path has the name of an argument"},
        {"/{*}", "1-4 a parameter of a path has the name of an argument"},
        {"/{a**}", "1-6 a parameter of a path has the name of an argument"},
        {"/{1a}", "1-5 a parameter of a path has the name of an argument"},
        {"/{a b}", "1-6 a parameter of a path has the name of an argument"},
        {"/{a:int}", "1-8 a parameter of a path has the name of an argument"},
        {"/{a*}/b", "1-5 only the last segment of a path takes all further ones"},
        {"/{a*}/{b*}", "1-5 only the last segment of a path takes all further ones"},
        {"/{a}/{b}/{a}", "10-11 the path has this parameter twice"},
        {"/{a-b}/{a_b*}", "8-11 the path has this parameter twice"},
        {"/docs/..", "6-8 no path of a resource has this segment"},
        {"/%zz", "1-4 no path of a resource has this segment"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptcc_text_fault fault;
        ptcc_path path;
        ptc_arena arena;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 1 << 20);
        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, "");
        if (ptcc_path_read(&arena, ptc_str_of(rows[i].path), &path, &fault)) {
            for (size_t k = 0; k < path.count; k++) {
                ptc_text_byte(&text, ' ');
                ptc_text_byte(&text, "tpr"[path.items[k].segment.kind]);
                ptc_text_byte(&text, ':');
                ptc_text_str(&text, path.items[k].segment.text);
            }
        } else {
            ptc_text_uint(&text, fault.start);
            ptc_text_byte(&text, '-');
            ptc_text_uint(&text, fault.end);
            ptc_text_byte(&text, ' ');
            ptc_text_cstr(&text, fault.message);
        }
        cr_expect_str_eq(text.len > 0 ? text.ptr : "", rows[i].read, "%s", rows[i].path);
        ptc_arena_free(&arena);
    }
}
