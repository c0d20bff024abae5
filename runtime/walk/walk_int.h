/* SPDX-License-Identifier: MIT */
/*
 * The walker: checks (walk*.c), coerces (coerce*.c) and explains (message*.c) values
 * against schemas that exist at run time, and quickly checks JSON text (glance*.c).
 * Types, then prototypes grouped by the file that defines them.
 *
 * It depends on base, json, edn (its spellings), regex, schema and render. A schema is a
 * tree, so two circles of files are deliberate: a node is checked against the file of its
 * kind, which hands its parts back (walk.c with walk_choice.c, walk_list.c, walk_map.c,
 * walk_conditions.c, walk_others.c), and coerced likewise (coerce.c with coerce_list.c,
 * coerce_map.c, coerce_scalar.c). Both count their depth.
 */
#ifndef PTC_WALK_INT_H
#define PTC_WALK_INT_H

#include "base/base_int.h"

#include <ptc/walk.h>

/* --- walk/report.c --------------------------------------------------------------- */

/* Counts one more error or warning; whether it is to be stored. */
bool ptc_report_count(ptc_report *report, bool is_warning);

/* Stores an issue that was counted; false when refused memory. */
bool ptc_report_store(ptc_report *report, bool is_warning, const ptc_issue *issue);

/* The state of a report, to return to when later findings do not count. */
typedef struct ptc_report_mark {
    size_t error_count;
    size_t errors_found;
    size_t warning_count;
    size_t warnings_found;
} ptc_report_mark;

ptc_report_mark ptc_report_place(const ptc_report *report);
void ptc_report_rewind(ptc_report *report, ptc_report_mark mark);

/* Whether no more errors will be stored or counted. */
bool ptc_report_is_full(const ptc_report *report);

/* --- walk/refusal.c ----------------------------------------------------------------- */

/* The role of a text for its writer. ORDER SUBJECT: the table in refusal.c */
typedef enum ptc_subject {
    PTC_SUBJECT_ARGUMENTS, /* of a call */
    PTC_SUBJECT_RESULT,    /* of a function that has parameters */
    PTC_SUBJECT_VALUE,     /* of a type */
} ptc_subject;

ptc_subject ptc_subject_of(const ptc_schema *schema, ptc_direction direction);

/* The text for a model about a refused text, in `arena` or constant, ending in NUL. An
 * unreadable text has error->status, all others a report. [validation 9] */
ptc_str ptc_refusal_write(ptc_arena *arena, ptc_subject subject, ptc_str text,
                          ptc_status status, const ptc_report *report,
                          const ptc_json_error *error);

/* --- walk/walk_memo.c ------------------------------------------------------------ */

/* Remembered verdicts for a value and the combinator that checks it. */
typedef enum ptc_memo_kind {
    PTC_MEMO_ACCEPTS, /* UNION, AND, ONE, IF: whether it validates */
    PTC_MEMO_COERCES, /* UNION: whether it coerces, by which alternative, and to what */
} ptc_memo_kind;

typedef struct ptc_memo {
    int64_t content; /* with kind and count: the value */
    ptc_value made;  /* COERCES: what became of it */
    uint32_t count;
    uint32_t node;   /* index of the combinator */
    uint32_t choice; /* COERCES: the alternative's number, from 1; 0: none */
    uint16_t depth;  /* collections around the value */
    uint8_t kind;
    uint8_t what;  /* ptc_memo_kind */
    bool is_taken; /* the slot has an entry */
    bool is_valid;
    bool was_deep;    /* something in it was too deep */
    bool was_decoded; /* something in it went through a decoder */
} ptc_memo;

enum { PTC_MEMO_FEW = 64 }; /* slots before any are allocated; a power of two */

/* A hash table with open addressing. */
typedef struct ptc_memo_table {
    ptc_memo *slots; /* `few`, or in `arena` */
    size_t size;     /* a power of two */
    size_t count;
    ptc_arena arena;
    ptc_memo few[PTC_MEMO_FEW];
} ptc_memo_table;

struct ptc_walker;

/* What is already known about a value, or NULL. Valid until the next verdict is
 * remembered. */
const ptc_memo *ptc_memo_find(struct ptc_walker *walker, const ptc_schema_node *node,
                              const ptc_value *value, ptc_memo_kind what);

/* Remembers a verdict where it may be wanted again, with its own walker->was_deep.
 * `choice` and `made` are those of COERCES; else 0 and NULL. */
void ptc_memo_keep(struct ptc_walker *walker, const ptc_schema_node *node,
                   const ptc_value *value, ptc_memo_kind what, bool is_valid,
                   uint32_t choice, const ptc_value *made);

/* Gives the table's memory back. */
void ptc_memo_end(struct ptc_walker *walker);

/* --- walk/mode.c ----------------------------------------------------------------- */

/* Reports which of them is invalid, like ptc_misuse. */
PTC_COLD void ptc_mode_tell_unknown(const char *function, ptc_mode mode,
                                    ptc_direction direction, ptc_boundary boundary);

/* Whether the options of a call of `function` have known values; if not, that has been
 * reported. */
PTC_INLINE bool ptc_mode_is_known(const char *function, ptc_mode mode,
                                  ptc_direction direction, ptc_boundary boundary)
{
    if (PTC_LIKELY((unsigned)mode <= PTC_MODE_DISABLED &&
                   (unsigned)direction <= PTC_OUTPUT &&
                   (unsigned)boundary <= PTC_BOUNDARY_LISP))
        return true;
    ptc_mode_tell_unknown(function, mode, direction, boundary);
    return false;
}

/* --- walk/walk.c ----------------------------------------------------------------- */

/* Whether values are converted to their types. [validation 4] */
PTC_INLINE bool ptc_walk_converts(ptc_mode mode, ptc_direction direction)
{
    return direction != PTC_OUTPUT &&
           (mode == PTC_MODE_ENABLED || mode == PTC_MODE_WARN_ONLY);
}

/*
 * Where the walk is: a chain on the C stack from a value up to the root, whose place has
 * `up` NULL and is not a step of a path. A step is a declared field, or a key of the
 * data, or an index.
 */
typedef struct ptc_place {
    const struct ptc_place *up;
    const ptc_schema_node *slot; /* a declared field, or NULL */
    const ptc_value *key;        /* else a key of the data, or NULL */
    size_t index;                /* else this */
    const ptc_value *list;       /* what the index is in, or NULL */
} ptc_place;

/* A validator_count of options where there are no validators yet, as when a contract is
 * read: registered types take all values. */
#define PTC_VALIDATORS_LATER SIZE_MAX

/* A decoder_count of such options: values stay as they are. */
#define PTC_DECODERS_LATER SIZE_MAX

typedef struct ptc_walker {
    const ptc_schema_node *nodes;
    ptc_report *report; /* NULL: only the verdict, up to the first fault */
    const ptc_validator *validators;
    size_t validator_count;
    const ptc_decoder *decoders;
    size_t decoder_count;
    const ptc_context *context; /* of the host, or NULL */
    unsigned depth;             /* vectors, sets and maps around the current value */
    unsigned max_depth;
    unsigned steps; /* combinators around the current node */
    size_t work;    /* combinators that were entered */
    size_t rest;    /* nodes and their children that may still be looked at; at 0 nothing
                       is valid any more */
    bool is_json;
    bool is_strict;
    bool is_call;       /* the root is the parameters of a function */
    bool is_firewalled; /* names that start with '_' hide what is below them */
    bool was_deep;      /* something was refused for its depth */
    bool was_decoded;   /* something went through a decoder */
    bool failed;        /* refused memory */
    bool has_memos;     /* `memos` are in use; left uninitialised until then */
    ptc_memo_table memos;
} ptc_walker;

/* Options with only struct_size set. */
extern const ptc_walk_options ptc_walk_standard;

/* The options of a call of `function`, complete: the caller's own struct or a copy in
 * `*room`. NULL when their struct_size was not set, or they have unknown values, which
 * has been reported. */
PTC_INLINE const ptc_walk_options *ptc_walk_options_view(const char *function,
                                                         const ptc_walk_options *given,
                                                         ptc_walk_options *room)
{
    static const ptc_options_kind kind = {"options", "ptc_walk_options", sizeof *given};

    if (given == NULL)
        return &ptc_walk_standard;
    given = ptc_options_view(&kind, function, given, &ptc_walk_standard, room);
    return given != NULL && ptc_mode_is_known(function, given->mode, given->direction,
                                              given->boundary)
               ? given
               : NULL;
}

/* Fills `walker` from complete options and returns the node that checks the value: the
 * root, or the parameters or the output of a function. */
const ptc_schema_node *ptc_walk_start(ptc_walker *walker, const ptc_schema *schema,
                                      const ptc_walk_options *options,
                                      ptc_report *report);

/* The node that a call of the function is checked against: the function itself or,
 * without parameters, the empty list of them, where ptc_walk_start takes the result. */
ptc_schema ptc_walk_of_call(const ptc_schema *function);

/* As ptc_schema_validate, for untrusted schemas: gives up when more than `most` nodes and
 * children were looked at, and says so in `*is_given_up`. */
ptc_status ptc_walk_within(const ptc_schema *schema, const ptc_value *value,
                           const ptc_walk_options *options, size_t most,
                           ptc_report *report, bool *is_given_up);

/* Ends a walk; returns its status. */
ptc_status ptc_walk_end(ptc_walker *walker, bool is_valid);

/* Reduces the number of nodes that may still be visited. */
PTC_INLINE void ptc_walk_spend(ptc_walker *walker, size_t count)
{
    walker->rest = walker->rest > count ? walker->rest - count : 0;
}

/* Whether a value is of a scalar type that says no more, so that nothing is left to check
 * or convert. False means nothing. */
PTC_INLINE bool ptc_walk_is_plain(const ptc_schema_node *node, const ptc_value *value)
{
    if (node->interval != NULL)
        return false;
    switch ((unsigned)node->type) {
    case PTC_TYPE_STRING:
        return value->kind == PTC_STRING && (value->flags & PTC_FLAG_ASCII) != 0 &&
               node->pattern_count == 0;
    case PTC_TYPE_INT:
        return value->kind == PTC_INT;
    case PTC_TYPE_FLOAT:
        return value->kind == PTC_FLOAT && value->as.number - value->as.number == 0.0;
    case PTC_TYPE_BOOL:
        return value->kind == PTC_BOOL;
    default:
        return false;
    }
}

/* Whether `value` satisfies `node`; faults go to the walker's report, if it has one. */
bool ptc_walk_check(ptc_walker *walker, const ptc_schema_node *node,
                    const ptc_value *value, const ptc_place *place);

/* ptc_walk_check without faults. */
bool ptc_walk_accepts(ptc_walker *walker, const ptc_schema_node *node,
                      const ptc_value *value);

/* Steps into a container or a combinator; false after reporting that it is too deep.
 * After true, the caller steps out by decrementing `depth` or `steps`. */
bool ptc_walk_enter(ptc_walker *walker, const ptc_schema_node *node,
                    const ptc_place *place);
bool ptc_walk_step(ptc_walker *walker, const ptc_schema_node *node,
                   const ptc_place *place);

/* --- walk/walk_scalar.c ---------------------------------------------------------- */

bool ptc_walk_scalar(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place);

/* Whether a count is within the node's limits; the second reports that it is not. */
bool ptc_walk_is_count(const ptc_schema_node *node, size_t count);
bool ptc_walk_size(ptc_walker *walker, const ptc_schema_node *node,
                   const ptc_value *value, size_t count, const ptc_place *place);

/* --- walk/walk_list.c ------------------------------------------------------------ */

bool ptc_walk_list(ptc_walker *walker, const ptc_schema_node *node,
                   const ptc_value *value, const ptc_place *place);
bool ptc_walk_set(ptc_walker *walker, const ptc_schema_node *node, const ptc_value *value,
                  const ptc_place *place);
bool ptc_walk_tuple(ptc_walker *walker, const ptc_schema_node *node,
                    const ptc_value *value, const ptc_place *place);

/* Whether no two elements of a vector are the same. */
bool ptc_walk_distinct(ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place);

/* --- walk/walk_map.c ------------------------------------------------------------- */

bool ptc_walk_map(ptc_walker *walker, const ptc_schema_node *node, const ptc_value *value,
                  const ptc_place *place);
bool ptc_walk_map_of(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place);

/* ptc_walk_accepts for a key of a MAP_OF, which in JSON is always a string. */
bool ptc_walk_accepts_key(ptc_walker *walker, const ptc_schema_node *node,
                          const ptc_value *key);

/* The field of the MAP `node` that the data's `entry` spells, looked for first at child
 * `guess`; NULL for none. `*is_found` says whether the field takes its value from there;
 * otherwise the key is a second spelling, and an extra one. */
const ptc_schema_node *ptc_walk_field_of(const ptc_schema_node *nodes,
                                         const ptc_schema_node *node, const ptc_map *map,
                                         const ptc_map_entry *entry, uint32_t guess,
                                         bool *is_found);

/* Equal bytes, for names: short, of one length, most often equal. */
PTC_INLINE bool ptc_walk_is_same_text(const char *a, const char *b, size_t len)
{
    uint64_t word_a;
    uint64_t word_b;

    for (; len > 8; a += 8, b += 8, len -= 8) {
        memcpy(&word_a, a, 8);
        memcpy(&word_b, b, 8);
        if (word_a != word_b)
            return false;
    }
    if (len >= 4) {
        uint32_t first_a, first_b, last_a, last_b;

        memcpy(&first_a, a, 4);
        memcpy(&first_b, b, 4);
        memcpy(&last_a, a + len - 4, 4);
        memcpy(&last_b, b + len - 4, 4);
        return first_a == first_b && last_a == last_b;
    }
    while (len > 0 && *a == *b) {
        a++;
        b++;
        len--;
    }
    return len == 0;
}

/* Whether a field's own spelling is entry `guess` of a map all of whose keys are strings.
 */
PTC_INLINE bool ptc_walk_is_at(const ptc_map *map, const ptc_schema_node *field,
                               uint32_t guess)
{
    const ptc_value *key;

    if (guess >= map->count || map->kinds != 1u << PTC_STRING)
        return false;
    key = &map->entries[guess].key;
    return key->aux == field->name.len &&
           ptc_walk_is_same_text(key->as.text, field->name.ptr, key->aux);
}

/* Whether a key may mean the field. */
PTC_INLINE bool ptc_walk_may_be(const ptc_schema_node *field, ptc_str key)
{
    return (field->flags & PTC_NODE_EXACT) != 0 ? ptc_str_equal(field->name, key)
                                                : ptc_str_equal_folded(field->name, key);
}

/* The entry of a field, in any spelling that it may have; and where it has one alone. */
PTC_COLD const ptc_map_entry *
ptc_walk_seek_exact(const ptc_map *map, const ptc_schema_node *field, uint32_t guess);
PTC_INLINE const ptc_map_entry *
ptc_walk_seek(const ptc_map *map, const ptc_schema_node *field, uint32_t guess)
{
    if (PTC_UNLIKELY((field->flags & PTC_NODE_EXACT) != 0))
        return ptc_walk_seek_exact(map, field, guess);
    return ptc_map_find_field(map, field->name, guess);
}

/* The entry of a field; most often it is where the previous one suggests. In a map with
 * string keys only, a string as written is what the lookup order comes to. */
PTC_INLINE const ptc_map_entry *
ptc_walk_find(const ptc_map *map, const ptc_schema_node *field, uint32_t guess)
{
    if (ptc_walk_is_at(map, field, guess))
        return &map->entries[guess];
    return ptc_walk_seek(map, field, guess);
}

/* Report, and return false: the keys that no field takes; a field that is not there. */
bool ptc_walk_extras(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place);
bool ptc_walk_missing(ptc_walker *walker, const ptc_schema_node *node,
                      const ptc_value *value, const ptc_schema_node *field,
                      const ptc_place *place);

/* --- walk/context.c -------------------------------------------------------------- */

/*
 * What the context (NULL: nothing is in it) has at a path: "app.user.id". False, and nil,
 * where it has nothing; then `*at` is the segment that was not found.
 */
bool ptc_context_find(const ptc_context *context, ptc_str path, ptc_value *out,
                      ptc_str *at);

/* A context of options where there is none yet, as when samples are made: every value of
 * it fits. Only for validation. */
extern const ptc_context ptc_context_later;

/* Whether a parameter has its value from the context. */
PTC_INLINE bool ptc_walk_is_from_context(const ptc_schema_node *field)
{
    return (field->flags & PTC_NODE_CONTEXT) != 0;
}

/* The value that the context has for a parameter; false after reporting that it has none.
 */
bool ptc_walk_from_context(ptc_walker *walker, const ptc_schema_node *field,
                           const ptc_place *place, ptc_value *out);

/* Whether that is there and satisfies the parameter. */
bool ptc_walk_check_context(ptc_walker *walker, const ptc_schema_node *field,
                            const ptc_place *place);

/* How many values a TUPLE, or parameters, take by position: those from the context take
 * none. */
uint32_t ptc_walk_positions(const ptc_schema_node *nodes, const ptc_schema_node *node);

/* The parameter from the context that a key of the caller names, or NULL. */
const ptc_schema_node *ptc_walk_context_named(const ptc_schema_node *nodes,
                                              const ptc_schema_node *node,
                                              const ptc_value *key);

/* The arguments of a call, a map, without what came from the context. PTC_ERROR_MEMORY.
 */
ptc_status ptc_context_strip(ptc_arena *arena, const ptc_schema *function,
                             const ptc_value *arguments, ptc_value *out);

/* --- walk/walk_choice.c ---------------------------------------------------------- */

/* UNION, AND, NOT, ONE, IF, MULTI. */
bool ptc_walk_choice(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place);

/* Whether `node` takes values of the kind of `value`, whatever it says about their
 * content. */
bool ptc_walk_has_kind(const ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value);

/* The alternative of a union that alone has the value's kind, or NULL. */
const ptc_schema_node *ptc_walk_only_kind(const ptc_walker *walker,
                                          const ptc_schema_node *node,
                                          const ptc_value *value);

/* The branch of a MULTI for a dispatch value, or NULL. `is_loose`: strings and keywords
 * of one name are equal, as coercion makes them. */
const ptc_schema_node *ptc_walk_branch(const ptc_walker *walker,
                                       const ptc_schema_node *node,
                                       const ptc_value *dispatch, bool is_loose);

/* --- walk/walk_conditions.c ------------------------------------------------------ */

/* Called by ptc_walk_choice. */
bool ptc_walk_one(ptc_walker *walker, const ptc_schema_node *node, const ptc_value *value,
                  const ptc_place *place);
bool ptc_walk_if(ptc_walker *walker, const ptc_schema_node *node, const ptc_value *value,
                 const ptc_place *place);

/* MULTIPLE, PREFIX, CONTAINS, KEYS, OTHER_KEYS, OTHER_ITEMS. */
bool ptc_walk_condition(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place);

/* Whether a condition says anything of values of that kind. */
bool ptc_walk_is_about(const ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value);

/* Whether a node accepts nothing: messages about it only say that something is in the
 * way. */
bool ptc_walk_is_never(const ptc_walker *walker, const ptc_schema_node *node);

/* --- walk/walk_others.c ---------------------------------------------------------- */

/* Checks the keys or elements of which no conjunct next to the node, an OTHER_KEYS or
 * OTHER_ITEMS, says anything. */
bool ptc_walk_others(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place);

/* --- walk/messages.c ------------------------------------------------------------- */

/*
 * Each records one fault, in the walker's report if there is one, and returns false, so
 * that a check can end in `return test || ptc_fault_...`. `node` is what objected, and
 * chooses the dialect. [validation 8]
 */
bool ptc_fault_kind(ptc_walker *walker, const ptc_place *place,
                    const ptc_schema_node *node, const ptc_value *value);
bool ptc_fault_not_finite(ptc_walker *walker, const ptc_place *place,
                          const ptc_schema_node *node, const ptc_value *value);
bool ptc_fault_range(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *node, const ptc_value *value);
bool ptc_fault_encoding(ptc_walker *walker, const ptc_place *place,
                        const ptc_schema_node *node, const ptc_value *value);
bool ptc_fault_offset(ptc_walker *walker, const ptc_place *place,
                      const ptc_schema_node *node, const ptc_value *value);
/* A string that is not a datetime, date or decimal: an example says how they are
 * written. */
bool ptc_fault_spelling(ptc_walker *walker, const ptc_place *place,
                        const ptc_schema_node *node, const ptc_value *value);
bool ptc_fault_member(ptc_walker *walker, const ptc_place *place,
                      const ptc_schema_node *node, const ptc_value *value);
bool ptc_fault_bound(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *node, const ptc_value *value);
bool ptc_fault_length(ptc_walker *walker, const ptc_place *place,
                      const ptc_schema_node *node, const ptc_value *value, size_t length);
bool ptc_fault_pattern(ptc_walker *walker, const ptc_place *place,
                       const ptc_schema_node *node, const ptc_value *value,
                       const ptc_pattern *pattern);
bool ptc_fault_size(ptc_walker *walker, const ptc_place *place,
                    const ptc_schema_node *node, const ptc_value *value, size_t size);
bool ptc_fault_arity(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *node, const ptc_value *value);
/* `similar`: a key of the data that may have been meant, or NULL. */
bool ptc_fault_missing(ptc_walker *walker, const ptc_place *place,
                       const ptc_schema_node *field, const ptc_value *similar);
bool ptc_fault_extra(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *node, const ptc_value *value);
/* The context has no segment `at` in the path of a parameter. */
bool ptc_fault_context(ptc_walker *walker, const ptc_place *place,
                       const ptc_schema_node *field, ptc_str at);
bool ptc_fault_key(ptc_walker *walker, const ptc_place *place,
                   const ptc_schema_node *node, const ptc_value *key);
/* The first of two that are the same: a key, or (NULL) the element at `index`. */
bool ptc_fault_duplicate(ptc_walker *walker, const ptc_place *place,
                         const ptc_schema_node *node, const ptc_value *value,
                         const ptc_value *first_key, size_t first_index);
bool ptc_fault_union(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *node, const ptc_value *value);
enum { PTC_WALK_TOLD = 10 }; /* alternatives of a ONE that a message reports */

/* ONE: `count` alternatives accept; `numbers` are those of the first of them, from 0. */
bool ptc_fault_one(ptc_walker *walker, const ptc_place *place,
                   const ptc_schema_node *node, const ptc_value *value, uint32_t count,
                   const uint32_t *numbers);
bool ptc_fault_multiple(ptc_walker *walker, const ptc_place *place,
                        const ptc_schema_node *node, const ptc_value *value);
/* CONTAINS: `count` elements match. */
bool ptc_fault_contains(ptc_walker *walker, const ptc_place *place,
                        const ptc_schema_node *node, const ptc_value *value,
                        size_t count);
/* PREFIX: there are elements after its own, of which there may be none. */
bool ptc_fault_behind(ptc_walker *walker, const ptc_place *place,
                      const ptc_schema_node *node, const ptc_value *value);
/* A key or element that may not be there. */
bool ptc_fault_unexpected(ptc_walker *walker, const ptc_place *place,
                          const ptc_schema_node *node, const ptc_value *value);
bool ptc_fault_not(ptc_walker *walker, const ptc_place *place,
                   const ptc_schema_node *node, const ptc_value *value);
bool ptc_fault_dispatch(ptc_walker *walker, const ptc_place *place,
                        const ptc_schema_node *node, const ptc_value *value,
                        const ptc_value *dispatch);
/* ptc_fault_kind with a reason after it, or without (empty). */
bool ptc_fault_because(ptc_walker *walker, const ptc_place *place,
                       const ptc_schema_node *node, const ptc_value *value,
                       ptc_str reason);
bool ptc_fault_depth(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *node);

/* --- walk/message_warnings.c ----------------------------------------------------- */

/* The warnings of coercion. `note` comes after the type, and may be empty. */
void ptc_warn_coerced(ptc_walker *walker, const ptc_place *place,
                      const ptc_schema_node *node, const ptc_value *value, ptc_type to,
                      const char *note);
/* nil, where it stands for an absent field. */
void ptc_warn_absent(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *field, const ptc_value *value);
void ptc_warn_merged(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *node, const ptc_value *value, size_t dropped);
void ptc_warn_utc(ptc_walker *walker, const ptc_place *place, const ptc_schema_node *node,
                  const ptc_value *value, ptc_str utc);

/* The warning that a caller gave a value for a parameter from the context. */
void ptc_warn_ignored(ptc_walker *walker, const ptc_place *place,
                      const ptc_schema_node *field);

/* The warning that a key, the last step of `place`, belongs to no parameter. */
void ptc_warn_left_out(ptc_walker *walker, const ptc_place *place,
                       const ptc_schema_node *node);

/* The warning that a key, the last step of `place`, may be meant for `field`. */
void ptc_warn_near_miss(ptc_walker *walker, const ptc_place *place,
                        const ptc_schema_node *node, const ptc_schema_node *field);

#endif
