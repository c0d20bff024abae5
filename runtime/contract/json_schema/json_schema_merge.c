/* SPDX-License-Identifier: MIT */
/*
 * Objects whose properties are in several schemas that all hold, as types that extend
 * others are written: their properties are those of one map. Open objects with only
 * properties and required names are merged; everything else stays a conjunction.
 * [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

/* What is merged is read again, with all that is in it: types within types, places of the
 * document. Beyond that, and within itself, it stays a conjunction. */
enum { MERGE_PARTS_MAX = 64, MERGE_DEPTH_MAX = 16, MERGE_PLACES_MAX = 1 << 17 };

typedef struct merge_run {
    ptc_json_schema *reader;
    ptc_json_part parts[MERGE_PARTS_MAX];
    size_t count;
    uint32_t whole;   /* the place of the schema that is merged */
    bool is_object;   /* a part says that it is one */
    bool is_other;    /* a part says something else */
    ptc_names needed; /* required names */
    ptc_names fields; /* properties by their exact names, to their nodes */
} merge_run;

/* --- Collecting --------------------------------------------------------------------- */

/* Whether a keyword says no more than which properties an open object has. */
static bool merge_is_plain(const merge_run *run, const ptc_json_facts *facts,
                           unsigned keyword)
{
    ptc_json_part part = facts->at[keyword];

    switch (keyword) {
    case PTC_KEYWORD_TYPE:
        return ptc_json_schema_types_at(part) == PTC_JSON_OBJECT;
    case PTC_KEYWORD_PROPERTIES:
        return part.value->kind == PTC_MAP;
    case PTC_KEYWORD_REQUIRED:
    case PTC_KEYWORD_ALL_OF:
        return part.value->kind == PTC_VECTOR;
    case PTC_KEYWORD_REF:
        return part.value->kind == PTC_STRING;
    case PTC_KEYWORD_ADDITIONAL:
        return ptc_json_schema_is_open(part) && !run->reader->has_others;
    case PTC_KEYWORD_UNEVALUATED_PROPERTIES: /* of all parts */
        return run->count == 0;
    case PTC_KEYWORD_DESCRIPTION:
    case PTC_KEYWORD_TITLE:
    case PTC_KEYWORD_DEFAULT:
        return true;
    default:
        return false;
    }
}

static bool merge_is_mergeable(const merge_run *run, const ptc_json_facts *facts)
{
    if (run->count == MERGE_PARTS_MAX ||
        ptc_json_schema_has_unread(run->reader, facts->self) ||
        (facts->at[PTC_KEYWORD_REF].value != NULL &&
         ptc_json_schema_ignores_beside(run->reader, facts->self.place) &&
         facts->self.value->aux > 1))
        return false;
    for (unsigned i = 0; i < PTC_KEYWORD_COUNT; i++) {
        if (facts->at[i].value != NULL && !merge_is_plain(run, facts, i))
            return false;
    }
    return true;
}

/* Whether faults of a schema are reported, and its references resolved, as for the
 * whole. */
static bool merge_is_near(const merge_run *run, uint32_t place)
{
    const ptc_json_schema *reader = run->reader;

    return ptc_json_document_of(reader, place) ==
               ptc_json_document_of(reader, run->whole) &&
           (reader->anchor_count == 0 ||
            ptc_json_schema_resource_at(reader, place) ==
                ptc_json_schema_resource_at(reader, run->whole));
}

/* Collects a schema, what it refers to and what is in its allOf, each once. Every level
 * adds a part, so this recurses no deeper than there are parts. */
static void merge_collect(merge_run *run, ptc_json_part part)
{
    ptc_json_facts facts = {.self = part};
    ptc_json_part ref;
    ptc_json_part all;
    uint32_t target;

    for (size_t i = 0; i < run->count; i++) {
        if (run->parts[i].place == part.place)
            return;
    }
    if (part.value->kind == PTC_MAP)
        ptc_json_schema_collect(run->reader, &facts);
    if (part.value->kind != PTC_MAP || !merge_is_mergeable(run, &facts) ||
        !merge_is_near(run, part.place)) {
        run->is_other = true;
        return;
    }
    run->parts[run->count++] = part;
    run->is_object = run->is_object || facts.at[PTC_KEYWORD_TYPE].value != NULL;
    ref = facts.at[PTC_KEYWORD_REF];
    all = facts.at[PTC_KEYWORD_ALL_OF];
    if (ref.value != NULL &&
        ptc_json_schema_resolve(run->reader, ref, &target) == PTC_JSON_FOUND)
        merge_collect(run, ptc_json_schema_part(run->reader, target));
    else if (ref.value != NULL)
        run->is_other = true;
    for (uint32_t i = 0; all.value != NULL && i < all.value->aux && !run->is_other; i++)
        merge_collect(
            run, ptc_json_schema_part(
                     run->reader, ptc_json_schema_child_at(run->reader, all.place, i)));
}

/* --- Merging ------------------------------------------------------------------------ */

static void merge_need(merge_run *run, ptc_json_part list)
{
    for (uint32_t i = 0; list.value != NULL && i < list.value->aux; i++) {
        const ptc_value *name = &list.value->as.items[i];
        uint32_t place = ptc_json_schema_child_at(run->reader, list.place, i);

        if (name->kind != PTC_STRING)
            ptc_json_schema_refuse(run->reader, place,
                                   "a required name must be a string");
        else
            ptc_names_add(&run->needed, ptc_value_text(name), place);
    }
}

/* A property that another part has as well, has what both say. */
static void merge_both(merge_run *run, ptc_draft_ref field, ptc_draft_ref other)
{
    ptc_draft *draft = run->reader->draft;
    ptc_draft_ref inner =
        ptc_draft_add(draft, PTC_TYPE_ANY, ptc_draft_at(draft, field)->extra.span);
    ptc_draft_node *from = ptc_draft_at(draft, field);
    ptc_draft_node *to = ptc_draft_at(draft, inner);
    ptc_draft_node both = {.type = PTC_TYPE_AND,
                           .is_optional = from->is_optional,
                           .is_apart = from->is_apart,
                           .is_exact = from->is_exact,
                           .next = from->next,
                           .name = from->name,
                           .extra = from->extra};

    if (inner == 0 || other == 0)
        return;
    *to = *from;
    to->next = 0;
    to->is_optional = to->is_apart = to->is_exact = false;
    to->name = PTC_STR("");
    both.extra.named_type = PTC_STR("");
    to->extra.description = to->extra.title = PTC_STR("");
    *from = both;
    ptc_draft_append(draft, field, inner);
    ptc_draft_append(draft, field, other);
}

static void merge_property(merge_run *run, ptc_draft_ref map, ptc_json_part property)
{
    ptc_json_schema *reader = run->reader;
    ptc_str name = ptc_json_schema_key(reader, property.place);
    const ptc_name_entry *known = ptc_names_find(&run->fields, name);
    bool is_required = ptc_names_find(&run->needed, name) != NULL;
    uint32_t field = known != NULL ? known->value : 0;
    ptc_draft_ref ref;

    ref = ptc_json_schema_read(reader, property, 0, !is_required);
    if (field != 0) {
        merge_both(run, field, ref);
        return;
    }
    ptc_json_schema_add_property(reader, map, ref, name, is_required);
    ptc_names_add(&run->fields, name, ref);
}

/* Records the properties that say themselves that they are required, as a lenient reader
 * has it. */
static void merge_need_own(merge_run *run, ptc_json_part part)
{
    ptc_json_part properties =
        ptc_json_schema_member(run->reader, part.place, PTC_STR("properties"));

    for (uint32_t i = 0; properties.value != NULL && i < properties.value->aux; i++) {
        uint32_t place = ptc_json_schema_child_at(run->reader, properties.place, i);

        if (run->reader->nodes[place].is_required)
            ptc_names_add(&run->needed, ptc_json_schema_key(run->reader, place), place);
    }
}

static void merge_properties(merge_run *run, ptc_draft_ref map, ptc_json_part part)
{
    ptc_json_part properties =
        ptc_json_schema_member(run->reader, part.place, PTC_STR("properties"));

    for (uint32_t i = 0; properties.value != NULL && i < properties.value->aux; i++)
        merge_property(
            run, map,
            ptc_json_schema_part(
                run->reader, ptc_json_schema_child_at(run->reader, properties.place, i)));
}

/* Names that no part has a property for may be anything: fields of `map`, or conjuncts of
 * `whole` where they must not count as checked. */
static void merge_further_needed(merge_run *run, ptc_draft_ref map, ptc_json_all *whole)
{
    ptc_json_schema *reader = run->reader;

    for (size_t i = 0; i < run->needed.count; i++) {
        const ptc_name_entry *entry = &run->needed.entries[i];

        if (ptc_names_find(&run->fields, entry->name) != NULL)
            continue;
        if (reader->has_others)
            ptc_json_all_add(
                reader, whole,
                ptc_json_schema_demand_key(reader, entry->name, entry->value));
        else
            ptc_json_schema_add_property(
                reader, map, ptc_json_schema_node(reader, PTC_TYPE_ANY, entry->value),
                entry->name, true);
    }
}

/* What unevaluatedProperties of the whole says of further keys. */
static void merge_others(merge_run *run, ptc_json_part others, ptc_draft_ref map,
                         ptc_json_all *whole)
{
    ptc_json_schema *reader = run->reader;
    ptc_draft_ref ref;

    if (others.value == NULL)
        return;
    if (others.value->kind == PTC_BOOL && !others.value->as.boolean &&
        whole->whole == 0) {
        ptc_draft_at(reader->draft, map)->flags |= PTC_NODE_CLOSED;
        return;
    }
    ref = ptc_json_all_child(reader, whole, PTC_TYPE_OTHER_KEYS, others.place);
    if (!run->is_object)
        ptc_draft_at(reader->draft, ref)->flags |= PTC_NODE_OTHERS;
    ptc_draft_append(reader->draft, ref, ptc_json_schema_read(reader, others, 0, false));
}

/* Whether a schema says of another one, which extends none, at most what it is for: that
 * one keeps its name. */
static bool merge_is_alias(const merge_run *run, const ptc_json_facts *facts)
{
    ptc_json_part all = facts->at[PTC_KEYWORD_ALL_OF];

    return run->count == 3 && all.value->aux == 1 &&
           all.value->as.items[0].as.map->count == 1 &&
           facts->at[PTC_KEYWORD_REF].value == NULL &&
           facts->at[PTC_KEYWORD_PROPERTIES].value == NULL &&
           facts->at[PTC_KEYWORD_REQUIRED].value == NULL &&
           facts->at[PTC_KEYWORD_UNEVALUATED_PROPERTIES].value == NULL;
}

/* Whether there is an end to reading the parts, and soon; then they are being read. */
static bool merge_begin(merge_run *run)
{
    ptc_json_schema *reader = run->reader;
    size_t places = 0;

    for (size_t i = 0; i < run->count; i++) {
        if (reader->nodes[run->parts[i].place].is_merged)
            return false;
        places += i > 0 ? reader->nodes[run->parts[i].place].count : 0;
    }
    if (reader->merges == MERGE_DEPTH_MAX || places > MERGE_PLACES_MAX - reader->merged)
        return false;
    for (size_t i = 0; i < run->count; i++)
        reader->nodes[run->parts[i].place].is_merged = true;
    reader->merges++;
    reader->merged += places;
    return true;
}

static void merge_end(merge_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        run->reader->nodes[run->parts[i].place].is_merged = false;
    run->reader->merges--;
}

/* Records the words of a part that are not read, as is done where it is read alone. */
static void merge_note_words(merge_run *run, ptc_json_part part)
{
    ptc_json_facts facts = {.self = part};

    ptc_json_schema_sort(run->reader, &facts, PTC_JSON_OBJECT);
}

ptc_draft_ref ptc_json_schema_merge(ptc_json_schema *reader, const ptc_json_facts *facts)
{
    unsigned known = ptc_json_facts_known(facts);
    merge_run run = {.reader = reader, .whole = facts->self.place};
    ptc_json_all whole = {.place = facts->self.place};
    ptc_draft_ref map;

    merge_collect(&run, facts->self);
    run.is_object = run.is_object || known == PTC_JSON_OBJECT;
    if (run.is_other || run.count < 2 || merge_is_alias(&run, facts) ||
        (!run.is_object && known != 0) || !merge_begin(&run))
        return 0;
    ptc_names_init(&run.needed, reader->arena);
    ptc_names_init(&run.fields, reader->arena);
    run.needed.is_exact = run.fields.is_exact = true;
    map = ptc_json_all_child(reader, &whole, PTC_TYPE_MAP, facts->self.place);
    if (!run.is_object)
        ptc_draft_at(reader->draft, map)->flags |= PTC_NODE_OTHERS;
    for (size_t i = 0; i < run.count; i++) {
        merge_need(&run, ptc_json_schema_member(reader, run.parts[i].place,
                                                PTC_STR("required")));
        merge_need_own(&run, run.parts[i]);
    }
    for (size_t i = 0; i < run.count; i++) {
        if (i > 0)
            merge_note_words(&run, run.parts[i]);
        merge_properties(&run, map, run.parts[i]);
    }
    merge_further_needed(&run, map, &whole);
    merge_others(&run, facts->at[PTC_KEYWORD_UNEVALUATED_PROPERTIES], map, &whole);
    merge_end(&run);
    return ptc_json_all_end(reader, &whole);
}
