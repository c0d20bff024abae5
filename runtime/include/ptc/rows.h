/* SPDX-License-Identifier: MIT */
/*
 * <ptc/rows.h> - rows of a database as the result of a function. [brimley 7]
 */
#ifndef PTC_ROWS_H
#define PTC_ROWS_H

#include <ptc/walk.h>

PTC_BEGIN

/*
 * Shapes what a query gave into the result of a contract, a value in `arena` that shares
 * what it can with `rows`: a list of rows, each a map from columns to values, in order;
 * or one row, or one value.
 *
 *   - A list of T takes each row as a T; a single row or value is wrapped.
 *   - Void (:nil) drops them: nil.
 *   - Any other T takes the only row as a T; of none it is nil, more are an error.
 *
 * A row is a T as it stands where T is a map, or may be one; a scalar T, or one of a list
 * of scalars, is the only column of its row. The result is then judged as it stands, as
 * results are (PTC_OUTPUT): nothing is converted. A nil for no row is not judged.
 *
 * `schema` is a FUNCTION or a type by itself, `options` are as for ptc_schema_validate
 * but for the direction. PTC_ERROR_INVALID with `*why` (may be NULL): one line such as
 * "expected single row for User, got 3", or a block "Return validation errors:"; in
 * `arena` or constant, ended by a NUL, empty for PTC_OK. PTC_ERROR_MEMORY,
 * PTC_ERROR_ARGUMENT for options without a struct_size. `*out` is nil then.
 */
PTC_API ptc_status ptc_rows_shape(ptc_arena *arena, const ptc_schema *schema,
                                  const ptc_value *rows, const ptc_walk_options *options,
                                  ptc_value *out, ptc_str *why);

PTC_END

#endif
