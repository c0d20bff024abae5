/* SPDX-License-Identifier: MIT */
/* Rows of a database as results: shaped by the type that a contract gives, then checked
 * as they are. [brimley 7] */
#include "support.h"

#include <criterion/criterion.h>
#include <ptc/contract.h>
#include <ptc/rows.h>
#include <stdlib.h>

#define USER "{\"id\":1,\"name\":\"Ann\"}"

typedef struct shaping {
    const char *type; /* what the contract gives; declared types come before it */
    const char *rows;
    const char *result; /* JSON, or why there is none */
} shaping;

static const char *shape(ptc_arena *arena, const shaping *row, ptc_mode mode)
{
    ptc_walk_options options = {.struct_size = sizeof options, .mode = mode};
    ptc_source source = {PTC_STR("t.sig"), PTC_STR("")};
    ptc_contracts contracts;
    ptc_value rows;
    ptc_value result;
    ptc_diags diags;
    ptc_text text;
    ptc_str why;
    ptc_status status;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "User = {id :int, name :string}\nquery(x :int?) -> ");
    ptc_text_cstr(&text, row->type);
    ptc_text_byte(&text, '\n');
    source.text = ptc_text_view(&text);
    ptc_diags_init(&diags, arena);
    cr_assert_eq(ptc_contracts_read(arena, &source, NULL, &diags, &contracts), PTC_OK,
                 "%s", row->type);
    cr_assert_eq(
        ptc_json_read(arena, row->rows, strlen(row->rows), NULL, &rows, NULL, NULL),
        PTC_OK, "%s", row->rows);
    status =
        ptc_rows_shape(arena, &ptc_contracts_find(&contracts, PTC_STR("query"))->schema,
                       &rows, &options, &result, &why);
    cr_expect((status == PTC_OK) == (why.len == 0));
    if (status != PTC_OK) {
        cr_expect(result.kind == PTC_NIL && status == PTC_ERROR_INVALID);
        return test_cstr(why);
    }
    ptc_text_init(&text, arena);
    cr_expect_eq(ptc_json_write(&text, &result, 0), PTC_OK);
    return test_cstr(ptc_text_view(&text));
}

static const shaping shapings[] = {
    /* Lists take every row; a single one is wrapped. */
    {"[:User]", "[" USER "," USER "]", "[" USER "," USER "]"},
    {"[:User]", "[]", "[]"},
    {"[:User]", "null", "[]"},
    {"[:User]", USER, "[" USER "]"},
    {"[:int]", "3", "[3]"},
    {"[:int]", "[3, 4]", "[3,4]"},
    {"[:int]", "[{\"id\":3},{\"id\":4}]", "[3,4]"},
    {"[:int]", "[{\"id\":3},{\"id\":4,\"n\":1}]",
     "expected single column for int, got 2: select only that one"},
    {"[:map]", "[{\"a\":1},{\"b\":2}]", "[{\"a\":1},{\"b\":2}]"},
    {"[:set :string]", "[{\"t\":\"a\"},{\"t\":\"b\"}]", "[\"a\",\"b\"]"},
    /* Entities and scalars take the only row. */
    {":User", "[" USER "]", USER},
    {":User", USER, USER},
    {":User", "[]", "null"},
    {":User", "null", "null"},
    {":User", "[" USER "," USER "," USER "]", "expected single row for User, got 3"},
    {":User?", "[]", "null"},
    {":map", "[{\"a\":1}]", "{\"a\":1}"},
    {":map", "[{\"a\":1},{\"a\":2}]", "expected single row for map, got 2"},
    {":int", "[{\"count\":12}]", "12"},
    {":int", "12", "12"},
    {":int", "[12]", "12"},
    {":int", "[]", "null"},
    {":int", "[{\"a\":1},{\"a\":2}]", "expected single row for int, got 2"},
    {":int", "[{\"a\":1,\"b\":2}]",
     "expected single column for int, got 2: select only that one"},
    {":int", "[{}]", "expected single column for int, got 0"},
    {":string?", "[{\"name\":null}]", "null"},
    {":enum[\"a\" \"b\"]", "[{\"kind\":\"b\"}]", "\"b\""},
    {":string|:int", "[{\"x\":\"y\"}]", "\"y\""},
    {":string|{a :int}", "[{\"a\":1}]", "{\"a\":1}"},
    {":float", "[{\"avg\":1.5}]", "1.5"},
    {":datetime", "[{\"at\":\"2026-01-02T07:00:00Z\"}]", "\"2026-01-02T07:00:00Z\""},
    /* void drops them. */
    {":nil", "[" USER "]", "null"},
    {":nil", "null", "null"},
    /* The result is checked as it is. */
    {":int", "\"12\"",
     "Return validation errors:\n- (root): expected int, got string \"12\"\n"},
    {":User", "[{\"id\":\"1\",\"name\":\"Ann\"}]",
     "Return validation errors:\n- id: expected int, got string \"1\"\n"},
    {":User", "[{\"id\":1}]",
     "Return validation errors:\n- name: missing required field, expected string\n"},
    {":bool", "[{\"exists\":1}]",
     "Return validation errors:\n- (root): expected bool, got int 1\n"},
};

/* What becomes of rows. */
Test(rows, take_the_shape_of_the_result)
{
    for (size_t i = 0; i < sizeof shapings / sizeof shapings[0]; i++) {
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 1 << 22);
        cr_expect_str_eq(shape(&arena, &shapings[i], PTC_MODE_ENABLED),
                         shapings[i].result, "%s of %s: %s", shapings[i].type,
                         shapings[i].rows, shape(&arena, &shapings[i], PTC_MODE_ENABLED));
        ptc_arena_free(&arena);
    }
}

/* ":int" for "int", "[:int]" for "int[]"; NULL for other texts. */
static const char *type_of(ptc_arena *arena, ptc_str shape)
{
    bool is_list = shape.len > 2 && memcmp(shape.ptr + shape.len - 2, "[]", 2) == 0;
    ptc_text text;

    shape.len -= is_list ? 2 : 0;
    for (size_t i = 0; i < shape.len; i++) {
        if (shape.ptr[i] < 'a' || shape.ptr[i] > 'z')
            return NULL; /* entities that are not declared, unions: no contract */
    }
    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, is_list ? "[:" : ":");
    ptc_text_str(&text, shape);
    ptc_text_cstr(&text, is_list ? "]" : "");
    return shape.len > 0 ? text.ptr : NULL;
}

/* What the reference made of rows. It converts what it gave, and takes dates for
 * entities: ours are checked as they are [brimley 7]. */
Test(rows, take_the_shapes_of_the_vectors)
{
    static const char *const others[] = {"b221", "b225"};
    unsigned number = 0;
    unsigned seen = 0;
    ptc_str whole;
    ptc_str rest;
    ptc_str line;

    if (!test_read_shared("rows", "vectors/brimley/brimley.jsonl", &whole))
        return;
    rest = whole;
    while (test_next_line(&rest, &line, &number)) {
        const ptc_value *input;
        ptc_value row;
        ptc_arena arena;
        ptc_text rows;
        ptc_text wanted;
        ptc_str id;
        shaping one = {NULL, NULL, NULL};

        ptc_arena_init(&arena, NULL, 1 << 22);
        cr_assert_eq(ptc_json_read(&arena, line.ptr, line.len, NULL, &row, NULL, NULL),
                     PTC_OK);
        input = ptc_value_get(&row, "input");
        id = ptc_value_as_text(ptc_value_get(&row, "id"), "");
        if (ptc_str_equal(ptc_value_as_text(ptc_value_get(&row, "kind"), ""),
                          PTC_STR("result")))
            one.type = type_of(
                &arena, ptc_value_as_text(ptc_value_get(input, "return_shape"), ""));
        if (one.type != NULL) {
            ptc_text_init(&rows, &arena);
            ptc_text_init(&wanted, &arena);
            ptc_json_write(&rows, ptc_value_get(input, "raw"), 0);
            if (ptc_value_get(&row, "ok") != NULL)
                ptc_json_write(&wanted, ptc_value_get(&row, "ok"), 0);
            one.rows = rows.ptr;
            cr_expect((wanted.len > 0 &&
                       strcmp(shape(&arena, &one, PTC_MODE_ENABLED), wanted.ptr) == 0) !=
                          (ptc_str_equal(id, ptc_str_of(others[0])) ||
                           ptc_str_equal(id, ptc_str_of(others[1]))),
                      "%.*s", (int)id.len, id.ptr);
            seen++;
        }
        ptc_arena_free(&arena);
    }
    cr_expect_geq(seen, 3);
    free((char *)(uintptr_t)whole.ptr);
}

/* The number of rows counts in every mode. */
Test(rows, more_rows_are_an_error_in_every_mode)
{
    static const shaping row = {":User", "[" USER "," USER "]",
                                "expected single row for User, got 2"};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 1 << 22);
    for (unsigned mode = 0; mode <= PTC_MODE_DISABLED; mode++)
        cr_expect_str_eq(shape(&arena, &row, (ptc_mode)mode), row.result);
    ptc_arena_free(&arena);
}

/* A type by itself, and what callers do wrong. */
Test(rows, take_the_shape_of_a_type)
{
    static const ptc_walk_options none = {.struct_size = 0};
    const ptc_value row = ptc_value_int(3);
    ptc_schema schema;
    ptc_value out;
    ptc_arena arena;
    ptc_str why;

    ptc_arena_init(&arena, NULL, 1 << 20);
    cr_assert_eq(ptc_signature_of(&arena, "[:int]", &schema, &why), PTC_OK);
    cr_expect_eq(ptc_rows_shape(&arena, &schema, &row, NULL, &out, NULL), PTC_OK);
    cr_expect(out.kind == PTC_VECTOR && out.aux == 1);
    cr_expect_eq(ptc_rows_shape(&arena, &schema, NULL, NULL, &out, NULL), PTC_OK);
    cr_expect(out.kind == PTC_VECTOR && out.aux == 0);
    cr_expect_eq(ptc_rows_shape(&arena, &schema, &row, &none, &out, &why),
                 PTC_ERROR_ARGUMENT);
    cr_expect(why.len > 0 && out.kind == PTC_NIL);
    ptc_arena_free(&arena);
}
