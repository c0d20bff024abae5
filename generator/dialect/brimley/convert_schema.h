/* SPDX-License-Identifier: MIT */
/*
 * JSON Schemas as the `inline` of arguments, with a report of what does not come through.
 * [brimley 6]
 *
 * Fields that complex mode can say are written in it; as soon as one of them needs more,
 * all of the schema is kept, which is JSON Schema mode. What the reader of JSON Schema
 * does not hold is left out of its field and reported; a field is never left out without
 * an issue.
 */
#ifndef PTCC_CONVERT_SCHEMA_H
#define PTCC_CONVERT_SCHEMA_H

#include <ptc/contract.h>
#include <ptc/form.h>

/* One finding. Its texts live in the arena of the report or are constant. */
typedef struct ptcc_schema_issue {
    bool is_error;
    const char *code; /* "ERR_SCHEMA_ROOT_TYPE", "WARN_SCHEMA_NUMBER_TO_FLOAT" */
    ptc_str pointer;  /* "$.properties.a[].type" */
    ptc_str message;
    ptc_span span; /* of what it is about in the source */
} ptcc_schema_issue;

typedef struct ptcc_schema_report {
    ptc_arena *arena;
    ptc_value fields;          /* the MAP that `inline` is */
    size_t converted;          /* fields in it */
    ptcc_schema_issue *issues; /* by pointer, then code */
    size_t count;
    size_t capacity;
    size_t errors;
    size_t warnings;
} ptcc_schema_report;

typedef struct ptcc_schema_options {
    bool is_compat; /* with the refusals and words of Brimley 0.5 */
    bool is_lossy;  /* keywords that are left out are warnings, not errors */
    const ptc_contract_options
        *read; /* how references are followed; NULL: they are not */
} ptcc_schema_options;

/* Converts the schema that diags->source is. False when that is not JSON, which is
 * reported, and when memory was refused (arena->failed). */
bool ptcc_schema_convert(ptcc_schema_report *out, ptc_arena *arena,
                         const ptcc_schema_options *options, ptc_diags *diags);

/* Appends {"inline": ..} as JSON with lines. */
void ptcc_schema_write(ptc_text *text, const ptcc_schema_report *report);

#endif
