/* SPDX-License-Identifier: MIT */
/* What contracts become in C. The passes of plan.h fill this in, those of write.h read
 * it. After the types come the questions that many passes ask about them. See
 * emit_int.h. */
#ifndef PTCC_MODEL_H
#define PTCC_MODEL_H

#include "generator/emit/options.h"
#include "generator/text/name_set.h"

#include <ptc/contract.h>

/* What a schema node becomes in C. ORDER C_KIND: the table in model.c */
typedef enum ptcc_c_kind {
    PTCC_C_NONE, /* the FUNCTION at the root, and nodes without a C type */
    PTCC_C_ANY,
    PTCC_C_ANY_MAP,
    PTCC_C_VALUE, /* a ptc_value that the walker checks */
    PTCC_C_BOOL,
    PTCC_C_INT,
    PTCC_C_FLOAT,
    PTCC_C_STRING,
    PTCC_C_KEYWORD,
    PTCC_C_DATETIME,
    PTCC_C_DATE,
    PTCC_C_DECIMAL,
    PTCC_C_ENUM,    /* also CONST */
    PTCC_C_LIST,    /* also SET */
    PTCC_C_ENTRIES, /* MAP_OF */
    PTCC_C_STRUCT,  /* MAP, TUPLE */
    PTCC_C_UNION,   /* also MULTI */
    PTCC_C_SAME,    /* the same as its first child, or as the target of a REF */
    PTCC_C_POINTER, /* REF back into what holds it */
} ptcc_c_kind;

/* The maximum size of a struct, in bytes, that emitted tables and stacks of users can
 * hold. */
#define PTCC_C_SIZE_MAX ((uint64_t)1 << 26)

/* What a schema node becomes in C. The comments before groups of members say which pass
 * decides them; who reads them. */
typedef struct ptcc_c_node {
    /* Kinds, then references; all passes. */
    ptcc_c_kind kind;
    uint32_t owner;  /* SAME: the node that has its type; otherwise the node itself */
    uint32_t target; /* the node itself, past registries and references */

    /* Set by circles; read for references, and by readers of lists and entries that
     * contain themselves. */
    uint32_t circle; /* nodes that contain each other have the same number */

    /* Nil; who reads, and how nil shows. */
    bool holds_nil;   /* nil must differ from every value of the type */
    bool accepts_nil; /* nil is valid, whatever the walker would say */

    /* Classes; unions around it. */
    unsigned char classes; /* how its text may begin: bits of ptcc_c_class */

    /* Who reads; the readers, and names of readers. */
    bool is_walked;         /* its text is checked by the walker */
    const char *why_walked; /* why the walker reads it, in words; NULL: it does not */
    bool is_read;           /* emitted code reads it, with its own reader if it has one */

    /* How C represents nil and absence; read by types, layout and readers. */
    bool is_optional; /* a field that may be absent */
    bool is_context;  /* a parameter whose value comes from the host's context: no text is
                       * read for it */
    bool has_flag;    /* a field with a bool in `has` */
    bool is_maybe;    /* its place is a wrapper with a bool */

    /* The order of types; names, types and layout. */
    bool is_forward; /* named before it is complete: a recursive type */
    bool is_reached; /* has a place in C */

    /* Set by copies. Such a node has the names of its origin; types and readers skip
     * it. */
    bool is_elsewhere;    /* its type is written for another node, */
    uint32_t origin_node; /* which is this one */

    /* Set by owners. Such a node has the names of its owner; types skip it. */
    const struct ptcc_c_node *declared; /* the same node in the plan of the file whose
                                         * header declares its type; NULL: its type is
                                         * written here */

    /* Sizes; names, which refuse what is too large. */
    uint64_t size; /* upper bound on the size of a value in C, at most PTCC_C_SIZE_MAX +
                    * 1 */

    /* For tables that nodes share: the first node with the same content, which names the
     * table. */
    uint32_t interval_node;
    uint32_t members_node;
    uint32_t patterns_node;

    /* Names; names of nodes below, then all writers. */
    bool is_root;      /* its type has the name of a root */
    ptc_str base_id;   /* what names are made from: "search_result_items" */
    ptc_str type_id;   /* the C type of a value that is not null */
    ptc_str place_id;  /* the C type of the place: type_id, or the wrapper's */
    ptc_str reader_id; /* the function that reads a value that is not null */
    ptc_str member_id; /* in a struct or union */
    ptc_str get_id;    /* of a field: its accessor for unchecked values */
    ptc_str tag_id;    /* child of a UNION: the tag constant that selects it */
    ptc_str absent_id; /* ENUM: the constant 0, which means that there is no value */
    const ptc_str *constants; /* ENUM: one per member, from 1 on */
    ptc_str values_id;        /* ENUM: the table with nil and the values of members */
    ptc_str part_id; /* UNION: the enum of tags; ENTRIES: the struct of an entry */
    ptc_str find_id; /* ENTRIES: the function that finds an entry */
} ptcc_c_node;

/* Tables whose names differ by numbers. ORDER TABLE: the words in model.c */
typedef enum ptcc_c_table {
    PTCC_TABLE_TEXT,
    PTCC_TABLE_VALUE,
    PTCC_TABLE_MEMBERS,
    PTCC_TABLE_INTERVAL,
    PTCC_TABLE_PATTERNS,
    PTCC_TABLE_DFA,
    PTCC_TABLE_EXTRA,
    PTCC_TABLE_WIDE,
    PTCC_TABLE_ORDER,
    PTCC_TABLE_COUNT,
} ptcc_c_table;

/* What is written of a contract. */
typedef enum ptcc_c_role {
    PTCC_ROLE_CONTRACT, /* all of it */
    PTCC_ROLE_AGENT,    /* all of it; NAME is the agent, its parameters are NAME_input */
    PTCC_ROLE_TOOL,  /* types and tables, for the stub of an agent's tool. NAME is left to
                      * its function, so its parameters are also NAME_input */
    PTCC_ROLE_TABLE, /* the schema, for this file alone */
    PTCC_ROLE_TYPE,  /* a type of an included file, for its users: readers, named after
                      * this file and the type. Its types are those in the header of that
                      * file, or with --self-contained are written here under similar
                      * names */
} ptcc_c_role;

/* The functions of a root. ORDER FUNCTION: the table in functions.c */
typedef enum ptcc_c_function {
    PTCC_FUNCTION_READ,
    PTCC_FUNCTION_PARSE,
    PTCC_FUNCTION_PARSE_PADDED,
    PTCC_FUNCTION_EXPLAIN,
    PTCC_FUNCTION_VALIDATE,
    PTCC_FUNCTION_FROM_VALUE,
    PTCC_FUNCTION_TO_VALUE,
    PTCC_FUNCTION_TO_JSON,
    PTCC_FUNCTION_RENDER,
    PTCC_FUNCTION_VALIDATE_JANSSON, /* these three with --values=jansson */
    PTCC_FUNCTION_FROM_JANSSON,
    PTCC_FUNCTION_TO_JANSSON,
    PTCC_FUNCTION_READ_OPENAI, /* this and the next one: with --emit of a form that
                                * changes replies */
    PTCC_FUNCTION_READ_ANTHROPIC,
    PTCC_FUNCTION_READ_WRAPPED,
    PTCC_FUNCTION_COUNT,
} ptcc_c_function;

/* A root of a contract, which can be parsed: its parameters or its result. */
typedef struct ptcc_c_root {
    uint32_t node;
    bool is_result;
    const struct ptcc_c_root *declared;        /* as of a node */
    ptc_str base_id;                           /* what names are made from */
    ptc_str type_id;                           /* always its own name */
    ptc_str reader_id;                         /* reads a whole value, null included */
    ptc_str function_ids[PTCC_FUNCTION_COUNT]; /* empty: no option asks for it */
} ptcc_c_root;

/* Names that belong to a function with a path or with SQL; empty: it has none. */
typedef struct ptcc_c_binding {
    ptc_str route_id;    /* the path, */
    ptc_str segments_id; /* its segments, */
    ptc_str bind_id;     /* the function that fills the parameters from a path */
    ptc_str sql_id;      /* the SQL as written, */
    ptc_str numbered_id; /* and with numbers for names */
    ptc_str binds_id;    /* these names */
    ptc_str count_id;    /* how many there are */
    ptc_str value_id;    /* the function that gives the value of one */
    ptc_str rows_id;     /* the function that fills the result from rows */
} ptcc_c_binding;

/* A contract, or a file, in a form that --emit asks for. */
typedef struct ptcc_c_form {
    ptc_target target;
    ptc_str id;   /* the constant */
    ptc_str text; /* empty where names alone are wanted */
} ptcc_c_form;

typedef struct ptcc_c_form_list {
    ptcc_c_form *items; /* in the order of targets */
    size_t count;
} ptcc_c_form_list;

typedef struct ptcc_c_contract {
    const ptc_contract *contract;
    uint64_t hash; /* of its schema */
    ptcc_c_role role;
    ptcc_c_node *nodes; /* parallel to the schema's; those of all contracts */
    ptcc_c_root roots[2];
    size_t root_count;
    uint32_t *order; /* nodes with a type or reader, each after those that it needs */
    size_t order_count;
    ptc_str base_id;
    ptc_str tables_id; /* prefix of the names of tables, and the name of the table of
                        * nodes */
    ptc_str nodes_id;  /* of the file */
    ptc_str type_id;   /* the table of tables */
    bool has_table;    /* a reader refers to that table; a ROLE_TYPE without such a reader
                        * has none */
    ptc_str validators_id;
    ptc_str schema_id;
    ptc_str signature_id;
    ptc_str malli_id;
    ptc_str prompt_id;
    ptc_str render_prompt_id;
    ptc_str tool_id;     /* the tool; empty: the contract is none */
    ptc_str stub_id;     /* its function */
    ptc_str function_id; /* the user's, which that calls */
    ptcc_c_binding binding;
    ptcc_c_form_list forms;
} ptcc_c_contract;

/* What the contracts of a file share: tables, and the prompt section of its tools. */
typedef struct ptcc_c_section {
    ptc_str base_id;
    ptc_str guard_id; /* of the header */
    ptc_str nodes_id;
    ptc_str layout_id;
    ptc_contract place; /* stands for all of them */
    ptc_str prompt_id;  /* of all tools; empty: there are none */
    ptc_str render_prompt_id;
    ptc_str tools_id;       /* the array of all tools; empty: there are none */
    ptc_str routes_id;      /* the paths of its functions; empty: there are none */
    ptc_str route_items_id; /* those in order */
    ptc_str server_id;      /* the server; empty: there is none */
    ptcc_c_form_list forms; /* of the file as a whole */
} ptcc_c_section;

/* Where the nodes of a contract begin. */
typedef struct ptcc_c_part {
    uint32_t root;
    uint32_t contract; /* its index */
} ptcc_c_part;

/* The contracts of a pair of files. */
typedef struct ptcc_c_plan {
    ptc_arena *arena;   /* of what lasts */
    ptc_arena *scratch; /* of what is forgotten after each step */
    ptcc_c_contract *contracts;
    size_t count;
    ptcc_c_contract **order; /* those that others use come first */
    ptcc_c_part *parts;      /* parts of the array that the reader made, in its order */
    ptcc_c_node *nodes; /* nodes of all contracts, in the order in which the contracts are
                         * written */
    uint32_t node_count;
    ptcc_names *taken;  /* names in the scope of the file */
    ptcc_names by_name; /* contracts by their folded names; `number` is the index */
    struct ptcc_agents *agents; /* of an agent file, else NULL */
    ptcc_c_section section;
    struct ptcc_owner **owners; /* whose headers this one includes, as asked for */
    size_t owner_count;
} ptcc_c_plan;

/* --- model.c: what many passes ask -------------------------------------------------- */

/* Where a node is in the contract's text. */
ptc_span ptcc_c_span(const ptcc_c_contract *contract, uint32_t node);

/* Whether a map has more fields than one function reads, PTC_GEN_FIELDS. */
bool ptcc_c_is_wide(const ptc_schema_node *node);

/* The number of nodes that a value of this node consists of, from the schema's `first`
 * on. */
uint32_t ptcc_c_part_count(const ptcc_c_contract *contract, uint32_t index);

/* The number of members of an ENUM, or 1 for a CONST. */
uint32_t ptcc_c_member_count(const ptc_schema_node *node);

/* Whether keys of this node are texts. Emitted code reads and finds such keys itself. */
bool ptcc_c_key_is_text(const ptcc_c_contract *contract, uint32_t key);

/* Whether a contract can be called; the others are types. */
bool ptcc_c_is_function(const ptc_contract *contract);

/* Whether a contract has its functions and texts written, and is not only used by
 * others. */
bool ptcc_c_is_whole(const ptcc_c_contract *contract);

/* Whether its types are those of another header. */
bool ptcc_c_is_owned(const ptcc_c_options *options, const ptcc_c_contract *contract);

/* Whether a root uses the name that it has in another header: the root of an agent's own
 * contract is an alias of it. */
bool ptcc_c_takes_root(const ptcc_c_contract *contract, const ptcc_c_root *root);

/* Whether it has readers and functions of its types. */
bool ptcc_c_has_readers(const ptcc_c_contract *contract);

/* What the name of such a table has after `tables_id`: "extra_". */
ptc_str ptcc_c_table_word(ptcc_c_table table);

/* "search_extra_3" */
ptc_str ptcc_c_table_id(ptc_arena *arena, ptc_str tables_id, ptcc_c_table table,
                        uint64_t number);

/* Whether nodes of this kind get their own C type. */
bool ptcc_c_kind_is_named(ptcc_c_kind kind);

/* For kinds without their own C type: the type. For all kinds: the name of the reader,
 * and the shape. */
const char *ptcc_c_kind_type(ptcc_c_kind kind);
ptc_str ptcc_c_kind_reader(ptc_arena *arena, const ptcc_c_options *options,
                           ptcc_c_kind kind, const ptc_schema_node *node);
const char *ptcc_c_kind_shape(ptcc_c_kind kind);

/* Whether the reader of a node passes values of other types to the walker, which casts
 * them. Such a reader is given the table of tables and the node. */
bool ptcc_c_is_cast(const ptcc_c_options *options, const ptc_schema_node *node);

/* --- functions.c: the functions of a root ------------------------------------------- */

#define PTCC_FUNCTION_PARAMETERS 6

typedef enum ptcc_c_parameter_kind {
    PTCC_PARAMETER_NONE, /* after the last one */
    PTCC_PARAMETER_PLAIN,
    PTCC_PARAMETER_IN,  /* `const TYPE *in`: a value of the root's type */
    PTCC_PARAMETER_OUT, /* `TYPE *out` */
} ptcc_c_parameter_kind;

typedef struct ptcc_c_parameter {
    ptcc_c_parameter_kind kind;
    ptc_str declared; /* PLAIN: type and name */
    ptc_str name;     /* the argument where it is passed on */
} ptcc_c_parameter;

typedef struct ptcc_c_function_row {
    const char *suffix;    /* of its name */
    const char *head_name; /* what the templates call its prototype */
    const char *call_name; /* ... and the call that ends it; NULL: both parties know it */
    const char *callee;    /* what that calls; NULL: X_parse_padded */
    bool has_direction;    /* whether the callee is given PTC_INPUT or PTC_OUTPUT */
    bool needs_jansson;
    ptcc_c_parameter parameters[PTCC_FUNCTION_PARAMETERS + 1];
} ptcc_c_function_row;

/* The API of emitted code. Functions of the runtime that it calls get `&TYPE, NODE`, a
 * direction if they need one, then the function's own arguments. */
extern const ptcc_c_function_row ptcc_c_functions[PTCC_FUNCTION_COUNT];

/* Whether an option asks for the function of a root. */
bool ptcc_c_is_wanted(const ptcc_c_options *options, const ptcc_c_contract *contract,
                      const ptcc_c_root *root, ptcc_c_function function);

#endif
