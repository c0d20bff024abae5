/* SPDX-License-Identifier: MIT */
/*
 * What only JSON Schema says, row by row: one-of, if, multiples, items, contains, keys,
 * and what is said about keys and elements of which nothing else says anything. Rows are
 * a schema, a value as JSON, and the outcome of validation: "ok", or path:code of every
 * error.
 */
#include <criterion/criterion.h>

#include "support.h"

static ptc_schema read_schema(ptc_arena *arena, const char *text)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_diags diags;
    ptc_schema schema;

    source->name = PTC_STR("row");
    source->text = ptc_str_of(text);
    ptc_diags_init(&diags, arena);
    cr_assert(ptc_malli_read(arena, source, NULL, &diags, &schema) == PTC_OK, "%s: %s",
              text, diags.count > 0 ? diags.items[0].message.ptr : "memory");
    return schema;
}

static ptc_value read_value(ptc_arena *arena, const char *text)
{
    ptc_value value;

    cr_assert(ptc_json_read(arena, text, strlen(text), NULL, &value, NULL, NULL) ==
                  PTC_OK,
              "%s", text);
    return value;
}

static const ptc_walk_options json_output = {.struct_size = sizeof json_output,
                                             .direction = PTC_OUTPUT};

static const char *outcome(ptc_arena *arena, const char *schema_text,
                           const char *value_text)
{
    ptc_schema schema = read_schema(arena, schema_text);
    ptc_value value = read_value(arena, value_text);
    ptc_report report;
    ptc_value made;
    ptc_status status;
    ptc_text text;

    ptc_report_init(&report, arena);
    status = ptc_schema_validate(&schema, &value, &json_output, &report);
    if (ptc_schema_validate(&schema, &value, &json_output, NULL) != status)
        return "the verdict alone differs";
    if (ptc_schema_coerce(arena, &schema, &value, &json_output, &made, NULL) != status)
        return "coercion differs";
    ptc_text_init(&text, arena);
    if (status == PTC_OK)
        ptc_text_cstr(&text, "ok");
    for (size_t i = 0; i < report.error_count; i++) {
        ptc_text_cstr(&text, i > 0 ? " " : "");
        ptc_path_write(&text, report.errors[i].path, report.errors[i].path_count);
        ptc_text_byte(&text, ':');
        ptc_text_cstr(&text, ptc_code_name(report.errors[i].code));
    }
    return ptc_text_view(&text).ptr;
}

typedef struct row {
    const char *schema;
    const char *value;
    const char *expected;
} row;

static void check(const row *rows, size_t count)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        const char *got = outcome(&arena, rows[i].schema, rows[i].value);

        cr_expect(strcmp(got, rows[i].expected) == 0, "%zu: %s on %s: %s, not %s", i,
                  rows[i].schema, rows[i].value, got, rows[i].expected);
        ptc_arena_reset(&arena);
    }
    ptc_arena_free(&arena);
}

#define CHECK(rows) check(rows, sizeof(rows) / sizeof *(rows))

Test(conditions, multiples) /* M650 */
{
    static const row rows[] = {
        {"[:json/multiple-of 2]", "10", "ok"},
        {"[:json/multiple-of 2]", "7", "(root):bound"},
        {"[:json/multiple-of 2]", "-4", "ok"},
        {"[:json/multiple-of 2]", "0", "ok"},
        {"[:json/multiple-of 2]", "4.0", "ok"},
        {"[:json/multiple-of 2]", "-0.0", "ok"},
        {"[:json/multiple-of 2]", "2.5", "(root):bound"},
        {"[:json/multiple-of 2.0]", "4", "ok"},
        {"[:json/multiple-of 1.5]", "4.5", "ok"},
        {"[:json/multiple-of 1.5]", "35", "(root):bound"},
        {"[:json/multiple-of 0.0001]", "0.0075", "ok"},
        {"[:json/multiple-of 0.0001]", "0.00751", "(root):bound"},
        {"[:json/multiple-of 0.01]", "19.99", "ok"},
        {"[:json/multiple-of 0.01]", "1.1", "ok"},
        {"[:json/multiple-of 0.1]", "0.3", "ok"},
        {"[:json/multiple-of 100]", "50", "(root):bound"},
        {"[:json/multiple-of 100]", "12300", "ok"},
        {"[:json/multiple-of 0.123456789]", "1e308", "(root):bound"},
        {"[:json/multiple-of 0.5]", "1e308", "ok"},
        {"[:json/multiple-of 1e-8]", "12391239123", "ok"},
        {"[:json/multiple-of 5e-324]", "1.7976931348623157e308", "ok"},
        {"[:json/multiple-of 7e-320]", "1.7976931348623157e308", "(root):bound"},
        {"[:json/multiple-of 5e-324]", "1", "ok"},
        {"[:json/multiple-of 3e-323]", "1", "(root):bound"},
        {"[:json/multiple-of 9223372036854775807]", "9223372036854775807", "ok"},
        {"[:json/multiple-of 9223372036854775807]", "9223372036854775806",
         "(root):bound"},
        {"[:json/multiple-of 9223372036854775807]", "-9223372036854775808",
         "(root):bound"},
        {"[:json/multiple-of 2]", "-9223372036854775808", "ok"},
        /* integers outside int64, by their digits */
        {"[:json/multiple-of 9223372036854775807]", "18446744073709551614", "ok"},
        {"[:json/multiple-of 9223372036854775807]", "18446744073709551615",
         "(root):bound"},
        {"[:json/multiple-of 3]", "-111111111111111111111111111111", "ok"},
        {"[:json/multiple-of 3]", "111111111111111111111111111112", "(root):bound"},
        {"[:json/multiple-of 2.5]", "100000000000000000000000000005", "ok"},
        {"[:json/multiple-of 1e30]", "2000000000000000000000000000000", "ok"},
        {"[:json/multiple-of 1e30]", "2100000000000000000000000000000", "(root):bound"},
        /* what is not a number */
        {"[:json/multiple-of 2]", "\"4\"", "(root):type"},
        {"[:json/multiple-of {:json/others true} 2]", "\"x\"", "ok"},
        {"[:json/multiple-of {:json/others true} 2]", "null", "ok"},
        {"[:json/multiple-of {:json/others true} 2]", "3", "(root):bound"},
        {"[:and :int [:json/multiple-of 5]]", "7", "(root):bound"},
        {"[:and [:int {:min 3}] [:json/multiple-of 5]]", "0", "(root):bound"},
    };

    CHECK(rows);
}

/* Registers that no text spells. */
Test(conditions, numbers_that_are_not_finite_are_multiples_of_nothing)
{
    ptc_value values[3] = {ptc_value_float(1.0), ptc_value_float(-1.0),
                           ptc_value_float(0.0)};
    ptc_walk_options lisp = json_output;
    ptc_schema schema;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    schema = read_schema(&arena, "[:json/multiple-of 0.5]");
    lisp.boundary = PTC_BOUNDARY_LISP;
    values[0].as.number /= 0.0;
    values[1].as.number /= 0.0;
    values[2].as.number /= 0.0;
    for (int i = 0; i < 3; i++) {
        cr_expect(ptc_schema_validate(&schema, &values[i], &lisp, NULL) ==
                  PTC_ERROR_INVALID);
        cr_expect(ptc_schema_validate(&schema, &values[i], &json_output, NULL) ==
                  PTC_ERROR_INVALID);
    }
    ptc_arena_free(&arena);
}

Test(conditions, choices) /* M650 */
{
    static const row rows[] = {
        {"[:json/one-of :int [:> 2]]", "1", "ok"},
        {"[:json/one-of :int [:> 2]]", "2.5", "ok"},
        {"[:json/one-of :int [:> 2]]", "3", "(root):union"},
        {"[:json/one-of :int [:> 2]]", "1.5", "(root):bound"},
        {"[:json/one-of :int [:string {:min 3}]]", "\"a\"", "(root):length"},
        {"[:json/one-of :int :boolean]", "\"a\"", "(root):union"},
        {"[:json/one-of [:maybe :int] [:maybe :string]]", "null", "(root):union"},
        {"[:json/one-of [:maybe :int] :string]", "null", "ok"},
        {"[:maybe [:json/one-of :int :int]]", "null", "ok"},
        {"[:json/one-of :int]", "5", "ok"},
        {"[:json/one-of [:map [:a :int]] [:map [:b :int]]]", "{\"a\":1,\"b\":2}",
         "(root):union"},
        {"[:json/one-of [:map [:a :int]] [:map [:b :int]]]", "{\"a\":1}", "ok"},
        {"[:json/if :string [:string {:min 3}] :int]", "\"ab\"", "(root):length"},
        {"[:json/if :string [:string {:min 3}] :int]", "\"abc\"", "ok"},
        {"[:json/if :string [:string {:min 3}] :int]", "5", "ok"},
        {"[:json/if :string [:string {:min 3}] :int]", "true", "(root):type"},
        {"[:json/if [:map [:kind [:= \"a\"]]] [:map [:x :int]] [:map [:y :int]]]",
         "{\"kind\":\"a\",\"y\":1}", "x:missing"},
        {"[:json/if [:map [:kind [:= \"a\"]]] [:map [:x :int]] [:map [:y :int]]]",
         "{\"kind\":\"b\",\"y\":1}", "ok"},
        {"[:map [:a [:json/if :int :any :nil]]]", "{}", "a:missing"},
    };

    CHECK(rows);
}

Test(conditions, items) /* M650 */
{
    static const row rows[] = {
        {"[:json/items :int :string :boolean]", "[]", "ok"},
        {"[:json/items :int :string :boolean]", "[1]", "ok"},
        {"[:json/items :int :string :boolean]", "[1,\"a\",true,false]", "ok"},
        {"[:json/items :int :string :boolean]", "[1,2,true,3]", "[1]:type [3]:type"},
        {"[:json/items :int :string [:not :any]]", "[1,\"a\",2]", "(root):size"},
        {"[:json/items :int :string [:not :any]]", "[1]", "ok"},
        {"[:json/items :int]", "[1,\"a\"]", "[1]:type"},
        {"[:json/items {:min 2 :max 3} :int :any]", "[1]", "(root):size"},
        {"[:json/items {:min 2 :max 3} :int :any]", "[1,2,3,4]", "(root):size"},
        {"[:json/items {:json/open true} :int :any]", "[1,\"x\"]", "ok"},
        {"[:json/items :int :any]", "{}", "(root):type"},
        {"[:json/items {:json/others true} :int :any]", "{}", "ok"},
        {"[:json/items {:json/others true} :int :any]", "[true]", "[0]:type"},
        {"[:json/contains :int]", "[\"a\",1]", "ok"},
        {"[:json/contains :int]", "[\"a\"]", "(root):size"},
        {"[:json/contains :int]", "[]", "(root):size"},
        {"[:json/contains {:min 0} :int]", "[]", "ok"},
        {"[:json/contains {:min 2 :max 3} :int]", "[1,\"a\"]", "(root):size"},
        {"[:json/contains {:min 2 :max 3} :int]", "[1,\"a\",2]", "ok"},
        {"[:json/contains {:min 2 :max 3} :int]", "[1,2,3,4]", "(root):size"},
        {"[:json/contains {:max 1} :int]", "[]", "(root):size"},
        {"[:json/contains :int]", "5", "(root):type"},
        {"[:json/contains {:json/others true} :int]", "5", "ok"},
    };

    CHECK(rows);
}

Test(conditions, keys) /* M650 */
{
    static const row rows[] = {
        {"[:json/keys [:re \"^x\"] :int]", "{\"xa\":1,\"y\":\"z\"}", "ok"},
        {"[:json/keys [:re \"^x\"] :int]", "{\"xa\":\"q\",\"xb\":true}",
         "xa:type xb:type"},
        {"[:json/keys [:re \"^x\"] [:not :any]]", "{\"xa\":1,\"y\":2}", "xa:extra"},
        {"[:json/keys :int :string]", "{\"5\":1,\"05\":2,\"a\":3}", "[\"5\"]:type"},
        {"[:json/keys [:enum \"a\" \"b\"] :nil]", "{\"a\":null,\"c\":1}", "ok"},
        {"[:json/keys :any :int]", "[]", "(root):type"},
        {"[:json/keys {:json/others true} :any :int]", "[]", "ok"},
        {"[:and [:map [:a :int]] [:json/keys [:not [:enum \"a\"]] :string]]",
         "{\"a\":1,\"b\":\"x\",\"c\":2}", "c:type"},
    };

    CHECK(rows);
}

#define NEVER "[:not :any]"

/* Which keys have something said about them. */
Test(conditions, other_keys) /* M651 */
{
    static const row rows[] = {
        {"[:json/other-keys :int]", "{\"a\":1,\"b\":\"x\"}", "b:type"},
        {"[:and [:map [:a :string]] [:json/other-keys :int]]", "{\"a\":\"x\",\"b\":1}",
         "ok"},
        {"[:and [:map [:a :string]] [:json/other-keys " NEVER "]]",
         "{\"a\":\"x\",\"b\":1,\"c\":2}", "b:extra c:extra"},
        {"[:and [:map [:a :string]] [:json/other-keys " NEVER "]]", "{\"b\":1}",
         "a:missing"},
        {"[:and [:map [:a-b :any]] [:json/other-keys " NEVER "]]", "{\"a_b\":1}", "ok"},
        {"[:and [:map [:a-b :any]] [:json/other-keys " NEVER "]]",
         "{\"a_b\":1,\"a-b\":2}", "a_b:extra"},
        {"[:and [:json/keys [:re \"^x\"] :any] [:json/other-keys " NEVER "]]",
         "{\"xa\":1,\"y\":1}", "y:extra"},
        {"[:and [:map-of :string :any] [:json/other-keys " NEVER "]]", "{\"a\":1}", "ok"},
        {"[:and [:map] [:json/other-keys " NEVER "]]", "{\"a\":1}", "a:extra"},
        {"[:and :map [:json/other-keys " NEVER "]]", "{\"a\":1}", "a:extra"},
        {"[:and :any [:json/other-keys " NEVER "]]", "{\"a\":1}", "a:extra"},
        /* conjunctions: all of them; a negation: nothing */
        {"[:and [:map [:a :any]] [:map [:b :any]] [:json/other-keys " NEVER "]]",
         "{\"a\":1,\"b\":2}", "ok"},
        {"[:and [:not [:map [:a :int]]] [:json/other-keys " NEVER "]]", "{\"a\":\"x\"}",
         "a:extra"},
        {"[:and [:not [:not [:map [:a :int]]]] [:json/other-keys " NEVER "]]",
         "{\"a\":1}", "a:extra"},
        /* every alternative that accepts */
        {"[:and [:or [:map [:a :int]] [:map [:b :int]]] [:json/other-keys " NEVER "]]",
         "{\"a\":1,\"b\":2}", "ok"},
        {"[:and [:or [:map [:a :int]] [:map [:b :int]]] [:json/other-keys " NEVER "]]",
         "{\"a\":1,\"b\":\"x\"}", "b:extra"},
        {"[:and [:json/one-of [:map [:a :int]] [:map [:b :int]]] [:json/other-keys " NEVER
         "]]",
         "{\"a\":1,\"b\":\"x\"}", "b:extra"},
        /* a condition counts where it holds, with the branch that is taken */
        {"[:and [:json/if [:map [:a :int]] [:map [:b :any]] [:map [:c :any]]] "
         "[:json/other-keys " NEVER "]]",
         "{\"a\":1,\"b\":2}", "ok"},
        {"[:and [:json/if [:map [:a :int]] [:map [:b :any]] [:map [:c :any]]] "
         "[:json/other-keys " NEVER "]]",
         "{\"a\":1,\"b\":2,\"c\":3}", "c:extra"},
        {"[:and [:json/if [:map [:a :int]] [:map [:b :any]] [:map [:c :any]]] "
         "[:json/other-keys " NEVER "]]",
         "{\"a\":\"x\",\"c\":3}", "a:extra"},
        {"[:and [:multi {:dispatch :k} [\"x\" [:map [:k :any] [:a :any]]] [\"y\" "
         "[:map [:b :any]]]] [:json/other-keys " NEVER "]]",
         "{\"k\":\"x\",\"a\":1,\"b\":2}", "b:extra"},
        {"[:and [:multi {:dispatch :k} [\"x\" [:map [:k :any] [:a :any]]] [\"y\" "
         "[:map [:b :any]]]] [:json/other-keys " NEVER "]]",
         "{\"k\":\"y\",\"b\":2}", "k:extra"},
        {"[:schema {:registry {\"n\" [:map [:a :any]]}} [:and [:ref \"n\"] "
         "[:json/other-keys " NEVER "]]]",
         "{\"a\":1,\"b\":2}", "b:extra"},
        /* one further inside has its own conjuncts, and says the rest */
        {"[:and [:map [:a :any]] [:and [:map [:b :any]] [:json/other-keys " NEVER "]]]",
         "{\"a\":1,\"b\":2}", "a:extra"},
        {"[:and [:map [:a :any]] [:and [:map [:b :any]] [:json/other-keys :int]] "
         "[:json/other-keys " NEVER "]]",
         "{\"a\":1,\"b\":2,\"c\":3}", "ok"},
        {"[:and [:and [:map [:b :any]] [:json/other-keys :int]] [:json/other-keys " NEVER
         "]]",
         "{\"a\":\"x\",\"b\":2}", "a:type"},
        {"[:schema {:registry {\"o\" [:json/other-keys :int]}} [:and [:map [:a :any]] "
         "[:ref \"o\"]]]",
         "{\"a\":\"x\",\"b\":2}", "a:type"},
        /* it says nothing about other kinds of values, and of other parts */
        {"[:and [:map [:a [:map [:b :any]]]] [:json/other-keys " NEVER "]]",
         "{\"a\":{\"b\":1,\"c\":2}}", "ok"},
        {"[:and [:or :int :map] [:json/other-keys " NEVER "]]", "5", "(root):type"},
        {"[:and [:or :int :map] [:json/other-keys {:json/others true} " NEVER "]]", "5",
         "ok"},
    };

    CHECK(rows);
}

Test(conditions, other_items) /* M651 */
{
    static const row rows[] = {
        {"[:json/other-items :int]", "[1,\"x\"]", "[1]:type"},
        {"[:and [:vector :any] [:json/other-items " NEVER "]]", "[1]", "ok"},
        {"[:and [:vector {:json/open true} :any] [:json/other-items " NEVER "]]", "[1]",
         "[0]:extra"},
        {"[:and [:vector {:json/open true} :any] [:json/other-items " NEVER "]]", "[]",
         "ok"},
        {"[:and [:json/items {:json/open true} :int :any] [:json/other-items :string]]",
         "[1,\"a\"]", "ok"},
        {"[:and [:json/items {:json/open true} :int :any] [:json/other-items :string]]",
         "[1,2]", "[1]:type"},
        {"[:and [:json/items :int :any] [:json/other-items " NEVER "]]", "[1,2]", "ok"},
        {"[:and [:tuple :int :int] [:json/other-items " NEVER "]]", "[1,2]", "ok"},
        {"[:and [:json/contains :string] [:json/other-items :int]]", "[\"a\",1,\"b\"]",
         "ok"},
        {"[:and [:json/contains :string] [:json/other-items :int]]", "[\"a\",true]",
         "[1]:type"},
        {"[:and [:not [:not [:json/contains :string]]] [:json/other-items :int]]",
         "[\"a\",1]", "[0]:type"},
        {"[:and [:or [:json/items {:json/open true} :int :any] [:json/items {:json/open "
         "true} :any :int :any]] [:json/other-items " NEVER "]]",
         "[1,2]", "ok"},
        {"[:and [:or [:json/items {:json/open true} :int :any] [:json/items {:json/open "
         "true} :any :string :any]] [:json/other-items " NEVER "]]",
         "[1,2]", "[1]:extra"},
        {"[:and [:or :int [:vector {:json/open true} :any]] [:json/other-items " NEVER
         "]]",
         "5", "(root):type"},
    };

    CHECK(rows);
}

/* More than there are bits in a register, and than use the stack. */
Test(conditions, many_parts)
{
    enum { PARTS = 5000 };
    ptc_arena arena;
    ptc_schema schema;
    ptc_report report;
    ptc_value value;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    schema = read_schema(&arena, "[:and [:json/contains :int] [:json/other-items "
                                 ":string]]");
    ptc_text_init(&text, &arena);
    for (int i = 0; i < PARTS; i++)
        ptc_text_cstr(&text, i == 0       ? "[1"
                             : i == 4097  ? ",true"
                             : i % 2 == 0 ? ",2"
                                          : ",\"a\"");
    ptc_text_byte(&text, ']');
    ptc_text_byte(&text, '\0');
    value = read_value(&arena, text.ptr);
    ptc_report_init(&report, &arena);
    cr_expect(ptc_schema_validate(&schema, &value, &json_output, &report) ==
              PTC_ERROR_INVALID);
    cr_assert(report.error_count == 1 && report.errors[0].path_count == 1);
    cr_expect(report.errors[0].path[0].index == 4097);
    ptc_arena_free(&arena);
}

/* Conditions check, and make nothing; a conjunction is coerced by its first. */
Test(conditions, nothing_is_coerced_by_them)
{
    static const struct {
        const char *schema;
        const char *value;
        const char *made; /* NULL: refused */
    } rows[] = {
        {"[:json/one-of :int :boolean]", "\"5\"", NULL},
        {"[:json/if :any :int :any]", "\"5\"", NULL},
        {"[:json/items :int :any]", "[\"5\"]", NULL},
        {"[:json/keys :any :int]", "{\"a\":\"5\"}", NULL},
        {"[:json/multiple-of 5]", "\"5\"", NULL},
        {"[:and :int [:json/multiple-of 5]]", "\"10\"", "10"},
        {"[:and :int [:json/multiple-of 5]]", "\"11\"", NULL},
        {"[:and [:vector :int] [:json/contains [:= 5]]]", "[\"5\"]", "[5]"},
        {"[:and [:map [:a :int]] [:json/other-keys :int]]", "{\"a\":\"1\",\"b\":2}",
         "{\"a\":1,\"b\":2}"},
        {"[:and [:map [:a :int]] [:json/other-keys :int]]", "{\"a\":\"1\",\"b\":\"2\"}",
         NULL},
        {"[:and [:map [:a {:default 7} :int]] [:json/keys [:= \"a\"] [:> 8]]]", "{}",
         "{}"},
    };
    ptc_walk_options input = {.struct_size = sizeof input};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_schema schema = read_schema(&arena, rows[i].schema);
        ptc_value value = read_value(&arena, rows[i].value);
        ptc_status status;
        ptc_value made;
        ptc_text text;

        status = ptc_schema_coerce(&arena, &schema, &value, &input, &made, NULL);
        ptc_text_init(&text, &arena);
        if (status == PTC_OK)
            ptc_json_write(&text, &made, 0);
        cr_expect((status == PTC_OK) == (rows[i].made != NULL), "%s on %s",
                  rows[i].schema, rows[i].value);
        if (rows[i].made != NULL)
            cr_expect(ptc_str_equal(ptc_text_view(&text), ptc_str_of(rows[i].made)),
                      "%s on %s: %s", rows[i].schema, rows[i].value,
                      test_cstr(ptc_text_view(&text)));
        ptc_arena_reset(&arena);
    }
    ptc_arena_free(&arena);
}

/* --- Hostile ------------------------------------------------------------------------ */

/* A schema in itself this many times. */
static ptc_schema nested(ptc_arena *arena, int levels, const char *open, const char *leaf,
                         const char *close)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    for (int i = 0; i < levels; i++)
        ptc_text_cstr(&text, open);
    ptc_text_cstr(&text, leaf);
    for (int i = 0; i < levels; i++)
        ptc_text_cstr(&text, close);
    ptc_text_byte(&text, '\0');
    return read_schema(arena, text.ptr);
}

/* Nothing recurses by a schema alone without a bound, and what is too deep to be checked
 * satisfies nothing. */
Test(conditions, too_deep_is_refused)
{
    static const struct {
        const char *open;
        const char *leaf;
        const char *close;
        const char *value;
    } rows[] = {
        {"[:json/one-of ", ":int", " :boolean]", "5"},
        {"[:json/one-of [:not ", ":int", "] :string]", "\"a\""},
        {"[:json/if ", ":int", " :any :nil]", "5"},
        {"[:json/if :any ", ":int", " :nil]", "5"},
        {"[:and [:map [:a :any]] [:or :nil ", ":map", "] [:json/other-keys :nil]]",
         "{\"a\":1}"},
        {"[:and [:not ", ":map", "] [:json/other-keys {:json/others true} :nil]]",
         "{\"a\":1}"},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_schema schema =
            nested(&arena, 10000, rows[i].open, rows[i].leaf, rows[i].close);
        ptc_value value = read_value(&arena, rows[i].value);
        ptc_report report;
        ptc_value made;

        ptc_report_init(&report, &arena);
        cr_expect(ptc_schema_validate(&schema, &value, &json_output, &report) ==
                      PTC_ERROR_INVALID,
                  "row %zu", i);
        cr_expect(report.error_count > 0 && report.errors[0].code == PTC_CODE_DEPTH,
                  "row %zu", i);
        cr_expect(ptc_schema_coerce(&arena, &schema, &value, &json_output, &made, NULL) ==
                      PTC_ERROR_INVALID,
                  "row %zu", i);
        ptc_arena_reset(&arena);
    }
    ptc_arena_free(&arena);
}

/* Lists that are too deep: neither counted nor left out of the count. */
Test(conditions, values_that_are_too_deep_are_not_counted)
{
    static const char *const schemas[] = {
        "[:json/contains {:min 0 :max 0} [:schema {:registry {\"l\" [:vector [:ref "
        "\"l\"]]}} \"l\"]]",
        "[:json/one-of [:schema {:registry {\"l\" [:vector [:ref \"l\"]]}} \"l\"] "
        ":any]",
        "[:json/if [:schema {:registry {\"l\" [:vector [:ref \"l\"]]}} \"l\"] "
        ":nil :any]",
    };
    static ptc_value items[600];
    ptc_value value = ptc_value_vector(NULL, 0);
    ptc_arena arena;

    for (int i = 0; i < 600; i++) {
        items[i] = value;
        value = ptc_value_vector(&items[i], 1);
    }
    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++) {
        ptc_schema schema = read_schema(&arena, schemas[i]);
        ptc_report report;

        ptc_report_init(&report, &arena);
        cr_expect(ptc_schema_validate(&schema, &value, &json_output, &report) ==
                      PTC_ERROR_INVALID,
                  "%s", schemas[i]);
        cr_expect(report.error_count == 1 && report.errors[0].code == PTC_CODE_DEPTH,
                  "%s", schemas[i]);
    }
    ptc_arena_free(&arena);
}

/* Ten thousand alternatives that say something of ten thousand keys take as long as one
 * look at each. */
Test(conditions, many_alternatives_take_linear_time, .timeout = 20)
{
    enum { MANY = 10000 };
    static const char *const heads[] = {"[:and [:json/one-of", "[:and [:or"};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (int turn = 0; turn < 2; turn++) {
        ptc_schema schema;
        ptc_report report;
        ptc_value value;
        ptc_text text;

        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, heads[turn]);
        for (int i = 0; i < MANY; i++) {
            ptc_text_cstr(&text, " [:map [:k");
            ptc_text_uint(&text, (uint64_t)i);
            ptc_text_cstr(&text, " :any]]");
        }
        ptc_text_cstr(&text, "] [:json/other-keys [:not :any]]]");
        ptc_text_byte(&text, '\0');
        schema = read_schema(&arena, text.ptr);
        value = read_value(&arena, "{\"k9999\":1,\"z\":2}");
        ptc_report_init(&report, &arena);
        cr_expect(ptc_schema_validate(&schema, &value, &json_output, &report) ==
                  PTC_ERROR_INVALID);
        cr_expect(report.error_count == 1 && report.errors[0].code == PTC_CODE_EXTRA);
        ptc_arena_reset(&arena);
    }
    ptc_arena_free(&arena);
}
