/* SPDX-License-Identifier: MIT */
/*
 * Places in JSON text, without reading its values: where a value ends, where the value at
 * a path is, and where all values are. See ptc_json_locate in <ptc/json.h>.
 *
 * The text is taken to be valid. In other text the first two answer with places in it all
 * the same; nothing is read beyond its end. Only the table of all places is allocated.
 */
#include "json/json_int.h"

static bool locate_is_blank(char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

static size_t locate_skip_blanks(const char *text, size_t len, size_t at)
{
    while (at < len && locate_is_blank(text[at]))
        at++;
    return at;
}

/* The place after the string whose opening quote is at `at`. */
static size_t locate_skip_string(const char *text, size_t len, size_t at)
{
    for (at++; at < len; at++) {
        if (text[at] == '"')
            return at + 1;
        if (text[at] == '\\')
            at++;
    }
    return len;
}

static bool locate_is_word(char byte)
{
    return (byte >= '0' && byte <= '9') || ((byte | 32) >= 'a' && (byte | 32) <= 'z') ||
           byte == '-' || byte == '+' || byte == '.';
}

/* The place after the number or word at `at`. */
static size_t locate_skip_word(const char *text, size_t len, size_t at)
{
    while (at < len && locate_is_word(text[at]))
        at++;
    return at;
}

/* The place after the value at `at`; at least one byte is skipped, if there is one. */
static size_t locate_skip(const char *text, size_t len, size_t at)
{
    size_t depth = 0;

    while (at < len) {
        char byte = text[at];

        if (byte == '"') {
            at = locate_skip_string(text, len, at);
        } else if (locate_is_word(byte)) {
            at = locate_skip_word(text, len, at);
        } else {
            depth += byte == '{' || byte == '[' ? 1 : 0;
            depth -= (byte == '}' || byte == ']') && depth != 0 ? 1 : 0;
            at++;
        }
        if (depth == 0)
            break;
    }
    return at;
}

size_t ptc_json_extent(const char *text, size_t len)
{
    return locate_skip(text, len, locate_skip_blanks(text, len, 0));
}

/* --- keys --------------------------------------------------------------------------- */

/* Four hex digits of a valid escape. */
static uint32_t locate_hex(const char *digits)
{
    uint32_t unit = 0;

    for (unsigned i = 0; i < 4; i++) {
        uint32_t byte = (unsigned char)digits[i];

        unit = unit << 4 | ((byte <= '9' ? byte - '0' : (byte | 32) - 'a' + 10) & 15);
    }
    return unit;
}

/* Decodes the escape at `raw`, of which `len` bytes are left; returns the bytes it takes.
 */
static size_t locate_decode(const char *raw, size_t len, char out[4], size_t *out_len)
{
    static const char names[] = "bfnrt";
    static const char bytes[] = "\b\f\n\r\t";
    const char *found = len > 1 && raw[1] != '\0' ? strchr(names, raw[1]) : NULL;
    uint32_t unit;

    *out_len = 1;
    if (len < 6 || raw[1] != 'u') {
        out[0] = found != NULL ? bytes[found - names] : raw[len > 1 ? 1 : 0];
        return 2;
    }
    unit = locate_hex(raw + 2);
    if (unit >= 0xD800 && unit <= 0xDBFF && len >= 12) {
        uint32_t low = locate_hex(raw + 8);

        unit = 0x10000 + ((unit - 0xD800) << 10) + ((low - 0xDC00) & 0x3FF);
        *out_len = ptc_utf8_encode(unit, out);
        return 12;
    }
    *out_len = ptc_utf8_encode(unit, out);
    return 6;
}

/* Whether the string at [start, end), quotes included, spells the key. */
static bool locate_is_key(const char *text, size_t start, size_t end, ptc_str key)
{
    size_t at = start + 1;
    size_t matched = 0;

    while (at + 1 < end) {
        char bytes[4] = {text[at]};
        size_t count = 1;

        if (text[at] == '\\')
            at += locate_decode(text + at, end - 1 - at, bytes, &count);
        else
            at++;
        if (count > key.len - matched || memcmp(key.ptr + matched, bytes, count) != 0)
            return false;
        matched += count;
    }
    return matched == key.len;
}

/* --- paths -------------------------------------------------------------------------- */

/* Moves to the value of `step` in the container at *at; false when there is none. */
static bool locate_step(const char *text, size_t len, const ptc_path_step *step,
                        size_t *at)
{
    bool is_object = text[*at] == '{';
    size_t here = locate_skip_blanks(text, len, *at + 1);
    size_t index = 0;

    if (is_object != (step->key.ptr != NULL) || (!is_object && text[*at] != '['))
        return false;
    while (here < len && text[here] != '}' && text[here] != ']') {
        bool is_wanted = !is_object && index == step->index;

        if (is_object) {
            size_t key = here;

            here = locate_skip(text, len, here);
            is_wanted = locate_is_key(text, key, here, step->key);
            here = locate_skip_blanks(text, len, here);
            if (here == len || text[here] != ':')
                return false;
            here = locate_skip_blanks(text, len, here + 1);
        }
        if (is_wanted && here < len) {
            *at = here;
            return true;
        }
        here = locate_skip_blanks(text, len, locate_skip(text, len, here));
        if (here == len || text[here] != ',')
            return false;
        here = locate_skip_blanks(text, len, here + 1);
        index++;
    }
    return false;
}

bool ptc_json_locate(const char *text, size_t len, const ptc_path_step *path,
                     size_t depth, size_t *start, size_t *end)
{
    size_t at = locate_skip_blanks(text, len, 0);

    if (at == len)
        return false;
    for (size_t i = 0; i < depth; i++) {
        if (locate_step(text, len, &path[i], &at))
            continue;
        if (path[i].key.ptr == NULL || text[at] != '{')
            return false;
        break; /* a missing key is shown by the object that lacks it */
    }
    *start = at;
    *end = locate_skip(text, len, at);
    return true;
}

/* --- all places --------------------------------------------------------------------- */

typedef struct locate_table {
    ptc_arena *arena;
    ptc_str text;
    ptc_json_place *items;
    size_t count;
    size_t capacity;
    uint32_t key;                 /* of the next value; UINT32_MAX: it has none */
    uint32_t open[PTC_DEPTH_MAX]; /* numbers of the containers around */
    uint32_t depth;
} locate_table;

static bool locate_add(locate_table *table, size_t start, size_t end)
{
    ptc_json_place *place;
    void *items = table->items;

    if (!ptc_arena_reserve(table->arena, &items, &table->capacity, table->count,
                           table->count + 1, sizeof *table->items))
        return false;
    table->items = items;
    place = &table->items[table->count++];
    place->start = (uint32_t)start;
    place->end = (uint32_t)end;
    place->key = table->key == UINT32_MAX ? place->start : table->key;
    place->count = 1;
    table->key = UINT32_MAX;
    return true;
}

static bool locate_open(locate_table *table, size_t at)
{
    if (table->depth == PTC_DEPTH_MAX || !locate_add(table, at, at))
        return false;
    table->open[table->depth++] = (uint32_t)table->count - 1;
    return true;
}

static bool locate_close(locate_table *table, size_t end)
{
    uint32_t number;

    if (table->depth == 0)
        return false;
    number = table->open[--table->depth];
    table->items[number].end = (uint32_t)end;
    table->items[number].count = (uint32_t)table->count - number;
    return true;
}

/* Enters the string in [at, end), a key or a value. */
static bool locate_enter_string(locate_table *table, size_t at, size_t end)
{
    size_t behind = locate_skip_blanks(table->text.ptr, table->text.len, end);

    if (behind == table->text.len || table->text.ptr[behind] != ':')
        return locate_add(table, at, end);
    table->key = (uint32_t)at;
    return true;
}

/* Enters what is at *at and moves after it; false when refused. */
static bool locate_enter(locate_table *table, size_t *at)
{
    const char *text = table->text.ptr;
    size_t start = *at;

    switch (text[start]) {
    case '{':
    case '[':
        *at = start + 1;
        return locate_open(table, start);
    case '}':
    case ']':
        *at = start + 1;
        return locate_close(table, start + 1);
    case '"':
        *at = locate_skip_string(text, table->text.len, start);
        return locate_enter_string(table, start, *at);
    default:
        *at = locate_skip_word(text, table->text.len, start);
        if (*at != start)
            return locate_add(table, start, *at);
        *at = start + 1; /* a blank, comma or colon */
        return true;
    }
}

const ptc_json_place *ptc_json_places(ptc_arena *arena, ptc_str text)
{
    locate_table table = {.arena = arena, .text = text, .key = UINT32_MAX};
    size_t at = 0;

    if (text.len >= UINT32_MAX)
        return NULL;
    while (at < text.len) {
        if (!locate_enter(&table, &at))
            return NULL;
    }
    return table.items;
}

ptc_span ptc_json_place_key(ptc_str text, const ptc_json_place *place)
{
    ptc_span span = {place->key, place->end};

    if (place->key != place->start)
        span.end = (uint32_t)locate_skip_string(text.ptr, text.len, place->key);
    return span;
}
