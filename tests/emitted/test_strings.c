/* SPDX-License-Identifier: MIT */
/*
 * Strings that end in NUL: code made with `--strings=copy`, and the same suite with
 * `--strings=nul`. Every place that holds strings, from texts and from values, and what
 * the two differ in: the memory that they take. [emitters 11]
 */
#include "letter.ptc.h"

#include <ptc/tool.h>

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

static const char letter_text[] =
    "{\"path\":\"/dev/null\",\"topic\":\":news\",\"at\":\"2026-01-02T09:00:00+02:00\","
    "\"note\":\"\",\"tags\":[\"\",\"a\",\"b\\u00e4\\n\",\"\\u00fc\"],"
    "\"marks\":{\"\":\"empty\",\"k\\t\":\"v\",\"last\":\"\"},\"kinds\":{\"x\":1},"
    "\"pair\":[\"one\",\"two\"],\"body\":{\"text\":\"inside\"},"
    "\"more\":[\"deep\",{\"key\":\"value\",\"esc\\\\\":[\"\",7,12345678901234567890]}],"
    "\"rest\":{\"a\":\"b\"},\"checked\":\"walked\","
    "\"tree\":{\"name\":\"root\",\"kids\":[{\"name\":\"kid\",\"kids\":[]}]},"
    "\"day\":\"2026-01-02\",\"price\":17,\"sums\":[1,\"2.50\",-0,0.5,\" 3 \","
    "12345678901234567890],\"head\":{}}";

/* --- What ends in NUL ----------------------------------------------------------------
 */

static void expect_ended(ptc_str text, const char *wanted)
{
    cr_assert(text.ptr != NULL, "%s", wanted);
    cr_expect_str_eq(text.ptr, wanted);
    cr_expect_eq(text.len, strlen(wanted), "%s", wanted);
}

static void expect_value_ended(const ptc_value *value, const char *wanted)
{
    cr_assert(value->kind == PTC_STRING, "%s", wanted);
    expect_ended(ptc_value_text(value), wanted);
}

static void expect_more(const ptc_value *more)
{
    const ptc_map *map;
    const ptc_value *items;

    cr_assert(more->kind == PTC_VECTOR && more->aux == 2);
    expect_value_ended(&more->as.items[0], "deep");
    map = more->as.items[1].as.map;
    cr_assert_eq(map->count, 2);
    expect_value_ended(&map->entries[0].key, "key");
    expect_value_ended(&map->entries[0].value, "value");
    expect_value_ended(&map->entries[1].key, "esc\\");
    items = map->entries[1].value.as.items;
    expect_value_ended(&items[0], "");
    cr_expect_eq(items[1].as.integer, 7);
    cr_expect_eq(items[2].kind, PTC_OPAQUE); /* not a string; its digits are whole */
    cr_expect(ptc_str_equal(ptc_value_text(&items[2]), PTC_STR("12345678901234567890")));
}

static void expect_amounts(const letter *in)
{
    static const char *const wanted[] = {"1",   "2.50", "0",
                                         "0.5", "3",    "12345678901234567890"};

    expect_ended(in->day.text, "2026-01-02");
    expect_ended(in->price.text, "17");
    cr_assert_eq(in->sums.count, 6);
    for (size_t i = 0; i < 6; i++)
        expect_ended(in->sums.items[i].text, wanted[i]);
    cr_expect(!in->has.first);
    expect_ended(in->first.text, "2026-01-02");
}

/* The letter above, wherever it came from. */
static void expect_letter(const letter *in)
{
    const letter_marks_entry *mark;

    expect_ended(in->path, "/dev/null");
    expect_ended(in->topic, "news");
    expect_ended(in->at.text, "2026-01-02T07:00:00Z");
    cr_expect_eq(in->at.offset_minutes, 120);
    expect_ended(in->note, "");
    cr_assert_eq(in->tags.count, 4);
    expect_ended(in->tags.items[0], "");
    expect_ended(in->tags.items[1], "a");
    expect_ended(in->tags.items[2], "b\xc3\xa4\n");
    expect_ended(in->tags.items[3], "\xc3\xbc");
    cr_assert_eq(in->marks.count, 3);
    mark = letter_marks_find(&in->marks, PTC_STR("k\t"));
    cr_assert(mark);
    expect_ended(mark->key, "k\t");
    expect_ended(mark->value, "v");
    mark = letter_marks_find(&in->marks, PTC_STR(""));
    cr_assert(mark);
    expect_ended(mark->key, "");
    expect_ended(in->kinds.items[0].key, "x");
    expect_ended(in->pair._0, "one");
    expect_ended(in->pair._1, "two");
    cr_assert_eq(in->body.tag, LETTER_BODY_MAP);
    expect_ended(in->body.as.map.text, "inside");
    expect_more(&in->more);
    expect_value_ended(&in->rest.as.map->entries[0].value, "b");
    expect_ended(in->checked, "walked");
    expect_ended(in->tree.name, "root");
    expect_ended(in->tree.kids.items[0].name, "kid");
    expect_amounts(in);
    cr_expect(!in->head.has.title); /* a default is not what was given */
    expect_ended(in->head.title, "none");
    cr_assert_eq(in->head.late.count, 2);
    expect_ended(in->head.late.items[1], "b");
}

/* A copy of the text with no NUL after it, in memory that ends there. */
static char *bare_text(const char *text, size_t padding)
{
    char *copy = malloc(strlen(text) + padding);

    cr_assert(copy);
    memcpy(copy, text, strlen(text));
    memset(copy + strlen(text), '"', padding);
    return copy;
}

Test(strings, every_string_ends_in_nul)
{
    ptc_arena arena;
    ptc_parse_info info;
    letter in;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned is_padded = 0; is_padded < 2; is_padded++) {
        char *text = bare_text(letter_text, is_padded ? PTC_PADDING : 0);
        ptc_status status = (is_padded ? letter_parse_padded : letter_parse)(
            &arena, text, strlen(letter_text), NULL, &in, &info);

        cr_assert_eq(status, PTC_OK);
        cr_expect_eq(info.status, PTC_OK);
        /* The caller's text is as it was, and nothing points into it. */
        cr_expect_eq(memcmp(text, letter_text, strlen(letter_text)), 0);
        memset(text, 'x', strlen(letter_text));
        free(text);
        expect_letter(&in);
    }
    ptc_arena_free(&arena);
}

Test(strings, those_of_values_do)
{
    char *text = bare_text(letter_text, 0);
    ptc_arena arena;
    ptc_arena own;
    ptc_value value;
    letter in;

    ptc_arena_init(&arena, NULL, 0);
    ptc_arena_init(&own, NULL, 0);
    cr_assert_eq(ptc_json_read(&own, text, strlen(letter_text), NULL, &value, NULL, NULL),
                 PTC_OK);
    cr_assert_eq(letter_from_value(&arena, &value, NULL, &in, NULL), PTC_OK);
    ptc_arena_free(&own);
    free(text);
    expect_letter(&in);
    ptc_arena_free(&arena);
}

/* --- Tools ---------------------------------------------------------------------------
 */

static unsigned calls;

ptc_status letter_call(const letter *in, letter_result *out, ptc_tool_call *call)
{
    const char *path = ptc_str_cstring(NULL, in->path);

    (void)call;
    calls++;
    expect_letter(in);
    cr_expect(path == in->path.ptr);
    *out = in->path;
    return PTC_OK;
}

/* Arguments as the runtime hands them over: coerced, and as they were given. */
Test(strings, those_of_calls_do)
{
    ptc_walk_options options = {.struct_size = sizeof options, .direction = PTC_INPUT};
    ptc_schema parameters = letter_schema;
    ptc_tool_call call = {.tool = &letter_tool};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    call.arena = &arena;
    parameters.root = parameters.nodes[parameters.root].first;
    cr_assert_eq(ptc_json_read(&arena, letter_text, strlen(letter_text), NULL,
                               &call.given, NULL, NULL),
                 PTC_OK);
    cr_assert_eq(ptc_schema_coerce(&arena, &parameters, &call.given, &options,
                                   &call.arguments, NULL),
                 PTC_OK);
    cr_expect_eq(letter_tool.function(&call, NULL), PTC_OK);
    cr_expect_eq(calls, 1);
    ptc_arena_free(&arena);
}

/* --- Edges ---------------------------------------------------------------------------
 */

/* A text that is one string: the last byte of it is its closing quote. */
Test(strings, the_last_of_a_text_does)
{
    static const char *const texts[] = {"\"\"", "\"abc\"", " \"a\\\"b\" ", "\"\\u00e4b\"",
                                        "\"sixteen bytes of it\""};
    static const char *const wanted[] = {"", "abc", "a\"b",
                                         "\xc3\xa4"
                                         "b",
                                         "sixteen bytes of it"};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *text = bare_text(texts[i], 0);
        letter_result out;

        cr_assert_eq(
            letter_result_parse(&arena, text, strlen(texts[i]), NULL, &out, NULL), PTC_OK,
            "%s", texts[i]);
        free(text);
        expect_ended(out, wanted[i]);
    }
    ptc_arena_free(&arena);
}

/* U+0000 is a character like others, and no C string can hold it. */
Test(strings, nul_inside_is_refused_for_c_strings)
{
    static const char text[] = "\"a\\u0000b\"";
    letter_result out;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq(letter_result_parse(&arena, text, sizeof text - 1, NULL, &out, NULL),
                 PTC_OK);
    cr_expect_eq(out.len, 3);
    cr_expect_eq(memcmp(out.ptr, "a\0b", 4), 0);
    cr_expect(ptc_str_cstring(NULL, out) == NULL);
    cr_expect(ptc_str_cstring(&arena, out) == NULL);
    ptc_arena_free(&arena);
}

Test(strings, functions_of_c_take_them)
{
    ptc_arena arena;
    letter in;
    FILE *file;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq(letter_parse(&arena, letter_text, strlen(letter_text), NULL, &in, NULL),
                 PTC_OK);
    file = fopen(in.path.ptr, "r");
    cr_assert(file);
    fclose(file);
    cr_expect_eq(strtol(in.at.text.ptr, NULL, 10), 2026);
    cr_expect_str_eq(strstr(in.checked.ptr, "lk"), "lked");
    ptc_arena_free(&arena);
}

/* A text that is refused is refused as ever, with its place. */
Test(strings, faults_are_reported)
{
    static const char *const texts[] = {"\"abc", "\"abc\" 1", "1", ""};
    ptc_arena arena;
    ptc_parse_info info;
    letter_result out;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *text = bare_text(texts[i], 0);
        ptc_status status =
            letter_result_parse(&arena, text, strlen(texts[i]), NULL, &out, &info);

        cr_expect(status != PTC_OK && info.status == status, "%s", texts[i]);
        free(text);
    }
    ptc_arena_free(&arena);
}

/* Lists in lists, as deep as texts may be: a level each. */
Test(strings, depth_is_that_of_the_text)
{
    const char *more = strstr(letter_text, "\"more\":") + strlen("\"more\":");
    const char *rest = strstr(letter_text, ",\"rest\"");
    const ptc_value *item;
    ptc_arena arena;
    ptc_text text;
    letter in;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_text_bytes(&text, letter_text, (size_t)(more - letter_text));
    ptc_text_repeat(&text, '[', PTC_DEPTH_MAX - 1);
    ptc_text_cstr(&text, "\"end\"");
    ptc_text_repeat(&text, ']', PTC_DEPTH_MAX - 1);
    ptc_text_cstr(&text, rest);
    cr_assert_eq(letter_parse(&arena, text.ptr, text.len, NULL, &in, NULL), PTC_OK);
    for (item = &in.more; item->kind == PTC_VECTOR;)
        item = &item->as.items[0];
    expect_value_ended(item, "end");
    ptc_arena_free(&arena);
}

/* --- Memory --------------------------------------------------------------------------
 */

/* Every refusal is an error, in the information as well. */
Test(strings, memory_that_is_refused_is_an_error)
{
    bool is_done = false;

    for (size_t size = 0; !is_done && size < 65536; size += 64) {
        void *memory = malloc(size + 1);
        ptc_arena arena;
        ptc_parse_info info;
        ptc_status status;
        letter in;

        ptc_arena_init_memory(&arena, memory, size);
        status = letter_parse(&arena, letter_text, strlen(letter_text), NULL, &in, &info);
        is_done = status == PTC_OK;
        cr_expect(is_done || status == PTC_ERROR_MEMORY, "%zu bytes: %s", size,
                  ptc_status_name(status));
        cr_expect_eq(info.status, status, "%zu bytes", size);
        if (is_done)
            expect_letter(&in);
        free(memory);
    }
    cr_expect(is_done);
}

/* How much stays in the arena of a text whose strings are short. */
static size_t kept(bool is_padded, size_t ignored)
{
    size_t len = ignored + sizeof letter_text;
    char *text = malloc(len + 16 + PTC_PADDING);
    size_t held;
    ptc_arena arena;
    letter in;

    cr_assert(text);
    memcpy(text, "{\"unknown\":\"", 12);
    memset(text + 12, 'x', ignored);
    memcpy(text + 12 + ignored, "\",", 2);
    memcpy(text + 14 + ignored, letter_text + 1, sizeof letter_text - 1);
    len = 14 + ignored + sizeof letter_text - 2;
    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq((is_padded ? letter_parse_padded : letter_parse)(&arena, text, len, NULL,
                                                                  &in, NULL),
                 PTC_OK);
    expect_letter(&in);
    held = arena.held;
    ptc_arena_free(&arena);
    free(text);
    return held;
}

/* Copies are all that is kept of a text; ended strings are in a copy of the whole. */
Test(strings, memory_is_that_of_strings_or_texts)
{
    for (unsigned is_padded = 0; is_padded < 2; is_padded++) {
#ifdef STRINGS_ARE_COPIES
        cr_expect_eq(kept(is_padded, 1000000), kept(is_padded, 10));
#else
        cr_expect_geq(kept(is_padded, 1000000), 1000000);
#endif
    }
}
