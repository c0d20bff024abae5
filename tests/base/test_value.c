/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "base/base_int.h"
#include "support.h"

#include <ptc/form.h>

#include <math.h>
#include <stdlib.h>

static ptc_arena arena;

static void begin(void)
{
    ptc_arena_init(&arena, NULL, 0);
}

static void end(void)
{
    ptc_arena_free(&arena);
}

TestSuite(value, .init = begin, .fini = end);

/* --- making values ------------------------------------------------------------------ */

static ptc_value string(const char *text)
{
    return ptc_value_string(ptc_str_of(text));
}

static ptc_value keyword(const char *name)
{
    return ptc_value_keyword(ptc_str_of(name));
}

static ptc_value opaque(const char *text)
{
    ptc_value value = ptc_value_make(PTC_OPAQUE, 0, strlen(text));

    value.as.text = text;
    return value;
}

static ptc_value vector(const ptc_value *items, size_t count)
{
    return ptc_value_vector(ptc_arena_copy(&arena, items, count * sizeof *items), count);
}

static ptc_value set(const ptc_value *items, size_t count)
{
    ptc_value value;
    size_t dropped;

    cr_assert(ptc_value_set_of(&arena, items, count, &value, &dropped) == PTC_OK);
    return value;
}

/* A map of keys and values in turn. */
static ptc_value map(const ptc_value *pairs, size_t count)
{
    const ptc_map_entry *entries = ptc_arena_copy(&arena, pairs, count * sizeof *pairs);
    ptc_value value;

    cr_assert(ptc_map_make(&arena, entries, count / 2, &value, NULL) == PTC_OK);
    return value;
}

#define VECTOR(...)                                                                      \
    vector((const ptc_value[]){__VA_ARGS__},                                             \
           sizeof((const ptc_value[]){__VA_ARGS__}) / sizeof(ptc_value))
#define SET(...)                                                                         \
    set((const ptc_value[]){__VA_ARGS__},                                                \
        sizeof((const ptc_value[]){__VA_ARGS__}) / sizeof(ptc_value))
#define MAP(...)                                                                         \
    map((const ptc_value[]){__VA_ARGS__},                                                \
        sizeof((const ptc_value[]){__VA_ARGS__}) / sizeof(ptc_value))
#define INT(i)   ptc_value_int(i)
#define FLOAT(f) ptc_value_float(f)

static const char *edn(const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    ptc_value_write(&text, value);
    return text.ptr;
}

static ptc_value nested(size_t levels)
{
    ptc_value value = INT(1);

    for (size_t i = 0; i < levels; i++)
        value = i % 3 == 0 ? VECTOR(value) : i % 3 == 1 ? SET(value) : MAP(INT(1), value);
    return value;
}

/* --- identity, hash, copy ----------------------------------------------------------- */

Test(value, distinguishes_values_by_kind_and_content)
{
    const ptc_value values[] = {
        ptc_value_nil(),
        ptc_value_bool(true),
        ptc_value_bool(false),
        INT(0),
        INT(1),
        INT(-1),
        INT(INT64_MIN),
        FLOAT(0),
        FLOAT(1),
        FLOAT(-1),
        FLOAT(HUGE_VAL),
        string(""),
        string("a"),
        string("b"),
        string("ab"),
        keyword("a"),
        keyword("b"),
        opaque("a"),
        opaque("#x 1"),
        VECTOR(INT(1)),
        VECTOR(FLOAT(1)),
        VECTOR(INT(1), INT(2)),
        VECTOR(INT(2), INT(1)),
        VECTOR(VECTOR(INT(1))),
        vector(NULL, 0),
        set(NULL, 0),
        SET(INT(1)),
        SET(INT(1), INT(2)),
        SET(FLOAT(1), INT(2)),
        map(NULL, 0),
        MAP(INT(1), INT(2)),
        MAP(INT(2), INT(1)),
        MAP(string("a"), INT(1)),
        MAP(keyword("a"), INT(1)),
        MAP(string("a"), INT(1), string("b"), INT(2)),
        MAP(string("a"), INT(1), string("b"), ptc_value_nil()),
    };
    size_t count = sizeof values / sizeof *values;

    for (size_t i = 0; i < count; i++) {
        ptc_value copy;

        cr_assert(ptc_value_copy(&arena, &values[i], &copy) == PTC_OK);
        for (size_t j = 0; j < count; j++) {
            cr_expect(ptc_value_same(&values[i], &values[j]) == (i == j), "%s and %s",
                      edn(&values[i]), edn(&values[j]));
            cr_expect(ptc_value_same(&copy, &values[j]) == (i == j), "copy of %s and %s",
                      edn(&values[i]), edn(&values[j]));
        }
        cr_expect(ptc_value_hash(&copy) == ptc_value_hash(&values[i]), "%s",
                  edn(&values[i]));
    }
}

Test(value, finds_the_same_in_other_order_and_form)
{
    ptc_value many[100];
    ptc_value turned[100];
    ptc_value seq = VECTOR(INT(1), INT(2));
    ptc_value rows[][2] = {
        {FLOAT(0.0), FLOAT(-0.0)},
        {VECTOR(INT(1), INT(2)), seq},
        {SET(INT(1), INT(2), INT(3)), SET(INT(3), INT(1), INT(2))},
        {MAP(INT(1), INT(2), INT(3), INT(4)), MAP(INT(3), INT(4), INT(1), INT(2))},
        {SET(VECTOR(INT(1)), SET(INT(1), INT(2))),
         SET(SET(INT(2), INT(1)), VECTOR(INT(1)))},
        {MAP(SET(INT(1), INT(2)), FLOAT(0.0)), MAP(SET(INT(2), INT(1)), FLOAT(-0.0))},
        {ptc_value_nil(), ptc_value_nil()},
        {ptc_value_nil(), ptc_value_nil()},
    };
    ptc_value nan = FLOAT((double)NAN);

    rows[1][1].flags = PTC_FLAG_SEQ;
    for (int i = 0; i < 100; i++) {
        many[i] = INT(i / 2 * 1000);
        many[i] = i % 2 == 0 ? INT(i) : string(edn(&many[i]));
        turned[99 - i] = many[i];
    }
    rows[6][0] = set(many, 100);
    rows[6][1] = set(turned, 100);
    rows[7][0] = map(many, 100);
    for (int i = 0; i < 100; i++)
        turned[i] = many[(98 - i / 2 * 2) + i % 2];
    rows[7][1] = map(turned, 100);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_expect(ptc_value_same(&rows[i][0], &rows[i][1]), "row %zu", i);
        cr_expect(ptc_value_same(&rows[i][1], &rows[i][0]), "row %zu turned", i);
        cr_expect(ptc_value_hash(&rows[i][0]) == ptc_value_hash(&rows[i][1]), "row %zu",
                  i);
    }
    cr_expect(!ptc_value_same(&nan, &nan));
}

Test(value, gives_every_spelling_of_a_name_one_hash)
{
    cr_expect(ptc_name_hash(PTC_STR("user-id")) == ptc_name_hash(PTC_STR("user_id")));
    cr_expect(ptc_name_hash(PTC_STR("a-long_name-of-many_parts")) ==
              ptc_name_hash(PTC_STR("a_long-name_of-many-parts")));
    cr_expect(ptc_name_hash(PTC_STR("user-id")) != ptc_name_hash(PTC_STR("user.id")));
    cr_expect(ptc_name_hash(PTC_STR("a")) != ptc_name_hash(PTC_STR("a\0")));
    cr_expect(ptc_name_hash(PTC_STR("")) != ptc_name_hash(PTC_STR("\0\0\0\0\0\0\0\0")));
    for (unsigned byte = 0; byte < 256; byte++) {
        for (size_t at = 0; at < 8; at++) {
            char name[9] = "--------";
            char folded[9] = "________";

            name[at] = folded[at] = (char)byte;
            cr_expect(ptc_name_hash(ptc_str_make(name, 8)) ==
                          ptc_name_hash(ptc_str_make(folded, 8)),
                      "byte %u at %zu", byte, at);
        }
    }
}

Test(value, copies_deeply)
{
    char text[] = "text";
    ptc_value inner = ptc_value_string(ptc_str_of(text));
    ptc_value many[60];
    ptc_value value;
    ptc_value copy;

    for (int i = 0; i < 60; i++)
        many[i] = i % 2 == 0 ? INT(i) : inner;
    value =
        VECTOR(inner, MAP(inner, SET(inner, keyword("k"))), map(many, 60), opaque("1N"));
    cr_assert(ptc_value_copy(&arena, &value, &copy) == PTC_OK);
    memcpy(text, "XXXX", 4);
    for (size_t i = 1; i < 60; i += 2)
        many[i] = INT(0);
    cr_expect(strncmp(edn(&copy),
                      "[\"text\" {\"text\" #{\"text\" :k}} {0 \"text\" 2 \"text\"",
                      48) == 0);
    cr_expect(ptc_map_find(copy.as.items[2].as.map, &many[2]) != NULL);
    cr_expect(copy.as.items[2].as.map->index != value.as.items[2].as.map->index);
}

Test(value, decides_values_of_any_depth)
{
    ptc_value deep = nested(PTC_DEPTH_MAX);
    ptc_value again = nested(PTC_DEPTH_MAX);
    ptc_value deeper = VECTOR(deep);
    ptc_value copy;

    cr_expect(ptc_value_same(&deep, &again));
    cr_expect(ptc_value_hash(&deep) == ptc_value_hash(&again));
    cr_expect(ptc_value_copy(&arena, &deep, &copy) == PTC_OK &&
              ptc_value_same(&deep, &copy));
    again = VECTOR(again);
    cr_expect(!ptc_value_same(&deeper, &again));
    cr_expect(ptc_value_hash(&deeper) == ptc_value_hash(&again));
    cr_expect(ptc_value_copy(&arena, &deeper, &copy) == PTC_ERROR_DEPTH);
    cr_expect(copy.kind == PTC_NIL);
    cr_expect(strstr(edn(&deeper), "#ptc/deep nil") != NULL);
    cr_expect(strstr(edn(&deep), "#ptc/deep nil") == NULL);
    /* Far deeper than any C stack allows. */
    for (size_t i = 0; i < 200000; i++) {
        deeper = VECTOR(deeper);
        again = VECTOR(again);
    }
    cr_expect(!ptc_value_same(&deeper, &again));
    ptc_value_hash(&deeper);
    cr_expect(ptc_value_copy(&arena, &deeper, &copy) == PTC_ERROR_DEPTH);
    cr_expect(strlen(edn(&deeper)) < 4000);
}

/* Sets in sets, whose comparison must not try every pair twice on every level. */
Test(value, compares_nested_sets_and_maps_in_time)
{
    ptc_value sets[2] = {INT(1), INT(2)};
    ptc_value maps[2] = {INT(1), INT(2)};

    for (int i = 0; i < 500; i++) {
        for (int j = 0; j < 2; j++) {
            sets[j] = SET(sets[j], INT(i));
            maps[j] = MAP(maps[j], INT(i), INT(i), INT(i));
        }
    }
    cr_expect(!ptc_value_same(&sets[0], &sets[1]) && ptc_value_same(&sets[0], &sets[0]));
    cr_expect(!ptc_value_same(&maps[0], &maps[1]) && ptc_value_same(&maps[0], &maps[0]));
}

/* --- maps --------------------------------------------------------------------------- */

Test(value, finds_every_key_of_maps_of_any_size)
{
    static const size_t counts[] = {0, 1, 15, 16, 17, 18, 100, 20000};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        ptc_map_entry *entries = ptc_arena_array(&arena, counts[i], sizeof *entries);
        ptc_value value;

        for (size_t j = 0; j < counts[i]; j++) {
            char digits[PTC_NUMBER_MAX];
            size_t len = ptc_number_write_uint(j / 4, digits);
            ptc_str text = ptc_str_copy(&arena, ptc_str_make(digits, len));
            ptc_value number = INT((int64_t)j);

            entries[j].key = j % 4 == 0   ? ptc_value_string(text)
                             : j % 4 == 1 ? ptc_value_keyword(text)
                             : j % 4 == 2 ? INT((int64_t)(j / 4))
                                          : VECTOR(number);
            entries[j].value = number;
        }
        cr_assert(ptc_map_make(&arena, entries, counts[i], &value, NULL) == PTC_OK);
        cr_expect(value.aux == counts[i] &&
                  (value.as.map->index != NULL) == (counts[i] > 16));
        for (size_t j = 0; j < counts[i]; j++) {
            ptc_value key;
            const ptc_value *found;

            cr_assert(ptc_value_copy(&arena, &entries[j].key, &key) == PTC_OK);
            found = ptc_map_find(value.as.map, &key);
            cr_assert(found != NULL && found->as.integer == (int64_t)j, "%zu of %zu", j,
                      counts[i]);
        }
        for (int64_t j = -5; j < 0; j++) {
            ptc_value key = INT(j);

            cr_expect(ptc_map_find(value.as.map, &key) == NULL);
        }
        cr_expect(ptc_map_find_text(value.as.map, PTC_STRING, PTC_STR("x")) == NULL);
        cr_expect((ptc_map_find_text(value.as.map, PTC_KEYWORD, PTC_STR("0")) != NULL) ==
                  (counts[i] > 1));
    }
}

Test(value, refuses_equal_keys)
{
    static const size_t counts[] = {2, 3, 16, 17, 50, 1000};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        size_t count = counts[i];
        ptc_map_entry *entries = ptc_arena_array(&arena, count, sizeof *entries);
        ptc_value value;
        size_t duplicate = 0;

        for (size_t j = 0; j < count; j++)
            entries[j] = (ptc_map_entry){VECTOR(INT((int64_t)j)), ptc_value_nil()};
        entries[count - 1].key = VECTOR(INT((int64_t)count / 2 - 1));
        cr_expect(ptc_map_make(&arena, entries, count, &value, &duplicate) ==
                  PTC_ERROR_DUPLICATE);
        cr_expect(duplicate == count - 1 && value.kind == PTC_NIL, "%zu: %zu", count,
                  duplicate);
        cr_expect(ptc_map_make(&arena, entries, count, &value, NULL) ==
                  PTC_ERROR_DUPLICATE);
        entries[count - 1].key = VECTOR(FLOAT((double)(count / 2 - 1)));
        cr_expect(ptc_map_make(&arena, entries, count, &value, &duplicate) == PTC_OK);
    }
}

/* [validation 6]; M-rows: lookup order of declared fields. */
Test(value, finds_fields_by_any_spelling)
{
    static const struct {
        const char *keys; /* separated by blanks; a colon makes a keyword */
        const char *name;
        int found;
    } rows[] = {
        {"a b c", "b", 1},
        {"a b c", "d", -1},
        {":a :b", "b", 1},
        {"user-id", "user_id", 0},
        {"user_id", "user-id", 0},
        {":user_id", "user-id", 0},
        {"user-id user_id", "user_id", 1},
        {"user_id user-id", "user_id", 0},
        {"user_id :user_id", "user_id", 1},
        {"user_id :user-id", "user_id", 0},
        {"user-id :user-id", "user_id", 1},
        {":user-id user_id", "user_id", 1},
        {":user-id :user_id user_id user-id", "user_id", 1},
        {"user-id :user-id user_id", "user-id", 1},
        {"a-b_c a_b-c", "a-b-c", 0},
        {"1 b", "b", 1},
        {"", "a", -1},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t more = 0; more < 40; more += 20) {
            ptc_map_entry *entries = ptc_arena_array(&arena, 60, sizeof *entries);
            ptc_value value;
            size_t count = 0;
            size_t own;

            for (const char *at = rows[i].keys; *at != '\0';) {
                size_t len = strcspn(at, " ");
                bool is_keyword = *at == ':';
                ptc_str name = ptc_str_make(at + is_keyword, len - is_keyword);

                entries[count].key =
                    is_keyword ? ptc_value_keyword(name) : ptc_value_string(name);
                entries[count++].value = ptc_value_nil();
                at += len + (at[len] == ' ');
            }
            own = count;
            for (size_t j = 0; j < more; j++)
                entries[count++] = (ptc_map_entry){
                    j % 2 == 0 ? INT((int64_t)j) : FLOAT((double)j), INT(0)};
            cr_assert(ptc_map_make(&arena, entries, count, &value, NULL) == PTC_OK);
            for (uint32_t guess = 0; guess <= own; guess++) {
                const ptc_map_entry *found =
                    ptc_map_find_field(value.as.map, ptc_str_of(rows[i].name), guess);

                cr_expect(found == (rows[i].found < 0 ? NULL : &entries[rows[i].found]),
                          "%s in %s, guess %u, %zu more", rows[i].name, rows[i].keys,
                          guess, more);
            }
        }
    }
}

/* Names whose hashes are all the same, found by inverting one step of the hash. */
static ptc_str colliding_name(unsigned number)
{
    char *name = ptc_arena_array(&arena, 17, 1);
    uint64_t first;
    uint64_t second;
    uint64_t mixed;

    memcpy(name, "AAAAAAAA", 8);
    name[0] = (char)('a' + number % 25);
    name[1] = (char)('a' + number / 25 % 25);
    name[2] = (char)('a' + number / 625 % 25);
    memcpy(&first, name, 8);
    mixed = (16 ^ first) * UINT64_C(0x9E3779B97F4A7C15);
    mixed ^= mixed >> 32;
    second = mixed ^ UINT64_C(0x123456789ABCDEF0);
    memcpy(name + 8, &second, 8);
    return ptc_str_make(name, 16);
}

Test(value, keeps_its_speed_and_answers_when_hashes_meet)
{
    enum { COUNT = 6000 };
    ptc_map_entry *entries = ptc_arena_array(&arena, COUNT, sizeof *entries);
    ptc_value *items = ptc_arena_array(&arena, 2 * COUNT, sizeof *items);
    size_t same_hash = 0;
    size_t duplicate;
    ptc_value value;
    ptc_value copy;

    for (unsigned i = 0; i < COUNT; i++) {
        entries[i].key = ptc_value_string(colliding_name(i));
        entries[i].value = INT(i);
        same_hash += ptc_value_hash(&entries[i].key) == ptc_value_hash(&entries[0].key);
        items[i] = entries[i].key;
    }
    for (unsigned i = 0; i < COUNT; i++)
        items[COUNT + i] = items[COUNT - 1 - i];
    /* Bytes that happen to be '-' are folded and hash otherwise. */
    cr_assert(same_hash > COUNT * 9 / 10, "only %zu meet", same_hash);
    cr_assert(ptc_map_make(&arena, entries, COUNT, &value, NULL) == PTC_OK);
    cr_expect(value.as.map->index != NULL && value.as.map->index_size == 0);
    cr_assert(ptc_value_copy(&arena, &value, &copy) == PTC_OK);
    for (unsigned i = 0; i < COUNT; i++) {
        const ptc_value *found = ptc_map_find(copy.as.map, &entries[i].key);

        cr_assert(found != NULL && found->as.integer == i, "key %u", i);
    }
    cr_expect(ptc_map_find_text(value.as.map, PTC_STRING, colliding_name(COUNT + 1)) ==
              NULL);
    cr_expect(ptc_map_find_text(value.as.map, PTC_STRING, PTC_STR("other")) == NULL);
    cr_expect(ptc_map_find_field(value.as.map, ptc_value_text(&entries[7].key), 0) ==
              &entries[7]);
    value = set(items, 2 * COUNT);
    cr_expect(value.aux == COUNT);
    for (unsigned i = 0; i < COUNT; i++) {
        cr_assert(ptc_value_same(&value.as.items[i], &items[i]), "item %u", i);
        cr_assert(ptc_set_contains(&value, &items[i]), "item %u", i);
    }
    entries[COUNT - 1].key = entries[100].key;
    entries[COUNT - 2].key = entries[200].key;
    cr_expect(ptc_map_make(&arena, entries, COUNT, &value, &duplicate) ==
              PTC_ERROR_DUPLICATE);
    cr_expect(duplicate == COUNT - 2, "%zu", duplicate);
}

/* --- sets --------------------------------------------------------------------------- */

Test(value, makes_sets_of_distinct_items_in_order)
{
    static const size_t counts[] = {0, 1, 2, 16, 17, 33, 1000};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        size_t count = counts[i];
        ptc_value *items = ptc_arena_array(&arena, count, sizeof *items);
        ptc_value value;
        ptc_value absent = string("absent");
        size_t dropped = 99;
        size_t distinct = count - count / 3;

        for (size_t j = 0; j < count; j++)
            items[j] = INT((int64_t)(j < distinct ? j * 7 : (j - distinct) * 7));
        cr_assert(ptc_value_set_of(&arena, items, count, &value, &dropped) == PTC_OK);
        cr_expect(value.kind == PTC_SET && value.aux == distinct && dropped == count / 3,
                  "%zu: %u, %zu dropped", count, value.aux, dropped);
        for (size_t j = 0; j < distinct; j++) {
            cr_assert(ptc_value_same(&value.as.items[j], &items[j]));
            cr_assert(ptc_set_contains(&value, &items[j]));
        }
        cr_expect(!ptc_set_contains(&value, &absent));
        cr_expect(ptc_value_set_of(&arena, items, count, &value, NULL) == PTC_OK);
    }
}

/* --- text --------------------------------------------------------------------------- */

Test(value, writes_edn)
{
    ptc_value seq = VECTOR(INT(1), INT(2));
    ptc_value rows[30];
    static const char *const texts[] = {
        "nil",
        "true",
        "false",
        "-9223372036854775808",
        "1.0",
        "1.0E7",
        "##NaN",
        "##-Inf",
        "\"\"",
        "\"a\\\"\\\\\\n\\t\\r\\f\\b\\u0001\\u007f\xC3\xA4\"",
        ":a",
        ":user-id?",
        ":ns/name",
        "::local",
        ":1",
        "#ptc/keyword \"\"",
        "#ptc/keyword \"a b\"",
        "#ptc/keyword \":\"",
        "#ptc/keyword \"a/\"",
        "#ptc/keyword \"\xC3\xA4\"",
        "#inst \"2020\"",
        "[]",
        "(1 2)",
        "[1 [2 \"x\"]]",
        "#{1 :a}",
        "#{}",
        "{}",
        "{:a 1 \"b\" {1 nil}}",
    };
    size_t count = 0;

    seq.flags = PTC_FLAG_SEQ;
    rows[count++] = ptc_value_nil();
    rows[count++] = ptc_value_bool(true);
    rows[count++] = ptc_value_bool(false);
    rows[count++] = INT(INT64_MIN);
    rows[count++] = FLOAT(1);
    rows[count++] = FLOAT(1e7);
    rows[count++] = FLOAT((double)NAN);
    rows[count++] = FLOAT(-HUGE_VAL);
    rows[count++] = string("");
    rows[count++] = string("a\"\\\n\t\r\f\b\x01\x7F\xC3\xA4");
    rows[count++] = keyword("a");
    rows[count++] = keyword("user-id?");
    rows[count++] = keyword("ns/name");
    rows[count++] = keyword(":local");
    rows[count++] = keyword("1");
    rows[count++] = keyword("");
    rows[count++] = keyword("a b");
    rows[count++] = keyword(":");
    rows[count++] = keyword("a/");
    rows[count++] = keyword("\xC3\xA4");
    rows[count++] = opaque("#inst \"2020\"");
    rows[count++] = vector(NULL, 0);
    rows[count++] = seq;
    rows[count++] = VECTOR(INT(1), VECTOR(INT(2), string("x")));
    rows[count++] = SET(INT(1), keyword("a"));
    rows[count++] = set(NULL, 0);
    rows[count++] = map(NULL, 0);
    rows[count++] = MAP(keyword("a"), INT(1), string("b"), MAP(INT(1), ptc_value_nil()));
    cr_assert(count == sizeof texts / sizeof *texts);
    for (size_t i = 0; i < count; i++)
        cr_expect(strcmp(edn(&rows[i]), texts[i]) == 0, "%s, not %s", edn(&rows[i]),
                  texts[i]);
}

static ptc_value random_value(test_random *random, unsigned depth)
{
    static const char *const names[] = {"a", "-b", "c/d", ":e", "f.g", "h i", "",
                                        "1", ".",  "/",   "+",  "-1",  "nil", "a:b"};
    unsigned choice = test_random_below(random, depth > 0 ? 11 : 8);
    ptc_value items[40];
    size_t count = test_random_below(random, depth > 1 ? 6 : 20);
    ptc_map_entry *entries;
    ptc_value value;
    uint64_t bits = test_random_next(random);
    double number;

    switch (choice) {
    case 0:
        return ptc_value_nil();
    case 1:
        return ptc_value_bool(bits & 1);
    case 2:
        return INT((int64_t)bits >> test_random_below(random, 64));
    case 3:
        memcpy(&number, &bits, sizeof number);
        return FLOAT(isnan(number) ? 1.5 : number);
    case 4:
    case 5:
        return string(names[bits % 14]);
    case 6:
    case 7:
        return keyword(names[bits % 14]);
    default:
        break;
    }
    for (size_t i = 0; i < 2 * count; i++)
        items[i] = random_value(random, depth - 1);
    if (choice == 8) {
        value = vector(items, count);
        value.flags = bits & 1 ? PTC_FLAG_SEQ : 0;
        return value;
    }
    value = set(items, count);
    if (choice == 9)
        return value;
    entries = ptc_arena_array(&arena, value.aux, sizeof *entries);
    for (size_t i = 0; i < value.aux; i++)
        entries[i] = (ptc_map_entry){value.as.items[i], items[count + i]};
    cr_assert(ptc_map_make(&arena, entries, value.aux, &value, NULL) == PTC_OK);
    return value;
}

Test(value, reads_back_what_it_writes)
{
    test_random random = test_random_start("value", 41);

    for (int i = 0; i < 3000; i++) {
        ptc_value value = random_value(&random, 3);
        ptc_source source = {PTC_STR("test"), ptc_str_of(edn(&value))};
        ptc_diags diags;
        ptc_forms forms;
        ptc_value back;
        uint32_t form;

        ptc_diags_init(&diags, &arena);
        ptc_forms_init(&forms, &arena, &source);
        form = ptc_edn_read_one(&forms, &diags);
        cr_assert(form != 0, "%s", source.text.ptr);
        cr_assert(ptc_form_to_value(&forms, form, &back, &diags) == PTC_OK, "%s",
                  source.text.ptr);
        cr_assert(ptc_value_same(&value, &back), "%s came back as %s", source.text.ptr,
                  edn(&back));
        ptc_arena_reset(&arena);
    }
}

Test(value, keeps_relations_on_random_values)
{
    test_random random = test_random_start("value relations", 42);

    for (int i = 0; i < 3000; i++) {
        ptc_value value = random_value(&random, 3);
        ptc_value other = random_value(&random, 1);
        ptc_value copy;
        ptc_value pair;

        cr_assert(ptc_value_same(&value, &value));
        cr_assert(ptc_value_copy(&arena, &value, &copy) == PTC_OK);
        cr_assert(ptc_value_same(&value, &copy) && ptc_value_same(&copy, &value));
        cr_assert(ptc_value_hash(&value) == ptc_value_hash(&copy));
        cr_assert(ptc_value_same(&value, &other) == ptc_value_same(&other, &value));
        pair = SET(value, copy, other);
        cr_assert(pair.aux == (ptc_value_same(&value, &other) ? 1u : 2u));
        ptc_arena_reset(&arena);
    }
}

/* --- memory and names --------------------------------------------------------------- */

Test(value, answers_memory_in_arenas_of_every_size)
{
    static char memory[60000];
    test_random random = test_random_start("value memory", 43);
    ptc_value items[400];
    ptc_map_entry *entries = ptc_arena_array(&arena, 100, sizeof *entries);
    ptc_value value;

    for (int i = 0; i < 400; i++)
        items[i] =
            ptc_value_string(colliding_name((unsigned)test_random_below(&random, 390)));
    for (unsigned i = 0; i < 100; i++)
        entries[i] = (ptc_map_entry){INT(i), items[i]};
    for (size_t size = 0; size < sizeof memory; size += 1 + size / 20) {
        ptc_arena small;
        ptc_value made;
        ptc_value copy;
        ptc_status status;

        ptc_arena_init_memory(&small, memory, size);
        status = ptc_value_set_of(&small, items, 400, &made, NULL);
        cr_expect(status == (small.failed ? PTC_ERROR_MEMORY : PTC_OK), "set, %zu bytes",
                  size);
        ptc_arena_reset(&small);
        status = ptc_map_make(&small, entries, 100, &made, NULL);
        cr_expect(status == (small.failed ? PTC_ERROR_MEMORY : PTC_OK), "map, %zu bytes",
                  size);
        cr_assert(ptc_map_make(&arena, entries, 100, &value, NULL) == PTC_OK);
        ptc_arena_reset(&small);
        status = ptc_value_copy(&small, &value, &copy);
        cr_expect(status == (small.failed ? PTC_ERROR_MEMORY : PTC_OK), "copy, %zu bytes",
                  size);
    }
}

Test(value, knows_legal_keywords_and_kinds)
{
    static const struct {
        const char *name;
        bool is_legal;
    } rows[] = {{"a", true},    {"A9+-*<>=?!_", true}, {"1", true},        {"", false},
                {"a b", false}, {"a/b", false},        {"a.b", false},     {"%", false},
                {"&", false},   {":a", false},         {"\xC3\xA4", false}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect(ptc_keyword_is_legal(ptc_str_of(rows[i].name)) == rows[i].is_legal,
                  "'%s'", rows[i].name);
    cr_expect(!ptc_keyword_is_legal(ptc_str_make("a\0b", 3)));
    cr_expect(strcmp(ptc_kind_name(PTC_NIL), "nil") == 0);
    cr_expect(strcmp(ptc_kind_name(PTC_KEYWORD), "keyword") == 0);
    cr_expect(strcmp(ptc_kind_name(PTC_OPAQUE), "opaque") == 0);
}

/* --- Looking into values ------------------------------------------------------------ */

/* {"a-b" 1 :key [2.5 "x" :k nil] "" true "m" {:k #{7}}} */
static ptc_value looked_into(void)
{
    static ptc_value list[4];
    static ptc_value seven;
    static ptc_map_entry inner[1];
    static ptc_map_entry entries[4];
    static ptc_map maps[2];

    seven = ptc_value_int(7);
    list[0] = ptc_value_float(2.5);
    list[1] = ptc_value_string(PTC_STR("x"));
    list[2] = ptc_value_keyword(PTC_STR("k"));
    list[3] = ptc_value_nil();
    inner[0].key = ptc_value_keyword(PTC_STR("k"));
    inner[0].value = ptc_value_set(&seven, 1);
    maps[1] = (ptc_map){.entries = inner, .count = 1};
    entries[0] = (ptc_map_entry){ptc_value_string(PTC_STR("a-b")), ptc_value_int(1)};
    entries[1] =
        (ptc_map_entry){ptc_value_keyword(PTC_STR("key")), ptc_value_vector(list, 4)};
    entries[2] = (ptc_map_entry){ptc_value_string(PTC_STR("")), ptc_value_bool(true)};
    entries[3] = (ptc_map_entry){ptc_value_string(PTC_STR("m")), ptc_value_map(&maps[1])};
    maps[0] = (ptc_map){.entries = entries, .count = 4};
    return ptc_value_map(&maps[0]);
}

Test(value, getters_find_what_is_there) /* M531 */
{
    ptc_value value = looked_into();
    const ptc_value *list = ptc_value_get(&value, "key");

    cr_expect_eq(ptc_value_as_int(ptc_value_get(&value, "a-b"), 0), 1);
    cr_expect_eq(ptc_value_as_int(ptc_value_get(&value, "a_b"), 0), 1);
    cr_expect(ptc_value_as_bool(ptc_value_get(&value, ""), false));
    cr_expect_eq(ptc_value_count(&value), 4);
    cr_expect_eq(ptc_value_count(list), 4);
    cr_expect_eq(ptc_value_as_float(ptc_value_at(list, 0), 0), 2.5);
    cr_expect_eq(ptc_value_as_float(ptc_value_get(&value, "a-b"), 0), 1.0);
    cr_expect(ptc_str_equal(ptc_value_as_text(ptc_value_at(list, 1), "?"), PTC_STR("x")));
    cr_expect(ptc_str_equal(ptc_value_as_text(ptc_value_at(list, 2), "?"), PTC_STR("k")));
    cr_expect_eq(ptc_value_kind(ptc_value_at(list, 2)), PTC_KEYWORD);
    value = *ptc_value_get(ptc_value_get(&value, "m"), "k");
    cr_expect_eq(ptc_value_as_int(ptc_value_at(&value, 0), 0), 7);
    cr_expect_eq(ptc_value_count(&value), 1);
}

Test(value, getters_chain_over_what_is_not_there) /* M531 */
{
    ptc_value value = looked_into();
    ptc_value big = ptc_value_make(PTC_OPAQUE, PTC_FLAG_NUMBER, 20);
    ptc_value empty = ptc_value_make(PTC_STRING, 0, 0);
    ptc_value strange = ptc_value_make((ptc_kind)99, 0, 9);
    const ptc_value *none[] = {
        NULL,
        ptc_value_get(NULL, "a"),
        ptc_value_get(&value, "b"),
        ptc_value_get(&value, NULL) == NULL ? &value : NULL, /* NULL is "" */
        ptc_value_get(ptc_value_get(&value, "key"), "a"),
        ptc_value_at(NULL, 0),
        ptc_value_at(&value, 0),
        ptc_value_at(ptc_value_get(&value, "key"), 4),
        ptc_value_at(ptc_value_get(&value, "key"), SIZE_MAX),
        ptc_value_at(ptc_value_at(ptc_value_get(ptc_value_get(NULL, "x"), "y"), 1), 2),
    };

    big.as.text = "12345678901234567890";
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        cr_expect(none[i] == NULL, "%zu", i);
        cr_expect_eq(ptc_value_kind(none[i]), PTC_NIL);
        cr_expect_eq(ptc_value_count(none[i]), 0);
        cr_expect_eq(ptc_value_as_int(none[i], -3), -3);
        cr_expect_str_eq(ptc_value_as_text(none[i], "none").ptr, "none");
    }
    cr_expect_eq(ptc_value_as_int(&big, 5), 5);
    cr_expect_eq(ptc_value_as_float(&big, 0.5), 0.5);
    cr_expect_str_eq(ptc_value_as_text(&big, NULL).ptr, "");
    cr_expect_str_eq(ptc_value_as_text(&empty, "none").ptr, "");
    cr_expect_str_eq(ptc_value_as_text(&value, "a map").ptr, "a map");
    cr_expect(!ptc_value_as_bool(&value, false) && ptc_value_as_bool(&value, true));
    cr_expect_eq(ptc_value_count(&empty), 0);
    cr_expect_eq(ptc_value_count(&strange), 0);
    cr_expect(ptc_value_at(&strange, 0) == NULL && ptc_value_get(&strange, "") == NULL);
}

#if SIZE_MAX > UINT32_MAX
/* A length that a value cannot hold is not cut to what is left of it. */
Test(value, is_nil_when_it_is_too_long)
{
    const size_t long_enough = PTC_COUNT_MAX;
    const ptc_str text = {"x", long_enough + 1};
    const ptc_value item = ptc_value_int(1);
    const ptc_value rows[] = {ptc_value_string(text), ptc_value_keyword(text),
                              ptc_value_vector(&item, long_enough + 1),
                              ptc_value_set(&item, long_enough + 2),
                              ptc_value_make(PTC_OPAQUE, PTC_FLAG_NUMBER, SIZE_MAX)};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect(rows[i].kind == PTC_NIL && rows[i].aux == 0 && rows[i].flags == 0 &&
                      rows[i].as.integer == 0,
                  "%zu", i);
    cr_expect_eq(ptc_value_string(ptc_str_make("x", long_enough)).aux, PTC_COUNT_MAX);
}
#endif
