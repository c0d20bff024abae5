/* SPDX-License-Identifier: MIT */
/*
 * Values of a program to JSON text. [ptc-lisp 15]
 *
 * Texts and numbers are written by the functions of <ptc/json.h>'s writer. Unlike in a
 * result for the host, nothing is converted on the way: values that JSON does not have
 * are refused, with their place. Nothing is a safepoint.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/language/builtins.h"
#include "render/render_int.h"
#include "json/json_int.h"

#include <ptc/number.h>

enum {
    JSON_PATH_MAX = 200,  /* bytes of a path in a message */
    JSON_STRIDE = 0x8000, /* bytes of a string between two checks of the clock */
};

/* The path to a value: a key or an index, and the place of the enclosing value. */
typedef struct json_place {
    const struct json_place *around; /* NULL: the outermost value */
    ptc_value step;
    const ptc_value *list; /* the collection that the step indexes; NULL: it is a key */
} json_place;

typedef struct core_json_writer {
    ptc_lisp *lisp;
    const char *name; /* of the builtin */
    ptc_text text;
} core_json_writer;

static void json_write(core_json_writer *writer, const ptc_value *value,
                       const json_place *place, unsigned depth);

/* --- Faults ------------------------------------------------------------------------- */

/* Whether the firewall hides the value there. */
static bool json_place_hides(const json_place *place)
{
    return place->list != NULL
               ? ptc_value_hides_item(place->list, (size_t)place->step.as.integer)
               : ptc_schema_hides(NULL, &place->step);
}

/* " at [:items 0 :price]", or nothing for the outermost value. */
static const char *json_path(ptc_lisp *lisp, const json_place *place)
{
    const json_place *steps[PTC_DEPTH_MAX + 1];
    bool is_hidden = false; /* keys below a private name are data */
    size_t count = 0;
    ptc_text text;

    if (place == NULL)
        return "";
    for (; place != NULL && count <= PTC_DEPTH_MAX; place = place->around)
        steps[count++] = place;
    ptc_text_init(&text, &lisp->run_arena);
    ptc_text_cstr(&text, " at [");
    while (count-- > 0 && text.len < JSON_PATH_MAX) {
        const json_place *at = steps[count];

        if (is_hidden && at->list == NULL)
            ptc_text_str(&text, PTC_FIREWALLED);
        else
            ptc_lisp_print_cut(lisp, &text, &at->step, PTC_PRINT_QUOTED,
                               JSON_PATH_MAX - text.len);
        is_hidden |= lisp->options.hides_private && json_place_hides(at);
        if (count > 0)
            ptc_text_byte(&text, ' ');
    }
    ptc_text_byte(&text, ']');
    return text.failed ? "" : text.ptr;
}

static PTC_COLD PTC_NORETURN void core_json_refuse(core_json_writer *writer,
                                                   const ptc_value *value,
                                                   const json_place *place,
                                                   const char *advice)
{
    ptc_lisp *lisp = writer->lisp;

    ptc_lisp_raise(lisp, PTC_REASON_TYPE, "%s: JSON has no %s: %s%s; %s", writer->name,
                   value->kind == PTC_FLOAT ? "such number" : ptc_lisp_type_name(value),
                   ptc_lisp_quote(lisp, value), json_path(lisp, place), advice);
}

/* --- Keys --------------------------------------------------------------------------- */

/* Raises when the map has a key of another kind with the same text. */
static void json_check_key(core_json_writer *writer, const ptc_value *map,
                           ptc_value other, const json_place *place)
{
    ptc_lisp *lisp = writer->lisp;
    ptc_value found;
    ptc_text text;

    if (!ptc_lisp_map_get(lisp, map, &other, &found))
        return;
    ptc_text_init(&text, &lisp->run_arena);
    ptc_json_write_meeting(&text, ptc_value_text(&other));
    if (text.failed)
        ptc_lisp_memory_error(lisp);
    ptc_lisp_raise(lisp, PTC_REASON_TYPE, "%s: %s%s", writer->name, text.ptr,
                   json_path(lisp, place));
}

/* Keys of one kind differ. For each keyword a string is searched, for each integer a
 * string and a keyword. */
static void json_check_twins(core_json_writer *writer, const ptc_value *map,
                             const ptc_value *key, ptc_str name, const json_place *place)
{
    ptc_value string = ptc_value_string(name);
    const ptc_name *known;

    if (key->kind == PTC_STRING)
        return;
    ptc_string_done(&string, name.len);
    json_check_key(writer, map, string, place);
    known = key->kind == PTC_INT ? ptc_name_find(writer->lisp, name) : NULL;
    if (known != NULL)
        json_check_key(writer, map, ptc_name_value(known, PTC_KEYWORD), place);
}

/* A string in parts, since it may be as large as the heap. */
static void json_write_text(core_json_writer *writer, ptc_str string)
{
    ptc_lisp_work_bytes(writer->lisp, string.len);
    ptc_text_byte(&writer->text, '"');
    for (; string.len > JSON_STRIDE; string.ptr += JSON_STRIDE) {
        ptc_json_write_escaped(&writer->text, ptc_str_make(string.ptr, JSON_STRIDE));
        string.len -= JSON_STRIDE;
        ptc_lisp_look(writer->lisp);
    }
    ptc_json_write_escaped(&writer->text, string);
    ptc_text_byte(&writer->text, '"');
}

static void core_json_write_key(core_json_writer *writer, const ptc_value *map,
                                const ptc_value *key, bool is_mixed,
                                const json_place *place)
{
    char digits[PTC_NUMBER_MAX];
    ptc_str name;

    if (key->kind == PTC_INT)
        name = ptc_str_make(digits, ptc_number_write_int(key->as.integer, digits));
    else if (key->kind == PTC_STRING || key->kind == PTC_KEYWORD)
        name = ptc_value_text(key);
    else
        ptc_lisp_raise(writer->lisp, PTC_REASON_TYPE,
                       "%s: a key in JSON is text: %s is a %s%s; use (update-keys m str)",
                       writer->name, ptc_lisp_quote(writer->lisp, key),
                       ptc_lisp_type_name(key), json_path(writer->lisp, place));
    if (is_mixed)
        json_check_twins(writer, map, key, name, place);
    json_write_text(writer, name);
    ptc_text_byte(&writer->text, ':');
}

/* --- Collections -------------------------------------------------------------------- */

static void core_json_write_map(core_json_writer *writer, const ptc_value *map,
                                const json_place *place, unsigned depth)
{
    const ptc_record *record = map->flags & PTC_FLAG_TREE ? NULL : ptc_record_of(map);
    const ptc_shape *shape = record != NULL ? record->shape : NULL;
    bool is_mixed = shape == NULL || (shape->kinds & (shape->kinds - 1)) != 0;
    ptc_value pairs = ptc_value_nil();
    const ptc_value *keys;
    const ptc_value *values;
    size_t stride = shape != NULL ? 1 : 2;

    if (shape == NULL)
        pairs = ptc_lisp_map_pairs(writer->lisp, map);
    else /* the same for all maps */
        ptc_lisp_steps(writer->lisp, map->aux);
    keys = shape != NULL ? shape->keys : pairs.as.items;
    values = record != NULL ? record->values : pairs.as.items + 1;
    ptc_text_byte(&writer->text, '{');
    for (uint32_t i = 0; i < map->aux; i++) {
        json_place inner = {place, keys[i * stride], NULL};

        if (i > 0)
            ptc_text_byte(&writer->text, ',');
        core_json_write_key(writer, map, &keys[i * stride], is_mixed, place);
        json_write(writer, &values[i * stride], &inner, depth - 1);
    }
    ptc_text_byte(&writer->text, '}');
}

static void json_write_vector(core_json_writer *writer, const ptc_value *vector,
                              const json_place *place, unsigned depth)
{
    ptc_text_byte(&writer->text, '[');
    for (uint32_t i = 0; i < vector->aux; i++) {
        json_place inner = {place, ptc_value_int(i), vector};
        ptc_value item = ptc_vector_nth(vector, i);

        if (i > 0)
            ptc_text_byte(&writer->text, ',');
        json_write(writer, &item, &inner, depth - 1);
    }
    ptc_text_byte(&writer->text, ']');
}

/* --- Any value ---------------------------------------------------------------------- */

static void json_write_scalar(core_json_writer *writer, const ptc_value *value,
                              const json_place *place)
{
    char digits[PTC_TEMPORAL_TEXT];

    switch ((unsigned)value->kind) {
    case PTC_STRING:
        json_write_text(writer, ptc_value_text(value));
        break;
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_INT:
    case PTC_FLOAT:
    case PTC_OPAQUE:
        if (ptc_json_write(&writer->text, value, 0) == PTC_ERROR_INVALID)
            core_json_refuse(writer, value, place, "replace it first");
        break;
    case PTC_TEMPORAL:
        ptc_json_write_string(&writer->text,
                              ptc_str_make(digits, ptc_temporal_write(value, digits)));
        break;
    case PTC_SYMBOL:
        ptc_json_write_string(&writer->text, ptc_value_text(value));
        break;
    case PTC_KEYWORD:
        core_json_refuse(writer, value, place, "use (name k)");
    case PTC_SET:
        core_json_refuse(writer, value, place, "use (vec s)");
    case PTC_ENDLESS:
        core_json_refuse(writer, value, place, PTC_ENDLESS_ADVICE);
    default:
        core_json_refuse(writer, value, place, "replace it first");
    }
}

/* Data that shares its parts can be exponentially larger as text than in memory: each
 * value is a step, and the text may not become larger than the heap. */
static void json_write(core_json_writer *writer, const ptc_value *value,
                       const json_place *place, unsigned depth)
{
    ptc_lisp_step(writer->lisp);
    if (PTC_UNLIKELY(writer->text.failed || writer->text.len > writer->lisp->heap_most))
        ptc_lisp_memory_error(writer->lisp);
    if (PTC_UNLIKELY(depth == 0))
        ptc_raise_depth(writer->lisp);
    if (value->kind == PTC_MAP)
        core_json_write_map(writer, value, place, depth);
    else if (value->kind == PTC_VECTOR)
        json_write_vector(writer, value, place, depth);
    else
        json_write_scalar(writer, value, place);
}

ptc_value ptc_core_json_generate_string(ptc_lisp *lisp, const ptc_value *callee,
                                        ptc_value *args, uint32_t count)
{
    ptc_arena_mark mark = ptc_arena_place(&lisp->run_arena);
    core_json_writer writer = {.lisp = lisp, .name = ptc_callee_name(callee)};
    ptc_value string;

    (void)count;
    ptc_text_init(&writer.text, &lisp->run_arena);
    json_write(&writer, &args[0], NULL, PTC_DEPTH_MAX);
    if (writer.text.failed || writer.text.len > lisp->heap_most)
        ptc_lisp_memory_error(lisp);
    ptc_lisp_read_bytes(lisp, writer.text.len);
    string = ptc_string_of(lisp, ptc_text_view(&writer.text));
    ptc_arena_rewind(&lisp->run_arena, mark);
    return string;
}
