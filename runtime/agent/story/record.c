/* SPDX-License-Identifier: MIT */
/* Records of runs as JSON: see record.h. */
#include "agent/story/record.h"
#include "base/base_int.h"
#include "render/render_int.h"
#include "json/json_int.h"

/* --- Paths ------------------------------------------------------------------------- */

/* Goes to a member of the open collection, or to its next element; returns the place to
 * go back to. */
static size_t record_enter(ptc_record_writer *record, const char *key)
{
    size_t place = record->path.len;

    if (place > 0)
        ptc_text_byte(&record->path, '.');
    if (key != NULL)
        ptc_text_cstr(&record->path, key);
    else if (record->level_count > 0)
        ptc_text_uint(&record->path, record->levels[record->level_count - 1].index++);
    return place;
}

/* --- Texts ------------------------------------------------------------------------- */

static void record_comma(ptc_record_writer *record)
{
    if (record->needs_comma)
        ptc_text_byte(record->text, ',');
    record->needs_comma = true;
}

/* Bytes that are not UTF-8 become U+FFFD. */
static void record_clean(ptc_text *text, ptc_str view)
{
    size_t valid;

    while ((valid = ptc_utf8_check(view.ptr, view.len)) < view.len && !text->failed) {
        ptc_json_write_escaped(text, ptc_str_make(view.ptr, valid));
        ptc_text_cstr(text, "\xEF\xBF\xBD");
        view = ptc_str_make(view.ptr + valid + 1, view.len - valid - 1);
    }
    ptc_json_write_escaped(text, view);
}

/* The text between quotes, with its size where it is cut; returns whether it is cut. */
static bool record_cut(ptc_record_writer *record, ptc_str view)
{
    size_t most = record->string_max != 0 ? record->string_max : SIZE_MAX;
    size_t end = view.len;

    if (end > most) {
        end = most;
        while (end > 0 && ((unsigned char)view.ptr[end] & 0xC0) == 0x80)
            end--;
    }
    record_clean(record->text, ptc_str_make(view.ptr, end));
    if (end == view.len)
        return false;
    ptc_text_cstr(record->text, "... (");
    ptc_text_uint(record->text, view.len);
    ptc_text_cstr(record->text, " bytes)");
    return true;
}

static void record_string(ptc_record_writer *record, ptc_str view)
{
    ptc_text_byte(record->text, '"');
    record_cut(record, view);
    ptc_text_byte(record->text, '"');
}

static void record_key(ptc_record_writer *record, const char *key)
{
    record_comma(record);
    if (key == NULL)
        return;
    ptc_json_write_string(record->text, ptc_str_of(key));
    ptc_text_byte(record->text, ':');
}

/* --- Values ------------------------------------------------------------------------ */

static void record_write(ptc_record_writer *record, const ptc_value *value,
                         unsigned depth);

static void record_scalar(ptc_record_writer *record, const ptc_value *value)
{
    double number = value->as.number;

    if (value->kind == PTC_STRING || value->kind == PTC_KEYWORD)
        record_string(record, ptc_value_text(value));
    else if (value->kind == PTC_FLOAT && number != number)
        record_string(record, PTC_STR("NaN"));
    else if (value->kind == PTC_FLOAT && number - number != 0)
        record_string(record, number > 0 ? PTC_STR("Infinity") : PTC_STR("-Infinity"));
    else if (ptc_json_write(record->text, value, 0) == PTC_ERROR_INVALID)
        record_string(record, ptc_value_text(value)); /* a form, as spelled */
}

/*
 * A key as the name of a member. In a map of which several have one name (`ranks`) the
 * second gets a colon, a third two, and names that begin this way get a backslash; a cut
 * name has the number of its entry: no two can collide.
 */
static void record_key_name(ptc_record_writer *record, const ptc_value *key, size_t index,
                            const uint32_t *ranks)
{
    ptc_str name = ptc_json_key_name(record->rules->arena, key);
    ptc_text *text = record->text;

    if (name.ptr == NULL) {
        text->failed = true;
        return;
    }
    ptc_text_byte(text, '"');
    if (ranks != NULL)
        ptc_text_repeat(text, ':', ranks[index]);
    if (ranks != NULL && name.len > 0 && (name.ptr[0] == ':' || name.ptr[0] == '\\'))
        ptc_text_cstr(text, "\\\\");
    if (record_cut(record, name)) {
        ptc_text_cstr(text, " #");
        ptc_text_uint(text, index);
    }
    ptc_text_cstr(text, "\":");
}

/* For each entry, how many before it have its name; NULL when all names differ. */
static const uint32_t *record_ranks(ptc_record_writer *record, const ptc_map *map)
{
    ptc_arena *arena = record->rules->arena;
    const uint32_t *ranks;
    ptc_str name;

    if (!ptc_json_keys_meet(arena, map, &name))
        return NULL;
    record->is_mixed = true;
    ranks = ptc_json_key_ranks(arena, map);
    record->text->failed = record->text->failed || ranks == NULL;
    return ranks;
}

static void record_elements(ptc_record_writer *record, const ptc_value *value,
                            unsigned depth)
{
    const uint32_t *ranks =
        value->kind == PTC_MAP ? record_ranks(record, value->as.map) : NULL;

    for (uint32_t i = 0; i < value->aux && !record->text->failed; i++) {
        const ptc_value *item = &value->as.items[i];

        if (i > 0)
            ptc_text_byte(record->text, ',');
        if (value->kind == PTC_MAP) {
            record_key_name(record, &value->as.map->entries[i].key, i, ranks);
            item = &value->as.map->entries[i].value;
        }
        record_write(record, item, depth - 1);
    }
}

static void record_write(ptc_record_writer *record, const ptc_value *value,
                         unsigned depth)
{
    bool is_map = value->kind == PTC_MAP;

    if (!is_map && value->kind != PTC_VECTOR && value->kind != PTC_SET) {
        record_scalar(record, value);
    } else if (depth == 0) {
        record_string(record, PTC_STR("... (nested too deep)"));
    } else {
        ptc_text_byte(record->text, is_map ? '{' : '[');
        record_elements(record, value, depth);
        ptc_text_byte(record->text, is_map ? '}' : ']');
    }
}

/* --- The parts of a document ------------------------------------------------------- */

void ptc_record_init(ptc_record_writer *record, ptc_text *text, ptc_export *rules)
{
    *record = (ptc_record_writer){.text = text, .rules = rules};
    ptc_text_init(&record->path, rules->arena);
}

void ptc_record_open(ptc_record_writer *record, const char *key, char bracket)
{
    size_t place = record_enter(record, key);
    ptc_record_level *level = PTC_ARENA_PUSH(record->path.arena, record->levels,
                                             record->level_count, record->level_capacity);

    if (level != NULL)
        *level = (ptc_record_level){place, 0};
    else
        record->text->failed = true;
    record_key(record, key);
    ptc_text_byte(record->text, bracket);
    record->needs_comma = false;
}

void ptc_record_close(ptc_record_writer *record, char bracket)
{
    if (record->level_count > 0)
        record->path.len = record->levels[--record->level_count].place;
    ptc_text_byte(record->text, bracket);
    record->needs_comma = true;
}

void ptc_record_typed(ptc_record_writer *record, const char *key,
                      const ptc_schema *schema, const ptc_value *value)
{
    size_t place = record_enter(record, key);
    ptc_value out =
        ptc_export_value(record->rules, ptc_text_view(&record->path), value, schema);

    record->path.len = place;
    record_key(record, key);
    /* Leaves levels for the enclosing document, so that readers can read the whole. */
    record_write(record, &out, PTC_DEPTH_MAX - 64);
}

void ptc_record_text(ptc_record_writer *record, const char *key, ptc_str text)
{
    size_t place = record_enter(record, key);
    ptc_str out = ptc_export_text(record->rules, ptc_text_view(&record->path), text);

    record->path.len = place;
    record_key(record, key);
    record_string(record, out);
}

void ptc_record_some_text(ptc_record_writer *record, const char *key, ptc_str text)
{
    if (text.len > 0)
        ptc_record_text(record, key, text);
}

void ptc_record_name(ptc_record_writer *record, const char *key, ptc_str name)
{
    record_key(record, key);
    record_string(record, name);
}

void ptc_record_int(ptc_record_writer *record, const char *key, int64_t number)
{
    record_key(record, key);
    ptc_text_int(record->text, number);
}

void ptc_record_mixed(ptc_record_writer *record)
{
    if (record->is_mixed)
        ptc_record_name(record, "keys", PTC_STR("mixed"));
}

void ptc_record_bool(ptc_record_writer *record, const char *key, bool is_true)
{
    record_key(record, key);
    ptc_text_cstr(record->text, is_true ? "true" : "false");
}

void ptc_record_null(ptc_record_writer *record, const char *key)
{
    record_key(record, key);
    ptc_text_cstr(record->text, "null");
}

void ptc_record_count(ptc_record_writer *record, const char *key, int64_t count)
{
    if (count < 0)
        ptc_record_null(record, key);
    else
        ptc_record_int(record, key, count);
}

size_t ptc_time_text(char text[32], int64_t ms)
{
    int64_t days = ptc_floor_divide(ms, 86400000);
    int64_t rest = ms - days * 86400000;
    int64_t year;
    int month;
    int day;
    char *end = text;

    ptc_calendar_date(days, &year, &month, &day);
    end = ptc_put_digits(end, 4, year);
    *end++ = '-';
    end = ptc_put_digits(end, 2, month);
    *end++ = '-';
    end = ptc_put_digits(end, 2, day);
    *end++ = 'T';
    end = ptc_put_digits(end, 2, rest / 3600000);
    *end++ = ':';
    end = ptc_put_digits(end, 2, rest / 60000 % 60);
    *end++ = ':';
    end = ptc_put_digits(end, 2, rest / 1000 % 60);
    *end++ = '.';
    end = ptc_put_digits(end, 3, rest % 1000);
    *end++ = 'Z';
    return (size_t)(end - text);
}

void ptc_record_time(ptc_record_writer *record, const char *key, int64_t ms)
{
    char text[32];
    size_t len = ptc_time_text(text, ms);

    ptc_record_name(record, key, ptc_str_make(text, len));
}
