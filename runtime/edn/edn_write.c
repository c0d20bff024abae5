/* SPDX-License-Identifier: MIT */
/*
 * EDN text from values: ptc_value_write of <ptc/value.h>. The text reads back as the same
 * value through <ptc/form.h>.
 */
#include "base/base_int.h"
#include "edn/edn_int.h"

#include <ptc/number.h>

static void edn_write(ptc_text *text, const ptc_value *value, unsigned depth);

static bool edn_must_escape(unsigned char byte)
{
    return byte < 0x20 || byte == '"' || byte == '\\' || byte == 0x7F;
}

static void edn_write_escape(ptc_text *text, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    static const char plain[] = "\"\\\n\t\r\f\b";
    static const char names[] = "\"\\ntrfb";
    const char *found = byte != 0 ? strchr(plain, byte) : NULL;
    char *place = ptc_text_extend(text, found != NULL ? 2 : 6);

    if (place == NULL)
        return;
    place[0] = '\\';
    if (found != NULL) {
        place[1] = names[found - plain];
        return;
    }
    memcpy(place + 1, "u00", 3);
    place[4] = digits[byte >> 4];
    place[5] = digits[byte & 15];
}

static void edn_write_string(ptc_text *text, ptc_str string)
{
    size_t start = 0;

    ptc_text_byte(text, '"');
    for (size_t i = 0; i < string.len; i++) {
        if (!edn_must_escape((unsigned char)string.ptr[i]))
            continue;
        ptc_text_bytes(text, string.ptr + start, i - start);
        edn_write_escape(text, (unsigned char)string.ptr[i]);
        start = i + 1;
    }
    if (start < string.len) /* an empty text may have no bytes to point at */
        ptc_text_bytes(text, string.ptr + start, string.len - start);
    ptc_text_byte(text, '"');
}

/*
 * Legal keyword names, with "ns/" before them or one more colon ("::a") and with dots.
 * Others could be spelled in some readers; they take the safe form.
 */
bool ptc_edn_can_spell_keyword(ptc_str name)
{
    bool at_start = true;
    bool has_slash = false;

    if (name.len > 1 && name.ptr[0] == ':')
        name = ptc_str_make(name.ptr + 1, name.len - 1);
    for (size_t i = 0; i < name.len; i++) {
        if (name.ptr[i] == '/' && !at_start && !has_slash) {
            has_slash = true;
            at_start = true;
            continue;
        }
        if (!ptc_keyword_is_legal(ptc_str_make(name.ptr + i, 1)) &&
            (name.ptr[i] != '.' || at_start))
            return false;
        at_start = false;
    }
    return !at_start;
}

static void edn_write_keyword(ptc_text *text, ptc_str name)
{
    if (ptc_edn_can_spell_keyword(name)) {
        ptc_text_byte(text, ':');
        ptc_text_str(text, name);
        return;
    }
    ptc_text_cstr(text, "#ptc/keyword ");
    edn_write_string(text, name);
}

static void edn_write_double(ptc_text *text, double number)
{
    char digits[PTC_NUMBER_MAX];

    ptc_text_bytes(text, digits, ptc_number_write_double(number, digits));
}

static void edn_write_items(ptc_text *text, const ptc_value *value, unsigned depth)
{
    for (size_t i = 0; i < value->aux; i++) {
        if (i != 0)
            ptc_text_byte(text, ' ');
        edn_write(text, &value->as.items[i], depth);
    }
}

static void edn_write_map(ptc_text *text, const ptc_map *map, unsigned depth)
{
    ptc_text_byte(text, '{');
    for (size_t i = 0; i < map->count; i++) {
        if (i != 0)
            ptc_text_byte(text, ' ');
        edn_write(text, &map->entries[i].key, depth);
        ptc_text_byte(text, ' ');
        edn_write(text, &map->entries[i].value, depth);
    }
    ptc_text_byte(text, '}');
}

static void edn_write_collection(ptc_text *text, const ptc_value *value, unsigned depth)
{
    bool is_seq = value->kind == PTC_VECTOR && (value->flags & PTC_FLAG_SEQ) != 0;

    if (depth == 0) {
        ptc_text_cstr(text, "#ptc/deep nil");
        return;
    }
    if (value->kind == PTC_MAP) {
        edn_write_map(text, value->as.map, depth - 1);
        return;
    }
    ptc_text_cstr(text, value->kind == PTC_SET ? "#{" : is_seq ? "(" : "[");
    edn_write_items(text, value, depth - 1);
    ptc_text_byte(text, value->kind == PTC_SET ? '}' : is_seq ? ')' : ']');
}

static void edn_write(ptc_text *text, const ptc_value *value, unsigned depth)
{
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        ptc_text_cstr(text, "nil");
        break;
    case PTC_BOOL:
        ptc_text_cstr(text, value->as.boolean ? "true" : "false");
        break;
    case PTC_INT:
        ptc_text_int(text, value->as.integer);
        break;
    case PTC_FLOAT:
        edn_write_double(text, value->as.number);
        break;
    case PTC_STRING:
        edn_write_string(text, ptc_value_text(value));
        break;
    case PTC_KEYWORD:
        edn_write_keyword(text, ptc_value_text(value));
        break;
    case PTC_OPAQUE:
        ptc_text_str(text, ptc_value_text(value));
        break;
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
        edn_write_collection(text, value, depth);
        break;
    }
}

void ptc_value_write(ptc_text *text, const ptc_value *value)
{
    edn_write(text, ptc_value_or_nil(value), PTC_DEPTH_MAX);
}
