/* SPDX-License-Identifier: MIT */
/*
 * <ptc/gen_bind.h> - what emitted code of functions with a path or a text in SQL uses
 * beyond <ptc/gen.h>: arguments from paths, values for the parameters of statements, and
 * results from rows. [brimley 7, 8]
 */
#ifndef PTC_GEN_BIND_H
#define PTC_GEN_BIND_H

#include <ptc/gen.h>
#include <ptc/route.h>
#include <ptc/rows.h>

PTC_BEGIN

/* How a value is given to a database. */
typedef enum ptc_sql_form {
    PTC_SQL_PLAIN,     /* a bool, an int, a float, or a text, which days and decimals also
                        * are */
    PTC_SQL_JSON,      /* its JSON text: for lists, maps and values that may have several
                        * types */
    PTC_SQL_TIMESTAMP, /* a moment in UTC: "2026-01-02 07:00:00.500" */
    PTC_SQL_TIMESTAMP_ZONE, /* the same with a zone: "2026-01-02 07:00:00.500+00" */
} ptc_sql_form;

/* A parameter of a statement. Rows of this struct never change. */
typedef struct ptc_sql_bind {
    ptc_str name;      /* as in the statement, without its colon */
    uint32_t position; /* from 1 on, in order of first use; $1 in the numbered text */
    uint32_t node;     /* of the argument */
    const char *type;  /* the SQL word for its type: "BIGINT" */
    unsigned form;     /* ptc_sql_form */
    const struct ptc_sql_bind_info *info; /* NULL: there is none yet */
} ptc_sql_bind;

/*
 * The value to bind for a parameter, taken from the struct at `in`, in the arena or
 * shared, as its form says; a text is a string. An argument that is absent or null has
 * its default, or without one nil. Statuses are those of ptc_gen_to_value, and
 * PTC_ERROR_RANGE for moments outside the years 0000-9999 in UTC.
 */
PTC_API ptc_status ptc_gen_sql_value(const ptc_gen_type *type, const ptc_sql_bind *bind,
                                     ptc_arena *arena, const void *in, ptc_value *out);

/*
 * Fills the parameters of a function, node `node`, `size` bytes at `out`, from a path of
 * its resource, the caller's `arguments` for all others (a map; NULL or nil: none), and
 * options->context.
 *
 * The values from the path are converted to the types of their parameters in every mode,
 * since all of them are text. An argument that the path also has is ignored; in mode
 * strict it is an error. `*why` (may be NULL) is one line about the path, or a block that
 * names every faulty argument, with the segment of those from the path. Statuses are
 * those of ptc_route_match and ptc_gen_from_value.
 */
PTC_API ptc_status ptc_gen_bind(const ptc_gen_type *type, uint32_t node,
                                const ptc_route *route, ptc_arena *arena, ptc_str path,
                                const ptc_value *arguments,
                                const ptc_parse_options *options, void *out, size_t size,
                                ptc_str *why);

/*
 * Fills the result of a function, node `node`, `size` bytes at `out`, from rows: see
 * ptc_rows_shape. If there is no row and the type does not accept nil, the status is
 * PTC_ERROR_INVALID here, since a struct cannot express that.
 */
PTC_API ptc_status ptc_gen_from_rows(const ptc_gen_type *type, uint32_t node,
                                     ptc_arena *arena, const ptc_value *rows,
                                     const ptc_walk_options *options, void *out,
                                     size_t size, ptc_str *why);

PTC_END

#endif
