/* SPDX-License-Identifier: MIT */
/*
 * Schemas and values as text: canonical shorthand, Malli, what prompts and models see of
 * them, and the filter that keeps firewalled fields from models (render_value.c).
 *
 * A rendering is one walk in document order along parent and child indices, with text
 * written on entering and on leaving a node and in front of its slot; nothing recurses
 * and only the text is allocated. Shorthand that reaches a node it cannot express
 * switches to Malli until that node is left.
 *
 * It depends on base, json and edn (their spellings) and schema. Nothing in it is
 * mutually recursive: render.c asks render_malli.c for pieces.
 */
#ifndef PTC_RENDER_INT_H
#define PTC_RENDER_INT_H

#include "base/base_int.h"

#include <ptc/schema.h>

/* --- render/render_shown.c ---------------------------------------------------------- */

/*
 * The tree from which texts are written: the schema itself or, if it has declared types,
 * a copy with these written out. A contract whose signature would then be longer than
 * PTC_SHOWN_MAX bytes keeps the names of declared types, and one without inputs, as those
 * of types are, of which files have many, from PTC_SHOWN_TYPE_MAX bytes on;
 * ptc_render_types writes what these mean. So does one with a type that contains itself,
 * unless `is_malli`: Malli text has a registry for it. PTC_ERROR_MEMORY when the arena
 * refused. [signature 9]
 */
#define PTC_SHOWN_MAX      4096u
#define PTC_SHOWN_TYPE_MAX 1024u

ptc_status ptc_schema_shown(ptc_arena *arena, const ptc_schema *schema, bool is_malli,
                            ptc_schema *out);

/* --- render/render.c ---------------------------------------------------------------- */

/* Whether a schema that ptc_schema_shown gave keeps names of types; whether a node of it
 * is such a name. */
bool ptc_schema_keeps_names(const ptc_schema *shown);
bool ptc_render_is_type_name(const ptc_schema_node *node);

/* Whether ptc_schema_write_signature writes a function as one Malli schema, `[:=> ...]`,
 * because shorthand has no spelling for an empty name or a default like #{1} for :any
 * among its inputs. A declaration then is `name = [:=> ...]`. */
bool ptc_schema_is_malli_function(const ptc_schema *schema);

/* Whether a function has names of parameters in Malli whatever the options say, because
 * only entries of :catn have defaults. */
bool ptc_schema_names_malli(const ptc_schema *schema);

/* Whether a node is in Malli when its schema is written as a signature or, `is_prompt`,
 * in a prompt: there its words and its default are written as well. The schema is one
 * that ptc_schema_shown gave; in another, what several places share counts as it is in
 * the first of them. */
bool ptc_schema_is_said_in_malli(const ptc_schema *schema, uint32_t index,
                                 bool is_prompt);

/* Appends the checks of an interval as in brackets of a signature: "1..100", ">0 <=9". */
void ptc_interval_write(ptc_text *text, const ptc_interval *interval);

/* Appends a field name as a signature spells it: bare, or in JSON quotes. */
void ptc_name_write(ptc_text *text, ptc_str name);

/* Whether a name is one or more plain ones joined by dots, as those of contracts and
 * types may be. Appends the name of a contract as a declaration spells it. */
bool ptc_name_is_dotted(ptc_str name);
void ptc_contract_name_write(ptc_text *text, ptc_str name);

/* --- render/render_literal.c -------------------------------------------------------- */

/* Whether a field has a default that is written where the schema is written as a
 * signature or, `is_prompt`, in a prompt: as a literal after its type, or in an entry of
 * Malli; then *out is it. The schema is one that ptc_schema_shown gave. */
bool ptc_schema_says_default(const ptc_schema *schema, uint32_t index, bool is_prompt,
                             ptc_value *out);

/* Whether a field has a default that a model may see: none of a firewalled field, and
 * none that has something at a private name. */
bool ptc_schema_shows_default(const ptc_schema *schema, uint32_t index, ptc_value *out);

/* Appends such a literal. */
void ptc_literal_write(ptc_text *text, const ptc_value *value);

/* --- render/render_json.c ----------------------------------------------------------- */

/* The name that a key of a map has in JSON, perhaps made in `arena`; NULL bytes when that
 * refused. [ptc-lisp 15] */
ptc_str ptc_json_key_name(ptc_arena *arena, const ptc_value *key);

/* Whether two keys of the map have one name, `*name`: NULL bytes when memory was refused.
 */
bool ptc_json_keys_meet(ptc_arena *arena, const ptc_map *map, ptc_str *name);

/* For each entry, how many before it have its name; NULL when refused memory. */
uint32_t *ptc_json_key_ranks(ptc_arena *arena, const ptc_map *map);

/* --- render/render_plain.c ---------------------------------------------------------- */

/*
 * A value as JSON data, in `arena` unless it is that already. With `hides`, keys that
 * become text do not show what they have at private names. PTC_ERROR_DUPLICATE for keys
 * that become one, PTC_ERROR_DEPTH, PTC_ERROR_MEMORY.
 */
ptc_status ptc_value_plain(ptc_arena *arena, const ptc_value *value, bool hides,
                           ptc_value *out);

/* --- render/render_value.c ---------------------------------------------------------- */

/* Whether a value with this name is hidden from models. [signature 10] */
bool ptc_name_is_private(ptc_str name);

/* Whether a field has a private name, but hides nothing: one of JSON Schema. */
PTC_INLINE bool ptc_schema_hides_nothing(const ptc_schema_node *field)
{
    return (field->flags & PTC_NODE_FIREWALLED) == 0 && ptc_name_is_private(field->name);
}

/* Whether the value of a map at this key is hidden from models: the key is private, or
 * another spelling of a firewalled field anywhere in the schema, which may be NULL. A
 * private key that is the name of fields which hide nothing, and of no other, is
 * shown. */
bool ptc_schema_hides(const ptc_schema *schema, const ptc_value *key);

/* Whether a vector is an entry of a map: its second item is hidden as the map hides it.
 */
PTC_INLINE bool ptc_value_is_entry(const ptc_value *vector)
{
    return (vector->flags & PTC_FLAG_ENTRY) != 0 && vector->aux == 2;
}

/* Whether an item of a vector is what an entry has at a private name. */
PTC_INLINE bool ptc_value_hides_item(const ptc_value *vector, size_t index)
{
    return index == 1 && ptc_value_is_entry(vector) &&
           ptc_schema_hides(NULL, &vector->as.items[0]);
}

/* Append parts of what a model sees, on one line. Texts are cut with an ellipsis after
 * `count` code points, and bytes that are not UTF-8 become U+FFFD: without quotes, as a
 * JSON string in quotes, and as a value that is not a collection. */
void ptc_show_plain(ptc_text *text, ptc_str view, size_t count);
void ptc_show_string(ptc_text *text, ptc_str string, size_t count);
void ptc_show_scalar(ptc_text *text, const ptc_value *value, size_t count);
void ptc_show_ellipsis(ptc_text *text);

/* Appends the step of a path to a field: ".name", the first without its point, or
 * ["odd name"]. */
void ptc_show_step(ptc_text *text, ptc_str name, bool is_first);

/* What stands for a value that is hidden, and in paths for a key in it. */
#define PTC_FIREWALLED PTC_STR("<Firewalled>")

/* Appends that. */
void ptc_show_firewalled(ptc_text *text);

/* --- render/render_prompt.c --------------------------------------------------------- */

/* Appends a line `- name: text` after `indent` blanks for each field that is described.
 */
void ptc_schema_write_fields(ptc_text *text, const ptc_schema *schema, size_t indent);

/* Appends the type of a parameter or field as signatures have it, with its default, for a
 * model: without defaults that it must not see. */
void ptc_schema_write_parameter(ptc_text *text, const ptc_schema *schema);

/* What ptc_schema_write_prompt writes of a type alone, except for the lines of types that
 * were shown before: those in `known`, which may be NULL. */
struct ptc_shown_types;
void ptc_schema_write_type(ptc_text *text, const ptc_schema *schema,
                           ptc_prompt_style style, const ptc_render_options *options,
                           const struct ptc_shown_types *known);

/* --- render/render_tools.c ---------------------------------------------------------- */

/* ptc_tools_write_prompt with the tools in the caller's order. Adds the types that it
 * shows to `types`, which are of the same style. */
void ptc_tools_write_in_order(ptc_text *text, const ptc_prompt_tool *tools,
                              const uint32_t *order, size_t count,
                              const ptc_render_options *options,
                              struct ptc_shown_types *types);

/* --- One rendering: render*.c share it ---------------------------------------------- */

typedef struct ptc_render {
    ptc_text *text;
    const ptc_schema *schema;
    uint32_t malli;   /* node that is written in Malli with all below it, or
                         PTC_NODE_NONE while shorthand is written */
    bool is_embedded; /* that Malli is inside shorthand, whose `?` says nullable */
    bool is_line;     /* that Malli is in its own line, its slot elsewhere */
    bool is_prompt;   /* for a model: parts without a spelling, or hidden ones, are left
                       * out */
    bool is_compact;  /* for a model: type words without colons */
    bool hides_defaults;  /* for a model: those that it must not see are left out */
    bool has_slot;        /* the default of the root is written as well */
    bool has_bare_output; /* `T` for a function without inputs */
    bool has_names;       /* Malli functions spell the names of parameters */
    bool hides_output;    /* firewalled fields of outputs are left out */
    bool hides;           /* they are being left out now */
    bool hides_context;   /* parameters that come from the host's context are left out */
    bool elides_maps;     /* maps below the root are `{...}` */
    size_t limit;         /* length of the text at which the walk ends, or 0 */
    ptc_str whole;        /* what the root is called in lines about formats */
} ptc_render;

/* --- render.c ----------------------------------------------------------------------- */

/* Takes the options of a call of `function`; false when their struct_size was not set,
 * which has been reported. */
bool ptc_render_take_options(const char *function, const ptc_render_options *given,
                             ptc_render_options *out);

/* `options` are complete, or NULL. */
void ptc_render_init(ptc_render *render, ptc_text *text, const ptc_schema *schema,
                     const ptc_render_options *options);

/* Writes the schema's root and everything below it. */
void ptc_render_tree(ptc_render *render);

/* Whether shorthand has no spelling for the node itself. */
bool ptc_render_needs_malli(const ptc_render *render, const ptc_schema_node *node);

/* Whether the field has a default to be written, in shorthand or Malli; whether it is a
 * literal. */
bool ptc_render_default(const ptc_render *render, uint32_t index, ptc_value *out);
bool ptc_render_literal(const ptc_render *render, uint32_t index, ptc_value *out);

/* Whether a prompt shows the node as :malli-schema, with its Malli in its own line. */
bool ptc_render_needs_line(const ptc_render *render, uint32_t index);

/* Whether the node is the parameter map of a function. */
bool ptc_render_is_parameters(const ptc_render *render, uint32_t index);

/* Whether the field is left out. */
bool ptc_render_is_hidden(const ptc_render *render, uint32_t index);

/* Whether `name` is [A-Za-z_][A-Za-z0-9_-]*, the names that signatures spell bare. */
bool ptc_name_is_plain(ptc_str name);

/* --- render_types.c ----------------------------------------------------------------- */

/* What a prompt says about a type: `name = T`, and lines that describe its fields. */
typedef struct ptc_shown_type {
    ptc_str line;
    ptc_str words;
    const ptc_schema_extra *origin; /* of the node that names it */
    bool hides;                     /* firewalled fields are left out */
} ptc_shown_type;

/* Declared types that contracts only name, each once. */
typedef struct ptc_shown_types {
    ptc_prompt_style style;
    bool hides_output; /* firewalled fields of results are left out of them */
    ptc_names names;   /* the number of a type */
    ptc_shown_type *items;
    size_t count;
    size_t capacity;
} ptc_shown_types;

void ptc_shown_types_init(ptc_shown_types *types, ptc_arena *arena,
                          ptc_prompt_style style, const ptc_render_options *options);

/* Whether the types that the text of a contract only names, and those that these name,
 * are among `types` now: false, and none is added, when one has a name that another type
 * has, or memory was refused (noted in `text`, whose arena lends it). Contracts that are
 * written out, and NULL, name no types. */
bool ptc_render_collect_types(ptc_text *text, const ptc_schema *schema,
                              ptc_shown_types *types);

/* Appends the lines of types. */
void ptc_render_types(ptc_text *text, const ptc_shown_types *types);

/* Appends the lines of the types that one contract names, after `indent` blanks, except
 * for those in `known`, which may be NULL. Where the result leaves out firewalled fields
 * of a type that parameters show, the type has a second line for the result, which begins
 * with an arrow. */
void ptc_render_own_types(ptc_text *text, const ptc_schema *schema,
                          ptc_prompt_style style, const ptc_render_options *options,
                          const ptc_shown_types *known, size_t indent);

/* --- render_prompt.c ---------------------------------------------------------------- */

/* Append every line of `words` after `indent` blanks; a line for each field that is
 * described; a line for each type that is only called :malli-schema. With `leads` a line
 * end comes before each instead of after it. */
void ptc_render_lines(ptc_text *text, ptc_str words, size_t indent);
void ptc_render_field_lines(ptc_render *render, size_t indent);
void ptc_render_format_lines(ptc_render *render, size_t indent, bool leads);

/* --- render_malli.c ----------------------------------------------------------------- */

void ptc_render_malli_slot(ptc_render *render, uint32_t index, bool is_first);
void ptc_render_malli_enter(ptc_render *render, uint32_t index);
void ptc_render_malli_leave(ptc_render *render, uint32_t index);

#endif
