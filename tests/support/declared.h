/* SPDX-License-Identifier: MIT */
/* What the suites share that declare contracts and types as text. */
#ifndef PTC_TEST_DECLARED_H
#define PTC_TEST_DECLARED_H

#include "support.h"

#include <ptc/contract.h>

/* The contracts of a `.sig` file with this text, in `arena`. */
const ptc_contracts *test_contracts(ptc_arena *arena, const char *text);

/* Appends types NAME0 to NAME(levels - 1): the first is `lowest`, each of the others has
 * the one before it twice, once after a list. */
void test_write_tower(ptc_text *text, const char *name, const char *lowest,
                      unsigned levels);

/* Appends types t0 to t(count - 1), most of which lead to each other and to themselves.
 * Values of each of them can end. */
void test_write_circle(ptc_text *text, test_random *random, unsigned count);

#endif
