/* SPDX-License-Identifier: MIT */
/*
 * The size of memory as JSON, and the limit on it: the fault lists the largest
 * variables. See <ptc/lisp.h>. [subagent 7]
 */
#include "base/base_int.h"
#include "lisp/heap/data.h"
#include "lisp/heap/watch.h"
#include "lisp/host/host_int.h"

/* Of names in messages. */
enum { MEMORY_NAME_MAX = 24 /* bytes */, MEMORY_UNDONE_MAX = 3 };

#define MEMORY_TOO_DEEP (SIZE_MAX / 2)

/* --- Counting ----------------------------------------------------------------------- */

/* Counts bytes of JSON up to a limit. */
typedef struct memory_measure {
    ptc_lisp *lisp;
    size_t size;
    size_t most;
} memory_measure;

static void measure_value(memory_measure *measure, const ptc_value *value,
                          unsigned depth);

/* A string with its quotes and escapes. */
static void measure_text(memory_measure *measure, ptc_str text)
{
    size_t size = 2 + text.len;

    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.ptr[i];

        if (byte == '"' || byte == '\\' || (byte >= '\b' && byte <= '\r' && byte != '\v'))
            size += 1;
        else if (byte < 0x20)
            size += 5;
    }
    measure->size += size;
}

static void measure_scalar(memory_measure *measure, const ptc_value *value)
{
    char digits[PTC_NUMBER_MAX];

    if (value->kind == PTC_INT)
        measure->size += ptc_number_write_int(value->as.integer, digits);
    else if (value->kind == PTC_FLOAT)
        measure->size += ptc_number_write_json(value->as.number, digits);
    else
        measure->size += value->kind == PTC_BOOL && !value->as.boolean ? 5 : 4;
}

/* A function as its text, other values that are not data as they are printed. */
static void measure_printed(memory_measure *measure, const ptc_value *value)
{
    const ptc_function *function = (const ptc_function *)(const void *)value->as.object;

    if ((unsigned)value->kind == PTC_FUNCTION && !ptc_function_is_native(function) &&
        ((const ptc_proto *)function->code)->source.len > 0)
        measure_text(measure, ((const ptc_proto *)function->code)->source);
    else
        measure_text(measure, ptc_str_of(ptc_lisp_quote(measure->lisp, value)));
}

static void measure_key(memory_measure *measure, const ptc_value *key, unsigned depth)
{
    measure->size += key->kind <= PTC_FLOAT ? 2 : 0; /* its quotes */
    measure_value(measure, key, depth);
}

static void measure_map(memory_measure *measure, const ptc_value *map, unsigned depth)
{
    const ptc_value *keys;
    const ptc_value *values;
    size_t stride = 2;
    ptc_value pairs;

    if (map->flags & PTC_FLAG_TREE) {
        pairs = ptc_lisp_map_pairs(measure->lisp, map);
        keys = pairs.as.items;
        values = keys + 1;
    } else {
        keys = ptc_record_of(map)->shape->keys;
        values = ptc_record_of(map)->values;
        stride = 1;
    }
    measure->size += 2 + (map->aux > 0 ? 2 * (size_t)map->aux - 1 : 0);
    for (size_t i = 0; i < map->aux && measure->size <= measure->most; i++) {
        measure_key(measure, &keys[i * stride], depth);
        measure_value(measure, &values[i * stride], depth);
    }
}

static void measure_list(memory_measure *measure, const ptc_value *value, unsigned depth)
{
    ptc_value list =
        value->kind == PTC_SET ? ptc_lisp_set_items(measure->lisp, value) : *value;

    measure->size += 2 + (value->aux > 0 ? (size_t)value->aux - 1 : 0);
    for (uint32_t i = 0; i < value->aux && measure->size <= measure->most; i++) {
        ptc_value item = ptc_vector_nth(&list, i);

        measure_value(measure, &item, depth);
    }
}

/* Recursion is counted. */
static void measure_value(memory_measure *measure, const ptc_value *value, unsigned depth)
{
    if (depth == 0) {
        measure->size = MEMORY_TOO_DEEP; /* no data */
        return;
    }
    switch ((unsigned)value->kind) {
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_INT:
    case PTC_FLOAT:
        measure_scalar(measure, value);
        return;
    case PTC_STRING:
    case PTC_KEYWORD:
    case PTC_SYMBOL:
        measure_text(measure, ptc_value_text(value));
        return;
    case PTC_OPAQUE:
        measure->size += value->aux;
        return;
    case PTC_VECTOR:
    case PTC_SET:
        measure_list(measure, value, depth - 1);
        return;
    case PTC_MAP:
        measure_map(measure, value, depth - 1);
        return;
    default:
        measure_printed(measure, value);
    }
}

/* Remembers the variable if it is one of the largest. */
static void measure_rank(ptc_memory_use *use, const ptc_variable *variable, size_t size)
{
    unsigned at = use->count;

    if (at < PTC_MEMORY_LARGEST)
        use->count++;
    else if (size <= use->largest[--at].size)
        return;
    for (; at > 0 && use->largest[at - 1].size < size; at--)
        use->largest[at] = use->largest[at - 1];
    use->largest[at].variable = variable;
    use->largest[at].size = size;
}

void ptc_lisp_measure_memory(ptc_lisp *lisp, size_t most, ptc_memory_use *use)
{
    memory_measure measure = {lisp, 2, most};
    bool is_first = true;

    *use = (ptc_memory_use){0};
    for (const ptc_variable *variable = lisp->variables;
         variable != NULL && measure.size <= measure.most; variable = variable->next) {
        size_t before;

        if (!variable->is_bound)
            continue;
        measure.size += is_first ? 1 : 2; /* : and , */
        is_first = false;
        measure_text(&measure,
                     ptc_str_make(variable->name->text, variable->name->length));
        before = measure.size;
        measure_value(&measure, &variable->value, PTC_DEPTH_MAX);
        measure_rank(use, variable, measure.size - before);
        if (measure.size > most)
            use->cut = variable;
    }
    use->size = measure.size;
}

/* --- The limit ---------------------------------------------------------------------- */

/* When counting stopped early, the size is at least the count. */
static void memory_write_size(ptc_text *text, const ptc_memory_use *use, unsigned index)
{
    size_t size = use->largest[index].size;

    if (size >= MEMORY_TOO_DEEP / 2) {
        ptc_text_cstr(text, "nested too deep");
        return;
    }
    if (use->largest[index].variable == use->cut)
        ptc_text_cstr(text, "at least ");
    ptc_text_uint(text, size);
    ptc_text_cstr(text, size == 1 ? " byte" : " bytes");
}

static void memory_write_name(ptc_text *text, const ptc_variable *variable)
{
    size_t len = variable->name->length;

    if (len > MEMORY_NAME_MAX) {
        len = MEMORY_NAME_MAX - 3;
        while (len > 0 && ((unsigned char)variable->name->text[len] & 0xC0) == 0x80)
            len--;
    }
    ptc_text_bytes(text, variable->name->text, len);
    if (len < variable->name->length)
        ptc_text_cstr(text, "...");
}

static void memory_write_largest(ptc_text *text, const ptc_memory_use *use)
{
    for (unsigned i = 0; i < use->count; i++) {
        ptc_text_cstr(text, i > 0 ? ", " : "");
        memory_write_name(text, use->largest[i].variable);
        ptc_text_cstr(text, " (");
        memory_write_size(text, use, i);
        ptc_text_byte(text, ')');
    }
}

/* The names that the program defined, the newest first. */
static void memory_write_undone(ptc_text *text, const ptc_lisp *lisp)
{
    size_t count = 0;

    for (const ptc_variable *variable = lisp->variables; variable != NULL;
         variable = variable->next) {
        if (!variable->is_changed || !variable->is_bound || count++ >= MEMORY_UNDONE_MAX)
            continue;
        ptc_text_cstr(text, count > 1 ? ", " : "; undone: ");
        memory_write_name(text, variable);
    }
    if (count > MEMORY_UNDONE_MAX) {
        ptc_text_cstr(text, " and ");
        ptc_text_uint(text, count - MEMORY_UNDONE_MAX);
        ptc_text_cstr(text, " more");
    }
}

/* What is kept, and how the next program keeps less. */
static PTC_NORETURN void memory_raise_limit(ptc_lisp *lisp, const ptc_memory_use *use,
                                            size_t most)
{
    size_t limit = ptc_size_of_limit(lisp->options.memory_limit);
    ptc_text text;

    ptc_text_init(&text, &lisp->run_arena);
    ptc_text_cstr(&text, "Memory limit exceeded: ");
    if (use->size <= most) {
        ptc_text_uint(&text, use->size);
        ptc_text_cstr(&text, " bytes > ");
    } else {
        ptc_text_cstr(&text, "more than ");
    }
    ptc_text_uint(&text, limit);
    ptc_text_cstr(&text, " bytes; largest: ");
    memory_write_largest(&text, use);
    ptc_text_cstr(&text, "; " PTC_MEMORY_ADVICE);
    memory_write_undone(&text, lisp);
    if (text.failed)
        ptc_lisp_memory_error(lisp);
    ptc_lisp_raise(lisp, PTC_REASON_MEMORY_LIMIT, "%.*s", (int)text.len, text.ptr);
}

void ptc_lisp_check_memory(ptc_lisp *lisp)
{
    size_t limit = ptc_size_of_limit(lisp->options.memory_limit);
    size_t most = limit > PTC_MEMORY_SIZE_MAX ? limit : PTC_MEMORY_SIZE_MAX;
    ptc_memory_use use;

    if (limit == 0)
        return;
    ptc_lisp_measure_memory(lisp, most, &use);
    if (use.size > limit)
        memory_raise_limit(lisp, &use, most);
    lisp->memory_use = use;
}

size_t ptc_lisp_memory_used(const ptc_lisp *lisp)
{
    return lisp->memory_use.size;
}

void ptc_lisp_write_largest(ptc_text *text, const ptc_lisp *lisp)
{
    memory_write_largest(text, &lisp->memory_use);
}
