/* SPDX-License-Identifier: MIT */
/*
 * Checking and coercing, row by row: types, modes, directions, boundaries, keys,
 * defaults, combinators, functions, limits. Texts of messages are in test_messages.c;
 * that all of it agrees with the specification on thousands of values is in
 * test_walk_naive.c.
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "support.h"

/* Schemas begin with '(' or '{' when shorthand, with '[' or ':' when Malli. */
static bool read_schema(ptc_arena *arena, const char *text, ptc_schema *out)
{
    static const ptc_str names[] = {{"email", 5}, {"even", 4}};
    static const ptc_type_names types = {names, 2};
    ptc_read_options options = {.struct_size = sizeof options, .types = &types};
    ptc_source source = {PTC_STR("row"), ptc_str_of(text)};
    bool is_shorthand = text[0] == '(' || text[0] == '{';
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    return (is_shorthand
                ? ptc_signature_read(arena, &source, &options, &diags, out)
                : ptc_malli_read(arena, &source, &options, &diags, out)) == PTC_OK;
}

static bool read_edn(ptc_arena *arena, ptc_str text, ptc_value *out)
{
    ptc_source source = {PTC_STR("value"), text};
    ptc_diags diags;
    ptc_forms forms;
    uint32_t form;

    ptc_diags_init(&diags, arena);
    ptc_forms_init(&forms, arena, &source);
    form = ptc_edn_read_one(&forms, &diags);
    return form != 0 && ptc_form_to_value(&forms, form, out, &diags) == PTC_OK;
}

static bool is_email(const ptc_value *value, const char **message, void *user)
{
    (void)user;
    if (value->kind != PTC_STRING)
        return false;
    if (memchr(value->as.text, '@', value->aux) != NULL)
        return true;
    *message = "there is no @ in it";
    return false;
}

static bool is_even(const ptc_value *value, const char **message, void *user)
{
    (void)message;
    ++*(unsigned *)user;
    return value->kind == PTC_INT && value->as.integer % 2 == 0;
}

static unsigned even_asked;
static const ptc_validator validators[] = {
    {{"email", 5}, is_email, NULL},
    {{"even", 4}, is_even, &even_asked},
};

/*
 * A setting is four letters: boundary j|l (JSON, Lisp), direction i|o (input, output),
 * mode e|w|s|d (enabled, warn_only, strict, disabled), and c|v: coerce or only validate.
 */
static ptc_walk_options options_of(const char *setting)
{
    ptc_walk_options options = {.struct_size = sizeof options};

    options.boundary = setting[0] == 'j' ? PTC_BOUNDARY_JSON : PTC_BOUNDARY_LISP;
    options.direction = setting[1] == 'i' ? PTC_INPUT : PTC_OUTPUT;
    options.mode = setting[2] == 'e'   ? PTC_MODE_ENABLED
                   : setting[2] == 'w' ? PTC_MODE_WARN_ONLY
                   : setting[2] == 's' ? PTC_MODE_STRICT
                                       : PTC_MODE_DISABLED;
    options.validators = validators;
    options.validator_count = sizeof validators / sizeof *validators;
    return options;
}

/* "VALUE" or "invalid", then " path:code" per error and " ~path" per warning. */
static const char *outcome(ptc_arena *arena, const char *schema_text,
                           const char *value_text, const char *setting)
{
    ptc_walk_options options = options_of(setting);
    ptc_report report;
    ptc_schema schema;
    ptc_value value;
    ptc_value out;
    ptc_status status;
    ptc_text text;
    bool is_read;

    if (!read_schema(arena, schema_text, &schema))
        return "schema refused";
    is_read = setting[0] == 'j' ? ptc_json_read(arena, value_text, strlen(value_text),
                                                NULL, &value, NULL, NULL) == PTC_OK
                                : read_edn(arena, ptc_str_of(value_text), &value);
    if (!is_read)
        return "value refused";
    ptc_report_init(&report, arena);
    out = value;
    status = setting[3] == 'c'
                 ? ptc_schema_coerce(arena, &schema, &value, &options, &out, &report)
                 : ptc_schema_validate(&schema, &value, &options, &report);
    if (setting[3] == 'v' &&
        ptc_schema_validate(&schema, &value, &options, NULL) != status)
        return "the verdict alone differs";
    ptc_text_init(&text, arena);
    if (status == PTC_OK)
        ptc_value_write(&text, &out);
    else
        ptc_text_cstr(&text, ptc_status_name(status));
    for (size_t i = 0; i < report.error_count; i++) {
        ptc_text_byte(&text, ' ');
        ptc_path_write(&text, report.errors[i].path, report.errors[i].path_count);
        ptc_text_byte(&text, ':');
        ptc_text_cstr(&text, ptc_code_name(report.errors[i].code));
    }
    for (size_t i = 0; i < report.warning_count; i++) {
        ptc_text_cstr(&text, " ~");
        ptc_path_write(&text, report.warnings[i].path, report.warnings[i].path_count);
    }
    return ptc_text_view(&text).ptr;
}

typedef struct row {
    const char *schema;
    const char *value;
    const char *setting;
    const char *expected;
} row;

static void check(const char *suite, const row *rows, size_t count)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        const char *got;

        ptc_arena_reset(&arena);
        got = outcome(&arena, rows[i].schema, rows[i].value, rows[i].setting);
        cr_expect(strcmp(got, rows[i].expected) == 0, "%s %zu: %s on %s, %s: %s, not %s",
                  suite, i, rows[i].schema, rows[i].value, rows[i].setting, got,
                  rows[i].expected);
    }
    ptc_arena_free(&arena);
}

#define CHECK(suite, rows) check(suite, rows, sizeof(rows) / sizeof *(rows))

/* §3, each type with what it accepts and what is near: M010 M011 M012 M013 M014 M015 M016
 */
Test(walk, types)
{
    static const row rows[] = {
        {":string", "\"\"", "loev", "\"\""},
        {":string", ":a", "loev", "invalid (root):type"},
        {":string", "5", "joev", "invalid (root):type"},
        {":string", "nil", "loev", "invalid (root):type"},
        {":int", "9223372036854775807", "joev", "9223372036854775807"},
        {":int", "9223372036854775808", "joev", "invalid (root):range"},
        {":int", "9223372036854775808", "loev", "invalid (root):range"},
        {":int", "5.0", "joev", "invalid (root):type"},
        {":int", "\"5\"", "joev", "invalid (root):type"},
        {":int", "true", "joev", "invalid (root):type"},
        {":double", "5", "joev", "5"},
        {":double", "5", "joec", "5"},
        {":double", "5", "jisc", "5"},
        {":double", "5", "jiec", "5.0"},
        {":double", "##NaN", "loev", "##NaN"},
        {":double", "##Inf", "loev", "##Inf"},
        {":double", "##NaN", "loec", "##NaN"},
        {":double", "\"3.14\"", "joev", "invalid (root):type"},
        {":double", "9223372036854775808", "joev", "9223372036854775808"},
        {":double", "9223372036854775808", "joec", "9223372036854775808"},
        {":double", "9223372036854775808", "jiec", "9.223372036854776E18"},
        {":double", "9223372036854775809", "jiec", "9.223372036854776E18 ~(root)"},
        {":double", "9223372036854775808", "loev", "invalid (root):type"},
        {"[:double {:max 10.0}]", "##NaN", "loev", "invalid (root):bound"},
        {":boolean", "0", "joev", "invalid (root):type"},
        {":boolean", "\"true\"", "joev", "invalid (root):type"},
        {":boolean", "nil", "loev", "invalid (root):type"},
        {":boolean", "false", "joev", "false"},
        {":keyword", ":a", "loev", ":a"},
        {":keyword", "\"a\"", "loev", "invalid (root):type"},
        {":keyword", "\"a\"", "joev", "\"a\""},
        {":keyword", "\"\"", "joev", "invalid (root):type"},
        {":keyword", "\"a b\"", "joev", "invalid (root):type"},
        {":keyword", "nil", "loev", "invalid (root):type"},
        {":keyword", "true", "loev", "invalid (root):type"},
        {":any", "nil", "loev", "nil"},
        {":any", "#x 1", "loev", "#x 1"},
        {":any", "9223372036854775808", "joec", "9223372036854775808"},
        {":nil", "nil", "loev", "nil"},
        {":nil", "false", "loev", "invalid (root):type"},
        {"[:map]", "{}", "joev", "{}"},
        {"[:map]", "[]", "joev", "invalid (root):type"},
        {"[:map-of :keyword :any]", "{5 6}", "loev", "{5 6}"},
        {"[:map-of :keyword :any]", "#{}", "loev", "invalid (root):type"},
        {"[:vector :int]", "(1 2)", "loev", "(1 2)"},
        {"[:vector :int]", "#{1}", "loev", "invalid (root):type"},
        {"[:vector :int]", "\"12\"", "joev", "invalid (root):type"},
        {"[:vector :int]", "[1 2.5 \"x\"]", "loev", "invalid [1]:type [2]:type"},
        {"[:maybe :int]", "nil", "loev", "nil"},
        {"[:maybe :int]", "\"\"", "loev", "invalid (root):type"},
        {"[:vector [:maybe :int]]", "[1 nil]", "loev", "[1 nil]"}, /* M028 */
        {"[:set :int]", "#{1 2}", "loev", "#{1 2}"},
        {"[:set :int]", "[1]", "loev", "invalid (root):type"},
        {"[:set :int]", "[1,2]", "joev", "[1 2]"},
        {"[:set :any]", "[1,1.0,\"1\"]", "joev", "[1 1.0 \"1\"]"},
        {"[:set :int]", "[1,2,1,2]", "joev", "invalid [2]:duplicate [3]:duplicate"},
        {"[:set [:vector :int]]", "[[1],[2],[1]]", "joev", "invalid [2]:duplicate"},
        {"[:tuple :int :string]", "[1 \"a\"]", "loev", "[1 \"a\"]"},
        {"[:tuple :int :string]", "[1]", "loev", "invalid (root):size"},
        {"[:tuple :int :string]", "[\"a\" 1]", "loev", "invalid [0]:type [1]:type"},
        {"[:cat :int]", "[1 2]", "loev", "invalid (root):size"},
        {"[:map-of :keyword :int]", "{:a 1 \"b\" 2}", "loev", "invalid b:key"},
        {"[:map-of :keyword :int]", "{\"a\":1}", "joev", "{\"a\" 1}"},
        {"[:map-of :int :int]", "{\"7\":1,\"-7\":2}", "joev", "{\"7\" 1 \"-7\" 2}"},
        {"[:map-of :int :int]", "{\"07\":1}", "joev", "invalid [\"07\"]:key"},
        {"[:map-of :int :int]", "{\"-0\":1}", "joev", "invalid [\"-0\"]:key"},
        {"[:map-of :int :int]", "{\"7\" 1}", "loev", "invalid [\"7\"]:key"},
        {"[:map-of :int :int]", "{7 \"x\"}", "loev", "invalid [\"7\"]:type"},
        {"[:map-of {:min 2} :string :int]", "{\"a\":1}", "joev", "invalid (root):size"},
        {"[:string {:min 2 :max 2}]", "\"åß\"", "joev", "\"åß\""},
        {"[:string {:min 2}]", "\"😀\"", "joev", "invalid (root):length"},
        {"[:vector {:min 1 :max 2} :int]", "[1,2,3]", "joev", "invalid (root):size"},
        {"[:and :string [:re \"^a\"] [:re \"b$\"]]", "\"xyz\"", "joev",
         "invalid (root):pattern (root):pattern"},
        {"[:and :int [:> 0] [:< 10]]", "10", "joev", "invalid (root):bound"},
        {"[:> 5]", "5.5", "joev", "5.5"},
        {"[:> 5]", "\"a\"", "joev", "invalid (root):type"},
        {"[:int {:max 9007199254740992}]", "9007199254740993", "joev",
         "invalid (root):bound"},
        {"[:double {:max 9007199254740992.0}]", "9007199254740993", "joev",
         "invalid (root):bound"},
    };

    CHECK("types", rows);
}

/* §3: real dates, in strict form */
Test(walk, datetimes)
{
    static const char *const good[] = {
        "2024-05-06T07:08:09Z",      "2024-05-06T07:08:09.123456789Z",
        "0000-01-01T00:00:00Z",      "9999-12-31T23:59:59-23:59",
        "2024-02-29T00:00:00+05:30", "2000-02-29T00:00:00Z",
    };
    static const char *const bad[] = {
        "2023-02-29T00:00:00Z",      "1900-02-29T00:00:00Z",
        "2024-13-01T00:00:00Z",      "2024-00-01T00:00:00Z",
        "2024-04-31T00:00:00Z",      "2024-05-06T24:00:00Z",
        "2024-05-06T23:60:00Z",      "2024-05-06T23:59:60Z",
        "2024-05-06T07:08:09",       "2024-05-06 07:08:09Z",
        "2024-05-06t07:08:09Z",      "2024-05-06T07:08:09z",
        "2024-05-06T07:08Z",         "2024-05-06",
        "2024-05-06T07:08:09.Z",     "2024-05-06T07:08:09.1234567890Z",
        "2024-05-06T07:08:09+24:00", "2024-05-06T07:08:09+02:60",
        "2024-05-06T07:08:09+0200",  "",
        " 2024-05-06T07:08:09Z",     "2024-05-06T07:08:09Z ",
        "+024-05-06T07:08:09Z",
    };
    char text[64];
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(text, sizeof text, "\"%s\"", good[i]);
        cr_expect(strcmp(outcome(&arena, "{x :datetime}", text, "joev"), text) != 0 &&
                      strcmp(outcome(&arena, ":datetime", text, "joev"), text) == 0,
                  "%s is refused", good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, "\"%s\"", bad[i]);
        cr_expect(strcmp(outcome(&arena, ":datetime", text, "joev"),
                         "invalid (root):type") == 0,
                  "%s is accepted", bad[i]);
    }
    ptc_arena_free(&arena);
}

/* §4, every row of the table: M042 M043 M044 M045 M046 M048 M049 */
Test(walk, coercions)
{
    static const row rows[] = {
        {":int", "\"42\"", "jiec", "42 ~(root)"},
        {":int", "\"+42\"", "jiec", "42 ~(root)"},
        {":int", "\"-5\"", "jiec", "-5 ~(root)"},
        {":int", "\"-0\"", "jiec", "0 ~(root)"},
        {":int", "\"007\"", "jiec", "7 ~(root)"},
        {":int", "\" 42\"", "jiec", "invalid (root):type"},
        {":int", "\"42 \"", "jiec", "invalid (root):type"},
        {":int", "\"1_000\"", "jiec", "invalid (root):type"},
        {":int", "\"1,000\"", "jiec", "invalid (root):type"},
        {":int", "\"0x10\"", "jiec", "invalid (root):type"},
        {":int", "\"4.2\"", "jiec", "invalid (root):type"},
        {":int", "\"42.0\"", "jiec", "invalid (root):type"},
        {":int", "\"1e3\"", "jiec", "invalid (root):type"},
        {":int", "\"\"", "jiec", "invalid (root):type"},
        {":int", "\"-\"", "jiec", "invalid (root):type"},
        {":int", "\"9223372036854775807\"", "jiec", "9223372036854775807 ~(root)"},
        {":int", "\"-9223372036854775808\"", "jiec", "-9223372036854775808 ~(root)"},
        {":int", "\"9223372036854775808\"", "jiec", "invalid (root):range"},
        {":int", "42.0", "jiec", "invalid (root):type"},
        {":int", "true", "jiec", "invalid (root):type"},
        {":int", ":a", "liec", "invalid (root):type"},
        {":int", "\"42\"", "jisc", "invalid (root):type"},
        {":int", "\"42\"", "joec", "invalid (root):type"},
        {":int", "\"42\"", "jiwc", "42 ~(root)"},
        {":double", "42", "jiec", "42.0"},
        {":double", "9007199254740993", "jiec", "9.007199254740992E15 ~(root)"},
        {":double", "\"3.14\"", "jiec", "3.14 ~(root)"},
        {":double", "\"3\"", "jiec", "3.0 ~(root)"},
        {":double", "\"1e3\"", "jiec", "1000.0 ~(root)"},
        {":double", "\"+1.5\"", "jiec", "1.5 ~(root)"},
        {":double", "\"5.\"", "jiec", "5.0 ~(root)"},
        {":double", "\" 3.5\\t\"", "jiec", "3.5 ~(root)"},
        {":double", "\"-0\"", "jiec", "-0.0 ~(root)"},
        {":double", "\".5\"", "jiec", "invalid (root):type"},
        {":double", "\"1.5abc\"", "jiec", "invalid (root):type"},
        {":double", "\"3abc\"", "jiec", "invalid (root):type"},
        {":double", "\"NaN\"", "jiec", "invalid (root):type"},
        {":double", "\"inf\"", "jiec", "invalid (root):type"},
        {":double", "\"0x1p3\"", "jiec", "invalid (root):type"},
        {":double", "\"\"", "jiec", "invalid (root):type"},
        {":double", "\"1e\"", "jiec", "invalid (root):type"},
        {":double", "\"1e400\"", "jiec", "invalid (root):range"},
        {":double", "\"1e-400\"", "jiec", "0.0 ~(root)"},
        {":boolean", "\"true\"", "jiec", "true ~(root)"},
        {":boolean", "\"false\"", "jiec", "false ~(root)"},
        {":boolean", "\"TRUE\"", "jiec", "invalid (root):type"},
        {":boolean", "\" true\"", "jiec", "invalid (root):type"},
        {":boolean", "\"1\"", "jiec", "invalid (root):type"},
        {":boolean", "0", "jiec", "invalid (root):type"},
        {":string", ":a", "liec", "\"a\" ~(root)"},
        {":string", "5", "liec", "invalid (root):type"},
        {":string", "true", "liec", "invalid (root):type"},
        /* Days are texts, and nothing becomes one. */
        {":date", "\"2024-02-29\"", "jiec", "\"2024-02-29\""},
        {":date", "\"2024-02-29\"", "loev", "\"2024-02-29\""},
        {":date", "\" 2024-02-29\"", "jiec", "invalid (root):type"},
        {":date", "\"2023-02-29\"", "jiec", "invalid (root):type"},
        {":date", "\"2024-02-29T00:00:00Z\"", "jiec", "invalid (root):type"},
        {":date", "20240229", "jiec", "invalid (root):type"},
        {":date", "null", "jiec", "invalid (root):type"},
        /* Decimals are texts; integers are decimals. */
        {":decimal", "\"12.50\"", "joev", "\"12.50\""},
        {":decimal", "5", "joev", "5"},
        {":decimal", "5", "loev", "5"},
        {":decimal", "5", "jisc", "5"},
        {":decimal", "5", "joec", "5"},
        {":decimal", "5", "jiec", "\"5\""},
        {":decimal", "-9223372036854775808", "jiec", "\"-9223372036854775808\""},
        {":decimal", "123456789012345678901234567890", "joev",
         "123456789012345678901234567890"},
        {":decimal", "123456789012345678901234567890", "jiec",
         "\"123456789012345678901234567890\""},
        {":decimal", "0.1", "jiec", "\"0.1\" ~(root)"},
        {":decimal", "0.10", "jiec", "\"0.1\" ~(root)"},
        {":decimal", "12345678.9", "jiec", "\"12345678.9\" ~(root)"},
        {":decimal", "1e-7", "jiec", "\"1e-7\" ~(root)"},
        {":decimal", "0.1", "joec", "invalid (root):type"},
        {":decimal", "0.1", "jisc", "invalid (root):type"},
        {":decimal", "0.1", "joev", "invalid (root):type"},
        {":decimal", "##Inf", "liec", "invalid (root):type"},
        {":decimal", "##NaN", "liec", "invalid (root):type"},
        {":decimal", "\" 7.50\\t\"", "jiec", "\"7.50\" ~(root)"},
        {":decimal", "\" 7.50\"", "joec", "invalid (root):type"},
        {":decimal", "\" 1e100000\"", "jiec", "invalid (root):range"},
        {":decimal", "\"1e100000\"", "jiec", "invalid (root):range"},
        {":decimal", "\"1e100000\"", "joev", "invalid (root):range"},
        {":decimal", "\".5\"", "jiec", "invalid (root):type"},
        {":decimal", "\"1.\"", "jiec", "invalid (root):type"},
        {":decimal", "\"1,5\"", "jiec", "invalid (root):type"},
        {":decimal", "true", "jiec", "invalid (root):type"},
        {":decimal", "[1]", "jiec", "invalid (root):type"},
        {"[:decimal {:min 0.1 :max 100}]", "\"0.10\"", "jiec", "\"0.10\""},
        {"[:decimal {:min 0.1 :max 100}]", "100", "jiec", "\"100\""},
        {"[:decimal {:min 0.1 :max 100}]", "\"100.000000000000000000001\"", "jiec",
         "invalid (root):bound"},
        {"[:decimal {:min 0.1 :max 100}]", "0.05", "jiec",
         "invalid (root):bound ~(root)"},
        {"[:and :decimal [:> 0]]", "\"0.00\"", "joev", "invalid (root):bound"},
        {"[:and :decimal [:> 0]]", "123456789012345678901", "jiec",
         "\"123456789012345678901\""},
        {"[:or :int :decimal]", "5", "jiec", "5"},
        {"[:or :decimal :int]", "5", "jiec", "\"5\""},
        {"[:or :boolean :decimal]", "0.5", "jiec", "\"0.5\" ~(root)"},
        {"[:or :string :decimal]", "\" 5\"", "jiec", "\" 5\""},
        {"[:vector :decimal]", "[1,\"2.50\",0.5]", "jiec",
         "[\"1\" \"2.50\" \"0.5\"] ~[2]"},
        {"[:map-of :string :decimal]", "{\"a\":1}", "jiec", "{\"a\" \"1\"}"},
        {"[:map [:a {:default \"1.50\"} :decimal]]", "{}", "jiec", "{\"a\" \"1.50\"}"},
        {"[:map [:a {:default 5} :decimal]]", "{}", "jiec", "{\"a\" \"5\"}"},
        {"[:map [:a {:default 0.5} :decimal]]", "{}", "jiec", "{\"a\" \"0.5\"}"},
        {":keyword", "\"a\"", "liec", ":a ~(root)"},
        {":keyword", "\":a\"", "liec", ":a ~(root)"},
        {":keyword", "\"::a\"", "liec", "invalid (root):type"},
        {":keyword", "\"a b\"", "liec", "invalid (root):type"},
        {":keyword", "\"a\"", "jiec", "\"a\""},
        {":keyword", "\":a\"", "jiec", ":a ~(root)"},
        {"[:enum \"a\" :b 1 1.5]", ":a", "liec", "\"a\" ~(root)"},
        {"[:enum \"a\" :b 1 1.5]", "\"b\"", "liec", ":b ~(root)"},
        {"[:enum \"a\" :b 1 1.5]", "\"b\"", "joec", "\"b\""},
        {"[:enum \"a\" :b 1 1.5]", "\"1\"", "jiec", "1 ~(root)"},
        {"[:enum \"a\" :b 1 1.5]", "\"1.5\"", "jiec", "1.5 ~(root)"},
        {"[:enum \"a\" :b 1 1.5]", "\"1.0\"", "jiec", "invalid (root):enum"},
        {"[:enum \"a\" :b 1 1.5]", "1.0", "jiec", "invalid (root):enum"},
        {"[:enum \"a\" :b 1 1.5]", "\"A\"", "jiec", "invalid (root):enum"},
        {"[:map-of :int :int]", "{\"7\" \"1\"}", "liec", "{7 1} ~[\"7\"] ~[\"7\"]"},
        {"[:map-of :string :int]", "{:a 1}", "liec", "{\"a\" 1} ~a"},
        {"[:map-of :string :int]", "{:a 1 \"a\" 2}", "liec", "invalid a:duplicate ~a"},
        {"[:map-of :int :int]", "{\"7\":1,\"07\":2}", "jiec",
         "invalid [\"07\"]:duplicate ~[\"07\"]"},
        /* In JSON a keyword is text, with or without its colon. */
        {"[:map-of :keyword :int]", "{\"k\":1,\":k\":2}", "jiec",
         "invalid [\":k\"]:duplicate ~[\":k\"]"},
        {"[:map-of :keyword :int]", "{\":k\":1}", "jiec", "{\"k\" 1} ~[\":k\"]"},
        {"[:map-of [:enum :a \"b\"] :int]", "{\":a\":1,\"a\":2}", "jiec",
         "invalid a:duplicate ~[\":a\"]"},
        {"[:set :int]", "[1 2]", "liec", "#{1 2} ~(root)"},
        {"[:set :int]", "[1,2]", "jiec", "#{1 2}"},
        {"[:set :int]", "[1,2,1,\"2\"]", "jiec", "#{1 2} ~[3] ~(root)"},
        {"[:vector :int]", "#{3 1}", "liec", "[3 1] ~(root)"},
        {"[:vector :int]", "5", "jiec", "invalid (root):type"},
        {"[:vector :int]", "\"[1]\"", "jiec", "invalid (root):type"},
        {"[:map [:a :int]]", "\"{}\"", "jiec", "invalid (root):type"},
        {"[:vector [:tuple :string :int]]", "{\"a\" 1}", "liec", "invalid (root):type"},
        {":datetime", "\"2024-01-01T01:30:00.50+02:00\"", "jiec",
         "\"2023-12-31T23:30:00.50Z\" ~(root)"},
        {":datetime", "\"2024-01-01T01:30:00.50+02:00\"", "joec",
         "\"2024-01-01T01:30:00.50+02:00\""},
        {":datetime", "\"2024-12-31t23:30:00-0130\"", "jiec",
         "\"2025-01-01T01:00:00Z\" ~(root)"},
        {":datetime", "\"2024-03-01 00:00:00+01\"", "jiec",
         "\"2024-02-29T23:00:00Z\" ~(root)"},
        {":datetime", "\"2024-05-06T07:08:09\"", "jiec", "invalid (root):type"},
        {":datetime", "\"0000-01-01T00:00:00+01:00\"", "jiec", "invalid (root):range"},
        {":datetime", "\"2024-05-06T07:08:09Z\"", "jiec", "\"2024-05-06T07:08:09Z\""},
        {"[:maybe :int]", "\"4\"", "jiec", "4 ~(root)"},
        {"[:maybe :int]", "\"\"", "jiec", "invalid (root):type"},
        {"[:maybe :int]", "null", "jiec", "nil"},
        {"[:or :int :string]", "\"5\"", "jiec", "\"5\""},
        {"[:or :int :boolean]", "\"5\"", "jiec", "5 ~(root)"},
        {"[:or :double :int]", "\"5\"", "jiec", "5.0 ~(root)"},
        {"[:or [:vector :int] [:vector :boolean]]", "[\"true\"]", "jiec", "[true] ~[0]"},
        {"[:or :int :boolean]", "\"x\"", "jiec", "invalid (root):union"},
        {"[:and :int [:not [:= 5]]]", "\"4\"", "jiec", "4 ~(root)"},
        {"[:and :int [:not [:= 5]]]", "\"5\"", "jiec", "invalid (root):not ~(root)"},
        {"[:map [:id :int] [:tags [:vector [:map [:n :int]]]]]",
         "{\"id\":\"42\",\"tags\":[{\"n\":\"1\"},{\"n\":\"x\"},{}]}", "jiec",
         "invalid tags[1].n:type tags[2].n:missing ~id ~tags[0].n"},
        {"[:int {:min 1 :max 100}]", "\"250\"", "jiec", "invalid (root):bound ~(root)"},
    };

    CHECK("coercions", rows);
}

/* §2: M054 M055 M056 M057 */
Test(walk, modes)
{
    static const char *const schema = "[:map [:a :int] [:b {:default 7} :int]]";
    static const char *const value = "{\"a\":\"1\",\"x-y\":{\"z-z\":1}}";
    const row rows[] = {
        {schema, value, "jiec", "{\"a\" 1 \"b\" 7 \"x_y\" {\"z-z\" 1}} ~a"},
        {schema, value, "jiwc", "{\"a\" 1 \"b\" 7 \"x_y\" {\"z-z\" 1}} ~a"},
        {schema, value, "jisc", "invalid a:type x-y:extra"},
        {schema, value, "jidc", "{\"a\" \"1\" \"x-y\" {\"z-z\" 1}}"},
        {schema, value, "joec", "invalid a:type"},
        {schema, value, "jowc", "{\"a\" \"1\" \"b\" 7 \"x_y\" {\"z-z\" 1}} a:type"},
        {schema, value, "josc", "invalid a:type x-y:extra"},
        {schema, value, "jodc", "{\"a\" \"1\" \"x-y\" {\"z-z\" 1}}"},
        {schema, "{\"a\":\"q\"}", "jiwc", "{\"a\" \"q\" \"b\" 7} a:type"},
        {schema, "{\"a\":1}", "jisc", "{\"a\" 1 \"b\" 7}"},
        {schema, "{\"a\":1}", "josc", "{\"a\" 1 \"b\" 7}"},
        {schema, "[]", "jidv", "[]"},
        {schema, "[]", "jiwv", "invalid (root):type"},
        {"[:map [:m [:map [:a :int]]]]", "{\"m\":{\"a\":1,\"b\":2}}", "jisv",
         "invalid m.b:extra"},
        /* M512 */
        {"[:map {:closed true} [:m [:map]]]", "{\"m\":{\"a\":1},\"b\":2}", "jiev",
         "invalid b:extra"},
        {"[:map {:closed true} [:m [:map]]]", "{\"m\":{\"a\":1}}", "jiev",
         "{\"m\" {\"a\" 1}}"},
    };

    CHECK("modes", rows);
}

/* §5: M025 M026 M135 M136 M137 M138 */
Test(walk, optional_fields_and_defaults)
{
    static const row rows[] = {
        {"[:map [:a :any]]", "{}", "joev", "invalid a:missing"},
        {"[:map [:a :any]]", "{\"a\":null}", "joev", "{\"a\" nil}"},
        {"[:map [:a {:optional true} :int]]", "{\"a\":null}", "joev", "{\"a\" nil}"},
        {"[:map [:a [:maybe :int]]]", "{}", "joec", "{}"},
        {"[:map [:a [:or :int :nil]]]", "{}", "joev", "{}"},
        {"[:map [:a :int]]", "{\"a\":null}", "joev", "invalid a:type"},
        {"[:map [:a {:default 0} :int]]", "{}", "joec", "{\"a\" 0}"},
        {"[:map [:a {:default 0} :int]]", "{\"a\":null}", "joec", "{\"a\" 0}"},
        {"[:map [:a {:default false} :boolean]]", "{}", "jiec", "{\"a\" false}"},
        {"[:map [:a {:default \"\"} :string]]", "{}", "jiec", "{\"a\" \"\"}"},
        {"[:map [:a {:default []} [:vector :int]]]", "{}", "jisc", "{\"a\" []}"},
        {"[:map [:a {:default 0} :int]]", "{}", "jidc", "{}"},
        {"[:map [:a {:default 0} :int]]", "{}", "joev", "{}"},
        {"[:map [:a {:default 5} :int]]", "{\"a\":\"x\"}", "jiec", "invalid a:type"},
        {"(a :int, b :int?) -> :int", "{\"a\":1}", "jiec", "{\"a\" 1}"},
        {"(a :int, b :int?) -> :int", "{\"a\":1,\"b\":null}", "jiec",
         "{\"a\" 1 \"b\" nil}"},
        {"[:schema {:registry {\"m\" [:maybe :int]}} [:map [:a \"m\"]]]", "{}", "joev",
         "{}"},
    };

    CHECK("optional", rows);
}

/* §6: M139 M140 M511 */
Test(walk, keys)
{
    static const row rows[] = {
        {"[:map [:user-id :int]]", "{:user-id 1}", "liec", "{\"user-id\" 1}"},
        {"[:map [:user-id :int]]", "{\"user_id\":1}", "jiec", "{\"user-id\" 1}"},
        {"[:map [:user_id :int]]", "{:user-id 1}", "liec", "{\"user_id\" 1}"},
        /* keyword as written, string as written, keyword folded, string folded */
        {"[:map [:user-id :int]]", "{\"user-id\" 2 :user-id 1}", "liec",
         "{\"user-id\" 1}"},
        {"[:map [:user-id :int]]", "{:user_id 2 \"user-id\" 1}", "liec",
         "{\"user-id\" 1 :user_id 2}"},
        {"[:map [:user-id :int]]", "{\"user_id\" 2 :user_id 1}", "liec",
         "{\"user-id\" 1 \"user_id\" 2}"},
        {"[:map [:user-id :int]]", "{:user_id 2 \"user-id\" 1}", "losv",
         "invalid user_id:extra"},
        {"[:map [:a :int]]", "{1 2 :a 3}", "loec", "{\"a\" 3 1 2}"},
        {"[:map [:a :int]]", "{1 2 :a 3}", "losv", "invalid [\"1\"]:extra"},
        {"[:map [:a :int]]", "{\"x-y\":1,\"x_y\":2,\"a\":3}", "jiec",
         "{\"a\" 3 \"x-y\" 1 \"x_y\" 2}"},
        {"[:map [:a :int]]", "{\"x-y_z\":1,\"x_y-z\":2,\"a\":3}", "jiec",
         "{\"a\" 3 \"x-y_z\" 1 \"x_y-z\" 2}"},
        {"[:map [:a :int] [:b :int]]", "{\"b\":1,\"a\":2}", "joec", "{\"a\" 2 \"b\" 1}"},
        {"[:map]", "{\"x-y\":1}", "jiec", "{\"x-y\" 1}"},
        {"[:map-of :string :int]", "{\"x-y\":1}", "jiec", "{\"x-y\" 1}"},
    };

    CHECK("keys", rows);
}

/* §3, §8, §11.2: M141 M142 M143 M156 M157 M158 M191 */
Test(walk, combinators)
{
    static const char *const multi =
        "[:multi {:dispatch :type} [:dog [:map [:type [:= :dog]] [:age :int]]]"
        " [\"cat\" [:map [:lives :int]]] [:malli.core/default [:map [:x :int]]]]";
    static const char *const plain =
        "[:multi {:dispatch :type} [:dog [:map [:age :int]]]]";
#define ANY_BY_NAME "[:schema {:registry {\"n\" :any}} [:ref \"n\"]]"
    static const char *const tree = "[:schema {:registry {\"tree\" [:map [:v :int] "
                                    "[:kids [:vector [:ref \"tree\"]]]]}}"
                                    " \"tree\"]";
    static const char *const json =
        "[:schema {:registry {\"j\" [:or :nil :boolean :double :string"
        " [:vector [:ref \"j\"]] [:map-of :string [:ref \"j\"]]]}} \"j\"]";
    const row rows[] = {
        {"[:or :string :int]", "[]", "joev", "invalid (root):union"},
        {"[:or :string [:and :int [:> 5]]]", "3", "joev", "invalid (root):bound"},
        {"[:or :string [:map [:a :int]]]", "{\"a\":\"x\"}", "joev", "invalid a:type"},
        {"[:or [:map [:a :int]] [:map [:b :int]]]", "{}", "joev", "invalid (root):union"},
        {"[:orn [:price :double] [:label :string]]", "true", "joev",
         "invalid (root):union"},
        {"[:and [:map [:a :int]] [:map [:b :int]]]", "{\"a\":\"x\"}", "joev",
         "invalid a:type b:missing"},
        {"[:and [:map [:a :int]] [:map [:b :int]]]", "5", "joev", "invalid (root):type"},
        {"[:map [:a [:and [:maybe :int] [:maybe :int]]]]", "{}", "joev", "{}"},
        {"[:map [:a [:and [:maybe :int] :any]]]", "{}", "joev", "{}"},
        {"[:map [:a [:and [:maybe :int] :int]]]", "{}", "joev", "invalid a:missing"},
        {"[:map [:a [:and [:maybe :map] " ANY_BY_NAME "]]]", "{}", "joev",
         "invalid a:missing"},
        {"[:map [:a [:and [:maybe :map] " ANY_BY_NAME "]]]", "{\"a\":null}", "joev",
         "{\"a\" nil}"},
        {"[:map [:a [:maybe [:and :map " ANY_BY_NAME "]]]]", "{}", "joev", "{}"},
        {"[:not :string]", "\"a\"", "joev", "invalid (root):not"},
        {"[:not :string]", "5", "joev", "5"},
        {"some?", "nil", "loev", "invalid (root):not"},
        {"[:= 5]", "5.0", "joev", "invalid (root):const"},
        {"[:not= 5]", "5", "joev", "invalid (root):const"},
        {"[:not= 5]", "5.0", "joev", "5.0"},
        {"[:= [1 {:a 2}]]", "[1 {:a 2}]", "loev", "[1 {:a 2}]"},
        {multi, "{:type :dog :age 3}", "loec", "{\"type\" :dog \"age\" 3}"},
        {multi, "{\"type\":\"dog\",\"age\":\"x\"}", "joev", "invalid age:type"},
        {multi, "{\"type\":\"cat\",\"lives\":9}", "joec",
         "{\"lives\" 9 \"type\" \"cat\"}"},
        {multi, "{:type \"dog\" :age \"3\"}", "liec",
         "{\"type\" :dog \"age\" 3} ~type ~age"},
        {multi, "{:type \"dog\" :age 3}", "loev", "invalid x:missing"},
        {multi, "{\"x\":1}", "joev", "{\"x\" 1}"},
        {plain, "{\"type\":\"bird\"}", "joev", "invalid (root):enum"},
        {plain, "{}", "joev", "invalid (root):enum"},
        {plain, "[]", "joev", "invalid (root):type"},
        {tree, "{\"v\":1,\"kids\":[{\"v\":2,\"kids\":[]},{\"v\":\"3\",\"kids\":[]}]}",
         "joev", "invalid kids[1].v:type"},
        {tree, "{\"v\":1,\"kids\":[{\"v\":\"2\",\"kids\":[]}]}", "jiec",
         "{\"v\" 1 \"kids\" [{\"v\" 2 \"kids\" []}]} ~kids[0].v"},
        {json, "{\"a\":[null,true,{\"b\":[1.5,\"x\"]}]}", "joev",
         "{\"a\" [nil true {\"b\" [1.5 \"x\"]}]}"},
        {json, "{\"a\":[1]}", "jiec", "{\"a\" [1.0]}"},
        {"{x :malli-schema}", "{\"x\":[\":map\",[\":a\",\":int\"]]}", "joev",
         "{\"x\" [\":map\" [\":a\" \":int\"]]}"},
        {"{x :malli-schema}", "{:x [:vector]}", "loev", "invalid x:type"},
        {"{x :malli-schema}", "{:x [:vector :int]}", "loev", "{:x [:vector :int]}"},
        {"{x :malli-schema}", "{:x \"text\"}", "loev", "invalid x:type"},
    };

    CHECK("combinators", rows);
#undef ANY_BY_NAME
}

/* §15: M160 M193 M194 */
Test(walk, registered_types)
{
    static const row rows[] = {
        {"{contact :email}", "{\"contact\":\"a@b\"}", "joev", "{\"contact\" \"a@b\"}"},
        {"{contact :email}", "{\"contact\":\"ab\"}", "joev", "invalid contact:custom"},
        {"{contact :email?}", "{}", "joev", "{}"},
        {"[:fn :even]", "4", "joev", "4"},
        {"[:fn :even]", "\"4\"", "jiec", "invalid (root):custom"},
        {"[:or :email :even]", "3", "joev", "invalid (root):union"},
    };
    ptc_walk_options none = {.struct_size = sizeof none};
    ptc_value value = ptc_value_int(4);
    ptc_schema schema;
    ptc_arena arena;

    even_asked = 0;
    CHECK("registered", rows);
    cr_expect(even_asked > 0, "the validator was never asked");
    ptc_arena_init(&arena, NULL, 0);
    cr_assert(read_schema(&arena, ":even", &schema));
    cr_expect(ptc_schema_validate(&schema, &value, &none, NULL) == PTC_ERROR_INVALID,
              "a name without a validator accepts");
    ptc_arena_free(&arena);
}

/* Parameters by name and by position, outputs: M001 M040 M146 M557 */
Test(walk, functions)
{
    static const char *const named = "(q :string, limit {n :int}?) -> {count :int}";
    static const char *const malli = "[:=> [:cat :string [:maybe :int]] :boolean]";
    const row rows[] = {
        {named, "{\"q\":\"x\"}", "jiec", "{\"q\" \"x\"}"},
        {named, "{\"q\":5,\"limit\":{\"n\":\"y\"}}", "jiec",
         "invalid q:type limit.n:type"},
        {named, "{\"count\":\"5\"}", "joec", "invalid count:type"},
        {named, "{\"count\":5}", "joec", "{\"count\" 5}"},
        {named, "[\"x\",{\"n\":\"2\"}]", "jiec", "[\"x\" {\"n\" 2}] ~[1].n"},
        {named, "\"x\"", "jiec", "invalid (root):type"},
        {malli, "[\"x\" nil]", "liec", "[\"x\" nil]"},
        {malli, "[\"x\"]", "liec", "invalid (root):size"},
        {malli, "[\"x\" 1 2]", "liec", "invalid (root):size"},
        {malli, "{:arg1 \"x\"}", "liec", "{\"arg1\" \"x\"}"},
        {malli, "true", "loec", "true"},
        /* without parameters the result checks in both directions */
        {"() -> :int", "5", "jiec", "5"},
        {"() -> :int", "\"5\"", "jiev", "invalid (root):type"},
        {"() -> :int", "{}", "jiec", "invalid (root):type"},
        {"() -> :int", "[]", "jiec", "invalid (root):type"},
        {"() -> :int", "{\"a\":1}", "jisc", "invalid (root):type"},
        {"{a :int}", "{}", "jiec", "invalid a:missing"},
        {"{a :int}", "{\"a\":2}", "joec", "{\"a\" 2}"},
        {"{a :int}", "[2]", "jiec", "invalid (root):type"},
        {"() -> :int", "5", "joec", "5"},
    };

    CHECK("functions", rows);
}

/* signature 10: M035 M037 */
Test(walk, firewall)
{
    static const struct {
        const char *schema;
        const char *value;
        const char *setting;
        const char *message;
        bool is_hidden;
    } rows[] = {
        {"() -> {_ids [:int]}", "{\"_ids\":[\"x\"]}", "joev",
         "expected int, got string <Firewalled>", true},
        {"() -> {a {_b {c :enum[p q]}}}", "{\"a\":{\"_b\":{\"c\":\"x\"}}}", "joev",
         "expected one of [\"p\", \"q\"], got <Firewalled>", true},
        {"() -> {m [:map-of :string :int]}", "{\"m\":{\"_k\":\"x\"}}", "joev",
         "expected int, got string <Firewalled>", true},
        {"(_a :int) -> :int", "{\"_a\":\"x\"}", "jiev", "expected int, got string \"x\"",
         false},
        {"[:map [:_a :int]]", "{\"_a\":[]}", "joev", "expected int, got vector", true},
        {"[:map [:a :int]]", "{\"a\":\"x\"}", "joev", "expected int, got string \"x\"",
         false},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_walk_options options = options_of(rows[i].setting);
        ptc_report report;
        ptc_schema schema;
        ptc_value value;

        ptc_report_init(&report, &arena);
        cr_assert(read_schema(&arena, rows[i].schema, &schema), "row %zu", i);
        cr_assert(ptc_json_read(&arena, rows[i].value, strlen(rows[i].value), NULL,
                                &value, NULL, NULL) == PTC_OK);
        ptc_schema_validate(&schema, &value, &options, &report);
        cr_assert(report.error_count == 1, "row %zu", i);
        cr_expect(ptc_str_equal(report.errors[0].message, ptc_str_of(rows[i].message)),
                  "row %zu: %s", i, test_cstr(report.errors[0].message));
        cr_expect(report.errors[0].is_firewalled == rows[i].is_hidden, "row %zu", i);
        cr_expect(!rows[i].is_hidden || report.errors[0].got.kind == PTC_NIL,
                  "row %zu keeps the value", i);
    }
    ptc_arena_free(&arena);
}

/* A vector nested `depth` deep, in `items`, which has that many elements. */
static ptc_value nested(ptc_value *items, size_t depth)
{
    ptc_value value = ptc_value_vector(NULL, 0);

    for (size_t i = 1; i < depth; i++) {
        items[i] = value;
        value = ptc_value_vector(&items[i], 1);
    }
    return value;
}

/* §10: nesting is counted in vectors, sets and maps, whatever combinators lie between. */
Test(walk, depth)
{
    static const char *const schemas[] = {
        "[:schema {:registry {\"l\" [:vector [:ref \"l\"]]}} \"l\"]",
        "[:schema {:registry {\"l\" [:or :int [:vector [:ref \"l\"]]]}} \"l\"]",
        "[:schema {:registry {\"l\" [:and [:vector [:ref \"l\"]] [:vector :any]]}} "
        "\"l\"]",
        "[:schema {:registry {\"l\" [:or [:vector [:ref \"l\"]] [:vector [:maybe [:ref "
        "\"l\"]]]]}} \"l\"]",
    };
    static ptc_value items[600];
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++) {
        for (int direction = PTC_INPUT; direction <= PTC_OUTPUT; direction++) {
            ptc_walk_options options = {.struct_size = sizeof options,
                                        .direction = (ptc_direction)direction};
            ptc_value value = nested(items, 512);
            ptc_report report;
            ptc_schema schema;
            ptc_value out;

            cr_assert(read_schema(&arena, schemas[i], &schema));
            ptc_report_init(&report, &arena);
            cr_expect(ptc_schema_validate(&schema, &value, &options, NULL) == PTC_OK,
                      "%zu: 512 levels are refused", i);
            cr_expect(ptc_schema_coerce(&arena, &schema, &value, &options, &out,
                                        &report) == PTC_OK,
                      "%zu: 512 levels are not coerced", i);
            value = nested(items, 513);
            cr_expect(ptc_schema_validate(&schema, &value, &options, &report) ==
                          PTC_ERROR_INVALID,
                      "%zu: 513 levels are accepted", i);
            cr_expect(ptc_schema_coerce(&arena, &schema, &value, &options, &out, NULL) ==
                          PTC_ERROR_INVALID,
                      "%zu: 513 levels are coerced", i);
            options.max_depth = 3;
            value = nested(items, 4);
            cr_expect(ptc_schema_validate(&schema, &value, &options, NULL) ==
                          PTC_ERROR_INVALID,
                      "%zu: the option is ignored", i);
            value = nested(items, 3);
            cr_expect(ptc_schema_validate(&schema, &value, &options, NULL) == PTC_OK,
                      "%zu: three levels are refused", i);
        }
    }
    ptc_arena_free(&arena);
}

/* What is too deep to be checked does not satisfy [:not ..] either. */
Test(walk, too_deep_is_not_a_negation)
{
    static ptc_value items[600];
    ptc_walk_options options = {.struct_size = sizeof options, .direction = PTC_OUTPUT};
    ptc_value value = nested(items, 600);
    ptc_report report;
    ptc_schema schema;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(read_schema(
        &arena, "[:not [:schema {:registry {\"l\" [:vector [:ref \"l\"]]}} \"l\"]]",
        &schema));
    ptc_report_init(&report, &arena);
    cr_expect(ptc_schema_validate(&schema, &value, &options, &report) ==
              PTC_ERROR_INVALID);
    cr_expect(report.error_count == 1 && report.errors[0].code == PTC_CODE_DEPTH);
    ptc_arena_free(&arena);
}

/* Combinators without values in between are bounded too, whatever the schema. */
Test(walk, deep_schemas)
{
    enum { LEVELS = 20000 };
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_value value = ptc_value_int(5);
    ptc_schema schema;
    ptc_arena arena;
    ptc_text text;
    ptc_value out;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    for (int i = 0; i < LEVELS; i++)
        ptc_text_cstr(&text, "[:not ");
    ptc_text_cstr(&text, ":int");
    ptc_text_repeat(&text, ']', LEVELS);
    cr_assert(read_schema(&arena, ptc_text_view(&text).ptr, &schema));
    cr_expect(ptc_schema_validate(&schema, &value, &options, NULL) == PTC_ERROR_INVALID);
    cr_expect(ptc_schema_coerce(&arena, &schema, &value, &options, &out, NULL) ==
              PTC_ERROR_INVALID);
    ptc_arena_free(&arena);
}

/* Alternatives of one kind do not make the work double at each level of nesting. */
Test(walk, nested_unions_take_polynomial_time)
{
    static const char *const schemas[] = {
        "[:schema {:registry {\"t\" [:or [:tuple [:ref \"t\"] :int] [:tuple [:ref \"t\"] "
        ":string] :nil]}} \"t\"]",
        "[:schema {:registry {\"t\" [:or [:map [:a {:optional true} [:ref \"t\"]] [:b "
        ":int]] "
        "[:map [:a {:optional true} [:ref \"t\"]] [:b :boolean]]]}} \"t\"]",
    };
    static ptc_value pairs[500][2];
    static ptc_map_entry entries[500][2];
    static ptc_map maps[500];
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (int i = 0; i < 2; i++) {
        ptc_value value = ptc_value_nil();
        ptc_schema schema;

        cr_assert(read_schema(&arena, schemas[i], &schema));
        for (int level = 0; level < 500; level++) {
            ptc_value last = ptc_value_string(level == 0 ? PTC_STR("no") : PTC_STR("1"));

            pairs[level][0] = value;
            pairs[level][1] = level == 0 && i == 0 ? ptc_value_bool(true) : last;
            entries[level][0] = (ptc_map_entry){ptc_value_string(PTC_STR("a")), value};
            entries[level][1] = (ptc_map_entry){ptc_value_string(PTC_STR("b")), last};
            maps[level] = (ptc_map){.entries = entries[level], .count = 2};
            value =
                i == 0 ? ptc_value_vector(pairs[level], 2) : ptc_value_map(&maps[level]);
        }
        for (int mode = 0; mode < 4; mode++) {
            ptc_walk_options options = {.struct_size = sizeof options,
                                        .mode =
                                            (ptc_mode)(mode & 1 ? PTC_MODE_STRICT : 0),
                                        .direction = mode & 2 ? PTC_OUTPUT : PTC_INPUT};
            ptc_report report;
            ptc_value out;

            ptc_report_init(&report, &arena);
            cr_expect(ptc_schema_validate(&schema, &value, &options, &report) ==
                      PTC_ERROR_INVALID);
            cr_expect(ptc_schema_coerce(&arena, &schema, &value, &options, &out,
                                        &report) == PTC_ERROR_INVALID);
        }
    }
    ptc_arena_free(&arena);
}

/* §10: twenty are kept, the others counted. M067 */
Test(walk, caps)
{
    static const struct {
        size_t faults;
        size_t stored;
        size_t found;
    } rows[] = {
        {19, 19, 19}, {20, 20, 20}, {21, 20, 21}, {1019, 20, 1019}, {5000, 20, 1020}};
    ptc_walk_options options = {.struct_size = sizeof options, .direction = PTC_OUTPUT};
    ptc_schema schema;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(read_schema(&arena, "[:vector :string]", &schema));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_value *items = ptc_arena_array(&arena, rows[i].faults, sizeof *items);
        ptc_value value = ptc_value_vector(items, rows[i].faults);
        ptc_report report;

        ptc_report_init(&report, &arena);
        ptc_schema_validate(&schema, &value, &options, &report);
        cr_expect(report.error_count == rows[i].stored, "row %zu", i);
        cr_expect(report.errors_found == rows[i].found, "row %zu: %zu", i,
                  report.errors_found);
    }
    ptc_arena_free(&arena);
}

/* M078: what did not change is shared, what came in is left as it was */
Test(walk, sharing)
{
    static const char *const schema_text = "[:map [:a [:vector [:map [:x :int]]]] [:b "
                                           "[:set :int]] [:c [:map-of :string :int]]]";
    static const char *const value_text =
        "{\"a\" [{\"x\" 1} {\"x\" 2}] \"b\" #{1 2} \"c\" {\"k\" 1}}";
    ptc_walk_options options = {.struct_size = sizeof options,
                                .boundary = PTC_BOUNDARY_LISP};
    ptc_schema schema;
    ptc_arena arena;
    ptc_arena result;
    ptc_value value;
    ptc_value out;

    ptc_arena_init(&arena, NULL, 0);
    ptc_arena_init(&result, NULL, 0);
    cr_assert(read_schema(&arena, schema_text, &schema));
    cr_assert(read_edn(&arena, ptc_str_of(value_text), &value));
    cr_assert(ptc_schema_coerce(&result, &schema, &value, &options, &out, NULL) ==
              PTC_OK);
    cr_expect(out.as.map == value.as.map, "an unchanged map is copied");
    cr_expect(result.held == 0, "%zu bytes are taken for nothing", result.held);
    cr_assert(read_edn(&arena,
                       PTC_STR("{\"a\" [{\"x\" 1} {\"x\" \"2\"}] \"b\" #{1}"
                               " \"c\" {\"k\" 1}}"),
                       &value));
    cr_assert(ptc_schema_coerce(&result, &schema, &value, &options, &out, NULL) ==
              PTC_OK);
    cr_expect(out.as.map->entries[0].value.as.items[0].as.map ==
                  value.as.map->entries[0].value.as.items[0].as.map,
              "an unchanged element is copied");
    cr_expect(out.as.map->entries[1].value.as.items ==
                  value.as.map->entries[1].value.as.items,
              "an unchanged set is copied");
    cr_expect(value.as.map->entries[0].value.as.items[1].as.map->entries[0].value.kind ==
                  PTC_STRING,
              "the value that came in is changed");
    ptc_arena_free(&result);
    ptc_arena_free(&arena);
}

typedef struct quota {
    size_t left;
} quota;

static void *allocate_within(void *old, size_t old_size, size_t new_size, void *user)
{
    quota *quota_of = user;

    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    if (quota_of->left == 0)
        return NULL;
    quota_of->left--;
    return realloc(old, new_size);
}

/* Memory refused at any point is PTC_ERROR_MEMORY, or was not needed. */
/* The coerced value may take the place of the one that was given, even when that fails.
 */
Test(walk, coercion_in_place)
{
    static const struct {
        const char *schema;
        const char *value;
        bool is_valid;
    } rows[] = {
        {"[:map-of :int :any]", "{\"1\":0,\"+1\":0}", false},
        {"[:map-of :int :any]", "{\"1\":0,\"2\":0}", true},
        {"[:map [:a :int]]", "{\"a\":\"1\"}", true},
        {"[:map [:a :int]]", "{\"a\":\"x\",\"b\":[]}", false},
        {"[:vector [:set :int]]", "[[1,1],[\"2\"]]", true},
        {"[:or [:tuple :int] [:vector :boolean]]", "[\"true\"]", true},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_source source = {PTC_STR("row"), ptc_str_of(rows[i].schema)};
        ptc_report report;
        ptc_schema schema;
        ptc_value apart;
        ptc_value value;
        ptc_diags diags;
        ptc_status status;

        ptc_diags_init(&diags, &arena);
        cr_assert(ptc_malli_read(&arena, &source, NULL, &diags, &schema) == PTC_OK);
        cr_assert(ptc_json_read(&arena, rows[i].value, strlen(rows[i].value), NULL,
                                &value, NULL, NULL) == PTC_OK);
        ptc_report_init(&report, &arena);
        status = ptc_schema_coerce(&arena, &schema, &value, NULL, &apart, NULL);
        cr_expect(ptc_schema_coerce(&arena, &schema, &value, NULL, &value, &report) ==
                      status,
                  "%s %s", rows[i].schema, rows[i].value);
        cr_expect((status == PTC_OK) == rows[i].is_valid, "%s %s", rows[i].schema,
                  rows[i].value);
        cr_expect(ptc_value_same(&apart, &value), "%s %s", rows[i].schema, rows[i].value);
        cr_expect((report.errors_found == 0) == rows[i].is_valid, "%s %s", rows[i].schema,
                  rows[i].value);
    }
    ptc_arena_free(&arena);
}

Test(walk, refused_memory)
{
    static const char *const schema_text =
        "[:map [:a [:vector [:map [:x :int]]]] [:b [:set :int]] [:c [:map-of :int "
        ":datetime]]"
        " [:d [:or :int [:vector :boolean]]] [:e {:default 5} :int]]";
    static const char *const value_text = "{\"a\":[{\"x\":\"1\"},{\"x\":\"z\"}],\"b\":[1,"
                                          "1,\"2\"],\"c\":{\"07\":\"2024-01-01 "
                                          "00:00:00+02\"},\"d\":[\"true\",5],\"x-y\":1}";
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_schema schema;
    ptc_arena arena;
    ptc_value value;
    bool was_refused = false;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(read_schema(&arena, schema_text, &schema));
    cr_assert(ptc_json_read(&arena, value_text, strlen(value_text), NULL, &value, NULL,
                            NULL) == PTC_OK);
    for (size_t allowed = 0; allowed < 40; allowed++) {
        char memory[4096];
        quota left = {allowed / 8};
        ptc_allocator allocator = {allocate_within, &left};
        ptc_report report;
        ptc_arena small;
        ptc_value out;
        ptc_status status;

        if (allowed % 2 == 0)
            ptc_arena_init(&small, &allocator, 0);
        else
            ptc_arena_init_memory(&small, memory, allowed * 100);
        ptc_report_init(&report, &small);
        status = ptc_schema_coerce(&small, &schema, &value, &options, &out, &report);
        cr_expect(status == PTC_ERROR_MEMORY || status == PTC_ERROR_INVALID, "%zu: %s",
                  allowed, ptc_status_name(status));
        was_refused = was_refused || status == PTC_ERROR_MEMORY;
        ptc_arena_free(&small);
    }
    cr_expect(was_refused);
    ptc_arena_free(&arena);
}

/* Strings that a host made of other bytes */
Test(walk, invalid_utf8)
{
    ptc_walk_options options = {.struct_size = sizeof options, .direction = PTC_OUTPUT};
    ptc_value value = ptc_value_string(PTC_STR("a\xFFz"));
    ptc_map_entry entry = {value, value};
    ptc_map map = {.entries = &entry, .count = 1};
    ptc_value around = ptc_value_map(&map);
    ptc_report report;
    ptc_schema schema;
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(read_schema(&arena, "[:map-of :string :string]", &schema));
    ptc_report_init(&report, &arena);
    cr_expect(ptc_schema_validate(&schema, &around, &options, &report) ==
              PTC_ERROR_INVALID);
    cr_assert(report.error_count == 2);
    cr_expect(report.errors[0].code == PTC_CODE_KEY);
    cr_expect(report.errors[1].code == PTC_CODE_ENCODING);
    ptc_text_init(&text, &arena);
    ptc_report_write_errors(&text, &report, "errors:");
    cr_expect(ptc_utf8_check(text.ptr, text.len) == text.len, "the report is no UTF-8");
    ptc_arena_free(&arena);
}
