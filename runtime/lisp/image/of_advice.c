/* SPDX-License-Identifier: MIT */
/*
 * The explanations of an image's faults, which the compiler gives when the image is made;
 * and complete images, for emission.
 */
#include "lisp/compile/compile_int.h"
#include "lisp/heap/fault.h"
#include "lisp/image/of_int.h"

#include <stdlib.h>

static int of_advice_compare(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a;
    uint32_t right = *(const uint32_t *)b;

    return (left > right) - (left < right);
}

/* Whether the general text already says that: its count is 2 for two arguments. */
static bool of_advice_is_said(ptc_str text, ptc_str general)
{
    if (text.len != general.len)
        return false;
    for (size_t i = 0; i < text.len; i++)
        if (general.ptr[i] != text.ptr[i] &&
            (general.ptr[i] != PTC_FAULT_DIGIT || text.ptr[i] != '2'))
            return false;
    return true;
}

static void of_advice_add(ptc_image_making *of, uint32_t place, ptc_fault_sort sort,
                          ptc_str text)
{
    ptc_image_range range = ptc_image_add_text(of, text);
    ptc_image_advice *row = PTC_IMAGE_PUSH(of, advice, advice);

    of->failed = of->failed || row == NULL;
    if (row != NULL)
        *row = (ptc_image_advice){place, sort, range};
}

/* A row for each kind of fault at the place, unless the more general kind says the
 * same. */
static void of_advice_of_place(ptc_image_making *of, uint32_t place)
{
    ptc_lisp *lisp = of->program->lisp;
    ptc_arena_mark mark = ptc_arena_place(&lisp->run_arena);
    ptc_str texts[PTC_FAULT_SORTS] = {{NULL, 0}};

    for (unsigned sort = PTC_FAULT_NONE + 1; sort < PTC_FAULT_SORTS; sort++)
        texts[sort] =
            ptc_lisp_explanation(lisp, of->program->text, place, (ptc_fault_sort)sort);
    for (unsigned sort = PTC_FAULT_NONE + 1; sort < PTC_FAULT_SORTS; sort++)
        if (texts[sort].len > 0 &&
            !of_advice_is_said(texts[sort],
                               texts[ptc_fault_general((ptc_fault_sort)sort)]))
            of_advice_add(of, place, (ptc_fault_sort)sort, texts[sort]);
    ptc_arena_rewind(&lisp->run_arena, mark);
}

static void of_advice_of_all(ptc_image_making *of)
{
    const ptc_image_list *places = &of->places;

    if (of->failed || places->count == 0)
        return;
    qsort(places->items, places->count, sizeof *places->items, of_advice_compare);
    for (size_t i = 0; i < places->count && !of->failed; i++)
        if (i == 0 || places->items[i] != places->items[i - 1])
            of_advice_of_place(of, places->items[i]);
}

ptc_status ptc_image_of(ptc_arena *arena, const ptc_program *program, ptc_image **out)
{
    ptc_image_making of;
    ptc_image *image;
    ptc_status status = ptc_image_tables(&of, arena, program, &image);

    *out = NULL;
    if (status != PTC_OK)
        return status;
    of_advice_of_all(&of);
    if (of.failed || of.text.failed)
        return PTC_ERROR_MEMORY;
    image->text_length = (uint32_t)of.text.len;
    image->text = of.text.ptr;
    image->advice_count = (uint32_t)of.advice_count;
    image->advice = of.advice;
    image->open_patterns = of.has_patterns ? ptc_pattern_open : NULL;
    *out = image;
    return PTC_OK;
}
