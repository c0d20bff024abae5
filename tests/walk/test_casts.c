/* SPDX-License-Identifier: MIT */
/* The wider casts of inputs that Brimley has. [brimley 4] */
#include <criterion/criterion.h>

#include "support.h"

#include <ptc/ptc.h>

static ptc_arena arena;

static ptc_schema schema_of(const char *text)
{
    ptc_schema schema = {0};
    ptc_str why;

    cr_assert(ptc_signature_of(&arena, text, &schema, &why) == PTC_OK, "%s: %s", text,
              why.ptr);
    return schema;
}

static ptc_value value_of(const char *text)
{
    ptc_source source = {ptc_str_of("value"), ptc_str_of(text)};
    ptc_value value = ptc_value_nil();
    ptc_forms forms;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    ptc_forms_init(&forms, &arena, &source);
    cr_assert(ptc_form_to_value(&forms, ptc_edn_read_one(&forms, &diags), &value,
                                &diags) == PTC_OK,
              "%s", text);
    return value;
}

/* The result of coercion as EDN, or the errors; then the warnings. */
static const char *judged(const ptc_schema *schema, const ptc_value *value,
                          const ptc_walk_options *options)
{
    ptc_report report;
    ptc_value made;
    ptc_text text;
    ptc_status status;

    ptc_report_init(&report, &arena);
    ptc_text_init(&text, &arena);
    status = ptc_schema_coerce(&arena, schema, value, options, &made, &report);
    for (size_t i = 0; i < report.error_count; i++)
        ptc_issue_write(&text, &report.errors[i]);
    if (status == PTC_OK)
        ptc_value_write(&text, &made);
    for (size_t i = 0; i < report.warning_count; i++) {
        ptc_text_cstr(&text, " (");
        ptc_issue_write(&text, &report.warnings[i]);
        ptc_text_byte(&text, ')');
    }
    return test_cstr(ptc_text_view(&text));
}

#define COERCED(what) " ((root): coerced " what ")"
#define REFUSED(what) "(root): expected " what

#define INT  "[:int {:ptc/casts true}]"
#define BOOL "[:boolean {:ptc/casts true}]"
#define TEXT "[:string {:ptc/casts true}]"
#define MOMENT                                                                           \
    "[:re {:ptc/type :datetime :ptc/casts true} "                                        \
    "\"^[0-9]{4}\"]"

typedef struct row {
    const char *schema;
    const char *value; /* EDN */
    const char *made;  /* in mode enabled */
} row;

static const row rows[] = {
    /* int */
    {INT, "5", "5"},
    {INT, "\"5\"", "5" COERCED("string \"5\" to int")},
    {INT, "\" 42\\t\"", "42" COERCED("string \" 42\\t\" to int")},
    {INT, "\"\\n-007 \"", "-7" COERCED("string \"\\n-007 \" to int")},
    {INT, "\"+3\"", "3" COERCED("string \"+3\" to int")},
    {INT, "\"1_000\"", REFUSED("int, got string \"1_000\"")},
    {INT, "\" 1_0 \"", REFUSED("int, got string \" 1_0 \"")},
    {INT, "\"5.0\"", REFUSED("int, got string \"5.0\"")},
    {INT, "\"1e3\"", REFUSED("int, got string \"1e3\"")},
    {INT, "\"0x10\"", REFUSED("int, got string \"0x10\"")},
    {INT, "\"\"", REFUSED("int, got string \"\"")},
    {INT, "\"  \"", REFUSED("int, got string \"  \"")},
    {INT, "\"4 2\"", REFUSED("int, got string \"4 2\"")},
    {INT,
     "\"\xC2\xA0"
     "5\"",
     REFUSED("int, got string \"\xC2\xA0"
             "5\"")},
    {INT, "\" 9223372036854775807 \"",
     "9223372036854775807" COERCED("string \" 9223372036854775807 \" to int")},
    {INT, "\" 9223372036854775808\"", "(root): out of range \" 9223372036854775808\""},
    {INT, "9223372036854775808", "(root): out of range 9223372036854775808"},
    {INT, "5.0", "5" COERCED("double 5.0 to int")},
    {INT, "-0.0", "0" COERCED("double -0.0 to int")},
    {INT, "4.9", REFUSED("int, got double 4.9")},
    {INT, "-4.9", REFUSED("int, got double -4.9")},
    {INT, "1e300", "(root): out of range 1.0E300"},
    {INT, "9.223372036854775E18",
     "9223372036854774784" COERCED("double 9.223372036854775E18 to int")},
    {INT, "9.3E18", "(root): out of range 9.3E18"},
    {INT, "##NaN", REFUSED("int, got double ##NaN")},
    {INT, "##Inf", REFUSED("int, got double ##Inf")},
    {INT, "true", REFUSED("int, got boolean true")},
    {INT, "nil", REFUSED("int, got nil")},
    {INT, ":a", REFUSED("int, got keyword :a")},
    {INT, "[5]", REFUSED("int, got vector")},
    {INT, "{\"a\" 5}", REFUSED("int, got map")},
    {"[:maybe " INT "]", "nil", "nil"},
    {"[:maybe " INT "]", "\" 1\"", "1" COERCED("string \" 1\" to int")},
    {"[:maybe " INT "]", "\"\"", REFUSED("int, got string \"\"")},
    {"[:and " INT " [:>= 1] [:<= 9]]", "5.0", "5" COERCED("double 5.0 to int")},
    {"[:and " INT " [:>= 1] [:<= 9]]", "10.0",
     "(root): expected 1..9, got 10" COERCED("double 10.0 to int")},
    {"[:and [:>= 1] " INT "]", "\" 5\"", "5" COERCED("string \" 5\" to int")},

    /* bool */
    {BOOL, "true", "true"},
    {BOOL, "\"true\"", "true" COERCED("string \"true\" to boolean")},
    {BOOL, "\"TRUE\"", "true" COERCED("string \"TRUE\" to boolean")},
    {BOOL, "\" True \"", "true" COERCED("string \" True \" to boolean")},
    {BOOL, "\"yes\"", "true" COERCED("string \"yes\" to boolean")},
    {BOOL, "\"1\"", "true" COERCED("string \"1\" to boolean")},
    {BOOL, "\"False\"", "false" COERCED("string \"False\" to boolean")},
    {BOOL, "\"nO\\n\"", "false" COERCED("string \"nO\\n\" to boolean")},
    {BOOL, "\"0\"", "false" COERCED("string \"0\" to boolean")},
    {BOOL, "1", "true" COERCED("int 1 to boolean")},
    {BOOL, "0", "false" COERCED("int 0 to boolean")},
    {BOOL, "2", REFUSED("boolean, got int 2")},
    {BOOL, "-1", REFUSED("boolean, got int -1")},
    {BOOL, "1.0", REFUSED("boolean, got double 1.0")},
    {BOOL, "\"y\"", REFUSED("boolean, got string \"y\"")},
    {BOOL, "\"on\"", REFUSED("boolean, got string \"on\"")},
    {BOOL, "\"yess\"", REFUSED("boolean, got string \"yess\"")},
    {BOOL, "\"01\"", REFUSED("boolean, got string \"01\"")},
    {BOOL, "\"1.0\"", REFUSED("boolean, got string \"1.0\"")},
    {BOOL, "\"\"", REFUSED("boolean, got string \"\"")},
    {BOOL, "nil", REFUSED("boolean, got nil")},
    {BOOL, ":true", REFUSED("boolean, got keyword :true")},
    {BOOL, "[]", REFUSED("boolean, got vector")},

    /* string */
    {TEXT, "\" a \"", "\" a \""},
    {TEXT, "30", "\"30\"" COERCED("int 30 to string")},
    {TEXT, "-9223372036854775808",
     "\"-9223372036854775808\"" COERCED("int -9223372036854775808 to string")},
    {TEXT, "92233720368547758080",
     "\"92233720368547758080\"" COERCED("int 92233720368547758080 to string")},
    {TEXT, "1.5", "\"1.5\"" COERCED("double 1.5 to string")},
    {TEXT, "5.0", "\"5.0\"" COERCED("double 5.0 to string")},
    {TEXT, "0.1", "\"0.1\"" COERCED("double 0.1 to string")},
    {TEXT, "1e300", "\"1e300\"" COERCED("double 1.0E300 to string")},
    {TEXT, "-1.7976931348623157E308",
     "\"-1.7976931348623157e308\"" COERCED("double -1.7976931348623157E308 to string")},
    {TEXT, "##NaN", REFUSED("string, got double ##NaN")},
    {TEXT, "##-Inf", REFUSED("string, got double ##-Inf")},
    {TEXT, "true", "\"true\"" COERCED("boolean true to string")},
    {TEXT, "false", "\"false\"" COERCED("boolean false to string")},
    {TEXT, ":a", "\"a\"" COERCED("keyword :a to string")},
    {TEXT, "nil", REFUSED("string, got nil")},
    {TEXT, "[1]", REFUSED("string, got vector")},
    {TEXT, "{}", REFUSED("string, got map")},
    {TEXT, "#inst \"2026-01-01\"", REFUSED("string, got tagged value")},
    {"[:string {:min 3 :ptc/casts true}]", "12",
     "(root): expected string of length >= 3, got length 2" COERCED("int 12 to string")},
    {"[:and " TEXT " [:re \"^[0-9]+$\"]]", "12", "\"12\"" COERCED("int 12 to string")},

    /* datetime */
    {MOMENT, "\"2026-01-02T03:04:05Z\"", "\"2026-01-02T03:04:05Z\""},
    {MOMENT, "\"2026-01-02\"",
     "\"2026-01-02T00:00:00Z\"" COERCED("string \"2026-01-02\" to datetime")},
    {MOMENT, "\"2024-02-29\"",
     "\"2024-02-29T00:00:00Z\"" COERCED("string \"2024-02-29\" to datetime")},
    {MOMENT, "\"2026-01-02t03:04:05z\"",
     "\"2026-01-02T03:04:05Z\"" COERCED("string \"2026-01-02t03:04:05z\" to datetime")},
    {MOMENT, "\"2026-02-29\"",
     REFUSED("datetime as 2026-01-02T09:00:00Z (RFC 3339 with offset), got string "
             "\"2026-02-29\"")},
    {MOMENT, "\" 2026-01-02\"",
     REFUSED("datetime as 2026-01-02T09:00:00Z (RFC 3339 with offset), got string "
             "\" 2026-01-02\"")},
    {MOMENT, "\"2026-01-02T03:04:05\"",
     REFUSED("datetime with offset, got string \"2026-01-02T03:04:05\"")},
    {MOMENT, "1767312000", REFUSED("datetime, got int 1767312000")},

    /* enums and constants: to the kind of the members first */
    {"[:enum {:ptc/casts true} \"1\" \"2\"]", "2", "\"2\"" COERCED("int 2 to string")},
    {"[:enum {:ptc/casts true} \"1.5\"]", "1.5",
     "\"1.5\"" COERCED("double 1.5 to string")},
    {"[:enum {:ptc/casts true} \"true\"]", "true",
     "\"true\"" COERCED("boolean true to string")},
    {"[:enum {:ptc/casts true} 1 2]", "\" 2 \"", "2" COERCED("string \" 2 \" to int")},
    {"[:enum {:ptc/casts true} 1 2]", "2.0", "2" COERCED("double 2.0 to int")},
    {"[:enum {:ptc/casts true} 1 2]", "2.5", REFUSED("one of [1, 2], got 2.5")},
    {"[:enum {:ptc/casts true} 1 2]", "3.0", REFUSED("one of [1, 2], got 3.0")},
    {"[:enum {:ptc/casts true} 1.0 2.5]", "1", "1.0" COERCED("int 1 to double")},
    {"[:enum {:ptc/casts true} true]", "\"YES\"",
     "true" COERCED("string \"YES\" to boolean")},
    {"[:enum {:ptc/casts true} true]", "0", REFUSED("one of [true], got 0")},
    {"[:enum {:ptc/casts true} \"a\" 1]", "\"a\"", "\"a\""},
    {"[:enum {:ptc/casts true} \"a\" 1]", "\" a\"",
     REFUSED("one of [\"a\", 1], got \" a\"")},
    {"[:enum {:ptc/casts true} \"a\" :b]", "\"b\"",
     ":b" COERCED("string \"b\" to keyword")},
    {"[:enum {:ptc/casts true} \"nil\"]", "[]", REFUSED("one of [\"nil\"], got vector")},
    {"[:= {:ptc/casts true} 7]", "\" 7\"", "7" COERCED("string \" 7\" to int")},
    {"[:= {:ptc/casts true} 7]", "8.0", REFUSED("7, got 8.0")},

    /* unions: the first that validates, else the first that coerces */
    {"[:or " INT " " TEXT "]", "\" 5\"", "\" 5\""},
    {"[:or " INT " " TEXT "]", "5.0", "5" COERCED("double 5.0 to int")},
    {"[:or " TEXT " " INT "]", "5.0", "\"5.0\"" COERCED("double 5.0 to string")},
    {"[:or " BOOL " " INT "]", "1", "1"},
    {"[:or " BOOL " " INT "]", "\"1\"", "true" COERCED("string \"1\" to boolean")},

    /* in containers, each element by itself */
    {"[:vector " INT "]", "[1 \" 2\" 3.0]",
     "[1 2 3] ([1]: coerced string \" 2\" to int) ([2]: coerced double 3.0 to int)"},
    {"[:vector " INT "]", "[1 \"x\" 2.5]",
     "[1]: expected int, got string \"x\"[2]: expected int, got double 2.5"},
    {"[:vector " INT "]", "\" 1\"", REFUSED("vector, got string \" 1\"")},
    {"[:map [:a " BOOL "] [:b {:default 3} " INT "]]", "{\"a\" \"no\"}",
     "{\"a\" false \"b\" 3} (a: coerced string \"no\" to boolean)"},
    {"[:map-of " INT " " TEXT "]", "{\" 1\" 2}",
     "{1 \"2\"} ([\" 1\"]: coerced string \" 1\" to int) ([\" 1\"]: coerced int 2 to "
     "string)"},

    /* without the fact, as ever */
    {":int", "5.0", REFUSED("int, got float 5.0")},
    {":int", "\" 5\"", REFUSED("int, got string \" 5\"")},
    {":bool", "\"yes\"", REFUSED("bool, got string \"yes\"")},
    {":string", "5", REFUSED("string, got int 5")},
    {"[:int {:ptc/casts false}]", "5.0", REFUSED("int, got double 5.0")},
};

Test(casts, table)
{
    ptc_walk_options options = {.struct_size = sizeof options,
                                .boundary = PTC_BOUNDARY_LISP};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_schema schema;
        ptc_value value;

        ptc_arena_init(&arena, NULL, 0);
        schema = schema_of(rows[i].schema);
        value = value_of(rows[i].value);
        cr_expect_str_eq(judged(&schema, &value, &options), rows[i].made, "%s of %s: %s",
                         rows[i].schema, rows[i].value,
                         judged(&schema, &value, &options));
        ptc_arena_free(&arena);
    }
}

/* Modes and directions in which nothing is converted have no casts either; where errors
 * pass, the value stays as it is. */
Test(casts, modes)
{
    static const struct {
        ptc_mode mode;
        ptc_direction direction;
        bool converts;
    } kinds[] = {
        {PTC_MODE_ENABLED, PTC_INPUT, true},   {PTC_MODE_WARN_ONLY, PTC_INPUT, true},
        {PTC_MODE_STRICT, PTC_INPUT, false},   {PTC_MODE_DISABLED, PTC_INPUT, false},
        {PTC_MODE_ENABLED, PTC_OUTPUT, false}, {PTC_MODE_STRICT, PTC_OUTPUT, false},
    };

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            ptc_walk_options options = {.struct_size = sizeof options,
                                        .mode = kinds[k].mode,
                                        .direction = kinds[k].direction,
                                        .boundary = PTC_BOUNDARY_LISP};
            ptc_walk_options plain = {.struct_size = sizeof plain,
                                      .mode = PTC_MODE_ENABLED,
                                      .boundary = PTC_BOUNDARY_LISP};
            ptc_schema schema;
            ptc_value value;
            ptc_value made;
            ptc_value cast;
            ptc_status status;
            bool is_expected;
            bool is_cast;

            ptc_arena_init(&arena, NULL, 0);
            schema = schema_of(rows[i].schema);
            value = value_of(rows[i].value);
            is_cast =
                ptc_schema_coerce(&arena, &schema, &value, &plain, &cast, NULL) == PTC_OK;
            is_expected =
                kinds[k].mode == PTC_MODE_DISABLED ||
                kinds[k].mode == PTC_MODE_WARN_ONLY ||
                (kinds[k].converts
                     ? is_cast
                     : ptc_schema_validate(&schema, &value, &plain, NULL) == PTC_OK);
            status = ptc_schema_coerce(&arena, &schema, &value, &options, &made, NULL);
            cr_expect((status == PTC_OK) == is_expected, "%zu %s of %s", k,
                      rows[i].schema, rows[i].value);
            if (is_cast && kinds[k].converts)
                cr_expect(ptc_value_same(&made, &cast), "%zu %s", k, rows[i].value);
            ptc_arena_free(&arena);
        }
    }
}

/* A quick look never accepts what coercion would change. */
Test(casts, glance)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_walk_options options = {.struct_size = sizeof options};
        const ptc_glance *glance;
        ptc_value list;
        ptc_schema schema;
        ptc_value value;
        ptc_value made;
        ptc_text text;
        ptc_report report;

        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, "[:vector ");
        ptc_text_cstr(&text, rows[i].schema);
        ptc_text_byte(&text, ']');
        schema = schema_of(test_cstr(ptc_text_view(&text)));
        value = value_of(rows[i].value);
        list = ptc_value_vector(&value, 1);
        ptc_text_init(&text, &arena);
        if (ptc_json_write(&text, &list, 0) == PTC_OK) {
            size_t len = text.len;

            ptc_text_repeat(&text, ' ', PTC_PADDING);
            cr_assert(ptc_glance_make(&arena, &schema, &options, &glance) == PTC_OK);
            ptc_report_init(&report, &arena);
            if (ptc_glance_accepts(&arena, glance, text.ptr, len)) {
                cr_assert(ptc_json_read(&arena, text.ptr, len, NULL, &list, NULL, NULL) ==
                          PTC_OK);
                cr_expect(ptc_schema_coerce(&arena, &schema, &list, &options, &made,
                                            &report) == PTC_OK &&
                              report.warnings_found == 0 && ptc_value_same(&made, &list),
                          "%s of %s", rows[i].schema, rows[i].value);
            }
        }
        ptc_arena_free(&arena);
    }
}

/* Malli text says it and reads back as the same; models do not see it. */
Test(casts, malli)
{
    static const char *const texts[][3] = {
        {INT, INT, ":int"},
        {BOOL, BOOL, ":bool"},
        {TEXT, TEXT, ":string"},
        {"[:and " INT " [:>= 1]]", "[:and [:int {:ptc/casts true}] [:>= 1]]",
         ":int[1..]"},
        {"[:string {:ptc/casts true :min 2}]", "[:string {:min 2 :ptc/casts true}]",
         ":string[2..]"},
        {"[:enum {:ptc/casts true} 1 2]", "[:enum {:ptc/casts true} 1 2]", ":enum[1 2]"},
        {"[:vector " INT "]", "[:vector " INT "]", "[:int]"},
        {"[:int {:ptc/casts false}]", ":int", ":int"},
        {"[:=> [:catn {:ptc/casts true} [:q {:default 1} " INT "]] :int]",
         "[:=> [:catn {:ptc/casts true} [:q {:default 1} " INT "]] :int]",
         "(q :int = 1) -> :int"},
        {"[:=> [:cat {:ptc/casts true} :int] :int]",
         "[:=> [:cat {:ptc/casts true} :int] :int]", "(arg1 :int) -> :int"},
        {"[:map {:ptc/casts true} [:q :int]]", "[:map {:ptc/casts true} [:q :int]]",
         "{q :int}"},
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ptc_render_options options = {.struct_size = sizeof options, .bare_output = true};
        ptc_schema schema;
        ptc_schema again;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        schema = schema_of(texts[i][0]);
        ptc_text_init(&text, &arena);
        cr_assert(ptc_schema_write_malli(&text, &schema, &options) == PTC_OK);
        cr_expect_str_eq(test_cstr(ptc_text_view(&text)), texts[i][1]);
        again = schema_of(test_cstr(ptc_text_view(&text)));
        cr_expect(ptc_schema_equal(&schema, &again), "%s", texts[i][1]);
        cr_expect(ptc_schema_hash(&schema) == ptc_schema_hash(&again));
        ptc_text_init(&text, &arena);
        cr_assert(ptc_schema_write_signature(&text, &schema, &options) == PTC_OK);
        again = schema_of(test_cstr(ptc_text_view(&text)));
        cr_expect(ptc_schema_equal(&schema, &again), "%s", text.ptr);
        ptc_text_init(&text, &arena);
        cr_assert(ptc_schema_write_prompt(&text, PTC_STR(""), &schema, PTC_PROMPT_SEED,
                                          &options) == PTC_OK);
        cr_expect_str_eq(test_cstr(ptc_text_view(&text)), texts[i][2]);
        ptc_arena_free(&arena);
    }
}

/* Further arguments are left out with a warning, also where there are no others. */
Test(casts, extra_arguments)
{
    static const char *const cases[][3] = {
        {"[:=> [:catn {:ptc/casts true} [:q :int]] :int]", "{\"q\" 1 \"more\" 2}",
         "{\"q\" 1}"},
        {"[:=> [:cat {:ptc/casts true}] :int]", "{\"more\" 2}", "{}"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ptc_walk_options options = {.struct_size = sizeof options};
        ptc_schema schema;
        ptc_report report;
        ptc_value value;
        ptc_value out;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        schema = schema_of(cases[i][0]);
        schema.root = ptc_schema_root(&schema)->first;
        value = value_of(cases[i][1]);
        ptc_report_init(&report, &arena);
        cr_assert(ptc_schema_coerce(&arena, &schema, &value, &options, &out, &report) ==
                  PTC_OK);
        ptc_text_init(&text, &arena);
        ptc_value_write(&text, &out);
        cr_expect_str_eq(test_cstr(ptc_text_view(&text)), cases[i][2]);
        cr_assert(report.warning_count == 1);
        cr_expect_str_eq(test_cstr(report.warnings[0].message),
                         "unexpected field: it is left out");
        options.mode = PTC_MODE_STRICT;
        cr_expect(ptc_schema_coerce(&arena, &schema, &value, &options, &out, NULL) ==
                  PTC_ERROR_INVALID);
        ptc_arena_free(&arena);
    }
}

/* It counts, and stays in conjunctions; on types that have no casts it says nothing. */
Test(casts, normal_form)
{
    ptc_schema casting;
    ptc_schema plain;
    ptc_draft draft;
    ptc_diags diags;
    ptc_draft_ref ref;

    ptc_arena_init(&arena, NULL, 0);
    casting = schema_of(INT);
    plain = schema_of(":int");
    cr_expect(!ptc_schema_equal(&casting, &plain));
    cr_expect(ptc_schema_hash(&casting) != ptc_schema_hash(&plain));
    plain = schema_of("[:and :any " INT "]");
    cr_expect(ptc_schema_equal(&casting, &plain));
    plain = schema_of("[:and [:> 0] " INT "]");
    casting = schema_of("[:and " INT " [:> 0]]");
    cr_expect(ptc_schema_equal(&casting, &plain));
    casting = schema_of("[:or :int " INT "]");
    cr_expect(casting.nodes[ptc_schema_root(&casting)->first + 1].type == PTC_TYPE_UNION);
    ptc_diags_init(&diags, &arena);
    ptc_draft_init(&draft, &arena, &diags);
    ref = ptc_draft_add(&draft, PTC_TYPE_FLOAT, (ptc_span){0, 0});
    ptc_draft_at(&draft, ref)->flags |= PTC_NODE_CASTS;
    cr_assert(ptc_draft_finish(&arena, &draft, ref, &casting) == PTC_OK);
    cr_expect((ptc_schema_root(&casting)->flags & PTC_NODE_CASTS) == 0);
    ptc_arena_free(&arena);
}
