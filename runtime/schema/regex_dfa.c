/* SPDX-License-Identifier: MIT */
/*
 * NFA to minimal DFA: subset construction, then Hopcroft's partition refinement, then a
 * numbering in breadth-first order, so that equal patterns give equal tables everywhere.
 *
 * A set holds the NFA states reached so far, closed over splits; assertions stay in the
 * set until the next byte (or the end) decides them. The search is unanchored: the start
 * is added to every set. Text is valid UTF-8, so before a continuation byte no assertion
 * is decided: that place is inside a character.
 *
 * Bounds: PTC_REGEX_STATES_MAX sets, WORK_MAX elementary steps.
 */
#include "schema/regex_int.h"

#define WORK_MAX 40000000u /* at most 0.2 s */
#define NO_STATE UINT32_MAX

enum { STATE_DEAD = 0, STATE_MATCHED = 1 }; /* during construction */

typedef struct subset {
    const uint32_t *members; /* ascending */
    uint32_t count;
    bool after_word; /* the byte before is a word character */
    uint32_t hash;
    uint32_t next_in_bucket;
} subset;

#define BUCKETS 4096

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

/* --- Byte classes --------------------------------------------------------------------
 */

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

/* --- Sets -----------------------------------------------------------------------------
 */

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

/* --- Transitions -----------------------------------------------------------------------
 */

/* The members of a set once its assertions are decided for one kind of place. */
typedef struct decided {
    uint32_t *members; /* room for all NFA states */
    uint32_t count;
    bool matches; /* the pattern has matched here */
} decided;

static void decide(dfa_builder *builder, const subset *set, const edge_context *context,
                   decided *out)
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

static void expand(dfa_builder *builder, uint32_t at, decided *places)
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
        const decided *here = &places[place_of(byte)];
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
    decided places[PLACE_COUNT];
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
    /* Elsewhere the same members mean less: `^` no longer holds behind an assertion. */
    for (size_t i = 0; i < BUCKETS; i++)
        builder->buckets[i] = NO_STATE;
    for (uint32_t at = 2; at < builder->subset_count && builder->status == PTC_OK; at++)
        expand(builder, at, places);
    return start;
}

/* --- Minimisation
 * ------------------------------------------------------------------------ */

/* Hopcroft's algorithm over the states as a partition: `order` lists them block by block.
 */
typedef struct partition {
    uint32_t *order;    /* states */
    uint32_t *position; /* of a state in order */
    uint32_t *block;    /* of a state */
    uint32_t *first;    /* of a block: its range in order */
    uint32_t *end;
    uint32_t *marked;   /* of a block: how many at its front are marked */
    uint32_t *touched;  /* blocks with marks */
    uint32_t *work;     /* stack of block * class_count + class */
    uint8_t *is_queued; /* by block * class_count + class */
    uint32_t work_count;
    uint32_t blocks;
} partition;

static bool partition_init(partition *parts, ptc_arena *scratch, size_t states,
                           size_t classes)
{
    memset(parts, 0, sizeof *parts);
    parts->order = ptc_arena_array(scratch, states, sizeof *parts->order);
    parts->position = ptc_arena_array(scratch, states, sizeof *parts->position);
    parts->block = ptc_arena_array(scratch, states, sizeof *parts->block);
    parts->first = ptc_arena_array(scratch, states, sizeof *parts->first);
    parts->end = ptc_arena_array(scratch, states, sizeof *parts->end);
    parts->marked = ptc_arena_array(scratch, states, sizeof *parts->marked);
    parts->touched = ptc_arena_array(scratch, states, sizeof *parts->touched);
    parts->work = ptc_arena_array(scratch, states * classes, sizeof *parts->work);
    parts->is_queued = ptc_arena_array(scratch, states * classes, 1);
    return parts->order && parts->position && parts->block && parts->first &&
           parts->end && parts->marked && parts->touched && parts->work &&
           parts->is_queued;
}

static void enqueue(partition *parts, uint32_t splitter)
{
    if (!parts->is_queued[splitter]) {
        parts->is_queued[splitter] = 1;
        parts->work[parts->work_count++] = splitter;
    }
}

static void swap_states(partition *parts, uint32_t a, uint32_t b)
{
    uint32_t moved = parts->order[a];

    parts->order[a] = parts->order[b];
    parts->order[b] = moved;
    parts->position[parts->order[a]] = a;
    parts->position[parts->order[b]] = b;
}

static uint32_t mark_state(partition *parts, uint32_t state, uint32_t touched)
{
    uint32_t block = parts->block[state];
    uint32_t front = parts->first[block] + parts->marked[block];

    if (parts->position[state] < front)
        return touched;
    if (parts->marked[block]++ == 0)
        parts->touched[touched++] = block;
    swap_states(parts, front, parts->position[state]);
    return touched;
}

/* Splits the marked front off a block; the smaller half becomes the new block. */
static void split_block(partition *parts, uint32_t block, uint32_t classes)
{
    uint32_t marked = parts->marked[block];
    uint32_t size = parts->end[block] - parts->first[block];
    uint32_t fresh = parts->blocks;

    parts->marked[block] = 0;
    if (marked == size)
        return;
    if (marked <= size - marked) {
        parts->first[fresh] = parts->first[block];
        parts->end[fresh] = parts->first[block] + marked;
        parts->first[block] = parts->end[fresh];
    } else {
        parts->first[fresh] = parts->first[block] + marked;
        parts->end[fresh] = parts->end[block];
        parts->end[block] = parts->first[fresh];
    }
    parts->blocks++;
    for (uint32_t i = parts->first[fresh]; i < parts->end[fresh]; i++)
        parts->block[parts->order[i]] = fresh;
    for (uint32_t c = 0; c < classes; c++)
        enqueue(parts, fresh * classes + c);
}

/* The states that lead to each state, class by class: offsets and sources. */
typedef struct inverse {
    uint32_t *offsets; /* class * (states + 1) + target */
    uint32_t *sources;
} inverse;

static bool inverse_build(inverse *back, const dfa_builder *builder)
{
    uint32_t states = (uint32_t)builder->subset_count;
    uint32_t classes = builder->class_count;

    back->offsets = ptc_arena_array(builder->scratch, (size_t)classes * (states + 2u),
                                    sizeof(uint32_t));
    back->sources =
        ptc_arena_array(builder->scratch, (size_t)classes * states, sizeof(uint32_t));
    if (back->offsets == NULL || back->sources == NULL)
        return false;
    for (uint32_t c = 0; c < classes; c++) {
        uint32_t *offsets = back->offsets + (size_t)c * (states + 2u);
        uint32_t *sources = back->sources + (size_t)c * states;

        for (uint32_t s = 0; s < states; s++)
            offsets[builder->next[s * classes + c] + 2]++;
        for (uint32_t s = 0; s < states; s++)
            offsets[s + 2] += offsets[s + 1];
        for (uint32_t s = 0; s < states; s++)
            sources[offsets[builder->next[s * classes + c] + 1]++] = s;
    }
    return true;
}

static void partition_start(partition *parts, const dfa_builder *builder)
{
    uint32_t states = (uint32_t)builder->subset_count;
    uint32_t at = 0;

    for (uint8_t accept = 0; accept < 4; accept++) {
        uint32_t first = at;

        for (uint32_t s = 0; s < states; s++) {
            if (builder->accepts[s] != accept)
                continue;
            parts->order[at] = s;
            parts->position[s] = at++;
            parts->block[s] = parts->blocks;
        }
        if (at > first) {
            parts->first[parts->blocks] = first;
            parts->end[parts->blocks] = at;
            for (uint32_t c = 0; c < builder->class_count; c++)
                enqueue(parts, parts->blocks * builder->class_count + c);
            parts->blocks++;
        }
    }
}

static bool minimise(partition *parts, dfa_builder *builder)
{
    uint32_t states = (uint32_t)builder->subset_count;
    uint32_t classes = builder->class_count;
    uint32_t *members = ptc_arena_array(builder->scratch, states, sizeof *members);
    inverse back;

    if (members == NULL || !inverse_build(&back, builder) ||
        !partition_init(parts, builder->scratch, states, classes))
        return false;
    partition_start(parts, builder);
    while (parts->work_count > 0) {
        uint32_t splitter = parts->work[--parts->work_count];
        uint32_t block = splitter / classes;
        uint32_t c = splitter % classes;
        uint32_t count = parts->end[block] - parts->first[block];
        uint32_t touched = 0;

        parts->is_queued[splitter] = 0;
        /* Marking moves states within their blocks, so the splitter is copied first. */
        memcpy(members, parts->order + parts->first[block], count * sizeof *members);
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t *offsets =
                back.offsets + (size_t)c * (states + 2u) + members[i];
            const uint32_t *sources = back.sources + (size_t)c * states;

            for (uint32_t k = offsets[0]; k < offsets[1]; k++)
                touched = mark_state(parts, sources[k], touched);
        }
        for (uint32_t i = 0; i < touched; i++)
            split_block(parts, parts->touched[i], classes);
    }
    return true;
}

/* --- Tables
 * --------------------------------------------------------------------------------- */

/* Merges classes whose columns are equal; returns how many are left. */
static uint32_t merge_classes(const dfa_builder *builder, const partition *parts,
                              uint8_t *merged)
{
    uint32_t classes = builder->class_count;
    uint32_t kept = 0;
    uint8_t representative[256];

    for (uint32_t c = 0; c < classes; c++) {
        uint32_t match = 0;

        for (; match < kept; match++) {
            uint32_t b = 0;

            for (; b < parts->blocks; b++) {
                const uint32_t *row =
                    builder->next + (size_t)parts->order[parts->first[b]] * classes;

                if (parts->block[row[c]] != parts->block[row[representative[match]]])
                    break;
            }
            if (b == parts->blocks)
                break;
        }
        if (match == kept)
            representative[kept++] = (uint8_t)c;
        merged[c] = (uint8_t)match;
    }
    return kept;
}

/* Numbers the blocks: dead is 0, the others in breadth-first order from the start. */
static bool number_blocks(const dfa_builder *builder, const partition *parts,
                          uint32_t start, uint32_t *numbers, uint32_t *queue,
                          uint32_t *count)
{
    uint32_t dead = parts->block[STATE_DEAD];
    uint32_t head = 0;
    uint32_t tail = 0;

    for (uint32_t b = 0; b < parts->blocks; b++)
        numbers[b] = NO_STATE;
    queue[tail++] = dead;
    numbers[dead] = 0;
    if (numbers[parts->block[start]] == NO_STATE) {
        numbers[parts->block[start]] = tail;
        queue[tail++] = parts->block[start];
    }
    for (; head < tail; head++) {
        const uint32_t *row =
            builder->next +
            (size_t)parts->order[parts->first[queue[head]]] * builder->class_count;

        for (uint32_t c = 0; c < builder->class_count; c++) {
            uint32_t target = parts->block[row[c]];

            if (numbers[target] == NO_STATE) {
                numbers[target] = tail;
                queue[tail++] = target;
            }
        }
    }
    *count = tail;
    return tail <= PTC_REGEX_STATES_MAX;
}

static ptc_status write_tables(const dfa_builder *builder, const partition *parts,
                               uint32_t start, ptc_arena *arena, ptc_dfa *out)
{
    uint32_t *numbers = ptc_arena_array(builder->scratch, parts->blocks, sizeof *numbers);
    uint32_t *queue = ptc_arena_array(builder->scratch, parts->blocks + 1, sizeof *queue);
    uint8_t merged[256];
    uint32_t classes = merge_classes(builder, parts, merged);
    uint8_t *class_table = ptc_arena_alloc(arena, 256);
    uint16_t *next;
    uint8_t *accepts;
    uint32_t count;

    if (numbers == NULL || queue == NULL || class_table == NULL)
        return PTC_ERROR_MEMORY;
    if (!number_blocks(builder, parts, start, numbers, queue, &count))
        return PTC_ERROR_RANGE;
    next = ptc_arena_array(arena, (size_t)count * classes, sizeof *next);
    accepts = ptc_arena_array(arena, count, 1);
    if (next == NULL || accepts == NULL)
        return PTC_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t state = parts->order[parts->first[queue[i]]];

        accepts[i] = builder->accepts[state];
        for (uint32_t c = 0; c < builder->class_count; c++)
            next[i * classes + merged[c]] = (uint16_t)numbers
                [parts->block[builder->next[(size_t)state * builder->class_count + c]]];
    }
    for (unsigned byte = 0; byte < 256; byte++)
        class_table[byte] = merged[builder->classes[byte]];
    out->classes = class_table;
    out->next = next;
    out->accepts = accepts;
    out->class_count = (uint16_t)classes;
    out->state_count = (uint16_t)count;
    out->start = (uint16_t)numbers[parts->block[start]];
    return PTC_OK;
}

ptc_status ptc_regex_dfa_build(const regex_nfa *nfa, ptc_arena *scratch, ptc_arena *arena,
                               ptc_dfa *out)
{
    dfa_builder *builder = ptc_arena_array(scratch, 1, sizeof *builder);
    partition parts;
    uint32_t start;

    if (builder == NULL)
        return PTC_ERROR_MEMORY;
    builder->nfa = nfa;
    builder->scratch = scratch;
    find_classes(builder);
    start = build_subsets(builder);
    if (builder->status != PTC_OK)
        return builder->status;
    if (!minimise(&parts, builder))
        return PTC_ERROR_MEMORY;
    return write_tables(builder, &parts, start, arena, out);
}
