/* SPDX-License-Identifier: MIT */
/*
 * Two places made one, when keys turn out to be data. Both trees come from samples, so
 * this recurses as deep as samples nest. What is merged is used up: parts are moved, not
 * copied.
 */
#include "contract/infer_int.h"

static void infer_merge_words(ptc_infer *infer, ptc_infer_place *into,
                              const ptc_infer_place *from)
{
    into->strings += from->strings;
    into->has_text |= from->has_text;
    into->has_words |= from->has_words;
    if (from->has_many) {
        into->has_many = true;
        into->words = NULL;
    }
    for (size_t i = 0; from->words != NULL && i < from->words->count; i++)
        ptc_infer_word(infer, into, from->words->entries[i].name, true);
}

/* Makes `into` what it would be with the samples of both; `from` is used up. */
static void infer_merge(ptc_infer *infer, ptc_infer_place *into, ptc_infer_place *from);

/* Moves or merges the part of a place that may be missing in either. */
static void infer_merge_part(ptc_infer *infer, ptc_infer_place **into,
                             ptc_infer_place *from)
{
    if (*into == NULL)
        *into = from;
    else if (from != NULL)
        infer_merge(infer, *into, from);
}

/* Adds a field of another map. It may be new, then it moves; when there is no room for
 * it, `into` becomes a map of any keys. */
static void infer_merge_field(ptc_infer *infer, ptc_infer_map *into,
                              ptc_infer_field *field)
{
    ptc_infer_field *known;
    uint32_t slot;

    if (into->values == NULL) {
        known = ptc_infer_find(into, field->name, field->hash, &slot);
        if (known != NULL) {
            known->count += field->count;
            infer_merge(infer, known->place, field->place);
            return;
        }
        if (ptc_infer_append(infer, into, field))
            return;
        ptc_infer_collapse(infer, into);
    }
    infer_merge(infer, into->values, field->place);
}

static void infer_merge_maps(ptc_infer *infer, ptc_infer_map *into, ptc_infer_map *from)
{
    ptc_infer_field *next;

    into->count += from->count;
    infer_merge(infer, &into->keys, &from->keys);
    if (from->values != NULL) {
        ptc_infer_collapse(infer, into);
        infer_merge(infer, into->values, from->values);
    }
    for (ptc_infer_field *field = from->first; field != NULL; field = next) {
        next = field->next;
        infer_merge_field(infer, into, field);
    }
}

static void infer_merge(ptc_infer *infer, ptc_infer_place *into, ptc_infer_place *from)
{
    for (unsigned i = 0; i < from->kind_count; i++)
        ptc_infer_note(into, (ptc_type)from->kinds[i]);
    into->has_nil |= from->has_nil;
    into->has_float |= from->has_float;
    into->is_any |= from->is_any;
    if (into->is_any)
        return;
    infer_merge_words(infer, into, from);
    infer_merge_part(infer, &into->items, from->items);
    infer_merge_part(infer, &into->members, from->members);
    if (into->map == NULL)
        into->map = from->map;
    else if (from->map != NULL)
        infer_merge_maps(infer, into->map, from->map);
}

void ptc_infer_collapse(ptc_infer *infer, ptc_infer_map *map)
{
    if (map->values != NULL)
        return;
    map->values = map->first != NULL ? map->first->place : ptc_infer_place_new(infer);
    for (ptc_infer_field *field = map->first; field != NULL; field = field->next) {
        if (field != map->first)
            infer_merge(infer, map->values, field->place);
    }
    map->first = NULL;
    map->table = NULL;
    map->table_size = 0;
}
