/* SPDX-License-Identifier: MIT */
/*
 * Coercion of maps: declared fields under their declared spelling, defaults, extra keys
 * with '-' read as '_', keys of MAP_OF. A map is copied when its first entry changes.
 * [validation 4-6]
 */
#include "schema/schema_int.h"
#include "walk/coerce_int.h"

#include <ptc/convert.h>

/* A map in the making: shares the entries of the map it is made from as long as the same
 * ones come in the same order. */
typedef struct coerce_map {
    ptc_coercer *c;
    const ptc_value *from;
    ptc_map_entry *entries; /* NULL: the first `count` of `from` */
    size_t count;
    size_t room;
} coerce_map;

static bool coerce_map_put(coerce_map *map, const ptc_value *key, const ptc_value *value)
{
    const ptc_map *from = map->from->as.map;

    if (map->entries == NULL) {
        if (map->count < from->count &&
            ptc_coerce_is_same(key, &from->entries[map->count].key) &&
            ptc_coerce_is_same(value, &from->entries[map->count].value)) {
            map->count++;
            return true;
        }
        map->entries = ptc_coerce_allocate(map->c, map->room, sizeof *map->entries);
        if (map->entries == NULL)
            return false;
        if (map->count > 0)
            memcpy(map->entries, from->entries, map->count * sizeof *map->entries);
    }
    map->entries[map->count].key = *key;
    map->entries[map->count].value = *value;
    map->count++;
    return true;
}

static ptc_status coerce_map_finish(coerce_map *map, ptc_value *out, size_t *duplicate)
{
    const ptc_map *from = map->from->as.map;

    if (map->entries == NULL && map->count == from->count) {
        *out = *map->from;
        return PTC_OK;
    }
    return ptc_map_make(map->c->arena,
                        map->entries != NULL ? map->entries : from->entries, map->count,
                        out, duplicate);
}

/* Whether the data spell the key of a declared field as it is in the result. */
static bool coerce_is_own_key(const ptc_schema_node *field, const ptc_map_entry *entry)
{
    return entry->key.kind == PTC_STRING && entry->key.aux == field->name.len &&
           ptc_walk_is_same_text(entry->key.as.text, field->name.ptr, field->name.len);
}

/* An undeclared key with '-' read as '_'. */
static bool coerce_fold_key(ptc_coercer *c, const ptc_value *key, ptc_value *out)
{
    char *folded;

    *out = *key;
    if ((key->kind != PTC_STRING && key->kind != PTC_KEYWORD) || key->aux == 0 ||
        memchr(key->as.text, '-', key->aux) == NULL)
        return true;
    folded = ptc_arena_copy(c->arena, key->as.text, key->aux);
    if (folded == NULL) {
        c->walk.failed = true;
        return false;
    }
    for (uint32_t i = 0; i < key->aux; i++) {
        if (folded[i] == '-')
            folded[i] = '_';
    }
    out->as.text = folded;
    return true;
}

/* Whether a key is the name of a field that has no other spelling. */
static bool coerce_is_exact(const ptc_coercer *c, const ptc_schema_node *node,
                            const ptc_value *key)
{
    const ptc_schema_node *field = &c->walk.nodes[node->first];

    for (uint32_t i = 0; i < node->count; i++) {
        if ((field[i].flags & PTC_NODE_EXACT) != 0 &&
            ptc_str_equal(field[i].name, ptc_value_text(key)))
            return true;
    }
    return false;
}

/*
 * Adds the keys that no field took. A second spelling of a field keeps its own, so that
 * it cannot be taken for the field; it is left out if it is the very key of the result. A
 * key is not folded into one that the data has as well, nor into the name of a field that
 * has no other spelling, nor (`folds` false) into one another.
 */
static bool coerce_put_extras(coerce_map *result, const ptc_schema_node *node, bool folds)
{
    ptc_coercer *c = result->c;
    const ptc_map *map = result->from->as.map;
    uint32_t guess = 0;

    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_map_entry *entry = &map->entries[i];
        ptc_value key = entry->key;
        bool is_found;
        const ptc_schema_node *field =
            ptc_walk_field_of(c->walk.nodes, node, map, entry, guess, &is_found);

        if (field == NULL && ptc_walk_context_named(c->walk.nodes, node, &key) != NULL)
            continue;
        if (field != NULL) {
            guess = (uint32_t)(field - &c->walk.nodes[node->first]) + 1;
            if (is_found || (key.kind == PTC_STRING &&
                             ptc_str_equal(ptc_value_text(&key), field->name)))
                continue;
        } else if (folds) {
            if (!coerce_fold_key(c, &entry->key, &key))
                return false;
            if (key.as.text != entry->key.as.text &&
                (ptc_map_find(map, &key) != NULL || coerce_is_exact(c, node, &key)))
                key = entry->key;
        }
        if (!coerce_map_put(result, &key, &entry->value))
            return false;
    }
    return true;
}

/* Whether the entry is the next one of a map that has not changed, and nothing need be
 * made of its value. */
static bool coerce_is_kept(const coerce_map *result, const ptc_schema_node *field,
                           const ptc_map_entry *entry)
{
    return result->entries == NULL &&
           entry == &result->from->as.map->entries[result->count] &&
           (field->flags & PTC_NODE_DECODED) == 0 &&
           ptc_walk_is_plain(field, &entry->value);
}

/* A field and its value; `*is_valid` is cleared when it does not fit. `is_own`: the data
 * spell its key like the result. */
static bool coerce_put_field(coerce_map *result, const ptc_schema_node *node,
                             const ptc_schema_node *field, const ptc_map_entry *entry,
                             bool is_own, const ptc_place *place, bool *is_valid)
{
    ptc_coercer *c = result->c;
    ptc_value key = ptc_value_string(field->name);
    ptc_value value;

    if (entry != NULL && ptc_coerce_is_absent(c, field, &entry->value)) {
        ptc_warn_absent(&c->walk, place, field, &entry->value);
        entry = NULL;
    }
    if (entry != NULL) {
        *is_valid &= ptc_coerce_node(c, field, &entry->value, place, &value);
        if (PTC_LIKELY(is_own && result->entries == NULL &&
                       entry == &result->from->as.map->entries[result->count] &&
                       ptc_coerce_is_same(&value, &entry->value))) {
            result->count++;
            return !c->walk.failed;
        }
        if (is_own)
            key = entry->key;
    } else if (c->leaves_absent || !ptc_schema_default(field, &value)) {
        *is_valid &= ptc_schema_is_optional(field) ||
                     ptc_walk_missing(&c->walk, node, result->from, field, place);
        return true;
    }
    return !c->walk.failed && coerce_map_put(result, &key, &value);
}

/* A parameter whose value the context has; false to give up. */
static PTC_COLD bool coerce_put_context(coerce_map *result, const ptc_schema_node *field,
                                        const ptc_place *place, bool *is_valid)
{
    ptc_coercer *c = result->c;
    ptc_place step = {place, field, NULL, 0, NULL};
    ptc_value key = ptc_value_string(field->name);
    ptc_value value;
    bool is_there = ptc_coerce_context(c, field, &step, &value, is_valid);

    if (c->walk.failed || (!*is_valid && c->walk.report == NULL))
        return false;
    return !is_there || coerce_map_put(result, &key, &value);
}

/* Puts the fields; gives the number of entries they took, or UINT32_MAX to give up. */
static uint32_t coerce_put_fields(coerce_map *result, const ptc_schema_node *node,
                                  const ptc_place *place, bool *is_valid)
{
    ptc_coercer *c = result->c;
    const ptc_map *map = result->from->as.map;
    ptc_place step = {place, NULL, NULL, 0, NULL};
    uint32_t found = 0;
    uint32_t guess = 0;

    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *field = &c->walk.nodes[node->first + i];
        const ptc_map_entry *entry = NULL;
        bool is_own = ptc_walk_is_at(map, field, guess);

        if (PTC_UNLIKELY(ptc_walk_is_from_context(field))) {
            if (!coerce_put_context(result, field, place, is_valid))
                return UINT32_MAX;
            continue;
        }
        if (is_own) {
            entry = &map->entries[guess];
        } else if (found < map->count) {
            entry = ptc_walk_seek(map, field, guess);
            is_own = entry != NULL && coerce_is_own_key(field, entry);
        }
        if (entry != NULL) {
            found++;
            guess = (uint32_t)(entry - map->entries) + 1;
        }
        if (is_own && coerce_is_kept(result, field, entry)) {
            result->count++;
            continue;
        }
        step.slot = field;
        if (!coerce_put_field(result, node, field, entry, is_own, &step, is_valid) ||
            (!*is_valid && c->walk.report == NULL))
            return UINT32_MAX;
    }
    return found;
}

/* Whether keys that no one declared may be misspelt ones: in inputs, by contracts that
 * are signatures. A report of limit 0 only counts coercions. */
static bool coerce_warns_of_keys(const ptc_coercer *c, const ptc_schema_node *node)
{
    return c->converts && c->walk.report != NULL && c->walk.report->limit > 0 &&
           (node->flags & (PTC_NODE_MALLI | PTC_NODE_FOREIGN)) == 0;
}

/* Whether keys that no one declared are left out of the result, which is reported. */
static bool coerce_leaves_out(const ptc_coercer *c, const ptc_schema_node *node)
{
    return c->converts && (node->flags & PTC_NODE_CASTS) != 0;
}

/* Warns of all of them, including those that may be misspelt. */
static void coerce_warn_left_out(ptc_coercer *c, const ptc_schema_node *node,
                                 const ptc_map *map, const ptc_place *place)
{
    ptc_place step = {place, NULL, NULL, 0, NULL};
    uint32_t guess = 0;

    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_map_entry *entry = &map->entries[i];
        bool is_found;

        if (ptc_walk_field_of(c->walk.nodes, node, map, entry, guess, &is_found) !=
                NULL ||
            ptc_walk_context_named(c->walk.nodes, node, &entry->key) != NULL)
            continue;
        step.key = &entry->key;
        ptc_warn_left_out(&c->walk, &step, node);
    }
}

static void coerce_warn_of_keys(ptc_coercer *c, const ptc_schema_node *node,
                                const ptc_map *map, const ptc_place *place)
{
    ptc_coerce_warn_ignored(c, node, map, place);
    if (coerce_warns_of_keys(c, node))
        ptc_coerce_near_misses(c, node, map, place);
}

static bool coerce_map_entries(ptc_coercer *c, const ptc_schema_node *node,
                               const ptc_value *value, const ptc_place *place,
                               ptc_value *out)
{
    const ptc_map *map = value->as.map;
    coerce_map result = {c, value, NULL, 0, (size_t)map->count + node->count};
    bool is_valid = true;
    uint32_t found = coerce_put_fields(&result, node, place, &is_valid);
    coerce_map fields = result;
    ptc_status status;

    if (found == UINT32_MAX)
        return false;
    if (found < map->count) {
        if (c->walk.is_strict || (node->flags & PTC_NODE_CLOSED) != 0)
            is_valid = ptc_walk_extras(&c->walk, node, value, place);
        else
            coerce_warn_of_keys(c, node, map, place);
        if (coerce_leaves_out(c, node))
            coerce_warn_left_out(c, node, map, place);
        /* JSON Schema takes names, and its conditions on others, exactly as spelled. */
        else if (!coerce_put_extras(&result, node, (node->flags & PTC_NODE_FOREIGN) == 0))
            return false;
    }
    status = coerce_map_finish(&result, out, NULL);
    if (status == PTC_ERROR_DUPLICATE) { /* two keys folded into one */
        result = fields;
        if (!coerce_leaves_out(c, node) && !coerce_put_extras(&result, node, false))
            return false;
        status = coerce_map_finish(&result, out, NULL);
    }
    c->walk.failed |= status != PTC_OK;
    return is_valid;
}

/* A map without fields is any map, and stays as it is unless further keys are left out.
 */
bool ptc_coerce_map(ptc_coercer *c, const ptc_schema_node *node, const ptc_value *value,
                    const ptc_place *place, ptc_value *out)
{
    bool is_valid;

    if (value->kind != PTC_MAP || (node->count == 0 && !coerce_leaves_out(c, node)))
        return ptc_walk_check(&c->walk, node, value, place);
    if (!ptc_walk_enter(&c->walk, node, place))
        return false;
    is_valid = coerce_map_entries(c, node, value, place, out);
    c->walk.depth--;
    return is_valid;
}

/* Whether keys go through a decoder, of the node or of what it refers to. */
static bool coerce_decodes(const ptc_coercer *c, const ptc_schema_node *node)
{
    while ((node->flags & PTC_NODE_DECODED) == 0 &&
           (node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY))
        node = &c->walk.nodes[node->first];
    return c->converts && (node->flags & PTC_NODE_DECODED) != 0;
}

/* In JSON the text of an int is the int as a key, and "k" and ":k" are the same keyword,
 * which remains text: only then can they be equal. Else like values. */
static bool coerce_key(ptc_coercer *c, const ptc_schema_node *node, const ptc_value *key,
                       const ptc_place *place, ptc_value *out)
{
    ptc_report *report = c->walk.report;
    ptc_report_mark mark = {0, 0, 0, 0};
    bool is_decoded = coerce_decodes(c, node);
    int64_t integer;

    *out = *key;
    if (!is_decoded && ptc_walk_accepts_key(&c->walk, node, key)) {
        if (c->converts && !ptc_walk_accepts(&c->walk, node, key) &&
            ptc_convert_int_key(ptc_value_text(key), &integer))
            *out = ptc_value_int(integer);
        return true;
    }
    if (c->converts) {
        if (report != NULL)
            mark = ptc_report_place(report);
        if (ptc_coerce_node(c, node, key, place, out)) {
            if (c->walk.is_json && out->kind == PTC_KEYWORD)
                *out = ptc_value_string(ptc_value_text(out));
            return true;
        }
        *out = *key;
        if (is_decoded) /* which has been reported, or the result is not a key */
            return false;
        if (report != NULL)
            ptc_report_rewind(report, mark);
    }
    return ptc_fault_key(&c->walk, place, node, key);
}

static bool coerce_put_entries(coerce_map *result, const ptc_schema_node *node,
                               const ptc_place *place, bool *is_valid)
{
    ptc_coercer *c = result->c;
    const ptc_map *map = result->from->as.map;
    const ptc_schema_node *key_node = &c->walk.nodes[node->first];
    ptc_place step = {place, NULL, NULL, 0, NULL};

    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_map_entry *entry = &map->entries[i];
        ptc_value key;
        ptc_value value;

        step.key = &entry->key;
        *is_valid &= coerce_key(c, key_node, &entry->key, &step, &key);
        *is_valid &= ptc_coerce_node(c, key_node + 1, &entry->value, &step, &value);
        if (c->walk.failed || (!*is_valid && c->walk.report == NULL) ||
            !coerce_map_put(result, &key, &value))
            return false;
    }
    return true;
}

/* Two keys became one. */
static bool coerce_report_met(coerce_map *result, const ptc_schema_node *node,
                              size_t later, const ptc_place *place)
{
    const ptc_map_entry *from = result->from->as.map->entries;
    ptc_place step = {place, NULL, &from[later].key, 0, NULL};
    size_t first = 0;

    while (first < later &&
           !ptc_value_same(&result->entries[first].key, &result->entries[later].key))
        first++;
    return ptc_fault_duplicate(&result->c->walk, &step, node, &from[later].key,
                               &from[first].key, 0);
}

bool ptc_coerce_map_of(ptc_coercer *c, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place, ptc_value *out)
{
    coerce_map result = {c, value, NULL, 0, value->aux};
    bool is_valid;
    bool is_whole;
    size_t later = 0;
    ptc_status status;

    if (value->kind != PTC_MAP)
        return ptc_fault_kind(&c->walk, place, node, value);
    if (!ptc_walk_enter(&c->walk, node, place))
        return false;
    is_valid = ptc_walk_size(&c->walk, node, value, value->aux, place);
    is_whole = coerce_put_entries(&result, node, place, &is_valid);
    c->walk.depth--;
    if (!is_whole)
        return false;
    status = coerce_map_finish(&result, out, &later);
    if (status != PTC_OK)
        *out = *value;
    if (status == PTC_ERROR_DUPLICATE)
        return coerce_report_met(&result, node, later, place);
    c->walk.failed |= status != PTC_OK;
    return is_valid;
}
