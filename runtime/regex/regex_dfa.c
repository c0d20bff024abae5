/* SPDX-License-Identifier: MIT */
/*
 * NFA to DFA by subset construction; regex_minimise.c makes tables from it.
 *
 * A set holds the NFA states reached so far, closed over splits; assertions stay in the
 * set until the next byte (or the end) decides them. The search is unanchored: the start
 * is added to every set. Text is valid UTF-8, so before a continuation byte no assertion
 * is decided: that place is inside a character.
 *
 * Bounds: PTC_REGEX_STATES_MAX sets, WORK_MAX elementary steps.
 */
#include "regex/regex_int.h"

#define WORK_MAX 40000000u /* at most 0.2 s */
#define NO_STATE UINT32_MAX

enum { STATE_DEAD = REGEX_STATE_DEAD, STATE_MATCHED = 1 }; /* during construction */

typedef struct subset {
    const uint32_t *members; /* ascending */
    uint32_t count;
    bool after_word; /* the byte before is a word character */
    uint32_t hash;
    uint32_t next_in_bucket;
} subset;

enum { BUCKETS = 4096 };

typedef struct dfa_builder {
    const regex_nfa *nfa;
    ptc_arena *scratch;
    uint8_t classes[256];
    uint8_t samples[256]; /* a byte of each class */
    uint32_t class_count;
    subset *subsets;
    size_t subset_count;
    size_t subset_capacity;
    uint32_t *next; /* subset_capacity * class_count */
    uint8_t *accepts;
    uint32_t buckets[BUCKETS];
    uint32_t *marks; /* by NFA state: the round in which it was added */
    uint32_t round;
    uint32_t *list; /* the set under construction */
    uint32_t *stack;
    uint32_t list_count;
    uint32_t start; /* the set at the beginning of a text; found again by no step */
    uint64_t work;
    ptc_status status;
} dfa_builder;

/* What is known about the place at which assertions are decided. */
typedef struct edge_context {
    bool at_start;
    bool at_end;
    bool is_decided; /* false: nothing is known yet, assertions stay */
    bool before_word;
    bool after_word;
} edge_context;

static bool is_word_byte(unsigned byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
           (byte >= 'a' && byte <= 'z');
}

/* --- Byte classes ------------------------------------------------------------------- */

static void find_classes(dfa_builder *builder)
{
    bool starts[257] = {false};
    uint32_t count = 0;

    starts[0] = starts[0x80] = starts[0xC0] = true;
    if (builder->nfa->has_word_edges) {
        for (unsigned byte = 1; byte < 256; byte++)
            starts[byte] |= is_word_byte(byte) != is_word_byte(byte - 1);
    }
    for (size_t i = 0; i < builder->nfa->count; i++) {
        const regex_state *state = &builder->nfa->states[i];

        for (uint16_t k = 0; k < state->edge_count; k++) {
            starts[state->edges[k].low] = true;
            starts[state->edges[k].high + 1u] = true;
        }
    }
    for (unsigned byte = 0; byte < 256; byte++) {
        if (starts[byte])
            builder->samples[count++] = (uint8_t)byte;
        builder->classes[byte] = (uint8_t)(count - 1);
    }
    builder->class_count = count;
}

/* --- Sets --------------------------------------------------------------------------- */

static bool assertion_holds(uint8_t assertion, const edge_context *context)
{
    switch (assertion) {
    case REGEX_BEGIN:
        return context->at_start;
    case REGEX_END:
        return context->at_end;
    case REGEX_WORD_EDGE:
        return context->before_word != context->after_word;
    default:
        return context->before_word == context->after_word;
    }
}

static void push_state(dfa_builder *builder, uint32_t at, uint32_t *depth)
{
    if (builder->marks[at] != builder->round) {
        builder->marks[at] = builder->round;
        builder->stack[(*depth)++] = at;
    }
}

/* Adds `from` and what is reached without a byte to the list. */
static void close_over(dfa_builder *builder, uint32_t from, const edge_context *context)
{
    uint32_t depth = 0;

    push_state(builder, from, &depth);
    while (depth > 0) {
        uint32_t at = builder->stack[--depth];
        const regex_state *state = &builder->nfa->states[at];

        builder->work++;
        if (state->kind == REGEX_STATE_SPLIT) {
            push_state(builder, state->other, &depth);
            push_state(builder, state->next, &depth);
        } else if (state->kind == REGEX_STATE_EDGE && state->assertion == REGEX_BEGIN) {
            if (context->at_start)
                push_state(builder, state->next, &depth);
        } else if (state->kind == REGEX_STATE_EDGE && context->is_decided) {
            if (assertion_holds(state->assertion, context))
                push_state(builder, state->next, &depth);
        } else {
            builder->list[builder->list_count++] = at;
        }
    }
}

static void begin_set(dfa_builder *builder)
{
    builder->round++;
    builder->list_count = 0;
}

static bool list_matches(const dfa_builder *builder)
{
    for (uint32_t i = 0; i < builder->list_count; i++) {
        if (builder->nfa->states[builder->list[i]].kind == REGEX_STATE_MATCH)
            return true;
    }
    return false;
}

/* Shell sort: sets are short and nearly sorted. */
static void sort_list(uint32_t *list, uint32_t count)
{
    for (uint32_t gap = count / 2; gap > 0; gap /= 2) {
        for (uint32_t i = gap; i < count; i++) {
            uint32_t moved = list[i];
            uint32_t k = i;

            for (; k >= gap && list[k - gap] > moved; k -= gap)
                list[k] = list[k - gap];
            list[k] = moved;
        }
    }
}

static uint32_t hash_list(const dfa_builder *builder, bool after_word)
{
    uint32_t hash = after_word ? 0x9E3779B9u : 0x85EBCA6Bu;

    for (uint32_t i = 0; i < builder->list_count; i++)
        hash = (hash ^ builder->list[i]) * 0x01000193u;
    return hash;
}

static void fail(dfa_builder *builder, ptc_status status)
{
    if (builder->status == PTC_OK)
        builder->status = status;
}

static bool grow_subsets(dfa_builder *builder)
{
    size_t old = builder->subset_capacity;
    size_t capacity = old ? old * 2 : 64;
    subset *subsets = ptc_arena_array(builder->scratch, capacity, sizeof *subsets);
    uint32_t *next =
        ptc_arena_array(builder->scratch, capacity * builder->class_count, sizeof *next);
    uint8_t *accepts = ptc_arena_array(builder->scratch, capacity, 1);

    if (subsets == NULL || next == NULL || accepts == NULL)
        return false;
    if (old > 0) {
        memcpy(subsets, builder->subsets, old * sizeof *subsets);
        memcpy(next, builder->next, old * builder->class_count * sizeof *next);
        memcpy(accepts, builder->accepts, old);
    }
    builder->subsets = subsets;
    builder->next = next;
    builder->accepts = accepts;
    builder->subset_capacity = capacity;
    return true;
}

static uint32_t find_subset(dfa_builder *builder, bool after_word, uint32_t hash)
{
    uint32_t at = builder->buckets[hash % BUCKETS];

    for (; at != NO_STATE; at = builder->subsets[at].next_in_bucket) {
        const subset *set = &builder->subsets[at];

        builder->work++;
        if (set->hash == hash && set->count == builder->list_count &&
            set->after_word == after_word &&
            memcmp(set->members, builder->list, set->count * sizeof *set->members) == 0)
            return at;
    }
    return NO_STATE;
}

static uint32_t add_subset(dfa_builder *builder, bool after_word, uint32_t hash)
{
    uint32_t *members;
    subset *set;

    if (builder->subset_count >= PTC_REGEX_STATES_MAX) {
        fail(builder, PTC_ERROR_RANGE);
        return STATE_DEAD;
    }
    members = ptc_arena_alloc(builder->scratch, builder->list_count * sizeof *members);
    if (members == NULL ||
        (builder->subset_count == builder->subset_capacity && !grow_subsets(builder))) {
        fail(builder, PTC_ERROR_MEMORY);
        return STATE_DEAD;
    }
    if (builder->list_count > 0)
        memcpy(members, builder->list, builder->list_count * sizeof *members);
    set = &builder->subsets[builder->subset_count];
    set->members = members;
    set->count = builder->list_count;
    set->after_word = after_word;
    set->hash = hash;
    set->next_in_bucket = builder->buckets[hash % BUCKETS];
    builder->buckets[hash % BUCKETS] = (uint32_t)builder->subset_count;
    return (uint32_t)builder->subset_count++;
}

/* The state for the list, which is not yet sorted. */
static uint32_t intern_list(dfa_builder *builder, bool after_word)
{
    uint32_t hash;
    uint32_t found;

    if (list_matches(builder))
        return STATE_MATCHED;
    if (builder->list_count == 0)
        return STATE_DEAD;
    after_word = after_word && builder->nfa->has_word_edges;
    sort_list(builder->list, builder->list_count);
    builder->work += builder->list_count;
    hash = hash_list(builder, after_word);
    found = find_subset(builder, after_word, hash);
    return found != NO_STATE ? found : add_subset(builder, after_word, hash);
}

/* --- Transitions -------------------------------------------------------------------- */

/* The members of a set once its assertions are decided for one kind of place. */
typedef struct dfa_decided {
    uint32_t *members; /* room for all NFA states */
    uint32_t count;
    bool matches; /* the pattern has matched here */
} dfa_decided;

static void decide(dfa_builder *builder, const subset *set, const edge_context *context,
                   dfa_decided *out)
{
    begin_set(builder);
    for (uint32_t i = 0; i < set->count; i++)
        close_over(builder, set->members[i], context);
    out->matches = list_matches(builder);
    out->count = builder->list_count;
    memcpy(out->members, builder->list, out->count * sizeof *out->members);
}

static void step_member(dfa_builder *builder, const regex_state *state, uint8_t byte,
                        const edge_context *undecided)
{
    for (uint16_t k = 0; k < state->edge_count; k++) {
        const regex_edge *edge = &state->edges[k];

        builder->work++;
        if (byte < edge->low)
            break; /* edges ascend */
        if (byte <= edge->high) {
            close_over(builder,
                       edge->target == REGEX_DONE ? state->next
                                                  : state->base + edge->target,
                       undecided);
            break;
        }
    }
}

static uint32_t step(dfa_builder *builder, const uint32_t *members, uint32_t count,
                     uint8_t byte)
{
    static const edge_context undecided = {false, false, false, false, false};

    begin_set(builder);
    for (uint32_t i = 0; i < count; i++)
        step_member(builder, &builder->nfa->states[members[i]], byte, &undecided);
    close_over(builder, builder->nfa->start, &undecided);
    return intern_list(builder, is_word_byte(byte));
}

/* Kinds of places by the byte that follows. */
enum { PLACE_INSIDE, PLACE_BEFORE_WORD, PLACE_BEFORE_OTHER, PLACE_COUNT };

static unsigned place_of(uint8_t byte)
{
    if ((byte & 0xC0) == 0x80)
        return PLACE_INSIDE;
    return is_word_byte(byte) ? PLACE_BEFORE_WORD : PLACE_BEFORE_OTHER;
}

static void expand(dfa_builder *builder, uint32_t at, dfa_decided *places)
{
    subset set = builder->subsets[at];
    edge_context context = {at == builder->start, true, true, false, set.after_word};

    decide(builder, &set, &context, &places[PLACE_INSIDE]);
    if (places[PLACE_INSIDE].matches)
        builder->accepts[at] |= 2;
    context.at_end = false;
    for (unsigned place = 0; place < PLACE_COUNT; place++) {
        context.is_decided = place != PLACE_INSIDE;
        context.before_word = place == PLACE_BEFORE_WORD;
        decide(builder, &set, &context, &places[place]);
    }
    for (uint32_t c = 0; c < builder->class_count && builder->status == PTC_OK; c++) {
        uint8_t byte = builder->samples[c];
        const dfa_decided *here = &places[place_of(byte)];
        uint32_t target = STATE_MATCHED;

        if (!here->matches)
            target = step(builder, here->members, here->count, byte);
        builder->next[at * builder->class_count + c] = target;
        if (builder->work > WORK_MAX)
            fail(builder, PTC_ERROR_RANGE);
    }
}

static uint32_t build_subsets(dfa_builder *builder)
{
    static const edge_context beginning = {true, false, false, false, false};
    size_t states = builder->nfa->count;
    dfa_decided places[PLACE_COUNT];
    uint32_t start;

    for (unsigned i = 0; i < PLACE_COUNT; i++) {
        places[i].members = ptc_arena_array(builder->scratch, states, sizeof(uint32_t));
        if (places[i].members == NULL)
            fail(builder, PTC_ERROR_MEMORY);
    }

    builder->marks = ptc_arena_array(builder->scratch, states, sizeof *builder->marks);
    builder->list = ptc_arena_array(builder->scratch, states, sizeof *builder->list);
    builder->stack = ptc_arena_array(builder->scratch, states, sizeof *builder->stack);
    if (builder->status != PTC_OK || builder->marks == NULL || builder->list == NULL ||
        builder->stack == NULL || !grow_subsets(builder)) {
        fail(builder, PTC_ERROR_MEMORY);
        return 0;
    }
    for (size_t i = 0; i < BUCKETS; i++)
        builder->buckets[i] = NO_STATE;
    for (uint32_t c = 0; c < builder->class_count; c++) {
        builder->next[STATE_DEAD * builder->class_count + c] = STATE_DEAD;
        builder->next[STATE_MATCHED * builder->class_count + c] = STATE_MATCHED;
    }
    builder->accepts[STATE_MATCHED] = 3;
    builder->subset_count = 2;
    begin_set(builder);
    close_over(builder, builder->nfa->start, &beginning);
    start = intern_list(builder, false);
    builder->start = start;
    /* Elsewhere the same members mean less: `^` no longer holds after an assertion. */
    for (size_t i = 0; i < BUCKETS; i++)
        builder->buckets[i] = NO_STATE;
    for (uint32_t at = 2; at < builder->subset_count && builder->status == PTC_OK; at++)
        expand(builder, at, places);
    return start;
}

ptc_status ptc_regex_dfa_build(const regex_nfa *nfa, ptc_arena *scratch, ptc_arena *arena,
                               ptc_dfa *out)
{
    dfa_builder *builder = ptc_arena_array(scratch, 1, sizeof *builder);
    regex_subsets subsets;

    if (builder == NULL)
        return PTC_ERROR_MEMORY;
    builder->nfa = nfa;
    builder->scratch = scratch;
    find_classes(builder);
    subsets.start = build_subsets(builder);
    if (builder->status != PTC_OK)
        return builder->status;
    subsets.scratch = scratch;
    subsets.next = builder->next;
    subsets.accepts = builder->accepts;
    subsets.classes = builder->classes;
    subsets.class_count = builder->class_count;
    subsets.count = (uint32_t)builder->subset_count;
    return ptc_regex_minimise(&subsets, arena, out);
}
