/* SPDX-License-Identifier: MIT */
/* Data for people: see show.h. */
#include "agent/host/show.h"
#include "base/base_int.h"
#include "edn/edn_int.h"
#include "render/render_int.h"

/* --- Texts ------------------------------------------------------------------------- */

size_t ptc_show_fitting(ptc_str view, size_t columns)
{
    ptc_visible shown;
    size_t at = 0;

    while (at < view.len) {
        size_t used = ptc_visible_take(view, at, &shown);
        size_t width = shown.is_escaped ? shown.len : ptc_utf8_columns(shown.code_point);

        if (width > columns)
            break;
        columns -= width;
        at += used;
    }
    return at;
}

/* --- Values ------------------------------------------------------------------------ */

typedef struct show_writer {
    ptc_text *text;
    const ptc_schema *schema;
    ptc_show_style style;
    ptc_show_limits limits;
    bool is_open;
    size_t start;
    unsigned depth;
} show_writer;

static void show_write(show_writer *writer, const ptc_value *value);

/* A text longer than the limit is not shown to its end. */
static bool show_is_full(const show_writer *writer)
{
    return writer->text->failed ||
           (writer->limits.text != 0 &&
            (writer->text->len - writer->start) / 4 > writer->limits.text);
}

/* A key of a JSON object needs no quotes when it is a word. */
static bool show_is_word(ptc_str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char byte = name.ptr[i];
        char letter = (char)(byte | 0x20);

        if (!(letter >= 'a' && letter <= 'z') && byte != '_' &&
            (i == 0 || !((byte >= '0' && byte <= '9') || byte == '-')))
            return false;
    }
    return name.len > 0;
}

static void show_key(show_writer *writer, const ptc_value *key)
{
    ptc_str name = ptc_value_text(key);

    if (writer->style == PTC_SHOW_LISP) {
        show_write(writer, key);
        ptc_text_byte(writer->text, ' ');
        return;
    }
    if (key->kind != PTC_STRING && key->kind != PTC_KEYWORD)
        show_write(writer, key);
    else if (show_is_word(name))
        ptc_text_str(writer->text, name);
    else
        ptc_show_string(writer->text, name, SIZE_MAX);
    ptc_text_cstr(writer->text, ": ");
}

static void show_at_key(show_writer *writer, const ptc_value *key, const ptc_value *value)
{
    if (!writer->is_open && ptc_schema_hides(writer->schema, key))
        ptc_show_firewalled(writer->text);
    else
        show_write(writer, value);
}

static void show_entry(show_writer *writer, const ptc_map_entry *entry)
{
    show_key(writer, &entry->key);
    show_at_key(writer, &entry->key, &entry->value);
}

static void show_elements(show_writer *writer, const ptc_value *value)
{
    size_t most = writer->limits.items != 0 ? writer->limits.items : SIZE_MAX;

    for (uint32_t i = 0; i < value->aux && !show_is_full(writer); i++) {
        if (i > 0)
            ptc_text_cstr(writer->text, ", ");
        if (i == most) {
            ptc_show_ellipsis(writer->text);
            break;
        }
        if (value->kind == PTC_MAP)
            show_entry(writer, &value->as.map->entries[i]);
        else if (i == 1 && ptc_value_is_entry(value))
            show_at_key(writer, &value->as.items[0], &value->as.items[1]);
        else
            show_write(writer, &value->as.items[i]);
    }
}

static void show_collection(show_writer *writer, const ptc_value *value)
{
    bool is_set = value->kind == PTC_SET && writer->style == PTC_SHOW_LISP;
    bool is_braced = is_set || value->kind == PTC_MAP;

    ptc_text_cstr(writer->text, is_set ? "#{" : is_braced ? "{" : "[");
    if (writer->depth == 0) {
        ptc_show_ellipsis(writer->text);
    } else {
        writer->depth--;
        show_elements(writer, value);
        writer->depth++;
    }
    ptc_text_byte(writer->text, is_braced ? '}' : ']');
}

static void show_write(show_writer *writer, const ptc_value *value)
{
    size_t most = writer->limits.text != 0 ? writer->limits.text : SIZE_MAX;
    ptc_str spelling = ptc_value_text(value);

    if (value->kind == PTC_VECTOR || value->kind == PTC_SET || value->kind == PTC_MAP)
        show_collection(writer, value);
    else if (value->kind == PTC_OPAQUE && !writer->is_open && spelling.len > 0 &&
             memchr(spelling.ptr, '{', spelling.len) != NULL)
        ptc_show_firewalled(writer->text); /* no one has read its contents */
    else if (value->kind == PTC_KEYWORD && writer->style == PTC_SHOW_JSON)
        ptc_show_string(writer->text, spelling, most);
    else
        ptc_show_scalar(writer->text, value, most);
}

void ptc_show_value(ptc_text *text, const ptc_schema *schema, const ptc_value *value,
                    ptc_show_style style, ptc_show_limits limits, bool is_open)
{
    show_writer writer = {text, schema, style, limits, is_open, text->len, PTC_DEPTH_MAX};
    size_t len;
    size_t end;

    show_write(&writer, value);
    if (text->failed || limits.text == 0)
        return;
    len = text->len - writer.start;
    end = ptc_utf8_prefix(text->ptr + writer.start, len, limits.text);
    if (end == len)
        return;
    ptc_text_cut(text, writer.start + end);
    ptc_show_ellipsis(text);
}
