/* SPDX-License-Identifier: MIT */
/*
 * Memory refused wherever a program asks for any. A suite that uses this links with
 * `--wrap` of the functions named in tests/meson.build, so it works under sanitizers and
 * needs nothing of the code it looks at.
 *
 * Arenas take chunks, so most of those that ask an arena would never see a refusal. Here
 * every allocation from an arena first asks the arena's allocator for a little, and gives
 * that back: each is a place of its own where memory may run out.
 */
#ifndef PTC_TEST_REFUSE_H
#define PTC_TEST_REFUSE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * From now on allocation number `first` (from 1) is refused, with `for_ever` all that
 * also follow it. 0: none is, they are only counted. The clock stands still meanwhile.
 */
void refuse_from(size_t first, bool for_ever);

/* Ends that; the number of allocations asked for since. */
size_t refuse_stop(void);

/*
 * The place to try after `place` of this many: all of the first ones, then some that are
 * spread evenly; with PTC_REFUSE_ALL in the environment, all. Fewer under
 * AddressSanitizer, where forks are dear.
 */
size_t refuse_next(size_t place, size_t asked);

/* Blocks of malloc's that were taken since refuse_from and not given back. */
size_t refuse_held(void);

#endif
