/* SPDX-License-Identifier: MIT */
/*
 * The one schema type: its nodes in order, equality and hash, intervals, members of
 * enums, conversions of scalars and dates with time. No reading and no checking.
 *
 * It depends only on base. Nothing in it is mutually recursive.
 */
#ifndef PTC_SCHEMA_INT_H
#define PTC_SCHEMA_INT_H

#include <ptc/convert.h>
#include <ptc/datetime.h>
#include <ptc/number.h>
#include <ptc/schema.h>

/* --- schema/spelling.c -------------------------------------------------------------- */

/* The first of the types of texts with a fixed spelling, and how many there are: the rows
 * of PTC_SPELLED_TYPES in <ptc/types.def>. */
#define PTC_PLUS_ONE(...) +1
enum {
    PTC_TYPE_SPELLED = PTC_TYPE_DATETIME,
    PTC_SPELLED_COUNT = 0 PTC_SPELLED_TYPES(PTC_PLUS_ONE, PTC_PLUS_ONE)
};

/*
 * Labels of a switch that treats all spelled texts alike, as it does `constant`:
 * `case PTC_SPELLED_AND(STRING):`. They are the rows TEXT; for those that are also
 * numbers, name DECIMAL.
 */
#define PTC_SPELLED_AND(constant)                                                        \
    PTC_TYPE_##constant PTC_SPELLED_TYPES(PTC_OR_SPELLED, PTC_OR_NOTHING)
#define PTC_OR_SPELLED(constant, ...)                                                    \
    :                                                                                    \
    case PTC_TYPE_##constant
#define PTC_OR_NOTHING(...)

/* The facts of a row. */
typedef struct ptc_spelling {
    const char *word;
    const char *format;
    const char *pattern;
    const char *spelling;
    const char *phrase;
    const char *example;
} ptc_spelling;

/* DATETIME, DATE, DECIMAL and the like. */
PTC_INLINE bool ptc_type_is_spelled(ptc_type type)
{
    return (unsigned)type - PTC_TYPE_SPELLED < PTC_SPELLED_COUNT;
}

/* NULL for types that are not spelled. */
const ptc_spelling *ptc_type_spelling(ptc_type type);

/* Whether a text is a value of a spelled type. */
bool ptc_spelling_is_good(ptc_type type, ptc_str text);

/* --- schema/schema.c ---------------------------------------------------------------- */

/* Whether `first` and `count` of a node of this type are its children. */
bool ptc_type_has_children(ptc_type type);

/* INT, FLOAT and NUMBER. */
bool ptc_type_is_numeric(ptc_type type);

/* Types whose values have no parts: a single text can be one. UNION is not among them. */
bool ptc_type_is_scalar(ptc_type type);

/* Types that say something of values of one kind alone, and never what to make of them:
 * MULTIPLE, PREFIX, CONTAINS, KEYS, OTHER_KEYS, OTHER_ITEMS. */
bool ptc_type_is_condition(ptc_type type);

/* Whether a node stands for the elements or keys of a value that other conjuncts say
 * nothing about. */
PTC_INLINE bool ptc_type_is_of_others(ptc_type type)
{
    return type == PTC_TYPE_OTHER_KEYS || type == PTC_TYPE_OTHER_ITEMS;
}

/* The kinds of values that a type is about, as bits, where it may accept all others
 * (PTC_NODE_OTHERS); 0 for types that it cannot be said about. */
unsigned ptc_type_kinds(ptc_type type);

/* The fact that PTC_NODE_INTEGRAL, PTC_NODE_DISTINCT or PTC_NODE_JSON_EQUAL is of a type
 * that has one of them; else 0. */
unsigned ptc_type_fact(ptc_type type);

/* Whether a node says something that only Malli, and JSON Schema or Brimley, can say. */
PTC_INLINE bool ptc_schema_has_facts(const ptc_schema_node *node)
{
    return (node->flags & (PTC_NODE_INTEGRAL | PTC_NODE_OTHERS | PTC_NODE_CASTS)) != 0 &&
           ((node->flags & (PTC_NODE_OTHERS | PTC_NODE_CASTS)) != 0 ||
            ptc_type_fact((ptc_type)node->type) != 0);
}

/* Whether a node has the fact that it compares members like JSON. */
PTC_INLINE bool ptc_schema_is_json_equal(const ptc_schema_node *node)
{
    return (node->flags & PTC_NODE_JSON_EQUAL) != 0;
}

/* Whether a value is of a kind that a type is about, of those of ptc_type_kinds. */
bool ptc_type_is_about(ptc_type type, const ptc_value *value);

/* Whether a node says nothing about values of such a kind and therefore accepts it. */
PTC_INLINE bool ptc_schema_is_other(const ptc_schema_node *node, const ptc_value *value)
{
    return (node->flags & PTC_NODE_OTHERS) != 0 &&
           !ptc_type_is_about((ptc_type)node->type, value);
}

#define PTC_NODE_NONE UINT32_MAX

/* The node after `index` in document order within the tree under schema->root, or
 * PTC_NODE_NONE; and the next one that is not below `index`. The schema is a tree: see
 * ptc_schema_unfold. */
uint32_t ptc_schema_next(const ptc_schema *schema, uint32_t index);
uint32_t ptc_schema_next_beside(const ptc_schema *schema, uint32_t index);

/* The node after registries and references. */
PTC_INLINE const ptc_schema_node *ptc_schema_target(const ptc_schema_node *nodes,
                                                    const ptc_schema_node *node)
{
    while (node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY)
        node = &nodes[node->first];
    return node;
}

/* What a type is after references, and the first conjunct where several hold. */
PTC_INLINE const ptc_schema_node *ptc_schema_main(const ptc_schema_node *nodes,
                                                  const ptc_schema_node *node)
{
    node = ptc_schema_target(nodes, node);
    while (node->type == PTC_TYPE_AND)
        node = ptc_schema_target(nodes, &nodes[node->first]);
    return node;
}

/* Whether the node itself says that nil is accepted, as :any does where it may be absent.
 */
PTC_INLINE bool ptc_schema_says_nil(const ptc_schema_node *node)
{
    return (node->flags & PTC_NODE_NULLABLE) != 0 ||
           ((node->flags & PTC_NODE_OPTIONAL) != 0 &&
            (node->type == PTC_TYPE_ANY || node->type == PTC_TYPE_NIL));
}

/* Whether a field or parameter may be absent. */
PTC_INLINE bool ptc_schema_is_optional(const ptc_schema_node *field)
{
    return (field->flags & PTC_NODE_OPTIONAL) != 0;
}

/* Whether nil is accepted by a mark: that of the node, of what it refers to, or of an
 * alternative. */
bool ptc_schema_takes_nil(const ptc_schema_node *nodes, const ptc_schema_node *node);

/* How a field distinguishes *may be absent* from *takes nil*. */
typedef enum ptc_absence {
    PTC_ABSENCE_AS_NIL,      /* both, or neither: as in signatures */
    PTC_ABSENCE_REFUSED,     /* it must be there, though nil is accepted */
    PTC_ABSENCE_WITHOUT_NIL, /* it may be absent, though nil is refused */
} ptc_absence;

ptc_absence ptc_schema_absence(const ptc_schema_node *nodes,
                               const ptc_schema_node *field);

/* --- schema/interval.c -------------------------------------------------------------- */

/* Compares two numbers exactly, never through a cast: -1, 0, 1, or 2 when one is NaN. */
int ptc_interval_compare(const ptc_value *a, const ptc_value *b);

/* Intersects: `to` is left with the tighter of both bounds on each side. */
void ptc_interval_tighten(ptc_interval *to, const ptc_interval *by);

/* Brings an interval of values of INT, FLOAT or NUMBER, or of counts for every other
 * `type`, into normal form. False when no value is in it. */
bool ptc_interval_settle(ptc_interval *interval, ptc_type type);

/* Whether it has no bound at all. */
bool ptc_interval_is_open(const ptc_interval *interval);

/* Whether both have the same bounds, of the same kind; NULL is not an interval. */
bool ptc_interval_same(const ptc_interval *a, const ptc_interval *b);

/* Whether a number is above a lower bound; NaN is above nothing. */
PTC_INLINE bool ptc_interval_is_above(const ptc_value *bound, bool is_open,
                                      const ptc_value *number)
{
    int order = ptc_interval_compare(number, bound);

    return order == 1 || (order == 0 && !is_open);
}

/* --- schema/equal.c ----------------------------------------------------------------- */

/* What equality and hash see of a node itself, without its children; and of its slot. */
bool ptc_schema_node_same(const ptc_schema_node *a, const ptc_schema_node *b);
bool ptc_schema_slot_same(const ptc_schema_node *a, const ptc_schema_node *b);
uint64_t ptc_schema_node_hash(const ptc_schema_node *node, uint64_t hash);
uint64_t ptc_schema_slot_hash(const ptc_schema_node *node, uint64_t hash);

/* What a node is: itself, or the body of the registry that it is. */
ptc_schema_node ptc_schema_body(const ptc_schema *schema, uint32_t index);

/* Whether a slot has a default, which few have: ask before what looks at it. */
PTC_INLINE bool ptc_schema_has_default(const ptc_schema_node *node)
{
    return node->extra != NULL && node->extra->default_value.kind != PTC_NIL;
}

/* Mixes eight bytes into a hash; the same on every machine. */
PTC_INLINE uint64_t ptc_hash_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 29);
}

/* --- schema/hash.c ------------------------------------------------------------------ */

/* ptc_schema_hash with memory of `arena`, which has it back: 0 when that refused. */
uint64_t ptc_schema_hash_in(ptc_arena *arena, const ptc_schema *schema);

/* Hashes of schemas that are in one array: what they share is hashed once for all of
 * them. Memory is the arena's; false, or a hash of 0, when that refused. */
typedef struct ptc_hashes {
    ptc_arena *arena;
    uint64_t *blocks;       /* of children, by their first node; 0: unknown */
    uint64_t *named_blocks; /* the same with references by name */
    uint64_t *targets;      /* of what references lead to */
} ptc_hashes;

/* `all` has the nodes of all those schemas. */
bool ptc_hashes_init(ptc_hashes *hashes, ptc_arena *arena, const ptc_schema *all);
uint64_t ptc_hashes_of(ptc_hashes *hashes, const ptc_schema *schema);

/* The hash of a block of children, `inner` (0 before the first), with one more; and that
 * of a node with such a block, or of a reference, whose block is the hash of its
 * definition's name. */
uint64_t ptc_schema_inner_hash(uint64_t inner, const ptc_schema_node *child,
                               uint64_t hash);
uint64_t ptc_schema_whole_hash(const ptc_schema_node *node, uint64_t inner);

/* --- schema/unfold.c ---------------------------------------------------------------- */

/* Whether no two nodes of the schema share their children, so that parents lead from
 * every node to the root. */
bool ptc_schema_is_tree(const ptc_schema *schema);

/* Whether `is_it` says yes to a node of the schema, whose array may hold others; also
 * when memory to find out was refused. */
typedef bool (*ptc_schema_is_fn)(const ptc_schema_node *node, const void *user);

bool ptc_schema_any(const ptc_schema *schema, ptc_schema_is_fn is_it, const void *user);

/* Whether a node uses a declared type that contains itself, or is the registry of such
 * types. The reference may lead to what comes before a schema, and has the name of what
 * it leads to. */
PTC_INLINE bool ptc_schema_is_recursive(const ptc_schema_node *nodes,
                                        const ptc_schema_node *node)
{
    if (node->type == PTC_TYPE_REGISTRY)
        node = &nodes[node->first];
    return node->type == PTC_TYPE_REF && node->extra != NULL &&
           node->extra->named_type.len > 0;
}

/*
 * Makes a tree of a schema: shared children are copied for each node that has them, and
 * the root has index 0. With `keeps_names`, a node whose type is declared by name becomes
 * CUSTOM of that name, except for the root and the output of what has no inputs; else a
 * use of a declared type that contains itself becomes a registry with its definitions.
 * Texts and values stay where they are. PTC_ERROR_ARGUMENT when there would be more than
 * `limit` nodes; PTC_ERROR_MEMORY.
 */
ptc_status ptc_schema_unfold(ptc_arena *arena, const ptc_schema *schema, size_t limit,
                             bool keeps_names, ptc_schema *out);

/* --- schema/copy.c ------------------------------------------------------------------ */

/*
 * Copies what the root of a schema leads to, of an array that may hold all contracts of a
 * file, in time and memory by the size of the copy. Shared children stay shared and come
 * after all nodes that share them. The root has the index `root`; the nodes before it are
 * zeros, for the caller to fill in. Texts and values stay where they are. The nodes,
 * which `*out` has as well, are the caller's to change; NULL when the arena refused.
 */
ptc_schema_node *ptc_schema_copy(ptc_arena *arena, const ptc_schema *schema,
                                 uint32_t root, ptc_schema *out);

/* --- schema/member.c ---------------------------------------------------------------- */

/* Strict identity; `strings_are_keywords`: a string is a keyword of its name, as in JSON.
 */
bool ptc_member_is(const ptc_value *literal, const ptc_value *value,
                   bool strings_are_keywords);

/* The same for literals that hold no other values, such as all members of enums. */
bool ptc_member_is_scalar(const ptc_value *literal, const ptc_value *value,
                          bool strings_are_keywords);

/* A string and a keyword of one name; a string may have the keyword's colon. */
bool ptc_member_is_named(const ptc_value *literal, const ptc_value *value);

/* The member of an ENUM, CONST or NOT_CONST that a value is, as the node compares them;
 * or NULL. */
const ptc_value *ptc_member_find(const ptc_schema_node *node, const ptc_value *value,
                                 bool strings_are_keywords);

/* The member of an ENUM or CONST that a value of another kind means; PTC_ERROR_INVALID
 * when there is none. [validation 4] */
ptc_status ptc_member_convert(const ptc_schema_node *node, const ptc_value *value,
                              ptc_value *out);

/* --- schema/cast.c ------------------------------------------------------------------ */

/* Whether PTC_NODE_CASTS says something about a type. */
bool ptc_type_can_cast(ptc_type type);

/* Bytes that a cast may need for a text. */
enum { PTC_CAST_MAX = 32 };

/*
 * Converts a value, which neither its type takes nor the usual coercions convert, by the
 * wider rules; `node` is one that has PTC_NODE_CASTS. A text that is made is in `room`,
 * or where the value's is. PTC_ERROR_INVALID: there is no way from one to the other;
 * PTC_ERROR_RANGE: an integer outside int64. `*out` has no meaning then.
 */
ptc_status ptc_cast(const ptc_schema_node *node, const ptc_value *value,
                    char room[PTC_CAST_MAX], ptc_value *out);

/* --- schema/multiple.c -------------------------------------------------------------- */

/* Whether a number (an int, a double, or an integer by its spelling) is a multiple of an
 * int or finite double above 0, by their decimals; what is not finite is of none. */
bool ptc_number_is_multiple(const ptc_value *number, const ptc_value *divisor);

/* The divisor times `times`: an int where it is one, else the nearest double; false when
 * it can be neither. */
bool ptc_number_times(const ptc_value *divisor, int64_t times, ptc_value *out);

/* A multiple near to an int or double, of its kind where it can be; `more` further on.
 * False when there is none. */
bool ptc_number_near(const ptc_value *divisor, const ptc_value *number, int more,
                     ptc_value *out);

/* --- schema/tool_words.c ------------------------------------------------------------ */

/* What contracts say about tools besides their types. [mcp 4] */
typedef struct ptc_tool_words {
    ptc_str title;      /* empty: none */
    unsigned hints;     /* PTC_HINT_* of <ptc/target.h> */
    int64_t timeout_ms; /* 0: none */
} ptc_tool_words;

/* The longest timeout of a tool: a day. */
#define PTC_TOOL_TIMEOUT_MAX 86400000

/* What hints may be, for messages. */
#define PTC_HINT_WORDS                                                                   \
    "read-only, destructive or additive, idempotent, open-world or closed-world"

/* The word of the hint 1 << index; NULL after the last one. */
const char *ptc_hint_word(unsigned index);

/* The hint of a word; 0: there is none. */
unsigned ptc_hint_of(ptc_str word);

/* The word of one of `hints` that a hint contradicts; NULL: none. */
const char *ptc_hint_refuted(unsigned hint, unsigned hints);

/* --- schema/convert.c --------------------------------------------------------------- */

/* A text without the ASCII blanks around it. */
ptc_str ptc_convert_trim(ptc_str text);

/* --- schema/decimal.c --------------------------------------------------------------- */

/* ptc_decimal_compare with a bound, an int or float; a float is its shortest decimal. 2
 * when it is NaN. */
int ptc_decimal_compare_bound(ptc_str text, const ptc_value *bound);

/* Whether a decimal is above a lower bound; and within an interval. */
bool ptc_decimal_is_above(ptc_str text, const ptc_value *bound, bool is_open);
bool ptc_decimal_is_within(ptc_str text, const ptc_interval *interval);

/* Writes the shortest decimal of a finite double, "5.0" and "0.1"; without an exponent
 * from 1e-6 up to 1e21. */
size_t ptc_decimal_write_double(double number, char out[PTC_NUMBER_MAX]);

/* How a value that DECIMAL accepts is spelled: a decimal's text, or that of an integer,
 * which `digits` holds. PTC_ERROR_RANGE for an exponent that is too large,
 * PTC_ERROR_INVALID for all other values. */
ptc_status ptc_decimal_text(const ptc_value *value, char digits[PTC_NUMBER_MAX],
                            ptc_str *out);

/* --- schema/datetime.c -------------------------------------------------------------- */

/* ptc_datetime_parse and ptc_datetime_read at once; `*out` is zeroed for forms NONE and
 * NO_OFFSET. */
ptc_datetime_form ptc_moment_read(ptc_str text, ptc_datetime *out);

/* "2026-01-02T07:00:00.500Z" as "2026-01-02 07:00:00.500", in UTC, with "+00" after it
 * where there is a zone: the form that sorts like the time, and that databases write
 * themselves. Faults are those of ptc_datetime_read and ptc_datetime_make. */
ptc_status ptc_datetime_for_sql(ptc_arena *arena, ptc_str spelled, bool has_zone,
                                ptc_str *out);

#endif
