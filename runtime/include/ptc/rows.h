/* SPDX-License-Identifier: MIT */
/*
 * <ptc/rows.h> - rows of a database as the result of a function. [brimley 7]
 */
#ifndef PTC_ROWS_H
#define PTC_ROWS_H

#include <ptc/walk.h>

PTC_BEGIN

/*
 * Turns the rows of a query into the result of a contract: a value in `arena` that shares
 * what it can with `rows`. `rows` is a list of rows in order, each a map from columns to
 * values; or one row, or one value.
 *
 *   - A list of T takes each row as a T; a single row or value is wrapped.
 *   - Void (:nil) drops them and gives nil.
 *   - Any other T takes the only row as a T; no row gives nil, and more than one is an
 *     error.
 *
 * Where T is or may be a map, a row is used unchanged. A scalar T, alone or in a list, is
 * the only column of its row. The result is then checked like any result (PTC_OUTPUT):
 * nothing is converted. A nil for no row is not checked.
 *
 * `schema` is a FUNCTION or a bare type; `options` are those of ptc_schema_validate,
 * except for the direction.
 *
 * Returns PTC_ERROR_INVALID with `*why` (may be NULL), which is one line, such as
 * "expected single row for User, got 3", or a block "Return validation errors:". It is in
 * `arena` or constant, ends in NUL, and is empty for PTC_OK. PTC_ERROR_MEMORY,
 * PTC_ERROR_ARGUMENT for options without a struct_size. `*out` is nil then.
 */
PTC_API ptc_status ptc_rows_shape(ptc_arena *arena, const ptc_schema *schema,
                                  const ptc_value *rows, const ptc_walk_options *options,
                                  ptc_value *out, ptc_str *why);

PTC_END

#endif
