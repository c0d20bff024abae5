/* SPDX-License-Identifier: MIT */
/*
 * The adapter to jansson against the reader and writer of JSON text: a document that went
 * through json_t is the same value, in the same order, with the same verdicts and
 * messages.
 */
#include "jansson.ptc.h"
#include "malli_rows.h"
#include "random_schema.h"

#include <ptc/jansson.h>

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LOAD_FLAGS (JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES)

static json_t *load(ptc_str text)
{
    return json_loadb(text.ptr, text.len, LOAD_FLAGS, NULL);
}

/* The value as text, which shows order and kinds; "(status)" when it has none. */
static ptc_str text_of(ptc_arena *arena, const ptc_value *value)
{
    ptc_text text;
    ptc_status status;

    ptc_text_init(&text, arena);
    status = ptc_json_write(&text, value, 0);
    return status == PTC_OK ? ptc_text_view(&text) : ptc_str_of(ptc_status_name(status));
}

/* --- The same as text --------------------------------------------------------------- */

static const char *const documents[] = {
    "null",
    "true",
    "false",
    "0",
    "-1",
    "9223372036854775807",
    "-9223372036854775808",
    "0.5",
    "-0.0",
    "1e300",
    "5e-324",
    "\"\"",
    "\"text\"",
    "\"a\\u0000b\"",
    "\"\\ud83d\\ude00 \xc3\xa4\"",
    "[]",
    "[[],[[]],{}]",
    "{}",
    "{\"b\":1,\"a\":2,\"\":3,\"B\":4}",
    "{\"z\":{\"y\":[{\"x\":null}]},\"a-b\":1.0,\"a_b\":1}",
    /* enough keys for an index */
    ("{\"a\":0,\"b\":0,\"c\":0,\"d\":0,\"e\":0,\"f\":0,\"g\":0,\"h\":0,\"i\":0,\"j\":0,"
     "\"k\":0,\"l\":0,\"m\":0,\"n\":0,\"o\":0,\"p\":0,\"q\":0,\"r\":0,\"s\":0,\"t\":0}"),
};

Test(jansson, documents_go_both_ways) /* M491 */
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        ptc_str text = ptc_str_of(documents[i]);
        json_t *json = load(text);
        json_t *written;
        ptc_value wanted;
        ptc_value got;

        cr_assert(json != NULL, "%s", documents[i]);
        cr_assert(ptc_json_read(&arena, text.ptr, text.len, NULL, &wanted, NULL, NULL) ==
                  PTC_OK);
        cr_expect(ptc_jansson_read(&arena, json, &got) == PTC_OK, "%s", documents[i]);
        cr_expect(ptc_value_same(&got, &wanted), "%s", documents[i]);
        cr_expect(ptc_str_equal(text_of(&arena, &got), text_of(&arena, &wanted)), "%s",
                  documents[i]);
        cr_expect(ptc_jansson_write(&got, &written) == PTC_OK, "%s", documents[i]);
        cr_expect(json_equal(written, json), "%s", documents[i]);
        json_decref(written);
        json_decref(json);
    }
    ptc_arena_free(&arena);
}

/* A key of jansson 2.14 has a length, so NUL is a character like others (but not for
 * json_equal). */
Test(jansson, keys_may_hold_nul)
{
    json_t *json = json_object();
    json_t *written;
    ptc_arena arena;
    ptc_value value;
    ptc_value back;

    ptc_arena_init(&arena, NULL, 0);
    json_object_setn_new(json, "a\0b", 3, json_integer(1));
    json_object_setn_new(json, "a\0c", 3, json_integer(2));
    json_object_setn_new(json, "a", 1, json_integer(3));
    cr_expect(ptc_jansson_read(&arena, json, &value) == PTC_OK);
    cr_expect(ptc_str_equal(text_of(&arena, &value),
                            PTC_STR("{\"a\\u0000b\":1,\"a\\u0000c\":2,\"a\":3}")),
              "%s", test_cstr(text_of(&arena, &value)));
    cr_expect(ptc_jansson_write(&value, &written) == PTC_OK);
    cr_expect(ptc_jansson_read(&arena, written, &back) == PTC_OK);
    cr_expect(ptc_value_same(&back, &value));
    json_decref(written);
    json_decref(json);
    ptc_arena_free(&arena);
}

/* --- What only values have ---------------------------------------------------------- */

Test(jansson, values_are_written_like_text)
{
    static const struct {
        const char *edn;
        ptc_status status;
    } rows[] = {
        {":price", PTC_OK},
        {"#{1 \"a\" :b}", PTC_OK},
        {"(1 2)", PTC_OK},
        {"{:a 1, \"b\" #{}, 3 [], -4 {}}", PTC_OK},
        {"{\"\" \"\"}", PTC_OK},
        {"{:a 1, \"a\" 2}", PTC_ERROR_INVALID},
        {"{\"1\" 1, 1 2}", PTC_ERROR_INVALID},
        {"{[] 1}", PTC_ERROR_INVALID},
        {"{nil 1}", PTC_ERROR_INVALID},
        {"[1 {1.5 2}]", PTC_ERROR_INVALID},
        {"##NaN", PTC_ERROR_INVALID},
        {"[##-Inf]", PTC_ERROR_INVALID},
        {"{:a #inst \"2020-01-01\"}", PTC_ERROR_INVALID},
        {"99999999999999999999", PTC_ERROR_RANGE}, /* text has room for it */
        {"[{:a -99999999999999999999}]", PTC_ERROR_RANGE},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_t *written = json_true();
        json_t *wanted;
        ptc_value value;
        ptc_status status;

        cr_assert(malli_read_value(&arena, ptc_str_of(rows[i].edn), &value), "%s",
                  rows[i].edn);
        status = ptc_jansson_write(&value, &written);
        cr_expect(status == rows[i].status, "%s: %s", rows[i].edn,
                  ptc_status_name(status));
        cr_expect((status == PTC_OK) == (written != NULL), "%s", rows[i].edn);
        if (status == PTC_OK) {
            wanted = load(text_of(&arena, &value));
            cr_expect(json_equal(written, wanted), "%s", rows[i].edn);
            json_decref(wanted);
        }
        json_decref(written);
    }
    ptc_arena_free(&arena);
}

/* --- Random values and schemas ------------------------------------------------------ */

/* Verdict, content and messages of a document in the two ways that it can come. */
static void judge(ptc_arena *arena, const ptc_schema *schema, ptc_str text,
                  const json_t *json, const ptc_walk_options *options)
{
    ptc_report reports[3];
    ptc_text written[3];
    ptc_value value;
    ptc_value wanted;
    ptc_value got;
    ptc_status status;

    for (unsigned i = 0; i < 3; i++) {
        ptc_report_init(&reports[i], arena);
        ptc_text_init(&written[i], arena);
    }
    cr_assert(ptc_json_read(arena, text.ptr, text.len, NULL, &value, NULL, NULL) ==
              PTC_OK);
    status = ptc_schema_coerce(arena, schema, &value, options, &wanted, &reports[0]);
    cr_expect(ptc_jansson_coerce(arena, schema, json, options, &got, &reports[1]) ==
                  status,
              "%s", text.ptr);
    cr_expect(ptc_str_equal(text_of(arena, &got), text_of(arena, &wanted)), "%s",
              text.ptr);
    status = ptc_schema_validate(schema, &value, options, NULL);
    cr_expect(ptc_jansson_validate(arena, schema, json, options, &reports[2]) == status,
              "%s", text.ptr);
    cr_expect((reports[2].errors_found == 0) == (status == PTC_OK), "%s", text.ptr);
    for (unsigned i = 0; i < 2; i++) {
        ptc_report_write_errors(&written[i], &reports[i], "errors:");
        ptc_report_write_warnings(&written[i], &reports[i], "warnings:");
    }
    cr_expect(ptc_str_equal(ptc_text_view(&written[0]), ptc_text_view(&written[1])),
              "%s\n%s", text.ptr, written[1].ptr);
}

/* [value 9223372036854775808] */
static ptc_value beside_opaque_number(ptc_arena *arena, const ptc_value *value)
{
    ptc_value *items = ptc_arena_array(arena, 2, sizeof *items);

    items[0] = *value;
    items[1] = ptc_value_string(PTC_STR("9223372036854775808"));
    items[1].kind = PTC_OPAQUE;
    items[1].flags = PTC_FLAG_NUMBER;
    return ptc_value_vector(items, 2);
}

static bool has_opaque_number(const ptc_value *value)
{
    bool found = value->kind == PTC_OPAQUE && (value->flags & PTC_FLAG_NUMBER);

    for (uint32_t i = 0; !found && i < value->aux; i++) {
        if (value->kind == PTC_MAP)
            found = has_opaque_number(&value->as.map->entries[i].value);
        else if (value->kind == PTC_VECTOR || value->kind == PTC_SET)
            found = has_opaque_number(&value->as.items[i]);
    }
    return found;
}

Test(jansson, random_values_agree_with_text, .timeout = 300)
{
    static const char *const outcomes[] = {"written", "refused", "out of range"};
    test_random random = test_random_start("jansson", 31);
    size_t counts[3] = {0, 0, 0};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned round = 0; round < 20000; round++) {
        ptc_walk_options options = {.struct_size = sizeof options};
        ptc_schema schema;
        ptc_text text;
        json_t *json;
        ptc_value value;
        ptc_status status;

        ptc_arena_reset(&arena);
        ptc_text_init(&text, &arena);
        options.mode = (ptc_mode)test_random_below(&random, 4);
        options.direction = test_random_below(&random, 2) ? PTC_OUTPUT : PTC_INPUT;
        random_schema(&random, &arena, 12, false, &schema);
        value = random_value(&random, &arena, round % 3 ? &schema : NULL);
        if (round % 50 == 0)
            value = beside_opaque_number(&arena, &value);
        status = ptc_jansson_write(&value, &json);
        counts[status == PTC_OK ? 0 : status == PTC_ERROR_INVALID ? 1 : 2]++;
        if (status == PTC_ERROR_RANGE) {
            cr_expect(has_opaque_number(&value));
            continue;
        }
        cr_expect(ptc_json_write(&text, &value, 0) == status || has_opaque_number(&value),
                  "%s: %s", ptc_status_name(status), text.ptr);
        if (status != PTC_OK)
            continue;
        json_t *again = load(ptc_text_view(&text));

        cr_expect(json_equal(json, again), "%s", text.ptr);
        judge(&arena, &schema, ptc_text_view(&text), json, &options);
        json_decref(again);
        json_decref(json);
    }
    for (unsigned i = 0; i < 3; i++) {
        fprintf(stderr, "jansson: %zu %s\n", counts[i], outcomes[i]);
        cr_expect(counts[i] > 20, "%s: %zu", outcomes[i], counts[i]);
    }
    ptc_arena_free(&arena);
}

/* --- Refusals ----------------------------------------------------------------------- */

Test(jansson, what_is_not_a_document_is_refused)
{
    json_t *ill_formed = json_array();
    json_t *ill_key = json_object();
    json_t *outer = json_array();
    json_t *inner = json_array();
    ptc_value value = ptc_value_bool(true);
    ptc_arena arena;
    ptc_status status;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect(ptc_jansson_read(&arena, NULL, &value) == PTC_ERROR_ARGUMENT);
    cr_expect(value.kind == PTC_NIL);
    json_array_append_new(ill_formed, json_string_nocheck("a\xff"));
    cr_expect(ptc_jansson_read(&arena, ill_formed, &value) == PTC_ERROR_ENCODING);
    json_object_set_new_nocheck(ill_key, "\xed\xa0\x80", json_null());
    cr_expect(ptc_jansson_read(&arena, ill_key, &value) == PTC_ERROR_ENCODING);
    /* Two arrays that hold each other have no end. */
    json_array_append(outer, inner);
    json_array_append(inner, outer);
    status = ptc_jansson_read(&arena, outer, &value);
    cr_expect(status == PTC_ERROR_DEPTH, "%s", ptc_status_name(status));
    cr_expect(value.kind == PTC_NIL);
    json_array_clear(inner);
    json_decref(outer);
    json_decref(inner);
    json_decref(ill_formed);
    json_decref(ill_key);
    ptc_arena_free(&arena);
}

/* Arrays and objects in turn, `levels` deep; freed by the caller. */
static json_t *nest(unsigned levels)
{
    json_t *json = json_null();

    for (unsigned i = 0; i < levels; i++) {
        json_t *outer = i % 2 ? json_object() : json_array();

        if (i % 2)
            json_object_set_new(outer, "k", json);
        else
            json_array_append_new(outer, json);
        json = outer;
    }
    return json;
}

Test(jansson, depth_is_bounded_like_text)
{
    static const unsigned rows[] = {
        0, 1, 2, PTC_DEPTH_MAX - 1, PTC_DEPTH_MAX, PTC_DEPTH_MAX + 1, 2000};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_t *json = nest(rows[i]);
        char *dumped = json_dumps(json, JSON_ENCODE_ANY);
        json_t *written;
        ptc_value wanted;
        ptc_value got;
        ptc_status status =
            ptc_json_read(&arena, dumped, strlen(dumped), NULL, &wanted, NULL, NULL);

        cr_expect(ptc_jansson_read(&arena, json, &got) == status, "%u", rows[i]);
        cr_expect((status == PTC_OK) == (rows[i] <= PTC_DEPTH_MAX), "%u", rows[i]);
        if (status == PTC_OK) {
            ptc_value deeper = ptc_value_vector(&got, 1);

            cr_expect(ptc_jansson_write(&got, &written) == PTC_OK, "%u", rows[i]);
            cr_expect(json_equal(written, json), "%u", rows[i]);
            json_decref(written);
            status = ptc_jansson_write(&deeper, &written);
            cr_expect(status == (rows[i] < PTC_DEPTH_MAX ? PTC_OK : PTC_ERROR_DEPTH),
                      "%u: %s", rows[i], ptc_status_name(status));
            json_decref(written);
        }
        free(dumped);
        json_decref(json);
    }
    ptc_arena_free(&arena);
}

/* --- Memory ------------------------------------------------------------------------- */

static const char mixed_document[] =
    "{\"a\":[1,2.5,\"x\",null,{\"b\":[]}],\"c\":{\"d\":true,\"e\":\"text\"},"
    "\"f\":0,\"g\":0,\"h\":0,\"i\":0,\"j\":0,\"k\":0,\"l\":0,\"m\":0,\"n\":0,\"o\":0,"
    "\"p\":0,\"q\":0,\"r\":0,\"s\":0,\"t\":[[[[[[]]]]]]}";

/* How many blocks jansson holds, and how many more it may take. */
static size_t held;
static size_t grants;

static void *counted_malloc(size_t size)
{
    if (grants == 0)
        return NULL;
    grants--;
    held++;
    return malloc(size);
}

static void counted_free(void *block)
{
    held -= block != NULL;
    free(block);
}

Test(jansson, reading_takes_memory_from_the_arena_alone)
{
    static unsigned char memory[1 << 14];
    json_t *json;
    size_t size = 0;
    ptc_arena arena;
    ptc_value value;
    ptc_status status;

    json_set_alloc_funcs(counted_malloc, counted_free);
    grants = SIZE_MAX;
    json = load(ptc_str_of(mixed_document));
    grants = 0;
    do {
        size_t before = held;

        size += 16;
        ptc_arena_init_memory(&arena, memory, size);
        status = ptc_jansson_read(&arena, json, &value);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%zu: %s", size,
                  ptc_status_name(status));
        cr_expect(held == before, "%zu", size);
        cr_expect((status == PTC_OK) == (value.kind == PTC_MAP), "%zu", size);
    } while (status == PTC_ERROR_MEMORY && size < sizeof memory);
    cr_expect(status == PTC_OK && size > 1024, "in %zu bytes: %s", size,
              ptc_status_name(status));
    json_decref(json);
    cr_expect(held == 0, "%zu", held);
}

Test(jansson, refused_memory_leaves_nothing_behind)
{
    size_t given = 0;
    ptc_arena arena;
    ptc_value value;
    ptc_status status;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_json_read(&arena, mixed_document, strlen(mixed_document), NULL, &value,
                            NULL, NULL) == PTC_OK);
    json_set_alloc_funcs(counted_malloc, counted_free);
    do {
        json_t *written;

        grants = given++;
        status = ptc_jansson_write(&value, &written);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%zu: %s", given,
                  ptc_status_name(status));
        cr_expect((status == PTC_OK) == (written != NULL), "%zu", given);
        json_decref(written);
        cr_expect(held == 0, "%zu grants: %zu blocks held", given, held);
    } while (status == PTC_ERROR_MEMORY && given < 1000);
    cr_expect(status == PTC_OK && given > 40, "%zu grants: %s", given,
              ptc_status_name(status));
    ptc_arena_free(&arena);
}

/* --- Validating --------------------------------------------------------------------- */

/* The strings of a coerced value are those of the json_t. */
Test(jansson, coercion_borrows_and_reports)
{
    static const char signature[] =
        "(query :string, limit :int[1..], tags [:keyword]) -> :any";
    ptc_source source = {ptc_str_of("test"), ptc_str_of(signature)};
    ptc_walk_options options = {.struct_size = sizeof options};
    json_t *query = json_string("caf\xc3\xa9");
    json_t *json = json_object();
    ptc_report report;
    ptc_schema schema;
    ptc_diags diags;
    ptc_arena arena;
    ptc_value value;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_diags_init(&diags, &arena);
    ptc_text_init(&text, &arena);
    cr_assert(ptc_signature_read(&arena, &source, NULL, &diags, &schema) == PTC_OK);
    json_object_set_new(json, "query", query);
    json_object_set_new(json, "limit", json_string("25"));
    json_object_set_new(json, "tags", json_array());
    ptc_report_init(&report, &arena);
    cr_expect(ptc_jansson_coerce(&arena, &schema, json, &options, &value, &report) ==
              PTC_OK);
    ptc_report_write_warnings(&text, &report, "warnings:");
    cr_expect(
        ptc_str_equal(ptc_text_view(&text),
                      PTC_STR("warnings:\n- limit: coerced string \"25\" to int\n")),
        "%s", text.ptr);
    cr_expect(ptc_value_get(&value, "query")->as.text == json_string_value(query));
    /* A json_t that is not JSON does not concern the schema. */
    json_object_set_new(json, "query", json_string_nocheck("\x80"));
    ptc_report_init(&report, &arena);
    cr_expect(ptc_jansson_coerce(&arena, &schema, json, &options, &value, &report) ==
              PTC_ERROR_ENCODING);
    cr_expect(value.kind == PTC_NIL && report.errors_found == 0);
    cr_expect(ptc_jansson_validate(&arena, &schema, json, &options, &report) ==
              PTC_ERROR_ENCODING);
    json_decref(json);
    ptc_arena_free(&arena);
}

/* --- Emitted code ------------------------------------------------------------------- */

/* What the entry for json_t makes of a document is what the entry for text makes of it.
 */
Test(jansson, emitted_code_takes_what_text_is) /* M491 */
{
    static const struct {
        const char *text;
        bool is_valid;
    } rows[] = {
        {"{\"item\":\"x\",\"count\":2,\"tags\":[\"a\"],\"more\":{\"k\":[1,2.5,null]}}",
         true},
        {"{\"more\":1e300,\"item\":\"caf\xc3\xa9 "
         "\\u0000\",\"count\":\"3\",\"tags\":[\":b\"],"
         "\"when\":\"2024-02-29T23:59:59Z\",\"unknown\":0}",
         true},
        {"{\"item\":\"x\",\"count\":0,\"tags\":[],\"more\":1}", false},
        {"{\"item\":\"x\",\"count\":1,\"tags\":[7],\"more\":1}", false},
        {"{\"item\":\"x\",\"count\":1,\"more\":1}", false},
        {"[]", false},
        {"null", false},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        ptc_direction direction = i % 2 ? PTC_OUTPUT : PTC_INPUT;
        ptc_walk_options walking = {.struct_size = sizeof walking,
                                    .direction = direction};
        ptc_parse_options parsing = {.struct_size = sizeof parsing,
                                     .direction = direction};
        ptc_str text = ptc_str_of(rows[i / 2].text);
        json_t *json = load(text);
        ptc_status status;
        ptc_report report;
        ptc_value wanted;
        ptc_value got;
        quote parsed;
        quote taken;

        ptc_report_init(&report, &arena);
        status = quote_parse(&arena, text.ptr, text.len, &parsing, &parsed, NULL);
        cr_expect(i % 2 || (status == PTC_OK) == rows[i / 2].is_valid, "%s", text.ptr);
        cr_expect(quote_from_jansson(&arena, json, &walking, &taken, &report) == status,
                  "%s", text.ptr);
        cr_expect((report.errors_found == 0) == (status == PTC_OK), "%s", text.ptr);
        if (status == PTC_OK) {
            cr_expect(quote_to_value(&arena, &parsed, &wanted) == PTC_OK);
            cr_expect(quote_to_value(&arena, &taken, &got) == PTC_OK);
            cr_expect(ptc_value_same(&got, &wanted), "%s", text.ptr);
        }
        cr_assert(ptc_jansson_read(&arena, json, &wanted) == PTC_OK);
        cr_expect(quote_validate_jansson(&arena, json, &walking, NULL) ==
                      quote_validate(&wanted, &walking, NULL),
                  "%s", text.ptr);
        json_decref(json);
    }
    ptc_arena_free(&arena);
}

Test(jansson, emitted_code_gives_json_t) /* M491 */
{
    static const char text[] = "{\"price\":2.5,\"lines\":[{\"sku\":\"a\"},{\"sku\":\"b\","
                               "\"note\":\"c\\u0000d\"}],\"status\":\"closed\"}";
    json_t *json = load(ptc_str_of(text));
    ptc_arena arena;
    quote_result out;
    json_t *written;
    ptc_arena_mark before;
    ptc_arena_mark after;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(quote_result_from_jansson(&arena, json, NULL, &out, NULL) == PTC_OK);
    cr_expect(out.price == 2.5 && out.lines.count == 2);
    cr_expect(out.lines.items[1].has.note && !out.lines.items[0].has.note);
    cr_expect(out.status == QUOTE_RESULT_STATUS_CLOSED);
    before = ptc_arena_place(&arena);
    cr_expect(quote_result_to_jansson(&arena, &out, &written) == PTC_OK);
    after = ptc_arena_place(&arena);
    cr_expect(json_equal(written, json));
    cr_expect(before.cursor == after.cursor, "the arena is as it was");
    json_decref(written);
    /* What no JSON is. */
    out.price = HUGE_VAL;
    cr_expect(quote_result_to_jansson(&arena, &out, &written) == PTC_ERROR_INVALID);
    cr_expect(written == NULL);
    out.price = 1;
    out.status = (quote_result_status)7;
    cr_expect(quote_result_to_jansson(&arena, &out, &written) == PTC_ERROR_ARGUMENT);
    cr_expect(written == NULL);
    /* What no document is. */
    cr_expect(quote_result_from_jansson(&arena, NULL, NULL, &out, NULL) ==
              PTC_ERROR_ARGUMENT);
    json_object_set_new(json, "more", json_string_nocheck("\xff"));
    cr_expect(quote_result_from_jansson(&arena, json, NULL, &out, NULL) ==
              PTC_ERROR_ENCODING);
    cr_expect(quote_result_validate_jansson(&arena, json, NULL, NULL) ==
              PTC_ERROR_ENCODING);
    cr_expect(out.lines.count == 0, "nothing is half done");
    json_decref(json);
    ptc_arena_free(&arena);
}

Test(jansson, types_that_contain_themselves)
{
    static const char text[] =
        "{\"name\": \"a\", \"parts\": [{\"name\": \"b\", \"parts\": "
        "[]}], \"spare\": {\"name\": \"c\", \"parts\": []}}";
    json_t *json = json_loads(text, 0, NULL);
    json_t *back = NULL;
    char *written;
    ptc_arena arena;
    part out;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq(part_from_jansson(&arena, json, NULL, &out, NULL), PTC_OK);
    cr_expect(out.parts.count == 1 && out.has.spare && out.spare->parts.count == 0);
    cr_assert_eq(part_to_jansson(&arena, &out, &back), PTC_OK);
    written = json_dumps(back, 0);
    cr_expect_str_eq(written, text);
    free(written);
    json_decref(back);
    json_decref(json);
    ptc_arena_free(&arena);
}
