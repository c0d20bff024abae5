/* SPDX-License-Identifier: MIT */
/*
 * Replies of models in strict forms, read by emitted code. The contract is a golden one,
 * forms.sig. [emitters 3, 4]
 */
#include "support.h"

#include "forms.ptc.h"

#include <criterion/criterion.h>

#include <stdlib.h>

static ptc_arena arena;

static void begin(void)
{
    ptc_arena_init(&arena, NULL, 1 << 22);
}

static void end(void)
{
    ptc_arena_free(&arena);
}

TestSuite(replies, .init = begin, .fini = end);

static const char call[] =
    "{\"from\":{\"x\":1.5,\"y\":2},\"to\":{\"x\":3,\"y\":4},"
    "\"by\":null,\"stops\":null,\"pair\":{\"0\":7,\"1\":\"seven\"}}";

static const char meant[] =
    "{\"from\":{\"x\":1.5,\"y\":2.0},\"to\":{\"x\":3.0,\"y\":4.0},"
    "\"pair\":[7,\"seven\"]}";

/* What is stored as JSON. */
static const char *stored(const my_route *in)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    cr_assert_eq(my_route_to_json(&text, in), PTC_OK);
    return text.ptr;
}

Test(replies, arguments_of_strict_calls_are_structs)
{
    my_route in;
    ptc_str why = PTC_STR("before");

    cr_assert_eq(
        my_route_read_openai_strict(&arena, call, sizeof call - 1, NULL, &in, &why),
        PTC_OK, "%s", why.ptr);
    cr_expect(why.len == 0);
    cr_expect_str_eq(stored(&in), meant);
    cr_expect(!in.has.by && !in.has.stops);
    cr_expect_eq(in.by, MY_ROUTE_BY_CAR); /* its default */
    /* What a program has written itself is read as well. */
    cr_assert_eq(
        my_route_read_openai_strict(&arena, meant, sizeof meant - 1, NULL, &in, &why),
        PTC_OK, "%s", why.ptr);
    cr_expect_str_eq(stored(&in), meant);
}

/* Nothing points into the text that was read. */
Test(replies, structs_outlive_the_text)
{
    char *text = malloc(sizeof call);
    my_route in;

    cr_assert(text != NULL);
    memcpy(text, call, sizeof call);
    cr_assert_eq(
        my_route_read_openai_strict(&arena, text, sizeof call - 1, NULL, &in, NULL),
        PTC_OK);
    memset(text, 'x', sizeof call);
    free(text);
    cr_expect_str_eq(stored(&in), meant);
}

Test(replies, results_are_unwrapped)
{
    static const char reply[] =
        "{\"items\":[{\"name\":\"a\",\"at\":{\"x\":0,\"y\":0},\"note\":null}]}";
    my_places_result out;

    cr_assert_eq(my_places_result_read_openai_strict(&arena, reply, sizeof reply - 1,
                                                     NULL, &out, NULL),
                 PTC_OK);
    cr_assert_eq(out.count, 1);
    cr_expect(ptc_str_equal(out.items[0].name, PTC_STR("a")));
    cr_expect(!out.items[0].has.note);
}

Test(replies, faults_are_reported_in_the_terms_of_the_contract)
{
    static const struct {
        const char *text;
        ptc_status status;
        const char *why;
    } rows[] = {
        {"", PTC_ERROR_SYNTAX,
         "Tool validation errors:\n- (root): unreadable JSON at line"},
        {"{\"from\":", PTC_ERROR_SYNTAX, "unreadable JSON at line 1, column 9"},
        {"{\"pair\":1,\"pair\":1}", PTC_ERROR_DUPLICATE, "duplicate key"},
        {"\xff", PTC_ERROR_ENCODING, "unreadable"},
        {"null", PTC_ERROR_INVALID, "(root): expected"},
        {"[]", PTC_ERROR_INVALID, "(root): expected"},
        {"{\"pair\":{\"0\":1},\"from\":{\"x\":1,\"y\":1},\"to\":{\"x\":1,\"y\":1}}",
         PTC_ERROR_INVALID, "- pair: "},
        {"{\"pair\":{\"0\":1,\"1\":true},\"from\":{\"x\":1,\"y\":1},\"to\":{\"x\":1,"
         "\"y\":1}}",
         PTC_ERROR_INVALID, "- pair[1]: expected string, got boolean true"},
        {"{\"pair\":[1,\"a\"],\"from\":{\"x\":1},\"to\":{\"x\":1,\"y\":1},\"by\":"
         "\"boat\"}",
         PTC_ERROR_INVALID, "- by: expected one of"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str why = {NULL, 0};
        my_route in;

        cr_expect_eq(my_route_read_openai_strict(&arena, rows[i].text,
                                                 strlen(rows[i].text), NULL, &in, &why),
                     rows[i].status, "%s", rows[i].text);
        cr_expect(strstr(why.ptr, rows[i].why) != NULL, "%s: %s", rows[i].text, why.ptr);
        cr_expect_eq(my_route_read_anthropic_strict(
                         &arena, rows[i].text, strlen(rows[i].text), NULL, &in, NULL),
                     rows[i].status, "%s", rows[i].text);
    }
}

Test(replies, options_are_those_of_parsers)
{
    static const char wide[] = "{\"near\":{\"x\":\"1\",\"y\":2},\"limit\":null}";
    ptc_parse_options strict = {.struct_size = sizeof strict, .mode = PTC_MODE_STRICT};
    ptc_parse_options flat = {.struct_size = sizeof flat, .max_depth = 1};
    const ptc_parse_options none = {0};
    my_places in;
    ptc_str why;

    cr_expect_eq(
        my_places_read_openai_strict(&arena, wide, sizeof wide - 1, NULL, &in, NULL),
        PTC_OK);
    cr_expect_eq(in.limit, 10);
    cr_expect_eq(
        my_places_read_openai_strict(&arena, wide, sizeof wide - 1, &strict, &in, &why),
        PTC_ERROR_INVALID);
    cr_expect(strstr(why.ptr, "- near.x: expected float, got string") != NULL, "%s",
              why.ptr);
    cr_expect_eq(
        my_places_read_openai_strict(&arena, wide, sizeof wide - 1, &flat, &in, &why),
        PTC_ERROR_DEPTH);
    cr_expect_eq(
        my_places_read_openai_strict(&arena, wide, sizeof wide - 1, &none, &in, &why),
        PTC_ERROR_ARGUMENT);
    cr_expect_eq(my_places_read_openai_strict(&arena, NULL, 0, NULL, &in, &why),
                 PTC_ERROR_ARGUMENT);
}

/* At each place where memory is asked for. */
Test(replies, refused_memory_is_reported)
{
    bool is_read = false;

    for (size_t cap = 0; !is_read; cap += 64) {
        ptc_arena small;
        ptc_str why = {NULL, 0};
        ptc_status status;
        my_route in;

        cr_assert(cap < 1 << 16);
        ptc_arena_init(&small, NULL, cap > 0 ? cap : 1);
        status =
            my_route_read_openai_strict(&small, call, sizeof call - 1, NULL, &in, &why);
        is_read = status == PTC_OK;
        cr_expect(is_read || status == PTC_ERROR_MEMORY, "%zu: %s", cap,
                  ptc_status_name(status));
        cr_expect(why.ptr != NULL && (why.len == 0) == is_read, "%zu: %s", cap, why.ptr);
        ptc_arena_free(&small);
    }
}

/* sizeof gives the length of constants and the NUL. */
Test(replies, constants_have_their_sizes)
{
    cr_expect_eq(sizeof my_route_json_schema, strlen(my_route_json_schema) + 1);
    cr_expect_eq(sizeof my_forms_tools_openai_strict,
                 strlen(my_forms_tools_openai_strict) + 1);
    cr_expect_eq(sizeof my_forms_markdown, strlen(my_forms_markdown) + 1);
}
