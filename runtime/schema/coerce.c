/* SPDX-License-Identifier: MIT */
/*
 * Coercion: a value made to fit its schema, where inputs may be lenient. [validation 2,
 * 4-6]
 *
 * One walk does it all: it converts, fills defaults, spells keys as declared and judges,
 * in the order in which the walker judges, so that paths are those of the data that came
 * in. A function here gives false when the value does not fit; `*out` is then the value
 * with everything coerced that could be, and what could not as it was. The parts that
 * need no conversion are judged by walk.c.
 *
 * What is unchanged is shared: a list or map is copied when its first part differs.
 * Conversions between scalars are in convert.c, texts in messages.c.
 */
#include "schema/walk_int.h"

typedef struct coercer {
    ptc_walker walk;
    ptc_arena *arena;
    bool converts; /* inputs, in the modes that coerce; else keys and defaults alone */
} coercer;

static const ptc_place coerce_nowhere = {NULL, NULL, NULL, 0};

static bool coerce_node(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                        const ptc_place *place, ptc_value *out);

/* The same bits; what was not touched. */
static bool coerce_is_same(const ptc_value *a, const ptc_value *b)
{
    return a->kind == b->kind && a->flags == b->flags && a->aux == b->aux &&
           a->as.integer == b->as.integer;
}

static void *coerce_allocate(coercer *c, size_t count, size_t size)
{
    void *place = ptc_arena_array(c->arena, count, size);

    if (place == NULL)
        c->walk.failed = true;
    return place;
}

static ptc_value coerce_string(ptc_str text)
{
    return ptc_value_string(text);
}

/* --- Scalars ----------------------------------------------------------------------- */

static ptc_value coerce_to_float(coercer *c, const ptc_schema_node *node,
                                 const ptc_value *value, const ptc_place *place)
{
    double number = 0;
    bool is_exact = true;

    if (value->kind == PTC_INT) {
        number = (double)value->as.integer;
        is_exact = ptc_number_compare_int_double(value->as.integer, number) == 0;
    } else {
        ptc_convert_big_int(ptc_value_text(value), &number, &is_exact);
    }
    if (!is_exact)
        ptc_warn_coerced(&c->walk, place, node, value, PTC_TYPE_FLOAT,
                         " (precision lost)");
    return ptc_value_float(number);
}

static ptc_status coerce_to_utc(coercer *c, const ptc_value *value, ptc_value *out)
{
    char *utc = coerce_allocate(c, PTC_DATETIME_MAX, 1);
    size_t len;
    ptc_status status;

    if (utc == NULL)
        return PTC_ERROR_MEMORY;
    status = ptc_datetime_to_utc(ptc_value_text(value), utc, &len);
    if (status == PTC_OK) {
        *out = coerce_string(ptc_str_make(utc, len));
        out->flags = PTC_FLAG_ASCII;
    }
    return status;
}

/* A valid value in the form that its type stores. */
static bool coerce_settle(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                          const ptc_place *place, ptc_value *out)
{
    ptc_status status;

    if ((node->type == PTC_TYPE_FLOAT && value->kind == PTC_INT) ||
        (value->kind == PTC_OPAQUE &&
         (node->type == PTC_TYPE_FLOAT || node->type == PTC_TYPE_NUMBER))) {
        *out = coerce_to_float(c, node, value, place);
    } else if (node->type == PTC_TYPE_DATETIME &&
               ptc_datetime_parse(ptc_value_text(value)) == PTC_DATETIME_OFFSET) {
        status = coerce_to_utc(c, value, out);
        if (status != PTC_OK)
            return status == PTC_ERROR_RANGE &&
                   ptc_fault_range(&c->walk, place, node, value);
        ptc_warn_utc(&c->walk, place, node, value, ptc_value_text(out));
    }
    return true;
}

static ptc_status coerce_string_to_float(const ptc_value *value, ptc_value *out)
{
    double number;
    ptc_status status = ptc_convert_float(ptc_value_text(value), &number);

    if (status == PTC_OK)
        *out = ptc_value_float(number);
    return status;
}

static ptc_status coerce_string_to_int(const ptc_value *value, ptc_value *out)
{
    int64_t integer;
    ptc_status status = ptc_convert_int(ptc_value_text(value), &integer);

    if (status == PTC_OK)
        *out = ptc_value_int(integer);
    return status;
}

/* The member that a string or keyword means, its own kind apart. */
static ptc_status coerce_member(const ptc_schema_node *node, const ptc_value *value,
                                ptc_value *out)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;
    ptc_value number;

    for (uint32_t i = 0; i < count; i++) {
        if (ptc_walk_is_same_name(&node->members[i], value)) {
            *out = node->members[i];
            return PTC_OK;
        }
    }
    for (int turn = 0; value->kind == PTC_STRING && turn < 2; turn++) {
        if ((turn == 0 ? coerce_string_to_int(value, &number)
                       : coerce_string_to_float(value, &number)) != PTC_OK)
            continue;
        for (uint32_t i = 0; i < count; i++) {
            if (ptc_value_same(&node->members[i], &number)) {
                *out = node->members[i];
                return PTC_OK;
            }
        }
    }
    return PTC_ERROR_INVALID;
}

/* A value that its type does not take, as one that it might. PTC_ERROR_INVALID: there is
 * no way from one to the other. */
static ptc_status coerce_convert(coercer *c, const ptc_schema_node *node,
                                 const ptc_value *value, ptc_value *out)
{
    bool is_string = value->kind == PTC_STRING;
    ptc_str text = is_string ? ptc_value_text(value) : ptc_str_make(NULL, 0);
    ptc_status status = PTC_ERROR_INVALID;
    ptc_str name;
    bool boolean;

    if (node->type == PTC_TYPE_ENUM || node->type == PTC_TYPE_CONST)
        return coerce_member(node, value, out);
    if (node->type == PTC_TYPE_STRING && value->kind == PTC_KEYWORD) {
        *out = coerce_string(ptc_value_text(value));
        return PTC_OK;
    }
    if (!is_string)
        return PTC_ERROR_INVALID;
    if (node->type == PTC_TYPE_INT || node->type == PTC_TYPE_NUMBER)
        status = coerce_string_to_int(value, out);
    if (node->type == PTC_TYPE_FLOAT ||
        (node->type == PTC_TYPE_NUMBER && status != PTC_OK))
        status = coerce_string_to_float(value, out);
    if (node->type == PTC_TYPE_BOOL && ptc_convert_bool(text, &boolean) == PTC_OK) {
        *out = ptc_value_bool(boolean);
        status = PTC_OK;
    }
    if (node->type == PTC_TYPE_KEYWORD && ptc_convert_keyword(text, &name)) {
        *out = ptc_value_keyword(name);
        status = PTC_OK;
    }
    if (node->type == PTC_TYPE_DATETIME && ptc_datetime_parse(text) == PTC_DATETIME_LOOSE)
        status = coerce_to_utc(c, value, out);
    return status;
}

/* ORDER KIND */
static ptc_type coerce_type_of(const ptc_schema_node *node, const ptc_value *value)
{
    if (node->type == PTC_TYPE_DATETIME)
        return PTC_TYPE_DATETIME;
    switch ((ptc_kind)value->kind) {
    case PTC_BOOL:
        return PTC_TYPE_BOOL;
    case PTC_INT:
        return PTC_TYPE_INT;
    case PTC_FLOAT:
        return PTC_TYPE_FLOAT;
    case PTC_KEYWORD:
        return PTC_TYPE_KEYWORD;
    case PTC_NIL:
    case PTC_STRING:
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
    case PTC_OPAQUE:
        break;
    }
    return PTC_TYPE_STRING;
}

static bool coerce_scalar(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                          const ptc_place *place, ptc_value *out)
{
    ptc_value converted;
    ptc_status status;

    if (!c->converts)
        return ptc_walk_check(&c->walk, node, value, place);
    if (ptc_walk_accepts(&c->walk, node, value))
        return coerce_settle(c, node, value, place, out);
    status = coerce_convert(c, node, value, &converted);
    if (status == PTC_ERROR_RANGE)
        return ptc_fault_range(&c->walk, place, node, value);
    if (status != PTC_OK)
        return ptc_walk_check(&c->walk, node, value, place);
    ptc_warn_coerced(&c->walk, place, node, value, coerce_type_of(node, &converted), "");
    *out = converted;
    return ptc_walk_check(&c->walk, node, &converted, place);
}

/* --- Lists, sets, tuples ----------------------------------------------------------- */

/*
 * Coerces each element; element i by child i when `is_tuple`, else by the first child.
 * `*items` is the array that came in, or a new one as soon as an element changed.
 */
static bool coerce_items(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                         const ptc_place *place, bool is_tuple, const ptc_value **items)
{
    const ptc_schema_node *child = &c->walk.nodes[node->first];
    const ptc_value *from = value->as.items;
    ptc_value *copy = NULL;
    ptc_place step = {place, NULL, NULL, 0};
    bool is_valid = true;

    for (uint32_t i = 0; i < value->aux; i++) {
        ptc_value item;

        step.index = i;
        is_valid &= coerce_node(c, is_tuple ? child + i : child, &from[i], &step, &item);
        if (c->walk.failed || (!is_valid && c->walk.report == NULL))
            return false;
        if (copy == NULL && !coerce_is_same(&item, &from[i])) {
            copy = coerce_allocate(c, value->aux, sizeof *copy);
            if (copy == NULL)
                return false;
            memcpy(copy, from, i * sizeof *copy);
        }
        if (copy != NULL)
            copy[i] = item;
    }
    *items = copy != NULL ? copy : from;
    return is_valid;
}

static bool coerce_list(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                        const ptc_place *place, ptc_value *out)
{
    bool is_set = c->converts && value->kind == PTC_SET;
    const ptc_value *items = value->as.items;
    bool is_valid;

    if (value->kind != PTC_VECTOR && !is_set)
        return ptc_fault_kind(&c->walk, place, node, value);
    if (!ptc_walk_enter(&c->walk, node, place))
        return false;
    is_valid = ptc_walk_size(&c->walk, node, value, value->aux, place);
    is_valid &= coerce_items(c, node, value, place, false, &items);
    c->walk.depth--;
    if (is_set) {
        ptc_warn_coerced(&c->walk, place, node, value, PTC_TYPE_LIST, "");
        *out = ptc_value_vector(items, value->aux);
    }
    out->as.items = items;
    return is_valid;
}

static bool coerce_tuple(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                         const ptc_place *place, ptc_value *out)
{
    bool is_valid;

    if (value->kind != PTC_VECTOR || value->aux != node->count)
        return ptc_walk_tuple(&c->walk, node, value, place);
    if (!ptc_walk_enter(&c->walk, node, place))
        return false;
    is_valid = coerce_items(c, node, value, place, true, &out->as.items);
    c->walk.depth--;
    return is_valid;
}

static bool coerce_make_set(coercer *c, const ptc_value *value, const ptc_value *items,
                            ptc_value *out, size_t *dropped)
{
    if (value->kind == PTC_SET && items == value->as.items)
        return true;
    if (ptc_value_set_of(c->arena, items, value->aux, out, dropped) == PTC_OK)
        return true;
    c->walk.failed = true;
    return false;
}

/* The distinct ones of `items`, all of them valid. */
static bool coerce_to_set(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                          const ptc_value *items, const ptc_place *place, ptc_value *out)
{
    bool is_list = value->kind == PTC_VECTOR;
    size_t dropped = 0;

    if (!coerce_make_set(c, value, items, out, &dropped))
        return false;
    if (is_list && (!c->walk.is_json || dropped > 0))
        ptc_warn_merged(&c->walk, place, node, value, dropped);
    return ptc_walk_size(&c->walk, node, value, out->aux, place);
}

static bool coerce_set(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                       const ptc_place *place, ptc_value *out)
{
    const ptc_value *items = value->as.items;
    bool is_valid;

    if (value->kind != PTC_SET &&
        (value->kind != PTC_VECTOR || !(c->converts || c->walk.is_json)))
        return ptc_fault_kind(&c->walk, place, node, value);
    if (!ptc_walk_enter(&c->walk, node, place))
        return false;
    is_valid = c->converts || ptc_walk_size(&c->walk, node, value, value->aux, place);
    is_valid &= coerce_items(c, node, value, place, false, &items);
    c->walk.depth--;
    if (c->converts)
        return is_valid && coerce_to_set(c, node, value, items, place, out);
    if (value->kind == PTC_SET)
        return coerce_make_set(c, value, items, out, NULL) && is_valid;
    is_valid &= ptc_walk_distinct(&c->walk, node, value, place);
    out->as.items = items;
    return is_valid;
}

/* --- Maps -------------------------------------------------------------------------- */

/* A map in the making: shares the entries of the map it is made from as long as the same
 * ones come in the same order. */
typedef struct coerce_map {
    coercer *c;
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
            coerce_is_same(key, &from->entries[map->count].key) &&
            coerce_is_same(value, &from->entries[map->count].value)) {
            map->count++;
            return true;
        }
        map->entries = coerce_allocate(map->c, map->room, sizeof *map->entries);
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
    return ptc_map_make(map->c->arena, map->entries ? map->entries : from->entries,
                        map->count, out, duplicate);
}

/* The key of a declared field in the result; the data's own when it is spelled so. */
static ptc_value coerce_field_key(const ptc_schema_node *field,
                                  const ptc_map_entry *entry)
{
    if (entry != NULL && entry->key.kind == PTC_STRING &&
        ptc_str_equal(ptc_value_text(&entry->key), field->name))
        return entry->key;
    return coerce_string(field->name);
}

/* An undeclared key with '-' read as '_'. */
static bool coerce_fold_key(coercer *c, const ptc_value *key, ptc_value *out)
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

/*
 * Adds what no field took. A second spelling of a field keeps its own, so that it cannot
 * be taken for the field; it is left out if it is the very key of the result. A key is
 * not folded into one that the data has as well, nor (`folds` false) into one another.
 */
static bool coerce_put_extras(coerce_map *result, const ptc_schema_node *node, bool folds)
{
    coercer *c = result->c;
    const ptc_map *map = result->from->as.map;
    uint32_t guess = 0;

    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_map_entry *entry = &map->entries[i];
        ptc_value key = entry->key;
        bool is_found;
        const ptc_schema_node *field =
            ptc_walk_field_of(c->walk.nodes, node, map, entry, guess, &is_found);

        if (field != NULL) {
            guess = (uint32_t)(field - &c->walk.nodes[node->first]) + 1;
            if (is_found || (key.kind == PTC_STRING &&
                             ptc_str_equal(ptc_value_text(&key), field->name)))
                continue;
        } else if (folds) {
            if (!coerce_fold_key(c, &entry->key, &key))
                return false;
            if (key.as.text != entry->key.as.text && ptc_map_find(map, &key) != NULL)
                key = entry->key;
        }
        if (!coerce_map_put(result, &key, &entry->value))
            return false;
    }
    return true;
}

/* A field and its value; `*is_valid` is cleared when it does not fit. */
static bool coerce_put_field(coerce_map *result, const ptc_schema_node *node,
                             const ptc_schema_node *field, const ptc_map_entry *entry,
                             const ptc_place *place, bool *is_valid)
{
    coercer *c = result->c;
    ptc_value key = coerce_field_key(field, entry);
    ptc_value value;

    if (entry != NULL) {
        *is_valid &= coerce_node(c, field, &entry->value, place, &value);
    } else if (!ptc_schema_default(field, &value)) {
        *is_valid &= ptc_walk_is_optional(&c->walk, field) ||
                     ptc_walk_missing(&c->walk, node, result->from, field, place);
        return true;
    }
    return !c->walk.failed && coerce_map_put(result, &key, &value);
}

/* Puts the fields; gives the number of entries they took, or UINT32_MAX to give up. */
static uint32_t coerce_put_fields(coerce_map *result, const ptc_schema_node *node,
                                  const ptc_place *place, bool *is_valid)
{
    coercer *c = result->c;
    const ptc_map *map = result->from->as.map;
    ptc_place step = {place, NULL, NULL, 0};
    uint32_t found = 0;
    uint32_t guess = 0;

    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *field = &c->walk.nodes[node->first + i];
        const ptc_map_entry *entry =
            found < map->count ? ptc_map_find_field(map, field->name, guess) : NULL;

        if (entry != NULL) {
            found++;
            guess = (uint32_t)(entry - map->entries) + 1;
        }
        step.slot = field;
        if (!coerce_put_field(result, node, field, entry, &step, is_valid) ||
            (!*is_valid && c->walk.report == NULL))
            return UINT32_MAX;
    }
    return found;
}

static bool coerce_map_entries(coercer *c, const ptc_schema_node *node,
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
        if (!coerce_put_extras(&result, node, true))
            return false;
    }
    status = coerce_map_finish(&result, out, NULL);
    if (status == PTC_ERROR_DUPLICATE) { /* two keys folded into one */
        result = fields;
        if (!coerce_put_extras(&result, node, false))
            return false;
        status = coerce_map_finish(&result, out, NULL);
    }
    c->walk.failed |= status != PTC_OK;
    return is_valid;
}

/* A map without fields is any map, and stays as it is. */
static bool coerce_fields(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                          const ptc_place *place, ptc_value *out)
{
    bool is_valid;

    if (value->kind != PTC_MAP || node->count == 0)
        return ptc_walk_check(&c->walk, node, value, place);
    if (!ptc_walk_enter(&c->walk, node, place))
        return false;
    is_valid = coerce_map_entries(c, node, value, place, out);
    c->walk.depth--;
    return is_valid;
}

/* In JSON the text of an int is the int as a key; else like values. */
static bool coerce_key(coercer *c, const ptc_schema_node *node, const ptc_value *key,
                       const ptc_place *place, ptc_value *out)
{
    ptc_report *report = c->walk.report;
    ptc_report_mark mark = {0, 0, 0, 0};
    int64_t integer;

    *out = *key;
    if (ptc_walk_accepts_key(&c->walk, node, key)) {
        if (c->converts && !ptc_walk_accepts(&c->walk, node, key) &&
            ptc_convert_int_key(ptc_value_text(key), &integer))
            *out = ptc_value_int(integer);
        return true;
    }
    if (c->converts) {
        if (report != NULL)
            mark = ptc_report_place(report);
        if (coerce_node(c, node, key, place, out))
            return true;
        *out = *key;
        if (report != NULL)
            ptc_report_rewind(report, mark);
    }
    return ptc_fault_key(&c->walk, place, node, key);
}

static bool coerce_put_entries(coerce_map *result, const ptc_schema_node *node,
                               const ptc_place *place, bool *is_valid)
{
    coercer *c = result->c;
    const ptc_map *map = result->from->as.map;
    const ptc_schema_node *key_node = &c->walk.nodes[node->first];
    ptc_place step = {place, NULL, NULL, 0};

    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_map_entry *entry = &map->entries[i];
        ptc_value key;
        ptc_value value;

        step.key = &entry->key;
        *is_valid &= coerce_key(c, key_node, &entry->key, &step, &key);
        *is_valid &= coerce_node(c, key_node + 1, &entry->value, &step, &value);
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
    ptc_place step = {place, NULL, &from[later].key, 0};
    size_t first = 0;

    while (first < later &&
           !ptc_value_same(&result->entries[first].key, &result->entries[later].key))
        first++;
    return ptc_fault_duplicate(&result->c->walk, &step, node, &from[later].key,
                               &from[first].key, 0);
}

static bool coerce_map_of(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                          const ptc_place *place, ptc_value *out)
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

/* --- Combinators ------------------------------------------------------------------- */

/* The first alternative that coerces, and what it made of the value. Says nothing. */
static const ptc_schema_node *coerce_try(coercer *c, const ptc_schema_node *node,
                                         const ptc_value *value, ptc_value *out)
{
    ptc_report *report = c->walk.report;
    const ptc_schema_node *chosen = NULL;

    if (ptc_walk_is_known(&c->walk, node, value, PTC_MEMO_COERCES) == 1)
        return NULL;
    c->walk.report = NULL;
    for (uint32_t i = 0; chosen == NULL && i < node->count && !c->walk.failed; i++) {
        const ptc_schema_node *child = &c->walk.nodes[node->first + i];
        ptc_arena_mark mark = ptc_arena_place(c->arena);

        if (coerce_node(c, child, value, &coerce_nowhere, out))
            chosen = child;
        else
            ptc_arena_rewind(c->arena, mark);
    }
    c->walk.report = report;
    if (chosen == NULL)
        ptc_walk_remember(&c->walk, node, value, PTC_MEMO_COERCES, false);
    return chosen;
}

/*
 * The first alternative that validates, else the first that coerces. [validation 4] With
 * a report the latter is found in silence first, and then does it once more aloud;
 * without one its result is taken as it is, so that nesting does not double the work.
 */
static bool coerce_union(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                         const ptc_place *place, ptc_value *out)
{
    const ptc_schema_node *first = &c->walk.nodes[node->first];
    const ptc_schema_node *chosen = NULL;
    bool is_done = false;

    c->walk.unions++;
    for (uint32_t i = 0; chosen == NULL && i < node->count; i++) {
        if (ptc_walk_accepts(&c->walk, &first[i], value))
            chosen = &first[i];
    }
    if (chosen == NULL && c->converts) {
        ptc_arena_mark mark = ptc_arena_place(c->arena);

        chosen = coerce_try(c, node, value, out);
        is_done = chosen != NULL && c->walk.report == NULL;
        if (!is_done)
            ptc_arena_rewind(c->arena, mark);
    }
    c->walk.unions--;
    if (is_done)
        return true;
    if (chosen == NULL && c->walk.report != NULL)
        chosen = ptc_walk_only_kind(&c->walk, node, value);
    if (chosen != NULL)
        return coerce_node(c, chosen, value, place, out);
    *out = *value;
    return ptc_fault_union(&c->walk, place, node, value);
}

/* Judges what coercion made of `value`, which is remembered only if that is the same. */
static bool coerce_judge(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                         const ptc_value *made, const ptc_place *place)
{
    bool was_temporary = c->walk.is_temporary;
    bool is_valid;

    c->walk.is_temporary |= !coerce_is_same(value, made);
    is_valid = ptc_walk_check(&c->walk, node, made, place);
    c->walk.is_temporary = was_temporary;
    return is_valid;
}

/* Whether all conjuncts but the first accept what the first made of the value. */
static bool coerce_others_accept(coercer *c, const ptc_schema_node *node,
                                 const ptc_value *value, const ptc_value *made)
{
    ptc_report *report = c->walk.report;
    bool is_valid = true;

    c->walk.report = NULL;
    for (uint32_t i = 1; i < node->count && is_valid; i++)
        is_valid = coerce_judge(c, &c->walk.nodes[node->first + i], value, made,
                                &coerce_nowhere);
    c->walk.report = report;
    return is_valid;
}

/* By the first conjunct; the others judge what came out. A value that validates as it is
 * stays so, if what came out does not. */
static bool coerce_and(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                       const ptc_place *place, ptc_value *out)
{
    const ptc_schema_node *child = &c->walk.nodes[node->first];
    ptc_report *report = c->walk.report;
    ptc_report_mark mark = {0, 0, 0, 0};
    bool is_valid;

    if (report != NULL)
        mark = ptc_report_place(report);
    is_valid = coerce_node(c, child, value, place, out);
    if (is_valid && coerce_others_accept(c, node, value, out))
        return true;
    if (is_valid && c->converts && ptc_walk_accepts(&c->walk, node, value)) {
        *out = *value;
        if (report != NULL)
            ptc_report_rewind(report, mark);
        return true;
    }
    if (report == NULL || (!is_valid && !ptc_walk_has_kind(&c->walk, child, out)))
        return false;
    for (uint32_t i = 1; i < node->count; i++) {
        if (coerce_judge(c, ++child, value, out, place))
            continue;
        is_valid = false;
        if (!ptc_walk_has_kind(&c->walk, child, out))
            break;
    }
    return is_valid;
}

static bool coerce_multi(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                         const ptc_place *place, ptc_value *out)
{
    const ptc_value absent = ptc_value_nil();
    const ptc_map_entry *entry;
    const ptc_schema_node *branch;

    if (value->kind != PTC_MAP)
        return ptc_fault_kind(&c->walk, place, node, value);
    entry = ptc_map_find_field(value->as.map, node->type_name, 0);
    branch = ptc_walk_branch(&c->walk, node, entry != NULL ? &entry->value : &absent,
                             c->converts);
    if (branch == NULL)
        return ptc_walk_check(&c->walk, node, value, place);
    return coerce_node(c, branch, value, place, out);
}

static bool coerce_combined(coercer *c, const ptc_schema_node *node,
                            const ptc_value *value, const ptc_place *place,
                            ptc_value *out)
{
    bool is_valid;

    if (!ptc_walk_step(&c->walk, node, place))
        return false;
    if (node->type == PTC_TYPE_UNION)
        is_valid = coerce_union(c, node, value, place, out);
    else if (node->type == PTC_TYPE_AND)
        is_valid = coerce_and(c, node, value, place, out);
    else
        is_valid = coerce_multi(c, node, value, place, out);
    c->walk.steps--;
    return is_valid;
}

/* --- The walk ---------------------------------------------------------------------- */

static bool coerce_node(coercer *c, const ptc_schema_node *node, const ptc_value *value,
                        const ptc_place *place, ptc_value *out)
{
again:
    *out = *value;
    if (value->kind == PTC_NIL &&
        (ptc_schema_default(node, out) || (node->flags & PTC_NODE_NULLABLE) != 0))
        return true;
    switch ((ptc_type)node->type) {
    case PTC_TYPE_BOOL:
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_STRING:
    case PTC_TYPE_KEYWORD:
    case PTC_TYPE_DATETIME:
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return coerce_scalar(c, node, value, place, out);
    case PTC_TYPE_LIST:
        return coerce_list(c, node, value, place, out);
    case PTC_TYPE_SET:
        return coerce_set(c, node, value, place, out);
    case PTC_TYPE_TUPLE:
        return coerce_tuple(c, node, value, place, out);
    case PTC_TYPE_MAP:
        return coerce_fields(c, node, value, place, out);
    case PTC_TYPE_MAP_OF:
        return coerce_map_of(c, node, value, place, out);
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_MULTI:
        return coerce_combined(c, node, value, place, out);
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
        node = &c->walk.nodes[node->first];
        goto again;
    case PTC_TYPE_ANY:
    case PTC_TYPE_NIL:
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_NOT:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_COUNT:
        break;
    }
    return ptc_walk_check(&c->walk, node, value, place);
}

ptc_status ptc_schema_coerce(const ptc_schema *schema, const ptc_value *value,
                             const ptc_walk_options *options, ptc_arena *arena,
                             ptc_value *out, ptc_report *report)
{
    ptc_mode mode = options != NULL ? options->mode : PTC_MODE_ENABLED;
    bool is_input = options == NULL || options->direction == PTC_INPUT;
    coercer c;
    const ptc_schema_node *root = ptc_walk_start(&c.walk, schema, options, report);
    bool is_valid;
    ptc_status status;

    *out = *value;
    if (mode == PTC_MODE_DISABLED)
        return PTC_OK;
    c.arena = arena;
    c.converts = is_input && (mode == PTC_MODE_ENABLED || mode == PTC_MODE_WARN_ONLY);
    if (c.walk.is_call && value->kind == PTC_VECTOR)
        is_valid = coerce_tuple(&c, root, value, &coerce_nowhere, out);
    else
        is_valid = coerce_node(&c, root, value, &coerce_nowhere, out);
    status = ptc_walk_status(&c.walk, is_valid);
    if (status == PTC_ERROR_INVALID && mode == PTC_MODE_WARN_ONLY)
        return PTC_OK;
    if (status != PTC_OK)
        *out = ptc_value_nil();
    return status;
}
