/* SPDX-License-Identifier: MIT */
/*
 * Values as a model may see them: Lisp notation, cut, and behind the firewall. Everything
 * that shows data to a model goes through here: whole values, and the parts of messages
 * that messages.c makes. [signature 10, validation 8, 9]
 *
 * The notation is that of ptc_value_write where both can say it, but no one reads it
 * back: sequences are vectors, ill-formed bytes are replaced, what is left out is "…".
 */
#include "edn/edn_int.h"
#include "render/render_int.h"
#include "schema/schema_int.h"
#include "json/json_int.h"

#include <ptc/walk.h>

typedef struct shown_value {
    ptc_text *text;
    const ptc_schema *schema; /* or NULL: only names in the data say what is private */
    size_t start;             /* where the value begins in the text */
    size_t string_max;        /* code points of values */
    size_t name_max;          /* of names, which say what the values are */
    size_t list_max;          /* elements of vectors and sets */
    const char *mark;         /* for what is cut off */
    size_t byte_max;          /* past them nothing more is written: the text is cut */
    unsigned depth;           /* levels that are left */
    bool hides;
    bool has_private; /* the schema has firewalled fields */
    bool has_open;    /* it has fields with private names that hide nothing */
} shown_value;

/* --- Names ------------------------------------------------------------------------- */

bool ptc_name_is_private(ptc_str name)
{
    return name.len > 0 && name.ptr[0] == '_';
}

/* The key itself, or the text '_name of a symbol that was one in a program. */
static bool shown_is_private_key(ptc_str name)
{
    return ptc_name_is_private(name) ||
           (name.len > 1 && name.ptr[0] == '\'' && name.ptr[1] == '_');
}

static bool shown_is_firewalled(const ptc_schema_node *node, const void *user)
{
    const ptc_str *name = user;

    return (node->flags & PTC_NODE_FIREWALLED) != 0 &&
           (name == NULL || ptc_str_equal_folded(node->name, *name));
}

/* A field of JSON Schema, where '_' hides nothing. */
static bool shown_is_open(const ptc_schema_node *node, const void *user)
{
    const ptc_str *name = user;

    return node->name.len > 0 && ptc_schema_hides_nothing(node) &&
           (name == NULL || ptc_str_equal_folded(node->name, *name));
}

static bool shown_has(const ptc_schema *schema, ptc_schema_is_fn is_it)
{
    return schema != NULL && ptc_schema_any(schema, is_it, NULL);
}

/*
 * Whether the value at a key is hidden: the key is private itself, or another spelling of
 * a firewalled field, wherever in the schema that is. It need not be known which of
 * several alternatives the data is meant for; that can only hide more. A private name
 * that the schema has, but never to hide, hides nothing.
 */
static bool shown_is_private(const ptc_schema *schema, bool has_private, bool has_open,
                             const ptc_value *key)
{
    ptc_str name = ptc_value_text(key);

    if (key->kind != PTC_STRING && key->kind != PTC_KEYWORD)
        return false;
    if (shown_is_private_key(name))
        return !has_open || !ptc_schema_any(schema, shown_is_open, &name) ||
               ptc_schema_any(schema, shown_is_firewalled, &name);
    if (!has_private || name.len == 0 || name.ptr[0] != '-')
        return false;
    return ptc_schema_any(schema, shown_is_firewalled, &name);
}

static bool shown_is_hidden(const shown_value *shown, const ptc_value *key)
{
    return shown->hides &&
           shown_is_private(shown->schema, shown->has_private, shown->has_open, key);
}

bool ptc_schema_hides(const ptc_schema *schema, const ptc_value *key)
{
    return shown_is_private(schema, schema != NULL, schema != NULL, key);
}

/* --- Texts ------------------------------------------------------------------------- */

static const char shown_ellipsis[] = "\xE2\x80\xA6";

void ptc_show_ellipsis(ptc_text *text)
{
    ptc_text_cstr(text, shown_ellipsis);
}

void ptc_show_firewalled(ptc_text *text)
{
    ptc_text_str(text, PTC_FIREWALLED);
}

/* The offset after `count` code points, of text that need not be well-formed. */
static size_t shown_cut(ptc_str view, size_t count)
{
    size_t at = 0;
    uint32_t code_point;

    while (at < view.len && count-- > 0) {
        size_t used = ptc_utf8_decode(view.ptr + at, view.len - at, &code_point);

        at += used > 0 ? used : 1;
    }
    return at;
}

/* Well-formed text outside quotes. It stays in its line. */
static void shown_unquoted(ptc_text *text, ptc_str view)
{
    char *place = ptc_text_extend(text, view.len);

    for (size_t i = 0; place != NULL && i < view.len; i++)
        place[i] = (unsigned char)view.ptr[i] < 0x20 ? ' ' : view.ptr[i];
}

/* Writes up to `count` code points by `write`; bytes that are not UTF-8 become U+FFFD. */
static void shown_clean(ptc_text *text, ptc_str view, size_t count, const char *mark,
                        void (*write)(ptc_text *, ptc_str))
{
    ptc_str rest = ptc_str_make(view.ptr, shown_cut(view, count));
    bool is_cut = rest.len < view.len;
    size_t valid;

    while ((valid = ptc_utf8_check(rest.ptr, rest.len)) < rest.len) {
        write(text, ptc_str_make(rest.ptr, valid));
        ptc_text_cstr(text, "\xEF\xBF\xBD");
        rest = ptc_str_make(rest.ptr + valid + 1, rest.len - valid - 1);
    }
    write(text, rest);
    if (is_cut)
        ptc_text_cstr(text, mark);
}

void ptc_show_plain(ptc_text *text, ptc_str view, size_t count)
{
    shown_clean(text, view, count, shown_ellipsis, shown_unquoted);
}

static void shown_string(ptc_text *text, ptc_str string, size_t count, const char *mark)
{
    ptc_text_byte(text, '"');
    shown_clean(text, string, count, mark, ptc_json_write_escaped);
    ptc_text_byte(text, '"');
}

void ptc_show_string(ptc_text *text, ptc_str string, size_t count)
{
    shown_string(text, string, count, shown_ellipsis);
}

static bool shown_is_word(ptc_str name)
{
    if (ptc_str_equal(name, PTC_FIREWALLED))
        return true;
    for (size_t i = 0; i < name.len; i++) {
        unsigned char byte = (unsigned char)name.ptr[i];
        bool is_letter = (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');

        if (!is_letter && byte != '_' &&
            (i == 0 || (byte != '-' && (byte < '0' || byte > '9'))))
            return false;
    }
    return name.len > 0;
}

void ptc_show_step(ptc_text *text, ptc_str name, bool is_first)
{
    if (shown_is_word(name)) {
        ptc_text_cstr(text, is_first ? "" : ".");
        ptc_text_str(text, name);
        return;
    }
    ptc_text_byte(text, '[');
    ptc_show_string(text, name, SIZE_MAX);
    ptc_text_byte(text, ']');
}

static void shown_keyword(ptc_text *text, ptc_str name, size_t count)
{
    if (ptc_edn_can_spell_keyword(name)) {
        ptc_text_byte(text, ':');
        ptc_show_plain(text, name, count);
        return;
    }
    ptc_text_cstr(text, "#ptc/keyword ");
    ptc_show_string(text, name, count);
}

void ptc_show_scalar(ptc_text *text, const ptc_value *value, size_t count)
{
    if (value->kind == PTC_STRING)
        ptc_show_string(text, ptc_value_text(value), count);
    else if (value->kind == PTC_KEYWORD)
        shown_keyword(text, ptc_value_text(value), count);
    else if (value->kind == PTC_OPAQUE)
        ptc_show_plain(text, ptc_value_text(value), count);
    else
        ptc_value_write(text, value);
}

/* --- Values ------------------------------------------------------------------------ */

static void shown_write(shown_value *shown, const ptc_value *value);

static void shown_scalar(const shown_value *shown, const ptc_value *value, size_t count)
{
    if (value->kind == PTC_STRING && value->flags & PTC_FLAG_LABEL)
        ptc_show_plain(shown->text, ptc_value_text(value), count);
    else if (value->kind == PTC_STRING)
        shown_string(shown->text, ptc_value_text(value), count, shown->mark);
    else
        ptc_show_scalar(shown->text, value, count);
}

static bool shown_is_full(const shown_value *shown)
{
    return shown->text->failed || shown->text->len - shown->start > shown->byte_max;
}

/* A form that was kept as it was spelled. There may be maps in it, which no one has read;
 * then only its tag is shown. */
static void shown_opaque(shown_value *shown, const ptc_value *value)
{
    ptc_str spelling = ptc_value_text(value);
    size_t tag = 0;

    if (!shown->hides || spelling.len == 0 ||
        memchr(spelling.ptr, '{', spelling.len) == NULL) {
        ptc_show_scalar(shown->text, value, shown->string_max);
        return;
    }
    while (tag < spelling.len && (unsigned char)spelling.ptr[tag] > ' ' &&
           strchr("{[(\"\\", spelling.ptr[tag]) == NULL)
        tag++;
    ptc_show_plain(shown->text, ptc_str_make(spelling.ptr, tag), shown->string_max);
    if (tag > 0)
        ptc_text_byte(shown->text, ' ');
    ptc_show_firewalled(shown->text);
}

static void shown_items(shown_value *shown, const ptc_value *value)
{
    size_t count = value->aux < shown->list_max ? value->aux : shown->list_max;

    for (size_t i = 0; i < count && !shown_is_full(shown); i++) {
        if (i > 0)
            ptc_text_byte(shown->text, ' ');
        if (i == 1 && ptc_value_is_entry(value) &&
            shown_is_hidden(shown, &value->as.items[0]))
            ptc_show_firewalled(shown->text);
        else
            shown_write(shown, &value->as.items[i]);
    }
    if (count < value->aux)
        ptc_text_cstr(shown->text, " ...");
}

/* After a list that was cut. */
static void shown_count(shown_value *shown, const ptc_value *value)
{
    if (value->kind == PTC_MAP || value->aux <= shown->list_max)
        return;
    ptc_text_cstr(shown->text, " (");
    ptc_text_uint(shown->text, value->aux);
    ptc_text_cstr(shown->text, " items, showing first ");
    ptc_text_uint(shown->text, shown->list_max);
    ptc_text_byte(shown->text, ')');
}

static void shown_key(shown_value *shown, const ptc_value *key)
{
    if (key->kind == PTC_STRING || key->kind == PTC_KEYWORD)
        shown_scalar(shown, key, shown->name_max);
    else
        shown_write(shown, key);
}

static void shown_entries(shown_value *shown, const ptc_map *map)
{
    for (uint32_t i = 0; i < map->count && !shown_is_full(shown); i++) {
        const ptc_map_entry *entry = &map->entries[i];

        if (i > 0)
            ptc_text_byte(shown->text, ' ');
        shown_key(shown, &entry->key);
        ptc_text_byte(shown->text, ' ');
        if (shown_is_hidden(shown, &entry->key))
            ptc_show_firewalled(shown->text);
        else
            shown_write(shown, &entry->value);
    }
}

static void shown_collection(shown_value *shown, const ptc_value *value)
{
    static const struct {
        const char *open;
        const char *close;
    } brackets[] = {
        [PTC_VECTOR] = {"[", "]"},
        [PTC_SET] = {"#{", "}"},
        [PTC_MAP] = {"{", "}"},
    };

    ptc_text_cstr(shown->text, brackets[value->kind].open);
    if (value->aux > 0 && shown->depth == 0) {
        ptc_text_cstr(shown->text, shown->mark);
    } else if (value->aux > 0) {
        shown->depth--;
        if (value->kind == PTC_MAP)
            shown_entries(shown, value->as.map);
        else
            shown_items(shown, value);
        shown->depth++;
    }
    ptc_text_cstr(shown->text, brackets[value->kind].close);
    shown_count(shown, value);
}

static void shown_write(shown_value *shown, const ptc_value *value)
{
    if (shown_is_full(shown))
        return;
    if (value->kind == PTC_VECTOR || value->kind == PTC_SET || value->kind == PTC_MAP)
        shown_collection(shown, value);
    else if (value->kind == PTC_OPAQUE)
        shown_opaque(shown, value);
    else
        shown_scalar(shown, value, shown->string_max);
}

/* Keeps `count` code points of the value, which is well-formed already. */
static void shown_shorten(const shown_value *shown, size_t count)
{
    ptc_text *text = shown->text;
    size_t len = text->len - shown->start;
    size_t end;

    if (text->failed)
        return;
    end = ptc_utf8_prefix(text->ptr + shown->start, len, count);
    if (end == len)
        return;
    ptc_text_cut(text, shown->start + end);
    ptc_text_cstr(text, shown->mark);
}

ptc_status ptc_schema_write_value(ptc_text *text, const ptc_schema *schema,
                                  const ptc_value *value, ptc_direction direction,
                                  const ptc_show_options *given)
{
    shown_value shown = {.text = text, .schema = schema, .start = text->len};
    ptc_show_options all = {.struct_size = sizeof all};
    const ptc_show_options *const options = &all;
    size_t most;

    value = ptc_value_or_nil(value);
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_show_options),
                          "ptc_schema_write_value", given, &all))
        return PTC_ERROR_ARGUMENT;
    /* Anything longer than the text is not shown to its end. */
    most = options->text_max != 0 ? options->text_max : SIZE_MAX;
    shown.string_max = options->string_max != 0 && options->string_max < most
                           ? options->string_max
                           : most;
    shown.name_max = most;
    shown.list_max = options->list_max != 0 ? options->list_max : SIZE_MAX;
    shown.mark = options->cut_mark != NULL ? options->cut_mark : shown_ellipsis;
    shown.byte_max = most <= SIZE_MAX / 4 ? most * 4 : SIZE_MAX;
    shown.depth = options->max_depth == 0 || options->max_depth > PTC_DEPTH_MAX
                      ? PTC_DEPTH_MAX
                      : options->max_depth;
    shown.hides = direction != PTC_INPUT || options->hide_firewalled;
    shown.has_private = shown.hides && shown_has(schema, shown_is_firewalled);
    shown.has_open = shown.hides && shown_has(schema, shown_is_open);
    shown_write(&shown, value);
    shown_shorten(&shown, most);
    return text->failed ? PTC_ERROR_MEMORY : PTC_OK;
}
