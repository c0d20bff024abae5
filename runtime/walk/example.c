/* SPDX-License-Identifier: MIT */
/*
 * Examples of types: small values that satisfy one, to show a model what is expected, and
 * to replace what a recording hides. A type that is hard to satisfy has none; every
 * example has been checked. [subagent 8.1, 11.3]
 */
#include "schema/schema_int.h"
#include "walk/walk_int.h"

enum {
    EXAMPLE_LEVELS = 16,
    EXAMPLE_NODES = 300,        /* next to as many as a list may have */
    EXAMPLE_PATTERN_MAX = 200,  /* bytes of a text that a pattern is satisfied with */
    EXAMPLE_WAYS_MAX = 1 << 18, /* steps that are looked at for such a text */
};

typedef struct example_state {
    ptc_arena *arena;
    const ptc_schema *schema;
    ptc_walk_options judge;
    uint32_t most; /* code points of a string, elements of a list */
    unsigned level;
    uint64_t nodes;                /* visited */
    bool is_sparse;                /* collections have as few entries as they may */
    uint32_t path[EXAMPLE_LEVELS]; /* of the types whose value is being made */
} example_state;

static bool example_make(example_state *state, uint32_t index, ptc_value *out);

/* --- Numbers ----------------------------------------------------------------------- */

static bool example_is_in(const ptc_interval *interval, const ptc_value *value)
{
    int low =
        interval->low.kind == PTC_NIL ? 1 : ptc_interval_compare(value, &interval->low);
    int high = interval->high.kind == PTC_NIL
                   ? -1
                   : ptc_interval_compare(value, &interval->high);

    return (low == 1 || (low == 0 && !interval->low_open)) &&
           (high == -1 || (high == 0 && !interval->high_open));
}

static double example_number(const ptc_value *value)
{
    return value->kind == PTC_INT ? (double)value->as.integer : value->as.number;
}

/* One more or one less, as a value of the same kind. */
static ptc_value example_step(const ptc_value *value, int by)
{
    ptc_value next = *value;

    if (value->kind == PTC_FLOAT)
        next.as.number += by;
    else if (by > 0 ? value->as.integer < INT64_MAX : value->as.integer > INT64_MIN)
        next.as.integer += by;
    return next;
}

/* The middle of an interval that is bounded on both sides. */
static ptc_value example_middle(const ptc_interval *interval)
{
    return ptc_value_float(example_number(&interval->low) / 2 +
                           example_number(&interval->high) / 2);
}

/* The usual value, or the smallest one that is allowed. */
static bool example_bounded(const ptc_schema_node *node, ptc_value usual, ptc_value *out)
{
    const ptc_interval *interval = node->interval;
    ptc_value choices[6];
    size_t count = 0;

    if (interval != NULL && interval->low.kind != PTC_NIL) {
        choices[count++] = interval->low;
        choices[count++] = example_step(&interval->low, 1);
    }
    choices[count++] = usual;
    if (interval != NULL && interval->high.kind != PTC_NIL) {
        choices[count++] = interval->high;
        choices[count++] = example_step(&interval->high, -1);
        if (interval->low.kind != PTC_NIL)
            choices[count++] = example_middle(interval);
    }
    for (size_t i = 0; i < count; i++) {
        *out = choices[i];
        if (node->type == PTC_TYPE_FLOAT && out->kind == PTC_INT)
            *out = ptc_value_float((double)out->as.integer);
        if (node->type == PTC_TYPE_INT && out->kind != PTC_INT)
            continue;
        if (interval == NULL || example_is_in(interval, out))
            return true;
    }
    return false;
}

/* The text of a number that is allowed: "12.50", if it is. */
static bool example_decimal(const example_state *state, const ptc_schema_node *node,
                            ptc_value *out)
{
    char digits[PTC_NUMBER_MAX];
    ptc_str text = PTC_STR("12.50");
    ptc_value number;

    if (node->interval != NULL && !ptc_decimal_is_within(text, node->interval)) {
        if (!example_bounded(node, ptc_value_int(42), &number))
            return false;
        text = ptc_str_make(digits,
                            number.kind == PTC_INT
                                ? ptc_number_write_int(number.as.integer, digits)
                                : ptc_decimal_write_double(number.as.number, digits));
        text = ptc_str_copy(state->arena, text);
    }
    *out = ptc_value_string(text);
    return text.ptr != NULL;
}

/* --- Texts ------------------------------------------------------------------------- */

/* The least count that is allowed, at most `limit`; false when there is none so small. */
static bool example_count(const ptc_schema_node *node, uint32_t limit, uint32_t *least,
                          uint32_t *most)
{
    const ptc_interval *interval = node->interval;

    *least = 0;
    *most = limit;
    if (interval == NULL)
        return true;
    if (interval->low.kind == PTC_INT && interval->low.as.integer > limit)
        return false;
    if (interval->low.kind == PTC_INT && interval->low.as.integer > 0)
        *least = (uint32_t)interval->low.as.integer;
    if (interval->high.kind == PTC_INT && interval->high.as.integer < limit)
        *most = (uint32_t)interval->high.as.integer;
    return true;
}

/* A byte of the class, a letter or digit if there is one; 0: nothing that can be read. */
static char example_byte(const ptc_dfa *dfa, unsigned class)
{
    static const char wanted[] =
        "aAbcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ1023456789-_.@/ :+,;#!";

    for (const char *byte = wanted; *byte != '\0'; byte++) {
        if (dfa->classes[(unsigned char)*byte] == class)
            return *byte;
    }
    for (int byte = 0x20; byte < 0x7F; byte++) {
        if (dfa->classes[byte] == class)
            return (char)byte;
    }
    return '\0';
}

/* How a state of a pattern was reached by a text of this many bytes. */
typedef struct example_way {
    uint16_t from;
    char byte; /* 0: not reached */
} example_way;

/* The text that leads to `state` by `length` steps. */
static ptc_str example_path(ptc_arena *arena, const example_way *ways, size_t states,
                            size_t length, uint16_t state)
{
    char bytes[EXAMPLE_PATTERN_MAX];

    for (size_t at = length; at > 0; at--) {
        bytes[at - 1] = ways[at * states + state].byte;
        state = ways[at * states + state].from;
    }
    return ptc_str_copy(arena, ptc_str_make(bytes, length));
}

/* Reaches from `state`, by one byte more, what no other text of that length reaches. */
static void example_reach(const ptc_dfa *dfa, const char *bytes, example_way *next,
                          uint16_t state)
{
    for (unsigned class = 0; class < dfa->class_count; class ++) {
        uint16_t to = dfa->next[(size_t)state * dfa->class_count + class];

        if (to != 0 && next[to].byte == '\0') /* 0: nothing more is accepted */
            next[to] = (example_way){state, bytes[class]};
    }
}

/* A shortest text of `least` to `most` bytes that the pattern accepts, by all states that
 * texts of each length reach. */
static bool example_pattern(ptc_arena *arena, const ptc_dfa *dfa, size_t least,
                            size_t most, ptc_str *out)
{
    size_t states = dfa->state_count;
    size_t longest = EXAMPLE_WAYS_MAX / states;
    example_way *ways;
    char bytes[256];

    longest = longest < EXAMPLE_PATTERN_MAX ? longest : EXAMPLE_PATTERN_MAX;
    longest = longest < most ? longest : most;
    longest = longest < least + states ? longest : least + states;
    ways = ptc_arena_array(arena, (longest + 1) * states, sizeof *ways);
    if (ways == NULL)
        return false;
    for (unsigned class = 0; class < dfa->class_count; class ++)
        bytes[class] = example_byte(dfa, class);
    ways[dfa->start].byte = 'a'; /* reached by no byte at all */
    for (size_t length = 0; length <= longest; length++) {
        for (size_t state = 0; state < states; state++) {
            if (ways[length * states + state].byte == '\0')
                continue;
            if (length >= least && dfa->accepts[state] != 0) {
                *out = example_path(arena, ways, states, length, (uint16_t)state);
                return out->ptr != NULL;
            }
            if (length < longest)
                example_reach(dfa, bytes, &ways[(length + 1) * states], (uint16_t)state);
        }
    }
    return false;
}

/* A word of `least` to `most` bytes, as the pattern (or NULL) takes it. */
static bool example_word(ptc_text *text, const ptc_dfa *dfa, uint32_t least,
                         uint32_t most)
{
    static const char word[] = "result";

    ptc_text_bytes(text, word, most < sizeof word - 1 ? most : sizeof word - 1);
    if (text->len < least)
        ptc_text_repeat(text, 'x', least - text->len);
    return !text->failed && (dfa == NULL || ptc_regex_search(dfa, text->ptr, text->len));
}

static bool example_string(example_state *state, const ptc_schema_node *node,
                           ptc_value *out)
{
    const ptc_dfa *dfa = node->pattern_count > 0 ? node->patterns->dfa : NULL;
    uint32_t least;
    uint32_t most;
    ptc_text text;
    ptc_str found;

    if (!example_count(node, state->most, &least, &most))
        return false;
    ptc_text_init(&text, state->arena);
    if (example_word(&text, dfa, least, most)) {
        *out = ptc_value_string(ptc_text_view(&text));
        return true;
    }
    if (dfa == NULL || !example_pattern(state->arena, dfa, least, most, &found))
        return false;
    *out = ptc_value_string(found);
    return true;
}

/* --- Collections ------------------------------------------------------------------- */

static bool example_items(example_state *state, uint32_t first, uint32_t step,
                          uint32_t count, ptc_value *out)
{
    ptc_value *items = ptc_arena_array(state->arena, count, sizeof *items);

    for (uint32_t i = 0; items != NULL && i < count; i++) {
        if (!example_make(state, first + i * step, &items[i]))
            return false;
    }
    *out = ptc_value_vector(items, count);
    return items != NULL;
}

/* The entries that an example shows: one where that may be, and where it can be made. */
static uint32_t example_wanted(const example_state *state, uint32_t least, uint32_t most)
{
    return least == 0 && most > 0 && !state->is_sparse ? 1 : least;
}

static bool example_list(example_state *state, const ptc_schema_node *node,
                         ptc_value *out)
{
    uint32_t least;
    uint32_t most;
    uint32_t wanted;

    if (!example_count(node, state->most, &least, &most))
        return false;
    wanted = example_wanted(state, least, most);
    if (!example_items(state, node->first, 0, wanted, out) &&
        (wanted == least || !example_items(state, node->first, 0, least, out)))
        return false;
    if (node->type == PTC_TYPE_SET) {
        if (least > 1)
            return false;
        if (state->judge.boundary == PTC_BOUNDARY_LISP)
            out->kind = PTC_SET;
    }
    return true;
}

/* JSON data has no keywords. */
static ptc_value example_name(const example_state *state, ptc_str name)
{
    return state->judge.boundary == PTC_BOUNDARY_LISP && ptc_keyword_is_legal(name)
               ? ptc_value_keyword(name)
               : ptc_value_string(name);
}

/* An optional part without an example is absent. */
static bool example_map(example_state *state, const ptc_schema_node *node, ptc_value *out)
{
    ptc_map_entry *entries = ptc_arena_array(state->arena, node->count, sizeof *entries);
    size_t count = 0;

    if (entries == NULL)
        return false;
    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *field = &state->schema->nodes[node->first + i];
        ptc_value value;

        if (ptc_walk_is_from_context(field))
            continue;
        if (!example_make(state, node->first + i, &value)) {
            if (!ptc_schema_is_optional(field))
                return false;
            continue;
        }
        entries[count++] = (ptc_map_entry){example_name(state, field->name), value};
    }
    return ptc_map_make(state->arena, entries, count, out, NULL) == PTC_OK;
}

static bool example_map_of(example_state *state, const ptc_schema_node *node,
                           ptc_value *out)
{
    ptc_map_entry *entry = ptc_arena_array(state->arena, 1, sizeof *entry);
    uint32_t least;
    uint32_t most;
    uint32_t count;

    if (entry == NULL || !example_count(node, 1, &least, &most))
        return false;
    count = example_wanted(state, least, most);
    if (count > 0 && (!example_make(state, node->first, &entry->key) ||
                      !example_make(state, node->first + 1, &entry->value))) {
        if (least > 0)
            return false;
        count = 0;
    }
    return ptc_map_make(state->arena, entry, count, out, NULL) == PTC_OK;
}

/* The first elements, and as many more as there must be. */
static bool example_prefix(example_state *state, const ptc_schema_node *node,
                           ptc_value *out)
{
    uint32_t rest = node->count - 1;
    uint32_t least;
    uint32_t most;
    uint32_t count;
    ptc_value *items;

    if (!example_count(node, state->most, &least, &most))
        return false;
    count = rest > least && !state->is_sparse ? rest : least;
    count = count < most ? count : most;
    items = ptc_arena_array(state->arena, count, sizeof *items);
    for (uint32_t i = 0; items != NULL && i < count; i++) {
        if (!example_make(state, node->first + (i < rest ? i : rest), &items[i]))
            return false;
    }
    *out = ptc_value_vector(items, count);
    return items != NULL;
}

/* One entry, where there is one that the node says something about. */
static bool example_keys(example_state *state, const ptc_schema_node *node,
                         ptc_value *out)
{
    ptc_map_entry *entry = ptc_arena_array(state->arena, 1, sizeof *entry);
    bool has_entry = entry != NULL && node->type == PTC_TYPE_KEYS && !state->is_sparse &&
                     example_make(state, node->first, &entry->key) &&
                     example_make(state, node->first + 1, &entry->value);

    return entry != NULL &&
           ptc_map_make(state->arena, entry, has_entry ? 1 : 0, out, NULL) == PTC_OK;
}

/* Moves an example of another conjunct to a multiple that the whole accepts. */
static bool example_multiple(const example_state *state, const ptc_schema *whole,
                             ptc_value *out)
{
    const ptc_schema_node *node = ptc_schema_root(whole);
    const ptc_value number = *out;

    if (node->type != PTC_TYPE_AND ||
        (number.kind != PTC_INT && number.kind != PTC_FLOAT))
        return false;
    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *child = &whole->nodes[node->first + i];

        for (int more = -1; child->type == PTC_TYPE_MULTIPLE && more <= 1; more++) {
            if (ptc_number_near(&child->members[0], &number, more, out) &&
                ptc_schema_validate(whole, out, &state->judge, NULL) == PTC_OK)
                return true;
        }
    }
    return false;
}

/* The first of the children that has an example which the whole accepts. */
static bool example_choice(example_state *state, uint32_t index, ptc_value *out)
{
    const ptc_schema_node *node = &state->schema->nodes[index];
    ptc_schema whole = *state->schema;

    whole.root = index;
    for (uint32_t i = 0; i < node->count; i++) {
        if (example_make(state, node->first + i, out) &&
            (ptc_schema_validate(&whole, out, &state->judge, NULL) == PTC_OK ||
             example_multiple(state, &whole, out)))
            return true;
    }
    return false;
}

/* --- Types ------------------------------------------------------------------------- */

static bool example_malli(example_state *state, ptc_value *out)
{
    ptc_value *items = ptc_arena_array(state->arena, 4, sizeof *items);

    if (items == NULL)
        return false;
    items[0] = example_name(state, PTC_STR("map"));
    items[1] = ptc_value_vector(items + 2, 2);
    items[2] = example_name(state, PTC_STR("field"));
    items[3] = example_name(state, PTC_STR("int"));
    *out = ptc_value_vector(items, 2);
    return true;
}

static bool example_scalar(const example_state *state, const ptc_schema_node *node,
                           ptc_value *out)
{
    switch (node->type) {
    case PTC_TYPE_ANY:
        *out = ptc_value_string(PTC_STR("result"));
        return true;
    case PTC_TYPE_NIL:
        *out = ptc_value_nil();
        return true;
    case PTC_TYPE_BOOL:
        *out = ptc_value_bool(true);
        return true;
    case PTC_TYPE_INT:
    case PTC_TYPE_NUMBER:
        return example_bounded(node, ptc_value_int(42), out);
    case PTC_TYPE_FLOAT:
        return example_bounded(node, ptc_value_float(3.14), out);
    case PTC_TYPE_MULTIPLE:
        *out = node->members[0];
        return true;
    case PTC_TYPE_KEYWORD:
        *out = example_name(state, PTC_STR("ok"));
        return true;
    case PTC_TYPE_DECIMAL:
        return example_decimal(state, node, out);
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        *out = node->members[0];
        if (out->kind == PTC_KEYWORD)
            *out = example_name(state, ptc_value_text(out));
        return true;
    case PTC_TYPE_NOT_CONST:
        *out = ptc_value_int(42);
        if (ptc_value_same(out, &node->members[0]))
            *out = ptc_value_string(PTC_STR("result"));
        return true;
    default:
        if (!ptc_type_is_spelled((ptc_type)node->type))
            return false;
        *out = ptc_value_string(
            ptc_str_of(ptc_type_spelling((ptc_type)node->type)->example));
        return true;
    }
}

/* A value of a type need not hold another one of it, or there is none. */
static bool example_refers(example_state *state, uint32_t index, ptc_value *out)
{
    for (unsigned i = 0; i < state->level; i++) {
        if (state->path[i] == index)
            return false;
    }
    return example_make(state, index, out);
}

static bool example_of(example_state *state, uint32_t index, ptc_value *out)
{
    const ptc_schema_node *node = &state->schema->nodes[index];

    switch (node->type) {
    case PTC_TYPE_STRING:
        return example_string(state, node, out);
    case PTC_TYPE_MALLI_SCHEMA:
        return example_malli(state, out);
    case PTC_TYPE_ANY_MAP:
        return ptc_map_make(state->arena, NULL, 0, out, NULL) == PTC_OK;
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
        return example_list(state, node, out);
    case PTC_TYPE_TUPLE:
        return example_items(state, node->first, 1, node->count, out);
    case PTC_TYPE_MAP:
        return example_map(state, node, out);
    case PTC_TYPE_MAP_OF:
        return example_map_of(state, node, out);
    case PTC_TYPE_PREFIX:
        return example_prefix(state, node, out);
    case PTC_TYPE_CONTAINS:
        return example_list(state, node, out);
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
        return example_keys(state, node, out);
    case PTC_TYPE_OTHER_ITEMS:
        *out = ptc_value_vector(NULL, 0);
        return true;
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
    case PTC_TYPE_MULTI:
        return example_choice(state, index, out);
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
        return example_refers(state, node->first, out);
    default:
        return example_scalar(state, node, out);
    }
}

/* Every value is visited in a bounded number of steps, however types refer to each other.
 */
static bool example_make(example_state *state, uint32_t index, ptc_value *out)
{
    bool is_found = false;

    if (state->level < EXAMPLE_LEVELS && state->nodes++ < EXAMPLE_NODES + state->most) {
        state->path[state->level++] = index;
        is_found = example_of(state, index, out);
        state->level--;
    }
    return is_found && !state->arena->failed;
}

/* An example that the whole type accepts. */
static bool example_try(example_state *state, ptc_value *out)
{
    const ptc_schema *type = state->schema;

    state->nodes = 0;
    if (!example_make(state, type->root, out)) {
        if (state->arena->failed || !(ptc_schema_root(type)->flags & PTC_NODE_NULLABLE))
            return false;
        *out = ptc_value_nil();
    }
    return ptc_schema_validate(type, out, &state->judge, NULL) == PTC_OK;
}

bool ptc_schema_example(ptc_arena *arena, const ptc_schema *type, ptc_boundary boundary,
                        uint32_t most, ptc_value *out)
{
    example_state state = {.arena = arena, .schema = type, .most = most};

    state.judge = (ptc_walk_options){.struct_size = sizeof state.judge,
                                     .context = &ptc_context_later,
                                     .mode = PTC_MODE_STRICT,
                                     .direction = PTC_OUTPUT,
                                     .boundary = boundary};
    if (example_try(&state, out))
        return true;
    state.is_sparse = true;
    return !arena->failed && example_try(&state, out);
}
