/* SPDX-License-Identifier: MIT */
/*
 * Generated code, from the golden files: what the specification says outright, limits,
 * explanations. The suite `judged` holds it against the walker.
 */
#include "golden_documents.h"

#include "absence.ptc.h"
#include "defaults.ptc.h"
#include "enums.ptc.h"
#include "limits.ptc.h"
#include "order.ptc.h"
#include "records.ptc.h"
#include "scalars.ptc.h"
#include "shapes.ptc.h"
#include "shared_types.ptc.h"
#include "tool_call.ptc.h"
#include "trees.ptc.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

TestSuite(gen, .init = golden_documents_load);

/* --- What the specification says --------------------------------------------------- */

/* M062, M494 */
Test(gen, keys_follow_the_rules)
{
    static const struct {
        const char *has; /* the map at `has`: closed, errno and user-id */
        bool accepted;
        int64_t user_id; /* -1: absent */
    } rows[] = {
        {"{\"errno\":1,\"user-id\":5}", true, 5},
        {"{\"errno\":1,\"user_id\":5}", true, 5},
        {"{\"user\\u005fid\":5,\"errno\":1}", true, 5},
        {"{\"user\\u002did\":5,\"errno\":1}", true, 5},
        {"{\"e\\u0072rno\":1}", true, -1},
        {"{\"user-id\":5,\"user_id\":6,\"errno\":1}", false,
         0}, /* an extra key, closed */
        {"{\"user_id\":6,\"user-id\":5,\"errno\":1}", false, 0},
        {"{\"errno\":1,\"errno\":1}", false, 0},
        {"{\"errno\":1,\"e\\u0072rno\":1}", false, 0},
        {"{\"user_id\":1,\"user_id\":1,\"errno\":1}", false, 0},
        {"{\"errno\":1,\"more\":1}", false, 0},
        {"{\"user-id\":5}", false, 0},
        {"{\"errno\":1,}", false, 0},
        {"{,\"errno\":1}", false, 0},
        {"{\"errno\" 1}", false, 0},
        {"{\"errno\"\n:\t1 , \"user_id\" : null }", true, -1},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_status status;
        defaults out;
        ptc_text text;

        ptc_arena_reset(&arena);
        ptc_text_init(&text, &arena);
        ptc_text_cstr(
            &text, "{\"class\":true,\"user-id\":1,\"x_y\":null,\"odd\":{\"we ird\\\"]}\":"
                   "1,\"\":\"\"},\"has\":");
        ptc_text_cstr(&text, rows[i].has);
        ptc_text_byte(&text, '}');
        status = defaults_parse(&arena, text.ptr, text.len, NULL, &out, NULL);
        cr_expect((status == PTC_OK) == rows[i].accepted, "%s: %s", rows[i].has,
                  ptc_status_name(status));
        if (status != PTC_OK)
            continue;
        cr_expect(out.has_.has.user_id == (rows[i].user_id >= 0), "%s", rows[i].has);
        cr_expect(!out.has_.has.user_id || out.has_.user_id == rows[i].user_id, "%s",
                  rows[i].has);
    }
    ptc_arena_free(&arena);
}

/* A field's own spelling wins over a folded one wherever it is; the other is extra. */
Test(gen, own_spelling_wins)
{
    static const char *const texts[] = {
        "{\"user_id\":\"no int\",\"user-id\":5,",
        "{\"user-id\":5,\"user_id\":\"no int\",",
        "{\"user_id\":{\"deep\":[1]},\"more\":1,\"user\\u002did\":5,",
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        ptc_parse_options strict = {
            sizeof strict, PTC_MODE_STRICT, PTC_INPUT, 0, NULL, 0};
        defaults out;
        ptc_text text;

        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, texts[i]);
        ptc_text_cstr(&text,
                      "\"class\":true,\"has\":{\"errno\":1},\"odd\":{\"we ird\\\"]}\":1,"
                      "\"\":\"\"}}");
        cr_expect(defaults_parse(&arena, text.ptr, text.len, NULL, &out, NULL) == PTC_OK,
                  "%s", texts[i]);
        cr_expect(out.user_id == 5, "%s: %lld", texts[i], (long long)out.user_id);
        cr_expect(defaults_parse(&arena, text.ptr, text.len, &strict, &out, NULL) ==
                      PTC_ERROR_INVALID,
                  "%s", texts[i]);
    }
    ptc_arena_free(&arena);
}

Test(gen, many_unknown_keys_are_compared)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned count = 0; count < 300; count = count * 2 + 1) {
        for (unsigned twice = 0; twice < 2; twice++) {
            ptc_text text;
            tool_call out;
            ptc_status status;
            bool is_duplicate = twice && count > 0;

            ptc_arena_reset(&arena);
            ptc_text_init(&text, &arena);
            ptc_text_cstr(&text, "{\"query\":\"q\",\"options\":{\"tags\":[]},");
            for (unsigned i = 0; i < count; i++) {
                ptc_text_cstr(&text, "\"key");
                ptc_text_uint(&text, i);
                ptc_text_cstr(&text, "\":[{\"key0\":1}],");
            }
            ptc_text_cstr(&text, is_duplicate ? "\"k\\u0065y0\":1,\"limit\":1}"
                                              : "\"limit\":1}");
            status = tool_call_parse(&arena, text.ptr, text.len, NULL, &out, NULL);
            cr_expect(status == (is_duplicate ? PTC_ERROR_DUPLICATE : PTC_OK),
                      "%u keys: %s", count, ptc_status_name(status));
        }
    }
    ptc_arena_free(&arena);
}

/* However often a key is, in whichever place and among whichever others: fields are
 * counted, and no count may run over into the next. */
Test(gen, keys_appear_once)
{
    static const char *const members[] = {"\"query\":\"q\"", "\"limit\":1",
                                          "\"options\":{\"tags\":[]}", "\"other\":1"};
    test_random random = test_random_start("gen", 53);
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned i = 0; i < 20000; i++) {
        unsigned counts[4] = {0};
        unsigned total = test_random_below(&random, 12);
        bool is_twice = false;
        bool is_missing = false;
        tool_call out;
        ptc_status status;
        ptc_status wanted;
        ptc_text text;

        ptc_arena_reset(&arena);
        ptc_text_init(&text, &arena);
        ptc_text_byte(&text, '{');
        for (unsigned j = 0; j < total; j++) {
            unsigned member = test_random_below(&random, 4 - i % 4);

            counts[member]++;
            ptc_text_cstr(&text, j > 0 ? "," : "");
            ptc_text_cstr(&text, members[member]);
        }
        ptc_text_byte(&text, '}');
        for (unsigned j = 0; j < 4; j++) {
            is_twice |= j < 3 && counts[j] > 1;
            is_missing |= j < 3 && counts[j] == 0;
        }
        wanted = is_twice        ? PTC_ERROR_DUPLICATE
                 : is_missing    ? PTC_ERROR_INVALID
                 : counts[3] > 1 ? PTC_ERROR_DUPLICATE
                                 : PTC_OK;
        status = tool_call_parse(&arena, text.ptr, text.len, NULL, &out, NULL);
        cr_expect(status == wanted, "%s: %s", text.ptr, ptc_status_name(status));
    }
    ptc_arena_free(&arena);
}

/* A double does not show which integer was written, so limits see the integer. */
Test(gen, integers_meet_float_limits_as_they_are_written)
{
    static const char *const fields[] = {"low", "below", "most", "above", "near", "huge"};
    static const char *const numbers[] = {
        "9007199254740990",
        "9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "9007199254740994",
        "9007199254740993.0",
        "9223372036854775806",
        "9223372036854775807",
        "9223372036854775808",
        "9.223372036854775807e18",
        "-9007199254740991",
        "-9007199254740990",
        "-9223372036854775807",
        "-9223372036854775808",
        "-9223372036854775809",
        "-9223372036854775807.0",
        "1e300",
        "1.0000000000000003e300",
    };
    const golden_root *root = golden_root_of(PTC_STR("limits"));
    size_t accepted = 0;
    size_t count = 0;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t f = 0; f < sizeof fields / sizeof fields[0]; f++) {
        for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++, count++) {
            char text[80];
            int len = snprintf(text, sizeof text, "{\"%s\":%s}", fields[f], numbers[n]);

            accepted += golden_expect_all(&arena, root, ptc_str_make(text, (size_t)len));
        }
    }
    cr_expect(accepted > count / 4 && accepted < count, "%zu of %zu", accepted, count);
    ptc_arena_free(&arena);
}

/* A struct promises what the contract says, so nothing passes unseen. */
Test(gen, mode_disabled_checks_without_coercion)
{
    static const struct {
        const char *text;
        bool is_valid;
    } rows[] = {
        {"\"2024-01-01T00:00:00Z\"", true},
        {"\"2024-01-01 00:00\"", false},
        {"null", true},
        {"5", false},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        ptc_parse_options options = {sizeof options,
                                     PTC_MODE_DISABLED,
                                     i % 2 ? PTC_OUTPUT : PTC_INPUT,
                                     0,
                                     NULL,
                                     0};
        const char *value = rows[i / 2].text;
        char text[400];
        scalars out;
        int len = snprintf(text, sizeof text,
                           "{\"text\":\"A\",\"count\":1,\"big\":0,\"ratio\":1,"
                           "\"flag\":true,\"kind\":\"a\",\"anything\":{},"
                           "\"when\":\"2024-01-01T00:00:00Z\",\"extra\":1,"
                           "\"until\":%s}",
                           value);

        cr_expect((scalars_parse(&arena, text, (size_t)len, &options, &out, NULL) ==
                   PTC_OK) == rows[i / 2].is_valid,
                  "%s", value);
    }
    ptc_arena_free(&arena);
}

Test(gen, defaults_are_filled_in_every_mode_but_disabled)
{
    static const char text[] =
        "{\"limit\":null,\"class\":true,\"user-id\":1,\"has\":{\"errno\":0},"
        "\"odd\":{\"we ird\\\"]}\":1,\"\":\"\"}}";
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned i = 0; i < 8; i++) {
        ptc_parse_options options = {sizeof options,
                                     (ptc_mode)(i / 2),
                                     i % 2 ? PTC_OUTPUT : PTC_INPUT,
                                     0,
                                     NULL,
                                     0};
        bool filled = options.mode != PTC_MODE_DISABLED;
        defaults out;

        cr_expect(defaults_parse(&arena, text, sizeof text - 1, &options, &out, NULL) ==
                      PTC_OK,
                  "mode %d", options.mode);
        cr_expect(out.limit == (filled ? 10 : 0) && !out.has.limit, "mode %d",
                  options.mode);
        cr_expect(out.scale == (filled ? 3.0 : 0.0), "mode %d", options.mode);
        cr_expect(out.order == (filled ? DEFAULTS_ORDER_B : DEFAULTS_ORDER_ABSENT),
                  "mode %d", options.mode);
        cr_expect(out.quiet == filled, "mode %d", options.mode);
        cr_expect(ptc_str_equal(out.title,
                                filled ? PTC_STR("?\?/ \"hi\" \\ \x01") : PTC_STR("")),
                  "mode %d", options.mode);
    }
    ptc_arena_free(&arena);
}

/* --- Absence and null apart -------------------------------------------------------- */

typedef struct absence_row {
    const char *text;
    const char *json; /* what becomes of it in mode enabled; NULL: it is refused */
    bool is_coerced;
} absence_row;

#define GIVEN "\"id\":1,\"note\":null,\"day\":null,\"mood\":null,\"marks\":null,\"boss\":"
#define FIRST "{" GIVEN "null,\"any\":null"

/* [validation 5.5] What is required and may be null is printed as null; null for what may
 * only be absent leaves it out. */
static const absence_row absence_rows[] = {
    {FIRST "}", FIRST "}", false},
    {"{\"id\":1,\"note\":null}", NULL, false},
    {FIRST ",\"memo\":null,\"maybe\":null}", FIRST "}", false},
    {FIRST ",\"limit\":null}", FIRST "}", true},
    {FIRST ",\"limit\": null ,\"name\":null,\"is_on\":null,\"price\":null,\"kind\":null}",
     FIRST "}", true},
    {FIRST ",\"when\":null,\"tags\":null,\"home\":null,\"friend\":null,\"sums\":null,"
           "\"either\":null,\"small\":null}",
     FIRST "}", true},
    {FIRST ",\"limit\":nul}", NULL, false},
    {FIRST ",\"count\":null,\"mode\":null,\"start\":null,\"spot\":null}", FIRST "}",
     true},
    {FIRST ",\"home\":{\"zip\":null},\"spot\":{\"x\":null}}",
     FIRST ",\"home\":{},\"spot\":{}}", true},
    {"{" GIVEN "{\"name\":\"A\",\"knows\":null,\"likes\":null},\"any\":{\"a\":null}}",
     "{" GIVEN "{\"name\":\"A\",\"knows\":null},\"any\":{\"a\":null}}", true},
    {"{" GIVEN "{\"name\":\"A\"},\"any\":1}", NULL, false},
};

Test(gen, absence_and_null_are_two_things)
{
    static const ptc_parse_options strict = {.struct_size = sizeof strict,
                                             .mode = PTC_MODE_STRICT};
    static const ptc_parse_options output = {.struct_size = sizeof output,
                                             .direction = PTC_OUTPUT};

    for (size_t i = 0; i < sizeof absence_rows / sizeof *absence_rows; i++) {
        const absence_row *row = &absence_rows[i];
        ptc_parse_info info;
        ptc_arena arena;
        ptc_text text;
        ptc_status status;
        absence out;

        ptc_arena_init(&arena, NULL, 0);
        status = absence_parse(&arena, row->text, strlen(row->text), NULL, &out, &info);
        cr_expect_eq(status == PTC_OK, row->json != NULL, "%s: %s", row->text,
                     ptc_status_name(status));
        if (status == PTC_OK) {
            cr_expect_eq(info.is_coerced, row->is_coerced, "%s", row->text);
            cr_expect(out.count == 5 && !out.has.count && out.spot.x == 1);
            cr_expect(ptc_str_equal(out.mode, PTC_STR("fast")) && out.level == 3);
            ptc_text_init(&text, &arena);
            cr_assert_eq(absence_to_json(&text, &out), PTC_OK);
            cr_expect_str_eq(ptc_text_view(&text).ptr, row->json, "%s: %s", row->text,
                             ptc_text_view(&text).ptr);
        }
        cr_expect_eq(absence_parse(&arena, row->text, strlen(row->text), &strict, &out,
                                   NULL) == PTC_OK,
                     row->json != NULL && !row->is_coerced, "%s", row->text);
        cr_expect_eq(absence_parse(&arena, row->text, strlen(row->text), &output, &out,
                                   NULL) == PTC_OK,
                     row->json != NULL && !row->is_coerced, "%s", row->text);
        ptc_arena_free(&arena);
    }
}

/* --- Types that contain themselves ------------------------------------------------- */

Test(gen, trees_are_structs_that_hold_each_other)
{
    static const char text[] = "{\"id\":1,\"author\":\"ava\",\"text\":\"a\",\"answers\":["
                               "{\"id\":2,\"author\":"
                               "\"ben\",\"text\":\"b\",\"answers\":[]},{\"id\":3,"
                               "\"author\":\"cid\",\"text\":\"c\","
                               "\"answers\":[]}]}";
    static const char words[] =
        "{\"op\":\"+\",\"left\":1.5,\"right\":{\"call\":\"f\",\"args\":[2.5,\"x\"]}}";
    ptc_arena arena;
    ptc_text out;
    comment top;
    expr sum;
    hop last = {.value = 2};
    hop first = {.value = 1, .next = &last, .has = {.next = true}};

    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq(comment_parse(&arena, text, sizeof text - 1, NULL, &top, NULL), PTC_OK);
    cr_expect(top.answers.count == 2 && top.answers.items[0].id == 2);
    cr_expect(ptc_str_equal(top.answers.items[1].author, PTC_STR("cid")));
    cr_assert_eq(expr_parse(&arena, words, sizeof words - 1, NULL, &sum, NULL), PTC_OK);
    cr_assert_eq(sum.tag, EXPR_MAP);
    cr_expect(sum.as.map.left->tag == EXPR_FLOAT && sum.as.map.left->as.float_ == 1.5);
    cr_expect_eq(sum.as.map.right->as.map_2.args.count, 2);
    ptc_text_init(&out, &arena);
    cr_assert_eq(hop_to_json(&out, &first), PTC_OK);
    cr_expect_str_eq(ptc_text_view(&out).ptr, "{\"value\":1,\"next\":{\"value\":2}}",
                     "%s", ptc_text_view(&out).ptr);
    ptc_text_init(&out, &arena);
    cr_assert_eq(expr_to_json(&out, &sum), PTC_OK);
    cr_expect_str_eq(ptc_text_view(&out).ptr, words, "%s", ptc_text_view(&out).ptr);
    ptc_arena_free(&arena);
}

/* As the walker: a value is valid down to the last level. */
Test(gen, trees_are_512_levels_deep)
{
    static const char level[] = "{\"value\":1,\"next\":";
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned levels = 510; levels < 515; levels++) {
        ptc_parse_options options = {.struct_size = sizeof options};
        ptc_report report;
        ptc_status status;
        ptc_text text;
        hop first;

        ptc_arena_reset(&arena);
        ptc_text_init(&text, &arena);
        for (unsigned i = 0; i < levels; i++)
            ptc_text_cstr(&text, level);
        ptc_text_cstr(&text, "null");
        ptc_text_repeat(&text, '}', levels);
        status = hop_parse(&arena, text.ptr, text.len, &options, &first, NULL);
        cr_expect_eq(status, levels <= PTC_DEPTH_MAX ? PTC_OK : PTC_ERROR_DEPTH,
                     "%u levels: %s", levels, ptc_status_name(status));
        ptc_report_init(&report, &arena);
        status = hop_explain(&arena, text.ptr, text.len, &options, &report, NULL);
        cr_expect_eq(status, levels <= PTC_DEPTH_MAX ? PTC_OK : PTC_ERROR_DEPTH,
                     "%u levels: %s", levels, ptc_status_name(status));
    }
    ptc_arena_free(&arena);
}

/* --- Limits ------------------------------------------------------------------------ */

Test(gen, depth_is_bounded_like_the_reader)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned levels = 1; levels <= PTC_DEPTH_MAX + 2;
         levels += levels < 8 ? 1 : 253) {
        for (unsigned limit = 0; limit < 12; limit++) {
            ptc_json_options reading = {
                .struct_size = sizeof reading, .max_depth = limit, NULL, 0};
            ptc_parse_options options = {
                sizeof options, PTC_MODE_ENABLED, PTC_OUTPUT, limit, NULL, 0};
            ptc_status read;
            ptc_status status;
            ptc_value value;
            ptc_text text;
            tool_call out;

            ptc_arena_reset(&arena);
            ptc_text_init(&text, &arena);
            ptc_text_cstr(&text, "{\"more\":");
            ptc_text_repeat(&text, '[', levels);
            ptc_text_repeat(&text, ']', levels);
            ptc_text_cstr(&text,
                          ",\"query\":\"\",\"limit\":1,\"options\":{\"tags\":[\"\"]}}");
            read =
                ptc_json_read(&arena, text.ptr, text.len, &reading, &value, NULL, NULL);
            status = tool_call_parse(&arena, text.ptr, text.len, &options, &out, NULL);
            cr_expect(status == read, "%u levels, limit %u: %s, reader %s", levels, limit,
                      ptc_status_name(status), ptc_status_name(read));
        }
    }
    ptc_arena_free(&arena);
}

/* Refuses after a number of grants. */
typedef struct miser {
    size_t grants;
} miser;

static void *spend(void *old, size_t old_size, size_t new_size, void *given)
{
    miser *purse = given;

    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    if (purse->grants == 0)
        return NULL;
    purse->grants--;
    return realloc(old, new_size);
}

/* Through all that a root can do; `out` is room for a struct. */
static ptc_status go_round(ptc_arena *arena, const golden_document *document, void *out)
{
    const golden_root *root = document->root;
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_status status = root->plain(arena, document->text.ptr, document->text.len,
                                    &document->options, out, NULL);
    ptc_value value;
    ptc_text text;

    ptc_text_init(&text, arena);
    if (status == PTC_OK)
        status = root->to_value(arena, out, &value);
    if (status == PTC_OK)
        status = root->from_value(arena, &value, &options, out, NULL);
    if (status == PTC_OK)
        status = root->to_json(&text, out);
    return status;
}

Test(gen, refused_memory_is_an_answer)
{
    static unsigned char memory[1 << 15];

    for (size_t i = 0; i < golden_root_count; i++) {
        const golden_root *root = &golden_roots[i];
        const golden_document *document = golden_document_of(root);
        void *out = malloc(root->size);
        ptc_status status = PTC_ERROR_MEMORY;

        for (size_t grants = 0; status == PTC_ERROR_MEMORY && grants < 100; grants++) {
            miser purse = {grants};
            ptc_allocator allocator = {spend, &purse};
            ptc_arena arena;

            ptc_arena_init(&arena, &allocator, 0);
            status = go_round(&arena, document, out);
            cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%s: %s",
                      root->name, ptc_status_name(status));
            ptc_arena_free(&arena);
        }
        cr_expect(status == PTC_OK, "%s: %s", root->name, ptc_status_name(status));
        /* The same inside memory of every size. */
        status = PTC_ERROR_MEMORY;
        for (size_t size = 0; status == PTC_ERROR_MEMORY && size < sizeof memory;
             size += 16) {
            ptc_arena arena;

            ptc_arena_init_memory(&arena, memory, size);
            status = go_round(&arena, document, out);
            cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%s in %zu: %s",
                      root->name, size, ptc_status_name(status));
        }
        cr_expect(status == PTC_OK, "%s: %s", root->name, ptc_status_name(status));
        free(out);
    }
}

/* A list whose memory was refused is a fault, even if a later value needs a second try.
 */
Test(gen, refused_memory_is_not_forgotten)
{
    static const char text[] =
        "{\"options\":{\"sort\":\"x\",\"tags\":[\"a\",\"b\"]},"
        "\"limit\":\"5\",\"query\":\"q\"}\0padding for the scanner, "
        "which may look at as many bytes as that behind a text";
    unsigned char memory[256];
    unsigned accepted = 0;
    unsigned refused = 0;

    for (size_t size = 0; size < sizeof memory; size += 8) {
        ptc_arena arena;
        tool_call out;
        ptc_status status;

        ptc_arena_init_memory(&arena, memory, size);
        status = tool_call_parse_padded(&arena, text, strlen(text), NULL, &out, NULL);
        accepted += status == PTC_OK;
        refused += status == PTC_ERROR_MEMORY;
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%zu: %s", size,
                  ptc_status_name(status));
        cr_expect(status != PTC_OK || (out.options.tags.items && out.limit == 5), "%zu",
                  size);
    }
    cr_expect(accepted > 0 && refused > 0);
}

/* Nothing was read, so nothing in the text is at fault. */
Test(gen, refused_memory_is_nowhere_in_the_text)
{
    static const char text[] = "{}";
    unsigned char memory[16];
    ptc_parse_info info = {PTC_OK, 99, true};
    ptc_arena arena;
    tool_call out;

    ptc_arena_init_memory(&arena, memory, sizeof memory);
    cr_expect_eq(tool_call_parse(&arena, text, 2, NULL, &out, &info), PTC_ERROR_MEMORY);
    cr_expect_eq(info.status, PTC_ERROR_MEMORY);
    cr_expect_eq(info.offset, 0);
    cr_expect(!info.is_coerced);
    cr_expect_null(ptc_gen_pad(&arena, text, sizeof text));
    cr_expect_null(ptc_gen_pad(&arena, text, SIZE_MAX));
    cr_expect_null(ptc_gen_pad(&arena, text, SIZE_MAX - PTC_PADDING));
}

/* --- What emitted code calls ------------------------------------------------------- */

/* Begins with a text that has room after it. */
static ptc_cursor start(ptc_gen *gen, ptc_arena *arena, ptc_arena *texts,
                        const char *text)
{
    const char *padded = ptc_gen_pad(texts, text, strlen(text));
    ptc_cursor p;

    cr_assert(padded);
    p = ptc_gen_start(gen, &ptc_abi_3, arena, padded, strlen(text), PTC_INPUT, NULL);
    cr_assert(p);
    return p;
}

Test(gen, keys_may_have_to_be_keywords)
{
    static const struct {
        const char *text;
        ptc_status status;
    } rows[] = {
        {"{\"a-b?\":1}", PTC_OK},        {"{\"a b\":1}", PTC_ERROR_INVALID},
        {"{\"\":1}", PTC_ERROR_INVALID}, {"{\"\\x\":1}", PTC_ERROR_SYNTAX},
        {"{\"a\" 1}", PTC_ERROR_SYNTAX},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool is_good = rows[i].status == PTC_OK;
        ptc_gen_list list;
        ptc_gen gen;
        ptc_cursor p = start(&gen, &arena, &arena, rows[i].text);
        ptc_str key = PTC_STR("");

        p = ptc_gen_entries_start(&gen, &list, p);
        cr_assert(p && list.more, "%s", rows[i].text);
        p = ptc_gen_entry_strict_keyword(&gen, p, &key);
        cr_expect_eq(p != NULL, is_good, "%s", rows[i].text);
        cr_expect_eq(gen.scan.status, rows[i].status, "%s", rows[i].text);
        cr_expect(!is_good || ptc_str_equal(key, PTC_STR("a-b?")));
    }
    ptc_arena_free(&arena);
}

/* Items of a list wait below a value that is read: however wide they are, it lies as
 * values do, and they stay what they were. */
Test(gen, values_are_read_above_items_of_any_width)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t width = 8; width <= 2 * PTC_SCAN_STACK_FIRST; width += 8) {
        ptc_gen gen;
        ptc_cursor p = start(&gen, &arena, &arena, "[[1,\"a\"],[]]");
        unsigned char *items = ptc_scan_push(&gen.scan, width);
        size_t kept = 0;
        ptc_value value;

        cr_assert(items);
        memset(items, 0x5a, width);
        p = ptc_gen_any(&gen, p, &value);
        cr_assert(p, "%zu", width);
        cr_expect(value.kind == PTC_VECTOR && value.aux == 2, "%zu", width);
        cr_expect_eq(value.as.items[0].aux, 2, "%zu", width);
        cr_expect_eq(gen.scan.stack_used, width);
        while (kept < width && gen.scan.stack[kept] == 0x5a)
            kept++;
        cr_expect_eq(kept, width);
        cr_expect_eq(ptc_gen_finish(&gen, p, NULL), PTC_OK);
    }
    ptc_arena_free(&arena);
}

/* Where the scratch is full and there is no more. */
Test(gen, full_scratch_is_refused_memory)
{
    static const ptc_str key = PTC_STR_INIT("k");
    unsigned char memory[16];

    for (size_t left = 0; left <= 8; left += 8) {
        for (unsigned what = 0; what < 2; what++) {
            ptc_gen_list list;
            ptc_arena none;
            ptc_arena texts;
            ptc_value value;
            ptc_gen gen;
            ptc_cursor p;

            ptc_arena_init(&texts, NULL, 0);
            ptc_arena_init_memory(&none, memory, sizeof memory);
            p = start(&gen, &none, &texts, "[1]");
            cr_assert(ptc_scan_push(&gen.scan, PTC_SCAN_STACK_FIRST - left));
            p = what == 0 ? ptc_gen_any(&gen, p, &value)
                          : ptc_gen_entries_add(&gen, &list, p, &key, sizeof key);
            cr_expect_null(p, "%zu left, %u", left, what);
            cr_expect_eq(ptc_gen_finish(&gen, p, NULL), PTC_ERROR_MEMORY, "%zu left, %u",
                         left, what);
            ptc_arena_free(&texts);
        }
    }
}

/* What is absent is zero below alternatives that the walker reads as well. */
Test(gen, alternatives_leave_nothing_as_it_was)
{
    static const char text[] = "{\"id\":1,\"amount\":1.5,\"pair\":[\"a\",null],\"tags\":["
                               "],\"scores\":{},\"ids\":{},"
                               "\"kind\":\"card\",\"num\":4,\"notx\":1,\"both\":\"y\","
                               "\"shape\":{\"type\":\"sq\","
                               "\"a\":1.0},\"addr\":{\"street\":\"s\"},\"via\":{}}";
    ptc_parse_info info;
    ptc_arena arena;
    payment out;

    memset(&out, 0xa5, sizeof out);
    ptc_arena_init(&arena, NULL, 0);
    cr_expect(payment_parse(&arena, text, sizeof text - 1, NULL, &out, &info) == PTC_OK,
              "at %zu", info.offset);
    cr_expect(out.has.via && out.via.tag == PAYMENT_VIA_MAP);
    cr_expect(!out.via.as.map.has.bank && out.via.as.map.bank.ptr == NULL);
    ptc_arena_free(&arena);
}

/* --- Explaining -------------------------------------------------------------------- */

Test(gen, a_rejection_is_explained)
{
    static const char text[] =
        "{\"query\":7,\"limit\":\"x\",\"options\":{\"sort\":1,\"tags\":[\"a\",2]}}";
    static const char expected[] = "why:\n- query: expected string, got int 7\n"
                                   "- limit: expected int, got string \"x\"\n"
                                   "- options.sort: expected string, got int 1\n"
                                   "- options.tags[1]: expected string, got int 2";
    ptc_json_error error;
    ptc_parse_info info;
    ptc_report report;
    ptc_arena arena;
    ptc_text written;
    tool_call out;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect(tool_call_parse(&arena, text, sizeof text - 1, NULL, &out, &info) ==
              PTC_ERROR_INVALID);
    cr_expect(info.status == PTC_ERROR_INVALID && info.offset == 9, "at %zu",
              info.offset);
    ptc_report_init(&report, &arena);
    cr_expect(tool_call_explain(&arena, text, sizeof text - 1, NULL, &report, &error) ==
              PTC_ERROR_INVALID);
    ptc_text_init(&written, &arena);
    ptc_report_write_errors(&written, &report, "why:");
    cr_expect(ptc_str_equal(ptc_str_make(written.ptr, sizeof expected - 1),
                            ptc_str_make(expected, sizeof expected - 1)),
              "%s", written.ptr);
    ptc_report_init(&report, &arena);
    cr_expect(tool_call_explain(&arena, "{\"query\"", 8, NULL, &report, &error) ==
              PTC_ERROR_SYNTAX);
    cr_expect(error.offset == 8, "at %zu", error.offset);
    ptc_arena_free(&arena);
}

/* The tables are the schema: they say the same as the texts next to them. */
Test(gen, tables_are_the_schema)
{
    static const struct {
        const char *name;
        const ptc_schema *schema;
        const char *signature;
        const char *malli;
    } rows[] = {
        {"scalars", &scalars_schema, scalars_signature, scalars_malli},
        {"tool_call", &tool_call_schema, tool_call_signature, tool_call_malli},
        {"order", &order_schema, order_signature, order_malli},
        {"records", &records_schema, records_signature, records_malli},
        {"defaults", &defaults_schema, defaults_signature, defaults_malli},
        {"enums", &enums_schema, enums_signature, enums_malli},
        {"team", &team_schema, team_signature, team_malli},
        {"find", &find_schema, find_signature, find_malli},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned form = 0; form < 2; form++) {
            ptc_source source = {ptc_str_of("test"),
                                 ptc_str_of(form ? rows[i].malli : rows[i].signature)};
            ptc_schema schema;
            ptc_diags diags;

            ptc_diags_init(&diags, &arena);
            cr_expect(ptc_signature_read(&arena, &source, NULL, &diags, &schema) ==
                          PTC_OK,
                      "%s", rows[i].name);
            cr_expect(diags.errors || ptc_schema_equal(&schema, rows[i].schema),
                      "%s form %u", rows[i].name, form);
        }
    }
    ptc_arena_free(&arena);
}

/* --- Options ----------------------------------------------------------------------- */

/* NULL is as good as options with struct_size alone: parameters and the values of types
 * are input, as `ptc validate` checks them, results of functions output. M553 */
Test(gen, without_options_as_with_none_set)
{
    static const ptc_parse_options zero = {.struct_size = sizeof zero};
    static const ptc_walk_options zero_walk = {.struct_size = sizeof zero_walk};
    static const ptc_parse_options *const parses[] = {NULL, &zero};
    static const ptc_walk_options *const walks[] = {NULL, &zero_walk};
    static const char type[] = "{\"id\":\"5\",\"name\":\"x\",\"roles\":[]}";
    static const char call[] =
        "{\"query\":\"q\",\"limit\":\"5\",\"options\":{\"tags\":[]}}";
    static const char moment[] = "{\"unix\":\"5\",\"zone\":\"UTC\"}";
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < 2; i++) {
        ptc_parse_info info;
        ptc_report report;
        ptc_value value;
        now_result now;
        user someone;
        tool_call arguments;

        cr_expect(user_parse(&arena, type, sizeof type - 1, parses[i], &someone, &info) ==
                  PTC_OK);
        cr_expect(info.is_coerced);
        ptc_report_init(&report, &arena);
        cr_expect(user_explain(&arena, type, sizeof type - 1, parses[i], &report, NULL) ==
                  PTC_OK);
        cr_expect_eq(report.warnings_found, 1);
        cr_assert(ptc_json_read(&arena, type, sizeof type - 1, NULL, &value, NULL,
                                NULL) == PTC_OK);
        cr_expect(user_from_value(&arena, &value, walks[i], &someone, NULL) == PTC_OK);

        cr_expect(tool_call_parse(&arena, call, sizeof call - 1, parses[i], &arguments,
                                  NULL) == PTC_OK);
        cr_expect(now_result_parse(&arena, moment, sizeof moment - 1, parses[i], &now,
                                   NULL) == PTC_ERROR_INVALID);
        cr_expect(now_result_explain(&arena, moment, sizeof moment - 1, parses[i],
                                     &report, NULL) == PTC_ERROR_INVALID);
        cr_assert(ptc_json_read(&arena, moment, sizeof moment - 1, NULL, &value, NULL,
                                NULL) == PTC_OK);
        cr_expect(now_result_from_value(&arena, &value, walks[i], &now, NULL) ==
                  PTC_ERROR_INVALID);
    }
    ptc_arena_free(&arena);
}

/* Parsers of an older caller, whose struct ends anywhere, and one that forgot its size.
 * M553 */
Test(gen, shorter_options)
{
    static const char flat[] = "{\"street\":\"a\",\"zip\":\"12345\"}";
    ptc_arena arena;
    ptc_parse_info info;
    address home;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t size = 0; size <= sizeof(ptc_parse_options); size++) {
        ptc_parse_options *block = malloc(size < sizeof size ? sizeof size : size);
        ptc_status wanted = size < sizeof size ? PTC_ERROR_ARGUMENT : PTC_OK;

        memset(block, 0, size);
        memcpy(block, &size, sizeof size);
        cr_expect(address_parse(&arena, flat, sizeof flat - 1, block, &home, &info) ==
                          wanted &&
                      info.status == wanted && info.offset == 0,
                  "%zu", size);
        free(block);
    }
    ptc_arena_free(&arena);
}
