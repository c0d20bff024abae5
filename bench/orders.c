/* SPDX-License-Identifier: MIT */
#include "orders.h"

#include <stdio.h>
#include <stdlib.h>

static int64_t random_state = 42;

int bench_random_below(int bound)
{
    random_state = (random_state * 16807) % 2147483647;
    return (int)(random_state % bound);
}

static ptc_value text_of(ptc_arena *arena, const char *prefix, int number)
{
    char text[32];
    int len = snprintf(text, sizeof text, "%s%d", prefix, number);

    return ptc_value_string(ptc_str_copy(arena, ptc_str_make(text, (size_t)len)));
}

ptc_value bench_order(ptc_arena *arena, int id, ptc_kind key_kind)
{
    static const char *const keys[] = {"id",     "customer", "status",
                                       "region", "total",    "items"};
    static const char *const states[] = {"open", "paid", "shipped", "void"};
    ptc_map_entry *entries = ptc_arena_array(arena, 6, sizeof *entries);
    ptc_value out;

    if (entries == NULL)
        abort();
    for (int i = 0; i < 6; i++)
        entries[i].key = key_kind == PTC_KEYWORD ? ptc_value_keyword(ptc_str_of(keys[i]))
                                                 : ptc_value_string(ptc_str_of(keys[i]));
    entries[0].value = ptc_value_int(id);
    entries[1].value = text_of(arena, "c", bench_random_below(500));
    entries[2].value = ptc_value_string(ptc_str_of(states[bench_random_below(4)]));
    entries[3].value = text_of(arena, "r", bench_random_below(8));
    entries[4].value = ptc_value_float(bench_random_below(50000) / 100.0);
    entries[5].value = ptc_value_int(bench_random_below(9) + 1);
    if (ptc_map_make(arena, entries, 6, &out, NULL) != PTC_OK)
        abort();
    return out;
}
