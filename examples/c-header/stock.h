/* SPDX-License-Identifier: MIT */
/* An ordinary C header of a shop. Comments with @ptc turn functions into tools. */
#ifndef STOCK_H
#define STOCK_H

#include <stdbool.h>
#include <stddef.h>

/**
 * Counts how many of an item are in stock.
 *
 * @ptc count
 * @param name  what the item is called, such as "lamp"
 */
size_t stock_count(const char *name);

/**
 * Takes items out of stock; false if there are not enough.
 *
 * @ptc take (name :string, number :int[1..100] = 1) -> :bool
 */
bool stock_take(const char *name, int number);

/** @ptc shelf (name :string) -> :string?
 *  Where an item is; null if that is unknown. */
const char *stock_shelf(const char *name);

/* Not a tool. */
void stock_clear(void);

#endif
