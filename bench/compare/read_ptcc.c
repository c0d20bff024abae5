/* SPDX-License-Identifier: MIT */
/* ptcc: the checks are those of order.sig, the message is what a model reads. */
#include "compare.h"
#include "order.ptc.h"

#include <stdio.h>

static ptc_arena arena;

bool read_order(const char *text, size_t len, double *total, char *why, size_t room)
{
    ptc_str fault;
    order in;

    if (arena.cap == 0)
        ptc_arena_init(&arena, NULL, 1 << 20);
    ptc_arena_reset(&arena);
    if (order_read(&arena, text, len, NULL, &in, &fault) != PTC_OK) {
        snprintf(why, room, "decode: " PTC_FMT, PTC_ARG(fault));
        return false;
    }
    for (size_t i = 0; i < in.items.count; i++)
        *total += (double)in.items.items[i].count * in.items.items[i].price;
    *total *= 1 - in.discount;
    return true;
}
