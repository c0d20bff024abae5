/* SPDX-License-Identifier: MIT */
/* Schemas from examples. [validation 14] */
#include <criterion/criterion.h>

#include <ptc/infer.h>

#include <stdio.h>
#include <stdlib.h>

#include "random_schema.h"

/* --- Rows --------------------------------------------------------------------------- */

static ptc_value read_edn(ptc_arena *arena, const char *text)
{
    ptc_source source = {PTC_STR("row"), ptc_str_of(text)};
    ptc_value value = ptc_value_nil();
    ptc_diags diags;
    ptc_forms forms;
    uint32_t form;

    ptc_diags_init(&diags, arena);
    diags.source = &source;
    ptc_forms_init(&forms, arena, &source);
    form = ptc_edn_read_one(&forms, &diags);
    cr_assert(form != 0, "%s", text);
    cr_assert_eq(ptc_form_to_value(&forms, form, &value, &diags), PTC_OK, "%s", text);
    return value;
}

static ptc_status infer_all(ptc_arena *arena, const ptc_value *samples, size_t count,
                            const ptc_infer_options *options, ptc_schema *out)
{
    ptc_infer *infer;

    cr_assert(ptc_infer_make(arena, options, &infer) == PTC_OK);
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(ptc_infer_add(infer, &samples[i]), PTC_OK);
    return ptc_infer_finish(arena, infer, out);
}

static const char *signature_of(ptc_arena *arena, const ptc_schema *schema)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_schema_write_signature(&text, schema, NULL);
    return test_cstr(ptc_text_view(&text));
}

typedef struct infer_row {
    const char *samples; /* an EDN vector of them */
    const char *expected;
} infer_row;

static bool accepts(const ptc_schema *schema, const ptc_value *sample,
                    ptc_boundary boundary)
{
    ptc_walk_options options = {
        .struct_size = sizeof options, .direction = PTC_OUTPUT, .boundary = boundary};

    return ptc_schema_validate(schema, sample, &options, NULL) == PTC_OK;
}

static void check_rows(const infer_row *rows, size_t count,
                       const ptc_infer_options *options)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        ptc_value samples = read_edn(&arena, rows[i].samples);
        ptc_schema schema;

        cr_assert_eq(infer_all(&arena, samples.as.items, samples.aux, options, &schema),
                     PTC_OK);
        cr_expect_str_eq(signature_of(&arena, &schema), rows[i].expected, "%s",
                         rows[i].samples);
        for (uint32_t k = 0; k < samples.aux; k++)
            cr_expect(accepts(&schema, &samples.as.items[k], PTC_BOUNDARY_LISP),
                      "%s: %s refuses sample %u", rows[i].samples, rows[i].expected, k);
    }
    ptc_arena_free(&arena);
}

#define CHECK_ROWS(rows, options)                                                        \
    check_rows((rows), sizeof(rows) / sizeof *(rows), (options))

/* M192 */
Test(infer, rules)
{
    static const infer_row rows[] = {
        /* scalars by kind */
        {"[1]", ":int"},
        {"[1.5]", ":float"},
        {"[\"a\"]", ":string"},
        {"[true false]", ":bool"},
        {"[:a]", ":keyword"},
        {"[]", ":any"},
        /* numbers; nil; only nil */
        {"[1 2.5]", ":float"},
        {"[2.5 1]", ":float"},
        {"[1 nil]", ":int?"},
        {"[nil \"a\"]", ":string?"},
        {"[nil]", ":any"},
        {"[18446744073709551616 1]", ":any"},
        /* unions in order of first appearance */
        {"[1 \"a\"]", ":int|:string"},
        {"[\"a\" 1 \"b\"]", ":string|:int"},
        {"[\"a\" 1 2.5]", ":string|:float"},
        {"[true \"a\" 1]", ":bool|:string|:int"},
        {"[true \"a\" 1 nil]", ":bool|:string|:int?"},
        {"[true \"a\" 1 []]", ":any"},
        {"[1 [2] {:a 1}]", ":int|[:int]|{a :int}"},
        /* lists */
        {"[[]]", "[:any]"},
        {"[[] [1]]", "[:int]"},
        {"[[1 2] [\"a\"]]", "[:int|:string]"},
        {"[[nil 1]]", "[:int?]"},
        {"[[nil]]", "[:any]"},
        {"[[[1] []] [[2.5]]]", "[[:float]]"},
        {"[[1 \"a\" true :k]]", "[:any]"},
        /* sets */
        {"[#{1 2}]", "[:set :int]"},
        {"[#{}]", "[:set :any]"},
        {"[#{1} [1]]", "[:set :int]|[:int]"},
        /* maps */
        {"[{}]", "{}"},
        {"[{} {:a 1}]", "{a :int?}"},
        {"[{:id 1 :name \"x\"} {:name \"y\" :id 2}]", "{id :int, name :string}"},
        {"[{:b 1} {:a 1 :b 2}]", "{b :int, a :int?}"},
        {"[{:a nil} {:a 1}]", "{a :int?}"},
        {"[{:a nil}]", "{a :any}"},
        {"[{:a nil} {}]", "{a :any?}"},
        {"[{\"user_id\" 1} {:user-id 2.5} {\"user-id\" 3}]", "{user_id :float}"},
        {"[{:user-id 1} {}]", "{user-id :int?}"},
        {"[{\"a\" 1 :a \"x\"} {\"a\" 2}]", "{a :int|:string}"},
        {"[{\"odd key\" 1 \"x\" 2}]", "{\"odd key\" :int, x :int}"},
        {"[{\"\" 1 \"x\" 2}]", "{x :int}"},
        {"[{:_secret 1}]", "{_secret :int}"},
        {"[[{:id 1 :tags [\"a\"]} {:id 2 :tags [] :at nil}]]",
         "[{id :int, tags [:string], at :any?}]"},
        {"[{:a {:b {:c 1}}} {:a {:b {:d 2}}} {:a nil}]", "{a {b {c :int?, d :int?}}?}"},
        /* keys that no field can have */
        {"[{1 \"a\" 2 \"b\"}]", "[:map-of :int :string]"},
        {"[{:a 1 :b \"x\"} {1 true}]",
         "[:map-of [:or :keyword :int] [:or :int :string :boolean]]"},
        {"[{[1] 1}]", "[:map-of :any :int]"},
        {"[{[1] 18446744073709551616}]", ":map"},
        {"[{true {:a 1} false {:b 1 :a 2}}]",
         "[:map-of :boolean [:map [:a :int] [:b {:optional true} [:maybe :int]]]]"},
    };

    CHECK_ROWS(rows, NULL);
}

Test(infer, enums)
{
    static const infer_row rows[] = {
        {"[\"a\" \"b\" \"a\" \"b\" \"a\" \"a\"]", ":enum[\"a\" \"b\"]"},
        {"[\"b\" \"a\" nil \"a\" \"b\" \"a\" \"a\"]", ":enum[\"b\" \"a\"]?"},
        {"[\"a\" \"b\" \"a\" \"b\" \"a\"]", ":string"},
        {"[\"a\" \"b\" \"a\" \"b\" \"a\" \"c\"]", ":string"},
        {"[\"a\" \"a\" \"a\" \"a\" \"a\" \"a\"]", ":enum[\"a\"]"},
        {"[[\"a\" \"b\" 1 \"b\"] [\"a\" \"a\" \"a\"]]", "[:enum[\"a\" \"b\"]|:int]"},
        {"[[{:s \"on\"} {:s \"off\"} {:s \"on\"} {:s \"on\"} {:s \"on\"} {:s \"on\"}]]",
         "[{s :enum[\"on\" \"off\"]}]"},
        {"[:a :a :a :a :a :a :a]", ":keyword"},
    };
    static const ptc_infer_options options = {.struct_size = sizeof options,
                                              .enum_max = 2};

    CHECK_ROWS(rows, &options);
}

/* Of private names nothing is reported but types. */
Test(infer, firewall) /* M037 */
{
    static const infer_row rows[] = {
        {"[[{:_o \"Ann\" :k \"a\"} {:_o \"Bo\" :k \"b\"} {:_o \"Ann\" :k \"a\"}"
         " {:_o \"Bo\" :k \"a\"} {:_o \"Bo\" :k \"a\"} {:_o \"Bo\" :k \"a\"}]]",
         "[{_o :string, k :enum[\"a\" \"b\"]}]"},
        {"[{:_by {\"Ann\" 1} :n 1} {:_by {\"Bo\" 1} :n 2}]", "{_by :any, n :int}"},
        {"[{:_ids [1 2] :_l [{:Ann 1}] :_s #{\"a\"} :_d \"2024-05-06T07:08:09Z\"}]",
         "{_ids [:int], _l [:any], _s [:set :string], _d :string}"},
        {"[{:a {\"-by\" {\"Ann\" 1}}}]", "{a {\"-by\" :any}}"},
        {"[{1 {:x 1} :_by {\"Ann\" 1}}]", "[:map-of [:or :int :keyword] :any]"},
        {"[{1 \"a\" :_o \"Ann\" :_p \"Ann\" 2 \"a\" 3 \"a\" 4 \"a\" 5 \"a\"}]",
         "[:map-of [:or :int :keyword] :string]"},
        {"[{:d \"2024-05-06T07:08:09Z\"}]", "{d :datetime}"},
    };
    static const ptc_infer_options options = {.struct_size = sizeof options,
                                              .enum_max = 2,
                                              .datetime = true,
                                              .hide_firewalled = true};

    CHECK_ROWS(rows, &options);
}

Test(infer, maps_of_data)
{
    static const infer_row rows[] = {
        {"[{:a 1 :b 2}]", "{a :int, b :int}"},
        {"[{:a 1 :b 2 :c 3.5}]", "[:map-of :keyword :double]"},
        {"[{\"a\" 1} {\"b\" 2} {\"c\" nil}]", "[:map-of :string [:maybe :int]]"},
        {"[{:a 1 :b 2 :c \"x\"}]", "{a :int, b :int, c :string}"},
        {"[{:a 1 :b 2 \"c\" 3}]", "[:map-of [:or :keyword :string] :int]"},
        {"[{\"x\" {:n 1} \"y\" {:n 2.5 :m 1} \"z\" {}}]",
         "[:map-of :string [:map [:n {:optional true} [:maybe :double]] [:m {:optional "
         "true} [:maybe :int]]]]"},
        {"[{\"x\" {\"a\" [1] \"b\" [2] \"c\" []} \"y\" {\"d\" [2.5]} \"z\" {}}]",
         "[:map-of :string [:map-of :string [:vector :double]]]"},
        {"[{\"x\" {1 2} \"y\" {\"a\" 3} \"z\" {}}]",
         "[:map-of :string [:map-of [:or :int :string] :int]]"},
        {"[{\"x\" #{1} \"y\" #{\"a\"} \"z\" #{}}]",
         "[:map-of :string [:set [:or :int :string]]]"},
    };
    static const ptc_infer_options options = {.struct_size = sizeof options, .map_of = 2};

    CHECK_ROWS(rows, &options);
}

Test(infer, dates)
{
    static const infer_row rows[] = {
        {"[\"2024-05-06T07:08:09Z\" \"2024-05-06T07:08:09.5+02:00\"]", ":datetime"},
        {"[\"2024-05-06T07:08:09Z\" nil]", ":datetime?"},
        {"[\"2024-05-06T07:08:09Z\" \"2024-02-30T07:08:09Z\"]", ":string"},
        {"[\"2024-05-06 07:08:09Z\"]", ":string"},
        {"[\"2024-05-06T07:08:09\"]", ":string"},
        {"[1 \"2024-05-06T07:08:09Z\"]", ":int|:datetime"},
        {"[\"2024-02-29\" \"1999-12-31\"]", ":date"},
        {"[\"2024-02-29\" nil]", ":date?"},
        {"[\"2024-02-29\" \"2023-02-29\"]", ":string"},
        {"[\"2024-02-29\" \"2024-05-06T07:08:09Z\"]", ":string"},
        {"[{\"a\" \"2024-02-29\"} {\"a\" \"2024-03-01\"}]", "{a :date}"},
    };
    static const ptc_infer_options options = {.struct_size = sizeof options,
                                              .datetime = true};

    CHECK_ROWS(rows, &options);
}

Test(infer, one_value)
{
    ptc_infer_options options = {.struct_size = sizeof options, .datetime = true};
    ptc_schema schema;
    ptc_value value;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    value = read_edn(&arena, "{:orders [{:id 1 :at \"2024-05-06T07:08:09Z\"}] :n 2}");
    cr_assert_eq(ptc_infer_value(&arena, &value, &options, &schema), PTC_OK);
    cr_expect_str_eq(signature_of(&arena, &schema),
                     "{orders [{id :int, at :datetime}], n :int}");
    ptc_arena_free(&arena);
}

/* --- What holds for all samples ----------------------------------------------------- */

static void check_sample(ptc_arena *arena, const ptc_schema *schema,
                         const ptc_value *sample)
{
    ptc_walk_options options = {.struct_size = sizeof options,
                                .direction = PTC_OUTPUT,
                                .boundary = PTC_BOUNDARY_LISP};
    ptc_report report;
    ptc_text text;

    ptc_report_init(&report, arena);
    if (ptc_schema_validate(schema, sample, &options, &report) == PTC_OK)
        return;
    ptc_text_init(&text, arena);
    ptc_report_write_errors(&text, &report, "refused:");
    cr_assert(false, "%s\n%s", test_cstr(ptc_text_view(&text)),
              signature_of(arena, schema));
}

/* Every sample satisfies the schema; text of it reads back. */
static void check_random(test_random *random, ptc_arena *arena)
{
    ptc_infer_options options = {.struct_size = sizeof options,
                                 .enum_max = test_random_below(random, 3),
                                 .map_of = test_random_below(random, 6),
                                 .datetime = test_random_below(random, 2) == 0};
    uint32_t count = 1 + test_random_below(random, 24);
    ptc_value *samples = ptc_arena_array(arena, count, sizeof *samples);
    ptc_schema source;
    ptc_schema schema;
    ptc_schema again;

    random_schema(random, arena, 12, false, &source);
    for (uint32_t i = 0; i < count; i++)
        samples[i] = random_value(random, arena,
                                  test_random_below(random, 20) == 0 ? NULL : &source);
    cr_assert_eq(infer_all(arena, samples, count, &options, &schema), PTC_OK);
    for (uint32_t i = 0; i < count; i++)
        check_sample(arena, &schema, &samples[i]);
    cr_assert(redraft_schema(arena, &schema, &again));
    cr_assert(ptc_schema_equal(&schema, &again), "not in normal form: %s",
              signature_of(arena, &schema));
}

Test(infer, samples_satisfy_the_schema)
{
    test_random random = test_random_start("infer", 14);
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (int i = 0; i < 3000; i++) {
        ptc_arena_reset(&arena);
        check_random(&random, &arena);
    }
    ptc_arena_free(&arena);
}

/* A list of samples gives the same as the samples one by one. */
Test(infer, lists_of_samples)
{
    test_random random = test_random_start("infer", 15);
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (int i = 0; i < 500; i++) {
        ptc_value samples[8];
        ptc_value halves[2];
        ptc_schema single;
        ptc_schema listed;
        ptc_schema source;

        ptc_arena_reset(&arena);
        random_schema(&random, &arena, 12, false, &source);
        for (int k = 0; k < 8; k++)
            samples[k] = random_value(&random, &arena, &source);
        halves[0] = ptc_value_vector(samples, 3);
        halves[1] = ptc_value_vector(samples + 3, 5);
        cr_assert_eq(infer_all(&arena, samples, 8, NULL, &single), PTC_OK);
        cr_assert_eq(infer_all(&arena, halves, 2, NULL, &listed), PTC_OK);
        listed.root = ptc_schema_root(&listed)->first;
        cr_expect(ptc_schema_equal(&single, &listed), "%s",
                  signature_of(&arena, &single));
    }
    ptc_arena_free(&arena);
}

/* --- Hostile samples ---------------------------------------------------------------- */

static size_t taken; /* bytes that the arena below holds */

static void *count_bytes(void *old, size_t old_size, size_t new_size, void *user)
{
    (void)user;
    taken += new_size - old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

static ptc_value numbered_key(ptc_arena *arena, const char *prefix, unsigned number)
{
    char name[32];
    int len = snprintf(name, sizeof name, "%s%u", prefix, number);

    return ptc_value_string(ptc_str_copy(arena, ptc_str_make(name, (size_t)len)));
}

static ptc_value map_of(ptc_arena *arena, const char *prefix, unsigned count)
{
    ptc_map_entry *entries = ptc_arena_array(arena, count, sizeof *entries);
    ptc_value map;

    for (unsigned i = 0; i < count; i++) {
        entries[i].key = numbered_key(arena, prefix, i);
        entries[i].value = ptc_value_int(i);
    }
    cr_assert_eq(ptc_map_make(arena, entries, count, &map, NULL), PTC_OK);
    return map;
}

Test(infer, many_keys)
{
    ptc_schema schema;
    ptc_value map;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    map = map_of(&arena, "k", 10000);
    cr_assert_eq(ptc_infer_value(&arena, &map, NULL, &schema), PTC_OK);
    cr_expect_eq(ptc_schema_root(&schema)->count, 10000u);
    map = map_of(&arena, "k", 20000);
    cr_assert_eq(ptc_infer_value(&arena, &map, NULL, &schema), PTC_OK);
    cr_expect_str_eq(signature_of(&arena, &schema), "[:map-of :string :int]");
    ptc_arena_free(&arena);
}

/* Whatever comes, what is remembered stays within bounds. */
Test(infer, memory_is_bounded)
{
    static const ptc_infer_options options = {
        .struct_size = sizeof options, .enum_max = 1000, .map_of = 100, .datetime = true};
    ptc_allocator allocator = {count_bytes, NULL};
    ptc_infer *infer;
    ptc_schema schema;
    ptc_arena samples;
    ptc_arena arena;
    const unsigned rounds = TEST_IS_SANITIZED ? 20000 : 200000;
    char *text = malloc(1 << 20);
    size_t before;

    cr_assert_not_null(text);
    memset(text, 'x', 1 << 20);
    ptc_arena_init(&samples, NULL, 0);
    ptc_arena_init(&arena, &allocator, 0);
    cr_assert(ptc_infer_make(&arena, &options, &infer) == PTC_OK);
    for (unsigned i = 0; i < rounds; i++) { /* each with a key and its own string */
        char prefix[16];
        ptc_map_entry entries[2];
        ptc_map inner = {.entries = &entries[0], .count = 1};
        ptc_map outer = {.entries = &entries[1], .count = 1};
        ptc_value sample;

        snprintf(prefix, sizeof prefix, "%x", i % 300);
        ptc_arena_reset(&samples);
        entries[0].key = numbered_key(&samples, "inner", i);
        entries[0].value = ptc_value_string(ptc_str_make(text + i, (i * 7919u) % 300));
        entries[1].key = numbered_key(&samples, "outer", i % 300);
        entries[1].value = ptc_value_map(&inner);
        sample = ptc_value_map(&outer);
        cr_assert_eq(ptc_infer_add(infer, &sample), PTC_OK);
    }
    before = taken;
    cr_expect(before < (size_t)64 << 20, "%zu bytes", before);
    for (unsigned i = 0; i < 100; i++) {
        ptc_value sample = ptc_value_string(ptc_str_make(text, (1u << 20) - i));

        cr_assert_eq(ptc_infer_add(infer, &sample), PTC_OK);
    }
    cr_expect(taken - before < 1 << 20, "long strings are kept: %zu bytes",
              taken - before);
    cr_assert_eq(ptc_infer_finish(&arena, infer, &schema), PTC_OK);
    cr_expect_str_eq(signature_of(&arena, &schema),
                     "[:map-of :string [:map-of :string :string]]|:string");
    ptc_arena_free(&arena);
    ptc_arena_free(&samples);
    free(text);
}

Test(infer, deep_samples)
{
    enum { LEVELS = PTC_DEPTH_MAX };
    static ptc_value levels[2 * LEVELS];
    static ptc_map maps[2 * LEVELS];
    static ptc_map_entry entries[2 * LEVELS];
    ptc_schema schema;
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    levels[0] = ptc_value_int(1);
    for (unsigned i = 1; i < 2 * LEVELS; i++) {
        entries[i] = (ptc_map_entry){ptc_value_string(PTC_STR("a")), levels[i - 1]};
        maps[i] = (ptc_map){.entries = &entries[i], .count = 1};
        levels[i] = i % 2 ? ptc_value_vector(&levels[i - 1], 1) : ptc_value_map(&maps[i]);
    }
    cr_assert_eq(ptc_infer_value(&arena, &levels[LEVELS], NULL, &schema), PTC_OK);
    cr_expect(accepts(&schema, &levels[LEVELS], PTC_BOUNDARY_JSON));
    ptc_text_init(&text, &arena);
    ptc_schema_write_malli(&text, &schema, NULL);
    cr_expect(!text.failed && text.len > LEVELS);
    /* Only a host can build what is deeper. */
    cr_assert_eq(ptc_infer_value(&arena, &levels[2 * LEVELS - 1], NULL, &schema), PTC_OK);
    cr_expect_eq(schema.count, (uint32_t)LEVELS + 1);
    ptc_arena_free(&arena);
}

/* Wherever memory is refused, that is said, and nothing is lost. */
Test(infer, refused_memory)
{
    static const ptc_infer_options options = {
        .struct_size = sizeof options, .enum_max = 2, .map_of = 1};
    test_refusing memory = {.left = 0};
    ptc_allocator allocator = test_refusing_allocator(&memory);
    ptc_status status = PTC_ERROR_MEMORY;
    ptc_arena samples;
    ptc_value value;

    ptc_arena_init(&samples, NULL, 0);
    value = read_edn(&samples, "[{:a {:x \"s\" :y #{1}} :b {:z [1.5 nil]}} {1 2} [[]]]");
    for (size_t count = 0; status != PTC_OK; count++) {
        ptc_schema schema;
        ptc_arena arena;

        cr_assert(count < 100);
        memory.left = count;
        ptc_arena_init(&arena, &allocator, 0);
        status = ptc_infer_value(&arena, &value, &options, &schema);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY);
        ptc_arena_free(&arena);
        cr_expect_eq(memory.held, 0u, "%zu allocations", count);
    }
    ptc_arena_free(&samples);
}
