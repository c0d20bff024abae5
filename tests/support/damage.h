/* SPDX-License-Identifier: MIT */
/* Changing JSON texts so that most of them still reach what follows the first byte. */
#ifndef PTC_TEST_DAMAGE_H
#define PTC_TEST_DAMAGE_H

#include "support.h"

/*
 * Changes the text in one place: a byte; a token becomes an edge of its kind or of
 * another, a key is spelled otherwise; a member or an item is there twice, is gone or
 * deep inside brackets; blanks. Returns the new length, at most `room`; a change that
 * does not fit is left out.
 */
size_t test_damage_json(test_random *random, char *text, size_t len, size_t room);

#endif
