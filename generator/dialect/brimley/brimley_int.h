/* SPDX-License-Identifier: MIT */
/*
 * The reader of definitions of Brimley, over forms. [brimley 1-4]
 *
 * The scan (brimley.c) declares a definition. It looks at its name (brimley_names.c) and
 * brings the files of the entities that it names (brimley_entities.c). Later the
 * definition is drafted (brimley_draft.c): type expressions (brimley_types.c) and further
 * keys (brimley_checks.c) make fields (brimley_fields.c). Parts that are written as JSON
 * Schema are left to the reader of JSON Schema (brimley_schema.c).
 *
 * It uses generator/dialect/text, generator/binding, contract, contract/json_schema,
 * contract/signature, normal, schema, edn, json and base. Nothing in it is mutually
 * recursive.
 */
#ifndef PTCC_BRIMLEY_INT_H
#define PTCC_BRIMLEY_INT_H

#include "generator/dialect/brimley/brimley.h"
#include "normal/normal_int.h"
#include "schema/schema_int.h"

/* --- What is known of a file and of what is being drafted ------------------------- */

/* A definition by its number in a file, which is also that of its declaration. */
typedef struct ptcc_brimley_definition {
    uint32_t form; /* its MAP */
    bool is_entity;
    ptc_json_schema *input; /* its arguments or fields, written as JSON Schema; or NULL */
    ptc_json_schema *result; /* its return_shape, likewise; or NULL */
} ptcc_brimley_definition;

/* What ptc_contract_file has as `data`. */
typedef struct ptcc_brimley_file {
    ptcc_brimley_text text;
    ptcc_brimley_definition *items;
    size_t count;
    size_t capacity;
} ptcc_brimley_file;

/* A definition that is being looked at. */
typedef struct ptcc_brimley_run {
    ptc_contract_reading *reading;
    const ptc_forms *forms; /* of its file */
    const char *noun;       /* what its fields are called: "argument", "field" */
    bool is_result;         /* dict and void are types */
    bool is_input;          /* values are cast */
    bool takes_context;     /* and may come from the host's context */
    bool is_merged;         /* its fields become arguments of another definition, which */
    ptc_span at;            /* names it here */
} ptcc_brimley_run;

PTC_INLINE const ptc_form *ptcc_brimley_form(const ptcc_brimley_run *run, uint32_t form)
{
    return &run->forms->items[form];
}

/* Whether definitions are read like version 0.5 of Brimley does, which ignores what it
 * does not support. */
PTC_INLINE bool ptcc_brimley_is_compat(const ptcc_brimley_run *run)
{
    return run->reading->options->brimley_compat;
}

/* The place of a form for diagnostics and nodes. */
PTC_INLINE ptc_span ptcc_brimley_span(const ptcc_brimley_run *run, uint32_t form)
{
    return run->is_merged ? run->at : run->forms->items[form].span;
}

/* --- brimley.c -------------------------------------------------------------------- */

/* The value of a key of a MAP, and the place of the key; 0 if the MAP does not have it,
 * or if it is not a MAP. */
uint32_t ptcc_brimley_key(const ptc_forms *forms, uint32_t map, const char *key);

/* The value of a key of a MAP; also 0 for a value that is nil. */
uint32_t ptcc_brimley_value(const ptc_forms *forms, uint32_t map, const char *key);

/* The text of a form that is a STRING. For any other form it reports that `what` must be
 * a text, and returns a text without bytes; it also does so for 0. */
ptc_str ptcc_brimley_string(const ptcc_brimley_run *run, uint32_t form, const char *what);

/* The text of a description, without the line ends at its end, which blocks of YAML
 * have. */
ptc_str ptcc_brimley_words(const ptcc_brimley_run *run, uint32_t form);

/* Bytes [at, at + len) of the text of a STRING in the source. */
ptc_span ptcc_brimley_text_span(const ptcc_brimley_run *run, uint32_t form, size_t at,
                                size_t len);

/* The definition of a declaration that this reader made; NULL if another reader did. */
const ptcc_brimley_definition *
ptcc_brimley_definition_of(const ptc_contract_reading *reading,
                           const ptc_declaration *item, const ptcc_brimley_file **file);

/* --- brimley_names.c -------------------------------------------------------------- */

/* Whether the words are the same, whatever the case of their ASCII letters. */
bool ptcc_brimley_is_word(ptc_str text, const char *word);

/* The word of the list (up to NULL) that is nearest to a text, or NULL. */
const char *ptcc_brimley_nearest(ptc_str text, const char *const *words);

/* Whether it is in the list. */
bool ptcc_brimley_is_listed(ptc_str text, const char *const *words);

/* Warns of the keys of a MAP that are not in the list: `owner` has no such key. */
void ptcc_brimley_check_keys(const ptcc_brimley_run *run, uint32_t map,
                             const char *const *keys, const char *owner);

/* The form in which similar names are the same: lower case, without '-' and '_'. */
ptc_str ptcc_brimley_proximity(ptc_arena *arena, ptc_str name);

/* Why a function or entity may not have this name; NULL if it may. */
const char *ptcc_brimley_name_fault(ptc_str name, bool is_entity);

/* Warns of declared names that are nearly this one. */
void ptcc_brimley_check_near(const ptcc_brimley_run *run, ptc_str name, ptc_span span);

/* --- brimley_types.c -------------------------------------------------------------- */

/* A type expression. */
typedef struct ptcc_brimley_type {
    ptc_type type; /* STRING INT FLOAT BOOL DECIMAL DATE DATETIME; UNION: primitive; REF:
                      an entity; ANY_MAP: dict; NIL: void */
    bool is_list;  /* of that */
    ptc_str name;  /* of an entity, in the text */
    size_t at;  /* what it is about, and in particular what is at fault: bytes of the */
    size_t len; /* text */
    const char *fault; /* why it is none, or NULL */
} ptcc_brimley_type;

/* Reads a type expression. `is_result`: dict and void are also types. */
void ptcc_brimley_type_read(ptc_str text, bool is_result, ptcc_brimley_type *out);

/* "int", "User[]": a type as messages have it. */
ptc_str ptcc_brimley_type_text(ptc_arena *arena, const ptcc_brimley_type *type);

/* Reads the one in a form, which is a STRING or 0 for `string`; false after telling what
 * is wrong with it. `name` is that of the field; empty: of the return_shape. */
bool ptcc_brimley_type_at(const ptcc_brimley_run *run, uint32_t form, ptc_str name,
                          ptcc_brimley_type *out);

/* The node of a type that is at `span`; 0 after reporting that there is no such entity,
 * or when memory was refused. */
ptc_draft_ref ptcc_brimley_type_draft(const ptcc_brimley_run *run, ptc_span span,
                                      const ptcc_brimley_type *type);

/* --- brimley_checks.c ------------------------------------------------------------- */

/* The field that a map of complex mode describes, without its name; 0 after a fault. */
ptc_draft_ref ptcc_brimley_complex(const ptcc_brimley_run *run, uint32_t map,
                                   ptc_str name);

/* --- brimley_fields.c ------------------------------------------------------------- */

/* Fields that become those of one MAP. */
typedef struct ptcc_brimley_fields {
    ptc_draft_ref map;
    ptc_names names; /* to numbers of: */
    struct ptcc_brimley_slot *slots;
    size_t count;
    size_t capacity;
    unsigned level; /* fields of a level take the place of those before it */
} ptcc_brimley_fields;

/* Starts with an empty MAP. */
void ptcc_brimley_fields_init(const ptcc_brimley_run *run, ptcc_brimley_fields *fields,
                              ptc_span span);

/* Adds the fields of an entity that `form` names. */
void ptcc_brimley_fields_merge(const ptcc_brimley_run *run, ptcc_brimley_fields *fields,
                               uint32_t form);

/* Adds those that `inline` has; `schema` if it is JSON Schema. */
void ptcc_brimley_fields_inline(const ptcc_brimley_run *run, ptcc_brimley_fields *fields,
                                uint32_t form, ptc_json_schema *schema);

/* --- brimley_entities.c ----------------------------------------------------------- */

/* The declaration of a type, or NULL. */
const ptc_declaration *ptcc_brimley_find(const ptc_contract_reading *reading,
                                         ptc_str name);

/* Says that there is no such entity, with the names that are near to it. */
void ptcc_brimley_fault_entity(const ptcc_brimley_run *run, ptc_span span,
                               ptc_str entity);

/* Brings the files of the entities that a definition names. */
void ptcc_brimley_bring(const ptcc_brimley_run *run,
                        const ptcc_brimley_definition *definition);

/* --- brimley_schema.c ------------------------------------------------------------- */

/* Whether a map of arguments or fields is JSON Schema: its `properties` are maps. */
bool ptcc_brimley_is_schema(const ptc_forms *forms, uint32_t form);

/* Opens the JSON Schema at `schema`, which is in `whole`, of a declaration; NULL
 * after a fault. */
ptc_json_schema *ptcc_brimley_open(const ptcc_brimley_run *run, uint32_t whole,
                                   uint32_t schema, const ptc_declaration *item);

/* A list whose only element, `*schema`, is a definition without the keys that are not of
 * JSON Schema; 0 when refused. */
uint32_t ptcc_brimley_bare_schema(const ptcc_brimley_run *run, ptc_forms *forms,
                                  uint32_t definition, uint32_t *schema);

/* The MAP that an opened schema is; 0 after a fault. */
ptc_draft_ref ptcc_brimley_schema_draft(const ptcc_brimley_run *run,
                                        ptc_json_schema *schema);

/* --- brimley_draft.c -------------------------------------------------------------- */

/* Where the fields of an entity are: `fields`, `inline`, or itself, as JSON Schema. */
uint32_t ptcc_brimley_entity_fields(const ptc_forms *forms, uint32_t definition);

#endif
