/* SPDX-License-Identifier: MIT */
/*
 * Where a value stands in JSON text, for diagnostics that point into a file. Works on
 * text that was read without error; on anything else the answer is "nowhere", and no byte
 * outside the text is touched.
 */
#include "ptc_int.h"

typedef struct json_cursor {
    const char *text;
    size_t at;
    size_t len;
} json_cursor;

static char json_here(const json_cursor *cursor)
{
    return cursor->at < cursor->len ? cursor->text[cursor->at] : '\0';
}

static void json_pass_blanks(json_cursor *cursor)
{
    while (json_here(cursor) == ' ' || json_here(cursor) == '\t' ||
           json_here(cursor) == '\n' || json_here(cursor) == '\r')
        cursor->at++;
}

static void json_pass_string(json_cursor *cursor)
{
    for (cursor->at++; cursor->at < cursor->len; cursor->at++) {
        if (cursor->text[cursor->at] == '\\')
            cursor->at++;
        else if (cursor->text[cursor->at] == '"')
            break;
    }
    cursor->at = cursor->at < cursor->len ? cursor->at + 1 : cursor->len;
}

/* Passes one value; brackets are counted, so depth costs nothing. */
static void json_pass_value(json_cursor *cursor)
{
    size_t open = 0;

    json_pass_blanks(cursor);
    do {
        char byte = json_here(cursor);

        if (byte == '"') {
            json_pass_string(cursor);
            continue;
        }
        if (byte == '[' || byte == '{')
            open++;
        else if (byte == ']' || byte == '}')
            open -= open > 0;
        else if (open == 0) { /* a number or a word */
            while (cursor->at < cursor->len &&
                   strchr(",]} \t\r\n", json_here(cursor)) == NULL)
                cursor->at++;
            return;
        }
        cursor->at++;
    } while (open > 0 && cursor->at < cursor->len);
}

static uint32_t json_hex_unit(const char *digits)
{
    uint32_t unit = 0;

    for (int i = 0; i < 4; i++) {
        char digit = digits[i];

        unit =
            unit * 16 + (uint32_t)(digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10);
    }
    return unit;
}

/* Decodes the escape at `text` (behind the backslash) into `out`; sets the bytes used. */
static size_t json_decode_escape(const char *text, size_t len, char out[4], size_t *used)
{
    static const char letters[] = "bfnrt";
    static const char controls[] = "\b\f\n\r\t";
    const char *letter = memchr(letters, text[0], sizeof letters - 1);
    uint32_t unit;

    *used = 1;
    if (text[0] != 'u' || len < 5) {
        out[0] = letter ? controls[letter - letters] : text[0];
        return 1;
    }
    *used = 5;
    unit = json_hex_unit(text + 1);
    if (unit >= 0xD800 && unit < 0xDC00 && len >= 11) {
        unit = 0x10000 + ((unit - 0xD800) << 10) + (json_hex_unit(text + 7) - 0xDC00);
        *used = 11;
    }
    return unit <= 0x10FFFF ? ptc_utf8_encode(unit, out) : 0;
}

/* Whether the string whose raw bytes are given spells `key`. */
static bool json_spells(const char *raw, size_t len, ptc_str key)
{
    size_t at = 0;

    for (size_t i = 0; i < len;) {
        char decoded[4];
        size_t size = 1;

        if (raw[i] != '\\') {
            decoded[0] = raw[i++];
        } else if (i + 1 < len) {
            size_t used;

            size = json_decode_escape(raw + i + 1, len - i - 1, decoded, &used);
            i += 1 + used;
        } else {
            return false;
        }
        if (size > key.len - at || memcmp(decoded, key.ptr + at, size) != 0)
            return false;
        at += size;
    }
    return at == key.len;
}

/* Moves to the value of `key` in the object at the cursor; false: there is none. */
static bool json_enter_member(json_cursor *cursor, ptc_str key)
{
    if (json_here(cursor) != '{')
        return false;
    cursor->at++;
    for (;;) {
        size_t start;
        size_t end;

        json_pass_blanks(cursor);
        if (json_here(cursor) != '"')
            return false;
        start = cursor->at + 1;
        json_pass_string(cursor);
        end = cursor->at - 1;
        json_pass_blanks(cursor);
        if (json_here(cursor) != ':')
            return false;
        cursor->at++;
        json_pass_blanks(cursor);
        if (end >= start && json_spells(cursor->text + start, end - start, key))
            return true;
        json_pass_value(cursor);
        json_pass_blanks(cursor);
        if (json_here(cursor) != ',')
            return false;
        cursor->at++;
    }
}

static bool json_enter_element(json_cursor *cursor, size_t index)
{
    if (json_here(cursor) != '[')
        return false;
    cursor->at++;
    json_pass_blanks(cursor);
    for (; index > 0; index--) {
        json_pass_value(cursor);
        json_pass_blanks(cursor);
        if (json_here(cursor) != ',')
            return false;
        cursor->at++;
        json_pass_blanks(cursor);
    }
    return json_here(cursor) != ']' && cursor->at < cursor->len;
}

bool ptc_json_locate(const char *text, size_t len, const ptc_path_step *path,
                     size_t depth, size_t *start, size_t *end)
{
    json_cursor cursor = {text, 0, len};

    json_pass_blanks(&cursor);
    for (size_t i = 0; i < depth; i++) {
        json_cursor outer = cursor;

        if (path[i].key.ptr == NULL) {
            if (!json_enter_element(&cursor, path[i].index))
                return false;
        } else if (!json_enter_member(&cursor, path[i].key)) {
            if (json_here(&outer) != '{')
                return false;
            cursor = outer;
            break;
        }
    }
    *start = cursor.at;
    json_pass_value(&cursor);
    *end = cursor.at;
    return *end > *start;
}
