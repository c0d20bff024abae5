/* SPDX-License-Identifier: MIT */
/*
 * Objects whose properties are in several schemas that all hold, as types that extend
 * others are written: their properties are those of one map. Open objects with nothing
 * but properties and required names are merged; everything else stays a conjunction.
 * [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

enum { MERGE_PARTS_MAX = 64 };

typedef struct merge_run {
    ptc_json_schema *reader;
    ptc_json_part parts[MERGE_PARTS_MAX];
    size_t count;
    bool is_object;   /* a part says that it is one */
    bool is_other;    /* a part says something else */
    ptc_names needed; /* required names */
    ptc_names fields; /* properties by their exact names, to their nodes */
    ptc_names twins;  /* of ptc_json_schema_add_property */
} merge_run;

/* --- Collecting --------------------------------------------------------------------- */

/* Whether a keyword says no more than which properties an open object has. */
static bool merge_is_plain(const ptc_json_facts *facts, unsigned keyword)
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
        return ptc_json_schema_is_open(part);
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
    if (run->count == MERGE_PARTS_MAX || ptc_json_schema_has_unread(facts->self.value) ||
        (facts->at[PTC_KEYWORD_REF].value != NULL &&
         ptc_json_schema_ignores_beside(run->reader, facts->self.place) &&
         facts->self.value->aux > 1))
        return false;
    for (unsigned i = 0; i < PTC_KEYWORD_COUNT; i++) {
        if (facts->at[i].value != NULL && !merge_is_plain(facts, i))
            return false;
    }
    return true;
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
    if (part.value->kind != PTC_MAP || !merge_is_mergeable(run, &facts)) {
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
            ptc_json_schema_refuse(run->reader, place, "a required name is a string");
        else
            ptc_names_add(&run->needed, ptc_value_text(name), place);
    }
}

/* A property that another part has, too, has what both say. */
static void merge_both(merge_run *run, ptc_draft_ref field, ptc_draft_ref other)
{
    ptc_draft *draft = run->reader->draft;
    ptc_draft_ref inner =
        ptc_draft_add(draft, PTC_TYPE_ANY, ptc_draft_at(draft, field)->extra.span);
    ptc_draft_node *from = ptc_draft_at(draft, field);
    ptc_draft_node *to = ptc_draft_at(draft, inner);
    ptc_draft_node both = {.type = PTC_TYPE_AND,
                           .is_optional = from->is_optional,
                           .is_exact = from->is_exact,
                           .next = from->next,
                           .name = from->name,
                           .extra = from->extra};

    if (inner == 0 || other == 0)
        return;
    *to = *from;
    to->next = 0;
    to->is_optional = to->is_exact = false;
    to->name = PTC_STR("");
    both.extra.named_type = PTC_STR("");
    to->extra.description = to->extra.title = PTC_STR("");
    ptc_draft_at(draft, other)->is_optional = false;
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

    if (property.value->kind == PTC_BOOL && !property.value->as.boolean) {
        ptc_json_schema_refuse(reader, property.place,
                               "no value is false: leave the "
                               "property out");
        return;
    }
    ref = ptc_json_schema_property(reader, property, is_required);
    if (field != 0) {
        merge_both(run, field, ref);
        return;
    }
    ptc_json_schema_add_property(reader, map, &run->twins, ref, name);
    ptc_names_add(&run->fields, name, ref);
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

/* Refuses names that no part has a property for. */
static void merge_check_needed(merge_run *run)
{
    for (size_t i = 0; i < run->needed.count; i++) {
        const ptc_name_entry *entry = &run->needed.entries[i];

        if (ptc_names_find(&run->fields, entry->name) == NULL)
            ptc_diag_add(run->reader->diags, PTC_DIAG_JSON_SCHEMA_REQUIRED,
                         ptc_json_schema_span(run->reader, entry->value),
                         "\"%s\" is required, but there is no such property",
                         ptc_diag_quote(run->reader->diags, entry->name));
    }
}

/* Notes the words of a part that are not read, as is done where it is read alone. */
static void merge_note_words(merge_run *run, ptc_json_part part)
{
    ptc_json_facts facts = {.self = part};

    ptc_json_schema_sort(run->reader, &facts, PTC_JSON_OBJECT);
}

ptc_draft_ref ptc_json_schema_merge(ptc_json_schema *reader, const ptc_json_facts *facts)
{
    merge_run run = {.reader = reader};
    ptc_draft_ref map;

    merge_collect(&run, facts->self);
    if (run.is_other || run.count < 2 ||
        (!run.is_object && facts->types != PTC_JSON_OBJECT))
        return 0;
    ptc_names_init(&run.needed, reader->arena);
    ptc_names_init(&run.fields, reader->arena);
    ptc_names_init(&run.twins, reader->arena);
    run.needed.is_exact = run.fields.is_exact = true;
    map = ptc_json_schema_node(reader, PTC_TYPE_MAP, facts->self.place);
    for (size_t i = 0; i < run.count; i++)
        merge_need(&run, ptc_json_schema_member(reader, run.parts[i].place,
                                                PTC_STR("required")));
    for (size_t i = 0; i < run.count; i++) {
        if (i > 0)
            merge_note_words(&run, run.parts[i]);
        merge_properties(&run, map, run.parts[i]);
    }
    merge_check_needed(&run);
    return map;
}
