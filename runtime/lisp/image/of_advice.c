/* SPDX-License-Identifier: MIT */
/*
 * What faults of a program will be explained by, where no compiler is that could be
 * asked: it is asked now, about each place of the code at which something is called.
 */
#include "lisp/compile/compile_int.h"
#include "lisp/heap/fault.h"
#include "lisp/image/of_image.h"
#include "lisp/language/opcodes.h"

#include <stdlib.h>

/* --- Places ------------------------------------------------------------------------- */

/* Whether the instruction calls nothing, not even the functions of a sequence without an
 * end or of a sorted map: none of the faults that texts explain is its own. */
static bool of_calls_nothing(ptc_opcode op)
{
    switch ((unsigned)op) {
    case PTC_OP_MOVE:
    case PTC_OP_LOAD:
    case PTC_OP_STORE:
    case PTC_OP_CONSTANT:
    case PTC_OP_CONSTANT_WIDE:
    case PTC_OP_NIL:
    case PTC_OP_BOOL:
    case PTC_OP_INT:
    case PTC_OP_CAPTURE:
    case PTC_OP_SELF:
    case PTC_OP_VARIABLE:
    case PTC_OP_VARIABLE_OR_NIL:
    case PTC_OP_IS_BOUND:
    case PTC_OP_DEFINE:
    case PTC_OP_DECLARE:
    case PTC_OP_CONTEXT:
    case PTC_OP_HISTORY:
    case PTC_OP_NOT:
    case PTC_OP_JUMP:
    case PTC_OP_JUMP_FALSE:
    case PTC_OP_JUMP_TRUE:
    case PTC_OP_JUMP_NIL:
    case PTC_OP_LOOP:
    case PTC_OP_REPEAT:
    case PTC_OP_RETURN:
    case PTC_OP_CLOSURE:
    case PTC_OP_RECORD:
    case PTC_OP_VECTOR:
    case PTC_OP_VECTOR_MORE:
        return true;
    default:
        return false;
    }
}

void ptc_image_of_places(of_image *of, const ptc_proto *proto)
{
    for (uint32_t i = 0; i < proto->code_count && !of->failed; i++) {
        ptc_opcode op = (ptc_opcode)(proto->code[i] & 255u);

        if (!of_calls_nothing(op))
            ptc_image_of_number(of, &of->places, proto->places[i]);
        i += ptc_opcode_is_wide(op);
    }
}

/* --- Rows --------------------------------------------------------------------------- */

static int of_compare(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a;
    uint32_t right = *(const uint32_t *)b;

    return (left > right) - (left < right);
}

/* Whether the general text says that, too: of two arguments, its count is 2. */
static bool of_is_said(ptc_str text, ptc_str general)
{
    if (text.len != general.len)
        return false;
    for (size_t i = 0; i < text.len; i++)
        if (general.ptr[i] != text.ptr[i] &&
            (general.ptr[i] != PTC_FAULT_DIGIT || text.ptr[i] != '2'))
            return false;
    return true;
}

static void of_add_advice(of_image *of, uint32_t place, ptc_fault_sort sort, ptc_str text)
{
    ptc_image_range range = ptc_image_of_text(of, text);
    ptc_image_advice *row = OF_PUSH(of, advice, advice);

    of->failed = of->failed || row == NULL;
    if (row != NULL)
        *row = (ptc_image_advice){place, sort, range};
}

/* A row for each sort of fault at the place, unless the more general sort says that. */
static void of_advise(of_image *of, uint32_t place)
{
    ptc_lisp *lisp = of->program->lisp;
    ptc_arena_mark mark = ptc_arena_place(&lisp->run_arena);
    ptc_str texts[PTC_FAULT_SORTS] = {{NULL, 0}};

    for (unsigned sort = PTC_FAULT_NONE + 1; sort < PTC_FAULT_SORTS; sort++)
        texts[sort] =
            ptc_lisp_explanation(lisp, of->program->text, place, (ptc_fault_sort)sort);
    for (unsigned sort = PTC_FAULT_NONE + 1; sort < PTC_FAULT_SORTS; sort++)
        if (texts[sort].len > 0 &&
            !of_is_said(texts[sort], texts[ptc_fault_general((ptc_fault_sort)sort)]))
            of_add_advice(of, place, (ptc_fault_sort)sort, texts[sort]);
    ptc_arena_rewind(&lisp->run_arena, mark);
}

void ptc_image_of_advice(of_image *of)
{
    const of_list *places = &of->places;

    if (of->failed || places->count == 0)
        return;
    qsort(places->items, places->count, sizeof *places->items, of_compare);
    for (size_t i = 0; i < places->count && !of->failed; i++)
        if (i == 0 || places->items[i] != places->items[i - 1])
            of_advise(of, places->items[i]);
}
