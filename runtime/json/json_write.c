/* SPDX-License-Identifier: MIT */
/*
 * Values to JSON text: ptc_json_write, ptc_json_write_canonical and ptc_json_write_string
 * of <ptc/json.h>.
 */
#include "base/base_int.h"
#include "json/json_int.h"

#include <stdlib.h>

enum { JSON_NAME_SHOWN = 100 }; /* code points of a key in a message */

typedef struct json_writer {
    ptc_text *text;
    unsigned indent;
    unsigned level; /* of the containers that are open */
    bool is_canonical;
} json_writer;

static ptc_status json_write_value(json_writer *writer, const ptc_value *value);

/* --- strings ------------------------------------------------------------------------ */

static bool json_must_escape(unsigned char byte)
{
    return byte < 0x20 || byte == '"' || byte == '\\';
}

/* How many bytes from `at` on need no escape. */
static size_t json_plain_run(const char *bytes, size_t len, size_t at)
{
    size_t start = at;

    while (at < len) {
        if (len - at >= PTC_SCAN_WIDTH) {
            unsigned plain = ptc_scan_plain((const unsigned char *)bytes + at);

            at += plain;
            if (plain == PTC_SCAN_WIDTH)
                continue;
        }
        if (json_must_escape((unsigned char)bytes[at]))
            break;
        at++;
    }
    return at - start;
}

static void json_write_escape(ptc_text *text, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    static const char bytes[] = "\"\\\b\f\n\r\t";
    static const char names[] = "\"\\bfnrt";
    const char *found = byte != 0 ? strchr(bytes, byte) : NULL;
    char *place = ptc_text_extend(text, found != NULL ? 2 : 6);

    if (place == NULL)
        return;
    place[0] = '\\';
    if (found != NULL) {
        place[1] = names[found - bytes];
        return;
    }
    memcpy(place + 1, "u00", 3);
    place[4] = digits[byte >> 4];
    place[5] = digits[byte & 15];
}

void ptc_json_write_escaped(ptc_text *text, ptc_str string)
{
    size_t at = 0;

    while (at < string.len) {
        size_t plain = json_plain_run(string.ptr, string.len, at);

        ptc_text_bytes(text, string.ptr + at, plain);
        at += plain;
        if (at < string.len)
            json_write_escape(text, (unsigned char)string.ptr[at++]);
    }
}

void ptc_json_write_string(ptc_text *text, ptc_str string)
{
    ptc_text_byte(text, '"');
    ptc_json_write_escaped(text, string);
    ptc_text_byte(text, '"');
}

/* --- numbers ------------------------------------------------------------------------ */

static ptc_status json_write_double(json_writer *writer, double number)
{
    const double exact = 9007199254740992.0; /* integers up to here are doubles */
    ptc_text *text = writer->text;
    char digits[PTC_NUMBER_MAX];

    if (number - number != 0)
        return PTC_ERROR_INVALID;
    if (writer->is_canonical && number >= -exact && number <= exact &&
        number == (double)(int64_t)number)
        ptc_text_int(text, (int64_t)number);
    else
        ptc_text_bytes(text, digits, ptc_number_write_json(number, digits));
    return PTC_OK;
}

/* An integer outside int64 as spelled; EDN has spellings (+1, 1N) that JSON has not. */
static ptc_status json_write_opaque(ptc_text *text, const ptc_value *value)
{
    ptc_str spelling = ptc_value_text(value);
    size_t at = spelling.len != 0 && spelling.ptr[0] == '-' ? 1 : 0;

    if (!(value->flags & PTC_FLAG_NUMBER) || at == spelling.len ||
        spelling.ptr[at] == '0')
        return PTC_ERROR_INVALID;
    for (; at < spelling.len; at++) {
        if (spelling.ptr[at] < '0' || spelling.ptr[at] > '9')
            return PTC_ERROR_INVALID;
    }
    ptc_text_str(text, spelling);
    return PTC_OK;
}

/* --- keys --------------------------------------------------------------------------- */

/* The name of a key; `digits` is room for that of an integer. False for other keys. */
static bool json_key_name(const ptc_value *key, char digits[PTC_NUMBER_MAX],
                          ptc_str *name)
{
    if (key->kind == PTC_INT)
        *name = ptc_str_make(digits, ptc_number_write_int(key->as.integer, digits));
    else if (key->kind == PTC_STRING || key->kind == PTC_KEYWORD)
        *name = ptc_value_text(key);
    else
        return false;
    return true;
}

/*
 * Whether a key of another kind has the same name. Keys of one kind never do, and of two
 * kinds it is enough that one looks for the other.
 */
static bool json_key_meets(const ptc_map *map, const ptc_value *key, ptc_str name)
{
    const uint32_t only_strings = UINT32_C(1) << PTC_STRING;

    if (map->kinds == only_strings || key->kind == PTC_STRING)
        return false;
    if (ptc_map_find_text(map, PTC_STRING, name) != NULL)
        return true;
    return key->kind == PTC_INT && ptc_map_find_text(map, PTC_KEYWORD, name) != NULL;
}

void ptc_json_write_meeting(ptc_text *text, ptc_str name)
{
    ptc_str shown =
        ptc_str_make(name.ptr, ptc_utf8_prefix(name.ptr, name.len, JSON_NAME_SHOWN));

    ptc_text_cstr(text, "two keys would be the same in JSON: ");
    ptc_visible_write(text, shown);
    if (shown.len < name.len)
        ptc_text_cstr(text, "...");
}

static ptc_status json_write_key(json_writer *writer, const ptc_map *map,
                                 const ptc_value *key)
{
    char digits[PTC_NUMBER_MAX];
    ptc_str name;

    if (!json_key_name(key, digits, &name) || json_key_meets(map, key, name))
        return PTC_ERROR_INVALID;
    ptc_json_write_string(writer->text, name);
    ptc_text_byte(writer->text, ':');
    if (writer->indent != 0)
        ptc_text_byte(writer->text, ' ');
    return PTC_OK;
}

/* --- containers --------------------------------------------------------------------- */

static void json_write_line(json_writer *writer)
{
    if (writer->indent == 0)
        return;
    ptc_text_byte(writer->text, '\n');
    ptc_text_repeat(writer->text, ' ', (size_t)writer->indent * writer->level);
}

static ptc_status json_write_map(json_writer *writer, const ptc_map *map)
{
    ptc_status status = PTC_OK;

    for (size_t i = 0; i < map->count && status == PTC_OK; i++) {
        if (i != 0)
            ptc_text_byte(writer->text, ',');
        json_write_line(writer);
        status = json_write_key(writer, map, &map->entries[i].key);
        if (status == PTC_OK)
            status = json_write_value(writer, &map->entries[i].value);
    }
    return status;
}

/* An entry by the name of its key. */
typedef struct json_entry {
    ptc_str name;
    const ptc_value *value;
} json_entry;

static int json_compare_entries(const void *a, const void *b)
{
    return ptc_str_compare(((const json_entry *)a)->name, ((const json_entry *)b)->name);
}

/* Entries by name, which lie in the text's arena; NULL with the reason. */
static json_entry *json_sort_map(ptc_arena *arena, const ptc_map *map, ptc_status *status)
{
    json_entry *entries = ptc_arena_array(arena, map->count, sizeof *entries);
    char digits[PTC_NUMBER_MAX];

    *status = PTC_ERROR_MEMORY;
    for (size_t i = 0; entries != NULL && i < map->count; i++) {
        const ptc_value *key = &map->entries[i].key;

        entries[i].value = &map->entries[i].value;
        if (!json_key_name(key, digits, &entries[i].name)) {
            *status = PTC_ERROR_INVALID;
            return NULL;
        }
        if (key->kind == PTC_INT) { /* its digits are needed for longer */
            entries[i].name = ptc_str_copy(arena, entries[i].name);
            if (entries[i].name.ptr == NULL)
                return NULL;
        }
    }
    if (entries != NULL && map->count > 1)
        qsort(entries, map->count, sizeof *entries, json_compare_entries);
    return entries;
}

static ptc_status json_write_sorted(json_writer *writer, const ptc_map *map)
{
    ptc_status status;
    const json_entry *entries = json_sort_map(writer->text->arena, map, &status);

    if (entries == NULL)
        return status;
    status = PTC_OK;
    for (size_t i = 0; i < map->count && status == PTC_OK; i++) {
        if (i != 0 && ptc_str_equal(entries[i - 1].name, entries[i].name))
            return PTC_ERROR_INVALID;
        if (i != 0)
            ptc_text_byte(writer->text, ',');
        ptc_json_write_string(writer->text, entries[i].name);
        ptc_text_byte(writer->text, ':');
        status = json_write_value(writer, entries[i].value);
    }
    return status;
}

static ptc_status json_write_items(json_writer *writer, const ptc_value *value)
{
    ptc_status status = PTC_OK;

    for (size_t i = 0; i < value->aux && status == PTC_OK; i++) {
        if (i != 0)
            ptc_text_byte(writer->text, ',');
        json_write_line(writer);
        status = json_write_value(writer, &value->as.items[i]);
    }
    return status;
}

static ptc_status json_write_container(json_writer *writer, const ptc_value *value)
{
    bool is_map = value->kind == PTC_MAP;
    size_t count = is_map ? value->as.map->count : value->aux;
    ptc_status status;

    if (writer->level == PTC_DEPTH_MAX)
        return PTC_ERROR_DEPTH;
    writer->level++;
    ptc_text_byte(writer->text, is_map ? '{' : '[');
    if (!is_map)
        status = json_write_items(writer, value);
    else if (writer->is_canonical)
        status = json_write_sorted(writer, value->as.map);
    else
        status = json_write_map(writer, value->as.map);
    writer->level--;
    if (count != 0)
        json_write_line(writer);
    ptc_text_byte(writer->text, is_map ? '}' : ']');
    return status;
}

static ptc_status json_write_value(json_writer *writer, const ptc_value *value)
{
    ptc_text *text = writer->text;

    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        ptc_text_cstr(text, "null");
        return PTC_OK;
    case PTC_BOOL:
        ptc_text_cstr(text, value->as.boolean ? "true" : "false");
        return PTC_OK;
    case PTC_INT:
        ptc_text_int(text, value->as.integer);
        return PTC_OK;
    case PTC_FLOAT:
        return json_write_double(writer, value->as.number);
    case PTC_STRING:
    case PTC_KEYWORD:
        ptc_json_write_string(text, ptc_value_text(value));
        return PTC_OK;
    case PTC_OPAQUE:
        return json_write_opaque(text, value);
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
        return json_write_container(writer, value);
    }
    return PTC_ERROR_ARGUMENT;
}

static ptc_status json_write_whole(json_writer *writer, const ptc_value *value)
{
    ptc_text *text = writer->text;
    size_t before = text->len;
    ptc_status status = json_write_value(writer, ptc_value_or_nil(value));

    if (text->failed)
        status = PTC_ERROR_MEMORY;
    if (status != PTC_OK)
        ptc_text_cut(text, before);
    return status;
}

ptc_status ptc_json_write(ptc_text *text, const ptc_value *value, unsigned indent)
{
    json_writer writer = {.text = text, .indent = indent};

    return json_write_whole(&writer, value);
}

ptc_status ptc_json_write_canonical(ptc_text *text, const ptc_value *value)
{
    json_writer writer = {.text = text, .is_canonical = true};

    return json_write_whole(&writer, value);
}
