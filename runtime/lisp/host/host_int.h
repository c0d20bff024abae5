/* SPDX-License-Identifier: MIT */
/*
 * The border between a context and its host: options and data that go in, results that
 * come out, memory as the host sees it, and the tools that programs may call. The room
 * uses lisp/heap, of lisp/text how patterns are freed, the walker for signatures of
 * tools, and runtime/base; it neither reads nor compiles nor runs programs. The calls of
 * tools themselves are a builtin, core_tool.c.
 *
 * No two files need each other. This header is for the rooms above; tool_int.h is only
 * for tools.
 */
#ifndef PTC_LISP_HOST_INT_H
#define PTC_LISP_HOST_INT_H

#include "base/base_int.h"
#include "lisp/heap/heap_int.h"

/* --- outcome.c ---------------------------------------------------------------------- */

/* Appends the message on one line, without the place at its end: for callers that show
 * the place themselves. */
void ptc_lisp_outcome_error(ptc_text *text, const ptc_lisp_error *error);
/* A value of a program as compact JSON in `arena`. PTC_ERROR_INVALID when that is
 * impossible: `*why` says so in one line. PTC_ERROR_MEMORY. */
ptc_status ptc_lisp_outcome_value(ptc_arena *arena, const ptc_value *value, ptc_str *json,
                                  ptc_str *why);

/* --- context.c --------------------------------------------------------------------- */

/* Limits that options do not set. */
enum {
    PTC_LISP_HEAP = 10000000, /* bytes */
    PTC_LISP_TIME_MS = 1000,
};

/* --- take.c ------------------------------------------------------------------------ */

/* Host data as a value of the run, in the host arena, strings included: never moved, and
 * freed when neither context nor memory refers to it. Raises when refused. */
ptc_value ptc_lisp_import(ptc_lisp *lisp, const ptc_value *value);

/* --- transfer.c -------------------------------------------------------------------- */

/* The value as data in `arena`: functions and the like as strings as printed, with
 * numbers where keys would be the same. */
ptc_status ptc_lisp_export(ptc_lisp *lisp, ptc_arena *arena, const ptc_value *value,
                           ptc_value *out);
/* The same, but raises for endless parts and for keys that stay the same; symbols and
 * dates that are keys next to their texts are keywords. With `reads_vars` a var is
 * replaced by its value, unless that is a function. `*has_var`: one went out by its
 * name. */
ptc_status ptc_lisp_export_result(ptc_lisp *lisp, ptc_arena *arena,
                                  const ptc_value *value, bool reads_vars, ptc_value *out,
                                  bool *has_var);

/* --- tool.c: the host's tools; their calls are core_tool.c's ----------------------- */

/* Whether there is a tool of that name, '-' and '_' alike, that can be called. */
bool ptc_tool_is_callable(const ptc_lisp *lisp, ptc_str name);
/* The nearest name of those. */
ptc_near ptc_tool_near(const ptc_lisp *lisp, ptc_str name);
/* The text of unknown_tool: the name, the available tools, the nearest one. False when
 * none is near. */
bool ptc_tool_write_unknown(const ptc_lisp *lisp, ptc_text *text, ptc_str name);
/* Empties the log of calls for a new run; moves its contents to a result. */
void ptc_tools_begin(ptc_lisp *lisp);
ptc_status ptc_tools_report(const ptc_lisp *lisp, ptc_arena *arena, ptc_lisp_result *out);
void ptc_tools_free(ptc_lisp *lisp);

/* --- memory_host.c: memory as the host sees it ------------------------------------- */

/* After a program ran under contract 1: merges its value, a map, into memory; its value
 * at `:return` becomes the result. [ptc-lisp 9.4] */
void ptc_lisp_merge_result(ptc_lisp *lisp);
/* The changes of the run, before it is settled: a map, or only the names. */
ptc_status ptc_lisp_export_changes(ptc_lisp *lisp, ptc_arena *arena, ptc_value *map);
ptc_status ptc_lisp_report_changes(const ptc_lisp *lisp, ptc_arena *arena,
                                   ptc_lisp_result *out);

/* --- memory_size.c ----------------------------------------------------------------- */

/* Sizes beyond it are not counted to their end. */
#define PTC_MEMORY_SIZE_MAX ((size_t)64 << 20)

/* Counts the variables as one JSON object, up to somewhat more than `most` bytes. */
void ptc_lisp_measure_memory(ptc_lisp *lisp, size_t most, ptc_memory_use *use);
/* Raises memory_limit_exceeded when the variables are larger than options.memory_limit.
 */
void ptc_lisp_check_memory(ptc_lisp *lisp);

/* --- context.c --------------------------------------------------------------------- */

/* Whether the context has the key, flexible. */
bool ptc_lisp_context_has(const ptc_lisp *lisp, const ptc_value *key);
/* `ctx/name`, flexible; nil when absent. */
ptc_value ptc_lisp_context_get(ptc_lisp *lisp, const ptc_value *key);

/* --- context_names.c ---------------------------------------------------------------- */

/* Whether programs may read the key: the context has it, it was declared, or is `fail`.
 */
bool ptc_lisp_context_knows(const ptc_lisp *lisp, const ptc_value *key);
/* The name that a program meant, perhaps, else empty. */
ptc_near ptc_lisp_context_near(const ptc_lisp *lisp, ptc_str name);
/* "; there are: orders, user", of which many are left out. */
void ptc_lisp_context_list(const ptc_lisp *lisp, ptc_text *text);
/* Says that space/name is not known, with the nearest name, or all of them. */
void ptc_lisp_context_unknown(const ptc_lisp *lisp, ptc_text *text, ptc_str space,
                              ptc_str name);

#endif
