/* SPDX-License-Identifier: MIT */
/*
 * What nodes of a schema become in a strict form. The writer and its inverse share these
 * decisions, so that each understands the other.
 */
#ifndef PTC_JSON_SHAPE_H
#define PTC_JSON_SHAPE_H

#include "base/base_int.h"
#include "schema/schema_int.h"

#include <ptc/json_schema.h>

typedef enum ptc_json_shape {
    PTC_JSON_SHAPE_UNKNOWN, /* not asked for yet */
    PTC_JSON_SHAPE_PENDING, /* what it depends on is being visited */
    PTC_JSON_SHAPE_PLAIN,   /* a scalar, as it is */
    PTC_JSON_SHAPE_TEXT,    /* a string that holds JSON */
    PTC_JSON_SHAPE_LIST,
    PTC_JSON_SHAPE_TUPLE,  /* an object with the keys "0", "1", .. */
    PTC_JSON_SHAPE_MAP,    /* an object with declared keys: a MAP, or an AND of some */
    PTC_JSON_SHAPE_CHOICE, /* one of the alternatives, all of which are not texts of JSON
                            */
    PTC_JSON_SHAPE_PART,   /* AND: its main conjunct */
} ptc_json_shape;

/* Maps and conjunctions that one object is put together of. */
enum { PTC_JSON_SHAPE_PARTS_MAX = 64 };

/* A node whose shape waits for those below it. */
typedef struct ptc_shape_visit {
    uint32_t index;
    uint32_t next;
} ptc_shape_visit;

typedef struct ptc_json_shapes {
    const ptc_schema *schema;
    ptc_arena *arena;
    uint8_t *shapes;                 /* by node: ptc_json_shape */
    uint8_t *parts;                  /* by node of shape MAP: of how many parts it is */
    struct ptc_json_fields **fields; /* by node of shape MAP; NULL: not asked for yet */
    ptc_shape_visit *visits;
    size_t visit_capacity;
    bool failed; /* memory was refused: all shapes are TEXT */
} ptc_json_shapes;

/* Memory of `arena`, for as long as shapes are asked for; false when refused. */
bool ptc_json_shapes_init(ptc_json_shapes *shapes, ptc_arena *arena,
                          const ptc_schema *schema);

/* The shape of a node; of a reference that of its target. */
ptc_json_shape ptc_json_shape_of(ptc_json_shapes *shapes, uint32_t index);

/* The main conjunct of an AND of shape PART. */
uint32_t ptc_json_main_part(ptc_json_shapes *shapes, uint32_t index);

/* A key of an object. */
typedef struct ptc_json_field {
    uint32_t node;
    bool is_optional; /* by all parts that declare it */
    bool is_merged;   /* parts differ in what they say about it */
} ptc_json_field;

/* The keys of a node of shape MAP, each once. */
typedef struct ptc_json_fields {
    ptc_json_field *items;
    size_t count;
    size_t required; /* how many are not optional */
    ptc_names names; /* the number of a key */
} ptc_json_fields;

/* Those of a node; NULL when memory was refused. */
const ptc_json_fields *ptc_json_fields_of(ptc_json_shapes *shapes, uint32_t index);

/* The field that a key names, or NULL. */
const ptc_json_field *ptc_json_field_find(const ptc_json_fields *fields,
                                          const ptc_value *key);

/* Whether a node is used in several places, or may hold itself. */
PTC_INLINE bool ptc_json_is_shared(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY ||
           (node->extra != NULL && node->extra->named_type.len > 0);
}

/* The node that is written of a schema, and the key that an object is put around it for;
 * NULL: none. `shapes` is used only for strict subsets. */
uint32_t ptc_json_root(const ptc_schema *schema, const ptc_json_schema_options *options);
const char *ptc_json_root_key(ptc_json_shapes *shapes, uint32_t root,
                              const ptc_json_schema_options *options);

#endif
