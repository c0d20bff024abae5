/* SPDX-License-Identifier: MIT */
/*
 * Contracts written as JSON Schema: what each type becomes, what is lost, and what is
 * left out. That it means the same is shown with the official test suite in
 * tests/contract/test_json_suite.c. [validation 13, emitters 2]
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "random_schema.h"
#include "support.h"

#include <ptc/json_schema.h>

typedef struct written {
    ptc_arena arena;
    ptc_schema schema;
    ptc_json_schema_options options;
    char losses[512];
} written;

static void note_loss(uint32_t node, ptc_str what, void *user)
{
    written *w = user;
    size_t used = strlen(w->losses);

    (void)node;
    snprintf(w->losses + used, sizeof w->losses - used, "%s%.*s", used > 0 ? "; " : "",
             (int)what.len, what.ptr);
}

/* Reads a signature, or a Malli schema after "malli ". */
static void begin(written *w, const char *text)
{
    bool is_malli = strncmp(text, "malli ", 6) == 0;
    ptc_read_options read = {.struct_size = sizeof read, .types = &random_type_names};
    ptc_source source = {PTC_STR("test"), ptc_str_of(is_malli ? text + 6 : text)};
    ptc_diags diags;
    ptc_status status;

    memset(w, 0, sizeof *w);
    w->options.struct_size = sizeof w->options;
    w->options.omit_dialect = true;
    w->options.lose = note_loss;
    w->options.user = w;
    ptc_arena_init(&w->arena, NULL, 0);
    ptc_diags_init(&diags, &w->arena);
    diags.source = &source;
    status = is_malli ? ptc_malli_read(&w->arena, &source, &read, &diags, &w->schema)
                      : ptc_signature_read(&w->arena, &source, &read, &diags, &w->schema);
    cr_assert(status == PTC_OK, "%s: %s", text,
              diags.count > 0 ? test_cstr(diags.items[0].message) : "");
}

static const char *finish(written *w)
{
    ptc_text text;

    ptc_text_init(&text, &w->arena);
    cr_assert(ptc_schema_write_json_schema(&text, &w->schema, &w->options) == PTC_OK);
    return test_cstr(ptc_text_view(&text));
}

typedef struct row {
    const char *contract;
    const char *json;
    const char *losses; /* NULL: none */
} row;

static void check(const row *rows, size_t count, const ptc_json_schema_options *how)
{
    for (size_t i = 0; i < count; i++) {
        written w;
        const char *json;

        begin(&w, rows[i].contract);
        w.options.version = how->version;
        w.options.direction = how->direction;
        w.options.for_models = how->for_models;
        json = finish(&w);
        cr_expect(strcmp(json, rows[i].json) == 0, "%s:\n %s\n wanted\n %s",
                  rows[i].contract, json, rows[i].json);
        cr_expect_str_eq(w.losses, rows[i].losses != NULL ? rows[i].losses : "");
        ptc_arena_free(&w.arena);
    }
}

#define CHECK(rows, ...)                                                                 \
    do {                                                                                 \
        ptc_json_schema_options how_ = {__VA_ARGS__};                                    \
        check(rows, sizeof(rows) / sizeof *(rows), &how_);                               \
    } while (0)

Test(json_writer, each_type)
{
    static const row rows[] = {
        {":any", "{}", NULL},
        {":nil", "{\"type\":\"null\"}", NULL},
        {":bool", "{\"type\":\"boolean\"}", NULL},
        {":int", "{\"type\":\"integer\"}", NULL},
        {":int[1..]", "{\"type\":\"integer\",\"minimum\":1}", NULL},
        {":float[>0 <=2.5]",
         "{\"type\":\"number\",\"exclusiveMinimum\":0,\"maximum\":2.5}", NULL},
        {":string", "{\"type\":\"string\"}", NULL},
        {":string[1..80 ~\"^a\"]",
         "{\"type\":\"string\",\"minLength\":1,\"maxLength\":80,\"pattern\":\"^a\"}",
         NULL},
        {":string[~\"a\" ~\"b\"]",
         "{\"type\":\"string\",\"pattern\":\"a\",\"allOf\":[{\"pattern\":\"b\"}]}", NULL},
        {":datetime", "{\"type\":\"string\",\"format\":\"date-time\"}", NULL},
        {":date", "{\"type\":\"string\",\"format\":\"date\"}", NULL},
        {":decimal", "{\"type\":\"number\"}", NULL},
        {"{a :decimal[0..] = \"1.50\", b [:decimal] = [\"+2.0\", 3]}",
         "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"number\",\"null\"],"
         "\"minimum\":0,\"default\":1.5},\"b\":{\"type\":[\"array\",\"null\"],"
         "\"items\":{\"type\":\"number\"},\"default\":[2.0,3]}}}",
         NULL},
        {":map", "{\"type\":\"object\"}", NULL},
        {":enum[a \"b c\" :d]", "{\"type\":\"string\",\"enum\":[\"a\",\"b c\",\"d\"]}",
         NULL},
        {":enum[1 \"b\"]", "{\"enum\":[1,\"b\"]}", NULL},
        {":enum[a b]?", "{\"type\":[\"string\",\"null\"],\"enum\":[\"a\",\"b\",null]}",
         NULL},
        {":int?", "{\"type\":[\"integer\",\"null\"]}", NULL},
        {"[:int]", "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}", NULL},
        {"[:any][1..3]", "{\"type\":\"array\",\"minItems\":1,\"maxItems\":3}", NULL},
        {"[:set :int]",
         "{\"type\":\"array\",\"items\":{\"type\":\"integer\"},\"uniqueItems\":true}",
         NULL},
        {"[:tuple :int :string]",
         "{\"type\":\"array\",\"prefixItems\":[{\"type\":\"integer\"},{\"type\":"
         "\"string\"}],\"items\":false,\"minItems\":2}",
         NULL},
        {":int|:string", "{\"type\":[\"integer\",\"string\"]}", NULL},
        {":int|:float", "{\"type\":\"number\"}", NULL},
        {":int[1..]|:string?",
         "{\"anyOf\":[{\"type\":\"integer\",\"minimum\":1},{\"type\":\"string\"},"
         "{\"type\":\"null\"}]}",
         NULL},
        {"malli [:= 5]", "{\"const\":5}", NULL},
        {"malli [:maybe [:= 5]]", "{\"anyOf\":[{\"const\":5},{\"type\":\"null\"}]}",
         NULL},
        {"malli [:not= :a]", "{\"not\":{\"const\":\"a\"}}", NULL},
        {"malli [:not :int]", "{\"not\":{\"type\":\"integer\"}}", NULL},
        {"malli [:map-of :string :int]",
         "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}", NULL},
        {"malli [:map-of {:min 1} :int :any]",
         "{\"type\":\"object\",\"propertyNames\":{\"pattern\":\"^(0|-?[1-9][0-9]*)$\"},"
         "\"minProperties\":1}",
         NULL},
        {"malli [:and :string [:fn :email]]",
         "{\"allOf\":[{\"type\":\"string\"},{\"description\":\"email\"}]}",
         "the validator email"},
        {":malli-schema", "{}", "that the value is a Malli schema"},
    };

    CHECK(rows, .struct_size = 0);
}

Test(json_writer, maps)
{
    static const row rows[] = {
        {"{}", "{\"type\":\"object\"}", NULL},
        {"{id :int, name :string?}",
         "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"integer\"},\"name\":"
         "{\"type\":[\"string\",\"null\"]}},\"required\":[\"id\"]}",
         NULL},
        {"{\"odd \\\"key\" :any}",
         "{\"type\":\"object\",\"properties\":{\"odd \\\"key\":{}},\"required\":"
         "[\"odd \\\"key\"]}",
         NULL},
        {"malli [:map {:closed true} [:a {:default 5 :description \"how many\" :title "
         "\"A\"} :int]]",
         "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"integer\",\"null\"],"
         "\"title\":\"A\",\"description\":\"how many\",\"default\":5}},"
         "\"additionalProperties\":false}",
         NULL},
        {"malli [:multi {:dispatch :k} [\"a\" [:map [:x :int]]] "
         "[:malli.core/default :map]]",
         "{\"oneOf\":[{\"allOf\":[{\"properties\":{\"k\":{\"const\":\"a\"}},\"required\":"
         "[\"k\"]},{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"integer\"}},"
         "\"required\":[\"x\"]}]},{\"allOf\":[{\"not\":{\"properties\":{\"k\":{\"enum\":"
         "[\"a\"]}},\"required\":[\"k\"]}},{\"type\":\"object\"}]}]}",
         NULL},
        {"malli [:schema {:registry {\"n\" [:map [:next {:optional true} [:maybe [:ref "
         "\"n\"]]]]}} [:ref \"n\"]]",
         "{\"$ref\":\"#/$defs/n\",\"$defs\":{\"n\":{\"type\":\"object\",\"properties\":"
         "{\"next\":{\"anyOf\":[{\"$ref\":\"#/$defs/n\"},{\"type\":\"null\"}]}}}}}",
         NULL},
    };

    CHECK(rows, .struct_size = 0);
}

Test(json_writer, functions)
{
    static const char both[] = "(query :string, limit :int = 5) -> {id :int, _cost :int}";
    static const row inputs[] = {
        {both,
         "{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\"},\"limit\":"
         "{\"type\":[\"integer\",\"null\"],\"default\":5}},\"required\":[\"query\"]}",
         NULL},
        {"() -> :int", "{\"type\":\"object\"}", NULL},
    };
    static const row outputs[] = {
        {both,
         "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"integer\"}},"
         "\"required\":[\"id\"]}",
         NULL},
    };
    static const row whole[] = {
        {both,
         "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"integer\"},\"_cost\":"
         "{\"type\":\"integer\"}},\"required\":[\"id\",\"_cost\"]}",
         NULL},
    };
    static const row types[] = {{"() -> :int", "{\"type\":\"integer\"}", NULL}};

    CHECK(inputs, .direction = PTC_INPUT);
    CHECK(outputs, .direction = PTC_OUTPUT, .for_models = true);
    CHECK(whole, .direction = PTC_OUTPUT);
    CHECK(types, .struct_size = 0);
}

/* M462 */
Test(json_writer, models_are_given_decimals_as_texts)
{
    static const row rows[] = {
        {"{a :decimal[0..10]}",
         "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":"
         "\"^[+-]?[0-9]+(\\\\.[0-9]+)?([eE][+-]?0*[0-9]{1,5})?$\",\"description\":"
         "\"decimal "
         "number\"}},\"required\":[\"a\"]}",
         "the bounds of a decimal, which is a text here"},
    };

    CHECK(rows, .for_models = true);
}

Test(json_writer, draft_7)
{
    static const row rows[] = {
        {"[:tuple :int]",
         "{\"type\":\"array\",\"items\":[{\"type\":\"integer\"}],\"additionalItems\":"
         "false,\"minItems\":1}",
         NULL},
        {"malli [:json/contains {:min 2} :int]",
         "{\"type\":\"array\",\"contains\":{\"type\":\"integer\"}}",
         "how many elements a list contains"},
    };

    CHECK(rows, .version = PTC_JSON_SCHEMA_7);
}

Test(json_writer, the_whole_document)
{
    written w;
    const char *json;

    begin(&w, ":int");
    w.options.omit_dialect = false;
    w.options.indent = 2;
    json = finish(&w);
    cr_expect_str_eq(json, "{\n  \"$schema\": "
                           "\"https://json-schema.org/draft/2020-12/schema\",\n  "
                           "\"type\": \"integer\"\n}");
    w.options.version = PTC_JSON_SCHEMA_7;
    w.options.indent = 0;
    cr_expect_str_eq(finish(&w),
                     "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":"
                     "\"integer\"}");
    ptc_arena_free(&w.arena);
}

Test(json_writer, faults)
{
    written w;
    ptc_text text;

    begin(&w, "{a :int}");
    ptc_text_init(&text, &w.arena);
    w.options.version = (ptc_json_schema_version)7;
    cr_expect(ptc_schema_write_json_schema(&text, &w.schema, &w.options) ==
              PTC_ERROR_ARGUMENT);
    w.options.version = PTC_JSON_SCHEMA_2020_12;
    w.options.struct_size = 0;
    cr_expect(ptc_schema_write_json_schema(&text, &w.schema, &w.options) ==
              PTC_ERROR_ARGUMENT);
    cr_expect(text.len == 0);
    cr_expect(ptc_schema_write_json_schema(&text, &w.schema, NULL) == PTC_OK);
    ptc_arena_free(&w.arena);
}

/* Every cap on memory gives the whole text or nothing. */
Test(json_writer, memory_that_is_refused)
{
    static const char *const contracts[] = {
        "(q :string, u {id :int, tags [:string]}?) -> :int",
        "{a :string[~\"(?i)x\" ~\"y\\\\s\"], b :enum[1 1.0 x :x], c :int|:float|:string}",
        "malli [:schema {:registry {\"n\" [:map [:n {:default {1.5 2}} [:ref \"n\"]]]}} "
        "[:multi {:dispatch :k} [:a [:ref \"n\"]] [:malli.core/default [:json/keys [:not "
        "[:enum \"a\" \"b\"]] :int]]]]",
        "malli [:and [:json/items :int [:json/contains :any]] [:json/other-items [:tuple "
        ":decimal [:and :string [:fn :email]]]]]",
    };

    for (size_t i = 0; i < sizeof contracts / sizeof *contracts; i++) {
        bool was_whole = false;
        written w;

        begin(&w, contracts[i]);
        for (size_t cap = 64; cap < 40000; cap += 64) {
            ptc_arena small;
            ptc_text text;
            ptc_status status;

            ptc_arena_init(&small, NULL, cap);
            ptc_text_init(&text, &small);
            status = ptc_schema_write_json_schema(&text, &w.schema, NULL);
            cr_expect(status == PTC_OK ? text.len > 100 && !text.failed
                                       : status == PTC_ERROR_MEMORY);
            cr_expect(!was_whole || status == PTC_OK, "%s: %zu bytes", contracts[i], cap);
            was_whole = status == PTC_OK;
            ptc_arena_free(&small);
        }
        cr_expect(was_whole);
        ptc_arena_free(&w.arena);
    }
}

/* --- Edges -------------------------------------------------------------------------- */

/* Patterns of contracts are written as those of ECMAScript. */
Test(json_writer, patterns)
{
#define PATTERN(text) "{\"type\":\"string\",\"pattern\":\"" text "\"}"
    static const row rows[] = {
        {":string[~\"\\\\s\\\\S\"]", PATTERN("[\\\\t-\\\\r ][^\\\\t-\\\\r ]"), NULL},
        {":string[~\"[\\\\sx]\"]", PATTERN("[\\\\t-\\\\r x]"), NULL},
        {":string[~\"(?i)ab\"]", PATTERN("[aA][bB]"), NULL},
        {":string[~\"a(?i:b)c\"]", PATTERN("a(?:[bB])c"), NULL},
        {":string[~\"(a(?i)b|c)d\"]", PATTERN("(a[bB]|[cC])d"), NULL},
        {":string[~\"(?i)[a-f0-9_]\"]", PATTERN("[A-Fa-f0-9_]"), NULL},
        {":string[~\"\\\\A[a-z]+\\\\z\"]", PATTERN("^[a-z]+$"), NULL},
        {":string[~\"\\\\x{1F600}\"]", PATTERN("\\\\u{1F600}"), NULL},
        {":string[~\"\\\\Qa.b\\\\E\"]", PATTERN("a\\\\.b"), NULL},
        {":string[~\"(?P<year>\\\\d{4})\"]", PATTERN("(?:\\\\d{4})"), NULL},
        {":string[~\"a]b}\"]", PATTERN("a\\\\]b\\\\}"), NULL},
        {":string[~\"\\\\pL\\\\p{IsNd}\"]", PATTERN("\\\\p{L}\\\\p{Nd}"), NULL},
        {":string[~\"\\\\-\\\\'[\\\\-\\\\']\"]", PATTERN("-'[\\\\-']"), NULL},
        {":string[~\"^\\\\p{Alpha}$\"]", "{\"type\":\"string\"}",
         "the pattern ^\\p{Alpha}$"},
        {":string[~\"(?i)[ -z]\" ~\"b\"]", PATTERN("b"), "the pattern (?i)[ -z]"},
    };

    CHECK(rows, .struct_size = 0);
}

/* What contracts distinguish and JSON does not is there once. */
Test(json_writer, what_is_the_same_in_json_is_written_once)
{
    static const row rows[] = {
        {":enum[1 1.0 a :a]", "{\"enum\":[1,\"a\"]}", NULL},
        {"malli [:or [:map] :map]", "{\"type\":\"object\"}", NULL},
        {"malli [:maybe [:multi {:dispatch :k} [:a :any] [\"a\" :map]]]",
         "{\"anyOf\":[{\"oneOf\":[{\"allOf\":[{\"type\":\"object\",\"properties\":{\"k\":"
         "{"
         "\"const\":\"a\"}},\"required\":[\"k\"]},{}]}]},{\"type\":\"null\"}]}",
         NULL},
        {"malli [:multi {:dispatch :k} [:malli.core/default [:map [:a :int]]]]",
         "{\"oneOf\":[{\"allOf\":[{\"type\":\"object\"},{\"type\":\"object\","
         "\"properties\":"
         "{\"a\":{\"type\":\"integer\"}},\"required\":[\"a\"]}]}]}",
         NULL},
        {"malli [:multi {:dispatch :k} [nil [:map]] [:malli.core/default :any]]",
         "{\"oneOf\":[{\"allOf\":[{\"properties\":{\"k\":{\"const\":null}}},{\"type\":"
         "\"object\"}]},{\"allOf\":[{\"not\":{\"properties\":{\"k\":{\"enum\":[null]}}}},"
         "{}]}]}",
         NULL},
    };

    CHECK(rows, .struct_size = 0);
}

/* Defaults that JSON cannot say, definitions that nothing refers to. */
Test(json_writer, what_is_left_out)
{
    static const row rows[] = {
        {"malli [:map [:a {:default {1.5 2}} :any]]",
         "{\"type\":\"object\",\"properties\":{\"a\":{}}}",
         "the default, which JSON cannot say"},
        {"malli [:map [:a {:default ##Inf} :double]]",
         "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"number\",\"null\"]}}}",
         "the default, which JSON cannot say"},
        {"malli [:schema {:registry {\"n\" [:map [:n [:ref \"n\"]]]}} :int]",
         "{\"type\":\"integer\"}", NULL},
    };

    CHECK(rows, .struct_size = 0);
}

/* Names as a pointer in an address has them; the root is itself a definition. */
Test(json_writer, names_of_definitions)
{
    static const row rows[] = {
        {"malli [:schema {:registry {\"a/b~c%d \xc3\xa9\" [:vector [:ref "
         "\"a/b~c%d \xc3\xa9\"]]}} [:ref \"a/b~c%d \xc3\xa9\"]]",
         "{\"$ref\":\"#/$defs/a~1b~0c%25d%20%C3%A9\",\"$defs\":{\"a/b~c%d \xc3\xa9\":{"
         "\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/a~1b~0c%25d%20%C3%A9\"}}}}",
         NULL},
    };
    static const row old[] = {
        {"malli [:schema {:registry {\"n\" [:map [:n {:optional true :description "
         "\"next\"} "
         "[:ref \"n\"]]]}} [:ref \"n\"]]",
         "{\"allOf\":[{\"$ref\":\"#/definitions/n\"}],\"definitions\":{\"n\":{\"type\":"
         "\"object\",\"properties\":{\"n\":{\"anyOf\":[{\"$ref\":\"#/definitions/n\"},{"
         "\"type\":\"null\"}],\"description\":\"next\"}}}}}",
         NULL},
    };

    CHECK(rows, .struct_size = 0);
    CHECK(old, .version = PTC_JSON_SCHEMA_7);
}

static const char *nested_lists(ptc_arena *arena, unsigned levels)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    for (unsigned i = 0; i < levels; i++)
        ptc_text_byte(&text, '[');
    ptc_text_cstr(&text, ":int");
    for (unsigned i = 0; i < levels; i++)
        ptc_text_byte(&text, ']');
    return ptc_text_view(&text).ptr;
}

/* What is nested more deeply than JSON may be is refused whole. */
Test(json_writer, deep_types)
{
    static const unsigned levels[] = {200, PTC_DEPTH_MAX - 1, PTC_DEPTH_MAX + 1, 1000};

    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        ptc_status wanted = levels[i] < PTC_DEPTH_MAX ? PTC_OK : PTC_ERROR_DEPTH;
        ptc_status status;
        ptc_arena arena;
        ptc_text text;
        written w;

        ptc_arena_init(&arena, NULL, 0);
        begin(&w, nested_lists(&arena, levels[i]));
        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, "before ");
        status = ptc_schema_write_json_schema(&text, &w.schema, &w.options);
        cr_expect(status == wanted, "%u levels: %s", levels[i], ptc_status_name(status));
        cr_expect(status == PTC_OK ? text.len > levels[i] * 20 : text.len == 7);
        ptc_arena_free(&w.arena);
        ptc_arena_free(&arena);
    }
}

static void *count_bytes(void *old, size_t old_size, size_t new_size, void *user)
{
    *(size_t *)user += new_size;
    (void)old_size;
    if (new_size > 0)
        return realloc(old, new_size);
    free(old);
    return NULL;
}

/* Nine thousand fields take four times the memory of a quarter of them, and the text is
 * the same the second time. */
Test(json_writer, many_fields)
{
    size_t taken[2];

    for (unsigned i = 0; i < 2; i++) {
        unsigned count = i == 0 ? 2250 : 9000;
        ptc_text texts[2];
        ptc_arena arena;
        ptc_text text;
        written w;

        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &arena);
        for (unsigned k = 0; k < count; k++) {
            ptc_text_cstr(&text, k == 0 ? "{f" : ", f");
            ptc_text_uint(&text, k);
            ptc_text_cstr(&text, k % 2 == 0 ? " :int?" : " :enum[a b] = \"a\"");
        }
        ptc_text_byte(&text, '}');
        begin(&w, ptc_text_view(&text).ptr);
        for (unsigned k = 0; k < 2; k++) {
            ptc_allocator counting = {count_bytes, &taken[i]};
            ptc_arena own;

            taken[i] = 0;
            ptc_arena_init(&own, &counting, 0);
            ptc_text_init(&texts[k], &arena);
            ptc_text_init(&text, &own);
            cr_assert(ptc_schema_write_json_schema(&text, &w.schema, &w.options) ==
                      PTC_OK);
            ptc_text_str(&texts[k], ptc_text_view(&text));
            ptc_arena_free(&own);
        }
        cr_expect(ptc_str_equal(ptc_text_view(&texts[0]), ptc_text_view(&texts[1])));
        ptc_arena_free(&w.arena);
        ptc_arena_free(&arena);
    }
    cr_expect(taken[1] < taken[0] * 5, "%zu and %zu bytes", taken[0], taken[1]);
}
