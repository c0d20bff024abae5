/* SPDX-License-Identifier: MIT */
/*
 * <ptc/json_schema.h> - contracts written as JSON Schema: what a model, an API or a
 * document is given of them.
 *
 * The text is the same for the same schema on every machine. What JSON Schema cannot say
 * is a loss, which the caller may ask for; the contract still judges it.
 * [validation 13, emitters 2]
 */
#ifndef PTC_JSON_SCHEMA_H
#define PTC_JSON_SCHEMA_H

#include <ptc/walk.h>

PTC_BEGIN

/* Which JSON Schema is written. */
typedef enum ptc_json_schema_version {
    PTC_JSON_SCHEMA_2020_12, /* the current one */
    PTC_JSON_SCHEMA_7,       /* what older programs read */
} ptc_json_schema_version;

/* The part of JSON Schema that an API accepts where it promises to hold models to it. */
typedef enum ptc_json_schema_subset {
    PTC_JSON_SCHEMA_WHOLE,            /* all of it */
    PTC_JSON_SCHEMA_OPENAI_STRICT,    /* [emitters 3] */
    PTC_JSON_SCHEMA_ANTHROPIC_STRICT, /* [emitters 4] */
} ptc_json_schema_subset;

/* What the written form does not say of node `node` of the schema: one line, such as
 * "the validator email". It lives as long as the call. */
typedef void (*ptc_schema_loss_fn)(uint32_t node, ptc_str what, void *user);

/* How a schema is written as JSON Schema. NULL: all zero. */
typedef struct ptc_json_schema_options {
    size_t struct_size;              /* sizeof(ptc_json_schema_options) */
    ptc_json_schema_version version; /* PTC_JSON_SCHEMA_2020_12 */
    ptc_direction direction; /* of a FUNCTION: PTC_INPUT is its parameters as one object,
                                PTC_OUTPUT its result; unless it is said, its parameters,
                                or its result if it has none, as a type alone has */
    bool omit_dialect;       /* without $schema, where readers know the draft */
    bool for_models; /* decimals are strings with a pattern, and of results firewalled
                        fields are left out */
    unsigned indent; /* 0: on one line; else blanks of each level */
    ptc_json_schema_subset subset; /* PTC_JSON_SCHEMA_WHOLE; others imply for_models,
                                      2020-12 without $schema, and OpenAI's wrap_root */
    bool wrap_root; /* roots that are no objects become {"items": [..]}, or {"value":
                       ..} for what is no list */
    bool optional_is_absent;   /* a field that may be absent does not say that it may be
                                  null, too */
    bool keep_formats;         /* OpenAI: "format" of moments stays */
    bool keep_patterns;        /* Anthropic: "pattern" stays */
    ptc_schema_loss_fn lose;   /* NULL: losses are not wanted */
    ptc_schema_loss_fn refuse; /* is told why a subset cannot hold the schema; may be
                                  NULL */
    void *user;                /* of both */
} ptc_json_schema_options;

/*
 * Appends the schema as JSON Schema, without a line end. Declared types are in "$defs"
 * ("definitions" in draft 7), parameters from the context are left out. PTC_ERROR_MEMORY;
 * PTC_ERROR_DEPTH for types nested more deeply than JSON may be; PTC_ERROR_ARGUMENT for
 * options without a struct_size or with an unknown draft; PTC_ERROR_INVALID where the
 * subset cannot hold the schema. Nothing is appended then.
 */
PTC_API ptc_status ptc_schema_write_json_schema(ptc_text *text, const ptc_schema *schema,
                                                const ptc_json_schema_options *options);

/*
 * The value that a model means by a reply in such a form: what stands for an absent field
 * is taken out, tuples that were objects are lists again, texts of JSON are read, a
 * wrapped root is unwrapped. Give the same options as for writing. Of alternatives the
 * first that fits is taken. Nothing is judged: what is of another shape, or more than 512
 * levels deep, stays as it is, for the validator to say what is wrong. `*out` lives in
 * `arena` and shares parts of `value`; nothing is taken from the arena where nothing
 * changes. Time is by the size of the reply and of the schema. PTC_ERROR_MEMORY,
 * PTC_ERROR_ARGUMENT; `*out` is as it was then. [emitters 3]
 */
PTC_API ptc_status ptc_json_schema_restore(ptc_arena *arena, const ptc_schema *schema,
                                           const ptc_json_schema_options *options,
                                           const ptc_value *value, ptc_value *out);

PTC_END

#endif
