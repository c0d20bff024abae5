C/* SPDX-License-Identifier: MIT */
/* Functions whose prototypes are tools: made with --tool-stubs. */
#ifndef INVENTORY_H
#define INVENTORY_H

#include <ptc/datetime.h>
#include <ptc/value.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INVENTORY_API
#define INVENTORY_NONNULL(n)

/**
 * Adds.
 *
 * @ptc add
 * @param a the first
 * @param b the second
 */
INVENTORY_API long add(long a, int16_t b);

/* @ptc greet (name :string, title :string?, mark :string = "!") -> :string?
 * Nobody is greeted with null. */
const char *inventory_greet(const char *name, const char *title, const char *mark)
    INVENTORY_NONNULL(1);

/// @ptc label
/// The text of a number; of 0 there is none.
const char *inventory_label(int8_t number);

// @ptc spread (factor :int, wide :int) -> :int
uint64_t inventory_spread(uint32_t factor, uint64_t wide);

/** @ptc half */
double inventory_half(float number, bool up);

/** @ptc reset */
void inventory_reset(void);

/** @ptc resets */
int64_t inventory_resets(void);

/** @ptc echo (what :any, when :datetime, whole :float?) -> :any
 *  What the prototype does not have makes the function the user's. */
ptc_value inventory_echo(ptc_value what, ptc_datetime when);

/** @ptc same */
ptc_value inventory_same(ptc_value what);

/** @ptc later (when :datetime) -> :datetime? */
ptc_datetime inventory_later(ptc_datetime when);

/** @ptc join */
ptc_str inventory_join(ptc_str a, ptc_str b);

/** @ptc sum (numbers [:int]) -> :int */
int64_t inventory_sum(const int64_t *numbers, size_t count);

#endif
