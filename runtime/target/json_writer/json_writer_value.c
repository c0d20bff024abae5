/* SPDX-License-Identifier: MIT */
/* Values of JSON Schema, piece by piece: see json_writer_int.h. */
#include "target/json_writer/json_writer_int.h"

void ptc_json_put_at(ptc_json_writer *writer, ptc_json_object *object, ptc_str key,
                     ptc_value value)
{
    void *entries = object->entries;

    if (!ptc_arena_reserve(writer->arena, &entries, &object->capacity, object->count,
                           object->count + 1, sizeof *object->entries)) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    object->entries = entries;
    object->entries[object->count].key = ptc_value_string(key);
    object->entries[object->count++].value = value;
}

void ptc_json_put(ptc_json_writer *writer, ptc_json_object *object, const char *key,
                  ptc_value value)
{
    ptc_json_put_at(writer, object, ptc_str_of(key), value);
}

ptc_value ptc_json_finish(ptc_json_writer *writer, const ptc_json_object *object)
{
    ptc_value value = ptc_value_nil();
    ptc_status status =
        ptc_map_make(writer->arena, object->entries, object->count, &value, NULL);

    if (status != PTC_OK)
        writer->status = status;
    return value;
}

ptc_json_object ptc_json_open(ptc_json_writer *writer, const ptc_value *value)
{
    ptc_json_object object = {0};

    for (uint32_t i = 0; value->kind == PTC_MAP && i < value->aux; i++)
        ptc_json_put_at(writer, &object, ptc_value_text(&value->as.map->entries[i].key),
                        value->as.map->entries[i].value);
    return object;
}

ptc_value *ptc_json_at(ptc_json_object *object, const char *key)
{
    for (size_t i = 0; i < object->count; i++) {
        if (ptc_str_equal(ptc_value_text(&object->entries[i].key), ptc_str_of(key)))
            return &object->entries[i].value;
    }
    return NULL;
}

bool ptc_json_says_object(const ptc_value *value)
{
    const ptc_value *type = value->kind == PTC_MAP ? ptc_value_get(value, "type") : NULL;

    return type != NULL && type->kind == PTC_STRING &&
           ptc_str_equal(ptc_value_text(type), PTC_STR("object"));
}

ptc_value ptc_json_text(const char *text)
{
    return ptc_value_string(ptc_str_of(text));
}

ptc_value ptc_json_list(ptc_json_writer *writer, const ptc_value *items, size_t count)
{
    ptc_value *copy = ptc_arena_array(writer->arena, count, sizeof *copy);

    if (copy == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return ptc_value_nil();
    }
    for (size_t i = 0; i < count; i++)
        copy[i] = items[i];
    return ptc_value_vector(copy, count);
}

ptc_value ptc_json_one(ptc_json_writer *writer, const char *key, ptc_value value)
{
    ptc_json_object object = {0};

    ptc_json_put(writer, &object, key, value);
    return ptc_json_finish(writer, &object);
}

ptc_value ptc_json_list_with(ptc_json_writer *writer, const ptc_value *list,
                             ptc_value item)
{
    ptc_value *items = ptc_arena_array(writer->arena, list->aux + 1, sizeof *items);

    if (items == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return ptc_value_nil();
    }
    for (uint32_t i = 0; i < list->aux; i++)
        items[i] = list->as.items[i];
    items[list->aux] = item;
    return ptc_value_vector(items, list->aux + 1);
}
