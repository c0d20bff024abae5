/* SPDX-License-Identifier: MIT */
/*
 * Strings from values and from parts of others, and the arguments of builtins on text:
 * for all of core_text*.c. [ptc-lisp 11.7]
 *
 * A string is made at once in its final size when all parts are scalars, which they
 * mostly are; collections are printed into the run's arena first.
 */
#include "lisp/heap/data.h"
#include "lisp/text/text_int.h"

#include <ptc/number.h>

/* --- Texts of values --------------------------------------------------------------- */

/* The text of a scalar as by `str`, in `room` unless it exists already. False for values
 * that must be printed. */
static bool text_of_scalar(const ptc_value *value, char room[PTC_NUMBER_MAX],
                           ptc_str *out)
{
    switch ((unsigned)value->kind) {
    case PTC_NIL:
        *out = PTC_STR("");
        return true;
    case PTC_BOOL:
        *out = ptc_str_of(value->as.boolean ? "true" : "false");
        return true;
    case PTC_INT:
        *out = ptc_str_make(room, ptc_number_write_int(value->as.integer, room));
        return true;
    case PTC_FLOAT:
        if (value->as.number - value->as.number != 0)
            return false; /* Infinity prints differently inside collections */
        *out = ptc_str_make(room, ptc_number_write_double(value->as.number, room));
        return true;
    case PTC_STRING:
        *out = ptc_value_text(value);
        return true;
    default:
        return false;
    }
}

/* The bytes of all items with separators; false when one must be printed. */
static bool text_measure(ptc_lisp *lisp, ptc_str separator, const ptc_value *items,
                         uint32_t count, uint64_t *out)
{
    char room[PTC_NUMBER_MAX];
    uint64_t size = count > 1 ? (uint64_t)separator.len * (count - 1) : 0;
    ptc_str text;

    for (uint32_t i = 0; i < count; i++) {
        if (items[i].kind == PTC_KEYWORD)
            size += 1 + (uint64_t)items[i].aux;
        else if (text_of_scalar(&items[i], room, &text))
            size += text.len;
        else
            return false;
        ptc_lisp_fill_look(lisp, i);
    }
    *out = size;
    return true;
}

static char *text_put(char *at, ptc_str text)
{
    if (text.len > 0)
        memcpy(at, text.ptr, text.len);
    return at + text.len;
}

static ptc_value text_of_scalars(ptc_lisp *lisp, ptc_str separator,
                                 const ptc_value *items, uint32_t count, uint64_t size)
{
    char room[PTC_NUMBER_MAX];
    ptc_value string;
    char *at;

    ptc_heap_check(lisp, size, 1);
    ptc_lisp_read_bytes(lisp, (size_t)size);
    string = ptc_string_new(lisp, (size_t)size, &at);
    for (uint32_t i = 0; i < count; i++) {
        ptc_str text = {"", 0};

        if (i > 0)
            at = text_put(at, separator);
        if (items[i].kind == PTC_KEYWORD) {
            *at++ = ':';
            text = ptc_value_text(&items[i]);
        } else {
            text_of_scalar(&items[i], room, &text);
        }
        at = text_put(at, text);
        ptc_lisp_work_bytes(lisp, text.len);
        ptc_lisp_fill_look(lisp, i);
    }
    ptc_string_done(&string, (size_t)size);
    return string;
}

ptc_value ptc_text_print_all(ptc_lisp *lisp, ptc_str separator, const ptc_value *items,
                             uint32_t count, ptc_print_style style)
{
    ptc_arena_mark mark = ptc_arena_place(&lisp->run_arena);
    ptc_text text;
    ptc_value string;

    ptc_text_init(&text, &lisp->run_arena);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            ptc_text_str(&text, separator);
        ptc_lisp_print(lisp, &text, &items[i], style);
    }
    if (text.failed || text.len > lisp->heap_most)
        ptc_lisp_memory_error(lisp);
    ptc_lisp_read_bytes(lisp, text.len);
    string = ptc_string_of(lisp, ptc_text_view(&text));
    ptc_arena_rewind(&lisp->run_arena, mark);
    return string;
}

ptc_value ptc_text_join(ptc_lisp *lisp, ptc_str separator, const ptc_value *items,
                        uint32_t count)
{
    uint64_t size;

    if (count == 1 && items[0].kind == PTC_STRING)
        return items[0];
    if (text_measure(lisp, separator, items, count, &size))
        return text_of_scalars(lisp, separator, items, count, size);
    return ptc_text_print_all(lisp, separator, items, count, PTC_PRINT_DISPLAY);
}

/* --- Parts ------------------------------------------------------------------------- */

ptc_value ptc_text_part(ptc_lisp *lisp, const ptc_value *string, size_t start, size_t end)
{
    if (start == 0 && end == string->aux)
        return *string;
    return ptc_string_of(lisp, ptc_str_make(string->as.text + start, end - start));
}

int64_t ptc_text_index(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                       uint32_t count, uint32_t which)
{
    const ptc_value *index = &args[which];

    if (index->kind == PTC_INT)
        return index->as.integer;
    if (index->kind != PTC_FLOAT)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (!(index->as.number > -0x1p62)) /* also NaN: the start of the text */
        return index->as.number != index->as.number ? 0 : -1;
    return index->as.number < 0x1p62 ? (int64_t)index->as.number : INT64_MAX;
}

void ptc_text_check(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                    uint32_t count, uint32_t strings)
{
    for (uint32_t i = 0; i < strings; i++) {
        if (PTC_UNLIKELY(args[i].kind != PTC_STRING))
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
        ptc_lisp_read_bytes(lisp, args[i].aux);
    }
}
