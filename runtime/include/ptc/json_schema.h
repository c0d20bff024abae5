/* SPDX-License-Identifier: MIT */
/*
 * <ptc/json_schema.h> - contracts written as JSON Schema, for models, APIs and documents.
 *
 *     const ptc_json_schema_options for_api = {
 *         .struct_size = sizeof for_api,
 *         .subset = PTC_JSON_SCHEMA_OPENAI_STRICT};
 *
 *     status = ptc_schema_write_json_schema(&text, &schema, &for_api);
 *
 * The text is the same for the same schema on every machine. What JSON Schema cannot
 * express is a loss, which can be reported to the caller; the contract still checks it.
 * [validation 13, emitters 2]
 */
#ifndef PTC_JSON_SCHEMA_H
#define PTC_JSON_SCHEMA_H

#include <ptc/walk.h>

PTC_BEGIN

/* The draft of JSON Schema to write. */
typedef enum ptc_json_schema_version {
    PTC_JSON_SCHEMA_2020_12, /* the current one */
    PTC_JSON_SCHEMA_7,       /* the one that older programs read */
} ptc_json_schema_version;

/* The subset of JSON Schema that an API accepts when it enforces schemas on models. */
typedef enum ptc_json_schema_subset {
    PTC_JSON_SCHEMA_WHOLE,            /* all of it */
    PTC_JSON_SCHEMA_OPENAI_STRICT,    /* [emitters 3] */
    PTC_JSON_SCHEMA_ANTHROPIC_STRICT, /* [emitters 4] */
} ptc_json_schema_subset;

/* Receives what the written form does not say about node `node` of the schema, in one
 * line such as "the validator email". The line lives as long as the call. */
typedef void (*ptc_schema_loss_fn)(uint32_t node, ptc_str what, void *user);

/* How a schema is written as JSON Schema. NULL: all zero. */
typedef struct ptc_json_schema_options {
    size_t struct_size;              /* sizeof(ptc_json_schema_options) */
    ptc_json_schema_version version; /* PTC_JSON_SCHEMA_2020_12 */
    ptc_direction direction; /* of a FUNCTION: PTC_INPUT is its parameters as one object,
                              * PTC_OUTPUT its result; by default its parameters, or its
                              * result if it has none. As of a bare type */
    bool omit_dialect;       /* $schema is left out, for readers that know the draft */
    bool for_models; /* decimals are strings with a pattern, and firewalled fields of
                      * results are left out */
    unsigned indent; /* 0: on one line; else spaces per level */
    ptc_json_schema_subset subset; /* PTC_JSON_SCHEMA_WHOLE; others imply for_models,
                                      2020-12 without $schema, and OpenAI's wrap_root */
    bool wrap_root; /* roots that are not objects become {"items": [..]} for lists, else
                     * {"value": ..} */
    bool optional_is_absent;   /* a field that may be absent is not also declared
                                * nullable */
    bool keep_formats;         /* OpenAI: keep "format" of moments */
    bool keep_patterns;        /* Anthropic: keep "pattern" */
    ptc_schema_loss_fn lose;   /* NULL: losses are not reported */
    ptc_schema_loss_fn refuse; /* receives why a subset cannot hold the schema; may be
                                * NULL */
    void *user;                /* of both */
} ptc_json_schema_options;

/*
 * Appends the schema as JSON Schema, without a line end. Declared types are in "$defs"
 * ("definitions" in draft 7); parameters from the host's context are left out.
 *
 * Returns PTC_ERROR_INVALID if the subset cannot hold the schema; PTC_ERROR_DEPTH for
 * types nested more deeply than JSON may be; PTC_ERROR_ARGUMENT for options without a
 * struct_size or with an unknown draft; PTC_ERROR_MEMORY. Nothing is appended then.
 */
PTC_API ptc_status ptc_schema_write_json_schema(ptc_text *text, const ptc_schema *schema,
                                                const ptc_json_schema_options *options);

/*
 * Restores the value that a model means by a reply in such a form. Pass the same options
 * as for writing.
 *
 * Placeholders for absent fields are removed, tuples that were objects become lists
 * again, JSON in strings is parsed, and a wrapped root is unwrapped. The first
 * alternative that fits is taken. Nothing is validated: parts of another shape, or more
 * than 512 levels deep, are left unchanged, for the validator to report.
 *
 * `*out` lives in `arena` and shares parts of `value`; if nothing changes, no memory is
 * taken. The time is proportional to the sizes of the reply and the schema. Returns
 * PTC_ERROR_MEMORY or PTC_ERROR_ARGUMENT; `*out` is unchanged then. [emitters 3]
 */
PTC_API ptc_status ptc_json_schema_restore(ptc_arena *arena, const ptc_schema *schema,
                                           const ptc_json_schema_options *options,
                                           const ptc_value *value, ptc_value *out);

PTC_END

#endif
