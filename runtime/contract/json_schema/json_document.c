/* SPDX-License-Identifier: MIT */
/*
 * A JSON document whose values have numbers: what stands at a place, what is around it,
 * and the messages of the reader with their JSON Pointers. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

#include <ptc/walk.h>

/* --- Reading ------------------------------------------------------------------------ */

/* Numbers a value and all in it; recurses once per level of the text. */
static void document_number(ptc_json_schema *reader, const ptc_value *value,
                            uint32_t place, uint32_t *numbered)
{
    uint32_t count = value->kind == PTC_MAP || value->kind == PTC_VECTOR ? value->aux : 0;
    uint32_t first = *numbered;
    uint32_t child = place + 1;

    reader->nodes[place].value = value;
    reader->nodes[place].first = first;
    *numbered += count;
    for (uint32_t i = 0; i < count; i++) {
        const ptc_value *part = value->kind == PTC_MAP ? &value->as.map->entries[i].value
                                                       : &value->as.items[i];

        reader->children[first + i] = child;
        reader->nodes[child].parent = place;
        reader->nodes[child].index = i;
        document_number(reader, part, child, numbered);
        child = ptc_json_schema_next(reader, child);
    }
}

bool ptc_json_document_read(ptc_json_schema *reader)
{
    ptc_str text = reader->source->text;
    ptc_json_error error;
    uint32_t numbered = 0;
    ptc_status status;
    ptc_span span;
    size_t count;

    status = ptc_json_read(reader->arena, text.ptr, text.len, NULL, &reader->document,
                           NULL, &error);
    if (status != PTC_OK) {
        if (status == PTC_ERROR_MEMORY)
            reader->arena->failed = true;
        span.start = span.end = (uint32_t)error.offset;
        ptc_diag_add(reader->diags, PTC_DIAG_JSON_SYNTAX, span, "%s", error.message.ptr);
        return false;
    }
    reader->places = ptc_json_places(reader->arena, text);
    if (reader->places == NULL)
        return false;
    count = reader->places[0].count;
    reader->nodes = ptc_arena_array(reader->arena, count, sizeof *reader->nodes);
    reader->children = ptc_arena_array(reader->arena, count, sizeof *reader->children);
    reader->item_of = ptc_arena_array(reader->arena, count, sizeof *reader->item_of);
    reader->steps = ptc_arena_array(reader->arena, 1, sizeof *reader->steps);
    if (reader->nodes == NULL || reader->children == NULL || reader->item_of == NULL ||
        reader->steps == NULL)
        return false;
    document_number(reader, &reader->document, 0, &numbered);
    return true;
}

/* --- Looking ------------------------------------------------------------------------ */

ptc_span ptc_json_schema_span(const ptc_json_schema *reader, uint32_t place)
{
    ptc_span span = {reader->places[place].start, reader->places[place].end};

    return span;
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

    if (place == 0 || object->kind != PTC_MAP)
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
    if (target == 0)
        return "the root";
    for (; target != 0 && at > 0; target = reader->nodes[target].parent) {
        at--;
        steps[at] = (ptc_path_step){{NULL, 0}, reader->nodes[target].index};
        if (reader->nodes[reader->nodes[target].parent].value->kind == PTC_MAP)
            steps[at].key = ptc_json_schema_key(reader, target);
    }
    ptc_text_init(&text, reader->arena);
    ptc_path_write_pointer(&text, &steps[at], PTC_DEPTH_MAX + 1 - at);
    return ptc_diag_quote(reader->diags, ptc_text_view(&text));
}

void ptc_json_schema_refuse(const ptc_json_schema *reader, uint32_t place,
                            const char *wanted)
{
    ptc_diag_add(reader->diags, PTC_DIAG_JSON_SCHEMA_VALUE,
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
    ptc_diag *diag =
        ptc_diag_add(diags, PTC_DIAG_JSON_SCHEMA_KEYWORD,
                     ptc_json_place_key(reader->source->text, &reader->places[place]),
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
