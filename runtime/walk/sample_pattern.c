/* SPDX-License-Identifier: MIT */
/*
 * Random texts that patterns accept. All patterns of a type run side by side: their
 * states together are a state here. For each number of code points that may follow, a
 * table has the states from which that many lead to acceptance; so a text of any possible
 * length is drawn without dead ends. The alphabet is ASCII, what the patterns themselves
 * spell, and some code points of each script and category.
 */
#include "walk/sample_int.h"

enum {
    MATCHING_NOWHERE = UINT16_MAX, /* no text from here is accepted */
    MATCHING_SPELT_MAX = 64,       /* code points beyond ASCII that patterns spell */
    MATCHING_POINTS_MAX = 128 + MATCHING_SPELT_MAX + 32,
    MATCHING_STEPS_MAX = 1 << 21, /* states by groups of code points */
    MATCHING_CELLS_MAX = 1 << 21, /* states by lengths */
    MATCHING_WORK_MAX = 1 << 25,  /* cells by groups: some tenths of a second */
    MATCHING_SHORT = 48,          /* lengths beyond the least that are looked at first */
    MATCHING_LENGTHS = 12,        /* beyond the shortest */
    MATCHING_TOGETHER_MAX = 8,    /* patterns; others are tried */
};

typedef struct ptc_sample_pattern {
    const ptc_schema_node *node;
    size_t together; /* patterns that run side by side */
    uint32_t states;
    uint32_t start;
    uint32_t groups;                      /* of code points that do the same */
    uint32_t points[MATCHING_POINTS_MAX]; /* group by group */
    uint16_t firsts[MATCHING_POINTS_MAX + 1];
    uint32_t point_count;
    uint16_t *next; /* state * groups + group */
    uint8_t *ends;  /* length * states + state: this many more can be accepted */
    uint32_t least; /* lengths that there are lie in [least, most] */
    uint32_t most;
    bool has_texts; /* within the limits of the node */
} ptc_sample_pattern;

/* --- Alphabet ---------------------------------------------------------------------- */

static void matching_add_point(ptc_sample_pattern *pattern, uint32_t point)
{
    for (uint32_t i = 0; i < pattern->point_count; i++) {
        if (pattern->points[i] == point)
            return;
    }
    if (pattern->point_count < MATCHING_POINTS_MAX)
        pattern->points[pattern->point_count++] = point;
}

/* The code points beyond ASCII of a text. */
static void matching_add_text(ptc_sample_pattern *pattern, ptc_str text, uint32_t most)
{
    size_t at = 0;
    uint32_t point;

    while (at < text.len && pattern->point_count < most) {
        size_t len = ptc_utf8_decode(text.ptr + at, text.len - at, &point);

        if (len == 0)
            return;
        if (point >= 0x80)
            matching_add_point(pattern, point);
        at += len;
    }
}

/* NUL is left out: texts of C end there. */
static void matching_take_alphabet(ptc_sample_pattern *pattern)
{
    static const char some[] =
        "\xc3\xa9\xc3\x9f\xc3\x89\xd0\x96\xce\xbb\xe4\xb8\xad\xf0\x9f\x98\x80\xca\xb0"
        "\xc7\x85\xd9\xa3\xe2\x85\xa7\xc2\xb2\xe2\x80\xbf\xc2\xab\xc2\xbb\xe2\x82\xac"
        "\xc2\xb4\xc2\xa9\xcc\x81\xc2\xa0\xe2\x80\x94\xe2\x80\xa8";

    pattern->point_count = 0;
    for (uint32_t point = ' ' + 1; point < 0x7F; point++)
        matching_add_point(pattern, point);
    for (uint32_t point = 1; point < 0x80; point++)
        matching_add_point(pattern, point);
    for (size_t i = 0; i < pattern->together; i++)
        matching_add_text(pattern, pattern->node->patterns[i].text,
                          0x80 + MATCHING_SPELT_MAX);
    matching_add_text(pattern, ptc_str_make(some, sizeof some - 1), MATCHING_POINTS_MAX);
}

/* Code points beyond ASCII are alone in their groups. */
static bool matching_is_alike(const ptc_sample_pattern *pattern, uint32_t a, uint32_t b)
{
    if (a >= 0x80 || b >= 0x80)
        return false;
    for (size_t i = 0; i < pattern->together; i++) {
        const uint8_t *classes = pattern->node->patterns[i].dfa->classes;

        if (classes[a] != classes[b])
            return false;
    }
    return true;
}

/* Brings the points of each group side by side, plain ones first as before. */
static void matching_group_points(ptc_sample_pattern *pattern)
{
    uint32_t points[MATCHING_POINTS_MAX];
    uint32_t count = pattern->point_count;
    uint32_t at = 0;

    memcpy(points, pattern->points, sizeof points);
    pattern->groups = 0;
    for (uint32_t head = 0; head < count; head++) {
        if (points[head] == 0) /* is in a group already */
            continue;
        pattern->firsts[pattern->groups++] = (uint16_t)at;
        pattern->points[at++] = points[head];
        for (uint32_t i = head + 1; i < count; i++) {
            if (points[i] == 0 || !matching_is_alike(pattern, points[head], points[i]))
                continue;
            pattern->points[at++] = points[i];
            points[i] = 0;
        }
    }
    pattern->firsts[pattern->groups] = (uint16_t)at;
}

/* Letters, digits and signs of ASCII. */
static bool matching_is_plain(uint32_t point)
{
    return point > ' ' && point < 0x7F;
}

/* --- Tables ------------------------------------------------------------------------ */

/* Where a pattern is after a code point; what was found stays found. */
static uint32_t matching_step_one(const ptc_dfa *dfa, uint32_t state, const char *bytes,
                                  size_t len)
{
    for (size_t i = 0; i < len && state != 0 && (dfa->accepts[state] & 1) == 0; i++)
        state =
            dfa->next[state * dfa->class_count + dfa->classes[(unsigned char)bytes[i]]];
    return state;
}

static uint16_t matching_step(const ptc_sample_pattern *pattern, uint32_t state,
                              uint32_t point)
{
    char bytes[4];
    size_t len = ptc_utf8_encode(point, bytes);
    uint32_t factor = 1;
    uint32_t to = 0;

    for (size_t i = 0; i < pattern->together; i++) {
        const ptc_dfa *dfa = pattern->node->patterns[i].dfa;
        uint32_t one = matching_step_one(dfa, state % dfa->state_count, bytes, len);

        if (one == 0)
            return MATCHING_NOWHERE;
        to += one * factor;
        factor *= dfa->state_count;
        state /= dfa->state_count;
    }
    return (uint16_t)to;
}

static bool matching_is_end(const ptc_sample_pattern *pattern, uint32_t state)
{
    for (size_t i = 0; i < pattern->together; i++) {
        const ptc_dfa *dfa = pattern->node->patterns[i].dfa;

        if (dfa->accepts[state % dfa->state_count] == 0)
            return false;
        state /= dfa->state_count;
    }
    return true;
}

/* Takes as many patterns together as the tables have room for, one at least. */
static void matching_take_states(ptc_sample_pattern *pattern)
{
    const ptc_schema_node *node = pattern->node;
    uint32_t start = 0;
    uint32_t states = 1;

    pattern->together = 0;
    while (pattern->together < node->pattern_count &&
           pattern->together < MATCHING_TOGETHER_MAX) {
        const ptc_dfa *dfa = node->patterns[pattern->together].dfa;

        if (pattern->together > 0 &&
            (uint64_t)states * dfa->state_count * MATCHING_POINTS_MAX >
                MATCHING_STEPS_MAX)
            break;
        start += dfa->start * states;
        states *= dfa->state_count;
        pattern->together++;
    }
    pattern->start = start;
    pattern->states = states;
}

static void matching_fill_next(ptc_sample_pattern *pattern)
{
    for (uint32_t state = 0; state < pattern->states; state++) {
        for (uint32_t group = 0; group < pattern->groups; group++)
            pattern->next[(size_t)state * pattern->groups + group] =
                matching_step(pattern, state, pattern->points[pattern->firsts[group]]);
    }
}

/* The states from which `length` code points more are accepted, of those for one less. */
static void matching_fill_ends(ptc_sample_pattern *pattern, uint32_t length)
{
    size_t states = pattern->states;
    uint8_t *ends = &pattern->ends[length * states];
    const uint8_t *before = length > 0 ? ends - states : ends;

    for (uint32_t state = 0; state < states; state++) {
        const uint16_t *next = &pattern->next[(size_t)state * pattern->groups];
        bool is_end = length == 0 && matching_is_end(pattern, state);

        for (uint32_t group = 0; length > 0 && !is_end && group < pattern->groups;
             group++)
            is_end = next[group] != MATCHING_NOWHERE && before[next[group]] != 0;
        ends[state] = is_end;
    }
}

static bool matching_has_length(const ptc_sample_pattern *pattern, uint32_t length)
{
    return pattern->ends[(size_t)length * pattern->states + pattern->start] != 0;
}

/* Whether any text leads to acceptance at all. */
static bool matching_is_possible(ptc_sample *sample, const ptc_sample_pattern *pattern)
{
    ptc_arena *scratch = sample->scratch.arena;
    ptc_arena_mark mark = ptc_arena_place(scratch);
    uint16_t *queue = ptc_arena_array(scratch, pattern->states, sizeof *queue);
    uint8_t *is_seen = ptc_arena_array(scratch, pattern->states, 1);
    uint32_t count = 1;
    bool is_possible = false;

    if (queue == NULL || is_seen == NULL)
        return false;
    queue[0] = (uint16_t)pattern->start;
    is_seen[pattern->start] = 1;
    for (uint32_t at = 0; at < count && !is_possible; at++) {
        const uint16_t *next = &pattern->next[(size_t)queue[at] * pattern->groups];

        is_possible = matching_is_end(pattern, queue[at]);
        for (uint32_t group = 0; group < pattern->groups; group++) {
            if (next[group] == MATCHING_NOWHERE || is_seen[next[group]] != 0)
                continue;
            is_seen[next[group]] = 1;
            queue[count++] = next[group];
        }
    }
    ptc_arena_rewind(scratch, mark);
    return is_possible;
}

/* Fills the tables up to some lengths beyond the shortest of at least `least`; false when
 * there is none. */
static bool matching_find_lengths(ptc_sample_pattern *pattern, uint32_t least,
                                  uint32_t most)
{
    uint32_t last = most;
    bool is_found = false;

    for (uint32_t length = 0; length <= last; length++) {
        matching_fill_ends(pattern, length);
        if (length < least || !matching_has_length(pattern, length))
            continue;
        pattern->most = length;
        if (!is_found) {
            pattern->least = length;
            if (most - length > MATCHING_LENGTHS)
                last = length + MATCHING_LENGTHS;
        }
        is_found = true;
    }
    return is_found;
}

static bool matching_try_lengths(ptc_sample *sample, ptc_sample_pattern *pattern,
                                 uint32_t least, uint32_t most)
{
    pattern->ends =
        ptc_arena_alloc(sample->scratch.arena, ((size_t)most + 1) * pattern->states);
    return pattern->ends != NULL && matching_find_lengths(pattern, least, most);
}

/* Most texts are short; all others need a large table. */
static bool matching_find_ends(ptc_sample *sample, ptc_sample_pattern *pattern,
                               const ptc_schema_node *node)
{
    const ptc_interval *interval = node->interval;
    ptc_arena_mark mark = ptc_arena_place(sample->scratch.arena);
    uint32_t cells = MATCHING_WORK_MAX / pattern->groups;
    uint32_t most;
    uint32_t least = 0;

    cells = cells < MATCHING_CELLS_MAX ? cells : MATCHING_CELLS_MAX;
    most = cells / pattern->states;
    if (interval != NULL && interval->high.kind == PTC_INT &&
        interval->high.as.integer < (int64_t)most)
        most = (uint32_t)interval->high.as.integer;
    if (interval != NULL && interval->low.kind == PTC_INT) {
        if (interval->low.as.integer > (int64_t)most)
            return false;
        least = (uint32_t)interval->low.as.integer;
    }
    if (most - least > MATCHING_SHORT) {
        if (matching_try_lengths(sample, pattern, least, least + MATCHING_SHORT))
            return true;
        ptc_arena_rewind(sample->scratch.arena, mark);
    }
    return matching_try_lengths(sample, pattern, least, most);
}

/* Makes the tables of a node, and keeps them with those of a few others. What they cost
 * counts like values. */
static ptc_sample_pattern *matching_make(ptc_sample *sample, const ptc_schema_node *node)
{
    ptc_arena *scratch = sample->scratch.arena;
    ptc_sample_pattern *pattern;

    if (sample->pattern_count == SAMPLE_PATTERNS_MAX) {
        sample->pattern_count = 0;
        if (scratch != sample->arena)
            ptc_arena_rewind(scratch, sample->pattern_mark);
    }
    pattern = ptc_arena_array(scratch, 1, sizeof *pattern);
    if (pattern == NULL)
        return NULL;
    pattern->node = node;
    matching_take_states(pattern);
    matching_take_alphabet(pattern);
    matching_group_points(pattern);
    pattern->next = ptc_arena_array(scratch, (size_t)pattern->states * pattern->groups,
                                    sizeof *pattern->next);
    if (pattern->next == NULL)
        return NULL;
    matching_fill_next(pattern);
    pattern->has_texts = matching_is_possible(sample, pattern) &&
                         matching_find_ends(sample, pattern, node);
    sample->drawn += pattern->states * (pattern->most + 1) / (1 << 14) * pattern->groups;
    sample->patterns[sample->pattern_count++] = pattern;
    return pattern;
}

static const ptc_sample_pattern *matching_of(ptc_sample *sample,
                                             const ptc_schema_node *node)
{
    for (unsigned i = 0; i < sample->pattern_count; i++) {
        if (sample->patterns[i]->node == node)
            return sample->patterns[i];
    }
    return matching_make(sample, node);
}

/* --- Texts ------------------------------------------------------------------------- */

static uint32_t matching_draw_length(ptc_sample *sample,
                                     const ptc_sample_pattern *pattern)
{
    uint32_t draw = ptc_sample_below(sample, 100);
    uint32_t length = pattern->least;

    if (draw >= 25)
        length += ptc_sample_below(sample, pattern->most - pattern->least + 1);
    if (draw >= 85)
        length = pattern->most;
    while (!matching_has_length(pattern, length))
        length--; /* the least has */
    return length;
}

/* A group of code points after which `rest` more are accepted. Letters, digits and signs
 * of ASCII come before others. */
static uint32_t matching_draw_group(ptc_sample *sample, const ptc_sample_pattern *pattern,
                                    uint32_t state, uint32_t rest)
{
    const uint16_t *next = &pattern->next[(size_t)state * pattern->groups];
    const uint8_t *ends = &pattern->ends[(size_t)rest * pattern->states];
    uint32_t from = ptc_sample_below(sample, pattern->groups);
    bool wants_plain = ptc_sample_chance(sample, 85);
    uint32_t found = from;

    for (uint32_t i = 0; i < pattern->groups; i++) {
        uint32_t group = (from + i) % pattern->groups;

        if (next[group] == MATCHING_NOWHERE || ends[next[group]] == 0)
            continue;
        found = group;
        if (!wants_plain || matching_is_plain(pattern->points[pattern->firsts[group]]))
            break;
    }
    return found;
}

/* A code point of a group; a plain one most often, if there is one. */
static uint32_t matching_draw_point(ptc_sample *sample, const ptc_sample_pattern *pattern,
                                    uint32_t group)
{
    const uint32_t *points = &pattern->points[pattern->firsts[group]];
    uint32_t count = (uint32_t)pattern->firsts[group + 1] - pattern->firsts[group];
    uint32_t plain = 0;

    while (plain < count && matching_is_plain(points[plain]))
        plain++;
    if (plain > 0 && ptc_sample_chance(sample, 90))
        count = plain;
    return points[ptc_sample_below(sample, count)];
}

static bool matching_draw(ptc_sample *sample, const ptc_sample_pattern *pattern,
                          ptc_value *out)
{
    uint32_t rest = matching_draw_length(sample, pattern);
    uint32_t state = pattern->start;
    ptc_text text;

    ptc_text_init(&text, sample->arena);
    while (rest-- > 0) {
        uint32_t group = matching_draw_group(sample, pattern, state, rest);
        char bytes[4];
        size_t len = ptc_utf8_encode(matching_draw_point(sample, pattern, group), bytes);

        ptc_text_bytes(&text, bytes, len);
        state = pattern->next[(size_t)state * pattern->groups + group];
    }
    *out = ptc_value_string(ptc_text_view(&text));
    return !text.failed;
}

/* Whether the patterns that are not in the tables accept it. */
static bool matching_others_accept(const ptc_sample_pattern *pattern,
                                   const ptc_value *text)
{
    for (size_t i = pattern->together; i < pattern->node->pattern_count; i++) {
        if (!ptc_regex_search(pattern->node->patterns[i].dfa, text->as.text, text->aux))
            return false;
    }
    return true;
}

bool ptc_sample_matching(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    const ptc_sample_pattern *pattern = matching_of(sample, node);
    ptc_arena_mark mark = ptc_arena_place(sample->arena);

    if (pattern == NULL)
        return false;
    if (!pattern->has_texts)
        return ptc_sample_fault(sample, node,
                                "no text was found that its patterns accept");
    for (unsigned tries = 0; tries < SAMPLE_TRIES; tries++) {
        if (!matching_draw(sample, pattern, out))
            return false;
        if (matching_others_accept(pattern, out))
            return true;
        ptc_arena_rewind(sample->arena, mark);
    }
    return ptc_sample_fault(sample, node, "no text was found that all patterns accept");
}
