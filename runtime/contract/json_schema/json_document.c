/* SPDX-License-Identifier: MIT */
/*
 * A JSON document whose values have numbers: what is at a place, what is around it, and
 * the messages of the reader with their JSON Pointers. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

#include <ptc/walk.h>

/* --- Reading ------------------------------------------------------------------------ */

/* Numbers a value and all in it; recurses once per level of the text. */
static void document_number(ptc_json_schema *reader, const ptc_json_place *places,
                            const ptc_value *value, uint32_t place)
{
    uint32_t count = value->kind == PTC_MAP || value->kind == PTC_VECTOR ? value->aux : 0;
    uint32_t first = reader->child_count;
    uint32_t child = place + 1;

    reader->nodes[place].value = value;
    reader->nodes[place].first = first;
    reader->nodes[place].count = places->count;
    reader->child_count += count;
    for (uint32_t i = 0; i < count; i++) {
        const ptc_value *part = value->kind == PTC_MAP ? &value->as.map->entries[i].value
                                                       : &value->as.items[i];

        reader->children[first + i] = child;
        reader->nodes[child].parent = place;
        reader->nodes[child].index = i;
        document_number(reader, places + (child - place), part, child);
        child = ptc_json_schema_next(reader, child);
    }
}

/* Whether the text begins with a byte order mark, which JSON does not have; reports
 * it. */
static bool document_refuse_mark(const ptc_json_schema *reader, ptc_str text)
{
    static const char mark[] = "\xEF\xBB\xBF";
    ptc_diag *diag;

    if (text.len < sizeof mark - 1 || memcmp(text.ptr, mark, sizeof mark - 1) != 0)
        return false;
    diag =
        ptc_diag_add(reader->diags, PTC_DIAG_JSON_SYNTAX, (ptc_span){0, 0},
                     "the text begins with a byte order mark, which JSON does not have");
    ptc_diag_hint(reader->diags, diag, "save the file as UTF-8 without it");
    return true;
}

/* Whether a text that is not JSON seems to be YAML. */
static bool document_is_yaml(ptc_str text)
{
    static const char *const beginnings[] = {
        "---", "%YAML", "openapi:", "swagger:", "$schema:", "type:"};

    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        size_t len = strlen(beginnings[i]);

        if (text.len > len && memcmp(text.ptr, beginnings[i], len) == 0)
            return true;
    }
    return false;
}

/* A larger array with what the old one has, zeroed after it. */
static void *document_grow(ptc_json_schema *reader, const void *from, uint32_t capacity,
                           size_t size)
{
    unsigned char *array = ptc_arena_array(reader->arena, capacity, size);

    if (array != NULL && reader->place_count > 0)
        memcpy(array, from, reader->place_count * size);
    return array;
}

/* Makes room for this many places; false when memory was refused. */
static bool document_reserve(ptc_json_schema *reader, uint32_t count)
{
    uint32_t needed = reader->place_count + count;
    uint32_t capacity = reader->place_count == 0 ? count : needed + needed / 2;
    ptc_json_node *nodes;
    uint32_t *children;
    uint32_t *item_of;

    if (needed <= reader->place_capacity)
        return true;
    if (needed < count || capacity < needed) {
        reader->arena->failed = true;
        return false;
    }
    nodes = document_grow(reader, reader->nodes, capacity, sizeof *nodes);
    children = document_grow(reader, reader->children, capacity, sizeof *children);
    item_of = document_grow(reader, reader->item_of, capacity, sizeof *item_of);
    if (nodes == NULL || children == NULL || item_of == NULL)
        return false;
    reader->nodes = nodes;
    reader->children = children;
    reader->item_of = item_of;
    reader->place_capacity = capacity;
    return true;
}

/* The value of the text, in the arena; NULL after a fault. */
static const ptc_value *document_value(ptc_json_schema *reader, ptc_str text)
{
    ptc_value *value = ptc_arena_array(reader->arena, 1, sizeof *value);
    ptc_json_error error;
    ptc_status status;
    ptc_diag *diag;
    ptc_span span;

    if (value == NULL || document_refuse_mark(reader, text))
        return NULL;
    status = ptc_json_read(reader->arena, text.ptr, text.len, NULL, value, NULL, &error);
    if (status == PTC_OK)
        return value;
    if (status == PTC_ERROR_MEMORY)
        reader->arena->failed = true;
    span.start = span.end = (uint32_t)error.offset;
    diag =
        ptc_diag_add(reader->diags, PTC_DIAG_JSON_SYNTAX, span, "%s", error.message.ptr);
    if (document_is_yaml(text))
        ptc_diag_hint(reader->diags, diag,
                      "convert YAML to JSON first, for example with `yq -o json`");
    return NULL;
}

bool ptc_json_document_take(ptc_json_schema *reader, const ptc_source *source,
                            const ptc_json_given *given)
{
    uint32_t first = reader->place_count;
    uint32_t count = given->places->count;
    ptc_json_document *document;

    if (!document_reserve(reader, count))
        return false;
    document = PTC_ARENA_PUSH(reader->arena, reader->documents, reader->document_count,
                              reader->document_capacity);
    if (document == NULL)
        return false;
    *document =
        (ptc_json_document){source, given->places, given->keys, first, first + count};
    reader->nodes[first].parent = first;
    reader->place_count = document->end;
    document_number(reader, given->places, given->value, first);
    return true;
}

bool ptc_json_document_read(ptc_json_schema *reader, const ptc_source *source)
{
    ptc_json_given given = {.value = NULL};

    reader->diags->source = source;
    given.value = document_value(reader, source->text);
    if (given.value != NULL)
        given.places = ptc_json_places(reader->arena, source->text);
    return given.places != NULL && ptc_json_document_take(reader, source, &given);
}

/* --- Looking ------------------------------------------------------------------------ */

const ptc_json_document *ptc_json_document_of(const ptc_json_schema *reader,
                                              uint32_t place)
{
    const ptc_json_document *document = reader->documents;

    while (place >= document->end)
        document++;
    return document;
}

static const ptc_json_place *document_place(const ptc_json_schema *reader, uint32_t place)
{
    const ptc_json_document *document = ptc_json_document_of(reader, place);

    reader->diags->source = document->source;
    return &document->places[place - document->first];
}

ptc_span ptc_json_schema_span(const ptc_json_schema *reader, uint32_t place)
{
    const ptc_json_place *at = document_place(reader, place);
    ptc_span span = {at->start, at->end};

    return span;
}

ptc_span ptc_json_schema_key_span(const ptc_json_schema *reader, uint32_t place)
{
    const ptc_json_document *document = ptc_json_document_of(reader, place);

    reader->diags->source = document->source;
    return document->keys != NULL
               ? document->keys[place - document->first]
               : ptc_json_place_key(document->source->text,
                                    &document->places[place - document->first]);
}

ptc_json_part ptc_json_schema_member(const ptc_json_schema *reader, uint32_t place,
                                     ptc_str key)
{
    const ptc_value *object = reader->nodes[place].value;
    ptc_json_part part = {NULL, 0};

    if (object->kind != PTC_MAP)
        return part;
    part.value = ptc_map_find_text(object->as.map, PTC_STRING, key);
    if (part.value != NULL) {
        const ptc_map_entry *entry =
            (const ptc_map_entry *)(const void *)((const char *)part.value -
                                                  offsetof(ptc_map_entry, value));

        part.place = ptc_json_schema_child_at(
            reader, place, (uint32_t)(entry - object->as.map->entries));
    }
    return part;
}

ptc_str ptc_json_schema_key(const ptc_json_schema *reader, uint32_t place)
{
    const ptc_value *object = reader->nodes[reader->nodes[place].parent].value;

    if (reader->nodes[place].parent == place || object->kind != PTC_MAP)
        return PTC_STR("");
    return ptc_value_text(&object->as.map->entries[reader->nodes[place].index].key);
}

/* --- Messages ----------------------------------------------------------------------- */

const char *ptc_json_schema_pointer(const ptc_json_schema *reader, uint32_t target,
                                    ptc_severity severity)
{
    const ptc_diags *diags = reader->diags;
    size_t found = severity == PTC_SEVERITY_ERROR ? diags->errors : diags->warnings;
    ptc_path_step steps[PTC_DEPTH_MAX + 1];
    size_t at = PTC_DEPTH_MAX + 1;
    ptc_text text;

    if (found >= diags->limit)
        return "";
    if (reader->nodes[target].parent == target)
        return "the root";
    for (; reader->nodes[target].parent != target && at > 0;
         target = reader->nodes[target].parent) {
        at--;
        steps[at] = (ptc_path_step){{NULL, 0}, reader->nodes[target].index};
        if (reader->nodes[reader->nodes[target].parent].value->kind == PTC_MAP)
            steps[at].key = ptc_json_schema_key(reader, target);
    }
    ptc_text_init(&text, reader->arena);
    ptc_path_write_pointer(&text, &steps[at], PTC_DEPTH_MAX + 1 - at);
    return ptc_diag_quote(reader->diags, ptc_text_view(&text));
}

ptc_diag *ptc_json_schema_refuse(const ptc_json_schema *reader, uint32_t place,
                                 const char *wanted)
{
    return ptc_diag_add(reader->diags, PTC_DIAG_JSON_SCHEMA_VALUE,
                        ptc_json_schema_span(reader, place), "%s, at %s", wanted,
                        ptc_json_schema_pointer(reader, place, PTC_SEVERITY_ERROR));
}

void ptc_json_schema_unread(const ptc_json_schema *reader, uint32_t place,
                            const char *hint)
{
    ptc_diags *diags = reader->diags;
    bool is_told = diags->errors < diags->limit;
    const char *name =
        is_told ? ptc_diag_quote(diags, ptc_json_schema_key(reader, place)) : "";
    ptc_diag *diag = ptc_diag_add(
        diags, PTC_DIAG_JSON_SCHEMA_KEYWORD, ptc_json_schema_key_span(reader, place),
        "unsupported keyword \"%s\", at %s", name,
        ptc_json_schema_pointer(reader, place, PTC_SEVERITY_ERROR));

    ptc_diag_hint(diags, diag, "%s", hint);
}

void ptc_json_schema_lose(const ptc_json_schema *reader, ptc_diag_code code,
                          uint32_t place, const char *why)
{
    ptc_diag_add(reader->diags, code, ptc_json_schema_span(reader, place), "%s, at %s",
                 why, ptc_json_schema_pointer(reader, place, PTC_SEVERITY_WARNING));
}

void ptc_json_schema_older(const ptc_json_schema *reader, const ptc_json_facts *facts,
                           uint32_t place, const char *hint)
{
    ptc_diag *diag;

    if (facts->draft != PTC_JSON_DRAFT_NONE)
        return;
    diag = ptc_diag_add(reader->diags, PTC_DIAG_JSON_SCHEMA_DRAFT,
                        ptc_json_schema_span(reader, place),
                        "this is read as in older drafts, at %s",
                        ptc_json_schema_pointer(reader, place, PTC_SEVERITY_WARNING));
    ptc_diag_hint(reader->diags, diag, "name the draft in $schema, or %s", hint);
}
