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
typedef struct ptc_json_object {
    ptc_map_entry *entries;
    size_t count;
    size_t capacity;
} ptc_json_object;

typedef struct ptc_json_writer {
    ptc_arena *arena;
    const ptc_schema *schema;
    ptc_json_schema_options options;
    ptc_value *made;  /* by node: what it is without its slot; nil: not yet */
    ptc_names names;  /* of definitions */
    ptc_names types;  /* declared types: the number of the definition */
    bool has_others;  /* conditions on what no other one speaks of */
    ptc_str *defined; /* by node: the definition it is, or refers to; empty: none */
    ptc_json_object definitions;
    ptc_status status;
} ptc_json_writer;

/* --- json_writer_value.c: values, piece by piece ------------------------------------ */

/* Appends an entry; a key is there once. */
void ptc_json_put(ptc_json_writer *writer, ptc_json_object *object, const char *key,
                  ptc_value value);
void ptc_json_put_at(ptc_json_writer *writer, ptc_json_object *object, ptc_str key,
                     ptc_value value);

/* The object as a value. */
ptc_value ptc_json_finish(ptc_json_writer *writer, const ptc_json_object *object);

/* An object like `value`, to be changed. */
ptc_json_object ptc_json_open(ptc_json_writer *writer, const ptc_value *value);

/* What an object has at a key, to be changed; NULL: nothing. */
ptc_value *ptc_json_at(ptc_json_object *object, const char *key);

ptc_value ptc_json_text(const char *text);
ptc_value ptc_json_list(ptc_json_writer *writer, const ptc_value *items, size_t count);
ptc_value ptc_json_one(ptc_json_writer *writer, const char *key, ptc_value value);

/* A list with one item more. */
ptc_value ptc_json_list_with(ptc_json_writer *writer, const ptc_value *list,
                             ptc_value item);

/* {"not": {}}, what nothing satisfies. */
ptc_value ptc_json_never(ptc_json_writer *writer);

/* --- json_writer_scalar.c: types of single values ---------------------------------- */

/* "type": word, unless other values pass. */
void ptc_json_put_type(ptc_json_writer *writer, ptc_json_object *out,
                       const ptc_schema_node *node, const char *word);

/* Bounds of counts by these names. */
void ptc_json_put_counts(ptc_json_writer *writer, ptc_json_object *out,
                         const ptc_interval *interval, const char *low, const char *high);

/* A member of an enum as JSON has it. */
ptc_value ptc_json_member(const ptc_value *member);

/* The default of a node likewise; those of decimals are numbers where their type is. */
ptc_value ptc_json_slot_default(ptc_json_writer *writer, uint32_t index,
                                const ptc_value *value);

/* Any value, nil, booleans, numbers, maps without declared keys. */
void ptc_json_make_scalar(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);
void ptc_json_make_decimal(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);
void ptc_json_make_string(ptc_json_writer *writer, ptc_json_object *out,
                          const ptc_schema_node *node);

/* Keywords, days and moments. */
void ptc_json_make_formatted(ptc_json_writer *writer, ptc_json_object *out,
                             const ptc_schema_node *node);
void ptc_json_make_enum(ptc_json_writer *writer, ptc_json_object *out,
                        const ptc_schema_node *node);

/* One value, all but one, multiples. */
void ptc_json_make_const(ptc_json_writer *writer, ptc_json_object *out,
                         const ptc_schema_node *node);

/* --- json_writer_list.c: lists, choices, conditions --------------------------------- */

void ptc_json_make_list(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);
void ptc_json_make_tuple(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);
void ptc_json_make_prefix(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);
void ptc_json_make_contains(ptc_json_writer *writer, ptc_json_object *out,
                            uint32_t index);
void ptc_json_make_choice(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);
void ptc_json_make_if(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);
void ptc_json_make_and(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);

/* --- json_writer_object.c: maps and their keys -------------------------------------- */

void ptc_json_make_map(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);
void ptc_json_make_map_of(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);
void ptc_json_make_keys(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);
void ptc_json_make_multi(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);

/* --- json_writer.c ------------------------------------------------------------------ */

/* Says what is lost of a node. */
void ptc_json_lose(ptc_json_writer *writer, uint32_t index, const char *what);

/* The value of a node in its place, with what its slot says. */
ptc_value ptc_json_slot(ptc_json_writer *writer, uint32_t index);

#endif
