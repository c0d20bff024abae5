/* SPDX-License-Identifier: MIT */
/*
 * Constants of images. One table holds all of them, with the parts of collections:
 * vectors and small sets are views of it, maps and large sets are made for the context.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/image/image_int.h"
#include "lisp/text/pattern.h"

enum {
    CONSTANT_LEVELS = 500,
    CONSTANT_TAKEN = 0x8000, /* a part of a collection */
};

/* The constants of a collection, `count` of them: they exist already, and belong to no
 * other collection. */
static const ptc_value *constant_parts(ptc_image_job *job,
                                       const ptc_image_constant *constant, uint64_t count,
                                       uint32_t at)
{
    uint16_t *levels = job->levels;
    uint16_t deepest = 0;

    ptc_image_check(job, constant->bits <= at && count <= at - constant->bits,
                    "a collection whose constants come later");
    for (uint64_t i = constant->bits; i < constant->bits + count; i++) {
        ptc_image_check(job, levels[i] < CONSTANT_TAKEN, "a constant in two collections");
        deepest = levels[i] > deepest ? levels[i] : deepest;
        levels[i] = CONSTANT_TAKEN;
    }
    levels[at] = (uint16_t)(deepest + 1);
    ptc_image_check(job, levels[at] <= CONSTANT_LEVELS,
                    "constants that are nested too deep");
    return job->constants + constant->bits;
}

/* No two keys are the same: otherwise the collection has fewer. */
static void constant_check_distinct(ptc_image_job *job, const ptc_value *keys,
                                    size_t stride, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            ptc_image_check(
                job, !ptc_lisp_same(job->lisp, &keys[i * stride], &keys[j * stride]),
                "a collection with equal keys");
}

static ptc_value constant_map(ptc_image_job *job, const ptc_image_constant *constant,
                              uint32_t at)
{
    const ptc_value *pairs =
        constant_parts(job, constant, (uint64_t)2 * constant->count, at);
    ptc_value map;

    if (constant->count <= PTC_RECORD_MAX)
        constant_check_distinct(job, pairs, 2, constant->count);
    map = ptc_constant_map(job->lisp, &job->program->arena, pairs, constant->count);
    ptc_image_check(job, map.aux == constant->count, "a collection with equal keys");
    return map;
}

static ptc_value constant_set(ptc_image_job *job, const ptc_image_constant *constant,
                              uint32_t at)
{
    const ptc_value *items = constant_parts(job, constant, constant->count, at);
    ptc_value set;

    if (constant->count <= PTC_SET_SMALL)
        constant_check_distinct(job, items, 1, constant->count);
    set = ptc_constant_set(job->lisp, &job->program->arena, items, constant->count);
    ptc_image_check(job, set.aux == constant->count, "a collection with equal keys");
    return set;
}

static ptc_value constant_vector(ptc_image_job *job, const ptc_image_constant *constant,
                                 uint32_t at)
{
    const ptc_value *items = constant_parts(job, constant, constant->count, at);
    ptc_value vector = ptc_value_vector(items, constant->count);

    if (constant->kind == PTC_IMAGE_LIST)
        vector.flags = PTC_FLAG_SEQ;
    return vector;
}

static ptc_value constant_string(const ptc_image_job *job,
                                 const ptc_image_constant *constant)
{
    ptc_image_range range = {(uint32_t)constant->bits, constant->count};

    ptc_image_check(job, constant->bits <= UINT32_MAX, "a missing text");
    return ptc_constant_string(ptc_image_text(job, range));
}

/* Patterns are compiled when they are first used. */
static ptc_value constant_regex(ptc_image_job *job, const ptc_image_constant *constant)
{
    ptc_image_check(job, constant->count <= PTC_PATTERN_MAX,
                    "a pattern that is too long");
    ptc_image_check(job, job->image->open_patterns != NULL,
                    "a pattern, but nothing to search with it");
    if (job->lisp->patterns == NULL)
        job->image->open_patterns(job->lisp);
    return ptc_constant_regex(job->lisp, &job->program->arena,
                              constant_string(job, constant));
}

static ptc_value constant_function(const ptc_image_job *job,
                                   const ptc_image_constant *constant)
{
    const ptc_function *function;
    ptc_value value;

    ptc_image_check(job, constant->bits < job->image->builtin_count, "a missing builtin");
    function = job->image->builtins[constant->bits];
    ptc_image_check(job, function != NULL && function->head == PTC_OBJECT_FUNCTION,
                    "a name that is not a builtin");
    value = ptc_constant_function(function);
    value.flags |= constant->count == 1 ? PTC_FLAG_PIPED : 0;
    return value;
}

static ptc_value constant_float(uint64_t bits)
{
    double number;

    memcpy(&number, &bits, sizeof number);
    return ptc_value_float(number);
}

static ptc_value constant_make(ptc_image_job *job, uint32_t at)
{
    const ptc_image_constant *constant = &job->image->constants[at];

    switch (constant->kind) {
    case PTC_IMAGE_NIL:
        return ptc_value_nil();
    case PTC_IMAGE_BOOL:
        return ptc_value_bool(constant->bits != 0);
    case PTC_IMAGE_INT:
        return ptc_value_int((int64_t)constant->bits);
    case PTC_IMAGE_FLOAT:
        return constant_float(constant->bits);
    case PTC_IMAGE_STRING:
        return constant_string(job, constant);
    case PTC_IMAGE_REGEX:
        return constant_regex(job, constant);
    case PTC_IMAGE_KEYWORD:
        return ptc_name_value(ptc_image_name(job, constant->bits), PTC_KEYWORD);
    case PTC_IMAGE_SYMBOL:
        return ptc_name_value(ptc_image_name(job, constant->bits), PTC_SYMBOL);
    case PTC_IMAGE_FUNCTION:
        return constant_function(job, constant);
    case PTC_IMAGE_VECTOR:
    case PTC_IMAGE_LIST:
        return constant_vector(job, constant, at);
    case PTC_IMAGE_SET:
        return constant_set(job, constant, at);
    case PTC_IMAGE_MAP:
        return constant_map(job, constant, at);
    default:
        ptc_image_damaged(job, "a constant of unknown kind");
    }
}

void ptc_image_bind_constants(ptc_image_job *job)
{
    uint32_t count = job->image->constant_count;

    job->constants = ptc_image_array(job, count, sizeof *job->constants);
    job->levels = ptc_image_scratch(job, count, sizeof *job->levels);
    for (uint32_t i = 0; i < count; i++)
        job->constants[i] = constant_make(job, i);
}
