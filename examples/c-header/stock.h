/* SPDX-License-Identifier: MIT */
/* An ordinary C header for a stock of things. Comments with @ptc make functions tools.
 */
#ifndef STOCK_H
#define STOCK_H

#include <stdbool.h>
#include <stddef.h>

/**
 * Counts what is in stock of a thing.
 *
 * @ptc count
 * @param name  what it is called, "lamp"
 */
size_t stock_count(const char *name);

/**
 * Takes things out of stock; false when there are not so many.
 *
 * @ptc take (name :string, number :int[1..100] = 1) -> :bool
 */
bool stock_take(const char *name, int number);

/** @ptc shelf (name :string) -> :string?
 *  Where a thing is; null if that is unknown. */
const char *stock_shelf(const char *name);

/* Not a tool. */
void stock_clear(void);

#endif
