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
#include "schema/signature_reader.h"

typedef enum json_schema_keyword {
    KEYWORD_TYPE,
    KEYWORD_PROPERTIES,
    KEYWORD_REQUIRED,
    KEYWORD_ITEMS,
    KEYWORD_ENUM,
    KEYWORD_DEFAULT,
    KEYWORD_DESCRIPTION,
    KEYWORD_TITLE,
    KEYWORD_FORMAT,
    KEYWORD_MINIMUM,
    KEYWORD_MAXIMUM,
    KEYWORD_ADDITIONAL,
    KEYWORD_DIALECT,
    KEYWORD_ID,
    KEYWORD_COUNT
} json_schema_keyword;

/* The types that `type` can name, as a set. */
enum {
    JSON_TYPE_NULL = 1,
    JSON_TYPE_BOOLEAN = 2,
    JSON_TYPE_INTEGER = 4,
    JSON_TYPE_NUMBER = 8,
    JSON_TYPE_STRING = 16,
    JSON_TYPE_ARRAY = 32,
    JSON_TYPE_OBJECT = 64,
    JSON_TYPE_ALL = 127
};
#define JSON_TYPE_NUMERIC (JSON_TYPE_INTEGER | JSON_TYPE_NUMBER)

/* Keywords, and the types that each has an effect on. ORDER json_schema_keyword */
static const struct {
    const char *name;
    unsigned types;
} json_schema_keywords[KEYWORD_COUNT] = {
    [KEYWORD_TYPE] = {"type", JSON_TYPE_ALL},
    [KEYWORD_PROPERTIES] = {"properties", JSON_TYPE_OBJECT},
    [KEYWORD_REQUIRED] = {"required", JSON_TYPE_OBJECT},
    [KEYWORD_ITEMS] = {"items", JSON_TYPE_ARRAY},
    [KEYWORD_ENUM] = {"enum", JSON_TYPE_ALL},
    [KEYWORD_DEFAULT] = {"default", JSON_TYPE_ALL},
    [KEYWORD_DESCRIPTION] = {"description", JSON_TYPE_ALL},
    [KEYWORD_TITLE] = {"title", JSON_TYPE_ALL},
    [KEYWORD_FORMAT] = {"format", JSON_TYPE_STRING},
    [KEYWORD_MINIMUM] = {"minimum", JSON_TYPE_NUMERIC},
    [KEYWORD_MAXIMUM] = {"maximum", JSON_TYPE_NUMERIC},
    [KEYWORD_ADDITIONAL] = {"additionalProperties", JSON_TYPE_OBJECT},
    [KEYWORD_DIALECT] = {"$schema", JSON_TYPE_ALL},
    [KEYWORD_ID] = {"$id", JSON_TYPE_ALL},
};

static const struct {
    const char *name;
    unsigned type;
} json_schema_types[] = {
    {"null", JSON_TYPE_NULL},       {"boolean", JSON_TYPE_BOOLEAN},
    {"integer", JSON_TYPE_INTEGER}, {"number", JSON_TYPE_NUMBER},
    {"string", JSON_TYPE_STRING},   {"array", JSON_TYPE_ARRAY},
    {"object", JSON_TYPE_OBJECT},
};
#define JSON_TYPE_COUNT (sizeof json_schema_types / sizeof json_schema_types[0])

typedef struct json_schema_reader {
    ptc_draft *draft;
    ptc_str text;
    ptc_value document;
    const ptc_json_place *places;
} json_schema_reader;

/* A value of the document and the index of its place. */
typedef struct json_schema_part {
    const ptc_value *value; /* NULL: absent */
    uint32_t place;
} json_schema_part;

typedef struct json_schema_facts {
    json_schema_part self;
    json_schema_part at[KEYWORD_COUNT];
    unsigned types;                  /* 0: neither named nor implied */
    unsigned order[JSON_TYPE_COUNT]; /* the types but null, as written */
    unsigned order_count;
} json_schema_facts;

/* --- Places and faults ------------------------------------------------------------- */

static ptc_span json_schema_span(const json_schema_reader *reader, uint32_t place)
{
    ptc_span span = {reader->places[place].start, reader->places[place].end};

    return span;
}

/* The step from a collection to the child that holds `target`; moves both cursors. */
static ptc_path_step json_schema_descend(const json_schema_reader *reader,
                                         uint32_t target, const ptc_value **value,
                                         uint32_t *place)
{
    ptc_path_step step = {{NULL, 0}, 0};
    uint32_t child = *place + 1;

    while (child + reader->places[child].count <= target) {
        child += reader->places[child].count;
        step.index++;
    }
    if ((*value)->kind == PTC_MAP) {
        const ptc_map_entry *entry = &(*value)->as.map->entries[step.index];

        step.key = ptc_value_text(&entry->key);
        *value = &entry->value;
    } else {
        *value = &(*value)->as.items[step.index];
    }
    *place = child;
    return step;
}

/* "/properties/limit", for messages. Linear, but only faults pay for it. */
static const char *json_schema_pointer(const json_schema_reader *reader, uint32_t target)
{
    ptc_path_step steps[PTC_DEPTH_MAX + 1];
    const ptc_value *value = &reader->document;
    uint32_t place = 0;
    size_t count = 0;
    ptc_text text;

    if (target == 0)
        return "the root";
    while (place != target)
        steps[count++] = json_schema_descend(reader, target, &value, &place);
    ptc_text_init(&text, reader->draft->arena);
    ptc_path_write_pointer(&text, steps, count);
    return ptc_diag_quote(reader->draft->diags, ptc_text_view(&text));
}

/* Reports that the value at `place` is not what its keyword may have. */
static void json_schema_refuse(const json_schema_reader *reader, uint32_t place,
                               const char *wanted)
{
    ptc_diag_add(reader->draft->diags, PTC_DIAG_JSON_SCHEMA_VALUE,
                 json_schema_span(reader, place), "%s, at %s", wanted,
                 json_schema_pointer(reader, place));
}

/* Calls a part's children one by one: start with place + 1, go on with this. */
static uint32_t json_schema_next(const json_schema_reader *reader, uint32_t place)
{
    return place + reader->places[place].count;
}

static ptc_draft_ref json_schema_node(const json_schema_reader *reader, ptc_type type,
                                      const json_schema_facts *facts)
{
    return ptc_draft_add(reader->draft, type,
                         json_schema_span(reader, facts->self.place));
}

/* --- Numbers ----------------------------------------------------------------------- */

/* Sets `*bound` to a number; absent leaves it nil. */
static void json_schema_bound(const json_schema_reader *reader, json_schema_part part,
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
        json_schema_refuse(reader, part.place, "a limit is a number");
}

static ptc_draft_ref json_schema_number(const json_schema_reader *reader,
                                        const json_schema_facts *facts, ptc_type type)
{
    ptc_draft_ref ref = json_schema_node(reader, type, facts);
    ptc_interval *interval = &ptc_draft_at(reader->draft, ref)->interval;

    json_schema_bound(reader, facts->at[KEYWORD_MINIMUM], &interval->low);
    json_schema_bound(reader, facts->at[KEYWORD_MAXIMUM], &interval->high);
    return ref;
}

/* --- Strings and enums ------------------------------------------------------------- */

static ptc_draft_ref json_schema_string(const json_schema_reader *reader,
                                        const json_schema_facts *facts)
{
    json_schema_part format = facts->at[KEYWORD_FORMAT];
    ptc_type type = PTC_TYPE_STRING;

    if (format.value == NULL) {
        /* nothing to say */
    } else if (format.value->kind != PTC_STRING) {
        json_schema_refuse(reader, format.place, "a format is a string");
    } else if (ptc_str_equal(ptc_value_text(format.value), PTC_STR("date-time"))) {
        type = PTC_TYPE_DATETIME;
    } else {
        ptc_diag_add(reader->draft->diags, PTC_DIAG_LOSS_FORMAT,
                     json_schema_span(reader, format.place),
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
        return JSON_TYPE_NULL;
    case PTC_BOOL:
        return JSON_TYPE_BOOLEAN;
    case PTC_INT:
        return JSON_TYPE_NUMERIC;
    case PTC_FLOAT:
        return JSON_TYPE_NUMBER;
    case PTC_STRING:
        return JSON_TYPE_STRING;
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
static size_t json_schema_members(const json_schema_reader *reader, json_schema_part list,
                                  unsigned types, ptc_value *members, bool *has_null)
{
    uint32_t place = list.place + 1;
    size_t count = 0;

    for (uint32_t i = 0; i < list.value->aux; i++) {
        const ptc_value *member = &list.value->as.items[i];
        unsigned kind = json_schema_types_of(member);

        if (kind == 0)
            json_schema_refuse(reader, place,
                               "an enum member is a string, a number, a boolean or null");
        else if ((kind & types) == 0)
            ptc_diag_add(reader->draft->diags, PTC_DIAG_LOSS_KEYWORD,
                         json_schema_span(reader, place),
                         "the type excludes this enum member, at %s",
                         json_schema_pointer(reader, place));
        else if (kind == JSON_TYPE_NULL)
            *has_null = true;
        else
            members[count++] = *member;
        place = json_schema_next(reader, place);
    }
    return count;
}

static ptc_draft_ref json_schema_enum(const json_schema_reader *reader,
                                      const json_schema_facts *facts)
{
    json_schema_part list = facts->at[KEYWORD_ENUM];
    size_t errors = reader->draft->diags->errors;
    ptc_value distinct = ptc_value_nil();
    bool has_null = false;
    ptc_value *members;
    ptc_draft_node *node;
    ptc_draft_ref ref;
    size_t count;

    if (list.value->kind != PTC_VECTOR || list.value->aux == 0) {
        json_schema_refuse(reader, list.place, "an enum is a list of members");
        return 0;
    }
    members = ptc_arena_array(reader->draft->arena, list.value->aux, sizeof *members);
    if (members == NULL)
        return 0;
    count = json_schema_members(reader, list, facts->types ? facts->types : JSON_TYPE_ALL,
                                members, &has_null);
    if (reader->draft->diags->errors == errors && count == 0 && !has_null)
        json_schema_refuse(reader, list.place, "the type excludes every enum member");
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

static ptc_draft_ref json_schema_read(const json_schema_reader *reader,
                                      json_schema_part self, bool is_property);

static ptc_draft_ref json_schema_array(const json_schema_reader *reader,
                                       const json_schema_facts *facts)
{
    ptc_draft_ref ref = json_schema_node(reader, PTC_TYPE_LIST, facts);
    json_schema_part items = facts->at[KEYWORD_ITEMS];
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
static ptc_status json_schema_required(const json_schema_reader *reader,
                                       json_schema_part list, const ptc_map *properties,
                                       ptc_value *out)
{
    uint32_t place = list.place + 1;
    ptc_map_entry *entries;
    ptc_status status;
    size_t twice = 0;

    if (list.value->kind != PTC_VECTOR) {
        json_schema_refuse(reader, list.place, "required is a list of names");
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
            json_schema_refuse(reader, place, "a required name is a string");
        else if (properties == NULL || ptc_map_find(properties, name) == NULL)
            ptc_diag_add(reader->draft->diags, PTC_DIAG_JSON_SCHEMA_REQUIRED,
                         json_schema_span(reader, place),
                         "\"%s\" is required, but there is no such property",
                         ptc_diag_quote(reader->draft->diags, ptc_value_text(name)));
        place = json_schema_next(reader, place);
    }
    status = ptc_map_make(reader->draft->arena, entries, list.value->aux, out, &twice);
    if (status == PTC_ERROR_DUPLICATE) {
        place = list.place + 1;
        while (twice-- > 0)
            place = json_schema_next(reader, place);
        json_schema_refuse(reader, place, "a name is required twice");
    }
    return status;
}

/* Two properties that differ only in '-' and '_' would be one field. [validation 6] */
static void json_schema_check_name(const json_schema_reader *reader, ptc_names *names,
                                   const ptc_map *properties, uint32_t index,
                                   uint32_t place)
{
    ptc_str name = ptc_value_text(&properties->entries[index].key);
    const ptc_name_entry *entry = ptc_names_add(names, name, index);
    ptc_diags *diags = reader->draft->diags;

    if (entry == NULL || entry->value == index)
        return; /* refused memory shows in the arena */
    ptc_diag_add(diags, PTC_DIAG_SIG_DUPLICATE_NAME,
                 ptc_json_place_key(reader->text, &reader->places[place]),
                 "duplicate property \"%s\" (also written \"%s\")",
                 ptc_diag_quote(diags, name), ptc_diag_quote(diags, entry->name));
}

static void json_schema_properties(const json_schema_reader *reader,
                                   json_schema_part properties, const ptc_map *required,
                                   ptc_draft_ref parent)
{
    uint32_t place = properties.place + 1;
    ptc_names names;

    ptc_names_init(&names, reader->draft->arena);
    for (uint32_t i = 0; i < properties.value->aux; i++) {
        const ptc_map_entry *entry = &properties.value->as.map->entries[i];
        json_schema_part part = {&entry->value, place};
        ptc_draft_ref ref = json_schema_read(reader, part, true);
        ptc_draft_node *node = ptc_draft_at(reader->draft, ref);

        node->name = ptc_value_text(&entry->key);
        if (required == NULL || ptc_map_find(required, &entry->key) == NULL)
            node->is_optional = true;
        ptc_draft_append(reader->draft, parent, ref);
        json_schema_check_name(reader, &names, properties.value->as.map, i, place);
        place = json_schema_next(reader, place);
    }
}

/* additionalProperties: whether other keys are admitted with any value. */
static bool json_schema_is_open(json_schema_part additional)
{
    return additional.value == NULL ||
           (additional.value->kind == PTC_BOOL && additional.value->as.boolean) ||
           (additional.value->kind == PTC_MAP && additional.value->aux == 0);
}

/* An object without properties: any map, a closed empty one, or a map of one value type.
 */
static ptc_draft_ref json_schema_plain_object(const json_schema_reader *reader,
                                              const json_schema_facts *facts)
{
    json_schema_part additional = facts->at[KEYWORD_ADDITIONAL];
    ptc_draft_ref ref;

    if (json_schema_is_open(additional))
        return json_schema_node(
            reader, facts->at[KEYWORD_PROPERTIES].value ? PTC_TYPE_MAP : PTC_TYPE_ANY_MAP,
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

static ptc_draft_ref json_schema_object(const json_schema_reader *reader,
                                        const json_schema_facts *facts)
{
    json_schema_part properties = facts->at[KEYWORD_PROPERTIES];
    json_schema_part additional = facts->at[KEYWORD_ADDITIONAL];
    ptc_value required = ptc_value_nil();
    ptc_draft_ref ref;

    if (properties.value != NULL && properties.value->kind != PTC_MAP) {
        json_schema_refuse(reader, properties.place, "properties is an object");
        return 0;
    }
    if (facts->at[KEYWORD_REQUIRED].value != NULL &&
        json_schema_required(reader, facts->at[KEYWORD_REQUIRED],
                             properties.value ? properties.value->as.map : NULL,
                             &required) != PTC_OK)
        return 0;
    if (properties.value == NULL || properties.value->aux == 0)
        return json_schema_plain_object(reader, facts);
    ref = json_schema_node(reader, PTC_TYPE_MAP, facts);
    if (!json_schema_is_open(additional)) {
        if (additional.value->kind == PTC_MAP)
            json_schema_refuse(
                reader, additional.place,
                "beside properties, additionalProperties is true or false");
        ptc_draft_at(reader->draft, ref)->flags |= PTC_NODE_CLOSED;
    }
    json_schema_properties(reader, properties,
                           required.kind == PTC_MAP ? required.as.map : NULL, ref);
    return ref;
}

/* --- Types ------------------------------------------------------------------------- */

static unsigned json_schema_type_named(ptc_str name)
{
    for (size_t i = 0; i < JSON_TYPE_COUNT; i++) {
        if (ptc_str_equal(name, ptc_str_of(json_schema_types[i].name)))
            return json_schema_types[i].type;
    }
    return 0;
}

static void json_schema_add_type(const json_schema_reader *reader, json_schema_part part,
                                 json_schema_facts *facts)
{
    unsigned type = part.value->kind == PTC_STRING
                        ? json_schema_type_named(ptc_value_text(part.value))
                        : 0;

    if (type == 0) {
        json_schema_refuse(reader, part.place,
                           "a type is one of null, boolean, integer, number, string, "
                           "array, object");
    } else if (facts->types & type) {
        json_schema_refuse(reader, part.place, "a type stands twice");
    } else {
        facts->types |= type;
        if (type != JSON_TYPE_NULL)
            facts->order[facts->order_count++] = type;
    }
}

/* Reads the keyword `type`, a name or a list of names. */
static void json_schema_named_types(const json_schema_reader *reader,
                                    json_schema_facts *facts)
{
    json_schema_part part = facts->at[KEYWORD_TYPE];
    json_schema_part child = {NULL, part.place + 1};

    if (part.value->kind != PTC_VECTOR) {
        json_schema_add_type(reader, part, facts);
        return;
    }
    if (part.value->aux == 0)
        json_schema_refuse(reader, part.place, "type has no member");
    for (uint32_t i = 0; i < part.value->aux; i++) {
        child.value = &part.value->as.items[i];
        json_schema_add_type(reader, child, facts);
        child.place = json_schema_next(reader, child.place);
    }
}

/* Without `type`, the keywords that are meant for one type imply it. */
static void json_schema_implied_type(const json_schema_reader *reader,
                                     json_schema_facts *facts)
{
    unsigned implied = 0;

    for (unsigned i = 0; i < KEYWORD_COUNT; i++) {
        if (facts->at[i].value != NULL && json_schema_keywords[i].types != JSON_TYPE_ALL)
            implied |= json_schema_keywords[i].types;
    }
    if (implied == 0)
        return;
    if (implied == JSON_TYPE_NUMERIC)
        implied = JSON_TYPE_NUMBER;
    if (implied & (implied - 1)) {
        json_schema_refuse(reader, facts->self.place,
                           "the keywords are of different types: name the type");
        return;
    }
    facts->types = implied;
    facts->order[facts->order_count++] = implied;
}

/* Warns of keywords that the types do not have. */
static void json_schema_idle_keywords(const json_schema_reader *reader,
                                      const json_schema_facts *facts)
{
    bool is_enum = facts->at[KEYWORD_ENUM].value != NULL;

    for (unsigned i = 0; i < KEYWORD_COUNT; i++) {
        unsigned types = json_schema_keywords[i].types;

        if (facts->at[i].value == NULL || types == JSON_TYPE_ALL)
            continue;
        if ((types & facts->types) == 0)
            ptc_diag_add(
                reader->draft->diags, PTC_DIAG_LOSS_KEYWORD,
                ptc_json_place_key(reader->text, &reader->places[facts->at[i].place]),
                "the type has no \"%s\", at %s", json_schema_keywords[i].name,
                json_schema_pointer(reader, facts->at[i].place));
        else if (is_enum)
            json_schema_refuse(reader, facts->at[i].place,
                               "an enum has no further conditions: list what is left");
    }
}

static ptc_draft_ref json_schema_of_type(const json_schema_reader *reader,
                                         const json_schema_facts *facts, unsigned type)
{
    switch (type) {
    case JSON_TYPE_BOOLEAN:
        return json_schema_node(reader, PTC_TYPE_BOOL, facts);
    case JSON_TYPE_INTEGER:
        return json_schema_number(reader, facts, PTC_TYPE_INT);
    case JSON_TYPE_NUMBER:
        return json_schema_number(reader, facts, PTC_TYPE_FLOAT);
    case JSON_TYPE_STRING:
        return json_schema_string(reader, facts);
    case JSON_TYPE_ARRAY:
        return json_schema_array(reader, facts);
    default:
        return json_schema_object(reader, facts);
    }
}

/* The node for the facts, without what belongs to its slot. */
static ptc_draft_ref json_schema_build(const json_schema_reader *reader,
                                       const json_schema_facts *facts)
{
    ptc_draft_ref ref;

    if (facts->at[KEYWORD_ENUM].value != NULL)
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
    if (facts->types & JSON_TYPE_NULL)
        ptc_draft_at(reader->draft, ref)->flags |= PTC_NODE_NULLABLE;
    return ref;
}

/* --- Schema objects ---------------------------------------------------------------- */

/*
 * Whether `given` fits the type under `ref`, as it is or coerced; then `*fitting` is it.
 * The type is finished on its own for that; what is wrong with it is reported later, when
 * the whole is finished.
 */
static bool json_schema_fits(const json_schema_reader *reader, ptc_draft_ref ref,
                             const ptc_value *given, ptc_value *fitting)
{
    static const ptc_walk_options walk = {
        sizeof walk, PTC_MODE_ENABLED, PTC_INPUT, PTC_BOUNDARY_JSON, 0, NULL, 0};
    ptc_draft *draft = reader->draft;
    ptc_diags *diags = draft->diags;
    ptc_report report;
    ptc_diags quiet;
    ptc_schema schema;
    ptc_status status;

    ptc_diags_init(&quiet, draft->arena);
    quiet.source = diags->source;
    draft->diags = &quiet;
    status = ptc_draft_finish(draft, ref, draft->arena, &schema);
    draft->diags = diags;
    if (status != PTC_OK)
        return false;
    ptc_report_init(&report, draft->arena);
    return ptc_schema_coerce(&schema, given, &walk, draft->arena, fitting, &report) ==
           PTC_OK;
}

static void json_schema_default(const json_schema_reader *reader, ptc_draft_ref ref,
                                json_schema_part given, bool is_property)
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
                     json_schema_span(reader, given.place), "%s, at %s", why,
                     json_schema_pointer(reader, given.place));
    else
        ptc_draft_at(reader->draft, ref)->extra.default_value = fitting;
}

/* A text keyword; empty when absent or refused. */
static ptc_str json_schema_text(const json_schema_reader *reader, json_schema_part part)
{
    if (part.value == NULL)
        return PTC_STR("");
    if (part.value->kind == PTC_STRING)
        return ptc_value_text(part.value);
    json_schema_refuse(reader, part.place, "this is a string");
    return PTC_STR("");
}

static unsigned json_schema_keyword_named(ptc_str name)
{
    unsigned i = 0;

    while (i < KEYWORD_COUNT &&
           !ptc_str_equal(name, ptc_str_of(json_schema_keywords[i].name)))
        i++;
    return i;
}

static void json_schema_unknown_keyword(const json_schema_reader *reader, ptc_str name,
                                        uint32_t place)
{
    ptc_diags *diags = reader->draft->diags;
    ptc_span span = ptc_json_place_key(reader->text, &reader->places[place]);
    ptc_diag *diag = ptc_diag_add(
        diags, PTC_DIAG_JSON_SCHEMA_KEYWORD, span, "unsupported keyword \"%s\", at %s",
        ptc_diag_quote(diags, name), json_schema_pointer(reader, place));

    for (unsigned i = 0; i < KEYWORD_COUNT; i++) {
        if (ptc_str_distance(name, ptc_str_of(json_schema_keywords[i].name), 2) <= 2) {
            ptc_diag_hint(diags, diag, "did you mean \"%s\"?",
                          json_schema_keywords[i].name);
            return;
        }
    }
    ptc_diag_hint(diags, diag,
                  "supported: type, properties, required, items, enum, "
                  "default, description, title, format, minimum, maximum, "
                  "additionalProperties");
}

/* Sorts the members of a schema object into facts. */
static void json_schema_sort(const json_schema_reader *reader, json_schema_facts *facts)
{
    const ptc_value *schema = facts->self.value;
    uint32_t place = facts->self.place + 1;

    for (uint32_t i = 0; i < schema->aux; i++) {
        const ptc_map_entry *entry = &schema->as.map->entries[i];
        unsigned keyword = json_schema_keyword_named(ptc_value_text(&entry->key));

        if (keyword == KEYWORD_COUNT) {
            json_schema_unknown_keyword(reader, ptc_value_text(&entry->key), place);
        } else {
            facts->at[keyword].value = &entry->value;
            facts->at[keyword].place = place;
        }
        place = json_schema_next(reader, place);
    }
    if (facts->at[KEYWORD_TYPE].value != NULL)
        json_schema_named_types(reader, facts);
    else if (facts->at[KEYWORD_ENUM].value == NULL)
        json_schema_implied_type(reader, facts);
}

static ptc_draft_ref json_schema_read(const json_schema_reader *reader,
                                      json_schema_part self, bool is_property)
{
    size_t errors = reader->draft->diags->errors;
    json_schema_facts facts = {.self = self};
    ptc_draft_node *node;
    ptc_draft_ref ref;
    ptc_str texts[2];

    if (self.value->kind == PTC_BOOL && self.value->as.boolean)
        return json_schema_node(reader, PTC_TYPE_ANY, &facts);
    if (self.value->kind != PTC_MAP) {
        json_schema_refuse(reader, self.place, "a schema is an object");
        return 0;
    }
    json_schema_sort(reader, &facts);
    if (facts.types != 0 || facts.at[KEYWORD_ENUM].value != NULL)
        json_schema_idle_keywords(reader, &facts);
    ref = json_schema_build(reader, &facts);
    texts[0] = json_schema_text(reader, facts.at[KEYWORD_DESCRIPTION]);
    texts[1] = json_schema_text(reader, facts.at[KEYWORD_TITLE]);
    node = ptc_draft_at(reader->draft, ref);
    node->extra.description = texts[0];
    node->extra.title = texts[1];
    if (facts.at[KEYWORD_DEFAULT].value != NULL && reader->draft->diags->errors == errors)
        json_schema_default(reader, ref, facts.at[KEYWORD_DEFAULT], is_property);
    return ref;
}

ptc_draft_ref ptc_json_schema_draft(ptc_draft *draft, const ptc_source *source,
                                    const ptc_read_options *options)
{
    json_schema_reader reader = {draft, source->text, ptc_value_nil(), NULL};
    json_schema_part root = {&reader.document, 0};
    size_t errors = draft->diags->errors;
    ptc_json_error error;
    ptc_draft_ref ref;
    ptc_span span;

    (void)options; /* registered types and lints have no spelling here */
    draft->diags->source = source;
    if (ptc_json_read(draft->arena, source->text.ptr, source->text.len, NULL,
                      &reader.document, NULL, &error) != PTC_OK) {
        span.start = span.end = (uint32_t)error.offset;
        ptc_diag_add(draft->diags, PTC_DIAG_JSON_SYNTAX, span, "%s", error.message);
        return 0;
    }
    reader.places = ptc_json_places(draft->arena, source->text);
    if (reader.places == NULL)
        return 0;
    ref = json_schema_read(&reader, root, false);
    return draft->diags->errors == errors ? ref : 0;
}
