/* SPDX-License-Identifier: MIT */
/*
 * Contracts as JSON Schema, complete or in the subsets of strict APIs, and replies in a
 * strict form as the values that they mean. Each node of a schema becomes a value, the
 * children before what holds them, so that a level above can inspect the values below:
 * types of a union become one list, null goes into what is nullable.
 *
 * It depends on render, schema, regex, json and base. Nothing in it is mutually
 * recursive.
 */
#ifndef PTC_JSON_WRITER_INT_H
#define PTC_JSON_WRITER_INT_H

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
    bool has_others;  /* conditions on what no other one mentions */
    bool is_part;     /* of what says the function's description itself */
    ptc_str *defined; /* by node: the definition it is, or refers to; empty: none */
    ptc_json_object definitions;
    uint32_t root;                  /* the node that is written */
    struct ptc_json_shapes *shapes; /* of a strict subset; else NULL */
    ptc_value *slots;               /* of a strict subset, by node: what it is in place */
    bool is_refused;                /* the subset cannot hold the schema */
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

/* Whether {"type": "object"} is part of a schema. */
bool ptc_json_says_object(const ptc_value *value);

ptc_value ptc_json_text(const char *text);
ptc_value ptc_json_list(ptc_json_writer *writer, const ptc_value *items, size_t count);
ptc_value ptc_json_one(ptc_json_writer *writer, const char *key, ptc_value value);

/* A list with one item more. */
ptc_value ptc_json_list_with(ptc_json_writer *writer, const ptc_value *list,
                             ptc_value item);

/* --- json_writer_scalar.c: types of single values ----------------------------------- */

/* "type": word, unless other values pass. */
void ptc_json_put_type(ptc_json_writer *writer, ptc_json_object *out,
                       const ptc_schema_node *node, const char *word);

/* A default as JSON; false, and that is lost, where JSON has no such value. */
bool ptc_json_default_is_json(ptc_json_writer *writer, uint32_t index,
                              const ptc_value *value);
/* What :keyword allows, and the texts of decimals, whose exponent has five digits. */
#define PTC_JSON_KEYWORD_PATTERN "^[A-Za-z0-9*+!_?=<>-]+$"
#define PTC_JSON_DECIMAL_PATTERN "^[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?0*[0-9]{1,5})?$"

/* Bounds of a number, which may be NULL. */
void ptc_json_put_interval(ptc_json_writer *writer, ptc_json_object *out,
                           const ptc_interval *interval);

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
void ptc_json_make_string(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);

/* Keywords, days and moments. */
void ptc_json_make_formatted(ptc_json_writer *writer, ptc_json_object *out,
                             const ptc_schema_node *node);
void ptc_json_make_enum(ptc_json_writer *writer, ptc_json_object *out,
                        const ptc_schema_node *node);

/* One value, all but one, multiples. */
void ptc_json_make_const(ptc_json_writer *writer, ptc_json_object *out,
                         const ptc_schema_node *node);

/* --- json_pattern.c ----------------------------------------------------------------- */

/* A pattern as JSON Schema has it; false where it cannot say it. */
bool ptc_json_pattern(ptc_json_writer *writer, ptc_str pattern, ptc_str *out);

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

/* Types alone as one list of words, else "anyOf". */
void ptc_json_make_any_of(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);

/* Whether a field is hidden from readers of the text. */
bool ptc_json_is_left_out(const ptc_json_writer *writer, const ptc_schema_node *field);

/* --- json_strict.c: see json_strict_int.h ------------------------------------------- */

/* Begins a strict form; false when memory was refused. */
bool ptc_json_strict_begin(ptc_json_writer *writer);

/* How many children of a node are looked at, whether one is, and whether it only is a
 * part of what the node becomes. */
uint32_t ptc_json_strict_below(ptc_json_writer *writer, uint32_t index);
bool ptc_json_strict_visits(ptc_json_writer *writer, uint32_t parent, uint32_t child);
bool ptc_json_strict_is_part(ptc_json_writer *writer, uint32_t parent, uint32_t child);

/* Whether a node becomes a text of JSON. */
bool ptc_json_strict_is_text(ptc_json_writer *writer, uint32_t index);

/* Refuses a reference to what is not made yet, where types must not contain themselves.
 */
void ptc_json_strict_refer(ptc_json_writer *writer, uint32_t index);

void ptc_json_make_strict(ptc_json_writer *writer, ptc_json_object *out, uint32_t index);

/* The value of a node in its place, perhaps with null. */
ptc_value ptc_json_strict_slot(ptc_json_writer *writer, uint32_t index, bool takes_null);

/* What the definition of a node holds, all nodes being made. */
ptc_value ptc_json_strict_definition(ptc_json_writer *writer, uint32_t index);

/* The root, all definitions being filled, which is not a reference unless `key` is
 * there. */
ptc_value ptc_json_strict_root(ptc_json_writer *writer, const char *key);

/* Leaves out definitions that nothing refers to, from the root on. */
void ptc_json_strict_prune(ptc_json_writer *writer, const ptc_value *root);

/* An object with the one key. */
ptc_value ptc_json_wrap(ptc_json_writer *writer, const char *key, ptc_value value);

/* Whether the subset holds the whole; says what it does not. */
bool ptc_json_strict_check(ptc_json_writer *writer, const ptc_value *whole);

/* --- json_writer.c ------------------------------------------------------------------ */

/* What ptc_schema_write_json_schema writes, as a value in `arena`; the options are
 * complete. `is_part`: without the description of a function. */
ptc_status ptc_json_schema_make(ptc_arena *arena, const ptc_schema *schema,
                                const ptc_json_schema_options *options, bool is_part,
                                ptc_value *out);

/* Says what is lost of a node. */
void ptc_json_lose(ptc_json_writer *writer, uint32_t index, const char *what);

/* Says that a function of the host, or a pattern, is lost, by its name. */
void ptc_json_lose_function(ptc_json_writer *writer, uint32_t index, const char *kind,
                            ptc_str name);

/* Says why the subset cannot hold a node. */
void ptc_json_refuse(ptc_json_writer *writer, uint32_t index, const char *what);

/* {"$ref": ..} to a definition by its name, and to that of a node, which it gets when it
 * is first asked. */
ptc_value ptc_json_reference(ptc_json_writer *writer, ptc_str name);
ptc_value ptc_json_reference_to(ptc_json_writer *writer, uint32_t index);

/* The schema that also takes null. */
ptc_value ptc_json_or_null(ptc_json_writer *writer, const ptc_value *value);

/* The value of a node in its place, with what its slot says. */
ptc_value ptc_json_slot(ptc_json_writer *writer, uint32_t index);

#endif
