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
    ptc_schema_loss_fn lose; /* NULL: losses are not wanted */
    void *user;              /* of lose */
} ptc_json_schema_options;

/*
 * Appends the schema as JSON Schema, without a line end. Declared types are in "$defs"
 * ("definitions" in draft 7), parameters from the context are left out. PTC_ERROR_MEMORY;
 * PTC_ERROR_DEPTH for types nested more deeply than JSON may be; PTC_ERROR_ARGUMENT for
 * options without a struct_size or with an unknown draft. Nothing is appended then.
 */
PTC_API ptc_status ptc_schema_write_json_schema(ptc_text *text, const ptc_schema *schema,
                                                const ptc_json_schema_options *options);

PTC_END

#endif
