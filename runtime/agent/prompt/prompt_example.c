/* SPDX-License-Identifier: MIT */
/*
 * Examples of types: a small value that a program may return, to show a model what is
 * expected. A type that is hard to satisfy has none; what is shown has been judged.
 * [subagent 11.3]
 */
#include "agent/prompt/prompt_int.h"
#include "schema/schema_int.h"

#include <ptc/walk.h>

enum {
    EXAMPLE_LEVELS = 16,
    EXAMPLE_NODES = 500,
    EXAMPLE_LENGTH_MAX = 200, /* of a string or list */
    EXAMPLE_NAME_MAX = 64,    /* bytes of a text that a pattern is satisfied with */
};

typedef struct example_state {
    ptc_arena *arena;
    const ptc_schema *schema;
    unsigned level;
    unsigned nodes;                /* visited */
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

/* How a state of a pattern was reached. */
typedef struct example_way {
    uint16_t from;
    char byte;
    bool is_seen;
} example_way;

static ptc_str example_path(ptc_arena *arena, const example_way *ways, uint16_t start,
                            uint16_t state)
{
    char bytes[EXAMPLE_NAME_MAX];
    size_t at = sizeof bytes;

    while (state != start && at > 0) {
        bytes[--at] = ways[state].byte;
        state = ways[state].from;
    }
    return ptc_str_copy(arena, ptc_str_make(bytes + at, sizeof bytes - at));
}

/* A shortest text that the pattern accepts, breadth first; false when none is found. */
static bool example_pattern(ptc_arena *arena, const ptc_dfa *dfa, ptc_str *out)
{
    example_way *ways = ptc_arena_array(arena, dfa->state_count, sizeof *ways);
    uint16_t *queue = ptc_arena_array(arena, dfa->state_count, sizeof *queue);
    size_t tail = 0;

    if (ways == NULL || queue == NULL)
        return false;
    ways[0].is_seen = true;
    ways[dfa->start].is_seen = true;
    queue[tail++] = dfa->start;
    for (size_t head = 0; head < tail; head++) {
        uint16_t state = queue[head];

        if (dfa->accepts[state] != 0) {
            *out = example_path(arena, ways, dfa->start, state);
            return out->ptr != NULL;
        }
        for (unsigned class = 0; class < dfa->class_count; class ++) {
            uint16_t next = dfa->next[(size_t)state * dfa->class_count + class];
            char byte = ways[next].is_seen ? '\0' : example_byte(dfa, class);

            if (byte == '\0')
                continue;
            ways[next] = (example_way){state, byte, true};
            queue[tail++] = next;
        }
    }
    return false;
}

static bool example_string(example_state *state, const ptc_schema_node *node,
                           ptc_value *out)
{
    static const char word[] = "result";
    uint32_t least;
    uint32_t most;
    ptc_text text;
    ptc_str found;

    if (!example_count(node, EXAMPLE_LENGTH_MAX, &least, &most))
        return false;
    ptc_text_init(&text, state->arena);
    if (node->pattern_count == 0) {
        ptc_text_bytes(&text, word, most < sizeof word - 1 ? most : sizeof word - 1);
    } else if (ptc_regex_search(node->patterns->dfa, word, sizeof word - 1)) {
        ptc_text_cstr(&text, word);
    } else if (example_pattern(state->arena, node->patterns->dfa, &found)) {
        ptc_text_str(&text, found);
    } else {
        return false;
    }
    if (text.len < least)
        ptc_text_repeat(&text, 'x', least - text.len);
    *out = ptc_value_string(ptc_text_view(&text));
    return !text.failed;
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

    if (!example_count(node, EXAMPLE_LENGTH_MAX, &least, &most))
        return false;
    wanted = example_wanted(state, least, most);
    if (!example_items(state, node->first, 0, wanted, out) &&
        (wanted == least || !example_items(state, node->first, 0, least, out)))
        return false;
    if (node->type == PTC_TYPE_SET) {
        if (least > 1)
            return false;
        out->kind = PTC_SET;
    }
    return true;
}

static ptc_value example_key(ptc_str name)
{
    return ptc_keyword_is_legal(name) ? ptc_value_keyword(name) : ptc_value_string(name);
}

/* What may be absent is so when it has no example. */
static bool example_map(example_state *state, const ptc_schema_node *node, ptc_value *out)
{
    ptc_map_entry *entries = ptc_arena_array(state->arena, node->count, sizeof *entries);
    size_t count = 0;

    if (entries == NULL)
        return false;
    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *field = &state->schema->nodes[node->first + i];
        ptc_value value;

        if (!example_make(state, node->first + i, &value)) {
            if (!(field->flags & PTC_NODE_NULLABLE))
                return false;
            continue;
        }
        entries[count++] = (ptc_map_entry){example_key(field->name), value};
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

/* The first of the children that has an example which the whole accepts. */
static bool example_choice(example_state *state, uint32_t index, ptc_value *out)
{
    const ptc_schema_node *node = &state->schema->nodes[index];
    const ptc_walk_options options = {.struct_size = sizeof options,
                                      .mode = PTC_MODE_STRICT,
                                      .direction = PTC_OUTPUT,
                                      .boundary = PTC_BOUNDARY_LISP};
    ptc_schema whole = *state->schema;

    whole.root = index;
    for (uint32_t i = 0; i < node->count; i++) {
        if (example_make(state, node->first + i, out) &&
            ptc_schema_validate(&whole, out, &options, NULL) == PTC_OK)
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
    items[0] = ptc_value_keyword(PTC_STR("map"));
    items[1] = ptc_value_vector(items + 2, 2);
    items[2] = ptc_value_keyword(PTC_STR("field"));
    items[3] = ptc_value_keyword(PTC_STR("int"));
    *out = ptc_value_vector(items, 2);
    return true;
}

static bool example_scalar(const ptc_schema_node *node, ptc_value *out)
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
    case PTC_TYPE_KEYWORD:
        *out = ptc_value_keyword(PTC_STR("ok"));
        return true;
    case PTC_TYPE_DATETIME:
        *out = ptc_value_string(PTC_STR("2024-01-31T09:30:00Z"));
        return true;
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        *out = node->members[0];
        return true;
    case PTC_TYPE_NOT_CONST:
        *out = ptc_value_int(42);
        if (ptc_value_same(out, &node->members[0]))
            *out = ptc_value_string(PTC_STR("result"));
        return true;
    default:
        return false;
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
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_MULTI:
        return example_choice(state, index, out);
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
        return example_refers(state, node->first, out);
    default:
        return example_scalar(node, out);
    }
}

/* Every value is visited in a bounded number of steps, however types refer to each other.
 */
static bool example_make(example_state *state, uint32_t index, ptc_value *out)
{
    bool is_found = false;

    if (state->level < EXAMPLE_LEVELS && state->nodes++ < EXAMPLE_NODES) {
        state->path[state->level++] = index;
        is_found = example_of(state, index, out);
        state->level--;
    }
    return is_found && !state->arena->failed;
}

/* An example that the whole type accepts. */
static bool example_try(ptc_arena *arena, const ptc_schema *type, bool is_sparse,
                        ptc_value *out)
{
    const ptc_walk_options options = {.struct_size = sizeof options,
                                      .mode = PTC_MODE_STRICT,
                                      .direction = PTC_OUTPUT,
                                      .boundary = PTC_BOUNDARY_LISP};
    example_state state = {.arena = arena, .schema = type, .is_sparse = is_sparse};

    if (!example_make(&state, type->root, out)) {
        if (arena->failed || !(ptc_schema_root(type)->flags & PTC_NODE_NULLABLE))
            return false;
        *out = ptc_value_nil();
    }
    return ptc_schema_validate(type, out, &options, NULL) == PTC_OK;
}

bool ptc_prompt_example(ptc_arena *arena, const ptc_schema *type, ptc_value *out)
{
    return example_try(arena, type, false, out) ||
           (!arena->failed && example_try(arena, type, true, out));
}
