/* SPDX-License-Identifier: MIT */
/*
 * Near misses: keys that no one declared and that are probably the misspelt names of
 * optional fields that are absent. Such a key is kept and warned about; verdicts never
 * depend on it. [validation 4]
 */
#include "schema/schema_int.h"
#include "walk/coerce_int.h"

enum {
    NEAR_FIELDS_MAX = 64, /* absent fields, and */
    NEAR_KEYS_MAX = 64,   /* undeclared keys, that are compared in one map */
    NEAR_NAME_MIN = 5,    /* shorter names are near too many others */
    NEAR_NAME_MAX = 64,
    NEAR_MISS_EDITS_MAX = 2,
};

/* A name in the form in which it is compared. */
typedef struct near_name {
    const ptc_schema_node *field;
    size_t len;
    uint32_t letters; /* bits of those that it has; an edit changes two of them at most */
    char text[NEAR_NAME_MAX];
} near_name;

/* Folds a name: one case, and neither `-` nor `_`, so that `maxItems` is `max_items`.
 * False when it is too short or too long to be compared. */
static bool near_take(near_name *out, ptc_str name)
{
    out->len = 0;
    out->letters = 0;
    if (name.len < NEAR_NAME_MIN || name.len > NEAR_NAME_MAX)
        return false;
    for (size_t i = 0; i < name.len; i++) {
        char byte = name.ptr[i];

        if (byte == '-' || byte == '_')
            continue;
        if (byte >= 'A' && byte <= 'Z')
            byte = (char)(byte - 'A' + 'a');
        out->text[out->len++] = byte;
        out->letters |= 1u << ((unsigned char)byte & 31u);
    }
    return out->len > 0;
}

static unsigned near_bits(uint32_t bits)
{
    unsigned count = 0;

    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* The edits between two names, or more than NEAR_MISS_EDITS_MAX; 0 for other spellings of
 * one name. Spelt as they are, names may differ in a third of the longer one. */
static unsigned near_distance(const near_name *a, const near_name *b, ptc_str key)
{
    size_t longer = key.len > b->field->name.len ? key.len : b->field->name.len;
    unsigned most =
        longer / 3 < NEAR_MISS_EDITS_MAX ? (unsigned)(longer / 3) : NEAR_MISS_EDITS_MAX;
    unsigned edits;

    if (near_bits(a->letters ^ b->letters) > 2 * most)
        return NEAR_MISS_EDITS_MAX + 1;
    edits = ptc_str_distance(ptc_str_make(a->text, a->len), ptc_str_make(b->text, b->len),
                             most);
    return edits > most ? NEAR_MISS_EDITS_MAX + 1 : edits;
}

/* The optional fields of a map that are absent. */
static size_t near_absent(const ptc_walker *walker, const ptc_schema_node *node,
                          const ptc_map *map, near_name *out)
{
    size_t count = 0;

    for (uint32_t i = 0; i < node->count && count < NEAR_FIELDS_MAX; i++) {
        const ptc_schema_node *field = &walker->nodes[node->first + i];

        if (ptc_walk_is_from_context(field) || !near_take(&out[count], field->name) ||
            ptc_map_find_field(map, field->name, i) != NULL ||
            !ptc_schema_is_optional(field))
            continue;
        out[count++].field = field;
    }
    return count;
}

static const ptc_schema_node *near_nearest(const near_name *fields, size_t count,
                                           ptc_str key)
{
    const ptc_schema_node *nearest = NULL;
    unsigned least = NEAR_MISS_EDITS_MAX + 1;
    near_name name;

    if (!near_take(&name, key))
        return NULL;
    for (size_t i = 0; i < count; i++) {
        unsigned edits = near_distance(&name, &fields[i], key);

        if (edits < least) {
            least = edits;
            nearest = fields[i].field;
        }
    }
    return nearest;
}

void ptc_coerce_near_misses(ptc_coercer *c, const ptc_schema_node *node,
                            const ptc_map *map, const ptc_place *place)
{
    near_name fields[NEAR_FIELDS_MAX];
    ptc_place step = {place, NULL, NULL, 0, NULL};
    size_t count = near_absent(&c->walk, node, map, fields);
    uint32_t guess = 0;
    size_t compared = 0;

    for (uint32_t i = 0; count > 0 && i < map->count && compared < NEAR_KEYS_MAX; i++) {
        const ptc_map_entry *entry = &map->entries[i];
        const ptc_schema_node *field;
        bool is_found;

        if (entry->key.kind != PTC_STRING && entry->key.kind != PTC_KEYWORD)
            continue;
        field = near_nearest(fields, count, ptc_value_text(&entry->key));
        compared++;
        if (field == NULL ||
            ptc_walk_field_of(c->walk.nodes, node, map, entry, guess, &is_found) !=
                NULL ||
            ptc_walk_context_named(c->walk.nodes, node, &entry->key) != NULL)
            continue;
        step.key = &entry->key;
        ptc_warn_near_miss(&c->walk, &step, node, field);
    }
}
