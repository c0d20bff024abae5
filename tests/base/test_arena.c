/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "base/base_int.h"
#include "support.h"

#include <stdlib.h>

/* An allocator that counts what it has handed out and refuses from call `refuse_at` on.
 */
typedef struct counter {
    size_t live;
    size_t most;
    size_t calls;
    size_t refuse_at;
} counter;

static void *count_allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    counter *count = user;
    void *place;

    if (new_size == 0) {
        count->live -= old_size;
        free(old);
        return NULL;
    }
    if (++count->calls >= count->refuse_at)
        return NULL;
    place = realloc(old, new_size);
    count->live += new_size - old_size;
    if (count->live > count->most)
        count->most = count->live;
    return place;
}

static void start(ptc_arena *arena, counter *count, size_t cap)
{
    ptc_allocator allocator = {count_allocate, count};

    *count = (counter){.refuse_at = SIZE_MAX};
    ptc_arena_init(arena, &allocator, cap);
}

Test(arena, hands_out_aligned_places_that_do_not_overlap)
{
    ptc_arena arena;
    counter count;
    test_random random = test_random_start("arena", 1);
    unsigned char *places[500];
    size_t sizes[500];

    start(&arena, &count, 0);
    for (size_t i = 0; i < 500; i++) {
        sizes[i] = test_random_below(&random, i % 50 == 0 ? 100000 : 200);
        places[i] = ptc_arena_alloc(&arena, sizes[i]);
        cr_assert(places[i] != NULL);
        cr_expect((uintptr_t)places[i] % 16 == 0, "place %zu is not aligned", i);
        memset(places[i], (int)(i & 0xFF), sizes[i]);
    }
    for (size_t i = 0; i < 500; i++) {
        for (size_t j = 0; j < sizes[i]; j++)
            cr_assert(places[i][j] == (i & 0xFF), "place %zu was overwritten", i);
    }
    cr_expect(arena.held == count.live, "held %zu, live %zu", arena.held, count.live);
    ptc_arena_free(&arena);
    cr_expect(count.live == 0 && arena.held == 0);
}

Test(arena, refuses_beyond_its_cap_and_says_so)
{
    static const size_t caps[] = {1, 100, 4096, 5000, 100000, 3000000};

    for (size_t i = 0; i < sizeof caps / sizeof *caps; i++) {
        ptc_arena arena;
        counter count;
        size_t got = 0;

        start(&arena, &count, caps[i]);
        while (ptc_arena_alloc(&arena, 48) != NULL)
            got += 48;
        cr_expect(arena.failed, "cap %zu: not marked as failed", caps[i]);
        cr_expect(count.most <= caps[i], "cap %zu: held %zu", caps[i], count.most);
        cr_expect(got + got / 8 + 4200 >= caps[i], "cap %zu: only %zu used", caps[i],
                  got);
        ptc_arena_reset(&arena);
        cr_expect(!arena.failed, "cap %zu: reset keeps the failure", caps[i]);
        ptc_arena_free(&arena);
        cr_expect(count.live == 0, "cap %zu: %zu leaked", caps[i], count.live);
    }
}

Test(arena, refuses_impossible_sizes)
{
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - 16, SIZE_MAX - 60,
                                   SIZE_MAX / 2 + 1};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ptc_arena arena;
        counter count;
        void *items = NULL;
        size_t capacity = 0;

        start(&arena, &count, 1 << 20);
        cr_expect(ptc_arena_alloc(&arena, sizes[i]) == NULL, "row %zu: alloc", i);
        cr_expect(ptc_arena_array(&arena, sizes[i], 2) == NULL, "row %zu: array", i);
        cr_expect(ptc_arena_array(&arena, 2, sizes[i]) == NULL, "row %zu: array size", i);
        cr_expect(ptc_arena_copy(&arena, "", sizes[i]) == NULL, "row %zu: copy", i);
        cr_expect(!ptc_arena_reserve(&arena, &items, &capacity, 0, sizes[i], 2),
                  "row %zu: reserve", i);
        cr_expect(items == NULL && capacity == 0 && arena.failed, "row %zu: state", i);
        cr_expect(ptc_arena_alloc(&arena, 16) != NULL, "row %zu: small ones still work",
                  i);
        ptc_arena_free(&arena);
    }
}

Test(arena, gives_size_zero_a_place_even_when_empty)
{
    ptc_arena arena;
    unsigned char memory[64];

    ptc_arena_init(&arena, NULL, 0);
    cr_expect(ptc_arena_alloc(&arena, 0) != NULL);
    cr_expect(!arena.failed && arena.held == 0);
    ptc_arena_free(&arena);
    ptc_arena_init_memory(&arena, memory, 0);
    cr_expect(ptc_arena_alloc(&arena, 0) != NULL);
    cr_expect(ptc_arena_alloc(&arena, 1) == NULL);
    ptc_arena_init_memory(&arena, NULL, 0);
    cr_expect(ptc_arena_alloc(&arena, 1) == NULL && arena.failed);
}

Test(arena, works_in_caller_memory_of_any_alignment_and_size)
{
    unsigned char memory[256];

    for (size_t skip = 0; skip < 17; skip++) {
        for (size_t size = 0; size < 100; size++) {
            ptc_arena arena;
            unsigned char *place;
            size_t got = 0;

            memset(memory, 0xA5, sizeof memory);
            ptc_arena_init_memory(&arena, memory + skip, size);
            while ((place = ptc_arena_alloc(&arena, 5)) != NULL) {
                cr_assert((uintptr_t)place % 16 == 0);
                cr_assert(place >= memory + skip && place + 5 <= memory + skip + size);
                memset(place, 1, 5);
                got++;
            }
            cr_expect(got + 2 > size / 16, "skip %zu size %zu: %zu places", skip, size,
                      got);
            cr_expect(memory[skip + size] == 0xA5);
            ptc_arena_reset(&arena);
            cr_expect((ptc_arena_alloc(&arena, 5) != NULL) == (got != 0));
            ptc_arena_free(&arena);
        }
    }
}

Test(arena, rewinds_to_a_place_and_does_not_allocate_in_a_loop)
{
    ptc_arena arena;
    counter count;
    char *before;
    size_t calls = 0;

    start(&arena, &count, 0);
    before = ptc_arena_copy(&arena, "before", 6);
    for (int i = 0; i < 100; i++) {
        ptc_arena_mark mark = ptc_arena_place(&arena);

        for (int j = 0; j < 40; j++)
            memset(ptc_arena_alloc(&arena, 1000), i, 1000);
        ptc_arena_rewind(&arena, mark);
        cr_expect(arena.cursor == mark.cursor);
        if (i == 10)
            calls = count.calls;
    }
    cr_expect(strcmp(before, "before") == 0);
    cr_expect(count.calls - calls <= 90 * 4, "%zu allocator calls", count.calls - calls);
    ptc_arena_free(&arena);
    cr_expect(count.live == 0);
}

Test(arena, rewinds_to_the_very_beginning)
{
    ptc_arena arena;
    counter count;
    ptc_arena_mark mark;

    start(&arena, &count, 0);
    mark = ptc_arena_place(&arena);
    for (int i = 0; i < 50; i++)
        ptc_arena_alloc(&arena, 5000);
    ptc_arena_rewind(&arena, mark);
    cr_expect(ptc_arena_alloc(&arena, 100) != NULL);
    ptc_arena_reset(&arena);
    cr_expect(ptc_arena_alloc(&arena, 100) != NULL);
    ptc_arena_free(&arena);
    cr_expect(count.live == 0);
}

Test(arena, grows_arrays_in_place_while_they_are_last)
{
    ptc_arena arena;
    uint32_t *items = NULL;
    size_t number = 0;
    size_t capacity = 0;

    ptc_arena_init(&arena, NULL, 0);
    for (uint32_t i = 0; i < 100000; i++) {
        uint32_t *place = PTC_ARENA_PUSH(&arena, items, number, capacity);

        cr_assert(place != NULL);
        *place = i;
        if (i % 5000 == 0)
            ptc_arena_alloc(&arena, 1);
    }
    cr_expect(number == 100000 && capacity >= number);
    for (uint32_t i = 0; i < 100000; i++)
        cr_assert(items[i] == i);
    cr_expect(arena.held < 3u << 20, "held %zu", arena.held);
    ptc_arena_free(&arena);
}

Test(arena, keeps_an_array_when_growth_is_refused)
{
    ptc_arena arena;
    unsigned char memory[512];
    char *items = NULL;
    size_t number = 0;
    size_t capacity = 0;
    char *place;

    ptc_arena_init_memory(&arena, memory, sizeof memory);
    while ((place = PTC_ARENA_PUSH(&arena, items, number, capacity)) != NULL)
        *place = (char)number;
    cr_expect(arena.failed && number == capacity && number >= 128);
    for (size_t i = 0; i < number; i++)
        cr_assert(items[i] == (char)(i + 1));
}

Test(arena, refuses_cleanly_at_every_allocation)
{
    for (size_t refuse_at = 1; refuse_at < 12; refuse_at++) {
        ptc_arena arena;
        counter count;
        size_t got = 0;

        start(&arena, &count, 0);
        count.refuse_at = refuse_at;
        while (got < 100 && ptc_arena_alloc(&arena, 3000) != NULL)
            got++;
        cr_expect(arena.failed == (got < 100), "refused at %zu", refuse_at);
        ptc_arena_free(&arena);
        cr_expect(count.live == 0, "refused at %zu: %zu leaked", refuse_at, count.live);
    }
}

Test(arena, lends_memory_within_the_cap)
{
    ptc_arena arena;
    counter count;
    char *lent;

    start(&arena, &count, 100000);
    lent = ptc_arena_borrow(&arena, NULL, 0, 1000);
    cr_assert(lent != NULL && arena.held == 1000);
    memset(lent, 7, 1000);
    lent = ptc_arena_borrow(&arena, lent, 1000, 50000);
    cr_assert(lent != NULL && arena.held == 50000 && lent[999] == 7);
    cr_expect(ptc_arena_borrow(&arena, lent, 50000, 100001) == NULL && arena.failed);
    cr_expect(ptc_arena_alloc(&arena, 60000) == NULL);
    cr_expect(ptc_arena_borrow(&arena, lent, 50000, 0) == NULL && arena.held == 0);
    cr_expect(ptc_arena_alloc(&arena, 60000) != NULL);
    ptc_arena_free(&arena);
    cr_expect(count.live == 0);
}

Test(arena, lends_from_caller_memory)
{
    ptc_arena arena;
    unsigned char memory[1024];
    unsigned char *start_at;
    char *lent;

    ptc_arena_init_memory(&arena, memory, sizeof memory);
    start_at = arena.cursor;
    lent = ptc_arena_borrow(&arena, NULL, 0, 100);
    cr_assert(lent != NULL);
    memset(lent, 7, 100);
    lent = ptc_arena_borrow(&arena, lent, 100, 300);
    cr_assert(lent == (char *)start_at && lent[99] == 7);
    ptc_arena_alloc(&arena, 16);
    lent = ptc_arena_borrow(&arena, lent, 300, 400);
    cr_assert(lent != NULL && lent != (char *)start_at && lent[99] == 7);
    cr_expect(ptc_arena_borrow(&arena, lent, 400, 0) == NULL && !arena.failed);
    cr_expect(arena.cursor == (unsigned char *)lent);
}

Test(arena, trims_the_last_allocation)
{
    ptc_arena arena;
    char *last;

    ptc_arena_init(&arena, NULL, 0);
    last = ptc_arena_alloc(&arena, 1000);
    ptc_arena_trim(&arena, last, 17);
    cr_expect((char *)arena.cursor == last + 32);
    ptc_arena_trim(&arena, last, 0);
    cr_expect((char *)arena.cursor == last);
    ptc_arena_free(&arena);
}
