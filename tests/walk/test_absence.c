/* SPDX-License-Identifier: MIT */
/*
 * Fields that say apart whether they may be absent and whether they take nil, as those of
 * JSON Schema do. [validation 5.5]
 */
#include <criterion/criterion.h>

#include "support.h"

#include <ptc/ptc.h>

#include <stdio.h>

static ptc_arena arena;

static ptc_schema schema_of(const char *text)
{
    ptc_schema schema = {0};
    ptc_str why;

    cr_assert(ptc_signature_of(&arena, text, &schema, &why) == PTC_OK, "%s: %s", text,
              why.ptr);
    return schema;
}

static ptc_value json_of(const char *text)
{
    ptc_value value = ptc_value_nil();

    cr_assert(ptc_json_read(&arena, text, strlen(text), NULL, &value, NULL, NULL) ==
              PTC_OK);
    return value;
}

/* The result of coercion as JSON, or the first error; then the first warning. */
static const char *judged(const ptc_schema *schema, const ptc_value *value, ptc_mode mode,
                          ptc_direction direction)
{
    ptc_walk_options options = {.struct_size = sizeof options,
                                .mode = mode,
                                .direction = direction,
                                .boundary = PTC_BOUNDARY_JSON};
    ptc_report report;
    ptc_value made;
    ptc_text text;
    ptc_status status;

    ptc_report_init(&report, &arena);
    ptc_text_init(&text, &arena);
    status = ptc_schema_coerce(&arena, schema, value, &options, &made, &report);
    if (report.error_count > 0)
        ptc_issue_write(&text, &report.errors[0]);
    else if (status == PTC_OK)
        ptc_json_write(&text, &made, 0);
    if (report.warning_count > 0) {
        ptc_text_cstr(&text, " (");
        ptc_issue_write(&text, &report.warnings[0]);
        ptc_text_byte(&text, ')');
    }
    return test_cstr(ptc_text_view(&text));
}

#define ABSENT(path)  " (" path ": coerced nil to absent; leave the field out instead)"
#define REFUSED(what) ": expected " what ", got nil; leave the field out instead"

typedef struct row {
    const char *schema;
    const char *value;
    const char *input;  /* what comes of it, or is said, in mode enabled */
    const char *strict; /* in mode strict; NULL: the same */
} row;

static const row rows[] = {
    /* required and nullable */
    {"[:map [:a {:json/required true} [:maybe :int]]]", "{}",
     "a: missing required field, expected int or nil", NULL},
    {"[:map [:a {:json/required true} [:maybe :int]]]", "{\"a\":null}", "{\"a\":null}",
     NULL},
    {"[:map [:a {:json/required true} [:maybe [:or :int :string]]]]", "{}",
     "a: missing required field, expected int or string or nil", NULL},
    /* optional, and nil refused */
    {"[:map [:a {:optional true :json/null false} :int]]", "{}", "{}", NULL},
    {"[:map [:a {:optional true :json/null false} :int]]", "{\"a\":null}",
     "{}" ABSENT("a"), "a" REFUSED("int")},
    {"[:map [:a :int] [:b {:optional true :json/null false} :int] [:c :int]]",
     "{\"a\":1,\"b\":null,\"c\":2,\"d\":3}", "{\"a\":1,\"c\":2,\"d\":3}" ABSENT("b"),
     "b" REFUSED("int")},
    {"[:map [:a {:optional true :json/null false} [:enum \"x\" \"y\"]]]", "{\"a\":null}",
     "{}" ABSENT("a"), "a" REFUSED("one of [\"x\", \"y\"]")},
    {"[:map [:a {:optional true :json/null false} [:or :int :string]]]", "{\"a\":null}",
     "{}" ABSENT("a"), "a" REFUSED("int or string")},
    {"[:map [:a {:optional true :json/null false} [:map [:b :int]]]]", "{\"a\":null}",
     "{}" ABSENT("a"), "a" REFUSED("map")},
    {"[:map [:a {:optional true :json/null false} [:and [:map [:b :int]] [:map-of {:max "
     "1} "
     ":string :any]]]]",
     "{\"a\":null}", "{}" ABSENT("a"), "a" REFUSED("map")},
    {"[:map [:a {:optional true :json/null false} [:not :nil]]]", "{\"a\":null}",
     "{}" ABSENT("a"), "a" REFUSED("not nil")},
    /* within others */
    {"[:vector [:map [:a [:map [:b {:optional true :json/null false} :int]]]]]",
     "[{\"a\":{\"b\":null}}]", "[{\"a\":{}}]" ABSENT("[0].a.b"),
     "[0].a.b" REFUSED("int")},
    {"[:or [:map [:k [:= \"a\"]] [:x {:optional true :json/null false} :int]] [:map [:k "
     "[:= \"b\"]]]]",
     "{\"k\":\"a\",\"x\":null}", "{\"k\":\"a\"}" ABSENT("x"),
     "(root): expected map with k, x or map with k, got map"},
    /* an alternative that takes null itself comes before one that leaves it out */
    {"[:or [:map [:x {:optional true :json/null false} :int]] [:map [:x :nil]]]",
     "{\"x\":null}", "{\"x\":null}", NULL},
    /* a second spelling of the key is not a field */
    {"[:map [:a-b {:optional true :json/null false} :int]]", "{\"a_b\":null}",
     "{}" ABSENT("a-b"), "a-b" REFUSED("int")},
    /* what takes nil anyway */
    {"[:map [:a {:optional true :json/null false} :any]]", "{\"a\":null}", "{\"a\":null}",
     NULL},
    {"[:map [:a {:optional true :json/null false} :nil]]", "{\"a\":null}", "{\"a\":null}",
     NULL},
    {"[:map [:a {:optional true :json/null false} [:maybe :int]]]", "{\"a\":null}",
     "{\"a\":null}", NULL},
    {"[:map [:a {:optional true :json/null false} [:not :int]]]", "{\"a\":null}",
     "{\"a\":null}", NULL},
    /* references */
    {"[:schema {:registry {\"n\" [:maybe :int]}} [:map [:a {:json/required true} [:ref "
     "\"n\"]]]]",
     "{}", "a: missing required field, expected int or nil", NULL},
    {"[:schema {:registry {\"n\" [:maybe :int]}} [:map [:a {:json/required true} [:ref "
     "\"n\"]]]]",
     "{\"a\":null}", "{\"a\":null}", NULL},
    {"[:schema {:registry {\"n\" [:maybe :int]}} [:map [:a [:ref \"n\"]]]]", "{}", "{}",
     NULL},
    {"[:schema {:registry {\"n\" :int}} [:map [:a {:optional true :json/null false} "
     "[:ref "
     "\"n\"]]]]",
     "{\"a\":null}", "{}" ABSENT("a"), "a" REFUSED("int")},
    {"[:schema {:registry {\"n\" [:map [:m {:optional true :json/null false} [:ref "
     "\"n\"]]]}} "
     "[:ref \"n\"]]",
     "{\"m\":{\"m\":null}}", "{\"m\":{}}" ABSENT("m.m"), "m.m" REFUSED("map")},
    {"[:schema {:registry {\"n\" [:maybe [:map [:m {:json/required true} [:ref "
     "\"n\"]]]]}} "
     "[:ref \"n\"]]",
     "{\"m\":{\"m\":null}}", "{\"m\":{\"m\":null}}", NULL},
    {"[:schema {:registry {\"n\" [:maybe [:map [:m {:json/required true} [:ref "
     "\"n\"]]]]}} "
     "[:ref \"n\"]]",
     "{\"m\":{}}", "m.m: missing required field, expected map or nil", NULL},
    /* defaults */
    {"[:map [:a {:default 5 :json/null false} :int]]", "{}", "{\"a\":5}", NULL},
    {"[:map [:a {:default 5 :json/null false} :int]]", "{\"a\":null}",
     "{\"a\":5}" ABSENT("a"), "a" REFUSED("int")},
    {"[:map [:a {:default 5} :int]]", "{\"a\":null}", "{\"a\":5}", NULL},
    {"[:map [:a {:default 5 :json/null false} [:maybe :int]]]", "{\"a\":null}",
     "{\"a\":5}", NULL},
    {"[:schema {:registry {\"n\" [:maybe :int]}} [:map [:a {:default 5 :json/null false} "
     "[:ref \"n\"]]]]",
     "{\"a\":null}", "{\"a\":5}", NULL},
    {"[:map [:a {:default 5 :json/null false} :any]]", "{\"a\":null}", "{\"a\":5}", NULL},
    /* parameters, by name and by position */
    {"[:=> [:catn [:a {:json/required true} [:maybe :int]] [:b {:optional true "
     ":json/null "
     "false} :int]] :any]",
     "{\"a\":null,\"b\":null}", "{\"a\":null}" ABSENT("b"), "b" REFUSED("int")},
    {"[:=> [:catn [:a {:json/required true} [:maybe :int]] [:b {:optional true "
     ":json/null "
     "false} :int]] :any]",
     "[null,null]", "[null,null]" ABSENT("[1]"), "[1]: expected int, got nil"},
};

/* Modes that coerce leave null out, others refuse it. */
Test(absence, verdicts_distinguish_absence_from_nil)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row *r = &rows[i];
        const char *strict = r->strict ? r->strict : r->input;
        ptc_schema schema;
        ptc_value value;
        bool is_function;

        ptc_arena_init(&arena, NULL, 0);
        schema = schema_of(r->schema);
        value = json_of(r->value);
        is_function = schema.nodes[ptc_schema_root(&schema)->first].count > 0;
        cr_expect_str_eq(judged(&schema, &value, PTC_MODE_ENABLED, PTC_INPUT), r->input,
                         "%s %s: %s", r->schema, r->value,
                         judged(&schema, &value, PTC_MODE_ENABLED, PTC_INPUT));
        cr_expect_str_eq(judged(&schema, &value, PTC_MODE_WARN_ONLY, PTC_INPUT), r->input,
                         "%s %s", r->schema, r->value);
        if (strchr(r->value, 'd') == NULL) /* a key that no one declared */
            cr_expect_str_eq(judged(&schema, &value, PTC_MODE_STRICT, PTC_INPUT), strict,
                             "%s %s: %s", r->schema, r->value,
                             judged(&schema, &value, PTC_MODE_STRICT, PTC_INPUT));
        if (!is_function)
            cr_expect_str_eq(judged(&schema, &value, PTC_MODE_ENABLED, PTC_OUTPUT),
                             strict, "%s %s: %s", r->schema, r->value,
                             judged(&schema, &value, PTC_MODE_ENABLED, PTC_OUTPUT));
        ptc_arena_free(&arena);
    }
}

/* Validation alone never coerces: null that would count as absent is a fault there, as
 * the text of a number is. */
Test(absence, validation_coerces_nothing)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (unsigned k = 0; k < 2; k++) {
            ptc_walk_options options = {.struct_size = sizeof options,
                                        .mode = k ? PTC_MODE_STRICT : PTC_MODE_ENABLED,
                                        .direction = k ? PTC_OUTPUT : PTC_INPUT,
                                        .boundary = PTC_BOUNDARY_JSON};
            ptc_schema schema;
            ptc_value value;
            const char *expected;

            if (rows[i].value[0] == '[' || strchr(rows[i].schema, '=') != NULL)
                continue;
            ptc_arena_init(&arena, NULL, 0);
            schema = schema_of(rows[i].schema);
            value = json_of(rows[i].value);
            expected = judged(&schema, &value, PTC_MODE_STRICT, PTC_OUTPUT);
            if (strchr(rows[i].value, 'd') == NULL)
                cr_expect_eq(ptc_schema_validate(&schema, &value, &options, NULL) ==
                                 PTC_OK,
                             expected[0] == '{', "%s %s", rows[i].schema, rows[i].value);
            ptc_arena_free(&arena);
        }
    }
}

/* What is drawn for such a contract has no null where that is refused, and all that must
 * be there; and it ends where types hold themselves. */
Test(absence, samples_keep_to_it)
{
    static const char *const schemas[] = {
        "[:map [:a {:json/required true} [:maybe :int]] [:b {:optional true :json/null "
        "false} :int]]",
        "[:schema {:registry {\"n\" [:map [:m {:optional true :json/null false} [:ref "
        "\"n\"]] [:k {:json/required true} [:maybe [:ref \"n\"]]]]}} [:ref \"n\"]]",
        /* no value of that type: it is left out */
        "[:map [:a {:optional true :json/null false} [:not :any]]]",
    };

    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++) {
        unsigned absent = 0;

        for (uint64_t seed = 0; seed < 300; seed++) {
            ptc_walk_options options = {.struct_size = sizeof options,
                                        .mode = PTC_MODE_STRICT,
                                        .direction = PTC_OUTPUT,
                                        .boundary = PTC_BOUNDARY_JSON};
            ptc_schema schema;
            ptc_value value;
            ptc_str why;

            ptc_arena_init(&arena, NULL, 0);
            schema = schema_of(schemas[i]);
            cr_assert_eq(ptc_schema_sample(&arena, &schema, NULL, 7, seed, &value, &why),
                         PTC_OK, "%s: %.*s", schemas[i], (int)why.len, why.ptr);
            cr_expect_eq(ptc_schema_validate(&schema, &value, &options, NULL), PTC_OK,
                         "%s", schemas[i]);
            absent += value.kind == PTC_MAP && ptc_value_get(&value, "b") == NULL;
            ptc_arena_free(&arena);
        }
        cr_expect(absent > 30, "%s: %u", schemas[i], absent);
    }
}
