/* SPDX-License-Identifier: MIT */
/*
 * Facts of nodes that only JSON Schema has: ints that are spelled with a point, equality
 * of JSON, elements that are distinct, values of other kinds, and names with '_' that
 * hide nothing. [validation 3, signature 10]
 */
#include <criterion/criterion.h>

#include "support.h"

#include <ptc/scan.h>

static ptc_arena arena;

static ptc_schema read_schema(const char *malli)
{
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);
    ptc_schema schema;
    ptc_diags diags;

    *source = (ptc_source){PTC_STR("facts"), ptc_str_of(malli)};
    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_malli_read(&arena, source, NULL, &diags, &schema) == PTC_OK, "%s: %s",
              malli, diags.count > 0 ? test_cstr(diags.items[0].message) : "");
    cr_expect_eq(diags.count, (size_t)0, "%s", malli);
    return schema;
}

static ptc_value read_json(const char *json)
{
    ptc_value value;

    cr_assert(ptc_json_read(&arena, json, strlen(json), NULL, &value, NULL, NULL) ==
                  PTC_OK,
              "%s", json);
    return value;
}

static const char *malli_of(const ptc_schema *schema)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    cr_assert(ptc_schema_write_malli(&text, schema, NULL) == PTC_OK);
    return test_cstr(ptc_text_view(&text));
}

static const ptc_walk_options strict = {.struct_size = sizeof strict,
                                        .mode = PTC_MODE_STRICT,
                                        .direction = PTC_OUTPUT,
                                        .boundary = PTC_BOUNDARY_JSON};
static const ptc_walk_options input = {.struct_size = sizeof input,
                                       .mode = PTC_MODE_ENABLED,
                                       .direction = PTC_INPUT,
                                       .boundary = PTC_BOUNDARY_JSON};

/* What becomes of a value as JSON, or what is wrong with it; a warning is one as well. */
static const char *made(const ptc_schema *schema, const char *json,
                        const ptc_walk_options *options)
{
    ptc_value value = read_json(json);
    ptc_report report;
    ptc_value out;
    ptc_text text;

    ptc_report_init(&report, &arena);
    ptc_text_init(&text, &arena);
    if (ptc_schema_coerce(&arena, schema, &value, options, &out, &report) == PTC_OK)
        cr_assert(ptc_json_write(&text, &out, 0) == PTC_OK);
    for (size_t i = 0; i < report.error_count + report.warning_count; i++) {
        const ptc_issue *issue = i < report.error_count
                                     ? &report.errors[i]
                                     : &report.warnings[i - report.error_count];

        ptc_text_cstr(&text, text.len > 0 ? "; " : "");
        ptc_path_write(&text, issue->path, issue->path_count);
        ptc_text_cstr(&text, ": ");
        ptc_text_str(&text, issue->message);
    }
    return test_cstr(ptc_text_view(&text));
}

typedef struct row {
    const char *schema;
    const char *json;
    const char *made; /* in mode strict */
} row;

static void check(const row *rows, size_t count)
{
    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        ptc_schema schema = read_schema(rows[i].schema);
        ptc_value value = read_json(rows[i].json);
        bool is_fault = strstr(rows[i].made, ": ") != NULL;

        cr_expect_str_eq(made(&schema, rows[i].json, &strict), rows[i].made, "%s %s: %s",
                         rows[i].schema, rows[i].json,
                         made(&schema, rows[i].json, &strict));
        cr_expect_eq(ptc_schema_validate(&schema, &value, &strict, NULL) == PTC_OK,
                     !is_fault, "%s %s", rows[i].schema, rows[i].json);
    }
    ptc_arena_free(&arena);
}

#define CHECK(rows) check(rows, sizeof rows / sizeof *rows)

Test(facts, ints_may_be_spelled_with_a_point)
{
    static const row rows[] = {
        {"[:int {:json/integral true}]", "1.0", "1"},
        {"[:int {:json/integral true}]", "1e2", "100"},
        {"[:int {:json/integral true}]", "-0.0", "0"},
        {"[:int {:json/integral true}]", "7", "7"},
        {"[:int {:json/integral true}]", "1.5", "(root): expected int, got double 1.5"},
        {"[:int {:json/integral true}]", "1e19", "(root): out of range 1.0E19"},
        {"[:int {:json/integral true}]", "-9223372036854775808.0",
         "-9223372036854775808"},
        {"[:int {:json/integral true}]", "9223372036854775808.0",
         "(root): out of range 9.223372036854776E18"},
        {"[:int {:json/integral true}]", "18446744073709551616",
         "(root): out of range 18446744073709551616"},
        {"[:int {:json/integral true}]", "true",
         "(root): expected int, got boolean true"},
        {"[:and [:int {:json/integral true}] [:> 2]]", "2.0",
         "(root): expected > 2, got 2"},
        {"[:and [:int {:json/integral true}] [:> 2]]", "3.0", "3"},
        {"[:map [:a [:vector [:int {:json/integral true}]]]]", "{\"a\":[1,2.0]}",
         "{\"a\":[1,2]}"},
        {":int", "1.0", "(root): expected int, got double 1.0"},
    };
    ptc_schema schema;

    CHECK(rows);
    ptc_arena_init(&arena, NULL, 0);
    schema = read_schema("[:int {:json/integral true}]");
    cr_expect_str_eq(made(&schema, "1.0", &input), "1"); /* and no warning */
    cr_expect_str_eq(made(&schema, "\"1.0\"", &input),
                     "(root): expected int, got string \"1.0\"");
    ptc_arena_free(&arena);
}

Test(facts, members_are_compared_as_json)
{
    static const row rows[] = {
        {"[:enum {:json/equal true} 1 2]", "1.0", "1"},
        {"[:enum {:json/equal true} 1 2]", "true",
         "(root): expected one of [1, 2], got true"},
        {"[:enum {:json/equal true} 1.0 \"a\"]", "1", "1"},
        {"[:enum {:json/equal true} 1 \"a\"]", "\"A\"",
         "(root): expected one of [1, \"a\"], got \"A\""},
        {"[:enum {:json/equal true} [1 {\"a\" 2}] {\"a\" 1 \"b\" [2.5]}]",
         "{\"b\":[2.5],\"a\":1.0}", "{\"a\":1,\"b\":[2.5]}"},
        {"[:enum {:json/equal true} [1 {\"a\" 2}] {\"a\" 1 \"b\" [2.5]}]",
         "[1.0,{\"a\":2.0}]", "[1,{\"a\":2}]"},
        {"[:enum {:json/equal true} [1 {\"a\" 2}]]", "[1]",
         "(root): expected one of [[1 {\"a\" 2}]], got vector"},
        {"[:= {:json/equal true} 9007199254740993]", "9007199254740992.0",
         "(root): expected 9007199254740993, got 9.007199254740992E15"},
        {"[:= {:json/equal true} 1e20]", "100000000000000000000", "1e20"},
        {"[:= {:json/equal true} 1e20]", "100000000000000000001",
         "(root): expected 1.0E20, got 100000000000000000001"},
        {"[:not= {:json/equal true} 0]", "-0.0", "(root): expected any value except 0"},
        {"[:not= {:json/equal true} 0]", "false", "false"},
        {"[:enum {:json/equal true} nil [1]]", "null", "null"},
    };

    CHECK(rows);
}

Test(facts, elements_are_distinct_as_json)
{
    static const row rows[] = {
        {"[:vector {:json/distinct true} :any]", "[1,true,\"1\",null,[1],{}]",
         "[1,true,\"1\",null,[1],{}]"},
        {"[:vector {:json/distinct true} :any]", "[0,1,1.0,0.0,2]",
         "[2]: duplicate of [1]; [3]: duplicate of [0]"},
        {"[:vector {:json/distinct true} :any]",
         "[{\"a\":1,\"b\":[2]},{\"b\":[2.0],\"a\":1}]", "[1]: duplicate of [0]"},
        {"[:vector {:json/distinct true} [:vector :int]]", "[[1,2],[2,1],[1,2]]",
         "[2]: duplicate of [0]"},
        {"[:vector {:json/distinct true} :any]",
         "[9223372036854775808,9223372036854775808.0,9223372036854775809]",
         "[1]: duplicate of [0]"},
        {"[:tuple {:json/distinct true} :any :any]", "[1,1.0]", "[1]: duplicate of [0]"},
        {"[:map [:a [:vector {:json/distinct true} :int]]]", "{\"a\":[3,3]}",
         "a[1]: duplicate of [0]"},
    };
    ptc_schema schema;

    CHECK(rows);
    ptc_arena_init(&arena, NULL, 0);
    schema = read_schema("[:vector {:json/distinct true} :int]");
    cr_expect_str_eq(made(&schema, "[1,\"1\"]", &input),
                     "[1]: duplicate of [0]; [1]: coerced string \"1\" to int");
    cr_expect_str_eq(made(&schema, "[1,\"1\",true,1]", &input),
                     "[2]: expected int, got boolean true; [3]: duplicate of [0]; "
                     "[1]: coerced string \"1\" to int");
    /* What a default makes equal came as two; not so what is equal as text and number. */
    schema = read_schema("[:vector {:json/distinct true} [:map [:a {:default 1} :int]]]");
    cr_expect_str_eq(made(&schema, "[{},{\"a\":1}]", &input), "[{\"a\":1},{\"a\":1}]");
    cr_expect_str_eq(made(&schema, "[{},{\"a\":1}]", &strict), "[{\"a\":1},{\"a\":1}]");
    cr_expect_str_eq(made(&schema, "[{},{\"a\":\"1\"}]", &input),
                     "[1]: duplicate of [0]; [1].a: coerced string \"1\" to int");
    schema = read_schema("[:tuple {:json/distinct true} [:map [:a {:default 1} :int]] "
                         "[:map [:a :int]]]");
    cr_expect_str_eq(made(&schema, "[{},{\"a\":1}]", &input), "[{\"a\":1},{\"a\":1}]");
    ptc_arena_free(&arena);
}

/* More elements than are compared one by one, and none of them like another: doubles and
 * ints, lists of them, and what only the last one repeats. */
Test(facts, many_elements_are_distinct)
{
    enum { MANY = 20000 };
    ptc_value *items;
    ptc_schema schema;
    ptc_report report;

    ptc_arena_init(&arena, NULL, 0);
    schema = read_schema("[:vector {:json/distinct true} :any]");
    items = ptc_arena_array(&arena, MANY, sizeof *items);
    for (int is_nested = 0; is_nested < 2; is_nested++) {
        ptc_value list = ptc_value_vector(items, MANY);

        for (uint32_t i = 0; i < MANY; i++) {
            ptc_value number = i % 2 ? ptc_value_int(i) : ptc_value_float(i);
            ptc_value *inner = ptc_arena_array(&arena, 1, sizeof *inner);

            *inner = number;
            items[i] = is_nested ? ptc_value_vector(inner, 1) : number;
        }
        cr_expect(ptc_schema_validate(&schema, &list, &strict, NULL) == PTC_OK);
        items[MANY - 1] = is_nested ? items[4] : ptc_value_int(4);
        cr_expect(ptc_schema_validate(&schema, &list, &strict, NULL) ==
                  PTC_ERROR_INVALID);
        ptc_report_init(&report, &arena);
        cr_expect(ptc_schema_validate(&schema, &list, &strict, &report) ==
                  PTC_ERROR_INVALID);
        cr_assert_eq(report.error_count, (size_t)1);
        cr_expect_str_eq(test_cstr(report.errors[0].message), "duplicate of [4]");
        cr_expect_eq(report.errors[0].path[0].index, (size_t)(MANY - 1));
    }
    ptc_arena_free(&arena);
}

Test(facts, values_of_other_kinds_are_accepted)
{
    static const row rows[] = {
        {"[:string {:min 2 :json/others true}]", "5", "5"},
        {"[:string {:min 2 :json/others true}]", "null", "null"},
        {"[:string {:min 2 :json/others true}]", "\"a\"",
         "(root): expected string of length >= 2, got length 1"},
        {"[:>= {:json/others true} 2]", "\"a\"", "\"a\""},
        {"[:>= {:json/others true} 2]", "1", "(root): expected >= 2, got 1"},
        {"[:int {:json/others true}]", "1.5", "(root): expected int, got double 1.5"},
        {"[:int {:json/others true}]", "{}", "{}"},
        {"[:vector {:min 1 :json/others true} :int]", "{}", "{}"},
        {"[:vector {:min 1 :json/others true} :int]", "[]",
         "(root): expected >= 1 items, got 0"},
        {"[:map {:json/others true} [:a :int]]", "[]", "[]"},
        {"[:map {:json/others true} [:a :int]]", "{}",
         "a: missing required field, expected int"},
        {"[:map-of {:json/others true} :string :int]", "{\"a\":true}",
         "a: expected int, got boolean true"},
        {"[:tuple {:json/others true} :int]", "\"x\"", "\"x\""},
        {"[:not [:string {:min 2 :json/others true}]]", "1",
         "(root): expected not string of length >= 2 or a value of another type, got int "
         "1"},
        {"[:and :string [:string {:min 2 :json/others true}]]", "5",
         "(root): expected string, got int 5"},
    };
    ptc_schema schema;

    CHECK(rows);
    ptc_arena_init(&arena, NULL, 0);
    schema = read_schema("[:vector {:min 1 :json/others true} :double]");
    cr_expect_str_eq(made(&schema, "\"7\"", &input), "\"7\""); /* as it is */
    cr_expect_str_eq(made(&schema, "[7]", &input), "[7.0]");
    ptc_arena_free(&arena);
}

/* What facts become where types meet, and that facts which change nothing are none. */
Test(facts, have_a_normal_form)
{
    static const char *const rows[][2] = {
        {"[:and [:int {:json/integral true}] [:>= 1]]",
         "[:and [:>= 1] [:int {:json/integral true}]]"},
        {"[:int {:json/integral true}]", "[:and :double [:int {:json/integral true}]]"},
        {":int", "[:and :int [:int {:json/integral true}]]"},
        {":int", "[:and [:int {:json/others true}] :int]"},
        {"[:string {:min 2}]", "[:and :string [:string {:min 2 :json/others true}]]"},
        {"[:string {:min 2}]", "[:and [:string {:min 2 :json/others true}] :string]"},
        {"[:string {:min 2 :max 3 :json/others true}]",
         "[:and [:string {:min 2 :json/others true}] [:string {:max 3 :json/others "
         "true}]]"},
        {":string", "[:and [:> {:json/others true} 5] :string]"},
        {"[:maybe [:string {:min 2}]]",
         "[:and [:maybe :string] [:string {:min 2 :json/others true}]]"},
        {"[:and [:vector :int] [:vector {:min 1} :any]]",
         "[:and [:vector :int] [:vector {:min 1 :json/others true} :any]]"},
        {":any", "[:string {:json/others true}]"},
        {":any", "[:vector {:json/others true :json/open true} :any]"},
        {":any", "[:map {:json/others true}]"},
        {":any", "[:maybe [number? {:json/others true}]]"},
        {"[:enum \"a\" \"b\"]", "[:enum {:json/equal true} \"a\" \"b\"]"},
        {"[:enum {:json/equal true} 1 [2]]", "[:enum {:json/equal true} 1.0 [2.0] 1]"},
        {"[:enum {:json/equal true} {\"a\" 1 \"b\" 2}]",
         "[:enum {:json/equal true} {\"b\" 2.0 \"a\" 1}]"},
        {"[:= [\"a\"]]", "[:= {:json/equal true} [\"a\"]]"},
        {"[:vector {:max 1} :int]", "[:vector {:max 1 :json/distinct true} :int]"},
        {"[:tuple :int]", "[:tuple {:json/distinct true} :int]"},
    };
    static const char *const apart[][2] = {
        {":int", "[:int {:json/integral true}]"},
        {"[:enum 1 2]", "[:enum {:json/equal true} 1 2]"},
        {"[:vector :int]", "[:vector {:json/distinct true} :int]"},
        {"[:string {:min 2}]", "[:string {:min 2 :json/others true}]"},
        {"[:map [:_x :int]]", "[:map [:_x {:json/firewalled false} :int]]"},
        {":any", "[:vector {:json/others true} :any]"}, /* an OTHER_ITEMS sees it */
    };

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_schema one = read_schema(rows[i][0]);
        ptc_schema other = read_schema(rows[i][1]);

        cr_expect(ptc_schema_equal(&one, &other), "%s is %s", rows[i][1],
                  malli_of(&other));
        cr_expect_eq(ptc_schema_hash(&one), ptc_schema_hash(&other), "%s", rows[i][1]);
    }
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
        ptc_schema one = read_schema(apart[i][0]);
        ptc_schema other = read_schema(apart[i][1]);

        cr_expect(!ptc_schema_equal(&one, &other), "%s", apart[i][1]);
        cr_expect_str_eq(malli_of(&other), apart[i][1]);
    }
    ptc_arena_free(&arena);
}

Test(facts, are_reported_of_where_they_mean_nothing)
{
    static const char *const rows[] = {
        "[:string {:json/integral true}]",   "[:int {:json/equal true}]",
        "[:set {:json/distinct true} :int]", "[:enum {:json/others true} 1]",
        "[:boolean {:json/others true}]",
    };

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_source source = {PTC_STR("facts"), ptc_str_of(rows[i])};
        ptc_schema schema;
        ptc_diags diags;

        ptc_diags_init(&diags, &arena);
        cr_assert(ptc_malli_read(&arena, &source, NULL, &diags, &schema) == PTC_OK);
        cr_assert_eq(diags.count, (size_t)1, "%s", rows[i]);
        cr_expect(diags.items[0].code == PTC_DIAG_MALLI_UNKNOWN_PROPERTY);
        cr_expect_eq(
            ptc_schema_root(&schema)->flags & (PTC_NODE_INTEGRAL | PTC_NODE_OTHERS), 0u);
    }
    ptc_arena_free(&arena);
}

/* A quick look knows plain ints, and leaves others to the walker. */
Test(facts, are_seen_by_a_quick_look)
{
    static const struct {
        const char *schema;
        const char *json;
        bool is_sure;
    } rows[] = {
        {"[:vector [:int {:json/integral true}]]", "[1, 25]", true},
        {"[:vector [:int {:json/integral true}]]", "[1.0]", false},
        {"[:vector [:enum {:json/equal true} 1 2]]", "[1, 2.0]", true},
        {"[:vector [:enum {:json/equal true} 1 2]]", "[3.0]", false},
        {"[:vector [:string {:min 2 :json/others true}]]", "[1, null, \"ab\"]", true},
        {"[:vector [:string {:min 2 :json/others true}]]", "[\"a\"]", false},
        {"[:vector [:vector {:json/distinct true} :int]]", "[[1, 1]]", false},
        {"[:vector [:vector {:min 1 :json/others true} :int]]", "[[]]", false},
    };

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_schema schema = read_schema(rows[i].schema);
        size_t len = strlen(rows[i].json);
        char *text = ptc_arena_array(&arena, len + PTC_PADDING, 1);
        const ptc_glance *glance;

        memcpy(text, rows[i].json, len);
        cr_assert(ptc_glance_make(&arena, &schema, &input, &glance) == PTC_OK);
        cr_expect_eq(ptc_glance_accepts(&arena, glance, text, len), rows[i].is_sure,
                     "%s %s", rows[i].schema, rows[i].json);
    }
    ptc_arena_free(&arena);
}

/* Names that hide nothing are shown wherever those are hidden that do. */
Test(facts, names_hide_only_what_the_contract_says)
{
    static const char schema_text[] =
        "[:map [:_open {:json/firewalled false} :int] [:_shut :int] "
        "[:any [:map-of :string :int]]]";
    ptc_value value;
    ptc_schema schema;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    schema = read_schema(schema_text);
    cr_expect_str_eq(malli_of(&schema), schema_text);
    cr_expect_str_eq(
        made(&schema, "{\"_open\":\"a\",\"_shut\":\"b\",\"any\":{\"_k\":\"c\"}}",
             &strict),
        "_open: expected int, got string \"a\"; _shut: expected int, got string "
        "<Firewalled>; any._k: expected int, got string <Firewalled>");
    value = read_json("{\"_open\":\"a\",\"_shut\":\"b\",\"any\":{\"_k\":\"c\"},"
                      "\"-shut\":\"d\",\"_none\":\"e\"}");
    ptc_text_init(&text, &arena);
    cr_assert(ptc_schema_write_value(&text, &schema, &value, PTC_OUTPUT, NULL) == PTC_OK);
    cr_expect_str_eq(test_cstr(ptc_text_view(&text)),
                     "{\"_open\" \"a\" \"_shut\" <Firewalled> \"any\" {\"_k\" "
                     "<Firewalled>} \"-shut\" <Firewalled> \"_none\" <Firewalled>}");
    ptc_text_init(&text, &arena); /* without a contract the name decides */
    cr_assert(ptc_schema_write_value(&text, NULL, &value, PTC_OUTPUT, NULL) == PTC_OK);
    cr_expect(strstr(test_cstr(ptc_text_view(&text)), "\"_open\" <Firewalled>") != NULL);
    ptc_arena_free(&arena);
}
