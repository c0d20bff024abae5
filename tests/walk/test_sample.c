/* SPDX-License-Identifier: MIT */
/*
 * Random values of schemas: valid by the walker, the same for a seed everywhere, small,
 * and with all that a schema allows among them.
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "random_schema.h"

static const char *written(ptc_arena *arena, const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_value_write(&text, value);
    return ptc_text_view(&text).ptr;
}

static ptc_schema read_schema(ptc_arena *arena, const char *malli)
{
    ptc_source source = {.name = PTC_STR("test"), .text = ptc_str_of(malli)};
    ptc_read_options options = {.struct_size = sizeof options,
                                .types = &random_type_names};
    ptc_schema schema;
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    diags.source = &source;
    cr_assert_eq(ptc_malli_read(arena, &source, &options, &diags, &schema), PTC_OK,
                 "%s: %s", malli, diags.count ? diags.items[0].message.ptr : "memory");
    return schema;
}

/* --- Random schemas ----------------------------------------------------------------- */

typedef struct tally {
    unsigned made;
    unsigned refused;
    size_t longest;
} tally;

/* Whether the schema has a node of which a sample need not be found. */
static bool is_hard(const ptc_schema *schema)
{
    for (uint32_t i = schema->root; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];

        if (node->type == PTC_TYPE_CUSTOM || node->type == PTC_TYPE_AND ||
            node->type == PTC_TYPE_NOT || node->type == PTC_TYPE_MULTI ||
            node->type == PTC_TYPE_ONE || node->type == PTC_TYPE_IF ||
            node->type == PTC_TYPE_MAP_OF || node->type == PTC_TYPE_SET ||
            node->type == PTC_TYPE_CONST || node->type == PTC_TYPE_ENUM ||
            ((node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_TUPLE) &&
             (node->flags & PTC_NODE_DISTINCT)) ||
            node->pattern_count > 0 || node->type == PTC_TYPE_REF)
            return true;
    }
    return false;
}

static void try_random(ptc_arena *arena, const ptc_schema *schema, uint64_t seed,
                       tally *all)
{
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_value value;
    ptc_value coerced;
    ptc_report report;
    ptc_status status;
    ptc_str why;

    options.mode = seed % 8 < 6 ? PTC_MODE_STRICT : PTC_MODE_ENABLED;
    options.direction = seed % 2 ? PTC_INPUT : PTC_OUTPUT;
    options.boundary = seed % 4 < 2 ? PTC_BOUNDARY_JSON : PTC_BOUNDARY_LISP;
    status = ptc_schema_sample(arena, schema, &options, seed, seed / 4, &value, &why);
    if (status != PTC_OK) {
        cr_assert_eq(status, PTC_ERROR_INVALID, "%d", (int)status);
        cr_assert(why.len > 0 && memchr(why.ptr, '\n', why.len) == NULL);
        if (!is_hard(schema)) {
            ptc_text text;

            ptc_text_init(&text, arena);
            ptc_schema_write_malli(&text, schema, NULL);
            cr_assert_fail("%s\n  %s", why.ptr, text.ptr);
        }
        all->refused++;
        return;
    }
    all->made++;
    ptc_report_init(&report, arena);
    cr_assert_eq(ptc_schema_validate(schema, &value, &options, &report), PTC_OK, "%s",
                 written(arena, &value));
    if (ptc_schema_coerce(arena, schema, &value, &options, &coerced, &report) != PTC_OK) {
        ptc_text text;

        ptc_text_init(&text, arena);
        ptc_report_write_errors(&text, &report, "");
        cr_assert_fail("%s %s", text.ptr, written(arena, &value));
    }
    if (options.boundary == PTC_BOUNDARY_JSON)
        cr_assert_eq(ptc_json_check(&value, &report), PTC_OK, "%s",
                     written(arena, &value));
    if (strlen(written(arena, &value)) > all->longest)
        all->longest = strlen(written(arena, &value));
}

Test(sample, random) /* M585 */
{
    test_random random = test_random_start("sample", 20261127);
    unsigned schemas = TEST_IS_SANITIZED ? 1000 : 5000;
    tally all = {0};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned i = 0; i < schemas; i++) {
        ptc_schema schema;

        random_schema(&random, &arena, 2 + test_random_below(&random, 30), i % 3 == 0,
                      &schema);
        for (unsigned k = 0; k < 20; k++) {
            ptc_arena_mark mark = ptc_arena_place(&arena);

            try_random(&arena, &schema, test_random_next(&random), &all);
            ptc_arena_rewind(&arena, mark);
        }
        ptc_arena_reset(&arena);
    }
    printf("sample/random: %u samples, %u refused, longest %zu bytes\n", all.made,
           all.refused, all.longest);
    cr_assert_gt(all.made, schemas * 16, "%u of %u", all.made, schemas * 20);
    ptc_arena_free(&arena);
}

/* --- What is among the samples ------------------------------------------------------ */

enum { DRAWS = 2000 };

/* Every value of the last column, parted by blanks, comes in that many draws. */
Test(sample, edges_come) /* M586 */
{
    static const struct {
        const char *schema;
        const char *among;
    } rows[] = {
        {"[:int {:min -3 :max 5}]", "-3 -2 0 1 4 5"},
        {":int", "-9223372036854775808 9223372036854775807 0 1"},
        {"[:and :int [:> 7]]", "8 9 9223372036854775807"},
        {"[:and :double [:> 0.5] [:< 0.75]]", "0.5000000000000001 0.7499999999999999"},
        {":double", "1.7976931348623157e308 -1.7976931348623157e308 0.0 0.25"},
        {"[:double {:min 0.1 :max 0.1}]", "0.1"},
        {"[:double {:min 1e300}]", "1e300 1.7976931348623157e308"},
        {"[:double {:max -1e300}]", "-1e300 -1.7976931348623157e308"},
        {"[:string {:min 0 :max 1}]",
         "\"\" \"a\" \"\xc3\xa9\" \"\\\"\" \"\xf0\x9f\x98\x80\""},
        {"[:re \"^(a|bc){0,2}$\"]", "\"\" \"a\" \"bc\" \"aa\" \"abc\" \"bca\" \"bcbc\""},
        {"[:re \"^[\xc3\xa0-\xc3\xa2]$\"]", "\"\xc3\xa0\" \"\xc3\xa2\""},
        {"[:enum :a 1 \"x\" 2.5 false]", "\"a\" 1 \"x\" 2.5 false"},
        {"[:maybe [:= 7]]", "null 7"},
        {":date", "\"2024-02-29\" \"0000-01-01\" \"9999-12-31\""},
        {"[:and :decimal [:>= 0] [:< 0.02]]", "\"0.00\" \"0.01\" \"0.000\" \"0.0199\" 0"},
        {"[:decimal {:min 9999.99 :max 9999.99}]", "\"9999.99\" \"9999.9900\""},
        {"[:decimal {:min 1e300}]", "\"1e300\""},
        {"[:decimal {:min 123456789012345678}]", "123456789012345678"},
        {"[:map [:a {:optional true} [:enum 1 2]] [:b {:default 9} [:enum 8 9]]]",
         "{} {\"a\":1} {\"b\":9} {\"a\":2,\"b\":8} {\"a\":null}"},
        {"[:vector {:max 2} :boolean]", "[] [true] [false,true]"},
        {"[:set [:enum 1 2]]", "[] [1] [2,1] [1,2]"},
        {"[:set {:min 3} [:enum 1 2 3]]", "[3,2,1] [1,2,3]"},
        {"[:map-of [:enum :k :l] [:= 0]]", "{} {\"k\":0} {\"l\":0,\"k\":0}"},
        {"[:map-of {:min 1} [:int {:min 1 :max 2}] :nil]",
         "{\"1\":null} {\"2\":null,\"1\":null}"},
        {"[:tuple :boolean [:= :k]]", "[true,\"k\"] [false,\"k\"]"},
        {"[:or [:= 1] [:tuple] :boolean]", "1 [] true"},
        {"[:multi {:dispatch :t} [:a [:map [:t [:= :a]]]] [:b [:map [:x :boolean]]]]",
         "{\"t\":\"a\"} {\"t\":\"b\",\"x\":true}"},
        {"[:and [:int {:min 0 :max 4}] [:not [:enum 0 3]]]", "1 2 4"},
        {"[:schema {:registry {\"n\" [:map [:next [:maybe [:ref \"n\"]]]]}} [:ref "
         "\"n\"]]",
         "{\"next\":null} {} {\"next\":{\"next\":{\"next\":null}}}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char words[256];
        ptc_arena arena;
        ptc_schema schema;

        ptc_arena_init(&arena, NULL, 0);
        schema = read_schema(&arena, rows[i].schema);
        snprintf(words, sizeof words, "%s", rows[i].among);
        for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
            bool is_found = false;

            for (uint64_t draw = 0; draw < DRAWS && !is_found; draw++) {
                ptc_arena_mark mark = ptc_arena_place(&arena);
                ptc_value value;
                ptc_text text;
                ptc_str why;

                cr_assert_eq(
                    ptc_schema_sample(&arena, &schema, NULL, 1, draw, &value, &why),
                    PTC_OK, "%s: %s", rows[i].schema, why.ptr);
                ptc_text_init(&text, &arena);
                cr_assert_eq(ptc_json_write(&text, &value, 0), PTC_OK);
                is_found = strcmp(text.ptr, word) == 0;
                ptc_arena_rewind(&arena, mark);
            }
            cr_expect(is_found, "%s: no %s", rows[i].schema, word);
        }
        ptc_arena_free(&arena);
    }
}

/* The values of a seed are part of what the library promises: see <ptc/walk.h>. */
Test(sample, a_seed_means_the_same_everywhere) /* M587 */
{
    static const char schema_text[] =
        "[:map [:i :int] [:f :double] [:n [:int {:min 1 :max 9}]] [:s :string]"
        " [:p [:re \"^[a-f]{2}\\\\d+$\"]] [:d [:and :double [:>= 0.1] [:<= 0.7]]]"
        " [:l [:vector [:or :boolean :keyword]]] [:o {:optional true} [:set :int]]]";
    static const char expected[] =
        "{\"i\":-47,\"f\":-1.7976931348623157e308,\"n\":1,\"s\":\"\\tosx\x7f"
        "&/ "
        "\\t\",\"p\":\"ad6\",\"d\":0.25,\"l\":[\"y0puy4\"],\"o\":[18,0,-55,-"
        "9223372036854775808]}\n"
        "{\"i\":-20,\"f\":2.6466951870385074e268,\"n\":6,\"s\":\"A-\",\"p\":"
        "\"ea281494247\",\"d\":0.5,\"l\":[]}\n"
        "{\"i\":-57,\"f\":18.0,\"n\":2,\"s\":\"\\u0001x\xe2\x82\xac"
        "zMac_{:\",\"p\":\"bd9\",\"d\":0.5,\"l\":[\"kdvykkyy\"],\"o\":["
        "9223372036854775807,-19,31,-44]}\n";
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_arena arena;
    ptc_schema schema;
    ptc_text text;
    ptc_value value;
    ptc_str why;

    ptc_arena_init(&arena, NULL, 0);
    schema = read_schema(&arena, schema_text);
    ptc_text_init(&text, &arena);
    for (uint64_t i = 0; i < 3; i++) {
        cr_assert_eq(ptc_schema_sample(&arena, &schema, &options, 42, i, &value, &why),
                     PTC_OK);
        ptc_json_write(&text, &value, 0);
        ptc_text_byte(&text, '\n');
    }
    cr_expect_str_eq(text.ptr, expected);
    ptc_arena_free(&arena);
}

/* Arguments for the input, the result for the output; keywords and sets for programs. */
Test(sample, directions_and_boundaries)
{
    static const struct {
        ptc_direction direction;
        ptc_boundary boundary;
        const char *written;
    } rows[] = {
        {PTC_INPUT, PTC_BOUNDARY_JSON, "{\"who\" \"me\"}"},
        {PTC_INPUT, PTC_BOUNDARY_LISP, "{:who :me}"},
        {PTC_OUTPUT, PTC_BOUNDARY_JSON, "[1]"},
        {PTC_OUTPUT, PTC_BOUNDARY_LISP, "#{1}"},
    };
    ptc_arena arena;
    ptc_schema schema;
    ptc_str why;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq(ptc_signature_of(&arena, "(who [:enum :me]) -> [:set {:min 1} [:= 1]]",
                                  &schema, &why),
                 PTC_OK, "%s", why.ptr);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_walk_options options = {.struct_size = sizeof options,
                                    .direction = rows[i].direction,
                                    .boundary = rows[i].boundary};
        ptc_value value;

        cr_assert_eq(ptc_schema_sample(&arena, &schema, &options, 5, 0, &value, &why),
                     PTC_OK, "%s", why.ptr);
        cr_expect_str_eq(written(&arena, &value), rows[i].written);
    }
    ptc_arena_free(&arena);
}

/* Conditions next to types are met on purpose, not by luck alone: every draw gives a
 * value. An example is found where one conjunct alone can have it: conjunctions of maps
 * have none where other keys are refused. */
Test(sample, conditions_are_met)
{
    static const char *const schemas[] = {
        /* without an example */
        "[:and [:vector :int] [:json/items [:= 1] [:= 2] :any] [:json/contains {:min 2} "
        "[:= 3]]]",
        "[:and [:map] [:json/one-of [:map [:a :int]] [:map [:b :int]]]]",
        "[:and [:map [:k [:enum \"a\" \"b\"]]] [:json/if [:map [:k [:= \"a\"]]] [:map "
        "[:x :int]] [:map [:y :int]]]]",
        /* with one */
        "[:json/multiple-of 0.01]",
        "[:json/multiple-of 9223372036854775807]",
        "[:and [:int {:min 1000 :max 2000}] [:json/multiple-of 7]]",
        "[:and [:double {:min 0 :max 100}] [:json/multiple-of 0.01]]",
        "[:json/items :int [:= \"a\"] [:not :any]]",
        "[:json/items {:min 3 :max 5} :int :boolean :nil]",
        "[:json/contains {:min 4} [:= 7]]",
        "[:and [:vector {:json/open true} :any] [:json/contains {:min 2 :max 2} [:= 3]]]",
        "[:json/keys [:re \"^x\"] :int]",
        "[:and [:map [:a :int]] [:json/keys [:re \"^x\"] :boolean] [:json/other-keys "
        "[:not :any]]]",
        "[:and [:map [:a :int]] [:json/other-keys :string]]",
        "[:schema {:registry {\"n\" [:json/one-of :nil [:map [:next [:ref \"n\"]]]]}} "
        "\"n\"]",
    };
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++) {
        ptc_schema schema = read_schema(&arena, schemas[i]);
        ptc_value value;
        ptc_str why;

        for (uint64_t draw = 0; draw < 100; draw++) {
            cr_expect_eq(
                ptc_schema_sample(&arena, &schema, &options, 3, draw, &value, &why),
                PTC_OK, "%s: %s", schemas[i], why.ptr);
        }
        cr_expect_eq(ptc_schema_example(&arena, &schema, PTC_BOUNDARY_JSON, 10, &value),
                     i >= 3, "%s", schemas[i]);
        ptc_arena_reset(&arena);
    }
    ptc_arena_free(&arena);
}

/* --- What has none ------------------------------------------------------------------ */

Test(sample, what_has_none_is_said_with_its_place) /* M588 */
{
    static const struct {
        const char *schema;
        const char *why;
    } rows[] = {
        {"[:fn :email]",
         "(root): there is no sample of :email: only its validator knows its values"},
        {"[:map [:a [:vector {:min 1} [:map [:b [:fn :email]]]]]]",
         "a[0].b: there is no"},
        {"[:and :int [:not :int]]", "(root): there is no sample of :and: no value that"},
        {"[:tuple [:not :any]]", "[0]: there is no sample of :not: every value that was"},
        {"[:map [:s [:string {:min 100000}]]]",
         "s: there is no sample of :string: it needs"},
        {"[:vector {:min 1001} :int]", "(root): there is no sample of :vector: it needs"},
        {"[:set {:min 3} :boolean]", "(root): there is no sample of :set: too few"},
        {"[:map-of {:min 1} :boolean :int]",
         "(root): there is no sample of :boolean: keys"},
        {"[:map-of {:min 3} [:enum :a :b] :int]",
         "(root): there is no sample of :map-of: too few different keys"},
        {"[:and [:re \"^a\"] [:re \"^b\"]]",
         "(root): there is no sample of :string: no text"},
        {"[:vector {:min 300} [:vector {:min 300} :int]]", "its values are too large"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_value value = ptc_value_int(1);
        ptc_arena arena;
        ptc_schema schema;
        ptc_status status;
        ptc_str why;

        ptc_arena_init(&arena, NULL, 0);
        schema = read_schema(&arena, rows[i].schema);
        status = ptc_schema_sample(&arena, &schema, NULL, 7, i, &value, &why);
        cr_expect(status == PTC_ERROR_INVALID && value.kind == PTC_NIL, "%s: %d",
                  rows[i].schema, (int)status);
        cr_expect(strstr(why.ptr, rows[i].why) != NULL, "%s: %s", rows[i].schema,
                  why.ptr);
        ptc_arena_free(&arena);
    }
}

/* What leads ever further down ends, however many entries each level has to try. */
Test(sample, endless_descent, .timeout = 10)
{
    static const char text[] =
        "[:schema {:registry {\"t\" [:map-of {:min 900} :string"
        " [:or [:and :int [:not :int]] [:ref \"t\"]]]}} [:or :int [:ref \"t\"]]]";
    unsigned made = 0;
    ptc_arena arena;
    ptc_schema schema;

    ptc_arena_init(&arena, NULL, 0);
    schema = read_schema(&arena, text);
    for (uint64_t seed = 0; seed < 20; seed++) {
        ptc_arena_mark mark = ptc_arena_place(&arena);
        ptc_value value;
        ptc_status status;
        ptc_str why;

        status = ptc_schema_sample(&arena, &schema, NULL, seed, 0, &value, &why);
        cr_expect(status == PTC_OK || status == PTC_ERROR_INVALID, "%d", (int)status);
        made += status == PTC_OK;
        ptc_arena_rewind(&arena, mark);
    }
    cr_expect_gt(made, 0);
    ptc_arena_free(&arena);
}

static bool is_long(const ptc_value *value, const char **message, void *user)
{
    (void)message;
    ++*(unsigned *)user;
    return value->kind == PTC_STRING && value->aux > 3;
}

/* What may be absent, or has another form, is made without the type. */
Test(sample, registered_types)
{
    unsigned asked = 0;
    const ptc_validator validator = {
        .name = PTC_STR_INIT("email"), .is_valid = is_long, .user = &asked};
    ptc_walk_options options = {
        .struct_size = sizeof options, .validators = &validator, .validator_count = 1};
    ptc_arena arena;
    ptc_schema schema;
    ptc_value value;
    ptc_str why;

    ptc_arena_init(&arena, NULL, 0);
    schema = read_schema(&arena, "[:map [:a {:optional true} [:fn :email]]"
                                 " [:b [:or [:fn :email] :int]]]");
    for (uint64_t i = 0; i < 50; i++)
        cr_expect_eq(ptc_schema_sample(&arena, &schema, NULL, 1, i, &value, &why), PTC_OK,
                     "%s", why.ptr);
    schema = read_schema(&arena, "[:vector {:min 1} [:fn :email]]");
    cr_expect_eq(ptc_schema_sample(&arena, &schema, &options, 1, 0, &value, &why), PTC_OK,
                 "%s", why.ptr);
    cr_expect_gt(asked, 0);
    ptc_arena_free(&arena);
}

/* Whatever memory there is, the answer is a sample, or that it is too little. */
Test(sample, memory_is_refused)
{
    static const char text[] =
        "[:map [:a [:vector {:min 2} :string]] [:p [:re \"^[a-z]+\\\\d$\"]]"
        " [:q [:and :int [:not [:= 0]]]] [:s [:set :int]] [:m [:map-of :keyword :any]]]";
    ptc_arena own;
    ptc_schema schema;
    unsigned good = 0;

    ptc_arena_init(&own, NULL, 0);
    schema = read_schema(&own, text);
    for (size_t cap = 64; cap < 300000; cap += 1 + cap / 16) {
        char *memory = malloc(cap);
        ptc_value value;
        ptc_status status;
        ptc_arena arena;
        ptc_str why;

        ptc_arena_init(&arena, NULL, cap);
        status = ptc_schema_sample(&arena, &schema, NULL, 3, 0, &value, &why);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%zu: %d", cap,
                  (int)status);
        ptc_arena_free(&arena);
        ptc_arena_init_memory(&arena, memory, cap);
        status = ptc_schema_sample(&arena, &schema, NULL, 3, 0, &value, &why);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%zu: %d", cap,
                  (int)status);
        good += status == PTC_OK;
        free(memory);
    }
    cr_expect_gt(good, 0);
    ptc_arena_free(&own);
}
