/* SPDX-License-Identifier: MIT */
/* Lists, sets and tuples. See grammar_schema_int.h. */
#include "target/grammar/grammar_schema_int.h"

enum { LIST_INLINE_MAX = 60 }; /* bytes of an element that is written twice, about */

/* "[", what is between, "]" */
static ptc_grammar_part list_brackets(ptc_grammar_maker *maker, ptc_grammar_part inner)
{
    return PTC_GRAMMAR_SEQUENCE_OF(maker->grammar,
                                   PTC_GRAMMAR_TEXT_OF(maker->grammar, "["), inner,
                                   PTC_GRAMMAR_TEXT_OF(maker->grammar, "]"));
}

static ptc_grammar_part list_comma(ptc_grammar_maker *maker)
{
    return ptc_grammar_shared_part(maker->grammar, PTC_GRAMMAR_COMMA);
}

/* Counts with a limit at both sides. */
static ptc_grammar_length list_counts(ptc_grammar_maker *maker, uint32_t index)
{
    ptc_grammar_length counts =
        ptc_grammar_counts(maker, index, maker->schema->nodes[index].interval,
                           PTC_LIMIT_GBNF_REPEAT, " of a count");

    if (counts.high == REGEX_UNBOUNDED)
        counts.high = PTC_LIMIT_GBNF_REPEAT;
    return counts;
}

static void list_lose_distinct(ptc_grammar_maker *maker, uint32_t index, uint32_t most)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];

    if (most > 1 &&
        (node->type == PTC_TYPE_SET || (node->flags & PTC_NODE_DISTINCT) != 0))
        ptc_grammar_lose(maker, index, "that no two elements are equal");
}

ptc_grammar_part ptc_grammar_make_list(ptc_grammar_maker *maker, uint32_t index)
{
    ptc_grammar_length counts = list_counts(maker, index);
    ptc_grammar_part item = ptc_grammar_slot(maker, maker->schema->nodes[index].first);

    if (item == PTC_GRAMMAR_NEVER)
        return counts.low > 0 ? PTC_GRAMMAR_NEVER : list_brackets(maker, 0);
    list_lose_distinct(maker, index, counts.high);
    if (!maker->grammar->failed && counts.high > 1 &&
        maker->grammar->items[item].size > LIST_INLINE_MAX)
        item = ptc_grammar_as_rule(maker, "-item", item);
    return list_brackets(maker, ptc_grammar_list(maker->grammar, item, list_comma(maker),
                                                 counts.low, counts.high));
}

/* Elements that need not be there, from the last one backwards: each with a comma before
 * it, in parentheses that hold what is after it as well. */
static ptc_grammar_part list_nested(ptc_grammar_maker *maker, uint32_t index,
                                    uint32_t count, ptc_grammar_length counts,
                                    ptc_grammar_part rest)
{
    uint32_t first = maker->schema->nodes[index].first;

    for (uint32_t i = count; i > counts.low; i--) {
        ptc_grammar_part item = ptc_grammar_slot(maker, first + i - 1);

        if (i > counts.high || item == PTC_GRAMMAR_NEVER) {
            rest = 0;
            continue;
        }
        rest = ptc_grammar_optional(maker->grammar,
                                    PTC_GRAMMAR_SEQUENCE_OF(maker->grammar,
                                                            i > 1 ? list_comma(maker) : 0,
                                                            item, rest));
    }
    return rest;
}

/* Elements with a place of their own, and the parts after them. */
static ptc_grammar_part list_places(ptc_grammar_maker *maker, uint32_t index,
                                    uint32_t count, ptc_grammar_length counts,
                                    ptc_grammar_part rest)
{
    uint32_t first = maker->schema->nodes[index].first;
    uint32_t always = counts.low < count ? counts.low : count;
    ptc_grammar_parts parts = ptc_grammar_parts_new(maker, 2 * (size_t)always + 1);

    if (parts.items == NULL)
        return 0;
    for (uint32_t i = 0; i < always; i++) {
        ptc_grammar_part item = ptc_grammar_slot(maker, first + i);

        if (item == PTC_GRAMMAR_NEVER)
            return item;
        if (i > 0)
            parts.items[parts.count++] = list_comma(maker);
        parts.items[parts.count++] = item;
    }
    parts.items[parts.count++] = list_nested(maker, index, count, counts, rest);
    return list_brackets(maker,
                         ptc_grammar_sequence(maker->grammar, parts.items, parts.count));
}

/* Elements without a place of their own, each after a comma, except for the first of a
 * list without such places. */
static ptc_grammar_part list_rest(ptc_grammar_maker *maker, uint32_t last, uint32_t count,
                                  ptc_grammar_length *counts)
{
    ptc_grammar_part item = ptc_grammar_slot(maker, last);
    uint32_t low = counts->low > count ? counts->low - count : 0;
    uint32_t high = counts->high > count ? counts->high - count : 0;

    if (item == PTC_GRAMMAR_NEVER) {
        counts->high = count < counts->high ? count : counts->high;
        return 0;
    }
    if (high > 1 && !maker->grammar->failed &&
        maker->grammar->items[item].size > LIST_INLINE_MAX)
        item = ptc_grammar_as_rule(maker, "-item", item);
    if (count == 0)
        return ptc_grammar_list(maker->grammar, item, list_comma(maker), low, high);
    return ptc_grammar_repeat(
        maker->grammar, PTC_GRAMMAR_SEQUENCE_OF(maker->grammar, list_comma(maker), item),
        low, high);
}

ptc_grammar_part ptc_grammar_make_prefix(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];
    ptc_grammar_length counts = {node->count, node->count};
    uint32_t places = node->count;
    ptc_grammar_part rest = 0;

    if (node->type == PTC_TYPE_PREFIX) {
        places--;
        counts = list_counts(maker, index);
        rest = list_rest(maker, node->first + places, places, &counts);
        if (counts.low > counts.high)
            return PTC_GRAMMAR_NEVER;
    }
    list_lose_distinct(maker, index, counts.high);
    return list_places(maker, index, places, counts, rest);
}
