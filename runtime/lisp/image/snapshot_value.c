/* SPDX-License-Identifier: MIT */
/* Values of saved memory, one after the other. See snapshot_int.h and restore_int.h. */
#include "base/base_int.h"
#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"
#include "lisp/image/restore_int.h"
#include "lisp/machine/machine_int.h"
#include "lisp/text/pattern.h"

/* An earlier value, as a part of the one being made. */
static ptc_value restore_part(ptc_restore_job *job)
{
    uint32_t number = (uint32_t)ptc_restore_number(job, 4);
    uint16_t *level = &job->levels[job->made];

    ptc_restore_check(job, number < job->made, "a value that comes later");
    if (job->levels[number] >= *level)
        *level = (uint16_t)(job->levels[number] + 1);
    ptc_restore_check(job, *level < PTC_DEPTH_MAX, "values that are nested too deep");
    return job->values[number];
}

static void restore_parts(ptc_restore_job *job, ptc_value *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        parts[i] = restore_part(job);
}

/* --- Collections ------------------------------------------------------------------- */

static ptc_value restore_vector(ptc_restore_job *job, unsigned flags)
{
    uint32_t count = ptc_restore_length(job, 4);
    ptc_value *items;
    ptc_value vector = ptc_vector_new(job->lisp, count, count, &items);

    restore_parts(job, items, count);
    vector.flags |= (uint8_t)flags;
    return vector;
}

static ptc_value restore_map(ptc_restore_job *job)
{
    uint32_t count = ptc_restore_length(job, 8);
    ptc_arena_mark mark = ptc_arena_place(&job->scratch);
    ptc_value *pairs = ptc_restore_array(job, 2 * (size_t)count, sizeof *pairs);
    ptc_value map;

    restore_parts(job, pairs, 2 * (size_t)count);
    map = ptc_lisp_map_of(job->lisp, pairs, count);
    ptc_arena_rewind(&job->scratch, mark);
    ptc_restore_check(job, map.aux == count, "a map with equal keys");
    return map;
}

static ptc_value restore_set(ptc_restore_job *job)
{
    uint32_t count = ptc_restore_length(job, 4);
    ptc_arena_mark mark = ptc_arena_place(&job->scratch);
    ptc_value *items = ptc_restore_array(job, count, sizeof *items);
    ptc_value set;

    restore_parts(job, items, count);
    set = ptc_lisp_set_of(job->lisp, items, count);
    ptc_arena_rewind(&job->scratch, mark);
    ptc_restore_check(job, set.aux == count, "a set with equal members");
    return set;
}

/* The order of a function is trusted: checking it would run a program. Where it is wrong,
 * keys are not found. */
static ptc_value restore_sorted(ptc_restore_job *job, ptc_kind kind)
{
    ptc_value comparator = restore_part(job);
    size_t stride = kind == PTC_MAP ? 2 : 1;
    uint32_t count = ptc_restore_length(job, 4 * stride);
    bool is_natural = comparator.kind == PTC_NIL;
    ptc_arena_mark mark = ptc_arena_place(&job->scratch);
    ptc_value *items = ptc_restore_array(job, stride * count, sizeof *items);
    ptc_value sorted;

    ptc_restore_check(job, is_natural || (unsigned)comparator.kind == PTC_FUNCTION,
                      "an order that is not a function");
    restore_parts(job, items, stride * count);
    for (size_t i = 0; is_natural && i < count; i++) {
        ptc_sorted_check_key(job->lisp, kind, &items[i * stride]);
        ptc_restore_check(job,
                          i == 0 || ptc_lisp_order(job->lisp, &items[(i - 1) * stride],
                                                   &items[i * stride]) == -1,
                          "keys that are not in order");
    }
    sorted = ptc_sorted_empty(job->lisp, kind, &comparator);
    sorted = ptc_sorted_like(job->lisp, &sorted, items, NULL, count);
    ptc_arena_rewind(&job->scratch, mark);
    return sorted;
}

/* --- Functions and patterns --------------------------------------------------------- */

static ptc_value restore_boxed(ptc_restore_job *job, unsigned kind, ptc_value content)
{
    ptc_boxed *boxed = ptc_heap_alloc(job->lisp, sizeof *boxed);
    ptc_value value = ptc_value_make((ptc_kind)kind, 0, 0);

    *boxed = (ptc_boxed){.head = ptc_object_head(PTC_OBJECT_BOXED, sizeof *boxed),
                         .content = content};
    value.as.object = (ptc_object *)(void *)boxed;
    return value;
}

/* Patterns are compiled when they are first used. */
static ptc_value restore_regex(ptc_restore_job *job)
{
    ptc_str source = ptc_restore_text(job);

    ptc_restore_check(job, source.len <= PTC_PATTERN_MAX, "a pattern that is too long");
    if (job->lisp->patterns == NULL)
        ptc_snapshot_find_patterns(job->lisp, &job->needs)(job->lisp);
    return restore_boxed(job, PTC_REGEX, ptc_string_of(job->lisp, source));
}

static ptc_value restore_builtin(ptc_restore_job *job)
{
    ptc_str name = ptc_restore_text(job);

    return ptc_constant_function(ptc_snapshot_find_builtin(job->lisp, &job->needs, name));
}

static const ptc_snapshot_program *restore_find_image(ptc_restore_job *job, uint64_t hash)
{
    for (size_t i = 0; i < job->options->image_count; i++) {
        ptc_lisp_step(job->lisp);
        if (job->programs[i].hash == hash)
            return &job->programs[i];
    }
    ptc_lisp_raise(job->lisp, PTC_REASON_INVALID_CONFIG,
                   "the saved memory has functions of a program whose image was not "
                   "given; give the images of all programs that defined something");
}

static const ptc_snapshot_program *restore_find_own(ptc_restore_job *job, uint64_t number)
{
    size_t given = job->options->image_count;

    ptc_restore_check(job, number < job->program_count - given, "a missing program");
    return &job->programs[given + (size_t)number];
}

static ptc_value restore_closure(ptc_restore_job *job, const ptc_snapshot_program *of)
{
    uint32_t number = (uint32_t)ptc_restore_number(job, 4);
    uint32_t count = ptc_restore_length(job, 4);
    uint32_t all = of->program->image->function_count;
    const ptc_proto *proto;
    ptc_value closure;

    ptc_restore_check(job, number < all && of->is_closure[number], "a missing function");
    proto = of->program->main - (all - 1) + number;
    ptc_restore_check(job, count == proto->capture_count,
                      "a function with another number of captured values");
    closure = ptc_vm_closure(job->lisp, proto);
    restore_parts(job, ((ptc_function *)(void *)closure.as.object)->captured, count);
    return closure;
}

/* --- Values ------------------------------------------------------------------------ */

static ptc_value restore_temporal(ptc_restore_job *job)
{
    unsigned class = (unsigned)ptc_restore_number(job, 1);
    int64_t whole = (int64_t)ptc_restore_number(job, 8);
    uint32_t nanos = (uint32_t)ptc_restore_number(job, 4);
    ptc_value value;
    char text[PTC_TEMPORAL_TEXT];
    ptc_value same;

    ptc_restore_check(job, class <= PTC_TEMPORAL_JAVA_DATE && nanos < 1000000000,
                      "a date of unknown kind");
    value = ptc_temporal_make((ptc_temporal_class) class, whole, nanos);
    if (class == PTC_TEMPORAL_DATE)
        ptc_restore_check(job, nanos == 0 && ptc_temporal_has_day(whole),
                          "a day out of range");
    if (class == PTC_TEMPORAL_INSTANT) {
        ptc_restore_check(job,
                          whole >= -INT64_C(40000000000000000) &&
                              whole <= INT64_C(40000000000000000),
                          "an instant out of range");
        ptc_restore_check(
            job,
            ptc_temporal_read_instant(
                ptc_str_make(text, ptc_temporal_write(&value, text)), &same),
            "an instant out of range");
    }
    if (class == PTC_TEMPORAL_JAVA_DATE)
        ptc_restore_check(job, nanos == 0, "a date of unknown kind");
    return value;
}

static ptc_value restore_name(ptc_restore_job *job, unsigned kind)
{
    ptc_str text = ptc_restore_text(job);

    ptc_restore_check(job, text.len > 0 || kind == PTC_KEYWORD, "a name without a text");
    ptc_restore_check(job, ptc_snapshot_is_name(text), "a name with a control character");
    return ptc_name_value(ptc_name_intern(job->lisp, text), kind);
}

static ptc_value restore_string(ptc_restore_job *job, ptc_kind kind, unsigned flags)
{
    ptc_value string = ptc_string_of(job->lisp, ptc_restore_text(job));

    string.kind = (uint8_t)kind;
    string.flags |= (uint8_t)flags;
    return string;
}

static ptc_value restore_big(ptc_restore_job *job)
{
    ptc_value number = restore_string(job, PTC_OPAQUE, PTC_FLAG_NUMBER);

    ptc_restore_check(job, ptc_snapshot_is_number(ptc_value_text(&number)),
                      "a large integer that is not one");
    return number;
}

static ptc_value restore_float(ptc_restore_job *job)
{
    uint64_t bits = ptc_restore_number(job, 8);
    double number;

    memcpy(&number, &bits, sizeof number);
    return ptc_value_float(number);
}

ptc_value ptc_restore_value(ptc_restore_job *job)
{
    switch (ptc_restore_number(job, 1)) {
    case PTC_SNAPSHOT_NIL:
        return ptc_value_nil();
    case PTC_SNAPSHOT_FALSE:
        return ptc_value_bool(false);
    case PTC_SNAPSHOT_TRUE:
        return ptc_value_bool(true);
    case PTC_SNAPSHOT_INT:
        return ptc_value_int((int64_t)ptc_restore_number(job, 8));
    case PTC_SNAPSHOT_FLOAT:
        return restore_float(job);
    case PTC_SNAPSHOT_STRING:
        return restore_string(job, PTC_STRING, 0);
    case PTC_SNAPSHOT_OPAQUE:
        return restore_string(job, PTC_OPAQUE, 0);
    case PTC_SNAPSHOT_NUMBER:
        return restore_big(job);
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
        return restore_closure(job, restore_find_image(job, ptc_restore_number(job, 8)));
    case PTC_SNAPSHOT_OWN_CLOSURE:
        return restore_closure(job, restore_find_own(job, ptc_restore_number(job, 4)));
    default:
        ptc_snapshot_damaged(job->lisp, "a value of unknown kind");
    }
}
