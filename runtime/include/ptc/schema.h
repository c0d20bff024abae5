/* SPDX-License-Identifier: MIT */
/*
 * <ptc/schema.h> - the one schema type.
 *
 * A schema is an array of nodes and the index of its root. Children of a node are
 * adjacent and come after it, breadth first, so a pass over a schema is a loop (forwards
 * for inherited facts, backwards for facts of the children), nothing recurses, and the
 * same bytes serve in an arena and as `static const` tables. A reference is a number, so
 * recursive schemas need no pointers.
 *
 * A declared type is stored once, however often it is used: the nodes that use it share
 * their children (`first` and `count`), whose `parent` is one of them. So a schema stands
 * for a tree that may be far larger than its array. All contracts of a file are in one
 * array, each in its own part: `root` is its first node, `count` the end of its last;
 * types come before their uses, so shared children that are not in this part come before
 * it. A schema read from a single text has an array to itself.
 *
 * Each node has its type, and the facts of its place in the parent (the slot): field
 * name, optional mark, default, description. Every schema from a reader is in normal
 * form:
 *   - bounds are folded into one interval; an empty one was refused; bounds of INT are
 *     ints, those of lengths and counts are inclusive ints from 0 on;
 *   - OPTIONAL, only on fields and parameters, says that they may be absent; NULLABLE
 *     that nil is accepted, never on NIL and ANY. In signatures and Malli a field has
 *     both or neither: for a nullable type, {:optional true}, and a default; a
 *     reference whose definition accepts nil has OPTIONAL. Slots of drafts with
 *     is_apart, those of JSON Schema, have each independently;
 *   - unions are flat, have at least two alternatives, no two equal, and no nil or
 *     nullable alternative (the union is NULLABLE instead);
 *   - `:and` of one scalar with bounds and patterns is that scalar; other conjunctions
 *     are flat AND nodes of two or more;
 *   - OTHER_KEYS and OTHER_ITEMS are conjuncts of an AND, which is then part of no
 *     other AND; alone they are KEYS of any key, and a PREFIX of no elements;
 *   - enum members are distinct, none of them nil (the enum is NULLABLE instead), and
 *     scalars, unless they are compared as JSON (JSON_EQUAL): then they may be lists
 *     and maps, and numbers without a fraction are ints;
 *   - CASTS is only on types that it affects, CONTEXT on parameters, which then have
 *     no default and are optional only if they accept nil;
 *   - DECODED is on no conjunct of an AND: the decoder of the first one is the AND's;
 *     an enclosing node, such as a slot, has the decoder instead of the type;
 *   - JSON_EQUAL, DISTINCT and OTHERS are left out where they change nothing; a node
 *     with OTHERS accepts nil, and is NULLABLE only in a field that may be absent.
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
    PTC_NODE_NULLABLE = 1,   /* nil is accepted; never on ANY and NIL, which take it */
    PTC_NODE_CLOSED = 2,     /* MAP: no other keys, as in mode strict */
    PTC_NODE_MALLI = 4,      /* written in Malli: messages use Malli's terms */
    PTC_NODE_FIREWALLED = 8, /* the slot hides its value from models */
    PTC_NODE_NAMED = 16,     /* UNION from :orn: alternatives have names;
                                FUNCTION: parameter names were written, not made up */
    PTC_NODE_OPEN = 16,    /* LIST PREFIX: elements (of a PREFIX, the further ones) count
                            * as others for an OTHER_ITEMS, although the last child checks
                            * them */
    PTC_NODE_FOREIGN = 16, /* MAP: of JSON Schema, where undeclared keys are never taken
                            * for misspelt ones; never compared */
    PTC_NODE_OTHERWISE = 32, /* the :malli.core/default branch of a MULTI */
    PTC_NODE_BARE = 64,   /* FUNCTION: written as a type alone, `T` for `() -> T`; never
                             compared */
    PTC_NODE_CHILD = 128, /* FUNCTION: of an agent that another one calls; its prompt line
                           * omits firewalled fields of the output; never compared */
    PTC_NODE_EXACT =
        128, /* not FUNCTION: found only by the exact spelling of the slot's name; another
              * field's name differs from it only in case, '-' and '_' */
    PTC_NODE_OPTIONAL = 256,   /* field or parameter: may be absent */
    PTC_NODE_INTEGRAL = 512,   /* INT: 1.0 is one, and is stored as 1 */
    PTC_NODE_DISTINCT = 512,   /* LIST TUPLE PREFIX: no two elements are equal as JSON */
    PTC_NODE_JSON_EQUAL = 512, /* ENUM CONST NOT_CONST: equal as JSON: 1 is 1.0, at any
                                  depth; members may be lists and maps */
    PTC_NODE_OTHERS = 1024,    /* values that are not of the node's own type are accepted:
                                  {"minLength": 2} says nothing of numbers */
    PTC_NODE_CASTS = 2048,     /* BOOL INT STRING DATETIME ENUM CONST: inputs are also
                                * converted by the wider rules of Brimley: "yes" is true
                                * [brimley 4]. MAP: undeclared keys are dropped from inputs,
                                * with a warning [brimley 3] */
    PTC_NODE_CONTEXT = 4096, /* parameter: its value comes from the host's context, by the
                              * path in `extra`, never from the caller, and models do not
                              * see it [brimley 4b] */
    PTC_NODE_DECODED = 8192, /* inputs first go through the decoder that `extra` names
                              * [validation 11.5] */
};

/* Bounds of a number, or of a length or count. `low`/`high` are nil (open), int or float.
 */
typedef struct ptc_interval {
    ptc_value low;  /* nil: no lower bound */
    ptc_value high; /* nil: no upper bound */
    bool low_open;  /* the bound itself is excluded: > instead of >= */
    bool high_open; /* likewise: < instead of <= */
} ptc_interval;

struct ptc_schema_node;
struct ptc_walker; /* private */
struct ptc_place;  /* private */

/* How the walker checks values that are schemas. Nodes point to it, so only programs with
 * such nodes link the schema reader. */
typedef bool (*ptc_schema_judge_fn)(struct ptc_walker *walker,
                                    const struct ptc_schema_node *node,
                                    const ptc_value *value,
                                    const struct ptc_place *place);

/*
 * A decoder: it transforms an input before the input is converted and checked. Sets
 * `*out` to the decoded `value`, or to `value` itself, and returns true; returns false
 * when it cannot decode it, and may set `*message` to say why (static, or living as long
 * as `arena`). The result lives in `arena`, shares parts of `value`, or is static; the
 * decoder keeps neither. It may be called more than once for a value, by several threads,
 * and gives the same result each time. [validation 11.5]
 */
typedef bool (*ptc_decoder_fn)(ptc_arena *arena, const ptc_value *value, ptc_value *out,
                               const char **message, void *user);

/* The rare facts of a node. Absent texts have length 0, absent values kind nil. */
typedef struct ptc_schema_extra {
    ptc_str description;       /* for models and people */
    ptc_str title;             /* of JSON Schema */
    ptc_value default_value;   /* nil: no default; a default is never nil */
    ptc_value branch;          /* MULTI child: the dispatch value */
    ptc_value properties;      /* map of properties that ptcc does not know, or nil */
    ptc_str named_type;        /* the declared name of its type ("user") */
    ptc_span span;             /* place in the source text, for diagnostics; for parts of
                                * a declared type, the place of its use */
    ptc_schema_judge_fn judge; /* MALLI_SCHEMA: ptc_schema_judge; NULL: none fits */
    ptc_str context; /* slot with PTC_NODE_CONTEXT: "app.user.id", "config.region" */
    ptc_str decoder; /* with PTC_NODE_DECODED: its name */
    ptc_decoder_fn decode; /* the function of that name in generated code that was given
                            * one, called with `user` NULL; NULL: the one in the
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
    uint32_t parent;       /* index of a parent; of itself for the root */
    ptc_str name;          /* slot: field, parameter, branch, alternative, definition */
    ptc_str type_name;     /* CUSTOM: validator; MULTI: dispatch field; else empty */
    const ptc_interval *interval; /* INT FLOAT NUMBER DECIMAL: value; STRING: code points;
                                     LIST SET MAP_OF PREFIX: count; CONTAINS: count of
                                     elements that it accepts; NULL: unbounded */
    const ptc_value *members;     /* ENUM CONST NOT_CONST MULTIPLE */
    const ptc_pattern *patterns;  /* STRING */
    const ptc_schema_extra *extra; /* NULL: nothing */
} ptc_schema_node;

/* A schema: constant data, which threads may share. */
typedef struct ptc_schema {
    const ptc_schema_node *nodes; /* private to readers of schemas */
    uint32_t root;                /* index of the root */
    uint32_t count; /* end of the nodes in the array; later ones belong to others */
} ptc_schema;

/* The node for the whole. */
PTC_INLINE const ptc_schema_node *ptc_schema_root(const ptc_schema *schema)
{
    return &schema->nodes[schema->root];
}

/* The only implementation. */
PTC_API bool ptc_schema_judge(struct ptc_walker *walker,
                              const struct ptc_schema_node *node, const ptc_value *value,
                              const struct ptc_place *place);

/* "int", "double", ...: the word for messages, by the dialect of the node. */
PTC_API const char *ptc_type_word(ptc_type type, bool is_malli);

/* Whether a slot has a default; if so, *out is the default. */
PTC_API bool ptc_schema_default(const ptc_schema_node *node, ptc_value *out);

/* --- Building ---------------------------------------------------------------------- */

/*
 * Readers build a loose tree in any order and finish it once. Draft nodes are handles (0
 * is none); names, texts and values given to a draft must live in the draft's arena or
 * longer. A refused allocation is remembered; finish then fails.
 */
typedef uint32_t ptc_draft_ref;

/*
 * What a reader knows about a node. Slot facts (name, is_optional, default ...) belong to
 * the child in the slot. Bounds and patterns may be given directly, or as AND children of
 * type NUMBER with an interval / STRING with a pattern; normal form merges.
 */
typedef struct ptc_draft_node {
    uint8_t type;         /* ptc_type */
    uint16_t flags;       /* PTC_NODE_*; of a slot also FIREWALLED */
    bool is_optional;     /* slot: {:optional true} */
    bool is_apart;        /* slot: being absent and being nil are independent, as in JSON
                           * Schema: is_optional and a default allow the former, the type
                           * allows the latter */
    bool is_exact;        /* slot: PTC_NODE_EXACT */
    bool is_definition;   /* a named type that contains itself: its uses are references to
                           * it, the definition of a registry */
    ptc_draft_ref first;  /* chain of children */
    ptc_draft_ref last;   /* of that chain */
    ptc_draft_ref next;   /* in its own chain */
    ptc_draft_ref target; /* REF: the definition; or the named type that is used */
    uint32_t place;       /* this and the next are private to ptc_draft_finish; 0 */
    uint32_t settled;     /* private */
    ptc_str name;         /* as in ptc_schema_node */
    ptc_str type_name;    /* as in ptc_schema_node */
    ptc_interval interval;    /* nil bounds: none */
    const ptc_value *members; /* as in ptc_schema_node */
    uint32_t member_count;
    uint32_t pattern_count;
    const ptc_pattern *patterns; /* as in ptc_schema_node */
    ptc_schema_extra extra;      /* extra.span: always set it */
    ptc_span default_span;       /* of a default; empty: unknown */
    bool has_nil_default; /* slot: {:default nil}, which allows it to be absent, and
                           * requires a type that accepts nil unless it is optional */
} ptc_draft_node;

/* A schema in the making. Members without a comment are private. */
typedef struct ptc_draft {
    ptc_arena *arena;        /* owns the nodes */
    ptc_diags *diags;        /* normal form and checks report here */
    ptc_draft_node **blocks; /* private; nodes stay where they are, index 0 is unused */
    size_t block_count;
    size_t block_capacity; /* private */
    size_t count;
    ptc_draft_node scratch;    /* the node of handle 0 */
    size_t node_limit;         /* limit on finished nodes, where a named type counts once;
                                * beyond it `too-large`. Default 2^20 */
    bool lint;                 /* adds the warnings that are off by default */
    bool failed;               /* an allocation was refused */
    ptc_schema_judge_fn judge; /* of its MALLI_SCHEMA nodes: set it when you add one */
} ptc_draft;

/* Initialises it without nodes. */
PTC_API void ptc_draft_init(ptc_draft *draft, ptc_arena *arena, ptc_diags *diags);

/* A new node with only type and span; 0 when refused. If you add a MALLI_SCHEMA, also set
 * draft->judge to ptc_schema_judge: without it ptc_draft_finish refuses. */
PTC_API ptc_draft_ref ptc_draft_add(ptc_draft *draft, ptc_type type, ptc_span span);

/* The node of a handle; it does not move. Handle 0 gives a scratch node, so readers need
 * not check each step. */
PTC_API ptc_draft_node *ptc_draft_at(ptc_draft *draft, ptc_draft_ref ref);

/* Names the slot of a field or parameter like signatures and Malli: a name that begins
 * with '_' is firewalled. A reader whose names hide nothing sets the name itself. */
PTC_API void ptc_draft_name(ptc_draft *draft, ptc_draft_ref ref, ptc_str name);

/* Appends `child` (0: nothing happens) to the children of `parent`. */
PTC_API void ptc_draft_append(ptc_draft *draft, ptc_draft_ref parent,
                              ptc_draft_ref child);

/*
 * Brings the tree under `root` into normal form, checks it (empty ranges, duplicate
 * names, defaults against their types, references without structure) and lays it out in
 * `arena`. The draft keeps its meaning and may be finished again from another root: named
 * types (a draft node under several parents through REF with flag 0 and extra.named_type)
 * are shared by their uses, registry references stay references. Returns PTC_ERROR_SYNTAX
 * after reporting what was wrong, PTC_ERROR_MEMORY when refused, PTC_ERROR_ARGUMENT for a
 * MALLI_SCHEMA node in a draft without a judge.
 */
PTC_API ptc_status ptc_draft_finish(ptc_arena *arena, ptc_draft *draft,
                                    ptc_draft_ref root, ptc_schema *out);

/* --- Readers ----------------------------------------------------------------------- */

/* Declares a registered type that `:name` may refer to; see <ptc/walk.h>. */
typedef struct ptc_type_names {
    const ptc_str *names; /* without their colons */
    size_t count;
} ptc_type_names;

/* How schemas are read. NULL: no registered types or decoders, 64 MiB, no lint. */
typedef struct ptc_read_options {
    size_t struct_size;             /* sizeof(ptc_read_options) */
    const ptc_type_names *types;    /* registered types, or NULL */
    const ptc_type_names *decoders; /* decoders that Malli may name as :decode/ptc, or
                                     * NULL */
    size_t memory_cap; /* 0: 64 MiB, and for a JSON Schema four times its length more;
                        * beyond it sig-too-large / malli-too-large */
    bool lint;         /* adds the warnings that are off by default */
    bool lenient;      /* JSON Schema: accepts other programs' words for its own, such as
                        * "dict" for "object", with a warning loss-spelling */
    bool json_implied_types;   /* JSON Schema: keywords imply the type that they apply to,
                                * with a loss; else values of other types satisfy them */
    bool json_annotate_format; /* JSON Schema: format: date-time also has no effect */
} ptc_read_options;

/*
 * Reads a signature string or a Malli schema (EDN text, or a JSON array) wherever a
 * signature is allowed; the result is always a FUNCTION node ("() -> T" for a bare T).
 * `source` must outlive the schema's diagnostics only: the schema, which `arena` owns,
 * keeps no pointer into it. `options` may be NULL. On PTC_ERROR_SYNTAX the diagnostics
 * say why, all of them (a text that needs more than options->memory_cap to read is one of
 * these faults); PTC_ERROR_MEMORY when the arena refused; PTC_ERROR_ARGUMENT for options
 * without a struct_size. This holds for all readers. [signature 1-8, 14]
 */
PTC_API ptc_status ptc_signature_read(ptc_arena *arena, const ptc_source *source,
                                      const ptc_read_options *options, ptc_diags *diags,
                                      ptc_schema *out);

/*
 * The same from a C string, for contracts in the program's text. On failure `*why` is the
 * finished text: all faults with their places, a line of the contract below each, and
 * what to do about them. It lives in `arena` or is constant, ends in NUL, and is empty
 * for PTC_OK.
 */
PTC_API ptc_status ptc_signature_of(ptc_arena *arena, const char *text, ptc_schema *out,
                                    ptc_str *why);

/* Reads a Malli schema from EDN text; any root type. [validation 11] */
PTC_API ptc_status ptc_malli_read(ptc_arena *arena, const ptc_source *source,
                                  const ptc_read_options *options, ptc_diags *diags,
                                  ptc_schema *out);

/* Reads a Malli schema from the JSON form (`.malli.json`). */
PTC_API ptc_status ptc_malli_read_json(ptc_arena *arena, const ptc_source *source,
                                       const ptc_read_options *options, ptc_diags *diags,
                                       ptc_schema *out);

/* Makes a schema from a Malli vector that a program built; messages give the place of a
 * fault as an index path. [validation 16] */
PTC_API ptc_status ptc_malli_from_value(ptc_arena *arena, const ptc_value *value,
                                        const ptc_read_options *options, ptc_diags *diags,
                                        ptc_schema *out);

/* Drafts the schema of `form`; 0 after an error, and for options without a struct_size.
 * The readers above and embedded Malli in signatures share it. */
PTC_API ptc_draft_ref ptc_malli_draft(ptc_draft *draft, const ptc_forms *forms,
                                      uint32_t form, const ptc_read_options *options);

/* --- Comparing --------------------------------------------------------------------- */

/*
 * The same contract: types, bounds, names, defaults, enum members, order. Descriptions,
 * titles, unknown properties, dialect, spans and the names of declared types do not
 * count; field and parameter names do, as written.
 */
PTC_API bool ptc_schema_equal(const ptc_schema *a, const ptc_schema *b);

/* Equal for equal schemas; the same on every machine and release of one format. 0 when
 * temporary memory was refused, as equality is false then. */
PTC_API uint64_t ptc_schema_hash(const ptc_schema *schema);

/* --- Rendering --------------------------------------------------------------------- */

/* How schemas are written. NULL: all false. */
typedef struct ptc_render_options {
    size_t struct_size;   /* sizeof(ptc_render_options) */
    bool bare_output;     /* `T` instead of `() -> T` when there are no inputs */
    bool malli_names;     /* functions as [:=> [:catn [:a T]] R] instead of [:cat T] */
    bool hide_firewalled; /* omit firewalled fields of outputs (a child's tool line) */
    bool hide_context;    /* leave out parameters that come from the host's context, as
                             prompts always do */
} ptc_render_options;

/* Appends canonical shorthand (embedded Malli where needed): reading it back gives an
 * equal schema, and canonical text renders as itself. `options` may be NULL.
 * PTC_ERROR_MEMORY, and PTC_ERROR_ARGUMENT for options without a struct_size: then
 * nothing is written. This holds for all writers below. [signature 9] */
PTC_API ptc_status ptc_schema_write_signature(ptc_text *text, const ptc_schema *schema,
                                              const ptc_render_options *options);

/* Appends Malli as EDN text. [validation 12] */
PTC_API ptc_status ptc_schema_write_malli(ptc_text *text, const ptc_schema *schema,
                                          const ptc_render_options *options);

/* How a tool is described. */
typedef enum ptc_prompt_style {
    PTC_PROMPT_SEED,    /* search(query :string) -> [:string] */
    PTC_PROMPT_COMPACT, /* tool/search(query string) -> [string]  ; description */
    PTC_PROMPT_FENCED,  /* a heading and a code block per tool */
} ptc_prompt_style;

/*
 * Appends the tool entry of a contract: line, description, field descriptions, format
 * lines, each ended by a newline. `schema` NULL: a tool without a signature. `name`
 * empty: only the type, in prompt form and without newline (necessary format lines, and
 * lines of types that it only names, follow on separate lines). Types that a tool entry
 * only names are explained before the tools by ptc_tools_write_prompt. [signature 9, 9.1]
 */
PTC_API ptc_status ptc_schema_write_prompt(ptc_text *text, ptc_str name,
                                           const ptc_schema *schema,
                                           ptc_prompt_style style,
                                           const ptc_render_options *options);

/* A tool as a prompt shows it. Rows of this struct never change. */
typedef struct ptc_prompt_tool {
    ptc_str name;                            /* as programs call it */
    const ptc_schema *schema;                /* NULL: a tool without a signature */
    bool is_planning;                        /* for planning: models must not call it */
    const struct ptc_prompt_tool_info *info; /* NULL: there is none yet */
} ptc_prompt_tool;

/*
 * Appends the tool section of a prompt: a heading, then the entries of the tools by name,
 * a blank line before each; then those for planning under their own heading. Declared
 * types that these only name come before them under a heading, each once; a tool whose
 * type has the same name as another tool's type has its lines after it. No tools:
 * nothing. The text's arena provides temporary memory for sorting. [signature 9.1]
 */
PTC_API ptc_status ptc_tools_write_prompt(ptc_text *text, const ptc_prompt_tool *tools,
                                          size_t count, ptc_prompt_style style,
                                          const ptc_render_options *options);

PTC_END

#endif
