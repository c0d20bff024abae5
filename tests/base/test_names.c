/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "base/base_int.h"
#include "support.h"

static ptc_arena arena;
static ptc_names names;

static void begin(void)
{
    ptc_arena_init(&arena, NULL, 0);
    ptc_names_init(&names, &arena);
}

static void end(void)
{
    ptc_arena_free(&arena);
}

TestSuite(names, .init = begin, .fini = end);

Test(names, distinguish_names_by_every_byte_and_their_length)
{
    const ptc_str texts[] = {
        PTC_STR(""),   PTC_STR("\0"),   PTC_STR("\0\0"), PTC_STR("a"),    PTC_STR("a\0"),
        PTC_STR("aa"), PTC_STR("b"),    PTC_STR("\xFF"), PTC_STR("\x7F"), PTC_STR("a_b"),
        PTC_STR("ab"), PTC_STR("a_bc"), PTC_STR("\xC3"), PTC_STR("_"),
    };
    enum { TEXTS = sizeof texts / sizeof *texts };

    for (uint32_t i = 0; i < TEXTS; i++) {
        cr_expect(ptc_names_find(&names, texts[i]) == NULL, "%u", i);
        cr_expect(ptc_names_add(&names, texts[i], i)->value == i, "%u", i);
    }
    for (uint32_t i = 0; i < TEXTS; i++)
        cr_expect(ptc_names_add(&names, texts[i], 99)->value == i, "%u", i);
    cr_expect(names.count == TEXTS);
    cr_expect(ptc_names_find(&names, PTC_STR("a-b"))->value == 9, "- is _");
    names.is_exact = true;
    cr_expect(ptc_names_find(&names, PTC_STR("a-b")) == NULL);
}

/* The youngest of the first `count` texts that is the same, or `count`. */
static size_t youngest(const ptc_str *texts, size_t count, ptc_str text, bool is_exact)
{
    for (size_t i = count; i-- > 0;) {
        if (is_exact ? ptc_str_equal(texts[i], text)
                     : ptc_str_equal_folded(texts[i], text))
            return i;
    }
    return count;
}

static ptc_str random_name(test_random *random)
{
    static const char letters[] = {'a', 'b', '-', '_', '\0', '\xFF'};
    size_t length = test_random_below(random, 4);
    char *text = ptc_arena_array(&arena, length + 1, 1);

    for (size_t i = 0; i < length; i++)
        text[i] = letters[test_random_below(random, sizeof letters)];
    return ptc_str_make(text, length);
}

Test(names, a_stack_finds_the_youngest_and_forgets_it)
{
    enum { ROUNDS = 4000, MOST = 300 };
    test_random random = test_random_start("stack of names", 45);
    ptc_str texts[MOST];

    for (int is_exact = 0; is_exact < 2; is_exact++) {
        ptc_names_init(&names, &arena);
        names.is_exact = is_exact;
        for (unsigned round = 0; round < ROUNDS; round++) {
            ptc_str text = random_name(&random);
            size_t known = youngest(texts, names.count, text, is_exact);
            const ptc_name_entry *found = ptc_names_find(&names, text);

            cr_assert(found == (known < names.count ? &names.entries[known] : NULL));
            if (names.count == MOST || test_random_below(&random, 40) == 0) {
                ptc_names_pop(&names, test_random_below(&random, MOST));
            } else {
                texts[names.count] = text;
                cr_assert(ptc_names_push(&names, text, round)->value == round);
            }
        }
    }
}

Test(names, without_memory_add_nothing)
{
    unsigned char room[600];

    ptc_arena_init_memory(&arena, room, sizeof room);
    for (uint32_t i = 0; i < 100; i++) {
        char *text = ptc_arena_copy(&arena, &i, sizeof i);

        if (text == NULL || ptc_names_add(&names, ptc_str_make(text, 4), i) == NULL)
            break;
        cr_assert(i < 99);
    }
    for (uint32_t i = 0; i < names.count; i++)
        cr_expect(ptc_names_find(&names, names.entries[i].name)->value == i);
}
