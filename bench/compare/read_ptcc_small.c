/* SPDX-License-Identifier: MIT */
/* ptcc for small devices: no malloc, and of a fault only its place, not the message. */
#include "compare.h"
#include "order.ptc.h"

#include <stdio.h>

bool read_order(const char *text, size_t len, double *total, char *why, size_t room)
{
    static char memory[16384];
    ptc_arena arena;
    ptc_parse_info fault;
    order in;

    ptc_arena_init_memory(&arena, memory, sizeof memory);
    if (order_parse(&arena, text, len, NULL, &in, &fault) != PTC_OK) {
        snprintf(why, room, "decode: at byte %zu", (size_t)fault.offset);
        return false;
    }
    for (size_t i = 0; i < in.items.count; i++)
        *total += (double)in.items.items[i].count * in.items.items[i].price;
    *total *= 1 - in.discount;
    return true;
}
