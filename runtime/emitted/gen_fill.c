/* SPDX-License-Identifier: MIT */
/*
 * Values into structs, along the layout of a type.
 *
 * The value was coerced by the walker, so it fits; the layout says where it goes. What is
 * left to decide is which alternative of a union takes a value: the first that accepts
 * it as it is now. Recursion follows the value, whose depth the walker has bounded, and
 * the combinators around a node, which the schema bounds.
 */
#include "emitted/emitted_int.h"
#include "schema/schema_int.h"
#include "walk/walk_int.h"

#include <ptc/convert.h>
#include <ptc/datetime.h>
#include <ptc/decimal.h>

typedef struct fill_run {
    const ptc_gen_filling *filling;
    const ptc_schema_node *nodes;
    const ptc_gen_layout *layout;
    ptc_walker walker; /* checks alternatives */
    ptc_status status;
} fill_run;

static void fill_place(fill_run *run, uint32_t index, const ptc_value *value,
                       const ptc_value *given, unsigned char *holder);

static void fill_value(fill_run *run, uint32_t index, const ptc_value *value,
                       const ptc_value *given, unsigned char *place);

static void fill_fail(fill_run *run, ptc_status status)
{
    if (run->status == PTC_OK)
        run->status = status;
}

/* Zeroed memory for `count` things. */
static void *fill_allocate(fill_run *run, size_t count, size_t size)
{
    void *memory = ptc_arena_array(run->filling->arena, count, size);

    if (memory == NULL)
        fill_fail(run, PTC_ERROR_MEMORY);
    return memory;
}

/* --- Scalars ----------------------------------------------------------------------- */

/* What was checked as it came may spell an int of JSON Schema with a point. */
static void fill_int(fill_run *run, const ptc_value *value, unsigned char *place)
{
    ptc_value number = *value;

    if (number.kind == PTC_FLOAT)
        number = ptc_value_json_number(value);
    if (number.kind != PTC_INT)
        fill_fail(run, PTC_ERROR_INVALID);
    else
        memcpy(place, &number.as.integer, sizeof number.as.integer);
}

static void fill_float(fill_run *run, const ptc_value *value, unsigned char *place)
{
    double number = 0;

    if (value->kind == PTC_FLOAT)
        number = value->as.number;
    else if (value->kind == PTC_INT)
        number = (double)value->as.integer;
    else if (value->kind != PTC_OPAQUE ||
             !ptc_number_read_double(value->as.text, value->aux, &number))
        fill_fail(run, PTC_ERROR_INVALID);
    memcpy(place, &number, sizeof number);
}

/* The text of a value as structs have it. */
static ptc_str fill_own_text(fill_run *run, const ptc_value *value)
{
    ptc_str text = ptc_value_text(value);

    if (value->kind != PTC_STRING && value->kind != PTC_KEYWORD) {
        fill_fail(run, PTC_ERROR_INVALID);
        return PTC_STR("");
    }
    if (run->filling->copies) {
        text = text.len > 0 ? ptc_str_copy(run->filling->arena, text) : PTC_STR("");
        if (text.ptr == NULL)
            fill_fail(run, PTC_ERROR_MEMORY);
    }
    return text;
}

static void fill_text(fill_run *run, const ptc_value *value, unsigned char *place)
{
    ptc_str text = fill_own_text(run, value);

    memcpy(place, &text, sizeof text);
}

/* A moment that was moved to UTC keeps the offset that was given. */
static void fill_datetime(fill_run *run, const ptc_value *value, const ptc_value *given,
                          unsigned char *place)
{
    ptc_datetime moment;
    ptc_datetime written;
    ptc_str text = fill_own_text(run, value);

    if (run->status != PTC_OK)
        return;
    if (ptc_datetime_read(text, &moment) != PTC_OK)
        fill_fail(run, PTC_ERROR_INVALID);
    if (given != NULL && given->kind == PTC_STRING &&
        ptc_datetime_read(ptc_value_text(given), &written) == PTC_OK)
        moment.offset_minutes = written.offset_minutes;
    memcpy(place, &moment, sizeof moment);
}

static void fill_date(fill_run *run, const ptc_value *value, unsigned char *place)
{
    ptc_str text = fill_own_text(run, value);
    ptc_date date;

    if (run->status != PTC_OK)
        return;
    if (ptc_date_read(text, &date) != PTC_OK)
        fill_fail(run, PTC_ERROR_INVALID);
    memcpy(place, &date, sizeof date);
}

/* What was checked as it came may be a number. */
static void fill_decimal(fill_run *run, const ptc_value *value, unsigned char *place)
{
    bool is_number =
        value->kind == PTC_INT || value->kind == PTC_FLOAT || value->kind == PTC_OPAQUE;
    ptc_decimal decimal;
    ptc_str text;

    if (is_number) {
        text = ptc_gen_decimal_text(run->filling->arena, value);
        if (text.ptr == NULL)
            fill_fail(run, PTC_ERROR_MEMORY);
    } else {
        text = fill_own_text(run, value);
    }
    if (run->status != PTC_OK)
        return;
    if (ptc_decimal_read(text, &decimal) != PTC_OK)
        fill_fail(run, PTC_ERROR_INVALID);
    memcpy(place, &decimal, sizeof decimal);
}

/* A value that stays one. */
static void fill_any(fill_run *run, const ptc_value *value, unsigned char *place)
{
    ptc_value own = *value;
    ptc_status status = PTC_OK;

    if (run->filling->copies)
        status = ptc_value_copy(run->filling->arena, value, &own);
    if (status != PTC_OK)
        fill_fail(run, status);
    memcpy(place, &own, sizeof own);
}

static void fill_enum(fill_run *run, uint32_t index, const ptc_value *value,
                      unsigned char *place)
{
    unsigned member = 0;

    if (!ptc_gen_member(&run->nodes[index], value, &member))
        fill_fail(run, PTC_ERROR_INVALID);
    ptc_gen_store_enum(place, run->layout[index].size, member);
}

/* --- Containers -------------------------------------------------------------------- */

/* The item of the given collection that is where the coerced one has item `i`. */
static const ptc_value *fill_given_item(const ptc_value *value, const ptc_value *given,
                                        uint32_t i)
{
    if (given == NULL || (given->kind != PTC_VECTOR && given->kind != PTC_SET) ||
        given->aux != value->aux)
        return &value->as.items[i];
    return &given->as.items[i];
}

static void fill_list(fill_run *run, uint32_t index, const ptc_value *value,
                      const ptc_value *given, unsigned char *place)
{
    uint32_t size = run->layout[index].size;
    ptc_gen_head head = {NULL, value->aux};

    if (value->kind != PTC_VECTOR && value->kind != PTC_SET) {
        fill_fail(run, PTC_ERROR_INVALID);
        return;
    }
    if (head.count > 0)
        head.items = fill_allocate(run, head.count, size);
    memcpy(place, &head, sizeof head);
    for (uint32_t i = 0; i < value->aux && run->status == PTC_OK; i++)
        fill_place(run, run->nodes[index].first, &value->as.items[i],
                   fill_given_item(value, given, i),
                   (unsigned char *)head.items + (size_t)i * size);
}

/* Keys of JSON are strings: where no string is accepted, the text of an int is the int.
 */
static ptc_value fill_key(fill_run *run, uint32_t index, const ptc_value *key)
{
    int64_t integer;

    if (key->kind != PTC_STRING || !run->walker.is_json ||
        ptc_walk_accepts(&run->walker, &run->nodes[index], key) ||
        !ptc_convert_int_key(ptc_value_text(key), &integer))
        return *key;
    return ptc_value_int(integer);
}

static void fill_entries(fill_run *run, uint32_t index, const ptc_value *value,
                         const ptc_value *given, unsigned char *place)
{
    uint32_t size = run->layout[index].size;
    uint32_t child = run->nodes[index].first;
    ptc_gen_head head = {NULL, value->aux};

    if (value->kind != PTC_MAP) {
        fill_fail(run, PTC_ERROR_INVALID);
        return;
    }
    if (given == NULL || given->kind != PTC_MAP || given->aux != value->aux)
        given = value;
    if (head.count > 0)
        head.items = fill_allocate(run, head.count, size);
    memcpy(place, &head, sizeof head);
    for (uint32_t i = 0; i < value->aux && run->status == PTC_OK; i++) {
        const ptc_map_entry *entry = &value->as.map->entries[i];
        unsigned char *item = (unsigned char *)head.items + (size_t)i * size;
        ptc_value key = fill_key(run, child, &entry->key);

        fill_place(run, child, &key, &given->as.map->entries[i].key, item);
        fill_place(run, child + 1, &entry->value, &given->as.map->entries[i].value, item);
    }
}

/* A parameter from the context: what the caller gave is not its value, and what the host
 * gave is. */
static void fill_context(fill_run *run, uint32_t index, const ptc_value *value,
                         unsigned char *holder)
{
    const ptc_schema_extra *extra = run->nodes[index].extra;
    const ptc_context *context = run->filling->options->context;
    ptc_value found;
    ptc_str at;
    bool is_known = ptc_context_find(context, extra->context, &found, &at);

    fill_place(run, index, value, is_known ? &found : NULL, holder);
}

static void fill_fields(fill_run *run, uint32_t index, const ptc_value *value,
                        const ptc_value *given, unsigned char *place)
{
    static const ptc_value absent = {.kind = PTC_NIL};
    const ptc_schema_node *node = &run->nodes[index];
    bool is_map = value->kind == PTC_MAP;
    uint32_t guess = 0;

    if (!is_map) {
        fill_fail(run, PTC_ERROR_INVALID);
        return;
    }
    for (uint32_t i = 0; i < node->count && run->status == PTC_OK; i++) {
        const ptc_schema_node *field = &run->nodes[node->first + i];
        const ptc_map_entry *entry = ptc_walk_find(value->as.map, field, guess);
        const ptc_map_entry *source = entry;

        if (ptc_walk_is_from_context(field)) {
            fill_context(run, node->first + i, entry != NULL ? &entry->value : &absent,
                         place);
            continue;
        }
        if (entry != NULL)
            guess = (uint32_t)(entry - value->as.map->entries) + 1;
        if (given != NULL && given->kind == PTC_MAP)
            source = ptc_walk_find(given->as.map, field, i);
        fill_place(run, node->first + i, entry != NULL ? &entry->value : &absent,
                   source != NULL ? &source->value : &absent, place);
    }
}

static void fill_elements(fill_run *run, uint32_t index, const ptc_value *value,
                          const ptc_value *given, unsigned char *place)
{
    const ptc_schema_node *node = &run->nodes[index];

    if (value->kind != PTC_VECTOR || value->aux != node->count) {
        fill_fail(run, PTC_ERROR_INVALID);
        return;
    }
    for (uint32_t i = 0; i < node->count && run->status == PTC_OK; i++)
        fill_place(run, node->first + i, &value->as.items[i],
                   fill_given_item(value, given, i), place);
}

/* --- Choices ----------------------------------------------------------------------- */

/* Whether a kind alone says that a value is not for this alternative. */
static bool fill_is_plain(const fill_run *run, const ptc_schema_node *node)
{
    node = ptc_schema_target(run->walker.nodes, node);
    return node->type != PTC_TYPE_AND && node->type != PTC_TYPE_NOT &&
           node->type != PTC_TYPE_NOT_CONST && node->type != PTC_TYPE_CUSTOM &&
           node->type != PTC_TYPE_UNION && node->type != PTC_TYPE_ONE &&
           node->type != PTC_TYPE_IF && node->type != PTC_TYPE_MALLI_SCHEMA;
}

static bool fill_may_take(const fill_run *run, const ptc_schema_node *node,
                          const ptc_value *value)
{
    return !fill_is_plain(run, node) || ptc_walk_has_kind(&run->walker, node, value);
}

static uint32_t fill_first(fill_run *run, const ptc_schema_node *node,
                           const ptc_value *value)
{
    uint32_t i = 0;

    while (i < node->count &&
           !ptc_walk_accepts(&run->walker, &run->nodes[node->first + i], value))
        i++;
    return i;
}

/* The alternative that the value was coerced by: the first that coerces what was given. A
 * MULTI whose branch does not declare the field that chose it leaves that field as it
 * was, which then still has to be coerced to choose the branch. */
static uint32_t fill_coerced(fill_run *run, const ptc_schema_node *node,
                             const ptc_value *given)
{
    const ptc_gen_filling *filling = run->filling;
    ptc_walk_options options = *filling->options;
    ptc_status status = PTC_ERROR_INVALID;
    uint32_t i = 0;

    options.mode = PTC_MODE_ENABLED; /* only asked where values are coerced */
    for (; i < node->count; i++) {
        ptc_schema schema = {run->nodes, node->first + i, filling->type->count};
        ptc_value made;

        status = ptc_schema_coerce(filling->arena, &schema, given, &options, &made, NULL);
        if (status != PTC_ERROR_INVALID)
            break;
    }
    run->walker.failed |= status == PTC_ERROR_MEMORY;
    return status == PTC_OK ? i : node->count;
}

/* The number of the alternative that takes the value; the count when none does. An
 * integer may meet a limit that the double which it became does not: then it is the one
 * that takes what was given. */
static uint32_t fill_alternative(fill_run *run, const ptc_schema_node *node,
                                 const ptc_value *value, const ptc_value *given)
{
    const ptc_walk_options *options = run->filling->options;
    const ptc_schema_node *child = &run->nodes[node->first];
    uint32_t candidates = 0;
    uint32_t only = 0;

    for (uint32_t i = 0; i < node->count; i++) {
        if (!fill_may_take(run, &child[i], value))
            continue;
        candidates++;
        only = i;
    }
    if (candidates == 1)
        return only;
    only = fill_first(run, node, value);
    if (only == node->count && given != NULL)
        only = fill_first(run, node, given);
    if (only == node->count && given != NULL && !run->walker.failed &&
        ptc_walk_converts(options->mode, options->direction))
        only = fill_coerced(run, node, given);
    return only;
}

/* The branch that checked the value: by the dispatch field as it was given. */
static uint32_t fill_branch(fill_run *run, const ptc_schema_node *node,
                            const ptc_value *value)
{
    static const ptc_value absent = {.kind = PTC_NIL};
    const ptc_walk_options *options = run->filling->options;
    const ptc_map_entry *entry;
    const ptc_schema_node *branch;

    if (value->kind != PTC_MAP)
        return node->count;
    entry = ptc_map_find_field(value->as.map, node->type_name, 0);
    branch = ptc_walk_branch(&run->walker, node, entry != NULL ? &entry->value : &absent,
                             ptc_walk_converts(options->mode, options->direction));
    return branch != NULL ? (uint32_t)(branch - &run->nodes[node->first]) : node->count;
}

static void fill_union(fill_run *run, uint32_t index, const ptc_value *value,
                       const ptc_value *given, unsigned char *place)
{
    const ptc_schema_node *node = &run->nodes[index];
    uint32_t choice = node->type == PTC_TYPE_MULTI
                          ? fill_branch(run, node, given != NULL ? given : value)
                          : fill_alternative(run, node, value, given);

    if (choice == node->count && node->type == PTC_TYPE_MULTI)
        choice = fill_branch(run, node, value); /* given by a program: other keys */

    if (choice >= node->count) {
        fill_fail(run, run->walker.failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID);
        return;
    }
    ptc_gen_store_enum(place, run->layout[index].size, choice);
    fill_place(run, node->first + choice, value, given, place);
}

/* --- Places ------------------------------------------------------------------------ */

static void fill_pointer(fill_run *run, uint32_t index, const ptc_value *value,
                         const ptc_value *given, unsigned char *place)
{
    void *target = NULL;

    if (value->kind != PTC_NIL)
        target = fill_allocate(run, 1, run->layout[index].size);
    memcpy(place, &target, sizeof target);
    if (target != NULL)
        fill_value(run, run->nodes[index].first, value, given, target);
}

/* The containers; they count as depth, by which the walker knows verdicts again. */
static void fill_container(fill_run *run, uint32_t index, const ptc_value *value,
                           const ptc_value *given, unsigned char *place)
{
    if (run->walker.depth >= PTC_DEPTH_MAX) {
        fill_fail(run, PTC_ERROR_DEPTH);
        return;
    }
    run->walker.depth++;
    if (run->layout[index].shape == PTC_SHAPE_LIST)
        fill_list(run, index, value, given, place);
    else if (run->layout[index].shape == PTC_SHAPE_ENTRIES)
        fill_entries(run, index, value, given, place);
    else if (run->nodes[index].type == PTC_TYPE_TUPLE)
        fill_elements(run, index, value, given, place);
    else
        fill_fields(run, index, value, given, place);
    run->walker.depth--;
}

static void fill_value(fill_run *run, uint32_t index, const ptc_value *value,
                       const ptc_value *given, unsigned char *place)
{
    bool boolean = value->kind == PTC_BOOL && value->as.boolean;

    switch ((ptc_gen_shape)run->layout[index].shape) {
    case PTC_SHAPE_NONE:
        fill_fail(run, PTC_ERROR_INVALID);
        break;
    case PTC_SHAPE_SAME:
        fill_value(run, run->nodes[index].first, value, given, place);
        break;
    case PTC_SHAPE_VALUE:
        fill_any(run, value, place);
        break;
    case PTC_SHAPE_BOOL:
        memcpy(place, &boolean, sizeof boolean);
        break;
    case PTC_SHAPE_INT:
        fill_int(run, value, place);
        break;
    case PTC_SHAPE_FLOAT:
        fill_float(run, value, place);
        break;
    case PTC_SHAPE_TEXT:
    case PTC_SHAPE_KEYWORD:
        fill_text(run, value, place);
        break;
    case PTC_SHAPE_DATETIME:
        fill_datetime(run, value, given, place);
        break;
    case PTC_SHAPE_DATE:
        fill_date(run, value, place);
        break;
    case PTC_SHAPE_DECIMAL:
        fill_decimal(run, value, place);
        break;
    case PTC_SHAPE_ENUM:
        fill_enum(run, index, value, place);
        break;
    case PTC_SHAPE_LIST:
    case PTC_SHAPE_ENTRIES:
    case PTC_SHAPE_STRUCT:
        fill_container(run, index, value, given, place);
        break;
    case PTC_SHAPE_UNION:
        fill_union(run, index, value, given, place);
        break;
    case PTC_SHAPE_POINTER:
        fill_pointer(run, index, value, given, place);
        break;
    }
}

/* A place is zeroed memory. A default is stored without its flag. */
static void fill_place(fill_run *run, uint32_t index, const ptc_value *value,
                       const ptc_value *given, unsigned char *holder)
{
    const ptc_gen_layout *row = &run->layout[index];
    bool was_given = given == NULL || given->kind != PTC_NIL;
    bool is_there = row->flag == PTC_GEN_ALWAYS || value->kind != PTC_NIL;
    bool flag = is_there && was_given;

    if (row->flag != PTC_GEN_ALWAYS)
        memcpy(holder + row->flag, &flag, sizeof flag);
    if (is_there &&
        (row->flag == PTC_GEN_ALWAYS || was_given || run->filling->fills_defaults))
        fill_value(run, index, value, given, holder + row->offset);
}

static void fill_start(fill_run *run, const ptc_gen_filling *filling, uint32_t node)
{
    ptc_schema schema = {filling->type->nodes, node, filling->type->count};

    run->filling = filling;
    run->nodes = filling->type->nodes;
    run->layout = filling->type->layout;
    run->status = PTC_OK;
    ptc_walk_start(&run->walker, &schema, filling->options, NULL);
    run->walker.steps = 1; /* verdicts will be asked for again further down */
}

static ptc_status fill_finish(fill_run *run)
{
    if (run->walker.has_memos)
        ptc_memo_end(&run->walker);
    return run->walker.failed ? PTC_ERROR_MEMORY : run->status;
}

ptc_status ptc_gen_fill(const ptc_gen_filling *filling, uint32_t node,
                        const ptc_value *value, const ptc_value *given, void *holder)
{
    fill_run run;

    fill_start(&run, filling, node);
    fill_place(&run, node, value, given, holder);
    return fill_finish(&run);
}

ptc_status ptc_gen_fill_value(const ptc_gen_filling *filling, uint32_t node,
                              const ptc_value *value, const ptc_value *given, void *out)
{
    fill_run run;

    fill_start(&run, filling, node);
    fill_value(&run, node, value, given, out);
    return fill_finish(&run);
}
