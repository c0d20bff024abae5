/* SPDX-License-Identifier: MIT */
/*
 * The walker: judges values by schemas that exist at run time. [validation 1-3, 5-8]
 *
 * One function per kind of node, all of the shape (walker, node, value, place) ->
 * verdict. Without a report the first fault ends the walk: nothing is allocated, no place
 * is ever looked at. With a report the walk goes on, and every fault is handed to
 * messages.c, which finds the path by following the places up the C stack.
 *
 * Recursion is counted twice: `depth` counts the vectors, sets and maps around a value,
 * which is what users know as nesting; `steps` counts the combinators around a node,
 * which only the schema determines. Both are bounded, so the C stack is.
 */
#include "ptc_int.h"

enum {
    WALK_STEPS_MAX = 3 * PTC_DEPTH_MAX,
    WALK_SIMILAR_MAX = 64, /* keys that are compared to find a misspelled one */
    WALK_FEW = 64,         /* elements that are compared pairwise to find duplicates */
    WALK_UNIONS_MAX = 4,   /* unions within unions that are searched for a kind */
    WALK_UNIONS_FREE = 4,  /* unions around a value before verdicts are remembered */
};

static const ptc_place walk_nowhere = {NULL, NULL, NULL, 0};

/* --- Numbers and limits ------------------------------------------------------------ */

/* -1, 0, 1, or 2 when one of them is NaN; never through a cast. */
static int walk_compare(const ptc_value *a, const ptc_value *b)
{
    int order;

    if (a->kind == PTC_INT && b->kind == PTC_INT)
        return (a->as.integer > b->as.integer) - (a->as.integer < b->as.integer);
    if (a->kind == PTC_INT)
        return ptc_number_compare_int_double(a->as.integer, b->as.number);
    if (b->kind == PTC_INT) {
        order = ptc_number_compare_int_double(b->as.integer, a->as.number);
        return order == 2 ? 2 : -order;
    }
    if (a->as.number != a->as.number || b->as.number != b->as.number)
        return 2;
    return (a->as.number > b->as.number) - (a->as.number < b->as.number);
}

bool ptc_walk_is_above(const ptc_value *bound, bool is_open, const ptc_value *number)
{
    int order = walk_compare(number, bound);

    return order == 1 || (order == 0 && !is_open);
}

static bool walk_is_within(const ptc_interval *interval, const ptc_value *number)
{
    if (interval->low.kind != PTC_NIL &&
        !ptc_walk_is_above(&interval->low, interval->low_open, number))
        return false;
    if (interval->high.kind != PTC_NIL) {
        int order = walk_compare(number, &interval->high);

        return order == -1 || (order == 0 && !interval->high_open);
    }
    return true;
}

static bool walk_has_length(const ptc_schema_node *node, size_t length)
{
    ptc_value number = ptc_value_int((int64_t)length);

    return node->interval == NULL || walk_is_within(node->interval, &number);
}

bool ptc_walk_size(ptc_walker *walker, const ptc_schema_node *node,
                   const ptc_value *value, size_t count, const ptc_place *place)
{
    return walk_has_length(node, count) ||
           ptc_fault_size(walker, place, node, value, count);
}

/* --- Scalars ----------------------------------------------------------------------- */

static bool walk_int(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place)
{
    if (value->kind == PTC_INT)
        return node->interval == NULL || walk_is_within(node->interval, value) ||
               ptc_fault_bound(walker, place, node, value);
    if (value->kind == PTC_OPAQUE && (value->flags & PTC_FLAG_NUMBER) != 0)
        return ptc_fault_range(walker, place, node, value);
    return ptc_fault_kind(walker, place, node, value);
}

/* FLOAT and NUMBER. An integer that int64 cannot hold counts as its nearest double, where
 * numbers have only one kind: in JSON. */
static bool walk_number(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place)
{
    ptc_value number = *value;
    bool is_exact;

    if (walker->is_json && value->kind == PTC_OPAQUE &&
        (value->flags & PTC_FLAG_NUMBER) != 0) {
        double nearest;

        if (!ptc_convert_big_int(ptc_value_text(value), &nearest, &is_exact))
            return ptc_fault_range(walker, place, node, value);
        number = ptc_value_float(nearest);
    } else if (value->kind == PTC_FLOAT) {
        double zero = value->as.number - value->as.number;

        if (walker->is_json && zero != 0.0)
            return ptc_fault_not_finite(walker, place, node, value);
    } else if (value->kind != PTC_INT) {
        return ptc_fault_kind(walker, place, node, value);
    }
    return node->interval == NULL || walk_is_within(node->interval, &number) ||
           ptc_fault_bound(walker, place, node, value);
}

static size_t walk_count_points(const ptc_value *string)
{
    if ((string->flags & PTC_FLAG_ASCII) != 0)
        return string->aux;
    return ptc_utf8_count(string->as.text, string->aux);
}

static bool walk_string(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place)
{
    bool is_valid = true;

    if (value->kind != PTC_STRING)
        return ptc_fault_kind(walker, place, node, value);
    if ((value->flags & PTC_FLAG_ASCII) == 0 &&
        ptc_utf8_check(value->as.text, value->aux) != value->aux)
        return ptc_fault_encoding(walker, place, node, value);
    if (node->interval != NULL) {
        size_t length = walk_count_points(value);

        if (!walk_has_length(node, length))
            is_valid = ptc_fault_length(walker, place, node, value, length);
    }
    for (uint32_t i = 0; i < node->pattern_count && (is_valid || walker->report); i++) {
        const ptc_pattern *pattern = &node->patterns[i];

        if (!ptc_regex_search(pattern->dfa, value->as.text, value->aux))
            is_valid = ptc_fault_pattern(walker, place, node, value, pattern);
    }
    return is_valid;
}

static bool walk_keyword(ptc_walker *walker, const ptc_schema_node *node,
                         const ptc_value *value, const ptc_place *place)
{
    return value->kind == PTC_KEYWORD ||
           (walker->is_json && value->kind == PTC_STRING &&
            ptc_keyword_is_legal(ptc_value_text(value))) ||
           ptc_fault_kind(walker, place, node, value);
}

static bool walk_datetime(ptc_walker *walker, const ptc_schema_node *node,
                          const ptc_value *value, const ptc_place *place)
{
    ptc_datetime_form form = PTC_DATETIME_NONE;

    if (value->kind == PTC_STRING)
        form = ptc_datetime_parse(ptc_value_text(value));
    if (form == PTC_DATETIME_UTC || form == PTC_DATETIME_OFFSET)
        return true;
    if (form == PTC_DATETIME_NO_OFFSET)
        return ptc_fault_offset(walker, place, node, value);
    return ptc_fault_kind(walker, place, node, value);
}

/* Strict identity, except that JSON has no keywords: there a string is one of its name.
 */
static bool walk_is_literal(const ptc_value *literal, const ptc_value *value,
                            bool strings_are_keywords)
{
    if (value->kind == PTC_STRING &&
        (literal->kind == PTC_STRING ||
         (literal->kind == PTC_KEYWORD && strings_are_keywords)))
        return ptc_str_equal(ptc_value_text(literal), ptc_value_text(value));
    return literal->kind == value->kind && ptc_value_same(literal, value);
}

static bool walk_member(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;
    bool is_wanted = node->type != PTC_TYPE_NOT_CONST;

    for (uint32_t i = 0; i < count; i++) {
        if (walk_is_literal(&node->members[i], value, walker->is_json))
            return is_wanted || ptc_fault_member(walker, place, node, value);
    }
    return !is_wanted || ptc_fault_member(walker, place, node, value);
}

static bool walk_custom(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place)
{
    const char *reason = NULL;

    for (size_t i = 0; i < walker->validator_count; i++) {
        const ptc_validator *validator = &walker->validators[i];

        if (!ptc_str_equal(validator->name, node->type_name))
            continue;
        if (validator->is_valid(value, &reason, validator->user))
            return true;
        break;
    }
    return ptc_fault_because(walker, place, node, value, ptc_str_of(reason));
}

/* --- Nesting ----------------------------------------------------------------------- */

static PTC_COLD bool walk_too_deep(ptc_walker *walker, const ptc_schema_node *node,
                                   const ptc_place *place)
{
    walker->was_deep = true;
    return ptc_fault_depth(walker, place, node);
}

bool ptc_walk_enter(ptc_walker *walker, const ptc_schema_node *node,
                    const ptc_place *place)
{
    if (PTC_UNLIKELY(walker->depth >= walker->max_depth))
        return walk_too_deep(walker, node, place);
    walker->depth++;
    return true;
}

bool ptc_walk_step(ptc_walker *walker, const ptc_schema_node *node,
                   const ptc_place *place)
{
    if (PTC_UNLIKELY(walker->steps >= WALK_STEPS_MAX))
        return walk_too_deep(walker, node, place);
    walker->steps++;
    return true;
}

bool ptc_walk_accepts(ptc_walker *walker, const ptc_schema_node *node,
                      const ptc_value *value)
{
    ptc_report *report = walker->report;
    bool is_valid;

    walker->report = NULL;
    is_valid = ptc_walk_check(walker, node, value, &walk_nowhere);
    walker->report = report;
    return is_valid;
}

/* --- Lists and sets ---------------------------------------------------------------- */

static bool walk_items(ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place)
{
    const ptc_schema_node *child = &walker->nodes[node->first];
    ptc_place step = {place, NULL, NULL, 0};
    bool is_valid = true;

    for (uint32_t i = 0; i < value->aux; i++) {
        step.index = i;
        if (!ptc_walk_check(walker, child, &value->as.items[i], &step)) {
            if (walker->report == NULL)
                return false;
            is_valid = false;
        }
    }
    return is_valid;
}

static bool walk_list(ptc_walker *walker, const ptc_schema_node *node,
                      const ptc_value *value, const ptc_place *place)
{
    bool is_valid;

    if (value->kind != PTC_VECTOR)
        return ptc_fault_kind(walker, place, node, value);
    if (!ptc_walk_enter(walker, node, place))
        return false;
    is_valid = ptc_walk_size(walker, node, value, value->aux, place);
    if (is_valid || walker->report != NULL)
        is_valid &= walk_items(walker, node, value, place);
    walker->depth--;
    return is_valid;
}

static bool walk_report_duplicate(ptc_walker *walker, const ptc_schema_node *node,
                                  const ptc_value *value, const ptc_place *place,
                                  uint32_t first, uint32_t later)
{
    ptc_place step = {place, NULL, NULL, later};

    return ptc_fault_duplicate(walker, &step, node, &value->as.items[later], NULL, first);
}

static bool walk_distinct_few(ptc_walker *walker, const ptc_schema_node *node,
                              const ptc_value *value, const ptc_place *place)
{
    const ptc_value *items = value->as.items;
    bool is_valid = true;

    for (uint32_t later = 1; later < value->aux; later++) {
        uint32_t first = 0;

        while (first < later && !ptc_value_same(&items[first], &items[later]))
            first++;
        if (first == later)
            continue;
        is_valid = walk_report_duplicate(walker, node, value, place, first, later);
        if (walker->report == NULL)
            break;
    }
    return is_valid;
}

/* Element numbers + 1 by hash, with open addressing; the table is freed at once. */
static bool walk_distinct_many(ptc_walker *walker, const ptc_schema_node *node,
                               const ptc_value *value, const ptc_place *place)
{
    const ptc_value *items = value->as.items;
    size_t size = WALK_FEW;
    uint32_t *table;
    ptc_arena scratch;
    bool is_valid = true;

    while (size / 2 < value->aux)
        size *= 2;
    ptc_arena_init(&scratch, NULL, 0);
    table = ptc_arena_array(&scratch, size, sizeof *table);
    if (table == NULL) {
        walker->failed = true;
        return false;
    }
    for (uint32_t i = 0; i < value->aux && (is_valid || walker->report); i++) {
        size_t at = (size_t)ptc_value_hash(&items[i]) & (size - 1);

        while (table[at] != 0 && !ptc_value_same(&items[table[at] - 1], &items[i]))
            at = (at + 1) & (size - 1);
        if (table[at] != 0)
            is_valid =
                walk_report_duplicate(walker, node, value, place, table[at] - 1, i);
        else
            table[at] = i + 1;
    }
    ptc_arena_free(&scratch);
    return is_valid;
}

bool ptc_walk_distinct(ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place)
{
    return value->aux <= WALK_FEW ? walk_distinct_few(walker, node, value, place)
                                  : walk_distinct_many(walker, node, value, place);
}

static bool walk_set(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place)
{
    bool is_list = walker->is_json && value->kind == PTC_VECTOR;
    bool is_valid;

    if (value->kind != PTC_SET && !is_list)
        return ptc_fault_kind(walker, place, node, value);
    if (!ptc_walk_enter(walker, node, place))
        return false;
    is_valid = ptc_walk_size(walker, node, value, value->aux, place);
    if (is_valid || walker->report != NULL)
        is_valid &= walk_items(walker, node, value, place);
    if (is_list && (is_valid || walker->report != NULL))
        is_valid &= ptc_walk_distinct(walker, node, value, place);
    walker->depth--;
    return is_valid;
}

/* The first elements by the first children; the caller has judged the count. */
static bool walk_positions(ptc_walker *walker, const ptc_schema_node *node,
                           const ptc_value *value, const ptc_place *place)
{
    ptc_place step = {place, NULL, NULL, 0};
    bool is_valid = true;

    for (uint32_t i = 0; i < value->aux; i++) {
        step.index = i;
        if (!ptc_walk_check(walker, &walker->nodes[node->first + i], &value->as.items[i],
                            &step)) {
            if (walker->report == NULL)
                return false;
            is_valid = false;
        }
    }
    return is_valid;
}

static bool walk_tuple(ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place)
{
    bool is_valid;

    if (value->kind != PTC_VECTOR)
        return ptc_fault_kind(walker, place, node, value);
    if (value->aux != node->count)
        return ptc_fault_arity(walker, place, node, value, node->count, node->count);
    if (!ptc_walk_enter(walker, node, place))
        return false;
    is_valid = walk_positions(walker, node, value, place);
    walker->depth--;
    return is_valid;
}

bool ptc_walk_arity(ptc_walker *walker, const ptc_schema_node *parameters,
                    const ptc_value *value, const ptc_place *place)
{
    uint32_t least = parameters->count;

    while (least > 0 &&
           (walker->nodes[parameters->first + least - 1].flags & PTC_NODE_NULLABLE) != 0)
        least--;
    return (value->aux >= least && value->aux <= parameters->count) ||
           ptc_fault_arity(walker, place, parameters, value, least, parameters->count);
}

bool ptc_walk_arguments(ptc_walker *walker, const ptc_schema_node *parameters,
                        const ptc_value *value, const ptc_place *place)
{
    bool is_valid;

    if (!ptc_walk_arity(walker, parameters, value, place) ||
        !ptc_walk_enter(walker, parameters, place))
        return false;
    is_valid = walk_positions(walker, parameters, value, place);
    walker->depth--;
    return is_valid;
}

/* --- Maps -------------------------------------------------------------------------- */

static bool walk_is_name(const ptc_value *key)
{
    return key->kind == PTC_STRING || key->kind == PTC_KEYWORD;
}

const ptc_schema_node *ptc_walk_field_of(const ptc_schema_node *nodes,
                                         const ptc_schema_node *node, const ptc_map *map,
                                         const ptc_map_entry *entry, uint32_t guess,
                                         bool *is_found)
{
    uint32_t number = (uint32_t)(entry - map->entries);
    uint32_t at = guess;

    *is_found = false;
    if (!walk_is_name(&entry->key))
        return NULL;
    for (uint32_t i = 0; i < node->count; i++, at++) {
        const ptc_schema_node *field;

        if (at >= node->count)
            at = 0;
        field = &nodes[node->first + at];
        if (!ptc_str_equal_folded(field->name, ptc_value_text(&entry->key)))
            continue;
        *is_found = ptc_map_find_field(map, field->name, number) == entry;
        return field;
    }
    return NULL;
}

bool ptc_walk_extras(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place)
{
    const ptc_map *map = value->as.map;
    ptc_place step = {place, NULL, NULL, 0};
    uint32_t guess = 0;

    for (uint32_t i = 0; walker->report != NULL && i < map->count; i++) {
        const ptc_map_entry *entry = &map->entries[i];
        bool is_found;
        const ptc_schema_node *field =
            ptc_walk_field_of(walker->nodes, node, map, entry, guess, &is_found);

        if (field != NULL)
            guess = (uint32_t)(field - &walker->nodes[node->first]) + 1;
        if (is_found)
            continue;
        step.key = &entry->key;
        ptc_fault_extra(walker, &step, node, &entry->value);
    }
    return false;
}

/* An extra key that may be the misspelled name of a field. */
static const ptc_value *walk_similar_key(const ptc_walker *walker,
                                         const ptc_schema_node *node, const ptc_map *map,
                                         ptc_str name)
{
    const ptc_value *best = NULL;
    unsigned best_distance = 3;
    uint32_t count = map->count < WALK_SIMILAR_MAX ? map->count : WALK_SIMILAR_MAX;

    for (uint32_t i = 0; i < count; i++) {
        const ptc_value *key = &map->entries[i].key;
        unsigned distance;
        bool is_found;

        if (!walk_is_name(key))
            continue;
        distance = ptc_str_distance(name, ptc_value_text(key), best_distance - 1);
        if (distance < best_distance &&
            ptc_walk_field_of(walker->nodes, node, map, &map->entries[i], 0, &is_found) ==
                NULL) {
            best_distance = distance;
            best = key;
        }
    }
    return best;
}

PTC_COLD bool ptc_walk_missing(ptc_walker *walker, const ptc_schema_node *node,
                               const ptc_value *value, const ptc_schema_node *field,
                               const ptc_place *place)
{
    const ptc_value *similar = NULL;
    const ptc_report *report = walker->report;

    if (report != NULL && report->error_count < report->limit)
        similar = walk_similar_key(walker, node, value->as.map, field->name);
    return ptc_fault_missing(walker, place, field, similar);
}

/* The entry of a field; most often it stands where the one before it makes expect. In a
 * map with string keys only, a string as written is what the lookup order comes to. */
PTC_INLINE const ptc_map_entry *walk_find(const ptc_map *map,
                                          const ptc_schema_node *field, uint32_t guess)
{
    if (guess < map->count && map->kinds == 1u << PTC_STRING) {
        const ptc_map_entry *entry = &map->entries[guess];

        if (ptc_str_equal(ptc_value_text(&entry->key), field->name))
            return entry;
    }
    return ptc_map_find_field(map, field->name, guess);
}

static bool walk_fields(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place)
{
    const ptc_map *map = value->as.map;
    const ptc_schema_node *field = &walker->nodes[node->first];
    const ptc_schema_node *end = field + node->count;
    ptc_place step = {place, NULL, NULL, 0};
    uint32_t found = 0;
    uint32_t guess = 0;
    bool is_valid = true;

    for (; field < end; field++) {
        /* Distinct fields take distinct entries: once all are taken, no field has one. */
        const ptc_map_entry *entry =
            found < map->count ? walk_find(map, field, guess) : NULL;
        bool is_fine;

        step.slot = field;
        if (entry != NULL) {
            found++;
            guess = (uint32_t)(entry - map->entries) + 1;
            is_fine = ptc_walk_check(walker, field, &entry->value, &step);
        } else {
            is_fine = (field->flags & PTC_NODE_NULLABLE) != 0 ||
                      ptc_walk_missing(walker, node, value, field, &step);
        }
        if (!is_fine) {
            if (walker->report == NULL)
                return false;
            is_valid = false;
        }
    }
    if (found < map->count && (walker->is_strict || (node->flags & PTC_NODE_CLOSED) != 0))
        is_valid = ptc_walk_extras(walker, node, value, place);
    return is_valid;
}

static bool walk_map(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place)
{
    bool is_valid;

    if (value->kind != PTC_MAP)
        return ptc_fault_kind(walker, place, node, value);
    if (!ptc_walk_enter(walker, node, place))
        return false;
    is_valid = walk_fields(walker, node, value, place);
    walker->depth--;
    return is_valid;
}

/* Keys of JSON are strings, so there a decimal text stands for an int. */
bool ptc_walk_accepts_key(ptc_walker *walker, const ptc_schema_node *node,
                          const ptc_value *key)
{
    ptc_value number;
    int64_t integer;

    if (ptc_walk_accepts(walker, node, key))
        return true;
    if (!walker->is_json || key->kind != PTC_STRING ||
        !ptc_convert_int_key(ptc_value_text(key), &integer))
        return false;
    number = ptc_value_int(integer);
    return ptc_walk_accepts(walker, node, &number);
}

static bool walk_entries(ptc_walker *walker, const ptc_schema_node *node,
                         const ptc_map *map, const ptc_place *place)
{
    const ptc_schema_node *key_node = &walker->nodes[node->first];
    ptc_place step = {place, NULL, NULL, 0};
    bool is_valid = true;

    for (uint32_t i = 0; i < map->count && (is_valid || walker->report != NULL); i++) {
        const ptc_map_entry *entry = &map->entries[i];

        step.key = &entry->key;
        if (!ptc_walk_accepts_key(walker, key_node, &entry->key))
            is_valid = ptc_fault_key(walker, &step, key_node, &entry->key);
        if (is_valid || walker->report != NULL)
            is_valid &= ptc_walk_check(walker, key_node + 1, &entry->value, &step);
    }
    return is_valid;
}

static bool walk_map_of(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place)
{
    bool is_valid;

    if (value->kind != PTC_MAP)
        return ptc_fault_kind(walker, place, node, value);
    if (!ptc_walk_enter(walker, node, place))
        return false;
    is_valid = ptc_walk_size(walker, node, value, value->aux, place);
    if (is_valid || walker->report != NULL)
        is_valid &= walk_entries(walker, node, value->as.map, place);
    walker->depth--;
    return is_valid;
}

/* --- Combinators ------------------------------------------------------------------- */

const ptc_schema_node *ptc_walk_target(const ptc_walker *walker,
                                       const ptc_schema_node *node)
{
    while (node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY)
        node = &walker->nodes[node->first];
    return node;
}

static bool walk_members_have_kind(const ptc_walker *walker, const ptc_schema_node *node,
                                   const ptc_value *value)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;

    for (uint32_t i = 0; i < count; i++) {
        ptc_kind kind = (ptc_kind)node->members[i].kind;

        if (kind == value->kind ||
            (walker->is_json && kind == PTC_KEYWORD && value->kind == PTC_STRING))
            return true;
    }
    return false;
}

static bool walk_union_has_kind(const ptc_walker *walker, const ptc_schema_node *node,
                                const ptc_value *value, unsigned nesting);

static bool walk_has_kind(const ptc_walker *walker, const ptc_schema_node *node,
                          const ptc_value *value, unsigned nesting)
{
    bool is_big = value->kind == PTC_OPAQUE && (value->flags & PTC_FLAG_NUMBER) != 0;

    node = ptc_walk_target(walker, node);
    while (node->type == PTC_TYPE_AND)
        node = ptc_walk_target(walker, &walker->nodes[node->first]);
    if (value->kind == PTC_NIL && (node->flags & PTC_NODE_NULLABLE) != 0)
        return true;
    switch ((ptc_type)node->type) {
    case PTC_TYPE_ANY:
        return true;
    case PTC_TYPE_NIL:
        return value->kind == PTC_NIL;
    case PTC_TYPE_BOOL:
        return value->kind == PTC_BOOL;
    case PTC_TYPE_INT:
        return value->kind == PTC_INT || is_big;
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
        return value->kind == PTC_INT || value->kind == PTC_FLOAT ||
               (walker->is_json && is_big);
    case PTC_TYPE_STRING:
    case PTC_TYPE_DATETIME:
        return value->kind == PTC_STRING;
    case PTC_TYPE_KEYWORD:
        return value->kind == PTC_KEYWORD ||
               (walker->is_json && value->kind == PTC_STRING);
    case PTC_TYPE_MALLI_SCHEMA:
        return value->kind == PTC_VECTOR || value->kind == PTC_KEYWORD;
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return walk_members_have_kind(walker, node, value);
    case PTC_TYPE_LIST:
    case PTC_TYPE_TUPLE:
        return value->kind == PTC_VECTOR;
    case PTC_TYPE_SET:
        return value->kind == PTC_SET || (walker->is_json && value->kind == PTC_VECTOR);
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_MAP:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_MULTI:
        return value->kind == PTC_MAP;
    case PTC_TYPE_UNION:
        return walk_union_has_kind(walker, node, value, nesting);
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_NOT:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_AND:
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
    case PTC_TYPE_COUNT:
        break;
    }
    return false;
}

static bool walk_union_has_kind(const ptc_walker *walker, const ptc_schema_node *node,
                                const ptc_value *value, unsigned nesting)
{
    if (nesting >= WALK_UNIONS_MAX)
        return true;
    for (uint32_t i = 0; i < node->count; i++) {
        if (walk_has_kind(walker, &walker->nodes[node->first + i], value, nesting + 1))
            return true;
    }
    return false;
}

bool ptc_walk_has_kind(const ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value)
{
    return walk_has_kind(walker, node, value, 0);
}

const ptc_schema_node *ptc_walk_only_kind(const ptc_walker *walker,
                                          const ptc_schema_node *node,
                                          const ptc_value *value)
{
    const ptc_schema_node *only = NULL;

    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *child = &walker->nodes[node->first + i];

        if (!ptc_walk_has_kind(walker, child, value))
            continue;
        if (only != NULL)
            return NULL;
        only = child;
    }
    return only;
}

static size_t walk_memo_slot(const ptc_walker *walker, const ptc_schema_node *node,
                             const ptc_value *value, unsigned what)
{
    uint64_t mixed = (uint64_t)value->as.integer ^ ((uint64_t)value->aux << 32) ^
                     (uint64_t)(node - walker->nodes) << 16 ^ what;

    return (size_t)((mixed * 0x9E3779B97F4A7C15u) >> 32) % PTC_MEMO_SIZE;
}

/* Collections below several unions, where judging twice may mean twice as often at every
 * level; unless what coercion made of them stands in memory that is used again. */
static bool walk_is_memorable(const ptc_walker *walker, const ptc_value *value)
{
    return walker->unions > WALK_UNIONS_FREE && !walker->is_temporary &&
           (value->kind == PTC_VECTOR || value->kind == PTC_SET ||
            value->kind == PTC_MAP);
}

int ptc_walk_is_known(ptc_walker *walker, const ptc_schema_node *node,
                      const ptc_value *value, unsigned what)
{
    const ptc_memo *memo;

    if (PTC_LIKELY(!walk_is_memorable(walker, value)) || !walker->has_memos)
        return 0;
    memo = &walker->memos[walk_memo_slot(walker, node, value, what)];
    if (memo->node != node || memo->what != what || memo->kind != value->kind ||
        memo->count != value->aux || memo->content != value->as.integer)
        return 0;
    return memo->is_valid ? 2 : 1;
}

void ptc_walk_remember(ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value, unsigned what, bool is_valid)
{
    ptc_memo *memo;

    if (PTC_LIKELY(!walk_is_memorable(walker, value)) || walker->was_deep)
        return;
    if (!walker->has_memos)
        memset(walker->memos, 0, sizeof walker->memos);
    walker->has_memos = true;
    memo = &walker->memos[walk_memo_slot(walker, node, value, what)];
    memo->node = node;
    memo->content = value->as.integer;
    memo->count = value->aux;
    memo->kind = value->kind;
    memo->what = (uint8_t)what;
    memo->is_valid = is_valid;
}

static bool walk_any_accepts(ptc_walker *walker, const ptc_schema_node *node,
                             const ptc_value *value)
{
    int known = ptc_walk_is_known(walker, node, value, PTC_MEMO_ACCEPTS);
    bool is_valid = known == 2;

    if (known != 0)
        return is_valid;
    for (uint32_t i = 0; i < node->count && !is_valid; i++)
        is_valid = ptc_walk_accepts(walker, &walker->nodes[node->first + i], value);
    ptc_walk_remember(walker, node, value, PTC_MEMO_ACCEPTS, is_valid);
    return is_valid;
}

static bool walk_union(ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place)
{
    const ptc_schema_node *only;
    bool is_valid;

    walker->unions++;
    is_valid = walk_any_accepts(walker, node, value);
    walker->unions--;
    if (is_valid || walker->report == NULL)
        return is_valid;
    only = ptc_walk_only_kind(walker, node, value);
    if (only != NULL)
        return ptc_walk_check(walker, only, value, place);
    return ptc_fault_union(walker, place, node, value);
}

/* All conjuncts, but where a value has not the kind of one, the next would only say so
 * again. */
static bool walk_and(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place)
{
    bool is_valid = true;

    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *child = &walker->nodes[node->first + i];

        if (ptc_walk_check(walker, child, value, place))
            continue;
        is_valid = false;
        if (walker->report == NULL || !ptc_walk_has_kind(walker, child, value))
            break;
    }
    return is_valid;
}

/* What is too deep to be judged is neither a member nor none. */
static bool walk_not(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place)
{
    bool was_deep = walker->was_deep;

    walker->was_deep = false;
    if (ptc_walk_accepts(walker, &walker->nodes[node->first], value))
        return ptc_fault_not(walker, place, node, value);
    if (walker->was_deep)
        return ptc_fault_depth(walker, place, node);
    walker->was_deep = was_deep;
    return true;
}

bool ptc_walk_is_same_name(const ptc_value *literal, const ptc_value *value)
{
    ptc_str name;

    if (literal->kind == PTC_STRING && value->kind == PTC_KEYWORD)
        return ptc_str_equal(ptc_value_text(literal), ptc_value_text(value));
    return literal->kind == PTC_KEYWORD && value->kind == PTC_STRING &&
           ptc_convert_keyword(ptc_value_text(value), &name) &&
           ptc_str_equal(ptc_value_text(literal), name);
}

const ptc_schema_node *ptc_walk_branch(const ptc_walker *walker,
                                       const ptc_schema_node *node,
                                       const ptc_value *dispatch, bool is_loose)
{
    const ptc_schema_node *otherwise = NULL;

    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *branch = &walker->nodes[node->first + i];

        if ((branch->flags & PTC_NODE_OTHERWISE) != 0)
            otherwise = branch;
        else if (walk_is_literal(&branch->extra->branch, dispatch, walker->is_json) ||
                 (is_loose && ptc_walk_is_same_name(&branch->extra->branch, dispatch)))
            return branch;
    }
    return otherwise;
}

static bool walk_multi(ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place)
{
    static const ptc_value absent = {0};
    const ptc_map_entry *entry;
    const ptc_schema_node *branch;

    if (value->kind != PTC_MAP)
        return ptc_fault_kind(walker, place, node, value);
    entry = ptc_map_find_field(value->as.map, node->type_name, 0);
    branch =
        ptc_walk_branch(walker, node, entry != NULL ? &entry->value : &absent, false);
    if (branch == NULL)
        return ptc_fault_dispatch(walker, place, node, value,
                                  entry ? &entry->value : NULL);
    return ptc_walk_check(walker, branch, value, place);
}

static bool walk_combined(ptc_walker *walker, const ptc_schema_node *node,
                          const ptc_value *value, const ptc_place *place)
{
    bool is_valid;

    if (!ptc_walk_step(walker, node, place))
        return false;
    if (node->type == PTC_TYPE_UNION)
        is_valid = walk_union(walker, node, value, place);
    else if (node->type == PTC_TYPE_AND)
        is_valid = walk_and(walker, node, value, place);
    else if (node->type == PTC_TYPE_NOT)
        is_valid = walk_not(walker, node, value, place);
    else
        is_valid = walk_multi(walker, node, value, place);
    walker->steps--;
    return is_valid;
}

/* --- The walk ---------------------------------------------------------------------- */

bool ptc_walk_check(ptc_walker *walker, const ptc_schema_node *node,
                    const ptc_value *value, const ptc_place *place)
{
again:
    if (value->kind == PTC_NIL && (node->flags & PTC_NODE_NULLABLE) != 0)
        return true;
    switch ((ptc_type)node->type) {
    case PTC_TYPE_ANY:
        return true;
    case PTC_TYPE_NIL:
        return value->kind == PTC_NIL || ptc_fault_kind(walker, place, node, value);
    case PTC_TYPE_BOOL:
        return value->kind == PTC_BOOL || ptc_fault_kind(walker, place, node, value);
    case PTC_TYPE_INT:
        return walk_int(walker, node, value, place);
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
        return walk_number(walker, node, value, place);
    case PTC_TYPE_STRING:
        return walk_string(walker, node, value, place);
    case PTC_TYPE_KEYWORD:
        return walk_keyword(walker, node, value, place);
    case PTC_TYPE_DATETIME:
        return walk_datetime(walker, node, value, place);
    case PTC_TYPE_MALLI_SCHEMA:
        return value->kind == PTC_VECTOR || value->kind == PTC_KEYWORD ||
               ptc_fault_kind(walker, place, node, value);
    case PTC_TYPE_ANY_MAP:
        return value->kind == PTC_MAP || ptc_fault_kind(walker, place, node, value);
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
    case PTC_TYPE_NOT_CONST:
        return walk_member(walker, node, value, place);
    case PTC_TYPE_CUSTOM:
        return walk_custom(walker, node, value, place);
    case PTC_TYPE_LIST:
        return walk_list(walker, node, value, place);
    case PTC_TYPE_SET:
        return walk_set(walker, node, value, place);
    case PTC_TYPE_TUPLE:
        return walk_tuple(walker, node, value, place);
    case PTC_TYPE_MAP:
        return walk_map(walker, node, value, place);
    case PTC_TYPE_MAP_OF:
        return walk_map_of(walker, node, value, place);
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_NOT:
    case PTC_TYPE_MULTI:
        return walk_combined(walker, node, value, place);
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
        node = &walker->nodes[node->first];
        goto again;
    case PTC_TYPE_FUNCTION: /* no value is a function */
    case PTC_TYPE_COUNT:
        break;
    }
    return ptc_fault_kind(walker, place, node, value);
}

const ptc_schema_node *ptc_walk_start(ptc_walker *walker, const ptc_schema *schema,
                                      const ptc_walk_options *options, ptc_report *report)
{
    static const ptc_walk_options standard = {.struct_size = sizeof standard};
    const ptc_schema_node *root;

    if (options == NULL)
        options = &standard;
    memset(walker, 0, offsetof(ptc_walker, memos));
    walker->nodes = schema->nodes;
    walker->report = report;
    walker->validators = options->validators;
    walker->validator_count = options->validator_count;
    walker->max_depth = options->max_depth == 0 || options->max_depth > PTC_DEPTH_MAX
                            ? PTC_DEPTH_MAX
                            : options->max_depth;
    walker->is_json = options->boundary == PTC_BOUNDARY_JSON;
    walker->is_strict = options->mode == PTC_MODE_STRICT;
    root = ptc_walk_target(walker, ptc_schema_root(schema));
    if (root->type != PTC_TYPE_FUNCTION) {
        walker->is_firewalled = true;
        return ptc_schema_root(schema);
    }
    walker->is_call = options->direction == PTC_INPUT;
    walker->is_firewalled = !walker->is_call;
    return &walker->nodes[root->first + (walker->is_call ? 0 : 1)];
}

ptc_status ptc_walk_status(const ptc_walker *walker, bool is_valid)
{
    if (walker->failed)
        return PTC_ERROR_MEMORY;
    return is_valid ? PTC_OK : PTC_ERROR_INVALID;
}

ptc_status ptc_schema_validate(const ptc_schema *schema, const ptc_value *value,
                               const ptc_walk_options *options, ptc_report *report)
{
    ptc_walker walker;
    const ptc_schema_node *root = ptc_walk_start(&walker, schema, options, report);

    if (options != NULL && options->mode == PTC_MODE_DISABLED)
        return PTC_OK;
    if (walker.is_call && value->kind == PTC_VECTOR)
        return ptc_walk_status(&walker,
                               ptc_walk_arguments(&walker, root, value, &walk_nowhere));
    return ptc_walk_status(&walker, ptc_walk_check(&walker, root, value, &walk_nowhere));
}
