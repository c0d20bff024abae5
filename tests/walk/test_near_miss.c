/* SPDX-License-Identifier: MIT */
/*
 * Keys that no one declared, but that look like the misspelt name of an optional field
 * that is absent: they are kept and warned about, in inputs by signatures, and nowhere
 * else. [validation 4]
 */
#include <criterion/criterion.h>

#include "support.h"

#include <ptc/ptc.h>

typedef enum spelling {
    SIGNATURE,
    MALLI,
    JSON_SCHEMA,
} spelling;

static ptc_schema schema_of(ptc_arena *arena, spelling as, const char *text)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_contract_options json_schema = {.struct_size = sizeof json_schema,
                                        .format = PTC_CONTRACT_JSON_SCHEMA};
    ptc_contracts contracts = {0};
    ptc_schema schema = {0};
    ptc_status status;
    ptc_diags diags;

    source->name = PTC_STR("row");
    source->text = ptc_str_of(text);
    ptc_diags_init(&diags, arena);
    if (as == JSON_SCHEMA) {
        status = ptc_contracts_read(arena, source, &json_schema, &diags, &contracts);
        schema = contracts.items[0].schema;
    } else if (as == MALLI) {
        status = ptc_malli_read(arena, source, NULL, &diags, &schema);
    } else {
        status = ptc_signature_read(arena, source, NULL, &diags, &schema);
    }
    cr_assert(status == PTC_OK, "schema %s", text);
    if (as != MALLI && (ptc_schema_root(&schema)->flags & PTC_NODE_BARE))
        schema.root = ptc_schema_root(&schema)->first + 1;
    return schema;
}

static ptc_value value_of(ptc_arena *arena, ptc_boundary boundary, const char *text)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_value value = ptc_value_nil();
    ptc_diags diags;
    ptc_forms forms;

    if (boundary == PTC_BOUNDARY_JSON) {
        cr_assert(ptc_json_read(arena, text, strlen(text), NULL, &value, NULL, NULL) ==
                  PTC_OK);
        return value;
    }
    source->name = PTC_STR("row");
    source->text = ptc_str_of(text);
    ptc_diags_init(&diags, arena);
    ptc_forms_init(&forms, arena, source);
    cr_assert(ptc_form_to_value(&forms, ptc_edn_read_one(&forms, &diags), &value,
                                &diags) == PTC_OK);
    return value;
}

static const char *said(ptc_arena *arena, const ptc_report *report)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "");
    for (size_t i = 0; i < report->error_count; i++) {
        ptc_text_cstr(&text, "error: ");
        ptc_issue_write(&text, &report->errors[i]);
        ptc_text_byte(&text, '\n');
    }
    for (size_t i = 0; i < report->warning_count; i++) {
        ptc_issue_write(&text, &report->warnings[i]);
        ptc_text_byte(&text, '\n');
    }
    return ptc_text_view(&text).ptr;
}

/* What is said about a value, which keeps all its keys. */
static const char *judged(ptc_arena *arena, spelling as, const char *schema_text,
                          const char *value_text, const ptc_walk_options *options,
                          ptc_value *out)
{
    ptc_schema schema = schema_of(arena, as, schema_text);
    ptc_value value = value_of(arena, options->boundary, value_text);
    ptc_report report;

    ptc_report_init(&report, arena);
    ptc_schema_coerce(arena, &schema, &value, options, out, &report);
    return said(arena, &report);
}

typedef struct row {
    const char *schema;
    const char *value;
    const char *report;
} row;

static const row rows[] = {
    /* an edit each: swapped, left out, put in, replaced */
    {"(limit :int?) -> :any", "{\"limti\":5}",
     "limti: unknown field; did you mean limit?\n"},
    {"(limit :int?) -> :any", "{\"limi\":5}", ""}, /* four letters */
    {"(limit :int?) -> :any", "{\"limits\":5}",
     "limits: unknown field; did you mean limit?\n"},
    {"(limit :int?) -> :any", "{\"limut\":5}",
     "limut: unknown field; did you mean limit?\n"},
    /* two, when the longer name has six letters; three never */
    {"(limit :int?) -> :any", "{\"lmiti\":5}", ""},
    {"(limits :int?) -> :any", "{\"lmitis\":5}",
     "lmitis: unknown field; did you mean limits?\n"},
    {"(description :string?) -> :any", "{\"descriptoins\":\"x\"}",
     "descriptoins: unknown field; did you mean description?\n"},
    {"(description :string?) -> :any", "{\"descrptoins\":\"x\"}", ""},
    /* below five letters never */
    {"(page :int?, size :int?) -> :any", "{\"pages\":1,\"sizes\":2,\"pgae\":3}", ""},
    /* only of what is absent, and may be */
    {"(limit :int?) -> :any", "{\"limit\":1,\"limti\":5}", ""},
    {"(limit :int?) -> :any", "{\"limit\":null,\"limti\":5}", ""},
    {"(limit :int) -> :any", "{\"limti\":5}",
     "error: limit: missing required field, expected int; found similar key \"limti\"\n"},
    {"(query [:string {:min 1}], limit :int?) -> :any", "{\"qeury\":\"x\",\"limti\":5}",
     "error: query: missing required field, expected string; found similar key "
     "\"qeury\"\n"
     "limti: unknown field; did you mean limit?\n"},
    /* the nearest, then the first */
    {"(limit_a :int?, limit_b :int?) -> :any", "{\"limit-bb\":1}",
     "limit-bb: unknown field; did you mean limit_b?\n"},
    {"(limit_a :int?, limit_b :int?) -> :any", "{\"limit_c\":1}",
     "limit_c: unknown field; did you mean limit_a?\n"},
    /* the same words in another style; `-` and `_` are one name already */
    {"(max_open_items :int?) -> :any", "{\"maxOpenItems\":1}",
     "maxOpenItems: unknown field; did you mean max_open_items?\n"},
    {"(maxOpenItems :int?) -> :any", "{\"max-open-items\":1}",
     "max-open-items: unknown field; did you mean maxOpenItems?\n"},
    {"(max_open_items :int?) -> :any", "{\"max-open-items\":1}", ""},
    {"(limit :int?) -> :any", "{\"LIMIT\":1}",
     "LIMIT: unknown field; did you mean limit?\n"},
    /* names that are not words, in data and in signatures */
    {"(\"read timeout\" :int?) -> :any", "{\"read timeuot\":1}",
     "[\"read timeuot\"]: unknown field; did you mean \"read timeout\"?\n"},
    {"(_token :string?) -> :any", "{\"_tokne\":\"x\"}",
     "_tokne: unknown field; did you mean _token?\n"},
    /* nested maps, lists, unions, and what is declared as a type alone */
    {"(user {name :string, email :string?}?) -> :any",
     "{\"user\":{\"name\":\"a\",\"emial\":\"b\"}}",
     "user.emial: unknown field; did you mean email?\n"},
    {"(users [{email :string?}]) -> :any", "{\"users\":[{},{\"emial\":\"b\"}]}",
     "users[1].emial: unknown field; did you mean email?\n"},
    {"(who {email :string?}|:string) -> :any", "{\"who\":{\"emial\":\"b\"}}",
     "who.emial: unknown field; did you mean email?\n"},
    {"(who {email :string?}|{count :int}) -> :any", "{\"who\":{\"count\":\"5\"}}", NULL},
    {"{port :int, retries :int?}", "{\"port\":1,\"retry\":3,\"retrys\":4}",
     "retrys: unknown field; did you mean retries?\n"},
    /* next to other warnings */
    {"(count :int, limit :int?) -> :any", "{\"count\":\"1\",\"limti\":5}",
     "count: coerced string \"1\" to int\nlimti: unknown field; did you mean limit?\n"},
    /* parts in Malli are Malli's */
    {"(user [:map [:email {:optional true} :string]]) -> :any",
     "{\"user\":{\"emial\":\"b\"}}", ""},
    {"(user [:map {:closed true} [:email {:optional true} :string]]) -> :any",
     "{\"user\":{\"emial\":\"b\"}}",
     "error: user.emial: unexpected field (allowed: email)\n"},
    {"() -> :any", "{\"limti\":5}", ""},
};

Test(near_miss, keys_that_may_be_misspelt)
{
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_value made;
        const char *report;

        ptc_arena_reset(&arena);
        report =
            judged(&arena, SIGNATURE, rows[i].schema, rows[i].value, &options, &made);
        if (rows[i].report != NULL)
            cr_expect_str_eq(report, rows[i].report, "%s on %s", rows[i].schema,
                             rows[i].value);
    }
    ptc_arena_free(&arena);
}

/* Keywords of programs as well; and the key is kept as it is. */
Test(near_miss, programs)
{
    ptc_walk_options options = {.struct_size = sizeof options,
                                .boundary = PTC_BOUNDARY_LISP};
    ptc_value made;
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect_str_eq(
        judged(&arena, SIGNATURE, "(limit :int?) -> :any", "{:limti 5}", &options, &made),
        "limti: unknown field; did you mean limit?\n");
    ptc_text_init(&text, &arena);
    ptc_value_write(&text, &made);
    cr_expect_str_eq(text.ptr, "{:limti 5}");
    ptc_arena_free(&arena);
}

/* Not in strict, which refuses; not in disabled, which does not look; not in results. */
Test(near_miss, modes_and_directions)
{
    static const struct {
        ptc_mode mode;
        ptc_direction direction;
        const char *report;
    } settings[] = {
        {PTC_MODE_ENABLED, PTC_INPUT, "limti: unknown field; did you mean limit?\n"},
        {PTC_MODE_WARN_ONLY, PTC_INPUT, "limti: unknown field; did you mean limit?\n"},
        {PTC_MODE_STRICT, PTC_INPUT, "error: limti: unexpected field (allowed: limit)\n"},
        {PTC_MODE_DISABLED, PTC_INPUT, ""},
        {PTC_MODE_ENABLED, PTC_OUTPUT, ""},
        {PTC_MODE_WARN_ONLY, PTC_OUTPUT, ""},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        ptc_walk_options options = {.struct_size = sizeof options,
                                    .mode = settings[i].mode,
                                    .direction = settings[i].direction};
        ptc_value made;

        ptc_arena_reset(&arena);
        cr_expect_str_eq(
            judged(&arena, SIGNATURE, "{limit :int?}", "{\"limti\":5}", &options, &made),
            settings[i].report, "setting %zu", i);
    }
    ptc_arena_free(&arena);
}

Test(near_miss, other_spellings_of_contracts)
{
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_arena arena;
    ptc_value made;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect_str_eq(judged(&arena, MALLI, "[:map [:limit {:optional true} :int]]",
                            "{\"limti\":5}", &options, &made),
                     "");
    cr_expect_str_eq(judged(&arena, JSON_SCHEMA,
                            "{\"type\":\"object\",\"properties\":{\"limit\":{\"type\":"
                            "\"integer\"},\"user\":{\"type\":\"object\",\"properties\":{"
                            "\"email\":{\"type\":\"string\"}}}}}",
                            "{\"limti\":5,\"user\":{\"emial\":\"x\"}}", &options, &made),
                     "");
    ptc_arena_free(&arena);
}

/* A report of limit 0 counts what was coerced; without a report nothing is compared. */
Test(near_miss, silent_reports)
{
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_schema schema;
    ptc_report report;
    ptc_value value;
    ptc_value made;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    schema = schema_of(&arena, SIGNATURE, "{count :int, limit :int?}");
    value = value_of(&arena, PTC_BOUNDARY_JSON, "{\"count\":\"1\",\"limti\":5}");
    ptc_report_init(&report, &arena);
    report.limit = 0;
    cr_expect(ptc_schema_coerce(&arena, &schema, &value, &options, &made, &report) ==
              PTC_OK);
    cr_expect_eq(report.warnings_found, 1);
    cr_expect_eq(report.warning_count, 0);
    cr_expect(ptc_schema_coerce(&arena, &schema, &value, &options, &made, NULL) ==
              PTC_OK);
    ptc_arena_free(&arena);
}

/* Of many keys the first are looked at: what hostile data costs is bounded. */
Test(near_miss, many_keys)
{
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_schema schema;
    ptc_report report;
    ptc_value value;
    ptc_value made;
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "{\"a\":0");
    for (unsigned i = 0; i < 100; i++) {
        ptc_text_cstr(&text, ",\"limit");
        ptc_text_byte(&text, (char)('a' + i / 26));
        ptc_text_byte(&text, (char)('a' + i % 26));
        ptc_text_cstr(&text, "\":0");
    }
    ptc_text_byte(&text, '}');
    schema = schema_of(&arena, SIGNATURE, "{limit :int?}");
    value = value_of(&arena, PTC_BOUNDARY_JSON, text.ptr);
    ptc_report_init(&report, &arena);
    cr_expect(ptc_schema_coerce(&arena, &schema, &value, &options, &made, &report) ==
              PTC_OK);
    cr_expect_eq(report.warning_count, report.limit);
    cr_expect_eq(report.warnings_found, 63);
    ptc_arena_free(&arena);
}
