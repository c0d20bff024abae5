/* SPDX-License-Identifier: MIT */
/*
 * Internal to json_writer*.c: a schema on its way to JSON Schema. Each node becomes a
 * value, the children before what holds them, so that a level above may look into what it
 * is given: types of a union become one list, null goes into what is nullable.
 */
#ifndef PTC_JSON_WRITER_H
#define PTC_JSON_WRITER_H

#include "render/render_int.h"

#include <ptc/json_schema.h>

/* An object that grows. */
typedef struct json_object {
    ptc_map_entry *entries;
    size_t count;
    size_t capacity;
} json_object;

typedef struct json_writer {
    ptc_arena *arena;
    const ptc_schema *schema;
    ptc_json_schema_options options;
    ptc_value *made;        /* by node: what it is without its slot; nil: not yet */
    ptc_names names;        /* of definitions */
    ptc_names types;        /* declared types: the number of the definition */
    bool has_others;        /* conditions on what no other one speaks of */
    ptc_str *defined;       /* by node: the definition it is, or refers to; empty: none */
    json_object definitions;
    ptc_status status;
} json_writer;

/* --- json_writer_value.c: values, piece by piece ------------------------------------ */

/* Appends an entry; a key is there once. */
void json_put(json_writer *writer, json_object *object, const char *key, ptc_value value);
void json_put_at(json_writer *writer, json_object *object, ptc_str key, ptc_value value);

/* The object as a value. */
ptc_value json_finish(json_writer *writer, const json_object *object);

/* An object like `value`, to be changed. */
json_object json_open(json_writer *writer, const ptc_value *value);

/* What an object has at a key, to be changed; NULL: nothing. */
ptc_value *json_at(json_object *object, const char *key);

ptc_value json_text(const char *text);
ptc_value json_list(json_writer *writer, const ptc_value *items, size_t count);
ptc_value json_one(json_writer *writer, const char *key, ptc_value value);

/* A list with one item more. */
ptc_value json_list_with(json_writer *writer, const ptc_value *list, ptc_value item);

/* {"not": {}}, what nothing satisfies. */
ptc_value json_never(json_writer *writer);

/* --- json_writer_object.c: maps and their keys -------------------------------------- */

void json_make_map(json_writer *writer, json_object *out, uint32_t index);
void json_make_map_of(json_writer *writer, json_object *out, uint32_t index);
void json_make_keys(json_writer *writer, json_object *out, uint32_t index);
void json_make_multi(json_writer *writer, json_object *out, uint32_t index);

/* --- json_writer.c ------------------------------------------------------------------ */

/* Says what is lost of a node. */
void json_lose(json_writer *writer, uint32_t index, const char *what);

/* The value of a node in its place, with what its slot says. */
ptc_value json_slot(json_writer *writer, uint32_t index);

/* "type": word, unless other values pass. */
void json_put_type(json_writer *writer, json_object *out, const ptc_schema_node *node,
                   const char *word);

/* Bounds of counts by these names. */
void json_put_counts(json_writer *writer, json_object *out, const ptc_interval *interval,
                     const char *low, const char *high);

#endif
