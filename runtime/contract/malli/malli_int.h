/* SPDX-License-Identifier: MIT */
/*
 * The reader of Malli: its state, and prototypes grouped by file. walk_schema.c checks
 * values that are schemas themselves, which only this reader can do.
 *
 * The reader turns forms into draft nodes without recursing: for each schema form there
 * is a task that fills a node which already hangs in its parent's slot. A head's function
 * fills the node, makes slots for its children and leaves one task each.
 *
 * It depends on base, edn, regex, schema, walk and normal. The table of heads names the
 * functions that read each head, and these look heads up in it, so read_malli.c,
 * malli_heads.c, malli_entries.c, malli_registry.c and walk_schema.c are one circle; none
 * of it recurses at run time.
 */
#ifndef PTC_MALLI_INT_H
#define PTC_MALLI_INT_H

#include "base/base_int.h"
#include "schema/schema_int.h"

#include <ptc/schema.h>

/* --- contract/malli/read_malli.c --------------------------------------------------- */

/*
 * Types that Malli text may use by a bare name, next to registries and registered types:
 * the named types of a contract file. `find` makes `node` of the draft a reference to the
 * type `name` (REF with extra.named_type) and returns true, or returns false.
 */
typedef struct ptc_malli_types {
    bool (*find)(ptc_draft *draft, ptc_draft_ref node, ptc_str name, void *user);
    void *user;
    ptc_tool_words *tool; /* gets what :=> says of the tool; NULL: no one asks */
} ptc_malli_types;

/* ptc_malli_draft with named types; `types` may be NULL. */
ptc_draft_ref ptc_malli_draft_with(ptc_draft *draft, const ptc_forms *forms,
                                   uint32_t form, const ptc_read_options *options,
                                   const ptc_malli_types *types);

/* --- read_malli.c ------------------------------------------------------------------ */

/* Limit on members of an :enum. [signature 6.1] */
#define PTC_MALLI_ENUM_MAX 1000

typedef enum ptc_malli_place {
    PTC_MALLI_ROOT, /* the whole contract */
    PTC_MALLI_PLAIN,
    PTC_MALLI_FIELD, /* of a map */
    PTC_MALLI_PARAMETER,
    PTC_MALLI_OUTPUT,
} ptc_malli_place;

typedef enum ptc_malli_step {
    PTC_MALLI_READ,   /* fill `node` from `form` */
    PTC_MALLI_INSIDE, /* the same, after the registry of its properties */
    PTC_MALLI_WRAP,   /* open the function's registry `number` in `node`, then the next */
    PTC_MALLI_LEAVE,  /* drop the names in scope beyond `number` */
} ptc_malli_step;

typedef struct ptc_malli_task {
    uint8_t step;
    uint8_t place;
    uint32_t form;
    ptc_draft_ref node;
    ptc_draft_ref
        slot; /* the node in the parent's slot: `node` or a REGISTRY around it */
    uint32_t number;
} ptc_malli_task;

typedef struct ptc_malli_reader {
    ptc_draft *draft;
    ptc_diags *diags;
    const ptc_forms *forms;
    const ptc_read_options *options;
    const ptc_malli_types *types;
    ptc_malli_task *tasks; /* the next one is the last */
    size_t task_count;
    size_t task_capacity;
    ptc_names scope;      /* of the registries around: draft nodes */
    ptc_names fields;     /* of the node being read: forms */
    uint32_t *registries; /* maps around the function, outermost first */
    size_t registry_count;
    size_t registry_capacity;
    bool is_function; /* the whole contract is one, inside of registries perhaps */
    bool has_refs;
} ptc_malli_reader;

/* What a head's function works on. */
typedef struct ptc_malli_call {
    const struct ptc_malli_head *head;
    uint32_t form;       /* the whole schema */
    uint32_t head_form;  /* `form` itself when it is a bare name */
    uint32_t properties; /* the map after the head, 0: none */
    uint32_t first;      /* of the children */
    uint32_t count;
    ptc_draft_ref node;
    ptc_draft_ref slot;
    ptc_malli_place place;
} ptc_malli_call;

/* Takes a schema form apart; false when it has no known head. Leaves node, slot, place.
 */
bool ptc_malli_call_of(const ptc_malli_reader *reader, uint32_t form,
                       ptc_malli_call *out);

PTC_INLINE const ptc_form *ptc_malli_form(const ptc_malli_reader *reader, uint32_t form)
{
    return &reader->forms->items[form];
}

PTC_INLINE ptc_draft_node *ptc_malli_node(const ptc_malli_reader *reader,
                                          ptc_draft_ref node)
{
    return ptc_draft_at(reader->draft, node);
}

/* Adds a diagnostic at a form: MALLI_FAULT(reader, code, form, format, ...). */
#define MALLI_FAULT(reader, code, form, ...)                                             \
    ptc_diag_add((reader)->diags, code, ptc_malli_form(reader, form)->span, __VA_ARGS__)

/* The text of a form for an error's message, cut; empty when no more errors are stored,
 * so that hostile text costs no memory for words that no one reads. */
const char *ptc_malli_quote(const ptc_malli_reader *reader, uint32_t form);

/* The same for a warning. */
const char *ptc_malli_quote_warned(const ptc_malli_reader *reader, uint32_t form);

/* "a vector", "a string", ... */
const char *ptc_malli_kind(const ptc_form *form);

void ptc_malli_push(ptc_malli_reader *reader, ptc_malli_task task);

/* A node for `form`, without a parent. */
ptc_draft_ref ptc_malli_add(ptc_malli_reader *reader, uint32_t form);

/* Appends a slot to `parent`, to be filled from `form`. */
ptc_draft_ref ptc_malli_slot(ptc_malli_reader *reader, ptc_draft_ref parent,
                             uint32_t form, ptc_malli_place place);

/* --- malli_properties.c ------------------------------------------------------------ */

/* ORDER PROPERTY: names in malli_properties.c. */
typedef enum ptc_malli_property {
    PTC_MALLI_MIN,
    PTC_MALLI_MAX,
    PTC_MALLI_CLOSED,
    PTC_MALLI_OPTIONAL,
    PTC_MALLI_DEFAULT,
    PTC_MALLI_DESCRIPTION,
    PTC_MALLI_TITLE,
    PTC_MALLI_REGISTRY,
    PTC_MALLI_DISPATCH,
    PTC_MALLI_NAME,
    PTC_MALLI_TYPE,
    PTC_MALLI_OPEN,
    PTC_MALLI_INTEGRAL,
    PTC_MALLI_EQUAL,
    PTC_MALLI_DISTINCT,
    PTC_MALLI_OTHERS,
    PTC_MALLI_FIREWALLED,
    PTC_MALLI_JSON_NULL,
    PTC_MALLI_JSON_REQUIRED,
    PTC_MALLI_CASTS,
    PTC_MALLI_CONTEXT,
    PTC_MALLI_DECODE,
    PTC_MALLI_MCP_TITLE,
    PTC_MALLI_MCP_HINTS,
    PTC_MALLI_MCP_TIMEOUT,
    PTC_MALLI_PROPERTY_COUNT
} ptc_malli_property;

#define PTC_MALLI_BIT(property) (1u << PTC_MALLI_##property)

/* The values of properties by ptc_malli_property, 0: absent. */
typedef struct ptc_malli_properties {
    uint32_t values[PTC_MALLI_PROPERTY_COUNT];
} ptc_malli_properties;

/*
 * Reads a property map (0: none) for the node in a slot. Those of `allowed` are handed
 * out; texts and the default are stored in the node, unless it has them already; others
 * are kept in it with a warning.
 */
void ptc_malli_read_properties(ptc_malli_reader *reader, uint32_t map, uint32_t allowed,
                               ptc_draft_ref node, ptc_malli_properties *out);

/* The value of one property of a map, 0: it has none. */
uint32_t ptc_malli_find_property(const ptc_malli_reader *reader, uint32_t map,
                                 ptc_malli_property property);

/* The value of a boolean property, false and a diagnostic when it is none. */
bool ptc_malli_flag(ptc_malli_reader *reader, uint32_t form, const char *name);

/* The properties of facts that JSON Schema or Brimley has and a type may have; and what
 * they say, stored in the node. */
uint32_t ptc_malli_fact_properties(ptc_type type);
void ptc_malli_read_facts(ptc_malli_reader *reader,
                          const ptc_malli_properties *properties, ptc_draft_ref node);

/* {:decode/ptc name}: a decoder, unless the node in the slot has one of what is around
 * it. */
void ptc_malli_read_decoder(ptc_malli_reader *reader,
                            const ptc_malli_properties *properties, ptc_draft_ref slot);

/* Reads {:min :max} of numbers into the node, or of a length or count. */
void ptc_malli_read_bounds(ptc_malli_reader *reader,
                           const ptc_malli_properties *properties, ptc_draft_ref node,
                           bool is_count);

/* A finite number in int64 or double, else a diagnostic `code` and nil. */
ptc_value ptc_malli_number(ptc_malli_reader *reader, uint32_t form, ptc_diag_code code,
                           const char *what);

/* --- malli_heads.c ----------------------------------------------------------------- */

typedef void (*ptc_malli_head_fn)(ptc_malli_reader *reader, const ptc_malli_call *call,
                                  const ptc_malli_properties *properties);

typedef struct ptc_malli_head {
    ptc_str name;
    ptc_malli_head_fn read;
    uint8_t type;
    uint8_t low;          /* children */
    uint8_t high;         /* UINT8_MAX: any number */
    uint32_t properties;  /* PTC_MALLI_BIT of those with a meaning */
    const char *children; /* what they are, for messages */
} ptc_malli_head;

/* The head of that name, as a keyword or (`is_symbol`) as a predicate; or NULL. */
const ptc_malli_head *ptc_malli_head_find(ptc_str name, bool is_symbol);

/* Adds the hint what the head takes as children. */
void ptc_malli_hint_children(ptc_malli_reader *reader, ptc_diag *diag,
                             const ptc_malli_head *head);

/* Reports that the name `form` is not a schema, with what it may have meant, and what
 * exists. */
void ptc_malli_unknown_name(ptc_malli_reader *reader, uint32_t form);

/* The schemas after a head. */
void ptc_malli_read_children(ptc_malli_reader *, const ptc_malli_call *,
                             const ptc_malli_properties *);

/* --- malli_conditions.c ------------------------------------------------------------ */

void ptc_malli_read_condition(ptc_malli_reader *, const ptc_malli_call *,
                              const ptc_malli_properties *);
void ptc_malli_read_multiple(ptc_malli_reader *, const ptc_malli_call *,
                             const ptc_malli_properties *);

/* --- malli_entries.c --------------------------------------------------------------- */

void ptc_malli_read_map(ptc_malli_reader *, const ptc_malli_call *,
                        const ptc_malli_properties *);
void ptc_malli_read_catn(ptc_malli_reader *, const ptc_malli_call *,
                         const ptc_malli_properties *);
void ptc_malli_read_function(ptc_malli_reader *, const ptc_malli_call *,
                             const ptc_malli_properties *);
void ptc_malli_read_orn(ptc_malli_reader *, const ptc_malli_call *,
                        const ptc_malli_properties *);
void ptc_malli_read_multi(ptc_malli_reader *, const ptc_malli_call *,
                          const ptc_malli_properties *);

/* --- malli_tool.c ------------------------------------------------------------------ */

/* The properties of a tool in :=>, for callers that asked for them. */
void ptc_malli_read_tool(ptc_malli_reader *reader,
                         const ptc_malli_properties *properties);

/* --- malli_registry.c: names ------------------------------------------------------- */

/* Whether a form may be a name: a keyword, a string or a symbol. */
bool ptc_malli_is_name(const ptc_form *form);

/* Whether a name is one that a host declares. */
bool ptc_malli_is_among(const ptc_type_names *names, ptc_str name);

/* --- malli_registry.c -------------------------------------------------------------- */

/* Makes `node` a REGISTRY of the definitions in the map `registry`, whose names are known
 * until a LEAVE task with number scope.count of before; returns the slot of the body. */
ptc_draft_ref ptc_malli_open_registry(ptc_malli_reader *reader, ptc_draft_ref node,
                                      uint32_t registry, uint32_t body);

/* Makes `node` what `form`, a keyword, string or symbol, names: a definition of the
 * registries around, a named or a registered type. False when it names nothing. */
bool ptc_malli_resolve(ptc_malli_reader *reader, uint32_t form, ptc_draft_ref node);

void ptc_malli_read_ref(ptc_malli_reader *, const ptc_malli_call *,
                        const ptc_malli_properties *);
void ptc_malli_read_fn(ptc_malli_reader *, const ptc_malli_call *,
                       const ptc_malli_properties *);

/* Reports references that lead to themselves with nothing in between. */
void ptc_malli_check_cycles(ptc_malli_reader *reader, ptc_draft_ref first);

#endif
