/* SPDX-License-Identifier: MIT */
/*
 * Arguments of tools: values of a program as JSON data. See tool_int.h. [ptc-lisp 9.2]
 *
 * Keys are strings with '_' for '-', at every depth, so that a host sees one spelling.
 * Where the signature has maps of any keys ([:map-of ..]), keys are data and stay as they
 * are; those that no field declares are then folded by the walker.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/host/tool_int.h"
#include "render/render_int.h"
#include "json/json_int.h"

#include <ptc/number.h>

/* The place of a value, for messages. */
typedef struct give_place {
    const struct give_place *outer;
    ptc_path_step step;
    const ptc_value *list; /* the vector or set that the step indexes, or NULL */
} give_place;

typedef struct tool_giver {
    ptc_lisp *lisp;
    ptc_arena *arena;
    const ptc_tool_entry *entry;
    bool is_typed; /* keywords and sets stay */
    bool is_raw;   /* also keys below the parameters */
    size_t size;   /* bytes that were made */
} tool_giver;

static ptc_value tool_give_value(tool_giver *giver, const ptc_value *value,
                                 const give_place *place, unsigned depth);

/* --- Faults ------------------------------------------------------------------------- */

/* The first place on the path from the parameters that hides the values below it, or
 * NULL. */
static const give_place *give_hider(const ptc_lisp *lisp, const give_place *place)
{
    const give_place *hider = NULL;

    for (; lisp->options.hides_private && place != NULL; place = place->outer) {
        if (ptc_name_is_private(place->step.key) ||
            (place->list != NULL && ptc_value_hides_item(place->list, place->step.index)))
            hider = place;
    }
    return hider;
}

static void give_write_path(const ptc_lisp *lisp, ptc_text *text, const give_place *place)
{
    const give_place *hider = give_hider(lisp, place);
    ptc_path_step steps[16]; /* the last ones */
    size_t count = 0;

    for (const give_place *at = place; at != NULL && count < 16; at = at->outer)
        count++;
    for (size_t i = count; i > 0; i--, place = place->outer) {
        if (place == hider)
            hider = NULL;
        steps[i - 1] = place->step;
        if (hider != NULL && place->step.key.ptr != NULL)
            steps[i - 1].key = PTC_FIREWALLED;
    }
    ptc_path_write(text, steps, count);
}

/* An attempt around the call catches it; else it ends the program, and `prefix` says of
 * what. */
PTC_COLD PTC_NORETURN static void give_raise(ptc_lisp *lisp, const ptc_tool_entry *entry,
                                             const char *prefix, const ptc_text *text)
{
    const char *why =
        text->failed || text->len == 0 ? "the arguments are refused" : text->ptr;

    if (ptc_lisp_is_attempted(lisp))
        ptc_lisp_catch(lisp, entry->tool->name,
                       ptc_reason_name(PTC_REASON_INVALID_TOOL_ARGS), why);
    ptc_lisp_raise(lisp, PTC_REASON_INVALID_TOOL_ARGS, "%s%s%s%s", prefix,
                   prefix[0] != '\0' ? entry->tool->name : "",
                   prefix[0] != '\0' ? "': " : "", why);
}

void ptc_tool_refuse(ptc_lisp *lisp, const ptc_tool_entry *entry, const char *format, ...)
{
    va_list arguments;
    ptc_text text;

    ptc_text_init(&text, &lisp->run_arena);
    va_start(arguments, format);
    ptc_text_format(&text, format, &arguments);
    va_end(arguments);
    give_raise(lisp, entry, "Tool '", &text);
}

/* "Tool 'search': filter.by: a function cannot be passed; pass data" */
PTC_COLD PTC_NORETURN static void give_refuse(const tool_giver *giver,
                                              const give_place *place, const char *what,
                                              const char *detail)
{
    ptc_text path;

    ptc_text_init(&path, &giver->lisp->run_arena);
    give_write_path(giver->lisp, &path, place);
    ptc_tool_refuse(giver->lisp, giver->entry, "%.*s: %s%s", (int)path.len, path.ptr,
                    what, detail);
}

PTC_COLD PTC_NORETURN static void give_memory(const tool_giver *giver)
{
    ptc_lisp_memory_error(giver->lisp);
}

/* Two keys, of any kinds, are the same. */
PTC_COLD PTC_NORETURN static void give_refuse_meeting(const tool_giver *giver,
                                                      const give_place *place,
                                                      const ptc_value *key)
{
    ptc_arena *arena = &giver->lisp->run_arena;
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_json_write_meeting(&text, give_hider(giver->lisp, place) != NULL
                                      ? PTC_FIREWALLED
                                      : ptc_json_key_name(arena, key));
    if (text.failed)
        give_memory(giver);
    give_refuse(giver, place, text.ptr, "");
}

/* Data that shares its parts can be exponentially larger without sharing: it may not
 * become larger than the heap. */
static void give_spend(tool_giver *giver, size_t size)
{
    giver->size += size;
    if (PTC_UNLIKELY(giver->size > giver->lisp->heap_most))
        give_memory(giver);
}

/* --- Keys --------------------------------------------------------------------------- */

/* The text with '_' for '-'; the same when there is none. NULL when refused. */
static const char *give_fold(ptc_arena *arena, const char *text, size_t len)
{
    const char *dash = len > 0 ? memchr(text, '-', len) : NULL;
    char *folded;

    if (dash == NULL)
        return text;
    folded = ptc_arena_copy(arena, text, len);
    for (size_t i = (size_t)(dash - text); folded != NULL && i < len; i++) {
        if (folded[i] == '-')
            folded[i] = '_';
    }
    return folded;
}

/* A key as a string; false for keys that have none. `*out` is nil when refused memory. */
static bool give_key_text(ptc_arena *arena, const ptc_value *key, ptc_value *out)
{
    char digits[PTC_NUMBER_MAX];
    size_t len;

    *out = *key;
    out->kind = PTC_STRING;
    out->flags &= PTC_FLAG_ASCII;
    if (key->kind == PTC_STRING || key->kind == PTC_KEYWORD)
        return true;
    if (key->kind != PTC_INT)
        return false;
    len = ptc_number_write_int(key->as.integer, digits);
    *out = ptc_value_make(PTC_STRING, PTC_FLAG_ASCII, len);
    out->as.text = ptc_arena_copy(arena, digits, len);
    if (out->as.text == NULL)
        *out = ptc_value_nil();
    return true;
}

static const char *give_key_fold(tool_giver *giver, const ptc_value *key)
{
    const char *folded = give_fold(giver->arena, key->as.text, key->aux);

    if (folded != key->as.text)
        give_spend(giver, key->aux);
    return folded;
}

/* `place` is that of the map, NULL for the parameters. */
static ptc_value give_map_key(tool_giver *giver, const ptc_value *key,
                              const give_place *place, unsigned depth)
{
    ptc_value text;

    if (giver->is_raw && place != NULL)
        return tool_give_value(giver, key, place, depth);
    if (!give_key_text(giver->arena, key, &text))
        give_refuse(giver, place, "a key must be a keyword or string, got ",
                    give_hider(giver->lisp, place) != NULL
                        ? "<Firewalled>"
                        : ptc_lisp_quote(giver->lisp, key));
    if (text.kind == PTC_STRING && key->kind != PTC_INT && !giver->entry->keeps_keys)
        text.as.text = give_key_fold(giver, &text);
    if (text.kind != PTC_STRING || text.as.text == NULL)
        give_memory(giver);
    return text;
}

/* --- Values ------------------------------------------------------------------------- */

/* A map of the keys and values in turn. */
static ptc_value give_pairs(tool_giver *giver, const ptc_value *pairs, uint32_t count,
                            const give_place *outer, unsigned depth)
{
    ptc_map_entry *entries;
    ptc_value map;
    size_t later;
    ptc_status status;

    give_spend(giver, count * sizeof *entries);
    entries = ptc_arena_array(giver->arena, count, sizeof *entries);
    if (entries == NULL)
        give_memory(giver);
    for (uint32_t i = 0; i < count; i++) {
        give_place place = {outer, {{NULL, 0}, 0}, NULL};

        entries[i].key = give_map_key(giver, &pairs[2 * (size_t)i], outer, depth);
        if (entries[i].key.kind == PTC_STRING || entries[i].key.kind == PTC_KEYWORD)
            place.step.key = ptc_value_text(&entries[i].key);
        entries[i].value =
            tool_give_value(giver, &pairs[2 * (size_t)i + 1], &place, depth);
    }
    status = ptc_map_make(giver->arena, entries, count, &map, &later);
    if (status == PTC_ERROR_DUPLICATE)
        give_refuse_meeting(giver, outer, &entries[later].key);
    if (status != PTC_OK)
        give_memory(giver);
    return map;
}

static ptc_value give_list(tool_giver *giver, ptc_value list, const give_place *outer,
                           unsigned depth)
{
    bool is_set = list.kind == PTC_SET;
    ptc_value flat = is_set ? ptc_lisp_set_items(giver->lisp, &list) : list;
    const ptc_value *from = ptc_vector_items(giver->lisp, &flat);
    ptc_value *items;
    ptc_value set;

    give_spend(giver, list.aux * sizeof *items);
    items = ptc_arena_alloc(giver->arena, list.aux * sizeof *items);
    if (items == NULL)
        give_memory(giver);
    for (uint32_t i = 0; i < list.aux; i++) {
        give_place place = {outer, {{NULL, 0}, i}, &flat};

        items[i] = tool_give_value(giver, &from[i], &place, depth);
    }
    if (!is_set || !giver->is_typed) {
        set = ptc_value_vector(items, list.aux);
        set.flags = list.flags & PTC_FLAG_ENTRY;
        return set;
    }
    if (ptc_value_set_of(giver->arena, items, list.aux, &set, NULL) != PTC_OK)
        give_memory(giver);
    return set;
}

/* Recursion is counted. */
static ptc_value tool_give_value(tool_giver *giver, const ptc_value *value,
                                 const give_place *place, unsigned depth)
{
    char digits[PTC_TEMPORAL_TEXT];
    ptc_value pairs;
    ptc_value text = *value;

    if (depth == 0)
        ptc_tool_refuse(giver->lisp, giver->entry,
                        "arguments are nested deeper than %d levels", PTC_DEPTH_MAX);
    ptc_lisp_step(giver->lisp);
    switch ((unsigned)value->kind) {
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_INT:
    case PTC_FLOAT:
        return *value;
    case PTC_KEYWORD:
        if (!giver->is_typed)
            text.kind = PTC_STRING;
        return text;
    case PTC_STRING:
    case PTC_OPAQUE:
        text.flags &= PTC_FLAG_ASCII | PTC_FLAG_NUMBER;
        return text;
    case PTC_VECTOR:
    case PTC_SET:
        return give_list(giver, *value, place, depth - 1);
    case PTC_MAP:
        pairs = ptc_lisp_map_pairs(giver->lisp, value);
        return give_pairs(giver, pairs.as.items, value->aux, place, depth - 1);
    case PTC_TEMPORAL:
        text = ptc_string_of(giver->lisp,
                             ptc_str_make(digits, ptc_temporal_write(value, digits)));
        text.flags = PTC_FLAG_ASCII;
        return text;
    case PTC_ENDLESS:
        give_refuse(giver, place, ptc_lisp_type_name(value),
                    " cannot be passed to a tool; " PTC_ENDLESS_ADVICE);
    default:
        give_refuse(giver, place, ptc_lisp_type_name(value),
                    " cannot be passed to a tool; pass data");
    }
}

/* --- Calls -------------------------------------------------------------------------- */

/* The name of the first parameter that callers give, if there is one. */
static void give_first_name(const ptc_schema *schema, ptc_str *name)
{
    const ptc_schema_node *parameters = &schema->nodes[ptc_schema_root(schema)->first];

    for (uint32_t i = 0; i < parameters->count; i++) {
        const ptc_schema_node *parameter = &schema->nodes[parameters->first + i];

        if ((parameter->flags & PTC_NODE_CONTEXT) != 0)
            continue;
        *name = parameter->name;
        return;
    }
}

PTC_COLD PTC_NORETURN static void give_misuse(ptc_lisp *lisp, const ptc_tool_entry *entry,
                                              const ptc_value *given)
{
    const ptc_schema *schema = entry->tool->signature;
    ptc_str name = {"key", 3};
    ptc_text text;

    if (schema != NULL)
        give_first_name(schema, &name);
    ptc_text_init(&text, &lisp->run_arena);
    ptc_text_cstr(&text, "Tool calls require named arguments: (tool/");
    ptc_text_cstr(&text, entry->tool->name);
    ptc_text_cstr(&text, " {:");
    ptc_text_str(&text, name);
    ptc_text_cstr(&text, " value}), got ");
    ptc_text_cstr(&text,
                  given != NULL ? ptc_lisp_quote(lisp, given) : "a key without a value");
    give_raise(lisp, entry, "", &text);
}

ptc_value ptc_tool_give(ptc_lisp *lisp, const ptc_tool_entry *entry,
                        const ptc_value *args, uint32_t count)
{
    bool is_raw = (entry->tool->flags & PTC_TOOL_RAW) != 0;
    tool_giver giver = {lisp,   &lisp->tools->call_arena,
                        entry,  is_raw || entry->tool->signature != NULL,
                        is_raw, 0};

    if (count == 1) {
        if (args[0].kind != PTC_MAP)
            give_misuse(lisp, entry, &args[0]);
        return tool_give_value(&giver, &args[0], NULL, PTC_DEPTH_MAX);
    }
    for (uint32_t i = 0; i < count; i += 2) {
        if (args[i].kind != PTC_KEYWORD && args[i].kind != PTC_STRING)
            give_misuse(lisp, entry, &args[i]);
    }
    if (count % 2 != 0)
        give_misuse(lisp, entry, NULL);
    return give_pairs(&giver, args, count / 2, NULL, PTC_DEPTH_MAX - 1);
}

/* --- Data as JSON data -------------------------------------------------------------- */

ptc_status ptc_tool_plain(const ptc_lisp *lisp, const ptc_value *value, ptc_value *out)
{
    return ptc_value_plain(&lisp->tools->call_arena, value, lisp->options.hides_private,
                           out);
}
