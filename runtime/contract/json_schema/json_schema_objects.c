/* SPDX-License-Identifier: MIT */
/* Arrays and objects of JSON Schema. [signature 13] */
#include "contract/json_schema/json_schema_int.h"

static bool objects_is(ptc_json_part part, bool boolean)
{
    return part.value != NULL && part.value->kind == PTC_BOOL &&
           part.value->as.boolean == boolean;
}

bool ptc_json_schema_is_open(ptc_json_part part)
{
    return part.value == NULL || objects_is(part, true) ||
           (part.value->kind == PTC_MAP && part.value->aux == 0);
}

/* --- Arrays ------------------------------------------------------------------------ */

/* Equal elements can be told to be refused by no type: one of at most one element says
 * it. */
static void objects_check_unique(const ptc_json_schema *reader, ptc_json_part unique,
                                 const ptc_interval *counts)
{
    if (unique.value == NULL || objects_is(unique, false))
        return;
    if (unique.value->kind != PTC_BOOL)
        ptc_json_schema_refuse(reader, unique.place, "uniqueItems is true or false");
    else if (counts->high.kind != PTC_INT || counts->high.as.integer > 1)
        ptc_json_schema_unread(reader, unique.place,
                               "say in the description that no element comes twice");
}

/* The schemas of the first elements, one each, and that of the others. */
typedef struct objects_tuple {
    ptc_json_part prefix;
    ptc_json_part rest;
    uint32_t count; /* of elements that a value can have */
    int64_t least;
    bool is_closed;
} objects_tuple;

static bool objects_is_plain(const ptc_json_schema *reader, const objects_tuple *tuple)
{
    for (uint32_t i = 0; i < tuple->prefix.value->aux; i++) {
        uint32_t place = ptc_json_schema_child_at(reader, tuple->prefix.place, i);

        if (!ptc_json_schema_is_open(ptc_json_schema_part(reader, place)))
            return false;
    }
    return ptc_json_schema_is_open(tuple->rest);
}

static objects_tuple objects_tuple_of(const ptc_json_facts *facts,
                                      const ptc_interval *counts)
{
    objects_tuple tuple = {.prefix = facts->at[PTC_KEYWORD_PREFIX_ITEMS],
                           .rest = facts->at[PTC_KEYWORD_ITEMS]};

    if (tuple.prefix.value == NULL) { /* as before 2020-12 */
        tuple.prefix = facts->at[PTC_KEYWORD_ITEMS];
        tuple.rest = facts->at[PTC_KEYWORD_ADDITIONAL_ITEMS];
    }
    if (tuple.prefix.value->kind != PTC_VECTOR)
        return tuple;
    tuple.count = tuple.prefix.value->aux;
    tuple.is_closed = objects_is(tuple.rest, false);
    if (counts->high.kind == PTC_INT && counts->high.as.integer <= (int64_t)tuple.count) {
        tuple.count = (uint32_t)counts->high.as.integer;
        tuple.is_closed = true;
    }
    if (counts->low.kind == PTC_INT)
        tuple.least = counts->low.as.integer;
    return tuple;
}

/* An array whose elements have schemas of their own. */
static ptc_draft_ref objects_read_tuple(ptc_json_schema *reader,
                                        const ptc_json_facts *facts,
                                        const ptc_interval *counts)
{
    objects_tuple tuple = objects_tuple_of(facts, counts);
    ptc_draft_ref ref;

    if (tuple.prefix.value->kind != PTC_VECTOR) {
        ptc_json_schema_refuse(reader, tuple.prefix.place,
                               "prefixItems is a list of schemas");
        return 0;
    }
    if (objects_is_plain(reader, &tuple)) {
        ref = ptc_json_schema_node(reader, PTC_TYPE_LIST, facts->self.place);
        ptc_json_schema_child(reader, ref, PTC_TYPE_ANY, facts->self.place);
        ptc_draft_at(reader->draft, ref)->interval = *counts;
        return ref;
    }
    if (!tuple.is_closed) {
        ptc_json_schema_unread(reader, tuple.prefix.place,
                               "say that there are no more elements: \"items\": false");
        return 0;
    }
    if (tuple.least > (int64_t)tuple.count)
        return ptc_json_schema_never(reader, facts->self.place);
    if (tuple.least < (int64_t)tuple.count)
        ptc_json_schema_lose(reader, PTC_DIAG_LOSS_STRICT, facts->self.place,
                             "shorter arrays are refused; write minItems to say so");
    ref = ptc_json_schema_node(reader, PTC_TYPE_TUPLE, facts->self.place);
    for (uint32_t i = 0; i < tuple.count; i++)
        ptc_draft_append(
            reader->draft, ref,
            ptc_json_schema_read(
                reader,
                ptc_json_schema_part(
                    reader, ptc_json_schema_child_at(reader, tuple.prefix.place, i)),
                0, false));
    return ref;
}

ptc_draft_ref ptc_json_schema_array(ptc_json_schema *reader, const ptc_json_facts *facts)
{
    ptc_json_part items = facts->at[PTC_KEYWORD_ITEMS];
    ptc_json_part rest = facts->at[PTC_KEYWORD_ADDITIONAL_ITEMS];
    ptc_interval counts;
    ptc_draft_ref ref;

    if (!ptc_json_schema_counts(reader, facts, PTC_KEYWORD_MIN_ITEMS,
                                PTC_KEYWORD_MAX_ITEMS, &counts))
        return 0;
    objects_check_unique(reader, facts->at[PTC_KEYWORD_UNIQUE_ITEMS], &counts);
    if (facts->at[PTC_KEYWORD_PREFIX_ITEMS].value != NULL ||
        (items.value != NULL && items.value->kind == PTC_VECTOR))
        return objects_read_tuple(reader, facts, &counts);
    if (rest.value != NULL)
        ptc_json_schema_lose(reader, PTC_DIAG_LOSS_KEYWORD, rest.place,
                             "without items as a list, additionalItems has no effect");
    ref = ptc_json_schema_node(reader, PTC_TYPE_LIST, facts->self.place);
    if (objects_is(items, false)) {
        counts.high = ptc_value_int(0);
        items.value = NULL;
    }
    if (items.value != NULL)
        ptc_draft_append(reader->draft, ref,
                         ptc_json_schema_read(reader, items, 0, false));
    else
        ptc_json_schema_child(reader, ref, PTC_TYPE_ANY, facts->self.place);
    ptc_draft_at(reader->draft, ref)->interval = counts;
    return ref;
}

/* --- Objects ----------------------------------------------------------------------- */

/*
 * Makes the map of `required` names to true, and refuses names without a property.
 * `properties` may be NULL.
 */
static ptc_status objects_required(const ptc_json_schema *reader, ptc_json_part list,
                                   const ptc_map *properties, ptc_value *out)
{
    ptc_map_entry *entries;
    ptc_status status;
    size_t twice = 0;

    if (list.value->kind != PTC_VECTOR) {
        ptc_json_schema_refuse(reader, list.place, "required is a list of names");
        return PTC_ERROR_SYNTAX;
    }
    entries = ptc_arena_array(reader->arena, list.value->aux, sizeof *entries);
    if (entries == NULL)
        return PTC_ERROR_MEMORY;
    for (uint32_t i = 0; i < list.value->aux; i++) {
        const ptc_value *name = &list.value->as.items[i];
        uint32_t place = ptc_json_schema_child_at(reader, list.place, i);

        entries[i].key = *name;
        entries[i].value = ptc_value_bool(true);
        if (name->kind != PTC_STRING)
            ptc_json_schema_refuse(reader, place, "a required name is a string");
        else if (properties == NULL || ptc_map_find(properties, name) == NULL)
            ptc_diag_add(reader->diags, PTC_DIAG_JSON_SCHEMA_REQUIRED,
                         ptc_json_schema_span(reader, place),
                         "\"%s\" is required, but there is no such property",
                         ptc_diag_quote(reader->diags, ptc_value_text(name)));
    }
    status = ptc_map_make(reader->arena, entries, list.value->aux, out, &twice);
    if (status == PTC_ERROR_DUPLICATE)
        ptc_json_schema_refuse(
            reader, ptc_json_schema_child_at(reader, list.place, (uint32_t)twice),
            "a name is required twice");
    return status;
}

/* The name with letters in lower case: the names of tables fold '-' and '_' themselves.
 */
static ptc_str objects_lower(ptc_arena *arena, ptc_str name)
{
    char *lower = ptc_arena_copy(arena, name.ptr, name.len);

    for (size_t i = 0; lower != NULL && i < name.len; i++) {
        if (lower[i] >= 'A' && lower[i] <= 'Z')
            lower[i] = (char)(lower[i] - 'A' + 'a');
    }
    return ptc_str_make(lower, lower != NULL ? name.len : 0);
}

/* Properties that differ only in case, '-' and '_' are found as they are spelled, and by
 * nothing else. [signature 13] */
static void objects_note_twin(const ptc_json_schema *reader, ptc_names *names,
                              ptc_draft_ref ref)
{
    ptc_draft_node *node = ptc_draft_at(reader->draft, ref);
    ptc_str lower = objects_lower(reader->arena, node->name);
    const ptc_name_entry *entry = ptc_names_add(names, lower, ref);

    if (entry == NULL || entry->value == ref)
        return; /* refused memory shows in the arena */
    node->is_exact = true;
    ptc_draft_at(reader->draft, entry->value)->is_exact = true;
}

/* A property that is required and may be null: here it may be absent, too. */
static void objects_check_null(const ptc_json_schema *reader, ptc_json_part property)
{
    if (ptc_json_schema_may_be_null(reader, property))
        ptc_json_schema_lose(reader, PTC_DIAG_LOSS_REQUIRED, property.place,
                             "a required property that may be null may be absent, too");
}

/* A property that no value satisfies must not be there, which closed objects say. */
static bool objects_is_forbidden(const ptc_json_schema *reader, ptc_json_part property,
                                 bool is_closed, bool is_required)
{
    if (!objects_is(property, false))
        return false;
    if (!is_closed || is_required)
        ptc_json_schema_refuse(reader, property.place,
                               "no value is false: leave the property out and write "
                               "\"additionalProperties\": false");
    return true;
}

ptc_draft_ref ptc_json_schema_property(ptc_json_schema *reader, ptc_json_part property,
                                       bool is_required)
{
    ptc_draft_ref ref = ptc_json_schema_read(reader, property, 0, !is_required);

    ptc_draft_at(reader->draft, ref)->is_optional = !is_required;
    if (is_required)
        objects_check_null(reader, property);
    return ref;
}

void ptc_json_schema_add_property(ptc_json_schema *reader, ptc_draft_ref parent,
                                  ptc_names *names, ptc_draft_ref ref, ptc_str name)
{
    ptc_draft_at(reader->draft, ref)->name = name;
    ptc_draft_append(reader->draft, parent, ref);
    objects_note_twin(reader, names, ref);
}

static void objects_properties(ptc_json_schema *reader, ptc_json_part properties,
                               const ptc_map *required, ptc_draft_ref parent)
{
    bool is_closed = (ptc_draft_at(reader->draft, parent)->flags & PTC_NODE_CLOSED) != 0;
    ptc_names names;

    ptc_names_init(&names, reader->arena);
    for (uint32_t i = 0; i < properties.value->aux; i++) {
        const ptc_map_entry *entry = &properties.value->as.map->entries[i];
        ptc_json_part part = ptc_json_schema_part(
            reader, ptc_json_schema_child_at(reader, properties.place, i));
        bool is_required =
            required != NULL && ptc_map_find(required, &entry->key) != NULL;

        if (!objects_is_forbidden(reader, part, is_closed, is_required))
            ptc_json_schema_add_property(
                reader, parent, &names,
                ptc_json_schema_property(reader, part, is_required),
                ptc_value_text(&entry->key));
    }
}

static bool objects_are_texts_listed(const ptc_draft_node *node)
{
    for (uint32_t i = 0; i < node->member_count; i++) {
        if (node->members[i].kind != PTC_STRING)
            return false;
    }
    return true;
}

/* Whether the type under `ref` takes no name for a number, as keys of maps may be taken:
 * in JSON Schema names are texts. */
static bool objects_are_texts(const ptc_json_schema *reader, ptc_draft_ref ref)
{
    const ptc_draft_node *node = ptc_draft_at(reader->draft, ref);

    switch (node->type) {
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return objects_are_texts_listed(node);
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_NOT:
        for (ref = node->first; ref != 0; ref = ptc_draft_at(reader->draft, ref)->next) {
            if (!objects_are_texts(reader, ref))
                return false;
        }
        return true;
    default:
        return node->type == PTC_TYPE_STRING || node->type == PTC_TYPE_DATETIME ||
               node->type == PTC_TYPE_ANY;
    }
}

/* The type of the names of an object. */
static ptc_draft_ref objects_names(ptc_json_schema *reader, ptc_json_part names)
{
    ptc_draft_ref ref = ptc_json_schema_read(reader, names, PTC_JSON_STRING, false);

    if (ref != 0 && !objects_are_texts(reader, ref) &&
        (ptc_json_schema_all_types(reader, names) & ~(unsigned)PTC_JSON_STRING) != 0)
        ptc_json_schema_unread(
            reader, names.place,
            "names are texts: write \"type\": \"string\" and minLength, "
            "maxLength, pattern or enum");
    return ref;
}

/* A map of names and values of one kind each, whose number has limits. */
static ptc_draft_ref objects_map_of(ptc_json_schema *reader, const ptc_json_facts *facts,
                                    ptc_json_part values, const ptc_interval *counts)
{
    ptc_json_part names = facts->at[PTC_KEYWORD_PROPERTY_NAMES];
    ptc_draft_ref ref = ptc_json_schema_node(reader, PTC_TYPE_MAP_OF, facts->self.place);

    if (ptc_json_schema_is_open(names))
        ptc_json_schema_child(reader, ref, PTC_TYPE_STRING, facts->self.place);
    else
        ptc_draft_append(reader->draft, ref, objects_names(reader, names));
    if (ptc_json_schema_is_open(values))
        ptc_json_schema_child(reader, ref, PTC_TYPE_ANY, facts->self.place);
    else
        ptc_draft_append(reader->draft, ref,
                         ptc_json_schema_read(reader, values, 0, false));
    ptc_draft_at(reader->draft, ref)->interval = *counts;
    return ref;
}

/* Whether names or the number of properties have conditions. */
static bool objects_has_limits(const ptc_json_facts *facts, const ptc_interval *counts)
{
    return !ptc_json_schema_is_open(facts->at[PTC_KEYWORD_PROPERTY_NAMES]) ||
           counts->low.kind != PTC_NIL || counts->high.kind != PTC_NIL;
}

/* An object without properties: any map, a closed empty one, or a map of one value type.
 */
static ptc_draft_ref objects_plain(ptc_json_schema *reader, const ptc_json_facts *facts,
                                   const ptc_interval *counts)
{
    ptc_json_part additional = facts->at[PTC_KEYWORD_ADDITIONAL];
    bool is_open = ptc_json_schema_is_open(additional);
    ptc_draft_ref ref;

    if (is_open && !objects_has_limits(facts, counts))
        return ptc_json_schema_node(
            reader,
            facts->at[PTC_KEYWORD_PROPERTIES].value ? PTC_TYPE_MAP : PTC_TYPE_ANY_MAP,
            facts->self.place);
    if (!objects_is(additional, false))
        return objects_map_of(reader, facts, additional, counts);
    ref = ptc_json_schema_node(reader, PTC_TYPE_MAP, facts->self.place);
    ptc_draft_at(reader->draft, ref)->flags |= PTC_NODE_CLOSED;
    if (counts->low.kind == PTC_INT && counts->low.as.integer > 0)
        return ptc_json_schema_never(reader, facts->self.place);
    return ref;
}

/* An object with properties; conditions on all of its keys are a second conjunct. */
static ptc_draft_ref objects_struct(ptc_json_schema *reader, const ptc_json_facts *facts,
                                    const ptc_map *required, const ptc_interval *counts)
{
    ptc_json_part additional = facts->at[PTC_KEYWORD_ADDITIONAL];
    ptc_json_part any = {NULL, 0};
    ptc_draft_ref ref = ptc_json_schema_node(reader, PTC_TYPE_MAP, facts->self.place);
    ptc_draft_ref whole;

    if (!ptc_json_schema_is_open(additional)) {
        if (additional.value->kind != PTC_BOOL)
            ptc_json_schema_refuse(
                reader, additional.place,
                "beside properties, additionalProperties is true or false");
        ptc_draft_at(reader->draft, ref)->flags |= PTC_NODE_CLOSED;
    }
    objects_properties(reader, facts->at[PTC_KEYWORD_PROPERTIES], required, ref);
    if (!objects_has_limits(facts, counts))
        return ref;
    whole = ptc_json_schema_node(reader, PTC_TYPE_AND, facts->self.place);
    ptc_draft_append(reader->draft, whole, ref);
    ptc_draft_append(reader->draft, whole, objects_map_of(reader, facts, any, counts));
    return whole;
}

ptc_draft_ref ptc_json_schema_object(ptc_json_schema *reader, const ptc_json_facts *facts)
{
    ptc_json_part properties = facts->at[PTC_KEYWORD_PROPERTIES];
    ptc_value required = ptc_value_nil();
    ptc_interval counts;

    if (properties.value != NULL && properties.value->kind != PTC_MAP) {
        ptc_json_schema_refuse(reader, properties.place, "properties is an object");
        return 0;
    }
    if (facts->at[PTC_KEYWORD_REQUIRED].value != NULL &&
        objects_required(reader, facts->at[PTC_KEYWORD_REQUIRED],
                         properties.value ? properties.value->as.map : NULL,
                         &required) != PTC_OK)
        return 0;
    if (!ptc_json_schema_counts(reader, facts, PTC_KEYWORD_MIN_PROPERTIES,
                                PTC_KEYWORD_MAX_PROPERTIES, &counts))
        return 0;
    if (properties.value == NULL || properties.value->aux == 0)
        return objects_plain(reader, facts, &counts);
    return objects_struct(reader, facts,
                          required.kind == PTC_MAP ? required.as.map : NULL, &counts);
}
