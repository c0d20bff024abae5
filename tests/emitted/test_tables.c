/* SPDX-License-Identifier: MIT */
/*
 * What the runtime of emitted code makes of its tables, including some that no generator
 * wrote: shapes, modes, functions of types, calls of tools. [emitters 11]
 */
#include "emitted/emitted_int.h"

#include "shapes.ptc.h"

#include <ptc/tool.h>

#include <criterion/criterion.h>

#include <stddef.h>

/* --- Enums -------------------------------------------------------------------------- */

/* Compilers may make enums as narrow as their values, or as wide as they like. */
Test(tables, enums_have_any_width)
{
    static const uint32_t sizes[] = {1, 2, 4, 8};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint32_t member = sizes[i] == 1 ? 200 : 40000;
        unsigned char place[9];

        memset(place, 0xA5, sizeof place);
        ptc_gen_store_enum(place, sizes[i], member);
        cr_expect(ptc_gen_load_enum(place, sizes[i]) == member, "%u bytes", sizes[i]);
        cr_expect(place[sizes[i]] == 0xA5, "%u bytes: the next byte", sizes[i]);
    }
}

/* --- Shapes, modes and functions ---------------------------------------------------- */

/* A schema and the layout of what it describes; the rows but the root's are zero. */
typedef struct table {
    ptc_schema schema;
    ptc_gen_layout *layout;
    ptc_gen_type type;
} table;

static void table_read(table *made, ptc_arena *arena, const char *text,
                       ptc_gen_shape shape, uint32_t size)
{
    const ptc_gen_layout root = {(uint8_t)shape, 0, PTC_GEN_ALWAYS, size};
    ptc_source source = {PTC_STR("test"), ptc_str_of(text)};
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    diags.source = &source;
    cr_assert(ptc_malli_read(arena, &source, NULL, &diags, &made->schema) == PTC_OK, "%s",
              text);
    made->layout = ptc_arena_array(arena, made->schema.count, sizeof *made->layout);
    cr_assert(made->layout);
    made->layout[made->schema.root] = root;
    made->type = (ptc_gen_type){
        .nodes = made->schema.nodes, .layout = made->layout, .count = made->schema.count};
}

/* NULL is nil where the schema lets it be: said by the node, by what it refers to, or by
 * an alternative. Far down it gets the benefit of the doubt. */
Test(tables, no_target_is_nil_where_the_schema_says_so)
{
    static const struct {
        const char *text;
        bool is_nil;
    } rows[] = {
        {"[:maybe [:vector :int]]", true},
        {"[:vector :int]", false},
        {"[:or :int :string]", false},
        {"[:schema {:registry {\"n\" [:maybe [:vector [:ref \"n\"]]]}} [:ref \"n\"]]",
         true},
        {"[:schema {:registry {\"n\" [:vector [:ref \"n\"]]}} [:ref \"n\"]]", false},
        {"[:schema {:registry {\"n\" [:maybe [:vector [:ref \"n\"]]]}} "
         "[:or :int [:ref \"n\"]]]",
         true},
        {"[:schema {:registry {\"n\" [:vector [:ref \"n\"]]}} [:or :int [:ref \"n\"]]]",
         false},
        {"[:schema {:registry {\"n\" [:maybe [:vector [:ref \"n\"]]]}} "
         "[:and [:ref \"n\"] [:not :int]]]",
         true},
        {"[:schema {:registry {\"n\" [:vector [:ref \"n\"]]}} "
         "[:and [:ref \"n\"] [:not :int]]]",
         false},
        {"[:schema {:registry {\"a\" [:ref \"b\"] \"b\" [:ref \"c\"] \"c\" [:vector "
         ":int]}} [:ref \"b\"]]",
         false},
        {"[:schema {:registry {\"a\" [:ref \"b\"] \"b\" [:ref \"c\"] \"c\" [:ref \"d\"] "
         "\"d\" [:vector :int]}} [:ref \"a\"]]",
         true},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const void *target = NULL;
        ptc_value value;
        table made;

        table_read(&made, &arena, rows[i].text, PTC_SHAPE_POINTER, sizeof target);
        cr_expect_eq(
            ptc_gen_to_value(&made.type, made.schema.root, &arena, &target, &value),
            rows[i].is_nil ? PTC_OK : PTC_ERROR_ARGUMENT, "%s", rows[i].text);
        cr_expect_eq(value.kind, PTC_NIL, "%s", rows[i].text);
    }
    ptc_arena_free(&arena);
}

/* What has no shape is in no struct, and nothing becomes one. */
Test(tables, what_has_no_shape_holds_nothing)
{
    const ptc_value five = ptc_value_int(5);
    int64_t place = 7;
    ptc_arena arena;
    ptc_value value;
    table made;

    ptc_arena_init(&arena, NULL, 0);
    table_read(&made, &arena, "[:int]", PTC_SHAPE_NONE, 0);
    cr_expect_eq(ptc_gen_to_value(&made.type, made.schema.root, &arena, &place, &value),
                 PTC_ERROR_ARGUMENT);
    cr_expect_eq(ptc_gen_from_value(&made.type, made.schema.root, PTC_INPUT, &arena,
                                    &five, NULL, &place, NULL),
                 PTC_ERROR_INVALID);
    cr_expect_eq(place, 7);
    ptc_arena_free(&arena);
}

/* A table's own mode comes before that of a caller. */
Test(tables, tables_may_have_a_mode)
{
    static const char text[] = "\"5\"";
    ptc_json_error error;
    ptc_report report;
    ptc_arena arena;
    table made;

    ptc_arena_init(&arena, NULL, 0);
    table_read(&made, &arena, "[:int]", PTC_SHAPE_INT, 0);
    for (unsigned mode = PTC_MODE_ENABLED; mode <= PTC_MODE_STRICT + 1; mode++) {
        made.type.mode = mode;
        ptc_report_init(&report, &arena);
        cr_expect_eq(ptc_gen_explain(&made.type, made.schema.root, PTC_INPUT, &arena,
                                     text, 3, NULL, &report, &error),
                     mode == PTC_MODE_STRICT + 1 ? PTC_ERROR_INVALID : PTC_OK, "mode %u",
                     mode);
    }
    ptc_arena_free(&arena);
}

/* A caller may bring functions for types that the contract has not. */
Test(tables, functions_of_no_type_do_not_matter)
{
    const ptc_validator other = {PTC_STR("other"), NULL, NULL};
    ptc_walk_options options = {
        .struct_size = sizeof options, .validators = &other, .validator_count = 1};
    const ptc_value five = ptc_value_int(5);
    int64_t place = 7;
    ptc_arena arena;
    table made;

    ptc_arena_init(&arena, NULL, 0);
    table_read(&made, &arena, "[:int]", PTC_SHAPE_INT, 0);
    cr_expect_eq(ptc_gen_from_value(&made.type, made.schema.root, PTC_INPUT, &arena,
                                    &five, &options, &place, NULL),
                 PTC_OK);
    cr_expect_eq(place, 5);
    ptc_arena_free(&arena);
}

/* --- Calls -------------------------------------------------------------------------- */

static void table_of_scores(table *made, ptc_arena *arena)
{
    uint32_t child;

    table_read(made, arena, "[:map-of :string :int]", PTC_SHAPE_ENTRIES,
               sizeof(payment_scores_entry));
    child = made->schema.nodes[made->schema.root].first;
    made->layout[child] = (ptc_gen_layout){
        PTC_SHAPE_TEXT, offsetof(payment_scores_entry, key), PTC_GEN_ALWAYS, 0};
    made->layout[child + 1] = (ptc_gen_layout){
        PTC_SHAPE_INT, offsetof(payment_scores_entry, value), PTC_GEN_ALWAYS, 0};
}

Test(tables, a_result_that_is_none_is_said_so)
{
    static const struct {
        ptc_str key;
        size_t count;
        ptc_status status;
        const char *message;
    } rows[] = {
        {PTC_STR_INIT("b"), 2, PTC_OK, NULL},
        {PTC_STR_INIT("a"), 2, PTC_ERROR_DUPLICATE, "its result has a key twice"},
        {PTC_STR_INIT("\xff"), 2, PTC_ERROR_ENCODING,
         "its result has text that is not valid UTF-8"},
        {{NULL, 1},
         2,
         PTC_ERROR_ARGUMENT,
         "its result has an enum that is 0 (absent) or out of range, or a tag, list, "
         "pointer, datetime, date or decimal that is not valid"},
        {PTC_STR_INIT("b"), SIZE_MAX, PTC_ERROR_RANGE, NULL},
    };
    ptc_arena arena;
    table made;

    ptc_arena_init(&arena, NULL, 0);
    table_of_scores(&made, &arena);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        payment_scores_entry entries[] = {{PTC_STR("a"), 1}, {rows[i].key, 2}};
        const payment_scores result = {entries, rows[i].count};
        ptc_tool_call call = {.arena = &arena};

        cr_expect_eq(ptc_gen_give_result(&made.type, made.schema.root, &call, &result),
                     rows[i].status, "row %zu", i);
        cr_expect((call.message == NULL) == (rows[i].message == NULL), "row %zu", i);
        if (call.message && rows[i].message)
            cr_expect_str_eq(call.message, rows[i].message);
    }
    ptc_arena_free(&arena);
}

/* In little memory the message is shorter, but there is one. */
Test(tables, arguments_that_do_not_fit_are_named)
{
    static const char whole[] =
        "its arguments do not fit its signature: a: expected int, got string \"x\"; "
        "b: expected int, got string \"y\"";
    static unsigned char memory[1 << 13];
    ptc_tool_call call = {0};
    size_t refused = 0;
    ptc_value arguments;
    ptc_arena texts;
    table made;

    ptc_arena_init(&texts, NULL, 0);
    table_of_scores(&made, &texts);
    cr_assert(ptc_json_read(&texts, "{\"a\":\"x\",\"b\":\"y\"}", 17, NULL, &arguments,
                            NULL, NULL) == PTC_OK);
    for (size_t size = 0; size <= sizeof memory; size += 16) {
        payment_scores out;
        ptc_arena arena;
        ptc_status status;

        ptc_arena_init_memory(&arena, memory, size);
        call = (ptc_tool_call){.arena = &arena, .arguments = arguments};
        status = ptc_gen_take_call(&made.type, made.schema.root, &call, &out, sizeof out);
        refused += status == PTC_ERROR_MEMORY;
        cr_expect(status == PTC_ERROR_MEMORY || status == PTC_ERROR_INVALID, "%zu: %s",
                  size, ptc_status_name(status));
        cr_expect(status != PTC_ERROR_INVALID ||
                      strncmp(call.message, whole, strlen("its arguments do not fit")) ==
                          0,
                  "%zu: %s", size, call.message);
    }
    cr_expect_str_eq(call.message, whole);
    cr_expect_gt(refused, (size_t)0);
    ptc_arena_free(&texts);
}
