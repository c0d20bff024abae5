/* SPDX-License-Identifier: MIT */
/*
 * The walker on values in which combinators nest: the cost is that of the data, and what
 * is remembered on the way changes no answer.
 */
#include <criterion/criterion.h>

#include "support.h"

static ptc_schema read_malli(ptc_arena *arena, const char *text)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_schema schema;
    ptc_diags diags;

    source->name = PTC_STR("row");
    source->text = ptc_str_of(text);
    ptc_diags_init(&diags, arena);
    cr_assert(ptc_malli_read(arena, source, NULL, &diags, &schema) == PTC_OK, "%s", text);
    return schema;
}

/* `count` times `open`, then `leaf`, then as many `close`. */
static ptc_value read_nested(ptc_arena *arena, unsigned count, const char *open,
                             const char *leaf, const char *close)
{
    ptc_value value = ptc_value_nil();
    ptc_text text;
    ptc_str view;

    ptc_text_init(&text, arena);
    for (unsigned i = 0; i < count; i++)
        ptc_text_cstr(&text, open);
    ptc_text_cstr(&text, leaf);
    for (unsigned i = 0; i < count; i++)
        ptc_text_cstr(&text, close);
    view = ptc_text_view(&text);
    cr_assert(ptc_json_read(arena, view.ptr, view.len, NULL, &value, NULL, NULL) ==
              PTC_OK);
    return value;
}

/* Two kinds of tree node; two conjuncts that both lead down; both in lists; both at once.
 */
#define TREE                                                                             \
    "[:schema {:registry {\"n\" [:or [:map [:a [:ref \"n\"]] [:x :int]]"                 \
    " [:map [:a [:ref \"n\"]] [:y :int]] :nil]}} \"n\"]"
#define BOTH                                                                             \
    "[:schema {:registry {\"n\" [:or :nil [:and [:map [:a [:ref \"n\"]]]"                \
    " [:map [:a [:ref \"n\"]]]]]}} \"n\"]"
#define LISTS                                                                            \
    "[:schema {:registry {\"n\" [:or :int [:and [:vector [:ref \"n\"]]"                  \
    " [:vector [:ref \"n\"]]]]}} \"n\"]"
#define MIXED                                                                            \
    "[:schema {:registry {\"n\" [:or [:and [:map [:a [:ref \"n\"]]] [:map [:x :int]]]"   \
    " [:and [:map [:a [:ref \"n\"]]] [:map [:a [:ref \"n\"]] [:y :int]]] :nil]}} \"n\"]"

/* Conditions that ask again what accepts a value. */
#define OTHER_KEYS                                                                       \
    "[:schema {:registry {\"n\" [:or :nil [:and [:or [:map [:a [:ref \"n\"]] [:x :int]]" \
    " [:map [:a [:ref \"n\"]] [:y :int]]] [:json/other-keys [:not :any]]]]}} \"n\"]"
#define OTHER_ITEMS                                                                      \
    "[:schema {:registry {\"n\" [:or :int [:and [:json/contains [:ref \"n\"]]"           \
    " [:json/other-items :nil]]]}} \"n\"]"
#define ONE_OF                                                                           \
    "[:schema {:registry {\"n\" [:json/one-of :nil [:map [:a [:ref \"n\"]] [:x :int]]"   \
    " [:map [:a [:ref \"n\"]] [:y :int]]]}} \"n\"]"
#define IF                                                                               \
    "[:schema {:registry {\"n\" [:json/if [:map [:a [:ref \"n\"]]]"                      \
    " [:map [:a [:ref \"n\"]]] :nil]}} \"n\"]"

static const struct {
    const char *schema;
    const char *open;
    const char *leaf;
    const char *close;
    bool is_output_valid;
    bool is_input_valid;
} nestings[] = {
    {TREE, "{\"y\":1,\"a\":", "null", "}", true, true},
    {TREE, "{\"y\":1,\"a\":", "{\"y\":\"1\",\"a\":null}", "}", false, true},
    {TREE, "{\"y\":1,\"a\":", "{\"y\":\"q\",\"a\":null}", "}", false, false},
    {BOTH, "{\"a\":", "null", "}", true, true},
    {BOTH, "{\"a\":", "7", "}", false, false},
    {LISTS, "[", "5", "]", true, true},
    {LISTS, "[", "\"5\"", "]", false, true},
    {LISTS, "[", "\"q\"", "]", false, false},
    {MIXED, "{\"y\":1,\"a\":", "null", "}", true, true},
    {MIXED, "{\"y\":1,\"a\":", "{\"y\":\"1\",\"a\":null}", "}", false, false},
    {MIXED, "{\"y\":1,\"a\":", "5", "}", false, false},
    {OTHER_KEYS, "{\"y\":1,\"a\":", "null", "}", true, true},
    {OTHER_KEYS, "{\"y\":1,\"a\":", "{\"y\":\"q\",\"a\":null}", "}", false, false},
    {OTHER_KEYS, "{\"y\":1,\"a\":", "{\"y\":1,\"a\":null,\"z\":2}", "}", false, false},
    {OTHER_ITEMS, "[", "5", "]", true, true},
    {OTHER_ITEMS, "[", "\"q\"", "]", false, false},
    {ONE_OF, "{\"y\":1,\"a\":", "null", "}", true, true},
    {ONE_OF, "{\"y\":1,\"a\":", "5", "}", false, false},
    {IF, "{\"a\":", "null", "}", true, true},
    {IF, "{\"a\":", "5", "}", false, false},
};

/* As deep as JSON goes. Without memory of verdicts a row would take 2^500 steps. */
Test(walk_nesting, combinators_that_nest_cost_no_more_than_the_data, .timeout = 60)
{
    for (size_t i = 0; i < sizeof nestings / sizeof nestings[0]; i++) {
        for (int turn = 0; turn < 4; turn++) {
            bool is_input = turn & 1;
            bool is_valid =
                is_input ? nestings[i].is_input_valid : nestings[i].is_output_valid;
            ptc_walk_options options = {.struct_size = sizeof options,
                                        .direction = is_input ? PTC_INPUT : PTC_OUTPUT};
            ptc_report report;
            ptc_status status;
            ptc_schema schema;
            ptc_value value;
            ptc_value made;
            ptc_arena arena;

            ptc_arena_init(&arena, NULL, (size_t)16 << 20);
            schema = read_malli(&arena, nestings[i].schema);
            value = read_nested(&arena, 500, nestings[i].open, nestings[i].leaf,
                                nestings[i].close);
            ptc_report_init(&report, &arena);
            status = ptc_schema_coerce(&arena, &schema, &value, &options, &made,
                                       turn & 2 ? &report : NULL);
            cr_expect((status == PTC_OK) == is_valid, "row %zu, turn %d: %s", i, turn,
                      ptc_status_name(status));
            cr_expect(!(turn & 2) || (report.error_count > 0) == !is_valid,
                      "row %zu, turn %d", i, turn);
            status =
                ptc_schema_validate(&schema, &value, &options, turn & 2 ? &report : NULL);
            cr_expect((status == PTC_OK) == nestings[i].is_output_valid, "row %zu", i);
            ptc_arena_free(&arena);
        }
    }
}

/* A tree of the kinds above, with leaves that fit, can be coerced, or neither. */
static void write_tree(ptc_text *text, test_random *random, unsigned depth)
{
    static const char *const leaves[] = {"1", "\"2\"", "3", "\"q\"", "4", "5"};
    static const char *const names[] = {"x", "y", "y", "x-y"};

    if (depth == 0 || test_random_below(random, 4) == 0) {
        ptc_text_cstr(text, "null");
        return;
    }
    ptc_text_cstr(text, "{\"a\":[");
    for (uint32_t i = test_random_below(random, 4); i > 0; i--) {
        write_tree(text, random, depth - 1);
        ptc_text_cstr(text, i > 1 ? "," : "");
    }
    ptc_text_cstr(text, "],\"");
    ptc_text_cstr(text, names[test_random_below(random, 4)]);
    ptc_text_cstr(text, "\":");
    ptc_text_cstr(text, leaves[test_random_below(random, depth > 2 ? 3 : 6)]);
    ptc_text_byte(text, '}');
}

#define TREES                                                                            \
    "[:schema {:registry {\"n\" [:or [:map [:a [:vector [:ref \"n\"]]] [:x :int]]"       \
    " [:and [:map [:a [:vector [:ref \"n\"]]]] [:map [:y :int]"                          \
    " [:a [:vector [:ref \"n\"]]]]] :nil]}} "

enum { TREE_COUNT = 64 };

static void write_value(ptc_text *text, const ptc_value *value)
{
    ptc_json_write(text, value, 0);
    ptc_text_byte(text, '\n');
}

/* Random trees, each checked alone; without any that do not fit when `is_valid`. The text
 * of what they became, and whether all fitted. */
static ptc_str judge_alone(ptc_arena *arena, test_random *random,
                           const ptc_walk_options *options, ptc_value *items,
                           bool *is_valid)
{
    ptc_schema schema = read_malli(arena, TREES "\"n\"]");
    bool wants_valid = *is_valid;
    ptc_report report;
    ptc_value made;
    ptc_text tree;
    ptc_text out;

    ptc_text_init(&tree, arena);
    ptc_text_init(&out, arena);
    for (int i = 0; i < TREE_COUNT; i++) {
        do {
            tree.len = 0;
            write_tree(&tree, random, 6);
            cr_assert(ptc_json_read(arena, tree.ptr, tree.len, NULL, &items[i], NULL,
                                    NULL) == PTC_OK);
            ptc_report_init(&report, arena);
            ptc_schema_coerce(arena, &schema, &items[i], options, &made, &report);
        } while (wants_valid && report.error_count > 0);
        *is_valid = *is_valid && report.error_count == 0;
        write_value(&out, &made);
    }
    return ptc_text_view(&out);
}

/*
 * A tree alone is too small for anything to be remembered; in a list of them, verdicts
 * are. Both ways give the same values and the same verdict, aloud and in silence. (In
 * silence, parts of a value that does not fit are not converted.)
 */
Test(walk_nesting, what_is_remembered_changes_no_answer)
{
    test_random random = test_random_start("walk/memo", 11);
    ptc_walk_options options = {.struct_size = sizeof options,
                                .mode = PTC_MODE_WARN_ONLY};

    for (int turn = 0; turn < 60; turn++) {
        ptc_value items[TREE_COUNT];
        ptc_value whole = ptc_value_vector(items, TREE_COUNT);
        bool is_valid = turn % 2;
        ptc_report report;
        ptc_arena arena;
        ptc_schema schema;
        ptc_str alone;

        ptc_arena_init(&arena, NULL, 0);
        alone = judge_alone(&arena, &random, &options, items, &is_valid);
        schema = read_malli(&arena, TREES "[:or :int [:vector \"n\"]]]");
        ptc_report_init(&report, &arena);
        for (int silent = 0; silent <= is_valid; silent++) {
            ptc_value made;
            ptc_text out;

            ptc_schema_coerce(&arena, &schema, &whole, &options, &made,
                              silent ? NULL : &report);
            cr_assert(made.kind == PTC_VECTOR && made.aux == TREE_COUNT);
            ptc_text_init(&out, &arena);
            for (int i = 0; i < TREE_COUNT; i++)
                write_value(&out, &made.as.items[i]);
            cr_expect(ptc_str_equal(ptc_text_view(&out), alone), "turn %d", turn);
        }
        cr_expect((report.error_count == 0) == is_valid, "turn %d", turn);
        ptc_arena_free(&arena);
    }
}
