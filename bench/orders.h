/* SPDX-License-Identifier: MIT */
/*
 * The orders that measured programs process: generated in the same way here and by the
 * peers.
 */
#ifndef BENCH_ORDERS_H
#define BENCH_ORDERS_H

#include <ptc/value.h>

/* The next number, from 0 up to but not including `bound`. */
int bench_random_below(int bound);

/* An order as a map, its keys PTC_KEYWORD or PTC_STRING. Ends the program when there is
 * no memory. */
ptc_value bench_order(ptc_arena *arena, int id, ptc_kind key_kind);

#endif
