/* SPDX-License-Identifier: MIT */
/*
 * Values to JSON text: ptc_json_write, ptc_json_write_canonical and ptc_json_write_string
 * of <ptc/json.h>.
 */
#include "base/base_int.h"
#include "json/json_int.h"

#include <stdlib.h>

enum {
    JSON_NAME_SHOWN = 100, /* code points of a key in a message */
    JSON_PIECE = 1024,     /* bytes of a string that are escaped at a time */
    JSON_SHORT = 32,       /* bytes of strings that are copied one by one */
    JSON_FIRST = 160,      /* bytes of room of a text that has none */
};

typedef struct json_writer {
    ptc_json_out out;
    unsigned indent;
    unsigned level; /* of the containers that are open */
    bool is_canonical;
} json_writer;

static ptc_status json_write_value(json_writer *writer, const ptc_value *value);

/* --- strings ------------------------------------------------------------------------ */

/* What comes after the backslash for a byte: 0, nothing, as it needs none; 'u', then four
 * digits. */
static const char json_escapes[256] = {
    'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'b',         't',           'n', 'u',
    'f', 'r', 'u', 'u', 'u', 'u', 'u', 'u', 'u',         'u',           'u', 'u',
    'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', ['"'] = '"', ['\\'] = '\\',
};

/*
 * Writes a block of a string to `out`, which has room for thrice the block, as `bytes`
 * has bytes for twice; the end. It stops at a byte that takes more than two: `*len`, at
 * most PTC_SCAN_WIDTH, is what was read.
 */
static char *json_escape_block(char *out, const char *bytes, size_t *len)
{
    ptc_scan_mask marks = ptc_scan_marks((const unsigned char *)bytes);
    size_t from = 0;

    for (; marks != 0; marks = ptc_scan_unmark(marks)) {
        size_t at = ptc_scan_marked(marks);
        char escape;

        if (at >= *len)
            break;
        escape = json_escapes[(unsigned char)bytes[at]];
        if (escape == 'u') {
            *len = at;
            break;
        }
        if (escape == 0)
            continue;
        memcpy(out, bytes + from, PTC_SCAN_WIDTH);
        out += at - from;
        *out++ = '\\';
        *out++ = escape;
        from = at + 1;
    }
    memcpy(out, bytes + from, PTC_SCAN_WIDTH);
    return out + (*len - from);
}

/* Writes a piece of a string to `out`, which has room for twice its bytes and a block;
 * the end. It stops at such a byte: `*len` is what was read. */
static char *json_escape(char *out, const char *bytes, size_t *len)
{
    char room[3 * PTC_SCAN_WIDTH] = {0}; /* the last bytes, which others follow */
    const char *end = bytes + *len;
    const char *at = bytes;
    size_t read = PTC_SCAN_WIDTH;
    size_t rest;

    while (end - at >= 2 * PTC_SCAN_WIDTH && read == PTC_SCAN_WIDTH) {
        out = json_escape_block(out, at, &read);
        at += read;
    }
    rest = (size_t)(end - at);
    if (read == PTC_SCAN_WIDTH && rest > 0) {
        memcpy(room, at, rest);
        read = rest < PTC_SCAN_WIDTH ? rest : PTC_SCAN_WIDTH;
        out = json_escape_block(out, room, &read);
        at += read;
        rest -= read;
        if (read == PTC_SCAN_WIDTH && rest > 0) {
            out = json_escape_block(out, room + PTC_SCAN_WIDTH, &rest);
            at += rest;
        }
    }
    *len = (size_t)(at - bytes);
    return out;
}

static void json_write_control(ptc_text *text, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    const char escape[] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};

    ptc_text_bytes(text, escape, sizeof escape);
}

void ptc_json_write_escaped(ptc_text *text, ptc_str string)
{
    while (string.len > 0) {
        size_t count = string.len < JSON_PIECE ? string.len : JSON_PIECE;
        char *place = ptc_text_extend(text, 2 * count + PTC_SCAN_WIDTH);

        if (place == NULL)
            return;
        place = json_escape(place, string.ptr, &count);
        ptc_text_cut(text, (size_t)(place - text->ptr));
        string = ptc_str_make(string.ptr + count, string.len - count);
        if (string.len == 0 || json_escapes[(unsigned char)*string.ptr] != 'u')
            continue;
        json_write_control(text, (unsigned char)*string.ptr);
        string = ptc_str_make(string.ptr + 1, string.len - 1);
    }
}

void ptc_json_write_string(ptc_text *text, ptc_str string)
{
    ptc_text_byte(text, '"');
    ptc_json_write_escaped(text, string);
    ptc_text_byte(text, '"');
}

/* --- the text of a writer ----------------------------------------------------------- */

void ptc_json_leave(ptc_json_out *out)
{
    ptc_text *text = out->text;

    if (text->capacity == 0)
        return;
    text->len = (size_t)(out->at - text->ptr);
    text->ptr[text->len] = '\0';
}

/* Goes on after the text. */
static void json_resume(ptc_json_out *out)
{
    ptc_text *text = out->text;
    bool has_room = text->capacity > 0 && !text->failed;

    out->at = text->ptr + text->len;
    out->end = has_room ? text->ptr + text->capacity - 1 : out->at;
}

void ptc_json_enter(ptc_json_out *out, ptc_text *text)
{
    out->text = text;
    json_resume(out);
}

bool ptc_json_grow(ptc_json_out *out, size_t count)
{
    size_t before;
    bool has_room;

    ptc_json_leave(out);
    before = out->text->len;
    if (out->text->capacity == 0 && count < JSON_FIRST)
        count = JSON_FIRST;
    has_room = ptc_text_extend(out->text, count) != NULL;
    ptc_text_cut(out->text, before);
    json_resume(out);
    return has_room;
}

void ptc_json_add_string(ptc_json_out *out, ptc_str string, char behind)
{
    const size_t most = string.len < JSON_SHORT ? string.len : JSON_SHORT;
    size_t i = 0;
    char *at;

    if (!ptc_json_has_room(out, string.len + 3))
        return;
    at = out->at + 1;
    for (; i < most && json_escapes[(unsigned char)string.ptr[i]] == 0; i++)
        at[i] = string.ptr[i];
    if (i == string.len) {
        *out->at = '"';
        at[i] = '"';
        at[i + 1] = behind;
        out->at = at + i + 1 + (behind != '\0');
        return;
    }
    ptc_json_leave(out);
    ptc_json_write_string(out->text, string);
    json_resume(out);
    if (behind != '\0')
        ptc_json_add(out, behind);
}

/* --- numbers ------------------------------------------------------------------------ */

static ptc_status json_write_double(json_writer *writer, double number)
{
    const double exact = 9007199254740992.0; /* integers up to here are doubles */
    char digits[PTC_NUMBER_MAX];

    if (number - number != 0)
        return PTC_ERROR_INVALID;
    if (writer->is_canonical && number >= -exact && number <= exact &&
        number == (double)(int64_t)number)
        ptc_json_add_bytes(&writer->out, digits,
                           ptc_number_write_int((int64_t)number, digits));
    else
        ptc_json_add_bytes(&writer->out, digits, ptc_number_write_json(number, digits));
    return PTC_OK;
}

/* An integer outside int64 as spelled; EDN has spellings (+1, 1N) that JSON has not. */
static ptc_status json_write_opaque(json_writer *writer, const ptc_value *value)
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
    ptc_json_add_bytes(&writer->out, spelling.ptr, spelling.len);
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
    ptc_json_add_string(&writer->out, name, ':');
    if (writer->indent != 0)
        ptc_json_add(&writer->out, ' ');
    return PTC_OK;
}

/* --- containers --------------------------------------------------------------------- */

static void json_write_line(json_writer *writer)
{
    if (writer->indent == 0)
        return;
    ptc_json_add(&writer->out, '\n');
    for (size_t i = (size_t)writer->indent * writer->level; i > 0; i--)
        ptc_json_add(&writer->out, ' ');
}

static ptc_status json_write_map(json_writer *writer, const ptc_map *map)
{
    ptc_status status = PTC_OK;

    for (size_t i = 0; i < map->count && status == PTC_OK; i++) {
        if (i != 0)
            ptc_json_add(&writer->out, ',');
        json_write_line(writer);
        status = json_write_key(writer, map, &map->entries[i].key);
        if (status == PTC_OK)
            status = json_write_value(writer, &map->entries[i].value);
    }
    return status;
}

/* An entry under the name of its key. */
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
    const json_entry *entries = json_sort_map(writer->out.text->arena, map, &status);

    if (entries == NULL)
        return status;
    status = PTC_OK;
    for (size_t i = 0; i < map->count && status == PTC_OK; i++) {
        if (i != 0 && ptc_str_equal(entries[i - 1].name, entries[i].name))
            return PTC_ERROR_INVALID;
        if (i != 0)
            ptc_json_add(&writer->out, ',');
        ptc_json_add_string(&writer->out, entries[i].name, ':');
        status = json_write_value(writer, entries[i].value);
    }
    return status;
}

static ptc_status json_write_items(json_writer *writer, const ptc_value *value)
{
    ptc_status status = PTC_OK;

    for (size_t i = 0; i < value->aux && status == PTC_OK; i++) {
        if (i != 0)
            ptc_json_add(&writer->out, ',');
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
    ptc_json_add(&writer->out, is_map ? '{' : '[');
    if (!is_map)
        status = json_write_items(writer, value);
    else if (writer->is_canonical)
        status = json_write_sorted(writer, value->as.map);
    else
        status = json_write_map(writer, value->as.map);
    writer->level--;
    if (count != 0)
        json_write_line(writer);
    ptc_json_add(&writer->out, is_map ? '}' : ']');
    return status;
}

static ptc_status json_write_value(json_writer *writer, const ptc_value *value)
{
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        ptc_json_add_bytes(&writer->out, "null", 4);
        return PTC_OK;
    case PTC_BOOL:
        ptc_json_add_bytes(&writer->out, value->as.boolean ? "true" : "false",
                           value->as.boolean ? 4 : 5);
        return PTC_OK;
    case PTC_INT:
        ptc_json_add_int(&writer->out, value->as.integer);
        return PTC_OK;
    case PTC_FLOAT:
        return json_write_double(writer, value->as.number);
    case PTC_STRING:
    case PTC_KEYWORD:
        ptc_json_add_string(&writer->out, ptc_value_text(value), '\0');
        return PTC_OK;
    case PTC_OPAQUE:
        return json_write_opaque(writer, value);
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
        return json_write_container(writer, value);
    }
    return PTC_ERROR_ARGUMENT;
}

static ptc_status json_write_whole(json_writer *writer, const ptc_value *value)
{
    ptc_text *text = writer->out.text;
    size_t before = text->len;
    ptc_status status;

    ptc_json_enter(&writer->out, text);
    status = json_write_value(writer, ptc_value_or_nil(value));
    ptc_json_leave(&writer->out);
    if (text->failed)
        status = PTC_ERROR_MEMORY;
    if (status != PTC_OK)
        ptc_text_cut(text, before);
    return status;
}

ptc_status ptc_json_write(ptc_text *text, const ptc_value *value, unsigned indent)
{
    json_writer writer = {.out.text = text, .indent = indent};

    return json_write_whole(&writer, value);
}

ptc_status ptc_json_write_canonical(ptc_text *text, const ptc_value *value)
{
    json_writer writer = {.out.text = text, .is_canonical = true};

    return json_write_whole(&writer, value);
}
