/* SPDX-License-Identifier: MIT */
/*
 * JSON Schema objects as facts: which keywords they have, where, and which types they
 * name or imply; the messages of the reader with their JSON Pointers. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

#include <ptc/walk.h>

/* Keywords, and the types that each has an effect on. ORDER KEYWORD */
static const struct {
    const char *name;
    unsigned types;
} json_schema_keywords[PTC_KEYWORD_COUNT] = {
    [PTC_KEYWORD_TYPE] = {"type", PTC_JSON_ALL},
    [PTC_KEYWORD_PROPERTIES] = {"properties", PTC_JSON_OBJECT},
    [PTC_KEYWORD_REQUIRED] = {"required", PTC_JSON_OBJECT},
    [PTC_KEYWORD_ITEMS] = {"items", PTC_JSON_ARRAY},
    [PTC_KEYWORD_ENUM] = {"enum", PTC_JSON_ALL},
    [PTC_KEYWORD_DEFAULT] = {"default", PTC_JSON_ALL},
    [PTC_KEYWORD_DESCRIPTION] = {"description", PTC_JSON_ALL},
    [PTC_KEYWORD_TITLE] = {"title", PTC_JSON_ALL},
    [PTC_KEYWORD_FORMAT] = {"format", PTC_JSON_STRING},
    [PTC_KEYWORD_MINIMUM] = {"minimum", PTC_JSON_NUMERIC},
    [PTC_KEYWORD_MAXIMUM] = {"maximum", PTC_JSON_NUMERIC},
    [PTC_KEYWORD_ADDITIONAL] = {"additionalProperties", PTC_JSON_OBJECT},
    [PTC_KEYWORD_DIALECT] = {"$schema", PTC_JSON_ALL},
    [PTC_KEYWORD_ID] = {"$id", PTC_JSON_ALL},
};

static const struct {
    const char *name;
    unsigned type;
} json_schema_types[] = {
    {"null", PTC_JSON_NULL},       {"boolean", PTC_JSON_BOOLEAN},
    {"integer", PTC_JSON_INTEGER}, {"number", PTC_JSON_NUMBER},
    {"string", PTC_JSON_STRING},   {"array", PTC_JSON_ARRAY},
    {"object", PTC_JSON_OBJECT},
};

/* --- Places and faults ------------------------------------------------------------- */

ptc_span ptc_json_schema_span(const ptc_json_schema *reader, uint32_t place)
{
    ptc_span span = {reader->places[place].start, reader->places[place].end};

    return span;
}

/* The step from a collection to the child that holds `target`; moves both cursors. */
static ptc_path_step json_schema_descend(const ptc_json_schema *reader, uint32_t target,
                                         const ptc_value **value, uint32_t *place)
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

const char *ptc_json_schema_pointer(const ptc_json_schema *reader, uint32_t target,
                                    ptc_severity severity)
{
    const ptc_diags *diags = reader->draft->diags;
    size_t found = severity == PTC_SEVERITY_ERROR ? diags->errors : diags->warnings;
    ptc_path_step steps[PTC_DEPTH_MAX + 1];
    const ptc_value *value = &reader->document;
    uint32_t place = 0;
    size_t count = 0;
    ptc_text text;

    if (found >= diags->limit)
        return "";
    if (target == 0)
        return "the root";
    while (place != target)
        steps[count++] = json_schema_descend(reader, target, &value, &place);
    ptc_text_init(&text, reader->draft->arena);
    ptc_path_write_pointer(&text, steps, count);
    return ptc_diag_quote(reader->draft->diags, ptc_text_view(&text));
}

void ptc_json_schema_refuse(const ptc_json_schema *reader, uint32_t place,
                            const char *wanted)
{
    ptc_diag_add(reader->draft->diags, PTC_DIAG_JSON_SCHEMA_VALUE,
                 ptc_json_schema_span(reader, place), "%s, at %s", wanted,
                 ptc_json_schema_pointer(reader, place, PTC_SEVERITY_ERROR));
}

uint32_t ptc_json_schema_next(const ptc_json_schema *reader, uint32_t place)
{
    return place + reader->places[place].count;
}

/* --- Types ------------------------------------------------------------------------- */

static unsigned json_schema_type_named(ptc_str name)
{
    for (size_t i = 0; i < PTC_JSON_TYPE_COUNT; i++) {
        if (ptc_str_equal(name, ptc_str_of(json_schema_types[i].name)))
            return json_schema_types[i].type;
    }
    return 0;
}

static void json_schema_add_type(const ptc_json_schema *reader, ptc_json_part part,
                                 ptc_json_facts *facts)
{
    unsigned type = part.value->kind == PTC_STRING
                        ? json_schema_type_named(ptc_value_text(part.value))
                        : 0;

    if (type == 0) {
        ptc_json_schema_refuse(reader, part.place,
                               "a type is one of null, boolean, integer, number, string, "
                               "array, object");
    } else if (facts->types & type) {
        ptc_json_schema_refuse(reader, part.place, "a type stands twice");
    } else {
        facts->types |= type;
        if (type != PTC_JSON_NULL)
            facts->order[facts->order_count++] = type;
    }
}

/* Reads the keyword `type`, a name or a list of names. */
static void json_schema_named_types(const ptc_json_schema *reader, ptc_json_facts *facts)
{
    ptc_json_part part = facts->at[PTC_KEYWORD_TYPE];
    ptc_json_part child = {NULL, part.place + 1};

    if (part.value->kind != PTC_VECTOR) {
        json_schema_add_type(reader, part, facts);
        return;
    }
    if (part.value->aux == 0)
        ptc_json_schema_refuse(reader, part.place, "type has no member");
    for (uint32_t i = 0; i < part.value->aux; i++) {
        child.value = &part.value->as.items[i];
        json_schema_add_type(reader, child, facts);
        child.place = ptc_json_schema_next(reader, child.place);
    }
}

static void json_schema_tell_implied(const ptc_json_schema *reader, uint32_t place,
                                     unsigned type)
{
    ptc_diags *diags = reader->draft->diags;
    const char *name = "";
    ptc_diag *diag;

    for (size_t i = 0; i < PTC_JSON_TYPE_COUNT; i++) {
        if (json_schema_types[i].type == type)
            name = json_schema_types[i].name;
    }
    diag = ptc_diag_add(diags, PTC_DIAG_LOSS_TYPE, ptc_json_schema_span(reader, place),
                        "without a type this is read as %s", name);
    ptc_diag_hint(diags, diag, "write \"type\": \"%s\"", name);
}

/* Without `type`, the keywords that are meant for one type imply it; JSON Schema itself
 * would let values of all other types pass. */
static void json_schema_implied_type(const ptc_json_schema *reader, ptc_json_facts *facts)
{
    unsigned implied = 0;

    for (unsigned i = 0; i < PTC_KEYWORD_COUNT; i++) {
        if (facts->at[i].value != NULL && json_schema_keywords[i].types != PTC_JSON_ALL)
            implied |= json_schema_keywords[i].types;
    }
    if (implied == 0)
        return;
    if (implied == PTC_JSON_NUMERIC)
        implied = PTC_JSON_NUMBER;
    if (implied & (implied - 1)) {
        ptc_json_schema_refuse(reader, facts->self.place,
                               "the keywords are of different types: name the type");
        return;
    }
    facts->types = implied;
    facts->order[facts->order_count++] = implied;
    json_schema_tell_implied(reader, facts->self.place, implied);
}

/* Warns of keywords that the types do not have. */
static void json_schema_idle_keywords(const ptc_json_schema *reader,
                                      const ptc_json_facts *facts)
{
    bool is_enum = facts->at[PTC_KEYWORD_ENUM].value != NULL;

    for (unsigned i = 0; i < PTC_KEYWORD_COUNT; i++) {
        unsigned types = json_schema_keywords[i].types;

        if (facts->at[i].value == NULL || types == PTC_JSON_ALL)
            continue;
        if ((types & facts->types) == 0)
            ptc_diag_add(
                reader->draft->diags, PTC_DIAG_LOSS_KEYWORD,
                ptc_json_place_key(reader->text, &reader->places[facts->at[i].place]),
                "the type has no \"%s\", at %s", json_schema_keywords[i].name,
                ptc_json_schema_pointer(reader, facts->at[i].place,
                                        PTC_SEVERITY_WARNING));
        else if (is_enum)
            ptc_json_schema_refuse(
                reader, facts->at[i].place,
                "an enum has no further conditions: list what is left");
    }
}
/* --- Keywords ---------------------------------------------------------------------- */

static unsigned json_schema_keyword_named(ptc_str name)
{
    unsigned i = 0;

    while (i < PTC_KEYWORD_COUNT &&
           !ptc_str_equal(name, ptc_str_of(json_schema_keywords[i].name)))
        i++;
    return i;
}

static void json_schema_unknown_keyword(const ptc_json_schema *reader, ptc_str name,
                                        uint32_t place)
{
    ptc_diags *diags = reader->draft->diags;
    ptc_span span = ptc_json_place_key(reader->text, &reader->places[place]);
    ptc_diag *diag =
        ptc_diag_add(diags, PTC_DIAG_JSON_SCHEMA_KEYWORD, span,
                     "unsupported keyword \"%s\", at %s", ptc_diag_quote(diags, name),
                     ptc_json_schema_pointer(reader, place, PTC_SEVERITY_ERROR));

    if (ptc_str_equal(name, PTC_STR("prompt"))) {
        ptc_diag_hint(diags, diag, "files of agents end in .agent.json");
        return;
    }
    for (unsigned i = 0; i < PTC_KEYWORD_COUNT; i++) {
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

void ptc_json_schema_sort(const ptc_json_schema *reader, ptc_json_facts *facts)
{
    const ptc_value *schema = facts->self.value;
    uint32_t place = facts->self.place + 1;

    for (uint32_t i = 0; i < schema->aux; i++) {
        const ptc_map_entry *entry = &schema->as.map->entries[i];
        unsigned keyword = json_schema_keyword_named(ptc_value_text(&entry->key));

        if (keyword == PTC_KEYWORD_COUNT) {
            json_schema_unknown_keyword(reader, ptc_value_text(&entry->key), place);
        } else {
            facts->at[keyword].value = &entry->value;
            facts->at[keyword].place = place;
        }
        place = ptc_json_schema_next(reader, place);
    }
    if (facts->at[PTC_KEYWORD_TYPE].value != NULL)
        json_schema_named_types(reader, facts);
    else if (facts->at[PTC_KEYWORD_ENUM].value == NULL)
        json_schema_implied_type(reader, facts);
    if (facts->types != 0 || facts->at[PTC_KEYWORD_ENUM].value != NULL)
        json_schema_idle_keywords(reader, facts);
}
