/* SPDX-License-Identifier: MIT */
/*
 * Samples to places. See <ptc/infer.h>.
 *
 * Each value of a sample is visited once and finds its place in constant time: fields are
 * expected in the order of the last map, else looked up by hash. Fixed limits bound what
 * is kept; where one is reached, places get coarser, never wrong. The hash is known to
 * the sender of the data, so lookups are bounded as well: a map whose keys collide too
 * often counts as one of any keys.
 */
#include "contract/infer_int.h"

#include "render/render_int.h"

#include <ptc/convert.h>
#include <ptc/datetime.h>

enum {
    INFER_PROBES = 64,    /* slots that a lookup visits at most */
    INFER_TABLE = 16,     /* slots of the smallest table */
    INFER_TEXT_COST = 64, /* bytes that a text takes next to its own */
};

/* --- Places ------------------------------------------------------------------------- */

ptc_infer_place *ptc_infer_place_new(ptc_infer *infer)
{
    ptc_infer_place *place;

    if (infer->places >= PTC_INFER_PLACES)
        return &infer->rest;
    place = ptc_arena_array(infer->arena, 1, sizeof *place);
    if (place == NULL) {
        infer->failed = true;
        return &infer->rest;
    }
    infer->places++;
    return place;
}

bool ptc_infer_note(ptc_infer_place *place, ptc_type kind)
{
    uint32_t bit = UINT32_C(1) << kind;

    if (place->seen & bit)
        return true;
    if (place->is_any || place->kind_count == PTC_INFER_KINDS) {
        place->is_any = true;
        return false;
    }
    place->seen |= bit;
    place->kinds[place->kind_count++] = (uint8_t)kind;
    return true;
}

/* --- Strings ------------------------------------------------------------------------ */

/* A copy within the room for text, or ptr NULL. */
static ptc_str infer_keep_text(ptc_infer *infer, ptc_str text)
{
    ptc_str copy = {NULL, 0};

    if (text.len + INFER_TEXT_COST > infer->room)
        return copy;
    copy = ptc_str_copy(infer->arena, text);
    if (copy.ptr == NULL)
        infer->failed = true;
    else
        infer->room -= text.len + INFER_TEXT_COST;
    return copy;
}

static bool infer_add_word(ptc_infer *infer, ptc_infer_place *place, ptc_str text,
                           bool is_kept)
{
    if (text.len > PTC_INFER_TEXT)
        return false;
    if (place->words == NULL) {
        place->words = ptc_arena_array(infer->arena, 1, sizeof *place->words);
        if (place->words == NULL) {
            infer->failed = true;
            return false;
        }
        ptc_names_init(place->words, infer->arena);
        place->words->is_exact = true;
    }
    if (ptc_names_find(place->words, text) != NULL)
        return true;
    if (place->words->count >= infer->options.enum_max)
        return false;
    if (!is_kept)
        text = infer_keep_text(infer, text);
    if (text.ptr == NULL)
        return false;
    if (ptc_names_push(place->words, text, 0) == NULL)
        infer->failed = true;
    return !infer->failed;
}

void ptc_infer_word(ptc_infer *infer, ptc_infer_place *place, ptc_str text, bool is_kept)
{
    if (place->has_many || infer_add_word(infer, place, text, is_kept))
        return;
    place->has_many = true;
    place->words = NULL;
}

static void infer_string(ptc_infer *infer, ptc_infer_place *place, ptc_str text)
{
    place->strings++;
    if (infer->hidden > 0) { /* only that they are strings is known */
        place->has_text = true;
        place->has_words = true;
        place->has_many = true;
        place->words = NULL;
        return;
    }
    if (infer->options.datetime && !place->has_text) {
        ptc_datetime_form form = ptc_datetime_parse(text);

        place->has_text = form != PTC_DATETIME_UTC && form != PTC_DATETIME_OFFSET;
    }
    if (infer->options.datetime && !place->has_words) {
        ptc_date date;

        place->has_words = ptc_date_read(text, &date) != PTC_OK;
    }
    if (infer->options.enum_max > 0)
        ptc_infer_word(infer, place, text, false);
}

/* --- Fields ------------------------------------------------------------------------- */

ptc_infer_field *ptc_infer_find(const ptc_infer_map *map, ptc_str name, uint64_t hash,
                                uint32_t *slot)
{
    uint32_t mask = map->table_size - 1;
    uint32_t at = (uint32_t)hash;

    *slot = map->table_size;
    if (map->table_size == 0)
        return NULL;
    for (uint32_t step = 1; step <= INFER_PROBES && step <= map->table_size; step++) {
        ptc_infer_field *field = map->table[at & mask];

        if (field == NULL) {
            *slot = at & mask;
            return NULL;
        }
        if (field->hash == hash && ptc_str_equal_folded(field->name, name))
            return field;
        at += step; /* visits all slots of a power of two */
    }
    return NULL;
}

/* Makes the table larger when it is half full; false when refused, or when some field
 * cannot be found in it. */
static bool infer_grow_table(ptc_infer *infer, ptc_infer_map *map)
{
    uint32_t slot;

    if (map->field_count < map->table_size / 2)
        return true;
    map->table_size = map->table_size > 0 ? map->table_size * 2 : INFER_TABLE;
    map->table =
        ptc_arena_array(infer->arena, map->table_size, sizeof(ptc_infer_field *));
    if (map->table == NULL) {
        map->table_size = 0;
        infer->failed = true;
        return false;
    }
    for (ptc_infer_field *field = map->first; field != NULL; field = field->next) {
        ptc_infer_find(map, field->name, field->hash, &slot);
        if (slot == map->table_size)
            return false;
        map->table[slot] = field;
    }
    return true;
}

bool ptc_infer_append(ptc_infer *infer, ptc_infer_map *map, ptc_infer_field *field)
{
    uint32_t slot;

    if (map->field_count >= PTC_INFER_FIELDS || !infer_grow_table(infer, map))
        return false;
    ptc_infer_find(map, field->name, field->hash, &slot);
    if (slot == map->table_size)
        return false;
    map->table[slot] = field;
    map->field_count++;
    field->next = NULL;
    if (map->first == NULL)
        map->first = field;
    else
        map->last->next = field;
    map->last = field;
    return true;
}

static ptc_infer_field *infer_new_field(ptc_infer *infer, ptc_infer_map *map,
                                        ptc_str name, uint64_t hash)
{
    ptc_infer_field *field;

    if (infer->places >= PTC_INFER_PLACES)
        return NULL;
    name = infer_keep_text(infer, name);
    if (name.ptr == NULL)
        return NULL;
    field = ptc_arena_array(infer->arena, 1, sizeof *field);
    if (field == NULL) {
        infer->failed = true;
        return NULL;
    }
    field->name = name;
    field->hash = hash;
    field->place = ptc_infer_place_new(infer);
    return ptc_infer_append(infer, map, field) ? field : NULL;
}

/* The field of a key, made when it is new; NULL when it cannot be distinguished. `guess`
 * is where it is looked for first, or NULL. */
static ptc_infer_field *infer_field(ptc_infer *infer, ptc_infer_map *map,
                                    const ptc_value *key, ptc_infer_field *guess)
{
    ptc_str name = ptc_value_text(key);
    ptc_infer_field *field;
    uint64_t hash;
    uint32_t slot;

    if (guess != NULL && ptc_str_equal(guess->name, name))
        return guess;
    if (name.len > PTC_INFER_TEXT)
        return NULL;
    hash = ptc_name_hash(name);
    field = ptc_infer_find(map, name, hash, &slot);
    return field != NULL ? field : infer_new_field(infer, map, name, hash);
}

/* --- Values ------------------------------------------------------------------------- */

static void infer_add(ptc_infer *infer, ptc_infer_place *place, const ptc_value *value,
                      unsigned depth);

/* Data may spell a private name with '-'. */
static bool infer_is_private(const ptc_value *key)
{
    return ptc_schema_hides(NULL, key) ||
           ((key->kind == PTC_STRING || key->kind == PTC_KEYWORD) && key->aux > 0 &&
            key->as.text[0] == '-');
}

/* As infer_add, for what is at `key`, which may be kept from models. */
static void infer_add_at(ptc_infer *infer, ptc_infer_place *place, const ptc_value *key,
                         const ptc_value *value, unsigned depth)
{
    bool hides = infer->options.hide_firewalled && infer_is_private(key);

    infer->hidden += hides;
    infer_add(infer, place, value, depth);
    infer->hidden -= hides;
}

/* Records the kind of a key; false when no field can be called so. */
static bool infer_key(ptc_infer_map *map, const ptc_value *key)
{
    switch ((ptc_kind)key->kind) {
    case PTC_STRING:
        return ptc_infer_note(&map->keys, PTC_TYPE_STRING);
    case PTC_KEYWORD:
        return ptc_infer_note(&map->keys, PTC_TYPE_KEYWORD);
    case PTC_BOOL:
        ptc_infer_note(&map->keys, PTC_TYPE_BOOL);
        return false;
    case PTC_FLOAT:
        map->keys.has_float = true;
        ptc_infer_note(&map->keys, PTC_TYPE_FLOAT);
        return false;
    case PTC_INT:
        ptc_infer_note(&map->keys, PTC_TYPE_FLOAT);
        return false;
    case PTC_NIL:
        map->keys.has_nil = true;
        return false;
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
    case PTC_OPAQUE:
        break;
    }
    map->keys.is_any = true;
    return false;
}

/* Adds a value to its field; false when the map's fields cannot be distinguished. */
static bool infer_add_field(ptc_infer *infer, ptc_infer_map *map,
                            const ptc_map_entry *entry, ptc_infer_field **guess,
                            unsigned depth)
{
    ptc_infer_field *field;

    field = infer_field(infer, map, &entry->key, *guess);
    if (field == NULL)
        return false;
    *guess = field->next;
    field->count += field->last != map->count; /* once a map, also under two spellings */
    field->last = map->count;
    infer_add_at(infer, field->place, &entry->key, &entry->value, depth);
    return true;
}

static void infer_add_map(ptc_infer *infer, ptc_infer_place *place,
                          const ptc_map *entries, unsigned depth)
{
    ptc_infer_map *map = place->map;
    ptc_infer_field *guess;

    if (map == NULL) {
        map = ptc_arena_array(infer->arena, 1, sizeof *map);
        if (map == NULL) {
            infer->failed = true;
            return;
        }
        place->map = map;
    }
    map->count++;
    guess = map->first;
    for (uint32_t i = 0; i < entries->count; i++) {
        const ptc_map_entry *entry = &entries->entries[i];
        bool is_name = infer_key(map, &entry->key);

        if (map->values == NULL &&
            (!is_name || !infer_add_field(infer, map, entry, &guess, depth)))
            ptc_infer_collapse(infer, map);
        if (map->values != NULL)
            infer_add_at(infer, map->values, &entry->key, &entry->value, depth);
    }
}

static void infer_add_items(ptc_infer *infer, ptc_infer_place **place,
                            const ptc_value *value, unsigned depth)
{
    if (*place == NULL)
        *place = ptc_infer_place_new(infer);
    for (uint32_t i = 0; i < value->aux && !(*place)->is_any; i++) {
        if (i == 1 && ptc_value_is_entry(value))
            infer_add_at(infer, *place, &value->as.items[0], &value->as.items[1], depth);
        else
            infer_add(infer, *place, &value->as.items[i], depth);
    }
}

/* A value that holds others; nothing is reported about levels deeper than any reader
 * accepts, or about maps whose keys are hidden. */
static void infer_add_collection(ptc_infer *infer, ptc_infer_place *place,
                                 const ptc_value *value, unsigned depth)
{
    if (depth >= PTC_DEPTH_MAX || (infer->hidden > 0 && value->kind == PTC_MAP)) {
        place->is_any = true;
    } else if (value->kind == PTC_MAP) {
        if (ptc_infer_note(place, PTC_TYPE_MAP))
            infer_add_map(infer, place, value->as.map, depth + 1);
    } else if (value->kind == PTC_SET) {
        if (ptc_infer_note(place, PTC_TYPE_SET))
            infer_add_items(infer, &place->members, value, depth + 1);
    } else if (ptc_infer_note(place, PTC_TYPE_LIST)) {
        infer_add_items(infer, &place->items, value, depth + 1);
    }
}

static void infer_add(ptc_infer *infer, ptc_infer_place *place, const ptc_value *value,
                      unsigned depth)
{
    if (place->is_any)
        return;
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        place->has_nil = true;
        break;
    case PTC_BOOL:
        ptc_infer_note(place, PTC_TYPE_BOOL);
        break;
    case PTC_FLOAT:
        place->has_float = true;
        ptc_infer_note(place, PTC_TYPE_FLOAT);
        break;
    case PTC_INT:
        ptc_infer_note(place, PTC_TYPE_FLOAT);
        break;
    case PTC_STRING:
        if (ptc_infer_note(place, PTC_TYPE_STRING))
            infer_string(infer, place, ptc_value_text(value));
        break;
    case PTC_KEYWORD:
        ptc_infer_note(place, PTC_TYPE_KEYWORD);
        break;
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
        infer_add_collection(infer, place, value, depth);
        break;
    case PTC_OPAQUE:
        place->is_any = true;
        break;
    }
}

/* --- The interface ------------------------------------------------------------------ */

ptc_status ptc_infer_begin(ptc_arena *arena, const char *function,
                           const ptc_infer_options *given, ptc_infer **out)
{
    ptc_infer_options options = {.struct_size = sizeof options};
    ptc_infer *infer;

    *out = NULL;
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_infer_options), function, given,
                          &options))
        return PTC_ERROR_ARGUMENT;
    if (options.enum_max > PTC_INFER_ENUM_MAX)
        options.enum_max = PTC_INFER_ENUM_MAX;
    infer = ptc_arena_array(arena, 1, sizeof *infer);
    if (infer == NULL)
        return PTC_ERROR_MEMORY;
    infer->arena = arena;
    infer->room = PTC_INFER_ROOM;
    infer->rest.is_any = true;
    infer->options = options;
    infer->root = ptc_infer_place_new(infer);
    if (infer->failed)
        return PTC_ERROR_MEMORY;
    *out = infer;
    return PTC_OK;
}

ptc_status ptc_infer_make(ptc_arena *arena, const ptc_infer_options *options,
                          ptc_infer **out)
{
    return ptc_infer_begin(arena, "ptc_infer_make", options, out);
}

ptc_status ptc_infer_add(ptc_infer *infer, const ptc_value *sample)
{
    infer_add(infer, infer->root, ptc_value_or_nil(sample), 0);
    return infer->failed ? PTC_ERROR_MEMORY : PTC_OK;
}
