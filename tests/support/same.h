/* SPDX-License-Identifier: MIT */
/*
 * Whether two values mean the same to a schema. Needs no test framework.
 */
#ifndef PTC_TEST_SAME_H
#define PTC_TEST_SAME_H

#include <ptc/schema.h>

/*
 * Whether `got`, which came out of a struct of generated code, is what the walker made
 * of the same data, `wanted`, at that node of the schema. A struct may have lost only
 * what it has no room for:
 *   - keys that no field took are absent, but not the one that chose a branch, which may
 *     have lost the colon that it was spelled with;
 *   - a field that is nil or absent in one is nil or absent in the other;
 *   - a default that was filled in is absent again;
 *   - the value of a :float is a double, whichever number it was;
 *   - strings stand for keywords, the other way round too;
 *   - a set is a list of its items, in order, those once that differ as numbers only;
 *   - a key that is an int may have been its decimal text.
 * Where a struct holds a value, it is the very value.
 */
bool test_same_by_schema(const ptc_schema *schema, uint32_t node, const ptc_value *got,
                         const ptc_value *wanted);

#endif
