/* SPDX-License-Identifier: MIT */
/*
 * What JSON Schema takes contracts for. A contract tells values apart that are the same
 * in JSON, and takes keys for the same that JSON tells apart; what is written as JSON
 * Schema decides as `test_json_meaning` makes the contract decide, and not otherwise.
 */
#ifndef PTC_TEST_JSON_MEANING_H
#define PTC_TEST_JSON_MEANING_H

#include "support.h"

/*
 * The same schema, in `arena`, as JSON Schema means it: 1.0 is an int, and the same as 1
 * in members and sets; keywords are strings; decimals are numbers alone; fields are found
 * by their own spelling alone. `annotates`: formats are not conditions, so moments and
 * days are any texts.
 */
void test_json_meaning(ptc_arena *arena, const ptc_schema *schema, bool annotates,
                       ptc_schema *out);

/* A value as JSON: as it is read from its text. False for what has no text, such as NaN,
 * and maps with keys that are the same in JSON. */
bool test_as_json(ptc_arena *arena, const ptc_value *value, ptc_str *text,
                  ptc_value *out);

/* Whether a value holds a number that is an integer in JSON and not exact in doubles,
 * which validators compute in. */
bool test_has_large_number(const ptc_value *value);

/* Whether a map in a value has a key that contracts take for more than its text: another
 * spelling of the field that a :multi of the schema dispatches on, or a number where keys
 * are told apart by what they are not. */
bool test_keys_mean_otherwise(const ptc_schema *schema, const ptc_value *value);

#endif
