/* SPDX-License-Identifier: MIT */
/* What the readers of docs/comparison.md have in common: each file read_*.c defines one.
 */
#ifndef BENCH_COMPARE_H
#define BENCH_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads one order and checks all that order.sig says of it. True: `total` is its price.
 * False: `why`, an array of `room` bytes, says what is wrong, after `decode: ` if the
 * library found it and not the code in this folder.
 */
bool read_order(const char *text, size_t len, double *total, char *why, size_t room);

#endif
