/* SPDX-License-Identifier: MIT */
/* Arrays of JSON Schema: lists, tuples, lists with their own elements at the front, and
 * what elements have to be among others. [signature 13] */
#include "contract/json_schema/json_schema_int.h"

static bool arrays_is(ptc_json_part part, bool boolean)
{
    return part.value != NULL && part.value->kind == PTC_BOOL &&
           part.value->as.boolean == boolean;
}

/* The schemas of the first elements, one each, and that of the others. */
typedef struct arrays_elements {
    ptc_json_part prefix; /* a list, or value NULL */
    ptc_json_part rest;   /* value NULL: there is none */
    uint32_t count;       /* of elements with schemas of their own */
    bool is_closed;       /* there are no others */
    ptc_interval counts;
} arrays_elements;

/* --- Elements ----------------------------------------------------------------------- */

/* Whether elements may be anything wherever they are. */
static bool arrays_is_plain(const ptc_json_schema *reader, const arrays_elements *from)
{
    for (uint32_t i = 0; i < from->count; i++) {
        uint32_t place = ptc_json_schema_child_at(reader, from->prefix.place, i);

        if (!ptc_json_schema_is_open(ptc_json_schema_part(reader, place)))
            return false;
    }
    return !reader->has_others && !from->is_closed && ptc_json_schema_is_open(from->rest);
}

/* Sorts prefixItems, items and additionalItems as the draft has them; false after a
 * fault.
 */
static bool arrays_find_elements(const ptc_json_schema *reader,
                                 const ptc_json_facts *facts, arrays_elements *out)
{
    ptc_json_part items = facts->at[PTC_KEYWORD_ITEMS];
    ptc_json_part rest = facts->at[PTC_KEYWORD_ADDITIONAL_ITEMS];
    bool is_list = items.value != NULL && items.value->kind == PTC_VECTOR;

    out->prefix = facts->at[PTC_KEYWORD_PREFIX_ITEMS];
    out->rest = items;
    if (is_list && (out->prefix.value != NULL || facts->draft == PTC_JSON_DRAFT_2020)) {
        ptc_json_schema_refuse(
            reader, items.place,
            "items is one schema; schemas of the first elements belong in prefixItems");
        return false;
    }
    if (is_list) {
        ptc_json_schema_older(reader, facts, items.place,
                              "write prefixItems for items, and items for "
                              "additionalItems");
        out->prefix = items;
        out->rest = rest;
    } else if (rest.value != NULL) {
        ptc_json_schema_lose(reader, PTC_DIAG_LOSS_KEYWORD, rest.place,
                             "additionalItems has no effect unless items is a list");
    }
    if (out->prefix.value != NULL && out->prefix.value->kind != PTC_VECTOR) {
        ptc_json_schema_refuse(reader, out->prefix.place,
                               "prefixItems must be a list of schemas");
        return false;
    }
    out->count = out->prefix.value != NULL ? out->prefix.value->aux : 0;
    out->is_closed = arrays_is(out->rest, false);
    return ptc_json_schema_counts(reader, facts, PTC_KEYWORD_MIN_ITEMS,
                                  PTC_KEYWORD_MAX_ITEMS, &out->counts);
}

/* Takes the limits on both sides into account: elements that no array has are gone. */
static void arrays_limit(arrays_elements *from)
{
    ptc_value *high = &from->counts.high;

    if (from->is_closed &&
        (high->kind != PTC_INT || high->as.integer > (int64_t)from->count))
        *high = ptc_value_int((int64_t)from->count);
    if (high->kind == PTC_INT && high->as.integer <= (int64_t)from->count) {
        from->count = (uint32_t)high->as.integer;
        from->is_closed = true;
    }
}

/* Whether the limits leave room; those that are written for one another and do not are a
 * fault, which normal form reports. */
static bool arrays_is_possible(const arrays_elements *from)
{
    return from->counts.low.kind != PTC_INT || from->counts.high.kind != PTC_INT ||
           from->counts.low.as.integer <= from->counts.high.as.integer;
}

static bool arrays_is_tuple(const arrays_elements *from)
{
    return from->count > 0 && from->is_closed && from->counts.low.kind == PTC_INT &&
           from->counts.low.as.integer == (int64_t)from->count;
}

static ptc_draft_ref arrays_rest(ptc_json_schema *reader, const ptc_json_facts *facts,
                                 const arrays_elements *from)
{
    if (from->is_closed || from->rest.value == NULL)
        return ptc_json_schema_node(reader, PTC_TYPE_ANY, facts->self.place);
    if (arrays_is(from->rest, true))
        return ptc_json_schema_node(reader, PTC_TYPE_ANY, from->rest.place);
    return ptc_json_schema_read(reader, from->rest, 0, false);
}

/* The type of the array by its elements and their number. */
static ptc_draft_ref arrays_type(ptc_json_schema *reader, const ptc_json_facts *facts,
                                 arrays_elements *from)
{
    bool is_tuple = arrays_is_tuple(from);
    bool is_list = from->count == 0 || arrays_is_plain(reader, from);
    ptc_draft_ref ref = ptc_json_schema_node(reader,
                                             is_tuple  ? PTC_TYPE_TUPLE
                                             : is_list ? PTC_TYPE_LIST
                                                       : PTC_TYPE_PREFIX,
                                             facts->self.place);

    for (uint32_t i = 0; i < from->count && (is_tuple || !is_list); i++)
        ptc_draft_append(
            reader->draft, ref,
            ptc_json_schema_read(
                reader,
                ptc_json_schema_part(
                    reader, ptc_json_schema_child_at(reader, from->prefix.place, i)),
                0, false));
    if (is_tuple)
        return ref;
    if (reader->has_others && from->rest.value == NULL && !from->is_closed)
        ptc_draft_at(reader->draft, ref)->flags |= PTC_NODE_OPEN;
    ptc_draft_append(reader->draft, ref, arrays_rest(reader, facts, from));
    ptc_draft_at(reader->draft, ref)->interval = from->counts;
    return ref;
}

/* --- Elements among others ---------------------------------------------------------- */

static ptc_draft_ref arrays_containing(ptc_json_schema *reader, ptc_json_part what,
                                       ptc_value low, ptc_value high)
{
    ptc_draft_ref ref = ptc_json_schema_node(reader, PTC_TYPE_CONTAINS, what.place);
    ptc_draft_node *node = ptc_draft_at(reader->draft, ref);

    node->interval.low = low;
    node->interval.high = high;
    ptc_draft_append(reader->draft, ref, ptc_json_schema_read(reader, what, 0, false));
    return ref;
}

/* The same by what it is not: in 2019-09 `contains` checks no element. */
static void arrays_contains_unseen(ptc_json_schema *reader, ptc_json_part what,
                                   const ptc_interval *counts, ptc_json_all *whole)
{
    ptc_draft_ref ref;

    if (counts->low.as.integer > 0) {
        ref = ptc_json_all_child(reader, whole, PTC_TYPE_NOT, what.place);
        ptc_draft_append(reader->draft, ref,
                         arrays_containing(reader, what, ptc_value_int(0),
                                           ptc_value_int(counts->low.as.integer - 1)));
    }
    if (counts->high.kind == PTC_INT && counts->high.as.integer < INT64_MAX) {
        ref = ptc_json_all_child(reader, whole, PTC_TYPE_NOT, what.place);
        ptc_draft_append(reader->draft, ref,
                         arrays_containing(reader, what,
                                           ptc_value_int(counts->high.as.integer + 1),
                                           ptc_value_nil()));
    }
}

static void arrays_contains(ptc_json_schema *reader, const ptc_json_facts *facts,
                            ptc_json_all *whole)
{
    ptc_json_part what = facts->at[PTC_KEYWORD_CONTAINS];
    ptc_interval counts;

    if (what.value == NULL ||
        !ptc_json_schema_counts(reader, facts, PTC_KEYWORD_MIN_CONTAINS,
                                PTC_KEYWORD_MAX_CONTAINS, &counts))
        return;
    if (counts.low.kind != PTC_INT)
        counts.low = ptc_value_int(1);
    if (counts.high.kind == PTC_INT && counts.high.as.integer < counts.low.as.integer)
        ptc_json_all_add(reader, whole,
                         ptc_json_schema_none_of(reader, PTC_TYPE_LIST, what.place));
    else if (facts->draft == PTC_JSON_DRAFT_2019 && reader->has_others)
        arrays_contains_unseen(reader, what, &counts, whole);
    else if (counts.low.as.integer > 0 || counts.high.kind == PTC_INT ||
             reader->has_others)
        ptc_json_all_add(reader, whole,
                         arrays_containing(reader, what, counts.low, counts.high));
}

/* Whether no two elements may be equal. */
static bool arrays_is_distinct(const ptc_json_schema *reader, const ptc_json_facts *facts)
{
    ptc_json_part unique = facts->at[PTC_KEYWORD_UNIQUE_ITEMS];

    if (unique.value == NULL || unique.value->kind == PTC_BOOL)
        return arrays_is(unique, true);
    ptc_json_schema_refuse(reader, unique.place, "uniqueItems must be true or false");
    return false;
}

ptc_draft_ref ptc_json_schema_array(ptc_json_schema *reader, const ptc_json_facts *facts)
{
    arrays_elements elements = {.count = 0};
    ptc_json_all whole = {.place = facts->self.place};
    ptc_draft_ref ref;
    bool is_possible;

    if (!arrays_find_elements(reader, facts, &elements))
        return 0;
    is_possible = arrays_is_possible(&elements);
    arrays_limit(&elements);
    if (is_possible && !arrays_is_possible(&elements))
        return facts->types != 0
                   ? ptc_json_schema_never(reader, facts->self.place)
                   : ptc_json_schema_none_of(reader, PTC_TYPE_LIST, facts->self.place);
    ref = arrays_type(reader, facts, &elements);
    if (arrays_is_distinct(reader, facts))
        ptc_draft_at(reader->draft, ref)->flags |= PTC_NODE_DISTINCT;
    ptc_json_all_add(reader, &whole, ref);
    arrays_contains(reader, facts, &whole);
    return ptc_json_all_end(reader, &whole);
}
