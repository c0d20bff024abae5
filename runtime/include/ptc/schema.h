/* SPDX-License-Identifier: MIT */
/*
 * <ptc/schema.h> - the one schema type: reading, building, comparing and writing schemas.
 *
 *     ptc_schema schema;
 *     ptc_str why;
 *
 *     if (ptc_signature_of(&arena, "(user :string, limit :int?) -> [:string]", &schema,
 *                          &why) == PTC_OK)
 *         ptc_schema_write_malli(&text, &schema, NULL);
 *     else
 *         fputs(why.ptr, stderr);
 *
 * <ptc/walk.h> checks values against a schema; <ptc/contract.h> reads whole files.
 *
 * Layout: a schema is an array of nodes and the index of its root. The children of a node
 * are adjacent and come after it, breadth first. A pass over a schema is therefore a
 * loop: forwards for facts that children inherit, backwards for facts that parents
 * collect. Nothing recurses. References are indices, so recursive schemas need no
 * pointers, and the same bytes work in an arena and as `static const` tables.
 *
 * Sharing: a declared type is stored once, however often it is used. The nodes that use
 * it have the same children (`first` and `count`), whose `parent` is one of these nodes.
 * A schema may therefore represent a tree that is far larger than its array.
 *
 * Files: all contracts of a file are in one array, each in its own part. `root` is the
 * first node of the part, `count` the end of the last one. Types come before their uses,
 * so shared children from other parts come before this part. A schema that was read from
 * a single text has an array to itself.
 *
 * A node has a type, and the facts of its slot, which is its place in the parent: field
 * name, optional mark, default, description.
 *
 * Every schema from a reader is in normal form:
 *
 *   - Bounds are folded into one interval; an empty one was refused. Bounds of INT are
 *     ints. Bounds of lengths and counts are inclusive ints from 0 on.
 *   - OPTIONAL is only on fields and parameters, and says that they may be absent.
 *     NULLABLE says that nil is accepted, and is never on NIL and ANY.
 *   - In signatures and Malli a field has both flags or neither. It has both if its type
 *     is nullable, if it is {:optional true}, or if it has a default. A reference whose
 *     definition accepts nil has OPTIONAL alone. Slots of drafts with is_apart, which are
 *     those of JSON Schema, have each flag independently.
 *   - Unions are flat and have at least two alternatives, no two of them equal. No
 *     alternative is nil or nullable: the union is NULLABLE instead.
 *   - `:and` of one scalar with bounds and patterns is that scalar. Other conjunctions
 *     are flat AND nodes of two or more conjuncts.
 *   - OTHER_KEYS and OTHER_ITEMS are conjuncts of an AND that is not part of another AND.
 *     Alone they become KEYS of any key, and a PREFIX of no elements.
 *   - Members of an enum are distinct scalars, none of them nil: the enum is NULLABLE
 *     instead. Members that are compared as JSON (JSON_EQUAL) may also be lists and maps,
 *     and numbers without a fraction are ints.
 *   - CASTS is only on types that it affects. CONTEXT is only on parameters, which then
 *     have no default and are optional only if they accept nil.
 *   - DECODED is not on a conjunct of an AND: the AND has the decoder of its first
 *     conjunct. An enclosing node, such as a slot, has the decoder instead of its type.
 *   - JSON_EQUAL, DISTINCT and OTHERS are left out where they change nothing. A node with
 *     OTHERS accepts nil, and is NULLABLE only in a field that may be absent.
 *
 * Two schemas mean the same contract exactly if ptc_schema_equal says so, whatever
 * spelling they came from. [signature 9, validation 5, 12]
 */
#ifndef PTC_SCHEMA_H
#define PTC_SCHEMA_H

#include <ptc/form.h>
#include <ptc/regex.h>

PTC_BEGIN

/* The kind of a schema node. */
typedef enum ptc_type {
#define PTC_TYPE(constant, word, head) PTC_TYPE_##constant,
#include <ptc/types.def>
#undef PTC_TYPE
    PTC_TYPE_COUNT
} ptc_type;

enum {
    PTC_NODE_NULLABLE = 1,   /* nil is accepted; not on ANY and NIL, which accept it
                              * anyway */
    PTC_NODE_CLOSED = 2,     /* MAP: no other keys, as in mode strict */
    PTC_NODE_MALLI = 4,      /* written in Malli: messages use Malli's terms */
    PTC_NODE_FIREWALLED = 8, /* the slot hides its value from models */
    PTC_NODE_NAMED = 16, /* UNION from :orn: its alternatives have names; FUNCTION: its
                          * parameter names were written, not made up */
    PTC_NODE_OPEN = 16,  /* LIST PREFIX: its elements (of a PREFIX, those after the first
                          * ones) are still other items for an OTHER_ITEMS, although the
                          * last child checks them */
    PTC_NODE_FOREIGN = 16,   /* MAP from JSON Schema: undeclared keys are never taken for
                              * misspelt ones; not compared */
    PTC_NODE_OTHERWISE = 32, /* the :malli.core/default branch of a MULTI */
    PTC_NODE_BARE = 64,      /* FUNCTION: written as a type alone, `T` for `() -> T`; not
                              * compared */
    PTC_NODE_CHILD = 128,    /* FUNCTION of an agent that another agent calls: its prompt
                              * line omits firewalled fields of the output; not compared */
    PTC_NODE_EXACT = 128,    /* not FUNCTION: only the exact spelling of the slot's name
                              * finds it, since another field's name differs only in case,
                              * '-' and '_' */
    PTC_NODE_OPTIONAL = 256, /* field or parameter: may be absent */
    PTC_NODE_INTEGRAL = 512, /* INT: 1.0 is accepted, and is stored as 1 */
    PTC_NODE_DISTINCT = 512, /* LIST TUPLE PREFIX: no two elements are equal as JSON */
    PTC_NODE_JSON_EQUAL = 512, /* ENUM CONST NOT_CONST: compared as JSON, where 1 equals
                                * 1.0 at any depth; members may be lists and maps */
    PTC_NODE_OTHERS = 1024,    /* values of other types than the node's own are accepted:
                                * {"minLength": 2} does not restrict numbers */
    PTC_NODE_CASTS = 2048,     /* BOOL INT STRING DATETIME ENUM CONST: inputs are also
                                * converted by the wider rules of Brimley: "yes" is true
                                * [brimley 4]. MAP: undeclared keys are dropped from inputs,
                                * with a warning [brimley 3] */
    PTC_NODE_CONTEXT = 4096, /* parameter: its value comes from the host's context, by the
                              * path in `extra`, never from the caller; models do not see
                              * it [brimley 4b] */
    PTC_NODE_DECODED = 8192, /* inputs first go through the decoder that `extra` names
                              * [validation 11.5] */
};

/* Bounds of a number, or of a length or count. `low` and `high` are nil (open), an int or
 * a float. */
typedef struct ptc_interval {
    ptc_value low;  /* nil: no lower bound */
    ptc_value high; /* nil: no upper bound */
    bool low_open;  /* `low` itself is excluded: > instead of >= */
    bool high_open; /* `high` itself is excluded: < instead of <= */
} ptc_interval;

struct ptc_schema_node;
struct ptc_walker; /* private */
struct ptc_place;  /* private */

/* How the walker checks values that are schemas themselves. Nodes point to the function,
 * so only programs with such nodes link the schema reader. */
typedef bool (*ptc_schema_judge_fn)(struct ptc_walker *walker,
                                    const struct ptc_schema_node *node,
                                    const ptc_value *value,
                                    const struct ptc_place *place);

/*
 * A decoder transforms an input before it is converted and checked.
 *
 * It sets `*out` to the decoded `value`, or to `value` itself, and returns true. If it
 * cannot decode the value, it returns false and may set `*message` to say why; the
 * message is static or lives as long as `arena`.
 *
 * The result lives in `arena`, shares parts of `value`, or is static. The decoder keeps
 * neither `arena` nor `value`. It may be called more than once for a value, by several
 * threads, and must give the same result each time. [validation 11.5]
 */
typedef bool (*ptc_decoder_fn)(ptc_arena *arena, const ptc_value *value, ptc_value *out,
                               const char **message, void *user);

/* What only few nodes have. Absent texts have length 0, absent values kind nil. */
typedef struct ptc_schema_extra {
    ptc_str description;     /* for models and people */
    ptc_str title;           /* "title" of JSON Schema */
    ptc_value default_value; /* nil: no default, since a default is never nil */
    ptc_value branch;        /* MULTI child: the dispatch value */
    ptc_value properties;    /* a map of the properties that ptcc does not know, or nil */
    ptc_str named_type;      /* declared name of the node's type ("user") */
    ptc_span span; /* place in the source text, for diagnostics; in parts of a declared
                    * type, the place where it is used */
    ptc_schema_judge_fn judge; /* MALLI_SCHEMA: ptc_schema_judge; NULL: no value is
                                * accepted */
    ptc_str context;           /* slot with PTC_NODE_CONTEXT: the path, "app.user.id" or
                                * "config.region" */
    ptc_str decoder;           /* with PTC_NODE_DECODED: name of the decoder */
    ptc_decoder_fn decode; /* that decoder's function, in generated code that was given
                            * one; called with `user` NULL. NULL: the one in the
                            * options */
} ptc_schema_extra;

/* One type in its place. Nodes of a schema are in one array and refer to each other
 * by index. */
typedef struct ptc_schema_node {
    uint8_t type;          /* ptc_type */
    uint8_t pattern_count; /* STRING: all patterns must match */
    uint16_t flags;        /* PTC_NODE_* */
    uint32_t first;        /* index of the first child; REF: index of the target */
    uint32_t count;        /* number of children, of members for ENUM */
    uint32_t parent;       /* index of a parent; the root's own index for the root */
    ptc_str name; /* of the slot: field, parameter, branch, alternative or definition */
    ptc_str type_name; /* CUSTOM: validator; MULTI: dispatch field; else empty */
    const ptc_interval *interval;  /* bounds. INT FLOAT NUMBER DECIMAL: of the value;
                                    * STRING: of its code points; LIST SET MAP_OF PREFIX:
                                    * of the element count; CONTAINS: of the number of
                                    * elements that its child accepts. NULL: none */
    const ptc_value *members;      /* ENUM CONST NOT_CONST MULTIPLE */
    const ptc_pattern *patterns;   /* STRING */
    const ptc_schema_extra *extra; /* NULL: nothing */
} ptc_schema_node;

/* A schema: constant data that threads may share. */
typedef struct ptc_schema {
    const ptc_schema_node *nodes; /* private to readers of schemas */
    uint32_t root;                /* index of the root */
    uint32_t count; /* end of its nodes in the array; later ones belong to others */
} ptc_schema;

/* The root node, which describes the whole value. */
PTC_INLINE const ptc_schema_node *ptc_schema_root(const ptc_schema *schema)
{
    return &schema->nodes[schema->root];
}

/* The only ptc_schema_judge_fn there is. */
PTC_API bool ptc_schema_judge(struct ptc_walker *walker,
                              const struct ptc_schema_node *node, const ptc_value *value,
                              const struct ptc_place *place);

/* The word for a type in messages: "int"; "float" in signatures and "double" in Malli. */
PTC_API const char *ptc_type_word(ptc_type type, bool is_malli);

/* Returns whether a slot has a default, and stores it in `*out` if so. */
PTC_API bool ptc_schema_default(const ptc_schema_node *node, ptc_value *out);

/* --- Building ---------------------------------------------------------------------- */

/*
 * Readers build a loose tree in any order and finish it once.
 *
 * Draft nodes are handles, where 0 means none. Names, texts and values that are given to
 * a draft must live at least as long as the draft's arena. The draft remembers a refused
 * allocation, and ptc_draft_finish fails then.
 */
typedef uint32_t ptc_draft_ref;

/*
 * What a reader knows about a node.
 *
 * Facts about a slot (name, is_optional, default, ...) belong to the child in the slot.
 * Bounds and patterns may be given in the node itself, or as children of an AND: a NUMBER
 * with an interval, a STRING with a pattern. Normal form merges them.
 */
typedef struct ptc_draft_node {
    uint8_t type;     /* ptc_type */
    uint16_t flags;   /* PTC_NODE_*; in a slot also FIREWALLED */
    bool is_optional; /* slot: {:optional true} */
    bool is_apart; /* slot: absent and nil are independent, as in JSON Schema: is_optional
                    * or a default allows it to be absent, its type allows nil */
    bool is_exact; /* slot: PTC_NODE_EXACT */
    bool is_definition;   /* a named type that contains itself: its uses become references
                           * to a definition in a registry */
    ptc_draft_ref first;  /* first of the chain of children */
    ptc_draft_ref last;   /* last of that chain */
    ptc_draft_ref next;   /* next in the chain that this node is in */
    ptc_draft_ref target; /* REF: the definition, or the named type that is used */
    uint32_t place;       /* private to ptc_draft_finish, as is `settled`; 0 */
    uint32_t settled;     /* private */
    ptc_str name;         /* as in ptc_schema_node */
    ptc_str type_name;    /* as in ptc_schema_node */
    ptc_interval interval;    /* nil bounds: none */
    const ptc_value *members; /* as in ptc_schema_node */
    uint32_t member_count;
    uint32_t pattern_count;
    const ptc_pattern *patterns; /* as in ptc_schema_node */
    ptc_schema_extra extra;      /* extra.span: always set it */
    ptc_span default_span;       /* place of the default; empty: unknown */
    bool has_nil_default; /* slot: {:default nil}, which allows it to be absent. Unless
                           * the slot is optional, its type must accept nil */
} ptc_draft_node;

/* A schema in the making. Members without a comment are private. */
typedef struct ptc_draft {
    ptc_arena *arena;        /* owns the nodes */
    ptc_diags *diags;        /* normal form and checks report here */
    ptc_draft_node **blocks; /* private; nodes stay where they are, index 0 is unused */
    size_t block_count;
    size_t block_capacity; /* private */
    size_t count;
    ptc_draft_node scratch; /* the node of handle 0 */
    size_t node_limit; /* limit on finished nodes, where a named type counts once [2^20];
                        * beyond it the fault is `too-large` */
    bool lint;         /* adds the warnings that are off by default */
    bool failed;       /* an allocation was refused */
    ptc_schema_judge_fn judge; /* for MALLI_SCHEMA nodes: set it to ptc_schema_judge when
                                * you add one */
} ptc_draft;

/* Initialises a draft without nodes. `arena` owns the nodes; `diags` receives faults. */
PTC_API void ptc_draft_init(ptc_draft *draft, ptc_arena *arena, ptc_diags *diags);

/* Adds a node that has only a type and a span. Returns 0 when memory was refused. If you
 * add a MALLI_SCHEMA, also set draft->judge to ptc_schema_judge: ptc_draft_finish refuses
 * the draft without it. */
PTC_API ptc_draft_ref ptc_draft_add(ptc_draft *draft, ptc_type type, ptc_span span);

/* Returns the node of a handle; nodes do not move. Handle 0 gives a scratch node, so
 * readers need not check each step. */
PTC_API ptc_draft_node *ptc_draft_at(ptc_draft *draft, ptc_draft_ref ref);

/* Names the slot of a field or parameter by the rule of signatures and Malli: a name that
 * begins with '_' is firewalled. A reader whose names hide nothing sets the name
 * itself. */
PTC_API void ptc_draft_name(ptc_draft *draft, ptc_draft_ref ref, ptc_str name);

/* Appends `child` to the children of `parent`. Does nothing if `child` is 0. */
PTC_API void ptc_draft_append(ptc_draft *draft, ptc_draft_ref parent,
                              ptc_draft_ref child);

/*
 * Brings the tree under `root` into normal form, checks it, and lays it out in `arena`.
 *
 * The checks find empty ranges, duplicate names, defaults that do not fit their types,
 * and references without structure.
 *
 * The draft keeps its meaning and may be finished again from another root. Uses of a
 * named type share its nodes: in the draft, it is a node that several parents reach
 * through a REF with flag 0 and extra.named_type. References to a registry stay
 * references.
 *
 * Returns PTC_ERROR_SYNTAX after reporting what is wrong; PTC_ERROR_MEMORY;
 * PTC_ERROR_ARGUMENT for a MALLI_SCHEMA node in a draft without a judge.
 */
PTC_API ptc_status ptc_draft_finish(ptc_arena *arena, ptc_draft *draft,
                                    ptc_draft_ref root, ptc_schema *out);

/* --- Readers ----------------------------------------------------------------------- */

/* Registered types that `:name` may refer to; <ptc/walk.h> has their validators. */
typedef struct ptc_type_names {
    const ptc_str *names; /* without colons */
    size_t count;
} ptc_type_names;

/* How schemas are read. NULL: no registered types or decoders, 64 MiB, no lint. */
typedef struct ptc_read_options {
    size_t struct_size;             /* sizeof(ptc_read_options) */
    const ptc_type_names *types;    /* registered types, or NULL */
    const ptc_type_names *decoders; /* decoders that Malli may name as :decode/ptc, or
                                     * NULL */
    size_t memory_cap; /* limit in bytes on what reading takes; beyond it the fault is
                        * sig-too-large or malli-too-large. 0: 64 MiB, and for a JSON
                        * Schema four times its length more */
    bool lint;         /* adds the warnings that are off by default */
    bool lenient; /* JSON Schema: accepts words of other programs instead of its own, such
                   * as "dict" for "object", with the warning loss-spelling */
    bool json_implied_types;   /* JSON Schema: keywords imply the type that they apply to,
                                * with a loss. By default values of other types satisfy
                                * them */
    bool json_annotate_format; /* JSON Schema: `format: date-time` has no effect either */
} ptc_read_options;

/*
 * Reads a signature, or a Malli schema (EDN text or a JSON array) where a signature is
 * allowed. The result is always a FUNCTION node: "() -> T" for a bare T.
 *
 * `arena` owns the schema, which keeps no pointer into `source`; only diagnostics do, so
 * `source` must outlive them. `options` may be NULL.
 *
 * Returns PTC_ERROR_SYNTAX when `diags` has errors: all faults, among them a text that
 * takes more than options->memory_cap to read. PTC_ERROR_MEMORY when the arena refused;
 * PTC_ERROR_ARGUMENT for options without a struct_size. All readers below do the same.
 * [signature 1-8, 14]
 */
PTC_API ptc_status ptc_signature_read(ptc_arena *arena, const ptc_source *source,
                                      const ptc_read_options *options, ptc_diags *diags,
                                      ptc_schema *out);

/*
 * Reads a signature from a C string, for contracts in the text of a program.
 *
 * On failure `*why` is a finished text: all faults with their places, a line of the
 * contract below each, and what to do about them. It lives in `arena` or is constant,
 * ends in NUL, and is empty for PTC_OK.
 */
PTC_API ptc_status ptc_signature_of(ptc_arena *arena, const char *text, ptc_schema *out,
                                    ptc_str *why);

/* Reads a Malli schema from EDN text. The root may be of any type. [validation 11] */
PTC_API ptc_status ptc_malli_read(ptc_arena *arena, const ptc_source *source,
                                  const ptc_read_options *options, ptc_diags *diags,
                                  ptc_schema *out);

/* Reads a Malli schema from the JSON form (`.malli.json`). */
PTC_API ptc_status ptc_malli_read_json(ptc_arena *arena, const ptc_source *source,
                                       const ptc_read_options *options, ptc_diags *diags,
                                       ptc_schema *out);

/* Makes a schema from a Malli vector that a program built. Messages give the place of a
 * fault as a path of indices. [validation 16] */
PTC_API ptc_status ptc_malli_from_value(ptc_arena *arena, const ptc_value *value,
                                        const ptc_read_options *options, ptc_diags *diags,
                                        ptc_schema *out);

/* Adds the schema of `form` to a draft. The readers above use it, and so does Malli in
 * signatures. Returns 0 after an error, and for options without a struct_size. */
PTC_API ptc_draft_ref ptc_malli_draft(ptc_draft *draft, const ptc_forms *forms,
                                      uint32_t form, const ptc_read_options *options);

/* --- Comparing --------------------------------------------------------------------- */

/*
 * Returns whether two schemas are the same contract.
 *
 * Types, bounds, names, defaults, enum members and order count; so do the names of fields
 * and parameters, as written. Descriptions, titles, unknown properties, dialect, spans
 * and the names of declared types do not.
 */
PTC_API bool ptc_schema_equal(const ptc_schema *a, const ptc_schema *b);

/* A hash that is equal for equal schemas, on every machine and in every release of one
 * format. 0 when temporary memory was refused; ptc_schema_equal returns false then. */
PTC_API uint64_t ptc_schema_hash(const ptc_schema *schema);

/* --- Rendering --------------------------------------------------------------------- */

/* How schemas are written. NULL: all false. */
typedef struct ptc_render_options {
    size_t struct_size;   /* sizeof(ptc_render_options) */
    bool bare_output;     /* `T` instead of `() -> T` when there are no inputs */
    bool malli_names;     /* functions are [:=> [:catn [:a T]] R] instead of [:=> [:cat T]
                           * R] */
    bool hide_firewalled; /* omit firewalled fields of outputs, as in a child agent's tool
                           * line */
    bool hide_context;    /* omit parameters that come from the host's context, as prompts
                           * always do */
} ptc_render_options;

/*
 * Appends the schema as a signature in canonical form, with embedded Malli where needed.
 *
 * Reading the text gives an equal schema, and canonical text renders as itself. `options`
 * may be NULL. Returns PTC_ERROR_MEMORY, or PTC_ERROR_ARGUMENT for options without a
 * struct_size; nothing is written then. All writers below do the same. [signature 9]
 */
PTC_API ptc_status ptc_schema_write_signature(ptc_text *text, const ptc_schema *schema,
                                              const ptc_render_options *options);

/* Appends the schema as Malli in EDN. [validation 12] */
PTC_API ptc_status ptc_schema_write_malli(ptc_text *text, const ptc_schema *schema,
                                          const ptc_render_options *options);

/* How a tool is described. */
typedef enum ptc_prompt_style {
    PTC_PROMPT_SEED,    /* search(query :string) -> [:string] */
    PTC_PROMPT_COMPACT, /* tool/search(query string) -> [string]  ; description */
    PTC_PROMPT_FENCED,  /* a heading and a code block per tool */
} ptc_prompt_style;

/*
 * Appends the prompt entry of a tool: its line, its description, descriptions of fields,
 * and lines that explain formats, each ended by a newline.
 *
 * `schema` NULL: a tool without a signature. `name` empty: only the type in prompt form,
 * without a newline; lines for formats, and for types that it only names, follow on
 * separate lines if there are any. ptc_tools_write_prompt explains types that a tool's
 * entry only names, before the tools. [signature 9, 9.1]
 */
PTC_API ptc_status ptc_schema_write_prompt(ptc_text *text, ptc_str name,
                                           const ptc_schema *schema,
                                           ptc_prompt_style style,
                                           const ptc_render_options *options);

/* A tool as a prompt shows it. Rows of this struct never change. */
typedef struct ptc_prompt_tool {
    ptc_str name;             /* as programs call it */
    const ptc_schema *schema; /* NULL: a tool without a signature */
    bool is_planning;         /* for planning only: models must not call it */
    const struct ptc_prompt_tool_info *info; /* NULL: there is none yet */
} ptc_prompt_tool;

/*
 * Appends the tool section of a prompt; nothing if there are no tools.
 *
 * It has a heading and the entries of the tools, sorted by name, with a blank line before
 * each. Tools for planning follow under their own heading. Declared types that the
 * entries only name come before the tools under a heading, each once. If types of two
 * tools have the same name, the lines of the later one follow its tool. Temporary memory
 * for sorting comes from the text's arena. [signature 9.1]
 */
PTC_API ptc_status ptc_tools_write_prompt(ptc_text *text, const ptc_prompt_tool *tools,
                                          size_t count, ptc_prompt_style style,
                                          const ptc_render_options *options);

PTC_END

#endif
