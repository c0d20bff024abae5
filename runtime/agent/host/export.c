/* SPDX-License-Identifier: MIT */
/* The firewall, secrets and the host's redaction, for outgoing values. See export.h.
 */
#include "agent/host/export.h"
#include "base/base_int.h"
#include "render/render_int.h"

typedef struct export_walk {
    ptc_export *rules;
    const ptc_schema *schema; /* or NULL */
    ptc_text path;
    unsigned depth; /* remaining levels */
    size_t left;    /* bytes that may still leave */
} export_walk;

static ptc_value export_visit(export_walk *walk, const ptc_value *value);

/* The text without secrets: itself when it has none. */
static ptc_str export_hide(ptc_export *rules, ptc_str text)
{
    ptc_str shown = ptc_secrets_hide(rules->arena, rules->redaction.secrets, text);

    if (shown.ptr != text.ptr)
        rules->has_changed = true;
    rules->failed = rules->failed || rules->arena->failed;
    return shown;
}

/* --- Bounds ------------------------------------------------------------------------ */

enum { EXPORT_SCALAR = 4 }; /* bytes of a value that is not text */

static void export_spend(export_walk *walk, size_t size)
{
    walk->left -= size < walk->left ? size : walk->left;
}

/* The bytes of the key and the punctuation of an element. */
static void export_spend_key(export_walk *walk, const ptc_value *key)
{
    bool is_text = key->kind == PTC_STRING || key->kind == PTC_KEYWORD;

    export_spend(walk, (is_text ? key->aux : 0) + EXPORT_SCALAR);
}

/* At most this many of `count` elements can leave. */
static uint32_t export_room(const export_walk *walk, uint32_t count)
{
    return count <= walk->left ? count : (uint32_t)walk->left + 1;
}

/* An element of the outermost collection may use only a part. */
static ptc_value export_member(export_walk *walk, const ptc_value *value)
{
    size_t before = walk->left;
    size_t part = before;
    ptc_value out;

    if (walk->depth + 1 == PTC_DEPTH_MAX && walk->rules->member_max > 0 &&
        walk->rules->member_max < part)
        part = walk->rules->member_max;
    walk->left = part;
    out = export_visit(walk, value);
    walk->left = before - (part - walk->left);
    return out;
}

/* "... (12 more)", or without its dots. */
static ptc_value export_more(export_walk *walk, const char *dots, uint32_t count)
{
    ptc_text text;

    ptc_text_init(&text, walk->rules->arena);
    ptc_text_cstr(&text, dots);
    ptc_text_byte(&text, '(');
    ptc_text_uint(&text, count);
    ptc_text_cstr(&text, " more)");
    walk->rules->failed = walk->rules->failed || text.failed;
    return ptc_value_string(ptc_text_view(&text));
}

/* --- Nested values ----------------------------------------------------------------- */

static ptc_value export_at_key(export_walk *walk, const ptc_value *key,
                               const ptc_value *value)
{
    if (walk->rules->is_raw || !ptc_schema_hides(walk->schema, key))
        return export_member(walk, value);
    walk->rules->has_changed = true;
    return ptc_value_string(PTC_STR("<Firewalled>"));
}

/* The new form of a name. A private one stays private, whatever part of it is secret:
 * otherwise later output would not hide its value. */
static ptc_value export_name(export_walk *walk, const ptc_value *name, ptc_value shown)
{
    ptc_text text;

    if (!ptc_schema_hides(walk->schema, name) || ptc_schema_hides(NULL, &shown) ||
        (shown.kind != PTC_STRING && shown.kind != PTC_KEYWORD) ||
        ptc_value_text(&shown).ptr == ptc_value_text(name).ptr)
        return shown;
    ptc_text_init(&text, walk->rules->arena);
    ptc_text_byte(&text, '_');
    ptc_text_str(&text, ptc_value_text(&shown));
    walk->rules->failed = walk->rules->failed || text.failed;
    return ptc_value_string(ptc_text_view(&text));
}

/* Appends a step to the path; the length before it. */
static size_t export_enter(export_walk *walk, const ptc_value *key, size_t index)
{
    size_t before = walk->path.len;

    if (before > 0)
        ptc_text_byte(&walk->path, '.');
    if (key == NULL)
        ptc_text_uint(&walk->path, index);
    else if (key->kind == PTC_STRING || key->kind == PTC_KEYWORD)
        ptc_text_str(&walk->path, ptc_value_text(key));
    else
        ptc_value_write(&walk->path, key);
    return before;
}

static ptc_value export_items(export_walk *walk, const ptc_value *value)
{
    bool is_entry =
        ptc_value_is_entry(value) || (walk->rules->hides_pairs && value->aux == 2);
    uint32_t room = export_room(walk, value->aux);
    ptc_value *items = ptc_arena_array(walk->rules->arena, room, sizeof *items);
    ptc_value out = *value;

    if (items == NULL) {
        walk->rules->failed = true;
        return ptc_value_nil();
    }
    for (uint32_t i = 0; i < out.aux; i++) {
        size_t before;

        if (walk->left == 0) {
            out.aux = i + 1;
            items[i] = export_more(walk, "... ", value->aux - i);
            break;
        }
        before = export_enter(walk, NULL, i);
        if (is_entry && i == 1)
            items[i] = export_at_key(walk, &value->as.items[0], &value->as.items[i]);
        else
            items[i] = export_member(walk, &value->as.items[i]);
        if (is_entry && i == 0)
            items[i] = export_name(walk, &value->as.items[i], items[i]);
        walk->path.len = before;
    }
    if (!walk->rules->is_raw)
        out.kind = PTC_VECTOR; /* also of a set: members may have become the same */
    out.flags = walk->rules->is_raw ? value->flags & PTC_FLAG_ENTRY : 0;
    out.as.items = items;
    return out;
}

static bool export_has_text(const ptc_value *value)
{
    return value->kind == PTC_STRING || value->kind == PTC_KEYWORD;
}

/* The text of a key that hides something, and the number of the entry, since several may
 * now be the same. */
static ptc_value export_key_changed(export_walk *walk, ptc_str shown, size_t index)
{
    ptc_text text;

    walk->rules->has_changed = true;
    ptc_text_init(&text, walk->rules->arena);
    ptc_text_str(&text, shown);
    ptc_text_cstr(&text, " #");
    ptc_text_uint(&text, index);
    walk->rules->failed = walk->rules->failed || text.failed;
    return ptc_value_string(ptc_text_view(&text));
}

/* The key (or NULL: its text), unless its text has secrets. */
static ptc_value export_key_text(export_walk *walk, const ptc_value *key, ptc_str text,
                                 size_t index)
{
    ptc_str shown = export_hide(walk->rules, text);

    if (shown.ptr != text.ptr)
        return export_key_changed(walk, shown, index);
    return key != NULL ? *key : ptc_value_string(text);
}

/* A key that is a collection becomes its firewalled text. */
static ptc_value export_key(export_walk *walk, const ptc_value *key, size_t index)
{
    static const ptc_show_options show = {.struct_size = sizeof show,
                                          .hide_firewalled = true};
    ptc_text open;
    ptc_text text;

    if (export_has_text(key))
        return export_key_text(walk, key, ptc_value_text(key), index);
    if (ptc_value_is_scalar(key) && key->kind != PTC_OPAQUE)
        return *key;
    ptc_text_init(&open, walk->rules->arena);
    ptc_text_init(&text, walk->rules->arena);
    ptc_value_write(&open, key);
    if (walk->rules->is_raw)
        return export_key_text(walk, key, ptc_text_view(&open), index);
    ptc_schema_write_value(&text, walk->schema, key, PTC_OUTPUT, &show);
    walk->rules->failed = walk->rules->failed || open.failed || text.failed;
    if (ptc_str_equal(ptc_text_view(&open), ptc_text_view(&text)))
        return export_key_text(walk, NULL, ptc_text_view(&text), index);
    return export_key_changed(walk, export_hide(walk->rules, ptc_text_view(&text)),
                              index);
}

static ptc_map_entry export_entry(export_walk *walk, const ptc_map_entry *entry,
                                  uint32_t index)
{
    ptc_value key = export_key(walk, &entry->key, index);
    ptc_map_entry out = {.key = export_name(walk, &entry->key, key)};
    size_t before = export_enter(walk, &out.key, 0);

    export_spend_key(walk, &out.key);
    out.value = export_at_key(walk, &entry->key, &entry->value);
    walk->path.len = before;
    return out;
}

static ptc_value export_entries(export_walk *walk, const ptc_value *value)
{
    const ptc_map *map = value->as.map;
    uint32_t room = export_room(walk, map->count);
    ptc_map_entry *entries = ptc_arena_array(walk->rules->arena, room, sizeof *entries);
    ptc_value out = ptc_value_nil();
    uint32_t count = 0;
    ptc_status status = PTC_ERROR_MEMORY;

    for (; entries != NULL && count < map->count && walk->left > 0; count++)
        entries[count] = export_entry(walk, &map->entries[count], count);
    if (entries != NULL && count < map->count) {
        entries[count] = (ptc_map_entry){ptc_value_string(PTC_STR("...")),
                                         export_more(walk, "", map->count - count)};
        status = ptc_map_make(walk->rules->arena, entries, count + 1, &out, NULL);
    }
    if (entries != NULL && status != PTC_OK) /* whole, or it has its own key "..." */
        status = ptc_map_make(walk->rules->arena, entries, count, &out, NULL);
    walk->rules->failed = walk->rules->failed || status != PTC_OK;
    return out;
}

/* The value without secrets, if it is a text; the spelling of a tagged form becomes one.
 */
static ptc_value export_without_secrets(export_walk *walk, const ptc_value *value)
{
    ptc_str text = ptc_value_text(value);
    ptc_str shown;

    if (!export_has_text(value) && value->kind != PTC_OPAQUE)
        return *value;
    shown = export_hide(walk->rules, text);
    if (shown.ptr == text.ptr)
        return *value;
    return value->kind == PTC_KEYWORD ? ptc_value_keyword(shown)
                                      : ptc_value_string(shown);
}

static ptc_value export_visit(export_walk *walk, const ptc_value *given)
{
    const ptc_redaction *redaction = &walk->rules->redaction;
    ptc_value clean = export_without_secrets(walk, given);
    const ptc_value *value = &clean;
    ptc_value out = clean;

    export_spend_key(walk, value);
    if (redaction->function != NULL && !walk->rules->is_raw) {
        redaction->function(ptc_text_view(&walk->path), &out, redaction->user);
        if (memcmp(&out, value, sizeof out) != 0) {
            walk->rules->has_changed = true;
            return out;
        }
    }
    if (!walk->rules->is_raw && value->kind == PTC_OPAQUE && value->aux > 0 &&
        memchr(value->as.text, '{', value->aux) != NULL) {
        walk->rules->has_changed = true; /* no one has read the map that is in it */
        return ptc_value_string(PTC_STR("<Firewalled>"));
    }
    if (ptc_value_is_scalar(value))
        return out;
    if (walk->depth == 0) /* not even JSON can express it */
        return ptc_value_nil();
    walk->depth--;
    out =
        value->kind == PTC_MAP ? export_entries(walk, value) : export_items(walk, value);
    walk->depth++;
    return out;
}

/* --- Entry points ------------------------------------------------------------------ */

ptc_value ptc_export_value(ptc_export *rules, ptc_str path, const ptc_value *value,
                           const ptc_schema *schema)
{
    export_walk walk = {.rules = rules,
                        .schema = schema,
                        .depth = PTC_DEPTH_MAX,
                        .left = rules->value_max > 0 ? rules->value_max : SIZE_MAX};
    ptc_value out;

    if (rules->is_raw && !ptc_has_secrets(rules->redaction.secrets))
        return *value;
    ptc_text_init(&walk.path, rules->arena);
    ptc_text_str(&walk.path, path);
    out = export_visit(&walk, value);
    rules->failed = rules->failed || walk.path.failed;
    return rules->failed ? ptc_value_nil() : out;
}

ptc_str ptc_export_text(ptc_export *rules, ptc_str path, ptc_str text)
{
    ptc_value value;

    text = export_hide(rules, text);
    if (rules->is_raw || rules->redaction.function == NULL)
        return text;
    value = ptc_value_string(text);
    rules->redaction.function(path, &value, rules->redaction.user);
    if (value.kind != PTC_STRING && value.kind != PTC_KEYWORD)
        value = ptc_value_string(PTC_STR("<Redacted>"));
    if (!ptc_str_equal(ptc_value_text(&value), text))
        rules->has_changed = true;
    return ptc_value_text(&value);
}
