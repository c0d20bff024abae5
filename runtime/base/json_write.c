/* SPDX-License-Identifier: MIT */
/*
 * Values to JSON text. What JSON cannot say is refused, never changed: a number that is
 * not finite, a key that is no string, keyword or integer, two keys that would become the
 * same text. Recursion is counted (PTC_DEPTH_MAX); linear in the value.
 */
#include "ptc_int.h"

typedef struct json_writer {
    ptc_text *text;
    unsigned indent;
    unsigned depth;
    ptc_status status;
} json_writer;

static void json_write_value(json_writer *writer, const ptc_value *value);

static void json_write_escape(ptc_text *text, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";

    switch (byte) {
    case '"':
        ptc_text_bytes(text, "\\\"", 2);
        break;
    case '\\':
        ptc_text_bytes(text, "\\\\", 2);
        break;
    case '\n':
        ptc_text_bytes(text, "\\n", 2);
        break;
    case '\t':
        ptc_text_bytes(text, "\\t", 2);
        break;
    case '\r':
        ptc_text_bytes(text, "\\r", 2);
        break;
    case '\b':
        ptc_text_bytes(text, "\\b", 2);
        break;
    case '\f':
        ptc_text_bytes(text, "\\f", 2);
        break;
    default:
        ptc_text_bytes(text, "\\u00", 4);
        ptc_text_byte(text, digits[byte >> 4]);
        ptc_text_byte(text, digits[byte & 15]);
    }
}

void ptc_json_write_string(ptc_text *text, ptc_str string)
{
    size_t plain = 0;

    ptc_text_byte(text, '"');
    for (size_t i = 0; i < string.len; i++) {
        unsigned char byte = (unsigned char)string.ptr[i];

        if (PTC_LIKELY(byte >= 0x20 && byte != '"' && byte != '\\'))
            continue;
        ptc_text_bytes(text, string.ptr + plain, i - plain);
        json_write_escape(text, byte);
        plain = i + 1;
    }
    ptc_text_bytes(text, string.ptr + plain, string.len - plain);
    ptc_text_byte(text, '"');
}

static void json_write_fail(json_writer *writer, ptc_status status)
{
    if (writer->status == PTC_OK)
        writer->status = status;
}

static void json_write_break(json_writer *writer)
{
    if (writer->indent > 0) {
        ptc_text_byte(writer->text, '\n');
        ptc_text_repeat(writer->text, ' ', (size_t)writer->indent * writer->depth);
    }
}

static void json_write_float(json_writer *writer, double number)
{
    char digits[PTC_NUMBER_MAX];

    if (number - number != 0) /* NaN and the infinities */
        json_write_fail(writer, PTC_ERROR_INVALID);
    else
        ptc_text_bytes(writer->text, digits, ptc_number_write_json(number, digits));
}

static void json_write_items(json_writer *writer, const ptc_value *items, uint32_t count)
{
    ptc_text_byte(writer->text, '[');
    writer->depth++;
    for (uint32_t i = 0; i < count && writer->status == PTC_OK; i++) {
        if (i > 0)
            ptc_text_byte(writer->text, ',');
        json_write_break(writer);
        json_write_value(writer, &items[i]);
    }
    writer->depth--;
    if (count > 0)
        json_write_break(writer);
    ptc_text_byte(writer->text, ']');
}

/*
 * The text of a key; `digits` holds that of an integer. False for other kinds, and for a
 * keyword or integer that meets another key of the map.
 */
static bool json_key_text(const ptc_map *map, const ptc_value *key, char *digits,
                          ptc_str *out)
{
    if (key->kind == PTC_STRING) {
        *out = ptc_value_text(key);
        return true;
    }
    if (key->kind == PTC_KEYWORD) {
        *out = ptc_value_text(key);
    } else if (key->kind == PTC_INT) {
        *out = ptc_str_make(digits, ptc_number_write_int(key->as.integer, digits));
        if (ptc_map_find_text(map, PTC_KEYWORD, *out) != NULL)
            return false;
    } else {
        return false;
    }
    return ptc_map_find_text(map, PTC_STRING, *out) == NULL;
}

static void json_write_map(json_writer *writer, const ptc_map *map)
{
    ptc_text_byte(writer->text, '{');
    writer->depth++;
    for (uint32_t i = 0; i < map->count && writer->status == PTC_OK; i++) {
        char digits[PTC_NUMBER_MAX];
        ptc_str key;

        if (!json_key_text(map, &map->entries[i].key, digits, &key)) {
            json_write_fail(writer, PTC_ERROR_INVALID);
            break;
        }
        if (i > 0)
            ptc_text_byte(writer->text, ',');
        json_write_break(writer);
        ptc_json_write_string(writer->text, key);
        ptc_text_bytes(writer->text, ": ", writer->indent > 0 ? 2 : 1);
        json_write_value(writer, &map->entries[i].value);
    }
    writer->depth--;
    if (map->count > 0)
        json_write_break(writer);
    ptc_text_byte(writer->text, '}');
}

static void json_write_value(json_writer *writer, const ptc_value *value)
{
    if (writer->depth > PTC_DEPTH_MAX) {
        json_write_fail(writer, PTC_ERROR_DEPTH);
        return;
    }
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        ptc_text_cstr(writer->text, "null");
        break;
    case PTC_BOOL:
        ptc_text_cstr(writer->text, value->as.boolean ? "true" : "false");
        break;
    case PTC_INT:
        ptc_text_int(writer->text, value->as.integer);
        break;
    case PTC_FLOAT:
        json_write_float(writer, value->as.number);
        break;
    case PTC_STRING:
    case PTC_KEYWORD:
        ptc_json_write_string(writer->text, ptc_value_text(value));
        break;
    case PTC_VECTOR:
    case PTC_SET:
        json_write_items(writer, value->as.items, value->aux);
        break;
    case PTC_MAP:
        json_write_map(writer, value->as.map);
        break;
    case PTC_OPAQUE:
        if (value->flags & PTC_FLAG_NUMBER)
            ptc_text_str(writer->text, ptc_value_text(value));
        else
            json_write_fail(writer, PTC_ERROR_INVALID);
        break;
    }
}

ptc_status ptc_json_write(ptc_text *text, const ptc_value *value, unsigned indent)
{
    json_writer writer = {text, indent, 0, PTC_OK};
    size_t before = text->len;

    json_write_value(&writer, value);
    if (text->failed)
        writer.status = PTC_ERROR_MEMORY;
    if (writer.status != PTC_OK && text->len > before) {
        text->len = before;
        text->ptr[before] = '\0';
    }
    return writer.status;
}
