/* SPDX-License-Identifier: MIT */
/*
 * What `--mode=disabled` leaves: accessors to values that no one checked, under every
 * spelling, and the ways out. The contracts are golden ones. [validation 2, 6]
 */
#include "support.h"

#include "defaults.ptc.h"
#include "shapes.ptc.h"
#include "tool_call.ptc.h"

#include <criterion/criterion.h>

/* The value that EDN text spells. */
static ptc_value read_edn(ptc_arena *arena, const char *text)
{
    ptc_source source = {PTC_STR("test.edn"), ptc_str_of(text)};
    ptc_diags diags;
    ptc_forms forms;
    ptc_value value;
    uint32_t form;

    ptc_diags_init(&diags, arena);
    diags.source = &source;
    ptc_forms_init(&forms, arena, &source);
    form = ptc_edn_read_one(&forms, &diags);
    cr_assert(form && ptc_form_to_value(&forms, form, &value, &diags) == PTC_OK, "%s",
              text);
    return value;
}

/* M056, M060: a field is found as keyword or string, as written or folded, in this
 * order. */
Test(accessors, fields_are_found_under_every_spelling)
{
    static const struct {
        const char *map;
        int64_t user_id; /* 0: none */
        int64_t x_y;
    } rows[] = {
        {"{\"user-id\" 1 \"x_y\" 2}", 1, 2},
        {"{\"user_id\" 1 \"x-y\" 2}", 1, 2},
        {"{:user-id 1 :x_y 2}", 1, 2},
        {"{:user_id 1 :x-y 2}", 1, 2},
        {"{:user_id 4 \"user_id\" 5 \"user-id\" 3}", 3, 0},
        {"{\"user_id\" 4 :user_id 3}", 3, 0},
        {"{\"user_id\" 5 \"user-id\" 4 :user-id 3}", 3, 0},
        {"{\"x-y\" 4 :x-y 3}", 0, 3},
        {"{\"x-y\" 4 :x-y 5 \"x_y\" 3}", 0, 3},
        {"{\"user id\" 1 \"USER-ID\" 2 \"user-id \" 3 \"xy\" 4}", 0, 0},
        {"{1 2 nil 3 [\"user-id\"] 4}", 0, 0},
        {"{}", 0, 0},
        {"[\"user-id\" 1]", 0, 0},
        {"#{\"user-id\" :x_y}", 0, 0},
        {"\"user-id\"", 0, 0},
        {"nil", 0, 0},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_value map = read_edn(&arena, rows[i].map);
        const ptc_value *user_id = defaults_get_user_id(&map);
        const ptc_value *x_y = defaults_get_x_y(&map);

        cr_expect((user_id ? user_id->as.integer : 0) == rows[i].user_id, "%s",
                  rows[i].map);
        cr_expect((x_y ? x_y->as.integer : 0) == rows[i].x_y, "%s", rows[i].map);
    }
    cr_expect(defaults_get_user_id(NULL) == NULL);
    ptc_arena_free(&arena);
}

/* Names that are none in C, maps within maps, values of any type. */
Test(accessors, values_come_as_they_are)
{
    ptc_arena arena;
    ptc_value map;
    const ptc_value *has;
    const ptc_value *odd;

    ptc_arena_init(&arena, NULL, 0);
    map = read_edn(&arena, "{\"class\" \"no bool\" :has {\"errno\" nil \"user_id\" :x} "
                           "\"odd\" {\"we ird\\\"]}\" 1.5 \"\" [] \"\xc3\xbc\" 7}}");
    has = defaults_get_has_(&map);
    odd = defaults_get_odd(&map);
    cr_assert(has && odd);
    cr_expect(defaults_get_class_(&map)->kind == PTC_STRING);
    cr_expect(defaults_has_get_errno_(has)->kind == PTC_NIL, "nil is there");
    cr_expect(defaults_has_get_user_id(has)->kind == PTC_KEYWORD);
    cr_expect(defaults_odd_get_we_x20ird_x22_x5d_x7d(odd)->as.number == 1.5);
    cr_expect(defaults_odd_get_x(odd)->kind == PTC_VECTOR, "the empty name");
    cr_expect(defaults_odd_get__xc3_xbc(odd)->as.integer == 7);
    cr_expect(defaults_get_limit(&map) == NULL, "no default is filled in");
    cr_expect(defaults_get_class_(has) == NULL, "that is another map");
    ptc_arena_free(&arena);
}

/* Above 16 entries maps have an index. */
Test(accessors, large_maps_are_looked_up)
{
    ptc_map_entry entries[40];
    char names[40][8];
    ptc_arena arena;
    ptc_value map;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned i = 0; i < 40; i++) {
        names[i][0] = 'k';
        names[i][1] = (char)('0' + i / 10);
        names[i][2] = (char)('0' + i % 10);
        names[i][3] = '\0';
        entries[i].key = ptc_value_string(ptc_str_of(i == 33 ? "user_id" : names[i]));
        entries[i].value = ptc_value_int(i);
    }
    cr_assert(ptc_map_make(&arena, entries, 40, &map, NULL) == PTC_OK);
    cr_assert(defaults_get_user_id(&map));
    cr_expect(defaults_get_user_id(&map)->as.integer == 33);
    cr_expect(defaults_get_limit(&map) == NULL);
    ptc_arena_free(&arena);
}

/* Structs that a program fills become values and JSON. */
Test(accessors, structs_are_written)
{
    static ptc_str tags[] = {PTC_STR_INIT("a"), PTC_STR_INIT("b")};
    tool_call in = {.query = PTC_STR("x \"y\""), .limit = 5};
    tree_node leaf = {.label = PTC_STR("leaf"), .pick = {.tag = TREE_NODE_PICK_STRING}};
    tree root = {.label = PTC_STR("root"),
                 .next = &leaf,
                 .kids = {&leaf, 1},
                 .pick = {.tag = TREE_NODE_PICK_NODE, .as = {.node = &leaf}},
                 .has = {.next = true}};
    ptc_arena arena;
    ptc_value value;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    in.options.tags.items = tags;
    in.options.tags.count = 2;
    cr_assert(tool_call_to_json(&text, &in) == PTC_OK);
    cr_expect(ptc_str_equal(ptc_text_view(&text),
                            PTC_STR("{\"query\":\"x \\\"y\\\"\",\"limit\":5,"
                                    "\"options\":{\"tags\":[\"a\",\"b\"]}}")),
              "%s", text.ptr);
    cr_assert(tool_call_to_value(&arena, &in, &value) == PTC_OK);
    cr_expect(tool_call_get_limit(&value)->as.integer == 5);
    ptc_text_init(&text, &arena);
    cr_assert(tree_to_json(&text, &root) == PTC_OK);
    cr_expect(ptc_str_equal(
                  ptc_text_view(&text),
                  PTC_STR("{\"label\":\"root\","
                          "\"next\":{\"label\":\"leaf\",\"kids\":[],\"pick\":\"\"},"
                          "\"kids\":[{\"label\":\"leaf\",\"kids\":[],\"pick\":\"\"}],"
                          "\"pick\":{\"label\":\"leaf\",\"kids\":[],\"pick\":\"\"}}")),
              "%s", text.ptr);
    ptc_arena_free(&arena);
}
