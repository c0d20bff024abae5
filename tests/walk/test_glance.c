/* SPDX-License-Identifier: MIT */
/*
 * Quick looks at JSON text: what they accept at once, what they leave to the walker, and
 * that no byte after a text has a say. That what they accept is valid is
 * also held in every suite of engines, and by fuzz_walk.
 */
#define _DEFAULT_SOURCE /* mmap, MAP_ANONYMOUS */
#include <criterion/criterion.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "declared.h"

/* --- Looking ----------------------------------------------------------------------- */

typedef struct looking {
    ptc_arena arena;
    char *fence; /* no byte from here on can be read */
    ptc_schema schema;
    const ptc_glance *glance;
} looking;

static void start(looking *l)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *memory =
        mmap(NULL, 5 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    cr_assert(memory != MAP_FAILED);
    l->fence = memory + 4 * page;
    cr_assert(mprotect(l->fence, page, PROT_NONE) == 0);
    ptc_arena_init(&l->arena, NULL, 0);
}

static void choose(looking *l, const char *malli, const ptc_walk_options *options)
{
    ptc_source source = {PTC_STR("row"), ptc_str_of(malli)};
    ptc_diags diags;

    ptc_arena_reset(&l->arena);
    ptc_diags_init(&diags, &l->arena);
    cr_assert(ptc_malli_read(&l->arena, &source, NULL, &diags, &l->schema) == PTC_OK,
              "%s", malli);
    cr_assert(ptc_glance_make(&l->arena, &l->schema, options, &l->glance) == PTC_OK);
}

/* The padding is all that can be read after the text. */
static bool accepts(looking *l, ptc_str text, const char *padding)
{
    char *place = l->fence - PTC_PADDING - text.len;

    memcpy(place, text.ptr, text.len);
    memcpy(l->fence - PTC_PADDING, padding, PTC_PADDING);
    return ptc_glance_accepts(&l->arena, l->glance, place, text.len);
}

static const char paddings[][PTC_PADDING + 1] = {
    "\"}]1,\"x\":{[ \"a\":0}],\"query\":\"x", "}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}",
    "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",       "                                ",
    "99999999999999999999999999999999",       "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
};

enum { PADDINGS = sizeof paddings / sizeof paddings[0] };

/* --- What is accepted at once ------------------------------------------------------ */

#define PERSON                                                                           \
    "[:map [:id :int] [:name :string] [:email {:optional true} [:maybe :string]]"        \
    " [:score {:default 1.5} :double]]"
#define LONG_KEY "a_name_that_is_longer_than_sixteen_bytes"
#define TREE                                                                             \
    "[:schema {:registry {\"n\" [:map [:v :int] [:down {:optional true}"                 \
    " [:vector [:ref \"n\"]]]]}} \"n\"]"

/* [validation 5.5] */
#define APART                                                                            \
    "[:map [:a {:json/required true} [:maybe :int]]"                                     \
    " [:b {:optional true :json/null false} :int] [:c {:optional true} :any]]"
#define APART_TREE                                                                       \
    "[:schema {:registry {\"n\" [:maybe [:map [:k {:json/required true} [:ref \"n\"]]"   \
    " [:m {:optional true :json/null false} [:ref \"o\"]]]] \"o\" [:map [:k"             \
    " {:json/required true} [:ref \"n\"]]]}} [:ref \"n\"]]"

#define NAMED                                                                            \
    "[:schema {:registry {\"n\" :int}} [:map [:a [:ref \"n\"]]"                          \
    " [:b {:optional true} [:maybe [:ref \"n\"]]]]]"

typedef struct row {
    const char *schema;
    const char *text;
    bool is_accepted;
} row;

static const row rows[] = {
    /* Keys. */
    {PERSON, "{\"id\":1,\"name\":\"x\",\"email\":\"y\",\"score\":2.5}", true},
    {PERSON, "{\"id\":1,\"name\":\"x\"}", true},
    {PERSON, "{\"id\":1,\"name\":\"x\",\"score\":2.5}", true},
    {PERSON, "{\"score\":2.5,\"email\":null,\"name\":\"x\",\"id\":1}", true},
    {PERSON, " { \"id\" : 1 , \"name\"\t:\n\"x\" } \r\n", true},
    {PERSON, "{\"id\": 1, \"name\": \"x\", \"email\": null}", true},
    {PERSON, "{\"\\u0069d\":1,\"name\":\"x\"}", true},
    {PERSON, "{\"id\":1}", false},
    {PERSON, "{}", false},
    {PERSON, "{\"id\":1,\"name\":\"x\",\"id\":1}", false},
    {PERSON, "{\"name\":\"x\",\"id\":1,\"name\":\"x\"}", false},
    {PERSON, "{\"name\":\"x\",\"\\u0069d\":1,\"id\":2}", false},
    {PERSON, "{\"id\":1,\"name\":\"x\",\"other\":1}", false},
    {PERSON, "{\"id\":1,\"name\":\"x\",}", false},
    {PERSON, "{\"id\":1 \"name\":\"x\"}", false},
    {PERSON, "{\"id\":1,\"name\":\"x\"}}", false},
    {PERSON, "{\"id\":1,\"name\":\"x\"} 1", false},
    {PERSON, "{\"id\":1,\"name\":\"x\"]", false},
    {PERSON, "{id:1,\"name\":\"x\"}", false},
    {"[:map [:user-id :int]]", "{\"user-id\":1}", true},
    {"[:map [:user-id :int]]", "{\"user_id\":1}", false},
    {"[:map [:" LONG_KEY " :int] [:b :int]]", "{\"" LONG_KEY "\":1,\"b\":2}", true},
    {"[:map [:" LONG_KEY " :int]]", "{\"" LONG_KEY "s\":1}", false},
    {"[:map [:" LONG_KEY " :int]]", "{\"a_name_that_is_longer_than_sixteen\":1}", false},
    {"[:map [\"}\" :int]]", "{\"}\":1}", false},
    {"[:map [\"g\xC3\xB6\" :int]]", "{\"g\xC3\xB6\":1}", true},
    {"[:map]", "{\"a\":{\"b\":[1,2]}}", false},
    {"[:map [:a :map]]", "{\"a\":{\"b\":[1,2]}}", true},
    /* Integers. */
    {"[:vector :int]", "[0,-0,7,-7,12345678,-12345678,999999999999999]", true},
    {"[:vector :int]", "[9223372036854775807,-9223372036854775808]", true},
    {"[:vector :int]", "[9223372036854775808]", false},
    {"[:vector :int]", "[01]", false},
    {"[:vector :int]", "[1.0]", false},
    {"[:vector :int]", "[1e3]", false},
    {"[:vector :int]", "[\"1\"]", false},
    {"[:vector :int]", "[-]", false},
    {"[:vector [:int {:min 10 :max 12345678}]]", "[10,99,9999999,12345678]", true},
    {"[:vector [:int {:min 10 :max 12345678}]]", "[9]", false},
    {"[:vector [:int {:min 10 :max 12345678}]]", "[12345679]", false},
    {"[:vector [:and :int [:> -5] [:< 5]]]", "[-4,0,4]", true},
    {"[:vector [:and :int [:> -5] [:< 5]]]", "[5]", false},
    {"[:vector [:and :int [:> -5] [:< 5]]]", "[-5]", false},
    /* Other numbers. */
    {"[:vector :double]", "[0.5,-0.5,1,10.25,12345678.12345678,1e-5,2.5E+10,-3]", true},
    {"[:vector :double]", "[1.234567890123456789,0.1000000000000000055]", true},
    {"[:vector :double]", "[9007199254740992]", true},
    {"[:vector :double]", "[9007199254740993]", false},
    {"[:vector :double]", "[00.5]", false},
    {"[:vector :double]", "[1.]", false},
    {"[:vector :double]", "[.5]", false},
    {"[:vector :double]", "[1.5.5]", false},
    {"[:vector :double]", "[1e999]", false},
    {"[:vector [:double {:min 0.5}]]", "[0.5,1]", true},
    {"[:vector [:double {:min 0.5}]]", "[0.25]", false},
    /* Strings. */
    {"[:vector :string]", "[\"\",\"plain\",\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", true},
    {"[:vector :string]", "[\"a text of more than two blocks of sixteen bytes, \\n\"]",
     true},
    {"[:vector :string]", "[\"\\u00e5\",\"G\xC3\xB6teborg\",\"\\ud83d\\ude00\"]", true},
    {"[:vector :string]", "[\"\\ud83d\"]", false},
    {"[:vector :string]", "[\"\\x\"]", false},
    {"[:vector :string]", "[\"\xC3\"]", false},
    {"[:vector :string]", "[\"a\tb\"]", false},
    {"[:vector :string]", "[\"a]", false},
    {"[:vector [:string {:min 2 :max 3}]]",
     "[\"ab\",\"abc\",\"\xC3\xB6\xC3\xB6\xC3\xB6\"]", true},
    {"[:vector [:string {:min 2 :max 3}]]", "[\"\\n\\n\"]", true},
    {"[:vector [:string {:min 2 :max 3}]]", "[\"\\n\"]", false},
    {"[:vector [:string {:min 2 :max 3}]]", "[\"\xC3\xB6\"]", false},
    {"[:vector [:string {:min 2 :max 3}]]", "[\"abcd\"]", false},
    {"[:vector [:re \"^a+$\"]]", "[\"aa\"]", true},
    {"[:vector [:re \"^a+$\"]]", "[\"ab\"]", false},
    /* Words and members. */
    {"[:vector :boolean]", "[true,false]", true},
    {"[:vector :boolean]", "[truer]", false},
    {"[:vector :boolean]", "[\"true\"]", false},
    {"[:vector [:enum \"a\" :b \"a-b\"]]", "[\"a\",\"b\",\"a-b\",\"\\u0061\"]", true},
    {"[:vector [:enum \"a\" :b]]", "[\"c\"]", false},
    {"[:vector [:enum \"a\" :b]]", "[\"a]", false},
    {"[:vector [:enum \"]\" \"x\"]]", "[\"]\"]", true},
    {"[:vector [:enum 1 2]]", "[1,2]", true},
    {"[:vector [:enum 1 2]]", "[\"1\"]", false},
    {"[:vector [:= \"x\"]]", "[\"x\"]", true},
    {"[:vector :nil]", "[null]", true},
    {"[:vector :any]", "[null,{\"a\":[]},1e5]", true},
    {"[:vector :int]", "[null]", false},
    {"[:vector [:maybe :int]]", "[null,1]", true},
    {"[:vector [:maybe :int]]", "[nul]", false},
    /* Containers. */
    {"[:vector {:min 1 :max 2} :int]", "[1,2]", true},
    {"[:vector {:min 1 :max 2} :int]", "[ ]", false},
    {"[:vector {:min 1 :max 2} :int]", "[1,2,3]", false},
    {"[:vector :int]", "[1,]", false},
    {"[:vector :int]", "[,1]", false},
    {"[:vector :int]", "[1}", false},
    {"[:vector :int]", "{\"a\":1}", false},
    {"[:vector [:vector :int]]", "[[1],[],[2,3]]", true},
    {"[:vector [:vector :int]]", "[[1]", false},
    {TREE, "{\"v\":1,\"down\":[{\"v\":2},{\"v\":3,\"down\":[{\"v\":4}]}]}", true},
    {TREE, "{\"v\":1,\"down\":[{\"v\":2},{\"down\":[]}]}", false},
    {NAMED, "{\"a\":1,\"b\":null}", true},
    {NAMED, "{\"\\u0061\":1,\"b\":2}", true},
    {NAMED, "{\"\\u006e\":1,\"b\":2}", false},
    {NAMED, "{\"a\":null}", false},
    {APART, "{\"a\":null}", true},
    {APART, "{\"a\":1,\"b\":2,\"c\":null}", true},
    {APART, "{\"b\":2}", false},
    {APART, "{\"a\":null,\"b\":null}", false},
    {APART_TREE, "{\"k\":null}", true},
    {APART_TREE, "{\"k\":{\"k\":null,\"m\":{\"k\":null}}}", true},
    {APART_TREE, "{}", false},
    {APART_TREE, "{\"k\":null,\"m\":null}", false},
    /* Left to the walker. */
    {"[:map [:a [:or :int :string]]]", "{\"a\":1}", false},
    {":int", "1", false},
};

Test(glance, verdicts)
{
    looking l;

    start(&l);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        choose(&l, rows[i].schema, NULL);
        for (size_t k = 0; k < PADDINGS; k++)
            cr_expect(accepts(&l, ptc_str_of(rows[i].text), paddings[k]) ==
                          rows[i].is_accepted,
                      "%s, padding %zu: %s", rows[i].schema, k, rows[i].text);
    }
    ptc_arena_free(&l.arena);
}

/* Whatever is accepted satisfies the schema and is not coerced; rows that are valid may
 * be left to the walker. */
Test(glance, agrees_with_the_walker)
{
    looking l;

    start(&l);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_report report;
        ptc_value value;
        ptc_status status;

        choose(&l, rows[i].schema, NULL);
        ptc_report_init(&report, &l.arena);
        status = ptc_json_read(&l.arena, rows[i].text, strlen(rows[i].text), NULL, &value,
                               NULL, NULL);
        if (status == PTC_OK)
            status =
                ptc_schema_coerce(&l.arena, &l.schema, &value, NULL, &value, &report);
        if (rows[i].is_accepted)
            cr_expect(status == PTC_OK && report.warnings_found == 0, "%s: %s",
                      rows[i].schema, rows[i].text);
    }
    ptc_arena_free(&l.arena);
}

/* No prefix is accepted, whatever comes after it. */
Test(glance, prefixes)
{
    looking l;

    start(&l);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str text = ptc_str_of(rows[i].text);

        choose(&l, rows[i].schema, NULL);
        while (text.len > 0 && (unsigned char)text.ptr[text.len - 1] <= ' ')
            text.len--;
        while (rows[i].is_accepted && text.len-- > 0) {
            for (size_t k = 0; k < PADDINGS; k++)
                cr_expect(!accepts(&l, text, paddings[k]), "%s, padding %zu: %.*s",
                          rows[i].schema, k, (int)text.len, text.ptr);
        }
    }
    ptc_arena_free(&l.arena);
}

/* --- Options and limits ------------------------------------------------------------ */

Test(glance, directions)
{
    static const char contract[] = "[:=> [:catn [:a :int]] [:map [:b :string]]]";
    static const char within[] =
        "[:schema {:registry {\"n\" [:map [:n {:optional true} [:ref \"n\"]]]}} "
        "[:=> [:catn [:a [:ref \"n\"]]] [:vector [:ref \"n\"]]]]";
    ptc_walk_options options = {.struct_size = sizeof options, .direction = PTC_OUTPUT};
    looking l;

    start(&l);
    choose(&l, contract, NULL);
    cr_expect(accepts(&l, PTC_STR("{\"a\":1}"), paddings[0]), "the parameters");
    cr_expect(!accepts(&l, PTC_STR("{\"b\":\"x\"}"), paddings[0]), "not the output");
    choose(&l, contract, &options);
    cr_expect(!accepts(&l, PTC_STR("{\"a\":1}"), paddings[0]), "not the parameters");
    cr_expect(accepts(&l, PTC_STR("{\"b\":\"x\"}"), paddings[0]), "the output");
    choose(&l, within, NULL);
    cr_expect(accepts(&l, PTC_STR("{\"a\":{\"n\":{\"n\":{}}}}"), paddings[0]));
    cr_expect(!accepts(&l, PTC_STR("{\"a\":{\"n\":{\"n\":1}}}"), paddings[0]));
    choose(&l, within, &options);
    cr_expect(accepts(&l, PTC_STR("[{\"n\":{}}]"), paddings[0]));
    cr_expect(!accepts(&l, PTC_STR("[{\"n\":[]}]"), paddings[0]));
    ptc_arena_free(&l.arena);
}

/* Coercion to UTC is worth a word; a float that is written as an int is not. */
Test(glance, warnings)
{
    looking l;

    start(&l);
    choose(&l, "[:map [:at :datetime] [:x :double]]", NULL);
    cr_expect(
        accepts(&l, PTC_STR("{\"at\":\"2025-07-17T04:04:09Z\",\"x\":1}"), paddings[0]));
    cr_expect(!accepts(&l, PTC_STR("{\"at\":\"2025-07-17T04:04:09+02:00\",\"x\":1}"),
                       paddings[0]));
    ptc_arena_free(&l.arena);
}

/* Days and decimals are what they are as they are; a float is worth a word. */
Test(glance, days_and_decimals)
{
    static const struct {
        const char *value;
        bool is_accepted;
    } values[] = {
        {"\"2024-02-29\",\"x\":\"12.50\"", true},
        {"\"2024-02-29\",\"x\":5", true},
        {"\"2023-02-29\",\"x\":5", false},
        {"\"2024-02-29\",\"x\":12.5", false},
        {"\"2024-02-29\",\"x\":\" 5\"", false},
        {"\"2024-02-29\",\"x\":\"100.01\"", false},
        {"\"2024-02-29\",\"x\":\"1e100000\"", false},
    };
    looking l;

    start(&l);
    choose(&l, "[:map [:at :date] [:x [:and :decimal [:> 0] [:<= 100]]]]", NULL);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char text[80];

        snprintf(text, sizeof text, "{\"at\":%s}", values[i].value);
        cr_expect_eq(accepts(&l, ptc_str_of(text), paddings[0]), values[i].is_accepted,
                     "%s", text);
    }
    ptc_arena_free(&l.arena);
}

/* As many levels as the reader allows, or the caller. */
Test(glance, depth)
{
    static const struct {
        unsigned max_depth;
        size_t levels; /* maps and lists */
        bool is_accepted;
    } cases[] = {
        {0, PTC_DEPTH_MAX, true},
        {0, PTC_DEPTH_MAX + 2, false},
        {0, 4000, false},
        {6, 6, true},
        {6, 8, false},
    };
    looking l;

    start(&l);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ptc_walk_options options = {.struct_size = sizeof options,
                                    .max_depth = cases[i].max_depth};
        ptc_text text;

        choose(&l, "[:schema {:registry {\"n\" [:vector [:ref \"n\"]]}} \"n\"]",
               &options);
        ptc_text_init(&text, &l.arena);
        for (size_t k = 0; k < cases[i].levels; k++)
            ptc_text_byte(&text, '[');
        for (size_t k = 0; k < cases[i].levels; k++)
            ptc_text_byte(&text, ']');
        cr_expect(accepts(&l, ptc_text_view(&text), paddings[2]) == cases[i].is_accepted,
                  "%zu levels of %u", cases[i].levels, cases[i].max_depth);
    }
    ptc_arena_free(&l.arena);
}

/* A contract of a file with many types: only what it uses is planned. */
Test(glance, contracts_of_large_files)
{
    const ptc_contracts *contracts;
    const ptc_schema *schema;
    ptc_arena small;
    ptc_text text;
    looking l;

    start(&l);
    ptc_text_init(&text, &l.arena);
    ptc_text_cstr(&text, "t0 = {x :int, y :bool?}\n");
    for (unsigned i = 1; i < 1000; i++) {
        ptc_text_cstr(&text, "t");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, " = {a [:int], b :string}\n");
    }
    ptc_text_cstr(&text, "f(a :t0, b [:t0]) -> :int\n");
    ptc_text_byte(&text, '\0');
    contracts = test_contracts(&l.arena, text.ptr);
    schema = &contracts->items[contracts->count - 1].schema;
    ptc_arena_init(&small, NULL, 64 << 10);
    cr_assert(ptc_glance_make(&small, schema, NULL, &l.glance) == PTC_OK);
    cr_expect(accepts(&l, PTC_STR("{\"a\":{\"x\":1},\"b\":[{\"x\":2,\"y\":true}]}"),
                      paddings[0]));
    cr_expect(
        !accepts(&l, PTC_STR("{\"a\":{\"x\":1},\"b\":[{\"y\":true}]}"), paddings[0]));
    ptc_arena_free(&small);
    ptc_arena_free(&l.arena);
}

/* Makes a part of a schema the root: on each level down, the child with this number. */
static void choose_part(looking *l, const char *malli, const uint32_t *path,
                        size_t levels)
{
    choose(l, malli, NULL);
    for (size_t i = 0; i < levels; i++)
        l->schema.root = ptc_schema_root(&l->schema)->first + path[i];
    cr_assert(ptc_glance_make(&l->arena, &l->schema, NULL, &l->glance) == PTC_OK);
}

/* The root may be any part: references below it lead to blocks that hold it. */
Test(glance, parts_of_schemas)
{
    static const char parts[] =
        "[:map [:r [:schema {:registry {\"n\" [:map [:k [:maybe [:ref \"n\"]]]]}}"
        " [:map [:a [:ref \"n\"]]]]]]";
    static const struct {
        uint32_t path[3];
        size_t levels;
        const char *text;
        bool is_valid;
    } cases[] = {
        {{0}, 1, "{\"a\":{\"k\":{\"k\":null}}}", true},
        {{0}, 1, "{\"a\":{\"k\":{\"k\":1}}}", false},
        {{0, 0}, 2, "{\"a\":{\"k\":{\"k\":null}}}", true},
        {{0, 0}, 2, "{\"a\":{\"k\":{\"k\":1}}}", false},
        {{0, 0}, 2, "{\"k\":null}", false},
        {{0, 1}, 2, "{\"k\":{\"k\":null}}", true},
        {{0, 1}, 2, "{\"k\":{\"k\":[]}}", false},
        {{0, 0, 0}, 3, "{\"k\":{\"k\":null}}", true},
        {{0, 0, 0}, 3, "{\"k\":2}", false},
        {{0, 1, 0}, 3, "{\"k\":{\"k\":null}}", true},
        {{0, 1, 0}, 3, "{\"k\":[]}", false},
    };
    looking l;

    start(&l);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ptc_str text = ptc_str_of(cases[i].text);
        ptc_value value;

        choose_part(&l, parts, cases[i].path, cases[i].levels);
        cr_expect(accepts(&l, text, paddings[0]) == cases[i].is_valid, "case %zu", i);
        cr_assert(ptc_json_read(&l.arena, text.ptr, text.len, NULL, &value, NULL, NULL) ==
                  PTC_OK);
        cr_expect((ptc_schema_coerce(&l.arena, &l.schema, &value, NULL, &value, NULL) ==
                   PTC_OK) == cases[i].is_valid,
                  "case %zu", i);
    }
    ptc_arena_free(&l.arena);
}

/* More fields than there are bits: left to the walker. */
Test(glance, many_fields)
{
    looking l;

    start(&l);
    for (unsigned count = 63; count <= 65; count++) {
        ptc_arena arena;
        ptc_text schema;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&schema, &arena);
        ptc_text_init(&text, &arena);
        ptc_text_cstr(&schema, "[:map");
        for (unsigned i = 0; i < count; i++) {
            ptc_text_cstr(&schema, " [:f");
            ptc_text_uint(&schema, i);
            ptc_text_cstr(&schema, " :int]");
            ptc_text_cstr(&text, i == 0 ? "{\"f" : ",\"f");
            ptc_text_uint(&text, i);
            ptc_text_cstr(&text, "\":1");
        }
        ptc_text_bytes(&schema, "]", 2); /* with its NUL */
        choose(&l, schema.ptr, NULL);
        cr_expect(!accepts(&l, ptc_text_view(&text), paddings[1]));
        ptc_text_byte(&text, '}');
        cr_expect(accepts(&l, ptc_text_view(&text), paddings[1]) == (count <= 64),
                  "%u fields", count);
        ptc_arena_free(&arena);
    }
    ptc_arena_free(&l.arena);
}
