/* SPDX-License-Identifier: MIT */
/*
 * <ptc/template.h> - the one template language: prompts, emitted C, pages.
 *
 *     ptc_template greeting;
 *
 *     if (ptc_template_compile(&arena, &source, &diags, &greeting) == PTC_OK)
 *         status = ptc_template_expand(&text, &greeting, &sample, NULL, &error);
 *
 * A template is compiled once into text chunks and paths, or by ptcc into constant
 * tables; expanding it parses nothing. Values are never expanded again, so text from data
 * cannot act as a template. [signature 11]
 */
#ifndef PTC_TEMPLATE_H
#define PTC_TEMPLATE_H

#include <ptc/error.h>
#include <ptc/schema.h>

PTC_BEGIN

/* Limits on nested sections, and on names in a dotted path. */
#define PTC_TEMPLATE_DEPTH_MAX 64
#define PTC_TEMPLATE_PATH_MAX  32

/* The kind of a template part. */
typedef enum ptc_template_op_kind {
    PTC_TEMPLATE_TEXT,     /* text */
    PTC_TEMPLATE_VALUE,    /* path; path_count 0 is {{.}}, in sections too */
    PTC_TEMPLATE_SECTION,  /* path; the body ends before op `end` */
    PTC_TEMPLATE_INVERTED, /* path; the body ends before op `end` */
} ptc_template_op_kind;

/* One part of a template. */
typedef struct ptc_template_op {
    uint8_t kind;  /* ptc_template_op_kind */
    bool is_alone; /* VALUE: it is alone on its line, apart from blanks */
    uint16_t path_count;
    uint32_t end;        /* SECTION, INVERTED: index of the op after the body */
    uint32_t column;     /* VALUE: code points before the tag on its line */
    uint32_t offset;     /* place in the template's text, for run-time errors */
    ptc_str text;        /* TEXT: the bytes; others: the tag as written, for `keep` */
    const ptc_str *path; /* the names of the path; NULL when it has none */
} ptc_template_op;

/* A compiled template: constant data, which threads may share. */
typedef struct ptc_template {
    const ptc_template_op *ops; /* in the order of the text */
    uint32_t count;
} ptc_template;

/*
 * Compiles a template. Its ops point into the arena, not into the source.
 *
 * `{{#.}}` opens a section over the current element (lists of lists). Returns
 * PTC_ERROR_SYNTAX when `diags` has faults: all of them, each with the whole tag as its
 * span. PTC_ERROR_RANGE for a text of 4 GiB; PTC_ERROR_MEMORY.
 */
PTC_API ptc_status ptc_template_compile(ptc_arena *arena, const ptc_source *source,
                                        ptc_diags *diags, ptc_template *out);

/*
 * Checks each placeholder against the parameters of `signature` (a FUNCTION schema).
 *
 * `all_used` also refuses parameters that no placeholder names (text mode). Messages are
 * those of [signature 11.2]. Returns PTC_ERROR_SYNTAX when there was a fault,
 * PTC_ERROR_ARGUMENT when the schema is not a function, or PTC_ERROR_MEMORY.
 */
PTC_API ptc_status ptc_template_check(const ptc_template *compiled,
                                      const ptc_source *source,
                                      const ptc_schema *signature, bool all_used,
                                      ptc_diags *diags);

/* What happens to a placeholder whose name is missing in the data. */
typedef enum ptc_template_missing {
    PTC_MISSING_KEEP,  /* the tag's text is kept */
    PTC_MISSING_ERROR, /* PTC_ERROR_INVALID, and all missing names in the error */
} ptc_template_missing;

/* Where expanded text goes: literal text to `text`, the text of one {{x}} with its place
 * to `value`. What has a NULL member is appended to `out` of ptc_template_expand. A sink
 * may append to `out` itself, but not with escape_html. */
typedef struct ptc_template_sink {
    /* literal text */
    void (*text)(ptc_str chunk, void *user);
    /* the text of a placeholder */
    void (*value)(ptc_str value, uint32_t column, bool is_alone, void *user);
    void *user;
} ptc_template_sink;

/* How a template is expanded. NULL: into `out`, keeping the tags of missing names. */
typedef struct ptc_template_options {
    size_t struct_size;
    ptc_template_missing on_missing; /* PTC_MISSING_KEEP */
    bool escape_html;                /* applied to every value */
    const ptc_template_sink *sink;   /* NULL: everything is appended to `out` */
    bool as_literals; /* values of every kind are written as PTC-Lisp spells them, missing
                       * ones as nil: for programs. Not with a sink */
    uint64_t step_limit; /* limit on executed ops, where each round of a list section
                          * counts [2^28]; beyond it PTC_ERROR_RANGE */
} ptc_template_options;

/*
 * Appends the template, expanded with `data`, a map. '-' and '_' in names are the same.
 *
 * A value inside a nil one is nil. A section over a missing name is empty. Memory is
 * taken only for the text.
 *
 * Statuses; `out` is then cut back to where it was, but what a sink received cannot be
 * taken back:
 *
 *   - PTC_ERROR_INVALID with `*error` (in the arena of `out`; may be NULL) for missing
 *     names under PTC_MISSING_ERROR, and for a list or map in the place of a value;
 *   - PTC_ERROR_RANGE beyond the step limit;
 *   - PTC_ERROR_DEPTH, PTC_ERROR_MEMORY;
 *   - PTC_ERROR_ARGUMENT for options without a struct_size.
 */
PTC_API ptc_status ptc_template_expand(ptc_text *out, const ptc_template *compiled,
                                       const ptc_value *data,
                                       const ptc_template_options *options,
                                       ptc_error *error);

PTC_END

#endif
