/* SPDX-License-Identifier: MIT */
/*
 * Patterns as parts of a grammar, from the tree of regex_parse.c. A pattern matches
 * anywhere in a text: if it does not begin with ^ or end with $, any characters may come
 * before or after it. A grammar cannot express anchors inside a pattern (where something
 * must come before ^) and word boundaries. See grammar_int.h.
 */
#include "target/grammar/grammar_int.h"

#define REGEX_LENGTH_MAX (UINT32_MAX / 2) /* lengths above are as much */

/* What is at an edge of a piece of a pattern. */
typedef enum regex_edge_kind {
    EDGE_INSIDE, /* more of the pattern */
    EDGE_OPEN,   /* any characters */
    EDGE_END,    /* nothing: the text begins or ends here */
} regex_edge_kind;

/* What is known of a tree. */
typedef struct regex_made {
    ptc_grammar_part part; /* without anchors */
    ptc_grammar_length length;
    bool has_anchor;
    bool is_inner; /* part of a sequence or choice above it, which takes it apart */
} regex_made;

typedef struct regex_maker {
    ptc_grammar *grammar;
    regex_pattern pattern;
    regex_made *made; /* by tree */
    uint32_t *stack;  /* room for the trees of one sequence or choice */
    uint32_t *found;  /* likewise */
    const char *why;  /* it cannot be expressed */
} regex_maker;

/* A list of trees in their order. */
typedef struct regex_list {
    uint32_t *items;
    size_t count;
} regex_list;

/* --- Lengths ------------------------------------------------------------------------ */

static uint32_t length_add(uint32_t a, uint32_t b)
{
    return a == REGEX_UNBOUNDED || b == REGEX_UNBOUNDED || a + b > REGEX_LENGTH_MAX
               ? REGEX_UNBOUNDED
               : a + b;
}

static uint32_t length_times(uint32_t a, uint32_t times)
{
    if (a == 0 || times == 0)
        return 0;
    return a == REGEX_UNBOUNDED || times == REGEX_UNBOUNDED ||
                   (uint64_t)a * times > REGEX_LENGTH_MAX
               ? REGEX_UNBOUNDED
               : a * times;
}

static ptc_grammar_length length_of(const regex_maker *maker, const regex_tree *tree)
{
    const ptc_grammar_length *left = &maker->made[tree->left].length;
    const ptc_grammar_length *right = &maker->made[tree->right].length;

    switch ((regex_tree_kind)tree->kind) {
    case REGEX_CLASS:
        return (ptc_grammar_length){1, 1};
    case REGEX_SEQUENCE:
        return (ptc_grammar_length){length_add(left->low, right->low),
                                    length_add(left->high, right->high)};
    case REGEX_CHOICE:
        return (ptc_grammar_length){left->low < right->low ? left->low : right->low,
                                    left->high > right->high ? left->high : right->high};
    case REGEX_REPEAT:
        return (ptc_grammar_length){length_times(left->low, tree->low),
                                    length_times(left->high, tree->high)};
    case REGEX_EMPTY:
    case REGEX_BEGIN:
    case REGEX_END:
    case REGEX_WORD_EDGE:
    case REGEX_NOT_WORD_EDGE:
        break;
    }
    return (ptc_grammar_length){0, 0};
}

/* --- Trees without anchors ---------------------------------------------------------- */

/* The trees of a sequence of sequences, or of a choice of choices, from left to right. */
static regex_list regex_flatten(regex_maker *maker, uint32_t index)
{
    const regex_tree *trees = maker->pattern.trees;
    uint8_t kind = trees[index].kind;
    regex_list list = {NULL, 0};
    size_t height = 0;

    maker->stack[height++] = index;
    while (height > 0) {
        uint32_t top = maker->stack[--height];

        if (trees[top].kind != kind) {
            maker->found[list.count++] = top;
            continue;
        }
        maker->stack[height++] = trees[top].right;
        maker->stack[height++] = trees[top].left;
    }
    list.items = ptc_arena_array(maker->grammar->arena, list.count, sizeof(uint32_t));
    if (list.items == NULL) {
        maker->grammar->failed = true;
        list.count = 0;
        return list;
    }
    memcpy(list.items, maker->found, list.count * sizeof(uint32_t));
    return list;
}

static ptc_grammar_part regex_class_part(regex_maker *maker, const regex_tree *tree)
{
    const regex_class *set = &maker->pattern.classes[tree->class_index];

    if (set->count == 0)
        maker->why = "a class without members";
    return ptc_grammar_json_class(maker->grammar, set->ranges, set->count);
}

static ptc_grammar_part regex_repeat(regex_maker *maker, ptc_grammar_part part,
                                     uint32_t low, uint32_t high)
{
    uint32_t most = maker->grammar->max_string;

    if (high == REGEX_UNBOUNDED)
        high = low > most ? low : most;
    return ptc_grammar_repeat(maker->grammar, part, low, high);
}

static ptc_grammar_part regex_list_part(regex_maker *maker, uint32_t index)
{
    regex_list list = regex_flatten(maker, index);
    bool is_choice = maker->pattern.trees[index].kind == REGEX_CHOICE;

    for (size_t i = 0; i < list.count; i++) /* trees become the parts of them */
        list.items[i] = maker->made[list.items[i]].part;
    return is_choice ? ptc_grammar_choice(maker->grammar, list.items, list.count)
                     : ptc_grammar_sequence(maker->grammar, list.items, list.count);
}

static ptc_grammar_part regex_part(regex_maker *maker, uint32_t index)
{
    const regex_tree *tree = &maker->pattern.trees[index];

    switch ((regex_tree_kind)tree->kind) {
    case REGEX_CLASS:
        return regex_class_part(maker, tree);
    case REGEX_SEQUENCE:
    case REGEX_CHOICE:
        return regex_list_part(maker, index);
    case REGEX_REPEAT:
        return regex_repeat(maker, maker->made[tree->left].part, tree->low, tree->high);
    case REGEX_WORD_EDGE:
    case REGEX_NOT_WORD_EDGE:
        maker->why = "word boundaries";
        break;
    case REGEX_EMPTY:
    case REGEX_BEGIN:
    case REGEX_END:
        break;
    }
    return 0;
}

static bool regex_is_joined(const regex_tree *tree)
{
    return tree->kind == REGEX_SEQUENCE || tree->kind == REGEX_CHOICE;
}

static bool regex_has_left(const regex_tree *tree)
{
    return regex_is_joined(tree) || tree->kind == REGEX_REPEAT;
}

/* Facts and parts of all trees, children first. */
static void regex_make_all(regex_maker *maker)
{
    const regex_tree *trees = maker->pattern.trees;
    size_t count = maker->pattern.tree_count;

    for (size_t i = 0; i < count; i++) {
        if (!regex_is_joined(&trees[i]))
            continue;
        maker->made[trees[i].left].is_inner |= trees[trees[i].left].kind == trees[i].kind;
        maker->made[trees[i].right].is_inner |=
            trees[trees[i].right].kind == trees[i].kind;
    }
    for (size_t i = 0; i < count && !maker->grammar->failed && maker->why == NULL; i++) {
        const regex_tree *tree = &trees[i];
        regex_made *made = &maker->made[i];

        made->length = length_of(maker, tree);
        made->has_anchor = tree->kind == REGEX_BEGIN || tree->kind == REGEX_END ||
                           (regex_has_left(tree) && maker->made[tree->left].has_anchor) ||
                           (regex_is_joined(tree) && maker->made[tree->right].has_anchor);
        if (!made->is_inner)
            made->part = regex_part(maker, (uint32_t)i);
    }
}

/* --- Anchors ------------------------------------------------------------------------ */

static ptc_grammar_part regex_any(regex_maker *maker)
{
    return regex_repeat(maker, ptc_grammar_shared_part(maker->grammar, PTC_GRAMMAR_CHAR),
                        0, REGEX_UNBOUNDED);
}

/* A piece without anchors between its edges. Next to any characters, a repetition need
 * not be longer than it must. */
static ptc_grammar_part regex_plain(regex_maker *maker, uint32_t index,
                                    regex_edge_kind left, regex_edge_kind right)
{
    const regex_tree *tree = &maker->pattern.trees[index];
    ptc_grammar_part part = maker->made[index].part;

    if (tree->kind == REGEX_REPEAT && (left == EDGE_OPEN || right == EDGE_OPEN))
        part = ptc_grammar_repeat(maker->grammar, maker->made[tree->left].part, tree->low,
                                  tree->low);
    if (ptc_grammar_is_empty(part))
        return left == EDGE_OPEN || right == EDGE_OPEN ? regex_any(maker) : 0;
    return PTC_GRAMMAR_SEQUENCE_OF(maker->grammar,
                                   left == EDGE_OPEN ? regex_any(maker) : 0, part,
                                   right == EDGE_OPEN ? regex_any(maker) : 0);
}

static ptc_grammar_part regex_between(regex_maker *maker, uint32_t index,
                                      regex_edge_kind left, regex_edge_kind right);

static bool regex_is(const regex_maker *maker, uint32_t index, regex_tree_kind kind)
{
    return maker->pattern.trees[index].kind == kind;
}

/* Takes anchors from both ends of a sequence. */
static void regex_peel(regex_maker *maker, regex_list *list, regex_edge_kind *left,
                       regex_edge_kind *right)
{
    while (list->count > 0 && (regex_is(maker, list->items[0], REGEX_BEGIN) ||
                               regex_is(maker, list->items[0], REGEX_EMPTY))) {
        if (regex_is(maker, list->items[0], REGEX_BEGIN)) {
            if (*left == EDGE_INSIDE)
                maker->why = "an anchor inside";
            *left = EDGE_END;
        }
        list->items++;
        list->count--;
    }
    while (list->count > 0 &&
           (regex_is(maker, list->items[list->count - 1], REGEX_END) ||
            regex_is(maker, list->items[list->count - 1], REGEX_EMPTY))) {
        if (regex_is(maker, list->items[list->count - 1], REGEX_END)) {
            if (*right == EDGE_INSIDE)
                maker->why = "an anchor inside";
            *right = EDGE_END;
        }
        list->count--;
    }
}

static ptc_grammar_part regex_sequence_between(regex_maker *maker, regex_list list,
                                               regex_edge_kind left,
                                               regex_edge_kind right)
{
    regex_peel(maker, &list, &left, &right);
    if (list.count == 0)
        return left == EDGE_OPEN || right == EDGE_OPEN ? regex_any(maker) : 0;
    for (size_t i = 0; i < list.count && maker->why == NULL; i++)
        list.items[i] = regex_between(maker, list.items[i], i == 0 ? left : EDGE_INSIDE,
                                      i + 1 == list.count ? right : EDGE_INSIDE);
    return maker->why == NULL
               ? ptc_grammar_sequence(maker->grammar, list.items, list.count)
               : 0;
}

static ptc_grammar_part regex_choice_between(regex_maker *maker, regex_list list,
                                             regex_edge_kind left, regex_edge_kind right)
{
    for (size_t i = 0; i < list.count && maker->why == NULL; i++)
        list.items[i] = regex_between(maker, list.items[i], left, right);
    return maker->why == NULL ? ptc_grammar_choice(maker->grammar, list.items, list.count)
                              : 0;
}

/* A piece between its edges. Groups that hold each other are counted by the parser, and
 * this goes no deeper than they do. */
static ptc_grammar_part regex_between(regex_maker *maker, uint32_t index,
                                      regex_edge_kind left, regex_edge_kind right)
{
    const regex_tree *tree = &maker->pattern.trees[index];
    regex_list one = {&index, 1};

    while (tree->kind == REGEX_REPEAT && tree->low == 1 && tree->high == 1) {
        index = tree->left;
        tree = &maker->pattern.trees[index];
    }
    if (maker->why != NULL || maker->grammar->failed)
        return 0;
    if (tree->kind == REGEX_SEQUENCE)
        return regex_sequence_between(maker, regex_flatten(maker, index), left, right);
    if (!maker->made[index].has_anchor)
        return regex_plain(maker, index, left, right);
    if (tree->kind == REGEX_CHOICE)
        return regex_choice_between(maker, regex_flatten(maker, index), left, right);
    if (tree->kind == REGEX_BEGIN || tree->kind == REGEX_END)
        return regex_sequence_between(maker, one, left, right);
    maker->why = "an anchor that is repeated";
    return 0;
}

/* --- The whole ---------------------------------------------------------------------- */

/* A sequence without its anchors, and whether both were there. */
static bool regex_is_closed(regex_maker *maker, uint32_t index, regex_list *inner)
{
    regex_edge_kind left = EDGE_OPEN;
    regex_edge_kind right = EDGE_OPEN;

    if (!regex_is(maker, index, REGEX_SEQUENCE))
        return false;
    *inner = regex_flatten(maker, index);
    if (maker->grammar->failed)
        return false;
    regex_peel(maker, inner, &left, &right);
    return left == EDGE_END && right == EDGE_END;
}

/* A repetition of one character between anchors, ^[a-z]+$, which a length can be given
 * to; its tree, or NULL. */
static const regex_tree *regex_run(regex_maker *maker)
{
    const regex_tree *trees = maker->pattern.trees;
    regex_list inner;

    if (!regex_is_closed(maker, maker->pattern.root, &inner) || inner.count != 1 ||
        !regex_is(maker, inner.items[0], REGEX_REPEAT) ||
        !regex_is(maker, trees[inner.items[0]].left, REGEX_CLASS))
        return NULL;
    return &trees[inner.items[0]];
}

/* Whether there may be more characters than those of the pattern: where an alternative
 * has no anchors. */
static bool regex_is_open(regex_maker *maker)
{
    regex_list choices = {&maker->pattern.root, 1};
    regex_list inner;

    if (regex_is(maker, maker->pattern.root, REGEX_CHOICE))
        choices = regex_flatten(maker, maker->pattern.root);
    for (size_t i = 0; i < choices.count; i++) {
        if (!regex_is_closed(maker, choices.items[i], &inner))
            return true;
    }
    return false;
}

static ptc_grammar_part regex_whole(regex_maker *maker, ptc_grammar_length *length)
{
    const regex_tree *run = regex_run(maker);
    ptc_grammar_length wanted = *length;

    *length = maker->made[maker->pattern.root].length;
    if (run != NULL && wanted.low <= run->high && run->low <= wanted.high) {
        length->low = wanted.low > run->low ? wanted.low : run->low;
        length->high = wanted.high < run->high ? wanted.high : run->high;
        return regex_repeat(maker, maker->made[run->left].part, length->low,
                            length->high);
    }
    if (regex_is_open(maker))
        length->high = REGEX_UNBOUNDED;
    return regex_between(maker, maker->pattern.root, EDGE_OPEN, EDGE_OPEN);
}

bool ptc_grammar_pattern(ptc_grammar *grammar, ptc_str text, ptc_grammar_length *length,
                         ptc_grammar_part *out, const char **why)
{
    regex_maker maker = {.grammar = grammar};
    ptc_status status;

    *out = 0;
    maker.pattern.arena = grammar->arena;
    status =
        grammar->failed ? PTC_ERROR_MEMORY : ptc_regex_parse(&maker.pattern, text, NULL);
    if (status == PTC_OK) {
        maker.made =
            ptc_arena_array(grammar->arena, maker.pattern.tree_count, sizeof *maker.made);
        maker.found = ptc_arena_array(grammar->arena, maker.pattern.tree_count,
                                      sizeof *maker.found);
        maker.stack = ptc_arena_array(grammar->arena, maker.pattern.tree_count + 2,
                                      sizeof *maker.stack);
    }
    if (status == PTC_ERROR_SYNTAX || status == PTC_ERROR_RANGE) {
        *why = "what it is made of";
        return false;
    }
    if (maker.made == NULL || maker.stack == NULL || maker.found == NULL) {
        grammar->failed = true;
        return true;
    }
    regex_make_all(&maker);
    if (maker.why == NULL && !grammar->failed)
        *out = regex_whole(&maker, length);
    *why = maker.why;
    return maker.why == NULL;
}
