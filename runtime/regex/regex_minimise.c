/* SPDX-License-Identifier: MIT */
/*
 * The minimal automaton: Hopcroft's partition refinement over the sets of regex_dfa.c,
 * then tables in a numbering that depends only on the pattern - dead is 0, the others
 * breadth-first from the start - with byte classes of equal columns merged.
 */
#include "regex/regex_int.h"

#define NO_NUMBER UINT32_MAX

/* --- Partition ---------------------------------------------------------------------- */

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
    return parts->order != NULL && parts->position != NULL && parts->block != NULL &&
           parts->first != NULL && parts->end != NULL && parts->marked != NULL &&
           parts->touched != NULL && parts->work != NULL && parts->is_queued != NULL;
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

static bool inverse_build(inverse *back, const regex_subsets *subsets)
{
    uint32_t states = (uint32_t)subsets->count;
    uint32_t classes = subsets->class_count;

    back->offsets = ptc_arena_array(subsets->scratch, (size_t)classes * (states + 2u),
                                    sizeof(uint32_t));
    back->sources =
        ptc_arena_array(subsets->scratch, (size_t)classes * states, sizeof(uint32_t));
    if (back->offsets == NULL || back->sources == NULL)
        return false;
    for (uint32_t c = 0; c < classes; c++) {
        uint32_t *offsets = back->offsets + (size_t)c * (states + 2u);
        uint32_t *sources = back->sources + (size_t)c * states;

        for (uint32_t s = 0; s < states; s++)
            offsets[subsets->next[s * classes + c] + 2]++;
        for (uint32_t s = 0; s < states; s++)
            offsets[s + 2] += offsets[s + 1];
        for (uint32_t s = 0; s < states; s++)
            sources[offsets[subsets->next[s * classes + c] + 1]++] = s;
    }
    return true;
}

static void partition_start(partition *parts, const regex_subsets *subsets)
{
    uint32_t states = (uint32_t)subsets->count;
    uint32_t at = 0;

    for (uint8_t accept = 0; accept < 4; accept++) {
        uint32_t first = at;

        for (uint32_t s = 0; s < states; s++) {
            if (subsets->accepts[s] != accept)
                continue;
            parts->order[at] = s;
            parts->position[s] = at++;
            parts->block[s] = parts->blocks;
        }
        if (at > first) {
            parts->first[parts->blocks] = first;
            parts->end[parts->blocks] = at;
            for (uint32_t c = 0; c < subsets->class_count; c++)
                enqueue(parts, parts->blocks * subsets->class_count + c);
            parts->blocks++;
        }
    }
}

static bool minimise(partition *parts, const regex_subsets *subsets)
{
    uint32_t states = (uint32_t)subsets->count;
    uint32_t classes = subsets->class_count;
    uint32_t *members = ptc_arena_array(subsets->scratch, states, sizeof *members);
    inverse back;

    if (members == NULL || !inverse_build(&back, subsets) ||
        !partition_init(parts, subsets->scratch, states, classes))
        return false;
    partition_start(parts, subsets);
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

/* --- Tables ------------------------------------------------------------------------- */

/* Merges classes whose columns are equal; returns how many are left. */
static uint32_t merge_classes(const regex_subsets *subsets, const partition *parts,
                              uint8_t *merged)
{
    uint32_t classes = subsets->class_count;
    uint32_t kept = 0;
    uint8_t representative[256];

    for (uint32_t c = 0; c < classes; c++) {
        uint32_t match = 0;

        for (; match < kept; match++) {
            uint32_t b = 0;

            for (; b < parts->blocks; b++) {
                const uint32_t *row =
                    subsets->next + (size_t)parts->order[parts->first[b]] * classes;

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
static bool number_blocks(const regex_subsets *subsets, const partition *parts,
                          uint32_t start, uint32_t *numbers, uint32_t *queue,
                          uint32_t *count)
{
    uint32_t dead = parts->block[REGEX_STATE_DEAD];
    uint32_t head = 0;
    uint32_t tail = 0;

    for (uint32_t b = 0; b < parts->blocks; b++)
        numbers[b] = NO_NUMBER;
    queue[tail++] = dead;
    numbers[dead] = 0;
    if (numbers[parts->block[start]] == NO_NUMBER) {
        numbers[parts->block[start]] = tail;
        queue[tail++] = parts->block[start];
    }
    for (; head < tail; head++) {
        const uint32_t *row =
            subsets->next +
            (size_t)parts->order[parts->first[queue[head]]] * subsets->class_count;

        for (uint32_t c = 0; c < subsets->class_count; c++) {
            uint32_t target = parts->block[row[c]];

            if (numbers[target] == NO_NUMBER) {
                numbers[target] = tail;
                queue[tail++] = target;
            }
        }
    }
    *count = tail;
    return tail <= PTC_REGEX_STATES_MAX;
}

static ptc_status write_tables(const regex_subsets *subsets, const partition *parts,
                               uint32_t start, ptc_arena *arena, ptc_dfa *out)
{
    uint32_t *numbers = ptc_arena_array(subsets->scratch, parts->blocks, sizeof *numbers);
    uint32_t *queue = ptc_arena_array(subsets->scratch, parts->blocks + 1, sizeof *queue);
    uint8_t merged[256];
    uint32_t classes = merge_classes(subsets, parts, merged);
    uint8_t *class_table = ptc_arena_alloc(arena, 256);
    uint16_t *next;
    uint8_t *accepts;
    uint32_t count;

    if (numbers == NULL || queue == NULL || class_table == NULL)
        return PTC_ERROR_MEMORY;
    if (!number_blocks(subsets, parts, start, numbers, queue, &count))
        return PTC_ERROR_RANGE;
    next = ptc_arena_array(arena, (size_t)count * classes, sizeof *next);
    accepts = ptc_arena_array(arena, count, 1);
    if (next == NULL || accepts == NULL)
        return PTC_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t state = parts->order[parts->first[queue[i]]];

        accepts[i] = subsets->accepts[state];
        for (uint32_t c = 0; c < subsets->class_count; c++)
            next[i * classes + merged[c]] = (uint16_t)numbers
                [parts->block[subsets->next[(size_t)state * subsets->class_count + c]]];
    }
    for (unsigned byte = 0; byte < 256; byte++)
        class_table[byte] = merged[subsets->classes[byte]];
    out->classes = class_table;
    out->next = next;
    out->accepts = accepts;
    out->class_count = (uint16_t)classes;
    out->state_count = (uint16_t)count;
    out->start = (uint16_t)numbers[parts->block[start]];
    return PTC_OK;
}

ptc_status ptc_regex_minimise(const regex_subsets *subsets, ptc_arena *arena,
                              ptc_dfa *out)
{
    partition parts;

    if (!minimise(&parts, subsets))
        return PTC_ERROR_MEMORY;
    return write_tables(subsets, &parts, subsets->start, arena, out);
}
