/* SPDX-License-Identifier: MIT */
/*
 * JSON Schema to a draft. [signature 13]
 *
 * Known keywords: type properties required items enum default description title format
 * minimum maximum additionalProperties; $schema and $id are ignored, any other is refused
 * by name with its JSON pointer. What is known but has no effect where it stands is a
 * warning, never silent. Where `type` is missing it follows from the keywords beside it.
 *
 * A schema object is first sorted into facts, one slot per keyword; the functions below
 * then build from facts, bottom-up: numbers, enums, objects, one type, all types,
 * default. The reader recurses once per schema level, which the JSON reader's depth limit
 * bounds.
 */
#include "base/base_int.h"
#include "contract/json_schema/json_schema_int.h"

#include <ptc/walk.h>

static ptc_draft_ref json_schema_node(const ptc_json_schema *reader, ptc_type type,
                                      const ptc_json_facts *facts)
{
    ptc_draft_ref ref = ptc_draft_add(reader->draft, type,
                                      ptc_json_schema_span(reader, facts->self.place));

    if (type == PTC_TYPE_MAP)
        ptc_draft_at(reader->draft, ref)->flags = PTC_NODE_FOREIGN;
    return ref;
}

/* --- Numbers ----------------------------------------------------------------------- */

/* Sets `*bound` to a number; absent leaves it nil. */
static void json_schema_bound(const ptc_json_schema *reader, ptc_json_part part,
                              ptc_value *bound)
{
    double real;

    *bound = ptc_value_nil();
    if (part.value == NULL)
        return;
    if (part.value->kind == PTC_INT || part.value->kind == PTC_FLOAT)
        *bound = *part.value;
    else if (part.value->kind == PTC_OPAQUE &&
             ptc_number_read_double(part.value->as.text, part.value->aux, &real))
        *bound = ptc_value_float(real);
    else
        ptc_json_schema_refuse(reader, part.place, "a limit is a number");
}

static ptc_draft_ref json_schema_number(const ptc_json_schema *reader,
                                        const ptc_json_facts *facts, ptc_type type)
{
    ptc_draft_ref ref = json_schema_node(reader, type, facts);
    ptc_interval *interval = &ptc_draft_at(reader->draft, ref)->interval;

    json_schema_bound(reader, facts->at[PTC_KEYWORD_MINIMUM], &interval->low);
    json_schema_bound(reader, facts->at[PTC_KEYWORD_MAXIMUM], &interval->high);
    return ref;
}

/* --- Strings and enums ------------------------------------------------------------- */

static ptc_draft_ref json_schema_string(const ptc_json_schema *reader,
                                        const ptc_json_facts *facts)
{
    ptc_json_part format = facts->at[PTC_KEYWORD_FORMAT];
    ptc_type type = PTC_TYPE_STRING;

    if (format.value == NULL) {
        /* nothing to say */
    } else if (format.value->kind != PTC_STRING) {
        ptc_json_schema_refuse(reader, format.place, "a format is a string");
    } else if (ptc_str_equal(ptc_value_text(format.value), PTC_STR("date-time"))) {
        type = PTC_TYPE_DATETIME;
    } else {
        ptc_diag_add(reader->draft->diags, PTC_DIAG_LOSS_FORMAT,
                     ptc_json_schema_span(reader, format.place),
                     "the format \"%s\" has no effect",
                     ptc_diag_quote(reader->draft->diags, ptc_value_text(format.value)));
    }
    return json_schema_node(reader, type, facts);
}

/* The types that a value belongs to; an integral double is an integer, too. */
static unsigned json_schema_types_of(const ptc_value *value)
{
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        return PTC_JSON_NULL;
    case PTC_BOOL:
        return PTC_JSON_BOOLEAN;
    case PTC_INT:
        return PTC_JSON_NUMERIC;
    case PTC_FLOAT:
        return PTC_JSON_NUMBER;
    case PTC_STRING:
        return PTC_JSON_STRING;
    case PTC_VECTOR:
    case PTC_MAP:
    case PTC_OPAQUE:
    case PTC_KEYWORD:
    case PTC_SET:
        break;
    }
    return 0;
}

/*
 * Collects the members that the types admit (others can never match) into `members`,
 * which has room for all. Returns their number; sets `*has_null`.
 */
static size_t json_schema_members(const ptc_json_schema *reader, ptc_json_part list,
                                  unsigned types, ptc_value *members, bool *has_null)
{
    uint32_t place = list.place + 1;
    size_t count = 0;

    for (uint32_t i = 0; i < list.value->aux; i++) {
        const ptc_value *member = &list.value->as.items[i];
        unsigned kind = json_schema_types_of(member);

        if (kind == 0)
            ptc_json_schema_refuse(
                reader, place, "an enum member is a string, a number, a boolean or null");
        else if ((kind & types) == 0)
            ptc_diag_add(reader->draft->diags, PTC_DIAG_LOSS_KEYWORD,
                         ptc_json_schema_span(reader, place),
                         "the type excludes this enum member, at %s",
                         ptc_json_schema_pointer(reader, place, PTC_SEVERITY_WARNING));
        else if (kind == PTC_JSON_NULL)
            *has_null = true;
        else
            members[count++] = *member;
        place = ptc_json_schema_next(reader, place);
    }
    return count;
}

static ptc_draft_ref json_schema_enum(const ptc_json_schema *reader,
                                      const ptc_json_facts *facts)
{
    ptc_json_part list = facts->at[PTC_KEYWORD_ENUM];
    size_t errors = reader->draft->diags->errors;
    ptc_value distinct = ptc_value_nil();
    bool has_null = false;
    ptc_value *members;
    ptc_draft_node *node;
    ptc_draft_ref ref;
    size_t count;

    if (list.value->kind != PTC_VECTOR || list.value->aux == 0) {
        ptc_json_schema_refuse(reader, list.place, "an enum is a list of members");
        return 0;
    }
    members = ptc_arena_array(reader->draft->arena, list.value->aux, sizeof *members);
    if (members == NULL)
        return 0;
    count = json_schema_members(reader, list, facts->types ? facts->types : PTC_JSON_ALL,
                                members, &has_null);
    if (reader->draft->diags->errors == errors && count == 0 && !has_null)
        ptc_json_schema_refuse(reader, list.place, "the type excludes every enum member");
    if (count == 0)
        return json_schema_node(reader, PTC_TYPE_NIL, facts);
    if (ptc_value_set_of(reader->draft->arena, members, count, &distinct, NULL) != PTC_OK)
        return 0;
    ref = json_schema_node(reader, PTC_TYPE_ENUM, facts);
    node = ptc_draft_at(reader->draft, ref);
    node->members = distinct.as.items;
    node->member_count = distinct.aux;
    if (has_null)
        node->flags |= PTC_NODE_NULLABLE;
    return ref;
}

/* --- Arrays and objects ------------------------------------------------------------ */

static ptc_draft_ref json_schema_read(const ptc_json_schema *reader, ptc_json_part self,
                                      bool is_property);

static ptc_draft_ref json_schema_array(const ptc_json_schema *reader,
                                       const ptc_json_facts *facts)
{
    ptc_draft_ref ref = json_schema_node(reader, PTC_TYPE_LIST, facts);
    ptc_json_part items = facts->at[PTC_KEYWORD_ITEMS];
    ptc_draft_ref element = items.value != NULL
                                ? json_schema_read(reader, items, false)
                                : json_schema_node(reader, PTC_TYPE_ANY, facts);

    ptc_draft_append(reader->draft, ref, element);
    return ref;
}

/*
 * Makes the map of `required` names to true, and refuses names without a property.
 * `properties` may be NULL.
 */
static ptc_status json_schema_required(const ptc_json_schema *reader, ptc_json_part list,
                                       const ptc_map *properties, ptc_value *out)
{
    uint32_t place = list.place + 1;
    ptc_map_entry *entries;
    ptc_status status;
    size_t twice = 0;

    if (list.value->kind != PTC_VECTOR) {
        ptc_json_schema_refuse(reader, list.place, "required is a list of names");
        return PTC_ERROR_SYNTAX;
    }
    entries = ptc_arena_array(reader->draft->arena, list.value->aux, sizeof *entries);
    if (entries == NULL)
        return PTC_ERROR_MEMORY;
    for (uint32_t i = 0; i < list.value->aux; i++) {
        const ptc_value *name = &list.value->as.items[i];

        entries[i].key = *name;
        entries[i].value = ptc_value_bool(true);
        if (name->kind != PTC_STRING)
            ptc_json_schema_refuse(reader, place, "a required name is a string");
        else if (properties == NULL || ptc_map_find(properties, name) == NULL)
            ptc_diag_add(reader->draft->diags, PTC_DIAG_JSON_SCHEMA_REQUIRED,
                         ptc_json_schema_span(reader, place),
                         "\"%s\" is required, but there is no such property",
                         ptc_diag_quote(reader->draft->diags, ptc_value_text(name)));
        place = ptc_json_schema_next(reader, place);
    }
    status = ptc_map_make(reader->draft->arena, entries, list.value->aux, out, &twice);
    if (status == PTC_ERROR_DUPLICATE) {
        place = list.place + 1;
        while (twice-- > 0)
            place = ptc_json_schema_next(reader, place);
        ptc_json_schema_refuse(reader, place, "a name is required twice");
    }
    return status;
}

/* The name with letters in lower case: the names of tables fold '-' and '_' themselves.
 */
static ptc_str json_schema_lower(ptc_arena *arena, ptc_str name)
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
static void json_schema_note_twin(const ptc_json_schema *reader, ptc_names *names,
                                  ptc_draft_ref ref)
{
    ptc_draft_node *node = ptc_draft_at(reader->draft, ref);
    ptc_str lower = json_schema_lower(reader->draft->arena, node->name);
    const ptc_name_entry *entry = ptc_names_add(names, lower, ref);

    if (entry == NULL || entry->value == ref)
        return; /* refused memory shows in the arena */
    node->is_exact = true;
    ptc_draft_at(reader->draft, entry->value)->is_exact = true;
}

static void json_schema_properties(const ptc_json_schema *reader,
                                   ptc_json_part properties, const ptc_map *required,
                                   ptc_draft_ref parent)
{
    uint32_t place = properties.place + 1;
    ptc_names names;

    ptc_names_init(&names, reader->draft->arena);
    for (uint32_t i = 0; i < properties.value->aux; i++) {
        const ptc_map_entry *entry = &properties.value->as.map->entries[i];
        ptc_json_part part = {&entry->value, place};
        ptc_draft_ref ref = json_schema_read(reader, part, true);
        ptc_draft_node *node = ptc_draft_at(reader->draft, ref);

        node->name = ptc_value_text(&entry->key);
        if (required == NULL || ptc_map_find(required, &entry->key) == NULL)
            node->is_optional = true;
        ptc_draft_append(reader->draft, parent, ref);
        json_schema_note_twin(reader, &names, ref);
        place = ptc_json_schema_next(reader, place);
    }
}

/* additionalProperties: whether other keys are admitted with any value. */
static bool json_schema_is_open(ptc_json_part additional)
{
    return additional.value == NULL ||
           (additional.value->kind == PTC_BOOL && additional.value->as.boolean) ||
           (additional.value->kind == PTC_MAP && additional.value->aux == 0);
}

/* An object without properties: any map, a closed empty one, or a map of one value type.
 */
static ptc_draft_ref json_schema_plain_object(const ptc_json_schema *reader,
                                              const ptc_json_facts *facts)
{
    ptc_json_part additional = facts->at[PTC_KEYWORD_ADDITIONAL];
    ptc_draft_ref ref;

    if (json_schema_is_open(additional))
        return json_schema_node(
            reader,
            facts->at[PTC_KEYWORD_PROPERTIES].value ? PTC_TYPE_MAP : PTC_TYPE_ANY_MAP,
            facts);
    if (additional.value->kind == PTC_BOOL) {
        ref = json_schema_node(reader, PTC_TYPE_MAP, facts);
        ptc_draft_at(reader->draft, ref)->flags |= PTC_NODE_CLOSED;
        return ref;
    }
    ref = json_schema_node(reader, PTC_TYPE_MAP_OF, facts);
    ptc_draft_append(reader->draft, ref,
                     json_schema_node(reader, PTC_TYPE_STRING, facts));
    ptc_draft_append(reader->draft, ref, json_schema_read(reader, additional, false));
    return ref;
}

static ptc_draft_ref json_schema_object(const ptc_json_schema *reader,
                                        const ptc_json_facts *facts)
{
    ptc_json_part properties = facts->at[PTC_KEYWORD_PROPERTIES];
    ptc_json_part additional = facts->at[PTC_KEYWORD_ADDITIONAL];
    ptc_value required = ptc_value_nil();
    ptc_draft_ref ref;

    if (properties.value != NULL && properties.value->kind != PTC_MAP) {
        ptc_json_schema_refuse(reader, properties.place, "properties is an object");
        return 0;
    }
    if (facts->at[PTC_KEYWORD_REQUIRED].value != NULL &&
        json_schema_required(reader, facts->at[PTC_KEYWORD_REQUIRED],
                             properties.value ? properties.value->as.map : NULL,
                             &required) != PTC_OK)
        return 0;
    if (properties.value == NULL || properties.value->aux == 0)
        return json_schema_plain_object(reader, facts);
    ref = json_schema_node(reader, PTC_TYPE_MAP, facts);
    if (!json_schema_is_open(additional)) {
        if (additional.value->kind == PTC_MAP)
            ptc_json_schema_refuse(
                reader, additional.place,
                "beside properties, additionalProperties is true or false");
        ptc_draft_at(reader->draft, ref)->flags |= PTC_NODE_CLOSED;
    }
    json_schema_properties(reader, properties,
                           required.kind == PTC_MAP ? required.as.map : NULL, ref);
    return ref;
}

/* --- Types ------------------------------------------------------------------------- */

static ptc_draft_ref json_schema_of_type(const ptc_json_schema *reader,
                                         const ptc_json_facts *facts, unsigned type)
{
    switch (type) {
    case PTC_JSON_BOOLEAN:
        return json_schema_node(reader, PTC_TYPE_BOOL, facts);
    case PTC_JSON_INTEGER:
        return json_schema_number(reader, facts, PTC_TYPE_INT);
    case PTC_JSON_NUMBER:
        return json_schema_number(reader, facts, PTC_TYPE_FLOAT);
    case PTC_JSON_STRING:
        return json_schema_string(reader, facts);
    case PTC_JSON_ARRAY:
        return json_schema_array(reader, facts);
    default:
        return json_schema_object(reader, facts);
    }
}

/* The node for the facts, without what belongs to its slot. */
static ptc_draft_ref json_schema_build(const ptc_json_schema *reader,
                                       const ptc_json_facts *facts)
{
    ptc_draft_ref ref;

    if (facts->at[PTC_KEYWORD_ENUM].value != NULL)
        return json_schema_enum(reader, facts);
    if (facts->types == 0)
        return json_schema_node(reader, PTC_TYPE_ANY, facts);
    if (facts->order_count == 0)
        return json_schema_node(reader, PTC_TYPE_NIL, facts);
    if (facts->order_count == 1) {
        ref = json_schema_of_type(reader, facts, facts->order[0]);
    } else {
        ref = json_schema_node(reader, PTC_TYPE_UNION, facts);
        for (unsigned i = 0; i < facts->order_count; i++)
            ptc_draft_append(reader->draft, ref,
                             json_schema_of_type(reader, facts, facts->order[i]));
    }
    if (facts->types & PTC_JSON_NULL)
        ptc_draft_at(reader->draft, ref)->flags |= PTC_NODE_NULLABLE;
    return ref;
}

/* --- Schema objects ---------------------------------------------------------------- */

/*
 * Whether `given` fits the type under `ref`, as it is or coerced; then `*fitting` is it.
 * The type is finished on its own for that; what is wrong with it is reported later, when
 * the whole is finished.
 */
static bool json_schema_fits(const ptc_json_schema *reader, ptc_draft_ref ref,
                             const ptc_value *given, ptc_value *fitting)
{
    static const ptc_walk_options walk = {.struct_size = sizeof walk,
                                          .direction = PTC_INPUT,
                                          .boundary = PTC_BOUNDARY_JSON};
    ptc_draft *draft = reader->draft;
    ptc_diags *diags = draft->diags;
    ptc_report report;
    ptc_diags quiet;
    ptc_schema schema;
    ptc_status status;

    ptc_diags_init(&quiet, draft->arena);
    quiet.source = diags->source;
    draft->diags = &quiet;
    status = ptc_draft_finish(draft->arena, draft, ref, &schema);
    draft->diags = diags;
    if (status != PTC_OK)
        return false;
    ptc_report_init(&report, draft->arena);
    return ptc_schema_coerce(draft->arena, &schema, given, &walk, fitting, &report) ==
           PTC_OK;
}

static void json_schema_default(const ptc_json_schema *reader, ptc_draft_ref ref,
                                ptc_json_part given, bool is_property)
{
    ptc_value fitting = ptc_value_nil();
    const char *why = NULL;

    if (given.value->kind == PTC_NIL && is_property) {
        ptc_draft_at(reader->draft, ref)->is_optional = true;
        return;
    }
    if (!is_property)
        why = "only properties have defaults: this one is dropped";
    else if (ref == 0 || !json_schema_fits(reader, ref, given.value, &fitting))
        why = "the default does not fit its type and is dropped";
    if (why != NULL)
        ptc_diag_add(reader->draft->diags, PTC_DIAG_LOSS_DEFAULT,
                     ptc_json_schema_span(reader, given.place), "%s, at %s", why,
                     ptc_json_schema_pointer(reader, given.place, PTC_SEVERITY_WARNING));
    else
        ptc_draft_at(reader->draft, ref)->extra.default_value = fitting;
}
/* A text keyword; empty when absent or refused. */
static ptc_str json_schema_text(const ptc_json_schema *reader, ptc_json_part part)
{
    if (part.value == NULL)
        return PTC_STR("");
    if (part.value->kind == PTC_STRING)
        return ptc_value_text(part.value);
    ptc_json_schema_refuse(reader, part.place, "this is a string");
    return PTC_STR("");
}
static ptc_draft_ref json_schema_read(const ptc_json_schema *reader, ptc_json_part self,
                                      bool is_property)
{
    size_t errors = reader->draft->diags->errors;
    ptc_json_facts facts = {.self = self};
    ptc_draft_node *node;
    ptc_draft_ref ref;
    ptc_str texts[2];

    if (self.value->kind == PTC_BOOL && self.value->as.boolean)
        return json_schema_node(reader, PTC_TYPE_ANY, &facts);
    if (self.value->kind != PTC_MAP) {
        ptc_json_schema_refuse(reader, self.place, "a schema is an object");
        return 0;
    }
    ptc_json_schema_sort(reader, &facts);
    ref = json_schema_build(reader, &facts);
    texts[0] = json_schema_text(reader, facts.at[PTC_KEYWORD_DESCRIPTION]);
    texts[1] = json_schema_text(reader, facts.at[PTC_KEYWORD_TITLE]);
    node = ptc_draft_at(reader->draft, ref);
    node->extra.description = texts[0];
    node->extra.title = texts[1];
    if (facts.at[PTC_KEYWORD_DEFAULT].value != NULL &&
        reader->draft->diags->errors == errors)
        json_schema_default(reader, ref, facts.at[PTC_KEYWORD_DEFAULT], is_property);
    return ref;
}

ptc_draft_ref ptc_json_schema_draft(ptc_draft *draft, const ptc_source *source,
                                    const ptc_read_options *options)
{
    ptc_json_schema reader = {draft, source->text, ptc_value_nil(), NULL};
    ptc_json_part root = {&reader.document, 0};
    size_t errors = draft->diags->errors;
    ptc_json_error error;
    ptc_draft_ref ref;
    ptc_span span;

    (void)options; /* registered types and lints have no spelling here */
    draft->diags->source = source;
    if (ptc_json_read(draft->arena, source->text.ptr, source->text.len, NULL,
                      &reader.document, NULL, &error) != PTC_OK) {
        span.start = span.end = (uint32_t)error.offset;
        ptc_diag_add(draft->diags, PTC_DIAG_JSON_SYNTAX, span, "%s", error.message.ptr);
        return 0;
    }
    reader.places = ptc_json_places(draft->arena, source->text);
    if (reader.places == NULL)
        return 0;
    ref = json_schema_read(&reader, root, false);
    return draft->diags->errors == errors ? ref : 0;
}
