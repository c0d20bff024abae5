/* SPDX-License-Identifier: MIT */
/*
 * Bytes to memory. See snapshot_int.h. Nothing moves meanwhile: no function is called, so
 * that there is no safepoint, and values that were made stay where they are.
 */
#include "base/base_int.h"
#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"
#include "lisp/heap/memory.h"
#include "lisp/image/snapshot_int.h"
#include "lisp/machine/machine_int.h"
#include "lisp/text/pattern.h"

/* An image of the host's, and the program that was made of it once it was asked for. */
typedef struct restore_image {
    const ptc_image *image;
    uint64_t hash;
    ptc_program *program;
    bool *is_closure; /* by function: within another, so that CLOSURE makes it */
} restore_image;

typedef struct restore_job {
    ptc_lisp *lisp;
    const unsigned char *at;
    const unsigned char *end;
    const ptc_snapshot_options *options;
    restore_image *images;
    size_t image_count;
    ptc_value *values;
    uint16_t *levels; /* of nesting, by value */
    uint32_t made;
    uint32_t count;
    uint32_t variables;
    bool is_done;
} restore_job;

PTC_COLD PTC_NORETURN static void restore_damaged(const restore_job *job, const char *why)
{
    ptc_lisp_raise(job->lisp, PTC_REASON_DAMAGED, "the saved memory is damaged: %s", why);
}

static void restore_check(const restore_job *job, bool holds, const char *why)
{
    if (PTC_UNLIKELY(!holds))
        restore_damaged(job, why);
}

/* --- Bytes ------------------------------------------------------------------------- */

static uint64_t restore_get(const unsigned char *at, unsigned bytes)
{
    uint64_t number = 0;

    for (unsigned i = 0; i < bytes; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

static uint64_t restore_number(restore_job *job, unsigned bytes)
{
    uint64_t number;

    restore_check(job, (size_t)(job->end - job->at) >= bytes, "it ends early");
    number = restore_get(job->at, bytes);
    job->at += bytes;
    return number;
}

/* A length that what follows has room for, each of so many bytes. */
static uint32_t restore_length(restore_job *job, size_t size)
{
    uint64_t length = restore_number(job, 4);

    restore_check(job, length * size <= (size_t)(job->end - job->at), "it ends early");
    return (uint32_t)length;
}

static ptc_str restore_text(restore_job *job)
{
    uint32_t length = restore_length(job, 1);
    ptc_str text = ptc_str_make((const char *)job->at, length);

    restore_check(job, ptc_utf8_check(text.ptr, length) == length,
                  "a text that is no UTF-8");
    job->at += length;
    return text;
}

/* A value that came before, as a part of the one that is made. */
static ptc_value restore_part(restore_job *job)
{
    uint32_t number = (uint32_t)restore_number(job, 4);
    uint16_t *level = &job->levels[job->made];

    restore_check(job, number < job->made, "a value that comes later");
    if (job->levels[number] >= *level)
        *level = (uint16_t)(job->levels[number] + 1);
    restore_check(job, *level < PTC_DEPTH_MAX, "values nested too deep");
    return job->values[number];
}

static void restore_parts(restore_job *job, ptc_value *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        parts[i] = restore_part(job);
}

/* --- Collections ------------------------------------------------------------------- */

static ptc_value restore_vector(restore_job *job, unsigned flags)
{
    uint32_t count = restore_length(job, 4);
    ptc_value *items;
    ptc_value vector = ptc_vector_new(job->lisp, count, count, &items);

    restore_parts(job, items, count);
    vector.flags |= (uint8_t)flags;
    return vector;
}

static ptc_value restore_map(restore_job *job)
{
    uint32_t count = restore_length(job, 8);
    ptc_value *pairs;
    ptc_value map;

    ptc_vector_new(job->lisp, 2 * (size_t)count, 2 * (size_t)count, &pairs);
    restore_parts(job, pairs, 2 * (size_t)count);
    map = ptc_lisp_map_of(job->lisp, pairs, count);
    restore_check(job, map.aux == count, "a map with equal keys");
    return map;
}

static ptc_value restore_set(restore_job *job)
{
    uint32_t count = restore_length(job, 4);
    ptc_value *items;
    ptc_value set;

    ptc_vector_new(job->lisp, count, count, &items);
    restore_parts(job, items, count);
    set = ptc_lisp_set_of(job->lisp, items, count);
    restore_check(job, set.aux == count, "a set with equal members");
    return set;
}

/* The order of a function is believed: to ask it would run a program. Where it is wrong,
 * keys are not found. */
static ptc_value restore_sorted(restore_job *job, ptc_kind kind)
{
    ptc_value comparator = restore_part(job);
    size_t stride = kind == PTC_MAP ? 2 : 1;
    uint32_t count = restore_length(job, 4 * stride);
    bool is_natural = comparator.kind == PTC_NIL;
    ptc_value *items;
    ptc_value empty;

    restore_check(job, is_natural || (unsigned)comparator.kind == PTC_FUNCTION,
                  "an order that is no function");
    ptc_vector_new(job->lisp, stride * count, stride * count, &items);
    restore_parts(job, items, stride * count);
    for (size_t i = 0; is_natural && i < count; i++) {
        ptc_sorted_check_key(job->lisp, kind, &items[i * stride]);
        restore_check(job,
                      i == 0 || ptc_lisp_order(job->lisp, &items[(i - 1) * stride],
                                               &items[i * stride]) == -1,
                      "keys that are not in order");
    }
    empty = ptc_sorted_empty(job->lisp, kind, &comparator);
    return ptc_sorted_like(job->lisp, &empty, items, NULL, count);
}

/* --- Functions and patterns --------------------------------------------------------- */

static ptc_value restore_boxed(restore_job *job, unsigned kind, ptc_value content)
{
    ptc_boxed *boxed = ptc_heap_alloc(job->lisp, sizeof *boxed);
    ptc_value value = ptc_value_make((ptc_kind)kind, 0, 0);

    *boxed = (ptc_boxed){.head = ptc_object_head(PTC_OBJECT_BOXED, sizeof *boxed),
                         .content = content};
    value.as.object = (ptc_object *)(void *)boxed;
    return value;
}

static void restore_open_patterns(restore_job *job)
{
    void (*open)(ptc_lisp * lisp) = job->options->open_patterns;

    for (size_t i = 0; open == NULL && i < job->image_count; i++)
        open = job->images[i].image->open_patterns;
    if (open == NULL)
        ptc_lisp_raise(job->lisp, PTC_REASON_INVALID_CONFIG,
                       "the saved memory has a regular expression, and nothing to search "
                       "by it: give ptc_pattern_open");
    open(job->lisp);
}

/* Patterns are compiled when they are searched by. */
static ptc_value restore_regex(restore_job *job)
{
    ptc_str source = restore_text(job);

    restore_check(job, source.len <= PTC_PATTERN_MAX, "a pattern too long");
    if (job->lisp->patterns == NULL)
        restore_open_patterns(job);
    return restore_boxed(job, PTC_REGEX, ptc_string_of(job->lisp, source));
}

/* A builtin that one of the images names. */
static ptc_value restore_builtin(restore_job *job)
{
    ptc_str name = restore_text(job);

    for (size_t i = 0; i < job->image_count; i++) {
        const ptc_image *image = job->images[i].image;

        for (uint32_t j = 0; j < image->builtin_count; j++)
            if (ptc_str_equal(ptc_str_of(image->builtins[j]->code), name))
                return ptc_constant_function(image->builtins[j]);
    }
    ptc_lisp_raise(job->lisp, PTC_REASON_INVALID_CONFIG,
                   "the saved memory has the builtin %.*s, which no image that was given "
                   "names",
                   PTC_ARG(name));
}

static restore_image *restore_find_image(restore_job *job, uint64_t hash)
{
    for (size_t i = 0; i < job->image_count; i++)
        if (job->images[i].hash == hash)
            return &job->images[i];
    ptc_lisp_raise(job->lisp, PTC_REASON_INVALID_CONFIG,
                   "the saved memory has functions of a program whose image was not "
                   "given; give the images of all programs that defined something");
}

static ptc_value restore_closure(restore_job *job)
{
    restore_image *from = restore_find_image(job, restore_number(job, 8));
    uint32_t number = (uint32_t)restore_number(job, 4);
    uint32_t count = restore_length(job, 4);
    const ptc_proto *proto;
    ptc_value closure;

    restore_check(job, number < from->image->function_count && from->is_closure[number],
                  "a function that is not there");
    proto = from->program->main - (from->image->function_count - 1) + number;
    restore_check(job, count == proto->capture_count, "a function that captured more");
    closure = ptc_vm_closure(job->lisp, proto);
    restore_parts(job, ((ptc_function *)(void *)closure.as.object)->captured, count);
    return closure;
}

/* --- Values ------------------------------------------------------------------------ */

static ptc_value restore_temporal(restore_job *job)
{
    unsigned class = (unsigned)restore_number(job, 1);
    int64_t whole = (int64_t)restore_number(job, 8);
    uint32_t nanos = (uint32_t)restore_number(job, 4);
    ptc_value value;
    char text[PTC_TEMPORAL_TEXT];
    ptc_value same;

    restore_check(job, class <= PTC_TEMPORAL_JAVA_DATE && nanos < 1000000000,
                  "a date of no kind");
    value = ptc_temporal_make((ptc_temporal_class) class, whole, nanos);
    if (class == PTC_TEMPORAL_DATE)
        restore_check(job, nanos == 0 && ptc_temporal_has_day(whole), "a day beyond all");
    if (class == PTC_TEMPORAL_INSTANT) {
        restore_check(job,
                      whole >= -INT64_C(40000000000000000) &&
                          whole <= INT64_C(40000000000000000),
                      "an instant beyond all");
        restore_check(job,
                      ptc_temporal_read_instant(
                          ptc_str_make(text, ptc_temporal_write(&value, text)), &same),
                      "an instant beyond all");
    }
    if (class == PTC_TEMPORAL_JAVA_DATE)
        restore_check(job, nanos == 0, "a date of no kind");
    return value;
}

static ptc_value restore_name(restore_job *job, unsigned kind)
{
    ptc_str text = restore_text(job);

    restore_check(job, text.len > 0 || kind == PTC_KEYWORD, "a name without a text");
    return ptc_name_value(ptc_name_intern(job->lisp, text), kind);
}

static ptc_value restore_string(restore_job *job, ptc_kind kind, unsigned flags)
{
    ptc_value string = ptc_string_of(job->lisp, restore_text(job));

    string.kind = (uint8_t)kind;
    string.flags |= (uint8_t)flags;
    return string;
}

static ptc_value restore_float(restore_job *job)
{
    uint64_t bits = restore_number(job, 8);
    double number;

    memcpy(&number, &bits, sizeof number);
    return ptc_value_float(number);
}

static ptc_value restore_value(restore_job *job)
{
    switch (restore_number(job, 1)) {
    case PTC_SNAPSHOT_NIL:
        return ptc_value_nil();
    case PTC_SNAPSHOT_FALSE:
        return ptc_value_bool(false);
    case PTC_SNAPSHOT_TRUE:
        return ptc_value_bool(true);
    case PTC_SNAPSHOT_INT:
        return ptc_value_int((int64_t)restore_number(job, 8));
    case PTC_SNAPSHOT_FLOAT:
        return restore_float(job);
    case PTC_SNAPSHOT_STRING:
        return restore_string(job, PTC_STRING, 0);
    case PTC_SNAPSHOT_OPAQUE:
        return restore_string(job, PTC_OPAQUE, 0);
    case PTC_SNAPSHOT_NUMBER:
        return restore_string(job, PTC_OPAQUE, PTC_FLAG_NUMBER);
    case PTC_SNAPSHOT_KEYWORD:
        return restore_name(job, PTC_KEYWORD);
    case PTC_SNAPSHOT_SYMBOL:
        return restore_name(job, PTC_SYMBOL);
    case PTC_SNAPSHOT_VAR:
        return restore_name(job, PTC_VAR);
    case PTC_SNAPSHOT_VECTOR:
        return restore_vector(job, 0);
    case PTC_SNAPSHOT_ENTRY:
        return restore_vector(job, PTC_FLAG_ENTRY);
    case PTC_SNAPSHOT_SEQ:
        return restore_vector(job, PTC_FLAG_SEQ);
    case PTC_SNAPSHOT_MAP:
        return restore_map(job);
    case PTC_SNAPSHOT_SET:
        return restore_set(job);
    case PTC_SNAPSHOT_SORTED_MAP:
        return restore_sorted(job, PTC_MAP);
    case PTC_SNAPSHOT_SORTED_SET:
        return restore_sorted(job, PTC_SET);
    case PTC_SNAPSHOT_TEMPORAL:
        return restore_temporal(job);
    case PTC_SNAPSHOT_REGEX:
        return restore_regex(job);
    case PTC_SNAPSHOT_REDUCED:
        return restore_boxed(job, PTC_REDUCED, restore_part(job));
    case PTC_SNAPSHOT_BUILTIN:
        return restore_builtin(job);
    case PTC_SNAPSHOT_CLOSURE:
        return restore_closure(job);
    default:
        restore_damaged(job, "a value of no kind");
    }
}

/* --- All --------------------------------------------------------------------------- */

static void *restore_array(ptc_lisp *lisp, size_t count, size_t size)
{
    void *array = ptc_arena_array(&lisp->run_arena, count, size);

    if (array == NULL)
        ptc_lisp_memory_error(lisp);
    return array;
}

static void restore_head(restore_job *job)
{
    const unsigned char *head = job->at;
    size_t size = (size_t)(job->end - head);

    restore_check(job,
                  size >= PTC_SNAPSHOT_HEAD && restore_get(head, 4) == PTC_SNAPSHOT_MAGIC,
                  "it does not begin as one");
    if (restore_get(head + 4, 4) != PTC_SNAPSHOT_FORMAT ||
        restore_get(head + 8, 4) != PTC_LISP_REVISION)
        ptc_lisp_raise(job->lisp, PTC_REASON_INVALID_CONFIG,
                       "the memory was saved by another runtime: form %u instead of %u, "
                       "Lisp revision %u instead of %u",
                       (unsigned)restore_get(head + 4, 4), (unsigned)PTC_SNAPSHOT_FORMAT,
                       (unsigned)restore_get(head + 8, 4), (unsigned)PTC_LISP_REVISION);
    job->at += PTC_SNAPSHOT_HEAD;
    restore_check(
        job,
        ptc_str_hash(ptc_str_make((const char *)job->at, (size_t)(job->end - job->at))) ==
                restore_get(head + PTC_SNAPSHOT_SUM, 8) &&
            restore_get(head + 20, 4) == 0,
        "its checksum is another");
    job->count = (uint32_t)restore_get(head + 12, 4);
    job->variables = (uint32_t)restore_get(head + 16, 4);
    restore_check(job, job->count <= size && job->variables <= size / 8, "it ends early");
}

static void restore_variables(restore_job *job)
{
    ptc_lisp *lisp = job->lisp;

    ptc_lisp_undefine_all(lisp);
    for (uint32_t i = 0; i < job->variables; i++) {
        uint32_t name = (uint32_t)restore_number(job, 4);
        uint32_t value = (uint32_t)restore_number(job, 4);
        ptc_variable *variable;

        restore_check(job,
                      name < job->made && value < job->made &&
                          job->values[name].kind == PTC_STRING &&
                          job->values[name].aux > 0,
                      "a variable without a name");
        variable = ptc_lisp_variable(
            lisp, ptc_name_intern(lisp, ptc_value_text(&job->values[name])));
        restore_check(job, !variable->is_bound, "two variables of one name");
        ptc_lisp_define(lisp, variable, job->values[value]);
    }
    restore_check(job, job->at == job->end, "it goes on behind its end");
}

/* Which functions CLOSURE makes: those within others, but arities. */
static void restore_start_image(restore_job *job, restore_image *from)
{
    const ptc_image *image = from->image;

    from->is_closure =
        restore_array(job->lisp, image->function_count, sizeof *from->is_closure);
    memset(from->is_closure, 0, image->function_count * sizeof *from->is_closure);
    for (uint32_t i = 0; i < image->function_count; i++) {
        ptc_image_range range = image->functions[i].children;

        for (uint32_t j = 0; j < range.count; j++)
            from->is_closure[image->numbers[range.first + j]] = true;
    }
}

static void restore_run(ptc_lisp *lisp, void *user)
{
    restore_job *job = user;

    restore_head(job);
    for (size_t i = 0; i < job->image_count; i++)
        restore_start_image(job, &job->images[i]);
    job->values = restore_array(lisp, job->count, sizeof *job->values);
    job->levels = restore_array(lisp, job->count, sizeof *job->levels);
    for (; job->made < job->count; job->made++) {
        job->levels[job->made] = 0;
        job->values[job->made] = restore_value(job);
        ptc_lisp_steps(lisp, 1);
    }
    restore_variables(job);
    job->is_done = true;
}

/* Makes programs of all images; those of which nothing is kept are given back. */
static ptc_status restore_bind(ptc_arena *arena, restore_job *job, ptc_lisp_error *error)
{
    size_t count = job->options->image_count;

    job->images = ptc_arena_array(arena, count, sizeof *job->images);
    if (job->images == NULL)
        return PTC_ERROR_MEMORY;
    for (; job->image_count < count; job->image_count++) {
        restore_image *from = &job->images[job->image_count];
        ptc_status status;

        *from = (restore_image){.image = job->options->images[job->image_count]};
        status = ptc_image_bind(arena, job->lisp, from->image, &from->program, error);
        if (status != PTC_OK)
            return status;
        from->hash = ptc_image_hash(from->image);
    }
    return PTC_OK;
}

static ptc_status restore_all(ptc_arena *arena, restore_job *job, ptc_lisp_error *error)
{
    ptc_lisp *lisp = job->lisp;
    ptc_status status = PTC_OK;

    if (!ptc_program_begin(lisp))
        return ptc_lisp_misuse(error, "ptc_lisp_restore",
                               "a program of the context is running; restore it before "
                               "or afterwards");
    lisp->memory_use = (ptc_memory_use){0};
    lisp->pins = NULL; /* names last as long as what they name */
    ptc_lisp_start_compiling(lisp);
    ptc_lisp_protect(lisp, restore_run, job);
    ptc_lisp_stop_limits(lisp);
    lisp->pins = &lisp->own_pins;
    if (!job->is_done)
        status = lisp->is_refused || ptc_lisp_give_error(lisp, arena, error) != PTC_OK
                     ? PTC_ERROR_MEMORY
                     : PTC_ERROR_INVALID;
    ptc_lisp_settle(lisp, job->is_done);
    return status;
}

ptc_status ptc_lisp_restore(ptc_arena *arena, ptc_lisp *lisp, ptc_str bytes,
                            const ptc_snapshot_options *options, ptc_lisp_error *error)
{
    ptc_snapshot_options all = {.struct_size = sizeof all};
    restore_job job = {.lisp = lisp, .options = &all};
    ptc_lisp_error own;
    ptc_status status;

    if (error == NULL)
        error = &own;
    *error = ptc_lisp_error_none();
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_snapshot_options),
                          "ptc_lisp_restore", options, &all))
        return PTC_ERROR_ARGUMENT;
    job.at = (const unsigned char *)bytes.ptr;
    job.end = job.at + bytes.len;
    status = restore_bind(arena, &job, error);
    if (status == PTC_OK)
        status = restore_all(arena, &job, error);
    for (size_t i = 0; i < job.image_count; i++)
        ptc_program_free(job.images[i].program);
    if (status == PTC_ERROR_MEMORY)
        *error = ptc_lisp_error_refused();
    return status;
}
