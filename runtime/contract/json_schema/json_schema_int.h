/* SPDX-License-Identifier: MIT */
/*
 * The reader of JSON Schema: json_schema_keywords.c sorts a schema object into facts, one
 * slot per keyword, and read_json_schema.c builds draft nodes from them.
 *
 * It touches base, json, edn, walk and normal. Nothing in it is mutually
 * recursive.
 */
#ifndef PTC_JSON_SCHEMA_INT_H
#define PTC_JSON_SCHEMA_INT_H

#include "json/json_int.h"

#include <ptc/schema.h>

/* Drafts the type that the JSON Schema in `source` describes; 0 after an error, which is
 * then in draft->diags. The result is the bare type, no function. [signature 13] */
ptc_draft_ref ptc_json_schema_draft(ptc_draft *draft, const ptc_source *source,
                                    const ptc_read_options *options);

/* ORDER KEYWORD: json_schema_keywords */
typedef enum ptc_json_keyword {
    PTC_KEYWORD_TYPE,
    PTC_KEYWORD_PROPERTIES,
    PTC_KEYWORD_REQUIRED,
    PTC_KEYWORD_ITEMS,
    PTC_KEYWORD_ENUM,
    PTC_KEYWORD_DEFAULT,
    PTC_KEYWORD_DESCRIPTION,
    PTC_KEYWORD_TITLE,
    PTC_KEYWORD_FORMAT,
    PTC_KEYWORD_MINIMUM,
    PTC_KEYWORD_MAXIMUM,
    PTC_KEYWORD_ADDITIONAL,
    PTC_KEYWORD_DIALECT,
    PTC_KEYWORD_ID,
    PTC_KEYWORD_COUNT
} ptc_json_keyword;

/* The types that `type` can name, as a set. */
enum {
    PTC_JSON_NULL = 1,
    PTC_JSON_BOOLEAN = 2,
    PTC_JSON_INTEGER = 4,
    PTC_JSON_NUMBER = 8,
    PTC_JSON_STRING = 16,
    PTC_JSON_ARRAY = 32,
    PTC_JSON_OBJECT = 64,
    PTC_JSON_ALL = 127
};
#define PTC_JSON_NUMERIC    (PTC_JSON_INTEGER | PTC_JSON_NUMBER)
#define PTC_JSON_TYPE_COUNT 7

/* A document that is being read. */
typedef struct ptc_json_schema {
    ptc_draft *draft;
    ptc_str text;
    ptc_value document;
    const ptc_json_place *places;
} ptc_json_schema;

/* A value of the document and the index of its place. */
typedef struct ptc_json_part {
    const ptc_value *value; /* NULL: absent */
    uint32_t place;
} ptc_json_part;

typedef struct ptc_json_facts {
    ptc_json_part self;
    ptc_json_part at[PTC_KEYWORD_COUNT];
    unsigned types;                      /* 0: neither named nor implied */
    unsigned order[PTC_JSON_TYPE_COUNT]; /* the types but null, as written */
    unsigned order_count;
} ptc_json_facts;

ptc_span ptc_json_schema_span(const ptc_json_schema *reader, uint32_t place);

/* "/properties/limit", for the message of a fault. Linear, so only faults that will be
 * stored pay for it: for others it is empty. */
const char *ptc_json_schema_pointer(const ptc_json_schema *reader, uint32_t target,
                                    ptc_severity severity);

/* Reports that the value at `place` is not what its keyword may have. */
void ptc_json_schema_refuse(const ptc_json_schema *reader, uint32_t place,
                            const char *wanted);

/* The place of the sibling behind a place; the first child of one is the next place. */
uint32_t ptc_json_schema_next(const ptc_json_schema *reader, uint32_t place);

/* Sorts the members of the schema object facts->self into facts, its types included;
 * refuses keywords that are not supported, and warns of those without effect. */
void ptc_json_schema_sort(const ptc_json_schema *reader, ptc_json_facts *facts);

#endif
